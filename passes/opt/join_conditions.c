// SPDX-License-Identifier: MIT
// gx_join_conditions: turn writes of single lanes, each under a compare of one scalar with a constant of its own, into
// one write under a compare of vectors.
//
//   before                                              after
//     %c0 = icmp slt i32 %x, 3                            %s = splat <4 x i32> %x
//     %a = wrregion %v, -1.0, element 0, %c0              %y = add <4 x i32> %s, <0, 1, 2, 3>
//     %c1 = icmp slt i32 %x, 2                            %c = icmp slt <4 x i32> %y, <3, 3, 3, 3>
//     %b = wrregion %a, -1.0, element 1, %c1              %d = wrregion %v, <-1.0, ...>, elements 0..3, %c
//     %c2 = icmp slt i32 %x, 1
//     %c = wrregion %b, -1.0, element 2, %c2
//     %c3 = icmp slt i32 %x, 0
//     %d = wrregion %c, -1.0, element 3, %c3
//
// Branches around such a write that only tell where all lanes or no lane is written, are part of the condition:
//
//   before                                              after
//       br (%x > 2), join, more                             br (%x > 2), join, more
//     more:                                               more:
//       br (%x < -3), all, some                             br (%x < -3), all, some
//     all:                                                all:
//       %a = wrregion %v, <-1.0, ...>, elements 0..3        br join
//       br join                                           some:
//     some:                                                 br join
//       %d = wrregion %v, ..., icmp slt %y, 3             join:
//       br join                                             %p = wrregion %v, ..., icmp slt %y, 3
//     join:
//       %p = phi [%v], [%a, all], [%d, some]
//
// Why: a causal mask or the end of a row is written `if (j > limit - i) row[j] = lowest;`. Unrolled, this takes a
// compare and a move for each lane; the vector takes one of each, and %y is the same for all rows. Needs:
// predicate_writes, and the blocks that it emptied merged; simplifycfg removes those that this pass empties. Does not
// handle: 64-bit scalars, lanes with gaps, values that differ and are not constants.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_LANES = 4, MAX_LANES = 32, MAX_BLOCKS = 16, MAX_RAMPS = 64 };

// What is known of a scalar.
typedef struct range {
    int64_t lo, hi;
} range;

// The scalar plus a number for each lane, computed where the scalar is defined. With `bounded`, numbers that are so
// large that the sum leaves the type are less.
typedef struct ramp {
    LLVMValueRef x, y;
    int64_t step;
    uint32_t n;
    bool bounded;
} ramp;

// Writes of lanes [first, first + n) of a vector: lane k of them where x is below (or above) c[k].
typedef struct writes {
    LLVMValueRef last, old, x;
    LLVMIntPredicate pred; // LLVMIntSLT or LLVMIntSGT
    uint32_t first, n;
    int64_t c[MAX_LANES];
    LLVMValueRef value[MAX_LANES];
} writes;

// A chain of writes before its conditions have one form, by lane.
typedef struct chain {
    LLVMValueRef at[MAX_LANES]; // the writes, the last one first
    uint32_t lane[MAX_LANES];
    uint32_t n;
} chain;

typedef struct jc {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    ramp ramps[MAX_RAMPS];
    uint32_t n_ramps;
} jc;

// What branches say of a scalar

static range range_of_type(LLVMTypeRef t) {
    bool word = genx_elt_bits(t) == 16;
    return word ? (range){INT16_MIN, INT16_MAX} : (range){INT32_MIN, INT32_MAX};
}

// A compare of a scalar, or of its sum or difference with a number, with a number: base + sign x against c.
typedef struct test {
    LLVMValueRef x;
    LLVMIntPredicate pred;
    int64_t sign, base, c;
} test;

