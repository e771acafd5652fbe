// SPDX-License-Identifier: MIT
// Data races of a launch: two accesses to a byte by different hardware threads, at least one of them a write, without
// an ordering between them.
//
// The unit of execution is the hardware thread: its lanes and messages do not race, except two lanes of one store that
// write different values to one address. Two threads are ordered by:
//   - a barrier of their group: accesses before the signal of a producer precede accesses after the wait of a consumer.
//     The first thread's write must also be fenced before the signal, where the target needs that
//     (isa_model.slm_needs_fence; global memory everywhere);
//   - a hand-over: one thread fences and then writes a flag; another reads its value and then fences. A flag is a location
//     that is accessed by atomic messages, or one that is written by the first stores after a fence and read by a load
//     whose answer is compared, before a fence and more accesses. Atomic messages alone order only themselves: they do not
//     race with each other. They race with plain accesses, except with a read that the thread follows with its own atomic
//     message to the same place (the first value of a compare-and-swap loop). A read-modify-write passes on what the flag
//     has released before;
//   - the hardware: a thread runs after the previous thread in its slot (private memory is laid out by slot).
//
// A fence orders the domain that it names: local memory, or everything else. Where local memory needs no fence, its
// atomic messages hand over as if fenced on both sides. A fence of the legacy data port for global memory counts when
// it commits.
//
// A store of the value that memory already holds changes nothing in any order, so it counts as a read that races only
// with later writes. Threads that all store the same value are therefore not reported. Of several unordered readers of
// a location the first and the last are remembered.

#include "race.h"

#include <stdlib.h>

enum { LANE_TABLE = 1024, FLAG_STORES = 4, USE_DISTANCE = 48 };

typedef struct lane_write {
    uint64_t serial;
    const uint8_t *at;
    unsigned size_b;
    int lane;
    uint8_t data[16];
} lane_write;

typedef struct race {
    sim_watch watch;
    const sim_shared *sh;
    uint32_t mates; // threads of a group
    uint32_t now;
    uint64_t serial; // of the current send
    race_shadow *shadow;
    race_flags *flags;
    race_thread *threads;                  // by slot
    uint32_t *known;                       // what they know of their group's threads
    uint32_t *slot_of;                     // by thread number
    race_vec *(*phases)[SIM_MAX_BARRIERS]; // by the group's place: what its arrivals have published
    lane_write *lanes;
} race;

// The current access.
typedef struct event {
    race *r;
    race_thread *rt;
    sim_thread *t;
    const sim_inst *in;
    const sim_access *a;
    unsigned domain;
    bool write, atomic, flag;
} event;

// Reports

static void put_other(const race *r, uint32_t tid, uint32_t inst, cmc_str *s) {
    const sim_launch *l = r->sh->l;
    uint32_t g = tid / r->mates;
    cmc_str_printf(s, "at kernel offset 0x%x by thread %u of group (%u, %u, %u)", l->code->insts[inst].pc_b,
                   tid % r->mates, g % l->groups[0], g / l->groups[0] % l->groups[1], g / l->groups[0] / l->groups[1]);
    const char *file;
    uint32_t line;
    if (l->line_of != NULL && l->line_of(l->user, l->code->insts[inst].pc_b, &file, &line))
        cmc_str_printf(s, " (%s:%u)", file, line);
}

static const char *action(bool write, bool atomic) {
    return atomic ? "atomic operation" : write ? "write" : "read";
}

static bool inst_is_atomic(const race *r, uint32_t inst) {
    const sim_send *s = r->sh->l->code->insts[inst].send;
    switch (s != NULL ? (isa_msg_kind)s->msg.kind : ISA_MSG_UNKNOWN) {
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
    case ISA_MSG_TYPED_ATOMIC:
    case ISA_MSG_LSC_ATOMIC:
        return true;
    default:
        return false;
    }
}

static void report_race(const event *e, const race_access *o, bool other_writes) {
    cmc_str s = CMC_STR_INIT;
    put_other(e->r, o->tid, o->inst, &s);
    sim_report(&e->r->watch, SIM_CHECK_RACE, e->t, e->in, e->a->lane, &e->a->addr,
               "%s of %u bytes races with the %s %s", action(e->write, e->atomic), e->a->size_b,
               action(other_writes, inst_is_atomic(e->r, o->inst)), cmc_str_text(&s));
    cmc_str_free(&s);
}

