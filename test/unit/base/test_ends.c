// SPDX-License-Identifier: MIT
// Ends and limits of lib/base: the shortest and the longest input of each rule, sets against a plain array, files that
// cannot be written.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <cmc/base.h>
#include <cmc/file_kind.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void sets_match_an_array(void **state) {
    (void)state;
    uint32_t seed = 3;
    for (uint32_t n = 1; n < 300; n += 7) {
        cmc_arena *a = cmc_arena_create();
        cmc_bitset x = cmc_bitset_make(a, n), y = cmc_bitset_make(a, n), z = cmc_bitset_make(a, n);
        bool in_x[300] = {0}, in_y[300] = {0}, grows = false;
        uint32_t count = 0;
        for (uint32_t i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            if ((in_x[i] = (seed >> 24) % 5 == 0))
                cmc_bitset_set(&x, i);
            if ((in_y[i] = (seed >> 16) % 7 == 0))
                cmc_bitset_set(&y, i);
            grows |= in_x[i] && !in_y[i];
            count += in_x[i] || in_y[i];
        }
        cmc_bitset_copy(&z, &x);
        assert_int_equal(cmc_bitset_union(&y, &x), grows);
        assert_int_equal(cmc_bitset_count(&y), count);
        for (uint32_t from = 0; from <= n; from++) {
            uint32_t next_x = from, next_y = from;
            while (next_x < n && !in_x[next_x])
                next_x++;
            while (next_y < n && !in_x[next_y] && !in_y[next_y])
                next_y++;
            assert_int_equal(cmc_bitset_next(&z, from), next_x);
            assert_int_equal(cmc_bitset_next(&y, from), next_y);
            assert_true(from == n || cmc_bitset_get(&z, from) == in_x[from]);
        }
        cmc_arena_destroy(a);
    }
}

static void sizes_that_no_memory_holds(void **state) {
    (void)state;
    cmc_arena *a = cmc_arena_create();
    void *data = NULL;
    uint32_t cap = 0;
    assert_false(cmc_vec_grow(a, &data, &cap, 0, UINT32_MAX, 1));
    assert_null(data);
    assert_int_equal(cap, 0);
    cmc_str s = CMC_STR_INIT;
    cmc_str_append(&s, "abc");
    cmc_str_append_n(&s, "x", SIZE_MAX / 4 + 1);
    assert_true(s.oom);
    cmc_str_append(&s, "d"); // nothing follows a failed append
    assert_string_equal(cmc_str_text(&s), "abc");
    cmc_str_clear(&s);
    assert_false(s.oom);
    assert_int_equal(s.len, 0);
    for (unsigned i = 0; i < 1000; i++) { // each length, also those that fill the memory
        cmc_str_printf(&s, "%u", i % 10);
        assert_int_equal(s.len, i + 1);
        assert_int_equal(s.data[i], '0' + i % 10);
        assert_int_equal(s.data[i + 1], 0);
    }
    cmc_str_free(&s);
    cmc_arena_destroy(a);
}

