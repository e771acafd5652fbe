// SPDX-License-Identifier: MIT
// Propagates undefined bits through ALU instructions, dpas and branches.
//
// In: the shadow before the instruction, and the registers, whose values matter to and, or, shifts and comparisons.
// Out: the shadow after it. In the common case all sources are defined, and only the destination is cleared.

#include "undef.h"

static uint32_t current(const ud_ctx *c) {
    return (uint32_t)(c->in - c->t->code->insts);
}

// Operands

static int32_t address_of(const ud_ctx *c, unsigned word) {
    uint16_t a;
    memcpy(&a, c->t->regs + SIM_ARF_A0 + 2u * (word & 15u), 2);
    return a;
}

// Offset of lane i's element in the register array. False: it is out of range and the instruction faults.
static bool source_place(const ud_ctx *c, const sim_src *s, unsigned i, uint32_t *off) {
    int64_t at = s->off;
    unsigned word = s->addr_sub;
    if (s->place == SIM_PLACE_VXH)
        word += i / s->row_lanes;
    if (s->place == SIM_PLACE_VXH || s->place == SIM_PLACE_INDIRECT) {
        at = address_of(c, word) + s->addr_imm;
        if (at + s->step[i] < 0 || at + s->step[i] + s->size_b > c->t->grf_file_b)
            return false;
    }
    *off = (uint32_t)(at + s->step[i]);
    return *off + s->size_b <= SIM_REGS_B;
}

static bool has_place(const sim_src *s) {
    return s->place == SIM_PLACE_REG || s->place == SIM_PLACE_ACC || s->place == SIM_PLACE_SPECIAL ||
           s->place == SIM_PLACE_INDIRECT || s->place == SIM_PLACE_VXH;
}

static void check_address(ud_ctx *c, int lane, unsigned word, const char *what) {
    uint32_t off = SIM_ARF_A0 + 2u * (word & 15u);
    if (!ud_any(c->u, off, 2))
        return;
    ud_value v = ud_read(c, off, 2);
    ud_complain(c, lane, off, 2, &v, what);
    ud_define(c->u, off, 2);
}

static void check_addresses(ud_ctx *c) {
    for (unsigned k = 0; k < c->in->n_src; k++) {
        const sim_src *s = &c->in->src[k];
        if (s->place == SIM_PLACE_INDIRECT && c->mask != 0)
            check_address(c, -1, s->addr_sub, "the register address of a source");
        for (unsigned i = 0; s->place == SIM_PLACE_VXH && i < c->in->n; i++)
            if (c->mask >> i & 1u)
                check_address(c, (int)i, s->addr_sub + i / s->row_lanes, "the register address of a source");
    }
    if (c->in->dst.place == SIM_PLACE_INDIRECT && c->mask != 0)
        check_address(c, -1, c->in->dst.addr_sub, "the register address of the destination");
}

static bool source_clean(const ud_ctx *c, const sim_src *s) {
    uint32_t off;
    switch ((sim_place)s->place) {
    case SIM_PLACE_REG:
    case SIM_PLACE_ACC:
    case SIM_PLACE_SPECIAL:
        return !ud_any(c->u, s->off, s->extent_b);
    case SIM_PLACE_INDIRECT:
    case SIM_PLACE_VXH:
        for (unsigned i = 0; i < c->in->n; i++)
            if ((c->mask >> i & 1u) && source_place(c, s, i, &off) && ud_any(c->u, off, s->size_b))
                return false;
        return true;
    default:
        return true;
    }
}

// The source as the ALU sees it: extended to 64 bits, modifiers applied. A float is either all defined or all
// undefined.
static ud_value source_value(const ud_ctx *c, unsigned k, unsigned lane) {
    const sim_src *s = &c->in->src[k];
    ud_value r = {0};
    uint32_t off;
    if (s->place == SIM_PLACE_IMM)
        memcpy(&r.v, s->imm + s->step[lane], s->size_b <= 8 ? s->size_b : 8);
    else if (has_place(s) && source_place(c, s, lane, &off))
        r = ud_read(c, off, s->size_b);
    if (isa_type_is_float((isa_type)s->type)) {
        r.u = r.u != 0 ? UINT64_MAX : 0;
        return r;
    }
    if (isa_type_is_signed((isa_type)s->type) && s->size_b < 8) {
        unsigned up = 64 - 8u * s->size_b;
        r.v = (uint64_t)((int64_t)(r.v << up) >> up);
        r.u = (uint64_t)((int64_t)(r.u << up) >> up);
    }
    if (s->mod == ISA_MOD_NONE)
        return r;
    if (s->logic) {
        r.v = ~r.v;
        return r;
    }
    uint32_t origin = r.origin;
    if ((s->mod & ISA_MOD_ABS) && (r.u >> 63))
        r.u = UINT64_MAX;
    else if ((s->mod & ISA_MOD_ABS) && (int64_t)r.v < 0)
        r = ud_negative(&r);
    if (s->mod & ISA_MOD_NEG)
        r = ud_negative(&r);
    r.origin = origin;
    return r;
}

