// SPDX-License-Identifier: MIT
// Forms of syntax as rows of the coverage report: functions, predicates, flags, conditions,
// registers, regions, addressing, messages, branches, dpas types.
//
// Rows are found by building small instructions of every form: what encodes is a row.

#include "coverage.h"
#include <stdarg.h>
#include <stdio.h>

static void row(coverage *c, cov_fn fn, const char *kind, const char *fmt, ...) CMC_PRINTF(4, 5);

static void row(coverage *c, cov_fn fn, const char *kind, const char *fmt, ...) {
    char name[32];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(name, sizeof name, fmt, ap);
    va_end(ap);
    fn(c, kind, name);
}

// What an instruction uses

static void header_forms(coverage *c, const isa_inst *in, cov_fn fn) {
    static const char *const controls[] = {"",      "normal", "anyv",   "allv",   "any2h",  "all2h",  "any4h", "all4h",
                                           "any8h", "all8h",  "any16h", "all16h", "any32h", "all32h", "any",   "all"};
    if (in->exec_size)
        row(c, fn, "channels", "(%u|M%u)", in->exec_size, in->chan_off);
    if (in->pred != ISA_PRED_NONE)
        row(c, fn, "predicate", "%s%s", in->pred_inv ? "~" : "", controls[in->pred & 15]);
    if (in->pred != ISA_PRED_NONE)
        row(c, fn, "flag", "predicate f%u.%u", in->flag_reg, in->flag_sub);
    bool math = isa_op_get((isa_op)in->op)->format == ISA_FMT_MATH;
    if (in->cmod == ISA_CMOD_NONE || math)
        return;
    row(c, fn, "flag", "condition f%u.%u", in->flag_reg, in->flag_sub);
    row(c, fn, "condition", "%s%s", in->op == ISA_BFN ? "bfn " : "", isa_name_of(ISA_NAMES_CMOD, in->cmod));
}

static void option_forms(coverage *c, const isa_inst *in, cov_fn fn) {
    const struct {
        bool is;
        const char *name;
    } all[] = {{in->no_mask, "W"},
               {in->sat, "sat"},
               {in->acc_wr_en, "AccWrEn"},
               {in->atomic, "Atomic"},
               {in->breakpoint, "Breakpoint"},
               {in->no_dd_clr, "NoDDClr"},
               {in->no_dd_chk, "NoDDChk"},
               {in->thread_switch, "Switch"},
               {in->no_preempt, "NoPreempt"},
               {in->no_src_dep_set, "NoSrcDepSet"},
               {in->fusion_ctrl, "Serialize"},
               {in->swsb.no_acc_set, "NoAccSBSet"}};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is)
            row(c, fn, "option", "%s", all[i].name);
}

static void operand_form(coverage *c, const isa_inst *in, const isa_operand *o, const char *who, cov_fn fn) {
    static const char *const mods[] = {"", "abs", "neg", "negabs"};
    unsigned format = isa_op_get((isa_op)in->op)->format;
    if (o->file == ISA_FILE_NONE)
        return;
    if (o->mod)
        row(c, fn, "modifier", "%s %s", who, mods[o->mod & 3]);
    if (o->mme)
        row(c, fn, "macro register", "%s %u", who, o->mme - 1);
    else if (o->file == ISA_FILE_IMM)
        row(c, fn, "operand", "%s immediate%s", who, format == ISA_FMT_TERNARY ? " of 3" : "");
    else if (o->indirect)
        row(c, fn, "operand", "%s r[a0]%s", who, o->rgn.v == ISA_VXH ? " by row" : "");
    else if (o->file == ISA_FILE_ARF && isa_arf_by_reg(c->m, o->reg))
        row(c, fn, "architecture register", "%s %s%u", who, isa_arf_by_reg(c->m, o->reg)->name, o->reg & 15);
}

static void region_form(coverage *c, const isa_inst *in, unsigned i, cov_fn fn) {
    isa_region r = in->src[i].rgn;
    bool ternary = isa_op_get((isa_op)in->op)->format == ISA_FMT_TERNARY;
    if (in->src[i].file == ISA_FILE_IMM || in->src[i].file == ISA_FILE_NONE || in->src[i].mme)
        return;
    if (ternary && !in->align16 && i < 2)
        row(c, fn, "region of 3", "src%u v %u h %u", i, r.v, r.h);
    else if (ternary)
        row(c, fn, "region of 3", "src%u h %u", i, r.h);
    else
        row(c, fn, "region", "src%u v %u h %u", i, r.v, r.h);
    if (!ternary)
        row(c, fn, "region", "src%u w %u", i, r.w);
}

