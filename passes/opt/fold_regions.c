// SPDX-License-Identifier: MIT
// gx_fold_regions: fold region reads and writes of constants to constants.
//
//   before                                                       after
//     %a = wrregion <16 x i16> undef, i16 1, element 0             %m = icmp ne <16 x i16> <1, 0, 1, ...>, 0
//     %b = wrregion %a, i16 0, element 1
//     ... %p
//     %m = icmp ne <16 x i16> %p, 0
//
//     rdregion <4 x i32> <1, 2, 3, 4>, stride 2                    <1, 3>
//     any <4 x i1> <0, 0, 1, 0>                                    true
//
//     rdregion <1 x float> %v, element 0                           bitcast %v to float
//
//     wrregion %v, %r, stride 1, mask <1, 0, 1, 0>                 wrregion %v, (rdregion %r, stride 2), stride 2, mask true
//
// Why: a table that unrolled code fills element by element takes no work at run time. LLVM's constant folding needs a
// constant to start from. LLVM knows a bitcast as free, also before a branch around it. A chain of writes is folded
// once, at its end, so that the cost is linear in its length. Needs: nothing. Keeps: regions with a variable offset or
// a source that is not constant.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

typedef struct fold {
    gx_ctx *cx;
    LLVMBuilderRef b;
} fold;

static bool is_data(LLVMValueRef c) {
    return LLVMIsAConstant(c) && !LLVMIsAConstantExpr(c) && !LLVMIsAGlobalValue(c);
}

static LLVMValueRef element(LLVMValueRef c, uint32_t k) {
    return genx_is_vec(LLVMTypeOf(c)) ? LLVMGetAggregateElement(c, k) : c;
}

// Element numbers of the region's lanes; false if a lane lies outside of the n elements or is not aligned to an
// element.
static bool lanes_of(fold *F, const genx_region *r, uint32_t n, uint32_t **out) {
    uint32_t *at = CMC_NEW_N(F->cx->arena, uint32_t, r->lanes + 1);
    uint64_t row = 0;
    for (uint32_t k = 0; at && k < r->lanes; k++) {
        int64_t b = genx_region_lane_b(r, k);
        if (r->off_vector) { // one offset per row
            LLVMValueRef o = LLVMGetAggregateElement(r->offset, k / r->width);
            if (!o || !genx_const_u64(o, &row))
                return false;
            b = (int64_t)row + (int64_t)(k % r->width) * r->stride * r->elt_b;
        }
        if (b < 0 || b % r->elt_b || b / r->elt_b >= n)
            return false;
        at[k] = (uint32_t)(b / r->elt_b);
    }
    *out = at;
    return at != NULL;
}

static bool constant_place(const genx_region *r) {
    return r->off_vector ? is_data(r->offset) && !LLVMIsUndef(r->offset) : r->off_const;
}

// The only element of a vector.
static LLVMValueRef fold_single(fold *F, LLVMValueRef v) {
    genx_region r;
    LLVMValueRef src = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(src);
    if (genx_is_vec(LLVMTypeOf(v)) || !genx_is_vec(t) || LLVMGetVectorSize(t) != 1 ||
        LLVMGetElementType(t) != LLVMTypeOf(v) || !genx_region_of(v, &r) || !r.off_const || r.off_b != 0)
        return NULL;
    LLVMPositionBuilderBefore(F->b, v);
    return LLVMBuildBitCast(F->b, src, LLVMTypeOf(v), "");
}

static LLVMValueRef fold_read(fold *F, LLVMValueRef v) {
    genx_region r;
    uint32_t *at;
    LLVMValueRef src = LLVMGetOperand(v, 0);
    if (!is_data(src) || !genx_region_of(v, &r) || !constant_place(&r))
        return NULL;
    if (LLVMIsUndef(src))
        return LLVMGetUndef(LLVMTypeOf(v));
    if (!lanes_of(F, &r, genx_lanes(LLVMTypeOf(src)), &at))
        return NULL;
    LLVMValueRef *e = CMC_NEW_N(F->cx->arena, LLVMValueRef, r.lanes);
    for (uint32_t k = 0; e && k < r.lanes; k++)
        e[k] = LLVMGetAggregateElement(src, at[k]);
    return !e ? NULL : genx_is_vec(LLVMTypeOf(v)) ? LLVMConstVector(e, r.lanes) : e[0];
}

