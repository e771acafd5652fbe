// SPDX-License-Identifier: MIT
// gx_narrow_counters: count loops in dwords where the limit is one.
//
//   before                                          after
//     %n64 = zext i32 %n to i64                       %i = phi i32 [ 0, %entry ], [ %next, %loop ]
//     %i = phi i64 [ 0, %entry ], [ %next, %loop ]    %i64 = zext i32 %i to i64
//     %next = add nuw nsw i64 %i, 1                   %next = add nuw i32 %i, 1
//     %go = icmp ne i64 %next, %n64                   %go = icmp ne i32 %next, %n
//
// Why: LLVM widens counters for machines with 64-bit registers, and people count in size_t. A compare of 64 bits is
// three instructions here, and what is computed from the counter is as wide.
// How: the counter starts at a constant, adds one, and is compared in the latch with an extension of a dword or a
// constant, so neither the old nor the new value exceeds a dword.
// Needs: rotated loops. Leaves alone: targets that compare 64 bits in one instruction.

#include "passes_priv.h"

typedef struct counter {
    LLVMValueRef phi, next, test;
    LLVMValueRef start; // constant
    LLVMValueRef limit; // a dword, or a constant of 64 bits
    unsigned back;      // index of the edge from the latch
} counter;

static bool is_dword(LLVMValueRef c) {
    return LLVMIsAConstantInt(c) && LLVMConstIntGetZExtValue(c) <= UINT32_MAX;
}

static bool is_step(LLVMValueRef v, LLVMValueRef phi) {
    uint64_t by;
    return LLVMIsABinaryOperator(v) && LLVMGetInstructionOpcode(v) == LLVMAdd && LLVMGetOperand(v, 0) == phi &&
           genx_const_u64(LLVMGetOperand(v, 1), &by) && by == 1;
}

// The dword whose extension, or the constant, that v is; NULL if it is neither.
static LLVMValueRef limit_of(LLVMValueRef v) {
    if (is_dword(v))
        return v;
    LLVMValueRef x = LLVMIsAZExtInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return x && genx_elt_bits(LLVMTypeOf(x)) == 32 ? x : NULL;
}

// Does the loop end before the counter passes the limit? Another predicate than inequality needs no flag: it holds up
// to the limit only.
static bool ends(const counter *c, bool stays_if_true) {
    LLVMIntPredicate p = LLVMGetICmpPredicate(c->test);
    if (p == (stays_if_true ? LLVMIntNE : LLVMIntEQ))
        return LLVMGetNUW(c->next) || LLVMGetNSW(c->next);
    return stays_if_true ? p == LLVMIntULT || p == LLVMIntSLT : p == LLVMIntUGE || p == LLVMIntSGE;
}

static bool find(LLVMValueRef phi, counter *c) {
    *c = (counter){.phi = phi};
    if (LLVMTypeOf(phi) != LLVMInt64TypeInContext(LLVMGetTypeContext(LLVMTypeOf(phi))) || LLVMCountIncoming(phi) != 2)
        return false;
    c->back = is_step(LLVMGetIncomingValue(phi, 1), phi);
    c->next = LLVMGetIncomingValue(phi, c->back);
    c->start = LLVMGetIncomingValue(phi, !c->back);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, c->back));
    if (!is_step(c->next, phi) || !is_dword(c->start) || LLVMConstIntGetZExtValue(c->start) == UINT32_MAX ||
        !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
        return false;
    c->test = LLVMGetCondition(end);
    if (!LLVMIsAICmpInst(c->test) || LLVMGetOperand(c->test, 0) != c->next)
        return false;
    c->limit = limit_of(LLVMGetOperand(c->test, 1));
    bool stays_if_true = LLVMGetSuccessor(end, 0) == LLVMGetInstructionParent(phi);
    return c->limit && LLVMGetSuccessor(end, 0) != LLVMGetSuccessor(end, 1) && ends(c, stays_if_true);
}

static LLVMIntPredicate without_sign(LLVMIntPredicate p) {
    return p == LLVMIntSLT ? LLVMIntULT : p == LLVMIntSGE ? LLVMIntUGE : p;
}

static void narrow(LLVMBuilderRef b, const counter *c) {
    LLVMTypeRef i64 = LLVMTypeOf(c->phi), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(i64));
    LLVMPositionBuilderBefore(b, c->phi);
    LLVMValueRef phi = LLVMBuildPhi(b, i32, "i");
    LLVMPositionBuilderBefore(b, genx_after_phis(LLVMGetInstructionParent(c->phi)));
    LLVMValueRef wide = LLVMBuildZExt(b, phi, i64, "");
    LLVMPositionBuilderBefore(b, c->next);
    LLVMValueRef next = LLVMBuildNUWAdd(b, phi, LLVMConstInt(i32, 1, 0), ""),
                 wide_next = LLVMBuildZExt(b, next, i64, "");
    LLVMPositionBuilderBefore(b, c->test);
    LLVMValueRef limit =
        LLVMIsAConstantInt(c->limit) ? LLVMConstInt(i32, LLVMConstIntGetZExtValue(c->limit), 0) : c->limit;
    LLVMValueRef test = LLVMBuildICmp(b, without_sign(LLVMGetICmpPredicate(c->test)), next, limit, "");
    LLVMValueRef in[2] = {LLVMConstInt(i32, LLVMConstIntGetZExtValue(c->start), 0), next};
    LLVMBasicBlockRef from[2] = {LLVMGetIncomingBlock(c->phi, !c->back), LLVMGetIncomingBlock(c->phi, c->back)};
    LLVMAddIncoming(phi, in, from, 2);
    LLVMReplaceAllUsesWith(c->test, test);
    LLVMInstructionEraseFromParent(c->test);
    LLVMReplaceAllUsesWith(c->next, wide_next);
    LLVMReplaceAllUsesWith(c->phi, wide);
    LLVMInstructionEraseFromParent(c->next);
    LLVMInstructionEraseFromParent(c->phi);
}

bool gx_narrow_counters(gx_ctx *cx, LLVMValueRef fn) {
    if (cx->model->has_int64_alu)
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_phi_safe(bb, phi, next) {
            counter c;
            if (find(phi, &c)) {
                narrow(b, &c);
                changed = true;
            }
        }
    LLVMDisposeBuilder(b);
    return changed;
}
