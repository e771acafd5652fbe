// SPDX-License-Identifier: MIT
// Builds instructions and repairs operands that their position cannot encode: an immediate or a byte in the wrong
// source, a destination narrower than the execution type. Rules: isa-semantics 5.1.

#include "sel_priv.h"

#include <assert.h>

uint32_t sel_elt_b(const isa_operand *o) {
    return isa_type_size_b((isa_type)o->type);
}

isa_operand sel_dst(const mir_var *v, int32_t off_b, isa_type t, uint8_t h) {
    assert(v && h >= 1);
    return mir_dst(v, off_b, t, h);
}

static uint32_t exec_size_b(const isa_operand *s, unsigned n) {
    uint32_t e = 1;
    for (unsigned k = 0; k < n; k++) {
        uint32_t b = sel_elt_b(&s[k]);
        if (b == 1)
            b = 2; // bytes are computed as words
        e = b > e ? b : e;
    }
    return e;
}

static bool is_raw_mov(uint16_t op, const isa_operand *dst, const isa_operand *s0, const sel_ctl *c) {
    return op == ISA_MOV && !s0->mod && !(c && c->sat) && sel_elt_b(dst) == sel_elt_b(s0) &&
           isa_type_is_float((isa_type)dst->type) == isa_type_is_float((isa_type)s0->type) && s0->file != ISA_FILE_IMM;
}

// The destination stride in bytes that an instruction needs, 0 for any. Conversions between half and integers write one
// dword for each lane (rule 29).
static uint32_t needed_stride_b(uint16_t op, const isa_operand *dst, const isa_operand *s, unsigned n,
                                const sel_ctl *c) {
    uint32_t d = sel_elt_b(dst), e = exec_size_b(s, n);
    if (is_raw_mov(op, dst, s, c))
        return 0;
    bool half = dst->type == ISA_HF || s[0].type == ISA_HF;
    if (op == ISA_MOV && half && d == 2 &&
        isa_type_is_float((isa_type)dst->type) != isa_type_is_float((isa_type)s[0].type))
        return 4;
    if (dst->type == ISA_HF && e == 4 && isa_type_is_float((isa_type)s[0].type))
        return dst->off_b % 16 == 0 ? 0 : 4; // packed halves from floats start on an oword boundary
    return d < e ? e : 0;
}

void sel_apply(mir_inst *i, const sel_ctl *c) {
    if (!c)
        return;
    i->i.sat = c->sat;
    if (c->on) {
        i->i.no_mask = false;
        i->i.chan_off = c->chan_off;
    }
    if (c->flag) {
        i->i.pred = ISA_PRED_NORMAL;
        i->i.pred_inv = c->inv;
        i->i.vflag = c->flag->id;
        i->i.flag_sub = c->flag_sub;
        i->i.chan_off = c->chan_off;
    }
}

// Emits the instruction. A destination that needs a wider stride goes through a strided temporary.
static mir_inst *emit(sel *S, uint16_t op, uint32_t lanes, isa_operand dst, const isa_operand *s, unsigned n,
                      const sel_ctl *c) {
    assert(n >= 1 && n <= 2 && lanes >= 1);
    uint32_t need = dst.file == ISA_FILE_VREG ? needed_stride_b(op, &dst, s, n, c) : 0, d = sel_elt_b(&dst);
    isa_operand final = dst;
    bool through = false,
         pseudo =
             dst.indirect && mir_op_is_pseudo(op); // expands to several instructions, which cannot write indirectly
    if (pseudo && !need)
        need = d;
    if (need && (pseudo || dst.rgn.h * d != need)) {
        if (lanes == 1 && !dst.indirect) {
            dst.rgn.h = (uint8_t)(need / d);
        } else {
            mir_var *t = sel_var(S, MIR_VAR_GRF, (isa_type)dst.type, lanes * need, "n");
            dst = sel_dst(t, 0, (isa_type)dst.type, (uint8_t)(need / d));
            through = true;
        }
    }
    mir_inst *i = sel_inst(S, op, lanes);
    i->i.dst = dst;
    for (unsigned k = 0; k < n; k++)
        i->i.src[k] = s[k];
    sel_apply(i, c);
    if (through) {
        int32_t off[RGN_MAX_LANES];
        for (uint32_t k = 0; k < lanes; k++)
            off[k] = (int32_t)(k * need);
        const mir_var *t = S->fn->vars.data[dst.reg];
        isa_type ty = (isa_type)dst.type; // a raw move, as integers of the same width
        isa_type raw = d == 1 ? ISA_UB : d == 2 ? ISA_UW : ty;
        final.type = (uint8_t)raw;
        sel_ctl pc = c ? *c : (sel_ctl){0};
        pc.sat = false;
        mir_inst *m = sel_inst(S, ISA_MOV, lanes);
        m->i.dst = final;
        m->i.src[0] = sel_region(S, t, off, lanes, raw);
        sel_apply(m, &pc);
    }
    return i;
}

