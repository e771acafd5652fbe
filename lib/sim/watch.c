// SPDX-License-Identifier: MIT
// The watches of a launch: their list, the calls to them, and their findings.
//
// In: the checks that sim_launch selects. Out: findings, one for each pair of check and instruction, reported as they
// are made.

#include "watch.h"

#include <stdarg.h>
#include <stdlib.h>

enum { MAX_WATCHES = 8 };

struct sim_watches {
    const sim_shared *shared;
    sim_watch *list[MAX_WATCHES];
    unsigned n;
    uint8_t *seen; // for each instruction the checks already reported
    uint64_t findings;
    cmc_diag *d;
};

static const struct {
    uint32_t check;
    const char *name;
} checks[] = {
    {SIM_CHECK_HAZARD, "hazard"}, {SIM_CHECK_UNDEFINED, "undefined"}, {SIM_CHECK_BOUNDS, "bounds"},
    {SIM_CHECK_ALIGN, "align"},   {SIM_CHECK_RACE, "race"},           {SIM_CHECK_BARRIER, "barrier"},
};

enum { N_CHECKS = sizeof checks / sizeof checks[0] };

const char *sim_check_name(uint32_t bit) {
    for (unsigned i = 0; i < N_CHECKS; i++)
        if (checks[i].check == bit)
            return checks[i].name;
    return NULL;
}

static uint32_t bits_of(const char *name, size_t len) {
    if (len == 3 && memcmp(name, "all", 3) == 0)
        return SIM_CHECK_ALL;
    for (unsigned i = 0; i < N_CHECKS; i++)
        if (strlen(checks[i].name) == len && memcmp(checks[i].name, name, len) == 0)
            return checks[i].check;
    return 0;
}

bool sim_check_parse(const char *list, uint32_t *bits) {
    *bits = 0;
    for (;;) {
        size_t len = strcspn(list, ",");
        uint32_t b = bits_of(list, len);
        if (b == 0)
            return false;
        *bits |= b;
        if (list[len] == '\0')
            return true;
        list += len + 1;
    }
}

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
    if (w == NULL)
        return false;
    w->set = ws;
    ws->list[ws->n++] = w;
    return true;
}

bool sim_watches_wanted(const sim_launch *l) {
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

cmc_status sim_watches_finish(sim_shared *sh, cmc_status s, sim_stats *stats, cmc_diag *d) {
    (void)d;
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

// Findings

static void hand_out(const sim_watches *ws, const sim_finding *f) {
    const sim_launch *l = ws->shared->l;
    if (l->report != NULL) {
        l->report(l->user, f);
        return;
    }
    cmc_str s = CMC_STR_INIT;
    cmc_str_printf(&s, "%s%skernel offset 0x%x: %s: group (%u, %u, %u) thread %u", f->kernel,
                   f->kernel[0] != '\0' ? ": " : "", f->pc_b, f->inst, f->group[0], f->group[1], f->group[2],
                   f->thread);
    if (f->lane >= 0)
        cmc_str_printf(&s, " lane %d", f->lane);
    if (f->has_addr)
        cmc_str_printf(&s, " address 0x%llx", (unsigned long long)f->addr);
    if (f->file != NULL)
        cmc_str_printf(&s, " (%s:%u)", f->file, f->line);
    cmc_diag_error(ws->d, "SIM0030", "%s: %s: %s", cmc_str_text(&s), sim_check_name(f->check), f->message);
    cmc_str_free(&s);
}

bool sim_report(sim_watch *w, uint32_t check, const sim_thread *t, const sim_inst *in, int lane, const uint64_t *addr,
                const char *fmt, ...) {
    sim_watches *ws = w->set;
    const sim_code *c = t->code;
    uint8_t *seen = &ws->seen[in - c->insts];
    if (*seen & check)
        return false;
    *seen |= (uint8_t)check;
    ws->findings++;
    const sim_launch *l = ws->shared->l;
    char text[512] = "";
    isa_print(c->model, &c->raws[in - c->insts], NULL, text, sizeof text);
    sim_finding f = {.check = check,
                     .kernel = l->kernel_name != NULL ? l->kernel_name : "",
                     .pc_b = in->pc_b,
                     .inst = text,
                     .group = {t->group->id[0], t->group->id[1], t->group->id[2]},
                     .thread = t->index,
                     .lane = lane,
                     .has_addr = addr != NULL,
                     .addr = addr != NULL ? *addr : 0};
    if (l->line_of != NULL && !l->line_of(l->user, in->pc_b, &f.file, &f.line))
        f.file = NULL;
    cmc_str msg = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&msg, fmt, ap);
    va_end(ap);
    f.message = cmc_str_text(&msg);
    hand_out(ws, &f);
    cmc_str_free(&msg);
    return true;
}
