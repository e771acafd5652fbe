// SPDX-License-Identifier: MIT
// Drivers of ALU instructions: load the sources, run the lane operation, finish. Predecoding is in code_alu.c.
//
// cmp, sel, csel and the instructions with an implicit accumulator have drivers of their own. All others run
// sim_exec_alu with the operation of their opcode and class. A move that changes no bits runs sim_exec_raw_mov.

#include "fpconv.h"
#include "sim_priv.h"

static bool any_infinite(const sim_inst *in, const void *const v[3]) {
    for (unsigned s = 0; s < in->n_src; s++)
        for (unsigned i = 0; i < in->n; i++) {
            double x = in->cls == SIM_CLASS_F ? (double)((const float *)v[s])[i] : ((const double *)v[s])[i];
            if (x - x != 0)
                return true;
        }
    return false;
}

void sim_exec_alu(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes buf[3], r;
    const void *v[3] = {NULL, NULL, NULL};
    for (unsigned s = 0; s < in->n_src; s++)
        v[s] = sim_load(t, in, &in->src[s], mask, &buf[s]);
    if (t->state != SIM_RUNNING)
        return;
    bool inf_in = false;
    if (in->result_cmod == ISA_CMOD_OV && (in->cls == SIM_CLASS_F || in->cls == SIM_CLASS_D))
        inf_in = any_infinite(in, v);
    if (in->op != NULL) {
        in->op(in, &r, v[0], v[1], v[2], in->n);
        v[0] = &r;
    }
    sim_finish(t, in, v[0], mask, inf_in);
}

#define GATHER(T)                                                                                                      \
    for (unsigned i = 0; i < n; i++)                                                                                   \
        memcpy((T *)out + i, base + s->step[i], sizeof(T));                                                            \
    break

static void gather(const sim_src *s, const uint8_t *base, void *out, unsigned n) {
    switch (s->size_b) {
    case 1:
        GATHER(uint8_t);
    case 2:
        GATHER(uint16_t);
    case 4:
        GATHER(uint32_t);
    default:
        GATHER(uint64_t);
    }
}

// mov between registers of the same size without modifiers: a copy of the bits.
void sim_exec_raw_mov(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    const sim_src *s = &in->src[0];
    const uint8_t *base = s->place == SIM_PLACE_IMM ? s->imm : t->regs + s->off;
    uint64_t elems[SIM_MAX_LANES];
    if (s->shape == SIM_SHAPE_PACKED)
        memcpy(elems, base, (size_t)in->n * s->size_b);
    else
        gather(s, base, elems, in->n);
    sim_store(t, in, elems, mask);
    if (in->result_cmod != ISA_CMOD_NONE)
        sim_flag_write(t, in, sim_test_elements(in->dst.type, in->result_cmod, elems, in->n), mask);
}

void sim_exec_cmp(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    if (t->state != SIM_RUNNING)
        return;
    uint32_t bits = in->cmp(in->cmod, pa, pb, in->n);
    if (in->op_id == ISA_CMPN && (in->cls == SIM_CLASS_F || in->cls == SIM_CLASS_D))
        bits |= in->cmp(ISA_CMOD_NE, pb, pb, in->n);
    sim_flag_write(t, in, bits, mask);
    if (in->dst.place == SIM_PLACE_NULL)
        return;
    uint8_t elems[SIM_MAX_LANES * 8];
    for (unsigned i = 0; i < in->n; i++)
        memset(elems + (size_t)i * in->dst.size_b, bits >> i & 1u ? 0xff : 0, in->dst.size_b);
    sim_store(t, in, elems, mask);
}

// Lane-wise choice between two lane arrays of the instruction's class.
static void choose(const sim_inst *in, uint32_t pick, const void *a, const void *b, sim_lanes *r) {
    unsigned size = in->cls == SIM_CLASS_F ? 4 : in->cls == SIM_CLASS_Q ? 16 : 8;
    for (unsigned i = 0; i < in->n; i++)
        memcpy(r->b + i * size, (const uint8_t *)(pick >> i & 1u ? a : b) + i * size, size);
}

// Lanes that take src0 because src1 is a NaN and src0 is not. Only minimum and maximum avoid NaNs; after other
// conditions a NaN selects src1.
static uint32_t number_bits(const sim_inst *in, const void *a, const void *b) {
    bool extreme = in->cmod == ISA_CMOD_GE || in->cmod == ISA_CMOD_LT;
    if (!extreme || (in->cls != SIM_CLASS_F && in->cls != SIM_CLASS_D))
        return 0;
    return in->cmp(ISA_CMOD_NE, b, b, in->n) & ~in->cmp(ISA_CMOD_NE, a, a, in->n);
}

void sim_exec_sel(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
    if (mask == 0)
        return;
    sim_lanes a, b, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    if (t->state != SIM_RUNNING)
        return;
    uint32_t pick;
    if (in->cmod == ISA_CMOD_NONE)
        pick = sim_pred_bits(t, in);
    else
        pick = in->cmp(in->cmod, pa, pb, in->n) | number_bits(in, pa, pb);
    choose(in, pick, pa, pb, &r);
    sim_finish(t, in, &r, mask, false);
}

