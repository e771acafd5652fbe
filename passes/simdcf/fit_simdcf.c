// SPDX-License-Identifier: MIT
// gx_fit_simdcf: bring goto and join into the form that selection maps to the hardware instructions.
//
//   before   %g = call {...} @llvm.genx.simdcf.goto(%em, %rm, %stay)       after   %b = call i1 @cmc.simdcf.goto.v16i1(
//            %b = extractvalue %g, 2                                                     <16 x i1> %stay, i32 1)
//            br i1 %b, label %join, label %then                                     br i1 %b, label %join, label %then
//            ... wrregion(..., shufflevector(extractvalue %g, 0))                   ... wrregion(..., @cmc.simdcf.on())
//
// Execution masks and resume masks stop being values: the hardware holds them. So the function must use them as the
// hardware does (genx IR, structured divergence). At each use the mask must be the current one, each join must have its
// own resume masks, and channels must only go forward. Otherwise nothing changes, and expand_simdcf lowers the calls
// with predicates.
// Guarantees: a goto or join is at the end of its block. A join has no other instruction before it. The next block is
// the one for "some channel is left".

#include "fit_simdcf.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdio.h>

static bool is_flow(genx_id id) {
    return id == GENX_SIMDCF_GOTO || id == GENX_SIMDCF_JOIN;
}

static bool is_unusual(genx_id id) {
    return id == GENX_SIMDCF_SAVEMASK || id == GENX_SIMDCF_UNMASK || id == GENX_SIMDCF_REMASK ||
           id == GENX_SIMDCF_GET_EM;
}

// Collects the calls; false if there are no calls, or some that only expand_simdcf handles.
static bool collect(hw_fn *h) {
    genx_foreach_block(h->fn, bb)
        genx_foreach_inst(bb, i) {
            genx_id id = genx_call_id(i);
            if (is_unusual(id))
                return false;
            if (is_flow(id))
                h->oom |= !cmc_vec_push(h->cx->arena, &h->calls, i);
        }
    return h->calls.len != 0 && !h->oom;
}

static bool is_part(LLVMValueRef v, LLVMValueRef call, unsigned k) {
    return LLVMIsAExtractValueInst(v) && LLVMGetOperand(v, 0) == call && LLVMGetIndices(v)[0] == k;
}

// LLVM merges two conditions into one branch if both lead to the same block:
//   br i1 (or %none, %x), %t, %e      becomes      br i1 %none, %t, %rest      rest: br i1 %x, %t, %e
static void unfold_branch(LLVMValueRef none, LLVMValueRef t) {
    assert(LLVMIsConditional(t) && "the caller checked");
    LLVMValueRef c = LLVMGetCondition(t), other = NULL;
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(t), to = LLVMGetSuccessor(t, 0);
    if (!LLVMIsAInstruction(c) || c == none || !LLVMGetFirstUse(c) || LLVMGetNextUse(LLVMGetFirstUse(c)))
        return;
    if (LLVMGetInstructionOpcode(c) == LLVMOr)
        other = LLVMGetOperand(c, LLVMGetOperand(c, 0) == none ? 1 : 0);
    else if (LLVMIsASelectInst(c) && LLVMIsConstant(LLVMGetOperand(c, 1)) && !LLVMIsNull(LLVMGetOperand(c, 1)))
        other = LLVMGetOperand(c, LLVMGetOperand(c, 0) == none ? 2 : 0);
    bool tests = other && (LLVMGetOperand(c, 0) == none || LLVMGetOperand(c, LLVMIsASelectInst(c) ? 2 : 1) == none);
    if (!tests || other == none)
        return;
    gx_shim_split_before(t);
    LLVMSetCondition(t, other);
    LLVMInstructionEraseFromParent(c);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
    LLVMBasicBlockRef rest = LLVMGetSuccessor(end, 0);
    for (LLVMValueRef p = LLVMGetFirstInstruction(to); LLVMIsAPHINode(p); p = LLVMGetNextInstruction(p))
        for (unsigned k = 0; k < LLVMCountIncoming(p); k++)
            if (LLVMGetIncomingBlock(p, k) == rest) {
                LLVMValueRef v = LLVMGetIncomingValue(p, k);
                LLVMAddIncoming(p, &v, &bb, 1);
                break;
            }
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(none)));
    LLVMPositionBuilderBefore(b, end);
    LLVMBuildCondBr(b, none, to, rest);
    LLVMDisposeBuilder(b);
    LLVMInstructionEraseFromParent(end);
}

