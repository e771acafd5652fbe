// SPDX-License-Identifier: MIT
// Commands of queues, from the call that makes one to the end of its event.

#include "async_priv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_WAITS = 1 << 20 };

static void drop(cmrt_command *c) {
    cmrt_device *d = c->queue->device;
    if (c->list)
        cmrt_list_give(d, c->list);
    cmrt_times_give(d, c->first);
    cmrt_times_give(d, c->last);
    free(c->owned);
    free(c);
}

static cmrt_status prepare(cmrt_command *c, bool with_list) {
    cmrt_device *d = c->queue->device;
    CMRT_TRY(cmrt_event_make(d, &c->event));
    c->event->times.queued_ns = cmrt_now_ns();
    c->event->is_profiled = c->queue->flags & CMRT_QUEUE_PROFILING;
    if (!with_list)
        return CMRT_OK;
    CMRT_TRY(cmrt_list_take(d, &c->list));
    if (c->event->is_profiled) {
        CMRT_TRY(cmrt_times_take(d, &c->first));
        CMRT_TRY(cmrt_times_take(d, &c->last));
    }
    return CMRT_OK;
}

// Of a command that never entered its queue.
static void cancel(cmrt_command *c) {
    if (c->event) {
        cmrt_event_unref(c->event);
        cmrt_event_release(c->event);
    }
    drop(c);
}

cmrt_status cmrt_command_check(const cmrt_queue *q, cmrt_event **event) {
    if (event)
        *event = NULL;
    return cmrt_live(q, CMRT_HANDLE_QUEUE) ? CMRT_OK : CMRT_ERR_ARGUMENT;
}

cmrt_status cmrt_command_begin(cmrt_queue *q, const char *call, bool with_list, uint32_t n_waits,
                               cmrt_event *const *waits, cmrt_event **event, cmrt_command **out) {
    CMRT_TRY(cmrt_command_check(q, event));
    CMRT_NEED(q->device, n_waits <= MAX_WAITS, CMRT_ERR_ARGUMENT, "%s: a command waits for at most %d events", call,
              MAX_WAITS);
    CMRT_TRY(cmrt_events_check(q->device, call, n_waits, waits));
    cmrt_command *c = calloc(1, sizeof *c + n_waits * sizeof c->waits[0]);
    CMRT_NEED(q->device, c, CMRT_ERR_MEMORY, "out of memory");
    c->queue = q;
    c->call = call;
    atomic_init(&c->waits_left, n_waits + 1);
    cmrt_status s = prepare(c, with_list);
    if (s != CMRT_OK) {
        cancel(c);
        return s;
    }
    *out = c;
    return CMRT_OK;
}

ze_event_handle_t cmrt_command_signal(cmrt_command *c, bool first, bool last) {
    if (first && last) { // one operation: one event holds both times
        cmrt_times_give(c->queue->device, c->last);
        c->last = NULL;
    }
    return first ? c->first : last ? c->last : NULL;
}

static cmrt_status close_list(const cmrt_command *c) {
    cmrt_device *d = c->queue->device;
    if (!c->list)
        return CMRT_OK;
    CMRT_TRY(cmrt_check_ze(d, d->ze->CommandListAppendBarrier(c->list, NULL, 0, NULL), "zeCommandListAppendBarrier"));
    return cmrt_check_ze(d, d->ze->CommandListClose(c->list), "zeCommandListClose");
}

cmrt_status cmrt_command_end(cmrt_command *c, cmrt_status s, uint32_t n_waits, cmrt_event *const *waits,
                             cmrt_event **event) {
    cmrt_queue *q = c->queue;
    cmrt_event *e = c->event;
    if (s == CMRT_OK)
        s = close_list(c);
    if (s != CMRT_OK) {
        cancel(c);
        return s;
    }
    pthread_mutex_lock(&q->lock);
    *q->last_pending = c;
    q->last_pending = &c->next;
    q->n_alive++;
    pthread_mutex_unlock(&q->lock);
    for (uint32_t i = 0; i < n_waits; i++) {
        c->waits[i].command = c;
        cmrt_event_tell(waits[i], &c->waits[i]);
    }
    cmrt_log(q->device, CMRT_LOG_TRACE, "%s: command %p in queue %p", c->call, (void *)e, (void *)q);
    cmrt_command_told(c, CMRT_OK); // of the call itself; from here on the command may be gone
    if (event)
        *event = e;
    else
        cmrt_event_release(e);
    return CMRT_OK;
}

void cmrt_command_told(cmrt_command *c, cmrt_status s) {
    cmrt_status none = CMRT_OK;
    cmrt_queue *q = c->queue;
    if (s != CMRT_OK)
        atomic_compare_exchange_strong(&c->failed, &none, s);
    if (atomic_fetch_sub(&c->waits_left, 1) != 1)
        return;
    pthread_mutex_lock(&q->lock);
    c->is_ready = true;
    cmrt_queue_dispatch(q);
    pthread_mutex_unlock(&q->lock);
}

static void keep_failure(cmrt_queue *q, cmrt_status s, const char *why) {
    pthread_mutex_lock(&q->lock);
    if (q->late == CMRT_OK) {
        q->late = s;
        q->late_why = strdup(why);
    }
    pthread_mutex_unlock(&q->lock);
}

void cmrt_command_finish(cmrt_command *c, cmrt_status s) {
    cmrt_queue *q = c->queue;
    cmrt_device *d = q->device;
    cmrt_event *e = c->event;
    cmrt_event_times times = e->times;
    char why[CMRT_MESSAGE_B] = "";
    if (s != CMRT_OK) {
        cmrt_status cause = atomic_load(&c->failed);
        if (cause != CMRT_OK)
            snprintf(why, sizeof why, "%s did not run, because an event that it waits for failed: %s", c->call,
                     cmrt_status_str(cause));
        else
            cmrt_message_copy(d, why, sizeof why);
        keep_failure(q, s, why);
    } else if (e->is_profiled && c->list) {
        cmrt_times_read(d, c->first, c->last, &times);
    }
    if (!times.start_ns)
        times.start_ns = times.submitted_ns;
    if (!times.end_ns)
        times.end_ns = cmrt_now_ns();
    cmrt_log(d, CMRT_LOG_TRACE, "%s: command %p ends: %s", c->call, (void *)e, cmrt_status_str(s));
    drop(c);
    cmrt_event_end(e, s, s == CMRT_OK ? NULL : why, &times);
    cmrt_event_unref(e);
}
