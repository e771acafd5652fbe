// SPDX-License-Identifier: MIT
// A convolution of 1 x 1 or 3 x 3 of a picture with many channels; pixels outside count as zero:
//
//     convolution [--side=3] [--rows=N] [--columns=N] [--channels=N] [--outputs=N] [--input=in.npy --weights=w.npy]
//                 [--output=out.npy] [--device=xesim:bmg]

#include "example.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef _Float16 half;
enum { STEP = 32, OUTPUTS = 64, MOST = 1 << 12, MOST_SIDE = 3 };
enum { ACROSS = 2, DOWN = 8 };       // threads of a work-group
static const double LEAST = 0x1p-14; // the vector pipe takes smaller halves, which are denormal, as zero

typedef struct job {
    uint32_t side, rows, columns, channels, outputs;
    half *in, *weights;
    float *wide_in, *wide_weights; // the same, for the reference
    cmrt_kernel *kernel;
    uint32_t tile[2]; // of a thread: pixels and outputs
} job;

// A kernel's name has the side and its threads' tile: convolution_3_32x64.
static void find_kernel(const ex_run *run, job *j) {
    uint32_t side;
    for (size_t i = 0; i < cmrt_program_kernel_count(run->program); i++) {
        const char *name = cmrt_program_kernel_name(run->program, i);
        if (sscanf(name, "convolution_%u_%ux%u", &side, &j->tile[0], &j->tile[1]) == 3 && side == j->side &&
            j->tile[0] > 0 && j->tile[1] > 0) {
            j->kernel = ex_kernel(run, name);
            return;
        }
    }
    ex_fail(run->common, "%s: no kernel convolution_%u_PIXELSxOUTPUTS", run->common->kernel_path, j->side);
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    const uint32_t tiles = (j->columns + j->tile[0] - 1) / j->tile[0];
    ex_launch_2d(run, j->kernel, j->outputs / j->tile[1], tiles * j->rows, (const uint32_t[]){ACROSS, DOWN});
}

// Adds a pixel's products with a tap; size: of the terms; lost: of those with a factor that may be taken as zero.
static void add_tap(const job *j, const float *pixel, const float *tap, double *sum, double *size, double *lost) {
    for (uint32_t c = 0; c < j->channels; c++) {
        const double factor = (double)pixel[c];
        for (uint32_t o = 0; o < j->outputs; o++) {
            const double w = (double)tap[(size_t)c * j->outputs + o], term = factor * w;
            sum[o] += term;
            size[o] += fabs(term);
            lost[o] += fabs(factor) < LEAST || fabs(w) < LEAST ? fabs(term) : 0;
        }
    }
}

// The exact outputs of a pixel, and how much the kernel's may differ: it adds in an order of its own.
static void exact_pixel(const job *j, uint32_t y, uint32_t x, double *sums, float *expected, float *bound) {
    const int reach = (int)j->side / 2;
    double *size = sums + j->outputs, *lost = size + j->outputs;
    for (uint32_t o = 0; o < 3 * j->outputs; o++)
        sums[o] = 0;
    for (int dy = -reach; dy <= reach; dy++) {
        for (int dx = -reach; dx <= reach; dx++) {
            const int64_t row = (int64_t)y + dy, column = (int64_t)x + dx;
            if (row < 0 || row >= j->rows || column < 0 || column >= j->columns)
                continue;
            const size_t tap = (size_t)(dy + reach) * j->side + (size_t)(dx + reach);
            add_tap(j, j->wide_in + ((size_t)row * j->columns + (size_t)column) * j->channels,
                    j->wide_weights + tap * j->channels * j->outputs, sums, size, lost);
        }
    }
    for (uint32_t o = 0; o < j->outputs; o++) {
        expected[o] = (float)sums[o];
        bound[o] = (float)(size[o] * j->side * j->side * j->channels * FLT_EPSILON + lost[o]);
    }
}

