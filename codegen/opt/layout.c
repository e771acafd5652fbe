// SPDX-License-Identifier: MIT
// layout: order blocks so that the most frequent path falls through; remove blocks that only jump.
//
//   before                                   after
//     a:  cbr (f0.0) edge next                 a:  cbr (f0.0) loop next
//     next: ...                                next: ...
//     edge: br loop
//
// Chains of blocks grow along control-flow edges, those in the deepest loops first (Pettis and Hansen). The entry's
// chain comes first, the others in source order. Structured SIMD flow keeps its order, because goto and join name
// blocks by position. There, only jumps to blocks that only jump are threaded, and such blocks are removed when
// unreachable. If the last goto of a loop precedes a jump back, the goto itself becomes the back edge:
//
//     (~f0.0) goto (16|M0) left left           (f0.0) goto.b (16|M0) left loop
//     edge: br loop                            left: join
//     left: join

#include "codegen_priv.h"

#include <stdlib.h>

enum { LOOP_WEIGHT = 8, MAX_DEPTH = 8 };

typedef struct edge {
    uint32_t from, to, order;
    uint64_t weight;
} edge;

typedef struct chains {
    uint32_t *next, *head,
        *tail; // by block: its successor in the chain; by any member of a chain: its first; by head: its last
    CMC_VEC(edge) edges;
} chains;

// The final target of a jump to this block, past blocks that only jump. Endless loops of jumps stay.
static uint32_t final_target(const mir_fn *fn, uint32_t block) {
    for (uint32_t steps = 0; steps < fn->blocks.len; steps++) {
        const mir_inst *i = fn->blocks.data[block]->first;
        if (!i || i->i.op != MIR_BR || i->target[0] == block)
            return block;
        block = i->target[0];
    }
    return block;
}

static void thread_jumps(cg_ctx *cx, mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next) {
            for (uint32_t t = 0; t < 2; t++)
                if (i->target[t] != MIR_NO_TARGET) {
                    uint32_t to = final_target(fn, i->target[t]);
                    cx->changed |= to != i->target[t];
                    i->target[t] = to;
                }
            if (i->i.op == MIR_CBR && i->target[0] == i->target[1]) {
                i->i.op = MIR_BR;
                i->i.pred = ISA_PRED_NONE;
                i->i.pred_inv = false;
                i->i.vflag = 0;
                i->target[1] = MIR_NO_TARGET;
            }
        }
}

// Ends each block that falls through with an explicit branch, so that blocks may move.
static void end_blocks(cg_ctx *cx, mir_fn *fn) {
    for (uint32_t b = 0; b + 1 < fn->blocks.len; b++) {
        mir_block *at = fn->blocks.data[b];
        if (at->last && (mir_inst_is_branch(at->last) || mir_inst_ends_thread(at->last)))
            continue;
        cx->loc = at->last ? at->last->loc : (cmc_loc){0};
        cg_at(cx, at, NULL);
        mir_inst *br = cg_inst(cx, MIR_BR, 1);
        br->i.no_mask = true;
        br->target[0] = b + 1;
    }
}

static uint64_t weight_of(const cmc_graph *g, uint32_t from, uint32_t to, uint32_t n_succ) {
    uint32_t a = cmc_graph_loop_depth(g, from), b = cmc_graph_loop_depth(g, to), depth = a < b ? a : b;
    uint64_t w = 2;
    for (uint32_t k = 0; k < depth && k < MAX_DEPTH; k++)
        w *= LOOP_WEIGHT;
    return n_succ > 1 ? w / 2 : w;
}

static int by_weight(const void *pa, const void *pb) {
    const edge *a = pa, *b = pb;
    if (a->weight != b->weight)
        return a->weight > b->weight ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

// The blocks that may follow b: after a call its return point, after a return no block.
static uint32_t ways_on(const mir_fn *fn, const mir_block *b, uint32_t out[3]) {
    uint32_t n = 0;
    if (b->last && mir_inst_is_call(b->last))
        out[n++] = b->last->target[1];
    if (b->last && (mir_inst_is_call(b->last) || mir_inst_is_return(b->last)))
        return n;
    for (mir_succ s = mir_succ_of(fn, b); mir_succ_next(&s);)
        out[n++] = s.id;
    return n;
}

static bool collect_edges(const cg_ctx *cx, const mir_fn *fn, const cmc_graph *g, chains *c) {
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        uint32_t succ[3], n = cmc_graph_reachable(g, b) ? ways_on(fn, fn->blocks.data[b], succ) : 0;
        for (uint32_t s = 0; s < n; s++) {
            edge e = {b, succ[s], c->edges.len, weight_of(g, b, succ[s], n)};
            if (succ[s] != 0 && !cmc_vec_push(cx->scratch, &c->edges, e))
                return false;
        }
    }
    if (c->edges.len)
        qsort(c->edges.data, c->edges.len, sizeof c->edges.data[0], by_weight);
    return true;
}

static uint32_t head_of(const chains *c, uint32_t b) {
    while (c->head[b] != b)
        b = c->head[b] = c->head[c->head[b]];
    return b;
}

static bool build_chains(const cg_ctx *cx, const mir_fn *fn, const cmc_graph *g, chains *c) {
    uint32_t n = fn->blocks.len;
    c->next = CMC_NEW_N(cx->scratch, uint32_t, n);
    c->head = CMC_NEW_N(cx->scratch, uint32_t, n);
    c->tail = CMC_NEW_N(cx->scratch, uint32_t, n);
    if (!c->next || !c->head || !c->tail || !collect_edges(cx, fn, g, c))
        return false;
    for (uint32_t b = 0; b < n; b++) {
        c->next[b] = MIR_NO_TARGET;
        c->head[b] = c->tail[b] = b;
    }
    for (uint32_t k = 0; k < c->edges.len; k++) {
        const edge *e = &c->edges.data[k];
        uint32_t front = head_of(c, e->from), back = head_of(c, e->to);
        if (front == back || back != e->to || c->tail[front] != e->from)
            continue;
        c->next[e->from] = e->to;
        c->head[back] = front;
        c->tail[front] = c->tail[back];
    }
    return true;
}

