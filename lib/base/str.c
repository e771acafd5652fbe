// SPDX-License-Identifier: MIT
// Growable strings. A failed append sets oom and leaves a prefix, so that callers check once, at the end.

#include <cmc/base.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cmc_str_free(cmc_str *s) {
    free(s->data);
    *s = (cmc_str)CMC_STR_INIT;
}

void cmc_str_clear(cmc_str *s) {
    s->len = 0;
    s->oom = false;
    if (s->data)
        s->data[0] = '\0';
}

static bool reserve(cmc_str *s, size_t more) {
    if (s->oom || more > SIZE_MAX / 4 - s->len) {
        s->oom = true;
        return false;
    }
    size_t need = s->len + more + 1;
    if (need <= s->cap)
        return true;
    size_t cap = s->cap ? s->cap : 64;
    while (cap < need)
        cap *= 2;
    char *p = realloc(s->data, cap);
    if (!p) {
        s->oom = true;
        return false;
    }
    s->data = p;
    s->cap = cap;
    return true;
}

void cmc_str_append_n(cmc_str *s, const void *bytes, size_t len) {
    assert(bytes || len == 0);
    if (!reserve(s, len))
        return;
    if (len)
        memcpy(s->data + s->len, bytes, len);
    s->len += len;
    s->data[s->len] = '\0';
}

void cmc_str_append(cmc_str *s, const char *text) {
    assert(s && text);
    cmc_str_append_n(s, text, strlen(text));
}

void cmc_str_vprintf(cmc_str *s, const char *fmt, va_list ap) {
    assert(s && fmt);
    va_list again;
    va_copy(again, ap);
    int len = vsnprintf(NULL, 0, fmt, ap);
    if (len > 0 && reserve(s, (size_t)len)) {
        vsnprintf(s->data + s->len, (size_t)len + 1, fmt, again);
        s->len += (size_t)len;
    }
    va_end(again);
}

void cmc_str_printf(cmc_str *s, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(s, fmt, ap);
    va_end(ap);
}

const char *cmc_str_text(const cmc_str *s) {
    return s->data ? s->data : "";
}
