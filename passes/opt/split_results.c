// SPDX-License-Identifier: MIT
// gx_split_results: split the structures that subroutines return right after the call, and build them only before the
// return.
//
//   before  %p = phi { <8 x i32>, i32 } [ %r, %a ], [ %s, %b ]    after  %r0 = extractvalue %r, 0     ; after the call
//           %x = extractvalue { <8 x i32>, i32 } %p, 0                   %x = phi <8 x i32> [ %r0, %a ], [ %s0, %b ]
//
// Why: LLVM tends to move and merge such structures as a whole; registers hold their elements.
// Guarantees: only calls and the insertvalues before a return have such types.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include <assert.h>

typedef struct splitter {
    gx_ctx *cx;
    LLVMBuilderRef b;
    ptrmap parts; // value -> its elements; NULL where not built yet
    bool oom;
} splitter;

static bool is_struct(LLVMValueRef v) {
    return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMStructTypeKind;
}

static LLVMValueRef *parts_of(splitter *s, LLVMValueRef v) {
    LLVMValueRef *p = ptrmap_get(&s->parts, v);
    if (!p) {
        p = CMC_NEW_N(s->cx->arena, LLVMValueRef, LLVMCountStructElementTypes(LLVMTypeOf(v)) + 1);
        s->oom |= !p || !ptrmap_put(&s->parts, v, p);
    }
    return p;
}

static LLVMValueRef part(splitter *s, LLVMValueRef v, unsigned i);

static LLVMValueRef phi_part(splitter *s, LLVMValueRef v, unsigned i, LLVMValueRef *slot) {
    LLVMPositionBuilderBefore(s->b, v);
    *slot = LLVMBuildPhi(s->b, LLVMStructGetTypeAtIndex(LLVMTypeOf(v), i), "");
    for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, k);
        LLVMValueRef x = part(s, LLVMGetIncomingValue(v, k), i);
        LLVMAddIncoming(*slot, &x, &from, 1);
    }
    return *slot;
}

static LLVMValueRef select_part(splitter *s, LLVMValueRef v, unsigned i) {
    assert(LLVMIsASelectInst(v) && "the caller checked");
    LLVMValueRef yes = part(s, LLVMGetOperand(v, 1), i), no = part(s, LLVMGetOperand(v, 2), i);
    LLVMPositionBuilderBefore(s->b, v);
    return LLVMBuildSelect(s->b, LLVMGetOperand(v, 0), yes, no, "");
}

// Element i of v, built at the definition of v.
static LLVMValueRef part(splitter *s, LLVMValueRef v, unsigned i) {
    while (LLVMIsAInsertValueInst(v)) {
        if (LLVMGetNumIndices(v) == 1 && LLVMGetIndices(v)[0] == i)
            return LLVMGetOperand(v, 1);
        v = LLVMGetOperand(v, 0);
    }
    LLVMTypeRef t = LLVMStructGetTypeAtIndex(LLVMTypeOf(v), i);
    LLVMValueRef *p = parts_of(s, v);
    if (s->oom || LLVMIsUndef(v))
        return LLVMGetUndef(t);
    if (LLVMIsAConstant(v))
        return LLVMGetAggregateElement(v, i);
    if (p[i])
        return p[i];
    if (LLVMIsAPHINode(v))
        return phi_part(s, v, i, &p[i]);
    if (LLVMIsASelectInst(v))
        return p[i] = select_part(s, v, i);
    LLVMPositionBuilderBefore(s->b, LLVMGetNextInstruction(v));
    return p[i] = LLVMBuildExtractValue(s->b, v, i, "");
}

static bool is_own_call(LLVMValueRef v) {
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return f && LLVMIsAFunction(f) && !LLVMIsDeclaration(f);
}

static bool concerns_us(LLVMValueRef v) {
    return is_struct(v) && (is_own_call(v) || LLVMIsAPHINode(v) || LLVMIsASelectInst(v) || LLVMIsAInsertValueInst(v));
}

static bool split_extract(splitter *s, LLVMValueRef e) {
    LLVMValueRef v = LLVMGetOperand(e, 0);
    if (!concerns_us(v) || is_own_call(v) || LLVMGetNumIndices(e) != 1)
        return false;
    LLVMReplaceAllUsesWith(e, part(s, v, LLVMGetIndices(e)[0]));
    LLVMInstructionEraseFromParent(e);
    return true;
}

static bool split_return(splitter *s, LLVMValueRef ret) {
    assert(LLVMIsAReturnInst(ret) && "blocks end in it");
    LLVMValueRef v = LLVMGetNumOperands(ret) ? LLVMGetOperand(ret, 0) : NULL;
    if (!v || !is_struct(v))
        return false;
    unsigned n = LLVMCountStructElementTypes(LLVMTypeOf(v));
    LLVMValueRef all = LLVMGetUndef(LLVMTypeOf(v));
    LLVMValueRef *x = CMC_NEW_N(s->cx->arena, LLVMValueRef, n + 1);
    s->oom |= !x;
    for (unsigned i = 0; x && i < n; i++)
        x[i] = part(s, v, i);
    LLVMPositionBuilderBefore(s->b, ret);
    for (unsigned i = 0; x && i < n; i++)
        all = LLVMBuildInsertValue(s->b, all, x[i], i, "");
    LLVMSetOperand(ret, 0, all);
    return true;
}

bool gx_split_results(gx_ctx *cx, LLVMValueRef fn) {
    splitter s = {.cx = cx, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)))};
    bool changed = false;
    s.parts.arena = cx->arena;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (LLVMGetInstructionOpcode(i) == LLVMExtractValue)
                changed |= split_extract(&s, i);
            else if (LLVMIsAReturnInst(i))
                changed |= split_return(&s, i);
        }
    }
    LLVMDisposeBuilder(s.b);
    return changed;
}
