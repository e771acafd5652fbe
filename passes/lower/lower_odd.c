// SPDX-License-Identifier: MIT
// Part of gx_lower: intrinsics on integers of widths that no register has. They are computed in the next legal width.
//
//   before                                              after
//     %r = call i7 @llvm.smin(i7 %a, i7 %b)               smin of both, sign-extended to i8; trunc to i7
//     %r = call i24 @llvm.uadd.sat(i24 %a, i24 %b)        both shifted to the top of i32; uadd.sat; lshr 8; trunc to i24
//     %r = call i13 @llvm.fshl(i13 %a, i13 %b, i13 %n)    %s = urem %n, 13; (shl %a, %s) or (lshr (lshr %b, 1), 12 - %s)

#include "lower_ops.h"

#include <assert.h>

typedef enum odd_form {
    ODD_ZERO, // on the zero-extended value
    ODD_SIGN, // on the sign-extended value
    ODD_TOP,  // on the first operand shifted to the top; so is the result
    ODD_TOP2, // the second operand is shifted as well
} odd_form;

static const struct {
    const char *name, *full;
    odd_form form;
    uint8_t args;
    bool sign;
} rows[] = {
    {"ctpop", "llvm.ctpop", ODD_ZERO, 1, false},
    {"abs", "llvm.abs", ODD_SIGN, 1, true},
    {"umin", "llvm.umin", ODD_ZERO, 2, false},
    {"umax", "llvm.umax", ODD_ZERO, 2, false},
    {"smin", "llvm.smin", ODD_SIGN, 2, true},
    {"smax", "llvm.smax", ODD_SIGN, 2, true},
    {"uadd.sat", "llvm.uadd.sat", ODD_TOP2, 2, false},
    {"usub.sat", "llvm.usub.sat", ODD_TOP2, 2, false},
    {"sadd.sat", "llvm.sadd.sat", ODD_TOP2, 2, true},
    {"ssub.sat", "llvm.ssub.sat", ODD_TOP2, 2, true},
    {"ushl.sat", "llvm.ushl.sat", ODD_TOP, 2, false},
    {"sshl.sat", "llvm.sshl.sat", ODD_TOP, 2, true},
    {"bitreverse", "llvm.bitreverse", ODD_ZERO, 1, false},
    {"bswap", "llvm.bswap", ODD_ZERO, 1, false},
};

static LLVMValueRef operand(lw *L, LLVMValueRef v, unsigned k, odd_form form, unsigned up) {
    LLVMValueRef x = lw_widened(L, LLVMGetOperand(v, k), form == ODD_SIGN);
    return form == ODD_TOP2 || (form == ODD_TOP && k == 0) ? lo_by(L, LLVMShl, x, up) : x;
}

static LLVMValueRef by_row(lw *L, LLVMValueRef v, size_t i, unsigned up) {
    LLVMValueRef a = operand(L, v, 0, rows[i].form, up), r;
    if (bale_is_llvm(v, "abs"))
        r = lo_call2(L, rows[i].full, a, LLVMConstInt(lw_int(L, 1), 0, 0));
    else if (rows[i].args == 1)
        r = lo_call1(L, rows[i].full, a);
    else
        r = lo_call2(L, rows[i].full, a, operand(L, v, 1, rows[i].form, up));
    if (rows[i].form >= ODD_TOP)
        return lo_by(L, rows[i].sign ? LLVMAShr : LLVMLShr, r, up);
    bool turned = bale_is_llvm(v, "bitreverse") || bale_is_llvm(v, "bswap");
    return turned ? lo_by(L, LLVMLShr, r, up) : r;
}

