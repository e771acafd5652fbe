// SPDX-License-Identifier: MIT
// Narrowing conversions of floating-point formats. See fpconv.h.

#include "fpconv.h"

// Whether a magnitude with dropped bits `rest` rounds away from zero; `half` is the midpoint of the dropped bits.
static bool rounds_up(unsigned rounding, bool negative, bool odd, uint64_t rest, uint64_t half) {
    switch (rounding) {
    case SIM_RU:
        return !negative && rest != 0;
    case SIM_RD:
        return negative && rest != 0;
    case SIM_RTZ:
        return false;
    default:
        return rest > half || (rest == half && odd);
    }
}

// Packs a finite magnitude mant * 2^exp (mant below 2^62) into a format with `bits` fraction bits and bias `bias`,
// whose all-ones exponent is infinity. Returns the bits without sign.
static uint32_t pack(uint64_t mant, int exp, bool negative, unsigned bits, int bias, unsigned rounding) {
    if (mant == 0)
        return 0;
    int top = 63 - __builtin_clzll(mant);
    int e = exp + top;              // value is 1.x * 2^e
    int lsb = e - (int)bits;        // weight of the last kept bit
    if (lsb < 1 - bias - (int)bits) // below the normal range: fixed weight
        lsb = 1 - bias - (int)bits;
    int shift = lsb - exp; // bits of mant to drop
    uint64_t keep, rest = 0, half = 1;
    if (shift <= 0) {
        keep = mant << -shift;
    } else if (shift > 62) {
        keep = 0;
        rest = 1; // below half of the smallest value
        half = 2;
    } else {
        keep = mant >> shift;
        rest = mant & (((uint64_t)1 << shift) - 1);
        half = (uint64_t)1 << (shift - 1);
    }
    if (rounds_up(rounding, negative, keep & 1, rest, half))
        keep++;
    // keep holds the hidden bit of a normal value, so adding it carries into the exponent correctly.
    int biased = lsb + bias + (int)bits - 1;
    uint64_t r = keep + ((uint64_t)(unsigned)biased << bits);
    uint64_t inf = (uint64_t)(2 * bias + 1) << bits;
    if (r < inf)
        return (uint32_t)r;
    bool to_inf = rounding == SIM_RNE || (rounding == SIM_RU && !negative) || (rounding == SIM_RD && negative);
    return (uint32_t)(to_inf ? inf : inf - 1);
}

uint16_t sim_float_to_half(float f, unsigned rounding) {
    uint32_t u = sim_f32_bits(f), m = u & 0x7fffffffu, s = u >> 16 & 0x8000u;
    if (m > 0x7f800000u)
        return (uint16_t)(s | 0x7e00u | (m >> 13 & 0x1ffu));
    if (m == 0x7f800000u)
        return (uint16_t)(s | 0x7c00u);
    if (rounding == SIM_RNE && m >= 0x38800000u && m < 0x477ff000u) // normal result: the usual case
        return (uint16_t)(s | ((m - 0x38000000u + 0xfffu + (m >> 13 & 1u)) >> 13));
    uint32_t exp = m >> 23, mant = m & 0x7fffffu;
    if (exp != 0)
        mant |= 0x800000u;
    else
        exp = 1;
    return (uint16_t)(s | pack(mant, (int)exp - 150, s != 0, 10, 15, rounding));
}

uint16_t sim_double_to_half(double d, unsigned rounding) {
    uint64_t u = sim_f64_bits(d), m = u & 0x7fffffffffffffffu;
    uint32_t s = (uint32_t)(u >> 48) & 0x8000u;
    if (m > 0x7ff0000000000000u)
        return (uint16_t)(s | 0x7e00u | (uint32_t)(m >> 42 & 0x1ffu));
    if (m == 0x7ff0000000000000u)
        return (uint16_t)(s | 0x7c00u);
    uint64_t exp = m >> 52, mant = m & 0xfffffffffffffu;
    if (exp != 0)
        mant |= (uint64_t)1 << 52;
    else
        exp = 1;
    return (uint16_t)(s | pack(mant, (int)exp - 1075, s != 0, 10, 15, rounding));
}

uint16_t sim_float_to_bf(float f, unsigned rounding) {
    uint32_t u = sim_f32_bits(f), m = u & 0x7fffffffu;
    if (m > 0x7f800000u)
        return (uint16_t)(u >> 16 | 0x40u);
    uint32_t keep = u >> 16, rest = u & 0xffffu;
    if (rounds_up(rounding, u >> 31, keep & 1, rest, 0x8000u))
        keep++;
    return (uint16_t)keep;
}

uint32_t sim_float_to_tf32(float f) {
    uint32_t u = sim_f32_bits(f), m = u & 0x7fffffffu;
    if (m > 0x7f800000u)
        return (u | 0x400000u) & 0xffffe000u;
    if (m < 0x00800000u)
        return u & 0x80000000u;
    return (u + 0xfffu + (u >> 13 & 1u)) & 0xffffe000u;
}

uint8_t sim_half_to_bf8(uint16_t h) {
    uint32_t m = h & 0x7fffu;
    if (m > 0x7c00u)
        return (uint8_t)(h >> 8 | 2u);
    return (uint8_t)((h + 0x7fu + (h >> 8 & 1u)) >> 8);
}

// s eee mmmm with bias 3; 0x00 and 0x80 are zeros, there are no denormals.
float sim_vf_to_float(uint8_t v) {
    uint32_t s = (uint32_t)(v & 0x80u) << 24;
    if ((v & 0x7fu) == 0)
        return sim_f32_from(s);
    return sim_f32_from(s | ((uint32_t)(v >> 4 & 7u) + 124u) << 23 | (uint32_t)(v & 15u) << 19);
}

// Nearest float in "round to odd": truncated, lowest bit set when inexact. A second rounding to a format of at most 22
// bits gives the correctly rounded result.
static float to_float_odd(double d) {
    uint64_t u = sim_f64_bits(d), m = u & 0x7fffffffffffffffu;
    if (m >= 0x47f0000000000000u || m < 0x3810000000000000u) // outside float's normal range
        return (float)d;
    uint32_t r = (uint32_t)((m - ((uint64_t)(1023 - 127) << 52)) >> 29);
    r |= (m & 0x1fffffffu) != 0;
    return sim_f32_from((uint32_t)(u >> 32 & 0x80000000u) | r);
}

float sim_half_fma_odd(float a, float b, float c) {
    double p = (double)a * (double)b; // exact: 22 bits
    double s = p + (double)c;
    if (s - s != 0)
        return (float)s; // infinite or NaN
    // Error of the sum (Knuth). If it is not zero, the last bit of s must be odd.
    double bb = s - p, err = (p - (s - bb)) + ((double)c - bb);
    uint64_t u = sim_f64_bits(s);
    if (err != 0 && (u & 1) == 0)
        u += (err > 0) == (s > 0) ? 1 : (uint64_t)-1;
    return to_float_odd(sim_f64_from(u));
}
