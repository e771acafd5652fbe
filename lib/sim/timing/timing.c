// SPDX-License-Identifier: MIT
// Timing: records the instructions of each thread and replays whole groups on the cores of the modelled device.
//
// In: the watch calls of a launch. Out: sim_timing. A group goes to the core that has the fewest; while all cores are
// full, it waits for the first that ends one. The cores advance side by side, in the order of time, because they share
// L3 and the memory. A group is recorded in the order in which the simulator happens to run its threads; only the
// replay models time.

#include "timing.h"
#include "send_priv.h"

#include <stdlib.h>

enum { MAX_TRACE_WORDS = 1 << 28 }; // over all groups being recorded: 1 to 2 GB

typedef struct timing {
    sim_watch watch;
    const sim_shared *launch;
    timing_shared sh;
    timing_facts facts;
    cmc_arena *arena;
    timing_core **cores;
    uint32_t n_cores;
    timing_group *live;
    bool oom;
    // the message being executed
    timing_send send;
    uint64_t lines[TIMING_MAX_LINES];
    uint8_t atomics[TIMING_MAX_LINES][TIMING_LINE_B / TIMING_BANK_B]; // operations on each word of a line
    timing_banks banks;
    uint32_t bytes;
    bool completed; // it completed a barrier
} timing;

static timing_group *live_group(const timing *w, const sim_group *g) {
    timing_group *p = w->live;
    while (p != NULL && p->live != g)
        p = p->next;
    return p;
}

static bool grow(void **data, uint32_t *cap, size_t elem_b) {
    uint32_t n = *cap != 0 ? *cap * 2 : 256;
    void *p = n < MAX_TRACE_WORDS ? realloc(*data, n * elem_b) : NULL;
    if (p == NULL)
        return false;
    *data = p;
    *cap = n;
    return true;
}

static void push_op(timing *w, timing_trace *t, uint32_t op) {
    if (t->n_ops == t->cap_ops && !grow((void **)&t->ops, &t->cap_ops, sizeof *t->ops))
        w->oom = true;
    else
        t->ops[t->n_ops++] = op;
}

static void push_side(timing *w, timing_trace *t, uint64_t v) {
    if (t->n_side == t->cap_side && !grow((void **)&t->side, &t->cap_side, sizeof *t->side))
        w->oom = true;
    else
        t->side[t->n_side++] = v;
}

static void push_send(timing *w, timing_trace *t, const timing_send *s) {
    uint64_t v;
    memcpy(&v, s, sizeof v);
    push_side(w, t, v);
}

// Recording

static void group_begin(sim_watch *self, sim_group *g) {
    timing *w = (timing *)self;
    timing_group *t = calloc(1, sizeof *t);
    if (t == NULL || (t->traces = calloc(g->n_threads, sizeof *t->traces)) == NULL) {
        free(t);
        w->oom = true;
        return;
    }
    t->live = g;
    t->linear = g->linear;
    t->n_threads = t->left = g->n_threads;
    t->next = w->live;
    w->live = t;
}

static void before(sim_watch *self, sim_thread *t, const sim_inst *in) {
    timing *w = (timing *)self;
    (void)t;
    (void)in;
    w->send = (timing_send){.kind = TIMING_SEND_OTHER};
    w->bytes = 0;
    w->completed = false;
    timing_banks_clear(&w->banks);
}

// The line's index in the message's list; the last one when the list is full.
static unsigned add_line(timing *w, uint64_t line) {
    for (unsigned i = 0; i < w->send.n_lines; i++)
        if ((w->lines[i] & TIMING_LINE_MASK) == line)
            return i;
    if (w->send.n_lines == TIMING_MAX_LINES)
        return TIMING_MAX_LINES - 1;
    memset(w->atomics[w->send.n_lines], 0, sizeof w->atomics[0]);
    w->lines[w->send.n_lines] = line;
    return w->send.n_lines++;
}

// A lane's atomic operation on the first word of the line at `i` that it touches.
static void add_atomic(timing *w, unsigned i, uintptr_t at) {
    uint64_t n = ++w->atomics[i][at % TIMING_LINE_B / TIMING_BANK_B];
    if (n > w->lines[i] >> TIMING_LINE_BITS)
        w->lines[i] = (w->lines[i] & TIMING_LINE_MASK) | n << TIMING_LINE_BITS;
}

