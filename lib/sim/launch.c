// SPDX-License-Identifier: MIT
// sim_run: a launch over groups, host threads and hardware threads.
//
// Workers take groups from a shared counter, a few at a time; nothing else is shared and written. A
// worker runs the threads of its group in turns: a thread runs until it waits, ends, or has used
// its slice. order_seed 0: natural order; any other seed shuffles groups, threads and slice
// lengths, and fills registers with noise.

#include "watch.h"

#include <fenv.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { NATURAL_SLICE = 20000, MAX_GROUP_THREADS = 1024 };

static uint64_t next_random(uint64_t *state) { // splitmix64
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

// Checks -----------------------------------------------------------------------------------------

static cmc_status check(const sim_launch *l, sim_shared *sh, cmc_diag *d) {
    uint64_t items = (uint64_t)l->local[0] * l->local[1] * l->local[2];
    uint64_t groups = (uint64_t)l->groups[0] * l->groups[1] * l->groups[2];
    if (l->code == NULL || l->mem == NULL) {
        cmc_diag_error(d, "SIM0010", "launch without code or memory");
        return CMC_ERR_RANGE;
    }
    if (l->simd != 1 && l->simd != 8 && l->simd != 16 && l->simd != 32) {
        cmc_diag_error(d, "SIM0010", "SIMD size %u; expected 1, 8, 16 or 32", l->simd);
        return CMC_ERR_RANGE;
    }
    uint64_t threads = l->simd == 1 ? items : (items + l->simd - 1) / l->simd;
    if (items == 0 || threads > MAX_GROUP_THREADS || groups > UINT32_MAX) {
        cmc_diag_error(
            d, "SIM0010",
            "group of %u x %u x %u work-items in %llu groups; a group has 1 to %u threads",
            l->local[0], l->local[1], l->local[2], (unsigned long long)groups,
            (unsigned)MAX_GROUP_THREADS);
        return CMC_ERR_RANGE;
    }
    uint32_t entry = l->entry_off_b;
    if (entry % 8 != 0 || entry / 8 >= l->code->n_slots ||
        l->code->index_of[entry / 8] == SIM_NO_TARGET) {
        cmc_diag_error(d, "SIM0010", "entry at byte offset 0x%x, where no instruction starts",
                       entry);
        return CMC_ERR_RANGE;
    }
    uint32_t grfs = l->grf_count != 0 ? l->grf_count : sh->model->grf_count;
    if (grfs > sh->model->grf_count_large) {
        cmc_diag_error(d, "SIM0010", "%u registers; %s has at most %u", grfs, sh->model->name,
                       sh->model->grf_count_large);
        return CMC_ERR_RANGE;
    }
    sh->n_groups = (uint32_t)groups;
    sh->threads_per_group = (uint32_t)threads;
    return CMC_OK;
}

// Shuffled group order; NULL stays natural.
static bool make_order(sim_shared *sh) {
    if (sh->l->order_seed == 0 || sh->n_groups == 0)
        return true;
    uint64_t rng = sh->l->order_seed;
    sh->order = malloc(sh->n_groups * sizeof *sh->order);
    if (sh->order == NULL)
        return false;
    for (uint32_t i = 0; i < sh->n_groups; i++)
        sh->order[i] = i;
    for (uint32_t i = sh->n_groups; i > 1; i--) {
        uint32_t k = (uint32_t)(next_random(&rng) % i), swap = sh->order[k];
        sh->order[k] = sh->order[i - 1];
        sh->order[i - 1] = swap;
    }
    return true;
}

// Running one group
// ----------------------------------------------------------------------------------

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

static void group_place(sim_group *g, const sim_launch *l, uint32_t linear) {
    g->linear = linear;
    g->id[0] = linear % l->groups[0];
    g->id[1] = linear / l->groups[0] % l->groups[1];
    g->id[2] = linear / l->groups[0] / l->groups[1];
}

static void start_group(sim_worker *w, uint32_t linear) {
    sim_group *g = &w->group;
    group_place(g, w->shared->l, linear);
    memset(g->barriers, 0, sizeof g->barriers);
    if (g->slm_b != 0)
        memset(g->slm, 0, g->slm_b);
    for (uint32_t i = 0; i < g->n_threads; i++)
        sim_thread_start(&g->threads[i]);
    if (w->shared->watches != NULL)
        sim_watch_group_begin(w->shared->watches, g);
}

static void deadlock(sim_worker *w) {
    sim_group *g = &w->group;
    uint32_t done = 0, waiting = 0;
    sim_thread *first = NULL;
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
                  "ended (first waits for "
                  "barrier %u)",
                  waiting, done, first->wait_barrier);
}

