// SPDX-License-Identifier: MIT
// Floating point: conversions for every half value, rounding modes, denormals, saturation, min/max,
// against the compiler's own arithmetic and hand-derived values.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

#include <fenv.h>
#include <stdio.h>
#include <math.h>
#include <string.h>

#define KEEP_DENORMALS "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4C0:uw\n"

static void store_f(uint8_t *p, const float *v, unsigned n) {
    memcpy(p, v, n * sizeof *v);
}

static void test_arithmetic(void **state) {
    (void)state;
    static sim_io io;
    const float a[8] = {1.5f, -2.25f, 3e38f, 1e-30f, 0.1f, -0.0f, INFINITY, 16777216.0f};
    const float b[8] = {0.1f, 7.0f, 3e38f, 1e-5f, 0.2f, 0.0f, -INFINITY, 1.0f};
    store_f(io.in, a, 8);
    store_f(io.in + 32, b, 8);
    run_piece("add (8|M0) r50.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "mul (8|M0) r51.0<1>:f r10.0<8;8,1>:f -r11.0<8;8,1>:f\n"
              "mad (8|M0) r52.0<1>:f r10.0<8;1>:f r11.0<8;1>:f (abs)r10.0<1>:f\n"
              "add (8|M0) (sat) r53.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "frc (8|M0) r54.0<1>:f r10.0<8;8,1>:f\n"
              "rndd (8|M0) r55.0<1>:f r10.0<8;8,1>:f\n"
              "rnde (8|M0) r56.0<1>:f r10.0<8;8,1>:f\n"
              "mov (8|M0) r57.0<1>:f 0x40300000:vf\n" // bytes 00 00 30 40: 0, 0, 1, 2
              "mov (8|M0) r58.0<1>:f (abs)r10.0<8;8,1>:f\n",
              &io);
    for (unsigned i = 0; i < 8; i++) {
        float sum = a[i] + b[i];
        float product = a[i] * -b[i];
        assert_memory_equal(io.out + 32 + 4 * i, &product, 4);
        assert_true(get_f32(io.out, i) == sum || (isnan(sum) && isnan(get_f32(io.out, i))));
        assert_true(get_f32(io.out, 16 + i) == fmaf(b[i], fabsf(a[i]), a[i]) || isnan(fmaf(b[i], fabsf(a[i]), a[i])));
        assert_true(get_f32(io.out, 24 + i) == (sum > 0 ? sum < 1 ? sum : 1 : 0));
        if (isfinite(a[i]))
            assert_true(get_f32(io.out, 32 + i) == a[i] - floorf(a[i]));
        assert_true(get_f32(io.out, 40 + i) == floorf(a[i]));
        assert_true(get_f32(io.out, 48 + i) == nearbyintf(a[i]));
        assert_true(get_f32(io.out, 56 + i) == (i % 4 < 2 ? 0.0f : (float)(i % 4 - 1)));
        assert_true(get_f32(io.out, 64 + i) == fabsf(a[i]) && !signbit(get_f32(io.out, 64 + i)));
    }
}

// All 65536 halfs to float, 256 a run.
static void test_half_exhaustive(void **state) {
    (void)state;
    static sim_io io;
    for (uint32_t base = 0; base < 65536; base += 256) {
        for (unsigned i = 0; i < 256; i++)
            put_u16(io.in, i, (uint16_t)(base + i));
        char body[8192] = KEEP_DENORMALS;
        for (unsigned k = 0; k < 16; k++) { // 16 halfs a register: r10+k -> r50+2k
            char line[160];
            snprintf(line, sizeof line, "mov (16|M0) r%u.0<1>:f r%u.0<16;16,1>:hf\n", 50 + 2 * k, 10 + k);
            strcat(body, line);
        }
        run_piece(body, &io);
        for (unsigned i = 0; i < 256; i++) {
            uint16_t h = (uint16_t)(base + i);
            _Float16 v;
            memcpy(&v, &h, 2);
            float want = (float)v, got = get_f32(io.out, i);
            if (want != want)
                assert_true(got != got);
            else
                assert_memory_equal(&got, &want, 4);
        }
    }
}

