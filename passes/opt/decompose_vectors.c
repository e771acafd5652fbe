// SPDX-License-Identifier: MIT
// gx_decompose_vectors: split a large vector whose parts are only read and written separately into several small ones.
//
//   before                                                   after
//     %m = phi <64 x float> [ zero, ], [ %w2, ]                %p = phi <32 x float> [ zero, ], [ %a, ]
//     %r = rdregion %m, lanes 0..31                            %q = phi <32 x float> [ zero, ], [ %b, ]
//     %a = fmuladd ... %r                                      %a = fmuladd ... %p
//     %w1 = wrregion %m, %a, lanes 0..31                       %b = fmuladd ... %q
//     %s = rdregion %w1, lanes 32..63
//     %b = fmuladd ... %s
//     %w2 = wrregion %w1, %b, lanes 32..63
//
// Why: the whole vector needs consecutive registers for as long as any part lives. Parts are allocated, die and are
// spilled one by one.
// How: all values that are one variable (PHIs, writes into one another, bitcasts) form a web. The byte ranges that its
// reads and writes access, widened to whole registers, are merged where they overlap. The ranges that remain separate
// are the parts. A web is split completely or not at all: if an instruction uses or produces the whole vector, the
// parts would have to be copied together there.
// Needs: gx_legalize. Does not handle: variable offsets (such a web stays whole).

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

enum { MAX_MEMBERS = 4096, MAX_PARTS = 64 };

typedef struct dv {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef c;
    LLVMBuilderRef b;
    ptrmap seen;           // value -> visited in some web
    ptrmap index;          // member of this web -> its number + 1
    LLVMValueRef *members; // of this web
    uint32_t n;
    uint32_t size_b;
    uint32_t at[MAX_PARTS + 1]; // byte offset of each part; the last entry is the size
    uint32_t n_parts;
    bool cut[513];       // by register: no access crosses this boundary
    LLVMValueRef *parts; // by member and part
    LLVMBasicBlockRef *order;
    uint32_t n_order;
} dv;

static uint32_t registers(const dv *D) {
    return (D->size_b + D->cx->model->grf_b - 1) / D->cx->model->grf_b;
}

static uint32_t number_of(const dv *D, LLVMValueRef v) {
    return (uint32_t)(uintptr_t)ptrmap_get(&D->index, v);
}

// Does v belong to the web of its operand, that is, does it hold the same variable?
static bool joins(LLVMValueRef v) {
    return LLVMIsAPHINode(v) || genx_is_wrregion(v) ||
           (LLVMIsABitCastInst(v) && genx_is_vec(LLVMTypeOf(LLVMGetOperand(v, 0))));
}

static bool add_member(dv *D, LLVMValueRef v) {
    if (LLVMIsConstant(v)) {
        for (uint32_t k = 1; !LLVMIsUndef(v) && k <= registers(D); k += 2)
            D->cut[k] = false; // one instruction writes a constant to two registers
        return !LLVMIsAConstantExpr(v) && !LLVMIsAGlobalValue(v);
    }
    if (number_of(D, v))
        return true;
    LLVMTypeRef t = LLVMTypeOf(v);
    if (!LLVMIsAInstruction(v) || !joins(v) || D->n == MAX_MEMBERS || !genx_is_vec(t) || genx_is_bool(t) ||
        genx_size_b(t) != D->size_b)
        return false;
    D->members[D->n++] = v;
    return ptrmap_put(&D->seen, v, v) && ptrmap_put(&D->index, v, (void *)(uintptr_t)D->n);
}

// Merges the bytes that a region spans into one part.
static bool add_access(dv *D, const genx_region *r) {
    int64_t lo = INT64_MAX, hi = 0;
    for (uint32_t k = 0; k < r->lanes; k++) {
        int64_t at = genx_region_lane_b(r, k);
        lo = at < lo ? at : lo;
        hi = at + r->elt_b > hi ? at + r->elt_b : hi;
    }
    if (lo < 0 || hi > D->size_b)
        return false;
    uint32_t grf_b = D->cx->model->grf_b;
    for (uint32_t k = (uint32_t)lo / grf_b + 1; k * grf_b < hi; k++)
        D->cut[k] = false;
    return true;
}

