// SPDX-License-Identifier: MIT
// Operands of random sends, branches and syncs.

#include "gen.h"

static uint32_t gen_u32(gen *g) {
    return gen_below(g, 1u << 16) << 16 | gen_below(g, 1u << 16);
}

static isa_operand gen_payload(gen *g, bool may_be_null) {
    if (may_be_null && gen_chance(g, 20))
        return (isa_operand){.file = ISA_FILE_ARF};
    return (isa_operand){.file = ISA_FILE_GRF, .reg = gen_below(g, 120)};
}

static void gen_new_send(gen *g, isa_inst *in) {
    static const uint8_t old_sfids[] = {0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13};
    bool lsc = g->m->has_lsc;
    in->sfid = lsc ? (uint8_t)gen_below(g, 16) : old_sfids[gen_below(g, sizeof old_sfids)];
    if (g->m->family == ISA_XE2 && in->sfid == ISA_SFID_DCRO) // gone there
        in->sfid = ISA_SFID_UGM;
    in->dst = gen_payload(g, true);
    in->src[0] = gen_payload(g, false);
    in->src[1] = gen_payload(g, true);
    bool null1 = in->src[1].file == ISA_FILE_ARF;
    in->exdesc_is_reg = gen_chance(g, 30);
    in->desc_is_reg = gen_chance(g, 30);
    if (in->desc_is_reg == false)
        in->desc = gen_u32(g);
    if (in->exdesc_is_reg) {
        in->exdesc_sub = (uint8_t)gen_below(g, 8);
        bool xe2 = g->m->family == ISA_XE2, implied = xe2 && in->sfid == ISA_SFID_UGM;
        in->exbso = lsc && (implied || gen_chance(g, 50));
        in->cps = in->exbso && !xe2 && gen_chance(g, 20);
        if (xe2 && gen_chance(g, 40)) // bits 18:16 are the register's, bit 15 is ExBSO's
            in->exdesc = gen_u32(g) & (implied ? 0xfff8f800u : 0xfff87800u);
    } else {
        in->exdesc = gen_u32(g) & (lsc ? 0xff000000u | 0xfff800u : 0xff000000u | 0xffffc0u);
    }
    if (lsc && (!in->exdesc_is_reg || in->exbso))
        in->src1_len = null1 ? 0 : (uint8_t)gen_below(g, 32);
    in->fusion_ctrl = g->m->fused_eu && gen_chance(g, 10);
    in->eot = gen_chance(g, 4);
    if (in->eot) { // end of thread reads the upper registers and returns nothing
        in->dst = (isa_operand){.file = ISA_FILE_ARF};
        in->src[0].reg = 112 + gen_below(g, 8);
        if (!null1)
            in->src[1].reg = 120 + gen_below(g, 4);
    }
}

// Its type is not in the text.
static void gen_send_indirect(gen *g, isa_operand *o) {
    o->type = o->type ? (uint8_t)ISA_UD : (uint8_t)ISA_TYPE_NONE;
    o->reg = 0;
    o->indirect = true;
    o->addr_sub = (uint8_t)gen_below(g, 16);
    o->addr_imm = (int16_t)((int)gen_below(g, 64) * 16 - 512);
}

static void gen_old_send(gen *g, isa_inst *in) {
    static const uint8_t types[] = {ISA_UD, ISA_D, ISA_F, ISA_UW, ISA_HF};
    bool split = in->op == ISA_SENDS || in->op == ISA_SENDSC;
    in->dst = gen_payload(g, true);
    in->dst.type = types[gen_below(g, 5)];
    in->dst.rgn.h = 1;
    in->src[0] = gen_payload(g, false);
    in->src[0].type = split ? (uint8_t)ISA_TYPE_NONE : types[gen_below(g, 5)];
    in->eot = gen_chance(g, 4);
    in->desc_is_reg = gen_chance(g, 30);
    if (!in->desc_is_reg)
        in->desc = gen_u32(g) & 0x1fffffff;
    if (split) {
        in->src[1] = gen_payload(g, true);
        in->exdesc_is_reg = gen_chance(g, 20) && !in->eot;
    }
    in->sfid = (uint8_t)gen_below(g, 13);
    if (in->sfid) // there is no 1
        in->sfid++;
    if (in->exdesc_is_reg) {
        in->exdesc_sub = (uint8_t)gen_below(g, 8);
        in->sfid = 0;
    } else {
        in->exdesc = in->sfid | (in->eot ? 0x20u : 0u) | (gen_u32(g) & (split ? 0xffff03c0u : 0xffff0000u));
    }
    if (in->eot) {
        in->dst.file = ISA_FILE_ARF;
        in->dst.reg = ISA_ARF_NULL;
        in->src[0].reg = 112 + gen_below(g, 8);
        if (in->src[1].file == ISA_FILE_GRF)
            in->src[1].reg = 120;
    }
    in->no_src_dep_set = gen_chance(g, 10);
    if (!in->eot && gen_chance(g, 10)) {
        bool dst = in->dst.file == ISA_FILE_GRF && gen_chance(g, 50);
        gen_send_indirect(g, dst ? &in->dst : &in->src[0]);
    }
}

