// SPDX-License-Identifier: MIT
// gx_lower_flat_memory: loads and stores through addresses become builtins of memory.
//
//   before  %p = inttoptr i64 %a to ptr
//           %q = getelementptr float, ptr %p, i64 %i
//           %v = load float, ptr %q
//   after   %o = shl i64 %i, 2
//           %b = add i64 %a, %o
//           %v = element 0 of call <1 x float> @__cm_svm_gather(<1 x i64> %b, <1 x i16> 1)
//
// A pointer that comes from an integer or from the host is an address in memory. All other pointers, to variables of
// the kernel and to constant tables, stay pointers. Masked and atomic accesses: flat_calls.c, copies: flat_copies.c.
// lower_cm turns the builtins into messages: one lane for a scalar, blocks for aligned vectors, otherwise one lane per
// element. Does not handle: pointers that may be either; they stay, and selection rejects them.

#include <cmc/genx_bale.h>
#include "flat_priv.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <assert.h>
#include <string.h>

// Loads and stores

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(v))) == LLVMPointerTypeKind;
}

static LLVMValueRef zero_index(const flat *f) {
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod)), 0, 0);
}

// LLVM packs integers of other widths, and predicates that do not fill bytes, lowest bit first.
static uint64_t packed_bits(LLVMTypeRef t) {
    uint64_t bits = (uint64_t)genx_elt_bits(t) * genx_lanes(t);
    bool odd =
        LLVMGetTypeKind(genx_elt_type(t)) == LLVMIntegerTypeKind && genx_elt_bits(t) <= 64 && !flat_can_travel(t);
    return odd && (bits % 8 == 0 || bits <= 64) ? bits : 0;
}

static LLVMTypeRef number_type(const flat *f, uint64_t bits) {
    return LLVMIntTypeInContext(LLVMGetModuleContext(f->mod), (unsigned)bits);
}

static LLVMTypeRef packed_type(const flat *f, uint64_t bits) {
    return LLVMVectorType(number_type(f, 8), (unsigned)(bits + 7) / 8);
}

static LLVMValueRef of_bytes(flat *f, LLVMValueRef v, LLVMTypeRef t) {
    assert(packed_bits(t) && "other types travel as they are");
    uint64_t bits = packed_bits(t);
    if (bits % 8 == 0)
        return LLVMBuildBitCast(f->b, v, t, "");
    v = LLVMBuildBitCast(f->b, v, number_type(f, (bits + 7) / 8 * 8), "");
    return LLVMBuildBitCast(f->b, LLVMBuildTrunc(f->b, v, number_type(f, bits), ""), t, "");
}

static LLVMValueRef to_bytes(flat *f, LLVMValueRef v) {
    assert(packed_bits(LLVMTypeOf(v)) && "other types travel as they are");
    uint64_t bits = packed_bits(LLVMTypeOf(v));
    if (bits % 8 != 0) {
        v = LLVMBuildBitCast(f->b, v, number_type(f, bits), "");
        v = LLVMBuildZExt(f->b, v, number_type(f, (bits + 7) / 8 * 8), "");
    }
    return LLVMBuildBitCast(f->b, v, packed_type(f, bits), "");
}

// Whole messages only, so that the access never goes past the end of the object.
static const char *block_read(uint32_t size_b, uint32_t align_b) {
    if (align_b >= 16 && size_b % 16 == 0)
        return "__cm_svm_read";
    return align_b >= 4 && size_b >= 16 && size_b % 4 == 0 ? "__cm_svm_read_dword" : NULL;
}

static LLVMValueRef load(flat *f, bool local, LLVMTypeRef t, uint32_t align_b, LLVMValueRef at) {
    if (!flat_can_travel(t))
        return of_bytes(f, load(f, local, packed_type(f, packed_bits(t)), align_b, at), t);
    align_b = flat_alignment(local, align_b);
    LLVMTypeRef mt = flat_type(f, t);
    uint32_t n = genx_lanes(mt);
    const char *block = n > 1 && !local ? block_read(genx_size_b(mt), align_b) : NULL;
    LLVMTypeRef parts = flat_misaligned_type(f, mt, align_b);
    LLVMValueRef v;
    if (parts) {
        v = LLVMBuildBitCast(f->b, load(f, local, parts, align_b, at), mt, "");
    } else if (block) {
        v = flat_call(f, block, mt, &at, 1);
    } else {
        v = flat_gather(f, local, mt, flat_lanes(f, at, n, genx_elt_b(mt)), flat_all(f, n));
    }
    if (!genx_is_vec(t) || flat_is_predicate(t))
        v = LLVMBuildExtractElement(f->b, v, zero_index(f), "");
    if (flat_is_predicate(t))
        v = LLVMBuildBitCast(f->b, v, t, "");
    if (LLVMGetTypeKind(genx_elt_type(t)) == LLVMPointerTypeKind)
        v = LLVMBuildIntToPtr(f->b, v, t, "");
    return v;
}

