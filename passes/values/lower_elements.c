// SPDX-License-Identifier: MIT
// gx_lower_elements: elements that the kernel uses as variables become reads and writes of their vector.
//
//   before  %e = call ptr @__cm_element(ptr %v, i32 64, i32 %off, i32 4)      ; v(i)
//           %x = load i32, ptr %e
//           store i32 %y, ptr %e
//   after   %x = call i32 @__cm_rd(ptr %v, i32 64, i32 0, i32 1, i32 0, i32 %off)
//           call void @__cm_wr(ptr %v, i32 64, i32 0, i32 1, i32 0, i32 %off, i32 %y)
//
// In C++, v(i) is a variable of the element's type, so that templates and auto deduce that type. After the headers are
// inlined, it is an address that is loaded and stored; the later passes abi and simdcf see regions only. A choice of
// two elements (c ? v(1) : v(2)) becomes the element at the chosen place. A call that takes the element by reference
// (int &) is inlined, because its function would need an address. Needs: always-inline.   Guarantees: there is no
// __cm_element left, or an error says why. Does not handle: addresses of elements in memory that sroa cannot split;
// arithmetic on them.

#include "cm/cm_priv.h"

#include <cmc/genx_bale.h>
#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

enum { BASE, BASE_B, OFF_B, SIZE_B, N_PLACE };
enum { BYTE_BITS = 8, MAX_INLINED = 1000 }; // limit on inlined calls, for recursive functions

typedef struct elements {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b;
    LLVMValueRef fn; // __cm_element
    unsigned n_inlined;
} elements;

static LLVMValueRef access(elements *s, LLVMValueRef at, LLVMValueRef e, LLVMTypeRef t, LLVMValueRef value) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(s->llvm);
    LLVMValueRef zero = LLVMConstInt(i32, 0, 0), one = LLVMConstInt(i32, 1, 0);
    LLVMValueRef args[7] = {
        LLVMGetOperand(e, BASE), LLVMGetOperand(e, BASE_B), zero, one, zero, LLVMGetOperand(e, OFF_B), value};
    LLVMPositionBuilderBefore(s->b, at);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(at));
    return cm_region_call(s->mod, s->b, t, args);
}

static bool is_element(const elements *s, LLVMValueRef v) {
    return LLVMIsACallInst(v) && LLVMGetCalledValue(v) == s->fn;
}

static bool has_size(LLVMValueRef e, LLVMTypeRef t) {
    uint64_t size_b;
    return genx_const_u64(LLVMGetOperand(e, SIZE_B), &size_b) && genx_elt_b(t) == size_b && genx_lanes(t) == 1;
}

// A copy of the element's bytes, as for a class that holds one number.
static bool copy(elements *s, LLVMValueRef call, LLVMValueRef e) {
    uint64_t len, size_b;
    if (!genx_const_u64(LLVMGetOperand(call, 2), &len) || !genx_const_u64(LLVMGetOperand(e, SIZE_B), &size_b) ||
        len != size_b)
        return false;
    LLVMTypeRef t = LLVMIntTypeInContext(s->llvm, (unsigned)size_b * BYTE_BITS);
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    LLVMPositionBuilderBefore(s->b, call);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef v = from == e ? access(s, call, e, t, NULL) : LLVMBuildLoad2(s->b, t, from, "");
    if (from != e)
        LLVMSetAlignment(v, 1);
    if (to == e)
        (void)access(s, call, e, t, v);
    else
        LLVMSetAlignment(LLVMBuildStore(s->b, v, to), 1);
    LLVMInstructionEraseFromParent(call);
    return true;
}

static bool replace_call(elements *s, LLVMValueRef call, LLVMValueRef e) {
    if (bale_is_llvm(call, "lifetime.start") || bale_is_llvm(call, "lifetime.end") || bale_is_llvm(call, "assume")) {
        LLVMInstructionEraseFromParent(call);
        return true;
    }
    if (bale_is_llvm(call, "memcpy") || bale_is_llvm(call, "memmove"))
        return copy(s, call, e);
    LLVMValueRef fn = LLVMGetCalledValue(call);
    size_t len;
    if (!fn || !LLVMIsAFunction(fn) || LLVMIsDeclaration(fn) || s->n_inlined++ >= MAX_INLINED)
        return false;
    const char *name = cm_plain_name(s->cx, LLVMGetValueName2(fn, &len));
    gx_warn(s->cx, call, "-Wcm-inline", "function '%s' is inlined here although it is marked as a call: %s", name,
            "it writes to an element of a vector that it takes as an argument");
    return gx_shim_inline(call);
}

// A vector of pointers holds their numbers.
static LLVMTypeRef kept_type(const elements *s, LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind ? LLVMInt64TypeInContext(s->llvm) : t;
}

static void replace_load(elements *s, LLVMValueRef load, LLVMValueRef e) {
    LLVMTypeRef t = LLVMTypeOf(load), kept = kept_type(s, t);
    LLVMValueRef v = access(s, load, e, kept, NULL);
    LLVMReplaceAllUsesWith(load, kept == t ? v : LLVMBuildIntToPtr(s->b, v, t, ""));
}

static void replace_store(elements *s, LLVMValueRef store, LLVMValueRef e) {
    LLVMValueRef v = LLVMGetOperand(store, 0);
    LLVMTypeRef t = LLVMTypeOf(v), kept = kept_type(s, t);
    LLVMPositionBuilderBefore(s->b, store);
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(store));
    (void)access(s, store, e, kept, kept == t ? v : LLVMBuildPtrToInt(s->b, v, kept, ""));
}

