// SPDX-License-Identifier: MIT
// zeMem*: host, device and shared memory. All three are host memory that kernels may access: GPU addresses are host
// addresses. An allocation is a block of the engine, rounded up to a 64-byte line,
// because compiled kernels read to the end of a line that they own in part.

#include "ze_core.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE_B = 4096 };

void *zx_memory_internal(zx_context *c, uint64_t size_b) {
    const uint64_t whole = zx_round_up(size_b ? size_b : 1, ZX_LINE_B);
    void *p = c->driver->engine->memory_obtain(c->memory, whole, ZX_LINE_B);
    if (p)
        memset(p, 0, whole);
    return p;
}

void zx_memory_internal_free(zx_context *c, void *ptr) {
    if (ptr)
        c->driver->engine->memory_release(c->memory, ptr);
}

// The caller holds the lock.
static zx_alloc **find_slot(zx_context *c, const void *ptr) {
    const uintptr_t p = (uintptr_t)ptr;
    for (zx_alloc **a = &c->allocs; *a; a = &(*a)->next)
        if (p >= (uintptr_t)(*a)->base && p - (uintptr_t)(*a)->base < (*a)->size_b)
            return a;
    return NULL;
}

bool zx_memory_find(zx_context *c, const void *ptr, zx_alloc *out) {
    pthread_mutex_lock(&c->lock);
    zx_alloc **slot = find_slot(c, ptr);
    if (slot)
        *out = **slot;
    pthread_mutex_unlock(&c->lock);
    return slot != NULL;
}