static void report_pending(race *r, sim_thread *t, const race_pending *p) {
    const sim_inst *in = &t->code->insts[p->inst];
    cmc_str s = CMC_STR_INIT;
    put_other(r, p->other_tid, p->other_inst, &s);
    sim_report(&r->watch, SIM_CHECK_RACE, t, in, p->lane, &p->addr,
               "read races with the %s %s; no fence after it makes it the read of a flag",
               action(true, inst_is_atomic(r, p->other_inst)), cmc_str_text(&s));
    cmc_str_free(&s);
}

static void report_unfenced(const event *e, const race_access *o) {
    static const char *const memory[] = {"global", "local", "image"};
    cmc_str s = CMC_STR_INIT;
    put_other(e->r, o->tid, o->inst, &s);
    sim_report(&e->r->watch, SIM_CHECK_RACE, e->t, e->in, e->a->lane, &e->a->addr,
               "%s of %u bytes follows the write %s, which was handed over without a fence of %s memory",
               action(e->write, e->atomic), e->a->size_b, cmc_str_text(&s), memory[e->domain]);
    cmc_str_free(&s);
}

// Hand-overs by flags

// What t releases with its next flag: its knowledge at its last fence.
static race_vec *release_of(race *r, race_thread *t) {
    if (t->fenced == 0)
        return NULL;
    if (t->release == NULL || t->release_version != t->version) {
        race_vec_unref(t->release);
        t->release = race_publish(t, t->fenced, r->mates);
        t->release_version = t->version;
    }
    return t->release;
}

static void write_flag(const event *e) {
    race_vec *v = release_of(e->r, e->rt);
    race_vec **flag = v != NULL ? race_flag(e->r->flags, (uintptr_t)e->a->at, true) : NULL;
    if (flag == NULL)
        return;
    if (e->atomic) {
        *flag = race_vec_merge(*flag, v);
        return;
    }
    race_vec_unref(*flag);
    *flag = race_vec_ref(v);
}

static void read_flag(const event *e) {
    race_vec **flag = race_flag(e->r->flags, (uintptr_t)e->a->at, false);
    if (flag != NULL && *flag != NULL)
        race_acquire(e->rt, *flag, e->r->mates);
}

// Records a possible flag that was read without an atomic message; a later event decides whether it is a flag. False:
// no room.
static bool wait_for(race_thread *t, const race_pending *p) {
    for (uint32_t i = 0; i < t->n_pending; i++) {
        const race_pending *q = &t->pending[i];
        if (q->state == p->state && q->inst == p->inst && q->other_inst == p->other_inst &&
            q->released == p->released && q->at == p->at)
            return true;
    }
    if (t->n_pending == RACE_PENDING)
        return false;
    t->pending[t->n_pending] = *p;
    race_vec_ref(p->released);
    t->n_pending++;
    return true;
}

static bool is_settled(const race_pending *p, int state, uintptr_t at) {
    if (state == RACE_NEEDS_ATOMIC)
        return p->atomic && p->at == at;
    return (int)p->state == state && (at == 0 || p->at == at);
}

// Drops records that wait for `state`, at one place or (0) anywhere.
static void settle(race_thread *t, int state, uintptr_t at) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < t->n_pending; i++) {
        race_pending *p = &t->pending[i];
        if (is_settled(p, state, at))
            race_vec_unref(p->released);
        else
            t->pending[n++] = *p;
    }
    t->n_pending = n;
}

static uint32_t inst_of(const event *e) {
    return (uint32_t)(e->in - e->t->code->insts);
}

static bool reads_answer(const sim_inst *in, const sim_send *s, uint32_t end) {
    for (unsigned i = 0; i < in->n_src && i < 3; i++) {
        const sim_src *o = &in->src[i];
        if (o->place == SIM_PLACE_REG && o->off < end && o->off + o->extent_b > s->dst)
            return true;
    }
    return false;
}

