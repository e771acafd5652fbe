// SPDX-License-Identifier: MIT
// gx_run: the frame around the pass manager, and how passes report errors and warnings.

#include "passes_priv.h"

#include <string.h>

cmc_status gx_run(LLVMModuleRef mod, const isa_model *m, const gx_opts *opts, cmc_diag *d) {
    gx_opts o = GX_OPTS_INIT;
    if (opts)
        memcpy(&o, opts, opts->size < sizeof(o) ? opts->size : sizeof(o));
    cmc_str print = CMC_STR_INIT;
    gx_ctx cx = {.arena = cmc_arena_create(),
                 .diag = d,
                 .model = m ? m : isa_model_get(ISA_TARGET_TGL),
                 .print = o.dump_out ? o.dump_out : &print,
                 .grf_count = o.grf_count};
    if (!cx.arena)
        return CMC_ERR_OOM;
    cmc_diag *own = NULL;
    if (!cx.diag) // the runner looks at the count of errors, so there must be a sink
        cx.diag = own = cmc_diag_create();
    cmc_str text = CMC_STR_INIT;
    if (!o.passes)
        gx_default_pipeline(o.opt_level, &text);
    cmc_status st = cx.diag ? gx_pipeline_run(mod, o.passes ? o.passes : cmc_str_text(&text), &cx, &o) : CMC_ERR_OOM;
    cmc_str_free(&text);
    cmc_diag_destroy(own);
    cmc_arena_destroy(cx.arena);
    cmc_str_free(&print);
    return st;
}

// Copies of one statement, which unrolling and instances of templates make, say the same thing in
// other numbers: once.
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

int64_t gx_register_bytes(const gx_ctx *cx, LLVMValueRef fn) {
    uint32_t n = 0;
    if (!genx_grf_asked(fn, cx->model, &n))
        n = cx->grf_count;
    return (int64_t)(n ? n : cx->model->grf_count) * cx->model->grf_b;
}

cmc_str *gx_print_sink(gx_ctx *cx) {
    return cx->print;
}
