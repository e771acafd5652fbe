// SPDX-License-Identifier: MIT
// Lowering of what concerns the thread: barrier, fence, end of thread. Source: messages.md 3.13 and 5.

#include "lower_priv.h"

cmc_status lower_barrier(cg_ctx *cx, const mir_inst *i) {
    const cg_target *t = cg_target_of(cx->m);
    if (!t->barrier_mask)
        return lower_error(cx, i, "barriers are not supported on %s", cx->m->name);
    mir_var *p = cg_temp(cx, ISA_UD, cx->m->grf_b, (uint16_t)cx->m->grf_b, "bar");
    cg_inst2(cx, ISA_AND, 1, mir_dst(p, 8, ISA_UD, 1), mir_src(cg_r0(cx), 8, ISA_UD, cg_scalar),
             isa_imm(t->barrier_mask, ISA_UD));
    isa_msg m = {.kind = ISA_MSG_BARRIER};
    isa_operand none = isa_null(ISA_TYPE_NONE);
    CMC_TRY(lower_send(cx, NULL, &m, 1, none, lower_regs(p, 0), none, NULL));
    if (isa_op_exists(cx->m, ISA_SYNC)) {
        mir_inst *s = cg_inst1(cx, ISA_SYNC, 1, cg_none(), none);
        s->i.fc = ISA_SYNC_BAR;
        s->i.no_mask = false;
    } else {
        cg_inst1(cx, ISA_WAIT, 1, cg_none(), isa_arf_reg(ISA_ARF_N, 0, 0, ISA_UD, cg_scalar));
    }
    return CMC_OK;
}

// The fence commits: it writes a register when done, and the mov waits for that.
cmc_status lower_fence(cg_ctx *cx, const mir_inst *i, uint8_t bti, uint8_t op) {
    (void)i;
    uint16_t grf_b = cx->m->grf_b;
    mir_var *done = cg_temp(cx, ISA_UD, grf_b, grf_b, "fence");
    isa_msg m = {.kind = ISA_MSG_HDC_FENCE, .bti = bti, .op = op, .returns = true};
    CMC_TRY(lower_send(cx, NULL, &m, 8, lower_regs(done, 0), lower_regs(cg_r0(cx), 0), isa_null(ISA_TYPE_NONE), NULL));
    isa_operand null = isa_null(ISA_UD);
    null.rgn = (isa_region){.h = 1};
    cg_inst1(cx, ISA_MOV, 8, null, mir_src(done, 0, ISA_UD, cg_unit));
    return CMC_OK;
}

static mir_var *eot_payload(cg_ctx *cx) {
    uint16_t grf_b = cx->m->grf_b;
    mir_var *v = cg_temp(cx, ISA_UD, grf_b, grf_b, "eot");
    v->fixed = true;
    v->fixed_b = (cx->fn->grf_count - 1) * grf_b;
    return v;
}

cmc_status lower_eot(cg_ctx *cx, bool stored) {
    const cg_target *t = cg_target_of(cx->m);
    if (stored && t->eot_fence)
        CMC_TRY(lower_fence(cx, NULL, 0, (uint8_t)t->eot_fence_op));
    mir_var *p = eot_payload(cx);
    cg_inst1(cx, ISA_MOV, 8, mir_dst(p, 0, ISA_UD, 1), mir_src(cg_r0(cx), 0, ISA_UD, cg_unit));
    isa_msg m = {.kind = ISA_MSG_EOT, .end_of_thread = true};
    isa_operand none = isa_null(ISA_TYPE_NONE);
    mir_inst *send = NULL;
    CMC_TRY(lower_send(cx, NULL, &m, 8, none, lower_regs(p, 0), none, &send));
    send->i.eot = true;
    return CMC_OK;
}
