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

#include "llvm_shim.h"

enum { MAX_LANES = 1024 };

static LLVMValueRef fold_lanes(LLVMModuleRef m, LLVMValueRef ptr, LLVMTypeRef t) {
    LLVMValueRef lanes[MAX_LANES];
    LLVMTypeRef elt = genx_elt_type(t);
    const uint32_t n = genx_lanes(t), elt_b = genx_elt_b(elt);
    if (LLVMGetTypeKind(t) != LLVMVectorTypeKind || n > MAX_LANES || !elt_b)
        return NULL;
    for (uint32_t k = 0; k < n; k++)
        if (!(lanes[k] = gx_shim_fold_load(m, ptr, elt, (uint64_t)k * elt_b)))
            return NULL;
    return LLVMConstVector(lanes, n);
}

static bool fold_function(LLVMModuleRef m, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (LLVMGetInstructionOpcode(i) != LLVMLoad || LLVMGetVolatile(i))
                continue;
            LLVMValueRef c = cm_fold_table(LLVMGetOperand(i, 0), LLVMTypeOf(i));
            if (!c)
                c = fold_lanes(m, LLVMGetOperand(i, 0), LLVMTypeOf(i));
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
