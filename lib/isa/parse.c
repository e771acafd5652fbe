// SPDX-License-Identifier: MIT
// isa_parse: a line of iga64's text to an instruction, the inverse of isa_print. Regions may be omitted, comments are
// skipped, and options may be in any order.

#include "parse_priv.h"
#include <assert.h>
#include <string.h>

// Before the mnemonic

// f0.1; both uses of an instruction must agree
static cmc_status parse_flag(parser *ps) {
    isa_operand o = {0};
    bool is_reg = false;
    int32_t sub = 0;
    parse_space(ps);
    const char *at = ps->p;
    CMC_TRY(parse_register(ps, &o, &is_reg));
    CMC_TRY(parse_subregister(ps, &o, &sub));
    if (!is_reg || (o.reg & 0xf0u) != ISA_ARF_F || o.file != ISA_FILE_ARF || sub > 1)
        return parse_fail_at(ps, at, "expected a flag register such as f0.1");
    uint8_t reg = o.reg & 15;
    if (ps->flag_named && (ps->in->flag_reg != reg || ps->in->flag_sub != sub))
        return parse_fail_at(ps, at, "predicate and conditional modifier name different flag registers");
    ps->flag_named = true;
    ps->in->flag_reg = reg;
    ps->in->flag_sub = (uint8_t)sub;
    return CMC_OK;
}

static cmc_status parse_pred_control(parser *ps) {
    ps->in->pred = ISA_PRED_NORMAL;
    if (ps->p == ps->end || *ps->p != '.')
        return CMC_OK;
    const char *at = ps->p++;
    isa_span word = parse_word(ps);
    int pred = isa_name_find(ISA_NAMES_PRED, word.text, word.len);
    if (pred < 0)
        return parse_fail_at(ps, at, "unknown predicate control '%.*s'", span_shown(word) + 1, at);
    ps->in->pred = (uint8_t)pred;
    return CMC_OK;
}

// "(W)", "(f0.0)", "(W&~f1.0.any8h)"
static cmc_status parse_predicate(parser *ps) {
    if (!parse_accept(ps, '('))
        return CMC_OK;
    ps->in->no_mask = parse_word_is(ps, "W");
    if (!ps->in->no_mask || parse_accept(ps, '&')) {
        ps->in->pred_inv = parse_accept(ps, '~');
        CMC_TRY(parse_flag(ps));
        CMC_TRY(parse_pred_control(ps));
    }
    return parse_expect(ps, ')');
}

// Mnemonic

static cmc_status parse_dpas_shape(parser *ps) {
    uint8_t depth = 0, count = 0;
    CMC_TRY(parse_small(ps, "systolic depth", 16, &depth));
    if (!parse_accept(ps, 'x'))
        return parse_fail(ps, "expected depth and count as in 'dpas.8x8'");
    CMC_TRY(parse_small(ps, "repeat count", 8, &count));
    ps->in->dpas_depth = depth;
    ps->in->dpas_count = count;
    return CMC_OK;
}

static cmc_status parse_named(parser *ps, isa_names list, const char *what, uint8_t *v) {
    parse_space(ps);
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    int n = isa_name_find(list, word.text, word.len);
    if (n < 0)
        return parse_fail_at(ps, at, "unknown %s '%.*s'", what, span_shown(word), word.text);
    *v = (uint8_t)n;
    return CMC_OK;
}

static cmc_status parse_sfid(parser *ps) {
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    int sfid = isa_sfid_find(ps->m, word.text, word.len);
    if (sfid < 0)
        return parse_fail_at(ps, at, "%s has no shared function '%.*s'", ps->m->name, span_shown(word), word.text);
    ps->in->sfid = (uint8_t)sfid;
    return CMC_OK;
}

