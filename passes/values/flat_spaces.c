// SPDX-License-Identifier: MIT
// Part of gx_lower_flat_memory: tells pointers to shared local memory from pointers to global memory.
//
//   %p = inttoptr i32 %a to ptr addrspace(3)
//   %v = load i32, ptr addrspace(3) %p       ->  element 0 of call <1 x i32> @__cm_gather(i32 254, i32 0, <1 x i32> %a, ..)
//
// A generic pointer (addrspace 0 or 4) leads where it comes from. Does not handle: generic pointers that may lead to
// both, or whose number is taken or stored; these are errors.

#include "flat_priv.h"

#include <cmc/genx_bale.h>

#include <assert.h>

enum { GLOBAL_SPACE = 1, CONSTANT_SPACE = 2, LOCAL_SPACE = 3 };
enum { NOWHERE = 0, IN_GLOBAL = 1, IN_LOCAL = 2, IN_BOTH = IN_GLOBAL | IN_LOCAL };
enum { LOCAL_SURFACE = 254, LOCAL_WORD_B = 4, MAX_DEPTH = 64, PHI_DEPTH = 16 };

static unsigned space_of(LLVMTypeRef t) {
    LLVMTypeRef e = genx_elt_type(t);
    return LLVMGetTypeKind(e) == LLVMPointerTypeKind ? LLVMGetPointerAddressSpace(e) : 0;
}

bool flat_is_local_type(LLVMTypeRef t) {
    return space_of(t) == LOCAL_SPACE;
}

// What the type alone says.
static unsigned named_space(LLVMTypeRef t) {
    unsigned space = space_of(t);
    return space == LOCAL_SPACE ? IN_LOCAL : space == GLOBAL_SPACE || space == CONSTANT_SPACE ? IN_GLOBAL : NOWHERE;
}

static unsigned spaces(LLVMValueRef p, unsigned depth);

static unsigned operand_spaces(LLVMValueRef p, unsigned first, unsigned n, unsigned depth) {
    unsigned r = NOWHERE;
    for (unsigned k = 0; k < n; k++)
        r |= spaces(LLVMGetOperand(p, first + k), depth);
    return r;
}

static unsigned spaces(LLVMValueRef p, unsigned depth) {
    unsigned said = named_space(LLVMTypeOf(p));
    if (said != NOWHERE || depth > MAX_DEPTH || LLVMIsAConstantPointerNull(p) || LLVMIsUndef(p) ||
        LLVMIsAConstantAggregateZero(p))
        return said;
    if (LLVMIsAConstantVector(p))
        return operand_spaces(p, 0, (unsigned)LLVMGetNumOperands(p), depth + 1);
    if (!LLVMIsAInstruction(p) && !LLVMIsAConstantExpr(p))
        return IN_GLOBAL;
    switch (LLVMIsAConstantExpr(p) ? LLVMGetConstOpcode(p) : LLVMGetInstructionOpcode(p)) {
    case LLVMGetElementPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMFreeze:
    case LLVMExtractElement:
        return operand_spaces(p, 0, 1, depth + 1);
    case LLVMCall:
        return bale_is_llvm(p, "ptrmask") ? operand_spaces(p, 0, 1, depth + 1) : IN_GLOBAL;
    case LLVMInsertElement:
    case LLVMShuffleVector:
        return operand_spaces(p, 0, 2, depth + 1);
    case LLVMSelect:
        return operand_spaces(p, 1, 2, depth + 1);
    case LLVMPHI:
        return operand_spaces(p, 0, LLVMCountIncoming(p), depth + PHI_DEPTH);
    default:
        return IN_GLOBAL;
    }
}

bool flat_find_space(flat *f, LLVMValueRef inst, LLVMValueRef p, bool *local) {
    unsigned where = spaces(p, 0);
    *local = where == IN_LOCAL;
    if (where == IN_BOTH)
        gx_error(f->cx, inst, "CM0243",
                 "a pointer may lead to shared local memory or to global memory; use a pointer to '__local' "
                 "(addrspace(3)), one to '__global' (addrspace(1)), and a branch");
    return where != IN_BOTH;
}

static void report_number(flat *f, LLVMValueRef inst, const char *what) {
    gx_error(f->cx, inst, "CM0243",
             "the number of a generic pointer to shared local memory is %s; keep it a pointer to '__local' "
             "(addrspace(3))",
             what);
}

