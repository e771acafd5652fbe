// SPDX-License-Identifier: MIT
// fe_compile as a library: what comes back for good and bad sources, macros of targets, options,
// two threads at once.

#include <cmc/frontend.h>

#include <llvm-c/Core.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct result {
    LLVMContextRef ctx;
    LLVMModuleRef mod;
    cmc_diag *diag;
    cmc_status status;
} result;

static result compile_for(const char *target, const char *text, const char *const *args, size_t n_args) {
    result r = {.ctx = LLVMContextCreate(), .diag = cmc_diag_create()};
    fe_opts o = FE_OPTS_INIT;
    o.file = "k.cm";
    o.text = text;
    o.text_len = strlen(text);
    o.target = target;
    o.args = args;
    o.n_args = n_args;
    r.status = fe_compile(r.ctx, &o, &r.mod, r.diag);
    return r;
}

static result compile(const char *text) {
    return compile_for("tgl", text, NULL, 0);
}

static void release(result *r) {
    if (r->mod)
        LLVMDisposeModule(r->mod);
    LLVMContextDispose(r->ctx);
    cmc_diag_destroy(r->diag);
}

static void expect_error(const char *text, cmc_status status, uint32_t line, const char *part) {
    result r = compile(text);
    assert_int_equal(r.status, status);
    assert_null(r.mod);
    assert_true(cmc_diag_error_count(r.diag) > 0);
    const cmc_message *m = cmc_diag_get(r.diag, 0);
    assert_non_null(strstr(m->text, part));
    assert_int_equal(m->loc.line, line);
    if (line)
        assert_string_equal(m->loc.file, "k.cm");
    release(&r);
}

#define KERNEL "_GENX_MAIN_ void k(SurfaceIndex s) "

static void test_good(void **state) {
    (void)state;
    result r = compile("#include <cm/cm.h>\n" KERNEL "{ vector<int, 4> v = 1; write(s, 0, v); }\n");
    assert_int_equal(r.status, CMC_OK);
    assert_int_equal(cmc_diag_count(r.diag), 0);
    LLVMValueRef k = LLVMGetNamedFunction(r.mod, "k");
    assert_non_null(k);
    assert_int_equal(LLVMGetDLLStorageClass(k), LLVMDLLExportStorageClass);
    assert_string_equal(LLVMGetTarget(r.mod), "spir64-unknown-unknown");
    release(&r);
}

static void test_errors(void **state) {
    (void)state;
    expect_error("#include <cm/cm.h>\n" KERNEL "{ int x = ; }\n", CMC_ERR_USER, 2, "expected expression");
    expect_error("#include <cm/cm.h>\n\n#include <vector>\n" KERNEL "{}\n", CMC_ERR_USER, 3, "file not found");
    expect_error("#include <cm/cm.h>\n" KERNEL "{ throw 1; }\n", CMC_ERR_USER, 2, "exceptions disabled");
    // An assertion of a header, moved to the user's line.
    expect_error("#include <cm/cm.h>\n" KERNEL "{\n  vector<int, 4> v = 0;\n  v.select<3, 0>(0) = 1;\n}\n",
                 CMC_ERR_USER, 4, "select: size and stride must be at least 1");
}

static void test_no_kernel(void **state) {
    (void)state;
    const char *const texts[] = {"#include <cm/cm.h>\nvoid f() {}\n", ""};
    for (int i = 0; i < 2; i++) {
        result r = compile(texts[i]);
        assert_int_equal(r.status, CMC_OK);
        assert_int_equal(cmc_diag_count(r.diag), 1);
        assert_string_equal(cmc_diag_get(r.diag, 0)->text, "no kernel found; mark one with _GENX_MAIN_");
        assert_int_equal(cmc_diag_get(r.diag, 0)->severity, CMC_WARNING);
        assert_int_equal(cmc_diag_get(r.diag, 0)->loc.line, 1);
        release(&r);
    }
}

static void test_missing_file(void **state) {
    (void)state;
    result r = {.ctx = LLVMContextCreate(), .diag = cmc_diag_create()};
    fe_opts o = FE_OPTS_INIT;
    o.file = "no-such-file.cm";
    o.target = "tgl";
    assert_int_equal(fe_compile(r.ctx, &o, &r.mod, r.diag), CMC_ERR_IO);
    assert_null(r.mod);
    assert_non_null(strstr(cmc_diag_get(r.diag, 0)->text, "no-such-file.cm"));
    release(&r);
}

