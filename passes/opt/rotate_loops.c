// SPDX-License-Identifier: MIT
// gx_rotate_loops: loops ask at their end.
//
//   before  head: br i1 %go, label %body, label %exit     after   entry: br i1 %go0, label %body, label %exit
//           body: ...                                             body: ...
//                 br label %head                                        br i1 %go, label %body, label %exit
//
// Does what LLVM's loop-rotate does, with its own means, but keeps no dominator tree up to date meanwhile. Why: the
// tree of loops that follow each other is as deep as there are loops, and each that is turned moves all that stand
// behind it: ten times the loops took two hundred times as long. Needs: loop-simplify, lcssa.   Guarantees: LLVM's
// analyses are made anew.

#include "llvm_shim.h"
#include "passes_priv.h"

bool gx_rotate_loops(gx_ctx *cx, LLVMValueRef fn) {
    return gx_shim_rotate_loops(fn, cx->model);
}
