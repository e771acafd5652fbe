// SPDX-License-Identifier: MIT
// Formats of instructions that compute: one and two sources, math, three sources (Align1 and Gen9's
// Align16), dpas. Each function works in both directions, see codec.h.

#include "codec.h"

enum { ALIGN16_VS = 3, ALIGN16_VS_64B = 2, SWIZZLE_XYZW = 0xe4, CHANNELS_XYZW = 0xf };

// One and two sources

static void codec_region(codec *c, unsigned i, isa_region *r) {
    isa_field_id vs = ISA_F_SRC(VS, i);
    uint64_t vxh = c->lay->vxh;
    if (c->enc ? r->v == ISA_VXH : isa_get(&c->w, &c->fields[vs]) == vxh) {
        codec_bits(c, vs, vxh);
        r->v = ISA_VXH;
    } else {
        r->v = codec_stride(c, vs, r->v, 6);
    }
    r->w = codec_log2(c, ISA_F_SRC(W, i), r->w, 4);
    r->h = codec_stride(c, ISA_F_SRC(HS, i), r->h, 3);
}

static bool is_packed(unsigned t) {
    return t == ISA_UV || t == ISA_V || t == ISA_VF;
}

static unsigned imm_bits(unsigned t) {
    return is_packed(t) ? 32 : isa_type_size_b((isa_type)t) * 8u;
}

// The low bits of an immediate; bits above must be zeros or the sign.
static uint64_t trimmed_imm(codec *c, const isa_operand *o, unsigned bits) {
    uint64_t mask = bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
    uint64_t above = o->imm & ~mask;
    if (c->enc && above != 0 && (above != ~mask || !(o->imm >> (bits - 1) & 1)))
        codec_fail(c, CMC_ERR_RANGE, "%s: immediate 0x%llx does not fit in '%s'",
                   isa_op_get((isa_op)c->in->op)->mnemonic, (unsigned long long)o->imm,
                   isa_type_name((isa_type)o->type));
    return o->imm & mask;
}

static void codec_imm(codec *c, unsigned i, isa_operand *o, bool last) {
    o->type = codec_type(c, ISA_F_SRC(TYPE, i), o->type, ISA_USE_IMM);
    if (c->st != CMC_OK)
        return;
    unsigned bits = imm_bits(o->type);
    o->imm = trimmed_imm(c, o, bits);
    if (!last || (bits == 64 && i != 0)) {
        codec_fail(c, c->enc ? CMC_ERR_RANGE : CMC_ERR_FORMAT,
                   "%s: source %u cannot be a%s immediate", isa_op_get((isa_op)c->in->op)->mnemonic,
                   i, bits == 64 ? " 64-bit" : "n");
    } else if (bits == 64) {
        o->imm = codec_bits(c, ISA_F_IMM64, o->imm);
    } else if (bits == 16) { // both halves
        o->imm = codec_bits(c, ISA_F_IMM32, o->imm | o->imm << 16) & 0xffff;
    } else {
        o->imm = codec_bits(c, ISA_F_IMM32, o->imm);
    }
}

static void codec_src_register(codec *c, unsigned i, isa_operand *o, bool macro) {
    unsigned unit = i == 1 ? c->lay->src1_unit : 1;
    o->type = codec_type(c, ISA_F_SRC(TYPE, i), o->type, ISA_USE_REG);
    if (codec_may(c, ISA_ATTR_SRCMOD, o->mod != ISA_MOD_NONE, "source modifier"))
        o->mod = (uint8_t)codec_bits(c, ISA_F_SRC(MOD, i), o->mod);
    if (c->in->align16) { // no region: swizzle bits (zero) and a fixed vertical stride
        codec_fixed(c, ISA_F_SRC(VS, i),
                    isa_type_size_b((isa_type)o->type) == 8 ? ALIGN16_VS_64B : ALIGN16_VS);
        o->rgn = (isa_region){1, 1, 0};
    } else {
        codec_region(c, i, &o->rgn);
    }
    if (o->indirect) {
        o->addr_imm = (int16_t)codec_signed(c, ISA_F_SRC(AIMM, i), o->addr_imm, unit);
        o->addr_sub = (uint8_t)codec_bits(c, ISA_F_SRC(ASUB, i), o->addr_sub);
        return;
    }
    codec_reg(c, ISA_F_SRC(REG, i), o);
    if (macro)
        codec_mme(c, ISA_F_SRC(MME, i), o);
    else
        codec_sub(c, ISA_F_SRC(SUB, i), o, unit);
}

