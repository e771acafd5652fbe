// SPDX-License-Identifier: MIT
// Intel's Level Zero driver as judge of our zebins and of libcmrt: in recording mode it writes down what it would
// give the hardware. The recording must hold our code, and the arguments where our .ze_info puts them.
//
// usage: oracle_driver KERNEL_DIR              a kernel with every kind of argument, on all families
//        oracle_driver --zebin TARGET FILE...  compiled kernels
// (and, started by itself for each recording: --record FILE)

#define _XOPEN_SOURCE 700 // realpath
#include "aub.h"
#include "record.h"

#include <cmc/zebin.h>

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
    {"skl", "skl", "1x3x8", 32, true},  {"icl", "icllp", "1x8x8", 32, true}, {"tgl", "tgllp", "1x6x16", 32, true},
    {"dg2", "dg2", "1x4x16", 32, true}, {"pvc", "pvc", "1x4x16", 64, false},
};
enum { N_JUDGES = sizeof judges / sizeof judges[0] };

typedef struct test_case {
    const judge *judge;
    char zebin[4200]; // "" = write the sample around kernel_dir's code
} test_case;

static const char *kernel_dir;
static char self[4096];

typedef struct recording {
    char dir[64];
    record_result result;
    uint8_t *zebin, *aub;
    size_t zebin_b, aub_b;
    cmc_arena *arena;
    cmc_diag *diag;
    const zeb_file *meta;
    const zeb_kernel *kernel;
    aub_file file;
} recording;

// Recording

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

static void record_in_child(const judge *j, const char *dir, const char *zebin) {
    pid_t pid = fork();
    assert_true(pid >= 0);
    if (pid == 0) {
        set_driver_keys(j);
        if (chdir(dir) == 0)
            execl(self, self, "--record", zebin, (char *)NULL);
        _exit(127);
    }
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        fail_msg("recording %s for %s ended with status 0x%x", zebin, j->target, status);
}

static void read_recording(recording *r) {
    char path[400] = "";
    DIR *d = opendir(r->dir);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));)
        if (strstr(e->d_name, ".aub"))
            snprintf(path, sizeof path, "%s/%s", r->dir, e->d_name);
    closedir(d);
    if (!path[0])
        fail_msg("the driver wrote no recording to %s", r->dir);
    assert_int_equal(cmc_file_read(path, &r->aub, &r->aub_b, r->diag), CMC_OK);
    if (aub_read(r->arena, r->aub, r->aub_b, &r->file, r->diag) != CMC_OK)
        fail_msg("%s", cmc_diag_get(r->diag, 0)->text);
}

static void read_zebin(recording *r, const char *path) {
    zeb_file *f;
    assert_int_equal(cmc_file_read(path, &r->zebin, &r->zebin_b, r->diag), CMC_OK);
    if (zeb_read(r->arena, r->zebin, r->zebin_b, &f, r->diag) != CMC_OK)
        fail_msg("%s", cmc_diag_get(r->diag, 0)->text);
    r->meta = f;
    r->kernel = f->kernels.data[0];
}

static void record_open(recording *r, const test_case *t) {
    char code[4200], zebin[4200], path[100];
    uint8_t *result;
    size_t len;
    *r = (recording){.dir = "/tmp/oracle_driver_XXXXXX", .arena = cmc_arena_create(), .diag = cmc_diag_create()};
    assert_non_null(mkdtemp(r->dir));
    snprintf(zebin, sizeof zebin, "%s", t->zebin);
    if (!zebin[0]) {
        snprintf(code, sizeof code, "%s/%s.krn", kernel_dir, t->judge->target);
        snprintf(zebin, sizeof zebin, "%s/k.bin", r->dir);
        assert_true(sample_write(t->judge->target, t->judge->has_images, code, zebin));
    }
    record_in_child(t->judge, r->dir, zebin);
    snprintf(path, sizeof path, "%s/result", r->dir);
    assert_int_equal(cmc_file_read(path, &result, &len, r->diag), CMC_OK);
    assert_int_equal(len, sizeof r->result);
    memcpy(&r->result, result, len);
    free(result);
    read_zebin(r, zebin);
    read_recording(r);
}

