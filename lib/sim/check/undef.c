// SPDX-License-Identifier: MIT
// Checker of undefined registers: a shadow bit for every register bit.
//
//   r0 and the payload are defined when a thread starts, everything else is undefined. Instructions propagate
//   undefined bits; a finding is made only when an undefined bit has a visible effect:
//     a branch of an enabled lane, an address (of a register or of memory), a descriptor,
//     a header field that the message uses, or data that an enabled lane stores.
//   Compilers copy half-written headers, compute in dead lanes and compare them: that alone is no error.
//
// Memory counts as defined, except the thread's own scratch space. Scratch keeps shadow bits, because registers are
// spilled whole.

#include "undef.h"

#include <stdio.h>
#include <stdlib.h>

// Threads

static void free_thread(ud_thread *u) {
    if (u != NULL)
        free(u->scratch);
    free(u);
}

// The shadow of a hardware thread slot. NULL when out of memory: the thread is then not checked.
static ud_thread *shadow_of(ud_watch *w, uint32_t slot) {
    if (slot >= w->n_threads) {
        uint32_t n = slot + 64;
        ud_thread **more = realloc(w->threads, n * sizeof *more);
        if (more == NULL)
            return NULL;
        memset(more + w->n_threads, 0, (n - w->n_threads) * sizeof *more);
        w->threads = more;
        w->n_threads = n;
    }
    if (w->threads[slot] == NULL) {
        ud_thread *u = calloc(1, sizeof *u);
        uint32_t scratch_b = 2 * w->sh->scratch_b;
        if (u != NULL && scratch_b != 0) {
            u->scratch = malloc(2 * (size_t)scratch_b);
            u->scratch_b = u->scratch != NULL ? scratch_b : 0;
        }
        w->threads[slot] = u;
    }
    return w->threads[slot];
}

// Registers that hardware fills before the first instruction (payload.c).
static uint32_t payload_end(const ud_watch *w, const sim_thread *t) {
    const sim_launch *l = w->sh->l;
    uint32_t grf_b = t->grf_b, end = grf_b;
    if (!w->sh->model->pull_payload) {
        end += w->sh->thread_block_b + w->sh->cross_b;
    } else {
        if (l->entry_off_b != 0 && l->local_ids)
            end += w->sh->thread_block_b;
        if (l->inline_data_b != 0)
            end += l->inline_data_b < grf_b ? l->inline_data_b : grf_b;
    }
    return end < t->grf_file_b ? end : t->grf_file_b;
}

static void start_thread(ud_watch *w, const sim_thread *t) {
    ud_thread *u = shadow_of(w, t->slot);
    if (u == NULL)
        return;
    uint32_t defined = payload_end(w, t);
    memset(u->undef, 0, sizeof u->undef);
    memset(u->undef + defined, 0xff, t->grf_file_b - defined);
    memset(u->undef + SIM_ARF_A0, 0xff, 64);
    memset(u->undef + SIM_ARF_F, 0xff, 64);
    memset(u->undef + SIM_ARF_ACC, 0xff, SIM_ACC_B);
    for (uint32_t d = 0; d < SIM_REGS_B / 4; d++)
        u->origin[d] = 1 + 4 * d;
    if (u->scratch_b != 0) {
        memset(u->scratch, 0xff, u->scratch_b);
        memset(u->scratch + u->scratch_b, 0, u->scratch_b);
    }
}

static void group_begin(sim_watch *base, sim_group *g) {
    for (uint32_t i = 0; i < g->n_threads; i++)
        start_thread((ud_watch *)base, &g->threads[i]);
}

// Predicates

// Lanes whose predicate is certain, and its value. The predicate combinations are monotonic, so two evaluations
// decide: all undefined flag bits clear, and all set.
static void find_predicate(ud_ctx *c) {
    sim_thread *t = c->t;
    c->certain = c->in->lane_mask;
    c->pred = sim_pred_bits(t, c->in);
    if (c->in->pred == ISA_PRED_NONE || !ud_any(c->u, SIM_ARF_F, 16))
        return;
    uint8_t kept[16];
    uint8_t *f = t->regs + SIM_ARF_F;
    memcpy(kept, f, sizeof kept);
    for (unsigned i = 0; i < sizeof kept; i++)
        f[i] = (uint8_t)(kept[i] & ~c->u->undef[SIM_ARF_F + i]);
    uint32_t low = sim_pred_bits(t, c->in);
    for (unsigned i = 0; i < sizeof kept; i++)
        f[i] = (uint8_t)(kept[i] | c->u->undef[SIM_ARF_F + i]);
    c->certain = ~(low ^ sim_pred_bits(t, c->in));
    memcpy(f, kept, sizeof kept);
}

// Calls

static bool make_context(ud_watch *w, sim_thread *t, const sim_inst *in, ud_ctx *c) {
    *c = (ud_ctx){.w = w, .t = t, .in = in, .raw = &t->code->raws[in - t->code->insts]};
    c->u = shadow_of(w, t->slot);
    if (c->u == NULL || (uint32_t)(in - t->code->insts) >= t->code->n_insts)
        return false;
    c->mask = in->no_mask ? in->lane_mask : t->active >> in->chan_off & in->lane_mask;
    if (in->op_id == ISA_SMOV && in->src[1].place == SIM_PLACE_IMM) // the immediate names lanes
        c->mask &= sim_u32_get(in->src[1].imm);
    return true;
}

static void before(sim_watch *base, sim_thread *t, const sim_inst *in) {
    ud_ctx c;
    if (!make_context((ud_watch *)base, t, in, &c))
        return;
    switch ((isa_format)isa_op_get((isa_op)in->op_id)->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_TERNARY:
    case ISA_FMT_MATH:
        find_predicate(&c);
        ud_alu(&c);
        break;
    case ISA_FMT_DPAS:
        ud_dpas(&c);
        break;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        find_predicate(&c);
        ud_branch(&c);
        break;
    case ISA_FMT_SEND:
        find_predicate(&c);
        ud_send(&c);
        break;
    default:
        break;
    }
}

static void after(sim_watch *base, sim_thread *t, const sim_inst *in) {
    ud_ctx c;
    if (in->send != NULL && make_context((ud_watch *)base, t, in, &c) && c.u->n_events != 0)
        ud_after_send(&c);
}

static void on_access(sim_watch *base, sim_thread *t, const sim_inst *in, const sim_access *a) {
    (void)in;
    ud_thread *u = shadow_of((ud_watch *)base, t->slot);
    if (u != NULL)
        ud_access(u, t, a);
}

static void destroy(sim_watch *base) {
    ud_watch *w = (ud_watch *)base;
    for (uint32_t i = 0; i < w->n_threads; i++)
        free_thread(w->threads[i]);
    free(w->threads);
    free(w);
}

sim_watch *sim_check_undef_create(const sim_shared *sh) {
    ud_watch *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->sh = sh;
    w->base = (sim_watch){
        .group_begin = group_begin, .before = before, .after = after, .access = on_access, .destroy = destroy};
    return &w->base;
}