static bool test_of(LLVMValueRef c, test *t) {
    if (!LLVMIsAICmpInst(c) || genx_is_vec(LLVMTypeOf(LLVMGetOperand(c, 0))) ||
        !genx_const_i64(LLVMGetOperand(c, 1), &t->c))
        return false;
    LLVMValueRef y = LLVMGetOperand(c, 0);
    unsigned bits = genx_elt_bits(LLVMTypeOf(y));
    *t = (test){y, LLVMGetICmpPredicate(c), 1, 0, t->c};
    bool sum = LLVMIsABinaryOperator(y) && LLVMGetNSW(y);
    if (sum && LLVMGetInstructionOpcode(y) == LLVMSub && genx_const_i64(LLVMGetOperand(y, 0), &t->base)) {
        t->x = LLVMGetOperand(y, 1);
        t->sign = -1;
    } else if (sum && LLVMGetInstructionOpcode(y) == LLVMAdd && genx_const_i64(LLVMGetOperand(y, 1), &t->base)) {
        t->x = LLVMGetOperand(y, 0);
    }
    return bits == 16 || bits == 32;
}

static LLVMIntPredicate as_signed(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntUGT:
        return LLVMIntSGT;
    case LLVMIntUGE:
        return LLVMIntSGE;
    case LLVMIntULT:
        return LLVMIntSLT;
    case LLVMIntULE:
        return LLVMIntSLE;
    default:
        return p;
    }
}

static LLVMIntPredicate mirrored(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntSGT:
        return LLVMIntSLT;
    case LLVMIntSGE:
        return LLVMIntSLE;
    case LLVMIntSLT:
        return LLVMIntSGT;
    case LLVMIntSLE:
        return LLVMIntSGE;
    default:
        return p;
    }
}

// Makes a signed compare of an unsigned one of numbers in [least, most]. Returns false if one compare does not do.
static bool drop_unsigned(test *t, int64_t least, int64_t most) {
    LLVMIntPredicate p = as_signed(t->pred);
    if (p == t->pred)
        return true;
    bool above = p == LLVMIntSGT || p == LLVMIntSGE, or_equal = p == LLVMIntSGE || p == LLVMIntSLE;
    if (t->c < 0)
        return false;
    t->pred = p;
    if (least >= 0)
        return true;
    int64_t beyond = above == or_equal ? t->c : t->c + 1; // the least number on the other side of c
    if (most >= beyond)
        return false;
    t->pred = above ? LLVMIntSLT : LLVMIntSGE; // only negative numbers are larger than c
    t->c = 0;
    return true;
}

// Makes a signed compare of x itself of the test. Returns false if it is not one for all x in r.
static bool simplify(test *t, const range *r) {
    int64_t least = t->base + (t->sign > 0 ? r->lo : -r->hi), most = t->base + (t->sign > 0 ? r->hi : -r->lo);
    if (!drop_unsigned(t, least, most))
        return false;
    t->pred = t->sign > 0 ? t->pred : mirrored(t->pred);
    t->c = t->sign > 0 ? t->c - t->base : t->base - t->c;
    t->sign = 1;
    t->base = 0;
    return true;
}

static void narrow(range *r, LLVMIntPredicate p, int64_t c) {
    switch (p) {
    case LLVMIntSLT:
        r->hi = c - 1 < r->hi ? c - 1 : r->hi;
        break;
    case LLVMIntSLE:
        r->hi = c < r->hi ? c : r->hi;
        break;
    case LLVMIntSGT:
        r->lo = c + 1 > r->lo ? c + 1 : r->lo;
        break;
    case LLVMIntSGE:
        r->lo = c > r->lo ? c : r->lo;
        break;
    default:
        break;
    }
}

static LLVMIntPredicate opposite(LLVMIntPredicate p) {
    switch (p) {
    case LLVMIntSLT:
        return LLVMIntSGE;
    case LLVMIntSLE:
        return LLVMIntSGT;
    case LLVMIntSGT:
        return LLVMIntSLE;
    case LLVMIntSGE:
        return LLVMIntSLT;
    default:
        return LLVMIntEQ; // says nothing here
    }
}

// Adds what the way from one block to another says of x.
static void add_edge(range *r, LLVMValueRef x, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMValueRef br = LLVMGetBasicBlockTerminator(from);
    test t;
    if (!LLVMIsABranchInst(br) || !LLVMIsConditional(br) || LLVMGetSuccessor(br, 0) == LLVMGetSuccessor(br, 1) ||
        !test_of(LLVMGetCondition(br), &t) || t.x != x || !simplify(&t, r))
        return;
    narrow(r, LLVMGetSuccessor(br, 0) == to ? t.pred : opposite(t.pred), t.c);
}

