// SPDX-License-Identifier: MIT
// The pass lists as data: the text of the default pipeline, and queries about a pass by name.
//
//   pipeline.def                                          LLVM's pipeline text
//     GX_STEP(MODULE, ALWAYS, "globalopt", ...)             globalopt,function(adce,loop(indvars,loop-deletion)),...
//     GX_STEP(FUNCTION, ALWAYS, "adce", ...)
//     GX_STEP(LOOP, OPTIMISED, "indvars", ...)
//     GX_STEP(LOOP, OPTIMISED, "loop-deletion", ...)
//
// Adjacent steps of one manager share it, up to the next GX_PHASE.

#include "passes_priv.h"

#include <string.h>

typedef enum manager { MODULE, FUNCTION, LOOP, LOOP_MSSA } manager;
typedef enum level { ALWAYS, PLAIN, OPTIMISED, HOST_END } level;

typedef struct step {
    manager in;
    level level;
    const char *text; // one pass, or two that always run together; NULL: a new group begins
} step;

static const step steps[] = {
#define GX_PHASE(name)                     {MODULE, ALWAYS, NULL},
#define GX_STEP(manager, level, pass, why) {manager, level, pass},
#define GX_HOST_END(why)                   {MODULE, HOST_END, NULL},
#include "pipeline.def"
#undef GX_PHASE
#undef GX_STEP
#undef GX_HOST_END
};
enum { N_STEPS = sizeof steps / sizeof steps[0] };

static bool runs_at(const step *s, unsigned opt_level) {
    return s->level == ALWAYS || (s->level == OPTIMISED) == (opt_level > 0);
}

static bool is_loop(manager m) {
    return m == LOOP || m == LOOP_MSSA;
}

// Closes and opens the nesting between two managers. Loop passes run inside a function group.
static void change_manager(cmc_str *out, manager from, manager to) {
    bool comma = out->len > 0;
    if (is_loop(from))
        cmc_str_append(out, ")");
    if (from != MODULE && to == MODULE)
        cmc_str_append(out, ")");
    if (comma)
        cmc_str_append(out, ",");
    if (from == MODULE && to != MODULE)
        cmc_str_append(out, "function(");
    if (is_loop(to))
        cmc_str_append(out, to == LOOP ? "loop(" : "loop-mssa(");
}

void gx_default_pipeline(unsigned opt_level, bool for_host, cmc_str *out) {
    manager at = MODULE;
    bool new_group = false;
    for (unsigned i = 0; i < N_STEPS; i++) {
        const step *s = &steps[i];
        if (s->level == HOST_END && for_host)
            break;
        if (!s->text)
            new_group = true;
        if (!s->text || !runs_at(s, opt_level))
            continue;
        if (new_group && at != MODULE) { // two adjacent function groups
            cmc_str_append(out, is_loop(at) ? "))" : ")");
            at = MODULE;
        }
        new_group = false;
        if (s->in != at)
            change_manager(out, at, s->in);
        else if (out->len)
            cmc_str_append(out, ",");
        at = s->in;
        cmc_str_append(out, s->text);
    }
    if (at != MODULE)
        cmc_str_append(out, is_loop(at) ? "))" : ")");
}

typedef struct pass_row {
    const char *name;
    bool required;
} pass_row;

static const pass_row passes[] = {
#define REQUIRED                               true
#define OPTIONAL                               false
#define GX_PASS(name, stage, kind, need, text) {#name, need},
#include "passes.def"
#undef GX_PASS
#undef REQUIRED
#undef OPTIONAL
};

static const pass_row *find_pass(const char *name, size_t len) {
    for (size_t i = 0; i < sizeof passes / sizeof passes[0]; i++)
        if (strlen(passes[i].name) == len && memcmp(passes[i].name, name, len) == 0)
            return &passes[i];
    return NULL;
}

// Whether name is one of the passes in a step's text, whose parameters are in angle brackets.
static bool step_names(const char *text, const char *name, size_t len) {
    while (*text) {
        size_t n = strcspn(text, ",<");
        if (n == len && memcmp(text, name, len) == 0)
            return true;
        text += n;
        if (*text == '<')
            text += strcspn(text, ">") + 1;
        text += *text == ',';
    }
    return false;
}

bool gx_pass_known(const char *name, size_t len) {
    if (find_pass(name, len))
        return true;
    for (unsigned i = 0; i < N_STEPS; i++)
        if (steps[i].text && step_names(steps[i].text, name, len))
            return true;
    return false;
}

bool gx_pass_required(const char *name, size_t len) {
    const pass_row *p = find_pass(name, len);
    return p && p->required;
}
