// SPDX-License-Identifier: MIT
// Reads the list of kernels, !genx.kernels, and the lists in its entries.

#include <cmc/genx.h>

LLVMValueRef *genx_list(LLVMValueRef v, cmc_arena *a, unsigned *n) {
    bool one = v && LLVMIsAConstantInt(v); // LLVM-C returns a list of one number as the number
    if (!one && (!v || !LLVMIsAMDNode(v)))
        return NULL;
    *n = one ? 1 : (unsigned)LLVMGetMDNodeNumOperands(v);
    LLVMValueRef *items = CMC_NEW_N(a, LLVMValueRef, *n + 1);
    if (items && one)
        items[0] = v;
    else if (items)
        LLVMGetMDNodeOperands(v, items);
    return items;
}

LLVMValueRef *genx_kernel_entries(LLVMModuleRef m, cmc_arena *a, unsigned *n) {
    *n = LLVMGetNamedMetadataNumOperands(m, "genx.kernels");
    LLVMValueRef *entries = CMC_NEW_N(a, LLVMValueRef, *n + 1);
    if (entries && *n)
        LLVMGetNamedMetadataOperands(m, "genx.kernels", entries);
    return entries;
}
