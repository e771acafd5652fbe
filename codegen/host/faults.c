// SPDX-License-Identifier: MIT
// Keeps optimised IR away from what LLVM 19's code generator gets wrong.
//
// x86, sums of absolute differences: the sum of |zext(a) - zext(b)| over more than eight bytes becomes one PSADBW. If
// halves are added as narrower vectors before the last steps, the sums of the bytes after the eighth are left out. The
// same differences in bytes are not taken for that pattern, and take a quarter of the registers:
//
//   abs(sub(zext(a), zext(b)))   ->   zext(or(usub.sat(a, b), usub.sat(b, a)))

#include "host_priv.h"

#include <string.h>

enum { BYTE = 8, LANES_OF_ONE_SUM = 8 };

static LLVMValueRef bytes_under_zext(LLVMValueRef v) {
    if (!LLVMIsAZExtInst(v))
        return NULL;
    LLVMValueRef bytes = LLVMGetOperand(v, 0);
    return genx_elt_bits(LLVMTypeOf(bytes)) == BYTE ? bytes : NULL;
}

static LLVMValueRef difference_or_zero(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef y) {
    static const char name[] = "llvm.usub.sat";
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef args[] = {x, y};
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(mod, LLVMLookupIntrinsicID(name, strlen(name)), &t, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, args, 2, "");
}

static void narrow_difference(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef call) {
    size_t len = 0;
    const char *name = LLVMIsACallInst(call) ? genx_callee_name(call, &len) : NULL;
    if (!name || strncmp(name, "llvm.abs.v", strlen("llvm.abs.v")) != 0 ||
        genx_lanes(LLVMTypeOf(call)) <= LANES_OF_ONE_SUM)
        return;
    LLVMValueRef sub = LLVMGetOperand(call, 0);
    if (!LLVMIsAInstruction(sub) || LLVMGetInstructionOpcode(sub) != LLVMSub)
        return;
    LLVMValueRef x = bytes_under_zext(LLVMGetOperand(sub, 0)), y = bytes_under_zext(LLVMGetOperand(sub, 1));
    if (!x || !y)
        return;
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef over = difference_or_zero(mod, b, x, y);
    LLVMValueRef under = difference_or_zero(mod, b, y, x);
    LLVMValueRef bytes = LLVMBuildOr(b, over, under, "");
    LLVMReplaceAllUsesWith(call, LLVMBuildZExt(b, bytes, LLVMTypeOf(call), ""));
}

void host_avoid_faults(LLVMModuleRef mod) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    genx_foreach_function(mod, fn)
        genx_foreach_block(fn, bb)
            genx_foreach_inst(bb, i)
                narrow_difference(mod, b, i);
    LLVMDisposeBuilder(b);
}
