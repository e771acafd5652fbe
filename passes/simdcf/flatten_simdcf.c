// SPDX-License-Identifier: MIT
// gx_flatten_simdcf: predicate a short block under a goto, in place of the goto and its join.
//
//   before                                                        after
//       %g = goto(%em, 0, %c)                                         %on = and (slice %em), %c
//       br none, %join, %then                                         %w = wrregion(%v, %x, %on)
//     then:                                                           ... %w, %em
//       %w = wrregion(%v, %x, slice %g.0)
//       br %join
//     join:
//       %p = phi [%w, then], [%v, ...]
//       %j = join(%g.0, %g.1)
//       ... %p, %j.0
//
//   before, with an else                                          after
//       %g = goto(%em, 0, %c)                                         %on = and (slice %em), %c
//       br none, %else, %then                                         %w = wrregion(%v, %x, %on)
//     then:                                                           %h = goto(%em, 0, not %c)
//       %w = wrregion(%v, %x, slice %g.0)                             br none, %end, %rest
//       %h = goto(%g.0, 0, 0)
//       br %else
//     else:
//       %j = join(phi [%h.0, then], [%g.0, ...], %g.1)
//       br none, %end, %rest
//
// Why: two instructions fewer for each branch, and no wait for the branch. Code before and after it can be scheduled
// together, and the masks are only values. Blocks without effects qualify, whose results are values that the channels
// of the mask write: with no channel on, such a result is what it was before.
// How: "no channel is left" is false at a join where all channels of the branch meet again, because a block runs only
// while a channel is on. Inner branches come first, so that the outer block may become short.
// Does not handle: messages; scalar results; branches of more channels than a flag has, or on more than two registers,
// inside of others that stay; jumps to other joins (break, continue); regions at variable offsets, which
// may be valid only where a channel is on.

#include "cm/cm_priv.h"
#include "fit_simdcf.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

enum { MAX_WORK = 8, CALL_WORK = 4, OPERATION_GRF = 2, MASK_DEPTH = 4, FLAG_LANES = 16 };

typedef struct lane_if {
    gx_ctx *cx;
    LLVMBuilderRef b;
    LLVMModuleRef mod;
    LLVMBasicBlockRef from, then, at; // at: with the join
    LLVMValueRef go, join;
    LLVMValueRef leave;          // the goto at the end of `then` of all channels that are left; NULL without an else
    LLVMValueRef em_phi, rm_phi; // in `at`, with an else
} lane_if;

static bool is_part(LLVMValueRef v, LLVMValueRef call, unsigned k) {
    return LLVMIsAExtractValueInst(v) && LLVMGetOperand(v, 0) == call && LLVMGetIndices(v)[0] == k;
}

static bool is_empty(LLVMValueRef mask) {
    return LLVMIsAConstant(mask) && (LLVMIsNull(mask) || LLVMIsUndef(mask));
}

static unsigned edges_to(LLVMBasicBlockRef bb) {
    unsigned n = 0;
    genx_foreach_use(LLVMBasicBlockAsValue(bb), u)
        n += LLVMIsATerminatorInst(LLVMGetUser(u)) != NULL;
    return n;
}

static LLVMValueRef call_in(LLVMBasicBlockRef bb, genx_id id) {
    genx_foreach_inst(bb, i)
        if (genx_call_id(i) == id)
            return i;
    return NULL;
}

// The shape

// from: br none(go), at, then      then: br at      No other block leads to `then` or `at`.
static bool find_blocks(lane_if *w, LLVMBasicBlockRef from) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(from);
    if (!LLVMIsABranchInst(t) || !LLVMIsConditional(t) || !LLVMIsAExtractValueInst(LLVMGetCondition(t)))
        return false;
    w->from = from;
    w->go = LLVMGetOperand(LLVMGetCondition(t), 0);
    w->at = LLVMGetSuccessor(t, 0);
    w->then = LLVMGetSuccessor(t, 1);
    if (genx_call_id(w->go) != GENX_SIMDCF_GOTO || LLVMGetInstructionParent(w->go) != from ||
        !is_part(LLVMGetCondition(t), w->go, 2) || !genx_single_use(LLVMGetCondition(t)))
        return false;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(w->then);
    return w->at != w->then && w->at != from && w->then != from && LLVMIsABranchInst(end) && !LLVMIsConditional(end) &&
           LLVMGetSuccessor(end, 0) == w->at && edges_to(w->then) == 1 && edges_to(w->at) == 2 &&
           !LLVMIsAPHINode(LLVMGetFirstInstruction(w->then));
}

