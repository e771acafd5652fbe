// SPDX-License-Identifier: MIT
// More kernels that ocloc compiled: half and double, atomics, calls, switches, large payloads, bit
// operations.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ocl.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const all[] = {"tgllp", "skl", "icllp", "dg2", "pvc", NULL};
static const char *const with_sampler[] = {"tgllp", "skl", "icllp", "dg2", NULL};
static const char *const with_fp64[] = {"skl", "pvc", NULL};

static uint32_t noise(uint32_t *s) {
    *s = *s * 1664525u + 1013904223u;
    return *s >> 3;
}

#define BUF(p)                                                                                                         \
    { OCL_BUFFER, p, sizeof p }
#define VAL(v)                                                                                                         \
    { OCL_VALUE, &v, sizeof v }
#define FOR_ALL(list, source, options)                                                                                 \
    for (const char *const *dev = list; *dev != NULL; dev++)                                                           \
        for (ocl_program prog = {0}; prog.zeb == NULL && (ocl_build(*dev, source, options, &prog), true);              \
             ocl_free(&prog))                                                                                          \
            for (uint64_t seed = 0; seed < 2; seed++)

static void test_half(void **state) {
    (void)state;
    static _Float16 a[256], b[256], c[256], m[256];
    static float w[256];
    uint32_t rng = 1;
    FOR_ALL(all,
            "kernel void h(global const half *a, global const half *b, global half *c, global half "
            "*m, global float *w)\n"
            "{ int i = get_global_id(0); half x = a[i], y = b[i];\n"
            "  c[i] = x * y; m[i] = fmax(x, y) + (half)i; w[i] = (float)x + vload_half(i, b); }\n",
            "") {
        for (int i = 0; i < 256; i++) {
            a[i] = (_Float16)((float)(int)(noise(&rng) % 4000) / 16.0f - 100.0f);
            b[i] = (_Float16)((float)(int)(noise(&rng) % 4000) / 64.0f - 30.0f);
        }
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c), BUF(m), BUF(w)};
        ocl_run(&prog, "h", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 5, seed, 2);
        for (int i = 0; i < 256; i++) {
            assert_true(c[i] == (_Float16)(a[i] * b[i]));
            assert_true(m[i] == (_Float16)((a[i] > b[i] ? a[i] : b[i]) + (_Float16)i));
            assert_true(w[i] == (float)a[i] + (float)b[i]);
        }
    }
}

static void test_double(void **state) {
    (void)state;
    static double a[256], b[256], c[256];
    static int64_t q[256];
    uint32_t rng = 2;
    FOR_ALL(with_fp64,
            "kernel void d(global const double *a, global const double *b, global double *c, "
            "global long *q)\n"
            "{ int i = get_global_id(0); double x = a[i], y = b[i];\n"
            "  c[i] = x > y ? fma(x, y, 0.25) : x - floor(y) * 2.0; q[i] = convert_long(x * "
            "1000.0) + (int)y; }\n",
            "") {
        for (int i = 0; i < 256; i++) {
            a[i] = (double)noise(&rng) / 1021.0 - 2e5;
            b[i] = (double)noise(&rng) / 4099.0 - 5e4;
        }
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c), BUF(q)};
        ocl_run(&prog, "d", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 4, seed, 2);
        for (int i = 0; i < 256; i++) {
            double want = a[i] > b[i] ? fma(a[i], b[i], 0.25) : a[i] - floor(b[i]) * 2.0;
            assert_true(fabs(c[i] - want) <= 1e-12 * (1 + fabs(want)));
            assert_int_equal(q[i], (int64_t)(a[i] * 1000.0) + (int)b[i]);
        }
    }
}

static void test_double_division(void **state) {
    (void)state;
    static double a[64], b[64], c[64], s[64];
    uint32_t rng = 12;
    FOR_ALL(with_fp64,
            "kernel void dd(global const double *a, global const double *b, global double *c, "
            "global double *s)\n"
            "{ int i = get_global_id(0); c[i] = a[i] / b[i]; s[i] = sqrt(a[i]); }\n",
            "") {
        for (int i = 0; i < 64; i++) {
            a[i] = (double)noise(&rng) / 1021.0;
            b[i] = (double)noise(&rng) / 4099.0 - 5e4;
        }
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c), BUF(s)};
        ocl_run(&prog, "dd", (uint32_t[]){1, 1, 1}, (uint32_t[]){64, 1, 1}, args, 4, seed, 1);
        for (int i = 0; i < 64; i++) {
            assert_true(c[i] == a[i] / b[i]);
            assert_true(s[i] == sqrt(a[i]));
        }
    }
}

