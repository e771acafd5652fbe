// SPDX-License-Identifier: MIT
// zeCommandQueue*: a queue is a worker thread that takes submissions in order. A list that waits for an event of the
// host or of another queue therefore does not block the caller of ExecuteCommandLists.
//
// A command that fails ends its submission: the remaining commands are skipped, its events and fence report the
// failure, and the next synchronization returns it once. The queue itself stays usable.

#include "ze_core.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct submission {
    struct submission *next;
    zx_list **lists;
    uint32_t n_lists;
    zx_command *one; // owned
    zx_fence *fence;
} submission;

struct zx_queue {
    zx_head head;
    zx_context *context;
    zx_device *device;
    bool synchronous;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    submission *first, **last;
    bool busy, started, stop;
    ze_result_t error; // not yet reported
    _Atomic bool cancel;
};

static void submission_free(submission *s) {
    zx_command_destroy(s->one);
    free(s->lists);
    free(s);
}

static ze_result_t run_commands(zx_queue *q, zx_command **commands, uint32_t n, ze_result_t so_far) {
    for (uint32_t i = 0; i < n; i++) {
        if (so_far)
            zx_command_abandon(commands[i], so_far);
        else
            so_far = zx_command_run(commands[i], &q->cancel);
    }
    return so_far;
}

static ze_result_t run(zx_queue *q, submission *s) {
    ze_result_t r = q->cancel ? ZE_RESULT_ERROR_DEVICE_LOST : ZE_RESULT_SUCCESS;
    if (s->one)
        r = run_commands(q, &s->one, 1, r);
    for (uint32_t i = 0; i < s->n_lists; i++)
        r = run_commands(q, s->lists[i]->commands, s->lists[i]->n_commands, r);
    if (s->fence)
        zx_fence_signal(s->fence, r);
    return r;
}

