// SPDX-License-Identifier: MIT
// Runs a kernel for the CPU from a file, without the runtime, for the tests of operations and random IR.
//
//   host_run FILE [--kernel NAME] --arg svm:BYTES:zero | svm:BYTES:file=PATH ... --dump N:file=PATH
//
// One group of one thread. Exit status 1: the file or the kernel is wrong, why is on standard error.

#include "host_call.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ARGS = 16 };

typedef struct buffers {
    uint8_t *data[MAX_ARGS];
    uint64_t address[MAX_ARGS];
    size_t size_b[MAX_ARGS];
    unsigned n;
} buffers;

static bool add_buffer(buffers *b, const char *text) {
    static const char svm[] = "svm:", file[] = ":file=";
    char *end;
    uint8_t *bytes = NULL;
    size_t len = 0;
    if (strncmp(text, svm, sizeof svm - 1) != 0 || b->n == MAX_ARGS)
        return false;
    size_t size_b = strtoul(text + sizeof svm - 1, &end, 0);
    if (strncmp(end, file, sizeof file - 1) == 0 && cmc_file_read(end + sizeof file - 1, &bytes, &len, NULL) != CMC_OK)
        return false;
    uint8_t *data = calloc(1, size_b + 4096); // blocks read past the end of what they need
    if (data && bytes)
        memcpy(data, bytes, len < size_b ? len : size_b);
    free(bytes);
    b->data[b->n] = data;
    b->address[b->n] = (uint64_t)(uintptr_t)data;
    b->size_b[b->n++] = size_b;
    return data != NULL;
}

static bool dump(const buffers *b, const char *text) {
    char *end;
    unsigned long n = strtoul(text, &end, 10);
    const char *path = strstr(end, "file=");
    return n < b->n && path && cmc_file_write(path + 5, b->data[n], b->size_b[n], NULL) == CMC_OK;
}

static void release(buffers *b) {
    for (unsigned i = 0; i < b->n; i++)
        free(b->data[i]);
}

static int fail(const char *why) {
    fprintf(stderr, "host_run: error: %s\n", why);
    return 1;
}

int main(int argc, char **argv) {
    buffers b = {0};
    const char *dumps[MAX_ARGS];
    unsigned n_dumps = 0;
    hc_launch l = {.kernel = "k", .args = b.address, .slm_b = 1 << 16, .groups = {1, 1, 1}};
    if (argc < 2)
        return fail("no file");
    for (int i = 2; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--kernel") == 0)
            l.kernel = argv[i + 1];
        else if (strcmp(argv[i], "--dump") == 0 && n_dumps < MAX_ARGS)
            dumps[n_dumps++] = argv[i + 1];
        else if (strcmp(argv[i], "--arg") != 0 || !add_buffer(&b, argv[i + 1]))
            return fail(argv[i + 1]);
    }
    uint8_t *bytes = NULL;
    size_t len = 0;
    cmc_str message = CMC_STR_INIT;
    if (cmc_file_read(argv[1], &bytes, &len, NULL) != CMC_OK)
        return fail("the file cannot be read");
    hc_module *m = hc_load(bytes, len, &message);
    l.n_args = b.n;
    if (!m || hc_call(m, &l, NULL, &message) != CMC_OK)
        return fail(cmc_str_text(&message));
    for (unsigned i = 0; i < n_dumps; i++)
        if (!dump(&b, dumps[i]))
            return fail(dumps[i]);
    hc_unload(m);
    release(&b);
    free(bytes);
    cmc_str_free(&message);
    return 0;
}
