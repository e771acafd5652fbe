// SPDX-License-Identifier: MIT
// Reporting by passes: errors, warnings, and the text of analysis printers.

#include "passes_priv.h"

#include <assert.h>
#include <string.h>

// Unrolling and template instantiation copy a statement. The copies' messages differ only in numbers, so report only
// the first.
static bool said_here(const gx_ctx *cx, cmc_severity sev, const char *code, cmc_loc loc) {
    for (size_t i = 0; loc.line && loc.col && i < cmc_diag_count(cx->diag); i++) {
        const cmc_message *m = cmc_diag_get(cx->diag, i);
        if (m->severity == sev && m->loc.line == loc.line && m->loc.col == loc.col && !strcmp(m->code, code) &&
            m->loc.file && loc.file && !strcmp(m->loc.file, loc.file))
            return true;
    }
    return false;
}

static void say(gx_ctx *cx, cmc_severity sev, LLVMValueRef inst, const char *code, const char *fmt, va_list ap) {
    assert(cx->diag && "gx_run and the plugin have one");
    cmc_loc loc = inst ? genx_loc(inst, cx->arena) : (cmc_loc){0};
    if (!said_here(cx, sev, code, loc))
        cmc_diag_vadd(cx->diag, sev, code, loc, fmt, ap);
}

void gx_error(gx_ctx *cx, LLVMValueRef inst, const char *code, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    say(cx, CMC_ERROR, inst, code, fmt, ap);
    va_end(ap);
}

void gx_warn(gx_ctx *cx, LLVMValueRef inst, const char *group, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    say(cx, CMC_WARNING, inst, group, fmt, ap);
    va_end(ap);
}

cmc_str *gx_print_sink(gx_ctx *cx) {
    return cx->print;
}
