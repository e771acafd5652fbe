// SPDX-License-Identifier: MIT
// Part of gx_lower: conversions between 64-bit integers and floating point, and 64-bit division.
//
//   before                               after
//     %f = uitofp i64 %x to float          shift %x left until its top bit is set; uitofp of the upper dword, with the lower one
//                                          as a sticky bit; times the power of two of the shift: one rounding
//     %x = fptoui float %f to i64          %h = trunc(%f / 2^32); %l = fma(%h, -2^32, %f): both exact, one dword each;
//                                          out-of-range numbers clamp, a NaN gives 0
//     %q = udiv i64 %a, %b                 %z = 2^64 / %b from below by float, two Newton steps; %q = high half of %a * %z,
//                                          at most two too small (as in lower_div.c)
//     the same with %a < 2^32              a division of dwords; a divisor of 2^32 or more gives 0, remainder %a

#include "llvm_shim.h"
#include "lower_ops.h"

#include <assert.h>

static LLVMTypeRef floats(lw *L, LLVMTypeRef shape) {
    return lw_like(shape, LLVMFloatTypeInContext(L->c));
}

// All ones where x is negative.
static LLVMValueRef sign64(lw *L, LLVMValueRef x) {
    lw_halves h = lw_split(L, x);
    LLVMValueRef s = lo_by(L, LLVMAShr, h.hi, 31);
    return lw_join(L, (lw_halves){s, s}, LLVMTypeOf(x));
}

static LLVMValueRef apply_sign(lw *L, LLVMValueRef x, LLVMValueRef sign) {
    return lo_sub(L, lo_xor(L, x, sign), sign);
}

// To floating point

static LLVMValueRef float_of_unsigned(lw *L, LLVMValueRef x) {
    LLVMValueRef zero = LLVMConstInt(lw_int(L, 1), 0, 0);
    LLVMValueRef n = lo_call2(L, "llvm.ctlz", x, zero);
    LLVMValueRef up = lo_op(L, LLVMShl, x, lo_and(L, n, lo_int(n, 63)));
    lw_halves h = lw_split(L, up);
    LLVMTypeRef d = LLVMTypeOf(h.lo), ft = floats(L, d);
    LLVMValueRef sticky = lo_select(L, lo_cmp(L, LLVMIntNE, h.lo, lo_int(h.lo, 0)), lo_int(h.lo, 1), lo_int(h.lo, 0));
    LLVMValueRef top = lo_cast(L, LLVMUIToFP, lo_or(L, h.hi, sticky), ft);
    LLVMValueRef power = lo_by(L, LLVMShl, lo_sub(L, lw_const(d, 127 + 32), lw_split(L, n).lo), 23);
    return LLVMBuildFMul(L->b, top, LLVMBuildBitCast(L->b, power, ft, ""), "");
}

static LLVMValueRef double_of(lw *L, LLVMValueRef x, LLVMTypeRef t, bool sign) {
    lw_halves h = lw_split(L, x);
    LLVMValueRef hi = lo_cast(L, sign ? LLVMSIToFP : LLVMUIToFP, h.hi, t), lo = lo_cast(L, LLVMUIToFP, h.lo, t);
    return lo_fma(L, hi, lo_real(hi, 4294967296.0), lo);
}

static LLVMValueRef to_float(lw *L, LLVMValueRef v, bool sign) {
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v), ft = floats(L, t);
    if (genx_elt_bits(t) == 64)
        return double_of(L, x, t, sign);
    LLVMValueRef s = sign ? sign64(L, x) : NULL;
    LLVMValueRef f = float_of_unsigned(L, sign ? apply_sign(L, x, s) : x);
    if (sign) {
        LLVMValueRef bits = LLVMBuildBitCast(L->b, f, lo_ints(L, t, 32), "");
        LLVMValueRef top = lo_by(L, LLVMShl, lw_split(L, s).hi, 31);
        f = LLVMBuildBitCast(L->b, lo_or(L, bits, top), ft, "");
    }
    return lo_cast(L, LLVMFPTrunc, f, t); // half: values that float cannot hold exactly overflow anyway
}

// From floating point