static void access(sim_watch *self, sim_thread *t, const sim_inst *in, const sim_access *a) {
    timing *w = (timing *)self;
    (void)t;
    (void)in;
    static const uint8_t kinds[] = {[SIM_ACCESS_READ] = TIMING_SEND_LOAD,
                                    [SIM_ACCESS_WRITE] = TIMING_SEND_STORE,
                                    [SIM_ACCESS_ATOMIC] = TIMING_SEND_ATOMIC,
                                    [SIM_ACCESS_PREFETCH] = TIMING_SEND_PREFETCH};
    w->send.kind = a->msg->prefetch                  ? TIMING_SEND_PREFETCH
                   : a->msg->kind == ISA_MSG_SAMPLER ? TIMING_SEND_SAMPLER
                                                     : kinds[a->kind];
    w->send.slm = a->space == SIM_SPACE_SLM;
    // [C7]: a line is in L1 only when the message requests that.
    w->send.l1 = (a->kind == SIM_ACCESS_READ || a->kind == SIM_ACCESS_PREFETCH) &&
                 (a->msg->l1 == 2 || a->msg->l1 == 5 || a->msg->l1 == 7);
    w->bytes += a->have_b;
    if (w->send.slm && a->lane >= 0 && a->have_b != 0) // [OPG]: only reads of the same word need no pass of their own
        timing_banks_add(&w->banks, w->sh.facts->port_b / TIMING_BANK_B, a->addr, a->have_b,
                         a->kind == SIM_ACCESS_READ);
    if (w->send.slm || a->at == NULL || a->have_b == 0)
        return;
    uint64_t first = (uintptr_t)a->at / TIMING_LINE_B, last = ((uintptr_t)a->at + a->have_b - 1) / TIMING_LINE_B;
    for (uint64_t line = first; line <= last; line++) {
        unsigned i = add_line(w, line);
        if (a->kind == SIM_ACCESS_ATOMIC && line == first)
            add_atomic(w, i, (uintptr_t)a->at);
    }
}

static void barrier(sim_watch *self, sim_group *g, unsigned id, const uint8_t *waiters) {
    timing *w = (timing *)self;
    timing_group *t = live_group(w, g);
    if (t == NULL)
        return;
    timing_phase *p = realloc(t->phases[id], (t->n_phases[id] + 1) * sizeof *p);
    if (p == NULL) {
        w->oom = true;
        return;
    }
    t->phases[id] = p;
    p[t->n_phases[id]] = (timing_phase){.left = (uint16_t)(t->signals[id] + 1)}; // the last is being executed
    for (uint32_t i = 0; i < t->n_threads; i++)
        if (waiters[i / 8] >> i % 8 & 1u)
            t->traces[i].released[id] = (uint16_t)t->n_phases[id];
    t->n_phases[id]++;
    t->signals[id] = 0;
    w->completed = true;
    w->send.barrier = (uint16_t)id;
}

// Classifies messages that access no memory.
static void classify(timing *w, timing_group *g, const sim_inst *in) {
    const isa_msg *m = &in->send->msg;
    if (m->kind == ISA_MSG_LSC_FENCE || m->kind == ISA_MSG_HDC_FENCE) {
        w->send.kind = TIMING_SEND_FENCE;
        w->send.slm = m->sfid == ISA_SFID_SLM || (m->kind == ISA_MSG_HDC_FENCE && m->bti == 254);
        w->send.l1 = m->kind == ISA_MSG_LSC_FENCE && m->op != 0;
        return;
    }
    if (m->kind != ISA_MSG_BARRIER && m->kind != ISA_MSG_NAMED_BARRIER)
        return;
    w->send.kind = TIMING_SEND_SIGNAL;
    unsigned id = w->send.barrier;
    w->send.n = (uint16_t)(g->n_phases[id] - (w->completed ? 1 : 0));
    if (!w->completed)
        g->signals[id]++;
}

