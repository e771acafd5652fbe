// SPDX-License-Identifier: MIT
// Memory that is used by address, copies and fills.

#include "cmrt_priv.h"

#include <stdlib.h>

cmrt_status cmrt_copy_now(cmrt_device *d, void *to, const void *from, size_t size_b) {
    ze_command_list_handle_t list;
    if (size_b == 0)
        return CMRT_OK;
    CMRT_TRY(cmrt_queue_begin(d, &list));
    cmrt_status s = cmrt_check_ze(d, d->ze->CommandListAppendMemoryCopy(list, to, from, size_b, NULL, 0, NULL),
                                  "zeCommandListAppendMemoryCopy");
    return cmrt_queue_end(d, list, s, true);
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
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, pointer, CMRT_ERR_ARGUMENT, "%s: pointer is NULL", call);
    *pointer = NULL;
    CMRT_NEED(d, (unsigned)kind < CMRT_USM_KIND_COUNT, CMRT_ERR_ARGUMENT, "%s: kind %d does not exist", call,
              (int)kind);
    CMRT_NEED(d, size_b, CMRT_ERR_ARGUMENT, "%s: the size is 0", call);
    CMRT_NEED(d, (align_b & (align_b - 1)) == 0, CMRT_ERR_ARGUMENT, "%s: the alignment %zu is not a power of two", call,
              align_b);
    CMRT_TRY(cmrt_check_ze(d, allocate(d, kind, size_b, align_b > CMRT_ALIGN_B ? align_b : CMRT_ALIGN_B, pointer),
                           calls[kind]));
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
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, size_b == 0 || (to && from), CMRT_ERR_ARGUMENT, "cmrt_copy: an address is NULL");
    return cmrt_copy_now(d, to, from, size_b);
}

cmrt_status cmrt_pattern_check(cmrt_device *d, size_t pattern_b, size_t size_b, const char *call) {
    enum { MAX_PATTERN_B = 16 };
    CMRT_NEED(d,
              pattern_b && pattern_b <= MAX_PATTERN_B && (pattern_b & (pattern_b - 1)) == 0 && size_b % pattern_b == 0,
              CMRT_ERR_ARGUMENT, "%s: %zu bytes cannot be filled with a pattern of %zu bytes", call, size_b, pattern_b);
    return CMRT_OK;
}

cmrt_status cmrt_fill(cmrt_device *d, void *to, const void *pattern, size_t pattern_b, size_t size_b) {
    ze_command_list_handle_t list;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, size_b == 0 || (to && pattern), CMRT_ERR_ARGUMENT, "cmrt_fill: an address is NULL");
    CMRT_TRY(cmrt_pattern_check(d, pattern_b, size_b, "cmrt_fill"));
    if (size_b == 0)
        return CMRT_OK;
    CMRT_TRY(cmrt_queue_begin(d, &list));
    cmrt_status s =
        cmrt_check_ze(d, d->ze->CommandListAppendMemoryFill(list, to, pattern, pattern_b, size_b, NULL, 0, NULL),
                      "zeCommandListAppendMemoryFill");
    return cmrt_queue_end(d, list, s, true);
}

void cmrt_svm_free(cmrt_device *d, void *pointer) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE) || !pointer)
        return;
    cmrt_drain(d);
    void *base = NULL;
    size_t size_b = 0;
    const bool known =
        d->ze->MemGetAddressRange(d->context, pointer, &base, &size_b) == ZE_RESULT_SUCCESS && base == pointer;
    if (known)
        cmrt_kernels_forget(d, base, size_b);
    // After a failure the driver has lost the memory, unless it never had it.
    if (cmrt_check_ze(d, d->ze->MemFree(d->context, pointer), "zeMemFree") == CMRT_OK || known)
        atomic_fetch_sub(&d->children, 1);
}

cmrt_status cmrt_range_check(cmrt_device *d, const void *pointer, size_t size_b, const char *call) {
    void *base = NULL;
    size_t whole_b = 0;
    CMRT_NEED(d, pointer && size_b, CMRT_ERR_ARGUMENT, "%s: the address is NULL or the size 0", call);
    CMRT_NEED(d, d->ze->MemGetAddressRange(d->context, pointer, &base, &whole_b) == ZE_RESULT_SUCCESS && base,
              CMRT_ERR_ARGUMENT, "%s: %p is not memory of the device", call, pointer);
    const size_t offset_b = (size_t)((const char *)pointer - (const char *)base);
    CMRT_NEED(d, size_b <= whole_b - offset_b, CMRT_ERR_RANGE, "%s: %zu bytes at %p leave an allocation of %zu bytes",
              call, size_b, pointer, whole_b);
    return CMRT_OK;
}

cmrt_status cmrt_pointer_query(cmrt_device *d, const void *pointer, cmrt_pointer_info *info) {
    static const struct {
        ze_memory_type_t type;
        cmrt_usm_kind kind;
    } rows[] = {{ZE_MEMORY_TYPE_HOST, CMRT_USM_HOST},
                {ZE_MEMORY_TYPE_DEVICE, CMRT_USM_DEVICE},
                {ZE_MEMORY_TYPE_SHARED, CMRT_USM_SHARED}};
    ze_memory_allocation_properties_t p = {.stype = ZE_STRUCTURE_TYPE_MEMORY_ALLOCATION_PROPERTIES};
    ze_device_handle_t owner = NULL;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, info, CMRT_ERR_ARGUMENT, "cmrt_pointer_query: info is NULL");
    *info = (cmrt_pointer_info){0};
    CMRT_NEED(d, pointer, CMRT_ERR_ARGUMENT, "cmrt_pointer_query: pointer is NULL");
    CMRT_TRY(
        cmrt_check_ze(d, d->ze->MemGetAllocProperties(d->context, pointer, &p, &owner), "zeMemGetAllocProperties"));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].type == p.type) {
            info->is_known = true;
            info->kind = rows[i].kind;
        }
    if (!info->is_known)
        return CMRT_OK;
    info->device = info->kind == CMRT_USM_HOST ? NULL : d;
    return cmrt_check_ze(d, d->ze->MemGetAddressRange(d->context, pointer, &info->base, &info->size_b),
                         "zeMemGetAddressRange");
}
