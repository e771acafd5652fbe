// SPDX-License-Identifier: MIT
// Replays scoreboard annotations and looks for unguarded dependencies.
//
// The state is the list of instructions that may be in flight, with the time since issue and whether the sources have
// been read. An annotation removes the instructions it waits for. The accesses of the instruction are then compared
// with those of every instruction left. A join takes both lists and keeps the worse state of an instruction in both.
// After a call, the state holds the instructions that its subroutine issued, and of the others those that may have
// been in flight at this call. In-order instructions are removed after swsb_depth later ones of their pipe. An
// instruction that may run in either of two pipes must be waited for in both, and ages neither. This checker shares
// with the annotating pass only the facts about single instructions.

#include "live/subs.h"
#include "swsb_priv.h"

#include <assert.h>

enum { MAX_FAULTS = 10 };

typedef struct span { // bytes of the register file
    uint32_t lo, hi;
    bool write;
} span;

typedef struct spans {
    CMC_VEC(span) v;
} spans;

typedef struct flying {
    const mir_inst *i;
    uint8_t
        age[SWSB_PIPES]; // in-order: instructions issued since in each of its pipes, itself included; 0 = done there
    uint8_t token;
    bool ooo;
    bool read_done; // sources have been read
    bool done;
    uint32_t order; // of issue, within the block
} flying;

typedef struct list {
    CMC_VEC(flying) v;
    uint32_t *at; // for long lists that only grow, by instruction id: 1 + its index
    bool reached;
} list;

typedef struct replay {
    const mir_fn *fn;
    cmc_arena *a;
    cmc_diag *diag;
    spans *of; // by instruction id
    spans *filling;
    uint32_t *home; // block, by instruction id
    const sub_table *subs;
    bool **inside;
    list *in;
    list *calls;       // by calling block: the state at its end
    sub_list *waiting; // by returning block: calls whose state grew since it last ran
    cmc_bitset grown;  // returning blocks whose own state grew
    list now;
    uint32_t issued;
    bool report, oom;
    uint32_t n_faults;
} replay;

static void collect(void *user, uint32_t lo, uint32_t hi, bool write) {
    replay *r = user;
    span s = {lo, hi, write};
    r->oom |= !cmc_vec_push(r->a, &r->filling->v, s);
}

static void collect_all(replay *r) {
    for (uint32_t b = 0; b < r->fn->blocks.len; b++)
        for (const mir_inst *i = r->fn->blocks.data[b]->first; i; i = i->next) {
            r->filling = &r->of[i->id];
            r->home[i->id] = b;
            swsb_ranges(r->fn, i, collect, r);
        }
}

// Conflicts

static bool meet(const span *a, const span *b) {
    return a->lo < b->hi && b->lo < a->hi;
}

// How the new instruction relates to one in flight.
typedef struct relation {
    bool same_pipe; // both in the same single pipe: written in order, read before a later one writes
    bool same_unit; // both out of order in the same unit, which reads in order
    bool old_ooo, old_read, new_ooo;
} relation;

// Whether the new access must not overtake the old one.
static bool conflict(const relation *x, const span *old, const span *new) {
    if (!meet(old, new) || (!old->write && !new->write))
        return false;
    if (old->lo >= SWSB_ARF) // two writers race for these, and any access with an earlier writer out of order
        return old->write && (x->old_ooo || (new->write && !x->same_pipe));
    if (old->write && !new->write)
        return true;
    if (!x->old_ooo)
        return !x->same_pipe;
    return old->write || !(x->old_read || x->same_unit);
}

static void report(replay *r, const mir_inst *i, const flying *f) {
    cmc_str s = CMC_STR_INIT;
    if (r->n_faults++ < MAX_FAULTS) {
        mir_inst_print(r->fn, i, &s);
        cmc_str_append(&s, " does not wait for: ");
        mir_inst_print(r->fn, f->i, &s);
        cmc_diag_error(r->diag, "CG0410", "scoreboard check of kernel '%s': %s", r->fn->name, cmc_str_text(&s));
    }
    cmc_str_free(&s);
}

static relation relate(const replay *r, const flying *f, const mir_inst *i, bool ooo) {
    uint8_t mine = swsb_pipes_of(r->fn->model, i), theirs = swsb_pipes_of(r->fn->model, f->i);
    relation x = {.old_ooo = f->ooo, .old_read = f->read_done, .new_ooo = ooo};
    x.same_pipe =
        !f->ooo && !ooo && mine == theirs && !(mine & (mine - 1)) && swsb_class_of(r->fn->model, i) == SWSB_IN_ORDER;
    x.same_unit = f->ooo && ooo && swsb_unit_of(f->i) == swsb_unit_of(i);
    return x;
}