static void encode_src_file(codec *c, unsigned i, const isa_operand *o) {
    if (o->file != ISA_FILE_GRF && o->file != ISA_FILE_ARF && o->file != ISA_FILE_IMM) {
        codec_fail(c, CMC_ERR_RANGE, "%s: source %u is missing",
                   isa_op_get((isa_op)c->in->op)->mnemonic, i);
        return;
    }
    if (o->file == ISA_FILE_IMM)
        codec_bits(c, ISA_F_SRC(FILE, i), c->lay->imm_file);
    else if (!o->indirect || !c->lay->indirect_no_file)
        codec_bits(c, ISA_F_SRC(FILE, i), o->file == ISA_FILE_GRF);
    if (o->file != ISA_FILE_IMM)
        codec_flag(c, ISA_F_SRC(AMODE, i), o->indirect);
}

static void decode_src_file(codec *c, unsigned i, isa_operand *o) {
    unsigned code = (unsigned)codec_bits(c, ISA_F_SRC(FILE, i), 0);
    if (code >= c->lay->imm_file) {
        o->file = ISA_FILE_IMM;
        return;
    }
    o->indirect = codec_flag(c, ISA_F_SRC(AMODE, i), false);
    if (code > 1)
        codec_fail(c, CMC_ERR_FORMAT, "%s: reserved register file of source %u",
                   isa_op_get((isa_op)c->in->op)->mnemonic, i);
    o->file = code == 1 || o->indirect ? ISA_FILE_GRF : ISA_FILE_ARF;
}

static void codec_src(codec *c, unsigned i, bool last, bool macro) {
    isa_operand *o = &c->in->src[i];
    if (c->enc)
        encode_src_file(c, i, o);
    else
        decode_src_file(c, i, o);
    if (o->file == ISA_FILE_IMM)
        codec_imm(c, i, o, last);
    else
        codec_src_register(c, i, o, macro);
}

static void codec_dst(codec *c, bool macro) {
    isa_operand *o = &c->in->dst;
    o->type = codec_type(c, ISA_F_D_TYPE, o->type, ISA_USE_REG);
    if (c->in->align16)
        o->rgn.h = 1;
    else
        o->rgn.h = codec_stride(c, ISA_F_D_HS, o->rgn.h, 3);
    o->indirect = codec_flag(c, ISA_F_D_AMODE, o->indirect);
    if (o->indirect && c->lay->indirect_no_file)
        o->file = ISA_FILE_GRF;
    else
        codec_file(c, ISA_F_D_FILE, o);
    if (o->indirect) {
        o->addr_imm = (int16_t)codec_signed(c, ISA_F_D_AIMM, o->addr_imm, 1);
        o->addr_sub = (uint8_t)codec_bits(c, ISA_F_D_ASUB, o->addr_sub);
        return;
    }
    codec_reg(c, ISA_F_D_REG, o);
    if (macro)
        codec_mme(c, ISA_F_D_MME, o);
    else
        codec_sub(c, ISA_F_D_SUB, o, 1);
}

static void codec_cmod(codec *c) {
    isa_inst *in = c->in;
    if (!codec_may(c, ISA_ATTR_CMOD, in->cmod != ISA_CMOD_NONE, "conditional modifier"))
        return;
    in->cmod = (uint8_t)codec_bits(c, ISA_F_CMOD, in->cmod);
    if (in->cmod != ISA_CMOD_NONE && !isa_name_of(isa_cmod_names, in->cmod))
        codec_fail(c, c->enc ? CMC_ERR_RANGE : CMC_ERR_FORMAT,
                   "%s: conditional modifier %u is reserved", isa_op_get((isa_op)in->op)->mnemonic,
                   in->cmod);
}

static void codec_math_function(codec *c) {
    isa_inst *in = c->in;
    in->fc = (uint8_t)codec_bits(c, ISA_F_CMOD, in->fc);
    bool division = in->fc == ISA_MATH_IDIV || in->fc == ISA_MATH_IQOT || in->fc == ISA_MATH_IREM;
    bool old = in->fc == ISA_MATH_FDIV || in->fc == ISA_MATH_POW;
    if (!isa_name_of(isa_math_names, in->fc) || (division && !c->m->has_idiv) ||
        (old && !c->lay->split_send))
        codec_fail(c, c->enc ? CMC_ERR_UNSUPPORTED : CMC_ERR_FORMAT, "math: %s has no function %u",
                   c->m->name, in->fc);
    if (!c->enc && isa_is_math_macro(in))
        in->cmod = ISA_CMOD_EQ; // implied: the flag tells early-out lanes
}

