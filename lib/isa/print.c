// SPDX-License-Identifier: MIT
// isa_print: one instruction as a line of iga64's text, with single spaces.
//
//   (W&~f0.1) add (8|M0) (sat)r1.0<1>:d -r2.0<8;8,1>:d 0x10:uw {AccWrEn,@1}

#include "isa_priv.h"
#include "out.h"

#include <assert.h>

static void out_flag(isa_out *o, const isa_inst *in) {
    isa_out_char(o, 'f');
    isa_out_dec(o, in->flag_reg);
    isa_out_char(o, '.');
    isa_out_dec(o, in->flag_sub);
}

static void out_predicate(isa_out *o, const isa_inst *in) {
    bool pred = in->pred != ISA_PRED_NONE;
    if (!in->no_mask && !pred)
        return;
    isa_out_char(o, '(');
    if (in->no_mask)
        isa_out_text(o, pred ? "W&" : "W");
    if (pred) {
        if (in->pred_inv)
            isa_out_char(o, '~');
        out_flag(o, in);
        const char *name = isa_name_of(ISA_NAMES_PRED, in->pred);
        if (name) {
            isa_out_char(o, '.');
            isa_out_text(o, name);
        }
    }
    isa_out_text(o, ") ");
}

static const char *const bfn_names[256] = {
#define ISA_BFN(text) text,
#include "tables/bfn.def"
#undef ISA_BFN
};

static void out_subfunction(isa_out *o, const isa_model *m, const isa_inst *in) {
    const char *name = NULL;
    switch (isa_op_row(in->op)->format) {
    case ISA_FMT_MATH:
        name = isa_name_of(ISA_NAMES_MATH, in->fc);
        break;
    case ISA_FMT_SYNC:
        name = isa_name_of(ISA_NAMES_SYNC, in->fc);
        break;
    case ISA_FMT_SEND: // in the extended descriptor's text before Gen12
        name = isa_layout_get(m)->split_send ? NULL : isa_sfid_name(m, in->sfid);
        break;
    case ISA_FMT_DPAS:
        isa_out_char(o, '.');
        isa_out_dec(o, in->dpas_depth);
        isa_out_char(o, 'x');
        isa_out_dec(o, in->dpas_count);
        return;
    default:
        if (in->op == ISA_BFN)
            name = bfn_names[in->fc];
        else if (in->branch_ctrl && in->op != ISA_WHILE)
            name = "b";
    }
    if (name) {
        isa_out_char(o, '.');
        isa_out_text(o, name);
    }
}

// jmpi, nop, illegal, sync and wait have no execution size in text.
static bool has_exec_size(const isa_inst *in) {
    unsigned format = isa_op_row(in->op)->format;
    return format != ISA_FMT_NULLARY && format != ISA_FMT_SYNC && format != ISA_FMT_WAIT && in->op != ISA_JMPI;
}

static void out_mnemonic(isa_out *o, const isa_model *m, const isa_inst *in) {
    isa_out_text(o, isa_op_row(in->op)->mnemonic);
    out_subfunction(o, m, in);
    if (has_exec_size(in)) {
        isa_out_text(o, " (");
        isa_out_dec(o, in->exec_size);
        isa_out_text(o, "|M");
        isa_out_dec(o, in->chan_off);
        isa_out_char(o, ')');
    }
    unsigned format = isa_op_row(in->op)->format;
    if (in->cmod != ISA_CMOD_NONE && format != ISA_FMT_SEND) {
        const char *name = isa_name_of(ISA_NAMES_CMOD, in->cmod);
        isa_out_text(o, " (");
        isa_out_text(o, format == ISA_FMT_MATH ? "eo" : name ? name : "?");
        isa_out_char(o, ')');
        out_flag(o, in);
    }
}

// Operands

static void out_type(isa_out *o, unsigned type) {
    if (type == ISA_TYPE_NONE)
        return;
    isa_out_char(o, ':');
    isa_out_text(o, isa_type_name((isa_type)type));
}

// The macro accumulators have their own names.
static void out_arf(isa_out *o, const isa_model *m, const isa_arf_row *row, uint32_t reg) {
    unsigned n = reg & 15;
    bool mme = row && row->base == ISA_ARF_ACC && n >= m->acc_encodable;
    isa_out_text(o, mme ? "mme" : row ? row->name : "null");
    if (row && row->count)
        isa_out_dec(o, mme ? n - isa_arf_mme0(m) : n);
}