// Puts blocks in the new order and renumbers them and the branch targets.
static cmc_status reorder(cg_ctx *cx, mir_fn *fn, const cmc_graph *g, chains *c) {
    uint32_t n = fn->blocks.len, len = 0;
    uint32_t *new_id = CMC_NEW_N(cx->scratch, uint32_t, n);
    mir_block **order = CMC_NEW_N(cx->scratch, mir_block *, n);
    if (!new_id || !order)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < n; b++)
        for (uint32_t k = b; head_of(c, b) == b && cmc_graph_reachable(g, b) && k != MIR_NO_TARGET; k = c->next[k]) {
            cx->changed |= k != len;
            new_id[k] = len;
            order[len++] = fn->blocks.data[k];
        }
    for (uint32_t b = 0; b < len; b++) {
        fn->blocks.data[b] = order[b];
        order[b]->id = b;
        for (mir_inst *i = order[b]->first; i; i = i->next)
            for (uint32_t t = 0; t < 2; t++)
                if (i->target[t] != MIR_NO_TARGET)
                    i->target[t] = new_id[i->target[t]];
    }
    cx->changed |= len != n;
    fn->blocks.len = len;
    return CMC_OK;
}

// Handwritten machine IR may contain hardware jumps, which have no second target.
static bool is_hw_branch(const mir_inst *i) {
    return i && cg_is_hw(i) && mir_inst_is_branch(i) && !mir_inst_is_call(i) && !mir_inst_is_return(i);
}

static bool has_hw_branch(const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        const mir_inst *last = fn->blocks.data[b]->last;
        if (is_hw_branch(last))
            return true;
    }
    return false;
}

// Removes unreachable blocks that only jump.
static cmc_status drop_unreached(cg_ctx *cx, mir_fn *fn) {
    const cmc_graph *g = cg_flow_graph(cx, fn);
    uint32_t *new_id = CMC_NEW_N(cx->scratch, uint32_t, fn->blocks.len), len = 0;
    if (!g || !new_id)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *at = fn->blocks.data[b];
        bool only_jumps = at->first && at->first->i.op == MIR_BR;
        new_id[b] = len;
        if (only_jumps && !cmc_graph_reachable(g, b))
            continue;
        at->id = len;
        fn->blocks.data[len++] = at;
    }
    cx->changed |= len != fn->blocks.len;
    fn->blocks.len = len;
    for (uint32_t b = 0; b < len; b++)
        for (mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            for (uint32_t t = 0; t < 2; t++)
                if (i->target[t] != MIR_NO_TARGET)
                    i->target[t] = new_id[i->target[t]];
    return CMC_OK;
}

// By block: number of jumps to it, without fall-through.
static uint32_t *count_jumps(const cg_ctx *cx, const mir_fn *fn) {
    uint32_t *n = CMC_NEW_N(cx->scratch, uint32_t, fn->blocks.len);
    for (uint32_t b = 0; n && b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            for (uint32_t t = 0; t < 2; t++)
                if (i->target[t] != MIR_NO_TARGET)
                    n[i->target[t]]++;
    return n;
}

// The goto in block b lets channels leave to block b + 2, and block b + 1 only jumps back. A goto.b jumps with the
// channels that stay, and the others wait at JIP (isa-semantics.md, Control flow).
static cmc_status turn_gotos(cg_ctx *cx, mir_fn *fn) {
    const uint32_t *jumps = count_jumps(cx, fn);
    if (!jumps)
        return CMC_ERR_OOM;
    for (uint32_t b = 0; b + 2 < fn->blocks.len; b++) {
        mir_inst *go = fn->blocks.data[b]->last;
        const mir_inst *back = fn->blocks.data[b + 1]->first;
        if (!go || go->i.op != ISA_GOTO || go->i.branch_ctrl || go->i.pred == ISA_PRED_NONE || go->target[0] != b + 2 ||
            go->target[1] != b + 2 || !back || back->i.op != MIR_BR || back->target[0] > b || jumps[b + 1] != 0)
            continue;
        go->i.branch_ctrl = true;
        go->i.pred_inv =
            go->i.pred_inv != cx->m->goto_on_true; // goto.b jumps where the predicate is true, on every target
        go->target[1] = back->target[0];
        cx->changed = true;
    }
    return CMC_OK;
}

// Whether all hardware branches are goto and join, as from selection; other handwritten flow is left alone.
static bool only_goto_and_join(const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        const mir_inst *last = fn->blocks.data[b]->last;
        if (is_hw_branch(last) && last->i.op != ISA_GOTO && last->i.op != ISA_JOIN)
            return false;
    }
    return true;
}

cmc_status cg_pass_layout(cg_ctx *cx, mir_fn *fn) {
    if (fn->blocks.len < 2 || (has_hw_branch(fn) && !only_goto_and_join(fn)))
        return CMC_OK;
    if (has_hw_branch(fn)) {
        thread_jumps(cx, fn);
        CMC_TRY(turn_gotos(cx, fn));
        return drop_unreached(cx, fn);
    }
    end_blocks(cx, fn);
    thread_jumps(cx, fn);
    cmc_graph *g = cg_flow_graph(cx, fn);
    chains c = {0};
    if (!g || cx->oom || !build_chains(cx, fn, g, &c))
        return CMC_ERR_OOM;
    return reorder(cx, fn, g, &c);
}
