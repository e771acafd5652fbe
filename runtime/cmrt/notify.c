// SPDX-License-Identifier: MIT
// Callbacks of events: a thread of the device calls them, so that one that waits holds up no queue.

#include "async_priv.h"

#include <stdlib.h>

// The event is live while the function runs, even if the program has released it: the call has a reference like the
// program's. The program may release its own meanwhile, so whoever is last gives up what they have in common.
static void call(cmrt_callback *c) {
    pthread_mutex_lock(&c->event->lock);
    const cmrt_status s = c->event->status;
    pthread_mutex_unlock(&c->event->lock);
    if (atomic_fetch_add(&c->event->users, 1) == 0)
        atomic_fetch_add(&c->event->refs, 1);
    c->function(c->event, s, c->user);
    cmrt_event_release(c->event);
    cmrt_event_unref(c->event);
    free(c);
}

static void *notifier(void *user) {
    cmrt_device *d = user;
    cmrt_notifier *n = &d->notifier;
    pthread_mutex_lock(&n->lock);
    for (;;) {
        while (!n->first && !n->stop)
            pthread_cond_wait(&n->changed, &n->lock);
        cmrt_callback *c = n->first;
        if (!c)
            break;
        n->first = c->next;
        if (!n->first)
            n->last = &n->first;
        n->is_busy = true;
        pthread_mutex_unlock(&n->lock);
        call(c);
        pthread_mutex_lock(&n->lock);
        n->is_busy = false;
        pthread_cond_broadcast(&n->changed);
    }
    pthread_mutex_unlock(&n->lock);
    return NULL;
}

cmrt_status cmrt_notify_start(cmrt_device *d) {
    cmrt_notifier *n = &d->notifier;
    pthread_mutex_lock(&n->lock);
    if (!n->is_started) {
        n->last = &n->first;
        n->is_started = pthread_create(&n->thread, NULL, notifier, d) == 0;
    }
    const bool ok = n->is_started;
    pthread_mutex_unlock(&n->lock);
    CMRT_NEED(d, ok, CMRT_ERR_MEMORY, "the system starts no thread for callbacks");
    return CMRT_OK;
}

void cmrt_notify(cmrt_device *d, cmrt_callback *list) {
    cmrt_notifier *n = &d->notifier;
    if (!list)
        return;
    pthread_mutex_lock(&n->lock);
    *n->last = list;
    while (*n->last)
        n->last = &(*n->last)->next;
    pthread_cond_broadcast(&n->changed);
    pthread_mutex_unlock(&n->lock);
}

cmrt_status cmrt_notify_drain(cmrt_device *d) {
    cmrt_notifier *n = &d->notifier;
    pthread_mutex_lock(&n->lock);
    const bool is_self = n->is_started && pthread_equal(n->thread, pthread_self());
    while (!is_self && (n->first || n->is_busy))
        pthread_cond_wait(&n->changed, &n->lock);
    pthread_mutex_unlock(&n->lock);
    CMRT_NEED(d, !is_self, CMRT_ERR_BUSY, "a callback closes the device that calls it");
    return CMRT_OK;
}

void cmrt_notify_stop(cmrt_device *d) {
    cmrt_notifier *n = &d->notifier;
    pthread_mutex_lock(&n->lock);
    n->stop = true;
    pthread_cond_broadcast(&n->changed);
    pthread_mutex_unlock(&n->lock);
    if (n->is_started)
        pthread_join(n->thread, NULL);
}
