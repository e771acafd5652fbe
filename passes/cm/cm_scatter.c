// SPDX-License-Identifier: MIT
// lower_cm: reads and writes with one offset or address per lane.
//
//   before  %r = call <16 x i8> @__cm_gather(i32 %s, i32 %global, <16 x i32> %off, <16 x i16> %m)
//   after   %d = call <16 x i32> @llvm.genx.gather.scaled(<16 x i1> %p, i32 0, i16 0, i32 %s,
//                i32 %global, <16 x i32> %off, <16 x i32> undef)
//           %r = trunc <16 x i32> %d to <16 x i8>
//
// Offsets are bytes. The second operand of the intrinsic is the logarithm of the element size. Channel masks have a
// bit set for each component that is transferred.

#include "cm_priv.h"

enum { PIECE_MAX = 32, TYPED_MAX = 16, HDC_QUAD_MAX = 16 };

// The component pitch is the lane count of the narrowest message.
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

// The element type during transfer: dwords for bytes and words.
static LLVMTypeRef carried(cm_lower *l, LLVMTypeRef elt) {
    return genx_elt_b(elt) < 4 ? l->i32 : elt;
}

// Operands of __cm_gather and __cm_scatter, and of the intrinsics that they become.
enum { LANES_SURFACE, LANES_GLOBAL, LANES_OFFSETS, LANES_MASK, LANES_DATA };
enum { SCALED_PRED, SCALED_LOG2_B, SCALED_SCALE, SCALED_SURFACE, SCALED_GLOBAL, SCALED_OFFSETS, SCALED_DATA, SCALED_N };

static void scaled_args(cm_lower *l, LLVMValueRef surface, LLVMValueRef global, uint32_t elt_b, LLVMValueRef *args) {
    args[SCALED_LOG2_B] = cm_i32(l, log2_of(elt_b));
    args[SCALED_SCALE] = cm_i16(l, 0);
    args[SCALED_SURFACE] = surface;
    args[SCALED_GLOBAL] = global;
}

LLVMValueRef gx_cm_gather(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMTypeRef t = as_vector(LLVMTypeOf(call)), elt = genx_elt_type(t);
    LLVMValueRef off = LLVMGetOperand(call, LANES_OFFSETS), mask = LLVMGetOperand(call, LANES_MASK);
    LLVMTypeRef unit = carried(l, elt);
    uint32_t total = genx_lanes(t);
    LLVMValueRef v = LLVMGetUndef(LLVMVectorType(unit, total)), args[SCALED_N];
    scaled_args(l, LLVMGetOperand(call, LANES_SURFACE), LLVMGetOperand(call, LANES_GLOBAL), genx_elt_b(elt), args);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, PIECE_MAX);
        LLVMTypeRef pt = LLVMVectorType(unit, p.lanes);
        args[SCALED_PRED] = cm_piece_pred(l, mask, &p);
        args[SCALED_OFFSETS] = cm_piece_get(l, off, 1, &p);
        args[SCALED_DATA] = LLVMGetUndef(pt);
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, SCALED_N, "g");
        v = cm_piece_put(l, v, part, 1, &p);
        first += p.n;
    }
    return cm_from_dwords(l, v, elt);
}

LLVMValueRef cm_gather_one(cm_lower *l, LLVMValueRef surface, LLVMValueRef off_b, LLVMTypeRef elt) {
    LLVMTypeRef t = LLVMVectorType(carried(l, elt), 1);
    LLVMValueRef args[SCALED_N];
    scaled_args(l, surface, cm_i32(l, 0), genx_elt_b(elt), args);
    args[SCALED_PRED] = LLVMConstAllOnes(LLVMVectorType(l->i1, 1));
    args[SCALED_OFFSETS] =
        LLVMBuildInsertElement(l->b, LLVMGetUndef(LLVMVectorType(l->i32, 1)), off_b, cm_i32(l, 0), "");
    args[SCALED_DATA] = LLVMGetUndef(t);
    return cm_from_dwords(l, genx_build(l->b, l->mod, GENX_GATHER_SCALED, t, args, SCALED_N, "g"), elt);
}

void cm_scatter(cm_lower *l, LLVMValueRef surface, LLVMValueRef global, LLVMValueRef off, LLVMValueRef mask,
                LLVMValueRef data) {
    uint32_t total = genx_lanes(LLVMTypeOf(off));
    LLVMValueRef args[SCALED_N];
    scaled_args(l, surface, global, genx_elt_b(LLVMTypeOf(data)), args);
    data = cm_to_dwords(l, data);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, 1, PIECE_MAX);
        args[SCALED_PRED] = cm_piece_pred(l, mask, &p);
        args[SCALED_OFFSETS] = cm_piece_get(l, off, 1, &p);
        args[SCALED_DATA] = cm_piece_get(l, data, 1, &p);
        genx_build(l->b, l->mod, GENX_SCATTER_SCALED, LLVMVoidTypeInContext(l->llvm), args, SCALED_N, "");
        first += p.n;
    }
}

