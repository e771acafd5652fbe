// SPDX-License-Identifier: MIT
// gx_form_simdcf: turn branches that single channels take into goto and join, and predicate the code between them by
// the enabled channels.
//
//   before   %c = call i1 @__cm_simd_any(<16 x i16> %m)
//            br i1 %c, label %then, label %end
//   after    %g = call { <32 x i1>, <16 x i1>, i1 } @llvm.genx.simdcf.goto(%EM, %RM, %m != 0)      ; EM, RM, none left
//            br i1 %g.2, label %end.join, label %then
//          end.join:
//            %j = call { <32 x i1>, i1 } @llvm.genx.simdcf.join(%EM, %RM)
//
// Runs on Clang's output after all functions are inlined. Objects are still in memory, where the language's rule is
// visible: assignments are predicated, initial values are not (__cm_set and __cm_wr against store). EM and RM are
// variables in memory, which sroa turns into values.
// Needs: blocks in source order, as Clang emits them. Guarantees: no marker and no __cm_set remains. Does not handle:
// backward jumps other than loops.

#include "simdcf_priv.h"

#include <llvm-c/DebugInfo.h>

typedef struct scf_emit {
    cm_lower l;
    scf_flow f;
    LLVMValueRef em;         // alloca of <32 x i1>
    LLVMValueRef *rm;        // by block: alloca of the channels waiting at its join
    LLVMBasicBlockRef *join; // by block: the block of its join
    LLVMTypeRef em_type;
} scf_emit;

static LLVMTypeRef mask_type(const scf_emit *e, uint32_t n) {
    return LLVMVectorType(e->l.i1, n);
}

static LLVMValueRef part(scf_emit *e, LLVMValueRef s, unsigned i) {
    return LLVMBuildExtractValue(e->l.b, s, i, "");
}

static LLVMBasicBlockRef place(const scf_emit *e, uint32_t b) {
    return e->join[b] ? e->join[b] : e->f.blocks[b].bb;
}