static void test_correct_division(void **state) {
    (void)state;
    static float a[128], b[128], c[128], s[128];
    uint32_t rng = 13;
    FOR_ALL(all,
            "kernel void fd(global const float *a, global const float *b, global float *c, global "
            "float *s)\n"
            "{ int i = get_global_id(0); c[i] = a[i] / b[i]; s[i] = sqrt(a[i]); }\n",
            "-cl-fp32-correctly-rounded-divide-sqrt") {
        for (int i = 0; i < 128; i++) {
            a[i] = (float)noise(&rng) / 1021.0f;
            b[i] = (float)noise(&rng) / 4099.0f - 5e4f;
        }
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c), BUF(s)};
        ocl_run(&prog, "fd", (uint32_t[]){2, 1, 1}, (uint32_t[]){64, 1, 1}, args, 4, seed, 1);
        for (int i = 0; i < 128; i++) {
            assert_true(c[i] == a[i] / b[i]);
            assert_true(s[i] == sqrtf(a[i]));
        }
    }
}

static void test_atomics(void **state) {
    (void)state;
    static uint32_t u[8];
    static int s[8];
    static float f[4];
    FOR_ALL(all,
            "kernel void at(volatile global uint *u, volatile global int *s, volatile global float "
            "*f)\n"
            "{ uint i = get_global_id(0); atomic_add(&u[0], i); atomic_max(&u[1], i * 7 % 1000); "
            "atomic_min(&u[2], i * 13 % 997 + 5);\n"
            "  atomic_or(&u[3], 1u << (i & 31)); atomic_xor(&u[4], i * 2654435761u); "
            "atomic_sub(&u[5], 3);\n"
            "  atomic_max(&s[0], (int)i - 500); atomic_min(&s[1], -(int)i);\n"
            "  uint old = u[6], now; do { now = old; old = atomic_cmpxchg(&u[6], now, now + 2); } "
            "while (old != now);\n"
            "  volatile global uint *p = (volatile global uint *)f; uint fo = *p, fn;\n"
            "  do { fn = fo; fo = atomic_cmpxchg(p, fn, as_uint(as_float(fn) + 1.0f)); } while (fo "
            "!= fn); }\n",
            "") {
        memset(u, 0, sizeof u);
        memset(s, 0, sizeof s);
        u[2] = UINT32_MAX;
        u[5] = 5000;
        f[0] = 0.5f;
        ocl_arg args[] = {BUF(u), BUF(s), BUF(f)};
        ocl_run(&prog, "at", (uint32_t[]){16, 1, 1}, (uint32_t[]){64, 1, 1}, args, 3, seed, 2);
        uint32_t want[7] = {0, 0, UINT32_MAX, 0, 0, 5000, 0};
        int max = 0, min = 0;
        for (uint32_t i = 0; i < 1024; i++) {
            want[0] += i;
            want[1] = i * 7 % 1000 > want[1] ? i * 7 % 1000 : want[1];
            want[2] = i * 13 % 997 + 5 < want[2] ? i * 13 % 997 + 5 : want[2];
            want[3] |= 1u << (i & 31);
            want[4] ^= i * 2654435761u;
            want[5] -= 3;
            want[6] += 2;
            max = (int)i - 500 > max ? (int)i - 500 : max;
            min = -(int)i < min ? -(int)i : min;
        }
        assert_memory_equal(u, want, sizeof want);
        assert_int_equal(s[0], max);
        assert_int_equal(s[1], min);
        assert_true(f[0] == 1024.5f);
    }
}

