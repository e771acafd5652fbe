// SPDX-License-Identifier: MIT
// The options in braces behind an instruction, and the expressions that name a function of bfn.

#include "parse_priv.h"
#include <stddef.h>

static const struct {
    const char *name;
    size_t offset; // of the bool in isa_inst
} options[] = {
    {"AccWrEn", offsetof(isa_inst, acc_wr_en)},
    {"Atomic", offsetof(isa_inst, atomic)},
    {"Breakpoint", offsetof(isa_inst, breakpoint)},
    {"Compacted", offsetof(isa_inst, compacted)},
    {"EOT", offsetof(isa_inst, eot)},
    {"NoDDChk", offsetof(isa_inst, no_dd_chk)},
    {"NoDDClr", offsetof(isa_inst, no_dd_clr)},
    {"NoPreempt", offsetof(isa_inst, no_preempt)},
    {"NoSrcDepSet", offsetof(isa_inst, no_src_dep_set)},
    {"Switch", offsetof(isa_inst, thread_switch)},
    {"Serialize", offsetof(isa_inst, fusion_ctrl)},
    {"ExBSO", offsetof(isa_inst, exbso)},
    {"CPS", offsetof(isa_inst, cps)},
    {"NoAccSBSet", offsetof(isa_inst, swsb.no_acc_set)},
};

static cmc_status parse_token(parser *ps) {
    isa_swsb *s = &ps->in->swsb;
    if (s->token_mode != ISA_TOKEN_NONE)
        return parse_fail(ps, "a second scoreboard token");
    CMC_TRY(parse_small(ps, "token", 31, &s->token));
    s->token_mode = ISA_TOKEN_SET;
    if (ps->p == ps->end || *ps->p != '.')
        return CMC_OK;
    ps->p++;
    if (parse_word_is(ps, "dst"))
        s->token_mode = ISA_TOKEN_DST;
    else if (parse_word_is(ps, "src"))
        s->token_mode = ISA_TOKEN_SRC;
    else
        return parse_fail(ps, "expected 'dst' or 'src' after the token");
    return CMC_OK;
}

static cmc_status parse_distance(parser *ps, uint8_t pipe) {
    isa_swsb *s = &ps->in->swsb;
    if (s->dist)
        return parse_fail(ps, "a second scoreboard distance");
    CMC_TRY(parse_small(ps, "distance", 7, &s->dist));
    s->pipe = pipe;
    return s->dist ? CMC_OK : parse_fail(ps, "a distance is 1 to 7");
}

static cmc_status parse_option(parser *ps) {
    static const char pipes[] = "?AFILMS";
    if (parse_accept(ps, '$'))
        return parse_token(ps);
    if (parse_accept(ps, '@'))
        return parse_distance(ps, ISA_PIPE_NONE);
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    if (word.len == 1 && ps->p < ps->end && *ps->p == '@') {
        for (uint8_t i = ISA_PIPE_ALL; pipes[i]; i++)
            if (pipes[i] == *word.text) {
                ps->p++;
                return parse_distance(ps, i);
            }
    }
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (span_is(word, options[i].name)) {
            *(bool *)((char *)ps->in + options[i].offset) = true;
            return CMC_OK;
        }
    return parse_fail_at(ps, at, "unknown option '%.*s'", span_shown(word), word.text);
}

cmc_status parse_options(parser *ps) {
    if (!parse_accept(ps, '{'))
        return CMC_OK;
    if (parse_accept(ps, '}'))
        return CMC_OK;
    do {
        CMC_TRY(parse_option(ps));
    } while (parse_accept(ps, ','));
    return parse_expect(ps, '}');
}

// bfn expressions: ~ binds tightest, then &, ^, |.

static cmc_status bfn_or(parser *ps, unsigned depth, uint8_t *table);

static cmc_status bfn_unary(parser *ps, unsigned depth, uint8_t *table) {
    static const struct {
        const char *name;
        uint8_t table;
    } leaves[] = {{"s0", 0xaa}, {"s1", 0xcc}, {"s2", 0xf0}, {"zeros", 0x00}, {"ones", 0xff}};
    enum { MAX_DEPTH = 32 };
    if (depth > MAX_DEPTH)
        return parse_fail(ps, "expression is nested too deeply");
    if (parse_accept(ps, '~')) {
        CMC_TRY(bfn_unary(ps, depth + 1, table));
        *table = (uint8_t) ~*table;
        return CMC_OK;
    }
    if (parse_accept(ps, '(')) {
        CMC_TRY(bfn_or(ps, depth + 1, table));
        return parse_expect(ps, ')');
    }
    parse_space(ps);
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
        if (span_is(word, leaves[i].name)) {
            *table = leaves[i].table;
            return CMC_OK;
        }
    return parse_fail_at(ps, at, "expected s0, s1, s2, zeros or ones");
}

static cmc_status bfn_and(parser *ps, unsigned depth, uint8_t *table) {
    uint8_t right = 0;
    CMC_TRY(bfn_unary(ps, depth, table));
    while (parse_accept(ps, '&')) {
        CMC_TRY(bfn_unary(ps, depth, &right));
        *table &= right;
    }
    return CMC_OK;
}

static cmc_status bfn_xor(parser *ps, unsigned depth, uint8_t *table) {
    uint8_t right = 0;
    CMC_TRY(bfn_and(ps, depth, table));
    while (parse_accept(ps, '^')) {
        CMC_TRY(bfn_and(ps, depth, &right));
        *table ^= right;
    }
    return CMC_OK;
}

static cmc_status bfn_or(parser *ps, unsigned depth, uint8_t *table) {
    uint8_t right = 0;
    CMC_TRY(bfn_xor(ps, depth, table));
    while (parse_accept(ps, '|')) {
        CMC_TRY(bfn_xor(ps, depth, &right));
        *table |= right;
    }
    return CMC_OK;
}

cmc_status parse_bfn_expr(parser *ps, uint8_t *table) {
    CMC_TRY(parse_expect(ps, '('));
    CMC_TRY(bfn_or(ps, 0, table));
    return parse_expect(ps, ')');
}
