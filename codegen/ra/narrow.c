// SPDX-License-Identifier: MIT
// Narrowing: a variable that needs its registers only for moments keeps what lives longer in a smaller variable.
//
//   before                                           after
//     mov (16) %m<1>:f ...    // 64 bytes live on      mov (16) %core<1>:f ...
//     ...                                              ...
//     mov (16) %m+64<1>:f %b  // 512 bytes live        mov (16) %wide<1>:ud %core<1;1,0>:ud
//     ...                                              mov (16) %wide+64<1>:f %b ...
//     dpas.8x7 (16) %m %m ...                          dpas.8x7 (16) %wide %wide ...
//     mov (16) %b<1>:f %m+64  // 64 bytes live on      mov (16) %b<1>:f %wide+64 ...
//                                                      mov (16) %core<1>:ud %wide<1;1,0>:ud
//
// Coalescing makes such variables: an operand of several registers takes over a part of it, and the header of a message
// the address in it. While nothing else is live in them, the other registers, or the rest of the header's, are lost.
// Moves are cheaper than spilling. An episode is a sequence of visits that needs the wide variable: bytes outside the
// core are live only within episodes. Visits outside of episodes use the core. A core that is smaller than a register
// is only used by moves.

#include "spill.h"

#include <assert.h>
#include <stdlib.h>

enum {
    BRIEF = 64,       // points: shorter live ranges of bytes do not count as living on,
    BRIEF_PART = 64,  // nor those shorter than this part of the variable's
    SMALL_PART = 4,   // part of a register that a core may take at most, or it takes whole registers
    MOMENT_SLOTS = 6, // visits so close together share an episode
    CELL_B = 4
};

typedef CMC_VEC(visit) visit_list;

typedef struct stay { // visits [v0, v1) that need the wide variable
    uint32_t v0, v1;
} stay;

typedef struct wide_var {
    bool can, chosen;
    bool direct;    // operands may name the core: it consists of whole registers
    int32_t lo, hi; // bytes of the core
    uint32_t core;  // the new variable
    uint64_t cost;  // moves, weighted by loop depth
    visit_list visits;
    CMC_VEC(stay) stays;
} wide_var;

typedef struct narrower {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live;
    wide_var *of; // by variable
    uint32_t n_vars, limit_b, full;
    bool late; // the last attempt before spilling
    int32_t grf_b;
    uint64_t *weight;  // by block
    int32_t *pressure; // by point
} narrower;

// Candidates

static bool lives_on(const live_var *l, const live_rect *x) {
    int32_t part = (l->p1 - l->p0) / BRIEF_PART;
    return !x->reserved && x->p1 - x->p0 > (part > BRIEF ? part : BRIEF);
}

// Finds the bytes that live on. False when narrowing to them saves nothing.
static bool find_core(const narrower *n, const mir_var *v, wide_var *w) {
    const live_var *l = &n->live->vars[v->id];
    int32_t step = v->even_grf ? 2 * n->grf_b : n->grf_b;
    w->lo = INT32_MAX;
    for (uint32_t r = 0; r < l->rects.len; r++) {
        const live_rect *x = &l->rects.data[r];
        if (x->passes)
            return false;
        w->lo = lives_on(l, x) && x->lo < w->lo ? x->lo : w->lo;
        w->hi = lives_on(l, x) && x->hi > w->hi ? x->hi : w->hi;
    }
    if (w->lo >= w->hi || w->lo < 0)
        return false;
    w->lo = w->lo / CELL_B * CELL_B;
    w->hi = cg_round_up(w->hi, CELL_B);
    w->direct = w->hi - w->lo > n->grf_b / SMALL_PART;
    if (!w->direct)
        return v->align_b >= n->grf_b || v->size_b > (uint32_t)n->grf_b;
    w->lo = w->lo / step * step;
    w->hi = cg_round_up(w->hi, step);
    return w->hi - w->lo < cg_round_up(l->extent_b, n->grf_b);
}

