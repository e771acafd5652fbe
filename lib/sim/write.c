// SPDX-License-Identifier: MIT
// Results: conversion, saturation, accumulator, destination region, flags, floating-point mode.
//
// In: lanes of the instruction's class and the mask of lanes that write. This file writes every result of an ALU
// instruction.

#include "fpconv.h"
#include "sim_priv.h"

#include <assert.h>
#include <fenv.h>

int64_t sim_acc_get(const sim_thread *t, uint32_t chan, bool is_signed) {
    assert(chan < SIM_ACC_B / 4);
    uint32_t lo = sim_u32_get(t->regs + SIM_ARF_ACC + chan * 4);
    if (t->acc_wide[chan])
        return (int64_t)((uint64_t)(uint32_t)t->acc_hi[chan] << 32 | lo);
    return is_signed ? (int64_t)(int32_t)lo : (int64_t)lo;
}

void sim_acc_put(sim_thread *t, uint32_t chan, int64_t v) {
    assert(chan < SIM_ACC_B / 4);
    sim_u32_put(t->regs + SIM_ARF_ACC + chan * 4, (uint32_t)v);
    t->acc_hi[chan] = (int32_t)(v >> 32);
    t->acc_wide[chan] = 1;
}

// Updates the upper halves after elements of the destination type were written to accumulator bytes.
static void note_acc(sim_thread *t, const sim_inst *in, uint32_t off, uint32_t stride_b, const void *lanes,
                     uint32_t mask) {
    bool wide = in->cls == SIM_CLASS_I && in->dst.size_b == 4 && lanes != NULL && !in->sat &&
                (in->dst.type == ISA_D || in->dst.type == ISA_UD);
    for (unsigned i = 0; i < in->n; i++) {
        uint32_t chan = (off - SIM_ARF_ACC + i * stride_b) / 4;
        if (!(mask >> i & 1u) || chan >= SIM_ACC_B / 4)
            continue;
        if (wide)
            sim_acc_put(t, chan, ((const int64_t *)lanes)[i]);
        else
            t->acc_wide[chan] = 0;
    }
}

#define SCATTER(T)                                                                                                     \
    for (uint32_t left = mask; left != 0; left &= left - 1) {                                                          \
        unsigned i = (unsigned)__builtin_ctz(left);                                                                    \
        memcpy(base + i * stride_b, (const T *)elems + i, sizeof(T));                                                  \
    }                                                                                                                  \
    break

static void scatter(uint8_t *base, uint32_t stride_b, unsigned size_b, const void *elems, uint32_t mask) {
    switch (size_b) {
    case 1:
        SCATTER(uint8_t);
    case 2:
        SCATTER(uint16_t);
    case 4:
        SCATTER(uint32_t);
    default:
        SCATTER(uint64_t);
    }
}

static uint8_t *indirect_dst(sim_thread *t, const sim_inst *in) {
    uint16_t a;
    memcpy(&a, t->regs + SIM_ARF_A0 + 2u * in->dst.addr_sub, 2);
    int32_t addr = (int32_t)a + in->dst.addr_imm;
    if (addr < 0 || (uint32_t)addr + in->dst.extent_b > t->grf_file_b) {
        sim_fault(t, in,
                  "indirect destination at register byte %d (a0.%u + %d) leaves the register file "
                  "of %u bytes",
                  addr, in->dst.addr_sub, in->dst.addr_imm, t->grf_file_b);
        return NULL;
    }
    return t->regs + addr;
}

void sim_store(sim_thread *t, const sim_inst *in, const void *elems, uint32_t mask) {
    const sim_dst *d = &in->dst;
    if (d->place == SIM_PLACE_NULL)
        return;
    uint8_t *base = d->place == SIM_PLACE_INDIRECT ? indirect_dst(t, in) : t->regs + d->off;
    if (base == NULL)
        return;
    if (mask == in->lane_mask && d->stride_b == d->size_b)
        memcpy(base, elems, (size_t)in->n * d->size_b);
    else
        scatter(base, d->stride_b, d->size_b, elems, mask);
    if (d->place == SIM_PLACE_SPECIAL)
        sim_mode_update(t);
}

void sim_flag_write(sim_thread *t, const sim_inst *in, uint32_t bits, uint32_t mask) {
    uint8_t *p = t->regs + SIM_ARF_F + 4u * in->flag_reg;
    unsigned at = in->flag_base + in->chan_off;
    if (at >= 32)
        return;
    uint32_t f = sim_u32_get(p);
    sim_u32_put(p, (f & ~(mask << at)) | (bits & mask) << at);
}

