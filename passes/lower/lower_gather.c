// SPDX-License-Identifier: MIT
// Part of gx_lower: gathers and scatters of 16-bit elements become those of bytes, which say the same.
//
//   before  %r = call <32 x i16> @llvm.genx.svm.gather(<16 x i1> %p, i32 1, <16 x i64> %a, <32 x i16> %old)
//   after   %b = call <64 x i8> @llvm.genx.svm.gather(<16 x i1> %p, i32 1, <16 x i64> %a, <64 x i8> (bitcast %old))
//           %r = bitcast %b
//
// A lane has a dword of data, so two elements. The second operand is the logarithm of the number of bytes that a lane
// moves, as with elements of 8 bits. One element per lane is another message, which stays.

#include "lower_ops.h"

enum { OP_PRED, OP_BLOCKS, OP_ADDRESSES, OP_DATA, N_OPERANDS, WORD_B = 2 };

LLVMValueRef lw_gather(lw *L, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    if (id != GENX_SVM_GATHER && id != GENX_SVM_SCATTER)
        return NULL;
    LLVMValueRef data = LLVMGetOperand(v, OP_DATA), args[N_OPERANDS];
    LLVMTypeRef t = LLVMTypeOf(data);
    uint32_t lanes = genx_lanes(LLVMTypeOf(LLVMGetOperand(v, OP_ADDRESSES)));
    if (genx_elt_b(t) != WORD_B || genx_lanes(t) != 2 * lanes)
        return NULL;
    LLVMTypeRef bytes = LLVMVectorType(lw_int(L, 8), WORD_B * genx_lanes(t));
    for (unsigned k = 0; k < OP_DATA; k++)
        args[k] = LLVMGetOperand(v, k);
    args[OP_DATA] = LLVMBuildBitCast(L->b, data, bytes, "");
    if (id == GENX_SVM_SCATTER)
        return genx_build(L->b, L->mod, id, LLVMVoidTypeInContext(L->c), args, N_OPERANDS, "");
    return LLVMBuildBitCast(L->b, genx_build(L->b, L->mod, id, bytes, args, N_OPERANDS, "g"), t, "");
}
