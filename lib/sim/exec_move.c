// SPDX-License-Identifier: MIT
// Moves and interpolations that select their own elements: smov, movi, srnd, line, pln.
//
// smov moves the lanes in the mask of src1, each to its own place in the destination. On Gen9 and Gen11 Intel's
// compiler stores into private arrays with one smov per lane, whose address is that of the array element's first lane.
// movi: lane n reads the element whose place in the register is in address word n; the first word selects the
// register. line and pln: p * u + q and p * u + q * v + r, with p from the region of src0 and q, r from the same four
// floats.

#include "fpconv.h"
#include "sim_priv.h"

static uint16_t address_word(const sim_thread *t, unsigned word) {
    uint16_t a;
    memcpy(&a, t->regs + SIM_ARF_A0 + 2u * (word & 15u), 2);
    return a;
}

// Element i of an operand as bits.
static uint32_t element_bits(const sim_thread *t, const sim_src *s, unsigned i) {
    const uint8_t *p = s->place == SIM_PLACE_IMM ? s->imm : t->regs + s->off + s->step[i];
    uint32_t v = 0;
    memcpy(&v, p, s->size_b < 4 ? s->size_b : 4);
    return v;
}

void sim_exec_smov(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in) & element_bits(t, &in->src[1], 0);
    if (mask == 0)
        return;
    sim_lanes buf;
    const void *v = sim_load(t, in, &in->src[0], mask, &buf);
    if (t->state != SIM_RUNNING)
        return;
    sim_finish(t, in, v, mask, false);
}

void sim_exec_movi(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    const sim_src *s = &in->src[0];
    int32_t base = address_word(t, s->addr_sub) + s->addr_imm;
    int32_t reg = base & ~(int32_t)(t->grf_b - 1);
    if (in->n > 8 || base < 0 || (uint32_t)reg + t->grf_b > t->grf_file_b) {
        sim_fault(t, in, "indexed move reads %u lanes from register byte %d, expected at most 8, in one register",
                  in->n, base);
        return;
    }
    uint8_t elems[SIM_MAX_LANES * 8];
    for (unsigned i = 0; i < in->n; i++) {
        uint32_t at = (uint32_t)(address_word(t, s->addr_sub + i) + s->addr_imm) & (t->grf_b - 1);
        memcpy(elems + i * s->size_b, t->regs + reg + (at & ~(s->size_b - 1u)), s->size_b);
    }
    sim_lanes buf;
    sim_src packed = *s;
    packed.shape = SIM_SHAPE_PACKED;
    packed.load = sim_load_get((sim_class)s->cls, s->type, SIM_SHAPE_PACKED);
    const void *v = packed.load(&packed, elems, &buf, in->n);
    sim_finish(t, in, sim_modify(t, in, s, v, &buf), mask, false);
}

// Adds random bits to the fraction bits that are dropped. f -> hf: 13 bits, hf -> bf8: 8. A denormal result drops more
// bits and takes more random bits.
static uint16_t round_randomly(uint32_t mag, unsigned drop, int min_exp, unsigned frac_bits, uint32_t random) {
    uint32_t exp = mag >> frac_bits, frac = mag & ((1u << frac_bits) - 1);
    unsigned more = (int)exp <= min_exp ? (unsigned)(min_exp + 1 - (int)exp) : 0;
    uint64_t v = frac | 1u << frac_bits; // denormals of the source are far too small for the result
    if (more > 24)
        return 0;
    v = (v + ((uint64_t)random << more)) >> (drop + more);
    uint64_t hidden = (uint64_t)1 << (frac_bits - drop);
    uint64_t biased = (int)exp > min_exp ? exp - (uint32_t)min_exp : 1;
    return (uint16_t)(v + (biased - 1) * hidden);
}

static uint16_t float_to_half_randomly(uint32_t f, uint32_t random) {
    uint32_t sign = f >> 16 & 0x8000u, mag = f & 0x7fffffffu;
    if (mag > 0x7f800000u)
        return (uint16_t)(sign | 0x7e00u);
    if (mag >= 0x47800000u)
        return (uint16_t)(sign | 0x7c00u);
    return (uint16_t)(sign | round_randomly(mag, 13, 112, 23, random & 0x1fffu));
}

static uint8_t half_to_bf8_randomly(uint16_t h, uint32_t random) {
    uint32_t sign = h & 0x8000u, mag = h & 0x7fffu;
    if (mag > 0x7c00u)
        mag |= 0x200u;
    else if (mag < 0x7c00u)
        mag += random & 0xffu; // both formats have the same exponents
    return (uint8_t)((sign | mag) >> 8);
}

void sim_exec_srnd(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    uint16_t h[SIM_MAX_LANES];
    uint8_t b[SIM_MAX_LANES];
    for (unsigned i = 0; i < in->n; i++) {
        uint32_t x = element_bits(t, &in->src[0], i), random = element_bits(t, &in->src[1], i);
        uint8_t mod = in->src[0].mod;
        uint32_t top = in->dst.size_b == 2 ? 0x80000000u : 0x8000u;
        x = (mod & ISA_MOD_ABS ? x & ~top : x) ^ (mod & ISA_MOD_NEG ? top : 0);
        if (in->sat) { // clamps to [0, 1], NaN to 0
            uint32_t one = in->dst.size_b == 2 ? 0x3f800000u : 0x3c00u;
            uint32_t inf = in->dst.size_b == 2 ? 0x7f800000u : 0x7c00u;
            x = x & top || x > inf ? 0 : x > one ? one : x;
        }
        if (in->dst.size_b == 2)
            h[i] = float_to_half_randomly(x, random);
        else
            b[i] = half_to_bf8_randomly((uint16_t)x, random);
    }
    sim_store(t, in, in->dst.size_b == 2 ? (const void *)h : b, mask);
}

// Lines and planes

static float component(const sim_thread *t, const sim_src *s, unsigned k) {
    return sim_f32_from(sim_u32_get(t->regs + (s->off & ~15u) + 4 * k));
}

static float first_of(const sim_thread *t, const sim_src *s) {
    float p = sim_f32_from(sim_u32_get(t->regs + s->off));
    if (s->mod & ISA_MOD_ABS)
        p = __builtin_fabsf(p);
    return s->mod & ISA_MOD_NEG ? -p : p;
}

void sim_exec_line(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    sim_lanes b, r;
    const float *u = sim_load(t, in, &in->src[1], mask, &b);
    float p = first_of(t, &in->src[0]), q = component(t, &in->src[0], 3);
    for (unsigned i = 0; i < in->n; i++)
        r.f[i] = __builtin_fmaf(p, u[i], q);
    sim_finish(t, in, &r, mask, false);
}

// Sources hold eight lanes of u, eight lanes of v, and so on.
void sim_exec_pln(sim_thread *t, const sim_inst *in) {
    t->pc++;
    uint32_t mask = sim_write_mask(t, in);
    if (mask == 0)
        return;
    const sim_src *s = &in->src[0];
    float p = first_of(t, s), q = component(t, s, 1), last = component(t, s, 3);
    sim_lanes r;
    for (unsigned i = 0; i < in->n; i++) {
        const uint8_t *at = t->regs + in->src[1].off + (size_t)(i / 8) * 64 + i % 8 * 4;
        float u = sim_f32_from(sim_u32_get(at)), v = sim_f32_from(sim_u32_get(at + 32));
        r.f[i] = __builtin_fmaf(p, u, __builtin_fmaf(q, v, last));
    }
    sim_finish(t, in, &r, mask, false);
}
