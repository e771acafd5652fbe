// SPDX-License-Identifier: MIT
// y = A * x for a sparse matrix: of a Matrix Market file, or one of three generated kinds:
//
//     spmv [--matrix=band|random|web] [--rows=N] [--input=a.mtx] [--x=x.npy] [--output=y.npy] [--save=a.mtx]
//
//   band     about 200 elements a row, side by side around the diagonal
//   random   about 200 elements a row, anywhere
//   web      3 elements a row on average, with a few long rows

#include "example.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GROUP = 16, PAD = 32, MEAN = 200, MOST = 1 << 24, LONG = 16 }; // LONG: mean elements of long rows

// Elements of a generated row.
static uint32_t row_length(const char *kind, ex_random *r, uint32_t columns) {
    uint32_t n;
    if (strcmp(kind, "web") != 0) {
        n = MEAN - MEAN / 10 + ex_random_below(r, MEAN / 5 + 1);
    } else { // a half has one, a quarter two ...; one in 64 has some 30 times as many
        for (n = 1; n < 12 && ex_random_below(r, 2); n++)
            ;
        n = ex_random_below(r, 64) ? n : n * 32;
    }
    return n < columns ? n : columns;
}

static sparse generate(const ex_common *common, const char *kind, uint32_t rows) {
    sparse m = {.rows = rows, .columns = rows};
    ex_random r = ex_random_seed(common->seed);
    m.first = ex_alloc(common, (size_t)rows + 1, sizeof *m.first);
    m.first[0] = 0;
    for (uint32_t i = 0; i < rows; i++) {
        const uint32_t n = row_length(kind, &r, rows);
        if (n > UINT32_MAX - m.first[i] - PAD)
            ex_fail(common, "--rows=%u: more than 2^32 elements", rows);
        m.first[i + 1] = m.first[i] + n;
    }
    m.column = ex_alloc(common, m.first[rows], sizeof *m.column);
    m.value = ex_alloc(common, m.first[rows], sizeof *m.value);
    for (uint32_t i = 0; i < rows; i++) {
        const uint32_t n = m.first[i + 1] - m.first[i], middle = i > n / 2 ? i - n / 2 : 0;
        const uint32_t left = middle < rows - n ? middle : rows - n;
        for (uint32_t k = 0; k < n; k++) {
            const uint32_t at = m.first[i] + k;
            m.column[at] = strcmp(kind, "band") == 0 ? left + k : ex_random_below(&r, rows);
            m.value[at] = ex_random_float(&r);
        }
    }
    return m;
}

static void work(const ex_run *run, void *user) {
    const uint32_t *threads = ((void **)user)[1];
    ex_launch(run, ((void **)user)[0], *threads, 1, 1);
}

// A copy with `more` elements after the last, all `last`.
static cmrt_buffer *padded(const ex_run *run, const uint32_t *data, size_t n, size_t more, uint32_t last) {
    uint32_t *copy = ex_alloc(run->common, n + more, sizeof *copy);
    memcpy(copy, data, n * sizeof *copy);
    for (size_t i = n; i < n + more; i++)
        copy[i] = last;
    cmrt_buffer *b = ex_buffer(run, (n + more) * sizeof *copy, copy);
    free(copy);
    return b;
}

// Each result is at most the rounding of as many operations as its row has elements from the exact one.
static void compare(const ex_run *run, const sparse *m, const float *x, const float *got) {
    float *expected = ex_alloc(run->common, m->rows, sizeof *expected);
    float *bound = ex_alloc(run->common, m->rows, sizeof *bound);
    for (uint32_t i = 0; i < m->rows; i++) {
        double sum = 0, size = 0;
        for (uint32_t k = m->first[i]; k < m->first[i + 1]; k++) {
            sum += (double)m->value[k] * x[m->column[k]];
            size += fabs((double)m->value[k] * x[m->column[k]]);
        }
        expected[i] = (float)sum;
        bound[i] = (float)(size * (m->first[i + 1] - m->first[i] + 2) * FLT_EPSILON);
    }
    ex_compare_float(run, got, expected, bound, 0, m->rows);
    free(expected);
    free(bound);
}

