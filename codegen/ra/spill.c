// SPDX-License-Identifier: MIT
// Spilling: variables that do not fit live in scratch memory and are loaded into registers around their uses.
//
//   before                                          after (%v of 64 bytes, 32-byte registers)
//     add (8) %v<1>:f %a<1;1,0>:f %b<1;1,0>:f         add (8) %fill.9<1>:f %a<1;1,0>:f %b<1;1,0>:f
//     add (8) %v+32<1>:f %a<1;1,0>:f %c<1;1,0>:f      add (8) %fill.9+32<1>:f %a<1;1,0>:f %c<1;1,0>:f
//                                                     (W) send.dc0 (8) null %r0 %fill.9:2 ... // write 2 rows of %v's slot
//     ...                                             ...
//                                                     (W) send.dc0 (8) %fill.10 %r0 null ...  // read the second row
//     mul (8) %d<1>:f %v+32<1;1,0>:f 2.0:f            mul (8) %d<1>:f %fill.10<1;1,0>:f 2.0:f
//
// Consecutive visits form one episode if they are close together, or if registers are free all the way between them.
// An episode fills the rows it reads and stores the rows it changed that are still live. Only registers that operands
// touch are moved. The live range is thus split only where registers are short.
//
// If only some registers of a large variable have to go, it is divided first (spill_divide.c).
//
// A variable that one instruction computes from constants and the payload is rematerialised instead of being stored.
//
// A variable whose address is taken visits registers at its own place, because addresses point there. An indirect
// access fills and stores all of it. It is spilled only when there is no other candidate (spill_pick.c). Fixed
// variables and the temporaries of short episodes are never spilled.

#include "spill.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 4096, LOOP_FACTOR = 8, MAX_DEPTH = 6, REMAT_ROWS = 2, MAX_HULL = 256 };
enum { MOMENT = 6 };        // instructions over which registers are always kept: about the latency of a fill
enum { MESSAGE_COST = 12 }; // in instructions
enum { SHORT = 32 };        // instructions; a longer episode may be spilled itself

// Candidates

static void forbid(spiller *s, uint32_t var) {
    if (var < s->n_vars)
        s->of[var].can = false;
}

static bool is_spillable(const spiller *s, const mir_var *v) {
    return v->kind == MIR_VAR_GRF && !v->fixed && !v->no_spill && !v->live_in && !v->same_sub_as &&
           s->live->vars[v->id].rects.len != 0 && (uint32_t)s->live->vars[v->id].extent_b <= MAX_ROWS * s->grf_b;
}

static void note_visit(spiller *s, mir_inst *i, uint32_t block, uint32_t who, const touch *t) {
    const isa_operand *o = touch_operand(i, who);
    bool indirect = o->file == ISA_FILE_VREG && o->indirect;
    if ((o->file != ISA_FILE_VADDR && !indirect && !cg_is_var(o)) || o->reg >= s->n_vars || !s->of[o->reg].can)
        return;
    candidate *c = &s->of[o->reg];
    visit x = {.inst = i, .block = block, .slot = s->live->slot_of_inst[i->id], .who = (uint8_t)who, .t = *t};
    c->addressed |= indirect || o->file == ISA_FILE_VADDR;
    if (indirect)
        x.t = (touch){.hi = (int32_t)s->fn->vars.data[o->reg]->size_b};
    if (o->file == ISA_FILE_VADDR || x.t.lo >= x.t.hi)
        return;
    s->cx->oom |= !cmc_vec_push(s->cx->scratch, &c->visits, x);
    if (who == ISA_WHO_DST) {
        c->n_defs++;
        c->def = i;
    }
}

// Whether a source has the same value, and is available, wherever the variable is used: a constant, or one input that
// is never written.
static bool stays(const spiller *s, candidate *c, const isa_operand *o) {
    if (o->file == ISA_FILE_IMM || o->file == ISA_FILE_NONE)
        return true;
    const mir_var *v = cg_is_var(o) ? s->fn->vars.data[o->reg] : NULL;
    if (!v || !v->live_in || v->bound || s->live->vars[v->id].defs.len || (c->keeps && c->keeps != v->id))
        return false;
    c->keeps = v->id;
    return true;
}

