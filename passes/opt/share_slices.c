// SPDX-License-Identifier: MIT
// gx_share_slices: convert the same lanes only once.
//
//   before                                              after
//     %a = uitofp (rdregion %bytes, 16 lanes at 35)       %a = uitofp (rdregion %bytes, 16 lanes at 35)
//     ...                                                 ...
//     %b = uitofp (rdregion %bytes, 16 lanes at 35)       ... uses of %a instead of %b
//
// Why: overlapping region selects, such as the rows of a filter, become equal slices only after legalization cuts them.
// Slices that are kept need registers, so a slice is shared only while the live bytes between its uses stay below a
// part of the register file.
// Needs: gx_legalize. Does not handle: slices in different blocks, operations other than conversions (they cost as much
// as a move, and their operands are available).

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <string.h>

enum { WINDOW = 192 };

typedef struct slice {
    LLVMValueRef cast;
    genx_region r;
    uint32_t pos;
} slice;

typedef struct ss {
    gx_ctx *cx;
    ptrmap order;     // instruction -> position + 1
    uint32_t *last;   // by position: last use in the block
    uint32_t *live_b; // by position: live bytes of vectors
    uint32_t n, limit_b;
} ss;

static uint32_t order_of(const ss *S, LLVMValueRef v) {
    return (uint32_t)(uintptr_t)ptrmap_get(&S->order, v);
}

static bool is_view(const ss *S, LLVMValueRef v) {
    return genx_is_rdregion(v) || bale_describe(S->cx->model, v).kind == BALE_ALIAS;
}

static void number(ss *S, LLVMBasicBlockRef bb) {
    S->order = (ptrmap){.arena = S->cx->arena};
    S->n = 0;
    genx_foreach_inst(bb, i)
        ptrmap_put(&S->order, i, (void *)(uintptr_t)++S->n);
}

// A region read or a bitcast has no register of its own: its users read its source.
static void find_last_uses(ss *S, LLVMBasicBlockRef bb) {
    genx_foreach_inst_reverse(bb, i) {
        uint32_t at = order_of(S, i), last = at;
        genx_foreach_use(i, u) {
            LLVMValueRef user = LLVMGetUser(u);
            uint32_t k = order_of(S, user);
            k = k <= at ? S->n : is_view(S, user) ? S->last[k] : k;
            last = k > last ? k : last;
        }
        S->last[at] = last;
    }
}

static void add_live(ss *S, uint32_t from, uint32_t to, uint32_t size_b) {
    for (uint32_t k = from; k <= to && k <= S->n; k++)
        S->live_b[k] += size_b;
}

// Adds sizes at starts and ends, then forms prefix sums, so that one walk suffices.
static void find_live(ss *S, LLVMBasicBlockRef bb) {
    memset(S->live_b, 0, sizeof(*S->live_b) * (S->n + 2));
    genx_foreach_inst(bb, i) {
        uint32_t at = order_of(S, i), size_b = genx_size_b(LLVMTypeOf(i));
        if (is_view(S, i) || size_b < 16)
            continue;
        S->live_b[at] += size_b;
        S->live_b[S->last[at] + 1] -= size_b; // may wrap; the sums do not
    }
    for (uint32_t k = 1; k <= S->n; k++)
        S->live_b[k] += S->live_b[k - 1];
}

static bool room(const ss *S, uint32_t from, uint32_t to, uint32_t size_b) {
    for (uint32_t k = from; k <= to; k++)
        if (S->live_b[k] + size_b > S->limit_b)
            return false;
    return true;
}

static bool is_slice(LLVMValueRef v, genx_region *r) {
    if (!LLVMIsACastInst(v) || LLVMIsABitCastInst(v) || !genx_is_vec(LLVMTypeOf(v)))
        return false;
    LLVMValueRef rd = LLVMGetOperand(v, 0);
    return genx_is_rdregion(rd) && genx_region_of(rd, r) && r->off_const;
}

static bool equal(const slice *a, LLVMValueRef v, const genx_region *r) {
    LLVMValueRef x = LLVMGetOperand(a->cast, 0), y = LLVMGetOperand(v, 0);
    return LLVMGetInstructionOpcode(a->cast) == LLVMGetInstructionOpcode(v) && LLVMTypeOf(a->cast) == LLVMTypeOf(v) &&
           LLVMGetOperand(x, 0) == LLVMGetOperand(y, 0) && LLVMTypeOf(x) == LLVMTypeOf(y) && genx_region_same(&a->r, r);
}

static bool share(ss *S, slice *a, LLVMValueRef v) {
    uint32_t at = order_of(S, v), size_b = genx_size_b(LLVMTypeOf(v)), end = S->last[a->pos];
    if (end < at && !room(S, end + 1, at, size_b))
        return false;
    if (end < at)
        add_live(S, end + 1, at - 1, size_b);
    if (S->last[at] > end)
        S->last[a->pos] = S->last[at];
    LLVMReplaceAllUsesWith(v, a->cast);
    return true;
}

static bool run_block(ss *S, LLVMBasicBlockRef bb) {
    slice seen[WINDOW];
    uint32_t n = 0;
    bool changed = false, any = false;
    for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i && !any; i = LLVMGetNextInstruction(i))
        any = is_slice(i, &seen[0].r);
    if (!any)
        return false;
    number(S, bb);
    S->last = CMC_NEW_N(S->cx->arena, uint32_t, S->n + 2);
    S->live_b = CMC_NEW_N(S->cx->arena, uint32_t, S->n + 3);
    if (!S->last || !S->live_b)
        return false;
    find_last_uses(S, bb);
    find_live(S, bb);
    genx_foreach_inst(bb, i) {
        genx_region r;
        if (!is_slice(i, &r))
            continue;
        bool done = false;
        for (uint32_t k = n < WINDOW ? 0 : n - WINDOW; k < n && !done; k++)
            done = equal(&seen[k % WINDOW], i, &r) && share(S, &seen[k % WINDOW], i);
        changed |= done;
        if (!done)
            seen[n++ % WINDOW] = (slice){i, r, order_of(S, i)};
    }
    return changed;
}

bool gx_share_slices(gx_ctx *cx, LLVMValueRef fn) {
    ss S = {.cx = cx,
            .limit_b = (uint32_t)gx_register_bytes(cx, fn) / 8 * 5}; // over half: an estimate, and messages add to it
    bool changed = false;
    genx_foreach_block(fn, bb)
        changed |= run_block(&S, bb);
    if (changed)
        gx_shim_delete_dead(fn);
    return changed;
}