// Narrowing: floats around every half boundary.
static void test_half_narrowing(void **state) {
    (void)state;
    static sim_io io;
    for (uint32_t h = 0; h < 0x7c00; h += 61) {
        for (unsigned i = 0; i < 256; i++) { // between consecutive halfs: low, below middle, middle, above middle
            uint16_t bits = (uint16_t)(h + i / 8);
            _Float16 lo, hi;
            memcpy(&lo, &bits, 2);
            bits++;
            memcpy(&hi, &bits, 2);
            float mid = ((float)lo + (float)hi) / 2;
            float v = (float[]){(float)lo, nextafterf(mid, 0), mid, nextafterf(mid, INFINITY)}[i % 4];
            put_f32(io.in, i, i % 8 >= 4 ? -v : v);
        }
        char body[8192] = KEEP_DENORMALS;
        for (unsigned k = 0; k < 32; k++) {
            char line[160];
            snprintf(line, sizeof line, "mov (8|M0) r%u.0<2>:hf r%u.0<8;8,1>:f\n", 50 + k, 10 + k);
            strcat(body, line);
        }
        run_piece(body, &io);
        for (unsigned i = 0; i < 256; i++) {
            _Float16 want = (_Float16)get_f32(io.in, i);
            uint16_t bits;
            memcpy(&bits, &want, 2);
            assert_int_equal(get_u16(io.out, 2 * i), bits);
        }
        if (h > 64 && h < 0x7b00)
            h += 1500;
    }
}

