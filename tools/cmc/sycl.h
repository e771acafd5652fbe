// SPDX-License-Identifier: MIT
// cmc -fsycl: programs with host code and kernels in one file.

#ifndef CMC_TOOL_SYCL_H
#define CMC_TOOL_SYCL_H

#include <cmc/base.h>

// Whether the command line asks for it.
bool tool_is_sycl(int argc, char **argv);
// Compiles and links as the command line says. Errors: in d.
cmc_status tool_sycl(int argc, char **argv, cmc_arena *a, cmc_diag *d);

#endif
