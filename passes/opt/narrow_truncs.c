// SPDX-License-Identifier: MIT
// gx_narrow_truncs: compute sums and products of 64 bits whose low dword is all that is used as dwords.
//
//   before                                              after
//     %x = zext <32 x i32> %i to <32 x i64>               %t = shl <32 x i32> %i, 1
//     %s = shl <32 x i64> %x, 1                           %b = trunc i64 %base to i32, in all lanes
//     %a = add <32 x i64> %base in all lanes, %s          %d = add <32 x i32> %b, %t
//     %d = trunc <32 x i64> %a to <32 x i32>
//
// Why: an offset in shared local memory has 32 bits, but sizeof makes the arithmetic of 64. Such vectors take twice the
// registers and instructions, and products and shifts of 64 bits are several instructions.
// Keeps: values; the low bits of these operations depend on the low bits of their operands only. instcombine does the
// same but stops at a scalar in all lanes. Does not handle: operations with other users, which would be computed twice;
// right shifts, divisions and selections.

#include "passes_priv.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>

enum { WIDE = 64, NARROW = 32 };

typedef struct narrowing {
    LLVMBuilderRef b;
    LLVMTypeRef dword;
} narrowing;

static bool is_op(LLVMValueRef v, LLVMOpcode o) {
    return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == o;
}

// An operation whose low dword is that of the same operation on the low dwords.
static bool is_low(LLVMValueRef v) {
    uint64_t count;
    if (!LLVMIsABinaryOperator(v) || !genx_single_use(v))
        return false;
    switch (LLVMGetInstructionOpcode(v)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
        return true;
    case LLVMShl:
        return genx_const_splat(LLVMGetOperand(v, 1), &count) && count < NARROW;
    default:
        return false;
    }
}

static LLVMTypeRef narrow_type(const narrowing *N, LLVMTypeRef t) {
    return genx_is_vec(t) ? LLVMVectorType(N->dword, LLVMGetVectorSize(t)) : N->dword;
}

static LLVMValueRef narrow_leaf(const narrowing *N, LLVMValueRef v, LLVMTypeRef t) {
    bool zext = is_op(v, LLVMZExt), sext = is_op(v, LLVMSExt);
    LLVMValueRef scalar = genx_splat_scalar(v);
    if (scalar)
        return genx_build_splat(N->b, LLVMBuildTrunc(N->b, scalar, N->dword, ""), genx_lanes(t));
    if (zext || sext) {
        LLVMValueRef x = LLVMGetOperand(v, 0);
        if (genx_elt_bits(LLVMTypeOf(x)) <= NARROW)
            return LLVMTypeOf(x) == t ? x : LLVMBuildCast(N->b, zext ? LLVMZExt : LLVMSExt, x, t, "");
    }
    return LLVMBuildTrunc(N->b, v, t, "");
}

static LLVMValueRef narrow(const narrowing *N, LLVMValueRef v) {
    assert(genx_elt_bits(LLVMTypeOf(v)) == WIDE && "only these are narrowed");
    LLVMTypeRef t = narrow_type(N, LLVMTypeOf(v));
    if (!is_low(v))
        return narrow_leaf(N, v, t);
    LLVMValueRef x = narrow(N, LLVMGetOperand(v, 0)), y = narrow(N, LLVMGetOperand(v, 1));
    return LLVMBuildBinOp(N->b, LLVMGetInstructionOpcode(v), x, y, "");
}

static bool to_dwords(LLVMValueRef v) {
    LLVMValueRef x = is_op(v, LLVMTrunc) ? LLVMGetOperand(v, 0) : NULL;
    return x && genx_elt_bits(LLVMTypeOf(x)) == WIDE && genx_elt_bits(LLVMTypeOf(v)) == NARROW && is_low(x);
}

bool gx_narrow_truncs(gx_ctx *cx, LLVMValueRef fn) {
    (void)cx;
    bool changed = false;
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    narrowing N = {LLVMCreateBuilderInContext(c), LLVMInt32TypeInContext(c)};
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (!to_dwords(i))
                continue;
            LLVMPositionBuilderBefore(N.b, i);
            LLVMSetCurrentDebugLocation2(N.b, LLVMInstructionGetDebugLoc(i));
            LLVMReplaceAllUsesWith(i, narrow(&N, LLVMGetOperand(i, 0)));
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    }
    if (changed)
        gx_shim_delete_dead(fn);
    LLVMDisposeBuilder(N.b);
    return changed;
}
