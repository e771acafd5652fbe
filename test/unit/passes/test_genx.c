// SPDX-License-Identifier: MIT
// The dialect's table and the region rules. Expectations are derived by hand from the rules' text.

#include <cmc/genx.h>
#include <cmc/genx_bale.h>
#include <cmc/genx_region.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <llvm-c/IRReader.h>

// The lookup is a binary search: one row out of order would hide others.
static void every_name_is_found(void **state) {
    (void)state;
    for (int id = 1; id < GENX_COUNT; id++) {
        char name[128];
        int n = snprintf(name, sizeof(name), "llvm.genx.%s", genx_info_get((genx_id)id)->name);
        assert_int_equal(genx_find(name, (size_t)n), id);
        n = snprintf(name, sizeof(name), "llvm.genx.%s.v16i32.i16", genx_info_get((genx_id)id)->name);
        assert_int_equal(genx_find(name, (size_t)n), id);
    }
}

typedef struct roles_row {
    genx_id id;
    const char *roles;
} roles_row;

static const roles_row roles_rows[] = {
#define LANES(id, message, place, op, shift, roles) {GENX_##id, roles},
#include <cmc/genx_lanes.def>
#undef LANES
};

// genx.def and genx_lanes.def describe the same operands.
static void every_operand_has_a_role(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof(roles_rows) / sizeof(*roles_rows); i++) {
        const genx_info *info = genx_info_get(roles_rows[i].id);
        size_t n = 0;
        for (const char *k = info->operands; *k; k = genx_next_kind(k))
            n++;
        if (n != strlen(roles_rows[i].roles))
            fail_msg("%s: operands '%s', roles '%s'", info->name, info->operands, roles_rows[i].roles);
    }
}

static genx_id find(const char *s) {
    return genx_find(s, strlen(s));
}

static void longest_name_wins(void **state) {
    (void)state;
    assert_int_equal(find("llvm.genx.oword.ld.v16f32"), GENX_OWORD_LD);
    assert_int_equal(find("llvm.genx.oword.ld.unaligned.v16f32"), GENX_OWORD_LD_UNALIGNED);
    assert_int_equal(find("llvm.genx.ssadd.sat.v8i16.v8i16"), GENX_SSADD_SAT);
    assert_int_equal(find("llvm.genx.sat.v8f32"), GENX_SAT);
    assert_int_equal(find("llvm.genx.satx"), GENX_NONE);
    assert_int_equal(find("llvm.genx."), GENX_NONE);
    assert_int_equal(find("llvm.smax.v8i32"), GENX_NONE);
}

typedef struct region_case {
    const char *what;
    int32_t start_b, row_step_b, step_b; // lane k: start + k / row * row_step + k % row * step
    unsigned row, n, elt_b;
    bool legal;
    isa_region want;
} region_case;

static const region_case cases32[] = {
    // registers of 32 bytes
    {"16 packed floats", 0, 0, 4, 16, 16, 4, true, {8, 8, 1}},
    {"16 floats from byte 4 touch three registers", 4, 0, 4, 16, 16, 4, false, {0, 0, 0}},
    {"8 floats from byte 4: every wider row would cross", 4, 0, 4, 8, 8, 4, true, {1, 1, 0}},
    {"16 bytes from byte 3", 3, 0, 1, 16, 16, 1, true, {8, 8, 1}},
    {"tail and head of rows of bytes", 19, 16, 1, 8, 16, 1, true, {16, 8, 1}},
    {"one element for all", 12, 0, 0, 16, 16, 4, true, {0, 1, 0}},
    {"every second word", 2, 0, 4, 16, 16, 2, true, {16, 8, 2}},
    {"stride 8: width 1", 0, 0, 8, 8, 8, 1, true, {8, 1, 0}},
    {"stride 3 does not exist", 0, 0, 12, 4, 4, 4, false, {0, 0, 0}},
    {"two rows of two", 4, 16, 4, 2, 4, 4, true, {4, 2, 1}},
    {"32 bytes", 0, 0, 1, 32, 32, 1, true, {8, 8, 1}},
};

