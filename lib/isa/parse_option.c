// SPDX-License-Identifier: MIT
// Parses the options in braces after an instruction, and bfn expressions.

#include "parse_priv.h"

static cmc_status parse_token(parser *ps) {
    isa_swsb *s = &ps->in->swsb;
    if (s->token_mode != ISA_TOKEN_NONE)
        return parse_fail(ps, "duplicate scoreboard token");
    CMC_TRY(parse_small(ps, "token", 31, &s->token));
    s->token_mode = ISA_TOKEN_SET;
    if (ps->p == ps->end || *ps->p != '.')
        return CMC_OK;
    ps->p++;
    parse_space(ps);
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    int mode = isa_name_find(ISA_NAMES_TOKEN, word.text, word.len);
    if (mode < 0)
        return parse_fail_at(ps, at, "expected 'dst' or 'src' after the token");
    s->token_mode = (uint8_t)mode;
    return CMC_OK;
}

static cmc_status parse_distance(parser *ps, uint8_t pipe) {
    isa_swsb *s = &ps->in->swsb;
    if (s->dist)
        return parse_fail(ps, "duplicate scoreboard distance");
    CMC_TRY(parse_small(ps, "distance", 7, &s->dist));
    s->pipe = pipe;
    return s->dist ? CMC_OK : parse_fail(ps, "a distance must be 1 to 7");
}

static cmc_status parse_option(parser *ps) {
    if (parse_accept(ps, '$'))
        return parse_token(ps);
    if (parse_accept(ps, '@'))
        return parse_distance(ps, ISA_PIPE_NONE);
    const char *at = ps->p;
    isa_span word = parse_word(ps);
    int pipe = isa_name_find(ISA_NAMES_PIPE, word.text, word.len);
    if (pipe >= 0 && ps->p < ps->end && *ps->p == '@') {
        ps->p++;
        return parse_distance(ps, (uint8_t)pipe);
    }
    if (isa_option_set(ps->in, word.text, word.len))
        return CMC_OK;
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