static bool writes_registers(const spans *s) {
    for (uint32_t k = 0; k < s->v.len; k++)
        if (s->v.data[k].write && s->v.data[k].lo < SWSB_ARF)
            return true;
    return false;
}

static void compare(replay *r, const mir_inst *i, bool ooo) {
    const spans *mine = &r->of[i->id];
    bool state = swsb_touches_state(r->fn, i);
    for (uint32_t k = 0; k < r->now.v.len; k++) {
        const flying *f = &r->now.v.data[k];
        const spans *theirs = &r->of[f->i->id];
        relation x = relate(r, f, i, ooo);
        // Every instruction after an access of state waits for it. A sync inserted for another wait does nothing
        // itself, nor does a branch that may fall through: the instructions after it wait.
        bool acts = cg_is_hw(i) && i->i.op != ISA_SYNC;
        bool bad = !f->ooo && (state || (acts && swsb_touches_state(r->fn, f->i)));
        bad |= i->i.eot && f->ooo && writes_registers(theirs); // a result that arrives after the end of the thread
        for (uint32_t n = 0; n < mine->v.len && !bad; n++)
            for (uint32_t o = 0; o < theirs->v.len && !bad; o++)
                bad = conflict(&x, &theirs->v.data[o], &mine->v.data[n]);
        if (bad)
            report(r, i, f);
    }
}

// Time

// The pipes a distance refers to. Untagged: the only pipe, or the instruction's own.
static uint8_t pipes_waited(const isa_model *m, const mir_inst *i) {
    switch (i->i.swsb.pipe) {
    case ISA_PIPE_F:
        return SWSB_F;
    case ISA_PIPE_I:
        return SWSB_I;
    case ISA_PIPE_L:
        return SWSB_L;
    case ISA_PIPE_M:
        return SWSB_M;
    case ISA_PIPE_ALL:
        return SWSB_F | SWSB_I | SWSB_L | SWSB_M;
    default:
        return m->pipe_count == 1 ? SWSB_F : swsb_class_of(m, i) == SWSB_IN_ORDER ? swsb_pipes_of(m, i) : 0;
    }
}

// Marks the earlier instructions of f's unit: they have read their sources, and are complete if the unit completes in
// order.
static void earlier_ones(replay *r, const flying *f, bool complete) {
    uint8_t unit = swsb_unit_of(f->i);
    for (uint32_t k = 0; k < r->now.v.len; k++) {
        flying *e = &r->now.v.data[k];
        if (!e->ooo || f->order <= e->order || swsb_unit_of(e->i) != unit)
            continue;
        e->read_done = true;
        e->done |= complete && swsb_unit_finishes_in_order(unit);
    }
}

static bool landed_in_order(const replay *r, flying *f, const mir_inst *i) {
    uint8_t waited = i->i.swsb.dist ? pipes_waited(r->fn->model, i) : 0;
    bool all = true;
    for (uint32_t p = 0; p < SWSB_PIPES; p++) {
        if ((waited >> p & 1u && f->age[p] >= i->i.swsb.dist) || f->age[p] > swsb_depth(f->i, p))
            f->age[p] = 0;
        all &= f->age[p] == 0;
    }
    return all;
}

// What a token annotation implies for f: 0 nothing, 1 sources read, 2 complete.
static int token_says(const mir_inst *i, const flying *f, bool takes_token) {
    const isa_swsb *s = &i->i.swsb;
    uint64_t tokens = i->i.src[0].file == ISA_FILE_IMM ? i->i.src[0].imm : UINT64_MAX;
    if (i->i.op == ISA_SYNC && (i->i.fc == ISA_SYNC_ALLWR || i->i.fc == ISA_SYNC_ALLRD) && (tokens >> f->token & 1))
        return i->i.fc == ISA_SYNC_ALLWR ? 2 : 1;
    if (s->token_mode == ISA_TOKEN_NONE || s->token != f->token)
        return 0;
    if (s->token_mode == ISA_TOKEN_SRC)
        return 1;
    return s->token_mode == ISA_TOKEN_DST || takes_token ? 2 : 0;
}

