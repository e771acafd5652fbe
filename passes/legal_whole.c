// SPDX-License-Identifier: MIT
// Part of gx_legalize: predicates that must be computed in slices, but that somebody needs whole: as the bits of an integer, for a
// goto, for the lanes of a message, for some of its lanes. Their slices are put together as words, and these compared once.
//
//   before   %c = icmp slt <16 x i32> %r, %x          ; four registers of %r: two slices
//            %b = bitcast <16 x i1> %c to i16
//   after    %w = select %c, <16 x i16> 1, 0          ; sliced with its condition
//            %d = icmp ne <16 x i16> %w, 0
//            %b = bitcast <16 x i1> %d to i16

#include "legal_priv.h"

#include <llvm-c/DebugInfo.h>

static bool in_slices(lg *L, LLVMValueRef m) {
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    if (n <= 16)
        return !lg_mask_simple(L, m);
    for (uint32_t s = 0; s < n; s += 16)
        if (!lg_mask_fits(L, m, s, 16))
            return true;
    return false;
}

// Messages of 32 lanes take their predicate in halves already.
static bool needs_whole(lg *L, LLVMValueRef user, uint32_t lanes) {
    if (LLVMIsABitCastInst(user))
        return true;
    return LLVMIsACallInst(user) && lanes <= 16 &&
           (bale_describe(L->cx->model, user).kind == BALE_OTHER || genx_call_id(user) == GENX_RDPREDREGION);
}

static LLVMValueRef through_words(lg *L, LLVMValueRef m) {
    LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(L->mod));
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    LLVMTypeRef t = LLVMVectorType(i16, n);
    LLVMValueRef lanes[32];
    for (uint32_t k = 0; k < n; k++)
        lanes[k] = LLVMConstInt(i16, 1, 0);
    LLVMPositionBuilderBefore(L->b, LLVMGetNextInstruction(m));
    LLVMSetCurrentDebugLocation2(L->b, LLVMInstructionGetDebugLoc(m));
    LLVMValueRef words = LLVMBuildSelect(L->b, m, LLVMConstVector(lanes, n), LLVMConstNull(t), "");
    return LLVMBuildICmp(L->b, LLVMIntNE, words, LLVMConstNull(t), "");
}

static bool make_whole(lg *L, LLVMValueRef m) {
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    LLVMValueRef whole = NULL;
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(m); u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        if (!needs_whole(L, user, n) || (!whole && !in_slices(L, m)))
            continue;
        while (next && LLVMGetUser(next) == user) // setting the operand unlinks this user's uses
            next = LLVMGetNextUse(next);
        if (!whole)
            whole = through_words(L, m);
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, k) == m)
                LLVMSetOperand(user, k, whole);
    }
    return whole != NULL;
}

bool lg_whole_masks(lg *L, LLVMValueRef fn) {
    bool changed = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            uint32_t n = genx_is_bool(LLVMTypeOf(i)) && genx_is_vec(LLVMTypeOf(i)) ? genx_lanes(LLVMTypeOf(i)) : 0;
            if (n > 1 && n <= 32 && !(n & (n - 1)) && !LLVMIsAPHINode(i) && make_whole(L, i))
                changed = true;
        }
    return changed;
}
