// SPDX-License-Identifier: MIT
// Events: how they end, who is told, and the waits of the host.

#include "async_priv.h"

#include <stdlib.h>
#include <string.h>

// A call of the host that waits for one of several events.
typedef struct cmrt_hold {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool told;
} cmrt_hold;

cmrt_status cmrt_event_make(cmrt_device *d, cmrt_event **event) {
    cmrt_event *e = calloc(1, sizeof *e);
    CMRT_NEED(d, e, CMRT_ERR_MEMORY, "out of memory");
    if (!cmrt_handle_add(&e->head, CMRT_HANDLE_EVENT)) {
        free(e);
        return cmrt_fail(d, CMRT_ERR_MEMORY, "out of memory");
    }
    e->device = d;
    atomic_init(&e->refs, 2);
    atomic_init(&e->users, 1);
    pthread_mutex_init(&e->lock, NULL);
    cmrt_cond_init(&e->changed);
    e->state = CMRT_EVENT_QUEUED;
    e->last_callback = &e->callbacks;
    atomic_fetch_add(&d->children, 1);
    *event = e;
    return CMRT_OK;
}

void cmrt_event_unref(cmrt_event *e) {
    if (atomic_fetch_sub(&e->refs, 1) != 1)
        return;
    cmrt_handle_remove(&e->head);
    pthread_cond_destroy(&e->changed);
    pthread_mutex_destroy(&e->lock);
    free(e->why);
    atomic_fetch_sub(&e->device->children, 1);
    free(e);
}

static void hold_tell(cmrt_hold *h) {
    pthread_mutex_lock(&h->lock);
    h->told = true;
    pthread_cond_broadcast(&h->changed);
    pthread_mutex_unlock(&h->lock);
}

// Tells waiting calls of the host, which may be gone when the lock is released. Returns the commands that wait.
static cmrt_waiter *take_waiters(cmrt_event *e) {
    cmrt_waiter *commands = NULL;
    for (cmrt_waiter *w = e->waiters, *next; w; w = next) {
        next = w->next;
        if (w->hold) {
            hold_tell(w->hold);
            continue;
        }
        w->next = commands;
        commands = w;
    }
    e->waiters = NULL;
    return commands;
}

bool cmrt_event_end(cmrt_event *e, cmrt_status s, const char *why, const cmrt_event_times *times) {
    pthread_mutex_lock(&e->lock);
    if (e->state == CMRT_EVENT_ENDED) {
        pthread_mutex_unlock(&e->lock);
        return false;
    }
    if (times)
        e->times = *times;
    e->why = why ? strdup(why) : NULL;
    e->status = s;
    e->state = CMRT_EVENT_ENDED;
    cmrt_waiter *commands = take_waiters(e);
    cmrt_callback *callbacks = e->callbacks;
    e->callbacks = NULL;
    e->last_callback = &e->callbacks;
    pthread_cond_broadcast(&e->changed);
    pthread_mutex_unlock(&e->lock);
    cmrt_notify(e->device, callbacks);
    for (cmrt_waiter *next; commands; commands = next) {
        next = commands->next; // the command may free it
        cmrt_command_told(commands->command, s);
    }
    return true;
}

void cmrt_event_tell(cmrt_event *e, cmrt_waiter *w) {
    pthread_mutex_lock(&e->lock);
    const bool ended = e->state == CMRT_EVENT_ENDED;
    const cmrt_status s = e->status;
    if (!ended) {
        w->next = e->waiters;
        e->waiters = w;
    }
    pthread_mutex_unlock(&e->lock);
    if (ended && w->hold)
        hold_tell(w->hold);
    else if (ended)
        cmrt_command_told(w->command, s);
}

cmrt_status cmrt_events_check(cmrt_device *d, const char *call, uint32_t n, cmrt_event *const *events) {
    CMRT_NEED(d, events || n == 0, CMRT_ERR_ARGUMENT, "%s: the array of events is NULL", call);
    for (uint32_t i = 0; i < n; i++)
        CMRT_NEED(d, cmrt_live(events[i], CMRT_HANDLE_EVENT), CMRT_ERR_ARGUMENT, "%s: event %u of %u is not an event",
                  call, i, n);
    return CMRT_OK;
}

