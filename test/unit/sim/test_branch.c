// SPDX-License-Identifier: MIT
// Control flow over 16 and 32 channels on every family, against C loops over the lanes: nested
// blocks, every way out of a loop, calls from divergent code, recursion, backward gotos.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench.h"

#include <stdio.h>

// Lane i finds i in r10 (as words) and leaves its result in r30 (as words).
typedef int (*lane_fn)(int lane);

static void on_family(unsigned family, const char *text, unsigned lanes, uint32_t dispatch, lane_fn want) {
    bench b = bench_make(bench_model(family));
    char whole[4096];
    snprintf(whole, sizeof whole, "%snop\n", text); // labels at the end need an instruction
    cmc_str bytes;
    sim_code *code = bench_assemble(b.m, whole, &bytes);
    bench_reset(&b, code);
    b.t->active = b.t->dispatch = dispatch;
    for (unsigned i = 0; i < 32; i++) {
        uint16_t v = (uint16_t)i, zero = 0;
        memcpy(b.t->regs + 10 * b.t->grf_b + 2 * i, &v, 2);
        memcpy(b.t->regs + 30 * b.t->grf_b + 2 * i, &zero, 2);
    }
    if (!bench_run(&b))
        fail_msg("%s: %s\n%s", b.m->name, bench_fault(&b), text);
    for (unsigned i = 0; i < lanes; i++) {
        int16_t got;
        memcpy(&got, b.t->regs + 30 * b.t->grf_b + 2 * i, 2);
        int expect = dispatch >> i & 1u ? want((int)i) : 0;
        if (got != expect)
            fail_msg("%s lane %u: %d, expected %d\n%s", b.m->name, i, got, expect, text);
    }
    assert_int_equal(b.t->active, dispatch);
    sim_code_destroy(code);
    cmc_str_free(&bytes);
    bench_free(&b);
}

// With all channels, with some that have no work-item, and 16 of a thread's 32: explicit SIMD code is started so.
static void on_all(const char *text, unsigned lanes, lane_fn want) {
    for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++) {
        on_family(family, text, lanes, lanes == 32 ? UINT32_MAX : 0xffff, want);
        on_family(family, text, lanes, lanes == 32 ? 0x1fffffu : 0x1fff, want);
        on_family(family, text, lanes, UINT32_MAX, want);
    }
}

#define LT(k)  "cmp (16|M0) (lt)f0.0 null<1>:w r10.0<16;16,1>:w " #k ":w\n"
#define GE(k)  "cmp (16|M0) (ge)f0.0 null<1>:w r10.0<16;16,1>:w " #k ":w\n"
#define ADD(k) "add (16|M0) r30.0<1>:w r30.0<16;16,1>:w " #k ":w\n"

static int nested(int i) {
    int r = 0;
    if (i < 8) {
        r += 1;
        if (i >= 4)
            r += 10;
        else {
            r += 100;
            if (i < 2)
                r += 1000;
        }
        r += 2;
    } else if (i >= 12)
        r += 5;
    return r + 3;
}

static void test_nested_if(void **state) {
    (void)state;
    on_all(LT(8) "(f0.0) if (16|M0) ELSE END\n" ADD(1) GE(4) "(f0.0) if (16|M0) E2 END2\n" ADD(
               10) "else (16|M0) END2 END2\n"
                   "E2:\n" ADD(100) LT(2) "(f0.0) if (16|M0) END3 END3\n" ADD(
                       1000) "END3:\nendif (16|M0) END2\n"
                             "END2:\nendif (16|M0) ELSEI\n" ADD(2) "ELSEI:\nelse (16|M0) END END\n"
                                                                   "ELSE:\n" GE(12) "(f0.0) if (16|M0) END4 END4\n" ADD(
                                                                       5) "END4:\nendif (16|M0) END\n"
                                                                          "END:\nendif (16|M0) OUT\nOUT:\n" ADD(3),
           16, nested);
}

static int looped(int i) {
    int n = 0, r = 0;
    do {
        n++;
        if (n > 20)
            break;
        if (n & 1)
            continue;
        r += 3;
        if (r > i)
            break;
    } while (n < i);
    return r * 100 + n;
}

