// SPDX-License-Identifier: MIT
// gx_drop_dead_elements: do not compute, write or keep elements that are never read.
//
//   before                                                  after
//     %a = wrregion <8 x i32> zeroinitializer, %x, 0..3        %a = wrregion undef, %x, 0..3
//     %b = wrregion %a, %y, lanes 4..7                         %b = wrregion %a, %y, lanes 4..7
//     %c = wrregion %b, %z, lanes 0..1                         %r = rdregion %b, lanes 4..7
//     %r = rdregion %c, lanes 4..7
//
// Why: a vector whose elements are all written before they are read can start undefined: it needs no initialisation and
// no copy. A write of elements that are never read disappears.
// How: propagates the bytes that are read backwards from the instructions with effects, to a fixed point over PHIs.
// Needs: gx_lower. Keeps: the sizes of vectors; single dead lanes of an operation stay, since they cost nothing.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <assert.h>
#include <string.h>

typedef struct live_bytes {
    uint32_t size_b;
    bool queued;
    uint8_t *used; // one flag for each byte: values are small
} live_bytes;

typedef struct de {
    gx_ctx *cx;
    ptrmap values; // LLVMValueRef -> live_bytes
    uint32_t queued;
    bool oom;
} de;

// The number of flags of a value: one for each byte, or one for each lane of a predicate.
static uint32_t bytes_of(LLVMTypeRef t) {
    return genx_is_bool(t) ? genx_lanes(t) : genx_size_b(t);
}

static bool tracked(LLVMValueRef v) {
    return (LLVMIsAInstruction(v) || LLVMIsAArgument(v)) && bytes_of(LLVMTypeOf(v)) != 0;
}

static live_bytes *get(de *D, LLVMValueRef v) {
    live_bytes *l = ptrmap_get(&D->values, v);
    if (l)
        return l;
    l = CMC_NEW(D->cx->arena, live_bytes);
    uint8_t *u = l ? cmc_arena_alloc(D->cx->arena, bytes_of(LLVMTypeOf(v))) : NULL;
    if (!u || !ptrmap_put(&D->values, v, l)) {
        D->oom = true;
        return NULL;
    }
    *l = (live_bytes){.size_b = bytes_of(LLVMTypeOf(v)), .used = u};
    return l;
}

static void mark(de *D, LLVMValueRef v, int64_t from, int64_t to) {
    live_bytes *l = tracked(v) ? get(D, v) : NULL;
    bool grew = false;
    for (int64_t k = from < 0 ? 0 : from; l && k < to && k < l->size_b; k++) {
        grew |= !l->used[k];
        l->used[k] = 1;
    }
    if (grew && !l->queued && LLVMIsAInstruction(v)) {
        l->queued = true;
        D->queued++;
    }
}

static void mark_all(de *D, LLVMValueRef v) {
    mark(D, v, 0, INT32_MAX);
}

static bool any_used(const live_bytes *l, int64_t from, int64_t to) {
    for (int64_t k = from < 0 ? 0 : from; l && k < to && k < l->size_b; k++)
        if (l->used[k])
            return true;
    return false;
}

static void through_read(de *D, LLVMValueRef v, const live_bytes *l) {
    genx_region r;
    if (!genx_region_of(v, &r) || !r.off_const) {
        for (unsigned k = 0; k < 6; k++)
            mark_all(D, LLVMGetOperand(v, k));
        return;
    }
    for (uint32_t k = 0; k < r.lanes; k++)
        if (any_used(l, (int64_t)k * r.elt_b, (int64_t)(k + 1) * r.elt_b)) {
            int64_t at = genx_region_lane_b(&r, k);
            mark(D, LLVMGetOperand(v, 0), at, at + r.elt_b);
        }
}

// The used bytes of the old value that a write does not overwrite.
static uint8_t *kept(de *D, const genx_region *r, const live_bytes *l) {
    uint8_t *k = cmc_arena_alloc(D->cx->arena, l->size_b);
    if (!k)
        return NULL;
    memcpy(k, l->used, l->size_b);
    for (uint32_t i = 0; i < r->lanes; i++) {
        int64_t at = genx_region_lane_b(r, i);
        for (int64_t b = at < 0 ? 0 : at; b < at + r->elt_b && b < l->size_b; b++)
            k[b] = 0;
    }
    return k;
}

