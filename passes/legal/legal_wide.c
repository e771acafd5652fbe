// SPDX-License-Identifier: MIT
// Part of gx_legalize: predicates of 32 lanes that stay whole, in a flag register of 32 bits. Such a predicate is a
// compare that is one instruction, the bits of a dword, or logic on such predicates. All its users take it whole or in
// halves.
//
//   %m = icmp ugt <32 x i16> %a, 9       cmp (32) (gt)f0.0 ...
//   %n = icmp ult <32 x i16> %a, 90
//   %k = and <32 x i1> %m, %n            (f0.0) cmp (32) (lt)f0.0 ...
//   %b = bitcast <32 x i1> %k to i32     mov (1) r1.0<1>:ud f0.0<0;1,0>:ud
//
// Why: in halves every operation is done twice, and the bits must be combined.
// How: starts with all candidates and removes those with an unsuitable operand or user, up to a fixed point.

#include "legal_priv.h"

#include <cmc/genx_mem.h>

static bool is_32(LLVMValueRef m) {
    return genx_is_bool(LLVMTypeOf(m)) && genx_lanes(LLVMTypeOf(m)) == 32;
}

static bool is_candidate(lg *L, LLVMValueRef m) {
    if (!is_32(m))
        return false;
    if (LLVMIsACmpInst(m))
        return lg_compare_fits(L, m);
    return genx_is_logic(m) || (LLVMIsABitCastInst(m) && LLVMTypeOf(LLVMGetOperand(m, 0)) ==
                                                             LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(m))));
}

bool lg_is_lane_message(LLVMValueRef user, LLVMValueRef m) {
    mem_desc d;
    return mem_describe(user, &d) && d.pred >= 0 && LLVMGetOperand(user, (unsigned)d.pred) == m;
}

// Branches take at most 16 lanes.
static bool takes_wide(lg *L, LLVMValueRef user, LLVMValueRef m) {
    genx_id id = genx_call_id(user);
    if (LLVMIsABitCastInst(user))
        return !genx_is_vec(LLVMTypeOf(user));
    if (genx_is_bool(LLVMTypeOf(user)) && genx_is_vec(LLVMTypeOf(user)))
        return id == GENX_RDPREDREGION || lg_mask_wide(L, user);
    return LLVMIsASelectInst(user) || genx_is_wrregion(user) || id == GENX_ANY || id == GENX_ALL ||
           lg_is_lane_message(user, m);
}

static bool stays_wide(lg *L, LLVMValueRef m) {
    for (unsigned k = 0; genx_is_logic(m) && k < 2; k++) {
        LLVMValueRef x = LLVMGetOperand(m, k);
        if (!LLVMIsConstant(x) && !lg_mask_wide(L, x))
            return false;
    }
    genx_foreach_use(m, u)
        if (!takes_wide(L, LLVMGetUser(u), m))
            return false;
    return true;
}

void lg_find_wide_masks(lg *L, LLVMValueRef fn) {
    bool changed = true;
    CMC_VEC(LLVMValueRef) found = {0};
    L->wide = (ptrmap){.arena = L->cx->arena};
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (is_candidate(L, i) && ptrmap_put(&L->wide, i, i))
                cmc_vec_push(L->cx->arena, &found, i);
    while (changed) {
        changed = false;
        for (uint32_t k = 0; k < found.len; k++)
            if (lg_mask_wide(L, found.data[k]) && !stays_wide(L, found.data[k])) {
                ptrmap_put(&L->wide, found.data[k], NULL);
                changed = true;
            }
    }
}
