// SPDX-License-Identifier: MIT
// fit_simdcf: moves writes back to where their execution mask is current.
//
//   before   %g = goto(%em, ...)                        after    %w = wrregion(%x, %y, slice %em)
//            br none, %join, %next                               %g = goto(%em, ...)
//          next:                                                 ...
//            %w = wrregion(%x, %y, slice %em)
//
// A value may be computed anywhere after its operands, and LLVM sinks it towards its only user. The hardware has only
// one mask. So the write moves back to a block that runs under its mask, together with the operands that would
// otherwise come too late.

#include "fit_simdcf.h"

typedef struct hoist {
    hw_fn *h;
    cmc_graph *g;
    LLVMValueRef em;
    LLVMValueRef at; // insert before this
} hoist;

static bool is_flow(LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    return id == GENX_SIMDCF_GOTO || id == GENX_SIMDCF_JOIN;
}

static LLVMValueRef canon(LLVMValueRef v) {
    return LLVMIsAExtractValueInst(v) ? LLVMGetOperand(v, 0) : v;
}

static bool runs_under(const hw_fn *h, LLVMBasicBlockRef bb, LLVMValueRef em) {
    hw_block *b = hw_block_of(h, bb);
    return b && b->em == canon(em) && !(b->call && genx_call_id(b->call) == GENX_SIMDCF_JOIN);
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b) {
    for (LLVMValueRef i = a; i; i = LLVMGetNextInstruction(i))
        if (i == b)
            return true;
    return false;
}

// Is v defined when control reaches at?
static bool available(const hoist *x, LLVMValueRef v, LLVMValueRef at) {
    LLVMBasicBlockRef a = LLVMGetInstructionParent(v), b = LLVMGetInstructionParent(at);
    if (a == b)
        return v != at && comes_before(v, at);
    return cmc_graph_dominates(x->g, hw_index(x->h, a), hw_index(x->h, b));
}

static bool movable(LLVMValueRef v) {
    if (LLVMIsAPHINode(v) || is_flow(v) || LLVMIsATerminatorInst(v) || LLVMIsALoadInst(v) || LLVMIsAAllocaInst(v))
        return false;
    if (!LLVMIsACallInst(v))
        return true;
    genx_id id = genx_call_id(v);
    if (id != GENX_NONE)
        return genx_info_get(id)->memory == GENX_MEM_NONE;
    return LLVMGetIntrinsicID(LLVMGetCalledValue(v)) != 0;
}

// Moves v and the operands that it needs to x->at.
static bool move(hoist *x, LLVMValueRef v, unsigned depth) {
    if (depth > 64 || !movable(v))
        return false;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++) {
        LLVMValueRef o = LLVMGetOperand(v, k);
        if (LLVMIsAInstruction(o) && !available(x, o, x->at) && !move(x, o, depth + 1))
            return false;
    }
    if (v == x->at) // already there: what needs it comes after it
        x->at = LLVMGetNextInstruction(v);
    else
        gx_shim_move_before(v, x->at);
    return true;
}

// The first position where the mask is current.
static LLVMValueRef first_place(const hoist *x) {
    if (LLVMIsAPHINode(x->em)) { // it may also select another mask, for a value
        LLVMBasicBlockRef bb = LLVMGetInstructionParent(x->em);
        return runs_under(x->h, bb, x->em) ? genx_after_phis(bb) : NULL;
    }
    LLVMValueRef t = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(canon(x->em)));
    LLVMBasicBlockRef next = LLVMGetSuccessor(t, LLVMGetNumSuccessors(t) - 1);
    return runs_under(x->h, next, x->em) ? genx_after_phis(next) : NULL;
}

// Moves the insertion point after the operands that are already in blocks under this mask.
static void after_operands(hoist *x, LLVMValueRef v) {
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++) {
        LLVMValueRef o = LLVMGetOperand(v, k);
        if (!LLVMIsAInstruction(o) || available(x, o, x->at) || !runs_under(x->h, LLVMGetInstructionParent(o), x->em))
            continue;
        x->at = LLVMIsAPHINode(o) ? genx_after_phis(LLVMGetInstructionParent(o)) : LLVMGetNextInstruction(o);
    }
}

bool hw_bring_back(hw_fn *h, LLVMValueRef user, LLVMValueRef em) {
    hoist x = {.h = h, .em = em};
    if (LLVMIsAConstant(em) || LLVMIsAPHINode(user) || LLVMIsATerminatorInst(user))
        return false;
    x.g = cmc_graph_create(h->cx->arena, h->n_blocks);
    for (uint32_t b = 0; x.g && b < h->n_blocks; b++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(h->blocks[b].bb);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(t); s++)
            cmc_graph_edge(x.g, b, hw_index(h, LLVMGetSuccessor(t, s)));
    }
    if (!x.g || !cmc_graph_analyse(x.g) || !(x.at = first_place(&x)))
        return false;
    after_operands(&x, user);
    // All other users of the value must come after it.
    LLVMBasicBlockRef to = LLVMGetInstructionParent(x.at), from = LLVMGetInstructionParent(user);
    if (!cmc_graph_dominates(x.g, hw_index(h, to), hw_index(h, from)))
        return false;
    return move(&x, user, 0);
}
