// SPDX-License-Identifier: MIT
// gx_lower_spirv: math of floats. The arc functions and tanh are those of the language (cm/native.h, cmtl).

#include "spirv_priv.h"

#include <math.h>

#define BUILD(name) LLVMValueRef spirv_##name(spirv *s, LLVMValueRef *a, LLVMTypeRef t)

static const double pi = 3.14159265358979323846;

static LLVMValueRef fabs_of(spirv *s, LLVMValueRef x) {
    return sp_call1(s, "llvm.fabs", x);
}

static LLVMValueRef one_minus(spirv *s, LLVMValueRef x) {
    return sp_fsub(s, sp_real(LLVMTypeOf(x), 1), x);
}

static LLVMValueRef one_plus(spirv *s, LLVMValueRef x) {
    return sp_fadd(s, x, sp_real(LLVMTypeOf(x), 1));
}

// Trigonometry

BUILD(divide) {
    (void)t;
    return sp_fdiv(s, a[0], a[1]);
}

BUILD(tan) {
    (void)t;
    LLVMValueRef sine = sp_call1(s, "llvm.sin", a[0]), cosine = sp_call1(s, "llvm.cos", a[0]);
    return sp_fdiv(s, sine, cosine);
}

// x without whole turns, from -1 to 1: in units of half a turn.
static LLVMValueRef turned(spirv *s, LLVMValueRef x) {
    LLVMValueRef turns = sp_scale(s, sp_call1(s, "llvm.rint", sp_scale(s, x, 0.5)), 2);
    return sp_fsub(s, x, turns);
}

// Exact at whole numbers, where it is a zero with the operand's sign.
BUILD(sinpi) {
    LLVMValueRef x = turned(s, a[0]), m = fabs_of(s, x), over = sp_is(s, LLVMRealOGT, m, 0.5);
    m = sp_select(s, over, one_minus(s, m), m);
    LLVMValueRef sign = sp_select(s, sp_is(s, LLVMRealOEQ, m, 0), a[0], x);
    (void)t;
    return sp_with_sign(s, sp_call1(s, "llvm.sin", sp_scale(s, m, pi)), sign);
}

// Exact at multiples of a half.
BUILD(cospi) {
    LLVMValueRef m = fabs_of(s, turned(s, a[0])), left = sp_fsub(s, sp_real(t, 0.5), m);
    return sp_call1(s, "llvm.sin", sp_scale(s, left, pi));
}

BUILD(tanpi) {
    LLVMValueRef sine = spirv_sinpi(s, a, t), cosine = spirv_cospi(s, a, t);
    return sp_fdiv(s, sine, cosine);
}

BUILD(sincos) {
    (void)t;
    LLVMBuildStore(s->b, sp_call1(s, "llvm.cos", a[0]), a[1]);
    return sp_call1(s, "llvm.sin", a[0]);
}

BUILD(degrees) {
    (void)t;
    return sp_scale(s, a[0], 180 / pi);
}

BUILD(radians) {
    (void)t;
    return sp_scale(s, a[0], pi / 180);
}

// Arc functions

// The arc sine of m where m is at most a half, otherwise that of sqrt((1 - m) / 2).
static LLVMValueRef asin_part(spirv *s, LLVMValueRef m, LLVMValueRef beyond) {
    static const double c[] = {4.2163199048e-2, 2.4181311049e-2, 4.5470025998e-2, 7.4953002686e-2, 1.6666752422e-1};
    LLVMValueRef far = sp_scale(s, one_minus(s, m), 0.5);
    LLVMValueRef z = sp_select(s, beyond, far, sp_fmul(s, m, m));
    LLVMValueRef root = sp_select(s, beyond, sp_call1(s, "llvm.sqrt", far), m);
    LLVMValueRef p = sp_fmul(s, sp_polynomial(s, z, c, 5), z);
    return sp_fma(s, p, root, root);
}

BUILD(asin) {
    LLVMValueRef m = fabs_of(s, a[0]), beyond = sp_is(s, LLVMRealOGT, m, 0.5), p = asin_part(s, m, beyond);
    LLVMValueRef rest = sp_fsub(s, sp_real(t, pi / 2), sp_scale(s, p, 2));
    return sp_with_sign(s, sp_select(s, beyond, rest, p), a[0]);
}

