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
// A pointer that comes from a number or from the host is an address in memory; everything else, variables
// of the kernel and constant tables, stays a pointer. Masked and atomic accesses: flat_calls.c, copies: flat_copies.c.
// lower_cm makes messages of the builtins: one lane for a number, blocks for vectors that are aligned, else a lane for
// each element. Does not handle: pointers that may be either; they stay, and selection refuses them.

#include <cmc/genx_bale.h>
#include "flat_priv.h"
#include "globals_priv.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <string.h>

static LLVMValueRef remember(flat *f, LLVMValueRef p, LLVMValueRef addr) {
    (void)ptrmap_put(&f->addresses, p, addr);
    return addr;
}

// Which pointers are addresses

enum { MAX_DEPTH = 64 };

static bool is_pointer(LLVMValueRef v) {
    return LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(v))) == LLVMPointerTypeKind;
}

enum { GLOBAL_SPACE = 1, LOCAL_SPACE = 3 };

// What the host gives a kernel is an address, whatever else may happen to variables of the kernel.
static bool is_argument_address(LLVMValueRef p) {
    unsigned space = LLVMGetPointerAddressSpace(genx_elt_type(LLVMTypeOf(p)));
    return space == GLOBAL_SPACE || (space != LOCAL_SPACE && gx_is_kernel(LLVMGetParamParent(p)));
}

// True: p comes from numbers only. Circles through phis count as what the other ways say.
bool flat_from_numbers(LLVMValueRef p, unsigned depth) {
    if (depth > MAX_DEPTH)
        return true;
    if (LLVMIsAConstantPointerNull(p) || LLVMIsUndef(p) || LLVMIsAConstantAggregateZero(p))
        return true;
    if (LLVMIsAArgument(p))
        return is_argument_address(p);
    if (LLVMIsAConstantExpr(p))
        return LLVMGetConstOpcode(p) == LLVMIntToPtr;
    if (!LLVMIsAInstruction(p))
        return false;
    switch (LLVMGetInstructionOpcode(p)) {
    case LLVMIntToPtr:
    case LLVMLoad: // a pointer out of memory
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

// The type of addresses in the shape of t.
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

// One number for every lane, where t has lanes and v has none.
static LLVMValueRef spread(flat *f, LLVMValueRef v, LLVMTypeRef t) {
    return genx_is_vec(t) && !genx_is_vec(LLVMTypeOf(v)) ? flat_splat(f, v, genx_lanes(t)) : v;
}

static LLVMValueRef element_address(flat *f, LLVMValueRef gep) {
    LLVMValueRef at = flat_address(f, LLVMGetOperand(gep, 0));
    LLVMTypeRef t = LLVMGetGEPSourceElementType(gep);
    LLVMTypeRef all = LLVMTypeOf(gep);
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

// Of what is there when the kernel starts.
static LLVMValueRef constant_address(flat *f, LLVMValueRef p) {
    LLVMTypeRef t = addresses_like(f, LLVMTypeOf(p));
    if (LLVMIsAConstantPointerNull(p) || LLVMIsAConstantAggregateZero(p))
        return LLVMConstNull(t);
    if (LLVMIsUndef(p))
        return LLVMGetUndef(t);
    if (LLVMIsAConstantExpr(p))
        return LLVMConstPtrToInt(p, t);
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
    case LLVMLoad: // replaced by what is loaded, when its turn comes
        LLVMPositionBuilderBefore(f->b, LLVMGetNextInstruction(p));
        return LLVMBuildPtrToInt(f->b, p, t, "");
    default:
        return flat_address(f, LLVMGetOperand(p, 0));
    }
}

LLVMValueRef flat_address(flat *f, LLVMValueRef p) {
    LLVMValueRef at = ptrmap_get(&f->addresses, p);
    if (at)
        return at;
    if (LLVMIsAPHINode(p))
        return phi_address(f, p);
    return remember(f, p, new_address(f, p));
}

// Loads and stores

// Calls a builtin by the name that lower_cm knows; types make the name unique.
LLVMValueRef flat_call(flat *f, const char *name, LLVMTypeRef ret, LLVMValueRef *args, unsigned n) {
    LLVMTypeRef types[5];
    cmc_str s = CMC_STR_INIT;
    cmc_str_printf(&s, "_Z%zu%s", strlen(name), name);
    if (LLVMGetTypeKind(ret) != LLVMVoidTypeKind)
        genx_mangle(&s, ret);
    for (unsigned i = 0; i < n; i++)
        genx_mangle(&s, types[i] = LLVMTypeOf(args[i]));
    LLVMTypeRef ft = LLVMFunctionType(ret, types, n, 0);
    LLVMValueRef fn = LLVMGetNamedFunction(f->mod, cmc_str_text(&s));
    if (!fn)
        fn = LLVMAddFunction(f->mod, cmc_str_text(&s), ft);
    cmc_str_free(&s);
    return LLVMBuildCall2(f->b, ft, fn, args, n, "");
}

// The address of each of n elements of elt_b bytes.
LLVMValueRef flat_lanes(flat *f, LLVMValueRef at, uint32_t n, uint32_t elt_b) {
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

static LLVMValueRef zero_index(const flat *f) {
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod)), 0, 0);
}