static bool scan_operands(dv *D, LLVMValueRef v) {
    genx_region r;
    if (LLVMIsAPHINode(v)) {
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++)
            if (!add_member(D, LLVMGetIncomingValue(v, k)))
                return false;
        return true;
    }
    if (genx_is_wrregion(v) && (!genx_region_of(v, &r) || !r.off_const || !add_access(D, &r)))
        return false;
    return add_member(D, LLVMGetOperand(v, 0));
}

static bool scan_users(dv *D, LLVMValueRef v) {
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        genx_region r;
        if (genx_is_rdregion(user)) {
            if (!genx_region_of(user, &r) || !r.off_const || !add_access(D, &r))
                return false;
        } else if (!joins(user) || (genx_is_wrregion(user) && LLVMGetOperand(user, 1) == v) || !add_member(D, user)) {
            return false;
        }
    }
    return true;
}

// Finds the web of v and its parts; false when the web stays whole.
static bool find_web(dv *D, LLVMValueRef v) {
    D->n = 0;
    D->index = (ptrmap){.arena = D->cx->arena};
    D->size_b = genx_size_b(LLVMTypeOf(v));
    uint32_t regs = registers(D);
    memset(D->cut, true, sizeof(D->cut));
    if (regs < 2 || regs > 512 || !add_member(D, v))
        return false;
    for (uint32_t k = 0; k < D->n; k++)
        if (!scan_operands(D, D->members[k]) || !scan_users(D, D->members[k]))
            return false;
    D->n_parts = 0;
    for (uint32_t k = 0; k < regs; k++)
        if (k == 0 || D->cut[k]) {
            if (D->n_parts == MAX_PARTS)
                return false;
            D->at[D->n_parts++] = k * D->cx->model->grf_b;
        }
    D->at[D->n_parts] = D->size_b;
    return D->n_parts > 1;
}

// Rewriting

static LLVMTypeRef part_type(const dv *D, LLVMTypeRef whole, uint32_t p) {
    return LLVMVectorType(LLVMGetElementType(whole), (D->at[p + 1] - D->at[p]) / genx_elt_b(whole));
}

static LLVMValueRef constant_part(dv *D, LLVMValueRef c, uint32_t p) {
    LLVMTypeRef t = part_type(D, LLVMTypeOf(c), p);
    if (LLVMIsPoison(c) || LLVMIsUndef(c))
        return LLVMGetUndef(t);
    uint32_t n = LLVMGetVectorSize(t), first = D->at[p] / genx_elt_b(t);
    LLVMValueRef *e = CMC_NEW_N(D->cx->arena, LLVMValueRef, n);
    for (uint32_t k = 0; e && k < n; k++)
        e[k] = genx_const_element(c, first + k);
    return e ? LLVMConstVector(e, n) : LLVMGetUndef(t);
}

static LLVMValueRef *parts_of(const dv *D, LLVMValueRef member) {
    return &D->parts[(size_t)(number_of(D, member) - 1) * D->n_parts];
}

static LLVMValueRef part_of(dv *D, LLVMValueRef v, uint32_t p) {
    return LLVMIsConstant(v) ? constant_part(D, v, p) : parts_of(D, v)[p];
}

static uint32_t part_at(const dv *D, const genx_region *r) {
    uint32_t p = 0;
    while (D->at[p + 1] <= r->off_b)
        p++;
    return p;
}

// Does a value of type t cover part p exactly, lane for lane?
static bool whole_part(const dv *D, const genx_region *r, uint32_t p, LLVMTypeRef t) {
    return r->off_b == D->at[p] && genx_is_vec(t) && genx_size_b(t) == D->at[p + 1] - D->at[p] && r->stride == 1 &&
           r->width == r->lanes;
}

static LLVMValueRef cast_to(dv *D, LLVMValueRef v, LLVMTypeRef t) {
    return LLVMTypeOf(v) == t ? v : LLVMBuildBitCast(D->b, v, t, "");
}

static bool split_write(dv *D, LLVMValueRef w) {
    genx_region r;
    LLVMValueRef old = LLVMGetOperand(w, 0), x = LLVMGetOperand(w, 1), *out = parts_of(D, w);
    if (!genx_region_of(w, &r))
        return false;
    uint32_t p = part_at(D, &r);
    for (uint32_t k = 0; k < D->n_parts; k++)
        out[k] = k == p ? NULL : part_of(D, old, k);
    if (whole_part(D, &r, p, LLVMTypeOf(x)) && genx_mask_is_true(w)) {
        out[p] = cast_to(D, x, part_type(D, LLVMTypeOf(w), p));
        return true;
    }
    r.off_b -= D->at[p];
    r.offset = NULL;
    out[p] = genx_build_wr(D->b, D->mod, part_of(D, old, p), x, &r,
                           genx_mask_is_true(w) ? NULL : LLVMGetOperand(w, GENX_WR_MASK));
    return true;
}

