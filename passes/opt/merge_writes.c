// SPDX-License-Identifier: MIT
// gx_merge_writes: merge writes of the same element on two paths into one write of a selected value.
//
//   before                                                after
//       %c = icmp sgt (rdregion %a, off %o), 0              %c = icmp sgt (rdregion %a, off %o), 0
//       br %c, and, else                                    %r = rdregion %b, off %o
//     and:                                                  br %c, and, else
//       %r = rdregion %b, off %o                          and:
//       %d = icmp sgt %r, 0                                 %d = icmp sgt %r, 0
//       br %d, then, else                                   br %d, then, else
//     then:                                               then:
//       %v1 = wrregion %v, %x, off %o                       br join
//       br join                                           else:
//     else:                                                 br join
//       %v2 = wrregion %v, %y, off %o                     join:
//       br join                                             %n = phi [%x, then], [%y, else]
//     join:                                                 %p = wrregion %v, %n, off %o
//       %p = phi [%v1, then], [%v2, else]
//
// Why: LLVM's simplifycfg turns the emptied blocks into a select and the two tests into one. It does neither while the
// blocks contain writes, or reads that must not be speculated. A read at a variable offset is hoisted only where the
// first test has read, at the same offset, a vector of no more bytes: the hoisted read is then in bounds whenever that
// read is.
// Does not handle: vectors as new values (a select costs more than a write on each path); new values that take more
// than one step on a path, which simplifycfg might not speculate.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <assert.h>

enum { MAX_STEPS = 1 }; // on a path besides its write
enum { MAX_EARLY = 3 }; // hoisted instructions of the second test

// One merge of writes

// An operation on numbers that simplifycfg speculates on both paths in order to form a select.
static bool is_step(LLVMValueRef i) {
    LLVMOpcode o = LLVMGetInstructionOpcode(i);
    bool divides = o == LLVMUDiv || o == LLVMSDiv || o == LLVMURem || o == LLVMSRem || o == LLVMFDiv || o == LLVMFRem;
    return LLVMIsABinaryOperator(i) && !divides && !genx_is_vec(LLVMTypeOf(i)) && genx_elt_bits(LLVMTypeOf(i)) <= 32;
}

// Does the block contain only this write, and at most MAX_STEPS steps that compute the new value?
static bool is_alone(LLVMValueRef w) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(w);
    unsigned steps = 0;
    genx_foreach_inst(bb, i) {
        if (i == w || gx_is_debug(i) || LLVMIsATerminatorInst(i))
            continue;
        if (!is_step(i) || ++steps > MAX_STEPS)
            return false;
    }
    return LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(bb)) == 1;
}

static bool writes_one(LLVMValueRef w, LLVMBasicBlockRef from) {
    genx_region r;
    return LLVMIsAInstruction(w) && genx_is_wrregion(w) && genx_single_use(w) && LLVMGetInstructionParent(w) == from &&
           genx_region_of(w, &r) && r.lanes == 1 && is_alone(w);
}

static bool same_place(LLVMValueRef a, LLVMValueRef b) {
    unsigned n = (unsigned)LLVMGetNumOperands(a);
    if (n != (unsigned)LLVMGetNumOperands(b) || LLVMTypeOf(LLVMGetOperand(a, 1)) != LLVMTypeOf(LLVMGetOperand(b, 1)))
        return false;
    for (unsigned k = 0; k < n; k++) // the callee is compared as well
        if (k != 1 && LLVMGetOperand(a, k) != LLVMGetOperand(b, k))
            return false;
    return true;
}

static bool mergeable(LLVMValueRef phi) {
    unsigned n = LLVMCountIncoming(phi);
    LLVMValueRef first = LLVMGetIncomingValue(phi, 0);
    for (unsigned k = 0; k < n; k++) {
        LLVMValueRef w = LLVMGetIncomingValue(phi, k);
        if (!writes_one(w, LLVMGetIncomingBlock(phi, k)) || !same_place(first, w))
            return false;
    }
    return n > 1;
}

