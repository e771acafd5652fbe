// SPDX-License-Identifier: MIT
// Graph analyses for passes and machine IR: reverse post-order, dominators and natural loops. Nodes are integers, node
// 0 is the entry. Dominators use Semi-NCA (Georgiadis, Tarjan, Werneck: "Finding Dominators in Practice"): joins at
// the ends of a long chain must not cost the chain's length each time.

#include <cmc/base.h>

#include <assert.h>

typedef CMC_VEC(uint32_t) u32_vec;

struct cmc_graph {
    cmc_arena *arena;
    uint32_t n;
    u32_vec *succ, *pred;
    uint32_t *rpo, rpo_len;  // nodes in reverse post-order
    uint32_t *rpo_index;     // of a node; NONE = unreachable
    uint32_t *node, *number; // of the depth-first walk: the i-th node reached, and the inverse
    uint32_t *up;            // by number: the number of the parent in the walk
    uint32_t *idom;
    uint32_t *pre, *under; // preorder number in the dominator tree, and the size of the subtree
    uint32_t *loop_header; // of the innermost loop
    uint32_t *loop_depth;
    bool oom;
};

cmc_graph *cmc_graph_create(cmc_arena *a, uint32_t n_nodes) {
    assert(a && n_nodes > 0 && "node 0 is the entry");
    cmc_graph *g = CMC_NEW(a, cmc_graph);
    if (!g)
        return NULL;
    g->arena = a;
    g->n = n_nodes;
    g->succ = CMC_NEW_N(a, u32_vec, n_nodes);
    g->pred = CMC_NEW_N(a, u32_vec, n_nodes);
    g->rpo = CMC_NEW_N(a, uint32_t, n_nodes);
    g->rpo_index = CMC_NEW_N(a, uint32_t, n_nodes);
    g->node = CMC_NEW_N(a, uint32_t, n_nodes);
    g->number = CMC_NEW_N(a, uint32_t, n_nodes);
    g->up = CMC_NEW_N(a, uint32_t, n_nodes);
    g->idom = CMC_NEW_N(a, uint32_t, n_nodes);
    g->pre = CMC_NEW_N(a, uint32_t, n_nodes);
    g->under = CMC_NEW_N(a, uint32_t, n_nodes);
    g->loop_header = CMC_NEW_N(a, uint32_t, n_nodes);
    g->loop_depth = CMC_NEW_N(a, uint32_t, n_nodes);
    if (!g->succ || !g->pred || !g->rpo || !g->rpo_index || !g->node || !g->number || !g->up || !g->idom || !g->pre ||
        !g->under || !g->loop_header || !g->loop_depth)
        return NULL;
    return g;
}

void cmc_graph_edge(cmc_graph *g, uint32_t from, uint32_t to) {
    assert(from < g->n && to < g->n && "an edge between nodes of the graph");
    if (!cmc_vec_push(g->arena, &g->succ[from], to) || !cmc_vec_push(g->arena, &g->pred[to], from))
        g->oom = true;
}

// Depth-first walk with an explicit stack; fills rpo from the end.
static bool number_nodes(cmc_graph *g) {
    uint32_t *stack = CMC_NEW_N(g->arena, uint32_t, g->n);
    uint32_t *next_succ = CMC_NEW_N(g->arena, uint32_t, g->n);
    cmc_bitset seen = cmc_bitset_make(g->arena, g->n);
    if (!stack || !next_succ || !seen.words)
        return false;
    uint32_t depth = 0, fill = g->n, met = 1;
    stack[depth++] = 0;
    cmc_bitset_set(&seen, 0);
    while (depth) {
        uint32_t n = stack[depth - 1];
        if (next_succ[n] < g->succ[n].len) {
            uint32_t s = g->succ[n].data[next_succ[n]++];
            if (!cmc_bitset_get(&seen, s)) {
                cmc_bitset_set(&seen, s);
                g->up[met] = g->number[n];
                g->number[s] = met;
                g->node[met++] = s;
                stack[depth++] = s;
            }
        } else {
            g->rpo[--fill] = n;
            depth--;
        }
    }
    g->rpo_len = g->n - fill;
    for (uint32_t i = 0; i < g->n; i++)
        g->rpo_index[i] = CMC_GRAPH_NONE;
    for (uint32_t i = 0; i < g->rpo_len; i++) {
        g->rpo[i] = g->rpo[fill + i];
        g->rpo_index[g->rpo[i]] = i;
    }
    return true;
}

