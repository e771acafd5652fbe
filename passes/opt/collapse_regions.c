// SPDX-License-Identifier: MIT
// gx_collapse_regions: merge chains of region reads and writes.
//
//   before                                             after
//     %r = rdregion %v, 8 lanes, offset 32               %s = rdregion %v, 4 lanes, stride 2, offset 36
//     %s = rdregion %r, 4 lanes, stride 2, offset 4
//
//     %r = rdregion %v, R                                 %w = wrregion %v, %x, R of r
//     %n = wrregion %r, %x, r
//     %w = wrregion %v, %n, R
//
//     %o = rdregion %v, R                                 %w = wrregion %v, %x, R, %m
//     %s = select %m, %x, %o
//     %w = wrregion %v, %s, R
//
// Why: each read that survives is a mov, and each write that survives may copy its whole old value.
// How: a region is a list of lane offsets. Lists are composed and then described by strides again where possible.
// Needs: gx_lower. Does not handle: two variable offsets in one chain, vectors of offsets (left in place).

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <assert.h>
#include <string.h>

typedef struct rc {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
} rc;

// Describes the offsets as rows of a constant width; fails if they have no such form.
static bool fit(const int64_t *off, uint32_t n, uint32_t e, genx_region *out) {
    int64_t s = n > 1 ? off[1] - off[0] : 0;
    uint32_t w = 1;
    while (w < n && off[w] == off[0] + (int64_t)w * s)
        w++;
    int64_t v = w < n ? off[w] - off[0] : (int64_t)w * s;
    if (n % w || s < 0 || v < 0 || s % e || v % e || off[0] < 0 || off[0] % e || off[0] > 0xffff)
        return false;
    for (uint32_t k = 0; k < n; k++)
        if (off[k] != off[0] + (int64_t)(k / w) * v + (int64_t)(k % w) * s)
            return false;
    *out = (genx_region){.vstride = (uint32_t)(v / e),
                         .width = w,
                         .stride = (uint32_t)(s / e),
                         .off_const = true,
                         .off_b = (uint32_t)off[0],
                         .lanes = n,
                         .elt_b = e};
    if (n == 1)
        out->vstride = out->stride = 0;
    return true;
}

static int64_t *lanes_of(rc *C, const genx_region *r) {
    int64_t *off = CMC_NEW_N(C->cx->arena, int64_t, r->lanes + 1);
    for (uint32_t k = 0; off && k < r->lanes; k++)
        off[k] = genx_region_lane_b(r, k);
    return off;
}

static bool is_scalar(LLVMValueRef v) {
    return !genx_is_vec(LLVMTypeOf(v));
}

// A scalar and a vector of one lane have the same bytes.
static LLVMValueRef as_type(rc *C, LLVMValueRef v, LLVMTypeRef t) {
    return LLVMTypeOf(v) == t ? v : LLVMBuildBitCast(C->b, v, t, "");
}

static bool covers(const genx_region *r, LLVMTypeRef whole) {
    genx_region x = *r;
    if (!r->off_const || r->lanes != genx_lanes(whole))
        return false;
    for (uint32_t k = 0; k < r->lanes; k++)
        if (genx_region_lane_b(&x, k) != (int64_t)k * r->elt_b)
            return false;
    return true;
}

static LLVMValueRef add_offset(rc *C, LLVMValueRef o, int64_t c) {
    return c ? LLVMBuildAdd(C->b, o, LLVMConstInt(LLVMTypeOf(o), (uint64_t)c, 1), "") : o;
}

