// SPDX-License-Identifier: MIT
// regalloc: every variable gets a place in a register file.
//
//   before                                            after
//     undef %x
//     add (8|M0) %x<1>:f %y<1;1,0>:f %s<0;1,0>:f        add (8|M0) r4.0<1>:f r3.0<1;1,0>:f r2.1<0;1,0>:f
//
// Needs: phase legal, no copies. Keeps: instructions and their order; undef goes away.

#include "ra.h"

static cmc_status refuse_copies(const cg_ctx *cx, const mir_fn *fn) {
    for (uint32_t b = 0; b < fn->blocks.len; b++)
        for (const mir_inst *i = fn->blocks.data[b]->first; i; i = i->next)
            if (i->i.op == MIR_COPY) {
                cmc_diag_error(cx->diag, "CG0303", "kernel \"%s\" still holds copies, run lower_copy first", fn->name);
                return CMC_ERR_USER;
            }
    return CMC_OK;
}

cmc_status cg_pass_regalloc(cg_ctx *cx, mir_fn *fn) {
    CMC_TRY(refuse_copies(cx, fn));
    const live_info *live = live_compute(fn, cx->scratch);
    if (!live)
        return CMC_ERR_OOM;
    CMC_TRY(ra_allocate(cx, fn, live));
    CMC_TRY(ra_check(fn, cx->scratch, cx->diag));
    ra_rewrite(fn);
    cx->changed = true;
    return CMC_OK;
}

cmc_status cg_pass_check_regalloc(cg_ctx *cx, mir_fn *fn) {
    return ra_check(fn, cx->scratch, cx->diag);
}
