// SPDX-License-Identifier: MIT
// Control-flow graphs of LLVM functions, for the analyses of cmc_graph.

#include <cmc/genx_bale.h>

#include <assert.h>

bool genx_number_blocks(cmc_arena *a, LLVMBasicBlockRef *blocks, uint32_t n, ptrmap *number) {
    *number = (ptrmap){.arena = a};
    for (uint32_t b = 0; b < n; b++)
        if (!ptrmap_put(number, blocks[b], (void *)(uintptr_t)(b + 1)))
            return false;
    return true;
}

uint32_t genx_block_number(const ptrmap *number, LLVMBasicBlockRef bb) {
    uintptr_t k = (uintptr_t)ptrmap_get(number, bb);
    assert(k && "all blocks of the function have numbers");
    return (uint32_t)k - 1;
}

cmc_graph *genx_flow_graph(cmc_arena *a, LLVMBasicBlockRef *blocks, uint32_t n, const ptrmap *number) {
    cmc_graph *g = cmc_graph_create(a, n);
    for (uint32_t b = 0; g && b < n; b++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(blocks[b]);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
            cmc_graph_edge(g, b, genx_block_number(number, LLVMGetSuccessor(t, k)));
    }
    return g && cmc_graph_analyse(g) ? g : NULL;
}

cmc_graph *genx_exit_graph(cmc_arena *a, LLVMBasicBlockRef *blocks, uint32_t n, const ptrmap *number) {
    cmc_graph *g = cmc_graph_create(a, n + 1);
    for (uint32_t b = 0; g && b < n; b++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(blocks[b]);
        if (LLVMGetNumSuccessors(t) == 0)
            cmc_graph_edge(g, 0, b + 1);
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++)
            cmc_graph_edge(g, genx_block_number(number, LLVMGetSuccessor(t, k)) + 1, b + 1);
    }
    return g && cmc_graph_analyse(g) ? g : NULL;
}
