// SPDX-License-Identifier: MIT
// Warning groups: decides which of our warnings are shown, and which become errors.
//
// A warning's code is its group ("-Wcm-spill"), which the message also shows. Clang has already filtered its own
// warnings; they are unchanged here.

#include "driver_priv.h"

#include <assert.h>
#include <string.h>

typedef struct group {
    const char *name;
    bool on; // default, without an option
    const char *help;
} group;

static const group groups[] = {
#define DRV_GROUP(name, on, help) {name, on, help},
#include "warnings.def"
#undef DRV_GROUP
};
enum { N_GROUPS = sizeof groups / sizeof groups[0] };

typedef struct settings {
    bool shown[N_GROUPS];
    int8_t fatal[N_GROUPS]; // 1: error; -1: warning even with -Werror; 0: follow -Werror
    bool all_fatal, silent;
} settings;

static int find_group(const char *name, size_t len) {
    for (int i = 0; i < N_GROUPS; i++)
        if (strlen(groups[i].name) == len && !memcmp(groups[i].name, name, len))
            return i;
    return -1;
}

// The parts of an option such as "-Wno-error=cm-x". Options for other groups get an empty name.
typedef struct parsed {
    bool no, error;
    const char *name;
} parsed;

static parsed parse(const char *option) {
    parsed p = {false, false, option + 2};
    if (!strncmp(p.name, "no-", 3)) {
        p.no = true;
        p.name += 3;
    }
    if (!strncmp(p.name, "error=", 6)) {
        p.error = true;
        p.name += 6;
    }
    if (strncmp(p.name, "cm-", 3) != 0 && strcmp(p.name, "cm") != 0)
        p.name = "";
    return p;
}

static bool names_all(const char *name) {
    return !strcmp(name, "cm") || !strcmp(name, "cm-all");
}

cmc_status drv_warning_option(const char *option, bool *ours, cmc_diag *d) {
    assert(option && ours);
    parsed p = parse(option);
    *ours = p.name[0] != 0;
    if (!*ours || names_all(p.name) || find_group(p.name, strlen(p.name)) >= 0)
        return CMC_OK;
    cmc_str all = CMC_STR_INIT;
    for (int i = 0; i < N_GROUPS; i++)
        cmc_str_printf(&all, ", %s", groups[i].name);
    cmc_diag_error(d, "CM0007", "'%s': unknown warning group '%s'; groups are cm%s", option, p.name,
                   cmc_str_text(&all));
    cmc_str_free(&all);
    return CMC_ERR_USER;
}

void drv_warning_help(cmc_str *out) {
    for (int i = 0; i < N_GROUPS; i++)
        cmc_str_printf(out, "  -W%-18s %s%s\n", groups[i].name, groups[i].help, groups[i].on ? " (on)" : "");
}

static void apply(settings *s, const char *option) {
    if (!strcmp(option, "-w"))
        s->silent = true;
    if (!strcmp(option, "-Werror") || !strcmp(option, "-Wno-error"))
        s->all_fatal = option[2] == 'e';
    parsed p = parse(option);
    for (int i = 0; i < N_GROUPS && p.name[0]; i++) {
        if (!names_all(p.name) && strcmp(p.name, groups[i].name) != 0)
            continue;
        s->shown[i] = p.error ? s->shown[i] || !p.no : !p.no;
        if (p.error)
            s->fatal[i] = p.no ? -1 : 1;
    }
}

static cmc_severity decide(void *user, const cmc_message *m) {
    const settings *s = user;
    if (m->severity != CMC_WARNING)
        return m->severity;
    int g = strncmp(m->code, "-Wcm-", 5) == 0 ? find_group(m->code + 2, strlen(m->code + 2)) : -1;
    if (s->silent || (g >= 0 && !s->shown[g]))
        return (cmc_severity)0;
    if (g >= 0 && s->fatal[g])
        return s->fatal[g] > 0 ? CMC_ERROR : CMC_WARNING;
    bool clangs = g < 0 && strncmp(m->code, "-W", 2) == 0; // filtered by Clang
    return s->all_fatal && !clangs ? CMC_ERROR : CMC_WARNING;
}

void drv_apply_warnings(const drv_opts *o, cmc_diag *d) {
    settings s = {0};
    for (int i = 0; i < N_GROUPS; i++)
        s.shown[i] = groups[i].on;
    for (size_t i = 0; i < o->n_warnings; i++)
        apply(&s, o->warnings[i]);
    cmc_diag_rewrite(d, decide, &s);
}
