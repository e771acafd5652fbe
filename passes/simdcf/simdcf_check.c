// SPDX-License-Identifier: MIT
// fit_simdcf: do execution masks and resume masks behave as in the hardware?
//
// The check propagates masks through the blocks. At each point the mask that the hardware holds is one value: a part of
// a goto or join, a PHI of such parts, or the initial mask. Every use must name that value. A resume mask belongs to
// one join: all values that flow into the join's operand form its web. An empty web is the constant zero.

#include "fit_simdcf.h"

#include <stdlib.h>

// The mask that the hardware holds: the call that defined it, a PHI, or one of these.
static char start_mark, unknown_mark;
#define START   ((LLVMValueRef)(void *)&start_mark)   // all channels on; no channel waits
#define UNKNOWN ((LLVMValueRef)(void *)&unknown_mark) // different masks meet

static bool refuse(hw_fn *h, const char *why) {
    h->refused = why;
    return false;
}

static bool is_flow(LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    return id == GENX_SIMDCF_GOTO || id == GENX_SIMDCF_JOIN;
}

// Maps a part of a call to the call.
static LLVMValueRef canon(LLVMValueRef v) {
    return LLVMIsAExtractValueInst(v) ? LLVMGetOperand(v, 0) : v;
}

static bool mark(hw_fn *h, ptrmap *set, LLVMValueRef v, void *with) {
    if (ptrmap_get(set, v))
        return false;
    h->oom |= !ptrmap_put(set, v, with) || !cmc_vec_push(h->cx->arena, &h->masks, v);
    return true;
}

// Execution masks

// Follows the operands and results of the calls through PHIs in both directions.
static bool find_masks(hw_fn *h) {
    hw_values work = {0};
    cmc_arena *a = h->cx->arena;
    for (uint32_t i = 0; i < h->calls.len; i++) {
        LLVMValueRef call = h->calls.data[i];
        h->oom |= !cmc_vec_push(a, &work, LLVMGetOperand(call, 0));
        genx_foreach_use(call, u)
            if (LLVMIsAExtractValueInst(LLVMGetUser(u)) && LLVMGetIndices(LLVMGetUser(u))[0] == 0)
                h->oom |= !cmc_vec_push(a, &work, LLVMGetUser(u));
    }
    while (work.len && !h->oom) {
        LLVMValueRef v = work.data[--work.len];
        if (LLVMIsAConstant(v))
            continue;
        if (!LLVMIsAPHINode(v) && !(LLVMIsAExtractValueInst(v) && is_flow(LLVMGetOperand(v, 0))))
            return refuse(h, "an execution mask is computed");
        if (!mark(h, &h->is_em, v, v))
            continue;
        for (unsigned k = 0; LLVMIsAPHINode(v) && k < LLVMCountIncoming(v); k++)
            h->oom |= !cmc_vec_push(a, &work, LLVMGetIncomingValue(v, k));
        genx_foreach_use(v, u)
            if (LLVMIsAPHINode(LLVMGetUser(u)))
                h->oom |= !cmc_vec_push(a, &work, LLVMGetUser(u));
    }
    return !h->oom;
}

bool hw_is_low_part(LLVMValueRef s, LLVMValueRef em) {
    uint64_t off;
    if (genx_call_id(s) == GENX_RDPREDREGION)
        return LLVMGetOperand(s, 0) == em && genx_const_u64(LLVMGetOperand(s, 1), &off) && off == 0;
    if (!LLVMIsAShuffleVectorInst(s) || LLVMGetOperand(s, 0) != em)
        return false;
    for (unsigned k = 0; k < LLVMGetNumMaskElements(s); k++)
        if (LLVMGetMaskValue(s, k) != (int)k)
            return false;
    return true;
}

// A predicate of all 32 lanes is the mask itself; it gets a slice like the others.
static void slice_whole_uses(hw_fn *h, LLVMValueRef em) {
    hw_values users = {0};
    genx_foreach_use(em, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!is_flow(user) && !LLVMIsAPHINode(user) && !hw_is_low_part(user, em) && !LLVMIsAShuffleVectorInst(user))
            h->oom |= !cmc_vec_push(h->cx->arena, &users, user);
    }
    for (uint32_t i = 0; i < users.len; i++) {
        LLVMPositionBuilderBefore(h->b, users.data[i]);
        LLVMValueRef s = genx_build_rdpred(h->b, h->mod, em, 0, genx_lanes(LLVMTypeOf(em)));
        for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(users.data[i]); k++)
            if (LLVMGetOperand(users.data[i], k) == em)
                LLVMSetOperand(users.data[i], k, s);
    }
}

