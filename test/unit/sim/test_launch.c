// SPDX-License-Identifier: MIT
// Launches: thread payload, groups, partial threads, barriers, orders of execution, and every kind
// of fault.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EOT                                                                                                            \
    "(W) mov (8|M0) r127.0<1>:ud r0.0<8;8,1>:ud\n"                                                                     \
    "(W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n"

static _Alignas(64) uint32_t out[4096];

static cmc_status launch(sim_kernel_run *k, char *msg, size_t cap, sim_stats *stats) {
    static const sim_surface none = {0};
    static sim_surface surfaces[2];
    surfaces[0] = none;
    surfaces[1] = (sim_surface){.kind = SIM_SURF_BUFFER, .base = (uint8_t *)out, .size_b = sizeof out};
    memset(out, 0, sizeof out);
    k->target = k->target != NULL ? k->target : "tgl";
    k->surfaces = surfaces;
    k->n_surfaces = 2;
    return run_kernel(k, msg, cap, stats);
}

// SIMD1: 3-D group ids and packed local ids. Thread writes 1 + its linear id at its linear place.
static void test_simd1_ids(void **state) {
    (void)state;
    const char *text = "(W) mul (1|M0) r10.0<1>:d r0.7<0;1,0>:d 3:w\n" // ((gz * 3 + gy) * 2 + gx) * 24
                       "(W) add (1|M0) r10.0<1>:d r10.0<0;1,0>:d r0.6<0;1,0>:d\n"
                       "(W) mul (1|M0) r10.0<1>:d r10.0<0;1,0>:d 2:w\n"
                       "(W) add (1|M0) r10.0<1>:d r10.0<0;1,0>:d r0.1<0;1,0>:d\n"
                       "(W) mul (1|M0) r10.0<1>:d r10.0<0;1,0>:d 24:w\n"
                       "(W) mul (1|M0) r11.0<1>:d r1.2<0;1,0>:uw 3:w\n" // (lz * 3 + ly) * 4 + lx
                       "(W) add (1|M0) r11.0<1>:d r11.0<0;1,0>:d r1.1<0;1,0>:uw\n"
                       "(W) mul (1|M0) r11.0<1>:d r11.0<0;1,0>:d 4:w\n"
                       "(W) add (1|M0) r11.0<1>:d r11.0<0;1,0>:d r1.0<0;1,0>:uw\n"
                       "(W) add (1|M0) r10.0<1>:d r10.0<0;1,0>:d r11.0<0;1,0>:d\n"
                       "(W) add (1|M0) r12.0<1>:d r10.0<0;1,0>:d r2.1<0;1,0>:d\n"
                       "(W) shl (1|M0) r10.0<1>:d r10.0<0;1,0>:d 2:w\n"
                       "(W) send.dc1 (1|M0) null r10 r12 0x40 0x02026E01\n" EOT;
    for (uint64_t seed = 0; seed < 4; seed++) {
        uint32_t cross[2] = {77, 1};
        sim_kernel_run k = {.text = text,
                            .groups = {2, 3, 2},
                            .local = {4, 3, 2},
                            .cross = cross,
                            .cross_b = 8,
                            .local_ids = true,
                            .order_seed = seed,
                            .n_workers = 2};
        sim_stats stats;
        char msg[512] = "";
        assert_int_equal(launch(&k, msg, sizeof msg, &stats), CMC_OK);
        for (unsigned i = 0; i < 12 * 24; i++)
            assert_int_equal(out[i], i + 1);
        assert_int_equal(out[288], 0);
        assert_int_equal(stats.threads, 288);
        assert_int_equal(stats.instructions, 288 * 15);
        assert_int_equal(stats.sends, 576);
    }
}

