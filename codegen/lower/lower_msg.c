// SPDX-License-Identifier: MIT
// lower_msg: logical messages become headers, payloads and sends of the target.
//
//   before
//     msg.a64_block_read (1|M0) %v addr0=%p<0;1,0>:uq size_b=64 elt_b=16
//     eot
//   after
//     (W) mov (2|M0) %hdr<1>:ud %p<1;1,0>:ud
//     (W) send.dc1 (1|M0) %v %hdr null 0x0 0x022D03FF
//     (W) mov (8|M0) %eot<1>:ud %r0<1;1,0>:ud             // %eot fixed at r127
//     (W) send.ts (8|M0) null %eot null 0x0 0x02000010 {EOT}
//
// A message larger than the hardware's becomes several. Variables that a send names start on a register and hold
// whole registers: where a variable cannot (it stands inside another), a temporary and a copy take its place.

#include "lower_priv.h"

cmc_status lower_error(cg_ctx *cx, const mir_inst *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(cx->diag, CMC_ERROR, "CG0101", at->loc, fmt, ap);
    va_end(ap);
    return CMC_ERR_USER;
}

isa_operand lower_regs(const mir_var *v, int32_t off_b) {
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

// A surface in a register, in a0.0, which is physical: allocation leaves it free for this. The data port has it in the
// descriptor, LSC in the extended one: a binding-table index in its top byte, beside src1's length where no field of
// the instruction has that; an offset of a surface state as it is.
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

// Both payloads of a send in one variable may not overlap (rule 56): x stored at the addresses x. The second is copied.
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

static cmc_status lower_one(cg_ctx *cx, const mir_inst *i) {
    switch ((isa_msg_kind)i->msg->kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_OWORD_WRITE:
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_BLOCK_WRITE:
        return lower_block(cx, i);
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_MEDIA_WRITE:
        return lower_media(cx, i);
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_SCATTERED_WRITE:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_A64_UNTYPED_WRITE:
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
    case ISA_MSG_LSC_LOAD_QUAD:
    case ISA_MSG_LSC_STORE_QUAD:
    case ISA_MSG_LSC_ATOMIC:
        return lower_lanes(cx, i);
    case ISA_MSG_LSC_LOAD_2D:
    case ISA_MSG_LSC_STORE_2D:
        return lower_2d(cx, i);
    case ISA_MSG_TYPED_READ:
    case ISA_MSG_TYPED_WRITE:
    case ISA_MSG_TYPED_ATOMIC:
        return lower_typed(cx, i);
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_STORE:
        return i->msg->transpose ? lower_block(cx, i) : lower_lanes(cx, i);
    case ISA_MSG_BARRIER:
    case ISA_MSG_NAMED_BARRIER:
        return lower_barrier(cx, i);
    case ISA_MSG_LSC_FENCE:
        return lower_lsc_fence(cx, i);
    case ISA_MSG_SAMPLER:
        return lower_cache_flush(cx);
    case ISA_MSG_HDC_FENCE:
        return lower_fence(cx, i, i->msg->surface_bti == 254 ? 254 : 0, i->msg->op);
    default:
        return lower_error(cx, i, "message kind %u is not supported on %s", (unsigned)i->msg->kind, cx->m->name);
    }
}

// Whether a message leaves data in global memory; shared local memory dies with the group.
static bool stores(const mir_inst *i) {
    if (i->i.op != MIR_MSG || i->msg->sfid == ISA_SFID_SLM || (i->msg->surface_bti == 254 && !i->msg->surface_is_var))
        return false;
    switch ((isa_msg_kind)i->msg->kind) {
    case ISA_MSG_OWORD_WRITE:
    case ISA_MSG_A64_BLOCK_WRITE:
    case ISA_MSG_MEDIA_WRITE:
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
    case ISA_MSG_A64_SCATTERED_WRITE:
    case ISA_MSG_A64_UNTYPED_WRITE:
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
    case ISA_MSG_TYPED_WRITE:
    case ISA_MSG_TYPED_ATOMIC:
    case ISA_MSG_LSC_STORE:
    case ISA_MSG_LSC_STORE_QUAD:
    case ISA_MSG_LSC_STORE_2D:
    case ISA_MSG_LSC_ATOMIC:
        return true;
    default:
        return false;
    }
}

static bool fn_stores(const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (stores(i) || cg_is_send(i)) // what the user's own messages do is not known
                return true;
    return false;
}

cmc_status cg_pass_lower_msg(cg_ctx *cx, mir_fn *fn) {
    bool stored = fn_stores(fn);
    for (uint32_t b = 0; b < fn->blocks.len; b++) {
        mir_block *block = fn->blocks.data[b];
        for (mir_inst *i = block->first, *next; i; i = next) {
            next = i->next;
            if (i->i.op != MIR_MSG && i->i.op != MIR_EOT)
                continue;
            cg_at(cx, block, i);
            CMC_TRY(i->i.op == MIR_EOT ? lower_eot(cx, stored) : lower_one(cx, i));
            if (cx->oom)
                return CMC_ERR_OOM;
            mir_inst_remove(block, i);
            cx->changed = true;
        }
    }
    return CMC_OK;
}
