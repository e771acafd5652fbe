// SPDX-License-Identifier: MIT
// Rules 29 to 33 (half float and its mixing with float) and 34 to 38 (bfloat16).

#include "validate_priv.h"

static bool is_int(const isa_operand *o) {
    return o->type != ISA_TYPE_NONE && !v_is_float(o) && o->file != ISA_FILE_NONE;
}

// Rule 29: conversions write at dword positions. Intel's vector compiler is less strict for few channels and in the
// position of narrow results: such operands only get a warning.
static void int_half_conversion(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    int32_t step = v_dst_stride_b(v);
    if (step % 4 != 0)
        v_fail(v, 29,
               "conversion between integer and half has a destination stride of %d bytes, expected dword positions",
               step);
    else if (dst->off_b % 4 != 0)
        v_doubt(v, v->m->half_placed, 29,
                "conversion between integer and half writes destination byte %d, expected a multiple of 4", dst->off_b);
}

static void float_half_conversion(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    bool packed = dst->rgn.h == 1 && dst->off_b % 16 == 0;
    if (packed || dst->rgn.h == 2)
        return;
    bool wide = dst->rgn.h == 1 && v->in->exec_size >= 8 && v->m->packed_half_on_oword;
    v_doubt(v, wide || v->m->half_placed, 29,
            "float to half writes destination byte %d with stride %u, expected stride 2 or packed at a multiple of 16 "
            "bytes",
            dst->off_b, dst->rgn.h);
}

static void half_conversion(vctx *v) {
    const isa_operand *dst = &v->in->dst, *s = &v->in->src[0];
    if (v->in->op != ISA_MOV || v->in->exec_size == 1 || !v_is_direct_reg(dst) || s->type == ISA_V || s->type == ISA_UV)
        return;
    if ((dst->type == ISA_HF && is_int(s)) || (s->type == ISA_HF && is_int(dst) && v_size_b(dst) <= 4))
        int_half_conversion(v);
    else if (dst->type == ISA_HF && s->type == ISA_F)
        float_half_conversion(v);
}

static bool mixed_op(uint16_t op) {
    switch (op) {
    case ISA_ADD:
    case ISA_MUL:
    case ISA_MAC:
    case ISA_MAD:
    case ISA_MATH:
    case ISA_CMP:
    case ISA_CMPN:
    case ISA_SEL:
        return true;
    default:
        return false;
    }
}

// Rule 30: lanes, indirect operands and accumulators together with packed half results.
static void mixed_mode(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    bool packed = dst->type == ISA_HF && dst->rgn.h == 1;
    if (v->in->exec_size > v->m->native_exec_32b && (dst->type == ISA_F || packed))
        v_fail(v, 30, "mixed float and half operation has %u channels, expected at most %u", v->in->exec_size,
               v->m->native_exec_32b);
    for (unsigned i = 0; i < v->n_src; i++) {
        const isa_operand *s = &v->in->src[i];
        if (s->indirect)
            v_fail(v, 30, "mixed float and half operation has indirect source %u", i);
        if (packed && v_is_arf(s, ISA_ARF_ACC) && s->off_b != 0)
            v_fail(v, 30,
                   "mixed float and half: accumulator source %u at byte %d of a packed half "
                   "result, expected 0",
                   i, s->off_b);
    }
}

// Rule 31: from Xe-LP on, only some operations may mix half and float.
static void mixed_partial(vctx *v) {
    if (!mixed_op(v->in->op)) {
        v_fail(v, 31, "float and half operands cannot be mixed in this operation");
        return;
    }
    unsigned factor = v->in->op == ISA_MUL || v->in->op == ISA_MAC ? 1 : v->in->op == ISA_MAD ? 2 : 0;
    if (factor != 0 && v->in->src[factor].type == ISA_HF)
        v_fail(v, 31, "mixed float and half: source %u is half, expected float", factor);
}

void v_half(vctx *v) {
    half_conversion(v);
    bool pure = v->in->dst.type == ISA_HF && v->in->src[0].type == ISA_HF;
    if (v->in->op == ISA_MATH && pure && v->in->exec_size > v->m->native_exec_32b)
        v_fail(v, 32, "half math has %u channels, expected at most %u", v->in->exec_size, v->m->native_exec_32b);
    if (v->in->op == ISA_MOV || !v_is_mixed_half(v))
        return;
    if (!v->m->has_hf_mixed) {
        v_fail(v, 33, "float and half operands cannot be mixed on %s; convert with mov first", v->m->name);
        return;
    }
    mixed_mode(v);
    if (v->m->hf_mixed_partial)
        mixed_partial(v);
}

// bfloat16

static bool bfloat_op(uint16_t op) {
    switch (op) {
    case ISA_MOV:
    case ISA_ADD:
    case ISA_CMP:
    case ISA_SEL:
    case ISA_MUL:
    case ISA_MAC:
    case ISA_MAD:
        return true;
    default:
        return false;
    }
}

static void bfloat_source(vctx *v, unsigned i) {
    const isa_operand *s = &v->in->src[i];
    int32_t native = v->m->native_exec_32b * 2;
    if (s->file == ISA_FILE_IMM)
        v_fail(v, 36, "source %u is a bf immediate", i);
    if (!v_is_direct_reg(s) || v->in->exec_size == 1)
        return;
    if (v_is_scalar(v, s))
        v_fail(v, 36, "source %u broadcasts a bf scalar", i);
    else if (v_stride_b(v, s) != 2 || s->off_b % native != 0)
        v_fail(v, 37, "bf source %u is at byte %d with a stride of %d bytes, expected packed at a multiple of %d", i,
               s->off_b, v_stride_b(v, s), native);
}

static void bfloat_destination(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    int32_t native = v->m->native_exec_32b * 2;
    if (dst->type != ISA_BF || !v_is_direct_reg(dst) || v->in->exec_size == 1)
        return;
    bool packed = dst->rgn.h == 1 && dst->off_b % native == 0,
         spread = dst->rgn.h == 2 && dst->off_b % v->m->grf_b <= 2;
    if (!packed && !spread)
        v_fail(v, 37,
               "bf destination is at byte %d with stride %u, expected packed at a multiple of %d or stride 2 at 0 or 2",
               dst->off_b, dst->rgn.h, native);
}

void v_bfloat(vctx *v) {
    const isa_inst *in = v->in;
    bool bf = in->dst.type == ISA_BF, f = in->dst.type == ISA_F;
    for (unsigned i = 0; i < v->n_src; i++) {
        bf = bf || in->src[i].type == ISA_BF;
        f = f || in->src[i].type == ISA_F;
    }
    if (!bf)
        return;
    if (!v->m->has_bf16 || !bfloat_op(in->op) || !f)
        v_fail(v, 34, "bf operands %s",
               !v->m->has_bf16 ? "on a target without bfloat16"
               : !f            ? "without a float operand"
                               : "in an operation other than mov, add, cmp, sel, mul, mac, mad");
    unsigned factor = in->op == ISA_MUL || in->op == ISA_MAC ? 1 : in->op == ISA_MAD ? 2 : 0;
    if (factor != 0 && in->src[factor].type == ISA_BF)
        v_fail(v, 35, "source %u is bf, expected float", factor);
    for (unsigned i = 0; i < v->n_src; i++)
        if (in->src[i].type == ISA_BF)
            bfloat_source(v, i);
    bfloat_destination(v);
    if (in->exec_size > v->m->native_exec_32b)
        v_fail(v, 38, "bf operation has %u channels, expected at most %u", in->exec_size, v->m->native_exec_32b);
}
