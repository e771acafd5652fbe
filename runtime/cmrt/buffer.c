// SPDX-License-Identifier: MIT
// Buffers: device memory, parts of it, and memory of the program that a driver imports.

#include "cmrt_priv.h"

#include <stdlib.h>

enum { PAGE_B = 4096 };

// Intel's functions for memory of the program; a driver hands them out by name.
typedef ze_result_t(ZE_APICALL *import_pointer)(ze_driver_handle_t, void *, size_t);
typedef ze_result_t(ZE_APICALL *release_pointer)(ze_driver_handle_t, void *);
#define IMPORT_NAME  "zexDriverImportExternalPointer"
#define RELEASE_NAME "zexDriverReleaseImportedPointer"

// What a buffer and its sub-buffers share.
typedef struct cmrt_memory {
    atomic_uint refs;
    void *address;
    release_pointer release; // of imported memory
    bool is_borrowed;
} cmrt_memory;

static void *driver_function(const cmrt_device *d, const char *name) {
    void *address = NULL;
    return d->ze->DriverGetExtensionFunctionAddress(d->driver, name, &address) == ZE_RESULT_SUCCESS ? address : NULL;
}

static void free_memory(cmrt_device *d, cmrt_memory *m) {
    if (atomic_fetch_sub(&m->refs, 1) != 1)
        return;
    if (m->release)
        m->release(d->driver, m->address);
    else if (!m->is_borrowed)
        d->ze->MemFree(d->context, m->address);
    free(m);
}

// A buffer on memory, of which it takes one reference over, also on failure.
static cmrt_status make(cmrt_device *d, cmrt_memory *m, size_t offset_b, size_t size_b, cmrt_buffer **buffer) {
    cmrt_buffer *b = calloc(1, sizeof *b);
    if (!b || !cmrt_handle_add(&b->head, CMRT_HANDLE_BUFFER)) {
        free(b);
        free_memory(d, m);
        return cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    }
    b->device = d;
    b->memory = m;
    b->address = (char *)m->address + offset_b;
    b->size_b = size_b;
    atomic_fetch_add(&d->children, 1);
    *buffer = b;
    return CMRT_OK;
}

static cmrt_status new_memory(cmrt_device *d, cmrt_memory **memory) {
    cmrt_memory *m = calloc(1, sizeof *m);
    CMRT_NEED(d, m, CMRT_ERR_MEMORY, "out of memory");
    atomic_init(&m->refs, 1);
    *memory = m;
    return CMRT_OK;
}

cmrt_status cmrt_buffer_create(cmrt_device *d, size_t size_b, cmrt_buffer **buffer) {
    cmrt_memory *m = NULL;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, buffer, CMRT_ERR_ARGUMENT, "cmrt_buffer_create: buffer is NULL");
    *buffer = NULL;
    CMRT_NEED(d, size_b, CMRT_ERR_ARGUMENT, "cmrt_buffer_create: the size is 0");
    CMRT_NEED(d, size_b <= d->info.max_buffer_b, CMRT_ERR_MEMORY,
              "a buffer of %zu bytes is larger than the device's %llu", size_b,
              (unsigned long long)d->info.max_buffer_b);
    CMRT_TRY(new_memory(d, &m));
    ze_device_mem_alloc_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_DEVICE_MEM_ALLOC_DESC};
    cmrt_status s = cmrt_check_ze(
        d, d->ze->MemAllocDevice(d->context, &desc, size_b, CMRT_ALIGN_B, d->handle, &m->address), "zeMemAllocDevice");
    if (s != CMRT_OK) {
        free(m);
        return s;
    }
    return make(d, m, 0, size_b, buffer);
}

cmrt_status cmrt_buffer_create_sub(cmrt_buffer *parent, size_t offset_b, size_t size_b, cmrt_buffer **buffer) {
    if (!cmrt_live(parent, CMRT_HANDLE_BUFFER))
        return CMRT_ERR_ARGUMENT;
    cmrt_device *d = parent->device;
    CMRT_NEED(d, buffer, CMRT_ERR_ARGUMENT, "cmrt_buffer_create_sub: buffer is NULL");
    *buffer = NULL;
    CMRT_NEED(d, size_b, CMRT_ERR_ARGUMENT, "cmrt_buffer_create_sub: the size is 0");
    CMRT_NEED(d, offset_b % CMRT_ALIGN_B == 0, CMRT_ERR_ARGUMENT,
              "cmrt_buffer_create_sub: the offset %zu is not a multiple of %d", offset_b, CMRT_ALIGN_B);
    CMRT_TRY(cmrt_buffer_check(parent, offset_b, "", size_b, "cmrt_buffer_create_sub"));
    atomic_fetch_add(&parent->memory->refs, 1);
    return make(d, parent->memory, offset_b + (size_t)((char *)parent->address - (char *)parent->memory->address),
                size_b, buffer);
}

