// SPDX-License-Identifier: MIT
// Part of gx_lower: bfloats. Registers hold their bits as words; no instruction except dpas computes with them.
//
//   %r = fadd <8 x bfloat> %a, %b                    ->  %r = fptrunc (fadd <8 x float> (fpext %a), (fpext %b))
//   %r = fneg <8 x bfloat> %a                        ->  the words, xor 0x8000
//   %x = fpext <8 x bfloat> %a to <8 x float>        ->  the words, shifted left by 16
//   %r = fptrunc <8 x float> %x to <8 x bfloat>      ->  the upper words, rounded to nearest even
//
// An operation that stays on bfloats would compute with the words as integers, because selection rejects none of them.
// So every operation of the kinds below goes through floats. A float has more than twice the mantissa bits, so rounding
// twice gives the same result as rounding once (fused multiply-add and integers beyond 24 bits excepted).

#include "lower_ops.h"

#include <string.h>

enum { SIGN = 0x8000, SIZE = 0x7fff };

static bool is_bfloat(LLVMTypeRef t) {
    return LLVMGetTypeKind(genx_elt_type(t)) == LLVMBFloatTypeKind;
}

static LLVMTypeRef floats(lw *L, LLVMTypeRef t) {
    return lw_like(t, LLVMFloatTypeInContext(L->c));
}

// The upper half of a float, rounded to nearest even; a NaN remains a NaN.
static LLVMValueRef bits_of_float(lw *L, LLVMValueRef x) {
    LLVMValueRef i = LLVMBuildBitCast(L->b, x, lo_ints(L, LLVMTypeOf(x), 32), "");
    LLVMValueRef even = lo_and(L, lo_by(L, LLVMLShr, i, 16), lo_int(i, 1));
    LLVMValueRef r = lo_add(L, lo_add(L, i, lo_int(i, 0x7fff)), even);
    LLVMValueRef quiet = lo_or(L, i, lo_int(i, 0x400000));
    r = lo_select(L, lo_fcmp(L, LLVMRealUNE, x, x), quiet, r);
    return lo_resize(L, lo_by(L, LLVMLShr, r, 16), 16, false);
}

static LLVMValueRef float_of_bits(lw *L, LLVMValueRef bits, LLVMTypeRef ft) {
    return LLVMBuildBitCast(L->b, lo_by(L, LLVMShl, lo_resize(L, bits, 32, false), 16), ft, "");
}

// Between bfloats and floats. bf.cvt carries the bits of a bfloat in a half, a word or a bfloat.
static LLVMValueRef convert(lw *L, LLVMValueRef v) {
    bool cvt = genx_call_id(v) == GENX_BF_CVT;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!cvt && o != LLVMFPTrunc && o != LLVMFPExt)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef from = LLVMTypeOf(x);
    if (cvt ? genx_elt_bits(from) == 32 : is_bfloat(t)) {
        if (genx_elt_bits(from) != 32)
            return NULL;
        return LLVMBuildBitCast(L->b, bits_of_float(L, x), t, "");
    }
    if (!cvt && !is_bfloat(from))
        return NULL;
    LLVMValueRef f = float_of_bits(L, LLVMBuildBitCast(L->b, x, lo_ints(L, from, 16), ""), floats(L, t));
    return lo_cast(L, genx_elt_bits(t) == 64 ? LLVMFPExt : LLVMFPTrunc, f, t);
}

// Changes only the sign: no rounding, and a NaN keeps its bits.
static LLVMValueRef sign_only(lw *L, LLVMValueRef v) {
    bool neg = LLVMGetInstructionOpcode(v) == LLVMFNeg, abs = bale_is_llvm(v, "fabs") || genx_call_id(v) == GENX_ABSF;
    if (!neg && !abs)
        return NULL;
    LLVMValueRef bits = LLVMBuildBitCast(L->b, LLVMGetOperand(v, 0), lo_ints(L, LLVMTypeOf(v), 16), "");
    bits = neg ? lo_xor(L, bits, lo_int(bits, SIGN)) : lo_and(L, bits, lo_int(bits, SIZE));
    return LLVMBuildBitCast(L->b, bits, LLVMTypeOf(v), "");
}

// A bfloat operand as floats; any other operand unchanged.
static LLVMValueRef as_float(lw *L, LLVMValueRef x) {
    LLVMTypeRef t = LLVMTypeOf(x);
    return is_bfloat(t) ? LLVMBuildFPExt(L->b, x, floats(L, t), "") : x;
}

static LLVMValueRef rounded(lw *L, LLVMValueRef r, LLVMTypeRef t) {
    return is_bfloat(t) ? LLVMBuildFPTrunc(L->b, r, t, "") : r;
}

static bool is_arithmetic(LLVMOpcode o) {
    return o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul || o == LLVMFDiv || o == LLVMFRem;
}

static LLVMValueRef instruction(lw *L, LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!is_arithmetic(o) && o != LLVMFCmp && o != LLVMSIToFP && o != LLVMUIToFP && o != LLVMFPToSI && o != LLVMFPToUI)
        return NULL;
    LLVMValueRef a = as_float(L, LLVMGetOperand(v, 0));
    if (LLVMIsACastInst(v))
        return rounded(L, LLVMBuildCast(L->b, o, a, is_bfloat(t) ? floats(L, t) : t, ""), t);
    LLVMValueRef b = as_float(L, LLVMGetOperand(v, 1));
    return o == LLVMFCmp ? lo_fcmp(L, LLVMGetFCmpPredicate(v), a, b) : rounded(L, lo_op(L, o, a, b), t);
}

// Intrinsics that compute, by name. Operands and result have the same type, except in conversions, which have two
// types.
static LLVMValueRef call(lw *L, LLVMValueRef v) {
    static const char *const names[] = {
        "ceil",  "cos",       "exp",     "exp10",  "exp2",    "floor",      "fma",       "fmuladd", "log",
        "log10", "log2",      "maximum", "maxnum", "minimum", "minnum",     "nearbyint", "pow",     "rint",
        "round", "roundeven", "sin",     "sqrt",   "trunc",   "fptosi.sat", "fptoui.sat"};
    enum { MOST_ARGS = 3 };
    size_t i = 0, n_names = sizeof(names) / sizeof(names[0]);
    while (i < n_names && !bale_is_llvm(v, names[i]))
        i++;
    unsigned n = LLVMGetNumArgOperands(v);
    if (i == n_names || n > MOST_ARGS)
        return NULL;
    LLVMValueRef args[MOST_ARGS];
    for (unsigned k = 0; k < n; k++)
        args[k] = as_float(L, LLVMGetOperand(v, k));
    LLVMTypeRef t = LLVMTypeOf(v), types[2] = {is_bfloat(t) ? floats(L, t) : t, LLVMTypeOf(args[0])};
    unsigned id = LLVMGetIntrinsicID(LLVMGetCalledValue(v));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, id, types, types[0] == types[1] ? 1 : 2);
    return rounded(L, LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, args, n, ""), t);
}

LLVMValueRef lw_bfloat(lw *L, LLVMValueRef v) {
    if (LLVMGetNumOperands(v) == 0)
        return NULL;
    LLVMValueRef r = convert(L, v);
    if (r || (!is_bfloat(LLVMTypeOf(v)) && !is_bfloat(LLVMTypeOf(LLVMGetOperand(v, 0)))))
        return r;
    r = sign_only(L, v);
    if (!r)
        r = LLVMIsACallInst(v) ? call(L, v) : instruction(L, v);
    return r;
}
