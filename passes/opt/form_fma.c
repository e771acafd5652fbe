// SPDX-License-Identifier: MIT
// gx_form_fma: turn a product that is added to another value into llvm.fmuladd, which is always one fma.
//
//   before   %m = fmul contract <16 x float> %a, %b
//            %s = fadd contract <16 x float> %m, %c
//   after    %s = call <16 x float> @llvm.fmuladd.v16f32(%a, %b, %c)
//
// Why: the front end marks the operations that may be contracted. Contraction must not depend on the optimisation level
// or on the number of uses of the product, or results would differ between levels. So every marked pair is contracted,
// and only by this pass. c - a*b and a*b - c become an fma with a negated operand. If both operands of an addition are
// products, the first is taken.
// Needs: values in SSA form (sroa).

#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

static bool is_contract(LLVMValueRef v) {
    return (LLVMGetFastMathFlags(v) & LLVMFastMathAllowContract) != 0;
}

static bool is_product(LLVMValueRef v) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMFMul && is_contract(v);
}

static LLVMValueRef negate(LLVMBuilderRef b, LLVMValueRef v) {
    return LLVMBuildFNeg(b, v, "");
}

static LLVMValueRef build_fma(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z) {
    LLVMTypeRef t = LLVMTypeOf(z);
    LLVMValueRef args[3] = {x, y, z};
    unsigned id = LLVMLookupIntrinsicID("llvm.fmuladd", 12);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(m, id, &t, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 3, "");
}

// Builds the fma that replaces i before it; NULL if i is not a sum with a product.
static LLVMValueRef contract(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef i) {
    LLVMOpcode op = LLVMGetInstructionOpcode(i);
    if ((op != LLVMFAdd && op != LLVMFSub) || !is_contract(i))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(i, 0), y = LLVMGetOperand(i, 1);
    LLVMPositionBuilderBefore(b, i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    if (is_product(x)) {
        LLVMValueRef z = op == LLVMFSub ? negate(b, y) : y;
        return build_fma(b, m, LLVMGetOperand(x, 0), LLVMGetOperand(x, 1), z);
    }
    if (!is_product(y))
        return NULL;
    LLVMValueRef p = LLVMGetOperand(y, 0);
    return build_fma(b, m, op == LLVMFSub ? negate(b, p) : p, LLVMGetOperand(y, 1), x);
}

static bool contract_function(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            LLVMValueRef fma = contract(b, m, i);
            if (!fma)
                continue;
            LLVMReplaceAllUsesWith(i, fma);
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    }
    return changed;
}

bool gx_form_fma(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    bool changed = false;
    genx_foreach_function(m, f)
        changed |= contract_function(b, m, f);
    LLVMDisposeBuilder(b);
    return changed;
}
