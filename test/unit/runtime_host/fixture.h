// SPDX-License-Identifier: MIT
// The CPU as a device, and the program that host_member.py makes of kernels.c.

#ifndef FIXTURE_H
#define FIXTURE_H

#include <cmc/host_abi.h>
#include <cmc/zebin.h>
#include <cmrt/cmrt.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct fixture {
    cmrt_device *device;
    cmrt_program *program;
} fixture;

static inline void ok_at(cmrt_device *d, cmrt_status s, int line) {
    char why[512] = "";
    if (s == CMRT_OK)
        return;
    cmrt_device_message(d, why, sizeof why);
    fail_msg("line %d: status %d: %s", line, (int)s, why);
}
#define ok(d, s) ok_at(d, s, __LINE__)

// Expects this status, and a message that holds each of the texts; NULL ends them.
static inline void refused(cmrt_device *d, cmrt_status s, cmrt_status expected, ...) {
    char why[1024] = "";
    va_list ap;
    cmrt_device_message(d, why, sizeof why);
    if (s != expected)
        fail_msg("status %d, expected %d; message '%s'", (int)s, (int)expected, why);
    va_start(ap, expected);
    for (const char *text; (text = va_arg(ap, const char *));)
        if (!strstr(why, text))
            fail_msg("message '%s' does not hold '%s'", why, text);
    va_end(ap);
}

static inline void fixture_open(fixture *f) {
    char why[512];
    if (cmrt_device_open("host", &f->device, why, sizeof why) != CMRT_OK)
        fail_msg("%s", why);
    ok(f->device, cmrt_program_load_file(f->device, HOST_PROGRAMS "/kernels.bin", &f->program));
}

static inline void fixture_close(fixture *f) {
    ok(f->device, cmrt_program_destroy(f->program));
    ok(f->device, cmrt_device_close(f->device));
}

static inline cmrt_kernel *kernel(fixture *f, const char *name) {
    cmrt_kernel *k = NULL;
    ok(f->device, cmrt_kernel_create(f->program, name, &k));
    return k;
}

static inline cmrt_status run(cmrt_kernel *k, uint32_t groups, uint32_t threads, cmrt_device *d) {
    const cmrt_status s = cmrt_launch(k, (uint32_t[3]){groups, 1, 1}, (uint32_t[3]){threads, 1, 1});
    return s == CMRT_OK ? cmrt_wait(d) : s;
}

#endif