static void apply_waits(replay *r, const mir_inst *i, bool ooo) {
    uint32_t kept = 0;
    for (uint32_t k = 0; k < r->now.v.len; k++)
        if (r->now.v.data[k].ooo && token_says(i, &r->now.v.data[k], ooo) != 0) {
            flying f = r->now.v.data[k];
            r->now.v.data[k].read_done = true;
            earlier_ones(r, &f, token_says(i, &f, ooo) == 2);
        }
    for (uint32_t k = 0; k < r->now.v.len; k++) {
        flying f = r->now.v.data[k];
        bool gone = f.ooo ? f.done || token_says(i, &f, ooo) == 2 : landed_in_order(r, &f, i);
        if (!gone)
            r->now.v.data[kept++] = f;
    }
    r->now.v.len = kept;
}

static uint32_t place_of(const list *l, const mir_inst *i) {
    uint32_t j = 0;
    if (l->at)
        return l->at[i->id] ? l->at[i->id] - 1 : l->v.len;
    while (j < l->v.len && l->v.data[j].i != i)
        j++;
    return j;
}

static void issue(replay *r, const mir_inst *i, swsb_class cls) {
    if (cls == SWSB_UNCOUNTED)
        return;
    uint8_t pipes = cls == SWSB_IN_ORDER ? swsb_pipes_of(r->fn->model, i) : 0;
    flying f = {.i = i, .ooo = cls == SWSB_OUT_OF_ORDER, .token = i->i.swsb.token, .order = ++r->issued};
    for (uint32_t p = 0; p < SWSB_PIPES; p++) {
        for (uint32_t k = 0; k < r->now.v.len && pipes == 1u << p; k++)
            if (r->now.v.data[k].age[p] && r->now.v.data[k].age[p] <= swsb_depth(r->now.v.data[k].i, p))
                r->now.v.data[k].age[p]++;
        f.age[p] = pipes >> p & 1u;
    }
    if (f.ooo && i->i.swsb.token_mode != ISA_TOKEN_SET && r->report && !i->i.eot) {
        r->n_faults++;
        cmc_diag_error(r->diag, "CG0411", "scoreboard check of kernel '%s': '%s' has no token", r->fn->name,
                       mir_op_name(i->i.op));
    }
    uint32_t k = place_of(&r->now, i);
    if (k < r->now.v.len)
        r->now.v.data[k] = f;
    else
        r->oom |= !cmc_vec_push(r->a, &r->now.v, f);
}

static void step(replay *r, const mir_inst *i) {
    swsb_class cls = swsb_class_of(r->fn->model, i);
    apply_waits(r, i, cls == SWSB_OUT_OF_ORDER);
    if (r->report)
        compare(r, i, cls == SWSB_OUT_OF_ORDER);
    issue(r, i, cls);
}

// Data flow

// The worse of both states; true when a became worse.
static bool merge(flying *a, const flying *b) {
    bool grew = a->read_done && !b->read_done;
    a->read_done &= b->read_done;
    for (uint32_t p = 0; p < SWSB_PIPES; p++)
        if (b->age[p] && (a->age[p] == 0 || b->age[p] < a->age[p])) {
            a->age[p] = b->age[p];
            grew = true;
        }
    return grew;
}

// Many paths may lead to a block, each with its own instructions.
static void note_last(replay *r, list *l) {
    enum { LONG = 64 };
    if (l->v.len < LONG)
        return;
    bool first = !l->at;
    l->at = first ? CMC_NEW_N(r->a, uint32_t, r->fn->n_inst_ids + 1) : l->at;
    r->oom |= !l->at;
    for (uint32_t k = first ? 0 : l->v.len - 1; l->at && k < l->v.len; k++)
        l->at[l->v.data[k].i->id] = k + 1;
}

// through: instructions issued outside the subroutine are taken only if they are in this list too; NULL for other
// edges.
static bool join(replay *r, list *into, const list *through, const bool *inside) {
    bool grew = !into->reached;
    into->reached = true;
    for (uint32_t k = 0; k < r->now.v.len; k++) {
        flying f = r->now.v.data[k];
        uint32_t j = place_of(into, f.i);
        f.order = 0;
        if (through && !inside[r->home[f.i->id]]) {
            uint32_t before = place_of(through, f.i);
            if (before == through->v.len)
                continue;
            f.read_done |= through->v.data[before].read_done;
        }
        if (j == into->v.len) {
            r->oom |= !cmc_vec_push(r->a, &into->v, f);
            note_last(r, into);
            grew = true;
        } else {
            grew |= merge(&into->v.data[j], &f);
        }
    }
    return grew;
}

