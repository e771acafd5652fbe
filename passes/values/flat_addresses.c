// SPDX-License-Identifier: MIT
// Part of gx_lower_flat_memory: finds the pointers that are addresses, computes the integers that replace them, and
// provides the building blocks of accesses through them.

#include "flat_priv.h"

#include <assert.h>
#include <string.h>

LLVMValueRef flat_splat(flat *f, LLVMValueRef v, uint32_t n) {
    assert(n > 0 && !genx_is_vec(LLVMTypeOf(v)) && "a scalar goes to at least one lane");
    LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(v), n), i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod));
    LLVMValueRef r = LLVMBuildInsertElement(f->b, LLVMGetUndef(t), v, LLVMConstInt(i32, 0, 0), "");
    return n == 1 ? r : LLVMBuildShuffleVector(f->b, r, LLVMGetUndef(t), LLVMConstNull(LLVMVectorType(i32, n)), "");
}

// Shuffles a and b as v shuffles its operands.
LLVMValueRef flat_shuffle(flat *f, LLVMValueRef v, LLVMValueRef a, LLVMValueRef b) {
    assert(LLVMIsAShuffleVectorInst(v) && "it has a mask");
    unsigned n = LLVMGetNumMaskElements(v);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod));
    LLVMValueRef *lanes = CMC_NEW_N(f->cx->arena, LLVMValueRef, n);
    if (!lanes)
        return LLVMGetUndef(LLVMVectorType(genx_elt_type(LLVMTypeOf(a)), n));
    for (unsigned k = 0; k < n; k++) {
        int lane = LLVMGetMaskValue(v, k);
        lanes[k] = lane == LLVMGetUndefMaskElem() ? LLVMGetUndef(i32) : LLVMConstInt(i32, (unsigned)lane, 0);
    }
    return LLVMBuildShuffleVector(f->b, a, b, LLVMConstVector(lanes, n), "");
}

static LLVMValueRef remember(flat *f, LLVMValueRef p, LLVMValueRef addr) {
    (void)ptrmap_put(&f->addresses, p, addr);
    return addr;
}

// Which pointers are addresses

enum { MAX_DEPTH = 64 };

enum { GLOBAL_SPACE = 1 };

// A pointer from the host is an address, whatever becomes of the kernel's variables.
static bool is_argument_address(LLVMValueRef p) {
    unsigned space = LLVMGetPointerAddressSpace(genx_elt_type(LLVMTypeOf(p)));
    return space == GLOBAL_SPACE || (!flat_is_local_type(LLVMTypeOf(p)) && gx_is_kernel(LLVMGetParamParent(p)));
}

// True when p comes from integers only. A cycle through PHIs takes the result of its other incoming values.
bool flat_from_numbers(LLVMValueRef p, unsigned depth) {
    if (depth > MAX_DEPTH)
        return true;
    if (LLVMIsAConstantPointerNull(p) || LLVMIsUndef(p) || LLVMIsAConstantAggregateZero(p))
        return true;
    if (LLVMIsAArgument(p))
        return is_argument_address(p);
    if (LLVMIsAConstantVector(p)) {
        for (unsigned i = 0; i < genx_lanes(LLVMTypeOf(p)); i++)
            if (!flat_from_numbers(LLVMGetAggregateElement(p, i), depth + 1))
                return false;
        return true;
    }
    if (LLVMIsAConstantExpr(p)) {
        LLVMOpcode op = LLVMGetConstOpcode(p);
        return op == LLVMIntToPtr || ((op == LLVMGetElementPtr || op == LLVMAddrSpaceCast) &&
                                      flat_from_numbers(LLVMGetOperand(p, 0), depth + 1));
    }
    if (!LLVMIsAInstruction(p))
        return false;
    switch (LLVMGetInstructionOpcode(p)) {
    case LLVMIntToPtr:
    case LLVMLoad: // a pointer loaded from memory
        return true;
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
    case LLVMExtractElement:
        return flat_from_numbers(LLVMGetOperand(p, 0), depth + 1);
    case LLVMCall:
        return bale_is_llvm(p, "ptrmask") && flat_from_numbers(LLVMGetOperand(p, 0), depth + 1);
    case LLVMInsertElement:
    case LLVMShuffleVector:
        return flat_from_numbers(LLVMGetOperand(p, 0), depth + 1) && flat_from_numbers(LLVMGetOperand(p, 1), depth + 1);
    case LLVMSelect:
        return flat_from_numbers(LLVMGetOperand(p, 1), depth + 1) && flat_from_numbers(LLVMGetOperand(p, 2), depth + 1);
    case LLVMPHI:
        for (unsigned i = 0; i < LLVMCountIncoming(p); i++)
            if (LLVMGetIncomingValue(p, i) != p && !flat_from_numbers(LLVMGetIncomingValue(p, i), depth + 16))
                return false;
        return true;
    default:
        return false;
    }
}

// Addresses

static LLVMValueRef i64(const flat *f, uint64_t v) {
    return LLVMConstInt(f->i64, v, 0);
}

