// SPDX-License-Identifier: MIT
// Moves that choose their elements, interpolation, predicates over groups, state registers,
// rounding and denormal modes of the control register, on every family that has them.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench.h"

#include <fenv.h>

enum { OLD = 1 << ISA_GEN9 | 1 << ISA_GEN11, G9 = 1 << ISA_GEN9, ALL = 0x7e };

static void put(bench *b, unsigned grf, unsigned dword, uint32_t v) {
    sim_u32_put(b->t->regs + grf * b->t->grf_b + 4 * dword, v);
}
static void put_f(bench *b, unsigned grf, unsigned dword, float v) {
    uint32_t u;
    memcpy(&u, &v, 4);
    put(b, grf, dword, u);
}
static uint32_t get(const bench *b, unsigned grf, unsigned dword) {
    return sim_u32_get(b->t->regs + grf * b->t->grf_b + 4 * dword);
}
static float get_f(const bench *b, unsigned grf, unsigned dword) {
    uint32_t u = get(b, grf, dword);
    float f;
    memcpy(&f, &u, 4);
    return f;
}

typedef void (*step_fn)(bench *b);

// Runs text on each family of the mask, between two functions that set and check registers.
static void on(unsigned families, const char *text, step_fn before, step_fn after) {
    for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++) {
        if (!(families >> family & 1u))
            continue;
        bench b = bench_make(bench_model(family));
        cmc_str bytes;
        sim_code *code = bench_assemble(b.m, text, &bytes);
        bench_reset(&b, code);
        if (before != NULL)
            before(&b);
        if (!bench_run(&b))
            fail_msg("%s: %s\n%s", b.m->name, bench_fault(&b), text);
        after(&b);
        sim_code_destroy(code);
        cmc_str_free(&bytes);
        bench_free(&b);
    }
}

static void lanes_in_r10(bench *b) {
    for (unsigned i = 0; i < 16; i++)
        put(b, 10, i, 100 + i);
}

// The mask names one lane, whose element goes to its place after the address.
static void scattered(bench *b) {
    assert_int_equal(get(b, 30, 3), 105);
    assert_int_equal(get(b, 30, 2), 0xeeeeeeee);
    assert_int_equal(get(b, 30, 4), 0xeeeeeeee);
    assert_int_equal(get(b, 31, 0), 0xeeeeeeee); // its lane does not write
}

static void test_smov(void **state) {
    (void)state;
    on(OLD,
       "(W) mov (1|M0) a0.5<1>:uw 952:uw\n" // lane 5 after it: r30.3
       "(W) mov (1|M0) a0.6<1>:uw 968:uw\n" // lane 6 after it: r31.0
       "(W) mov (1|M0) f0.0<1>:uw 0x20:uw\n"
       "(f0.0) smov (8|M0) r[a0.5]<1>:d r10.5<0;1,0>:d 0x20:uw\n"
       "(f0.0) smov (8|M0) r[a0.6]<1>:d r10.6<0;1,0>:d 0x40:uw\n",
       lanes_in_r10, scattered);
}

static void indexed(bench *b) {
    static const unsigned from[4] = {3, 0, 7, 7};
    for (unsigned i = 0; i < 4; i++)
        assert_int_equal(get(b, 30, i), 100 + from[i]);
    assert_int_equal(get(b, 30, 4), 0xeeeeeeee);
}

static void words_of_r10(bench *b) {
    static const uint16_t place[4] = {12, 0, 28, 29}; // low bits below the element do not count
    lanes_in_r10(b);
    for (unsigned i = 0; i < 4; i++) {
        uint16_t a = (uint16_t)(10 * b->t->grf_b + place[i]);
        memcpy(b->t->regs + SIM_ARF_A0 + 2 * i, &a, 2);
    }
}

static void test_movi(void **state) {
    (void)state;
    on(G9, "movi (4|M0) r30.0<1>:d r[a0.0]<4;4,1>:d\n", words_of_r10, indexed);
    on(ALL & ~G9, "movi (4|M0) r30.0<1>:d r[a0.0]<4;4,1>:d null<0;1,0>:d\n", words_of_r10, indexed);
}

static void planes(bench *b) {
    for (unsigned k = 0; k < 4; k++)
        put_f(b, 12, 4 + k, (float)(k + 2)); // p = 2, q = 3, -, r = 5 in the second four
    for (unsigned i = 0; i < 8; i++) {
        put_f(b, 14, i, (float)i);
        put_f(b, 15, i, (float)(10 * i));
        put_f(b, 16, i, (float)(8 + i));
        put_f(b, 17, i, (float)(10 * (8 + i)));
    }
}

