// SPDX-License-Identifier: MIT
// Selects one kernel. Blocks are selected in layout order, except that a block comes after the block that dominates it,
// because the definition of a value creates its variable and LLVM may lay out a block before its dominator. Bale roots
// are selected in program order; copies on the edges replace PHIs.
//
// A PHI is a variable that each predecessor writes. A block with several successors gets a separate edge block for each
// edge into a block with PHIs. A copy therefore runs only on its own edge, and other paths keep the variable's old
// value. The copies of an edge are parallel: a source that another copy overwrites is read first.

#include "sel_priv.h"

#include <string.h>

// Reports calls of what is not a function of this file; false for LLVM's intrinsics.
static bool refuse_call(sel *S, LLVMValueRef call) {
    LLVMValueRef f = LLVMGetCalledValue(call);
    size_t len;
    if (!LLVMIsAFunction(f))
        sel_error(S, "CM0210", "calls through a pointer are not supported; call the function by name");
    else if (LLVMIsDeclaration(f) && LLVMGetIntrinsicID(f) == 0 && strncmp(LLVMGetValueName2(f, &len), "llvm.", 5))
        sel_error(S, "CM0212",
                  "function '%s' has no body in this file; define it here, because kernels are not linked across files",
                  LLVMGetValueName2(f, &len));
    else
        return false;
    return true;
}

static void unsupported(sel *S, LLVMValueRef v) {
    if (bale_is_llvm(v, "trap") || bale_is_llvm(v, "debugtrap") || bale_is_llvm(v, "ubsantrap")) {
        sel_error(S, "CM0960", "kernel code cannot trap; return, or write an error code to memory");
        return;
    }
    if (LLVMIsACallInst(v) && refuse_call(S, v))
        return;
    bool atomic = LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v);
    char *t = LLVMPrintTypeToString(LLVMTypeOf(atomic ? LLVMGetOperand(v, 1) : v));
    sel_error(S, "CM0960", "%s of type %s is not supported in kernel code%s", genx_op_name(S->a, v), t,
              atomic ? "; use an atomic of 32 or 64 bits" : "");
    LLVMDisposeMessage(t);
}

typedef enum move_state { MOVE_WAITS = 0, MOVE_BEGUN, MOVE_DONE } move_state;

typedef struct move {
    move_state state;
    mir_var *dst;
    LLVMValueRef val; // a constant is materialized last
    sel_val src;
    uint32_t len_b;
} move;

// Emits the moves that read the destination of move i directly before it; a cycle saves one value in a temporary.
static void emit_move(sel *S, move *m, uint32_t n, uint32_t i) {
    m[i].state = MOVE_BEGUN;
    for (uint32_t j = 0; j < n; j++) {
        if (j == i || m[j].src.var != m[i].dst || m[j].state == MOVE_DONE)
            continue;
        if (m[j].state == MOVE_WAITS) {
            emit_move(S, m, n, j);
            continue;
        }
        mir_var *t = sel_var_for(S, LLVMTypeOf(m[j].val), NULL);
        sel_copy(S, t, 0, &m[j].src, m[j].len_b);
        m[j].src = (sel_val){.var = t};
    }
    sel_copy(S, m[i].dst, 0, &m[i].src, m[i].len_b);
    m[i].state = MOVE_DONE;
}

// The index of an edge among the predecessors of `to`, in the order of its first PHI. The map makes the search linear:
// a switch has thousands of edges.
static unsigned way_number(sel *S, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMValueRef phi = LLVMGetFirstInstruction(to);
    ptrmap *ways = ptrmap_get(&S->ways, to);
    if (!ways) {
        ways = CMC_NEW(S->a, ptrmap);
        if (!ways || !ptrmap_put(&S->ways, to, ways)) {
            S->oom = true;
            return 0;
        }
        ways->arena = S->a;
        for (unsigned k = 0, n = LLVMCountIncoming(phi); k < n; k++)
            S->oom |= !ptrmap_put(ways, LLVMGetIncomingBlock(phi, k), (void *)(uintptr_t)(k + 1));
    }
    return (unsigned)(uintptr_t)ptrmap_get(ways, from) - 1;
}

// The value of a PHI on the edge from -> to. The PHIs of a block may list their edges in different orders.
static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from, unsigned way) {
    unsigned n = LLVMCountIncoming(phi);
    if (way < n && LLVMGetIncomingBlock(phi, way) == from)
        return LLVMGetIncomingValue(phi, way);
    for (unsigned k = 0; k < n; k++)
        if (LLVMGetIncomingBlock(phi, k) == from)
            return LLVMGetIncomingValue(phi, k);
    return NULL;
}

// Ends the live range of a PHI that is undefined on this edge: its value from before, say from an earlier call, is
// dead.
static void end_lives(sel *S, LLVMBasicBlockRef from, LLVMBasicBlockRef to, unsigned way) {
    genx_foreach_phi(to, p) {
        LLVMValueRef v = incoming(p, from, way);
        const sel_val *d = ptrmap_get(&S->vals, p);
        if (v && LLVMIsUndef(v) && d)
            sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(d->var, 0, ISA_TYPE_NONE, 0);
    }
}

