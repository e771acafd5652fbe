// SPDX-License-Identifier: MIT
// Fixed instructions against the bytes that Intel's assembler gives them: text to bytes, bytes to
// text and back, and that a wrong bit shows.

#include <cmc/isa.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
// cmocka wants the four above first
#include <cmocka.h>

typedef struct golden {
    const char *target, *hex, *text;
} golden;

static const golden rows[] = {
#define GOLDEN(target, hex, text) {target, hex, text},
#include "golden.def"
};
enum { ROW_COUNT = sizeof rows / sizeof *rows };

static size_t bytes_of(const golden *g, uint8_t out[16]) {
    size_t n = strlen(g->hex) / 2;
    for (size_t i = 0; i < n; i++) {
        unsigned v = 0;
        sscanf(g->hex + 2 * (n - 1 - i), "%2x", &v);
        out[i] = (uint8_t)v;
    }
    return n;
}

static void check_bytes(const golden *g, const uint8_t *got, size_t n) {
    uint8_t want[16];
    size_t want_n = bytes_of(g, want);
    if (n == want_n && memcmp(got, want, n) == 0)
        return;
    char hex[40] = "";
    for (size_t i = 0; i < n; i++)
        sprintf(hex + 2 * i, "%02x", got[n - 1 - i]);
    fail_msg("%s: %s\n  want %s\n  got  %s", g->target, g->text, g->hex, hex);
}

static void encode_row(const golden *g, const isa_inst *in, cmc_diag *d) {
    const isa_model *m = isa_model_find(g->target);
    uint8_t native[16], shorter[8];
    if (isa_encode(m, in, native, d) != CMC_OK)
        fail_msg("%s: %s: %s", g->target, g->text, cmc_diag_get(d, 0)->text);
    if (strlen(g->hex) == 32) {
        check_bytes(g, native, 16);
        return;
    }
    if (!isa_compact(m, native, shorter))
        fail_msg("%s: %s: not compacted", g->target, g->text);
    check_bytes(g, shorter, 8);
}

static void text_gives_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const golden *g = &rows[i];
        isa_parse_result r;
        cmc_diag *d = cmc_diag_create();
        if (isa_parse(isa_model_find(g->target), g->text, strlen(g->text), 1, &r, d) != CMC_OK)
            fail_msg("%s: %s: column %u: %s", g->target, g->text, cmc_diag_get(d, 0)->loc.col,
                     cmc_diag_get(d, 0)->text);
        encode_row(g, &r.inst, d);
        cmc_diag_destroy(d);
    }
}

static void bytes_give_bytes(void **state) {
    (void)state;
    for (size_t i = 0; i < ROW_COUNT; i++) {
        const golden *g = &rows[i];
        const isa_model *m = isa_model_find(g->target);
        uint8_t bytes[16];
        unsigned size_b = 0;
        isa_inst in;
        isa_parse_result r;
        char text[256];
        cmc_diag *d = cmc_diag_create();
        size_t n = bytes_of(g, bytes);
        assert_int_equal(isa_decode(m, bytes, n, &in, &size_b, d), CMC_OK);
        assert_int_equal(size_b, n);
        assert_int_equal(in.compacted, n == 8);
        encode_row(g, &in, d);
        assert_true(isa_print(m, &in, NULL, text, sizeof text) < sizeof text);
        assert_int_equal(isa_parse(m, text, strlen(text), 1, &r, d), CMC_OK);
        encode_row(g, &r.inst, d);
        cmc_diag_destroy(d);
    }
}

// A short read is an error that says so, whatever the length.
static void truncated_bytes_fail(void **state) {
    (void)state;
    const isa_model *m = isa_model_get(ISA_TARGET_TGL);
    for (size_t i = 0; i < ROW_COUNT; i++) {
        uint8_t bytes[16];
        size_t n = bytes_of(&rows[i], bytes);
        for (size_t cut = 0; cut < n && isa_model_find(rows[i].target) == m; cut++) {
            isa_inst in;
            unsigned size_b = 0;
            assert_int_equal(isa_decode(m, bytes, cut, &in, &size_b, NULL), CMC_ERR_FORMAT);
        }
    }
}

// From the table of opcodes in Intel's assembler for Xe-LP: 0x02..0x1f and 0x7b..0x7f name no
// instruction.
static void unknown_opcodes_fail(void **state) {
    (void)state;
    const isa_model *m = isa_model_get(ISA_TARGET_TGL);
    for (unsigned code = 0x02; code < 0x20; code++) {
        uint8_t bytes[16] = {(uint8_t)code};
        isa_inst in;
        unsigned size_b = 0;
        cmc_diag *d = cmc_diag_create();
        assert_int_equal(isa_decode(m, bytes, 16, &in, &size_b, d), CMC_ERR_FORMAT);
        assert_int_equal(size_b, 16);
        assert_int_equal(cmc_diag_error_count(d), 1);
        cmc_diag_destroy(d);
    }
}

