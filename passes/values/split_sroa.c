// SPDX-License-Identifier: MIT
// gx_split_sroa: promote the variables that would make sroa slow.
//
//   before  %i = alloca i32         ; for each variable written in several blocks, sroa computes where all blocks that
//           store i32 0, ptr %i     ; the stores dominate meet; it searches the list of all variables for each variable
//           ...                     ; that it splits
//   after   %i1 = phi i32 [0, %entry], [%inc, %loop]
//
// Why: both steps take time quadratic in a kernel's length. A kernel of ten thousand loops has as many counters; a
// kernel of thousands of statements has as many references into its vectors. This pass instead searches from each load
// back to its reaching stores. It promotes all variables that are only read and written whole at once, and gives sroa
// some of the others at a time. Small functions are left to sroa, which is fast there. However, each operator in a
// statement leaves an object of the language's headers that describes a part of a vector, written and read in one
// block:
//
//   before  store ptr %v, ptr %ref          after  call @read(ptr %v, i32 256)
//           %p = getelementptr i8, ptr %ref, i64 8
//           store i32 256, ptr %p
//           %a = load ptr, ptr %ref
//           %n = load i32, ptr %p
//           call @read(ptr %a, i32 %n)
//
// These objects become the stored values in one walk over their uses, in functions of any size.

#include "llvm_shim.h"
#include "passes_priv.h"

// Each part costs a walk over the function; each variable costs a walk over the variables of its part.
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
