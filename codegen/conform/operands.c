// SPDX-License-Identifier: MIT
// Conformity of operands: regions, immediates, bytes, 64-bit moves, three-source forms.
// Rule numbers are those of isa-semantics.md section 5.

#include "conform.h"

// Rules 1 to 5 and 7: for evenly spaced lanes there is one form that is always legal.
bool conform_regions(cg_ctx *cx, mir_inst *i) {
    bool changed = false;
    (void)cx;
    for (uint32_t s = 0; s < conform_n_src(i) && !cg_is_ternary(i); s++) {
        isa_operand *o = &i->i.src[s];
        if (cg_is_imm(o) || o->rgn.v == ISA_VXH || !o->type)
            continue;
        int32_t stride = cg_stride(o, i->i.exec_size, false);
        bool pow2 = stride >= 0 && stride <= 32 && (stride & (stride - 1)) == 0;
        isa_region r = stride == 0 ? cg_scalar : (isa_region){(uint8_t)stride, 1, 0};
        if (pow2 && (o->rgn.v != r.v || o->rgn.w != r.w || o->rgn.h != r.h)) {
            o->rgn = r;
            changed = true;
        }
    }
    return changed;
}

// Rule 16: an immediate is the last source.

static bool commutes(const isa_inst *i) {
    switch (i->op) {
    case ISA_ADD:
    case ISA_ADDC:
    case ISA_AND:
    case ISA_AVG:
    case ISA_MUL:
    case ISA_OR:
    case ISA_XOR:
        return true;
    case ISA_SEL: // min and max; the predicated form swaps by inverting its predicate
        return i->cmod != ISA_CMOD_NONE && !isa_type_is_float((isa_type)i->src[0].type);
    default:
        return false;
    }
}

static void swap_sources(isa_inst *i) {
    isa_operand t = i->src[0];
    i->src[0] = i->src[1];
    i->src[1] = t;
}

bool conform_immediates(cg_ctx *cx, mir_inst *i) {
    if (conform_n_src(i) != 2 || cg_is_ternary(i) || !cg_is_imm(&i->i.src[0]))
        return false;
    bool two = cg_is_imm(&i->i.src[1]);
    // A product of a dword and a narrower value needs the dword first.
    bool wide_second = i->i.op == ISA_MUL && !two &&
                       isa_type_size_b((isa_type)i->i.src[1].type) < isa_type_size_b((isa_type)i->i.src[0].type);
    if (!two && commutes(&i->i) && !wide_second) {
        swap_sources(&i->i);
    } else if (!two && i->i.op == ISA_CMP) {
        swap_sources(&i->i);
        i->i.cmod = mir_swapped_cmod(i->i.cmod);
    } else if (!two && i->i.op == ISA_SEL && i->i.pred) {
        swap_sources(&i->i);
        i->i.pred_inv = !i->i.pred_inv;
    } else {
        isa_type t = (isa_type)i->i.src[0].type;
        t = t == ISA_V ? ISA_W : t == ISA_UV ? ISA_UW : t == ISA_VF ? ISA_F : t;
        i->i.src[0] = conform_to_temp(cx, i, i->i.src[0], t);
    }
    return true;
}

// Sets the region of a three-source operand; false when the stride is not one of 0, 1, 2, 4 (Gen9: 0, 1). A row is as
// wide as its vertical stride allows, so packed lanes have several forms. Each family prints one of them.
static bool ternary_region(const isa_model *m, isa_operand *o, int32_t stride, bool last) {
    bool known = stride == 0 || stride == 1 || (!m->ternary_align16 && (stride == 2 || stride == 4));
    if (!known)
        return false;
    uint8_t packed = m->ternary_align16 ? 2 : 8;
    if (last)
        o->rgn = (isa_region){0, 0, (uint8_t)stride};
    else if (stride == 0)
        o->rgn = (isa_region){0, 0, 0};
    else if (stride == 1 && m->ternary_vstride1)
        o->rgn = (isa_region){1, 0, 0};
    else
        o->rgn = (isa_region){packed, 0, (uint8_t)stride};
    return true;
}

