// SPDX-License-Identifier: MIT
// gx_early_values: in large functions, take the variables away from sroa with which it would be slow.
//
//   before  %i = alloca i32         ; sroa asks for each variable that is written in several blocks where all blocks that the
//           store i32 0, ptr %i     ; stores dominate meet, and looks through the list of all variables for each that it
//           ...                     ; takes apart
//   after   %i1 = phi i32 [0, %entry], [%inc, %loop]
//
// Why: both make time in the square of a kernel's length: a kernel of ten thousand loops has as many counters, one of
// thousands of statements as many references into its vectors. Here a search leads from each load back to the stores that it
// sees, those that are only read and written as a whole are taken all at once, and sroa gets some of the others at a time.
// Small functions are left to sroa alone: they cost nothing there.

#include "llvm_shim.h"
#include "passes_priv.h"

// Each part costs a walk over the function, each variable one over those of its part.
enum { MANY_BLOCKS = 256, PART = 2000, PARTS = 64 };

static size_t count_variables(LLVMValueRef fn) {
    size_t n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)); i; i = LLVMGetNextInstruction(i))
        n += LLVMIsAAllocaInst(i) != NULL;
    return n;
}

bool gx_early_values(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = LLVMCountBasicBlocks(fn) > MANY_BLOCKS && gx_shim_promote_backwards(fn);
    if (count_variables(fn) <= PART)
        return changed;
    changed |= gx_shim_promote_plain(fn);
    size_t n = count_variables(fn);
    return gx_shim_promote_in_parts(fn, n / PARTS > PART ? n / PARTS : PART) || changed;
}
