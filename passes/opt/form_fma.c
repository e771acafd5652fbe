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
// products, the first is taken. A part of a product is the product of parts, so that the first step of a sum over all
// lanes, which adds two halves of one product, is fused too. A product that was written to a part of an object, read
// and replaced there is one as well: objects are still whole here. A part that keeps the product has it computed in
// place. Needs: values in SSA form (sroa).

#include "passes_priv.h"

#include <assert.h>
#include <llvm-c/DebugInfo.h>

static bool is_contract(LLVMValueRef v) {
    return (LLVMGetFastMathFlags(v) & LLVMFastMathAllowContract) != 0;
}

static bool is_product(LLVMValueRef v) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMFMul && is_contract(v);
}

static bool reads_run(LLVMValueRef shuffle) {
    int first = LLVMGetMaskValue(shuffle, 0);
    for (unsigned k = 0; k < LLVMGetNumMaskElements(shuffle); k++)
        if (first < 0 || LLVMGetMaskValue(shuffle, k) != first + (int)k)
            return false;
    return LLVMIsUndef(LLVMGetOperand(shuffle, 1));
}

// Whether v reads lanes one after another, at a constant place.
static bool is_part(LLVMValueRef v) {
    genx_region r;
    if (!genx_is_vec(LLVMTypeOf(v)))
        return false;
    if (LLVMIsAShuffleVectorInst(v))
        return reads_run(v);
    return genx_is_rdregion(v) && genx_region_of(v, &r) && r.off_const && r.stride == 1 &&
           (r.width == r.lanes || r.vstride == r.width);
}

// The lanes of x, which has the type of part's source, that part reads there.
static LLVMValueRef same_part(LLVMBuilderRef b, LLVMValueRef part, LLVMValueRef x) {
    assert(is_part(part) && LLVMTypeOf(LLVMGetOperand(part, 0)) == LLVMTypeOf(x) && "the lanes exist in x");
    LLVMValueRef read = LLVMInstructionClone(part);
    LLVMSetOperand(read, 0, x);
    LLVMInsertIntoBuilder(b, read);
    return read;
}

// The factors of v, a product or a part of one of which `other` is a part as well. Returns false if v is neither.
static bool factors(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef other, LLVMValueRef of[2]) {
    bool parts = is_part(v) && is_part(other) && LLVMGetOperand(v, 0) == LLVMGetOperand(other, 0);
    LLVMValueRef p = parts ? LLVMGetOperand(v, 0) : v;
    if (!is_product(p))
        return false;
    for (unsigned k = 0; k < 2; k++)
        of[k] = parts ? same_part(b, v, LLVMGetOperand(p, k)) : LLVMGetOperand(p, k);
    return true;
}

// Is what the write puts there read, and then written again, before its vector is used in any other way?
static bool is_temporary(LLVMValueRef write, const genx_region *w) {
    genx_foreach_use(write, u) {
        LLVMValueRef user = LLVMGetUser(u);
        genx_region r;
        bool again = genx_is_wrregion(user) && LLVMGetOperand(user, GENX_WR_OLD) == write && genx_mask_is_true(user);
        if (!(genx_is_rdregion(user) || again) || !genx_region_of(user, &r) || !genx_region_same(&r, w))
            return false;
    }
    return true;
}

// The value that a read of a part takes from the write before it, if it reads just what was written, and the part does
// not keep the value; else v.
static LLVMValueRef written(LLVMValueRef v) {
    genx_region r, w;
    LLVMValueRef from = genx_is_rdregion(v) ? LLVMGetOperand(v, GENX_RD_SRC) : NULL;
    if (!from || !genx_is_wrregion(from) || !genx_mask_is_true(from) || !genx_region_of(v, &r) ||
        !genx_region_of(from, &w) || !genx_region_same(&r, &w) || !is_temporary(from, &w))
        return v;
    LLVMValueRef x = LLVMGetOperand(from, GENX_WR_NEW);
    return LLVMTypeOf(x) == LLVMTypeOf(v) ? x : v;
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
    LLVMValueRef first = written(x), second = written(y);
    LLVMPositionBuilderBefore(b, i);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(i));
    LLVMValueRef f[2];
    if (factors(b, first, second, f))
        return build_fma(b, m, f[0], f[1], op == LLVMFSub ? negate(b, y) : y);
    if (!factors(b, second, first, f))
        return NULL;
    return build_fma(b, m, op == LLVMFSub ? negate(b, f[0]) : f[0], f[1], x);
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
