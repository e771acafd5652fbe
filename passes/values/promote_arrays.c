// SPDX-License-Identifier: MIT
// gx_promote_arrays: local variables that are still in memory become vectors, and accesses with a computed index
// become regions.
//
//   before   %a = alloca [16 x i32]                       after   %a = alloca <16 x i32>
//            %p = getelementptr [16 x i32], ptr %a, i64 0, i64 %i      %v = load <16 x i32>, ptr %a
//            %x = load i32, ptr %p                                     %x = rdregion %v, 1 lane, offset trunc(%i) * 4
//
// sroa has already promoted the other variables. Elements are integers of the smallest access size (at most four
// bytes): wider accesses read several elements and are bitcast. A constant table read with a computed index becomes a
// constant vector. An address of global memory becomes a number there. Needs: everything inlined. Guarantees: there is
// no alloca left that is loaded or stored, or an error says why. Does not handle: addresses of variables; more than 32
// KB.

#include "arrays_priv.h"
#include "cm/cm_priv.h"

#include <cmc/genx_bale.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

#include <assert.h>
#include <string.h>

typedef struct array {
    cm_lower l;
    LLVMTargetDataRef layout;
    LLVMValueRef base;   // alloca, or constant global
    LLVMValueRef object; // the vector's alloca; NULL for a table
    LLVMValueRef table;  // the constant vector
    uint32_t size_b, elt_b;
    ptrmap known; // pointers into it -> marked while collecting, then byte offset (i32)
    gx_values pointers, accesses, compares;
    const char *why;   // why it cannot be promoted
    LLVMValueRef told; // the subject of the last error
    LLVMValueRef where;
    bool oom;
} array;

static bool refuse(array *a, LLVMValueRef at, const char *why) {
    if (!a->why) {
        a->why = why;
        a->where = at;
    }
    return false;
}

// Collecting

static bool add_pointer(array *a, LLVMValueRef p) {
    if (ptrmap_get(&a->known, p))
        return true;
    a->oom |= !ptrmap_put(&a->known, p, p) || !cmc_vec_push(a->l.cx->arena, &a->pointers, p);
    return !a->oom;
}

enum { GLOBAL_SPACE = 1 }; // addresses in spaces up to here are flat: the number is the whole address

// The integers that addresses are stored as; other types are their own.
static LLVMTypeRef number_type(LLVMTypeRef t) {
    if (LLVMGetTypeKind(genx_elt_type(t)) != LLVMPointerTypeKind)
        return t;
    LLVMTypeRef i64 = LLVMInt64TypeInContext(LLVMGetTypeContext(t));
    return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMVectorType(i64, LLVMGetVectorSize(t)) : i64;
}

static bool add_access(array *a, LLVMValueRef inst, LLVMTypeRef t) {
    LLVMTypeKind k = LLVMGetTypeKind(genx_elt_type(t));
    bool global = k == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(genx_elt_type(t)) <= GLOBAL_SPACE;
    if (k == LLVMPointerTypeKind && (!global || LLVMIsAGlobalVariable(a->base)))
        return refuse(a, inst, "it holds an address in an address space of its own");
    if (global) {
        t = number_type(t);
        k = LLVMIntegerTypeKind;
    }
    uint32_t b = genx_elt_b(t);
    if (!b || (k != LLVMIntegerTypeKind && !genx_is_float(t)))
        return refuse(a, inst, "it is accessed as a whole");
    a->elt_b = b < a->elt_b ? b : a->elt_b;
    a->oom |= !cmc_vec_push(a->l.cx->arena, &a->accesses, inst);
    return !a->oom;
}

static bool is_marker(LLVMValueRef call) {
    return bale_is_llvm(call, "lifetime.start") || bale_is_llvm(call, "lifetime.end") ||
           bale_is_llvm(call, "dbg.declare") || bale_is_llvm(call, "dbg.value");
}

