// SPDX-License-Identifier: MIT
// Internals of promote_arrays: the parts that run first.

#ifndef CMC_ARRAYS_PRIV_H
#define CMC_ARRAYS_PRIV_H

#include "passes_priv.h"

// local_copies.c: memcpy and memset of local variables become loads and stores of vectors.
bool gx_local_copies(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn);
// local_lanes.c: messages at addresses of local variables become loads and stores.
bool gx_local_lanes(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn);
// join_variables.c: variables that the same address may refer to become one variable.
bool gx_join_variables(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn);

#endif
