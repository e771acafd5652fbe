// SPDX-License-Identifier: MIT
// Part of gx_lower: predicates live in flag registers. Only compares write a flag, and only predication reads it. All
// other uses go through words of 1 and 0.

#include "lower_priv.h"

#include <assert.h>

// Converts predicates to integers and floats, and integers to predicates.
LLVMValueRef lw_bool_cast(lw *L, LLVMValueRef v) {
    if (!LLVMIsACastInst(v) || LLVMIsABitCastInst(v))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (genx_is_bool(t) && LLVMIsATruncInst(v)) {
        LLVMTypeRef xt = LLVMTypeOf(x);
        LLVMValueRef bit = LLVMBuildAnd(L->b, x, lw_const(xt, 1), "");
        return LLVMBuildICmp(L->b, LLVMIntNE, bit, LLVMConstNull(xt), "");
    }
    if (!genx_is_bool(LLVMTypeOf(x)) || genx_is_bool(t))
        return NULL;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    LLVMValueRef one = genx_is_float(t) ? lw_real(t, o == LLVMSIToFP ? -1.0 : 1.0)
                       : o == LLVMSExt  ? lw_const(t, ~0ull)
                                        : lw_const(t, 1);
    return LLVMBuildSelect(L->b, x, one, LLVMConstNull(t), "");
}

// A compare of predicates, which lower-switch builds for a switch on one, becomes a compare of words. As a signed
// number true is -1.
LLVMValueRef lw_bool_compare(lw *L, LLVMValueRef v) {
    if (!LLVMIsAICmpInst(v) || !genx_is_bool(LLVMTypeOf(LLVMGetOperand(v, 0))))
        return NULL;
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    LLVMValueRef a = lw_to_words(L, LLVMGetOperand(v, 0)), b = lw_to_words(L, LLVMGetOperand(v, 1));
    bool is_signed = p == LLVMIntSGT || p == LLVMIntSGE || p == LLVMIntSLT || p == LLVMIntSLE;
    return LLVMBuildICmp(L->b, p, is_signed ? b : a, is_signed ? a : b, "");
}

static LLVMValueRef reduce(lw *L, genx_id id, LLVMValueRef m) {
    return genx_build(L->b, L->mod, id, lw_int(L, 1), &m, 1, "");
}

// A test of all lanes: a bitcast from <n x i1> to iN compared with 0 or -1, or one of LLVM's reductions of predicates.
LLVMValueRef lw_mask_test(lw *L, LLVMValueRef v) {
    bool any = bale_is_llvm(v, "vector.reduce.or") || bale_is_llvm(v, "vector.reduce.umax") ||
               bale_is_llvm(v, "vector.reduce.smin");
    bool all = bale_is_llvm(v, "vector.reduce.and") || bale_is_llvm(v, "vector.reduce.umin") ||
               bale_is_llvm(v, "vector.reduce.smax") || bale_is_llvm(v, "vector.reduce.mul");
    if ((any || all) && genx_is_bool(LLVMTypeOf(LLVMGetOperand(v, 0))))
        return reduce(L, any ? GENX_ANY : GENX_ALL, LLVMGetOperand(v, 0));
    if (!LLVMIsAICmpInst(v))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0), c = LLVMGetOperand(v, 1);
    LLVMIntPredicate p = LLVMGetICmpPredicate(v);
    if (!LLVMIsABitCastInst(x) || genx_is_vec(LLVMTypeOf(x)) || !LLVMIsConstant(c) ||
        (p != LLVMIntEQ && p != LLVMIntNE))
        return NULL;
    LLVMValueRef m = LLVMGetOperand(x, 0);
    if (!genx_is_bool(LLVMTypeOf(m)) || !genx_is_vec(LLVMTypeOf(m)))
        return NULL;
    bool zero = LLVMIsNull(c), ones = c == LLVMConstAllOnes(LLVMTypeOf(c));
    bool number = genx_lanes(LLVMTypeOf(m)) > 16 && !genx_single_use(x); // it exists anyway: compare it
    if ((!zero && !ones) || number)
        return NULL;
    LLVMValueRef r = reduce(L, zero ? GENX_ANY : GENX_ALL, m);
    return (p == LLVMIntEQ) == zero ? LLVMBuildXor(L->b, r, lw_const(lw_int(L, 1), 1), "") : r;
}

// any(m) or all(m) in n lanes: m's bits as a number, compared in every lane. NULL if m does not have 16 or 32 lanes.
static LLVMValueRef splat_mask_test(lw *L, LLVMValueRef c, uint32_t n) {
    genx_id id = genx_call_id(c);
    LLVMValueRef m = id == GENX_ANY || id == GENX_ALL ? LLVMGetOperand(c, 0) : NULL;
    uint32_t bits = m ? genx_lanes(LLVMTypeOf(m)) : 0;
    if (bits != 16 && bits != 32)
        return NULL;
    LLVMTypeRef t = lw_int(L, bits);
    LLVMValueRef all = lw_splat(L, LLVMBuildBitCast(L->b, m, t, ""), n);
    return LLVMBuildICmp(L->b, id == GENX_ANY ? LLVMIntNE : LLVMIntEQ, all,
                         lw_const(LLVMVectorType(t, n), id == GENX_ANY ? 0 : UINT64_MAX), "");
}

