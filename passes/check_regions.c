// SPDX-License-Identifier: MIT
// gx_check_regions: a region with a constant offset must lie inside its vector.
//
//   %r = rdregion <16 x i32> %v, 4 lanes, offset 56     ->   error at the user's line:
//                                                            this selection reaches element 17 of a vector of 16
//
// Why: outside is undefined in genx IR, and the registers behind a vector belong to somebody else. lower_cm checks what
// is constant when the source is read; this sees what unrolling and propagation made constant, and other front ends' IR.
// Changes nothing. Does not handle: offsets that stay variable.

#include "passes_priv.h"

static void check(gx_ctx *cx, LLVMValueRef inst) {
    genx_region r;
    if (!genx_region_of(inst, &r) || !r.off_const || r.off_vector || r.elt_b == 0)
        return;
    LLVMTypeRef base = LLVMTypeOf(LLVMGetOperand(inst, 0));
    const int64_t size_b = genx_size_b(base);
    // An offset is 16 bits wide; what a negative one means shows in its sign.
    const int64_t wrap_b = r.off_b > INT16_MAX && size_b <= INT16_MAX ? 65536 : 0;
    for (uint32_t k = 0; k < r.lanes; k++) {
        int64_t at_b = genx_region_lane_b(&r, k) - wrap_b;
        if (at_b >= 0 && at_b + r.elt_b <= size_b)
            continue;
        gx_error(cx, inst, "CM0206", "this selection reaches element %lld of a vector of %lld",
                 (long long)(at_b / (int64_t)r.elt_b), (long long)(size_b / r.elt_b));
        return;
    }
}

bool gx_check_regions(gx_ctx *cx, LLVMValueRef fn) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (genx_is_rdregion(i) || genx_is_wrregion(i))
                check(cx, i);
    return false;
}