LLVMValueRef gx_cm_scatter(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    cm_scatter(l, LLVMGetOperand(call, LANES_SURFACE), LLVMGetOperand(call, LANES_GLOBAL),
               LLVMGetOperand(call, LANES_OFFSETS), LLVMGetOperand(call, LANES_MASK), LLVMGetOperand(call, LANES_DATA));
    return NULL;
}

// Addresses. For bytes and words, the message's elements are bytes, several per lane; a lane takes at least four
// bytes.
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
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, 4, "g");
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
        genx_build(l->b, l->mod, GENX_SVM_SCATTER, LLVMVoidTypeInContext(l->llvm), args, 4, "");
        first += p.n;
    }
}

LLVMValueRef gx_cm_svm_scatter(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    cm_svm_scatter(l, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2));
    return NULL;
}

// Up to four components per lane

typedef struct quad {
    LLVMValueRef call;
    uint32_t items; // components that are transferred
    LLVMValueRef chmask;
} quad;

enum { OP_CHANNELS = 1 }; // the same for every builtin here

static bool quad_of(cm_lower *l, LLVMValueRef call, quad *q) {
    int64_t mask;
    if (!cm_const_arg(l, call, OP_CHANNELS, "the mask of channels", &mask))
        return false;
    *q = (quad){.call = call, .items = channels(mask)};
    q->chmask = cm_i32(l, (uint64_t)mask & 15);
    return true;
}

// The data may have more components than are transferred.
static bool quad_fits(cm_lower *l, const quad *q, LLVMTypeRef data, uint32_t total) {
    if (q->items && q->items * total <= genx_lanes(data))
        return true;
    gx_error(l->cx, q->call, "CM0226",
             "mask of %u channels for %u lanes does not fit data of %u elements; expected one to four channels and one "
             "element for each channel and lane",
             q->items, total, genx_lanes(data));
    return false;
}

// The operand positions of a builtin and of its intrinsic: __cm_gather4(surface, channels, global, offsets, pred) and,
// with an address instead of the surface and the global offset, __cm_svm_gather4(base, channels, offsets, pred). Data
// follow in both.
typedef struct quad_shape {
    uint8_t off, mask, data; // of the builtin
    uint8_t to_base;         // of the intrinsic: the operand to which the offsets of runs are added
    uint8_t to_off, to_data;
    bool svm;
} quad_shape;

enum { QUAD_PRED, QUAD_CHANNELS, QUAD_SCALE, QUAD_PLACE, QUAD_GLOBAL, QUAD_MOST = 7 };
static const quad_shape surface_quad = {
    .off = 3, .mask = 4, .data = 5, .to_base = QUAD_GLOBAL, .to_off = 5, .to_data = 6};
static const quad_shape svm_quad = {
    .off = 2, .mask = 3, .data = 4, .to_base = QUAD_PLACE, .to_off = 4, .to_data = 5, .svm = true};

// Builds all operands except the data.
static void quad_args(cm_lower *l, const quad *q, const cm_piece *p, const quad_shape *s,
                      LLVMValueRef args[QUAD_MOST]) {
    enum { PLACE = 0, GLOBAL = 2 };
    args[QUAD_PRED] = cm_piece_pred(l, LLVMGetOperand(q->call, s->mask), p);
    args[QUAD_CHANNELS] = q->chmask;
    args[QUAD_SCALE] = cm_i16(l, 0);
    args[QUAD_PLACE] = LLVMGetOperand(q->call, PLACE);
    if (!s->svm)
        args[QUAD_GLOBAL] = LLVMGetOperand(q->call, GLOBAL);
    args[s->to_off] = cm_piece_get(l, LLVMGetOperand(q->call, s->off), 1, p);
}

LLVMValueRef gx_cm_gather4(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    const quad_shape *s = id == GENX_SVM_GATHER4_SCALED ? &svm_quad : &surface_quad;
    quad q;
    if (!quad_of(l, call, &q))
        return NULL;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(call));
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, s->off)));
    LLVMValueRef v = LLVMGetOperand(call, s->data);
    if (!quad_fits(l, &q, LLVMTypeOf(call), total))
        return NULL;
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, quad_min(l), quad_max(l));
        LLVMTypeRef pt = LLVMVectorType(elt, q.items * p.lanes);
        LLVMValueRef args[QUAD_MOST];
        quad_args(l, &q, &p, s, args);
        args[s->to_data] = LLVMGetUndef(pt);
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, s->to_data + 1u, "g");
        v = cm_piece_put(l, v, part, q.items, &p);
        first += p.n;
    }
    return v;
}