static void through_write(de *D, LLVMValueRef v, const live_bytes *l) {
    assert(genx_is_wrregion(v) && "the caller checked");
    genx_region r;
    LLVMValueRef old = LLVMGetOperand(v, GENX_WR_OLD), x = LLVMGetOperand(v, GENX_WR_NEW);
    if (!genx_region_of(v, &r) || !r.off_const) {
        for (unsigned k = 0; k < GENX_WR_N_OPERANDS; k++)
            mark_all(D, LLVMGetOperand(v, k));
        return;
    }
    const uint8_t *k = genx_mask_is_true(v) ? kept(D, &r, l) : l->used;
    for (uint32_t b = 0; k && b < l->size_b; b++)
        if (k[b])
            mark(D, old, b, b + 1);
    mark_all(D, LLVMGetOperand(v, GENX_WR_MASK));
    for (uint32_t i = 0; i < r.lanes; i++) {
        int64_t at = genx_region_lane_b(&r, i);
        if (any_used(l, at, at + r.elt_b))
            mark(D, x, (int64_t)i * r.elt_b, (int64_t)(i + 1) * r.elt_b);
    }
}

static void through_lanes(de *D, LLVMValueRef v, const live_bytes *l) {
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t n = genx_lanes(t), e = l->size_b / n;
    unsigned ops = (unsigned)LLVMGetNumOperands(v);
    for (unsigned i = 0; i < ops; i++) {
        LLVMValueRef x = LLVMGetOperand(v, i);
        if (!tracked(x))
            continue;
        LLVMTypeRef xt = LLVMTypeOf(x);
        uint32_t xe = bytes_of(xt) / genx_lanes(xt);
        // A compare writes a whole flag register: its other bits would come from undefined data.
        if (genx_lanes(xt) != n || LLVMIsACmpInst(v)) {
            mark_all(D, x);
            continue;
        }
        for (uint32_t k = 0; k < n; k++)
            if (any_used(l, (int64_t)k * e, (int64_t)(k + 1) * e))
                mark(D, x, (int64_t)k * xe, (int64_t)(k + 1) * xe);
    }
}

static void through_same(de *D, LLVMValueRef v, const live_bytes *l) {
    unsigned ops = LLVMIsAPHINode(v) ? LLVMCountIncoming(v) : 1;
    for (unsigned i = 0; i < ops; i++)
        for (uint32_t b = 0; b < l->size_b; b++)
            if (l->used[b])
                mark(D, LLVMIsAPHINode(v) ? LLVMGetIncomingValue(v, i) : LLVMGetOperand(v, 0), b, b + 1);
}

static void through(de *D, LLVMValueRef v) {
    live_bytes *l = ptrmap_get(&D->values, v);
    if (!l || !l->queued)
        return;
    l->queued = false;
    D->queued--;
    switch ((bale_kind)bale_describe(D->cx->model, v).kind) {
    case BALE_RD:
        through_read(D, v, l);
        break;
    case BALE_WR:
        through_write(D, v, l);
        break;
    case BALE_PHI:
    case BALE_ALIAS:
        through_same(D, v, l);
        break;
    case BALE_ELEMENTWISE:
    case BALE_CMP:
        through_lanes(D, v, l);
        break;
    default:
        break; // all its operands were marked at the start
    }
}

static bool simplify_write(de *D, LLVMValueRef v, const live_bytes *l) {
    assert(genx_is_wrregion(v) && "the caller checked");
    genx_region r;
    LLVMValueRef old = LLVMGetOperand(v, 0);
    if (!genx_region_of(v, &r) || !r.off_const || old == v) // a write can be its own old value in unreachable code
        return false;
    bool written = false;
    for (uint32_t i = 0; i < r.lanes; i++) {
        int64_t at = genx_region_lane_b(&r, i);
        written |= any_used(l, at, at + r.elt_b);
    }
    if (!written) {
        LLVMReplaceAllUsesWith(v, old);
        return true;
    }
    const uint8_t *k = genx_mask_is_true(v) && !LLVMIsUndef(old) ? kept(D, &r, l) : NULL;
    for (uint32_t b = 0; k && b < l->size_b; b++)
        if (k[b])
            return false;
    if (k)
        LLVMSetOperand(v, 0, LLVMGetUndef(LLVMTypeOf(old)));
    return k != NULL;
}

bool gx_drop_dead_elements(gx_ctx *cx, LLVMValueRef fn) {
    de D = {.cx = cx, .values = {.arena = cx->arena}};
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            unsigned ops = bale_is_pure(D.cx->model, i) ? 0 : (unsigned)LLVMGetNumOperands(i);
            for (unsigned k = 0; k < ops; k++)
                mark_all(&D, LLVMGetOperand(i, k));
        }
    // Backwards, so that most users of a value come before it; values carried around a loop take another round.
    while (D.queued && !D.oom)
        genx_foreach_block_reverse(fn, bb)
            genx_foreach_inst_reverse(bb, i)
                through(&D, i);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb && !D.oom; bb = LLVMGetNextBasicBlock(bb))
        genx_foreach_inst(bb, i)
            if (genx_is_wrregion(i) && LLVMGetFirstUse(i)) {
                live_bytes *l = get(&D, i);
                changed |= l && simplify_write(&D, i, l);
            }
    if (changed)
        gx_shim_delete_dead(fn);
    return changed;
}
