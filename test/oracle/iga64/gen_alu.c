// SPDX-License-Identifier: MIT
// Operands of random instructions that compute.

#include "gen.h"

static bool type_exists(const gen *g, unsigned t) {
    bool xe = gen_is_gen12(g);
    switch (t) {
    case ISA_BF8:
    case ISA_TF32:
        return g->m->has_dpas && g->m->grf_b == 64;
    case ISA_BF:
        return g->m->has_dpas;
    case ISA_NF:
        return false; // accumulator only
    default:
        return xe || t <= ISA_DF;
    }
}

static isa_type gen_reg_type(gen *g) {
    for (;;) {
        unsigned t = ISA_UB + gen_below(g, ISA_DF - ISA_UB + 1);
        if (type_exists(g, t) && t != ISA_BF8 && t != ISA_TF32 && t != ISA_BF)
            return (isa_type)t;
    }
}

// A subregister that the encoding can name: a multiple of the type and of unit bytes.
static int32_t gen_sub(gen *g, isa_type t, unsigned unit_b) {
    unsigned step = isa_type_size_b(t) > unit_b ? isa_type_size_b(t) : unit_b;
    return gen_chance(g, 40) ? (int32_t)(gen_below(g, g->m->grf_b / step) * step) : 0;
}

static void gen_indirect(gen *g, isa_operand *o, unsigned unit_b) {
    int reach = g->m->grf_b == 64 ? 1024 : 512;
    o->file = ISA_FILE_GRF;
    o->indirect = true;
    o->addr_sub = (uint8_t)gen_below(g, 16);
    int imm = (int)gen_below(g, (uint32_t)(2 * reach)) - reach;
    o->addr_imm = (int16_t)(gen_chance(g, 50) ? 0 : imm - (imm & (int)(unit_b - 1)));
}

static void gen_register(gen *g, isa_operand *o, unsigned unit_b, bool dst) {
    o->file = ISA_FILE_GRF;
    if (!gen_chance(g, 10)) {
        o->reg = gen_grf(g);
        o->off_b = gen_sub(g, (isa_type)o->type, unit_b);
        return;
    }
    o->file = ISA_FILE_ARF;
    if (dst && gen_chance(g, 50)) {
        o->reg = ISA_ARF_NULL;
        return;
    }
    o->reg = (uint32_t)ISA_ARF_ACC | gen_below(g, 2);
    o->off_b = gen_sub(g, (isa_type)o->type, unit_b);
}

static void gen_dst(gen *g, isa_inst *in) {
    isa_operand *d = &in->dst;
    d->type = (uint8_t)gen_reg_type(g);
    d->rgn.h = (uint8_t)(1u << gen_below(g, 3));
    if (gen_chance(g, 12))
        gen_indirect(g, d, 1);
    else
        gen_register(g, d, 1, true);
}

static isa_region gen_region(gen *g, unsigned exec_size) {
    static const isa_region all[] = {
        {0, 1, 0}, {1, 1, 0},  {2, 1, 0},   {4, 1, 0},   {2, 2, 1},  {4, 2, 2},  {4, 4, 1},  {8, 4, 2},
        {8, 8, 1}, {16, 8, 2}, {16, 16, 1}, {32, 16, 2}, {32, 8, 4}, {0, 8, 1},  {8, 2, 4},  {16, 4, 4},
        {8, 1, 0}, {0, 4, 1},  {0, 2, 1},   {4, 8, 1},   {32, 8, 1}, {16, 1, 0}, {0, 16, 1},
    };
    static const uint8_t v[] = {0, 1, 2, 4, 8, 16, 32}, h[] = {0, 1, 2, 4};
    for (;;) {
        isa_region r = all[gen_below(g, sizeof all / sizeof *all)];
        if (gen_chance(g, 15)) // whatever encodes
            r = (isa_region){v[gen_below(g, 7)], (uint8_t)(1u << gen_below(g, 5)), h[gen_below(g, 4)]};
        if (r.w <= exec_size && (exec_size > 1 || r.v == 0))
            return r;
    }
}

