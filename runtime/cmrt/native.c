// SPDX-License-Identifier: MIT
// Handles of Level Zero in and out (cmrt_ze.h).

#include "async_priv.h"

#include <cmrt/cmrt_ze.h>

#include <stdio.h>
#include <stdlib.h>

cmrt_status cmrt_ze_device_open(ze_driver_handle_t driver, ze_device_handle_t device, ze_context_handle_t context,
                                cmrt_device **out, char *message, size_t message_size) {
    char unused[1];
    cmrt_device *d = NULL;
    if (!message || !message_size) {
        message = unused;
        message_size = sizeof unused;
    }
    message[0] = '\0';
    if (out)
        *out = NULL;
    if (!out || !driver || !device || !context) {
        snprintf(message, message_size, "cmrt_ze_device_open: a handle or the address of the result is NULL");
        return CMRT_ERR_ARGUMENT;
    }
    CMRT_TRY(cmrt_device_adopt(driver, device, &d, message, message_size));
    d->context = context;
    d->is_borrowed = true;
    return cmrt_device_finish_open(d, out, message, message_size);
}

// Whether the device's handles are those of Level Zero.
static cmrt_status check_native(cmrt_device *d, const char *call) {
    CMRT_NEED(d, cmrt_is_native(d), CMRT_ERR_UNSUPPORTED, "%s: the device has no driver of Level Zero", call);
    return CMRT_OK;
}

// Checks an object of the device, and the place for its handle.
static cmrt_status check_out(cmrt_device *d, const void *out, const char *call) {
    CMRT_NEED(d, out, CMRT_ERR_ARGUMENT, "%s: the address of the result is NULL", call);
    return check_native(d, call);
}

cmrt_status cmrt_ze_device_handles(cmrt_device *d, ze_driver_handle_t *driver, ze_device_handle_t *handle,
                                   ze_context_handle_t *context) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_native(d, "cmrt_ze_device_handles"));
    if (driver)
        *driver = d->driver;
    if (handle)
        *handle = d->handle;
    if (context)
        *context = d->context;
    return CMRT_OK;
}

cmrt_status cmrt_ze_queue_create(cmrt_device *d, ze_command_queue_handle_t handle, uint32_t flags, cmrt_queue **queue) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_out(d, queue, "cmrt_ze_queue_create"));
    *queue = NULL;
    CMRT_NEED(d, handle, CMRT_ERR_ARGUMENT, "cmrt_ze_queue_create: handle is NULL");
    CMRT_NEED(d, !(flags & ~(uint32_t)CMRT_QUEUE_PROFILING), CMRT_ERR_ARGUMENT,
              "cmrt_ze_queue_create: unknown flags 0x%x", flags & ~(uint32_t)CMRT_QUEUE_PROFILING);
    return cmrt_queue_make(d, flags, handle, queue);
}

cmrt_status cmrt_ze_queue_handle(cmrt_queue *q, ze_command_queue_handle_t *handle) {
    if (!cmrt_live(q, CMRT_HANDLE_QUEUE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_out(q->device, handle, "cmrt_ze_queue_handle"));
    CMRT_NEED(q->device, q->n_lanes == 1, CMRT_ERR_UNSUPPORTED,
              "cmrt_ze_queue_handle: an out-of-order queue has %u command queues", q->n_lanes);
    *handle = q->lanes[0].handle;
    return CMRT_OK;
}

cmrt_status cmrt_ze_program_create(cmrt_device *d, ze_module_handle_t handle, cmrt_program **program) {
    size_t size_b = 0;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_out(d, program, "cmrt_ze_program_create"));
    *program = NULL;
    CMRT_NEED(d, handle, CMRT_ERR_ARGUMENT, "cmrt_ze_program_create: handle is NULL");
    CMRT_TRY(cmrt_check_ze(d, d->ze->ModuleGetNativeBinary(handle, &size_b, NULL), "zeModuleGetNativeBinary"));
    uint8_t *bytes = malloc(size_b ? size_b : 1);
    CMRT_NEED(d, bytes, CMRT_ERR_MEMORY, "out of memory");
    cmrt_status s = cmrt_check_ze(d, d->ze->ModuleGetNativeBinary(handle, &size_b, bytes), "zeModuleGetNativeBinary");
    if (s == CMRT_OK)
        s = cmrt_program_make(d, bytes, size_b, handle, NULL, 0, program);
    free(bytes);
    return s;
}

cmrt_status cmrt_ze_program_handle(cmrt_program *p, ze_module_handle_t *handle) {
    if (!cmrt_live(p, CMRT_HANDLE_PROGRAM))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_out(p->device, handle, "cmrt_ze_program_handle"));
    *handle = p->handle;
    return CMRT_OK;
}

cmrt_status cmrt_ze_kernel_create(cmrt_program *p, ze_kernel_handle_t handle, cmrt_kernel **kernel) {
    size_t size = 0;
    if (!cmrt_live(p, CMRT_HANDLE_PROGRAM))
        return CMRT_ERR_ARGUMENT;
    cmrt_device *d = p->device;
    CMRT_TRY(check_out(d, kernel, "cmrt_ze_kernel_create"));
    *kernel = NULL;
    CMRT_NEED(d, handle, CMRT_ERR_ARGUMENT, "cmrt_ze_kernel_create: handle is NULL");
    CMRT_TRY(cmrt_check_ze(d, d->ze->KernelGetName(handle, &size, NULL), "zeKernelGetName"));
    char *name = calloc(1, size + 1);
    CMRT_NEED(d, name, CMRT_ERR_MEMORY, "out of memory");
    cmrt_status s = cmrt_check_ze(d, d->ze->KernelGetName(handle, &size, name), "zeKernelGetName");
    if (s == CMRT_OK)
        s = cmrt_kernel_make(p, name, handle, kernel);
    free(name);
    return s;
}

cmrt_status cmrt_ze_kernel_handle(cmrt_kernel *k, ze_kernel_handle_t *handle) {
    if (!cmrt_live(k, CMRT_HANDLE_KERNEL))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_out(k->device, handle, "cmrt_ze_kernel_handle"));
    *handle = k->handle;
    return CMRT_OK;
}

cmrt_status cmrt_ze_buffer_create(cmrt_device *d, void *address, size_t size_b, cmrt_buffer **buffer) {
    static const char call[] = "cmrt_ze_buffer_create";
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_out(d, buffer, call));
    *buffer = NULL;
    CMRT_NEED(d, (uintptr_t)address % CMRT_ALIGN_B == 0, CMRT_ERR_ARGUMENT,
              "%s: the address %p is not a multiple of %d", call, address, CMRT_ALIGN_B);
    CMRT_TRY(cmrt_range_check(d, address, size_b, call));
    return cmrt_buffer_adopt(d, address, size_b, buffer);
}

cmrt_status cmrt_ze_image_handle(cmrt_image *im, ze_image_handle_t *handle) {
    if (!cmrt_live(im, CMRT_HANDLE_IMAGE))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_out(im->device, handle, "cmrt_ze_image_handle"));
    *handle = im->handle;
    return CMRT_OK;
}
