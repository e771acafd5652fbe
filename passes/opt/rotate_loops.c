// SPDX-License-Identifier: MIT
// gx_rotate_loops: rotate loops, so that they test at their end.
//
//   before  head: br i1 %go, label %body, label %exit     after   entry: br i1 %go0, label %body, label %exit
//           body: ...                                             body: ...
//                 br label %head                                        br i1 %go, label %body, label %exit
//
// Does what LLVM's loop-rotate does, with its utility functions, but does not update a dominator tree meanwhile.
// Why: the dominator tree of a sequence of loops is as deep as the number of loops, and rotating one loop moves all
// loops after it in the tree. Ten times as many loops took two hundred times as long.
// Needs: loop-simplify, lcssa. Guarantees: LLVM's analyses are recomputed afterwards.

#include "llvm_shim.h"
#include "passes_priv.h"

bool gx_rotate_loops(gx_ctx *cx, LLVMValueRef fn) {
    return gx_shim_rotate_loops(fn, cx->model);
}
