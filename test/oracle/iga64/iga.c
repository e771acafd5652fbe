// SPDX-License-Identifier: MIT
// Running iga64 and comparing text with its text, see iga.h.

#include "iga.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const known_targets[] = {
#define IGA_KNOWN(id, targets, what, why, witness) targets,
#include "known.def"
#undef IGA_KNOWN
};

bool iga_known(const isa_model *m, iga_known_id id) {
    return strstr(known_targets[id], m->name) != NULL;
}

int iga_fatal(const char *what, const char *more) {
    fprintf(stderr, "%s%s\n", what, more);
    exit(2);
}

void iga_run(const isa_model *m, const char *options, const char *in, const char *out, const char *log) {
    char command[2048], show[600];
    snprintf(command, sizeof command, "iga64 -q -Wnone -p %s %s '%s' -o '%s' >'%s' 2>&1", m->iga_platform, options, in,
             out, log);
    if (system(command) == 0)
        return;
    snprintf(show, sizeof show, "head -%d '%s' >&2", 3 * IGA_SHOW, log);
    if (system(show) != 0)
        iga_fatal("no log: ", log);
    iga_fatal("iga64 failed: ", command);
}

// known.def, MACRO_REGION: r1.mme2<1;1,0>:f.
static bool ends_with_mme(const cmc_str *s) {
    const char *end = s->data + s->len;
    bool digit = s->len > 0 && end[-1] >= '0' && end[-1] <= '7';
    return s->len > 4 && memcmp(end - (digit ? 4 : 3), "mme", 3) == 0;
}

void iga_normalize(const cmc_str *in, cmc_str *out) {
    bool blank = true, comment = false;
    for (size_t i = 0; i < in->len; i++) {
        char ch = in->data[i];
        if (ch == '\n') {
            while (out->len && out->data[out->len - 1] == ' ')
                out->data[--out->len] = '\0';
            if (out->len && out->data[out->len - 1] != '\n')
                cmc_str_append(out, "\n");
            blank = true;
            comment = false;
            continue;
        }
        comment = comment || (ch == '/' && i + 1 < in->len && in->data[i + 1] == '/');
        if (ch == '<' && ends_with_mme(out)) {
            while (i + 1 < in->len && in->data[i] != '>')
                i++;
            continue;
        }
        bool is_blank = ch == ' ' || ch == '\t';
        if (!comment && !(is_blank && blank))
            cmc_str_append_n(out, is_blank ? " " : &ch, 1);
        blank = is_blank;
    }
    if (out->len && out->data[out->len - 1] != '\n')
        cmc_str_append(out, "\n");
}

static size_t line_length(const char *p) {
    const char *nl = strchr(p, '\n');
    return nl ? (size_t)(nl - p) : strlen(p);
}

unsigned iga_compare_text(const char *where, const cmc_str *ours, const cmc_str *theirs) {
    const char *a = cmc_str_text(ours), *b = cmc_str_text(theirs);
    unsigned n_bad = 0;
    while (*a || *b) {
        size_t n = line_length(a), m = line_length(b);
        if (n != m || memcmp(a, b, n) != 0) {
            if (n_bad++ < IGA_SHOW)
                fprintf(stderr, "%stext differs\n  ours  %.*s\n  iga64 %.*s\n", where, (int)n, a, (int)m, b);
        }
        a += n + (a[n] == '\n');
        b += m + (b[m] == '\n');
    }
    return n_bad;
}
