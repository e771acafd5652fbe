// SPDX-License-Identifier: MIT
// A device with its program: opening, launching, timing.

#include "example.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_B = 2048 };
static const double NANO = 1e9;

void ex_need(const ex_run *run, cmrt_status s, const char *what) {
    char why[MESSAGE_B] = "";
    if (s == CMRT_OK)
        return;
    cmrt_device_message(run->device, why, sizeof why);
    ex_fail(run->common, "%s: %s (%s)", what, cmrt_status_str(s), why);
}

void ex_open(ex_run *run, const ex_common *common) {
    char why[MESSAGE_B] = "";
    *run = (ex_run){.common = common};
    // The simulator's bar, as cmrun shows it.
    if (isatty(STDERR_FILENO))
        setenv("XESIM_PROGRESS", "1", 0);
    if (cmrt_device_open(common->device, &run->device, why, sizeof why) != CMRT_OK)
        ex_fail(common, "%s", why);
    EX_NEED(run, cmrt_device_get_info(run->device, &run->info));
    ex_need(run, cmrt_program_load_file(run->device, common->kernel_path, &run->program), common->kernel_path);
}

void ex_close(ex_run *run) {
    EX_NEED(run, cmrt_program_destroy(run->program));
    if (cmrt_device_close(run->device) != CMRT_OK)
        ex_fail(run->common, "objects of the device are still alive");
}

cmrt_kernel *ex_kernel(const ex_run *run, const char *name) {
    cmrt_kernel *k = NULL;
    EX_NEED(run, cmrt_kernel_create(run->program, name, &k));
    return k;
}

cmrt_buffer *ex_buffer(const ex_run *run, size_t size_b, const void *data) {
    cmrt_buffer *b = NULL;
    EX_NEED(run, cmrt_buffer_create(run->device, size_b, &b));
    if (data)
        EX_NEED(run, cmrt_buffer_write(b, 0, data, size_b));
    return b;
}

void ex_read(const ex_run *run, cmrt_buffer *buffer, void *data, size_t size_b) {
    EX_NEED(run, cmrt_buffer_read(buffer, 0, data, size_b));
}

void ex_set(const ex_run *run, cmrt_kernel *kernel, uint32_t index, cmrt_buffer *buffer) {
    EX_NEED(run, cmrt_kernel_set_buffer(kernel, index, buffer));
}

void ex_set_int(const ex_run *run, cmrt_kernel *kernel, uint32_t index, uint32_t value) {
    EX_NEED(run, cmrt_kernel_set_value(kernel, index, &value, sizeof value));
}

void ex_set_float(const ex_run *run, cmrt_kernel *kernel, uint32_t index, float value) {
    EX_NEED(run, cmrt_kernel_set_value(kernel, index, &value, sizeof value));
}

void ex_launch(const ex_run *run, cmrt_kernel *kernel, uint32_t x, uint32_t y, uint32_t local) {
    const uint32_t groups[3] = {x, y, 1}, size[3] = {local, 1, 1};
    EX_NEED(run, cmrt_launch(kernel, groups, size));
}

void ex_launch_2d(const ex_run *run, cmrt_kernel *kernel, uint32_t across, uint32_t down, const uint32_t local[2]) {
    const uint32_t size[3] = {local[0], local[1], 1};
    const uint32_t groups[3] = {(across + local[0] - 1) / local[0], (down + local[1] - 1) / local[1], 1};
    EX_NEED(run, cmrt_launch(kernel, groups, size));
}

double ex_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / NANO;
}

double ex_measure(const ex_run *run, void (*work)(const ex_run *run, void *user), void *user) {
    double best = 0;
    for (uint32_t i = 0; i < run->common->repeat; i++) {
        double start = ex_now();
        work(run, user);
        EX_NEED(run, cmrt_wait(run->device));
        double seconds = ex_now() - start;
        best = i == 0 || seconds < best ? seconds : best;
    }
    return best;
}

void ex_report(const ex_run *run, double seconds, double amount, const char *unit, const char *format, ...) {
    va_list args;
    va_start(args, format);
    printf("%s: ", run->common->program);
    vprintf(format, args);
    va_end(args);
    printf(" on %s: %.3g s, %.3g %s%s\n", run->info.target, seconds, amount / seconds / NANO, unit,
           run->info.is_simulator ? " (of the simulator)" : "");
}

void ex_progress(const char *what, uint64_t done, uint64_t all) {
    static double first, last; // of the one task at a time
    double now = ex_now();
    if (done == 0)
        first = last = now;
    if (!isatty(STDERR_FILENO) || now - first < 1)
        return;
    if (done == all) {
        fprintf(stderr, "\r\033[K");
    } else if (now - last > 0.1) {
        last = now;
        fprintf(stderr, "\r%s: %3.0f %%, %.0f s left\033[K", what, 100.0 * (double)done / (double)all,
                done ? (now - first) * (double)(all - done) / (double)done : 0);
    }
}

ex_random ex_random_seed(uint32_t seed) {
    return (ex_random){seed * 0x9e3779b97f4a7c15u + 1};
}

// SplitMix64 (Steele, Lea, Flood, 2014).
uint32_t ex_random_u32(ex_random *r) {
    uint64_t z = r->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

float ex_random_float(ex_random *r) {
    return (float)((int32_t)(ex_random_u32(r) >> 7) - (1 << 24)) / (float)(1 << 24);
}

uint32_t ex_random_below(ex_random *r, uint32_t n) {
    return (uint32_t)((uint64_t)ex_random_u32(r) * n >> 32);
}
