// SPDX-License-Identifier: MIT
// Tokens of machine IR text: blanks and comments, words, numbers, strings and variable names.

#include "parse_priv.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool mir_p_fail(mir_parser *p, const char *fmt, ...) {
    if (!p->failed) {
        cmc_loc loc = {p->file, p->line, (uint32_t)(p->pos - p->line_start) + 1};
        va_list ap;
        va_start(ap, fmt);
        cmc_diag_vadd(p->diag, CMC_ERROR, "MIR001", loc, fmt, ap);
        va_end(ap);
    }
    p->failed = true;
    return false;
}

void mir_p_skip(mir_parser *p) {
    while (p->pos < p->end) {
        if (*p->pos == ' ' || *p->pos == '\t' || *p->pos == '\r') {
            p->pos++;
        } else if (*p->pos == '/' && p->pos + 1 < p->end && p->pos[1] == '/') {
            while (p->pos < p->end && *p->pos != '\n')
                p->pos++;
        } else {
            return;
        }
    }
}

char mir_p_peek(mir_parser *p) {
    mir_p_skip(p);
    return p->pos < p->end ? *p->pos : 0;
}

bool mir_p_at_eol(mir_parser *p) {
    char c = mir_p_peek(p);
    return c == 0 || c == '\n';
}

bool mir_p_accept(mir_parser *p, char c) {
    if (!c || mir_p_peek(p) != c)
        return false;
    p->pos++;
    return true;
}

bool mir_p_expect(mir_parser *p, char c) {
    return mir_p_accept(p, c) || mir_p_fail(p, "expected '%c'", c);
}

bool mir_p_word_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.';
}

bool mir_p_word(mir_parser *p, const char **s, size_t *len) {
    mir_p_skip(p);
    *s = p->pos;
    while (p->pos < p->end && mir_p_word_char(*p->pos))
        p->pos++;
    *len = (size_t)(p->pos - *s);
    return *len > 0;
}

bool mir_p_int(mir_parser *p, int64_t lo, int64_t hi, int64_t *out) {
    assert(lo <= hi);
    bool neg = mir_p_accept(p, '-');
    if (!neg)
        mir_p_accept(p, '+');
    const char *s, *start = p->pos;
    size_t len;
    char buf[40], *rest;
    if (!mir_p_word(p, &s, &len) || len >= sizeof(buf) || !isdigit((unsigned char)*s)) {
        p->pos = start;
        return mir_p_fail(p, "expected a number");
    }
    memcpy(buf, s, len);
    buf[len] = 0;
    long long v = strtoll(buf, &rest, 0);
    if (*rest) {
        p->pos = start;
        return mir_p_fail(p, "'%s' is not a number", buf);
    }
    v = neg ? -v : v;
    if (v < lo || v > hi) {
        p->pos = start;
        return mir_p_fail(p, "%lld is outside %lld..%lld", v, (long long)lo, (long long)hi);
    }
    *out = v;
    return true;
}

bool mir_p_string(mir_parser *p, const char **out) {
    if (!mir_p_expect(p, '"'))
        return false;
    cmc_str s = CMC_STR_INIT;
    while (p->pos < p->end && *p->pos != '"' && *p->pos != '\n') {
        char c = *p->pos++;
        if (c == '\\' && p->pos < p->end) {
            c = *p->pos++;
            unsigned v = 0;
            if (c == 'x' && p->end - p->pos >= 2 && isxdigit((unsigned char)p->pos[0]) &&
                isxdigit((unsigned char)p->pos[1])) {
                char hex[3] = {p->pos[0], p->pos[1], 0};
                v = (unsigned)strtoul(hex, NULL, 16);
                p->pos += 2;
                c = (char)v;
            }
        }
        cmc_str_append_n(&s, &c, 1);
    }
    *out = cmc_arena_strndup(p->arena, cmc_str_text(&s), s.len);
    p->oom |= s.oom || !*out;
    cmc_str_free(&s);
    return mir_p_expect(p, '"');
}

mir_var *mir_p_var(mir_parser *p, const char *s, size_t len) {
    return mir_index_find(&p->names, s, len);
}
