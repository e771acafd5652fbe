// SPDX-License-Identifier: MIT
// Rules 39 to 48 (three-source instructions) and 49 to 52 (indirect addressing).

#include "validate_priv.h"

static bool is_byte(const isa_operand *o) {
    return v_is_reg(o) && v_size_b(o) == 1;
}

static bool is_dword_int(const isa_operand *o) {
    return o->type == ISA_D || o->type == ISA_UD;
}

static void ternary_destination(vctx *v) {
    const isa_operand *dst = &v->in->dst;
    if (!v_is_reg(dst))
        return;
    if (dst->rgn.h != 1 && dst->rgn.h != 2)
        v_fail(v, 39, "destination stride %u, expected 1 or 2", dst->rgn.h);
    if (dst->off_b % v->m->ternary_dst_align_b != 0)
        v_fail(v, 40, "destination at byte %d, expected a multiple of %u", dst->off_b, v->m->ternary_dst_align_b);
    if (v->m->no_src2_region && dst->type != ISA_DF && (v_size_b(dst) == 1 || v_size_b(dst) == 8))
        v_fail(v, 46, "destination type %s", isa_type_name((isa_type)dst->type));
}

static void ternary_region(vctx *v, unsigned i) {
    const isa_operand *s = &v->in->src[i];
    unsigned vs = s->rgn.v, second = v->m->ternary_vstride1 ? 1 : 2;
    if (!v_is_reg(s) || s->mme != 0 || v->m->ternary_align16)
        return;
    if (i == 2 && vs != 0)
        v_fail(v, 41, "source 2 has vertical stride %u, expected none", vs);
    if (i < 2 && vs != 0 && vs != second && vs != 4 && vs != 8)
        v_fail(v, 41, "source %u has vertical stride %u, expected 0, %u, 4 or 8", i, vs, second);
    if (s->rgn.w != 0)
        v_fail(v, 41, "source %u has width %u, but three-source regions take no width", i, s->rgn.w);
}

static void ternary_kind(vctx *v, unsigned i) {
    const isa_operand *s = &v->in->src[i];
    if (s->file == ISA_FILE_IMM && (i == 1 || isa_type_size_b((isa_type)s->type) != 2))
        v_fail(v, 42, "immediate source %u of type %s, expected 16 bits in source 0 or 2", i,
               isa_type_name((isa_type)s->type));
    if (s->indirect)
        v_fail(v, 43, "source %u is indirect", i);
    if (s->file == ISA_FILE_ARF && !v_is_null(s) && !v_is_arf(s, ISA_ARF_ACC))
        v_fail(v, 44, "source %u is an architecture register; only acc is allowed", i);
    if (v->m->ternary_even_b && v_is_reg(s) && s->off_b % 2 != 0)
        v_fail(v, 47, "source %u at odd byte %d", i, s->off_b);
}

// Rule 45: Gen9 has Align16 only.
static void ternary_gen9(vctx *v) {
    for (unsigned i = 0; i < 3; i++) {
        const isa_operand *s = &v->in->src[i];
        if (s->mme != 0)
            continue;
        if (s->file != ISA_FILE_GRF)
            v_fail(v, 45, "source %u is not a general register", i);
        else if (s->rgn.h > 1)
            v_fail(v, 45, "source %u has stride %u, expected packed or scalar", i, s->rgn.h);
        else if (s->rgn.h == 0 && v_size_b(s) == 8)
            v_fail(v, 45, "source %u is a 64-bit scalar", i);
        if (v_size_b(s) == 1 || (v_size_b(s) == 2 && s->type != ISA_HF))
            v_fail(v, 45, "source %u has type %s, expected f, hf, df, d or ud", i, isa_type_name((isa_type)s->type));
    }
    if (v->in->dst.file != ISA_FILE_GRF || v->in->dst.rgn.h != 1)
        v_fail(v, 45, "destination is not a packed general register");
}

