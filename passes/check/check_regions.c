// SPDX-License-Identifier: MIT
// gx_check_regions: a region with a constant offset must lie inside its vector.
//
//   %r = rdregion <16 x i32> %v, 4 lanes, offset 56     ->   a warning at the user's line, and lanes 2 and 3 are 0
//   %r = rdregion <16 x i32> %v, 1 lane, offset 64      ->   error: this selection reaches element 16 of a vector of 16
//   if (i < n) v(i) = x, unrolled for the i of 17       ->   a warning; %v stays as it is
//
// Why: an access outside is undefined in genx IR, and the registers after a vector hold other values. lower_cm treats
// offsets that are constant when the source is read; this pass, those that unrolling and propagation made constant,
// and the IR of other front ends. A selection of several elements may reach past the end. One element outside is an
// error, unless a condition known only at run time may keep the access from being executed. Does not handle: offsets
// that stay variable.

#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

// Treats a 16-bit offset as signed where the vector is small enough.
static void sign_offset(genx_region *r, uint32_t size_b) {
    if (r->off_b > INT16_MAX && size_b <= INT16_MAX)
        r->off_b -= 65536;
}

// The first element outside a vector that the region leaves.
static long long element_outside(const genx_region *r, int64_t size_b) {
    int64_t base_b = (int64_t)(int32_t)r->off_b - (int64_t)r->off_b, at_b = 0;
    for (uint32_t k = 0; k < r->lanes; k++) {
        at_b = base_b + genx_region_lane_b(r, k);
        if (at_b < 0 || at_b + r->elt_b > size_b)
            break;
    }
    return (long long)(at_b / (int64_t)r->elt_b);
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

// The access with 0 for the lanes outside, or without them.
static LLVMValueRef inside_only(LLVMBuilderRef b, LLVMValueRef inst, const genx_region *r) {
    LLVMModuleRef mod = genx_module_of(inst);
    bool writes = genx_is_wrregion(inst);
    LLVMValueRef base = LLVMGetOperand(inst, 0), out = writes ? base : LLVMConstNull(LLVMTypeOf(inst));
    gx_inside p = {.next_row = 0};
    while (r->lanes > 1 && gx_next_inside(r, genx_size_b(LLVMTypeOf(base)), &p)) {
        genx_region lanes = {.width = p.region.lanes,
                             .stride = p.region.lanes > 1,
                             .off_const = true,
                             .off_b = p.first * r->elt_b,
                             .lanes = p.region.lanes,
                             .elt_b = r->elt_b};
        LLVMValueRef mask = NULL;
        if (writes && !genx_mask_is_true(inst))
            mask = genx_build_rdpred(b, mod, LLVMGetOperand(inst, GENX_WR_MASK), p.first, p.region.lanes);
        if (writes)
            out = genx_build_wr(b, mod, out, genx_build_rd(b, mod, LLVMGetOperand(inst, GENX_WR_NEW), &lanes, false),
                                &p.region, mask);
        else
            out = genx_build_wr(b, mod, out, genx_build_rd(b, mod, base, &p.region, false), &lanes, NULL);
    }
    return out;
}

static void replace(LLVMValueRef inst, const genx_region *r) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(genx_module_of(inst)));
    LLVMPositionBuilderBefore(b, inst);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(inst));
    LLVMReplaceAllUsesWith(inst, inside_only(b, inst, r));
    LLVMInstructionEraseFromParent(inst);
    LLVMDisposeBuilder(b);
}

// True when the instruction was replaced.
static bool check(gx_ctx *cx, LLVMValueRef inst) {
    genx_region r;
    if (!genx_region_of(inst, &r) || !r.off_const || r.off_vector || r.elt_b == 0)
        return false;
    const uint32_t size_b = genx_size_b(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    sign_offset(&r, size_b);
    if (!gx_leaves(&r, size_b))
        return false;
    const long long at = element_outside(&r, size_b), n = (long long)(size_b / r.elt_b);
    const bool certain = is_certain(cx, inst);
    if (certain && (r.lanes == 1 || at < 0)) {
        gx_error(cx, inst, "CM0206", "this selection reaches element %lld of a vector of %lld elements", at, n);
        return false;
    }
    gx_warn(cx, inst, "-Wcm-bounds", "this selection reaches element %lld of a vector of %lld elements%s", at, n,
            certain ? "" : " if it is executed");
    replace(inst, &r);
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
