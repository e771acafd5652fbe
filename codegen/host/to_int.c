// SPDX-License-Identifier: MIT
// Floats to integers, saturating: what is too large becomes the largest integer, what is too small the smallest, NaN
// zero.
//
//   %r = fptoui.sat <16 x i8> %v      ->      %a = %v > 0.0 ? %v : 0.0;  %b = %a < 255.0 ? %a : 255.0
//                                             %r = trunc(fptosi <16 x i32> %b)
//
// LLVM 19 writes the intrinsics on vectors out as scalars; this form is a minimum, a maximum and a conversion. Limits
// that the float format lacks are replaced by the nearest float inside, and a comparison gives the largest integer.

#include "host_priv.h"

#include <math.h>

typedef struct range {
    uint32_t bits;     // of the result
    double least, end; // end: the power of two after the largest integer
    double most;       // the largest integer, or the largest float below the end
} range;

static range range_of(LLVMTypeRef to, LLVMTypeRef from, bool is_signed) {
    enum { FLOAT_BITS = 24, DOUBLE_BITS = 53 };
    const bool is_double = LLVMGetTypeKind(genx_elt_type(from)) == LLVMDoubleTypeKind;
    const int precision = is_double ? DOUBLE_BITS : FLOAT_BITS;
    range r = {.bits = genx_elt_bits(to)};
    const int exponent = (int)r.bits - is_signed;
    r.least = is_signed ? -ldexp(1, exponent) : 0;
    r.end = ldexp(1, exponent);
    r.most = r.end - (exponent <= precision ? 1 : ldexp(1, exponent - precision));
    return r;
}

static LLVMValueRef all_of(LLVMTypeRef t, double x) {
    return genx_const_all(t, LLVMConstReal(genx_elt_type(t), x));
}

// Bytes and words by way of 32 bits, for which processors have the instruction.
static LLVMValueRef converted(host *h, LLVMValueRef v, const range *r, bool is_signed) {
    const bool narrow = r->bits < 32;
    LLVMTypeRef t = host_like(LLVMTypeOf(v), narrow ? h->i32 : LLVMIntTypeInContext(h->llvm, r->bits));
    v = is_signed || narrow ? LLVMBuildFPToSI(h->b, v, t, "") : LLVMBuildFPToUI(h->b, v, t, "");
    return host_int_cast(h, v, LLVMIntTypeInContext(h->llvm, r->bits), false);
}

static LLVMValueRef by_vectors(host *h, LLVMValueRef v, LLVMTypeRef to, bool is_signed) {
    LLVMTypeRef from = LLVMTypeOf(v);
    const range r = range_of(to, from, is_signed);
    LLVMValueRef least = all_of(from, r.least), most = all_of(from, r.most), x;
    x = LLVMBuildSelect(h->b, LLVMBuildFCmp(h->b, LLVMRealOGT, v, least, ""), v, least, ""); // NaN: least
    x = LLVMBuildSelect(h->b, LLVMBuildFCmp(h->b, LLVMRealOLT, x, most, ""), x, most, "");
    x = converted(h, x, &r, is_signed);
    if (r.most + 1 < r.end) {
        LLVMValueRef above = LLVMBuildFCmp(h->b, LLVMRealOGE, v, all_of(from, r.end), "");
        const uint64_t largest = UINT64_MAX >> (64 - r.bits + is_signed);
        x = LLVMBuildSelect(h->b, above, host_all(to, largest), x, "");
    }
    if (!is_signed)
        return x;
    LLVMValueRef is_nan = LLVMBuildFCmp(h->b, LLVMRealUNO, v, v, "");
    return LLVMBuildSelect(h->b, is_nan, LLVMConstNull(to), x, "");
}

LLVMValueRef host_to_int(host *h, LLVMValueRef v, LLVMTypeRef to, bool is_signed) {
    v = host_at_least_float(h, v);
    if (genx_is_vec(to) && genx_elt_bits(to) >= 8)
        return by_vectors(h, v, to, is_signed);
    LLVMTypeRef over[] = {to, LLVMTypeOf(v)};
    return host_intrinsic2(h, is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat", over, 2, &v, 1);
}
