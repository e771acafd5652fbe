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
// Which: at the point of highest pressure, the variable whose absence frees the most bytes over the crowded points for
// the fewest messages, loops counted. Variables with an address taken, fixed ones and the temporaries of spilling stay.

#include "ra.h"

#include <string.h>

enum { MAX_ROWS = 4096, LOOP_FACTOR = 8, MAX_DEPTH = 6, REMAT_ROWS = 2 };

typedef struct candidate {
    bool can;          // may go
    bool chosen;
    uint64_t cost;     // messages, loops counted
    uint32_t n_defs;
    mir_inst *def;     // the only one, when n_defs is 1
    bool remat;
    uint32_t slot_b;   // place in scratch memory
} candidate;

typedef struct spiller {
    cg_ctx *cx;
    mir_fn *fn;
    const live_info *live;
    candidate *of;     // by variable
    uint32_t n_vars;   // before spilling
    int32_t *pressure; // bytes alive at each point
    uint32_t limit_b;
    uint32_t grf_b;
    ra_scratch *sc;
    ra_spill_stats *st;
    cmc_status failed;
} spiller;

// What one operand touches ---------------------------------------------------------------------------

typedef struct touch {
    int32_t lo, hi; // bytes from the variable's start; lo >= hi: nothing
    bool full;      // a write that surely writes every byte from lo to hi
} touch;

typedef struct touches {
    touch who[ISA_WHO_SRC2 + 1]; // by isa_access_who
    int32_t written_b;
} touches;

static void on_access(void *user, const isa_access *a) {
    touches *t = user;
    if (a->who > ISA_WHO_SRC2 || a->len_b <= 0)
        return;
    touch *w = &t->who[a->who];
    if (w->lo >= w->hi)
        *w = (touch){a->off_b, a->off_b + a->len_b, true};
    w->lo = a->off_b < w->lo ? a->off_b : w->lo;
    w->hi = a->off_b + a->len_b > w->hi ? a->off_b + a->len_b : w->hi;
    w->full &= a->dense && !a->partial_lanes;
    if (a->write)
        t->written_b += a->len_b;
}

// Sends name whole registers, whatever part of them matters.
static void widen_send(const mir_fn *fn, const mir_inst *i, touches *t) {
    isa_inst raw = i->i;
    isa_msg msg;
    raw.desc_is_reg = false;
    isa_send_describe(fn->model, &raw, &msg);
    const isa_operand *ops[3] = {&i->i.dst, &i->i.src[0], &i->i.src[1]};
    int32_t regs[3] = {msg.rlen_grf, msg.mlen_grf, msg.xlen_grf};
    for (uint32_t k = 0; k < 3; k++) {
        touch *w = &t->who[ISA_WHO_DST + k];
        if (!cg_is_var(ops[k]) || !regs[k])
            continue;
        w->lo = ops[k]->off_b;
        w->hi = ops[k]->off_b + regs[k] * fn->model->grf_b;
    }
    t->who[ISA_WHO_DST].full &= t->written_b == t->who[ISA_WHO_DST].hi - t->who[ISA_WHO_DST].lo;
}

static touches touches_of(const mir_fn *fn, const mir_inst *i, bool simd_flow) {
    touches t = {0};
    cg_effects(fn, i, simd_flow, on_access, &t);
    touch *w = &t.who[ISA_WHO_DST];
    w->full &= t.written_b >= w->hi - w->lo;
    if (cg_is_send(i))
        widen_send(fn, i, &t);
    return t;
}

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
    touches t = touches_of(s->fn, d, cg_has_simd_flow(s->fn));
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

static void add_pressure(spiller *s, uint32_t var, int32_t sign) {
    const live_var *l = &s->live->vars[var];
    for (uint32_t r = 0; r < l->rects.len; r++) {
        const live_rect *rect = &l->rects.data[r];
        for (int32_t p = rect->p0; p <= rect->p1 && p < s->live->n_points; p++)
            s->pressure[p] += sign * (rect->hi - rect->lo);
    }
}