// Whether the first use of a load's answer is a comparison, as in a loop that waits for a flag.
static bool is_compared(const race *r, uint32_t inst) {
    const sim_code *c = r->sh->l->code;
    const sim_send *s = c->insts[inst].send;
    if (s == NULL || s->no_return)
        return false;
    uint32_t end = s->dst + s->msg.rlen_grf * r->sh->model->grf_b;
    for (uint32_t i = inst + 1; i < c->n_insts && i < inst + USE_DISTANCE; i++)
        if (reads_answer(&c->insts[i], s, end))
            return c->insts[i].op_id == ISA_CMP || c->insts[i].op_id == ISA_CMPN;
    return false;
}

// A plain read of a location that another thread has written as a flag or by an atomic message.
static bool may_acquire(const event *e, const race_access *o, bool flag, bool atomic) {
    race_vec **released = race_flag(e->r->flags, (uintptr_t)e->a->at, false);
    if (released == NULL || *released == NULL || !is_compared(e->r, inst_of(e)))
        flag = false;
    if ((!flag && !atomic) || e->a->size_b > 8)
        return false;
    settle(e->rt, RACE_NEEDS_LOAD, (uintptr_t)e->a->at);
    race_pending p = {.state = flag ? RACE_NEEDS_FENCE : RACE_NEEDS_ATOMIC,
                      .atomic = atomic,
                      .at = (uintptr_t)e->a->at,
                      .addr = e->a->addr,
                      .inst = inst_of(e),
                      .other_inst = o->inst,
                      .other_tid = o->tid,
                      .lane = e->a->lane,
                      .released = flag ? *released : NULL};
    return wait_for(e->rt, &p);
}

// A write of a flag that another thread, o, has read before and may be polling.
static bool may_poll(const event *e, const race_access *o) {
    race_thread *reader = &e->r->threads[e->r->slot_of[o->tid]];
    bool flag = e->flag && is_compared(e->r, o->inst);
    if ((!flag && !e->atomic) || reader->tid != o->tid || !reader->live || reader->thread->state == SIM_DONE ||
        e->a->size_b > 8)
        return false;
    race_pending p = {.state = flag ? RACE_NEEDS_LOAD : RACE_NEEDS_ATOMIC,
                      .atomic = e->atomic,
                      .at = (uintptr_t)e->a->at,
                      .addr = e->a->addr,
                      .inst = o->inst,
                      .other_inst = inst_of(e),
                      .other_tid = e->rt->tid,
                      .lane = -1};
    return wait_for(reader, &p);
}

static void fence(race *r, race_thread *t, unsigned domains) {
    t->clock = t->fenced = ++r->now;
    t->version++;
    t->flag_stores = 0;
    for (unsigned d = 0; d < RACE_DOMAINS; d++)
        if (domains >> d & 1u)
            t->fences[d][t->n_fences[d]++ % RACE_FENCES] = r->now;
    for (uint32_t i = 0; i < t->n_acquired; i++) {
        race_learn(t, t->acquired[i], r->mates);
        race_vec_unref(t->acquired[i]);
    }
    t->n_acquired = 0;
    for (uint32_t i = 0; i < t->n_pending; i++) {
        race_pending *p = &t->pending[i];
        if (p->state != RACE_NEEDS_FENCE)
            continue;
        race_learn(t, p->released, r->mates);
        p->state = RACE_NEEDS_ACCESS;
    }
}

// Domains that a message fences. Both the typed and the untyped port fence writes of typed messages.
static unsigned fenced_domains(const race *r, const isa_msg *m) {
    const unsigned global = 1u << RACE_GLOBAL | 1u << RACE_TYPED;
    if (m->kind == ISA_MSG_LSC_FENCE)
        return m->sfid == ISA_SFID_SLM ? 1u << RACE_LOCAL : m->sfid == ISA_SFID_CRE ? 1u << RACE_TYPED : global;
    if (m->bti == 254)
        return 1u << RACE_LOCAL;
    if (m->rlen_grf == 0)
        return 0;
    return r->sh->model->slm_needs_fence ? global : global | 1u << RACE_LOCAL;
}

// Accesses

static bool unordered(const event *e, const race_access *o) {
    const race *r = e->r;
    return o->clock != 0 && o->tid != e->rt->tid && r->slot_of[o->tid] != e->t->slot &&
           o->clock >= race_knows(e->rt, o->tid, r->mates);
}

