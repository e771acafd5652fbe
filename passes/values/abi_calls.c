// SPDX-License-Identifier: MIT
// abi: analyses of calls. Do two of a call's objects overlap? Is the call in divergent SIMD control flow?

#include "abi_priv.h"

#include "cm/cm_priv.h"

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

enum { MAX_BYTES = 1 << 16 };

typedef struct extent { // bytes of an object
    LLVMValueRef base;  // variable, or parameter of the caller that names one; NULL: unknown
    bool exact;         // false: it may be anywhere in the object
    int64_t at_b;
    genx_region region; // of elements; lanes 0: size_b bytes without gaps
    uint64_t size_b;
} extent;

// Two parameters of the caller name disjoint objects where the caller writes one of them: abi has already checked
// every call of the caller.
static bool is_object(LLVMValueRef v) {
    return LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v) || LLVMIsAArgument(v);
}

// The value stored at byte off_b of a local object, if exactly one store writes it; NULL when unknown.
static LLVMValueRef field(LLVMValueRef ptr, int64_t at_b, int64_t off_b, LLVMValueRef object, LLVMValueRef found,
                          bool *many) {
    genx_foreach_use(ptr, u) {
        LLVMValueRef user = LLVMGetUser(u);
        int64_t at = 0;
        if (LLVMIsAGetElementPtrInst(user)) {
            if (gx_shim_strip_offset(user, &at) == object)
                found = field(user, at, off_b, object, found, many);
            else
                *many = true;
        } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == ptr && at_b == off_b) {
            *many |= found != NULL;
            found = LLVMGetOperand(user, 0);
        }
    }
    return found;
}

static LLVMValueRef one_field(LLVMValueRef object, int64_t off_b) {
    bool many = false;
    LLVMValueRef v = LLVMIsAAllocaInst(object) ? field(object, 0, off_b, object, NULL, &many) : NULL;
    return many ? NULL : v;
}

// The caller's parameter from which a local place is copied, or whose address field is v; otherwise NULL.
static LLVMValueRef copied_from(LLVMValueRef place, LLVMValueRef v) {
    int64_t at_b = 0;
    LLVMValueRef from = NULL;
    if (v)
        from = LLVMIsALoadInst(v) ? gx_shim_strip_offset(LLVMGetOperand(v, 0), &at_b) : NULL;
    for (LLVMUseRef u = v ? NULL : LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAMemCpyInst(user) && LLVMGetOperand(user, 0) == place) {
            if (from)
                return NULL;
            from = gx_shim_strip_offset(LLVMGetOperand(user, 1), &at_b);
        }
    }
    return from && at_b == ABI_PLACE_BASE_B && LLVMIsAArgument(from) ? from : NULL;
}

static extent region_extent(LLVMValueRef place, const abi_param *p) {
    extent e = {0};
    if (LLVMIsAArgument(place)) {
        e.base = place;
        return e;
    }
    LLVMValueRef base = one_field(place, ABI_PLACE_BASE_B), off = one_field(place, ABI_PLACE_OFF_B),
                 vs = one_field(place, ABI_PLACE_VS_B), hs = one_field(place, ABI_PLACE_HS_B);
    e.base = copied_from(place, base);
    if (e.base || !base || LLVMGetTypeKind(LLVMTypeOf(base)) != LLVMPointerTypeKind)
        return e;
    LLVMValueRef object = gx_shim_strip_offset(base, &e.at_b);
    if (!is_object(object))
        return e;
    e.base = object;
    if (!off || !vs || !hs || !LLVMIsAConstantInt(off) || !LLVMIsAConstantInt(vs) || !LLVMIsAConstantInt(hs))
        return e;
    uint32_t n = genx_lanes(p->type);
    e.exact = true;
    e.at_b += LLVMConstIntGetSExtValue(off);
    e.region = (genx_region){.vstride = p->row ? (uint32_t)LLVMConstIntGetZExtValue(vs) : 0,
                             .width = p->row ? p->row : n,
                             .stride = (uint32_t)LLVMConstIntGetZExtValue(hs),
                             .off_const = true,
                             .lanes = n,
                             .elt_b = genx_elt_b(p->type)};
    return e;
}

