// SPDX-License-Identifier: MIT
// Fat archives: layout by ar's rules and the eight-byte rule, and the choice of an image.

#include "zebin_sample.h"

typedef struct archive {
    sample tgl, dg2;
    cmc_str bytes;
} archive;

static void archive_open(archive *a) {
    *a = (archive){0};
    sample_open(&a->tgl, "tgl");
    sample_open(&a->dg2, "dg2");
    sample_add_minimal(a->tgl.file);
    sample_add_full(a->dg2.file, "k");
    sample_write(&a->tgl);
    sample_write(&a->dg2);
    zeb_entry entries[] = {
        {"64.12.0.0", (const uint8_t *)a->tgl.image.data, a->tgl.image.len},
        {"64.12.56.5", (const uint8_t *)a->dg2.image.data, a->dg2.image.len},
    };
    assert_int_equal(zeb_archive_write(entries, 2, &a->bytes, a->tgl.diag), CMC_OK);
}

static void archive_close(archive *a) {
    cmc_str_free(&a->bytes);
    sample_close(&a->tgl);
    sample_close(&a->dg2);
}

static void layout_follows_the_format(void **state) {
    // First data would lie at 8 + 60 = 68; pad_0 of 8 blanks moves it to 8 + 60 + 8 + 60 = 136.
    static const char first[] = "!<arch>\n"
                                "pad_0/          0           0     0     644     8         `\n"
                                "        "
                                "64.12.0.0/      0           0     0     644     ";
    (void)state;
    archive a;
    archive_open(&a);
    assert_memory_equal(a.bytes.data, first, sizeof first - 1);
    assert_memory_equal(a.bytes.data + 136, a.tgl.image.data, a.tgl.image.len);
    assert_true(zeb_is_archive((const uint8_t *)a.bytes.data, a.bytes.len));
    archive_close(&a);
}

static void entries_come_back_without_padding(void **state) {
    (void)state;
    archive a;
    archive_open(&a);
    zeb_entry *entries;
    size_t n;
    assert_int_equal(
        zeb_archive_read(a.tgl.arena, (const uint8_t *)a.bytes.data, a.bytes.len, &entries, &n, a.tgl.diag), CMC_OK);
    assert_int_equal(n, 2);
    assert_string_equal(entries[0].name, "64.12.0.0");
    assert_string_equal(entries[1].name, "64.12.56.5");
    assert_int_equal(entries[1].size_b, a.dg2.image.len);
    assert_memory_equal(entries[1].data, a.dg2.image.data, a.dg2.image.len);
    for (size_t i = 0; i < n; i++)
        assert_int_equal((entries[i].data - (const uint8_t *)a.bytes.data) % 8, 0);
    archive_close(&a);
}

static void selection_takes_the_target(void **state) {
    (void)state;
    archive a;
    zeb_entry image;
    archive_open(&a);
    const uint8_t *bytes = (const uint8_t *)a.bytes.data;
    assert_int_equal(zeb_select(bytes, a.bytes.len, "dg2", &image, a.tgl.arena, a.tgl.diag), CMC_OK);
    assert_int_equal(image.size_b, a.dg2.image.len);
    assert_int_equal(zeb_select(bytes, a.bytes.len, "tgl", &image, a.tgl.arena, a.tgl.diag), CMC_OK);
    assert_int_equal(image.size_b, a.tgl.image.len);
    assert_int_equal(zeb_select(bytes, a.bytes.len, "pvc", &image, a.tgl.arena, a.tgl.diag), CMC_ERR_UNSUPPORTED);
    assert_string_equal(sample_message(&a.tgl), "the archive has no image for pvc; it holds: 64.12.0.0, 64.12.56.5");
    archive_close(&a);
}

static void a_plain_zebin_is_checked_against_the_target(void **state) {
    (void)state;
    archive a;
    zeb_entry image;
    archive_open(&a);
    const uint8_t *bytes = (const uint8_t *)a.tgl.image.data;
    assert_int_equal(zeb_select(bytes, a.tgl.image.len, "tgl", &image, a.tgl.arena, a.tgl.diag), CMC_OK);
    assert_ptr_equal(image.data, bytes);
    assert_int_equal(zeb_select(bytes, a.tgl.image.len, "icl", &image, a.tgl.arena, a.tgl.diag), CMC_ERR_UNSUPPORTED);
    assert_string_equal(sample_message(&a.tgl), "this zebin is for tgl, but the device is icl");
    archive_close(&a);
}

// The entries of an archive that has two; closes with sample_close.
static const zeb_entry *read_two(sample *s, const char *text, size_t len) {
    zeb_entry *entries;
    size_t n;
    sample_open(s, "skl");
    assert_int_equal(zeb_archive_read(s->arena, (const uint8_t *)text, len, &entries, &n, s->diag), CMC_OK);
    assert_int_equal(n, 2);
    return entries;
}

// As plain ar writes them: a long-name table, names with blanks, an odd entry with its pad byte.
static void foreign_archives_are_read(void **state) {
    static const char text[] = "!<arch>\n"
                               "//              0           0     0     644     23        `\n"
                               "a_name_beyond_sixteen/\n\n"
                               "/0              0           0     0     644     3         `\n"
                               "abc\n"
                               "64.skl          0           0     0     644     2         `\n"
                               "xy";
    (void)state;
    sample s;
    const zeb_entry *entries = read_two(&s, text, sizeof text - 1);
    assert_string_equal(entries[0].name, "a_name_beyond_sixteen");
    assert_int_equal(entries[0].size_b, 3);
    assert_string_equal(entries[1].name, "64.skl");
    assert_memory_equal(entries[1].data, "xy", 2);
    sample_close(&s);
}

// A long name ends with its table at the latest; an entry whose name starts after the table is left out.
static void names_end_with_their_table(void **state) {
    static const char text[] = "!<arch>\n"
                               "//              0           0     0     644     22        `\n"
                               "first_long_name/second"
                               "third           0           0     0     644     2         `\n"
                               "xy"
                               "/16             0           0     0     644     2         `\n"
                               "xy"
                               "/22             0           0     0     644     2         `\n"
                               "xy";
    (void)state;
    sample s;
    const zeb_entry *entries = read_two(&s, text, sizeof text - 1);
    assert_string_equal(entries[0].name, "third");
    assert_string_equal(entries[1].name, "second");
    sample_close(&s);
}

static void broken_archives_are_refused(void **state) {
    (void)state;
    archive a;
    archive_open(&a);
    zeb_entry *entries;
    size_t n;
    for (size_t len = 0; len < a.bytes.len; len++) {
        uint8_t *copy = test_malloc(len + 1); // its own block, so that a sanitizer sees the end
        memcpy(copy, a.bytes.data, len);
        cmc_status s = zeb_archive_read(a.tgl.arena, copy, len, &entries, &n, a.tgl.diag);
        size_t after_tgl = 136 + a.tgl.image.len;
        bool whole = len == 8 || len == 8 + 68 || (len == after_tgl);
        if (!whole)
            assert_true(s == CMC_ERR_FORMAT || (s == CMC_OK && len > after_tgl && len < after_tgl + 76));
        test_free(copy);
    }
    archive_close(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layout_follows_the_format),   cmocka_unit_test(entries_come_back_without_padding),
        cmocka_unit_test(selection_takes_the_target),  cmocka_unit_test(a_plain_zebin_is_checked_against_the_target),
        cmocka_unit_test(foreign_archives_are_read),   cmocka_unit_test(names_end_with_their_table),
        cmocka_unit_test(broken_archives_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
