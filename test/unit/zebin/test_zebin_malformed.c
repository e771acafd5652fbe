// SPDX-License-Identifier: MIT
// Broken files: every truncation, every changed byte, and the messages for the breaks that people meet. Copies
// have blocks of their own, so that a sanitizer or valgrind sees each read outside.

#include "zebin_sample.h"

#include <elf.h>
#include <stdio.h>

static cmc_status read_copy(sample *s, const void *data, size_t len) {
    uint8_t *copy = test_malloc(len ? len : 1);
    memcpy(copy, data, len);
    cmc_arena *a = cmc_arena_create();
    zeb_file *f = NULL;
    cmc_status status = zeb_read(a, copy, len, &f, s->diag);
    assert_true(status != CMC_OK || f);
    assert_true(status != CMC_ERR_INTERNAL);
    cmc_arena_destroy(a);
    test_free(copy);
    return status;
}

static void open_full(sample *s) {
    sample_open(s, "dg2");
    sample_add_full(s->file, "first");
    zeb_kernel *k = sample_add_minimal(s->file);
    assert_true(cmc_vec_push(s->arena, &k->relocs, ((zeb_reloc){.off_b = 12, .type = 2, .symbol = "imported"})));
    sample_write(s);
}

static void every_truncation_is_refused(void **state) {
    (void)state;
    sample s;
    open_full(&s);
    for (size_t len = 0; len < s.image.len; len++)
        assert_int_equal(read_copy(&s, s.image.data, len), CMC_ERR_FORMAT);
    assert_int_equal(read_copy(&s, s.image.data, s.image.len), CMC_OK);
    sample_close(&s);
}

static void no_changed_byte_crashes(void **state) {
    static const uint8_t masks[] = {0x01, 0x80, 0xff};
    (void)state;
    sample s;
    open_full(&s);
    unsigned refused = 0;
    for (size_t i = 0; i < s.image.len; i++)
        for (size_t m = 0; m < sizeof masks; m++) {
            s.image.data[i] = (char)(s.image.data[i] ^ masks[m]);
            refused += read_copy(&s, s.image.data, s.image.len) != CMC_OK;
            s.image.data[i] = (char)(s.image.data[i] ^ masks[m]);
        }
    assert_true(refused > 500); // most bytes outside the code mean something
    sample_close(&s);
}

// Sections pointed at each other: 32-bit fields of the section table take every small value.
static void no_changed_section_header_crashes(void **state) {
    static const uint32_t values[] = {0, 1, 2, 3, 4, 8, 9, 64, 0x7fffffff, 0xffffffff, 0xff000011};
    (void)state;
    sample s;
    open_full(&s);
    Elf64_Ehdr h;
    memcpy(&h, s.image.data, sizeof h);
    for (size_t at = h.e_shoff; at + 4 <= h.e_shoff + 64u * h.e_shnum; at += 4)
        for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
            char old[4];
            memcpy(old, s.image.data + at, 4);
            memcpy(s.image.data + at, &values[v], 4);
            read_copy(&s, s.image.data, s.image.len);
            memcpy(s.image.data + at, old, 4);
        }
    sample_close(&s);
}

static void messages_name_what_is_wrong(void **state) {
    static const struct {
        size_t at;
        uint8_t value;
        const char *message;
    } rows[] = {
        {0, 0x7e, "not a zebin: no ELF header"},
        {4, 1, "zebin: ELF class is 1, expected 2"},
        {5, 2, "zebin: ELF byte order is 2, expected 1"},
        {16, 3, "zebin: ELF type is 3, expected 1"},
        {18, 62, "zebin: ELF machine is 62, expected 205"},
        {58, 40, "zebin: section header size is 40, expected 64"},
        {60, 0, "zebin: number of sections is 0, expected 4"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sample s;
        sample_open(&s, "tgl");
        sample_add_minimal(s.file);
        sample_write(&s);
        s.image.data[rows[i].at] = (char)rows[i].value;
        assert_int_equal(read_copy(&s, s.image.data, s.image.len), CMC_ERR_FORMAT);
        assert_string_equal(sample_message(&s), rows[i].message);
        sample_close(&s);
    }
}

// Symbols and relocations may reach the last byte of their section, and no further.
static void symbols_end_with_their_section(void **state) {
    static const struct {
        uint64_t value, size_b, reloc_b;
        bool right;
    } rows[] = {
        {0, 24, 23, true},  {8, 16, 0, true},   {23, 1, 8, true},          {24, 0, 8, true},
        {0, 25, 8, false},  {8, 17, 8, false},  {24, 1, 8, false},         {25, 0, 8, false},
        {8, 16, 24, false}, {0, 24, 25, false}, {8, UINT64_MAX, 8, false},
    };
    static const uint8_t table[24] = {1};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sample s;
        sample_open(&s, "tgl");
        sample_add_minimal(s.file);
        zeb_section data = {.name = ".data.global", .data = table, .size_b = sizeof table};
        const zeb_reloc r = {.off_b = rows[i].reloc_b, .type = 1, .symbol = "t"};
        const zeb_symbol t = {
            .name = "t", .section = ".data.global", .value = rows[i].value, .size_b = rows[i].size_b, .global = true};
        assert_true(cmc_vec_push(s.arena, &data.relocs, r));
        assert_true(cmc_vec_push(s.arena, &s.file->sections, data));
        assert_true(cmc_vec_push(s.arena, &s.file->symbols, t));
        sample_write(&s);
        const cmc_status got = read_copy(&s, s.image.data, s.image.len);
        if ((got == CMC_OK) != rows[i].right)
            fail_msg("row %zu: %s", i, sample_message(&s));
        sample_close(&s);
    }
}

