// SPDX-License-Identifier: MIT
// Shared by the passes over variables of a file.

#ifndef CMC_GLOBALS_PRIV_H
#define CMC_GLOBALS_PRIV_H

#include "passes_priv.h"

// Whether an instruction of fn uses v, through at most a few constant expressions.
bool gx_used_in(LLVMValueRef v, LLVMValueRef fn, unsigned depth);
// A local variable for g in fn, without an initial value, that all its uses in fn name from now on; but for vload,
// vstore.
LLVMValueRef gx_local_copy(LLVMBuilderRef b, LLVMValueRef g, LLVMValueRef fn);

#endif
