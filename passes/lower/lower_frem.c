// SPDX-License-Identifier: MIT
// Part of gx_lower: the exact remainder of a floating-point division.
//
//   before                     after
//     %r = frem float %a, %b     mantissas x, y in [1, 2); d = exponent of a - exponent of b
//                                as often as needed: x * 2^s minus the nearest multiple of y, where the sum of all s is d
//                                x + y if x < 0, times the exponent of b, with the sign of a
//
// Each step is exact. x * 2^s and y are multiples of y's last bit, and the quotient's error is so small that the
// difference is less than y. The differences have either sign, so that an approximate quotient is enough. The steps are
// not a loop: every lane needs another number of them, and code below a SIMD branch cannot loop over all lanes. A half
// needs two.

#include "lower_format.h"

#include <math.h>

typedef struct plan {
    format f;
    uint32_t steps; // after the first one
    uint32_t share; // of the exponents' difference in each of these steps, in 1/65536
} plan;

typedef struct parts {
    LLVMValueRef m, e; // mantissa in [1, 2), biased exponent
} parts;

static LLVMValueRef bias(const format *f) {
    return lw_const(f->head, f->exp_mask >> 1);
}

// A finite number that is not zero. A denormal is scaled up first.
static parts open_parts(lw *L, const format *f, LLVMValueRef x) {
    unsigned up = f->dbl ? 53 : 24;
    LLVMValueRef field = exponent(L, f, open_bits(L, f, x).hi);
    LLVMValueRef small = lo_cmp(L, LLVMIntEQ, field, lo_int(field, 0));
    LLVMValueRef scaled = LLVMBuildFMul(L->b, x, lo_real(x, f->dbl ? 0x1p53 : 0x1p24), "");
    lw_halves h = open_bits(L, f, lo_select(L, small, scaled, x));
    LLVMValueRef e = exponent(L, f, h.hi);
    LLVMValueRef less = lo_sub(L, e, lo_int(e, up)), m = with_exponent(L, f, h, bias(f));
    return (parts){m, lo_select(L, small, less, e)};
}

// 2^e; e is a biased exponent.
static LLVMValueRef power_of_two(lw *L, const format *f, LLVMValueRef e) {
    return close_bits(L, f, (lw_halves){lw_const(f->head, 0), lo_by(L, LLVMShl, e, f->mantissa)});
}

static LLVMValueRef reciprocal(lw *L, const format *f, LLVMValueRef y) {
    LLVMValueRef r = estimate(L, f, GENX_INV, y), one = lo_real(y, 1.0), ny = LLVMBuildFNeg(L->b, y, "");
    for (int step = 0; step < (f->dbl ? 2 : 0); step++)
        r = lo_fma(L, lo_fma(L, ny, r, one), r, r);
    return r;
}

// The integer next to a * b.
static LLVMValueRef rounded_product(lw *L, const format *f, LLVMValueRef a, LLVMValueRef b) {
    if (!f->dbl) {
        LLVMValueRef p = LLVMBuildFMul(L->b, a, b, "");
        return genx_build(L->b, L->mod, GENX_RNDE, f->t, &p, 1, "");
    }
    LLVMValueRef magic = lw_real(f->t, 0x1.8p52); // doubles of this size have no fraction
    return LLVMBuildFSub(L->b, lo_fma(L, a, b, magic), magic, "");
}

// x * up minus the nearest multiple of y; ny is -y, factor is up / y.
static LLVMValueRef reduce(lw *L, const format *f, LLVMValueRef x, LLVMValueRef up, LLVMValueRef factor,
                           LLVMValueRef ny) {
    LLVMValueRef q = rounded_product(L, f, x, factor);
    return lo_fma(L, q, ny, LLVMBuildFMul(L->b, x, up, ""));
}

// The remainder of x and y, at least 0. Needs 0 < y <= x < infinity.
static LLVMValueRef positive_remainder(lw *L, const plan *p, LLVMValueRef x, LLVMValueRef y) {
    const format *f = &p->f;
    parts a = open_parts(L, f, x), b = open_parts(L, f, y);
    LLVMValueRef d = lo_sub(L, a.e, b.e), s = lo_by(L, LLVMLShr, lo_mul(L, d, lo_int(d, p->share)), 16);
    LLVMValueRef rest = lo_sub(L, d, lo_mul(L, s, lo_int(d, p->steps)));
    LLVMValueRef inv = reciprocal(L, f, b.m), ny = LLVMBuildFNeg(L->b, b.m, "");
    LLVMValueRef up = power_of_two(L, f, lo_add(L, rest, bias(f)));
    LLVMValueRef r = reduce(L, f, a.m, up, LLVMBuildFMul(L->b, up, inv, ""), ny);
    up = power_of_two(L, f, lo_add(L, s, bias(f)));
    LLVMValueRef factor = LLVMBuildFMul(L->b, up, inv, "");
    for (uint32_t i = 0; i < p->steps; i++)
        r = reduce(L, f, r, up, factor, ny);
    LLVMValueRef below = lo_fcmp(L, LLVMRealOLT, r, lo_real(r, 0.0));
    r = lo_select(L, below, LLVMBuildFAdd(L->b, r, b.m, ""), r);
    // Two factors: the exponent of a denormal is below the least of a normal number.
    LLVMValueRef e = lo_sub(L, b.e, bias(f)), half = lo_by(L, LLVMAShr, e, 1), other = lo_sub(L, e, half);
    r = LLVMBuildFMul(L->b, r, power_of_two(L, f, lo_add(L, half, bias(f))), "");
    return LLVMBuildFMul(L->b, r, power_of_two(L, f, lo_add(L, other, bias(f))), "");
}

static LLVMValueRef remainder_of(lw *L, const plan *p, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef x = lo_call1(L, "llvm.fabs", a), y = lo_call1(L, "llvm.fabs", b);
    LLVMValueRef r = lo_call2(L, "llvm.copysign", positive_remainder(L, p, x, y), a);
    r = lo_select(L, lo_fcmp(L, LLVMRealOLT, x, y), a, r);
    // A dividend that is not finite, or a divisor that is 0 or a NaN.
    LLVMValueRef finite = lo_fcmp(L, LLVMRealOLT, x, lo_real(x, INFINITY));
    LLVMValueRef divides = lo_fcmp(L, LLVMRealOGT, y, lo_real(y, 0.0));
    return lo_select(L, lo_and(L, finite, divides), r, lo_real(r, NAN));
}

LLVMValueRef lw_frem(lw *L, LLVMValueRef v) {
    if (!LLVMIsABinaryOperator(v) || LLVMGetInstructionOpcode(v) != LLVMFRem)
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(v), ft = t;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    unsigned bits = genx_elt_bits(t);
    if (bits == 16) {
        ft = lw_like(t, LLVMFloatTypeInContext(L->c));
        a = lo_cast(L, LLVMFPExt, a, ft);
        b = lo_cast(L, LLVMFPExt, b, ft);
    }
    // At most 20 bits in each step, of 39 or 277; for doubles 48 of 2098.
    plan p = {format_of(L, ft), 14, 0x10000 / 14};
    if (bits == 16)
        p = (plan){p.f, 1, 0x10000 / 2};
    else if (bits == 64)
        p = (plan){p.f, 43, 0x10000 / 43};
    return lo_cast(L, LLVMFPTrunc, remainder_of(L, &p, a, b), t);
}