// unit: bits of one step of the written subregister.
static void out_register(isa_out *o, const isa_model *m, const isa_operand *op, bool sub, unsigned unit) {
    if (op->file == ISA_FILE_GRF) {
        isa_out_char(o, 'r');
        isa_out_dec(o, op->reg);
    } else {
        const isa_arf_row *row = isa_arf_by_reg(m, op->reg);
        out_arf(o, m, row, op->reg);
        sub = sub && row && row->has_sub;
    }
    int32_t n = unit ? op->off_b * 8 / (int32_t)unit : op->off_b;
    if (sub || n != 0) {
        isa_out_char(o, '.');
        isa_out_dec(o, n);
    }
}

static void out_indirect(isa_out *o, const isa_operand *op) {
    isa_out_text(o, "r[a0.");
    isa_out_dec(o, op->addr_sub);
    if (op->addr_imm != 0) {
        isa_out_char(o, ',');
        isa_out_dec(o, op->addr_imm);
    }
    isa_out_char(o, ']');
}

static void out_mme(isa_out *o, const isa_operand *op) {
    if (op->mme == 9) {
        isa_out_text(o, ".nomme");
        return;
    }
    isa_out_text(o, ".mme");
    isa_out_dec(o, op->mme - 1);
}

static int64_t sign_extended(uint64_t v, unsigned bits) {
    return bits >= 64 ? (int64_t)v : (int64_t)(v << (64 - bits)) >> (64 - bits);
}

static void out_imm(isa_out *o, const isa_operand *op) {
    unsigned size_b = isa_type_size_b((isa_type)op->type);
    switch (op->type) {
    case ISA_B:
    case ISA_W:
    case ISA_D:
    case ISA_Q:
        isa_out_dec(o, sign_extended(op->imm, size_b * 8));
        break;
    case ISA_HF:
    case ISA_F:
    case ISA_DF:
        isa_out_float(o, op->imm, size_b);
        break;
    default:
        isa_out_hex(o, op->imm, 1);
    }
    out_type(o, op->type);
}

static void out_modifier(isa_out *o, const isa_inst *in, uint8_t mod) {
    if (mod & ISA_MOD_NEG)
        isa_out_char(o, mod == ISA_MOD_NEG && (isa_op_row(in->op)->attrs & ISA_ATTR_LOGIC) ? '~' : '-');
    if (mod & ISA_MOD_ABS)
        isa_out_text(o, "(abs)");
}

static void out_region(isa_out *o, isa_region r, bool ternary, unsigned src) {
    isa_out_char(o, '<');
    if (ternary) {
        if (src < 2) {
            isa_out_dec(o, r.v);
            isa_out_char(o, ';');
        }
    } else {
        if (r.v != ISA_VXH) {
            isa_out_dec(o, r.v);
            isa_out_char(o, ';');
        }
        isa_out_dec(o, r.w);
        isa_out_char(o, ',');
    }
    isa_out_dec(o, r.h);
    isa_out_char(o, '>');
}

static void out_dst(isa_out *o, const isa_model *m, const isa_inst *in) {
    const isa_operand *d = &in->dst;
    unsigned format = isa_op_row(in->op)->format;
    bool macro = isa_is_math_macro(in), plain = format == ISA_FMT_DPAS || macro;
    isa_out_char(o, ' ');
    if (in->sat)
        isa_out_text(o, "(sat)");
    if (d->indirect)
        out_indirect(o, d);
    else
        out_register(o, m, d, !plain, isa_sub_unit(m, d));
    if (macro)
        out_mme(o, d);
    if (!plain) {
        isa_out_char(o, '<');
        isa_out_dec(o, d->rgn.h);
        isa_out_char(o, '>');
    }
    out_type(o, d->type);
}

