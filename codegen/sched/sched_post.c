// SPDX-License-Identifier: MIT
// sched_post: order instructions after allocation to hide latencies.
//
//   before                              after
//     mul r10 r4 r5                       mul r10 r4 r5
//     add r11 r10 r6      (waits)         mul r12 r7 r8
//     mul r12 r7 r8                       add r11 r10 r6
//     add r13 r12 r9      (waits)         add r13 r12 r9
//
// Each stretch of a block is list-scheduled from its start. An instruction is ready when all its predecessors are
// placed. Among ready instructions with available operands, the one with the longest path to the end of the stretch
// is placed first. If no operands are available yet, the one whose operands arrive first is placed. Paths and times
// are sums of published latencies (isa_inst_latency). The new order is used only if it ends earlier by the same sums,
// so code that cannot gain keeps its order.
//
// Needs: phase allocated. Preserves every dependence through registers, flags and memory; --skip=sched_post is the
// slow and safe alternative.

#include "sched/sched_check.h"

#include <string.h>

enum {
    MAX_NODES = 4096,
    SEND_READS = 8, // cycles until a message has read its registers, as in the timing model
    FAR = 2         // factor for loads, which may miss the caches: other work is placed before their users
};

typedef struct heap {
    uint32_t *nodes;
    uint32_t n;
    const uint32_t *key; // smallest first; ties in source order
} heap;

typedef struct post {
    cg_ctx *cx;
    dag_cells cells;
    dag g;
    cmc_arena *a;
    uint32_t *latency, *busy; // by node
    uint32_t *way;            // by node: longest path to the end, its own latency included, negated for the heap
    uint32_t *ready;          // by node: when its operands are available
    uint32_t *left;           // by node: number of unplaced predecessors
    uint32_t *order;
    uint32_t *early;  // by node: when results in flight from earlier stretches are available
    uint32_t *coming; // by cell: cycles after the end of the last stretch until its value is available
} post;

// Heap

static bool before(const heap *h, uint32_t a, uint32_t b) {
    return h->key[a] != h->key[b] ? h->key[a] < h->key[b] : a < b;
}

static void push(heap *h, uint32_t node) {
    uint32_t at = h->n++;
    for (; at && before(h, node, h->nodes[(at - 1) / 2]); at = (at - 1) / 2)
        h->nodes[at] = h->nodes[(at - 1) / 2];
    h->nodes[at] = node;
}

static uint32_t pop(heap *h) {
    uint32_t top = h->nodes[0], last = h->nodes[--h->n], at = 0;
    for (;;) {
        uint32_t c = 2 * at + 1;
        if (c >= h->n)
            break;
        c += c + 1 < h->n && before(h, h->nodes[c + 1], h->nodes[c]);
        if (!before(h, h->nodes[c], last))
            break;
        h->nodes[at] = h->nodes[c];
        at = c;
    }
    h->nodes[at] = last;
    return top;
}

// Times

static void measure(post *p, uint32_t n) {
    const dag_node *x = &p->g.nodes.data[n];
    for (const mir_inst *i = x->first;; i = i->next) {
        p->busy[n] += isa_inst_occupancy(p->cx->m, &i->i);
        if (i == x->last) {
            p->latency[n] = p->busy[n] + isa_inst_latency(p->cx->m, &i->i) * (x->load ? FAR : 1u);
            return;
        }
    }
}

// Cycles from the issue of one node to that of another that depends on it.
static uint32_t distance(const post *p, const dag_edge *e) {
    if (e->dep == DAG_WAR && p->g.nodes.data[e->from].send)
        return SEND_READS;
    bool waits = e->dep == DAG_RAW || (e->dep == DAG_WAW && p->g.nodes.data[e->from].send);
    return waits ? p->latency[e->from] : p->busy[e->from];
}

static void measure_ways(post *p) {
    for (uint32_t n = p->g.nodes.len; n-- > 0;) {
        measure(p, n);
        uint32_t longest = p->busy[n];
        for (const dag_edge *e = p->g.nodes.data[n].succs; e; e = e->next_succ) {
            uint32_t w = distance(p, e) + (UINT32_MAX - p->way[e->to]);
            longest = w > longest ? w : longest;
        }
        p->way[n] = UINT32_MAX - longest;
    }
}

static void note_issue(post *p, uint32_t n, uint32_t at) {
    for (const dag_edge *e = p->g.nodes.data[n].succs; e; e = e->next_succ) {
        uint32_t t = at + distance(p, e);
        p->ready[e->to] = t > p->ready[e->to] ? t : p->ready[e->to];
    }
}

static void clear_times(post *p) {
    for (uint32_t n = 0; n < p->g.nodes.len; n++)
        p->ready[n] = p->early[n];
}

// The cycle at which an in-order machine would have issued everything; order NULL = the current order.
static uint32_t duration(post *p, const uint32_t *order) {
    uint32_t now = 0;
    clear_times(p);
    for (uint32_t k = 0; k < p->g.nodes.len; k++) {
        uint32_t n = order ? order[k] : k;
        now = p->ready[n] > now ? p->ready[n] : now;
        note_issue(p, n, now);
        now += p->busy[n];
    }
    return now;
}

