// SPDX-License-Identifier: MIT
// Part of gx_lower: LLVM intrinsics that few kernels use, expanded to common operations.
//
//   before                                 after
//     ucmp, scmp %a, %b                      (%a > %b ? 1 : 0) - (%a < %b ? 1 : 0)
//     ushl.sat %a, %n                        %s = shl %a, %n;  %s shifted back is %a ? %s : all ones
//     is.fpclass %x, classes                 compares of the bits of %x
//     ldexp %x, %n                           %x times three powers of two, each in range, the last one rounding
//     powi %x, n                             products; for a variable n, pow(|%x|, n) with the sign restored
//     lrint, lround                          rounding and a conversion
//     canonicalize %x                        %x * 1;  arithmetic.fence %x: %x

#include "lower_ops.h"

static LLVMValueRef one_or_zero(lw *L, LLVMValueRef c, LLVMTypeRef t) {
    return lo_select(L, c, lw_const(t, 1), lw_const(t, 0));
}

static LLVMValueRef three_way(lw *L, LLVMValueRef v) {
    bool sign = bale_is_llvm(v, "scmp");
    if (!sign && !bale_is_llvm(v, "ucmp"))
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    LLVMValueRef more = lo_cmp(L, sign ? LLVMIntSGT : LLVMIntUGT, a, b),
                 less = lo_cmp(L, sign ? LLVMIntSLT : LLVMIntULT, a, b);
    LLVMValueRef up = one_or_zero(L, more, LLVMTypeOf(v)), down = one_or_zero(L, less, LLVMTypeOf(v));
    return lo_sub(L, up, down);
}

static LLVMValueRef shift_saturated(lw *L, LLVMValueRef v) {
    bool sign = bale_is_llvm(v, "sshl.sat");
    if (!sign && !bale_is_llvm(v, "ushl.sat"))
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), n = LLVMGetOperand(v, 1), end = lo_int(a, ~0ull);
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    LLVMValueRef s = lo_op(L, LLVMShl, a, n), back = lo_op(L, sign ? LLVMAShr : LLVMLShr, s, n);
    if (sign) // the largest number; for negative ones the smallest
        end = lo_xor(L, lo_by(L, LLVMAShr, a, bits - 1), lo_int(a, (1ull << (bits - 1)) - 1));
    return lo_select(L, lo_cmp(L, LLVMIntEQ, back, a), s, end);
}

// Classes

typedef struct classes {
    LLVMValueRef bits, size; // with the sign, and without it
    uint64_t sign, inf, quiet,
        normal; // the sign's bit, infinity, the first quiet NaN beyond it, the smallest normal number
    LLVMValueRef any;
} classes;

static void also(lw *L, classes *C, LLVMValueRef test) {
    C->any = C->any ? lo_or(L, C->any, test) : test;
}

// Adds the test that size - from is below count, for the signs in `which` (1 negative, 2 positive).
static void in_range(lw *L, classes *C, unsigned which, uint64_t from, uint64_t count) {
    if (which == 0)
        return;
    LLVMValueRef x = which == 3 ? C->size : C->bits;
    uint64_t base = from | (which == 1 ? C->sign : 0);
    if (count == 1)
        also(L, C, lo_cmp(L, LLVMIntEQ, x, lo_int(x, base)));
    else
        also(L, C, lo_cmp(L, LLVMIntULT, lo_sub(L, x, lo_int(x, base)), lo_int(x, count)));
}

