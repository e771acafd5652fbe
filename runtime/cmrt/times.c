// SPDX-License-Identifier: MIT
// Clocks: events of the driver that hold the device's times, and deadlines.

#include "async_priv.h"

#include <stdlib.h>
#include <time.h>

enum { POOL_EVENTS = 64 };

struct cmrt_time_pool {
    cmrt_time_pool *next;
    ze_event_pool_handle_t handle;
    uint32_t n_events, n_free;
    ze_event_handle_t events[POOL_EVENTS];
};

uint64_t cmrt_now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t cmrt_deadline(uint64_t timeout_ns) {
    const uint64_t now = cmrt_now_ns();
    return timeout_ns >= INT64_MAX - now ? UINT64_MAX : now + timeout_ns;
}

void cmrt_cond_init(pthread_cond_t *c) {
    pthread_condattr_t attr;
    pthread_condattr_init(&attr);
    pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
    pthread_cond_init(c, &attr);
    pthread_condattr_destroy(&attr);
}

bool cmrt_cond_wait(pthread_cond_t *c, pthread_mutex_t *m, uint64_t deadline_ns) {
    if (deadline_ns == UINT64_MAX)
        return pthread_cond_wait(c, m) == 0;
    const struct timespec t = {.tv_sec = (time_t)(deadline_ns / 1000000000u),
                               .tv_nsec = (long)(deadline_ns % 1000000000u)};
    return pthread_cond_timedwait(c, m, &t) == 0;
}

static cmrt_status add_pool(cmrt_device *d) {
    ze_event_pool_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_POOL_DESC,
                                 .flags = ZE_EVENT_POOL_FLAG_HOST_VISIBLE | ZE_EVENT_POOL_FLAG_KERNEL_TIMESTAMP,
                                 .count = POOL_EVENTS};
    cmrt_time_pool *p = calloc(1, sizeof *p);
    CMRT_NEED(d, p, CMRT_ERR_MEMORY, "out of memory");
    cmrt_status s =
        cmrt_check_ze(d, d->ze->EventPoolCreate(d->context, &desc, 1, &d->handle, &p->handle), "zeEventPoolCreate");
    if (s != CMRT_OK) {
        free(p);
        return s;
    }
    p->next = d->time_pools;
    d->time_pools = p;
    return CMRT_OK;
}

static cmrt_status take_locked(cmrt_device *d, ze_event_handle_t *e) {
    cmrt_time_pool *p = d->time_pools;
    while (p && p->n_free == 0 && p->n_events == POOL_EVENTS)
        p = p->next;
    if (!p) {
        CMRT_TRY(add_pool(d));
        p = d->time_pools;
    }
    if (p->n_free) {
        *e = p->events[--p->n_free];
        return CMRT_OK;
    }
    ze_event_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_EVENT_DESC,
                            .index = p->n_events,
                            .signal = ZE_EVENT_SCOPE_FLAG_HOST,
                            .wait = ZE_EVENT_SCOPE_FLAG_HOST};
    CMRT_TRY(cmrt_check_ze(d, d->ze->EventCreate(p->handle, &desc, e), "zeEventCreate"));
    p->n_events++;
    return CMRT_OK;
}

cmrt_status cmrt_times_take(cmrt_device *d, ze_event_handle_t *e) {
    pthread_mutex_lock(&d->async_lock);
    cmrt_status s = take_locked(d, e);
    pthread_mutex_unlock(&d->async_lock);
    return s;
}

// Any pool with room takes it back: its slots only count the events that it may keep.
void cmrt_times_give(cmrt_device *d, ze_event_handle_t e) {
    if (!e)
        return;
    pthread_mutex_lock(&d->async_lock);
    d->ze->EventHostReset(e);
    cmrt_time_pool *p = d->time_pools;
    while (p->n_free == POOL_EVENTS)
        p = p->next;
    p->events[p->n_free++] = e;
    pthread_mutex_unlock(&d->async_lock);
}

void cmrt_times_close(cmrt_device *d) {
    for (cmrt_time_pool *p = d->time_pools; p; p = p->next)
        for (uint32_t i = 0; i < p->n_free; i++)
            d->ze->EventDestroy(p->events[i]);
    while (d->time_pools) {
        cmrt_time_pool *p = d->time_pools;
        d->time_pools = p->next;
        d->ze->EventPoolDestroy(p->handle);
        free(p);
    }
}

static uint64_t clamp(uint64_t t, uint64_t from, uint64_t to) {
    return t < from ? from : t > to ? to : t;
}

// Ticks before now, which wrap after the bits of the device's counter, as a time of the host's clock.
static uint64_t host_time(const cmrt_device *d, uint64_t ticks, uint64_t device_now, uint64_t host_now) {
    const uint64_t mask = d->tick_bits >= 64 ? UINT64_MAX : ((uint64_t)1 << d->tick_bits) - 1;
    const uint64_t ago_ns = ((device_now - ticks) & mask) * d->tick_ns;
    return ago_ns < host_now ? host_now - ago_ns : 0;
}

void cmrt_times_read(cmrt_device *d, ze_event_handle_t first, ze_event_handle_t last, cmrt_event_times *times) {
    ze_kernel_timestamp_result_t start, end;
    uint64_t host, device;
    const uint64_t now = cmrt_now_ns();
    times->start_ns = times->submitted_ns;
    times->end_ns = now;
    if (d->ze->EventQueryKernelTimestamp(first, &start) != ZE_RESULT_SUCCESS ||
        d->ze->EventQueryKernelTimestamp(last ? last : first, &end) != ZE_RESULT_SUCCESS ||
        !d->ze->DeviceGetGlobalTimestamps ||
        d->ze->DeviceGetGlobalTimestamps(d->handle, &host, &device) != ZE_RESULT_SUCCESS)
        return;
    times->start_ns = clamp(host_time(d, start.global.kernelStart, device, now), times->submitted_ns, now);
    times->end_ns = clamp(host_time(d, end.global.kernelEnd, device, now), times->start_ns, now);
}
