// SPDX-License-Identifier: MIT
// gx_always_runs: whether each way through a function comes through a block.
//
//   entry: br %c, then, join     then: no      entry: yes      join: yes
//
// What a loop's pragma or a call's constant made wrong is a mistake where it is executed. Behind a
// condition that is known when the kernel runs it may be what the condition keeps from being
// executed.

#include "passes_priv.h"

#include <cmc/genx_bale.h>

bool gx_always_runs(gx_ctx *cx, LLVMBasicBlockRef bb) {
    LLVMValueRef fn = LLVMGetBasicBlockParent(bb);
    LLVMBasicBlockRef *open = CMC_NEW_N(cx->arena, LLVMBasicBlockRef, LLVMCountBasicBlocks(fn) + 1);
    ptrmap seen = {.arena = cx->arena};
    uint32_t n = 0;
    if (!open)
        return true;
    ptrmap_put(&seen, bb, bb);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(fn);
    if (entry != bb && ptrmap_put(&seen, entry, entry))
        open[n++] = entry;
    while (n) { // a way around bb that ends
        LLVMValueRef t = LLVMGetBasicBlockTerminator(open[--n]);
        if (LLVMIsAReturnInst(t))
            return false;
        for (unsigned k = 0; k < LLVMGetNumSuccessors(t); k++) {
            LLVMBasicBlockRef to = LLVMGetSuccessor(t, k);
            if (!ptrmap_get(&seen, to) && ptrmap_put(&seen, to, to))
                open[n++] = to;
        }
    }
    return true;
}
