// SPDX-License-Identifier: MIT
// Part of gx_legalize: predicates of 17 to 32 lanes. Usually they are recomputed slice by slice at each use, because
// there are few flag registers. A predicate with several nearby users is computed once, in halves, at its definition
// (some stay whole: legal_wide.c):
//
//   %m = fcmp olt <32 x float> %d, %best            %m0 = fcmp olt <16 x float> %d.lo, %best.lo    (and %m1)
//   %b = select %m, %d, %best                       selections of 16 lanes by %m0 and by %m1
//   %w = select %m, %i, %which
//
// Why: if the compare were recomputed after the first select, it would keep the old value live, which would then be
// copied.

#include "legal_priv.h"

#include <assert.h>

enum { FLAG_WORDS = 4, NEAR = 96 };

static uint32_t order_of(const lg *L, LLVMValueRef v) {
    const bale_node *n = bale_get(L->bales, v);
    return n ? n->order : UINT32_MAX;
}

// The position of the last user; 0 if a user is in another block or has no bale.
static uint32_t last_user(const lg *L, LLVMValueRef v, uint32_t *users) {
    uint32_t last = 0;
    *users = 0;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!bale_get(L->bales, user) || LLVMGetInstructionParent(user) != LLVMGetInstructionParent(v))
            return 0;
        last = order_of(L, user) > last ? order_of(L, user) : last;
        ++*users;
    }
    return last;
}

// Flag words that other predicates of the block need between the two positions.
static uint32_t others(const lg *L, LLVMValueRef m, uint32_t from, uint32_t to) {
    uint32_t words = 0;
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(m);
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && order_of(L, i) <= to; i = LLVMGetNextInstruction(i)) {
        uint32_t users, last;
        if (i == m || !genx_is_bool(LLVMTypeOf(i)) || !LLVMGetFirstUse(i))
            continue;
        last = last_user(L, i, &users);
        if (last == 0 || last > from)
            words += (genx_lanes(LLVMTypeOf(i)) + 15) / 16;
    }
    return words;
}

static bool worth(const lg *L, LLVMValueRef m, uint32_t *end) {
    uint32_t users, from = order_of(L, m), to = last_user(L, m, &users);
    *end = to;
    return users > 1 && to > from && to - from <= NEAR && others(L, m, from, to) + 2 < FLAG_WORDS;
}

static void share(lg *L, LLVMValueRef m) {
    assert(genx_is_bool(LLVMTypeOf(m)) && genx_lanes(LLVMTypeOf(m)) > 16 && "others are not cut");
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    lg_shared s = {.mask = m};
    for (uint32_t at = 0; at < n;) {
        uint32_t w = 16;
        while (w > n - at)
            w /= 2;
        if (s.n == 2 || !lg_fits(L, m, at, w))
            return;
        s.first[s.n] = at;
        s.width[s.n++] = w;
        at += w;
    }
    LLVMPositionBuilderBefore(L->b, m);
    for (uint32_t k = 0; k < s.n; k++)
        s.part[k] = lg_slice_node(L, m, s.first[k], s.width[k]);
    cmc_vec_push(L->cx->arena, &L->shared, s);
}

void lg_share_masks(lg *L, LLVMBasicBlockRef bb) {
    uint32_t busy = 0, end;
    genx_foreach_inst(bb, i) {
        uint32_t n = genx_is_bool(LLVMTypeOf(i)) ? genx_lanes(LLVMTypeOf(i)) : 0;
        if (n <= 16 || n > 32 || bale_describe(L->cx->model, i).kind != BALE_CMP || !bale_get(L->bales, i) ||
            order_of(L, i) < busy || lg_mask_wide(L, i) || !worth(L, i, &end))
            continue;
        share(L, i);
        busy = end;
    }
}