// Destination

static bool dst_place(const ud_ctx *c, unsigned lane, uint32_t *off) {
    const sim_dst *d = &c->in->dst;
    if (d->place == SIM_PLACE_NULL || d->place == SIM_PLACE_NONE)
        return false;
    int64_t at = d->off;
    if (d->place == SIM_PLACE_INDIRECT) {
        at = address_of(c, d->addr_sub) + d->addr_imm;
        if (at < 0 || at + d->extent_b > c->t->grf_file_b)
            return false;
    }
    *off = (uint32_t)at + lane * d->stride_b;
    return *off + d->size_b <= SIM_REGS_B;
}

static void put_lane(ud_ctx *c, unsigned lane, const ud_value *r) {
    uint32_t off;
    if (dst_place(c, lane, &off))
        ud_write(c, off, c->in->dst.size_b, r->u, r->origin);
    if (c->in->acc_wr_en) {
        off = SIM_ARF_ACC + lane * c->in->dst.size_b;
        if (off + c->in->dst.size_b <= SIM_REGS_B)
            ud_write(c, off, c->in->dst.size_b, r->u, r->origin);
    }
}

static bool writes_acc_itself(const sim_inst *in) {
    return in->op_id == ISA_ADDC || in->op_id == ISA_SUBB || in->op_id == ISA_MACH || in->op_id == ISA_MACL;
}

static bool reads_acc_itself(const sim_inst *in) {
    return in->op_id == ISA_MACH || in->op_id == ISA_MACL || in->op_id == ISA_MAC || in->op_id == ISA_SADA2;
}

// Flags

static bool writes_flag(const sim_inst *in) {
    if (in->op_id == ISA_CMP || in->op_id == ISA_CMPN)
        return true;
    if (in->op_id == ISA_MATH)
        return in->op_id8 == ISA_MATH_INVM || in->op_id8 == ISA_MATH_RSQTM;
    return in->result_cmod != ISA_CMOD_NONE;
}

static void put_flag(ud_ctx *c, unsigned lane, bool undefined, uint32_t origin) {
    unsigned bit = c->in->flag_base + c->in->chan_off + lane;
    if (bit >= 32)
        return;
    uint32_t off = SIM_ARF_F + 4u * c->in->flag_reg + bit / 8;
    uint8_t one = (uint8_t)(1u << bit % 8);
    c->u->undef[off] = (uint8_t)(undefined ? c->u->undef[off] | one : c->u->undef[off] & ~one);
    if (undefined)
        c->u->origin[off / 4] = origin;
}

// Whether undefined bits of the result can change the condition. An undefined float has all bits undefined.
static bool open_condition(unsigned cmod, const ud_value *r) {
    ud_value zero = {0};
    if (r->u == 0)
        return false;
    return ud_compare(cmod, r, &zero, true);
}

// One lane

static bool is_bit_copy(const ud_ctx *c) {
    const isa_inst *raw = c->raw;
    if (c->in->cls != SIM_CLASS_I && c->in->cls != SIM_CLASS_Q)
        return false;
    bool df = isa_type_is_float((isa_type)raw->dst.type);
    bool sf = isa_type_is_float((isa_type)raw->src[0].type);
    return !df || sf; // integers, or floats moved as bits
}

static ud_value acc_value(const ud_ctx *c, unsigned lane) {
    unsigned size_b = c->in->dst.size_b != 0 ? c->in->dst.size_b : 4;
    return ud_read(c, SIM_ARF_ACC + lane * size_b, size_b);
}

