// SPDX-License-Identifier: MIT
// Messages as people read them: each with its source line and a caret below, in the layout that Clang's users know.
//
//   k.cm:3:9: error: text [CODE]
//       3 |     a = b.selct<5, 1>(0);
//         |           ^~~~~
//         |           select
//
// Tabs of the source line are kept and repeated on the line below, so that the caret is at the right column in any
// terminal.

#include "diag_priv.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct sources { // files read for this display; the sink's own come first
    const cmc_diag *d;
    cmc_arena *arena;
    CMC_VEC(diag_source) files;
} sources;

static const diag_source *known(const sources *s, const char *file) {
    for (uint32_t i = 0; i < s->d->sources.len; i++)
        if (!strcmp(s->d->sources.data[i].file, file))
            return &s->d->sources.data[i];
    for (uint32_t i = 0; i < s->files.len; i++)
        if (!strcmp(s->files.data[i].file, file))
            return &s->files.data[i];
    return NULL;
}

// The text is NULL when the file cannot be read; the failure is cached too.
static const diag_source *source_of(sources *s, const char *file) {
    const diag_source *found = known(s, file);
    if (found)
        return found;
    diag_source fresh = {file, NULL, 0};
    uint8_t *text = NULL;
    if (strcmp(file, "-") != 0 && cmc_file_read(file, &text, &fresh.len, NULL) == CMC_OK)
        fresh.text = cmc_arena_strndup(s->arena, (const char *)text, fresh.len);
    free(text);
    return cmc_vec_push(s->arena, &s->files, fresh) ? &s->files.data[s->files.len - 1] : NULL;
}

// The line without its newline; NULL when the text has fewer lines.
static const char *find_line(const diag_source *f, uint32_t line, size_t *len) {
    const char *at = f->text, *end = f->text + f->len;
    for (uint32_t k = 1; k < line; k++) {
        const char *nl = memchr(at, '\n', (size_t)(end - at));
        if (!nl)
            return NULL;
        at = nl + 1;
    }
    const char *nl = memchr(at, '\n', (size_t)(end - at));
    *len = (size_t)((nl ? nl : end) - at);
    if (*len && at[*len - 1] == '\r')
        --*len;
    return at;
}

// Appends blanks as wide as the line's first columns.
static void indent(const char *line, size_t len, uint32_t columns, cmc_str *out) {
    for (uint32_t k = 0; k < columns; k++)
        cmc_str_append(out, k < len && line[k] == '\t' ? "\t" : " ");
}

// Each column is printed as one column: a NUL would end the text, and an escape would reach the terminal.
static void put_line(const char *line, size_t len, cmc_str *out) {
    for (size_t k = 0; k < len; k++) {
        bool control = ((unsigned char)line[k] < ' ' && line[k] != '\t') || line[k] == 0x7f;
        cmc_str_append_n(out, control ? "?" : &line[k], 1);
    }
}

static void show_line(const cmc_message *m, const char *line, size_t len, cmc_str *out) {
    enum { MAX_LINE = 400 }; // a generated line can be megabytes long
    if (len > MAX_LINE || m->loc.col > len + 1)
        return;
    cmc_str_printf(out, "%5u | ", m->loc.line);
    put_line(line, len, out);
    cmc_str_append(out, "\n      | ");
    indent(line, len, m->loc.col - 1, out);
    cmc_str_append(out, "^");
    for (uint32_t k = 1; k < m->len && m->loc.col - 1 + k < len; k++)
        cmc_str_append(out, "~");
    cmc_str_append(out, "\n");
    if (m->fix && m->fix_col && m->fix_col <= len + 1) {
        cmc_str_append(out, "      | ");
        indent(line, len, m->fix_col - 1, out);
        cmc_str_printf(out, "%s\n", m->fix);
    }
}

void cmc_diag_show(const cmc_diag *d, cmc_str *out) {
    assert(out);
    sources s = {.d = d, .arena = cmc_arena_create()};
    for (size_t i = 0; i < cmc_diag_count(d); i++) {
        const cmc_message *m = cmc_diag_get(d, i);
        diag_headline(m, out);
        if (!s.arena || !m->loc.file || !m->loc.line || !m->loc.col)
            continue;
        const diag_source *f = source_of(&s, m->loc.file);
        size_t len = 0;
        const char *line = f && f->text ? find_line(f, m->loc.line, &len) : NULL;
        if (line)
            show_line(m, line, len, out);
    }
    cmc_arena_destroy(s.arena);
}