// Whether constant c holds the number of a generic pointer to local memory.
static bool holds_number(LLVMValueRef c, unsigned depth) {
    if (depth > MAX_DEPTH || !(LLVMIsAConstantExpr(c) || LLVMIsAConstantVector(c)))
        return false;
    bool number = LLVMIsAConstantExpr(c) && LLVMGetConstOpcode(c) == LLVMPtrToInt;
    if (number && named_space(LLVMTypeOf(LLVMGetOperand(c, 0))) == NOWHERE)
        return (spaces(LLVMGetOperand(c, 0), 0) & IN_LOCAL) != 0;
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(c); k++)
        if (holds_number(LLVMGetOperand(c, k), depth + 1))
            return true;
    return false;
}

static bool check_operands(flat *f, LLVMValueRef inst) {
    for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(inst); k++)
        if (LLVMIsAConstant(LLVMGetOperand(inst, k)) && holds_number(LLVMGetOperand(inst, k), 0)) {
            report_number(f, inst, "taken");
            return false;
        }
    return true;
}

bool flat_check_escape(flat *f, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool cast = op == LLVMAddrSpaceCast, bad = false;
    if (!check_operands(f, inst))
        return false;
    if (op != LLVMStore && op != LLVMPtrToInt && !cast)
        return true;
    LLVMValueRef p = LLVMGetOperand(inst, 0);
    if (LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(p))) != LLVMPointerTypeKind)
        return true;
    unsigned from = spaces(p, 0), to = cast ? named_space(LLVMTypeOf(inst)) : named_space(LLVMTypeOf(p));
    bad = cast ? (from | to) == IN_BOTH : to == NOWHERE && (from & IN_LOCAL);
    if (bad && cast)
        gx_error(f->cx, inst, "CM0243", "a pointer to %s memory is cast to one to %s memory",
                 from & IN_LOCAL ? "shared local" : "global", to == IN_LOCAL ? "shared local" : "global");
    else if (bad)
        report_number(f, inst, op == LLVMStore ? "stored" : "taken");
    return !bad;
}

// Accesses

uint32_t flat_alignment(bool local, uint32_t align_b) {
    return local && align_b > LOCAL_WORD_B ? LOCAL_WORD_B : align_b;
}

static LLVMValueRef number(const flat *f, uint64_t v) {
    return LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod)), v, 0);
}

static LLVMValueRef offsets(flat *f, LLVMValueRef lanes) {
    assert(genx_is_vec(LLVMTypeOf(lanes)) && "one address per lane");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(f->mod));
    return LLVMBuildTrunc(f->b, lanes, LLVMVectorType(i32, genx_lanes(LLVMTypeOf(lanes))), "");
}

LLVMValueRef flat_gather(flat *f, bool local, LLVMTypeRef t, LLVMValueRef lanes, LLVMValueRef mask) {
    LLVMValueRef flat_args[2] = {lanes, mask};
    if (!local)
        return flat_call(f, "__cm_svm_gather", t, flat_args, 2);
    LLVMValueRef args[4] = {number(f, LOCAL_SURFACE), number(f, 0), offsets(f, lanes), mask};
    return flat_call(f, "__cm_gather", t, args, 4);
}

void flat_scatter(flat *f, bool local, LLVMValueRef lanes, LLVMValueRef mask, LLVMValueRef data) {
    LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(f->mod));
    LLVMValueRef flat_args[3] = {lanes, mask, data};
    if (!local) {
        flat_call(f, "__cm_svm_scatter", none, flat_args, 3);
        return;
    }
    LLVMValueRef args[5] = {number(f, LOCAL_SURFACE), number(f, 0), offsets(f, lanes), mask, data};
    flat_call(f, "__cm_scatter", none, args, 5);
}

LLVMValueRef flat_atomic(flat *f, bool local, unsigned op, LLVMValueRef at, LLVMValueRef src[2]) {
    LLVMTypeRef t = LLVMTypeOf(src[0]);
    LLVMValueRef lanes = flat_splat(f, at, 1), mask = flat_all(f, 1);
    LLVMValueRef flat_args[5] = {number(f, op), lanes, src[0], src[1], mask};
    if (!local)
        return flat_call(f, "__cm_svm_atomic", t, flat_args, 5);
    LLVMValueRef args[6] = {number(f, op), number(f, LOCAL_SURFACE), offsets(f, lanes), src[0], src[1], mask};
    return flat_call(f, "__cm_atomic", t, args, 6);
}
