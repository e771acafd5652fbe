// SPDX-License-Identifier: MIT
// Strings, arenas, vectors, bit sets, diagnostics and files of lib/base.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <cmc/base.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void every_status_has_its_own_text(void **state) {
    (void)state;
    for (int i = 0; i < CMC_STATUS_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(cmc_status_str((cmc_status)i), cmc_status_str((cmc_status)k));
    assert_string_equal(cmc_status_str((cmc_status)99), "unknown status");
}

static void arena_blocks_are_zero_aligned_and_apart(void **state) {
    (void)state;
    cmc_arena *a = cmc_arena_create();
    static const size_t sizes[] = {0, 1, 15, 16, 17, 4000, 70000, 3, 200000, 8};
    uint8_t *blocks[10];
    for (int i = 0; i < 10; i++) {
        blocks[i] = cmc_arena_alloc(a, sizes[i]);
        assert_int_equal((uintptr_t)blocks[i] % 16, 0);
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(blocks[i][k], 0);
        memset(blocks[i], i + 1, sizes[i]);
    }
    for (int i = 0; i < 10; i++)
        for (size_t k = 0; k < sizes[i]; k++)
            assert_int_equal(blocks[i][k], i + 1);
    assert_null(cmc_arena_alloc(a, SIZE_MAX));
    cmc_arena_reset(a);
    assert_string_equal(cmc_arena_printf(a, "%d-%s", 7, "x"), "7-x");
    assert_string_equal(cmc_arena_strndup(a, "abcdef", 3), "abc");
    cmc_arena_destroy(a);
}

static void string_keeps_binary_and_text(void **state) {
    (void)state;
    cmc_str s = CMC_STR_INIT;
    assert_string_equal(cmc_str_text(&s), "");
    cmc_str_append_n(&s, "a\0b", 3);
    cmc_str_printf(&s, "%0200d", 5);
    assert_int_equal(s.len, 203);
    assert_memory_equal(s.data, "a\0b0", 4);
    assert_int_equal(s.data[202], '5');
    cmc_str_clear(&s);
    assert_string_equal(cmc_str_text(&s), "");
    cmc_str_append_n(&s, "x", SIZE_MAX / 2);
    assert_true(s.oom);
    cmc_str_free(&s);
}

static void vector_grows(void **state) {
    (void)state;
    cmc_arena *a = cmc_arena_create();
    CMC_VEC(uint32_t) v = {0};
    for (uint32_t i = 0; i < 1000; i++)
        assert_true(cmc_vec_push(a, &v, i * i));
    for (uint32_t i = 0; i < 1000; i++)
        assert_int_equal(v.data[i], i * i);
    cmc_arena_destroy(a);
}

static void bitset_operations(void **state) {
    (void)state;
    cmc_arena *a = cmc_arena_create();
    cmc_bitset x = cmc_bitset_make(a, 130), y = cmc_bitset_make(a, 130);
    cmc_bitset_set(&x, 0);
    cmc_bitset_set(&x, 63);
    cmc_bitset_set(&x, 129);
    cmc_bitset_set(&y, 64);
    assert_true(cmc_bitset_union(&y, &x));
    assert_false(cmc_bitset_union(&y, &x));
    assert_int_equal(cmc_bitset_count(&y), 4);
    assert_int_equal(cmc_bitset_next(&y, 1), 63);
    assert_int_equal(cmc_bitset_next(&y, 65), 129);
    assert_int_equal(cmc_bitset_next(&y, 130), 130);
    cmc_bitset_clear(&y, 129);
    assert_int_equal(cmc_bitset_next(&y, 65), 130);
    cmc_bitset_copy(&y, &x);
    assert_false(cmc_bitset_get(&y, 64));
    cmc_arena_destroy(a);
}