// The beginnings that file(1) and the formats' documents give; one byte less is not that kind.
static void kinds_of_files(void **state) {
    (void)state;
    static const struct {
        const char *begin;
        size_t len;
        const char *what;
    } rows[] = {
        {"\177ELF", 4, "an ELF file"},
        {"CTNI", 4, CMC_FILE_PATCH_TOKENS},
        {"!<arch>\n", 8, "an ar archive"},
        {"!<thin>\n", 8, "an ar archive"},
        {"\x03\x02\x23\x07", 4, "SPIR-V"},
        {"\x07\x23\x02\x03", 4, "SPIR-V"},
        {"BC\xc0\xde", 4, "LLVM bitcode"},
        {"\xde\xc0\x17\x0b", 4, "LLVM bitcode"},
        {"CPCH", 4, "a precompiled header"},
        {"PK\x03\x04", 4, "a zip archive"},
        {"PK\x05\x06", 4, "a zip archive"},
        {"7z\xbc\xaf\x27\x1c", 6, "a 7z archive"},
        {"\x1f\x8b", 2, "a gzip file"},
        {"BZh91AY&SY", 10, "a bzip2 file"},
        {"\xfd\x37zXZ", 5, "an xz file"},
        {"\x28\xb5\x2f\xfd", 4, "a zstd file"},
        {"\x89PNG", 4, "a PNG image"},
        {"\xff\xd8\xff", 3, "a JPEG image"},
        {"GIF8", 4, "a GIF image"},
        {"%PDF-", 5, "a PDF file"},
        {"\xca\xfe\xba\xbe", 4, "a Mach-O file"},
        {"\xcf\xfa\xed\xfe", 4, "a Mach-O file"},
        {"SQLite format 3", 15, "an SQLite database"},
        {"\xff\xfe", 2, "UTF-16 text"},
        {"\xfe\xff", 2, "UTF-16 text"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const uint8_t *data = (const uint8_t *)rows[i].begin;
        assert_string_equal(cmc_file_kind(data, rows[i].len), rows[i].what);
        assert_null(cmc_file_kind(data, rows[i].len - 1));
    }
}

static void kinds_by_a_later_byte(void **state) {
    (void)state;
    uint8_t data[9000];
    memset(data, 'a', sizeof data);
    memcpy(data + 257, "ustar", 5);
    assert_string_equal(cmc_file_kind(data, 263), "a tar archive");
    assert_null(cmc_file_kind(data, 261));
    uint8_t elf[32] = "\177ELF";
    elf[17] = 0xff; // no machine, and a type of Intel's
    assert_string_equal(cmc_file_kind(elf, 20), CMC_FILE_PATCH_TOKENS);
    assert_string_equal(cmc_file_kind(elf, 19), "an ELF file");
    elf[19] = 1;
    assert_string_equal(cmc_file_kind(elf, 20), "an ELF file");
    elf[19] = 0;
    elf[18] = 205;
    assert_string_equal(cmc_file_kind(elf, 20), "an ELF file");
    memset(data, 'a', sizeof data);
    static const char text[] = "\t\n\v\f\r\033";
    for (unsigned i = 0; i < 100; i++)
        data[i] = (uint8_t)text[i % 6];
    assert_null(cmc_file_kind(data, 100)); // these characters occur in text
    memset(data, 'a', sizeof data);
    memset(data, 1, 7);
    assert_null(cmc_file_kind(data, 100)); // seven control characters are damaged text
    data[7] = 0;
    assert_string_equal(cmc_file_kind(data, 255), CMC_FILE_BINARY); // eight of less than 256 bytes are not
    assert_null(cmc_file_kind(data, 256));
    memset(data + 8000, 0, 1000); // only the first bytes are looked at
    assert_null(cmc_file_kind(data, sizeof data));
}

static void shows(const char *text, uint32_t line, uint32_t col, uint32_t len, const char *want) {
    cmc_diag *d = cmc_diag_create();
    cmc_diag_source(d, "f", text, strlen(text));
    cmc_diag_add(d, CMC_ERROR, "", (cmc_loc){"f", line, col}, "m");
    cmc_diag_mark(d, len, "x", col, 0);
    cmc_str s = CMC_STR_INIT, all = CMC_STR_INIT;
    cmc_diag_show(d, &s);
    cmc_str_printf(&all, "f:%u:%u: error: m\n%s", line, col, want);
    assert_string_equal(cmc_str_text(&s), cmc_str_text(&all));
    cmc_str_free(&s);
    cmc_str_free(&all);
    cmc_diag_destroy(d);
}

static void places_at_the_ends_of_a_line(void **state) {
    (void)state;
    shows("ab\ncd", 2, 1, 2, "    2 | cd\n      | ^~\n      | x\n");
    shows("ab\ncd", 2, 1, 3, "    2 | cd\n      | ^~\n      | x\n"); // not past the end
    shows("ab\ncd", 2, 3, 1, "    2 | cd\n      |   ^\n      |   x\n");
    shows("ab\ncd", 2, 4, 1, "");
    shows("ab\ncd", 3, 1, 1, "");
    shows("\n\n", 2, 1, 1, "    2 | \n      | ^\n      | x\n");
    char line[402];
    memset(line, 'a', sizeof line);
    line[401] = 0;
    shows(line, 1, 1, 1, ""); // too long
    line[400] = 0;
    cmc_str want = CMC_STR_INIT;
    cmc_str_printf(&want, "    1 | %s\n      | ^\n      | x\n", line);
    shows(line, 1, 1, 1, cmc_str_text(&want));
    cmc_str_free(&want);
}

static void errors_are_said_once(void **state) {
    (void)state;
    assert_int_equal(cmc_diag_error_count(NULL), 0);
    assert_int_equal(cmc_diag_count(NULL), 0);
    cmc_diag *d = cmc_diag_create();
    const cmc_loc at = {"f", 2, 3};
    cmc_diag_add(d, CMC_ERROR, "-Wx", at, "first");
    cmc_diag_add(d, CMC_ERROR, "-Wx", at, "first");
    cmc_diag_add(d, CMC_ERROR, "C", (cmc_loc){"f", 2, 4}, "first");
    cmc_diag_add(d, CMC_ERROR, "", (cmc_loc){"f", 3, 3}, "first");
    cmc_diag_add(d, CMC_ERROR, "", (cmc_loc){"g", 2, 3}, "first");
    cmc_diag_add(d, CMC_ERROR, "", at, "with a note");
    cmc_diag_add(d, CMC_NOTE, "", at, "note");
    cmc_diag_add(d, CMC_ERROR, "", at, "with a note"); // the notes tell them apart
    cmc_diag_add(d, CMC_ERROR, "", at, "with a note");
    cmc_diag_add(d, CMC_WARNING, "-Wx", at, "warning");
    cmc_diag_add(d, CMC_WARNING, "-Wx", at, "warning");
    cmc_str s = CMC_STR_INIT;
    cmc_diag_format(d, &s);
    assert_string_equal(cmc_str_text(&s), "f:2:3: error: first [-Werror,-Wx]\n"
                                          "f:2:4: error: first [C]\n"
                                          "f:3:3: error: first\n"
                                          "g:2:3: error: first\n"
                                          "f:2:3: error: with a note\n"
                                          "f:2:3: note: note\n"
                                          "f:2:3: error: with a note\n"
                                          "f:2:3: warning: warning [-Wx]\n"
                                          "f:2:3: warning: warning [-Wx]\n");
    assert_int_equal(cmc_diag_error_count(d), 6);
    cmc_str_free(&s);
    cmc_diag_destroy(d);
}

static void empty_and_unwritable_files(void **state) {
    (void)state;
    char dir[] = "/tmp/cmc-ends-XXXXXX", path[64], folder[64];
    assert_non_null(mkdtemp(dir));
    snprintf(path, sizeof path, "%s/f", dir);
    snprintf(folder, sizeof folder, "%s/d", dir);
    assert_int_equal(mkdir(folder, 0700), 0);
    cmc_diag *d = cmc_diag_create();
    uint8_t *data = NULL;
    size_t len = 9;
    assert_int_equal(cmc_file_write(path, "", 0, d), CMC_OK);
    assert_int_equal(cmc_file_read(path, &data, &len, d), CMC_OK);
    assert_int_equal(len, 0);
    assert_int_equal(data[0], 0);
    free(data);
    // A folder is in the way; the reason is the system's, and no other file stays.
    assert_int_equal(cmc_file_write(folder, "x", 1, d), CMC_ERR_IO);
    assert_non_null(strstr(cmc_diag_get(d, 0)->text, strerror(EISDIR)));
    // A device is written in place, stays there, and says that it is full.
    char null[64], full[64];
    snprintf(null, sizeof null, "%s/null", dir);
    snprintf(full, sizeof full, "%s/full", dir);
    assert_int_equal(symlink("/dev/null", null), 0);
    assert_int_equal(symlink("/dev/full", full), 0);
    assert_int_equal(cmc_file_write(null, "x", 1, d), CMC_OK);
    assert_int_equal(cmc_file_write(full, "x", 1, d), CMC_ERR_IO);
    assert_non_null(strstr(cmc_diag_get(d, 1)->text, strerror(ENOSPC)));
    assert_int_equal(unlink(null), 0);
    assert_int_equal(unlink(full), 0);
    assert_int_equal(cmc_file_read(dir, &data, &len, d), CMC_ERR_IO);
    assert_non_null(strstr(cmc_diag_get(d, 2)->text, strerror(EISDIR)));
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(remove(path), 0);
    assert_int_equal(rmdir(dir), 0); // nothing else was left there
    cmc_diag_destroy(d);
}

static void divisors_by_trial(void **state) {
    (void)state;
    for (uint64_t a = 0; a < 40; a++)
        for (uint64_t b = a ? 0 : 1; b < 40; b++) {
            uint64_t most = 0;
            for (uint64_t d = 1; d < 40; d++)
                most = a % d == 0 && b % d == 0 ? d : most;
            assert_int_equal(cmc_gcd(a, b), most);
        }
    assert_int_equal(cmc_gcd(0, 0), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(divisors_by_trial),          cmocka_unit_test(sets_match_an_array),
        cmocka_unit_test(sizes_that_no_memory_holds), cmocka_unit_test(kinds_of_files),
        cmocka_unit_test(kinds_by_a_later_byte),      cmocka_unit_test(places_at_the_ends_of_a_line),
        cmocka_unit_test(errors_are_said_once),       cmocka_unit_test(empty_and_unwritable_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