// Is v a write whose value, offset and mask are constants?
static bool constant_write(LLVMValueRef v, genx_region *r) {
    return genx_is_wrregion(v) && is_data(LLVMGetOperand(v, 1)) && genx_region_of(v, r) && constant_place(r) &&
           is_data(LLVMGetOperand(v, GENX_WR_MASK)) && !LLVMIsUndef(LLVMGetOperand(v, GENX_WR_MASK));
}

// Does the chain continue, so that the fold at its end includes this write?
static bool continues(LLVMValueRef w) {
    genx_region r;
    LLVMUseRef u = LLVMGetFirstUse(w);
    if (!u || LLVMGetNextUse(u))
        return false;
    LLVMValueRef user = LLVMGetUser(u);
    return constant_write(user, &r) && LLVMGetOperand(user, 0) == w;
}

static bool mask_of_lane(LLVMValueRef m, uint32_t k, bool *set) {
    uint64_t bit;
    LLVMValueRef e = element(m, k);
    if (!e || !genx_const_u64(e, &bit))
        return false;
    *set = bit & 1;
    return true;
}

// The last write of a lane wins: the walk starts at the end of the chain and sets each lane once.
static bool take_write(fold *F, LLVMValueRef w, LLVMValueRef *lane, uint32_t n) {
    genx_region r;
    uint32_t *at;
    if (!constant_write(w, &r) || !lanes_of(F, &r, n, &at))
        return false;
    for (uint32_t k = r.lanes; k-- > 0;) {
        bool set;
        if (!mask_of_lane(LLVMGetOperand(w, GENX_WR_MASK), k, &set))
            return false;
        if (set && !lane[at[k]])
            lane[at[k]] = element(LLVMGetOperand(w, 1), k);
    }
    return true;
}

static LLVMValueRef fold_write(fold *F, LLVMValueRef v) {
    genx_region r;
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t n = genx_lanes(t);
    LLVMValueRef base = v;
    if (!constant_write(v, &r) || continues(v))
        return NULL;
    while (constant_write(base, &r))
        base = LLVMGetOperand(base, 0);
    if (!is_data(base))
        return NULL;
    LLVMValueRef *lane = CMC_NEW_N(F->cx->arena, LLVMValueRef, n);
    if (!lane)
        return NULL;
    for (LLVMValueRef w = v; w != base; w = LLVMGetOperand(w, 0))
        if (!take_write(F, w, lane, n))
            return NULL;
    for (uint32_t k = 0; k < n; k++)
        if (!lane[k])
            lane[k] = LLVMIsUndef(base) ? LLVMGetUndef(genx_elt_type(t)) : element(base, k);
    return LLVMConstVector(lane, n);
}

// Folds any and all of a constant predicate, and reads of one lane or a part of it.
static LLVMValueRef fold_predicate(fold *F, LLVMValueRef v, genx_id id) {
    LLVMValueRef m = LLVMGetOperand(v, 0);
    uint64_t first = 0;
    if (!is_data(m) || LLVMIsUndef(m))
        return NULL;
    uint32_t n = genx_lanes(LLVMTypeOf(m)), set = 0, from = 0;
    if (id == GENX_RDPREDREGION) {
        if (!genx_const_u64(LLVMGetOperand(v, 1), &first) || first + genx_lanes(LLVMTypeOf(v)) > n)
            return NULL;
        from = (uint32_t)first;
        n = genx_lanes(LLVMTypeOf(v));
        LLVMValueRef *e = CMC_NEW_N(F->cx->arena, LLVMValueRef, n);
        for (uint32_t k = 0; e && k < n; k++)
            e[k] = element(m, from + k);
        return e && genx_is_vec(LLVMTypeOf(v)) ? LLVMConstVector(e, n) : NULL;
    }
    for (uint32_t k = 0; k < n; k++) {
        bool one;
        if (!mask_of_lane(m, k, &one))
            return NULL;
        set += one;
    }
    return LLVMConstInt(LLVMTypeOf(v), id == GENX_ANY ? set != 0 : set == n, 0);
}

