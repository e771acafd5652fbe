// SPDX-License-Identifier: MIT
// y = W * x of weights of 4 bits. A matrix is made such by this program, in blocks of 32 numbers of a row:
//
//     int4_gemv [--rows=N] [--columns=N] [--weights=w.npy] [--input=x.npy] [--output=y.npy] [--device=xesim:bmg]

#include "example.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef _Float16 half;
enum { THREADS = 8, ROWS = 4, BLOCK = 32, HALF_BLOCK = BLOCK / 2, PART = 256, MOST = 1 << 16, MOST_NUMBERS = 1 << 28 };
enum { ZERO = 8, LARGEST = 15 };     // the q of weight 0; the largest q
static const double LEAST = 0x1p-14; // kernels take smaller halves, which are denormal, as zero

typedef struct job {
    uint32_t rows, columns;
    uint8_t *q;   // rows of blocks of 16 bytes
    half *scales; // one for a block
    cmrt_kernel *kernel;
} job;

static size_t blocks(const job *j) {
    return (size_t)j->rows * j->columns / BLOCK;
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    ex_launch(run, j->kernel, j->rows / ROWS, 1, THREADS);
}

static uint8_t nearest(float weight, double scale) {
    const int q = ZERO + (scale > 0 ? (int)nearbyint(weight / scale) : 0);
    return (uint8_t)(q < 0 ? 0 : q > LARGEST ? LARGEST : q);
}

// The largest number of a block becomes 7 steps of its scale.
static void quantise_block(const float *w, uint8_t *q, half *scale) {
    float largest = 0;
    for (uint32_t i = 0; i < BLOCK; i++)
        largest = fmaxf(largest, fabsf(w[i]));
    *scale = (half)(largest / (LARGEST - ZERO));
    if ((double)*scale < LEAST)
        *scale = 0;
    for (uint32_t i = 0; i < HALF_BLOCK; i++)
        q[i] = (uint8_t)(nearest(w[i], (double)*scale) | nearest(w[i + HALF_BLOCK], (double)*scale) << 4);
}

static void quantise(const ex_common *common, job *j, const float *w) {
    j->q = ex_alloc(common, blocks(j), HALF_BLOCK);
    j->scales = ex_alloc(common, blocks(j), sizeof *j->scales);
    for (size_t b = 0; b < blocks(j); b++)
        quantise_block(w + b * BLOCK, j->q + b * HALF_BLOCK, &j->scales[b]);
}

// Weight i of a block, from the description of the format.
static double weight(const job *j, size_t block, uint32_t i) {
    const uint8_t byte = j->q[block * HALF_BLOCK + i % HALF_BLOCK];
    return ((i < HALF_BLOCK ? byte & LARGEST : byte >> 4) - ZERO) * (double)j->scales[block];
}

// The exact products of a row with x; terms: the sizes that the kernel adds, which are q * x and 8 * x.
static double exact_row(const job *j, uint32_t row, const float *x, double *terms) {
    double sum = 0;
    *terms = 0;
    for (uint32_t i = 0; i < j->columns; i++) {
        const size_t block = ((size_t)row * j->columns + i) / BLOCK;
        sum += weight(j, block, i % BLOCK) * x[i];
        *terms += (LARGEST + ZERO) * fabs((double)j->scales[block] * x[i]);
    }
    return sum;
}

static void compare(const ex_run *run, const job *j, const float *x, const float *y) {
    float *expected = ex_alloc(run->common, j->rows, sizeof *expected);
    float *bound = ex_alloc(run->common, j->rows, sizeof *bound);
    for (uint32_t i = 0; i < j->rows; i++) {
        double terms;
        ex_progress("comparing with plain C", i, j->rows);
        expected[i] = (float)exact_row(j, i, x, &terms);
        bound[i] = (float)(terms * (j->columns / PART + 32) * FLT_EPSILON);
    }
    ex_progress("comparing with plain C", j->rows, j->rows);
    ex_compare_float(run, y, expected, bound, 0, j->rows);
    free(expected);
    free(bound);
}

static void multiply(const ex_common *common, job *j, const float *x, const char *output) {
    float *y = ex_alloc(common, j->rows, sizeof *y);
    ex_run run;
    ex_open(&run, common);
    j->kernel = ex_kernel(&run, NULL);
    cmrt_buffer *const buffers[] = {
        ex_buffer(&run, blocks(j) * HALF_BLOCK, j->q), ex_buffer(&run, blocks(j) * sizeof(half), j->scales),
        ex_buffer(&run, j->columns * sizeof *x, x), ex_buffer(&run, j->rows * sizeof *y, NULL)};
    enum { N_BUFFERS = sizeof buffers / sizeof *buffers };
    for (uint32_t i = 0; i < N_BUFFERS; i++)
        ex_set(&run, j->kernel, i, buffers[i]);
    ex_set_int(&run, j->kernel, N_BUFFERS, j->columns);
    double seconds = ex_measure(&run, work, j);
    ex_read(&run, buffers[N_BUFFERS - 1], y, j->rows * sizeof *y);
    ex_report(&run, seconds, (double)blocks(j) * (HALF_BLOCK + sizeof(half)), "GB/s", "%u x %u", j->rows, j->columns);
    compare(&run, j, x, y);
    npy_save(common, output, "f4", 1, (const uint64_t[]){j->rows}, y);
    for (uint32_t i = 0; i < N_BUFFERS; i++)
        cmrt_buffer_destroy(buffers[i]);
    cmrt_kernel_destroy(j->kernel);
    ex_close(&run);
    free(y);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "int4_gemv"};
    job j = {.rows = 256, .columns = 1024};
    const char *weights = NULL, *input = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "rows", .meaning = "of W", .number = &j.rows, .least = ROWS, .most = MOST, .multiple = ROWS},
        {.name = "columns", .meaning = "of W", .number = &j.columns, .least = PART, .most = MOST, .multiple = PART},
        {.name = "weights", .meaning = "W, an array of f4 (NPY), instead of random numbers", .text = &weights},
        {.name = "input", .meaning = "x, an array of f4 (NPY)", .text = &input},
        {.name = "output", .meaning = "the file for y (NPY)", .text = &output},
    };
    ex_options(argc, argv, "y = W * x of weights of 4 bits.", &common, options, sizeof options / sizeof *options);
    ex_random r = ex_random_seed(common.seed);
    const ex_dim dims[] = {{&j.rows, ROWS, MOST}, {&j.columns, PART, MOST}};
    if ((uint64_t)j.rows * j.columns > MOST_NUMBERS)
        ex_fail(&common, "%u x %u are more than %d numbers", j.rows, j.columns, MOST_NUMBERS);
    float *w = ex_input(&common, weights, "f4", dims, 2, &r);
    float *x = ex_input(&common, input, "f4", &(const ex_dim){.n = &j.columns}, 1, &r);
    quantise(&common, &j, w);
    free(w);
    multiply(&common, &j, x, output);
    free(x);
    free(j.q);
    free(j.scales);
    return EXIT_SUCCESS;
}
