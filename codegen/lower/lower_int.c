// SPDX-License-Identifier: MIT
// lower_int: build 64-bit addition and 32-bit multiplication from the target's instructions. Source: isa-semantics.md
// 3.2.
//
//   before
//     add64 (1|M0) %d<1>:uq %a<0;1,0>:uq %b<0;1,0>:uq
//     mul32 (8|M0) %p<1>:d %x<1;1,0>:d %y<1;1,0>:d
//   after
//     (W) addc (1|M0) %lo<1>:ud %a<0;1,0>:ud %b<0;1,0>:ud {AccWrEn}
//     (W) mov (1|M0) %c<1>:ud acc0.0<1;1,0>:ud
//     (W) add (1|M0) %hi<1>:ud %a+4<0;1,0>:ud %b+4<0;1,0>:ud
//     (W) add (1|M0) %d+4<1>:ud %hi<0;1,0>:ud %c<0;1,0>:ud
//     (W) mov (1|M0) %d<1>:ud %lo<0;1,0>:ud
//     (W) mul (8|M0) acc0.0<1>:d %x<1;1,0>:d %y<2;1,0>:uw
//     (W) mach (8|M0) %t<1>:d %x<1;1,0>:d %y<1;1,0>:d
//     mov (8|M0) %p<1>:d %t<1;1,0>:d
//
// The accumulator holds eight lanes, so wider instructions are split into parts. Results go through packed
// temporaries on register boundaries, as the accumulator requires; coalescing removes the last mov where it can.

#include "codegen_priv.h"

typedef struct part {
    cg_ctx *cx;
    const mir_inst *i;
    uint32_t first; // lane
    uint8_t n;
} part;

static cmc_status int_error(cg_ctx *cx, const mir_inst *i, const char *what) {
    cmc_diag_add(cx->diag, CMC_ERROR, "CG0201", i->loc, "%s of '%s' are not supported", what, mir_op_name(i->i.op));
    return CMC_ERR_UNSUPPORTED;
}

// Operands

// The region of a source seen as elements of 1/scale of its size.
static isa_region scaled_region(const isa_operand *o, uint32_t lanes, uint32_t scale) {
    int32_t s = cg_stride(o, lanes, false);
    if (s == 0)
        return cg_scalar;
    if (s > 0 && s * (int32_t)scale <= 32)
        return (isa_region){(uint8_t)(s * (int32_t)scale), 1, 0};
    return (isa_region){(uint8_t)(o->rgn.v * scale), o->rgn.w, (uint8_t)(o->rgn.h * scale)};
}

static bool region_fits(isa_region r) {
    return r.v <= 32 && r.h <= 4 && r.h != 3;
}

static mir_var *packed_temp(const part *p, isa_type t, const char *hint) {
    return cg_temp(p->cx, t, p->n * 4u, p->cx->m->grf_b, hint);
}

static isa_operand packed_src(const part *p, const mir_var *v, isa_type t) {
    return mir_src(v, 0, t, p->n == 1 ? cg_scalar : cg_unit);
}

// A dword source at the part's lanes; other sizes are converted, and modifiers applied.
static isa_operand dword_source(const part *p, const isa_operand *o) {
    isa_operand s = *o;
    if (o->file == ISA_FILE_IMM)
        return s;
    s.off_b += cg_lane_off(o, p->first, false);
    if (isa_type_size_b((isa_type)o->type) == 4 && !o->mod)
        return s;
    isa_type t = isa_type_is_signed((isa_type)o->type) ? ISA_D : ISA_UD;
    mir_var *v = packed_temp(p, t, "src");
    cg_inst1(p->cx, ISA_MOV, p->n, mir_dst(v, 0, t, 1), s);
    return packed_src(p, v, t);
}

// 64-bit addition

