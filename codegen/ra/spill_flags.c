// SPDX-License-Identifier: MIT
// Flags that do not fit in the flag registers are kept in general registers between their uses.
//
//   before (more flags live than registers)           after
//     undef %p                                          undef %t
//     (W) cmp (16|M0) (lt)%p.0 null<1>:d ...            (W) cmp (16|M0) (lt)%t.0 null<1>:d ...
//                                                       (W) mov (1|M0) %home<1>:uw %t<0;1,0>:uw
//     ...                                               ...
//                                                       (W) mov (1|M0) %u<1>:uw %home<0;1,0>:uw
//     (%p.0) mov (16|M0) %d<1>:f %b<1;1,0>:f            (%u.0) mov (16|M0) %d<1>:f %b<1;1,0>:f
//
// gx_fit_predicates has done most of this work, with fewer moves. But it counts flags in the IR, and selection later
// computes some values in other places, splits some into several, and adds flags of its own. This pass succeeds for
// any shape: an instruction names one flag, as its predicate or condition, so at worst each flag is live only around
// one instruction.
//
// All moves copy the whole flag and are not masked. A write may leave lanes unchanged, because they are off or belong
// to another quarter; if such lanes are live, the flag is loaded before the write. Uses in one block keep the flag
// register between them if there is room all the way. If general registers are short too, the copy is spilled to
// scratch memory like any other variable.

#include "ra.h"

#include <assert.h>

typedef struct visit {
    mir_inst *inst;
    uint32_t block;
    int32_t slot;
    bool writes, undef;
} visit;

typedef struct stay { // visits [v0, v1) over which the flag keeps its register
    uint32_t v0, v1;
    uint32_t last_write; // visit
    bool writes, fetch, store;
} stay;

typedef struct candidate {
    bool chosen;
    uint64_t cost; // of moves, weighted by loop depth
    CMC_VEC(visit) visits;
    CMC_VEC(stay) stays;
} candidate;

typedef struct spiller {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live;
    candidate *of;         // by variable
    uint32_t n_vars;       // before spilling
    CMC_VEC(uint32_t) ids; // those that may be moved
    uint64_t *weight;      // by block
    int32_t *pressure;     // by point: bytes of live flags
    uint32_t *crowd;       // by point: number of points up to it that exceed the limit
    int32_t limit_b;
    bool all;
    bool reads, writes; // of the variable by the current instruction
    uint32_t n_chosen;
} spiller;

// Visits

static bool may_go(const spiller *s, uint32_t id) {
    const mir_var *v = s->fn->vars.data[id];
    return v->kind == MIR_VAR_FLAG && !v->fixed && !v->no_spill && !v->live_in && s->live->vars[id].rects.len;
}

typedef struct noting {
    spiller *s;
    visit now;
} noting;

static void note_access(void *user, const isa_access *a) {
    noting *n = user;
    spiller *s = n->s;
    if (a->file != ISA_FILE_VREG || a->reg >= s->n_vars || !may_go(s, a->reg))
        return;
    candidate *c = &s->of[a->reg];
    if (!c->visits.len || c->visits.data[c->visits.len - 1].inst != n->now.inst)
        s->cx->oom |= !cmc_vec_push(s->cx->scratch, &c->visits, n->now);
    if (c->visits.len)
        c->visits.data[c->visits.len - 1].writes |= a->write;
}

static bool find_visits(spiller *s) {
    bool simd_flow = cg_has_simd_flow(s->fn);
    s->of = CMC_NEW_N(s->cx->scratch, candidate, s->n_vars + 1);
    for (uint32_t b = 0; s->of && b < s->fn->blocks.len; b++)
        for (mir_inst *i = s->fn->blocks.data[b]->first; i; i = i->next) {
            noting n = {s,
                        {.inst = i, .block = b, .slot = s->live->slot_of_inst[i->id], .undef = i->i.op == MIR_UNDEF}};
            if (n.now.undef && may_go(s, i->i.dst.reg))
                s->cx->oom |= !cmc_vec_push(s->cx->scratch, &s->of[i->i.dst.reg].visits, n.now);
            cg_effects(s->fn, i, simd_flow, note_access, &n);
        }
    for (uint32_t v = 1; s->of && v < s->n_vars; v++)
        if (s->of[v].visits.len)
            s->cx->oom |= !cmc_vec_push(s->cx->scratch, &s->ids, v);
    return s->of && !s->cx->oom;
}

// Pressure

static void add_pressure(spiller *s, int32_t p0, int32_t p1, int32_t bytes) {
    for (int32_t p = p0 < 0 ? 0 : p0; p <= p1 && p < s->live->n_points; p++)
        s->pressure[p] += bytes;
}

