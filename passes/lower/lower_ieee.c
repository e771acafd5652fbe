// SPDX-License-Identifier: MIT
// Part of gx_lower: correctly rounded division and square root for float and double, built from fma.
//
//   before                                 after
//     %q = ieee.div float %a, %b             mantissas in [1, 2); reciprocal by the math unit and Newton steps; quotient with
//                                            exact remainders, so that the last fma rounds correctly; exponents restored
//     %r = ieee.sqrt double %x               the same around rsqrt
//
// Zeros, infinities and NaNs take a separate path of one multiplication. Denormals are zero, as everywhere in kernels;
// results that are too small become zero. Doubles have no other division, so fdiv and sqrt of doubles are lowered here
// too. On targets with math macros all these operations stay for selection.

#include "lower_format.h"

static LLVMValueRef is_special(lw *L, const format *f, LLVMValueRef field) {
    LLVMValueRef none = lo_cmp(L, LLVMIntEQ, field, lo_int(field, 0));
    return lo_or(L, none, lo_cmp(L, LLVMIntEQ, field, lo_int(field, f->exp_mask)));
}

static LLVMValueRef minus(lw *L, LLVMValueRef x) {
    return LLVMBuildFNeg(L->b, x, "");
}

// a / b for mantissas in [1, 2).
static LLVMValueRef divide_mantissas(lw *L, const format *f, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef one = lw_real(f->t, 1.0), nb = minus(L, b), y = estimate(L, f, GENX_INV, b);
    for (int step = 0; step < (f->dbl ? 2 : 1); step++)
        y = lo_fma(L, lo_fma(L, nb, y, one), y, y);
    // Of the largest mantissa, the steps would give exactly a half, and the last fma would round a tie.
    y = lo_call2(L, "llvm.maxnum", y, lo_real(y, f->dbl ? 0.5 + 0x1p-53 : 0.5 + 0x1p-24));
    LLVMValueRef q = LLVMBuildFMul(L->b, a, y, "");
    for (int step = 0; step < 2; step++)
        q = lo_fma(L, lo_fma(L, nb, q, a), y, q);
    return q;
}

// The factor for a if a or b is special: the reciprocal of 0, infinity or NaN, and 1 for any other b.
static LLVMValueRef special_factor(lw *L, const format *f, LLVMValueRef b, LLVMValueRef head, LLVMValueRef field) {
    uint64_t inf = (uint64_t)f->exp_mask << f->mantissa, one = (uint64_t)(f->exp_mask >> 1) << f->mantissa;
    LLVMValueRef sign = lo_and(L, head, lw_const(f->head, 0x80000000u));
    LLVMValueRef h =
        lo_select(L, lo_cmp(L, LLVMIntEQ, field, lo_int(field, 0)), lw_const(f->head, inf), lw_const(f->head, one));
    LLVMValueRef zero = lw_const(f->head, 0);
    LLVMValueRef r = close_bits(L, f, (lw_halves){zero, lo_or(L, h, sign)});
    LLVMValueRef top = lo_cmp(L, LLVMIntEQ, field, lo_int(field, f->exp_mask));
    LLVMValueRef nan = lo_fcmp(L, LLVMRealUNE, b, b);
    LLVMValueRef small = close_bits(L, f, (lw_halves){zero, sign});
    return lo_select(L, nan, b, lo_select(L, top, small, r));
}

// Raises q's exponent by e: overflow gives infinity, underflow gives zero.
static LLVMValueRef scale(lw *L, const format *f, LLVMValueRef q, LLVMValueRef e, LLVMValueRef sign) {
    lw_halves h = open_bits(L, f, q);
    LLVMValueRef field = lo_add(L, exponent(L, f, h.hi), e), zero = lw_const(f->head, 0);
    LLVMValueRef inf = lw_const(f->head, (uint64_t)f->exp_mask << f->mantissa);
    LLVMValueRef big = lo_cmp(L, LLVMIntSGE, field, lo_int(field, f->exp_mask));
    LLVMValueRef tiny = lo_cmp(L, LLVMIntSLE, field, lo_int(field, 0));
    h.hi = lo_add(L, h.hi, lo_by(L, LLVMShl, e, f->mantissa));
    h.hi = lo_select(L, tiny, zero, lo_select(L, big, inf, h.hi));
    if (f->dbl)
        h.lo = lo_select(L, tiny, zero, lo_select(L, big, zero, h.lo));
    h.hi = lo_or(L, h.hi, sign);
    return close_bits(L, f, h);
}

