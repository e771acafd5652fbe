// SPDX-License-Identifier: MIT
// Loop metadata helpers of mark_unroll and check_unroll.

#include "loop_marks.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static unsigned kind(LLVMValueRef fn) {
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    return LLVMGetMDKindIDInContext(c, "llvm.loop", 9);
}

LLVMValueRef loop_node(LLVMValueRef fn, LLVMBasicBlockRef bb) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
    return t ? LLVMGetMetadata(t, kind(fn)) : NULL;
}

void loop_set_node(LLVMValueRef fn, LLVMBasicBlockRef bb, LLVMValueRef node) {
    LLVMSetMetadata(LLVMGetBasicBlockTerminator(bb), kind(fn), node);
}

LLVMValueRef *loop_operands(gx_ctx *cx, LLVMValueRef node, unsigned *n) {
    *n = LLVMGetMDNodeNumOperands(node);
    LLVMValueRef *op = CMC_NEW_N(cx->arena, LLVMValueRef, *n + 1);
    if (op)
        LLVMGetMDNodeOperands(node, op);
    else
        *n = 0;
    return op;
}

bool loop_is_node(LLVMValueRef v) {
    return v && LLVMIsAMDNode(v) && LLVMGetMetadataKind(LLVMValueAsMetadata(v)) == LLVMMDTupleMetadataKind;
}

bool loop_has(gx_ctx *cx, LLVMValueRef node, const char *name) {
    unsigned n, k, len;
    LLVMValueRef *op = loop_operands(cx, node, &n);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef *in = loop_is_node(op[i]) ? loop_operands(cx, op[i], &k) : NULL;
        const char *s = in && k && in[0] && LLVMIsAMDString(in[0]) ? LLVMGetMDString(in[0], &len) : NULL;
        if (s && len == strlen(name) && memcmp(s, name, len) == 0)
            return true;
    }
    return false;
}