// List

static bool list_schedule(post *p) {
    uint32_t n = p->g.nodes.len, now = 0, placed = 0;
    heap free_now = {CMC_NEW_N(p->a, uint32_t, n + 1), 0, p->way};
    heap later = {CMC_NEW_N(p->a, uint32_t, n + 1), 0, p->ready};
    if (!free_now.nodes || !later.nodes)
        return false;
    clear_times(p);
    for (uint32_t k = 0; k < n; k++) {
        p->left[k] = p->g.nodes.data[k].n_preds;
        if (p->left[k] == 0)
            push(p->ready[k] ? &later : &free_now, k);
    }
    while (placed < n) {
        while (later.n && p->ready[later.nodes[0]] <= now)
            push(&free_now, pop(&later));
        if (free_now.n == 0) {
            now = p->ready[later.nodes[0]];
            continue;
        }
        uint32_t x = pop(&free_now);
        p->order[placed++] = x;
        note_issue(p, x, now);
        now += p->busy[x];
        for (const dag_edge *e = p->g.nodes.data[x].succs; e; e = e->next_succ)
            if (--p->left[e->to] == 0)
                push(&later, e->to);
    }
    return true;
}

static bool make_room(post *p) {
    uint32_t **arrays[] = {&p->latency, &p->busy, &p->way, &p->ready, &p->left, &p->order, &p->early};
    for (uint32_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!(*arrays[k] = CMC_NEW_N(p->a, uint32_t, p->g.nodes.len + 1)))
            return false;
    return true;
}

// Computes when results in flight from the last stretch reach the nodes that touch them.
static void take_early(post *p) {
    for (uint32_t n = 0; n < p->g.nodes.len; n++)
        for (uint32_t k = 0; k < p->g.nodes.data[n].touches.len; k++) {
            const dag_touch *t = &p->g.nodes.data[n].touches.data[k];
            for (uint32_t c = t->lo; c < t->hi; c++)
                p->early[n] = p->coming[c] > p->early[n] ? p->coming[c] : p->early[n];
        }
}

// Computes the results that this stretch leaves in flight, from the times of its final order.
static void leave_coming(post *p, const uint32_t *order) {
    uint32_t end = duration(p, order), now = 0;
    for (uint32_t c = 0; c < p->cells.count; c++)
        p->coming[c] = p->coming[c] > end ? p->coming[c] - end : 0;
    for (uint32_t i = 0; i < p->g.nodes.len; i++) {
        uint32_t n = order ? order[i] : i;
        now = p->ready[n] > now ? p->ready[n] : now;
        uint32_t there = now + p->latency[n];
        for (uint32_t k = 0; k < p->g.nodes.data[n].touches.len; k++) {
            const dag_touch *t = &p->g.nodes.data[n].touches.data[k];
            for (uint32_t c = t->lo; c < t->hi && t->write; c++)
                p->coming[c] = there > end ? there - end : 0;
        }
        now += p->busy[n];
    }
}

static bool schedule_stretch(post *p, mir_block *b, mir_inst *first, mir_inst **next) {
    if (!dag_build(&p->g, first, MAX_NODES, next) || !make_room(p))
        return false;
    measure_ways(p);
    take_early(p);
    bool better = false;
    if (p->g.nodes.len >= 3) {
        if (!list_schedule(p))
            return false;
        better = duration(p, p->order) < duration(p, NULL);
    }
    leave_coming(p, better ? p->order : NULL);
    if (better) {
        dag_reorder(&p->g, b, p->order);
        p->cx->changed = true;
    }
    return true;
}

static cmc_status schedule(cg_ctx *cx, mir_fn *fn) {
    post p = {.cx = cx};
    if (!dag_cells_init(&p.cells, fn, cx->scratch, true) || !dag_init(&p.g, &p.cells, cx->scratch))
        return CMC_ERR_OOM;
    p.coming = CMC_NEW_N(cx->scratch, uint32_t, p.cells.count + 1);
    for (uint32_t b = 0; b < fn->blocks.len && p.coming; b++) {
        memset(p.coming, 0, p.cells.count * sizeof *p.coming);
        mir_block *block = fn->blocks.data[b];
        p.a = p.g.a = cmc_arena_create();
        bool ok = p.a != NULL;
        for (mir_inst *i = block->first, *next; ok && i; i = next) {
            next = i->next;
            if (!dag_is_wall(&p.cells, i))
                ok = schedule_stretch(&p, block, i, &next);
        }
        if (p.a)
            cmc_arena_destroy(p.a);
        if (!ok)
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

cmc_status cg_pass_sched_post(cg_ctx *cx, mir_fn *fn) {
    const sched_record *old = cx->opts->verify_each ? sched_record_take(fn, cx->scratch, true) : NULL;
    if (cx->opts->verify_each && !old)
        return CMC_ERR_OOM;
    CMC_TRY(schedule(cx, fn));
    return old ? sched_check(fn, cx->scratch, true, old, cx->diag) : CMC_OK;
}
