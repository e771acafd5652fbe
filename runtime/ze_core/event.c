// SPDX-License-Identifier: MIT
// zeEventPool*, zeEvent*. An event records the result with which it was signaled. A command that fails still signals
// its event, so that no waiter hangs and each waiter learns of the failure.

#include "ze_core.h"

#include <stdlib.h>
#include <time.h>

void zx_cond_init(pthread_cond_t *c) {
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(c, &attr);
    pthread_condattr_destroy(&attr);
}

uint64_t zx_deadline(uint64_t timeout_ns) {
    const uint64_t now = zx_now_ns();
    return timeout_ns >= INT64_MAX - now ? UINT64_MAX : now + timeout_ns;
}

bool zx_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline_ns) {
    if (deadline_ns == UINT64_MAX)
        return pthread_cond_wait(c, m) == 0;
    const struct timespec t = {.tv_sec = (time_t)(deadline_ns / 1000000000u),
                               .tv_nsec = (long)(deadline_ns % 1000000000u)};
    return pthread_cond_timedwait(c, m, &t) == 0;
}

void zx_event_signal(zx_event *e, ze_result_t result, uint64_t start_ns, uint64_t end_ns) {
    pthread_mutex_lock(&e->lock);
    e->signaled = true;
    e->result = result;
    e->start_ns = start_ns;
    e->end_ns = end_ns;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
}

void zx_event_reset(zx_event *e) {
    pthread_mutex_lock(&e->lock);
    e->signaled = false;
    e->result = ZE_RESULT_SUCCESS;
    pthread_mutex_unlock(&e->lock);
}

ze_result_t zx_event_wait(zx_event *e, uint64_t timeout_ns) {
    const uint64_t deadline = zx_deadline(timeout_ns);
    pthread_mutex_lock(&e->lock);
    while (!e->signaled && timeout_ns && zx_cond_wait(&e->changed, &e->lock, deadline))
        ;
    const ze_result_t r = e->signaled ? e->result : ZE_RESULT_NOT_READY;
    pthread_mutex_unlock(&e->lock);
    return r;
}

static ze_result_t ZE_APICALL pool_create(ze_context_handle_t h, const ze_event_pool_desc_t *desc, uint32_t n,
                                          ze_device_handle_t *devices, ze_event_pool_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    if (!desc->count)
        return ZE_RESULT_ERROR_INVALID_SIZE;
    ZX_FLAGS(desc->flags,
             ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_IPC | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP);
    if (desc->flags & ZE_EVENT_POOL_FLAG_IPC)
        return ZE_RESULT_ERROR_UNSUPPORTED_FEATURE;
    if (!devices && n)
        return ZE_RESULT_ERROR_INVALID_SIZE;
    for (uint32_t i = 0; i < n; i++)
        ZX_HANDLE(devices[i], ZX_DEVICE);
    zx_event_pool *p = calloc(1, sizeof *p);
    if (!p)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    *p = (zx_event_pool){
        .head = {ZX_EVENT_POOL}, .context = (zx_context *)h, .count = desc->count, .flags = desc->flags};
    *out = (ze_event_pool_handle_t)p;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL pool_destroy(ze_event_pool_handle_t h) {
    ZX_HANDLE(h, ZX_EVENT_POOL);
    ((zx_event_pool *)h)->head.magic = ZX_NONE;
    zx_retire(h);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL event_create(ze_event_pool_handle_t h, const ze_event_desc_t *desc,
                                           ze_event_handle_t *out) {
    ZX_HANDLE(h, ZX_EVENT_POOL);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    const ze_event_scope_flags_t scopes =
        ZE_EVENT_SCOPE_FLAG_SUBDEVICE | ZE_EVENT_SCOPE_FLAG_DEVICE | ZE_EVENT_SCOPE_FLAG_HOST;
    ZX_FLAGS(desc->signal, scopes);
    ZX_FLAGS(desc->wait, scopes);
    if (desc->index >= ((const zx_event_pool *)h)->count)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    zx_event *e = calloc(1, sizeof *e);
    if (!e)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    e->pool = (zx_event_pool *)h;
    pthread_mutex_init(&e->lock, NULL);
    zx_cond_init(&e->changed);
    e->head.magic = ZX_EVENT;
    *out = (ze_event_handle_t)e;
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL event_destroy(ze_event_handle_t h) {
    ZX_HANDLE(h, ZX_EVENT);
    zx_event *e = (zx_event *)h;
    // The command that signaled it may still be inside zx_event_signal.
    pthread_mutex_lock(&e->lock);
    e->head.magic = ZX_NONE;
    pthread_mutex_unlock(&e->lock);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    zx_retire(e);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL event_host_signal(ze_event_handle_t h) {
    ZX_HANDLE(h, ZX_EVENT);
    const uint64_t now = zx_now_ns();
    zx_event_signal((zx_event *)h, ZE_RESULT_SUCCESS, now, now);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL event_host_sync(ze_event_handle_t h, uint64_t timeout_ns) {
    ZX_HANDLE(h, ZX_EVENT);
    return zx_event_wait((zx_event *)h, timeout_ns);
}

static ze_result_t ZE_APICALL event_query(ze_event_handle_t h) {
    ZX_HANDLE(h, ZX_EVENT);
    return zx_event_wait((zx_event *)h, 0);
}

static ze_result_t ZE_APICALL event_host_reset(ze_event_handle_t h) {
    ZX_HANDLE(h, ZX_EVENT);
    zx_event_reset((zx_event *)h);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL event_timestamp(ze_event_handle_t h, ze_kernel_timestamp_result_t *out) {
    ZX_HANDLE(h, ZX_EVENT);
    ZX_POINTER(out);
    zx_event *e = (zx_event *)h;
    if (!(e->pool->flags & ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP))
        return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    pthread_mutex_lock(&e->lock);
    const bool ready = e->signaled;
    const ze_kernel_timestamp_data_t t = {.kernelStart = e->start_ns, .kernelEnd = e->end_ns};
    pthread_mutex_unlock(&e->lock);
    if (!ready)
        return ZE_RESULT_NOT_READY;
    out->global = out->context = t;
    return ZE_RESULT_SUCCESS;
}

// The timestamps of the one device; a command never runs on several devices.
static ze_result_t ZE_APICALL event_timestamps_exp(ze_event_handle_t h, ze_device_handle_t device, uint32_t *count,
                                                   ze_kernel_timestamp_result_t *out) {
    ZX_HANDLE(h, ZX_EVENT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(count);
    if (*count && out)
        ZX_TRY(event_timestamp(h, out));
    *count = 1;
    return ZE_RESULT_SUCCESS;
}

void zx_table_event_exp(ze_event_exp_dditable_t *t) {
    t->pfnQueryTimestampsExp = event_timestamps_exp;
}

void zx_table_event_pool(ze_event_pool_dditable_t *t) {
    t->pfnCreate = pool_create;
    t->pfnDestroy = pool_destroy;
}

void zx_table_event(ze_event_dditable_t *t) {
    t->pfnCreate = event_create;
    t->pfnDestroy = event_destroy;
    t->pfnHostSignal = event_host_signal;
    t->pfnHostSynchronize = event_host_sync;
    t->pfnQueryStatus = event_query;
    t->pfnHostReset = event_host_reset;
    t->pfnQueryKernelTimestamp = event_timestamp;
}
