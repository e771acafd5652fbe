// SPDX-License-Identifier: MIT
// Blocks of shared local memory on targets whose data port has no block messages for it (all of skl; unaligned ones
// before LSC): one dword per lane. Source: messages.md 3.3 and 3.4.
//
//   msg.oword_read %v addr0=%o size_b=32 surface_bti=254      becomes
//   mov (8|M0) %i<1>:uw 0x76543210:uv                         // 0, 1, 2, ...
//   shl (8|M0) %a<1>:ud %i<1;1,0>:uw 2
//   add (8|M0) %a<1>:ud %a<1;1,0>:ud %base<0;1,0>:ud
//   send.dc0 (8|M0) %v %a ... 0x021108FE

#include "lower_priv.h"

#include <assert.h>

enum { LANES = 16, SLM_BTI = 254, OWORD_SHIFT = 4 };

// 4 * lane, for the lanes of one message.
static const mir_var *lane_steps(cg_ctx *cx) {
    mir_var *w = cg_temp(cx, ISA_UW, 16, 16, "lane"), *v = cg_temp(cx, ISA_UD, LANES * 4, cx->m->grf_b, "lane");
    cg_inst1(cx, ISA_MOV, 8, mir_dst(w, 0, ISA_UW, 1), isa_imm(0x76543210, ISA_UV));
    cg_inst2(cx, ISA_SHL, 8, mir_dst(v, 0, ISA_UD, 1), mir_src(w, 0, ISA_UW, (isa_region){8, 8, 1}),
             isa_imm(2, ISA_UD));
    cg_inst2(cx, ISA_ADD, 8, mir_dst(v, 32, ISA_UD, 1), mir_src(v, 0, ISA_UD, cg_unit), isa_imm(32, ISA_UD));
    return v;
}

// The block's first byte.
static isa_operand base_of(cg_ctx *cx, const mir_inst *i) {
    isa_operand at = i->msg->addr[0];
    if (i->msg->kind == ISA_MSG_OWORD_READ_UNALIGNED)
        return at;
    if (cg_is_imm(&at))
        return isa_imm(at.imm << OWORD_SHIFT, ISA_UD);
    mir_var *t = cg_temp(cx, ISA_UD, 4, 4, "base");
    cg_inst2(cx, ISA_SHL, 1, mir_dst(t, 0, ISA_UD, 1), at, isa_imm(OWORD_SHIFT, ISA_UD));
    return mir_src(t, 0, ISA_UD, cg_scalar);
}

static const mir_var *addresses(cg_ctx *cx, const mir_var *steps, isa_operand base, uint32_t off_b, uint32_t n) {
    mir_var *a = cg_temp(cx, ISA_UD, LANES * 4, cx->m->grf_b, "addr");
    isa_operand dst = mir_dst(a, 0, ISA_UD, 1), lanes = mir_src(steps, 0, ISA_UD, cg_unit);
    if (cg_is_imm(&base)) {
        cg_inst2(cx, ISA_ADD, (uint8_t)n, dst, lanes, isa_imm(base.imm + off_b, ISA_UD));
        return a;
    }
    cg_inst2(cx, ISA_ADD, (uint8_t)n, dst, lanes, base);
    if (off_b)
        cg_inst2(cx, ISA_ADD, (uint8_t)n, dst, mir_src(a, 0, ISA_UD, cg_unit), isa_imm(off_b, ISA_UD));
    return a;
}

bool lower_slm_needs_lanes(const cg_ctx *cx, const mir_inst *i) {
    bool slm = !i->msg->surface_is_var && i->msg->surface_bti == SLM_BTI;
    return slm && !cx->m->has_lsc && (!cx->m->has_slm_oword || i->msg->kind == ISA_MSG_OWORD_READ_UNALIGNED);
}

cmc_status lower_slm_block(cg_ctx *cx, const mir_inst *i, bool write) {
    assert(i->msg->size_b % 4 == 0 && i->msg->size_b > 0);
    const mir_var *steps = lane_steps(cx);
    isa_operand base = base_of(cx, i);
    for (uint32_t off_b = 0, n; off_b < i->msg->size_b; off_b += n * 4) {
        for (n = LANES; n * 4 > i->msg->size_b - off_b;)
            n /= 2;
        isa_msg m = {.kind = write ? ISA_MSG_BYTE_WRITE : ISA_MSG_BYTE_READ,
                     .simd = n <= cx->m->hdc_min_simd ? cx->m->hdc_min_simd : 16,
                     .elt_b = 4,
                     .n_elt = 1,
                     .bti = SLM_BTI};
        CMC_TRY(lower_send_block(cx, i, &m, addresses(cx, steps, base, off_b, n), write, (uint8_t)n, off_b, n * 4));
    }
    return CMC_OK;
}