void sel_emit1(sel *S, uint16_t op, uint32_t lanes, isa_operand dst, isa_operand s0, const sel_ctl *c) {
    emit(S, op, lanes, dst, &s0, 1, c);
}

isa_operand sel_to_temp(sel *S, isa_operand o, uint32_t lanes) {
    isa_type t = (isa_type)o.type;
    if (o.file == ISA_FILE_IMM || (o.rgn.v == 0 && o.rgn.h == 0 && !(o.indirect && lanes > 1)))
        lanes = 1;
    isa_type to = t == ISA_UB ? ISA_UW : t == ISA_B ? ISA_W : t;
    mir_var *v = sel_var(S, MIR_VAR_GRF, to, lanes * isa_type_size_b(to), "m");
    sel_mov(S, lanes, sel_dst(v, 0, to, 1), o, NULL);
    return lanes == 1 ? sel_scalar(v, 0, to) : sel_lanes(S, v, 0, lanes, to);
}

static bool is_byte(const isa_operand *o) {
    return o->file == ISA_FILE_VREG && sel_elt_b(o) == 1;
}

mir_inst *sel_emit2(sel *S, uint16_t op, uint32_t lanes, isa_operand dst, isa_operand s0, isa_operand s1, bool commutes,
                    const sel_ctl *c) {
    bool bad0 = s0.file == ISA_FILE_IMM, bad1 = is_byte(&s1) && !S->m->src1_may_be_byte;
    if (commutes && (bad0 || bad1) && s1.file != ISA_FILE_IMM && !is_byte(&s0)) {
        isa_operand t = s0;
        s0 = s1;
        s1 = t;
        bad0 = bad1 = false;
    }
    if (s0.file == ISA_FILE_IMM) // rule 16
        s0 = sel_to_temp(S, s0, lanes);
    if (is_byte(&s1) && !S->m->src1_may_be_byte) // rule 14
        s1 = sel_to_temp(S, s1, lanes);
    isa_operand s[2] = {s0, s1};
    return emit(S, op, lanes, dst, s, 2, c);
}

// An immediate takes the width of the destination's stride. Otherwise a byte or word destination would be narrower than
// the execution type.
void sel_mov(sel *S, uint32_t lanes, isa_operand dst, isa_operand src, const sel_ctl *c) {
    uint32_t d = sel_elt_b(&dst);
    if (src.file == ISA_FILE_IMM && !isa_type_is_float((isa_type)dst.type) && d < 4 && lanes > 1) {
        uint32_t stride = dst.rgn.h * d;
        if (stride == 4)
            src.type = ISA_UD;
        else if (stride == 2)
            src.type = src.type == ISA_W ? ISA_W : ISA_UW;
    }
    sel_emit1(S, ISA_MOV, lanes, dst, src, c);
}

void sel_copy(sel *S, mir_var *dst, int32_t dst_off_b, const sel_val *src, uint32_t len_b) {
    assert(len_b > 0 && src->var);
    mir_inst *i = sel_inst(S, MIR_COPY, 1);
    i->len_b = len_b;
    i->i.dst = mir_dst(dst, dst_off_b, (isa_type)dst->type, 1);
    i->i.src[0] = mir_src(src->var, src->off_b, (isa_type)src->var->type, (isa_region){0, 1, 0});
}

void sel_low_words(isa_operand *o, isa_type word) {
    isa_region r = {.v = (uint8_t)(o->rgn.v * 2), .w = o->rgn.w, .h = (uint8_t)(o->rgn.h * 2)};
    if (!word || sel_elt_b(o) != 4 || o->file != ISA_FILE_VREG || o->indirect || o->mod || r.v > 32 || r.h > 4)
        return;
    o->rgn = r;
    o->type = (uint8_t)word;
}