// genx_build derives the names of intrinsics with structs from the types of the elements.
static LLVMValueRef call_struct(scf_emit *e, genx_id id, uint32_t n, LLVMTypeRef ret, LLVMValueRef *args,
                                unsigned n_args) {
    cmc_str name = CMC_STR_INIT;
    LLVMTypeRef types[3];
    cmc_str_printf(&name, "llvm.genx.%s.v32i1.v%ui1", genx_info_get(id)->name, (unsigned)n);
    for (unsigned i = 0; i < n_args; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMTypeRef ft = LLVMFunctionType(ret, types, n_args, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(e->l.mod, cmc_str_text(&name));
    if (!fn)
        fn = LLVMAddFunction(e->l.mod, cmc_str_text(&name), ft);
    cmc_str_free(&name);
    return LLVMBuildCall2(e->l.b, ft, fn, args, n_args, "");
}

static LLVMValueRef build_goto(scf_emit *e, uint32_t to, LLVMValueRef stay) {
    uint32_t n = genx_lanes(LLVMTypeOf(stay));
    LLVMTypeRef parts[3] = {e->em_type, LLVMTypeOf(stay), e->l.i1};
    LLVMValueRef em = LLVMBuildLoad2(e->l.b, e->em_type, e->em, "em");
    LLVMValueRef rm = LLVMBuildLoad2(e->l.b, LLVMTypeOf(stay), e->rm[to], "rm");
    LLVMValueRef args[3] = {em, rm, stay};
    LLVMValueRef g = call_struct(e, GENX_SIMDCF_GOTO, n, LLVMStructTypeInContext(e->l.llvm, parts, 3, 0), args, 3);
    LLVMBuildStore(e->l.b, part(e, g, 0), e->em);
    LLVMBuildStore(e->l.b, part(e, g, 1), e->rm[to]);
    return part(e, g, 2);
}

// Branches to `next`, or if no channel is left, to the first join where a channel waits.
static void go_on(scf_emit *e, LLVMValueRef none_left, uint32_t join, LLVMBasicBlockRef next) {
    LLVMBasicBlockRef wait = place(e, join);
    if (wait == next)
        LLVMBuildBr(e->l.b, next);
    else
        LLVMBuildCondBr(e->l.b, none_left, wait, next);
}

static void emit_join(scf_emit *e, uint32_t b) {
    LLVMTypeRef rm_type = LLVMGetAllocatedType(e->rm[b]);
    LLVMTypeRef parts[2] = {e->em_type, e->l.i1};
    LLVMPositionBuilderAtEnd(e->l.b, e->join[b]);
    LLVMValueRef em = LLVMBuildLoad2(e->l.b, e->em_type, e->em, "em");
    LLVMValueRef rm = LLVMBuildLoad2(e->l.b, rm_type, e->rm[b], "rm");
    LLVMValueRef args[2] = {em, rm};
    LLVMValueRef j =
        call_struct(e, GENX_SIMDCF_JOIN, genx_lanes(rm_type), LLVMStructTypeInContext(e->l.llvm, parts, 2, 0), args, 2);
    LLVMBuildStore(e->l.b, part(e, j, 0), e->em);
    LLVMBuildStore(e->l.b, LLVMConstNull(rm_type), e->rm[b]);
    uint32_t next = scf_next_join(&e->f, b, false);
    if (next == SCF_NONE)
        LLVMBuildBr(e->l.b, e->f.blocks[b].bb);
    else
        go_on(e, part(e, j, 1), next, e->f.blocks[b].bb);
}

static LLVMValueRef all_channels(LLVMTypeRef t, bool on) {
    return on ? LLVMConstAllOnes(t) : LLVMConstNull(t);
}

// The channels whose condition is true: the marker's, or all channels by a scalar condition.
static LLVMValueRef condition(scf_emit *e, const scf_block *k, LLVMValueRef t) {
    LLVMTypeRef type = mask_type(e, k->width);
    if (k->marker) {
        LLVMValueRef m = LLVMGetOperand(k->marker, 0);
        if (genx_is_bool(LLVMTypeOf(m)))
            return m;
        return LLVMBuildICmp(e->l.b, LLVMIntNE, m, LLVMConstNull(LLVMTypeOf(m)), "");
    }
    return LLVMBuildSelect(e->l.b, LLVMGetCondition(t), all_channels(type, true), all_channels(type, false), "");
}

static void emit_branch(scf_emit *e, uint32_t b) {
    scf_block *k = &e->f.blocks[b];
    LLVMValueRef t = LLVMGetBasicBlockTerminator(k->bb);
    scf_leave leave[2];
    uint32_t next, n = scf_leaves(&e->f, b, leave, &next), join = scf_next_join(&e->f, b, true);
    LLVMTypeRef type = mask_type(e, k->width);
    LLVMPositionBuilderBefore(e->l.b, t);
    LLVMSetCurrentDebugLocation2(e->l.b, LLVMInstructionGetDebugLoc(t));
    LLVMValueRef c = n == 1 && leave[0].all ? NULL : condition(e, k, t);
    for (uint32_t i = 0; i < n; i++) {
        LLVMValueRef stay = leave[i].all ? all_channels(type, false) : c;
        if (!leave[i].all && leave[i].if_set)
            stay = LLVMBuildNot(e->l.b, c, "");
        LLVMValueRef none_left = build_goto(e, leave[i].to, stay);
        bool more = i + 1 < n || next != SCF_NONE;
        LLVMBasicBlockRef to = place(e, b + 1);
        if (more) { // the rest runs only if a channel is left
            to = LLVMInsertBasicBlockInContext(e->l.llvm, place(e, b + 1), "rest");
            go_on(e, none_left, join, to);
            LLVMPositionBuilderAtEnd(e->l.b, to);
        } else {
            go_on(e, none_left, join, to);
        }
    }
    if (next != SCF_NONE)
        LLVMBuildBr(e->l.b, place(e, next));
    LLVMInstructionEraseFromParent(t);
    if (k->marker)
        LLVMInstructionEraseFromParent(k->marker);
}

// Creates the variables. EM starts with all channels on.
static void make_variables(scf_emit *e) {
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(e->f.fn);
    LLVMValueRef at = LLVMGetFirstInstruction(entry);
    while (LLVMIsAAllocaInst(at))
        at = LLVMGetNextInstruction(at);
    LLVMPositionBuilderBefore(e->l.b, at);
    e->em = LLVMBuildAlloca(e->l.b, e->em_type, "EM");
    for (uint32_t i = 0; i < e->f.gotos.len; i++) {
        const scf_goto *g = &e->f.gotos.data[i];
        if (!e->rm[g->to])
            e->rm[g->to] = LLVMBuildAlloca(e->l.b, mask_type(e, g->width), "RM");
    }
    LLVMBuildStore(e->l.b, all_channels(e->em_type, true), e->em);
}

static void lower_flow(scf_emit *e) {
    scf_flow *f = &e->f;
    for (uint32_t b = 0; b < f->n; b++) // while objects and calls are unchanged
        scf_predicate_block(&e->l, f->blocks[b].bb, e->em, scf_width_of(f, b));
    for (uint32_t b = 0; b < f->n; b++) {
        if (!f->blocks[b].is_join)
            continue;
        e->join[b] = LLVMInsertBasicBlockInContext(e->l.llvm, f->blocks[b].bb, "join");
        LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(f->blocks[b].bb), LLVMBasicBlockAsValue(e->join[b]));
    }
    for (uint32_t b = 0; b < f->n; b++) {
        if (f->blocks[b].is_join)
            emit_join(e, b);
        if (f->blocks[b].simd)
            emit_branch(e, b);
    }
}

// Resume masks start empty

// The graph of the lowered function, with the current nodes of each block and its join.
typedef struct scf_graph {
    cmc_graph *g;
    uint32_t *block, *join; // by block: nodes
    uint32_t *number;       // by node: the block that starts there, or SCF_NONE
} scf_graph;

static bool number_nodes(scf_emit *e, scf_graph *x, ptrmap *nodes) {
    cmc_arena *a = e->l.cx->arena;
    uint32_t n = 0, *node = CMC_NEW_N(a, uint32_t, LLVMCountBasicBlocks(e->f.fn));
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(e->f.fn); node && bb; bb = LLVMGetNextBasicBlock(bb), n++) {
        node[n] = n;
        x->number[n] = SCF_NONE;
        if (!ptrmap_put(nodes, bb, &node[n]))
            return false;
    }
    for (uint32_t b = 0; node && b < e->f.n; b++) {
        x->block[b] = *(const uint32_t *)ptrmap_get(nodes, e->f.blocks[b].bb);
        x->join[b] = *(const uint32_t *)ptrmap_get(nodes, place(e, b));
        x->number[x->block[b]] = b;
    }
    return node;
}