// The PHI in `at` that is the only user of part k of the leaving goto.
static LLVMValueRef phi_of(const lane_if *w, unsigned k) {
    LLVMValueRef found = NULL;
    genx_foreach_use(w->leave, u) {
        LLVMValueRef part = LLVMGetUser(u), p = is_part(part, w->leave, k) ? genx_single_user(part) : NULL;
        if (p && !found && LLVMIsAPHINode(p) && LLVMGetInstructionParent(p) == w->at)
            found = p;
        else if (is_part(part, w->leave, k))
            return NULL;
    }
    return found;
}

// Do the channels that the goto sends to the join meet all others there?
static bool fits_without_else(const lane_if *w) {
    return is_part(LLVMGetOperand(w->join, 0), w->go, 0);
}

static bool fits_with_else(lane_if *w) {
    LLVMValueRef em = LLVMGetOperand(w->leave, 0), stay = LLVMGetOperand(w->leave, 2);
    if (!is_part(em, w->go, 0) || !is_empty(LLVMGetOperand(w->leave, 1)) || !is_empty(stay) ||
        LLVMTypeOf(stay) != LLVMTypeOf(LLVMGetOperand(w->go, 2)))
        return false;
    w->em_phi = phi_of(w, 0);
    w->rm_phi = phi_of(w, 1);
    genx_foreach_use(w->leave, u)
        if (is_part(LLVMGetUser(u), w->leave, 2) && LLVMGetFirstUse(LLVMGetUser(u)))
            return false;
    return w->em_phi && w->rm_phi && LLVMGetOperand(w->join, 0) == w->em_phi && genx_single_use(w->em_phi) &&
           is_part(genx_incoming(w->em_phi, w->from), w->go, 0) && is_empty(genx_incoming(w->rm_phi, w->from));
}

// Replaces PHIs of equal values, which earlier changes leave.
static void fold_phis(LLVMBasicBlockRef bb) {
    genx_foreach_phi_safe(bb, p, next) {
        LLVMValueRef v = LLVMGetIncomingValue(p, 0);
        unsigned k = 1;
        while (k < LLVMCountIncoming(p) && LLVMGetIncomingValue(p, k) == v)
            k++;
        if (v == p || k < LLVMCountIncoming(p))
            continue;
        LLVMReplaceAllUsesWith(p, v);
        LLVMInstructionEraseFromParent(p);
    }
}

static bool find(lane_if *w, LLVMBasicBlockRef from) {
    if (!find_blocks(w, from) || !is_empty(LLVMGetOperand(w->go, 1)))
        return false;
    fold_phis(w->at);
    w->join = call_in(w->at, GENX_SIMDCF_JOIN);
    w->leave = call_in(w->then, GENX_SIMDCF_GOTO);
    if (!w->join || !is_part(LLVMGetOperand(w->join, 1), w->go, 1))
        return false;
    return w->leave ? fits_with_else(w) : fits_without_else(w);
}

// The uses of masks

static uint32_t channels(const lane_if *w) {
    return genx_lanes(LLVMTypeOf(LLVMGetOperand(w->go, 2)));
}

static bool is_slice(const lane_if *w, LLVMValueRef v) {
    return LLVMIsAInstruction(v) && LLVMGetNumOperands(v) && is_part(LLVMGetOperand(v, 0), w->go, 0) &&
           LLVMGetInstructionParent(v) == w->then && hw_is_low_part(v, LLVMGetOperand(v, 0)) &&
           genx_lanes(LLVMTypeOf(v)) <= channels(w);
}

// May this user of the mask in `then` read a value in its place?
static bool user_fits(const lane_if *w, LLVMValueRef user) {
    if (user == w->join || user == w->leave || user == w->em_phi || is_slice(w, user))
        return true;
    LLVMTypeRef em = LLVMTypeOf(LLVMGetOperand(w->go, 0));
    return LLVMGetInstructionParent(user) == w->then && !LLVMIsAPHINode(user) && channels(w) == genx_lanes(em);
}

static bool masks_fit(const lane_if *w) {
    genx_foreach_use(w->go, u) {
        LLVMValueRef part = LLVMGetUser(u);
        if (!LLVMIsAExtractValueInst(part))
            return false;
        unsigned k = LLVMGetIndices(part)[0];
        genx_foreach_use(part, v) {
            LLVMValueRef user = LLVMGetUser(v);
            if ((k == 0 && !user_fits(w, user)) || (k == 1 && user != w->join))
                return false;
        }
    }
    genx_foreach_use(w->join, u)
        if (!LLVMIsAExtractValueInst(LLVMGetUser(u)))
            return false;
    return true;
}

