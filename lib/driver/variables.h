// SPDX-License-Identifier: MIT
// The variables of a module's functions, for debug information.

#ifndef CMC_DRIVER_VARIABLES_H
#define CMC_DRIVER_VARIABLES_H

#include <cmc/passes.h>

typedef struct drv_variable {
    const char *function;
    gx_variable v;
} drv_variable;
typedef CMC_VEC(drv_variable) drv_variables;

// Collects the variables of all functions from the debug information of mod, copied to a.
cmc_status drv_collect_variables(LLVMModuleRef mod, cmc_arena *a, drv_variables *out);

#endif
