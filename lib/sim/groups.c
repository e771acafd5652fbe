// SPDX-License-Identifier: MIT
// The work of one host thread in a launch: it takes groups and runs their hardware threads in turns.
//
// A hardware thread runs until it waits, ends, or has used its slice. The worker starts a group after the previous one
// has ended, and a group runs alone as long as it makes progress. A group that runs for very long may wait for a group
// that has not started, so the worker then admits more groups, up to the device's capacity. Launches with an order
// seed or with checks start with many concurrent groups, as on the device: groups then hand over data in both
// directions.

#include "watch.h"

#include <assert.h>
#include <fenv.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

enum {
    NATURAL_SLICE = 20000, // instructions in a thread's turn
    SHORT_SLICE = 64,      // longest turn with an order seed
    CHECKED_SLICE = 500,
    PATIENCE = 1 << 23,  // instructions without the end of a group before more are admitted
    EARLY_THREADS = 168, // hardware threads that start together: the smallest device's
};

uint64_t sim_next_random(uint64_t *state) { // splitmix64
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// Places for groups

void sim_groups_plan(sim_shared *sh, unsigned n_workers) {
    assert(n_workers > 0);
    const isa_device *d = isa_device_get(sh->model->target);
    uint32_t device = (uint32_t)d->cores * d->eus * d->threads, per_group = sh->threads_per_group;
    uint32_t most = device / n_workers / per_group, early = EARLY_THREADS / n_workers / per_group;
    bool beside = sh->l->checks != 0 || sh->l->order_seed != 0;
    most = most < sh->n_groups ? most : sh->n_groups;
    early = beside && early < most ? early : beside ? most : 1;
    sh->max_resident = most != 0 ? most : 1;
    sh->early_resident = early != 0 ? early : 1;
    sh->n_slots = n_workers * sh->max_resident * per_group;
}

static void group_free(sim_group *g) {
    if (g == NULL)
        return;
    free(g->threads);
    free(g->slm);
    free(g->scratch);
    free(g);
}

static sim_group *group_create(sim_worker *w, uint32_t place) {
    const sim_shared *sh = w->shared;
    sim_group *g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->place = place;
    g->n_threads = sh->threads_per_group;
    g->threads = aligned_alloc(64, g->n_threads * sizeof(sim_thread));
    g->slm_b = sh->l->slm_b;
    g->slm = g->slm_b != 0 ? aligned_alloc(64, (g->slm_b + 63) / 64 * 64) : NULL;
    size_t scratch = 2 * (size_t)sh->scratch_b; // two slots
    g->scratch = scratch != 0 ? calloc(g->n_threads, scratch) : NULL;
    if (g->threads == NULL || (g->slm_b != 0 && g->slm == NULL) || (scratch != 0 && g->scratch == NULL)) {
        group_free(g);
        return NULL;
    }
    memset(g->threads, 0, g->n_threads * sizeof(sim_thread));
    for (uint32_t i = 0; i < g->n_threads; i++)
        sim_thread_bind(&g->threads[i], w, g, i);
    return g;
}

bool sim_groups_create(sim_worker *w) {
    w->groups = calloc(w->shared->max_resident, sizeof(sim_group *));
    w->limit = w->shared->early_resident;
    if (w->groups != NULL)
        w->groups[0] = group_create(w, 0);
    return w->groups != NULL && w->groups[0] != NULL;
}

void sim_groups_destroy(sim_worker *w) {
    for (uint32_t i = 0; w->groups != NULL && i < w->shared->max_resident; i++)
        group_free(w->groups[i]);
    free(w->groups);
}

// Start and end of a group

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static void start_group(sim_worker *w, sim_group *g, uint32_t linear) {
    const sim_launch *l = w->shared->l;
    g->linear = linear;
    g->id[0] = linear % l->groups[0];
    g->id[1] = linear / l->groups[0] % l->groups[1];
    g->id[2] = linear / l->groups[0] / l->groups[1];
    g->busy = true;
    g->start_ns = l->max_group_ns != 0 ? now_ns() : 0;
    memset(g->barriers, 0, sizeof g->barriers);
    if (g->slm_b != 0)
        memset(g->slm, 0, g->slm_b);
    for (uint32_t i = 0; i < g->n_threads; i++)
        sim_thread_start(&g->threads[i]);
    w->n_busy++;
    if (w->shared->watches != NULL)
        sim_watch_group_begin(w->shared->watches, g);
}

static void end_group(sim_worker *w, sim_group *g) {
    sim_shared *sh = w->shared;
    for (uint32_t i = 0; i < g->n_threads; i++) {
        w->stats.instructions += g->threads[i].instructions;
        w->stats.sends += g->threads[i].sends;
    }
    w->stats.threads += g->n_threads;
    if (sh->watches != NULL)
        sim_watch_group_end(sh->watches, g);
    g->busy = false;
    w->n_busy--;
    w->since_end = 0;
    if (sh->l->progress != NULL)
        sh->l->progress(sh->l->user, atomic_fetch_add(&sh->groups_done, 1) + 1, sh->n_groups);
}

// Admits a group to a free place. False: no group is left, or out of memory.
static bool admit(sim_worker *w) {
    sim_shared *sh = w->shared;
    uint32_t place = 0;
    while (w->groups[place] != NULL && w->groups[place]->busy)
        place++;
    if (w->groups[place] == NULL && (w->groups[place] = group_create(w, place)) == NULL)
        return false;
    if (atomic_load_explicit(&sh->next_group, memory_order_relaxed) >= sh->n_groups)
        return false;
    uint32_t i = atomic_fetch_add_explicit(&sh->next_group, 1, memory_order_relaxed);
    if (i >= sh->n_groups)
        return false;
    start_group(w, w->groups[place], sh->order != NULL ? sh->order[i] : i);
    return true;
}

// Faults

static void deadlock(sim_worker *w, sim_group *g) {
    uint32_t done = 0, waiting = 0;
    sim_thread *first = NULL;
    if (w->shared->watches != NULL)
        sim_watch_stuck(w->shared->watches, g);
    for (uint32_t i = 0; i < g->n_threads; i++) {
        done += g->threads[i].state == SIM_DONE;
        if (g->threads[i].state == SIM_WAITING) {
            waiting++;
            first = first != NULL ? first : &g->threads[i];
        }
    }
    if (first != NULL)
        sim_fault(first, &first->code->insts[first->pc],
                  "deadlock: %u threads wait at barriers that never complete, %u threads have "
                  "ended (first waits for barrier %u)",
                  waiting, done, first->wait_barrier);
}

// The clock is read only now and then: slices can be short.
static void watchdog(sim_worker *w, sim_thread *t) {
    const sim_launch *l = w->shared->l;
    if (l->cancel != NULL && __atomic_load_n(l->cancel, __ATOMIC_RELAXED) != 0) {
        sim_fault(t, &t->code->insts[t->pc], "cancelled: the launch was told to stop");
        return;
    }
    if (l->max_group_ns == 0 || ++w->turns % 64 != 0 || now_ns() - t->group->start_ns <= l->max_group_ns)
        return;
    sim_fault(t, &t->code->insts[t->pc],
              "watchdog: the group has run for more than %llu ms, this thread has executed %llu "
              "instructions",
              (unsigned long long)(l->max_group_ns / 1000000), (unsigned long long)t->instructions);
}

// Turns

static uint64_t run_slice(sim_thread *t, uint64_t budget) {
    const sim_inst *insts = t->code->insts;
    uint64_t left = budget;
    do {
        const sim_inst *in = &insts[t->pc];
        in->exec(t, in);
    } while (t->state == SIM_RUNNING && --left != 0);
    return budget - left + (left != 0);
}

static uint64_t run_watched_slice(sim_thread *t, uint64_t budget) {
    sim_watches *ws = t->worker->shared->watches;
    uint64_t done = 0;
    do {
        const sim_inst *in = &t->code->insts[t->pc];
        sim_watch_before(ws, t, in);
        in->exec(t, in);
        sim_watch_after(ws, t, in);
        done++;
    } while (t->state == SIM_RUNNING && done < budget);
    return done;
}

static void run_thread(sim_worker *w, sim_thread *t) {
    sim_shared *sh = w->shared;
    uint64_t slice = sh->l->checks != 0 ? CHECKED_SLICE : NATURAL_SLICE;
    if (sh->l->order_seed != 0)
        slice = 1 + sim_next_random(&w->rng) % SHORT_SLICE;
    sim_mode_apply(t);
    uint64_t done = sh->watches != NULL ? run_watched_slice(t, slice) : run_slice(t, slice);
    t->instructions += done;
    w->since_end += done;
    if (t->state == SIM_DONE)
        return;
    if (t->instructions > sh->max_instructions)
        sim_fault(t, &t->code->insts[t->pc], "runaway: the thread has executed %llu instructions",
                  (unsigned long long)t->instructions);
    watchdog(w, t);
}

// One turn of each thread of a group. False: a fault.
static bool run_turn(sim_worker *w, sim_group *g) {
    bool any_running = false, all_done = true;
    uint32_t first = 0;
    if (w->shared->l->order_seed != 0)
        first = (uint32_t)(sim_next_random(&w->rng) % g->n_threads);
    for (uint32_t k = 0; k < g->n_threads; k++) {
        sim_thread *t = &g->threads[(first + k) % g->n_threads];
        if (t->state == SIM_RUNNING) {
            any_running = true;
            run_thread(w, t);
        }
        if (t->state == SIM_FAULT)
            return false;
        all_done &= t->state == SIM_DONE;
    }
    if (all_done)
        end_group(w, g);
    else if (!any_running)
        deadlock(w, g);
    return all_done || any_running;
}

// One turn of each group. False: a fault, or the launch is stopping.
static bool run_round(sim_worker *w) {
    uint32_t n = w->limit, first = 0;
    if (w->shared->l->order_seed != 0)
        first = (uint32_t)(sim_next_random(&w->rng) % n);
    for (uint32_t k = 0; k < n; k++) {
        sim_group *g = w->groups[(first + k) % n];
        if (g != NULL && g->busy && !run_turn(w, g))
            return false;
        if (atomic_load_explicit(&w->shared->stop, memory_order_relaxed))
            return false;
    }
    return true;
}

static void be_patient(sim_worker *w) {
    uint32_t most = w->shared->max_resident;
    if (w->since_end < PATIENCE || w->limit >= most)
        return;
    w->limit = w->limit * 4 < most ? w->limit * 4 : most;
    w->since_end = 0;
}

void sim_groups_run(sim_worker *w) {
    assert(w->shared);
    fenv_t env;
    fegetenv(&env);
    for (;;) {
        while (w->n_busy < w->limit && admit(w))
            ;
        if (w->n_busy == 0)
            break;
        if (!run_round(w)) {
            atomic_store(&w->shared->stop, 1);
            break;
        }
        be_patient(w);
    }
    fesetenv(&env);
}
