// SPDX-License-Identifier: MIT
// Selects region reads and writes that are instructions of their own.
//
//   %w = wrregion %old, (fadd %a, %b), ...     ->   copy %w, %old
//                                                   add (8|M0) %w+32<1>:f %a<8;8,1>:f %b<8;8,1>:f
//
// The coalescer decides if the copy stays. Reads of %old in the same instruction read %w, which holds the same bytes
// then: the old value dies at the copy.

#include "sel_priv.h"

#include <assert.h>

static uint32_t lanes_of(LLVMValueRef v) {
    return genx_lanes(LLVMTypeOf(v));
}

// Moves the lanes of a value that is not selected as an operation: reads, constants, plain values.
static void move_value(sel *S, LLVMValueRef user, unsigned op, isa_operand dst, uint32_t lanes, const sel_ctl *c) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(user, op));
    uint64_t bits;
    LLVMValueRef v = LLVMGetOperand(user, op);
    if (genx_elt_bits(t) == 64 && LLVMIsAConstant(v) && genx_const_splat(v, &bits) && !dst.indirect) {
        mir_var *tmp = sel_var_for(S, t, NULL);
        sel_splat(S, tmp, 0, 8, lanes, bits, false);
        dst.type = ISA_UQ;
        sel_mov64(S, dst, sel_lanes(S, tmp, 0, lanes, ISA_UQ), lanes, c);
        return;
    }
    bool fl = genx_is_float(t);
    isa_operand s = sel_source(S, user, op, lanes, fl, SEL_IMM | SEL_BYTE | SEL_INDIRECT | SEL_RAW);
    isa_type ty = s.indirect && !s.mod ? sel_moved_type(v, fl) : sel_type(t, fl);
    dst.type = (uint8_t)ty;
    if (isa_type_size_b(ty) == 8)
        sel_mov64(S, dst, s, lanes, c);
    else
        sel_mov(S, lanes, dst, s, c);
}

// A contiguous part of a value that legalization left whole as the data of a message. Folding may have changed since
// then.
static bool is_long_stretch(const sel *S, const genx_region *r) {
    return r->off_const && (r->lanes > RGN_MAX_LANES || r->lanes * r->elt_b > 2u * S->m->grf_b) && r->stride == 1 &&
           (r->width == r->lanes || r->vstride == r->width);
}

static void read_stretch(sel *S, LLVMValueRef v, const genx_region *r, mir_var *d) {
    sel_val *base = sel_value(S, LLVMGetOperand(v, 0));
    isa_type t = sel_type(LLVMTypeOf(v), genx_is_float(LLVMTypeOf(v)));
    uint32_t w;
    for (uint32_t k = 0; k < r->lanes; k += w) {
        w = RGN_MAX_LANES;
        while (w > r->lanes - k || w * r->elt_b > 2u * S->m->grf_b)
            w /= 2;
        isa_operand dst = sel_dst(d, (int32_t)(k * r->elt_b), t, 1);
        isa_operand src = sel_lanes(S, base->var, base->off_b + (int32_t)(r->off_b + k * r->elt_b), w, t);
        if (r->elt_b == 8)
            sel_mov64(S, dst, src, w, NULL);
        else
            sel_mov(S, w, dst, src, NULL);
    }
}

void sel_rd(sel *S, LLVMValueRef v) {
    assert(genx_is_rdregion(v));
    genx_region r;
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t lanes = genx_lanes(t);
    if (!sel_knows_types(S, v))
        return;
    if (!genx_region_of(v, &r)) {
        sel_error(S, "CM0923", "a region read needs constant strides");
        return;
    }
    mir_var *d = sel_var_for(S, t, v);
    sel_bind(S, v, d, 0);
    if (is_long_stretch(S, &r)) {
        read_stretch(S, v, &r, d);
        return;
    }
    isa_operand s = sel_read(S, v, sel_moved_type(v, genx_is_float(t)));
    isa_operand dst = sel_dst(d, 0, (isa_type)s.type, 1);
    if (r.elt_b == 8)
        sel_mov64(S, dst, s, lanes, NULL);
    else
        sel_mov(S, lanes, dst, s, NULL);
}