// The outer read's lanes as a region of the inner region's parent. Both regions have the same element size.
static bool compose(rc *C, const genx_region *inner, const genx_region *outer, genx_region *out) {
    if (inner->off_vector || outer->off_vector || (!inner->off_const && !outer->off_const))
        return false;
    uint32_t e = outer->elt_b;
    if (!outer->off_const) { // a variable offset in a unit-stride row
        if (inner->stride != 1 || inner->width != inner->lanes)
            return false;
        *out = *outer;
        out->offset = add_offset(C, outer->offset, inner->off_b);
        return true;
    }
    int64_t *in = lanes_of(C, inner), *o = lanes_of(C, outer);
    if (!in || !o)
        return false;
    for (uint32_t k = 0; k < outer->lanes; k++) {
        int64_t at = o[k] / e;
        if (o[k] % e || at >= inner->lanes)
            return false;
        o[k] = in[at];
    }
    int64_t base = inner->off_const ? 0 : o[0];
    for (uint32_t k = 0; k < outer->lanes; k++)
        o[k] -= base;
    if (!fit(o, outer->lanes, e, out))
        return false;
    if (!inner->off_const) {
        out->off_const = false;
        out->offset = add_offset(C, inner->offset, base);
        out->parent_width = inner->parent_width;
    }
    return true;
}

static LLVMValueRef read_of_read(rc *C, LLVMValueRef v, const genx_region *outer) {
    assert(genx_is_rdregion(v) && "the caller checked");
    LLVMValueRef src = LLVMGetOperand(v, 0);
    genx_region inner, r;
    bool cast = LLVMIsABitCastInst(src) != NULL;
    LLVMValueRef rd = cast ? LLVMGetOperand(src, 0) : src;
    if (!genx_is_rdregion(rd) || !genx_region_of(rd, &inner) || inner.off_vector)
        return NULL;
    LLVMValueRef parent = LLVMGetOperand(rd, 0);
    if (cast && inner.elt_b != outer->elt_b) {
        // Different element sizes: the inner region must be one contiguous range of bytes.
        uint32_t total = genx_size_b(LLVMTypeOf(parent)), e = outer->elt_b;
        if (!inner.off_const || (inner.lanes > 1 && (inner.stride != 1 || inner.width != inner.lanes)) ||
            inner.off_b % e || total % e)
            return NULL;
        r = *outer;
        if (outer->off_vector)
            return NULL;
        if (outer->off_const)
            r.off_b += inner.off_b;
        else
            r.offset = add_offset(C, outer->offset, inner.off_b);
        parent = LLVMBuildBitCast(C->b, parent, LLVMVectorType(genx_elt_type(LLVMTypeOf(v)), total / e), "");
        return genx_build_rd(C->b, C->mod, parent, &r, is_scalar(v));
    }
    if (!compose(C, &inner, outer, &r))
        return NULL;
    LLVMTypeRef e = genx_elt_type(LLVMTypeOf(v));
    if (genx_elt_type(LLVMTypeOf(parent)) != e)
        parent = LLVMBuildBitCast(C->b, parent, LLVMVectorType(e, genx_lanes(LLVMTypeOf(parent))), "");
    return genx_build_rd(C->b, C->mod, parent, &r, is_scalar(v));
}

static LLVMValueRef constant_lanes(rc *C, LLVMValueRef v, const genx_region *r) {
    LLVMValueRef c = LLVMGetOperand(v, 0);
    if (!LLVMIsAConstant(c) || !r->off_const || LLVMIsAConstantExpr(c))
        return NULL;
    LLVMValueRef *e = CMC_NEW_N(C->cx->arena, LLVMValueRef, r->lanes);
    for (uint32_t k = 0; e && k < r->lanes; k++) {
        int64_t at = genx_region_lane_b(r, k);
        if (at < 0 || at % r->elt_b || at / r->elt_b >= genx_lanes(LLVMTypeOf(c)))
            return NULL;
        e[k] = LLVMGetAggregateElement(c, (unsigned)(at / r->elt_b));
        if (!e[k])
            return NULL;
    }
    return !e ? NULL : is_scalar(v) ? e[0] : LLVMConstVector(e, r->lanes);
}

// A write that survives is best read from its result: the operation that produces the written value can then write in
// place, and the old value dies there. So a read may look past a write only if it is the write's only use. If the
// written value is not part of the write instruction anyway, any read may.
static bool may_look_past(rc *C, LLVMValueRef wr, bool at_old) {
    bool alone = LLVMGetNextUse(LLVMGetFirstUse(wr)) == NULL;
    if (alone || at_old)
        return alone;
    genx_foreach_use(wr, u)
        if (!genx_is_rdregion(LLVMGetUser(u)))
            return false;
    return bale_describe(C->cx->model, LLVMGetOperand(wr, 1)).kind != BALE_ELEMENTWISE;
}