static void *worker(void *user) {
    zx_queue *q = user;
    pthread_mutex_lock(&q->lock);
    for (;;) {
        while (!q->first && !q->stop)
            pthread_cond_wait(&q->changed, &q->lock);
        submission *s = q->first;
        if (!s)
            break;
        q->first = s->next;
        if (!q->first)
            q->last = &q->first;
        q->busy = true;
        pthread_mutex_unlock(&q->lock);
        const ze_result_t r = run(q, s);
        submission_free(s);
        pthread_mutex_lock(&q->lock);
        q->busy = false;
        if (r && !q->error)
            q->error = r;
        pthread_cond_broadcast(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    return NULL;
}

ze_result_t zx_queue_create(zx_context *c, zx_device *d, const ze_command_queue_desc_t *desc, zx_queue **out) {
    if (desc->ordinal != 0)
        return ZE_RESULT_ERROR_INVALID_ARGUMENT; // there is one queue group
    if ((unsigned)desc->mode > ZE_COMMAND_QUEUE_MODE_ASYNCHRONOUS ||
        (unsigned)desc->priority > ZE_COMMAND_QUEUE_PRIORITY_PRIORITY_HIGH ||
        desc->flags & ~(ze_command_queue_flags_t)ZE_COMMAND_QUEUE_FLAG_EXPLICIT_ONLY)
        return ZE_RESULT_ERROR_INVALID_ENUMERATION;
    zx_queue *q = calloc(1, sizeof *q);
    if (!q)
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    q->context = c;
    q->device = d;
    q->synchronous = desc->mode == ZE_COMMAND_QUEUE_MODE_SYNCHRONOUS;
    q->last = &q->first;
    pthread_mutex_init(&q->lock, NULL);
    zx_cond_init(&q->changed);
    q->head.magic = ZX_QUEUE;
    *out = q;
    return ZE_RESULT_SUCCESS;
}

void zx_queue_destroy(zx_queue *q) {
    pthread_mutex_lock(&q->lock);
    q->stop = true;
    q->cancel = true;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    if (q->started)
        pthread_join(q->thread, NULL);
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
    q->head.magic = ZX_NONE;
    zx_retire(q);
}

// The caller holds the lock. The thread starts with the first work, because many programs create unused queues.
static bool start(zx_queue *q) {
    if (!q->started)
        q->started = pthread_create(&q->thread, NULL, worker, q) == 0;
    return q->started;
}

static ze_result_t wait_idle(zx_queue *q, uint64_t timeout_ns) {
    const uint64_t deadline = zx_deadline(timeout_ns);
    ze_result_t r = ZE_RESULT_NOT_READY;
    pthread_mutex_lock(&q->lock);
    while ((q->first || q->busy) && timeout_ns && zx_cond_wait(&q->changed, &q->lock, deadline))
        ;
    if (!q->first && !q->busy) {
        r = q->error;
        q->error = ZE_RESULT_SUCCESS;
    }
    pthread_mutex_unlock(&q->lock);
    return r;
}

ze_result_t zx_queue_submit(zx_queue *q, zx_list *const *lists, uint32_t n_lists, zx_command *one, zx_fence *fence) {
    submission *s = calloc(1, sizeof *s);
    if (s) {
        s->one = one;
        s->fence = fence;
        s->n_lists = n_lists;
        s->lists = n_lists ? malloc(n_lists * sizeof *s->lists) : NULL;
    }
    if (!s || (n_lists && !s->lists)) {
        zx_command_destroy(one);
        free(s);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (n_lists)
        memcpy(s->lists, lists, n_lists * sizeof *s->lists);
    pthread_mutex_lock(&q->lock);
    const bool ok = start(q);
    if (ok) {
        *q->last = s;
        q->last = &s->next;
        pthread_cond_broadcast(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    if (!ok) {
        submission_free(s);
        return ZE_RESULT_ERROR_OUT_OF_HOST_MEMORY;
    }
    return q->synchronous ? wait_idle(q, UINT64_MAX) : ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL queue_create(ze_context_handle_t h, ze_device_handle_t device,
                                           const ze_command_queue_desc_t *desc, ze_command_queue_handle_t *out) {
    ZX_HANDLE(h, ZX_CONTEXT);
    ZX_HANDLE(device, ZX_DEVICE);
    ZX_POINTER(desc);
    ZX_POINTER(out);
    return zx_queue_create((zx_context *)h, (zx_device *)device, desc, (zx_queue **)out);
}

static ze_result_t ZE_APICALL queue_destroy(ze_command_queue_handle_t h) {
    ZX_HANDLE(h, ZX_QUEUE);
    zx_queue_destroy((zx_queue *)h);
    return ZE_RESULT_SUCCESS;
}

static ze_result_t ZE_APICALL queue_execute(ze_command_queue_handle_t h, uint32_t n, ze_command_list_handle_t *lists,
                                            ze_fence_handle_t fence) {
    ZX_HANDLE(h, ZX_QUEUE);
    ZX_POINTER(lists);
    if (!n)
        return ZE_RESULT_ERROR_INVALID_SIZE;
    if (fence)
        ZX_HANDLE(fence, ZX_FENCE);
    for (uint32_t i = 0; i < n; i++) {
        ZX_HANDLE(lists[i], ZX_LIST);
        const zx_list *l = (const zx_list *)lists[i];
        if (l->immediate || !l->closed)
            return ZE_RESULT_ERROR_INVALID_ARGUMENT;
    }
    return zx_queue_submit((zx_queue *)h, (zx_list *const *)lists, n, NULL, (zx_fence *)fence);
}

static ze_result_t ZE_APICALL queue_synchronize(ze_command_queue_handle_t h, uint64_t timeout_ns) {
    ZX_HANDLE(h, ZX_QUEUE);
    return wait_idle((zx_queue *)h, timeout_ns);
}

void zx_table_queue(ze_command_queue_dditable_t *t) {
    t->pfnCreate = queue_create;
    t->pfnDestroy = queue_destroy;
    t->pfnExecuteCommandLists = queue_execute;
    t->pfnSynchronize = queue_synchronize;
}
