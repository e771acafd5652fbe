// SPDX-License-Identifier: MIT
// Instruction selection: legal genx IR to machine IR. The last stage that uses LLVM.

#ifndef CMC_SELECT_H
#define CMC_SELECT_H

#include <cmc/mir.h>
#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

// Selects every kernel of !genx.kernels into *out (arena). The module must have been through gx_run.
cmc_status sel_module(LLVMModuleRef mod, const isa_model *m, cmc_arena *a, mir_module **out, cmc_diag *d);

#ifdef __cplusplus
}
#endif
#endif
