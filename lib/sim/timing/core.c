// SPDX-License-Identifier: MIT
// Timing: one core replays recorded work-groups, as far as it is told.
//
// Threads reside on EUs. An EU issues the thread that is ready first (ties: the thread that has waited longest). A
// thread issues one instruction a cycle. A pipe accepts the next instruction when the previous one has passed its
// first stage. A thread is blocked by its annotation (distance, token), by its registers where the hardware tracks
// them, by a taken branch, or by a barrier. While no thread of an EU can issue, the EU's cycles count as a stall on
// what its next thread waited for.

#include "timing.h"

#include <assert.h>
#include <stdlib.h>

enum { HISTORY = 32, MAX_EUS = 16, NO_THREAD = -1 };

typedef struct lane { // one hardware thread
    timing_group *group;
    const timing_trace *trace;
    uint32_t at, side, index;                    // index: of the thread in its group
    uint64_t idle;                               // since when it has issued nothing
    uint64_t next;                               // earliest issue
    uint64_t ready;                              // of the instruction at `at`, without its pipe
    uint8_t cause;                               // SIM_STALL_*
    bool blocked;                                // by an incomplete barrier
    uint64_t done[TIMING_IN_ORDER + 1][HISTORY]; // completion by pipe; the last row is for all pipes
    uint32_t count[TIMING_IN_ORDER + 1];
    uint64_t token_dst[32], token_src[32];
    uint8_t token_stall[32];
    uint64_t stores;                // when the last store has arrived
    uint64_t *reg_ready, *reg_free; // by register, where hardware tracks them
    uint8_t *reg_stall;
} lane;

typedef struct eu {
    lane *lanes; // by slot
    int used;    // slots in use
    uint64_t pipe_free[TIMING_PIPE_COUNT];
    uint64_t now; // time of the last issue
    bool busy;
    int best;
    uint64_t best_at;
} eu;

struct timing_core {
    timing_shared *sh;
    uint32_t index;
    eu eus[MAX_EUS];
    timing_port port;
    uint32_t groups;     // resident
    uint64_t next;       // when it issues next, TIMING_NEVER without a thread that can
    uint64_t end, freed; // last end of a thread; when the last slot became free
};

enum { N_REGS = 320 };

static bool lane_create(lane *l, bool tracked) {
    if (!tracked)
        return true;
    l->reg_ready = calloc(2 * N_REGS, sizeof *l->reg_ready);
    l->reg_stall = calloc(N_REGS, 1);
    l->reg_free = l->reg_ready != NULL ? l->reg_ready + N_REGS : NULL;
    return l->reg_ready != NULL && l->reg_stall != NULL;
}

timing_core *timing_core_create(timing_shared *sh, uint32_t index) {
    timing_core *c = calloc(1, sizeof *c);
    if (c == NULL)
        return NULL;
    c->sh = sh;
    c->index = index;
    c->next = TIMING_NEVER;
    bool ok = true;
    if (sh->facts->l1_kb != 0)
        ok = (c->port.l1 = timing_cache_create(sh->facts->l1_kb * 1024ull)) != NULL;
    for (unsigned i = 0; ok && i < sh->eus; i++) {
        c->eus[i].best = NO_THREAD;
        c->eus[i].lanes = calloc(sh->threads, sizeof(lane));
        ok = c->eus[i].lanes != NULL;
        for (unsigned k = 0; ok && k < sh->threads; k++)
            ok = lane_create(&c->eus[i].lanes[k], sh->ops[0].reads != NULL);
    }
    if (ok)
        return c;
    timing_core_destroy(c);
    return NULL;
}

void timing_group_destroy(timing_group *g) {
    if (g == NULL)
        return;
    for (uint32_t i = 0; g->traces != NULL && i < g->n_threads; i++) {
        free(g->traces[i].ops);
        free(g->traces[i].side);
    }
    for (unsigned i = 0; i < TIMING_MAX_BARRIERS; i++)
        free(g->phases[i]);
    free(g->traces);
    free(g);
}

// Timeline

static uint32_t op_of(const lane *l) {
    return l->at < l->trace->n_ops ? l->trace->ops[l->at] & ~TIMING_TAKEN : 0;
}

static sim_event event_of(const timing_core *c, const eu *e, const lane *l, sim_event_kind kind, uint64_t from,
                          uint64_t to) {
    return (sim_event){.kind = (uint8_t)kind,
                       .cause = l->cause,
                       .core = c->index,
                       .eu = (uint32_t)(e - c->eus),
                       .slot = (uint32_t)(l - e->lanes),
                       .group = l->group->linear,
                       .thread = l->index,
                       .from = from,
                       .to = to};
}