static void run_block(replay *r, const mir_block *b) {
    r->now.v.len = 0;
    r->issued = 0;
    for (uint32_t k = 0; k < r->in[b->id].v.len; k++)
        r->oom |= !cmc_vec_push(r->a, &r->now.v, r->in[b->id].v.data[k]);
    for (const mir_inst *i = b->first; i; i = i->next)
        step(r, i);
}

static void enter(replay *r, uint32_t b, cmc_bitset *dirty) {
    cmc_bitset_set(dirty, b);
    cmc_bitset_set(&r->grown, b);
}

// Returns to all calls if b's own state grew since it last ran, else to the calls whose state grew.
static bool leave_sub(replay *r, uint32_t b, cmc_bitset *dirty) {
    uint32_t sub = subs_of_return(r->fn, r->subs, b);
    const sub_list *calls = !cmc_bitset_get(&r->grown, b) ? &r->waiting[b]
                            : sub < r->subs->n            ? &r->subs->of[sub].calls
                                                          : NULL;
    bool again = false;
    for (uint32_t k = 0; calls && k < calls->len; k++) {
        uint32_t call = calls->data[k], back = subs_back(r->fn, call);
        if (r->calls[call].reached && join(r, &r->in[back], &r->calls[call], r->inside[sub])) {
            enter(r, back, dirty);
            again = true;
        }
    }
    r->waiting[b].len = 0;
    return again;
}

// Propagates the state of b, which has just run, to its successors; true when a block must run again.
static bool leave(replay *r, uint32_t b, cmc_bitset *dirty) {
    bool again = false;
    if (subs_returns(r->fn, b))
        return leave_sub(r, b, dirty);
    for (mir_succ s = mir_succ_of(r->fn, r->fn->blocks.data[b]); mir_succ_next(&s);)
        if (join(r, &r->in[s.id], NULL, NULL)) {
            enter(r, s.id, dirty);
            again = true;
        }
    if (!r->subs->called[b] || !join(r, &r->calls[b], NULL, NULL))
        return again;
    const sub_info *s = &r->subs->of[r->subs->called[b] - 1];
    for (uint32_t k = 0; k < s->returns.len; k++)
        if (r->in[s->returns.data[k]].reached) {
            cmc_bitset_set(dirty, s->returns.data[k]);
            r->oom |= !cmc_vec_push(r->a, &r->waiting[s->returns.data[k]], b);
            again = true;
        }
    return again;
}

static void solve(replay *r, cmc_bitset *dirty) {
    bool again = true;
    r->in[0].reached = true;
    enter(r, 0, dirty);
    while (again && !r->oom) {
        again = false;
        for (uint32_t b = cmc_bitset_next(dirty, 0); b < r->fn->blocks.len; b = cmc_bitset_next(dirty, b + 1)) {
            cmc_bitset_clear(dirty, b);
            run_block(r, r->fn->blocks.data[b]);
            again |= leave(r, b, dirty);
            cmc_bitset_clear(&r->grown, b);
        }
    }
}

cmc_status swsb_check(const mir_fn *fn, cmc_arena *scratch, cmc_diag *d) {
    assert(fn && scratch);
    replay *r = CMC_NEW(scratch, replay);
    if (!r)
        return CMC_ERR_OOM;
    r->fn = fn;
    r->a = scratch;
    r->diag = d;
    r->of = CMC_NEW_N(scratch, spans, fn->n_inst_ids + 1);
    r->in = CMC_NEW_N(scratch, list, fn->blocks.len + 1);
    r->calls = CMC_NEW_N(scratch, list, fn->blocks.len + 1);
    r->home = CMC_NEW_N(scratch, uint32_t, fn->n_inst_ids + 1);
    r->subs = subs_find(fn, scratch);
    r->inside = r->subs ? subs_inside(fn, r->subs, scratch) : NULL;
    cmc_bitset dirty = cmc_bitset_make(scratch, fn->blocks.len);
    r->grown = cmc_bitset_make(scratch, fn->blocks.len);
    r->waiting = CMC_NEW_N(scratch, sub_list, fn->blocks.len + 1);
    if (!r->of || !r->in || !r->calls || !r->home || !r->inside || !dirty.words || !r->grown.words || !r->waiting)
        return CMC_ERR_OOM;
    collect_all(r);
    solve(r, &dirty);
    r->report = true;
    for (uint32_t b = 0; b < fn->blocks.len && !r->oom; b++)
        if (r->in[b].reached)
            run_block(r, fn->blocks.data[b]);
    if (r->oom)
        return CMC_ERR_OOM;
    return r->n_faults ? CMC_ERR_INTERNAL : CMC_OK;
}