static void find_candidates(narrower *n) {
    for (uint32_t v = 1; v < n->n_vars; v++) {
        const mir_var *x = n->fn->vars.data[v];
        n->of[v].can = x->kind == MIR_VAR_GRF && !x->fixed && !x->live_in && !x->same_sub_as &&
                       n->live->vars[v].extent_b <= (int32_t)x->size_b && find_core(n, x, &n->of[v]);
    }
    for (uint32_t v = 1; v < n->n_vars; v++)
        if (n->fn->vars.data[v]->same_sub_as)
            n->of[n->fn->vars.data[v]->same_sub_as].can = false;
}

static void note_visit(narrower *n, mir_inst *i, uint32_t block, uint32_t who, const touch *t) {
    const isa_operand *o = touch_operand(i, who);
    wide_var *w = o->file == ISA_FILE_VADDR || o->file == ISA_FILE_VREG ? &n->of[o->reg] : NULL;
    if (!w || !w->can)
        return;
    w->can = cg_is_var(o);
    visit x = {.inst = i, .block = block, .slot = n->live->slot_of_inst[i->id], .who = (uint8_t)who, .t = *t};
    if (x.t.lo < x.t.hi)
        n->cx->oom |= !cmc_vec_push(n->cx->scratch, &w->visits, x);
}

static void find_visits(narrower *n) {
    bool simd_flow = cg_has_simd_flow(n->fn);
    for (uint32_t b = 0; b < n->fn->blocks.len; b++)
        for (mir_inst *i = n->fn->blocks.data[b]->first; i; i = i->next) {
            if (i->i.op == MIR_UNDEF)
                continue;
            touches t = touches_of(n->fn, i, simd_flow);
            for (uint32_t who = ISA_WHO_SRC0; who <= ISA_WHO_SRC2; who++)
                note_visit(n, i, b, who, &t.who[who]);
            note_visit(n, i, b, ISA_WHO_DST, &t.who[ISA_WHO_DST]);
        }
}

// Episodes

// Whether bytes outside the core are live from point p to point q. Rectangles before *from ended earlier.
static bool outside_alive(const narrower *n, uint32_t var, int32_t p, int32_t q, uint32_t from) {
    const live_var *l = &n->live->vars[var];
    const wide_var *w = &n->of[var];
    for (uint32_t r = from; r < l->rects.len && l->rects.data[r].p0 <= p; r++) {
        const live_rect *x = &l->rects.data[r];
        if (!x->reserved && x->p1 >= q && (x->lo < w->lo || x->hi > w->hi))
            return true;
    }
    return false;
}

static bool is_wide(const wide_var *w, const visit *x) {
    return !w->direct || x->t.lo < w->lo || x->t.hi > w->hi;
}

static int32_t point_after(const visit *x) {
    return 2 * x->slot + (x->inst->next ? 2 : 1); // live-out means live to the end of the block
}

// Collects the episode that starts with visit k. False when bytes outside the core live before it, or past its block.
static bool collect_stay(narrower *n, uint32_t var, uint32_t k, uint32_t *from) {
    wide_var *w = &n->of[var];
    const live_var *l = &n->live->vars[var];
    const visit *x = &w->visits.data[k];
    stay e = {.v0 = k};
    while (*from < l->rects.len && l->rects.data[*from].p1 < 2 * x->slot - 1)
        ++*from;
    if (outside_alive(n, var, 2 * x->slot - 1, 2 * x->slot, *from))
        return false;
    for (;; k++) {
        const visit *next = k + 1 < w->visits.len ? &w->visits.data[k + 1] : NULL;
        x = &w->visits.data[k];
        bool alive = outside_alive(n, var, 2 * x->slot + 1, point_after(x), *from);
        if (next && next->inst == x->inst)
            continue;
        if (next && next->block == x->block && (alive || next->slot - x->slot <= MOMENT_SLOTS))
            continue;
        e.v1 = k + 1;
        n->cx->oom |= !cmc_vec_push(n->cx->scratch, &w->stays, e);
        return !alive;
    }
}

