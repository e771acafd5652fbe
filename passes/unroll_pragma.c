// SPDX-License-Identifier: MIT
// gx_mark_unroll, gx_check_unroll: tell the user when `#pragma unroll` could not unroll a loop.
//
//   #pragma unroll                                   warning at the loop: its number of turns is not known when it
//   for (int i = 0; i < n; i++)                      is compiled
//       v += v(i);
//
// Why: a loop that stays makes indirect access of what the user thought to be registers. The loop passes take the request away
// when they have unrolled in part, so the first pass puts a mark of ours beside it, and the second looks which marks are left in
// a loop. `#pragma unroll 1` (and 0) asks to keep the loop and has no mark; neither has one with a count.
// Needs: mark before, check behind LLVM's loop passes. Keeps: the program.

#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static const char mark[] = "cmc.unroll.wanted";

static unsigned loop_kind(LLVMValueRef fn) {
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    return LLVMGetMDKindIDInContext(c, "llvm.loop", 9);
}

static LLVMValueRef *operands(gx_ctx *cx, LLVMValueRef node, unsigned *n) {
    *n = LLVMGetMDNodeNumOperands(node);
    LLVMValueRef *op = CMC_NEW_N(cx->arena, LLVMValueRef, *n + 1);
    if (op)
        LLVMGetMDNodeOperands(node, op);
    else
        *n = 0;
    return op;
}

static bool is_node(LLVMValueRef v) {
    return v && LLVMIsAMDNode(v) && LLVMGetMetadataKind(LLVMValueAsMetadata(v)) == LLVMMDTupleMetadataKind;
}

// Does the loop's node have a property of this name?
static bool has(gx_ctx *cx, LLVMValueRef node, const char *name) {
    unsigned n, k, len;
    LLVMValueRef *op = operands(cx, node, &n);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef *in = is_node(op[i]) ? operands(cx, op[i], &k) : NULL;
        const char *s = in && k && in[0] && LLVMIsAMDString(in[0]) ? LLVMGetMDString(in[0], &len) : NULL;
        if (s && len == strlen(name) && memcmp(s, name, len) == 0)
            return true;
    }
    return false;
}

static LLVMValueRef marked(gx_ctx *cx, LLVMContextRef c, LLVMValueRef node) {
    unsigned n;
    LLVMValueRef *op = operands(cx, node, &n);
    LLVMMetadataRef *md = CMC_NEW_N(cx->arena, LLVMMetadataRef, n + 1);
    if (!op || !md || n == 0)
        return node;
    for (unsigned i = 1; i < n; i++)
        md[i] = LLVMValueAsMetadata(op[i]);
    LLVMMetadataRef s = LLVMMDStringInContext2(c, mark, strlen(mark));
    md[n] = LLVMMDNodeInContext2(c, &s, 1);
    md[0] = md[n];
    LLVMValueRef out = LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, md, n + 1));
    LLVMReplaceMDNodeOperandWith(out, 0, LLVMValueAsMetadata(out)); // a loop's node begins with itself
    return out;
}

bool gx_mark_unroll(gx_ctx *cx, LLVMValueRef fn) {
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    bool changed = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(bb), node = t ? LLVMGetMetadata(t, loop_kind(fn)) : NULL;
        if (!node || has(cx, node, mark) ||
            (!has(cx, node, "llvm.loop.unroll.enable") && !has(cx, node, "llvm.loop.unroll.full")))
            continue;
        LLVMSetMetadata(t, loop_kind(fn), marked(cx, c, node));
        changed = true;
    }
    return changed;
}

static cmc_loc start_of(gx_ctx *cx, LLVMValueRef node, LLVMValueRef branch) {
    unsigned n;
    LLVMValueRef *op = operands(cx, node, &n);
    cmc_loc loc = genx_loc(branch, cx->arena);
    for (unsigned i = 1; i < n; i++) {
        LLVMMetadataRef m = LLVMValueAsMetadata(op[i]);
        if (LLVMGetMetadataKind(m) != LLVMDILocationMetadataKind)
            continue;
        loc.line = LLVMDILocationGetLine(m);
        loc.col = LLVMDILocationGetColumn(m);
        break; // the second is the end
    }
    return loc;
}

bool gx_check_unroll(gx_ctx *cx, LLVMValueRef fn) {
    cmc_loc seen = {0};
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(bb), node = t ? LLVMGetMetadata(t, loop_kind(fn)) : NULL;
        if (!node || !has(cx, node, mark))
            continue;
        cmc_loc loc = start_of(cx, node, t);
        if (loc.line == seen.line && loc.col == seen.col)
            continue; // the rest of a loop that was unrolled in part
        seen = loc;
        cmc_diag_add(cx->diag, CMC_WARNING, "-Wcm-unroll", loc,
                     "this loop is not unrolled as '#pragma unroll' asks: its number of turns is not known when it is "
                     "compiled, or too large");
    }
    return false;
}
