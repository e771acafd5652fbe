// SPDX-License-Identifier: MIT
// gx_share_constants: materialise a vector constant that does not fit in an immediate once, and outside of loops.
//
//   before                                              after
//     loop:                                               %c = wrregion undef, <7, 14, 21, ...>, all
//       %a = xor <16 x i32> %x, <7, 14, 21, ...>          loop:
//       %b = xor <16 x i32> %y, <7, 14, 21, ...>            %a = xor <16 x i32> %x, %c
//                                                           %b = xor <16 x i32> %y, %c
//
// Constants that differ by a number have their common part materialised once, and are sums of it:
//
//       %a = load [<2, 66, 130, ...>]                       %c = wrregion undef, <0, 64, 128, ...>, all
//       %b = load [<4, 68, 132, ...>]                       %d = add <16 x i32> %c, 2
//                                                           %a = load [%d]
//                                                           %e = add <16 x i32> %c, 4
//                                                           %b = load [%e]
//
// Why: selection materialises such a constant at each use: four instructions for a ramp of sixteen, one for each run of
// others.
// How: the constant goes before its first user in the block that dominates all users, or to the end of the block before
// the loops. This happens only while the live bytes from there to the last user stay below a part of the register file.
// Where the distance is too long, only the users of one block share it.
// Needs: gx_legalize, so that users are single instructions. Leaves alone: splats (an immediate or one element
// suffices), constants written into a vector (they are materialised there), operands of PHIs and of messages without an
// address for each lane.

#include <cmc/genx_mem.h>

#include "live_ranges.h"

enum { FAMILY_LANES = 16, MOST_LANES = 32 }; // fewer lanes take an instruction or two

typedef struct operand_use {
    LLVMValueRef user;
    unsigned op;
    uint32_t pos;
    uint32_t next; // the next use of the constant, + 1; positions increase
} operand_use;

typedef struct family {   // constants that differ by a number
    LLVMValueRef base;    // the one whose lane 0 is 0
    LLVMValueRef made;    // base in a register; NULL: not there
    uint32_t members, of; // constants; the last of them, + 1
} family;

typedef struct constant {
    LLVMValueRef c;
    uint32_t first, last; // uses
    family *family;       // NULL: none
    uint32_t sibling;     // the one before in the family, + 1
    uint64_t step;        // the difference from the family's base
} constant;

typedef struct sc {
    live_ranges live;
    LLVMValueRef fn;
    LLVMBuilderRef b;
    ptrmap index;    // constant -> its number + 1
    ptrmap families; // base -> family
    CMC_VEC(operand_use) uses;
    CMC_VEC(constant) constants;
    int64_t limit_b;
    bool oom;
} sc;

// One region write of all lanes must be able to write it: the reader may be a bitcast of any length, which is not an
// instruction.
static bool is_one_write(const sc *S, LLVMTypeRef t) {
    uint32_t n = genx_lanes(t);
    return !(n & (n - 1)) && n <= MOST_LANES && genx_size_b(t) <= 2u * S->live.cx->model->grf_b;
}

static bool is_constant(const sc *S, LLVMValueRef c) {
    uint64_t bits;
    return LLVMIsAConstant(c) && !LLVMIsUndef(c) && !LLVMIsAConstantExpr(c) && !LLVMIsAGlobalValue(c) &&
           genx_is_vec(LLVMTypeOf(c)) && genx_elt_bits(LLVMTypeOf(c)) >= 16 && is_one_write(S, LLVMTypeOf(c)) &&
           !genx_const_splat(c, &bits);
}

