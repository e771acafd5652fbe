// SPDX-License-Identifier: MIT
// gx_legalize: split bales to execution sizes that the target allows.
//
//   before (32-byte registers)                       after
//     %s = fadd <24 x float> %a, %b                    %a0 = rdregion %a, 16 lanes, offset 0     (and %b0)
//                                                      %s0 = fadd <16 x float> %a0, %b0
//                                                      %w0 = wrregion undef, %s0, offset 0
//                                                      %a1 = rdregion %a, 8 lanes, offset 64     (and %b1)
//                                                      %s1 = fadd <8 x float> %a1, %b1
//                                                      %s  = wrregion %w0, %s1, offset 64
//
// Whole future instructions are split, not IR instructions: regions, extensions, saturation and the wrregion at the
// end are sliced with the operation. Each slice takes the largest power of two of the remaining lanes for which every
// operand is legal (legal_fit.c): 47 floats are 16+16+8+4+2+1.
//
// Needs: gx_lower.   Keeps: one linear chain of wrregions for each result.
// Predicates of more than 16 lanes, or whose compare must be split, are computed again slice by slice at their uses: a
// target has 64 flag bits in all; what needs one whole gets it through words (legal_whole.c). Does not handle: predicates of more
// than 16 lanes as operands of messages (selection refuses).

#include "legal_priv.h"

#include "llvm_shim.h"

#include <string.h>

typedef struct slices {
    uint32_t n;
    uint16_t *first;
    uint8_t *width;
} slices;

// Does a slice of a result that gets a variable of its own stay within two registers?
static bool place_fits(lg *L, LLVMValueRef v, uint32_t s, uint32_t w) {
    int32_t off[RGN_MAX_LANES];
    uint8_t h;
    uint32_t e = genx_elt_b(LLVMTypeOf(v));
    if (genx_is_wrregion(v) || genx_is_bool(LLVMTypeOf(v)))
        return true;
    rgn_contiguous(s, w, e, off);
    return rgn_dest(L->cx->model, off, w, e, &h);
}

static uint32_t slice_width(lg *L, LLVMValueRef v, uint32_t s, uint32_t remaining) {
    uint32_t w = lg_width(L, v, s, remaining);
    while (w > 1 && !place_fits(L, v, s, w))
        w = lg_width(L, v, s, w - 1);
    return w;
}

// False when some lane fits no instruction.
static bool cut(lg *L, LLVMValueRef v, uint32_t lanes, slices *out) {
    out->n = 0;
    out->first = CMC_NEW_N(L->cx->arena, uint16_t, lanes);
    out->width = CMC_NEW_N(L->cx->arena, uint8_t, lanes);
    if (!out->first || !out->width)
        return false;
    for (uint32_t s = 0; s < lanes;) {
        uint32_t w = slice_width(L, v, s, lanes - s);
        if (w == 0)
            return false;
        out->first[out->n] = (uint16_t)s;
        out->width[out->n++] = (uint8_t)w;
        s += w;
    }
    return true;
}

// Uses in the same instruction keep the original: they are sliced with their users.
static void replace_unfolded(lg *L, LLVMValueRef v, LLVMValueRef with) {
    LLVMUseRef next;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = next) {
        next = LLVMGetNextUse(u);
        LLVMValueRef user = LLVMGetUser(u);
        unsigned ops = (unsigned)LLVMGetNumOperands(user);
        bool all = true;
        for (unsigned k = 0; k < ops; k++)
            if (LLVMGetOperand(user, k) == v && !bale_folds(L->bales, user, k)) {
                while (next && LLVMGetUser(next) == user) // setting the operand unlinks this user's uses
                    next = LLVMGetNextUse(next);
                LLVMSetOperand(user, k, with);
                all = false;
            }
        (void)all;
    }
}

static void mark_written(lg *L, const int32_t *off, uint32_t n, uint32_t elt_b) {
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < elt_b; i++)
            if (off[k] >= 0 && (uint32_t)off[k] + i < L->written_b)
                L->written[(uint32_t)off[k] + i] = 1;
}

static void start_writing(lg *L, LLVMValueRef old) {
    L->old_base = LLVMIsConstant(old) ? NULL : lg_base(L, old);
    L->running = old;
    L->written_b = genx_size_b(LLVMTypeOf(old));
    L->written = cmc_arena_alloc(L->cx->arena, L->written_b);
    if (!L->written || !L->old_base)
        L->running = NULL;
}

