// SPDX-License-Identifier: MIT
// gx_check_regions: a region with a constant offset must lie inside its vector.
//
//   %r = rdregion <16 x i32> %v, 4 lanes, offset 56     ->   error at the user's line:
//                                                            this selection reaches element 17 of a vector of 16
//   if (i < n) v(i) = x, unrolled for the i of 17       ->   a warning; %v stays as it is
//
// Why: an access outside is undefined in genx IR, and the registers after a vector hold other values. lower_cm checks
// offsets that are constant when the source is read; this pass checks those that unrolling and propagation made
// constant, and the IR of other front ends. A condition known only at run time may keep the access from being
// executed. In that case the pass gives a warning, replaces a read by an undefined value and drops a write. Does not
// handle: offsets that stay variable.

#include "passes_priv.h"

// Whether a constant region leaves its vector; *element receives the first element outside.
static bool leaves(const genx_region *r, int64_t size_b, int64_t *element) {
    // An offset is 16 bits wide; treat it as signed where the vector is small enough.
    const int64_t wrap_b = r->off_b > INT16_MAX && size_b <= INT16_MAX ? 65536 : 0;
    for (uint32_t k = 0; k < r->lanes; k++) {
        int64_t at_b = genx_region_lane_b(r, k) - wrap_b;
        if (at_b >= 0 && at_b + r->elt_b <= size_b)
            continue;
        *element = at_b / (int64_t)r->elt_b;
        return true;
    }
    return false;
}

// Whether a value is used only as an alternative of a select, as in c ? v(i) : 0. Such a value may be read whether or
// not it is chosen.
static bool is_chosen(LLVMValueRef v) {
    bool chosen = LLVMGetFirstUse(v) != NULL;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && chosen; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        bool same = LLVMIsABitCastInst(user) || LLVMIsAExtractElementInst(user);
        chosen = same ? is_chosen(user) : LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) != v;
    }
    return chosen;
}

// Masked writes come from blocks under a condition (predicate_writes), or are in SIMD control flow.
static bool is_certain(gx_ctx *cx, LLVMValueRef inst) {
    bool writes = genx_is_wrregion(inst), masked = writes && !genx_mask_is_true(inst);
    return !masked && (writes || !is_chosen(inst)) && gx_always_runs(cx, LLVMGetInstructionParent(inst));
}

// True when the instruction was removed.
static bool check(gx_ctx *cx, LLVMValueRef inst) {
    genx_region r;
    int64_t element;
    if (!genx_region_of(inst, &r) || !r.off_const || r.off_vector || r.elt_b == 0)
        return false;
    LLVMValueRef base = LLVMGetOperand(inst, 0);
    const int64_t size_b = genx_size_b(LLVMTypeOf(base));
    if (!leaves(&r, size_b, &element))
        return false;
    const long long at = (long long)element, n = (long long)(size_b / r.elt_b);
    if (is_certain(cx, inst)) {
        gx_error(cx, inst, "CM0206", "this selection reaches element %lld of a vector of %lld elements", at, n);
        return false;
    }
    gx_warn(cx, inst, "-Wcm-bounds",
            "this selection reaches element %lld of a vector of %lld elements if it is executed", at, n);
    LLVMReplaceAllUsesWith(inst, genx_is_wrregion(inst) ? base : LLVMGetUndef(LLVMTypeOf(inst)));
    LLVMInstructionEraseFromParent(inst);
    return true;
}

bool gx_check_regions(gx_ctx *cx, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_safe(bb, i, next) {
            if (genx_is_rdregion(i) || genx_is_wrregion(i))
                changed |= check(cx, i);
        }
    return changed;
}
