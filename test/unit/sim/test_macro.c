// SPDX-License-Identifier: MIT
// Sequences of instructions with state between them, made by ocloc: divisions and square roots of
// invm, rsqtm and madm, equal to the host's to the last bit; dpasw over a pair of threads.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ocl.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 1024 };

static uint64_t noise(uint64_t *s) { // xorshift
    *s ^= *s << 13;
    *s ^= *s >> 7;
    return *s ^= *s << 17;
}

#define BUF(p)                                                                                                         \
    { OCL_BUFFER, p, sizeof p }

static const char source_f[] =
    "kernel void k(global const float *a, global const float *b, global float *q, global float *r)"
    "{ int i = get_global_id(0); q[i] = a[i] / b[i]; r[i] = sqrt(b[i]); }";
static const char source_d[] = "kernel void k(global const double *a, global const double *b, "
                               "global double *q, global double *r)"
                               "{ int i = get_global_id(0); q[i] = a[i] / b[i]; r[i] = sqrt(b[i]); }";

static const float edges_f[16] = {0.0f,      -0.0f, 1.0f,      -1.0f,         3.0f,      INFINITY,
                                  -INFINITY, NAN,   0x1p-149f, 0x1.8p-140f,   0x1p-126f, 0x1.fffffep127f,
                                  0x1p-127f, 10.0f, 7.0f,      0x1.fffffep-1f};

static void same_f(float got, float want, float a, float b) {
    uint32_t g, w;
    memcpy(&g, &got, 4);
    memcpy(&w, &want, 4);
    if (g != w && !(got != got && want != want))
        fail_msg("%a and %a: %a, expected %a", (double)a, (double)b, (double)got, (double)want);
}

static void same_d(double got, double want, double a, double b) {
    uint64_t g, w;
    memcpy(&g, &got, 8);
    memcpy(&w, &want, 8);
    if (g != w && !(got != got && want != want))
        fail_msg("%a and %a: %a, expected %a", a, b, got, want);
}

static void test_float(void **state) {
    (void)state;
    static float a[N], b[N], q[N], r[N];
    uint64_t rng = 88172645463325252u;
    for (int i = 0; i < N; i++) {
        uint32_t x = (uint32_t)(noise(&rng) >> 20), y = (uint32_t)(noise(&rng) >> 20);
        memcpy(&a[i], &x, 4);
        memcpy(&b[i], &y, 4);
        if (i >= 512) { // of a size, so that quotients are ordinary
            a[i] = (float)(x >> 8) * (i & 1 ? 1.0f : 0x1p-30f);
            b[i] = (float)((y >> 16) + 1);
        }
        if (i < 256) {
            a[i] = edges_f[i / 16];
            b[i] = edges_f[i % 16];
        }
    }
    ocl_program p;
    ocl_build("pvc", source_f, "-cl-fp32-correctly-rounded-divide-sqrt", &p);
    ocl_arg args[] = {BUF(a), BUF(b), BUF(q), BUF(r)};
    ocl_run(&p, "k", (uint32_t[]){N / 64, 1, 1}, (uint32_t[]){64, 1, 1}, args, 4, 0, 1);
    for (int i = 0; i < N; i++) {
        same_f(q[i], a[i] / b[i], a[i], b[i]);
        same_f(r[i], sqrtf(b[i]), b[i], b[i]);
    }
    ocl_free(&p);
}

static void test_double(void **state) {
    (void)state;
    static double a[N], b[N], q[N], r[N];
    uint64_t rng = 362436069u;
    for (int i = 0; i < N; i++) {
        uint64_t x = noise(&rng), y = noise(&rng);
        memcpy(&a[i], &x, 8);
        memcpy(&b[i], &y, 8);
        if (i >= 512) {
            a[i] = (double)(x >> 12) * (i & 1 ? 1.0 : 0x1p-60);
            b[i] = (double)((y >> (i % 60)) + 1);
        }
        if (i < 256) {
            a[i] = (double)edges_f[i / 16] * (i & 1 ? 1.0 : 0x1p-900);
            b[i] = (double)edges_f[i % 16] * (i & 2 ? 1.0 : 0x1p-920);
        }
    }
    static const char *const devices[] = {"pvc", "skl"};
    for (unsigned k = 0; k < 2; k++) {
        ocl_program p;
        ocl_build(devices[k], source_d, "", &p);
        ocl_arg args[] = {BUF(a), BUF(b), BUF(q), BUF(r)};
        ocl_run(&p, "k", (uint32_t[]){N / 64, 1, 1}, (uint32_t[]){64, 1, 1}, args, 4, 0, 1);
        for (int i = 0; i < N; i++) {
            same_d(q[i], a[i] / b[i], a[i], b[i]);
            same_d(r[i], sqrt(b[i]), b[i], b[i]);
        }
        ocl_free(&p);
    }
}

// Rows 0 to 3 of the left matrix are the even sub-group's, 4 to 7 the odd one's.
static void test_dpasw(void **state) {
    (void)state;
    enum { LANES = 8, GROUPS = 3, ITEMS = GROUPS * 4 * LANES };
    static int8_t a[ITEMS][4][4], b[ITEMS][8][4];
    static int32_t c[ITEMS][8], before[ITEMS][8];
    uint64_t rng = 5;
    ocl_program p;
    ocl_build("dg2",
              "int8 __builtin_IB_sub_group_idpasw_s8_s8_8_8(int8 acc, int4 a, int8 b);\n"
              "__attribute__((intel_reqd_sub_group_size(8)))\n"
              "kernel void w(global const int4 *a, global const int8 *b, global int8 *c)\n"
              "{ int g = get_global_id(0);\n"
              "  c[g] = __builtin_IB_sub_group_idpasw_s8_s8_8_8(c[g], a[g], b[g]); }",
              "", &p);
    for (uint64_t seed = 0; seed < 3; seed++) {
        for (size_t i = 0; i < sizeof a; i++)
            ((int8_t *)a)[i] = (int8_t)noise(&rng);
        for (size_t i = 0; i < sizeof b; i++)
            ((int8_t *)b)[i] = (int8_t)noise(&rng);
        for (int i = 0; i < ITEMS * 8; i++)
            before[i / 8][i % 8] = c[i / 8][i % 8] = (int32_t)noise(&rng);
        ocl_arg args[] = {BUF(a), BUF(b), BUF(c)};
        ocl_run(&p, "w", (uint32_t[]){GROUPS, 1, 1}, (uint32_t[]){4 * LANES, 1, 1}, args, 3, seed, 1);
        for (int i = 0; i < ITEMS; i++)
            for (int row = 0; row < 8; row++) {
                int pair = i / (2 * LANES) * 2 * LANES, from = pair + row / 4 * LANES;
                uint32_t want = (uint32_t)before[i][row];
                for (int k = 0; k < 32; k++)
                    want += (uint32_t)(a[from + k / 4][row % 4][k % 4] * b[i][k / 4][k % 4]);
                assert_int_equal(c[i][row], (int32_t)want);
            }
    }
    ocl_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_float),
        cmocka_unit_test(test_double),
        cmocka_unit_test(test_dpasw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