void codec_basic(codec *c) {
    isa_inst *in = c->in;
    bool math = in->op == ISA_MATH;
    in->acc_wr_en = codec_flag(c, ISA_F_ACC_WR, in->acc_wr_en);
    codec_sat(c);
    if (math)
        codec_math_function(c);
    bool macro = isa_is_math_macro(in);
    in->align16 = macro && c->lay->tern_align16;
    if (c->lay->tern_align16)
        codec_fixed(c, ISA_F_ALIGN16, in->align16);
    unsigned n = isa_op_src_count(c->m, in);
    codec_dst(c, macro);
    for (unsigned i = 0; i < n && i < 2; i++)
        codec_src(c, i, i + 1 == n, macro);
    const isa_operand *o = &in->src[0];
    bool wide = o->file == ISA_FILE_IMM && imm_bits(o->type) == 64;
    if (math)
        return;
    if (!wide || !c->lay->wide_imm_no_cmod)
        codec_cmod(c);
    else if (c->enc && in->cmod)
        codec_fail(c, CMC_ERR_RANGE,
                   "%s: no room for a conditional modifier beside a 64-bit immediate",
                   isa_op_get((isa_op)in->op)->mnemonic);
}

// Three sources, Align1

// A 3-bit type; bit 3 of its code is the execution type that all operands share.
static void codec_tern_type(codec *c, isa_field_id f, uint8_t *t) {
    unsigned exec = (unsigned)isa_get(&c->w, &c->fields[ISA_F_T_EXEC]);
    if (c->enc) {
        int code = isa_type_code(c->m, (isa_type)*t, ISA_USE_TERNARY);
        if (code < 0 || (unsigned)code >> 3 != exec)
            codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: %s cannot be '%s' here on %s",
                       isa_op_get((isa_op)c->in->op)->mnemonic, isa_field_text(f),
                       *t ? isa_type_name((isa_type)*t) : "none", c->m->name);
        else
            codec_bits(c, f, (unsigned)code & 7);
        return;
    }
    unsigned code = (unsigned)codec_bits(c, f, 0);
    *t = (uint8_t)isa_type_from_code(c->m, exec << 3 | code, ISA_USE_TERNARY);
    if (*t == ISA_TYPE_NONE)
        codec_fail(c, CMC_ERR_FORMAT, "%s: reserved value %u of %s",
                   isa_op_get((isa_op)c->in->op)->mnemonic, code, isa_field_text(f));
}

static void codec_tern_exec(codec *c) {
    int code = c->enc ? isa_type_code(c->m, (isa_type)c->in->dst.type, ISA_USE_TERNARY) : 0;
    codec_bits(c, ISA_F_T_EXEC, code > 0 ? (unsigned)code >> 3 : 0);
    codec_tern_type(c, ISA_F_T_D_TYPE, &c->in->dst.type);
}

static void codec_tern_file(codec *c, unsigned i, isa_operand *o) {
    // Gen11 has no code for an accumulator: type nf turns the immediate's code into it.
    const int8_t *codes = c->lay->tern_file[i];
    const int8_t nf_codes[3] = {codes[0], codes[2], -1};
    if (o->type == ISA_NF)
        codes = nf_codes;
    isa_field_id f = ISA_F_TSRC(FILE, i);
    if (c->enc) {
        int code =
            o->file >= ISA_FILE_GRF && o->file <= ISA_FILE_IMM ? codes[o->file - ISA_FILE_GRF] : -1;
        if (code < 0)
            codec_fail(c, CMC_ERR_UNSUPPORTED,
                       "%s: %s has no code for source %u in this register file",
                       isa_op_get((isa_op)c->in->op)->mnemonic, c->m->name, i);
        else
            codec_bits(c, f, (unsigned)code);
        return;
    }
    int code = (int)codec_bits(c, f, 0);
    if (code == 3)
        code = 2; // the low bit belongs to the immediate
    for (unsigned k = 0; k < 3; k++)
        if (codes[k] == code)
            o->file = (uint8_t)(ISA_FILE_GRF + k);
    if (o->file == ISA_FILE_NONE)
        codec_fail(c, CMC_ERR_FORMAT, "%s: reserved register file of source %u",
                   isa_op_get((isa_op)c->in->op)->mnemonic, i);
}

