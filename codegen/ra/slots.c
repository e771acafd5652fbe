// SPDX-License-Identifier: MIT
// Places spill slots in scratch memory, after the last round of allocation.
//
//   slot 1: 2 rows, written at 10, read at 40            at row 0
//   slot 2: 1 row,  written at 12, read at 90            at row 2
//   slot 3: 2 rows, written at 50, read at 80            at row 0, slot 1 is dead
//
// Up to this point a message knows only its slot and the row in it. The contents of a slot are live from a write to
// their last read, row by row, with loops handled as for registers. Two slots may share memory when no two of their
// rows that are live at once overlap. Slots are placed one after another, each as low as possible. Several orders are
// tried, and the one that takes the least memory is kept.
//
// Rows that are only live across a subroutine do not conflict with each other inside it. If both are live across the
// same call, they already conflict before that call (live.h).
//
// Each row of scratch memory keeps the spans of points in which it is taken. Placing a slot probes at most every row
// within a thread's reach, so the work grows with the number of slots, not with the number of pairs.

#include "live/flow.h"
#include "ra.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 512 }; // with more slots, only one order is tried

enum { MAX_ROWS = RA_SCRATCH_REACH_B / 32 }; // within a thread's reach, for the smallest registers

typedef struct span { // of points, both inclusive
    int32_t p0, p1;
} span;

typedef CMC_VEC(span) spans; // ascending, disjoint

typedef struct slot {
    CMC_VEC(live_rect) rects; // counted in rows instead of bytes
    int32_t p0, p1;           // their bounds
    int32_t height;           // rows up to the last live one
    int32_t at, best;         // first row in scratch memory
    uint32_t id;
} slot;

typedef struct packer {
    cg_ctx *cx;
    const ra_scratch *sc;
    const mir_fn *fn;
    slot *slots;
    slot **order;
    uint32_t n;
    uint32_t *first;   // by slot: number of its first row
    int32_t *end;      // by row: last point at which its contents are read, -1 = dead
    uint32_t *move_of; // by instruction: 1 + index of its move
    uint32_t *leaves;  // by row: twice the last block that it is live into from the block above, plus 1 if passing
    bool passes;       // the rows being added are only passing through the subroutine
    flow *flow;
    spans *taken;   // by row of scratch memory
    spans *passed;  // the same for rows that only pass subroutines
    int32_t beyond; // first free row beyond the reach
} packer;

// In the data flow, slot k is variable k + 1.

// Live ranges

static const ra_move *move_of(const packer *p, const mir_inst *i) {
    uint32_t k = p->move_of[i->id];
    return k ? &p->sc->moves.data[k - 1] : NULL;
}

static void add_rect(packer *p, uint32_t id, int32_t row, int32_t p0, int32_t p1) {
    slot *s = &p->slots[id];
    s->height = row + 1 > s->height ? row + 1 : s->height;
    live_rect *last = s->rects.len ? &s->rects.data[s->rects.len - 1] : NULL;
    if (last && last->p0 == p0 && last->p1 == p1 && last->hi == row && last->passes == p->passes) {
        last->hi++;
        return;
    }
    live_rect r = {.p0 = p0, .p1 = p1, .lo = row, .hi = row + 1, .passes = p->passes};
    p->cx->oom |= !cmc_vec_push(p->cx->scratch, &s->rects, r);
    s->p0 = p0 < s->p0 ? p0 : s->p0;
    s->p1 = p1 > s->p1 ? p1 : s->p1;
}

static void walk_move(packer *p, const ra_move *m, int32_t point) {
    for (uint32_t r = m->row; r < m->row + m->rows; r++) {
        int32_t *end = &p->end[p->first[m->slot] + r];
        if (m->write) {
            add_rect(p, m->slot, (int32_t)r, point, *end < 0 ? point : *end);
            *end = -1;
        } else if (*end < 0) {
            *end = point;
        }
    }
}

// Ends the live ranges that begin at the block's start. A range that is also live out of the block above continues
// there.
static void end_lives(packer *p, uint32_t b, int32_t from) {
    const flow_spans *above = b > 0 ? flow_out(p->flow, b - 1) : NULL, *in = flow_in(p->flow, b);
    for (uint32_t k = 0; above && k < above->len; k++)
        for (uint32_t r = above->data[k].lo; r < above->data[k].hi; r++)
            p->leaves[p->first[above->data[k].var - 1] + r] = 2 * b + above->data[k].passes;
    for (uint32_t k = 0; k < in->len; k++)
        for (uint32_t r = in->data[k].lo; r < in->data[k].hi; r++) {
            uint32_t row = p->first[in->data[k].var - 1] + r;
            if (b > 0 && p->leaves[row] == 2 * b + in->data[k].passes)
                continue;
            p->passes = in->data[k].passes;
            add_rect(p, in->data[k].var - 1, (int32_t)r, from, p->end[row]);
            p->end[row] = -1;
        }
    p->passes = false;
}