void sim_exec_csel(sim_thread *t, const sim_inst *in) {
    static const sim_lanes zero;
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b, c, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    const void *pc = sim_load(t, in, &in->src[2], mask, &c);
    choose(in, in->cmp(in->cmod, pc, &zero, in->n), pa, pb, &r);
    sim_finish(t, in, &r, mask, false);
}

// Implicit accumulator

static void carry_out(sim_thread *t, const sim_inst *in, const int64_t *a, const int64_t *b, int64_t *r,
                      uint32_t mask) {
    for (unsigned i = 0; i < in->n; i++) {
        uint32_t x = (uint32_t)a[i], y = (uint32_t)b[i];
        r[i] = in->op_id == ISA_ADDC ? x + y : x - y;
        bool carry = in->op_id == ISA_ADDC ? (uint32_t)r[i] < x : x < y;
        if (mask >> i & 1u)
            sim_acc_put(t, i, carry);
    }
}

// mach and macl: the accumulator holds src0 * low half of src1; this adds the part of the upper half.
static void finish_product(sim_thread *t, const sim_inst *in, const int64_t *a, const int64_t *b, int64_t *r,
                           uint32_t mask) {
    bool is_signed = in->src[0].type == ISA_D;
    for (unsigned i = 0; i < in->n; i++) {
        uint64_t sum = (uint64_t)sim_acc_get(t, i, is_signed) + ((uint64_t)a[i] * (uint64_t)(b[i] >> 16) << 16);
        r[i] = in->op_id == ISA_MACL ? (int64_t)(uint32_t)sum : (int64_t)sum >> 32;
        if (mask >> i & 1u)
            sim_acc_put(t, i, (int64_t)sum);
    }
}

static int64_t acc_int(const sim_thread *t, const sim_inst *in, unsigned i) {
    bool is_signed = isa_type_is_signed((isa_type)in->dst.type);
    if (in->dst.size_b == 4)
        return sim_acc_get(t, i, is_signed);
    uint16_t w;
    memcpy(&w, t->regs + SIM_ARF_ACC + 2 * i, 2);
    return is_signed ? (int64_t)(int16_t)w : (int64_t)w;
}

static double acc_float(const sim_thread *t, const sim_inst *in, unsigned i) {
    const uint8_t *p = t->regs + SIM_ARF_ACC + (size_t)i * in->dst.size_b;
    if (in->dst.size_b == 8)
        return sim_f64_from(sim_u64_get(p));
    if (in->dst.size_b == 4)
        return (double)sim_f32_from(sim_u32_get(p));
    uint16_t h;
    memcpy(&h, p, 2);
    return (double)(in->dst.type == ISA_BF ? sim_bf_to_float(h) : sim_half_to_float(h));
}

static void multiply_add(sim_thread *t, const sim_inst *in, const void *a, const void *b, sim_lanes *r) {
    for (unsigned i = 0; i < in->n; i++) {
        if (in->cls == SIM_CLASS_I)
            r->i[i] = acc_int(t, in, i) + ((const int64_t *)a)[i] * ((const int64_t *)b)[i];
        else if (in->cls == SIM_CLASS_F)
            r->f[i] = __builtin_fmaf(((const float *)a)[i], ((const float *)b)[i], (float)acc_float(t, in, i));
        else
            r->d[i] = __builtin_fma(((const double *)a)[i], ((const double *)b)[i], acc_float(t, in, i));
    }
}

// sad2 and sada2: sums of absolute differences of lane pairs, written to the even lanes.
static void differences(sim_thread *t, const sim_inst *in, const int64_t *a, const int64_t *b, int64_t *r) {
    for (unsigned i = 0; i + 1 < in->n; i += 2) {
        int64_t x = a[i] - b[i], y = a[i + 1] - b[i + 1];
        r[i] = (x < 0 ? -x : x) + (y < 0 ? -y : y);
        if (in->op_id == ISA_SADA2)
            r[i] += acc_int(t, in, i);
        r[i + 1] = 0;
    }
}

void sim_exec_acc(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes a, b, r;
    const void *pa = sim_load(t, in, &in->src[0], mask, &a), *pb = sim_load(t, in, &in->src[1], mask, &b);
    if (t->state != SIM_RUNNING)
        return;
    switch (in->op_id) {
    case ISA_ADDC:
    case ISA_SUBB:
        carry_out(t, in, pa, pb, r.i, mask);
        break;
    case ISA_MACH:
    case ISA_MACL:
        finish_product(t, in, pa, pb, r.i, mask);
        break;
    case ISA_SAD2:
    case ISA_SADA2:
        differences(t, in, pa, pb, r.i);
        mask &= 0x55555555u;
        break;
    default:
        multiply_add(t, in, pa, pb, &r);
        break;
    }
    sim_finish(t, in, &r, mask, false);
}