static void codec_tern_src(codec *c, unsigned i, bool macro) {
    isa_operand *o = &c->in->src[i];
    codec_tern_type(c, ISA_F_TSRC(TYPE, i), &o->type);
    codec_tern_file(c, i, o);
    if (o->file == ISA_FILE_IMM) {
        if (imm_bits(o->type) != 16)
            codec_fail(c, c->enc ? CMC_ERR_RANGE : CMC_ERR_FORMAT,
                       "%s: source %u: an immediate here has 16 bits, not type '%s'",
                       isa_op_get((isa_op)c->in->op)->mnemonic, i,
                       isa_type_name((isa_type)o->type));
        else
            o->imm = codec_bits(c, ISA_F_TSRC(IMM, i), trimmed_imm(c, o, 16));
        return;
    }
    if (codec_may(c, ISA_ATTR_SRCMOD, o->mod != ISA_MOD_NONE, "source modifier"))
        o->mod = (uint8_t)codec_bits(c, ISA_F_TSRC(MOD, i), o->mod);
    if (i < 2)
        o->rgn.v = codec_listed(c, ISA_F_TSRC(VS, i), o->rgn.v, c->lay->tern_vs, 4);
    o->rgn.h = codec_stride(c, ISA_F_TSRC(HS, i), o->rgn.h, 3);
    codec_reg(c, ISA_F_TSRC(REG, i), o);
    if (macro)
        codec_mme(c, ISA_F_TSRC(MME, i), o);
    else
        codec_sub(c, ISA_F_TSRC(SUB, i), o, c->lay->tern_src_unit);
}

static void codec_bfn(codec *c) {
    static const uint8_t cmods[] = {ISA_CMOD_NONE, ISA_CMOD_EQ, ISA_CMOD_GT, ISA_CMOD_LT};
    isa_inst *in = c->in;
    in->fc = (uint8_t)codec_bits(c, ISA_F_BFN_FC, in->fc);
    in->cmod = codec_listed(c, ISA_F_BFN_CMOD, in->cmod, cmods, sizeof cmods);
}

void codec_ternary(codec *c) {
    static const uint8_t dst_strides[] = {1, 2};
    isa_inst *in = c->in;
    bool macro = isa_is_math_macro(in);
    in->acc_wr_en = codec_flag(c, ISA_F_ACC_WR, in->acc_wr_en);
    codec_sat(c);
    codec_tern_exec(c);
    isa_operand *o = &in->dst;
    o->rgn.h = codec_listed(c, ISA_F_T_D_HS, o->rgn.h, dst_strides, sizeof dst_strides);
    if (c->enc && (o->indirect || (o->file != ISA_FILE_GRF && o->file != ISA_FILE_ARF))) {
        codec_fail(c, CMC_ERR_RANGE, "%s: the destination must be a directly addressed register",
                   isa_op_get((isa_op)in->op)->mnemonic);
        return;
    }
    unsigned grf = c->lay->tern_dst_grf;
    unsigned code = (unsigned)codec_bits(c, ISA_F_T_D_FILE, o->file == ISA_FILE_GRF ? grf : !grf);
    o->file = code == grf ? ISA_FILE_GRF : ISA_FILE_ARF;
    codec_reg(c, ISA_F_T_D_REG, o);
    if (macro)
        codec_mme(c, ISA_F_T_D_MME, o);
    else
        codec_sub(c, ISA_F_T_D_SUB, o, c->lay->tern_dst_unit);
    for (unsigned i = 0; i < 3; i++)
        codec_tern_src(c, i, macro);
    if (in->op == ISA_BFN)
        codec_bfn(c);
    else
        codec_cmod(c);
}

// Three sources, Align16

static uint8_t align16_base_type(uint8_t t) {
    return t == ISA_HF ? ISA_F : t;
}

// One source type for all; float sources 1 and 2 may be half float by a bit of their own.
static void codec_align16_types(codec *c) {
    isa_inst *in = c->in;
    in->dst.type = codec_type(c, ISA_F_A_D_TYPE, in->dst.type, ISA_USE_TERNARY);
    in->src[0].type = codec_type(c, ISA_F_A_S_TYPE, in->src[0].type, ISA_USE_TERNARY);
    static const isa_field_id half[] = {ISA_F_A_S1_HF, ISA_F_A_S1_HF, ISA_F_A_S2_HF};
    for (unsigned i = 1; i < 3; i++) {
        isa_operand *o = &in->src[i];
        uint8_t first = in->src[0].type;
        bool differs = codec_flag(c, half[i], c->enc && o->type == ISA_HF);
        if (c->enc && align16_base_type(o->type) != align16_base_type(first))
            codec_fail(c, CMC_ERR_RANGE, "%s: source %u must have the type of source 0",
                       isa_op_get((isa_op)in->op)->mnemonic, i);
        if (!c->enc && differs && align16_base_type(first) != ISA_F)
            codec_fail(c, CMC_ERR_FORMAT, "%s: source %u is half float, source 0 is not a float",
                       isa_op_get((isa_op)in->op)->mnemonic, i);
        if (!c->enc)
            o->type = differs ? ISA_HF : align16_base_type(first);
    }
}

