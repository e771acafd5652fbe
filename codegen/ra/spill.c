// SPDX-License-Identifier: MIT
// Spilling: variables that find no register live in scratch memory and visit registers where they are used.
//
//   before                                          after (%v of 64 bytes at byte 96 of scratch, 32-byte registers)
//     add (8) %v+32<1>:f %a<1;1,0>:f %b<1;1,0>:f      add (8) %fill.9<1>:f %a<1;1,0>:f %b<1;1,0>:f
//                                                     (W) send.dc0 (8) null %r0 %fill.9:1 ... // write 1 register at 128
//     ...                                             ...
//                                                     (W) send.dc0 (8) %fill.10 %r0 null ...  // read 1 register at 128
//     mul (8) %c<1>:f %v+32<1;1,0>:f 2.0:f            mul (8) %c<1>:f %fill.10<1;1,0>:f 2.0:f
//
// Only the registers that an operand touches move. A write that leaves some of their live bytes alone reads them first.
// A variable that is one constant is made again instead of being stored.
//
// Which: through time, at each point with too much alive, the variable whose absence frees the most over the crowded points
// for the fewest messages, loops counted. Variables with an address taken, fixed ones and the temporaries of spilling
// stay. What was stored or read a moment ago is used from there again.

#include "ra.h"
#include "touch.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 4096, LOOP_FACTOR = 8, MAX_DEPTH = 6, REMAT_ROWS = 2 };
enum { MOMENT = 6 }; // instructions over which a temporary may be used again: as long as it would take to read it

typedef struct candidate {
    bool can;          // may go
    bool chosen;
    uint64_t cost;     // messages, loops counted
    uint32_t n_defs;
    mir_inst *def;     // the only one, when n_defs is 1
    bool remat;
    uint32_t slot_b;   // place in scratch memory
    mir_var *last;     // what holds some of its registers since a moment ago, as they are now
    uint32_t last_first, last_rows;
    int32_t last_slot;
} candidate;

typedef struct spiller {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live;
    candidate *of;     // by variable
    uint32_t n_vars;   // before spilling
    int32_t *delta;    // by point: bytes that begin to live less those that cease
    int32_t *crowd;    // by point: how many points up to it have too much alive
    int32_t pressure;  // bytes alive at the point under work
    CMC_VEC(uint32_t) alive; // candidates that live there
    uint32_t limit_b;
    uint32_t grf_b;
    bool all;
    bool simd_flow;
    ra_scratch *sc;
    ra_spill_stats *st;
    cmc_status failed;
} spiller;

// Candidates -----------------------------------------------------------------------------------------

static void forbid(spiller *s, uint32_t var) {
    if (var < s->n_vars)
        s->of[var].can = false;
}

static bool is_spillable(const spiller *s, const mir_var *v) {
    return v->kind == MIR_VAR_GRF && !v->fixed && !v->no_spill && !v->live_in && !v->same_sub_as &&
           s->live->vars[v->id].rects.len != 0 &&
           (uint32_t)s->live->vars[v->id].extent_b <= MAX_ROWS * s->grf_b;
}

static void note_operand(spiller *s, mir_inst *i, isa_operand *o, bool dst, uint64_t weight) {
    if (o->file == ISA_FILE_VADDR || (o->file == ISA_FILE_VREG && o->indirect)) {
        forbid(s, o->reg);
        return;
    }
    if (!cg_is_var(o) || o->reg >= s->n_vars)
        return;
    candidate *c = &s->of[o->reg];
    c->cost += weight;
    if (dst) {
        c->n_defs++;
        c->def = i;
    }
}

static bool is_constant(const spiller *s, const candidate *c, const mir_var *v) {
    const mir_inst *d = c->def;
    if (c->n_defs != 1 || d->i.op != ISA_MOV || d->i.pred != ISA_PRED_NONE || d->i.cmod != ISA_CMOD_NONE ||
        d->i.src[0].file != ISA_FILE_IMM || v->size_b > REMAT_ROWS * s->grf_b)
        return false;
    touches t = touches_of(s->fn, d, s->simd_flow);
    return t.who[ISA_WHO_DST].full && t.who[ISA_WHO_DST].lo == 0 && t.who[ISA_WHO_DST].hi >= (int32_t)v->size_b;
}