static extent extent_of(const abi *a, LLVMValueRef arg, const abi_param *p) {
    extent e = {0};
    if (p->kind == ABI_REGION) {
        LLVMValueRef place = gx_shim_strip_offset(arg, &e.at_b);
        return e.at_b == 0 && is_object(place) ? region_extent(place, p) : (extent){0};
    }
    LLVMValueRef object = gx_shim_strip_offset(arg, &e.at_b);
    if (!is_object(object))
        return (extent){0};
    e.base = object;
    e.exact = true;
    e.size_b = LLVMABISizeOfType(LLVMGetModuleDataLayout(a->mod), p->type);
    return e;
}

static bool mark(uint8_t *bytes, int64_t at, uint64_t n, uint8_t bit) {
    for (uint64_t i = 0; i < n; i++) {
        int64_t b = at + (int64_t)i;
        if (b < 0 || b >= MAX_BYTES)
            return false;
        bytes[b] |= bit;
    }
    return true;
}

static bool mark_extent(uint8_t *bytes, const extent *e, uint8_t bit) {
    bool ok = true;
    if (!e->region.lanes)
        return mark(bytes, e->at_b, e->size_b, bit);
    for (uint32_t k = 0; k < e->region.lanes && ok; k++)
        ok = mark(bytes, e->at_b + genx_region_lane_b(&e->region, k), e->region.elt_b, bit);
    return ok;
}

static bool meet(abi *a, const extent *x, const extent *y) {
    enum { X = 1, Y = 2 };
    if (!x->base || !y->base)
        return true;
    if (x->base != y->base)
        return false;
    uint8_t *bytes = CMC_NEW_N(a->cx->arena, uint8_t, MAX_BYTES);
    if (!bytes || !x->exact || !y->exact || !mark_extent(bytes, x, X) || !mark_extent(bytes, y, Y))
        return true;
    return memchr(bytes, X | Y, MAX_BYTES) != NULL;
}

bool abi_overlaps(abi *a, LLVMValueRef call, const abi_params *p) {
    extent *e = CMC_NEW_N(a->cx->arena, extent, p->len + 1);
    for (uint32_t i = 0; e && i < p->len; i++) {
        const abi_param *q = &p->data[i];
        if (q->kind == ABI_VALUE)
            continue;
        e[i] = extent_of(a, q->global ? q->global : LLVMGetOperand(call, i), q);
        for (uint32_t k = 0; k < i; k++)
            if (p->data[k].kind != ABI_VALUE && (p->data[k].out || q->out) && meet(a, &e[k], &e[i]))
                return true;
    }
    a->oom |= !e;
    return false;
}

// SIMD control flow

typedef struct divergence {
    LLVMBasicBlockRef *blocks;
    uint32_t n;
    cmc_graph *back; // reversed edges, from a virtual node after all exits
    bool *off;       // by block: channels may be off
    uint32_t *seen;  // by block: the last branch that reached it, plus one
} divergence;

static uint32_t number(const divergence *d, LLVMBasicBlockRef bb) {
    uint32_t k = 0;
    while (d->blocks[k] != bb)
        k++;
    return k;
}

// Marks the blocks that the branch at the end of `branch` reaches through b before its paths rejoin.
static void spread(divergence *d, uint32_t b, uint32_t meet_at, uint32_t branch) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(d->blocks[b]);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++) {
        uint32_t s = number(d, LLVMGetSuccessor(t, i));
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
    d->back = cmc_graph_create(a->cx->arena, d->n + 1);
    if (!d->blocks || !d->off || !d->seen || !d->back)
        return false;
    LLVMGetBasicBlocks(fn, d->blocks);
    for (uint32_t b = 0; b < d->n; b++) { // node 0 is the virtual exit
        LLVMValueRef t = LLVMGetBasicBlockTerminator(d->blocks[b]);
        unsigned n = LLVMGetNumSuccessors(t);
        if (!n)
            cmc_graph_edge(d->back, 0, b + 1);
        for (unsigned i = 0; i < n; i++)
            cmc_graph_edge(d->back, number(d, LLVMGetSuccessor(t, i)) + 1, b + 1);
    }
    return cmc_graph_analyse(d->back);
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