// SIMD16, 5 x 5 items: two threads, the second with 9 lanes. Lane writes 1 + x + 16 y + 256 z at
// its item number.
static void test_simd16_partial(void **state) {
    (void)state;
    const char *text = "shl (16|M0) r20.0<1>:d r2.0<8;8,1>:uw 4:w\n"
                       "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d r1.0<8;8,1>:uw\n"
                       "shl (16|M0) r22.0<1>:d r3.0<8;8,1>:uw 8:w\n"
                       "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d r22.0<8;8,1>:d\n"
                       "add (16|M0) r20.0<1>:d r20.0<8;8,1>:d r4.0<0;1,0>:d\n"
                       "mul (16|M0) r24.0<1>:d r2.0<8;8,1>:uw 5:w\n"
                       "add (16|M0) r24.0<1>:d r24.0<8;8,1>:d r1.0<8;8,1>:uw\n"
                       "shl (16|M0) r24.0<1>:d r24.0<8;8,1>:d 2:w\n"
                       "send.dc1 (16|M0) null r24 r20 0x80 0x04025E01\n" EOT;
    uint32_t cross[1] = {1};
    sim_kernel_run k = {.text = text, .simd = 16, .local = {5, 5, 1}, .cross = cross, .cross_b = 4, .local_ids = true};
    char msg[512] = "";
    assert_int_equal(launch(&k, msg, sizeof msg, NULL), CMC_OK);
    for (unsigned i = 0; i < 25; i++)
        assert_int_equal(out[i], 1 + i % 5 + 16 * (i / 5));
    assert_int_equal(out[25], 0);
}

// Every thread of the group puts its number into SLM, waits, and reads its neighbour's.
#define BARRIER                                                                                                        \
    "(W) mov (8|M0) r110.0<1>:ud 0x0:ud\n"                                                                             \
    "(W) and (1|M0) r110.2<1>:ud r0.2<0;1,0>:ud 0x7F000000:ud\n"                                                       \
    "(W) send.gtwy (1|M0) null r110 null 0x0 0x02000004\n"                                                             \
    "(W) sync.bar null\n"
static void test_barrier(void **state) {
    (void)state;
    const char *text =
        "(W) shl (1|M0) r10.0<1>:d r1.0<0;1,0>:uw 2:w\n"
        "(W) mov (1|M0) r11.0<1>:d r1.0<0;1,0>:uw\n"
        "(W) send.dc1 (1|M0) null r10 r11 0x40 0x02026EFE\n" BARRIER "(W) add (1|M0) r12.0<1>:d r10.0<0;1,0>:d 4:w\n"
        "(W) and (1|M0) r12.0<1>:d r12.0<0;1,0>:d 0x7f:w\n"
        "(W) send.dc1 (1|M0) r13 r12 null 0x0 0x02106EFE\n" BARRIER
        "(W) send.dc1 (1|M0) null r10 r13 0x40 0x02026E01\n" EOT;
    for (uint64_t seed = 0; seed < 20; seed++) {
        sim_kernel_run k = {.text = text,
                            .groups = {3, 1, 1},
                            .local = {32, 1, 1},
                            .local_ids = true,
                            .slm_b = 128,
                            .barriers = 1,
                            .order_seed = seed};
        char msg[512] = "";
        assert_int_equal(launch(&k, msg, sizeof msg, NULL), CMC_OK);
        for (unsigned i = 0; i < 32; i++)
            assert_int_equal(out[i], (i + 1) % 32);
    }
}

