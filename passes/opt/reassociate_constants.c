// SPDX-License-Identifier: MIT
// gx_reassociate_constants: constants are added to sums last, so that what several sums share is one value.
//
//   before                              after
//     %a = add i64 %p, 256                %s = add i64 %p, %x
//     %b = add i64 %a, %x                 %b = add i64 %s, 256
//     %c = add i64 %p, 512                %d = add i64 %s, 512
//     %d = add i64 %c, %x
//
// Why: addresses of rows are base + row * pitch + x, in the order in which people write them. Scalar 64-bit sums cost
// three or four instructions on targets without a 64-bit adder; early-cse, which runs next, finds the shared one.
// Keeps: values; the new sums promise nothing about overflow. Does not handle: vectors, a constant below more than one
// use that stays (then nothing would be saved), loops' counters.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

static bool is_sum(LLVMValueRef v) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMAdd && !genx_is_vec(LLVMTypeOf(v));
}

// x + constant, whose only user is this sum; in the same block, so that nothing moves back into a loop.
static bool adds_constant(LLVMValueRef v, LLVMValueRef sum) {
    LLVMUseRef u = is_sum(v) ? LLVMGetFirstUse(v) : NULL;
    return u && !LLVMGetNextUse(u) && LLVMGetInstructionParent(v) == LLVMGetInstructionParent(sum) &&
           LLVMIsAConstantInt(LLVMGetOperand(v, 1)) && !LLVMIsAConstant(LLVMGetOperand(v, 0)) &&
           !LLVMIsAPHINode(LLVMGetOperand(v, 0));
}

static bool move_out(LLVMBuilderRef b, LLVMValueRef sum) {
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