// Whether one instruction computes the variable from such sources.
static bool is_remade(const spiller *s, candidate *c, const mir_var *v) {
    const mir_inst *d = c->def;
    if (c->n_defs != 1 || s->all || !cg_is_hw(d) || d->i.pred != ISA_PRED_NONE || d->i.cmod != ISA_CMOD_NONE ||
        d->i.acc_wr_en || v->size_b > REMAT_ROWS * s->grf_b)
        return false;
    isa_format f = (isa_format)isa_op_get((isa_op)d->i.op)->format;
    if ((f != ISA_FMT_UNARY && f != ISA_FMT_BINARY) || d->i.op == ISA_ADDC || d->i.op == ISA_SUBB ||
        d->i.op == ISA_MACH)
        return false;
    for (uint32_t k = 0; k < 3; k++)
        if (!stays(s, c, &d->i.src[k]))
            return false;
    touches t = touches_of(s->fn, d, s->simd_flow);
    return t.who[ISA_WHO_DST].full && t.who[ISA_WHO_DST].lo == 0 && t.who[ISA_WHO_DST].hi >= (int32_t)v->size_b;
}

// Whether every value written to it was read from one slot, row for row. The slot does not change during its live
// range: the visits between its first and last one are all the visits of the slot's variable.
static bool find_home(const spiller *s, candidate *c) {
    bool any = false;
    for (uint32_t k = 0; k < c->visits.len && !s->all; k++) {
        const visit *x = &c->visits.data[k];
        if (x->who != ISA_WHO_DST)
            continue;
        uint32_t id = s->move_of[x->inst->id], row = (uint32_t)x->t.lo / s->grf_b;
        const ra_move *m = id ? &s->sc->moves.data[id - 1] : NULL;
        if (!m || m->row < row || (any && (m->slot != c->slot || m->row - row != c->slot_row)))
            return false;
        c->slot = m->slot;
        c->slot_row = m->row - row;
        any = true;
    }
    return any;
}

uint64_t *ra_block_weights(cg_ctx *cx, const mir_fn *fn) {
    const cmc_graph *g = cg_flow_graph(cx, fn);
    uint64_t *weight = g ? CMC_NEW_N(cx->scratch, uint64_t, fn->blocks.len + 1) : NULL;
    for (uint32_t b = 0; weight && b < fn->blocks.len; b++) {
        uint32_t depth = cmc_graph_loop_depth(g, b);
        weight[b] = 1;
        for (uint32_t k = 0; k < depth && k < MAX_DEPTH; k++)
            weight[b] *= LOOP_FACTOR;
    }
    return weight;
}

static bool find_candidates(spiller *s) {
    s->of = CMC_NEW_N(s->cx->scratch, candidate, s->n_vars);
    s->move_of = ra_moves_by_inst(s->cx, s->fn, s->sc);
    s->kept = CMC_NEW_N(s->cx->scratch, int32_t, s->n_vars);
    s->weight = ra_block_weights(s->cx, s->fn);
    if (!s->weight || !s->of || !s->move_of || !s->kept)
        return false;
    for (uint32_t v = 1; v < s->n_vars; v++)
        s->of[v].can = is_spillable(s, s->fn->vars.data[v]);
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->fn->vars.data[v]->same_sub_as)
            forbid(s, s->fn->vars.data[v]->same_sub_as);
    for (uint32_t b = 0; b < s->fn->blocks.len; b++)
        for (mir_inst *i = s->fn->blocks.data[b]->first; i; i = i->next) {
            if (i->i.op == MIR_UNDEF)
                continue;
            touches t = touches_of(s->fn, i, s->simd_flow);
            for (uint32_t who = ISA_WHO_SRC0; who <= ISA_WHO_SRC2; who++)
                note_visit(s, i, b, who, &t.who[who]);
            note_visit(s, i, b, ISA_WHO_DST, &t.who[ISA_WHO_DST]);
        }
    for (uint32_t v = 1; v < s->n_vars; v++)
        s->of[v].home = s->of[v].can && !s->of[v].addressed && find_home(s, &s->of[v]);
    for (uint32_t v = 1; v < s->n_vars; v++)
        s->of[v].remat = s->of[v].can && !s->of[v].addressed && is_remade(s, &s->of[v], s->fn->vars.data[v]);
    return true;
}

// Episodes

typedef struct span_of_rows {
    uint32_t first, last;
} span_of_rows;

static span_of_rows rows_of(const spiller *s, const mir_var *v, const visit *x) {
    span_of_rows r = {(uint32_t)x->t.lo / s->grf_b, (uint32_t)(x->t.hi - 1) / s->grf_b};
    if (v->even_grf)
        r.first &= ~1u;
    return r;
}

