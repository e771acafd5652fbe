// SPDX-License-Identifier: MIT
// Internals of gx_lower: short names for what rules build most. Constants fold as they are built.

#ifndef CMC_PASSES_LOWER_OPS_H
#define CMC_PASSES_LOWER_OPS_H

#include "lower_priv.h"

static inline LLVMValueRef lo_op(lw *L, LLVMOpcode o, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildBinOp(L->b, o, a, b, "");
}
static inline LLVMValueRef lo_add(lw *L, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildAdd(L->b, a, b, "");
}
static inline LLVMValueRef lo_sub(lw *L, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildSub(L->b, a, b, "");
}
static inline LLVMValueRef lo_mul(lw *L, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildMul(L->b, a, b, "");
}
static inline LLVMValueRef lo_and(lw *L, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildAnd(L->b, a, b, "");
}
static inline LLVMValueRef lo_or(lw *L, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildOr(L->b, a, b, "");
}
static inline LLVMValueRef lo_xor(lw *L, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildXor(L->b, a, b, "");
}
static inline LLVMValueRef lo_not(lw *L, LLVMValueRef a) {
    return LLVMBuildXor(L->b, a, lw_const(LLVMTypeOf(a), ~0ull), "");
}
static inline LLVMValueRef lo_cmp(lw *L, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildICmp(L->b, p, a, b, "");
}
static inline LLVMValueRef lo_fcmp(lw *L, LLVMRealPredicate p, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildFCmp(L->b, p, a, b, "");
}
static inline LLVMValueRef lo_select(lw *L, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildSelect(L->b, c, a, b, "");
}
static inline LLVMValueRef lo_cast(lw *L, LLVMOpcode o, LLVMValueRef x, LLVMTypeRef t) {
    return LLVMTypeOf(x) == t ? x : LLVMBuildCast(L->b, o, x, t, "");
}
// A constant of the type of x.
static inline LLVMValueRef lo_int(LLVMValueRef x, uint64_t c) {
    return lw_const(LLVMTypeOf(x), c);
}
static inline LLVMValueRef lo_real(LLVMValueRef x, double c) {
    return lw_real(LLVMTypeOf(x), c);
}
static inline LLVMValueRef lo_by(lw *L, LLVMOpcode shift, LLVMValueRef x, uint64_t count) {
    return LLVMBuildBinOp(L->b, shift, x, lw_const(LLVMTypeOf(x), count), "");
}
// The same lanes with integer elements of `bits` bits.
static inline LLVMTypeRef lo_ints(lw *L, LLVMTypeRef shape, unsigned bits) {
    return lw_like(shape, lw_int(L, bits));
}
// Extends or truncates to `bits` bits.
static inline LLVMValueRef lo_resize(lw *L, LLVMValueRef x, unsigned bits, bool sign) {
    LLVMTypeRef t = lo_ints(L, LLVMTypeOf(x), bits);
    unsigned from = genx_elt_bits(LLVMTypeOf(x));
    return from == bits ? x : lo_cast(L, from > bits ? LLVMTrunc : sign ? LLVMSExt : LLVMZExt, x, t);
}
static inline LLVMValueRef lo_mulh(lw *L, LLVMValueRef a, LLVMValueRef b, bool sign) {
    LLVMValueRef args[2] = {a, b};
    return genx_build(L->b, L->mod, sign ? GENX_SMULH : GENX_UMULH, LLVMTypeOf(a), args, 2, "");
}
static inline LLVMValueRef lo_call1(lw *L, const char *name, LLVMValueRef x) {
    return lw_llvm(L, name, LLVMTypeOf(x), &x, 1);
}
static inline LLVMValueRef lo_call2(lw *L, const char *name, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef args[2] = {a, b};
    return lw_llvm(L, name, LLVMTypeOf(a), args, 2);
}
static inline LLVMValueRef lo_fma(lw *L, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c) {
    LLVMValueRef args[3] = {a, b, c};
    return lw_llvm(L, "llvm.fma", LLVMTypeOf(a), args, 3);
}

#endif
