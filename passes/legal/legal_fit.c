// SPDX-License-Identifier: MIT
// Part of gx_legalize: how wide a slice of a bale may be. The narrowest operand limits the root: every operand must lie
// within two registers, and every region must be one that the hardware has (region.c).

#include "legal_priv.h"

#include <assert.h>

LLVMValueRef lg_base(lg *L, LLVMValueRef v) {
    while (LLVMIsAInstruction(v) && bale_describe(L->cx->model, v).kind == BALE_ALIAS)
        v = LLVMGetOperand(v, 0);
    return v;
}

bool lg_leaf_fits(lg *L, LLVMTypeRef t, uint32_t s, uint32_t w, bool ternary) {
    assert(w <= RGN_MAX_LANES && "no instruction is wider");
    int32_t off[RGN_MAX_LANES];
    isa_region hw;
    uint32_t e = genx_elt_b(t);
    if (e == 0)
        return true;
    rgn_contiguous(s, w, e, off);
    return ternary ? rgn_ternary(L->cx->model, off, w, e, &hw) : rgn_source(L->cx->model, off, w, e, &hw);
}

static bool rd_fits(lg *L, LLVMValueRef rd, uint32_t s, uint32_t w, bool ternary) {
    genx_region r;
    int32_t off[RGN_MAX_LANES];
    isa_region hw;
    const isa_model *m = L->cx->model;
    if (!genx_region_of(rd, &r))
        return w == 1;
    if (w * r.elt_b > 2u * m->grf_b) // one element for all lanes: a narrower result spaces its lanes this far apart
        return false;
    if (r.off_vector) {
        if (s / r.width == (s + w - 1) / r.width)
            return w == 1 || ((w - 1) * r.stride + 1) * r.elt_b <= m->grf_b;
        return r.width == 1 && w <= ISA_VXH_ROWS_MAX; // one address register word per lane
    }
    rgn_lanes(&r, s, w, off);
    if (!r.off_const)
        return rgn_indirect(m, off, w, r.elt_b, &hw);
    return ternary ? rgn_ternary(m, off, w, r.elt_b, &hw) : rgn_source(m, off, w, r.elt_b, &hw);
}

static bool source_fits(lg *L, LLVMValueRef user, unsigned op, uint8_t cls, uint32_t s, uint32_t w) {
    LLVMValueRef v = LLVMGetOperand(user, op);
    if (LLVMIsConstant(v))
        return w * genx_elt_b(LLVMTypeOf(v)) <= 2u * L->cx->model->grf_b;
    if (!bale_folds(L->bales, user, op))
        return lg_leaf_fits(L, LLVMTypeOf(v), s, w, (cls & BALE_SRC_TERNARY) != 0);
    if (genx_is_rdregion(v))
        return rd_fits(L, v, s, w, (cls & BALE_SRC_TERNARY) != 0);
    return lg_fits(L, v, s, w);
}

static bool dst_fits(lg *L, LLVMValueRef wr, uint32_t s, uint32_t w) {
    genx_region r;
    int32_t off[RGN_MAX_LANES];
    uint8_t h;
    isa_region hw;
    if (!genx_region_of(wr, &r))
        return w == 1;
    if (r.off_vector) // one row per instruction
        return s / r.width == (s + w - 1) / r.width && ((w - 1) * r.stride + 1) * r.elt_b <= L->cx->model->grf_b;
    rgn_lanes(&r, s, w, off);
    if (!r.off_const)
        return rgn_indirect(L->cx->model, off, w, r.elt_b, &hw) &&
               (w == 1 || (hw.w == 1 && hw.v >= 1 && hw.v * r.elt_b <= 16 && hw.v <= 4));
    return rgn_dest(L->cx->model, off, w, r.elt_b, &h);
}

// In conversions between integers and half, the lanes are a dword apart in the register.
static uint32_t conversion_step_b(LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    bool sat = id == GENX_FPTOSI_SAT || id == GENX_FPTOUI_SAT || bale_is_llvm(v, "fptosi.sat") ||
               bale_is_llvm(v, "fptoui.sat");
    if (!sat && (!LLVMIsACastInst(v) || LLVMIsABitCastInst(v)))
        return 0;
    LLVMTypeKind from = LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(LLVMGetOperand(v, 0))));
    LLVMTypeKind to = LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(v)));
    return (from == LLVMHalfTypeKind && to == LLVMIntegerTypeKind) ||
                   (from == LLVMIntegerTypeKind && to == LLVMHalfTypeKind)
               ? 4
               : 0;
}

