// SPDX-License-Identifier: MIT
// Integer operations that saturate: the exact result in wider integers, limited to the result's type. Where LLVM has
// the same operation, that one.

#include "host_priv.h"

#include <assert.h>

enum { OP_ADD, OP_MUL, OP_MAD, OP_SHL, OP_TRUNC, OP_ADD3, OP_AVG, OP_DP4A };
enum { SS, SU, US, UU, FORMS };
#define FORM(op, signs) ((op)*FORMS + (signs))

typedef struct form {
    int op;
    bool to_signed, from_signed;
    uint32_t bits; // in which the exact result fits
} form;

// Bits of the exact result, rounded up to a type that LLVM computes well.
static uint32_t exact_bits(LLVMValueRef call, int op) {
    uint32_t n = genx_elt_bits(LLVMTypeOf(host_arg(call, 0))), to = genx_elt_bits(LLVMTypeOf(call));
    uint32_t need = op == OP_MUL || op == OP_MAD ? 2 * n + 2 : op == OP_SHL ? n + (n > 32 ? 64 : 32) : n + 3;
    need = need > to + 2 ? need : to + 2;
    uint32_t bits = 16;
    while (bits < need)
        bits *= 2;
    return bits;
}

static LLVMValueRef wide(host *h, LLVMValueRef call, unsigned i, const form *f) {
    bool is_signed = f->op == OP_MAD && i == 2 ? f->to_signed : f->from_signed;
    if (f->op == OP_DP4A)
        is_signed = i == 0 && f->to_signed;
    return host_int_cast(h, host_arg(call, i), LLVMIntTypeInContext(h->llvm, f->bits), is_signed);
}

static LLVMValueRef dot(host *h, LLVMValueRef call, const form *f) {
    LLVMValueRef sum = wide(h, call, 0, f);
    for (uint32_t k = 0; k < 4; k++) {
        LLVMValueRef x[2];
        for (unsigned i = 0; i < 2; i++) {
            LLVMValueRef v = host_arg(call, 1 + i);
            LLVMTypeRef t = LLVMTypeOf(v);
            v = LLVMBuildShl(h->b, v, host_all(t, 24 - 8 * k), "");
            v = f->from_signed ? LLVMBuildAShr(h->b, v, host_all(t, 24), "")
                               : LLVMBuildLShr(h->b, v, host_all(t, 24), "");
            x[i] = host_int_cast(h, v, genx_elt_type(LLVMTypeOf(sum)), f->from_signed);
        }
        sum = LLVMBuildAdd(h->b, sum, LLVMBuildMul(h->b, x[0], x[1], ""), "");
    }
    return sum;
}

static LLVMValueRef shifted(host *h, LLVMValueRef call, const form *f) {
    uint64_t most = genx_elt_bits(LLVMTypeOf(host_arg(call, 0))) == 64 ? 63 : 31;
    LLVMValueRef by = host_int_cast(h, host_arg(call, 1), LLVMIntTypeInContext(h->llvm, f->bits), false);
    by = LLVMBuildAnd(h->b, by, host_all(LLVMTypeOf(by), most), "");
    return LLVMBuildShl(h->b, wide(h, call, 0, f), by, "");
}

static LLVMValueRef compute(host *h, LLVMValueRef call, const form *f) {
    LLVMValueRef a = wide(h, call, 0, f), one;
    switch (f->op) {
    case OP_TRUNC:
        return a;
    case OP_DP4A:
        return dot(h, call, f);
    case OP_SHL:
        return shifted(h, call, f);
    case OP_MUL:
        return LLVMBuildMul(h->b, a, wide(h, call, 1, f), "");
    case OP_MAD:
        a = LLVMBuildMul(h->b, a, wide(h, call, 1, f), "");
        return LLVMBuildAdd(h->b, a, wide(h, call, 2, f), "");
    case OP_AVG:
        one = host_all(LLVMTypeOf(a), 1);
        a = LLVMBuildAdd(h->b, a, wide(h, call, 1, f), "");
        return LLVMBuildAShr(h->b, LLVMBuildAdd(h->b, a, one, ""), one, "");
    case OP_ADD3:
        a = LLVMBuildAdd(h->b, a, wide(h, call, 1, f), "");
        return LLVMBuildAdd(h->b, a, wide(h, call, 2, f), "");
    default:
        return LLVMBuildAdd(h->b, a, wide(h, call, 1, f), "");
    }
}

static LLVMValueRef clamp(host *h, LLVMValueRef v, LLVMValueRef call, bool to_signed) {
    LLVMTypeRef t = LLVMTypeOf(v), elt = genx_elt_type(t);
    uint32_t to = genx_elt_bits(LLVMTypeOf(call));
    LLVMValueRef one = LLVMConstInt(elt, 1, 0),
                 high = LLVMBuildShl(h->b, one, LLVMConstInt(elt, to_signed ? to - 1 : to, 0), "");
    LLVMValueRef low = to_signed ? LLVMConstNeg(high) : LLVMConstNull(elt);
    v = host_min(h, v, genx_const_all(t, LLVMConstSub(high, one)), false, true);
    v = host_min(h, v, genx_const_all(t, low), true, true);
    return host_int_cast(h, v, genx_elt_type(LLVMTypeOf(call)), false);
}

static LLVMValueRef saturating(host *h, LLVMValueRef call, int param) {
    int signs = param % FORMS;
    form f = {.op = param / FORMS, .to_signed = signs == SS || signs == SU, .from_signed = signs == SS || signs == US};
    LLVMTypeRef t = LLVMTypeOf(call);
    if (f.op == OP_ADD && f.to_signed == f.from_signed && LLVMTypeOf(host_arg(call, 0)) == t) {
        LLVMValueRef args[] = {host_arg(call, 0), host_arg(call, 1)};
        return host_intrinsic(h, f.to_signed ? "llvm.sadd.sat" : "llvm.uadd.sat", t, args, 2);
    }
    f.bits = exact_bits(call, f.op);
    return clamp(h, compute(h, call, &f), call, f.to_signed);
}

#define FOUR(name, op)                                                                                                 \
    [GENX_SS##name] = {saturating, FORM(op, SS)}, [GENX_SU##name] = {saturating, FORM(op, SU)},                        \
    [GENX_US##name] = {saturating, FORM(op, US)}, [GENX_UU##name] = {saturating, FORM(op, UU)}

const host_row host_sat_rows[GENX_COUNT] = {
    FOUR(ADD_SAT, OP_ADD),     FOUR(MUL_SAT, OP_MUL),   FOUR(MAD_SAT, OP_MAD), FOUR(SHL_SAT, OP_SHL),
    FOUR(TRUNC_SAT, OP_TRUNC), FOUR(ADD3_SAT, OP_ADD3), FOUR(AVG_SAT, OP_AVG), FOUR(DP4A_SAT, OP_DP4A),
};