// The lanes of a region by the elements that they are at; as large as the region, for its vector may be long.
typedef struct written_lanes {
    int64_t first, n; // elements
    int32_t *plus_1;  // 0: no lane is there
} written_lanes;

static written_lanes lanes_by_place(rc *C, const genx_region *w, uint32_t e, int64_t elements) {
    written_lanes l = {.first = w->off_b / e};
    int64_t end = genx_region_lane_b(w, w->lanes - 1) / e + 1;
    end = end < elements ? end : elements;
    l.n = end > l.first ? end - l.first : 0;
    l.plus_1 = CMC_NEW_N(C->cx->arena, int32_t, l.n);
    for (uint32_t k = 0; l.plus_1 && k < w->lanes; k++) {
        int64_t at = genx_region_lane_b(w, k) / e - l.first;
        if (at < l.n)
            l.plus_1[at] = (int32_t)k + 1;
    }
    return l;
}

static int32_t lane_at(const written_lanes *l, int64_t element) {
    return element < l->first || element >= l->first + l->n ? 0 : l->plus_1[element - l->first];
}

// rd(wr(A, B, W), R): the lanes come all from B, all from A, or from both (not handled).
static LLVMValueRef read_of_write(rc *C, LLVMValueRef v, const genx_region *r) {
    assert(genx_is_rdregion(v) && "the caller checked");
    LLVMValueRef wr = LLVMGetOperand(v, 0);
    genx_region w;
    if (!genx_is_wrregion(wr) || !genx_region_of(wr, &w) || !w.off_const || !r->off_const || !genx_mask_is_true(wr))
        return NULL;
    uint32_t total = genx_size_b(LLVMTypeOf(wr)), e = r->elt_b, in = 0;
    int64_t *off = CMC_NEW_N(C->cx->arena, int64_t, r->lanes + 1);
    written_lanes lane = lanes_by_place(C, &w, e, total / e);
    if (!lane.plus_1 || !off)
        return NULL;
    for (uint32_t k = 0; k < r->lanes; k++) {
        int64_t at = genx_region_lane_b(r, k);
        if (at < 0 || at >= total)
            return NULL;
        int32_t l = lane_at(&lane, at / e);
        in += l != 0;
        off[k] = (int64_t)(l - 1) * e;
    }
    if (!may_look_past(C, wr, in == 0))
        return NULL;
    if (in == 0) {
        genx_region same = *r;
        return genx_build_rd(C->b, C->mod, LLVMGetOperand(wr, 0), &same, is_scalar(v));
    }
    LLVMValueRef val = LLVMGetOperand(wr, 1);
    genx_region out;
    if (in != r->lanes || !fit(off, r->lanes, e, &out))
        return NULL;
    if (r->lanes == 1 && is_scalar(val))
        return as_type(C, val, LLVMTypeOf(v));
    if (covers(&out, LLVMTypeOf(val)) && !is_scalar(v) == !is_scalar(val))
        return val;
    if (is_scalar(val))
        val = LLVMBuildBitCast(C->b, val, LLVMVectorType(LLVMTypeOf(val), 1), "");
    return genx_build_rd(C->b, C->mod, val, &out, is_scalar(v));
}

static LLVMValueRef collapse_read(rc *C, LLVMValueRef v) {
    genx_region r;
    if (!genx_is_rdregion(v) || !genx_region_of(v, &r))
        return NULL;
    LLVMValueRef src = LLVMGetOperand(v, 0), out;
    if (covers(&r, LLVMTypeOf(src)))
        return as_type(C, src, LLVMTypeOf(v));
    if ((out = constant_lanes(C, v, &r)) || (out = read_of_read(C, v, &r)))
        return out;
    return read_of_write(C, v, &r);
}

