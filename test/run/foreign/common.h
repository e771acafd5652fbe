// SPDX-License-Identifier: MIT
// What each of these programs would have of its own: start-up and loading. They know nothing of this project: a driver,
// a device, a file with a native module.

#ifndef FOREIGN_COMMON_H
#define FOREIGN_COMMON_H

#include <level_zero/ze_api.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        ze_result_t result_ = (call);                                                                                  \
        if (result_ != ZE_RESULT_SUCCESS) {                                                                            \
            fprintf(stderr, "%s:%d: %s: 0x%x\n", __FILE__, __LINE__, #call, (unsigned)result_);                        \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

typedef struct setup {
    ze_driver_handle_t driver;
    ze_device_handle_t device;
    ze_context_handle_t context;
    ze_module_handle_t module;
} setup;

// The first GPU of the first driver, and the module of the file.
static inline setup start(const char *path) {
    setup s = {0};
    uint32_t n = 0;
    CHECK(zeInit(ZE_INIT_FLAG_GPU_ONLY));
    CHECK(zeDriverGet(&n, NULL));
    n = 1;
    CHECK(zeDriverGet(&n, &s.driver));
    uint32_t count = 0;
    CHECK(zeDeviceGet(s.driver, &count, NULL));
    ze_device_handle_t *devices = calloc(count, sizeof *devices);
    CHECK(zeDeviceGet(s.driver, &count, devices));
    for (uint32_t i = 0; i < count && !s.device; i++) {
        ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
        CHECK(zeDeviceGetProperties(devices[i], &p));
        if (p.type == ZE_DEVICE_TYPE_GPU)
            s.device = devices[i];
    }
    free(devices);
    ze_context_desc_t context = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    CHECK(zeContextCreate(s.driver, &context, &s.context));

    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        exit(1);
    }
    fseek(f, 0, SEEK_END);
    size_t size = (size_t)ftell(f);
    rewind(f);
    uint8_t *bytes = malloc(size);
    if (!bytes || fread(bytes, 1, size, f) != size)
        exit(1);
    fclose(f);
    ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                             .format = ZE_MODULE_FORMAT_NATIVE,
                             .inputSize = size,
                             .pInputModule = bytes};
    ze_module_build_log_handle_t log;
    if (zeModuleCreate(s.context, s.device, &desc, &s.module, &log) != ZE_RESULT_SUCCESS) {
        char text[4096];
        size_t len = sizeof text;
        CHECK(zeModuleBuildLogGetString(log, &len, text));
        fprintf(stderr, "%s\n", text);
        exit(1);
    }
    CHECK(zeModuleBuildLogDestroy(log));
    free(bytes);
    return s;
}

static inline ze_kernel_handle_t kernel(setup *s, const char *name) {
    ze_kernel_handle_t k;
    ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    CHECK(zeKernelCreate(s->module, &desc, &k));
    return k;
}

static inline void finish(setup *s) {
    CHECK(zeModuleDestroy(s->module));
    CHECK(zeContextDestroy(s->context));
}

#endif
