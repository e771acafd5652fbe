// SPDX-License-Identifier: MIT
// Conformity of shapes: execution sizes, destinations narrower than the execution type, results that overtake
// sources.

#include "conform.h"

#include <assert.h>

// Splitting

// The highest number of registers an operand may touch; a variable that fits in one never crosses a boundary.
static uint32_t registers_of(cg_ctx *cx, const isa_operand *o, uint32_t exec, bool dst) {
    int32_t lo, hi, grf_b = cx->m->grf_b, sub = conform_sub_b(cx, o);
    if ((!cg_is_var(o) && o->file != ISA_FILE_GRF) || !o->type)
        return 1;
    cg_extent(o, exec, dst, &lo, &hi);
    if (sub < 0)
        return 1;
    return (uint32_t)((sub + hi - lo - 1) / grf_b + 1);
}

// Rule 7: some row of the source crosses a register.
static bool row_crosses(cg_ctx *cx, const isa_operand *o, uint32_t exec) {
    int32_t grf_b = cx->m->grf_b, sub = conform_sub_b(cx, o), size_b = isa_type_size_b((isa_type)o->type);
    if (sub < 0 || o->rgn.w <= 1 || o->rgn.v == ISA_VXH)
        return false;
    for (uint32_t l = 0; l < exec; l += o->rgn.w) {
        int32_t a = sub + cg_lane_off(o, l, false), b = sub + cg_lane_off(o, l + o->rgn.w - 1u, false) + size_b - 1;
        if (a / grf_b != b / grf_b)
            return true;
    }
    return false;
}

static uint32_t widest(const mir_inst *i) {
    uint32_t w = cg_is_null(&i->i.dst) ? 1 : isa_type_size_b((isa_type)i->i.dst.type);
    for (uint32_t s = 0; s < conform_n_src(i); s++) {
        uint32_t b = isa_type_size_b((isa_type)i->i.src[s].type);
        if (!cg_is_scalar(&i->i.src[s], i->i.exec_size) && b > w)
            w = b;
    }
    return w;
}

// Whether the operands exceed two registers.
static bool too_wide(cg_ctx *cx, const mir_inst *i) {
    uint32_t n = i->i.exec_size, grf_b = cx->m->grf_b;
    isa_type exec = isa_inst_exec_type(cx->m, &i->i);
    if (n * widest(i) > 2 * grf_b || (!cg_is_null(&i->i.dst) && registers_of(cx, &i->i.dst, n, true) > 2))
        return true;
    // A destination narrower than the execution type is strided to its size.
    bool spread = !cg_is_raw_mov(&i->i) && isa_type_size_b((isa_type)i->i.dst.type) < isa_type_size_b(exec);
    if (spread && n * isa_type_size_b(exec) > 2 * grf_b)
        return true;
    for (uint32_t s = 0; s < conform_n_src(i); s++)
        if (registers_of(cx, &i->i.src[s], n, false) > 2 || row_crosses(cx, &i->i.src[s], n))
            return true;
    return false;
}

static bool lanes_limited(cg_ctx *cx, const mir_inst *i) {
    bool division = i->i.op == ISA_MATH && i->i.fc >= ISA_MATH_IDIV && i->i.fc <= ISA_MATH_IREM;
    bool half_math = i->i.op == ISA_MATH && i->i.dst.type == ISA_HF;
    bool carry = i->i.op == ISA_ADDC || i->i.op == ISA_SUBB || i->i.op == ISA_MACH || i->i.op == ISA_MACL;
    return i->i.exec_size > cx->m->native_exec_32b &&
           (division || half_math || carry || conform_mixes_half(i) || conform_packed_half(cx, i));
}

static isa_operand shifted(const isa_operand *o, uint32_t lanes, uint32_t exec, bool dst) {
    isa_operand s = *o;
    if (cg_is_imm(o) || cg_is_null(o) || !o->type || o->indirect)
        return s;
    s.off_b += cg_lane_off(o, lanes, dst);
    // Accumulators and flags as operands also move by lanes; one lane is a scalar.
    if (!dst && exec == 1 && s.rgn.w)
        s.rgn = cg_scalar;
    return s;
}

// Whether the instruction depends on its channel numbers; sel compares without touching the flag.
static bool uses_channels(const mir_inst *i) {
    return i->i.pred || !i->i.no_mask || (i->i.cmod && i->i.op != ISA_SEL && i->i.op != ISA_CSEL);
}

