// SPDX-License-Identifier: MIT
// Text from files that may be hostile, as one line and as a string of JSON.

#include <cmc/base.h>

#include <assert.h>
#include <string.h>

size_t cmc_utf8_len(const char *text, size_t left) {
    static const struct {
        unsigned char mask, lead;
        uint32_t least;
    } forms[] = {{0x80, 0x00, 1}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    assert(text || left == 0);
    const unsigned char *p = (const unsigned char *)text;
    for (size_t n = 1; n <= 4 && n <= left; n++) {
        if ((p[0] & forms[n - 1].mask) != forms[n - 1].lead)
            continue;
        uint32_t code = p[0] & (unsigned char)~forms[n - 1].mask;
        for (size_t k = 1; k < n; k++) {
            if ((p[k] & 0xc0) != 0x80)
                return 0;
            code = code << 6 | (p[k] & 0x3fu);
        }
        const bool valid = code >= forms[n - 1].least && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
        return valid ? n : 0;
    }
    return 0;
}

void cmc_str_append_line(cmc_str *s, const char *text) {
    assert(s && text);
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        cmc_str_printf(s, c < ' ' || c == 0x7f ? "\\x%02x" : "%c", c);
    }
}

void cmc_str_append_json(cmc_str *s, const char *text) {
    assert(s && text);
    size_t left = strlen(text);
    cmc_str_append(s, "\"");
    while (left) {
        const unsigned char c = (unsigned char)*text;
        const size_t n = cmc_utf8_len(text, left), step = n ? n : 1;
        if (n == 0)
            cmc_str_append(s, "\\ufffd");
        else if (c == '"' || c == '\\')
            cmc_str_printf(s, "\\%c", c);
        else if (c < ' ' || c == 0x7f)
            cmc_str_printf(s, "\\u%04x", c);
        else
            cmc_str_append_n(s, text, n);
        text += step;
        left -= step;
    }
    cmc_str_append(s, "\"");
}