static void test_rounding_modes(void **state) {
    (void)state;
    static sim_io io;
    const int modes[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    const volatile float a[8] = {1.0f, -1.0f, 0.1f, -0.1f, 1e10f, 3.0f, 16777217.0f, -7.7f};
    const volatile float b[8] = {1e-9f, -1e-9f, 0.2f, -0.7f, 1.0f, 1e-20f, 1.0f, 1e-3f};
    for (unsigned i = 0; i < 8; i++) {
        put_f32(io.in, i, a[i]);
        put_f32(io.in, 8 + i, b[i]);
        put_u32(io.in, 16 + i, 0x7fffff81u + i * 0x10u);
    }
    run_piece("add (8|M0) r50.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "mov (8|M0) r51.0<1>:f r12.0<8;8,1>:d\n"
              "mov (8|M0) r52.0<2>:hf r10.0<8;8,1>:f\n"
              "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x10:uw\n"
              "add (8|M0) r53.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "mov (8|M0) r54.0<1>:f r12.0<8;8,1>:d\n"
              "mov (8|M0) r55.0<2>:hf r10.0<8;8,1>:f\n"
              "(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw\n"
              "add (8|M0) r56.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "mov (8|M0) r57.0<1>:f r12.0<8;8,1>:d\n"
              "mov (8|M0) r58.0<2>:hf r10.0<8;8,1>:f\n"
              "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw\n"
              "add (8|M0) r59.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "mov (8|M0) r60.0<1>:f r12.0<8;8,1>:d\n"
              "mov (8|M0) r61.0<2>:hf r10.0<8;8,1>:f\n",
              &io);
    for (unsigned m = 0; m < 4; m++)
        for (unsigned i = 0; i < 8; i++) {
            volatile int32_t n = (int32_t)get_u32(io.in, 16 + i);
            fesetround(modes[m]);
            volatile float sum = a[i] + b[i], conv = (float)n;
            fesetround(FE_TONEAREST);
            assert_true(get_f32(io.out, 24 * m + i) == sum);
            assert_true(get_f32(io.out, 24 * m + 8 + i) == conv);
            // A half between its neighbours: check the direction.
            uint16_t bits = get_u16(io.out, 2 * (24 * m + 16 + i));
            _Float16 h;
            memcpy(&h, &bits, 2);
            float got = (float)h;
            if (m == 1)
                assert_true(got >= a[i]);
            if (m == 2)
                assert_true(got <= a[i]);
            if (m == 3)
                assert_true(fabsf(got) <= fabsf(a[i]));
        }
}

static void test_denormals(void **state) {
    (void)state;
    static sim_io io;
    put_u32(io.in, 0, 1);          // smallest denormal
    put_u32(io.in, 1, 0x807fffff); // largest, negative
    put_u32(io.in, 2, 0x00800000); // smallest normal
    put_f32(io.in, 3, 0.5f);
    run_piece("add (4|M0) r50.0<1>:f r10.0<4;4,1>:f 0x0:f\n"
              "mul (4|M0) r51.0<1>:f r10.0<4;4,1>:f r10.3<0;1,0>:f\n"
              "mov (4|M0) r52.0<1>:f r10.0<4;4,1>:f\n" KEEP_DENORMALS "add (4|M0) r53.0<1>:f r10.0<4;4,1>:f 0x0:f\n"
              "mul (4|M0) r54.0<1>:f r10.0<4;4,1>:f r10.3<0;1,0>:f\n",
              &io);
    const uint32_t want[5][3] = {{0, 0, 0x00800000},
                                 {0, 0x80000000, 0},
                                 {1, 0x807fffff, 0x00800000},
                                 {1, 0x807fffff, 0x00800000},
                                 {0, 0x80400000, 0x00400000}};
    for (unsigned r = 0; r < 5; r++)
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(get_u32(io.out, 8 * r + i) & (r == 0 ? 0x7fffffff : UINT32_MAX), want[r][i]);
}

static void test_compare_and_select(void **state) {
    (void)state;
    static sim_io io;
    const float a[8] = {1, NAN, 1, NAN, -0.0f, 0.0f, -INFINITY, 2};
    const float b[8] = {2, 1, NAN, NAN, 0.0f, -0.0f, 1, 2};
    store_f(io.in, a, 8);
    store_f(io.in + 32, b, 8);
    run_piece("sel (8|M0) (ge)f0.0 r50.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "sel (8|M0) (lt)f0.0 r51.0<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "cmp (8|M0) (lt)f0.0 null<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "(W) mov (1|M0) r52.0<1>:ud f0.0<0;1,0>:uw\n"
              "cmp (8|M0) (ne)f0.0 null<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "(W) mov (1|M0) r52.1<1>:ud f0.0<0;1,0>:uw\n"
              "cmp (8|M0) (un)f0.0 null<1>:f r10.0<8;8,1>:f r11.0<8;8,1>:f\n"
              "(W) mov (1|M0) r52.2<1>:ud f0.0<0;1,0>:uw\n"
              "add (8|M0) (gt)f0.0 null<1>:f r10.0<8;8,1>:f -r11.0<8;8,1>:f\n"
              "(W) mov (1|M0) r52.3<1>:ud f0.0<0;1,0>:uw\n"
              "csel (8|M0) (le)f0.0 r53.0<1>:f r10.0<8;1>:f r11.0<8;1>:f r10.0<1>:f\n",
              &io);
    for (unsigned i = 0; i < 8; i++) {
        float max = get_f32(io.out, i), min = get_f32(io.out, 8 + i);
        if (isnan(a[i]) && isnan(b[i])) {
            assert_true(isnan(max) && isnan(min));
        } else if (isnan(a[i]) || isnan(b[i])) {
            assert_true(max == (isnan(a[i]) ? b[i] : a[i]) && min == max);
        } else {
            assert_true(max == fmaxf(a[i], b[i]) && min == fminf(a[i], b[i]));
        }
    }
    assert_int_equal(get_u32(io.out, 16) & 0xff, 0x41);
    assert_int_equal(get_u32(io.out, 17) & 0xff, 0x4f);
    assert_int_equal(get_u32(io.out, 18) & 0xff, 0x0e);
    assert_int_equal(get_u32(io.out, 19) & 0xff, 0x00);
    assert_true(get_f32(io.out, 24) == 2 && get_f32(io.out, 28) == -0.0f && get_f32(io.out, 30) == -INFINITY);
}

static void test_to_integer(void **state) {
    (void)state;
    static sim_io io;
    const float a[8] = {1.9f, -1.9f, 3e9f, -3e9f, NAN, INFINITY, 300.5f, -0.5f};
    store_f(io.in, a, 8);
    run_piece("mov (8|M0) r50.0<1>:d r10.0<8;8,1>:f\n"
              "mov (8|M0) r51.0<1>:ud r10.0<8;8,1>:f\n"
              "mov (8|M0) r52.0<2>:w r10.0<8;8,1>:f\n"
              "mov (8|M0) r53.0<4>:ub r10.0<8;8,1>:f\n",
              &io);
    const int32_t d[8] = {1, -1, INT32_MAX, INT32_MIN, 0, INT32_MAX, 300, 0};
    const uint32_t ud[8] = {1, 0, 3000000000u, 0, 0, UINT32_MAX, 300, 0};
    const int16_t w[8] = {1, -1, INT16_MAX, INT16_MIN, 0, INT16_MAX, 300, 0};
    const uint8_t ub[8] = {1, 0, 255, 0, 0, 255, 255, 0};
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(get_u32(io.out, i), (uint32_t)d[i]);
        assert_int_equal(get_u32(io.out, 8 + i), ud[i]);
        assert_int_equal((int16_t)get_u16(io.out, 32 + 2 * i), w[i]);
        assert_int_equal(io.out[96 + 4 * i], ub[i]);
    }
}

