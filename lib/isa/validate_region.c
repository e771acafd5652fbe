// SPDX-License-Identifier: MIT
// Rules 1 to 10 and 19 (region parameters and register bounds) and rules 11 to 18 and 21 (types, positions and kinds of
// operands) for one-, two- and three-source instructions.

#include "validate_priv.h"

static int32_t elt_off(const isa_operand *o, unsigned i) {
    return isa_region_offset_b(o->rgn, (isa_type)o->type, i);
}

// Rules 1 to 5: <V;W,H> against the execution size. Three-source regions have no width.
static void region_parameters(vctx *v, unsigned i) {
    const isa_operand *o = &v->in->src[i];
    unsigned e = v->in->exec_size, w = o->rgn.w, h = o->rgn.h, vs = o->rgn.v;
    if (w == 0 || o->mme != 0)
        return;
    if (e < w)
        v_fail(v, 1, "source %u has width %u, more than execution size %u", i, w, e);
    if (w == 1 && h != 0 && vs == h) // another spelling of the vertical stride, which Intel's compiler emits
        v_warn(v, 2, "source %u has width 1 and horizontal stride %u, expected 0", i, h);
    else if (w == 1 && h != 0)
        v_fail(v, 2, "source %u has width 1 and horizontal stride %u, expected 0", i, h);
    if (vs == ISA_VXH)
        return;
    if (e == w && h != 0 && vs != w * h)
        v_fail(v, 3, "source %u is one row <%u;%u,%u>, expected vertical stride %u", i, vs, w, h, w * h);
    if (e == 1 && w == 1 && (vs != 0 || h != 0))
        v_fail(v, 4, "source %u of one channel has region <%u;%u,%u>, expected <0;1,0>", i, vs, w, h);
    if (vs == 0 && h == 0 && w != 1)
        v_fail(v, 5, "source %u is a scalar with width %u, expected 1", i, w);
}

// The last register that an operand reaches must exist.
static void last_register(vctx *v, const isa_operand *o, int32_t last_b, const char *what) {
    bool acc = o->file == ISA_FILE_ARF;
    int32_t end = (int32_t)(acc ? o->reg & 15u : o->reg) + last_b / v->m->grf_b;
    int32_t count = acc ? v->m->acc_encodable : v->m->grf_count_large;
    if (end >= count && (!acc || (int32_t)(o->reg & 15u) < count)) // higher numbers are mme registers
        v_fail(v, 8, "%s reaches %s%d, but there are only %d registers", what, acc ? "acc" : "r", end, count);
}

static void macro_bounds(vctx *v, const isa_operand *o, const char *what) {
    last_register(v, o, v->in->exec_size * v_size_b(o) - 1, what);
}

// Rules 7 to 10: positions of the elements of a direct operand; rgn is the region to walk.
static void register_bounds(vctx *v, const isa_operand *o, isa_region rgn, const char *what) {
    int32_t size = v_size_b(o), grf = v->m->grf_b, start = o->off_b % grf;
    int32_t last = 0;
    if (size == 0)
        return;
    isa_operand walk = *o;
    walk.rgn = rgn;
    if (o->off_b % size != 0)
        v_fail(v, 10, "%s starts at byte %d, not a multiple of its element size %d", what, o->off_b, size);
    for (unsigned i = 0; i < v->in->exec_size; i++) {
        int32_t at = elt_off(&walk, i);
        last = at > last ? at : last;
        unsigned w = rgn.w;
        if (w > 1 && i % w == 0 && i + w <= v->in->exec_size) {
            int32_t end = elt_off(&walk, i + w - 1) + size - 1;
            if ((start + at) / grf != (start + end) / grf)
                v_fail(v, 7, "%s: row %u reaches from byte %d to %d across a %d-byte register", what, i / w, start + at,
                       start + end, grf);
        }
    }
    last_register(v, o, o->off_b + last + size - 1, what);
    if (start + last + size > 2 * grf)
        v_fail(v, 8, "%s ends at byte %d, beyond two registers (%d bytes)", what, start + last + size - 1, 2 * grf);
    // A broadcast element takes no bandwidth.
    if (last != 0 && v->in->exec_size * size > 2 * grf)
        v_fail(v, 9, "%s has %u channels of %d bytes, expected at most %d bytes", what, v->in->exec_size, size,
               2 * grf);
}

static const char *const src_names[3] = {"source 0", "source 1", "source 2"};

static void channel_offset(vctx *v) {
    unsigned e = v->in->exec_size, off = v->in->chan_off, unit = v->m->chan_off_unit;
    unsigned step = e > unit ? e : unit;
    if (off % step != 0 || off + e > 32)
        v_fail(v, 19, "channels %u to %u are invalid; the offset must be a multiple of %u and all channels below 32",
               off, off + e - 1, step);
}