static LLVMValueRef divide(lw *L, LLVMValueRef a, LLVMValueRef b) {
    format f = format_of(L, LLVMTypeOf(a));
    lw_halves ha = open_bits(L, &f, a), hb = open_bits(L, &f, b);
    LLVMValueRef ea = exponent(L, &f, ha.hi), eb = exponent(L, &f, hb.hi);
    LLVMValueRef bias = lw_const(f.head, f.exp_mask >> 1);
    LLVMValueRef ma = with_exponent(L, &f, ha, bias), mb = with_exponent(L, &f, hb, bias);
    LLVMValueRef q = divide_mantissas(L, &f, ma, mb);
    LLVMValueRef sign = lo_and(L, lo_xor(L, ha.hi, hb.hi), lw_const(f.head, 0x80000000u));
    q = scale(L, &f, q, lo_sub(L, ea, eb), sign);
    // A denormal dividend is 0, also where the kernel keeps denormals.
    LLVMValueRef none = lo_cmp(L, LLVMIntEQ, ea, lo_int(ea, 0)),
                 sign_a = lo_and(L, ha.hi, lw_const(f.head, 0x80000000u));
    LLVMValueRef zero = close_bits(L, &f, (lw_halves){lw_const(f.head, 0), sign_a});
    LLVMValueRef factor = special_factor(L, &f, b, hb.hi, eb);
    LLVMValueRef other = LLVMBuildFMul(L->b, lo_select(L, none, zero, a), factor, "");
    LLVMValueRef special_a = is_special(L, &f, ea), special_b = is_special(L, &f, eb);
    return lo_select(L, lo_or(L, special_a, special_b), other, q);
}

// The square root of m in [1, 4).
static LLVMValueRef root_mantissa(lw *L, const format *f, LLVMValueRef m) {
    LLVMValueRef y = estimate(L, f, GENX_RSQRT, m), half = lw_real(f->t, 0.5);
    LLVMValueRef g = LLVMBuildFMul(L->b, m, y, ""), h = LLVMBuildFMul(L->b, y, half, "");
    for (int step = 0; step < (f->dbl ? 2 : 1); step++) {
        LLVMValueRef r = lo_fma(L, minus(L, g), h, half);
        g = lo_fma(L, g, r, g);
        h = lo_fma(L, h, r, h);
    }
    return lo_fma(L, lo_fma(L, minus(L, g), g, m), h, g);
}

static LLVMValueRef root(lw *L, LLVMValueRef x) {
    format f = format_of(L, LLVMTypeOf(x));
    lw_halves hx = open_bits(L, &f, x);
    LLVMValueRef e = exponent(L, &f, hx.hi), bias = lw_const(f.head, f.exp_mask >> 1), one = lw_const(f.head, 1);
    LLVMValueRef odd = lo_xor(L, lo_and(L, e, one), one); // the bias is odd
    LLVMValueRef m = with_exponent(L, &f, hx, lo_add(L, bias, odd));
    LLVMValueRef up = lo_by(L, LLVMAShr, lo_sub(L, lo_sub(L, e, bias), odd), 1);
    lw_halves g = open_bits(L, &f, root_mantissa(L, &f, m));
    g.hi = lo_add(L, g.hi, lo_by(L, LLVMShl, up, f.mantissa));
    LLVMValueRef r = close_bits(L, &f, g);
    // Zero, infinity and NaN are their own roots; numbers below zero give a NaN.
    LLVMValueRef zero = lo_cmp(L, LLVMIntEQ, e, lo_int(e, 0));
    LLVMValueRef other = lo_select(L, zero, LLVMBuildFMul(L->b, x, lw_real(f.t, 0.0), ""), x);
    r = lo_select(L, is_special(L, &f, e), other, r);
    LLVMValueRef nan =
        close_bits(L, &f, (lw_halves){lw_const(f.head, 0), lw_const(f.head, f.dbl ? 0x7ff80000 : 0x7fc00000)});
    LLVMValueRef below = lo_fcmp(L, LLVMRealOLT, x, lw_real(f.t, 0.0));
    return lo_select(L, below, nan, r);
}

// Half goes through float: it has more than twice the bits, so rounding twice gives a correct half.
static LLVMValueRef through_float(lw *L, LLVMValueRef v, bool division) {
    LLVMTypeRef t = LLVMTypeOf(v), ft = lw_like(t, LLVMFloatTypeInContext(L->c));
    LLVMValueRef a = lo_cast(L, LLVMFPExt, LLVMGetOperand(v, 0), ft);
    LLVMValueRef r = division ? divide(L, a, lo_cast(L, LLVMFPExt, LLVMGetOperand(v, 1), ft)) : root(L, a);
    return lo_cast(L, LLVMFPTrunc, r, t);
}

LLVMValueRef lw_ieee(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!genx_is_float(t))
        return NULL;
    genx_id id = genx_call_id(v);
    bool dbl = genx_elt_bits(t) == 64;
    bool division = id == GENX_IEEE_DIV || (dbl && LLVMGetInstructionOpcode(v) == LLVMFDiv);
    bool square = id == GENX_IEEE_SQRT || (dbl && (id == GENX_SQRT || bale_is_llvm(v, "sqrt")));
    bool macros = genx_elt_bits(t) > 16 && L->cx->model->has_math_macros;
    if (dbl && (id == GENX_INV || id == GENX_RSQRT)) {
        LLVMValueRef x = LLVMGetOperand(v, 0), one = lw_real(t, 1.0);
        if (macros)
            return LLVMBuildFDiv(L->b, one, id == GENX_INV ? x : lo_call1(L, "llvm.sqrt", x), "");
        return divide(L, one, id == GENX_INV ? x : root(L, x));
    }
    if (macros && dbl && id == GENX_SQRT)
        return lo_call1(L, "llvm.sqrt", LLVMGetOperand(v, 0));
    if (macros)
        return NULL;
    if (!division && !square)
        return NULL;
    if (genx_elt_bits(t) == 16)
        return through_float(L, v, division);
    return division ? divide(L, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)) : root(L, LLVMGetOperand(v, 0));
}