static void mark(const timing_core *c, const eu *e, const lane *l, sim_event_kind kind, uint64_t from, uint64_t to) {
    if (timing_listens(c->sh))
        timing_event(c->sh, event_of(c, e, l, kind, from, to), op_of(l));
}

// Ready times

static void wait_for(lane *l, uint64_t at, uint8_t cause) {
    if (at > l->ready) {
        l->ready = at;
        l->cause = cause;
    }
}

static void wait_annotations(lane *l, const timing_op *o) {
    if (o->dist != 0 && l->count[o->dist_pipe] >= o->dist)
        wait_for(l, l->done[o->dist_pipe][(l->count[o->dist_pipe] - o->dist) % HISTORY], SIM_STALL_DISTANCE);
    if (o->token_mode == ISA_TOKEN_SRC)
        wait_for(l, l->token_src[o->token], l->token_stall[o->token]);
    else if (o->token_mode != ISA_TOKEN_NONE) // a token is set again only after its result has arrived
        wait_for(l, l->token_dst[o->token], l->token_stall[o->token]);
    for (unsigned i = 0; o->sync_all != 0 && i < 32; i++)
        if (o->sync_mask >> i & 1u)
            wait_for(l, o->sync_all == 1 ? l->token_src[i] : l->token_dst[i], l->token_stall[i]);
}

static void wait_registers(lane *l, const timing_op *o) {
    for (unsigned w = 0; w < N_REGS / 64; w++) {
        uint64_t both = o->reads->bits[w] | o->writes->bits[w];
        for (; both != 0; both &= both - 1) {
            unsigned r = w * 64 + (unsigned)__builtin_ctzll(both);
            wait_for(l, l->reg_ready[r], l->reg_stall[r]);
            if (o->writes->bits[w] >> r % 64 & 1u)
                wait_for(l, l->reg_free[r], SIM_STALL_MESSAGE);
        }
    }
}

static timing_phase *phase_of(const lane *l, const timing_send *s) {
    const timing_group *g = l->group;
    return s->n < g->n_phases[s->barrier] ? &g->phases[s->barrier][s->n] : NULL;
}

// The side entry of a message or barrier wait.
static timing_send side_word(const lane *l) {
    timing_send s;
    memcpy(&s, &l->trace->side[l->side], sizeof s);
    return s;
}

static void wait_side(lane *l) {
    timing_send s = side_word(l);
    if (s.kind == TIMING_SEND_FENCE && !s.slm) // a fence completes with the stores before it
        wait_for(l, l->stores, SIM_STALL_MEMORY);
    const timing_phase *ph = s.kind == TIMING_SEND_WAIT ? phase_of(l, &s) : NULL;
    if (ph == NULL)
        return;
    l->blocked = ph->left != 0;
    if (!l->blocked)
        wait_for(l, ph->ready, SIM_STALL_BARRIER);
}

// Sets ready and cause of the thread's next instruction.
static void look(const timing_core *c, lane *l) {
    const timing_op *o = &c->sh->ops[l->trace->ops[l->at] & ~TIMING_TAKEN];
    l->ready = l->next;
    l->cause = SIM_STALL_BRANCH;
    l->blocked = false;
    wait_annotations(l, o);
    if (o->reads != NULL)
        wait_registers(l, o);
    if (o->is_barrier_wait || o->is_send)
        wait_side(l);
}

static void choose(const timing_core *c, eu *e) {
    e->best = NO_THREAD;
    uint64_t best_wait = 0;
    for (unsigned i = 0; i < c->sh->threads; i++) {
        const lane *l = &e->lanes[i];
        if (l->group == NULL || l->blocked)
            continue;
        const timing_op *o = &c->sh->ops[l->trace->ops[l->at] & ~TIMING_TAKEN];
        uint64_t at = l->ready > e->pipe_free[o->pipe] ? l->ready : e->pipe_free[o->pipe];
        if (e->best == NO_THREAD || at < e->best_at || (at == e->best_at && l->ready < best_wait)) {
            e->best = (int)i;
            e->best_at = at;
            best_wait = l->ready;
        }
    }
}

// Issuing

static void retire_in_order(lane *l, unsigned pipe, uint64_t done) {
    l->done[pipe][l->count[pipe]++ % HISTORY] = done;
    uint32_t n = l->count[TIMING_IN_ORDER]++;
    uint64_t before = n != 0 ? l->done[TIMING_IN_ORDER][(n - 1) % HISTORY] : 0;
    l->done[TIMING_IN_ORDER][n % HISTORY] = done > before ? done : before;
}

