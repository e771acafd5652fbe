// SPDX-License-Identifier: MIT
// Text as a shell's words: blanks separate, quotes and backslashes keep them together.

#include <cmc/base.h>

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

char *cmc_word_next(const char **text, cmc_str *buf) {
    const char *s = *text;
    while (is_blank(*s))
        s++;
    if (!*s)
        return NULL;
    cmc_str_clear(buf);
    cmc_str_append(buf, "");
    char quote = 0;
    for (; *s && (quote || !is_blank(*s)); s++) {
        if (*s == quote)
            quote = 0;
        else if (!quote && (*s == '"' || *s == '\''))
            quote = *s;
        else if (*s == '\\' && quote != '\'' && s[1])
            cmc_str_append_n(buf, ++s, 1);
        else
            cmc_str_append_n(buf, s, 1);
    }
    *text = s;
    return buf->data;
}