// The block's values

// Is mask m false for channels that the goto turns off?
static bool is_within(const lane_if *w, LLVMValueRef m, unsigned depth) {
    if (is_slice(w, m) || (is_part(m, w->go, 0) && channels(w) == genx_lanes(LLVMTypeOf(m))))
        return true;
    return depth && LLVMIsAInstruction(m) && LLVMGetInstructionOpcode(m) == LLVMAnd &&
           (is_within(w, LLVMGetOperand(m, 0), depth - 1) || is_within(w, LLVMGetOperand(m, 1), depth - 1));
}

// The value that v is when no channel is on.
static LLVMValueRef unchanged(const lane_if *w, LLVMValueRef v) {
    for (;;) {
        bool here = LLVMIsAInstruction(v) && LLVMGetInstructionParent(v) == w->then;
        if (here && LLVMIsABitCastInst(v))
            v = LLVMGetOperand(v, 0);
        else if (here && genx_is_wrregion(v) && is_within(w, LLVMGetOperand(v, GENX_WR_MASK), MASK_DEPTH))
            v = LLVMGetOperand(v, GENX_WR_OLD);
        else if (here && LLVMIsASelectInst(v) && is_within(w, LLVMGetOperand(v, 0), MASK_DEPTH))
            v = LLVMGetOperand(v, 2);
        else
            return v;
    }
}

static LLVMValueRef without_casts(LLVMValueRef v) {
    while (LLVMIsABitCastInst(v))
        v = LLVMGetOperand(v, 0);
    return v;
}

static bool results_fit(const lane_if *w) {
    genx_foreach_phi(w->at, p) {
        LLVMValueRef v = genx_incoming(p, w->then), other = genx_incoming(p, w->from);
        if (p == w->em_phi || p == w->rm_phi || v == other || LLVMIsUndef(other))
            continue;
        if (without_casts(unchanged(w, v)) != without_casts(other))
            return false;
    }
    return true;
}

static bool is_cheap_op(LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    if (genx_is_int_op(o))
        return genx_elt_bits(LLVMTypeOf(v)) <= 32;
    return o == LLVMFAdd || o == LLVMFSub || o == LLVMFMul || o == LLVMFNeg || o == LLVMICmp || o == LLVMFCmp ||
           o == LLVMSelect || o == LLVMExtractElement || o == LLVMInsertElement || LLVMIsACastInst(v);
}

static uint32_t operations(const lane_if *w, LLVMTypeRef t) {
    uint32_t most_b = OPERATION_GRF * (uint32_t)w->cx->model->grf_b, size_b = genx_size_b(t);
    return size_b <= most_b ? 1 : (size_b + most_b - 1) / most_b;
}

// The number of instructions for v; MAX_WORK + 1 if it must not run when no channel is on.
static uint32_t work_of(const lane_if *w, LLVMValueRef v) {
    genx_region r;
    if (gx_is_debug(v) || LLVMIsATerminatorInst(v) || v == w->leave || LLVMIsAExtractValueInst(v) || is_slice(w, v))
        return 0;
    if (genx_is_rdregion(v) || genx_is_wrregion(v)) {
        if (!genx_region_of(v, &r) || !r.off_const)
            return MAX_WORK + 1;
        LLVMValueRef x = genx_is_wrregion(v) ? LLVMGetOperand(v, GENX_WR_NEW) : NULL;
        bool folds = x && LLVMIsAInstruction(x) && LLVMGetInstructionParent(x) == w->then && genx_single_use(x);
        return !x || folds ? 0 : operations(w, LLVMTypeOf(x)); // part of the operation before or after it
    }
    if (LLVMIsABitCastInst(v) || LLVMIsAShuffleVectorInst(v) || (genx_is_logic(v) && genx_is_bool(LLVMTypeOf(v))))
        return LLVMIsAShuffleVectorInst(v) ? operations(w, LLVMTypeOf(v)) : 0;
    if (is_cheap_op(v))
        return operations(w, LLVMTypeOf(LLVMIsASelectInst(v) ? v : LLVMGetOperand(v, 0)));
    return LLVMIsACallInst(v) && gx_shim_no_effects(v) ? CALL_WORK * operations(w, LLVMTypeOf(v)) : MAX_WORK + 1;
}

