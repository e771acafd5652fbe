// SPDX-License-Identifier: MIT
// Floating point whose meaning is fixed here: one rounding for each operation, minimum and maximum with NaNs and zeros,
// conversions between formats, math functions.

#include "host_priv.h"

#include <assert.h>

static LLVMTypeKind kind_of(LLVMValueRef v) {
    return LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(v)));
}

static bool is_short(LLVMTypeKind k) {
    return k == LLVMHalfTypeKind || k == LLVMBFloatTypeKind;
}

bool host_is_short(LLVMTypeRef t) {
    return is_short(LLVMGetTypeKind(genx_elt_type(t)));
}

LLVMValueRef host_at_least_float(host *h, LLVMValueRef v) {
    return is_short(kind_of(v)) ? host_float_cast(h, v, h->f32) : v;
}

static LLVMValueRef constant(LLVMTypeRef t, double x) {
    return genx_const_all(t, LLVMConstReal(genx_elt_type(t), x));
}

// Conversions

// A double as a float that rounds to any shorter format as the double does: what is inexact ends in a one.
static LLVMValueRef odd_float(host *h, LLVMValueRef d) {
    LLVMTypeRef ft = host_like(LLVMTypeOf(d), h->f32), it = host_like(LLVMTypeOf(d), h->i32);
    LLVMValueRef f = LLVMBuildFPTrunc(h->b, d, ft, ""), back = LLVMBuildFPExt(h->b, f, LLVMTypeOf(d), "");
    LLVMValueRef bits = LLVMBuildBitCast(h->b, f, it, ""), one = host_all(it, 1);
    LLVMValueRef even = LLVMBuildICmp(h->b, LLVMIntEQ, LLVMBuildAnd(h->b, bits, one, ""), LLVMConstNull(it), "");
    LLVMValueRef inexact = LLVMBuildFCmp(h->b, LLVMRealONE, d, back, "");
    LLVMValueRef mag = host_intrinsic(h, "llvm.fabs", LLVMTypeOf(d), &d, 1);
    LLVMValueRef mag_back = host_intrinsic(h, "llvm.fabs", LLVMTypeOf(d), &back, 1);
    LLVMValueRef below = LLVMBuildFCmp(h->b, LLVMRealOGT, mag_back, mag, ""); // the float was rounded up
    LLVMValueRef less = LLVMBuildSub(h->b, bits, one, ""), more = LLVMBuildAdd(h->b, bits, one, "");
    LLVMValueRef next = LLVMBuildSelect(h->b, below, less, more, "");
    LLVMValueRef change = LLVMBuildAnd(h->b, inexact, even, "");
    return LLVMBuildBitCast(h->b, LLVMBuildSelect(h->b, change, next, bits, ""), ft, "");
}

// To the upper half of a float's bits, to nearest even; a NaN stays one.
static LLVMValueRef bfloat_of_float(host *h, LLVMValueRef f) {
    LLVMTypeRef it = host_like(LLVMTypeOf(f), h->i32);
    LLVMValueRef bits = LLVMBuildBitCast(h->b, f, it, ""), half = host_all(it, 16);
    LLVMValueRef lowest = LLVMBuildAnd(h->b, LLVMBuildLShr(h->b, bits, half, ""), host_all(it, 1), "");
    LLVMValueRef up = LLVMBuildAdd(h->b, LLVMBuildAdd(h->b, bits, host_all(it, 0x7fff), ""), lowest, "");
    LLVMValueRef quiet = LLVMBuildOr(h->b, bits, host_all(it, 0x400000), "");
    LLVMValueRef is_nan = LLVMBuildFCmp(h->b, LLVMRealUNO, f, f, "");
    up = LLVMBuildLShr(h->b, LLVMBuildSelect(h->b, is_nan, quiet, up, ""), half, "");
    return host_int_cast(h, up, h->i16, false);
}

static LLVMValueRef float_of_bfloat(host *h, LLVMValueRef bits) {
    LLVMValueRef wide = host_int_cast(h, bits, h->i32, false);
    wide = LLVMBuildShl(h->b, wide, host_all(LLVMTypeOf(wide), 16), "");
    return LLVMBuildBitCast(h->b, wide, host_like(LLVMTypeOf(wide), h->f32), "");
}

