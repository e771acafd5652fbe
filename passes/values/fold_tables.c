// SPDX-License-Identifier: MIT
// gx_fold_tables: turn loads of vectors from constant tables into constants.
//
//   before  @t = constant [16 x i32] [i32 3, ...]        %v = load <16 x i32>, ptr @t
//   after   uses of %v have <16 x i32> <i32 3, ...>
//
// Why: vector<int, 16> v(table) is a literal vector, but LLVM folds such a load only up to 32 bytes. Needs: sroa,
// which turns a local array and its initial copy into a load of the copy's source. Reads parts of tables and other
// element types lane by lane: LLVM turns trunc(element 3 of %v) into an element of words. Does not handle: computed
// places.

#include "cm/cm_priv.h"

static bool fold_function(LLVMModuleRef m, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (LLVMGetInstructionOpcode(i) != LLVMLoad || LLVMGetVolatile(i))
                continue;
            LLVMValueRef c = cm_fold_table(LLVMGetOperand(i, 0), LLVMTypeOf(i));
            if (!c)
                c = cm_fold_lanes(m, LLVMGetOperand(i, 0), LLVMTypeOf(i));
            if (!c)
                continue;
            LLVMReplaceAllUsesWith(i, c);
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    }
    return changed;
}

bool gx_fold_tables(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    bool changed = false;
    genx_foreach_function(m, f)
        changed |= fold_function(m, f);
    return changed;
}
