// SPDX-License-Identifier: MIT
// dpas: dst = src0 + src2 x src1, a systolic matrix product (isa-semantics.md 3.2).
//
// Row r of the result has one dword (or half) per lane. Step d of row r multiplies OPS elements of src2, which are the
// same for all lanes, by the OPS elements in lane i's part of src1. OPS is 1 for tf32, 2 for 16-bit floats, 8 when
// both integer types have at most 4 bits, else 4. Products are summed in order, in 32-bit integers that wrap or in
// float with one rounding per operation. Hardware may sum floats in another order.

#include "fpconv.h"
#include "hot.h"
#include "sim_priv.h"

#include <fenv.h>

typedef struct dpas_shape {
    unsigned ops, bits1, bits2, rows, depth;
} dpas_shape;

// `count` bits at bit offset `at`.
static uint32_t bits_at(const uint8_t *p, unsigned at, unsigned count) {
    uint64_t v = 0;
    memcpy(&v, p + at / 8, (at % 8 + count + 7) / 8);
    v >>= at % 8;
    return count == 32 ? (uint32_t)v : (uint32_t)v & ((1u << count) - 1);
}

static int32_t int_element(uint8_t type, uint32_t v, unsigned width) {
    bool is_signed = type == ISA_B || type == ISA_S4 || type == ISA_S2;
    return is_signed ? (int32_t)(v << (32 - width)) >> (32 - width) : (int32_t)v;
}

static float float_element(uint8_t type, uint32_t v) {
    switch (type) {
    case ISA_HF:
        return sim_half_to_float((uint16_t)v);
    case ISA_BF:
        return sim_bf_to_float((uint16_t)v);
    case ISA_BF8:
        return sim_half_to_float((uint16_t)(v << 8));
    case ISA_TF32:
        return sim_f32_from(v & 0xffffe000u);
    default:
        return sim_f32_from(v);
    }
}

static bool is_int(uint8_t type) {
    return type != ISA_F && type != ISA_HF && type != ISA_BF;
}

// Elements of both matrices, widened: a[row][k], b[k][lane].
enum { MAX_K = 64, MAX_ROWS = 8 };
typedef union dpas_word {
    int32_t i;
    float f;
} dpas_word;
typedef struct dpas_data {
    dpas_word a[MAX_ROWS][MAX_K], b[MAX_K][SIM_MAX_LANES], acc[MAX_ROWS][SIM_MAX_LANES];
} dpas_data;

static dpas_word element(uint8_t type, uint32_t v, unsigned width, bool integer) {
    dpas_word w;
    if (integer)
        w.i = int_element(type, v, width);
    else
        w.f = float_element(type, v);
    return w;
}

static dpas_shape shape_of(const sim_inst *in) {
    dpas_shape s = {.bits1 = isa_type_bits((isa_type)in->src[1].type),
                    .bits2 = isa_type_bits((isa_type)in->src[2].type),
                    .rows = in->op_id8 & 15u,
                    .depth = 1u << (in->op_id8 >> 4)};
    if (in->src[1].type == ISA_TF32)
        s.ops = 1;
    else if (s.bits1 == 16)
        s.ops = 2;
    else
        s.ops = s.bits1 <= 4 && s.bits2 <= 4 ? 8 : 4;
    return s;
}

static void expand_b(const sim_inst *in, const dpas_shape *s, bool integer, const uint8_t *b, dpas_data *x) {
    unsigned step_bits = s->ops * s->bits1, parts = 32 / step_bits;
    for (unsigned d = 0; d < s->depth; d++)
        for (unsigned k = 0; k < s->ops; k++)
            for (unsigned i = 0; i < in->n; i++) {
                const uint8_t *word = b + 4 * ((size_t)(d / parts) * in->n + i);
                uint32_t v = bits_at(word, d % parts * step_bits + k * s->bits1, s->bits1);
                x->b[d * s->ops + k][i] = element(in->src[1].type, v, s->bits1, integer);
            }
}