// Denormal halves become zero, unless the function keeps them: the processor's mode does not know this format.
static LLVMValueRef flushed(host *h, LLVMValueRef v) {
    enum { EXPONENT = 0x7c00, SIGN = 0x8000 };
    if (h->keeps_half_denormals || kind_of(v) != LLVMHalfTypeKind)
        return v;
    LLVMTypeRef it = host_like(LLVMTypeOf(v), h->i16);
    LLVMValueRef bits = LLVMBuildBitCast(h->b, v, it, "");
    LLVMValueRef exponent = LLVMBuildAnd(h->b, bits, host_all(it, EXPONENT), "");
    LLVMValueRef tiny = LLVMBuildICmp(h->b, LLVMIntEQ, exponent, LLVMConstNull(it), "");
    LLVMValueRef zero = LLVMBuildAnd(h->b, bits, host_all(it, SIGN), "");
    return LLVMBuildBitCast(h->b, LLVMBuildSelect(h->b, tiny, zero, bits, ""), LLVMTypeOf(v), "");
}

// What was a half stays a float: LLVM would compute with halves again, one lane after the other.
static LLVMValueRef kept_wide(host *h, LLVMValueRef v, LLVMTypeKind from) {
    return from == LLVMHalfTypeKind ? host_intrinsic(h, "llvm.arithmetic.fence", LLVMTypeOf(v), &v, 1) : v;
}

LLVMValueRef host_float_cast(host *h, LLVMValueRef v, LLVMTypeRef elt) {
    LLVMTypeKind from = kind_of(v), to = LLVMGetTypeKind(elt);
    LLVMTypeRef t = host_like(LLVMTypeOf(v), elt);
    if (from == to)
        return v;
    if (from == LLVMBFloatTypeKind) {
        LLVMValueRef bits = LLVMBuildBitCast(h->b, v, host_like(t, h->i16), "");
        return host_float_cast(h, float_of_bfloat(h, bits), elt);
    }
    if (from == LLVMDoubleTypeKind && is_short(to))
        return host_float_cast(h, odd_float(h, v), elt);
    if (to == LLVMBFloatTypeKind)
        return LLVMBuildBitCast(h->b, bfloat_of_float(h, host_float_cast(h, v, h->f32)), t, "");
    bool narrower = from == LLVMDoubleTypeKind || to == LLVMHalfTypeKind;
    if (narrower)
        return flushed(h, LLVMBuildFPTrunc(h->b, v, t, ""));
    return kept_wide(h, LLVMBuildFPExt(h->b, flushed(h, v), t, ""), from);
}

// Arithmetic

// a * b + c of short formats: the product is exact in double; a sum that is not ends in a one.
static LLVMValueRef short_fma(host *h, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c) {
    LLVMTypeRef dt = host_like(LLVMTypeOf(a), h->f64), it = host_like(dt, h->i64);
    LLVMValueRef x = host_float_cast(h, a, h->f64), y = host_float_cast(h, b, h->f64);
    LLVMValueRef p = LLVMBuildFMul(h->b, x, y, "");
    LLVMValueRef z = host_float_cast(h, c, h->f64), s = LLVMBuildFAdd(h->b, p, z, "");
    LLVMValueRef back = LLVMBuildFSub(h->b, s, p, "");
    LLVMValueRef e1 = LLVMBuildFSub(h->b, p, LLVMBuildFSub(h->b, s, back, ""), "");
    LLVMValueRef error = LLVMBuildFAdd(h->b, e1, LLVMBuildFSub(h->b, z, back, ""), "");
    LLVMValueRef bits = LLVMBuildBitCast(h->b, s, it, ""), one = host_all(it, 1);
    LLVMValueRef even = LLVMBuildICmp(h->b, LLVMIntEQ, LLVMBuildAnd(h->b, bits, one, ""), LLVMConstNull(it), "");
    LLVMValueRef inexact = LLVMBuildFCmp(h->b, LLVMRealONE, error, LLVMConstNull(dt), "");
    // Away from zero if the error has the sign of the sum.
    LLVMValueRef signs = LLVMBuildXor(h->b, bits, LLVMBuildBitCast(h->b, error, it, ""), "");
    LLVMValueRef same = LLVMBuildICmp(h->b, LLVMIntSGE, signs, LLVMConstNull(it), "");
    LLVMValueRef more = LLVMBuildAdd(h->b, bits, one, ""), less = LLVMBuildSub(h->b, bits, one, "");
    LLVMValueRef next = LLVMBuildSelect(h->b, same, more, less, "");
    bits = LLVMBuildSelect(h->b, LLVMBuildAnd(h->b, even, inexact, ""), next, bits, "");
    return host_float_cast(h, LLVMBuildBitCast(h->b, bits, dt, ""), genx_elt_type(LLVMTypeOf(a)));
}

