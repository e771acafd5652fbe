// SPDX-License-Identifier: MIT
// A bitonic sort of 32-bit keys:
//
//     bitonic_sort [--log2=N] [--input=in.npy] [--output=out.npy] [--device=xesim:bmg]

#include "example.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256, LEAST_LOG2 = 8, MOST_LOG2 = 26, MOST_STEPS = 4, KERNELS = 2 + MOST_STEPS };

typedef struct job {
    const uint32_t *in;
    uint32_t n; // a power of two
    cmrt_buffer *keys;
    cmrt_kernel *sort, *near, *far[MOST_STEPS]; // far[i] does i + 1 steps
} job;

static void merge(const ex_run *run, const job *j, uint32_t length) {
    for (uint32_t distance = length / 2; distance >= BLOCK; distance /= 2) {
        uint32_t more = 0; // steps after the first
        for (; more + 1 < MOST_STEPS && distance / 2 >= BLOCK; more++)
            distance /= 2;
        ex_set_int(run, j->far[more], 1, length);
        ex_set_int(run, j->far[more], 2, distance);
        ex_launch(run, j->far[more], j->n / BLOCK, 1, 1);
    }
    ex_set_int(run, j->near, 1, length);
    ex_launch(run, j->near, j->n / BLOCK, 1, 1);
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    EX_NEED(run, cmrt_buffer_write(j->keys, 0, j->in, j->n * sizeof *j->in));
    ex_launch(run, j->sort, j->n / BLOCK, 1, 1);
    for (uint32_t length = 2 * BLOCK; length <= j->n; length *= 2)
        merge(run, j, length);
}

static int by_value(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void sort_on_device(const ex_common *common, const uint32_t *in, uint32_t *out, uint32_t n) {
    ex_run run;
    ex_open(&run, common);
    job j = {.in = in, .n = n, .keys = ex_buffer(&run, n * sizeof *in, NULL)};
    cmrt_kernel **const kernels[KERNELS] = {&j.sort, &j.near, &j.far[0], &j.far[1], &j.far[2], &j.far[3]};
    const char *const names[KERNELS] = {"sort_blocks", "merge_blocks", "merge_far_2",
                                        "merge_far_4", "merge_far_8",  "merge_far_16"};
    for (int i = 0; i < KERNELS; i++) {
        *kernels[i] = ex_kernel(&run, names[i]);
        ex_set(&run, *kernels[i], 0, j.keys);
    }
    double seconds = ex_measure(&run, work, &j);
    ex_read(&run, j.keys, out, n * sizeof *out);
    ex_report(&run, seconds, n, "G keys/s", "%u keys", n);
    uint32_t *expected = ex_alloc(common, n, sizeof *expected);
    memcpy(expected, in, n * sizeof *in);
    qsort(expected, n, sizeof *expected, by_value);
    ex_compare_u32(&run, out, expected, n);
    free(expected);
    for (int i = 0; i < KERNELS; i++)
        cmrt_kernel_destroy(*kernels[i]);
    cmrt_buffer_destroy(j.keys);
    ex_close(&run);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "bitonic_sort"};
    uint32_t log2 = 16;
    const char *input = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "log2", .meaning = "of the number of keys", .number = &log2, .least = LEAST_LOG2, .most = MOST_LOG2},
        {.name = "input", .meaning = "a 1-D array of u4 (NPY) instead of random keys", .text = &input},
        {.name = "output", .meaning = "the file for the sorted keys (NPY)", .text = &output},
    };
    ex_options(argc, argv, "A bitonic sort of 32-bit keys.", &common, options, sizeof options / sizeof *options);
    npy_array a = {0};
    uint32_t given = 1u << log2;
    if (input) {
        a = npy_need(&common, input, "u4", 1);
        if (a.shape[0] > 1u << MOST_LOG2)
            ex_fail(&common, "%s: %llu keys, expected at most %u", input, (unsigned long long)a.shape[0],
                    1u << MOST_LOG2);
        given = (uint32_t)a.shape[0];
        for (log2 = LEAST_LOG2; 1u << log2 < given;)
            log2++;
    }
    // The largest key fills up to a power of two: what is added comes last.
    const uint32_t n = 1u << log2;
    uint32_t *in = ex_alloc(&common, n, sizeof *in), *out = ex_alloc(&common, n, sizeof *out);
    ex_random r = ex_random_seed(common.seed);
    for (uint32_t i = 0; i < n; i++)
        in[i] = !input ? ex_random_u32(&r) : i < given ? ((uint32_t *)a.data)[i] : UINT32_MAX;
    sort_on_device(&common, in, out, n);
    npy_save(&common, output, "u4", 1, (const uint64_t[]){given}, out);
    free(a.data);
    free(in);
    free(out);
    return EXIT_SUCCESS;
}