static void out_src(isa_out *o, const isa_model *m, const isa_inst *in, unsigned i) {
    const isa_operand *s = &in->src[i];
    unsigned format = isa_op_row(in->op)->format;
    bool macro = isa_is_math_macro(in), dpas = format == ISA_FMT_DPAS;
    isa_out_char(o, ' ');
    if (s->file == ISA_FILE_IMM) {
        out_imm(o, s);
        return;
    }
    out_modifier(o, in, s->mod);
    if (s->indirect)
        out_indirect(o, s);
    else
        out_register(o, m, s, macro ? false : dpas ? i == 2 : true, isa_sub_unit(m, s));
    if (macro)
        out_mme(o, s);
    if (!macro && !dpas)
        out_region(o, s->rgn, format == ISA_FMT_TERNARY, i);
    out_type(o, s->type);
}

// sync.allrd and sync.allwr name the tokens of their mask.
static void out_sync_src(isa_out *o, const isa_model *m, const isa_inst *in) {
    const isa_operand *s = &in->src[0];
    isa_out_char(o, ' ');
    if (s->file != ISA_FILE_IMM) {
        out_register(o, m, s, true, isa_sub_unit(m, s));
        out_type(o, s->type);
        return;
    }
    if (in->fc != ISA_SYNC_ALLRD && in->fc != ISA_SYNC_ALLWR) {
        isa_out_hex(o, s->imm, 1);
        return;
    }
    isa_out_char(o, '(');
    bool first = true;
    for (unsigned i = 0; i < 32; i++) {
        if (!(s->imm >> i & 1))
            continue;
        isa_out_text(o, first ? "$" : ",$");
        isa_out_dec(o, i);
        first = false;
    }
    isa_out_char(o, ')');
}

static void out_target(isa_out *o, const isa_inst *in, const isa_print_opts *opts, int32_t offset) {
    int64_t target = in->op == ISA_CALLA ? offset : (opts ? opts->pc_b : 0) + offset;
    const char *name = opts && opts->label ? opts->label(opts->user, target) : NULL;
    isa_out_char(o, ' ');
    if (name)
        isa_out_text(o, name);
    else
        isa_out_dec(o, offset);
}

// The type is implied, but in call and ret Intel's compiler encodes another type than its assembler.
static void out_branch_register(isa_out *o, const isa_model *m, const isa_inst *in, const isa_operand *op) {
    enum { DWORD = 32 };
    isa_out_char(o, ' ');
    out_register(o, m, op, true, DWORD);
    bool has_type = op == &in->dst || in->op == ISA_RET;
    if (op->type == ISA_UD && has_type && isa_branch_has_type(m))
        isa_out_text(o, ":ud");
}

static void out_branch(isa_out *o, const isa_model *m, const isa_inst *in, const isa_print_opts *opts) {
    if (in->op == ISA_CALL || in->op == ISA_CALLA)
        out_branch_register(o, m, in, &in->dst);
    if (in->src[0].file != ISA_FILE_NONE) {
        out_branch_register(o, m, in, &in->src[0]);
        return;
    }
    out_target(o, in, opts, in->jip);
    if (isa_op_row(in->op)->format == ISA_FMT_BRANCH2)
        out_target(o, in, opts, in->uip);
}

static void out_send_operand(isa_out *o, const isa_model *m, const isa_operand *op, unsigned hidden_type) {
    isa_out_char(o, ' ');
    if (op->file == ISA_FILE_NONE) {
        isa_out_text(o, "null");
        return;
    }
    if (op->indirect)
        out_indirect(o, op);
    else
        out_register(o, m, op, false, 8);
    if (op->type != hidden_type)
        out_type(o, op->type);
}

// "r[s0.4]": s0 lists the registers.
static void out_gather(isa_out *o, const isa_operand *op) {
    isa_out_text(o, " r[s0.");
    isa_out_dec(o, (uint32_t)op->off_b);
    isa_out_char(o, ']');
}

