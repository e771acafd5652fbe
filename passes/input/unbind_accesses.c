// SPDX-License-Identifier: MIT
// gx_unbind_accesses: turn vload and vstore of variables that are not bound to registers into load and store, and drop
// the volatility of accesses to variables.
//
//   %o = call <16 x i32> @llvm.genx.vload(ptr %p)          ->  %o = load <16 x i32>, ptr %p
//   call void @llvm.genx.vstore(<16 x i32> %o, ptr %p)     ->  store <16 x i32> %o, ptr %p
//   %v = load volatile <16 x i32>, ptr @variable            ->  %v = load <16 x i32>, ptr @variable
//
// Front ends use them for vectors passed by reference, to prevent LLVM from optimising them away. After inlining, such
// vectors are ordinary local variables. Accesses of "genx_volatile" variables stay. An access that reaches such a
// variable through a parameter is a plain access until bind_globals makes it a vload again. Variables are registers of
// one thread, so nothing else sees their accesses; accesses through other addresses stay volatile.

#include "llvm_shim.h"
#include "passes_priv.h"

static LLVMValueRef without_casts(LLVMValueRef p) {
    while (LLVMIsAConstantExpr(p) &&
           (LLVMGetConstOpcode(p) == LLVMAddrSpaceCast || LLVMGetConstOpcode(p) == LLVMBitCast))
        p = LLVMGetOperand(p, 0);
    return p;
}

static bool is_bound(LLVMValueRef pointer) {
    LLVMValueRef g = without_casts(pointer);
    return LLVMIsAGlobalVariable(g) && gx_is_volatile(g);
}

static bool replace(LLVMBuilderRef b, LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    if ((id != GENX_VLOAD && id != GENX_VSTORE) || is_bound(LLVMGetOperand(call, id == GENX_VLOAD ? 0 : 1)))
        return false;
    LLVMPositionBuilderBefore(b, call);
    if (id == GENX_VLOAD)
        LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(b, LLVMTypeOf(call), LLVMGetOperand(call, 0), ""));
    else
        LLVMBuildStore(b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
    LLVMInstructionEraseFromParent(call);
    return true;
}

static bool drop_volatile(LLVMValueRef i) {
    bool load = LLVMIsALoadInst(i) != NULL;
    if ((!load && !LLVMIsAStoreInst(i)) || !LLVMGetVolatile(i) || !gx_is_in_variable(LLVMGetOperand(i, load ? 0 : 1)))
        return false;
    LLVMSetVolatile(i, 0);
    return true;
}

bool gx_unbind_accesses(gx_ctx *cx, LLVMModuleRef mod) {
    bool changed = false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    (void)cx;
    genx_foreach_function(mod, f)
        genx_foreach_block(f, bb) {
            genx_foreach_inst_safe(bb, i, next) {
                changed |= drop_volatile(i) || replace(b, i);
            }
        }
    LLVMDisposeBuilder(b);
    return changed;
}
