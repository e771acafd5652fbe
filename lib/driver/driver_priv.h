// SPDX-License-Identifier: MIT
// Inside lib/driver: packing compiled kernels into a zebin.

#ifndef CMC_DRIVER_PRIV_H
#define CMC_DRIVER_PRIV_H

#include <cmc/codegen.h>
#include <cmc/driver.h>

// Emits every function of mod and appends one zebin for all of them to out.
cmc_status drv_package(const mir_module *mod, const cg_opts *cg, cmc_str *out, cmc_diag *d);
// Emits every function of mod and appends its assembly text.
cmc_status drv_print_asm(const mir_module *mod, const cg_opts *cg, cmc_str *out, cmc_diag *d);

// Drops and promotes warnings as opts->warnings asks.
void drv_apply_warnings(const drv_opts *o, cmc_diag *d);

// What every function of mod costs, appended to out.
cmc_status drv_report(const mir_module *mod, bool json, cmc_str *out);

#endif