// The address type with the shape of t.
static LLVMTypeRef addresses_like(const flat *f, LLVMTypeRef t) {
    return genx_is_vec(t) ? LLVMVectorType(f->i64, genx_lanes(t)) : f->i64;
}

static LLVMValueRef to_i64(flat *f, LLVMValueRef v, bool is_signed) {
    uint32_t bits = genx_elt_bits(LLVMTypeOf(v));
    LLVMTypeRef t = addresses_like(f, LLVMTypeOf(v));
    if (bits == 64)
        return v;
    if (bits > 64)
        return LLVMBuildTrunc(f->b, v, t, "");
    return is_signed ? LLVMBuildSExt(f->b, v, t, "") : LLVMBuildZExt(f->b, v, t, "");
}

// Broadcasts v to every lane when t has lanes and v does not.
static LLVMValueRef spread(flat *f, LLVMValueRef v, LLVMTypeRef t) {
    return genx_is_vec(t) && !genx_is_vec(LLVMTypeOf(v)) ? flat_splat(f, v, genx_lanes(t)) : v;
}

static LLVMValueRef element_address(flat *f, LLVMValueRef gep) {
    assert((LLVMIsAGetElementPtrInst(gep) || LLVMIsAConstantExpr(gep)) && "new_address() checked");
    LLVMValueRef at = flat_address(f, LLVMGetOperand(gep, 0));
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    LLVMTypeRef all = LLVMTypeOf(gep);
    if (LLVMIsAInstruction(gep)) // the builder folds constants
        LLVMPositionBuilderBefore(f->b, gep);
    at = spread(f, at, all);
    for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            LLVMValueRef field = genx_is_vec(LLVMTypeOf(index)) ? LLVMGetAggregateElement(index, 0) : index;
            unsigned k = (unsigned)LLVMConstIntGetZExtValue(field);
            uint64_t off_b = LLVMOffsetOfElement(f->layout, t, k);
            at = LLVMBuildAdd(f->b, at, spread(f, i64(f, off_b), all), "");
            t = LLVMStructGetTypeAtIndex(t, k);
            continue;
        }
        if (i > 1)
            t = LLVMGetElementType(t);
        LLVMValueRef by = to_i64(f, index, true);
        LLVMValueRef step = spread(f, i64(f, LLVMABISizeOfType(f->layout, t)), LLVMTypeOf(by));
        at = LLVMBuildAdd(f->b, at, spread(f, LLVMBuildMul(f->b, by, step, ""), all), "");
    }
    return at;
}

static LLVMValueRef phi_address(flat *f, LLVMValueRef phi) {
    assert(LLVMIsAPHINode(phi) && "flat_address() checked");
    LLVMPositionBuilderBefore(f->b, phi);
    LLVMValueRef at = LLVMBuildPhi(f->b, addresses_like(f, LLVMTypeOf(phi)), "");
    remember(f, phi, at);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef v = flat_address(f, LLVMGetIncomingValue(phi, i));
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(at, &v, &from, 1);
    }
    return at;
}

static LLVMValueRef vector_address(flat *f, LLVMValueRef p) {
    unsigned n = genx_lanes(LLVMTypeOf(p));
    LLVMValueRef *lanes = CMC_NEW_N(f->cx->arena, LLVMValueRef, n);
    for (unsigned i = 0; lanes && i < n; i++)
        lanes[i] = flat_address(f, LLVMGetAggregateElement(p, i));
    return lanes ? LLVMConstVector(lanes, n) : LLVMGetUndef(addresses_like(f, LLVMTypeOf(p)));
}

// The address of a constant that exists when the kernel starts.
static LLVMValueRef constant_address(flat *f, LLVMValueRef p) {
    LLVMTypeRef t = addresses_like(f, LLVMTypeOf(p));
    if (LLVMIsAConstantPointerNull(p) || LLVMIsAConstantAggregateZero(p))
        return LLVMConstNull(t);
    if (LLVMIsUndef(p))
        return LLVMGetUndef(t);
    if (LLVMIsAConstantVector(p))
        return vector_address(f, p);
    if (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMGetElementPtr)
        return element_address(f, p);
    if (LLVMIsAConstantExpr(p) && LLVMGetConstOpcode(p) == LLVMAddrSpaceCast)
        return flat_address(f, LLVMGetOperand(p, 0));
    if (LLVMIsAConstantExpr(p))
        return to_i64(f, LLVMGetOperand(p, 0), false);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(p)));
    LLVMPositionBuilderBefore(f->b, first);
    return LLVMBuildPtrToInt(f->b, p, t, "");
}

