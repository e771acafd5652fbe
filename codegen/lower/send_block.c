// SPDX-License-Identifier: MIT
// One message of a block: its result or data in whole registers, direct or through a temporary, and dwords of its
// header.

#include "lower_priv.h"

#include <assert.h>

static uint32_t round_up(uint32_t n, uint32_t unit) {
    return (n + unit - 1) / unit * unit;
}

// Registers for bytes [off_b, off_b + len_b) of a read's result. If the result cannot be written in place, it goes
// through a temporary, which finish_read copies.
static isa_operand result_regs(cg_ctx *cx, const isa_operand *dst, uint32_t off_b, uint32_t len_b) {
    isa_operand o = lower_regs(cg_var(cx, dst->reg), dst->off_b + (int32_t)off_b);
    uint32_t regs_b = round_up(len_b, cx->m->grf_b);
    // The rest of the last register is clobbered: it must not hold bytes that the variable still needs.
    bool last = (uint32_t)o.off_b + len_b >= cg_var(cx, dst->reg)->size_b || len_b == regs_b;
    if (cg_is_var(dst) && last && lower_can_use_regs(cx, &o, regs_b))
        return o;
    return lower_regs(cg_temp(cx, ISA_UD, regs_b, (uint16_t)cx->m->grf_b, "block"), 0);
}

static void finish_read(cg_ctx *cx, const isa_operand *dst, const isa_operand *regs, uint32_t off_b, uint32_t len_b) {
    isa_operand want = *dst;
    want.off_b += (int32_t)off_b;
    if (regs->reg != want.reg || regs->off_b != want.off_b)
        cg_copy(cx, want, *regs, len_b);
}

// The data of a write, in registers that start on a boundary.
static isa_operand data_regs(cg_ctx *cx, const isa_operand *data, uint32_t off_b, uint32_t len_b) {
    isa_operand o = lower_regs(cg_var(cx, data->reg), data->off_b + (int32_t)off_b);
    if (cg_is_var(data) && lower_can_use_regs(cx, &o, len_b))
        return o;
    mir_var *t = cg_temp(cx, ISA_UD, round_up(len_b, cx->m->grf_b), (uint16_t)cx->m->grf_b, "block");
    cg_copy(cx, lower_regs(t, 0), o, len_b);
    return lower_regs(t, 0);
}

static void take_predicate(isa_inst *send, const isa_inst *from) {
    send->pred = from->pred;
    send->pred_inv = from->pred_inv;
    send->vflag = from->vflag;
    send->flag_reg = from->flag_reg;
    send->flag_sub = from->flag_sub;
    send->chan_off = from->chan_off;
    if (from->pred != ISA_PRED_NONE)
        send->no_mask = from->no_mask;
}

static cmc_status send_part(cg_ctx *cx, const mir_inst *i, const isa_msg *msg, isa_operand payload, bool write,
                            uint8_t exec, uint32_t off_b, uint32_t len_b) {
    isa_operand none = isa_null(ISA_TYPE_NONE);
    mir_inst *send = NULL;
    if (write || msg->prefetch) {
        isa_operand data = write ? data_regs(cx, &i->msg->data, off_b, len_b) : none;
        CMC_TRY(lower_send(cx, i->msg, msg, exec, none, payload, data, &send));
        take_predicate(&send->i, &i->i);
        return CMC_OK;
    }
    isa_operand regs = result_regs(cx, &i->i.dst, off_b, len_b);
    bool through = regs.reg != i->i.dst.reg || regs.off_b != i->i.dst.off_b + (int32_t)off_b;
    if (through && i->i.pred != ISA_PRED_NONE) { // lanes that are off keep the old value
        isa_operand old = i->i.dst;
        old.off_b += (int32_t)off_b;
        cg_copy(cx, regs, old, len_b);
    }
    CMC_TRY(lower_send(cx, i->msg, msg, exec, regs, payload, none, &send));
    take_predicate(&send->i, &i->i);
    finish_read(cx, &i->i.dst, &regs, off_b, len_b);
    return CMC_OK;
}

cmc_status lower_send_block(cg_ctx *cx, const mir_inst *i, const isa_msg *msg, const mir_var *header, bool write,
                            uint8_t exec, uint32_t off_b, uint32_t len_b) {
    assert(header);
    return send_part(cx, i, msg, lower_regs(header, 0), write, exec, off_b, len_b);
}

cmc_status lower_send_payload(cg_ctx *cx, const mir_inst *i, const isa_msg *msg, isa_operand payload, bool write,
                              uint8_t exec, uint32_t len_b) {
    return send_part(cx, i, msg, payload, write, exec, 0, len_b);
}

// header.dword = base + add
void lower_put_sum(cg_ctx *cx, const mir_var *h, uint32_t index, isa_operand base, uint32_t add) {
    assert(index < 8 && "a header has eight dwords");
    isa_operand to = mir_dst(h, (int32_t)(index * 4), ISA_UD, 1);
    base.type = base.file == ISA_FILE_IMM ? ISA_UD : base.type;
    if (base.file == ISA_FILE_IMM)
        cg_inst1(cx, ISA_MOV, 1, to, isa_imm((base.imm + add) & UINT32_MAX, ISA_UD));
    else if (add == 0)
        cg_inst1(cx, ISA_MOV, 1, to, base);
    else
        cg_inst2(cx, ISA_ADD, 1, to, base, isa_imm(add, ISA_UD));
}
