// SPDX-License-Identifier: MIT
// Packing by eviction, for files so full that no fixed order of placement works (allocate.c).
//
//   before: %c of 3 registers does not fit     after: %b was evicted and placed again
//     r0  %a                                     r0  %a
//     r1                                         r1  %b
//     r2  %b                                     r2  %c
//     r3                                         r3  %c
//     r4                                         r4  %c
//
// Each variable goes to the place where the variables in its way cost least: the fewest bytes, counted more often the
// more often a variable was evicted before. Those wait for a new place, larger ones first. All places of a variable
// are weighed in one pass over its neighbours in time, so a full file costs no more than an empty one.

#include "allocate.h"

#include <assert.h>
#include <string.h>

// The search gives up after so many evictions, and as many as half of the variables, or after so many neighbours.
enum { EVICTIONS = 256, NEIGHBOURS = 3 << 19 };
#define NEVER ((int64_t)1 << 40) // cost of a place that may not be taken

typedef struct packer {
    allocator *al;
    uint32_t *evicted;              // by variable: how often
    id_list waiting;                // a heap: the next one first
    int64_t *cost;                  // by place: steps of the cost of the variables in the way
    CMC_VEC(alloc_interval) in_way; // of the variable being placed, neighbour by neighbour
    id_list in_way_end;             // by neighbour: the end of its intervals
} packer;

// The variables that wait

static bool goes_before(const packer *p, uint32_t x, uint32_t y) {
    const allocator *al = p->al;
    uint32_t a = alloc_footprint(al, al->fn->vars.data[x]), b = alloc_footprint(al, al->fn->vars.data[y]);
    const live_var *l = &al->live->vars[x], *m = &al->live->vars[y];
    if (a != b)
        return a > b;
    if (l->p0 != m->p0)
        return l->p0 < m->p0;
    return x < y;
}

static void swap(uint32_t *a, uint32_t *b) {
    uint32_t t = *a;
    *a = *b;
    *b = t;
}

static void wait(packer *p, uint32_t id) {
    if (!cmc_vec_push(p->al->cx->scratch, &p->waiting, id)) {
        p->al->cx->oom = true;
        return;
    }
    uint32_t *d = p->waiting.data;
    for (uint32_t k = p->waiting.len - 1; k > 0 && goes_before(p, d[k], d[(k - 1) / 2]); k = (k - 1) / 2)
        swap(&d[k], &d[(k - 1) / 2]);
}

static uint32_t next_waiting(packer *p) {
    uint32_t *d = p->waiting.data, first = d[0], n = --p->waiting.len;
    d[0] = d[n];
    for (uint32_t k = 0; 2 * k + 1 < n;) {
        uint32_t child = 2 * k + 1;
        child += child + 1 < n && goes_before(p, d[child + 1], d[child]);
        if (!goes_before(p, d[child], d[k]))
            break;
        swap(&d[child], &d[k]);
        k = child;
    }
    return first;
}

// Costs

static int64_t price(const packer *p, uint32_t id) {
    const mir_var *v = p->al->fn->vars.data[id];
    int64_t n = p->evicted[id] + 1;
    return v->fixed ? NEVER : n * n * alloc_footprint(p->al, v);
}

static void charge(packer *p, alloc_interval x, uint32_t step, uint32_t n_places, int64_t price) {
    alloc_interval places = alloc_places_in(x, step, n_places);
    if (places.first > places.last)
        return;
    p->cost[places.first] += price;
    p->cost[places.last + 1] -= price;
}

// Adds the neighbour's price at each place where it would be in the way. A place lies in one interval at most: those
// at hand are apart.
static void charge_all(packer *p, uint32_t other, uint32_t step, uint32_t n_places) {
    cmc_arena *a = p->al->cx->scratch;
    int64_t each = price(p, other);
    for (uint32_t k = 0; k < p->al->taken.len; k++) {
        charge(p, p->al->taken.data[k], step, n_places, each);
        p->al->cx->oom |= !cmc_vec_push(a, &p->in_way, p->al->taken.data[k]);
    }
    p->al->cx->oom |= !cmc_vec_push(a, &p->in_way_end, p->in_way.len);
}