static void record_side(timing *w, timing_group *g, timing_trace *t, const sim_inst *in, const timing_op *o) {
    if (o->is_barrier_wait) {
        unsigned id = in->op_id == ISA_SYNC ? in->op_id8 : 0;
        push_send(w, t, &(timing_send){.kind = TIMING_SEND_WAIT, .barrier = (uint16_t)id, .n = t->released[id]});
        return;
    }
    w->send.n = (uint16_t)(w->bytes < UINT16_MAX ? w->bytes : UINT16_MAX);
    if (w->send.kind == TIMING_SEND_OTHER)
        classify(w, g, in);
    if (w->send.slm)
        w->send.passes = w->banks.most;
    push_send(w, t, &w->send);
    for (unsigned i = 0; i < w->send.n_lines; i++)
        push_side(w, t, w->lines[i]);
}

static void after(sim_watch *self, sim_thread *t, const sim_inst *in) {
    timing *w = (timing *)self;
    timing_group *g = live_group(w, t->group);
    if (g == NULL || w->oom || t->state == SIM_WAITING || t->state == SIM_FAULT)
        return;
    uint32_t i = (uint32_t)(in - t->code->insts);
    const timing_op *o = &w->sh.ops[i];
    timing_trace *trace = &g->traces[t->index];
    push_op(w, trace, i | (t->pc != i + 1 && t->state == SIM_RUNNING ? TIMING_TAKEN : 0));
    if (o->is_send || o->is_barrier_wait)
        record_side(w, g, trace, in, o);
}

// Replay

// Runs the core that acts first until another one acts, or until it ends a group. False: none can run.
static bool run_first(timing *w) {
    timing_core *first = NULL;
    uint64_t at = TIMING_NEVER, other = TIMING_NEVER; // the next times of the first and of the second core
    for (uint32_t i = 0; i < w->n_cores; i++) {
        const uint64_t next = timing_core_next(w->cores[i]);
        if (next < at) {
            other = at;
            at = next;
            first = w->cores[i];
        } else if (next < other) {
            other = next;
        }
    }
    if (first != NULL)
        timing_core_run(first, other);
    return first != NULL;
}

static timing_core *least_core(const timing *w) {
    timing_core *least = w->cores[0];
    for (uint32_t i = 1; i < w->n_cores; i++)
        if (timing_core_groups(w->cores[i]) < timing_core_groups(least))
            least = w->cores[i];
    return least;
}

// The core that has the fewest groups. While all are full, they run.
static timing_core *core_with_room(timing *w) {
    timing_core *c = least_core(w);
    while (timing_core_groups(c) >= w->sh.resident && run_first(w))
        c = least_core(w);
    return timing_core_groups(c) < w->sh.resident ? c : NULL;
}

static void group_end(sim_watch *self, sim_group *g) {
    timing *w = (timing *)self;
    timing_group **p = &w->live;
    while (*p != NULL && (*p)->live != g)
        p = &(*p)->next;
    if (*p == NULL)
        return;
    timing_group *t = *p;
    *p = t->next;
    timing_core *core = w->oom ? NULL : core_with_room(w);
    if (core != NULL)
        timing_core_add(core, t);
    else
        timing_group_destroy(t);
}

// Launch

// Number of groups that a core holds at once, limited by threads and local memory.
static uint32_t resident_groups(const timing_shared *sh, const sim_shared *l, uint32_t slm_b) {
    uint32_t slots = sh->eus * sh->threads, n = slots / l->threads_per_group;
    uint32_t slm = l->l->slm_b != 0 ? slm_b / l->l->slm_b : n;
    n = slm < n ? slm : n;
    return n != 0 ? n : 1;
}

static void set_device(timing *w, const sim_shared *l) {
    const isa_device *d = isa_device_get(l->model->target);
    uint32_t grfs = l->l->grf_count != 0 ? l->l->grf_count : l->model->grf_count;
    w->sh.eus = d->eus;
    w->sh.threads = d->threads * l->model->grf_count / grfs; // the registers of all threads are one file
    if (w->sh.threads > l->model->threads_max)
        w->sh.threads = l->model->threads_max;
    uint32_t need = (l->threads_per_group + d->eus - 1) / d->eus;
    if (w->sh.threads < need) // a group larger than a core gets the slots it needs
        w->sh.threads = need;
    w->n_cores = d->cores < l->n_groups ? d->cores : l->n_groups;
    w->sh.resident = resident_groups(&w->sh, l, d->slm_kib * 1024u);
    sim_timing *o = &w->sh.out;
    o->clock_ghz = d->clock_mhz / 1000.0;
    o->cores = d->cores;
    o->eus = w->sh.eus;
    o->threads = w->sh.threads;
    o->resident = w->sh.resident;
}

