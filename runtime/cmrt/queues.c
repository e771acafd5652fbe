// SPDX-License-Identifier: MIT
// Queues as the program sees them: create, destroy, flush, finish.

#include "async_priv.h"

#include <stdlib.h>

static void wait_idle(cmrt_queue *q) {
    pthread_mutex_lock(&q->lock);
    while (q->n_alive)
        pthread_cond_wait(&q->idle, &q->lock);
    pthread_mutex_unlock(&q->lock);
}

static void link_queue(cmrt_queue *q) {
    pthread_mutex_lock(&q->device->async_lock);
    q->next = q->device->queues;
    q->device->queues = q;
    pthread_mutex_unlock(&q->device->async_lock);
    atomic_fetch_add(&q->device->children, 1);
}

static void unlink_queue(cmrt_queue *q) {
    pthread_mutex_lock(&q->device->async_lock);
    while (q->n_holds) // a wait for the device's queues looks at it
        pthread_cond_wait(&q->device->queue_released, &q->device->async_lock);
    cmrt_queue **at = &q->device->queues;
    while (*at != q)
        at = &(*at)->next;
    *at = q->next;
    pthread_mutex_unlock(&q->device->async_lock);
    atomic_fetch_sub(&q->device->children, 1);
}

static void destroy(cmrt_queue *q) {
    pthread_mutex_lock(&q->lock);
    q->stop = true;
    for (uint32_t i = 0; i < q->n_lanes; i++)
        pthread_cond_broadcast(&q->lanes[i].changed);
    pthread_mutex_unlock(&q->lock);
    for (uint32_t i = 0; i < q->n_lanes; i++)
        cmrt_lane_close(&q->lanes[i]);
    pthread_cond_destroy(&q->idle);
    pthread_mutex_destroy(&q->lock);
    free(q->late_why);
    free(q);
}

cmrt_status cmrt_queue_make(cmrt_device *d, uint32_t flags, ze_command_queue_handle_t handle, cmrt_queue **queue) {
    const uint32_t n_lanes = flags & CMRT_QUEUE_OUT_OF_ORDER ? CMRT_MAX_LANES : 1;
    cmrt_queue *q = calloc(1, sizeof *q);
    CMRT_NEED(d, q, CMRT_ERR_MEMORY, "out of memory");
    q->device = d;
    q->flags = flags;
    q->last_pending = &q->pending;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->idle, NULL);
    cmrt_status s = CMRT_OK;
    while (s == CMRT_OK && q->n_lanes < n_lanes) // the lane counts even when it is half open: close takes it apart
        s = cmrt_lane_open(&q->lanes[q->n_lanes++], q, handle);
    if (s == CMRT_OK && !cmrt_handle_add(&q->head, CMRT_HANDLE_QUEUE))
        s = cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    if (s != CMRT_OK) {
        destroy(q);
        return s;
    }
    link_queue(q);
    *queue = q;
    return CMRT_OK;
}

cmrt_status cmrt_queue_create(cmrt_device *d, uint32_t flags, cmrt_queue **queue) {
    const uint32_t known = CMRT_QUEUE_OUT_OF_ORDER | CMRT_QUEUE_PROFILING;
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, queue, CMRT_ERR_ARGUMENT, "cmrt_queue_create: queue is NULL");
    *queue = NULL;
    CMRT_NEED(d, !(flags & ~known), CMRT_ERR_ARGUMENT, "cmrt_queue_create: unknown flags 0x%x", flags & ~known);
    return cmrt_queue_make(d, flags, NULL, queue);
}

void cmrt_queue_destroy(cmrt_queue *q) {
    if (!cmrt_live(q, CMRT_HANDLE_QUEUE))
        return;
    wait_idle(q);
    cmrt_handle_remove(&q->head);
    unlink_queue(q);
    destroy(q);
}

cmrt_status cmrt_queue_flush(cmrt_queue *q) {
    if (!cmrt_live(q, CMRT_HANDLE_QUEUE))
        return CMRT_ERR_ARGUMENT;
    pthread_mutex_lock(&q->lock);
    cmrt_queue_dispatch(q);
    pthread_mutex_unlock(&q->lock);
    return CMRT_OK;
}

// Takes the queue's first failure; its reason becomes the device's message.
static cmrt_status take_failure(cmrt_queue *q) {
    pthread_mutex_lock(&q->lock);
    const cmrt_status s = q->late;
    if (s != CMRT_OK)
        cmrt_fail(q->device, s, "%s", q->late_why ? q->late_why : cmrt_status_str(s));
    q->late = CMRT_OK;
    free(q->late_why);
    q->late_why = NULL;
    pthread_mutex_unlock(&q->lock);
    return s;
}

cmrt_status cmrt_queue_finish(cmrt_queue *q) {
    if (!cmrt_live(q, CMRT_HANDLE_QUEUE))
        return CMRT_ERR_ARGUMENT;
    wait_idle(q);
    return take_failure(q);
}

// Holds a queue of the list, so that no destroy call frees it; NULL at the list's end.
static cmrt_queue *hold(cmrt_queue *q) {
    if (q)
        q->n_holds++;
    return q;
}

static cmrt_queue *next_queue(cmrt_device *d, cmrt_queue *q) {
    cmrt_queue *next = hold(q->next);
    if (--q->n_holds == 0)
        pthread_cond_broadcast(&d->queue_released);
    return next;
}

cmrt_status cmrt_queues_wait(cmrt_device *d, bool report) {
    cmrt_status first = CMRT_OK;
    pthread_mutex_lock(&d->async_lock);
    cmrt_queue *q = hold(d->queues);
    while (q) {
        pthread_mutex_unlock(&d->async_lock);
        wait_idle(q);
        if (report && first == CMRT_OK)
            first = take_failure(q);
        pthread_mutex_lock(&d->async_lock);
        q = next_queue(d, q);
    }
    pthread_mutex_unlock(&d->async_lock);
    return first;
}
