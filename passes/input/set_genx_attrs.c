// SPDX-License-Identifier: MIT
// gx_set_genx_attrs: set the attributes of llvm.genx declarations from the table, and discard those of the input.
//
//   before                                                 after
//     declare <8 x i32> @llvm.genx.rdregioni...(...)         declare ... #0   memory(none) nounwind willreturn
//     declare void @llvm.genx.barrier()                      declare ... #1   convergent nounwind willreturn
//     declare float @llvm.genx.exp.f32(float)                declare ... #2   the attributes of #0 and speculatable
//     define void @k() { call @llvm.genx.barrier() }         define void @k() #3   convergent noimplicitfloat
//
// Why: LLVM does not know these intrinsics. Without attributes, equal reads are not merged and dead reads are not
// removed; without convergent, jump threading duplicates a barrier. IR of other front ends lacks the attributes or has
// wrong ones. speculatable lets SimplifyCFG turn a branch around one exponential into a selection: a jump costs more,
// and the selections of several lanes become operations on vectors. noimplicitfloat keeps InstCombine from turning and
// and xor on the bits of a float into fabs and fneg: a floating-point instruction of the hardware flushes denormals, an
// integer instruction does not. Does not handle: names that are not in the table; these keep their attributes
// (selection rejects them).

#include "passes_priv.h"

#include "llvm_shim.h"

#include <string.h>

// False when fn already had the attribute.
static bool set_attribute(LLVMValueRef fn, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    if (LLVMGetEnumAttributeAtIndex(fn, at, kind))
        return false;
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(fn, at, LLVMCreateEnumAttribute(c, kind, 0));
    return true;
}

// Marks the functions that call a convergent function, then their callers, until nothing changes.
static bool mark_callers(LLVMValueRef callee) {
    bool changed = false;
    genx_foreach_use(callee, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != callee)
            continue;
        LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (set_attribute(fn, "convergent")) {
            changed = true;
            mark_callers(fn);
        }
    }
    return changed;
}

bool gx_set_genx_attrs(gx_ctx *cx, LLVMModuleRef m) {
    (void)cx;
    bool changed = false;
    genx_foreach_function(m, f) {
        size_t len = 0;
        const char *name = LLVMGetValueName2(f, &len);
        genx_id id = genx_find(name, len);
        if (!LLVMIsDeclaration(f))
            changed |= set_attribute(f, "noimplicitfloat");
        if (id == GENX_NONE)
            continue;
        const genx_info *info = genx_info_get(id);
        changed |= gx_shim_set_effects(f, info->memory, info->convergent);
        if (info->elementwise)
            changed |= set_attribute(f, "speculatable");
        if (info->convergent)
            changed |= mark_callers(f);
    }
    return changed;
}