// Low (half 0) or high (half 1) dwords of a source; narrow sources are extended.
static isa_operand half_of(const part *p, const isa_operand *o, uint32_t half) {
    uint32_t size_b = isa_type_size_b((isa_type)o->type);
    bool is_signed = isa_type_is_signed((isa_type)o->type);
    if (o->file == ISA_FILE_IMM) {
        uint64_t v = o->imm;
        if (size_b < 8 && is_signed && (v >> (8 * size_b - 1) & 1))
            v |= UINT64_MAX << (8 * size_b);
        return isa_imm(half ? v >> 32 : v & UINT32_MAX, ISA_UD);
    }
    if (size_b == 8) {
        isa_operand s = *o;
        s.rgn = scaled_region(o, p->n, 2);
        s.type = ISA_UD;
        s.off_b += cg_lane_off(o, p->first, false) + (int32_t)(4 * half);
        return s;
    }
    isa_operand s = dword_source(p, o);
    s.type = ISA_UD;
    if (!half)
        return s;
    if (!is_signed)
        return isa_imm(0, ISA_UD);
    mir_var *t = packed_temp(p, ISA_D, "sign");
    s.type = ISA_D;
    cg_inst2(p->cx, ISA_ASR, p->n, mir_dst(t, 0, ISA_D, 1), s, isa_imm(31, ISA_D));
    return packed_src(p, t, ISA_UD);
}

static void take_predicate(mir_inst *to, const part *p) {
    const isa_inst *from = &p->i->i;
    to->i.pred = from->pred;
    to->i.pred_inv = from->pred_inv;
    to->i.vflag = from->vflag;
    to->i.flag_reg = from->flag_reg;
    to->i.flag_sub = from->flag_sub;
    to->i.no_mask = from->no_mask;
    // Unmasked instructions may use channel 0; a part of few lanes would start at a channel offset that cannot be
    // encoded.
    bool any = from->no_mask && !from->pred && p->n < p->cx->m->chan_off_unit;
    to->i.chan_off = any ? 0 : (uint8_t)(from->chan_off + p->first);
}

static isa_operand dst_half(const part *p, uint32_t half) {
    isa_operand d = p->i->i.dst;
    d.off_b += cg_lane_off(&d, p->first, true) + (int32_t)(4 * half);
    d.type = ISA_UD;
    d.rgn.h = (uint8_t)(p->n == 1 ? 1 : d.rgn.h * 2);
    return d;
}

static isa_operand negated(isa_operand o) {
    if (o.file == ISA_FILE_IMM)
        o.imm = (0 - o.imm) & UINT32_MAX;
    else
        o.mod ^= ISA_MOD_NEG;
    return o;
}

static bool is_zero(const isa_operand *o) {
    return o->file == ISA_FILE_IMM && o->imm == 0;
}

static void add64_part(const part *p) {
    cg_ctx *cx = p->cx;
    bool sub = p->i->i.op == MIR_SUB64;
    const isa_operand *a = &p->i->i.src[0], *b = &p->i->i.src[1];
    bool short_a = isa_type_size_b((isa_type)a->type) < 8 && !isa_type_is_signed((isa_type)a->type);
    if (!sub && (cg_is_imm(a) || (short_a && !cg_is_imm(b)))) { // an operand without a high half goes second
        const isa_operand *t = a;
        a = b;
        b = t;
    }
    mir_var *lo = packed_temp(p, ISA_UD, "lo"), *carry = packed_temp(p, ISA_UD, "carry");
    isa_operand a_lo = half_of(p, a, 0), b_lo = half_of(p, b, 0);
    isa_operand a_hi = half_of(p, a, 1), b_hi = half_of(p, b, 1);
    if (cg_is_imm(&a_lo)) {
        mir_var *t = packed_temp(p, ISA_UD, "imm");
        cg_inst1(cx, ISA_MOV, p->n, mir_dst(t, 0, ISA_UD, 1), a_lo);
        a_lo = packed_src(p, t, ISA_UD);
    }
    mir_inst *add = cg_inst2(cx, sub ? ISA_SUBB : ISA_ADDC, p->n, mir_dst(lo, 0, ISA_UD, 1), a_lo, b_lo);
    add->i.acc_wr_en = cx->m->macl_is_mach || !cx->m->has_macl; // on later targets the write is implicit
    isa_operand acc = isa_arf_reg(ISA_ARF_ACC, 0, 0, ISA_UD, p->n == 1 ? cg_scalar : cg_unit);
    cg_inst1(cx, ISA_MOV, p->n, mir_dst(carry, 0, ISA_UD, 1), acc);
    isa_operand sum = a_hi, c = packed_src(p, carry, ISA_UD);
    if (!is_zero(&b_hi)) {
        mir_var *hi = packed_temp(p, ISA_UD, "hi");
        isa_operand other = sub ? negated(b_hi) : b_hi;
        bool swap = cg_is_imm(&a_hi);
        cg_inst2(cx, ISA_ADD, p->n, mir_dst(hi, 0, ISA_UD, 1), swap ? other : a_hi, swap ? a_hi : other);
        sum = packed_src(p, hi, ISA_UD);
    }
    if (sub)
        c = negated(c);
    bool swap = cg_is_imm(&sum);
    take_predicate(cg_inst2(cx, ISA_ADD, p->n, dst_half(p, 1), swap ? c : sum, swap ? sum : c), p);
    take_predicate(cg_inst1(cx, ISA_MOV, p->n, dst_half(p, 0), packed_src(p, lo, ISA_UD)), p);
}