static uint64_t gen_bits(gen *g, unsigned bits) {
    uint64_t v = (uint64_t)gen_below(g, 1u << 16) << 48 | (uint64_t)gen_below(g, 1u << 16) << 32 |
                 (uint64_t)gen_below(g, 1u << 16) << 16 | gen_below(g, 1u << 16);
    if (gen_chance(g, 50))
        v = gen_below(g, 32);
    return bits >= 64 ? v : v & (((uint64_t)1 << bits) - 1);
}

static void gen_imm(gen *g, isa_operand *o, bool wide) {
    static const uint8_t narrow[] = {ISA_W, ISA_UW, ISA_D, ISA_UD, ISA_F, ISA_HF, ISA_V, ISA_UV, ISA_VF};
    static const uint8_t quads[] = {ISA_Q, ISA_UQ, ISA_DF};
    o->file = ISA_FILE_IMM;
    if (wide) {
        o->type = quads[gen_below(g, 3)];
        o->imm = gen_bits(g, 64);
        return;
    }
    o->type = narrow[gen_below(g, sizeof narrow)];
    bool packed = o->type >= ISA_UV && o->type <= ISA_VF;
    o->imm = gen_bits(g, packed ? 32 : isa_type_size_b((isa_type)o->type) * 8u);
}

static void gen_modifier(gen *g, const isa_inst *in, isa_operand *o) {
    unsigned attrs = isa_op_get((isa_op)in->op)->attrs;
    if (in->op == ISA_LZD && g->m->family >= ISA_XE2) // lost it there
        attrs &= ~(unsigned)ISA_ATTR_SRCMOD;
    if (!(attrs & ISA_ATTR_SRCMOD) || !gen_chance(g, 25))
        return;
    o->mod = attrs & ISA_ATTR_LOGIC ? ISA_MOD_NEG : (uint8_t)(1 + gen_below(g, 3));
}

static void gen_src(gen *g, isa_inst *in, unsigned i, bool last) {
    isa_operand *o = &in->src[i];
    unsigned unit_b = i == 1 && g->m->grf_b == 64 ? 2 : 1;
    bool one = last && i == 0;
    if (last && gen_chance(g, 25)) {
        gen_imm(g, o, in->op == ISA_MOV && one && gen_chance(g, 20));
        return;
    }
    o->type = (uint8_t)gen_reg_type(g);
    gen_modifier(g, in, o);
    o->rgn = gen_region(g, in->exec_size);
    if (gen_chance(g, 12)) {
        gen_indirect(g, o, unit_b);
        if (i == 0 && in->exec_size >= 2 && gen_chance(g, 40))
            o->rgn = (isa_region){ISA_VXH, (uint8_t)(1u << gen_below(g, 2)), (uint8_t)gen_below(g, 2)};
        return;
    }
    gen_register(g, o, unit_b, false);
    if (o->file == ISA_FILE_ARF && i == 1 && !gen_is_gen12(g)) { // source 1 is a GRF there
        o->file = ISA_FILE_GRF;
        o->reg &= 1;
    }
}

// mov converts to and from bf (and bf8, tf32); some arithmetic takes bf.
static void gen_narrow_floats(gen *g, isa_inst *in) {
    static const uint8_t types[] = {ISA_BF, ISA_BF8, ISA_TF32};
    bool two = in->op == ISA_ADD || in->op == ISA_MUL;
    if (!g->m->has_dpas || (in->op != ISA_MOV && !two) || !gen_chance(g, 15) || in->src[0].file == ISA_FILE_IMM ||
        in->src[1].file == ISA_FILE_IMM)
        return;
    uint8_t t = two ? (uint8_t)ISA_BF : types[gen_below(g, g->m->grf_b == 64 ? 3 : 1)];
    in->dst.off_b = in->src[0].off_b = in->src[1].off_b = 0;
    in->dst.type = t;
    in->src[0].type = two ? (uint8_t)ISA_BF : ISA_F;
    if (two)
        in->src[1].type = ISA_F;
}

