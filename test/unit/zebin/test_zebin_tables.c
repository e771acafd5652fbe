// SPDX-License-Identifier: MIT
// Every row of the format's tables against the format's document: words of the description, keys that appear and keys
// that do not, numbers of the devices, flags of the sections.

#define _GNU_SOURCE // memmem
#include "zebin_sample.h"

#include <elf.h>
#include <stdio.h>

static const char *const arg_types[] = {
    "arg_byvalue",
    "arg_bypointer",
    "buffer_address",
    "buffer_offset",
    "local_size",
    "group_count",
    "global_size",
    "enqueued_local_size",
    "global_id_offset",
    "work_dimensions",
    "private_base_stateless",
    "printf_buffer",
    "implicit_arg_buffer",
    "image_height",
    "image_width",
    "image_depth",
    "image_num_mip_levels",
    "image_channel_data_type",
    "image_channel_order",
    "image_array_size",
    "image_num_samples",
    "sampler_address",
    "sampler_normalized",
    "sampler_snap_wa",
    "packed_local_ids",
    "local_id",
};

static bool says(const sample *s, const char *key, const char *value) {
    char line[128];
    int n = snprintf(line, sizeof line, "%s: ", key);
    const char *end = s->image.data + s->image.len;
    for (const char *at = s->image.data; (at = memmem(at, (size_t)(end - at), line, (size_t)n - 1)); at++) {
        const char *v = at + n - 1;
        while (*v == ' ')
            v++;
        if (strncmp(v, value, strlen(value)) == 0 && (v[strlen(value)] == '\n' || v[strlen(value)] == '\r'))
            return true;
    }
    return false;
}

static zeb_arg *one_arg(sample *s) {
    sample_open(s, "tgl");
    zeb_kernel *k = sample_add_minimal(s->file);
    return &k->args.data[2]; // by value
}

static void words_of_the_description(void **state) {
    (void)state;
    sample s;
    static const char *const modes[] = {"stateless", "stateful", "bindless", "slm"};
    static const char *const spaces[] = {"global", "local", "constant", "image", "sampler"};
    static const char *const accesses[] = {"readonly", "writeonly", "readwrite"};
    for (unsigned i = 0; i < sizeof arg_types / sizeof *arg_types; i++) {
        zeb_arg *a = one_arg(&s);
        a->type = (zeb_arg_type)(ZEB_ARG_BYVALUE + i);
        a->addrmode = (zeb_addrmode)(i % 5);
        a->addrspace = (zeb_addrspace)(i % 6);
        a->access = (zeb_access)(i % 4);
        zeb_arg want = *a;
        sample_write(&s);
        assert_true(says(&s, "arg_type", arg_types[i]));
        assert_true(i % 5 == 0 || says(&s, "addrmode", modes[i % 5 - 1]));
        assert_true(i % 6 == 0 || says(&s, "addrspace", spaces[i % 6 - 1]));
        assert_true(i % 4 == 0 || says(&s, "access_type", accesses[i % 4 - 1]));
        zeb_arg got = sample_read(&s, s.image.data, s.image.len)->kernels.data[0]->args.data[2];
        assert_int_equal(got.type, want.type);
        assert_int_equal(got.addrmode, want.addrmode);
        assert_int_equal(got.addrspace, want.addrspace);
        assert_int_equal(got.access, want.access);
        sample_close(&s);
    }
}

// Keys that are in the file of a full kernel and not in that of a minimal one.
static const char *const optional[] = {"barrier_count",
                                       "disable_mid_thread_preemption",
                                       "has_4gb_buffers",
                                       "has_dpas",
                                       "has_fence_for_image_access",
                                       "has_global_atomics",
                                       "has_multi_scratch_spaces",
                                       "has_no_stateless_write",
                                       "has_stack_calls",
                                       "indirect_stateless_count",
                                       "inline_data_payload_size",
                                       "offset_to_skip_per_thread_data_load",
                                       "offset_to_skip_set_ffid_gp",
                                       "require_disable_eufusion",
                                       "required_sub_group_size",
                                       "slm_size",
                                       "required_work_group_size",
                                       "work_group_walk_order_dimensions",
                                       "sampler_index",
                                       "source_offset",
                                       "slm_alignment",
                                       "image_type",
                                       "image_transformable",
                                       "sampler_type",
                                       "slot",
                                       "is_simt_thread",
                                       "normalized",
                                       "address_qualifier",
                                       "access_qualifier",
                                       "type_name",
                                       "type_qualifiers"};