static void test_loop(void **state) {
    (void)state;
    on_all("(W) mov (16|M0) r40.0<1>:w 0:w\n"
           "HEAD:\n"
           "add (16|M0) r40.0<1>:w r40.0<16;16,1>:w 1:w\n"
           "cmp (16|M0) (lt)f1.0 null<1>:w r40.0<16;16,1>:w r10.0<16;16,1>:w\n"
           "cmp (16|M0) (gt)f0.0 null<1>:w r40.0<16;16,1>:w 20:w\n"
           "(f0.0) break (16|M0) TAIL TAIL\n"
           "and (16|M0) (ne)f0.0 null<1>:w r40.0<16;16,1>:w 1:w\n"
           "(f0.0) cont (16|M0) TAIL TAIL\n" ADD(3) "cmp (16|M0) (gt)f0.0 null<1>:w r30.0<16;16,1>:w r10.0<16;16,1>:w\n"
                                                    "(f0.0) break (16|M0) TAIL TAIL\n"
                                                    "TAIL:\n" // lanes that continue decide here too
                                                    "(f1.0) while (16|M0) HEAD\n"
                                                    "mul (16|M0) r30.0<1>:w r30.0<16;16,1>:w 100:w\n"
                                                    "add (16|M0) r30.0<1>:w r30.0<16;16,1>:w r40.0<16;16,1>:w\n",
           16, looped);
}

static int halted(int i) {
    int r = 1;
    for (int n = 0;; n++) {
        if (n == i && i < 6)
            return r + 7; // leaves all blocks
        r += 2;
        if (n >= 7)
            break;
    }
    return r + 1000 + 7;
}

static void test_halt(void **state) {
    (void)state;
    on_all(ADD(1) "(W) mov (16|M0) r40.0<1>:w 0:w\n"
                  "HEAD:\n"
                  "cmp (16|M0) (eq)f0.0 null<1>:w r40.0<16;16,1>:w r10.0<16;16,1>:w\n"
                  "(f0.0) if (16|M0) EIF EIF\n" LT(6) "(f0.0) halt (16|M0) EIF END\n"
                                                      "EIF:\nendif (16|M0) NEXT\nNEXT:\n" ADD(
                                                          2) "add (16|M0) r40.0<1>:w r40.0<16;16,1>:w 1:w\n"
                                                             "cmp (16|M0) (lt)f0.0 null<1>:w r40.0<16;16,1>:w 8:w\n"
                                                             "(f0.0) while (16|M0) HEAD\n" ADD(
                                                                 1000) "halt (16|M0) END END\n"
                                                                       "END:\njoin (16|M0) OUT\nOUT:\n" ADD(7),
           16, halted);
}

static int wide(int i) {
    return i < 20 ? (i >= 10 ? 3 : 1) : 5;
}

// 32 channels as one instruction of control flow with two halves of data.
static void test_simd32(void **state) {
    (void)state;
    on_all("cmp (32|M0) (lt)f0.0 null<1>:w r10.0<16;16,1>:w 20:w\n"
           "(f0.0) if (32|M0) ELSE END\n"
           "add (32|M0) r30.0<1>:w r30.0<16;16,1>:w 1:w\n"
           "cmp (32|M0) (ge)f1.0 null<1>:w r10.0<16;16,1>:w 10:w\n"
           "(f1.0) if (32|M0) E2 E2\n"
           "add (32|M0) r30.0<1>:w r30.0<16;16,1>:w 2:w\n"
           "E2:\nendif (32|M0) ELSEI\n"
           "ELSEI:\nelse (32|M0) END END\n"
           "ELSE:\nadd (32|M0) r30.0<1>:w r30.0<16;16,1>:w 5:w\n"
           "END:\nendif (32|M0) OUT\nOUT:\n",
           32, wide);
}

static int factorial_sum(int i) { // i + (i - 1) + ... + 1, plus 100 where i is even before
    int r = 0;
    for (int n = i; n > 0; n--)
        r += n;
    return i % 2 ? r : 100;
}

// A routine that calls itself from divergent code; each level keeps its return address and its
// lanes' values in registers of its own, by an address that moves.
static void test_recursion(void **state) {
    (void)state;
    on_all("and (16|M0) (ne)f0.0 null<1>:w r10.0<16;16,1>:w 1:w\n"
           "mov (16|M0) r40.0<1>:w r10.0<16;16,1>:w\n"
           "(W) mov (1|M0) r60.0<1>:ud 0:ud\n"
           "(f0.0) if (16|M0) ELSE END\n"
           "call (16|M0) r61.0 SUM\n"
           "ELSEI:\nelse (16|M0) END END\n"
           "ELSE:\n" ADD(100) "END:\nendif (16|M0) OUT\n"
                              "OUT:\n(W) jmpi DONE\n"
                              "SUM:\n"
                              "(W) mul (1|M0) r62.0<1>:ud r60.0<0;1,0>:uw 16:uw\n"
                              "(W) add (1|M0) a0.0<1>:uw r62.0<0;1,0>:uw 2240:uw\n" // past r70 on every family
                              "(W) mov (2|M0) r[a0.0]<1>:ud r61.0<2;2,1>:ud\n"
                              "(W) add (1|M0) r60.0<1>:ud r60.0<0;1,0>:ud 1:uw\n"
                              "add (16|M0) r30.0<1>:w r30.0<16;16,1>:w r40.0<16;16,1>:w\n"
                              "add (16|M0) r40.0<1>:w r40.0<16;16,1>:w -1:w\n"
                              "cmp (16|M0) (gt)f0.0 null<1>:w r40.0<16;16,1>:w 0:w\n"
                              "(f0.0) call (16|M0) r61.0 SUM\n"
                              "(W) add (1|M0) r60.0<1>:ud r60.0<0;1,0>:ud -1:w\n"
                              "(W) mul (1|M0) r62.0<1>:ud r60.0<0;1,0>:uw 16:uw\n"
                              "(W) add (1|M0) a0.0<1>:uw r62.0<0;1,0>:uw 2240:uw\n"
                              "(W) mov (2|M0) r61.0<1>:ud r[a0.0]<2;2,1>:ud\n"
                              "ret (16|M0) r61.0\n"
                              "DONE:\n",
           16, factorial_sum);
}