static void merge(LLVMBuilderRef b, LLVMValueRef phi) {
    assert(LLVMIsAPHINode(phi) && "mergeable() checked");
    LLVMValueRef first = LLVMGetIncomingValue(phi, 0);
    LLVMPositionBuilderBefore(b, phi);
    LLVMValueRef chosen = LLVMBuildPhi(b, LLVMTypeOf(LLVMGetOperand(first, 1)), "chosen");
    for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++) {
        LLVMValueRef v = LLVMGetOperand(LLVMGetIncomingValue(phi, k), 1);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
        LLVMAddIncoming(chosen, &v, &from, 1);
    }
    LLVMPositionBuilderBefore(b, genx_after_phis(LLVMGetInstructionParent(phi)));
    LLVMValueRef w = LLVMInstructionClone(first);
    LLVMInsertIntoBuilder(b, w);
    LLVMSetOperand(w, 1, chosen);
    LLVMReplaceAllUsesWith(phi, w);
    LLVMInstructionEraseFromParent(phi);
}

// Reads of a second test

static bool goes_to(LLVMValueRef term, LLVMBasicBlockRef bb) {
    for (unsigned k = 0, n = LLVMGetNumSuccessors(term); k < n; k++)
        if (LLVMGetSuccessor(term, k) == bb)
            return true;
    return false;
}

static bool is_choice(LLVMValueRef term) {
    return term && LLVMIsABranchInst(term) && LLVMIsConditional(term);
}

// The only predecessor of bb, if it ends in a test whose other successor is also a successor of bb's own test; else
// NULL.
static LLVMBasicBlockRef first_test(LLVMBasicBlockRef bb) {
    LLVMValueRef mine = LLVMGetBasicBlockTerminator(bb);
    LLVMBasicBlockRef found = NULL;
    if (!is_choice(mine))
        return NULL;
    genx_foreach_use(LLVMBasicBlockAsValue(bb), u) {
        LLVMValueRef t = LLVMGetUser(u);
        if (!LLVMIsAInstruction(t) || found || !is_choice(t))
            return NULL;
        found = LLVMGetInstructionParent(t);
    }
    if (!found || found == bb)
        return NULL;
    LLVMValueRef t = LLVMGetBasicBlockTerminator(found);
    LLVMBasicBlockRef other = LLVMGetSuccessor(t, LLVMGetSuccessor(t, 0) == bb);
    return goes_to(mine, other) ? found : NULL;
}

static LLVMValueRef place_of(LLVMValueRef rd) {
    assert(genx_is_rdregion(rd) && "the caller checked");
    return LLVMGetOperand(rd, GENX_RD_OFFSET);
}

static bool reads_one(LLVMValueRef i, genx_region *r) {
    return genx_is_rdregion(i) && genx_region_of(i, r) && r->lanes == 1;
}

static bool in_bounds(LLVMValueRef rd, LLVMBasicBlockRef before) {
    genx_region r, o;
    if (!reads_one(rd, &r))
        return false;
    genx_foreach_inst(before, i)
        if (reads_one(i, &o) && place_of(i) == place_of(rd) && o.elt_b >= r.elt_b &&
            genx_size_b(LLVMTypeOf(LLVMGetOperand(i, 0))) <= genx_size_b(LLVMTypeOf(LLVMGetOperand(rd, 0))))
            return true;
    return false;
}

// Does the block contain only its test, and reads that are in bounds?
static bool reads_and_tests(LLVMBasicBlockRef bb, LLVMBasicBlockRef before) {
    unsigned n = 0;
    LLVMValueRef test = LLVMGetCondition(LLVMGetBasicBlockTerminator(bb));
    genx_foreach_inst(bb, i) {
        if (gx_is_debug(i) || LLVMIsATerminatorInst(i))
            continue;
        if (++n > MAX_EARLY || !(i == test ? LLVMIsAICmpInst(i) || LLVMIsAFCmpInst(i) : in_bounds(i, before)))
            return false;
    }
    return n > 1;
}

static bool read_early(LLVMBasicBlockRef bb) {
    LLVMBasicBlockRef before = first_test(bb);
    if (!before || !reads_and_tests(bb, before))
        return false;
    LLVMValueRef at = LLVMGetBasicBlockTerminator(before);
    genx_foreach_inst_safe(bb, i, next) {
        if (genx_is_rdregion(i))
            gx_shim_move_before(i, at);
    }
    return true;
}

bool gx_merge_writes(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    genx_foreach_block(fn, bb) {
        genx_foreach_phi_safe(bb, i, next) {
            if (!mergeable(i))
                continue;
            merge(b, i);
            changed = true;
        }
        changed |= read_early(bb);
    }
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(b);
    return changed;
}
