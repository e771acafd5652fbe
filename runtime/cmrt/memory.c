// SPDX-License-Identifier: MIT
// Buffers (device memory), memory that is used by address, copies and fills.

#include "cmrt_priv.h"

#include <stdlib.h>

enum { ALIGN_B = 64 };

cmrt_status cmrt_buffer_create(cmrt_device *d, size_t size_b, cmrt_buffer **buffer) {
    if (!d)
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, buffer, CMRT_ERR_ARGUMENT, "cmrt_buffer_create: buffer is NULL");
    *buffer = NULL;
    CMRT_NEED(d, size_b, CMRT_ERR_ARGUMENT, "cmrt_buffer_create: the size is 0");
    CMRT_NEED(d, size_b <= d->info.max_buffer_b, CMRT_ERR_MEMORY,
              "a buffer of %zu bytes is larger than the device's %llu", size_b,
              (unsigned long long)d->info.max_buffer_b);
    cmrt_buffer *b = calloc(1, sizeof *b);
    CMRT_NEED(d, b, CMRT_ERR_MEMORY, "out of memory");
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    cmrt_status s = cmrt_check_ze(d, d->ze->MemAllocDevice(d->context, &desc, size_b, ALIGN_B, d->handle, &b->address),
                                  "zeMemAllocDevice");
    if (s != CMRT_OK) {
        free(b);
        return s;
    }
    b->device = d;
    b->size_b = size_b;
    atomic_fetch_add(&d->children, 1);
    *buffer = b;
    return CMRT_OK;
}

void cmrt_buffer_destroy(cmrt_buffer *b) {
    if (!b)
        return;
    cmrt_drain(b->device); // a launch may still use it
    cmrt_kernels_forget(b->device, b->address, b->size_b);
    b->device->ze->MemFree(b->device->context, b->address);
    atomic_fetch_sub(&b->device->children, 1);
    free(b);
}

size_t cmrt_buffer_size(const cmrt_buffer *b) {
    return b ? b->size_b : 0;
}

uint64_t cmrt_buffer_address(const cmrt_buffer *b) {
    return b ? (uint64_t)(uintptr_t)b->address : 0;
}

static cmrt_status check_range(const cmrt_buffer *b, size_t offset_b, const void *host, size_t size_b,
                               const char *call) {
    CMRT_NEED(b->device, host || size_b == 0, CMRT_ERR_ARGUMENT, "%s: host is NULL", call);
    CMRT_NEED(b->device, offset_b <= b->size_b && size_b <= b->size_b - offset_b, CMRT_ERR_RANGE,
              "%s: bytes %zu to %zu lie outside a buffer of %zu bytes", call, offset_b, offset_b + size_b, b->size_b);
    return CMRT_OK;
}

static cmrt_status copy(cmrt_device *d, void *to, const void *from, size_t size_b) {
    ze_command_list_handle_t list;
    if (size_b == 0)
        return CMRT_OK;
    CMRT_TRY(cmrt_queue_begin(d, &list));
    cmrt_status s = cmrt_check_ze_locked(d, d->ze->CommandListAppendMemoryCopy(list, to, from, size_b, NULL, 0, NULL),
                                         "zeCommandListAppendMemoryCopy");
    return cmrt_queue_end(d, list, s, true);
}

cmrt_status cmrt_buffer_write(cmrt_buffer *b, size_t offset_b, const void *host, size_t size_b) {
    if (!b)
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_range(b, offset_b, host, size_b, "cmrt_buffer_write"));
    return copy(b->device, (char *)b->address + offset_b, host, size_b);
}

cmrt_status cmrt_buffer_read(cmrt_buffer *b, size_t offset_b, void *host, size_t size_b) {
    if (!b)
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(check_range(b, offset_b, host, size_b, "cmrt_buffer_read"));
    return copy(b->device, host, (const char *)b->address + offset_b, size_b);
}

