// SPDX-License-Identifier: MIT
// Part of gx_lower: floating-point operations that become sequences of math-unit instructions.
//
// a / b is a * inv(b), with one rounding more than IEEE division; Intel's compiler for this language does the same.

#include "lower_ops.h"

#include <assert.h>
#include <math.h>

static LLVMValueRef genx(lw *L, genx_id id, LLVMValueRef x) {
    return genx_build(L->b, L->mod, id, LLVMTypeOf(x), &x, 1, "");
}

static bool is_one(LLVMValueRef v) {
    uint64_t bits;
    LLVMTypeRef e = genx_elt_type(LLVMTypeOf(v));
    if (!LLVMIsConstant(v) || !genx_const_splat(v, &bits))
        return false;
    return LLVMGetTypeKind(e) == LLVMFloatTypeKind ? bits == 0x3f800000 : bits == 0x3c00;
}

// Is x neither denormal, infinite, NaN nor zero as a number of this type?
static bool is_normal(LLVMTypeRef type, double x) {
    bool half = LLVMGetTypeKind(type) == LLVMHalfTypeKind;
    return fabs(x) >= (half ? 0x1p-14 : 0x1p-126) && fabs(x) < (half ? 65520.0 : 0x1.ffffffp127);
}

// The rounded reciprocal of a number, which is what the math unit gives; NULL if x is no constant, or it is unusual.
static LLVMValueRef reciprocal_of(LLVMValueRef x) {
    LLVMTypeRef type = LLVMTypeOf(x);
    LLVMBool lost;
    if (!LLVMIsAConstantFP(x))
        return NULL;
    double value = LLVMConstRealGetDouble(x, &lost), inverse = 1 / value; // to double first: rounds as once
    return is_normal(type, value) && is_normal(type, inverse) ? LLVMConstReal(type, inverse) : NULL;
}

// The element that all lanes of a vector are, as a scalar; NULL if they may differ.
static LLVMValueRef shared_element(lw *L, LLVMValueRef b) {
    genx_region r;
    uint64_t bits;
    if (LLVMIsConstant(b))
        return genx_const_splat(b, &bits) ? genx_const_element(b, 0) : NULL;
    if (!genx_is_rdregion(b) || !genx_region_of(b, &r) || !r.off_const)
        return genx_splat_scalar(b);
    if (!genx_region_is_element(&r))
        return NULL;
    genx_region one = genx_row_region(1, r.off_b, r.elt_b);
    return genx_build_rd(L->b, L->mod, LLVMGetOperand(b, 0), &one, true);
}

// 1 / b: of a number that all lanes share, once.
static LLVMValueRef invert(lw *L, LLVMValueRef b) {
    bool vector = genx_is_vec(LLVMTypeOf(b));
    LLVMValueRef one = vector ? shared_element(L, b) : b;
    if (!one)
        return genx(L, GENX_INV, b);
    LLVMValueRef known = reciprocal_of(one), r = known ? known : genx(L, GENX_INV, one);
    return vector ? genx_build_splat(L->b, r, genx_lanes(LLVMTypeOf(b))) : r;
}

static LLVMValueRef divide(lw *L, LLVMValueRef v) {
    assert(LLVMGetNumOperands(v) >= 2 && "a dividend and a divisor");
    LLVMValueRef a = LLVMGetOperand(v, 0), r = invert(L, LLVMGetOperand(v, 1));
    return is_one(a) ? r : LLVMBuildFMul(L->b, a, r, "");
}

// Combines the sign of b with the other bits of a.
static LLVMValueRef copy_sign(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = genx_elt_bits(t);
    LLVMTypeRef it = lw_like(t, lw_int(L, bits));
    uint64_t sign = 1ull << (bits - 1);
    LLVMValueRef a = LLVMBuildBitCast(L->b, LLVMGetOperand(v, 0), it, "");
    LLVMValueRef b = LLVMBuildBitCast(L->b, LLVMGetOperand(v, 1), it, "");
    a = LLVMBuildAnd(L->b, a, lw_const(it, sign - 1), "");
    b = LLVMBuildAnd(L->b, b, lw_const(it, sign), "");
    return LLVMBuildBitCast(L->b, LLVMBuildOr(L->b, a, b, ""), t, "");
}