static void record_close(recording *r) {
    char command[100];
    snprintf(command, sizeof command, "rm -rf %s", r->dir);
    assert_int_equal(system(command), 0);
    free(r->zebin);
    free(r->aub);
    cmc_diag_destroy(r->diag);
    cmc_arena_destroy(r->arena);
}

// Expectations

static void put_arg(const recording *r, const zeb_arg *a, uint8_t *cross) {
    const uint32_t local[3] = {LOCAL_X, LOCAL_Y, LOCAL_Z}, groups[3] = {GROUPS_X, GROUPS_Y, GROUPS_Z};
    switch (a->type) {
    case ZEB_ARG_LOCAL_SIZE:
        memcpy(cross + a->off_b, local, a->size_b);
        break;
    case ZEB_ARG_GROUP_COUNT:
        memcpy(cross + a->off_b, groups, a->size_b);
        break;
    case ZEB_ARG_BYVALUE:
        record_value((uint32_t)a->arg_index, cross + a->off_b, a->size_b);
        break;
    case ZEB_ARG_BYPOINTER: // surfaces have size 0
        memcpy(cross + a->off_b, &r->result.address[a->arg_index], a->size_b);
        break;
    case ZEB_ARG_PRINTF_BUFFER: // the driver's own; anything will do, but it is there
        break;
    default:
        fail_msg("no expectation for argument type %d", a->type);
    }
}

// The cross-thread data that .ze_info describes, for the values that were set. Returns its size.
static size_t expected_payload(const recording *r, uint8_t *cross, size_t max_b) {
    size_t end = 0;
    memset(cross, 0, max_b);
    for (uint32_t i = 0; i < r->kernel->args.len; i++) {
        const zeb_arg *a = &r->kernel->args.data[i];
        assert_true(a->off_b + a->size_b <= max_b);
        put_arg(r, a, cross);
        if (a->off_b + a->size_b > end)
            end = a->off_b + a->size_b;
    }
    return (end + 31) / 32 * 32;
}

// After the cross-thread data: one register per thread with its x, y, z as words, x fastest.
static void check_local_ids(const uint8_t *ids, uint32_t grf_b) {
    for (uint32_t t = 0; t < LOCAL_X * LOCAL_Y * LOCAL_Z; t++) {
        uint16_t expected[3] = {(uint16_t)(t % LOCAL_X), (uint16_t)(t / LOCAL_X % LOCAL_Y), 0};
        assert_memory_equal(ids + t * grf_b, expected, sizeof expected);
    }
}

static const zeb_arg *print_buffer(const recording *r) {
    for (uint32_t i = 0; i < r->kernel->args.len; i++)
        if (r->kernel->args.data[i].type == ZEB_ARG_PRINTF_BUFFER)
            return &r->kernel->args.data[i];
    return NULL;
}

static const uint8_t *find_masked(const recording *r, const uint8_t *bytes, const uint8_t *mask, size_t len,
                                  bool whole);

// All of the cross-thread data is as expected, and the buffer for printf has an address.
static void check_print_buffer(const recording *r, const uint8_t *cross, size_t cross_b) {
    const zeb_arg *a = print_buffer(r);
    uint8_t mask[PAYLOAD_MAX_B];
    uint64_t address = 0;
    memset(mask, 255, sizeof mask);
    memset(mask + a->off_b, 0, a->size_b);
    assert_int_equal(a->size_b, 8);
    const uint8_t *found = find_masked(r, cross, mask, cross_b, true);
    if (!found)
        fail_msg("no memory write of the recording holds the cross-thread data");
    memcpy(&address, found + a->off_b, 8);
    assert_true(address && address % 8 == 0);
}

