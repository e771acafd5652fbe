// SPDX-License-Identifier: MIT
// gx_forward_slices: forward slices of a vector to their readers if it is read in the slices in which it is written.
//
//   before                                                   after
//     %a = fadd <16 x float> ...                               %a = fadd <16 x float> ...
//     %w1 = wrregion undef, %a, lanes 0..15                    %b = fadd <16 x float> ...
//     %b = fadd <16 x float> ...                               ... uses of %a and %b instead of %r and %s
//     %w2 = wrregion %w1, %b, lanes 16..31
//     %r = rdregion %w2, lanes 0..15
//     %s = rdregion %w2, lanes 16..31
//
// Why: legalization turns every wide value into a chain of writes. If every reader needs exactly what one write wrote,
// the slices can be separate values. Then slices with other users need no copy, and live ranges are shorter. All slices
// are forwarded or none: if one reader needs the whole vector, a forwarded slice would need a register of its own as
// well as a place in the vector, which costs a mov.
// Before legalization the same holds for rows that are written and read whole.
// Needs: gx_lower. Keeps: every remaining region. Does not handle: masked writes, variable offsets, chains joined by
// PHIs (left in place).

#include "passes_priv.h"

enum { MAX_READS = 256 };

typedef struct read_slice {
    LLVMValueRef read, value; // value: what the matching write wrote
} read_slice;

typedef struct web {
    read_slice reads[MAX_READS];
    unsigned n_reads;
} web;

// The value of slice r in the chain that ends in w, if exactly one write wrote that slice.
static LLVMValueRef find_write(LLVMValueRef w, const genx_region *r) {
    while (genx_is_wrregion(w)) {
        genx_region at;
        if (!genx_region_of(w, &at) || !at.off_const || !genx_mask_is_true(w))
            return NULL;
        if (genx_region_same(&at, r))
            return LLVMGetOperand(w, 1);
        if (genx_regions_overlap(&at, r))
            return NULL;
        w = LLVMGetOperand(w, 0);
    }
    return NULL;
}

static bool add_read(web *g, LLVMValueRef read, LLVMValueRef from) {
    genx_region r;
    if (!genx_region_of(read, &r) || !r.off_const || g->n_reads == MAX_READS)
        return false;
    LLVMValueRef value = find_write(from, &r);
    if (!value || LLVMTypeOf(value) != LLVMTypeOf(read))
        return false;
    g->reads[g->n_reads++] = (read_slice){read, value};
    return true;
}

// Collects the reads of w; *next is the one write that continues the chain, or NULL.
static bool scan_uses(web *g, LLVMValueRef w, LLVMValueRef *next) {
    *next = NULL;
    genx_foreach_use(w, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (genx_is_rdregion(user)) {
            if (!add_read(g, user, w))
                return false;
        } else if (genx_is_wrregion(user) && LLVMGetOperand(user, 0) == w && LLVMGetOperand(user, 1) != w) {
            if (*next)
                return false;
            *next = user;
        } else {
            return false;
        }
    }
    return true;
}

static bool forward_web(web *g, LLVMValueRef first) {
    g->n_reads = 0;
    LLVMValueRef next;
    for (LLVMValueRef w = first; w; w = next)
        if (!scan_uses(g, w, &next))
            return false;
    // A forwarded value can be one of the reads and is then replaced too, so the reads go in chain order, oldest first.
    for (unsigned i = 0; i < g->n_reads; i++) {
        for (unsigned k = i + 1; k < g->n_reads; k++)
            if (g->reads[k].value == g->reads[i].read)
                g->reads[k].value = g->reads[i].value;
        LLVMReplaceAllUsesWith(g->reads[i].read, g->reads[i].value);
    }
    return g->n_reads > 0;
}

bool gx_forward_slices(gx_ctx *cx, LLVMValueRef fn) {
    web *g = CMC_NEW(cx->arena, web);
    bool changed = false;
    if (!g)
        return false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (genx_is_wrregion(i) && (LLVMIsUndef(LLVMGetOperand(i, 0)) || LLVMIsPoison(LLVMGetOperand(i, 0))))
                changed |= forward_web(g, i);
    return changed;
}