static bool has_bounds(const isa_operand *o) {
    return v_is_direct_reg(o) && o->mme == 0 && (o->file == ISA_FILE_GRF || v_is_arf(o, ISA_ARF_ACC));
}

void v_regions(vctx *v) {
    const isa_inst *in = v->in;
    channel_offset(v);
    for (unsigned i = 0; i < v->n_src; i++) {
        const isa_operand *o = &in->src[i];
        if (v_is_reg(o))
            region_parameters(v, i);
        if (has_bounds(o))
            register_bounds(v, o, o->rgn, src_names[i]);
        if (o->mme != 0)
            macro_bounds(v, o, src_names[i]);
    }
    const isa_operand *dst = &in->dst;
    if (dst->rgn.h == 0 && !v_is_null(dst) && dst->file != ISA_FILE_NONE)
        v_fail(v, 6, "destination stride 0, expected 1, 2 or 4");
    if (dst->mme != 0)
        macro_bounds(v, dst, "destination");
    if (has_bounds(dst))
        register_bounds(v, dst, (isa_region){0, 0, dst->rgn.h}, "destination");
}

// Rule 11

static void narrow_destination(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    int32_t size = v_size_b(dst);
    if (!v_is_reg(dst) || v->exec_b <= size || v_is_raw_move(v))
        return;
    // Conversions to and from half have their own rules (29, 30), and so have bfloat16 results (37).
    if (dst->type == ISA_HF || dst->type == ISA_BF || dst->type == ISA_BF8 ||
        (v->in->op == ISA_MOV && v->exec == ISA_HF))
        return;
    if (v->in->exec_size == 1 || (size == 1 && dst->rgn.h == 1)) // rule 12 covers packed bytes
        return;
    // Wider strides pass: Intel's compiler also writes every second position.
    if (v_dst_stride_b(v) < v->exec_b)
        v_fail(v, 11, "destination stride %d bytes under execution type %s, expected at least %d", v_dst_stride_b(v),
               isa_type_name(v->exec), v->exec_b);
    int32_t at = dst->off_b % v->exec_b, most = size == 1 ? (v->m->has_byte_alu ? 1 : 3) : 0;
    if (!dst->indirect && at > most)
        v_fail(v, 11, "destination at byte %d, expected a multiple of %d%s", dst->off_b, v->exec_b,
               size == 1 ? " or the bytes after it" : "");
}

// Rule 12

static void packed_bytes(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    if (v_is_reg(dst) && v_size_b(dst) == 1 && dst->rgn.h == 1 && v->in->exec_size > 1 && !v_is_raw_move(v))
        v_fail(v, 12, "packed byte destination of %s; only raw moves write one", isa_type_name(v->exec));
}

// Rule 13

// A channel of the second half must not read a source element that the first half has written.
static bool second_half_is_overwritten(const vctx *v, const isa_operand *s) {
    const isa_operand *dst = &v->in->dst;
    int32_t grf = v->m->grf_b, step = v_dst_stride_b(v);
    int32_t to_dst = ((int32_t)s->reg - (int32_t)dst->reg) * grf + s->off_b - dst->off_b;
    unsigned half = v->in->exec_size / 2;
    for (unsigned i = half; i < v->in->exec_size; i++) {
        int32_t from = to_dst + elt_off(s, i), end = from + v_size_b(s);
        for (unsigned j = 0; j < half; j++) {
            int32_t written = (int32_t)j * step;
            if (from < written + v_size_b(dst) && end > written)
                return true;
        }
    }
    return false;
}

static void two_register_destination(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    int32_t grf = v->m->grf_b, step = v_dst_stride_b(v), start = dst->off_b % grf;
    if (!v_is_direct_reg(dst) || dst->file != ISA_FILE_GRF || step == 0 || dst->mme != 0)
        return;
    unsigned e = v->in->exec_size, first = 0; // channels in the first register
    while (first < e && start + (int32_t)first * step < grf)
        first++;
    if (first == e)
        return;
    if (v->in->op == ISA_MATH && first * 2 != e)
        v_fail(v, 13, "math writes %u channels to one register and %u to the next, expected equal halves", first,
               e - first);
    // Only an instruction whose result is wider than a register is executed as two halves.
    if (!v->m->dst_src_hazard || (int32_t)(e - 1) * step + v_size_b(dst) <= grf)
        return;
    for (unsigned i = 0; i < v->n_src; i++) {
        const isa_operand *s = &v->in->src[i];
        if (!v_is_direct_reg(s) || s->file != ISA_FILE_GRF || s->mme != 0)
            continue;
        bool same = s->reg == dst->reg && s->off_b == dst->off_b && v_stride_b(v, s) == step;
        if (!same && second_half_is_overwritten(v, s))
            v_fail(v, 13, "source %u of channels %u and up is overwritten in r%u by the channels before them", i, e / 2,
                   dst->reg);
    }
}

