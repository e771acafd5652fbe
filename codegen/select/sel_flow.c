// SPDX-License-Identifier: MIT
// Selects SIMD control flow in the form that the pass fit_simdcf produces.
//
//   %n = call i1 @cmc.simdcf.goto.v16i1(<16 x i1> %stay, i32 3)     ->  (~%stay.0) goto (16|M0) join2 join3
//   br i1 %n, label %join2, label %then                                 then: ...
//
// The first target (JIP) is the thread's next block when no channel is left. The second (UIP) is the join at which the
// channels that left wait. Every instruction that does not use the mask is NoMask. Source: isa-semantics.md 4.2.

#include "sel_priv.h"

#include <assert.h>

static void *join_key(const sel *S, uint64_t number) {
    return (void *)(uintptr_t)((number + 1) * (S->subs.len + 1) + S->body);
}

bool sel_flow_call(LLVMValueRef v) {
    return genx_is_flow(v, "goto") || genx_is_flow(v, "join") || genx_is_flow(v, "on");
}

LLVMValueRef sel_block_flow(LLVMBasicBlockRef bb) {
    genx_foreach_inst_reverse(bb, i)
        if (genx_is_flow(i, "goto") || genx_is_flow(i, "join"))
            return i;
    return NULL;
}

void sel_note_joins(sel *S, LLVMBasicBlockRef bb, mir_block *b) {
    assert(bb && b);
    LLVMValueRef j = sel_block_flow(bb);
    uint64_t n;
    if (j && genx_is_flow(j, "join") && genx_const_u64(LLVMGetOperand(j, 0), &n))
        S->oom |= !ptrmap_put(&S->joins, join_key(S, n), b);
}

static mir_inst *flow_inst(sel *S, uint16_t op, uint32_t lanes, uint32_t none_left) {
    mir_inst *i = sel_inst(S, op, lanes);
    i->i.no_mask = false;
    i->target[0] = none_left;
    return i;
}

// The predicate of 16 lanes whose bits a wrregion writes as one word of a pair; NULL if w is not such a write.
static LLVMValueRef half_of(LLVMValueRef w, uint32_t off_b) {
    genx_region r;
    if (!LLVMIsAInstruction(w) || !genx_is_wrregion(w) || !genx_mask_is_true(w) || !genx_region_of(w, &r) ||
        !r.off_const || r.off_b != off_b || r.lanes != 1 || r.elt_b != 2)
        return NULL;
    LLVMValueRef x = LLVMGetOperand(w, 1), m = LLVMIsABitCastInst(x) ? LLVMGetOperand(x, 0) : NULL;
    return m && genx_is_bool(LLVMTypeOf(m)) && genx_lanes(LLVMTypeOf(m)) == 16 ? m : NULL;
}

// Joins two predicates that legalization split into words: each goes into one half of the flag.
static bool halves_condition(sel *S, LLVMValueRef bits, sel_ctl *c) {
    LLVMValueRef pair = LLVMIsABitCastInst(bits) ? LLVMGetOperand(bits, 0) : NULL, m[2] = {0};
    m[1] = pair ? half_of(pair, 2) : NULL;
    m[0] = m[1] ? half_of(LLVMGetOperand(pair, 0), 0) : NULL;
    if (!m[0] || LLVMIsConstant(m[0]) || LLVMIsConstant(m[1]))
        return false;
    sel_ctl p[2];
    for (unsigned k = 0; k < 2; k++)
        p[k] = sel_pred(S, m[k], 16);
    if (!p[0].flag || !p[1].flag || p[0].inv != p[1].inv || p[0].chan_off || p[1].chan_off)
        return false;
    mir_var *f = sel_var(S, MIR_VAR_FLAG, ISA_UD, 4, "stay");
    sel_inst(S, MIR_UNDEF, 1)->i.dst = mir_dst(f, 0, ISA_UD, 1);
    for (int32_t k = 0; k < 2; k++)
        sel_copy(S, f, 2 * k, &(sel_val){.var = p[k].flag, .off_b = 2 * p[k].flag_sub}, 2);
    *c = (sel_ctl){.flag = f, .inv = p[0].inv};
    return true;
}

// Moves 32 bits into a flag variable.
static sel_ctl wide_condition(sel *S, LLVMValueRef bits) {
    sel_ctl c;
    if (halves_condition(S, bits, &c))
        return c;
    mir_var *f = sel_var(S, MIR_VAR_FLAG, ISA_UD, 4, "stay");
    isa_operand src = sel_one(S, bits, false);
    src.type = ISA_UD;
    sel_mov(S, 1, sel_dst(f, 0, ISA_UD, 1), src, NULL);
    return (sel_ctl){.flag = f};
}

static sel_ctl stay_condition(sel *S, LLVMValueRef stay, uint32_t lanes) {
    uint64_t bits;
    if (lanes < 32)
        return sel_pred(S, stay, lanes);
    if (genx_const_u64(stay, &bits) && bits == 0)
        return (sel_ctl){.inv = true};
    LLVMValueRef m = LLVMIsABitCastInst(stay) ? LLVMGetOperand(stay, 0) : NULL;
    return m && LLVMIsACmpInst(m) ? sel_pred(S, m, lanes) : wide_condition(S, stay);
}

// The predicate of a goto that all channels take, or no channel. Where a goto branches on a clear predicate, the
// predicate cannot be left out.
static sel_ctl constant_condition(sel *S, bool all_go) {
    mir_var *f = sel_var(S, MIR_VAR_FLAG, ISA_UD, 4, "stay");
    sel_mov(S, 1, sel_dst(f, 0, ISA_UD, 1), isa_imm(all_go ? 0 : 0xffffffff, ISA_UD), NULL);
    return (sel_ctl){.flag = f};
}

static void select_goto(sel *S, LLVMValueRef g, uint32_t none_left) {
    uint64_t web = 0;
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(g, 0));
    uint32_t lanes = genx_is_bool(t) ? genx_lanes(t) : 32;
    mir_block *join = genx_const_u64(LLVMGetOperand(g, 1), &web) ? ptrmap_get(&S->joins, join_key(S, web)) : NULL;
    if (!join) {
        sel_error(S, "CM0934", "internal: a goto without its join");
        return;
    }
    sel_ctl c = stay_condition(S, LLVMGetOperand(g, 0), lanes);
    bool all_go = !c.flag && c.inv;
    if (!c.flag && !(all_go && S->m->goto_on_true))
        c = constant_condition(S, all_go);
    mir_inst *i = flow_inst(S, ISA_GOTO, lanes, none_left);
    i->target[1] = join->id;
    if (!c.flag)
        return;
    i->i.pred = ISA_PRED_NORMAL;
    i->i.pred_inv = c.inv != S->m->goto_on_true;
    i->i.vflag = c.flag->id;
    i->i.flag_sub = c.flag_sub;
}

void sel_flow_end(sel *S, LLVMBasicBlockRef bb, uint32_t none_left) {
    LLVMValueRef f = sel_block_flow(bb);
    uint64_t lanes = 16;
    S->loc = sel_place(S, f);
    if (genx_is_flow(f, "goto")) {
        select_goto(S, f, none_left);
        return;
    }
    (void)genx_const_u64(LLVMGetOperand(f, 1), &lanes);
    flow_inst(S, ISA_JOIN, (uint32_t)lanes, none_left);
}
