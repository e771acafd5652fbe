// SPDX-License-Identifier: MIT
// Checks of barriers: every thread of the group arrives undiverged and waits for what it has signalled.
//
// Reported: a signal in divergent control flow, a barrier that part of the group never signals, threads at different
// barriers, a wait without a signal, a thread that ends without waiting for its barrier, and a group barrier with a
// thread count other than the group's. A group that cannot continue also gets a fault beside the finding.

#include "send_priv.h"

#include <stdlib.h>

typedef struct barrier_check {
    sim_watch watch;
} barrier_check;

// Predicate over threads of the group, for lists such as "0-3, 6".
typedef bool (*thread_test)(const sim_thread *t, unsigned id);

static void put_threads(const sim_group *g, thread_test fn, unsigned id, cmc_str *s) {
    bool first = true;
    for (uint32_t i = 0; i < g->n_threads; i++) {
        if (!fn(&g->threads[i], id))
            continue;
        uint32_t last = i;
        while (last + 1 < g->n_threads && fn(&g->threads[last + 1], id))
            last++;
        cmc_str_printf(s, "%s%u", first ? "" : ", ", i);
        if (last > i)
            cmc_str_printf(s, "-%u", last);
        first = false;
        i = last;
    }
}

static bool has_ended(const sim_thread *t, unsigned id) {
    (void)id;
    return t->state == SIM_DONE;
}

static bool waits_for(const sim_thread *t, unsigned id) {
    return t->state == SIM_WAITING && t->wait_barrier == id;
}

static bool is_consumer(const sim_thread *t, unsigned id) {
    return t->group->barriers[id].waiting[t->index / 8] >> t->index % 8 & 1u;
}

static void arrive(sim_watch *w, sim_thread *t, const sim_inst *in, const sim_arrival *a) {
    uint32_t n = t->group->n_threads;
    if (t->active != t->dispatch)
        sim_report(w, SIM_CHECK_BARRIER, t, in, -1, NULL,
                   "barrier %u is in divergent control flow: only channels 0x%x of 0x%x are enabled", a->id, t->active,
                   t->dispatch);
    else if (a->id == 0 && (a->producers != n || a->consumers != n))
        sim_report(w, SIM_CHECK_BARRIER, t, in, -1, NULL,
                   "barrier of the group counts %u producers and %u consumers, but the group has %u threads",
                   a->producers, a->consumers, n);
}

// A wait that cannot end: the thread has not signalled and has no pending notification.
static void check_wait(sim_watch *w, sim_thread *t, const sim_inst *in) {
    unsigned id = sim_wait_id(t, in);
    if (id < SIM_MAX_BARRIERS && t->notify[id] == 0 && !is_consumer(t, id))
        sim_report(w, SIM_CHECK_BARRIER, t, in, -1, NULL, "thread waits for barrier %u, which it has not signalled",
                   id);
}

static void check_end(sim_watch *w, sim_thread *t, const sim_inst *in) {
    for (unsigned id = 0; id < SIM_MAX_BARRIERS; id++)
        if (t->notify[id] != 0 || is_consumer(t, id))
            sim_report(w, SIM_CHECK_BARRIER, t, in, -1, NULL,
                       "thread ends without waiting for barrier %u, which it has signalled", id);
}

static void before(sim_watch *w, sim_thread *t, const sim_inst *in) {
    if (in->exec == sim_exec_sync || in->exec == sim_exec_wait)
        check_wait(w, t, in);
}

static void after(sim_watch *w, sim_thread *t, const sim_inst *in) {
    if (t->state == SIM_DONE)
        check_end(w, t, in);
}

// Appends ", threads 4-7 wait for barrier 2"; nothing when there are no such threads.
static void put_others(const sim_group *g, thread_test fn, unsigned id, const char *lead, cmc_str *s) {
    cmc_str who = CMC_STR_INIT;
    put_threads(g, fn, id, &who);
    if (who.len != 0)
        cmc_str_printf(s, "%s%s", lead, cmc_str_text(&who));
    if (who.len != 0 && fn == waits_for)
        cmc_str_printf(s, " wait for barrier %u", id);
    cmc_str_free(&who);
}

// One finding for each barrier with a waiting thread.
static void stuck(sim_watch *w, sim_group *g) {
    for (uint32_t i = 0; i < g->n_threads; i++) {
        sim_thread *t = &g->threads[i];
        if (t->state != SIM_WAITING || t->wait_barrier >= SIM_MAX_BARRIERS)
            continue;
        cmc_str s = CMC_STR_INIT;
        put_others(g, waits_for, t->wait_barrier, "threads ", &s);
        for (unsigned id = 0; id < SIM_MAX_BARRIERS; id++)
            if (id != t->wait_barrier)
                put_others(g, waits_for, id, ", threads ", &s);
        put_others(g, has_ended, 0, ", already ended: threads ", &s);
        sim_report(w, SIM_CHECK_BARRIER, t, &t->code->insts[t->pc], -1, NULL,
                   "part of the group does not reach the barrier: %s", cmc_str_text(&s));
        cmc_str_free(&s);
    }
}

static void destroy(sim_watch *w) {
    free(w);
}

sim_watch *sim_check_barrier_create(const sim_shared *sh) {
    (void)sh;
    barrier_check *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->watch = (sim_watch){.before = before, .after = after, .arrive = arrive, .stuck = stuck, .destroy = destroy};
    return &c->watch;
}
