// SPDX-License-Identifier: MIT
// C = alpha * A * B + beta * C of floats or doubles. The build compiles this file twice: as sgemm, and as dgemm with
// DOUBLE.
//
//     sgemm [--m=N] [--n=N] [--k=N] [--alpha=X] [--beta=X] [--a=a.npy --b=b.npy [--c=c.npy]] [--output=out.npy]

#include "example.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef DOUBLE
typedef double real;
#define PROGRAM  "dgemm"
#define TYPE     "f8"
#define ROUNDING DBL_EPSILON
#else
typedef float real;
#define PROGRAM  "sgemm"
#define TYPE     "f4"
#define ROUNDING FLT_EPSILON
#endif

enum { MOST = 1 << 14, STEP = 64 / sizeof(real), SQUARE = 256 };

typedef struct product {
    uint32_t m, n, k;
    double alpha, beta;
    uint32_t group[2]; // threads of a work-group, across and down
    real *a, *b, *c;
} product;

typedef struct job {
    const product *p;
    cmrt_kernel *kernel;
    cmrt_buffer *a, *b, *c;
    uint32_t rows, columns; // of a thread's tile
} job;

// The tile is in the kernel's name: sgemm_16x32.
static void find_tile(const ex_run *run, job *j) {
    const char *name = cmrt_program_kernel_name(run->program, 0);
    if (!name || sscanf(name, PROGRAM "_%ux%u", &j->rows, &j->columns) != 2 || j->rows == 0 || j->columns == 0)
        ex_fail(run->common, "%s: no kernel %s_ROWSxCOLUMNS", run->common->kernel_path, PROGRAM);
    if (j->p->m % j->rows || j->p->n % j->columns || j->p->k % STEP)
        ex_fail(run->common, "m, n, k are %u, %u, %u: on %s, expected multiples of %u, %u and %d", j->p->m, j->p->n,
                j->p->k, run->info.target, j->rows, j->columns, STEP);
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    const product *p = j->p;
    EX_NEED(run, cmrt_buffer_write(j->c, 0, p->c, (size_t)p->m * p->n * sizeof(real)));
    ex_launch_2d(run, j->kernel, p->n / j->columns, p->m / j->rows, p->group);
}

static void set_arguments(const ex_run *run, const job *j) {
    const real factors[2] = {(real)j->p->alpha, (real)j->p->beta};
    const uint32_t sizes[3] = {j->p->m, j->p->n, j->p->k};
    cmrt_buffer *const buffers[3] = {j->a, j->b, j->c};
    for (uint32_t i = 0; i < 3; i++) {
        ex_set(run, j->kernel, i, buffers[i]);
        ex_set_int(run, j->kernel, 3 + i, sizes[i]);
    }
    for (uint32_t i = 0; i < 2; i++)
        EX_NEED(run, cmrt_kernel_set_value(j->kernel, 6 + i, &factors[i], sizeof(real)));
}

// Rows of the result in double or, for doubles, in long double. Each differs from an exact one by the rounding of k + 2
// operations at most.
static void compare(const ex_run *run, const product *p, const real *got) {
    double largest = 0;
    for (uint32_t y = 0; y < p->m; y++) {
        ex_progress("comparing with plain C", y, p->m);
        for (uint32_t x = 0; x < p->n; x++) {
            long double sum = 0, size = 0;
            for (uint32_t i = 0; i < p->k; i++) {
                const long double term = (long double)p->a[(size_t)y * p->k + i] * p->b[(size_t)i * p->n + x];
                sum += term;
                size += fabsl(term);
            }
            const size_t at = (size_t)y * p->n + x;
            const long double old = (real)p->beta * (long double)p->c[at], expected = (real)p->alpha * sum + old;
            const double error = (double)fabsl(got[at] - expected);
            const double most = (double)((p->k + 4) * (long double)ROUNDING * (fabsl(p->alpha * size) + fabsl(old)));
            if (!(error <= most))
                ex_fail(run->common, "element (%u, %u) is %.17g, expected %.17g (at most %.3g off)", y, x,
                        (double)got[at], (double)expected, most);
            largest = error > largest ? error : largest;
        }
    }
    ex_progress("comparing with plain C", p->m, p->m);
    printf(PROGRAM ": %s: %u x %u results right, largest error %.2g\n", run->info.target, p->m, p->n, largest);
}

