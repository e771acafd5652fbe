// SPDX-License-Identifier: MIT
// Part of gx_lower: 64-bit integer operations on dword halves: compares, minimum, maximum, products, shifts, bit
// counting, saturation. Sums, logic, constant shifts, selects and extensions stay, since selection supports them whole.

#include "lower_ops.h"

#include <assert.h>

static LLVMValueRef constant_half(lw *L, LLVMValueRef c, unsigned shift) {
    LLVMTypeRef t = LLVMTypeOf(c), i32 = lw_int(L, 32);
    uint32_t n = genx_lanes(t);
    LLVMValueRef *e = CMC_NEW_N(L->cx->arena, LLVMValueRef, n);
    if (!e)
        return LLVMGetUndef(lw_like(t, i32));
    for (uint32_t k = 0; k < n; k++) {
        uint64_t bits = 0;
        bool undef = true;
        genx_const_lane(c, k, &bits, &undef);
        e[k] = undef ? LLVMGetUndef(i32) : LLVMConstInt(i32, bits >> shift & 0xffffffffu, 0);
    }
    return genx_is_vec(t) ? LLVMConstVector(e, n) : e[0];
}

lw_halves lw_split(lw *L, LLVMValueRef x) {
    assert(genx_elt_bits(LLVMTypeOf(x)) == 64 && "halves are dwords");
    LLVMTypeRef t = LLVMTypeOf(x), i32 = lw_int(L, 32);
    uint32_t n = genx_lanes(t);
    if (LLVMIsConstant(x) && !LLVMIsAConstantExpr(x))
        return (lw_halves){constant_half(L, x, 0), constant_half(L, x, 32)};
    if (LLVMGetTypeKind(genx_elt_type(t)) == LLVMPointerTypeKind)
        x = LLVMBuildPtrToInt(L->b, x, lw_like(t, lw_int(L, 64)), "");
    LLVMValueRef d = LLVMBuildBitCast(L->b, x, LLVMVectorType(i32, 2 * n), "");
    lw_halves h;
    h.lo = lw_read_1d(L, d, 0, 2, n, !genx_is_vec(t));
    h.hi = lw_read_1d(L, d, 1, 2, n, !genx_is_vec(t));
    return h;
}

LLVMValueRef lw_join(lw *L, lw_halves h, LLVMTypeRef t) {
    assert(LLVMTypeOf(h.lo) == LLVMTypeOf(h.hi) && genx_elt_bits(t) == 64 && "two dwords make an element");
    uint32_t n = genx_lanes(t);
    LLVMValueRef d = LLVMGetUndef(LLVMVectorType(lw_int(L, 32), 2 * n));
    genx_region r = {.vstride = 2 * n, .width = n, .stride = n > 1 ? 2 : 0, .off_const = true, .lanes = n, .elt_b = 4};
    d = genx_build_wr(L->b, L->mod, d, h.lo, &r, NULL);
    r.off_b = 4;
    d = genx_build_wr(L->b, L->mod, d, h.hi, &r, NULL);
    return LLVMBuildBitCast(L->b, d, t, "");
}

// The strict form of the condition, with the same signedness, for the high halves.
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

LLVMValueRef lw_compare64(lw *L, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y) {
    assert(LLVMTypeOf(x) == LLVMTypeOf(y) && genx_elt_bits(LLVMTypeOf(x)) == 64 && "elements of 64 bits");
    lw_halves a = lw_split(L, x), b = lw_split(L, y);
    if (p == LLVMIntEQ || p == LLVMIntNE) {
        LLVMValueRef lo = LLVMBuildXor(L->b, a.lo, b.lo, ""), hi = LLVMBuildXor(L->b, a.hi, b.hi, "");
        LLVMValueRef d = LLVMBuildOr(L->b, lo, hi, "");
        return lo_cmp(L, p, d, LLVMConstNull(LLVMTypeOf(d)));
    }
    LLVMValueRef same = lo_cmp(L, LLVMIntEQ, a.hi, b.hi);
    LLVMValueRef low = LLVMBuildAnd(L->b, same, lo_cmp(L, as_unsigned(p), a.lo, b.lo), "");
    return LLVMBuildOr(L->b, low, lo_cmp(L, strict(p), a.hi, b.hi), "");
}