static void alu_forms(coverage *c, const isa_inst *in, cov_fn fn) {
    static const char *const sources[] = {"src0", "src1", "src2"};
    bool ternary = isa_op_get((isa_op)in->op)->format == ISA_FMT_TERNARY;
    operand_form(c, in, &in->dst, "dst", fn);
    if (!in->align16)
        row(c, fn, ternary ? "region of 3" : "region", "dst h %u", in->dst.rgn.h);
    for (unsigned i = 0; i < isa_op_src_count(c->m, in) && i < 3; i++) {
        operand_form(c, in, &in->src[i], sources[i], fn);
        if (!isa_is_math_macro(in))
            region_form(c, in, i, fn);
    }
}

static void dpas_forms(coverage *c, const isa_inst *in, cov_fn fn) {
    row(c, fn, "dpas shape", "%ux%u", in->dpas_depth, in->dpas_count);
    row(c, fn, "dpas types", "%s x %s", isa_type_name((isa_type)in->src[1].type),
        isa_type_name((isa_type)in->src[2].type));
    row(c, fn, "dpas types", "%s <- %s", isa_type_name((isa_type)in->dst.type),
        isa_type_name((isa_type)in->src[0].type));
    if (in->src[0].file == ISA_FILE_ARF)
        row(c, fn, "dpas types", "src0 null");
}

static const char *send_place(const isa_operand *o) {
    return o->file == ISA_FILE_NONE ? "none" : o->file == ISA_FILE_ARF ? "null" : o->indirect ? "r[a0]" : "r";
}

static void send_forms(coverage *c, const isa_inst *in, cov_fn fn) {
    const char *sfid = isa_sfid_name(c->m, in->sfid), *op = isa_op_get((isa_op)in->op)->mnemonic;
    if (!in->exdesc_is_reg || !isa_layout_get(c->m)->split_send)
        row(c, fn, "shared function", "%u %s", in->sfid, sfid ? sfid : "");
    row(c, fn, "send", "%s desc %s", op, in->desc_is_reg ? "a0" : "imm");
    row(c, fn, "send", "%s exdesc %s%s%s", op, in->exdesc_is_reg ? "a0" : "imm",
        in->exdesc_is_reg && in->exbso ? " ExBSO" : "", in->cps ? " CPS" : "");
    if (in->exdesc_is_reg)
        row(c, fn, "send", "exdesc a0.%u", in->exdesc_sub);
    if (in->eot)
        row(c, fn, "send", "%s EOT", op);
    row(c, fn, "send", "%s dst %s", op, send_place(&in->dst));
    row(c, fn, "send", "%s src0 %s", op, send_place(&in->src[0]));
    row(c, fn, "send", "%s src1 %s", op, send_place(&in->src[1]));
}

void cov_forms(coverage *c, const isa_inst *in, cov_fn fn) {
    const isa_op_info *op = isa_op_get((isa_op)in->op);
    if (op->format != ISA_FMT_NULLARY)
        header_forms(c, in, fn);
    option_forms(c, in, fn);
    switch ((isa_format)op->format) {
    case ISA_FMT_MATH:
        row(c, fn, "math function", "%s", isa_name_of(ISA_NAMES_MATH, in->fc));
        alu_forms(c, in, fn);
        break;
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_TERNARY:
        alu_forms(c, in, fn);
        break;
    case ISA_FMT_DPAS:
        dpas_forms(c, in, fn);
        break;
    case ISA_FMT_SEND:
        send_forms(c, in, fn);
        break;
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        row(c, fn, "branch", "%s%s %s", op->mnemonic, in->branch_ctrl && in->op != ISA_WHILE ? ".b" : "",
            in->src[0].file == ISA_FILE_NONE ? "label" : "register");
        break;
    case ISA_FMT_SYNC:
        row(c, fn, "sync function", "%s %s", isa_name_of(ISA_NAMES_SYNC, in->fc),
            in->src[0].file == ISA_FILE_IMM  ? "number"
            : in->src[0].reg == ISA_ARF_NULL ? "null"
                                             : "flag");
        break;
    case ISA_FMT_WAIT:
    case ISA_FMT_NULLARY:
    case ISA_FMT_NONE:
        break;
    }
}