static void flush_elements(const sim_thread *t, const sim_inst *in, void *elems) {
    if (in->dst.type == ISA_F && t->flush_f) {
        uint32_t *e = elems;
        for (unsigned i = 0; i < in->n; i++)
            e[i] = (e[i] & 0x7f800000u) == 0 ? e[i] & 0x80000000u : e[i];
    } else if (in->dst.type == ISA_HF && t->flush_h) {
        uint16_t *e = elems;
        for (unsigned i = 0; i < in->n; i++)
            e[i] = (uint16_t)((e[i] & 0x7c00u) == 0 ? e[i] & 0x8000u : e[i]);
    } else if (in->dst.type == ISA_DF && t->flush_d) {
        uint64_t *e = elems;
        for (unsigned i = 0; i < in->n; i++)
            e[i] = (e[i] & 0x7ff0000000000000u) == 0 ? e[i] & (uint64_t)1 << 63 : e[i];
    }
}

// Bit k: the exact result of lane k does not fit the destination (integers), or has become infinite (floats).
static uint32_t overflow_bits(const sim_inst *in, const void *lanes, const void *elems, bool inf_in) {
    uint32_t bits = 0;
    unsigned w = in->dst.size_b * 8u;
    bool is_signed = isa_type_is_signed((isa_type)in->dst.type);
    for (unsigned i = 0; i < in->n; i++) {
        bool over = false;
        if (in->cls == SIM_CLASS_I || in->cls == SIM_CLASS_Q) {
            sim_i128 x = in->cls == SIM_CLASS_I ? ((const int64_t *)lanes)[i] : ((const sim_i128 *)lanes)[i];
            sim_i128 lo = is_signed ? -((sim_i128)1 << (w - 1)) : 0;
            sim_i128 hi = ((sim_i128)1 << (is_signed ? w - 1 : w)) - 1;
            over = x < lo || x > hi;
        } else if (!inf_in) {
            double x = in->dst.type == ISA_DF   ? ((const double *)elems)[i]
                       : in->dst.type == ISA_F  ? (double)((const float *)elems)[i]
                       : in->dst.type == ISA_HF ? (double)sim_half_to_float(((const uint16_t *)elems)[i])
                                                : 0.0;
            over = x - x != 0 && x == x;
        }
        bits |= (uint32_t)over << i;
    }
    return bits;
}

void sim_finish(sim_thread *t, const sim_inst *in, const void *lanes, uint32_t mask, bool inf_in) {
    sim_lanes out;
    const void *elems = in->conv(t, lanes, &out, in->n);
    if (in->cls == SIM_CLASS_F || in->cls == SIM_CLASS_D) {
        if (t->flush_f | t->flush_h | t->flush_d) {
            if (elems != &out) {
                memcpy(&out, elems, (size_t)in->n * in->dst.size_b);
                elems = &out;
            }
            flush_elements(t, in, &out);
        }
    }
    sim_store(t, in, elems, mask);
    if (in->dst.place == SIM_PLACE_ACC)
        note_acc(t, in, in->dst.off, in->dst.stride_b, lanes, mask);
    if (in->acc_wr_en) {
        scatter(t->regs + SIM_ARF_ACC, in->dst.size_b, in->dst.size_b, elems, mask);
        note_acc(t, in, SIM_ARF_ACC, in->dst.size_b, lanes, mask);
    }
    if (in->result_cmod != ISA_CMOD_NONE) {
        uint32_t bits = in->result_cmod == ISA_CMOD_OV ? overflow_bits(in, lanes, elems, inf_in)
                                                       : sim_test_elements(in->dst.type, in->result_cmod, elems, in->n);
        sim_flag_write(t, in, bits, mask);
    }
}

void sim_mode_update(sim_thread *t) {
    uint32_t cr = sim_u32_get(t->regs + SIM_ARF_CR);
    t->rounding = cr >> 4 & 3u;
    t->flush_d = !(cr >> 6 & 1u);
    t->flush_f = !(cr >> 7 & 1u);
    t->flush_h = !(cr >> 10 & 1u);
    sim_mode_apply(t);
}

void sim_mode_apply(const sim_thread *t) {
    static const int host[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    fesetround(host[t->rounding]);
}
