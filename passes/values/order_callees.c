// SPDX-License-Identifier: MIT
// gx_order_callees: place each inlined function before its callers.
//
//   before  define void @k() { call @read ... }                after  define internal @block() alwaysinline { ... }
//           define internal @read() alwaysinline { call @block }      define internal @read() alwaysinline { call @block }
//           define internal @block() alwaysinline { ... }              define void @k() { call @read ... }
//
// Why: always-inline visits the functions in module order and inlines each into all its callers, last call first.
// Clang's order puts callers first, so a kernel of thousands of statements receives the headers' functions level by
// level. Many more calls are then inlined, and from the second level on the first call comes first: a callee of
// several blocks moves all code after the call into a new block. That took time quadratic in the kernel's length.
// Functions that are not inlined keep their order, which is the order of the kernels in the binary.

#include "llvm_shim.h"
#include "passes_priv.h"

bool gx_order_callees(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    return gx_shim_order_callees(m);
}
