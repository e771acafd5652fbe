// SPDX-License-Identifier: MIT
// Private to the text parser: a cursor over one line, and the functions that parse.c and parse_operand.c share.

#ifndef CMC_ISA_PARSE_PRIV_H
#define CMC_ISA_PARSE_PRIV_H

#include "isa_priv.h"
#include <string.h>

typedef struct parser {
    const isa_model *m;
    const isa_layout *lay;
    const char *start, *p, *end;
    uint32_t line_no;
    isa_parse_result *out;
    isa_inst *in;
    bool flag_named; // a flag register has been read
    cmc_diag *d;
} parser;

typedef struct isa_span {
    const char *text;
    size_t len;
} isa_span;

// Reports an error at the cursor (or at a position in the line) and returns CMC_ERR_USER.
cmc_status parse_fail(parser *ps, const char *fmt, ...) CMC_PRINTF(2, 3);
cmc_status parse_fail_at(parser *ps, const char *at, const char *fmt, ...) CMC_PRINTF(3, 4);

// The cursor: ASCII, independent of the locale

static inline bool is_digit(char ch) {
    return ch >= '0' && ch <= '9';
}

static inline bool is_letter(char ch) {
    return (ch | 0x20) >= 'a' && (ch | 0x20) <= 'z';
}

static inline bool is_word(char ch) {
    return is_digit(ch) || is_letter(ch) || ch == '_';
}

static inline bool span_is(isa_span s, const char *text) {
    return strlen(text) == s.len && memcmp(text, s.text, s.len) == 0;
}

// The number of a word's characters that a message shows.
static inline int span_shown(isa_span s) {
    enum { SHOWN = 40 };
    return s.len < SHOWN ? (int)s.len : SHOWN;
}

void parse_blanks(parser *ps); // the slow path of parse_space

static inline void parse_space(parser *ps) { // blanks and comments
    if (ps->p < ps->end && (*ps->p <= ' ' || *ps->p == '/'))
        parse_blanks(ps);
}

static inline bool parse_at_end(parser *ps) {
    parse_space(ps);
    return ps->p == ps->end;
}

static inline bool parse_peek(parser *ps, char ch) {
    parse_space(ps);
    return ps->p < ps->end && *ps->p == ch;
}

static inline bool parse_peek_digit(parser *ps) {
    parse_space(ps);
    return ps->p < ps->end && is_digit(*ps->p);
}

static inline bool parse_accept(parser *ps, char ch) { // after blanks
    bool there = parse_peek(ps, ch);
    ps->p += there;
    return there;
}

static inline isa_span parse_word(parser *ps) { // letters, digits, _; len 0: no word
    parse_space(ps);
    const char *p = ps->p, *first = p;
    while (p < ps->end && is_word(*p))
        p++;
    ps->p = p;
    return (isa_span){first, (size_t)(p - first)};
}

static inline bool parse_word_is(parser *ps, const char *text) { // consumes the word only if it equals text
    const char *save = ps->p;
    if (parse_peek(ps, *text) && span_is(parse_word(ps), text))
        return true;
    ps->p = save;
    return false;
}

cmc_status parse_expect(parser *ps, char ch);
cmc_status parse_uint(parser *ps, uint64_t *v); // decimal, 0x, 0b
cmc_status parse_small(parser *ps, const char *what, unsigned max, uint8_t *v);

// Parts of an instruction

// A register name with its number; *is_reg false: the next word is not a register, and the cursor is unchanged.
cmc_status parse_register(parser *ps, isa_operand *o, bool *is_reg);
cmc_status parse_subregister(parser *ps, isa_operand *o, int32_t *sub); // ".3", if there is one
cmc_status parse_dst(parser *ps);
cmc_status parse_src(parser *ps, unsigned i);
cmc_status parse_send_operands(parser *ps);
cmc_status parse_branch_operands(parser *ps);
cmc_status parse_sync_operand(parser *ps);
cmc_status parse_options(parser *ps);
cmc_status parse_bfn_expr(parser *ps, uint8_t *table);

#endif
