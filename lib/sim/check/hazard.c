// SPDX-License-Identifier: MIT
// Scoreboard checker: finds a register that is used before its distance or token was waited on.
//
//   0x00  add (8|M0) r10.0<1>:f ...            pipe F, in flight
//   0x10  mul (8|M0) r11.0<1>:d r10.0...       reads r10.0:d before 0x00 has written it; needs F@1
//
// The checker replays the instructions that a thread executes on a pessimistic machine (check/hazard_state.c). Targets
// without annotations need no check.

#include "hazard.h"

#include <stdlib.h>

typedef struct hz_watch {
    sim_watch base;
    hz_code *code;
    hz_thread **threads; // by hardware thread slot
    uint32_t n_threads;
} hz_watch;

// The record of a hardware thread slot. NULL when out of memory: the thread is then not checked.
static hz_thread *record_of(hz_watch *h, uint32_t slot) {
    if (slot >= h->n_threads) {
        uint32_t n = slot + 64;
        hz_thread **more = realloc(h->threads, n * sizeof *more);
        if (more == NULL)
            return NULL;
        memset(more + h->n_threads, 0, (n - h->n_threads) * sizeof *more);
        h->threads = more;
        h->n_threads = n;
    }
    if (h->threads[slot] == NULL)
        h->threads[slot] = calloc(1, sizeof(hz_thread));
    return h->threads[slot];
}

static void group_begin(sim_watch *w, sim_group *g) {
    for (uint32_t i = 0; i < g->n_threads; i++) {
        hz_thread *ht = record_of((hz_watch *)w, g->threads[i].slot);
        if (ht != NULL)
            hz_reset(ht);
    }
}

static void before(sim_watch *w, sim_thread *t, const sim_inst *in) {
    hz_watch *h = (hz_watch *)w;
    const hz_inst *st = &h->code->insts[in - t->code->insts];
    hz_thread *ht = record_of(h, t->slot);
    if (ht == NULL)
        return;
    hz_wait(ht, st);
    if (st->pipe == HZ_UNCOUNTED)
        return;
    hz_flight *f = hz_slot(ht, in, st);
    f->active = t->active;
    f->channels = in->no_mask ? UINT32_MAX : t->active;
    if (st->indirect != 0) {
        f->n_dyn = (uint16_t)hz_indirect_spans(t, in, st, f->dyn);
        f->reads |= hz_rows(f->dyn, f->n_dyn, false);
        f->writes |= hz_rows(f->dyn, f->n_dyn, true);
    }
    hz_conflict c;
    if (hz_find(h->code, ht, f, &c))
        hz_report(w, h->code, t, in, &c);
    else if (st->needs_token && st->token_mode != ISA_TOKEN_SET)
        sim_report(w, SIM_CHECK_HAZARD, t, in, -1, NULL,
                   "has no token, but only a token tells when it has read its operands and written its result; add "
                   "one, such as $0");
    hz_issue(ht, st);
}

static void after(sim_watch *w, sim_thread *t, const sim_inst *in) {
    hz_watch *h = (hz_watch *)w;
    if (t->pc == (uint32_t)(in - t->code->insts) + 1)
        return;
    hz_thread *ht = record_of(h, t->slot);
    if (ht != NULL)
        hz_jump(ht);
}

static void destroy(sim_watch *w) {
    hz_watch *h = (hz_watch *)w;
    hz_code_destroy(h->code);
    for (uint32_t i = 0; i < h->n_threads; i++)
        free(h->threads[i]);
    free(h->threads);
    free(h);
}

sim_watch *sim_check_hazard_create(const sim_shared *sh) {
    hz_watch *h = calloc(1, sizeof *h);
    if (h == NULL)
        return NULL;
    h->base = (sim_watch){.destroy = destroy};
    if (sh->model->sbid_count == 0)
        return &h->base; // hardware tracks all registers
    h->code = hz_code_create(sh->l->code);
    if (h->code == NULL) {
        destroy(&h->base);
        return NULL;
    }
    h->base.group_begin = group_begin;
    h->base.before = before;
    h->base.after = after;
    return &h->base;
}
