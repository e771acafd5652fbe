// SPDX-License-Identifier: MIT
// gx_local_copies, part of promote_arrays: copies and fills of local variables become loads and stores of vectors.
//
//   before  %t = alloca [4 x i32]                                  after  store <4 x i32> <i32 1, ...>, ptr %t
//           call void @llvm.memcpy(ptr %t, ptr @constants, i64 16)
//           call void @llvm.memset(ptr %u, i8 0, i64 64)                  store <16 x i32> zeroinitializer, ptr %u
//
// Clang initialises arrays and copies structures in this way. If an index is computed, sroa cannot split the variable,
// and it is left to promote_arrays, which handles only loads and stores. Elements are as small as the smallest member
// of the variable. Does not handle: lengths that are not constant.

#include "arrays_priv.h"
#include "cm/cm_priv.h"

#include <cmc/genx_bale.h>

#include <llvm-c/Target.h>

#include <string.h>

enum { WORD_B = 4, MAX_COPY_B = CM_MOST_ARRAY_B, BYTE_BITS = 8 };

// The variable that an address points into.
static LLVMValueRef base_of(LLVMValueRef p) {
    while (LLVMIsAGetElementPtrInst(p) || (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr))
        p = LLVMGetOperand(p, 0);
    return p;
}

static uint32_t smallest_b(LLVMTypeRef t) {
    uint32_t least = WORD_B;
    switch (LLVMGetTypeKind(t)) {
    case LLVMArrayTypeKind:
    case LLVMVectorTypeKind:
        return smallest_b(LLVMGetElementType(t));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++) {
            uint32_t b = smallest_b(LLVMStructGetTypeAtIndex(t, i));
            least = b < least ? b : least;
        }
        return least;
    default:
        return genx_elt_b(t) && genx_elt_b(t) < WORD_B ? genx_elt_b(t) : WORD_B;
    }
}

static uint32_t element_b(LLVMValueRef p, uint64_t len) {
    LLVMValueRef base = base_of(p);
    uint32_t b = LLVMIsAAllocaInst(base)       ? smallest_b(LLVMGetAllocatedType(base))
                 : LLVMIsAGlobalVariable(base) ? smallest_b(LLVMGlobalGetValueType(base))
                                               : WORD_B;
    while (len % b)
        b /= 2;
    return b;
}

static LLVMValueRef filling(LLVMValueRef call, LLVMTypeRef t) {
    uint64_t byte;
    if (!genx_const_u64(LLVMGetOperand(call, 1), &byte))
        return NULL;
    LLVMTypeRef e = LLVMGetElementType(t);
    LLVMValueRef lanes[MAX_COPY_B], one = LLVMConstInt(e, (byte & 255) * UINT64_C(0x0101010101010101), false);
    unsigned n = LLVMGetVectorSize(t);
    for (unsigned i = 0; i < n; i++)
        lanes[i] = one;
    return LLVMConstVector(lanes, n);
}

// The bytes of a constant; false when it contains anything but numbers.
static bool constant_bytes(LLVMTargetDataRef layout, LLVMValueRef c, uint8_t *out) {
    LLVMTypeRef t = LLVMTypeOf(c);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    bool structure = k == LLVMStructTypeKind, array = k == LLVMArrayTypeKind;
    if (LLVMIsUndef(c) || LLVMIsNull(c))
        return true; // the bytes are zero already
    if (structure || array || k == LLVMVectorTypeKind) {
        unsigned n = structure ? LLVMCountStructElementTypes(t)
                     : array   ? (unsigned)LLVMGetArrayLength2(t)
                               : LLVMGetVectorSize(t);
        for (unsigned i = 0; i < n; i++) {
            LLVMValueRef e = LLVMGetAggregateElement(c, i);
            uint64_t at =
                structure ? LLVMOffsetOfElement(layout, t, i) : i * LLVMABISizeOfType(layout, LLVMGetElementType(t));
            if (!e || !constant_bytes(layout, e, out + at))
                return false;
        }
        return true;
    }
    uint32_t b = genx_elt_b(t);
    LLVMValueRef number =
        LLVMIsAConstantFP(c) ? LLVMConstBitCast(c, LLVMIntTypeInContext(LLVMGetTypeContext(t), b * BYTE_BITS)) : c;
    if (!LLVMIsAConstantInt(number))
        return false;
    uint64_t x = LLVMConstIntGetZExtValue(number);
    memcpy(out, &x, b);
    return true;
}

// The contents of a constant variable that starts at `from`; NULL when `from` is not its start.
static LLVMValueRef constant_vector(LLVMModuleRef mod, LLVMValueRef from, LLVMTypeRef t, uint32_t elt_b) {
    uint8_t bytes[MAX_COPY_B] = {0};
    LLVMValueRef init = LLVMIsAGlobalVariable(from) ? LLVMGetInitializer(from) : NULL, lanes[MAX_COPY_B];
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(mod);
    unsigned n = LLVMGetVectorSize(t);
    if (!init || LLVMABISizeOfType(layout, LLVMTypeOf(init)) < n * elt_b ||
        LLVMABISizeOfType(layout, LLVMTypeOf(init)) > MAX_COPY_B || !constant_bytes(layout, init, bytes))
        return NULL;
    for (unsigned i = 0; i < n; i++) {
        uint64_t x = 0;
        memcpy(&x, bytes + i * elt_b, elt_b);
        lanes[i] = LLVMConstInt(LLVMGetElementType(t), x, false);
    }
    return LLVMConstVector(lanes, n);
}

static LLVMValueRef copied(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef call, LLVMTypeRef t, uint32_t elt_b) {
    LLVMValueRef from = LLVMGetOperand(call, 1), base = base_of(from);
    if (LLVMIsAGlobalVariable(base) && LLVMIsGlobalConstant(base)) {
        LLVMValueRef c = constant_vector(mod, from, t, elt_b);
        if (c)
            return c;
    }
    LLVMValueRef v = LLVMBuildLoad2(b, t, from, "");
    LLVMSetAlignment(v, elt_b);
    return v;
}

static bool expand(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef call) {
    bool fill = bale_is_llvm(call, "memset"), copy = bale_is_llvm(call, "memcpy") || bale_is_llvm(call, "memmove");
    uint64_t len;
    if ((!fill && !copy) || !genx_const_u64(LLVMGetOperand(call, 2), &len) || len > MAX_COPY_B || len == 0)
        return false;
    LLVMValueRef to = LLVMGetOperand(call, 0);
    if (!LLVMIsAAllocaInst(base_of(to)) && (fill || !LLVMIsAAllocaInst(base_of(LLVMGetOperand(call, 1)))))
        return false;
    uint32_t elt_b = element_b(to, len), other = copy ? element_b(LLVMGetOperand(call, 1), len) : elt_b;
    elt_b = other < elt_b ? other : elt_b;
    LLVMTypeRef e = LLVMIntTypeInContext(LLVMGetModuleContext(mod), elt_b * BYTE_BITS);
    LLVMTypeRef t = LLVMVectorType(e, (unsigned)(len / elt_b));
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef v = fill ? filling(call, t) : copied(b, mod, call, t, elt_b);
    if (!v)
        return false;
    LLVMSetAlignment(LLVMBuildStore(b, v, to), elt_b);
    LLVMInstructionEraseFromParent(call);
    return true;
}

bool gx_local_copies(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_safe(bb, i, next) {
            changed |= LLVMIsACallInst(i) && expand(b, mod, i);
        }
    return changed;
}
