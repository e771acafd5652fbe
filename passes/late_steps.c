// SPDX-License-Identifier: MIT
// gx_late_steps: what a loop adds to its counter is added behind the last use of the old count.
//
//   before                                    after
//     %next = add i32 %i, 1                     %last = icmp ult i32 %i, 15
//     %last = icmp ult i32 %i, 15               %next = add i32 %i, 1
//     br i1 %last, loop, done                   br i1 %last, loop, done
//
// Why: while both live they need two registers and a mov an iteration; LLVM compares the old count where that saves it a
// proof about overflow. Works for any operation of one element whose result is the next value of its operand.
// Does not handle: uses of the new value in the same block, uses of the old one in a later block or on another edge.

#include "passes_priv.h"

#include "llvm_shim.h"

// The PHI that i continues on the edge by which its block ends; NULL when i is not such a step.
static LLVMValueRef continued(LLVMValueRef i) {
    if (!LLVMIsABinaryOperator(i) || genx_lanes(LLVMTypeOf(i)) != 1)
        return NULL;
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
    for (unsigned op = 0; op < 2; op++) {
        LLVMValueRef phi = LLVMGetOperand(i, op);
        if (!LLVMIsAPHINode(phi))
            continue;
        for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++)
            if (LLVMGetIncomingValue(phi, k) == i && LLVMGetIncomingBlock(phi, k) == bb)
                return phi;
    }
    return NULL;
}

static bool used_in(LLVMValueRef v, LLVMBasicBlockRef bb) {
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAPHINode(user) && LLVMGetInstructionParent(user) == bb)
            return true;
    }
    return false;
}

static bool used_behind(LLVMValueRef phi, LLVMValueRef step) {
    for (LLVMValueRef i = LLVMGetNextInstruction(step); i; i = LLVMGetNextInstruction(i))
        for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++)
            if (LLVMGetOperand(i, k) == phi)
                return true;
    return false;
}

bool gx_late_steps(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef next, end = LLVMGetBasicBlockTerminator(bb);
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != end; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef phi = continued(i);
            if (!phi || used_in(i, bb) || !used_behind(phi, i))
                continue;
            gx_shim_move_before(i, end);
            changed = true;
        }
    }
    return changed;
}
