// SPDX-License-Identifier: MIT
// Helpers for messages of all kinds: constant operands, surface, address, result and predicate.

#include "sel_priv.h"

#include <assert.h>

mir_msg *sel_new_message(sel *S, isa_msg_kind kind, uint32_t lanes) {
    mir_msg *m = CMC_NEW(S->fn->arena, mir_msg);
    if (!m) {
        S->oom = true;
        return NULL;
    }
    m->kind = (uint8_t)kind;
    m->lanes = (uint8_t)(lanes > 1 ? lanes : 0);
    return m;
}

mir_inst *sel_send_message(sel *S, mir_msg *m, uint32_t lanes) {
    assert(m);
    mir_inst *i = sel_inst(S, MIR_MSG, lanes);
    i->msg = m;
    return i;
}

uint64_t sel_constant_operand(sel *S, LLVMValueRef v, unsigned op) {
    assert(op < (unsigned)LLVMGetNumOperands(v));
    uint64_t x = LLVMIsUndef(LLVMGetOperand(v, op)) ? 0 : 1;
    if (!genx_const_u64(LLVMGetOperand(v, op), &x) && !LLVMIsUndef(LLVMGetOperand(v, op)))
        sel_error(S, "CM0965", "operand %u of llvm.genx.%s must be a constant because the instruction encodes it", op,
                  genx_info_get(genx_call_id(v))->name);
    return x;
}

void sel_surface(sel *S, mir_msg *m, LLVMValueRef s) {
    uint64_t bti;
    sel_val *x = ptrmap_get(&S->vals, s);
    if (LLVMIsUndef(s)) {
        sel_error(S, "CM0254", "the SurfaceIndex of this message has no value; pass it as an argument of the kernel");
    } else if (genx_const_u64(s, &bti)) {
        m->surface_bti = (uint8_t)bti;
    } else if (x && !x->var) {
        m->surface_bti = (uint8_t)x->off_b;
    } else {
        m->surface_is_var = true;
        m->surface = sel_one(S, s, false);
    }
}

// The result of a message: whole registers of its own variable, or of the variable of the wrregion that it feeds.
mir_var *sel_message_result(sel *S, LLVMValueRef v) {
    mir_var *d = sel_var_for(S, LLVMTypeOf(v), v);
    d->align_b = S->m->grf_b;
    sel_bind(S, v, d, 0);
    return d;
}

// True for a sum with a constant that does not wrap at its own width.
static bool is_exact_sum(LLVMValueRef v) {
    return LLVMGetInstructionOpcode(v) == LLVMOr ? LLVMGetIsDisjoint(v)
                                                 : LLVMGetInstructionOpcode(v) == LLVMAdd && LLVMGetNUW(v);
}

// Moves the constant part of one address, or of an address for each lane, to *off_b, a signed field of `bits` bits.
static LLVMValueRef split(const sel *S, LLVMValueRef address, int bits, int32_t *off_b) {
    assert(off_b && bits > 0);
    enum { UNIT_B = 4 };
    uint64_t c;
    LLVMValueRef k = LLVMGetOperand(address, 1);
    if (bale_folds(S->bales, address, 0) || // an operand that is folded into the addition has no variable
        !LLVMIsAConstant(k) || !genx_const_splat(k, &c))
        return address;
    int64_t limit = 1ll << (bits - 1), part = (int64_t)c;
    if (part < -limit || part >= limit)
        return address;
    int64_t sum = *off_b + part;
    if (sum < -limit || sum >= limit || sum % UNIT_B)
        return address;
    *off_b = (int32_t)sum;
    return LLVMGetOperand(address, 0);
}

enum { FLAT_OFF_BITS = 20, BTI_OFF_BITS = 12 };

LLVMValueRef sel_split_address(const sel *S, LLVMValueRef address, int32_t *off_b) {
    bool sum = S->m->has_lsc_imm_off && LLVMIsAInstruction(address) &&
               (LLVMGetInstructionOpcode(address) == LLVMAdd || is_exact_sum(address));
    return sum ? split(S, address, FLAT_OFF_BITS, off_b) : address;
}

LLVMValueRef sel_split_offset(const sel *S, const mir_msg *m, LLVMValueRef offset, int32_t *off_b) {
    LLVMValueRef sum = LLVMIsABitCastInst(offset) ? LLVMGetOperand(offset, 0) : offset; // a cast to one lane
    if (!S->m->has_lsc_imm_off || m->surface_is_var || !LLVMIsAInstruction(sum) || !is_exact_sum(sum))
        return offset;
    LLVMValueRef rest = split(S, sum, BTI_OFF_BITS, off_b);
    return rest == sum ? offset : rest;
}

bool sel_message_pred(mir_inst *i, const sel_ctl *c) {
    assert(i && c);
    if (c->on) {
        i->i.no_mask = false;
        i->i.chan_off = c->chan_off;
    }
    if (!c->flag)
        return !c->inv;
    i->i.pred = ISA_PRED_NORMAL;
    i->i.pred_inv = c->inv;
    i->i.vflag = c->flag->id;
    i->i.flag_sub = c->flag_sub;
    i->i.chan_off = c->chan_off;
    return true;
}