static bool covers_all(LLVMValueRef wr, const genx_region *r) {
    return r->off_const && r->off_b == 0 && r->lanes == genx_lanes(LLVMTypeOf(wr)) && genx_mask_is_true(wr) &&
           (r->lanes == 1 || (r->stride == 1 && (r->width == r->lanes || r->vstride == r->width)));
}

// Copies the old bytes to d before a partial write.
static void start_from_old(sel *S, LLVMValueRef wr, mir_var *d, const genx_region *r) {
    LLVMValueRef old = LLVMGetOperand(wr, 0);
    uint32_t len = genx_size_b(LLVMTypeOf(wr));
    if (covers_all(wr, r))
        return;
    if (LLVMIsUndef(old)) {
        sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(d, 0, (isa_type)d->type, 1);
        return;
    }
    if (LLVMIsAConstant(old)) {
        sel_constant(S, old, d, 0);
        return;
    }
    sel_val *o = sel_value(S, old);
    sel_copy(S, d, 0, o, len);
    S->subst_from = o->var;
    S->subst_to = d;
    S->subst_off_b = o->off_b;
    S->subst_len_b = (int32_t)len;
}

static isa_operand indirect_dst(sel *S, const genx_region *r, const mir_var *d, isa_type t) {
    int64_t step = r->lanes > 1 ? genx_region_lane_b(r, 1) - genx_region_lane_b(r, 0) : (int64_t)r->elt_b;
    for (uint32_t k = 1; k < r->lanes; k++)
        if (genx_region_lane_b(r, k) - genx_region_lane_b(r, 0) != (int64_t)k * step)
            sel_error(S, "CM0926", "internal: an indirect region write of rows was not split");
    mir_var *a = sel_address(S, r->offset, d, 0, 1);
    isa_operand o = sel_dst(d, 0, t, (uint8_t)(step / r->elt_b));
    o.indirect = true;
    o.vaddr = a->id;
    return o;
}

static bool destination(sel *S, LLVMValueRef wr, const genx_region *r, const mir_var *d, isa_operand *out) {
    int32_t off[RGN_MAX_LANES];
    uint8_t h = 1;
    isa_type t = sel_type(LLVMTypeOf(wr), true);
    if (r->lanes > RGN_MAX_LANES || r->off_vector) {
        sel_error(S, "CM0926", "internal: a region write of %u lanes was not split", (unsigned)r->lanes);
        return false;
    }
    if (!r->off_const) {
        *out = indirect_dst(S, r, d, t);
        return true;
    }
    rgn_lanes(r, 0, r->lanes, off);
    if (off[r->lanes - 1] + (int32_t)r->elt_b > (int32_t)d->size_b) {
        sel_error(S, "CM0924", "region reaches byte %d of a value of %u bytes", off[r->lanes - 1] + (int32_t)r->elt_b,
                  (unsigned)d->size_b);
        return false;
    }
    if (!rgn_dest(S->m, off, r->lanes, r->elt_b, &h)) {
        sel_error(S, "CM0926", "internal: a region write of %u lanes was not split", (unsigned)r->lanes);
        return false;
    }
    *out = sel_dst(d, off[0], t, h);
    return true;
}

mir_var *sel_wr_start(sel *S, LLVMValueRef wr) {
    assert(genx_is_wrregion(wr));
    genx_region r;
    genx_region_of(wr, &r);
    mir_var *d = sel_var_for(S, LLVMTypeOf(wr), wr);
    start_from_old(S, wr, d, &r);
    S->subst_from = NULL;
    sel_bind(S, wr, d, 0);
    return d;
}

