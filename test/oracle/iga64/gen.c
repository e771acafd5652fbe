// SPDX-License-Identifier: MIT
// gen_inst: picks an opcode and fills the parts that all formats share.

#include "gen.h"
#include <string.h>

uint32_t gen_below(gen *g, uint32_t n) { // splitmix64
    uint64_t z = g->state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 16) % n;
}

bool gen_chance(gen *g, unsigned percent) {
    return gen_below(g, 100) < percent;
}

bool gen_is_gen12(const gen *g) {
    return g->m->sbid_count > 0;
}

uint32_t gen_grf(gen *g) {
    uint32_t n = g->m->grf_count_large > g->m->grf_count ? g->m->grf_count_large : g->m->grf_count;
    return gen_below(g, n);
}

static void gen_exec(gen *g, isa_inst *in) {
    unsigned unit = g->m->flag_count > 2 ? 8 : 4; // channel offsets by eights where there are four flags
    in->exec_size = (uint8_t)(1u << gen_below(g, 6));
    unsigned step = in->exec_size > unit ? in->exec_size : unit;
    if (gen_chance(g, 40))
        in->chan_off = (uint8_t)(gen_below(g, 32 / step) * step);
}

static void gen_predicate(gen *g, isa_inst *in) {
    static const uint8_t new_controls[] = {ISA_PRED_NORMAL, ISA_PRED_ANY, ISA_PRED_ALL};
    static const uint8_t align16[] = {ISA_PRED_NORMAL, ISA_PRED_ANY4H, ISA_PRED_ALL4H};
    if (!gen_chance(g, 30))
        return;
    if (g->m->flag_count > 2)
        in->pred = new_controls[gen_below(g, 3)];
    else
        in->pred = in->align16 && isa_op_get((isa_op)in->op)->format == ISA_FMT_TERNARY ? align16[gen_below(g, 3)]
                   : in->align16                                                        ? (uint8_t)ISA_PRED_NORMAL
                                 : (uint8_t)(1 + gen_below(g, 13));
    in->pred_inv = gen_chance(g, 40);
}

static void gen_flags(gen *g, isa_inst *in) {
    if (in->pred == ISA_PRED_NONE && in->cmod == ISA_CMOD_NONE)
        return;
    in->flag_reg = (uint8_t)gen_below(g, g->m->flag_count);
    in->flag_sub = (uint8_t)gen_below(g, 2);
}

static void gen_cmod(gen *g, isa_inst *in) {
    static const uint8_t all[] = {1, 2, 3, 4, 5, 6, 8, 9}, bfn[] = {1, 3, 5};
    unsigned attrs = isa_op_get((isa_op)in->op)->attrs;
    bool must = in->op == ISA_CMP || in->op == ISA_CMPN || in->op == ISA_CSEL;
    const isa_operand *s = &in->src[0];
    if (!(attrs & ISA_ATTR_CMOD) || (!must && !gen_chance(g, 25)))
        return;
    if (s->file == ISA_FILE_IMM && isa_type_size_b((isa_type)s->type) == 8)
        return; // no room
    in->cmod = in->op == ISA_BFN ? bfn[gen_below(g, 3)] : all[gen_below(g, 8)];
}