static LLVMValueRef float_class(lw *L, LLVMValueRef v) {
    uint64_t m;
    if (!bale_is_llvm(v, "is.fpclass") || !genx_const_u64(LLVMGetOperand(v, 1), &m))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(x);
    unsigned bits = genx_elt_bits(t);
    bool brain = LLVMGetTypeKind(genx_elt_type(t)) == LLVMBFloatTypeKind;
    unsigned mantissa = bits == 64 ? 52 : bits == 32 ? 23 : brain ? 7 : 10;
    classes C = {.sign = 1ull << (bits - 1), .quiet = 1ull << (mantissa - 1), .normal = 1ull << mantissa};
    C.inf = C.sign - C.normal;
    C.bits = LLVMBuildBitCast(L->b, x, lo_ints(L, t, bits), "");
    C.size = lo_and(L, C.bits, lo_int(C.bits, C.sign - 1));
    if ((m & 3) == 3)
        also(L, &C, lo_cmp(L, LLVMIntUGT, C.size, lo_int(C.size, C.inf)));
    else if (m & 3)
        in_range(L, &C, 3, m & 1 ? C.inf + 1 : C.inf + C.quiet, m & 1 ? C.quiet - 1 : C.quiet);
    in_range(L, &C, (m >> 2 & 1) | (m >> 8 & 2), C.inf, 1);
    in_range(L, &C, (m >> 3 & 1) | (m >> 7 & 2), C.normal, C.inf - C.normal);
    in_range(L, &C, (m >> 4 & 1) | (m >> 6 & 2), 1, C.normal - 1);
    in_range(L, &C, (m >> 5 & 1) | (m >> 5 & 2), 0, 1);
    return C.any ? C.any : lw_const(LLVMTypeOf(v), 0);
}

// Powers

typedef struct scaled {
    LLVMValueRef x, n;
} scaled;

// If n is beyond the limit, does one step: multiplies x by a power of two and moves n towards the limit accordingly.
static scaled step(lw *L, scaled s, bool down, int limit, double power, int by) {
    LLVMValueRef far = lo_cmp(L, down ? LLVMIntSLT : LLVMIntSGT, s.n, lo_int(s.n, (uint64_t)(int64_t)limit));
    LLVMValueRef x = LLVMBuildFMul(L->b, s.x, lo_real(s.x, power), "");
    LLVMValueRef n = lo_sub(L, s.n, lo_int(s.n, (uint64_t)(int64_t)by));
    x = lo_select(L, far, x, s.x);
    n = lo_select(L, far, n, s.n);
    return (scaled){x, n};
}

static LLVMValueRef load_exponent(lw *L, LLVMValueRef x, LLVMValueRef n) {
    LLVMTypeRef t = LLVMTypeOf(x);
    bool wide = genx_elt_bits(t) == 64;
    LLVMValueRef narrow = x;
    if (genx_elt_bits(t) == 16) // floats need no rounding
        x = lo_cast(L, LLVMFPExt, x, lw_like(t, LLVMFloatTypeInContext(L->c)));
    int high = wide ? 1023 : 127, low = wide ? -1022 : -126, by = wide ? -969 : -102;
    scaled s = {x, lo_resize(L, n, 32, true)};
    for (int k = 0; k < 2; k++) {
        s = step(L, s, false, high, wide ? 0x1p1023 : 0x1p127, high);
        s = step(L, s, true, low, wide ? 0x1p-969 : 0x1p-102, by); // keeps the bits that the last product rounds
    }
    n = lo_call2(L, "llvm.smin", s.n, lo_int(s.n, (uint64_t)high));
    n = lo_call2(L, "llvm.smax", n, lo_int(n, (uint64_t)(int64_t)low));
    LLVMValueRef head = lo_by(L, LLVMShl, lo_add(L, n, lo_int(n, (uint64_t)high)), wide ? 20 : 23);
    LLVMTypeRef xt = LLVMTypeOf(x);
    LLVMValueRef bits = wide ? lw_join(L, (lw_halves){lo_int(head, 0), head}, lo_ints(L, xt, 64)) : head;
    LLVMValueRef r = LLVMBuildFMul(L->b, s.x, LLVMBuildBitCast(L->b, bits, xt, ""), "");
    return narrow == x ? r : lo_cast(L, LLVMFPTrunc, r, t);
}

static LLVMValueRef constant_power(lw *L, LLVMValueRef x, int64_t k) {
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef r = NULL;
    for (uint64_t m = k < 0 ? (uint64_t)-k : (uint64_t)k; m; m >>= 1) {
        if (m & 1)
            r = r ? LLVMBuildFMul(L->b, r, x, "") : x;
        x = m > 1 ? LLVMBuildFMul(L->b, x, x, "") : x;
    }
    if (!r)
        return lw_real(t, 1.0);
    return k < 0 ? LLVMBuildFDiv(L->b, lo_real(r, 1.0), r, "") : r;
}