static void test_switch_and_calls(void **state) {
    (void)state;
    static uint32_t in[256], out[256];
    uint32_t rng = 4;
    FOR_ALL(all,
            "__attribute__((noinline)) uint gcd(uint a, uint b) { while (b) { uint t = a % b; a = "
            "b; b = t; } return a; }\n"
            "__attribute__((noinline)) uint twice(uint x, uint y) { return x > y ? gcd(x, y) * 2 : "
            "gcd(y, x) + 1; }\n"
            "kernel void sw(global const uint *in, global uint *out)\n"
            "{ int i = get_global_id(0); uint x = in[i], r;\n"
            "  switch (x & 7) { case 0: r = twice(x, 360); break; case 1: r = x * 3; break; case "
            "2: r = gcd(x, 144);\n"
            "  case 3: r = x ^ 0x55; break; case 5: r = twice(1000, x % 999 + 1); break; default: "
            "r = x; }\n"
            "  for (uint k = 0; k < (x & 3); k++) { if (r & 1) { r = twice(r, k + 6); if (r > "
            "1000) break; } r += k; }\n"
            "  out[i] = r; }\n",
            "") {
        for (int i = 0; i < 256; i++)
            in[i] = noise(&rng) % 5000;
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "sw", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 2);
        for (int i = 0; i < 256; i++) {
#define GCD(p, q, g)                                                                                                   \
    do {                                                                                                               \
        uint32_t a_ = p, b_ = q;                                                                                       \
        while (b_) {                                                                                                   \
            uint32_t t_ = a_ % b_;                                                                                     \
            a_ = b_;                                                                                                   \
            b_ = t_;                                                                                                   \
        }                                                                                                              \
        g = a_;                                                                                                        \
    } while (0)
#define TWICE(p, q, g)                                                                                                 \
    do {                                                                                                               \
        uint32_t x_ = p, y_ = q, h_;                                                                                   \
        if (x_ > y_) {                                                                                                 \
            GCD(x_, y_, h_);                                                                                           \
            g = h_ * 2;                                                                                                \
        } else {                                                                                                       \
            GCD(y_, x_, h_);                                                                                           \
            g = h_ + 1;                                                                                                \
        }                                                                                                              \
    } while (0)
            uint32_t x = in[i], r;
            switch (x & 7) {
            case 0:
                TWICE(x, 360, r);
                break;
            case 1:
                r = x * 3;
                break;
            case 2:
            case 3:
                r = x ^ 0x55;
                break;
            case 5:
                TWICE(1000, x % 999 + 1, r);
                break;
            default:
                r = x;
            }
            for (uint32_t k = 0; k < (x & 3); k++) {
                if (r & 1) {
                    TWICE(r, k + 6, r);
                    if (r > 1000)
                        break;
                }
                r += k;
            }
            assert_int_equal(out[i], r);
        }
    }
}

static void test_vectors_and_bytes(void **state) {
    (void)state;
    static uint8_t in[1024], out[1024];
    uint32_t rng = 5;
    FOR_ALL(all,
            "kernel void v(global const uchar4 *in, global uchar4 *out)\n"
            "{ int i = get_global_id(0); uchar4 x = in[i]; uchar4 y = in[(i + 1) & 255];\n"
            "  out[i] = add_sat(x, y).wzyx ^ (uchar4)(i) + hadd(x, y) + rotate(x, (uchar4)(3)) + "
            "popcount(y) + clz(x); }\n",
            "") {
        for (int i = 0; i < 1024; i++)
            in[i] = (uint8_t)noise(&rng);
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "v", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 2);
        for (unsigned i = 0; i < 256; i++)
            for (unsigned k = 0; k < 4; k++) {
                unsigned x = in[4 * i + k], y = in[4 * ((i + 1) & 255) + k];
                unsigned xr = in[4 * i + 3 - k], yr = in[4 * ((i + 1) & 255) + 3 - k];
                unsigned sum = xr + yr > 255 ? 255 : xr + yr, lz = x ? (unsigned)__builtin_clz(x) - 24 : 8;
                unsigned want = sum ^ (uint8_t)(i + ((x + y) >> 1) + (uint8_t)(x << 3 | x >> 5) +
                                                (unsigned)__builtin_popcount(y) + lz);
                assert_int_equal(out[4 * i + k], want & 255);
            }
    }
}

static void test_many_arguments(void **state) {
    (void)state;
    static int out[64];
    FOR_ALL(all,
            "typedef struct { int a[12]; long b; char c; } big;\n"
            "kernel void ma(global int *out, big s, int4 v, char c, short h, long l, float f)\n"
            "{ int i = get_global_id(0); out[i] = s.a[i % 12] + (int)s.b + s.c + v.z + c * 2 + h * "
            "3 + (int)l + (int)f + get_global_size(0) + get_num_groups(0); }\n",
            "") {
        struct {
            int a[12];
            int64_t b;
            char c;
        } s = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 1000, 5};
        int v[4] = {1, 2, 3, 4};
        signed char c = -7;
        short h = 300;
        int64_t l = -5;
        float f = 8.5f;
        ocl_arg args[] = {BUF(out), VAL(s), VAL(v), VAL(c), VAL(h), VAL(l), VAL(f)};
        ocl_run(&prog, "ma", (uint32_t[]){2, 1, 1}, (uint32_t[]){32, 1, 1}, args, 7, seed, 1);
        for (int i = 0; i < 64; i++)
            assert_int_equal(out[i], s.a[i % 12] + 1000 + 5 + 3 - 14 + 900 - 5 + 8 + 64 + 2);
    }
}

