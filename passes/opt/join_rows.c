// SPDX-License-Identifier: MIT
// gx_join_rows: compute two rows that are written side by side by the same operations as one row of twice the length.
//
//   before                                                       after
//     %s0 = fsub <16 x half> %x0, %z                               %x = wrregion undef, %x0, even elements
//     %m0 = fmul <16 x half> %s0, %k                               %y = wrregion %x, %x1, odd elements
//     %w0 = wrregion %old, %m0, even elements                      %s = fsub <32 x half> %y, %zz
//     %s1 = fsub <16 x half> %x1, %z                               %m = fmul <32 x half> %s, %kk
//     %m1 = fmul <16 x half> %s1, %k                               %w1 = wrregion %old, %m, all elements
//     %w1 = wrregion %w0, %m1, odd elements                        ; %zz, %kk: each element twice, shared by all rows
//
// Why: matrices for dpas hold two rows element by element. A float instruction cannot write every second element of a
// register from packed sources, so each row took its operations and one more copy, at half of the register's width.
// How: follows both rows' operations to where they differ, or where joining costs more than it saves, and counts
// instructions on both sides. Rows one after another are joined as well, where one instruction computes both. Slices of
// one vector that continue each other are read as one, also where rows replace their own bytes in place:
//
//   before                                                       after
//     %b0 = rdregion %v, 16 bytes at 512                           %b = rdregion %v, 32 bytes at 512
//     %w0 = wrregion %v, (mul (zext %b0), %k), row 0               %w1 = wrregion %v, (mul (zext %b), %kk), rows 0 and 1
//     %b1 = rdregion %w0, 16 bytes at 528
//     %w1 = wrregion %w0, (mul (zext %b1), %k), row 1
//
// A row that is written, read back and written again is one write first.
// Leaves alone: writes with masks, variable offsets, values with other users.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

enum { MAX_LANES = 32, MAX_DEPTH = 8, MAX_LINKS = 16, ONE = 16 }; // ONE: the cost of an instruction

typedef struct jr {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    ptrmap uses;       // value that both rows share -> in how many pairs
    ptrmap doubled[2]; // the same -> its joined value; for rows one after another, and for rows woven together
} jr;

// Two writes of rows: lo has the first lane.
typedef struct rows {
    LLVMValueRef first, second; // in program order
    LLVMValueRef lo, hi;        // the rows
    uint32_t n, elt_b, off_b;
    bool woven;
} rows;

// Whether the write w of r writes a row.
static bool writes_row(LLVMValueRef w, const genx_region *r) {
    return r->off_const && !r->off_vector && r->lanes >= 4 && r->lanes <= MAX_LANES / 2 &&
           !(r->lanes & (r->lanes - 1)) && genx_is_vec(LLVMTypeOf(LLVMGetOperand(w, GENX_WR_NEW))) &&
           genx_mask_is_true(w);
}

static bool row_write(LLVMValueRef v, genx_region *r) {
    return genx_is_wrregion(v) && genx_region_of(v, r) && writes_row(v, r);
}

// Elements between the lanes; 0: uneven.
static uint32_t step_of(const genx_region *r) {
    int64_t step = genx_region_lane_b(r, 1) - genx_region_lane_b(r, 0);
    for (uint32_t k = 2; k < r->lanes; k++)
        if (genx_region_lane_b(r, k) - genx_region_lane_b(r, k - 1) != step)
            return 0;
    return step > 0 ? (uint32_t)(step / r->elt_b) : 0;
}

static bool side_by_side(const genx_region *a, const genx_region *b, rows *p) {
    uint32_t lo = a->off_b < b->off_b ? a->off_b : b->off_b, gap = a->off_b + b->off_b - 2 * lo;
    if (a->lanes != b->lanes || a->elt_b != b->elt_b || (gap != a->elt_b && gap != a->elt_b * a->lanes))
        return false; // most pairs
    uint32_t step = step_of(a);
    if (step != step_of(b) || (step != 1 && step != 2))
        return false;
    p->n = a->lanes;
    p->elt_b = a->elt_b;
    p->off_b = lo;
    p->woven = step == 2;
    return gap == (p->woven ? a->elt_b : a->elt_b * a->lanes);
}

// A row that is written, read back and written again

