// SPDX-License-Identifier: MIT
// Reads the attributes that front ends set on functions and variables.

#include "passes_priv.h"
#include "llvm_shim.h"

#include <string.h>

bool gx_is_kernel(LLVMValueRef fn) {
    static const char mark[] = "CMGenxMain";
    return !LLVMIsDeclaration(fn) &&
           LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark, sizeof(mark) - 1);
}

int64_t gx_register_bytes(const gx_ctx *cx, LLVMValueRef fn) {
    uint32_t n = 0;
    if (!genx_grf_request(fn, cx->model, &n))
        n = cx->grf_count;
    return (int64_t)(n ? n : cx->model->grf_count) * cx->model->grf_b;
}

const char *gx_global_attribute(LLVMValueRef g, const char *key, const char *other, size_t *len) {
    const char *s = gx_shim_global_attribute(g, key, len);
    return s ? s : gx_shim_global_attribute(g, other, len);
}

bool gx_is_volatile(LLVMValueRef g) {
    size_t len;
    return gx_global_attribute(g, "genx_volatile", "VCVolatile", &len) != NULL;
}

bool gx_is_in_variable(LLVMValueRef pointer) {
    int64_t off_b = 0;
    LLVMValueRef v = gx_shim_strip_offset(pointer, &off_b);
    return LLVMIsAAllocaInst(v) || (LLVMIsAGlobalVariable(v) && LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == 0);
}

bool gx_holds(const gx_values *l, LLVMValueRef v) {
    for (uint32_t i = 0; i < l->len; i++)
        if (l->data[i] == v)
            return true;
    return false;
}
