// SPDX-License-Identifier: MIT
// gx_keep_modes: functions with a float mode of their own stay functions.
//
//   define internal float @f(float %x) alwaysinline "CMFloatControl"="16"  ->  ... noinline "CMFloatControl"="16"
//
// Why: selection sets the control register where such a function begins and restores it where the function returns. An
// inlined body would compute in its caller's mode. Kernels have the mode anyway.

#include "passes_priv.h"

#include <string.h>

static const LLVMAttributeIndex at_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

bool gx_keep_modes(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline")),
             never = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    bool changed = false;
    genx_foreach_function(m, f) {
        if (LLVMIsDeclaration(f) || LLVMGetLinkage(f) != LLVMInternalLinkage || !gx_has_float_mode(f))
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, at_function, always);
        LLVMAddAttributeAtIndex(f, at_function, LLVMCreateEnumAttribute(LLVMGetModuleContext(m), never, 0));
        changed = true;
    }
    return changed;
}