static void virtual_operands_do_not_encode(void **state) {
    (void)state;
    const isa_model *m = isa_model_get(ISA_TARGET_TGL);
    isa_region packed = {8, 8, 1};
    isa_inst in = {.op = ISA_MOV,
                   .exec_size = 8,
                   .dst = isa_grf(1, 0, ISA_D, (isa_region){0, 0, 1}),
                   .src = {isa_grf(2, 0, ISA_D, packed)}};
    uint8_t out[16];
    assert_int_equal(isa_encode(m, &in, out, NULL), CMC_OK);
    in.src[0].file = ISA_FILE_VREG;
    assert_int_equal(isa_encode(m, &in, out, NULL), CMC_ERR_RANGE);
    in.src[0].file = ISA_FILE_GRF;
    in.vflag = 3;
    assert_int_equal(isa_encode(m, &in, out, NULL), CMC_ERR_RANGE);
    in.vflag = 0;
    in.op = ISA_BFN; // Xe-HPG and later
    assert_int_equal(isa_encode(m, &in, out, NULL), CMC_ERR_UNSUPPORTED);
}

static void expect_refusal(isa_target target, const isa_inst *in, cmc_status status, const char *text) {
    uint8_t out[16];
    cmc_diag *d = cmc_diag_create();
    assert_int_equal(isa_encode(isa_model_get(target), in, out, d), status);
    assert_int_equal(cmc_diag_error_count(d), 1);
    assert_string_equal(cmc_diag_get(d, 0)->text, text);
    cmc_diag_destroy(d);
}

// A part that a target does not have, and a value too large for a part that it has, are told apart.
static void refusals_name_the_part(void **state) {
    (void)state;
    const isa_region packed = {8, 8, 1};
    const isa_inst mov = {.op = ISA_MOV,
                          .exec_size = 8,
                          .dst = isa_grf(1, 0, ISA_D, (isa_region){0, 0, 1}),
                          .src = {isa_grf(2, 0, ISA_D, packed)}};
    isa_inst in = mov;
    in.no_dd_clr = true;
    expect_refusal(ISA_TARGET_TGL, &in, CMC_ERR_UNSUPPORTED, "mov: tgl has no NoDDClr");
    in = mov;
    in.no_preempt = true;
    expect_refusal(ISA_TARGET_SKL, &in, CMC_ERR_UNSUPPORTED, "skl has no {NoPreempt}");
    in = mov;
    in.flag_reg = 2;
    in.pred = ISA_PRED_NORMAL;
    expect_refusal(ISA_TARGET_TGL, &in, CMC_ERR_RANGE, "mov: flag register 2 does not fit on tgl");
    in = mov;
    in.sat = true;
    in.op = ISA_NOT;
    expect_refusal(ISA_TARGET_TGL, &in, CMC_ERR_UNSUPPORTED, "not takes no saturation on tgl");
}

// Rows: region, type, channel, byte offset, worked out by hand from <V;W,H>.
static void region_offsets(void **state) {
    (void)state;
    static const struct {
        isa_region r;
        isa_type t;
        unsigned channel;
        int32_t want;
    } cases[] = {
        {{8, 8, 1}, ISA_F, 7, 28},  {{16, 8, 1}, ISA_UB, 9, 17}, {{0, 1, 0}, ISA_D, 5, 0},  {{4, 1, 0}, ISA_W, 3, 24},
        {{2, 4, 2}, ISA_UD, 6, 24}, {{1, 0, 0}, ISA_F, 5, 20},   {{8, 0, 1}, ISA_F, 9, 36}, {{4, 0, 2}, ISA_F, 3, 24},
        {{0, 0, 2}, ISA_F, 3, 24},  {{0, 0, 0}, ISA_F, 3, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(isa_region_offset_b(cases[i].r, cases[i].t, cases[i].channel), cases[i].want);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_gives_bytes),
        cmocka_unit_test(bytes_give_bytes),
        cmocka_unit_test(truncated_bytes_fail),
        cmocka_unit_test(unknown_opcodes_fail),
        cmocka_unit_test(virtual_operands_do_not_encode),
        cmocka_unit_test(refusals_name_the_part),
        cmocka_unit_test(region_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