static void evaluated(bench *b) {
    for (unsigned i = 0; i < 8; i++)
        assert_true(get_f(b, 30, i) == 2.0f * (float)i + 5.0f);
    for (unsigned i = 0; i < 16; i++)
        assert_true(get_f(b, 32 + i / 8, i % 8) == 2.0f * (float)i + 3.0f * (float)(10 * i) + 5.0f);
}

static void test_line_pln(void **state) {
    (void)state;
    on(G9,
       "line (8|M0) r30.0<1>:f r12.4<0;1,0>:f r14.0<8;8,1>:f\n"
       "pln (16|M0) r32.0<1>:f r12.4<0;1,0>:f r14.0<8;8,1>:f\n",
       planes, evaluated);
}

// Predicates over groups of lanes: flag 0x0110 names lane 4 and lane 8.
static void groups(bench *b) {
    static const uint32_t want[8] = {
        0x0330, 0x0000, 0x0ff0, 0x0000, 0xffff, 0x0000, 0xffff, 0x0000,
    };
    for (unsigned k = 0; k < 8; k++)
        for (unsigned i = 0; i < 16; i++) {
            unsigned row = 30 + 2 * k, at = i * 4;
            uint32_t got = sim_u32_get(b->t->regs + row * b->t->grf_b + at);
            assert_int_equal(got, want[k] >> i & 1 ? k + 1 : 0);
        }
}

static void test_group_predicates(void **state) {
    (void)state;
    on(0x1e, // up to Xe-HPG
       "(W) mov (1|M0) f0.0<1>:uw 0x110:uw\n"
       "(W) mov (16|M0) r30.0<1>:d 0:w\n(W) mov (16|M0) r32.0<1>:d 0:w\n"
       "(W) mov (16|M0) r34.0<1>:d 0:w\n(W) mov (16|M0) r36.0<1>:d 0:w\n"
       "(W) mov (16|M0) r38.0<1>:d 0:w\n(W) mov (16|M0) r40.0<1>:d 0:w\n"
       "(W) mov (16|M0) r42.0<1>:d 0:w\n(W) mov (16|M0) r44.0<1>:d 0:w\n"
       "(f0.0.any2h) mov (16|M0) r30.0<1>:d 1:w\n"
       "(f0.0.all2h) mov (16|M0) r32.0<1>:d 2:w\n"
       "(f0.0.any4h) mov (16|M0) r34.0<1>:d 3:w\n"
       "(f0.0.all4h) mov (16|M0) r36.0<1>:d 4:w\n"
       "(f0.0.any8h) mov (16|M0) r38.0<1>:d 5:w\n"
       "(f0.0.all8h) mov (16|M0) r40.0<1>:d 6:w\n"
       "(f0.0.any16h) mov (16|M0) r42.0<1>:d 7:w\n"
       "(f0.0.all16h) mov (16|M0) r44.0<1>:d 8:w\n",
       NULL, groups);
}

static void over_size(bench *b) {
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(get(b, 30, i), 1); // any of lanes 0..7: lane 4
        assert_int_equal(get(b, 31, i), 0);
        assert_int_equal(get(b, 32, i), 3); // not all
        assert_int_equal(get(b, 33, i), 4); // all of lane 4
    }
}

static void test_any_all(void **state) {
    (void)state;
    on(1 << ISA_XE_HPC | 1 << ISA_XE2,
       "(W) mov (1|M0) f2.0<1>:uw 0x10:uw\n"
       "(W) mov (8|M0) r30.0<1>:d 0:w\n(W) mov (8|M0) r31.0<1>:d 0:w\n"
       "(W) mov (8|M0) r32.0<1>:d 0:w\n(W) mov (8|M0) r33.0<1>:d 4:w\n"
       "(f2.0.any) mov (8|M0) r30.0<1>:d 1:w\n"
       "(f2.0.all) mov (8|M0) r31.0<1>:d 2:w\n"
       "(~f2.0.all) mov (8|M0) r32.0<1>:d 3:w\n"
       "(~f2.0.any) mov (8|M0) r33.0<1>:d 5:w\n",
       NULL, over_size);
}

