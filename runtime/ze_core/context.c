// SPDX-License-Identifier: MIT
// zeContext*: an address space. All memory is host memory, so residency calls only check their arguments and succeed.

#include "ze_core.h"

#include <stdlib.h>

static ze_result_t context_make(ze_driver_handle_t h, ze_context_handle_t *out) {
    zx_context *c = calloc(1, sizeof *c);
    if (!c)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    c->driver = (zx_driver *)h;
    c->memory = c->driver->engine->memory_create();
    if (!c->memory) {
        free(c);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    pthread_mutex_init(&c->lock, NULL);
    if (!zx_import_add_context(c)) {
        c->driver->engine->memory_destroy(c->memory);
        free(c);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    c->head.magic = ZX_CONTEXT;
    *out = (ze_context_handle_t)c;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL context_create(ze_driver_handle_t h, const ze_context_desc_t *desc,
                                             ze_context_handle_t *out) {
    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    ZX_FLAGS(desc->flags, ZE_CONTEXT_FLAG_TBD);
    return context_make(h, out);
}

static ze_result_t ZE_APICALL context_create_ex(ze_driver_handle_t h, const ze_context_desc_t *desc, uint32_t n,
                                                ze_device_handle_t *devices, ze_context_handle_t *out) {
    ZX_HANDLE(h, ZX_DRIVER);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    ZX_FLAGS(desc->flags, ZE_CONTEXT_FLAG_TBD);
    if (!devices && n)
        return ZE_RESULT_ERROR_INVALID_SIZE;
    for (uint32_t i = 0; i < n; i++)
        ZX_HANDLE(devices[i], ZX_DEVICE);
    return context_make(h, out);
}

static ze_result_t ZE_APICALL context_destroy(ze_context_handle_t h) {
    ZX_HANDLE(h, ZX_CONTEXT);
    zx_context *c = (zx_context *)h;
    zx_import_remove_context(c);
    for (zx_alloc *a = c->allocs, *next; a; a = next) {
        next = a->next;
        c->driver->engine->memory_release(c->memory, a->base);
        free(a);
    }
    c->driver->engine->memory_destroy(c->memory);
    pthread_mutex_destroy(&c->lock);
    c->head.magic = ZX_NONE;
    zx_retire(c);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL context_status(ze_context_handle_t h) {
    return zx_check(h, ZX_CONTEXT);
}

static ze_result_t ZE_APICALL context_system_barrier(ze_context_handle_t h, ze_device_handle_t device) {
    ZX_HANDLE(h, ZX_CONTEXT);
    return zx_check(device, ZX_DEVICE);
}

static ze_result_t ZE_APICALL context_memory(ze_context_handle_t h, ze_device_handle_t device, void *ptr, size_t size) {
    (void)size;
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(ptr);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL context_image(ze_context_handle_t h, ze_device_handle_t device, ze_image_handle_t image) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    return zx_check(image, ZX_IMAGE);
}

void zx_table_context(ze_context_dditable_t *t) {
    t->pfnCreate = context_create;
    t->pfnCreateEx = context_create_ex;
    t->pfnDestroy = context_destroy;
    t->pfnGetStatus = context_status;
    t->pfnSystemBarrier = context_system_barrier;
    t->pfnMakeMemoryResident = context_memory;
    t->pfnEvictMemory = context_memory;
    t->pfnMakeImageResident = context_image;
    t->pfnEvictImage = context_image;
}
