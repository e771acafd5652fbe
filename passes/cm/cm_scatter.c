// SPDX-License-Identifier: MIT
// lower_cm: reads and writes with an offset or an address for each lane.
//
//   before  %r = call <16 x i8> @__cm_gather(i32 %s, i32 %global, <16 x i32> %off, <16 x i16> %m)
//   after   %d = call <16 x i32> @llvm.genx.gather.scaled(<16 x i1> %p, i32 0, i16 0, i32 %s,
//                i32 %global, <16 x i32> %off, <16 x i32> undef)
//           %r = trunc <16 x i32> %d to <16 x i8>
//
// Offsets are bytes. The second operand of the intrinsic is the logarithm of the element's size.
// Channel masks have a bit set for each component that moves.

#include "cm_priv.h"

enum { PIECE_MAX = 32, TYPED_MAX = 16, HDC_QUAD_MAX = 16 };

// Components stand as far apart as the narrowest message has lanes.
static uint32_t quad_min(const cm_lower *l) {
    return l->cx->model->hdc_min_simd;
}

static uint32_t quad_max(const cm_lower *l) {
    return l->cx->model->has_lsc ? l->cx->model->lsc_max_exec : HDC_QUAD_MAX;
}

static uint32_t log2_of(uint32_t x) {
    uint32_t n = 0;
    while (x > 1u << n)
        n++;
    return n;
}

static uint32_t channels(int64_t mask) {
    uint32_t n = 0;
    for (unsigned i = 0; i < 4; i++)
        n += (uint32_t)(mask >> i) & 1;
    return n;
}

static LLVMTypeRef as_vector(LLVMTypeRef t) {
    return genx_is_vec(t) ? t : LLVMVectorType(t, 1);
}

// The type of an element on its way: dwords for bytes and words.
static LLVMTypeRef carried(cm_lower *l, LLVMTypeRef elt) {
    return genx_elt_b(elt) < 4 ? l->i32 : elt;
}

LLVMValueRef gx_cm_gather(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMTypeRef t = as_vector(LLVMTypeOf(call)), elt = genx_elt_type(t);
    LLVMValueRef off = LLVMGetOperand(call, 2), mask = LLVMGetOperand(call, 3);
    LLVMTypeRef unit = carried(l, elt);
    uint32_t total = genx_lanes(t);
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(unit, total));
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, PIECE_MAX);
        LLVMTypeRef pt = LLVMVectorType(unit, p.lanes);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, off, 1, &p);
        LLVMValueRef args[7] = {pred,
                                cm_i32(l, log2_of(genx_elt_b(elt))),
                                cm_i16(l, 0),
                                LLVMGetOperand(call, 0),
                                LLVMGetOperand(call, 1),
                                at,
                                LLVMGetUndef(pt)};
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, 7, 1 | 2 | 64, "g");
        v = cm_piece_put(l, v, part, 1, &p);
        first += p.n;
    }
    return cm_from_dwords(l, v, elt);
}

void cm_scatter(cm_lower *l, LLVMValueRef surface, LLVMValueRef global, LLVMValueRef off, LLVMValueRef mask,
                LLVMValueRef data) {
    uint32_t log2_b = log2_of(genx_elt_b(LLVMTypeOf(data)));
    uint32_t total = genx_lanes(LLVMTypeOf(off));
    data = cm_to_dwords(l, data);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, PIECE_MAX);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, off, 1, &p);
        LLVMValueRef part = cm_piece_get(l, data, 1, &p);
        LLVMValueRef args[7] = {pred, cm_i32(l, log2_b), cm_i16(l, 0), surface, global, at, part};
        genx_build(l->b, l->mod, GENX_SCATTER_SCALED, LLVMVoidTypeInContext(l->llvm), args, 7, 2 | 64 | 128, "");
        first += p.n;
    }
}

LLVMValueRef gx_cm_scatter(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    cm_scatter(l, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2), LLVMGetOperand(call, 3),
               LLVMGetOperand(call, 4));
    return NULL;
}

// Addresses. Bytes and words: elements of the message are bytes, several for each lane, which
// takes four bytes in any case.
static uint32_t svm_blocks_log2(uint32_t elt_b) {
    return elt_b < 4 ? log2_of(elt_b) : 0;
}

