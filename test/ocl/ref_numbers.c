// SPDX-License-Identifier: MIT
// References for conversions, half and local atomics: the kernels' source, with C's types.

#include "references.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

typedef _Float16 half;
typedef __int128 wide;

static const double limit_lo[8] = {-0x1p7, 0, -0x1p15, 0, -0x1p31, 0, -0x1p63, 0};
static const double limit_hi[8] = {0x1p7, 0x1p8, 0x1p15, 0x1p16, 0x1p31, 0x1p32, 0x1p63, 0x1p64};

// Integer value of v in type t, saturated. Fractions are cut off; no number gives 0.
static wide clamp_int(wide v, oc_type t) {
    wide one = 1, lo = t % 2 == 0 ? -(one << (8 * oc_type_size(t) - 1)) : 0;
    wide hi = (one << (8 * oc_type_size(t) - (t % 2 == 0))) - 1;
    return v < lo ? lo : v > hi ? hi : v;
}

static wide clamp_float(double v, oc_type t) {
    if (v != v)
        return 0;
    if (v <= limit_lo[t])
        return clamp_int((wide)limit_lo[t], t);
    if (v >= limit_hi[t])
        return clamp_int((wide)1 << 100, t);
    return (wide)v;
}

// What the low bits of v are in type t.
static wide wrap(wide v, oc_type t) {
    switch (t) {
    case OC_I8:
        return (int8_t)v;
    case OC_U8:
        return (uint8_t)v;
    case OC_I16:
        return (int16_t)v;
    case OC_U16:
        return (uint16_t)v;
    case OC_I32:
        return (int32_t)v;
    case OC_U32:
        return (uint32_t)v;
    case OC_I64:
        return (int64_t)v;
    default:
        return (uint64_t)v;
    }
}

#define FROM(name, S, CLAMP, TO_FLOAT)                                                                                 \
    void ref_from_##name(const oc_case *c, void *const *out) {                                                         \
        const S *p = out[0];                                                                                           \
        for (size_t i = 0; i < c->args[0].count; i++) {                                                                \
            S v = p[i];                                                                                                \
            volatile float r = 0;                                                                                      \
            for (unsigned t = OC_I8; t <= OC_U64; t++) {                                                               \
                float a = (float)CLAMP(v, (oc_type)t), b = (float)wrap((wide)v, (oc_type)t);                           \
                volatile float sum = a + b;                                                                            \
                r += sum;                                                                                              \
            }                                                                                                          \
            float f = (float)v;                                                                                        \
            half h = TO_FLOAT(v);                                                                                      \
            volatile float sum = f + (float)h;                                                                         \
            r += sum;                                                                                                  \
            ((float *)out[1])[i] = r;                                                                                  \
            ((int16_t *)out[2])[i] = (int16_t)CLAMP(v, OC_I16);                                                        \
            ((int8_t *)out[3])[i] = (int8_t)CLAMP(v, OC_I8);                                                           \
            ((int64_t *)out[4])[i] = (int64_t)wrap((wide)v, OC_I64);                                                   \
        }                                                                                                              \
    }

// To half in one rounding: halves end at 65504, and what lies at 65520 or above is infinite.
static half half_of_int(wide v) {
    return v >= 65520 ? (half)INFINITY : v <= -65520 ? -(half)INFINITY : (half)(double)v;
}
static half half_of_float(double v) {
    return (half)v;
}

FROM(char, int8_t, clamp_int, half_of_int)
FROM(uchar, uint8_t, clamp_int, half_of_int)
FROM(short, int16_t, clamp_int, half_of_int)
FROM(ushort, uint16_t, clamp_int, half_of_int)
FROM(int, int32_t, clamp_int, half_of_int)
FROM(uint, uint32_t, clamp_int, half_of_int)
FROM(long, int64_t, clamp_int, half_of_int)
FROM(ulong, uint64_t, clamp_int, half_of_int)
FROM(half, half, clamp_float, half_of_float)
FROM(float, float, clamp_float, half_of_float)
FROM(double, double, clamp_float, half_of_float)

// Neighbours of v among the halves: the greatest not above, the least not below.
static void neighbours(float v, half *below, half *above) {
    half h = (half)v;
    uint16_t bits;
    *below = *above = h;
    memcpy(&bits, &h, 2);
    if ((float)h == v)
        return;
    bool up = (float)h < v, grow = up == (v > 0);
    bits = (uint16_t)(grow ? bits + 1 : bits - 1);
    memcpy(up ? above : below, &bits, 2);
}

