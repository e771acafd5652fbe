// SPDX-License-Identifier: MIT
// Intel's Level Zero driver as judge of our zebins and of libcmrt: in recording mode it writes down what it would
// give the hardware. The recording must hold our code, and the arguments where our .ze_info puts them.
// usage: oracle_driver KERNEL_DIR    (runs itself with --record for each target)

#include "aub.h"
#include "record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <dirent.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct judge { // how the driver is told to be a target
    const char *target, *family, *shape;
    uint32_t grf_b;
    bool has_images;
} judge;

static const judge judges[] = {
    {"skl", "skl", "1x3x8", 32, true},      {"icl", "icllp", "1x8x8", 32, true},
    {"tgl", "tgllp", "1x6x16", 32, true},   {"dg2", "dg2", "1x4x16", 32, true},
    {"pvc", "pvc", "1x4x16", 64, false},
};

static const char *kernel_dir;
static char self[4096];

typedef struct recording {
    char dir[64];
    record_result result;
    uint8_t *code, *aub;
    size_t code_b, aub_b;
    cmc_arena *arena;
    cmc_diag *diag;
    aub_file file;
} recording;

static void set_driver_keys(const judge *j) {
    const char *const keys[][2] = {
        {"NEOReadDebugKeys", "1"},
        {"EnableLocalMemory", "0"},
        {"ProductFamilyOverride", j->family},
        {"HardwareInfoOverride", j->shape},
        {"SetCommandStreamReceiver", "1"},
        {"ZE_ENABLE_ALT_DRIVERS", "libze_intel_gpu.so.1"},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (setenv(keys[i][0], keys[i][1], 1) != 0)
            _exit(1);
}

static void record_in_child(const judge *j, const char *dir) {
    char code[4200];
    snprintf(code, sizeof code, "%s/%s.krn", kernel_dir, j->target);
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        set_driver_keys(j);
        if (chdir(dir) == 0)
            execl(self, self, "--record", j->target, code, j->has_images ? "images" : "no-images",
                  (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("recording for %s ended with status 0x%x", j->target, status);
}

static void find_aub(const recording *r, char path[400]) {
    DIR *d = opendir(r->dir);
    assert_non_null(d);
    path[0] = '\0';
    for (struct dirent *e; (e = readdir(d));)
        if (strstr(e->d_name, ".aub"))
            snprintf(path, 400, "%s/%s", r->dir, e->d_name);
    closedir(d);
    if (!path[0])
        fail_msg("the driver wrote no recording to %s", r->dir);
}

static void record_open(recording *r, const judge *j) {
    char path[4200], aub[400];
    uint8_t *result;
    size_t len;
    *r = (recording){.dir = "/tmp/oracle_driver_XXXXXX", .arena = cmc_arena_create(),
                     .diag = cmc_diag_create()};
    assert_non_null(mkdtemp(r->dir));
    record_in_child(j, r->dir);
    snprintf(path, sizeof path, "%s/result", r->dir);
    assert_int_equal(cmc_file_read(path, &result, &len, r->diag), CMC_OK);
    assert_int_equal(len, sizeof r->result);
    memcpy(&r->result, result, len);
    free(result);
    snprintf(path, sizeof path, "%s/%s.krn", kernel_dir, j->target);
    assert_int_equal(cmc_file_read(path, &r->code, &r->code_b, r->diag), CMC_OK);
    find_aub(r, aub);
    assert_int_equal(cmc_file_read(aub, &r->aub, &r->aub_b, r->diag), CMC_OK);
    if (aub_read(r->arena, r->aub, r->aub_b, &r->file, r->diag) != CMC_OK)
        fail_msg("%s", cmc_diag_get(r->diag, 0)->text);
}

static void record_close(recording *r) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", r->dir);
    assert_int_equal(system(command), 0);
    free(r->code);
    free(r->aub);
    cmc_diag_destroy(r->diag);
    cmc_arena_destroy(r->arena);
}

// The cross-thread data that .ze_info describes, for the values that were set.
static void expected_payload(const recording *r, uint8_t cross[CROSS_B]) {
    const uint32_t local[3] = {LOCAL_X, LOCAL_Y, LOCAL_Z}, groups[3] = {GROUPS_X, GROUPS_Y, GROUPS_Z};
    memset(cross, 0, CROSS_B);
    memcpy(cross + AT_LOCAL_SIZE, local, 12);
    memcpy(cross + AT_POINTER, &r->result.pointer, 8);
    memcpy(cross + AT_INT, &arg_int, 4);
    memcpy(cross + AT_FLOAT, &arg_float, 4);
    memcpy(cross + AT_VECTOR, arg_vector, 12);
    memcpy(cross + AT_GROUP_COUNT, groups, 12);
}

// Behind the cross-thread data: one register a thread with its x, y, z as words, x fastest.
static void check_local_ids(const uint8_t *ids, uint32_t grf_b) {
    uint16_t expected[3];
    for (uint32_t t = 0; t < LOCAL_X * LOCAL_Y * LOCAL_Z; t++) {
        expected[0] = (uint16_t)(t % LOCAL_X);
        expected[1] = (uint16_t)(t / LOCAL_X % LOCAL_Y);
        expected[2] = 0;
        assert_memory_equal(ids + t * grf_b, expected, sizeof expected);
    }
}

static void check_payload(const recording *r, uint32_t grf_b) {
    uint8_t cross[CROSS_B];
    size_t at = 0;
    uint32_t i = 0;
    expected_payload(r, cross);
    const aub_write *w = aub_find(&r->file, &i, cross, CROSS_B, &at);
    if (!w)
        fail_msg("no memory write of the recording holds the cross-thread data");
    assert_int_equal((w->address + at) % 64, 0); // as the indirect data start must be
    assert_true(at + CROSS_B + LOCAL_X * LOCAL_Y * grf_b <= w->size_b);
    check_local_ids(w->data + at + CROSS_B, grf_b);
}

static void check_code(const recording *r) {
    size_t at = 0;
    uint32_t i = 0;
    const aub_write *w = aub_find(&r->file, &i, r->code, r->code_b, &at);
    if (!w)
        fail_msg("no memory write of the recording holds the kernel");
    assert_int_equal((w->address + at) % 64, 0);
    static const uint8_t zeros[192];
    assert_true(at + r->code_b + sizeof zeros <= w->size_b);
    assert_memory_equal(w->data + at + r->code_b, zeros, sizeof zeros); // what prefetch may see
}

// A surface state of the buffer: its address is the ninth and tenth dword of 64 bytes (all families).
static const uint8_t *find_state(const aub_write *w, uint64_t address) {
    for (size_t at = 0; at + 64 <= w->size_b; at += 64)
        if (memcmp(w->data + at + 32, &address, 8) == 0)
            return w->data + at;
    return NULL;
}

static bool leads_to(const aub_write *w, uint32_t state_off_b, bool has_images) {
    for (size_t table = 0; table + 12 <= w->size_b; table += 64) {
        uint32_t entries[3];
        memcpy(entries, w->data + table, sizeof entries);
        // Entries count from the heap's beginning, which lies some pages before this one.
        bool buffer = (entries[BTI_BUFFER] & 4095) == ((w->address + state_off_b) & 4095);
        if (buffer && (!has_images || entries[BTI_IMAGE] == entries[BTI_BUFFER] + 64))
            return true;
    }
    return false;
}

// Binding table entry BTI_BUFFER leads to the state with the buffer's address: table and states lie together.
static void check_binding_table(const recording *r, bool has_images) {
    for (uint32_t i = 0; i < r->file.writes.len; i++) {
        const aub_write *w = &r->file.writes.data[i];
        const uint8_t *state = find_state(w, r->result.buffer);
        if (state && leads_to(w, (uint32_t)(state - w->data), has_images))
            return;
    }
    fail_msg("no binding table of the recording leads entry %d to the buffer", BTI_BUFFER);
}

static void check_target(const judge *j) {
    recording r;
    record_open(&r, j);
    check_code(&r);
    check_payload(&r, j->grf_b);
    check_binding_table(&r, j->has_images);
    record_close(&r);
}

static void on_skl(void **state) {
    (void)state;
    check_target(&judges[0]);
}
static void on_icl(void **state) {
    (void)state;
    check_target(&judges[1]);
}
static void on_tgl(void **state) {
    (void)state;
    check_target(&judges[2]);
}
static void on_dg2(void **state) {
    (void)state;
    check_target(&judges[3]);
}
static void on_pvc(void **state) {
    (void)state;
    check_target(&judges[4]);
}

int main(int argc, char **argv) {
    if (argc == 5 && strcmp(argv[1], "--record") == 0)
        return record_run(argv[2], argv[3], strcmp(argv[4], "images") == 0);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (argc != 2 || n < 0) {
        fputs("usage: oracle_driver KERNEL_DIR\n", stderr);
        return 2;
    }
    kernel_dir = argv[1];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_skl), cmocka_unit_test(on_icl), cmocka_unit_test(on_tgl),
        cmocka_unit_test(on_dg2), cmocka_unit_test(on_pvc),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