// Whether o's write is ordered by a barrier or a flag but its thread has not fenced it.
static bool unfenced(const event *e, const race_access *o) {
    const race *r = e->r;
    if (o->clock == 0 || o->tid == e->rt->tid || o->clock < e->rt->everything)
        return false;
    if (e->domain == RACE_LOCAL && !r->sh->model->slm_needs_fence)
        return false;
    const race_thread *w = &r->threads[r->slot_of[o->tid]];
    if (w->tid != o->tid || w == e->rt)
        return false; // ended, and another thread has taken its slot
    uint32_t known = race_knows(e->rt, o->tid, r->mates), n = w->n_fences[e->domain];
    uint32_t oldest = n > RACE_FENCES ? n - RACE_FENCES : 0;
    while (n-- > oldest) {
        uint32_t f = w->fences[e->domain][n % RACE_FENCES];
        if (f <= known)
            return f <= o->clock;
    }
    return oldest == 0;
}

static void check_writer(const event *e, const race_cell *c) {
    bool other_atomic = (c->flags & RACE_ATOMIC) != 0;
    if (e->atomic && other_atomic)
        return;
    if (unordered(e, &c->write)) {
        bool flag = (c->flags & RACE_FLAG) != 0;
        if (e->write || e->atomic || !may_acquire(e, &c->write, flag, other_atomic))
            report_race(e, &c->write, true);
    } else if (!other_atomic && unfenced(e, &c->write)) {
        report_unfenced(e, &c->write);
    }
}

static void check_readers(const event *e, const race_cell *c) {
    for (unsigned i = 0; i < 2; i++) {
        const race_access *o = &c->reads[i];
        if (!unordered(e, o) || (e->atomic && inst_is_atomic(e->r, o->inst)))
            continue;
        if (!may_poll(e, o))
            report_race(e, o, false);
    }
}

static void record_read(const event *e, race_cell *c, const race_access *now) {
    if (c->reads[0].clock == 0 || c->reads[0].tid == now->tid || !unordered(e, &c->reads[0]))
        c->reads[0] = *now;
    else
        c->reads[1] = *now;
}

static void record_write(const event *e, race_cell *c, const race_access *now) {
    c->write = *now;
    c->reads[0].clock = c->reads[1].clock = 0;
    c->flags = (e->atomic ? RACE_ATOMIC : 0u) | (e->flag ? RACE_FLAG : 0u);
}

static void touch(const event *e, race_cell *c, bool silent) {
    race_access now = {e->rt->tid, e->rt->clock, inst_of(e)};
    if (!silent)
        check_writer(e, c);
    if (!e->write || silent) {
        record_read(e, c, &now);
        return;
    }
    check_readers(e, c);
    record_write(e, c, &now);
}

// Two lanes of a store, one address, two values: the final value is undefined.
static void check_lanes(const event *e) {
    const sim_access *a = e->a;
    size_t i = (size_t)((uint64_t)(uintptr_t)a->at * 0x9e3779b97f4a7c15u >> 54);
    unsigned n = a->have_b < 16 ? a->have_b : 16;
    for (;; i = (i + 1) % LANE_TABLE) {
        lane_write *w = &e->r->lanes[i];
        if (w->serial != e->r->serial) {
            *w = (lane_write){.serial = e->r->serial, .at = a->at, .size_b = n, .lane = a->lane};
            memcpy(w->data, a->data, n);
            return;
        }
        if (w->at != a->at)
            continue;
        if (w->lane != a->lane && w->size_b == n && memcmp(w->data, a->data, n) != 0)
            sim_report(&e->r->watch, SIM_CHECK_RACE, e->t, e->in, a->lane, &a->addr,
                       "lanes %d and %d write different values to one address", w->lane, a->lane);
        return;
    }
}

// Atomic messages that only read, or that Intel's compiler uses as a read (or 0).
static bool only_reads(const isa_msg *m) {
    if (m->kind == ISA_MSG_LSC_ATOMIC)
        return m->op == 0x0a || m->op == 0x19;
    return (m->kind == ISA_MSG_UNTYPED_ATOMIC || m->kind == ISA_MSG_A64_ATOMIC) && m->op == 2;
}

