// SPDX-License-Identifier: MIT
// dpas: dst = src0 + src2 x src1, a systolic matrix product (isa-semantics.md 3.2).
//
// Row r of the result has one dword (or half) a lane. Step d of row r multiplies OPS elements of
// src2, the same for all lanes, with the OPS elements in lane i's part of src1. OPS is 1 for tf32,
// 2 for 16-bit floats, 8 when both integer types have at most 4 bits, else 4. Products are summed
// in order, in 32-bit integers that wrap or in float with one rounding an operation; hardware may
// sum floats in another order.

#include "fpconv.h"
#include "sim_priv.h"

typedef struct dpas_shape {
    unsigned ops, bits1, bits2, rows, depth;
} dpas_shape;

static unsigned type_bits(uint8_t type) {
    switch (type) {
    case ISA_U2:
    case ISA_S2:
        return 2;
    case ISA_U4:
    case ISA_S4:
        return 4;
    default:
        return isa_type_size_b((isa_type)type) * 8u;
    }
}

// count bits at bit offset `at`.
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
    default:
        return sim_f32_from(v);
    }
}

static bool is_int(uint8_t type) {
    return type != ISA_F && type != ISA_HF && type != ISA_BF;
}

typedef struct dpas_operand {
    const uint8_t *base;
    uint8_t type;
    unsigned size_b;
} dpas_operand;

static float load_acc(const dpas_operand *o, unsigned index) {
    const uint8_t *p = o->base + (size_t)index * o->size_b;
    uint32_t v = 0;
    memcpy(&v, p, o->size_b);
    return float_element(o->type, v);
}

// One lane of one row. a: bits of src2 from the row's first element; b: lane's dword of src1's
// first register row.
static void lane_product(const sim_inst *in, const dpas_shape *s, unsigned row, unsigned lane,
                         const uint8_t *a, const uint8_t *b, const dpas_operand *c, uint8_t *out) {
    uint8_t t1 = in->src[1].type, t2 = in->src[2].type;
    bool integer = is_int(in->dst.type);
    uint32_t isum = 0;
    float fsum = 0;
    if (c->base != NULL && integer)
        isum = sim_u32_get(c->base + 4 * (size_t)(row * in->n + lane));
    else if (c->base != NULL)
        fsum = load_acc(c, row * in->n + lane);
    unsigned step_bits = s->ops * s->bits1, parts = 32 / step_bits;
    for (unsigned d = 0; d < s->depth; d++) {
        const uint8_t *word = b + 4 * ((size_t)(d / parts) * in->n + lane);
        for (unsigned k = 0; k < s->ops; k++) {
            uint32_t x = bits_at(word, d % parts * step_bits + k * s->bits1, s->bits1);
            uint32_t y = bits_at(a, ((row * s->depth + d) * s->ops + k) * s->bits2, s->bits2);
            if (integer)
                isum +=
                    (uint32_t)int_element(t1, x, s->bits1) * (uint32_t)int_element(t2, y, s->bits2);
            else
                fsum = __builtin_fmaf(float_element(t1, x), float_element(t2, y), fsum);
        }
    }
    if (integer) {
        memcpy(out, &isum, 4);
    } else if (in->dst.type == ISA_F) {
        memcpy(out, &fsum, 4);
    } else {
        uint16_t h = in->dst.type == ISA_HF ? sim_float_to_half(fsum, SIM_RNE)
                                            : sim_float_to_bf(fsum, SIM_RNE);
        memcpy(out, &h, 2);
    }
}

void sim_exec_dpas(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    unsigned rows = in->op_id8 & 15u, depth = 1u << (in->op_id8 >> 4);
    dpas_shape s = {.bits1 = type_bits(in->src[1].type),
                    .bits2 = type_bits(in->src[2].type),
                    .rows = rows,
                    .depth = depth};
    if (in->src[1].type == ISA_TF32)
        s.ops = 1;
    else if (s.bits1 == 16)
        s.ops = 2;
    else
        s.ops = s.bits1 <= 4 && s.bits2 <= 4 ? 8 : 4;
    dpas_operand c = {.type = in->src[0].type, .size_b = in->src[0].size_b};
    if (in->src[0].place != SIM_PLACE_NULL)
        c.base = t->regs + in->src[0].off;
    uint8_t result[8 * SIM_MAX_LANES * 4];
    for (unsigned r = 0; r < rows; r++)
        for (unsigned i = 0; i < in->n; i++)
            lane_product(in, &s, r, i, t->regs + in->src[2].off, t->regs + in->src[1].off, &c,
                         result + (r * in->n + i) * in->dst.size_b);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned i = 0; i < in->n; i++)
            if (mask >> i & 1u)
                memcpy(t->regs + in->dst.off + (r * in->n + i) * in->dst.size_b,
                       result + (r * in->n + i) * in->dst.size_b, in->dst.size_b);
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
    if (raw->op != ISA_DPAS || raw->dpas_count == 0 || raw->dpas_count > 8 || raw->dpas_depth != 8)
        return false;
    unsigned rows = raw->dpas_count;
    sim_src dst = {0};
    if (!place(m, &raw->dst, rows * in->n * 4, &dst) ||
        !place(m, &raw->src[0], rows * in->n * 4, &in->src[0]) ||
        !place(m, &raw->src[1], 8u * in->n * 4, &in->src[1]) ||
        !place(m, &raw->src[2], rows * 8 * 4, &in->src[2]))
        return false;
    if (dst.place != SIM_PLACE_REG || in->src[1].place != SIM_PLACE_REG ||
        in->src[2].place != SIM_PLACE_REG)
        return false;
    in->dst = (sim_dst){
        .place = SIM_PLACE_REG, .type = raw->dst.type, .size_b = dst.size_b, .off = dst.off};
    in->op_id8 = (uint8_t)(raw->dpas_count | 3u << 4);
    in->exec = sim_exec_dpas;
    return dst.size_b == 4 || raw->dst.type == ISA_HF || raw->dst.type == ISA_BF;
}
