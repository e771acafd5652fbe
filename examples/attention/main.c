// SPDX-License-Identifier: MIT
// Attention of heads of 64 halves: of all queries (prefill), or of the last one (decode):
//
//     attention [--queries=N] [--keys=N] [--heads=N] [--shared=N] [--causal] [--q=q.npy --k=k.npy --v=v.npy]
//               [--output=o.npy] [--device=xesim:bmg]

#include "example.h"

#include <math.h>
#include <stdlib.h>

typedef _Float16 half;
enum { HEAD = 64, MOST = 1 << 16, MOST_HEADS = 1 << 8 };
enum { DECODE_THREADS = 8, PREFILL_THREADS = 8, PREFILL_QUERIES = 16 }; // of a group; of a thread

typedef struct job {
    uint32_t queries, keys, heads, shared, kv_heads;
    bool causal;
    half *q, *k, *v;
    float *wide_q, *wide_k, *wide_v; // the same, for the reference
    cmrt_kernel *kernel;
} job;

static bool is_decode(const job *j) {
    return j->queries == 1;
}

static void work(const ex_run *run, void *user) {
    const job *j = user;
    const uint32_t group = PREFILL_THREADS * PREFILL_QUERIES;
    if (is_decode(j))
        ex_launch(run, j->kernel, j->heads, 1, DECODE_THREADS);
    else
        ex_launch(run, j->kernel, (j->queries + group - 1) / group, j->heads, PREFILL_THREADS);
}

static double dot(const float *a, const float *b) {
    double sum = 0;
    for (uint32_t d = 0; d < HEAD; d++)
        sum += (double)a[d] * (double)b[d];
    return sum;
}

// A row of the result in doubles. weights: room for a number of each key.
static void exact_row(const job *j, uint32_t head, uint32_t query, double *weights, float *out) {
    const size_t first = (size_t)(head / j->shared) * j->keys * HEAD;
    const float *q = j->wide_q + ((size_t)head * j->queries + query) * HEAD;
    const float *k = j->wide_k + first, *v = j->wide_v + first;
    const uint32_t n = j->causal ? query + j->keys - j->queries + 1 : j->keys;
    double most = -INFINITY, total = 0, sum[HEAD] = {0};
    for (uint32_t i = 0; i < n; i++) {
        weights[i] = dot(q, k + (size_t)i * HEAD) / sqrt(HEAD);
        most = fmax(most, weights[i]);
    }
    for (uint32_t i = 0; i < n; i++) {
        const double w = exp(weights[i] - most);
        total += w;
        for (uint32_t d = 0; d < HEAD; d++)
            sum[d] += w * (double)v[(size_t)i * HEAD + d];
    }
    for (uint32_t d = 0; d < HEAD; d++)
        out[d] = (float)(sum[d] / total);
}

// Weights and results are rounded to halves: the difference is at most that of 11 bits in either, of the largest value.
static float bound(const job *j) {
    double most = 0;
    for (size_t i = 0; i < (size_t)j->kv_heads * j->keys * HEAD; i++)
        most = fmax(most, fabs((double)j->wide_v[i]));
    return (float)ldexp(most, -10);
}

static void compare(const ex_run *run, job *j, const half *out) {
    const uint32_t rows = j->heads * j->queries;
    const size_t n = (size_t)rows * HEAD, n_keys = (size_t)j->kv_heads * j->keys * HEAD;
    float *got = ex_widen(run->common, out, n), *expected = ex_alloc(run->common, n, sizeof *expected);
    double *weights = ex_alloc(run->common, j->keys, sizeof *weights);
    j->wide_q = ex_widen(run->common, j->q, n);
    j->wide_k = ex_widen(run->common, j->k, n_keys);
    j->wide_v = ex_widen(run->common, j->v, n_keys);
    for (uint32_t r = 0; r < rows; r++) {
        ex_progress("comparing with plain C", r, rows);
        exact_row(j, r / j->queries, r % j->queries, weights, expected + (size_t)r * HEAD);
    }
    ex_progress("comparing with plain C", rows, rows);
    ex_compare_float(run, got, expected, NULL, bound(j), n);
    free(got);
    free(expected);
    free(weights);
    free(j->wide_q);
    free(j->wide_k);
    free(j->wide_v);
}

