// SPDX-License-Identifier: MIT
// The bytes of the writer, against the format's description: header, sections, notes, .ze_info text.

#include "zebin_sample.h"

#include <elf.h>

static Elf64_Ehdr header(const sample *s) {
    Elf64_Ehdr h;
    assert_true(s->image.len > sizeof h);
    memcpy(&h, s->image.data, sizeof h);
    return h;
}

static Elf64_Shdr section(const sample *s, unsigned i) {
    Elf64_Ehdr h = header(s);
    Elf64_Shdr sh;
    assert_true(i < h.e_shnum);
    memcpy(&sh, s->image.data + h.e_shoff + i * sizeof sh, sizeof sh);
    return sh;
}

static const char *section_name(const sample *s, unsigned i) {
    return s->image.data + section(s, header(s).e_shstrndx).sh_offset + section(s, i).sh_name;
}

static void header_is_a_relocatable_intel_gt_elf(void **state) {
    static const uint8_t ident[16] = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0, 1};
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    sample_write(&s);
    Elf64_Ehdr h = header(&s);
    assert_memory_equal(h.e_ident, ident, sizeof ident);
    assert_int_equal(h.e_type, 1);
    assert_int_equal(h.e_machine, 205);
    assert_int_equal(h.e_phnum, 0);
    assert_int_equal(h.e_ehsize, 64);
    assert_int_equal(h.e_shentsize, 64);
    assert_int_equal(h.e_shnum, 5);
    assert_int_equal(h.e_shstrndx, 4);
    sample_close(&s);
}

static void minimal_file_has_four_sections(void **state) {
    static const struct {
        const char *name;
        uint32_t type;
        uint64_t flags, align;
    } expected[] = {
        {".text.k", 1, 6, 64},
        {".ze_info", 0xff000011, 0, 1},
        {".note.intelgt.compat", 7, 0, 4},
        {".strtab", 3, 0, 1},
    };
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    sample_write(&s);
    for (unsigned i = 0; i < 4; i++) {
        Elf64_Shdr sh = section(&s, i + 1);
        assert_string_equal(section_name(&s, i + 1), expected[i].name);
        assert_int_equal(sh.sh_type, expected[i].type);
        assert_int_equal(sh.sh_flags, expected[i].flags);
        assert_int_equal(sh.sh_addralign, expected[i].align);
        assert_int_equal(sh.sh_offset % sh.sh_addralign, 0);
    }
    sample_close(&s);
}

static void text_is_padded_with_zeros_for_prefetch(void **state) {
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    sample_write(&s);
    Elf64_Shdr text = section(&s, 1);
    assert_int_equal(text.sh_size, 320); // 112 + 192 = 304, next multiple of 64
    assert_memory_equal(s.image.data + text.sh_offset, sample_code, SAMPLE_CODE_B);
    for (size_t i = SAMPLE_CODE_B; i < text.sh_size; i++)
        assert_int_equal(s.image.data[text.sh_offset + i], 0);
    sample_close(&s);
}

static void notes_name_core_family_and_version(void **state) {
    // namesz, descsz, type, "IntelGT\0", desc: product 0, core 0x12 (tgl), metadata 0, "1.15\0" and padding.
    static const uint8_t expected[] = {
        8, 0, 0, 0, 4, 0, 0, 0, 1, 0,   0,   0,   'I', 'n', 't', 'e', 'l', 'G', 'T', 0,    0,   0, 0, 0, 8,
        0, 0, 0, 4, 0, 0, 0, 2, 0, 0,   0,   'I', 'n', 't', 'e', 'l', 'G', 'T', 0,   0x12, 0,   0, 0, 8, 0,
        0, 0, 4, 0, 0, 0, 3, 0, 0, 0,   'I', 'n', 't', 'e', 'l', 'G', 'T', 0,   0,   0,    0,   0, 8, 0, 0,
        0, 5, 0, 0, 0, 4, 0, 0, 0, 'I', 'n', 't', 'e', 'l', 'G', 'T', 0,   '1', '.', '1',  '5', 0, 0, 0, 0};
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    sample_write(&s);
    Elf64_Shdr notes = section(&s, 3);
    assert_int_equal(notes.sh_size, sizeof expected);
    assert_memory_equal(s.image.data + notes.sh_offset, expected, sizeof expected);
    sample_close(&s);
}