static void unfold_branches(LLVMValueRef call) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call));
    unsigned last = genx_call_id(call) == GENX_SIMDCF_GOTO ? 2 : 1;
    for (LLVMUseRef u = LLVMGetFirstUse(call); u && LLVMIsABranchInst(t) && LLVMIsConditional(t); u = LLVMGetNextUse(u))
        if (is_part(LLVMGetUser(u), call, last) && LLVMGetFirstUse(LLVMGetUser(u))) {
            unfold_branch(LLVMGetUser(u), t);
            return;
        }
}

// The branch on "no channel is left" if it ends the call's own block; sets *bad if the condition has other users.
static LLVMValueRef own_branch(LLVMValueRef call, bool *bad) {
    LLVMValueRef t = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call)), found = NULL;
    unsigned last = genx_call_id(call) == GENX_SIMDCF_GOTO ? 2 : 1;
    genx_foreach_use(call, u) {
        LLVMValueRef part = LLVMGetUser(u);
        if (!LLVMIsAExtractValueInst(part)) {
            *bad = true;
            return NULL;
        }
        for (LLVMUseRef w = is_part(part, call, last) ? LLVMGetFirstUse(part) : NULL; w; w = LLVMGetNextUse(w)) {
            if (LLVMGetUser(w) != t || !LLVMIsABranchInst(t))
                *bad = true;
            found = t;
        }
    }
    return found;
}

// Is a mask that the call defines used in the same block?
static bool used_here(LLVMValueRef call) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(call);
    genx_foreach_use(call, u)
        genx_foreach_use(LLVMGetUser(u), w) {
            LLVMValueRef user = LLVMGetUser(w);
            if (LLVMGetInstructionParent(user) == bb && !LLVMIsAPHINode(user) && !LLVMIsABranchInst(user))
                return true;
        }
    return false;
}

static void move_to_end(LLVMValueRef call, LLVMValueRef end) {
    gx_shim_move_before(call, end);
    genx_foreach_use(call, u)
        gx_shim_move_before(LLVMGetUser(u), end);
}

static LLVMValueRef after_parts(LLVMValueRef call) {
    LLVMValueRef i = LLVMGetNextInstruction(call);
    while (LLVMIsAExtractValueInst(i) && LLVMGetOperand(i, 0) == call)
        i = LLVMGetNextInstruction(i);
    return i;
}

static bool plain_end(LLVMValueRef i) {
    return LLVMIsABranchInst(i) && !LLVMIsConditional(i);
}

// Moves the call to the end of a block, and a join also to its start. Instructions between a call and its branch move
// before the call: they do not depend on it, or the checks below reject them.
static void normalise(hw_fn *h, LLVMValueRef call) {
    bool bad = false;
    unfold_branches(call);
    LLVMValueRef own = own_branch(call, &bad);
    if (bad) {
        h->refused = "its branch condition is used elsewhere";
        return;
    }
    if (own && used_here(call)) {
        h->refused = "a mask is used before the branch on it";
        return;
    }
    if (own)
        move_to_end(call, own);
    else if (!plain_end(after_parts(call)))
        gx_shim_split_before(after_parts(call));
    if (genx_call_id(call) == GENX_SIMDCF_JOIN && genx_after_phis(LLVMGetInstructionParent(call)) != call)
        gx_shim_split_before(call);
}

// Selection needs the block for "some channel is left" to come next, without PHIs that would need copies.
static void place_next(hw_fn *h, LLVMValueRef call) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(call);
    LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
    LLVMBasicBlockRef next = LLVMGetSuccessor(t, LLVMIsConditional(t) ? 1 : 0);
    bool join = genx_call_id(call) == GENX_SIMDCF_JOIN;
    bool phis = LLVMIsAPHINode(LLVMGetFirstInstruction(next)) && (join || LLVMIsConditional(t));
    if (LLVMIsConditional(t) && LLVMGetSuccessor(t, 0) == next) {
        h->refused = "both branch targets are the same block";
        return;
    }
    if (LLVMGetNextBasicBlock(bb) == next && !phis)
        return;
    LLVMMoveBasicBlockAfter(gx_shim_split_edge(bb, next), bb);
}