// Architecture registers as mov, and, or and add meet them: one element, in the register's own
// type.
static void gen_state_register(gen *g, isa_inst *in) {
    static const struct {
        uint8_t arf, count, size_b;
        bool newer_lacks; // gone from the families with LSC on
    } rows[] = {
        {ISA_ARF_A0, 1, 32, false}, {ISA_ARF_F, 2, 4, false},  {ISA_ARF_CE, 1, 4, false},  {ISA_ARF_SR, 1, 16, false},
        {ISA_ARF_CR, 1, 12, false}, {ISA_ARF_N, 1, 12, false}, {ISA_ARF_IP, 1, 4, false},  {ISA_ARF_TM, 1, 16, false},
        {ISA_ARF_DBG, 1, 8, false}, {ISA_ARF_SP, 1, 16, true}, {ISA_ARF_TDR, 1, 16, true}, {ISA_ARF_MSG, 8, 32, false},
        {ISA_ARF_FC, 4, 32, false},
    };
    unsigned k = gen_below(g, sizeof rows / sizeof *rows);
    if (rows[k].newer_lacks && g->m->has_lsc)
        k = 0;
    isa_type t = rows[k].size_b > 4 && rows[k].arf != ISA_ARF_A0 ? ISA_UD : ISA_UW;
    if (rows[k].arf == ISA_ARF_CE || rows[k].arf == ISA_ARF_IP)
        t = ISA_UD;
    unsigned step = isa_type_size_b(t);
    unsigned count = rows[k].count;
    if (g->m->family == ISA_XE2 && count > 2) // msg and fc lost some
        count = rows[k].arf == ISA_ARF_MSG ? 2 : 3;
    isa_operand o = {.file = ISA_FILE_ARF,
                     .type = (uint8_t)t,
                     .reg = rows[k].arf | gen_below(g, count),
                     .off_b = (int32_t)(gen_below(g, rows[k].size_b / step) * step)};
    if (rows[k].arf == ISA_ARF_CE || rows[k].arf == ISA_ARF_IP)
        o.off_b = 0;
    in->exec_size = 1;
    in->chan_off = 0;
    o.rgn = (isa_region){0, 1, 0};
    unsigned where = gen_below(g, 3);
    if (where == 0) {
        o.rgn = (isa_region){0, 0, 1};
        in->dst = o;
    } else if (where == 1 && gen_is_gen12(g) && in->src[1].file > ISA_FILE_NONE && in->src[1].file != ISA_FILE_IMM) {
        in->src[1] = o;
    } else {
        in->src[0] = o;
    }
    for (unsigned i = 0; i < 2; i++)
        if (in->src[i].file != ISA_FILE_IMM && in->src[i].file != ISA_FILE_NONE)
            in->src[i].rgn = (isa_region){0, 1, 0};
}

// Gen11's float with more bits lives in the accumulators.
static void gen_native_float(gen *g, isa_inst *in) {
    bool ternary = in->op == ISA_MAD;
    if (g->m->family != ISA_GEN11 || !gen_chance(g, 8) || (in->op != ISA_MOV && !ternary) ||
        in->src[0].file == ISA_FILE_IMM || in->src[2].file == ISA_FILE_IMM)
        return;
    isa_operand *const o = gen_chance(g, 50) ? &in->dst : &in->src[0];
    isa_region rgn = o == &in->dst ? (isa_region){0, 0, 1}
                     : ternary     ? (isa_region){8, 0, 1}
                                   : (isa_region){in->exec_size > 1, 1, 0};
    in->dst.type = in->src[0].type = ISA_F;
    if (ternary)
        in->src[1].type = in->src[2].type = ISA_F;
    in->dst.off_b = 0;
    for (unsigned i = 0; i < 3; i++)
        in->src[i].off_b &= ~3;
    uint8_t mod = o->mod;
    *o = isa_arf_reg(ISA_ARF_ACC, (uint8_t)gen_below(g, 2), 0, ISA_NF, rgn);
    o->mod = mod;
}

