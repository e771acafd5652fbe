// SPDX-License-Identifier: MIT
// gx_lower_spirv: integers, predicates, atomics and pointers.

#include "spirv_priv.h"

#define BUILD(name) LLVMValueRef spirv_##name(spirv *s, LLVMValueRef *a, LLVMTypeRef t)

static LLVMValueRef shift_1(spirv *s, LLVMValueRef x, bool sign) {
    return sp_op(s, sign ? LLVMAShr : LLVMLShr, x, sp_int(LLVMTypeOf(x), 1));
}

BUILD(same) {
    (void)s, (void)t;
    return a[0];
}

// Means, rounded down or up; x + y may wrap.
static LLVMValueRef mean(spirv *s, LLVMValueRef *a, bool sign, bool up) {
    LLVMValueRef half = shift_1(s, sp_op(s, LLVMXor, a[0], a[1]), sign);
    return up ? sp_op(s, LLVMSub, sp_op(s, LLVMOr, a[0], a[1]), half)
              : sp_op(s, LLVMAdd, sp_op(s, LLVMAnd, a[0], a[1]), half);
}

static LLVMValueRef difference(spirv *s, LLVMValueRef *a, bool sign) {
    LLVMValueRef high = sp_call2(s, sign ? "llvm.smax" : "llvm.umax", a[0], a[1]);
    return sp_op(s, LLVMSub, high, sp_call2(s, sign ? "llvm.smin" : "llvm.umin", a[0], a[1]));
}

static LLVMValueRef clamp(spirv *s, LLVMValueRef *a, bool sign) {
    LLVMValueRef x = sp_call2(s, sign ? "llvm.smax" : "llvm.umax", a[0], a[1]);
    return sp_call2(s, sign ? "llvm.smin" : "llvm.umin", x, a[2]);
}

// The product of the lower 24 bits; NULL for other widths than 32.
static LLVMValueRef product_24(spirv *s, LLVMValueRef *a, bool sign) {
    LLVMTypeRef t = LLVMTypeOf(a[0]);
    LLVMValueRef x[2], eight = sp_int(t, 8);
    if (genx_elt_bits(t) != 32)
        return NULL;
    for (unsigned k = 0; k < 2; k++)
        x[k] = sp_op(s, sign ? LLVMAShr : LLVMLShr, sp_op(s, LLVMShl, a[k], eight), eight);
    return sp_op(s, LLVMMul, x[0], x[1]);
}

static LLVMValueRef plus(spirv *s, LLVMValueRef x, LLVMValueRef y) {
    return x ? sp_op(s, LLVMAdd, x, y) : NULL;
}

#define BOTH(name, expression)                                                                                         \
    BUILD(s_##name) {                                                                                                  \
        const bool sign = true;                                                                                        \
        (void)t;                                                                                                       \
        return expression;                                                                                             \
    }                                                                                                                  \
    BUILD(u_##name) {                                                                                                  \
        const bool sign = false;                                                                                       \
        (void)t;                                                                                                       \
        return expression;                                                                                             \
    }
BOTH(hadd, mean(s, a, sign, false))
BOTH(rhadd, mean(s, a, sign, true))
BOTH(abs_diff, difference(s, a, sign))
BOTH(clamp, clamp(s, a, sign))
BOTH(mul24, product_24(s, a, sign))
BOTH(mad24, plus(s, product_24(s, a, sign), a[2]))
BOTH(mul_hi, sp_high_product(s, a[0], a[1], sign))
BOTH(mad_hi, plus(s, sp_high_product(s, a[0], a[1], sign), a[2]))
#undef BOTH

BUILD(rotate) {
    LLVMValueRef args[3] = {a[0], a[0], a[1]};
    (void)t;
    return sp_call(s, "llvm.fshl", args, 3);
}

BUILD(upsample) {
    unsigned bits = genx_elt_bits(t);
    LLVMValueRef high = sp_op(s, LLVMShl, sp_resize(s, a[0], bits, false), sp_int(t, bits / 2));
    return sp_op(s, LLVMOr, high, sp_resize(s, a[1], bits, false));
}

BUILD(bitselect) {
    LLVMTypeRef it = sp_ints(s, t, genx_elt_bits(t));
    LLVMValueRef x[3];
    for (unsigned k = 0; k < 3; k++)
        x[k] = LLVMBuildBitCast(s->b, a[k], it, "");
    LLVMValueRef from = sp_op(s, LLVMAnd, x[0], LLVMBuildNot(s->b, x[2], ""));
    return LLVMBuildBitCast(s->b, sp_op(s, LLVMOr, from, sp_op(s, LLVMAnd, x[1], x[2])), t, "");
}

// Two results: {low or sum, high or carry}, as a structure or in memory

typedef struct two {
    LLVMValueRef first, second;
} two;

static two carry(spirv *s, LLVMValueRef x, LLVMValueRef y, bool sub) {
    LLVMValueRef r = sp_op(s, sub ? LLVMSub : LLVMAdd, x, y);
    LLVMValueRef wraps = sp_icmp(s, LLVMIntULT, sub ? x : r, sub ? y : x);
    return (two){r, LLVMBuildZExt(s->b, wraps, LLVMTypeOf(x), "")};
}

static two product(spirv *s, LLVMValueRef x, LLVMValueRef y, bool sign) {
    LLVMValueRef low = sp_op(s, LLVMMul, x, y);
    return (two){low, sp_high_product(s, x, y, sign)};
}

