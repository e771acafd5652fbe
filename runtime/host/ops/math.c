// SPDX-License-Identifier: MIT
// Math functions on arrays: computed in double, rounded once. And conversions between formats for processors without
// instructions for them.

#include "priv.h"

#include <math.h>

// x rounded to a format of the same exponents as double's but fewer bits: exact in double. To nearest even.
static uint32_t short_of_double(double d, int exp_bits, int man_bits) {
    const uint32_t inf = ((1u << exp_bits) - 1) << man_bits, sign = (uint32_t)(signbit(d) != 0)
                                                                    << (exp_bits + man_bits);
    const int emin = 2 - (1 << (exp_bits - 1));
    const double a = fabs(d);
    if (isnan(d))
        return sign | inf | 1u << (man_bits - 1);
    if (isinf(d))
        return sign | inf;
    if (a == 0)
        return sign;
    int e = ilogb(a);
    e = e < emin ? emin : e;
    const uint64_t q = (uint64_t)nearbyint(ldexp(a, man_bits - e));
    const uint64_t bits = ((uint64_t)(e - emin) << man_bits) + q;
    return sign | (bits > inf ? inf : (uint32_t)bits);
}

enum { HALF_EXP = 5, HALF_MAN = 10, BFLOAT_EXP = 8, BFLOAT_MAN = 7 };

uint32_t cmc_op_half_of_double(void *thread, double d) {
    (void)thread;
    return short_of_double(d, HALF_EXP, HALF_MAN);
}

uint32_t cmc_op_half_of_float(void *thread, float f) {
    return cmc_op_half_of_double(thread, (double)f);
}

uint32_t cmc_op_bfloat_of_double(void *thread, double d) {
    (void)thread;
    return short_of_double(d, BFLOAT_EXP, BFLOAT_MAN);
}

uint32_t cmc_op_bfloat_of_float(void *thread, float f) {
    return cmc_op_bfloat_of_double(thread, (double)f);
}

float cmc_op_float_of_half(void *thread, uint32_t v) {
    (void)thread;
    const uint32_t man = v & 0x3ff, exp = v >> HALF_MAN & 31;
    float f;
    if (exp == 31)
        f = man ? NAN : INFINITY;
    else
        f = exp ? ldexpf((float)(man | 1u << HALF_MAN), (int)exp - 25) : ldexpf((float)man, -24);
    return v >> 15 & 1 ? -f : f;
}

float cmc_op_fmaf(void *thread, float a, float b, float c) {
    (void)thread;
    return fmaf(a, b, c);
}

double cmc_op_fma(void *thread, double a, double b, double c) {
    (void)thread;
    return fma(a, b, c);
}

static double compute(uint32_t fn, double x, double y) {
    switch ((cmc_host_math)fn) {
    case CMC_MATH_EXP2:
        return exp2(x);
    case CMC_MATH_LOG2:
        return log2(x);
    case CMC_MATH_SIN:
        return sin(x);
    case CMC_MATH_COS:
        return cos(x);
    case CMC_MATH_POW_ABS:
        return pow(fabs(x), y);
    case CMC_MATH_POW:
        return pow(x, y);
    case CMC_MATH_EXP:
        return exp(x);
    case CMC_MATH_LOG:
        return log(x);
    case CMC_MATH_EXP10:
        return pow(10.0, x);
    case CMC_MATH_LOG10:
        return log10(x);
    case CMC_MATH_FMOD:
        return fmod(x, y);
    case CMC_MATH_LDEXP:
        return ldexp(x, (int)y);
    case CMC_MATH_COUNT:
        break;
    }
    return x;
}

static void of_floats(uint32_t fn, uint32_t n, const float *a, const float *b, float *out) {
    for (uint32_t i = 0; i < n; i++)
        out[i] = (float)compute(fn, (double)a[i], (double)b[i]);
}

static void of_doubles(uint32_t fn, uint32_t n, const double *a, const double *b, double *out) {
    for (uint32_t i = 0; i < n; i++)
        out[i] = compute(fn, a[i], b[i]);
}

static void of_halves(uint32_t fn, uint32_t n, const uint16_t *a, const uint16_t *b, uint16_t *out) {
    for (uint32_t i = 0; i < n; i++)
        out[i] = (uint16_t)cmc_op_half_of_double(
            NULL, compute(fn, (double)cmc_op_float_of_half(NULL, a[i]), (double)cmc_op_float_of_half(NULL, b[i])));
}

void cmc_op_math(void *thread, uint32_t fn, uint32_t bits, uint32_t n, void *a, void *b, void *out) {
    (void)thread;
    if (bits == 16)
        of_halves(fn, n, a, b, out);
    else if (bits == 32)
        of_floats(fn, n, a, b, out);
    else
        of_doubles(fn, n, a, b, out);
}