// Broadcasts a scalar condition: a compare is repeated on vectors; any other condition goes through a word.
static LLVMValueRef splat_condition(lw *L, LLVMValueRef c, uint32_t n) {
    if (LLVMIsAICmpInst(c) || LLVMIsAFCmpInst(c)) {
        LLVMValueRef ops[2];
        for (unsigned k = 0; k < 2; k++) {
            ops[k] = LLVMGetOperand(c, k);
            uint64_t bits;
            LLVMTypeRef t = LLVMTypeOf(ops[k]);
            if (LLVMGetTypeKind(t) == LLVMPointerTypeKind || genx_elt_bits(t) == 64)
                break;
            if (LLVMIsAConstantInt(ops[k]) && genx_const_u64(ops[k], &bits))
                ops[k] = lw_const(LLVMVectorType(t, n), bits);
            else
                ops[k] = lw_splat(L, ops[k], n);
            if (k == 1)
                return LLVMIsAICmpInst(c) ? LLVMBuildICmp(L->b, LLVMGetICmpPredicate(c), ops[0], ops[1], "")
                                          : LLVMBuildFCmp(L->b, LLVMGetFCmpPredicate(c), ops[0], ops[1], "");
        }
    }
    LLVMValueRef test = splat_mask_test(L, c, n);
    return test ? test : lw_from_words(L, lw_splat(L, lw_to_words(L, c), n));
}

// A write of several lanes under one condition: the condition in each of them.
LLVMValueRef lw_masked_write(lw *L, LLVMValueRef v) {
    genx_region r;
    if (!genx_is_wrregion(v) || !genx_region_of(v, &r) || r.lanes == 1)
        return NULL;
    LLVMValueRef c = LLVMGetOperand(v, GENX_WR_MASK);
    if (genx_is_vec(LLVMTypeOf(c)) || LLVMIsConstant(c))
        return NULL;
    LLVMValueRef mask = splat_condition(L, c, r.lanes);
    return genx_build_wr(L->b, L->mod, LLVMGetOperand(v, GENX_WR_OLD), LLVMGetOperand(v, GENX_WR_NEW), &r, mask);
}

LLVMValueRef lw_select(lw *L, LLVMValueRef v) {
    if (!LLVMIsASelectInst(v))
        return NULL;
    LLVMValueRef c = LLVMGetOperand(v, 0), a = LLVMGetOperand(v, 1), b = LLVMGetOperand(v, 2);
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMIsUndef(a))
        return b;
    if (LLVMIsUndef(b))
        return a;
    if (genx_is_vec(t) && !genx_is_vec(LLVMTypeOf(c))) {
        LLVMValueRef m = LLVMIsConstant(c) ? NULL : splat_condition(L, c, genx_lanes(t));
        return m ? LLVMBuildSelect(L->b, m, a, b, "") : LLVMIsNull(c) ? b : a;
    }
    if (!genx_is_bool(t))
        return NULL;
    uint64_t bits;
    if (LLVMIsConstant(b) && genx_const_splat(b, &bits) && !(bits & 1))
        return LLVMBuildAnd(L->b, c, a, "");
    if (LLVMIsConstant(a) && genx_const_splat(a, &bits) && (bits & 1))
        return LLVMBuildOr(L->b, c, b, "");
    return NULL;
}

// If v is a select of a value or zero under a mask, with no other use: the number (1 or 2) of the operand that is not
// zero. Else 0.
static unsigned value_or_zero(LLVMValueRef v) {
    if (!LLVMIsASelectInst(v) || !genx_single_use(v) || !genx_is_vec(LLVMTypeOf(LLVMGetOperand(v, 0))) ||
        LLVMIsConstant(LLVMGetOperand(v, 0)))
        return 0;
    for (unsigned k = 2; k > 0; k--)
        if (LLVMIsConstant(LLVMGetOperand(v, k)) && LLVMIsNull(LLVMGetOperand(v, k)))
            return 3 - k;
    return 0;
}