static LLVMValueRef as_pair(spirv *s, two r, LLVMTypeRef t) {
    if (LLVMStructGetTypeAtIndex(t, 0) != LLVMTypeOf(r.first))
        return NULL;
    LLVMValueRef v = LLVMBuildInsertValue(s->b, LLVMGetUndef(t), r.first, 0, "");
    return LLVMBuildInsertValue(s->b, v, r.second, 1, "");
}

static LLVMValueRef to_memory(spirv *s, two r, LLVMValueRef at) {
    LLVMTypeRef elements[2] = {LLVMTypeOf(r.first), LLVMTypeOf(r.second)};
    LLVMTypeRef t = LLVMStructTypeInContext(s->c, elements, 2, 0);
    LLVMBuildStore(s->b, r.first, at);
    LLVMBuildStore(s->b, r.second, LLVMBuildStructGEP2(s->b, t, at, 1, ""));
    return at;
}

#define TWO(name, expression)                                                                                          \
    BUILD(name) {                                                                                                      \
        LLVMValueRef x = a[0], y = a[1];                                                                               \
        return as_pair(s, expression, t);                                                                              \
    }                                                                                                                  \
    BUILD(name##_to) {                                                                                                 \
        LLVMValueRef x = a[1], y = a[2];                                                                               \
        (void)t;                                                                                                       \
        return LLVMTypeOf(x) == LLVMTypeOf(y) ? to_memory(s, expression, a[0]) : NULL;                                 \
    }
TWO(add_carry, carry(s, x, y, false))
TWO(sub_borrow, carry(s, x, y, true))
TWO(u_mul_extended, product(s, x, y, false))
TWO(s_mul_extended, product(s, x, y, true))
#undef TWO

// Predicates

static LLVMValueRef reduced(spirv *s, LLVMValueRef x, LLVMTypeRef t, genx_id id) {
    LLVMTypeRef from = LLVMTypeOf(x);
    if (!genx_is_bool(from))
        x = sp_icmp(s, LLVMIntNE, x, LLVMConstNull(from));
    if (genx_is_vec(from))
        x = genx_build(s->b, s->mod, id, s->i1, &x, 1, "");
    return genx_is_vec(t) ? NULL : LLVMBuildIntCast2(s->b, x, t, 0, "");
}

BUILD(any) {
    return reduced(s, a[0], t, GENX_ANY);
}

BUILD(all) {
    return reduced(s, a[0], t, GENX_ALL);
}

// Atomics: the operands are the address, the scope and the semantics. The hardware's have no ordering of their own.

static LLVMValueRef atomic(spirv *s, LLVMValueRef *a, LLVMAtomicRMWBinOp op, LLVMValueRef x) {
    return genx_is_vec(LLVMTypeOf(x)) ? NULL
                                      : LLVMBuildAtomicRMW(s->b, op, a[0], x, LLVMAtomicOrderingMonotonic, false);
}

#define ATOMIC(name, op)                                                                                               \
    BUILD(atomic_##name) {                                                                                             \
        (void)t;                                                                                                       \
        return atomic(s, a, LLVMAtomicRMWBinOp##op, a[3]);                                                             \
    }
ATOMIC(add, Add)
ATOMIC(and, And)
ATOMIC(exchange, Xchg)
ATOMIC(fadd, FAdd)
ATOMIC(fmax, FMax)
ATOMIC(fmin, FMin)
ATOMIC(or, Or)
ATOMIC(smax, Max)
ATOMIC(smin, Min)
ATOMIC(sub, Sub)
ATOMIC(umax, UMax)
ATOMIC(umin, UMin)
ATOMIC(xor, Xor)
#undef ATOMIC

BUILD(atomic_increment) {
    return atomic(s, a, LLVMAtomicRMWBinOpAdd, sp_int(t, 1));
}

BUILD(atomic_decrement) {
    return atomic(s, a, LLVMAtomicRMWBinOpSub, sp_int(t, 1));
}

// Address, scope, semantics if equal, if unequal, new value, comparand.
BUILD(atomic_exchange_if) {
    if (genx_is_vec(t))
        return NULL;
    LLVMAtomicOrdering how = LLVMAtomicOrderingMonotonic;
    LLVMValueRef r = LLVMBuildAtomicCmpXchg(s->b, a[0], a[5], a[4], how, how, false);
    return LLVMBuildExtractValue(s->b, r, 0, "");
}

static LLVMValueRef ordered(LLVMValueRef access, LLVMTypeRef t) {
    LLVMSetOrdering(access, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(access, genx_size_b(t));
    return access;
}

BUILD(atomic_load) {
    return genx_is_vec(t) ? NULL : ordered(LLVMBuildLoad2(s->b, t, a[0], ""), t);
}

BUILD(atomic_store) {
    LLVMTypeRef of = LLVMTypeOf(a[3]);
    (void)t;
    if (genx_is_vec(of))
        return NULL;
    ordered(LLVMBuildStore(s->b, a[3], a[0]), of);
    return a[0];
}

// Pointers and the clock

BUILD(cast_pointer) {
    return LLVMBuildPointerCast(s->b, a[0], t, "");
}

BUILD(read_clock) {
    (void)a;
    uint32_t dwords = genx_size_b(t) / 4;
    LLVMValueRef x = genx_build(s->b, s->mod, GENX_TIMESTAMP, LLVMVectorType(s->i32, dwords), NULL, 0, "");
    return LLVMBuildBitCast(s->b, x, t, "");
}