// A predicate of whole bytes: LLVM stores one where the code says its number.
static bool is_predicate(LLVMTypeRef t) {
    uint32_t n = genx_lanes(t);
    return genx_is_vec(t) && genx_elt_bits(t) == 1 && (n == 8 || n == 16 || n == 32 || n == 64);
}

// How the bytes of a type travel: pointers and predicates as numbers, everything as a vector.
LLVMTypeRef flat_type(const flat *f, LLVMTypeRef t) {
    LLVMTypeRef elt = genx_elt_type(t);
    if (is_predicate(t))
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
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 || is_predicate(t);
}

// Integers of other widths, and predicates that are no whole bytes: LLVM packs them, lowest first.
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
    uint64_t bits = packed_bits(t);
    if (bits % 8 == 0)
        return LLVMBuildBitCast(f->b, v, t, "");
    v = LLVMBuildBitCast(f->b, v, number_type(f, (bits + 7) / 8 * 8), "");
    return LLVMBuildBitCast(f->b, LLVMBuildTrunc(f->b, v, number_type(f, bits), ""), t, "");
}

static LLVMValueRef to_bytes(flat *f, LLVMValueRef v) {
    uint64_t bits = packed_bits(LLVMTypeOf(v));
    if (bits % 8 != 0) {
        v = LLVMBuildBitCast(f->b, v, number_type(f, bits), "");
        v = LLVMBuildZExt(f->b, v, number_type(f, (bits + 7) / 8 * 8), "");
    }
    return LLVMBuildBitCast(f->b, v, packed_type(f, bits), "");
}

// Whole messages only: nothing behind the object is touched.
static const char *block_read(uint32_t size_b, uint32_t align_b) {
    if (align_b >= 16 && size_b % 16 == 0)
        return "__cm_svm_read";
    return align_b >= 4 && size_b >= 16 && size_b % 4 == 0 ? "__cm_svm_read_dword" : NULL;
}

static LLVMValueRef load(flat *f, LLVMTypeRef t, uint32_t align_b, LLVMValueRef at) {
    if (!flat_can_travel(t))
        return of_bytes(f, load(f, packed_type(f, packed_bits(t)), align_b, at), t);
    LLVMTypeRef mt = flat_type(f, t);
    uint32_t n = genx_lanes(mt);
    const char *block = n > 1 ? block_read(genx_size_b(mt), align_b) : NULL;
    LLVMTypeRef parts = flat_misaligned_type(f, mt, align_b);
    LLVMValueRef v;
    if (parts) {
        v = LLVMBuildBitCast(f->b, load(f, parts, align_b, at), mt, "");
    } else if (block) {
        v = flat_call(f, block, mt, &at, 1);
    } else {
        LLVMValueRef args[2] = {flat_lanes(f, at, n, genx_elt_b(mt)), flat_all(f, n)};
        v = flat_call(f, "__cm_svm_gather", mt, args, 2);
    }
    if (!genx_is_vec(t) || is_predicate(t))
        v = LLVMBuildExtractElement(f->b, v, zero_index(f), "");
    if (is_predicate(t))
        v = LLVMBuildBitCast(f->b, v, t, "");
    if (LLVMGetTypeKind(genx_elt_type(t)) == LLVMPointerTypeKind)
        v = LLVMBuildIntToPtr(f->b, v, t, "");
    return v;
}

