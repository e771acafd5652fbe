// SPDX-License-Identifier: MIT
// Rules 22 to 28: operands that must be aligned with the destination (floats and 64-bit types from Xe-HPG on), and the
// narrow crossbar for bytes and words (Xe-HPC on).
//
//   add (16|M0) r10.0<1>:f r20.1<1;1,0>:f ...   rejected: element 0 of the source is 4 bytes off
//   the destination's

#include "validate_priv.h"

static bool is_64b(const isa_operand *o) {
    return o->file != ISA_FILE_NONE && v_size_b(o) == 8;
}

static bool is_dword_int(const isa_operand *o) {
    return o->type == ISA_D || o->type == ISA_UD;
}

static bool is_dword_product(const vctx *v) {
    return v->in->op == ISA_MUL && is_dword_int(&v->in->src[0]) && is_dword_int(&v->in->src[1]);
}

// True for the operations of rules 22 and 23: float destination, any 64-bit operand, dword by dword product.
static bool aligned_class(const vctx *v) {
    const isa_operand *dst = &v->in->dst;
    bool wide = is_64b(dst);
    for (unsigned i = 0; i < v->n_src; i++)
        wide = wide || is_64b(&v->in->src[i]);
    return wide || is_dword_product(v) || dst->type == ISA_F || dst->type == ISA_HF || dst->type == ISA_DF;
}

static bool differs(const vctx *v, const isa_operand *s) {
    const isa_operand *dst = &v->in->dst;
    int32_t stride = v_stride_b(v, s), grf = v->m->grf_b;
    if (stride != v_dst_stride_b(v))
        return true;
    return !v_is_null(dst) && s->off_b % grf != dst->off_b % grf;
}

// A raw copy does not go through the float unit.
static void aligned_sources(vctx *v, unsigned rule) {
    const isa_operand *dst = &v->in->dst;
    if (v->in->exec_size == 1 || dst->indirect || dst->mme != 0)
        return;
    if (v->op->format == ISA_FMT_TERNARY && rule == 22 && !v_is_float(dst) && !is_64b(dst))
        return;
    for (unsigned i = 0; i < v->n_src; i++) {
        const isa_operand *s = &v->in->src[i];
        if (!v_is_direct_reg(s) || s->file != ISA_FILE_GRF || s->type == ISA_BF || v_is_scalar(v, s))
            continue;
        if (v_is_mixed_half(v)) // rules 29 and 30 place half operands
            continue;
        if (differs(v, s))
            v_fail(v, rule,
                   "source %u is at byte %d with a stride of %d bytes; expected byte %d and stride %d as in the "
                   "destination, or a scalar",
                   i, s->off_b, v_stride_b(v, s), dst->off_b, v_dst_stride_b(v));
    }
}

// True for a move of the low half of a qword into an address register.
static bool sets_address(const vctx *v) {
    const isa_operand *dst = &v->in->dst;
    return v->m->addr_from_qword && v->in->op == ISA_MOV && v->in->exec_size == 1 && v_is_arf(dst, ISA_ARF_A0) &&
           is_dword_int(dst) && !v_is_float(&v->in->src[0]);
}

static void arf_operands(vctx *v) {
    if (sets_address(v))
        return;
    for (unsigned i = 0; i <= v->n_src; i++) {
        const isa_operand *o = i == 0 ? &v->in->dst : &v->in->src[i - 1];
        if (o->file == ISA_FILE_ARF && !v_is_null(o) && !v_is_arf(o, ISA_ARF_ACC) &&
            !(v->m->has_scalar && v_is_arf(o, ISA_ARF_SP)))
            v_fail(v, 23,
                   "%s is an architecture register in a float or 64-bit operation; only acc and null are allowed",
                   i == 0 ? "destination" : "a source");
    }
}

static void per_row_addresses(vctx *v) {
    const isa_operand *s = &v->in->src[0];
    bool wide = v_is_float(s) || is_64b(s);
    if (s->indirect && s->rgn.v == ISA_VXH && wide)
        v_fail(v, 24, "source 0 of type %s has per-row addresses, expected an integer of at most 32 bits",
               isa_type_name((isa_type)s->type));
}

static void half_math(vctx *v) {
    if (v->in->op != ISA_MATH || !v->m->half_math_on_grf)
        return;
    for (unsigned i = 0; i < v->n_src; i++) {
        const isa_operand *s = &v->in->src[i];
        if (s->type != ISA_HF || !v_is_direct_reg(s) || v->in->exec_size == 1)
            continue;
        if (v_is_scalar(v, s))
            v_fail(v, 26, "half source %u of math is a scalar; copy it to a vector first", i);
        else if (s->off_b % v->m->grf_b != 0)
            v_fail(v, 26, "half source %u of math starts at byte %d, expected a whole register", i, s->off_b);
    }
}