// Inside of other branches, an instruction takes both the mask that the hardware holds and the condition; its parts
// could not, nor two flags.
static bool is_whole(const lane_if *w, LLVMValueRef v) {
    bool all_on = LLVMGetOperand(w->go, 0) == LLVMConstAllOnes(LLVMTypeOf(LLVMGetOperand(w->go, 0)));
    return all_on || (channels(w) <= FLAG_LANES && (!genx_elt_b(LLVMTypeOf(v)) || operations(w, LLVMTypeOf(v)) == 1));
}

static bool is_short(const lane_if *w) {
    uint32_t work = 0;
    genx_foreach_inst(w->then, i) {
        LLVMValueRef v = genx_is_wrregion(i) ? LLVMGetOperand(i, GENX_WR_NEW) : i;
        if ((work += work_of(w, i)) > MAX_WORK || !is_whole(w, v))
            return false;
    }
    return true;
}

// The change

// A user of the mask in `then` that the change does not remove, or NULL.
static LLVMValueRef user_to_change(const lane_if *w, LLVMValueRef em) {
    genx_foreach_use(em, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (user != w->join && user != w->leave && user != w->em_phi)
            return user;
    }
    return NULL;
}

static void replace_masks(const lane_if *w, LLVMValueRef on) {
    genx_foreach_use(w->go, u) {
        LLVMValueRef em = LLVMGetUser(u);
        for (LLVMValueRef user; is_part(em, w->go, 0) && (user = user_to_change(w, em));) {
            if (is_slice(w, user)) {
                LLVMReplaceAllUsesWith(user, cm_some_channels(w->b, on, 0, genx_lanes(LLVMTypeOf(user))));
                LLVMInstructionEraseFromParent(user);
                continue;
            }
            for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
                if (LLVMGetOperand(user, k) == em)
                    LLVMSetOperand(user, k, on);
        }
    }
}

static void drop(LLVMValueRef v) {
    LLVMReplaceAllUsesWith(v, LLVMGetUndef(LLVMTypeOf(v)));
    LLVMInstructionEraseFromParent(v);
}

static void drop_call(LLVMValueRef call) {
    for (LLVMUseRef u; (u = LLVMGetFirstUse(call));)
        drop(LLVMGetUser(u));
    LLVMInstructionEraseFromParent(call);
}

static void replace_parts(LLVMValueRef call, unsigned k, LLVMValueRef by) {
    genx_foreach_use(call, u)
        if (is_part(LLVMGetUser(u), call, k))
            LLVMReplaceAllUsesWith(LLVMGetUser(u), by);
}

// Removes the edge from -> to, of a block with other predecessors, from the PHIs.
static void forget_edge(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(LLVMBasicBlockAsValue(to))));
    genx_foreach_phi_safe(to, p, next) {
        LLVMPositionBuilderBefore(b, p);
        LLVMValueRef q = LLVMBuildPhi(b, LLVMTypeOf(p), "");
        for (unsigned k = 0; k < LLVMCountIncoming(p); k++) {
            LLVMValueRef v = LLVMGetIncomingValue(p, k);
            LLVMBasicBlockRef bb = LLVMGetIncomingBlock(p, k);
            if (bb != from)
                LLVMAddIncoming(q, &v, &bb, 1);
        }
        LLVMReplaceAllUsesWith(p, q);
        LLVMInstructionEraseFromParent(p);
    }
    LLVMDisposeBuilder(b);
}

// The branch at the end of `at` on "no channel is left", which is false.
static void settle_branch(const lane_if *w) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(w->at);
    LLVMValueRef never = LLVMConstNull(LLVMInt1TypeInContext(LLVMGetModuleContext(w->mod)));
    bool tests = LLVMIsABranchInst(t) && LLVMIsConditional(t) && is_part(LLVMGetCondition(t), w->join, 1) &&
                 LLVMGetSuccessor(t, 0) != LLVMGetSuccessor(t, 1);
    replace_parts(w->join, 1, never);
    if (!tests)
        return;
    forget_edge(w->at, LLVMGetSuccessor(t, 0));
    LLVMPositionBuilderBefore(w->b, t);
    LLVMBuildBr(w->b, LLVMGetSuccessor(t, 1));
    LLVMInstructionEraseFromParent(t);
}