// pvc: barrier 3 of 4, two producers that also consume. Every thread reads what the other one
// wrote.
static void test_named_barrier(void **state) {
    (void)state;
    const char *text = "(W) mov (1|M0) r10.0<1>:ud r0.8<0;1,0>:ub\n" // thread in the group
                       "(W) shl (1|M0) r11.0<1>:ud r10.0<0;1,0>:ud 2:w\n"
                       "(W) add (1|M0) r12.0<1>:ud r10.0<0;1,0>:ud 0x65:uw\n"
                       "(W) send.slm (1|M0) null r11 r12:1 0x0 0x02000504\n"
                       "(W) mov (8|M0) r110.0<1>:ud 0x0:ud\n"
                       "(W) mov (1|M0) r110.2<1>:ud 0x02020003:ud\n"
                       "(W) send.gtwy (1|M0) null r110 null:0 0x0 0x02000004\n"
                       "(W) sync.bar 0x3\n"
                       "(W) xor (1|M0) r13.0<1>:ud r11.0<0;1,0>:ud 0x4:uw\n"
                       "(W) send.slm (1|M0) r14 r13 null:0 0x0 0x02100500\n"
                       "(W) send.ugm (1|M0) null r11 r14:1 0x01000000 0x62000504\n"
                       "(W) mov (8|M0) r127.0<1>:ud r0.0<1;1,0>:ud\n"
                       "(W) send.gtwy (8|M0) null r127 null:0 0x0 0x02000010 {EOT}\n";
    for (uint64_t seed = 0; seed < 8; seed++) {
        sim_kernel_run k = {
            .target = "pvc", .text = text, .local = {2, 1, 1}, .slm_b = 64, .barriers = 4, .order_seed = seed};
        char msg[512] = "";
        cmc_status s = launch(&k, msg, sizeof msg, NULL);
        if (s != CMC_OK)
            print_error("%s\n", msg);
        assert_int_equal(s, CMC_OK);
        assert_int_equal(out[0], 0x66);
        assert_int_equal(out[1], 0x65);
    }
}

static void expect_fault(const char *text, sim_kernel_run k, const char *part) {
    char msg[512] = "";
    k.text = text;
    assert_int_equal(launch(&k, msg, sizeof msg, NULL), CMC_ERR_USER);
    if (strstr(msg, part) == NULL)
        print_error("got '%s', expected '%s'\n", msg, part);
    assert_non_null(strstr(msg, part));
}

static void test_faults(void **state) {
    (void)state;
    sim_kernel_run one = {.local = {1, 1, 1}};
    expect_fault("(W) mov (8|M0) r120.0<1>:ud 0x1000:ud\n"
                 "(W) mov (8|M0) r120.1<1>:ud 0x0:ud\n"
                 "(W) send.dc1 (8|M0) r10 r120 null 0x0 0x021D00FF\n" EOT,
                 one, "kernel offset 0x20: (W) send.dc1");
    expect_fault("mov (8|M0) r10.0<1>:ud 0x10:ud\n"
                 "mov (8|M0) r11.0<1>:ud 0x0:ud\n"
                 "send.dc1 (8|M0) r12 r10 null 0x0 0x041401FF\n" EOT,
                 one, "lane 0: read of 4 bytes at 0x1000000010 is outside every allocation");
    expect_fault("illegal\n" EOT, one, "illegal instruction");
    expect_fault("(W) mov (8|M0) r10.0<1>:ud 0x0:ud\n", one,
                 "illegal instruction"); // runs off the end
    expect_fault("(W) mov (8|M0) r10.0<1>:ud 0x0:ud\n"
                 "(W) send.dc1 (8|M0) r12 r10 null 0x0 0x02106E05\n" EOT,
                 one, "surface 5 of the binding table is not bound (2 surfaces)");
    expect_fault("(W) mov (1|M0) a0.0<1>:uw 0xffe:uw\n"
                 "(W) mov (8|M0) r10.0<1>:ud r[a0.0]<8;8,1>:ud\n" EOT,
                 one, "leaves the register file of 4096 bytes");
    expect_fault("(W) mov (8|M0) r10.0<1>:ud 0x80:ud\n"
                 "(W) send.dc1 (8|M0) r12 r10 null 0x0 0x02106EFE\n" EOT,
                 (sim_kernel_run){.slm_b = 128}, "outside the group's 128 bytes of local memory");
    expect_fault("(W) send.rc (8|M0) r12 r10 null 0x0 0x02106E00\n" EOT, one, "message is not supported (SFID 5");
    expect_fault("L:\n(W) jmpi L\n" EOT, (sim_kernel_run){.max_instructions = 1000}, "runaway");
    // Thread 0 does not come to the barrier.
    expect_fault("(W) cmp (1|M0) (eq)f0.0 null<1>:d r1.0<0;1,0>:uw 0:w\n"
                 "(W&f0.0) jmpi OUT\n" BARRIER "OUT:\n" EOT,
                 (sim_kernel_run){.local = {4, 1, 1}, .local_ids = true, .barriers = 1},
                 "deadlock: 3 threads wait at barriers that never complete, 1 threads have ended");
}

