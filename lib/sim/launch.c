// SPDX-License-Identifier: MIT
// sim_run: a launch over groups, host threads and hardware threads.
//
// Workers take groups from a shared counter (groups.c) and write no other shared data. order_seed 0: natural order.
// Any other seed shuffles groups, threads and slice lengths, and fills registers with noise.

#include "watch.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { MAX_GROUP_THREADS = 1024 };

// Checks

static cmc_status check(const sim_launch *l, sim_shared *sh, cmc_diag *d) {
    uint64_t items = (uint64_t)l->local[0] * l->local[1] * l->local[2];
    uint64_t groups = (uint64_t)l->groups[0] * l->groups[1] * l->groups[2];
    if (l->code == NULL || l->mem == NULL) {
        cmc_diag_error(d, "SIM0010", "launch has no code or memory");
        return CMC_ERR_RANGE;
    }
    if (l->simd != 1 && l->simd != 8 && l->simd != 16 && l->simd != 32) {
        cmc_diag_error(d, "SIM0010", "SIMD size is %u, expected 1, 8, 16 or 32", l->simd);
        return CMC_ERR_RANGE;
    }
    uint64_t threads = l->simd == 1 ? items : (items + l->simd - 1) / l->simd;
    if (items == 0 || threads > MAX_GROUP_THREADS || groups > UINT32_MAX) {
        cmc_diag_error(d, "SIM0010", "group of %u x %u x %u work-items in %llu groups; a group has 1 to %u threads",
                       l->local[0], l->local[1], l->local[2], (unsigned long long)groups, (unsigned)MAX_GROUP_THREADS);
        return CMC_ERR_RANGE;
    }
    uint32_t entry = l->entry_off_b;
    if (entry % 8 != 0 || entry / 8 >= l->code->n_slots || l->code->index_of[entry / 8] == SIM_NO_TARGET) {
        cmc_diag_error(d, "SIM0010", "entry point is at byte offset 0x%x, where no instruction starts", entry);
        return CMC_ERR_RANGE;
    }
    uint32_t grfs = l->grf_count != 0 ? l->grf_count : sh->model->grf_count;
    if (grfs > sh->model->grf_count_large) {
        cmc_diag_error(d, "SIM0010", "kernel needs %u registers, but %s has at most %u", grfs, sh->model->name,
                       sh->model->grf_count_large);
        return CMC_ERR_RANGE;
    }
    sh->n_groups = (uint32_t)groups;
    sh->threads_per_group = (uint32_t)threads;
    return CMC_OK;
}

// Shuffled group order; NULL keeps the natural order.
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
        uint32_t k = (uint32_t)(sim_next_random(&rng) % i), swap = sh->order[k];
        sh->order[k] = sh->order[i - 1];
        sh->order[i - 1] = swap;
    }
    return true;
}

// Workers

static void *worker_main(void *arg) {
    sim_groups_run(arg);
    return NULL;
}

static bool worker_create(sim_worker *w, sim_shared *sh, uint32_t index) {
    w->shared = sh;
    w->index = index;
    w->rng = sh->l->order_seed * 0x9e3779b97f4a7c15u + index;
    return sim_groups_create(w);
}

static void worker_destroy(sim_worker *w) {
    sim_groups_destroy(w);
    free(w->fault);
}

static unsigned worker_count(const sim_shared *sh) {
    long n = sh->l->n_workers != 0 ? (long)sh->l->n_workers : sysconf(_SC_NPROCESSORS_ONLN);
    if (n < 1 || sh->watches_wanted)
        n = 1;
    if ((unsigned long)n > sh->n_groups)
        n = sh->n_groups != 0 ? (long)sh->n_groups : 1;
    return (unsigned)(n > 64 ? 64 : n);
}

// Runs worker 0 on this thread and the others on their own threads. If a thread does not start, the other workers take
// its share.
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
    unsigned n = sh->n_workers;
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
    assert(l && l->code);
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
    sh.watches_wanted = sim_watches_wanted(l);
    sh.n_workers = worker_count(&sh);
    sim_groups_plan(&sh, sh.n_workers);
    CMC_TRY(sim_watches_create(&sh, d));
    sim_stats own = {0};
    sh.map = sim_memory_map_ref(l->mem);
    cmc_status s = run(&sh, &own, d);
    sim_memory_map_unref(l->mem, sh.map);
    s = sim_watches_finish(&sh, s, &own);
    if (stats != NULL)
        *stats = own;
    free(sh.order);
    free(sh.payload);
    return s;
}