// Packed operand (written <2;1>, <1> as source 2): no replication. Scalar <0;0> (<0>): replication
// bit.
static void codec_align16_src(codec *c, unsigned i, bool macro) {
    isa_operand *o = &c->in->src[i];
    if (c->enc && o->file != ISA_FILE_GRF)
        codec_fail(c, CMC_ERR_RANGE, "%s: source %u must be a general register",
                   isa_op_get((isa_op)c->in->op)->mnemonic, i);
    o->file = ISA_FILE_GRF;
    if (codec_may(c, ISA_ATTR_SRCMOD, o->mod != ISA_MOD_NONE, "source modifier"))
        o->mod = (uint8_t)codec_bits(c, ISA_F_ASRC(MOD, i), o->mod);
    bool rep = !macro && codec_flag(c, ISA_F_ASRC(REP, i), c->enc && o->rgn.h == 0);
    codec_reg(c, ISA_F_ASRC(REG, i), o);
    if (macro)
        codec_mme(c, ISA_F_ASRC(MME, i), o);
    else
        codec_fixed(c, ISA_F_ASRC(SWZ, i), SWIZZLE_XYZW);
    codec_sub(c, ISA_F_ASRC(SUB, i), o, c->lay->tern_src_unit);
    if (!c->enc) {
        o->rgn.h = rep ? 0 : 1;
        o->rgn.v = rep || i == 2 ? 0 : 2;
    }
}

// One lane is written as a group of four channels (two of 64 bits) of which one is enabled. The
// group starts at a multiple of its size; which channel it is says the place in the group.
static void codec_align16_scalar(codec *c, isa_operand *o) {
    isa_inst *in = c->in;
    int32_t size_b = isa_type_size_b((isa_type)o->type), lanes = size_b == 8 ? 2 : 4,
            bits = 4 / lanes;
    int32_t group_b = size_b * lanes, lane = o->off_b % group_b / size_b;
    if (c->enc) {
        isa_operand group = *o;
        group.off_b -= lane * size_b;
        in->exec_size = codec_log2(c, ISA_F_EXEC, (uint8_t)lanes, 5);
        codec_bits(c, ISA_F_A_D_CHEN, (uint64_t)((1 << bits) - 1) << lane * bits);
        codec_sub(c, ISA_F_A_D_SUB, &group, c->lay->tern_dst_unit);
        return;
    }
    unsigned enabled = (unsigned)codec_bits(c, ISA_F_A_D_CHEN, 0);
    for (lane = 0; lane < lanes && (unsigned)((1 << bits) - 1) << lane * bits != enabled;)
        lane++;
    if (lane == lanes || in->exec_size != lanes)
        codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: channel enables 0x%x are not supported",
                   isa_op_get((isa_op)in->op)->mnemonic, enabled);
    codec_sub(c, ISA_F_A_D_SUB, o, c->lay->tern_dst_unit);
    o->off_b += lane * size_b;
    in->exec_size = 1;
}

static void codec_align16_dst(codec *c) {
    isa_operand *o = &c->in->dst;
    bool all = c->enc ? c->in->exec_size > 1 : codec_bits(c, ISA_F_A_D_CHEN, 0) == CHANNELS_XYZW;
    if (!all) {
        codec_align16_scalar(c, o);
        return;
    }
    codec_fixed(c, ISA_F_A_D_CHEN, CHANNELS_XYZW);
    codec_sub(c, ISA_F_A_D_SUB, o, c->lay->tern_dst_unit);
}