// Bytes that the variable's absence frees at crowded points.
static uint64_t relief(const spiller *s, uint32_t var, int32_t *at_peak, int32_t peak) {
    const live_var *l = &s->live->vars[var];
    uint64_t sum = 0;
    *at_peak = 0;
    for (uint32_t r = 0; r < l->rects.len; r++) {
        const live_rect *rect = &l->rects.data[r];
        if (rect->p0 <= peak && peak <= rect->p1)
            *at_peak += rect->hi - rect->lo;
        for (int32_t p = rect->p0; p <= rect->p1 && p < s->live->n_points; p++)
            if (s->pressure[p] > (int32_t)s->limit_b)
                sum += (uint64_t)(rect->hi - rect->lo);
    }
    return sum;
}

// A variable that is touched at the peak itself frees nothing there: its temporary takes its place.
static bool touched_at(const spiller *s, uint32_t var, int32_t peak) {
    const live_var *l = &s->live->vars[var];
    return l->p1 - l->p0 <= 2 || l->p0 >= peak - 1 || l->p1 <= peak + 1;
}

static uint32_t best_candidate(const spiller *s, int32_t peak) {
    uint32_t best = 0;
    double best_score = 0;
    for (uint32_t v = 1; v < s->n_vars; v++) {
        const candidate *c = &s->of[v];
        const live_var *l = &s->live->vars[v];
        if (!c->can || c->chosen || l->p0 > peak || l->p1 < peak || touched_at(s, v, peak))
            continue;
        int32_t at_peak;
        double score = (double)relief(s, v, &at_peak, peak) / (double)(c->cost + 1);
        if (at_peak > 0 && score > best_score) {
            best = v;
            best_score = score;
        }
    }
    return best;
}

static int32_t highest(const spiller *s) {
    int32_t peak = 0;
    for (int32_t p = 1; p < s->live->n_points; p++)
        if (s->pressure[p] > s->pressure[peak])
            peak = p;
    return peak;
}

static void choose(spiller *s, uint32_t v) {
    s->of[v].chosen = true;
    s->st->vars++;
    if (s->of[v].remat)
        return;
    uint32_t rows = ((uint32_t)s->live->vars[v].extent_b + s->grf_b - 1) / s->grf_b;
    s->of[v].slot_b = s->fn->scratch_b;
    s->fn->scratch_b += rows * s->grf_b;
}

static bool choose_all(spiller *s, bool all) {
    s->pressure = CMC_NEW_N(s->cx->scratch, int32_t, (size_t)s->live->n_points + 1);
    if (!s->pressure)
        return false;
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (s->fn->vars.data[v]->kind == MIR_VAR_GRF)
            add_pressure(s, v, 1);
    for (uint32_t v = 1; all && v < s->n_vars; v++)
        if (s->of[v].can)
            choose(s, v);
    for (;;) {
        int32_t peak = highest(s);
        if (all || s->pressure[peak] <= (int32_t)s->limit_b)
            return true;
        uint32_t v = best_candidate(s, peak);
        if (v == 0) // what is left there are operands of that instruction
            return true;
        choose(s, v);
        add_pressure(s, v, -1);
    }
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
    mir_var *t = visitor(s, v, at);
    move_rows(s, t, at.rows, c->slot_b + at.first * s->grf_b, false);
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
                 .grf_b = fn->model->grf_b, .sc = sc, .st = st};
    if (!find_candidates(&s) || !choose_all(&s, all))
        return CMC_ERR_OOM;
    if (fn->scratch_b)
        CMC_TRY(ra_scratch_open(cx, fn, live, sc));
    bool simd_flow = cg_has_simd_flow(fn);
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            rewrite_inst(&s, fn->blocks.data[b], i, simd_flow);
        }
    return cx->oom ? CMC_ERR_OOM : s.failed;
}