// Emits the copies for the edge from -> to in the current block.
static void edge_copies(sel *S, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    uint32_t n = 0, cap = 0;
    genx_foreach_phi(to, p)
        cap++;
    move *m = CMC_NEW_N(S->a, move, cap + 1);
    if (!m) {
        S->oom = true;
        return;
    }
    unsigned way = cap ? way_number(S, from, to) : 0;
    genx_foreach_phi(to, p) {
        LLVMValueRef x = incoming(p, from, way);
        sel_val *d = ptrmap_get(&S->vals, p);
        if (x && !LLVMIsUndef(x) && d)
            m[n++] = (move){.dst = d->var, .val = x, .len_b = genx_size_b(LLVMTypeOf(p))};
    }
    for (uint32_t i = 0; i < n; i++)
        if (!LLVMIsAConstant(m[i].val))
            m[i].src = *sel_value(S, m[i].val);
    for (uint32_t i = 0; i < n; i++)
        if (!m[i].src.var || m[i].src.var == m[i].dst)
            m[i].state = MOVE_DONE; // constants come last
    for (uint32_t i = 0; i < n; i++)
        if (m[i].state == MOVE_WAITS)
            emit_move(S, m, n, i);
    for (uint32_t i = 0; i < n; i++)
        if (!m[i].src.var)
            sel_constant(S, m[i].val, m[i].dst, 0);
    if (S->ends_lives)
        end_lives(S, from, to, way);
}

static bool has_phis(LLVMBasicBlockRef bb) {
    LLVMValueRef i = LLVMGetFirstInstruction(bb);
    return i && LLVMIsAPHINode(i);
}

static uint32_t block_id(sel *S, LLVMBasicBlockRef bb) {
    mir_block *b = ptrmap_get(&S->blocks, bb);
    return b ? b->id : 0;
}

static mir_inst *branch(sel *S, uint32_t target) {
    mir_inst *i = sel_inst(S, MIR_BR, 1);
    i->target[0] = target;
    return i;
}

// The branch target for this edge: the successor, or a new block with the edge's copies.
static uint32_t edge_target(sel *S, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    if (!has_phis(to))
        return block_id(S, to);
    mir_block *here = S->bb, *edge = mir_block_create(S->fn, "edge");
    if (!edge) {
        S->oom = true;
        return 0;
    }
    S->bb = edge;
    edge_copies(S, from, to);
    branch(S, block_id(S, to));
    S->bb = here;
    return edge->id;
}

static void select_branch(sel *S, LLVMBasicBlockRef bb, LLVMValueRef t) {
    LLVMBasicBlockRef s0 = LLVMGetSuccessor(t, 0);
    if (sel_block_flow(bb)) { // fit_simdcf placed the other successor directly after, without PHIs
        if (!LLVMIsConditional(t))
            edge_copies(S, bb, s0);
        sel_flow_end(S, bb, LLVMIsConditional(t) ? edge_target(S, bb, s0) : block_id(S, s0));
        return;
    }
    if (!LLVMIsConditional(t) || LLVMGetSuccessor(t, 1) == s0) {
        edge_copies(S, bb, s0);
        branch(S, block_id(S, s0));
        return;
    }
    LLVMBasicBlockRef s1 = LLVMGetSuccessor(t, 1);
    uint8_t how = ISA_PRED_NORMAL;
    sel_ctl p;
    if (!sel_pred_group(S, LLVMGetCondition(t), &p, &how))
        p = sel_pred(S, LLVMGetCondition(t), 1);
    if (!p.flag) {
        LLVMBasicBlockRef s = p.inv ? s1 : s0;
        branch(S, edge_target(S, bb, s));
        return;
    }
    uint32_t t0 = edge_target(S, bb, s0), t1 = edge_target(S, bb, s1);
    mir_inst *i = sel_inst(S, MIR_CBR, 1);
    i->i.pred = how;
    i->i.pred_inv = p.inv;
    i->i.vflag = p.flag->id;
    i->i.flag_sub = p.flag_sub;
    i->i.chan_off = p.chan_off;
    i->target[0] = t0;
    i->target[1] = t1;
}

static void select_elementwise(sel *S, LLVMValueRef v) {
    uint32_t lanes = genx_lanes(LLVMTypeOf(v));
    if (!LLVMGetFirstUse(v))
        return;
    if (lanes > RGN_MAX_LANES || (lanes & (lanes - 1))) {
        sel_error(S, "CM0961", "internal: an operation on %u lanes was not split", (unsigned)lanes);
        return;
    }
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    isa_operand to = sel_dst(d, 0, (isa_type)d->type, 1);
    sel_ctl all = {0};
    bool done = genx_elt_bits(LLVMTypeOf(v)) == 64 ? sel_alu64(S, v, to, &all) : sel_alu(S, v, to, lanes, all);
    if (!done)
        unsupported(S, v);
    sel_bind(S, v, d, 0);
}

static bool is_ignored_call(LLVMValueRef v) {
    static const char *const names[] = {"lifetime.start",
                                        "lifetime.end",
                                        "assume",
                                        "dbg.value",
                                        "dbg.declare",
                                        "dbg.label",
                                        "experimental.noalias.scope.decl",
                                        "donothing",
                                        "sideeffect"};
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
        if (bale_is_llvm(v, names[i]))
            return true;
    return false;
}