// x is at least 0 and below 2^64.
static lw_halves halves_of_positive(lw *L, LLVMValueRef x) {
    LLVMTypeRef d = lo_ints(L, LLVMTypeOf(x), 32);
    LLVMValueRef h = lo_call1(L, "llvm.trunc", LLVMBuildFMul(L->b, x, lo_real(x, 1.0 / 4294967296.0), ""));
    LLVMValueRef l = lo_fma(L, h, lo_real(x, -4294967296.0), x);
    LLVMValueRef lo = lo_cast(L, LLVMFPToUI, l, d), hi = lo_cast(L, LLVMFPToUI, h, d);
    return (lw_halves){lo, hi};
}

static LLVMValueRef at_least_float(lw *L, LLVMValueRef x) {
    return genx_elt_bits(LLVMTypeOf(x)) == 16 ? lo_cast(L, LLVMFPExt, x, floats(L, LLVMTypeOf(x))) : x;
}

// Out-of-range values give the nearest end of the range; a NaN gives 0.
static LLVMValueRef from_float(lw *L, LLVMValueRef v, bool sign) {
    LLVMValueRef x = at_least_float(L, LLVMGetOperand(v, 0)), zero = lo_real(x, 0.0);
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef size = sign ? lo_call1(L, "llvm.fabs", x) : lo_select(L, lo_fcmp(L, LLVMRealOGT, x, zero), x, zero);
    double limit = sign ? 9223372036854775808.0 : 18446744073709551616.0;
    LLVMValueRef in = lo_fcmp(L, LLVMRealOLT, size, lo_real(x, limit)); // false for a NaN
    LLVMValueRef r = lw_join(L, halves_of_positive(L, lo_select(L, in, size, zero)), t);
    LLVMValueRef big = lo_fcmp(L, LLVMRealOGE, x, lo_real(x, limit));
    if (!sign)
        return lo_select(L, big, lo_int(r, ~0ull), r);
    LLVMValueRef neg = lo_fcmp(L, LLVMRealOLT, x, zero), low = lo_fcmp(L, LLVMRealOLE, x, lo_real(x, -limit));
    r = lo_select(L, neg, lo_sub(L, lo_int(r, 0), r), r);
    r = lo_select(L, big, lo_int(r, 0x7fffffffffffffffull), r);
    return lo_select(L, low, lo_int(r, 1ull << 63), r);
}

// Division

// The upper 64 bits of a 128-bit product.
LLVMValueRef lw_high_product(lw *L, LLVMValueRef a, LLVMValueRef b) {
    assert(LLVMTypeOf(a) == LLVMTypeOf(b) && genx_elt_bits(LLVMTypeOf(a)) == 64 && "factors of 64 bits");
    LLVMTypeRef t = LLVMTypeOf(a);
    lw_halves x = lw_split(L, a), y = lw_split(L, b);
    LLVMValueRef mid = lo_resize(L, lo_mulh(L, x.lo, y.lo, false), 64, false);
    mid = lo_add(L, mid, lo_resize(L, lo_mul(L, x.lo, y.hi), 64, false));
    mid = lo_add(L, mid, lo_resize(L, lo_mul(L, x.hi, y.lo), 64, false));
    LLVMValueRef lo = lo_mul(L, x.hi, y.hi), hi = lo_mulh(L, x.hi, y.hi, false);
    LLVMValueRef top = lw_join(L, (lw_halves){lo, hi}, t);
    top = lo_add(L, top, lo_resize(L, lo_mulh(L, x.lo, y.hi, false), 64, false));
    top = lo_add(L, top, lo_resize(L, lo_mulh(L, x.hi, y.lo, false), 64, false));
    return lo_add(L, top, lo_by(L, LLVMLShr, mid, 32));
}

// 2^64 / b from below: the estimate is reduced by a factor of 1 - 2^-21, which covers four roundings and inv's error.
static LLVMValueRef reciprocal(lw *L, LLVMValueRef b) {
    lw_halves h = lw_split(L, b);
    LLVMTypeRef ft = floats(L, LLVMTypeOf(b));
    LLVMValueRef hi = lo_cast(L, LLVMUIToFP, h.hi, ft), lo = lo_cast(L, LLVMUIToFP, h.lo, ft);
    LLVMValueRef f = lo_fma(L, hi, lo_real(hi, 4294967296.0), lo);
    f = genx_build(L->b, L->mod, GENX_INV, ft, &f, 1, "");
    f = LLVMBuildFMul(L->b, f, lo_real(f, 18446744073709551616.0 * (1.0 - 1.0 / 2097152.0)), "");
    LLVMValueRef z = lw_join(L, halves_of_positive(L, f), LLVMTypeOf(b));
    LLVMValueRef minus = lo_sub(L, lo_int(b, 0), b);
    for (int step = 0; step < 2; step++)
        z = lo_add(L, z, lw_high_product(L, z, lo_mul(L, minus, z)));
    return z;
}

