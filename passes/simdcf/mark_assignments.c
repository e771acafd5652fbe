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
    return LLVMGetPointerAddressSpace(LLVMTypeOf(v)) == 0 &&
           (LLVMIsAAllocaInst(v) || LLVMIsAGlobalVariable(v) || LLVMIsAArgument(v));
}

static bool mark(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef store) {
    LLVMValueRef args[] = {LLVMGetOperand(store, 1), LLVMGetOperand(store, 0)};
    LLVMTypeRef types[] = {LLVMTypeOf(args[0]), LLVMTypeOf(args[1])};
    if (genx_lanes(types[1]) < 2 || !is_variable(args[0]))
        return false;
    LLVMTypeRef t = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(mod)), types, 2, 0);
    cmc_str name = CMC_STR_INIT;
    cmc_str_append(&name, "_Z8__cm_set");
    genx_mangle(&name, types[1]);
    LLVMValueRef f = LLVMGetNamedFunction(mod, cmc_str_text(&name));
    if (!f)
        f = LLVMAddFunction(mod, cmc_str_text(&name), t);
    cmc_str_free(&name);
    LLVMPositionBuilderBefore(b, store);
    LLVMBuildCall2(b, t, f, args, 2, "");
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
