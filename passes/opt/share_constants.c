// SPDX-License-Identifier: MIT
// gx_share_constants: materialise a vector constant that does not fit in an immediate once, and outside of loops.
//
//   before                                              after
//     loop:                                               %c = wrregion undef, <7, 14, 21, ...>, all
//       %a = xor <16 x i32> %x, <7, 14, 21, ...>          loop:
//       %b = xor <16 x i32> %y, <7, 14, 21, ...>            %a = xor <16 x i32> %x, %c
//                                                           %b = xor <16 x i32> %y, %c
//
// Why: selection materialises such a constant at each use: four instructions for a ramp of sixteen, one for each run of
// others.
// How: the constant goes before its first user in the block that dominates all users, or to the end of the block before
// the loops. This happens only while the live bytes from there to the last user stay below a part of the register file.
// Where the distance is too long, only the users of one block share it.
// Needs: gx_legalize, so that users are single instructions. Leaves alone: splats (an immediate or one element
// suffices), constants written into a vector (they are materialised there), operands of messages and PHIs.

#include "live_ranges.h"

typedef struct operand_use {
    LLVMValueRef user;
    unsigned op;
    uint32_t pos;
    uint32_t next; // the next use of the constant, + 1; positions increase
} operand_use;

typedef struct constant {
    LLVMValueRef c;
    uint32_t first, last; // uses
} constant;

typedef struct sc {
    live_ranges live;
    LLVMValueRef fn;
    LLVMBuilderRef b;
    ptrmap index; // constant -> its number + 1
    CMC_VEC(operand_use) uses;
    CMC_VEC(constant) constants;
    int64_t limit_b;
    bool oom;
} sc;

// One region write of all lanes must be able to write it: the reader may be a bitcast of any length, which is not an
// instruction.
static bool is_one_write(const sc *S, LLVMTypeRef t) {
    uint32_t n = genx_lanes(t);
    return !(n & (n - 1)) && n <= 32 && genx_size_b(t) <= 2u * S->live.cx->model->grf_b;
}

static bool is_constant(const sc *S, LLVMValueRef c) {
    uint64_t bits;
    return LLVMIsAConstant(c) && !LLVMIsUndef(c) && !LLVMIsAConstantExpr(c) && !LLVMIsAGlobalValue(c) &&
           genx_is_vec(LLVMTypeOf(c)) && genx_elt_bits(LLVMTypeOf(c)) >= 16 && is_one_write(S, LLVMTypeOf(c)) &&
           !genx_const_splat(c, &bits);
}

// Does the instruction compute with its operands, lane by lane?
static bool computes(LLVMValueRef i) {
    if (!LLVMIsACallInst(i))
        return !LLVMIsAPHINode(i) && !LLVMIsATerminatorInst(i) && !LLVMIsAStoreInst(i);
    genx_id id = genx_call_id(i);
    return id != GENX_NONE && !genx_is_wrregion(i) && !genx_is_rdregion(i) &&
           genx_info_get(id)->memory == GENX_MEM_NONE && !genx_info_get(id)->convergent;
}

static void note(sc *S, LLVMValueRef user, unsigned op, uint32_t pos) {
    LLVMValueRef c = LLVMGetOperand(user, op);
    cmc_arena *a = S->live.cx->arena;
    uint32_t at = (uint32_t)(uintptr_t)ptrmap_get(&S->index, c);
    uint32_t n = (uint32_t)S->uses.len;
    if (!cmc_vec_push(a, &S->uses, ((operand_use){user, op, pos, 0}))) {
        S->oom = true;
        return;
    }
    if (at) {
        constant *k = &S->constants.data[at - 1];
        S->uses.data[k->last].next = n + 1;
        k->last = n;
        return;
    }
    S->oom |= !cmc_vec_push(a, &S->constants, ((constant){c, n, n})) ||
              !ptrmap_put(&S->index, c, (void *)(uintptr_t)S->constants.len);
}

static void collect(sc *S) {
    for (uint32_t p = 0; p < S->live.n; p++) {
        LLVMValueRef i = S->live.at[p];
        unsigned operands =
            computes(i) ? (unsigned)(LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i))
                        : 0;
        for (unsigned k = 0; k < operands; k++)
            if (is_constant(S, LLVMGetOperand(i, k)))
                note(S, i, k, p);
    }
}

// Consecutive users of a constant, in order.
typedef struct span {
    uint32_t first, last;
    uint32_t home;     // the block where it is materialised
    uint32_t from, to; // its live range, in positions
} span;

