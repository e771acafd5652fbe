// SPDX-License-Identifier: MIT
// Part of gx_legalize: builds lanes [s, s + w) of a bale. Folded operands are cloned for the slice; other operands are
// read by a region of their value.

#include "legal_priv.h"

#include <assert.h>
#include <string.h>

// NULL if its elements are not known.
static LLVMValueRef slice_const(LLVMValueRef c, uint32_t s, uint32_t w) {
    assert(LLVMIsConstant(c) && w <= RGN_MAX_LANES && "a constant's lanes, in one instruction");
    LLVMTypeRef t = LLVMTypeOf(c);
    if (!genx_is_vec(t) || (s == 0 && w == genx_lanes(t)))
        return c;
    LLVMValueRef e[RGN_MAX_LANES];
    for (uint32_t k = 0; k < w; k++)
        if (!(e[k] = genx_const_element(c, s + k)))
            return NULL;
    return LLVMConstVector(e, w);
}

static bool was_written(const lg *L, const int32_t *off, uint32_t n, uint32_t elt_b) {
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < elt_b; i++) {
            int64_t at = off[k] + (int64_t)i;
            if (at < 0 || at >= L->written_b || L->written[at])
                return true;
        }
    return false;
}

// The value to read these lanes of v from: v, or the running value if its bytes are still those of v.
static LLVMValueRef source_of(lg *L, LLVMValueRef v, const int32_t *off, uint32_t n, uint32_t elt_b) {
    if (!L->running || lg_base(L, v) != L->old_base || was_written(L, off, n, elt_b))
        return v;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (LLVMTypeOf(L->running) == t)
        return L->running;
    return LLVMBuildBitCast(L->b, L->running, t, "");
}

static LLVMValueRef leaf_slice(lg *L, LLVMValueRef v, uint32_t s, uint32_t w) {
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t e = genx_elt_b(t);
    int32_t off[RGN_MAX_LANES];
    if (!genx_is_vec(t))
        return v;
    rgn_contiguous(s, w, e, off);
    LLVMValueRef from = source_of(L, v, off, w, e);
    if (s == 0 && w == genx_lanes(t))
        return from;
    genx_region r = genx_row_region(w, s * e, e);
    return genx_build_rd(L->b, L->mod, from, &r, false);
}

// Slices a vector offset to rows [s, s + w), or to one offset if the slice lies within a row.
static void slice_offset(lg *L, genx_region *r, uint32_t s, uint32_t w) {
    assert(r->off_vector && s + w <= r->lanes && "rows of a region with an offset each");
    uint32_t row = s / r->width, col = s % r->width;
    LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(L->mod));
    if (col + w <= r->width) {
        genx_region one = {.width = 1, .off_const = true, .off_b = row * 2, .lanes = 1, .elt_b = 2};
        LLVMValueRef o = LLVMIsConstant(r->offset) ? LLVMGetAggregateElement(r->offset, row)
                                                   : genx_build_rd(L->b, L->mod, r->offset, &one, true);
        if (col && r->stride)
            o = LLVMBuildAdd(L->b, o, LLVMConstInt(i16, (uint64_t)col * r->stride * r->elt_b, 0), "");
        r->offset = o;
        r->off_vector = false;
        uint64_t c;
        r->off_const = genx_const_u64(o, &c);
        if (r->off_const)
            r->off_b = (uint32_t)c;
        r->width = w;
        r->vstride = w * r->stride;
    } else {
        genx_region rows = genx_row_region(w, row * 2, 2);
        r->offset = LLVMIsConstant(r->offset) ? slice_const(r->offset, row, w)
                                              : genx_build_rd(L->b, L->mod, r->offset, &rows, false);
        r->width = 1;
    }
    r->lanes = w;
}

// The region of lanes [s, s + w) of r.
genx_region lg_slice_region(lg *L, const genx_region *r, uint32_t s, uint32_t w, bool dst) {
    assert(s + w <= r->lanes && w <= RGN_MAX_LANES && "the region has these lanes");
    genx_region out = *r;
    if (r->off_vector) {
        slice_offset(L, &out, s, w);
        return out;
    }
    int32_t off[RGN_MAX_LANES];
    isa_region hw = {0, 1, 0};
    uint8_t h = 1;
    rgn_lanes(r, s, w, off);
    if (!r->off_const)
        rgn_indirect(L->cx->model, off, w, r->elt_b, &hw);
    else if (dst)
        rgn_dest(L->cx->model, off, w, r->elt_b, &h), hw = (isa_region){h, 1, 0};
    else
        rgn_source(L->cx->model, off, w, r->elt_b, &hw);
    out = rgn_to_genx(hw, off, w, r->elt_b);
    out.parent_width = r->parent_width;
    if (!r->off_const) {
        LLVMTypeRef i16 = LLVMTypeOf(r->offset);
        out.offset = r->offset;
        if (off[0])
            out.offset = LLVMBuildAdd(L->b, r->offset, LLVMConstInt(i16, (uint64_t)off[0], 0), "");
        out.off_const = false;
        out.off_b = 0;
    }
    return out;
}

