// SPDX-License-Identifier: MIT
// Programs for the CPU that are damaged, made for another machine, or not allowed: each is refused before any of it
// runs.

#include "fixture.h"

#include <elf.h>
#include <stdio.h>

static cmrt_device *device;
static uint8_t *original;
static size_t size_b, head_at; // of the section with cmc_host_header

static size_t find(const uint8_t *bytes, size_t n, const char *text) {
    const size_t len = strlen(text);
    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(bytes + i, text, len) == 0)
            return i;
    fail_msg("no '%s' in the program", text);
    return 0;
}

static uint8_t *copy(void) {
    uint8_t *c = malloc(size_b);
    assert_non_null(c);
    memcpy(c, original, size_b);
    return c;
}

static void seal(uint8_t *bytes) {
    const size_t at = head_at + offsetof(cmc_host_header, checksum);
    const uint64_t sum = zeb_host_checksum(bytes, size_b, at);
    memcpy(bytes + at, &sum, sizeof sum);
}

static cmrt_status load(const void *bytes, size_t n) {
    cmrt_program *p = NULL;
    const cmrt_status s = cmrt_program_load(device, bytes, n, &p);
    if (s == CMRT_OK)
        ok(device, cmrt_program_destroy(p));
    else
        assert_null(p);
    return s;
}

// Writes n bytes at an offset, with a right checksum, and expects a refusal.
static void changed(size_t at, const void *with, size_t n, cmrt_status expected, const char *text) {
    uint8_t *c = copy();
    memcpy(c + at, with, n);
    seal(c);
    refused(device, load(c, size_b), expected, text, NULL);
    free(c);
}

static void untouched_program_loads(void **state) {
    (void)state;
    ok(device, load(original, size_b));
    uint8_t *c = copy();
    seal(c);
    assert_memory_equal(c, original, size_b); // the script's checksum is the library's
    free(c);
}

static void every_field_of_the_header(void **state) {
    const uint32_t abi = CMC_HOST_ABI + 1, more = 1000, fewer = 1, all = UINT32_MAX;
    char full[232];
    (void)state;
    memset(full, 'a', sizeof full);
    changed(head_at, "CMCHOSt", 7, CMRT_ERR_BINARY, "does not begin with 'CMCHOST'");
    changed(head_at + offsetof(cmc_host_header, abi), &abi, 4, CMRT_ERR_BINARY, "interface version 2, expected 1");
    changed(head_at + offsetof(cmc_host_header, n_kernels), &more, 4, CMRT_ERR_BINARY, "");
    changed(head_at + offsetof(cmc_host_header, n_kernels), &fewer, 4, CMRT_ERR_BINARY, "another number of kernels");
    changed(head_at + offsetof(cmc_host_header, n_kernels), &all, 4, CMRT_ERR_BINARY, "more kernels than lines");
    changed(head_at + offsetof(cmc_host_header, machine), "riscv64", 8, CMRT_ERR_TARGET, "CPUs of kind 'riscv64'");
    changed(head_at + offsetof(cmc_host_header, machine), full, 16, CMRT_ERR_BINARY, "has no end");
    changed(head_at + offsetof(cmc_host_header, features), full, sizeof full, CMRT_ERR_BINARY, "has no end");
}

static void checksum_differs(void **state) {
    uint8_t *c = copy();
    (void)state;
    c[head_at + offsetof(cmc_host_header, checksum)] ^= 1;
    refused(device, load(c, size_b), CMRT_ERR_BINARY, "checksum differs", NULL);
    free(c);
}

static void missing_features_are_named(void **state) {
    const size_t at = head_at + offsetof(cmc_host_header, features);
    (void)state;
    changed(at, "x-ray", 6, CMRT_ERR_TARGET, "features that this CPU lacks: x-ray");
#ifdef __x86_64__
    uint8_t *c = copy();
    memcpy(c + at, "sse2,x87,cx8", 13);
    seal(c);
    ok(device, load(c, size_b));
    free(c);
    if (!__builtin_cpu_supports("avx512fp16"))
        changed(at, "sse2,avx512fp16", 16, CMRT_ERR_TARGET, "lacks: avx512fp16;");
    changed(at, "sse2,mercury,venus", 19, CMRT_ERR_TARGET, "mercury (unknown here), venus (unknown here)");
#endif
}

