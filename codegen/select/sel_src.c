// SPDX-License-Identifier: MIT
// Turns values into operands. Folded regions, extensions and modifiers become the operand's region, type and modifier.
// A form that the position cannot encode goes through a temporary.

#include "sel_priv.h"

#include <assert.h>

// Rule 24: elements read by one address for each lane are integers.
isa_type sel_moved_type(LLVMValueRef v, bool is_signed) {
    genx_region r;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!genx_is_float(t) || !genx_is_rdregion(v) || !genx_region_of(v, &r) || !r.off_vector || r.elt_b > 4)
        return sel_type(t, is_signed);
    return r.elt_b == 2 ? ISA_UW : ISA_UD;
}

void sel_bind(sel *S, LLVMValueRef v, mir_var *var, int32_t off_b) {
    assert(v);
    sel_val *x = CMC_NEW(S->a, sel_val);
    if (!x || !ptrmap_put(&S->vals, v, x)) {
        S->oom = true;
        return;
    }
    *x = (sel_val){.var = var, .off_b = off_b};
}

static bool is_alias(sel *S, LLVMValueRef v) {
    return LLVMIsAInstruction(v) && bale_describe(S->m, v).kind == BALE_ALIAS;
}

sel_val *sel_value(sel *S, LLVMValueRef v) {
    while (is_alias(S, v))
        v = LLVMGetOperand(v, 0);
    sel_val *x = ptrmap_get(&S->vals, v);
    if (x && x->var)
        return x;
    if (x) { // a surface whose index is used as a number
        uint64_t bti = (uint64_t)x->off_b;
        sel_val *n = CMC_NEW(S->a, sel_val);
        mir_var *t = sel_var(S, MIR_VAR_GRF, ISA_UD, 4, "bti");
        sel_mov(S, 1, sel_dst(t, 0, ISA_UD, 1), isa_imm(bti, ISA_UD), NULL);
        S->oom = S->oom || !n;
        n = n ? n : &S->dummy_val;
        n->var = t;
        return n;
    }
    x = CMC_NEW(S->a, sel_val);
    if (!x) {
        S->oom = true;
        S->dummy_val.var = &S->dummy_var;
        return &S->dummy_val;
    }
    x->var = sel_var_for(S, LLVMTypeOf(v), LLVMIsConstant(v) ? NULL : v);
    if (LLVMIsAConstant(v)) {
        if (LLVMIsUndef(v))
            sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(x->var, 0, (isa_type)x->var->type, 1);
        else
            sel_constant(S, v, x->var, 0);
        return x; // not recorded: each use materializes its constant
    }
    if (!ptrmap_put(&S->vals, v, x))
        S->oom = true;
    return x;
}

// Splits x + constant, so that the constant can be added to the base. The remaining x may be negative, and base + x
// alone could lie before the registers. *user is the addition whose first operand is x.
static LLVMValueRef peel_constant(LLVMValueRef v, int32_t *c, LLVMValueRef *user) {
    uint64_t bits;
    *user = NULL;
    while (
        LLVMIsAInstruction(v) && !genx_is_vec(LLVMTypeOf(v)) &&
        (LLVMGetInstructionOpcode(v) == LLVMAdd || (LLVMGetInstructionOpcode(v) == LLVMOr && LLVMGetIsDisjoint(v))) &&
        LLVMIsAConstantInt(LLVMGetOperand(v, 1)) && genx_const_u64(LLVMGetOperand(v, 1), &bits)) {
        *c += (int16_t)bits;
        *user = v;
        v = LLVMGetOperand(v, 0);
    }
    return v;
}

// Takes the smallest lane out of a constant vector whose lanes are then packed immediates. Slices and rows with the
// same pattern also become equal.
static LLVMValueRef peel_lanes(LLVMValueRef v, uint32_t lanes, int32_t *c) {
    enum { PACKED_MAX = 15 };
    uint64_t lane[ISA_VXH_ROWS_MAX], least = UINT16_MAX, most = 0;
    LLVMValueRef rest[ISA_VXH_ROWS_MAX];
    if (!LLVMIsAConstant(v) || lanes > ISA_VXH_ROWS_MAX)
        return v;
    for (uint32_t k = 0; k < lanes; k++) {
        bool undef = false;
        if (!genx_const_lane(v, k, &lane[k], &undef) || undef)
            return v;
        least = lane[k] < least ? lane[k] : least;
        most = lane[k] > most ? lane[k] : most;
    }
    if (least == 0 || most - least > PACKED_MAX || most > INT16_MAX)
        return v;
    for (uint32_t k = 0; k < lanes; k++)
        rest[k] = LLVMConstInt(LLVMGetElementType(LLVMTypeOf(v)), lane[k] - least, false);
    *c += (int32_t)least;
    return LLVMConstVector(rest, lanes);
}