// Points [from, to) are the block's instructions.
static void walk_block(packer *p, const mir_block *b, int32_t from, int32_t to) {
    const flow_spans *out = flow_out(p->flow, b->id);
    for (uint32_t k = 0; k < out->len; k++)
        for (uint32_t r = out->data[k].lo; r < out->data[k].hi; r++) {
            int32_t *end = &p->end[p->first[out->data[k].var - 1] + r];
            *end = *end < 0 ? to - 1 : *end;
        }
    int32_t point = to;
    for (const mir_inst *i = b->last; i; i = i->prev) {
        const ra_move *m = move_of(p, i);
        point--;
        if (m)
            walk_move(p, m, point);
    }
    end_lives(p, b->id, from);
}

static bool solve_flow(packer *p) {
    p->flow = flow_create(p->fn, p->cx->scratch, p->n + 1);
    for (uint32_t s = 0; p->flow && s < p->n; s++)
        flow_units(p->flow, s + 1, p->sc->rows.data[s]);
    for (uint32_t b = 0; p->flow && b < p->fn->blocks.len; b++)
        for (const mir_inst *i = p->fn->blocks.data[b]->first; i; i = i->next) {
            const ra_move *m = move_of(p, i);
            if (m)
                (m->write ? flow_kill : flow_read)(p->flow, b, m->slot + 1, m->row, m->row + m->rows);
        }
    return p->flow && flow_solve(p->flow);
}

static bool find_lives(packer *p) {
    int32_t n_points = 0, to;
    if (!solve_flow(p))
        return false;
    for (uint32_t b = 0; b < p->fn->blocks.len; b++)
        for (const mir_inst *i = p->fn->blocks.data[b]->first; i; i = i->next)
            n_points++;
    to = n_points;
    for (uint32_t b = p->fn->blocks.len; b-- > 0;) {
        int32_t from = to;
        for (const mir_inst *i = p->fn->blocks.data[b]->first; i; i = i->next)
            from--;
        walk_block(p, p->fn->blocks.data[b], from, to);
        to = from;
    }
    return !p->cx->oom;
}

// Places