ze_result_t zx_memory_holds(zx_context *c, const void *ptr, uint64_t size_b, bool *known) {
    zx_alloc a;
    *known = zx_memory_find(c, ptr, &a);
    const uint64_t at = *known ? (uint64_t)((const uint8_t *)ptr - a.base) : 0;
    if (size_b > UINTPTR_MAX - (uintptr_t)ptr || (*known && size_b > a.size_b - at)) {
        zx_error("copy of %llu bytes from byte %llu on exceeds memory of %llu bytes", (unsigned long long)size_b,
                 (unsigned long long)at, (unsigned long long)(*known ? a.size_b : UINTPTR_MAX - (uintptr_t)ptr));
        return ZE_RESULT_ERROR_INVALID_SIZE;
    }
    if (!*known) // images and module variables, which other code has checked
        *known = c->driver->engine->memory_contains(c->memory, (uint64_t)(uintptr_t)ptr, size_b);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t allocate(zx_context *c, ze_memory_type_t type, size_t size_b, size_t align_b, zx_device *device,
                            void **out) {
    const zx_device_facts *f = device ? &device->facts : &c->driver->devices[0].facts;

    if (size_b == 0 || size_b > f->max_alloc_b) {
        zx_error("an allocation must have 1 to %llu bytes, not %zu", (unsigned long long)f->max_alloc_b, size_b);
        return ZE_RESULT_ERROR_UNSUPPORTED_SIZE;
    }
    if (align_b & (align_b - 1) || align_b > ((size_t)1 << 31)) {
        zx_error("an alignment must be a power of two up to 2 GB, not %zu", align_b);
        return ZE_RESULT_ERROR_UNSUPPORTED_ALIGNMENT;
    }
    if (align_b < ZX_LINE_B)
        align_b = size_b >= PAGE_B ? PAGE_B : ZX_LINE_B;

    zx_alloc *a = calloc(1, sizeof *a);
    const uint64_t whole = zx_round_up(size_b, ZX_LINE_B);
    uint8_t *base = a ? c->driver->engine->memory_obtain(c->memory, whole, align_b) : NULL;
    if (!base) {
        free(a);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    memset(base + size_b, 0, whole - size_b);
    *a = (zx_alloc){.base = base, .size_b = size_b, .type = type, .device = device};
    pthread_mutex_lock(&c->lock);
    a->id = ++c->next_id;
    a->next = c->allocs;
    c->allocs = a;
    pthread_mutex_unlock(&c->lock);
    *out = base;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t check_extensions(const void *next) {
    for (const ze_base_desc_t *d = next; d; d = d->pNext)
        if (d->stype == ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_EXPORT_DESC ||
            d->stype == ZE_STRUCTURE_TYPE_EXTERNAL_MEMORY_IMPORT_FD) {
            zx_error("memory cannot be exported or imported");
            return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
        }
    return ZE_RESULT_SUCCESS;
}

static ze_result_t check_device_desc(const ze_device_mem_alloc_desc_t *d) {
    ZX_FLAGS(d->flags, ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_CACHED | ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_UNCACHED |
                           ZE_DEVICE_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT);
    if (d->ordinal != 0)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT; // there is one memory
    return check_extensions(d->pNext);
}

static ze_result_t check_host_desc(const ze_host_mem_alloc_desc_t *d) {
    ZX_FLAGS(d->flags, ZE_HOST_MEM_ALLOC_FLAG_BIAS_CACHED | ZE_HOST_MEM_ALLOC_FLAG_BIAS_UNCACHED |
                           ZE_HOST_MEM_ALLOC_FLAG_BIAS_WRITE_COMBINED | ZE_HOST_MEM_ALLOC_FLAG_BIAS_INITIAL_PLACEMENT);
    return check_extensions(d->pNext);
}

static ze_result_t ZE_APICALL mem_alloc_shared(ze_context_handle_t h, const ze_device_mem_alloc_desc_t *dev_desc,
                                               const ze_host_mem_alloc_desc_t *host_desc, size_t size_b, size_t align_b,
                                               ze_device_handle_t device, void **out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_POINTER(dev_desc);
    ZX_POINTER(host_desc);
    ZX_POINTER(out);
    if (device)
        ZX_HANDLE(device, ZX_DEVICE);
    ZX_TRY(check_device_desc(dev_desc));
    ZX_TRY(check_host_desc(host_desc));
    return allocate((zx_context *)h, ZE_MEMORY_TYPE_SHARED, size_b, align_b, (zx_device *)device, out);
}

static ze_result_t ZE_APICALL mem_alloc_device(ze_context_handle_t h, const ze_device_mem_alloc_desc_t *desc,
                                               size_t size_b, size_t align_b, ze_device_handle_t device, void **out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    ZX_TRY(check_device_desc(desc));
    return allocate((zx_context *)h, ZE_MEMORY_TYPE_DEVICE, size_b, align_b, (zx_device *)device, out);
}

static ze_result_t ZE_APICALL mem_alloc_host(ze_context_handle_t h, const ze_host_mem_alloc_desc_t *desc, size_t size_b,
                                             size_t align_b, void **out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    ZX_TRY(check_host_desc(desc));
    return allocate((zx_context *)h, ZE_MEMORY_TYPE_HOST, size_b, align_b, NULL, out);
}

static ze_result_t ZE_APICALL mem_free(ze_context_handle_t h, void *ptr) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_POINTER(ptr);
    zx_context *c = (zx_context *)h;
    zx_alloc *found = NULL;

    pthread_mutex_lock(&c->lock);
    zx_alloc **slot = find_slot(c, ptr);
    if (slot && (*slot)->base == ptr && !(*slot)->is_imported) {
        found = *slot;
        *slot = found->next;
    }
    pthread_mutex_unlock(&c->lock);
    if (!found)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    c->driver->engine->memory_release(c->memory, found->base);
    free(found);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL mem_free_ext(ze_context_handle_t h, const ze_memory_free_ext_desc_t *desc, void *ptr) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_POINTER(desc);
    ZX_POINTER(ptr);
    ZX_FLAGS(desc->freePolicy,
             ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_BLOCKING_FREE | ZE_DRIVER_MEMORY_FREE_POLICY_EXT_FLAG_DEFER_FREE);
    if (desc->freePolicy)
        return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE; // deferred and blocking free
    return mem_free(h, ptr);
}

static ze_result_t ZE_APICALL mem_properties(ze_context_handle_t h, const void *ptr,
                                             ze_memory_allocation_properties_t *p, ze_device_handle_t *device) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_POINTER(ptr);
    ZX_POINTER(p);
    zx_alloc a = {.type = ZE_MEMORY_TYPE_UNKNOWN};
    bool found = zx_memory_find((zx_context *)h, ptr, &a);

    p->type = a.type;
    p->id = a.id;
    p->pageSize = found ? PAGE_B : 0;
    if (device)
        *device = (ze_device_handle_t)a.device;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL mem_range(ze_context_handle_t h, const void *ptr, void **base, size_t *size_b) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_POINTER(ptr);
    zx_alloc a;
    if (!zx_memory_find((zx_context *)h, ptr, &a))
        return ZE_RESULT_ERROR_UNKNOWN; // the specification's code for memory of another owner
    if (base)
        *base = a.base;
    if (size_b)
        *size_b = a.size_b;
    return ZE_RESULT_SUCCESS;
}

void zx_table_mem(ze_mem_dditable_t *t) {
    t->pfnAllocShared = mem_alloc_shared;
    t->pfnAllocDevice = mem_alloc_device;
    t->pfnAllocHost = mem_alloc_host;
    t->pfnFree = mem_free;
    t->pfnFreeExt = mem_free_ext;
    t->pfnGetAllocProperties = mem_properties;
    t->pfnGetAddressRange = mem_range;
}
