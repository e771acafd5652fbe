// SPDX-License-Identifier: MIT
// k-means clustering of points in the plane, until no point changes its cluster:
//
//     kmeans [--points=N] [--data=blobs|uniform|rings] [--input=points.npy] [--labels=out.npy] [--centres=out.npy]
//
// The result is checked in plain C: each point has a nearest centre, each centre is the mean of its points. Such a
// result does not depend on the order of additions, which decides between two centres that are equally near.

#include "example.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLUSTERS = 16, PART = 64, TABLE = CLUSTERS * 4, TABLES = 64, UPDATERS = 16, MOST = 1 << 24, MOST_STEPS = 10000 };
static const float RANGE = 1024;

typedef struct cloud {
    uint32_t n, padded, per_thread, threads; // padded = per_thread * threads
    float *x, *y;
    float centres[2 * CLUSTERS]; // all x, then all y
    uint32_t *labels;
} cloud;

typedef struct job {
    cloud *points;
    cmrt_kernel *assign, *update;
    cmrt_buffer *x, *y, *labels, *centres, *tables, *changed;
    uint32_t steps;
} job;

static float gauss(ex_random *r) {
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += ex_random_float(r);
    return sum;
}

// A point of one of the three sets; coordinates from 0 to RANGE.
static void draw(const char *data, ex_random *r, float *x, float *y) {
    const uint32_t k = ex_random_below(r, CLUSTERS);
    if (strcmp(data, "blobs") == 0) {
        *x = (float)(k % 4 * 256 + 128) + 40 * gauss(r);
        *y = (float)(k / 4 * 256 + 128) + 40 * gauss(r);
    } else if (strcmp(data, "rings") == 0) {
        const float angle = 3.14159265f * ex_random_float(r), radius = (float)(k % 3 + 1) * 150;
        *x = RANGE / 2 + radius * cosf(angle);
        *y = RANGE / 2 + radius * sinf(angle);
    } else {
        *x = (ex_random_float(r) + 1) * RANGE / 2;
        *y = (ex_random_float(r) + 1) * RANGE / 2;
    }
}

static void work(const ex_run *run, void *user) {
    job *j = user;
    const cloud *p = j->points;
    uint32_t changed = 1, *none = ex_alloc(run->common, p->padded, sizeof *none);
    memset(none, 0xff, p->padded * sizeof *none);
    EX_NEED(run, cmrt_buffer_write(j->labels, 0, none, p->padded * sizeof *none));
    free(none);
    EX_NEED(run, cmrt_buffer_write(j->centres, 0, p->centres, sizeof p->centres));
    for (j->steps = 0; changed; j->steps++) {
        ex_progress("steps", j->steps, MOST_STEPS);
        if (j->steps == MOST_STEPS)
            ex_fail(run->common, "%u points still change their cluster after %d steps", changed, MOST_STEPS);
        ex_launch(run, j->assign, p->threads, 1, 1);
        ex_launch(run, j->update, 1, 1, UPDATERS);
        ex_read(run, j->changed, &changed, sizeof changed);
    }
    ex_progress("steps", MOST_STEPS, MOST_STEPS);
}

static double distance(const cloud *p, const float *centres, uint32_t i, uint32_t c) {
    const double dx = (double)p->x[i] - centres[c], dy = (double)p->y[i] - centres[CLUSTERS + c];
    return dx * dx + dy * dy;
}

static void check(const ex_run *run, const cloud *p, const float *centres) {
    const double far = 1e-3 * RANGE; // of squared distances up to 2 * RANGE^2 in floats
    double sums[CLUSTERS][3] = {{0}};
    for (uint32_t i = 0; i < p->n; i++) {
        if (p->labels[i] >= CLUSTERS)
            ex_fail(run->common, "element %u is %u, expected a cluster below %d", i, p->labels[i], CLUSTERS);
        double *sum = sums[p->labels[i]];
        sum[0] += p->x[i];
        sum[1] += p->y[i];
        sum[2]++;
        for (uint32_t c = 0; c < CLUSTERS; c++)
            if (distance(p, centres, i, c) + far < distance(p, centres, i, p->labels[i]))
                ex_fail(run->common, "element %u is %u, but centre %u is nearer", i, p->labels[i], c);
    }
    for (uint32_t c = 0; c < CLUSTERS; c++)
        for (uint32_t k = 0; k < 2; k++) {
            const double mean = sums[c][k] / sums[c][2], got = centres[k * CLUSTERS + c];
            if (sums[c][2] > 0 && !(fabs(got - mean) <= 1e-2))
                ex_fail(run->common, "coordinate %u of centre %u is %.9g, expected %.9g", k, c, got, mean);
        }
    printf("kmeans: %s: %u points right\n", run->info.target, p->n);
}

static void prepare(const ex_run *run, job *j, cloud *p) {
    const size_t size_b = p->padded * sizeof(float);
    j->assign = ex_kernel(run, "assign");
    j->update = ex_kernel(run, "update");
    j->x = ex_buffer(run, size_b, p->x);
    j->y = ex_buffer(run, size_b, p->y);
    j->labels = ex_buffer(run, size_b, NULL);
    j->centres = ex_buffer(run, sizeof p->centres, NULL);
    j->changed = ex_buffer(run, PART, NULL);
    // Tables of no thread, up to a multiple of 64, are zero.
    const uint32_t n_tables = (p->threads + TABLES - 1) / TABLES * TABLES;
    float *zeros = ex_alloc(run->common, n_tables * TABLE, sizeof *zeros);
    memset(zeros, 0, n_tables * TABLE * sizeof *zeros);
    j->tables = ex_buffer(run, n_tables * TABLE * sizeof *zeros, zeros);
    free(zeros);
    cmrt_buffer *const to_assign[] = {j->x, j->y, j->labels, j->centres, j->tables};
    for (uint32_t i = 0; i < 5; i++)
        ex_set(run, j->assign, i, to_assign[i]);
    ex_set_int(run, j->assign, 5, p->per_thread);
    ex_set_int(run, j->assign, 6, p->n);
    cmrt_buffer *const to_update[] = {j->tables, j->centres, j->changed};
    for (uint32_t i = 0; i < 3; i++)
        ex_set(run, j->update, i, to_update[i]);
    ex_set_int(run, j->update, 3, n_tables);
}