static void store(flat *f, LLVMValueRef v, uint32_t align_b, LLVMValueRef at) {
    if (!flat_can_travel(LLVMTypeOf(v)))
        v = to_bytes(f, v);
    LLVMTypeRef t = LLVMTypeOf(v), mt = flat_type(f, t);
    uint32_t n = genx_lanes(mt), size_b = genx_size_b(mt);
    LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(f->mod));
    if (LLVMGetTypeKind(genx_elt_type(t)) == LLVMPointerTypeKind)
        v = LLVMBuildPtrToInt(f->b, v, genx_is_vec(t) ? mt : f->i64, "");
    if (is_predicate(t))
        v = LLVMBuildBitCast(f->b, v, genx_elt_type(mt), "");
    if (!genx_is_vec(LLVMTypeOf(v)))
        v = LLVMBuildInsertElement(f->b, LLVMGetUndef(mt), v, zero_index(f), "");
    LLVMTypeRef parts = flat_misaligned_type(f, mt, align_b);
    if (parts) {
        store(f, LLVMBuildBitCast(f->b, v, parts, ""), align_b, at);
    } else if (n > 1 && align_b >= 16 && size_b % 16 == 0) {
        LLVMValueRef args[2] = {at, v};
        flat_call(f, "__cm_svm_write", none, args, 2);
    } else {
        LLVMValueRef args[3] = {flat_lanes(f, at, n, genx_elt_b(mt)), flat_all(f, n), v};
        flat_call(f, "__cm_svm_scatter", none, args, 3);
    }
}

// Erased at the end: the map knows values by their place in memory.
static void replace(flat *f, LLVMValueRef inst, LLVMValueRef by) {
    if (by)
        LLVMReplaceAllUsesWith(inst, by);
    (void)cmc_vec_push(f->cx->arena, &f->dead, inst);
}

static void visit(flat *f, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMValueRef by = NULL;
    if (flat_visit_call(f, inst, &by)) {
        replace(f, inst, by);
        return;
    }
    unsigned at = op == LLVMStore ? 1 : 0;
    if (op != LLVMLoad && op != LLVMStore && op != LLVMPtrToInt && op != LLVMICmp)
        return;
    LLVMValueRef p = LLVMGetOperand(inst, at);
    if (!is_pointer(p) || (op == LLVMPtrToInt && LLVMIsAArgument(p)) || !flat_from_numbers(p, 0))
        return;
    LLVMTypeRef t = LLVMTypeOf(op == LLVMStore ? LLVMGetOperand(inst, 0) : inst);
    if ((op == LLVMLoad || op == LLVMStore) && !flat_can_travel(t) && packed_bits(t) == 0)
        return;
    if (op == LLVMICmp && !flat_from_numbers(LLVMGetOperand(inst, 1), 0))
        return;
    LLVMValueRef addr = flat_address(f, p);
    LLVMValueRef other = op == LLVMICmp ? flat_address(f, LLVMGetOperand(inst, 1)) : NULL;
    LLVMPositionBuilderBefore(f->b, inst);
    LLVMSetCurrentDebugLocation2(f->b, LLVMInstructionGetDebugLoc(inst));
    if (op == LLVMLoad)
        replace(f, inst, load(f, t, LLVMGetAlignment(inst), addr));
    else if (op == LLVMPtrToInt && addr != inst && genx_elt_bits(t) == 64)
        replace(f, inst, addr);
    else if (op == LLVMICmp)
        replace(f, inst, LLVMBuildICmp(f->b, LLVMGetICmpPredicate(inst), addr, other, ""));
    else if (op == LLVMStore) {
        store(f, LLVMGetOperand(inst, 0), LLVMGetAlignment(inst), addr);
        replace(f, inst, NULL);
    }
}

bool gx_lower_flat_memory(gx_ctx *cx, LLVMValueRef fn) {
    LLVMModuleRef mod = LLVMGetGlobalParent(fn);
    LLVMContextRef c = LLVMGetModuleContext(mod);
    flat f = {.cx = cx,
              .mod = mod,
              .addresses = {.arena = cx->arena},
              .layout = LLVMGetModuleDataLayout(mod),
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