static void make_half(cg_ctx *cx, const mir_inst *i, uint32_t first) {
    assert(i->i.exec_size % 2 == 0 && first + i->i.exec_size / 2u <= i->i.exec_size);
    uint8_t half = (uint8_t)(i->i.exec_size / 2);
    mir_inst *m = cg_inst(cx, i->i.op, half);
    m->i = i->i;
    m->i.exec_size = half;
    m->i.dst = shifted(&i->i.dst, first, half, true);
    for (uint32_t s = 0; s < 3; s++) {
        m->i.src[s] = shifted(&i->i.src[s], first, half, false);
        isa_region *r = &m->i.src[s].rgn;
        if (r->w > half && r->v != ISA_VXH)
            *r = (isa_region){(uint8_t)(half * r->h), half, r->h};
    }
    if (uses_channels(i))
        m->i.chan_off = (uint8_t)(i->i.chan_off + first);
}

// Whether lanes [w, w + half) write sources of lanes [r, r + half).
static bool writes_hit_reads(const mir_inst *i, uint32_t w, uint32_t r) {
    uint32_t half = i->i.exec_size / 2, dst_b = isa_type_size_b((isa_type)i->i.dst.type);
    for (uint32_t s = 0; s < 3; s++) {
        const isa_operand *o = &i->i.src[s];
        if (o->file != i->i.dst.file || o->reg != i->i.dst.reg)
            continue;
        if (o->indirect || i->i.dst.indirect)
            return true;
        int32_t src_b = isa_type_size_b((isa_type)o->type);
        for (uint32_t a = 0; a < half; a++)
            for (uint32_t b = 0; b < half; b++) {
                int32_t wd = i->i.dst.off_b + cg_lane_off(&i->i.dst, w + a, true);
                int32_t rd = o->off_b + cg_lane_off(o, r + b, false);
                if (wd < rd + src_b && rd < wd + (int32_t)dst_b)
                    return true;
            }
    }
    return false;
}

// Accumulator lanes tie an instruction to its neighbours: both halves would use the same lanes.
static bool uses_accumulator(const mir_inst *i) {
    bool acc = i->i.acc_wr_en || i->i.op == ISA_ADDC || i->i.op == ISA_SUBB || i->i.op == ISA_MACH ||
               i->i.op == ISA_MACL || i->i.op == ISA_MAC;
    const isa_operand *ops[] = {&i->i.dst, &i->i.src[0], &i->i.src[1], &i->i.src[2]};
    for (uint32_t k = 0; k < 4; k++)
        acc |= ops[k]->file == ISA_FILE_ARF && (ops[k]->reg & 0xf0) == ISA_ARF_ACC;
    return acc;
}

// Channel offsets are multiples of four or eight, so a predicated instruction of so few lanes cannot be split; its
// operands are packed instead. The destination is read first and written back whole, which preserves lanes that are
// off.
static bool pack_operands(cg_ctx *cx, mir_inst *i) {
    bool changed = false;
    for (uint32_t s = 0; s < conform_n_src(i); s++) {
        isa_operand *o = &i->i.src[s];
        if (!cg_is_var(o) || cg_stride(o, i->i.exec_size, false) == 0 || cg_var(cx, o->reg)->size_b <= cx->m->grf_b)
            continue;
        uint8_t mod = o->mod;
        o->mod = ISA_MOD_NONE;
        *o = conform_to_temp(cx, i, *o, (isa_type)o->type);
        o->mod = mod;
        changed = true;
    }
    isa_operand d = i->i.dst;
    if (changed || !cg_is_var(&d) || cg_var(cx, d.reg)->size_b <= cx->m->grf_b)
        return changed;
    isa_operand old = d;
    old.rgn = (isa_region){d.rgn.h, 1, 0};
    isa_operand t = conform_to_temp(cx, i, old, (isa_type)d.type);
    i->i.dst = t;
    i->i.dst.rgn = (isa_region){.h = 1};
    cg_at(cx, cx->block, i->next);
    cg_inst1(cx, ISA_MOV, i->i.exec_size, d, t);
    return true;
}

bool conform_split(cg_ctx *cx, mir_inst *i) {
    assert(i->i.exec_size >= 1 && i->i.exec_size <= 32);
    uint32_t n = i->i.exec_size, half = n / 2;
    if (n == 1 || (!too_wide(cx, i) && !lanes_limited(cx, i)))
        return false;
    if ((half < cx->m->chan_off_unit && uses_channels(i)) || uses_accumulator(i))
        return pack_operands(cx, i);
    bool forward = !writes_hit_reads(i, 0, half), backward = !writes_hit_reads(i, half, 0);
    if (!forward && !backward) {
        conform_result_aside(cx, i, (isa_type)i->i.dst.type, i->i.dst.rgn.h, 0);
        return true;
    }
    cg_at(cx, cx->block, i);
    make_half(cx, i, forward ? 0 : half);
    make_half(cx, i, forward ? half : 0);
    mir_inst_remove(cx->block, i);
    return true;
}