static bool collect_use(array *a, LLVMValueRef p, LLVMValueRef user) {
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMLoad:
        if (LLVMGetVolatile(user))
            return refuse(a, user, "it is volatile");
        return add_access(a, user, LLVMTypeOf(user));
    case LLVMStore:
        if (LLVMGetOperand(user, 0) == p)
            return refuse(a, user, "its address is stored");
        if (!a->object && LLVMIsAGlobalVariable(a->base))
            return refuse(a, user, "it is constant and is written to");
        return add_access(a, user, LLVMTypeOf(LLVMGetOperand(user, 0)));
    case LLVMGetElementPtr:
    case LLVMSelect:
    case LLVMPHI:
        return add_pointer(a, user);
    case LLVMICmp: // the end of a loop over the elements
        a->oom |= !cmc_vec_push(a->l.cx->arena, &a->compares, user);
        return !a->oom;
    case LLVMCall:
        return is_marker(user) || refuse(a, user, "its address is passed on");
    default:
        return refuse(a, user, "its address is used as a number");
    }
}

// Every incoming pointer of a PHI or select must come from the same variable.
static bool one_variable(array *a) {
    for (uint32_t i = 0; i < a->pointers.len; i++) {
        LLVMValueRef p = a->pointers.data[i];
        unsigned first = LLVMIsASelectInst(p) ? 1 : 0, n = (unsigned)LLVMGetNumOperands(p);
        for (unsigned k = first; (LLVMIsAPHINode(p) || LLVMIsASelectInst(p)) && k < n; k++)
            if (!ptrmap_get(&a->known, LLVMGetOperand(p, k)))
                return refuse(a, p, "an address may belong to one of several variables");
    }
    for (uint32_t i = 0; i < a->compares.len; i++)
        for (unsigned k = 0; k < 2; k++)
            if (!ptrmap_get(&a->known, LLVMGetOperand(a->compares.data[i], k)))
                return refuse(a, a->compares.data[i], "its address is compared with that of another object");
    return true;
}

// A constant offset into a table is a constant expression, such as the row of table[1][i].
static bool is_constant_place(LLVMValueRef v) {
    return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr;
}

static bool collect(array *a) {
    if (!add_pointer(a, a->base))
        return false;
    for (uint32_t i = 0; i < a->pointers.len; i++) // the list grows
        genx_foreach_use(a->pointers.data[i], u) {
            LLVMValueRef user = LLVMGetUser(u);
            if (is_constant_place(user) ? !add_pointer(a, user)
                                        : !LLVMIsAInstruction(user) || !collect_use(a, a->pointers.data[i], user))
                return refuse(a, NULL, "a constant holds its address");
        }
    return one_variable(a);
}

// Offsets

static LLVMValueRef add(array *a, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildAdd(a->l.b, x, y, "");
}

static LLVMValueRef scaled(array *a, LLVMValueRef index, uint64_t step) {
    LLVMValueRef i = LLVMBuildIntCast2(a->l.b, index, a->l.i32, 1, "");
    return LLVMBuildMul(a->l.b, i, cm_i32(&a->l, step), "");
}

static LLVMValueRef offset_of(array *a, LLVMValueRef p);

static LLVMValueRef gep_offset(array *a, LLVMValueRef p) {
    assert(LLVMGetNumOperands(p) > 1 && "a getelementptr has indices");
    LLVMTypeRef t = LLVMGetGEPSourceElementType(p);
    LLVMValueRef off = offset_of(a, LLVMGetOperand(p, 0));
    unsigned n = (unsigned)LLVMGetNumOperands(p);
    if (LLVMIsAInstruction(p))
        LLVMPositionBuilderBefore(a->l.b, p);
    off = add(a, off, scaled(a, LLVMGetOperand(p, 1), LLVMABISizeOfType(a->layout, t)));
    for (unsigned k = 2; k < n; k++) {
        LLVMValueRef i = LLVMGetOperand(p, k);
        if (LLVMGetTypeKind(t) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(i);
            off = add(a, off, cm_i32(&a->l, LLVMOffsetOfElement(a->layout, t, field)));
            t = LLVMStructGetTypeAtIndex(t, field);
        } else {
            bool vec = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
            t = LLVMGetElementType(t);
            off = add(a, off, scaled(a, i, vec ? genx_elt_b(t) : LLVMABISizeOfType(a->layout, t)));
        }
    }
    return off;
}