static void test_math(void **state) {
    (void)state;
    static float in[256], out[256];
    uint32_t rng = 6;
    FOR_ALL(all,
            "kernel void m(global const float *in, global float *out)\n"
            "{ int i = get_global_id(0); float x = in[i]; int k = i & 7;\n"
            "  out[i] = k == 0 ? native_sin(x) : k == 1 ? exp(x * 0.1f) : k == 2 ? log(x + 1) : k "
            "== 3 ? pow(x, 1.7f) :\n"
            "           k == 4 ? native_cos(x) : k == 5 ? rsqrt(x) : k == 6 ? native_recip(x) : "
            "atan2(x, 2.0f); }\n",
            "") {
        for (int i = 0; i < 256; i++)
            in[i] = (float)(noise(&rng) % 4096 + 1) / 256.0f;
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "m", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 2);
        for (int i = 0; i < 256; i++) {
            double x = in[i], want;
            switch (i & 7) {
            case 0:
                want = sin(x);
                break;
            case 1:
                want = exp(x * (double)0.1f);
                break;
            case 2:
                want = log(x + 1);
                break;
            case 3:
                want = pow(x, (double)1.7f);
                break;
            case 4:
                want = cos(x);
                break;
            case 5:
                want = 1 / sqrt(x);
                break;
            case 6:
                want = 1 / x;
                break;
            default:
                want = atan2(x, 2.0);
                break;
            }
            assert_true(fabs((double)out[i] - want) <= 4e-6 * (1 + fabs(want)));
        }
    }
}

static void test_barrier_loop(void **state) {
    (void)state;
    static uint32_t data[512];
    // Odd-even transposition sort of a group in local memory: a barrier in every round.
    FOR_ALL(all,
            "kernel void sort(global uint *d)\n"
            "{ local uint s[256]; int l = get_local_id(0); s[l] = d[get_global_id(0)]; "
            "barrier(CLK_LOCAL_MEM_FENCE);\n"
            "  for (int r = 0; r < 256; r++) { int i = l * 2 + (r & 1);\n"
            "    if (i + 1 < 256 && l < 128) { uint a = s[i], b = s[i + 1]; if (a > b) { s[i] = b; "
            "s[i + 1] = a; } }\n"
            "    barrier(CLK_LOCAL_MEM_FENCE); }\n"
            "  d[get_global_id(0)] = s[l]; }\n",
            "") {
        uint32_t rng = 7;
        for (int i = 0; i < 512; i++)
            data[i] = noise(&rng);
        ocl_arg args[] = {BUF(data)};
        ocl_run(&prog, "sort", (uint32_t[]){2, 1, 1}, (uint32_t[]){256, 1, 1}, args, 1, seed, 2);
        for (int i = 1; i < 512; i++)
            assert_true(i == 256 || data[i - 1] <= data[i]);
    }
}

static void test_block_io(void **state) {
    (void)state;
    static uint32_t in[512], out[512];
    uint32_t rng = 8;
    FOR_ALL(all,
            "__attribute__((intel_reqd_sub_group_size(16))) kernel void b(global const uint *in, "
            "global uint *out)\n"
            "{ int base = get_group_id(0) * 128 + get_sub_group_id() * 32;\n"
            "  uint2 v = intel_sub_group_block_read2(in + base); v.x += "
            "intel_sub_group_shuffle(v.y, (get_sub_group_local_id() * 5 + 1) & 15);\n"
            "  v.y = intel_sub_group_shuffle_xor(v.x, 6) - v.y; intel_sub_group_block_write2(out + "
            "base, v); }\n",
            "") {
        for (int i = 0; i < 512; i++)
            in[i] = noise(&rng);
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "b", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 2);
        for (unsigned s = 0; s < 512; s += 32)
            for (unsigned k = 0; k < 16; k++) {
                uint32_t x[16];
                for (unsigned j = 0; j < 16; j++)
                    x[j] = in[s + j] + in[s + 16 + ((j * 5 + 1) & 15)];
                assert_int_equal(out[s + k], x[k]);
                assert_int_equal(out[s + 16 + k], x[k ^ 6] - in[s + 16 + k]);
            }
    }
}