// Rows

static void try_form(coverage *c, const isa_inst *in) {
    uint8_t bytes[16];
    if (isa_op_exists(c->m, (isa_op)in->op) && isa_encode(c->m, in, bytes, NULL) == CMC_OK)
        cov_forms(c, in, cov_add);
}

static isa_inst plain(isa_op op) {
    const isa_region flat = {8, 8, 1};
    isa_inst in = {.op = (uint16_t)op, .exec_size = 8};
    in.dst = isa_grf(1, 0, ISA_UD, (isa_region){0, 0, 1});
    for (unsigned i = 0; i < isa_op_get(op)->n_src; i++)
        in.src[i] = isa_grf(2 + i, 0, ISA_UD, flat);
    return in;
}

static isa_inst plain_ternary(const coverage *c, isa_op op) {
    isa_inst in = plain(op);
    bool align16 = c->m->ternary_align16 && op != ISA_NOP;
    in.align16 = isa_layout_get(c->m)->tern_align16;
    in.dst.type = ISA_F;
    for (unsigned i = 0; i < 3; i++) {
        in.src[i].type = ISA_F;
        in.src[i].rgn = (isa_region){align16 && i < 2 ? 2 : i < 2 ? 4 : 0, 0, 1};
    }
    return in;
}

static void add_header(coverage *c) {
    for (unsigned p = 0; p < 256; p++) {
        isa_inst in = plain(ISA_MOV);
        in.pred = (uint8_t)(1 + p % 15);
        in.pred_inv = p / 15 % 2;
        try_form(c, &in);
        in.pred = ISA_PRED_NORMAL;
        in.cmod = (uint8_t)(1 + p % 9);
        in.flag_reg = p / 2 % 4;
        in.flag_sub = p % 2;
        if (in.flag_reg < c->m->flag_count && isa_name_of(ISA_NAMES_CMOD, in.cmod))
            try_form(c, &in);
        in = plain(ISA_MOV);
        in.exec_size = (uint8_t)(1u << p % 6);
        in.chan_off = (uint8_t)(p / 6 * 4);
        if (in.chan_off + in.exec_size <= 32 && in.chan_off % in.exec_size == 0)
            try_form(c, &in);
    }
    for (unsigned cmod = 1; cmod < 10; cmod++) {
        isa_inst in = plain(ISA_BFN);
        in.cmod = (uint8_t)cmod;
        for (unsigned i = 0; i < 3; i++)
            in.src[i].rgn = (isa_region){0, 0, 0};
        try_form(c, &in);
    }
}

static void add_options(coverage *c) {
    for (unsigned i = 0; i < 12; i++) {
        isa_inst in = plain(i >= 9 ? ISA_SEND : ISA_MOV);
        if (isa_layout_get(c->m)->split_send)
            in.src[1] = (isa_operand){0};
        bool *const flags[] = {&in.no_mask,    &in.sat,         &in.acc_wr_en,     &in.atomic,
                               &in.breakpoint, &in.no_dd_clr,   &in.no_dd_chk,     &in.thread_switch,
                               &in.no_preempt, &in.fusion_ctrl, &in.no_src_dep_set};
        if (i == 11)
            in = plain(ISA_MOV);
        if (i == 11)
            in.swsb.no_acc_set = true;
        else
            *flags[i] = true;
        if (i != 9 || c->m->fused_eu)
            try_form(c, &in);
    }
}

