// SPDX-License-Identifier: MIT
// Part of gx_lower: floating-point operations that are sequences of the math unit's.
//
// a / b is a * inv(b): one rounding more than IEEE division, as Intel's compiler does for this language. exp, log, pow
// go through base 2.

#include "lower_priv.h"

static LLVMValueRef genx(lw *L, genx_id id, LLVMValueRef x) {
    return genx_build(L->b, L->mod, id, LLVMTypeOf(x), &x, 1, 1, "");
}

static bool is_one(LLVMValueRef v) {
    uint64_t bits;
    LLVMTypeRef e = genx_elt_type(LLVMTypeOf(v));
    if (!LLVMIsConstant(v) || !genx_const_splat(v, &bits))
        return false;
    return LLVMGetTypeKind(e) == LLVMFloatTypeKind ? bits == 0x3f800000 : bits == 0x3c00;
}

static LLVMValueRef divide(lw *L, LLVMValueRef v) {
    LLVMValueRef a = LLVMGetOperand(v, 0), r = genx(L, GENX_INV, LLVMGetOperand(v, 1));
    return is_one(a) ? r : LLVMBuildFMul(L->b, a, r, "");
}

static LLVMValueRef power(lw *L, LLVMValueRef a, LLVMValueRef b) {
    return genx(L, GENX_EXP, LLVMBuildFMul(L->b, b, genx(L, GENX_LOG, a), ""));
}

// The sign of b on the bits of a.
static LLVMValueRef copy_sign(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = genx_elt_bits(t);
    LLVMTypeRef it = lw_like(t, lw_int(L, bits));
    uint64_t sign = 1ull << (bits - 1);
    LLVMValueRef a = LLVMBuildBitCast(L->b, LLVMGetOperand(v, 0), it, "");
    LLVMValueRef b = LLVMBuildBitCast(L->b, LLVMGetOperand(v, 1), it, "");
    a = LLVMBuildAnd(L->b, a, lw_const(it, sign - 1), "");
    b = LLVMBuildAnd(L->b, b, lw_const(it, sign), "");
    return LLVMBuildBitCast(L->b, LLVMBuildOr(L->b, a, b, ""), t, "");
}

LLVMValueRef lw_float(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!genx_is_float(t) || genx_elt_bits(t) > 32)
        return NULL;
    if (LLVMGetInstructionOpcode(v) == LLVMFDiv)
        return divide(L, v);
    if (!LLVMIsACallInst(v))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (bale_is_llvm(v, "exp"))
        return genx(L, GENX_EXP, LLVMBuildFMul(L->b, x, lw_real(t, 1.4426950408889634), ""));
    if (bale_is_llvm(v, "log"))
        return LLVMBuildFMul(L->b, genx(L, GENX_LOG, x), lw_real(t, 0.6931471805599453), "");
    if (bale_is_llvm(v, "log10"))
        return LLVMBuildFMul(L->b, genx(L, GENX_LOG, x), lw_real(t, 0.30102999566398120), "");
    if (bale_is_llvm(v, "pow") || genx_call_id(v) == GENX_POW)
        return power(L, x, LLVMGetOperand(v, 1));
    if (bale_is_llvm(v, "copysign"))
        return copy_sign(L, v);
    return NULL;
}