cmrt_status cmrt_event_create(cmrt_device *d, cmrt_event **event) {
    if (!cmrt_live(d, CMRT_HANDLE_DEVICE))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(d, event, CMRT_ERR_ARGUMENT, "cmrt_event_create: event is NULL");
    *event = NULL;
    CMRT_TRY(cmrt_event_make(d, event));
    (*event)->is_user = true;
    cmrt_event_unref(*event); // no command holds it
    return CMRT_OK;
}

cmrt_status cmrt_event_signal(cmrt_event *e, cmrt_status status) {
    if (!cmrt_live(e, CMRT_HANDLE_EVENT))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(e->device, e->is_user, CMRT_ERR_ARGUMENT, "cmrt_event_signal: the event belongs to a command");
    CMRT_NEED(e->device, (unsigned)status < CMRT_STATUS_COUNT, CMRT_ERR_ARGUMENT, "cmrt_event_signal: no status %d",
              (int)status);
    const char *why = status == CMRT_OK ? NULL : "the program ended a user event with an error";
    CMRT_NEED(e->device, cmrt_event_end(e, status, why, NULL), CMRT_ERR_ARGUMENT,
              "cmrt_event_signal: the event has ended");
    return CMRT_OK;
}

cmrt_status cmrt_event_retain(cmrt_event *e) {
    if (!cmrt_live(e, CMRT_HANDLE_EVENT))
        return CMRT_ERR_ARGUMENT;
    atomic_fetch_add(&e->users, 1);
    return CMRT_OK;
}

void cmrt_event_release(cmrt_event *e) {
    if (!cmrt_live(e, CMRT_HANDLE_EVENT) || atomic_fetch_sub(&e->users, 1) != 1)
        return;
    if (e->is_user)
        cmrt_event_end(e, CMRT_ERR_CANCELLED, "a user event was released before it ended", NULL);
    cmrt_event_unref(e);
}

// The status of an event that has ended; its reason becomes the device's message.
static cmrt_status report(cmrt_event *e) {
    pthread_mutex_lock(&e->lock);
    const cmrt_status s = e->status;
    if (s != CMRT_OK)
        cmrt_fail(e->device, s, "%s", e->why ? e->why : cmrt_status_str(s));
    pthread_mutex_unlock(&e->lock);
    return s;
}

static bool wait_until(cmrt_event *e, uint64_t timeout_ns, uint64_t deadline_ns) {
    pthread_mutex_lock(&e->lock);
    while (e->state != CMRT_EVENT_ENDED && timeout_ns && cmrt_cond_wait(&e->changed, &e->lock, deadline_ns))
        ;
    const bool ended = e->state == CMRT_EVENT_ENDED;
    pthread_mutex_unlock(&e->lock);
    return ended;
}

cmrt_status cmrt_event_wait(cmrt_event *e, uint64_t timeout_ns) {
    if (!cmrt_live(e, CMRT_HANDLE_EVENT))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(e->device, wait_until(e, timeout_ns, cmrt_deadline(timeout_ns)), CMRT_ERR_TIMEOUT,
              "cmrt_event_wait: the event has not ended after %llu ns", (unsigned long long)timeout_ns);
    return report(e);
}

cmrt_status cmrt_event_wait_all(uint32_t n, cmrt_event *const *events, uint64_t timeout_ns) {
    const uint64_t deadline = cmrt_deadline(timeout_ns);
    cmrt_status first = CMRT_OK;
    CMRT_TRY(cmrt_events_check(NULL, "cmrt_event_wait_all", n, events));
    for (uint32_t i = 0; i < n; i++)
        CMRT_NEED(events[i]->device, wait_until(events[i], timeout_ns, deadline), CMRT_ERR_TIMEOUT,
                  "cmrt_event_wait_all: event %u of %u has not ended after %llu ns", i, n,
                  (unsigned long long)timeout_ns);
    for (uint32_t i = 0; i < n && first == CMRT_OK; i++)
        first = report(events[i]);
    return first;
}

static bool find_ended(uint32_t n, cmrt_event *const *events, uint32_t *index) {
    for (uint32_t i = 0; i < n; i++)
        if (wait_until(events[i], 0, 0)) {
            *index = i;
            return true;
        }
    return false;
}

static void unlink_waiter(cmrt_event *e, const cmrt_waiter *w) {
    pthread_mutex_lock(&e->lock);
    cmrt_waiter **at = &e->waiters;
    while (*at && *at != w)
        at = &(*at)->next;
    if (*at)
        *at = w->next;
    pthread_mutex_unlock(&e->lock);
}

