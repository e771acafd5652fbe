// SPDX-License-Identifier: MIT
// Optimisation remarks of one compilation: collected, shown and recorded.

#ifndef CMC_DRIVER_REMARKS_H
#define CMC_DRIVER_REMARKS_H

#include <cmc/codegen.h>
#include <cmc/driver.h>
#include <cmc/passes.h>

typedef struct drv_remarks {
    cmc_arena *arena;
    CMC_VEC(gx_remark) all; // without duplicates, in the order of arrival
    bool oom;
} drv_remarks;

// Checks the options; CMC_ERR_USER if an option is not a valid regular expression.
cmc_status drv_remark_options(const drv_opts *o, cmc_diag *d);
// Records a copy of a remark about the user's source; user is a drv_remarks. A gx_remark_fn.
void drv_remark_add(void *user, const gx_remark *m);
// Adds the remarks about the finished code of fn, which is at loc in the source.
cmc_status drv_remark_code(drv_remarks *r, const mir_fn *fn, cmc_loc loc);
// Adds a remark for each kernel of m, as the front end made it, whose work-items take turns in a thread.
void drv_remark_simt(drv_remarks *r, LLVMModuleRef m);
// Adds the messages for -Rpass... to d and appends the record to o->record_out.
void drv_remark_show(const drv_remarks *r, const drv_opts *o, cmc_diag *d);

#endif