// mac, mach, macl: the accumulator, plus a product. In mach and macl it holds the part of src1's low half. *acc_u: the
// undefined bits that the accumulator gets.
static uint64_t accumulated(const ud_ctx *c, unsigned lane, const ud_value v[3], uint32_t *origin, uint64_t *acc_u) {
    ud_value acc = acc_value(c, lane), high = v[1], p;
    if (acc.u != 0 && *origin == 0)
        *origin = acc.origin;
    if (!is_bit_copy(c))
        return *acc_u = (acc.u | v[0].u | v[1].u) != 0 ? UINT64_MAX : 0;
    if (c->in->op_id == ISA_MACL) {
        high.v &= ~(uint64_t)UINT16_MAX;
        high.u &= ~(uint64_t)UINT16_MAX;
    }
    p = ud_product(&v[0], &high);
    *acc_u = ud_upward(p.u | acc.u);
    return c->in->op_id == ISA_MACH ? *acc_u >> 32 : *acc_u;
}

static void choose(const ud_ctx *c, unsigned lane, ud_value v[3], ud_value *r) {
    bool sel = c->in->op_id == ISA_SEL && c->in->cmod == ISA_CMOD_NONE, open;
    unsigned pick;
    if (sel) {
        open = !(c->certain >> lane & 1u);
        pick = c->pred >> lane & 1u ? 0 : 1;
        if (open) {
            *r = (ud_value){.u = v[0].u | v[1].u | (v[0].v ^ v[1].v), .origin = v[0].origin};
            if (r->origin == 0)
                r->origin = c->u->origin[(SIM_ARF_F + 4u * c->in->flag_reg) / 4];
            return;
        }
    } else { // minimum, maximum, csel: an undefined choice makes the whole result undefined
        ud_value *a = c->in->op_id == ISA_CSEL ? &v[2] : &v[0], zero = {0};
        const ud_value *b = c->in->op_id == ISA_CSEL ? &zero : &v[1];
        open = (a->u | b->u | v[0].u | v[1].u) != 0;
        r->u = open ? UINT64_MAX : 0;
        r->origin = v[0].u != 0 ? v[0].origin : v[1].u != 0 ? v[1].origin : v[2].origin;
        return;
    }
    *r = v[pick];
}

static ud_value lane_result(const ud_ctx *c, unsigned lane, ud_value v[3], uint64_t *acc_u) {
    const sim_inst *in = c->in;
    ud_value r = {0};
    unsigned bits = in->exec_bits != 0 ? in->exec_bits : 32;
    bool is_signed = isa_type_is_signed((isa_type)c->raw->src[0].type);
    if (in->op_id == ISA_SEL || in->op_id == ISA_CSEL) {
        choose(c, lane, v, &r);
    } else if (is_bit_copy(c) && in->op_id != ISA_CMP && in->op_id != ISA_CMPN) {
        if (in->op_id == ISA_BFE)
            is_signed = in->src[2].type == ISA_D;
        r = ud_bits(in, in->op_id, v, bits, is_signed);
    } else {
        for (unsigned k = 0; k < 3; k++)
            if (v[k].u != 0 && r.u == 0)
                r = (ud_value){.u = UINT64_MAX, .origin = v[k].origin};
    }
    if (reads_acc_itself(in))
        r.u = accumulated(c, lane, v, &r.origin, acc_u);
    else if (writes_acc_itself(in))
        *acc_u = ud_carry(in, &v[0], &v[1]);
    if (in->sat && r.u != 0)
        r.u = UINT64_MAX;
    return r;
}

// Comparison of lane values: a float comparison is undefined when any source is.
static bool compare_open(const ud_ctx *c, const ud_value v[3]) {
    if (c->in->cls != SIM_CLASS_I && c->in->cls != SIM_CLASS_Q)
        return (v[0].u | v[1].u) != 0;
    bool is_unsigned = c->in->src[0].type == ISA_UQ || c->in->src[1].type == ISA_UQ;
    return ud_compare(c->in->cmod, &v[0], &v[1], !is_unsigned);
}