// Multiplication

// The low words of a dword source.
static isa_operand low_word(const part *p, const isa_operand *b) {
    if (b->file == ISA_FILE_IMM)
        return isa_imm(b->imm & 0xffff, ISA_UW);
    isa_operand w = *b;
    w.rgn = scaled_region(b, p->n, 2);
    w.type = ISA_UW;
    return w;
}

static void mul_part(const part *p) {
    cg_ctx *cx = p->cx;
    const isa_inst *i = &p->i->i;
    bool swap = cg_is_imm(&i->src[0]);
    isa_operand a = dword_source(p, &i->src[swap]), b = dword_source(p, &i->src[!swap]);
    if (cg_is_imm(&a)) {
        mir_var *t = packed_temp(p, (isa_type)a.type, "imm");
        cg_inst1(cx, ISA_MOV, p->n, mir_dst(t, 0, (isa_type)a.type, 1), a);
        a = packed_src(p, t, (isa_type)a.type);
    }
    isa_type type = (isa_type)i->dst.type;
    mir_var *t = packed_temp(p, type, "prod");
    isa_operand acc = isa_arf_reg(ISA_ARF_ACC, 0, 0, type, (isa_region){.h = 1});
    cg_inst2(cx, ISA_MUL, p->n, acc, a, low_word(p, &b));
    bool high = i->op == MIR_MULH32;
    uint16_t op = high || cx->m->macl_is_mach ? ISA_MACH : ISA_MACL;
    mir_inst *mach = cg_inst2(cx, op, p->n, mir_dst(t, 0, type, 1), a, b);
    // If macl has its own opcode, mach has no such bit: it always writes the accumulator.
    mach->i.acc_wr_en = high && (cx->m->macl_is_mach || !cx->m->has_macl);
    isa_operand dst = i->dst;
    dst.off_b += cg_lane_off(&dst, p->first, true);
    take_predicate(cg_inst1(cx, ISA_MOV, p->n, dst, packed_src(p, t, type)), p);
}

// d x w is one instruction, exact modulo 2^32. Returns false when neither factor is known to be narrow.
static bool mul_by_word(cg_ctx *cx, const mir_inst *i) {
    for (uint32_t k = 0; k < 2; k++) {
        isa_operand b = i->i.src[k], a = i->i.src[1 - k];
        if (i->i.op != MIR_MUL32 || cg_is_imm(&a) || isa_type_size_b((isa_type)a.type) != 4 || a.mod || b.mod)
            continue;
        int64_t v = (int32_t)(uint32_t)b.imm;
        bool imm = b.file == ISA_FILE_IMM;
        if (imm && v >= INT16_MIN && v <= INT16_MAX)
            b = isa_imm((uint64_t)v & 0xffff, ISA_W);
        else if (imm && v >= 0 && v <= UINT16_MAX)
            b = isa_imm((uint64_t)v, ISA_UW);
        else if (imm || isa_type_size_b((isa_type)b.type) != 2)
            continue;
        mir_inst *m = cg_inst2(cx, ISA_MUL, i->i.exec_size, i->i.dst, a, b);
        part whole = {cx, i, 0, i->i.exec_size};
        take_predicate(m, &whole);
        return true;
    }
    return false;
}

// Driver

// Whether a part may read bytes that earlier parts have written, because a source overlaps the destination at a
// different offset or stride.
static bool parts_collide(const mir_inst *i, uint32_t n) {
    if (i->i.exec_size <= n)
        return false;
    for (uint32_t s = 0; s < 2; s++) {
        const isa_operand *o = &i->i.src[s];
        if (o->file != i->i.dst.file || o->reg != i->i.dst.reg)
            continue;
        bool same = o->off_b == i->i.dst.off_b && o->type == i->i.dst.type &&
                    cg_stride(o, i->i.exec_size, false) == i->i.dst.rgn.h;
        if (!same)
            return true;
    }
    return false;
}