static LLVMValueRef minmax(lw *L, LLVMValueRef v) {
    static const struct {
        const char *name;
        LLVMIntPredicate p;
    } rows[] = {{"smin", LLVMIntSLT}, {"smax", LLVMIntSGT}, {"umin", LLVMIntULT}, {"umax", LLVMIntUGT}};
    for (size_t i = 0; i < 4; i++)
        if (bale_is_llvm(v, rows[i].name)) {
            LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
            return LLVMBuildSelect(L->b, lw_compare64(L, rows[i].p, a, b), a, b, "");
        }
    return NULL;
}

// A factor that its low 32 bits determine, by zero or sign extension.
typedef struct factor {
    LLVMValueRef lo; // NULL: they do not
    bool is_unsigned, is_signed;
} factor;

static factor factor_of_constant(lw *L, LLVMValueRef c) {
    factor f = {constant_half(L, c, 0), true, true};
    for (uint32_t k = 0; k < genx_lanes(LLVMTypeOf(c)); k++) {
        uint64_t bits;
        bool undef, known = genx_const_lane(c, k, &bits, &undef);
        f.is_unsigned &= known && (undef || bits <= UINT32_MAX);
        f.is_signed &= known && (undef || (int64_t)bits == (int32_t)bits);
    }
    return f;
}

static factor factor_of(lw *L, LLVMValueRef x) {
    uint64_t mask;
    if (LLVMIsConstant(x) && !LLVMIsAConstantExpr(x))
        return factor_of_constant(L, x);
    if (LLVMIsAZExtInst(x) || LLVMIsASExtInst(x)) {
        LLVMValueRef from = LLVMGetOperand(x, 0);
        bool sign = LLVMIsASExtInst(x) != NULL;
        unsigned bits = genx_elt_bits(LLVMTypeOf(from));
        if (bits >= 8 && bits <= 32 && !lw_is_odd(LLVMTypeOf(from)))
            return (factor){lo_resize(L, from, 32, sign), !sign, sign || bits < 32};
    }
    if (LLVMIsAInstruction(x) && LLVMGetInstructionOpcode(x) == LLVMAnd && LLVMIsConstant(LLVMGetOperand(x, 1)) &&
        genx_const_splat(LLVMGetOperand(x, 1), &mask) && mask <= UINT32_MAX)
        return (factor){lw_split(L, x).lo, true, mask <= INT32_MAX};
    return (factor){0};
}

// A product of two 32-bit numbers: low half and high half.
static LLVMValueRef multiply_narrow(lw *L, LLVMValueRef v) {
    factor a = factor_of(L, LLVMGetOperand(v, 0)), b = factor_of(L, LLVMGetOperand(v, 1));
    bool sign = a.is_signed && b.is_signed;
    if (!sign && !(a.is_unsigned && b.is_unsigned))
        return NULL;
    LLVMValueRef lo = lo_mul(L, a.lo, b.lo), hi = lo_mulh(L, a.lo, b.lo, sign);
    return lw_join(L, (lw_halves){lo, hi}, LLVMTypeOf(v));
}

// (a.hi:a.lo) * (b.hi:b.lo) mod 2^64.
static LLVMValueRef multiply(lw *L, LLVMValueRef v) {
    LLVMValueRef narrow = multiply_narrow(L, v);
    if (narrow)
        return narrow;
    lw_halves a = lw_split(L, LLVMGetOperand(v, 0)), b = lw_split(L, LLVMGetOperand(v, 1)), r;
    r.lo = lo_mul(L, a.lo, b.lo);
    r.hi = lo_mulh(L, a.lo, b.lo, false);
    if (!LLVMIsConstant(b.hi) || !LLVMIsNull(b.hi))
        r.hi = lo_add(L, r.hi, lo_mul(L, a.lo, b.hi));
    r.hi = lo_add(L, r.hi, lo_mul(L, a.hi, b.lo));
    return lw_join(L, r, LLVMTypeOf(v));
}