// Lanes at an offset known only at run time may cross a register boundary. The lanes written first may then overwrite
// bytes that later lanes read. If the vector is also a source, the lanes go through a separate variable.
static void apart_from_sources(sel *S, uint32_t lanes, const sel_ctl *c) {
    mir_inst *i = S->bb->last;
    bool apart = false;
    for (uint32_t k = 0; k < 3 && i && S->subst_used; k++)
        apart |= i->i.src[k].file == ISA_FILE_VREG && i->i.src[k].reg == S->subst_to->id &&
                 (i->i.src[k].indirect || i->i.dst.indirect);
    if (!apart || lanes == 1)
        return;
    isa_operand final = i->i.dst;
    isa_type t = (isa_type) final.type;
    uint32_t e = isa_type_size_b(t), step = final.rgn.h * e;
    int32_t off[RGN_MAX_LANES];
    for (uint32_t k = 0; k < lanes; k++)
        off[k] = (int32_t)(k * step);
    mir_var *v = sel_var(S, MIR_VAR_GRF, t, lanes * step, "n");
    i->i.dst = sel_dst(v, 0, t, final.rgn.h);
    isa_type raw = e == 1 ? ISA_UB : e == 2 ? ISA_UW : e == 4 ? ISA_UD : t;
    final.type = (uint8_t)raw;
    sel_ctl pc = *c;
    pc.sat = false;
    sel_mov(S, lanes, final, sel_region(S, v, off, lanes, raw), &pc);
}

// True for a write of a whole value to contiguous bytes of a vector, which is one copy of any size. Legalization leaves
// such a write whole if a message may write it in place. The message cannot if the old value is defined after the
// message.
static bool is_copy(const sel *S, LLVMValueRef wr, const genx_region *r) {
    LLVMValueRef x = LLVMGetOperand(wr, 1);
    bool one = r->lanes <= RGN_MAX_LANES / 2 && genx_size_b(LLVMTypeOf(x)) <= 2u * S->m->grf_b;
    return !one && r->off_const && !r->off_vector && r->stride == 1 &&
           (r->width == r->lanes || r->vstride == r->width) && genx_mask_is_true(wr) && !LLVMIsAConstant(x) &&
           !bale_folds(S->bales, wr, 1) && r->off_b + genx_size_b(LLVMTypeOf(x)) <= genx_size_b(LLVMTypeOf(wr));
}

void sel_wr(sel *S, LLVMValueRef v) {
    assert(genx_is_wrregion(v));
    genx_region r;
    if (ptrmap_get(&S->vals, v)) // written in place by a message
        return;
    if (!sel_knows_types(S, v))
        return;
    LLVMValueRef x = LLVMGetOperand(v, 1);
    if (!genx_region_of(v, &r)) {
        sel_error(S, "CM0923", "a region write needs constant strides");
        return;
    }
    sel_ctl c = {0};
    if (!genx_mask_is_true(v))
        c = sel_pred_on(S, LLVMGetOperand(v, GENX_WR_MASK), lanes_of(x));
    if (c.inv && !c.flag && !genx_mask_is_true(v)) { // the mask is false for all lanes
        sel_val *o = sel_value(S, LLVMGetOperand(v, 0));
        sel_bind(S, v, o->var, o->off_b);
        return;
    }
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    start_from_old(S, v, d, &r);
    isa_operand dst;
    S->subst_used = false;
    if (is_copy(S, v, &r)) {
        sel_copy(S, d, (int32_t)r.off_b, sel_value(S, x), genx_size_b(LLVMTypeOf(x)));
    } else if (destination(S, v, &r, d, &dst)) {
        bool is_op = bale_folds(S->bales, v, 1) && !genx_is_rdregion(x);
        bool done = is_op && (r.elt_b == 8 ? sel_alu64(S, x, dst, &c) : sel_alu(S, x, dst, r.lanes, c));
        if (!done)
            move_value(S, v, 1, dst, r.lanes, &c);
        apart_from_sources(S, r.lanes, &c);
    }
    S->subst_from = NULL;
    sel_bind(S, v, d, 0);
}