// Adds what the ways to bb say.
static void add_blocks(range *r, LLVMValueRef x, LLVMBasicBlockRef bb) {
    for (uint32_t k = 0; k < MAX_BLOCKS; k++) {
        LLVMBasicBlockRef before = genx_only_pred(bb);
        if (!before)
            break;
        add_edge(r, x, before, bb);
        bb = before;
    }
}

// Twice, since an unsigned compare tells something once a compare before it has told that the number is not negative.
static range range_in(LLVMValueRef x, LLVMBasicBlockRef bb) {
    range r = range_of_type(LLVMTypeOf(x));
    add_blocks(&r, x, bb);
    add_blocks(&r, x, bb);
    return r;
}

static range range_on_edge(LLVMValueRef x, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    range r = range_in(x, from);
    add_edge(&r, x, from, to);
    return r;
}

// Chains of writes

// Whether v writes one scalar to an element at a constant offset, always or under a compare.
static bool writes_lane(LLVMValueRef v, uint32_t *lane) {
    genx_region r;
    if (!genx_is_wrregion(v) || !genx_is_vec(LLVMTypeOf(v)) || !genx_region_of(v, &r) || !r.off_const || r.lanes != 1 ||
        r.off_b % r.elt_b || genx_is_vec(LLVMTypeOf(LLVMGetOperand(v, GENX_WR_NEW))))
        return false;
    *lane = r.off_b / r.elt_b;
    return genx_mask_is_true(v) || LLVMIsAICmpInst(LLVMGetOperand(v, GENX_WR_MASK));
}

static bool goes_on(LLVMValueRef v) {
    LLVMValueRef next = genx_single_use(v) ? LLVMGetUser(LLVMGetFirstUse(v)) : NULL;
    uint32_t lane;
    return next && LLVMIsAInstruction(next) && LLVMGetInstructionParent(next) == LLVMGetInstructionParent(v) &&
           writes_lane(next, &lane) && LLVMGetOperand(next, GENX_WR_OLD) == v;
}

static void collect(chain *c, LLVMValueRef last) {
    uint32_t lane;
    c->n = 0;
    for (LLVMValueRef v = last; c->n < MAX_LANES && writes_lane(v, &lane); v = LLVMGetOperand(v, GENX_WR_OLD)) {
        if (v != last && !goes_on(v))
            break;
        for (uint32_t k = 0; k < c->n; k++)
            if (c->lane[k] == lane)
                return;
        c->at[c->n] = v;
        c->lane[c->n++] = lane;
    }
}

// The scalar and the kind of compare that the chain's conditions have; NULL if no condition tells.
static LLVMValueRef scalar_of(const chain *c, LLVMIntPredicate *pred) {
    test t;
    for (uint32_t k = 0; k < c->n; k++) {
        if (!test_of(LLVMGetOperand(c->at[k], GENX_WR_MASK), &t))
            continue;
        range r = range_in(t.x, LLVMGetInstructionParent(c->at[k]));
        if (!simplify(&t, &r) || (t.pred != LLVMIntSLT && t.pred != LLVMIntSGT))
            continue;
        *pred = t.pred;
        return t.x;
    }
    return NULL;
}

// The number c for which a write's condition is x < c (or x > c) for all x in r. Returns false if no number is.
static bool limit_of(LLVMValueRef write, LLVMValueRef x, LLVMIntPredicate pred, const range *r, int64_t *c) {
    bool below = pred == LLVMIntSLT;
    range all = range_of_type(LLVMTypeOf(x));
    test t;
    if (genx_mask_is_true(write)) {
        *c = below ? r->hi + 1 : r->lo - 1;
        return below ? r->hi < all.hi : r->lo > all.lo;
    }
    if (!test_of(LLVMGetOperand(write, GENX_WR_MASK), &t) || t.x != x || !simplify(&t, r) || t.c < all.lo ||
        t.c > all.hi)
        return false;
    *c = t.c;
    if (t.pred == pred)
        return true;
    if (t.pred == LLVMIntNE)
        return t.c == (below ? r->hi : r->lo);
    *c += below ? 1 : -1;
    return t.pred == LLVMIntEQ && t.c == (below ? r->lo : r->hi) && *c >= all.lo && *c <= all.hi;
}

