// SPDX-License-Identifier: MIT
// Part of gx_lower: arithmetic on one-bit integers becomes logic.
//
//   before                                              after
//     %r = call <8 x i1> @llvm.uadd.sat(%a, %b)           or %a, %b
//     %r = sub <8 x i1> %a, %b                            xor %a, %b
//     %r = extractvalue (call usub.with.overflow), 1      and (xor %a, 1), %b
//     %r = call i1 @llvm.vector.reduce.xor(%m)            the lowest bit of how many lanes are on
//
// The bit is 0 or 1 when unsigned, and 0 or -1 when signed.

#include "lower_ops.h"

typedef enum bool_form {
    BOOL_NONE = 0,
    BOOL_A,
    BOOL_B,
    BOOL_ZERO,
    BOOL_NOT,
    BOOL_AND,
    BOOL_OR,
    BOOL_XOR,
    BOOL_A_NOT_B,
    BOOL_B_NOT_A,
} bool_form;

static const struct {
    const char *name;
    bool_form form, overflow;
} calls[] = {
    {"uadd.sat", BOOL_OR, 0},
    {"sadd.sat", BOOL_OR, 0},
    {"usub.sat", BOOL_A_NOT_B, 0},
    {"ssub.sat", BOOL_A_NOT_B, 0},
    {"ushl.sat", BOOL_A, 0},
    {"sshl.sat", BOOL_A, 0},
    {"umin", BOOL_AND, 0},
    {"umax", BOOL_OR, 0},
    {"smin", BOOL_OR, 0},
    {"smax", BOOL_AND, 0},
    {"bitreverse", BOOL_A, 0},
    {"ctpop", BOOL_A, 0},
    {"abs", BOOL_A, 0},
    {"ctlz", BOOL_NOT, 0},
    {"cttz", BOOL_NOT, 0},
    {"fshl", BOOL_A, 0},
    {"fshr", BOOL_B, 0},
    {"uadd.with.overflow", BOOL_XOR, BOOL_AND},
    {"sadd.with.overflow", BOOL_XOR, BOOL_AND},
    {"usub.with.overflow", BOOL_XOR, BOOL_B_NOT_A},
    {"ssub.with.overflow", BOOL_XOR, BOOL_B_NOT_A},
    {"umul.with.overflow", BOOL_AND, BOOL_ZERO},
    {"smul.with.overflow", BOOL_AND, BOOL_AND},
};

static bool_form form_of(LLVMValueRef op, LLVMValueRef v) {
    if (LLVMIsABinaryOperator(op))
        switch (LLVMGetInstructionOpcode(op)) {
        case LLVMAdd:
        case LLVMSub:
            return BOOL_XOR;
        case LLVMMul:
            return BOOL_AND;
        case LLVMURem:
        case LLVMSRem:
            return BOOL_ZERO;
        case LLVMAnd:
        case LLVMOr:
        case LLVMXor:
            return BOOL_NONE;
        default: // the only valid shift count is 0, the only valid divisor 1
            return BOOL_A;
        }
    bool pair = op != v;
    for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
        if ((calls[i].overflow != 0) == pair && bale_is_llvm(op, calls[i].name))
            return pair && LLVMGetIndices(v)[0] == 1 ? calls[i].overflow : calls[i].form;
    return BOOL_NONE;
}

static LLVMValueRef build(lw *L, bool_form form, LLVMValueRef op) {
    LLVMValueRef a = LLVMGetOperand(op, 0), b = LLVMGetNumOperands(op) > 1 ? LLVMGetOperand(op, 1) : a;
    switch (form) {
    case BOOL_A:
        return a;
    case BOOL_B:
        return b;
    case BOOL_ZERO:
        return lo_int(a, 0);
    case BOOL_NOT:
        return lo_xor(L, a, lo_int(a, 1));
    case BOOL_AND:
        return lo_and(L, a, b);
    case BOOL_OR:
        return lo_or(L, a, b);
    case BOOL_XOR:
        return lo_xor(L, a, b);
    case BOOL_A_NOT_B:
        return lo_and(L, a, lo_xor(L, b, lo_int(b, 1)));
    case BOOL_B_NOT_A:
        return lo_and(L, lo_xor(L, a, lo_int(a, 1)), b);
    default:
        return NULL;
    }
}

static LLVMValueRef parity(lw *L, LLVMValueRef v) {
    if (!bale_is_llvm(v, "vector.reduce.add") && !bale_is_llvm(v, "vector.reduce.xor"))
        return NULL;
    return LLVMBuildTrunc(L->b, lw_count_lanes(L, LLVMGetOperand(v, 0)), LLVMTypeOf(v), "");
}

// Saturates to one bit: all values from 1 on become 1; signed, all values up to -1 become -1.
static LLVMValueRef saturated(lw *L, LLVMValueRef v) {
    bool sign = bale_is_llvm(v, "fptosi.sat");
    if (!sign && !bale_is_llvm(v, "fptoui.sat"))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(v, 0);
    return lo_fcmp(L, sign ? LLVMRealOLE : LLVMRealOGE, x, lo_real(x, sign ? -1.0 : 1.0));
}

LLVMValueRef lw_bool_op(lw *L, LLVMValueRef v) {
    if (!genx_is_bool(LLVMTypeOf(v)) || LLVMGetNumOperands(v) == 0)
        return NULL;
    LLVMValueRef op = LLVMIsAExtractValueInst(v) ? LLVMGetOperand(v, 0) : v;
    if (!genx_is_bool(LLVMTypeOf(LLVMGetOperand(op, 0))))
        return op == v && LLVMIsACallInst(v) ? saturated(L, v) : NULL;
    if (!LLVMIsACallInst(op) && !LLVMIsABinaryOperator(op))
        return NULL;
    LLVMValueRef r = build(L, form_of(op, v), op);
    return r || op != v || !LLVMIsACallInst(v) ? r : parity(L, v);
}