// The pointer's offset from the start of the variable, computed at the pointer.
static LLVMValueRef offset_of(array *a, LLVMValueRef p) {
    if (p == a->base)
        return cm_i32(&a->l, 0);
    LLVMValueRef off = ptrmap_get(&a->known, p);
    if (off != p)
        return off;
    if (LLVMIsAPHINode(p)) {
        LLVMPositionBuilderBefore(a->l.b, p);
        off = LLVMBuildPhi(a->l.b, a->l.i32, "");
        a->oom |= !ptrmap_put(&a->known, p, off);
        for (unsigned k = 0; k < LLVMCountIncoming(p); k++) {
            LLVMValueRef in = offset_of(a, LLVMGetIncomingValue(p, k));
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(p, k);
            LLVMAddIncoming(off, &in, &from, 1);
        }
        return off;
    }
    if (LLVMIsASelectInst(p)) {
        LLVMValueRef x = offset_of(a, LLVMGetOperand(p, 1)), y = offset_of(a, LLVMGetOperand(p, 2));
        LLVMPositionBuilderBefore(a->l.b, p);
        off = LLVMBuildSelect(a->l.b, LLVMGetOperand(p, 0), x, y, "");
    } else {
        off = gep_offset(a, p);
    }
    a->oom |= !ptrmap_put(&a->known, p, off);
    return off;
}

// Accesses

static LLVMTypeRef elements(const array *a, uint32_t n) {
    return LLVMVectorType(LLVMIntTypeInContext(a->l.llvm, a->elt_b * 8), n);
}

static genx_region region_of(array *a, LLVMValueRef off, uint32_t n) {
    genx_region r = cm_row(n, 0, a->elt_b);
    uint64_t c;
    r.off_const = genx_const_u64(off, &c);
    r.off_b = r.off_const ? (uint32_t)c : 0;
    if (!r.off_const)
        r.offset = LLVMBuildTrunc(a->l.b, off, a->l.i16, "");
    return r;
}

static void replace_access(array *a, LLVMValueRef inst) {
    bool load = LLVMIsALoadInst(inst) != NULL;
    LLVMTypeRef own = load ? LLVMTypeOf(inst) : LLVMTypeOf(LLVMGetOperand(inst, 0)), t = number_type(own);
    uint32_t n = genx_size_b(t) / a->elt_b;
    LLVMValueRef off = offset_of(a, LLVMGetOperand(inst, load ? 0 : 1));
    LLVMPositionBuilderBefore(a->l.b, inst);
    LLVMSetCurrentDebugLocation2(a->l.b, LLVMInstructionGetDebugLoc(inst));
    genx_region r = region_of(a, off, n);
    if (r.off_const && r.off_b + genx_size_b(t) > a->size_b) { // never executed, or a mistake in the source
        if (load)
            LLVMReplaceAllUsesWith(inst, LLVMGetUndef(own));
        LLVMInstructionEraseFromParent(inst);
        return;
    }
    LLVMValueRef whole = a->table;
    if (!whole) {
        whole = LLVMBuildLoad2(a->l.b, elements(a, a->size_b / a->elt_b), a->object, "");
        LLVMSetAlignment(whole, a->elt_b);
    }
    if (load) {
        LLVMValueRef v = cm_rd(&a->l, whole, r, false);
        v = LLVMBuildBitCast(a->l.b, v, t, "");
        LLVMReplaceAllUsesWith(inst, own == t ? v : LLVMBuildIntToPtr(a->l.b, v, own, ""));
    } else {
        LLVMValueRef x = LLVMGetOperand(inst, 0);
        x = own == t ? x : LLVMBuildPtrToInt(a->l.b, x, t, "");
        LLVMValueRef v = LLVMBuildBitCast(a->l.b, x, elements(a, n), "");
        LLVMSetAlignment(LLVMBuildStore(a->l.b, cm_wr(&a->l, whole, v, r, NULL), a->object), a->elt_b);
    }
    LLVMInstructionEraseFromParent(inst);
}

// A comparison of two places in the variable. It is listed once for each of its operands.
static void replace_compare(array *a, LLVMValueRef inst) {
    LLVMValueRef x = LLVMGetOperand(inst, 0), y = LLVMGetOperand(inst, 1);
    if (LLVMGetTypeKind(LLVMTypeOf(x)) != LLVMPointerTypeKind)
        return;
    x = offset_of(a, x);
    y = offset_of(a, y);
    LLVMSetOperand(inst, 0, x);
    LLVMSetOperand(inst, 1, y);
}