static bool has_key(const sample *s, const char *key) {
    char text[80];
    int n = snprintf(text, sizeof text, " %s:", key);
    return memmem(s->image.data, s->image.len, text, (size_t)n) != NULL;
}

static void keys_without_a_value_are_left_out(void **state) {
    (void)state;
    sample small, full;
    sample_open(&small, "tgl");
    sample_open(&full, "tgl");
    sample_add_minimal(small.file);
    sample_add_full(full.file, "k");
    sample_write(&small);
    sample_write(&full);
    for (unsigned i = 0; i < sizeof optional / sizeof *optional; i++) {
        assert_false(has_key(&small, optional[i]));
        assert_true(has_key(&full, optional[i]));
    }
    static const char *const always[] = {"grf_count", "simd_size", "arg_type", "offset",
                                         "size",      "arg_index", "bti_value"};
    for (unsigned i = 0; i < sizeof always / sizeof *always; i++)
        assert_true(has_key(&small, always[i]));
    sample_close(&small);
    sample_close(&full);
}

// Product and family numbers of Intel's driver; architecture, release and revision of the devices' identification.
static const struct {
    const char *target, *name;
    uint32_t product, core, arch, release, revision;
} devices[] = {
    {"skl", "skl", 18, 0xc, 9, 0, 9},           {"skl", "kbl", 19, 0xc, 9, 1, 9},
    {"skl", "cfl", 20, 0xc, 9, 2, 9},           {"skl", "apl", 22, 0xc, 9, 3, 0},
    {"skl", "glk", 23, 0xc, 9, 4, 0},           {"icl", "icllp", 26, 0xf, 11, 0, 0},
    {"icl", "lkf", 27, 0xf, 11, 1, 0},          {"icl", "ehl", 28, 0xf, 11, 2, 0},
    {"tgl", "tgllp", 29, 0x12, 12, 0, 0},       {"tgl", "rkl", 30, 0x12, 12, 1, 0},
    {"tgl", "adl-s", 31, 0x12, 12, 2, 0},       {"tgl", "adl-p", 32, 0x12, 12, 3, 0},
    {"tgl", "adl-n", 33, 0x12, 12, 4, 0},       {"tgl", "dg1", 1210, 0x12, 12, 10, 0},
    {"dg2", "dg2-g10", 1270, 0xc07, 12, 55, 8}, {"dg2", "dg2-g11", 1270, 0xc07, 12, 56, 5},
    {"dg2", "dg2-g12", 1270, 0xc07, 12, 57, 0}, {"pvc", "pvc", 1271, 0xc08, 12, 60, 7},
    {"mtl", "mtl-u", 1272, 0xc07, 12, 70, 4},   {"mtl", "mtl-h", 1272, 0xc07, 12, 71, 4},
    {"arlh", "arl-h", 1273, 0xc07, 12, 74, 4},  {"bmg", "bmg-g21", 1274, 0xc09, 20, 1, 0},
    {"lnl", "lnl", 1275, 0xc09, 20, 4, 4},      {"ptl", "ptl-h", 1300, 0x1e00, 30, 0, 4},
    {"ptl", "ptl-u", 1300, 0x1e00, 30, 1, 0},   {"ptl", "wcl", 1300, 0x1e00, 30, 3, 1},
    {"ptl", "nvl-s", 1340, 0x1e00, 30, 4, 4},   {"ptl", "nvl-u", 1340, 0x1e00, 30, 5, 4},
};

// The archive's second entry must be found by a name, although another of a worse match precedes it.
static bool selects(const char *target, const char *worse, const char *name) {
    sample s;
    sample_open(&s, target);
    sample_add_minimal(s.file);
    sample_write(&s);
    zeb_entry entries[] = {{worse, (const uint8_t *)s.image.data, s.image.len},
                           {name, (const uint8_t *)s.image.data, s.image.len}};
    cmc_str archive = CMC_STR_INIT;
    assert_int_equal(zeb_archive_write(entries, 2, &archive, s.diag), CMC_OK);
    zeb_entry got = {0};
    cmc_status status = zeb_select((const uint8_t *)archive.data, archive.len, target, &got, s.arena, s.diag);
    bool is_it = status == CMC_OK && strcmp(got.name, name) == 0;
    cmc_str_free(&archive);
    sample_close(&s);
    return is_it;
}