static uint32_t most_rows(const spiller *s) {
    uint32_t n = 1;
    while (ra_scratch_messages(s->cx->m, 2 * n) == 1)
        n *= 2;
    return n;
}

// Whether bytes of the variable in [lo, hi) are live from point p to point q.
static bool alive_over(const spiller *s, uint32_t var, int32_t p, int32_t q, int32_t lo, int32_t hi, uint32_t from) {
    const live_var *l = &s->live->vars[var];
    for (uint32_t r = from; r < l->rects.len && l->rects.data[r].p0 <= p; r++) {
        const live_rect *x = &l->rects.data[r];
        if (!x->reserved && x->p1 >= q && x->lo < hi && x->hi > lo)
            return true;
    }
    return false;
}

// Whether a visit may extend the episode that ended with the previous visit.
static bool goes_on(const spiller *s, const visit *last, const visit *next, uint32_t hull, uint32_t most) {
    if (last->inst == next->inst)
        return true;
    if (s->all || last->block != next->block || hull > most)
        return false;
    return next->slot - last->slot <= MOMENT || s->crowd[2 * next->slot] == s->crowd[2 * last->slot + 1];
}

// Whether all rows from first to last are live at a visit. If not, an episode that extends to other rows would keep
// dead registers.
static bool rows_alive(const spiller *s, uint32_t var, const visit *x, uint32_t first, uint32_t last, uint32_t from) {
    for (uint32_t row = first; row <= last; row++)
        if (!alive_over(s, var, 2 * x->slot - 1, 2 * x->slot - 1, (int32_t)(row * s->grf_b),
                        (int32_t)((row + 1) * s->grf_b), from))
            return false;
    return true;
}

static void find_episodes(spiller *s, uint32_t var) {
    candidate *c = &s->of[var];
    const mir_var *v = s->fn->vars.data[var];
    const live_var *l = &s->live->vars[var];
    uint32_t most = most_rows(s), first = 0, last = 0, from = 0; // rectangles before 'from' have ended
    for (uint32_t k = 0; k < c->visits.len; k++) {
        const visit *x = &c->visits.data[k];
        span_of_rows r = rows_of(s, v, x);
        if (c->remat)
            r = (span_of_rows){0, (v->size_b - 1) / s->grf_b};
        uint32_t lo = r.first < first ? r.first : first, hi = r.last > last ? r.last : last;
        episode *e = c->episodes.len ? &c->episodes.data[c->episodes.len - 1] : NULL;
        if (c->remat && x->who == ISA_WHO_DST)
            continue;
        while (from < l->rects.len && l->rects.data[from].p1 < 2 * x->slot - 1)
            from++;
        const visit *before = e ? &c->visits.data[e->v1 - 1] : NULL;
        bool same = e && ((lo == first && hi == last) || x->slot - before->slot <= MOMENT || c->remat);
        if (e && goes_on(s, before, x, hi - lo + 1, most) && (same || rows_alive(s, var, x, first, last, from))) {
            e->v1 = k + 1;
            first = lo;
            last = hi;
        } else {
            episode fresh = {.v0 = k, .v1 = k + 1};
            s->cx->oom |= !cmc_vec_push(s->cx->scratch, &c->episodes, fresh);
            first = r.first;
            last = r.last;
        }
        if (!c->episodes.len)
            return;
        e = &c->episodes.data[c->episodes.len - 1];
        e->first = first;
        e->rows = last - first + 1;
    }
}

typedef enum row_state { UNTOUCHED = 0, NEEDED, WRITTEN } row_state;

// The effect of a visit on one register of the variable.
static void visit_row(const spiller *s, const mir_var *v, const visit *x, uint32_t row, uint8_t *state, uint32_t from) {
    int32_t lo = (int32_t)(row * s->grf_b), hi = lo + (int32_t)s->grf_b;
    if (*state != UNTOUCHED)
        return;
    if (x->who != ISA_WHO_DST) {
        *state = NEEDED;
        return;
    }
    int32_t end = hi < (int32_t)v->size_b ? hi : (int32_t)v->size_b;
    bool all = x->t.full && x->t.lo <= lo && x->t.hi >= end;
    // The bytes that a partial write leaves alone may be needed later.
    *state = all || !alive_over(s, v->id, 2 * x->slot - 1, 2 * x->slot + 1, lo, hi, from) ? WRITTEN : NEEDED;
}

static void widen(uint32_t *first, uint32_t *rows, uint32_t row) {
    uint32_t end = *rows && *first + *rows > row + 1 ? *first + *rows : row + 1;
    *first = *rows && *first < row ? *first : row;
    *rows = end - *first;
}

