// SPDX-License-Identifier: MIT
// One send: its operands as whole registers, its descriptors, and a surface in a register.

#include "lower_priv.h"

#include <assert.h>

cmc_status lower_error(cg_ctx *cx, const mir_inst *at, const char *fmt, ...) {
    assert(at && fmt);
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(cx->diag, CMC_ERROR, "CG0101", at->loc, fmt, ap);
    va_end(ap);
    return CMC_ERR_USER;
}

isa_operand lower_regs(const mir_var *v, int32_t off_b) {
    assert(v);
    return mir_src(v, off_b, ISA_TYPE_NONE, (isa_region){0});
}

bool lower_can_use_regs(cg_ctx *cx, const isa_operand *o, uint32_t len_b) {
    uint32_t grf_b = cx->m->grf_b;
    if (!cg_is_var(o) || o->off_b < 0 || (uint32_t)o->off_b % grf_b)
        return false;
    mir_var *v = cg_var(cx, o->reg);
    if (v->kind != MIR_VAR_GRF || (v->fixed && v->fixed_b % grf_b) || (v->same_sub_as && v->align_b < grf_b))
        return false;
    if ((uint32_t)o->off_b + len_b > v->size_b) {
        if (v->fixed)
            return false;
        v->size_b = (uint32_t)o->off_b + len_b;
    }
    if (v->align_b < grf_b)
        v->align_b = (uint16_t)grf_b;
    return true;
}

// Passes a surface given by a register in a0.0, which is physical: allocation keeps it free for this. The data port
// takes it in the descriptor, LSC in the extended descriptor. A binding-table index is in the top byte there, next to
// the length of src1 if no field of the instruction holds that. An offset of a surface state is used as it is.
static void surface_from_register(cg_ctx *cx, const mir_msg *msg, isa_inst *send) {
    isa_operand a0 = isa_arf_reg(ISA_ARF_A0, 0, 0, ISA_UD, (isa_region){.h = 1});
    isa_operand surface = msg->surface;
    surface.type = ISA_UD;
    if (!lower_is_lsc(msg->kind)) {
        cg_inst2(cx, ISA_OR, 1, a0, surface, isa_imm(send->desc, ISA_UD));
        send->desc_is_reg = true;
        return;
    }
    send->exdesc_is_reg = true;
    send->exdesc = 0;
    send->exbso = msg->addr_type != ISA_ADDR_BTI || cx->m->has_lsc_imm_off;
    if (msg->addr_type != ISA_ADDR_BTI) {
        cg_inst1(cx, ISA_MOV, 1, a0, surface);
        return;
    }
    if (cg_is_imm(&surface)) {
        cg_inst1(cx, ISA_MOV, 1, a0, isa_imm(surface.imm << 24 | (send->exbso ? 0 : send->src1_len << 6), ISA_UD));
        return;
    }
    mir_var *t = cg_temp(cx, ISA_UD, 4, 4, "surf");
    isa_operand dst = mir_dst(t, 0, ISA_UD, 1);
    bool len = !send->exbso && send->src1_len;
    cg_inst2(cx, ISA_SHL, 1, len ? dst : a0, surface, isa_imm(24, ISA_UD));
    if (len)
        cg_inst2(cx, ISA_OR, 1, a0, mir_src(t, 0, ISA_UD, cg_scalar), isa_imm((uint64_t)send->src1_len << 6, ISA_UD));
}

// The payloads of a send may not overlap in one variable (rule 56), as when x is stored at the addresses x. The
// second payload is then copied.
static void keep_apart(cg_ctx *cx, isa_inst *send) {
    isa_operand *a = &send->src[0], *b = &send->src[1];
    isa_msg msg;
    isa_send_describe(cx->m, send, &msg);
    int32_t len_a = msg.mlen_grf * cx->m->grf_b, len_b = msg.xlen_grf * cx->m->grf_b;
    if (!cg_is_var(a) || !cg_is_var(b) || a->reg != b->reg || a->off_b >= b->off_b + len_b ||
        b->off_b >= a->off_b + len_a)
        return;
    mir_var *t = cg_temp(cx, ISA_UD, (uint32_t)len_b, (uint16_t)cx->m->grf_b, "data");
    cg_copy(cx, lower_regs(t, 0), *b, (uint32_t)len_b);
    *b = lower_regs(t, 0);
}

cmc_status lower_send(cg_ctx *cx, const mir_msg *src, const isa_msg *desc, uint8_t exec, isa_operand dst,
                      isa_operand src0, isa_operand src1, mir_inst **out) {
    assert(desc && exec >= 1 && exec <= 32);
    isa_inst s = {.op = ISA_SEND, .exec_size = exec, .no_mask = true, .dst = dst};
    s.src[0] = src0;
    s.src[1] = src1;
    CMC_TRY(isa_send_build(cx->m, desc, &s, cx->diag));
    keep_apart(cx, &s);
    if (src && src->surface_is_var)
        surface_from_register(cx, src, &s);
    mir_inst *i = cg_inst(cx, s.op, exec);
    i->i = s;
    if (out)
        *out = i;
    return CMC_OK;
}

bool lower_is_lsc(uint8_t kind) {
    return kind >= ISA_MSG_LSC_LOAD && kind <= ISA_MSG_LSC_OTHER;
}