static ze_result_t allocate(cmrt_device *d, cmrt_usm_kind kind, size_t size_b, size_t align_b, void **pointer) {
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    ze_host_mem_alloc_desc_t host = {.stype = ZE_STRUCTURE_TYPE_HOST_MEM_ALLOC_DESC};
    switch (kind) {
    case CMRT_USM_HOST:
        return d->ze->MemAllocHost(d->context, &host, size_b, align_b, pointer);
    case CMRT_USM_DEVICE:
        return d->ze->MemAllocDevice(d->context, &desc, size_b, align_b, d->handle, pointer);
    default:
        return d->ze->MemAllocShared(d->context, &desc, &host, size_b, align_b, d->handle, pointer);
    }
}

static cmrt_status usm_alloc(cmrt_device *d, cmrt_usm_kind kind, size_t size_b, size_t align_b, void **pointer,
                             const char *call) {
    static const char *const calls[CMRT_USM_KIND_COUNT] = {"zeMemAllocHost", "zeMemAllocDevice", "zeMemAllocShared"};
    if (!d)
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, pointer, CMRT_ERR_ARGUMENT, "%s: pointer is NULL", call);
    *pointer = NULL;
    CMRT_NEED(d, (unsigned)kind < CMRT_USM_KIND_COUNT, CMRT_ERR_ARGUMENT, "%s: kind %d does not exist", call,
              (int)kind);
    CMRT_NEED(d, size_b, CMRT_ERR_ARGUMENT, "%s: the size is 0", call);
    CMRT_NEED(d, (align_b & (align_b - 1)) == 0, CMRT_ERR_ARGUMENT, "%s: the alignment %zu is not a power of two", call,
              align_b);
    CMRT_TRY(cmrt_check_ze(d, allocate(d, kind, size_b, align_b > ALIGN_B ? align_b : ALIGN_B, pointer), calls[kind]));
    atomic_fetch_add(&d->children, 1);
    return CMRT_OK;
}

cmrt_status cmrt_svm_alloc(cmrt_device *d, size_t size_b, size_t align_b, void **pointer) {
    return usm_alloc(d, CMRT_USM_SHARED, size_b, align_b, pointer, "cmrt_svm_alloc");
}

cmrt_status cmrt_usm_alloc(cmrt_device *d, cmrt_usm_kind kind, size_t size_b, size_t align_b, void **pointer) {
    return usm_alloc(d, kind, size_b, align_b, pointer, "cmrt_usm_alloc");
}

cmrt_status cmrt_copy(cmrt_device *d, void *to, const void *from, size_t size_b) {
    if (!d)
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, size_b == 0 || (to && from), CMRT_ERR_ARGUMENT, "cmrt_copy: an address is NULL");
    return copy(d, to, from, size_b);
}

cmrt_status cmrt_fill(cmrt_device *d, void *to, const void *pattern, size_t pattern_b, size_t size_b) {
    enum { MAX_PATTERN_B = 16 };
    ze_command_list_handle_t list;
    if (!d)
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, size_b == 0 || (to && pattern), CMRT_ERR_ARGUMENT, "cmrt_fill: an address is NULL");
    CMRT_NEED(
        d, pattern_b && pattern_b <= MAX_PATTERN_B && (pattern_b & (pattern_b - 1)) == 0 && size_b % pattern_b == 0,
        CMRT_ERR_ARGUMENT, "cmrt_fill: %zu bytes cannot be filled with a pattern of %zu bytes", size_b, pattern_b);
    if (size_b == 0)
        return CMRT_OK;
    CMRT_TRY(cmrt_queue_begin(d, &list));
    cmrt_status s =
        cmrt_check_ze_locked(d, d->ze->CommandListAppendMemoryFill(list, to, pattern, pattern_b, size_b, NULL, 0, NULL),
                             "zeCommandListAppendMemoryFill");
    return cmrt_queue_end(d, list, s, true);
}

void cmrt_svm_free(cmrt_device *d, void *pointer) {
    if (!d || !pointer)
        return;
    cmrt_drain(d);
    void *base = NULL;
    size_t size_b = 0;
    if (d->ze->MemGetAddressRange(d->context, pointer, &base, &size_b) == ZE_RESULT_SUCCESS && base == pointer)
        cmrt_kernels_forget(d, base, size_b);
    if (cmrt_check_ze(d, d->ze->MemFree(d->context, pointer), "zeMemFree") == CMRT_OK)
        atomic_fetch_sub(&d->children, 1);
}
