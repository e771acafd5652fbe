// SPDX-License-Identifier: MIT
// Floating point of the evaluator. Sums, products, quotients and square roots of half, bfloat and
// float are computed in double and rounded once more: with 53 bits that is the correctly rounded
// result.

#include "ge_priv.h"

#include <math.h>
#include <string.h>

typedef struct format {
    int exp_bits, man_bits;
} format;

static format format_of(ge_kind k) {
    switch (k) {
    case GE_HALF:
        return (format){5, 10};
    case GE_BFLOAT:
        return (format){8, 7};
    case GE_FLOAT:
        return (format){8, 23};
    default:
        return (format){11, 52};
    }
}

double ge_to_double(ge_kind k, uint64_t bits) {
    if (k == GE_DOUBLE) {
        double d;
        memcpy(&d, &bits, 8);
        return d;
    }
    const format f = format_of(k);
    const uint64_t man = bits & ge_mask((unsigned)f.man_bits);
    const int exp = (int)(bits >> f.man_bits & ge_mask((unsigned)f.exp_bits));
    const int bias = (1 << (f.exp_bits - 1)) - 1;
    const bool negative = bits >> (f.man_bits + f.exp_bits) & 1;
    double d;
    if (exp == (1 << f.exp_bits) - 1)
        d = man ? (double)NAN : (double)INFINITY;
    else if (exp == 0)
        d = ldexp((double)man, 1 - bias - f.man_bits);
    else
        d = ldexp((double)(man | (uint64_t)1 << f.man_bits), exp - bias - f.man_bits);
    return negative ? -d : d;
}

uint64_t ge_from_double(ge_kind k, double d) {
    const format f = format_of(k);
    const uint64_t inf = ge_mask((unsigned)f.exp_bits) << f.man_bits;
    const int emin = 2 - (1 << (f.exp_bits - 1));
    const uint64_t sign = (uint64_t)(signbit(d) ? 1 : 0) << (f.exp_bits + f.man_bits);

    if (isnan(d))
        return inf | (uint64_t)1 << (f.man_bits - 1);
    if (isinf(d))
        return sign | inf;
    if (k == GE_DOUBLE) {
        uint64_t bits;
        memcpy(&bits, &d, 8);
        return bits;
    }
    const double a = fabs(d);
    if (a == 0)
        return sign;
    int e = ilogb(a);
    e = e < emin ? emin : e;
    // Exponent steps above emin and the significand with its hidden bit add up to the encoding; a
    // carry out of the significand is the next exponent, as it should be.
    const uint64_t q = (uint64_t)nearbyint(ldexp(a, f.man_bits - e));
    const uint64_t bits = ((uint64_t)(e - emin) << f.man_bits) + q;
    return sign | (bits > inf ? inf : bits);
}

bool ge_nan_of(ge_kind k, const uint64_t *v, unsigned n, uint64_t *nan) {
    bool found = false;
    for (unsigned i = 0; i < n; i++)
        if (isnan(ge_to_double(k, v[i])) && (!found || v[i] > *nan)) {
            *nan = v[i];
            found = true;
        }
    return found;
}

uint64_t ge_convert(ge_kind to, ge_kind from, uint64_t bits) {
    const double d = ge_to_double(from, bits);
    if (!isnan(d))
        return ge_from_double(to, d);
    const format f = format_of(from), t = format_of(to);
    const uint64_t sign = bits >> (f.exp_bits + f.man_bits) & 1, man = bits & ge_mask((unsigned)f.man_bits);
    const uint64_t kept =
        t.man_bits >= f.man_bits ? man << (t.man_bits - f.man_bits) : man >> (f.man_bits - t.man_bits);
    const uint64_t exp = ge_mask((unsigned)t.exp_bits) << t.man_bits;
    // The bits that were cut off must not turn a NaN into an infinity.
    return sign << (t.exp_bits + t.man_bits) | exp | (kept ? kept : (uint64_t)1 << (t.man_bits - 1));
}

uint64_t ge_flush(const ge_ctx *cx, ge_kind k, uint64_t bits) {
    if (!cx->options.flush_denorm || !ge_is_float(k) || k == GE_BFLOAT)
        return bits;
    const format f = format_of(k);
    if (bits & ge_mask((unsigned)f.exp_bits) << f.man_bits)
        return bits;
    return bits & (uint64_t)1 << (f.exp_bits + f.man_bits);
}

uint64_t ge_fma(ge_kind k, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t nan = 0;
    if (ge_nan_of(k, (const uint64_t[]){a, b, c}, 3, &nan))
        return nan;
    const double x = ge_to_double(k, a), y = ge_to_double(k, b), z = ge_to_double(k, c);
    if (k == GE_FLOAT)
        return ge_from_double(k, (double)fmaf((float)x, (float)y, (float)z));
    if (k == GE_DOUBLE)
        return ge_from_double(k, fma(x, y, z));
    // Half and bfloat: the product is exact in double. Rounding the sum to odd keeps the second
    // rounding correct.
    const double p = x * y, s = p + z;
    const double back = s - p, error = (p - (s - back)) + (z - back);
    uint64_t bits;
    memcpy(&bits, &s, 8);
    if (isfinite(s) && error != 0 && !(bits & 1)) {
        const double toward = nextafter(s, error > 0 ? (double)INFINITY : -(double)INFINITY);
        return ge_from_double(k, toward);
    }
    return ge_from_double(k, s);
}

uint64_t ge_to_int(double d, unsigned bits, bool is_signed) {
    const double low = is_signed ? -ldexp(1, (int)bits - 1) : 0, high = ldexp(1, (int)bits - (is_signed ? 1 : 0));
    if (isnan(d))
        return 0;
    if (d >= high)
        return is_signed ? ge_mask(bits - 1) : ge_mask(bits);
    if (d <= low)
        return is_signed ? (uint64_t)1 << (bits - 1) : 0;
    return is_signed ? (uint64_t)(int64_t)d & ge_mask(bits) : (uint64_t)d;
}

uint64_t ge_fminmax(ge_kind k, uint64_t a, uint64_t b, bool max) {
    const double x = ge_to_double(k, a), y = ge_to_double(k, b);
    if (isnan(x) && isnan(y))
        return a > b ? a : b;
    if (isnan(x))
        return b;
    if (isnan(y))
        return a;
    if (x == y) // zeros of either sign
        return (signbit(x) != 0) == max ? b : a;
    return (x > y) == max ? a : b;
}
