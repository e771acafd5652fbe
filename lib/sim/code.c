// SPDX-License-Identifier: MIT
// sim_code: machine code -> predecoded instructions.
//
// In: the bytes of a kernel. Out: one sim_inst per instruction with its handler, and branch targets as indices. An
// instruction that decodes but cannot be executed gets a handler that faults when it is reached, so that dead code is
// harmless.

#include "sim_priv.h"

#include <assert.h>
#include <stdlib.h>

// Facts of a family that only executors need.
static const struct {
    bool goto_on_true;   // a forward goto jumps where its predicate is true (Gen9: false)
    bool jmpi_from_next; // the register form of jmpi counts from the next instruction
} facts[ISA_FAMILY_COUNT] = {
    [ISA_GEN9] = {false, true},   [ISA_GEN11] = {true, true},   [ISA_XE_LP] = {true, false},
    [ISA_XE_HPG] = {true, false}, [ISA_XE_HPC] = {true, false}, [ISA_XE2] = {true, false},
};

static bool all_zero(const uint8_t *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (p[i] != 0)
            return false;
    return true;
}

static cmc_status predecode_branch(const isa_model *m, const isa_inst *raw, sim_inst *in) {
    in->exec = sim_branch_handler(raw->op);
    in->n_src = 0;
    if (raw->op == ISA_GOTO) {
        in->backward = raw->branch_ctrl;
        in->op_id8 = facts[m->family].goto_on_true || raw->branch_ctrl;
    }
    if (raw->src[0].file == ISA_FILE_GRF || raw->src[0].file == ISA_FILE_ARF) {
        isa_inst work = *raw;
        work.src[0].type = ISA_UD;
        work.src[0].rgn = (isa_region){0, 1, 0};
        work.exec_size = 1;
        if ((raw->src[0].file == ISA_FILE_GRF) || raw->src[0].reg != ISA_ARF_NULL) {
            CMC_TRY(sim_src_make(m, &work, &work.src[0], SIM_CLASS_I, &in->src[0]));
            in->n_src = 1;
            if (raw->op == ISA_JMPI && facts[m->family].jmpi_from_next)
                in->op_id8 = (uint8_t)in->size_b;
        }
    }
    if (raw->op == ISA_CALL || raw->op == ISA_CALLA) {
        isa_inst work = *raw;
        work.dst.type = ISA_UD;
        work.dst.rgn.h = 1;
        work.exec_size = 2;
        CMC_TRY(sim_dst_make(m, &work, &in->dst));
    }
    return CMC_OK;
}

static cmc_status predecode_send(sim_code *c, const isa_inst *raw, sim_inst *in) {
    sim_send *s = CMC_NEW(c->arena, sim_send);
    if (s == NULL)
        return CMC_ERR_OOM;
    s->raw = *raw;
    s->dynamic = raw->desc_is_reg || raw->exdesc_is_reg;
    s->supported = isa_send_describe(c->model, raw, &s->msg) == CMC_OK && s->msg.kind != ISA_MSG_UNKNOWN;
    s->no_return = raw->dst.file != ISA_FILE_GRF;
    s->dst = raw->dst.file == ISA_FILE_GRF ? raw->dst.reg * c->model->grf_b : 0;
    s->src0 = raw->src[0].file == ISA_FILE_GRF ? raw->src[0].reg * c->model->grf_b : SIM_ARF_NULL;
    s->gather = isa_is_gather(c->model, raw);
    if (s->gather)
        s->src0 = sim_arf_off(c->model, raw->src[0].reg, raw->src[0].off_b);
    s->has_src1 = raw->src[1].file == ISA_FILE_GRF;
    s->src1 = s->has_src1 ? raw->src[1].reg * c->model->grf_b : SIM_ARF_NULL;
    in->send = s;
    in->exec = sim_exec_send;
    return CMC_OK;
}

