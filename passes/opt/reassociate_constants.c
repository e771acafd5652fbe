// SPDX-License-Identifier: MIT
// gx_reassociate_constants: add constants to sums last, so that common subexpressions appear.
//
//   before                              after
//     %a = add i64 %p, 256                %s = add i64 %p, %x
//     %b = add i64 %a, %x                 %b = add i64 %s, 256
//     %c = add i64 %p, 512                %d = add i64 %s, 512
//     %d = add i64 %c, %x
//
// Why: source code computes the address of a row as base + row * pitch + x, in this order. A scalar 64-bit addition
// costs three or four instructions on targets without a 64-bit adder. early-cse runs next and finds the shared sum.
// Keeps: values; the new sums have no overflow flags. Does not handle: vectors, constant additions with further uses
// (they would stay, and nothing would be saved), induction variables.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

static bool is_sum(LLVMValueRef v) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMAdd && !genx_is_vec(LLVMTypeOf(v));
}

// x + constant whose only user is this sum, in the same block, so that the addition does not move into a loop.
static bool adds_constant(LLVMValueRef v, LLVMValueRef sum) {
    LLVMUseRef u = is_sum(v) ? LLVMGetFirstUse(v) : NULL;
    return u && !LLVMGetNextUse(u) && LLVMGetInstructionParent(v) == LLVMGetInstructionParent(sum) &&
           LLVMIsAConstantInt(LLVMGetOperand(v, 1)) && !LLVMIsAConstant(LLVMGetOperand(v, 0)) &&
           !LLVMIsAPHINode(LLVMGetOperand(v, 0));
}

static bool move_out(LLVMBuilderRef b, LLVMValueRef sum) {
    assert(is_sum(sum) && "the caller checked");
    LLVMValueRef x = LLVMGetOperand(sum, 0), y = LLVMGetOperand(sum, 1);
    if (!adds_constant(x, sum)) {
        LLVMValueRef t = x;
        x = y;
        y = t;
    }
    if (!adds_constant(x, sum) || LLVMIsAConstant(y) || LLVMIsAPHINode(y))
        return false;
    LLVMPositionBuilderBefore(b, sum);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(sum));
    LLVMValueRef shared = LLVMBuildAdd(b, LLVMGetOperand(x, 0), y, "sum");
    LLVMValueRef whole = LLVMBuildAdd(b, shared, LLVMGetOperand(x, 1), "");
    LLVMReplaceAllUsesWith(sum, whole);
    LLVMInstructionEraseFromParent(sum);
    return true;
}

bool gx_reassociate_constants(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (is_sum(i))
                changed |= move_out(b, i);
        }
    }
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(b);
    return changed;
}