static LLVMValueRef slice_rd(lg *L, LLVMValueRef rd, uint32_t s, uint32_t w) {
    assert(genx_is_rdregion(rd) && "the caller checked");
    genx_region r;
    genx_region_of(rd, &r);
    genx_region part = lg_slice_region(L, &r, s, w, false);
    LLVMValueRef src = LLVMGetOperand(rd, 0);
    if (r.off_const) {
        int32_t off[RGN_MAX_LANES];
        rgn_lanes(&r, s, w, off);
        src = source_of(L, src, off, w, r.elt_b);
    }
    return genx_build_rd(L->b, L->mod, src, &part, false);
}

LLVMValueRef lg_slice_operand(lg *L, LLVMValueRef user, unsigned op, uint32_t s, uint32_t w) {
    LLVMValueRef v = LLVMGetOperand(user, op);
    LLVMValueRef slice = LLVMIsConstant(v) ? slice_const(v, s, w) : NULL;
    if (slice)
        return slice;
    if (!bale_folds(L->bales, user, op))
        return leaf_slice(L, v, s, w);
    return genx_is_rdregion(v) ? slice_rd(L, v, s, w) : lg_slice_node(L, v, s, w);
}

// The same intrinsic for w lanes.
static LLVMValueRef clone_call(lg *L, LLVMValueRef v, LLVMTypeRef t, LLVMValueRef *args, unsigned n) {
    genx_id id = genx_call_id(v);
    if (id != GENX_NONE)
        return genx_build(L->b, L->mod, id, t, args, n, "");
    unsigned iid = LLVMGetIntrinsicID(LLVMGetCalledValue(v));
    LLVMTypeRef types[2] = {t, LLVMTypeOf(args[0])};
    bool two = bale_is_llvm(v, "fptosi.sat") || bale_is_llvm(v, "fptoui.sat");
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, iid, types, two ? 2 : 1);
    return LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static void copy_flags(LLVMValueRef from, LLVMValueRef to) {
    if (!LLVMIsAInstruction(to))
        return;
    if (LLVMCanValueUseFastMathFlags(from) && LLVMCanValueUseFastMathFlags(to))
        LLVMSetFastMathFlags(to, LLVMGetFastMathFlags(from));
    switch (LLVMGetInstructionOpcode(from)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMShl:
        LLVMSetNUW(to, LLVMGetNUW(from));
        LLVMSetNSW(to, LLVMGetNSW(from));
        break;
    default:
        break;
    }
}

static LLVMValueRef clone_op(lg *L, LLVMValueRef v, LLVMTypeRef t, LLVMValueRef *ops, unsigned n) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    switch (o) {
    case LLVMCall:
        return clone_call(L, v, t, ops, n);
    case LLVMFNeg:
        return LLVMBuildFNeg(L->b, ops[0], "");
    case LLVMICmp:
        return LLVMBuildICmp(L->b, LLVMGetICmpPredicate(v), ops[0], ops[1], "");
    case LLVMFCmp:
        return LLVMBuildFCmp(L->b, LLVMGetFCmpPredicate(v), ops[0], ops[1], "");
    case LLVMSelect:
        return LLVMBuildSelect(L->b, ops[0], ops[1], ops[2], "");
    default:
        return n == 1 ? LLVMBuildCast(L->b, o, ops[0], t, "") : LLVMBuildBinOp(L->b, o, ops[0], ops[1], "");
    }
}

LLVMValueRef lg_slice_node(lg *L, LLVMValueRef v, uint32_t s, uint32_t w) {
    if (genx_is_rdregion(v))
        return slice_rd(L, v, s, w);
    bale_desc d = bale_describe(L->cx->model, v);
    unsigned n = (unsigned)LLVMGetNumOperands(v);
    if (LLVMIsACallInst(v))
        n = LLVMGetNumArgOperands(v);
    LLVMValueRef ops[8];
    for (unsigned i = 0; i < n && i < 8; i++) {
        bool src = false;
        for (unsigned k = 0; k < d.n_src; k++)
            src = src || d.src[k] == i;
        if (src)
            ops[i] = lg_slice_operand(L, v, i, s, w);
        else if (d.mask_op == (int)i)
            ops[i] = lg_slice_mask(L, LLVMGetOperand(v, i), s, w);
        else if (LLVMIsConstant(LLVMGetOperand(v, i)) && genx_is_vec(LLVMTypeOf(LLVMGetOperand(v, i))))
            ops[i] = slice_const(LLVMGetOperand(v, i), s, w); // the zero of 0 - x
        else
            ops[i] = LLVMGetOperand(v, i);
    }
    LLVMTypeRef t = LLVMVectorType(genx_elt_type(LLVMTypeOf(v)), w);
    LLVMValueRef out = clone_op(L, v, t, ops, n);
    copy_flags(v, out);
    return out;
}