static void test_bad_option(void **state) {
    (void)state;
    const char *args[] = {"-fno-such-option"};
    result r = compile_for("tgl", "#include <cm/cm.h>\n" KERNEL "{}\n", args, 1);
    assert_int_equal(r.status, CMC_ERR_USER);
    assert_non_null(strstr(cmc_diag_get(r.diag, 0)->text, "-fno-such-option"));
    release(&r);
    r = compile_for("vax", "#include <cm/cm.h>\n" KERNEL "{}\n", NULL, 0);
    assert_int_equal(r.status, CMC_ERR_USER);
    assert_non_null(strstr(cmc_diag_get(r.diag, 0)->text, "vax"));
    release(&r);
}

// Macro values are those of the language's published target table.
static void test_macros(void **state) {
    (void)state;
    static const struct {
        const char *target, *condition;
    } rows[] = {
        {"skl", "CM_GENX == 900 && defined(CM_GEN9) && defined(CM_HAS_DOUBLE) && "
                "defined(CM_HAS_IEEE_DIV_SQRT)"},
        {"icl", "CM_GENX == 1150 && !defined(CM_HAS_DOUBLE) && defined(CM_HAS_BIT_ROTATE)"},
        {"tgl", "CM_GENX == 1200 && CM_GRF_WIDTH == 256 && !defined(CM_HAS_DOUBLE) && "
                "!defined(CM_HAS_LSC) "
                "&& defined(CM_HAS_DP4A) && !defined(CM_HAS_DPAS) && __CM && __CMC && CM_PTRSIZE == 64"},
        {"dg2", "CM_GENX == 1271 && defined(CM_HAS_LSC) && defined(CM_HAS_DPASW) && "
                "!defined(CM_HAS_LSC_UNTYPED_2D)"},
        {"pvc", "CM_GENX == 1280 && CM_GRF_WIDTH == 512 && defined(CM_HAS_LSC_UNTYPED_2D) && "
                "!defined(CM_HAS_DPASW)"},
        {"bmg", "CM_GENX == 1290 && CM_GRF_WIDTH == 512 && !defined(CM_HAS_LSC_LOAD_L1RI_L3CA_HINT)"},
        {"lnl", "CM_GENX == 1295"},
    };
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        char text[600];
        snprintf(text, sizeof(text), "#include <cm/cm.h>\n#if !(%s)\n#error no\n#endif\n" KERNEL "{}\n",
                 rows[i].condition);
        result r = compile_for(rows[i].target, text, NULL, 0);
        if (r.status != CMC_OK)
            print_error("%s\n", rows[i].target);
        assert_int_equal(r.status, CMC_OK);
        release(&r);
    }
}

static void test_arguments(void **state) {
    (void)state;
    const char *args[] = {"-DSIZE=12", "-Wno-unused-value"};
    result r = compile_for("tgl", "#include <cm/cm.h>\n" KERNEL "{ static_assert(SIZE == 12, \"\"); }\n", args, 2);
    assert_int_equal(r.status, CMC_OK);
    release(&r);
}

// Clang's own freestanding headers are built in; sizes are those of the 64-bit target.
static void test_freestanding(void **state) {
    (void)state;
    result r = compile("#include <stdint.h>\n#include <stddef.h>\n#include <limits.h>\n#include <float.h>\n"
                       "#include <stdbool.h>\n#include <cm/cm.h>\n" KERNEL
                       "{ static_assert(sizeof(uintptr_t) == 8 && CHAR_BIT == 8 && FLT_DIG == 6 && CHAR_MIN < 0, "
                       "\"\"); }\n");
    assert_int_equal(r.status, CMC_OK);
    assert_int_equal(cmc_diag_count(r.diag), 0);
    release(&r);
}

static void *compile_many(void *arg) {
    (void)arg;
    for (int i = 0; i < 4; i++) {
        result r = compile("#include <cm/cm.h>\n" KERNEL "{ vector<int, 4> v = 1; write(s, 0, v * 3); }\n");
        bool ok = r.status == CMC_OK && LLVMGetNamedFunction(r.mod, "k");
        release(&r);
        result bad = compile("#include <cm/cm.h>\n" KERNEL "{ x }\n");
        ok = ok && bad.status == CMC_ERR_USER;
        release(&bad);
        if (!ok)
            return NULL;
    }
    return (void *)1;
}

static void test_threads(void **state) {
    (void)state;
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&t[i], NULL, compile_many, NULL), 0);
    for (int i = 0; i < 2; i++) {
        void *ok = NULL;
        assert_int_equal(pthread_join(t[i], &ok), 0);
        assert_non_null(ok);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good),         cmocka_unit_test(test_errors),       cmocka_unit_test(test_no_kernel),
        cmocka_unit_test(test_missing_file), cmocka_unit_test(test_bad_option),   cmocka_unit_test(test_macros),
        cmocka_unit_test(test_arguments),    cmocka_unit_test(test_freestanding), cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
