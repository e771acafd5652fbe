// SPDX-License-Identifier: MIT
// Lowering of thread operations: barrier, fence, end of thread. Source: messages.md 3.13 and 5.

#include "lower_priv.h"

enum { SIGNAL_ONLY = 1, WAIT_ONLY = 2 }; // mir_msg.op of barriers

static cmc_status signal_barrier(cg_ctx *cx, const isa_operand *payload, bool is_named) {
    const cg_target *t = cg_target_of(cx->m);
    mir_var *p = cg_temp(cx, ISA_UD, cx->m->grf_b, (uint16_t)cx->m->grf_b, "bar");
    if (is_named) {
        cg_inst1(cx, ISA_MOV, 1, mir_dst(p, 8, ISA_UD, 1), *payload);
    } else {
        cg_inst2(cx, ISA_AND, 1, mir_dst(p, 8, ISA_UD, 1), mir_src(cg_r0(cx), 8, ISA_UD, cg_scalar),
                 isa_imm(t->barrier_mask, ISA_UD));
        // The number of threads of the group, from the top byte of r0.2: there are as many producers as consumers.
        if (t->barrier_counts)
            cg_inst1(cx, ISA_MOV, 1, mir_dst(p, 10, ISA_UB, 1), mir_src(cg_r0(cx), 11, ISA_UB, cg_scalar));
    }
    isa_msg m = {.kind = ISA_MSG_BARRIER};
    isa_operand none = isa_null(ISA_TYPE_NONE);
    return lower_send(cx, NULL, &m, 1, none, lower_regs(p, 0), none, NULL);
}

// sync takes an immediate or a flag that holds the number, but no other register. Observed in the output of Intel's
// vector compiler: mov (1|M0) f0.0<1>:uw id; sync.bar f0.0:uw.
static isa_operand in_flag(cg_ctx *cx, isa_operand id) {
    mir_var *f = mir_var_create(cx->fn, MIR_VAR_FLAG, ISA_UW, 2, 2, "bar");
    if (!f) {
        cx->oom = true;
        return isa_imm(0, ISA_UD);
    }
    id.type = ISA_UW; // the low half
    cg_inst1(cx, ISA_MOV, 1, mir_dst(f, 0, ISA_UW, 1), id);
    return mir_src(f, 0, ISA_UW, cg_scalar);
}

static void wait_barrier(cg_ctx *cx, isa_operand id) {
    if (isa_op_exists(cx->m, ISA_SYNC)) {
        if (!cg_is_imm(&id) && id.file != ISA_FILE_ARF)
            id = in_flag(cx, id);
        mir_inst *s = cg_inst1(cx, ISA_SYNC, 1, cg_none(), id);
        s->i.fc = ISA_SYNC_BAR;
        s->i.no_mask = false;
    } else {
        cg_inst1(cx, ISA_WAIT, 1, cg_none(), isa_arf_reg(ISA_ARF_N, 0, 0, ISA_UD, cg_scalar));
    }
}

cmc_status lower_barrier(cg_ctx *cx, const mir_inst *i) {
    const mir_msg *msg = i->msg;
    bool is_named = msg->kind == ISA_MSG_NAMED_BARRIER;
    if (!cg_target_of(cx->m)->barrier_mask || (is_named && !cx->m->has_named_barrier))
        return lower_error(cx, i, "%sbarriers are not supported on %s", is_named ? "named " : "", cx->m->name);
    if (msg->op != WAIT_ONLY)
        CMC_TRY(signal_barrier(cx, &msg->addr[0], is_named));
    if (msg->op != SIGNAL_ONLY)
        wait_barrier(cx, is_named ? msg->addr[0] : isa_null(ISA_TYPE_NONE));
    return CMC_OK;
}

// The fence commits: it writes a register when done, and the mov waits for that.
static cmc_status send_fence(cg_ctx *cx, const isa_msg *m, uint8_t exec) {
    uint16_t grf_b = cx->m->grf_b;
    mir_var *done = cg_temp(cx, ISA_UD, grf_b, grf_b, "fence");
    isa_operand null_data = isa_null(ISA_TYPE_NONE);
    CMC_TRY(lower_send(cx, NULL, m, exec, lower_regs(done, 0), lower_regs(cg_r0(cx), 0), null_data, NULL));
    isa_operand null = isa_null(ISA_UD);
    null.rgn = (isa_region){.h = 1};
    cg_inst1(cx, ISA_MOV, 8, null, mir_src(done, 0, ISA_UD, cg_unit));
    return CMC_OK;
}

