// SPDX-License-Identifier: MIT
// The kernel language's headers: each compiles alone and without warnings; every builtin that they
// declare has a row in the table by which calls of it are replaced, and every row a declaration;
// builtin names stay in cm/detail.

#include <cmc/frontend.h>

#include <llvm-c/Core.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const headers[] = {
    "cm/cm.h",          "cm/types.h",      "cm/math.h",       "cm/memory.h", "cm/threads.h", "cm/detail/builtins.h",
    "cm/detail/base.h", "cm/detail/ops.h", "cm/detail/api.h",
};
enum { HEADER_COUNT = sizeof(headers) / sizeof(headers[0]) };

static void test_alone(void **state) {
    (void)state;
    // Deleted functions say why, and Clang's own attributes find mistakes.
    const char *args[] = {
        "-Wall",          "-Wextra", "-Wpedantic", "-Werror", "-Wno-gnu", "-Wsystem-headers", "-Wno-c++26-extensions",
        "-Wno-gcc-compat"};
    for (int i = 0; i < HEADER_COUNT; i++) {
        char text[200];
        // The attribute itself instead of _GENX_MAIN_, which only cm.h defines.
        snprintf(text, sizeof(text), "#include <%s>\n__declspec(genx_main) void k() {}\n", headers[i]);
        fe_opts o = FE_OPTS_INIT;
        o.file = "k.cm";
        o.text = text;
        o.text_len = strlen(text);
        o.target = "tgl";
        o.args = args;
        o.n_args = sizeof(args) / sizeof(args[0]);
        cmc_diag *d = cmc_diag_create();
        LLVMContextRef ctx = LLVMContextCreate();
        LLVMModuleRef mod = NULL;
        cmc_status s = fe_compile(ctx, &o, &mod, d);
        if (s != CMC_OK)
            print_error("%s: %s\n", headers[i], cmc_diag_get(d, 0)->text);
        assert_int_equal(s, CMC_OK);
        assert_int_equal(cmc_diag_count(d), 0);
        LLVMDisposeModule(mod);
        LLVMContextDispose(ctx);
        cmc_diag_destroy(d);
    }
}

static char *read_source(const char *path) {
    char full[1024];
    snprintf(full, sizeof(full), "%s/%s", CMC_SOURCE, path);
    uint8_t *data = NULL;
    size_t len;
    assert_int_equal(cmc_file_read(full, &data, &len, NULL), CMC_OK);
    return (char *)data;
}

// Whether text declares __cm_NAME as a whole word followed by "(".
static bool declares(const char *text, const char *name, size_t len) {
    char want[100];
    snprintf(want, sizeof(want), "__cm_%.*s(", (int)len, name);
    return strstr(text, want) != NULL;
}

// Builtins that form_simdcf and lower_elements replace before lower_cm reads its table.
static bool is_taken_before(const char *name, size_t len) {
    static const char *const names[] = {"set", "simd_any", "unmask_begin", "unmask_end", "element"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (strlen(names[i]) == len && memcmp(names[i], name, len) == 0)
            return true;
    return false;
}

// Every other name that the header declares has a row.
static void check_declared(const char *header, const char *table) {
    for (const char *p = header; (p = strstr(p, "__cm_")) != NULL;) {
        p += strlen("__cm_");
        size_t len = strcspn(p, "( ;,*");
        char want[100];
        snprintf(want, sizeof(want), "CM_BUILTIN(\"%.*s\",", (int)len, p);
        bool fine = p[len] != '(' || strstr(table, want) || is_taken_before(p, len);
        if (!fine)
            print_error("no row for %.*s\n", (int)len, p);
        assert_true(fine);
    }
}

static void test_builtin_rows(void **state) {
    (void)state;
    char *table = read_source("passes/cm/cm_builtins.def");
    char *header = read_source("include/cm/detail/builtins.h");
    char *memory = read_source("include/cm/detail/builtins_memory.h");
    int rows = 0;
    for (const char *p = table; (p = strstr(p, "\nCM_BUILTIN(\"")) != NULL; rows++) {
        p += strlen("\nCM_BUILTIN(\"");
        size_t len = strcspn(p, "\"");
        bool known = declares(header, p, len) || declares(memory, p, len);
        if (!known)
            print_error("no declaration of %.*s\n", (int)len, p);
        assert_true(known);
    }
    assert_true(rows > 50);
    check_declared(header, table);
    check_declared(memory, table);
    free(table);
    free(header);
    free(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone),
        cmocka_unit_test(test_builtin_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
