// SPDX-License-Identifier: MIT
// simdcf: where channels diverge and reconverge.
//
// The blocks keep their order. At a branch that single channels take, the channels that jump wait at their target (a
// goto). The thread continues with the other channels in the next block. Every target is a join, where the waiting
// channels resume. When no channel is left, the thread jumps to the next join where a channel may wait. So a block runs
// with some channels off exactly if a goto before it leads to a block after it.
//
// A plain branch stays plain as long as it skips no join where a channel may wait; then all enabled channels take it
// together. Otherwise it becomes a branch of channels too.

#include "simdcf_priv.h"

#include <assert.h>

static LLVMValueRef marker_of(LLVMValueRef inst) {
    return LLVMIsACallInst(inst) && cm_is_simd_any(LLVMGetCalledValue(inst)) ? inst : NULL;
}

static uint32_t first_of(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

// The first block in which a channel that took g may wait: the block after the goto, or the header of the outermost
// loop whose back edge lies between the goto and the join.
static uint32_t opens_at(const scf_flow *f, const scf_goto *g) {
    uint32_t first = g->from + 1;
    for (uint32_t b = g->from; b < g->to; b++)
        first = first_of(first, f->blocks[b].back_to);
    return first;
}

// Records g in every block in which a channel that took it may wait.
static void open_blocks(scf_flow *f, const scf_goto *g) {
    uint32_t from = opens_at(f, g);
    f->blocks[g->from].own_join = first_of(f->blocks[g->from].own_join, g->to);
    f->blocks[g->to].waits_from = first_of(f->blocks[g->to].waits_from, from);
    for (uint32_t b = from; b < g->to; b++) {
        scf_block *k = &f->blocks[b];
        k->open_join = first_of(k->open_join, g->to);
        if (!k->open_width)
            k->open_width = g->width;
        else if (k->open_width != g->width)
            k->other_width = g->width;
    }
}

uint32_t scf_width_of(const scf_flow *f, uint32_t b) {
    assert(b < f->n && "a block of the function");
    return f->blocks[b].open_width;
}

uint32_t scf_next_join(const scf_flow *f, uint32_t b, bool at_end) {
    assert(b < f->n && "a block of the function");
    const scf_block *k = &f->blocks[b];
    return at_end ? first_of(k->open_join, k->own_join) : k->open_join;
}

uint32_t scf_leaves(const scf_flow *f, uint32_t b, scf_leave out[2], uint32_t *next) {
    assert(b < f->n && "a block of the function");
    const scf_block *k = &f->blocks[b];
    uint32_t t = k->succ[0], e = k->n_succ > 1 ? k->succ[1] : t;
    *next = SCF_NONE;
    if (t == e) {
        out[0] = (scf_leave){t, true, true};
        return 1;
    }
    if (t <= b || e <= b) { // a back edge: the other channels leave the loop
        bool back_if_set = t <= b;
        out[0] = (scf_leave){back_if_set ? e : t, false, !back_if_set};
        *next = back_if_set ? t : e;
        return 1;
    }
    if (e == b + 1) {
        out[0] = (scf_leave){t, false, true};
        return 1;
    }
    out[0] = (scf_leave){e, false, false};
    if (t == b + 1)
        return 1;
    out[1] = (scf_leave){t, true, true};
    return 2;
}

// Blocks, branches, loops

static bool number_blocks(scf_flow *f) {
    cmc_arena *a = f->cx->arena;
    f->n = LLVMCountBasicBlocks(f->fn);
    f->blocks = CMC_NEW_N(a, scf_block, f->n + 1);
    ptrmap map = {.arena = a};
    if (!f->blocks)
        return false;
    uint32_t n = 0;
    genx_foreach_block(f->fn, bb) {
        f->blocks[n] = (scf_block){
            .bb = bb, .open_join = SCF_NONE, .own_join = SCF_NONE, .waits_from = SCF_NONE, .back_to = SCF_NONE};
        if (!ptrmap_put(&map, bb, &f->blocks[n++]))
            return false;
    }
    for (uint32_t b = 0; b < n; b++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(f->blocks[b].bb);
        for (unsigned i = 0; LLVMIsABranchInst(t) && i < LLVMGetNumSuccessors(t); i++) {
            const scf_block *s = ptrmap_get(&map, LLVMGetSuccessor(t, i));
            uint32_t to = (uint32_t)(s - f->blocks);
            f->blocks[b].succ[f->blocks[b].n_succ++] = to;
            if (to <= b)
                f->blocks[b].back_to = first_of(f->blocks[b].back_to, to);
        }
    }
    return true;
}

static bool width_ok(uint32_t n) {
    return n >= 2 && n <= 32 && (n & (n - 1)) == 0;
}

// A marker's only user must be the branch of its own block.
static bool note_marker(scf_flow *f, scf_block *k, LLVMValueRef call) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(k->bb);
    LLVMUseRef u = LLVMGetFirstUse(call);
    uint32_t w = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, 0)));
    if (!width_ok(w)) {
        gx_error(f->cx, call, "CM0220",
                 "SIMD control flow cannot have %u channels; the condition must have 2, 4, 8, 16 or 32 elements",
                 (unsigned)w);
        return false;
    }
    if (!u || LLVMGetNextUse(u) || LLVMGetUser(u) != t || !LLVMIsABranchInst(t) || !LLVMIsConditional(t)) {
        gx_error(f->cx, call, "CM0221",
                 "the condition of SIMD control flow must be used on its own, not in an expression");
        return false;
    }
    k->marker = call;
    k->simd = true;
    k->width = w;
    return true;
}

