// SPDX-License-Identifier: MIT
// ocloc, Intel's offline compiler, as judge: it finds nothing to say about our files, and what it writes is read
// with the numbers that it reports itself.

#include "zebin_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char dir[] = "/tmp/test_zebin_XXXXXX";

static const char kernel_source[] =
    "constant int table[4] = {1, 2, 3, 4};\n"
    "kernel void buffers(global const float *a, global float *b, int n, short s) {\n"
    "    int i = get_global_id(0);\n"
    "    if (i < n) b[i] = a[i] + table[i & 3] + s;\n"
    "}\n"
    "kernel void images(read_only image2d_t in, write_only image2d_t out, local int *l) {\n"
    "    int2 p = (int2)(get_global_id(0), get_global_id(1));\n"
    "    l[get_local_id(0)] = p.x;\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    write_imagef(out, p, read_imagef(in, p) + l[3]);\n"
    "}\n";

static int setup(void **state) {
    (void)state;
    if (!OCLOC[0]) {
        fputs("ocloc is missing; it judges this test (package intel-opencl-icd)\n", stderr);
        return -1;
    }
    return mkdtemp(dir) && chdir(dir) == 0 &&
                   cmc_file_write("k.cl", kernel_source, sizeof kernel_source - 1, NULL) == CMC_OK
               ? 0
               : -1;
}

static int teardown(void **state) {
    char command[64];
    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", dir);
    return chdir("/") == 0 && system(command) == 0 ? 0 : -1;
}

// Runs a shell command and returns its output (owned).
static char *run(const char *command, int *exit_code) {
    cmc_str out = CMC_STR_INIT;
    char buf[4096];
    size_t n;
    FILE *p = popen(command, "r");
    assert_non_null(p);
    while ((n = fread(buf, 1, sizeof buf, p)) > 0)
        cmc_str_append_n(&out, buf, n);
    int status = pclose(p);
    *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    cmc_str_append(&out, "");
    return out.data;
}

static void compile(const char *device, const char *file) {
    char command[400];
    int code;
    snprintf(command, sizeof command,
             OCLOC " compile -q -file k.cl -device %s -options '-cl-std=CL3.0' -internal_options "
                   "'-cl-intel-allow-zebin -cl-ext=+all' -output_no_suffix -output %s 2>&1",
             device, file);
    char *out = run(command, &code);
    if (code != 0 || access(file, R_OK) != 0)
        fail_msg("ocloc for %s: %s", device, out);
    free(out);
}

static void validate_says_valid(const char *file) {
    char command[200];
    int code;
    snprintf(command, sizeof command, OCLOC " validate -file %s 2>&1", file);
    char *out = run(command, &code);
    if (code != 0 || !strstr(out, "Binary is VALID") || strstr(out, "problem") || strstr(out, "arning"))
        fail_msg("%s", out);
    free(out);
}

static const char *const targets[] = {"skl", "icl", "tgl", "dg2", "pvc"};

static void our_files_are_valid_without_warnings(void **state) {
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        sample s;
        sample_open(&s, targets[i]);
        zeb_kernel *k = sample_add_minimal(s.file);
        assert_true(cmc_vec_push(
            s.arena, &k->arg_infos,
            ((zeb_arg_info){.index = 0, .name = "buf", .type_name = "SurfaceIndex [[\"buffer_t\"]] # *"})));
        // The full sample without what only one of its kinds of kernel may have.
        zeb_kernel *full = sample_add_full(s.file, "_Z4fullv");
        full->samplers.len = 0;
        sample_write(&s);
        assert_int_equal(cmc_file_write("ours.bin", s.image.data, s.image.len, s.diag), CMC_OK);
        validate_says_valid("ours.bin");
        sample_close(&s);
    }
}

