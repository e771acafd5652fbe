// SPDX-License-Identifier: MIT
// send: decodes the descriptors and passes the message to its executor.

#include "send_priv.h"

static uint32_t a0_dword(const sim_thread *t, unsigned i) {
    return sim_u32_get(t->regs + SIM_ARF_A0 + 4 * i);
}

// Reads descriptors that are in a0.
static bool describe_dynamic(sim_thread *t, const sim_inst *in, isa_msg *out) {
    isa_inst raw = in->send->raw;
    if (raw.desc_is_reg) {
        raw.desc = a0_dword(t, 0);
        raw.desc_is_reg = false;
    }
    uint32_t ex = 0;
    if (raw.exdesc_is_reg) {
        ex = a0_dword(t, raw.exdesc_sub);
        if (!raw.exbso) {
            raw.exdesc = ex;
            raw.exdesc_is_reg = false;
            if (t->code->model->src1_len_in_inst && raw.src1_len == 0)
                raw.src1_len = (uint8_t)(ex >> 6 & 31u);
        }
    }
    if (isa_send_describe(t->code->model, &raw, out) != CMC_OK)
        return false;
    bool by_offset = out->addr_type == ISA_ADDR_BSS || out->addr_type == ISA_ADDR_SS;
    isa_msg with_imm; // with a register descriptor, the instruction's own bits hold an offset
    raw.exdesc = in->send->raw.exdesc;
    raw.exdesc_is_reg = in->send->raw.exdesc_is_reg;
    if (raw.exdesc_is_reg && by_offset && t->code->model->has_lsc_imm_off &&
        isa_send_describe(t->code->model, &raw, &with_imm) == CMC_OK)
        out->imm_off = with_imm.imm_off;
    if (in->send->raw.exbso || (in->send->raw.exdesc_is_reg && by_offset))
        out->surf = ex;
    if (in->send->raw.exbso && out->addr_type == ISA_ADDR_BTI) // the index is in the same bits as in an immediate
        out->bti = (uint8_t)(ex >> 24);
    return true;
}

static void end_thread(sim_thread *t) {
    t->state = SIM_DONE;
}

// Fences complete at once. The answer register is written, so that a wait for it is harmless.
static void fence(sim_msg *x) {
    if (x->m->rlen_grf != 0 && !x->s->no_return)
        memset(sim_response(x, 0), 0, x->grf_b);
}

static bool in_space(sim_msg *x, void (*fn)(sim_msg *)) {
    if (sim_space_hdc(x))
        fn(x);
    return true;
}

static bool flat(sim_msg *x, void (*fn)(sim_msg *)) {
    x->space = (sim_space){.kind = SIM_SPACE_FLAT};
    fn(x);
    return true;
}

static bool run_message(sim_msg *x) {
    if (x->m->status || x->m->simd4x2) // forms that no compiler emits
        return false;
    switch ((isa_msg_kind)x->m->kind) {
    case ISA_MSG_OWORD_READ:
    case ISA_MSG_OWORD_READ_UNALIGNED:
    case ISA_MSG_OWORD_WRITE:
    case ISA_MSG_HWORD_READ:
    case ISA_MSG_HWORD_WRITE:
        return in_space(x, sim_msg_oword);
    case ISA_MSG_OWORD_DUAL_READ:
    case ISA_MSG_OWORD_DUAL_WRITE:
        return in_space(x, sim_msg_dual);
    case ISA_MSG_BYTE_READ:
    case ISA_MSG_BYTE_WRITE:
    case ISA_MSG_DWORD_READ:
    case ISA_MSG_DWORD_WRITE:
    case ISA_MSG_QWORD_READ:
    case ISA_MSG_QWORD_WRITE:
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_UNTYPED_WRITE:
        return in_space(x, sim_msg_lanes);
    case ISA_MSG_UNTYPED_ATOMIC:
    case ISA_MSG_UNTYPED_ATOMIC_FLOAT:
        return in_space(x, sim_msg_atomic);
    case ISA_MSG_TYPED_READ:
    case ISA_MSG_TYPED_WRITE:
    case ISA_MSG_TYPED_ATOMIC:
        sim_msg_typed(x);
        return true;
    case ISA_MSG_MEDIA_READ:
    case ISA_MSG_MEDIA_WRITE:
        sim_msg_media(x);
        return true;
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_BLOCK_WRITE:
        return flat(x, sim_msg_a64_block);
    case ISA_MSG_A64_SCATTERED_READ:
    case ISA_MSG_A64_SCATTERED_WRITE:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_A64_UNTYPED_WRITE:
        return flat(x, sim_msg_lanes);
    case ISA_MSG_A64_ATOMIC:
    case ISA_MSG_A64_ATOMIC_FLOAT:
        return flat(x, sim_msg_atomic);
    case ISA_MSG_SCRATCH_READ:
    case ISA_MSG_SCRATCH_WRITE:
        sim_msg_scratch(x);
        return true;
    case ISA_MSG_HDC_FENCE:
    case ISA_MSG_LSC_FENCE:
        fence(x);
        return true;
    case ISA_MSG_LSC_LOAD:
    case ISA_MSG_LSC_STORE:
    case ISA_MSG_LSC_LOAD_QUAD:
    case ISA_MSG_LSC_STORE_QUAD:
    case ISA_MSG_LSC_LOAD_2D:
    case ISA_MSG_LSC_STORE_2D:
    case ISA_MSG_LSC_ATOMIC:
        sim_msg_lsc(x);
        return true;
    case ISA_MSG_BARRIER:
    case ISA_MSG_NAMED_BARRIER:
        sim_msg_barrier(x);
        return true;
    case ISA_MSG_SAMPLER:
        sim_msg_sampler(x);
        return true;
    case ISA_MSG_EOT:
        end_thread(x->t);
        return true;
    default:
        return false;
    }
}

