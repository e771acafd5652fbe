// SPDX-License-Identifier: MIT
// Small floating-point formats, in integer arithmetic: half, bfloat16, tf32, bf8 (E5M2), restricted
// 8-bit (vf).
//
// Widening is exact. Narrowing rounds once, in the given mode (cr0 bits 5:4): 0 nearest even, 1 towards +infinity, 2
// towards -infinity, 3 towards zero. NaNs become quiet and keep their sign and upper payload bits.

#ifndef SIM_FPCONV_H
#define SIM_FPCONV_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { SIM_RNE = 0, SIM_RU = 1, SIM_RD = 2, SIM_RTZ = 3 };

static inline uint32_t sim_f32_bits(float f) {
    uint32_t u;
    memcpy(&u, &f, 4);
    return u;
}
static inline float sim_f32_from(uint32_t u) {
    float f;
    memcpy(&f, &u, 4);
    return f;
}
static inline uint64_t sim_f64_bits(double d) {
    uint64_t u;
    memcpy(&u, &d, 8);
    return u;
}
static inline double sim_f64_from(uint64_t u) {
    double d;
    memcpy(&d, &u, 8);
    return d;
}

static inline float sim_half_to_float(uint16_t h) {
    uint32_t s = (uint32_t)(h & 0x8000u) << 16, m = h & 0x7fffu;
    if (m >= 0x7c00u)
        return sim_f32_from(s | 0x7f800000u | (m & 0x3ffu) << 13);
    if (m >= 0x400u)
        return sim_f32_from(s | ((m << 13) + 0x38000000u));
    return sim_f32_from(s | sim_f32_bits((float)m * 0x1p-24f));
}
static inline float sim_bf_to_float(uint16_t b) {
    return sim_f32_from((uint32_t)b << 16);
}

uint16_t sim_float_to_half(float f, unsigned rounding);
uint16_t sim_double_to_half(double d, unsigned rounding);
uint16_t sim_float_to_bf(float f, unsigned rounding);
uint32_t sim_float_to_tf32(float f);
uint8_t sim_half_to_bf8(uint16_t h);
float sim_vf_to_float(uint8_t v);
// a * b + c of three halfs, rounded to odd in float.
float sim_half_fma_odd(float a, float b, float c);

#endif
