// SPDX-License-Identifier: MIT
// Kernels that ocloc compiled, against plain C: every device, two orders of execution.

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

static const char *const devices[] = {"tgllp", "skl", "icllp", "dg2", "pvc"};
enum { N_DEVICES = sizeof devices / sizeof devices[0] };

static uint32_t noise(uint32_t *s) {
    *s = *s * 1664525u + 1013904223u;
    return *s >> 3;
}

#define BUF(p)                                                                                                         \
    { OCL_BUFFER, p, sizeof p }
#define VAL(v)                                                                                                         \
    { OCL_VALUE, &v, sizeof v }

// Runs on every device and with two seeds; `check` compares.
#define FOR_ALL(source, options)                                                                                       \
    for (unsigned dev = 0; dev < N_DEVICES; dev++)                                                                     \
        for (ocl_program prog = {0}; prog.zeb == NULL && (ocl_build(devices[dev], source, options, &prog), true);      \
             ocl_free(&prog))                                                                                          \
            for (uint64_t seed = 0; seed < 2; seed++)

static void test_vector_add(void **state) {
    (void)state;
    static int a[1000], b[1000], c[1000];
    uint32_t rng = 1;
    FOR_ALL("kernel void add(global const int *a, global const int *b, global int *c, int k)\n"
            "{ int i = get_global_id(0); c[i] = a[i] + b[i] * k; }\n",
            "") {
        for (int i = 0; i < 1000; i++) {
            a[i] = (int)noise(&rng);
            b[i] = (int)noise(&rng);
            c[i] = 0;
        }
        int k = 77;
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c), VAL(k)};
        ocl_run(&prog, "add", (uint32_t[]){10, 1, 1}, (uint32_t[]){100, 1, 1}, args, 4, seed, 2);
        for (int i = 0; i < 1000; i++)
            assert_int_equal(c[i], (int)((uint32_t)a[i] + (uint32_t)b[i] * 77u));
    }
}

static void test_float(void **state) {
    (void)state;
    static float a[512], b[512], c[512];
    uint32_t rng = 2;
    FOR_ALL("kernel void f(global const float *a, global const float *b, global float *c)\n"
            "{ int i = get_global_id(0); float x = a[i], y = b[i];\n"
            "  c[i] = fma(x, y, 1.5f) + fmin(x, y) * floor(x) - fabs(y - rint(x)) + "
            "convert_int(y); }\n",
            "") {
        for (int i = 0; i < 512; i++) {
            a[i] = (float)(int)(noise(&rng) % 20000) / 64.0f - 150.0f;
            b[i] = (float)(int)(noise(&rng) % 20000) / 32.0f - 300.0f;
        }
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c)};
        ocl_run(&prog, "f", (uint32_t[]){8, 1, 1}, (uint32_t[]){64, 1, 1}, args, 3, seed, 2);
        for (int i = 0; i < 512; i++) {
            float x = a[i], y = b[i];
            // The compiler may contract: compare within a few units of the largest term.
            float want = fmaf(x, y, 1.5f) + fminf(x, y) * floorf(x) - fabsf(y - rintf(x)) + (float)(int)y;
            assert_true(fabsf(c[i] - want) <= 1e-6f * (fabsf(x * y) + fabsf(fminf(x, y) * x) + 600.0f));
        }
    }
}

static void test_divergent_loop(void **state) {
    (void)state;
    static uint32_t a[300], out[300];
    uint32_t rng = 3;
    FOR_ALL("kernel void collatz(global const uint *a, global uint *out)\n"
            "{ int i = get_global_id(0); uint x = a[i], n = 0;\n"
            "  while (x != 1 && n < 500) { if (x & 1) { x = 3 * x + 1; if (x % 7 == 3) n += 2; } "
            "else x >>= 1;\n"
            "    if (x == 5) break; n++; if (n % 11 == 0) continue; n += x & 1; }\n"
            "  out[i] = n; }\n",
            "") {
        for (int i = 0; i < 300; i++)
            a[i] = noise(&rng) % 1000 + 1;
        ocl_arg args[] = {BUF(a), BUF(out)};
        ocl_run(&prog, "collatz", (uint32_t[]){3, 1, 1}, (uint32_t[]){100, 1, 1}, args, 2, seed, 2);
        for (int i = 0; i < 300; i++) {
            uint32_t x = a[i], n = 0;
            while (x != 1 && n < 500) {
                if (x & 1) {
                    x = 3 * x + 1;
                    if (x % 7 == 3)
                        n += 2;
                } else
                    x >>= 1;
                if (x == 5)
                    break;
                n++;
                if (n % 11 == 0)
                    continue;
                n += x & 1;
            }
            assert_int_equal(out[i], n);
        }
    }
}

