// SPDX-License-Identifier: MIT
// Part of gx_lower: 64-bit integer compares, minimum, maximum and products as operations on the dword halves. Sums,
// logic, constant shifts and extensions stay: selection has them in one piece.

#include "lower_priv.h"

typedef struct halves {
    LLVMValueRef lo, hi;
} halves;

static LLVMValueRef constant_half(lw *L, LLVMValueRef c, unsigned shift) {
    LLVMTypeRef t = LLVMTypeOf(c), i32 = lw_int(L, 32);
    LLVMValueRef e[64];
    uint32_t n = genx_lanes(t);
    for (uint32_t k = 0; k < n && k < 64; k++) {
        uint64_t bits = 0;
        bool undef = true;
        genx_const_lane(c, k, &bits, &undef);
        e[k] = undef ? LLVMGetUndef(i32) : LLVMConstInt(i32, bits >> shift & 0xffffffffu, 0);
    }
    return genx_is_vec(t) ? LLVMConstVector(e, n) : e[0];
}

static halves split(lw *L, LLVMValueRef x) {
    LLVMTypeRef t = LLVMTypeOf(x), i32 = lw_int(L, 32);
    uint32_t n = genx_lanes(t);
    if (LLVMIsConstant(x) && !LLVMIsAConstantExpr(x))
        return (halves){constant_half(L, x, 0), constant_half(L, x, 32)};
    if (LLVMGetTypeKind(genx_elt_type(t)) == LLVMPointerTypeKind)
        x = LLVMBuildPtrToInt(L->b, x, lw_like(t, lw_int(L, 64)), "");
    LLVMValueRef d = LLVMBuildBitCast(L->b, x, LLVMVectorType(i32, 2 * n), "");
    halves h;
    h.lo = lw_read_1d(L, d, 0, 2, n, !genx_is_vec(t));
    h.hi = lw_read_1d(L, d, 1, 2, n, !genx_is_vec(t));
    return h;
}

static LLVMValueRef join(lw *L, halves h, LLVMTypeRef t) {
    uint32_t n = genx_lanes(t);
    LLVMValueRef d = LLVMGetUndef(LLVMVectorType(lw_int(L, 32), 2 * n));
    genx_region r = {.vstride = 2 * n, .width = n, .stride = n > 1 ? 2 : 0, .off_const = true, .lanes = n, .elt_b = 4};
    d = genx_build_wr(L->b, L->mod, d, h.lo, &r, NULL);
    r.off_b = 4;
    d = genx_build_wr(L->b, L->mod, d, h.hi, &r, NULL);
    return LLVMBuildBitCast(L->b, d, t, "");
}

static LLVMValueRef cmp(lw *L, LLVMIntPredicate p, LLVMValueRef a, LLVMValueRef b) {
    return LLVMBuildICmp(L->b, p, a, b, "");
}

// Strict condition on the high halves, with the signedness asked for.
static LLVMIntPredicate strict(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntSGE:
        return LLVMIntSGT;
    case LLVMIntSLE:
        return LLVMIntSLT;
    case LLVMIntUGE:
        return LLVMIntUGT;
    case LLVMIntULE:
        return LLVMIntULT;
    default:
        return p;
    }
}

static LLVMIntPredicate as_unsigned(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntSGT:
        return LLVMIntUGT;
    case LLVMIntSGE:
        return LLVMIntUGE;
    case LLVMIntSLT:
        return LLVMIntULT;
    case LLVMIntSLE:
        return LLVMIntULE;
    default:
        return p;
    }
}

static LLVMValueRef compare(lw *L, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y) {
    halves a = split(L, x), b = split(L, y);
    if (p == LLVMIntEQ || p == LLVMIntNE) {
        LLVMValueRef lo = LLVMBuildXor(L->b, a.lo, b.lo, ""), hi = LLVMBuildXor(L->b, a.hi, b.hi, "");
        LLVMValueRef d = LLVMBuildOr(L->b, lo, hi, "");
        return cmp(L, p, d, LLVMConstNull(LLVMTypeOf(d)));
    }
    LLVMValueRef same = cmp(L, LLVMIntEQ, a.hi, b.hi);
    LLVMValueRef low = LLVMBuildAnd(L->b, same, cmp(L, as_unsigned(p), a.lo, b.lo), "");
    return LLVMBuildOr(L->b, low, cmp(L, strict(p), a.hi, b.hi), "");
}

static LLVMValueRef minmax(lw *L, LLVMValueRef v) {
    static const struct {
        const char *name;
        LLVMIntPredicate p;
    } rows[] = {{"smin", LLVMIntSLT}, {"smax", LLVMIntSGT}, {"umin", LLVMIntULT}, {"umax", LLVMIntUGT}};
    for (size_t i = 0; i < 4; i++)
        if (bale_is_llvm(v, rows[i].name)) {
            LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
            return LLVMBuildSelect(L->b, compare(L, rows[i].p, a, b), a, b, "");
        }
    return NULL;
}

// (a.hi:a.lo) * (b.hi:b.lo) mod 2^64.
static LLVMValueRef multiply(lw *L, LLVMValueRef v) {
    halves a = split(L, LLVMGetOperand(v, 0)), b = split(L, LLVMGetOperand(v, 1)), r;
    LLVMValueRef args[2] = {a.lo, b.lo};
    r.lo = LLVMBuildMul(L->b, a.lo, b.lo, "");
    r.hi = genx_build(L->b, L->mod, GENX_UMULH, LLVMTypeOf(a.lo), args, 2, 1, "");
    r.hi = LLVMBuildAdd(L->b, r.hi, LLVMBuildMul(L->b, a.lo, b.hi, ""), "");
    r.hi = LLVMBuildAdd(L->b, r.hi, LLVMBuildMul(L->b, a.hi, b.lo, ""), "");
    return join(L, r, LLVMTypeOf(v));
}

LLVMValueRef lw_int64(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(LLVMIsAICmpInst(v) ? LLVMGetOperand(v, 0) : v);
    if (genx_is_float(t) || genx_elt_bits(t) != 64 || genx_lanes(t) > 32)
        return NULL;
    if (LLVMIsAICmpInst(v))
        return compare(L, LLVMGetICmpPredicate(v), LLVMGetOperand(v, 0), LLVMGetOperand(v, 1));
    if (LLVMIsACallInst(v))
        return minmax(L, v);
    return LLVMGetInstructionOpcode(v) == LLVMMul ? multiply(L, v) : NULL;
}