// Expands `rows` rows of src2 to the rows from `first` on.
static void expand_a(const sim_inst *in, const dpas_shape *s, bool integer, const uint8_t *a, unsigned first,
                     unsigned rows, dpas_data *x) {
    unsigned width = s->depth * s->ops;
    for (unsigned r = 0; r < rows; r++)
        for (unsigned k = 0; k < width; k++)
            x->a[first + r][k] =
                element(in->src[2].type, bits_at(a, (r * width + k) * s->bits2, s->bits2), s->bits2, integer);
}

static void load_acc(const sim_thread *t, const sim_inst *in, const dpas_shape *s, bool integer, dpas_data *x) {
    const sim_src *c = &in->src[0];
    for (unsigned r = 0; r < s->rows; r++)
        for (unsigned i = 0; i < in->n; i++) {
            uint32_t v = 0;
            if (c->place != SIM_PLACE_NULL)
                memcpy(&v, t->regs + c->off + (size_t)(r * in->n + i) * c->size_b, c->size_b);
            if (integer)
                x->acc[r][i].i = (int32_t)v;
            else
                x->acc[r][i].f = c->place != SIM_PLACE_NULL ? float_element(c->type, v) : 0.0f;
        }
}

SIM_HOT static void multiply_int(dpas_data *x, unsigned rows, unsigned width, unsigned n) {
    for (unsigned r = 0; r < rows; r++)
        for (unsigned k = 0; k < width; k++) {
            uint32_t a = (uint32_t)x->a[r][k].i;
            for (unsigned i = 0; i < n; i++)
                x->acc[r][i].i = (int32_t)((uint32_t)x->acc[r][i].i + a * (uint32_t)x->b[k][i].i);
        }
}

SIM_HOT static void multiply_float(dpas_data *x, unsigned rows, unsigned width, unsigned n) {
    for (unsigned r = 0; r < rows; r++)
        for (unsigned k = 0; k < width; k++) {
            float a = x->a[r][k].f;
            for (unsigned i = 0; i < n; i++)
                x->acc[r][i].f = __builtin_fmaf(a, x->b[k][i].f, x->acc[r][i].f);
        }
}

static void store_result(sim_thread *t, const sim_inst *in, const dpas_shape *s, uint32_t mask, const dpas_data *x) {
    for (unsigned r = 0; r < s->rows; r++)
        for (unsigned i = 0; i < in->n; i++) {
            if (!(mask >> i & 1u))
                continue;
            uint8_t *out = t->regs + in->dst.off + (size_t)(r * in->n + i) * in->dst.size_b;
            uint16_t h = in->dst.type == ISA_HF   ? sim_float_to_half(x->acc[r][i].f, SIM_RNE)
                         : in->dst.type == ISA_BF ? sim_float_to_bf(x->acc[r][i].f, SIM_RNE)
                                                  : 0;
            if (in->dst.size_b == 2)
                memcpy(out, &h, 2);
            else
                memcpy(out, &x->acc[r][i], 4);
        }
}

// The unit rounds to nearest, independent of cr0.
static void run(sim_thread *t, const sim_inst *in, const dpas_shape *s, bool integer, dpas_data *x) {
    uint32_t mask = sim_write_mask(t, in);
    unsigned width = s->depth * s->ops;
    expand_b(in, s, integer, t->regs + in->src[1].off, x);
    load_acc(t, in, s, integer, x);
    if (integer) {
        multiply_int(x, s->rows, width, in->n);
    } else {
        if (t->rounding != SIM_RNE)
            fesetround(FE_TONEAREST);
        multiply_float(x, s->rows, width, in->n);
        sim_mode_apply(t);
    }
    store_result(t, in, s, mask, x);
}

