// SPDX-License-Identifier: MIT
// A treap ordered by start; each node stores the latest end in its subtree. Insertion and search are logarithmic.
// Equal input gives an equal tree, because priorities are a hash of the count.

#include "itree.h"

#include <assert.h>

static uint32_t mix(uint32_t x) {
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

static void pull(itree_node *n) {
    n->max = n->p1;
    if (n->l && n->l->max > n->max)
        n->max = n->l->max;
    if (n->r && n->r->max > n->max)
        n->max = n->r->max;
}

// Splits nodes at or before p0 into *a, the others into *b.
static void split(itree_node *t, int32_t p0, itree_node **a, itree_node **b) {
    if (!t) {
        *a = *b = NULL;
        return;
    }
    if (t->p0 <= p0) {
        split(t->r, p0, &t->r, b);
        *a = t;
    } else {
        split(t->l, p0, a, &t->l);
        *b = t;
    }
    pull(t);
}

void itree_insert(itree *t, itree_node *n) {
    assert(n->p0 <= n->p1 && n->lo <= n->hi);
    itree_node **at = &t->root;
    n->prio = mix(t->n++ ^ (uint32_t)n->p0 << 12);
    for (; *at && (*at)->prio >= n->prio; at = n->p0 < (*at)->p0 ? &(*at)->l : &(*at)->r)
        if (n->p1 > (*at)->max)
            (*at)->max = n->p1;
    split(*at, n->p0, &n->l, &n->r);
    pull(n);
    *at = n;
}

typedef struct query {
    int32_t p0, p1;
    itree_fn fn;
    void *user;
} query;

static bool find(const query *q, const itree_node *n) {
    for (; n && n->max >= q->p0; n = n->r) {
        if (find(q, n->l))
            return true;
        if (n->p0 > q->p1)
            return false;
        if (n->p1 >= q->p0 && q->fn(q->user, n))
            return true;
    }
    return false;
}

bool itree_find(const itree *t, int32_t p0, int32_t p1, itree_fn fn, void *user) {
    assert(fn);
    query q = {p0, p1, fn, user};
    return find(&q, t->root);
}

static void move_all(itree *t, itree_node *n, int32_t shift) {
    if (!n)
        return;
    itree_node *l = n->l, *r = n->r;
    move_all(t, l, shift);
    n->lo += shift;
    n->hi += shift;
    itree_insert(t, n);
    move_all(t, r, shift);
}

void itree_move(itree *t, itree *from, int32_t shift) {
    assert(t != from);
    move_all(t, from->root, shift);
    *from = (itree){0};
}