// Rounding and denormals follow cr0 from one instruction to the next.
static void ones_and_tiny(bench *b) {
    put(b, 10, 0, 0x3f800000); // 1
    put(b, 10, 1, 0x33000000); // 2^-25
    put(b, 10, 2, 0x00000003); // denormal
}

static void by_mode(bench *b) {
    assert_int_equal(get(b, 30, 0), 0x3f800000); // nearest
    assert_int_equal(get(b, 30, 1), 0x3f800001); // up
    assert_int_equal(get(b, 30, 2), 0x3f800000); // down
    assert_int_equal(get(b, 30, 3), 0);          // flushed
    assert_int_equal(get(b, 30, 4), 6);          // kept
    assert_int_equal(get(b, 30, 5), 0x3f7fffff); // 1 - 2^-25 towards zero
}

static void test_modes(void **state) {
    (void)state;
    on(ALL,
       "(W) mov (1|M0) cr0.0<1>:ud 0x0:ud\n"
       "(W) add (1|M0) r30.0<1>:f r10.0<0;1,0>:f r10.1<0;1,0>:f\n"
       "(W) add (1|M0) r30.3<1>:f r10.2<0;1,0>:f r10.2<0;1,0>:f\n"
       "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x4D0:uw\n"
       "(W) add (1|M0) r30.1<1>:f r10.0<0;1,0>:f r10.1<0;1,0>:f\n"
       "(W) add (1|M0) r30.4<1>:f r10.2<0;1,0>:f r10.2<0;1,0>:f\n"
       "(W) xor (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw\n"
       "(W) add (1|M0) r30.2<1>:f r10.0<0;1,0>:f r10.1<0;1,0>:f\n"
       "(W) or (1|M0) cr0.0<1>:ud cr0.0<0;1,0>:ud 0x30:uw\n"
       "(W) add (1|M0) r30.5<1>:f r10.0<0;1,0>:f -r10.1<0;1,0>:f\n",
       ones_and_tiny, by_mode);
}

// State registers: channel enables, flags as data, address registers as data, a clock that moves
// on.
static void sample_state(bench *b) {
    b->t->active = b->t->dispatch = 0x5a5a5a5a;
    put(b, 10, 0, 0x12345678);
}

static void state_read(bench *b) {
    assert_int_equal(get(b, 30, 0), 0x5a5a5a5a);
    assert_int_equal(get(b, 30, 1), 0x12345678);
    assert_int_equal(get(b, 30, 2), 0x1234);
    assert_int_equal(get(b, 30, 3), 0x5678abcd);
    assert_int_equal(get(b, 31, 0), 0xeeeeeeee); // channel 0 is off
    assert_int_equal(get(b, 31, 1), 0x77);
}

static void test_state(void **state) {
    (void)state;
    on(ALL,
       "(W) mov (1|M0) r30.0<1>:ud ce0.0<0;1,0>:ud\n"
       "(W) mov (1|M0) f0.0<1>:ud r10.0<0;1,0>:ud\n"
       "(W) mov (1|M0) r30.1<1>:ud f0.0<0;1,0>:ud\n"
       "(W) mov (1|M0) r30.2<1>:ud f0.1<0;1,0>:uw\n"
       "(W) mov (1|M0) a0.0<1>:uw 0xABCD:uw\n"
       "(W) mov (1|M0) a0.1<1>:uw r10.0<0;1,0>:uw\n"
       "(W) mov (1|M0) r30.3<1>:ud a0.0<0;1,0>:ud\n"
       "mov (8|M0) r31.0<1>:ud 0x77:ud\n",
       sample_state, state_read);
}

static void carried(bench *b) {
    assert_int_equal(get(b, 30, 0), 0xfffffffe);
    assert_int_equal(get(b, 31, 0), 1); // carry
    assert_int_equal(get(b, 32, 0), 1); // borrow
    assert_int_equal(get(b, 33, 0), 9); // left by AccWrEn
}

static void carry_inputs(bench *b) {
    for (unsigned i = 0; i < 16; i++) {
        put(b, 10, i, 0xffffffff);
        put(b, 12, i, 3);
        put(b, 14, i, 0);
    }
}

