// SPDX-License-Identifier: MIT
// Inside promote_arrays: its parts that run before.

#ifndef CMC_ARRAYS_PRIV_H
#define CMC_ARRAYS_PRIV_H

#include "passes_priv.h"

// local_copies.c: memcpy and memset of local variables become loads and stores of vectors.
bool gx_local_copies(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn);
// join_variables.c: variables of which one address may mean either become one variable.
bool gx_join_variables(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn);

#endif
