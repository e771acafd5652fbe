// SPDX-License-Identifier: MIT
// gx_legalize: split bales into execution sizes that the target supports.
//
//   before (32-byte registers)                       after
//     %s = fadd <24 x float> %a, %b                    %a0 = rdregion %a, 16 lanes, offset 0     (and %b0)
//                                                      %s0 = fadd <16 x float> %a0, %b0
//                                                      %w0 = wrregion undef, %s0, offset 0
//                                                      %a1 = rdregion %a, 8 lanes, offset 64     (and %b1)
//                                                      %s1 = fadd <8 x float> %a1, %b1
//                                                      %s  = wrregion %w0, %s1, offset 64
//
// Why: the hardware limits how many lanes one instruction processes.
// How: the pass splits whole future instructions, not single IR instructions: regions, extensions, saturation and the
// final wrregion are sliced with the operation. Each slice takes the largest power of two of the remaining lanes for
// which every operand is legal (legal_fit.c): 47 floats are 16+16+8+4+2+1. Slices are in lane order, or in the reverse
// order where that saves copies (legal_order.c). Strided reads of floats may become slices of their own
// (legal_rows.c). Predicates of more than 16 lanes, or whose compare must be split, are
// recomputed slice by slice at their uses, because a target has only 64 flag bits. Users that need such a predicate
// whole get it through words (legal_whole.c).
//
// Needs: gx_lower. Keeps: one linear chain of wrregions for each result.
// Does not handle: predicates of more than 16 lanes as operands of messages (selection refuses).

#include "legal_priv.h"

#include "llvm_shim.h"

#include <assert.h>
#include <string.h>

// Replaces v in other instructions. Uses in the same instruction keep the original: they are sliced with their users.
static void replace_unfolded(lg *L, LLVMValueRef v, LLVMValueRef with) {
    genx_foreach_use_safe(v, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        unsigned ops = (unsigned)LLVMGetNumOperands(user);
        for (unsigned k = 0; k < ops; k++)
            if (LLVMGetOperand(user, k) == v && !bale_folds(L->bales, user, k)) {
                while (next && LLVMGetUser(next) == user) // setting the operand unlinks this user's uses
                    next = LLVMGetNextUse(next);
                LLVMSetOperand(user, k, with);
            }
    }
}

static void split_wr(lg *L, LLVMValueRef wr, const lg_slices *sl) {
    assert(genx_is_wrregion(wr) && "the caller checked");
    genx_region r;
    int32_t off[RGN_MAX_LANES];
    LLVMValueRef cur = LLVMGetOperand(wr, GENX_WR_OLD), mask = LLVMGetOperand(wr, GENX_WR_MASK);
    bool masked = !genx_mask_is_true(wr);
    genx_region_of(wr, &r);
    lg_start_writing(L, cur);
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
                lg_mark_written(L, off, w, r.elt_b);
            } else {
                memset(L->written, 1, L->written_b);
            }
        }
    }
    L->running = NULL;
    replace_unfolded(L, wr, cur);
}

