// SPDX-License-Identifier: MIT
// Sets which products of a module may be fused with the sum they go into: form_fma fuses the marked pairs.

#include "passes_priv.h"

#include <cmc/genx_bale.h>

#include <llvm-c/DebugInfo.h>

static bool is_contractible(LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    return op == LLVMFMul || op == LLVMFAdd || op == LLVMFSub;
}

static void mark(LLVMValueRef i) {
    LLVMSetFastMathFlags(i, LLVMGetFastMathFlags(i) | LLVMFastMathAllowContract);
}

// LLVM-C can only add flags, so a new operation takes the others.
static void unmark(LLVMBuilderRef b, LLVMValueRef i) {
    LLVMFastMathFlags flags = LLVMGetFastMathFlags(i), bit = LLVMFastMathAllowContract;
    if (!(flags & bit))
        return;
    LLVMPositionBuilderBefore(b, i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMValueRef plain = LLVMBuildBinOp(b, LLVMGetInstructionOpcode(i), x, y, "");
    if (LLVMIsAInstruction(plain))
        LLVMSetFastMathFlags(plain, flags & ~bit);
    LLVMReplaceAllUsesWith(i, plain);
    LLVMInstructionEraseFromParent(i);
}

// llvm.fmuladd leaves the choice open; here it is one operation, so two take its place.
static void part(LLVMBuilderRef b, LLVMValueRef i) {
    LLVMPositionBuilderBefore(b, i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef m = LLVMBuildFMul(b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 1), "");
    LLVMReplaceAllUsesWith(i, LLVMBuildFAdd(b, m, LLVMGetOperand(i, 2), ""));
    LLVMInstructionEraseFromParent(i);
}

void gx_set_contraction(LLVMModuleRef mod, bool fuse) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    genx_foreach_function(mod, f)
        genx_foreach_block(f, bb)
            genx_foreach_inst_safe(bb, i, next) {
                if (is_contractible(i) && fuse)
                    mark(i);
                else if (is_contractible(i))
                    unmark(b, i);
                else if (!fuse && LLVMIsACallInst(i) && bale_is_llvm(i, "fmuladd"))
                    part(b, i);
            }
    LLVMDisposeBuilder(b);
}