static bool find_candidates(spiller *s) {
    const cmc_graph *g = cg_flow_graph(s->cx, s->fn);
    s->of = CMC_NEW_N(s->cx->scratch, candidate, s->n_vars);
    if (!g || !s->of)
        return false;
    for (uint32_t v = 1; v < s->n_vars; v++)
        s->of[v].can = is_spillable(s, s->fn->vars.data[v]);
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->fn->vars.data[v]->same_sub_as)
            forbid(s, s->fn->vars.data[v]->same_sub_as);
    for (uint32_t b = 0; b < s->fn->blocks.len; b++) {
        uint32_t depth = cmc_graph_loop_depth(g, b);
        uint64_t weight = 1;
        for (uint32_t k = 0; k < depth && k < MAX_DEPTH; k++)
            weight *= LOOP_FACTOR;
        for (mir_inst *i = s->fn->blocks.data[b]->first; i; i = i->next) {
            if (i->i.op == MIR_UNDEF)
                continue;
            note_operand(s, i, &i->i.dst, true, weight);
            for (uint32_t k = 0; k < 3; k++)
                note_operand(s, i, &i->i.src[k], false, weight);
        }
    }
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->of[v].can && (s->of[v].remat = is_constant(s, &s->of[v], s->fn->vars.data[v])))
            s->of[v].cost = s->of[v].cost / 4 + 1;
    return true;
}

// Choice ---------------------------------------------------------------------------------------------

// Bytes that a variable keeps from others: whole registers when it starts on one.
typedef void (*span_fn)(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user);

static void each_span(spiller *s, uint32_t var, span_fn fn, void *user) {
    const live_var *l = &s->live->vars[var];
    const mir_var *v = s->fn->vars.data[var];
    int32_t grf_b = (int32_t)s->grf_b, rows = (l->extent_b + grf_b - 1) / grf_b;
    bool whole = v->align_b >= s->grf_b || v->size_b > s->grf_b;
    int32_t *until = whole && l->rects.len > 1 ? CMC_NEW_N(s->cx->scratch, int32_t, rows) : NULL;
    for (uint32_t r = 0; r < l->rects.len; r++) {
        const live_rect *x = &l->rects.data[r];
        if (!whole || !until) {
            int32_t n = whole ? ((x->hi + grf_b - 1) / grf_b - x->lo / grf_b) * grf_b : x->hi - x->lo;
            fn(s, x->p0, x->p1, n, user);
            continue;
        }
        for (int32_t row = x->lo / grf_b; row < (x->hi + grf_b - 1) / grf_b && row < rows; row++) {
            int32_t from = x->p0 >= until[row] ? x->p0 : until[row]; // rectangles ascend
            if (from <= x->p1)
                fn(s, from, x->p1, grf_b, user);
            until[row] = x->p1 + 1 > until[row] ? x->p1 + 1 : until[row];
        }
    }
}

static void add_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    (void)user;
    s->delta[p0] += bytes;
    s->delta[p1 + 1 < s->live->n_points ? p1 + 1 : s->live->n_points] -= bytes;
}

// The variable goes: from the point under work on its bytes are free.
static void take_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    int32_t now = *(const int32_t *)user;
    if (p1 < now)
        return;
    if (p0 <= now)
        s->pressure -= bytes;
    else
        s->delta[p0] -= bytes;
    s->delta[p1 + 1 < s->live->n_points ? p1 + 1 : s->live->n_points] += bytes;
}

typedef struct gain {
    int32_t now, at_now;
    double sum;
} gain;

static void gain_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    gain *g = user;
    if (p0 <= g->now && g->now <= p1)
        g->at_now += bytes;
    if (p1 >= g->now) {
        int32_t from = p0 > g->now ? p0 : g->now;
        g->sum += (double)bytes * (s->crowd[p1] - s->crowd[from] + 1);
    }
}

// A variable that is touched at the point itself frees nothing there: its temporary takes its place.
static bool touched_at(const spiller *s, uint32_t var, int32_t p) {
    const live_var *l = &s->live->vars[var];
    return l->p1 - l->p0 <= 2 || l->p0 >= p - 1 || l->p1 <= p + 1;
}

static uint32_t best_candidate(spiller *s, int32_t p) {
    uint32_t best = 0;
    double best_score = 0;
    for (uint32_t k = 0; k < s->alive.len; k++) {
        uint32_t v = s->alive.data[k];
        gain g = {.now = p};
        if (s->of[v].chosen || touched_at(s, v, p))
            continue;
        each_span(s, v, gain_span, &g);
        double score = g.sum / (double)(s->of[v].cost + 1);
        if (g.at_now > 0 && score > best_score) {
            best = v;
            best_score = score;
        }
    }
    return best;
}

static void choose(spiller *s, uint32_t v) {
    s->of[v].chosen = true;
    s->st->vars++;
}

typedef struct start { // candidates in the order in which they begin to live
    int32_t p0;
    uint32_t var;
} start;

