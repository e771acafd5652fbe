// SPDX-License-Identifier: MIT
// gx_split_sroa: take the variables away from sroa with which it would be slow.
//
//   before  %i = alloca i32         ; sroa asks for each variable that is written in several blocks where all blocks that the
//           store i32 0, ptr %i     ; stores dominate meet, and looks through the list of all variables for each that it
//           ...                     ; takes apart
//   after   %i1 = phi i32 [0, %entry], [%inc, %loop]
//
// Why: both make time in the square of a kernel's length: a kernel of ten thousand loops has as many counters, one of
// thousands of statements as many references into its vectors. Here a search leads from each load back to the stores
// that it sees, those that are only read and written as a whole are taken all at once, and sroa gets some of the others
// at a time. Small functions are left to sroa alone: they cost nothing there. But for each operator in a statement the
// language's headers leave an object that says which part of a vector is meant, written and read in one block:
//
//   before  store ptr %v, ptr %ref          after  call @read(ptr %v, i32 256)
//           %p = getelementptr i8, ptr %ref, i64 8
//           store i32 256, ptr %p
//           %a = load ptr, ptr %ref
//           %n = load i32, ptr %p
//           call @read(ptr %a, i32 %n)
//
// These become the values stored in one walk over their uses, in functions of any size.

#include "llvm_shim.h"
#include "passes_priv.h"

// Each part costs a walk over the function, each variable one over those of its part.
enum { MANY_BLOCKS = 256, PART = 2000, PARTS = 64 };

static size_t count_variables(LLVMValueRef fn) {
    size_t n = 0;
    genx_foreach_inst(LLVMGetEntryBasicBlock(fn), i)
        n += LLVMIsAAllocaInst(i) != NULL;
    return n;
}

bool gx_split_sroa(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = gx_shim_promote_in_blocks(fn);
    changed |= LLVMCountBasicBlocks(fn) > MANY_BLOCKS && gx_shim_promote_backwards(fn);
    if (count_variables(fn) <= PART)
        return changed;
    changed |= gx_shim_promote_plain(fn);
    size_t n = count_variables(fn);
    return gx_shim_promote_in_parts(fn, n / PARTS > PART ? n / PARTS : PART) || changed;
}
