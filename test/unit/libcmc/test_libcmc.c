// SPDX-License-Identifier: MIT
// The compiler as a library: results, logs, options, headers, threads.

#include <cmc/cmc.h>
#include <cmc/zebin.h>

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MAX_OPTIONS = 4, THREADS = 8 };

static const char kernel[] = "#include <cm/cm.h>\n"
                             "extern \"C\" _GENX_MAIN_ void k(SurfaceIndex b [[type(\"buffer_t\")]]) {\n"
                             "    vector<int, 8> v = WHAT;\n"
                             "    write(b, 0, v);\n"
                             "}\n";

static cmc_compile_status compile(const char *name, const char *text, const char *const options[MAX_OPTIONS],
                                  cmc_result **out) {
    cmc_source source = {name, text, strlen(text)};
    size_t n = 0;
    while (n < MAX_OPTIONS && options[n])
        n++;
    return cmc_compile(&source, options, n, out);
}

#define OPTIONS(...) ((const char *const[MAX_OPTIONS + 1]){__VA_ARGS__})

// Whether the result is a zebin with kernel k.
static void expect_kernel(const cmc_result *r) {
    cmc_arena *a = cmc_arena_create();
    zeb_file *file = NULL;
    assert_int_equal(zeb_read(a, cmc_result_bytes(r), cmc_result_size(r), &file, NULL), CMC_OK);
    assert_int_equal(file->kernels.len, 1);
    assert_string_equal(file->kernels.data[0]->name, "k");
    cmc_arena_destroy(a);
}

static void source_becomes_a_zebin(void **state) {
    (void)state;
    cmc_result *r;
    assert_int_equal(compile("a/k.cm", kernel, OPTIONS("-march=bmg", "-DWHAT=1"), &r), CMC_COMPILED);
    expect_kernel(r);
    assert_string_equal(cmc_result_log(r), "");
    assert_int_equal(cmc_result_header_count(r), 0);
    assert_null(cmc_result_header(r, 0));
    cmc_result_destroy(r);
}

static void equal_input_gives_equal_bytes(void **state) {
    (void)state;
    cmc_result *a, *b;
    assert_int_equal(compile("k.cm", kernel, OPTIONS("-DWHAT=1"), &a), CMC_COMPILED);
    assert_int_equal(compile("k.cm", kernel, OPTIONS("-DWHAT=1"), &b), CMC_COMPILED);
    assert_int_equal(cmc_result_size(a), cmc_result_size(b));
    assert_memory_equal(cmc_result_bytes(a), cmc_result_bytes(b), cmc_result_size(a));
    cmc_result_destroy(a);
    cmc_result_destroy(b);
}

// Text, and IR as input: what one call writes, another reads.
static void ir_goes_in_and_out(void **state) {
    (void)state;
    cmc_result *ir, *binary, *text;
    assert_int_equal(compile("k.cm", kernel, OPTIONS("-DWHAT=1", "-S", "-emit-llvm"), &ir), CMC_COMPILED);
    char *copy = strndup(cmc_result_bytes(ir), cmc_result_size(ir));
    assert_non_null(strstr(copy, "@llvm.genx."));
    assert_int_equal(compile("k.ll", copy, OPTIONS(NULL), &binary), CMC_COMPILED);
    expect_kernel(binary);
    assert_int_equal(compile("k", copy, OPTIONS("-x", "ir", "-S"), &text), CMC_COMPILED);
    char *listing = strndup(cmc_result_bytes(text), cmc_result_size(text));
    assert_non_null(strstr(listing, "{EOT"));
    free(listing);
    free(copy);
    cmc_result_destroy(ir);
    cmc_result_destroy(binary);
    cmc_result_destroy(text);
}

// Bytes after size_b are not read, and a 0 is not needed.
static void text_need_not_end(void **state) {
    (void)state;
    cmc_result *r;
    const size_t n = strlen("int x;");
    char *text = malloc(n);
    memcpy(text, "int x;", n);
    const char *options[] = {"-fsyntax-only"};
    cmc_source source = {.text = text, .size_b = n};
    assert_int_equal(cmc_compile(&source, options, 1, &r), CMC_COMPILED);
    assert_null(cmc_result_bytes(r));
    cmc_result_destroy(r);
    free(text);
}