static bool find_stays(narrower *n, uint32_t var) {
    wide_var *w = &n->of[var];
    const live_var *l = &n->live->vars[var];
    int32_t sum = 0;
    uint32_t from = 0;
    for (uint32_t k = 0; k < w->visits.len; k++) {
        if (!is_wide(w, &w->visits.data[k]))
            continue;
        while (k && w->visits.data[k - 1].inst == w->visits.data[k].inst &&
               !(w->stays.len && w->stays.data[w->stays.len - 1].v1 == k))
            k--;
        if (!collect_stay(n, var, k, &from))
            return false;
        const stay *e = &w->stays.data[w->stays.len - 1];
        const visit *first = &w->visits.data[e->v0], *last = &w->visits.data[e->v1 - 1];
        w->cost += n->weight[first->block];
        sum += point_after(last) - 2 * first->slot + 2;
        k = e->v1 - 1;
    }
    return w->stays.len && !n->cx->oom && sum <= (l->p1 - l->p0) / 2;
}

// Choice

// Bytes by which a variable gets smaller.
static int32_t saved_b(const narrower *n, uint32_t var) {
    return cg_round_up(n->live->vars[var].extent_b, n->grf_b) - (n->of[var].hi - n->of[var].lo);
}

// Bytes that become free between episodes. Other variables may use whole registers that are dead there anyway.
static int32_t freed_b(const narrower *n, uint32_t var) {
    return n->of[var].direct ? 0 : n->grf_b - (n->of[var].hi - n->of[var].lo);
}

// Calls fn for each point at which narrowing frees registers, until it returns true. Returns whether it did.
typedef bool (*point_fn)(narrower *n, int32_t p, int32_t freed);

static bool each_point(narrower *n, uint32_t var, point_fn fn) {
    const wide_var *w = &n->of[var];
    const live_var *l = &n->live->vars[var];
    int32_t p = l->p0, freed = freed_b(n, var);
    for (uint32_t k = 0; k <= w->stays.len; k++) {
        const stay *e = k < w->stays.len ? &w->stays.data[k] : NULL;
        int32_t end = e ? 2 * w->visits.data[e->v0].slot - 1 : l->p1 + 1;
        for (; p < end; p++)
            if (fn(n, p, freed))
                return true;
        p = e && point_after(&w->visits.data[e->v1 - 1]) > p ? point_after(&w->visits.data[e->v1 - 1]) : p;
    }
    return false;
}

// The last attempt makes room for the whole variable that did not fit, even if the sum has room for it.
static int32_t limit_at(const narrower *n, int32_t p) {
    const live_var *f = &n->live->vars[n->full];
    return (int32_t)n->limit_b - (n->late && n->full && p >= f->p0 && p <= f->p1 ? f->extent_b : 0);
}

static bool is_crowded(narrower *n, int32_t p, int32_t freed) {
    return freed && n->pressure[p] > limit_at(n, p);
}

static bool relieve(narrower *n, int32_t p, int32_t freed) {
    n->pressure[p] -= freed;
    return false;
}

// Where the pressure is not too high but a variable did not fit, those as large as half of it are in its way.
static bool is_in_the_way(const narrower *n, uint32_t var) {
    const live_var *f = &n->live->vars[n->full], *l = &n->live->vars[var];
    return var == n->full || (l->p0 <= f->p1 && f->p0 <= l->p1 && 2 * saved_b(n, var) >= f->extent_b);
}

typedef struct price {
    double each; // of a byte
    uint32_t var;
} price;

static int compare_prices(const void *a, const void *b) {
    const price *x = a, *y = b;
    return x->each != y->each ? (x->each < y->each ? -1 : 1) : x->var < y->var ? -1 : x->var > y->var;
}

// Marks variables as chosen; returns their number.
static uint32_t choose(narrower *n) {
    price *order = CMC_NEW_N(n->cx->scratch, price, n->n_vars + 1);
    uint32_t len = 0, chosen = 0;
    n->cx->oom |= !order;
    for (uint32_t v = 1; order && v < n->n_vars; v++)
        if (n->of[v].can)
            order[len++] = (price){(double)n->of[v].cost / saved_b(n, v), v};
    if (len)
        qsort(order, len, sizeof *order, compare_prices);
    for (uint32_t k = 0; k < len; k++) {
        uint32_t v = order[k].var;
        n->of[v].chosen = n->full && !n->late ? is_in_the_way(n, v) : each_point(n, v, is_crowded);
        chosen += n->of[v].chosen;
        if (n->of[v].chosen)
            each_point(n, v, relieve);
    }
    return chosen;
}

// Code

