// SPDX-License-Identifier: MIT
// The recorded launch. Goes the way of every user: libcmrt, the system's loader, Intel's driver.

#include "record.h"

#include <cmc/base.h>
#include <cmrt/cmrt.h>

#include <stdio.h>

typedef struct session {
    cmrt_device *device;
    cmrt_program *program;
    cmrt_kernel *kernel;
    cmrt_buffer *buffers[MAX_ARGS];
    cmrt_image *images[MAX_ARGS];
    void *svm[MAX_ARGS];
    record_result result;
} session;

void record_value(uint32_t index, uint8_t *bytes, size_t size_b) {
    for (size_t j = 0; j < size_b; j++)
        bytes[j] = (uint8_t)(0x80 + 37 * index + 11 * j);
}

static cmrt_status set_value(session *s, uint32_t i, size_t size_b) {
    uint8_t bytes[PAYLOAD_MAX_B];
    if (size_b > sizeof bytes)
        return CMRT_ERR_UNSUPPORTED;
    record_value(i, bytes, size_b);
    return cmrt_kernel_set_value(s->kernel, i, bytes, size_b);
}

static cmrt_status set_buffer(session *s, uint32_t i) {
    cmrt_status st = cmrt_buffer_create(s->device, MEMORY_B, &s->buffers[i]);
    s->result.address[i] = cmrt_buffer_address(s->buffers[i]);
    return st == CMRT_OK ? cmrt_kernel_set_buffer(s->kernel, i, s->buffers[i]) : st;
}

static cmrt_status set_pointer(session *s, uint32_t i) {
    cmrt_status st = cmrt_svm_alloc(s->device, MEMORY_B, 0, &s->svm[i]);
    s->result.address[i] = (uint64_t)(uintptr_t)s->svm[i];
    return st == CMRT_OK ? cmrt_kernel_set_pointer(s->kernel, i, s->svm[i]) : st;
}

static cmrt_status set_image(session *s, uint32_t i) {
    cmrt_status st = cmrt_image_create(s->device, CMRT_FORMAT_R8_UINT, IMAGE_W, IMAGE_H, &s->images[i]);
    return st == CMRT_OK ? cmrt_kernel_set_image(s->kernel, i, s->images[i]) : st;
}

static cmrt_status set_arg(session *s, uint32_t i) {
    cmrt_arg_info info;
    cmrt_status st = cmrt_kernel_arg_info(s->kernel, i, &info);
    if (st != CMRT_OK)
        return st;
    switch (info.kind) {
    case CMRT_ARG_UNUSED:
        return CMRT_OK;
    case CMRT_ARG_VALUE:
        return set_value(s, i, info.size_b);
    case CMRT_ARG_POINTER:
        return set_pointer(s, i);
    case CMRT_ARG_BUFFER:
        return set_buffer(s, i);
    case CMRT_ARG_IMAGE:
        return set_image(s, i);
    default:
        return CMRT_ERR_UNSUPPORTED;
    }
}

static cmrt_status run(session *s, const char *zebin_path) {
    const uint32_t groups[3] = {GROUPS_X, GROUPS_Y, GROUPS_Z}, local[3] = {LOCAL_X, LOCAL_Y, LOCAL_Z};
    cmrt_status st = cmrt_program_load_file(s->device, zebin_path, &s->program);
    if (st == CMRT_OK)
        st = cmrt_kernel_create(s->program, cmrt_program_kernel_name(s->program, 0), &s->kernel);
    if (st == CMRT_OK && cmrt_kernel_arg_count(s->kernel) > MAX_ARGS)
        st = CMRT_ERR_UNSUPPORTED;
    for (uint32_t i = 0; st == CMRT_OK && i < cmrt_kernel_arg_count(s->kernel); i++)
        st = set_arg(s, i);
    if (st == CMRT_OK)
        st = cmrt_launch(s->kernel, groups, local);
    if (st == CMRT_OK)
        st = cmrt_wait(s->device);
    return st;
}

static cmrt_status finish(session *s) {
    cmrt_kernel_destroy(s->kernel);
    for (int i = 0; i < MAX_ARGS; i++) {
        cmrt_buffer_destroy(s->buffers[i]);
        cmrt_image_destroy(s->images[i]);
        cmrt_svm_free(s->device, s->svm[i]);
    }
    cmrt_status st = cmrt_program_destroy(s->program);
    return st == CMRT_OK ? cmrt_device_close(s->device) : st;
}

int record_run(const char *zebin_path) {
    session s = {0};
    char why[1024];
    cmrt_status st = cmrt_device_open("gpu", &s.device, why, sizeof why);
    if (st != CMRT_OK) {
        fprintf(stderr, "open: %s\n", why);
        return 1;
    }
    st = run(&s, zebin_path);
    if (st != CMRT_OK) {
        cmrt_device_message(s.device, why, sizeof why);
        fprintf(stderr, "%s: %s\n", cmrt_status_str(st), why);
        return 1;
    }
    if (finish(&s) != CMRT_OK)
        return 1;
    return cmc_file_write("result", &s.result, sizeof s.result, NULL) == CMC_OK ? 0 : 1;
}
