// SPDX-License-Identifier: MIT
// gx_branch_selects: turn selects between large vectors on a scalar condition back into a branch.
//
//   before                                                   after
//     %x = fadd <256 x float> %a, %b                           br i1 %c, label %then, label %else
//     %y = fmul <256 x float> %a, %d                         then:
//     %r = select i1 %c, <256 x float> %x, %y                  %x = fadd <256 x float> %a, %b
//                                                              br label %join
//                                                            else:
//                                                              %y = fmul <256 x float> %a, %d
//                                                              br label %join
//                                                            join:
//                                                              %r = phi <256 x float> [ %x, %then ], [ %y, %else ]
//
// Why: LLVM if-converts small branches: it computes both sides and selects. 256 lanes take 16 to 32 instructions for
// each side and as many selects. Work that only one side needs moves into that side's block; adjacent selects of the
// same condition share one branch. The branch pays off from LIMIT instructions on; selects count twice, because one
// side of a PHI costs nothing. Smaller groups stay selects. Runs before gx_lower, which would compare in all lanes.
// Keeps: the order of everything with effects, which stays before the branch.
// Does not handle: functions with SIMD control flow, whose blocks have an order of their own.

#include <cmc/genx_bale.h>
#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

enum { LIMIT = 16, MAX_SELECTS = 16 };

typedef struct brancher {
    gx_ctx *cx;
    LLVMContextRef c;
    LLVMBuilderRef b;
    LLVMValueRef fn;
    LLVMValueRef sel[MAX_SELECTS]; // of one condition, in order
    unsigned n;
    ptrmap side; // instruction -> 1 + the only side that needs it
} brancher;

static unsigned side_of(const brancher *B, LLVMValueRef v) {
    return (unsigned)(uintptr_t)ptrmap_get(&B->side, v);
}

// The condition shared by all lanes (a scalar or a broadcast scalar), or NULL.
static LLVMValueRef condition(LLVMValueRef v) {
    if (!LLVMIsASelectInst(v))
        return NULL;
    LLVMValueRef c = LLVMGetOperand(v, 0);
    if (!genx_is_vec(LLVMTypeOf(c)))
        return LLVMIsConstant(c) ? NULL : c;
    if (!LLVMIsAShuffleVectorInst(c))
        return NULL;
    for (unsigned k = 0; k < LLVMGetNumMaskElements(c); k++)
        if (LLVMGetMaskValue(c, k) != 0)
            return NULL;
    LLVMValueRef in = LLVMGetOperand(c, 0);
    uint64_t at;
    return LLVMIsAInsertElementInst(in) && genx_const_u64(LLVMGetOperand(in, 2), &at) && at == 0 ? LLVMGetOperand(in, 1)
                                                                                                 : NULL;
}

static unsigned instructions_for(const brancher *B, LLVMTypeRef t) {
    uint32_t at_once = 2u * B->cx->model->grf_b, size_b = genx_size_b(t);
    return (size_b + at_once - 1) / at_once;
}

static bool is_group(const brancher *B, LLVMValueRef v) {
    for (unsigned k = 0; k < B->n; k++)
        if (B->sel[k] == v)
            return true;
    return false;
}

// Collects the selects of one condition from first on, up to the first instruction that uses one of them.
static void collect(brancher *B, LLVMValueRef first) {
    LLVMValueRef c = condition(first);
    B->n = 0;
    B->sel[B->n++] = first;
    for (LLVMValueRef i = LLVMGetNextInstruction(first); i && B->n < MAX_SELECTS; i = LLVMGetNextInstruction(i)) {
        unsigned operands = (unsigned)LLVMGetNumOperands(i);
        for (unsigned k = 0; k < operands; k++)
            if (is_group(B, LLVMGetOperand(i, k)))
                return;
        if (condition(i) == c)
            B->sel[B->n++] = i;
    }
}

// May v be sunk, or not be computed at all?
static bool may_move(LLVMValueRef v) {
    if (LLVMIsAPHINode(v) || LLVMIsATerminatorInst(v) || LLVMIsAAllocaInst(v) || LLVMIsALoadInst(v) ||
        LLVMIsAStoreInst(v))
        return false;
    if (!LLVMIsACallInst(v))
        return true;
    genx_id id = genx_call_id(v);
    if (id != GENX_NONE)
        return genx_info_get(id)->memory == GENX_MEM_NONE && !genx_info_get(id)->convergent;
    LLVMValueRef callee = LLVMGetCalledValue(v);
    if (!LLVMIsAFunction(callee) || LLVMGetIntrinsicID(callee) == 0)
        return false;
    return gx_shim_no_effects(v);
}

// The side (1 or 2) that this use of v belongs to; 0 if it belongs to no side or to both.
static unsigned use_side(const brancher *B, LLVMValueRef user, LLVMValueRef v) {
    if (!is_group(B, user))
        return side_of(B, user);
    unsigned side = 0;
    for (unsigned k = 0; k < 3; k++)
        if (LLVMGetOperand(user, k) == v)
            side = k == 0 || side ? 3 : k;
    return side == 3 ? 0 : side;
}