static void gen_swsb(gen *g, isa_inst *in) {
    unsigned format = isa_op_get((isa_op)in->op)->format;
    isa_swsb *s = &in->swsb;
    unsigned pipes = g->m->pipe_count == 1 ? 1 : g->m->pipe_count == 3 ? 5 : 6; // none, A, F, I, L, M
    bool is_send = format == ISA_FMT_SEND,
         ooo = is_send || format == ISA_FMT_DPAS || (format == ISA_FMT_MATH && !g->m->math_in_order);
    if (!gen_is_gen12(g) || gen_chance(g, 50))
        return;
    if (g->m->pipe_count > 3 && !is_send && gen_chance(g, 3)) {
        s->no_acc_set = true;
        return;
    }
    unsigned tokens = g->m->sbid_count_large > g->m->sbid_count ? g->m->sbid_count_large : g->m->sbid_count;
    unsigned kind = gen_below(g, 4);
    if (is_send && g->m->pipe_count > 3) // a send without a token of its own waits for nothing there
        kind |= 2;
    if (kind != 0)
        s->token = (uint8_t)gen_below(g, tokens);
    switch (kind) {
    case 0:
        s->dist = (uint8_t)(1 + gen_below(g, 7));
        s->pipe = (uint8_t)gen_below(g, pipes);
        break;
    case 1:
        s->token_mode = (uint8_t)(ISA_TOKEN_DST + gen_below(g, 2));
        break;
    case 2:
        s->token_mode = ooo ? ISA_TOKEN_SET : ISA_TOKEN_DST;
        break;
    default:
        s->dist = (uint8_t)(1 + gen_below(g, 7));
        s->token_mode = ooo ? ISA_TOKEN_SET : ISA_TOKEN_DST;
        if (is_send && g->m->pipe_count > 1)
            s->pipe = ISA_PIPE_ALL;
        if (is_send && g->m->pipe_count > 3)
            s->pipe = (uint8_t)(ISA_PIPE_ALL + gen_below(g, 3));
        if (format == ISA_FMT_DPAS && g->m->pipe_count > 3)
            s->token_mode = (uint8_t)(ISA_TOKEN_SET + gen_below(g, 3));
        if (!ooo && g->m->pipe_count > 3) {
            unsigned form = gen_below(g, 3);
            s->token_mode = form == 1 ? ISA_TOKEN_SRC : ISA_TOKEN_DST;
            s->pipe = form == 2 ? ISA_PIPE_ALL : ISA_PIPE_NONE;
        }
    }
}

static void gen_thread_control(gen *g, isa_inst *in) {
    in->breakpoint = gen_chance(g, 3);
    if (gen_is_gen12(g)) {
        in->atomic = gen_chance(g, 4) && (g->m->has_send_atomic || isa_op_get((isa_op)in->op)->format != ISA_FMT_SEND);
        return;
    }
    switch (gen_below(g, 20)) {
    case 0:
        in->atomic = true;
        break;
    case 1:
        in->thread_switch = isa_op_get((isa_op)in->op)->format != ISA_FMT_SEND;
        break;
    default:
        break;
    }
    if (isa_op_get((isa_op)in->op)->format == ISA_FMT_SEND)
        return;
    in->no_dd_clr = gen_chance(g, 5);
    in->no_dd_chk = gen_chance(g, 5);
}

static bool pick_op(gen *g, isa_inst *in) {
    in->op = (uint16_t)(1 + gen_below(g, ISA_OP_COUNT - 1));
    return isa_op_exists(g->m, (isa_op)in->op);
}

static void gen_operands(gen *g, isa_inst *in) {
    switch ((isa_format)isa_op_get((isa_op)in->op)->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
        gen_basic(g, in);
        break;
    case ISA_FMT_MATH:
        gen_math(g, in);
        break;
    case ISA_FMT_TERNARY:
        if (g->m->family == ISA_GEN9) // the only family with Align16
            gen_align16(g, in);
        else
            gen_ternary(g, in);
        break;
    case ISA_FMT_DPAS:
        gen_dpas(g, in);
        break;
    case ISA_FMT_SEND:
        gen_send(g, in);
        break;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        gen_branch(g, in);
        break;
    case ISA_FMT_SYNC:
    case ISA_FMT_WAIT:
        gen_sync(g, in);
        break;
    case ISA_FMT_NULLARY:
    case ISA_FMT_NONE:
        break;
    }
}

static bool computes(unsigned format) {
    return format >= ISA_FMT_UNARY && format <= ISA_FMT_TERNARY;
}

static bool plain_operand(const isa_operand *o) {
    bool arf_ok = o->reg == ISA_ARF_NULL || (o->reg & ~1u) == ISA_ARF_ACC;
    if (o->file == ISA_FILE_ARF && (!arf_ok || o->off_b != 0))
        return false;
    unsigned size_b = isa_type_size_b((isa_type)o->type);
    bool known = o->type != ISA_BF && o->type != ISA_BF8 && o->type != ISA_TF32 && o->type != ISA_NF;
    return known && o->indirect == false && (size_b == 0 || o->off_b % (int32_t)size_b == 0);
}

// known.def, LZD_SAT: versions of the assembler disagree on a saturating lzd.
static bool disputed(const isa_inst *in) {
    return in->op == ISA_LZD && in->sat;
}