static void our_archive_is_valid(void **state) {
    (void)state;
    sample tgl, pvc;
    sample_open(&tgl, "tgl");
    sample_open(&pvc, "pvc");
    sample_add_minimal(tgl.file);
    sample_add_minimal(pvc.file);
    sample_write(&tgl);
    sample_write(&pvc);
    zeb_entry entries[] = {{"64.12.0.0", (const uint8_t *)tgl.image.data, tgl.image.len},
                           {"64.12.60.7", (const uint8_t *)pvc.image.data, pvc.image.len}};
    cmc_str fat = CMC_STR_INIT;
    int code;
    assert_int_equal(zeb_archive_write(entries, 2, &fat, tgl.diag), CMC_OK);
    assert_int_equal(cmc_file_write("fat.ar", fat.data, fat.len, tgl.diag), CMC_OK);
    char *out = run("ar t fat.ar 2>&1", &code); // binutils as the judge of the container
    assert_string_equal(out, "pad_0\n64.12.0.0\npad_1\n64.12.60.7\n");
    free(out);
    cmc_str_free(&fat);
    sample_close(&tgl);
    sample_close(&pvc);
}

// Numbers that `ocloc validate` prints of a kernel; -1 where it prints none.
typedef struct report {
    int bti_entries, cross_thread_b, per_thread_b;
} report;

static int number_after(const char *text, const char *end, const char *key) {
    const char *p = strstr(text, key);
    return p && p < end ? atoi(p + strlen(key)) : -1;
}

static report validate_report(const char *text, const char *kernel) {
    char title[64];
    snprintf(title, sizeof title, " named %s:", kernel);
    const char *p = strstr(text, title);
    if (!p)
        fail_msg("ocloc does not name kernel %s in: %s", kernel, text);
    const char *end = strstr(p, "\nKernel #");
    if (!end)
        end = p + strlen(p);
    return (report){number_after(p, end, "Number of binding table entries "),
                    number_after(p, end, "Cross-thread data size "), number_after(p, end, "Per-thread data size ")};
}

static uint32_t end_of(const zeb_arg *args, uint32_t n) {
    uint32_t end = 0;
    for (uint32_t i = 0; i < n; i++)
        if (args[i].off_b + args[i].size_b > end)
            end = args[i].off_b + args[i].size_b;
    return end;
}

static void compare_with_report(const zeb_kernel *k, const report *r) {
    int max_bti = -1;
    for (uint32_t i = 0; i < k->btis.len; i++)
        if (k->btis.data[i].bti > max_bti)
            max_bti = k->btis.data[i].bti;
    if (r->bti_entries >= 0)
        assert_int_equal(max_bti + 1, r->bti_entries);
    assert_int_equal((end_of(k->args.data, k->args.len) + 31) / 32 * 32, r->cross_thread_b < 0 ? 0 : r->cross_thread_b);
    assert_int_equal(end_of(k->thread_args.data, k->thread_args.len), r->per_thread_b < 0 ? 0 : r->per_thread_b);
}

// The source's arguments: index, what it is.
static const zeb_arg *find_arg(const zeb_kernel *k, int index, zeb_arg_type type) {
    for (uint32_t i = 0; i < k->args.len; i++)
        if (k->args.data[i].arg_index == index && k->args.data[i].type == type)
            return &k->args.data[i];
    fail_msg("kernel %s: no entry of type %d for argument %d", k->name, type, index);
    return NULL;
}

