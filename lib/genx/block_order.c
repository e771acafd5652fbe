// SPDX-License-Identifier: MIT
// Orders the blocks of a function so that every value is defined before its uses, except by PHIs. The order is the
// layout order, but each block comes after its dominators; LLVM may lay out blocks otherwise. A translation that visits
// each instruction once and looks up its operands needs this order.

#include <cmc/genx_bale.h>

#include <assert.h>

static cmc_graph *flow_graph(cmc_arena *a, LLVMBasicBlockRef *blocks, uint32_t n) {
    cmc_graph *g = cmc_graph_create(a, n);
    ptrmap index = {.arena = a};
    uint32_t *number = CMC_NEW_N(a, uint32_t, n);
    if (!g || !number)
        return NULL;
    for (uint32_t b = 0; b < n; b++) {
        number[b] = b;
        if (!ptrmap_put(&index, blocks[b], &number[b]))
            return NULL;
    }
    for (uint32_t b = 0; b < n; b++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(blocks[b]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
            cmc_graph_edge(g, b, *(uint32_t *)ptrmap_get(&index, LLVMGetSuccessor(t, k)));
    }
    return cmc_graph_analyse(g) ? g : NULL;
}

LLVMBasicBlockRef *genx_block_order(cmc_arena *a, LLVMValueRef fn, uint32_t *n_out) {
    assert(!LLVMIsDeclaration(fn) && "it has blocks");
    uint32_t n = LLVMCountBasicBlocks(fn), k = 0;
    LLVMBasicBlockRef *blocks = CMC_NEW_N(a, LLVMBasicBlockRef, n), *out = CMC_NEW_N(a, LLVMBasicBlockRef, n);
    uint32_t *todo = CMC_NEW_N(a, uint32_t, n);
    *n_out = n;
    if (!blocks || !out || !todo)
        return NULL;
    LLVMGetBasicBlocks(fn, blocks);
    cmc_graph *g = flow_graph(a, blocks, n);
    for (uint32_t b = 0; g && b < n; b++) {
        uint32_t depth = 0;
        for (uint32_t d = b; d != CMC_GRAPH_NONE && blocks[d]; d = cmc_graph_idom(g, d))
            todo[depth++] = d;
        while (depth--) {
            out[k++] = blocks[todo[depth]];
            blocks[todo[depth]] = NULL;
        }
    }
    return g ? out : NULL;
}
