// SPDX-License-Identifier: MIT
// gx_clamp_casts: give conversions from floating point to integers the hardware's result for every number.
//
//   %i = fptosi <8 x float> %f to <8 x i32>   ->   %i = call <8 x i32> @llvm.fptosi.sat.v8i32.v8f32(<8 x float> %f)
//
// Why: the hardware clamps numbers outside the range, and converts a NaN to 0. In LLVM their results are poison, so
// that constants would have other values than variables. The pass lower makes casts again.

#include "passes_priv.h"

#include <string.h>

static bool replace(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef cast) {
    LLVMOpcode o = LLVMGetInstructionOpcode(cast);
    if (o != LLVMFPToSI && o != LLVMFPToUI)
        return false;
    LLVMValueRef x = LLVMGetOperand(cast, 0);
    LLVMTypeRef t[2] = {LLVMTypeOf(cast), LLVMTypeOf(x)};
    const char *name = o == LLVMFPToSI ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(mod, LLVMLookupIntrinsicID(name, strlen(name)), t, 2);
    LLVMPositionBuilderBefore(b, cast);
    LLVMReplaceAllUsesWith(cast, LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, &x, 1, ""));
    LLVMInstructionEraseFromParent(cast);
    return true;
}

bool gx_clamp_casts(gx_ctx *cx, LLVMModuleRef mod) {
    bool changed = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    (void)cx;
    genx_foreach_function(mod, f)
        genx_foreach_block(f, bb) {
            genx_foreach_inst_safe(bb, i, next) {
                changed |= replace(b, mod, i);
            }
        }
    LLVMDisposeBuilder(b);
    return changed;
}