LLVMValueRef host_fma(host *h, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c) {
    if (is_short(kind_of(a)))
        return short_fma(h, a, b, c);
    return host_intrinsic(h, "llvm.fma", LLVMTypeOf(a), (LLVMValueRef[]){a, b, c}, 3);
}

// A NaN gives the other operand; -0 is smaller than +0.
LLVMValueRef host_fminmax(host *h, LLVMValueRef a, LLVMValueRef b, bool max) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(a));
    if (is_short(kind_of(a))) {
        a = host_float_cast(h, a, h->f32);
        b = host_float_cast(h, b, h->f32);
        return host_float_cast(h, host_fminmax(h, a, b, max), elt);
    }
    LLVMValueRef args[] = {a, b}, r = host_intrinsic(h, max ? "llvm.maximum" : "llvm.minimum", LLVMTypeOf(a), args, 2);
    r = LLVMBuildSelect(h->b, LLVMBuildFCmp(h->b, LLVMRealUNO, b, b, ""), a, r, "");
    return LLVMBuildSelect(h->b, LLVMBuildFCmp(h->b, LLVMRealUNO, a, a, ""), b, r, "");
}

LLVMValueRef host_math(host *h, uint32_t fn, LLVMValueRef a, LLVMValueRef b) {
    LLVMTypeRef t = LLVMTypeOf(a), elt = genx_elt_type(t);
    if (is_short(kind_of(a))) {
        a = host_float_cast(h, a, h->f32);
        b = b ? host_float_cast(h, b, h->f32) : NULL;
        return host_float_cast(h, host_math(h, fn, a, b), elt);
    }
    LLVMValueRef out = host_buffer(h, 4, genx_size_b(t), NULL);
    LLVMValueRef first = host_buffer(h, 1, 0, a), second = host_buffer(h, 2, 0, b ? b : a);
    LLVMValueRef args[] = {
        host_i32(h, fn), host_i32(h, genx_elt_bits(t)), host_i32(h, genx_lanes(t)), first, second, out};
    host_call_op(h, HOST_OP_math, args, sizeof args / sizeof args[0]);
    return host_load(h, t, out, 1);
}

// The intrinsics

static LLVMValueRef cast_to_result(host *h, LLVMValueRef v, LLVMValueRef call) {
    return host_float_cast(h, v, genx_elt_type(LLVMTypeOf(call)));
}

static LLVMValueRef min_max(host *h, LLVMValueRef call, int max) {
    return cast_to_result(h, host_fminmax(h, host_arg(call, 0), host_arg(call, 1), max), call);
}

static LLVMValueRef math(host *h, LLVMValueRef call, int fn) {
    return host_math(h, (uint32_t)fn, host_arg(call, 0), NULL);
}

static LLVMValueRef power(host *h, LLVMValueRef call, int param) {
    (void)param;
    return host_math(h, CMC_MATH_POW_ABS, host_arg(call, 0), host_arg(call, 1));
}

static LLVMValueRef root(host *h, LLVMValueRef v) {
    return host_intrinsic(h, "llvm.sqrt", LLVMTypeOf(v), &v, 1);
}

enum { FLOOR, CEIL, EVEN, TRUNC, ABS };
static LLVMValueRef rounded(host *h, LLVMValueRef v, int how) {
    static const char *const names[] = {"llvm.floor", "llvm.ceil", "llvm.roundeven", "llvm.trunc", "llvm.fabs"};
    return host_intrinsic(h, names[how], LLVMTypeOf(v), &v, 1);
}