// The count is taken modulo the width, which is not a power of two: a remainder, not a mask.
static LLVMValueRef funnel(lw *L, LLVMValueRef v, unsigned bits, bool left) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef a = lw_widened(L, LLVMGetOperand(v, 0), false), b = lw_widened(L, LLVMGetOperand(v, 1), false);
    LLVMValueRef n = lw_widened(L, LLVMGetOperand(v, 2), false);
    n = lo_op(L, LLVMURem, n, lo_int(n, bits));
    LLVMValueRef rest = lo_sub(L, lo_int(n, bits - 1), n); // shift by one bit first, so that no count reaches the width
    if (left) {
        LLVMValueRef high = lo_op(L, LLVMShl, a, n), low = lo_op(L, LLVMLShr, lo_by(L, LLVMLShr, b, 1), rest);
        return lo_or(L, high, low);
    }
    LLVMValueRef high = lo_op(L, LLVMShl, lo_by(L, LLVMShl, a, 1), rest), low = lo_op(L, LLVMLShr, b, n);
    return lo_or(L, high, low);
}

static LLVMValueRef zeros(lw *L, LLVMValueRef v, unsigned bits, unsigned up, bool trailing) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef x = lw_widened(L, LLVMGetOperand(v, 0), false), no = LLVMConstInt(lw_int(L, 1), 0, 0);
    if (trailing)
        return lo_call2(L, "llvm.cttz", lo_or(L, x, lo_int(x, 1ull << bits)), no);
    return lo_sub(L, lo_call2(L, "llvm.ctlz", x, no), lo_int(x, up));
}

static LLVMValueRef reduced(lw *L, LLVMValueRef v) {
    static const struct {
        const char *name, *full;
        bool sign;
    } kinds[] = {
        {"vector.reduce.add", "llvm.vector.reduce.add", false},
        {"vector.reduce.mul", "llvm.vector.reduce.mul", false},
        {"vector.reduce.and", "llvm.vector.reduce.and", false},
        {"vector.reduce.or", "llvm.vector.reduce.or", false},
        {"vector.reduce.xor", "llvm.vector.reduce.xor", false},
        {"vector.reduce.umin", "llvm.vector.reduce.umin", false},
        {"vector.reduce.umax", "llvm.vector.reduce.umax", false},
        {"vector.reduce.smin", "llvm.vector.reduce.smin", true},
        {"vector.reduce.smax", "llvm.vector.reduce.smax", true},
    };
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (bale_is_llvm(v, kinds[i].name))
            return lo_call1(L, kinds[i].full, lw_widened(L, LLVMGetOperand(v, 0), kinds[i].sign));
    return NULL;
}

// Converts to the next legal width, then clamps to the range of the narrow type.
static LLVMValueRef saturated(lw *L, LLVMValueRef v, unsigned bits, bool sign) {
    const char *name = sign ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
    LLVMValueRef x = LLVMGetOperand(v, 0);
    LLVMTypeRef t[2] = {lo_ints(L, LLVMTypeOf(v), lw_legal_bits(bits)), LLVMTypeOf(x)};
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, LLVMLookupIntrinsicID(name, 15), t, 2);
    x = LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, &x, 1, "");
    uint64_t top = 1ull << (bits - 1);
    if (!sign)
        return lo_call2(L, "llvm.umin", x, lo_int(x, top - 1 + top));
    return lo_call2(L, "llvm.smax", lo_call2(L, "llvm.smin", x, lo_int(x, top - 1)), lo_int(x, ~top + 1));
}

LLVMValueRef lw_odd_call(lw *L, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!lw_is_odd(t) || genx_call_id(v) != GENX_NONE)
        return NULL;
    unsigned bits = genx_elt_bits(t), up = (bits <= 8 ? 8 : bits <= 16 ? 16 : bits <= 32 ? 32 : 64) - bits;
    LLVMValueRef r = reduced(L, v);
    if (bale_is_llvm(v, "fshl") || bale_is_llvm(v, "fshr"))
        r = funnel(L, v, bits, bale_is_llvm(v, "fshl"));
    else if (bale_is_llvm(v, "ctlz") || bale_is_llvm(v, "cttz"))
        r = zeros(L, v, bits, up, bale_is_llvm(v, "cttz"));
    else if (bale_is_llvm(v, "fptosi.sat") || bale_is_llvm(v, "fptoui.sat"))
        r = saturated(L, v, bits, bale_is_llvm(v, "fptosi.sat"));
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows) && !r; i++)
        if (bale_is_llvm(v, rows[i].name))
            r = by_row(L, v, i, up);
    return r ? LLVMBuildTrunc(L->b, r, t, "") : NULL;
}
