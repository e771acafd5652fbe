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

LLVMValueRef genx_entry_operand(LLVMValueRef entry, cmc_arena *a, unsigned i) {
    unsigned n = 0;
    LLVMValueRef *ops = genx_list(entry, a, &n);
    return ops && i < n ? ops[i] : NULL;
}

uint32_t genx_entry_number(LLVMValueRef entry, cmc_arena *a, unsigned i) {
    LLVMValueRef v = genx_entry_operand(entry, a, i);
    return v && LLVMIsAConstantInt(v) ? (uint32_t)LLVMConstIntGetZExtValue(v) : 0;
}

const char *genx_entry_name(LLVMValueRef entry, LLVMValueRef fn, cmc_arena *a) {
    LLVMValueRef v = genx_entry_operand(entry, a, GENX_ENTRY_NAME);
    unsigned n = 0;
    const char *s = v && LLVMIsAMDString(v) ? LLVMGetMDString(v, &n) : NULL;
    if (s && n)
        return cmc_arena_strndup(a, s, n);
    size_t len = 0;
    s = LLVMGetValueName2(fn, &len);
    return cmc_arena_strndup(a, s, len);
}

LLVMValueRef *genx_kernel_entries(LLVMModuleRef m, cmc_arena *a, unsigned *n) {
    *n = LLVMGetNamedMetadataNumOperands(m, "genx.kernels");
    LLVMValueRef *entries = CMC_NEW_N(a, LLVMValueRef, *n + 1);
    if (entries && *n)
        LLVMGetNamedMetadataOperands(m, "genx.kernels", entries);
    return entries;
}