static uint32_t block_of(const sc *S, uint32_t use) {
    return S->live.block[S->uses.data[use].pos];
}

static uint32_t next_use(const sc *S, const span *s, uint32_t use) {
    return use == s->last ? UINT32_MAX : S->uses.data[use].next - 1;
}

// The block that dominates all users; with hoist, the dominator outside of its loops.
static uint32_t home_of(const sc *S, const span *s, bool hoist) {
    const cmc_graph *g = S->live.g;
    uint32_t home = block_of(S, s->first);
    for (uint32_t k = s->first; k != UINT32_MAX; k = next_use(S, s, k))
        while (home < S->live.n_blocks && !cmc_graph_dominates(g, home, block_of(S, k)))
            home = cmc_graph_idom(g, home);
    while (hoist && home < S->live.n_blocks && cmc_graph_loop_depth(g, home))
        home = cmc_graph_idom(g, cmc_graph_loop_header(g, home));
    return home;
}

static bool place(const sc *S, span *s, bool hoist) {
    const live_ranges *L = &S->live;
    s->home = home_of(S, s, hoist);
    if (s->home >= L->n_blocks)
        return false;
    s->from = L->end[s->home];
    s->to = 0;
    for (uint32_t k = s->first; k != UINT32_MAX; k = next_use(S, s, k)) {
        uint32_t pos = S->uses.data[k].pos, end = live_use_end(L, s->home, pos);
        s->from = L->block[pos] == s->home && pos < s->from ? pos : s->from;
        s->to = end > s->to ? end : s->to;
    }
    return true;
}

static bool room(const sc *S, const span *s, int64_t size_b) {
    for (uint32_t p = s->from; p <= s->to; p++)
        if (S->live.live_b[p] + size_b > S->limit_b)
            return false;
    return true;
}

static bool share(sc *S, LLVMValueRef c, span *s, bool hoist) {
    LLVMTypeRef t = LLVMTypeOf(c);
    uint32_t n = genx_lanes(t);
    genx_region all = genx_row_region(n, 0, genx_elt_b(t));
    if (!place(S, s, hoist) || (s->first == s->last && s->home == block_of(S, s->first)) || !room(S, s, genx_size_b(t)))
        return false;
    LLVMPositionBuilderBefore(S->b, S->live.at[s->from]);
    LLVMValueRef made = genx_build_wr(S->b, LLVMGetGlobalParent(S->fn), LLVMGetUndef(t), c, &all, NULL);
    for (uint32_t k = s->first; k != UINT32_MAX; k = next_use(S, s, k))
        LLVMSetOperand(S->uses.data[k].user, S->uses.data[k].op, made);
    live_add(&S->live, s->from, s->to + 1, genx_size_b(t));
    return true;
}

// Shares the constant among the users of each block.
static bool share_in_blocks(sc *S, const constant *c) {
    bool changed = false;
    for (uint32_t k = c->first, next; k != UINT32_MAX; k = next) {
        span s = {.first = k, .last = k};
        for (next = S->uses.data[k].next; next && block_of(S, next - 1) == block_of(S, k);
             next = S->uses.data[next - 1].next)
            s.last = next - 1;
        next--;
        changed |= share(S, c->c, &s, false);
    }
    return changed;
}

static bool in_loop(const sc *S, const constant *c) {
    span s = {.first = c->first, .last = c->last};
    for (uint32_t k = c->first; k != UINT32_MAX; k = next_use(S, &s, k))
        if (cmc_graph_loop_depth(S->live.g, block_of(S, k)))
            return true;
    return false;
}

bool gx_share_constants(gx_ctx *cx, LLVMValueRef fn) {
    sc S = {.fn = fn, .limit_b = gx_register_bytes(cx, fn) / 8 * 5, .index = {.arena = cx->arena}};
    bool changed = false;
    if (!live_init(&S.live, cx, fn))
        return false;
    collect(&S);
    if (S.oom || S.constants.len == 0)
        return false;
    S.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    for (uint32_t loops = 2; loops-- > 0;) // constants used in loops get the registers first
        for (uint32_t k = 0; k < S.constants.len; k++) {
            const constant *c = &S.constants.data[k];
            span all = {.first = c->first, .last = c->last};
            if (in_loop(&S, c) == (loops == 1))
                changed |= share(&S, c->c, &all, true) || share_in_blocks(&S, c);
        }
    LLVMDisposeBuilder(S.b);
    return changed;
}