void gen_send(gen *g, isa_inst *in) {
    if (gen_is_gen12(g))
        gen_new_send(g, in);
    else
        gen_old_send(g, in);
}

// A place in the program, near this instruction.
static int32_t gen_target(gen *g) {
    int64_t lo = g->pc_b > 512 ? g->pc_b - 512 : 0;
    int64_t hi = g->pc_b + 512 < g->end_b ? g->pc_b + 512 : g->end_b - 16;
    return (int32_t)(lo + (int64_t)gen_below(g, (uint32_t)((hi - lo) / 16 + 1)) * 16 - g->pc_b);
}

static isa_operand gen_branch_register(gen *g) {
    return (isa_operand){.file = ISA_FILE_GRF, .reg = gen_grf(g), .off_b = (int32_t)gen_below(g, 8) * 4};
}

void gen_branch(gen *g, isa_inst *in) {
    bool call = in->op == ISA_CALL || in->op == ISA_CALLA;
    bool may_reg = call || in->op == ISA_JMPI || in->op == ISA_BRD || in->op == ISA_BRC;
    if (in->op == ISA_JMPI) {
        in->exec_size = 1;
        in->chan_off = 0;
        in->no_mask = true;
    }
    if (in->op == ISA_IF || in->op == ISA_ELSE || in->op == ISA_GOTO)
        in->branch_ctrl = gen_chance(g, 30);
    if (call)
        in->dst = gen_branch_register(g);
    if (in->op == ISA_RET || (may_reg && gen_chance(g, 30))) {
        in->src[0] = gen_branch_register(g);
        return;
    }
    in->jip = gen_target(g) + (in->op == ISA_CALLA ? (int32_t)g->pc_b : 0);
    if (isa_op_get((isa_op)in->op)->format == ISA_FMT_BRANCH2)
        in->uip = gen_target(g);
}

void gen_sync(gen *g, isa_inst *in) {
    static const uint8_t functions[] = {ISA_SYNC_NOP,  ISA_SYNC_ALLRD, ISA_SYNC_ALLWR, ISA_SYNC_BAR,
                                        ISA_SYNC_HOST, ISA_SYNC_FENCE, ISA_SYNC_FLUSH};
    in->exec_size = 1;
    in->chan_off = 0;
    if (in->op == ISA_WAIT) {
        in->src[0] = isa_arf_reg(ISA_ARF_N, 0, (int32_t)gen_below(g, 3) * 4, ISA_UD, (isa_region){0, 1, 0});
        in->dst = in->src[0];
        in->dst.rgn = (isa_region){0, 0, 1};
        return;
    }
    bool wide = g->m->grf_b == 64;
    in->fc = functions[gen_below(g, g->m->family == ISA_XE2 ? 7 : wide ? 6 : 5)];
    in->no_mask = gen_chance(g, 30);
    in->src[0] = (isa_operand){.file = ISA_FILE_ARF};
    if ((in->fc == ISA_SYNC_ALLRD || in->fc == ISA_SYNC_ALLWR) && gen_chance(g, 60)) {
        uint32_t mask = gen_u32(g);
        in->src[0] = isa_imm(g->m->sbid_count == 16 ? mask & 0xffff : mask, ISA_UD);
    }
    if (in->fc == ISA_SYNC_BAR && wide && gen_chance(g, 60)) { // which barrier
        in->src[0] = isa_imm(gen_below(g, 32), ISA_UD);
        if (gen_chance(g, 50))
            in->src[0] =
                (isa_operand){.file = ISA_FILE_ARF, .type = ISA_UD, .reg = (uint32_t)ISA_ARF_F | gen_below(g, 4)};
    }
}
