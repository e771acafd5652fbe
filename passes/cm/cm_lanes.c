// SPDX-License-Identifier: MIT
// lower_cm: operations with one address per lane, split into pieces that fit one message.
//
//   before  a gather of 47 lanes
//   after   a gather of 32 lanes; a gather of 16 lanes of which the last one is switched off
//
// A piece has as many lanes as a message can have. Lanes past the end of the vector are off, so that no other memory
// is accessed. Data with several items per lane are grouped by item: the first items of all lanes, then the second
// items.

#include "cm_priv.h"

#include <assert.h>

cm_piece cm_piece_next(uint32_t first, uint32_t total, uint32_t min, uint32_t max) {
    assert(first < total && min <= max && "some lanes are left, and a message can have them");
    uint32_t n = total - first < max ? total - first : max;
    uint32_t lanes = min;
    while (lanes < n)
        lanes *= 2;
    return (cm_piece){.first = first, .n = n, .lanes = lanes, .total = total};
}

static LLVMValueRef constant_pred(cm_lower *l, LLVMValueRef mask, const cm_piece *p) {
    assert(p->lanes <= CM_MAX_LANES && "no message has more lanes");
    LLVMValueRef bits[CM_MAX_LANES];
    for (uint32_t i = 0; i < p->lanes; i++) {
        uint64_t x = 1;
        bool undef = false;
        if (mask && i < p->n && !genx_const_lane(mask, p->first + i, &x, &undef))
            return NULL;
        bits[i] = LLVMConstInt(l->i1, i < p->n ? x & 1 : 0, 0);
    }
    return LLVMConstVector(bits, p->lanes);
}

static LLVMValueRef mask_pred(cm_lower *l, LLVMValueRef mask, const cm_piece *p) {
    if (!mask || LLVMIsAConstant(mask)) {
        LLVMValueRef k = constant_pred(l, mask, p);
        if (k)
            return k;
    }
    uint32_t elt_b = genx_elt_b(LLVMTypeOf(mask));
    LLVMValueRef m = cm_rd(l, mask, cm_row(p->n, p->first * elt_b, elt_b), false);
    if (p->lanes != p->n) {
        LLVMTypeRef t = LLVMVectorType(genx_elt_type(LLVMTypeOf(mask)), p->lanes);
        m = cm_wr(l, LLVMConstNull(t), m, cm_row(p->n, 0, elt_b), NULL);
    }
    return cm_low_bits(l, m);
}

// A message with as many lanes as there are channels gets the channel mask after the call is lowered (cm_predicate).
LLVMValueRef cm_piece_pred(cm_lower *l, LLVMValueRef mask, const cm_piece *p) {
    LLVMValueRef pred = mask_pred(l, mask, p);
    if (!l->channels || p->total != l->n_channels || p->lanes == p->total)
        return pred;
    l->in_pieces = true;
    return LLVMBuildAnd(l->b, cm_some_channels(l->b, l->channels, p->first, p->lanes), pred, "");
}

// The items of a piece's lanes, in a vector in which each item has `pitch` lanes.
static genx_region items_region(uint32_t items, uint32_t n, uint32_t pitch, uint32_t first, uint32_t elt_b) {
    return (genx_region){.vstride = pitch,
                         .width = n,
                         .stride = 1,
                         .off_const = true,
                         .off_b = first * elt_b,
                         .lanes = items * n,
                         .elt_b = elt_b};
}

LLVMValueRef cm_piece_get(cm_lower *l, LLVMValueRef v, uint32_t items, const cm_piece *p) {
    assert(genx_lanes(LLVMTypeOf(v)) == items * p->total && "each lane of the operation has its items");
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(v)), t = LLVMVectorType(elt, items * p->lanes);
    uint32_t elt_b = genx_elt_b(elt);
    if (LLVMIsConstant(v) && LLVMIsNull(v)) // unused coordinates stay the constant 0
        return LLVMConstNull(t);
    v = cm_rd(l, v, items_region(items, p->n, p->total, p->first, elt_b), false);
    if (p->lanes == p->n)
        return v;
    return cm_wr(l, LLVMGetUndef(t), v, items_region(items, p->n, p->lanes, 0, elt_b), NULL);
}

LLVMValueRef cm_piece_put(cm_lower *l, LLVMValueRef whole, LLVMValueRef part, uint32_t items, const cm_piece *p) {
    assert(genx_lanes(LLVMTypeOf(part)) == items * p->lanes && "each lane of the message has its items");
    uint32_t elt_b = genx_elt_b(LLVMTypeOf(part));
    part = cm_rd(l, part, items_region(items, p->n, p->lanes, 0, elt_b), false);
    return cm_wr(l, whole, part, items_region(items, p->n, p->total, p->first, elt_b), NULL);
}

bool cm_run_next(uint32_t mask, cm_run *r) {
    r->item += r->n;
    r->channel += r->n;
    while (r->channel < 4 && !(mask >> r->channel & 1))
        r->channel++;
    for (r->n = 0; r->channel + r->n < 4 && (mask >> (r->channel + r->n) & 1);)
        r->n++;
    return r->n != 0;
}

LLVMValueRef cm_run_data(cm_lower *l, LLVMValueRef data, uint32_t total, const cm_run *r) {
    return cm_rd(l, data, cm_row(r->n * total, r->item * total * 4, 4), false);
}

LLVMValueRef cm_run_address(cm_lower *l, LLVMValueRef at, const cm_run *r) {
    LLVMTypeRef t = LLVMTypeOf(at), elt = genx_is_vec(t) ? genx_elt_type(t) : t;
    LLVMValueRef off = LLVMConstInt(elt, 4 * r->channel, 0);
    if (r->channel == 0)
        return at;
    return LLVMBuildAdd(l->b, at, genx_is_vec(t) ? cm_splat(l, off, genx_lanes(t)) : off, "");
}

LLVMValueRef cm_to_dwords(cm_lower *l, LLVMValueRef v) {
    assert(genx_is_vec(LLVMTypeOf(v)) && "messages carry vectors");
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(v));
    uint32_t elt_b = genx_elt_b(elt), n = genx_lanes(LLVMTypeOf(v));
    if (elt_b >= 4)
        return v;
    if (genx_is_float(elt))
        v = LLVMBuildBitCast(l->b, v, LLVMVectorType(l->i16, n), "");
    return LLVMBuildZExt(l->b, v, LLVMVectorType(l->i32, n), "");
}

LLVMValueRef cm_from_dwords(cm_lower *l, LLVMValueRef v, LLVMTypeRef elt) {
    assert(genx_is_vec(LLVMTypeOf(v)) && "messages carry vectors");
    uint32_t elt_b = genx_elt_b(elt), n = genx_lanes(LLVMTypeOf(v));
    if (elt_b >= 4)
        return v;
    v = LLVMBuildTrunc(l->b, v, LLVMVectorType(elt_b == 1 ? l->i8 : l->i16, n), "");
    return genx_is_float(elt) ? LLVMBuildBitCast(l->b, v, LLVMVectorType(elt, n), "") : v;
}