BUILD(acos) {
    LLVMValueRef m = fabs_of(s, a[0]), beyond = sp_is(s, LLVMRealOGT, m, 0.5), p = asin_part(s, m, beyond);
    LLVMValueRef twice = sp_scale(s, p, 2), rest = sp_fsub(s, sp_real(t, pi / 2), p);
    p = sp_select(s, beyond, twice, rest);
    LLVMValueRef left = sp_is(s, LLVMRealOLT, a[0], 0);
    return sp_select(s, left, sp_fsub(s, sp_real(t, pi), p), p);
}

BUILD(atan) {
    static const double c[] = {0.0028662257, -0.0161657367, 0.0429096138, -0.0752896400,
                               0.1065626393, -0.1420889944, 0.1999355085, -0.3333314528};
    LLVMValueRef m = fabs_of(s, a[0]), steep = sp_is(s, LLVMRealOGT, m, 1);
    LLVMValueRef z = sp_select(s, steep, sp_fdiv(s, sp_real(t, 1), m), m), q = sp_fmul(s, z, z);
    LLVMValueRef p = sp_fma(s, sp_fmul(s, sp_polynomial(s, q, c, 8), q), z, z);
    return sp_with_sign(s, sp_select(s, steep, sp_fsub(s, sp_real(t, pi / 2), p), p), a[0]);
}

// small / large, neither of them negative; 1 for two infinities, 0 for two zeros. The scale keeps the reciprocal of a
// large number from being flushed.
static LLVMValueRef ratio(spirv *s, LLVMValueRef small, LLVMValueRef large) {
    LLVMTypeRef t = LLVMTypeOf(small);
    LLVMValueRef one = sp_real(t, 1), k = sp_select(s, sp_is(s, LLVMRealOGT, large, 1), sp_real(t, 0x1p-64), one);
    LLVMValueRef top = sp_fmul(s, small, k), bottom = sp_fmul(s, large, k), q = sp_fdiv(s, top, bottom);
    q = sp_select(s, sp_is(s, LLVMRealOEQ, small, INFINITY), one, q);
    return sp_select(s, sp_is(s, LLVMRealOEQ, large, 0), sp_real(t, 0), q);
}

static LLVMValueRef is_negative(spirv *s, LLVMValueRef x) {
    LLVMTypeRef it = sp_ints(s, LLVMTypeOf(x), genx_elt_bits(LLVMTypeOf(x)));
    return sp_icmp(s, LLVMIntSLT, LLVMBuildBitCast(s->b, x, it, ""), LLVMConstNull(it));
}

BUILD(atan2) {
    LLVMValueRef y = a[0], x = a[1], ay = fabs_of(s, y), ax = fabs_of(s, x);
    LLVMValueRef steep = sp_fcmp(s, LLVMRealOGT, ay, ax);
    LLVMValueRef less = sp_select(s, steep, ax, ay), more = sp_select(s, steep, ay, ax);
    LLVMValueRef q = ratio(s, less, more), r = spirv_atan(s, &q, t), left = is_negative(s, x);
    r = sp_select(s, steep, sp_fsub(s, sp_real(t, pi / 2), r), r);
    r = sp_select(s, left, sp_fsub(s, sp_real(t, pi), r), r);
    r = sp_with_sign(s, r, y);
    LLVMValueRef nan = sp_fcmp(s, LLVMRealUNO, x, y);
    return sp_select(s, nan, sp_fadd(s, x, y), r);
}

