// SPDX-License-Identifier: MIT
// Finds the subroutines of a function: see subs.h.
//
//   b0: call f, back b1     f = {b2, b4}: entry b2, returns b4, called by b0
//   b1: ...                 g = {b5}:     entry b5, returns b5, called by b2
//   b2: call g, back b4     table: g, f
//   b5: ret                 The search continues at a call's return point; the callee is a subroutine of its own.

#include "subs.h"

#include <assert.h>

typedef struct finder {
    const mir_fn *fn;
    cmc_arena *a;
    sub_table *t;
    uint32_t *number; // by block: 1 + the subroutine that begins there, once it is finished
    bool *begun;      // by block: a subroutine begins there
    bool oom;
} finder;

static bool is_call(const mir_fn *fn, uint32_t block) {
    return fn->blocks.data[block]->last && mir_inst_is_call(fn->blocks.data[block]->last);
}

static void add_block(finder *f, sub_info *s, bool *seen, uint32_t block) {
    if (!seen[block])
        f->oom |= !cmc_vec_push(f->a, &s->blocks, block);
    seen[block] = true;
}

// The list of blocks grows during the walk.
static void find_sub(finder *f, uint32_t entry) {
    sub_info s = {.entry = entry};
    bool *seen = CMC_NEW_N(f->a, bool, f->fn->blocks.len + 1);
    if (!seen) {
        f->oom = true;
        return;
    }
    f->begun[entry] = true;
    add_block(f, &s, seen, entry);
    for (uint32_t k = 0; k < s.blocks.len && !f->oom; k++) {
        uint32_t b = s.blocks.data[k];
        if (subs_returns(f->fn, b)) {
            f->oom |= !cmc_vec_push(f->a, &s.returns, b);
        } else if (is_call(f->fn, b)) {
            uint32_t callee = f->fn->blocks.data[b]->last->target[0];
            if (!f->begun[callee])
                find_sub(f, callee);
            add_block(f, &s, seen, subs_back(f->fn, b));
        } else {
            for (mir_succ x = mir_succ_of(f->fn, f->fn->blocks.data[b]); mir_succ_next(&x);)
                add_block(f, &s, seen, x.id);
        }
    }
    f->t->of[f->t->n++] = s;
    f->number[entry] = f->t->n;
}

static void note_members(finder *f) {
    for (uint32_t s = 0; s < f->t->n; s++)
        for (uint32_t k = 0; k < f->t->of[s].blocks.len; k++)
            f->t->of_block[f->t->of[s].blocks.data[k]] = s + 1;
    for (uint32_t b = 0; b < f->fn->blocks.len; b++) {
        uint32_t s = is_call(f->fn, b) ? f->number[f->fn->blocks.data[b]->last->target[0]] : 0;
        f->t->called[b] = s;
        f->oom |= s && !cmc_vec_push(f->a, &f->t->of[s - 1].calls, b);
    }
}

sub_table *subs_find(const mir_fn *fn, cmc_arena *a) {
    assert(fn && a);
    uint32_t n = fn->blocks.len;
    finder f = {.fn = fn, .a = a, .t = CMC_NEW(a, sub_table)};
    f.number = CMC_NEW_N(a, uint32_t, n + 1);
    f.begun = CMC_NEW_N(a, bool, n + 1);
    if (!f.t || !f.number || !f.begun)
        return NULL;
    f.t->of_block = CMC_NEW_N(a, uint32_t, n + 1);
    f.t->called = CMC_NEW_N(a, uint32_t, n + 1);
    uint32_t n_calls = 0;
    for (uint32_t b = 0; b < n; b++)
        n_calls += is_call(fn, b);
    f.t->of = CMC_NEW_N(a, sub_info, n_calls + 1);
    if (!f.t->of_block || !f.t->called || !f.t->of)
        return NULL;
    for (uint32_t b = 0; b < n && !f.oom; b++)
        if (is_call(fn, b) && !f.begun[fn->blocks.data[b]->last->target[0]])
            find_sub(&f, fn->blocks.data[b]->last->target[0]);
    note_members(&f);
    return f.oom ? NULL : f.t;
}

bool **subs_inside(const mir_fn *fn, const sub_table *t, cmc_arena *a) {
    uint32_t n = fn->blocks.len;
    bool **inside = CMC_NEW_N(a, bool *, t->n + 1);
    for (uint32_t s = 0; inside && s < t->n; s++) { // callees first
        const sub_info *sub = &t->of[s];
        if (!(inside[s] = CMC_NEW_N(a, bool, n + 1)))
            return NULL;
        for (uint32_t k = 0; k < sub->blocks.len; k++) {
            uint32_t b = sub->blocks.data[k], called = t->called[b];
            inside[s][b] = true;
            for (uint32_t x = 0; called && x < n; x++)
                inside[s][x] |= inside[called - 1][x];
        }
    }
    return inside;
}

uint32_t subs_of_return(const mir_fn *fn, const sub_table *t, uint32_t block) {
    assert(block < fn->blocks.len && subs_returns(fn, block));
    uint32_t s = 0;
    while (s < t->n && t->of[s].entry != fn->blocks.data[block]->last->target[0])
        s++;
    return s;
}