// The product of the squares that the bits of n choose.
static LLVMValueRef squares(lw *L, LLVMValueRef x, LLVMValueRef n) {
    LLVMValueRef r = lo_real(x, 1.0), zero = lo_int(n, 0), negative = lo_cmp(L, LLVMIntSLT, n, zero);
    LLVMValueRef size = lo_select(L, negative, lo_sub(L, zero, n), n);
    for (uint32_t k = 0; k < genx_elt_bits(LLVMTypeOf(n)); k++) {
        LLVMValueRef bit = lo_and(L, size, lo_int(size, 1ull << k));
        LLVMValueRef times = LLVMBuildFMul(L->b, r, x, "");
        r = lo_select(L, lo_cmp(L, LLVMIntNE, bit, zero), times, r);
        x = LLVMBuildFMul(L->b, x, x, "");
    }
    return lo_select(L, negative, LLVMBuildFDiv(L->b, lo_real(r, 1.0), r, ""), r);
}

static LLVMValueRef power_of(lw *L, LLVMValueRef x, LLVMValueRef n) {
    LLVMTypeRef t = LLVMTypeOf(x);
    uint32_t bits = genx_elt_bits(LLVMTypeOf(n));
    uint64_t c;
    if (bits <= 32 && genx_const_u64(n, &c))
        return constant_power(L, x, (int64_t)(c << (64 - bits)) >> (64 - bits));
    if (LLVMGetTypeKind(genx_elt_type(t)) == LLVMBFloatTypeKind) {
        LLVMValueRef wide = LLVMBuildFPExt(L->b, x, lw_like(t, LLVMFloatTypeInContext(L->c)), "");
        return LLVMBuildFPTrunc(L->b, power_of(L, wide, n), t, "");
    }
    LLVMValueRef all = genx_is_vec(t) && !genx_is_vec(LLVMTypeOf(n)) ? lw_splat(L, n, genx_lanes(t)) : n;
    if (genx_elt_bits(t) == 64)
        return squares(L, x, all);
    LLVMValueRef zero = lo_int(all, 0);
    LLVMValueRef size = lo_call1(L, "llvm.fabs", x), times = lo_cast(L, LLVMSIToFP, all, t);
    LLVMValueRef p = lo_call2(L, "llvm.pow", size, times);
    LLVMValueRef odd = lo_cmp(L, LLVMIntNE, lo_and(L, all, lo_int(all, 1)), zero);
    p = lo_select(L, odd, lo_call2(L, "llvm.copysign", p, x), p);
    return lo_select(L, lo_cmp(L, LLVMIntEQ, all, zero), lw_real(t, 1.0), p);
}

static LLVMValueRef to_integer(lw *L, LLVMValueRef v) {
    bool even = bale_is_llvm(v, "lrint") || bale_is_llvm(v, "llrint");
    if (!even && !bale_is_llvm(v, "lround") && !bale_is_llvm(v, "llround"))
        return NULL;
    LLVMValueRef x = lo_call1(L, even ? "llvm.rint" : "llvm.round", LLVMGetOperand(v, 0));
    LLVMTypeRef t[2] = {LLVMTypeOf(v), LLVMTypeOf(x)};
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, LLVMLookupIntrinsicID("llvm.fptosi.sat", 15), t, 2);
    return LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, &x, 1, "");
}

static LLVMValueRef floating(lw *L, LLVMValueRef v) {
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (bale_is_llvm(v, "canonicalize"))
        return LLVMBuildFMul(L->b, x, lo_real(x, 1.0), "");
    if (bale_is_llvm(v, "arithmetic.fence"))
        return x;
    if (bale_is_llvm(v, "ldexp"))
        return load_exponent(L, x, LLVMGetOperand(v, 1));
    if (bale_is_llvm(v, "powi"))
        return power_of(L, x, LLVMGetOperand(v, 1));
    return to_integer(L, v);
}

LLVMValueRef lw_rare(lw *L, LLVMValueRef v) {
    static const lw_rule forms[] = {three_way, shift_saturated, float_class, floating};
    if (!LLVMIsACallInst(v) || genx_call_id(v) != GENX_NONE || LLVMGetNumArgOperands(v) == 0)
        return NULL;
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        LLVMValueRef r = forms[i](L, v);
        if (r)
            return r;
    }
    return NULL;
}