static void multiply(const ex_common *common, const product *p, const char *output) {
    const size_t c_b = (size_t)p->m * p->n * sizeof(real);
    real *result = ex_alloc(common, c_b, 1);
    ex_run run;
    ex_open(&run, common);
    job j = {.p = p};
    find_tile(&run, &j);
    j.kernel = ex_kernel(&run, NULL);
    j.a = ex_buffer(&run, (size_t)p->m * p->k * sizeof(real), p->a);
    j.b = ex_buffer(&run, (size_t)p->k * p->n * sizeof(real), p->b);
    j.c = ex_buffer(&run, c_b, NULL);
    set_arguments(&run, &j);
    double seconds = ex_measure(&run, work, &j);
    ex_read(&run, j.c, result, c_b);
    ex_report(&run, seconds, 2.0 * p->m * p->n * p->k, "GFLOP/s", "%u x %u x %u, tiles of %u x %u", p->m, p->n, p->k,
              j.rows, j.columns);
    compare(&run, p, result);
    npy_save(common, output, TYPE, 2, (const uint64_t[]){p->m, p->n}, result);
    cmrt_buffer_destroy(j.a);
    cmrt_buffer_destroy(j.b);
    cmrt_buffer_destroy(j.c);
    cmrt_kernel_destroy(j.kernel);
    ex_close(&run);
    free(result);
}

static real *random_matrix(const ex_common *common, ex_random *r, uint32_t rows, uint32_t columns) {
    const size_t n = (size_t)rows * columns;
    real *out = ex_alloc(common, n, sizeof *out);
    for (size_t i = 0; i < n; i++)
        out[i] = (real)(ex_random_float(r) + (double)FLT_EPSILON * ex_random_float(r));
    return out;
}

// Reads a matrix. A size that is 0 becomes that of the file; others must agree.
static real *matrix_of_file(const ex_common *common, const char *path, uint32_t *rows, uint32_t *columns) {
    npy_array a = npy_need(common, path, TYPE, 2);
    uint32_t *const sizes[2] = {rows, columns};
    for (int i = 0; i < 2; i++) {
        if ((*sizes[i] && a.shape[i] != *sizes[i]) || a.shape[i] > MOST)
            ex_fail(common, "%s: %llu x %llu numbers, expected %u %s", path, (unsigned long long)a.shape[0],
                    (unsigned long long)a.shape[1], *sizes[i] ? *sizes[i] : MOST,
                    *sizes[i] ? (i == 0 ? "rows" : "columns") : "at most");
        *sizes[i] = (uint32_t)a.shape[i];
    }
    return a.data;
}

int main(int argc, char **argv) {
    ex_common common = {.program = PROGRAM};
    product p = {.m = SQUARE, .n = SQUARE, .k = SQUARE, .alpha = 1.5, .beta = -0.5, .group = {4, 8}};
    const char *a = NULL, *b = NULL, *c = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "m", .meaning = "rows of A and C", .number = &p.m, .least = 1, .most = MOST},
        {.name = "n", .meaning = "columns of B and C", .number = &p.n, .least = 1, .most = MOST},
        {.name = "k", .meaning = "columns of A, rows of B", .number = &p.k, .least = 1, .most = MOST},
        {.name = "alpha", .meaning = "factor of the product", .real = &p.alpha},
        {.name = "beta", .meaning = "factor of the old C", .real = &p.beta},
        {.name = "across", .meaning = "threads of a work-group", .number = &p.group[0], .least = 1, .most = 8},
        {.name = "down", .meaning = "likewise", .number = &p.group[1], .least = 1, .most = 8},
        {.name = "a", .meaning = "A, an array of " TYPE " (NPY), instead of random numbers; needs --b", .text = &a},
        {.name = "b", .meaning = "B", .text = &b},
        {.name = "c", .meaning = "the old C", .text = &c},
        {.name = "output", .meaning = "the file for C (NPY)", .text = &output},
    };
    ex_options(argc, argv, "C = alpha * A * B + beta * C.", &common, options, sizeof options / sizeof *options);
    if (!a != !b || (c && !a))
        ex_fail(&common, "--a and --b belong together, and --c needs both");
    ex_random r = ex_random_seed(common.seed);
    if (a) {
        p.m = p.n = p.k = 0;
        p.a = matrix_of_file(&common, a, &p.m, &p.k);
        p.b = matrix_of_file(&common, b, &p.k, &p.n);
    } else {
        p.a = random_matrix(&common, &r, p.m, p.k);
        p.b = random_matrix(&common, &r, p.k, p.n);
    }
    p.c = c ? matrix_of_file(&common, c, &p.m, &p.n) : random_matrix(&common, &r, p.m, p.n);
    multiply(&common, &p, output);
    free(p.a);
    free(p.b);
    free(p.c);
    return EXIT_SUCCESS;
}
