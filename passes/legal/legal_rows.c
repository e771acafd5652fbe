// SPDX-License-Identifier: MIT
// Part of gx_legalize: reads of floats that the float unit cannot make are done first.
//
//   before (registers of 64 bytes)                   after
//     %r = rdregion %a, 16 lanes, stride 4             %r0 = rdregion %a, 8 lanes, stride 4, offset 0
//     %s = fadd <16 x float> %r, %b                    %r1 = rdregion %a, 8 lanes, stride 4, offset 128
//     (two slices, each with a copy of its read)       %s  = fadd <16 x float> (%r0, %r1), %b
//
// Why: on some targets, the operands of a float instruction have the stride and the place of its result (rule 22 of the
// validator). Any other read is a copy in any case, and a wide stride makes the operation narrow too. As an instruction
// of its own, only the copy is narrow.

#include "legal_priv.h"

#include <assert.h>

// Whether the float unit cannot read the region, so that it is copied whatever the width.
static bool is_copied(LLVMValueRef user, LLVMValueRef rd) {
    genx_region r;
    if (!genx_is_float(LLVMTypeOf(rd)) || !genx_region_of(rd, &r) || !r.off_const || r.off_vector)
        return false;
    bool line = r.width >= r.lanes || r.vstride == r.width * r.stride;
    uint32_t to_b = genx_is_bool(LLVMTypeOf(user)) ? r.elt_b : genx_elt_b(LLVMTypeOf(user));
    return !line || (r.stride > 1 && r.stride * r.elt_b != to_b);
}

// Whether slices of the root could be wider if x, an operand below it, were a value of its own.
static bool limits(lg *L, LLVMValueRef root, LLVMValueRef x, bool ternary) {
    uint32_t lanes = genx_lanes(LLVMTypeOf(x)), now = lg_width(L, root, 0, lanes);
    return now != 0 && 2 * now <= lanes && 2 * now <= RGN_MAX_LANES && lg_width(L, x, 0, lanes) == now &&
           lg_leaf_fits(L, LLVMTypeOf(x), 0, 2 * now, ternary);
}

static void unfold_below(lg *L, LLVMValueRef root, LLVMValueRef v) {
    bale_desc d = bale_describe(L->cx->model, v);
    for (unsigned i = 0; i < d.n_src; i++) {
        LLVMValueRef x = LLVMGetOperand(v, d.src[i]);
        if (!bale_folds(L->bales, v, d.src[i]))
            continue;
        if (!genx_is_rdregion(x))
            unfold_below(L, root, x);
        else if (d.kind != BALE_WR && is_copied(v, x) && limits(L, root, x, (d.cls[i] & BALE_SRC_TERNARY) != 0))
            bale_unfold(L->bales, v, d.src[i]);
    }
}

void lg_unfold_rows(lg *L, LLVMValueRef root) {
    assert(bale_is_root(L->bales, root) && "the caller checked");
    bale_desc d = bale_describe(L->cx->model, root);
    if (L->cx->model->fp_region_aligned && (d.kind == BALE_ELEMENTWISE || d.kind == BALE_WR))
        unfold_below(L, root, root);
}