// Whether the assembler takes what a random compacted word says.
static bool is_regular(const gen *g, const isa_inst *in) {
    unsigned n = isa_op_get((isa_op)in->op)->n_src, format = isa_op_get((isa_op)in->op)->format;
    unsigned unit = g->m->flag_count > 2 ? 8 : 4, step = in->exec_size > unit ? in->exec_size : unit;
    if (format == ISA_FMT_DPAS || format > ISA_FMT_MATH || in->op == ISA_SRND || in->op == ISA_MOVI ||
        in->op == ISA_MACL || in->op == ISA_MADM)
        return false;
    if (in->chan_off % step != 0 || (in->pred == ISA_PRED_NONE && in->pred_inv) || in->swsb.no_acc_set || disputed(in))
        return false;
    if (in->pred == ISA_PRED_NONE && in->cmod == ISA_CMOD_NONE && (in->flag_reg || in->flag_sub))
        return false;
    bool ok = plain_operand(&in->dst) && in->dst.rgn.h != 0;
    for (unsigned i = 0; i < n && i < 3; i++) {
        const isa_operand *o = &in->src[i];
        ok = ok && plain_operand(o) && o->rgn.w <= in->exec_size &&
             (gen_is_gen12(g) || i == 0 || o->file != ISA_FILE_ARF);
        ok = ok && (o->file != ISA_FILE_IMM || o->type != ISA_HF || (in->op != ISA_BFN && in->op != ISA_ADD3));
    }
    bool math_arf = format == ISA_FMT_MATH && (in->dst.file != ISA_FILE_GRF || in->src[0].file != ISA_FILE_GRF);
    bool macro = format == ISA_FMT_MATH && (in->fc >= ISA_MATH_INVM || in->fc == 8);
    return ok && !math_arf && !macro;
}

// What a random compacted word means: reaches the entries of the compaction tables that random
// operands rarely hit.
static bool gen_from_compacted(gen *g, isa_inst *in) {
    uint8_t word[8], native[16], back[16];
    unsigned size_b = 0;
    for (unsigned try = 0; try < 400; try++) {
        for (unsigned i = 0; i < 8; i++)
            word[i] = (uint8_t)gen_below(g, 256);
        isa_op op = (isa_op)(1 + gen_below(g, ISA_OP_COUNT - 1));
        if (!isa_op_exists(g->m, op))
            continue;
        word[0] = (uint8_t)(isa_op_get(op)->code[g->m->family]);
        word[3] |= 0x20;
        if (gen_is_gen12(g)) // mostly no annotation
            word[1] = 0;
        if (g->m->sbid_count_large > 16)
            word[2] &= 0xfc;
        if (isa_expand(g->m, word, native) != CMC_OK || isa_decode(g->m, native, 16, in, &size_b, NULL) != CMC_OK)
            continue;
        if (is_regular(g, in) && isa_encode(g->m, in, back, NULL) == CMC_OK)
            return true;
    }
    return false;
}

void gen_inst(gen *g, isa_inst *in) {
    if (gen_chance(g, 30) && gen_from_compacted(g, in))
        return;
    memset(in, 0, sizeof *in);
    while (!pick_op(g, in))
        ;
    unsigned format = isa_op_get((isa_op)in->op)->format, attrs = isa_op_get((isa_op)in->op)->attrs;
    if (format == ISA_FMT_NULLARY) {
        if (in->op == ISA_NOP) {
            in->breakpoint = gen_chance(g, 20);
            gen_swsb(g, in);
        }
        return;
    }
    gen_exec(g, in);
    gen_operands(g, in);
    if (attrs & ISA_ATTR_PRED)
        gen_predicate(g, in);
    if (computes(format))
        gen_cmod(g, in);
    // Xe-LP and later lost these two.
    bool plain = gen_is_gen12(g) && (in->op == ISA_MACH || in->op == ISA_MADM);
    bool lost = in->op == ISA_SRND && g->m->family >= ISA_XE2;
    if ((attrs & ISA_ATTR_SAT) && !plain && !lost && gen_chance(g, 20))
        in->sat = true;
    if (plain)
        in->cmod = ISA_CMOD_NONE;
    gen_flags(g, in);
    if ((computes(format) || format == ISA_FMT_MATH) && g->m->flag_count <= 2 && gen_chance(g, 10))
        in->acc_wr_en = true;
    if (format != ISA_FMT_SYNC && in->op != ISA_JMPI)
        in->no_mask = gen_chance(g, 30);
    if (disputed(in))
        in->sat = false;
    gen_thread_control(g, in);
    gen_swsb(g, in);
}
