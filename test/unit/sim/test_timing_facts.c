// SPDX-License-Identifier: MIT
// Every figure of the timing estimate, for every target, against the table of docs/timing.md and the products' data:
// sizes of caches in MiB, bandwidth in gigabytes a second and the clock of devices.def.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "timing/timing.h"

typedef struct product {
    const char *name;
    bool xe;                                      // the right column of the table
    unsigned lanes64, dpas, systolic_bit, port_b; // systolic: 1024 bits on Xe-HPG, 4096 on Xe-HPC, 2048 on Xe2
    double l1_mib, l3_mib, gb_a_second, ghz;
} product;

static const product products[] = {
    // two channels of 8 bytes: DDR4-2133, LPDDR4-3733, LPDDR4-4266
    {"skl", false, 4, 0, 0, 64, 0, 0.75, 2 * 8 * 2.133, 1.15},  {"icl", false, 4, 0, 0, 64, 0, 3, 2 * 8 * 3.733, 1.1},
    {"tgl", false, 4, 0, 0, 128, 0, 3.75, 2 * 8 * 4.266, 1.35}, {"dg2", true, 4, 21, 1024, 128, 0.1875, 16, 560, 2.1},
    {"pvc", true, 16, 21, 4096, 512, 0.5, 108, 1229, 1.55},     {"lnl", true, 16, 22, 2048, 128, 0.1875, 8, 136, 2.05},
    {"bmg", true, 16, 22, 2048, 128, 0.25, 18, 456, 2.67},
};

enum { LATENCIES = 21 };

// Rows of docs/timing.md, from top to bottom, without that of dpas.
static const uint16_t table[LATENCIES - 1][2] = {
    {14, 10},   {14, 11},   {14, 13},             // results
    {14, 6},    {16, 16},                         // accumulator, flag
    {22, 17},   {22, 21},   {22, 29},   {30, 17}, // math; division and power
    {23, 23},   {30, 30},                         // branch, barrier
    {100, 28},  {100, 45},                        // local memory
    {200, 45},  {200, 200}, {500, 600},           // L1, L3, memory
    {300, 214},                                   // sampler
    {200, 35},  {100, 23},                        // fences
    {50, 50},                                     // other messages
};

static void latencies_of(const timing_facts *f, uint16_t out[LATENCIES]) {
    const uint16_t all[LATENCIES] = {f->alu,       f->alu16,   f->alu32,     f->acc,    f->arf,     f->math,
                                     f->math16,    f->math32,  f->math_long, f->branch, f->barrier, f->slm,
                                     f->slm32,     f->l1,      f->l3,        f->dram,   f->sampler, f->fence,
                                     f->slm_fence, f->message, f->dpas};
    for (unsigned i = 0; i < LATENCIES; i++)
        out[i] = all[i];
}

static void latencies_scale(void **state) {
    (void)state;
    static const uint32_t percents[] = {100, 50, 200};
    for (unsigned i = 0; i < sizeof products / sizeof *products; i++)
        for (unsigned p = 0; p < 3; p++) {
            timing_facts f = timing_facts_scaled(isa_model_find(products[i].name), percents[p]);
            uint16_t got[LATENCIES];
            latencies_of(&f, got);
            for (unsigned k = 0; k < LATENCIES - 1; k++)
                assert_int_equal(got[k], table[k][products[i].xe] * percents[p] / 100);
            assert_int_equal(got[LATENCIES - 1], products[i].dpas * percents[p] / 100);
            assert_int_equal(f.src_release, 8);
        }
}

static void widths_and_caches(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof products / sizeof *products; i++) {
        const product *p = &products[i];
        const isa_model *m = isa_model_find(p->name);
        timing_facts f = timing_facts_scaled(m, 200);
        assert_int_equal(f.lanes32, m->native_exec_32b);
        assert_int_equal(f.lanes64, p->lanes64);
        assert_int_equal(f.systolic_bit, p->systolic_bit);
        assert_int_equal(f.port_b, p->port_b);
        assert_int_equal(f.l3_b, 64);
        assert_int_equal(f.l1_kb, (int)(p->l1_mib * 1024));
        assert_int_equal(f.l3_kb, (int)(p->l3_mib * 1024));
        assert_true(fabs(f.dram_b - p->gb_a_second / p->ghz) < 0.06);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(latencies_scale),
        cmocka_unit_test(widths_and_caches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