static void mark_registers(lane *l, const timing_op *o, uint64_t done, uint64_t free_at, uint8_t stall) {
    for (unsigned w = 0; w < N_REGS / 64; w++) {
        for (uint64_t b = o->writes->bits[w]; b != 0; b &= b - 1) {
            unsigned r = w * 64 + (unsigned)__builtin_ctzll(b);
            l->reg_ready[r] = done;
            l->reg_stall[r] = stall;
        }
        for (uint64_t b = o->is_send ? o->reads->bits[w] : 0; b != 0; b &= b - 1)
            l->reg_free[w * 64 + (unsigned)__builtin_ctzll(b)] = free_at;
    }
}

static void signal_barrier(timing_core *c, lane *l, const timing_send *s, uint64_t now) {
    timing_group *g = l->group;
    timing_phase *ph = phase_of(l, s);
    if (ph == NULL)
        return;
    uint64_t done = now + c->sh->facts->barrier;
    ph->ready = done > ph->ready ? done : ph->ready;
    if (ph->left == 0 || --ph->left != 0)
        return;
    for (unsigned e = 0; e < c->sh->eus; e++) { // waiting threads are re-evaluated
        for (unsigned i = 0; i < c->sh->threads; i++)
            if (c->eus[e].lanes[i].group == g && c->eus[e].lanes[i].blocked)
                look(c, &c->eus[e].lanes[i]);
        choose(c, &c->eus[e]);
    }
}

static uint8_t send_stall(const timing_send *s) {
    if (s->slm)
        return SIM_STALL_SLM;
    if (s->kind == TIMING_SEND_SAMPLER)
        return SIM_STALL_SAMPLER;
    return s->kind == TIMING_SEND_OTHER || s->kind == TIMING_SEND_SIGNAL ? SIM_STALL_MESSAGE : SIM_STALL_MEMORY;
}

// Returns the completion time of the message and the stall class of a wait for it.
static uint64_t issue_send(timing_core *c, const eu *e, lane *l, uint64_t now, uint8_t *stall) {
    timing_send s = side_word(l);
    const uint64_t *side = &l->trace->side[l->side];
    l->side += 1u + s.n_lines;
    uint64_t done = timing_send_ready(c->sh, &c->port, &s, side + 1, now);
    *stall = send_stall(&s);
    if (timing_listens(c->sh)) {
        sim_event sent = event_of(c, e, l, SIM_EVENT_MESSAGE, now, done);
        sent.cause = *stall;
        sent.message = timing_send_name(&s);
        timing_event(c->sh, sent, op_of(l));
    }
    if (s.kind == TIMING_SEND_STORE && done > l->stores)
        l->stores = done;
    if (s.kind == TIMING_SEND_SIGNAL)
        signal_barrier(c, l, &s, now);
    return done;
}

static void end_lane(timing_core *c, eu *e, lane *l, uint64_t now) {
    timing_group *g = l->group;
    mark(c, e, l, SIM_EVENT_END, now, now);
    l->group = NULL;
    e->used--;
    c->end = now > c->end ? now : c->end;
    c->freed = now;
    if (--g->left != 0)
        return;
    timing_group_destroy(g);
    c->groups--;
}

// The thread issues at `now`: counts its instruction, and the idle cycles before it.
static void account(timing_core *c, eu *e, const lane *l, const timing_op *o, uint64_t now) {
    sim_timing *out = &c->sh->out;
    out->instructions++;
    out->mix[o->mix]++;
    out->issue_slots += o->pipe == TIMING_NO_PIPE ? 1 : o->occupancy;
    uint64_t idle = now > e->now + 1 ? now - e->now - 1 : 0;
    if (e->busy && idle != 0) {
        out->stalls[l->cause] += idle;
        mark(c, e, l, SIM_EVENT_IDLE, now - idle, now);
    }
    if (now > l->idle)
        mark(c, e, l, SIM_EVENT_WAIT, l->idle, now);
    out->eu_cycles += e->busy ? now - e->now : 1;
    e->busy = true;
    e->now = now;
}

