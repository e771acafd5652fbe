// SPDX-License-Identifier: MIT
// Part of gx_lower: intrinsics with two results. Each result that has a use is computed separately.
//
//   before                                                          after
//     %s = call { <8 x i32>, <8 x i32> } @llvm.genx.addc(%a, %b)      %sum = add %a, %b
//     %c = extractvalue %s, 0;  %sum = extractvalue %s, 1              %c = call @llvm.genx.carry(%a, %b)
//     { fraction, exponent } @llvm.frexp(%x)                          fields of the bits of %x
//     %p = call { i16, i1 } @llvm.sadd.with.overflow(%a, %b)          %v = add %a, %b;  %o = icmp ne (sext %v), (%a + %b on i32)

#include "lower_ops.h"

#include <assert.h>

static LLVMValueRef two(lw *L, genx_id id, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef args[2] = {a, b};
    return genx_build(L->b, L->mod, id, LLVMTypeOf(a), args, 2, "");
}

static LLVMValueRef carry_pair(lw *L, LLVMValueRef s, unsigned field, bool sub) {
    assert(LLVMIsACallInst(s) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(s, 0), b = LLVMGetOperand(s, 1);
    if (field == 1)
        return sub ? lo_sub(L, a, b) : lo_add(L, a, b);
    return two(L, sub ? GENX_BORROW : GENX_CARRY, a, b);
}

// {carry, sum} of three operands: the carries of the two additions are added.
static LLVMValueRef add3_pair(lw *L, LLVMValueRef s, unsigned field) {
    assert(LLVMIsACallInst(s) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(s, 0), b = LLVMGetOperand(s, 1), c = LLVMGetOperand(s, 2), ab = lo_add(L, a, b);
    if (field == 1)
        return lo_add(L, ab, c);
    LLVMValueRef first = two(L, GENX_CARRY, a, b), second = two(L, GENX_CARRY, ab, c);
    return lo_add(L, first, second);
}

// {high, low} of a * b + c.
static LLVMValueRef mad_pair(lw *L, LLVMValueRef s, unsigned field, bool sign) {
    assert(LLVMIsACallInst(s) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(s, 0), b = LLVMGetOperand(s, 1), c = LLVMGetOperand(s, 2), lo = lo_mul(L, a, b);
    bool zero = LLVMIsConstant(c) && LLVMIsNull(c);
    if (field == 1)
        return zero ? lo : lo_add(L, lo, c);
    LLVMValueRef hi = lo_mulh(L, a, b, sign);
    if (zero)
        return hi;
    hi = lo_add(L, hi, two(L, GENX_CARRY, lo, c));
    return sign ? lo_add(L, hi, lo_by(L, LLVMAShr, c, 31)) : hi;
}

typedef struct overflow_row {
    const char *name;
    LLVMOpcode op;
    bool sign;
} overflow_row;

static const overflow_row overflow_rows[] = {
    {"sadd.with.overflow", LLVMAdd, true}, {"uadd.with.overflow", LLVMAdd, false},
    {"ssub.with.overflow", LLVMSub, true}, {"usub.with.overflow", LLVMSub, false},
    {"smul.with.overflow", LLVMMul, true}, {"umul.with.overflow", LLVMMul, false},
};

// Does the full product not fit? Its upper half then differs from the extension of its lower half.
static LLVMValueRef mul_overflows(lw *L, LLVMValueRef a, LLVMValueRef b, bool sign, unsigned bits) {
    if (bits == 64) {
        // Divide back: correct for every a except 0, which never overflows, and INT64_MIN * -1.
        LLVMValueRef p = lo_mul(L, a, b), zero = lo_int(a, 0), one = lo_int(a, 1);
        LLVMValueRef none = lw_compare64(L, LLVMIntEQ, a, zero), safe = lo_select(L, none, one, a);
        if (!sign) {
            LLVMValueRef q = lo_op(L, LLVMUDiv, p, safe);
            LLVMValueRef some = lo_not(L, none), differs = lw_compare64(L, LLVMIntNE, q, b);
            return lo_and(L, some, differs);
        }
        LLVMValueRef minus = lw_compare64(L, LLVMIntEQ, a, lo_int(a, ~0ull));
        LLVMValueRef q = lo_op(L, LLVMSDiv, p, lo_select(L, minus, one, safe));
        LLVMValueRef usual = lo_not(L, lo_or(L, none, minus)), differs = lw_compare64(L, LLVMIntNE, q, b);
        LLVMValueRef other = lo_and(L, usual, differs);
        return lo_or(L, other, lo_and(L, minus, lw_compare64(L, LLVMIntEQ, b, lo_int(b, 1ull << 63))));
    }
    if (bits == 32) {
        LLVMValueRef hi = lo_mulh(L, a, b, sign);
        LLVMValueRef want = sign ? lo_by(L, LLVMAShr, lo_mul(L, a, b), 31) : lo_int(a, 0);
        return lo_cmp(L, LLVMIntNE, hi, want);
    }
    LLVMValueRef x = lo_resize(L, a, 32, sign), y = lo_resize(L, b, 32, sign), full = lo_mul(L, x, y);
    return lo_cmp(L, LLVMIntNE, full, lo_resize(L, lo_resize(L, full, bits, sign), 32, sign));
}

// For a width that no register has: with a's bits at the top of a register, the wide product wraps exactly if the
// narrow one does.
static LLVMValueRef odd_mul_overflows(lw *L, LLVMValueRef a, LLVMValueRef b, bool sign) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(a));
    LLVMValueRef x = lw_widened(L, a, sign), y = lw_widened(L, b, sign);
    unsigned to = genx_elt_bits(LLVMTypeOf(x));
    return mul_overflows(L, lo_by(L, LLVMShl, x, to - bits), y, sign, to);
}

static LLVMValueRef overflow_bit(lw *L, const overflow_row *r, LLVMValueRef a, LLVMValueRef b) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(a));
    if (r->op == LLVMMul && lw_is_odd(LLVMTypeOf(a)))
        return odd_mul_overflows(L, a, b, r->sign);
    if (r->op == LLVMMul)
        return mul_overflows(L, a, b, r->sign, bits);
    if (!r->sign) {
        bool sub = r->op == LLVMSub;
        return lo_cmp(L, LLVMIntULT, sub ? a : lo_add(L, a, b), sub ? b : a);
    }
    if (bits < 32) {
        LLVMValueRef x = lo_resize(L, a, 32, true), y = lo_resize(L, b, 32, true), full = lo_op(L, r->op, x, y);
        return lo_cmp(L, LLVMIntNE, full, lo_resize(L, lo_resize(L, full, bits, true), 32, true));
    }
    // A sum wraps if its sign differs from those of a and b; a difference, if a's sign differs from those of b and the
    // result.
    LLVMValueRef v = lo_op(L, r->op, a, b), x = lo_xor(L, a, v);
    LLVMValueRef y = r->op == LLVMSub ? lo_xor(L, a, b) : lo_xor(L, b, v);
    LLVMValueRef both = lo_and(L, x, y);
    return lo_cmp(L, LLVMIntSLT, both, lo_int(both, 0));
}

