// SPDX-License-Identifier: MIT
// gx_mark_unroll, gx_check_unroll: tell the user when `#pragma unroll` could not unroll a loop.
//
//   #pragma unroll                                   warning at the pragma: the loop's number of turns is not known
//   for (int i = 0; i < n; i++)                      when it is compiled
//       v += v(i);
//
// Why: a loop that stays makes indirect access of what the user thought to be registers. The loop passes take the request away
// when they have unrolled in part, so the first pass puts a mark of ours beside it, and the second looks which marks are left in
// a loop. `#pragma unroll 1` (and 0) asks to keep the loop and has no mark; neither has one with a count.
// Needs: mark before, check behind LLVM's loop passes. Keeps: the program.

#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

static const char mark[] = "cmc.unroll.wanted", group[] = "-Wcm-unroll";

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

// What the front end says of the pragma: !{!"cmc.unroll.at", i32 line, i32 column}.
static bool pragma_at(gx_ctx *cx, LLVMValueRef property, cmc_loc *loc) {
    static const char at[] = "cmc.unroll.at";
    unsigned n = 0, len = 0;
    LLVMValueRef *op = is_node(property) ? operands(cx, property, &n) : NULL;
    const char *s = op && n == 3 && op[0] && LLVMIsAMDString(op[0]) ? LLVMGetMDString(op[0], &len) : NULL;
    if (!s || len != sizeof at - 1 || memcmp(s, at, len) != 0 || !LLVMIsAConstantInt(op[1]) || !LLVMIsAConstantInt(op[2]))
        return false;
    loc->line = (uint32_t)LLVMConstIntGetZExtValue(op[1]);
    loc->col = (uint32_t)LLVMConstIntGetZExtValue(op[2]);
    return true;
}

// The place of the pragma, or of the loop where IR does not know it.
static cmc_loc start_of(gx_ctx *cx, LLVMValueRef node, LLVMValueRef branch) {
    unsigned n;
    LLVMValueRef *op = operands(cx, node, &n);
    cmc_loc loc = genx_loc(branch, cx->arena);
    bool first = true; // the second is the end
    for (unsigned i = 1; i < n; i++) {
        LLVMMetadataRef m = LLVMValueAsMetadata(op[i]);
        if (first && LLVMGetMetadataKind(m) == LLVMDILocationMetadataKind) {
            loc.line = LLVMDILocationGetLine(m);
            loc.col = LLVMDILocationGetColumn(m);
            first = false;
        } else if (pragma_at(cx, op[i], &loc)) {
            break;
        }
    }
    return loc;
}

// The rest of a loop that was unrolled in part, and copies of a loop inside of one that was.
static bool said(const gx_ctx *cx, cmc_loc loc) {
    for (size_t i = 0; i < cmc_diag_count(cx->diag); i++) {
        const cmc_message *m = cmc_diag_get(cx->diag, i);
        if (m->loc.line == loc.line && m->loc.col == loc.col && !strcmp(m->code, group) && m->loc.file && loc.file &&
            !strcmp(m->loc.file, loc.file))
            return true;
    }
    return false;
}

bool gx_check_unroll(gx_ctx *cx, LLVMValueRef fn) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(bb), node = t ? LLVMGetMetadata(t, loop_kind(fn)) : NULL;
        if (!node || !has(cx, node, mark))
            continue;
        cmc_loc loc = start_of(cx, node, t);
        if (!said(cx, loc))
            cmc_diag_add(cx->diag, CMC_WARNING, group, loc,
                         "this loop is not unrolled as '#pragma unroll' asks: its number of turns is not known when it is "
                         "compiled, or too large");
    }
    return false;
}
