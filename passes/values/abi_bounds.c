// SPDX-License-Identifier: MIT
// abi: whether a function stays inside the objects that its parameters refer to.
//
// A reference to an object is passed as the object's value. The object may be a part of a larger one: a base class, a
// member, an element of an array. A function that goes on from there to the rest cannot be called:
//
//   template <class D> struct base { CM_NOINLINE void run() { static_cast<D *>(this)->step(); } };

#include "abi_priv.h"

#include "cm/cm_priv.h"

#include <string.h>

enum { MAX_DEPTH = 16 };

typedef struct bounds {
    const abi *a;
    uint64_t size_b; // of the object
    bool has_array;  // a computed index may be one into an array inside the object
} bounds;

static bool leaves(const bounds *o, LLVMValueRef v, LLVMValueRef fn, int64_t at_b, unsigned depth);

static uint64_t size_of(const bounds *o, LLVMTypeRef t) {
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(o->a->mod), t);
}

static bool outside(const bounds *o, int64_t at_b, uint64_t n) {
    return at_b < 0 || (uint64_t)at_b + n > o->size_b;
}

static bool has_array(LLVMTypeRef t) {
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        return true;
    for (unsigned i = 0; LLVMGetTypeKind(t) == LLVMStructTypeKind && i < LLVMCountStructElementTypes(t); i++)
        if (has_array(LLVMStructGetTypeAtIndex(t, i)))
            return true;
    return false;
}

// v is at_b bytes into the object; a computed index leaves at_b at the start of the array.
static bool address_leaves(const bounds *o, LLVMValueRef gep, LLVMValueRef v, LLVMValueRef fn, int64_t at_b,
                           unsigned depth) {
    int64_t off_b = 0, base_b = 0;
    LLVMValueRef base = gx_shim_strip_offset(gep, &off_b);
    if (base == gep) // computed
        return (!o->has_array && !LLVMIsNull(LLVMGetOperand(gep, 1))) || leaves(o, gep, fn, at_b, depth + 1);
    (void)gx_shim_strip_offset(v, &base_b);
    return leaves(o, gep, fn, at_b + off_b - base_b, depth + 1);
}

static bool call_leaves(const bounds *o, LLVMValueRef call, LLVMValueRef v, int64_t at_b, unsigned depth) {
    LLVMValueRef callee = abi_callee(call);
    size_t len;
    uint64_t n;
    const char *name = cm_builtin_name(LLVMGetCalledValue(call), &len);
    if (name && len >= 2 && (memcmp(name, "rd", 2) == 0 || memcmp(name, "wr", 2) == 0))
        return genx_const_u64(LLVMGetOperand(call, 1), &n) && outside(o, at_b, n); // the size of the vector
    if (LLVMIsAMemCpyInst(call) || LLVMIsAMemMoveInst(call) || LLVMIsAMemSetInst(call))
        return genx_const_u64(LLVMGetOperand(call, 2), &n) && outside(o, at_b, n);
    for (unsigned i = 0; callee && i < LLVMCountParams(callee); i++)
        if (LLVMGetOperand(call, i) == v && leaves(o, LLVMGetParam(callee, i), callee, at_b, depth + 1))
            return true;
    return name && outside(o, at_b, 1);
}

// Whether fn accesses memory outside the object from the address v, at_b bytes into it.
static bool leaves(const bounds *o, LLVMValueRef v, LLVMValueRef fn, int64_t at_b, unsigned depth) {
    if (depth > MAX_DEPTH)
        return true;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        bool out = false;
        if (!LLVMIsAInstruction(user) || LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != fn)
            continue;
        if (LLVMIsAGetElementPtrInst(user))
            out = address_leaves(o, user, v, fn, at_b, depth);
        else if (LLVMIsALoadInst(user))
            out = outside(o, at_b, size_of(o, LLVMTypeOf(user)));
        else if (LLVMIsAStoreInst(user)) // of the address: into a place
            out = outside(o, at_b, LLVMGetOperand(user, 0) == v ? 1 : size_of(o, LLVMTypeOf(LLVMGetOperand(user, 0))));
        else if (LLVMIsACallInst(user))
            out = call_leaves(o, user, v, at_b, depth);
        if (out)
            return true;
    }
    return false;
}

bool abi_leaves_object(const abi *a, LLVMValueRef param, LLVMTypeRef object) {
    bounds o = {.a = a, .has_array = has_array(object)};
    o.size_b = size_of(&o, object);
    return leaves(&o, param, LLVMGetParamParent(param), 0, 0);
}
