// SPDX-License-Identifier: MIT
// gx_inline_marked: inline what is marked so, each function in its simplest form.
//
//   before  define internal @row() alwaysinline { %p = alloca %place ... call @at(%p) ... }      ; called a thousand times
//           define void @k() { call @row() ... }
//   after   define void @k() { ... }          ; without a %p for each call
//
// Why: LLVM's always-inline does the same and leaves all variables of the headers' functions to the kernel, seven for one
// statement: sroa then does for each statement what is done here once for each function. Most of the time of a large kernel was
// that.
// Does not simplify where there is SIMD control flow: its branches are not yet what they look like (simdcf).
// Needs: callees_first, so that what a function calls is inlined into it already. Guarantees: no call is left that can be inlined.

#include "llvm_shim.h"
#include "passes_priv.h"

bool gx_inline_marked(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    return gx_shim_inline_marked(m);
}