static cmc_status check_operands(cg_ctx *cx, const mir_inst *i) {
    bool add = i->i.op == MIR_ADD64 || i->i.op == MIR_SUB64;
    if (i->i.sat || i->i.cmod)
        return int_error(cx, i, "saturation and conditions");
    if (i->i.dst.indirect || i->i.src[0].indirect || i->i.src[1].indirect)
        return int_error(cx, i, "indirect operands");
    if (isa_type_size_b((isa_type)i->i.dst.type) != (add ? 8 : 4))
        return int_error(cx, i, "destinations of this type");
    for (uint32_t s = 0; s < 2; s++) {
        const isa_operand *o = &i->i.src[s];
        if (add && o->mod)
            return int_error(cx, i, "source modifiers");
        if (isa_type_is_float((isa_type)o->type) || (!add && isa_type_size_b((isa_type)o->type) > 4))
            return int_error(cx, i, "sources of this type");
    }
    return CMC_OK;
}

// Packs the dwords of a factor whose words have no legal region: %v<4;2,4>:d would need a stride of 8 words.
static void pack_factors(cg_ctx *cx, mir_inst *i) {
    for (uint32_t s = 0; s < 2; s++) {
        isa_operand *o = &i->i.src[s];
        if (cg_is_imm(o) || o->indirect || isa_type_size_b((isa_type)o->type) != 4 ||
            isa_type_is_float((isa_type)o->type) || region_fits(scaled_region(o, i->i.exec_size, 2)))
            continue;
        const isa_type t = (isa_type)o->type;
        const mir_var *v = cg_temp(cx, t, i->i.exec_size * 4u, cx->m->grf_b, "packed");
        cg_inst1(cx, ISA_MOV, i->i.exec_size, mir_dst(v, 0, t, 1), *o);
        *o = mir_src(v, 0, t, cg_unit);
    }
}

// The number of lanes whose result can be written at once.
static uint32_t lanes_to_write(const cg_ctx *cx, const mir_inst *i) {
    bool halves = isa_type_size_b((isa_type)i->i.dst.type) == 8;
    uint32_t n = i->i.exec_size < cx->m->native_exec_32b ? i->i.exec_size : cx->m->native_exec_32b;
    return halves && i->i.dst.rgn.h > 2 ? 1 : n;
}

// The number of lanes processed at once: as many as the accumulator holds, or fewer if the halves of more lanes have
// no region. The dwords of %v<16;2,4>:q would be eight apart in rows of two; those of two lanes have a single stride.
static uint32_t lanes_at_once(const cg_ctx *cx, const mir_inst *i) {
    uint32_t n = lanes_to_write(cx, i);
    for (uint32_t s = 0; s < 2; s++) {
        const isa_operand *o = &i->i.src[s];
        while (n > 1 && !cg_is_imm(o) && isa_type_size_b((isa_type)o->type) == 8 &&
               !region_fits(scaled_region(o, n, 2)))
            n /= 2;
    }
    return n;
}

// Whether some lanes may keep their old value.
static bool is_masked(const cg_ctx *cx, const mir_inst *i) {
    return i->i.pred || (!i->i.no_mask && cg_has_simd_flow(cx->fn));
}

// Moves the result, built in a temporary, to the destination.
static void put(cg_ctx *cx, const mir_inst *i, const isa_operand *from, bool masked) {
    uint32_t size_b = isa_type_size_b((isa_type)i->i.dst.type), n = lanes_to_write(cx, i);
    if (!masked && i->i.dst.rgn.h == 1) {
        cg_copy(cx, i->i.dst, *from, i->i.exec_size * size_b);
        return;
    }
    if (size_b == 4) {
        part whole = {cx, i, 0, i->i.exec_size};
        isa_operand s = *from;
        s.rgn = cg_unit;
        take_predicate(cg_inst1(cx, ISA_MOV, i->i.exec_size, i->i.dst, s), &whole);
        return;
    }
    for (uint32_t first = 0; first < i->i.exec_size; first += n)
        for (uint32_t half = 0; half < 2; half++) {
            part p = {cx, i, first, (uint8_t)n};
            isa_operand s = *from;
            s.off_b += (int32_t)(first * size_b + 4 * half);
            s.type = ISA_UD;
            s.rgn = n == 1 ? cg_scalar : (isa_region){2, 1, 0};
            take_predicate(cg_inst1(cx, ISA_MOV, p.n, dst_half(&p, half), s), &p);
        }
}