static void test_accumulator(void **state) {
    (void)state;
    on(0x1e, // AccWrEn is a bit of the instruction
       "addc (8|M0) r30.0<1>:ud r10.0<8;8,1>:ud r10.0<8;8,1>:ud {AccWrEn}\n"
       "mov (8|M0) r31.0<1>:ud acc0.0<8;8,1>:ud\n"
       "subb (8|M0) r40.0<1>:ud r14.0<8;8,1>:ud r12.0<8;8,1>:ud {AccWrEn}\n"
       "mov (8|M0) r32.0<1>:ud acc0.0<8;8,1>:ud\n"
       "mul (8|M0) r41.0<1>:ud r12.0<8;8,1>:uw r12.0<8;8,1>:uw {AccWrEn}\n"
       "mov (8|M0) r33.0<1>:ud acc0.0<8;8,1>:ud\n",
       carry_inputs, carried);
    on(1 << ISA_XE_HPC | 1 << ISA_XE2,
       "addc (16|M0) r30.0<1>:ud r10.0<1;1,0>:ud r10.0<1;1,0>:ud\n"
       "mov (16|M0) r31.0<1>:ud acc0.0<1;1,0>:ud\n"
       "subb (16|M0) r40.0<1>:ud r14.0<1;1,0>:ud r12.0<1;1,0>:ud\n"
       "mov (16|M0) r32.0<1>:ud acc0.0<1;1,0>:ud\n"
       "mov (16|M0) r33.0<1>:ud 9:ud\n",
       carry_inputs, carried);
}

// The division that Intel's compiler makes, every lane through every step, in the four modes.
static const char division[] = "math.invm (8|M0) (eo)f1.0 r28.mme0:f r12.nomme:f r18.nomme:f\n"
                               "madm (8|M0) r30.mme1:f r3.nomme:f r12.nomme:f r28.mme0:f\n"
                               "madm (8|M0) acc0.mme2:f r36.nomme:f -r18.nomme:f r28.mme0:f\n"
                               "madm (8|M0) r22.mme3:f r28.mme0:f acc0.mme2:f r28.mme0:f\n"
                               "madm (8|M0) acc0.mme4:f r12.nomme:f -r18.nomme:f r30.mme1:f\n"
                               "madm (8|M0) r30.mme5:f r30.mme1:f acc0.mme4:f r22.mme3:f\n"
                               "madm (8|M0) acc0.mme6:f r12.nomme:f -r18.nomme:f r30.mme5:f\n"
                               "madm (8|M0) r28.nomme:f r30.mme5:f acc0.mme6:f r22.mme3:f\n";

static void test_division_modes(void **state) {
    (void)state;
    static const int host[4] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    bench b = bench_make(bench_model(ISA_XE_HPC));
    cmc_str bytes;
    sim_code *code = bench_assemble(b.m, division, &bytes);
    uint32_t rng = 1;
    for (unsigned k = 0; k < 4000; k++) {
        bench_reset(&b, code);
        volatile float x[8], y[8];
        for (unsigned i = 0; i < 8; i++) {
            rng = rng * 1664525u + 1013904223u;
            x[i] = (float)(rng >> 8) * (k & 1 ? 1.0f : 0x1p-145f); // results down to denormals
            rng = rng * 1664525u + 1013904223u;
            y[i] = (float)((rng >> 8) % (k & 2 ? 50 : 1u << 24) + 1);
            x[i] = x[i] == 0 ? 1 : x[i];
            put_f(&b, 12, i, x[i]);
            put_f(&b, 18, i, y[i]);
            put_f(&b, 36, i, 1);
            put_f(&b, 3, i, 0);
        }
        sim_u32_put(b.t->regs + SIM_ARF_CR, 0x4c0 | k % 4 << 4);
        assert_true(bench_run(&b));
        assert_int_equal(sim_u32_get(b.t->regs + SIM_ARF_F + 4) & 0xff, 0); // none is final
        fesetround(host[k % 4]);
        for (unsigned i = 0; i < 8; i++) {
            volatile float want = x[i] / y[i];
            assert_true(get_f(&b, 28, i) == want);
        }
        fesetround(FE_TONEAREST);
    }
    sim_code_destroy(code);
    cmc_str_free(&bytes);
    bench_free(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_division_modes),
        cmocka_unit_test(test_smov),
        cmocka_unit_test(test_movi),
        cmocka_unit_test(test_line_pln),
        cmocka_unit_test(test_group_predicates),
        cmocka_unit_test(test_any_all),
        cmocka_unit_test(test_modes),
        cmocka_unit_test(test_state),
        cmocka_unit_test(test_accumulator),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
