// SPDX-License-Identifier: MIT
// Dividing: a variable of many registers is not spilled as a whole if some of its registers would stay free.
//
//   before: %v of 24 registers is to be spilled     after: only %v is spilled
//     send %v     // 4 registers                       send %v            // 20 registers
//     ...                                              ...
//     send %v+640                                      send %rest
//     add ... %v+640 ...                               add ... %rest ...
//
// A unit is a range of registers that no instruction crosses. Units at the end become variables of their own, as long
// as they fit beside all that stays. This happens once, before the first round of spilling, to the variable that costs
// most.

#include "spill.h"

enum { LEAST_ROWS = 16, LEAST_KEPT = 4 }; // registers: smaller variables and parts are not worth a round

typedef struct divider {
    spiller *s;
    mir_var *v;
    uint32_t rows, first; // rows from 'first' on are kept
    bool *joined;         // by row: in one unit with the row before it
    uint32_t *unit;       // by row: first row of its unit
    uint32_t *part;       // by first row of a unit: its new variable
} divider;

static bool may_divide(const spiller *s, uint32_t var) {
    const candidate *c = &s->of[var];
    return c->chosen && !c->remat && !c->home && !c->addressed && c->visits.len &&
           s->fn->vars.data[var]->align_b <= s->grf_b && s->fn->vars.data[var]->size_b >= LEAST_ROWS * s->grf_b;
}

static uint32_t dearest(const spiller *s) {
    uint32_t best = 0;
    for (uint32_t v = 1; v < s->n_vars; v++)
        if (may_divide(s, v) && (!best || s->of[v].cost > s->of[best].cost))
            best = v;
    return best;
}

static void find_units(divider *d) {
    const candidate *c = &d->s->of[d->v->id];
    for (uint32_t row = 1; row < d->rows; row += 2)
        d->joined[row] = d->v->even_grf;
    for (uint32_t k = 0; k < c->visits.len; k++) {
        const touch *t = &c->visits.data[k].t;
        uint32_t lo = t->lo < 0 ? 0 : (uint32_t)t->lo / d->s->grf_b;
        for (uint32_t row = lo + 1; row < d->rows && (int32_t)(row * d->s->grf_b) < t->hi; row++)
            d->joined[row] = true;
    }
    for (uint32_t row = 0; row < d->rows; row++)
        d->unit[row] = d->joined[row] ? d->unit[row - 1] : row;
}

// Bytes that stay free during the whole life of the variable.
static int32_t spare_b(const divider *d) {
    const spiller *s = d->s;
    const live_var *l = &s->live->vars[d->v->id];
    int32_t spare = INT32_MAX;
    for (int32_t p = l->p0; p <= l->p1 && p < s->live->n_points; p++) {
        int32_t n = spill_limit(s, p) - s->delta[p];
        spare = n < spare ? n : spare;
    }
    return spare;
}

static void choose_first(divider *d) {
    int32_t spare = spare_b(d);
    d->first = d->rows;
    while (d->first > 1 && (int32_t)((d->rows - d->unit[d->first - 1]) * d->s->grf_b) <= spare)
        d->first = d->unit[d->first - 1];
}

static void create_parts(divider *d) {
    for (uint32_t row = d->first, end; row < d->rows; row = end) {
        for (end = row + 1; end < d->rows && d->unit[end] == row; end++)
            ;
        uint32_t end_b = end * d->s->grf_b < d->v->size_b ? end * d->s->grf_b : d->v->size_b;
        mir_var *p = mir_var_create(d->s->fn, MIR_VAR_GRF, (isa_type)d->v->type, end_b - row * d->s->grf_b,
                                    (uint16_t)d->s->grf_b, "part");
        d->s->cx->oom |= !p;
        if (!p)
            return;
        p->even_grf = d->v->even_grf;
        p->loc = d->v->loc;
        d->part[row] = p->id;
    }
}

static void rewrite_operand(const divider *d, isa_operand *o) {
    uint32_t row = o->off_b < 0 ? 0 : (uint32_t)o->off_b / d->s->grf_b;
    if (!cg_is_var(o) || o->reg != d->v->id || row < d->first || row >= d->rows)
        return;
    o->reg = d->part[d->unit[row]];
    o->off_b -= (int32_t)(d->unit[row] * d->s->grf_b);
}

// Each part becomes undefined with the whole.
static void rewrite_undef(const divider *d, mir_block *b, mir_inst *i) {
    uint32_t grf_b = d->s->grf_b, lo = (uint32_t)i->i.dst.off_b;
    uint32_t hi = i->len_b ? lo + i->len_b : d->v->size_b; // the whole's size, until all is rewritten
    cg_at(d->s->cx, b, i);
    for (uint32_t row = d->first; row < d->rows; row++) {
        uint32_t from = row * grf_b > lo ? row * grf_b : lo, to = (row + 1) * grf_b < hi ? (row + 1) * grf_b : hi;
        if (from >= to)
            continue;
        mir_inst *u = cg_undef(d->s->cx, cg_var(d->s->cx, d->part[d->unit[row]]));
        u->i.dst.off_b = (int32_t)(from - d->unit[row] * grf_b);
        u->len_b = to - from;
    }
    uint32_t end = hi < d->first * grf_b ? hi : d->first * grf_b;
    if (lo >= end)
        mir_inst_remove(b, i);
    else
        i->len_b = end - lo;
}

static void rewrite(divider *d) {
    for (uint32_t b = 0; b < d->s->fn->blocks.len; b++)
        for (mir_inst *i = d->s->fn->blocks.data[b]->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op == MIR_UNDEF) {
                if (i->i.dst.reg == d->v->id)
                    rewrite_undef(d, d->s->fn->blocks.data[b], i);
                continue;
            }
            rewrite_operand(d, &i->i.dst);
            for (uint32_t k = 0; k < 3; k++)
                rewrite_operand(d, &i->i.src[k]);
        }
    d->v->size_b = d->first * d->s->grf_b;
}

bool spill_divide(spiller *s) {
    uint32_t var = dearest(s);
    if (!var || s->all)
        return false;
    divider d = {.s = s, .v = s->fn->vars.data[var]};
    d.rows = (d.v->size_b + s->grf_b - 1) / s->grf_b;
    d.unit = CMC_NEW_N(s->cx->scratch, uint32_t, d.rows + 1);
    d.part = CMC_NEW_N(s->cx->scratch, uint32_t, d.rows + 1);
    d.joined = CMC_NEW_N(s->cx->scratch, bool, d.rows + 1);
    s->cx->oom |= !d.unit || !d.part || !d.joined;
    if (s->cx->oom)
        return false;
    find_units(&d);
    choose_first(&d);
    if (d.first == 0 || d.rows - d.first < LEAST_KEPT)
        return false;
    create_parts(&d);
    if (!s->cx->oom)
        rewrite(&d);
    return true;
}