// The only valid users of an execution mask are calls, PHIs, and slices of its first lanes.
static bool find_slices(hw_fn *h) {
    uint32_t n = h->masks.len;
    for (uint32_t i = 0; i < n; i++) {
        LLVMValueRef em = h->masks.data[i];
        slice_whole_uses(h, em);
        genx_foreach_use(em, u) {
            LLVMValueRef user = LLVMGetUser(u);
            if (is_flow(user) || LLVMIsAPHINode(user))
                continue;
            if (!hw_is_low_part(user, em))
                return refuse(h, "an execution mask is used as a value");
            h->oom |= !cmc_vec_push(h->cx->arena, &h->slices, user);
        }
    }
    return !h->oom;
}

// Resume masks

static void *web_mark(uint32_t web) {
    return (void *)(uintptr_t)(web + 1);
}

static uint32_t number_of(const hw_fn *h, LLVMValueRef call) {
    return (uint32_t)(uintptr_t)ptrmap_get(&h->number, call) - 1;
}

static bool web_of_goto(hw_fn *h, LLVMValueRef call, uint32_t web) {
    uint32_t i = number_of(h, call);
    if (h->web_of_call[i] != UINT32_MAX && h->web_of_call[i] != web)
        return refuse(h, "channels wait at two joins");
    h->web_of_call[i] = web;
    return true;
}

static bool follow_web(hw_fn *h, LLVMValueRef from, uint32_t web) {
    hw_values work = {0};
    h->oom |= !cmc_vec_push(h->cx->arena, &work, from);
    while (work.len && !h->oom) {
        LLVMValueRef v = work.data[--work.len];
        if (LLVMIsAConstant(v)) {
            if (!LLVMIsNull(v) && !LLVMIsUndef(v))
                return refuse(h, "a resume mask begins with channels");
            continue;
        }
        void *had = ptrmap_get(&h->web_of, v);
        if (had && had != web_mark(web))
            return refuse(h, "two joins share a resume mask");
        if (had)
            continue;
        (void)mark(h, &h->web_of, v, web_mark(web));
        if (LLVMIsAPHINode(v)) {
            for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
                h->oom |= !cmc_vec_push(h->cx->arena, &work, LLVMGetIncomingValue(v, k));
        } else if (LLVMIsAExtractValueInst(v) && genx_call_id(LLVMGetOperand(v, 0)) == GENX_SIMDCF_GOTO &&
                   LLVMGetIndices(v)[0] == 1) {
            if (!web_of_goto(h, LLVMGetOperand(v, 0), web))
                return false;
            h->oom |= !cmc_vec_push(h->cx->arena, &work, LLVMGetOperand(LLVMGetOperand(v, 0), 1));
        } else {
            return refuse(h, "a resume mask is computed");
        }
    }
    return !h->oom;
}

static bool number_calls(hw_fn *h) {
    h->web_of_call = CMC_NEW_N(h->cx->arena, uint32_t, h->calls.len + 1);
    h->rm_at = CMC_NEW_N(h->cx->arena, LLVMValueRef, h->calls.len + 1);
    if (!h->web_of_call || !h->rm_at)
        return false;
    for (uint32_t i = 0; i < h->calls.len; i++) {
        h->oom |= !ptrmap_put(&h->number, h->calls.data[i], (void *)(uintptr_t)(i + 1));
        h->web_of_call[i] = UINT32_MAX;
        h->rm_at[i] = START;
    }
    return !h->oom;
}

static bool find_webs(hw_fn *h) {
    if (!number_calls(h))
        return false;
    for (uint32_t i = 0; i < h->calls.len; i++) {
        hw_web w = {.join = h->calls.data[i], .mask = h->masks.len};
        if (genx_call_id(w.join) != GENX_SIMDCF_JOIN)
            continue;
        h->web_of_call[i] = h->webs.len;
        if (!follow_web(h, LLVMGetOperand(w.join, 1), h->webs.len))
            return false;
        w.end = h->masks.len;
        h->oom |= !cmc_vec_push(h->cx->arena, &h->webs, w);
    }
    for (uint32_t i = 0; i < h->calls.len; i++)
        if (h->web_of_call[i] == UINT32_MAX)
            return refuse(h, "channels wait at no join");
    for (uint32_t i = 0; i < h->masks.len; i++) // resume masks must have no other users
        for (LLVMUseRef u = ptrmap_get(&h->web_of, h->masks.data[i]) ? LLVMGetFirstUse(h->masks.data[i]) : NULL; u;
             u = LLVMGetNextUse(u))
            if (!is_flow(LLVMGetUser(u)) && !LLVMIsAPHINode(LLVMGetUser(u)))
                return refuse(h, "a resume mask is used as a value");
    return true;
}

// Masks that the hardware holds

