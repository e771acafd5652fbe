// SPDX-License-Identifier: MIT
// gx_keep_modes: functions with a float mode of their own stay functions.
//
//   define internal float @f(float %x) alwaysinline "CMFloatControl"="16"  ->  ... noinline "CMFloatControl"="16"
//
// Why: selection sets the control register where such a function begins and restores it where the function returns. An
// inlined body would compute in its caller's mode. Kernels have the mode anyway. A function whose callers all have its
// mode loses the attribute.

#include "passes_priv.h"

#include <string.h>

static const LLVMAttributeIndex at_function = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static bool same_mode(LLVMAttributeRef a, LLVMAttributeRef b) {
    unsigned a_len = 0, b_len = 0;
    const char *x = LLVMGetStringAttributeValue(a, &a_len), *y = LLVMGetStringAttributeValue(b, &b_len);
    return a_len == b_len && memcmp(x, y, a_len) == 0;
}

static bool is_mode_of_callers(LLVMValueRef f) {
    genx_foreach_use(f, u) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f)
            return false;
        LLVMAttributeRef mode = genx_float_mode(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
        if (!mode || !same_mode(mode, genx_float_mode(f)))
            return false;
    }
    return true;
}

static bool keeps_mode(LLVMValueRef f) {
    return !LLVMIsDeclaration(f) && LLVMGetLinkage(f) == LLVMInternalLinkage && genx_float_mode(f);
}

// The callers are judged by the modes that they came with, so attributes go after all functions are judged.
static void drop_modes_of_callers(gx_ctx *cx, LLVMModuleRef m) {
    CMC_VEC(LLVMValueRef) same = {0};
    genx_foreach_function(m, f)
        if (keeps_mode(f) && is_mode_of_callers(f))
            (void)cmc_vec_push(cx->arena, &same, f);
    for (uint32_t i = 0; i < same.len; i++)
        for (LLVMAttributeRef a; (a = genx_float_mode(same.data[i]));) {
            unsigned len = 0;
            const char *key = LLVMGetStringAttributeKind(a, &len);
            LLVMRemoveStringAttributeAtIndex(same.data[i], at_function, key, len);
        }
}

bool gx_keep_modes(gx_ctx *cx, LLVMModuleRef m) {
    unsigned always = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline")),
             never = LLVMGetEnumAttributeKindForName("noinline", strlen("noinline"));
    bool changed = false;
    drop_modes_of_callers(cx, m);
    genx_foreach_function(m, f) {
        if (!keeps_mode(f))
            continue;
        LLVMRemoveEnumAttributeAtIndex(f, at_function, always);
        LLVMAddAttributeAtIndex(f, at_function, LLVMCreateEnumAttribute(LLVMGetModuleContext(m), never, 0));
        changed = true;
    }
    return changed;
}
