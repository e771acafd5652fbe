// SPDX-License-Identifier: MIT
// Part of gx_lower: LLVM's intrinsics that move or number lanes, as vectorizing front ends emit them, become shuffles.
//
//   before                                                after
//     vector.reverse %a                                     shufflevector %a, poison, <3, 2, 1, 0>
//     vector.splice %a, %b, 1                               shufflevector %a, %b, <1, 2, 3, 4>
//     vector.interleave2 %a, %b                             shufflevector %a, %b, <0, 4, 1, 5, 2, 6, 3, 7>
//     extractvalue (vector.deinterleave2 %a), 1             shufflevector %a, poison, <1, 3>
//     experimental.stepvector                               <0, 1, 2, 3>
//     get.active.lane.mask %i, %n                           <0, 1, 2, 3> < usub.sat %n, %i

#include "lower_ops.h"

typedef struct order {
    uint32_t first, step; // modulo 2^32
} order;

static LLVMValueRef shuffle(lw *L, LLVMValueRef a, LLVMValueRef b, const uint32_t *lanes, uint32_t n) {
    LLVMTypeRef i32 = lw_int(L, 32);
    LLVMValueRef *index = CMC_NEW_N(L->cx->arena, LLVMValueRef, n);
    if (!index)
        return NULL;
    for (uint32_t k = 0; k < n; k++)
        index[k] = LLVMConstInt(i32, lanes[k], 0);
    return LLVMBuildShuffleVector(L->b, a, b, LLVMConstVector(index, n), "");
}

// Lanes of a, which those of b follow.
static LLVMValueRef in_order(lw *L, LLVMValueRef a, LLVMValueRef b, uint32_t n, order o) {
    uint32_t *lanes = CMC_NEW_N(L->cx->arena, uint32_t, n);
    for (uint32_t k = 0; lanes && k < n; k++)
        lanes[k] = o.first + k * o.step;
    return lanes ? shuffle(L, a, b, lanes, n) : NULL;
}

static LLVMValueRef interleave(lw *L, LLVMValueRef a, LLVMValueRef b) {
    uint32_t n = genx_lanes(LLVMTypeOf(a)), *lanes = CMC_NEW_N(L->cx->arena, uint32_t, 2 * n);
    for (uint32_t k = 0; lanes && k < 2 * n; k++)
        lanes[k] = k / 2 + k % 2 * n;
    return lanes ? shuffle(L, a, b, lanes, 2 * n) : NULL;
}

static LLVMValueRef steps(lw *L, LLVMTypeRef t) {
    uint32_t n = genx_lanes(t);
    LLVMValueRef *number = CMC_NEW_N(L->cx->arena, LLVMValueRef, n);
    for (uint32_t k = 0; number && k < n; k++)
        number[k] = LLVMConstInt(genx_elt_type(t), k, 0);
    return number ? LLVMConstVector(number, n) : NULL;
}

static LLVMValueRef active_lanes(lw *L, LLVMTypeRef t, LLVMValueRef from, LLVMValueRef count) {
    LLVMValueRef number = steps(L, lw_like(t, LLVMTypeOf(from)));
    LLVMValueRef left = lw_splat(L, lo_call2(L, "llvm.usub.sat", count, from), genx_lanes(t));
    return number ? lo_cmp(L, LLVMIntULT, number, left) : NULL;
}

static LLVMValueRef half_of(lw *L, LLVMValueRef v) {
    LLVMValueRef call = LLVMGetOperand(v, 0);
    if (LLVMGetNumIndices(v) != 1 || !LLVMIsACallInst(call) || !bale_is_llvm(call, "vector.deinterleave2"))
        return NULL;
    LLVMValueRef a = LLVMGetOperand(call, 0);
    return in_order(L, a, LLVMGetPoison(LLVMTypeOf(a)), genx_lanes(LLVMTypeOf(v)),
                    (order){.first = LLVMGetIndices(v)[0], .step = 2});
}

LLVMValueRef lw_permute(lw *L, LLVMValueRef v) {
    if (LLVMIsAExtractValueInst(v))
        return half_of(L, v);
    if (!LLVMIsACallInst(v) || genx_call_id(v) != GENX_NONE || !genx_is_vec(LLVMTypeOf(v)))
        return NULL;
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t n = genx_lanes(t);
    if (bale_is_llvm(v, "experimental.stepvector"))
        return steps(L, t);
    if (bale_is_llvm(v, "vector.reverse"))
        return in_order(L, LLVMGetOperand(v, 0), LLVMGetPoison(t), n, (order){.first = n - 1, .step = UINT32_MAX});
    if (LLVMGetNumArgOperands(v) < 2)
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    if (bale_is_llvm(v, "vector.interleave2"))
        return interleave(L, a, b);
    if (bale_is_llvm(v, "get.active.lane.mask"))
        return active_lanes(L, t, a, b);
    if (!bale_is_llvm(v, "vector.splice"))
        return NULL;
    int64_t at = LLVMConstIntGetSExtValue(LLVMGetOperand(v, 2));
    return in_order(L, a, b, n, (order){.first = (uint32_t)(at < 0 ? at + n : at), .step = 1});
}