static void erase_pointers(array *a) {
    for (uint32_t i = a->pointers.len; i-- > 1;) {
        LLVMValueRef p = a->pointers.data[i];
        if (!LLVMIsAInstruction(p))
            continue;
        LLVMReplaceAllUsesWith(p, LLVMGetUndef(LLVMTypeOf(p)));
        LLVMInstructionEraseFromParent(p);
    }
    if (!LLVMIsAAllocaInst(a->base))
        return;
    for (LLVMUseRef u; (u = LLVMGetFirstUse(a->base));)
        LLVMInstructionEraseFromParent(LLVMGetUser(u)); // lifetime markers
    LLVMInstructionEraseFromParent(a->base);
}

static void replace_all(array *a) {
    if (LLVMIsAAllocaInst(a->base)) {
        LLVMPositionBuilderBefore(a->l.b, a->base);
        a->object = LLVMBuildAlloca(a->l.b, elements(a, a->size_b / a->elt_b), "");
        LLVMSetAlignment(a->object, a->elt_b);
    }
    for (uint32_t i = 0; i < a->accesses.len; i++)
        replace_access(a, a->accesses.data[i]);
    for (uint32_t i = 0; i < a->compares.len; i++)
        replace_compare(a, a->compares.data[i]);
    erase_pointers(a);
}

// Variables

static void report(array *a) {
    if (!a->why)
        return;
    LLVMValueRef at = a->where ? a->where : a->base;
    if (at == a->told) // one mistake may involve two variables
        return;
    a->told = at;
    size_t len;
    const char *name = LLVMGetValueName2(a->base, &len);
    gx_error(a->l.cx, LLVMIsAInstruction(at) ? at : NULL, "CM0240",
             "%slocal variable%s%s%s cannot be kept in registers, where all variables of a kernel live: %s",
             len ? "" : "a ", len ? " '" : "", name, len ? "'" : "", a->why);
}

static bool used(LLVMValueRef v) {
    genx_foreach_use(v, u)
        if (!is_marker(LLVMGetUser(u)))
            return true;
    return false;
}

// Offsets are signed words. Variables too large for registers move to memory later: codegen/lower/private_arrays.c.
static bool fits(array *a, uint64_t size_b, const char *what) {
    if (size_b <= CM_MOST_ARRAY_B)
        return true;
    gx_error(a->l.cx, a->accesses.len ? a->accesses.data[0] : a->base, "CM0241",
             "a %s of %llu bytes is too large; at most %llu bytes can be accessed with a computed index", what,
             (unsigned long long)size_b, (unsigned long long)CM_MOST_ARRAY_B);
    return false;
}

static bool promote_alloca(array *a) {
    uint64_t size_b = LLVMABISizeOfType(a->layout, LLVMGetAllocatedType(a->base));
    a->elt_b = 4;
    if (!collect(a)) {
        report(a);
        return false;
    }
    if (!LLVMIsAConstantInt(LLVMGetOperand(a->base, 0)))
        size_b = UINT32_MAX;
    if (!fits(a, size_b, "local variable"))
        return false;
    a->size_b = (uint32_t)size_b;
    replace_all(a);
    return true;
}

// Promotes loads from a constant table with a computed index. The element type is that of the first access.
static bool promote_table(array *a) {
    uint64_t size_b = LLVMABISizeOfType(a->layout, LLVMGlobalGetValueType(a->base));
    a->elt_b = 4;
    if (!collect(a) || !a->accesses.len || !fits(a, size_b, "constant table"))
        return false;
    LLVMTypeRef t = genx_elt_type(LLVMTypeOf(a->accesses.data[0]));
    uint32_t b = genx_elt_b(t);
    LLVMValueRef c = cm_fold_table(a->base, LLVMVectorType(t, (unsigned)(size_b / b)));
    if (!c) // an access may read other elements than the table has
        c = cm_fold_lanes(a->l.mod, a->base, elements(a, (uint32_t)size_b / a->elt_b));
    if (!c)
        return false;
    a->size_b = (uint32_t)size_b;
    a->table = LLVMConstBitCast(c, elements(a, a->size_b / a->elt_b));
    replace_all(a);
    return true;
}