static void check_payload(const recording *r, uint32_t grf_b) {
    uint8_t cross[PAYLOAD_MAX_B];
    size_t at = 0, cross_b = expected_payload(r, cross, sizeof cross);
    uint32_t i = 0;
    if (cross_b == 0)
        return;
    if (print_buffer(r)) {
        check_print_buffer(r, cross, cross_b);
        return;
    }
    const aub_write *w = aub_find(&r->file, &i, cross, cross_b, &at);
    if (!w)
        fail_msg("no memory write of the recording holds the cross-thread data");
    assert_int_equal((w->address + at) % 64, 0); // as the indirect data start must be
    if (r->kernel->thread_args.len) {
        assert_true(at + cross_b + LOCAL_X * LOCAL_Y * grf_b <= w->size_b);
        check_local_ids(w->data + at + cross_b, grf_b);
    }
}

// The halves of addresses that the driver has filled in agree with each other: one base for all texts of the module.
static void check_addresses(const recording *r, const uint8_t *code) {
    uint64_t base = 0, address[64] = {0};
    bool seen[64][2] = {{false}};
    for (uint32_t i = 0; i < r->kernel->relocs.len; i++) {
        const zeb_reloc *x = &r->kernel->relocs.data[i];
        uint32_t s = 0, half;
        while (strcmp(r->meta->symbols.data[s].name, x->symbol) != 0)
            s++;
        assert_true(s < 64 && (x->type == 2 || x->type == 3));
        memcpy(&half, code + x->off_b, 4);
        if (seen[s][x->type == 3])
            assert_int_equal((uint32_t)(address[s] >> (x->type == 3 ? 32 : 0)), half);
        address[s] |= (uint64_t)half << (x->type == 3 ? 32 : 0);
        seen[s][x->type == 3] = true;
    }
    for (uint32_t s = 0; s < r->meta->symbols.len && s < 64; s++) {
        if (!seen[s][0] || !seen[s][1])
            continue;
        const uint64_t here = address[s] - r->meta->symbols.data[s].value;
        assert_true(here != 0 && (!base || here == base));
        base = here;
    }
}

// The position of bytes in a recorded write, except those whose mask is zero; at a multiple of 64, perhaps cut at the
// write's end.
static const uint8_t *find_masked(const recording *r, const uint8_t *bytes, const uint8_t *mask, size_t len,
                                  bool whole) {
    for (uint32_t i = 0; i < r->file.writes.len; i++) {
        const aub_write *w = &r->file.writes.data[i];
        for (size_t at = (64 - w->address % 64) % 64; at + (whole ? len : 64) <= w->size_b; at += 64) {
            size_t here_b = w->size_b - at < len ? w->size_b - at : len, k = 0;
            while (k < here_b && ((w->data[at + k] ^ bytes[k]) & mask[k]) == 0)
                k++;
            if (k == here_b)
                return w->data + at;
        }
    }
    return NULL;
}

static void check_relocated_code(const recording *r) {
    const zeb_kernel *k = r->kernel;
    uint8_t *mask = malloc(k->text_b);
    assert_non_null(mask);
    memset(mask, 255, k->text_b);
    for (uint32_t i = 0; i < k->relocs.len; i++)
        memset(mask + k->relocs.data[i].off_b, 0, 4);
    const uint8_t *code = find_masked(r, k->text, mask, k->text_b, true);
    free(mask);
    if (!code)
        fail_msg("no memory write of the recording holds the kernel with its addresses");
    check_addresses(r, code);
}

// The kernel with the zeros after it that prefetch may see. A kernel may begin in one page and end in another, and
// each page is a write of its own: its first 64 bytes find it, the rest follows where it fits.
static void check_code(const recording *r) {
    const zeb_kernel *k = r->kernel;
    size_t at = 0, first_b = k->text_b < 64 ? k->text_b : 64;
    if (k->relocs.len) {
        check_relocated_code(r);
        return;
    }
    for (uint32_t i = 0; i < r->file.writes.len; i++) {
        const aub_write *w = aub_find(&r->file, &i, k->text, first_b, &at);
        if (!w)
            break;
        size_t here_b = w->size_b - at < k->text_b ? w->size_b - at : k->text_b;
        if ((w->address + at) % 64 == 0 && memcmp(w->data + at, k->text, here_b) == 0)
            return;
    }
    fail_msg("no memory write of the recording holds the kernel");
}

