// SPDX-License-Identifier: MIT
// Optimisation remarks of one compilation: collected, shown and recorded.

#ifndef CMC_DRIVER_REMARKS_H
#define CMC_DRIVER_REMARKS_H

#include <cmc/codegen.h>
#include <cmc/driver.h>
#include <cmc/passes.h>

typedef struct drv_remarks {
    cmc_arena *arena;
    CMC_VEC(gx_remark) all; // without repetitions, in the order in which they came
    bool oom;
} drv_remarks;

// CMC_ERR_USER when a regular expression of the options is none.
cmc_status drv_remark_options(const drv_opts *o, cmc_diag *d);
// Takes a copy of a remark that is about the user's source; user is a drv_remarks. A gx_remark_fn.
void drv_remark_add(void *user, const gx_remark *m);
// What the finished code of fn, which the source has at loc, says about its making.
cmc_status drv_remark_code(drv_remarks *r, const mir_fn *fn, cmc_loc loc);
// Messages for -Rpass..., and the record.
void drv_remark_show(const drv_remarks *r, const drv_opts *o, cmc_diag *d);

#endif
