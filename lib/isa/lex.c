// SPDX-License-Identifier: MIT
// The parser's cursor: blanks, words, numbers, error positions.

#include "parse_priv.h"
#include <assert.h>
#include <ctype.h>
#include <stdio.h>

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
    assert(at && at <= ps->end && "the column lies in the line");
    va_list ap;
    va_start(ap, fmt);
    cmc_status st = fail_va(ps, at, fmt, ap);
    va_end(ap);
    return st;
}

static bool starts(const parser *ps, const char *two) {
    return ps->end - ps->p >= 2 && ps->p[0] == two[0] && ps->p[1] == two[1];
}

void parse_blanks(parser *ps) {
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

cmc_status parse_expect(parser *ps, char ch) {
    if (parse_accept(ps, ch))
        return CMC_OK;
    if (ps->p == ps->end)
        return parse_fail(ps, "expected '%c', found the end of the line", ch);
    return parse_fail(ps, "expected '%c', found '%c'", ch, isprint((unsigned char)*ps->p) ? *ps->p : '?');
}

static unsigned digit_value(char ch) { // 99: not a digit
    if (is_digit(ch))
        return (unsigned)(ch - '0');
    unsigned hex = (unsigned)((ch | 0x20) - 'a');
    return hex < 6 ? hex + 10 : 99;
}

cmc_status parse_uint(parser *ps, uint64_t *v) {
    unsigned base = 10;
    if (!parse_peek_digit(ps))
        return parse_fail(ps, "expected a number");
    const char *first = ps->p, *p = first;
    if (*p == '0' && ps->end - p >= 2 && is_letter(p[1])) {
        char letter = p[1] | 0x20;
        base = letter == 'x' ? 16 : letter == 'b' ? 2 : 10;
        if (base != 10)
            p += 2;
        if (base != 10 && (p == ps->end || digit_value(*p) >= base))
            return parse_fail_at(ps, first, "expected digits after '%.2s'", first);
    }
    uint64_t n = 0;
    bool overflow = false;
    for (; p < ps->end && digit_value(*p) < base; p++)
        overflow |=
            __builtin_mul_overflow(n, (uint64_t)base, &n) || __builtin_add_overflow(n, (uint64_t)digit_value(*p), &n);
    if (overflow)
        return parse_fail_at(ps, first, "number does not fit in 64 bits");
    *v = n;
    ps->p = p;
    return CMC_OK;
}

cmc_status parse_small(parser *ps, const char *what, unsigned max, uint8_t *v) {
    assert(max <= UINT8_MAX && "the value becomes a byte");
    uint64_t n = 0;
    const char *at = ps->p;
    CMC_TRY(parse_uint(ps, &n));
    if (n > max)
        return parse_fail_at(ps, at, "%s %llu is larger than %u", what, (unsigned long long)n, max);
    *v = (uint8_t)n;
    return CMC_OK;
}
