// SPDX-License-Identifier: MIT
// Steps of a stencil of nine points; numbers outside of the array count as zero:
//
//     stencil2d [--rows=N] [--columns=N] [--steps=N] [--input=in.npy] [--output=out.npy] [--device=xesim:bmg]

#include "example.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, COLUMNS = 32, MOST = 1 << 14, MOST_STEPS = 1000 };
enum { GAP = 16 }; // zeros before each row, which are also those after the row above

enum { START, TURN_0, TURN_1, N_GRIDS }; // the input, which stays; then the results of steps in turn

typedef struct job {
    uint32_t rows, columns, steps;
    double weight[3]; // of the centre, the sides, the corners
    cmrt_kernel *kernel;
    cmrt_buffer *grids[N_GRIDS], *last; // last: the result
} job;

// A grid is the numbers, with a row of zeros above and below, and a gap before each row and after the last.
static size_t pitch(const job *j) {
    return j->columns + GAP;
}
static size_t place(const job *j, uint32_t row) {
    return (row + 1) * pitch(j) + GAP;
}
static size_t grid_numbers(const job *j) {
    return (j->rows + 2) * pitch(j) + GAP;
}

static void work(const ex_run *run, void *user) {
    job *j = user;
    cmrt_buffer *from = j->grids[START];
    for (uint32_t i = 0; i < j->steps; i++) {
        cmrt_buffer *to = j->grids[i % 2 ? TURN_1 : TURN_0];
        ex_set(run, j->kernel, 0, from);
        ex_set(run, j->kernel, 1, to);
        ex_launch(run, j->kernel, j->columns / COLUMNS, j->rows / ROWS, 1);
        j->last = from = to;
    }
}

// One step in plain C.
static void step(const job *j, const float *in, float *out) {
    const float centre = (float)j->weight[0], side = (float)j->weight[1], corner = (float)j->weight[2];
    const ptrdiff_t p = (ptrdiff_t)pitch(j);
    for (uint32_t y = 0; y < j->rows; y++) {
        for (uint32_t x = 0; x < j->columns; x++) {
            const float *c = in + place(j, y) + x;
            out[place(j, y) + x] = c[0] * centre + (c[-p] + c[p] + c[-1] + c[1]) * side +
                                   (c[-p - 1] + c[-p + 1] + c[p - 1] + c[p + 1]) * corner;
        }
    }
}

// Each step rounds sums of nine terms; the weights are how much of an error a step keeps.
static float bound(const job *j, const float *in) {
    const double kept = fabs(j->weight[0]) + 4 * fabs(j->weight[1]) + 4 * fabs(j->weight[2]);
    double most = 0, scale = 1;
    for (size_t i = 0; i < grid_numbers(j); i++)
        most = fmax(most, fabs(in[i]));
    for (uint32_t i = 0; i < j->steps; i++)
        scale *= fmax(kept, 1);
    return (float)(most * scale * j->steps * 10 * FLT_EPSILON);
}

static float *grid_alloc(const ex_common *common, const job *j) {
    float *v = ex_alloc(common, grid_numbers(j), sizeof *v);
    memset(v, 0, grid_numbers(j) * sizeof *v);
    return v;
}

static void rows_of_grid(const job *j, const float *from, float *rows) {
    for (uint32_t y = 0; y < j->rows; y++)
        memcpy(rows + (size_t)y * j->columns, from + place(j, y), j->columns * sizeof *rows);
}

// Compares the result, as rows, with steps in plain C from the same grid.
static void compare(const ex_run *run, const job *j, const float *start, const float *got) {
    float *a = grid_alloc(run->common, j), *b = grid_alloc(run->common, j);
    float *expected = ex_alloc(run->common, (size_t)j->rows * j->columns, sizeof *expected);
    memcpy(a, start, grid_numbers(j) * sizeof *a);
    for (uint32_t i = 0; i < j->steps; i++) {
        ex_progress("comparing with plain C", i, j->steps);
        step(j, a, b);
        float *t = a;
        a = b;
        b = t;
    }
    ex_progress("comparing with plain C", j->steps, j->steps);
    rows_of_grid(j, a, expected);
    ex_compare_float(run, got, expected, NULL, bound(j, start), (size_t)j->rows * j->columns);
    free(a);
    free(b);
    free(expected);
}

static void set_arguments(const ex_run *run, job *j) {
    j->kernel = ex_kernel(run, NULL);
    ex_set_int(run, j->kernel, 2, (uint32_t)(place(j, 0) * sizeof(float)));
    ex_set_int(run, j->kernel, 3, (uint32_t)(pitch(j) * sizeof(float)));
    for (uint32_t i = 0; i < 3; i++)
        ex_set_float(run, j->kernel, 4 + i, (float)j->weight[i]);
}

static void run_steps(const ex_common *common, job *j, const float *in, const char *output) {
    const size_t size_b = grid_numbers(j) * sizeof *in;
    float *start = grid_alloc(common, j), *end = grid_alloc(common, j);
    float *out = ex_alloc(common, (size_t)j->rows * j->columns, sizeof *out);
    for (uint32_t y = 0; y < j->rows; y++)
        memcpy(start + place(j, y), in + (size_t)y * j->columns, j->columns * sizeof *in);
    ex_run run;
    ex_open(&run, common);
    for (uint32_t i = 0; i < N_GRIDS; i++)
        j->grids[i] = ex_buffer(&run, size_b, i == START ? start : end);
    set_arguments(&run, j);
    double seconds = ex_measure(&run, work, j);
    ex_read(&run, j->last, end, size_b);
    ex_report(&run, seconds, (double)j->rows * j->columns * j->steps, "G numbers/s", "%u x %u, %u steps", j->rows,
              j->columns, j->steps);
    rows_of_grid(j, end, out);
    compare(&run, j, start, out);
    npy_save(common, output, "f4", 2, (const uint64_t[]){j->rows, j->columns}, out);
    for (uint32_t i = 0; i < N_GRIDS; i++)
        cmrt_buffer_destroy(j->grids[i]);
    cmrt_kernel_destroy(j->kernel);
    ex_close(&run);
    free(start);
    free(end);
    free(out);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "stencil2d"};
    job j = {.rows = 512, .columns = 512, .steps = 2, .weight = {0.25, 0.15, 0.05}};
    const char *input = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "rows", .meaning = "of the array", .number = &j.rows, .least = ROWS, .most = MOST, .multiple = ROWS},
        {.name = "columns",
         .meaning = "of the array",
         .number = &j.columns,
         .least = COLUMNS,
         .most = MOST,
         .multiple = COLUMNS},
        {.name = "steps", .meaning = "steps", .number = &j.steps, .least = 1, .most = MOST_STEPS},
        {.name = "centre", .meaning = "weight of a number itself", .real = &j.weight[0]},
        {.name = "side", .meaning = "weight of the neighbours at its sides", .real = &j.weight[1]},
        {.name = "corner", .meaning = "weight of those at its corners", .real = &j.weight[2]},
        {.name = "input", .meaning = "an array of f4 (NPY) instead of random numbers", .text = &input},
        {.name = "output", .meaning = "the file for the result (NPY)", .text = &output},
    };
    ex_options(argc, argv, "Steps of a stencil of nine points.", &common, options, sizeof options / sizeof *options);
    const ex_dim dims[] = {{&j.rows, ROWS, MOST}, {&j.columns, COLUMNS, MOST}};
    ex_random r = ex_random_seed(common.seed);
    float *in = ex_input(&common, input, "f4", dims, 2, &r);
    run_steps(&common, &j, in, output);
    free(in);
    return EXIT_SUCCESS;
}