// Rule 14: later sources are not bytes; rule 15: no source is a byte on targets without byte arithmetic.

bool conform_byte_sources(cg_ctx *cx, mir_inst *i) {
    bool changed = false;
    for (uint32_t s = 0; s < conform_n_src(i); s++) {
        isa_operand *o = &i->i.src[s];
        bool forbidden = (s > 0 && !cx->m->src1_may_be_byte) || (!cx->m->has_byte_alu && conform_n_src(i) > 1) ||
                         (cg_is_ternary(i) && s > 0);
        if (!forbidden || cg_is_imm(o) || isa_type_size_b((isa_type)o->type) != 1)
            continue;
        isa_type t = isa_type_is_signed((isa_type)o->type) ? ISA_W : ISA_UW;
        *o = conform_to_temp(cx, i, *o, t);
        if (cg_is_ternary(i))
            ternary_region(cx->m, o, o->rgn.v, s == 2);
        changed = true;
    }
    return changed;
}

// Rule 21: on targets without 64-bit moves, a 64-bit mov becomes a mov of each half.

static isa_operand half_of(const isa_operand *o, uint32_t half, uint8_t lanes, bool dst) {
    isa_operand h = *o;
    h.type = ISA_UD;
    if (o->file == ISA_FILE_IMM)
        return isa_imm(half ? o->imm >> 32 : o->imm & UINT32_MAX, ISA_UD);
    h.off_b += (int32_t)(4 * half);
    if (dst)
        h.rgn.h = (uint8_t)(lanes == 1 ? 1 : o->rgn.h * 2);
    else
        h.rgn = (isa_region){(uint8_t)(o->rgn.v * 2), o->rgn.w, (uint8_t)(o->rgn.h * 2)};
    return h;
}

bool conform_wide_mov(cg_ctx *cx, mir_inst *i) {
    bool wide = isa_type_size_b((isa_type)i->i.dst.type) == 8 && !cg_is_null(&i->i.dst);
    if (!wide || (cx->m->has_int64_mov && !conform_misplaced(cx, i)) || !cg_is_raw_mov(&i->i) || i->i.dst.rgn.h > 2 ||
        i->i.src[0].indirect || i->i.dst.indirect)
        return false;
    cg_at(cx, cx->block, i);
    for (uint32_t half = 0; half < 2; half++) {
        mir_inst *m = cg_inst(cx, ISA_MOV, i->i.exec_size);
        m->i = i->i;
        m->i.dst = half_of(&i->i.dst, half, i->i.exec_size, true);
        m->i.src[0] = half_of(&i->i.src[0], half, i->i.exec_size, false);
    }
    mir_inst_remove(cx->block, i);
    return true;
}

// Rules 39 to 46: three sources.

// Rule 45: Gen9 cannot broadcast one 64-bit element, so it is copied to all lanes; a single lane counts as packed.
static bool wide_scalar(cg_ctx *cx, mir_inst *i, uint32_t s) {
    isa_operand *o = &i->i.src[s];
    uint8_t n = i->i.exec_size;
    isa_type t = (isa_type)o->type;
    bool packed = s == 2 ? o->rgn.h == 1 : o->rgn.v != 0;
    if (packed)
        return false;
    if (n > 1) {
        cg_at(cx, cx->block, i);
        const mir_var *v = cg_temp(cx, t, n * 8u, cx->m->grf_b, "conf");
        isa_operand from = *o;
        from.rgn = cg_scalar;
        from.mod = ISA_MOD_NONE;
        uint8_t mod = o->mod;
        cg_inst1(cx, ISA_MOV, n, mir_dst(v, 0, t, 1), from);
        *o = mir_src(v, 0, t, cg_unit);
        o->mod = mod;
    }
    ternary_region(cx->m, o, 1, s == 2);
    return true;
}

