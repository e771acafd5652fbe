// SPDX-License-Identifier: MIT
// Speed of the simulator on OpenCL kernels that Intel's ocloc compiled, beside PoCL on the same
// kernels.
//
//   sim_speed CORPUS-DIRECTORY [DEVICE...]
//
// Prints per kernel and device: million Xe instructions and lane operations (instructions times
// their execution size) per second of processor time, one worker's elapsed time over that of two,
// and processor time over PoCL's. Times are the best of several rounds, because a busy machine can
// only make them longer; elapsed times need an idle one.

#define CL_TARGET_OPENCL_VERSION 300
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ocl.h"

#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 7, SGEMM_N = 256, PIXELS_X = 512, PIXELS_Y = 256, BYTES = 1 << 20 };

typedef struct workload {
    const char *file, *kernel;
    uint32_t groups[3], local[3];
    ocl_arg args[5];
    unsigned n_args;
} workload;

typedef struct moment {
    double elapsed_ms, processor_ms; // of all threads
} moment;

static double clock_ms(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static moment now(void) {
    return (moment){clock_ms(CLOCK_MONOTONIC), clock_ms(CLOCK_PROCESS_CPUTIME_ID)};
}

// Keeps the shorter times.
static void take_best(moment *best, moment from) {
    moment to = now();
    double e = to.elapsed_ms - from.elapsed_ms, p = to.processor_ms - from.processor_ms;
    best->elapsed_ms = e < best->elapsed_ms ? e : best->elapsed_ms;
    best->processor_ms = p < best->processor_ms ? p : best->processor_ms;
}

static ocl_arg buffer(size_t size_b, unsigned kind) { // 0: zero, 1: bytes, 2: floats
    uint8_t *p = aligned_alloc(4096, (size_b + 4095) / 4096 * 4096);
    assert_non_null(p);
    uint32_t state = 12345;
    for (size_t i = 0; i < size_b / 4; i++) {
        state = state * 1664525u + 1013904223u;
        float f = (float)(state >> 8) * 0x1p-24f - 0.5f;
        uint32_t v = kind == 1 ? state >> 3 : 0;
        memcpy(p + 4 * i, kind == 2 ? (void *)&f : (void *)&v, 4);
    }
    return (ocl_arg){.kind = OCL_BUFFER, .data = p, .size_b = size_b};
}

static ocl_arg value(const void *v) {
    return (ocl_arg){.kind = OCL_VALUE, .data = (void *)(uintptr_t)v, .size_b = 4};
}

static unsigned workloads(workload w[3]) {
    static const int n = SGEMM_N, bytes = BYTES, limit = 200;
    static const float x0 = -2.0f, y0 = -1.2f, step = 0.0055f;
    w[0] = (workload){.file = "sgemm.cl",
                      .kernel = "sgemm",
                      .groups = {SGEMM_N / 16, SGEMM_N / 16, 1},
                      .local = {16, 16, 1},
                      .args = {buffer(4 * SGEMM_N * SGEMM_N, 2), buffer(4 * SGEMM_N * SGEMM_N, 2),
                               buffer(4 * SGEMM_N * SGEMM_N, 0), value(&n)},
                      .n_args = 4};
    w[1] = (workload){.file = "histogram.cl",
                      .kernel = "histogram",
                      .groups = {32, 1, 1},
                      .local = {256, 1, 1},
                      .args = {buffer(BYTES, 1), buffer(1024, 0), value(&bytes)},
                      .n_args = 3};
    w[2] = (workload){.file = "mandel.cl",
                      .kernel = "mandel",
                      .groups = {PIXELS_X / 64, PIXELS_Y, 1},
                      .local = {64, 1, 1},
                      .args = {buffer(PIXELS_X * PIXELS_Y, 0), value(&x0), value(&y0), value(&step), value(&limit)},
                      .n_args = 5};
    return 3;
}

static char *source_of(const char *corpus, const char *file) {
    char path[1024];
    uint8_t *text = NULL;
    size_t len;
    snprintf(path, sizeof path, "%s/%s", corpus, file);
    assert_int_equal(cmc_file_read(path, &text, &len, NULL), CMC_OK);
    char *s = calloc(1, len + 1);
    assert_non_null(s);
    memcpy(s, text, len);
    free(text);
    return s;
}

// Simulator

typedef struct lanes {
    uint64_t instructions, lanes;
} lanes;

static void count_lanes(void *user, const char *line) { // "... (16|M0) ..."
    lanes *l = user;
    const char *p = strchr(line, '|');
    while (p != NULL && p[1] != 'M')
        p = strchr(p + 1, '|');
    l->instructions++;
    if (p == NULL)
        l->lanes++;
    else {
        while (p > line && p[-1] != '(')
            p--;
        l->lanes += strtoul(p, NULL, 10);
    }
}

// Lanes of an instruction on average, counted in a small part of the launch.
static double mean_lanes(const ocl_program *p, const workload *w) {
    lanes l = {0};
    sim_stats stats;
    const uint32_t few[3] = {w->groups[0] < 4 ? w->groups[0] : 4, 1, 1};
    const sim_launch how = {.n_workers = 1, .trace = count_lanes, .user = &l};
    ocl_measure(p, w->kernel, few, w->local, w->args, w->n_args, &how, &stats);
    return l.instructions ? (double)l.lanes / (double)l.instructions : 0;
}

static moment best_sim(const ocl_program *p, const workload *w, unsigned workers, sim_stats *stats) {
    const sim_launch how = {.n_workers = workers};
    moment best = {1e300, 1e300};
    for (unsigned r = 0; r < ROUNDS; r++) {
        moment from = now();
        ocl_measure(p, w->kernel, w->groups, w->local, w->args, w->n_args, &how, stats);
        take_best(&best, from);
    }
    return best;
}

// PoCL

static cl_device_id pocl_device(void) {
    cl_platform_id platforms[16];
    cl_device_id device = NULL;
    cl_uint n = 0;
    clGetPlatformIDs(16, platforms, &n);
    for (cl_uint i = 0; i < n && i < 16; i++) {
        char name[256] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
        if (strstr(name, "Portable Computing Language") != NULL)
            clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL);
    }
    if (device == NULL)
        fprintf(stderr, "sim_speed: found no PoCL device; expected package pocl-opencl-icd\n");
    return device;
}

