// SPDX-License-Identifier: MIT
// Inside lib/driver: packing compiled kernels into a zebin.

#ifndef CMC_DRIVER_PRIV_H
#define CMC_DRIVER_PRIV_H

#include "variables.h"

#include <cmc/codegen.h>
#include <cmc/driver.h>
#include <cmc/zebin.h>

typedef struct drv_unit { // what debug information says about the whole compilation
    const char *file;
    const char *dir;        // where the compiler ran; "" = not known
    const cmc_loc *kernels; // where the source has each function of the module; line 0 = not known
    const mir_module *mod;
    const drv_variables *variables; // of all functions
} drv_unit;

// Emits every function of mod and appends one zebin for all of them to out; with debug information when unit is not
// NULL.
cmc_status drv_package(const mir_module *mod, const cg_opts *cg, const drv_unit *unit, cmc_str *out, cmc_diag *d);

// Adds .debug_abbrev, .debug_info, .debug_line and the symbols that they need to f. lines[i]: of f's kernel i.
cmc_status drv_add_debug(zeb_file *f, const drv_unit *unit, const cg_lines *lines);
// Emits every function of mod and appends its assembly text.
cmc_status drv_print_asm(const mir_module *mod, const cg_opts *cg, cmc_str *out, cmc_diag *d);

// Drops and promotes warnings as opts->warnings asks.
void drv_apply_warnings(const drv_opts *o, cmc_diag *d);

// What every function of mod costs, appended to out.
cmc_status drv_report(const mir_module *mod, bool json, cmc_str *out);

#endif