static void devices_by_number(void **state) {
    (void)state;
    const char *last = "";
    for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++) {
        uint32_t product = 0, core = 0;
        assert_true(zeb_target_ids(devices[i].target, &product, &core));
        if (strcmp(last, devices[i].target) != 0) { // the first is the target's default
            assert_int_equal(product, devices[i].product);
            assert_int_equal(core, devices[i].core);
        }
        last = devices[i].target;
        zeb_file by_product = {.product = devices[i].product, .core = devices[i].core};
        zeb_file by_config = {.product_config = devices[i].arch << 22 | devices[i].release << 14 | 3};
        assert_string_equal(zeb_file_target(&by_product), devices[i].target);
        assert_string_equal(zeb_file_target(&by_config), devices[i].target);
        assert_true(zeb_file_fits(&by_product, devices[i].target));
        assert_true(zeb_file_fits(&by_config, devices[i].target));
    }
}

static void devices_by_name(void **state) {
    (void)state;
    for (unsigned i = 0; i < sizeof devices / sizeof *devices; i++) {
        char config[32], release[32], acronym[32];
        snprintf(config, sizeof config, "64.%u.%u.%u", devices[i].arch, devices[i].release, devices[i].revision);
        snprintf(release, sizeof release, "64.%u.%u", devices[i].arch, devices[i].release);
        snprintf(acronym, sizeof acronym, "64.%s", devices[i].name);
        assert_true(selects(devices[i].target, "64.other", release));
        assert_true(selects(devices[i].target, release, acronym));
        assert_true(selects(devices[i].target, acronym, config));
        assert_false(selects(devices[i].target, config, acronym));
    }
}

static const struct {
    const char *name;
    uint32_t type;
    uint64_t flags, align;
} sections[] = {
    {".data.const", SHT_PROGBITS, SHF_ALLOC, 64},
    {".data.const.string", SHT_PROGBITS, SHF_ALLOC, 8},
    {".data.global", SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 64},
    {".bss.const", SHT_NOBITS, SHF_ALLOC, 64},
    {".bss.global", SHT_NOBITS, SHF_ALLOC | SHF_WRITE, 64},
    {".spv", 0xff000009, 0, 4},
    {".gtpin_info.k", 0xff000012, 0, 4},
    {".visaasm.k", 0xff000013, 0, 1},
    {".misc.buildOptions", 0xff000014, 0, 4},
    {".note.intelgt.metrics.k", SHT_NOTE, 0, 4},
    {".debug_line", SHT_PROGBITS, 0, 1},
    {".text.k", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, 64},
};

static void types_of_sections(void **state) {
    (void)state;
    sample s;
    sample_open(&s, "tgl");
    sample_add_minimal(s.file);
    static const uint8_t data[16] = {1};
    enum { N = sizeof sections / sizeof *sections };
    for (unsigned i = 0; i + 1 < N; i++) {
        zeb_section section = {.name = sections[i].name, .data = data, .size_b = sizeof data};
        if (sections[i].type == SHT_NOBITS)
            section.data = NULL;
        assert_true(cmc_vec_push(s.arena, &s.file->sections, section));
    }
    sample_write(&s);
    Elf64_Ehdr head;
    memcpy(&head, s.image.data, sizeof head);
    unsigned seen = 0;
    for (unsigned k = 0; k < head.e_shnum; k++) {
        Elf64_Shdr row, names;
        memcpy(&names, s.image.data + head.e_shoff + head.e_shstrndx * sizeof names, sizeof names);
        memcpy(&row, s.image.data + head.e_shoff + k * sizeof row, sizeof row);
        for (unsigned i = 0; i < N; i++)
            if (strcmp(s.image.data + names.sh_offset + row.sh_name, sections[i].name) == 0) {
                assert_int_equal(row.sh_type, sections[i].type);
                assert_int_equal(row.sh_flags, sections[i].flags);
                assert_int_equal(row.sh_addralign, sections[i].align);
                seen++;
            }
    }
    assert_int_equal(seen, N);
    sample_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_of_the_description), cmocka_unit_test(keys_without_a_value_are_left_out),
        cmocka_unit_test(devices_by_number),        cmocka_unit_test(devices_by_name),
        cmocka_unit_test(types_of_sections),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