static void compare_with_source(const zeb_file *f) {
    const zeb_kernel *buffers = f->kernels.data[0], *images = f->kernels.data[1];
    assert_string_equal(buffers->name, "buffers");
    assert_string_equal(images->name, "images");
    assert_int_equal(find_arg(buffers, 0, ZEB_ARG_BYPOINTER)->access, ZEB_ACCESS_READONLY);
    assert_int_equal(find_arg(buffers, 1, ZEB_ARG_BYPOINTER)->access, ZEB_ACCESS_READWRITE);
    assert_int_equal(find_arg(buffers, 2, ZEB_ARG_BYVALUE)->size_b, 4);
    assert_int_equal(find_arg(buffers, 3, ZEB_ARG_BYVALUE)->size_b, 4);
    assert_string_equal(find_arg(images, 0, ZEB_ARG_BYPOINTER)->image_type, "image_2d");
    assert_int_equal(find_arg(images, 0, ZEB_ARG_BYPOINTER)->addrspace, ZEB_SPACE_IMAGE);
    assert_int_equal(find_arg(images, 1, ZEB_ARG_BYPOINTER)->access, ZEB_ACCESS_WRITEONLY);
    assert_int_equal(find_arg(images, 2, ZEB_ARG_BYPOINTER)->addrmode, ZEB_ADDR_SLM);
    assert_int_equal(images->env.barrier_count, 1);
    assert_string_equal(buffers->arg_infos.data[0].type_name, "float*;8");
    assert_string_equal(buffers->arg_infos.data[3].name, "s");
    assert_true(buffers->relocs.len > 0);
    assert_string_equal(buffers->relocs.data[0].symbol, "table");
    assert_true(buffers->code_b > 0 && buffers->code_b < buffers->text_b);
}

static void ocloc_files_are_read(void **state) {
    static const char *const devices[] = {"skl", "icllp", "tgllp", "dg2", "pvc"};
    (void)state;
    for (size_t i = 0; i < 5; i++) {
        sample s;
        uint8_t *data;
        size_t len;
        int code;
        compile(devices[i], "theirs.bin");
        sample_open(&s, targets[i]);
        assert_int_equal(cmc_file_read("theirs.bin", &data, &len, s.diag), CMC_OK);
        zeb_file *f = sample_read(&s, data, len);
        assert_string_equal(zeb_file_target(f), targets[i]);
        assert_string_equal(f->version, "1.20");
        char *out = run(OCLOC " validate -file theirs.bin 2>&1", &code);
        for (uint32_t k = 0; k < f->kernels.len; k++) {
            report r = validate_report(out, f->kernels.data[k]->name);
            compare_with_report(f->kernels.data[k], &r);
        }
        compare_with_source(f);
        // No length of it, and no changed byte of its end (the section table), is trusted.
        for (size_t cut = 0; cut < len; cut += 61) {
            uint8_t *part = test_malloc(cut + 1);
            zeb_file *broken;
            memcpy(part, data, cut);
            assert_int_not_equal(zeb_read(s.arena, part, cut, &broken, s.diag), CMC_OK);
            test_free(part);
        }
        free(out);
        free(data);
        sample_close(&s);
    }
}

static void ocloc_archives_are_read(void **state) {
    (void)state;
    sample s;
    uint8_t *data;
    size_t len, n;
    zeb_entry *entries, image;
    compile("skl,tgllp,acm-g11", "fat.bin");
    sample_open(&s, "tgl");
    assert_int_equal(cmc_file_read("fat.bin", &data, &len, s.diag), CMC_OK);
    assert_int_equal(zeb_archive_read(s.arena, data, len, &entries, &n, s.diag), CMC_OK);
    assert_true(n >= 3);
    for (size_t i = 0; i < n; i++)
        assert_int_equal((entries[i].data - data) % 8, 0);
    for (size_t i = 0; i < 5; i++) {
        bool inside = strcmp(targets[i], "icl") != 0 && strcmp(targets[i], "pvc") != 0;
        cmc_status st = zeb_select(data, len, targets[i], &image, s.arena, s.diag);
        assert_int_equal(st, inside ? CMC_OK : CMC_ERR_UNSUPPORTED);
        if (inside)
            assert_string_equal(zeb_file_target(sample_read(&s, image.data, image.size_b)), targets[i]);
    }
    free(data);
    sample_close(&s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(our_files_are_valid_without_warnings),
        cmocka_unit_test(our_archive_is_valid),
        cmocka_unit_test(ocloc_files_are_read),
        cmocka_unit_test(ocloc_archives_are_read),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