// Does operand x name the mask that the hardware holds? all_on: the initial constant is all ones, else zero.
static bool names(LLVMValueRef x, LLVMValueRef held, bool all_on) {
    if (held == UNKNOWN)
        return false;
    if (!LLVMIsAConstant(x))
        return canon(x) == held;
    if (LLVMIsUndef(x))
        return true;
    return held == START && (all_on ? x == LLVMConstAllOnes(LLVMTypeOf(x)) : LLVMIsNull(x));
}

// One mask, and the blocks where it can differ from its initial value.
typedef struct follow {
    hw_fn *h;
    bool is_em;
    uint32_t web;
    CMC_VEC(uint32_t) blocks; // in block order
} follow;

static bool is_mask_of(const follow *f, LLVMValueRef v) {
    return f->is_em ? ptrmap_get(&f->h->is_em, v) != NULL : ptrmap_get(&f->h->web_of, v) == web_mark(f->web);
}

static LLVMValueRef *held_in(const follow *f, hw_block *b) {
    return f->is_em ? &b->em : &b->rm;
}

static LLVMValueRef *held_out(const follow *f, hw_block *b) {
    return f->is_em ? &b->em_out : &b->rm_out;
}

// The mask at the end of a block; NULL while it is unknown. Execution masks are known before resume masks are followed.
static LLVMValueRef out_of(const follow *f, hw_block *b) {
    if (f->is_em || b->web == f->web + 1)
        return *held_out(f, b);
    return b->em ? START : NULL;
}

// Does the PHI name the mask that arrives on each edge whose mask is known?
static bool phi_names(const follow *f, LLVMValueRef p) {
    for (unsigned k = 0; k < LLVMCountIncoming(p); k++) {
        LLVMValueRef out = out_of(f, hw_block_of(f->h, LLVMGetIncomingBlock(p, k)));
        if (out && !names(LLVMGetIncomingValue(p, k), out, f->is_em))
            return false;
    }
    return true;
}

static LLVMValueRef meet(const follow *f, hw_block *b) {
    LLVMValueRef same = NULL;
    bool differ = false;
    genx_foreach_use(LLVMBasicBlockAsValue(b->bb), u) {
        LLVMValueRef t = LLVMGetUser(u);
        if (!LLVMIsATerminatorInst(t))
            continue;
        LLVMValueRef out = out_of(f, hw_block_of(f->h, LLVMGetInstructionParent(t)));
        differ |= out && same && out != same;
        same = out ? out : same;
    }
    genx_foreach_phi(b->bb, p)
        if (is_mask_of(f, p) && phi_names(f, p))
            return p;
    return differ ? UNKNOWN : same;
}

static LLVMValueRef after_call(const follow *f, const hw_block *b, LLVMValueRef held) {
    if (!b->call || f->is_em)
        return b->call ? b->call : held;
    if (f->h->web_of_call[number_of(f->h, b->call)] != f->web)
        return held;
    return genx_call_id(b->call) == GENX_SIMDCF_JOIN ? START : b->call;
}

static bool solve(const follow *f) {
    hw_fn *h = f->h;
    bool again = true;
    for (uint32_t round = 0; again && round < 2 * f->blocks.len + 4; round++) {
        again = false;
        for (uint32_t k = 0; k < f->blocks.len; k++) {
            hw_block *b = &h->blocks[f->blocks.data[k]];
            LLVMValueRef in = b == h->blocks ? START : meet(f, b);
            if (!in || *held_in(f, b) == UNKNOWN)
                continue;
            again |= *held_in(f, b) != in;
            *held_in(f, b) = in;
            *held_out(f, b) = after_call(f, b, in);
        }
    }
    return !again || refuse(h, "the masks do not converge");
}

static void take_block(follow *f, LLVMBasicBlockRef bb) {
    hw_block *b = hw_block_of(f->h, bb);
    if (b->web == f->web + 1)
        return;
    b->web = f->web + 1;
    b->rm = b->rm_out = NULL;
    f->h->oom |= !cmc_vec_push(f->h->cx->arena, &f->blocks, hw_index(f->h, bb));
}

