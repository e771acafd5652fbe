// SPDX-License-Identifier: MIT
// References for sub-groups, work-group collectives and matrix products, lane by lane.

#include "references.h"

#include <string.h>

typedef _Float16 half;

#define LANES(name, T, N)                                                                                              \
    static void lanes_##name(T *v) {                                                                                   \
        T r[N], scan[N], before[N], sum = 0, lo = v[0], hi = v[0];                                                     \
        for (int l = 0; l < N; l++) {                                                                                  \
            before[l] = lo;                                                                                            \
            scan[l] = sum = (T)(sum + v[l]);                                                                           \
            lo = v[l] < lo ? v[l] : lo;                                                                                \
            hi = v[l] > hi ? v[l] : hi;                                                                                \
        }                                                                                                              \
        for (int l = 1; l < N; l++) {                                                                                  \
            r[l] = (T)(sum + lo + hi);                                                                                 \
            r[l] = (T)(r[l] + (T)(scan[l] - before[l]));                                                               \
        }                                                                                                              \
        r[0] = (T)(sum + lo + hi);                                                                                     \
        r[0] = (T)(r[0] + (T)(scan[0] - (T)(IDENTITY_##name)));                                                        \
        T old[N];                                                                                                      \
        for (int l = 0; l < N; l++)                                                                                    \
            r[l] = (T)(r[l] + (T)(v[3] + v[(l * 7) % N]));                                                             \
        memcpy(old, r, sizeof old);                                                                                    \
        for (int l = 0; l < N; l++) {                                                                                  \
            T up = l < 2 ? v[N - 2 + l] : old[l - 2], down = l + 1 < N ? old[l + 1] : v[0];                            \
            r[l] = (T)(old[l] + (T)(up + down));                                                                       \
        }                                                                                                              \
        for (int l = 0; l < N; l++)                                                                                    \
            v[l] = (T)(r[l] + r[l ^ 5]);                                                                               \
    }                                                                                                                  \
    void ref_lanes_##name(const oc_case *c, void *const *out) {                                                        \
        for (size_t i = 0; i < c->args[0].count; i += N)                                                               \
            lanes_##name((T *)out[0] + i);                                                                             \
    }
// What an exclusive minimum over nothing is.
#define IDENTITY_int_16    INT32_MAX
#define IDENTITY_int_32    INT32_MAX
#define IDENTITY_uint_16   UINT32_MAX
#define IDENTITY_long_16   INT64_MAX
#define IDENTITY_float_16  __builtin_inff()
#define IDENTITY_float_32  __builtin_inff()
#define IDENTITY_half_16   __builtin_inff()
#define IDENTITY_double_16 __builtin_inf()
LANES(float_16, float, 16)
LANES(float_32, float, 32)
LANES(half_16, half, 16)
LANES(double_16, double, 16)
LANES(uint_16, uint32_t, 16)
#undef LANES

// Sums of signed numbers wrap around.
#define SIGNED_LANES(name, T, U, N)                                                                                    \
    void ref_lanes_##name(const oc_case *c, void *const *out) {                                                        \
        for (size_t at = 0; at < c->args[0].count; at += N) {                                                          \
            T *v = (T *)out[0] + at;                                                                                   \
            U r[N], old[N], sum = 0;                                                                                   \
            T lo = IDENTITY_##name, hi = (T)(-lo - 1);                                                                 \
            for (int l = 0; l < N; l++) {                                                                              \
                sum += (U)v[l];                                                                                        \
                r[l] = sum - (U)lo;                                                                                    \
                lo = v[l] < lo ? v[l] : lo;                                                                            \
                hi = v[l] > hi ? v[l] : hi;                                                                            \
            }                                                                                                          \
            for (int l = 0; l < N; l++)                                                                                \
                r[l] += sum + (U)lo + (U)hi + (U)v[3] + (U)v[(l * 7) % N];                                             \
            memcpy(old, r, sizeof old);                                                                                \
            for (int l = 0; l < N; l++)                                                                                \
                r[l] += (l < 2 ? (U)v[N - 2 + l] : old[l - 2]) + (l + 1 < N ? old[l + 1] : (U)v[0]);                   \
            for (int l = 0; l < N; l++)                                                                                \
                v[l] = (T)(r[l] + r[l ^ 5]);                                                                           \
        }                                                                                                              \
    }
SIGNED_LANES(int_16, int32_t, uint32_t, 16)
SIGNED_LANES(int_32, int32_t, uint32_t, 32)
SIGNED_LANES(long_16, int64_t, uint64_t, 16)