static cmc_status parse_subfunction(parser *ps) {
    unsigned format = isa_op_get((isa_op)ps->in->op)->format;
    bool needs = format == ISA_FMT_MATH || format == ISA_FMT_SYNC || format == ISA_FMT_DPAS || ps->in->op == ISA_BFN ||
                 (format == ISA_FMT_SEND && !ps->lay->split_send);
    if (ps->p == ps->end || *ps->p != '.')
        return needs ? parse_fail(ps, "%s needs a function, as in '%s.%s'", isa_op_get((isa_op)ps->in->op)->mnemonic,
                                  isa_op_get((isa_op)ps->in->op)->mnemonic,
                                  format == ISA_FMT_MATH   ? "inv"
                                  : format == ISA_FMT_SYNC ? "nop"
                                  : format == ISA_FMT_DPAS ? "8x8"
                                  : format == ISA_FMT_SEND ? "dc0"
                                                           : "0xCA")
                     : CMC_OK;
    ps->p++;
    if (format == ISA_FMT_MATH)
        return parse_named(ps, ISA_NAMES_MATH, "math function", &ps->in->fc);
    if (format == ISA_FMT_SYNC)
        return parse_named(ps, ISA_NAMES_SYNC, "sync function", &ps->in->fc);
    if (format == ISA_FMT_DPAS)
        return parse_dpas_shape(ps);
    if (format == ISA_FMT_SEND && !ps->lay->split_send)
        return parse_sfid(ps);
    if (ps->in->op == ISA_BFN)
        return parse_peek_digit(ps) ? parse_small(ps, "function", 255, &ps->in->fc) : parse_bfn_expr(ps, &ps->in->fc);
    unsigned op = ps->in->op;
    if ((op != ISA_IF && op != ISA_ELSE && op != ISA_GOTO) || !parse_word_is(ps, "b"))
        return parse_fail(ps, "unknown suffix of %s", isa_op_get((isa_op)ps->in->op)->mnemonic);
    ps->in->branch_ctrl = true;
    return CMC_OK;
}

static cmc_status parse_mnemonic(parser *ps) {
    parse_space(ps);
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    ps->in->op = (uint16_t)isa_op_find(word.text, word.len);
    if (word.len == 0)
        return parse_fail_at(ps, at, "expected an instruction");
    if (ps->in->op == ISA_OP_NONE)
        return parse_fail_at(ps, at, "unknown instruction '%.*s'", span_shown(word), word.text);
    if (!isa_op_exists(ps->m, (isa_op)ps->in->op))
        return parse_fail_at(ps, at, "%s has no instruction %.*s", ps->m->name, span_shown(word), word.text);
    return parse_subfunction(ps);
}

// "(16|M0)"; some instructions have no execution size in text.
static cmc_status parse_exec(parser *ps) {
    isa_inst *in = ps->in;
    unsigned format = isa_op_get((isa_op)in->op)->format;
    bool optional = format == ISA_FMT_NULLARY || format == ISA_FMT_SYNC || format == ISA_FMT_WAIT || in->op == ISA_JMPI;
    in->exec_size = format == ISA_FMT_NULLARY ? 0 : 1;
    if (!parse_peek(ps, '('))
        return optional ? CMC_OK : parse_fail(ps, "expected an execution size such as '(8|M0)'");
    if (optional && !(ps->end - ps->p >= 2 && ps->p[1] >= '0' && ps->p[1] <= '9'))
        return CMC_OK; // the token list of a sync
    ps->p++;
    CMC_TRY(parse_small(ps, "execution size", 32, &in->exec_size));
    if (parse_accept(ps, '|')) {
        const char *at = ps->p;
        if (!parse_accept(ps, 'M'))
            return parse_fail_at(ps, at, "expected a channel offset such as 'M0'");
        CMC_TRY(parse_small(ps, "channel offset", 31, &in->chan_off));
    }
    if (format == ISA_FMT_NULLARY)
        in->exec_size = in->chan_off = 0;
    return parse_expect(ps, ')');
}

// "(lt)f0.0" and "(sat)", in this order if both are present.
static cmc_status parse_flag_modifier(parser *ps) {
    while (parse_peek(ps, '(')) {
        ps->p++;
        if (parse_word_is(ps, "sat")) {
            ps->in->sat = true;
            CMC_TRY(parse_expect(ps, ')'));
            continue;
        }
        if (ps->in->cmod != ISA_CMOD_NONE)
            return parse_fail(ps, "duplicate conditional modifier");
        CMC_TRY(parse_named(ps, ISA_NAMES_CMOD, "conditional modifier", &ps->in->cmod));
        CMC_TRY(parse_expect(ps, ')'));
        CMC_TRY(parse_flag(ps));
    }
    return CMC_OK;
}

