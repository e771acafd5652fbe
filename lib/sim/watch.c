// SPDX-License-Identifier: MIT
// The watches of a launch: their list and the calls to them. Their findings are in check/report.c.

#include "watch.h"

#include <assert.h>
#include <stdlib.h>

// The checks of each watch. A launch gets a watch when it selects one of its bits.
static const struct {
    uint32_t checks;
    sim_watch_create_fn create;
} kinds[] = {
    {SIM_CHECK_UNDEFINED, sim_check_undef_create}, {SIM_CHECK_BOUNDS | SIM_CHECK_ALIGN, sim_check_memory_create},
    {SIM_CHECK_RACE, sim_check_race_create},       {SIM_CHECK_BARRIER, sim_check_barrier_create},
    {SIM_CHECK_HAZARD, sim_check_hazard_create},
};

static void free_all(sim_watches *ws) {
    for (unsigned i = 0; i < ws->n; i++)
        if (ws->list[i]->destroy != NULL)
            ws->list[i]->destroy(ws->list[i]);
    free(ws->seen);
    free(ws);
}

static bool add(sim_watches *ws, sim_watch *w) {
    assert(ws->n < SIM_MAX_WATCHES);
    if (w == NULL)
        return false;
    w->set = ws;
    ws->list[ws->n++] = w;
    return true;
}

bool sim_watches_wanted(const sim_launch *l) {
    assert(l);
    return l->checks != 0 || l->timing != NULL || l->trace != NULL;
}

cmc_status sim_watches_create(sim_shared *sh, cmc_diag *d) {
    const sim_launch *l = sh->l;
    sh->watches = NULL;
    if (!sh->watches_wanted)
        return CMC_OK;
    sim_watches *ws = calloc(1, sizeof *ws);
    if (ws == NULL)
        return CMC_ERR_OOM;
    *ws = (sim_watches){.shared = sh, .d = d, .seen = calloc(l->code->n_insts + 1, 1)};
    bool ok = ws->seen != NULL;
    for (unsigned i = 0; ok && i < sizeof kinds / sizeof kinds[0]; i++)
        if (l->checks & kinds[i].checks)
            ok = add(ws, kinds[i].create(sh));
    if (ok && l->timing != NULL)
        ok = add(ws, sim_timing_create(sh));
    if (ok && l->trace != NULL)
        ok = add(ws, sim_trace_create(sh));
    if (!ok) {
        free_all(ws);
        return CMC_ERR_OOM;
    }
    sh->watches = ws;
    return CMC_OK;
}

cmc_status sim_watches_finish(sim_shared *sh, cmc_status s, sim_stats *stats) {
    sim_watches *ws = sh->watches;
    if (ws == NULL)
        return s;
    stats->findings = ws->findings;
    if (s == CMC_OK && ws->findings != 0 && sh->l->report == NULL)
        s = CMC_ERR_USER;
    free_all(ws);
    sh->watches = NULL;
    return s;
}

// Calls

#define EACH(ws, fn, ...)                                                                                              \
    for (unsigned i = 0; i < (ws)->n; i++)                                                                             \
        if ((ws)->list[i]->fn != NULL)                                                                                 \
    (ws)->list[i]->fn((ws)->list[i], __VA_ARGS__)

void sim_watch_group_begin(sim_watches *ws, sim_group *g) {
    EACH(ws, group_begin, g);
}

void sim_watch_group_end(sim_watches *ws, sim_group *g) {
    EACH(ws, group_end, g);
}

void sim_watch_before(sim_watches *ws, sim_thread *t, const sim_inst *in) {
    EACH(ws, before, t, in);
}

void sim_watch_after(sim_watches *ws, sim_thread *t, const sim_inst *in) {
    EACH(ws, after, t, in);
}

void sim_watch_access(sim_watches *ws, sim_thread *t, const sim_inst *in, const sim_access *a) {
    assert(a && a->have_b <= a->size_b);
    EACH(ws, access, t, in, a);
}

void sim_watch_barrier(sim_watches *ws, sim_group *g, unsigned id, const uint8_t *waiters) {
    EACH(ws, barrier, g, id, waiters);
}

void sim_watch_arrive(sim_watches *ws, sim_thread *t, const sim_inst *in, const sim_arrival *a) {
    EACH(ws, arrive, t, in, a);
}

void sim_watch_stuck(sim_watches *ws, sim_group *g) {
    EACH(ws, stuck, g);
}