// A flag with any live byte occupies all of its bytes.
static void add_life(spiller *s, uint32_t var, int32_t sign) {
    const live_var *l = &s->live->vars[var];
    int32_t until = -1; // rectangles are in ascending order
    for (uint32_t r = 0; r < l->rects.len; r++) {
        const live_rect *x = &l->rects.data[r];
        add_pressure(s, x->p0 > until ? x->p0 : until + 1, x->p1, sign * (int32_t)s->fn->vars.data[var]->size_b);
        until = x->p1 > until ? x->p1 : until;
    }
}

static bool measure(spiller *s) {
    s->pressure = CMC_NEW_N(s->cx->scratch, int32_t, s->live->n_points + 1);
    s->crowd = CMC_NEW_N(s->cx->scratch, uint32_t, s->live->n_points + 1);
    for (uint32_t v = 1; s->pressure && v < s->n_vars; v++)
        if (s->fn->vars.data[v]->kind == MIR_VAR_FLAG)
            add_life(s, v, 1);
    return s->pressure && s->crowd;
}

static void count_crowd(spiller *s) {
    uint32_t n = 0;
    for (int32_t p = 0; p < s->live->n_points; p++)
        s->crowd[p] = n += s->all || s->pressure[p] > s->limit_b;
}

// Stays

static bool alive_over(const spiller *s, uint32_t var, int32_t p, int32_t q) {
    const live_var *l = &s->live->vars[var];
    for (uint32_t r = 0; r < l->rects.len && l->rects.data[r].p0 <= p; r++)
        if (l->rects.data[r].p1 >= q)
            return true;
    return false;
}

static bool goes_on(const spiller *s, const visit *last, const visit *next) {
    return last->block == next->block && s->crowd[2 * next->slot] == s->crowd[2 * last->slot + 1];
}

// A live range that starts in this block starts undefined, so there is nothing to load.
static bool starts_undefined(const candidate *c, uint32_t v0) {
    const visit *before = v0 ? &c->visits.data[v0 - 1] : NULL;
    return before && before->undef && before->block == c->visits.data[v0].block && !before->inst->len_b;
}

static void finish_stay(spiller *s, uint32_t var, stay *e) {
    candidate *c = &s->of[var];
    int32_t first = 2 * c->visits.data[e->v0].slot;
    e->fetch = !starts_undefined(c, e->v0) && alive_over(s, var, first - 1, first);
    for (uint32_t k = e->v0; k < e->v1; k++)
        if (c->visits.data[k].writes) {
            e->writes = true;
            e->last_write = k;
        }
    // Live-out means live to the end of the block.
    const visit *last = &c->visits.data[e->v1 - 1];
    int32_t end = 2 * last->slot + 1;
    e->store = e->writes && alive_over(s, var, end, last->inst->next ? end + 1 : end);
    c->cost += ((uint64_t)e->fetch + e->store) * s->weight[last->block];
}

static void find_stays(spiller *s, uint32_t var) {
    candidate *c = &s->of[var];
    c->stays.len = 0;
    c->cost = 0;
    for (uint32_t k = 0; k < c->visits.len; k++) {
        const visit *x = &c->visits.data[k];
        stay *e = c->stays.len ? &c->stays.data[c->stays.len - 1] : NULL;
        stay fresh = {.v0 = k, .v1 = k + 1};
        if (x->undef)
            continue;
        if (e && e->v1 == k && goes_on(s, &c->visits.data[k - 1], x))
            e->v1 = k + 1;
        else
            s->cx->oom |= !cmc_vec_push(s->cx->scratch, &c->stays, fresh);
    }
    for (uint32_t k = 0; k < c->stays.len; k++)
        finish_stay(s, var, &c->stays.data[k]);
}

// Choice

// From the move that loads the flag to the move that stores it.
static int32_t stay_start(const candidate *c, const stay *e) {
    return 2 * c->visits.data[e->v0].slot - (e->fetch ? 1 : 0);
}

static int32_t stay_end(const candidate *c, const stay *e) {
    return 2 * c->visits.data[e->v1 - 1].slot + (e->store ? 2 : 1);
}

// Whether moving the variable frees a flag at the point.
static bool frees(const spiller *s, uint32_t var, int32_t p) {
    const candidate *c = &s->of[var];
    if (c->chosen || !alive_over(s, var, p, p))
        return false;
    for (uint32_t k = 0; k < c->stays.len; k++)
        if (p >= stay_start(c, &c->stays.data[k]) && p <= stay_end(c, &c->stays.data[k]))
            return false;
    return true;
}

// The flag with the fewest moves; among equals, the one with the longest live range.
static uint32_t best_at(const spiller *s, int32_t p) {
    uint32_t best = 0;
    for (uint32_t k = 0; k < s->ids.len; k++) {
        uint32_t v = s->ids.data[k];
        if (!frees(s, v, p))
            continue;
        const live_var *l = &s->live->vars[v], *b = &s->live->vars[best];
        if (!best || s->of[v].cost < s->of[best].cost ||
            (s->of[v].cost == s->of[best].cost && l->p1 - l->p0 > b->p1 - b->p0))
            best = v;
    }
    return best;
}