#define OVER_PI(name)                                                                                                  \
    BUILD(name##pi) {                                                                                                  \
        return sp_scale(s, spirv_##name(s, a, t), 1 / pi);                                                             \
    }
OVER_PI(asin)
OVER_PI(acos)
OVER_PI(atan)
OVER_PI(atan2)
#undef OVER_PI

// Exponentials and logarithms

BUILD(expm1) {
    static const double c[] = {1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 0.5, 1};
    LLVMValueRef near = sp_is(s, LLVMRealOLT, fabs_of(s, a[0]), 0.5);
    LLVMValueRef x = sp_select(s, near, a[0], sp_real(t, 0));
    LLVMValueRef small = sp_fmul(s, x, sp_polynomial(s, x, c, 8));
    LLVMValueRef large = sp_fsub(s, sp_call1(s, "llvm.exp", a[0]), sp_real(t, 1));
    return sp_select(s, near, sp_select(s, sp_is(s, LLVMRealOEQ, a[0], 0), a[0], small), large);
}

// Near zero by the series of 2 atanh(x / (2 + x)).
BUILD(log1p) {
    static const double c[] = {2.0 / 11, 2.0 / 9, 2.0 / 7, 2.0 / 5, 2.0 / 3, 2};
    LLVMValueRef near = sp_is(s, LLVMRealOLT, fabs_of(s, a[0]), 0.5);
    LLVMValueRef x = sp_select(s, near, a[0], sp_real(t, 0));
    LLVMValueRef q = sp_fdiv(s, x, sp_fadd(s, x, sp_real(t, 2)));
    LLVMValueRef small = sp_fmul(s, q, sp_polynomial(s, sp_fmul(s, q, q), c, 6));
    LLVMValueRef large = sp_call1(s, "llvm.log", one_plus(s, a[0]));
    LLVMValueRef tiny = sp_is(s, LLVMRealOLT, fabs_of(s, a[0]), 0x1p-30); // q could be denormal
    return sp_select(s, near, sp_select(s, tiny, a[0], small), large);
}

BUILD(sinh) {
    static const double c[] = {1.0 / 362880, 1.0 / 5040, 1.0 / 120, 1.0 / 6, 1};
    LLVMValueRef m = fabs_of(s, a[0]), near = sp_is(s, LLVMRealOLT, m, 1);
    LLVMValueRef x = sp_select(s, near, m, sp_real(t, 0));
    LLVMValueRef small = sp_fmul(s, x, sp_polynomial(s, sp_fmul(s, x, x), c, 5));
    LLVMValueRef half = sp_call1(s, "llvm.exp", sp_fsub(s, m, sp_real(t, log(2.0)))); // exp(m) / 2
    LLVMValueRef large = sp_fsub(s, half, sp_fdiv(s, sp_real(t, 0.25), half));
    return sp_with_sign(s, sp_select(s, near, small, large), a[0]);
}

BUILD(cosh) {
    LLVMValueRef half = sp_call1(s, "llvm.exp", sp_fsub(s, fabs_of(s, a[0]), sp_real(t, log(2.0))));
    return sp_fadd(s, half, sp_fdiv(s, sp_real(t, 0.25), half));
}

BUILD(tanh) {
    LLVMValueRef x = a[0], m = fabs_of(s, x), g = sp_fmul(s, x, x);
    LLVMValueRef e = one_plus(s, sp_call1(s, "llvm.exp", sp_scale(s, m, 2)));
    LLVMValueRef far = one_minus(s, sp_fdiv(s, sp_real(t, 2), e));
    LLVMValueRef top = sp_fma(s, g, sp_real(t, -0.3831010665e-2), sp_real(t, -0.8237728127));
    LLVMValueRef bottom = sp_fadd(s, g, sp_real(t, 2.471319654));
    LLVMValueRef r = sp_fdiv(s, sp_fmul(s, g, top), bottom);
    LLVMValueRef close = sp_fma(s, m, r, m);
    return sp_with_sign(s, sp_select(s, sp_is(s, LLVMRealOLT, m, 0.625), close, far), x);
}

BUILD(asinh) {
    LLVMValueRef m = fabs_of(s, a[0]), q = sp_fmul(s, m, m);
    LLVMValueRef root = sp_call1(s, "llvm.sqrt", one_plus(s, q));
    LLVMValueRef x = sp_fadd(s, m, sp_fdiv(s, q, one_plus(s, root)));
    LLVMValueRef far = sp_fadd(s, sp_call1(s, "llvm.log", m), sp_real(t, log(2.0)));
    LLVMValueRef usual = spirv_log1p(s, &x, t), r = sp_select(s, sp_is(s, LLVMRealOGT, m, 0x1p32), far, usual);
    return sp_with_sign(s, r, a[0]);
}

BUILD(acosh) {
    LLVMValueRef d = sp_fsub(s, a[0], sp_real(t, 1)); // log1p(d + sqrt(2 d + d d))
    LLVMValueRef root = sp_call1(s, "llvm.sqrt", sp_fma(s, d, d, sp_scale(s, d, 2)));
    LLVMValueRef x = sp_fadd(s, d, root);
    LLVMValueRef far = sp_fadd(s, sp_call1(s, "llvm.log", a[0]), sp_real(t, log(2.0)));
    LLVMValueRef usual = spirv_log1p(s, &x, t), r = sp_select(s, sp_is(s, LLVMRealOGT, a[0], 0x1p32), far, usual);
    return sp_select(s, sp_is(s, LLVMRealOLT, a[0], 1), sp_real(t, NAN), r);
}

BUILD(atanh) {
    LLVMValueRef m = fabs_of(s, a[0]), rest = one_minus(s, m), x = sp_fdiv(s, sp_scale(s, m, 2), rest);
    LLVMValueRef r = sp_with_sign(s, sp_scale(s, spirv_log1p(s, &x, t), 0.5), a[0]);
    return sp_select(s, sp_is(s, LLVMRealOGT, m, 1), sp_real(t, NAN), r);
}

BUILD(sigmoid) {
    LLVMValueRef e = sp_call1(s, "llvm.exp", LLVMBuildFNeg(s->b, a[0], ""));
    return sp_fdiv(s, sp_real(t, 1), one_plus(s, e));
}

// Powers

BUILD(pown) {
    (void)t;
    return sp_call_2(s, "llvm.powi", a[0], a[1]);
}

BUILD(ldexp) {
    LLVMValueRef n = a[1];
    if (genx_is_vec(t) && !genx_is_vec(LLVMTypeOf(n))) {
        LLVMValueRef v = LLVMGetUndef(LLVMVectorType(LLVMTypeOf(n), genx_lanes(t)));
        v = LLVMBuildInsertElement(s->b, v, n, LLVMConstInt(s->i32, 0, 0), "");
        n = LLVMBuildShuffleVector(s->b, v, v, LLVMConstNull(LLVMVectorType(s->i32, genx_lanes(t))), "");
    }
    return sp_call_2(s, "llvm.ldexp", a[0], sp_resize(s, n, 32, true));
}

// By logarithm and exponential, and one step of Newton's method.
BUILD(cbrt) {
    LLVMValueRef m = fabs_of(s, a[0]), q = sp_call1(s, "llvm.exp2", sp_scale(s, sp_call1(s, "llvm.log2", m), 1.0 / 3));
    LLVMValueRef off = sp_fsub(s, q, sp_fdiv(s, sp_fdiv(s, m, q), q));
    LLVMValueRef r = sp_fsub(s, q, sp_scale(s, off, 1.0 / 3));
    LLVMValueRef zero = sp_is(s, LLVMRealOEQ, q, 0), inf = sp_is(s, LLVMRealOEQ, m, INFINITY);
    (void)t;
    r = sp_select(s, zero, q, sp_select(s, inf, m, r));
    return sp_with_sign(s, r, a[0]);
}

BUILD(hypot) {
    LLVMValueRef x = fabs_of(s, a[0]), y = fabs_of(s, a[1]), less = sp_fcmp(s, LLVMRealOLT, x, y);
    LLVMValueRef large = sp_select(s, less, y, x), small = sp_select(s, less, x, y), q = ratio(s, small, large);
    LLVMValueRef r = sp_fmul(s, large, sp_call1(s, "llvm.sqrt", one_plus(s, sp_fmul(s, q, q))));
    LLVMValueRef inf_x = sp_is(s, LLVMRealOEQ, x, INFINITY), inf_y = sp_is(s, LLVMRealOEQ, y, INFINITY);
    LLVMValueRef nan = sp_fcmp(s, LLVMRealUNO, x, y);
    r = sp_select(s, nan, sp_fadd(s, x, y), r);
    return sp_select(s, LLVMBuildOr(s->b, inf_x, inf_y, ""), sp_real(t, INFINITY), r);
}

// Exact functions

BUILD(fmod) {
    (void)t;
    return LLVMBuildFRem(s->b, a[0], a[1], "");
}

BUILD(fdim) {
    LLVMValueRef less = sp_fcmp(s, LLVMRealOLE, a[0], a[1]);
    return sp_select(s, less, sp_real(t, 0), sp_fsub(s, a[0], a[1]));
}

static LLVMValueRef clamp(spirv *s, LLVMValueRef x, LLVMValueRef low, LLVMValueRef high) {
    return sp_call2(s, "llvm.minnum", sp_call2(s, "llvm.maxnum", x, low), high);
}

BUILD(fclamp) {
    (void)t;
    return clamp(s, a[0], a[1], a[2]);
}

static LLVMValueRef by_size(spirv *s, LLVMValueRef *a, LLVMRealPredicate p, const char *equal) {
    LLVMValueRef x = fabs_of(s, a[0]), y = fabs_of(s, a[1]);
    LLVMValueRef r = sp_call2(s, equal, a[0], a[1]);
    r = sp_select(s, sp_fcmp(s, p, y, x), a[1], r);
    return sp_select(s, sp_fcmp(s, p, x, y), a[0], r);
}

BUILD(maxmag) {
    (void)t;
    return by_size(s, a, LLVMRealOGT, "llvm.maxnum");
}

BUILD(minmag) {
    (void)t;
    return by_size(s, a, LLVMRealOLT, "llvm.minnum");
}

BUILD(mix) {
    (void)t;
    return sp_fadd(s, a[0], sp_fmul(s, sp_fsub(s, a[1], a[0]), a[2]));
}

BUILD(sign) {
    LLVMValueRef one = sp_with_sign(s, sp_real(t, 1), a[0]);
    LLVMValueRef r = sp_select(s, sp_is(s, LLVMRealOEQ, a[0], 0), a[0], one);
    return sp_select(s, sp_fcmp(s, LLVMRealUNO, a[0], a[0]), sp_real(t, 0), r);
}

BUILD(step) {
    return sp_select(s, sp_fcmp(s, LLVMRealOLT, a[1], a[0]), sp_real(t, 0), sp_real(t, 1));
}

BUILD(smoothstep) {
    LLVMValueRef top = sp_fsub(s, a[2], a[0]), bottom = sp_fsub(s, a[1], a[0]), q = sp_fdiv(s, top, bottom);
    q = clamp(s, q, sp_real(t, 0), sp_real(t, 1));
    LLVMValueRef square = sp_fmul(s, q, q);
    return sp_fmul(s, square, sp_fsub(s, sp_real(t, 3), sp_scale(s, q, 2)));
}

// Two results: the second goes to memory

BUILD(fract) {
    LLVMTypeKind k = LLVMGetTypeKind(genx_elt_type(t));
    double below = k == LLVMDoubleTypeKind ? 0x1.fffffffffffffp-1 : k == LLVMFloatTypeKind ? 0x1.fffffep-1 : 0x1.ffcp-1;
    LLVMValueRef whole = sp_call1(s, "llvm.floor", a[0]);
    LLVMBuildStore(s->b, whole, a[1]);
    LLVMValueRef r = sp_call2(s, "llvm.minnum", sp_fsub(s, a[0], whole), sp_real(t, below));
    r = sp_select(s, sp_is(s, LLVMRealOEQ, fabs_of(s, a[0]), INFINITY), sp_real(t, 0), r);
    r = sp_with_sign(s, r, sp_real(t, 1));
    return sp_select(s, sp_fcmp(s, LLVMRealUNO, a[0], a[0]), a[0], r);
}

BUILD(modf) {
    LLVMValueRef whole = sp_call1(s, "llvm.trunc", a[0]);
    LLVMBuildStore(s->b, whole, a[1]);
    LLVMValueRef inf = sp_is(s, LLVMRealOEQ, fabs_of(s, a[0]), INFINITY);
    return sp_with_sign(s, sp_select(s, inf, sp_real(t, 0), sp_fsub(s, a[0], whole)), a[0]);
}

BUILD(frexp) {
    LLVMTypeRef types[2] = {t, sp_ints(s, t, 32)};
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(s->mod, LLVMLookupIntrinsicID("llvm.frexp", 10), types, 2);
    LLVMValueRef r = LLVMBuildCall2(s->b, LLVMGlobalGetValueType(f), f, a, 1, "");
    LLVMBuildStore(s->b, LLVMBuildExtractValue(s->b, r, 1, ""), a[1]);
    return LLVMBuildExtractValue(s->b, r, 0, "");
}

// Tests

static LLVMValueRef as_bool(spirv *s, LLVMValueRef x, LLVMTypeRef t) {
    if (LLVMTypeOf(x) == t)
        return x;
    if (genx_lanes(t) != genx_lanes(LLVMTypeOf(x)))
        return NULL;
    return LLVMBuildIntCast2(s->b, x, t, genx_is_vec(t), ""); // true is -1 in vectors of integers
}

BUILD(ordered) {
    return as_bool(s, sp_fcmp(s, LLVMRealORD, a[0], a[1]), t);
}

BUILD(unordered) {
    return as_bool(s, sp_fcmp(s, LLVMRealUNO, a[0], a[1]), t);
}

BUILD(less_or_greater) {
    return as_bool(s, sp_fcmp(s, LLVMRealONE, a[0], a[1]), t);
}

BUILD(is_nan) {
    return as_bool(s, sp_fcmp(s, LLVMRealUNO, a[0], a[0]), t);
}

BUILD(is_inf) {
    return as_bool(s, sp_is(s, LLVMRealOEQ, fabs_of(s, a[0]), INFINITY), t);
}

BUILD(is_finite) {
    return as_bool(s, sp_is(s, LLVMRealONE, fabs_of(s, a[0]), INFINITY), t);
}

BUILD(sign_bit) {
    return as_bool(s, is_negative(s, a[0]), t);
}

BUILD(dot) {
    uint32_t n = genx_lanes(LLVMTypeOf(a[0]));
    LLVMValueRef p = sp_fmul(s, a[0], a[1]), sum = NULL;
    if (genx_is_vec(t) || genx_elt_type(LLVMTypeOf(a[0])) != t)
        return NULL;
    if (!genx_is_vec(LLVMTypeOf(p)))
        return p;
    for (uint32_t k = 0; k < n; k++) {
        LLVMValueRef x = LLVMBuildExtractElement(s->b, p, LLVMConstInt(s->i32, k, 0), "");
        sum = sum ? sp_fadd(s, sum, x) : x;
    }
    return sum;
}

// Small floats

BUILD(from_bf16) {
    if (genx_elt_bits(t) != 32)
        return NULL;
    LLVMTypeRef words = sp_ints(s, LLVMTypeOf(a[0]), 16), wide = sp_ints(s, words, 32);
    LLVMValueRef x = LLVMBuildZExt(s->b, LLVMBuildBitCast(s->b, a[0], words, ""), wide, "");
    return LLVMBuildBitCast(s->b, sp_op(s, LLVMShl, x, sp_int(wide, 16)), t, "");
}

BUILD(to_bf16) {
    if (genx_elt_bits(LLVMTypeOf(a[0])) != 32)
        return NULL;
    LLVMTypeRef small = sp_like(LLVMTypeOf(a[0]), LLVMBFloatTypeInContext(s->c));
    return LLVMBuildBitCast(s->b, LLVMBuildFPTrunc(s->b, a[0], small, ""), t, "");
}

// Rounds the bits to 10 of the fraction, to nearest even; infinities and NaNs stay.
BUILD(to_tf32) {
    enum { LOST = 13 };
    if (genx_elt_bits(LLVMTypeOf(a[0])) != 32 || genx_elt_bits(t) != 32)
        return NULL;
    LLVMTypeRef it = sp_ints(s, t, 32);
    LLVMValueRef x = LLVMBuildBitCast(s->b, a[0], it, "");
    LLVMValueRef odd = sp_op(s, LLVMAnd, sp_op(s, LLVMLShr, x, sp_int(it, LOST)), sp_int(it, 1));
    LLVMValueRef r = sp_op(s, LLVMAdd, sp_op(s, LLVMAdd, x, sp_int(it, (1u << (LOST - 1)) - 1)), odd);
    r = sp_op(s, LLVMAnd, r, sp_int(it, ~((1u << LOST) - 1)));
    LLVMValueRef finite = sp_is(s, LLVMRealONE, fabs_of(s, a[0]), INFINITY);
    return LLVMBuildBitCast(s->b, sp_select(s, finite, r, x), t, "");
}
