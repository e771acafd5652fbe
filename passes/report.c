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

// IR without debug information: the message names the file and the function.
static void name_function(gx_ctx *cx, cmc_severity sev, LLVMValueRef inst, const char *code, const char *text) {
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    size_t len, unused;
    const char *name = LLVMGetValueName2(fn, &len);
    cmc_loc loc = {.file = LLVMGetModuleIdentifier(LLVMGetGlobalParent(fn), &unused)};
    const char *quoted = cmc_arena_printf(cx->arena, "'%s'", name);
    if (!quoted || strstr(text, quoted))
        cmc_diag_add(cx->diag, sev, code, loc, "%s", text);
    else
        cmc_diag_add(cx->diag, sev, code, loc, "in function '%s': %s", name, text);
}

static void say(gx_ctx *cx, cmc_severity sev, LLVMValueRef inst, const char *code, const char *fmt, va_list ap) {
    assert(cx->diag && "gx_run and the plugin have one");
    cmc_loc loc = inst ? genx_loc(inst, cx->arena) : (cmc_loc){0};
    if (said_here(cx, sev, code, loc))
        return;
    if (loc.line || !inst || !LLVMIsAInstruction(inst)) {
        cmc_diag_vadd(cx->diag, sev, code, loc, fmt, ap);
        return;
    }
    cmc_str text = CMC_STR_INIT;
    cmc_str_vprintf(&text, fmt, ap);
    name_function(cx, sev, inst, code, cmc_str_text(&text));
    cmc_str_free(&text);
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
