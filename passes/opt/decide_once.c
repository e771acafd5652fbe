// SPDX-License-Identifier: MIT
// gx_decide_once: several decisions on one value become one decision, and a copy of the code for each outcome.
//
//   before  br i1 %c, label %then, label %else          after  br i1 %c, label %yes, label %no
//           then: ... br label %next                           yes: ... ... br label %end
//           else: ... br label %next                           no:  ... ... br label %end
//           next: br i1 %c, label %then2, label %else2         end: ...
//           then2: ... br label %end
//           else2: ... br label %end
//
// Why: a function with `if (kind == 1) ... else ...`, called for each element in an unrolled loop, decides again and
// again on a value that cannot change. The jumps cost more than such a function does, and they separate lanes that
// could be one instruction. The code between decisions is needed in each copy: the pass applies only if the copies
// together are no larger than the original. Later rounds do the same for other values inside the copies.
// Needs: unrolled loops, equal conditions as one value. Does not handle: loops that stay loops, functions with SIMD
// control flow, code that must not be duplicated (barriers), decisions of which one side leaves the function.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <cmc/genx_bale.h>

enum { MAX_OUTCOMES = 16, MAX_ROUNDS = 64, MAX_CHAIN = 4096, JUMP = 2 };

typedef struct decider {
    gx_ctx *cx;
    LLVMValueRef fn;
    uint32_t n;
    LLVMBasicBlockRef *blocks;
    ptrmap number;          // of genx_number_blocks
    cmc_graph *down, *back; // of genx_flow_graph and genx_exit_graph
    uint32_t *weight;       // of each block, without its terminator
    uint32_t *mark, stamp;  // blocks of the search that goes on
    LLVMBasicBlockRef *region;
    uint32_t region_n;
    ptrmap refused; // blocks of decisions that stay
} decider;

// Decisions

// The value on which a block decides; NULL: it does not.
static LLVMValueRef decided(LLVMBasicBlockRef bb) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
    bool branch = LLVMIsABranchInst(t) && LLVMIsConditional(t);
    if ((!branch && !LLVMIsASwitchInst(t)) || LLVMGetNumSuccessors(t) > MAX_OUTCOMES)
        return NULL;
    LLVMValueRef v = branch ? LLVMGetCondition(t) : LLVMGetOperand(t, 0);
    return LLVMIsConstant(v) ? NULL : v;
}

// Successor `outcome` of the decision `first` -> the successor of `t`, which decides on the same value; -1: unknown.
// The operands of a switch are its value, the default block, then value and block of each case.
static int same_outcome(LLVMValueRef first, LLVMValueRef t, unsigned outcome) {
    if (LLVMIsABranchInst(t) || LLVMIsABranchInst(first))
        return LLVMIsABranchInst(t) && LLVMIsABranchInst(first) ? (int)outcome : -1;
    unsigned cases = LLVMGetNumSuccessors(t), known = LLVMGetNumSuccessors(first), common = 1;
    for (unsigned k = 1; k < cases; k++) {
        for (unsigned j = 1; j < known; j++) {
            if (LLVMGetOperand(t, 2 * k) != LLVMGetOperand(first, 2 * j))
                continue;
            if (j == outcome)
                return (int)k;
            common++;
        }
    }
    return outcome != 0 || common == cases ? 0 : -1;
}

// Sizes, in machine instructions

static uint32_t weight_of(const decider *d, LLVMValueRef i) {
    if (LLVMIsAPHINode(i) || gx_is_debug(i) || LLVMIsATerminatorInst(i) || LLVMIsABitCastInst(i) ||
        genx_is_rdregion(i) || genx_is_wrregion(i))
        return 0;
    uint32_t at_once = 2u * d->cx->model->grf_b;
    LLVMTypeRef t = LLVMTypeOf(i);
    uint32_t size_b = LLVMGetTypeKind(t) == LLVMVoidTypeKind ? 0 : genx_size_b(t);
    return size_b > at_once ? (size_b + at_once - 1) / at_once : 1;
}

static uint32_t jumps(LLVMBasicBlockRef bb) {
    return JUMP * (LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(bb)) - 1);
}

// The size of what is executed after an outcome of the first decision: blocks reached, up to the end of the region.
static uint32_t size_after(decider *d, LLVMBasicBlockRef head, LLVMBasicBlockRef end, unsigned outcome) {
    LLVMValueRef first = LLVMGetBasicBlockTerminator(head), v = decided(head);
    LLVMBasicBlockRef *open = d->region + d->region_n; // room for all blocks twice
    uint32_t n = 0, size = 0, stamp = ++d->stamp;
    open[n++] = LLVMGetSuccessor(first, outcome);
    while (n) {
        LLVMBasicBlockRef bb = open[--n];
        uint32_t b = genx_block_number(&d->number, bb);
        if (bb == end || d->mark[b] == stamp)
            continue;
        d->mark[b] = stamp;
        size += d->weight[b];
        LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
        int to = decided(bb) == v ? same_outcome(first, t, outcome) : -1;
        size += to < 0 && LLVMGetNumSuccessors(t) ? jumps(bb) : 0;
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
            uint32_t s = genx_block_number(&d->number, LLVMGetSuccessor(t, k));
            if ((to < 0 || k == (unsigned)to) && d->mark[s] != stamp && n < d->n)
                open[n++] = LLVMGetSuccessor(t, k);
        }
    }
    return size;
}

// Regions