static int gone(int i) {
    return (i > 11 ? 0 : i > 4 ? 10 : 11) + 100;
}

// A forward goto jumps where its predicate is true; on Gen9 where it is false.
static void test_goto(void **state) {
    (void)state;
    for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++) {
        bool inverted = family == ISA_GEN9;
        char text[1024];
        snprintf(text, sizeof text,
                 "cmp (16|M0) (gt)f0.0 null<1>:w r10.0<16;16,1>:w 11:w\n"
                 "(%sf0.0) goto (16|M0) J1 J2\n"
                 "cmp (16|M0) (gt)f0.0 null<1>:w r10.0<16;16,1>:w 4:w\n"
                 "(%sf0.0) goto (16|M0) J1 J1\n" ADD(1) "J1:\njoin (16|M0) J2\n" ADD(10) "J2:\njoin (16|M0) J3\n" ADD(
                     100) "J3:\njoin (16|M0) OUT\nOUT:\n",
                 inverted ? "~" : "", inverted ? "~" : "");
        on_family(family, text, 16, 0xffff, gone);
        on_family(family, text, 16, 0x1fff, gone);
    }
}

static int skipped(int i) {
    (void)i;
    return 2;
}
static int not_skipped(int i) {
    (void)i;
    return 3;
}

// Without a predicate every channel counts as true: on Gen9 none jumps.
static void test_goto_always(void **state) {
    (void)state;
    for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++)
        on_family(family, "goto (16|M0) J J\n" ADD(1) "J:\njoin (16|M0) OUT\nOUT:\n" ADD(2), 16, 0xffff,
                  family == ISA_GEN9 ? not_skipped : skipped);
}

static int counted(int i) {
    return i > 0 ? i : 1;
}

static void test_goto_backward(void **state) {
    (void)state;
    on_all("BACK:\n" ADD(1) "cmp (16|M0) (lt)f0.0 null<1>:w r30.0<16;16,1>:w r10.0<16;16,1>:w\n"
                            "(f0.0) goto.b (16|M0) OUT BACK\n"
                            "OUT:\njoin (16|M0) END\nEND:\n",
           16, counted);
}

static int all_lanes(int i) {
    (void)i;
    return 7;
}

// brc with every channel jumps over; a uniform jmpi and calla reach their places.
static void test_uniform(void **state) {
    (void)state;
    on_all("cmp (16|M0) (ge)f0.0 null<1>:w r10.0<16;16,1>:w 0:w\n"
           "(f0.0) brc (16|M0) MEET MEET\n" ADD(1000) "MEET:\njoin (16|M0) NEXT\nNEXT:\n" ADD(
               2) "(W) mov (1|M0) f1.0<1>:uw 0:uw\n"
                  "(W&f1.0) jmpi AWAY\n" ADD(5) "AWAY:\nnop\n",
           16, all_lanes);
}

static int by_address(int i) {
    return i < 8 ? 43 : 40;
}

// brd with all channels and with none; calla to byte 112 of the kernel.
static void test_brd_calla(void **state) {
    (void)state;
    on_all(GE(0) "(f0.0) brd (16|M0) FAR\n" ADD(1000) "FAR:\njoin (16|M0) N1\n"
                                                      "N1:\n(~f0.0) brd (16|M0) OUT\n" // 64
                                                      "(W) jmpi CALL\n"                // 80
                                                      "nop\n"                          // 96
           ADD(3) "ret (16|M0) r61.0\n"                                                // 112
                  "CALL:\n" LT(8) "(f0.0) calla (16|M0) r61.0 112\n" ADD(40) "OUT:\n",
           16, by_address);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nested_if),   cmocka_unit_test(test_loop),          cmocka_unit_test(test_halt),
        cmocka_unit_test(test_simd32),      cmocka_unit_test(test_recursion),     cmocka_unit_test(test_goto),
        cmocka_unit_test(test_goto_always), cmocka_unit_test(test_goto_backward), cmocka_unit_test(test_uniform),
        cmocka_unit_test(test_brd_calla),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
