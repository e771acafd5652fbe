// SPDX-License-Identifier: MIT
// Gateway: barriers (messages.md section 5).
//
// A barrier message only signals. When the last producer and consumer of a barrier have signalled,
// every consumer gets one notification, which `sync.bar` or `wait n0.0` consumes.

#include "send_priv.h"
#include "watch.h"

static sim_arrival read_payload(const sim_msg *x) {
    const sim_group *g = x->t->group;
    sim_arrival a = {.producers = g->n_threads, .consumers = g->n_threads, .produces = true, .consumes = true};
    if (!x->t->code->model->pull_payload)
        return a; // r0.2 masked: the whole group
    uint32_t v = sim_u32_get(sim_payload(x, 0) + 8);
    unsigned role = v >> 14 & 3u;
    a.id = v & 31u;
    a.producers = v >> 16 & 255u;
    a.consumers = v >> 24;
    a.produces = role != 2;
    a.consumes = role != 1;
    return a;
}

static void release(sim_group *g, sim_barrier *b, unsigned id) {
    sim_watches *ws = g->threads[0].worker->shared->watches;
    if (ws != NULL)
        sim_watch_barrier(ws, g, id, b->waiting);
    for (uint32_t i = 0; i < g->n_threads; i++) {
        if (!(b->waiting[i / 8] >> i % 8 & 1u))
            continue;
        sim_thread *t = &g->threads[i];
        t->notify[id]++;
        if (t->state == SIM_WAITING && t->wait_barrier == id)
            t->state = SIM_RUNNING;
    }
    memset(b, 0, sizeof *b);
}

void sim_msg_barrier(sim_msg *x) {
    sim_group *g = x->t->group;
    sim_arrival a = read_payload(x);
    const sim_launch *l = x->t->worker->shared->l;
    if (a.id >= (l->barrier_count > 1 ? l->barrier_count : 1)) {
        sim_fault(x->t, x->in, "barrier %u is used, but the kernel declares %u", a.id, l->barrier_count);
        return;
    }
    sim_barrier *b = &g->barriers[a.id];
    uint32_t i = x->t->index;
    if (a.consumes && (b->waiting[i / 8] >> i % 8 & 1u)) {
        sim_fault(x->t, x->in, "thread signals barrier %u twice before the others have arrived", a.id);
        return;
    }
    sim_watches *ws = x->t->worker->shared->watches;
    if (ws != NULL)
        sim_watch_arrive(ws, x->t, x->in, &a);
    b->producers += a.produces;
    b->consumers += a.consumes;
    if (a.consumes)
        b->waiting[i / 8] |= (uint8_t)(1u << i % 8);
    if (b->producers >= a.producers && b->consumers >= a.consumers)
        release(g, b, a.id);
}
