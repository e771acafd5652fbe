// SPDX-License-Identifier: MIT
// Prefix sums of 32-bit numbers:
//
//     prefix_sum [--size=N] [--input=in.npy] [--output=out.npy] [--device=xesim:bmg]

#include "example.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512, MOST = 1 << 28, MAX_LEVELS = 4 };

// Level 0 has the numbers; the numbers of each further level are the totals of the blocks before it. The last has one
// block.
typedef struct job {
    uint32_t n_levels, blocks[MAX_LEVELS];
    cmrt_buffer *in[MAX_LEVELS + 1], *out[MAX_LEVELS + 1];
    cmrt_kernel *sum, *scan;
} job;

static void work(const ex_run *run, void *user) {
    const job *j = user;
    for (uint32_t i = 0; i + 1 < j->n_levels; i++) {
        ex_set(run, j->sum, 0, j->in[i]);
        ex_set(run, j->sum, 1, j->in[i + 1]);
        ex_launch(run, j->sum, j->blocks[i], 1, 1);
    }
    for (uint32_t i = j->n_levels; i-- > 0;) {
        ex_set(run, j->scan, 0, j->in[i]);
        ex_set(run, j->scan, 1, j->out[i + 1]);
        ex_set(run, j->scan, 2, j->out[i]);
        ex_launch(run, j->scan, j->blocks[i], 1, 1);
    }
}

// Whole blocks, with zeros after the last number.
static void prepare(const ex_run *run, job *j, const uint32_t *in, uint32_t n) {
    for (uint32_t left = n; j->n_levels == 0 || left > 1;) {
        const uint32_t i = j->n_levels++;
        j->blocks[i] = left = (left + BLOCK - 1) / BLOCK;
        const size_t numbers = (size_t)left * BLOCK;
        uint32_t *first = ex_alloc(run->common, numbers, sizeof *first);
        memset(first, 0, numbers * sizeof *first);
        if (i == 0)
            memcpy(first, in, n * sizeof *in);
        j->in[i] = ex_buffer(run, numbers * sizeof *first, first);
        j->out[i] = ex_buffer(run, numbers * sizeof *first, NULL);
        free(first);
    }
    j->out[j->n_levels] = ex_buffer(run, BLOCK, NULL); // block 0 of a level reads nothing from it
    j->sum = ex_kernel(run, "sum_blocks");
    j->scan = ex_kernel(run, "scan_blocks");
}

static void release(job *j) {
    for (uint32_t i = 0; i <= j->n_levels; i++) {
        cmrt_buffer_destroy(j->in[i]);
        cmrt_buffer_destroy(j->out[i]);
    }
    cmrt_kernel_destroy(j->sum);
    cmrt_kernel_destroy(j->scan);
}

static void scan_on_device(const ex_common *common, const uint32_t *in, uint32_t *out, uint32_t n) {
    ex_run run;
    job j = {0};
    ex_open(&run, common);
    prepare(&run, &j, in, n);
    double seconds = ex_measure(&run, work, &j);
    ex_read(&run, j.out[0], out, n * sizeof *out);
    ex_report(&run, seconds, n, "G numbers/s", "%u numbers", n);
    uint32_t *expected = ex_alloc(common, n, sizeof *expected), sum = 0;
    for (uint32_t i = 0; i < n; i++)
        expected[i] = sum += in[i];
    ex_compare_u32(&run, out, expected, n);
    free(expected);
    release(&j);
    ex_close(&run);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "prefix_sum"};
    uint32_t n = 1 << 18;
    const char *input = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "size", .meaning = "numbers", .number = &n, .least = 1, .most = MOST},
        {.name = "input", .meaning = "a 1-D array of u4 (NPY) instead of random numbers", .text = &input},
        {.name = "output", .meaning = "the file for the sums (NPY)", .text = &output},
    };
    ex_options(argc, argv, "Prefix sums of 32-bit numbers, modulo 2^32.", &common, options,
               sizeof options / sizeof *options);
    npy_array a = {0};
    if (input) {
        a = npy_need(&common, input, "u4", 1);
        if (a.shape[0] > MOST)
            ex_fail(&common, "%s: %llu numbers, expected at most %d", input, (unsigned long long)a.shape[0], MOST);
        n = (uint32_t)a.shape[0];
    }
    uint32_t *in = input ? a.data : ex_alloc(&common, n, sizeof *in), *out = ex_alloc(&common, n, sizeof *out);
    ex_random r = ex_random_seed(common.seed);
    for (uint32_t i = 0; !input && i < n; i++)
        in[i] = ex_random_u32(&r);
    scan_on_device(&common, in, out, n);
    npy_save(&common, output, "u4", 1, (const uint64_t[]){n}, out);
    free(in);
    free(out);
    return EXIT_SUCCESS;
}