// The lanes that w has, without gaps? Sets w->first and w->n from the n writes of the chain.
static bool set_lanes(writes *w, const chain *c, uint32_t n, const int64_t limit[]) {
    uint32_t lo = UINT32_MAX, hi = 0;
    for (uint32_t k = 0; k < n; k++) {
        lo = c->lane[k] < lo ? c->lane[k] : lo;
        hi = c->lane[k] > hi ? c->lane[k] : hi;
    }
    if (n < MIN_LANES || hi - lo + 1 != n)
        return false;
    w->first = lo;
    w->n = n;
    for (uint32_t k = 0; k < n; k++) {
        w->c[c->lane[k] - lo] = limit[k];
        w->value[c->lane[k] - lo] = LLVMGetOperand(c->at[k], GENX_WR_NEW);
    }
    return true;
}

// How many of the n writes from the last one on have numbers that change by the same from lane to lane; n if too few
// do.
static uint32_t progression(const chain *c, uint32_t n, const int64_t limit[]) {
    for (uint32_t k = 1; k < n; k++) {
        bool up = c->lane[k] == c->lane[0] + k, down = c->lane[k] + k == c->lane[0];
        if ((up || down) && limit[k] - limit[0] == (limit[1] - limit[0]) * k)
            continue;
        return k < MIN_LANES ? n : k;
    }
    return n;
}

// All values are the same, or constants.
static bool values_fit(const writes *w) {
    bool same = true, constant = true;
    for (uint32_t k = 0; k < w->n; k++) {
        same &= w->value[k] == w->value[0];
        constant &= LLVMIsConstant(w->value[k]);
    }
    return same || constant;
}

// Fills *w with the longest end of the chain whose conditions have one form.
static bool writes_of(LLVMValueRef last, writes *w) {
    chain c;
    int64_t limit[MAX_LANES];
    uint32_t n = 0;
    collect(&c, last);
    w->x = scalar_of(&c, &w->pred);
    if (!w->x || c.n < MIN_LANES)
        return false;
    range r = range_in(w->x, LLVMGetInstructionParent(last));
    while (n < c.n && limit_of(c.at[n], w->x, w->pred, &r, &limit[n]))
        n++;
    n = progression(&c, n, limit);
    if (!n || !set_lanes(w, &c, n, limit) || !values_fit(w))
        return false;
    w->last = last;
    w->old = LLVMGetOperand(c.at[n - 1], GENX_WR_OLD);
    return true;
}

// Adds lanes up to a power of two. They are never written, if r is right.
static void pad(writes *w, const range *r) {
    uint32_t n = MIN_LANES, all = genx_lanes(LLVMTypeOf(w->last));
    bool below = w->pred == LLVMIntSLT;
    int64_t step = w->c[1] - w->c[0], never = below ? r->lo : r->hi;
    while (n < w->n)
        n *= 2;
    if (w->first + n > all || n > MAX_LANES)
        return;
    for (uint32_t k = w->n; k < n; k++) { // the progression goes on where it can
        int64_t next = w->c[k - 1] + step;
        w->c[k] = (below ? next <= never : next >= never) ? next : never;
        w->value[k] = w->value[0];
    }
    w->n = n;
}

// Building

