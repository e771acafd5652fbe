// SPDX-License-Identifier: MIT
// gx_sink_steps: update an induction variable after the last use of its old value.
//
//   before                                    after
//     %next = add i32 %i, 1                     %last = icmp ult i32 %i, 15
//     %last = icmp ult i32 %i, 15               %next = add i32 %i, 1
//     br i1 %last, loop, done                   br i1 %last, loop, done
//
//     %next = add i32 %i, 1                     %next = add i32 %i, 1
//     %last = icmp ult i32 %i, 15               %last = icmp ult i32 %next, 16
//
// Why: while both values are live they need two registers and a mov in each iteration. LLVM compares the old value
// where that saves it a proof about overflow. Works for any operation on one element whose result is the next value of
// its operand. Where no addition of the loop wraps, the compare uses the new value; its limit is then the one in the
// source code.
// Does not handle: uses of the new value in the same block, uses of the old value in a later block or on another edge.

#include "passes_priv.h"

#include "llvm_shim.h"

// The PHI that i updates on the edge out of its block; NULL if i is not such a step.
static LLVMValueRef continued(LLVMValueRef i) {
    if (!LLVMIsABinaryOperator(i) || genx_lanes(LLVMTypeOf(i)) != 1)
        return NULL;
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(i);
    for (unsigned op = 0; op < 2; op++) {
        LLVMValueRef phi = LLVMGetOperand(i, op);
        if (!LLVMIsAPHINode(phi))
            continue;
        for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++)
            if (LLVMGetIncomingValue(phi, k) == i && LLVMGetIncomingBlock(phi, k) == bb)
                return phi;
    }
    return NULL;
}

static bool used_in(LLVMValueRef v, LLVMBasicBlockRef bb) {
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAPHINode(user) && LLVMGetInstructionParent(user) == bb)
            return true;
    }
    return false;
}

static bool used_after(LLVMValueRef phi, LLVMValueRef step) {
    for (LLVMValueRef i = LLVMGetNextInstruction(step); i; i = LLVMGetNextInstruction(i))
        for (unsigned k = 0, n = (unsigned)LLVMGetNumOperands(i); k < n; k++)
            if (LLVMGetOperand(i, k) == phi)
                return true;
    return false;
}

typedef struct limit {
    LLVMIntPredicate p;
    bool sign;
    int64_t lo, hi; // range of the type
} limit;

static int64_t number(const limit *l, LLVMValueRef c) {
    return l->sign ? LLVMConstIntGetSExtValue(c) : (int64_t)LLVMConstIntGetZExtValue(c);
}

// Are all initial values constants from which one step does not wrap?
static bool starts_fit(const limit *l, LLVMValueRef phi, LLVMValueRef step, int64_t by) {
    for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
        LLVMValueRef in = LLVMGetIncomingValue(phi, k);
        if (in == step && LLVMGetIncomingBlock(phi, k) == LLVMGetInstructionParent(step))
            continue;
        if (!LLVMIsAConstantInt(in) || number(l, in) + by < l->lo || number(l, in) + by > l->hi)
            return false;
    }
    return true;
}

// The loop continues while the old value stays on its side of c. Does the step from the first value beyond stay in
// range?
static bool last_fits(const limit *l, bool stays_if_true, int64_t c, int64_t by) {
    bool less = l->p == LLVMIntULT || l->p == LLVMIntULE || l->p == LLVMIntSLT || l->p == LLVMIntSLE;
    bool with = l->p == LLVMIntULE || l->p == LLVMIntUGE || l->p == LLVMIntSLE || l->p == LLVMIntSGE;
    bool stays_below = less == stays_if_true;
    if (stays_below != (by > 0)) // the value moves away from the limit
        return false;
    int64_t farthest = with == stays_if_true ? c : by > 0 ? c - 1 : c + 1;
    return farthest + 2 * by >= l->lo && farthest + 2 * by <= l->hi;
}

// The limit for a compare of the new value in place of the old one; NULL if the result could differ.
static LLVMValueRef new_limit(LLVMValueRef phi, LLVMValueRef step, LLVMValueRef cmp, bool stays_if_true) {
    LLVMTypeRef t = LLVMTypeOf(phi);
    unsigned bits = genx_elt_bits(t);
    limit l = {.p = LLVMGetICmpPredicate(cmp)};
    l.sign = l.p >= LLVMIntSGT;
    l.lo = l.sign ? -(1ll << (bits - 1)) : 0;
    l.hi = l.lo + (1ll << bits) - 1;
    int64_t by = LLVMConstIntGetSExtValue(LLVMGetOperand(step, 1)), c = number(&l, LLVMGetOperand(cmp, 1));
    bool equal = l.p == LLVMIntEQ || l.p == LLVMIntNE; // correct even if the value wraps
    if (!equal &&
        (c + by < l.lo || c + by > l.hi || !starts_fit(&l, phi, step, by) || !last_fits(&l, stays_if_true, c, by)))
        return NULL;
    return LLVMConstInt(t, (uint64_t)(c + by), true);
}

static bool is_with_constant(LLVMValueRef v, LLVMValueRef x) {
    return LLVMGetOperand(v, 0) == x && LLVMIsAConstantInt(LLVMGetOperand(v, 1));
}

// Makes the block's final compare of the old value and a constant use the new value. The old value must have no use
// after the compare.
static bool query_new(LLVMValueRef phi, LLVMValueRef step, LLVMValueRef end) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(end);
    if (genx_elt_bits(LLVMTypeOf(phi)) > 32 || LLVMGetInstructionOpcode(step) != LLVMAdd ||
        !is_with_constant(step, phi) || !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
        return false;
    LLVMValueRef cmp = LLVMGetCondition(end);
    if (!LLVMIsAICmpInst(cmp) || LLVMGetInstructionParent(cmp) != bb || !genx_single_use(cmp) ||
        !is_with_constant(cmp, phi) || used_after(phi, cmp))
        return false;
    LLVMValueRef moved = new_limit(phi, step, cmp, LLVMGetSuccessor(end, 0) == LLVMGetInstructionParent(phi));
    if (!moved)
        return false;
    gx_shim_move_before(step, cmp);
    LLVMSetOperand(cmp, 0, step);
    LLVMSetOperand(cmp, 1, moved);
    return true;
}

bool gx_sink_steps(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = false;
    genx_foreach_block(fn, bb) {
        LLVMValueRef next, end = LLVMGetBasicBlockTerminator(bb);
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i != end; i = next) {
            next = LLVMGetNextInstruction(i);
            LLVMValueRef phi = continued(i);
            if (!phi || used_in(i, bb) || !used_after(phi, i))
                continue;
            if (!query_new(phi, i, end))
                gx_shim_move_before(i, end);
            changed = true;
        }
    }
    return changed;
}
