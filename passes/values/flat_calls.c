// SPDX-License-Identifier: MIT
// Part of gx_lower_flat_memory: LLVM's masked and atomic accesses, with one address per lane or one for all lanes.
//
//   before                                                             after
//     %v = call @llvm.masked.gather(<8 x ptr> %p, i32 4, %m, %old)   select %m, (call @__cm_svm_gather(%p, %m)), %old
//     call @llvm.masked.store(%v, ptr %p, i32 4, %m)                 call @__cm_svm_scatter(%p + 0, 4, 8 .., %m, %v)
//     %o = atomicrmw add ptr %p, i32 %x seq_cst                      call <1 x i32> @__cm_svm_atomic(i32 0, ..)
//     %v = call @llvm.masked.load(ptr %local, i32 4, %m, %old)       select %m, (load %local), %old
//
// Builtins take the mask %m as words, and %p as numbers.
// Orderings stronger than monotonic need no special handling: a fence makes the access visible to other threads.

#include <cmc/genx_bale.h>
#include "flat_priv.h"

// Masked

typedef struct masked_row {
    const char *name;
    int8_t value, ptr, mask, old; // operands; -1: not present
} masked_row;

static const masked_row masked_rows[] = {
    {"masked.load", -1, 0, 2, 3},
    {"masked.gather", -1, 0, 2, 3},
    {"masked.store", 0, 1, 3, -1},
    {"masked.scatter", 0, 1, 3, -1},
};

static LLVMValueRef operand(LLVMValueRef call, int k) {
    return k < 0 ? NULL : LLVMGetOperand(call, (unsigned)k);
}

typedef struct masked_access { // the memory operation of a masked read or write
    LLVMTypeRef type;          // of the data
    LLVMValueRef lanes, mask;
    bool local;
} masked_access;

static LLVMValueRef each_lane_times(flat *f, LLVMValueRef v, uint32_t n, uint32_t times) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod));
    LLVMValueRef *from = CMC_NEW_N(f->cx->arena, LLVMValueRef, n * times);
    for (uint32_t k = 0; from && k < n * times; k++)
        from[k] = LLVMConstInt(i32, k / times, 0);
    return from ? LLVMBuildShuffleVector(f->b, v, LLVMGetUndef(LLVMTypeOf(v)), LLVMConstVector(from, n * times), "")
                : v;
}

// Splits elements that may be misaligned for their size into parts, each under its element's mask.
static masked_access in_parts(flat *f, masked_access whole, uint32_t align_b) {
    align_b = flat_alignment(whole.local, align_b);
    masked_access a = {.type = flat_misaligned_type(f, whole.type, align_b), .local = whole.local};
    uint32_t n = genx_lanes(whole.type), parts = a.type ? genx_lanes(a.type) : 0;
    LLVMValueRef *offs = a.type ? CMC_NEW_N(f->cx->arena, LLVMValueRef, parts) : NULL;
    if (!offs)
        return whole;
    for (uint32_t k = 0; k < parts; k++)
        offs[k] = LLVMConstInt(f->i64, (uint64_t)(k % (parts / n)) * align_b, 0);
    a.lanes = LLVMBuildAdd(f->b, each_lane_times(f, whole.lanes, n, parts / n), LLVMConstVector(offs, parts), "");
    a.mask = each_lane_times(f, whole.mask, n, parts / n);
    return a;
}

static LLVMValueRef masked_read(flat *f, LLVMValueRef call, const masked_row *r, const masked_access *a) {
    LLVMTypeRef t = LLVMTypeOf(call), mt = flat_type(f, t);
    LLVMValueRef v = flat_gather(f, a->local, a->type, a->lanes, a->mask);
    v = LLVMBuildBitCast(f->b, v, mt, "");
    if (mt != t)
        v = LLVMBuildIntToPtr(f->b, v, t, "");
    return LLVMBuildSelect(f->b, operand(call, r->mask), v, operand(call, r->old), "");
}

static void masked_write(flat *f, LLVMValueRef call, const masked_row *r, const masked_access *a) {
    LLVMValueRef v = operand(call, r->value);
    LLVMTypeRef t = LLVMTypeOf(v), mt = flat_type(f, t);
    if (mt != t)
        v = LLVMBuildPtrToInt(f->b, v, mt, "");
    flat_scatter(f, a->local, a->lanes, a->mask, LLVMBuildBitCast(f->b, v, a->type, ""));
}

