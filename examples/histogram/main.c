// SPDX-License-Identifier: MIT
// The histogram of a grey picture:
//
//     histogram [--width=N] [--height=N] [--colour=N] [--input=in.png] [--output=out.npy] [--device=xesim:bmg]

#include "example.h"

#include <stdlib.h>
#include <string.h>

enum { VALUES = 256, PART = 128, MOST = 1 << 14, RANDOM = 256 };

typedef struct job {
    cmrt_kernel *kernel;
    cmrt_buffer *counts;
    uint32_t threads;
} job;

static void work(const ex_run *run, void *user) {
    const job *j = user;
    static const uint32_t zeros[VALUES];
    EX_NEED(run, cmrt_buffer_write(j->counts, 0, zeros, sizeof zeros));
    ex_launch(run, j->kernel, j->threads, 1, 1);
}

// Pixels that do not fill the last part are counted here.
static void count(const uint8_t *pixels, size_t from, size_t to, uint32_t *counts) {
    for (size_t i = from; i < to; i++)
        counts[pixels[i]]++;
}

static void count_on_device(const ex_common *common, const uint8_t *pixels, size_t n, uint32_t thread_b,
                            uint32_t *counts) {
    ex_run run;
    ex_open(&run, common);
    job j = {.kernel = ex_kernel(&run, NULL), .threads = (uint32_t)(n / thread_b)};
    cmrt_buffer *in = ex_buffer(&run, n, pixels);
    j.counts = ex_buffer(&run, VALUES * sizeof *counts, NULL);
    ex_set(&run, j.kernel, 0, in);
    ex_set(&run, j.kernel, 1, j.counts);
    ex_set_int(&run, j.kernel, 2, thread_b);
    double seconds = ex_measure(&run, work, &j);
    ex_read(&run, j.counts, counts, VALUES * sizeof *counts);
    ex_report(&run, seconds, (double)n, "GB/s", "%zu pixels, %u threads", n, j.threads);
    count(pixels, (size_t)j.threads * thread_b, n, counts);
    uint32_t expected[VALUES] = {0};
    count(pixels, 0, n, expected);
    ex_compare_u32(&run, counts, expected, VALUES);
    cmrt_buffer_destroy(in);
    cmrt_buffer_destroy(j.counts);
    cmrt_kernel_destroy(j.kernel);
    ex_close(&run);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "histogram"};
    uint32_t width = 512, height = 512, colour = RANDOM, thread_b = 4096;
    const char *input = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "width", .meaning = "pixels", .number = &width, .least = 1, .most = MOST},
        {.name = "height", .meaning = "pixels", .number = &height, .least = 1, .most = MOST},
        {.name = "colour", .meaning = "of all pixels; 256: random", .number = &colour, .most = RANDOM},
        {.name = "thread",
         .meaning = "pixels that a thread counts",
         .number = &thread_b,
         .least = PART,
         .most = 1 << 20,
         .multiple = PART},
        {.name = "input", .meaning = "a picture (PNG) instead, made grey", .text = &input},
        {.name = "output", .meaning = "the file for the counts (NPY)", .text = &output},
    };
    ex_options(argc, argv, "The histogram of a grey picture.", &common, options, sizeof options / sizeof *options);
    uint8_t *pixels = NULL;
    char why[EX_WHY];
    if (input && !png_file_read(input, 1, &pixels, &width, &height, why))
        ex_fail(&common, "%s", why);
    const size_t n = (size_t)width * height;
    ex_random r = ex_random_seed(common.seed);
    if (!input) {
        pixels = ex_alloc(&common, n, 1);
        for (size_t i = 0; i < n; i++)
            pixels[i] = (uint8_t)(colour == RANDOM ? ex_random_below(&r, VALUES) : colour);
    }
    if (n < thread_b)
        ex_fail(&common, "%zu pixels, expected at least those of a thread, %u (--thread)", n, thread_b);
    uint32_t counts[VALUES] = {0};
    count_on_device(&common, pixels, n, thread_b, counts);
    npy_save(&common, output, "u4", 1, (const uint64_t[]){VALUES}, counts);
    free(pixels);
    return EXIT_SUCCESS;
}