// The first span of the row that ends at or after the point.
static uint32_t find_span(const spans *row, int32_t point) {
    uint32_t lo = 0, hi = row->len;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (row->data[mid].p1 < point)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

static bool is_met(const spans *row, const live_rect *r) {
    uint32_t k = find_span(row, r->p0);
    return k < row->len && row->data[k].p0 <= r->p1;
}

static bool is_taken(const packer *p, int32_t row, const live_rect *r) {
    return is_met(&p->taken[row], r) || (!r->passes && is_met(&p->passed[row], r));
}

// Merges the new span with the spans it overlaps.
static void take(packer *p, spans *row, const live_rect *r) {
    uint32_t k = find_span(row, r->p0), end = k;
    span s = {r->p0, r->p1};
    for (; end < row->len && row->data[end].p0 <= r->p1; end++) {
        s.p0 = row->data[end].p0 < s.p0 ? row->data[end].p0 : s.p0;
        s.p1 = row->data[end].p1 > s.p1 ? row->data[end].p1 : s.p1;
    }
    if (end == k) {
        if (!cmc_vec_push(p->cx->scratch, row, s)) {
            p->cx->oom = true;
            return;
        }
        memmove(row->data + k + 1, row->data + k, (row->len - 1 - k) * sizeof(s));
    } else {
        memmove(row->data + k + 1, row->data + end, (row->len - end) * sizeof(s));
        row->len -= end - k - 1;
    }
    row->data[k] = s;
}

// The first row after 'at' where the first conflict found at 'at' is gone; 'at' itself when there is no conflict.
static int32_t row_after(const packer *p, const slot *s, int32_t at) {
    for (uint32_t i = 0; i < s->rects.len; i++) {
        const live_rect *r = &s->rects.data[i];
        for (int32_t row = at + r->hi; row-- > at + r->lo;)
            if (is_taken(p, row, r))
                return row - r->lo + 1;
    }
    return at;
}

// A slot that does not fit within reach is placed after all others; rows there are not tracked.
static void place_slot(packer *p, slot *s) {
    int32_t at = 0, next = 0;
    do {
        at = next;
        next = at + s->height <= MAX_ROWS ? row_after(p, s, at) : at;
    } while (next != at);
    if (at + s->height > MAX_ROWS) {
        s->at = p->beyond;
        p->beyond += s->height;
        return;
    }
    s->at = at;
    for (uint32_t r = 0; r < s->rects.len; r++)
        for (int32_t row = s->rects.data[r].lo; row < s->rects.data[r].hi; row++)
            take(p, s->rects.data[r].passes ? &p->passed[at + row] : &p->taken[at + row], &s->rects.data[r]);
}

static int compare_starts(const void *a, const void *b) {
    const slot *x = *(slot *const *)a, *y = *(slot *const *)b;
    return x->p0 != y->p0 ? (x->p0 < y->p0 ? -1 : 1) : x->id < y->id ? -1 : x->id > y->id;
}

static int compare_lengths(const void *a, const void *b) {
    const slot *x = *(slot *const *)a, *y = *(slot *const *)b;
    int32_t n = x->p1 - x->p0, m = y->p1 - y->p0;
    return n != m ? (n > m ? -1 : 1) : compare_starts(a, b);
}

static int compare_sizes(const void *a, const void *b) {
    const slot *x = *(slot *const *)a, *y = *(slot *const *)b;
    return x->height != y->height ? (x->height > y->height ? -1 : 1) : compare_lengths(a, b);
}

// Returns the rows of scratch memory that the order takes.
static int32_t try_order(packer *p, int (*compare)(const void *, const void *)) {
    int32_t most = 0;
    qsort(p->order, p->n, sizeof(*p->order), compare);
    for (uint32_t row = 0; row < MAX_ROWS; row++)
        p->taken[row].len = p->passed[row].len = 0;
    p->beyond = MAX_ROWS;
    for (uint32_t k = 0; k < p->n; k++) {
        slot *s = p->order[k];
        place_slot(p, s);
        most = s->at + s->height > most ? s->at + s->height : most;
    }
    return most;
}

static uint32_t pack(packer *p) {
    static int (*const orders[])(const void *, const void *) = {compare_starts, compare_lengths, compare_sizes};
    int32_t best = INT32_MAX;
    for (uint32_t o = 0; o < sizeof(orders) / sizeof(orders[0]) && (o == 0 || p->n <= MANY); o++) {
        int32_t rows = try_order(p, orders[o]);
        for (uint32_t k = 0; rows < best && k < p->n; k++)
            p->slots[k].best = p->slots[k].at;
        best = rows < best ? rows : best;
    }
    return (uint32_t)best;
}

static bool prepare(packer *p) {
    cmc_arena *a = p->cx->scratch;
    uint32_t n_rows = 0;
    p->slots = CMC_NEW_N(a, slot, p->n + 1);
    p->order = CMC_NEW_N(a, slot *, p->n + 1);
    p->taken = cmc_arena_alloc(a, MAX_ROWS * sizeof(*p->taken));
    p->passed = CMC_NEW_N(a, spans, MAX_ROWS);
    p->first = CMC_NEW_N(a, uint32_t, p->n + 1);
    p->move_of = ra_moves_by_inst(p->cx, p->fn, p->sc);
    if (!p->slots || !p->order || !p->taken || !p->passed || !p->first || !p->move_of)
        return false;
    for (uint32_t k = 0; k < p->n; k++) {
        p->slots[k].id = k;
        p->slots[k].p0 = INT32_MAX;
        p->slots[k].p1 = -1;
        p->order[k] = &p->slots[k];
        p->first[k] = n_rows;
        n_rows += p->sc->rows.data[k];
    }
    p->end = CMC_NEW_N(a, int32_t, n_rows + 1);
    p->leaves = CMC_NEW_N(a, uint32_t, n_rows + 1);
    for (uint32_t r = 0; p->end && r < n_rows; r++)
        p->end[r] = -1;
    return p->end && p->leaves;
}

uint32_t *ra_moves_by_inst(cg_ctx *cx, const mir_fn *fn, const ra_scratch *sc) {
    uint32_t *of = CMC_NEW_N(cx->scratch, uint32_t, fn->n_inst_ids + 1);
    for (uint32_t k = 0; of && k < sc->moves.len; k++)
        if (sc->moves.data[k].inst)
            of[sc->moves.data[k].inst->id] = k + 1;
    return of;
}

cmc_status ra_place_slots(cg_ctx *cx, mir_fn *fn, const ra_scratch *sc) {
    assert(cx && fn && sc);
    packer p = {.cx = cx, .sc = sc, .fn = fn, .n = sc->rows.len};
    if (p.n == 0)
        return CMC_OK;
    if (!prepare(&p) || !find_lives(&p))
        return CMC_ERR_OOM;
    uint32_t from_b = fn->private_b - fn->spare_b, end_b = from_b + pack(&p) * fn->model->grf_b;
    fn->scratch_b = end_b > fn->private_b ? end_b : fn->private_b;
    if (cx->oom)
        return CMC_ERR_OOM;
    if (fn->scratch_b > RA_SCRATCH_REACH_B) {
        cmc_diag_error(
            cx->diag, "CG0307",
            "kernel '%s' needs %u bytes of scratch memory for spilled values, but a thread can address only %u",
            fn->name, (unsigned)fn->scratch_b, (unsigned)RA_SCRATCH_REACH_B);
        return CMC_ERR_USER;
    }
    for (uint32_t k = 0; k < sc->moves.len; k++) {
        const ra_move *m = &sc->moves.data[k];
        if (m->inst)
            CMC_TRY(ra_scratch_address(cx, m, from_b + ((uint32_t)p.slots[m->slot].best + m->row) * fn->model->grf_b));
    }
    return CMC_OK;
}