static unsigned masked_alignment(LLVMValueRef call, const masked_row *r) {
    return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, (unsigned)r->ptr + 1));
}

// A variable of the kernel is private, so reading and writing all of it cannot be observed.
static LLVMValueRef masked_local(flat *f, LLVMValueRef call, const masked_row *r) {
    LLVMValueRef value = operand(call, r->value), p = operand(call, r->ptr), m = operand(call, r->mask);
    LLVMTypeRef t = LLVMTypeOf(value ? value : call);
    unsigned align = masked_alignment(call, r);
    LLVMValueRef old = LLVMBuildLoad2(f->b, t, p, "");
    LLVMSetAlignment(old, align);
    if (!value)
        return LLVMBuildSelect(f->b, m, old, operand(call, r->old), "");
    LLVMSetAlignment(LLVMBuildStore(f->b, LLVMBuildSelect(f->b, m, value, old, ""), p), align);
    return NULL;
}

static bool visit_masked(flat *f, LLVMValueRef call, const masked_row *r, LLVMValueRef *by) {
    LLVMValueRef value = operand(call, r->value), p = operand(call, r->ptr);
    LLVMTypeRef t = LLVMTypeOf(value ? value : call);
    bool numbers = flat_from_numbers(p, 0), many = genx_is_vec(LLVMTypeOf(p)), local = false;
    if (!flat_can_travel(t) || genx_elt_bits(t) == 1 || (many && !numbers) ||
        (numbers && !flat_find_space(f, call, p, &local)))
        return false;
    LLVMValueRef at = numbers ? flat_address(f, p) : NULL;
    LLVMPositionBuilderBefore(f->b, call);
    if (!numbers) {
        *by = masked_local(f, call, r);
        return true;
    }
    LLVMValueRef lanes = many ? at : flat_lanes(f, at, genx_lanes(t), genx_elt_b(t));
    LLVMValueRef mask = LLVMBuildZExt(f->b, operand(call, r->mask), LLVMVectorType(f->i16, genx_lanes(t)), "");
    masked_access a = {.type = flat_type(f, t), .lanes = lanes, .mask = mask, .local = local};
    a = in_parts(f, a, masked_alignment(call, r));
    if (value)
        masked_write(f, call, r, &a);
    else
        *by = masked_read(f, call, r, &a);
    return true;
}

// Atomic

enum { OP_CMPXCHG = 7, OP_FIRST_FLOAT = 0x10, OP_NONE = -1 };
enum { FENCE_GLOBAL = 0x01, FENCE_LOCAL = 0x20 };

// The language's number of an LLVM operation.
static int atomic_op(LLVMAtomicRMWBinOp op) {
    static const int numbers[] = {
        [LLVMAtomicRMWBinOpXchg] = 0x06, [LLVMAtomicRMWBinOpAdd] = 0x00,  [LLVMAtomicRMWBinOpSub] = 0x01,
        [LLVMAtomicRMWBinOpAnd] = 0x08,  [LLVMAtomicRMWBinOpNand] = -1,   [LLVMAtomicRMWBinOpOr] = 0x09,
        [LLVMAtomicRMWBinOpXor] = 0x0A,  [LLVMAtomicRMWBinOpMax] = 0x0C,  [LLVMAtomicRMWBinOpMin] = 0x0B,
        [LLVMAtomicRMWBinOpUMax] = 0x05, [LLVMAtomicRMWBinOpUMin] = 0x04, [LLVMAtomicRMWBinOpFAdd] = 0x13,
        [LLVMAtomicRMWBinOpFSub] = 0x14, [LLVMAtomicRMWBinOpFMax] = 0x10, [LLVMAtomicRMWBinOpFMin] = 0x11,
    };
    return (size_t)op < sizeof(numbers) / sizeof(*numbers) ? numbers[op] : OP_NONE;
}