// Rule 46: source 2 has no vertical stride that could compensate for another position.
static void ternary_source2(vctx *v) {
    const isa_operand *s = &v->in->src[2], *dst = &v->in->dst;
    if (v->in->op == ISA_MAD && !v_is_float(dst) && (is_dword_int(s) || is_byte(s)))
        v_fail(v, 46, "integer mad has source 2 of type %s, expected a word", isa_type_name((isa_type)s->type));
    if (v->in->op == ISA_MAD && is_dword_int(&v->in->src[1]) && v->in->src[1].mod != ISA_MOD_NONE)
        v_fail(v, 46, "integer mad has a modifier on dword source 1");
    bool placed =
        v_is_direct_reg(s) && s->file == ISA_FILE_GRF && v_is_reg(dst) && dst->file == ISA_FILE_GRF && s->mme == 0;
    if (!placed || v->in->exec_size == 1 || v_is_scalar(v, s) || v_size_b(s) != v_size_b(dst))
        return;
    if (v_stride_b(v, s) != v_dst_stride_b(v) || s->off_b != dst->off_b)
        v_fail(v, 46, "source 2 is at byte %d with a stride of %d bytes, expected %d and %d as in the destination",
               s->off_b, v_stride_b(v, s), dst->off_b, v_dst_stride_b(v));
}

static void ternary_modifiers(vctx *v) {
    const isa_inst *in = v->in;
    if (in->op == ISA_CSEL && in->pred != ISA_PRED_NONE)
        v_fail(v, 48, "csel takes no predicate; it selects by its condition");
    if ((in->op == ISA_BFE || in->op == ISA_BFI2) && (in->cmod != ISA_CMOD_NONE || in->sat))
        v_fail(v, 48, "a bit-field operation takes no condition or saturation");
}

void v_ternary(vctx *v) {
    const isa_inst *in = v->in;
    ternary_destination(v);
    for (unsigned i = 0; i < 3; i++) {
        ternary_region(v, i);
        ternary_kind(v, i);
    }
    if (in->dst.indirect)
        v_fail(v, 43, "destination is indirect");
    if (in->src[0].file == ISA_FILE_IMM && in->src[2].file == ISA_FILE_IMM)
        v_fail(v, 43, "sources 0 and 2 are both immediates");
    if (in->dst.file == ISA_FILE_ARF && !v_is_null(&in->dst) && !v_is_arf(&in->dst, ISA_ARF_ACC))
        v_fail(v, 44, "destination is an architecture register; only acc and null are allowed");
    if (v->m->ternary_even_b && v_is_reg(&in->dst) && in->dst.off_b % 2 != 0)
        v_fail(v, 47, "destination at odd byte %d", in->dst.off_b);
    if (v->m->ternary_align16)
        ternary_gen9(v);
    if (v->m->no_src2_region)
        ternary_source2(v);
    ternary_modifiers(v);
}

// Indirect operands

enum { ADDR_WORDS = 16 };

static void address_range(vctx *v, const isa_operand *o, const char *what, bool even) {
    int32_t limit = v->m->grf_b * 16; // 10 bits with 32-byte registers, 11 with 64-byte ones
    if (o->addr_imm < -limit || o->addr_imm >= limit || (even && o->addr_imm % 2 != 0))
        v_fail(v, 52, "%s: immediate part %d of the address, expected %s%d to %d", what, o->addr_imm,
               even ? "even, " : "", -limit, limit - 1);
    if (o->addr_sub >= ADDR_WORDS)
        v_fail(v, 49, "%s: address register a0.%u, expected 0 to 15", what, o->addr_sub);
}

void v_indirect(vctx *v) {
    static const char *const names[3] = {"source 0", "source 1", "source 2"};
    const isa_inst *in = v->in;
    if (in->dst.indirect) {
        address_range(v, &in->dst, "destination", false);
        if (in->dst.rgn.v == ISA_VXH)
            v_fail(v, 51, "destination has per-row addresses, expected a single one");
    }
    for (unsigned i = 0; i < v->n_src; i++) {
        const isa_operand *s = &in->src[i];
        if (!s->indirect)
            continue;
        address_range(v, s, names[i], i == 1 && v->m->grf_b == 64);
        if (s->rgn.v != ISA_VXH)
            continue;
        unsigned rows = in->exec_size / (s->rgn.w ? s->rgn.w : 1u);
        if (i > 0)
            v_fail(v, 50, "source %u has per-row addresses; only source 0 can", i);
        if (rows + s->addr_sub > ADDR_WORDS)
            v_fail(v, 50, "source %u takes addresses a0.%u to a0.%u, but there are only %d", i, s->addr_sub,
                   s->addr_sub + rows - 1, (int)ADDR_WORDS);
        if (in->cmod != ISA_CMOD_NONE && v->m->no_vxh_cmod)
            v_fail(v, 50, "source 0 has per-row addresses together with a conditional modifier");
    }
}