// The source of an address. The first operand of a peeled addition may be folded, and then has no variable.
static isa_operand address_source(sel *S, LLVMValueRef x, LLVMValueRef user, uint32_t rows) {
    if (user && bale_folds(S->bales, user, 0))
        return sel_source(S, user, 0, 1, false, 0);
    genx_region r;
    if (rows == 1 && genx_is_rdregion(x) && genx_region_of(x, &r) && r.off_const && r.elt_b == 2)
        return sel_read(S, x, ISA_UW); // one lane of a vector of offsets
    sel_val *o = sel_value(S, x);
    return rows == 1 ? sel_scalar(o->var, o->off_b, ISA_UW) : sel_lanes(S, o->var, o->off_b, rows, ISA_UW);
}

mir_var *sel_address(sel *S, LLVMValueRef offset, const mir_var *base, int32_t base_off_b, uint32_t rows) {
    assert(base && rows >= 1);
    int32_t c = 0;
    LLVMValueRef user = NULL;
    LLVMValueRef x = rows == 1 ? peel_constant(offset, &c, &user) : peel_lanes(offset, rows, &c);
    mir_var *a = sel_var(S, MIR_VAR_ADDR, ISA_UW, rows * 2, "a");
    isa_operand src = address_source(S, x, user, rows);
    mir_inst *i = sel_inst(S, ISA_ADD, rows);
    i->i.dst = sel_dst(a, 0, ISA_UW, 1);
    i->i.src[0] = src;
    i->i.src[1] = (isa_operand){.file = ISA_FILE_VADDR, .type = ISA_UW, .reg = base->id, .off_b = base_off_b + c};
    return a;
}

static const mir_var *substituted(sel *S, const mir_var *var, int32_t *off_b, uint32_t n, int32_t elt_b) {
    if (!S->subst_from || var != S->subst_from)
        return var;
    for (uint32_t k = 0; k < n; k++)
        if (off_b[k] < S->subst_off_b || off_b[k] + elt_b > S->subst_off_b + S->subst_len_b)
            return var;
    for (uint32_t k = 0; k < n; k++)
        off_b[k] -= S->subst_off_b;
    S->subst_used = true;
    return S->subst_to;
}

// An indirect read. Its lanes may lie anywhere in a value of size_b bytes.
static isa_operand indirect_source(sel *S, const sel_val *base, uint32_t size_b, const genx_region *r, isa_type t) {
    int32_t off[RGN_MAX_LANES], start = base->off_b;
    isa_region hw = {0, 1, 0};
    uint32_t rows = r->off_vector ? genx_lanes(LLVMTypeOf(r->offset)) : 1;
    // Elements of 64 bits may be written in two halves; the second half reads the source again.
    const mir_var *var = r->elt_b < 8 ? substituted(S, base->var, &start, 1, (int32_t)size_b) : base->var;
    mir_var *a = sel_address(S, r->offset, var, start, rows);
    if (r->off_vector && rows > 1) {
        hw = (isa_region){ISA_VXH, 1, 0};
        if (rows != r->lanes || rows > ISA_VXH_ROWS_MAX)
            sel_error(S, "CM0922", "internal: an indirect read of %u rows was not split", (unsigned)rows);
    } else {
        genx_region one = *r;
        one.off_b = 0;
        one.off_vector = false;
        rgn_lanes(&one, 0, r->lanes, off);
        if (r->lanes > 1 && !rgn_indirect(S->m, off, r->lanes, r->elt_b, &hw))
            sel_error(S, "CM0922", "internal: an indirect read of %u lanes was not split", (unsigned)r->lanes);
        if (r->lanes == 1 || (hw.v == 0 && hw.h == 0))
            hw = (isa_region){0, 1, 0};
    }
    isa_operand o = mir_src(var, 0, t, hw);
    o.indirect = true;
    o.vaddr = a->id;
    o.off_b = 0;
    return o;
}