static void math_lanes(vctx *v) {
    bool integer = v->in->op == ISA_MATH && v->in->fc >= ISA_MATH_IDIV && v->in->fc <= ISA_MATH_IREM;
    if (integer && v->in->exec_size > v->m->native_exec_32b)
        v_fail(v, 13, "integer division has %u channels, expected at most %u", v->in->exec_size, v->m->native_exec_32b);
}

// Rules 14 to 18, 21

static void byte_operands(vctx *v) {
    unsigned format = v->op->format;
    if (!v->m->src1_may_be_byte)
        for (unsigned i = 1; i < v->n_src; i++)
            if (v_is_reg(&v->in->src[i]) && v_size_b(&v->in->src[i]) == 1)
                v_fail(v, 14, "source %u has byte type %s", i, isa_type_name((isa_type)v->in->src[i].type));
    // sel only moves data: Intel's compiler emits it on bytes.
    if (v->m->has_byte_alu || format == ISA_FMT_UNARY || format == ISA_FMT_MATH || v->in->op == ISA_SEL)
        return;
    bool bytes = v_is_reg(&v->in->dst) && v_size_b(&v->in->dst) == 1;
    for (unsigned i = 0; i < v->n_src; i++)
        bytes = bytes || (v_is_reg(&v->in->src[i]) && v_size_b(&v->in->src[i]) == 1);
    if (!bytes)
        return;
    // Intel's vector compiler still emits them together with words.
    bool wide = v->exec_b > 2 || (v_is_reg(&v->in->dst) && v_size_b(&v->in->dst) > 2);
    if (v->m->byte_alu_refused && wide)
        v_fail(v, 15, "operation on %d-byte operands has byte operands; only moves and sel take them on %s",
               v->exec_b > 2 ? v->exec_b : v_size_b(&v->in->dst), v->m->name);
    else
        v_warn(v, 15, "operation has byte operands; only moves and sel should take bytes on %s", v->m->name);
}

static void source_kinds(vctx *v) {
    for (unsigned i = 0; i < v->n_src; i++) {
        const isa_operand *s = &v->in->src[i];
        // Intel's compiler pads Xe2 code with (W) add (1|M0) null null 1.
        if (v_is_null(s) && !(v_is_null(&v->in->dst) && v->in->no_mask))
            v_fail(v, 17, "source %u is null", i);
        if (v->op->format == ISA_FMT_TERNARY)
            continue;
        if (s->file == ISA_FILE_IMM && i + 1 < v->n_src)
            v_fail(v, 16, "source %u is an immediate; only the last source can be", i);
        if (i == 1 && s->file == ISA_FILE_ARF && !v_is_null(s) && !v->m->src1_may_be_arf)
            v_fail(v, 16, "source 1 is an architecture register, which %s cannot encode", v->m->name);
    }
}

static void packed_immediates(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    for (unsigned i = 0; i < v->n_src; i++) {
        uint8_t t = v->in->src[i].type;
        if (v->in->src[i].file != ISA_FILE_IMM || (t != ISA_V && t != ISA_UV && t != ISA_VF))
            continue;
        if (t == ISA_VF && !v->m->has_vf_imm)
            v_fail(v, 18, "source %u is a packed float immediate, which %s does not have", i, v->m->name);
        int32_t want = t == ISA_VF ? 4 : 2;
        if (v_is_direct_reg(dst) && dst->off_b % 16 != 0)
            v_fail(v, 18, "packed immediate is written to destination byte %d, expected a multiple of 16", dst->off_b);
        if (v_is_reg(dst) && v_dst_stride_b(v) != want)
            v_fail(v, 18, "packed immediate has a destination stride of %d bytes, expected %d", v_dst_stride_b(v),
                   want);
    }
}

static void wide_operands(vctx *v) {
    for (unsigned i = 0; i <= v->n_src; i++) {
        const isa_operand *o = i == 0 ? &v->in->dst : &v->in->src[i - 1];
        bool is_int = o->type == ISA_Q || o->type == ISA_UQ;
        if (v_is_null(o) || o->file == ISA_FILE_NONE)
            continue;
        if ((is_int && !v->m->has_int64_mov) || (o->type == ISA_DF && !v->m->has_fp64))
            v_fail(v, 21, "%s operand has type %s, which %s does not have", i == 0 ? "destination" : src_names[i - 1],
                   isa_type_name((isa_type)o->type), v->m->name);
    }
}

void v_basic(vctx *v) {
    narrow_destination(v);
    packed_bytes(v);
    two_register_destination(v);
    math_lanes(v);
    byte_operands(v);
    source_kinds(v);
    packed_immediates(v);
    wide_operands(v);
}