// Where values that x determines can be computed once.
static LLVMValueRef after(LLVMValueRef x) {
    LLVMValueRef i;
    if (LLVMIsAInstruction(x)) {
        i = LLVMIsAPHINode(x) ? LLVMGetFirstInstruction(LLVMGetInstructionParent(x)) : LLVMGetNextInstruction(x);
    } else {
        assert(LLVMIsAArgument(x) && "constants are not compared");
        i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(x)));
    }
    while (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i) || gx_is_debug(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static LLVMValueRef constants(LLVMTypeRef t, const int64_t *c, uint32_t n) {
    LLVMValueRef all[MAX_LANES];
    for (uint32_t k = 0; k < n; k++)
        all[k] = LLVMConstInt(t, (uint64_t)c[k], 1);
    return LLVMConstVector(all, n);
}

// The least of x and most, or the greatest if most is negative.
static LLVMValueRef bound(jc *J, LLVMValueRef x, int64_t most) {
    const char *name = most > 0 ? "llvm.smin" : "llvm.smax";
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef args[2] = {x, LLVMConstInt(t, (uint64_t)most, 1)};
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(J->mod, LLVMLookupIntrinsicID(name, strlen(name)), &t, 1);
    return LLVMBuildCall2(J->b, LLVMGlobalGetValueType(f), f, args, 2, "");
}

// How large numbers can be that are bounded, so that sums with steps of as many stay in the type.
static int64_t bound_of(LLVMTypeRef t) {
    return (range_of_type(t).hi + 1) / 2;
}

// x, x + step, x + 2 step, ...
static LLVMValueRef ramp_of(jc *J, LLVMValueRef x, int64_t step, uint32_t n, bool bounded) {
    int64_t c[MAX_LANES];
    for (uint32_t k = 0; k < J->n_ramps; k++) {
        const ramp *r = &J->ramps[k];
        if (r->x == x && r->step == step && r->n == n && r->bounded == bounded)
            return r->y;
    }
    for (uint32_t k = 0; k < n; k++)
        c[k] = step * k;
    LLVMPositionBuilderBefore(J->b, after(x));
    LLVMValueRef from = bounded ? bound(J, x, step > 0 ? bound_of(LLVMTypeOf(x)) : -bound_of(LLVMTypeOf(x))) : x;
    LLVMValueRef splat = genx_build_splat(J->b, from, n);
    LLVMValueRef y = LLVMBuildAdd(J->b, splat, constants(LLVMTypeOf(x), c, n), "");
    if (J->n_ramps < MAX_RAMPS)
        J->ramps[J->n_ramps++] = (ramp){x, y, step, n, bounded};
    return y;
}

// Whether c falls by the same number from lane to lane, and neither c nor the whole way is as large as a bounded x.
static bool is_progression(const writes *w) {
    int64_t step = w->c[0] - w->c[1], most = bound_of(LLVMTypeOf(w->x)) / 2;
    for (uint32_t k = 1; k < w->n; k++)
        if (w->c[k - 1] - w->c[k] != step)
            return false;
    return step != 0 && llabs(w->c[0]) < most && llabs(step) * (w->n - 1) < most;
}

// Whether x plus the steps stays in its type for all x in r.
static bool stays_in_type(const writes *w, const range *r) {
    range all = range_of_type(LLVMTypeOf(w->x));
    int64_t way = (w->c[0] - w->c[1]) * (w->n - 1);
    return r->hi + way <= all.hi && r->lo + way >= all.lo;
}

static LLVMValueRef build_mask(jc *J, const writes *w, const range *r, LLVMValueRef at) {
    LLVMTypeRef t = LLVMTypeOf(w->x);
    LLVMValueRef y, c;
    if (is_progression(w)) {
        y = ramp_of(J, w->x, w->c[0] - w->c[1], w->n, !stays_in_type(w, r));
        c = genx_const_all(LLVMVectorType(t, w->n), LLVMConstInt(t, (uint64_t)w->c[0], 1));
        LLVMPositionBuilderBefore(J->b, at);
    } else {
        LLVMPositionBuilderBefore(J->b, at);
        y = genx_build_splat(J->b, w->x, w->n);
        c = constants(t, w->c, w->n);
    }
    return LLVMBuildICmp(J->b, w->pred, y, c, "");
}

static LLVMValueRef build_value(jc *J, const writes *w) {
    if (LLVMIsConstant(w->value[0]))
        return LLVMConstVector((LLVMValueRef *)w->value, w->n);
    return genx_build_splat(J->b, w->value[0], w->n);
}

// Builds the write before `at`.
static LLVMValueRef build_write(jc *J, const writes *w, const range *r, LLVMValueRef at) {
    uint32_t e = genx_elt_b(LLVMTypeOf(w->last));
    genx_region row = genx_row_region(w->n, w->first * e, e);
    LLVMValueRef mask = build_mask(J, w, r, at);
    LLVMSetCurrentDebugLocation2(J->b, LLVMInstructionGetDebugLoc(w->last));
    LLVMValueRef value = build_value(J, w);
    return genx_build_wr(J->b, J->mod, w->old, value, &row, mask);
}

// Ways that join

// Whether all lanes, or none, are written for every x in r.
static bool all_or_none(const writes *w, const range *r, bool all) {
    for (uint32_t k = 0; k < w->n; k++) {
        bool below = w->pred == LLVMIntSLT;
        bool fits = below ? (all ? r->hi < w->c[k] : r->lo >= w->c[k]) : (all ? r->lo > w->c[k] : r->hi <= w->c[k]);
        if (!fits)
            return false;
    }
    return true;
}

// Whether v is old with the values of w in all its lanes.
static bool writes_all(const writes *w, LLVMValueRef v) {
    genx_region r;
    if (!genx_is_wrregion(v) || !genx_single_use(v) || !genx_mask_is_true(v) ||
        LLVMGetOperand(v, GENX_WR_OLD) != w->old || !genx_region_of(v, &r) || !r.off_const || r.lanes != w->n ||
        r.stride != 1 || (r.width != r.lanes && r.vstride != r.width) || r.off_b != w->first * r.elt_b)
        return false;
    LLVMValueRef value = LLVMGetOperand(v, GENX_WR_NEW);
    return LLVMIsConstant(w->value[0]) && value == LLVMConstVector((LLVMValueRef *)w->value, w->n);
}

// Whether phi is what w writes, whatever way leads to it. *all becomes what is known of x on all of them.
static bool is_same_on_all_ways(const writes *w, LLVMValueRef phi, range *all) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(phi);
    *all = (range){INT64_MAX, INT64_MIN};
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, k);
        range r = range_on_edge(w->x, LLVMGetIncomingBlock(phi, k), bb);
        bool same = v == w->last || (v == w->old && all_or_none(w, &r, false)) ||
                    (writes_all(w, v) && all_or_none(w, &r, true));
        if (!same)
            return false;
        all->lo = r.lo < all->lo ? r.lo : all->lo;
        all->hi = r.hi > all->hi ? r.hi : all->hi;
    }
    return phi != w->old;
}