// The cheapest place, UINT32_MAX if v has no place.
static uint32_t cheapest(packer *p, const mir_var *v, int64_t *cost) {
    allocator *al = p->al;
    uint32_t step = alloc_step(al, v), len = alloc_footprint(al, v), best = UINT32_MAX;
    uint32_t n_places = len <= al->file.size_b ? (al->file.size_b - len) / step + 1 : 0;
    int64_t sum = 0, least = NEVER;
    memset(p->cost, 0, (n_places + 1) * sizeof(*p->cost));
    p->in_way.len = p->in_way_end.len = 0;
    for (uint32_t k = 0; k < al->near.len; k++) {
        alloc_find_taken(al, v->id, al->near.data[k]);
        charge_all(p, al->near.data[k], step, n_places);
    }
    for (uint32_t k = 0; k < n_places && least > 0; k++) {
        sum += p->cost[k];
        if (sum >= least || !alloc_sub_register_fits(al, v, k * step) || !alloc_may_start(al, v, k * step))
            continue;
        best = k * step;
        least = sum;
    }
    *cost = least;
    return best;
}

static bool is_in_way(const packer *p, uint32_t near, uint32_t at) {
    bool found = false;
    for (uint32_t k = near ? p->in_way_end.data[near - 1] : 0; k < p->in_way_end.data[near] && !found; k++)
        found = p->in_way.data[k].first <= (int32_t)at && (int32_t)at <= p->in_way.data[k].last;
    return found;
}

static uint32_t evict(packer *p, const mir_var *v) {
    uint32_t n = 0;
    for (uint32_t k = 0; k < p->al->near.len && !p->al->cx->oom; k++) {
        mir_var *w = p->al->fn->vars.data[p->al->near.data[k]];
        if (!is_in_way(p, k, v->alloc_b))
            continue;
        p->al->is_placed[w->id] = w->allocated = false;
        p->evicted[w->id]++;
        wait(p, w->id);
        n++;
    }
    return n;
}

// Driver

static bool start(packer *p) {
    allocator *al = p->al;
    uint32_t n_vars = al->fn->vars.len + 1;
    p->evicted = CMC_NEW_N(al->cx->scratch, uint32_t, n_vars);
    p->cost = CMC_NEW_N(al->cx->scratch, int64_t, al->file.size_b + 2);
    al->is_placed = CMC_NEW_N(al->cx->scratch, bool, n_vars);
    if (!p->evicted || !p->cost || !al->is_placed)
        return false;
    for (uint32_t k = 0; k < al->n_order && !al->cx->oom; k++) {
        mir_var *v = al->fn->vars.data[al->order[k]];
        al->is_placed[v->id] = v->allocated = v->fixed;
        v->alloc_b = v->fixed_b;
        if (!v->fixed)
            wait(p, v->id);
    }
    return !al->cx->oom;
}

// Variables of a register at most leave no gaps in the order of their starts: eviction would not help.
static bool has_large(const allocator *al) {
    for (uint32_t k = 0; k < al->n_order; k++)
        if (alloc_footprint(al, al->fn->vars.data[al->order[k]]) > al->file.row_b)
            return true;
    return false;
}

bool alloc_repack(allocator *al) {
    packer p = {.al = al};
    uint64_t looks = 0;
    if (!has_large(al))
        return false;
    uint32_t left = al->n_order / 2 + EVICTIONS;
    al->cx->oom |= !start(&p);
    while (!al->cx->oom && p.waiting.len) {
        mir_var *v = al->fn->vars.data[next_waiting(&p)];
        int64_t cost;
        alloc_find_near(al, v->id);
        uint32_t at = cheapest(&p, v, &cost);
        al->failed = v->id;
        looks += al->near.len;
        if (at == UINT32_MAX || left == 0 || looks > NEIGHBOURS)
            return false;
        al->is_placed[v->id] = v->allocated = true;
        v->alloc_b = at;
        uint32_t n = cost > 0 ? evict(&p, v) : 0;
        left = left > n ? left - n : 0;
    }
    return !al->cx->oom;
}