static bool reads_same(LLVMValueRef x, LLVMValueRef old, const genx_region *r) {
    genx_region q;
    return genx_is_rdregion(x) && LLVMGetOperand(x, 0) == old && genx_region_of(x, &q) && genx_region_same(&q, r);
}

// wr(A, wr(rd(A, R), x, r), R): only the inner lanes change.
static LLVMValueRef nested_write(rc *C, LLVMValueRef v, const genx_region *r) {
    assert(genx_is_wrregion(v) && "the caller checked");
    LLVMValueRef n = LLVMGetOperand(v, 1), old = LLVMGetOperand(v, 0);
    genx_region inner, out;
    if (!genx_is_wrregion(n) || !genx_region_of(n, &inner) || !LLVMGetFirstUse(n) || LLVMGetNextUse(LLVMGetFirstUse(n)))
        return NULL;
    LLVMValueRef base = LLVMGetOperand(n, 0);
    bool undef = LLVMIsUndef(old) && LLVMIsUndef(base);
    if ((!undef && !reads_same(base, old, r)) || !compose(C, r, &inner, &out))
        return NULL;
    LLVMValueRef mask = genx_mask_is_true(n) ? NULL : LLVMGetOperand(n, GENX_WR_MASK);
    return genx_build_wr(C->b, C->mod, old, LLVMGetOperand(n, 1), &out, mask);
}

// wr(A, select(m, x, rd(A, R)), R): a masked write of x.
static LLVMValueRef masked_write(rc *C, LLVMValueRef v, const genx_region *r) {
    assert(genx_is_wrregion(v) && "the caller checked");
    LLVMValueRef s = LLVMGetOperand(v, 1), old = LLVMGetOperand(v, 0);
    if (!LLVMIsASelectInst(s) || LLVMGetNextUse(LLVMGetFirstUse(s)))
        return NULL;
    LLVMValueRef m = LLVMGetOperand(s, 0), a = LLVMGetOperand(s, 1), b = LLVMGetOperand(s, 2);
    bool keep_b = reads_same(b, old, r), keep_a = reads_same(a, old, r);
    if ((!keep_a && !keep_b) || !genx_is_vec(LLVMTypeOf(m)))
        return NULL;
    if (keep_a) {
        LLVMTypeRef t = LLVMTypeOf(m);
        m = LLVMBuildXor(C->b, m, LLVMConstAllOnes(t), "");
        a = b;
    }
    return genx_build_wr(C->b, C->mod, old, a, r, m);
}

// wr(wr(A, B, R1), C, R2) where R2 covers R1: B is dead, if nothing else reads it. Otherwise both writes stay, so that
// the second continues the first: two writes that start from A would need a copy of it.
static LLVMValueRef skip_dead_write(rc *C, LLVMValueRef v, const genx_region *r) {
    assert(genx_is_wrregion(v) && "the caller checked");
    LLVMValueRef w = LLVMGetOperand(v, 0);
    genx_region q;
    if (!genx_is_wrregion(w) || !genx_single_use(w) || !genx_region_of(w, &q) || !q.off_const || !r->off_const ||
        q.elt_b != r->elt_b || q.off_b < r->off_b ||
        genx_region_lane_b(&q, q.lanes - 1) > genx_region_lane_b(r, r->lanes - 1))
        return NULL;
    uint32_t total = genx_lanes(LLVMTypeOf(v));
    uint8_t *hit = cmc_arena_alloc(C->cx->arena, total);
    for (uint32_t k = 0; hit && k < r->lanes; k++) {
        int64_t at = genx_region_lane_b(r, k) / r->elt_b;
        if (at >= 0 && at < total)
            hit[at] = 1;
    }
    for (uint32_t k = 0; hit && k < q.lanes; k++) {
        int64_t at = genx_region_lane_b(&q, k) / q.elt_b;
        if (at < 0 || at >= total || !hit[at])
            return NULL;
    }
    return hit ? genx_build_wr(C->b, C->mod, LLVMGetOperand(w, 0), LLVMGetOperand(v, 1), r, NULL) : NULL;
}