static LLVMValueRef rounding(host *h, LLVMValueRef call, int how) {
    LLVMValueRef v = host_arg(call, 0);
    if (how == ABS)
        return rounded(h, v, how);
    return cast_to_result(h, rounded(h, host_at_least_float(h, v), how), call);
}

static LLVMValueRef fraction(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef v = host_at_least_float(h, host_arg(call, 0));
    return cast_to_result(h, LLVMBuildFSub(h->b, v, rounded(h, v, FLOOR), ""), call);
}

enum { INV, SQRT, RSQRT };
static LLVMValueRef inverse(host *h, LLVMValueRef call, int which) {
    LLVMValueRef v = host_at_least_float(h, host_arg(call, 0));
    LLVMTypeRef t = LLVMTypeOf(v);
    if (which == SQRT)
        return cast_to_result(h, root(h, v), call);
    if (which == INV)
        return cast_to_result(h, LLVMBuildFDiv(h->b, constant(t, 1), v, ""), call);
    v = host_float_cast(h, v, h->f64); // rounded once
    return cast_to_result(h, LLVMBuildFDiv(h->b, constant(LLVMTypeOf(v), 1), root(h, v), ""), call);
}

static LLVMValueRef divide(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef a = host_at_least_float(h, host_arg(call, 0)), b = host_at_least_float(h, host_arg(call, 1));
    return cast_to_result(h, LLVMBuildFDiv(h->b, a, b, ""), call);
}

// Between 0 and 1; a NaN becomes 0.
static LLVMValueRef saturate(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef v = host_at_least_float(h, host_arg(call, 0));
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef zero = LLVMConstNull(t), one = constant(t, 1);
    LLVMValueRef low = LLVMBuildSelect(h->b, LLVMBuildFCmp(h->b, LLVMRealOGT, v, zero, ""), v, zero, "");
    return cast_to_result(h, LLVMBuildSelect(h->b, LLVMBuildFCmp(h->b, LLVMRealOGE, v, one, ""), one, low, ""), call);
}

static LLVMValueRef to_int(host *h, LLVMValueRef call, int is_signed) {
    return host_to_int(h, host_arg(call, 0), LLVMTypeOf(call), is_signed);
}

// To ten bits of mantissa; denormals become zero.
static LLVMValueRef tf32(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef v = host_arg(call, 0);
    LLVMTypeRef it = host_like(LLVMTypeOf(v), h->i32);
    LLVMValueRef bits = host_as(h, v, it), kept = host_all(it, 0xffffe000u), exponent = host_all(it, 0x7f800000u);
    LLVMValueRef lowest = LLVMBuildAnd(h->b, LLVMBuildLShr(h->b, bits, host_all(it, 13), ""), host_all(it, 1), "");
    LLVMValueRef up = LLVMBuildAdd(h->b, LLVMBuildAdd(h->b, bits, host_all(it, 0xfff), ""), lowest, "");
    up = LLVMBuildAnd(h->b, up, kept, "");
    LLVMValueRef magnitude = LLVMBuildAnd(h->b, bits, host_all(it, 0x7fffffffu), "");
    LLVMValueRef is_nan = LLVMBuildICmp(h->b, LLVMIntUGT, magnitude, exponent, "");
    LLVMValueRef nan = LLVMBuildOr(h->b, LLVMBuildAnd(h->b, bits, kept, ""), host_all(it, 0x400000), "");
    LLVMValueRef tiny = LLVMBuildICmp(h->b, LLVMIntEQ, LLVMBuildAnd(h->b, bits, exponent, ""), LLVMConstNull(it), "");
    LLVMValueRef zero = LLVMBuildAnd(h->b, bits, host_all(it, 0x80000000u), "");
    up = LLVMBuildSelect(h->b, tiny, zero, LLVMBuildSelect(h->b, is_nan, nan, up, ""), "");
    return host_as(h, up, LLVMTypeOf(call));
}

// bf.cvt: between floats and the bits of bfloats in halves or words.
static LLVMValueRef bfloat_cast(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef v = host_arg(call, 0);
    if (genx_elt_bits(LLVMTypeOf(v)) == 16)
        return float_of_bfloat(h, host_as(h, v, host_like(LLVMTypeOf(v), h->i16)));
    LLVMValueRef is_nan = LLVMBuildFCmp(h->b, LLVMRealUNO, v, v, ""), bits = bfloat_of_float(h, v);
    bits = LLVMBuildSelect(h->b, is_nan, host_all(LLVMTypeOf(bits), 0x7fc0), bits, ""); // without its sign
    return host_as(h, bits, LLVMTypeOf(call));
}