static bool find_markers(scf_flow *f, bool *any) {
    for (uint32_t b = 0; b < f->n; b++)
        genx_foreach_inst(f->blocks[b].bb, i) {
            LLVMValueRef m = marker_of(i);
            if (!m)
                continue;
            if (!note_marker(f, &f->blocks[b], m))
                return false;
            *any = true;
        }
    return true;
}

// Joins

static void add_gotos(scf_flow *f, uint32_t b) {
    scf_leave leave[2];
    uint32_t next, n = scf_leaves(f, b, leave, &next);
    for (uint32_t i = 0; i < n; i++) {
        scf_goto g = {b, leave[i].to, f->blocks[b].width};
        if (g.to <= b) {
            LLVMValueRef t = LLVMGetBasicBlockTerminator(f->blocks[b].bb);
            gx_error(f->cx, t, "CM0222", "cannot jump backwards out of SIMD control flow");
            return;
        }
        f->oom |= !cmc_vec_push(f->cx->arena, &f->gotos, g);
        f->blocks[g.to].is_join = true;
        open_blocks(f, &g);
    }
}

// Does a branch from b to `to` skip a join where a channel may wait?
static bool skips_join(const scf_flow *f, uint32_t b, uint32_t to) {
    return f->blocks[b].open_join < to;
}

static bool make_simd(scf_flow *f, uint32_t b) {
    scf_block *k = &f->blocks[b];
    if (k->simd || !k->n_succ)
        return false;
    bool skips = false;
    for (uint32_t i = 0; i < k->n_succ; i++)
        skips |= k->succ[i] > b && skips_join(f, b, k->succ[i]);
    if (!skips)
        return false;
    k->simd = true;
    k->width = scf_width_of(f, b);
    add_gotos(f, b);
    return true;
}

static void check_widths(const scf_flow *f) {
    for (uint32_t b = 0; b < f->n; b++) {
        const scf_block *k = &f->blocks[b];
        uint32_t around = k->open_width == k->width ? k->other_width : k->open_width;
        if (k->marker && around)
            gx_error(f->cx, k->marker, "CM0223",
                     "SIMD control flow of %u channels cannot be nested in one of %u; both must have the same number",
                     (unsigned)k->width, (unsigned)around);
    }
}

// Single channels cannot return from the function or take a switch.
static void check_ends(const scf_flow *f) {
    for (uint32_t b = 0; b < f->n; b++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(f->blocks[b].bb);
        if (scf_width_of(f, b) && LLVMGetInstructionOpcode(t) != LLVMBr &&
            LLVMGetInstructionOpcode(t) != LLVMUnreachable)
            gx_error(f->cx, t, "CM0224", "return and switch are not allowed inside SIMD control flow");
    }
}

bool scf_plan(scf_flow *f) {
    bool any = false, again = true;
    size_t errors = cmc_diag_error_count(f->cx->diag);
    if (!number_blocks(f) || !find_markers(f, &any) || !any)
        return false;
    for (uint32_t b = 0; b < f->n; b++)
        if (f->blocks[b].simd)
            add_gotos(f, b);
    while (again) {
        again = false;
        for (uint32_t b = 0; b < f->n; b++)
            again |= make_simd(f, b);
    }
    check_widths(f);
    check_ends(f);
    return !f->oom && cmc_diag_error_count(f->cx->diag) == errors;
}

bool gx_has_flow(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            genx_id id = genx_call_id(i);
            if (id == GENX_SIMDCF_GOTO || id == GENX_SIMDCF_JOIN || genx_is_flow(i, "goto") || genx_is_flow(i, "join"))
                return true;
        }
    return false;
}