// The goto of the channels for which the condition is true, around the else.
static void go_to_end(const lane_if *w, LLVMValueRef em, LLVMValueRef stay) {
    LLVMValueRef callee = LLVMGetCalledValue(w->go);
    LLVMValueRef args[3] = {em, LLVMConstNull(LLVMTypeOf(stay)), LLVMBuildNot(w->b, stay, "")};
    LLVMValueRef g = LLVMBuildCall2(w->b, LLVMGetCalledFunctionType(w->go), callee, args, 3, "");
    replace_parts(w->join, 0, LLVMBuildExtractValue(w->b, g, 0, ""));
    LLVMReplaceAllUsesWith(w->rm_phi, LLVMBuildExtractValue(w->b, g, 1, ""));
    replace_parts(w->join, 1, LLVMBuildExtractValue(w->b, g, 2, ""));
    LLVMInstructionEraseFromParent(w->rm_phi);
}

static void take_results(const lane_if *w) {
    genx_foreach_phi_safe(w->at, p, next) {
        if (p == w->em_phi)
            continue;
        LLVMReplaceAllUsesWith(p, genx_incoming(p, w->then));
        LLVMInstructionEraseFromParent(p);
    }
}

// Appends block `bb`, which only `to` leads to, to it.
static void append_block(LLVMBuilderRef b, LLVMBasicBlockRef to, LLVMBasicBlockRef bb) {
    genx_foreach_phi_safe(bb, p, next_phi) {
        LLVMReplaceAllUsesWith(p, LLVMGetIncomingValue(p, 0));
        LLVMInstructionEraseFromParent(p);
    }
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(to));
    LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(bb), LLVMBasicBlockAsValue(to)); // in PHIs
    LLVMPositionBuilderAtEnd(b, to);
    genx_foreach_inst_safe(bb, i, next) {
        LLVMInstructionRemoveFromParent(i);
        LLVMInsertIntoBuilder(b, i);
    }
    LLVMDeleteBasicBlock(bb);
}

// The block that comes after bb, if nothing else leads there.
static LLVMBasicBlockRef rest_of(LLVMBasicBlockRef bb) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
    LLVMBasicBlockRef to = LLVMIsABranchInst(t) && !LLVMIsConditional(t) ? LLVMGetSuccessor(t, 0) : NULL;
    return to && to != bb && edges_to(to) == 1 ? to : NULL;
}

static void flatten(const lane_if *w) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(w->from), em = LLVMGetOperand(w->go, 0);
    LLVMValueRef stay = LLVMGetOperand(w->go, 2);
    LLVMPositionBuilderBefore(w->b, t);
    LLVMSetCurrentDebugLocation2(w->b, LLVMInstructionGetDebugLoc(w->go));
    replace_masks(w, LLVMBuildAnd(w->b, cm_some_channels(w->b, em, 0, channels(w)), stay, ""));
    genx_foreach_inst_safe(w->then, i, next)
        if (!LLVMIsATerminatorInst(i))
            gx_shim_move_before(i, t);
    LLVMPositionBuilderBefore(w->b, t);
    if (w->leave) {
        go_to_end(w, em, stay);
    } else {
        replace_parts(w->join, 0, em);
        settle_branch(w);
    }
    take_results(w);
    drop_call(w->join);
    if (w->em_phi)
        drop(w->em_phi);
    if (w->leave)
        drop_call(w->leave);
    LLVMValueRef none = LLVMGetCondition(t);
    LLVMInstructionEraseFromParent(t);
    LLVMInstructionEraseFromParent(none);
    LLVMPositionBuilderAtEnd(w->b, w->from);
    LLVMBuildBr(w->b, w->at);
    LLVMDeleteBasicBlock(w->then);
    append_block(w->b, w->from, w->at);
    drop_call(w->go);
    for (LLVMBasicBlockRef rest; (rest = rest_of(w->from));)
        append_block(w->b, w->from, rest);
}

bool gx_flatten_simdcf(gx_ctx *cx, LLVMValueRef fn) {
    bool changed = false, again = gx_has_flow(fn);
    LLVMModuleRef mod = LLVMGetGlobalParent(fn);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    while (again) { // once for each level of branches in branches
        again = false;
        genx_foreach_block(fn, bb)
            for (;;) {
                lane_if w = {.cx = cx, .b = b, .mod = mod};
                if (!find(&w, bb) || !masks_fit(&w) || !results_fit(&w) || !is_short(&w))
                    break;
                flatten(&w);
                again = changed = true;
            }
    }
    LLVMDisposeBuilder(b);
    return changed;
}