// Reads without a sampler, writes, and the size: rgba8 unorm to float and to 16-bit integers.
static void test_images(void **state) {
    (void)state;
    static uint8_t from[32 * 16 * 4];
    static uint16_t to[32 * 16 * 4];
    static float sum[32 * 16];
    uint32_t rng = 11;
    FOR_ALL(with_sampler,
            "kernel void im(read_only image2d_t a, write_only image2d_t b, global float *o)\n"
            "{ int x = get_global_id(0), y = get_global_id(1); float4 p = read_imagef(a, (int2)(31 "
            "- x, y));\n"
            "  write_imageui(b, (int2)(x, y), convert_uint4(p * 1000.0f));\n"
            "  o[y * 32 + x] = p.x + p.w + get_image_width(a) + 2 * get_image_height(b); }\n",
            "") {
        for (unsigned i = 0; i < sizeof from; i++)
            from[i] = (uint8_t)noise(&rng);
        memset(to, 0, sizeof to);
        sim_surface a = {.kind = SIM_SURF_2D,
                         .base = from,
                         .width_px = 32,
                         .height = 16,
                         .pitch_b = 128,
                         .px_b = 4,
                         .format = 4 << 8 | 2};
        sim_surface b = {.kind = SIM_SURF_2D,
                         .base = (uint8_t *)to,
                         .width_px = 32,
                         .height = 16,
                         .pitch_b = 256,
                         .px_b = 8,
                         .format = 6 << 8};
        ocl_arg args[] = {{OCL_IMAGE, &a, sizeof a}, {OCL_IMAGE, &b, sizeof b}, BUF(sum)};
        ocl_run(&prog, "im", (uint32_t[]){2, 4, 1}, (uint32_t[]){16, 4, 1}, args, 3, seed, 2);
        for (unsigned y = 0; y < 16; y++)
            for (unsigned x = 0; x < 32; x++) {
                const uint8_t *p = from + y * 128 + (31 - x) * 4;
                float f[4];
                for (unsigned k = 0; k < 4; k++) {
                    f[k] = (float)(p[k] / 255.0);
                    assert_int_equal(to[(y * 32 + x) * 4 + k], (uint16_t)(f[k] * 1000.0f));
                }
                assert_true(fabsf(sum[y * 32 + x] - (f[0] + f[3] + 64.0f)) < 1e-4f);
            }
    }
}

static void test_spills(void **state) {
    (void)state;
    static uint32_t in[64 * 96], out[64];
    uint32_t rng = 9;
    FOR_ALL(all,
            "kernel void sp(global const uint *in, global uint *out)\n"
            "{ int i = get_global_id(0); uint v[96];\n"
            "#pragma unroll\n"
            "  for (int k = 0; k < 96; k++) v[k] = in[k * 64 + i];\n"
            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
            "  for (int r = 0; r < 3; r++) {\n"
            "#pragma unroll\n"
            "  for (int k = 0; k < 96; k++) v[k] = v[k] * 33 + v[(k * 7 + 5) % 96]; }\n"
            "  uint s = 0;\n"
            "#pragma unroll\n"
            "  for (int k = 0; k < 96; k++) s ^= v[k] + k;\n"
            "  out[i] = s; }\n",
            "") {
        for (int i = 0; i < 64 * 96; i++)
            in[i] = noise(&rng);
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "sp", (uint32_t[]){1, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 1);
        for (unsigned i = 0; i < 64; i++) {
            uint32_t v[96], s = 0;
            for (unsigned k = 0; k < 96; k++)
                v[k] = in[k * 64 + i];
            for (int r = 0; r < 3; r++)
                for (unsigned k = 0; k < 96; k++)
                    v[k] = v[k] * 33 + v[(k * 7 + 5) % 96];
            for (unsigned k = 0; k < 96; k++)
                s ^= v[k] + k;
            assert_int_equal(out[i], s);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_half),
        cmocka_unit_test(test_double),
        cmocka_unit_test(test_double_division),
        cmocka_unit_test(test_correct_division),
        cmocka_unit_test(test_atomics),
        cmocka_unit_test(test_switch_and_calls),
        cmocka_unit_test(test_vectors_and_bytes),
        cmocka_unit_test(test_many_arguments),
        cmocka_unit_test(test_math),
        cmocka_unit_test(test_barrier_loop),
        cmocka_unit_test(test_block_io),
        cmocka_unit_test(test_spills),
        cmocka_unit_test(test_images),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
