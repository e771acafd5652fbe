// SPDX-License-Identifier: MIT
// Conformity of offsets on Xe-HPG and later (rules 22 to 25). The sources of a float or 64-bit instruction have the
// same offset in their registers as the destination in its own, and the same stride in bytes. Scalars are exempt.
//
//   before                                                   after
//     mov (8|M0) %d<1>:f %s+4<2;1,0>:f                         mov (8|M0) %d<1>:ud %s+4<2;1,0>:ud
//     add (8|M0) %d<1>:f %x<1;1,0>:f %s+4<2;1,0>:f             mov (8|M0) %t<1>:ud %s+4<2;1,0>:ud
//                                                              add (8|M0) %d<1>:f %x<1;1,0>:f %t<1;1,0>:f
//     mov (8|M0) %d<1>:f %b<1;1,0>:ub                          mov (8|M0) %t<1>:ud %b<1;1,0>:ub
//                                                              mov (8|M0) %d<1>:f %t<1;1,0>:ud
//
// Integer instructions of up to 32 bits use the crossbar and are exempt, so copies of bits are made as integers.

#include "conform.h"

#include <assert.h>

static bool is_64b(const isa_operand *o) {
    return o->file != ISA_FILE_NONE && isa_type_size_b((isa_type)o->type) == 8;
}

static bool is_dword_product(const mir_inst *i) {
    return i->i.op == ISA_MUL && !isa_type_is_float((isa_type)i->i.src[0].type) &&
           isa_type_size_b((isa_type)i->i.src[0].type) == 4 && isa_type_size_b((isa_type)i->i.src[1].type) == 4;
}

static bool is_restricted(const mir_inst *i) {
    bool wide = is_64b(&i->i.dst);
    for (uint32_t s = 0; s < conform_n_src(i); s++) // rule 25: also conversions from float to integer
        wide |= is_64b(&i->i.src[s]) || i->i.src[s].type == ISA_F || i->i.src[s].type == ISA_HF;
    return wide || is_dword_product(i) || i->i.dst.type == ISA_F || i->i.dst.type == ISA_HF || i->i.dst.type == ISA_DF;
}

static int32_t stride_b(const isa_operand *o, uint32_t exec, bool dst) {
    return cg_stride(o, exec, dst) * isa_type_size_b((isa_type)o->type);
}

int32_t conform_place(cg_ctx *cx, const isa_operand *o) {
    if (cg_is_var(o) && conform_sub_b(cx, o) < 0)
        cg_var(cx, o->reg)->align_b = cx->m->grf_b;
    return conform_sub_b(cx, o);
}

static bool is_free(const mir_inst *i, const isa_operand *o) {
    return cg_is_imm(o) || (!cg_is_var(o) && o->file != ISA_FILE_GRF) || cg_is_scalar(o, i->i.exec_size);
}

static bool differs(cg_ctx *cx, const mir_inst *i, const isa_operand *o) {
    const isa_operand *d = &i->i.dst;
    if (is_free(i, o))
        return false;
    if (stride_b(o, i->i.exec_size, false) != stride_b(d, i->i.exec_size, true))
        return true;
    return !cg_is_null(d) && conform_place(cx, o) != conform_place(cx, d);
}

static isa_type int_of(uint32_t size_b) {
    return size_b == 1 ? ISA_UB : size_b == 2 ? ISA_UW : size_b == 4 ? ISA_UD : ISA_UQ;
}

// Turns a float copy without conversion into an integer copy.
static bool retype_copy(mir_inst *i) {
    uint32_t size_b = isa_type_size_b((isa_type)i->i.dst.type);
    if (!cg_is_raw_mov(&i->i) || size_b == 8 || !isa_type_is_float((isa_type)i->i.dst.type) || cg_is_imm(&i->i.src[0]))
        return false;
    i->i.dst.type = i->i.src[0].type = (uint8_t)int_of(size_b);
    return true;
}