static void sources(void **state) {
    (void)state;
    const isa_model *m = isa_model_find("tgl");
    for (size_t i = 0; i < sizeof(cases32) / sizeof(*cases32); i++) {
        const region_case *c = &cases32[i];
        int32_t off[RGN_MAX_LANES];
        isa_region got = {0, 0, 0};
        for (unsigned k = 0; k < c->n; k++)
            off[k] = c->start_b + (int32_t)(k / c->row) * c->row_step_b + (int32_t)(k % c->row) * c->step_b;
        bool legal = rgn_source(m, off, c->n, c->elt_b, &got);
        if (legal != c->legal)
            fail_msg("%s: %s", c->what, legal ? "accepted" : "refused");
        if (!legal)
            continue;
        // Regions are compared as the elements that they name.
        isa_type t = c->elt_b == 4 ? ISA_D : c->elt_b == 2 ? ISA_W : ISA_B;
        for (unsigned k = 0; k < c->n; k++) {
            assert_int_equal(isa_region_offset_b(got, t, k), off[k] - off[0]);
            assert_int_equal(isa_region_offset_b(c->want, t, k), off[k] - off[0]);
        }
    }
}

static void no_row_crosses(void **state) {
    (void)state;
    const isa_model *m = isa_model_find("tgl");
    int32_t off[RGN_MAX_LANES];
    for (int32_t start = 0; start < 64; start += 4) {
        isa_region r;
        rgn_contiguous(0, 8, 4, off);
        for (unsigned k = 0; k < 8; k++)
            off[k] += start;
        if (!rgn_source(m, off, 8, 4, &r))
            continue;
        for (unsigned k = 0; k < 8; k += r.w)
            assert_int_equal(off[k] / 32, (off[k + r.w - 1] + 3) / 32);
    }
}

static void destinations(void **state) {
    (void)state;
    const isa_model *m = isa_model_find("tgl");
    int32_t off[RGN_MAX_LANES];
    uint8_t h;
    for (unsigned step = 1; step <= 8; step++) {
        for (unsigned k = 0; k < 8; k++)
            off[k] = (int32_t)(k * step * 2);
        bool legal = step == 1 || step == 2 || step == 4;
        assert_int_equal(rgn_dest(m, off, 8, 2, &h), legal);
        if (legal)
            assert_int_equal(h, step);
    }
}

// A region is read by the instruction that uses it; no operand beyond the 32 of which a bale keeps account is part of
// one.
static void operands_of_a_bale(void **state) {
    (void)state;
    static const char text[] =
        "declare <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float>, i32, i32, i32, i16, i32)\n"
        "define <8 x float> @f(<16 x float> %a, <8 x float> %b) {\n"
        "  %r = call <8 x float> @llvm.genx.rdregionf.v8f32.v16f32.i16(<16 x float> %a, i32 0, i32 8, i32 2, i16 4, "
        "i32 undef)\n"
        "  %s = fadd <8 x float> %r, %b\n"
        "  ret <8 x float> %s\n"
        "}\n";
    LLVMContextRef llvm = LLVMContextCreate();
    LLVMMemoryBufferRef buffer = LLVMCreateMemoryBufferWithMemoryRangeCopy(text, sizeof text - 1, "text");
    LLVMModuleRef mod;
    char *message = NULL;
    assert_false(LLVMParseIRInContext(llvm, buffer, &mod, &message));
    cmc_arena *arena = cmc_arena_create();
    LLVMValueRef fn = LLVMGetNamedFunction(mod, "f");
    const bale_info *b = bale_analyse(arena, isa_model_get(ISA_TARGET_TGL), fn);
    LLVMValueRef read = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)), sum = LLVMGetNextInstruction(read);
    assert_false(bale_is_root(b, read));
    assert_true(bale_is_root(b, sum));
    assert_true(bale_folds(b, sum, 0));
    for (unsigned op = 1; op <= 64; op++)
        assert_false(bale_folds(b, sum, op));
    cmc_arena_destroy(arena);
    LLVMDisposeModule(mod);
    LLVMContextDispose(llvm);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(operands_of_a_bale),
        cmocka_unit_test(every_name_is_found),
        cmocka_unit_test(every_operand_has_a_role),
        cmocka_unit_test(longest_name_wins),
        cmocka_unit_test(sources),
        cmocka_unit_test(no_row_crosses),
        cmocka_unit_test(destinations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