static void add_operands(coverage *c) {
    for (unsigned i = 0; i < 3; i++) // 0 is the destination
        for (unsigned reg = 0; reg < 256; reg++) {
            isa_inst in = plain(ISA_ADD);
            isa_operand *o = i == 0 ? &in.dst : &in.src[i - 1];
            o->file = ISA_FILE_ARF;
            o->reg = reg;
            bool readable = i == 0 || reg != ISA_ARF_NULL;
            bool flag = (reg & 0xf0) == ISA_ARF_F && (reg & 15) >= c->m->flag_count;
            if (readable && !flag && isa_arf_by_reg(c->m, reg))
                try_form(c, &in);
        }
    for (unsigned i = 0; i < 6; i++) {
        isa_inst in = plain(ISA_ADD);
        isa_operand *o = i == 0 ? &in.dst : &in.src[i == 2];
        o->indirect = i != 5;
        if (i == 3)
            o->rgn = (isa_region){ISA_VXH, 1, 0};
        if (i == 5)
            in.src[1] = isa_imm(1, ISA_W);
        try_form(c, &in);
        for (unsigned mod = 1; mod < 4; mod++) {
            in.src[i & 1].mod = (uint8_t)mod;
            try_form(c, &in);
        }
        in = plain_ternary(c, ISA_MAD);
        in.src[i % 3].mod = (uint8_t)(i / 2 + 1);
        try_form(c, &in);
        in = plain_ternary(c, ISA_MAD);
        in.src[i % 3] = isa_imm(0, ISA_HF);
        try_form(c, &in);
        in = plain_ternary(c, ISA_MAD);
        in.src[i % 3] = isa_arf_reg(ISA_ARF_ACC, i % 2, 0, ISA_F, in.src[i % 3].rgn);
        try_form(c, &in);
    }
}

static void add_regions(coverage *c) {
    static const uint8_t v[] = {0, 1, 2, 4, 8, 16, 32}, h[] = {0, 1, 2, 4};
    for (unsigned k = 0; k < 7 * 5 * 4 * 2; k++) {
        unsigned i = k % 2;
        isa_region r = {v[k / 2 % 7], (uint8_t)(1u << k / 14 % 5), h[k / 70]};
        isa_inst in = plain(ISA_ADD);
        in.exec_size = 16;
        in.dst.rgn.h = h[1 + k % 3];
        in.src[i].rgn = r;
        try_form(c, &in);
        in = plain_ternary(c, ISA_MAD);
        in.dst.rgn.h = (uint8_t)(1 + k % 2);
        for (unsigned s = 0; s < 3; s++)
            in.src[s].rgn = (isa_region){s < 2 ? r.v : 0, 0, r.h};
        try_form(c, &in);
    }
}

static void add_functions(coverage *c) {
    for (unsigned fc = 0; fc < 16; fc++) {
        isa_inst in = plain(ISA_MATH);
        in.fc = (uint8_t)fc;
        in.src[1] = in.src[0];
        in.align16 = isa_is_math_macro(&in) && isa_layout_get(c->m)->tern_align16;
        in.cmod = isa_is_math_macro(&in) ? ISA_CMOD_EQ : ISA_CMOD_NONE;
        for (unsigned mme = 1; isa_is_math_macro(&in) && mme < 10; mme++) {
            in.dst.mme = in.src[0].mme = in.src[1].mme = (uint8_t)mme;
            try_form(c, &in);
        }
        if (!isa_is_math_macro(&in))
            try_form(c, &in);
        for (unsigned kind = 0; kind < 3; kind++) {
            in = (isa_inst){.op = ISA_SYNC, .fc = (uint8_t)fc, .exec_size = 1};
            in.src[0] = kind == 0   ? (isa_operand){.file = ISA_FILE_ARF}
                        : kind == 1 ? isa_imm(1, ISA_UD)
                                    : isa_arf_reg(ISA_ARF_F, 0, 0, ISA_UD, (isa_region){0, 0, 0});
            bool taken = kind < 2 || (fc == ISA_SYNC_BAR && isa_layout_get(c->m)->bar_flag);
            if (taken && isa_name_of(ISA_NAMES_SYNC, fc))
                try_form(c, &in);
        }
    }
}

