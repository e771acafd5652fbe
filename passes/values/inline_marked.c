// SPDX-License-Identifier: MIT
// gx_inline_marked: inline the marked functions, each simplified first.
//
//   before  define internal @row() alwaysinline { %p = alloca %place ... call @at(%p) ... }      ; called a thousand times
//           define void @k() { call @row() ... }
//   after   define void @k() { ... }          ; without a %p for each call
//
// Why: LLVM's always-inline leaves all variables of the headers' functions to the kernel, seven for one statement.
// sroa then does the work for each statement that this pass does once for each function. That work took most of the
// compile time of a large kernel. Needs: order_callees, so that a function's callees are already inlined into it.
// Guarantees: there is no call left that can be inlined.

#include "cm/cm_priv.h"

#include <string.h>

// Under SIMD control flow, both sides of a branch run one after the other on the same variables. Before simdcf makes
// this visible, a variable whose address is passed to a call must not become a value of one side.
static bool has_channel_flow(LLVMModuleRef m) {
    static const char prefix[] = "llvm.genx.simdcf.";
    genx_foreach_function(m, f) {
        size_t len;
        const char *name = LLVMGetValueName2(f, &len);
        if (LLVMGetFirstUse(f) && (cm_is_simd_any(f) || strncmp(name, prefix, sizeof(prefix) - 1) == 0))
            return true;
    }
    return false;
}

bool gx_inline_marked(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    return gx_shim_inline_marked(m, !has_channel_flow(m));
}
