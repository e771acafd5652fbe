// SPDX-License-Identifier: MIT
// gx_mark_unroll: mark the loops that the user wants unrolled.
//
//   before                                          after
//     !0 = !{!0, !1}                                  !0 = !{!0, !1, !2}
//     !1 = !{!"llvm.loop.unroll.enable"}              !2 = !{!"cmc.unroll.wanted"}
//
// Why: LLVM's loop passes remove the request when they unroll partially. The mark stays, and check_unroll looks for
// marks on the remaining loops. `#pragma unroll 1` (and 0) requests that the loop be kept, so it gets no mark; neither
// does a pragma with a count. Needs: to run before LLVM's loop passes. Keeps: the program.

#include "loop_marks.h"

#include <string.h>

static LLVMValueRef marked(gx_ctx *cx, LLVMContextRef c, LLVMValueRef node) {
    unsigned n;
    LLVMValueRef *op = loop_operands(cx, node, &n);
    LLVMMetadataRef *md = CMC_NEW_N(cx->arena, LLVMMetadataRef, n + 1);
    if (!op || !md || n == 0)
        return node;
    for (unsigned i = 1; i < n; i++)
        md[i] = LLVMValueAsMetadata(op[i]);
    LLVMMetadataRef s = LLVMMDStringInContext2(c, LOOP_MARK, strlen(LOOP_MARK));
    md[n] = LLVMMDNodeInContext2(c, &s, 1);
    md[0] = md[n];
    LLVMValueRef out = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, md, n + 1));
    LLVMReplaceMDNodeOperandWith(out, 0, LLVMValueAsMetadata(out)); // a loop's node starts with itself
    return out;
}

bool gx_mark_unroll(gx_ctx *cx, LLVMValueRef fn) {
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    bool changed = false;
    genx_foreach_block(fn, bb) {
        LLVMValueRef node = loop_node(fn, bb);
        if (!node || loop_has(cx, node, LOOP_MARK) ||
            (!loop_has(cx, node, "llvm.loop.unroll.enable") && !loop_has(cx, node, "llvm.loop.unroll.full")))
            continue;
        loop_set_node(fn, bb, marked(cx, c, node));
        changed = true;
    }
    return changed;
}