// Shifts by a variable count. Bits that cross between the halves are shifted in two steps, so that no count reaches 32.
static LLVMValueRef variable_shift(lw *L, LLVMValueRef v, LLVMOpcode o) {
    lw_halves x = lw_split(L, LLVMGetOperand(v, 0)), r;
    LLVMValueRef count = lw_split(L, LLVMGetOperand(v, 1)).lo;
    LLVMValueRef n = lo_and(L, count, lo_int(count, 31)), rest = lo_xor(L, n, lo_int(n, 31));
    LLVMValueRef far = lo_cmp(L, LLVMIntNE, lo_and(L, count, lo_int(count, 32)), lo_int(count, 0));
    LLVMValueRef zero = lo_int(count, 0);
    if (o == LLVMShl) {
        LLVMValueRef lo = lo_op(L, LLVMShl, x.lo, n);
        LLVMValueRef over = lo_op(L, LLVMLShr, lo_by(L, LLVMLShr, x.lo, 1), rest);
        r.hi = lo_select(L, far, lo, lo_or(L, lo_op(L, LLVMShl, x.hi, n), over));
        r.lo = lo_select(L, far, zero, lo);
    } else {
        LLVMValueRef hi = lo_op(L, o, x.hi, n), top = o == LLVMAShr ? lo_by(L, LLVMAShr, x.hi, 31) : zero;
        LLVMValueRef over = lo_op(L, LLVMShl, lo_by(L, LLVMShl, x.hi, 1), rest);
        r.lo = lo_select(L, far, hi, lo_or(L, lo_op(L, LLVMLShr, x.lo, n), over));
        r.hi = lo_select(L, far, top, hi);
    }
    return lw_join(L, r, LLVMTypeOf(v));
}

// Zero-extends a 32-bit result to 64 bits.
static LLVMValueRef from_low(lw *L, LLVMValueRef lo, LLVMTypeRef t) {
    return lw_join(L, (lw_halves){lo, LLVMConstNull(LLVMTypeOf(lo))}, t);
}

static LLVMValueRef count_bits(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    if (bale_is_llvm(v, "ctpop")) {
        lw_halves x = lw_split(L, LLVMGetOperand(v, 0));
        LLVMValueRef lo = lo_call1(L, "llvm.ctpop", x.lo), hi = lo_call1(L, "llvm.ctpop", x.hi);
        return from_low(L, lo_add(L, lo, hi), t);
    }
    bool lead = bale_is_llvm(v, "ctlz"), trail = bale_is_llvm(v, "cttz");
    if (!lead && !trail)
        return NULL;
    lw_halves x = lw_split(L, LLVMGetOperand(v, 0));
    LLVMValueRef first = lead ? x.hi : x.lo, second = lead ? x.lo : x.hi;
    LLVMValueRef zero = LLVMConstInt(lw_int(L, 1), 0, 0);
    const char *name = lead ? "llvm.ctlz" : "llvm.cttz";
    LLVMValueRef a = lo_call2(L, name, first, zero), b = lo_call2(L, name, second, zero);
    LLVMValueRef none = lo_cmp(L, LLVMIntEQ, first, lo_int(first, 0));
    return from_low(L, lo_select(L, none, lo_add(L, b, lo_int(b, 32)), a), t);
}

// Reverses bits or bytes: each half is reversed, and the halves are swapped.
static LLVMValueRef reversed(lw *L, LLVMValueRef v) {
    const char *name = bale_is_llvm(v, "bitreverse") ? "llvm.bitreverse"
                       : bale_is_llvm(v, "bswap")    ? "llvm.bswap"
                                                     : NULL;
    if (!name)
        return NULL;
    lw_halves x = lw_split(L, LLVMGetOperand(v, 0));
    LLVMValueRef lo = lo_call1(L, name, x.hi), hi = lo_call1(L, name, x.lo);
    return lw_join(L, (lw_halves){lo, hi}, LLVMTypeOf(v));
}

static LLVMValueRef absolute(lw *L, LLVMValueRef v) {
    if (!bale_is_llvm(v, "abs"))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    lw_halves h = lw_split(L, x);
    LLVMValueRef sign = lo_by(L, LLVMAShr, h.hi, 31);
    LLVMValueRef all = lw_join(L, (lw_halves){sign, sign}, LLVMTypeOf(x));
    return lo_sub(L, lo_xor(L, x, all), all);
}

