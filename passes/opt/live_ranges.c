// SPDX-License-Identifier: MIT
// Estimates how many bytes of vectors are live at each instruction (live_ranges.h).
//
//   position                            size     last user     live_b
//     0   %a = load <8 x i32>            32          2           32
//     1   %b = load <8 x i32>            32          2           64
//     2   %c = add %a, %b                32          3           96
//     3   store %c                        0          -           32
//
// A value is live from its definition to its last user. If a loop contains the use but not the definition, the value is
// live to the end of that loop. Values that selection reads in place (regions, aliases) have no bytes of their own: the
// users of such a view count for its source. This is an estimate, because registers are not assigned yet.

#include "live_ranges.h"

#include <assert.h>
#include <string.h>

uint32_t live_pos(const live_ranges *L, LLVMValueRef v) {
    return (uint32_t)(uintptr_t)ptrmap_get(&L->order, v) - 1;
}

bool live_is_view(const live_ranges *L, LLVMValueRef v) {
    return genx_is_rdregion(v) || bale_describe(L->cx->model, v).kind == BALE_ALIAS;
}

int64_t live_size_b(const live_ranges *L, LLVMValueRef v) {
    return live_is_view(L, v) || genx_is_bool(LLVMTypeOf(v)) ? 0 : genx_size_b(LLVMTypeOf(v));
}

// Numbers and intervals

static bool make_room(live_ranges *L, LLVMValueRef fn) {
    cmc_arena *a = L->cx->arena;
    L->order = (ptrmap){.arena = a};
    L->blocks = genx_block_order(a, fn, &L->n_blocks);
    for (uint32_t b = 0; L->blocks && b < L->n_blocks; b++)
        genx_foreach_inst(L->blocks[b], i)
            L->n++;
    L->at = CMC_NEW_N(a, LLVMValueRef, L->n + 1);
    L->block = CMC_NEW_N(a, uint32_t, L->n + 1);
    L->last = CMC_NEW_N(a, uint32_t, L->n + 1);
    L->live_b = CMC_NEW_N(a, int64_t, L->n + 2);
    L->first = CMC_NEW_N(a, uint32_t, L->n_blocks + 1);
    L->end = CMC_NEW_N(a, uint32_t, L->n_blocks + 1);
    L->loop_end = CMC_NEW_N(a, uint32_t, L->n_blocks + 1);
    if (L->blocks && genx_number_blocks(a, L->blocks, L->n_blocks, &L->number))
        L->g = genx_flow_graph(a, L->blocks, L->n_blocks, &L->number);
    return L->blocks && L->at && L->block && L->last && L->live_b && L->first && L->end && L->loop_end && L->g;
}

static void number_all(live_ranges *L) {
    uint32_t n = 0;
    for (uint32_t b = 0; b < L->n_blocks; b++) {
        L->first[b] = n;
        for (LLVMValueRef i = LLVMGetFirstInstruction(L->blocks[b]); i; i = LLVMGetNextInstruction(i), n++) {
            L->at[n] = i;
            L->block[n] = b;
            ptrmap_put(&L->order, i, (void *)(uintptr_t)(n + 1));
        }
        L->end[b] = n - 1;
    }
}

// The header of the next outer loop.
static uint32_t outer_header(const live_ranges *L, uint32_t header) {
    uint32_t up = cmc_graph_idom(L->g, header);
    return up < L->n_blocks ? cmc_graph_loop_header(L->g, up) : up;
}

static void find_loop_ends(live_ranges *L) {
    memset(L->loop_end, 0, sizeof(*L->loop_end) * (L->n_blocks + 1));
    for (uint32_t b = 0; b < L->n_blocks; b++)
        for (uint32_t h = cmc_graph_loop_header(L->g, b); h < L->n_blocks; h = outer_header(L, h))
            L->loop_end[h] = L->end[b] > L->loop_end[h] ? L->end[b] : L->loop_end[h];
}

uint32_t live_use_end(const live_ranges *L, uint32_t def, uint32_t use_pos) {
    assert(use_pos < L->n && "the use has a position");
    uint32_t to = use_pos;
    for (uint32_t h = cmc_graph_loop_header(L->g, L->block[use_pos]); h < L->n_blocks; h = outer_header(L, h)) {
        if (def >= h && L->first[def] <= L->loop_end[h] && cmc_graph_dominates(L->g, h, def))
            break;
        to = L->loop_end[h] > to ? L->loop_end[h] : to;
    }
    return to;
}

// A PHI uses its operands at the end of the incoming blocks. All PHIs are processed in one walk: a PHI after a switch
// has thousands of edges, and a search through them for each operand would take quadratic time.
static void last_use_by_phis(live_ranges *L) {
    memset(L->last, 0, sizeof(*L->last) * (L->n + 1));
    for (uint32_t p = 0; p < L->n; p++)
        for (unsigned k = 0, n = LLVMIsAPHINode(L->at[p]) ? LLVMCountIncoming(L->at[p]) : 0; k < n; k++) {
            uint32_t def = live_pos(L, LLVMGetIncomingValue(L->at[p], k));
            uint32_t from = genx_block_number(&L->number, LLVMGetIncomingBlock(L->at[p], k));
            if (def >= L->n || from >= L->n_blocks)
                continue;
            uint32_t to = live_use_end(L, L->block[def], L->end[from]);
            L->last[def] = to > L->last[def] ? to : L->last[def];
        }
}

static uint32_t last_use(const live_ranges *L, uint32_t p) {
    uint32_t last = L->last[p] > p ? L->last[p] : p;
    genx_foreach_use(L->at[p], u) {
        LLVMValueRef user = LLVMGetUser(u);
        uint32_t at = live_pos(L, user);
        if (at >= L->n || LLVMIsAPHINode(user))
            continue;
        uint32_t to = live_use_end(L, L->block[p], at);
        if (live_is_view(L, user) && at > p && L->last[at] > to)
            to = L->last[at];
        last = to > last ? to : last;
    }
    return last;
}

static void find_intervals(live_ranges *L) {
    last_use_by_phis(L);
    for (uint32_t p = L->n; p-- > 0;)
        L->last[p] = last_use(L, p);
    memset(L->live_b, 0, sizeof(*L->live_b) * (L->n + 2));
    for (uint32_t p = 0; p < L->n; p++) {
        int64_t size_b = live_size_b(L, L->at[p]);
        // A write into a vector replaces the old value in place.
        L->live_b[p] += size_b;
        L->live_b[L->last[p] + (L->last[p] > p)] -= size_b;
    }
    for (uint32_t p = 1; p <= L->n; p++)
        L->live_b[p] += L->live_b[p - 1];
}

void live_add(live_ranges *L, uint32_t from, uint32_t to, int64_t size_b) {
    assert(to <= L->n && "positions of the function");
    for (uint32_t p = from; p < to; p++)
        L->live_b[p] += size_b;
}

bool live_init(live_ranges *L, gx_ctx *cx, LLVMValueRef fn) {
    *L = (live_ranges){.cx = cx};
    if (!make_room(L, fn))
        return false;
    number_all(L);
    find_loop_ends(L);
    find_intervals(L);
    return true;
}