static array begin(gx_ctx *cx, LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef base) {
    array a = {.l = {.cx = cx, .mod = mod, .llvm = LLVMGetModuleContext(mod), .b = b}, .base = base};
    a.l.i16 = LLVMInt16TypeInContext(a.l.llvm);
    a.l.i32 = LLVMInt32TypeInContext(a.l.llvm);
    a.layout = LLVMGetModuleDataLayout(mod);
    a.known.arena = cx->arena;
    return a;
}

static bool promote_locals(gx_ctx *cx, LLVMModuleRef mod, LLVMBuilderRef b, LLVMValueRef fn) {
    gx_values all = {0};
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (LLVMIsAAllocaInst(i) && used(i))
                (void)cmc_vec_push(cx->arena, &all, i);
    LLVMValueRef told = NULL;
    for (uint32_t i = 0; i < all.len; i++) {
        array a = begin(cx, mod, b, all.data[i]);
        a.told = told;
        changed |= promote_alloca(&a);
        told = a.told;
    }
    return changed;
}

// The type in which a variable holds a value of type t; NULL when it can hold t itself. LLVM may access bits as a
// predicate that other code accesses as a number, or as a vector of some bits where the element is wider.
static LLVMTypeRef type_held(LLVMTypeRef t) {
    LLVMContextRef c = LLVMGetTypeContext(t);
    if (!genx_is_vec(t) || LLVMGetTypeKind(genx_elt_type(t)) != LLVMIntegerTypeKind)
        return NULL;
    unsigned bits = LLVMGetIntTypeWidth(genx_elt_type(t)), all = bits * genx_lanes(t);
    if (bits == 8 || bits == 16 || bits == 32 || bits == 64 || all % 8)
        return NULL;
    unsigned whole = all % 32 == 0 ? 32 : all % 16 == 0 ? 16 : 8;
    return bits == 1 ? LLVMIntTypeInContext(c, all) : LLVMVectorType(LLVMIntTypeInContext(c, whole), all / whole);
}

static bool as_held(LLVMBuilderRef b, LLVMValueRef i) {
    LLVMValueRef v = LLVMIsAStoreInst(i) ? LLVMGetOperand(i, 0) : LLVMIsALoadInst(i) ? i : NULL;
    LLVMTypeRef held = v ? type_held(LLVMTypeOf(v)) : NULL;
    if (!held)
        return false;
    LLVMPositionBuilderBefore(b, i);
    if (LLVMIsAStoreInst(i)) {
        LLVMSetOperand(i, 0, LLVMBuildBitCast(b, v, held, ""));
        return true;
    }
    LLVMValueRef load = LLVMBuildLoad2(b, held, LLVMGetOperand(i, 0), "");
    LLVMSetAlignment(load, LLVMGetAlignment(i));
    LLVMSetVolatile(load, LLVMGetVolatile(i));
    LLVMReplaceAllUsesWith(i, LLVMBuildBitCast(b, load, LLVMTypeOf(i), ""));
    LLVMInstructionEraseFromParent(i);
    return true;
}

static bool all_as_held(LLVMBuilderRef b, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst_safe(bb, i, next) {
            changed |= as_held(b, i);
        }
    return changed;
}

bool gx_promote_arrays(gx_ctx *cx, LLVMModuleRef mod) {
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(mod));
    bool changed = false;
    genx_foreach_function(mod, f)
        if (!LLVMIsDeclaration(f)) {
            changed |= gx_local_lanes(b, mod, f);
            changed |= all_as_held(b, f);
            changed |= gx_local_copies(b, mod, f);
            changed |= gx_join_variables(b, mod, f);
            changed |= promote_locals(cx, mod, b, f);
        }
    genx_foreach_global(mod, g) {
        if (!LLVMIsGlobalConstant(g) || !LLVMGetInitializer(g) || !LLVMGetFirstUse(g))
            continue;
        array a = begin(cx, mod, b, g);
        changed |= promote_table(&a);
    }
    LLVMDisposeBuilder(b);
    return changed;
}