static int compare_starts(const void *a, const void *b) {
    const start *x = a, *y = b;
    return x->p0 != y->p0 ? (x->p0 < y->p0 ? -1 : 1) : x->var < y->var ? -1 : x->var > y->var;
}

static bool measure(spiller *s) {
    size_t n = (size_t)s->live->n_points + 2;
    s->delta = CMC_NEW_N(s->cx->scratch, int32_t, n);
    s->crowd = CMC_NEW_N(s->cx->scratch, int32_t, n);
    if (!s->delta || !s->crowd)
        return false;
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->fn->vars.data[v]->kind == MIR_VAR_GRF)
            each_span(s, v, add_span, NULL);
    int32_t sum = 0;
    for (int32_t p = 0; p < s->live->n_points; p++) {
        sum += s->delta[p];
        s->crowd[p] = (p ? s->crowd[p - 1] : 0) + (sum > (int32_t)s->limit_b);
    }
    return true;
}

static void drop_dead(spiller *s, int32_t p) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < s->alive.len; k++)
        if (s->live->vars[s->alive.data[k]].p1 >= p && !s->of[s->alive.data[k]].chosen)
            s->alive.data[n++] = s->alive.data[k];
    s->alive.len = n;
}

// What is left at a point when nobody can go are operands of that instruction.
static void relieve(spiller *s, int32_t p) {
    drop_dead(s, p);
    while (s->pressure > (int32_t)s->limit_b) {
        uint32_t v = best_candidate(s, p);
        if (v == 0)
            return;
        choose(s, v);
        each_span(s, v, take_span, &p);
    }
}

// Afterwards some need not have gone: those fit beside all that stays. The dearest come back first.
typedef struct room {
    bool fits;
    int32_t sign;
} room;

static void room_for_span(spiller *s, int32_t p0, int32_t p1, int32_t bytes, void *user) {
    room *r = user;
    for (int32_t p = p0; p <= p1 && p < s->live->n_points && (r->fits || r->sign); p++)
        if (r->sign)
            s->delta[p] += bytes;
        else
            r->fits = s->delta[p] + bytes <= (int32_t)s->limit_b;
}

typedef struct dear {
    uint64_t cost;
    uint32_t var;
} dear;

static int compare_dear(const void *a, const void *b) {
    const dear *x = a, *y = b;
    return x->cost != y->cost ? (x->cost > y->cost ? -1 : 1) : x->var < y->var ? -1 : x->var > y->var;
}

static bool take_back(spiller *s) {
    dear *order = CMC_NEW_N(s->cx->scratch, dear, s->n_vars + 1);
    uint32_t n = 0;
    if (!order)
        return false;
    memset(s->delta, 0, ((size_t)s->live->n_points + 2) * sizeof(*s->delta));
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->of[v].chosen)
            order[n++] = (dear){s->of[v].cost, v};
        else if (s->fn->vars.data[v]->kind == MIR_VAR_GRF)
            each_span(s, v, add_span, NULL);
    for (int32_t p = 1; p < s->live->n_points; p++)
        s->delta[p] += s->delta[p - 1];
    qsort(order, n, sizeof(*order), compare_dear);
    for (uint32_t k = 0; k < n; k++) {
        room r = {.fits = true};
        each_span(s, order[k].var, room_for_span, &r);
        if (!r.fits)
            continue;
        r.sign = 1;
        each_span(s, order[k].var, room_for_span, &r);
        s->of[order[k].var].chosen = false;
        s->st->vars--;
    }
    return true;
}

// Places in scratch memory: one that ceased to live leaves its place to another of its size.
typedef struct place {
    int32_t end; // last point at which it is used
    uint32_t rows, at_b;
} place;

static void assign_place(spiller *s, candidate *c, const live_var *l, place *places, uint32_t *n_places) {
    uint32_t rows = ((uint32_t)l->extent_b + s->grf_b - 1) / s->grf_b, found = *n_places;
    for (uint32_t k = 0; k < *n_places && found == *n_places; k++)
        if (places[k].rows == rows && places[k].end < l->p0)
            found = k;
    if (found == *n_places) {
        places[(*n_places)++] = (place){.rows = rows, .at_b = s->fn->scratch_b};
        s->fn->scratch_b += rows * s->grf_b;
    }
    places[found].end = l->p1;
    c->slot_b = places[found].at_b;
}

static bool assign_places(spiller *s, const start *order, uint32_t n) {
    place *places = CMC_NEW_N(s->cx->scratch, place, n + 1);
    uint32_t n_places = 0;
    for (uint32_t k = 0; places && k < n; k++) {
        candidate *c = &s->of[order[k].var];
        if (c->chosen && !c->remat)
            assign_place(s, c, &s->live->vars[order[k].var], places, &n_places);
    }
    return places != NULL;
}

