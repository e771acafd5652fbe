// SPDX-License-Identifier: MIT
// C = A * B on the systolic array, A and B of halves, C of floats:
//
//     hgemm [--m=N] [--n=N] [--k=N] [--a=a.npy --b=b.npy] [--output=c.npy] [--device=xesim:bmg]

#include "example.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef _Float16 half;
enum { ROWS = 32, COLUMNS = 64, STEP = 32, MOST = 1 << 14, ACROSS = 4, DOWN = 8 };

typedef struct job {
    uint32_t m, n, k;
    cmrt_kernel *kernel;
    uint32_t tile[2], square; // rows and columns of a thread; groups across and down that follow one another
} job;

// The tile and the square are in the kernel's name: hgemm_48x64_2.
static void find_kernel(const ex_run *run, job *j) {
    const char *name = cmrt_program_kernel_name(run->program, 0);
    if (!name || sscanf(name, "hgemm_%ux%u_%u", &j->tile[0], &j->tile[1], &j->square) != 3 || j->tile[0] == 0 ||
        j->tile[1] == 0 || j->square == 0 || j->n % j->tile[1])
        ex_fail(run->common, "%s: no kernel hgemm_ROWSxCOLUMNS_SQUARE, with columns that divide %u",
                run->common->kernel_path, j->n);
    j->kernel = ex_kernel(run, name);
}

static uint32_t whole(uint32_t n, uint32_t part) {
    return (n + part - 1) / part;
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    const uint32_t across = whole(j->n, j->tile[1] * ACROSS * j->square),
                   down = whole(j->m, j->tile[0] * DOWN * j->square);
    const uint32_t groups[3] = {across * down, j->square * j->square, 1}, local[3] = {ACROSS, DOWN, 1};
    EX_NEED(run, cmrt_launch(j->kernel, groups, local));
}

// A row of the exact product, and of the sums of the terms' sizes.
static void exact_row(const job *j, const float *a, const float *b, double *sum, double *size) {
    for (uint32_t x = 0; x < j->n; x++)
        sum[x] = size[x] = 0;
    for (uint32_t i = 0; i < j->k; i++) {
        const double factor = (double)a[i];
        for (uint32_t x = 0; x < j->n; x++) {
            const double term = factor * (double)b[(size_t)i * j->n + x];
            sum[x] += term;
            size[x] += fabs(term);
        }
    }
}

// The array adds in an order that is its own: each sum is at most the rounding of k additions from the exact one.
static void compare(const ex_run *run, const job *j, const half *a, const half *b, const float *got) {
    const size_t n = (size_t)j->m * j->n;
    float *expected = ex_alloc(run->common, n, sizeof *expected), *bound = ex_alloc(run->common, n, sizeof *bound);
    double *sum = ex_alloc(run->common, j->n, 2 * sizeof *sum), *size = sum + j->n;
    float *const wide_a = ex_widen(run->common, a, (size_t)j->m * j->k);
    float *const wide_b = ex_widen(run->common, b, (size_t)j->k * j->n);
    for (uint32_t y = 0; y < j->m; y++) {
        ex_progress("comparing with plain C", y, j->m);
        exact_row(j, wide_a + (size_t)y * j->k, wide_b, sum, size);
        for (uint32_t x = 0; x < j->n; x++) {
            expected[(size_t)y * j->n + x] = (float)sum[x];
            bound[(size_t)y * j->n + x] = (float)(size[x] * j->k * FLT_EPSILON);
        }
    }
    ex_progress("comparing with plain C", j->m, j->m);
    ex_compare_float(run, got, expected, bound, 0, n);
    free(expected);
    free(bound);
    free(sum);
    free(wide_a);
    free(wide_b);
}