static void test_reduction(void **state) {
    (void)state;
    static int in[4096], out[16];
    uint32_t rng = 4;
    FOR_ALL("kernel void sum(global const int *in, global int *out, local int *tmp)\n"
            "{ int l = get_local_id(0); tmp[l] = in[get_global_id(0)];\n"
            "  for (int s = get_local_size(0) / 2; s > 0; s /= 2) {\n"
            "    barrier(CLK_LOCAL_MEM_FENCE); if (l < s) tmp[l] += tmp[l + s]; }\n"
            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
            "  if (l == 0) out[get_group_id(0)] = tmp[0]; }\n",
            "") {
        for (int i = 0; i < 4096; i++)
            in[i] = (int)(noise(&rng) % 100000) - 50000;
        ocl_arg args[] = {BUF(in), BUF(out), {OCL_LOCAL, NULL, 1024}};
        ocl_run(&prog, "sum", (uint32_t[]){16, 1, 1}, (uint32_t[]){256, 1, 1}, args, 3, seed, 2);
        for (int g = 0; g < 16; g++) {
            int want = 0;
            for (int i = 0; i < 256; i++)
                want += in[g * 256 + i];
            assert_int_equal(out[g], want);
        }
    }
}

static void test_histogram(void **state) {
    (void)state;
    static uint8_t in[4096];
    static uint32_t out[256], want[256];
    uint32_t rng = 5;
    FOR_ALL("kernel void hist(global const uchar *in, global uint *out)\n"
            "{ local uint h[256]; int l = get_local_id(0);\n"
            "  for (int i = l; i < 256; i += get_local_size(0)) h[i] = 0;\n"
            "  barrier(CLK_LOCAL_MEM_FENCE); atomic_inc(&h[in[get_global_id(0)]]);\n"
            "  barrier(CLK_LOCAL_MEM_FENCE);\n"
            "  for (int i = l; i < 256; i += get_local_size(0)) atomic_add(&out[i], h[i]); }\n",
            "") {
        memset(out, 0, sizeof out);
        memset(want, 0, sizeof want);
        for (int i = 0; i < 4096; i++)
            want[in[i] = (uint8_t)(noise(&rng) % 200)]++;
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "hist", (uint32_t[]){64, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 2);
        assert_memory_equal(out, want, sizeof out);
    }
}

static void test_matrix_2d(void **state) {
    (void)state;
    enum { N = 32 };
    static float a[N * N], b[N * N], c[N * N];
    uint32_t rng = 6;
    FOR_ALL("kernel void mm(global const float *a, global const float *b, global float *c, int n)\n"
            "{ int x = get_global_id(0), y = get_global_id(1); float s = 0;\n"
            "  for (int k = 0; k < n; k++) s = fma(a[y * n + k], b[k * n + x], s);\n"
            "  c[y * n + x] = s; }\n",
            "") {
        for (int i = 0; i < N * N; i++) {
            a[i] = (float)(noise(&rng) % 1000) / 7.0f;
            b[i] = (float)(noise(&rng) % 1000) / 11.0f;
        }
        int n = N;
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c), VAL(n)};
        ocl_run(&prog, "mm", (uint32_t[]){4, 8, 1}, (uint32_t[]){8, 4, 1}, args, 4, seed, 2);
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                float s = 0;
                for (int k = 0; k < N; k++)
                    s = fmaf(a[y * N + k], b[k * N + x], s);
                assert_true(c[y * N + x] == s);
            }
    }
}

static void test_narrow_and_wide(void **state) {
    (void)state;
    static uint8_t a[256];
    static int16_t b[256];
    static int64_t c[256], out[256];
    uint32_t rng = 7;
    FOR_ALL("kernel void mix(global const uchar *a, global const short *b, global const long *c, "
            "global long *out)\n"
            "{ int i = get_global_id(0); long x = c[i];\n"
            "  x = x * (long)b[i] + ((x >> (a[i] & 63)) ^ ((ulong)x << 3)) - abs_diff((int)a[i], "
            "(int)b[i]);\n"
            "  out[i] = x > c[i] ? x : -x; }\n",
            "") {
        for (int i = 0; i < 256; i++) {
            a[i] = (uint8_t)noise(&rng);
            b[i] = (int16_t)noise(&rng);
            c[i] = (int64_t)((uint64_t)noise(&rng) << 40 ^ (uint64_t)noise(&rng) << 17 ^ noise(&rng));
        }
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c), BUF(out)};
        ocl_run(&prog, "mix", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 4, seed, 2);
        for (int i = 0; i < 256; i++) {
            int64_t x = c[i];
            int d = (int)a[i] - (int)b[i];
            x = (int64_t)((uint64_t)x * (uint64_t)(int64_t)b[i] +
                          (uint64_t)((x >> (a[i] & 63)) ^ (int64_t)((uint64_t)x << 3)) - (uint64_t)(d < 0 ? -d : d));
            assert_int_equal(out[i], x > c[i] ? x : (int64_t)(0 - (uint64_t)x));
        }
    }
}