static void choose(spiller *s, uint32_t var) {
    candidate *c = &s->of[var];
    c->chosen = true;
    s->n_chosen++;
    add_life(s, var, -1);
    for (uint32_t k = 0; k < c->stays.len; k++)
        add_pressure(s, stay_start(c, &c->stays.data[k]), stay_end(c, &c->stays.data[k]),
                     (int32_t)s->fn->vars.data[var]->size_b);
}

static void choose_for_limit(spiller *s) {
    count_crowd(s);
    for (uint32_t k = 0; k < s->ids.len; k++)
        find_stays(s, s->ids.data[k]);
    for (int32_t p = 0; p < s->live->n_points; p++)
        for (uint32_t v; s->pressure[p] > s->limit_b && (v = best_at(s, p)) != 0;)
            choose(s, v);
}

// If no point exceeds the limit, packing failed, so the limit is lowered until a flag is chosen.
static void choose_some(spiller *s) {
    int32_t reserved = 0;
    for (uint32_t b = 0; b < 32; b++)
        reserved += (int32_t)(s->live->phys_flag >> b & 1);
    s->limit_b = (int32_t)ra_file_of(s->fn, MIR_VAR_FLAG).size_b - reserved;
    for (; !s->all && !s->n_chosen && s->limit_b > 0; s->limit_b -= 2)
        choose_for_limit(s);
    s->all |= !s->n_chosen;
    count_crowd(s);
    for (uint32_t k = 0; s->all && k < s->ids.len; k++) {
        find_stays(s, s->ids.data[k]);
        choose(s, s->ids.data[k]);
    }
}

// Code

static void move_flag(spiller *s, const mir_var *to, const mir_var *from) {
    for (uint32_t at = 0; at < to->size_b;) {
        uint32_t n = to->size_b - at >= 4 ? 4 : 2;
        isa_type t = n == 4 ? ISA_UD : ISA_UW;
        cg_inst1(s->cx, ISA_MOV, 1, mir_dst(to, (int32_t)at, t, 1), mir_src(from, (int32_t)at, t, cg_scalar));
        at += n;
    }
}

static void rename_flag(mir_inst *i, uint32_t from, uint32_t to) {
    if (i->i.vflag == from)
        i->i.vflag = to;
    if (i->i.dst.file == ISA_FILE_VREG && i->i.dst.reg == from)
        i->i.dst.reg = to;
    for (uint32_t k = 0; k < 3; k++)
        if (i->i.src[k].file == ISA_FILE_VREG && i->i.src[k].reg == from)
            i->i.src[k].reg = to;
}

static void rewrite_stay(spiller *s, uint32_t var, const mir_var *home, const stay *e) {
    const candidate *c = &s->of[var];
    const mir_var *v = s->fn->vars.data[var];
    mir_var *t = mir_var_create(s->fn, MIR_VAR_FLAG, (isa_type)v->type, v->size_b, v->align_b, "flag");
    if (!t) {
        s->cx->oom = true;
        return;
    }
    t->no_spill = true;
    const visit *first = &c->visits.data[e->v0];
    mir_block *b = s->fn->blocks.data[first->block];
    cg_at(s->cx, b, first->inst);
    if (e->fetch)
        move_flag(s, t, home);
    else
        cg_undef(s->cx, t);
    for (uint32_t k = e->v0; k < e->v1; k++)
        rename_flag(c->visits.data[k].inst, var, t->id);
    if (!e->store)
        return;
    const mir_inst *write = c->visits.data[e->last_write].inst;
    cg_at(s->cx, b, write->next);
    s->cx->loc = write->loc;
    move_flag(s, home, t);
}

static void rewrite(spiller *s, uint32_t var) {
    const candidate *c = &s->of[var];
    const mir_var *v = s->fn->vars.data[var];
    mir_var *home =
        mir_var_create(s->fn, MIR_VAR_GRF, (isa_type)v->type, v->size_b, v->size_b >= 4 ? 4 : 2, "flag_home");
    if (!home) {
        s->cx->oom = true;
        return;
    }
    for (uint32_t k = 0; k < c->visits.len; k++)
        if (c->visits.data[k].undef)
            c->visits.data[k].inst->i.dst.reg = home->id;
    for (uint32_t k = 0; k < c->stays.len; k++)
        rewrite_stay(s, var, home, &c->stays.data[k]);
}

cmc_status ra_spill_flags(cg_ctx *cx, mir_fn *fn, const live_info *live, bool all, uint32_t *n) {
    assert(n);
    spiller s = {
        .cx = cx, .fn = fn, .live = live, .n_vars = fn->vars.len, .all = all, .weight = ra_block_weights(cx, fn)};
    *n = 0;
    if (!s.weight || !find_visits(&s) || !measure(&s))
        return CMC_ERR_OOM;
    choose_some(&s);
    for (uint32_t k = 0; k < s.ids.len && !cx->oom; k++)
        if (s.of[s.ids.data[k]].chosen)
            rewrite(&s, s.ids.data[k]);
    *n = s.n_chosen;
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