// Evenly spaced lanes of a constant mask: the first, their distance and their number. False if the lanes are not evenly
// spaced, or if all or no lanes are set.
static bool spaced(LLVMValueRef m, uint32_t *first, uint32_t *step, uint32_t *count) {
    uint32_t n = genx_lanes(LLVMTypeOf(m)), last = 0;
    *step = *count = 0;
    for (uint32_t k = 0; k < n; k++) {
        bool one;
        if (!mask_of_lane(m, k, &one))
            return false;
        if (!one)
            continue;
        if (*count == 0)
            *first = k;
        else if (*count == 1)
            *step = k - last;
        else if (k - last != *step)
            return false;
        last = k;
        ++*count;
    }
    return *count > 0 && *count < n;
}

static bool is_line(const genx_region *r) {
    return r->off_const && !r->off_vector && (r->width == r->lanes || r->vstride == r->width * r->stride);
}

// Turns a write of a region under a constant mask into a write of only the lanes in the mask. The results of operations
// stay predicated.
static LLVMValueRef fold_mask(fold *F, LLVMValueRef v) {
    assert(genx_is_wrregion(v) && "the caller checked");
    genx_region to;
    LLVMValueRef m = LLVMGetOperand(v, GENX_WR_MASK), x = LLVMGetOperand(v, GENX_WR_NEW);
    uint32_t first = 0, step, count;
    if (!genx_is_vec(LLVMTypeOf(m)) || !is_data(m) || LLVMIsUndef(m) || !genx_is_rdregion(x) ||
        !genx_region_of(v, &to) || !is_line(&to) || !spaced(m, &first, &step, &count))
        return NULL;
    LLVMModuleRef mod = genx_module_of(v);
    genx_region from = {.vstride = count * step,
                        .width = count,
                        .stride = step,
                        .off_const = true,
                        .off_b = first * to.elt_b,
                        .lanes = count,
                        .elt_b = to.elt_b};
    to.off_b += first * to.stride * to.elt_b;
    to.stride *= count > 1 ? step : 1;
    to.width = to.lanes = count;
    to.vstride = count * to.stride;
    LLVMPositionBuilderBefore(F->b, v);
    LLVMSetCurrentDebugLocation2(F->b, LLVMInstructionGetDebugLoc(v));
    LLVMValueRef lanes = genx_build_rd(F->b, mod, x, &from, count == 1);
    return genx_build_wr(F->b, mod, LLVMGetOperand(v, 0), lanes, &to, NULL);
}

static LLVMValueRef fold_one(fold *F, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    if (genx_is_rdregion(v)) {
        LLVMValueRef c = fold_read(F, v);
        return c ? c : fold_single(F, v);
    }
    if (genx_is_wrregion(v)) {
        LLVMValueRef c = fold_write(F, v);
        return c ? c : fold_mask(F, v);
    }
    return id == GENX_ANY || id == GENX_ALL || id == GENX_RDPREDREGION ? fold_predicate(F, v, id) : NULL;
}

bool gx_fold_regions(gx_ctx *cx, LLVMValueRef fn) {
    fold F = {.cx = cx, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)))};
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            LLVMValueRef with = LLVMIsACallInst(i) && LLVMGetFirstUse(i) ? fold_one(&F, i) : NULL;
            if (!with)
                continue;
            LLVMReplaceAllUsesWith(i, with);
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    }
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(F.b);
    return changed;
}