// messages.md 3.13: bits of op that request a flush of caches beyond the first.
enum { HDC_FLUSH_BITS = 0x1f, FLUSH_BITS = 0x1e, LSC_FLUSH_L3 = 5, LSC_SCOPE_GPU = 3 };

// Global memory has two ports, for buffers and for images.
static cmc_status lsc_fence(cg_ctx *cx, bool slm, uint8_t op) {
    const cg_target *t = cg_target_of(cx->m);
    isa_msg m = {.kind = ISA_MSG_LSC_FENCE, .sfid = ISA_SFID_SLM, .returns = true};
    if (slm)
        return send_fence(cx, &m, 1);
    m.op = (uint8_t)((op & FLUSH_BITS) == FLUSH_BITS ? LSC_FLUSH_L3 : t->fence_op);
    m.fence_scope = LSC_SCOPE_GPU;
    m.sfid = ISA_SFID_UGM;
    CMC_TRY(send_fence(cx, &m, 1));
    m.sfid = ISA_SFID_CRE;
    return send_fence(cx, &m, 1);
}

cmc_status lower_lsc_fence(cg_ctx *cx, const mir_inst *i) {
    isa_msg m = {.kind = ISA_MSG_LSC_FENCE,
                 .sfid = i->msg->sfid,
                 .op = i->msg->op,
                 .fence_scope = i->msg->scope,
                 .returns = true};
    return send_fence(cx, &m, 1);
}

cmc_status lower_cache_flush(cg_ctx *cx) {
    isa_msg m = {.kind = ISA_MSG_SAMPLER, .op = ISA_SAMPLER_FLUSH, .returns = true};
    return send_fence(cx, &m, 8);
}

cmc_status lower_fence(cg_ctx *cx, uint8_t bti, uint8_t op) {
    if (cx->m->has_lsc)
        return lsc_fence(cx, bti == 254, op);
    isa_msg m = {.kind = ISA_MSG_HDC_FENCE, .bti = bti, .op = op & HDC_FLUSH_BITS, .returns = true};
    return send_fence(cx, &m, 8);
}

// The fence required before the end of a thread that stored.
static cmc_status eot_fence(cg_ctx *cx, const cg_target *t) {
    isa_msg m = {.kind = ISA_MSG_LSC_FENCE,
                 .sfid = ISA_SFID_UGM,
                 .op = t->eot_fence_op,
                 .fence_scope = t->eot_fence_scope,
                 .returns = true};
    return cx->m->has_lsc ? send_fence(cx, &m, 1) : lower_fence(cx, 0, t->eot_fence_op);
}

enum { EOT_REGISTERS = 16 };

static bool is_bound(const mir_fn *fn, uint32_t at_b, uint32_t len_b) {
    for (uint32_t v = 1; v < fn->vars.len; v++) {
        const mir_var *x = fn->vars.data[v];
        if (x->bound && x->fixed_b < at_b + len_b && at_b < x->fixed_b + x->size_b)
            return true;
    }
    return false;
}

static mir_var *eot_payload(cg_ctx *cx) {
    uint16_t grf_b = cx->m->grf_b;
    mir_var *v = cg_temp(cx, ISA_UD, grf_b, grf_b, "eot");
    v->fixed = true;
    v->fixed_b = (cx->fn->grf_count - 1) * grf_b;
    // Any of the last sixteen works, and the user may have bound a variable to some of them.
    for (uint32_t k = 1; k < EOT_REGISTERS && is_bound(cx->fn, v->fixed_b, grf_b); k++)
        v->fixed_b -= grf_b;
    return v;
}

cmc_status lower_eot(cg_ctx *cx, bool stored) {
    const cg_target *t = cg_target_of(cx->m);
    if (stored && t->eot_fence)
        CMC_TRY(eot_fence(cx, t));
    mir_var *p = eot_payload(cx);
    cg_inst1(cx, ISA_MOV, 8, mir_dst(p, 0, ISA_UD, 1), mir_src(cg_r0(cx), 0, ISA_UD, cg_unit));
    isa_msg m = {.kind = ISA_MSG_EOT, .end_of_thread = true};
    isa_operand none = isa_null(ISA_TYPE_NONE);
    mir_inst *send = NULL;
    CMC_TRY(lower_send(cx, NULL, &m, 8, none, lower_regs(p, 0), none, &send));
    send->i.eot = true;
    return CMC_OK;
}
