// SPDX-License-Identifier: MIT
// gx_sink_past_joins: make each join the first instruction of its block, with only a branch after it.
//
//   before  join:  %w = phi <16 x i16> ...                        after  join:  %w = phi <16 x i16> ...
//                  %p = icmp ne <16 x i16> %w, 0                                %j = call i1 @cmc.simdcf.join(i32 3, i32 16)
//                  %j = call i1 @cmc.simdcf.join(i32 3, i32 16)                 br label %rest
//                  br label %next                                        rest:  %p = icmp ne <16 x i16> %w, 0
//                                                                               br label %next
//
// Why: a goto holds the address of its join, and a waiting channel resumes only when the thread reaches exactly that
// address. With an instruction before the join, the goto would point to that instruction, and the channels would stay
// off. Passes after fit_simdcf insert computation before the first instruction after the PHIs, which is the join. If
// the branch tests whether a channel is left, the new block tests the channels themselves.
// Keeps: all computation, and the channels it runs for: fit_simdcf leaves no instruction beside a join that reads the
// mask.

#include "passes_priv.h"

#include <cmc/genx_bale.h>
#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

enum { FLAG_LANES = 16 };

static LLVMValueRef join_in(LLVMBasicBlockRef bb) {
    genx_foreach_inst(bb, i)
        if (genx_is_flow(i, "join"))
            return i;
    return NULL;
}

// Is any of the channels on? This runs after legalization, so it tests the 16 channels of one flag at a time.
static LLVMValueRef any_of(LLVMBuilderRef b, LLVMModuleRef m, LLVMValueRef on, uint32_t lanes) {
    LLVMTypeRef i1 = LLVMInt1TypeInContext(LLVMGetModuleContext(m));
    if (lanes <= FLAG_LANES)
        return genx_build(b, m, GENX_ANY, i1, &on, 1, "");
    LLVMValueRef any = NULL;
    for (uint32_t at = 0; at < lanes; at += FLAG_LANES) {
        LLVMValueRef half = genx_build_rdpred(b, m, on, at, FLAG_LANES);
        LLVMValueRef more = genx_build(b, m, GENX_ANY, i1, &half, 1, "");
        any = any ? LLVMBuildOr(b, any, more, "") : more;
    }
    return any;
}

// br i1 %j, %none, %some   ->   br i1 any(on), %some, %none
static void query_channels(LLVMBuilderRef b, LLVMValueRef join, LLVMValueRef t) {
    LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(t)));
    uint64_t lanes = 16;
    (void)genx_const_u64(LLVMGetOperand(join, 1), &lanes);
    LLVMPositionBuilderBefore(b, t);
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(join));
    LLVMValueRef any = any_of(b, m, gx_simdcf_on(b, m, (uint32_t)lanes), (uint32_t)lanes);
    LLVMBasicBlockRef none = LLVMGetSuccessor(t, 0), some = LLVMGetSuccessor(t, 1);
    LLVMSetCondition(t, any);
    LLVMSetSuccessor(t, 0, some);
    LLVMSetSuccessor(t, 1, none);
}

static bool put_first(LLVMBuilderRef b, LLVMBasicBlockRef bb) {
    LLVMValueRef join = join_in(bb), first = genx_after_phis(bb);
    if (!join || (first == join && LLVMIsATerminatorInst(LLVMGetNextInstruction(join))))
        return false;
    if (first != join) {
        LLVMInstructionRemoveFromParent(join);
        LLVMPositionBuilderBefore(b, first);
        LLVMInsertIntoBuilder(b, join);
    }
    LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
    bool tests = LLVMIsConditional(t);
    gx_shim_split_before(LLVMGetNextInstruction(join));
    if (tests)
        query_channels(b, join, t);
    return true;
}

bool gx_sink_past_joins(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(fn)));
    genx_foreach_block(fn, bb)
        changed |= put_first(b, bb);
    LLVMDisposeBuilder(b);
    return changed;
}