// One lane. An exchange of floats exchanges their bits.
static LLVMValueRef atomic(flat *f, bool local, int op, LLVMValueRef at, LLVMValueRef s0, LLVMValueRef s1) {
    LLVMContextRef c = LLVMGetModuleContext(f->mod);
    LLVMTypeRef t = LLVMTypeOf(s0), bits = t;
    bool moved = op < OP_FIRST_FLOAT && LLVMGetTypeKind(t) != LLVMIntegerTypeKind;
    if (moved)
        bits = LLVMIntTypeInContext(c, genx_elt_bits(t) ? genx_elt_bits(t) : 64);
    LLVMOpcode cast = LLVMGetTypeKind(t) == LLVMPointerTypeKind ? LLVMPtrToInt : LLVMBitCast;
    LLVMTypeRef vt = LLVMVectorType(bits, 1);
    LLVMValueRef zero = LLVMConstInt(LLVMInt32TypeInContext(c), 0, 0), src[2] = {s0, s1};
    for (unsigned k = 0; k < 2; k++) {
        if (src[k] && moved)
            src[k] = LLVMBuildCast(f->b, cast, src[k], bits, "");
        src[k] = src[k] ? flat_splat(f, src[k], 1) : LLVMConstNull(vt);
    }
    LLVMValueRef r = LLVMBuildExtractElement(f->b, flat_atomic(f, local, (unsigned)op, at, src), zero, "");
    return moved ? LLVMBuildCast(f->b, cast == LLVMPtrToInt ? LLVMIntToPtr : LLVMBitCast, r, t, "") : r;
}

static bool visit_atomic(flat *f, LLVMValueRef inst, LLVMValueRef *by) {
    LLVMValueRef p = LLVMGetOperand(inst, 0), a = LLVMGetOperand(inst, 1);
    bool swap = LLVMIsAAtomicCmpXchgInst(inst) != NULL;
    int op = swap ? OP_CMPXCHG : atomic_op(LLVMGetAtomicRMWBinOp(inst));
    uint32_t size_b = genx_elt_b(LLVMTypeOf(a));
    bool local;
    if (op == OP_NONE || !flat_from_numbers(p, 0) || (size_b != 4 && size_b != 8) ||
        !flat_find_space(f, inst, p, &local))
        return false;
    if (local && size_b == 8) {
        gx_error(f->cx, inst, "CM0243", "an atomic of 64 bits in shared local memory is not supported; use 32 bits");
        return false;
    }
    LLVMValueRef at = flat_address(f, p);
    LLVMPositionBuilderBefore(f->b, inst);
    if (!swap) {
        *by = atomic(f, local, op, at, a, NULL);
        return true;
    }
    // The language's order: the new value, then the value to compare.
    LLVMValueRef old = atomic(f, local, op, at, LLVMGetOperand(inst, 2), a);
    LLVMValueRef pair = LLVMBuildInsertValue(f->b, LLVMGetUndef(LLVMTypeOf(inst)), old, 0, "");
    *by = LLVMBuildInsertValue(f->b, pair, LLVMBuildICmp(f->b, LLVMIntEQ, old, a, ""), 1, "");
    return true;
}

static bool visit_fence(flat *f, LLVMValueRef inst) {
    LLVMContextRef c = LLVMGetModuleContext(f->mod);
    LLVMValueRef coherent = LLVMConstInt(LLVMInt32TypeInContext(c), FENCE_GLOBAL, 0),
                 local = LLVMConstInt(LLVMInt32TypeInContext(c), FENCE_GLOBAL | FENCE_LOCAL, 0);
    LLVMPositionBuilderBefore(f->b, inst);
    if (LLVMIsAtomicSingleThread(inst)) // a thread sees its own accesses in order
        return true;
    flat_call(f, "__cm_fence", LLVMVoidTypeInContext(c), &coherent, 1);
    if (f->local && f->cx->model->slm_needs_fence)
        flat_call(f, "__cm_fence", LLVMVoidTypeInContext(c), &local, 1);
    return true;
}

bool flat_visit_call(flat *f, LLVMValueRef inst, LLVMValueRef *by) {
    if (LLVMIsAFenceInst(inst))
        return visit_fence(f, inst);
    if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst))
        return visit_atomic(f, inst, by);
    if (!LLVMIsACallInst(inst))
        return false;
    if (bale_is_llvm(inst, "prefetch")) // a hint without a size or a cache level
        return true;
    for (size_t i = 0; i < sizeof(masked_rows) / sizeof(*masked_rows); i++)
        if (bale_is_llvm(inst, masked_rows[i].name))
            return visit_masked(f, inst, &masked_rows[i], by);
    return false;
}