static bool writes_flag(event *e, bool silent) {
    race_thread *t = e->rt;
    if (t->fenced == 0 || silent)
        return false;
    if (e->atomic)
        return true;
    if (t->flag_serial != e->r->serial) {
        t->flag_serial = e->r->serial;
        t->flag_stores++;
    }
    return t->flag_stores <= FLAG_STORES;
}

static bool is_typed(const isa_msg *m) {
    return m->kind == ISA_MSG_TYPED_READ || m->kind == ISA_MSG_TYPED_WRITE || m->kind == ISA_MSG_TYPED_ATOMIC ||
           m->sfid == ISA_SFID_CRE;
}

static bool is_watched(const race *r, const sim_thread *t, const sim_access *a) {
    const sim_group *g = t->group;
    size_t scratch = 2 * (size_t)r->sh->scratch_b * g->n_threads;
    if (a->at == NULL || a->have_b == 0 || a->kind == SIM_ACCESS_PREFETCH || a->space == SIM_SPACE_GENERAL)
        return false;
    return g->scratch == NULL || a->at < g->scratch || a->at >= g->scratch + scratch;
}

static void access(sim_watch *w, sim_thread *t, const sim_inst *in, const sim_access *a) {
    race *r = (race *)w;
    if (!is_watched(r, t, a))
        return;
    bool local = t->group->slm != NULL && a->at >= t->group->slm && a->at < t->group->slm + t->group->slm_b;
    event e = {.r = r,
               .rt = &r->threads[t->slot],
               .t = t,
               .in = in,
               .a = a,
               .domain = local              ? RACE_LOCAL
                         : is_typed(a->msg) ? RACE_TYPED
                                            : RACE_GLOBAL,
               .atomic = a->kind == SIM_ACCESS_ATOMIC};
    e.write = a->kind == SIM_ACCESS_WRITE || (e.atomic && !only_reads(a->msg));
    bool silent = a->kind == SIM_ACCESS_WRITE && a->data != NULL && memcmp(a->at, a->data, a->have_b) == 0;
    settle(e.rt, RACE_NEEDS_ACCESS, 0);
    if (e.atomic)
        settle(e.rt, RACE_NEEDS_ATOMIC, (uintptr_t)a->at);
    if (a->kind == SIM_ACCESS_WRITE && a->lane >= 0 && a->data != NULL)
        check_lanes(&e);
    bool in_order = e.atomic && local && !r->sh->model->slm_needs_fence;
    if (in_order)
        fence(r, e.rt, 1u << RACE_LOCAL);
    e.flag = (e.write || e.atomic) && writes_flag(&e, silent);
    if (e.atomic && a->msg->rlen_grf != 0)
        read_flag(&e);
    if (e.flag)
        write_flag(&e);
    if (in_order)
        fence(r, e.rt, 1u << RACE_LOCAL);
    for (uintptr_t at = (uintptr_t)a->at, end = at + a->have_b; at < end;) {
        size_t n;
        race_cell *c = race_shadow_cell(r->shadow, at, end - at, &n);
        if (c == NULL) {
            sim_fault(t, in, "no memory for the race checker");
            return;
        }
        touch(&e, c, silent);
        at += n;
    }
}

// Threads and barriers

static void before(sim_watch *w, sim_thread *t, const sim_inst *in) {
    race *r = (race *)w;
    if (in->send == NULL)
        return;
    r->serial++;
    const isa_msg *m = &in->send->msg;
    if (in->send->dynamic || (m->kind != ISA_MSG_HDC_FENCE && m->kind != ISA_MSG_LSC_FENCE) ||
        sim_write_mask(t, in) == 0)
        return;
    unsigned domains = fenced_domains(r, m);
    if (domains != 0)
        fence(r, &r->threads[t->slot], domains);
}

