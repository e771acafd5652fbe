// SPDX-License-Identifier: MIT
// Reporting by passes: errors, warnings, and the text of analysis printers.

#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <string.h>

static bool same_place(cmc_loc a, cmc_loc b) {
    return a.line == b.line && a.col == b.col && a.file && b.file && !strcmp(a.file, b.file);
}

static LLVMMetadataRef called_at(LLVMMetadataRef place) {
    return place ? LLVMDILocationGetInlinedAt(place) : NULL;
}

// Whether the notes after message i are the calls that lead to the place.
static bool same_calls(const gx_ctx *cx, size_t i, LLVMMetadataRef place, LLVMModuleRef mod) {
    LLVMMetadataRef at = called_at(place);
    for (i++; i < cmc_diag_count(cx->diag) && cmc_diag_get(cx->diag, i)->severity == CMC_NOTE; i++) {
        if (!at || !same_place(cmc_diag_get(cx->diag, i)->loc, genx_place(at, mod, cx->arena)))
            return false;
        at = called_at(at);
    }
    return !at;
}

// The debug location of an error at an instruction; NULL for others.
static LLVMMetadataRef place_of(cmc_severity sev, LLVMValueRef inst, cmc_loc loc) {
    return loc.line && sev == CMC_ERROR && LLVMIsAInstruction(inst) ? LLVMInstructionGetDebugLoc(inst) : NULL;
}

static void note_calls(gx_ctx *cx, cmc_severity sev, LLVMValueRef inst, cmc_loc loc) {
    LLVMMetadataRef at = called_at(place_of(sev, inst, loc));
    for (; at; at = called_at(at))
        cmc_diag_add(cx->diag, CMC_NOTE, "", genx_place(at, genx_module_of(inst), cx->arena), "requested here");
}

// Unrolling copies a statement. The copies' messages differ only in numbers, so report only the first. Errors in a
// function are reported for each call that leads there.
static bool said_here(const gx_ctx *cx, cmc_severity sev, LLVMValueRef inst, const char *code, cmc_loc loc) {
    LLVMMetadataRef place = place_of(sev, inst, loc);
    for (size_t i = 0; loc.line && loc.col && i < cmc_diag_count(cx->diag); i++) {
        const cmc_message *m = cmc_diag_get(cx->diag, i);
        if (m->severity == sev && !strcmp(m->code, code) && same_place(m->loc, loc) &&
            (!place || same_calls(cx, i, place, genx_module_of(inst))))
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
    if (said_here(cx, sev, inst, code, loc))
        return;
    if (loc.line || !inst || !LLVMIsAInstruction(inst)) {
        cmc_diag_vadd(cx->diag, sev, code, loc, fmt, ap);
        note_calls(cx, sev, inst, loc);
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
