// SPDX-License-Identifier: MIT
// Which variables are in the way of one that is being placed, and where.

#include "allocate.h"

#include <assert.h>

void alloc_find_near(allocator *al, uint32_t id) {
    assert(id < al->fn->vars.len);
    const live_var *l = &al->live->vars[id];
    al->near.len = 0;
    al->stamp[id] = ++al->query;
    for (int32_t s = l->p0 / POINTS_A_SLICE; s <= l->p1 / POINTS_A_SLICE; s++)
        for (uint32_t k = 0; k < al->alive[s].len; k++) {
            uint32_t other = al->alive[s].data[k];
            const live_var *m = &al->live->vars[other];
            if (al->stamp[other] == al->query || !al->is_placed[other] || m->p0 > l->p1 || l->p0 > m->p1)
                continue;
            al->stamp[other] = al->query;
            al->cx->oom |= !cmc_vec_push(al->cx->scratch, &al->near, other);
        }
}

uint32_t alloc_skip_ended(const int32_t *until, uint32_t len, uint32_t from, int32_t p) {
    assert(from <= len);
    uint32_t lo = from, step = 1;
    while (lo < len && until[lo] < p) { // gallop: the next one is usually near
        from = lo + 1;
        lo += step;
        step *= 2;
    }
    for (uint32_t hi = lo < len ? lo : len; from < hi;) {
        uint32_t mid = (from + hi) / 2;
        if (until[mid] < p)
            from = mid + 1;
        else
            hi = mid;
    }
    return from;
}

// Keeps the intervals apart: those that touch become one.
static void add_taken(allocator *al, alloc_interval x) {
    alloc_interval *d = al->taken.data;
    for (uint32_t k = 0; k < al->taken.len;) {
        if (d[k].first <= x.first && x.last <= d[k].last)
            return;
        if (x.first > d[k].last + 1 || d[k].first > x.last + 1) {
            k++;
            continue;
        }
        x.first = d[k].first < x.first ? d[k].first : x.first;
        x.last = d[k].last > x.last ? d[k].last : x.last;
        d[k] = d[--al->taken.len];
        k = 0;
    }
    al->cx->oom |= !cmc_vec_push(al->cx->scratch, &al->taken, x);
}

// Whether the addresses at hand are all at which the two variables could meet: no other rectangle adds an address.
static bool all_taken(const allocator *al, int32_t first, int32_t last) {
    return al->taken.len == 1 && al->taken.data[0].first <= first && al->taken.data[0].last >= last;
}

void alloc_find_taken(allocator *al, uint32_t id, uint32_t other) {
    assert(al->fn->vars.data[other]->allocated);
    const live_var *a = &al->live->vars[id], *b = &al->live->vars[other];
    int32_t at = (int32_t)al->fn->vars.data[other]->alloc_b;
    uint32_t first = 0;
    al->taken.len = 0;
    for (uint32_t i = alloc_skip_ended(al->until[id], a->rects.len, 0, b->p0); i < a->rects.len; i++) {
        const live_rect *r = &a->rects.data[i];
        if (r->p0 > b->p1)
            break;
        first = alloc_skip_ended(al->until[other], b->rects.len, first, r->p0);
        for (uint32_t j = first; j < b->rects.len && b->rects.data[j].p0 <= r->p1; j++) {
            const live_rect *s = &b->rects.data[j];
            alloc_interval x = {s->lo + at - r->hi + 1, s->hi + at - r->lo - 1};
            if (s->p1 >= r->p0 && !(r->passes && s->passes))
                add_taken(al, x);
            if (all_taken(al, at - a->extent_b + 1, at + b->extent_b - 1))
                return;
        }
    }
}