isa_operand sel_read(sel *S, LLVMValueRef rd, isa_type t) {
    assert(genx_is_rdregion(rd));
    genx_region r;
    if (!genx_region_of(rd, &r) || r.lanes > RGN_MAX_LANES) {
        sel_error(S, "CM0923", "a region read needs constant strides and at most %d lanes an instruction",
                  RGN_MAX_LANES);
        return isa_imm(0, t);
    }
    sel_val *base = sel_value(S, LLVMGetOperand(rd, 0));
    if (!r.off_const)
        return indirect_source(S, base, genx_size_b(LLVMTypeOf(LLVMGetOperand(rd, 0))), &r, t);
    int32_t off[RGN_MAX_LANES];
    rgn_lanes(&r, 0, r.lanes, off);
    for (uint32_t k = 0; k < r.lanes; k++) {
        off[k] += base->off_b;
        if (off[k] < 0 || off[k] + (int32_t)r.elt_b > (int32_t)base->var->size_b) {
            sel_error(S, "CM0924", "region reaches byte %d of a value of %u bytes", off[k] + (int32_t)r.elt_b,
                      (unsigned)base->var->size_b);
            off[k] = off[0];
        }
    }
    const mir_var *var = substituted(S, base->var, off, r.lanes, (int32_t)r.elt_b);
    return sel_region(S, var, off, r.lanes, t);
}

// An immediate operand. There are no byte immediates; a byte becomes a word, extended by its signedness.
static isa_operand immediate(LLVMTypeRef t, uint64_t bits, bool is_signed) {
    isa_type it = sel_type(t, is_signed);
    if (genx_elt_bits(t) == 8) {
        it = is_signed ? ISA_W : ISA_UW;
        if (is_signed)
            bits = (uint64_t)(int64_t)(int8_t)bits & 0xffff;
    }
    return isa_imm(bits, it);
}

static isa_operand leaf(sel *S, LLVMValueRef v, uint32_t lanes, bool is_signed, unsigned allow) {
    LLVMTypeRef t = LLVMTypeOf(v);
    uint64_t bits;
    if (LLVMIsAConstant(v) && genx_const_splat(v, &bits) && genx_elt_bits(t) != 64) {
        isa_operand imm = immediate(t, bits, is_signed);
        if (allow & SEL_IMM)
            return imm;
        mir_var *tmp = sel_var(S, MIR_VAR_GRF, (isa_type)imm.type, isa_type_size_b((isa_type)imm.type), "c");
        sel_mov(S, 1, sel_dst(tmp, 0, (isa_type)imm.type, 1), imm, NULL);
        return sel_scalar(tmp, 0, (isa_type)imm.type);
    }
    if (LLVMIsAConstant(v) && genx_is_float(t) && genx_elt_bits(t) == 64 && lanes > 1 && genx_const_splat(v, &bits)) {
        mir_var *tmp = sel_var(S, MIR_VAR_GRF, ISA_DF, 8, "c");
        sel_mov(S, 1, sel_dst(tmp, 0, ISA_DF, 1), isa_imm(bits, ISA_DF), NULL);
        return sel_scalar(tmp, 0, ISA_DF);
    }
    sel_val *x = sel_value(S, v);
    isa_type ty = sel_type(t, is_signed);
    int32_t off[RGN_MAX_LANES];
    if (lanes > RGN_MAX_LANES)
        lanes = RGN_MAX_LANES;
    for (uint32_t k = 0; k < lanes; k++)
        off[k] = x->off_b + (int32_t)(k * isa_type_size_b(ty));
    const mir_var *var = substituted(S, x->var, off, lanes, isa_type_size_b(ty));
    return sel_region(S, var, off, lanes, ty);
}

// Folds a neg or abs into the modifier: an abs ignores modifiers inside it.
static bool take_modifier(LLVMValueRef v, uint8_t *mod, LLVMValueRef *user, unsigned *op) {
    LLVMValueRef x;
    unsigned xop;
    if (bale_is_neg(v, &x, &xop)) {
        if (!(*mod & ISA_MOD_ABS))
            *mod ^= ISA_MOD_NEG;
        *user = v;
        *op = xop;
        return true;
    }
    if (bale_is_fabs(v) || bale_is_abs_int(v)) {
        *mod |= ISA_MOD_ABS;
        *user = v;
        *op = 0;
        return true;
    }
    return false;
}