static int by_number(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

// A resume mask has its initial value except after its gotos and PHIs, up to its join. Following it
// only there avoids one walk through the whole kernel for each of many joins.
static void find_blocks(follow *f) {
    hw_fn *h = f->h;
    const hw_web *w = &h->webs.data[f->web];
    for (uint32_t k = w->mask; k < w->end; k++)
        take_block(f, LLVMGetInstructionParent(canon(h->masks.data[k])));
    for (uint32_t k = 0; k < f->blocks.len && !h->oom; k++) {
        const hw_block *b = &h->blocks[f->blocks.data[k]];
        LLVMValueRef t = LLVMGetBasicBlockTerminator(b->bb);
        for (unsigned s = 0; b->call != w->join && s < LLVMGetNumSuccessors(t); s++)
            take_block(f, LLVMGetSuccessor(t, s));
    }
    if (f->blocks.len)
        qsort(f->blocks.data, f->blocks.len, sizeof(uint32_t), by_number);
}

static bool follow_resume_mask(hw_fn *h, uint32_t web) {
    follow f = {.h = h, .web = web};
    find_blocks(&f);
    if (h->oom || !solve(&f))
        return false;
    for (uint32_t k = 0; k < f.blocks.len; k++) {
        const hw_block *b = &h->blocks[f.blocks.data[k]];
        if (b->call && h->web_of_call[number_of(h, b->call)] == web)
            h->rm_at[number_of(h, b->call)] = b->rm;
    }
    return true;
}

static bool follow_execution_mask(hw_fn *h) {
    follow f = {.h = h, .is_em = true};
    for (uint32_t k = 0; k < h->n_blocks; k++)
        h->oom |= !cmc_vec_push(h->cx->arena, &f.blocks, k);
    return !h->oom && solve(&f);
}

static bool check_calls(hw_fn *h) {
    for (uint32_t i = 0; i < h->calls.len; i++) {
        LLVMValueRef call = h->calls.data[i];
        hw_block *b = hw_block_of(h, LLVMGetInstructionParent(call));
        if (b->call != call)
            return refuse(h, "two of them end the same block");
        if (!b->em) // unreachable
            continue;
        if (!names(LLVMGetOperand(call, 0), b->em, true))
            return refuse(h, "an old execution mask is used");
        if (!names(LLVMGetOperand(call, 1), h->rm_at[i], false))
            return refuse(h, "an old resume mask is used");
    }
    return true;
}

// Whether the masks computed from v are used in its block only. Later passes repeat such operations at their users,
// where the hardware may hold another mask.
static bool stays_in_block(LLVMValueRef v, unsigned depth) {
    enum { MOST_DEPTH = 8 };
    LLVMTypeRef t = LLVMTypeOf(v);
    if (genx_lanes(t) < 2 || !genx_is_bool(t))
        return true;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (depth == MOST_DEPTH || LLVMIsAPHINode(user) || LLVMIsATerminatorInst(user) ||
            LLVMGetInstructionParent(user) != LLVMGetInstructionParent(v) || !stays_in_block(user, depth + 1))
            return false;
    }
    return true;
}

// Checks the positions of a predicate's users and moves back those that LLVM has moved.
static bool check_slice(hw_fn *h, LLVMValueRef s) {
    LLVMValueRef em = LLVMGetOperand(s, 0);
    hw_values users = {0};
    genx_foreach_use(s, u)
        h->oom |= !cmc_vec_push(h->cx->arena, &users, LLVMGetUser(u));
    for (uint32_t i = 0; i < users.len; i++) {
        LLVMValueRef user = users.data[i];
        hw_block *b = hw_block_of(h, LLVMGetInstructionParent(user));
        bool fits = !LLVMIsAPHINode(user) && (!b->em || names(em, b->em, true));
        if (!fits && !hw_bring_back(h, user, em))
            return refuse(h, "an old execution mask is a predicate");
        if (!stays_in_block(user, 0))
            return refuse(h, "a mask computed from an execution mask outlives it");
    }
    return true;
}

static bool check_slices(hw_fn *h) {
    for (uint32_t i = 0; i < h->slices.len; i++)
        if (!check_slice(h, h->slices.data[i]))
            return false;
    return true;
}

// Channels and the thread must only go forward in block order.
static bool check_order(hw_fn *h) {
    for (uint32_t i = 0; i < h->calls.len; i++) {
        LLVMValueRef call = h->calls.data[i];
        LLVMBasicBlockRef bb = LLVMGetInstructionParent(call);
        LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
        if (hw_index(h, LLVMGetSuccessor(t, 0)) <= hw_index(h, bb))
            return refuse(h, "the thread would jump backwards without channels");
        LLVMValueRef join = h->webs.data[h->web_of_call[i]].join;
        if (join != call && hw_index(h, LLVMGetInstructionParent(join)) <= hw_index(h, bb))
            return refuse(h, "channels would wait at a join before them");
    }
    return true;
}

bool hw_check(hw_fn *h) {
    h->is_em.arena = h->web_of.arena = h->number.arena = h->cx->arena;
    if (!find_masks(h) || !find_slices(h) || !find_webs(h) || !follow_execution_mask(h))
        return false;
    for (uint32_t w = 0; w < h->webs.len; w++)
        if (!follow_resume_mask(h, w))
            return false;
    return check_calls(h) && check_slices(h) && check_order(h);
}
