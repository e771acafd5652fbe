// SPDX-License-Identifier: MIT
// Part of gx_lower: small builders that all rules share. Constants, rows of a vector, predicates as words of 1 and 0,
// integers of widths that no register has.

#include "lower_ops.h"

#include <assert.h>
#include <string.h>

LLVMTypeRef lw_int(lw *L, unsigned bits) {
    return LLVMIntTypeInContext(L->c, bits);
}

LLVMTypeRef lw_like(LLVMTypeRef shape, LLVMTypeRef elt) {
    return genx_is_vec(shape) ? LLVMVectorType(elt, genx_lanes(shape)) : elt;
}

LLVMValueRef lw_const(LLVMTypeRef t, uint64_t x) {
    return genx_const_all(t, LLVMConstInt(genx_elt_type(t), x, 0));
}

LLVMValueRef lw_real(LLVMTypeRef t, double x) {
    return genx_const_all(t, LLVMConstReal(genx_elt_type(t), x));
}

LLVMValueRef lw_genx1(lw *L, genx_id id, LLVMValueRef x, LLVMTypeRef t) {
    return genx_build(L->b, L->mod, id, t, &x, 1, "");
}

LLVMValueRef lw_llvm(lw *L, const char *name, LLVMTypeRef t, LLVMValueRef *args, unsigned n) {
    assert(LLVMLookupIntrinsicID(name, strlen(name)) != 0 && "LLVM has an intrinsic of that name");
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, id, &t, 1);
    return LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

LLVMValueRef lw_read_1d(lw *L, LLVMValueRef src, uint32_t first, uint32_t stride, uint32_t n, bool scalar) {
    assert(genx_is_vec(LLVMTypeOf(src)) && n > 0 && "a row of a vector");
    uint32_t e = genx_elt_b(LLVMTypeOf(src));
    genx_region r = {.vstride = n * stride,
                     .width = n,
                     .stride = stride,
                     .off_const = true,
                     .off_b = first * e,
                     .lanes = n,
                     .elt_b = e};
    if (n == 1)
        r.vstride = r.stride = 0;
    return genx_build_rd(L->b, L->mod, src, &r, scalar);
}

LLVMValueRef lw_splat(lw *L, LLVMValueRef scalar, uint32_t n) {
    assert(!genx_is_vec(LLVMTypeOf(scalar)) && n > 0 && "a scalar goes to at least one lane");
    LLVMValueRef one = LLVMBuildBitCast(L->b, scalar, LLVMVectorType(LLVMTypeOf(scalar), 1), "");
    return lw_read_1d(L, one, 0, 0, n, false);
}

LLVMValueRef lw_to_words(lw *L, LLVMValueRef m) {
    assert(genx_is_bool(LLVMTypeOf(m)) && "only predicates are carried as words");
    LLVMTypeRef t = lw_like(LLVMTypeOf(m), lw_int(L, 16));
    if (LLVMIsUndef(m)) // zeros: a compare may read them before its result is needed
        return LLVMConstNull(t);
    return LLVMBuildSelect(L->b, m, lw_const(t, 1), lw_const(t, 0), "");
}

LLVMValueRef lw_from_words(lw *L, LLVMValueRef w) {
    assert(!genx_is_bool(LLVMTypeOf(w)) && !genx_is_float(LLVMTypeOf(w)) && "words are integers");
    return LLVMBuildICmp(L->b, LLVMIntNE, w, LLVMConstNull(LLVMTypeOf(w)), "");
}

LLVMValueRef lw_count_lanes(lw *L, LLVMValueRef m) {
    assert(genx_is_bool(LLVMTypeOf(m)) && genx_is_vec(LLVMTypeOf(m)) && "a predicate has lanes");
    LLVMValueRef words = lw_to_words(L, m);
    LLVMTypeRef t = LLVMTypeOf(words);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, LLVMLookupIntrinsicID("llvm.vector.reduce.add", 22), &t, 1);
    return LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, &words, 1, "");
}

// The smallest register width that holds this many bits.
unsigned lw_legal_bits(unsigned bits) {
    assert(bits > 0 && "a number has bits");
    return bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64;
}

bool lw_is_odd(LLVMTypeRef t) {
    if (LLVMGetTypeKind(genx_elt_type(t)) != LLVMIntegerTypeKind)
        return false;
    unsigned bits = genx_elt_bits(t);
    return bits > 1 && bits < 64 && bits != lw_legal_bits(bits);
}

// x extended to a legal register width.
LLVMValueRef lw_widened(lw *L, LLVMValueRef x, bool sign) {
    assert(!genx_is_float(LLVMTypeOf(x)) && genx_elt_bits(LLVMTypeOf(x)) <= 64 && "only integers are widened");
    LLVMTypeRef t = LLVMTypeOf(x);
    unsigned bits = genx_elt_bits(t), to = lw_legal_bits(bits);
    LLVMTypeRef wide = lo_ints(L, t, to);
    if (!LLVMIsATruncInst(x) || genx_elt_bits(LLVMTypeOf(LLVMGetOperand(x, 0))) != to)
        return sign ? LLVMBuildSExt(L->b, x, wide, "") : LLVMBuildZExt(L->b, x, wide, "");
    LLVMValueRef v = LLVMGetOperand(x, 0);
    if (sign)
        return lo_by(L, LLVMAShr, lo_by(L, LLVMShl, v, to - bits), to - bits);
    return lo_and(L, v, lo_int(v, (1ull << bits) - 1));
}