static void compare(const ex_run *run, job *j, const float *got) {
    const size_t n = (size_t)j->rows * j->columns * j->outputs;
    float *expected = ex_alloc(run->common, n, sizeof *expected), *bound = ex_alloc(run->common, n, sizeof *bound);
    double *sums = ex_alloc(run->common, j->outputs, 3 * sizeof *sums);
    j->wide_in = ex_widen(run->common, j->in, (size_t)j->rows * j->columns * j->channels);
    j->wide_weights = ex_widen(run->common, j->weights, (size_t)j->side * j->side * j->channels * j->outputs);
    for (uint32_t y = 0; y < j->rows; y++) {
        ex_progress("comparing with plain C", y, j->rows);
        for (uint32_t x = 0; x < j->columns; x++) {
            const size_t at = ((size_t)y * j->columns + x) * j->outputs;
            exact_pixel(j, y, x, sums, expected + at, bound + at);
        }
    }
    ex_progress("comparing with plain C", j->rows, j->rows);
    ex_compare_float(run, got, expected, bound, 0, n);
    free(expected);
    free(bound);
    free(sums);
    free(j->wide_in);
    free(j->wide_weights);
}

static void convolve(const ex_common *common, job *j, const char *output) {
    const size_t pixels = (size_t)j->rows * j->columns, out_b = pixels * j->outputs * sizeof(float);
    const size_t taps = (size_t)j->side * j->side;
    float *out = ex_alloc(common, out_b, 1);
    ex_run run;
    ex_open(&run, common);
    find_kernel(&run, j);
    cmrt_buffer *const buffers[3] = {ex_buffer(&run, pixels * j->channels * sizeof(half), j->in),
                                     ex_buffer(&run, taps * j->channels * j->outputs * sizeof(half), j->weights),
                                     ex_buffer(&run, out_b, NULL)};
    const uint32_t sizes[4] = {j->rows, j->columns, j->channels, j->outputs};
    for (uint32_t i = 0; i < 3; i++)
        ex_set(&run, j->kernel, i, buffers[i]);
    for (uint32_t i = 0; i < 4; i++)
        ex_set_int(&run, j->kernel, 3 + i, sizes[i]);
    double seconds = ex_measure(&run, work, j);
    ex_read(&run, buffers[2], out, out_b);
    ex_report(&run, seconds, 2.0 * (double)(pixels * taps) * j->channels * j->outputs, "GFLOP/s",
              "%u x %u x %u, %u x %u to %u", j->rows, j->columns, j->channels, j->side, j->side, j->outputs);
    compare(&run, j, out);
    npy_save(common, output, "f4", 3, (const uint64_t[]){j->rows, j->columns, j->outputs}, out);
    for (uint32_t i = 0; i < 3; i++)
        cmrt_buffer_destroy(buffers[i]);
    cmrt_kernel_destroy(j->kernel);
    ex_close(&run);
    free(out);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "convolution"};
    job j = {.side = 3, .rows = 16, .columns = 56, .channels = 64, .outputs = 64};
    const char *input = NULL, *weights = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "side", .meaning = "1 or 3", .number = &j.side, .least = 1, .most = MOST_SIDE},
        {.name = "rows", .meaning = "of the picture", .number = &j.rows, .least = 1, .most = MOST},
        {.name = "columns", .meaning = "of the picture", .number = &j.columns, .least = 1, .most = MOST},
        {.name = "channels",
         .meaning = "of the picture",
         .number = &j.channels,
         .least = STEP,
         .most = MOST,
         .multiple = STEP},
        {.name = "outputs",
         .meaning = "channels of the result",
         .number = &j.outputs,
         .least = OUTPUTS,
         .most = MOST,
         .multiple = OUTPUTS},
        {.name = "input", .meaning = "rows x columns x channels numbers of f2 (NPY)", .text = &input},
        {.name = "weights", .meaning = "side x side x channels x outputs numbers of f2 (NPY)", .text = &weights},
        {.name = "output", .meaning = "the file for the result (NPY)", .text = &output},
    };
    ex_options(argc, argv, "A convolution on the systolic array.", &common, options, sizeof options / sizeof *options);
    if (j.side % 2 == 0)
        ex_fail(&common, "--side=%u: expected 1 or 3", j.side);
    ex_random r = ex_random_seed(common.seed);
    const ex_dim picture[] = {{&j.rows, 1, MOST}, {&j.columns, 1, MOST}, {&j.channels, STEP, MOST}};
    const ex_dim taps[] = {{.n = &j.side}, {.n = &j.side}, {.n = &j.channels}, {&j.outputs, OUTPUTS, MOST}};
    j.in = ex_input(&common, input, "f2", picture, 3, &r);
    j.weights = ex_input(&common, weights, "f2", taps, 4, &r);
    convolve(&common, &j, output);
    free(j.in);
    free(j.weights);
    return EXIT_SUCCESS;
}