static void lines_of_kernels(void **state) {
    const size_t line = head_at + sizeof(cmc_host_header); // "scale iif\n"
    (void)state;
    assert_memory_equal(original + line, "scale iif\n", 10);
    changed(line, "scalf", 5, CMRT_ERR_BINARY, "kernel 'scalf' is not in .ze_info");
    changed(line + 6, "iix", 3, CMRT_ERR_BINARY, "unknown letter");
    changed(line + 5, "_", 1, CMRT_ERR_BINARY, "not a name and a signature");
    changed(line, "\n\n\n\n\n\n\n\n\n", 9, CMRT_ERR_BINARY, "not a name and a signature");
    const size_t ids = find(original + line, size_b - line, "ids l\n") + line;
    changed(ids + 4, "-", 1, CMRT_ERR_BINARY, "kernel 'ids' has an argument that its signature lacks");
}

static void description_of_kernels(void **state) {
    const size_t info = find(original, size_b, "version: '1.15'");
    (void)state;
    changed(info, "version: {1.15'", 15, CMRT_ERR_BINARY, ".ze_info");
    changed(info + find(original + info, size_b - info, "kernels:"), "kernelz:", 8, CMRT_ERR_BINARY,
            "has no 'kernels'");
}

// A name in .ze_info and in the lines that no function has.
static void kernel_without_a_function(void **state) {
    const size_t line = head_at + sizeof(cmc_host_header), info = find(original, size_b, "- name: scale");
    uint8_t *c = copy();
    (void)state;
    memcpy(c + line, "scalf", 5);
    memcpy(c + info + 8, "scalf", 5);
    seal(c);
    refused(device, load(c, size_b), CMRT_ERR_BINARY, "exports no function for kernel 'scalf'", NULL);
    free(c);
}

static void header_of_the_elf(void **state) {
    Elf64_Ehdr h;
    const uint16_t wrong = ET_EXEC, none = 0;
    const uint64_t far = UINT64_MAX - 8;
    (void)state;
    memcpy(&h, original, sizeof h);
    changed(EI_CLASS, "\1", 1, CMRT_ERR_BINARY, "ELF header");
    changed(EI_DATA, "\2", 1, CMRT_ERR_BINARY, "ELF header");
    changed(offsetof(Elf64_Ehdr, e_type), &wrong, 2, CMRT_ERR_BINARY, "not a shared object");
    changed(offsetof(Elf64_Ehdr, e_phnum), &none, 2, CMRT_ERR_BINARY, "no segments");
    changed(offsetof(Elf64_Ehdr, e_shoff), &far, 8, CMRT_ERR_BINARY, "truncated");
    changed(offsetof(Elf64_Ehdr, e_phoff), &far, 8, CMRT_ERR_BINARY, "truncated");
    for (unsigned i = 0; i < h.e_phnum; i++) {
        Elf64_Phdr p;
        const size_t at = h.e_phoff + i * sizeof p;
        memcpy(&p, original + at, sizeof p);
        if (p.p_type != PT_LOAD)
            continue;
        changed(at + offsetof(Elf64_Phdr, p_filesz), &far, 8, CMRT_ERR_BINARY, "a segment reaches past its end");
        changed(at + offsetof(Elf64_Phdr, p_memsz), &far, 8, CMRT_ERR_BINARY, "a segment reaches past its end");
        changed(at + offsetof(Elf64_Phdr, p_vaddr), &far, 8, CMRT_ERR_BINARY, "a segment reaches past its end");
    }
}

// Any byte and any length: damage never goes unnoticed.
static void flipped_bytes_and_truncations(void **state) {
    uint8_t *c = copy();
    (void)state;
    for (size_t at = 0; at < size_b; at += at < 64 || (at >= head_at && at < head_at + 300) ? 1 : 61) {
        c[at] ^= 0x41;
        const cmrt_status s = load(c, size_b);
        if (s != CMRT_ERR_BINARY && s != CMRT_ERR_TARGET)
            fail_msg("byte %zu: status %d", at, (int)s);
        c[at] ^= 0x41;
    }
    for (size_t n = 0; n < size_b; n += n < 300 ? 1 : 97)
        assert_int_equal(load(c, n), CMRT_ERR_BINARY);
    free(c);
}

