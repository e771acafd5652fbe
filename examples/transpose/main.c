// SPDX-License-Identifier: MIT
// The transpose of a matrix of floats:
//
//     transpose [--rows=N] [--columns=N] [--input=in.npy] [--output=out.npy] [--device=xesim:bmg]

#include "example.h"

#include <stdlib.h>

enum { SIDE = 16, MAX_SIDE = 1 << 15 };

typedef struct job {
    cmrt_kernel *kernel;
    uint32_t rows, columns;
} job;

static void work(const ex_run *run, void *user) {
    const job *j = user;
    ex_launch(run, j->kernel, j->columns / SIDE, j->rows / SIDE, 1);
}

static void transpose_on_device(const ex_common *common, const uint32_t *in, uint32_t *out, uint32_t rows,
                                uint32_t columns) {
    const size_t size_b = (size_t)rows * columns * sizeof *in;
    ex_run run;
    ex_open(&run, common);
    job j = {ex_kernel(&run, NULL), rows, columns};
    cmrt_buffer *from = ex_buffer(&run, size_b, in), *to = ex_buffer(&run, size_b, NULL);
    ex_set(&run, j.kernel, 0, from);
    ex_set(&run, j.kernel, 1, to);
    ex_set_int(&run, j.kernel, 2, rows);
    ex_set_int(&run, j.kernel, 3, columns);
    double seconds = ex_measure(&run, work, &j);
    ex_read(&run, to, out, size_b);
    ex_report(&run, seconds, 2.0 * (double)size_b, "GB/s", "%u x %u", rows, columns);
    uint32_t *expected = ex_alloc(common, (size_t)rows * columns, sizeof *expected);
    for (uint32_t y = 0; y < rows; y++)
        for (uint32_t x = 0; x < columns; x++)
            expected[(size_t)x * rows + y] = in[(size_t)y * columns + x];
    ex_compare_u32(&run, out, expected, (size_t)rows * columns);
    free(expected);
    cmrt_buffer_destroy(from);
    cmrt_buffer_destroy(to);
    cmrt_kernel_destroy(j.kernel);
    ex_close(&run);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "transpose"};
    uint32_t rows = 512, columns = 512;
    const char *input = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "rows", .meaning = "of the input", .number = &rows, .least = SIDE, .most = MAX_SIDE, .multiple = SIDE},
        {.name = "columns",
         .meaning = "likewise",
         .number = &columns,
         .least = SIDE,
         .most = MAX_SIDE,
         .multiple = SIDE},
        {.name = "input", .meaning = "a 2-D array of f4 (NPY) instead of random numbers", .text = &input},
        {.name = "output", .meaning = "the file for the result (NPY)", .text = &output},
    };
    ex_options(argc, argv, "The transpose of a matrix of floats, in registers.", &common, options,
               sizeof options / sizeof *options);
    npy_array a = {0};
    if (input) {
        a = npy_need(&common, input, "f4", 2);
        if (a.shape[0] % SIDE || a.shape[1] % SIDE || a.shape[0] > MAX_SIDE || a.shape[1] > MAX_SIDE)
            ex_fail(&common, "%s: %llu x %llu numbers, expected multiples of %d up to %d", input,
                    (unsigned long long)a.shape[0], (unsigned long long)a.shape[1], SIDE, MAX_SIDE);
        rows = (uint32_t)a.shape[0];
        columns = (uint32_t)a.shape[1];
    }
    const size_t n = (size_t)rows * columns;
    uint32_t *in = input ? a.data : ex_alloc(&common, n, sizeof *in), *out = ex_alloc(&common, n, sizeof *out);
    ex_random r = ex_random_seed(common.seed);
    for (size_t i = 0; !input && i < n; i++)
        ((float *)in)[i] = ex_random_float(&r);
    transpose_on_device(&common, in, out, rows, columns);
    npy_save(&common, output, "f4", 2, (const uint64_t[]){columns, rows}, out);
    free(in);
    free(out);
    return EXIT_SUCCESS;
}
