// SPDX-License-Identifier: MIT
// dpas on dg2 and pvc against plain matrix products with small integers, where float sums are
// exact.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 8, B_AT = 0, A_AT = 512, C_AT = 1024, BYTES = 2048 };
static _Alignas(64) uint8_t in[BYTES], out[BYTES];

// b: rows of n dwords at 0 (r20..), a at 512 (r40..), c at 1024 (r60..), d from r80.
static void run_dpas(const char *target, const char *dpas) {
    bool big = strcmp(target, "pvc") == 0;
    unsigned grf = big ? 64 : 32, chunk = 256 / grf;
    cmc_str s = CMC_STR_INIT;
    const unsigned first[3] = {20, 40, 60}, at[3] = {B_AT, A_AT, C_AT};
    for (unsigned k = 0; k < 3; k++)
        for (unsigned half = 0; half < 2; half++)
            cmc_str_printf(&s,
                           "(W) mov (8|M0) r120.0<1>:ud 0x%x:ud\n(W) send.ugm (1|M0) r%u r120 "
                           "null:0 0x01000000 0x%x\n",
                           at[k] + 256 * half, first[k] + chunk * half, 0x6200F500u | chunk << 20);
    cmc_str_printf(&s, "%s\n", dpas);
    for (unsigned half = 0; half < 2; half++)
        cmc_str_printf(&s,
                       "(W) mov (8|M0) r120.0<1>:ud 0x%x:ud\n(W) send.ugm (1|M0) null r120 r%u:%u "
                       "0x02000000 0x6200F504\n",
                       256 * half, 80 + chunk * half, chunk);
    cmc_str_append(&s, "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n(W) send.gtwy (8|M0) null r127 "
                       "null:0 0x0 0x02000010 {EOT}\n");
    const sim_surface surfaces[3] = {{0},
                                     {.kind = SIM_SURF_BUFFER, .base = in, .size_b = BYTES},
                                     {.kind = SIM_SURF_BUFFER, .base = out, .size_b = BYTES}};
    sim_kernel_run k = {.target = target, .text = s.data, .surfaces = surfaces, .n_surfaces = 3};
    char msg[512];
    memset(out, 0xee, sizeof out);
    cmc_status st = run_kernel(&k, msg, sizeof msg, NULL);
    if (st != CMC_OK)
        print_error("%s\n", msg);
    assert_int_equal(st, CMC_OK);
    cmc_str_free(&s);
}

static uint32_t noise(uint32_t *s) {
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

static uint16_t bf_of(int v) { // small integers are exact
    float f = (float)v;
    uint32_t u;
    memcpy(&u, &f, 4);
    return (uint16_t)(u >> 16);
}

static void test_bf16(void **state) {
    (void)state;
    for (unsigned big = 0; big < 2; big++) {
        unsigned n = big ? 16 : 8;
        int a[ROWS][16], b[16][16];
        uint32_t rng = 1;
        for (unsigned k = 0; k < 16; k++) {
            for (unsigned r = 0; r < ROWS; r++) {
                a[r][k] = (int)(noise(&rng) % 21) - 10;
                put_u16(in + A_AT, r * 16 + k, bf_of(a[r][k]));
            }
            for (unsigned i = 0; i < n; i++) {
                b[k][i] = (int)(noise(&rng) % 21) - 10;
                put_u16(in + B_AT, (k / 2 * n + i) * 2 + k % 2, bf_of(b[k][i]));
            }
        }
        for (unsigned i = 0; i < ROWS * n; i++)
            put_f32(in + C_AT, i, (float)i * 0.5f);
        run_dpas(big ? "pvc" : "dg2",
                 big ? "dpas.8x8 (16|M0) r80:f r60:f r20:bf r40.0:bf" : "dpas.8x8 (8|M0) r80:f r60:f r20:bf r40.0:bf");
        for (unsigned r = 0; r < ROWS; r++)
            for (unsigned i = 0; i < n; i++) {
                float want = (float)(r * n + i) * 0.5f;
                for (unsigned k = 0; k < 16; k++)
                    want += (float)(a[r][k] * b[k][i]);
                assert_true(get_f32(out, r * n + i) == want);
            }
    }
}

static void test_int8(void **state) {
    (void)state;
    int a[3][32], b[32][8];
    uint32_t rng = 2;
    for (unsigned k = 0; k < 32; k++) {
        for (unsigned r = 0; r < 3; r++)
            in[A_AT + r * 32 + k] = (uint8_t)(a[r][k] = (int)(noise(&rng) % 256) - 128);
        for (unsigned i = 0; i < 8; i++)
            in[B_AT + (k / 4 * 8 + i) * 4 + k % 4] = (uint8_t)(b[k][i] = (int)(noise(&rng) % 256));
    }
    run_dpas("dg2", "dpas.8x3 (8|M0) r80:d null:d r20:ub r40.0:b");
    for (unsigned r = 0; r < 3; r++)
        for (unsigned i = 0; i < 8; i++) {
            int want = 0;
            for (unsigned k = 0; k < 32; k++)
                want += a[r][k] * b[k][i];
            assert_int_equal((int)get_u32(out, r * 8 + i), want);
        }
    assert_int_not_equal(get_u32(out, 0), 0xeeeeeeee);
}

static void test_int4(void **state) {
    (void)state;
    int a[2][64], b[64][8];
    uint32_t rng = 3;
    memset(in, 0, sizeof in);
    for (unsigned k = 0; k < 64; k++) {
        for (unsigned r = 0; r < 2; r++) {
            unsigned v = noise(&rng) % 16;
            a[r][k] = (int)v;
            in[A_AT + r * 32 + k / 2] |= (uint8_t)(v << k % 2 * 4);
        }
        for (unsigned i = 0; i < 8; i++) {
            unsigned v = noise(&rng) % 16;
            b[k][i] = v >= 8 ? (int)v - 16 : (int)v;
            in[B_AT + (k / 8 * 8 + i) * 4 + k % 8 / 2] |= (uint8_t)(v << k % 2 * 4);
        }
    }
    run_dpas("dg2", "dpas.8x2 (8|M0) r80:d r60:d r20:s4 r40.0:u4");
    for (unsigned r = 0; r < 2; r++)
        for (unsigned i = 0; i < 8; i++) {
            int want = 0;
            for (unsigned k = 0; k < 64; k++)
                want += a[r][k] * b[k][i];
            assert_int_equal((int)get_u32(out, r * 8 + i), want);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bf16),
        cmocka_unit_test(test_int8),
        cmocka_unit_test(test_int4),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