void gen_basic(gen *g, isa_inst *in) {
    unsigned n = isa_op_get((isa_op)in->op)->n_src;
    gen_dst(g, in);
    if (in->op == ISA_MACL) {
        static const uint8_t ints[] = {ISA_D, ISA_UD};
        in->dst.type = ints[gen_below(g, 2)];
        in->dst.off_b = 0;
        for (unsigned i = 0; i < 2; i++) {
            in->src[i] = isa_grf(gen_grf(g), 0, (isa_type)ints[gen_below(g, 2)], gen_region(g, in->exec_size));
            gen_modifier(g, in, &in->src[i]);
        }
        return;
    }
    if (in->op == ISA_SRND) {
        in->dst.type = gen_chance(g, 50) ? ISA_HF : ISA_BF8;
        in->dst.off_b = 0;
        for (unsigned i = 0; i < 2; i++) {
            in->src[i] = isa_grf(gen_grf(g), 0, in->dst.type == ISA_HF ? ISA_F : ISA_HF, gen_region(g, in->exec_size));
        }
        return;
    }
    if (in->op == ISA_MOVI) {
        in->dst.indirect = false;
        in->dst.file = ISA_FILE_GRF;
        in->src[0].type = in->dst.type = ISA_UW;
        in->dst.off_b = 0;
        in->dst.rgn.h = 1;
        gen_indirect(g, &in->src[0], 1);
        in->src[0].rgn = in->exec_size > 1 ? (isa_region){1, 1, 0} : (isa_region){0, 1, 0};
        if (g->m->family != ISA_GEN9) { // source 1 is null there
            in->src[1] = isa_null(ISA_UW);
            in->src[1].rgn = in->src[0].rgn;
        }
        return;
    }
    for (unsigned i = 0; i < n; i++)
        gen_src(g, in, i, i + 1 == n);
    gen_narrow_floats(g, in);
    bool plain = in->op == ISA_MOV || in->op == ISA_ADD || in->op == ISA_AND || in->op == ISA_OR;
    gen_native_float(g, in);
    if (plain && gen_chance(g, 15) && (n == 2 || in->src[0].file != ISA_FILE_IMM))
        gen_state_register(g, in);
}

// Math has no indirect operands, and before Xe-LP none but general registers.
static void make_direct(gen *g, isa_operand *o, unsigned exec_size) {
    if (!o->indirect && (o->file == ISA_FILE_GRF || gen_is_gen12(g)))
        return;
    *o = isa_grf(gen_grf(g), 0, (isa_type)o->type, o->rgn);
    if (o->rgn.v == ISA_VXH)
        o->rgn = gen_region(g, exec_size);
}

void gen_math(gen *g, isa_inst *in) {
    static const uint8_t one[] = {ISA_MATH_INV, ISA_MATH_LOG, ISA_MATH_EXP,  ISA_MATH_SQT,  ISA_MATH_RSQT,
                                  ISA_MATH_SIN, ISA_MATH_COS, ISA_MATH_INVM, ISA_MATH_RSQTM};
    static const uint8_t two[] = {ISA_MATH_FDIV, ISA_MATH_POW}, div[] = {ISA_MATH_IDIV, ISA_MATH_IQOT, ISA_MATH_IREM};
    static const uint8_t floats[] = {ISA_F, ISA_HF}, ints[] = {ISA_D, ISA_UD};
    in->fc = one[gen_below(g, sizeof one)];
    if (!gen_is_gen12(g) && gen_chance(g, 20))
        in->fc = two[gen_below(g, 2)];
    bool is_int = g->m->has_idiv && gen_chance(g, 20);
    if (is_int)
        in->fc = div[gen_below(g, 3)];
    bool macro = in->fc == ISA_MATH_INVM || in->fc == ISA_MATH_RSQTM;
    unsigned n = in->fc == ISA_MATH_INVM || (in->fc >= ISA_MATH_FDIV && in->fc <= ISA_MATH_IREM) ? 2 : 1;
    uint8_t type = is_int ? ints[gen_below(g, 2)] : macro ? (uint8_t)ISA_F : floats[gen_below(g, 2)];
    gen_dst(g, in);
    make_direct(g, &in->dst, in->exec_size);
    in->dst.type = type;
    in->dst.off_b &= ~7;
    for (unsigned i = 0; i < n; i++) {
        gen_src(g, in, i, false);
        make_direct(g, &in->src[i], in->exec_size);
        in->src[i].type = type;
        in->src[i].off_b &= ~7;
    }
    if (!macro)
        return;
    // Macros name whole registers; text shows no region, so the implied one.
    isa_region rgn = g->m->family == ISA_GEN11 ? (isa_region){2, 2, 1} : (isa_region){1, 1, 0};
    if (in->exec_size == 1 && g->m->family != ISA_GEN9)
        rgn = (isa_region){0, 1, 0};
    in->cmod = ISA_CMOD_EQ;
    in->align16 = g->m->family == ISA_GEN9;
    in->dst = isa_grf(gen_grf(g), 0, ISA_F, (isa_region){0, 0, 1});
    in->dst.mme = (uint8_t)(1 + gen_below(g, 9));
    for (unsigned i = 0; i < n; i++) {
        uint8_t mod = in->src[i].mod;
        in->src[i] = isa_grf(gen_grf(g), 0, ISA_F, rgn);
        in->src[i].mod = mod;
        in->src[i].mme = (uint8_t)(1 + gen_below(g, 9));
    }
}

