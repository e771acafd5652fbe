// SPDX-License-Identifier: MIT
// Part of gx_legalize: predicates that must be computed in slices but have a user that needs them whole: as the bits of
// an integer, for a goto, for the lanes of a message, or for a part of the lanes. Their slices are combined as words,
// which are compared once.
//
//   before   %c = icmp slt <16 x i32> %r, %x          ; four registers of %r: two slices
//            %b = bitcast <16 x i1> %c to i16
//   after    %w = select %c, <16 x i16> 1, 0          ; sliced with its condition
//            %d = icmp ne <16 x i16> %w, 0
//            %b = bitcast <16 x i1> %d to i16
//
// The same applies to an expensive predicate with several users, each of which would recompute it. In a chain of logic
// whose links have two users each, the cost would double with every link.
//
//   before   %m3 = xor <32 x i1> %m2, %m1              ; two users; so have %m2 and %m1
//   after    %w = select %m3, <32 x i16> 1, 0
//            %d = icmp ne <32 x i16> %w, 0             ; in place of %m3

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

// A message of 32 lanes takes its predicate in a whole flag register.
static bool needs_wide(lg *L, LLVMValueRef user, LLVMValueRef m) {
    return genx_lanes(LLVMTypeOf(m)) == 32 && !lg_mask_wide(L, m) && lg_is_lane_message(user, m);
}

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
    LLVMValueRef *lanes = CMC_NEW_N(L->cx->arena, LLVMValueRef, n);
    if (!lanes)
        return NULL;
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
    genx_foreach_use_safe(m, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!needs_wide(L, user, m) && (!needs_whole(L, user, n) || (!whole && !in_slices(L, m))))
            continue;
        while (next && LLVMGetUser(next) == user) // setting the operand unlinks this user's uses
            next = LLVMGetNextUse(next);
        if (!whole && !(whole = through_words(L, m)))
            return false;
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
            if (LLVMGetOperand(user, k) == m)
                LLVMSetOperand(user, k, whole);
    }
    return whole != NULL;
}

// The number of instructions for a slice of a predicate, at most MANY. PHIs cost nothing: they are in registers.
enum { MANY = 16 };
static uint32_t cost_of(LLVMValueRef m, uint32_t most) {
    uint32_t cost = 1;
    if (!LLVMIsAInstruction(m) || LLVMIsAPHINode(m))
        return 0;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(m) && cost < most; k++) {
        LLVMValueRef o = LLVMGetOperand(m, k);
        if (genx_is_bool(LLVMTypeOf(o)) && genx_is_vec(LLVMTypeOf(o)))
            cost += cost_of(o, most - cost);
    }
    return cost;
}

// Do words, with a compare of them for each user, cost less than recomputing the predicate for each user?
static bool costs_too_much(lg *L, LLVMValueRef m) {
    enum { LEAST = 4 };
    uint32_t users = 0, cost = cost_of(m, MANY);
    for (LLVMUseRef u = LLVMGetFirstUse(m); u && users < MANY; u = LLVMGetNextUse(u))
        users++;
    return users > 1 && cost >= LEAST && users * cost > cost + 1 + users && !lg_mask_simple(L, m);
}

static bool share_costly(lg *L, LLVMValueRef m) {
    LLVMValueRef words = costs_too_much(L, m) ? through_words(L, m) : NULL;
    if (!words)
        return false;
    LLVMValueRef chosen = LLVMGetOperand(words, 0);
    LLVMReplaceAllUsesWith(m, words);
    LLVMSetOperand(chosen, 0, m);
    return true;
}

bool lg_whole_masks(lg *L, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_safe(bb, i, next) {
            uint32_t n = genx_is_bool(LLVMTypeOf(i)) && genx_is_vec(LLVMTypeOf(i)) ? genx_lanes(LLVMTypeOf(i)) : 0;
            changed |= n > 1 && !LLVMIsAPHINode(i) && share_costly(L, i);
            if (n > 1 && n <= 32 && !(n & (n - 1)) && !LLVMIsAPHINode(i) && make_whole(L, i))
                changed = true;
        }
    return changed;
}
