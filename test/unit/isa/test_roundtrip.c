// SPDX-License-Identifier: MIT
// Random instructions of every target, those without a judge on Debian (lnl, bmg) included: bytes
// and text turn into each other without loss, and Xe2 shares Xe-HPC's native layouts
// (isa-encoding.md 2).

#include "gen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
// cmocka wants the four above first
#include <cmocka.h>

enum { COUNT = 20000 };

static void check_round_trip(const isa_model *m, const isa_inst *in) {
    uint8_t native[16], again[16], shorter[8];
    char text[512];
    isa_inst back;
    isa_parse_result r;
    unsigned size_b = 0;
    isa_print(m, in, NULL, text, sizeof text);
    if (isa_encode(m, in, native, NULL) != CMC_OK)
        fail_msg("%s: not encoded: %s", m->name, text);
    if (isa_decode(m, native, 16, &back, &size_b, NULL) != CMC_OK || isa_encode(m, &back, again, NULL) != CMC_OK ||
        memcmp(native, again, 16) != 0)
        fail_msg("%s: decode, encode: %s", m->name, text);
    if (isa_parse(m, text, strlen(text), 1, &r, NULL) != CMC_OK || isa_encode(m, &r.inst, again, NULL) != CMC_OK ||
        memcmp(native, again, 16) != 0)
        fail_msg("%s: print, parse, encode: %s", m->name, text);
    if (isa_compact(m, native, shorter) &&
        (isa_decode(m, shorter, 8, &back, &size_b, NULL) != CMC_OK || !back.compacted ||
         isa_encode(m, &back, again, NULL) != CMC_OK || memcmp(native, again, 16) != 0))
        fail_msg("%s: compact, expand: %s", m->name, text);
}

static void nothing_is_lost(void **state) {
    (void)state;
    for (unsigned t = ISA_TARGET_NONE + 1; t < ISA_TARGET_COUNT; t++) {
        gen g = {.m = isa_model_get((isa_target)t), .state = t, .end_b = COUNT * 16};
        for (unsigned i = 0; i < COUNT; i++, g.pc_b += 16) {
            isa_inst in;
            gen_inst(&g, &in);
            check_round_trip(g.m, &in);
        }
    }
}

// Sends and syncs differ, and Xe2 lost a few forms (types of dpas, modifiers of lzd and srnd,
// architecture registers).
static void xe2_has_the_layouts_of_xe_hpc(void **state) {
    (void)state;
    const isa_model *pvc = isa_model_get(ISA_TARGET_PVC), *lnl = isa_model_get(ISA_TARGET_LNL);
    gen g = {.m = pvc, .state = 5, .end_b = COUNT * 16};
    unsigned lost = 0;
    for (unsigned i = 0; i < COUNT; i++, g.pc_b += 16) {
        isa_inst in;
        uint8_t a[16], b[16];
        gen_inst(&g, &in);
        unsigned format = isa_op_get((isa_op)in.op)->format;
        if (format == ISA_FMT_SEND || format == ISA_FMT_SYNC)
            continue;
        assert_int_equal(isa_encode(pvc, &in, a, NULL), CMC_OK);
        cmc_status st = isa_encode(lnl, &in, b, NULL);
        lost += st != CMC_OK;
        if (st == CMC_OK)
            assert_memory_equal(a, b, 16);
    }
    assert_true(lost * 50 < COUNT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_lost),
        cmocka_unit_test(xe2_has_the_layouts_of_xe_hpc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
