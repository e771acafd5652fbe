// SPDX-License-Identifier: MIT
// Response files: replaces "@file" on the command line by the words in the file.

#include <cmc/options.h>

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 10 };

static cmc_status expand(int n, char *const *words, unsigned depth, cmc_arena *a, tool_words *out, cmc_diag *d);

static cmc_status read_words(const char *path, unsigned depth, cmc_arena *a, tool_words *out, cmc_diag *d) {
    if (depth >= MAX_DEPTH) {
        cmc_diag_error(d, "CM0003", "response file '%s' is nested too deeply; does it name itself?", path);
        return CMC_ERR_USER;
    }
    uint8_t *text = NULL;
    size_t len = 0;
    CMC_TRY(cmc_file_read(path, &text, &len, d));
    tool_words words = {0};
    cmc_str buf = CMC_STR_INIT;
    const char *at = (const char *)text;
    bool ok = true;
    for (const char *w; ok && (w = cmc_word_next(&at, &buf)) != NULL;) {
        char *copy = cmc_arena_strdup(a, w);
        ok = copy && cmc_vec_push(a, &words, copy);
    }
    ok = ok && !buf.oom;
    cmc_str_free(&buf);
    free(text);
    return ok ? expand((int)words.len, words.data, depth + 1, a, out, d) : CMC_ERR_OOM;
}

static cmc_status expand(int n, char *const *words, unsigned depth, cmc_arena *a, tool_words *out, cmc_diag *d) {
    for (int i = 0; i < n; i++) {
        if (words[i][0] == '@' && words[i][1])
            CMC_TRY(read_words(words[i] + 1, depth, a, out, d));
        else if (!cmc_vec_push(a, out, words[i]))
            return CMC_ERR_OOM;
    }
    return CMC_OK;
}

cmc_status tool_expand(int argc, char **argv, cmc_arena *a, tool_words *out, cmc_diag *d) {
    return argc > 1 ? expand(argc - 1, argv + 1, 0, a, out, d) : CMC_OK;
}