// Replaces one text of .ze_info by another of the same length.
static void replace(sample *s, const char *from, const char *to) {
    assert_int_equal(strlen(from), strlen(to));
    for (size_t i = 0; i + strlen(from) <= s->image.len; i++)
        if (memcmp(s->image.data + i, from, strlen(from)) == 0) {
            memcpy(s->image.data + i, to, strlen(to));
            return;
        }
    fail_msg("no '%s' in the file", from);
}

static void descriptions_are_checked(void **state) {
    static const struct {
        const char *from, *to;
        cmc_status status;
        const char *message;
    } rows[] = {
        {"version: '1.15'", "version: '2.15'", CMC_ERR_UNSUPPORTED, ".ze_info has version '2.15', expected 1.x"},
        {"simd_size: 1\n", "simd_size: 7\n", CMC_ERR_FORMAT,
         ".ze_info line 7: 'simd_size' is '7', expected 1, 8, 16 or 32"},
        {"simd_size: 1\n", "simd_sizf: 1\n", CMC_ERR_FORMAT, ".ze_info line 6: 'execution_env' has no 'simd_size'"},
        {"offset: 16", "offset: -1", CMC_ERR_FORMAT,
         ".ze_info line 18: 'offset' is '-1', expected a number from 0 to 4294967295"},
        {"offset: 16", "offset: xy", CMC_ERR_FORMAT,
         ".ze_info line 18: 'offset' is 'xy', expected a number from 0 to 4294967295"},
        {"addrmode: stateful", "addrmode: statefuk", CMC_ERR_FORMAT,
         ".ze_info line 14: 'addrmode' is 'statefuk', expected one of the words of the format"},
        {"name: k\n", "name: j\n", CMC_ERR_FORMAT, "zebin: kernel 'j' has no section '.text.j'"},
        {"kernels:", "kernals:", CMC_ERR_FORMAT, ".ze_info has no 'kernels'"},
        {"name: k\n", "name: *\n", CMC_ERR_FORMAT,
         ".ze_info line 4: did not find expected alphabetic or numeric character"},
        {"\n      grf_count: 128", "\n\t\t\t\t\t\tgrf_count: 128", CMC_ERR_FORMAT, NULL},
        {"progress: true", "progress: trua", CMC_ERR_FORMAT,
         ".ze_info line 8: 'subgroup_independent_forward_progress' is 'trua', expected true or false"},
        // A key that is not known, and a type that is: both are for newer readers.
        {"access_type", "excess_type", CMC_OK, NULL},
        {"arg_byvalue", "sync_buffer", CMC_OK, NULL},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        sample s;
        sample_open(&s, "tgl");
        sample_add_minimal(s.file);
        sample_write(&s);
        replace(&s, rows[i].from, rows[i].to);
        assert_int_equal(read_copy(&s, s.image.data, s.image.len), rows[i].status);
        if (rows[i].message)
            assert_string_equal(sample_message(&s), rows[i].message);
        sample_close(&s);
    }
}

// A list that is named again and again would make a small file a large tree.
static void aliases_are_refused(void **state) {
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    sample_write(&s);
    replace(&s, "arg_index: 0\n", "arg_index: *a");
    assert_int_equal(read_copy(&s, s.image.data, s.image.len), CMC_ERR_FORMAT);
    assert_string_equal(sample_message(&s), ".ze_info line 13: aliases are not supported");
    sample_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(no_changed_byte_crashes),
        cmocka_unit_test(no_changed_section_header_crashes),
        cmocka_unit_test(symbols_end_with_their_section),
        cmocka_unit_test(messages_name_what_is_wrong),
        cmocka_unit_test(descriptions_are_checked),
        cmocka_unit_test(aliases_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