static LLVMTypeRef svm_type(cm_lower *l, LLVMTypeRef elt, uint32_t lanes) {
    return genx_elt_b(elt) < 4 ? LLVMVectorType(l->i8, 4 * lanes) : LLVMVectorType(elt, lanes);
}

LLVMValueRef gx_cm_svm_gather(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMTypeRef t = as_vector(LLVMTypeOf(call)), elt = genx_elt_type(t);
    LLVMValueRef addr = LLVMGetOperand(call, 0), mask = LLVMGetOperand(call, 1);
    LLVMTypeRef unit = carried(l, elt);
    uint32_t total = genx_lanes(t);
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(unit, total));
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, PIECE_MAX);
        LLVMTypeRef pt = svm_type(l, elt, p.lanes);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, addr, 1, &p);
        LLVMValueRef args[4] = {pred, cm_i32(l, svm_blocks_log2(genx_elt_b(elt))), at, LLVMGetUndef(pt)};
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, 4, 1 | 2 | 8, "g");
        v = cm_piece_put(l, v, cm_cast(l, part, unit), 1, &p);
        first += p.n;
    }
    return cm_from_dwords(l, v, elt);
}

void cm_svm_scatter(cm_lower *l, LLVMValueRef addr, LLVMValueRef mask, LLVMValueRef data) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(data));
    uint32_t total = genx_lanes(LLVMTypeOf(addr));
    data = cm_to_dwords(l, data);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, PIECE_MAX);
        LLVMValueRef part = cm_piece_get(l, data, 1, &p);
        LLVMValueRef pred = cm_piece_pred(l, mask, &p), at = cm_piece_get(l, addr, 1, &p);
        part = cm_cast(l, part, genx_elt_type(svm_type(l, elt, 1)));
        LLVMValueRef args[4] = {pred, cm_i32(l, svm_blocks_log2(genx_elt_b(elt))), at, part};
        genx_build(l->b, l->mod, GENX_SVM_SCATTER, LLVMVoidTypeInContext(l->llvm), args, 4, 2 | 8 | 16, "");
        first += p.n;
    }
}

LLVMValueRef gx_cm_svm_scatter(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    cm_svm_scatter(l, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
    return NULL;
}

// Up to four components for each lane
// -

typedef struct quad {
    LLVMValueRef call;
    uint32_t items; // components that move
    LLVMValueRef chmask;
} quad;

// Operand 1 of the builtins is the mask of channels.
static bool quad_of(cm_lower *l, LLVMValueRef call, quad *q) {
    int64_t mask;
    if (!cm_const_arg(l, call, 1, "the mask of channels", &mask))
        return false;
    *q = (quad){.call = call, .items = channels(mask)};
    q->chmask = cm_i32(l, (uint64_t)mask & 15);
    return true;
}

// Data may have more components than move.
static bool quad_fits(cm_lower *l, const quad *q, LLVMTypeRef data, uint32_t total) {
    if (q->items && q->items * total <= genx_lanes(data))
        return true;
    gx_error(l->cx, q->call, "CM0226",
             "a mask of %u channels for %u lanes, but the data have %u elements; there must be one "
             "to four channels and an element for each channel and lane",
             q->items, total, genx_lanes(data));
    return false;
}

// __cm_gather4(surface, channels, global, offsets, pred) and, with an address in place of the
// first two, __cm_svm_gather4(base, channels, offsets, pred).
static unsigned quad_args(cm_lower *l, const quad *q, const cm_piece *p, bool svm, LLVMValueRef args[7]) {
    LLVMValueRef c = q->call;
    args[0] = cm_piece_pred(l, LLVMGetOperand(c, svm ? 3 : 4), p);
    args[1] = q->chmask;
    args[2] = cm_i16(l, 0);
    args[3] = LLVMGetOperand(c, 0);
    if (!svm)
        args[4] = LLVMGetOperand(c, 2);
    LLVMValueRef off = cm_piece_get(l, LLVMGetOperand(c, svm ? 2 : 3), 1, p);
    args[svm ? 4 : 5] = off;
    return svm ? 5 : 6;
}

LLVMValueRef gx_cm_gather4(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    bool svm = id == GENX_SVM_GATHER4_SCALED;
    quad q;
    if (!quad_of(l, call, &q))
        return NULL;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(call));
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, svm ? 2 : 3)));
    LLVMValueRef v = LLVMGetOperand(call, svm ? 4 : 5);
    if (!quad_fits(l, &q, LLVMTypeOf(call), total))
        return NULL;
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, quad_min(l), quad_max(l));
        LLVMTypeRef pt = LLVMVectorType(elt, q.items * p.lanes);
        LLVMValueRef args[7];
        unsigned n = quad_args(l, &q, &p, svm, args);
        args[n] = LLVMGetUndef(pt);
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, n + 1, 1 | 2 | (svm ? 32 : 64), "g");
        v = cm_piece_put(l, v, part, q.items, &p);
        first += p.n;
    }
    return v;
}

