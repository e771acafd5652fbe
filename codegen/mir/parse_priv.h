// SPDX-License-Identifier: MIT
// The machine IR parser's cursor, shared by its files: parse_token.c (tokens), parse.c (functions) and
// parse_inst.c (instructions).

#ifndef CMC_MIR_PARSE_PRIV_H
#define CMC_MIR_PARSE_PRIV_H

#include "mir_priv.h"

typedef struct mir_parser {
    cmc_arena *arena;
    cmc_diag *diag;
    const char *file;
    const char *pos, *end;
    const char *line_start;
    uint32_t line;
    bool failed; // a message has been reported; further ones would only repeat it
    bool oom;
    mir_module *mod;
    mir_fn *fn;
    mir_index names; // variables of fn
} mir_parser;

// parse_token.c: adds the first error at the cursor; always returns false.
bool mir_p_fail(mir_parser *p, const char *fmt, ...) CMC_PRINTF(2, 3);
void mir_p_skip(mir_parser *p); // blanks and comments, not the newline
bool mir_p_at_eol(mir_parser *p);
bool mir_p_accept(mir_parser *p, char c); // skips blanks first
bool mir_p_expect(mir_parser *p, char c);
char mir_p_peek(mir_parser *p); // next character after blanks; 0 at the end of the text
bool mir_p_word_char(char c);   // a letter, a digit, '_' or '.'
// Takes all word characters at the cursor; false without a message when there are no word characters.
bool mir_p_word(mir_parser *p, const char **s, size_t *len);
bool mir_p_int(mir_parser *p, int64_t lo, int64_t hi, int64_t *out);
bool mir_p_string(mir_parser *p, const char **out);
// Variable by name (without '%'), or NULL without a message.
mir_var *mir_p_var(mir_parser *p, const char *s, size_t len);
// parse_inst.c
bool mir_p_inst(mir_parser *p, mir_block *b);

#endif
