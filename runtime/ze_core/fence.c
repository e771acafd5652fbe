// SPDX-License-Identifier: MIT
// zeFence*: signaled when the fence's submission has ended, with or without success.

#include "ze_core.h"

#include <stdlib.h>

void zx_fence_signal(zx_fence *f, ze_result_t result) {
    pthread_mutex_lock(&f->lock);
    f->signaled = true;
    f->result = result;
    pthread_cond_broadcast(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

static ze_result_t ZE_APICALL fence_create(ze_command_queue_handle_t h, const ze_fence_desc_t *desc,
                                           ze_fence_handle_t *out) {
    ZX_HANDLE(h, ZX_QUEUE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    if (desc->flags & ~(ze_fence_flags_t)ZE_FENCE_FLAG_SIGNALED)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    zx_fence *f = calloc(1, sizeof *f);
    if (!f)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    pthread_mutex_init(&f->lock, NULL);
    zx_cond_init(&f->changed);
    f->signaled = desc->flags & ZE_FENCE_FLAG_SIGNALED;
    f->head.magic = ZX_FENCE;
    *out = (ze_fence_handle_t)f;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL fence_destroy(ze_fence_handle_t h) {
    ZX_HANDLE(h, ZX_FENCE);
    zx_fence *f = (zx_fence *)h;
    // The queue may still be inside zx_fence_signal.
    pthread_mutex_lock(&f->lock);
    f->head.magic = ZX_NONE;
    pthread_mutex_unlock(&f->lock);
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    zx_retire(f);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL fence_sync(ze_fence_handle_t h, uint64_t timeout_ns) {
    ZX_HANDLE(h, ZX_FENCE);
    zx_fence *f = (zx_fence *)h;
    const uint64_t deadline = zx_deadline(timeout_ns);
    pthread_mutex_lock(&f->lock);
    while (!f->signaled && timeout_ns && zx_cond_wait(&f->changed, &f->lock, deadline))
        ;
    const ze_result_t r = f->signaled ? f->result : ZE_RESULT_NOT_READY;
    pthread_mutex_unlock(&f->lock);
    return r;
}

static ze_result_t ZE_APICALL fence_query(ze_fence_handle_t h) {
    return fence_sync(h, 0);
}

static ze_result_t ZE_APICALL fence_reset(ze_fence_handle_t h) {
    ZX_HANDLE(h, ZX_FENCE);
    zx_fence *f = (zx_fence *)h;
    pthread_mutex_lock(&f->lock);
    f->signaled = false;
    f->result = ZE_RESULT_SUCCESS;
    pthread_mutex_unlock(&f->lock);
    return ZE_RESULT_SUCCESS;
}

void zx_table_fence(ze_fence_dditable_t *t) {
    t->pfnCreate = fence_create;
    t->pfnDestroy = fence_destroy;
    t->pfnHostSynchronize = fence_sync;
    t->pfnQueryStatus = fence_query;
    t->pfnReset = fence_reset;
}