// The only write among the users of w, which replaces all that w writes; NULL if others than reads of that need w.
static LLVMValueRef replaced_by(LLVMValueRef w, const genx_region *r) {
    LLVMValueRef next = NULL;
    genx_region s;
    genx_foreach_use(w, u) {
        LLVMValueRef user = LLVMGetUser(u);
        bool write = genx_is_wrregion(user) && LLVMGetOperand(user, GENX_WR_OLD) == w &&
                     LLVMGetOperand(user, GENX_WR_NEW) != w && genx_mask_is_true(user);
        if (!(write && !next) && !genx_is_rdregion(user))
            return NULL;
        if (!genx_region_of(user, &s) || !s.off_const || !genx_region_same(&s, r))
            return NULL;
        if (write)
            next = user;
        else if (LLVMTypeOf(user) != LLVMTypeOf(LLVMGetOperand(w, GENX_WR_NEW)))
            return NULL;
    }
    return next;
}

static bool skip_replaced(LLVMValueRef w) {
    genx_region r;
    if (!row_write(w, &r) || !replaced_by(w, &r))
        return false;
    genx_foreach_use_safe(w, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!genx_is_rdregion(user))
            continue;
        LLVMReplaceAllUsesWith(user, LLVMGetOperand(w, GENX_WR_NEW));
        LLVMInstructionEraseFromParent(user);
    }
    LLVMReplaceAllUsesWith(w, LLVMGetOperand(w, GENX_WR_OLD));
    LLVMInstructionEraseFromParent(w);
    return true;
}

// Finding two rows

// Whether v, seen as other elements or not, is only read, and none of r.
static bool reads_others(LLVMValueRef v, const genx_region *r) {
    genx_region s;
    if (genx_is_rdregion(v))
        return genx_region_of(v, &s) && s.off_const && !genx_regions_overlap(&s, r);
    if (!LLVMIsABitCastInst(v))
        return false;
    genx_foreach_use(v, u)
        if (!genx_is_rdregion(LLVMGetUser(u)) || !reads_others(LLVMGetUser(u), r))
            return false;
    return true;
}

// Whether the write w of r can move down its chain to the write `last`: nothing between needs or replaces it.
static bool can_move(LLVMValueRef w, const genx_region *r, LLVMValueRef last) {
    genx_region s;
    for (LLVMValueRef x = last; x != w;) {
        LLVMValueRef old = LLVMGetOperand(x, GENX_WR_OLD);
        genx_foreach_use(old, u)
            if (LLVMGetUser(u) != x && !reads_others(LLVMGetUser(u), r))
                return false;
        if (LLVMGetOperand(x, GENX_WR_NEW) == old ||
            (old != w && (!genx_region_of(old, &s) || genx_regions_overlap(&s, r))))
            return false;
        x = old;
    }
    return true;
}

// Finds the row beside the one that `second` writes, up its chain of writes.
static bool find(const jr *J, LLVMValueRef second, rows *p) {
    genx_region r, s;
    if (!row_write(second, &r) || 2 * r.lanes * r.elt_b > 2u * J->cx->model->grf_b)
        return false;
    LLVMValueRef w = LLVMGetOperand(second, GENX_WR_OLD);
    for (uint32_t k = 0; k < MAX_LINKS; k++, w = LLVMGetOperand(w, GENX_WR_OLD)) {
        if (!LLVMIsAInstruction(w) || LLVMGetInstructionParent(w) != LLVMGetInstructionParent(second) ||
            !genx_is_wrregion(w) || !genx_region_of(w, &s) || !s.off_const || s.off_vector)
            return false;
        if (side_by_side(&r, &s, p) && writes_row(w, &s)) {
            LLVMValueRef a = LLVMGetOperand(w, GENX_WR_NEW), b = LLVMGetOperand(second, GENX_WR_NEW);
            *p = (rows){w,        second,  r.off_b < s.off_b ? b : a, r.off_b < s.off_b ? a : b, p->n, p->elt_b,
                        p->off_b, p->woven};
            return LLVMTypeOf(a) == LLVMTypeOf(b) && can_move(w, &s, second);
        }
        if (genx_regions_overlap(&r, &s))
            return false;
    }
    return false;
}

// Costs

static bool is_extension(LLVMValueRef v) {
    return LLVMIsAZExtInst(v) || LLVMIsASExtInst(v);
}

// Bytes and words that become floats.
static bool is_conversion(LLVMValueRef v) {
    if (!LLVMIsAUIToFPInst(v) && !LLVMIsASIToFPInst(v))
        return false;
    uint32_t from = genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0)));
    return genx_elt_bits(LLVMTypeOf(v)) == 32 && (from == 8 || from == 16);
}