// The block through which all paths from b to the end of the function go next; CMC_GRAPH_NONE: no such block.
static uint32_t next_on_all_paths(const decider *d, uint32_t b) {
    uint32_t p = cmc_graph_idom(d->back, b + 1);
    return p == CMC_GRAPH_NONE || p == 0 ? CMC_GRAPH_NONE : p - 1;
}

// Whether another decision on v is at block b, or can only be reached through it.
static bool decides_from(const decider *d, LLVMValueRef v, uint32_t b) {
    genx_foreach_use(v, u) {
        LLVMValueRef t = LLVMGetUser(u);
        if (LLVMIsATerminatorInst(t) && decided(LLVMGetInstructionParent(t)) == v &&
            cmc_graph_dominates(d->down, b, genx_block_number(&d->number, LLVMGetInstructionParent(t))))
            return true;
    }
    return false;
}

// The block with which the code after the last decision on v begins; CMC_GRAPH_NONE: head decides alone.
static uint32_t end_of(const decider *d, uint32_t head, LLVMValueRef v) {
    uint32_t end = CMC_GRAPH_NONE, b = head;
    for (unsigned k = 0; k < MAX_CHAIN; k++) {
        uint32_t next = next_on_all_paths(d, b);
        if (next == CMC_GRAPH_NONE || !cmc_graph_dominates(d->down, head, b))
            break;
        if (b != head && decides_from(d, v, b))
            end = next;
        else if (b != head)
            break;
        b = next;
    }
    return end;
}

// Collects the blocks between head and end; false when there is another way in, or out.
static bool collect(decider *d, uint32_t head, uint32_t end) {
    uint32_t stamp = ++d->stamp, n = 0;
    d->mark[end] = stamp;
    d->region[n++] = d->blocks[head];
    for (uint32_t k = 0; k < n; k++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(d->region[k]);
        if (LLVMGetNumSuccessors(t) == 0)
            return false;
        for (unsigned s = 0; s < LLVMGetNumSuccessors(t); s++) {
            uint32_t b = genx_block_number(&d->number, LLVMGetSuccessor(t, s));
            if (d->mark[b] == stamp)
                continue;
            if (b == head || !cmc_graph_dominates(d->down, head, b))
                return false;
            d->mark[b] = stamp;
            d->region[n++] = d->blocks[b];
        }
    }
    d->region_n = n;
    return true;
}

static bool pays(decider *d, LLVMBasicBlockRef head, LLVMBasicBlockRef end) {
    uint32_t before = jumps(head), after = before;
    for (uint32_t k = 1; k < d->region_n; k++) {
        before += d->weight[genx_block_number(&d->number, d->region[k])];
        before += LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(d->region[k])) > 1 ? jumps(d->region[k]) : 0;
    }
    for (unsigned o = 0; o < LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(head)) && after <= before; o++)
        after += size_after(d, head, end, o);
    return after <= before;
}

static bool decides_again(LLVMValueRef v) {
    unsigned n = 0;
    genx_foreach_use(v, u)
        n += LLVMIsATerminatorInst(LLVMGetUser(u)) != NULL;
    return n > 1;
}

static bool decide_from(decider *d, uint32_t head) {
    LLVMBasicBlockRef bb = d->blocks[head];
    LLVMValueRef v = decided(bb);
    if (!v || !decides_again(v) || ptrmap_get(&d->refused, bb))
        return false;
    uint32_t end = end_of(d, head, v);
    if (end != CMC_GRAPH_NONE && collect(d, head, end) && pays(d, bb, d->blocks[end]) &&
        gx_shim_decide_once(d->region, d->region_n, d->blocks[end]))
        return true;
    ptrmap_put(&d->refused, bb, bb);
    return false;
}

// The function

static bool analyse(decider *d) {
    uint32_t n = d->n = LLVMCountBasicBlocks(d->fn);
    d->blocks = CMC_NEW_N(d->cx->arena, LLVMBasicBlockRef, n);
    d->region = CMC_NEW_N(d->cx->arena, LLVMBasicBlockRef, 2 * (size_t)n + 1);
    d->weight = CMC_NEW_N(d->cx->arena, uint32_t, n);
    d->mark = CMC_NEW_N(d->cx->arena, uint32_t, n);
    if (!d->blocks || !d->region || !d->weight || !d->mark)
        return false;
    d->stamp = 0;
    LLVMGetBasicBlocks(d->fn, d->blocks);
    if (!genx_number_blocks(d->cx->arena, d->blocks, n, &d->number))
        return false;
    for (uint32_t b = 0; b < n; b++) {
        d->mark[b] = d->weight[b] = 0;
        genx_foreach_inst(d->blocks[b], i)
            d->weight[b] += weight_of(d, i);
    }
    d->down = genx_flow_graph(d->cx->arena, d->blocks, n, &d->number);
    d->back = genx_exit_graph(d->cx->arena, d->blocks, n, &d->number);
    return d->down && d->back;
}

bool gx_decide_once(gx_ctx *cx, LLVMValueRef fn) {
    decider d = {.cx = cx, .fn = fn, .refused = {.arena = cx->arena}};
    bool changed = false, again = !gx_has_flow(fn) && LLVMCountBasicBlocks(fn) > 3;
    for (unsigned round = 0; again && round < MAX_ROUNDS && analyse(&d); round++) {
        again = false;
        for (uint32_t k = 0; k < cmc_graph_rpo_len(d.down) && !again; k++)
            again = decide_from(&d, cmc_graph_rpo(d.down, k));
        changed |= again;
    }
    return changed;
}