bool lg_fits(lg *L, LLVMValueRef v, uint32_t s, uint32_t w) {
    assert(w > 0 && "a slice has lanes");
    bale_desc d = bale_describe(L->cx->model, v);
    if (w > d.max_lanes || w * genx_elt_b(genx_elt_type(LLVMTypeOf(v))) > 2u * L->cx->model->grf_b)
        return false;
    if (d.kind == BALE_RD)
        return rd_fits(L, v, s, w, false);
    if (w * conversion_step_b(v) > 2u * L->cx->model->grf_b)
        return false;
    for (unsigned i = 0; i < d.n_src; i++)
        if (!source_fits(L, v, d.src[i], d.cls[i], s, w))
            return false;
    if (d.kind == BALE_WR && !dst_fits(L, v, s, w))
        return false;
    if (d.mask_op >= 0 && !lg_mask_fits(L, LLVMGetOperand(v, (unsigned)d.mask_op), s, w))
        return false;
    return true;
}

uint32_t lg_width(lg *L, LLVMValueRef v, uint32_t s, uint32_t remaining) {
    for (uint32_t w = RGN_MAX_LANES; w; w /= 2)
        if (w <= remaining && lg_fits(L, v, s, w))
            return w;
    return 0;
}

static bool compare_slice_fits(lg *L, LLVMValueRef cmp, uint32_t s, uint32_t w) {
    bale_desc d = bale_describe(L->cx->model, cmp);
    bool fits = d.kind == BALE_CMP && w <= RGN_MAX_LANES;
    for (unsigned i = 0; i < d.n_src && fits; i++)
        fits = source_fits(L, cmp, d.src[i], d.cls[i], s, w);
    return fits;
}

bool lg_compare_fits(lg *L, LLVMValueRef cmp) {
    return compare_slice_fits(L, cmp, 0, genx_lanes(LLVMTypeOf(cmp)));
}

// Can 32 lanes of a longer predicate be computed for one user?
static bool wide_slice_fits(lg *L, LLVMValueRef m, uint32_t s) {
    if (LLVMIsConstant(m))
        return true;
    bale_desc d = bale_describe(L->cx->model, m);
    if (d.kind == BALE_CMP)
        return compare_slice_fits(L, m, s, 32);
    if (d.kind != BALE_MASK || genx_call_id(m) != GENX_NONE || LLVMIsASelectInst(m))
        return false;
    return wide_slice_fits(L, LLVMGetOperand(m, 0), s) && wide_slice_fits(L, LLVMGetOperand(m, 1), s);
}

bool lg_mask_wide(lg *L, LLVMValueRef m) {
    return ptrmap_get(&L->wide, m) != NULL;
}

bool lg_mask_simple(lg *L, LLVMValueRef m) {
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    if (genx_is_flow(m, "on")) // the hardware has 32 channels
        return true;
    if (n == 32 && lg_mask_wide(L, m))
        return true;
    if (n > 16 || (n & (n - 1)))
        return false;
    if (LLVMIsConstant(m) || !LLVMIsAInstruction(m))
        return true;
    bale_desc d = bale_describe(L->cx->model, m);
    if (d.kind == BALE_CMP)
        return lg_fits(L, m, 0, n);
    if (d.kind != BALE_MASK || genx_call_id(m) != GENX_NONE)
        return true;
    unsigned ops = (unsigned)LLVMGetNumOperands(m);
    for (unsigned i = 0; i < ops; i++)
        if (!lg_mask_simple(L, LLVMGetOperand(m, i)))
            return false;
    return true;
}

bool lg_mask_fits(lg *L, LLVMValueRef m, uint32_t s, uint32_t w) {
    uint64_t bits;
    if (LLVMIsConstant(m) && genx_const_splat(m, &bits) && (bits & 1))
        return true;
    if (genx_is_flow(m, "on")) // the hardware has 32 channels
        return s % w == 0;
    if (w > 16 && s % w == 0 && (lg_mask_wide(L, m) || (genx_lanes(LLVMTypeOf(m)) > 32 && wide_slice_fits(L, m, s))))
        return true;
    if (w > 16 || s % w)
        return false;
    if (LLVMIsConstant(m) || genx_lanes(LLVMTypeOf(m)) == 1 || lg_mask_simple(L, m))
        return true;
    bale_desc d = bale_describe(L->cx->model, m);
    if (d.kind == BALE_CMP)
        return lg_fits(L, m, s, w);
    if (d.kind == BALE_MASK && genx_call_id(m) == GENX_NONE) {
        unsigned ops = (unsigned)LLVMGetNumOperands(m);
        for (unsigned i = 0; i < ops; i++)
            if (!lg_mask_fits(L, LLVMGetOperand(m, i), s, w))
                return false;
    }
    return true;
}
