// SPDX-License-Identifier: MIT
// The schedule checker must find planted faults: two neighbours that depend on each other, exchanged. And it must
// accept exchanges that change nothing.

#include "sched/sched_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// cmocka wants the four above first
#include <cmocka.h>

static const struct row {
    bool same; // the exchange changes nothing
    const char *a, *b;
} rows[] = {
    // registers: read after write, write after read, write after write, and apart
    {false, "(W) mov (8|M0) r4.0<1>:f r2.0<1;1,0>:f", "(W) mov (8|M0) r5.0<1>:f r4.0<1;1,0>:f"},
    {false, "(W) mov (8|M0) r5.0<1>:f r4.0<1;1,0>:f", "(W) mov (8|M0) r4.0<1>:f r2.0<1;1,0>:f"},
    {false, "(W) mov (8|M0) r4.0<1>:f r2.0<1;1,0>:f", "(W) mov (1|M0) r4.7<1>:f r3.0<0;1,0>:f"},
    {true, "(W) mov (8|M0) r4.0<1>:f r2.0<1;1,0>:f", "(W) mov (8|M0) r5.0<1>:f r2.0<1;1,0>:f"},
    {true, "(W) mov (4|M0) r4.0<1>:f r2.0<1;1,0>:f", "(W) mov (4|M0) r4.4<1>:f r2.0<1;1,0>:f"},
    // interleaved halves of the same dwords
    {true, "(W) mov (8|M0) r4.0<2>:w r2.0<1;1,0>:w", "(W) mov (8|M0) r4.1<2>:w r2.0<1;1,0>:w"},
    // flags, addresses, the accumulator
    {false, "(W) cmp (8|M0) (lt)f0.0 null<1>:f r4.0<1;1,0>:f r2.0<1;1,0>:f",
     "(W&f0.0) mov (8|M0) r5.0<1>:f r2.0<1;1,0>:f"},
    {false, "(W&f0.0) mov (8|M0) r5.0<1>:f r2.0<1;1,0>:f", "(W) mov (8|M0) r5.0<1>:f r3.0<1;1,0>:f"},
    {false, "(W) mov (1|M0) a0.0<1>:uw r2.0<0;1,0>:uw", "(W) mov (8|M0) r5.0<1>:ud r[a0.0,0,320:32]<1,0>:ud"},
    {false, "(W) mov (8|M0) r10.0<1>:f r2.0<1;1,0>:f", "(W) mov (8|M0) r5.0<1>:ud r[a0.0,0,320:32]<1,0>:ud"},
    {true, "(W) mov (8|M0) r11.0<1>:f r2.0<1;1,0>:f", "(W) mov (8|M0) r5.0<1>:ud r[a0.0,0,320:32]<1,0>:ud"},
    {false, "(W) addc (8|M0) r5.0<1>:ud r2.0<1;1,0>:ud r3.0<1;1,0>:ud {AccWrEn}",
     "(W) mov (8|M0) r6.0<1>:ud acc0.0<1;1,0>:ud"},
    // memory: loads may pass loads; nothing passes a store or a fence
    {true, "(W) send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF", "(W) send.dc1 (1|M0) r5 r3 null 0x0 0x021D02FF"},
    {false, "(W) send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF", "(W) send.dc1 (1|M0) null r3 r6 0x40 0x020D42FF"},
    {false, "(W) send.dc1 (1|M0) null r3 r6 0x40 0x020D42FF", "(W) send.dc1 (1|M0) r4 r3 null 0x0 0x021D02FF"},
    {false, "(W) send.dc1 (1|M0) null r3 r6 0x40 0x020D42FF", "(W) send.dc1 (1|M0) null r3 r7 0x40 0x020D42FF"},
    {false, "(W) send.dc0 (8|M0) r4 r3 null 0x0 0x0219E000", "(W) send.dc1 (1|M0) r5 r3 null 0x0 0x021D02FF"},
    // an explicit wait, state
    {false, "(W) mov (8|M0) null<1>:ud r4.0<1;1,0>:ud", "(W) send.dc1 (1|M0) r5 r3 null 0x0 0x021D02FF"},
    {false, "(W) mov (1|M0) cr0.0<1>:ud r4.0<0;1,0>:ud", "(W) mov (8|M0) r5.0<1>:f r2.0<1;1,0>:f"},
};

static void exchange(mir_block *b) {
    mir_inst *first = b->first;
    mir_inst_remove(b, first);
    mir_inst_insert_before(b, b->first->next, first);
}

static void each_row(void **state) {
    (void)state;
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char text[1024];
        snprintf(text, sizeof text,
                 "target tgl\nkernel \"k\" {\n  phase allocated\nb:\n  %s\n  %s\n"
                 "  (W) send.ts (8|M0) null r127 null 0x0 0x02000010 {EOT}\n}\n",
                 rows[k].a, rows[k].b);
        cmc_arena *a = cmc_arena_create();
        cmc_diag *d = cmc_diag_create();
        mir_module *mod = NULL;
        if (mir_parse(a, "t.mir", text, strlen(text), &mod, d) != CMC_OK)
            fail_msg("row %zu: %s", k, cmc_diag_get(d, 0)->text);
        mir_fn *fn = mod->fns.data[0];
        const sched_record *old = sched_record_take(fn, a, true);
        assert_int_equal(sched_check(fn, a, true, old, d), CMC_OK);
        exchange(fn->blocks.data[0]);
        cmc_status s = sched_check(fn, a, true, old, d);
        if (s != (rows[k].same ? CMC_OK : CMC_ERR_INTERNAL))
            fail_msg("row %zu: exchanged %s and %s: status %d", k, rows[k].a, rows[k].b, (int)s);
        cmc_diag_destroy(d);
        cmc_arena_destroy(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_row)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