// Rounding

// The rounding instructions take only floats. Halves are exact as floats.
static LLVMValueRef round_half(lw *L, LLVMValueRef v) {
    static const uint16_t ids[] = {GENX_RNDD, GENX_RNDU, GENX_RNDE, GENX_RNDZ, GENX_FRC};
    static const char *const names[] = {"floor", "ceil", "trunc", "rint", "nearbyint", "roundeven", "round"};
    LLVMTypeRef t = LLVMTypeOf(v), ft = lw_like(t, LLVMFloatTypeInContext(L->c));
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (genx_elt_bits(t) != 16)
        return NULL;
    for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++)
        if (genx_call_id(v) == ids[i]) {
            LLVMValueRef r = genx(L, (genx_id)ids[i], lo_cast(L, LLVMFPExt, x, ft));
            return lo_cast(L, LLVMFPTrunc, r, t);
        }
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (bale_is_llvm(v, names[i])) {
            cmc_str full = CMC_STR_INIT;
            cmc_str_printf(&full, "llvm.%s", names[i]);
            LLVMValueRef r = lo_call1(L, cmc_str_text(&full), lo_cast(L, LLVMFPExt, x, ft));
            cmc_str_free(&full);
            return lo_cast(L, LLVMFPTrunc, r, t);
        }
    return NULL;
}

static LLVMValueRef with_sign(lw *L, LLVMValueRef size, LLVMValueRef sign) {
    return lo_call2(L, "llvm.copysign", size, sign);
}

// Rounds ties away from zero: the integer part, plus one if the fraction is at least a half.
static LLVMValueRef round_away(lw *L, LLVMValueRef v) {
    if (!bale_is_llvm(v, "round") || genx_elt_bits(LLVMTypeOf(v)) == 16)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0), size = lo_call1(L, "llvm.fabs", x), whole = lo_call1(L, "llvm.trunc", size);
    LLVMValueRef up = lo_fcmp(L, LLVMRealOGE, LLVMBuildFSub(L->b, size, whole, ""), lo_real(x, 0.5));
    LLVMValueRef more = LLVMBuildFAdd(L->b, whole, lo_real(x, 1.0), "");
    return with_sign(L, lo_select(L, up, more, whole), x);
}

// If one operand is a NaN, so is the result; the hardware's minimum and maximum ignore a NaN. -0 is less than 0; the
// hardware treats them as equal. Zeros are the only equal numbers whose bits differ.
static LLVMValueRef propagate_nan(lw *L, LLVMValueRef v) {
    bool max = bale_is_llvm(v, "maximum");
    if (!max && !bale_is_llvm(v, "minimum"))
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    LLVMValueRef r = lo_call2(L, max ? "llvm.maxnum" : "llvm.minnum", a, b);
    if (!LLVMCanValueUseFastMathFlags(v) || !(LLVMGetFastMathFlags(v) & LLVMFastMathNoSignedZeros)) {
        LLVMTypeRef t = LLVMTypeOf(v), it = lo_ints(L, t, genx_elt_bits(t));
        LLVMValueRef x = LLVMBuildBitCast(L->b, a, it, ""), y = LLVMBuildBitCast(L->b, b, it, "");
        LLVMValueRef both = LLVMBuildBitCast(L->b, lo_op(L, max ? LLVMAnd : LLVMOr, x, y), t, "");
        r = lo_select(L, lo_fcmp(L, LLVMRealOEQ, a, b), both, r);
    }
    LLVMValueRef any_nan = lo_fcmp(L, LLVMRealUNO, a, b), nan = LLVMBuildFAdd(L->b, a, b, "");
    return lo_select(L, any_nan, nan, r);
}