static bool replace_use(elements *s, LLVMValueRef user, LLVMValueRef e) {
    if (LLVMIsALoadInst(user) && has_size(e, kept_type(s, LLVMTypeOf(user)))) {
        replace_load(s, user, e);
    } else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != e &&
               has_size(e, kept_type(s, LLVMTypeOf(LLVMGetOperand(user, 0))))) {
        replace_store(s, user, e);
    } else if (LLVMIsAGetElementPtrInst(user)) { // of the only member of a class
        for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(user); i++)
            if (!LLVMIsNull(LLVMGetOperand(user, i)))
                return false;
        LLVMReplaceAllUsesWith(user, e);
    } else {
        return LLVMIsACallInst(user) && replace_call(s, user, e);
    }
    LLVMInstructionEraseFromParent(user);
    return true;
}

// Replaces all uses except choices among elements.
static bool replace_element(elements *s, LLVMValueRef e) {
    bool changed = false;
    for (LLVMUseRef u = LLVMGetFirstUse(e), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        bool done = replace_use(s, user, e);
        // The replaced user may have had several uses of the element, or added some.
        next = done ? LLVMGetFirstUse(e) : LLVMGetNextUse(u);
        changed |= done;
    }
    if (!LLVMGetFirstUse(e)) {
        LLVMInstructionEraseFromParent(e);
        changed = true;
    }
    return changed;
}

// Choices

static LLVMValueRef incoming(LLVMValueRef choice, unsigned i) {
    return LLVMIsAPHINode(choice) ? LLVMGetIncomingValue(choice, i) : LLVMGetOperand(choice, i + 1);
}

static unsigned n_incoming(LLVMValueRef choice) {
    return LLVMIsAPHINode(choice) ? LLVMCountIncoming(choice) : 2;
}

static LLVMValueRef chosen_part(elements *s, LLVMValueRef choice, unsigned part) {
    unsigned n = n_incoming(choice);
    LLVMValueRef first = LLVMGetOperand(incoming(choice, 0), part);
    bool same = true;
    for (unsigned i = 1; i < n; i++)
        same &= LLVMGetOperand(incoming(choice, i), part) == first;
    if (same)
        return first;
    LLVMPositionBuilderBefore(s->b, choice);
    if (!LLVMIsAPHINode(choice))
        return LLVMBuildSelect(s->b, LLVMGetOperand(choice, 0), first, LLVMGetOperand(incoming(choice, 1), part), "");
    LLVMValueRef phi = LLVMBuildPhi(s->b, LLVMTypeOf(first), "");
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef v = LLVMGetOperand(incoming(choice, i), part);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(choice, i);
        LLVMAddIncoming(phi, &v, &from, 1);
    }
    return phi;
}

static LLVMValueRef after_phis(LLVMValueRef i) {
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static bool replace_choice(elements *s, LLVMValueRef choice) {
    for (unsigned i = 0; i < n_incoming(choice); i++)
        if (!is_element(s, incoming(choice, i)))
            return false;
    LLVMValueRef args[N_PLACE];
    for (unsigned part = 0; part < N_PLACE; part++)
        args[part] = chosen_part(s, choice, part);
    LLVMPositionBuilderBefore(s->b, after_phis(choice));
    LLVMSetCurrentDebugLocation2(s->b, LLVMInstructionGetDebugLoc(choice));
    LLVMTypeRef t = LLVMGlobalGetValueType(s->fn);
    LLVMReplaceAllUsesWith(choice, LLVMBuildCall2(s->b, t, s->fn, args, N_PLACE, ""));
    LLVMInstructionEraseFromParent(choice);
    return true;
}

static bool replace_choices(elements *s) {
    genx_foreach_use(s->fn, u)
        genx_foreach_use(LLVMGetUser(u), w) {
            LLVMValueRef c = LLVMGetUser(w);
            if ((LLVMIsAPHINode(c) || LLVMIsASelectInst(c)) && replace_choice(s, c))
                return true;
        }
    return false;
}

// Rounds

static bool replace_all(elements *s) {
    bool changed = false;
    genx_foreach_use_safe(s->fn, u, next) {
        changed |= replace_element(s, LLVMGetUser(u));
    }
    while (replace_choices(s))
        changed = true;
    return changed;
}

static void report(elements *s) {
    genx_foreach_use(s->fn, u) {
        LLVMUseRef w = LLVMGetFirstUse(LLVMGetUser(u));
        gx_error(s->cx, w ? LLVMGetUser(w) : LLVMGetUser(u), "CM0216",
                 "cannot keep the address of a vector element because elements live in registers; use its value, or a "
                 "vector_ref and an index");
    }
}

bool gx_lower_elements(gx_ctx *cx, LLVMModuleRef mod) {
    elements s = {
        .cx = cx, .mod = mod, .llvm = LLVMGetModuleContext(mod), .fn = LLVMGetNamedFunction(mod, "__cm_element")};
    if (!s.fn)
        return false;
    s.b = LLVMCreateBuilderInContext(s.llvm);
    while (replace_all(&s) && LLVMGetFirstUse(s.fn))
        continue;
    if (LLVMGetFirstUse(s.fn)) { // stored in an object of addresses
        genx_foreach_function(mod, f)
            if (!LLVMIsDeclaration(f))
                gx_shim_promote(f, true);
        while (replace_all(&s) && LLVMGetFirstUse(s.fn))
            continue;
    }
    report(&s);
    LLVMDisposeBuilder(s.b);
    if (!LLVMGetFirstUse(s.fn))
        LLVMDeleteFunction(s.fn);
    return true;
}