// L3

struct sim_l3 {
    timing_cache *lines; // NULL: before the first launch, and during one
    isa_target target;   // whose size it has
};

sim_l3 *sim_l3_create(void) {
    return calloc(1, sizeof(sim_l3));
}

void sim_l3_destroy(sim_l3 *l3) {
    if (l3 != NULL)
        timing_cache_destroy(l3->lines);
    free(l3);
}

// The cache that an earlier launch on the target left, or an empty one; NULL: out of memory.
static timing_cache *l3_enter(const timing *w) {
    sim_l3 *kept = w->launch->l->l3;
    timing_cache *lines = kept != NULL ? kept->lines : NULL;
    if (lines == NULL || kept->target != w->launch->model->target)
        return timing_cache_create(w->sh.facts->l3_kb * 1024ull);
    kept->lines = NULL;
    timing_cache_restart(lines);
    return lines;
}

static void l3_leave(timing *w) {
    sim_l3 *kept = w->launch->l->l3;
    if (kept == NULL) {
        timing_cache_destroy(w->sh.l3);
        return;
    }
    timing_cache_destroy(kept->lines);
    kept->lines = w->sh.l3;
    kept->target = (isa_target)w->launch->model->target;
}

static void destroy(sim_watch *self) {
    timing *w = (timing *)self;
    while (!w->oom && run_first(w)) {
    }
    for (uint32_t i = 0; !w->oom && i < w->n_cores; i++) {
        uint64_t end = timing_core_finish(w->cores[i]);
        w->sh.out.cycles = end > w->sh.out.cycles ? end : w->sh.out.cycles;
    }
    uint64_t atomics = timing_atomics_end(&w->sh);
    w->sh.out.cycles = atomics > w->sh.out.cycles ? atomics : w->sh.out.cycles;
    for (uint32_t i = 0; w->cores != NULL && i < w->n_cores; i++)
        timing_core_destroy(w->cores[i]);
    while (w->live != NULL) {
        timing_group *g = w->live;
        w->live = g->next;
        timing_group_destroy(g);
    }
    if (w->oom) // an incomplete estimate is dropped
        w->sh.out = (sim_timing){0};
    *w->launch->l->timing = w->sh.out;
    l3_leave(w);
    cmc_arena_destroy(w->arena);
    free(w->cores);
    free(w);
}

static bool create_cores(timing *w) {
    w->cores = calloc(w->n_cores, sizeof *w->cores);
    bool ok = w->cores != NULL;
    for (uint32_t i = 0; ok && i < w->n_cores; i++)
        ok = (w->cores[i] = timing_core_create(&w->sh, i)) != NULL;
    return ok;
}

sim_watch *sim_timing_create(const sim_shared *sh) {
    timing *w = calloc(1, sizeof *w);
    if (w == NULL)
        return NULL;
    w->watch = (sim_watch){.group_begin = group_begin,
                           .group_end = group_end,
                           .before = before,
                           .after = after,
                           .access = access,
                           .barrier = barrier,
                           .destroy = destroy};
    w->launch = sh;
    w->sh.launch = sh->l;
    w->facts = timing_facts_scaled(sh->model, sh->l->latency_percent ? sh->l->latency_percent : 100);
    w->sh.facts = &w->facts;
    set_device(w, sh);
    w->arena = cmc_arena_create();
    w->sh.ops = w->arena != NULL ? timing_ops_make(sh->l->code, w->sh.facts, w->arena) : NULL;
    w->sh.l3 = l3_enter(w);
    if (w->sh.ops == NULL || w->sh.l3 == NULL || !create_cores(w)) {
        w->oom = true;
        destroy(&w->watch);
        return NULL;
    }
    return &w->watch;
}