static void select_other(sel *S, LLVMBasicBlockRef bb, LLVMValueRef v) {
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMRet:
        if (S->sub)
            sel_sub_return(S, v);
        else
            sel_inst(S, MIR_EOT, 1);
        return;
    case LLVMUnreachable:
        sel_inst(S, MIR_EOT, 1);
        return;
    case LLVMBr:
        select_branch(S, bb, v);
        return;
    case LLVMBitCast:
        sel_mask_cast(S, v);
        return;
    case LLVMCall:
        if (!sel_sub_call(S, v) && !sel_asm(S, v) && !sel_flow_call(v) && !is_ignored_call(v) &&
            !sel_thread_query(S, v) && !sel_unit(S, v) && !sel_global_access(S, v) && !sel_message(S, v))
            unsupported(S, v);
        return;
    default:
        if (!sel_sub_call(S, v) && !sel_asm(S, v))
            unsupported(S, v);
    }
}

static void select_root(sel *S, LLVMBasicBlockRef bb, LLVMValueRef v) {
    bale_desc d = bale_describe(S->m, v);
    S->at = v;
    S->loc = sel_place(S, v);
    switch ((bale_kind)d.kind) {
    case BALE_ALIAS:
    case BALE_PHI:
        return;
    case BALE_ELEMENTWISE:
        select_elementwise(S, v);
        return;
    case BALE_CMP:
        if (LLVMGetFirstUse(v))
            sel_cmp(S, v);
        return;
    case BALE_RD:
        sel_rd(S, v);
        return;
    case BALE_WR:
        sel_wr(S, v);
        return;
    case BALE_MASK:
        sel_mask_op(S, v);
        return;
    case BALE_REDUCE:
        sel_reduce(S, v);
        return;
    case BALE_OTHER:
        select_other(S, bb, v);
        return;
    }
}

static bool prepare_blocks(sel *S) {
    genx_foreach_block(S->lfn, bb) {
        const char *name = LLVMGetBasicBlockName(bb);
        mir_block *b = mir_block_create(S->fn, name && *name ? name : "b");
        if (!b || !ptrmap_put(&S->blocks, bb, b) || !sel_note_calls(S, bb))
            return false;
        sel_note_joins(S, bb, b);
        genx_foreach_phi(bb, p) {
            S->loc = sel_place(S, p);
            if (genx_is_bool(LLVMTypeOf(p)))
                unsupported(S, p);
            else
                sel_bind(S, p, sel_var_for(S, LLVMTypeOf(p), p), 0);
        }
    }
    return true;
}

static void select_block(sel *S, LLVMBasicBlockRef bb) {
    S->bb = ptrmap_get(&S->blocks, bb);
    S->at_block = bb;
    genx_foreach_inst(bb, i) {
        S->fn->keeps_undef |= LLVMGetInstructionOpcode(i) == LLVMFreeze;
        if (bale_is_root(S->bales, i))
            select_root(S, bb, i);
    }
}

// In a function with SIMD control flow, a variable may still be live for the inactive channels.
static bool has_flow(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        if (sel_block_flow(bb))
            return true;
    return false;
}

static cmc_status select_body(sel *S) {
    uint32_t n;
    S->ends_lives = S->sub && !has_flow(S->lfn);
    LLVMBasicBlockRef *blocks = genx_block_order(S->a, S->lfn, &n);
    S->bales = bale_analyse(S->a, S->m, S->lfn);
    if (!S->bales || !blocks)
        return CMC_ERR_OOM;
    S->fn->keeps_undef |=
        !!LLVMGetStringAttributeAtIndex(S->lfn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, "CMKeepsUndef", 12);
    if (S->sub)
        sel_sub_params(S);
    else
        sel_arguments(S);
    sel_float_control(S);
    for (uint32_t i = 0; i < n; i++)
        select_block(S, blocks[i]);
    return S->oom ? CMC_ERR_OOM : CMC_OK;
}

// Selects the kernel, then its subroutines, each after all its callers. Blocks are created first, since calls refer to
// them.
cmc_status sel_function(sel *S) {
    LLVMValueRef kernel = S->lfn;
    if (!sel_find_subs(S) || !prepare_blocks(S))
        return CMC_ERR_OOM;
    for (uint32_t k = S->subs.len; k-- > 0;) {
        S->lfn = S->subs.data[k]->fn;
        S->body = k + 1;
        uint32_t first = S->fn->blocks.len;
        if (!prepare_blocks(S))
            return CMC_ERR_OOM;
        S->subs.data[k]->entry = S->fn->blocks.data[first];
    }
    S->lfn = kernel;
    S->body = 0;
    CMC_TRY(select_body(S));
    for (uint32_t k = S->subs.len; k-- > 0;) {
        S->sub = S->subs.data[k];
        S->lfn = S->sub->fn;
        S->body = k + 1;
        CMC_TRY(select_body(S));
    }
    sel_check_bound(S);
    return CMC_OK;
}