static bool is_operation(LLVMValueRef v) {
    if (!LLVMIsAInstruction(v) || !genx_single_use(v))
        return false;
    if (bale_is_llvm(v, "fmuladd") || bale_is_llvm(v, "fma"))
        return true;
    if (LLVMIsABitCastInst(v))
        return genx_is_vec(LLVMTypeOf(LLVMGetOperand(v, 0))) &&
               genx_lanes(LLVMTypeOf(LLVMGetOperand(v, 0))) == genx_lanes(LLVMTypeOf(v));
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (is_extension(v) && genx_elt_b(LLVMTypeOf(LLVMGetOperand(v, 0))) == 0)
        return false;
    return (genx_is_int_op(o) || is_extension(v) || is_conversion(v) || o == LLVMFAdd || o == LLVMFSub ||
            o == LLVMFMul) &&
           genx_is_vec(LLVMTypeOf(v)) && genx_elt_bits(LLVMTypeOf(v)) <= 32 && genx_elt_b(LLVMTypeOf(v)) > 1;
}

static unsigned operands_of(LLVMValueRef v) {
    return LLVMIsACallInst(v) ? LLVMGetNumArgOperands(v) : (unsigned)LLVMGetNumOperands(v);
}

static bool same_operation(const rows *p, LLVMValueRef a, LLVMValueRef b) {
    if (!is_operation(a) || !is_operation(b) || LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
        LLVMTypeOf(a) != LLVMTypeOf(b) || LLVMGetInstructionParent(a) != LLVMGetInstructionParent(p->second) ||
        LLVMGetInstructionParent(b) != LLVMGetInstructionParent(p->second))
        return false;
    bool flags = LLVMCanValueUseFastMathFlags(a) && LLVMGetFastMathFlags(a) != LLVMGetFastMathFlags(b);
    return !flags && LLVMTypeOf(LLVMGetOperand(a, 0)) == LLVMTypeOf(LLVMGetOperand(b, 0)) &&
           (!LLVMIsACallInst(a) || LLVMGetCalledValue(a) == LLVMGetCalledValue(b));
}

// If both are splats of neighbouring elements of one vector: the vector, and the first element's offset.
static LLVMValueRef neighbours(LLVMValueRef a, LLVMValueRef b, uint32_t *off_b) {
    genx_region x, y;
    LLVMValueRef s = genx_splat_scalar(a), t = genx_splat_scalar(b);
    if (!s || !t || !genx_is_rdregion(s) || !genx_is_rdregion(t) || genx_is_vec(LLVMTypeOf(s)) ||
        !genx_region_of(s, &x) || !genx_region_of(t, &y) || !x.off_const || !y.off_const ||
        LLVMGetOperand(s, 0) != LLVMGetOperand(t, 0) || y.off_b != x.off_b + x.elt_b)
        return NULL;
    *off_b = x.off_b;
    return LLVMGetOperand(s, 0);
}

// The vector that the slice r of v comes from: writes of other bytes and views as other elements leave it as it is.
static LLVMValueRef origin(LLVMValueRef v, const genx_region *r) {
    genx_region s;
    for (uint32_t k = 0; k < 2 * MAX_LINKS; k++) {
        if (LLVMIsABitCastInst(v) && genx_is_vec(LLVMTypeOf(LLVMGetOperand(v, 0))))
            v = LLVMGetOperand(v, 0);
        else if (genx_is_wrregion(v) && genx_region_of(v, &s) && s.off_const && !s.off_vector &&
                 !genx_regions_overlap(&s, r))
            v = LLVMGetOperand(v, GENX_WR_OLD);
        else
            break;
    }
    return v;
}

// The one of two operands that is the second row's.
static LLVMValueRef later(const rows *p, LLVMValueRef a, LLVMValueRef b) {
    return p->hi == LLVMGetOperand(p->second, GENX_WR_NEW) ? b : a;
}

