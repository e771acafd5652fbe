// SPDX-License-Identifier: MIT
// The parser's cursor: blanks, words, numbers, error places.

#include "parse_priv.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

static cmc_status fail_va(parser *ps, const char *at, const char *fmt, va_list ap) {
    cmc_loc loc = {NULL, ps->line_no, (uint32_t)(at - ps->start) + 1};
    cmc_diag_vadd(ps->d, CMC_ERROR, "ISA", loc, fmt, ap);
    return CMC_ERR_USER;
}

cmc_status parse_fail(parser *ps, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_status st = fail_va(ps, ps->p, fmt, ap);
    va_end(ap);
    return st;
}

cmc_status parse_fail_at(parser *ps, const char *at, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_status st = fail_va(ps, at, fmt, ap);
    va_end(ap);
    return st;
}

static bool starts(const parser *ps, const char *two) {
    return ps->end - ps->p >= 2 && ps->p[0] == two[0] && ps->p[1] == two[1];
}

void parse_space(parser *ps) {
    for (;;) {
        if (ps->p < ps->end && (*ps->p == ' ' || *ps->p == '\t' || *ps->p == '\r')) {
            ps->p++;
        } else if (starts(ps, "//")) {
            ps->p = ps->end;
        } else if (starts(ps, "/*")) {
            ps->p += 2;
            while (ps->p < ps->end && !starts(ps, "*/"))
                ps->p++;
            ps->p += ps->p < ps->end ? 2 : 0;
        } else {
            return;
        }
    }
}

bool parse_at_end(parser *ps) {
    parse_space(ps);
    return ps->p == ps->end;
}

bool parse_peek(parser *ps, char ch) {
    parse_space(ps);
    return ps->p < ps->end && *ps->p == ch;
}

bool parse_accept(parser *ps, char ch) {
    if (!parse_peek(ps, ch))
        return false;
    ps->p++;
    return true;
}

cmc_status parse_expect(parser *ps, char ch) {
    if (parse_accept(ps, ch))
        return CMC_OK;
    if (ps->p == ps->end)
        return parse_fail(ps, "expected '%c', found the end of the line", ch);
    return parse_fail(ps, "expected '%c', found '%c'", ch,
                      isprint((unsigned char)*ps->p) ? *ps->p : '?');
}

static bool is_word(char ch) {
    return isalnum((unsigned char)ch) || ch == '_';
}

isa_span parse_word(parser *ps) {
    parse_space(ps);
    isa_span s = {ps->p, 0};
    while (ps->p < ps->end && is_word(*ps->p))
        ps->p++;
    s.len = (size_t)(ps->p - s.text);
    return s;
}

bool span_is(isa_span s, const char *text) {
    return strlen(text) == s.len && memcmp(text, s.text, s.len) == 0;
}

bool parse_word_is(parser *ps, const char *text) {
    const char *save = ps->p;
    if (span_is(parse_word(ps), text))
        return true;
    ps->p = save;
    return false;
}

bool parse_peek_digit(parser *ps) {
    parse_space(ps);
    return ps->p < ps->end && isdigit((unsigned char)*ps->p);
}

static int digit_value(char ch) {
    if (ch >= '0' && ch <= '9')
        return ch - '0';
    if (ch >= 'a' && ch <= 'f')
        return ch - 'a' + 10;
    if (ch >= 'A' && ch <= 'F')
        return ch - 'A' + 10;
    return 99;
}

cmc_status parse_uint(parser *ps, uint64_t *v) {
    int base = 10;
    if (!parse_peek_digit(ps))
        return parse_fail(ps, "expected a number");
    const char *first = ps->p;
    if (starts(ps, "0x") || starts(ps, "0X") || starts(ps, "0b") || starts(ps, "0B")) {
        base = ps->p[1] == 'x' || ps->p[1] == 'X' ? 16 : 2;
        ps->p += 2;
        if (ps->p == ps->end || digit_value(*ps->p) >= base)
            return parse_fail_at(ps, first, "expected digits after '%.2s'", first);
    }
    *v = 0;
    for (; ps->p < ps->end && digit_value(*ps->p) < base; ps->p++) {
        uint64_t next = *v * (unsigned)base + (unsigned)digit_value(*ps->p);
        if (*v > (UINT64_MAX - (unsigned)digit_value(*ps->p)) / (unsigned)base)
            return parse_fail_at(ps, first, "number does not fit in 64 bits");
        *v = next;
    }
    return CMC_OK;
}

cmc_status parse_small(parser *ps, const char *what, unsigned max, uint8_t *v) {
    uint64_t n = 0;
    const char *at = ps->p;
    CMC_TRY(parse_uint(ps, &n));
    if (n > max)
        return parse_fail_at(ps, at, "%s %llu is larger than %u", what, (unsigned long long)n, max);
    *v = (uint8_t)n;
    return CMC_OK;
}