typedef struct semi_forest { // by number of the walk; nodes after the current one are linked to their parents
    uint32_t *semi;          // the smallest node with a path to this one over larger nodes
    uint32_t *above;         // an ancestor: the parent, or a higher one after path compression
    uint32_t *best;          // the node with the smallest semi up to that ancestor
    uint32_t *path;
} semi_forest;

// The node with the smallest semi among v and its linked ancestors, down to last, which is not linked. Compresses the
// path.
static uint32_t best_above(const semi_forest *f, uint32_t v, uint32_t last) {
    uint32_t depth = 0, x = v;
    for (; f->above[x] > last; x = f->above[x])
        f->path[depth++] = x;
    while (depth) {
        uint32_t y = f->path[--depth];
        if (f->semi[f->best[x]] < f->semi[f->best[y]])
            f->best[y] = f->best[x];
        f->above[y] = f->above[x];
        x = y;
    }
    return f->best[v];
}

static void find_semi(const cmc_graph *g, const semi_forest *f, uint32_t i) {
    const u32_vec *pred = &g->pred[g->node[i]];
    f->semi[i] = f->above[i] = g->up[i];
    f->best[i] = i;
    for (uint32_t k = 0; k < pred->len; k++) {
        if (g->rpo_index[pred->data[k]] == CMC_GRAPH_NONE)
            continue;
        uint32_t p = g->number[pred->data[k]], s = p > i ? f->semi[best_above(f, p, i)] : p;
        f->semi[i] = s < f->semi[i] ? s : f->semi[i];
    }
}

static bool find_dominators(cmc_graph *g) {
    semi_forest f = {CMC_NEW_N(g->arena, uint32_t, g->n), CMC_NEW_N(g->arena, uint32_t, g->n),
                     CMC_NEW_N(g->arena, uint32_t, g->n), CMC_NEW_N(g->arena, uint32_t, g->n)};
    uint32_t *idom = CMC_NEW_N(g->arena, uint32_t, g->n); // by number
    if (!f.semi || !f.above || !f.best || !f.path || !idom)
        return false;
    for (uint32_t i = g->rpo_len; i-- > 1;)
        find_semi(g, &f, i);
    for (uint32_t n = 0; n < g->n; n++)
        g->idom[n] = CMC_GRAPH_NONE;
    for (uint32_t i = 1; i < g->rpo_len; i++) {
        idom[i] = g->up[i];
        while (idom[i] > f.semi[i])
            idom[i] = idom[idom[i]];
        g->idom[g->node[i]] = g->node[idom[i]];
    }
    return true;
}

// Each dominator subtree gets a span of numbers, so that one comparison decides whether one node dominates another.
static bool number_tree(cmc_graph *g) {
    uint32_t *next = CMC_NEW_N(g->arena, uint32_t, g->n);
    if (!next)
        return false;
    for (uint32_t i = g->rpo_len; i-- > 0;) { // dominators precede their nodes
        uint32_t n = g->rpo[i];
        g->under[n]++;
        if (i)
            g->under[g->idom[n]] += g->under[n];
    }
    for (uint32_t i = 0; i < g->rpo_len; i++) {
        uint32_t n = g->rpo[i];
        if (i) {
            g->pre[n] = next[g->idom[n]];
            next[g->idom[n]] += g->under[n];
        }
        next[n] = g->pre[n] + 1;
    }
    return true;
}

bool cmc_graph_dominates(const cmc_graph *g, uint32_t a, uint32_t b) {
    assert(a < g->n && b < g->n);
    bool reachable = g->rpo_index[a] != CMC_GRAPH_NONE && g->rpo_index[b] != CMC_GRAPH_NONE;
    return a == b || (reachable && g->pre[b] - g->pre[a] < g->under[a]);
}

