// SPDX-License-Identifier: MIT
// gx_order_callees: put the functions that are inlined in front of their callers.
//
//   before  define void @k() { call @read ... }                after  define internal @block() alwaysinline { ... }
//           define internal @read() alwaysinline { call @block }      define internal @read() alwaysinline { call @block }
//           define internal @block() alwaysinline { ... }              define void @k() { call @read ... }
//
// Why: always-inline takes the functions in their order, each to all its callers, the last call first. In Clang's
// order, callers first, a kernel of thousands of statements gets the headers' functions level by level: many more calls
// are inlined, and from the second level on the first call first, where a callee of several blocks moves all that
// stands behind it into a new block. That took time in the square of the kernel's length. Functions that are not
// inlined keep their order, which is that of the kernels in the binary.

#include "llvm_shim.h"
#include "passes_priv.h"

bool gx_order_callees(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    return gx_shim_order_callees(m);
}