static void bitset_ranges(void **state) {
    (void)state;
    cmc_arena *a = cmc_arena_create();
    cmc_bitset x = cmc_bitset_make(a, 200);
    static const uint32_t ranges[][2] = {{0, 0}, {3, 9}, {60, 64}, {64, 128}, {63, 129}, {190, 200}, {200, 200}};
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        uint32_t from = ranges[i][0], to = ranges[i][1];
        assert_false(cmc_bitset_any(&x, 0, 200));
        assert_int_equal(cmc_bitset_set_range(&x, from, to), to > from);
        assert_false(cmc_bitset_set_range(&x, from, to));
        assert_int_equal(cmc_bitset_count(&x), to - from);
        assert_int_equal(cmc_bitset_next(&x, 0), to > from ? from : 200);
        assert_false(cmc_bitset_any(&x, 0, from));
        assert_false(cmc_bitset_any(&x, to, 200));
        cmc_bitset_clear_range(&x, from, to);
    }
    cmc_bitset_set_range(&x, 60, 140);
    cmc_bitset_clear_range(&x, 70, 130);
    assert_int_equal(cmc_bitset_count(&x), 20);
    cmc_arena_destroy(a);
}

static void diagnostics_keep_order_and_format(void **state) {
    (void)state;
    cmc_diag *d = cmc_diag_create();
    char file[] = "k.cm";
    cmc_diag_add(d, CMC_WARNING, "CM0101", (cmc_loc){file, 3, 9}, "width %d", 5);
    cmc_diag_add(d, CMC_NOTE, "", (cmc_loc){file, 4, 0}, "declared here");
    file[0] = 'x'; // the sink copied the name
    cmc_diag_error(d, "CM0102", "plain");
    assert_int_equal(cmc_diag_count(d), 3);
    assert_int_equal(cmc_diag_error_count(d), 1);
    assert_string_equal(cmc_diag_get(d, 0)->text, "width 5");
    cmc_str s = CMC_STR_INIT;
    cmc_diag_format(d, &s);
    assert_string_equal(cmc_str_text(&s), "k.cm:3:9: warning: width 5 [CM0101]\n"
                                          "k.cm:4: note: declared here\n"
                                          "error: plain [CM0102]\n");
    cmc_str_free(&s);
    cmc_diag_destroy(d);
    cmc_diag_error(NULL, "", "dropped");
}

static cmc_severity no_warnings(void *user, const cmc_message *m) {
    (void)user;
    return m->severity == CMC_WARNING ? (m->loc.line == 1 ? CMC_ERROR : (cmc_severity)0) : m->severity;
}

static void diagnostics_show_their_source_line(void **state) {
    (void)state;
    cmc_diag *d = cmc_diag_create();
    static const char text[] = "\tint a = b;\r\nlast line";
    cmc_diag_source(d, "<stdin>", text, sizeof text - 1);
    cmc_diag_add(d, CMC_WARNING, "-Wx", (cmc_loc){"<stdin>", 1, 10}, "first");
    cmc_diag_mark(d, 30, "c", 10, 1); // longer than the line
    cmc_diag_add(d, CMC_WARNING, "", (cmc_loc){"<stdin>", 2, 6}, "second");
    cmc_diag_add(d, CMC_NOTE, "", (cmc_loc){"<stdin>", 3, 1}, "no such line");
    cmc_diag_add(d, CMC_ERROR, "", (cmc_loc){"/nonexistent/file", 3, 1}, "no such file");
    cmc_str s = CMC_STR_INIT;
    cmc_diag_show(d, &s);
    assert_string_equal(cmc_str_text(&s), "<stdin>:1:10: warning: first [-Wx]\n"
                                          "    1 | \tint a = b;\n"
                                          "      | \t        ^~\n"
                                          "      | \t        c\n"
                                          "<stdin>:2:6: warning: second\n"
                                          "    2 | last line\n"
                                          "      |      ^\n"
                                          "<stdin>:3:1: note: no such line\n"
                                          "/nonexistent/file:3:1: error: no such file\n");
    cmc_str_free(&s);
    // The first becomes an error; the second goes, with its note.
    cmc_diag_rewrite(d, no_warnings, NULL);
    assert_int_equal(cmc_diag_count(d), 2);
    assert_int_equal(cmc_diag_error_count(d), 2);
    assert_string_equal(cmc_diag_get(d, 1)->text, "no such file");
    cmc_diag_destroy(d);
}