// Slices a predicate that is a bitcast of an integer: takes the 16 bits that hold the lanes.
static LLVMValueRef slice_mask_bits(lg *L, LLVMValueRef m, uint32_t s, uint32_t w) {
    assert(LLVMIsABitCastInst(m) && "the caller checked");
    LLVMContextRef c = LLVMGetModuleContext(L->mod);
    LLVMTypeRef i16 = LLVMInt16TypeInContext(c);
    LLVMValueRef x = LLVMGetOperand(m, 0);
    uint32_t words = genx_size_b(LLVMTypeOf(x)) / 2;
    LLVMValueRef v = LLVMBuildBitCast(L->b, x, LLVMVectorType(i16, words), "");
    genx_region r = {.width = 1, .off_const = true, .off_b = s / 16 * 2, .lanes = 1, .elt_b = 2};
    LLVMValueRef part = genx_build_rd(L->b, L->mod, v, &r, true);
    part = LLVMBuildBitCast(L->b, part, LLVMVectorType(LLVMInt1TypeInContext(c), 16), "");
    return w == 16 ? part : genx_build_rdpred(L->b, L->mod, part, s % 16, w);
}

// What logic with a constant is if all lanes of the slice are the same in the constant; NULL: still an operation.
static LLVMValueRef fold_logic(LLVMValueRef m, LLVMValueRef *ops) {
    uint64_t bits;
    for (unsigned k = 0; genx_is_logic(m) && k < 2; k++) {
        if (!LLVMIsConstant(ops[k]) || !genx_const_splat(ops[k], &bits))
            continue;
        LLVMOpcode o = LLVMGetInstructionOpcode(m);
        if ((bits & 1) == (o == LLVMAnd))
            return ops[1 - k];
        if (o != LLVMXor)
            return ops[k];
    }
    return NULL;
}

// Lanes [s, s + w) of a predicate whose halves were computed once; NULL if m is not such a predicate.
static LLVMValueRef shared_mask(lg *L, LLVMValueRef m, uint32_t s, uint32_t w) {
    for (uint32_t k = L->shared.len; k-- > 0;) {
        const lg_shared *x = &L->shared.data[k];
        for (uint32_t p = 0; x->mask == m && p < x->n; p++) {
            if (s < x->first[p] || s + w > x->first[p] + x->width[p])
                continue;
            return w == x->width[p] ? x->part[p] : genx_build_rdpred(L->b, L->mod, x->part[p], s - x->first[p], w);
        }
    }
    return NULL;
}

LLVMValueRef lg_slice_mask(lg *L, LLVMValueRef m, uint32_t s, uint32_t w) {
    assert(genx_is_bool(LLVMTypeOf(m)) && "masks are predicates");
    uint32_t n = genx_lanes(LLVMTypeOf(m));
    if (!genx_is_vec(LLVMTypeOf(m)) || (s == 0 && w == n && lg_mask_simple(L, m)))
        return m;
    if (LLVMIsConstant(m))
        return slice_const(m, s, w);
    if (lg_mask_simple(L, m))
        return genx_build_rdpred(L->b, L->mod, m, s, w);
    LLVMValueRef part = shared_mask(L, m, s, w);
    if (part)
        return part;
    bale_desc d = bale_describe(L->cx->model, m);
    if (d.kind == BALE_CMP)
        return lg_slice_node(L, m, s, w);
    if (LLVMIsABitCastInst(m) && n > 16)
        return slice_mask_bits(L, m, s, w);
    if (d.kind == BALE_MASK && genx_call_id(m) == GENX_NONE) {
        LLVMValueRef ops[3];
        unsigned k = (unsigned)LLVMGetNumOperands(m);
        for (unsigned i = 0; i < k && i < 3; i++)
            ops[i] = lg_slice_mask(L, LLVMGetOperand(m, i), s, w);
        LLVMValueRef known = fold_logic(m, ops);
        return known ? known : clone_op(L, m, LLVMTypeOf(ops[0]), ops, k);
    }
    gx_error(L->cx, L->root, "CM0910", "a mask of %u lanes made by this operation is not supported", n);
    return LLVMGetUndef(LLVMVectorType(LLVMInt1TypeInContext(LLVMGetModuleContext(L->mod)), w));
}
