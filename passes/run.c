// SPDX-License-Identifier: MIT
// gx_run: sets up and runs the pass manager.

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
    if (!cx.diag) // the runner checks the error count, so it needs a sink
        cx.diag = own = cmc_diag_create();
    cmc_str text = CMC_STR_INIT;
    if (!o.passes)
        gx_default_pipeline(o.opt_level, o.for_host, &text);
    cmc_status st = cx.diag ? gx_pipeline_run(mod, o.passes ? o.passes : cmc_str_text(&text), &cx, &o) : CMC_ERR_OOM;
    cmc_str_free(&text);
    cmc_diag_destroy(own);
    cmc_arena_destroy(cx.arena);
    cmc_str_free(&print);
    return st;
}
