// SPDX-License-Identifier: MIT
// Part of lower_cm: the small builders of all handlers. A region of one row is always built in the same form (vstride
// 0), so that equal regions written differently become equal IR.

#include "cm_priv.h"

#include <assert.h>

LLVMValueRef cm_i16(const cm_lower *l, uint64_t v) {
    return LLVMConstInt(l->i16, v & 0xffff, 0);
}

LLVMValueRef cm_i32(const cm_lower *l, uint64_t v) {
    return LLVMConstInt(l->i32, v & 0xffffffff, 0);
}

LLVMValueRef cm_splat(cm_lower *l, LLVMValueRef v, uint32_t n) {
    assert(n > 0 && !genx_is_vec(LLVMTypeOf(v)) && "a scalar goes to at least one lane");
    return genx_build_splat(l->b, v, n);
}

LLVMValueRef cm_cast(cm_lower *l, LLVMValueRef v, LLVMTypeRef elt) {
    LLVMTypeRef have = LLVMTypeOf(v);
    if (genx_elt_type(have) == elt)
        return v;
    uint32_t n = genx_size_b(have) / genx_elt_b(elt);
    return LLVMBuildBitCast(l->b, v, LLVMVectorType(elt, n), "");
}

genx_region cm_row(uint32_t n, uint32_t off_b, uint32_t elt_b) {
    assert(n > 0 && elt_b > 0 && "a row has elements");
    return (genx_region){.width = n, .stride = 1, .off_const = true, .off_b = off_b, .lanes = n, .elt_b = elt_b};
}

// One canonical form for each set of elements.
static void canonical(genx_region *r) {
    assert(r->lanes > 0 && "a region has elements");
    if (r->width == 0 || r->width > r->lanes)
        r->width = r->lanes;
    if (r->lanes == 1) {
        r->vstride = r->stride = 0;
    } else if (r->width == 1) { // a column
        r->stride = r->vstride;
        r->width = r->lanes;
    } else if (r->width < r->lanes && r->vstride == r->width * r->stride) {
        r->width = r->lanes;
    }
    if (r->width == r->lanes)
        r->vstride = 0;
}

static bool is_whole(const genx_region *r, LLVMTypeRef object) {
    return r->off_const && r->off_b == 0 && r->width == r->lanes && (r->stride == 1 || r->lanes == 1) &&
           r->lanes * r->elt_b == genx_size_b(object);
}

LLVMValueRef cm_rd(cm_lower *l, LLVMValueRef v, genx_region r, bool scalar) {
    assert(genx_is_vec(LLVMTypeOf(v)) && "regions are parts of vectors");
    canonical(&r);
    if (!scalar && is_whole(&r, LLVMTypeOf(v)))
        return v;
    return genx_build_rd(l->b, l->mod, v, &r, scalar);
}

LLVMValueRef cm_wr(cm_lower *l, LLVMValueRef old, LLVMValueRef v, genx_region r, LLVMValueRef mask) {
    assert(genx_elt_type(LLVMTypeOf(old)) == genx_elt_type(LLVMTypeOf(v)) &&
           "the object was cast to the region's elements");
    canonical(&r);
    if (!mask && is_whole(&r, LLVMTypeOf(old)) && genx_is_vec(LLVMTypeOf(v)))
        return v;
    return genx_build_wr(l->b, l->mod, old, v, &r, mask);
}

LLVMValueRef cm_low_bits(cm_lower *l, LLVMValueRef mask) {
    assert(genx_is_vec(LLVMTypeOf(mask)) && !genx_is_float(LLVMTypeOf(mask)) && "masks are integers");
    return LLVMBuildTrunc(l->b, mask, LLVMVectorType(l->i1, genx_lanes(LLVMTypeOf(mask))), "");
}

LLVMValueRef cm_region_call(LLVMModuleRef mod, LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef args[7]) {
    LLVMContextRef llvm = LLVMGetModuleContext(mod);
    LLVMTypeRef ptr = LLVMPointerTypeInContext(llvm, 0), i32 = LLVMInt32TypeInContext(llvm);
    LLVMTypeRef types[7] = {ptr, i32, i32, i32, i32, i32, t};
    unsigned n = args[6] ? 7 : 6;
    LLVMTypeRef type = LLVMFunctionType(args[6] ? LLVMVoidTypeInContext(llvm) : t, types, n, 0);
    cmc_str name = CMC_STR_INIT;
    cmc_str_append(&name, args[6] ? "_Z7__cm_wrI" : "_Z7__cm_rdI");
    genx_mangle(&name, t);
    LLVMValueRef fn = LLVMGetNamedFunction(mod, cmc_str_text(&name));
    if (!fn)
        fn = LLVMAddFunction(mod, cmc_str_text(&name), type);
    cmc_str_free(&name);
    return LLVMBuildCall2(b, type, fn, args, n, "");
}
