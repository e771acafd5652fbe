// SPDX-License-Identifier: MIT
// Keeps optimised IR away from what LLVM 19's code generator gets wrong.
//
// x86, sums of absolute differences: the sum of |zext(a) - zext(b)| over more than eight bytes becomes one PSADBW. If
// halves are added as narrower vectors before the last steps, the sums of the bytes after the eighth are left out. The
// same differences in bytes are not taken for that pattern, and take a quarter of the registers:
//
//   abs(sub(zext(a), zext(b)))   ->   zext(or(usub.sat(a, b), usub.sat(b, a)))
//
// x86, predicates in the bits of a half: no instruction is selected where the processor has 16-bit floats or masks.
//
//   bitcast half %h to <16 x i1>   ->   icmp ne (and (splat (bitcast %h to i16)), <1, 2, 4, ...>), 0
//   bitcast <16 x i1> %p to half   ->   bitcast (reduce.or (select %p, <1, 2, 4, ...>, 0)) to half

#include "host_priv.h"

#include <string.h>

enum { BYTE = 8, LANES_OF_ONE_SUM = 8, HALF_BITS = 16 };

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

static bool is_half(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMHalfTypeKind || LLVMGetTypeKind(t) == LLVMBFloatTypeKind;
}

static LLVMValueRef bits_of_half(LLVMTypeRef word) {
    LLVMValueRef bits[HALF_BITS];
    for (unsigned i = 0; i < HALF_BITS; i++)
        bits[i] = LLVMConstInt(word, 1u << i, 0);
    return LLVMConstVector(bits, HALF_BITS);
}

static bool is_predicate_of_half(LLVMTypeRef t) {
    return genx_is_vec(t) && genx_lanes(t) == HALF_BITS && genx_elt_bits(t) == 1;
}

static LLVMValueRef spread_half(LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef half) {
    LLVMTypeRef words = LLVMVectorType(word, HALF_BITS), index = LLVMInt32TypeInContext(LLVMGetTypeContext(word));
    LLVMValueRef v = LLVMBuildBitCast(b, half, word, "");
    v = LLVMBuildInsertElement(b, LLVMGetPoison(words), v, LLVMConstInt(index, 0, 0), "");
    v = LLVMBuildShuffleVector(b, v, LLVMGetPoison(words), LLVMConstNull(LLVMVectorType(index, HALF_BITS)), "");
    v = LLVMBuildAnd(b, v, bits_of_half(word), "");
    return LLVMBuildICmp(b, LLVMIntNE, v, LLVMConstNull(words), "");
}

static LLVMValueRef gather_half(LLVMModuleRef mod, LLVMBuilderRef b, LLVMTypeRef word, LLVMValueRef lanes) {
    static const char name[] = "llvm.vector.reduce.or";
    LLVMTypeRef words = LLVMVectorType(word, HALF_BITS);
    LLVMValueRef v = LLVMBuildSelect(b, lanes, bits_of_half(word), LLVMConstNull(words), "");
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(mod, LLVMLookupIntrinsicID(name, strlen(name)), &words, 1);
    return LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &v, 1, "");
}

static void keep_bits_of_half(LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef cast) {
    if (!LLVMIsABitCastInst(cast))
        return;
    LLVMTypeRef word = LLVMInt16TypeInContext(LLVMGetModuleContext(mod)), to = LLVMTypeOf(cast);
    LLVMValueRef from = LLVMGetOperand(cast, 0);
    LLVMPositionBuilderBefore(b, cast);
    if (is_half(LLVMTypeOf(from)) && is_predicate_of_half(to))
        LLVMReplaceAllUsesWith(cast, spread_half(b, word, from));
    else if (is_half(to) && is_predicate_of_half(LLVMTypeOf(from)))
        LLVMReplaceAllUsesWith(cast, LLVMBuildBitCast(b, gather_half(mod, b, word, from), to, ""));
}

void host_avoid_faults(LLVMModuleRef mod) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    genx_foreach_function(mod, fn)
        genx_foreach_block(fn, bb)
            genx_foreach_inst(bb, i) {
                narrow_difference(mod, b, i);
                keep_bits_of_half(mod, b, i);
            }
    LLVMDisposeBuilder(b);
}