// Whether a and b are slices of one vector that make one row, *out, in the order in which the rows are joined. The
// later version of the vector must have both: the earlier one may be no more at the second row.
static bool one_slice(const rows *p, LLVMValueRef a, LLVMValueRef b, genx_region *out) {
    genx_region x, y;
    if (!genx_is_rdregion(a) || !genx_is_rdregion(b) || !genx_region_of(a, &x) || !genx_region_of(b, &y) ||
        !x.off_const || !y.off_const || x.off_vector || y.off_vector || x.lanes != p->n || y.lanes != p->n ||
        x.elt_b != y.elt_b || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetInstructionParent(a) != LLVMGetInstructionParent(b))
        return false;
    uint32_t step = step_of(&x), gap_b = p->woven ? step * x.elt_b / 2 : p->n * step * x.elt_b;
    if (!step || step != step_of(&y) || y.off_b != x.off_b + gap_b || gap_b % x.elt_b || (p->woven && step % 2))
        return false;
    *out = genx_row_region(2 * p->n, x.off_b, x.elt_b);
    out->stride = p->woven ? step / 2 : step;
    out->vstride = out->width * out->stride;
    LLVMValueRef at = later(p, a, b);
    return origin(LLVMGetOperand(at, 0), out) ==
           (at == a ? origin(LLVMGetOperand(b, 0), &y) : origin(LLVMGetOperand(a, 0), &x));
}

// Bytes that become wider numbers: a move of its own, where instructions do not read bytes.
static bool is_widening(const jr *J, LLVMValueRef v) {
    return is_extension(v) && genx_single_use(v) && !J->cx->model->has_byte_alu &&
           genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 8;
}

// Instructions for v itself: views and extensions are part of those that read them.
static uint32_t own_cost(const jr *J, LLVMValueRef v) {
    if (is_conversion(v)) // the float unit takes integers of its own width only
        return J->cx->model->fp_region_aligned ? 2 * ONE : ONE;
    return LLVMIsABitCastInst(v) || (is_extension(v) && !is_widening(J, v)) ? 0 : ONE;
}

// The row's own operations.
static uint32_t alone(const jr *J, LLVMValueRef v, uint32_t depth) {
    uint32_t cost = 0;
    if (depth > MAX_DEPTH || !is_operation(v))
        return is_widening(J, v) ? ONE : 0;
    for (unsigned k = 0; k < operands_of(v); k++)
        cost += alone(J, LLVMGetOperand(v, k), depth + 1);
    return cost + own_cost(J, v);
}

// A float instruction's operands have one place in their registers: another place for the result is a copy.
static uint32_t moved(const jr *J, uint32_t off_b) {
    return J->cx->model->fp_region_aligned && off_b % J->cx->model->grf_b ? ONE : 0;
}

