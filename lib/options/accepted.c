// SPDX-License-Identifier: MIT
// Options of Intel's CM compilers that cmc does not have itself: accepted, replaced, or refused with a reason. The
// table is accepted.def.

#include <cmc/options.h>

#include <string.h>

typedef enum ends { EXACT, VALUE, GLUED, NEXT } ends;
typedef enum what { SILENT, IGNORED, MAPPED, SAME, REFUSED } what;

typedef struct accept_row {
    const char *name;
    uint8_t ends, what;
    const char *text;
} accept_row;

static const accept_row rows[] = {
#define ACCEPT(name, ends, what, text) {name, ends, what, text},
#include "accepted.def"
#undef ACCEPT
};

// The value, "" when the name ends as EXACT requires, NULL when the row does not match.
static const char *match(const accept_row *r, const char *arg) {
    size_t n = strlen(r->name);
    if (strncmp(arg + 1, r->name + 1, n - 1) != 0)
        return NULL;
    const char *rest = arg + n;
    bool slash_allowed = r->name[1] == 'Q' || r->name[1] == 'm';
    if (arg[0] != '-' && !slash_allowed)
        return NULL;
    switch ((ends)r->ends) {
    case EXACT:
        return *rest ? NULL : rest;
    case VALUE:
        return *rest == '=' ? rest + 1 : NULL;
    case GLUED:
        return rest;
    case NEXT:
        return *rest == '=' ? rest + 1 : *rest ? NULL : rest;
    }
    return NULL;
}

static void warn(cmc_diag *d, const char *code, const char *arg, const char *before, const char *text) {
    cmc_diag_add(d, CMC_WARNING, code, (cmc_loc){0}, "'%s' %s%s", arg, before, text);
}

static tool_accept act(const accept_row *r, const char *arg, const char *value, cmc_arena *a, const char **out,
                       cmc_diag *d) {
    switch ((what)r->what) {
    case SILENT:
        return TOOL_DROPPED;
    case IGNORED:
        warn(d, "-Wcm-ignored", arg, "has no effect: ", r->text);
        return TOOL_DROPPED;
    case MAPPED:
    case SAME:
        *out = cmc_arena_printf(a, "%s%s", r->text, value);
        if (r->what == MAPPED && *out)
            warn(d, "-Wcm-deprecated", arg, "is an old name; write ", *out);
        return TOOL_REPLACED;
    case REFUSED:
        cmc_diag_error(d, "CM0009", "'%s': %s", arg, r->text);
        return TOOL_REFUSED;
    }
    return TOOL_UNKNOWN;
}

// The container's name may be a separate word.
static tool_accept binary_format(const tool_words *words, uint32_t *i, cmc_diag *d) {
    static const char name[] = "-binary-format";
    const char *arg = words->data[*i], *value = arg + sizeof name - 1;
    if (*value == '=')
        value++;
    else if (*i + 1 < words->len)
        value = words->data[++*i];
    if (strcmp(value, "ze") == 0)
        return TOOL_DROPPED;
    cmc_diag_error(d, "CM0009",
                   "-binary-format=%s: cmc writes 'ze' (zebin) only, which today's Level Zero and OpenCL drivers load",
                   value);
    return TOOL_REFUSED;
}

// Whether "-std=" names a C++ version older than the headers of the language require.
static bool is_old_standard(const char *arg) {
    static const char *const old[] = {"98", "03", "0x", "11", "1y", "14"};
    const char *year = strstr(arg, "++");
    if (strncmp(arg, "-std=c++", 8) != 0 && strncmp(arg, "-std=gnu++", 10) != 0 && strncmp(arg, "--std=c++", 9) != 0)
        return false;
    for (size_t i = 0; i < sizeof old / sizeof old[0]; i++)
        if (strcmp(year + 2, old[i]) == 0)
            return true;
    return false;
}

void tool_nearest_accepted(tool_nearest *t) {
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        tool_nearest_try(t, rows[k].name);
}

tool_accept tool_accepted(const tool_words *words, uint32_t *i, cmc_arena *a, const char **replacement, cmc_diag *d) {
    const char *arg = words->data[*i];
    if (strncmp(arg, "-binary-format", 14) == 0 && (arg[14] == '=' || !arg[14]))
        return binary_format(words, i, d);
    if (is_old_standard(arg)) {
        warn(d, "-Wcm-ignored", arg, "has no effect: ", "the language's headers need C++17");
        return TOOL_DROPPED;
    }
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const char *value = match(&rows[k], arg);
        if (!value)
            continue;
        if (rows[k].ends == NEXT && !*value && *i + 1 < words->len)
            ++*i;
        return act(&rows[k], arg, value, a, replacement, d);
    }
    return TOOL_UNKNOWN;
}