// Fours: each lane of a group of four holds the group's result. Rounded once.
enum { DP2, DP3, DP4, DPH, LINE, LRP };
static LLVMValueRef spread(host *h, LLVMValueRef v, uint32_t element, uint32_t n, bool of_group) {
    uint32_t from[HOST_MAX_LANES];
    for (uint32_t k = 0; k < n; k++)
        from[k] = of_group ? k / 4 * 4 + element : element;
    return host_shuffle(h, host_as_vector(h, v), NULL, from, n);
}

static LLVMValueRef dot(host *h, LLVMValueRef a, LLVMValueRef b, uint32_t n, int which) {
    LLVMValueRef r = NULL;
    for (uint32_t e = 0; e < (which == DP2 ? 2 : which == DP4 ? 4 : 3); e++) {
        LLVMValueRef x = spread(h, a, e, n, true), y = spread(h, b, e, n, true);
        LLVMValueRef p = LLVMBuildFMul(h->b, x, y, "");
        r = r ? LLVMBuildFAdd(h->b, r, p, "") : p;
    }
    return which == DPH ? LLVMBuildFAdd(h->b, r, spread(h, b, 3, n, true), "") : r;
}

static LLVMValueRef fours(host *h, LLVMValueRef call, int which) {
    LLVMValueRef x[3] = {NULL}, r;
    uint32_t n = genx_lanes(LLVMTypeOf(call));
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < 3; i++)
        x[i] = host_as_vector(h, host_float_cast(h, host_arg(call, i), h->f64));
    if (which == LRP) {
        LLVMValueRef rest = LLVMBuildFSub(h->b, constant(LLVMTypeOf(x[0]), 1), x[0], "");
        r = LLVMBuildFMul(h->b, x[0], x[1], "");
        r = LLVMBuildFAdd(h->b, r, LLVMBuildFMul(h->b, rest, x[2], ""), "");
    } else if (which == LINE) {
        r = LLVMBuildFMul(h->b, spread(h, x[0], 0, n, false), x[1], "");
        r = LLVMBuildFAdd(h->b, r, spread(h, x[0], 3, n, false), "");
    } else {
        r = dot(h, x[0], x[1], n, which);
    }
    return host_as(h, cast_to_result(h, r, call), LLVMTypeOf(call));
}

const host_row host_float_rows[GENX_COUNT] = {
    [GENX_FMIN] = {min_max, false},    [GENX_FMAX] = {min_max, true},      [GENX_ABSF] = {rounding, ABS},
    [GENX_RNDD] = {rounding, FLOOR},   [GENX_RNDU] = {rounding, CEIL},     [GENX_RNDE] = {rounding, EVEN},
    [GENX_RNDZ] = {rounding, TRUNC},   [GENX_FRC] = {fraction, 0},         [GENX_INV] = {inverse, INV},
    [GENX_SQRT] = {inverse, SQRT},     [GENX_IEEE_SQRT] = {inverse, SQRT}, [GENX_RSQRT] = {inverse, RSQRT},
    [GENX_IEEE_DIV] = {divide, 0},     [GENX_EXP] = {math, CMC_MATH_EXP2}, [GENX_LOG] = {math, CMC_MATH_LOG2},
    [GENX_SIN] = {math, CMC_MATH_SIN}, [GENX_COS] = {math, CMC_MATH_COS},  [GENX_POW] = {power, 0},
    [GENX_SAT] = {saturate, 0},        [GENX_FPTOSI_SAT] = {to_int, true}, [GENX_FPTOUI_SAT] = {to_int, false},
    [GENX_TF32_CVT] = {tf32, 0},       [GENX_BF_CVT] = {bfloat_cast, 0},   [GENX_DP2] = {fours, DP2},
    [GENX_DP3] = {fours, DP3},         [GENX_DP4] = {fours, DP4},          [GENX_DPH] = {fours, DPH},
    [GENX_LINE] = {fours, LINE},       [GENX_LRP] = {fours, LRP},
};