static void test_bad_code_and_arguments(void **state) {
    (void)state;
    cmc_diag *d = cmc_diag_create();
    const isa_model *m = isa_model_find("tgl");
    sim_code *c = NULL;
    uint8_t bytes[64] = {0};
    assert_int_equal(sim_code_create(m, bytes, sizeof bytes, &c, d), CMC_ERR_FORMAT);
    memset(bytes, 0x5f, sizeof bytes); // opcode 0x5f does not exist
    assert_int_equal(sim_code_create(m, bytes, sizeof bytes, &c, d), CMC_ERR_FORMAT);
    assert_non_null(strstr(cmc_diag_get(d, cmc_diag_count(d) - 1)->text, "byte offset 0x0"));
    assert_null(c);
    uint8_t *code;
    size_t len;
    assemble("tgl", EOT, &code, &len);
    assert_int_equal(sim_code_create(m, code, len, &c, d), CMC_OK);
    sim_memory *mem = sim_memory_create();
    sim_launch l = {.code = c, .mem = mem, .groups = {1, 1, 1}, .local = {1, 1, 1}, .simd = 1};
    assert_int_equal(sim_run(&l, NULL, d), CMC_OK);
    l.simd = 7;
    assert_int_equal(sim_run(&l, NULL, d), CMC_ERR_RANGE);
    l.simd = 1;
    l.local[0] = 5000;
    assert_int_equal(sim_run(&l, NULL, d), CMC_ERR_RANGE);
    l.local[0] = 1;
    l.entry_off_b = 4;
    assert_int_equal(sim_run(&l, NULL, d), CMC_ERR_RANGE);
    l.entry_off_b = 0;
    l.groups[1] = 0;
    assert_int_equal(sim_run(&l, NULL, d), CMC_OK); // nothing to do
    sim_code_destroy(c);
    sim_memory_destroy(mem);
    cmc_diag_destroy(d);
    free(code);
}

static void test_memory_map(void **state) {
    (void)state;
    static uint8_t a[64], *p = a;
    sim_memory *mem = sim_memory_create();
    assert_true(sim_memory_add(mem, p + 32, 16));
    assert_true(sim_memory_add(mem, p, 16));
    assert_true(sim_memory_add(mem, p + 16, 16));
    assert_false(sim_memory_add(mem, p + 40, 16)); // overlaps
    assert_false(sim_memory_add(mem, p + 60, 0));
    uint64_t at = (uint64_t)(uintptr_t)p;
    assert_true(sim_memory_contains(mem, at + 15, 1));
    assert_false(sim_memory_contains(mem, at + 15, 2)); // two allocations are not one
    assert_true(sim_memory_remove(mem, p + 16));
    assert_false(sim_memory_remove(mem, p + 16));
    assert_false(sim_memory_contains(mem, at + 16, 1));
    assert_true(sim_memory_contains(mem, at + 32, 16));
    assert_false(sim_memory_contains(mem, at + 48, 1));
    sim_memory_destroy(mem);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_simd1_ids),  cmocka_unit_test(test_simd16_partial),
        cmocka_unit_test(test_barrier),    cmocka_unit_test(test_named_barrier),
        cmocka_unit_test(test_faults),     cmocka_unit_test(test_bad_code_and_arguments),
        cmocka_unit_test(test_memory_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