static bool choose_all(spiller *s, bool all) {
    start *order = CMC_NEW_N(s->cx->scratch, start, s->n_vars + 1);
    uint32_t n = 0, next = 0;
    if (!order || !measure(s))
        return false;
    for (uint32_t v = 1; v < s->n_vars; v++) {
        if (!s->of[v].can)
            continue;
        if (all)
            choose(s, v);
        order[n++] = (start){s->live->vars[v].p0, v};
    }
    qsort(order, n, sizeof(*order), compare_starts);
    for (int32_t p = all ? s->live->n_points : 0; p < s->live->n_points; p++) {
        s->pressure += s->delta[p];
        for (; next < n && order[next].p0 <= p; next++)
            s->cx->oom |= !cmc_vec_push(s->cx->scratch, &s->alive, order[next].var);
        if (s->pressure > (int32_t)s->limit_b)
            relieve(s, p);
        else if (s->alive.len > 4096)
            drop_dead(s, p);
    }
    return (all || take_back(s)) && assign_places(s, order, n);
}

uint32_t ra_peak(cg_ctx *cx, mir_fn *fn, const live_info *live) {
    spiller s = {.cx = cx, .fn = fn, .live = live, .n_vars = fn->vars.len, .limit_b = UINT32_MAX / 2,
                 .grf_b = fn->model->grf_b};
    int32_t sum = 0, peak = 0;
    if (!measure(&s))
        return 0;
    for (int32_t p = 0; p < live->n_points; p++) {
        sum += s.delta[p];
        peak = sum > peak ? sum : peak;
    }
    return (uint32_t)peak;
}

// Code -----------------------------------------------------------------------------------------------

static void move_rows(spiller *s, const mir_var *t, uint32_t rows, uint32_t scratch_b, bool write) {
    if (s->failed == CMC_OK)
        s->failed = ra_scratch_move(s->cx, s->sc, t, 0, rows, scratch_b, write);
    *(write ? &s->st->spills : &s->st->fills) += ra_scratch_messages(s->cx->m, rows);
}

// Whether bytes of the variable in [lo, hi) are alive when the instruction reads.
static bool alive_before(const spiller *s, uint32_t var, const mir_inst *i, int32_t lo, int32_t hi) {
    int32_t slot = s->live->slot_of_inst[i->id];
    const live_var *l = &s->live->vars[var];
    for (uint32_t r = 0; r < l->rects.len; r++) {
        const live_rect *rect = &l->rects.data[r];
        if (!rect->reserved && rect->p0 <= 2 * slot && rect->p1 >= 2 * slot && rect->lo < hi && rect->hi > lo)
            return true;
    }
    return false;
}

typedef struct visit { // registers [first, first + rows) of a spilled variable
    uint32_t first, rows;
} visit;

static visit visit_of(const spiller *s, const mir_var *v, const touch *w) {
    uint32_t first = (uint32_t)w->lo / s->grf_b, last = (uint32_t)(w->hi - 1) / s->grf_b;
    if (v->even_grf)
        first &= ~1u;
    return (visit){first, last - first + 1};
}

static mir_var *visitor(spiller *s, const mir_var *v, visit at) {
    mir_var *t = cg_temp(s->cx, (isa_type)v->type, at.rows * s->grf_b, (uint16_t)s->grf_b, "fill");
    t->even_grf = v->even_grf;
    t->no_spill = true;
    return t;
}

// Remembers, and finds again, what holds the newest state of some registers. Slots of a block are numbered without gaps, and
// between blocks one is left out, so that near slots of other blocks are none.
static void remember(spiller *s, uint32_t var, mir_var *t, visit at, const mir_inst *i) {
    candidate *c = &s->of[var];
    c->last = t;
    c->last_first = at.first;
    c->last_rows = at.rows;
    c->last_slot = s->live->slot_of_inst[i->id];
}

static mir_var *recall(spiller *s, const mir_block *b, uint32_t var, visit *at, const mir_inst *i) {
    candidate *c = &s->of[var];
    int32_t slot = s->live->slot_of_inst[i->id];
    if (!c->last || c->last_slot <= s->live->block_slot[b->id] || slot - c->last_slot > MOMENT ||
        at->first < c->last_first || at->first + at->rows > c->last_first + c->last_rows)
        return NULL;
    *at = (visit){c->last_first, c->last_rows};
    return c->last;
}

static void point_to(isa_operand *o, const mir_var *t, visit at, uint32_t grf_b) {
    o->reg = t->id;
    o->off_b -= (int32_t)(at.first * grf_b);
}