// Saturating sums and differences.
static LLVMValueRef saturated(lw *L, LLVMValueRef v) {
    static const struct {
        const char *name;
        bool sub, sign;
    } rows[] = {
        {"uadd.sat", false, false}, {"sadd.sat", false, true}, {"usub.sat", true, false}, {"ssub.sat", true, true}};
    LLVMValueRef a = LLVMGetOperand(v, 0), b;
    for (size_t i = 0; i < 4; i++) {
        if (!bale_is_llvm(v, rows[i].name))
            continue;
        b = LLVMGetOperand(v, 1);
        LLVMValueRef r = rows[i].sub ? lo_sub(L, a, b) : lo_add(L, a, b);
        if (!rows[i].sign) {
            LLVMValueRef wraps = rows[i].sub ? lw_compare64(L, LLVMIntULT, a, b) : lw_compare64(L, LLVMIntULT, r, a);
            return lo_select(L, wraps, lo_int(r, rows[i].sub ? 0 : ~0ull), r);
        }
        // A sum wraps if its sign differs from those of both operands. A difference wraps if its sign differs from a's
        // and the signs of a and b differ.
        lw_halves ah = lw_split(L, a), bh = lw_split(L, b), rh = lw_split(L, r);
        LLVMValueRef x = lo_xor(L, ah.hi, rh.hi),
                     y = lo_xor(L, rows[i].sub ? ah.hi : bh.hi, rows[i].sub ? bh.hi : rh.hi);
        LLVMValueRef wraps = lo_cmp(L, LLVMIntSLT, lo_and(L, x, y), lo_int(x, 0));
        LLVMValueRef sign = lo_by(L, LLVMAShr, ah.hi, 31);
        LLVMValueRef lo = lo_not(L, sign), hi = lo_xor(L, sign, lo_int(sign, 0x7fffffff));
        return lo_select(L, wraps, lw_join(L, (lw_halves){lo, hi}, LLVMTypeOf(r)), r);
    }
    return NULL;
}

static LLVMValueRef call64(lw *L, LLVMValueRef v) {
    static const lw_rule forms[] = {minmax, count_bits, reversed, absolute, saturated};
    for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++) {
        LLVMValueRef r = forms[i](L, v);
        if (r)
            return r;
    }
    return NULL;
}

// Is x a vector whose dwords are contiguous in registers, or a constant with equal halves?
static bool is_dwords(LLVMValueRef x) {
    uint64_t bits;
    if (LLVMIsConstant(x))
        return genx_const_splat(x, &bits) && (uint32_t)bits == bits >> 32;
    return !genx_is_rdregion(x) && !LLVMIsAShuffleVectorInst(x) && !LLVMIsAInsertElementInst(x);
}

// And, or, xor of whole vectors work on contiguous dwords, not on halves with a stride of two.
static LLVMValueRef logic_on_dwords(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v), d = LLVMVectorType(lw_int(L, 32), 2 * genx_lanes(t));
    LLVMValueRef ops[2];
    for (unsigned k = 0; k < 2; k++) {
        uint64_t bits = 0;
        ops[k] = LLVMGetOperand(v, k);
        if (!genx_is_vec(t) || !is_dwords(ops[k]))
            return NULL;
        bool splat = LLVMIsConstant(ops[k]) && genx_const_splat(ops[k], &bits);
        ops[k] = splat ? lw_const(d, (uint32_t)bits) : LLVMBuildBitCast(L->b, ops[k], d, "");
    }
    return LLVMBuildBitCast(L->b, lo_op(L, LLVMGetInstructionOpcode(v), ops[0], ops[1]), t, "");
}

LLVMValueRef lw_int64(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(LLVMIsAICmpInst(v) ? LLVMGetOperand(v, 0) : v);
    if (genx_is_float(t) || genx_elt_bits(t) != 64)
        return NULL;
    if (LLVMIsAICmpInst(v))
        return lw_compare64(L, LLVMGetICmpPredicate(v), LLVMGetOperand(v, 0), LLVMGetOperand(v, 1));
    if (LLVMIsACallInst(v))
        return call64(L, v);
    uint64_t n;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    switch (o) {
    case LLVMMul:
        return multiply(L, v);
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        if (LLVMIsConstant(LLVMGetOperand(v, 1)) && genx_const_splat(LLVMGetOperand(v, 1), &n))
            return NULL;
        return variable_shift(L, v, o);
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return logic_on_dwords(L, v);
    default:
        return NULL;
    }
}