// Low address bits that the hardware ignores: a misaligned address accesses the aligned one below. Blocks for which
// this is not known fault in their executors.
static uint32_t ignored_bits(const isa_msg *m) {
    switch ((isa_msg_kind)m->kind) {
    case ISA_MSG_UNTYPED_READ:
    case ISA_MSG_UNTYPED_WRITE:
    case ISA_MSG_A64_UNTYPED_READ:
    case ISA_MSG_A64_UNTYPED_WRITE:
    case ISA_MSG_OWORD_READ_UNALIGNED:
        return 3;
    case ISA_MSG_A64_BLOCK_READ:
    case ISA_MSG_A64_BLOCK_WRITE:
        return m->align_b != 0 ? m->align_b - 1u : 0;
    default:
        return 0;
    }
}

// The registers that the message names must exist.
static bool payload_fits(const sim_msg *x) {
    const sim_send *s = x->s;
    unsigned file = x->t->grf_file_b;
    bool in0 = s->src0 >= SIM_GRF_B || s->src0 + x->m->mlen_grf * x->grf_b <= file;
    bool in1 = !s->has_src1 || s->src1 >= SIM_GRF_B || s->src1 + x->m->xlen_grf * x->grf_b <= file;
    bool out = s->no_return || s->dst + x->m->rlen_grf * x->grf_b <= file;
    return in0 && in1 && out;
}

void sim_gather_divide(isa_msg *m, unsigned lanes, unsigned grf_b) {
    unsigned total = m->mlen_grf, address_b = (m->simd ? m->simd : lanes) * m->addr_size_b;
    unsigned first = m->header + (address_b ? (address_b + grf_b - 1) / grf_b : 1);
    m->mlen_grf = (uint8_t)(first < total ? first : total);
    m->xlen_grf = (uint8_t)(total - m->mlen_grf);
}

// Copies the registers of the list, and divides them as other messages do. False: a register does not exist.
static bool gather(sim_msg *x, sim_send *s, isa_msg *m) {
    sim_thread *t = x->t;
    unsigned total = x->m->mlen_grf;
    if (total > SIM_GATHERED_REGS)
        return false;
    for (unsigned i = 0; i < total; i++) {
        unsigned at = t->regs[s->src0 + i] * x->grf_b;
        if (at + x->grf_b > t->grf_file_b)
            return false;
        memcpy(t->regs + SIM_GATHERED + i * x->grf_b, t->regs + at, x->grf_b);
    }
    *m = *x->m;
    sim_gather_divide(m, x->in->n, x->grf_b);
    s->src0 = SIM_GATHERED;
    s->has_src1 = m->xlen_grf != 0;
    s->src1 = SIM_GATHERED + m->mlen_grf * x->grf_b;
    x->m = m;
    x->s = s;
    return true;
}

void sim_exec_send(sim_thread *t, const sim_inst *in) {
    const sim_send *s = in->send;
    isa_msg dynamic;
    const isa_msg *m = &s->msg;
    uint32_t mask = sim_write_mask(t, in);
    t->sends++;
    t->pc++;
    if (mask == 0 && !s->raw.eot)
        return;
    bool known = s->supported;
    if (s->dynamic) {
        known = describe_dynamic(t, in, &dynamic);
        m = &dynamic;
    }
    sim_msg x = {
        .t = t, .in = in, .s = s, .m = m, .mask = mask, .grf_b = t->grf_b, .drop = known ? ignored_bits(m) : 0};
    sim_send listed = *s;
    isa_msg divided;
    if (known && ((s->gather && !gather(&x, &listed, &divided)) || !payload_fits(&x))) {
        sim_fault(t, in, "message reaches past the last of %u registers", t->grf_file_b / t->grf_b);
        return;
    }
    if (!known || !run_message(&x)) {
        sim_fault(t, in, "message is not supported (SFID %u, descriptor 0x%x)", s->raw.sfid,
                  s->raw.desc_is_reg ? a0_dword(t, 0) : s->raw.desc);
        return;
    }
    if (s->raw.eot && t->state == SIM_RUNNING)
        end_thread(t);
}
