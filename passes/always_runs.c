// SPDX-License-Identifier: MIT
// gx_always_runs: whether every path through a function goes through a block.
//
//   entry: br %c, then, join     then: no      entry: yes      join: yes
//
// A wrong loop pragma or constant argument is an error where it is certainly executed. Under a condition known only at
// run time, the condition may prevent its execution.

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
    while (n) { // a path around bb to an exit
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