static void hold_until(cmrt_hold *h, uint64_t deadline_ns) {
    pthread_mutex_lock(&h->lock);
    while (!h->told && cmrt_cond_wait(&h->changed, &h->lock, deadline_ns))
        ;
    pthread_mutex_unlock(&h->lock);
}

cmrt_status cmrt_event_wait_any(uint32_t n, cmrt_event *const *events, uint64_t timeout_ns, uint32_t *index) {
    const uint64_t deadline = cmrt_deadline(timeout_ns);
    CMRT_TRY(cmrt_events_check(NULL, "cmrt_event_wait_any", n, events));
    if (!n)
        return CMRT_ERR_ARGUMENT;
    cmrt_device *d = events[0]->device;
    CMRT_NEED(d, index, CMRT_ERR_ARGUMENT, "cmrt_event_wait_any: index is NULL");
    if (!find_ended(n, events, index) && timeout_ns) {
        cmrt_hold hold = {.lock = PTHREAD_MUTEX_INITIALIZER};
        cmrt_waiter *waiters = calloc(n, sizeof *waiters);
        CMRT_NEED(d, waiters, CMRT_ERR_MEMORY, "out of memory");
        cmrt_cond_init(&hold.changed);
        for (uint32_t i = 0; i < n; i++) {
            waiters[i].hold = &hold;
            cmrt_event_tell(events[i], &waiters[i]);
        }
        hold_until(&hold, deadline);
        for (uint32_t i = 0; i < n; i++)
            unlink_waiter(events[i], &waiters[i]);
        pthread_cond_destroy(&hold.changed);
        pthread_mutex_destroy(&hold.lock);
        free(waiters);
    }
    CMRT_NEED(d, find_ended(n, events, index), CMRT_ERR_TIMEOUT,
              "cmrt_event_wait_any: none of %u events has ended after %llu ns", n, (unsigned long long)timeout_ns);
    return report(events[*index]);
}

cmrt_status cmrt_event_get_state(cmrt_event *e, cmrt_event_state *state, cmrt_status *status) {
    if (!cmrt_live(e, CMRT_HANDLE_EVENT))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(e->device, state, CMRT_ERR_ARGUMENT, "cmrt_event_get_state: state is NULL");
    pthread_mutex_lock(&e->lock);
    *state = e->state;
    if (status)
        *status = e->status;
    pthread_mutex_unlock(&e->lock);
    return CMRT_OK;
}

cmrt_status cmrt_event_get_times(cmrt_event *e, cmrt_event_times *times) {
    if (!cmrt_live(e, CMRT_HANDLE_EVENT))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(e->device, times, CMRT_ERR_ARGUMENT, "cmrt_event_get_times: times is NULL");
    CMRT_NEED(e->device, e->is_profiled, CMRT_ERR_UNSUPPORTED,
              "cmrt_event_get_times: the event has no times; they need a queue with CMRT_QUEUE_PROFILING");
    CMRT_NEED(e->device, wait_until(e, 0, 0), CMRT_ERR_BUSY, "cmrt_event_get_times: the event has not ended");
    CMRT_TRY(report(e));
    pthread_mutex_lock(&e->lock);
    *times = e->times;
    pthread_mutex_unlock(&e->lock);
    return CMRT_OK;
}

cmrt_status cmrt_event_set_callback(cmrt_event *e, cmrt_event_function function, void *user) {
    if (!cmrt_live(e, CMRT_HANDLE_EVENT))
        return CMRT_ERR_ARGUMENT;
    CMRT_NEED(e->device, function, CMRT_ERR_ARGUMENT, "cmrt_event_set_callback: function is NULL");
    cmrt_callback *c = calloc(1, sizeof *c);
    CMRT_NEED(e->device, c, CMRT_ERR_MEMORY, "out of memory");
    const cmrt_status s = cmrt_notify_start(e->device);
    if (s != CMRT_OK) {
        free(c);
        return s;
    }
    *c = (cmrt_callback){.event = e, .function = function, .user = user};
    atomic_fetch_add(&e->refs, 1);
    pthread_mutex_lock(&e->lock);
    const bool ended = e->state == CMRT_EVENT_ENDED;
    if (!ended) {
        *e->last_callback = c;
        e->last_callback = &c->next;
    }
    pthread_mutex_unlock(&e->lock);
    if (ended)
        cmrt_notify(e->device, c);
    return CMRT_OK;
}