typedef lw_quotient quotient;

static quotient divide_dword(lw *L, LLVMValueRef a, LLVMValueRef b, bool small_b) {
    lw_halves x = lw_split(L, a), y = lw_split(L, b);
    quotient z = lw_divide32(L, x.lo, y.lo);
    if (!small_b) {
        LLVMValueRef fits = lo_cmp(L, LLVMIntEQ, y.hi, lo_int(y.hi, 0));
        z.q = lo_select(L, fits, z.q, lo_int(z.q, 0));
        z.r = lo_select(L, fits, z.r, x.lo);
    }
    z.q = lo_resize(L, z.q, 64, false);
    z.r = lo_resize(L, z.r, 64, false);
    return z;
}

// small_a, small_b: below 2^32.
static quotient divide(lw *L, LLVMValueRef a, LLVMValueRef b, bool small_a, bool small_b) {
    if (small_a && !L->cx->model->has_idiv)
        return divide_dword(L, a, b, small_b);
    quotient x = {.q = lw_high_product(L, a, reciprocal(L, b))};
    x.r = lo_sub(L, a, lo_mul(L, x.q, b));
    for (int step = 0; step < 2; step++) {
        LLVMValueRef low = lw_compare64(L, LLVMIntUGE, x.r, b);
        x.q = lo_select(L, low, lo_add(L, x.q, lo_int(x.q, 1)), x.q);
        x.r = lo_select(L, low, lo_sub(L, x.r, b), x.r);
    }
    return x;
}

static LLVMValueRef divide64(lw *L, LLVMValueRef v, bool sign, bool rem) {
    assert(LLVMIsABinaryOperator(v) && "a division or a remainder");
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    bool small_a = gx_shim_max_value(a, sign) <= UINT32_MAX, small_b = gx_shim_max_value(b, sign) <= UINT32_MAX;
    if (!sign) {
        quotient x = divide(L, a, b, small_a, small_b);
        return rem ? x.r : x.q;
    }
    LLVMValueRef sa = sign64(L, a), sb = sign64(L, b);
    LLVMValueRef size_a = apply_sign(L, a, sa), size_b = apply_sign(L, b, sb);
    quotient x = divide(L, size_a, size_b, small_a, small_b);
    return rem ? apply_sign(L, x.r, sa) : apply_sign(L, x.q, lo_xor(L, sa, sb));
}

LLVMValueRef lw_wide(lw *L, LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMGetNumOperands(v) == 0 || LLVMGetTypeKind(t) == LLVMVoidTypeKind)
        return NULL;
    bool wide = genx_elt_bits(t) == 64 && !genx_is_float(t);
    LLVMTypeRef xt = LLVMTypeOf(LLVMGetOperand(v, 0));
    switch (o) {
    case LLVMSIToFP:
    case LLVMUIToFP:
        return genx_elt_bits(xt) == 64 ? to_float(L, v, o == LLVMSIToFP) : NULL;
    case LLVMFPToSI:
    case LLVMFPToUI:
        return wide ? from_float(L, v, o == LLVMFPToSI) : NULL;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return wide ? divide64(L, v, o == LLVMSDiv || o == LLVMSRem, o == LLVMURem || o == LLVMSRem) : NULL;
    case LLVMCall:
        if (wide && (bale_is_llvm(v, "fptosi.sat") || genx_call_id(v) == GENX_FPTOSI_SAT))
            return from_float(L, v, true);
        if (wide && (bale_is_llvm(v, "fptoui.sat") || genx_call_id(v) == GENX_FPTOUI_SAT))
            return from_float(L, v, false);
        return NULL;
    default:
        return NULL;
    }
}
