// SPDX-License-Identifier: MIT
// gx_fold_tables: turn loads of vectors from constant tables into constants.
//
//   before  @t = constant [16 x i32] [i32 3, ...]        %v = load <16 x i32>, ptr @t
//   after   uses of %v have <16 x i32> <i32 3, ...>
//
// Why: vector<int, 16> v(table) is a literal vector; LLVM folds such a load up to 32 bytes only.
// Needs: sroa, which turns a local array and its initial copy into a load of the copy's source.
// Does not handle: offsets into a table, and element types other than the table's.

#include "cm_priv.h"

static bool fold_function(LLVMModuleRef m, LLVMValueRef fn) {
    bool changed = false;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef next;
        for (LLVMValueRef i = LLVMGetFirstInstruction(bb); i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMGetInstructionOpcode(i) != LLVMLoad || LLVMGetVolatile(i))
                continue;
            LLVMValueRef c = cm_fold_table(m, LLVMGetOperand(i, 0), LLVMTypeOf(i));
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
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        changed |= fold_function(m, f);
    return changed;
}