static void attend(const ex_common *common, job *j, const char *output) {
    const size_t q_b = (size_t)j->heads * j->queries * HEAD * sizeof(half);
    const size_t k_b = (size_t)j->kv_heads * j->keys * HEAD * sizeof(half);
    half *out = ex_alloc(common, q_b, 1);
    ex_run run;
    ex_open(&run, common);
    j->kernel = ex_kernel(&run, is_decode(j) ? "decode" : "prefill");
    cmrt_buffer *const buffers[4] = {ex_buffer(&run, q_b, j->q), ex_buffer(&run, k_b, j->k), ex_buffer(&run, k_b, j->v),
                                     ex_buffer(&run, q_b, NULL)};
    const uint32_t numbers[4] = {j->keys, j->shared, j->queries, j->causal}; // decode takes the first two
    for (uint32_t i = 0; i < 4; i++)
        ex_set(&run, j->kernel, i, buffers[i]);
    for (uint32_t i = 0; i < (is_decode(j) ? 2 : 4); i++)
        ex_set_int(&run, j->kernel, 4 + i, numbers[i]);
    double seconds = ex_measure(&run, work, j);
    ex_read(&run, buffers[3], out, q_b);
    ex_report(&run, seconds, 4.0 * (double)q_b / sizeof(half) * j->keys, "GFLOP/s", "%u heads, %u queries, %u keys",
              j->heads, j->queries, j->keys);
    compare(&run, j, out);
    npy_save(common, output, "f2", 3, (const uint64_t[]){j->heads, j->queries, HEAD}, out);
    for (uint32_t i = 0; i < 4; i++)
        cmrt_buffer_destroy(buffers[i]);
    cmrt_kernel_destroy(j->kernel);
    ex_close(&run);
    free(out);
}

static void need_sizes(const ex_common *common, const job *j) {
    if (j->heads % j->shared)
        ex_fail(common, "--shared=%u: expected a divisor of the heads, which are %u", j->shared, j->heads);
    if (j->causal && j->queries > j->keys)
        ex_fail(common, "--causal: %u queries, %u keys: expected at most as many queries, else the first see no key",
                j->queries, j->keys);
}

int main(int argc, char **argv) {
    ex_common common = {.program = "attention"};
    job j = {.queries = 64, .keys = 128, .heads = 4, .shared = 1};
    const char *q = NULL, *k = NULL, *v = NULL, *output = NULL;
    const ex_option options[] = {
        {.name = "queries", .meaning = "queries of a head; 1: decode", .number = &j.queries, .least = 1, .most = MOST},
        {.name = "keys", .meaning = "keys of a head", .number = &j.keys, .least = 1, .most = MOST},
        {.name = "heads", .meaning = "heads of queries", .number = &j.heads, .least = 1, .most = MOST_HEADS},
        {.name = "shared",
         .meaning = "heads that share keys and values",
         .number = &j.shared,
         .least = 1,
         .most = MOST_HEADS},
        {.name = "causal", .meaning = "a query sees the keys up to its own place", .set = &j.causal},
        {.name = "q", .meaning = "heads x queries x 64 numbers of f2 (NPY)", .text = &q},
        {.name = "k", .meaning = "heads / shared x keys x 64 numbers of f2 (NPY)", .text = &k},
        {.name = "v", .meaning = "the same for the values", .text = &v},
        {.name = "output", .meaning = "the file for the result (NPY)", .text = &output},
    };
    ex_options(argc, argv, "Attention of heads of 64 halves.", &common, options, sizeof options / sizeof *options);
    ex_random r = ex_random_seed(common.seed);
    uint32_t head = HEAD;
    const ex_dim q_dims[] = {{&j.heads, 1, MOST_HEADS}, {&j.queries, 1, MOST}, {.n = &head}};
    const ex_dim k_dims[] = {{.n = &j.kv_heads}, {&j.keys, 1, MOST}, {.n = &head}};
    const ex_dim v_dims[] = {{.n = &j.kv_heads}, {.n = &j.keys}, {.n = &head}};
    j.q = ex_input(&common, q, "f2", q_dims, 3, &r);
    need_sizes(&common, &j);
    j.kv_heads = j.heads / j.shared;
    j.k = ex_input(&common, k, "f2", k_dims, 3, &r);
    j.v = ex_input(&common, v, "f2", v_dims, 3, &r);
    need_sizes(&common, &j);
    attend(&common, &j, output);
    free(j.q);
    free(j.k);
    free(j.v);
    return EXIT_SUCCESS;
}