cmrt_status cmrt_buffer_import(cmrt_device *d, void *address, size_t size_b, cmrt_buffer **buffer) {
    cmrt_memory *m = NULL;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, buffer, CMRT_ERR_ARGUMENT, "cmrt_buffer_import: buffer is NULL");
    *buffer = NULL;
    CMRT_NEED(d, address && (uintptr_t)address % PAGE_B == 0, CMRT_ERR_ARGUMENT,
              "cmrt_buffer_import: the address %p is not a multiple of %d", address, PAGE_B);
    CMRT_NEED(d, size_b && size_b % CMRT_ALIGN_B == 0, CMRT_ERR_ARGUMENT,
              "cmrt_buffer_import: the size %zu is not a multiple of %d, above 0", size_b, CMRT_ALIGN_B);
    void *import = driver_function(d, IMPORT_NAME), *release = driver_function(d, RELEASE_NAME);
    CMRT_NEED(d, import && release, CMRT_ERR_UNSUPPORTED,
              "cmrt_buffer_import: the driver has no function " IMPORT_NAME);
    CMRT_TRY(new_memory(d, &m));
    cmrt_status s = cmrt_check_ze(d, ((import_pointer)(uintptr_t)import)(d->driver, address, size_b), IMPORT_NAME);
    if (s != CMRT_OK) {
        free(m);
        return s;
    }
    m->address = address;
    m->release = (release_pointer)(uintptr_t)release;
    return make(d, m, 0, size_b, buffer);
}

cmrt_status cmrt_buffer_adopt(cmrt_device *d, void *address, size_t size_b, cmrt_buffer **buffer) {
    cmrt_memory *m = NULL;
    CMRT_TRY(new_memory(d, &m));
    m->address = address;
    m->is_borrowed = true;
    return make(d, m, 0, size_b, buffer);
}

void cmrt_buffer_destroy(cmrt_buffer *b) {
    if (!cmrt_live(b, CMRT_HANDLE_BUFFER))
        return;
    cmrt_device *d = b->device;
    cmrt_handle_remove(&b->head);
    cmrt_drain(d); // a launch may still use it
    cmrt_kernels_forget(d, b->address, b->size_b);
    free_memory(d, b->memory);
    atomic_fetch_sub(&d->children, 1);
    free(b);
}

size_t cmrt_buffer_size(const cmrt_buffer *b) {
    return cmrt_live(b, CMRT_HANDLE_BUFFER) ? b->size_b : 0;
}

uint64_t cmrt_buffer_address(const cmrt_buffer *b) {
    return cmrt_live(b, CMRT_HANDLE_BUFFER) ? (uint64_t)(uintptr_t)b->address : 0;
}

cmrt_status cmrt_buffer_check(const cmrt_buffer *b, size_t offset_b, const void *host, size_t size_b,
                              const char *call) {
    CMRT_NEED(b->device, host || size_b == 0, CMRT_ERR_ARGUMENT, "%s: host is NULL", call);
    CMRT_NEED(b->device, offset_b <= b->size_b && size_b <= b->size_b - offset_b, CMRT_ERR_RANGE,
              "%s: bytes %zu to %zu lie outside a buffer of %zu bytes", call, offset_b, offset_b + size_b, b->size_b);
    return CMRT_OK;
}

cmrt_status cmrt_buffer_write(cmrt_buffer *b, size_t offset_b, const void *host, size_t size_b) {
    if (!cmrt_live(b, CMRT_HANDLE_BUFFER))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(cmrt_buffer_check(b, offset_b, host, size_b, "cmrt_buffer_write"));
    return cmrt_copy_now(b->device, (char *)b->address + offset_b, host, size_b);
}

cmrt_status cmrt_buffer_read(cmrt_buffer *b, size_t offset_b, void *host, size_t size_b) {
    if (!cmrt_live(b, CMRT_HANDLE_BUFFER))
        return CMRT_ERR_ARGUMENT;
    CMRT_TRY(cmrt_buffer_check(b, offset_b, host, size_b, "cmrt_buffer_read"));
    return cmrt_copy_now(b->device, host, (const char *)b->address + offset_b, size_b);
}