static void exec_dpas(sim_thread *t, const sim_inst *in) {
    t->pc++;
    dpas_shape s = shape_of(in);
    bool integer = is_int(in->dst.type);
    dpas_data x;
    expand_a(in, &s, integer, t->regs + in->src[2].off, 0, s.rows, &x);
    run(t, in, &s, integer, &x);
}

// dpasw: the two threads of a fused pair each hold half of src2's rows, the even thread the first half. The first
// thread to arrive waits; the second leaves it a copy of its rows, because they may have changed before the first
// thread runs.
static void exec_dpasw(sim_thread *t, const sim_inst *in) {
    dpas_shape s = shape_of(in);
    bool integer = is_int(in->dst.type);
    unsigned half = s.rows / 2, bytes = half * s.depth * s.ops * s.bits2 / 8;
    uint32_t other_index = t->index ^ 1u;
    sim_thread *other = other_index < t->group->n_threads ? &t->group->threads[other_index] : NULL;
    const uint8_t *own = t->regs + in->src[2].off, *theirs = t->pair_rows;
    if (!t->pair_ready) {
        if (other == NULL || other->state == SIM_DONE || s.rows % 2 != 0) {
            sim_fault(t, in, "dpasw of %u rows needs an even number and a second thread", s.rows);
            return;
        }
        bool met = other->state == SIM_WAITING && other->wait_barrier == SIM_WAIT_PAIR && other->pc == t->pc;
        if (!met) {
            t->wait_barrier = SIM_WAIT_PAIR;
            t->state = SIM_WAITING;
            return;
        }
        memcpy(other->pair_rows, own, bytes);
        other->pair_ready = true;
        other->state = SIM_RUNNING;
        theirs = other->regs + in->src[2].off;
    }
    t->pair_ready = false;
    t->pc++;
    bool even = t->index % 2 == 0;
    dpas_data x;
    expand_a(in, &s, integer, even ? own : theirs, 0, half, &x);
    expand_a(in, &s, integer, even ? theirs : own, half, half, &x);
    run(t, in, &s, integer, &x);
}

static bool place(const isa_model *m, const isa_operand *o, unsigned bytes, sim_src *out) {
    out->type = o->type;
    out->size_b = isa_type_size_b((isa_type)o->type);
    if (o->file == ISA_FILE_NONE || (o->file == ISA_FILE_ARF && o->reg == ISA_ARF_NULL)) {
        out->place = SIM_PLACE_NULL;
        return true;
    }
    out->place = SIM_PLACE_REG;
    out->off = o->reg * m->grf_b + (uint32_t)o->off_b;
    return o->file == ISA_FILE_GRF && out->off + bytes <= SIM_GRF_B;
}

bool sim_predecode_dpas(const isa_model *m, const isa_inst *raw, sim_inst *in) {
    if (raw->dpas_count == 0 || raw->dpas_count > 8 || raw->dpas_depth != 8)
        return false;
    unsigned rows = raw->dpas_count;
    sim_src dst = {0};
    if (!place(m, &raw->dst, rows * in->n * 4, &dst) || !place(m, &raw->src[0], rows * in->n * 4, &in->src[0]) ||
        !place(m, &raw->src[1], 8u * in->n * 4, &in->src[1]) ||
        !place(m, &raw->src[2], (raw->op == ISA_DPASW ? rows / 2 : rows) * 8 * 4, &in->src[2]))
        return false;
    if (dst.place != SIM_PLACE_REG || in->src[1].place != SIM_PLACE_REG || in->src[2].place != SIM_PLACE_REG)
        return false;
    in->dst = (sim_dst){.place = SIM_PLACE_REG, .type = raw->dst.type, .size_b = dst.size_b, .off = dst.off};
    in->op_id8 = (uint8_t)(raw->dpas_count | 3u << 4);
    in->exec = raw->op == ISA_DPASW ? exec_dpasw : exec_dpas;
    return dst.size_b == 4 || raw->dst.type == ISA_HF || raw->dst.type == ISA_BF;
}