static void number_blocks(hw_fn *h) {
    uint32_t n = LLVMCountBasicBlocks(h->fn), k = 0;
    h->blocks = CMC_NEW_N(h->cx->arena, hw_block, n + 1);
    h->index.arena = h->cx->arena;
    if (!h->blocks) {
        h->oom = true;
        return;
    }
    genx_foreach_block(h->fn, bb) {
        h->blocks[k].bb = bb;
        h->oom |= !ptrmap_put(&h->index, bb, &h->blocks[k]);
        k++;
    }
    h->n_blocks = n;
    for (uint32_t i = 0; i < h->calls.len && !h->oom; i++)
        hw_block_of(h, LLVMGetInstructionParent(h->calls.data[i]))->call = h->calls.data[i];
}

// Building the instructions

static LLVMValueRef intrinsic(LLVMBuilderRef b, LLVMModuleRef mod, const char *name, LLVMTypeRef ret,
                              LLVMValueRef *args, unsigned n, bool reads) {
    LLVMTypeRef types[2];
    for (unsigned i = 0; i < n; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef ft = LLVMFunctionType(ret, types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(mod, name);
    if (!f) {
        f = LLVMAddFunction(mod, name, ft);
        gx_shim_set_effects(f, reads ? 1 : 3, true);
    }
    return LLVMBuildCall2(b, ft, f, args, n, "");
}

LLVMValueRef gx_simdcf_on(LLVMBuilderRef b, LLVMModuleRef mod, uint32_t lanes) {
    assert(lanes > 0 && lanes <= 32 && "SIMD control flow has at most 32 channels");
    char name[32];
    snprintf(name, sizeof(name), "cmc.simdcf.on.v%ui1", (unsigned)lanes);
    LLVMTypeRef t = LLVMVectorType(LLVMInt1TypeInContext(LLVMGetModuleContext(mod)), lanes);
    return intrinsic(b, mod, name, t, NULL, 0, true);
}

static LLVMValueRef i32(const hw_fn *h, uint32_t v) {
    return LLVMConstInt(LLVMInt32TypeInContext(h->llvm), v, 0);
}

// The builder leaves some constants as expressions, which selection does not support.
static LLVMValueRef bits_of(const hw_fn *h, LLVMValueRef mask) {
    uint32_t bits = 0;
    uint64_t lane;
    bool undef;
    if (!LLVMIsConstant(mask))
        return LLVMBuildBitCast(h->b, mask, LLVMInt32TypeInContext(h->llvm), "");
    for (uint32_t k = 0; k < 32; k++)
        if (genx_const_lane(mask, k, &lane, &undef) && (lane & 1))
            bits |= 1u << k;
    return i32(h, bits);
}

static LLVMValueRef build_flow(hw_fn *h, LLVMValueRef call, uint32_t web) {
    LLVMTypeRef i1 = LLVMInt1TypeInContext(h->llvm);
    uint32_t n = genx_lanes(LLVMTypeOf(LLVMGetOperand(call, 1)));
    if (genx_call_id(call) == GENX_SIMDCF_JOIN) {
        LLVMValueRef args[2] = {i32(h, web), i32(h, n)};
        return intrinsic(h->b, h->mod, "cmc.simdcf.join", i1, args, 2, false);
    }
    LLVMValueRef args[2] = {LLVMGetOperand(call, 2), i32(h, web)};
    if (n == 32) { // a predicate of 32 lanes consists of two
        args[0] = bits_of(h, args[0]);
        return intrinsic(h->b, h->mod, "cmc.simdcf.goto.i32", i1, args, 2, false);
    }
    return intrinsic(h->b, h->mod, cmc_arena_printf(h->cx->arena, "cmc.simdcf.goto.v%ui1", (unsigned)n), i1, args, 2,
                     false);
}

static void replace_flow(hw_fn *h) {
    for (uint32_t i = 0; i < h->calls.len; i++) {
        LLVMValueRef call = h->calls.data[i];
        LLVMPositionBuilderBefore(h->b, LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(call)));
        LLVMSetCurrentDebugLocation2(h->b, LLVMInstructionGetDebugLoc(call));
        LLVMValueRef now = build_flow(h, call, h->web_of_call[i]);
        unsigned last = genx_call_id(call) == GENX_SIMDCF_GOTO ? 2 : 1;
        genx_foreach_use(call, u)
            if (is_part(LLVMGetUser(u), call, last))
                LLVMReplaceAllUsesWith(LLVMGetUser(u), now);
    }
}

static void replace_masks(hw_fn *h) {
    for (uint32_t i = 0; i < h->slices.len; i++) {
        LLVMValueRef s = h->slices.data[i];
        uint32_t n = genx_lanes(LLVMTypeOf(s));
        for (LLVMUseRef u; (u = LLVMGetFirstUse(s));) {
            LLVMValueRef user = LLVMGetUser(u);
            LLVMPositionBuilderBefore(h->b, user);
            LLVMSetCurrentDebugLocation2(h->b, LLVMInstructionGetDebugLoc(user));
            LLVMValueRef on = gx_simdcf_on(h->b, h->mod, n);
            for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(user); k++)
                if (LLVMGetOperand(user, k) == s)
                    LLVMSetOperand(user, k, on);
        }
    }
}