static void split_wr(lg *L, LLVMValueRef wr, const slices *sl) {
    genx_region r;
    int32_t off[RGN_MAX_LANES];
    LLVMValueRef cur = LLVMGetOperand(wr, 0), mask = LLVMGetOperand(wr, 7);
    bool masked = !genx_mask_is_true(wr);
    genx_region_of(wr, &r);
    start_writing(L, cur);
    for (uint32_t i = 0; i < sl->n; i++) {
        uint32_t s = sl->first[i], w = sl->width[i];
        LLVMValueRef val = lg_slice_operand(L, wr, 1, s, w);
        LLVMValueRef m = masked ? lg_slice_mask(L, mask, s, w) : NULL;
        genx_region part = lg_slice_region(L, &r, s, w, true);
        cur = genx_build_wr(L->b, L->mod, cur, val, &part, m);
        if (L->running) {
            L->running = cur;
            if (r.off_const) {
                rgn_lanes(&r, s, w, off);
                mark_written(L, off, w, r.elt_b);
            } else {
                memset(L->written, 1, L->written_b);
            }
        }
    }
    L->running = NULL;
    replace_unfolded(L, wr, cur);
}

static void split_op(lg *L, LLVMValueRef v, const slices *sl) {
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t e = genx_elt_b(t);
    LLVMValueRef cur = LLVMGetUndef(t);
    for (uint32_t i = 0; i < sl->n; i++) {
        uint32_t s = sl->first[i], w = sl->width[i];
        genx_region part = {.vstride = w, .width = w, .stride = 1, .off_const = true, .off_b = s * e, .lanes = w, .elt_b = e};
        LLVMValueRef val = lg_slice_node(L, v, s, w);
        cur = genx_build_wr(L->b, L->mod, cur, val, &part, NULL);
    }
    replace_unfolded(L, v, cur);
}

static void place_builder(lg *L, LLVMValueRef v) {
    L->root = v;
    LLVMPositionBuilderBefore(L->b, v);
}

static void split_value(lg *L, LLVMValueRef v, const bale_desc *d) {
    LLVMTypeRef t = d->kind == BALE_WR ? LLVMTypeOf(LLVMGetOperand(v, 1)) : LLVMTypeOf(v);
    uint32_t lanes = genx_lanes(t);
    if (!genx_is_vec(t) && d->kind != BALE_WR)
        return;
    LLVMValueRef wr;
    if (d->kind == BALE_WR && bale_message_in_place(L->bales, LLVMGetOperand(v, 1), &wr))
        return; // the message writes it
    if (lg_fits(L, v, 0, lanes) && lanes <= RGN_MAX_LANES && !(lanes & (lanes - 1)))
        return;
    slices sl;
    if (!cut(L, v, lanes, &sl)) {
        gx_error(L->cx, v, "CM0911", "no execution size fits this operation on %u lanes", lanes);
        return;
    }
    place_builder(L, v);
    if (d->kind == BALE_WR)
        split_wr(L, v, &sl);
    else
        split_op(L, v, &sl);
    L->changed = true;
}

// any and all of a wide mask: of 16 lanes each, then of those.
static void split_reduce(lg *L, LLVMValueRef v) {
    LLVMValueRef m = LLVMGetOperand(v, 0), acc = NULL;
    uint32_t lanes = genx_lanes(LLVMTypeOf(m));
    bool all = genx_call_id(v) == GENX_ALL;
    if (lg_mask_simple(L, m))
        return;
    place_builder(L, v);
    for (uint32_t s = 0; s < lanes;) {
        uint32_t w = 16;
        while (w > 1 && (w > lanes - s || !lg_mask_fits(L, m, s, w)))
            w /= 2;
        LLVMValueRef part = lg_slice_mask(L, m, s, w);
        LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(L->mod));
        LLVMValueRef one = genx_build(L->b, L->mod, genx_call_id(v), i1, &part, 1, 2, "");
        // Predicates of one lane are combined as words: flag registers have no logic of their own.
        LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(L->mod));
        one = LLVMBuildSelect(L->b, one, LLVMConstInt(i16, 1, 0), LLVMConstInt(i16, 0, 0), "");
        acc = !acc ? one : all ? LLVMBuildAnd(L->b, acc, one, "") : LLVMBuildOr(L->b, acc, one, "");
        s += w;
    }
    LLVMTypeRef t = LLVMTypeOf(acc);
    replace_unfolded(L, v, LLVMBuildICmp(L->b, LLVMIntNE, acc, LLVMConstNull(t), ""));
    L->changed = true;
}

// bitcast <n x i1> to iN, n > 16: word by word.
static void split_mask_bits(lg *L, LLVMValueRef v) {
    LLVMValueRef m = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t lanes = genx_lanes(LLVMTypeOf(m));
    if (!genx_is_bool(LLVMTypeOf(m)) || !genx_is_vec(LLVMTypeOf(m)) || lg_mask_simple(L, m) || lanes % 16)
        return;
    place_builder(L, v);
    LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(L->mod));
    LLVMValueRef words = LLVMGetUndef(LLVMVectorType(i16, lanes / 16));
    for (uint32_t s = 0; s < lanes; s += 16) {
        LLVMValueRef part = LLVMBuildBitCast(L->b, lg_slice_mask(L, m, s, 16), i16, "");
        genx_region r = {.width = 1, .off_const = true, .off_b = s / 16 * 2, .lanes = 1, .elt_b = 2};
        words = genx_build_wr(L->b, L->mod, words, part, &r, NULL);
    }
    replace_unfolded(L, v, LLVMBuildBitCast(L->b, words, t, ""));
    L->changed = true;
}