void ref_rounding(const oc_case *c, void *const *out) {
    const float *p = out[0];
    for (size_t i = 0; i < c->args[0].count; i++) {
        float v = p[i];
        half below, above, *h = (half *)out[2] + 4 * i;
        neighbours(v, &below, &above);
        h[0] = (half)v;
        h[1] = v < 0 ? above : below;
        h[2] = above;
        h[3] = below;
        int32_t r = (int32_t)rintf(v) + (int32_t)truncf(v) * 3 + (int32_t)ceilf(v) * 5 + (int32_t)floorf(v) * 7;
        ((int32_t *)out[1])[i] = r + (int32_t)(rintf(v) + ceilf(v) + floorf(v) + truncf(v) + roundf(v));
    }
}

void ref_to_double(const oc_case *c, void *const *out) {
    const int32_t *a = out[1];
    const uint64_t *b = out[2];
    const float *f = out[3];
    for (size_t i = 0; i < c->args[0].count; i++)
        ((double *)out[0])[i] = (double)a[i] + (double)b[i] * (double)f[i] + (double)(int16_t)a[i];
}

// Half

void ref_halfs(const oc_case *c, void *const *out) {
    half *p = out[0];
    const half *q = out[1];
    float *f = out[2];
    for (size_t i = 0; i < c->args[2].count; i++) {
        half h[8];
        for (unsigned k = 0; k < 8; k++)
            h[k] = (half)((float)q[8 * i + k] * 2.5f + 1);
        p[i] = (half)((float)h[0] + (float)h[3] * (float)h[7]);
        f[i] = (float)h[1] + (float)p[i];
        p[i + 64] = (half)f[i];
    }
}

static half rounded(float x) {
    return (half)x;
}

void ref_half_basic(const oc_case *c, void *const *out) {
    half *p = out[0], s;
    const half *q = out[1];
    memcpy(&s, c->args[2].data, 2);
    for (size_t i = 0; i < c->args[0].count; i++) {
        float a = (float)p[i], b = (float)q[i], sf = (float)s;
        float r = (float)rounded(a * b + sf - a / b + fmaf(a, b, a) + sqrtf(fabsf(a)) + fmaxf(a, b) * fminf(b, sf) +
                                 1 / sqrtf(b));
        float chosen = a > b ? -a : r;
        p[i] = rounded(chosen + floorf(r) + (a < 0 ? 0 : a > 1 ? 1 : a));
    }
}

void ref_half_library(const oc_case *c, void *const *out) {
    half *p = out[0];
    const half *q = out[1];
    for (size_t i = 0; i < c->args[0].count; i++) {
        float a = (float)p[i], b = (float)q[i];
        p[i] = rounded(sinf(a) + cosf(b) + expf(a) + logf(b) + powf(a, b) + tanhf(a) + exp2f(b) + log2f(a) + atanf(b));
    }
}

void ref_half_mixed(const oc_case *c, void *const *out) {
    float *p = out[0];
    const half *h = out[1];
    const int32_t *n = out[2];
    for (size_t i = 0; i < c->global[0]; i++) {
        float r = p[i];
        for (size_t k = 0; k < 16; k++)
            r = fmaf((float)h[i + k], (float)n[k], r) + (float)rounded((float)h[i] * (float)h[i + k]);
        p[i] = r;
        half *to = (half *)(p + 64) + 4 * i;
        to[0] = rounded(r);
        to[1] = rounded(r + 1);
        to[2] = rounded(r * 2);
        to[3] = rounded(-r);
    }
}

// Local atomics: one work-item, local memory that starts as zero

static uint32_t atomic_local(uint32_t v, bool is_signed) {
    uint32_t p[16] = {0}, r, old;
#define TAKE(i, becomes) (old = p[i], p[i] = (becomes), old)
#define LESS(a, b)       (is_signed ? (int32_t)(a) < (int32_t)(b) : (a) < (b))
    r = TAKE(0, old + v);
    uint32_t s1 = TAKE(1, old - (v + 1)), s2 = TAKE(2, old + 1), s3 = TAKE(3, old - 1);
    r ^= s1 + s2 - s3;
    uint32_t lo = TAKE(0, LESS(v, old) ? v : old), hi = TAKE(4, LESS(old, v) ? v : old);
    r += lo ^ hi;
    uint32_t a = TAKE(5, old & v), o = TAKE(0, old | v), x = TAKE(6, old ^ v);
    r ^= a + o + x;
    uint32_t e = TAKE(7, r), w = TAKE(8, old == r ? v : old);
    r += e - w;
#undef TAKE
#undef LESS
    return r;
}

void ref_atomic_local_int(const oc_case *c, void *const *out) {
    uint32_t v;
    memcpy(&v, c->args[2].data, 4);
    *(uint32_t *)out[1] = atomic_local(v, true);
}

void ref_atomic_local_uint(const oc_case *c, void *const *out) {
    uint32_t v;
    memcpy(&v, c->args[2].data, 4);
    *(uint32_t *)out[1] = atomic_local(v, false);
}