static void test_half_arithmetic(void **state) {
    (void)state;
    static sim_io io;
    uint32_t rng = 7;
    for (unsigned i = 0; i < 48; i++) {
        rng = rng * 1664525u + 1013904223u;
        put_u16(io.in, i, (uint16_t)((rng >> 16 & 0x83ff) | (0x2c00 + (rng >> 8 & 0x1c00))));
    }
    run_piece(KEEP_DENORMALS "add (16|M0) r50.0<1>:hf r10.0<16;16,1>:hf r11.0<16;16,1>:hf\n"
                             "mul (16|M0) r51.0<1>:hf r10.0<16;16,1>:hf r11.0<16;16,1>:hf\n"
                             "mad (16|M0) r52.0<1>:hf r10.0<8;1>:hf r11.0<8;1>:hf r12.0<1>:hf\n",
              &io);
    for (unsigned i = 0; i < 16; i++) {
        _Float16 v[3], got[3];
        for (unsigned k = 0; k < 3; k++) {
            uint16_t in = get_u16(io.in, 16 * k + i), out = get_u16(io.out, 16 * k + i);
            memcpy(&v[k], &in, 2);
            memcpy(&got[k], &out, 2);
        }
        assert_true(got[0] == (_Float16)(v[0] + v[1]));
        assert_true(got[1] == (_Float16)(v[0] * v[1]));
        // The product is exact in double, and long double holds the exact sum of these magnitudes.
        long double exact = (long double)v[0] + (long double)v[1] * (long double)v[2];
        assert_true(got[2] == (_Float16)exact);
    }
}

static void test_math(void **state) {
    (void)state;
    static sim_io io;
    const float a[8] = {0.25f, 1.0f, 2.0f, 3.7f, 100.0f, 0.01f, 1e6f, 9.0f};
    store_f(io.in, a, 8);
    run_piece("math.inv (8|M0) r50.0<1>:f r10.0<8;8,1>:f\n"
              "math.sqt (8|M0) r51.0<1>:f r10.0<8;8,1>:f\n"
              "math.rsqt (8|M0) r52.0<1>:f r10.0<8;8,1>:f\n"
              "math.log (8|M0) r53.0<1>:f r10.0<8;8,1>:f\n"
              "math.exp (8|M0) r54.0<1>:f -r10.0<8;8,1>:f\n"
              "math.sin (8|M0) r55.0<1>:f r10.0<8;8,1>:f\n"
              "math.iqot (8|M0) r56.0<1>:d r10.0<8;8,1>:d 0x3e9:d\n"
              "math.irem (8|M0) r57.0<1>:ud r10.0<8;8,1>:ud 0x3e9:ud\n",
              &io);
    for (unsigned i = 0; i < 8; i++) {
        double x = (double)a[i];
        assert_true(get_f32(io.out, i) == 1.0f / a[i]);
        assert_true(get_f32(io.out, 8 + i) == sqrtf(a[i]));
        assert_true(fabs((double)get_f32(io.out, 16 + i) * sqrt(x) - 1) < 1e-7);
        assert_true(fabs((double)get_f32(io.out, 24 + i) - log2(x)) <= 1e-7 * (1 + fabs(log2(x))));
        assert_true(fabs((double)get_f32(io.out, 32 + i) - exp2(-x)) <= 1e-7 * exp2(-x) + 1e-38);
        assert_true(fabs((double)get_f32(io.out, 40 + i) - sin(x)) < 1e-7);
        assert_int_equal(get_u32(io.out, 48 + i), (uint32_t)((int32_t)get_u32(io.in, i) / 1001));
        assert_int_equal(get_u32(io.out, 56 + i), get_u32(io.in, i) % 1001);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arithmetic),     cmocka_unit_test(test_half_exhaustive),
        cmocka_unit_test(test_half_narrowing), cmocka_unit_test(test_rounding_modes),
        cmocka_unit_test(test_denormals),      cmocka_unit_test(test_compare_and_select),
        cmocka_unit_test(test_to_integer),     cmocka_unit_test(test_half_arithmetic),
        cmocka_unit_test(test_math),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
