// SPDX-License-Identifier: MIT
// Finds the register count that a kernel requests.
//
//   define ... @k() #0     attributes #0 = { "num-grf-per-thread"="256" }   →   256
//
// There are three spellings; the first that is present counts. "num-grf-per-thread" is written by cmc's front end and
// read by Intel's code generator; "sycl-grf-size" is written by SYCL front ends ("0" means automatic for both). The
// function metadata !RegisterAllocMode comes from SPIR-V translators (0 automatic, 1 default, 2 large, a number of
// registers, or !"AutoINTEL").

#include <cmc/genx.h>

#include <stdlib.h>
#include <string.h>

enum { MODE_AUTO = 0, MODE_DEFAULT = 1, MODE_LARGE = 2 };

static bool number_attribute(LLVMValueRef fn, const char *key, uint32_t *out) {
    LLVMAttributeRef a =
        LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, (unsigned)strlen(key));
    unsigned len = 0;
    if (!a)
        return false;
    *out = (uint32_t)strtoul(LLVMGetStringAttributeValue(a, &len), NULL, 10);
    return true;
}

static bool mode_metadata(LLVMValueRef fn, const isa_model *m, uint32_t *out) {
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    unsigned kind = LLVMGetMDKindIDInContext(c, "RegisterAllocMode", 17);
    size_t n = 0;
    bool found = false;
    LLVMValueMetadataEntry *all = LLVMGlobalCopyAllMetadata(fn, &n);
    for (unsigned i = 0; i < n && !found; i++) {
        if (LLVMValueMetadataEntriesGetKind(all, i) != kind)
            continue;
        LLVMValueRef node = LLVMMetadataAsValue(c, LLVMValueMetadataEntriesGetMetadata(all, i));
        LLVMValueRef mode = NULL;
        if (LLVMGetMDNodeNumOperands(node) == 1)
            LLVMGetMDNodeOperands(node, &mode);
        uint32_t x = mode && LLVMIsAConstantInt(mode) ? (uint32_t)LLVMConstIntGetZExtValue(mode) : MODE_AUTO;
        *out = x == MODE_DEFAULT ? m->grf_count : x == MODE_LARGE ? m->grf_count_large : x;
        found = true;
    }
    LLVMDisposeValueMetadataEntries(all);
    return found;
}

bool genx_grf_request(LLVMValueRef fn, const isa_model *m, uint32_t *out) {
    return number_attribute(fn, "num-grf-per-thread", out) || number_attribute(fn, "sycl-grf-size", out) ||
           mode_metadata(fn, m, out);
}