static void split_op(lg *L, LLVMValueRef v, const lg_slices *sl) {
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t e = genx_elt_b(t);
    LLVMValueRef cur = LLVMGetUndef(t);
    for (uint32_t i = 0; i < sl->n; i++) {
        uint32_t s = sl->first[i], w = sl->width[i];
        genx_region part = genx_row_region(w, s * e, e);
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
        return; // the message writes it directly
    if (lg_fits(L, v, 0, lanes) && lanes <= RGN_MAX_LANES && !(lanes & (lanes - 1)))
        return;
    lg_slices sl;
    if (!lg_cut(L, v, lanes, &sl)) {
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

// Reduces any and all of a wide mask 16 lanes at a time, then combines the results.
static void split_reduce(lg *L, LLVMValueRef v) {
    LLVMValueRef m = LLVMGetOperand(v, 0), acc = NULL;
    uint32_t lanes = genx_lanes(LLVMTypeOf(m));
    bool all = genx_call_id(v) == GENX_ALL;
    if (lanes <= 16 ? lg_mask_simple(L, m) : lg_mask_wide(L, m)) // the enabled channels can be 32
        return;
    place_builder(L, v);
    for (uint32_t s = 0; s < lanes;) {
        uint32_t w = 16;
        while (w > 1 && (w > lanes - s || !lg_mask_fits(L, m, s, w)))
            w /= 2;
        LLVMValueRef part = lg_slice_mask(L, m, s, w);
        LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(L->mod));
        LLVMValueRef one = genx_build(L->b, L->mod, genx_call_id(v), i1, &part, 1, "");
        // Predicates of one lane are combined as words, since there is no logic on flag registers.
        LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetModuleContext(L->mod));
        one = LLVMBuildSelect(L->b, one, LLVMConstInt(i16, 1, 0), LLVMConstInt(i16, 0, 0), "");
        acc = !acc ? one : all ? LLVMBuildAnd(L->b, acc, one, "") : LLVMBuildOr(L->b, acc, one, "");
        s += w;
    }
    LLVMTypeRef t = LLVMTypeOf(acc);
    replace_unfolded(L, v, LLVMBuildICmp(L->b, LLVMIntNE, acc, LLVMConstNull(t), ""));
    L->changed = true;
}

// A compare of 32 channels in one instruction, whose flag a goto tests.
static bool is_condition(lg *L, LLVMValueRef v) {
    LLVMUseRef u = LLVMGetFirstUse(v);
    LLVMValueRef m = LLVMGetOperand(v, 0);
    bool close = u && !LLVMGetNextUse(u) && genx_is_flow(LLVMGetUser(u), "goto") && LLVMIsACmpInst(m) &&
                 LLVMGetInstructionParent(m) == LLVMGetInstructionParent(LLVMGetUser(u));
    return close && genx_lanes(LLVMTypeOf(m)) == 32 && lg_compare_fits(L, m);
}

// bitcast <n x i1> to iN, n > 16: word by word.
static void split_mask_bits(lg *L, LLVMValueRef v) {
    LLVMValueRef m = LLVMGetOperand(v, 0);
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t lanes = genx_lanes(LLVMTypeOf(m));
    bool simple = lanes <= 16 ? lg_mask_simple(L, m) : lg_mask_wide(L, m);
    if (!genx_is_bool(LLVMTypeOf(m)) || !genx_is_vec(LLVMTypeOf(m)) || lanes % 16 || simple || is_condition(L, v))
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

bool gx_legalize(gx_ctx *cx, LLVMValueRef fn) {
    lg L = {.cx = cx, .mod = LLVMGetGlobalParent(fn), .backwards.arena = cx->arena};
    L.bales = bale_analyse(cx->arena, cx->model, fn);
    if (!L.bales)
        return false;
    L.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(L.mod));
    lg_find_wide_masks(&L, fn);
    if (lg_whole_masks(&L, fn)) {
        L.changed = true;
        L.bales = bale_analyse(cx->arena, cx->model, fn);
        if (!L.bales) {
            LLVMDisposeBuilder(L.b);
            return true;
        }
        lg_find_wide_masks(&L, fn);
    }
    CMC_VEC(LLVMValueRef) roots = {0};
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (bale_is_root(L.bales, i))
                lg_unfold_rows(&L, i);
    genx_foreach_block_reverse(fn, bb)
        genx_foreach_inst_reverse(bb, i)
            if (genx_is_wrregion(i) && bale_is_root(L.bales, i))
                lg_plan_in_place(&L, i);
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (bale_is_root(L.bales, i))
                cmc_vec_push(cx->arena, &roots, i);
    genx_foreach_block(fn, bb)
        lg_share_masks(&L, bb);
    for (uint32_t i = 0; i < roots.len; i++)
        legalize_root(&L, roots.data[i]);
    LLVMDisposeBuilder(L.b);
    while (L.changed && gx_shim_delete_dead(fn))
        ;
    return L.changed;
}