static void scatter_run(cm_lower *l, const quad *q, LLVMValueRef data, uint32_t total, const quad_shape *s, genx_id id,
                        const cm_run *r) {
    quad k = *q;
    k.items = r->n;
    k.chmask = cm_i32(l, (1u << r->n) - 1);
    data = cm_run_data(l, data, total, r);
    for (uint32_t first = 0; first < total;) {
        cm_piece p = cm_piece_next(first, total, quad_min(l), quad_max(l));
        LLVMValueRef args[QUAD_MOST];
        quad_args(l, &k, &p, s, args);
        args[s->to_base] = cm_run_address(l, args[s->to_base], r);
        args[s->to_data] = cm_piece_get(l, data, k.items, &p);
        genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, s->to_data + 1u, "");
        first += p.n;
    }
}

LLVMValueRef gx_cm_scatter4(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    const quad_shape *s = id == GENX_SVM_SCATTER4_SCALED ? &svm_quad : &surface_quad;
    quad q;
    if (!quad_of(l, call, &q))
        return NULL;
    LLVMValueRef data = LLVMGetOperand(call, s->data);
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, s->off)));
    if (!quad_fits(l, &q, LLVMTypeOf(data), total))
        return NULL;
    uint32_t mask = (uint32_t)LLVMConstIntGetZExtValue(q.chmask);
    cm_run r = {0};
    while (cm_run_next(mask, &r))
        scatter_run(l, &q, data, total, s, id, &r);
    return NULL;
}

// Before Xe-HPC a message has 8 lanes, so 16 lanes are worth their space in the data only when all 16 are present.
static cm_piece typed_piece(const cm_lower *l, uint32_t first, uint32_t total) {
    return cm_piece_next(first, total, quad_min(l), total - first < TYPED_MAX ? quad_min(l) : TYPED_MAX);
}

// Pixels of images: operands of __cm_gather4_typed and __cm_scatter4_typed, and of the intrinsics.
enum { PIXEL_SURFACE, PIXEL_U = OP_CHANNELS + 1, PIXEL_MASK = PIXEL_U + 3, PIXEL_DATA };
enum { TYPED_CHANNELS, TYPED_PRED, TYPED_SURFACE, TYPED_U, TYPED_DATA = TYPED_U + 3, TYPED_N };

static void typed_args(cm_lower *l, const quad *q, const cm_piece *p, LLVMValueRef args[TYPED_N]) {
    args[TYPED_CHANNELS] = q->chmask;
    args[TYPED_PRED] = cm_piece_pred(l, LLVMGetOperand(q->call, PIXEL_MASK), p);
    args[TYPED_SURFACE] = LLVMGetOperand(q->call, PIXEL_SURFACE);
    for (unsigned i = 0; i < 3; i++)
        args[TYPED_U + i] = cm_piece_get(l, LLVMGetOperand(q->call, PIXEL_U + i), 1, p);
}

LLVMValueRef gx_cm_gather4_typed(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    quad q;
    if (!quad_of(l, call, &q))
        return NULL;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(call));
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, PIXEL_U)));
    LLVMValueRef v = LLVMGetOperand(call, PIXEL_DATA);
    if (!quad_fits(l, &q, LLVMTypeOf(call), total))
        return NULL;
    for (uint32_t first = 0; first < total;) {
        cm_piece p = typed_piece(l, first, total);
        LLVMTypeRef pt = LLVMVectorType(elt, q.items * p.lanes);
        LLVMValueRef args[TYPED_N];
        typed_args(l, &q, &p, args);
        args[TYPED_DATA] = LLVMGetUndef(pt);
        LLVMValueRef part = genx_build(l->b, l->mod, id, pt, args, TYPED_N, "g");
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
    LLVMValueRef data = LLVMGetOperand(call, PIXEL_DATA);
    uint32_t total = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, PIXEL_U)));
    if (!quad_fits(l, &q, LLVMTypeOf(data), total))
        return NULL;
    for (uint32_t first = 0; first < total;) {
        cm_piece p = typed_piece(l, first, total);
        LLVMValueRef args[TYPED_N];
        typed_args(l, &q, &p, args);
        args[TYPED_DATA] = cm_piece_get(l, data, q.items, &p);
        genx_build(l->b, l->mod, id, LLVMVoidTypeInContext(l->llvm), args, TYPED_N, "");
        first += p.n;
    }
    return NULL;
}
