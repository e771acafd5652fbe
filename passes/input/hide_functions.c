// SPDX-License-Identifier: MIT
// gx_hide_functions: make functions that are not kernels internal.
//
//   define i1 @any32(<32 x i1> %m) alwaysinline { ... }  ->  define internal i1 @any32(<32 x i1> %m) alwaysinline { ... }
//
// Why: a binary contains only kernels. Front ends link libraries of functions with their kernels. An internal function
// that no kernel calls is removed, and its arguments need not meet the requirements of a subroutine. Without a list of
// kernels, nothing changes.

#include "passes_priv.h"

static bool is_listed(LLVMValueRef *entries, unsigned n, LLVMValueRef fn, cmc_arena *a) {
    for (unsigned i = 0; i < n; i++) {
        unsigned n_ops;
        LLVMValueRef *ops = genx_list(entries[i], a, &n_ops);
        if (!ops || ops[GENX_ENTRY_FUNCTION] == fn)
            return true;
    }
    return false;
}

bool gx_hide_functions(gx_ctx *cx, LLVMModuleRef mod) {
    unsigned n;
    LLVMValueRef *entries = genx_kernel_entries(mod, cx->arena, &n);
    bool changed = false;
    if (!entries || n == 0)
        return false;
    genx_foreach_function(mod, f) {
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage || is_listed(entries, n, f, cx->arena))
            continue;
        LLVMSetVisibility(f, LLVMDefaultVisibility);
        LLVMSetDLLStorageClass(f, LLVMDefaultStorageClass);
        LLVMSetLinkage(f, LLVMInternalLinkage);
        changed = true;
    }
    return changed;
}
