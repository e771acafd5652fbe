// SPDX-License-Identifier: MIT
// abi: analyses of calls. Do two of a call's objects overlap? Is the call in divergent SIMD control flow?

#include "abi_priv.h"

#include "cm/cm_priv.h"

#include <cmc/genx_bale.h>

#include <assert.h>
#include <string.h>

LLVMValueRef abi_callee(LLVMValueRef inst) {
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return f && LLVMIsAFunction(f) && !LLVMIsDeclaration(f) ? f : NULL;
}

void abi_calls_of(abi *a, LLVMValueRef f, abi_list *out) {
    assert(LLVMIsAFunction(f) && "only functions are called");
    genx_foreach_use(f, u)
        if (abi_callee(LLVMGetUser(u)) == f)
            a->oom |= !cmc_vec_push(a->cx->arena, out, LLVMGetUser(u));
}

// Overlaps

// As the user wrote it.
static const char *shown(abi *a, LLVMValueRef fn, const abi_params *p, uint32_t i) {
    size_t len;
    bool result = !p->data[i].global && !p->data[i].in;
    LLVMValueRef named = p->data[i].global ? p->data[i].global : LLVMGetParam(fn, i);
    const char *name = result ? "its result" : LLVMGetValueName2(named, &len);
    if (result || strcmp(name, "this") == 0)
        return result ? name : "its object";
    name = *name ? cmc_arena_printf(a->cx->arena, "'%s'", cm_plain_name(a->cx, name))
                 : cmc_arena_printf(a->cx->arena, "parameter %u", i + 1);
    return name ? name : "";
}

static const char *describe(abi *a, LLVMValueRef fn, const abi_params *p, uint32_t i, uint32_t k) {
    bool first = p->data[i].out && (p->data[i].in || !p->data[k].out); // results are less interesting
    uint32_t written = first ? i : k, other = first ? k : i;
    const char *why = cmc_arena_printf(a->cx->arena, "it writes %s, which may overlap %s", shown(a, fn, p, written),
                                       shown(a, fn, p, other));
    return why ? why : "out of memory";
}

const char *abi_overlaps(abi *a, LLVMValueRef call, const abi_params *p) {
    abi_extent *e = CMC_NEW_N(a->cx->arena, abi_extent, p->len + 1);
    LLVMValueRef fn = abi_callee(call);
    a->oom |= !e;
    for (uint32_t i = 0; e && i < p->len; i++) {
        const abi_param *q = &p->data[i];
        if (q->kind == ABI_VALUE || q->copy)
            continue;
        e[i] = abi_extent_of(a, q->global ? q->global : LLVMGetOperand(call, i), q);
        for (uint32_t k = 0; k < i; k++) {
            const abi_param *r = &p->data[k];
            if (r->kind != ABI_VALUE && !r->copy && (r->out || q->out) && abi_meet(a, &e[k], &e[i]))
                return describe(a, fn, p, k, i);
        }
    }
    return NULL;
}

// SIMD control flow

typedef struct divergence {
    LLVMBasicBlockRef *blocks;
    uint32_t n;
    ptrmap number;   // of genx_number_blocks
    cmc_graph *back; // of genx_exit_graph
    bool *off;       // by block: channels may be off
    uint32_t *seen;  // by block: the last branch that reached it, plus one
} divergence;

// Marks the blocks that the branch at the end of `branch` reaches through b before its paths rejoin.
static void spread(divergence *d, uint32_t b, uint32_t meet_at, uint32_t branch) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(d->blocks[b]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
        uint32_t s = genx_block_number(&d->number, LLVMGetSuccessor(t, i));
        if (s == meet_at || d->seen[s] == branch + 1)
            continue;
        d->off[s] = true;
        d->seen[s] = branch + 1;
        spread(d, s, meet_at, branch);
    }
}

static bool prepare(abi *a, LLVMValueRef fn, divergence *d) {
    d->n = LLVMCountBasicBlocks(fn);
    d->blocks = CMC_NEW_N(a->cx->arena, LLVMBasicBlockRef, d->n + 1);
    d->off = CMC_NEW_N(a->cx->arena, bool, d->n + 1);
    d->seen = CMC_NEW_N(a->cx->arena, uint32_t, d->n + 1);
    if (!d->blocks || !d->off || !d->seen)
        return false;
    LLVMGetBasicBlocks(fn, d->blocks);
    if (!genx_number_blocks(a->cx->arena, d->blocks, d->n, &d->number))
        return false;
    d->back = genx_exit_graph(a->cx->arena, d->blocks, d->n, &d->number);
    return d->back != NULL;
}

void abi_divergent_calls(abi *a, LLVMValueRef fn, abi_list *out) {
    divergence d = {0};
    if (!prepare(a, fn, &d)) {
        a->oom = true;
        return;
    }
    for (uint32_t b = 0; b < d.n; b++) {
        if (!cm_block_has_simd_any(d.blocks[b]))
            continue;
        uint32_t m = cmc_graph_idom(d.back, b + 1);
        spread(&d, b, m == CMC_GRAPH_NONE || m == 0 ? d.n : m - 1, b);
    }
    for (uint32_t b = 0; b < d.n; b++)
        for (LLVMValueRef i = LLVMGetFirstInstruction(d.blocks[b]); d.off[b] && i; i = LLVMGetNextInstruction(i))
            if (abi_callee(i))
                a->oom |= !cmc_vec_push(a->cx->arena, out, i);
}