static void one_lane(ud_ctx *c, unsigned lane, ud_value v[3]) {
    const sim_inst *in = c->in;
    bool cmp = in->op_id == ISA_CMP || in->op_id == ISA_CMPN;
    bool doubt = !(c->certain >> lane & 1u) && in->op_id != ISA_SEL; // it is unknown whether the lane is written
    unsigned guilty = v[0].u != 0 || in->n_src < 2 ? 0 : v[1].u != 0 ? 1 : 2;
    uint64_t acc_u = 0;
    ud_value r = lane_result(c, lane, v, &acc_u), why = v[guilty];
    if (cmp) {
        bool open = compare_open(c, v);
        r = (ud_value){.u = open ? UINT64_MAX : 0, .origin = why.origin};
        put_flag(c, lane, open || doubt, why.origin);
    } else if (writes_flag(in)) {
        put_flag(c, lane, doubt || open_condition(in->cmod, &r), why.origin ? why.origin : r.origin);
    }
    if (doubt) {
        r.u = UINT64_MAX;
        r.origin = c->u->origin[(SIM_ARF_F + 4u * in->flag_reg) / 4];
    }
    put_lane(c, lane, &r);
    if (writes_acc_itself(in))
        ud_write(c, SIM_ARF_ACC + 4 * lane, 4, acc_u, r.origin);
}

// Whole instructions

static uint32_t written_lanes(const ud_ctx *c) {
    uint32_t lanes = c->mask;
    if (c->in->op_id != ISA_SEL && c->in->pred != ISA_PRED_NONE)
        lanes &= c->pred | ~c->certain;
    return lanes;
}

// All sources are defined, so the result is defined.
static void define_result(ud_ctx *c, uint32_t lanes) {
    const sim_inst *in = c->in;
    bool packed = in->dst.stride_b == in->dst.size_b && lanes == in->lane_mask;
    uint32_t off;
    if (packed && dst_place(c, 0, &off)) {
        ud_define(c->u, off, in->dst.extent_b);
    } else {
        for (uint32_t left = lanes; left != 0; left &= left - 1)
            if (dst_place(c, (unsigned)__builtin_ctz(left), &off))
                ud_define(c->u, off, in->dst.size_b);
    }
    if (in->acc_wr_en || writes_acc_itself(in)) {
        unsigned size_b = in->acc_wr_en ? in->dst.size_b : 4;
        for (uint32_t left = lanes; left != 0; left &= left - 1)
            ud_define(c->u, SIM_ARF_ACC + (unsigned)__builtin_ctz(left) * size_b, size_b);
    }
    if (writes_flag(in))
        for (uint32_t left = lanes; left != 0; left &= left - 1)
            put_flag(c, (unsigned)__builtin_ctz(left), false, 0);
}

// Operations that combine lanes or use registers of their own: their results count as defined.
static bool is_untracked(const ud_ctx *c) {
    const sim_inst *in = c->in;
    switch (in->op_id) {
    case ISA_LINE:
    case ISA_PLN:
    case ISA_DP2:
    case ISA_DP3:
    case ISA_DP4:
    case ISA_DPH:
    case ISA_SAD2:
    case ISA_SADA2:
    case ISA_SMOV:
    case ISA_MOVI:
        return true;
    default:
        return (in->mme[0] | in->mme[1] | in->mme[2] | in->mme[3]) != 0;
    }
}

static bool all_clean(const ud_ctx *c) {
    for (unsigned k = 0; k < c->in->n_src; k++)
        if (!source_clean(c, &c->in->src[k]))
            return false;
    if (reads_acc_itself(c->in) && ud_any(c->u, SIM_ARF_ACC, 4u * c->in->n))
        return false;
    return (c->certain & c->mask) == c->mask;
}

// x xor x, x == x: defined even when x is undefined.
static bool cancels(const ud_ctx *c) {
    const sim_src *a = &c->in->src[0], *b = &c->in->src[1];
    bool cmp = c->in->op_id == ISA_CMP && c->in->cls != SIM_CLASS_F && c->in->cls != SIM_CLASS_D;
    return (c->in->op_id == ISA_XOR || cmp) && a->place == SIM_PLACE_REG && b->place == SIM_PLACE_REG &&
           a->off == b->off && a->type == b->type && a->mod == b->mod &&
           memcmp(a->step, b->step, sizeof a->step[0] * c->in->n) == 0;
}