// The copies of both rows to their places in a vector, of which the first place is at off_b.
static uint32_t copies(const jr *J, const rows *p, LLVMValueRef v, uint32_t off_b) {
    while (is_operation(v) && LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    if (!is_operation(v) || is_extension(v))
        return is_widening(J, v) ? 0 : 2 * ONE;
    if (!J->cx->model->fp_region_aligned || !genx_is_float(LLVMTypeOf(v)))
        return 0;
    return p->woven ? 2 * ONE : moved(J, off_b) + moved(J, off_b + p->n * genx_elt_b(LLVMTypeOf(v)));
}

static uint32_t times_shared(const jr *J, LLVMValueRef v) {
    uint32_t n = (uint32_t)(uintptr_t)ptrmap_get(&J->uses, v);
    return n ? n : 1;
}

static uint32_t as_leaf(const jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b) {
    uint64_t bits;
    uint32_t off_b;
    genx_region r;
    if (a == b)
        return (LLVMIsConstant(a) && genx_const_splat(a, &bits)) || genx_splat_scalar(a) ? 0
                                                                                         : 2 * ONE / times_shared(J, a);
    if (neighbours(a, b, &off_b))
        return ONE;
    if (one_slice(p, a, b, &r)) // the float unit reads whole registers
        return genx_is_float(LLVMTypeOf(a)) && r.stride > 1 ? ONE
               : genx_is_float(LLVMTypeOf(a))               ? moved(J, r.off_b)
                                                            : 0;
    return alone(J, a, 0) + alone(J, b, 0) + copies(J, p, a, 0);
}

static uint32_t joined(const jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b, uint32_t depth);

static uint32_t as_operation(const jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b, uint32_t depth) {
    uint32_t cost = own_cost(J, a);
    for (unsigned k = 0; k < operands_of(a); k++)
        cost += joined(J, p, LLVMGetOperand(a, k), LLVMGetOperand(b, k), depth + 1);
    return cost;
}

static bool ends_here(const rows *p, LLVMValueRef a, LLVMValueRef b, uint32_t depth) {
    return depth > MAX_DEPTH || a == b || !same_operation(p, a, b);
}

static bool is_leaf(const jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b, uint32_t depth) {
    if (ends_here(p, a, b, depth))
        return true;
    return !LLVMIsABitCastInst(a) && // a write of bits reads through none
           as_leaf(J, p, a, b) <= as_operation(J, p, a, b, depth);
}

// The cost of the cheaper way, as is_leaf chooses it; each way is counted once.
static uint32_t joined(const jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b, uint32_t depth) {
    if (ends_here(p, a, b, depth))
        return as_leaf(J, p, a, b);
    uint32_t operation = as_operation(J, p, a, b, depth),
             leaf = LLVMIsABitCastInst(a) ? operation : as_leaf(J, p, a, b);
    return leaf < operation ? leaf : operation;
}

static bool pays(const jr *J, const rows *p) {
    LLVMValueRef a = p->lo, b = p->hi;
    if (is_leaf(J, p, a, b, 0))
        return false;
    uint32_t apart = alone(J, a, 0) + alone(J, b, 0) + copies(J, p, a, p->off_b);
    return as_operation(J, p, a, b, 0) + (genx_is_float(LLVMTypeOf(a)) ? moved(J, p->off_b) : 0) + ONE <= apart;
}

// Counts for each value that both rows share in how many pairs it is.
static void count(jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b, uint32_t depth) {
    if (a == b && !LLVMIsAConstant(a))
        ptrmap_put(&J->uses, a, (void *)(uintptr_t)(times_shared(J, a) + (ptrmap_get(&J->uses, a) != NULL)));
    if (ends_here(p, a, b, depth))
        return;
    for (unsigned k = 0; k < operands_of(a); k++)
        count(J, p, LLVMGetOperand(a, k), LLVMGetOperand(b, k), depth + 1);
}

// Building

static genx_region place(const rows *p, uint32_t elt_b, bool second) {
    uint32_t step = p->woven ? 2 : 1;
    return (genx_region){.vstride = p->n * step,
                         .width = p->n,
                         .stride = step,
                         .off_const = true,
                         .off_b = !second    ? 0
                                  : p->woven ? elt_b
                                             : p->n * elt_b,
                         .lanes = p->n,
                         .elt_b = elt_b};
}

static LLVMValueRef write_both(jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b) {
    LLVMTypeRef e = genx_elt_type(LLVMTypeOf(a));
    genx_region lo = place(p, genx_elt_b(e), false), hi = place(p, genx_elt_b(e), true);
    LLVMValueRef v = genx_build_wr(J->b, J->mod, LLVMGetUndef(LLVMVectorType(e, 2 * p->n)), a, &lo, NULL);
    return genx_build_wr(J->b, J->mod, v, b, &hi, NULL);
}

static LLVMValueRef after_definition(const rows *p, LLVMValueRef a) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(p->second);
    if (LLVMIsAInstruction(a) && !LLVMIsAPHINode(a))
        return LLVMGetNextInstruction(a);
    bb = LLVMIsAInstruction(a) ? LLVMGetInstructionParent(a) : LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(bb));
    return genx_after_phis(bb);
}

// Both rows are the same value, which is doubled once for all pairs, right after its definition.
static LLVMValueRef both_same(jr *J, const rows *p, LLVMValueRef a) {
    uint64_t bits;
    LLVMValueRef one =
        LLVMIsConstant(a) && genx_const_splat(a, &bits) ? genx_const_element(a, 0) : genx_splat_scalar(a);
    if (one)
        return genx_build_splat(J->b, one, 2 * p->n);
    LLVMValueRef known = ptrmap_get(&J->doubled[p->woven], a);
    if (known)
        return known;
    if (!LLVMIsAConstant(a))
        LLVMPositionBuilderBefore(J->b, after_definition(p, a));
    LLVMValueRef v = write_both(J, p, a, a);
    if (!LLVMIsAConstant(a))
        ptrmap_put(&J->doubled[p->woven], a, v);
    LLVMPositionBuilderBefore(J->b, p->second);
    return v;
}

static LLVMValueRef read_neighbours(jr *J, const rows *p, LLVMValueRef from, uint32_t off_b) {
    uint32_t e = genx_elt_b(LLVMTypeOf(from));
    genx_region r = {.vstride = p->woven ? 0 : 1,
                     .width = p->woven ? 2 : p->n,
                     .stride = p->woven ? 1 : 0,
                     .off_const = true,
                     .off_b = off_b,
                     .lanes = 2 * p->n,
                     .elt_b = e};
    return genx_build_rd(J->b, J->mod, from, &r, false);
}

