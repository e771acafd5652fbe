// SPDX-License-Identifier: MIT
// See ze_test.h.

#include "ze_test.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Other drivers may be there too: ours is the one whose devices say so.
static bool is_ours(ze_driver_handle_t driver) {
    ze_device_properties_t p = {.stype = ZE_STRUCTURE_TYPE_DEVICE_PROPERTIES};
    ze_device_handle_t device;
    uint32_t n = 1;
    return !zeDeviceGet(driver, &n, &device) && n && !zeDeviceGetProperties(device, &p) && strstr(p.name, "(xesim)");
}

void zt_open(ze_test *t, uint32_t device_index) {
    ze_driver_handle_t drivers[4];
    ze_device_handle_t devices[8];
    uint32_t n = 4;
    memset(t, 0, sizeof *t);
    ZE_OK(zeInit(0));
    ZE_OK(zeDriverGet(&n, drivers));
    for (uint32_t i = 0; i < n; i++)
        if (is_ours(drivers[i]))
            t->driver = drivers[i];
    assert_non_null(t->driver);
    n = 8;
    ZE_OK(zeDeviceGet(t->driver, &n, devices));
    assert_true(device_index < n);
    t->device = devices[device_index];
    const ze_context_desc_t context = {.stype = ZE_STRUCTURE_TYPE_CONTEXT_DESC};
    ZE_OK(zeContextCreate(t->driver, &context, &t->context));
    const ze_command_queue_desc_t queue = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                           .mode = ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS};
    ZE_OK(zeCommandListCreateImmediate(t->context, t->device, &queue, &t->list));
}

static void drop_kernel(ze_test *t) {
    if (t->kernel)
        ZE_OK(zeKernelDestroy(t->kernel));
    t->kernel = NULL;
}

static void drop_module(ze_test *t) {
    drop_kernel(t);
    if (t->module)
        ZE_OK(zeModuleDestroy(t->module));
    t->module = NULL;
}

void zt_close(ze_test *t) {
    drop_module(t);
    ZE_OK(zeCommandListDestroy(t->list));
    ZE_OK(zeContextDestroy(t->context));
}

uint8_t *zt_read(const char *name, size_t *len) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", OCL_DIR, name);
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s: cannot open", path);
    fseek(f, 0, SEEK_END);
    const long size = ftell(f);
    rewind(f);
    uint8_t *data = malloc((size_t)size);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, (size_t)size, f), size);
    fclose(f);
    *len = (size_t)size;
    return data;
}

void zt_load(ze_test *t, const char *name) {
    size_t len;
    drop_module(t);
    uint8_t *data = zt_read(name, &len);
    const ze_module_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_MODULE_DESC,
                                   .format = ZE_MODULE_FORMAT_NATIVE,
                                   .inputSize = len,
                                   .pInputModule = data};
    ze_module_build_log_handle_t log = NULL;
    const ze_result_t r = zeModuleCreate(t->context, t->device, &desc, &t->module, &log);
    free(data);
    char text[4096] = "";
    size_t size = sizeof text;
    if (log)
        zeModuleBuildLogGetString(log, &size, text);
    if (r)
        fail_msg("%s: 0x%x %s", name, (unsigned)r, text);
    ZE_OK(zeModuleBuildLogDestroy(log));
}

void zt_kernel(ze_test *t, const char *name, uint32_t x, uint32_t y, uint32_t z) {
    const ze_kernel_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_KERNEL_DESC, .pKernelName = name};
    drop_kernel(t);
    const ze_result_t r = zeKernelCreate(t->module, &desc, &t->kernel);
    if (r)
        fail_msg("%s: 0x%x", name, (unsigned)r);
    ZE_OK(zeKernelSetGroupSize(t->kernel, x, y, z));
}

void *zt_shared(ze_test *t, size_t size_b) {
    const ze_device_mem_alloc_desc_t dev = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    const ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    void *p = NULL;
    ZE_OK(zeMemAllocShared(t->context, &dev, &host, size_b, 64, t->device, &p));
    memset(p, 0, size_b);
    return p;
}

void zt_free(ze_test *t, void *p) {
    ZE_OK(zeMemFree(t->context, p));
}

void zt_arg(ze_test *t, uint32_t index, size_t size_b, const void *value) {
    ZE_OK(zeKernelSetArgumentValue(t->kernel, index, size_b, value));
}

void zt_arg_ptr(ze_test *t, uint32_t index, void *p) {
    zt_arg(t, index, sizeof p, &p);
}

void zt_arg_int(ze_test *t, uint32_t index, int32_t v) {
    zt_arg(t, index, sizeof v, &v);
}

const char *zt_last_error(ze_test *t) {
    typedef ze_result_t (*last_error_fn)(ze_driver_handle_t, const char **);
    const char *text = "";
    void *fn = NULL;
    if (!zeDriverGetExtensionFunctionAddress(t->driver, "zeDriverGetLastErrorDescription", &fn))
        ((last_error_fn)(uintptr_t)fn)(t->driver, &text);
    return text;
}

void zt_launch(ze_test *t, uint32_t x, uint32_t y, uint32_t z) {
    const ze_group_count_t groups = {x, y, z};
    const ze_result_t r = zeCommandListAppendLaunchKernel(t->list, t->kernel, &groups, NULL, 0, NULL);
    if (r)
        fail_msg("launch: 0x%x %s", (unsigned)r, zt_last_error(t));
}

ze_image_handle_t zt_image(ze_test *t, ze_image_format_layout_t layout, ze_image_format_type_t type, uint32_t w,
                           uint32_t h) {
    ze_image_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_IMAGE_DESC,
                            .flags = ZE_IMAGE_FLAG_KERNEL_WRITE,
                            .type = ZE_IMAGE_TYPE_2D,
                            .width = w,
                            .height = h};
    desc.format = (ze_image_format_t){.layout = layout,
                                      .type = type,
                                      .y = ZE_IMAGE_FORMAT_SWIZZLE_G,
                                      .z = ZE_IMAGE_FORMAT_SWIZZLE_B,
                                      .w = ZE_IMAGE_FORMAT_SWIZZLE_A};
    ze_image_handle_t img = NULL;
    ZE_OK(zeImageCreate(t->context, t->device, &desc, &img));
    return img;
}