static LLVMValueRef new_address(flat *f, LLVMValueRef p) {
    LLVMTypeRef t = addresses_like(f, LLVMTypeOf(p));
    if (!LLVMIsAInstruction(p))
        return constant_address(f, p);
    switch (LLVMGetInstructionOpcode(p)) {
    case LLVMIntToPtr:
        LLVMPositionBuilderBefore(f->b, p);
        return to_i64(f, LLVMGetOperand(p, 0), false);
    case LLVMGetElementPtr:
        return element_address(f, p);
    case LLVMSelect: {
        LLVMValueRef a = flat_address(f, LLVMGetOperand(p, 1));
        LLVMValueRef c = flat_address(f, LLVMGetOperand(p, 2));
        LLVMPositionBuilderBefore(f->b, p);
        return LLVMBuildSelect(f->b, LLVMGetOperand(p, 0), a, c, "");
    }
    case LLVMInsertElement:
    case LLVMShuffleVector: {
        LLVMValueRef a = flat_address(f, LLVMGetOperand(p, 0)), c = flat_address(f, LLVMGetOperand(p, 1));
        LLVMPositionBuilderBefore(f->b, p);
        return LLVMIsAShuffleVectorInst(p) ? flat_shuffle(f, p, a, c)
                                           : LLVMBuildInsertElement(f->b, a, c, LLVMGetOperand(p, 2), "");
    }
    case LLVMExtractElement: {
        LLVMValueRef a = flat_address(f, LLVMGetOperand(p, 0));
        LLVMPositionBuilderBefore(f->b, p);
        return LLVMBuildExtractElement(f->b, a, LLVMGetOperand(p, 1), "");
    }
    case LLVMCall: { // llvm.ptrmask
        LLVMValueRef a = flat_address(f, LLVMGetOperand(p, 0));
        LLVMPositionBuilderBefore(f->b, p);
        return LLVMBuildAnd(f->b, a, to_i64(f, LLVMGetOperand(p, 1), true), "");
    }
    case LLVMLoad: // replaced by the loaded value when its load is visited
        LLVMPositionBuilderBefore(f->b, LLVMGetNextInstruction(p));
        return LLVMBuildPtrToInt(f->b, p, t, "");
    default:
        return flat_address(f, LLVMGetOperand(p, 0));
    }
}

LLVMValueRef flat_address(flat *f, LLVMValueRef p) {
    assert(LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(p))) == LLVMPointerTypeKind && "only pointers have addresses");
    LLVMValueRef at = ptrmap_get(&f->addresses, p);
    if (at)
        return at;
    if (LLVMIsAPHINode(p))
        return phi_address(f, p);
    return remember(f, p, new_address(f, p));
}

// Calls a builtin by the name that lower_cm recognises; types make the name unique.
LLVMValueRef flat_call(flat *f, const char *name, LLVMTypeRef ret, LLVMValueRef *args, unsigned n) {
    return gx_call_builtin(f->b, f->mod, name, ret, args, n);
}

// The address of each of n elements of elt_b bytes.
LLVMValueRef flat_lanes(flat *f, LLVMValueRef at, uint32_t n, uint32_t elt_b) {
    assert(LLVMTypeOf(at) == f->i64 && "an address is a number");
    LLVMValueRef v = flat_splat(f, at, n);
    if (n == 1)
        return v;
    LLVMValueRef *offs = CMC_NEW_N(f->cx->arena, LLVMValueRef, n);
    for (uint32_t i = 0; offs && i < n; i++)
        offs[i] = i64(f, (uint64_t)i * elt_b);
    return offs ? LLVMBuildAdd(f->b, v, LLVMConstVector(offs, n), "") : v;
}

LLVMValueRef flat_all(flat *f, uint32_t n) {
    LLVMValueRef *ones = CMC_NEW_N(f->cx->arena, LLVMValueRef, n);
    for (uint32_t i = 0; ones && i < n; i++)
        ones[i] = LLVMConstInt(f->i16, 1, 0);
    return ones ? LLVMConstVector(ones, n) : LLVMConstNull(LLVMVectorType(f->i16, n));
}

bool flat_is_predicate(LLVMTypeRef t) {
    uint32_t n = genx_lanes(t);
    return genx_is_vec(t) && genx_elt_bits(t) == 1 && (n == 8 || n == 16 || n == 32 || n == 64);
}

// The type in which a value is transferred: pointers and predicates as integers, always as a vector.
LLVMTypeRef flat_type(const flat *f, LLVMTypeRef t) {
    LLVMTypeRef elt = genx_elt_type(t);
    if (flat_is_predicate(t))
        return LLVMVectorType(LLVMIntTypeInContext(LLVMGetModuleContext(f->mod), genx_lanes(t)), 1);
    if (LLVMGetTypeKind(elt) == LLVMPointerTypeKind)
        elt = f->i64;
    return LLVMVectorType(elt, genx_lanes(t));
}

LLVMTypeRef flat_misaligned_type(const flat *f, LLVMTypeRef mt, uint32_t align_b) {
    if (align_b == 0 || align_b % genx_elt_b(mt) == 0)
        return NULL;
    return LLVMVectorType(LLVMIntTypeInContext(LLVMGetModuleContext(f->mod), 8 * align_b), genx_size_b(mt) / align_b);
}

bool flat_can_travel(LLVMTypeRef t) {
    uint32_t bits = genx_elt_bits(t);
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || flat_is_predicate(t);
}