// The constant minus its lane 0, which is *step; NULL if it is not of this kind.
static LLVMValueRef base_of(LLVMValueRef c, uint64_t *step) {
    LLVMTypeRef t = LLVMTypeOf(c), e = genx_elt_type(t);
    LLVMValueRef lanes[MOST_LANES];
    uint32_t n = genx_lanes(t);
    bool undef = false;
    if (n < FAMILY_LANES || genx_is_float(t))
        return NULL;
    for (uint32_t k = 0; k < n; k++) {
        uint64_t bits;
        if (!genx_const_lane(c, k, &bits, &undef) || undef)
            return NULL;
        *step = k ? *step : bits;
        lanes[k] = LLVMConstInt(e, (bits - *step) & (~0ull >> (64 - genx_elt_bits(t))), 0);
    }
    return LLVMConstVector(lanes, n);
}

static void find_family(sc *S, constant *k) {
    LLVMValueRef base = base_of(k->c, &k->step);
    if (!base)
        return;
    k->family = ptrmap_get(&S->families, base);
    if (!k->family) {
        k->family = CMC_NEW(S->live.cx->arena, family);
        if (k->family)
            *k->family = (family){.base = base};
        S->oom |= !k->family || !ptrmap_put(&S->families, base, k->family);
    }
    if (S->oom)
        return;
    k->sibling = k->family->of;
    k->family->of = (uint32_t)S->constants.len + 1;
    k->family->members++;
}

// Does the message take its operand, addresses or data, from a register of its own?
static bool sends(LLVMValueRef i, unsigned op) {
    mem_desc d;
    return mem_describe(i, &d) && ((int)op == d.addr || (int)op == d.data);
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
    constant now = {.c = c, .first = n, .last = n};
    find_family(S, &now);
    S->oom |= !cmc_vec_push(a, &S->constants, now) || !ptrmap_put(&S->index, c, (void *)(uintptr_t)S->constants.len);
}

