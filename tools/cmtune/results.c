// SPDX-License-Identifier: MIT
// The file of results: a line for each variant that was tried,
//
//   STATUS <tab> COST <tab> DEVICE/MARK <tab> NAME=VALUE ... <tab> NOTE
//
// Each line is one write under a lock of the file, which processes of many machines may share. Whoever is killed while
// it writes leaves a line without an end; it counts nothing, and the next line begins after it.

#include "cmtune.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[TUNE_N] = {"missing", "right", "wrong", "refused", "late", "crashed"};

const char *tune_status_name(tune_status s) {
    return names[s];
}

static tune_status status_of(const char *text) {
    for (tune_status s = TUNE_RIGHT; s < TUNE_N; s++)
        if (strcmp(text, names[s]) == 0)
            return s;
    return TUNE_MISSING;
}

// Cuts a field off the line; NULL: the line has no more.
static char *field(char **line) {
    char *begin = *line, *end = begin ? strpbrk(begin, "\t") : NULL;
    if (end)
        *end = '\0';
    *line = end ? end + 1 : NULL;
    return begin;
}

static cmc_status take_line(cmc_arena *a, const tune_plan *p, char *line, tune_result *results) {
    char *status = field(&line), *cost = field(&line), *mark = field(&line), *text = field(&line), *note = field(&line);
    if (!note || strcmp(mark, p->mark) != 0)
        return CMC_OK;
    tune_result r = {.status = status_of(status), .cost = strtod(cost, NULL)};
    const uint32_t variant = tune_variant_find(p, text);
    if (r.status == TUNE_MISSING || variant == UINT32_MAX || results[variant].status != TUNE_MISSING)
        return CMC_OK;
    r.note = cmc_arena_strdup(a, note);
    results[variant] = r;
    return r.note ? CMC_OK : CMC_ERR_OOM;
}

cmc_status tune_results_read(cmc_arena *a, const tune_plan *p, const char *path, tune_result *results, cmc_diag *d) {
    uint8_t *bytes = NULL;
    size_t len = 0;
    memset(results, 0, p->n_variants * sizeof *results);
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return CMC_OK;
    CMC_TRY(cmc_file_read(path, &bytes, &len, d));
    cmc_status s = CMC_OK;
    for (size_t at = 0; at < len && s == CMC_OK;) {
        uint8_t *end = memchr(bytes + at, '\n', len - at);
        if (!end)
            break;
        *end = '\0';
        s = take_line(a, p, (char *)bytes + at, results);
        at = (size_t)(end + 1 - bytes);
    }
    free(bytes);
    return s;
}

// Writes all of the text, after a new line if the file's last line has no end.
static bool append(int file, cmc_str *text) {
    char last = '\n';
    const off_t end = lseek(file, 0, SEEK_END);
    if (end > 0 && pread(file, &last, 1, end - 1) != 1)
        return false;
    const size_t skip = last == '\n' ? 1 : 0; // the text begins with a new line
    return write(file, text->data + skip, text->len - skip) == (ssize_t)(text->len - skip);
}

bool tune_results_add(const tune_plan *p, const char *path, uint32_t variant, const tune_result *r) {
    cmc_str text = CMC_STR_INIT;
    cmc_str_printf(&text, "\n%s\t%.17g\t%s\t", names[r->status], r->cost, p->mark);
    tune_variant_text(p, variant, &text);
    cmc_str_printf(&text, "\t%s\n", r->note ? r->note : "");
    bool ok = false;
    const int file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (file >= 0 && !text.oom && fcntl(file, F_SETLKW, &lock) == 0)
        ok = append(file, &text);
    if (file >= 0)
        ok = close(file) == 0 && ok; // which ends the lock
    cmc_str_free(&text);
    return ok;
}
