// SPDX-License-Identifier: MIT
// Intervals of points with a range of bytes each, searchable by the points they cover.

#ifndef CMC_CODEGEN_ITREE_H
#define CMC_CODEGEN_ITREE_H

#include <cmc/mir.h>

typedef struct itree_node {
    struct itree_node *l, *r;
    uint32_t prio;
    int32_t p0, p1, max; // max: largest p1 in this subtree
    int32_t lo, hi;      // bytes, hi exclusive
    mir_inst *inst;      // may be NULL
} itree_node;

typedef struct itree {
    itree_node *root;
    uint32_t n;
} itree;

void itree_insert(itree *t, itree_node *n); // n: in an arena, with p0, p1, lo, hi and inst set
// Calls fn for intervals that share a point with [p0, p1], ascending by p0, until it returns true; returns that.
typedef bool (*itree_fn)(void *user, const itree_node *n);
bool itree_find(const itree *t, int32_t p0, int32_t p1, itree_fn fn, void *user);
// Moves every interval of 'from' into t, with its bytes moved by shift.
void itree_move(itree *t, itree *from, int32_t shift);

#endif