static moment best_pocl(cl_device_id device, const char *text, const workload *w) {
    cl_int e;
    cl_mem mem[5] = {NULL};
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &e);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &e);
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &e);
    clBuildProgram(program, 1, &device, "-cl-std=CL3.0", NULL, NULL);
    cl_kernel k = clCreateKernel(program, w->kernel, &e);
    for (cl_uint i = 0; i < w->n_args; i++) {
        const ocl_arg *a = &w->args[i];
        if (a->kind == OCL_BUFFER)
            mem[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, a->size_b, a->data, &e);
        clSetKernelArg(k, i, mem[i] ? sizeof mem[i] : a->size_b, mem[i] ? (void *)&mem[i] : a->data);
    }
    size_t global[3], local[3];
    for (unsigned i = 0; i < 3; i++) {
        local[i] = w->local[i];
        global[i] = (size_t)w->local[i] * w->groups[i];
    }
    moment best = {1e300, 1e300};
    for (unsigned r = 0; r < ROUNDS; r++) {
        moment from = now();
        e = clEnqueueNDRangeKernel(queue, k, 2, NULL, global, local, 0, NULL, NULL);
        e |= clFinish(queue);
        if (e == CL_SUCCESS)
            take_best(&best, from);
    }
    for (unsigned i = 0; i < 5; i++)
        if (mem[i])
            clReleaseMemObject(mem[i]);
    clReleaseKernel(k);
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return best;
}

int main(int argc, char **argv) {
    static const char *const usual[] = {"tgllp", "dg2", "pvc"};
    if (argc < 2) {
        fprintf(stderr, "usage: sim_speed CORPUS-DIRECTORY [DEVICE...]\n");
        return 2;
    }
    cl_device_id pocl = pocl_device();
    workload w[3];
    unsigned n = workloads(w), n_devices = argc > 2 ? (unsigned)argc - 2 : 3;
    if (pocl == NULL)
        return 1;
    printf("%-10s %-6s %12s %8s %6s %10s %11s %9s %6s\n", "kernel", "device", "instructions", "ms", "MIPS",
           "lanes/inst", "Mlanes/s", "1/2 cores", "/ PoCL");
    for (unsigned i = 0; i < n; i++) {
        char *text = source_of(argv[1], w[i].file);
        const moment reference = best_pocl(pocl, text, &w[i]);
        for (unsigned k = 0; k < n_devices; k++) {
            const char *device = argc > 2 ? argv[2 + k] : usual[k];
            ocl_program p;
            sim_stats stats = {0};
            ocl_build(device, text, "", &p);
            const double per = mean_lanes(&p, &w[i]);
            const moment one = best_sim(&p, &w[i], 1, &stats), two = best_sim(&p, &w[i], 2, &stats);
            const double mips = (double)stats.instructions / one.processor_ms / 1e3;
            printf("%-10s %-6s %12llu %8.1f %6.1f %10.1f %11.0f %9.2f %6.1f\n", w[i].kernel, device,
                   (unsigned long long)stats.instructions, one.processor_ms, mips, per, mips * per,
                   one.elapsed_ms / two.elapsed_ms, one.processor_ms / reference.processor_ms);
            fflush(stdout);
            ocl_free(&p);
        }
        free(text);
    }
    return 0;
}