static void control_characters_of_a_source_line_are_not_printed(void **state) {
    (void)state;
    cmc_diag *d = cmc_diag_create();
    static const char text[] = "a\0b\x1b[1m c\n";
    cmc_diag_source(d, "k.cm", text, sizeof text - 1);
    cmc_diag_add(d, CMC_ERROR, "", (cmc_loc){"k.cm", 1, 9}, "wrong");
    cmc_str s = CMC_STR_INIT;
    cmc_diag_show(d, &s);
    assert_string_equal(cmc_str_text(&s), "k.cm:1:9: error: wrong\n"
                                          "    1 | a?b?[1m c\n"
                                          "      |         ^\n");
    cmc_str_free(&s);
    cmc_diag_destroy(d);
}

static void files_round_trip_and_fail_with_a_reason(void **state) {
    (void)state;
    char dir[] = "/tmp/cmc-base-XXXXXX";
    assert_non_null(mkdtemp(dir));
    char path[64];
    snprintf(path, sizeof path, "%s/f", dir);
    cmc_diag *d = cmc_diag_create();
    uint8_t *data = NULL;
    size_t len = 0;
    assert_int_equal(cmc_file_read(path, &data, &len, d), CMC_ERR_IO);
    assert_non_null(strstr(cmc_diag_get(d, 0)->text, "No such file"));
    assert_int_equal(cmc_file_read(dir, &data, &len, d), CMC_ERR_IO);
    assert_int_equal(cmc_file_write(path, "ab\0cd", 5, d), CMC_OK);
    assert_int_equal(cmc_file_write(path, "xyz", 3, d), CMC_OK);
    assert_int_equal(cmc_file_read(path, &data, &len, d), CMC_OK);
    assert_int_equal(len, 3);
    assert_memory_equal(data, "xyz", 4);
    free(data);
    // A failed write leaves the old file: the directory of the new name does not exist.
    char bad[80];
    snprintf(bad, sizeof bad, "%s/none/f", dir);
    assert_int_equal(cmc_file_write(bad, "x", 1, d), CMC_ERR_IO);
    remove(path);
    rmdir(dir);
    cmc_diag_destroy(d);
}

static void text_of_hostile_files_stays_text(void **state) {
    (void)state;
    cmc_str s = CMC_STR_INIT;
    cmc_str_append_json(&s, "a\"\\\n\x7f\xc3\xa9\xff\xed\xa0\x80\xc0\x80 b");
    // Quotes and backslashes, control characters, a letter of two bytes; a byte that begins nothing, a surrogate and an
    // overlong NUL, each of whose bytes is wrong by itself.
    assert_string_equal(cmc_str_text(&s),
                        "\"a\\\"\\\\\\u000a\\u007f\xc3\xa9\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd b\"");
    cmc_str_clear(&s);
    cmc_str_append_line(&s, "a\n\x7f\"\xff");
    assert_string_equal(cmc_str_text(&s), "a\\x0a\\x7f\"\xff");
    cmc_str_free(&s);
    assert_int_equal(cmc_utf8_len("\xf0\x9f\x99\x82", 4), 4);
    assert_int_equal(cmc_utf8_len("\xf0\x9f\x99\x82", 3), 0);
    assert_int_equal(cmc_utf8_len("\xf4\x90\x80\x80", 4), 0); // past the last character
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_of_hostile_files_stays_text),
        cmocka_unit_test(every_status_has_its_own_text),
        cmocka_unit_test(arena_blocks_are_zero_aligned_and_apart),
        cmocka_unit_test(string_keeps_binary_and_text),
        cmocka_unit_test(vector_grows),
        cmocka_unit_test(bitset_operations),
        cmocka_unit_test(bitset_ranges),
        cmocka_unit_test(diagnostics_keep_order_and_format),
        cmocka_unit_test(diagnostics_show_their_source_line),
        cmocka_unit_test(control_characters_of_a_source_line_are_not_printed),
        cmocka_unit_test(files_round_trip_and_fail_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