// Doubles have no rounding instructions: adding 2^52 drops the fraction, because doubles from 2^52 on have none.
static LLVMValueRef round_double(lw *L, LLVMValueRef v) {
    static const struct {
        const char *name;
        uint16_t id;
        int way; // -1 down, 0 nearest, 1 up, 2 towards zero
    } rows[] = {{"floor", GENX_RNDD, -1}, {"ceil", GENX_RNDU, 1},      {"trunc", GENX_RNDZ, 2},
                {"rint", GENX_RNDE, 0},   {"nearbyint", GENX_NONE, 0}, {"roundeven", GENX_NONE, 0}};
    genx_id id = genx_call_id(v);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows) && genx_elt_bits(LLVMTypeOf(v)) == 64; i++) {
        if (id != GENX_NONE ? rows[i].id != id : !bale_is_llvm(v, rows[i].name))
            continue;
        LLVMValueRef x = LLVMGetOperand(v, 0), size = lo_call1(L, "llvm.fabs", x),
                     magic = lo_real(x, 4503599627370496.0);
        LLVMValueRef one = lo_real(x, 1.0);
        LLVMValueRef r = LLVMBuildFSub(L->b, LLVMBuildFAdd(L->b, size, magic, ""), magic, "");
        if (rows[i].way == 2) {
            LLVMValueRef over = lo_fcmp(L, LLVMRealOGT, r, size), less = LLVMBuildFSub(L->b, r, one, "");
            r = lo_select(L, over, less, r);
        }
        r = with_sign(L, r, x);
        if (rows[i].way == -1) {
            LLVMValueRef over = lo_fcmp(L, LLVMRealOGT, r, x), less = LLVMBuildFSub(L->b, r, one, "");
            r = lo_select(L, over, less, r);
        }
        if (rows[i].way == 1) { // -0.5 rounds to -0
            LLVMValueRef under = lo_fcmp(L, LLVMRealOLT, r, x), more = LLVMBuildFAdd(L->b, r, one, "");
            r = with_sign(L, lo_select(L, under, more, r), x);
        }
        return lo_select(L, lo_fcmp(L, LLVMRealOLT, size, magic), r, x);
    }
    return NULL;
}

// tf32

// The bits of a float with 10 bits of mantissa, rounded to nearest even; denormals become zero.
static LLVMValueRef tf32(lw *L, LLVMValueRef v) {
    if (genx_call_id(v) != GENX_TF32_CVT)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMValueRef i = LLVMBuildBitCast(L->b, x, lo_ints(L, LLVMTypeOf(x), 32), "");
    LLVMValueRef even = lo_and(L, lo_by(L, LLVMLShr, i, 13), lo_int(i, 1));
    LLVMValueRef r = lo_add(L, lo_add(L, i, lo_int(i, 0xfff)), even);
    r = lo_and(L, r, lo_int(r, 0xffffe000u));
    LLVMValueRef quiet = lo_or(L, lo_and(L, i, lo_int(i, 0xffffe000u)), lo_int(i, 0x400000));
    r = lo_select(L, lo_fcmp(L, LLVMRealUNE, x, x), quiet, r);
    LLVMValueRef none = lo_cmp(L, LLVMIntEQ, lo_and(L, i, lo_int(i, 0x7f800000)), lo_int(i, 0));
    r = lo_select(L, none, lo_and(L, i, lo_int(i, 0x80000000u)), r);
    return LLVMBuildBitCast(L->b, r, LLVMTypeOf(v), "");
}

// Doubles to and from halves and bytes: through floats and dwords

// Rounds to odd in between, so that the second rounding sees whether bits were lost.
static LLVMValueRef half_of_double(lw *L, LLVMValueRef x, LLVMTypeRef t) {
    LLVMTypeRef ft = lw_like(t, LLVMFloatTypeInContext(L->c)), it = lo_ints(L, t, 32);
    LLVMValueRef f = lo_cast(L, LLVMFPTrunc, x, ft), back = lo_cast(L, LLVMFPExt, f, LLVMTypeOf(x));
    LLVMValueRef i = LLVMBuildBitCast(L->b, f, it, "");
    LLVMValueRef back_size = lo_call1(L, "llvm.fabs", back), size = lo_call1(L, "llvm.fabs", x);
    LLVMValueRef far = lo_fcmp(L, LLVMRealOGT, back_size, size);
    LLVMValueRef r = lo_select(L, far, lo_sub(L, i, lo_int(i, 1)), i);
    LLVMValueRef lost = lo_fcmp(L, LLVMRealONE, back, x), odd = lo_or(L, r, lo_int(r, 1));
    r = lo_select(L, lost, odd, r);
    return lo_cast(L, LLVMFPTrunc, LLVMBuildBitCast(L->b, r, ft, ""), t);
}