static void legalize_root(lg *L, LLVMValueRef v) {
    bale_desc d = bale_describe(L->cx->model, v);
    switch (d.kind) {
    case BALE_ELEMENTWISE:
    case BALE_RD:
    case BALE_WR:
        split_value(L, v, &d);
        break;
    case BALE_REDUCE:
        split_reduce(L, v);
        break;
    default:
        if (LLVMIsABitCastInst(v))
            split_mask_bits(L, v);
    }
}

// Does a slice read bytes of the old value that an earlier slice has overwritten, or does one instruction that
// crosses a register overwrite in its first half what its second half reads?
static bool read_hazard(lg *L, LLVMValueRef wr, LLVMValueRef rd, const slices *sl) {
    genx_region w, r;
    int32_t woff[RGN_MAX_LANES], roff[RGN_MAX_LANES];
    genx_region_of(wr, &w);
    genx_region_of(rd, &r);
    if (!w.off_const || !r.off_const)
        return sl->n > 1;
    for (uint32_t i = 0; i < sl->n; i++) {
        uint32_t s = sl->first[i], n = sl->width[i];
        rgn_lanes(&r, s, n, roff);
        rgn_lanes(&w, s, n, woff);
        for (uint32_t k = 0; k < n; k++)
            for (uint32_t e = 0; e < r.elt_b; e++)
                if (roff[k] + (int32_t)e < (int32_t)L->written_b && L->written[roff[k] + (int32_t)e])
                    return true;
        int32_t grf = L->cx->model->grf_b;
        for (uint32_t k = 1; k < n; k++) {
            if (woff[k] / grf == woff[0] / grf)
                continue;
            for (uint32_t j = 0; j < n; j++) // second half's lane k against first half's lane j
                if (woff[j] / grf == woff[0] / grf && roff[k] < woff[j] + (int32_t)w.elt_b &&
                    woff[j] < roff[k] + (int32_t)r.elt_b)
                    return true;
        }
        mark_written(L, woff, n, w.elt_b);
    }
    return false;
}

static void unfold_hazards(lg *L, LLVMValueRef wr, LLVMValueRef v, const slices *sl) {
    bale_desc d = bale_describe(L->cx->model, v);
    for (unsigned i = 0; i < d.n_src; i++) {
        unsigned op = d.src[i];
        LLVMValueRef x = LLVMGetOperand(v, op);
        if (!bale_folds(L->bales, v, op))
            continue;
        if (!genx_is_rdregion(x)) {
            unfold_hazards(L, wr, x, sl);
            continue;
        }
        start_writing(L, LLVMGetOperand(wr, 0));
        L->running = NULL;
        if (L->old_base && lg_base(L, LLVMGetOperand(x, 0)) == L->old_base && read_hazard(L, wr, x, sl))
            bale_unfold(L->bales, v, op);
    }
}

static void plan_in_place(lg *L, LLVMValueRef wr) {
    slices sl;
    uint32_t lanes = genx_lanes(LLVMTypeOf(LLVMGetOperand(wr, 1)));
    genx_region r;
    if (genx_region_of(wr, &r) && !LLVMIsConstant(LLVMGetOperand(wr, 0)) && cut(L, wr, lanes, &sl))
        unfold_hazards(L, wr, wr, &sl);
}

bool gx_legalize(gx_ctx *cx, LLVMValueRef fn) {
    lg L = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    L.bales = bale_analyse(cx->arena, cx->model, fn);
    if (!L.bales)
        return false;
    L.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(L.mod));
    if (lg_whole_masks(&L, fn)) {
        L.changed = true;
        L.bales = bale_analyse(cx->arena, cx->model, fn);
        if (!L.bales) {
            LLVMDisposeBuilder(L.b);
            return true;
        }
    }
    CMC_VEC(LLVMValueRef) roots = {0};
    for (LLVMBasicBlockRef bb = LLVMGetLastBasicBlock(fn); bb; bb = LLVMGetPreviousBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetLastInstruction(bb); i; i = LLVMGetPreviousInstruction(i))
            if (genx_is_wrregion(i) && bale_is_root(L.bales, i))
                plan_in_place(&L, i);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
            if (bale_is_root(L.bales, i))
                cmc_vec_push(cx->arena, &roots, i);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        lg_share_masks(&L, bb);
    for (uint32_t i = 0; i < roots.len; i++)
        legalize_root(&L, roots.data[i]);
    LLVMDisposeBuilder(L.b);
    while (L.changed && gx_shim_delete_dead(fn))
        ;
    return L.changed;
}