// Which registers must be filled before the episode and stored after it.
static void plan_moves(spiller *s, const mir_var *v, const candidate *c, episode *e, uint32_t from) {
    const visit *last = &c->visits.data[e->v1 - 1];
    uint8_t state[MAX_HULL] = {0};
    bool dirty[MAX_HULL] = {0};
    int32_t end = 2 * last->slot + 1,
            after = last->inst->next ? end + 1 : end; // live-out means live to the end of the block
    bool known = e->rows <= MAX_HULL;
    for (uint32_t k = e->v0; k < e->v1 && known; k++) {
        span_of_rows r = rows_of(s, v, &c->visits.data[k]);
        for (uint32_t row = r.first; row <= r.last; row++) {
            visit_row(s, v, &c->visits.data[k], row, &state[row - e->first], from);
            dirty[row - e->first] |= c->visits.data[k].who == ISA_WHO_DST;
        }
    }
    for (uint32_t k = 0; k < e->rows; k++) {
        int32_t lo = (int32_t)((e->first + k) * s->grf_b), hi = lo + (int32_t)s->grf_b;
        if (!known || (dirty[k] && s->all) || (dirty[k] && alive_over(s, v->id, end, after, lo, hi, from)))
            widen(&e->store_first, &e->store_rows, e->first + k);
        if (!known || state[k] == NEEDED)
            widen(&e->fill_first, &e->fill_rows, e->first + k);
    }
    // An untouched row inside the stored range must hold its value, so it is filled too.
    for (uint32_t k = 0; known && k < e->store_rows; k++)
        if (state[e->store_first + k - e->first] == UNTOUCHED)
            widen(&e->fill_first, &e->fill_rows, e->store_first + k);
    bool writes = false;
    for (uint32_t k = e->v0; k < e->v1; k++)
        writes |= c->visits.data[k].who == ISA_WHO_DST;
    e->store_rows = writes && !c->home ? e->store_rows : 0;
}

static void finish_episodes(spiller *s, uint32_t var) {
    candidate *c = &s->of[var];
    const mir_var *v = s->fn->vars.data[var];
    const live_var *l = &s->live->vars[var];
    uint32_t from = 0; // rectangles before it have ended
    c->cost = 0;
    for (uint32_t k = 0; k < c->episodes.len; k++) {
        episode *e = &c->episodes.data[k];
        const visit *first = &c->visits.data[e->v0], *last = &c->visits.data[e->v1 - 1];
        while (from < l->rects.len && l->rects.data[from].p1 < 2 * first->slot)
            from++;
        if (!c->remat)
            plan_moves(s, v, c, e, from);
        e->p0 = 2 * first->slot - (c->remat || e->fill_rows ? 1 : 0);
        e->p1 = 2 * last->slot + (e->store_rows ? 2 : 1);
        uint64_t n = ra_scratch_messages(s->cx->m, e->fill_rows) + ra_scratch_messages(s->cx->m, e->store_rows);
        c->cost += (c->remat ? 1 : MESSAGE_COST * n) * s->weight[first->block];
    }
}

// Code

// The first row of the variable that an episode's registers hold.
static uint32_t first_row(const candidate *c, const episode *e) {
    return c->addressed ? 0 : e->first;
}

// Moves rows of the variable, starting at 'first'; t holds the rows from first_row on.
static void move_rows(spiller *s, const candidate *c, const episode *e, const mir_var *t, uint32_t first, uint32_t rows,
                      bool write) {
    if (rows == 0)
        return;
    if (s->failed == CMC_OK)
        s->failed =
            ra_scratch_move(s->cx, s->sc, t, first - first_row(c, e), rows, c->slot, c->slot_row + first, write);
    *(write ? &s->st->spills : &s->st->fills) += ra_scratch_messages(s->cx->m, rows);
}

static void make_again(spiller *s, const candidate *c, const mir_var *t) {
    mir_inst *again = cg_inst(s->cx, c->def->i.op, c->def->i.exec_size);
    again->i = c->def->i;
    again->i.dst.reg = t->id;
    s->st->remats++;
}

// Removes reads of a slot whose result is no longer used.
static bool drop_reads(spiller *s, const candidate *c, const episode *e) {
    for (uint32_t k = e->v0; k < e->v1; k++)
        if (!c->home || c->visits.data[k].who != ISA_WHO_DST)
            return false;
    for (uint32_t k = e->v0; k < e->v1; k++) {
        const visit *x = &c->visits.data[k];
        s->sc->moves.data[s->move_of[x->inst->id] - 1].inst = NULL;
        mir_inst_remove(s->fn->blocks.data[x->block], x->inst);
        s->st->fills--;
    }
    return true;
}