// Lists the body of the natural loop of the back edges to header; mark[n] == header marks its members.
static bool list_loop(cmc_graph *g, uint32_t header, uint32_t *mark, u32_vec *body) {
    body->len = 0;
    mark[header] = header;
    if (!cmc_vec_push(g->arena, body, header))
        return false;
    for (uint32_t at = 0; at < body->len; at++) {
        uint32_t n = body->data[at];
        for (uint32_t k = 0; k < g->pred[n].len; k++) {
            uint32_t p = g->pred[n].data[k];
            if (g->rpo_index[p] == CMC_GRAPH_NONE || mark[p] == header ||
                (at == 0 && !cmc_graph_dominates(g, header, p)))
                continue;
            mark[p] = header;
            if (!cmc_vec_push(g->arena, body, p))
                return false;
        }
    }
    return true;
}

static bool is_header(const cmc_graph *g, uint32_t n) {
    for (uint32_t k = 0; k < g->pred[n].len; k++)
        if (g->rpo_index[g->pred[n].data[k]] != CMC_GRAPH_NONE && cmc_graph_dominates(g, n, g->pred[n].data[k]))
            return true;
    return false;
}

// Headers in descending reverse post-order: an inner header follows its outer header, so it is visited first.
static bool find_loops(cmc_graph *g) {
    uint32_t *mark = CMC_NEW_N(g->arena, uint32_t, g->n);
    u32_vec body = {0};
    if (!mark)
        return false;
    for (uint32_t i = 0; i < g->n; i++) {
        g->loop_header[i] = mark[i] = CMC_GRAPH_NONE;
        g->loop_depth[i] = 0;
    }
    for (uint32_t i = g->rpo_len; i-- > 0;) {
        uint32_t h = g->rpo[i];
        if (!is_header(g, h))
            continue;
        if (!list_loop(g, h, mark, &body))
            return false;
        for (uint32_t k = 0; k < body.len; k++) { // a node keeps the header of its innermost loop
            uint32_t n = body.data[k];
            g->loop_depth[n]++;
            if (g->loop_header[n] == CMC_GRAPH_NONE)
                g->loop_header[n] = h;
        }
    }
    return true;
}

bool cmc_graph_analyse(cmc_graph *g) {
    if (g->oom || g->n == 0 || !number_nodes(g) || !find_dominators(g))
        return false;
    return number_tree(g) && find_loops(g);
}

uint32_t cmc_graph_succ_count(const cmc_graph *g, uint32_t n) {
    assert(n < g->n);
    return g->succ[n].len;
}

uint32_t cmc_graph_succ(const cmc_graph *g, uint32_t n, uint32_t i) {
    assert(n < g->n && i < g->succ[n].len);
    return g->succ[n].data[i];
}

uint32_t cmc_graph_pred_count(const cmc_graph *g, uint32_t n) {
    assert(n < g->n);
    return g->pred[n].len;
}

uint32_t cmc_graph_pred(const cmc_graph *g, uint32_t n, uint32_t i) {
    assert(n < g->n && i < g->pred[n].len);
    return g->pred[n].data[i];
}

uint32_t cmc_graph_rpo_len(const cmc_graph *g) {
    return g->rpo_len;
}

uint32_t cmc_graph_rpo(const cmc_graph *g, uint32_t i) {
    assert(i < g->rpo_len);
    return g->rpo[i];
}

bool cmc_graph_reachable(const cmc_graph *g, uint32_t n) {
    assert(n < g->n);
    return g->rpo_index[n] != CMC_GRAPH_NONE;
}

uint32_t cmc_graph_idom(const cmc_graph *g, uint32_t n) {
    assert(n < g->n);
    return g->idom[n];
}

uint32_t cmc_graph_loop_header(const cmc_graph *g, uint32_t n) {
    assert(n < g->n);
    return g->loop_header[n];
}

uint32_t cmc_graph_loop_depth(const cmc_graph *g, uint32_t n) {
    assert(n < g->n);
    return g->loop_depth[n];
}