static void out_send(isa_out *o, const isa_model *m, const isa_inst *in) {
    const isa_layout *lay = isa_layout_get(m);
    bool split = in->op == ISA_SENDS || in->op == ISA_SENDSC;
    out_send_operand(o, m, &in->dst, split ? ISA_TYPE_NONE : ISA_UD);
    const bool gather = isa_is_gather(m, in);
    if (gather)
        out_gather(o, &in->src[0]);
    else
        out_send_operand(o, m, &in->src[0], ISA_UD);
    if (!gather && (split || !lay->split_send)) {
        out_send_operand(o, m, &in->src[1], ISA_UD);
        if (lay->send_len && (in->exbso || !in->exdesc_is_reg)) {
            isa_out_char(o, ':');
            isa_out_dec(o, in->src1_len);
        }
    }
    isa_out_char(o, ' ');
    if (in->exdesc_is_reg) {
        if (lay->exdesc_sum && in->exdesc != 0) {
            isa_out_hex(o, in->exdesc, 1);
            isa_out_char(o, ':');
        }
        isa_out_text(o, "a0.");
        isa_out_dec(o, in->exdesc_sub);
    } else {
        isa_out_hex(o, in->exdesc, 1);
    }
    isa_out_char(o, ' ');
    if (in->desc_is_reg)
        isa_out_text(o, "a0.0");
    else
        isa_out_hex(o, in->desc, 8);
}

// Options

static void out_option(isa_out *o, bool *any, const char *text) {
    isa_out_text(o, *any ? "," : " {");
    isa_out_text(o, text);
    *any = true;
}

static void out_swsb(isa_out *o, bool *any, const isa_swsb *s) {
    if (s->dist) {
        const char *pipe = isa_name_of(ISA_NAMES_PIPE, s->pipe);
        out_option(o, any, pipe ? pipe : "");
        isa_out_char(o, '@');
        isa_out_dec(o, s->dist);
    }
    if (s->token_mode != ISA_TOKEN_NONE) {
        const char *mode = isa_name_of(ISA_NAMES_TOKEN, s->token_mode);
        out_option(o, any, "$");
        isa_out_dec(o, s->token);
        isa_out_text(o, mode ? "." : "");
        isa_out_text(o, mode ? mode : "");
    }
}

static void out_options(isa_out *o, const isa_model *m, const isa_inst *in) {
    bool any = false;
    isa_inst shown = *in;
    shown.exbso &= !(isa_layout_get(m)->exbso_sfids >> in->sfid & 1); // implied
    const char *name;
    for (unsigned i = 0; (name = isa_option_name(i)) != NULL; i++)
        if (isa_option_get(&shown, i))
            out_option(o, &any, name);
    out_swsb(o, &any, &in->swsb);
    if (any)
        isa_out_char(o, '}');
}

static void out_comment(isa_out *o, const isa_model *m, const isa_inst *in) {
    isa_msg msg;
    char text[128];
    if (isa_op_row(in->op)->format != ISA_FMT_SEND || isa_send_describe(m, in, &msg) != CMC_OK)
        return;
    isa_msg_print(m, &msg, text, sizeof text);
    isa_out_text(o, " // ");
    isa_out_text(o, text);
}

static void out_operands(isa_out *o, const isa_model *m, const isa_inst *in, const isa_print_opts *opts) {
    unsigned n = isa_op_src_count(m, in);
    switch ((isa_format)isa_op_row(in->op)->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_TERNARY:
    case ISA_FMT_MATH:
    case ISA_FMT_DPAS:
        out_dst(o, m, in);
        for (unsigned i = 0; i < n; i++)
            out_src(o, m, in, i);
        break;
    case ISA_FMT_SEND:
        out_send(o, m, in);
        break;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        out_branch(o, m, in, opts);
        break;
    case ISA_FMT_SYNC:
        out_sync_src(o, m, in);
        break;
    case ISA_FMT_WAIT:
        out_src(o, m, in, 0);
        break;
    case ISA_FMT_NULLARY:
    case ISA_FMT_NONE:
        break;
    }
}

size_t isa_print(const isa_model *m, const isa_inst *in, const isa_print_opts *opts, char *buf, size_t cap) {
    assert(m && in && (buf || cap == 0));
    isa_out o = isa_out_start(buf, cap);
    out_predicate(&o, in);
    out_mnemonic(&o, m, in);
    out_operands(&o, m, in, opts);
    out_options(&o, m, in);
    if (in->branch_ctrl && in->op == ISA_WHILE)
        isa_out_text(&o, " " ISA_HIDDEN_BRANCH_CTRL);
    if (opts && opts->message_comment)
        out_comment(&o, m, in);
    return isa_out_end(&o, cap);
}
