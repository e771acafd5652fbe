// SPDX-License-Identifier: MIT
// Part of gx_lower: powers and logarithms, through base 2.
//
//   before                       after
//     exp %x                       exp2(%x * log2(e));  exp10 likewise
//     log %x                       log2(%x) * log(2);  log10 likewise
//     genx.pow %x, %y              exp2(%y * log2(|%x|)), 1 if |%x| is 1 or %y is 0
//     pow %x, %y                   the same; -x to an odd power is negative, to a power with a fraction a NaN
//
// Halves are computed as floats: the exponent's rounding error would be a large error of the result.

#include "lower_ops.h"

#include <math.h>
#include <string.h>

static LLVMValueRef genx(lw *L, genx_id id, LLVMValueRef x) {
    return genx_build(L->b, L->mod, id, LLVMTypeOf(x), &x, 1, "");
}

static LLVMTypeRef floats(lw *L, LLVMTypeRef t) {
    return lw_like(t, LLVMFloatTypeInContext(L->c));
}

static LLVMValueRef to_float(lw *L, LLVMValueRef x) {
    return lo_cast(L, LLVMFPExt, x, floats(L, LLVMTypeOf(x)));
}

// What is known of an exponent. Of an unknown one, everything may be true.
typedef struct power {
    bool zero, odd, fraction; // the exponent may be 0 or special, may be odd, may have a fraction
    LLVMValueRef x, y, size;
} power;

static power power_of(LLVMValueRef x, LLVMValueRef y, LLVMValueRef size) {
    uint64_t bits;
    uint32_t low;
    float c;
    if (!LLVMIsConstant(y) || !genx_const_splat(y, &bits))
        return (power){true, true, true, x, y, size};
    low = (uint32_t)bits;
    memcpy(&c, &low, sizeof c);
    return (power){c == 0 || !isfinite(c), fmodf(c, 2) == 1 || fmodf(c, 2) == -1, c != truncf(c), x, y, size};
}

// |x| to the power y.
static LLVMValueRef size_of_power(lw *L, const power *p) {
    LLVMValueRef log = LLVMBuildFMul(L->b, p->y, genx(L, GENX_LOG, p->size), "");
    if (p->zero) { // 0 * infinity
        LLVMValueRef one = lo_fcmp(L, LLVMRealOEQ, p->size, lo_real(p->size, 1.0));
        LLVMValueRef none = lo_fcmp(L, LLVMRealOEQ, p->y, lo_real(p->y, 0.0));
        log = lo_select(L, lo_or(L, one, none), lo_real(log, 0.0), log);
    }
    return genx(L, GENX_EXP, log);
}

static LLVMValueRef is_whole(lw *L, LLVMValueRef y) {
    return lo_fcmp(L, LLVMRealOEQ, genx(L, GENX_RNDZ, y), y);
}

// r, which is |x| to the power y, with the sign that x gives it.
static LLVMValueRef signed_power(lw *L, const power *p, LLVMValueRef r) {
    if (!p->odd && !p->fraction)
        return r;
    LLVMValueRef whole = is_whole(L, p->y);
    if (p->odd) {
        LLVMValueRef negative = lo_call2(L, "llvm.copysign", r, p->x);
        LLVMValueRef even = is_whole(L, LLVMBuildFMul(L->b, p->y, lo_real(p->y, 0.5), ""));
        LLVMValueRef not_even = lo_not(L, even);
        r = lo_select(L, lo_and(L, whole, not_even), negative, r);
    }
    if (!p->fraction)
        return r;
    LLVMValueRef below = lo_fcmp(L, LLVMRealOLT, p->x, lo_real(p->x, 0.0));
    LLVMValueRef finite = lo_fcmp(L, LLVMRealOLT, p->size, lo_real(p->size, INFINITY));
    LLVMValueRef part = lo_not(L, whole), negative = lo_and(L, below, finite);
    return lo_select(L, lo_and(L, negative, part), lo_real(r, NAN), r);
}

static LLVMValueRef power_call(lw *L, LLVMValueRef v, bool of_size) {
    LLVMValueRef x = to_float(L, LLVMGetOperand(v, 0)), y = to_float(L, LLVMGetOperand(v, 1));
    power p = power_of(x, y, lo_call1(L, "llvm.fabs", x));
    LLVMValueRef r = size_of_power(L, &p);
    if (!of_size)
        r = signed_power(L, &p, r);
    return lo_cast(L, LLVMFPTrunc, r, LLVMTypeOf(v));
}

static LLVMValueRef exponential(lw *L, LLVMValueRef v, double log2_of_base) {
    LLVMValueRef x = to_float(L, LLVMGetOperand(v, 0));
    x = genx(L, GENX_EXP, LLVMBuildFMul(L->b, x, lo_real(x, log2_of_base), ""));
    return lo_cast(L, LLVMFPTrunc, x, LLVMTypeOf(v));
}

LLVMValueRef lw_power(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsACallInst(v) || !genx_is_float(t) || genx_elt_bits(t) > 32)
        return NULL;
    if (bale_is_llvm(v, "exp"))
        return exponential(L, v, 1.4426950408889634);
    if (bale_is_llvm(v, "exp10"))
        return exponential(L, v, 3.3219280948873623);
    if (bale_is_llvm(v, "log"))
        return LLVMBuildFMul(L->b, genx(L, GENX_LOG, LLVMGetOperand(v, 0)), lw_real(t, 0.6931471805599453), "");
    if (bale_is_llvm(v, "log10"))
        return LLVMBuildFMul(L->b, genx(L, GENX_LOG, LLVMGetOperand(v, 0)), lw_real(t, 0.30102999566398120), "");
    if (bale_is_llvm(v, "pow") || genx_call_id(v) == GENX_POW)
        return power_call(L, v, genx_call_id(v) == GENX_POW);
    return NULL;
}