// Walks up from the last select and assigns to a side each instruction that only this side uses. Returns the number of
// instructions that the two sides save.
static unsigned find_sides(brancher *B) {
    unsigned work = 0;
    B->side = (ptrmap){.arena = B->cx->arena};
    for (LLVMValueRef i = LLVMGetPreviousInstruction(B->sel[B->n - 1]); i; i = LLVMGetPreviousInstruction(i)) {
        if (is_group(B, i) || !LLVMGetFirstUse(i) || !may_move(i))
            continue;
        unsigned side = use_side(B, LLVMGetUser(LLVMGetFirstUse(i)), i);
        for (LLVMUseRef u = LLVMGetFirstUse(i); u && side; u = LLVMGetNextUse(u))
            if (use_side(B, LLVMGetUser(u), i) != side)
                side = 0;
        if (!side)
            continue;
        ptrmap_put(&B->side, i, (void *)(uintptr_t)side);
        bool free_of_charge = LLVMIsABitCastInst(i) || genx_is_rdregion(i);
        work += free_of_charge ? 0 : instructions_for(B, LLVMTypeOf(i));
    }
    return work;
}

static bool worth_it(const brancher *B, unsigned work) {
    unsigned selections = 0;
    for (unsigned k = 0; k < B->n; k++)
        selections += instructions_for(B, LLVMTypeOf(B->sel[k]));
    return 2 * selections + work >= LIMIT;
}

// Creates a block that holds the instructions of the side in their order and ends in a branch to join.
static LLVMBasicBlockRef make_side(brancher *B, LLVMBasicBlockRef from, LLVMBasicBlockRef join, unsigned side,
                                   const char *name) {
    assert(side && "one of the two sides");
    LLVMBasicBlockRef bb = LLVMInsertBasicBlockInContext(B->c, join, name);
    LLVMPositionBuilderAtEnd(B->b, bb);
    LLVMValueRef end = LLVMBuildBr(B->b, join);
    genx_foreach_inst_safe(from, i, next) {
        if (side_of(B, i) == side)
            gx_shim_move_before(i, end);
    }
    return bb;
}

static bool has_side(const brancher *B, LLVMBasicBlockRef bb, unsigned side) {
    genx_foreach_inst(bb, i)
        if (side_of(B, i) == side)
            return true;
    return false;
}

static void make_branch(brancher *B) {
    LLVMValueRef last = B->sel[B->n - 1], c = condition(last), after = LLVMGetNextInstruction(last);
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(last);
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(last);
    gx_shim_split_before(after);
    LLVMBasicBlockRef join = LLVMGetInstructionParent(after);
    LLVMSetCurrentDebugLocation2(B->b, loc);
    bool work_else = has_side(B, bb, 2), work_then = has_side(B, bb, 1) || !work_else;
    LLVMBasicBlockRef yes = work_then ? make_side(B, bb, join, 1, "then") : join;
    LLVMBasicBlockRef no = work_else ? make_side(B, bb, join, 2, "else") : join;
    LLVMValueRef br = LLVMGetBasicBlockTerminator(bb);
    LLVMPositionBuilderBefore(B->b, br);
    LLVMBuildCondBr(B->b, c, yes, no);
    LLVMInstructionEraseFromParent(br);
    LLVMBasicBlockRef from[2] = {work_then ? yes : bb, work_else ? no : bb};
    LLVMPositionBuilderBefore(B->b, LLVMGetFirstInstruction(join));
    for (unsigned k = 0; k < B->n; k++) {
        LLVMValueRef phi = LLVMBuildPhi(B->b, LLVMTypeOf(B->sel[k]), "");
        LLVMValueRef in[2] = {LLVMGetOperand(B->sel[k], 1), LLVMGetOperand(B->sel[k], 2)};
        LLVMAddIncoming(phi, in, from, 2);
        LLVMReplaceAllUsesWith(B->sel[k], phi);
    }
    for (unsigned k = 0; k < B->n; k++)
        LLVMInstructionEraseFromParent(B->sel[k]);
}

bool gx_branch_selects(gx_ctx *cx, LLVMValueRef fn) {
    if (gx_has_flow(fn))
        return false;
    brancher *B = CMC_NEW(cx->arena, brancher);
    if (!B)
        return false;
    *B = (brancher){.cx = cx, .c = LLVMGetModuleContext(LLVMGetGlobalParent(fn)), .fn = fn};
    B->b = LLVMCreateBuilderInContext(B->c);
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst(bb, i) {
            if (!condition(i) || !LLVMGetFirstUse(i))
                continue;
            collect(B, i);
            if (instructions_for(B, LLVMTypeOf(i)) < 2 || !worth_it(B, find_sides(B)))
                continue;
            make_branch(B);
            changed = true;
            break; // the rest of the block is now a separate block, which the walk visits later
        }
    }
    LLVMDisposeBuilder(B->b);
    return changed;
}