static void issue(timing_core *c, eu *e) {
    lane *l = &e->lanes[e->best];
    uint64_t now = e->best_at;
    uint32_t entry = l->trace->ops[l->at];
    const timing_op *o = &c->sh->ops[entry & ~TIMING_TAKEN];
    if (l->ready < now)
        l->cause = SIM_STALL_PIPE;
    account(c, e, l, o, now);
    if (o->pipe != TIMING_NO_PIPE)
        e->pipe_free[o->pipe] = now + o->occupancy;
    uint64_t done = now + o->latency;
    uint8_t stall = o->stall;
    if (o->is_send)
        done = issue_send(c, e, l, now, &stall);
    uint64_t free_at = now + c->sh->facts->src_release + o->payload_grf;
    if (o->pipe < TIMING_IN_ORDER)
        retire_in_order(l, o->pipe, done);
    if (o->token_mode == ISA_TOKEN_SET) {
        l->token_dst[o->token] = done;
        l->token_src[o->token] = o->is_send && free_at < done ? free_at : done;
        l->token_stall[o->token] = stall;
    }
    if (o->writes != NULL)
        mark_registers(l, o, done, free_at, stall);
    if (o->is_barrier_wait)
        l->side++;
    l->idle = now + 1;
    l->next = now + (entry & TIMING_TAKEN ? c->sh->facts->branch : 1);
    if (++l->at < l->trace->n_ops)
        look(c, l);
    else
        end_lane(c, e, l, now);
    choose(c, e);
}

// The EU that issues next, or NULL. Sets the core's next.
static eu *first_eu(timing_core *c) {
    eu *first = NULL;
    for (unsigned i = 0; i < c->sh->eus; i++) {
        eu *e = &c->eus[i];
        if (e->best != NO_THREAD && (first == NULL || e->best_at < first->best_at))
            first = e;
    }
    c->next = first != NULL ? first->best_at : TIMING_NEVER;
    return first;
}

uint64_t timing_core_next(const timing_core *c) {
    return c->next;
}

void timing_core_run(timing_core *c, uint64_t until) {
    const uint32_t groups = c->groups;
    for (eu *e = first_eu(c); e != NULL && c->next <= until && c->groups == groups; e = first_eu(c)) {
        issue(c, e);
        if (e->used == 0)
            e->busy = false;
    }
}

// Groups

static lane *free_lane(timing_core *c, eu **on) {
    eu *best = &c->eus[0];
    for (unsigned i = 1; i < c->sh->eus; i++)
        if (c->eus[i].used < best->used)
            best = &c->eus[i];
    *on = best;
    for (unsigned i = 0; i < c->sh->threads; i++)
        if (best->lanes[i].group == NULL)
            return &best->lanes[i];
    return NULL;
}

static void start_lane(timing_core *c, lane *l, eu *e, timing_group *g, uint32_t index) {
    // `resident` counts slots, so one is free.
    uint64_t *ready = l->reg_ready, *free_at = l->reg_free;
    uint8_t *stall = l->reg_stall;
    *l = (lane){.group = g,
                .trace = &g->traces[index],
                .next = c->freed,
                .idle = c->freed,
                .index = index,
                .reg_ready = ready,
                .reg_free = free_at,
                .reg_stall = stall};
    if (ready != NULL)
        memset(ready, 0, 2 * N_REGS * sizeof *ready);
    e->used++;
    if (!e->busy)
        e->now = c->freed;
    look(c, l);
    mark(c, e, l, SIM_EVENT_BEGIN, c->freed, c->freed);
    choose(c, e);
}

void timing_core_add(timing_core *c, timing_group *g) {
    assert(c && g && c->groups < c->sh->resident);
    c->groups++;
    for (uint32_t i = 0; i < g->n_threads; i++) {
        eu *e = NULL;
        lane *l = free_lane(c, &e);
        start_lane(c, l, e, g, i);
    }
    first_eu(c);
}

uint32_t timing_core_groups(const timing_core *c) {
    return c->groups;
}

uint64_t timing_core_finish(timing_core *c) {
    for (unsigned i = 0; i < c->sh->eus; i++) // threads that a barrier never released
        for (unsigned k = 0; k < c->sh->threads; k++)
            if (c->eus[i].lanes[k].group != NULL)
                mark(c, &c->eus[i], &c->eus[i].lanes[k], SIM_EVENT_END, c->end, c->end);
    return c->end;
}

void timing_core_destroy(timing_core *c) {
    if (c == NULL)
        return;
    for (unsigned i = 0; i < MAX_EUS; i++) {
        for (unsigned k = 0; c->eus[i].lanes != NULL && k < c->sh->threads; k++) {
            lane *l = &c->eus[i].lanes[k];
            if (l->group != NULL && --l->group->left == 0)
                timing_group_destroy(l->group);
            free(l->reg_ready);
            free(l->reg_stall);
        }
        free(c->eus[i].lanes);
    }
    timing_cache_destroy(c->port.l1);
    free(c);
}
