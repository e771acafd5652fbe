// SPDX-License-Identifier: MIT
// gx_predicate_writes: if-convert a block that writes or selects a few elements.
//
//   before                                              after
//       br %c, then, join                                   %w1 = wrregion %v, %x, element 0, %c
//     then:                                                 %w2 = wrregion %w1, %y, element 1, %c
//       %w1 = wrregion %v, %x, element 0                    br %c, then, join
//       %w2 = wrregion %w1, %y, element 1                 then:
//       br join                                             br join
//       %r = rdregion %u, element 3                         %s = select %c, (rdregion %u, element 3), %q
//     join:                                               join:
//       %p = phi [%w2, then], [%v, ...]                     %p = phi [%w2, then], [%w2, ...]
//       %n = phi [%r, then], [%q, ...]                      %n = phi [%s, then], [%s, ...]
//
// Why: "if (s < best(0)) { best(0) = s; best(1) = x; }" takes three instructions in place of a branch around two. The
// code before and after it can then be scheduled together. LLVM's simplifycfg does this neither for writes nor for
// reads of elements; it runs next and removes the empty block. Only writes of one element at a constant offset are
// converted: for more lanes the condition would be compared in all of them, and a variable offset may be invalid where
// the condition is false.
// Needs: simplifycfg after it. Does not handle: SIMD control flow; blocks with more than MAX_STEPS writes and selects.

#include "passes_priv.h"

#include "llvm_shim.h"

enum { MAX_STEPS = 4, MAX_WORK = 2 };

typedef struct way {
    LLVMBasicBlockRef from, then, join;
    LLVMValueRef cond;
    bool taken_if; // the condition that leads to then
} way;

static bool find_way(LLVMBasicBlockRef then, way *w) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(then);
    w->then = then;
    w->from = genx_only_pred(then);
    if (!w->from || w->from == then || !LLVMIsABranchInst(end) || LLVMIsConditional(end))
        return false;
    LLVMValueRef br = LLVMGetBasicBlockTerminator(w->from);
    w->join = LLVMGetSuccessor(end, 0);
    if (!LLVMIsABranchInst(br) || !LLVMIsConditional(br) || w->join == then)
        return false;
    w->cond = LLVMGetCondition(br);
    w->taken_if = LLVMGetSuccessor(br, 0) == then;
    return LLVMGetSuccessor(br, w->taken_if ? 1 : 0) == w->join;
}

// A write of one element at a constant offset whose only user is the next write or a PHI.
static bool writes_element(LLVMValueRef v) {
    genx_region r;
    return genx_is_wrregion(v) && genx_single_use(v) && genx_mask_is_true(v) && genx_region_of(v, &r) && r.off_const &&
           r.lanes == 1;
}

// May v be speculated, at little or no cost?
static bool is_cheap(LLVMValueRef v, unsigned *work) {
    genx_region r;
    if (genx_is_vec(LLVMTypeOf(v)))
        return LLVMIsABitCastInst(v);
    if (genx_is_rdregion(v))
        return genx_region_of(v, &r) && r.off_const;
    if (LLVMIsACastInst(v))
        return ++*work <= MAX_WORK;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    bool cheap = (genx_is_int_op(o) && o != LLVMMul) || o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul;
    return cheap && genx_elt_bits(LLVMTypeOf(v)) <= 32 && ++*work <= MAX_WORK;
}

// The vector that the block's chain of writes ending in v starts from; v itself if it is not such a write. Counts the
// writes.
static LLVMValueRef chain_base(LLVMValueRef v, LLVMBasicBlockRef bb, unsigned *writes) {
    while (LLVMIsAInstruction(v) && LLVMGetInstructionParent(v) == bb && writes_element(v)) {
        ++*writes;
        v = LLVMGetOperand(v, 0);
    }
    return v;
}

static bool is_number(LLVMTypeRef t) {
    unsigned bits = genx_is_vec(t) || LLVMGetTypeKind(t) == LLVMPointerTypeKind ? 0 : genx_elt_bits(t);
    return bits >= 8 && bits <= 32;
}

// Is every PHI of the join the end of a chain of writes of the block, or a number that a select can choose?
static bool phis_fit(const way *w, unsigned *chained) {
    unsigned steps = 0;
    genx_foreach_phi(w->join, p) {
        LLVMValueRef v = genx_incoming(p, w->then), other = genx_incoming(p, w->from);
        unsigned writes = 0;
        LLVMValueRef base = chain_base(v, w->then, &writes);
        if (v != other && (writes ? base != other : !is_number(LLVMTypeOf(p))))
            return false;
        *chained += writes;
        steps += writes ? writes : v != other;
    }
    return steps && steps <= MAX_STEPS;
}

static bool fits(const way *w) {
    unsigned chained = 0, writes = 0, work = 0;
    if (LLVMIsConstant(w->cond) || LLVMIsAPHINode(LLVMGetFirstInstruction(w->then)) || !phis_fit(w, &chained))
        return false;
    genx_foreach_inst(w->then, i) {
        if (gx_is_debug(i) || LLVMIsATerminatorInst(i))
            continue;
        bool write = writes_element(i);
        writes += write;
        if (!write && !is_cheap(i, &work))
            return false;
    }
    return writes == chained; // every write ends in a PHI
}

// Moves the block's instructions before the branch and predicates the writes with the condition.
static void hoist(LLVMBuilderRef b, const way *w) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(w->from), next;
    LLVMValueRef mask = w->taken_if ? w->cond : LLVMBuildNot(b, w->cond, "");
    for (LLVMValueRef i = LLVMGetFirstInstruction(w->then); !LLVMIsATerminatorInst(i); i = next) {
        next = LLVMGetNextInstruction(i);
        if (gx_is_debug(i))
            continue;
        gx_shim_move_before(i, end);
        if (genx_is_wrregion(i))
            LLVMSetOperand(i, GENX_WR_MASK, mask);
    }
}

static LLVMValueRef chosen(LLVMBuilderRef b, const way *w, LLVMValueRef v, LLVMValueRef other) {
    if (genx_is_vec(LLVMTypeOf(v)))
        return v; // the writes in the chain are predicated
    return LLVMBuildSelect(b, w->cond, w->taken_if ? v : other, w->taken_if ? other : v, "");
}

// Makes both edges carry the same values, so that simplifycfg keeps one of them.
static void join(LLVMBuilderRef b, const way *w) {
    genx_foreach_phi(w->join, p) {
        LLVMValueRef v = genx_incoming(p, w->then), other = genx_incoming(p, w->from);
        if (v == other)
            continue;
        LLVMValueRef c = chosen(b, w, v, other);
        for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
            if (LLVMGetIncomingBlock(p, k) == w->from || LLVMGetIncomingBlock(p, k) == w->then)
                LLVMSetOperand(p, k, c);
    }
}

bool gx_predicate_writes(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    if (gx_has_flow(fn))
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    bool changed = false;
    genx_foreach_block(fn, bb) {
        way w;
        if (!find_way(bb, &w) || !fits(&w))
            continue;
        LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(w.from));
        hoist(b, &w);
        join(b, &w);
        changed = true;
    }
    LLVMDisposeBuilder(b);
    return changed;
}