static LLVMValueRef double_cast(lw *L, LLVMValueRef v) {
    if (!LLVMIsACastInst(v))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef from = LLVMTypeOf(x), t = LLVMTypeOf(v);
    LLVMTypeRef ft = lw_like(t, LLVMFloatTypeInContext(L->c));
    unsigned a = genx_elt_bits(from), b = genx_elt_bits(t);
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMFPTrunc:
        return a == 64 && b == 16 ? half_of_double(L, x, t) : NULL;
    case LLVMFPExt:
        return a == 16 && b == 64 ? lo_cast(L, LLVMFPExt, lo_cast(L, LLVMFPExt, x, ft), t) : NULL;
    case LLVMSIToFP:
    case LLVMUIToFP:
        return a == 8 && b == 64 ? LLVMBuildSIToFP(L->b, lo_resize(L, x, 32, LLVMIsASIToFPInst(v) != NULL), t, "")
                                 : NULL;
    default:
        return NULL;
    }
}

// Numbers outside the range give its nearest end; a NaN gives 0. Every move of the hardware converts in this way.

static bool is_signed_conversion(LLVMValueRef v) {
    return LLVMIsAFPToSIInst(v) || bale_is_llvm(v, "fptosi.sat") || genx_call_id(v) == GENX_FPTOSI_SAT;
}

static bool is_unsigned_conversion(LLVMValueRef v) {
    return LLVMIsAFPToUIInst(v) || bale_is_llvm(v, "fptoui.sat") || genx_call_id(v) == GENX_FPTOUI_SAT;
}

// May later passes find that x is a constant? LLVM would fold a cast of it, and out-of-range numbers to poison.
static bool may_fold(LLVMValueRef x, unsigned depth) {
    if (LLVMIsAConstant(x) || depth == 0)
        return true;
    if (genx_is_wrregion(x))
        return may_fold(LLVMGetOperand(x, 0), depth - 1) && may_fold(LLVMGetOperand(x, 1), depth - 1);
    return (genx_is_rdregion(x) || LLVMIsACastInst(x)) && may_fold(LLVMGetOperand(x, 0), depth - 1);
}

static LLVMValueRef to_integer(lw *L, LLVMValueRef v) {
    enum { DEPTH = 32 };
    bool sign = is_signed_conversion(v);
    if (!sign && !is_unsigned_conversion(v))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (genx_elt_bits(t) == 8 && genx_elt_bits(LLVMTypeOf(x)) == 64) { // through dwords
        x = genx_build(L->b, L->mod, sign ? GENX_FPTOSI_SAT : GENX_FPTOUI_SAT, lo_ints(L, t, 32), &x, 1, "");
        return lw_genx1(L, sign ? GENX_SSTRUNC_SAT : GENX_UUTRUNC_SAT, x, t);
    }
    bool plain = genx_call_id(v) == GENX_NONE && LLVMIsACallInst(v);
    return plain && !may_fold(x, DEPTH) ? LLVMBuildCast(L->b, sign ? LLVMFPToSI : LLVMFPToUI, x, t, "") : NULL;
}

LLVMValueRef lw_float(lw *L, LLVMValueRef v) {
    if (LLVMGetNumOperands(v) == 0)
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef r = double_cast(L, v);
    if (!r)
        r = to_integer(L, v);
    if (!r && LLVMIsACallInst(v))
        r = tf32(L, v);
    if (r || !genx_is_float(t))
        return r;
    if (LLVMIsACallInst(v)) {
        r = bale_is_llvm(v, "copysign") ? copy_sign(L, v) : round_half(L, v);
        if (!r)
            r = round_away(L, v);
        if (!r)
            r = round_double(L, v);
        if (!r)
            r = propagate_nan(L, v);
        if (!r && genx_elt_bits(t) == 64 && genx_call_id(v) == GENX_FRC) {
            LLVMValueRef x = LLVMGetOperand(v, 0);
            r = LLVMBuildFSub(L->b, x, lo_call1(L, "llvm.floor", x), "");
        }
    }
    if (r || genx_elt_bits(t) > 32)
        return r;
    return LLVMGetInstructionOpcode(v) == LLVMFDiv ? divide(L, v) : NULL;
}