static void cluster(const ex_common *common, cloud *p, float *centres) {
    ex_run run;
    job j = {.points = p};
    ex_open(&run, common);
    prepare(&run, &j, p);
    double seconds = ex_measure(&run, work, &j);
    ex_read(&run, j.labels, p->labels, p->padded * sizeof *p->labels);
    ex_read(&run, j.centres, centres, sizeof p->centres);
    ex_report(&run, seconds, (double)p->n * j.steps, "G points/s", "%u points, %u steps", p->n, j.steps);
    check(&run, p, centres);
    cmrt_buffer *const all[] = {j.x, j.y, j.labels, j.centres, j.tables, j.changed};
    for (int i = 0; i < 6; i++)
        cmrt_buffer_destroy(all[i]);
    cmrt_kernel_destroy(j.assign);
    cmrt_kernel_destroy(j.update);
    ex_close(&run);
}

// Places for whole threads; the first centres are points that are far from each other in the order of the input.
static cloud make_points(const ex_common *common, uint32_t n, uint32_t per_thread, const char *data,
                         const float *given) {
    cloud p = {.n = n, .per_thread = per_thread, .threads = (n + per_thread - 1) / per_thread};
    p.padded = p.per_thread * p.threads;
    p.x = ex_alloc(common, p.padded, sizeof *p.x);
    p.y = ex_alloc(common, p.padded, sizeof *p.y);
    p.labels = ex_alloc(common, p.padded, sizeof *p.labels);
    ex_random r = ex_random_seed(common->seed);
    for (uint32_t i = 0; i < p.padded; i++) {
        p.x[i] = p.y[i] = 0;
        if (i < n && given) {
            p.x[i] = given[2 * i];
            p.y[i] = given[2 * i + 1];
            if (!(fabsf(p.x[i]) <= RANGE && fabsf(p.y[i]) <= RANGE))
                ex_fail(common, "point %u is (%g, %g), expected coordinates from %g to %g", i, p.x[i], p.y[i], -RANGE,
                        RANGE);
        } else if (i < n) {
            draw(data, &r, &p.x[i], &p.y[i]);
        }
    }
    for (uint32_t c = 0; c < CLUSTERS; c++) {
        p.centres[c] = p.x[(uint64_t)c * n / CLUSTERS];
        p.centres[CLUSTERS + c] = p.y[(uint64_t)c * n / CLUSTERS];
    }
    return p;
}

int main(int argc, char **argv) {
    ex_common common = {.program = "kmeans"};
    uint32_t n = 16384, per_thread = 256;
    const char *data = "blobs", *input = NULL, *labels = NULL, *centres_path = NULL;
    const ex_option options[] = {
        {.name = "points", .meaning = "random points", .number = &n, .least = CLUSTERS, .most = MOST},
        {.name = "data", .meaning = "blobs, uniform or rings", .text = &data},
        {.name = "thread",
         .meaning = "points of a thread",
         .number = &per_thread,
         .least = PART,
         .most = MOST,
         .multiple = PART},
        {.name = "input", .meaning = "points (NPY): N x 2 of f4, from -1024 to 1024", .text = &input},
        {.name = "labels", .meaning = "the file for the clusters of the points (NPY)", .text = &labels},
        {.name = "centres", .meaning = "the file for the centres (NPY)", .text = &centres_path},
    };
    ex_options(argc, argv, "k-means clustering, 16 clusters of points in the plane.", &common, options,
               sizeof options / sizeof *options);
    if (strcmp(data, "blobs") != 0 && strcmp(data, "uniform") != 0 && strcmp(data, "rings") != 0)
        ex_fail(&common, "--data=%s: expected blobs, uniform or rings", data);
    npy_array a = {0};
    if (input) {
        a = npy_need(&common, input, "f4", 2);
        if (a.shape[1] != 2 || a.shape[0] < CLUSTERS || a.shape[0] > MOST)
            ex_fail(&common, "%s: %llu x %llu numbers, expected %d to %d points of 2", input,
                    (unsigned long long)a.shape[0], (unsigned long long)a.shape[1], CLUSTERS, MOST);
        n = (uint32_t)a.shape[0];
    }
    cloud p = make_points(&common, n, per_thread, data, a.data);
    float centres[2 * CLUSTERS], pairs[2 * CLUSTERS];
    cluster(&common, &p, centres);
    for (int c = 0; c < CLUSTERS; c++) {
        pairs[2 * c] = centres[c];
        pairs[2 * c + 1] = centres[CLUSTERS + c];
    }
    npy_save(&common, labels, "u4", 1, (const uint64_t[]){n}, p.labels);
    npy_save(&common, centres_path, "f4", 2, (const uint64_t[]){CLUSTERS, 2}, pairs);
    free(p.x);
    free(p.y);
    free(p.labels);
    free(a.data);
    return EXIT_SUCCESS;
}