static bool ternary_source(cg_ctx *cx, mir_inst *i, uint32_t s) {
    isa_operand *o = &i->i.src[s];
    if (cx->m->ternary_align16 && cg_is_var(o) && isa_type_size_b((isa_type)o->type) == 8 &&
        cg_stride(o, i->i.exec_size, false) == 0)
        return wide_scalar(cx, i, s);
    bool imm_ok = s != 1 && !cx->m->ternary_align16 && isa_type_size_b((isa_type)o->type) == 2 &&
                  !(s == 2 && cg_is_imm(&i->i.src[0]));
    if (cg_is_imm(o) ? !imm_ok : o->indirect) {
        *o = conform_to_temp(cx, i, *o, (isa_type)o->type);
        ternary_region(cx->m, o, o->rgn.v, s == 2);
        return true;
    }
    if (cg_is_imm(o))
        return false;
    isa_operand t = *o;
    if (!ternary_region(cx->m, &t, cg_stride(o, i->i.exec_size, false), s == 2)) {
        t = conform_to_temp(cx, i, *o, (isa_type)o->type);
        t.mod = ISA_MOD_NONE;
        ternary_region(cx->m, &t, t.rgn.v, s == 2);
    } else if (t.rgn.v == o->rgn.v && t.rgn.w == o->rgn.w && t.rgn.h == o->rgn.h) {
        return false;
    }
    *o = t;
    return true;
}

static void start_on_register(cg_ctx *cx, const isa_operand *o) {
    mir_var *v = cg_var(cx, o->reg);
    if (cg_is_var(o) && !v->fixed && v->align_b < cx->m->grf_b)
        v->align_b = cx->m->grf_b;
}

// Rule 46: source 2 has the same offset in its register as the destination in its own.
static bool ternary_place(cg_ctx *cx, mir_inst *i) {
    isa_operand *s = &i->i.src[2];
    uint32_t n = i->i.exec_size, size_b = isa_type_size_b((isa_type)s->type);
    if (!cx->m->no_src2_region || n == 1 || !cg_is_var(s) || cg_stride(s, n, false) == 0 ||
        size_b != isa_type_size_b((isa_type)i->i.dst.type) || !cg_is_var(&i->i.dst))
        return false;
    start_on_register(cx, &i->i.dst);
    start_on_register(cx, s);
    int32_t want = conform_sub_b(cx, &i->i.dst);
    if (conform_sub_b(cx, s) == want && cg_stride(s, n, false) == i->i.dst.rgn.h)
        return false;
    cg_at(cx, cx->block, i);
    uint32_t room = (uint32_t)want + n * size_b * i->i.dst.rgn.h;
    const mir_var *t = cg_temp(cx, (isa_type)s->type, room, cx->m->grf_b, "conf");
    isa_operand from = *s;
    int32_t stride = cg_stride(s, n, false);
    from.rgn = (isa_region){(uint8_t)stride, 1, 0};
    cg_inst1(cx, ISA_MOV, (uint8_t)n, mir_dst(t, want, (isa_type)s->type, i->i.dst.rgn.h), from);
    *s = mir_src(t, want, (isa_type)s->type, (isa_region){0, 0, i->i.dst.rgn.h});
    return true;
}

bool conform_ternary(cg_ctx *cx, mir_inst *i) {
    if (!cg_is_ternary(i))
        return false;
    for (uint32_t s = 0; s < 3; s++)
        if (ternary_source(cx, i, s))
            return true;
    // Rule 45: Gen9's results are packed.
    if (cx->m->ternary_align16 && i->i.dst.rgn.h != 1) {
        conform_result_aside(cx, i, (isa_type)i->i.dst.type, 1, 0);
        return true;
    }
    // Rule 40: alignment of the destination in its register.
    mir_var *v = cg_var(cx, i->i.dst.reg);
    uint32_t need = cx->m->ternary_dst_align_b;
    if (cg_is_var(&i->i.dst) && (uint32_t)i->i.dst.off_b % need == 0 && !v->fixed && v->align_b < need)
        v->align_b = (uint16_t)need;
    return ternary_place(cx, i);
}