static void add_dpas(coverage *c) {
    static const uint8_t t[] = {ISA_UB, ISA_B, ISA_U4, ISA_S4, ISA_U2, ISA_S2, ISA_HF, ISA_BF, ISA_TF32, ISA_BF8};
    static const uint8_t acc[] = {ISA_D, ISA_UD, ISA_F, ISA_HF, ISA_BF};
    for (unsigned k = 0; k < 10 * 10; k++) {
        isa_inst in = {.op = ISA_DPAS, .exec_size = c->m->native_exec_32b, .dpas_depth = 8};
        bool ints = k / 10 < 6, both = ints ? k % 10 < 6 : k / 10 == k % 10;
        in.dpas_count = (uint8_t)(1 + k % 8);
        in.dst = in.src[0] = isa_grf(0, 0, ints ? ISA_D : ISA_F, (isa_region){0, 0, 1});
        in.src[1] = isa_grf(0, 0, (isa_type)t[k / 10], (isa_region){0, 0, 0});
        in.src[2] = isa_grf(0, 0, (isa_type)t[k % 10], (isa_region){0, 0, 0});
        if (both)
            try_form(c, &in);
        for (unsigned a = 0; both && a < 25; a++) {
            bool narrow = a / 5 > 2 || a % 5 > 2, same = acc[a / 5] == t[k % 10] || acc[a / 5] == ISA_F;
            in.dst.type = acc[a / 5];
            in.src[0].type = acc[a % 5];
            if (ints ? a / 5 < 2 && a % 5 < 2 : a / 5 > 1 && a % 5 > 1 && (!narrow || (same && k / 10 < 8)))
                if (acc[a % 5] == t[k % 10] || acc[a % 5] == ISA_F || ints)
                    try_form(c, &in);
        }
        in.src[0] = isa_null((isa_type)in.dst.type);
        if (both)
            try_form(c, &in);
    }
}

static void add_sends(coverage *c) {
    bool split = isa_layout_get(c->m)->split_send, old = split;
    for (unsigned k = 0; k < 4 * 256; k++) {
        isa_inst in = {.op = (uint16_t)(ISA_SEND + k % 4), .exec_size = 8};
        bool two = !old || in.op == ISA_SENDS || in.op == ISA_SENDSC;
        unsigned f = k / 4;
        in.dst = (isa_operand){.file = f & 1 ? ISA_FILE_ARF : ISA_FILE_GRF};
        in.src[0] = (isa_operand){.file = ISA_FILE_GRF};
        if (two)
            in.src[1] = (isa_operand){.file = f & 2 ? ISA_FILE_ARF : ISA_FILE_GRF};
        if (split)
            in.dst.rgn.h = 1, in.dst.type = ISA_UD;
        if (split && !two)
            in.src[0].type = ISA_UD;
        in.desc_is_reg = f & 4;
        in.exdesc_is_reg = f & 8;
        in.exdesc_sub = f >> 4 & 7;
        in.exbso = in.exdesc_is_reg && c->m->has_lsc && f & 128;
        in.cps = in.exbso && f & 16;
        in.eot = f & 32 && f & 1 && !(split && in.exdesc_is_reg);
        in.sfid = (uint8_t)(f >> 4);
        if (split)
            in.exdesc = in.exdesc_is_reg ? 0 : in.sfid | (in.eot ? 0x20u : 0);
        if (split && in.exdesc_is_reg)
            in.sfid = 0;
        if (isa_sfid_name(c->m, in.sfid) || (split && in.exdesc_is_reg))
            try_form(c, &in);
        in.dst.indirect = split && !(f & 1);
        in.src[0].indirect = split && f & 2;
        if (isa_sfid_name(c->m, in.sfid))
            try_form(c, &in);
    }
}

static void add_branches(coverage *c) {
    for (unsigned op = 1; op < ISA_OP_COUNT; op++) {
        unsigned format = isa_op_get((isa_op)op)->format;
        if (format != ISA_FMT_BRANCH1 && format != ISA_FMT_BRANCH2)
            continue;
        for (unsigned k = 0; k < 4; k++) {
            isa_inst in = {.op = (uint16_t)op, .exec_size = op == ISA_JMPI ? 1 : 8};
            in.branch_ctrl = k & 1 && op != ISA_WHILE;
            if (op == ISA_CALL || op == ISA_CALLA)
                in.dst = (isa_operand){.file = ISA_FILE_GRF};
            if (k & 2)
                in.src[0] = (isa_operand){.file = ISA_FILE_GRF};
            try_form(c, &in);
        }
    }
}

void cov_add_forms(coverage *c) {
    add_header(c);
    add_options(c);
    add_operands(c);
    add_regions(c);
    add_functions(c);
    add_dpas(c);
    add_sends(c);
    add_branches(c);
}
