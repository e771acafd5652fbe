// SPDX-License-Identifier: MIT
// What a thread knows of other threads (check/race.h): one number for each thread of its own group, and a sparse list
// for other groups, which is empty unless groups hand over flags.
//
// A list that has grown too long is replaced by "all events before now": the checker then reports less, but never
// wrongly.

#include "race.h"

#include <assert.h>
#include <stdlib.h>

enum { LONGEST = 1 << 14, FIRST_BUCKETS = 256 };

race_vec *race_vec_ref(race_vec *v) {
    if (v != NULL)
        v->refs++;
    return v;
}

void race_vec_unref(race_vec *v) {
    if (v != NULL && --v->refs == 0)
        free(v);
}

static race_vec *vec_alloc(uint32_t n) {
    race_vec *v = malloc(sizeof *v + (size_t)n * sizeof v->of[0]);
    if (v != NULL) {
        v->refs = 1;
        v->n = 0;
        v->until = 0;
    }
    return v;
}

static void put(race_vec *v, uint32_t tid, uint32_t until) {
    v->of[v->n].tid = tid;
    v->of[v->n++].until = until;
}

static uint32_t max_u32(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

race_vec *race_vec_merge(race_vec *a, race_vec *b) {
    if (a == NULL || a == b)
        return a != NULL ? a : race_vec_ref(b);
    if (b == NULL)
        return a;
    race_vec *v = vec_alloc(a->n + b->n);
    if (v == NULL) {
        race_vec_unref(a);
        return NULL;
    }
    v->until = max_u32(a->until, b->until);
    for (uint32_t i = 0, k = 0; i < a->n || k < b->n;) {
        if (k == b->n || (i < a->n && a->of[i].tid < b->of[k].tid)) {
            put(v, a->of[i].tid, a->of[i].until);
            i++;
        } else if (i == a->n || b->of[k].tid < a->of[i].tid) {
            put(v, b->of[k].tid, b->of[k].until);
            k++;
        } else {
            put(v, a->of[i].tid, max_u32(a->of[i].until, b->of[k].until));
            i++;
            k++;
        }
    }
    if (v->n > LONGEST) {
        for (uint32_t i = 0; i < v->n; i++)
            v->until = max_u32(v->until, v->of[i].until);
        v->n = 0;
    }
    race_vec_unref(a);
    return v;
}

// Threads

static void forget_all(race_thread *t) {
    race_vec_unref(t->others);
    race_vec_unref(t->release);
    for (uint32_t i = 0; i < t->n_acquired; i++)
        race_vec_unref(t->acquired[i]);
    for (uint32_t i = 0; i < t->n_pending; i++)
        race_vec_unref(t->pending[i].released);
    for (uint32_t i = 0; i < SIM_MAX_BARRIERS; i++)
        race_vec_unref(t->at_barrier[i]);
}

void race_thread_begin(race_thread *t, sim_thread *st, uint32_t tid, uint32_t now, uint32_t mates) {
    assert(t && st);
    uint32_t *known = t->mates;
    race_thread_end(t);
    memset(t, 0, sizeof *t);
    memset(known, 0, mates * sizeof *known);
    t->mates = known;
    t->tid = tid;
    t->clock = now;
    t->thread = st;
    t->live = true;
}

void race_thread_end(race_thread *t) {
    if (t->live)
        forget_all(t);
    t->live = false;
}

static uint32_t find(const race_vec *v, uint32_t tid) {
    uint32_t lo = 0, hi = v->n;
    while (lo < hi) {
        uint32_t mid = lo + (hi - lo) / 2;
        if (v->of[mid].tid < tid)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < v->n && v->of[lo].tid == tid ? v->of[lo].until : 0;
}

uint32_t race_knows(const race_thread *t, uint32_t tid, uint32_t mates) {
    if (tid / mates == t->tid / mates)
        return max_u32(t->mates[tid % mates], t->everything);
    uint32_t other = t->others != NULL ? find(t->others, tid) : 0;
    return max_u32(other, t->everything);
}

race_vec *race_publish(const race_thread *t, uint32_t own, uint32_t mates) {
    uint32_t first = t->tid - t->tid % mates, n = t->others != NULL ? t->others->n : 0, i = 0;
    race_vec *v = vec_alloc(n + mates);
    if (v == NULL)
        return NULL;
    v->until = t->everything;
    for (; i < n && t->others->of[i].tid < first; i++)
        put(v, t->others->of[i].tid, t->others->of[i].until);
    for (uint32_t k = 0; k < mates; k++) {
        uint32_t until = first + k == t->tid ? own : t->mates[k];
        if (until != 0)
            put(v, first + k, until);
    }
    for (; i < n; i++)
        put(v, t->others->of[i].tid, t->others->of[i].until);
    return v;
}

// The part of v about groups other than t's.
static race_vec *foreign_part(const race_thread *t, const race_vec *v, uint32_t mates) {
    uint32_t own = t->tid / mates, n = 0;
    for (uint32_t i = 0; i < v->n; i++)
        n += v->of[i].tid / mates != own;
    if (n == 0)
        return NULL;
    race_vec *r = vec_alloc(n);
    for (uint32_t i = 0; r != NULL && i < v->n; i++)
        if (v->of[i].tid / mates != own)
            put(r, v->of[i].tid, v->of[i].until);
    return r;
}

void race_learn(race_thread *t, const race_vec *v, uint32_t mates) {
    if (v == NULL)
        return;
    uint32_t own = t->tid / mates;
    for (uint32_t i = 0; i < v->n; i++) {
        if (v->of[i].tid / mates != own)
            continue;
        uint32_t *m = &t->mates[v->of[i].tid % mates];
        *m = max_u32(*m, v->of[i].until);
    }
    race_vec *rest = foreign_part(t, v, mates);
    if (rest != NULL) {
        t->others = race_vec_merge(t->others, rest);
        race_vec_unref(rest);
        if (t->others != NULL)
            t->everything = max_u32(t->everything, t->others->until);
    }
    t->everything = max_u32(t->everything, v->until);
    t->version++;
}

void race_acquire(race_thread *t, race_vec *v, uint32_t mates) {
    for (uint32_t i = 0; i < t->n_acquired; i++)
        if (t->acquired[i] == v)
            return;
    if (t->n_acquired == RACE_ACQUIRED) { // as after a fence: fewer reports
        for (uint32_t i = 0; i < t->n_acquired; i++) {
            race_learn(t, t->acquired[i], mates);
            race_vec_unref(t->acquired[i]);
        }
        t->n_acquired = 0;
    }
    t->acquired[t->n_acquired++] = race_vec_ref(v);
}

// Flags

typedef struct flag {
    uintptr_t at; // 0 = empty
    race_vec *released;
} flag;

struct race_flags {
    flag *list;
    size_t n, cap; // cap: a power of two
};

race_flags *race_flags_create(void) {
    race_flags *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->cap = FIRST_BUCKETS;
    f->list = calloc(f->cap, sizeof *f->list);
    if (f->list == NULL) {
        free(f);
        return NULL;
    }
    return f;
}

void race_flags_destroy(race_flags *f) {
    if (f == NULL)
        return;
    for (size_t i = 0; i < f->cap; i++)
        race_vec_unref(f->list[i].released);
    free(f->list);
    free(f);
}

static flag *place(flag *list, size_t cap, uintptr_t at) {
    size_t i = (size_t)(((uint64_t)at * 0x9e3779b97f4a7c15u) >> 20) & (cap - 1);
    while (list[i].at != 0 && list[i].at != at)
        i = (i + 1) & (cap - 1);
    return &list[i];
}

static bool grow(race_flags *f) {
    flag *list = calloc(2 * f->cap, sizeof *list);
    if (list == NULL)
        return false;
    for (size_t i = 0; i < f->cap; i++)
        if (f->list[i].at != 0)
            *place(list, 2 * f->cap, f->list[i].at) = f->list[i];
    free(f->list);
    f->list = list;
    f->cap *= 2;
    return true;
}

race_vec **race_flag(race_flags *f, uintptr_t at, bool make) {
    flag *x = place(f->list, f->cap, at);
    if (x->at != 0)
        return &x->released;
    if (!make || (2 * f->n >= f->cap && !grow(f)))
        return NULL;
    x = place(f->list, f->cap, at);
    x->at = at;
    f->n++;
    return &x->released;
}