static cmc_status predecode_operation(sim_code *c, const isa_inst *raw, sim_inst *in) {
    const isa_op_info *info = isa_op_get((isa_op)raw->op);
    switch ((isa_format)info->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_TERNARY:
    case ISA_FMT_MATH:
        return sim_predecode_alu(c->model, raw, in);
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        return predecode_branch(c->model, raw, in);
    case ISA_FMT_SEND:
        return predecode_send(c, raw, in);
    case ISA_FMT_DPAS:
        return sim_predecode_dpas(c->model, raw, in) ? CMC_OK : CMC_ERR_UNSUPPORTED;
    case ISA_FMT_SYNC:
        in->exec = raw->fc == ISA_SYNC_BAR ? sim_exec_sync : sim_exec_nop;
        if (raw->fc == ISA_SYNC_BAR && raw->src[0].file == ISA_FILE_IMM)
            in->op_id8 = (uint8_t)(raw->src[0].imm & 31u);
        if (raw->src[0].file == ISA_FILE_ARF && raw->src[0].reg != ISA_ARF_NULL) {
            in->src[0].off = sim_arf_off(c->model, raw->src[0].reg, raw->src[0].off_b);
            in->n_src = 1;
        }
        return CMC_OK;
    case ISA_FMT_WAIT:
        in->exec = sim_exec_wait;
        return CMC_OK;
    case ISA_FMT_NULLARY:
        in->exec = raw->op == ISA_NOP ? sim_exec_nop : sim_exec_illegal;
        return CMC_OK;
    default:
        return CMC_ERR_UNSUPPORTED;
    }
}

static cmc_status predecode(sim_code *c, const isa_inst *raw, sim_inst *in) {
    in->op_id = raw->op;
    in->n = raw->exec_size != 0 ? raw->exec_size : 1;
    in->chan_off = raw->chan_off;
    in->lane_mask = in->n >= 32 ? UINT32_MAX : (1u << in->n) - 1;
    in->pred = raw->pred;
    in->pred_inv = raw->pred_inv;
    in->cmod = raw->cmod;
    in->flag_reg = raw->flag_reg & 3u;
    in->flag_base = raw->flag_sub ? 16 : 0;
    in->no_mask = raw->no_mask;
    in->sat = raw->sat;
    in->acc_wr_en = raw->acc_wr_en;
    cmc_status s = predecode_operation(c, raw, in);
    if (s == CMC_ERR_UNSUPPORTED || s == CMC_ERR_RANGE) {
        in->exec = sim_exec_unsupported;
        s = CMC_OK;
    }
    return s;
}

// One decoded instruction before its targets are known.
typedef struct raw_inst {
    isa_inst inst;
    uint32_t pc_b, size_b;
} raw_inst;

typedef CMC_VEC(raw_inst) raw_vec;

static cmc_status decode_all(sim_code *c, cmc_arena *tmp, raw_vec *out, cmc_diag *d) {
    size_t at = 0;
    while (at + 8 <= c->len_b && !all_zero(c->bytes + at, c->len_b - at)) {
        raw_inst r = {.pc_b = (uint32_t)at};
        unsigned size = 0;
        cmc_status s = isa_decode(c->model, c->bytes + at, c->len_b - at, &r.inst, &size, d);
        if (s != CMC_OK) {
            cmc_diag_error(d, "SIM0001", "byte offset 0x%zx holds no %s instruction", at, c->model->name);
            return CMC_ERR_FORMAT;
        }
        r.size_b = size;
        if (!cmc_vec_push(tmp, out, r))
            return CMC_ERR_OOM;
        at += size;
    }
    if (out->len == 0) {
        cmc_diag_error(d, "SIM0001", "byte offset 0x0: the kernel has no instructions");
        return CMC_ERR_FORMAT;
    }
    return CMC_OK;
}

static cmc_status resolve(const sim_code *c, const raw_inst *r, int64_t target, uint32_t *out, cmc_diag *d) {
    if (target >= 0 && target % 8 == 0 && (uint64_t)target / 8 < c->n_slots &&
        c->index_of[target / 8] != SIM_NO_TARGET) {
        *out = c->index_of[target / 8];
        return CMC_OK;
    }
    cmc_diag_error(d, "SIM0002", "branch at byte offset 0x%x goes to byte %lld, where no instruction starts", r->pc_b,
                   (long long)target);
    return CMC_ERR_FORMAT;
}

