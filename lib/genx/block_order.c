// SPDX-License-Identifier: MIT
// Orders the blocks of a function so that every value is defined before its uses, except by PHIs. The order is the
// layout order, but each block comes after its dominators; LLVM may lay out blocks otherwise. A translation that visits
// each instruction once and looks up its operands needs this order.

#include <cmc/genx_bale.h>

#include <assert.h>

LLVMBasicBlockRef *genx_block_order(cmc_arena *a, LLVMValueRef fn, uint32_t *n_out) {
    assert(!LLVMIsDeclaration(fn) && "it has blocks");
    uint32_t n = LLVMCountBasicBlocks(fn), k = 0;
    LLVMBasicBlockRef *blocks = CMC_NEW_N(a, LLVMBasicBlockRef, n), *out = CMC_NEW_N(a, LLVMBasicBlockRef, n);
    uint32_t *todo = CMC_NEW_N(a, uint32_t, n);
    *n_out = n;
    if (!blocks || !out || !todo)
        return NULL;
    LLVMGetBasicBlocks(fn, blocks);
    ptrmap number;
    cmc_graph *g = genx_number_blocks(a, blocks, n, &number) ? genx_flow_graph(a, blocks, n, &number) : NULL;
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