static cmc_status parse_operands(parser *ps) {
    isa_inst *in = ps->in;
    switch ((isa_format)isa_op_get((isa_op)in->op)->format) {
    case ISA_FMT_UNARY:
    case ISA_FMT_BINARY:
    case ISA_FMT_TERNARY:
    case ISA_FMT_MATH:
    case ISA_FMT_DPAS:
        CMC_TRY(parse_flag_modifier(ps));
        CMC_TRY(parse_dst(ps));
        for (unsigned i = 0; i < isa_op_src_count(ps->m, in); i++)
            CMC_TRY(parse_src(ps, i));
        return CMC_OK;
    case ISA_FMT_SEND:
        return parse_send_operands(ps);
    case ISA_FMT_BRANCH1:
    case ISA_FMT_BRANCH2:
        return parse_branch_operands(ps);
    case ISA_FMT_SYNC:
        return parse_sync_operand(ps);
    case ISA_FMT_WAIT:
        CMC_TRY(parse_src(ps, 0));
        in->dst = in->src[0];
        in->dst.rgn = (isa_region){0, 0, 1};
        return CMC_OK;
    case ISA_FMT_NULLARY:
    case ISA_FMT_NONE:
        break;
    }
    return CMC_OK;
}

// True if the line ends in the comment for bits without a syntax.
static bool has_hidden(const parser *ps) {
    size_t len = strlen(ISA_HIDDEN_BRANCH_CTRL), have = (size_t)(ps->end - ps->start);
    return have >= len && memcmp(ps->end - len, ISA_HIDDEN_BRANCH_CTRL, len) == 0;
}

// Sets the fields that the text implies, as isa_decode does.
static cmc_status finish(parser *ps) {
    isa_inst *in = ps->in;
    unsigned format = isa_op_get((isa_op)in->op)->format;
    bool macro = isa_is_math_macro(in);
    if (format == ISA_FMT_MATH && in->cmod != ISA_CMOD_NONE && !macro)
        return parse_fail(ps, "math takes no conditional modifier");
    if (format == ISA_FMT_MATH && macro)
        in->cmod = ISA_CMOD_EQ;
    if (in->op == ISA_JMPI) // text may have (W) or not
        in->no_mask = true;
    if (format == ISA_FMT_SEND) // accepted, but not encoded
        in->no_dd_clr = in->no_dd_chk = false;
    if (ps->lay->tern_align16 && (macro || format == ISA_FMT_TERNARY))
        in->align16 = true;
    if (format == ISA_FMT_SEND && ps->lay->split_send && !in->exdesc_is_reg) {
        enum { EX_EOT = 0x20, EX_SFID = 0xf };
        in->exdesc |= in->eot ? EX_EOT : 0;
        in->eot = (in->exdesc & EX_EOT) != 0;
        in->sfid = in->exdesc & EX_SFID;
    }
    if (in->op == ISA_WHILE && ps->lay->split_send && has_hidden(ps))
        in->branch_ctrl = true;
    return CMC_OK;
}

static cmc_status parse_instruction(parser *ps) {
    CMC_TRY(parse_predicate(ps));
    CMC_TRY(parse_mnemonic(ps));
    CMC_TRY(parse_exec(ps));
    CMC_TRY(parse_operands(ps));
    CMC_TRY(parse_options(ps));
    parse_accept(ps, ';');
    if (!parse_at_end(ps))
        return parse_fail(ps, "unexpected text after the instruction");
    return finish(ps);
}

// "name:" alone on its line.
static bool parse_label_line(parser *ps) {
    const char *save = ps->p;
    isa_span word = parse_word(ps);
    if (word.len > 0 && word.len < sizeof ps->out->jip_label && parse_accept(ps, ':') && parse_at_end(ps)) {
        memcpy(ps->out->jip_label, word.text, word.len);
        ps->out->jip_label[word.len] = '\0';
        ps->out->is_label = true;
        return true;
    }
    ps->p = save;
    return false;
}

cmc_status isa_parse(const isa_model *m, const char *line, size_t len, uint32_t line_no, isa_parse_result *out,
                     cmc_diag *d) {
    assert(m && out && (line || len == 0));
    memset(out, 0, sizeof *out);
    while (len > 0 && (line[len - 1] == '\n' || line[len - 1] == '\r'))
        len--;
    parser ps = {.m = m,
                 .lay = isa_layout_get(m),
                 .start = line,
                 .p = line,
                 .end = line + len,
                 .line_no = line_no,
                 .out = out,
                 .in = &out->inst,
                 .d = d};
    out->is_empty = parse_at_end(&ps);
    if (out->is_empty || parse_label_line(&ps))
        return CMC_OK;
    return parse_instruction(&ps);
}