// Moves the write to the PHI that is its only user, if the PHI is the write.
static void move_to_join(jc *J, const writes *w) {
    range r;
    LLVMValueRef phi = genx_single_use(w->last) ? LLVMGetUser(LLVMGetFirstUse(w->last)) : NULL;
    if (!phi || !LLVMIsAPHINode(phi) || !is_same_on_all_ways(w, phi, &r))
        return;
    LLVMValueRef v = build_write(J, w, &r, genx_after_phis(LLVMGetInstructionParent(phi)));
    LLVMReplaceAllUsesWith(phi, v);
    LLVMInstructionEraseFromParent(phi);
}

// The number of writes that one takes the place of, the last of which is `last`; 0 if none does.
static uint32_t join(jc *J, LLVMValueRef last) {
    writes w;
    uint32_t lane;
    if (!writes_lane(last, &lane) || !writes_of(last, &w))
        return 0;
    uint32_t n = w.n;
    range r = range_in(w.x, LLVMGetInstructionParent(last));
    pad(&w, &r);
    LLVMValueRef v = build_write(J, &w, &r, last);
    LLVMReplaceAllUsesWith(last, v);
    w.last = v;
    move_to_join(J, &w);
    return n;
}

static bool join_block(jc *J, LLVMBasicBlockRef bb) {
    LLVMValueRef i = LLVMGetLastInstruction(bb);
    bool changed = false;
    while (i) {
        uint32_t n = join(J, i), lane;
        changed |= n > 0;
        i = LLVMGetPreviousInstruction(i);
        while (n > 1 && i) { // the others of the same chain
            n -= writes_lane(i, &lane);
            i = LLVMGetPreviousInstruction(i);
        }
    }
    return changed;
}

bool gx_join_conditions(gx_ctx *cx, LLVMValueRef fn) {
    jc J = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    bool changed = false;
    if (gx_has_flow(fn))
        return false;
    J.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(J.mod));
    genx_foreach_block(fn, bb)
        changed |= join_block(&J, bb);
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(J.b);
    return changed;
}