static void collect(sc *S) {
    for (uint32_t p = 0; p < S->live.n; p++) {
        LLVMValueRef i = S->live.at[p];
        bool all = computes(i);
        unsigned operands = LLVMIsACallInst(i) ? LLVMGetNumArgOperands(i) : (unsigned)LLVMGetNumOperands(i);
        for (unsigned k = 0; k < operands; k++)
            if (is_constant(S, LLVMGetOperand(i, k)) && (all || sends(i, k)))
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

static uint32_t out_of_loops(const sc *S, uint32_t home) {
    const cmc_graph *g = S->live.g;
    while (home < S->live.n_blocks && cmc_graph_loop_depth(g, home))
        home = cmc_graph_idom(g, cmc_graph_loop_header(g, home));
    return home;
}

// The block that dominates all users; with hoist, the dominator outside of its loops.
static uint32_t home_of(const sc *S, const span *s, bool hoist) {
    const cmc_graph *g = S->live.g;
    uint32_t home = block_of(S, s->first);
    for (uint32_t k = s->first; k != UINT32_MAX; k = next_use(S, s, k))
        while (home < S->live.n_blocks && !cmc_graph_dominates(g, home, block_of(S, k)))
            home = cmc_graph_idom(g, home);
    return hoist ? out_of_loops(S, home) : home;
}

// Widens the live range to all users.
static void widen(const sc *S, span *s) {
    const live_ranges *L = &S->live;
    for (uint32_t k = s->first; k != UINT32_MAX; k = next_use(S, s, k)) {
        uint32_t pos = S->uses.data[k].pos, end = live_use_end(L, s->home, pos);
        s->from = L->block[pos] == s->home && pos < s->from ? pos : s->from;
        s->to = end > s->to ? end : s->to;
    }
}

static bool place(const sc *S, span *s, bool hoist) {
    s->home = home_of(S, s, hoist);
    if (s->home >= S->live.n_blocks)
        return false;
    s->from = S->live.end[s->home];
    s->to = 0;
    widen(S, s);
    return true;
}

static bool room(const sc *S, const span *s, int64_t size_b) {
    for (uint32_t p = s->from; p <= s->to; p++)
        if (S->live.live_b[p] + size_b > S->limit_b)
            return false;
    return true;
}

// Materialises c at the builder's position.
static LLVMValueRef make(sc *S, LLVMValueRef c) {
    LLVMTypeRef t = LLVMTypeOf(c);
    genx_region all = genx_row_region(genx_lanes(t), 0, genx_elt_b(t));
    return genx_build_wr(S->b, LLVMGetGlobalParent(S->fn), LLVMGetUndef(t), c, &all, NULL);
}

static LLVMValueRef make_member(sc *S, const constant *k) {
    LLVMTypeRef t = LLVMTypeOf(k->c);
    LLVMValueRef base = k->family ? k->family->made : NULL;
    if (!base || !k->step)
        return base ? base : make(S, k->c);
    return LLVMBuildAdd(S->b, base, genx_const_all(t, LLVMConstInt(genx_elt_type(t), k->step, 0)), "");
}

static bool share(sc *S, const constant *k, span *s, bool hoist) {
    uint32_t size_b = genx_size_b(LLVMTypeOf(k->c));
    if (!place(S, s, hoist))
        return false;
    bool at_use = s->first == s->last && s->home == block_of(S, s->first);
    if (at_use ? !k->family || !k->family->made : !room(S, s, size_b))
        return false;
    LLVMPositionBuilderBefore(S->b, S->live.at[s->from]);
    LLVMValueRef made = make_member(S, k);
    for (uint32_t u = s->first; u != UINT32_MAX; u = next_use(S, s, u))
        LLVMSetOperand(S->uses.data[u].user, S->uses.data[u].op, made);
    live_add(&S->live, s->from, s->to + 1, size_b);
    return true;
}

// Materialises the base of a family for all users of its members.
static bool make_base(sc *S, family *f) {
    span all = {.home = UINT32_MAX};
    uint32_t size_b = genx_size_b(LLVMTypeOf(f->base));
    for (uint32_t m = f->of; m; m = S->constants.data[m - 1].sibling) {
        const constant *k = &S->constants.data[m - 1];
        span s = {.first = k->first, .last = k->last};
        s.home = home_of(S, &s, true);
        while (all.home != UINT32_MAX && s.home < S->live.n_blocks && !cmc_graph_dominates(S->live.g, s.home, all.home))
            s.home = cmc_graph_idom(S->live.g, s.home);
        all.home = out_of_loops(S, s.home);
        if (all.home >= S->live.n_blocks)
            return false;
    }
    all.from = S->live.end[all.home];
    for (uint32_t m = f->of; m; m = S->constants.data[m - 1].sibling) {
        const constant *k = &S->constants.data[m - 1];
        span s = {.first = k->first, .last = k->last, .home = all.home, .from = all.from, .to = all.to};
        widen(S, &s);
        all.from = s.from;
        all.to = s.to;
    }
    if (!room(S, &all, size_b))
        return false;
    LLVMPositionBuilderBefore(S->b, S->live.at[all.from]);
    f->made = make(S, f->base);
    live_add(&S->live, all.from, all.to + 1, size_b);
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
        changed |= share(S, c, &s, false);
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
    sc S = {.fn = fn,
            .limit_b = gx_register_bytes(cx, fn) / 8 * 5,
            .index = {.arena = cx->arena},
            .families = {.arena = cx->arena}};
    bool changed = false;
    if (!live_init(&S.live, cx, fn))
        return false;
    collect(&S);
    if (S.oom || S.constants.len == 0)
        return false;
    S.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    for (uint32_t k = 0; k < S.constants.len; k++) {
        family *f = S.constants.data[k].family;
        if (f && f->members > 1 && f->of == k + 1)
            changed |= make_base(&S, f);
    }
    for (uint32_t loops = 2; loops-- > 0;) // constants used in loops get the registers first
        for (uint32_t k = 0; k < S.constants.len; k++) {
            const constant *c = &S.constants.data[k];
            span all = {.first = c->first, .last = c->last};
            if (in_loop(&S, c) == (loops == 1))
                changed |= share(&S, c, &all, true) || share_in_blocks(&S, c);
        }
    LLVMDisposeBuilder(S.b);
    return changed;
}