void ref_blocks(const oc_case *c, void *const *out) {
    uint32_t *p = out[0], a[8][16], b[2][16];
    uint16_t *h = out[1], s[4][16];
    (void)c;
    memcpy(a, p, sizeof a);
    memcpy(b, p + 128, sizeof b);
    memcpy(s, h, sizeof s);
    for (unsigned l = 0; l < 16; l++) {
        for (unsigned k = 0; k < 8; k++)
            p[k * 16 + l] = a[k][l] * b[0][l] + b[1][l];
        for (unsigned k = 0; k < 4; k++)
            p[128 + k * 16 + l] = s[k][l];
        for (unsigned k = 0; k < 2; k++)
            h[k * 16 + l] = (uint16_t)(s[k][l] + s[k + 2][l]);
        ((uint64_t *)out[2])[l] = a[0][l];
    }
}

void ref_votes(const oc_case *c, void *const *out) { // sub-groups of 16
    int32_t *p = out[0];
    for (size_t at = 0; at < c->global[0]; at += 16) {
        bool all = true, any = false;
        uint32_t ballot = 0, count = 0, first = 0;
        for (unsigned l = 0; l < 16; l++) {
            all = all && p[at + l] > 0;
            any = any || p[at + l] < -9;
        }
        for (unsigned l = 0; l < 16; l++) {
            if (all)
                p[at + l]++;
            else if (any)
                p[at + l] += (int32_t)(l * 16 + at % c->local[0] / 16);
            ballot |= (uint32_t)(p[at + l] & 1) << l;
            count += p[at + l] & 1;
        }
        while (first < 16 && !(ballot >> first & 1u))
            first++;
        for (unsigned l = 0; l < 16; l++)
            p[at + l] += (int32_t)(ballot + count + first);
    }
}

void ref_work_groups(const oc_case *c, void *const *out) {
    const size_t n = c->local[0];
    for (size_t at = 0; at < c->global[0]; at += n) {
        int32_t *p = (int32_t *)out[0] + at;
        float *f = (float *)out[1] + at, run = 0;
        uint32_t sum = 0, third = (uint32_t)p[2];
        bool all = true, any = false;
        int32_t most = INT32_MIN;
        for (size_t i = 0; i < n; i++)
            sum += (uint32_t)p[i];
        for (size_t i = 0; i < n; i++) {
            int32_t v = p[i];
            p[i] = (int32_t)(sum + (uint32_t)most + third);
            most = v > most ? v : most;
            all = all && p[i] != 0;
            any = any || p[i] == 3;
        }
        for (size_t i = 0; i < n; i++) {
            run += f[i];
            f[i] = run + (float)all + (float)any;
        }
    }
}

// acc(8xN) += a(8xK) b(KxN); lane l of a holds row elements, lane n of b column n.
static float bf16(uint16_t h) {
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return f;
}

void ref_matrices(const oc_case *c, void *const *out) {
    const unsigned n = c->doubles ? 16 : 8, a_b = 32 / n; // bytes of an element of a in one lane
    const uint8_t *a = out[0], *b = out[1];
    for (unsigned k = 0; k < 4; k++)
        for (unsigned row = 0; row < 8; row++)
            for (unsigned col = 0; col < n; col++) {
                int32_t *r = (int32_t *)out[2] + col * 8 + row, dot = 0;
                float *s = (float *)out[3] + col * 8 + row;
                for (unsigned e = 0; e < 32; e++) { // byte e of the row: lane e / a_b
                    const uint8_t *pa = a + ((e / a_b + k) * 8 + row) * a_b + e % a_b;
                    const uint8_t *pb = b + ((col + k) * 8 + e / 4) * 4 + e % 4;
                    dot += (int8_t)*pa * (int8_t)*pb;
                    if (e % 2 == 0) {
                        uint16_t x, y;
                        memcpy(&x, pa, 2);
                        memcpy(&y, pb, 2);
                        *s += oc_half_to_float(x) * oc_half_to_float(y) + bf16(x) * bf16(y);
                    }
                }
                *r += dot;
            }
}

void ref_subgroup(const oc_case *c, void *const *out) {
    uint32_t *p = out[0], v[16], sum = 0;
    int32_t *q = out[1], most = INT32_MIN;
    (void)c;
    for (unsigned l = 0; l < 16; l++)
        sum += p[l];
    for (unsigned l = 0; l < 16; l++)
        v[l] = p[3] + p[l ^ 1] + sum;
    bool any = false, all = true;
    for (unsigned l = 0; l < 16; l++) {
        any = any || v[l] > 5;
        all = all && v[l] > 2;
    }
    for (unsigned l = 0; l < 16; l++) {
        p[l] = v[l];
        q[l] = (int32_t)((uint32_t)most + any + all);
        most = (int32_t)v[l] > most ? (int32_t)v[l] : most;
    }
}

void ref_pointers(const oc_case *c, void *const *out) { // one group
    int32_t *a = out[0], b[128], n;
    memcpy(&n, c->args[2].data, 4);
    for (size_t i = 0; i < c->local[0]; i++) {
        b[i] = b[i + 64] = n;
        int32_t *any = n & 1 ? a : b;
        any[i] = (int32_t)((uint32_t)any[i] + 3u);
        any[i + 64] ^= any[i];
        a[i + 128] = b[i] + b[i + 64];
    }
}