static void file_is_refused(const char *name, const char *text) {
    char path[512];
    cmrt_program *p;
    snprintf(path, sizeof path, HOST_PROGRAMS "/%s.bin", name);
    refused(device, cmrt_program_load_file(device, path, &p), CMRT_ERR_BINARY, text, NULL);
}

static void parts_that_are_not_allowed(void **state) {
    (void)state;
    file_is_refused("undefined", "it has undefined symbols");
    file_is_refused("constructor", "code that runs when it is loaded");
    file_is_refused("needs_library", "it needs other libraries");
}

static void programs_of_gpus(void **state) {
    cmc_arena *a = cmc_arena_create();
    zeb_file *f = zeb_create(a);
    static const uint8_t text[64] = {1};
    cmc_str zebin = CMC_STR_INIT, fat = CMC_STR_INIT, thin = CMC_STR_INIT;
    (void)state;
    zeb_target_ids("tgl", &f->product, &f->core);
    zeb_kernel *k = zeb_kernel_add(f, "k");
    k->text = text;
    k->text_b = sizeof text;
    k->env.grf_count = 128;
    k->env.simd_size = 1;
    assert_int_equal(zeb_write(f, &zebin, NULL), CMC_OK);
    refused(device, load(zebin.data, zebin.len), CMRT_ERR_TARGET, "this zebin is for tgl, but the device is the CPU",
            "-march=host", NULL);
    const zeb_entry entries[] = {{"64.tgllp", (const uint8_t *)zebin.data, zebin.len}, {"host", original, size_b}};
    assert_int_equal(zeb_archive_write(entries, 2, &fat, NULL), CMC_OK);
    assert_int_equal(zeb_archive_write(entries, 1, &thin, NULL), CMC_OK);
    ok(device, load(fat.data, fat.len));
    refused(device, load(thin.data, thin.len), CMRT_ERR_TARGET, "no image for the CPU (host); it holds: 64.tgllp",
            NULL);
    // The GPU's part of the fat file is found too; the program for the CPU alone is refused there.
    zeb_entry picked;
    cmc_diag *d = cmc_diag_create();
    assert_int_equal(zeb_select((const uint8_t *)fat.data, fat.len, "tgl", &picked, a, d), CMC_OK);
    assert_int_equal(picked.size_b, zebin.len);
    assert_int_equal(zeb_select(original, size_b, "tgl", &picked, a, d), CMC_ERR_UNSUPPORTED);
    assert_non_null(strstr(cmc_diag_get(d, 0)->text, "is for the CPU (host), but the device is tgl"));
    cmc_diag_destroy(d);
    cmc_str_free(&zebin);
    cmc_str_free(&fat);
    cmc_str_free(&thin);
    cmc_arena_destroy(a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(untouched_program_loads),
        cmocka_unit_test(every_field_of_the_header),
        cmocka_unit_test(checksum_differs),
        cmocka_unit_test(missing_features_are_named),
        cmocka_unit_test(lines_of_kernels),
        cmocka_unit_test(description_of_kernels),
        cmocka_unit_test(kernel_without_a_function),
        cmocka_unit_test(header_of_the_elf),
        cmocka_unit_test(flipped_bytes_and_truncations),
        cmocka_unit_test(parts_that_are_not_allowed),
        cmocka_unit_test(programs_of_gpus),
    };
    char why[256];
    if (cmrt_device_open("host", &device, why, sizeof why) != CMRT_OK ||
        cmc_file_read(HOST_PROGRAMS "/kernels.bin", &original, &size_b, NULL) != CMC_OK) {
        fputs(why, stderr);
        return 1;
    }
    head_at = find(original, size_b, CMC_HOST_MAGIC);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(original);
    cmrt_device_close(device);
    return failed;
}