static void run_thread(sim_worker *w, sim_thread *t) {
    sim_shared *sh = w->shared;
    uint64_t slice = sh->l->order_seed == 0 ? NATURAL_SLICE : 1 + next_random(&w->rng) % 64;
    sim_mode_apply(t);
    t->instructions += sh->watches != NULL ? run_watched_slice(t, slice) : run_slice(t, slice);
    if (t->instructions > sh->max_instructions && t->state != SIM_DONE)
        sim_fault(t, &t->code->insts[t->pc], "runaway: the thread has executed %llu instructions",
                  (unsigned long long)t->instructions);
}

static uint64_t now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

// The clock is looked at now and then only: slices can be short.
static void watchdog(sim_worker *w, sim_thread *t) {
    uint64_t limit = w->shared->l->max_group_ns;
    if (limit == 0 || ++w->turns % 64 != 0 || now_ns() - w->group_start_ns <= limit)
        return;
    sim_fault(t, &t->code->insts[t->pc],
              "watchdog: the group has run for more than %llu ms, this thread has executed %llu "
              "instructions",
              (unsigned long long)(limit / 1000000), (unsigned long long)t->instructions);
}

// False: a fault, or the launch is being stopped.
static bool run_group(sim_worker *w, uint32_t linear) {
    sim_group *g = &w->group;
    start_group(w, linear);
    w->group_start_ns = w->shared->l->max_group_ns != 0 ? now_ns() : 0;
    uint32_t first = 0;
    for (;;) {
        bool any_running = false, all_done = true;
        if (w->shared->l->order_seed != 0)
            first = (uint32_t)(next_random(&w->rng) % g->n_threads);
        for (uint32_t k = 0; k < g->n_threads; k++) {
            sim_thread *t = &g->threads[(first + k) % g->n_threads];
            if (t->state == SIM_RUNNING) {
                any_running = true;
                run_thread(w, t);
                if (t->state != SIM_DONE)
                    watchdog(w, t);
            }
            if (t->state == SIM_FAULT)
                return false;
            all_done &= t->state == SIM_DONE;
        }
        if (all_done)
            break;
        if (!any_running) {
            deadlock(w);
            return false;
        }
        if (atomic_load_explicit(&w->shared->stop, memory_order_relaxed))
            return false;
    }
    for (uint32_t i = 0; i < g->n_threads; i++) {
        w->stats.instructions += g->threads[i].instructions;
        w->stats.sends += g->threads[i].sends;
    }
    w->stats.threads += g->n_threads;
    if (w->shared->watches != NULL)
        sim_watch_group_end(w->shared->watches, g);
    return true;
}

// Workers
// --------------------------------------------------------------------------------------------

static void *worker_main(void *arg) {
    sim_worker *w = arg;
    sim_shared *sh = w->shared;
    fenv_t env;
    fegetenv(&env);
    for (;;) {
        uint32_t i = atomic_fetch_add_explicit(&sh->next_group, 1, memory_order_relaxed);
        if (i >= sh->n_groups || atomic_load_explicit(&sh->stop, memory_order_relaxed))
            break;
        if (!run_group(w, sh->order != NULL ? sh->order[i] : i)) {
            atomic_store(&sh->stop, 1);
            break;
        }
        if (sh->l->progress != NULL)
            sh->l->progress(sh->l->user, atomic_fetch_add(&sh->groups_done, 1) + 1, sh->n_groups);
    }
    fesetenv(&env);
    return NULL;
}