// In conversions between halves and integers, a two-byte result has a stride of a dword (rule 29).
static bool is_half_conversion(const mir_inst *i) {
    bool from = isa_type_is_float((isa_type)i->i.src[0].type), to = isa_type_is_float((isa_type)i->i.dst.type);
    return i->i.op == ISA_MOV && from != to && (i->i.src[0].type == ISA_HF || i->i.dst.type == ISA_HF);
}

// Whether a packed temporary for the result helps: the sources are packed already, or their copies are as many as those
// to the result's stride. Packed copies are the ones that other instructions share.
static bool result_is_odd(cg_ctx *cx, const mir_inst *i) {
    const isa_operand *d = &i->i.dst;
    if (cg_is_null(d) || !cg_is_var(d) || is_half_conversion(i))
        return false;
    uint32_t dst_b = isa_type_size_b((isa_type)d->type), exec_b = dst_b;
    uint32_t odd = 0, copies = 0; // sources that are not packed, and those that are not like the result
    for (uint32_t s = 0; s < conform_n_src(i); s++) {
        const isa_operand *o = &i->i.src[s];
        if (is_free(i, o))
            continue;
        uint32_t b = isa_type_size_b((isa_type)o->type);
        exec_b = b > exec_b ? b : exec_b;
        odd += cg_stride(o, i->i.exec_size, false) != 1 || conform_place(cx, o) != 0;
        copies += differs(cx, i, o);
    }
    return (odd == 0 || odd + 1 <= copies) && exec_b == dst_b && (d->rgn.h != 1 || conform_place(cx, d) != 0);
}

// A region's stride is at most 4 elements: a narrow source cannot have the stride of a sparse destination.
static bool result_is_sparse(const mir_inst *i) {
    uint32_t n = i->i.exec_size, want_b = (uint32_t)stride_b(&i->i.dst, n, true);
    if (cg_is_null(&i->i.dst) || !cg_is_var(&i->i.dst) || i->i.dst.rgn.h == 1)
        return false;
    for (uint32_t s = 0; s < conform_n_src(i); s++)
        if (!is_free(i, &i->i.src[s]) && want_b > 4 * isa_type_size_b((isa_type)i->i.src[s].type))
            return true;
    return false;
}

// A wide source cannot have the offset of a narrow destination, such as byte 17.
static bool result_is_between(cg_ctx *cx, const mir_inst *i) {
    if (cg_is_null(&i->i.dst) || !cg_is_var(&i->i.dst))
        return false;
    uint32_t at = (uint32_t)conform_place(cx, &i->i.dst);
    for (uint32_t s = 0; s < conform_n_src(i); s++)
        if (!is_free(i, &i->i.src[s]) && at % isa_type_size_b((isa_type)i->i.src[s].type) != 0)
            return true;
    return false;
}

// Copies the source to a temporary with the destination's offset and stride. Narrow integers are widened to the
// destination's size on the way.
static void copy_source(cg_ctx *cx, mir_inst *i, isa_operand *o) {
    const isa_operand *d = &i->i.dst;
    uint32_t n = i->i.exec_size, want_stride_b = (uint32_t)stride_b(d, n, true),
             size_b = isa_type_size_b((isa_type)o->type);
    int32_t at = cg_is_null(d) ? 0 : conform_place(cx, d);
    isa_operand from = *o;
    from.mod = ISA_MOD_NONE;
    if (cg_is_ternary(i)) // its regions encode no width
        from.rgn = (isa_region){(uint8_t)cg_stride(o, n, false), 1, 0};
    uint8_t mod = o->mod;
    isa_type to = int_of(size_b);
    if (!isa_type_is_float((isa_type)o->type) && size_b < want_stride_b && want_stride_b <= 4) {
        to = want_stride_b == 2 ? ISA_W : isa_type_is_signed((isa_type)o->type) ? ISA_D : ISA_UD;
        size_b = want_stride_b;
    } else {
        from.type = (uint8_t)to;
    }
    uint8_t h = (uint8_t)(want_stride_b / size_b != 0 ? want_stride_b / size_b : 1);
    cg_at(cx, cx->block, i);
    const mir_var *t = cg_temp(cx, to, (uint32_t)at + n * size_b * h, cx->m->grf_b, "lined");
    cg_inst1(cx, ISA_MOV, (uint8_t)n, mir_dst(t, at, to, h), from);
    isa_type seen = from.type == to ? (isa_type)o->type : to;
    *o = mir_src(t, at, seen, cg_is_ternary(i) ? (isa_region){h, 0, 0} : (isa_region){h, 1, 0});
    o->mod = mod;
}

