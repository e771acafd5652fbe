// SPDX-License-Identifier: MIT
// RMS norm of the heads of tokens, and the rotation of their pairs by position (RoPE):
//
//     norm_rope [--tokens=N] [--heads=N] [--input=x.npy] [--weights=w.npy] [--output=out.npy] [--device=xesim:bmg]

#include "example.h"

#include <math.h>
#include <stdlib.h>

typedef _Float16 half;
enum { HEAD = 128, PAIRS = HEAD / 2, MOST_TOKENS = 1 << 16, MOST_HEADS = 1 << 8, MOST_NUMBERS = 1 << 28 };
static const double EPSILON = 1e-6, BASE = 1e4; // pair i of position p is turned by p * BASE^(-i / PAIRS)
static const double LEAST = 0x1p-14;            // kernels take smaller halves, which are denormal, as zero

typedef struct job {
    uint32_t tokens, heads, first, thread;
    half *x, *weights;
    cmrt_kernel *kernel;
} job;

static size_t numbers(const job *j) {
    return (size_t)j->tokens * j->heads * HEAD;
}

static double angle(const job *j, uint32_t token, uint32_t pair) {
    return ((double)j->first + token) * pow(BASE, -(double)pair / (double)PAIRS);
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    ex_launch(run, j->kernel, (j->heads + j->thread - 1) / j->thread, j->tokens, 1);
}

static float *turns(const ex_common *common, const job *j) {
    float *t = ex_alloc(common, (size_t)j->tokens * HEAD, sizeof *t);
    for (uint32_t i = 0; i < j->tokens; i++) {
        for (uint32_t p = 0; p < PAIRS; p++) {
            t[(size_t)i * HEAD + p] = (float)cos(angle(j, i, p));
            t[(size_t)i * HEAD + PAIRS + p] = (float)sin(angle(j, i, p));
        }
    }
    return t;
}

static double number(half x) {
    return fabs((double)x) < LEAST ? 0 : (double)x;
}

// What rounding to half, some roundings to float of terms whose sizes have that sum, and a result of zero may change.
static float rounding(float result, double terms) {
    return (float)(ldexp(fabs(result), -11) + ldexp(terms, -20) + LEAST);
}

// A head in doubles, and how much the kernel's may differ.
static void plain_head(const job *j, const half *x, uint32_t token, float *out, float *bound) {
    double sum = 0;
    for (uint32_t i = 0; i < HEAD; i++)
        sum += number(x[i]) * number(x[i]);
    const double scale = 1 / sqrt(sum / (double)HEAD + EPSILON);
    for (uint32_t p = 0; p < PAIRS; p++) {
        const double a = number(x[p]) * number(j->weights[p]) * scale;
        const double b = number(x[p + PAIRS]) * number(j->weights[p + PAIRS]) * scale;
        const double c = cos(angle(j, token, p)), s = sin(angle(j, token, p));
        out[p] = (float)(a * c - b * s);
        out[p + PAIRS] = (float)(b * c + a * s);
        bound[p] = rounding(out[p], fabs(a) + fabs(b));
        bound[p + PAIRS] = rounding(out[p + PAIRS], fabs(a) + fabs(b));
    }
}

static void compare(const ex_run *run, const job *j, const half *out) {
    const size_t n = numbers(j);
    float *got = ex_alloc(run->common, n, sizeof *got), *expected = ex_alloc(run->common, n, sizeof *expected);
    float *bound = ex_alloc(run->common, n, sizeof *bound);
    for (uint32_t h = 0; h < j->tokens * j->heads; h++) {
        const size_t at = (size_t)h * HEAD;
        plain_head(j, j->x + at, h / j->heads, expected + at, bound + at);
        for (uint32_t i = 0; i < HEAD; i++)
            got[at + i] = (float)out[at + i];
    }
    ex_compare_float(run, got, expected, bound, 0, n);
    free(got);
    free(expected);
    free(bound);
}

static void run_heads(const ex_common *common, job *j, const char *output) {
    const size_t size_b = numbers(j) * sizeof(half);
    half *out = ex_alloc(common, numbers(j), sizeof *out);
    float *table = turns(common, j);
    ex_run run;
    ex_open(&run, common);
    j->kernel = ex_kernel(&run, NULL);
    cmrt_buffer *const buffers[] = {ex_buffer(&run, size_b, j->x), ex_buffer(&run, HEAD * sizeof(half), j->weights),
                                    ex_buffer(&run, (size_t)j->tokens * HEAD * sizeof *table, table),
                                    ex_buffer(&run, size_b, NULL)};
    enum { N_BUFFERS = sizeof buffers / sizeof *buffers };
    for (uint32_t i = 0; i < N_BUFFERS; i++)
        ex_set(&run, j->kernel, i, buffers[i]);
    ex_set_int(&run, j->kernel, N_BUFFERS, j->heads);
    ex_set_int(&run, j->kernel, N_BUFFERS + 1, j->thread);
    double seconds = ex_measure(&run, work, j);
    ex_read(&run, buffers[N_BUFFERS - 1], out, size_b);
    ex_report(&run, seconds, 2.0 * (double)size_b, "GB/s", "%u tokens of %u heads", j->tokens, j->heads);
    compare(&run, j, out);
    npy_save(common, output, "f2", 3, (const uint64_t[]){j->tokens, j->heads, HEAD}, out);
    for (uint32_t i = 0; i < N_BUFFERS; i++)
        cmrt_buffer_destroy(buffers[i]);
    cmrt_kernel_destroy(j->kernel);
    ex_close(&run);
    free(out);
    free(table);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "norm_rope"};
    job j = {.tokens = 64, .heads = 32, .thread = 4};
    const char *input = NULL, *weights = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "tokens", .meaning = "tokens", .number = &j.tokens, .least = 1, .most = MOST_TOKENS},
        {.name = "heads",
         .meaning = "heads of 128 numbers in a token",
         .number = &j.heads,
         .least = 1,
         .most = MOST_HEADS},
        {.name = "first", .meaning = "position of the first token", .number = &j.first, .most = 1 << 20},
        {.name = "thread",
         .meaning = "heads that a thread computes",
         .number = &j.thread,
         .least = 1,
         .most = MOST_HEADS},
        {.name = "input", .meaning = "tokens x heads x 128 numbers of f2 (NPY)", .text = &input},
        {.name = "weights", .meaning = "128 numbers of f2 (NPY)", .text = &weights},
        {.name = "output", .meaning = "the file for the result (NPY)", .text = &output},
    };
    ex_options(argc, argv, "RMS norm of heads, and RoPE.", &common, options, sizeof options / sizeof *options);
    ex_random r = ex_random_seed(common.seed);
    uint32_t head = HEAD;
    const ex_dim dims[] = {{&j.tokens, 1, MOST_TOKENS}, {&j.heads, 1, MOST_HEADS}, {.n = &head}};
    j.x = ex_input(&common, input, "f2", dims, 3, &r);
    j.weights = ex_input(&common, weights, "f2", &dims[2], 1, &r);
    if (numbers(&j) > MOST_NUMBERS)
        ex_fail(&common, "%u tokens of %u heads are more than %d numbers", j.tokens, j.heads, MOST_NUMBERS);
    run_heads(&common, &j, output);
    free(j.x);
    free(j.weights);
    return EXIT_SUCCESS;
}
