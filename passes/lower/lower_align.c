// SPDX-License-Identifier: MIT
// Part of gx_lower: regions whose offset is not in the form that addresses registers.
//
// Regions that start inside an element. Registers are addressed in whole elements.
//
//   before                                            after
//     rdregion <16 x i32> %v, 4 lanes, offset 14        its 16 bytes, of bitcast %v to <64 x i8>; bitcast to <4 x i32>
//     wrregion <16 x i32> %v, %w, 4 lanes, offset 14    the same bytes read, lanes written there, bytes written back
//
// genx IR leaves such an offset undefined; v.format<short>().select<8, 1>(7).format<int>() has one. lower_cm handles
// this where the source gives the offset, or a factor of it. This rule handles offsets that become constant later. Does
// not handle: offsets that stay variable, which are whole elements in genx IR.
//
// Regions of one row with a vector of one offset, which becomes a number:
//
//   before    rdregion <16 x i32> %v, 1 lane, offset <1 x i16> %o        after    the same, offset i16 bitcast %o

#include "lower_ops.h"

// The number of bytes from the first lane to the end of the last; false if the region starts at a whole element.
static bool begins_inside(LLVMValueRef v, genx_region *r, uint32_t *n_b) {
    if ((!genx_is_rdregion(v) && !genx_is_wrregion(v)) || !genx_region_of(v, r) || r->off_vector || !r->off_const ||
        r->elt_b < 2 || r->off_b % r->elt_b == 0)
        return false;
    *n_b = 0;
    for (uint32_t k = 0; k < r->lanes; k++) {
        uint32_t end_b = (uint32_t)(genx_region_lane_b(r, k) - r->off_b) + r->elt_b;
        *n_b = end_b > *n_b ? end_b : *n_b;
    }
    return r->off_b + *n_b <= genx_size_b(LLVMTypeOf(LLVMGetOperand(v, 0)));
}

LLVMValueRef lw_align(lw *L, LLVMValueRef v) {
    genx_region r;
    uint32_t n_b;
    if (!begins_inside(v, &r, &n_b))
        return NULL;
    LLVMValueRef object = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(object), i8 = lw_int(L, 8);
    genx_region bytes = genx_row_region(n_b, r.off_b, 1);
    object = LLVMBuildBitCast(L->b, object, LLVMVectorType(i8, genx_size_b(t)), "");
    LLVMValueRef part = genx_build_rd(L->b, L->mod, object, &bytes, false);
    part = LLVMBuildBitCast(L->b, part, LLVMVectorType(genx_elt_type(t), n_b / r.elt_b), "");
    r.off_b = 0;
    r.offset = NULL;
    r.parent_width = 0;
    if (genx_is_rdregion(v))
        return genx_build_rd(L->b, L->mod, part, &r, !genx_is_vec(LLVMTypeOf(v)));
    part = genx_build_wr(L->b, L->mod, part, LLVMGetOperand(v, GENX_WR_NEW), &r, LLVMGetOperand(v, GENX_WR_MASK));
    part = LLVMBuildBitCast(L->b, part, LLVMVectorType(i8, n_b), "");
    return LLVMBuildBitCast(L->b, genx_build_wr(L->b, L->mod, object, part, &bytes, NULL), t, "");
}

LLVMValueRef lw_one_offset(lw *L, LLVMValueRef v) {
    genx_region r;
    if ((!genx_is_rdregion(v) && !genx_is_wrregion(v)) || !genx_region_of(v, &r) || !r.off_vector ||
        genx_lanes(LLVMTypeOf(r.offset)) != 1)
        return NULL;
    r.offset = LLVMBuildBitCast(L->b, r.offset, lw_int(L, 16), "");
    r.off_vector = false;
    LLVMValueRef object = LLVMGetOperand(v, 0);
    if (genx_is_rdregion(v))
        return genx_build_rd(L->b, L->mod, object, &r, !genx_is_vec(LLVMTypeOf(v)));
    return genx_build_wr(L->b, L->mod, object, LLVMGetOperand(v, GENX_WR_NEW), &r, LLVMGetOperand(v, GENX_WR_MASK));
}