static void fill_source(spiller *s, mir_block *b, mir_inst *i, isa_operand *o, const touch *w) {
    const mir_var *v = s->fn->vars.data[o->reg];
    const candidate *c = &s->of[v->id];
    visit at = visit_of(s, v, w);
    cg_at(s->cx, b, i);
    if (c->remat) {
        at = (visit){0, (v->size_b + s->grf_b - 1) / s->grf_b};
        mir_var *t = visitor(s, v, at);
        mir_inst *again = cg_inst(s->cx, ISA_MOV, c->def->i.exec_size);
        again->i = c->def->i;
        again->i.dst.reg = t->id;
        point_to(o, t, at, s->grf_b);
        s->st->remats++;
        return;
    }
    mir_var *t = s->all ? NULL : recall(s, b, v->id, &at, i);
    if (!t) {
        t = visitor(s, v, at);
        move_rows(s, t, at.rows, c->slot_b + at.first * s->grf_b, false);
        remember(s, v->id, t, at, i);
    }
    point_to(o, t, at, s->grf_b);
}

static void spill_result(spiller *s, mir_block *b, mir_inst *i, const touch *w) {
    isa_operand *o = &i->i.dst;
    const mir_var *v = s->fn->vars.data[o->reg];
    const candidate *c = &s->of[v->id];
    visit at = visit_of(s, v, w);
    int32_t lo = (int32_t)(at.first * s->grf_b), hi = lo + (int32_t)(at.rows * s->grf_b);
    uint32_t slot_b = c->slot_b + at.first * s->grf_b;
    cg_at(s->cx, b, i);
    mir_var *t = visitor(s, v, at);
    int32_t end = hi < (int32_t)v->size_b ? hi : (int32_t)v->size_b;
    bool all = w->full && w->lo <= lo && w->hi >= end;
    if (!all && alive_before(s, v->id, i, lo, hi))
        move_rows(s, t, at.rows, slot_b, false);
    point_to(o, t, at, s->grf_b);
    cg_at(s->cx, b, i->next);
    move_rows(s, t, at.rows, slot_b, true);
    remember(s, v->id, t, at, i);
}

static bool is_chosen(const spiller *s, const isa_operand *o) {
    return cg_is_var(o) && o->reg < s->n_vars && s->of[o->reg].chosen;
}

static void rewrite_inst(spiller *s, mir_block *b, mir_inst *i, bool simd_flow) {
    if (i->i.op == MIR_UNDEF) {
        if (is_chosen(s, &i->i.dst))
            mir_inst_remove(b, i);
        return;
    }
    bool any = is_chosen(s, &i->i.dst);
    for (uint32_t k = 0; k < 3; k++)
        any |= is_chosen(s, &i->i.src[k]);
    if (!any)
        return;
    touches t = touches_of(s->fn, i, simd_flow);
    s->cx->loc = i->loc;
    for (uint32_t k = 0; k < 3; k++)
        if (is_chosen(s, &i->i.src[k]))
            fill_source(s, b, i, &i->i.src[k], &t.who[ISA_WHO_SRC0 + k]);
    if (!is_chosen(s, &i->i.dst))
        return;
    if (s->of[i->i.dst.reg].remat)
        mir_inst_remove(b, i);
    else
        spill_result(s, b, i, &t.who[ISA_WHO_DST]);
}

cmc_status ra_spill(cg_ctx *cx, mir_fn *fn, const live_info *live, uint32_t limit_b, bool all, ra_scratch *sc,
                    ra_spill_stats *st) {
    spiller s = {.cx = cx, .fn = fn, .live = live, .n_vars = fn->vars.len, .limit_b = limit_b,
                 .all = all, .simd_flow = cg_has_simd_flow(fn), .grf_b = fn->model->grf_b, .sc = sc, .st = st};
    if (!find_candidates(&s) || !choose_all(&s, all))
        return CMC_ERR_OOM;
    if (fn->scratch_b > RA_SCRATCH_REACH_B) {
        cmc_diag_error(cx->diag, "CG0307", "kernel \"%s\" needs %u bytes of scratch memory for values that find no register, "
                       "a thread reaches %u", fn->name, (unsigned)fn->scratch_b, (unsigned)RA_SCRATCH_REACH_B);
        return CMC_ERR_USER;
    }
    if (fn->scratch_b)
        CMC_TRY(ra_scratch_open(cx, fn, live, sc));
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            rewrite_inst(&s, fn->blocks.data[b], i, s.simd_flow);
        }
    return cx->oom ? CMC_ERR_OOM : s.failed;
}
