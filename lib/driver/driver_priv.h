// SPDX-License-Identifier: MIT
// Private to lib/driver: packing, debug information, reports and warnings.

#ifndef CMC_DRIVER_PRIV_H
#define CMC_DRIVER_PRIV_H

#include "variables.h"

#include <cmc/codegen.h>
#include <cmc/driver.h>
#include <cmc/zebin.h>
#include <llvm-c/Core.h>

typedef struct drv_unit { // input of debug information for the whole compilation
    const char *file;
    const char *dir;        // directory of the compilation; "": unknown
    const cmc_loc *kernels; // source location of each function of mod; line 0: unknown
    const mir_module *mod;
    const drv_variables *variables; // of all functions
    const char *const *prefix_maps; // OLD=NEW
    size_t n_prefix_maps;
} drv_unit;
// The path as debug information names it; NULL: out of memory.
const char *drv_mapped_path(const drv_unit *unit, cmc_arena *a, const char *path);

// Emits every function of mod and appends one zebin for all of them to out, with debug information if unit is not NULL.
cmc_status drv_package(const mir_module *mod, const cg_opts *cg, const drv_unit *unit, cmc_str *out, cmc_diag *d);

// Adds the rows of a kernel's arguments to its description. False: out of memory.
bool drv_add_args(const mir_arg *args, uint32_t n, zeb_kernel *k, cmc_arena *arena);
// Lowers the IR of the passes for the CPU and appends a shared object, or its assembly, to out.
cmc_status drv_package_host(LLVMModuleRef ir, const drv_opts *o, cmc_str *out, cmc_diag *d);
// Adds the messages of from that to does not have: several targets compile the same source.
void drv_take_messages(cmc_diag *to, const cmc_diag *from);
// Compiles o for each target of a list ("tgl,host"), or for DRV_ALL_TARGETS, and appends an archive to out.
cmc_status drv_compile_fat(const drv_opts *o, cmc_str *out, cmc_diag *d);
// Whether a comma list of targets has the CPU.
bool drv_has_host(const char *list);

// Adds .debug_abbrev, .debug_info, .debug_line and their symbols to f. lines[i] belongs to f's kernel i.
cmc_status drv_add_debug(zeb_file *f, const drv_unit *unit, const cg_lines *lines);
// Emits every function of mod and appends its assembly text to out.
cmc_status drv_print_asm(const mir_module *mod, const cg_opts *cg, cmc_str *out, cmc_diag *d);

// Drops warnings in d and turns warnings into errors, as o->warnings says.
void drv_apply_warnings(const drv_opts *o, cmc_diag *d);

// Appends the cost of every function of mod to out.
cmc_status drv_report(const mir_module *mod, bool json, cmc_str *out);

#endif