static void test_division(void **state) {
    (void)state;
    static int a[128], b[128], q[128];
    static uint32_t r[128];
    uint32_t rng = 8;
    FOR_ALL("kernel void dv(global const int *a, global const int *b, global int *q, global uint *r)\n"
            "{ int i = get_global_id(0); q[i] = a[i] / b[i] + a[i] % b[i]; r[i] = (uint)a[i] % "
            "(uint)b[i]; }\n",
            "") {
        for (int i = 0; i < 128; i++) {
            a[i] = (int)(noise(&rng) << (i % 4)) * (i % 3 == 0 ? -1 : 1);
            b[i] = (int)(noise(&rng) >> (i % 29)) + 1;
            b[i] = i % 5 == 0 ? -b[i] : b[i];
        }
        ocl_arg args[] = {BUF(a), BUF(b), BUF(q), BUF(r)};
        ocl_run(&prog, "dv", (uint32_t[]){2, 1, 1}, (uint32_t[]){64, 1, 1}, args, 4, seed, 2);
        for (int i = 0; i < 128; i++) {
            assert_int_equal(q[i], a[i] / b[i] + a[i] % b[i]);
            assert_int_equal(r[i], (uint32_t)a[i] % (uint32_t)b[i]);
        }
    }
}

static void test_private_array(void **state) {
    (void)state;
    static uint32_t in[256], out[256];
    uint32_t rng = 9;
    FOR_ALL("kernel void perm(global const uint *in, global uint *out)\n"
            "{ int i = get_global_id(0); uint t[64];\n"
            "  for (int k = 0; k < 64; k++) t[k] = in[(i + k) & 255];\n"
            "  for (int k = 0; k < 64; k++) { uint j = t[k] & 63; uint x = t[j]; t[j] = t[k] + k; "
            "t[k] = x; }\n"
            "  uint s = 0; for (int k = 0; k < 64; k++) s = s * 31 + t[k];\n"
            "  out[i] = s; }\n",
            "") {
        for (int i = 0; i < 256; i++)
            in[i] = noise(&rng);
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "perm", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 2);
        for (unsigned i = 0; i < 256; i++) {
            uint32_t t[64], s = 0;
            for (unsigned k = 0; k < 64; k++)
                t[k] = in[(i + k) & 255];
            for (unsigned k = 0; k < 64; k++) {
                uint32_t j = t[k] & 63, x = t[j];
                t[j] = t[k] + k;
                t[k] = x;
            }
            for (unsigned k = 0; k < 64; k++)
                s = s * 31 + t[k];
            assert_int_equal(out[i], s);
        }
    }
}

static void test_sub_group(void **state) {
    (void)state;
    static int in[256], out[256];
    uint32_t rng = 10;
    FOR_ALL("__attribute__((intel_reqd_sub_group_size(16))) kernel void sg(global const int *in, "
            "global int *out)\n"
            "{ int i = get_global_id(0); int v = in[i];\n"
            "  out[i] = sub_group_reduce_add(v) + sub_group_broadcast(v, 3) * 3 + "
            "sub_group_scan_inclusive_max(v); }\n",
            "") {
        for (int i = 0; i < 256; i++)
            in[i] = (int)(noise(&rng) % 2000) - 1000;
        ocl_arg args[] = {BUF(in), BUF(out)};
        ocl_run(&prog, "sg", (uint32_t[]){4, 1, 1}, (uint32_t[]){64, 1, 1}, args, 2, seed, 2);
        for (int s = 0; s < 256; s += 16) {
            int sum = 0, max = INT32_MIN;
            for (int k = 0; k < 16; k++)
                sum += in[s + k];
            for (int k = 0; k < 16; k++) {
                max = in[s + k] > max ? in[s + k] : max;
                assert_int_equal(out[s + k], sum + in[s + 3] * 3 + max);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vector_add),      cmocka_unit_test(test_float),     cmocka_unit_test(test_divergent_loop),
        cmocka_unit_test(test_reduction),       cmocka_unit_test(test_histogram), cmocka_unit_test(test_matrix_2d),
        cmocka_unit_test(test_narrow_and_wide), cmocka_unit_test(test_division),  cmocka_unit_test(test_private_array),
        cmocka_unit_test(test_sub_group),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