static void lower_parts(cg_ctx *cx, const mir_inst *i, uint32_t n) {
    for (uint32_t first = 0; first < i->i.exec_size; first += n) {
        part p = {cx, i, first, (uint8_t)n};
        if (i->i.op == MIR_ADD64 || i->i.op == MIR_SUB64)
            add64_part(&p);
        else
            mul_part(&p);
    }
}

static cmc_status lower(cg_ctx *cx, mir_inst *i) {
    bool add = i->i.op == MIR_ADD64 || i->i.op == MIR_SUB64;
    if (!add)
        pack_factors(cx, i);
    CMC_TRY(check_operands(cx, i));
    if (!add && mul_by_word(cx, i))
        return CMC_OK;
    uint32_t n = lanes_at_once(cx, i);
    bool few = n < cx->m->chan_off_unit && n < i->i.exec_size, collide = parts_collide(i, n);
    bool masked = (few || collide) && is_masked(cx, i); // a mask of few lanes would start at an illegal channel offset
    if (masked && few && lanes_to_write(cx, i) == n)
        return int_error(cx, i, "masked destinations of this stride");
    mir_inst whole = *i;
    whole.i.no_mask |= few && !masked;
    if (!collide && !masked) {
        lower_parts(cx, &whole, n);
        return CMC_OK;
    }
    mir_inst aside = *i;
    isa_type t = (isa_type)i->i.dst.type;
    aside.i.dst = mir_dst(cg_temp(cx, t, i->i.exec_size * isa_type_size_b(t), cx->m->grf_b, "aside"), 0, t, 1);
    aside.i.pred = ISA_PRED_NONE;
    aside.i.no_mask = true;
    lower_parts(cx, &aside, n);
    put(cx, &whole, &aside.i.dst, masked);
    return CMC_OK;
}

// A 64-bit immediate cannot be combined with another source. It becomes a dword that extends to it, or two dwords in
// a register.
static void fit_immediate(cg_ctx *cx, isa_operand *o) {
    if (o->file != ISA_FILE_IMM || isa_type_size_b((isa_type)o->type) != 8)
        return;
    if ((int64_t)o->imm == (int32_t)o->imm) {
        *o = isa_imm(o->imm & UINT32_MAX, ISA_D);
    } else if (o->imm <= UINT32_MAX) {
        *o = isa_imm(o->imm, ISA_UD);
    } else {
        mir_var *t = cg_temp(cx, ISA_UQ, 8, 8, "c");
        for (uint32_t half = 0; half < 2; half++)
            cg_inst1(cx, ISA_MOV, 1, mir_dst(t, (int32_t)(4 * half), ISA_UD, 1),
                     isa_imm(half ? o->imm >> 32 : o->imm & UINT32_MAX, ISA_UD));
        *o = mir_src(t, 0, ISA_UQ, cg_scalar);
    }
}

// Turns the operation into a single instruction on targets that have it.
static bool make_native(cg_ctx *cx, mir_inst *i) {
    bool add = i->i.op == MIR_ADD64 || i->i.op == MIR_SUB64;
    if (add && !cx->m->has_int64_add)
        return false;
    if (!add && (!cx->m->has_dd_mul || i->i.op == MIR_MULH32))
        return false;
    if (add)
        for (uint32_t s = 0; s < 2; s++)
            fit_immediate(cx, &i->i.src[s]);
    if (i->i.op == MIR_SUB64 && i->i.src[1].file == ISA_FILE_IMM)
        return false;
    if (i->i.op == MIR_SUB64)
        i->i.src[1].mod ^= ISA_MOD_NEG;
    i->i.op = add ? ISA_ADD : ISA_MUL;
    return true;
}

cmc_status cg_pass_lower_int(cg_ctx *cx, mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *block = fn->blocks.data[b];
        for (mir_inst *i = block->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op < MIR_ADD64 || i->i.op > MIR_MULH32)
                continue;
            cx->changed = true;
            cg_at(cx, block, i);
            if (make_native(cx, i))
                continue;
            CMC_TRY(lower(cx, i));
            if (cx->oom)
                return CMC_ERR_OOM;
            mir_inst_remove(block, i);
        }
    }
    return CMC_OK;
}