static cmc_status link_branch(const sim_code *c, const raw_inst *r, sim_inst *in, cmc_diag *d) {
    const isa_op_info *info = isa_op_get((isa_op)r->inst.op);
    in->jip = in->uip = SIM_NO_TARGET;
    if (!(info->attrs & ISA_ATTR_BRANCH) || in->n_src != 0 || r->inst.op == ISA_RET)
        return CMC_OK;
    int64_t base = r->inst.op == ISA_CALLA ? 0 : r->pc_b;
    CMC_TRY(resolve(c, r, base + r->inst.jip, &in->jip, d));
    if (info->format == ISA_FMT_BRANCH2)
        CMC_TRY(resolve(c, r, base + r->inst.uip, &in->uip, d));
    return CMC_OK;
}

static cmc_status build(sim_code *c, cmc_diag *d) {
    cmc_arena *tmp = cmc_arena_create();
    if (tmp == NULL)
        return CMC_ERR_OOM;
    raw_vec raws = {0};
    cmc_status s = decode_all(c, tmp, &raws, d);
    c->n_slots = (uint32_t)(c->len_b / 8 + 1);
    c->insts = CMC_NEW_N(c->arena, sim_inst, raws.len + 1);
    c->raws = CMC_NEW_N(c->arena, isa_inst, raws.len + 1);
    c->index_of = CMC_NEW_N(c->arena, uint32_t, c->n_slots);
    if (s == CMC_OK && (c->insts == NULL || c->raws == NULL || c->index_of == NULL))
        s = CMC_ERR_OOM;
    if (s == CMC_OK)
        memset(c->index_of, 0xff, c->n_slots * sizeof(uint32_t));
    for (uint32_t i = 0; s == CMC_OK && i < raws.len; i++)
        c->index_of[raws.data[i].pc_b / 8] = i;
    for (uint32_t i = 0; s == CMC_OK && i < raws.len; i++) {
        c->raws[i] = raws.data[i].inst;
        c->insts[i].pc_b = raws.data[i].pc_b;
        c->insts[i].size_b = raws.data[i].size_b;
        s = predecode(c, &raws.data[i].inst, &c->insts[i]);
        if (s == CMC_OK)
            s = link_branch(c, &raws.data[i], &c->insts[i], d);
    }
    c->n_insts = raws.len;
    if (s == CMC_OK) { // execution past the end is a fault, as for an illegal instruction
        c->insts[raws.len] = (sim_inst){.exec = sim_exec_illegal, .n = 1, .lane_mask = 1};
        c->insts[raws.len].pc_b = raws.data[raws.len - 1].pc_b + raws.data[raws.len - 1].size_b;
    }
    cmc_arena_destroy(tmp);
    return s;
}

cmc_status sim_code_create(const isa_model *m, const uint8_t *bytes, size_t len, sim_code **out, cmc_diag *d) {
    assert(m && out && (bytes || len == 0));
    *out = NULL;
    if (len > UINT32_MAX / 2) {
        cmc_diag_error(d, "SIM0003", "kernel of %zu bytes is larger than 2 GB", len);
        return CMC_ERR_RANGE;
    }
    sim_code *c = calloc(1, sizeof *c);
    if (c == NULL)
        return CMC_ERR_OOM;
    c->model = m;
    c->bytes = bytes;
    c->len_b = len;
    c->arena = cmc_arena_create();
    cmc_status s = c->arena != NULL ? build(c, d) : CMC_ERR_OOM;
    if (s != CMC_OK) {
        sim_code_destroy(c);
        return s;
    }
    *out = c;
    return CMC_OK;
}

void sim_code_destroy(sim_code *c) {
    if (c == NULL)
        return;
    cmc_arena_destroy(c->arena);
    free(c);
}
