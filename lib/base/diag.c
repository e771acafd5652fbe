// SPDX-License-Identifier: MIT
// The diagnostics sink: an ordered list of messages that the caller prints, tests or turns into a build log.

#include "diag_priv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

cmc_diag *cmc_diag_create(void) {
    cmc_diag *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->arena = cmc_arena_create();
    if (!d->arena) {
        free(d);
        return NULL;
    }
    return d;
}

void cmc_diag_destroy(cmc_diag *d) {
    if (!d)
        return;
    cmc_arena_destroy(d->arena);
    free(d);
}

// True when an error with the same place and text is already listed. The notes of an error tell it from others, so that
// whoever adds notes decides about repetitions.
static bool said_before(const cmc_diag *d, cmc_loc loc, const char *text) {
    for (uint32_t i = 0; loc.line && loc.col && i < d->messages.len; i++) {
        const cmc_message *m = &d->messages.data[i];
        bool has_notes = i + 1 < d->messages.len && m[1].severity == CMC_NOTE;
        if (m->severity == CMC_ERROR && !has_notes && m->loc.line == loc.line && m->loc.col == loc.col &&
            !strcmp(m->text, text) && m->loc.file && loc.file && !strcmp(m->loc.file, loc.file))
            return true;
    }
    return false;
}

void cmc_diag_vadd(cmc_diag *d, cmc_severity sev, const char *code, cmc_loc loc, const char *fmt, va_list ap) {
    assert(sev >= CMC_NOTE && sev <= CMC_REMARK);
    assert(code && "a message without a code has an empty one");
    if (!d)
        return;
    cmc_str text = CMC_STR_INIT;
    cmc_str_vprintf(&text, fmt, ap);
    if (sev == CMC_ERROR && said_before(d, loc, cmc_str_text(&text))) { // copied or split code repeats its errors
        cmc_str_free(&text);
        return;
    }
    cmc_message m = {.severity = sev, .loc = loc};
    m.code = cmc_arena_strdup(d->arena, code ? code : "");
    m.loc.file = loc.file ? cmc_arena_strdup(d->arena, loc.file) : NULL;
    m.text = cmc_arena_strdup(d->arena, cmc_str_text(&text));
    cmc_str_free(&text);
    if (!m.code)
        m.code = "";
    if (!m.text)
        m.text = "out of memory";
    // An error counts even when its text is lost, so that a failure never looks like success.
    if (sev == CMC_ERROR)
        d->n_errors++;
    (void)cmc_vec_push(d->arena, &d->messages, m);
}

void cmc_diag_add(cmc_diag *d, cmc_severity sev, const char *code, cmc_loc loc, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(d, sev, code, loc, fmt, ap);
    va_end(ap);
}

void cmc_diag_error(cmc_diag *d, const char *code, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_diag_vadd(d, CMC_ERROR, code, (cmc_loc){0}, fmt, ap);
    va_end(ap);
}

size_t cmc_diag_count(const cmc_diag *d) {
    return d ? d->messages.len : 0;
}

size_t cmc_diag_error_count(const cmc_diag *d) {
    return d ? d->n_errors : 0;
}

const cmc_message *cmc_diag_get(const cmc_diag *d, size_t i) {
    assert(d && i < cmc_diag_count(d));
    return &d->messages.data[i];
}

void cmc_diag_mark(cmc_diag *d, uint32_t len, const char *fix, uint32_t fix_col, uint32_t fix_len) {
    if (!d || !d->messages.len)
        return;
    cmc_message *m = &d->messages.data[d->messages.len - 1];
    m->len = len;
    m->fix = fix ? cmc_arena_strdup(d->arena, fix) : NULL;
    m->fix_col = fix_col;
    m->fix_len = fix_len;
}

void cmc_diag_source(cmc_diag *d, const char *file, const char *text, size_t len) {
    if (!d)
        return;
    diag_source s = {cmc_arena_strdup(d->arena, file), cmc_arena_strndup(d->arena, text, len), len};
    if (s.file && s.text)
        (void)cmc_vec_push(d->arena, &d->sources, s);
}

void cmc_diag_rewrite(cmc_diag *d, cmc_diag_decide_fn decide, void *user) {
    assert(decide);
    if (!d)
        return;
    uint32_t kept = 0;
    bool drop = false;
    d->n_errors = 0;
    for (uint32_t i = 0; i < d->messages.len; i++) {
        cmc_message m = d->messages.data[i];
        if (m.severity != CMC_NOTE) {
            cmc_severity s = decide(user, &m);
            drop = s == 0;
            m.severity = s;
        }
        if (drop)
            continue;
        d->n_errors += m.severity == CMC_ERROR;
        d->messages.data[kept++] = m;
    }
    d->messages.len = kept;
}

static const char *severity_name(cmc_severity s) {
    return s == CMC_NOTE ? "note" : s == CMC_WARNING ? "warning" : s == CMC_REMARK ? "remark" : "error";
}

void diag_headline(const cmc_message *m, cmc_str *out) {
    if (m->loc.file)
        cmc_str_printf(out, "%s:", m->loc.file);
    if (m->loc.line)
        cmc_str_printf(out, "%u:", m->loc.line);
    if (m->loc.line && m->loc.col)
        cmc_str_printf(out, "%u:", m->loc.col);
    cmc_str_printf(out, "%s%s: %s", m->loc.file || m->loc.line ? " " : "", severity_name(m->severity), m->text);
    bool promoted = m->severity == CMC_ERROR && strncmp(m->code, "-W", 2) == 0; // as Clang shows a promoted warning
    if (m->code[0])
        cmc_str_printf(out, " [%s%s]", promoted ? "-Werror," : "", m->code);
    cmc_str_append(out, "\n");
}

void cmc_diag_format(const cmc_diag *d, cmc_str *out) {
    assert(out);
    for (size_t i = 0; i < cmc_diag_count(d); i++)
        diag_headline(cmc_diag_get(d, i), out);
}