static void multiply(const ex_common *common, const sparse *m, const float *x, float *y) {
    const uint32_t n = m->first[m->rows], more = (GROUP - m->rows % GROUP) % GROUP;
    ex_run run;
    ex_open(&run, common);
    const bool is_long = n / LONG >= m->rows;
    uint32_t threads = is_long ? m->rows : (m->rows + GROUP - 1) / GROUP;
    cmrt_kernel *kernel = ex_kernel(&run, is_long ? "spmv_row" : "spmv");
    cmrt_buffer *const buffers[] = {
        padded(&run, m->first, (size_t)m->rows + 1, more + GROUP, n), // further rows are empty
        padded(&run, m->column, n, PAD, 0),
        padded(&run, (const uint32_t *)m->value, n, PAD, 0),
        ex_buffer(&run, m->columns * sizeof *x, x),
        ex_buffer(&run, ((size_t)m->rows + more) * sizeof *y, NULL),
    };
    for (uint32_t i = 0; i < 5; i++)
        ex_set(&run, kernel, i, buffers[i]);
    double seconds = ex_measure(&run, work, (void *[]){kernel, &threads});
    ex_read(&run, buffers[4], y, m->rows * sizeof *y);
    ex_report(&run, seconds, 2.0 * n, "GFLOP/s", "%u x %u, %u elements", m->rows, m->columns, n);
    compare(&run, m, x, y);
    for (uint32_t i = 0; i < 5; i++)
        cmrt_buffer_destroy(buffers[i]);
    cmrt_kernel_destroy(kernel);
    ex_close(&run);
}

static float *make_x(const ex_common *common, const char *path, const sparse *m) {
    if (path) {
        npy_array a = npy_need(common, path, "f4", 1);
        if (a.shape[0] != m->columns)
            ex_fail(common, "%s: %llu numbers, expected %u, the columns of the matrix", path,
                    (unsigned long long)a.shape[0], m->columns);
        return a.data;
    }
    float *x = ex_alloc(common, m->columns, sizeof *x);
    ex_random r = ex_random_seed(common->seed + 1);
    for (uint32_t i = 0; i < m->columns; i++)
        x[i] = ex_random_float(&r);
    return x;
}

int main(int argc, char **argv) {
    ex_common common = {.program = "spmv"};
    uint32_t rows = 4096;
    const char *kind = "random", *input = NULL, *x_path = NULL, *output = NULL, *save = NULL;
    const ex_option options[] = {
        {.name = "matrix", .meaning = "band, random or web", .text = &kind},
        {.name = "rows", .meaning = "of it", .number = &rows, .least = 1, .most = MOST},
        {.name = "input", .meaning = "a matrix (Matrix Market) instead", .text = &input},
        {.name = "x", .meaning = "x, a 1-D array of f4 (NPY), instead of random numbers", .text = &x_path},
        {.name = "output", .meaning = "the file for y (NPY)", .text = &output},
        {.name = "save", .meaning = "a file for the matrix (Matrix Market)", .text = &save},
    };
    ex_options(argc, argv, "y = A * x for a sparse matrix.", &common, options, sizeof options / sizeof *options);
    if (strcmp(kind, "band") != 0 && strcmp(kind, "random") != 0 && strcmp(kind, "web") != 0)
        ex_fail(&common, "--matrix=%s: expected band, random or web", kind);
    sparse m;
    char why[EX_WHY];
    if (!input)
        m = generate(&common, kind, rows);
    else if (!mtx_file_read(input, &m, why))
        ex_fail(&common, "%s", why);
    float *x = make_x(&common, x_path, &m), *y = ex_alloc(&common, m.rows, sizeof *y);
    multiply(&common, &m, x, y);
    npy_save(&common, output, "f4", 1, (const uint64_t[]){m.rows}, y);
    if (save && !mtx_file_write(save, &m, why))
        ex_fail(&common, "%s", why);
    free(x);
    free(y);
    sparse_free(&m);
    return EXIT_SUCCESS;
}