// The stride in elements that a destination narrower than a source needs; 0 = it is wide enough.
static uint8_t spread(const mir_inst *i) {
    uint32_t dst_b = isa_type_size_b((isa_type)i->i.dst.type), widest_b = 0;
    for (uint32_t s = 0; s < conform_n_src(i); s++)
        if (!is_free(i, &i->i.src[s]) && isa_type_size_b((isa_type)i->i.src[s].type) > widest_b)
            widest_b = isa_type_size_b((isa_type)i->i.src[s].type);
    if (cg_is_null(&i->i.dst) || widest_b <= dst_b * i->i.dst.rgn.h)
        return 0;
    return (uint8_t)(widest_b / dst_b);
}

static bool is_packed(const mir_inst *i, const isa_operand *o, bool dst) {
    return !o->indirect && (cg_is_var(o) || o->file == ISA_FILE_GRF) && cg_stride(o, i->i.exec_size, dst) == 1;
}

// Byte offset of an operand from the last multiple of unit_b; aligns a small variable to it.
static int32_t place_in(cg_ctx *cx, const isa_operand *o, uint32_t unit_b) {
    if (cg_is_var(o) && conform_sub_b(cx, o) < 0) {
        mir_var *v = cg_var(cx, o->reg);
        if (v->align_b < unit_b)
            v->align_b = (uint16_t)unit_b;
        return o->off_b % (int32_t)unit_b;
    }
    return conform_sub_b(cx, o) % (int32_t)unit_b;
}

// A conversion to halves fills a whole half of a register, from floats that fill a register. Its source is checked by
// the caller.
static bool fills_half_register(cg_ctx *cx, const mir_inst *i) {
    uint32_t n = cx->m->native_exec_32b;
    return i->i.exec_size >= n && is_packed(i, &i->i.dst, true) && place_in(cx, &i->i.dst, 2 * n) == 0;
}

bool conform_packed_half(cg_ctx *cx, const mir_inst *i) {
    const isa_operand *d = &i->i.dst, *s = &i->i.src[0];
    int32_t lanes = i->i.exec_size, n = cx->m->native_exec_32b, float_b = isa_type_size_b(ISA_F);
    if (!cx->m->fp_region_aligned || i->i.op != ISA_MOV || lanes == 1 || !is_packed(i, s, false) ||
        !is_packed(i, d, true))
        return false;
    if (d->type == ISA_HF && s->type == ISA_F)
        return fills_half_register(cx, i) && conform_place(cx, s) == 0;
    if (d->type != ISA_F || s->type != ISA_HF)
        return false;
    int32_t at = conform_place(cx, d) / float_b;
    bool one_register = lanes > n ? at == 0 : at + lanes <= n;
    return one_register && place_in(cx, s, (uint32_t)(2 * n)) == 2 * at;
}

bool conform_misplaced(cg_ctx *cx, const mir_inst *i) {
    if (!cx->m->fp_region_aligned || i->i.exec_size == 1 || i->i.dst.indirect || !is_restricted(i) ||
        conform_mixes_half(i) || conform_packed_half(cx, i)) // rules 29 and 30 cover those
        return false;
    bool any = false;
    for (uint32_t s = 0; s < conform_n_src(i); s++)
        any |= differs(cx, i, &i->i.src[s]);
    return any;
}

