// SPDX-License-Identifier: MIT
// gx_inline_marked: inline what is marked so, each function in its simplest form.
//
//   before  define internal @row() alwaysinline { %p = alloca %place ... call @at(%p) ... }      ; called a thousand times
//           define void @k() { call @row() ... }
//   after   define void @k() { ... }          ; without a %p for each call
//
// Why: LLVM's always-inline does the same and leaves all variables of the headers' functions to the kernel, seven for
// one statement: sroa then does for each statement what is done here once for each function. Most of the time of a
// large kernel was that. Needs: order_callees, so that what a function calls is inlined into it already. Guarantees: no
// call is left that can be inlined.

#include "cm/cm_priv.h"

#include <string.h>

// Under SIMD control flow both sides of a branch run, one after the other, on the same variables. Until simdcf has made
// that visible, a variable whose address a call has must not become a value of one side.
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