static void split_read(dv *D, LLVMValueRef rd) {
    genx_region r;
    if (!genx_region_of(rd, &r))
        return;
    uint32_t p = part_at(D, &r);
    LLVMValueRef from = part_of(D, LLVMGetOperand(rd, 0), p), to;
    if (whole_part(D, &r, p, LLVMTypeOf(rd))) {
        to = cast_to(D, from, LLVMTypeOf(rd));
    } else {
        r.off_b -= D->at[p];
        r.offset = NULL;
        to = genx_build_rd(D->b, D->mod, from, &r, !genx_is_vec(LLVMTypeOf(rd)));
    }
    LLVMReplaceAllUsesWith(rd, to);
}

static void split_member(dv *D, LLVMValueRef v) {
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMPositionBuilderBefore(D->b, v);
    LLVMSetCurrentDebugLocation2(D->b, LLVMInstructionGetDebugLoc(v));
    if (genx_is_wrregion(v)) {
        split_write(D, v);
        return;
    }
    for (uint32_t p = 0; p < D->n_parts; p++)
        parts_of(D, v)[p] = LLVMIsAPHINode(v) ? LLVMBuildPhi(D->b, part_type(D, t, p), "")
                                              : cast_to(D, part_of(D, LLVMGetOperand(v, 0), p), part_type(D, t, p));
}

static void fill_phi(dv *D, LLVMValueRef v) {
    for (uint32_t p = 0; p < D->n_parts; p++)
        for (unsigned k = 0; k < LLVMCountIncoming(v); k++) {
            LLVMValueRef in = part_of(D, LLVMGetIncomingValue(v, k), p);
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(v, k);
            LLVMAddIncoming(parts_of(D, v)[p], &in, &from, 1);
        }
}

static bool decompose(dv *D) {
    D->parts = CMC_NEW_N(D->cx->arena, LLVMValueRef, (size_t)D->n * D->n_parts);
    if (!D->parts)
        return false;
    for (uint32_t k = 0; k < D->n; k++) // PHIs first: back edges use their parts before they are defined
        if (LLVMIsAPHINode(D->members[k]))
            split_member(D, D->members[k]);
    for (uint32_t k = 0; k < D->n_order; k++) {
        genx_foreach_inst_safe(D->order[k], i, next) {
            if (number_of(D, i) && !LLVMIsAPHINode(i)) {
                split_member(D, i);
            } else if (genx_is_rdregion(i) && number_of(D, LLVMGetOperand(i, 0))) {
                LLVMPositionBuilderBefore(D->b, i);
                LLVMSetCurrentDebugLocation2(D->b, LLVMInstructionGetDebugLoc(i));
                split_read(D, i);
            }
        }
    }
    for (uint32_t k = 0; k < D->n; k++)
        if (LLVMIsAPHINode(D->members[k]))
            fill_phi(D, D->members[k]);
    return true;
}

// Only webs with PHIs are worth splitting: gx_forward_slices handles chains within a block.
static bool run(dv *D) {
    bool changed = false;
    for (uint32_t k = 0; k < D->n_order; k++)
        genx_foreach_phi(D->order[k], i)
            if (genx_is_vec(LLVMTypeOf(i)) && !genx_is_bool(LLVMTypeOf(i)) && !ptrmap_get(&D->seen, i) &&
                find_web(D, i))
                changed |= decompose(D);
    return changed;
}

bool gx_decompose_vectors(gx_ctx *cx, LLVMValueRef fn) {
    dv *D = CMC_NEW(cx->arena, dv);
    if (!D)
        return false;
    *D = (dv){.cx = cx, .mod = LLVMGetGlobalParent(fn), .seen = {.arena = cx->arena}};
    D->members = CMC_NEW_N(cx->arena, LLVMValueRef, MAX_MEMBERS);
    D->order = genx_block_order(cx->arena, fn, &D->n_order);
    if (!D->members || !D->order)
        return false;
    D->c = LLVMGetModuleContext(D->mod);
    D->b = LLVMCreateBuilderInContext(D->c);
    bool changed = run(D);
    LLVMDisposeBuilder(D->b);
    return changed;
}
