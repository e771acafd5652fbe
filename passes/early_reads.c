// SPDX-License-Identifier: MIT
// gx_early_reads: a vector is read before it is written again.
//
//   before                                              after
//     %w = wrregion %v, %x, lanes 0..7                    %r = rdregion %v, lanes 4..11
//     %r = rdregion %v, lanes 4..11                       %w = wrregion %v, %x, lanes 0..7
//     %s = rdregion %v, lanes 16..23                      %s = rdregion %w, lanes 16..23
//
// Why: a wrregion changes its vector in place unless the old value is still needed; then all of it is copied. A read of lanes
// that the write leaves alone can as well come from the result; any other read is made in front of the write, where it
// is at most a copy of its own region.
// Needs: gx_lower. Keeps: every region; only sources and places change.
// Does not handle: whole uses of the old value (operands, PHIs, calls), writes in another block than the read.

#include "bale.h"
#include "passes_priv.h"

enum { MAX_STEPS = 256 }; // writes that one read is taken past

typedef struct er {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    ptrmap order; // position + 1 in the block that is being worked on
} er;

static uintptr_t order_of(const er *E, LLVMValueRef v) {
    return (uintptr_t)ptrmap_get(&E->order, v);
}

static LLVMValueRef base_of(const er *E, LLVMValueRef v) {
    while (LLVMIsAInstruction(v) && bale_describe(E->cx->model, v).kind == BALE_ALIAS)
        v = LLVMGetOperand(v, 0);
    return v;
}

// The first write that continues v in this block, before the place given.
static LLVMValueRef next_write(const er *E, LLVMValueRef v, uintptr_t before) {
    LLVMValueRef first = NULL;
    uintptr_t at = before;
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), w = user;
        if (LLVMIsAInstruction(user) && bale_describe(E->cx->model, user).kind == BALE_ALIAS && user != v)
            w = next_write(E, user, at);
        if (!w || !genx_is_wrregion(w) || base_of(E, LLVMGetOperand(w, 0)) != base_of(E, v))
            continue;
        uintptr_t n = order_of(E, w);
        if (n && n < at) {
            at = n;
            first = w;
        }
    }
    return first;
}

static bool disjoint(const genx_region *a, const genx_region *b) {
    if (!a->off_const || !b->off_const)
        return false;
    int64_t a_lo = INT64_MAX, a_hi = INT64_MIN, b_lo = INT64_MAX, b_hi = INT64_MIN;
    for (uint32_t k = 0; k < a->lanes; k++) {
        int64_t x = genx_region_lane_b(a, k);
        a_lo = x < a_lo ? x : a_lo;
        a_hi = x + a->elt_b > a_hi ? x + a->elt_b : a_hi;
    }
    for (uint32_t k = 0; k < b->lanes; k++) {
        int64_t x = genx_region_lane_b(b, k);
        b_lo = x < b_lo ? x : b_lo;
        b_hi = x + b->elt_b > b_hi ? x + b->elt_b : b_hi;
    }
    if (a_hi <= b_lo || b_hi <= a_lo)
        return true;
    for (uint32_t i = 0; i < a->lanes; i++)
        for (uint32_t k = 0; k < b->lanes; k++) {
            int64_t x = genx_region_lane_b(a, i), y = genx_region_lane_b(b, k);
            if (x < y + (int64_t)b->elt_b && y < x + (int64_t)a->elt_b)
                return false;
        }
    return true;
}

// Is everything that the read needs besides its source there before this place?
static bool available(const er *E, LLVMValueRef rd, uintptr_t at) {
    LLVMValueRef o = LLVMGetOperand(rd, 4);
    return !LLVMIsAInstruction(o) || order_of(E, o) == 0 ||
           (order_of(E, o) < at && LLVMGetInstructionParent(o) == LLVMGetInstructionParent(rd));
}

static LLVMValueRef seen_as(er *E, LLVMValueRef v, LLVMTypeRef t, LLVMValueRef before) {
    if (LLVMTypeOf(v) == t)
        return v;
    LLVMPositionBuilderBefore(E->b, before);
    return LLVMBuildBitCast(E->b, v, t, "");
}

static void move_before(er *E, LLVMValueRef rd, LLVMValueRef src, LLVMValueRef w) {
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(rd, 0));
    LLVMInstructionRemoveFromParent(rd);
    LLVMSetOperand(rd, 0, seen_as(E, src, t, w));
    LLVMPositionBuilderBefore(E->b, w);
    LLVMInsertIntoBuilder(E->b, rd);
    ptrmap_put(&E->order, rd, (void *)order_of(E, w)); // in front of it; ties do not matter
}

static bool place_read(er *E, LLVMValueRef rd) {
    genx_region r, wr;
    if (!genx_region_of(rd, &r))
        return false;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(rd, 0));
    LLVMValueRef from = base_of(E, LLVMGetOperand(rd, 0)), src = from;
    uintptr_t here = order_of(E, rd);
    for (unsigned step = 0; step < MAX_STEPS && LLVMIsAInstruction(src); step++) {
        LLVMValueRef w = next_write(E, src, here);
        if (!w)
            break;
        if (genx_region_of(w, &wr) && disjoint(&wr, &r)) {
            src = w;
            continue;
        }
        if (!available(E, rd, order_of(E, w)))
            break;
        move_before(E, rd, src, w);
        return true;
    }
    if (src == from)
        return false;
    LLVMSetOperand(rd, 0, seen_as(E, src, t, rd));
    return true;
}

static bool run_block(er *E, LLVMBasicBlockRef bb) {
    uintptr_t n = 0;
    E->order = (ptrmap){.arena = E->cx->arena};
    bool changed = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = LLVMGetNextInstruction(i))
        ptrmap_put(&E->order, i, (void *)++n);
    LLVMValueRef next;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (genx_is_rdregion(i))
            changed |= place_read(E, i);
    }
    return changed;
}

bool gx_early_reads(gx_ctx *cx, LLVMValueRef fn) {
    er E = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    E.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(E.mod));
    bool changed = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb))
        changed |= run_block(&E, bb);
    LLVMDisposeBuilder(E.b);
    return changed;
}