static void refused(const char *name, const char *text, const char *const options[MAX_OPTIONS],
                    cmc_compile_status expected, const char *part) {
    cmc_result *r = NULL;
    assert_int_equal(compile(name, text, options, &r), expected);
    assert_non_null(r);
    assert_null(cmc_result_bytes(r));
    assert_int_equal(cmc_result_size(r), 0);
    if (!strstr(cmc_result_log(r), part))
        fail_msg("'%s' is not in: %s", part, cmc_result_log(r));
    cmc_result_destroy(r);
}

static void errors_are_in_the_log(void **state) {
    (void)state;
    refused("dir/k.cm", kernel, OPTIONS("-DWHAT=nothing"), CMC_COMPILE_ERR_SOURCE, "dir/k.cm:3:24: error: use of");
    refused("k.cm", kernel, OPTIONS("-DWHAT=nothing"), CMC_COMPILE_ERR_SOURCE, "vector<int, 8> v = WHAT;"); // the line
    refused("k.ll", "define void @f( {", OPTIONS(NULL), CMC_COMPILE_ERR_SOURCE, "k.ll:1:18: error: expected type");
    refused("k.ll", "define void @f( {", OPTIONS(NULL), CMC_COMPILE_ERR_SOURCE, "define void @f( {\n");
    refused("k.mir", "nonsense", OPTIONS(NULL), CMC_COMPILE_ERR_SOURCE, "k.mir:1:");
    refused("k.cm",
            "\x7f"
            "ELF",
            OPTIONS(NULL), CMC_COMPILE_ERR_SOURCE, "an ELF file");
}

static void options_are_checked(void **state) {
    (void)state;
    refused("k.cm", "", OPTIONS("-march=vax"), CMC_COMPILE_ERR_SOURCE, "vax");
    refused("k.cm", "", OPTIONS("-unknown"), CMC_COMPILE_ERR_OPTION, "unknown option '-unknown'");
    refused("k.cm", "", OPTIONS("-o", "k.bin"), CMC_COMPILE_ERR_OPTION, "-o: the result stays in memory");
    refused("k.cm", "", OPTIONS("-MD"), CMC_COMPILE_ERR_OPTION, "-MD: the result stays in memory");
    refused("k.cm", "", OPTIONS("-save-temps"), CMC_COMPILE_ERR_OPTION, "no file is written");
    refused("k.cm", "", OPTIONS("--report=html"), CMC_COMPILE_ERR_OPTION, "--report=html: the result stays in memory");
    refused("k.cm", "", OPTIONS("--report-file=x"), CMC_COMPILE_ERR_OPTION,
            "--report-file: the result stays in memory");
    refused("k.cm", "", OPTIONS("-mdump_asm"), CMC_COMPILE_ERR_OPTION, "no file is written");
    refused("k.cm", "", OPTIONS("-fsave-optimization-record"), CMC_COMPILE_ERR_OPTION, "no file is written");
    refused("k.cm", "", OPTIONS("--help"), CMC_COMPILE_ERR_OPTION, "use the tool cmc");
    refused("k.cm", "", OPTIONS("--version"), CMC_COMPILE_ERR_OPTION, "use the tool cmc");
    refused("k.cm", "", OPTIONS("-v"), CMC_COMPILE_ERR_OPTION, "use the tool cmc");
    refused("k.cm", "", OPTIONS("b.cm"), CMC_COMPILE_ERR_OPTION, "only one input file");
}