// x + (mask ? y : 0): a predicated add to the lanes of x under the mask. The same holds for differences, or and xor.
LLVMValueRef lw_masked_sum(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMOpcode o = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMRet;
    unsigned bits = genx_elt_bits(t);
    if ((o != LLVMAdd && o != LLVMSub && o != LLVMOr && o != LLVMXor) || !genx_is_vec(t) || (bits != 16 && bits != 32))
        return NULL;
    unsigned k = value_or_zero(LLVMGetOperand(v, 1)) ? 1 : 0;
    LLVMValueRef x = LLVMGetOperand(v, 1 - k), sel = LLVMGetOperand(v, k);
    unsigned value = value_or_zero(sel);
    if (!value || (o == LLVMSub && k == 0) || LLVMIsConstant(x))
        return NULL;
    LLVMValueRef sum = LLVMBuildBinOp(L->b, o, x, LLVMGetOperand(sel, value), ""), mask = LLVMGetOperand(sel, 0);
    mask = value == 1 ? mask : LLVMBuildXor(L->b, mask, lw_const(LLVMTypeOf(mask), 1), "");
    uint32_t n = genx_lanes(t);
    genx_region whole = genx_row_region(n, 0, bits / 8);
    return genx_build_wr(L->b, L->mod, x, sum, &whole, mask);
}

// Lowers compares that the hardware has no condition for.
LLVMValueRef lw_fcmp(lw *L, LLVMValueRef v) {
    if (!LLVMIsAFCmpInst(v))
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1), x, y;
    LLVMTypeRef t = LLVMTypeOf(v);
    switch (LLVMGetFCmpPredicate(v)) {
    case LLVMRealPredicateTrue:
        return lw_const(t, 1);
    case LLVMRealPredicateFalse:
        return lw_const(t, 0);
    case LLVMRealONE:
    case LLVMRealUEQ:
        x = LLVMBuildFCmp(L->b, LLVMRealOLT, a, b, "");
        y = LLVMBuildFCmp(L->b, LLVMRealOGT, a, b, "");
        x = LLVMBuildOr(L->b, x, y, "");
        return LLVMGetFCmpPredicate(v) == LLVMRealONE ? x : LLVMBuildXor(L->b, x, lw_const(t, 1), "");
    case LLVMRealORD:
    case LLVMRealUNO: {
        bool ord = LLVMGetFCmpPredicate(v) == LLVMRealORD;
        LLVMRealPredicate p = ord ? LLVMRealOEQ : LLVMRealUNE;
        x = LLVMBuildFCmp(L->b, p, a, a, "");
        if (LLVMIsConstant(b) || a == b)
            return x;
        y = LLVMBuildFCmp(L->b, p, b, b, "");
        return ord ? LLVMBuildAnd(L->b, x, y, "") : LLVMBuildOr(L->b, x, y, "");
    }
    default:
        return NULL;
    }
}

// Can the lanes be the bits of a number? Then one move copies them from a flag register, and one move back.
static bool is_number(LLVMTypeRef t) {
    return genx_is_vec(t) && (genx_lanes(t) == 16 || genx_lanes(t) == 32);
}

static LLVMValueRef carried(lw *L, LLVMValueRef m, LLVMTypeRef t) {
    if (lw_is_odd(LLVMTypeOf(m)))
        return LLVMIsUndef(m) ? LLVMGetUndef(t) : lw_widened(L, m, false);
    if (genx_is_vec(t) || !genx_is_vec(LLVMTypeOf(m)))
        return lw_to_words(L, m);
    return LLVMIsUndef(m) ? LLVMConstNull(t) : LLVMBuildBitCast(L->b, m, t, "");
}

static void lower_phi(lw *L, LLVMValueRef p) {
    assert(LLVMIsAPHINode(p) && "lw_bool_phis walks PHIs");
    bool odd = lw_is_odd(LLVMTypeOf(p)), number = !odd && is_number(LLVMTypeOf(p));
    LLVMTypeRef e = lw_int(L, odd ? lw_legal_bits(genx_elt_bits(LLVMTypeOf(p))) : 16);
    LLVMTypeRef t = number ? lw_int(L, genx_lanes(LLVMTypeOf(p))) : lw_like(LLVMTypeOf(p), e);
    LLVMPositionBuilderBefore(L->b, p);
    LLVMValueRef w = LLVMBuildPhi(L->b, t, "");
    unsigned n = LLVMCountIncoming(p);
    for (unsigned k = 0; k < n; k++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(p, k);
        LLVMPositionBuilderBefore(L->b, LLVMGetBasicBlockTerminator(from));
        LLVMValueRef x = carried(L, LLVMGetIncomingValue(p, k), t);
        LLVMAddIncoming(w, &x, &from, 1);
    }
    LLVMValueRef at = p;
    while (LLVMIsAPHINode(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(L->b, at);
    LLVMValueRef back = odd ? LLVMBuildTrunc(L->b, w, LLVMTypeOf(p), "") : NULL;
    if (!odd)
        back = number ? LLVMBuildBitCast(L->b, w, LLVMTypeOf(p), "") : lw_from_words(L, w);
    LLVMReplaceAllUsesWith(p, back);
    LLVMInstructionEraseFromParent(p);
}

bool lw_bool_phis(lw *L, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_phi_safe(bb, p, next) {
            if (!genx_is_bool(LLVMTypeOf(p)) && !lw_is_odd(LLVMTypeOf(p)))
                continue;
            lower_phi(L, p);
            changed = true;
        }
    }
    return changed;
}