static void multiply(const ex_common *common, job *j, const half *a, const half *b, const char *output) {
    const size_t c_b = (size_t)j->m * j->n * sizeof(float);
    float *c = ex_alloc(common, c_b, 1);
    ex_run run;
    ex_open(&run, common);
    find_kernel(&run, j);
    cmrt_buffer *const buffers[3] = {ex_buffer(&run, (size_t)j->m * j->k * sizeof *a, a),
                                     ex_buffer(&run, (size_t)j->k * j->n * sizeof *b, b), ex_buffer(&run, c_b, NULL)};
    const uint32_t sizes[3] = {j->m, j->n, j->k};
    for (uint32_t i = 0; i < 3; i++) {
        ex_set(&run, j->kernel, i, buffers[i]);
        ex_set_int(&run, j->kernel, 3 + i, sizes[i]);
    }
    double seconds = ex_measure(&run, work, j);
    ex_read(&run, buffers[2], c, c_b);
    ex_report(&run, seconds, 2.0 * j->m * j->n * j->k, "GFLOP/s", "%u x %u x %u", j->m, j->n, j->k);
    compare(&run, j, a, b, c);
    npy_save(common, output, "f4", 2, (const uint64_t[]){j->m, j->n}, c);
    for (uint32_t i = 0; i < 3; i++)
        cmrt_buffer_destroy(buffers[i]);
    cmrt_kernel_destroy(j->kernel);
    ex_close(&run);
    free(c);
}

static half *random_matrix(const ex_common *common, ex_random *r, uint32_t rows, uint32_t columns) {
    const size_t n = (size_t)rows * columns;
    half *out = ex_alloc(common, n, sizeof *out);
    for (size_t i = 0; i < n; i++)
        out[i] = (half)ex_random_float(r);
    return out;
}

// Reads a matrix whose sizes are multiples of two numbers.
static half *matrix_of_file(const ex_common *common, const char *path, uint32_t *rows, uint32_t row_multiple,
                            uint32_t *columns, uint32_t column_multiple) {
    npy_array a = npy_need(common, path, "f2", 2);
    if (a.shape[0] % row_multiple || a.shape[1] % column_multiple || a.shape[0] > MOST || a.shape[1] > MOST)
        ex_fail(common, "%s: %llu x %llu numbers, expected multiples of %u and %u up to %d", path,
                (unsigned long long)a.shape[0], (unsigned long long)a.shape[1], row_multiple, column_multiple, MOST);
    *rows = (uint32_t)a.shape[0];
    *columns = (uint32_t)a.shape[1];
    return a.data;
}

int main(int argc, char **argv) {
    ex_common common = {.program = "hgemm"};
    job j = {.m = 256, .n = 256, .k = 256};
    const char *a_path = NULL, *b_path = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "m", .meaning = "rows of A and C", .number = &j.m, .least = ROWS, .most = MOST, .multiple = ROWS},
        {.name = "n",
         .meaning = "columns of B and C",
         .number = &j.n,
         .least = COLUMNS,
         .most = MOST,
         .multiple = COLUMNS},
        {.name = "k",
         .meaning = "columns of A, rows of B",
         .number = &j.k,
         .least = STEP,
         .most = MOST,
         .multiple = STEP},
        {.name = "a", .meaning = "A, an array of f2 (NPY), instead of random numbers; needs --b", .text = &a_path},
        {.name = "b", .meaning = "B", .text = &b_path},
        {.name = "output", .meaning = "the file for C (NPY)", .text = &output},
    };
    ex_options(argc, argv, "C = A * B on the systolic array.", &common, options, sizeof options / sizeof *options);
    if (!a_path != !b_path)
        ex_fail(&common, "--a and --b belong together");
    half *a, *b;
    ex_random r = ex_random_seed(common.seed);
    if (a_path) {
        uint32_t rows_b;
        a = matrix_of_file(&common, a_path, &j.m, ROWS, &j.k, STEP);
        b = matrix_of_file(&common, b_path, &rows_b, STEP, &j.n, COLUMNS);
        if (rows_b != j.k)
            ex_fail(&common, "%s: %u rows, expected %u, the columns of A", b_path, rows_b, j.k);
    } else {
        a = random_matrix(&common, &r, j.m, j.k);
        b = random_matrix(&common, &r, j.k, j.n);
    }
    multiply(&common, &j, a, b, output);
    free(a);
    free(b);
    return EXIT_SUCCESS;
}