static mir_var *registers_of(spiller *s, uint32_t var, const episode *e) {
    const candidate *c = &s->of[var];
    mir_var *v = s->fn->vars.data[var];
    const visit *first = &c->visits.data[e->v0], *last = &c->visits.data[e->v1 - 1];
    if (c->addressed) {
        v->no_spill = true; // do not spill it again
        v->align_b = v->align_b > s->grf_b ? v->align_b : (uint16_t)s->grf_b;
        return v;
    }
    uint32_t size_b = episode_b(s, var, e);
    mir_var *t = cg_temp(s->cx, (isa_type)v->type, size_b, size_b < s->grf_b ? v->align_b : (uint16_t)s->grf_b, "fill");
    t->even_grf = v->even_grf;
    t->no_spill = v->no_spill || last->slot - first->slot <= SHORT;
    return t;
}

static void rewrite_episode(spiller *s, uint32_t var, const episode *e) {
    const candidate *c = &s->of[var];
    if (drop_reads(s, c, e))
        return;
    const visit *first = &c->visits.data[e->v0], *last = &c->visits.data[e->v1 - 1];
    mir_block *b = s->fn->blocks.data[first->block];
    cg_at(s->cx, b, first->inst);
    const mir_var *t = registers_of(s, var, e);
    if (c->remat)
        make_again(s, c, t);
    move_rows(s, c, e, t, e->fill_first, e->fill_rows, false);
    for (uint32_t k = e->v0; k < e->v1; k++) {
        isa_operand *o = touch_operand(c->visits.data[k].inst, c->visits.data[k].who);
        o->reg = t->id;
        o->off_b -= o->indirect ? 0 : (int32_t)(first_row(c, e) * s->grf_b);
    }
    cg_at(s->cx, b, last->inst->next);
    s->cx->loc = last->inst->loc;
    move_rows(s, c, e, t, e->store_first, e->store_rows, true);
}

static void rewrite_chosen(spiller *s) {
    for (uint32_t v = 1; v < s->n_vars; v++)
        for (uint32_t k = 0; s->of[v].chosen && k < s->of[v].episodes.len; k++)
            rewrite_episode(s, v, &s->of[v].episodes.data[k]);
    for (uint32_t b = 0; b < s->fn->blocks.len; b++)
        for (mir_inst *i = s->fn->blocks.data[b]->first, *next; i; i = next) {
            const isa_operand *o = &i->i.dst;
            next = i->next;
            if (cg_is_var(o) && o->reg < s->n_vars && s->of[o->reg].chosen &&
                !s->of[o->reg].addressed) // undefs, and defs of rematerialised variables
                mir_inst_remove(s->fn->blocks.data[b], i);
        }
}

static void prepare_episodes(spiller *s) {
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->of[v].can) {
            find_episodes(s, v);
            finish_episodes(s, v);
        }
}

cmc_status ra_spill(cg_ctx *cx, mir_fn *fn, const live_info *live, uint32_t limit_b, uint32_t full, bool all,
                    ra_scratch *sc, ra_spill_stats *st) {
    assert(sc && st && live->n_vars == fn->vars.len);
    spiller s = {.cx = cx,
                 .fn = fn,
                 .live = live,
                 .n_vars = fn->vars.len,
                 .limit_b = limit_b,
                 .full = full,
                 .all = all,
                 .simd_flow = cg_has_simd_flow(fn),
                 .grf_b = fn->model->grf_b,
                 .sc = sc,
                 .st = st};
    if (!find_candidates(&s) || !spill_measure(&s))
        return CMC_ERR_OOM;
    prepare_episodes(&s);
    uint32_t n_chosen = st->vars, n_slots = sc->rows.len;
    if (cx->oom || !spill_choose(&s))
        return CMC_ERR_OOM;
    st->divided = !st->tried && spill_divide(&s);
    st->tried = true;
    if (st->divided) {
        st->vars = n_chosen;
        sc->rows.len = n_slots;
        return cx->oom ? CMC_ERR_OOM : CMC_OK;
    }
    if (sc->rows.len)
        CMC_TRY(ra_scratch_open(cx, fn, live, sc));
    rewrite_chosen(&s);
    return cx->oom ? CMC_ERR_OOM : s.failed;
}
