// SPDX-License-Identifier: MIT
// Private to the diagnostics sink: its contents, shared by the code that collects messages and the code that shows
// them.

#ifndef CMC_BASE_DIAG_PRIV_H
#define CMC_BASE_DIAG_PRIV_H

#include <cmc/base.h>

typedef struct diag_source { // a file's text, for the source lines shown with messages
    const char *file, *text;
    size_t len;
} diag_source;

struct cmc_diag {
    cmc_arena *arena;
    CMC_VEC(cmc_message) messages;
    CMC_VEC(diag_source) sources;
    size_t n_errors;
};

// Appends "file:line:col: error: text [CODE]" and a newline.
void diag_headline(const cmc_message *m, cmc_str *out);

#endif