static isa_operand fit(sel *S, isa_operand o, uint32_t lanes, unsigned allow) {
    bool byte = o.file == ISA_FILE_VREG && isa_type_size_b((isa_type)o.type) == 1;
    bool one = o.rgn.v == 0 && o.rgn.h == 0 && (allow & SEL_INDIRECT_ONE) && (!byte || S->m->has_byte_alu);
    if ((o.indirect && !one && !(allow & SEL_INDIRECT)) || (byte && !(allow & SEL_BYTE)) ||
        (o.mod && !(allow & SEL_MODS)))
        return sel_to_temp(S, o, lanes);
    if (allow & SEL_TERNARY) {
        bool scalar = o.rgn.v == 0 && o.rgn.h == 0;
        bool unit = true;
        for (uint32_t k = 0; k < lanes; k++)
            unit = unit &&
                   isa_region_offset_b(o.rgn, (isa_type)o.type, k) == (int32_t)(k * isa_type_size_b((isa_type)o.type));
        if (!scalar && !unit)
            return sel_to_temp(S, o, lanes);
    }
    return o;
}

isa_operand sel_source(sel *S, LLVMValueRef user, unsigned op, uint32_t lanes, bool is_signed, unsigned allow) {
    assert(op < (unsigned)LLVMGetNumOperands(user));
    assert(lanes >= 1);
    uint8_t mod = ISA_MOD_NONE;
    bool sign = is_signed;
    LLVMValueRef v = LLVMGetOperand(user, op);
    while (bale_folds(S->bales, user, op)) {
        if (genx_is_rdregion(v)) {
            isa_operand o = sel_read(S, v, sel_moved_type(v, sign));
            isa_type natural = sel_type(LLVMTypeOf(v), sign);
            if (o.type != natural && (mod || !(allow & SEL_RAW))) { // moves use integers, computations the natural type
                o = sel_to_temp(S, o, lanes);
                o.type = (uint8_t)natural;
            }
            o.mod = mod;
            return fit(S, o, lanes, allow);
        }
        if (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v)) {
            sign = LLVMIsASExtInst(v) != NULL;
            user = v;
            op = 0;
        } else if (take_modifier(v, &mod, &user, &op)) {
            sign = sign || bale_is_abs_int(v); // |x| of an unsigned type is x
        } else {
            break;
        }
        v = LLVMGetOperand(user, op);
    }
    isa_operand o = leaf(S, v, lanes, sign, mod ? allow & ~(unsigned)SEL_IMM : allow);
    o.mod = mod;
    return fit(S, o, lanes, allow);
}

// True if these bytes can start on a register boundary. Payload variables are fixed.
static bool starts_grf(const sel *S, mir_var *v, int32_t off_b) {
    if (v->fixed)
        return ((int32_t)v->fixed_b + off_b) % S->m->grf_b == 0;
    if (off_b % S->m->grf_b)
        return false;
    v->align_b = S->m->grf_b;
    return true;
}

isa_operand sel_whole(sel *S, LLVMValueRef v) {
    sel_val *x = sel_value(S, v);
    if (!starts_grf(S, x->var, x->off_b)) {
        mir_var *t = sel_var_for(S, LLVMTypeOf(v), v);
        t->align_b = S->m->grf_b;
        sel_copy(S, t, 0, x, genx_size_b(LLVMTypeOf(v)));
        return mir_src(t, 0, (isa_type)t->type, (isa_region){1, 1, 0});
    }
    return mir_src(x->var, x->off_b, sel_type(LLVMTypeOf(v), false), (isa_region){1, 1, 0});
}

isa_operand sel_data(sel *S, LLVMValueRef user, unsigned op) {
    assert(op < (unsigned)LLVMGetNumOperands(user));
    LLVMValueRef v = LLVMGetOperand(user, op);
    genx_region r;
    if (!bale_folds(S->bales, user, op) || !genx_region_of(v, &r))
        return sel_whole(S, v);
    sel_val *base = sel_value(S, LLVMGetOperand(v, 0));
    sel_val part = {.var = base->var, .off_b = base->off_b + (int32_t)r.off_b};
    isa_type t = sel_type(LLVMTypeOf(v), false);
    if (starts_grf(S, part.var, part.off_b))
        return mir_src(part.var, part.off_b, t, (isa_region){1, 1, 0});
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    d->align_b = S->m->grf_b;
    sel_copy(S, d, 0, &part, genx_size_b(LLVMTypeOf(v)));
    return mir_src(d, 0, t, (isa_region){1, 1, 0});
}

isa_operand sel_one(sel *S, LLVMValueRef v, bool is_signed) {
    uint64_t bits;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMIsAConstant(v) && genx_const_splat(v, &bits))
        return immediate(t, bits, is_signed);
    sel_val *x = sel_value(S, v);
    return sel_scalar(x->var, x->off_b, sel_type(t, is_signed));
}
