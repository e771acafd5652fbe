// SPDX-License-Identifier: MIT
// Shared by the passes over file-scope variables.

#ifndef CMC_GLOBALS_PRIV_H
#define CMC_GLOBALS_PRIV_H

#include "passes_priv.h"

// Whether an instruction of fn uses v, directly or through a few constant expressions.
bool gx_used_in(LLVMValueRef v, LLVMValueRef fn, unsigned depth);
// Creates a local variable for g in fn, without an initial value, and redirects all uses of g in fn to it, except
// those in vload and vstore.
LLVMValueRef gx_local_copy(LLVMBuilderRef b, LLVMValueRef g, LLVMValueRef fn);

#endif