static void drop(LLVMValueRef v) {
    LLVMReplaceAllUsesWith(v, LLVMGetUndef(LLVMTypeOf(v)));
    LLVMInstructionEraseFromParent(v);
}

static void drop_masks(hw_fn *h) {
    for (uint32_t i = 0; i < h->slices.len; i++)
        drop(h->slices.data[i]);
    for (uint32_t i = 0; i < h->masks.len; i++)
        if (LLVMIsAPHINode(h->masks.data[i]))
            drop(h->masks.data[i]);
    for (uint32_t i = 0; i < h->calls.len; i++) {
        LLVMValueRef call = h->calls.data[i];
        for (LLVMUseRef u; (u = LLVMGetFirstUse(call));)
            drop(LLVMGetUser(u));
        LLVMInstructionEraseFromParent(call);
    }
}

// Turns selects by channels into writes of the enabled channels: sel does not use the execution mask.
static void selects_to_writes(hw_fn *h) {
    genx_foreach_block(h->fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (!LLVMIsASelectInst(i) || genx_is_bool(LLVMTypeOf(i)) || !genx_is_flow(LLVMGetOperand(i, 0), "on"))
                continue;
            LLVMValueRef on = LLVMGetOperand(i, 0), x = LLVMGetOperand(i, 1), old = LLVMGetOperand(i, 2);
            uint32_t n = genx_lanes(LLVMTypeOf(i));
            genx_region r = {
                .width = n, .stride = 1, .off_const = true, .lanes = n, .elt_b = genx_elt_b(LLVMTypeOf(i))};
            LLVMPositionBuilderBefore(h->b, i);
            LLVMSetCurrentDebugLocation2(h->b, LLVMInstructionGetDebugLoc(i));
            LLVMReplaceAllUsesWith(i, genx_build_wr(h->b, h->mod, old, x, &r, on));
            LLVMInstructionEraseFromParent(i);
        }
    }
}

bool gx_fit_simdcf(gx_ctx *cx, LLVMValueRef fn) {
    hw_fn h = {.cx = cx, .fn = fn, .mod = LLVMGetGlobalParent(fn)};
    h.llvm = LLVMGetModuleContext(h.mod);
    if (!collect(&h))
        return false;
    for (uint32_t i = 0; i < h.calls.len && !h.refused; i++)
        normalise(&h, h.calls.data[i]);
    for (uint32_t i = 0; i < h.calls.len && !h.refused; i++)
        place_next(&h, h.calls.data[i]);
    number_blocks(&h);
    h.b = LLVMCreateBuilderInContext(h.llvm);
    if (h.refused || h.oom || !hw_check(&h)) {
        LLVMDisposeBuilder(h.b);
        return true;
    }
    replace_flow(&h);
    replace_masks(&h);
    drop_masks(&h);
    selects_to_writes(&h);
    LLVMDisposeBuilder(h.b);
    return true;
}
