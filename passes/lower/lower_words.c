// SPDX-License-Identifier: MIT
// Part of gx_lower: bytes that were narrowed from words or dwords and are extended again become the original words if
// the narrowing lost nothing.
//
//   %w = call <32 x i16> @llvm.umin(zext %a, zext %b)                  the same
//   %n = rdregion i8 (bitcast %w to <64 x i8>), every second byte
//   %z = zext <32 x i8> %n to <32 x i16>                               %w
//
// Why: a chain of byte minima and maxima would be converted to bytes and back between any two steps. The same applies
// to logic on bytes whose result is used as a wider number.

#include "lower_ops.h"

enum { DEEP = 6 };

static bool is_extension(LLVMValueRef v, bool sign) {
    return (sign ? LLVMIsASExtInst(v) : LLVMIsAZExtInst(v)) && genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 8;
}

static bool constant_fits(LLVMValueRef v, bool sign) {
    uint64_t bits;
    bool undef;
    for (uint32_t k = 0; k < genx_lanes(LLVMTypeOf(v)); k++) {
        if (!genx_const_lane(v, k, &bits, &undef))
            return false;
        int32_t x = genx_elt_bits(LLVMTypeOf(v)) == 16 ? (int16_t)bits : (int32_t)bits;
        if (!undef && (sign ? x < -128 || x > 127 : x < 0 || x > 255))
            return false;
    }
    return true;
}

// Does the low byte of every lane of these words or dwords, once extended, give the lane's value?
static bool fits(LLVMValueRef v, bool sign, unsigned depth) {
    if (LLVMIsConstant(v))
        return constant_fits(v, sign);
    if (is_extension(v, sign))
        return true;
    if (!LLVMIsAInstruction(v) || depth == 0)
        return false;
    bool min = bale_is_llvm(v, "umin"), one = !sign && (min || LLVMGetInstructionOpcode(v) == LLVMAnd);
    bool both = bale_is_llvm(v, "umax") || bale_is_llvm(v, "smin") || bale_is_llvm(v, "smax") ||
                LLVMGetInstructionOpcode(v) == LLVMOr || LLVMGetInstructionOpcode(v) == LLVMXor;
    if (sign && (min || bale_is_llvm(v, "umax")))
        return false;
    if (LLVMGetInstructionOpcode(v) == LLVMLShr)
        return !sign && fits(LLVMGetOperand(v, 0), sign, depth - 1);
    unsigned first = LLVMIsASelectInst(v) ? 1 : 0;
    if (!one && !both && !first)
        return false;
    bool a = fits(LLVMGetOperand(v, first), sign, depth - 1);
    return one ? a || fits(LLVMGetOperand(v, 1), sign, depth - 1)
               : a && fits(LLVMGetOperand(v, first + 1), sign, depth - 1);
}

static bool is_wider(LLVMTypeRef t) {
    return LLVMGetTypeKind(genx_elt_type(t)) == LLVMIntegerTypeKind &&
           (genx_elt_bits(t) == 16 || genx_elt_bits(t) == 32);
}

// The words or dwords whose low bytes form x, or NULL.
static LLVMValueRef words_of(lw *L, LLVMValueRef x, bool sign, unsigned depth) {
    genx_region r;
    if (LLVMIsATruncInst(x)) {
        LLVMValueRef w = LLVMGetOperand(x, 0);
        return is_wider(LLVMTypeOf(w)) && fits(w, sign, DEEP) ? w : NULL;
    }
    if (depth == 0 || !genx_is_rdregion(x) || !genx_region_of(x, &r) || !r.off_const || r.elt_b != 1)
        return NULL;
    LLVMValueRef from = LLVMGetOperand(x, 0), w = LLVMIsABitCastInst(from) ? LLVMGetOperand(from, 0) : NULL;
    if (w && is_wider(LLVMTypeOf(w)) && !genx_is_vec(LLVMTypeOf(w)))
        return r.off_b == 0 && !genx_is_vec(LLVMTypeOf(x)) && fits(w, sign, DEEP) ? w : NULL;
    if (!genx_is_vec(LLVMTypeOf(x)))
        return NULL;
    if (w && is_wider(LLVMTypeOf(w))) {
        uint32_t step = genx_elt_b(LLVMTypeOf(w));
        if (r.off_b % step || r.stride % step || r.vstride % step || !fits(w, sign, DEEP))
            return NULL;
        r.stride /= step;
        r.vstride /= step;
        r.elt_b = step;
    } else {
        if (!(w = words_of(L, from, sign, depth - 1)))
            return NULL;
        r.elt_b = genx_elt_b(LLVMTypeOf(w));
        r.off_b *= r.elt_b;
    }
    r.offset = NULL;
    r.parent_width = 0;
    if (r.lanes == genx_lanes(LLVMTypeOf(w)) && r.off_b == 0 && r.stride == 1 &&
        (r.width == r.lanes || r.vstride == r.width))
        return w;
    return genx_build_rd(L->b, L->mod, w, &r, false);
}

LLVMValueRef lw_known_words(lw *L, LLVMValueRef v) {
    bool sign = LLVMIsASExtInst(v) != NULL, to_float = LLVMIsAUIToFPInst(v) != NULL;
    if (!to_float && (!is_extension(v, sign) || genx_elt_bits(LLVMTypeOf(v)) > 32))
        return NULL;
    LLVMValueRef w =
        genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 8 ? words_of(L, LLVMGetOperand(v, 0), sign, DEEP) : NULL;
    if (!w || to_float)
        return w ? LLVMBuildUIToFP(L->b, w, LLVMTypeOf(v), "") : NULL;
    return lo_resize(L, w, genx_elt_bits(LLVMTypeOf(v)), sign);
}