static LLVMValueRef read_slice(jr *J, const rows *p, LLVMValueRef at, const genx_region *r) {
    LLVMPositionBuilderBefore(J->b, at);
    LLVMValueRef v = genx_build_rd(J->b, J->mod, LLVMGetOperand(at, 0), r, false);
    LLVMPositionBuilderBefore(J->b, p->second);
    return v;
}

static LLVMValueRef operate(jr *J, LLVMValueRef like, LLVMValueRef *ops, uint32_t lanes) {
    LLVMTypeRef t = LLVMVectorType(genx_elt_type(LLVMTypeOf(like)), lanes);
    LLVMValueRef v;
    if (LLVMIsACallInst(like)) {
        LLVMValueRef f = LLVMGetIntrinsicDeclaration(J->mod, LLVMGetIntrinsicID(LLVMGetCalledValue(like)), &t, 1);
        v = LLVMBuildCall2(J->b, LLVMGlobalGetValueType(f), f, ops, LLVMGetNumArgOperands(like), "");
    } else if (LLVMIsABitCastInst(like)) {
        v = LLVMBuildBitCast(J->b, ops[0], t, "");
    } else if (is_extension(like) || is_conversion(like)) {
        v = LLVMBuildCast(J->b, LLVMGetInstructionOpcode(like), ops[0], t, "");
    } else {
        v = LLVMBuildBinOp(J->b, LLVMGetInstructionOpcode(like), ops[0], ops[1], "");
    }
    if (LLVMIsAInstruction(v) && LLVMCanValueUseFastMathFlags(v) && LLVMCanValueUseFastMathFlags(like))
        LLVMSetFastMathFlags(v, LLVMGetFastMathFlags(like));
    return v;
}

static LLVMValueRef build(jr *J, const rows *p, LLVMValueRef a, LLVMValueRef b, uint32_t depth) {
    uint32_t off_b;
    genx_region r;
    if (a == b)
        return both_same(J, p, a);
    if (is_leaf(J, p, a, b, depth)) {
        if (one_slice(p, a, b, &r))
            return read_slice(J, p, later(p, a, b), &r);
        LLVMValueRef from = neighbours(a, b, &off_b);
        return from ? read_neighbours(J, p, from, off_b) : write_both(J, p, a, b);
    }
    LLVMValueRef ops[3];
    for (unsigned k = 0; k < operands_of(a) && k < 3; k++)
        ops[k] = build(J, p, LLVMGetOperand(a, k), LLVMGetOperand(b, k), depth + 1);
    LLVMSetCurrentDebugLocation2(J->b, LLVMInstructionGetDebugLoc(a));
    return operate(J, a, ops, 2 * p->n);
}

// Returns the write of both rows.
static LLVMValueRef join(jr *J, const rows *p) {
    uint32_t n = 2 * p->n;
    LLVMPositionBuilderBefore(J->b, p->second);
    LLVMSetCurrentDebugLocation2(J->b, LLVMInstructionGetDebugLoc(p->second));
    LLVMValueRef v = build(J, p, p->lo, p->hi, 0);
    LLVMReplaceAllUsesWith(p->first, LLVMGetOperand(p->first, GENX_WR_OLD));
    genx_region r = genx_row_region(n, p->off_b, p->elt_b);
    LLVMValueRef w = genx_build_wr(J->b, J->mod, LLVMGetOperand(p->second, GENX_WR_OLD), v, &r, NULL);
    LLVMReplaceAllUsesWith(p->second, w);
    LLVMInstructionEraseFromParent(p->second);
    LLVMInstructionEraseFromParent(p->first);
    return w;
}

bool gx_join_rows(gx_ctx *cx, LLVMValueRef fn) {
    jr J = {.cx = cx,
            .mod = LLVMGetGlobalParent(fn),
            .uses.arena = cx->arena,
            .doubled = {{.arena = cx->arena}, {.arena = cx->arena}}};
    rows p;
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_reverse_safe(bb, i, next)
            changed |= skip_replaced(i);
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (find(&J, i, &p))
                count(&J, &p, p.lo, p.hi, 0);
    J.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(J.mod));
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            while (find(&J, i, &p) && pays(&J, &p)) {
                i = join(&J, &p);
                changed = true;
            }
        }
    }
    LLVMDisposeBuilder(J.b);
    return changed;
}