static void scatter_run(cm_lower *l, const quad *q, LLVMValueRef data, uint32_t total, bool svm, genx_id id,
                        const cm_run *r) {
    quad k = *q;
    k.items = r->n;
    k.chmask = cm_i32(l, (1u << r->n) - 1);
    data = cm_run_data(l, data, total, r);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, quad_min(l), quad_max(l));
        LLVMValueRef args[7];
        unsigned n = quad_args(l, &k, &p, svm, args);
        unsigned base = svm ? 3 : 4;
        args[base] = cm_run_address(l, args[base], r);
        args[n] = cm_piece_get(l, data, k.items, &p);
        genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, n + 1, 2 | (svm ? 32 | 64 : 64 | 128), "");
        first += p.n;
    }
}

LLVMValueRef gx_cm_scatter4(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    bool svm = id == GENX_SVM_SCATTER4_SCALED;
    quad q;
    if (!quad_of(l, call, &q))
        return NULL;
    LLVMValueRef data = LLVMGetOperand(call, svm ? 4 : 5);
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, svm ? 2 : 3)));
    if (!quad_fits(l, &q, LLVMTypeOf(data), total))
        return NULL;
    uint32_t mask = (uint32_t)LLVMConstIntGetZExtValue(q.chmask);
    cm_run r = {0};
    while (cm_run_next(mask, &r))
        scatter_run(l, &q, data, total, svm, id, &r);
    return NULL;
}

// Before Xe-HPC a message has 8 lanes, so that 16 are worth their place in the data only when all of them are there.
static cm_piece typed_piece(const cm_lower *l, uint32_t first, uint32_t total) {
    return cm_piece_next(first, total, quad_min(l), total - first < TYPED_MAX ? quad_min(l) : TYPED_MAX);
}

// Pixels of images: __cm_gather4_typed(surface, channels, u, v, r, pred[, data]).
static void typed_args(cm_lower *l, const quad *q, const cm_piece *p, LLVMValueRef args[7]) {
    args[0] = q->chmask;
    args[1] = cm_piece_pred(l, LLVMGetOperand(q->call, 5), p);
    args[2] = LLVMGetOperand(q->call, 0);
    for (unsigned i = 0; i < 3; i++)
        args[3 + i] = cm_piece_get(l, LLVMGetOperand(q->call, 2 + i), 1, p);
}

LLVMValueRef gx_cm_gather4_typed(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    quad q;
    if (!quad_of(l, call, &q))
        return NULL;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(call));
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, 2)));
    LLVMValueRef v = LLVMGetOperand(call, 6);
    if (!quad_fits(l, &q, LLVMTypeOf(call), total))
        return NULL;
    for (uint32_t first = 0; first < total;) {
        cm_piece p = typed_piece(l, first, total);
        LLVMTypeRef pt = LLVMVectorType(elt, q.items * p.lanes);
        LLVMValueRef args[7];
        typed_args(l, &q, &p, args);
        args[6] = LLVMGetUndef(pt);
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, 7, 1 | 4 | 16, "g");
        v = cm_piece_put(l, v, part, q.items, &p);
        first += p.n;
    }
    return v;
}

LLVMValueRef gx_cm_scatter4_typed(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    quad q;
    if (!quad_of(l, call, &q))
        return NULL;
    LLVMValueRef data = LLVMGetOperand(call, 6);
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, 2)));
    if (!quad_fits(l, &q, LLVMTypeOf(data), total))
        return NULL;
    for (uint32_t first = 0; first < total;) {
        cm_piece p = typed_piece(l, first, total);
        LLVMValueRef args[7];
        typed_args(l, &q, &p, args);
        args[6] = cm_piece_get(l, data, q.items, &p);
        genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, 7, 4 | 16 | 128, "");
        first += p.n;
    }
    return NULL;
}
