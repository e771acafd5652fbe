// SPDX-License-Identifier: MIT
// Lanes: a queue of the driver, and a thread that waits for its commands in turn. Commands go to the driver as early as
// possible, on the thread that makes them ready; only after work of the host do they wait for the lane's thread.

#include "async_priv.h"

#include <stdlib.h>

static bool is_device_work(const cmrt_command *c) {
    return c->list && c->failed == CMRT_OK;
}

static cmrt_status take_fence(cmrt_lane *l, ze_fence_handle_t *fence) {
    ze_fence_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_FENCE_DESC};
    if (l->n_fences) {
        *fence = l->fences[--l->n_fences];
        return CMRT_OK;
    }
    return cmrt_check_ze(l->queue->device, l->queue->device->ze->FenceCreate(l->handle, &desc, fence), "zeFenceCreate");
}

static void give_fence(cmrt_lane *l, ze_fence_handle_t fence) {
    if (l->n_fences < CMRT_MAX_FENCES && l->queue->device->ze->FenceReset(fence) == ZE_RESULT_SUCCESS)
        l->fences[l->n_fences++] = fence;
    else
        l->queue->device->ze->FenceDestroy(fence);
}

static void mark_submitted(cmrt_command *c) {
    c->is_submitted = true;
    pthread_mutex_lock(&c->event->lock);
    c->event->state = CMRT_EVENT_SUBMITTED;
    c->event->times.submitted_ns = cmrt_now_ns();
    pthread_mutex_unlock(&c->event->lock);
}

static void submit(cmrt_lane *l, cmrt_command *c) {
    cmrt_device *d = l->queue->device;
    mark_submitted(c);
    if (!is_device_work(c))
        return;
    c->submitted = take_fence(l, &c->fence);
    if (c->submitted == CMRT_OK)
        c->submitted = cmrt_check_ze(d, d->ze->CommandQueueExecuteCommandLists(l->handle, 1, &c->list, c->fence),
                                     "zeCommandQueueExecuteCommandLists");
    if (c->submitted != CMRT_OK && c->fence) {
        give_fence(l, c->fence);
        c->fence = NULL;
    }
}

// Hands over the device's work at the head of the lane. The thread does the rest.
static void advance(cmrt_lane *l) {
    for (cmrt_command *c = l->first; c && is_device_work(c); c = c->next)
        if (!c->is_submitted)
            submit(l, c);
}

static cmrt_status run(cmrt_command *c) {
    cmrt_status s = atomic_load(&c->failed);
    if (s != CMRT_OK)
        return s;
    if (c->work)
        return c->work(c);
    if (c->function)
        c->function(c->user);
    if (!c->list)
        return CMRT_OK;
    if (c->submitted != CMRT_OK)
        return c->submitted;
    return cmrt_check_ze(c->queue->device, c->queue->device->ze->FenceHostSynchronize(c->fence, UINT64_MAX),
                         "zeFenceHostSynchronize");
}

// The command counts until its event has ended, so that a wait for the queue waits for this too.
static void turn(cmrt_lane *l) {
    cmrt_queue *q = l->queue;
    cmrt_command *c = l->first;
    if (!c->is_submitted)
        submit(l, c);
    pthread_mutex_unlock(&q->lock);
    const cmrt_status s = run(c);
    const bool is_barrier = c->is_barrier;
    pthread_mutex_lock(&q->lock);
    if (c->fence)
        give_fence(l, c->fence);
    l->first = c->next;
    if (!l->first)
        l->last = &l->first;
    pthread_mutex_unlock(&q->lock);
    cmrt_command_finish(c, s);
    pthread_mutex_lock(&q->lock);
    l->n--;
    q->n_running--;
    q->n_alive--;
    q->in_barrier = q->in_barrier && !is_barrier;
    advance(l);
    cmrt_queue_dispatch(q);
    if (!q->n_alive)
        pthread_cond_broadcast(&q->idle);
}

static void *lane_thread(void *user) {
    cmrt_lane *l = user;
    cmrt_queue *q = l->queue;
    pthread_mutex_lock(&q->lock);
    for (;;) {
        while (!l->first && !q->stop)
            pthread_cond_wait(&l->changed, &q->lock);
        if (!l->first)
            break;
        turn(l);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

cmrt_status cmrt_lane_open(cmrt_lane *l, cmrt_queue *q, ze_command_queue_handle_t borrowed) {
    cmrt_device *d = q->device;
    ze_command_queue_desc_t desc = {.stype = ZE_STRUCTURE_TYPE_COMMAND_QUEUE_DESC,
                                    .ordinal = d->ordinal,
                                    .mode = ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS};
    l->queue = q;
    l->last = &l->first;
    l->handle = borrowed;
    l->is_borrowed = borrowed != NULL;
    pthread_cond_init(&l->changed, NULL);
    if (!borrowed)
        CMRT_TRY(cmrt_check_ze(d, d->ze->CommandQueueCreate(d->context, d->handle, &desc, &l->handle),
                               "zeCommandQueueCreate"));
    l->is_started = pthread_create(&l->thread, NULL, lane_thread, l) == 0;
    CMRT_NEED(d, l->is_started, CMRT_ERR_MEMORY, "the system starts no thread for a queue");
    return CMRT_OK;
}

// The queue's stop is set and no command is left.
void cmrt_lane_close(cmrt_lane *l) {
    if (l->is_started)
        pthread_join(l->thread, NULL);
    for (uint32_t i = 0; i < l->n_fences; i++)
        l->queue->device->ze->FenceDestroy(l->fences[i]);
    if (l->handle && !l->is_borrowed)
        l->queue->device->ze->CommandQueueDestroy(l->handle);
    pthread_cond_destroy(&l->changed);
}

static void add(cmrt_lane *l, cmrt_command *c) {
    c->next = NULL;
    *l->last = c;
    l->last = &c->next;
    l->n++;
    l->queue->n_running++;
    l->queue->in_barrier = l->queue->in_barrier || c->is_barrier;
    advance(l);
    pthread_cond_signal(&l->changed);
}

static cmrt_lane *least_busy(cmrt_queue *q) {
    cmrt_lane *best = &q->lanes[0];
    for (uint32_t i = 1; i < q->n_lanes; i++)
        if (q->lanes[i].n < best->n)
            best = &q->lanes[i];
    return best;
}

void cmrt_queue_dispatch(cmrt_queue *q) {
    const bool in_order = !(q->flags & CMRT_QUEUE_OUT_OF_ORDER);
    cmrt_command **at = &q->pending;
    while (*at && (in_order || !q->in_barrier)) {
        cmrt_command *c = *at;
        const bool earlier_left = at != &q->pending || (!in_order && q->n_running);
        if (!c->is_ready || (c->waits_for_all && earlier_left)) {
            if (in_order || c->is_barrier)
                break;
            at = &c->next;
            continue;
        }
        *at = c->next;
        if (!*at)
            q->last_pending = at;
        add(least_busy(q), c);
    }
}
