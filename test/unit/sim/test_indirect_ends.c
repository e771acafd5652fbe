// SPDX-License-Identifier: MIT
// Indirect operands at the end of the register file: the last byte that an instruction may touch is the file's last
// one. One element further is a fault, and nothing is written.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench.h"

#include <stdio.h>

typedef struct row {
    const char *text;  // writes or reads r[a0.0]
    unsigned extent_b; // from the first byte of the operand to the end of its last element
    unsigned elt_b, stride_b, lanes;
} row;

static const row stores[] = {
    {"(W) mov (8|M0) r[a0.0]<1>:ud 0x11111111:ud\n", 32, 4, 4, 8},
    {"(W) mov (8|M0) r[a0.0]<2>:ud 0x11111111:ud\n", 60, 4, 8, 8},
    {"(W) mov (1|M0) r[a0.0]<1>:ud 0x11111111:ud\n", 4, 4, 4, 1},
    {"(W) mov (8|M0) r[a0.0]<1>:uw 0x1111:uw\n", 16, 2, 2, 8},
    {"(W) mov (8|M0) r[a0.0]<2>:uw 0x1111:uw\n", 30, 2, 4, 8},
    {"(W) mov (4|M0) r[a0.0]<4>:uw 0x1111:uw\n", 26, 2, 8, 4},
    {"(W) mov (1|M0) r[a0.0]<1>:uw 0x1111:uw\n", 2, 2, 2, 1},
};
static const row loads[] = {
    {"(W) mov (8|M0) r30.0<1>:ud r[a0.0]<1;1,0>:ud\n", 32, 4, 4, 8},
    {"(W) mov (8|M0) r30.0<1>:ud r[a0.0]<2;1,0>:ud\n", 60, 4, 8, 8},
    {"(W) mov (8|M0) r30.0<1>:uw r[a0.0]<1;1,0>:uw\n", 16, 2, 2, 8},
    {"(W) mov (1|M0) r30.0<1>:uw r[a0.0]<0;1,0>:uw\n", 2, 2, 2, 1},
    {"(W) mov (4|M0) r30.0<1>:uw r[a0.0]<4;1,0>:uw\n", 26, 2, 8, 4},
};

static bool run_at(bench *b, const sim_code *code, unsigned at) {
    bench_reset(b, code);
    uint16_t a = (uint16_t)at;
    memcpy(b->t->regs + SIM_ARF_A0, &a, 2);
    if (b->w->fault == NULL)
        b->w->fault = strdup("a fault"); // a thread without a launch cannot say where it is
    sim_mode_update(b->t);
    const sim_inst *in = &code->insts[0];
    in->exec(b->t, in);
    return b->t->state == SIM_RUNNING;
}

// Exactly the bytes of the elements are written.
static void check_written(const bench *b, const row *r, unsigned at) {
    for (unsigned k = at > 64 ? at - 64 : 0; k < b->t->grf_file_b; k++) {
        unsigned in = k - at;
        bool want = k >= at && in / r->stride_b < r->lanes && in % r->stride_b < r->elt_b;
        if (b->t->regs[k] != (want ? 0x11 : BENCH_FILL))
            fail_msg("%s at %u: byte %u is 0x%x\n%s", b->m->name, at, k, b->t->regs[k], r->text);
    }
    // What lies after the file in the simulator is untouched.
    for (unsigned k = b->t->grf_file_b; k < b->t->grf_file_b + 64 && k < SIM_GRF_B; k++)
        assert_int_equal(b->t->regs[k], BENCH_FILL);
}

static void check_row(bench *b, const row *r, bool store) {
    cmc_str bytes;
    sim_code *code = bench_assemble(b->m, r->text, &bytes);
    bench_reset(b, code);
    unsigned end = b->t->grf_file_b;
    for (unsigned back = 0; back < 4; back++) {
        unsigned at = end - r->extent_b - back * r->elt_b;
        if (!run_at(b, code, at))
            fail_msg("%s at %u: %s\n%s", b->m->name, at, bench_fault(b), r->text);
        if (store)
            check_written(b, r, at);
    }
    for (unsigned past = 1; past < 4; past++) {
        unsigned at = end - r->extent_b + past * r->elt_b;
        if (run_at(b, code, at))
            fail_msg("%s at %u reaches past the %u bytes\n%s", b->m->name, at, end, r->text);
        for (unsigned k = end - 64; k < end; k++)
            assert_int_equal(b->t->regs[k], BENCH_FILL);
    }
    sim_code_destroy(code);
    cmc_str_free(&bytes);
}

static void test_ends(void **state) {
    (void)state;
    for (unsigned family = 1; family < ISA_FAMILY_COUNT; family++) {
        bench b = bench_make(bench_model(family));
        for (unsigned i = 0; i < sizeof stores / sizeof stores[0]; i++)
            check_row(&b, &stores[i], true);
        for (unsigned i = 0; i < sizeof loads / sizeof loads[0]; i++)
            check_row(&b, &loads[i], false);
        bench_free(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