void v_alignment(vctx *v) {
    half_math(v);
    if (!v->m->fp_region_aligned)
        return;
    per_row_addresses(v);
    if (aligned_class(v)) {
        aligned_sources(v, 22);
        arf_operands(v);
    } else if (v->in->op == ISA_MOV && v->in->src[0].type == ISA_F && v_is_reg(&v->in->dst) &&
               !v_is_float(&v->in->dst)) {
        aligned_sources(v, 25);
    }
}

// Rules 27 and 28

typedef struct xbar {
    int32_t s; // stride of the source in elements; -1: two-dimensional region
    bool uniform;
    int32_t d, o; // subregister of destination and source in elements
} xbar;

// A wide stride is legal in one position only.
static bool fits_at(const xbar *x, int32_t stride, int32_t dst_pos, int32_t src_pos) {
    return x->s == stride && x->uniform && dst_pos == src_pos;
}

static bool word_to_word(const xbar *x) {
    return x->s < 2 || fits_at(x, 2, x->d % 16, x->o / 2);
}

static bool word_to_byte2(const xbar *x) {
    return x->s < 2 || fits_at(x, 2, x->d % 32, x->o);
}

static bool byte_to_word(const xbar *x) {
    return x->s < 4 || fits_at(x, 4, 2 * x->d % 16, x->o / 2) || fits_at(x, 8, 2 * x->d % 8, x->o / 4);
}

static bool byte_to_byte2(const xbar *x) {
    return x->s < 4 || fits_at(x, 4, x->d % 32, x->o / 2) || fits_at(x, 8, x->d % 16, x->o / 4);
}

static bool byte_to_byte1(const xbar *x) {
    return x->s < 2 || fits_at(x, 2, x->d % 32, x->o / 2) || fits_at(x, 4, x->d % 16, x->o / 4);
}

// True for packed bytes read from rows of two.
static bool byte_pairs(const xbar *x, isa_region r) {
    int32_t d = x->d % 32;
    if (r.h == 0 || r.h == 1)
        return r.v < 4 || (r.h == 1 && r.v == 4 && d == 2 * (x->o / 4) && x->o % 2 == 0);
    return (r.h == 2 && (r.v < 2 || (r.v == 4 && d == x->o / 2))) || (r.h == 4 && r.v == 8 && d == x->o / 4);
}

static bool source_fits(const vctx *v, unsigned i, const xbar *x) {
    const isa_operand *dst = &v->in->dst, *s = &v->in->src[i];
    bool dst_word = v_size_b(dst) == 2, src_word = v_size_b(s) == 2;
    if (src_word)
        return dst_word ? word_to_word(x) : dst->rgn.h == 2 ? word_to_byte2(x) : true;
    if (i == 1)
        return true;
    if (dst_word)
        return byte_to_word(x);
    if (dst->rgn.h == 2)
        return byte_to_byte2(x);
    return s->rgn.w == 2 ? byte_pairs(x, s->rgn) : byte_to_byte1(x);
}

static bool dst_is_dense(const vctx *v) {
    const isa_operand *dst = &v->in->dst;
    int32_t size = v_size_b(dst);
    return (size == 2 && dst->rgn.h == 1) || (size == 1 && dst->rgn.h <= 2);
}

static bool source_uses_crossbar(const vctx *v, const isa_operand *s) {
    return v_is_direct_reg(s) && s->file == ISA_FILE_GRF && v_size_b(s) < 4 && !v_is_float(s) && !v_is_scalar(v, s);
}

static void crossbar_source(vctx *v, unsigned i) {
    const isa_operand *dst = &v->in->dst, *s = &v->in->src[i];
    int32_t dsize = v_size_b(dst), ssize = v_size_b(s);
    const isa_region r = s->rgn;
    xbar x = {.s = r.w == 1 ? r.v : r.h, .d = dst->off_b / dsize, .o = s->off_b / ssize};
    x.uniform = r.w == 1 || r.h * r.w == r.v || v->in->exec_size <= r.w;
    bool aligned = dsize == 2 ? x.d % 2 == 0 : x.d % 4 == 0;
    if (x.uniform || aligned ? !source_fits(v, i, &x) : true)
        v_fail(v, 27,
               "source %u <%u;%u,%u>:%s at element %d does not fit the narrow crossbar to <%u>:%s "
               "at element %d",
               i, r.v, r.w, r.h, isa_type_name((isa_type)s->type), x.o, dst->rgn.h, isa_type_name((isa_type)dst->type),
               x.d);
}

void v_crossbar(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    if (!v->m->byte_crossbar || v->in->exec_size == 1 || v->op->format == ISA_FMT_MATH || v_is_float(dst))
        return;
    if (dst->indirect || !dst_is_dense(v) || (dst->file == ISA_FILE_ARF && !v_is_null(dst)))
        return;
    for (unsigned i = 0; i < v->n_src && i < 2; i++) {
        if (!source_uses_crossbar(v, &v->in->src[i]))
            continue;
        if (!v_is_null(dst))
            crossbar_source(v, i);
        else
            v_fail(v, 28, "null destination <%u>:%s has narrow source %u; expected a word type with stride 2",
                   dst->rgn.h, isa_type_name((isa_type)dst->type), i);
    }
}