// Is the region one row? A single lane is.
static bool is_line(const genx_region *r) {
    return r->lanes == 1 || r->width == r->lanes;
}

// wr(wr(A, rd(S, P), p), rd(S, Q), q), where q follows p and Q follows P with the same step: one read and one write.
static LLVMValueRef adjacent_writes(rc *C, LLVMValueRef v, const genx_region *q) {
    assert(genx_is_wrregion(v) && "the caller checked");
    LLVMValueRef w = LLVMGetOperand(v, 0), y = LLVMGetOperand(v, 1);
    genx_region p, ps, qs, dst, src;
    if (!genx_is_wrregion(w) || LLVMGetNextUse(LLVMGetFirstUse(w)) || !genx_mask_is_true(w) || !genx_region_of(w, &p))
        return NULL;
    LLVMValueRef x = LLVMGetOperand(w, 1);
    if (!genx_is_rdregion(x) || !genx_is_rdregion(y) || LLVMGetOperand(x, 0) != LLVMGetOperand(y, 0) ||
        !genx_region_of(x, &ps) || !genx_region_of(y, &qs) || !p.off_const || !q->off_const || !ps.off_const ||
        !qs.off_const)
        return NULL;
    enum { MOST = 32 };
    uint32_t n = p.lanes + q->lanes, e = q->elt_b;
    int64_t d[MOST], s[MOST];
    if (n > MOST)
        return NULL;
    bool after = q->off_b > p.off_b;
    const genx_region *first = after ? &p : q, *second = after ? q : &p, *from = after ? &ps : &qs,
                      *then = after ? &qs : &ps;
    for (uint32_t k = 0; k < n; k++) {
        bool low = k < first->lanes;
        d[k] = genx_region_lane_b(low ? first : second, low ? k : k - first->lanes);
        s[k] = genx_region_lane_b(low ? from : then, low ? k : k - first->lanes);
    }
    if (!fit(d, n, e, &dst) || !fit(s, n, e, &src) || !is_line(&dst) || !is_line(&src) || dst.stride == 0)
        return NULL;
    LLVMValueRef r = genx_build_rd(C->b, C->mod, LLVMGetOperand(y, 0), &src, false);
    return genx_build_wr(C->b, C->mod, LLVMGetOperand(w, 0), r, &dst, NULL);
}

static LLVMValueRef collapse_write(rc *C, LLVMValueRef v) {
    genx_region r;
    if (!genx_is_wrregion(v) || !genx_region_of(v, &r) || r.off_vector || !genx_mask_is_true(v))
        return NULL;
    LLVMValueRef old = LLVMGetOperand(v, 0), x = LLVMGetOperand(v, 1), out;
    if (LLVMIsUndef(x) || reads_same(x, old, &r))
        return old;
    if (covers(&r, LLVMTypeOf(v)))
        return as_type(C, x, LLVMTypeOf(v));
    if ((out = nested_write(C, v, &r)) || (out = masked_write(C, v, &r)) || (out = adjacent_writes(C, v, &r)))
        return out;
    return skip_dead_write(C, v, &r);
}

bool gx_collapse_regions(gx_ctx *cx, LLVMValueRef fn) {
    rc C = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    C.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(C.mod));
    bool any = false, changed = true;
    for (int round = 0; changed && round < 16; round++) {
        changed = false;
        genx_foreach_block(fn, bb) {
            genx_foreach_inst_safe(bb, i, next) {
                if (!LLVMIsACallInst(i) || !LLVMGetFirstUse(i))
                    continue;
                LLVMPositionBuilderBefore(C.b, i);
                LLVMValueRef with = collapse_read(&C, i);
                if (!with)
                    with = collapse_write(&C, i);
                if (!with)
                    continue;
                LLVMReplaceAllUsesWith(i, with);
                LLVMInstructionEraseFromParent(i);
                changed = true;
            }
        }
        if (changed)
            gx_shim_delete_dead(fn);
        any |= changed;
    }
    LLVMDisposeBuilder(C.b);
    return any;
}