static void store(flat *f, bool local, LLVMValueRef v, uint32_t align_b, LLVMValueRef at) {
    align_b = flat_alignment(local, align_b);
    if (!flat_can_travel(LLVMTypeOf(v)))
        v = to_bytes(f, v);
    LLVMTypeRef t = LLVMTypeOf(v), mt = flat_type(f, t);
    uint32_t n = genx_lanes(mt), size_b = genx_size_b(mt);
    const uint32_t least_b = f->cx->model->has_lsc ? 4 : 16; // messages of owords need their alignment
    LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(f->mod));
    if (LLVMGetTypeKind(genx_elt_type(t)) == LLVMPointerTypeKind)
        v = LLVMBuildPtrToInt(f->b, v, genx_is_vec(t) ? mt : f->i64, "");
    if (flat_is_predicate(t))
        v = LLVMBuildBitCast(f->b, v, genx_elt_type(mt), "");
    if (!genx_is_vec(LLVMTypeOf(v)))
        v = LLVMBuildInsertElement(f->b, LLVMGetUndef(mt), v, zero_index(f), "");
    LLVMTypeRef parts = flat_misaligned_type(f, mt, align_b);
    if (parts) {
        store(f, local, LLVMBuildBitCast(f->b, v, parts, ""), align_b, at);
    } else if (n > 1 && !local && align_b >= least_b && size_b % 16 == 0) {
        LLVMValueRef args[2] = {at, v};
        flat_call(f, "__cm_svm_write", none, args, 2);
    } else {
        flat_scatter(f, local, flat_lanes(f, at, n, genx_elt_b(mt)), flat_all(f, n), v);
    }
}

// Erased at the end, because the map identifies values by their address.
static void replace(flat *f, LLVMValueRef inst, LLVMValueRef by) {
    if (by)
        LLVMReplaceAllUsesWith(inst, by);
    (void)cmc_vec_push(f->cx->arena, &f->dead, inst);
}

// The number of a pointer, cut or extended to the type of inst.
static LLVMValueRef number_of(flat *f, LLVMValueRef inst, LLVMValueRef addr) {
    LLVMTypeRef t = LLVMTypeOf(inst);
    uint32_t bits = genx_elt_bits(t);
    return bits == 64 ? addr : bits > 64 ? LLVMBuildZExt(f->b, addr, t, "") : LLVMBuildTrunc(f->b, addr, t, "");
}

static void replace_access(flat *f, LLVMValueRef inst, bool local, LLVMValueRef addr, LLVMValueRef other) {
    LLVMPositionBuilderBefore(f->b, inst);
    LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(inst));
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        replace(f, inst, load(f, local, LLVMTypeOf(inst), LLVMGetAlignment(inst), addr));
        break;
    case LLVMStore:
        store(f, local, LLVMGetOperand(inst, 0), LLVMGetAlignment(inst), addr);
        replace(f, inst, NULL);
        break;
    case LLVMICmp:
        replace(f, inst, LLVMBuildICmp(f->b, LLVMGetICmpPredicate(inst), addr, other, ""));
        break;
    default:
        if (addr != inst)
            replace(f, inst, number_of(f, inst, addr));
        break;
    }
}

// An address that goes into a variable is computed as a number, too.
static void keep_address(flat *f, LLVMValueRef inst) {
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    if (!is_pointer(v) || flat_is_local_type(LLVMTypeOf(v)) || !LLVMIsAGetElementPtrInst(v) || !flat_from_numbers(v, 0))
        return;
    LLVMPositionBuilderBefore(f->b, inst);
    LLVMSetOperand(inst, 0, LLVMBuildIntToPtr(f->b, flat_address(f, v), LLVMTypeOf(v), ""));
}

static void visit(flat *f, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMValueRef by = NULL;
    if (!flat_check_escape(f, inst))
        return;
    if (flat_visit_call(f, inst, &by)) {
        replace(f, inst, by);
        return;
    }
    bool access = op == LLVMLoad || op == LLVMStore, local = false;
    if (!access && op != LLVMPtrToInt && op != LLVMICmp)
        return;
    LLVMValueRef p = LLVMGetOperand(inst, op == LLVMStore ? 1 : 0);
    if (!is_pointer(p) || (op == LLVMPtrToInt && LLVMIsAArgument(p) && genx_elt_bits(LLVMTypeOf(inst)) == 64))
        return;
    if (!flat_from_numbers(p, 0)) {
        if (op == LLVMStore)
            keep_address(f, inst);
        return;
    }
    LLVMTypeRef t = LLVMTypeOf(op == LLVMStore ? LLVMGetOperand(inst, 0) : inst);
    if (access && !flat_can_travel(t) && packed_bits(t) == 0)
        return;
    if (op == LLVMICmp && !flat_from_numbers(LLVMGetOperand(inst, 1), 0))
        return;
    if (access && !flat_find_space(f, inst, p, &local))
        return;
    LLVMValueRef addr = flat_address(f, p);
    replace_access(f, inst, local, addr, op == LLVMICmp ? flat_address(f, LLVMGetOperand(inst, 1)) : NULL);
}

static bool has_local_pointers(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            for (int k = 0; k < LLVMGetNumOperands(i); k++)
                if (flat_is_local_type(LLVMTypeOf(LLVMGetOperand(i, (unsigned)k))))
                    return true;
    return false;
}

bool gx_lower_flat_memory(gx_ctx *cx, LLVMValueRef fn) {
    LLVMModuleRef mod = LLVMGetGlobalParent(fn);
    LLVMContextRef c = LLVMGetModuleContext(mod);
    flat f = {.cx = cx,
              .mod = mod,
              .addresses = {.arena = cx->arena},
              .layout = LLVMGetModuleDataLayout(mod),
              .local = has_local_pointers(fn),
              .b = LLVMCreateBuilderInContext(c),
              .i16 = LLVMInt16TypeInContext(c),
              .i64 = LLVMInt64TypeInContext(c)};
    bool changed = flat_expand_copies(&f, fn);
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            visit(&f, i);
        }
    }
    for (uint32_t i = 0; i < f.dead.len; i++)
        LLVMInstructionEraseFromParent(f.dead.data[i]);
    LLVMDisposeBuilder(f.b);
    return changed || f.dead.len > 0;
}