static void create_core(narrower *n, uint32_t var) {
    const mir_var *v = n->fn->vars.data[var];
    wide_var *w = &n->of[var];
    uint32_t size_b = (uint32_t)(w->hi - w->lo), align_b = w->direct ? (uint32_t)n->grf_b : CELL_B;
    while (!w->direct && align_b < size_b)
        align_b *= 2;
    mir_var *core =
        mir_var_create(n->fn, MIR_VAR_GRF, (isa_type)(w->direct ? v->type : ISA_UD), size_b, (uint16_t)align_b, "core");
    n->cx->oom |= !core;
    if (!core)
        return;
    core->even_grf = v->even_grf && w->direct;
    core->no_spill = v->no_spill;
    core->loc = v->loc;
    w->core = core->id;
}

// Moves the core's bytes that are live from point p to point q and that t holds from byte 'base' of the variable on.
static void move_core(narrower *n, uint32_t var, const mir_var *t, int32_t base, int32_t p, int32_t q, bool to_core) {
    const wide_var *w = &n->of[var];
    const live_var *l = &n->live->vars[var];
    const mir_var *core = n->fn->vars.data[w->core];
    int32_t n_cells = (w->hi - w->lo) / CELL_B;
    bool *alive = CMC_NEW_N(n->cx->scratch, bool, (size_t)n_cells + 1);
    n->cx->oom |= !alive;
    for (uint32_t r = 0; alive && r < l->rects.len && l->rects.data[r].p0 <= p; r++) {
        const live_rect *x = &l->rects.data[r];
        if (x->p1 < q || x->reserved)
            continue;
        int32_t lo = x->lo > base ? x->lo : base,
                hi = x->hi < base + (int32_t)t->size_b ? x->hi : base + (int32_t)t->size_b;
        for (int32_t c = lo > w->lo ? (lo - w->lo) / CELL_B : 0; c < n_cells && w->lo + c * CELL_B < hi; c++)
            alive[c] = true;
    }
    for (int32_t c = 0, end; alive && c < n_cells; c = end + 1) {
        for (end = c; alive[end]; end++)
            ;
        isa_operand wide = mir_dst(t, w->lo + c * CELL_B - base, ISA_UD, 1),
                    kept = mir_dst(core, c * CELL_B, ISA_UD, 1);
        cg_move_bytes(n->cx, to_core ? kept : wide, to_core ? wide : kept, (uint32_t)((end - c) * CELL_B));
    }
}

// The variable of an episode; *base: its first byte in the variable.
static mir_var *create_wide(narrower *n, uint32_t var, const stay *e, int32_t *base) {
    const mir_var *v = n->fn->vars.data[var];
    const wide_var *w = &n->of[var];
    int32_t lo = INT32_MAX, hi = 0, step = v->even_grf ? 2 * n->grf_b : n->grf_b;
    for (uint32_t k = e->v0; k < e->v1; k++) {
        const touch *t = &w->visits.data[k].t;
        lo = t->lo < lo ? t->lo : lo;
        hi = t->hi > hi ? t->hi : hi;
    }
    *base = v->size_b > (uint32_t)n->grf_b ? lo / step * step : 0;
    hi = v->size_b > (uint32_t)n->grf_b ? cg_round_up(hi, step) : hi;
    hi = hi > (int32_t)v->size_b || v->size_b <= (uint32_t)n->grf_b ? (int32_t)v->size_b : hi;
    uint16_t align_b = v->align_b < n->grf_b ? (uint16_t)n->grf_b : v->align_b;
    mir_var *t = cg_temp(n->cx, (isa_type)v->type, (uint32_t)(hi - *base), align_b, "wide");
    t->even_grf = v->even_grf;
    t->no_spill = v->no_spill;
    t->loc = v->loc;
    return t;
}