// Rules 11, 12, 18 and 29: offset and stride of results

static bool is_int(uint8_t t) {
    return !isa_type_is_float((isa_type)t);
}

// The destination stride in elements that the operation requires; 0 = unchanged.
static uint8_t wanted_stride(cg_ctx *cx, const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *s = &i->i.src[0];
    uint32_t dst_b = isa_type_size_b((isa_type)d->type);
    isa_type exec = isa_inst_exec_type(cx->m, &i->i);
    uint32_t exec_b = isa_type_size_b(exec);
    if (i->i.exec_size == 1 || cg_is_raw_mov(&i->i) || dst_b == 0)
        return 0;
    if (i->i.op == ISA_MOV && d->type == ISA_HF &&
        s->type == ISA_F) // packed from an oword boundary, or with a stride of a dword
        return d->rgn.h == 1 && d->off_b % 16 == 0 ? 0 : 2;
    bool half =
        i->i.op == ISA_MOV && ((d->type == ISA_HF && is_int(s->type)) || (s->type == ISA_HF && is_int(d->type)));
    if (half)
        return (uint8_t)(dst_b < 4 ? 4 / dst_b : 0);
    if (d->type == ISA_HF || d->type == ISA_BF || exec_b <= dst_b)
        return 0;
    return (uint8_t)(exec_b / dst_b);
}

static bool packed_immediate(const mir_inst *i) {
    for (uint32_t s = 0; s < conform_n_src(i); s++)
        if (i->i.src[s].file == ISA_FILE_IMM &&
            (i->i.src[s].type == ISA_V || i->i.src[s].type == ISA_UV || i->i.src[s].type == ISA_VF))
            return true;
    return false;
}

// Packed halves converted from floats start on an oword.
static void align_packed_halves(const mir_inst *i, mir_var *v) {
    const isa_operand *d = &i->i.dst;
    bool converts = i->i.op == ISA_MOV && d->type == ISA_HF && i->i.src[0].type == ISA_F;
    if (converts && i->i.exec_size > 1 && d->rgn.h == 1 && d->off_b % 16 == 0 && !v->fixed && v->align_b < 16)
        v->align_b = 16;
}

bool conform_narrow_dst(cg_ctx *cx, mir_inst *i) {
    const isa_operand *d = &i->i.dst;
    if (!cg_is_var(d) || cg_var(cx, d->reg)->kind != MIR_VAR_GRF)
        return false;
    align_packed_halves(i, cg_var(cx, d->reg));
    uint32_t dst_b = isa_type_size_b((isa_type)d->type);
    if (packed_immediate(i)) {
        uint32_t elt = i->i.src[conform_n_src(i) - 1].type == ISA_VF ? 4 : 2;
        int32_t sub = conform_sub_b(cx, d);
        if (d->rgn.h * dst_b == elt &&
            (sub < 0 ? d->off_b % 16 == 0 && cg_var(cx, d->reg)->align_b >= 16 : sub % 16 == 0))
            return false;
        if (dst_b != elt)
            return false;
        conform_result_aside(cx, i, (isa_type)d->type, 1, 0);
        return true;
    }
    uint8_t h = wanted_stride(cx, i);
    if (h == 0 || h > 4)
        return false;
    mir_var *v = cg_var(cx, d->reg);
    uint32_t step = h * dst_b, slack = dst_b == 1 ? 1 : 0;
    // A strided destination in a variable aligned to the step is legal as it is.
    if (d->rgn.h == h && (uint32_t)d->off_b % step <= slack) {
        if (!v->fixed && v->align_b < step)
            v->align_b = (uint16_t)step;
        if (!v->fixed || v->fixed_b % step == 0)
            return false;
    }
    conform_result_aside(cx, i, (isa_type)d->type, h, 0);
    return true;
}

// Rule 13

bool conform_overlap(cg_ctx *cx, mir_inst *i) {
    const isa_operand *d = &i->i.dst;
    int32_t sub = conform_sub_b(cx, d);
    if (!cg_is_var(d) || sub < 0 || registers_of(cx, d, i->i.exec_size, true) < 2)
        return false;
    for (uint32_t s = 0; s < conform_n_src(i); s++) {
        const isa_operand *o = &i->i.src[s];
        if (!cg_is_var(o) || o->reg != d->reg)
            continue;
        if (cg_overtakes(&i->i, s, sub, sub + o->off_b - d->off_b, cx->m->grf_b)) {
            conform_result_aside(cx, i, (isa_type)d->type, d->rgn.h, 0);
            return true;
        }
    }
    return false;
}