// A surface state of the buffer: its address is the ninth and tenth dword of 64 bytes (all families).
static const uint8_t *find_state(const aub_write *w, uint64_t address) {
    for (size_t at = 0; at + 64 <= w->size_b; at += 64)
        if (memcmp(w->data + at + 32, &address, 8) == 0)
            return w->data + at;
    return NULL;
}

// Does a table of this write have entry bti leading to the state at this offset? Entries count from the heap's
// beginning, which lies some pages before.
static bool leads_to(const aub_write *w, uint32_t state_off_b, uint32_t bti) {
    for (size_t table = 0; table + 4 * bti + 4 <= w->size_b; table += 64) {
        uint32_t entry;
        memcpy(&entry, w->data + table + 4 * bti, 4);
        if (entry && (entry & 4095) == ((w->address + state_off_b) & 4095))
            return true;
    }
    return false;
}

// For each buffer surface, its binding table entry leads to a state with the buffer's address.
static void check_binding_table(const recording *r) {
    for (uint32_t b = 0; b < r->kernel->btis.len; b++) {
        const zeb_bti *bti = &r->kernel->btis.data[b];
        uint64_t address = r->result.address[bti->arg_index];
        bool found = address == 0; // an image: where it lies is the driver's business
        for (uint32_t i = 0; i < r->file.writes.len && !found; i++) {
            const aub_write *w = &r->file.writes.data[i];
            const uint8_t *state = find_state(w, address);
            found = state && leads_to(w, (uint32_t)(state - w->data), (uint32_t)bti->bti);
        }
        if (!found)
            fail_msg("no binding table of the recording leads entry %d to argument %d", bti->bti, bti->arg_index);
    }
}

static void recording_holds_the_launch(void **state) {
    const test_case *t = *state;
    recording r;
    record_open(&r, t);
    check_code(&r);
    check_payload(&r, t->judge->grf_b);
    check_binding_table(&r);
    record_close(&r);
}

// Main

static const judge *find_judge(const char *target) {
    for (size_t i = 0; i < N_JUDGES; i++)
        if (strcmp(judges[i].target, target) == 0)
            return &judges[i];
    return NULL;
}

static int run_cases(const test_case *cases, const char *const *names, size_t n) {
    struct CMUnitTest *tests = calloc(n, sizeof *tests);
    if (!tests)
        return 2;
    for (size_t i = 0; i < n; i++)
        tests[i] = (struct CMUnitTest){
            .name = names[i], .test_func = recording_holds_the_launch, .initial_state = (void *)(uintptr_t)&cases[i]};
    int failed = _cmocka_run_group_tests("oracle_driver", tests, n, NULL, NULL);
    free(tests);
    return failed;
}

static int run_samples(const char *dir) {
    test_case cases[N_JUDGES];
    const char *names[N_JUDGES];
    kernel_dir = dir;
    for (size_t i = 0; i < N_JUDGES; i++) {
        cases[i] = (test_case){.judge = &judges[i]};
        names[i] = judges[i].target;
    }
    return run_cases(cases, names, N_JUDGES);
}

static int run_zebins(const char *target, char **files, size_t n) {
    const judge *j = find_judge(target);
    test_case *cases = calloc(n, sizeof *cases);
    if (!j || !cases || n == 0) {
        fprintf(stderr, "no judge for target '%s', or no files\n", target);
        free(cases);
        return 2;
    }
    for (size_t i = 0; i < n; i++) {
        char whole[4096];
        cases[i].judge = j;
        if (realpath(files[i], whole))
            snprintf(cases[i].zebin, sizeof cases[i].zebin, "%s", whole);
        else
            snprintf(cases[i].zebin, sizeof cases[i].zebin, "%s", files[i]);
    }
    int failed = run_cases(cases, (const char *const *)files, n);
    free(cases);
    return failed;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--record") == 0)
        return record_run(argv[2]);
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    if (n > 0 && argc > 3 && strcmp(argv[1], "--zebin") == 0)
        return run_zebins(argv[2], argv + 3, (size_t)argc - 3);
    if (n > 0 && argc == 2)
        return run_samples(argv[1]);
    fputs("usage: oracle_driver KERNEL_DIR | --zebin TARGET FILE...\n", stderr);
    return 2;
}