static void rewrite_stay(narrower *n, uint32_t var, const stay *e) {
    wide_var *w = &n->of[var];
    const visit *first = &w->visits.data[e->v0], *last = &w->visits.data[e->v1 - 1];
    mir_block *b = n->fn->blocks.data[first->block];
    int32_t base;
    bool writes = false;
    cg_at(n->cx, b, first->inst);
    n->cx->loc = first->inst->loc;
    const mir_var *t = create_wide(n, var, e, &base);
    move_core(n, var, t, base, 2 * first->slot - 1, 2 * first->slot, false);
    for (uint32_t k = e->v0; k < e->v1; k++) {
        const visit *x = &w->visits.data[k];
        isa_operand *o = touch_operand(x->inst, x->who);
        writes |= x->who == ISA_WHO_DST && x->t.lo < w->hi && w->lo < x->t.hi;
        o->reg = t->id;
        o->off_b -= base;
    }
    cg_at(n->cx, b, last->inst->next);
    n->cx->loc = last->inst->loc;
    if (writes)
        move_core(n, var, t, base, 2 * last->slot + 1, point_after(last), true);
}

static void rewrite_visits(narrower *n, uint32_t var) {
    wide_var *w = &n->of[var];
    uint32_t next = 0;
    for (uint32_t k = 0; k < w->visits.len; k++) {
        const stay *e = next < w->stays.len ? &w->stays.data[next] : NULL;
        if (e && k == e->v0) {
            rewrite_stay(n, var, e);
            k = e->v1 - 1;
            next++;
            continue;
        }
        isa_operand *o = touch_operand(w->visits.data[k].inst, w->visits.data[k].who);
        o->reg = w->core;
        o->off_b -= w->lo;
    }
}

// What becomes undefined outside of episodes becomes so in the core. Within an episode, nothing of it is live there.
static void rewrite_undef(narrower *n, mir_block *b, mir_inst *i) {
    const wide_var *w = &n->of[i->i.dst.reg];
    int32_t lo = i->i.dst.off_b, hi = i->len_b ? lo + (int32_t)i->len_b : w->hi;
    lo = lo > w->lo ? lo : w->lo;
    hi = hi < w->hi ? hi : w->hi;
    if (lo >= hi) {
        mir_inst_remove(b, i);
        return;
    }
    i->i.dst.reg = w->core;
    i->i.dst.off_b = lo - w->lo;
    i->len_b = (uint32_t)(hi - lo);
}

static void rewrite(narrower *n) {
    for (uint32_t v = 1; v < n->n_vars && !n->cx->oom; v++)
        if (n->of[v].chosen)
            create_core(n, v);
    for (uint32_t v = 1; v < n->n_vars && !n->cx->oom; v++)
        if (n->of[v].chosen)
            rewrite_visits(n, v);
    for (uint32_t b = 0; b < n->fn->blocks.len && !n->cx->oom; b++)
        for (mir_inst *i = n->fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op == MIR_UNDEF && i->i.dst.reg < n->n_vars && n->of[i->i.dst.reg].chosen)
                rewrite_undef(n, n->fn->blocks.data[b], i);
        }
}

static bool measure(narrower *n) {
    spiller s = {.cx = n->cx,
                 .fn = n->fn,
                 .live = n->live,
                 .n_vars = n->n_vars,
                 .limit_b = n->limit_b,
                 .grf_b = n->fn->model->grf_b};
    if (!spill_measure(&s))
        return false;
    n->pressure = s.delta;
    for (int32_t p = 1; p < n->live->n_points; p++)
        n->pressure[p] += n->pressure[p - 1];
    return true;
}

cmc_status ra_narrow(cg_ctx *cx, mir_fn *fn, const live_info *live, uint32_t limit_b, uint32_t full, bool late,
                     bool *any) {
    assert(live->n_vars == fn->vars.len && any);
    narrower n = {.cx = cx,
                  .fn = fn,
                  .live = live,
                  .n_vars = fn->vars.len,
                  .limit_b = limit_b,
                  .full = full,
                  .late = late,
                  .grf_b = (int32_t)fn->model->grf_b};
    n.of = CMC_NEW_N(cx->scratch, wide_var, n.n_vars + 1);
    n.weight = ra_block_weights(cx, fn);
    if (!n.of || !n.weight || !measure(&n))
        return CMC_ERR_OOM;
    find_candidates(&n);
    find_visits(&n);
    for (uint32_t v = 1; v < n.n_vars && !cx->oom; v++)
        n.of[v].can = n.of[v].can && find_stays(&n, v);
    *any = !cx->oom && choose(&n) != 0;
    if (*any)
        rewrite(&n);
    return cx->oom ? CMC_ERR_OOM : CMC_OK;
}
