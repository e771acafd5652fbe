// SPDX-License-Identifier: MIT
// gx_mark_assignments: in functions whose SIMD control flow is still branches on simdcf.any, assignments become calls
// that form_simdcf predicates.
//
//   before  store <16 x i32> %x, ptr %v                   after  call void @__cm_set(ptr %v, <16 x i32> %x)
//
// The lowering of vc-intrinsics predicates stores to vector variables by the execution mask. Our front end marks its
// assignments itself, and its plain stores are initial values: a module with builtins of the headers is left alone.
// Needs: unbind_accesses, which turns vstore into store. Does not handle: stores to memory.

#include "cm/cm_priv.h"
#include "llvm_shim.h"

static bool is_variable(LLVMValueRef pointer) {
    int64_t off_b = 0;
    LLVMValueRef v = gx_shim_strip_offset(pointer, &off_b);
    bool private = LLVMIsAArgument(v) && LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == 0;
    return private || gx_is_in_variable(v);
}

static bool mark(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef store) {
    LLVMValueRef args[] = {LLVMGetOperand(store, 1), LLVMGetOperand(store, 0)};
    if (genx_lanes(LLVMTypeOf(args[1])) < 2 || !is_variable(args[0]))
        return false;
    LLVMPositionBuilderBefore(b, store);
    gx_call_builtin(b, mod, "__cm_set", LLVMVoidTypeInContext(LLVMGetModuleContext(mod)), args, 2);
    LLVMInstructionEraseFromParent(store);
    return true;
}

static bool is_ours(LLVMModuleRef mod) {
    size_t len;
    genx_foreach_function(mod, f)
        if (cm_builtin_name(f, &len))
            return true;
    return false;
}

bool gx_mark_assignments(gx_ctx *cx, LLVMModuleRef mod) {
    bool changed = false;
    (void)cx;
    if (is_ours(mod))
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    genx_foreach_function(mod, f) {
        if (!cm_has_simd_any(f))
            continue;
        genx_foreach_block(f, bb)
            genx_foreach_inst_safe(bb, i, next) {
                if (LLVMIsAStoreInst(i))
                    changed |= mark(b, mod, i);
            }
    }
    LLVMDisposeBuilder(b);
    return changed;
}
