// SPDX-License-Identifier: MIT
// gx_convert_bytes: convert small integers to halves by the bits of a half.
//
//   before                                              after
//     %h = uitofp <16 x i8> %x to <16 x half>             %w = zext <16 x i8> %x to <16 x i16>
//                                                         %b = or <16 x i16> %w, 0x6400         ; the half 1024 + x
//                                                         %m = bitcast <16 x i16> %b to <16 x half>
//                                                         %h = fadd <16 x half> %m, -1024.0     ; exact
//
//     %h = sitofp <16 x i8> %x to <16 x half>             the same with 1536 = 0x6600, added
//
// Why: the conversion writes one half per dword, after a copy that widens the bytes and before one that packs the
// halves. The logic operation reads bytes directly, and both results are packed.
// How: halves from 1024 to 2047 have steps of one, so the integer is the low bits of the half.
// Leaves alone: vectors of fewer than eight lanes, integers with more bits, modules with another rounding mode than to
// nearest (in which 1024 - 1024 could be -0).

#include "passes_priv.h"

#include "llvm_shim.h"

enum { MIN_LANES = 8, ROUNDING_BITS = 0x30, ONE_K = 0x6400, ONE_AND_A_HALF_K = 0x6600 };

static bool suits(LLVMValueRef v) {
    bool sign = LLVMIsASIToFPInst(v) != NULL;
    if (!sign && !LLVMIsAUIToFPInst(v))
        return false;
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef x = LLVMGetOperand(v, 0);
    uint32_t lanes = genx_lanes(t), bits = genx_elt_bits(LLVMTypeOf(x));
    if (LLVMGetTypeKind(genx_elt_type(t)) != LLVMHalfTypeKind || lanes < MIN_LANES || LLVMIsConstant(x) ||
        (bits != 8 && bits != 16))
        return false;
    return gx_shim_max_value(x, sign) <= (sign ? 511u : 1023u);
}

// x + base modulo 2^16, in one addition if x is one with a constant.
static LLVMValueRef add_base(LLVMBuilderRef b, LLVMValueRef x, LLVMValueRef base) {
    if (LLVMIsAInstruction(x) && LLVMGetInstructionOpcode(x) == LLVMAdd && LLVMIsConstant(LLVMGetOperand(x, 1)))
        return LLVMBuildAdd(b, LLVMGetOperand(x, 0), LLVMConstAdd(LLVMGetOperand(x, 1), base), "");
    return LLVMBuildAdd(b, x, base, "");
}

static void convert(LLVMBuilderRef b, LLVMValueRef v) {
    bool sign = LLVMIsASIToFPInst(v) != NULL;
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetTypeContext(t)), words = LLVMVectorType(i16, genx_lanes(t));
    LLVMPositionBuilderBefore(b, v);
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (LLVMTypeOf(x) != words)
        x = sign ? LLVMBuildSExt(b, x, words, "") : LLVMBuildZExt(b, x, words, "");
    LLVMValueRef base = genx_const_all(words, LLVMConstInt(i16, sign ? ONE_AND_A_HALF_K : ONE_K, 0));
    x = sign ? add_base(b, x, base) : LLVMBuildOr(b, x, base, "");
    LLVMValueRef less = genx_const_all(t, LLVMConstReal(genx_elt_type(t), sign ? -1536.0 : -1024.0));
    LLVMReplaceAllUsesWith(v, LLVMBuildFAdd(b, LLVMBuildBitCast(b, x, t, ""), less, ""));
    LLVMInstructionEraseFromParent(v);
}

static bool has_work(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (suits(i))
                return true;
    return false;
}

// Whether some function rounds otherwise; a function without a mode of its own computes in its caller's.
static bool rounds_otherwise(LLVMModuleRef m) {
    genx_foreach_function(m, f) {
        uint32_t bits;
        if (genx_float_bits(f, &bits) && bits & ROUNDING_BITS)
            return true;
    }
    return false;
}

bool gx_convert_bytes(gx_ctx *cx, LLVMValueRef fn) {
    LLVMModuleRef m = LLVMGetGlobalParent(fn);
    (void)cx;
    if (!has_work(fn) || rounds_otherwise(m))
        return false;
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (!suits(i))
                continue;
            convert(b, i);
            changed = true;
        }
    }
    LLVMDisposeBuilder(b);
    return changed;
}