// A conversion to halves in which one operand is in its place: a packed temporary for the other one is enough.
static bool pack_half_operand(cg_ctx *cx, mir_inst *i) {
    isa_operand *s = &i->i.src[0];
    if (i->i.op != ISA_MOV || i->i.dst.type != ISA_HF || s->type != ISA_F || i->i.exec_size != cx->m->native_exec_32b ||
        s->indirect)
        return false;
    if (fills_half_register(cx, i)) {
        uint8_t mod = s->mod;
        s->mod = ISA_MOD_NONE;
        s->type = ISA_UD;
        *s = conform_to_temp(cx, i, *s, ISA_UD);
        s->type = ISA_F;
        s->mod = mod;
        return true;
    }
    if (!is_packed(i, s, false) || conform_place(cx, s) != 0)
        return false;
    conform_result_aside(cx, i, ISA_HF, 1, 0);
    return true;
}

// Where the sparse result is placed so that a packed source of a whole element has the same offset.
static uint32_t place_of_source(cg_ctx *cx, const mir_inst *i) {
    const isa_operand *s = &i->i.src[0];
    return conform_n_src(i) == 1 && is_packed(i, s, false) ? (uint32_t)conform_place(cx, s) : 0;
}

bool conform_aligned(cg_ctx *cx, mir_inst *i) {
    if (!conform_misplaced(cx, i))
        return false;
    if (retype_copy(i))
        return true;
    if (pack_half_operand(cx, i))
        return true;
    if (spread(i)) {
        conform_result_aside(cx, i, (isa_type)i->i.dst.type, spread(i), place_of_source(cx, i));
        return true;
    }
    if (result_is_between(cx, i)) {
        conform_result_aside(cx, i, (isa_type)i->i.dst.type, i->i.dst.rgn.h, 0);
        return true;
    }
    if (result_is_odd(cx, i) || result_is_sparse(i)) {
        conform_result_aside(cx, i, (isa_type)i->i.dst.type, 1, 0);
        return true;
    }
    for (uint32_t s = 0; s < conform_n_src(i); s++)
        if (differs(cx, i, &i->i.src[s])) {
            copy_source(cx, i, &i->i.src[s]);
            return true;
        }
    return false;
}

// Rule 26: on some targets, math on halves needs whole registers and cannot broadcast an element.
bool conform_half_math(cg_ctx *cx, mir_inst *i) {
    assert(cx && i);
    if (!cx->m->half_math_on_grf || i->i.op != ISA_MATH)
        return false;
    for (uint32_t s = 0; s < conform_n_src(i); s++) {
        isa_operand *o = &i->i.src[s], from = *o;
        bool one = cg_is_scalar(o, i->i.exec_size) && i->i.exec_size > 1;
        if (o->type != ISA_HF || !cg_is_var(o) || (!one && conform_place(cx, o) == 0))
            continue;
        cg_at(cx, cx->block, i);
        const mir_var *t = cg_temp(cx, ISA_HF, i->i.exec_size * 2u, cx->m->grf_b, "lined");
        uint8_t mod = o->mod;
        from.mod = ISA_MOD_NONE;
        from.type = ISA_UW;
        if (one)
            from.rgn = cg_scalar;
        cg_inst1(cx, ISA_MOV, i->i.exec_size, mir_dst(t, 0, ISA_UW, 1), from);
        *o = mir_src(t, 0, ISA_HF, i->i.exec_size == 1 ? cg_scalar : cg_unit);
        o->mod = mod;
        return true;
    }
    if (i->i.dst.type == ISA_HF && cg_is_var(&i->i.dst) && conform_place(cx, &i->i.dst) != 0) {
        conform_result_aside(cx, i, ISA_HF, 1, 0);
        return true;
    }
    return false;
}

// Rule 13: a math result of two registers has equally many elements in each. Larger variables start on a register,
// smaller ones stay in one.
bool conform_math_halves(cg_ctx *cx, mir_inst *i) {
    const isa_operand *d = &i->i.dst;
    int32_t at = i->i.op == ISA_MATH && cg_is_var(d) ? conform_sub_b(cx, d) : -1, grf_b = (int32_t)cx->m->grf_b;
    uint32_t n = i->i.exec_size, first = 0;
    if (at < 0 || n == 1)
        return false;
    while (first < n && at + cg_lane_off(d, first, true) < grf_b)
        first++;
    if (first == n || first * 2 == n)
        return false;
    conform_result_aside(cx, i, (isa_type)d->type, 1, 0);
    return true;
}
