// SPDX-License-Identifier: MIT
// Part of gx_lower: reductions of vectors.
//
//   before                                            after
//     %s = vector.reduce.add <12 x i32> %v              %a = lanes 0..7, the rest 8..11 added to the first four of them,
//                                                       then halves: 4 + 4, 2 + 2, 1 + 1
//
// Floating-point sums without reassoc are computed lane by lane, in order.

#include "lower_ops.h"

enum { R_ADD, R_MUL, R_AND, R_OR, R_XOR, R_FADD, R_FMUL, R_CALL };

typedef struct reduce_row {
    const char *name;
    uint8_t what;
    const char *call;
} reduce_row;

static const reduce_row rows[] = {
    {"vector.reduce.add", R_ADD, NULL},
    {"vector.reduce.mul", R_MUL, NULL},
    {"vector.reduce.and", R_AND, NULL},
    {"vector.reduce.or", R_OR, NULL},
    {"vector.reduce.xor", R_XOR, NULL},
    {"vector.reduce.fadd", R_FADD, NULL},
    {"vector.reduce.fmul", R_FMUL, NULL},
    {"vector.reduce.smin", R_CALL, "llvm.smin"},
    {"vector.reduce.smax", R_CALL, "llvm.smax"},
    {"vector.reduce.umin", R_CALL, "llvm.umin"},
    {"vector.reduce.umax", R_CALL, "llvm.umax"},
    {"vector.reduce.fmin", R_CALL, "llvm.minnum"},
    {"vector.reduce.fmax", R_CALL, "llvm.maxnum"},
    {"vector.reduce.fminimum", R_CALL, "llvm.minimum"},
    {"vector.reduce.fmaximum", R_CALL, "llvm.maximum"},
};

static LLVMValueRef combine(lw *L, const reduce_row *r, LLVMValueRef a, LLVMValueRef b) {
    switch (r->what) {
    case R_ADD:
        return lo_add(L, a, b);
    case R_MUL:
        return lo_mul(L, a, b);
    case R_AND:
        return lo_and(L, a, b);
    case R_OR:
        return lo_or(L, a, b);
    case R_XOR:
        return lo_xor(L, a, b);
    case R_FADD:
        return LLVMBuildFAdd(L->b, a, b, "");
    case R_FMUL:
        return LLVMBuildFMul(L->b, a, b, "");
    default:
        return lo_call2(L, r->call, a, b);
    }
}

static LLVMValueRef in_order(lw *L, const reduce_row *r, LLVMValueRef start, LLVMValueRef v) {
    uint32_t n = genx_lanes(LLVMTypeOf(v));
    for (uint32_t k = 0; k < n; k++)
        start = combine(L, r, start, lw_read_1d(L, v, k, 1, 1, true));
    return start;
}

static LLVMValueRef tree(lw *L, const reduce_row *r, LLVMValueRef v) {
    uint32_t n = genx_lanes(LLVMTypeOf(v)), p = 1;
    while (p * 2 <= n)
        p *= 2;
    LLVMValueRef x = p == n ? v : lw_read_1d(L, v, 0, 1, p, false);
    if (p != n) { // lanes beyond the power of two are combined with the first lanes
        uint32_t rest = n - p, e = genx_elt_b(LLVMTypeOf(v));
        LLVMValueRef head = lw_read_1d(L, x, 0, 1, rest, false), tail = lw_read_1d(L, v, p, 1, rest, false);
        LLVMValueRef sum = combine(L, r, head, tail);
        genx_region w = genx_row_region(rest, 0, e);
        x = genx_build_wr(L->b, L->mod, x, sum, &w, NULL);
    }
    for (uint32_t h = p / 2; h; h /= 2) {
        LLVMValueRef low = lw_read_1d(L, x, 0, 1, h, h == 1), high = lw_read_1d(L, x, h, 1, h, h == 1);
        x = combine(L, r, low, high);
    }
    return p == 1 ? lw_read_1d(L, x, 0, 1, 1, true) : x;
}

LLVMValueRef lw_reduce(lw *L, LLVMValueRef v) {
    if (!LLVMIsACallInst(v) || genx_call_id(v) != GENX_NONE)
        return NULL;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        const reduce_row *r = &rows[i];
        if (!bale_is_llvm(v, r->name))
            continue;
        bool start = r->what == R_FADD || r->what == R_FMUL;
        LLVMValueRef x = LLVMGetOperand(v, start ? 1 : 0);
        if (genx_is_bool(LLVMTypeOf(x))) { // lw_mask_test handles or and and
            LLVMValueRef s = tree(L, r, lw_to_words(L, x));
            return lo_cmp(L, LLVMIntNE, lo_and(L, s, lo_int(s, 1)), lo_int(s, 0));
        }
        if (!start)
            return tree(L, r, x);
        LLVMValueRef first = LLVMGetOperand(v, 0);
        if (!(LLVMGetFastMathFlags(v) & LLVMFastMathAllowReassoc))
            return in_order(L, r, first, x);
        return combine(L, r, first, tree(L, r, x));
    }
    return NULL;
}