static void ze_info_is_the_documented_text(void **state) {
    static const char expected[] = "---\n"
                                   "version: '1.15'\n"
                                   "kernels:\n"
                                   "  - name: k\n"
                                   "    execution_env:\n"
                                   "      grf_count: 128\n"
                                   "      simd_size: 1\n"
                                   "      subgroup_independent_forward_progress: true\n"
                                   "    payload_arguments:\n"
                                   "      - arg_type: arg_bypointer\n"
                                   "        offset: 0\n"
                                   "        size: 0\n"
                                   "        arg_index: 0\n"
                                   "        addrmode: stateful\n"
                                   "        addrspace: global\n"
                                   "        access_type: readwrite\n"
                                   "      - arg_type: arg_bypointer\n"
                                   "        offset: 16\n"
                                   "        size: 8\n"
                                   "        arg_index: 1\n"
                                   "        addrmode: stateless\n"
                                   "        addrspace: global\n"
                                   "        access_type: readwrite\n"
                                   "      - arg_type: arg_byvalue\n"
                                   "        offset: 24\n"
                                   "        size: 4\n"
                                   "        arg_index: 2\n"
                                   "    per_thread_payload_arguments:\n"
                                   "      - arg_type: packed_local_ids\n"
                                   "        offset: 0\n"
                                   "        size: 6\n"
                                   "    binding_table_indices:\n"
                                   "      - bti_value: 1\n"
                                   "        arg_index: 0\n"
                                   "...\n";
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    sample_write(&s);
    Elf64_Shdr info = section(&s, 2);
    assert_int_equal(info.sh_size, sizeof expected - 1);
    assert_memory_equal(s.image.data + info.sh_offset, expected, sizeof expected - 1);
    sample_close(&s);
}

static void same_file_gives_same_bytes(void **state) {
    (void)state;
    sample a, b;
    sample_open(&a, "dg2");
    sample_open(&b, "dg2");
    sample_add_full(a.file, "x");
    sample_add_full(b.file, "x");
    sample_write(&a);
    sample_write(&b);
    assert_int_equal(a.image.len, b.image.len);
    assert_memory_equal(a.image.data, b.image.data, a.image.len);
    sample_close(&a);
    sample_close(&b);
}

static void file_without_kernels_reads_back(void **state) {
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_write(&s);
    assert_int_equal(sample_read(&s, s.image.data, s.image.len)->kernels.len, 0);
    sample_close(&s);
}

static void refusals_name_the_cause(void **state) {
    (void)state;
    sample s;
    cmc_str out = CMC_STR_INIT;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    assert_true(cmc_vec_push(s.arena, &s.file->sections, ((zeb_section){.name = ".foreign"})));
    assert_int_equal(zeb_write(s.file, &out, s.diag), CMC_ERR_UNSUPPORTED);
    assert_string_equal(sample_message(&s), "a zebin cannot hold a section '.foreign'");
    sample_close(&s);

    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    assert_true(cmc_vec_push(s.arena, &s.file->symbols, ((zeb_symbol){.name = "v", .section = ".data.global"})));
    assert_int_equal(zeb_write(s.file, &out, s.diag), CMC_ERR_USER);
    assert_string_equal(sample_message(&s), "symbol 'v' lies in section '.data.global', which does not exist");
    sample_close(&s);

    sample_open(&s, "tgl");
    sample_add_minimal(s.file)->args.data[0].type = ZEB_ARG_NONE;
    assert_int_equal(zeb_write(s.file, &out, s.diag), CMC_ERR_USER);
    assert_string_equal(sample_message(&s), "'arg_type' of '.ze_info' has no value");
    sample_close(&s);
    cmc_str_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_is_a_relocatable_intel_gt_elf),
        cmocka_unit_test(minimal_file_has_four_sections),
        cmocka_unit_test(file_without_kernels_reads_back),
        cmocka_unit_test(text_is_padded_with_zeros_for_prefetch),
        cmocka_unit_test(notes_name_core_family_and_version),
        cmocka_unit_test(ze_info_is_the_documented_text),
        cmocka_unit_test(same_file_gives_same_bytes),
        cmocka_unit_test(refusals_name_the_cause),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