void ud_alu(ud_ctx *c) {
    check_addresses(c);
    uint32_t lanes = written_lanes(c);
    if (lanes == 0)
        return;
    bool remainder = c->in->op_id == ISA_MATH && c->in->op_id8 == ISA_MATH_IDIV;
    if (is_untracked(c) || cancels(c) || all_clean(c)) {
        define_result(c, lanes);
        uint32_t off;
        for (uint32_t left = remainder ? lanes : 0; left != 0; left &= left - 1)
            if (dst_place(c, (unsigned)__builtin_ctz(left), &off))
                ud_define(c->u, off + c->t->grf_b, c->in->dst.size_b);
        return;
    }
    ud_value v[SIM_MAX_LANES][3]; // a destination may overlap the sources
    memset(v, 0, sizeof v);
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        for (unsigned i = (unsigned)__builtin_ctz(left), k = 0; k < c->in->n_src; k++)
            v[i][k] = source_value(c, k, i);
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        one_lane(c, (unsigned)__builtin_ctz(left), v[__builtin_ctz(left)]);
}

// dpas

static uint32_t span_of(const ud_ctx *c, const isa_operand *o, uint32_t *off) {
    *off = o->reg * c->t->grf_b + (uint32_t)o->off_b;
    return o->file == ISA_FILE_GRF;
}

// Row r of the result depends on row r of source 0 and source 2 and on all of source 1; an undefined element makes all
// rows undefined that depend on it. A dpasw's thread has one half of the rows of source 2; the other thread's half
// counts as defined.
void ud_dpas(ud_ctx *c) {
    const isa_inst *raw = c->raw;
    uint32_t a, b, d, s, n = raw->exec_size, rows = raw->dpas_count;
    if (!span_of(c, &raw->dst, &d) || !span_of(c, &raw->src[1], &b) || !span_of(c, &raw->src[2], &a))
        return;
    bool from = span_of(c, &raw->src[0], &s);
    uint32_t row_b = n * isa_type_size_b((isa_type)raw->dst.type);
    uint32_t acc_b = n * isa_type_size_b((isa_type)raw->src[0].type);
    uint32_t bits1 = isa_type_bits((isa_type)raw->src[1].type), bits2 = isa_type_bits((isa_type)raw->src[2].type);
    uint32_t wide = bits1 > bits2 ? bits1 : bits2, ops = wide <= 4 ? 8 : 32 / wide;
    uint32_t a_b = raw->dpas_depth * ops * bits2 / 8; // bytes of a row of elements, bits2 each
    bool b_bad = ud_any(c->u, b, raw->dpas_depth * ops * bits1 / 8 * n);
    const bool paired = raw->op == ISA_DPASW;
    const uint32_t half = paired ? rows / 2 : rows, first = paired && c->t->index % 2 ? half : 0;
    for (uint32_t r = 0; r < rows; r++) {
        const bool own = r >= first && r - first < half;
        bool bad =
            b_bad || (own && ud_any(c->u, a + (r - first) * a_b, a_b)) || (from && ud_any(c->u, s + r * acc_b, acc_b));
        if (d + (r + 1) * row_b > SIM_GRF_B)
            return;
        ud_define(c->u, d + r * row_b, row_b);
        for (uint32_t k = 0; bad && k < row_b; k += 4)
            ud_write(c, d + r * row_b + k, 4, UINT32_MAX, UD_MADE | current(c));
    }
}

// Branches

static void check_operand(ud_ctx *c, uint32_t off, unsigned size_b, const char *what) {
    if (off + size_b > SIM_REGS_B || !ud_any(c->u, off, size_b))
        return;
    ud_value v = ud_read(c, off, size_b);
    ud_complain(c, -1, off, size_b, &v, what);
    ud_define(c->u, off, size_b);
}

void ud_branch(ud_ctx *c) {
    const sim_inst *in = c->in;
    uint32_t asked = in->op_id == ISA_JMPI ? 1u : c->mask;
    uint32_t open = asked & ~c->certain;
    if (open != 0) {
        unsigned lane = (unsigned)__builtin_ctz(open);
        uint32_t off = SIM_ARF_F + 4u * in->flag_reg + in->flag_base / 8;
        ud_value v = ud_read(c, off, 2);
        ud_complain(c, (int)lane, off, 2, &v, "the branch");
        ud_define(c->u, SIM_ARF_F + 4u * in->flag_reg, 4);
    }
    if (in->n_src != 0 && in->src[0].place == SIM_PLACE_REG)
        check_operand(c, in->src[0].off, in->op_id == ISA_BRC ? 8 : 4, "the branch target");
    if ((in->op_id == ISA_CALL || in->op_id == ISA_CALLA) && in->dst.place == SIM_PLACE_REG)
        ud_define(c->u, in->dst.off, 8);
}