// Three sources

static isa_type gen_tern_type(gen *g, bool is_float, bool dst, bool has_bf) {
    static const uint8_t ints[] = {ISA_D, ISA_UD, ISA_W, ISA_UW, ISA_B, ISA_UB};
    static const uint8_t quads[] = {ISA_Q, ISA_UQ};
    static const uint8_t floats[] = {ISA_F, ISA_HF, ISA_DF, ISA_BF};
    if (!is_float && gen_is_gen12(g) && gen_chance(g, 3))
        return (isa_type)quads[gen_below(g, 2)];
    if (!is_float)
        return (isa_type)ints[gen_below(g, dst ? 4 : 6)];
    return (isa_type)floats[gen_below(g, has_bf ? 4 : 3)];
}

static void gen_tern_src(gen *g, isa_inst *in, unsigned i, bool is_float, bool imm) {
    isa_operand *o = &in->src[i];
    uint8_t vs12[] = {0, 1, 4, 8}, vs11[] = {0, 2, 4, 8}, hs[] = {0, 1, 2, 4};
    if (imm) {
        *o = isa_imm(gen_bits(g, 16), is_float ? ISA_HF : gen_chance(g, 50) ? ISA_W : ISA_UW);
        return;
    }
    o->type = (uint8_t)gen_tern_type(g, is_float, false, in->op == ISA_MAD && g->m->has_dpas);
    if (in->op != ISA_BFN)
        gen_modifier(g, in, o);
    o->file = ISA_FILE_GRF;
    o->reg = gen_grf(g);
    o->off_b = gen_sub(g, (isa_type)o->type, g->m->grf_b == 64 ? 2 : 1);
    if (i < 2)
        o->rgn.v = (gen_is_gen12(g) ? vs12 : vs11)[gen_below(g, 4)];
    o->rgn.h = hs[gen_below(g, 4)];
    if ((gen_is_gen12(g) || i == 1) && gen_chance(g, 5)) {
        o->file = ISA_FILE_ARF;
        o->reg = (uint32_t)ISA_ARF_ACC | gen_below(g, 2);
    }
}

static bool op_is_float(gen *g, const isa_inst *in) {
    return (in->op == ISA_MAD || in->op == ISA_CSEL) && gen_chance(g, 60);
}

void gen_ternary(gen *g, isa_inst *in) {
    bool macro = in->op == ISA_MADM, is_float = macro || op_is_float(g, in);
    unsigned align = g->m->ternary_dst_align_b > 2 ? 8 : g->m->grf_b == 64 ? 2 : 1;
    unsigned imm = gen_chance(g, 25) ? gen_below(g, 2) * 2 : 3;
    in->dst.type = (uint8_t)gen_tern_type(g, is_float, true, in->op == ISA_MAD && g->m->has_dpas);
    in->dst.file = ISA_FILE_GRF;
    in->dst.reg = gen_grf(g);
    in->dst.off_b = gen_sub(g, (isa_type)in->dst.type, align);
    in->dst.rgn.h = (uint8_t)(1 + gen_below(g, 2));
    for (unsigned i = 0; i < 3; i++)
        gen_tern_src(g, in, i, is_float, i == imm && !macro);
    if (in->op == ISA_BFN) {
        in->fc = (uint8_t)gen_below(g, 256);
        for (unsigned i = 0; i < 3; i++)
            in->src[i].mod = 0;
    }
    gen_native_float(g, in);
    if (!macro && gen_chance(g, 4)) {
        in->dst.file = ISA_FILE_ARF;
        in->dst.reg = (uint32_t)ISA_ARF_ACC | gen_below(g, 2);
    }
    if (!macro)
        return;
    in->dst = isa_grf(gen_grf(g), 0, ISA_F, (isa_region){0, 0, 1});
    in->dst.mme = (uint8_t)(1 + gen_below(g, 9));
    for (unsigned i = 0; i < 3; i++) {
        uint8_t mod = in->src[i].mod;
        in->src[i] = isa_grf(gen_grf(g), 0, ISA_F, (isa_region){i < 2 ? 4 : 0, 0, 1});
        in->src[i].mod = mod;
        in->src[i].mme = (uint8_t)(1 + gen_below(g, 9));
    }
}