static void arguments_are_checked(void **state) {
    (void)state;
    cmc_result *r = (cmc_result *)1;
    cmc_source source = {.text = "", .size_b = 0}, nothing = {0};
    const char *const null_word[] = {NULL};
    assert_int_equal(cmc_compile(&source, NULL, 0, NULL), CMC_COMPILE_ERR_ARGUMENT);
    assert_int_equal(cmc_compile(NULL, NULL, 0, &r), CMC_COMPILE_ERR_ARGUMENT);
    assert_null(r);
    assert_int_equal(cmc_compile(&nothing, NULL, 0, &r), CMC_COMPILE_ERR_ARGUMENT);
    assert_int_equal(cmc_compile(&source, NULL, 1, &r), CMC_COMPILE_ERR_ARGUMENT);
    assert_int_equal(cmc_compile(&source, null_word, 1, &r), CMC_COMPILE_ERR_OPTION);
    cmc_result_destroy(r);
    cmc_result_destroy(NULL);
    assert_null(cmc_result_bytes(NULL));
    assert_int_equal(cmc_result_size(NULL), 0);
    assert_string_equal(cmc_result_log(NULL), "");
    assert_int_equal(cmc_result_header_count(NULL), 0);
    assert_null(cmc_result_header(NULL, 0));
    assert_string_equal(cmc_compile_status_str((cmc_compile_status)99), "unknown status");
    assert_int_equal(strspn(cmc_version(), "0123456789."), strlen(cmc_version()));
}

static void headers_are_listed(void **state) {
    (void)state;
    char folder[] = "/tmp/libcmc_XXXXXX", header[64], option[64];
    cmc_result *r;
    assert_non_null(mkdtemp(folder));
    snprintf(header, sizeof header, "%s/what.h", folder);
    snprintf(option, sizeof option, "-I%s", folder);
    FILE *f = fopen(header, "w");
    assert_non_null(f);
    fputs("#pragma once\n#define WHAT 7\n", f);
    fclose(f);
    char text[512];
    snprintf(text, sizeof text, "#include \"what.h\"\n#include <what.h>\n%s", kernel);
    assert_int_equal(compile("k.cm", text, OPTIONS(option), &r), CMC_COMPILED);
    assert_int_equal(cmc_result_header_count(r), 1);
    assert_string_equal(cmc_result_header(r, 0), header);
    cmc_result_destroy(r);
    unlink(header);
    rmdir(folder);
}

static void the_report_is_in_the_log(void **state) {
    (void)state;
    cmc_result *r;
    assert_int_equal(compile("k.cm", kernel, OPTIONS("-DWHAT=1", "--report"), &r), CMC_COMPILED);
    assert_non_null(strstr(cmc_result_log(r), "k"));
    assert_non_null(strstr(cmc_result_log(r), "registers"));
    cmc_result_destroy(r);
}

static void *compile_in_thread(void *arg) {
    char option[32];
    cmc_result *r;
    const int number = (int)(intptr_t)arg;
    snprintf(option, sizeof option, "-DWHAT=%s%d", number % 2 ? "x" : "", number); // every second has an error
    cmc_compile_status s = compile("k.cm", kernel, OPTIONS(option), &r);
    bool right = s == (number % 2 ? CMC_COMPILE_ERR_SOURCE : CMC_COMPILED);
    char name[16];
    snprintf(name, sizeof name, "'x%d'", number);
    right = right && (number % 2 == 0 || strstr(cmc_result_log(r), name));
    cmc_result_destroy(r);
    return right ? NULL : arg;
}

static void threads_do_not_meet(void **state) {
    (void)state;
    pthread_t threads[THREADS];
    void *wrong;
    for (intptr_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, compile_in_thread, (void *)(i + 1)), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], &wrong), 0);
        assert_null(wrong);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(source_becomes_a_zebin),   cmocka_unit_test(equal_input_gives_equal_bytes),
        cmocka_unit_test(ir_goes_in_and_out),       cmocka_unit_test(text_need_not_end),
        cmocka_unit_test(errors_are_in_the_log),    cmocka_unit_test(options_are_checked),
        cmocka_unit_test(arguments_are_checked),    cmocka_unit_test(headers_are_listed),
        cmocka_unit_test(the_report_is_in_the_log), cmocka_unit_test(threads_do_not_meet),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