static bool find_graph(scf_emit *e, scf_graph *x) {
    cmc_arena *a = e->l.cx->arena;
    uint32_t n = LLVMCountBasicBlocks(e->f.fn);
    ptrmap nodes = {.arena = a};
    *x = (scf_graph){cmc_graph_create(a, n), CMC_NEW_N(a, uint32_t, e->f.n), CMC_NEW_N(a, uint32_t, e->f.n),
                     CMC_NEW_N(a, uint32_t, n)};
    if (!x->g || !x->block || !x->join || !x->number || !number_nodes(e, x, &nodes))
        return false;
    uint32_t from = 0;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(e->f.fn); bb; bb = LLVMGetNextBasicBlock(bb), from++) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
        for (unsigned i = 0; i < LLVMGetNumSuccessors(t); i++)
            cmc_graph_edge(x->g, from, *(const uint32_t *)ptrmap_get(&nodes, LLVMGetSuccessor(t, i)));
    }
    return cmc_graph_analyse(x->g);
}

// The nearest common dominator; the entry if one of the nodes is unreachable.
static uint32_t above(const cmc_graph *g, uint32_t a, uint32_t b) {
    if (!cmc_graph_reachable(g, a) || !cmc_graph_reachable(g, b))
        return 0;
    while (!cmc_graph_dominates(g, a, b))
        a = cmc_graph_idom(g, a);
    return a;
}

// Clears each resume mask in a block that dominates its gotos and its join, and in which no channel waits for the join.
// Clearing them all in the entry block would create PHIs on all paths to their gotos.
static void begin_empty(scf_emit *e) {
    const scf_flow *f = &e->f;
    scf_graph x;
    uint32_t *at = CMC_NEW_N(e->l.cx->arena, uint32_t, f->n);
    if (!at || !find_graph(e, &x)) {
        e->f.oom = true;
        return;
    }
    memcpy(at, x.join, f->n * sizeof *at);
    for (uint32_t i = 0; i < f->gotos.len; i++) {
        const scf_goto *g = &f->gotos.data[i];
        at[g->to] = above(x.g, at[g->to], x.block[g->from]);
    }
    for (uint32_t b = 0; b < f->n; b++) {
        if (!e->rm[b])
            continue;
        // Node 0 is the entry, before all gotos.
        while (at[b] && (x.number[at[b]] == SCF_NONE || x.number[at[b]] >= f->blocks[b].waits_from))
            at[b] = cmc_graph_idom(x.g, at[b]);
        LLVMBasicBlockRef bb = f->blocks[at[b] ? x.number[at[b]] : 0].bb;
        LLVMValueRef first = LLVMGetFirstInstruction(bb);
        while (LLVMIsAAllocaInst(first))
            first = LLVMGetNextInstruction(first);
        LLVMPositionBuilderBefore(e->l.b, first);
        LLVMBuildStore(e->l.b, LLVMConstNull(LLVMGetAllocatedType(e->rm[b])), e->rm[b]);
    }
}

static void lower_function(scf_emit *e, LLVMValueRef fn) {
    e->f = (scf_flow){.cx = e->l.cx, .fn = fn};
    if (cm_has_simd_any(fn)) {
        gx_shim_demote(fn);
        if (!scf_plan(&e->f))
            return;
        e->rm = CMC_NEW_N(e->l.cx->arena, LLVMValueRef, e->f.n + 1);
        e->join = CMC_NEW_N(e->l.cx->arena, LLVMBasicBlockRef, e->f.n + 1);
        if (!e->rm || !e->join)
            return;
        make_variables(e);
        lower_flow(e);
        begin_empty(e);
        return;
    }
    genx_foreach_block(fn, bb)
        scf_predicate_block(&e->l, bb, NULL, 0);
}

bool gx_form_simdcf(gx_ctx *cx, LLVMModuleRef mod) {
    scf_emit e = {.l = {.cx = cx, .mod = mod, .llvm = LLVMGetModuleContext(mod)}};
    e.l.b = LLVMCreateBuilderInContext(e.l.llvm);
    e.l.i1 = LLVMInt1TypeInContext(e.l.llvm);
    e.l.i16 = LLVMInt16TypeInContext(e.l.llvm);
    e.l.i32 = LLVMInt32TypeInContext(e.l.llvm);
    e.em_type = mask_type(&e, 32);
    genx_foreach_function(mod, f)
        if (!LLVMIsDeclaration(f))
            lower_function(&e, f);
    LLVMDisposeBuilder(e.l.b);
    return true;
}