void gen_align16(gen *g, isa_inst *in) {
    static const uint8_t types[] = {ISA_F, ISA_D, ISA_UD, ISA_HF, ISA_DF};
    bool macro = in->op == ISA_MADM;
    uint8_t type = macro ? (uint8_t)ISA_F : types[gen_below(g, 5)];
    in->align16 = true;
    in->dst = isa_grf(gen_grf(g), 0, (isa_type)type, (isa_region){0, 0, 1});
    in->dst.off_b = macro ? 0 : (int32_t)gen_below(g, 2) * 16;
    if (!macro && in->exec_size == 1) {
        in->dst.off_b = gen_sub(g, (isa_type)type, 1);
    }
    if (macro && in->exec_size == 1)
        in->exec_size = 4;
    for (unsigned i = 0; i < 3; i++) {
        bool scalar = !macro && type != ISA_DF && gen_chance(g, 30);
        isa_operand *o = &in->src[i];
        *o = isa_grf(gen_grf(g), 0, (isa_type)type, (isa_region){scalar || i == 2 ? 0 : 2, 0, !scalar});
        gen_modifier(g, in, o);
        o->off_b = macro ? 0 : scalar ? (int32_t)gen_below(g, 8) * 4 : (int32_t)gen_below(g, 2) * 16;
        if (macro)
            o->mme = (uint8_t)(1 + gen_below(g, 9));
    }
    if (macro)
        in->dst.mme = (uint8_t)(1 + gen_below(g, 9));
}

// Accumulators of dpas may have the type of the other sources where those are floats of 16 bits.
static uint8_t gen_dpas_acc(gen *g, uint8_t t) {
    if (!isa_type_is_float((isa_type)t))
        return gen_chance(g, 50) ? ISA_D : ISA_UD;
    return (t == ISA_HF || t == ISA_BF) && gen_chance(g, 30) ? t : (uint8_t)ISA_F;
}

void gen_dpas(gen *g, isa_inst *in) {
    static const uint8_t ints[] = {ISA_UB, ISA_B, ISA_U4, ISA_S4, ISA_U2, ISA_S2};
    static const uint8_t floats[] = {ISA_HF, ISA_BF, ISA_TF32, ISA_BF8}, depths[] = {1, 2, 4};
    bool is_float = gen_chance(g, 50), wide = g->m->grf_b == 64;
    uint8_t t[3] = {0, ints[gen_below(g, 6)], ints[gen_below(g, 6)]};
    if (is_float)
        t[1] = t[2] = floats[gen_below(g, wide ? 4 : 2)];
    in->exec_size = wide ? 16 : 8;
    in->chan_off = (uint8_t)(gen_below(g, 32u / in->exec_size) * in->exec_size);
    in->dpas_depth = gen_chance(g, 80) ? 8 : depths[wide + gen_below(g, 3u - wide)];
    in->dpas_count = (uint8_t)(1 + gen_below(g, 8));
    in->dst = isa_grf(gen_below(g, 100), 0, (isa_type)gen_dpas_acc(g, t[1]), (isa_region){0, 0, 1});
    in->src[0] = isa_grf(gen_below(g, 100), 0, (isa_type)gen_dpas_acc(g, t[1]), (isa_region){0, 0, 0});
    for (unsigned i = 1; i < 3; i++)
        in->src[i] = isa_grf(gen_below(g, 100), 0, (isa_type)t[i], (isa_region){0, 0, 0});
    if (gen_chance(g, 20)) // a part of a register, in elements that may be smaller than a byte
        in->src[2].off_b = (int32_t)gen_below(g, g->m->grf_b / 4u) * 4;
    if (gen_chance(g, 20))
        in->dst.off_b = in->src[0].off_b = (int32_t)gen_below(g, g->m->grf_b / 4u) * 4;
    if (gen_chance(g, 20))
        in->src[0] = (isa_operand){.file = ISA_FILE_ARF, .type = in->src[0].type};
}