static bool worker_create(sim_worker *w, sim_shared *sh, uint32_t index) {
    const sim_launch *l = sh->l;
    w->shared = sh;
    w->index = index;
    w->rng = l->order_seed * 0x9e3779b97f4a7c15u + index;
    sim_group *g = &w->group;
    g->n_threads = sh->threads_per_group;
    g->threads = aligned_alloc(64, g->n_threads * sizeof(sim_thread));
    if (g->threads == NULL)
        return false;
    memset(g->threads, 0, g->n_threads * sizeof(sim_thread));
    g->slm_b = l->slm_b;
    g->slm = g->slm_b != 0 ? aligned_alloc(64, (g->slm_b + 63) / 64 * 64) : NULL;
    size_t scratch = 2 * (size_t)sh->scratch_b; // two slots
    w->scratch = scratch != 0 ? calloc(g->n_threads, scratch) : NULL;
    if ((g->slm_b != 0 && g->slm == NULL) || (scratch != 0 && w->scratch == NULL))
        return false;
    for (uint32_t i = 0; i < g->n_threads; i++)
        sim_thread_bind(&g->threads[i], w, i);
    return true;
}

static void worker_destroy(sim_worker *w) {
    free(w->group.threads);
    free(w->group.slm);
    free(w->scratch);
    free(w->fault);
}

static unsigned worker_count(const sim_shared *sh) {
    long n = sh->l->n_workers != 0 ? (long)sh->l->n_workers : sysconf(_SC_NPROCESSORS_ONLN);
    if (n < 1 || sh->watches != NULL)
        n = 1;
    if ((unsigned long)n > sh->n_groups)
        n = sh->n_groups != 0 ? (long)sh->n_groups : 1;
    return (unsigned)(n > 64 ? 64 : n);
}

// Runs worker 0 here and the others on threads of their own; a thread that does not start leaves
// its share to the rest.
static void run_workers(sim_worker *w, unsigned n) {
    pthread_t ids[64];
    bool started[64] = {false};
    for (unsigned i = 1; i < n; i++)
        started[i] = pthread_create(&ids[i], NULL, worker_main, &w[i]) == 0;
    worker_main(&w[0]);
    for (unsigned i = 1; i < n; i++)
        if (started[i])
            pthread_join(ids[i], NULL);
}

static cmc_status collect(const sim_worker *w, unsigned n, sim_stats *stats, cmc_diag *d) {
    cmc_status s = CMC_OK;
    sim_stats sum = {0};
    for (unsigned i = 0; i < n; i++) {
        sum.instructions += w[i].stats.instructions;
        sum.sends += w[i].stats.sends;
        sum.threads += w[i].stats.threads;
        if (w[i].fault != NULL && s == CMC_OK) {
            s = w[i].status;
            cmc_diag_error(d, "SIM0020", "%s", w[i].fault);
        }
    }
    *stats = sum;
    return s;
}

static cmc_status run(sim_shared *sh, sim_stats *stats, cmc_diag *d) {
    unsigned n = worker_count(sh);
    sim_worker *w = aligned_alloc(64, n * sizeof *w);
    if (w != NULL)
        memset(w, 0, n * sizeof *w);
    if (w == NULL || !make_order(sh) || !sim_payload_make(sh)) {
        free(w);
        return CMC_ERR_OOM;
    }
    cmc_status s = CMC_OK;
    for (unsigned i = 0; i < n; i++)
        if (!worker_create(&w[i], sh, i))
            s = CMC_ERR_OOM;
    if (s == CMC_OK) {
        run_workers(w, n);
        s = collect(w, n, stats, d);
    }
    for (unsigned i = 0; i < n; i++)
        worker_destroy(&w[i]);
    free(w);
    return s;
}

cmc_status sim_run(const sim_launch *l, sim_stats *stats, cmc_diag *d) {
    sim_shared sh = {.l = l, .model = l->code != NULL ? l->code->model : NULL};
    if (stats != NULL)
        *stats = (sim_stats){0};
    CMC_TRY(check(l, &sh, d));
    sh.max_instructions = l->max_instructions != 0 ? l->max_instructions : (uint64_t)1 << 40;
    // Power of two of at least 1 KB, as drivers round it.
    for (sh.scratch_b = l->scratch_b != 0 ? 1024 : 0; sh.scratch_b < l->scratch_b;)
        sh.scratch_b *= 2;
    if (sh.n_groups == 0)
        return CMC_OK;
    CMC_TRY(sim_watches_create(&sh, d));
    sim_stats own = {0};
    sh.map = sim_memory_map_ref(l->mem);
    cmc_status s = run(&sh, &own, d);
    sim_memory_map_unref(l->mem, sh.map);
    s = sim_watches_finish(&sh, s, &own, d);
    if (stats != NULL)
        *stats = own;
    free(sh.order);
    free(sh.payload);
    return s;
}