void codec_align16(codec *c) {
    isa_inst *in = c->in;
    bool macro = isa_is_math_macro(in);
    codec_fixed(c, ISA_F_ALIGN16, 1);
    in->align16 = true;
    in->acc_wr_en = codec_flag(c, ISA_F_ACC_WR, in->acc_wr_en);
    codec_sat(c);
    if (in->pred > ISA_PRED_NORMAL) // the other codes mean channels there
        codec_fail(c, CMC_ERR_UNSUPPORTED,
                   "%s: this predicate control is not supported with align16",
                   isa_op_get((isa_op)in->op)->mnemonic);
    codec_align16_types(c);
    if (c->st != CMC_OK)
        return;
    if (c->enc && (in->dst.file != ISA_FILE_GRF || in->dst.indirect))
        codec_fail(c, CMC_ERR_RANGE, "%s: the destination must be a general register",
                   isa_op_get((isa_op)in->op)->mnemonic);
    in->dst.file = ISA_FILE_GRF;
    in->dst.rgn.h = 1;
    codec_reg(c, ISA_F_A_D_REG, &in->dst);
    if (macro && in->exec_size == 1)
        codec_fail(c, CMC_ERR_UNSUPPORTED, "%s: execution size 1 has no code here",
                   isa_op_get((isa_op)in->op)->mnemonic);
    if (macro)
        codec_mme(c, ISA_F_A_D_MME, &in->dst);
    else
        codec_align16_dst(c);
    for (unsigned i = 0; i < 3; i++)
        codec_align16_src(c, i, macro);
    codec_cmod(c);
}

// dpas

static const struct {
    uint8_t type, base, bits;
} precisions[] = {
    {ISA_UB, ISA_UB, 0}, {ISA_B, ISA_B, 0},     {ISA_U4, ISA_UB, 1}, {ISA_S4, ISA_B, 1},
    {ISA_U2, ISA_UB, 2}, {ISA_S2, ISA_B, 2},    {ISA_HF, ISA_HF, 0}, {ISA_TF32, ISA_TF32, 0},
    {ISA_BF, ISA_BF, 0}, {ISA_BF8, ISA_BF8, 0},
};
enum { PRECISION_COUNT = sizeof precisions / sizeof *precisions };

static void codec_dpas_matrix(codec *c, unsigned i, isa_field_id bits_field) {
    isa_operand *o = &c->in->src[i];
    uint8_t base = ISA_TYPE_NONE;
    uint64_t bits = 0;
    for (unsigned k = 0; c->enc && k < PRECISION_COUNT; k++)
        if (precisions[k].type == o->type) {
            base = precisions[k].base;
            bits = precisions[k].bits;
        }
    codec_tern_type(c, ISA_F_TSRC(TYPE, i), &base);
    bits = codec_bits(c, bits_field, bits);
    if (c->enc)
        return;
    for (unsigned k = 0; k < PRECISION_COUNT; k++)
        if (precisions[k].base == base && precisions[k].bits == bits)
            o->type = precisions[k].type;
    if (o->type == ISA_TYPE_NONE)
        codec_fail(c, CMC_ERR_FORMAT, "dpas: reserved precision of source %u", i);
}

void codec_dpas(codec *c) {
    static const isa_field_id files[] = {ISA_F_P_S0_FILE, ISA_F_P_S1_FILE, ISA_F_P_S2_FILE};
    isa_inst *in = c->in;
    const uint8_t depths[] = {c->lay->dpas_depth0, 2, 4, 8};
    in->dpas_depth = codec_listed(c, ISA_F_P_DEPTH, in->dpas_depth, depths, 4);
    if (c->enc && (in->dpas_count < 1 || in->dpas_count > 8)) {
        codec_fail(c, CMC_ERR_RANGE, "dpas: repeat count %u is not 1 to 8", in->dpas_count);
        return;
    }
    in->dpas_count = (uint8_t)(codec_bits(c, ISA_F_P_COUNT, in->dpas_count - 1u) + 1);
    codec_sat(c);
    codec_tern_exec(c);
    codec_file(c, ISA_F_T_D_FILE, &in->dst);
    codec_reg(c, ISA_F_T_D_REG, &in->dst);
    codec_sub(c, ISA_F_T_D_SUB, &in->dst, c->lay->tern_dst_unit);
    in->dst.rgn.h = 1;
    codec_tern_type(c, ISA_F_T_S0_TYPE, &in->src[0].type);
    codec_dpas_matrix(c, 1, ISA_F_P_S1_BITS);
    codec_dpas_matrix(c, 2, ISA_F_P_S2_BITS);
    for (unsigned i = 0; i < 3; i++) {
        codec_file(c, files[i], &in->src[i]);
        codec_reg(c, ISA_F_TSRC(REG, i), &in->src[i]);
        codec_sub(c, ISA_F_TSRC(SUB, i), &in->src[i], c->lay->tern_src_unit);
    }
}