static void after(sim_watch *w, sim_thread *t, const sim_inst *in) {
    race *r = (race *)w;
    race_thread *rt = &r->threads[t->slot];
    if (t->state == SIM_DONE) {
        for (uint32_t i = 0; i < rt->n_pending; i++)
            report_pending(r, t, &rt->pending[i]);
        return;
    }
    if ((in->exec != sim_exec_sync && in->exec != sim_exec_wait) || t->state != SIM_RUNNING)
        return;
    unsigned id = sim_wait_id(t, in);
    if (id >= SIM_MAX_BARRIERS || rt->at_barrier[id] == NULL)
        return;
    race_learn(rt, rt->at_barrier[id], r->mates);
    race_vec_unref(rt->at_barrier[id]);
    rt->at_barrier[id] = NULL;
}

static void arrive(sim_watch *w, sim_thread *t, const sim_inst *in, const sim_arrival *a) {
    race *r = (race *)w;
    race_thread *rt = &r->threads[t->slot];
    (void)in;
    if (!a->produces)
        return;
    rt->clock = ++r->now;
    race_vec *v = race_publish(rt, r->now, r->mates), **phase = &r->phases[t->group->place][a->id];
    if (v == NULL)
        return;
    *phase = race_vec_merge(*phase, v);
    race_vec_unref(v);
}

static void barrier(sim_watch *w, sim_group *g, unsigned id, const uint8_t *waiters) {
    race *r = (race *)w;
    race_vec **phase = &r->phases[g->place][id];
    for (uint32_t i = 0; i < g->n_threads; i++)
        if (waiters[i / 8] >> i % 8 & 1u) {
            race_vec **at = &r->threads[g->threads[i].slot].at_barrier[id];
            *at = race_vec_merge(*at, *phase);
        }
    race_vec_unref(*phase);
    *phase = NULL;
}

static void group_begin(sim_watch *w, sim_group *g) {
    race *r = (race *)w;
    for (uint32_t i = 0; i < g->n_threads; i++) {
        sim_thread *t = &g->threads[i];
        uint32_t tid = g->linear * r->mates + i;
        race_thread_begin(&r->threads[t->slot], t, tid, ++r->now, r->mates);
        r->slot_of[tid] = t->slot;
    }
    for (unsigned i = 0; i < SIM_MAX_BARRIERS; i++) {
        race_vec_unref(r->phases[g->place][i]);
        r->phases[g->place][i] = NULL;
    }
    if (g->slm_b != 0)
        race_shadow_clear(r->shadow, (uintptr_t)g->slm, g->slm_b);
}

static void destroy(sim_watch *w) {
    race *r = (race *)w;
    for (uint32_t i = 0; r->threads != NULL && i < r->sh->n_slots; i++)
        race_thread_end(&r->threads[i]);
    for (uint32_t i = 0; r->phases != NULL && i < r->sh->max_resident; i++)
        for (unsigned k = 0; k < SIM_MAX_BARRIERS; k++)
            race_vec_unref(r->phases[i][k]);
    race_shadow_destroy(r->shadow);
    race_flags_destroy(r->flags);
    free(r->threads);
    free(r->known);
    free(r->slot_of);
    free(r->phases);
    free(r->lanes);
    free(r);
}

sim_watch *sim_check_race_create(const sim_shared *sh) {
    race *r = calloc(1, sizeof *r);
    if (r == NULL)
        return NULL;
    *r = (race){.sh = sh, .mates = sh->threads_per_group};
    r->watch = (sim_watch){.group_begin = group_begin,
                           .before = before,
                           .after = after,
                           .access = access,
                           .arrive = arrive,
                           .barrier = barrier,
                           .destroy = destroy};
    r->shadow = race_shadow_create();
    r->flags = race_flags_create();
    r->threads = calloc(sh->n_slots, sizeof *r->threads);
    r->known = calloc((size_t)sh->n_slots * r->mates, sizeof *r->known);
    r->slot_of = calloc((size_t)sh->n_groups * r->mates, sizeof *r->slot_of);
    r->phases = calloc(sh->max_resident, sizeof *r->phases);
    r->lanes = calloc(LANE_TABLE, sizeof *r->lanes);
    if (r->shadow == NULL || r->flags == NULL || r->threads == NULL || r->known == NULL || r->slot_of == NULL ||
        r->phases == NULL || r->lanes == NULL) {
        destroy(&r->watch);
        return NULL;
    }
    for (uint32_t i = 0; i < sh->n_slots; i++)
        r->threads[i].mates = r->known + (size_t)i * r->mates;
    return &r->watch;
}
