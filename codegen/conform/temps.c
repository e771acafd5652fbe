// SPDX-License-Identifier: MIT
// Helpers for several fixers: facts about operands, and temporaries for a source or the result.

#include "conform.h"

#include <assert.h>

uint32_t conform_n_src(const mir_inst *i) {
    uint32_t n = 0;
    while (n < 3 && i->i.src[n].file != ISA_FILE_NONE)
        n++;
    return n;
}

int32_t conform_sub_b(cg_ctx *cx, const isa_operand *o) {
    int32_t grf_b = cx->m->grf_b;
    if (o->file == ISA_FILE_GRF)
        return o->off_b % grf_b;
    if (!cg_is_var(o))
        return -1;
    const mir_var *v = cg_var(cx, o->reg);
    if (v->fixed)
        return (int32_t)(v->fixed_b + (uint32_t)o->off_b) % grf_b;
    return v->align_b >= grf_b || v->size_b > (uint32_t)grf_b ? o->off_b % grf_b : -1;
}

isa_operand conform_to_temp(cg_ctx *cx, mir_inst *i, isa_operand o, isa_type t) {
    assert(cg_is_imm(&o) || o.type != ISA_TYPE_NONE);
    uint8_t lanes = cg_is_scalar(&o, i->i.exec_size) ? 1 : i->i.exec_size;
    uint32_t size_b = lanes * (uint32_t)isa_type_size_b(t), align = 1;
    while (align < size_b && align < cx->m->grf_b)
        align *= 2;
    cg_at(cx, cx->block, i);
    const mir_var *v = cg_temp(cx, t, size_b, (uint16_t)align, "conf");
    if (lanes == 1)
        o.rgn = cg_scalar;
    cg_inst1(cx, ISA_MOV, lanes, mir_dst(v, 0, t, 1), o);
    return mir_src(v, 0, t, lanes == 1 ? cg_scalar : cg_unit);
}

bool conform_mixes_half(const mir_inst *i) {
    bool hf = i->i.dst.type == ISA_HF, f = i->i.dst.type == ISA_F;
    for (uint32_t s = 0; s < conform_n_src(i); s++) {
        hf |= i->i.src[s].type == ISA_HF;
        f |= i->i.src[s].type == ISA_F;
    }
    return hf && f && i->i.op != ISA_MOV;
}

// Assemblers leave the field of an unused flag zero.
static void name_no_flag(mir_inst *i) {
    i->i.pred = ISA_PRED_NONE;
    i->i.pred_inv = false;
    i->i.vflag = 0;
    i->i.flag_reg = i->i.flag_sub = 0;
}

// Puts the result of the instruction in a temporary and adds a mov from there to the destination.
void conform_result_aside(cg_ctx *cx, mir_inst *i, isa_type t, uint8_t hstride, uint32_t at_b) {
    assert(hstride >= 1 && "a destination has a stride");
    uint32_t size_b = at_b + (uint32_t)i->i.exec_size * isa_type_size_b(t) * hstride;
    isa_operand dst = i->i.dst;
    cg_at(cx, cx->block, i);
    const mir_var *v = cg_temp(cx, t, size_b, cx->m->grf_b, "conf");
    cg_at(cx, cx->block, i->next);
    cx->loc = i->loc;
    isa_operand src = mir_src(v, (int32_t)at_b, t, i->i.exec_size == 1 ? cg_scalar : (isa_region){hstride, 1, 0});
    mir_inst *m = cg_inst1(cx, ISA_MOV, i->i.exec_size, dst, src);
    m->i.pred = i->i.pred;
    m->i.pred_inv = i->i.pred_inv;
    m->i.vflag = i->i.vflag;
    m->i.flag_reg = i->i.flag_reg;
    m->i.flag_sub = i->i.flag_sub;
    m->i.chan_off = i->i.chan_off;
    m->i.no_mask = i->i.no_mask;
    i->i.dst = mir_dst(v, (int32_t)at_b, t, hstride);
    if (i->i.op == ISA_SEL || !m->i.pred)
        name_no_flag(m);
    else if (!i->i.cmod) // with a condition, the predicate also guards the flag
        name_no_flag(i);
}