static LLVMValueRef overflow_pair(lw *L, LLVMValueRef s, unsigned field) {
    for (size_t i = 0; i < sizeof(overflow_rows) / sizeof(*overflow_rows); i++) {
        const overflow_row *r = &overflow_rows[i];
        if (!bale_is_llvm(s, r->name))
            continue;
        LLVMValueRef a = LLVMGetOperand(s, 0), b = LLVMGetOperand(s, 1);
        return field == 0 ? lo_op(L, r->op, a, b) : overflow_bit(L, r, a, b);
    }
    return NULL;
}

// {fraction in [0.5, 1), exponent} of x; for zero, infinity and NaN, x itself and 0. Halves and bfloats go through
// float.
static LLVMValueRef frexp_pair(lw *L, LLVMValueRef v, LLVMValueRef x, unsigned field) {
    LLVMTypeRef t = LLVMTypeOf(x);
    if (genx_elt_bits(t) == 16) {
        LLVMValueRef wide = LLVMBuildFPExt(L->b, x, lw_like(t, LLVMFloatTypeInContext(L->c)), "");
        LLVMValueRef r = frexp_pair(L, v, wide, field);
        return field == 0 ? LLVMBuildFPTrunc(L->b, r, t, "") : r;
    }
    unsigned mantissa = genx_elt_bits(t) == 64 ? 52 : 23;
    uint64_t all = genx_elt_bits(t) == 64 ? 2047 : 255, half = all / 2 - 1; // half: the exponent field of 0.5
    LLVMValueRef i = LLVMBuildBitCast(L->b, x, lo_ints(L, t, genx_elt_bits(t)), "");
    LLVMValueRef e = lo_resize(L, lo_and(L, lo_by(L, LLVMLShr, i, mantissa), lo_int(i, all)), 32, false);
    LLVMValueRef low = lo_cmp(L, LLVMIntEQ, e, lo_int(e, 0)), top = lo_cmp(L, LLVMIntEQ, e, lo_int(e, all));
    LLVMValueRef is_x = lo_or(L, low, top);
    if (field == 1)
        return lo_resize(L, lo_select(L, is_x, lo_int(e, 0), lo_sub(L, e, lo_int(e, half))),
                         genx_elt_bits(LLVMTypeOf(v)), true);
    LLVMValueRef f = lo_or(L, lo_and(L, i, lo_int(i, ~(all << mantissa))), lo_int(i, half << mantissa));
    return lo_select(L, is_x, x, LLVMBuildBitCast(L->b, f, t, ""));
}

LLVMValueRef lw_pair(lw *L, LLVMValueRef v) {
    if (!LLVMIsAExtractValueInst(v) || LLVMGetNumIndices(v) != 1)
        return NULL;
    LLVMValueRef s = LLVMGetOperand(v, 0);
    unsigned field = LLVMGetIndices(v)[0];
    switch (genx_call_id(s)) {
    case GENX_ADDC:
    case GENX_SUBB:
        return carry_pair(L, s, field, genx_call_id(s) == GENX_SUBB);
    case GENX_ADD3C:
        return add3_pair(L, s, field);
    case GENX_SIMAD:
    case GENX_UIMAD:
        return mad_pair(L, s, field, genx_call_id(s) == GENX_SIMAD);
    default:
        if (bale_is_llvm(s, "frexp"))
            return frexp_pair(L, v, LLVMGetOperand(s, 0), field);
        return LLVMIsACallInst(s) ? overflow_pair(L, s, field) : NULL;
    }
}
