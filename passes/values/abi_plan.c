// SPDX-License-Identifier: MIT
// abi: plan the new form of each parameter.
//
//   ptr sret(T)                              an object that is output only
//   ptr byval(T), ptr byref(T) "cmc_copy"    an object that is input only; the function owns it
//   ptr byref(T) "cmc_in"                    an object that is input only
//   ptr byref(T)                             an object that is input and output
//   ptr ... "cmc_ref"="i32 16 0"             16 elements of a region, input and output
//   ptr without any of these                 the object whose address the calls pass, when all have the same type
//   global variables of the file             an object that is input and output

#include "abi_priv.h"

#include "cm/cm_priv.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_LEAVES = 64, MAX_DEPTH = 16 };

static bool is_number(LLVMTypeRef t) {
    switch (LLVMGetTypeKind(t)) {
    case LLVMIntegerTypeKind:
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
        return true;
    default:
        return false;
    }
}

static bool is_value(LLVMTypeRef t) {
    return is_number(t) || (LLVMGetTypeKind(t) == LLVMVectorTypeKind && is_number(LLVMGetElementType(t)));
}

static bool leaves(abi *a, LLVMTypeRef t, uint64_t at_b, abi_leaf_list *out, unsigned depth);

static bool array_leaves(abi *a, LLVMTypeRef t, uint64_t at_b, abi_leaf_list *out, unsigned depth) {
    unsigned n = (unsigned)LLVMGetArrayLength2(t);
    LLVMTypeRef e = LLVMGetElementType(t);
    uint64_t size_b = LLVMABISizeOfType(LLVMGetModuleDataLayout(a->mod), e);
    if (is_number(e) && n && size_b * 8 == genx_elt_bits(e)) {
        abi_leaf l = {LLVMVectorType(e, n), at_b};
        a->oom |= !cmc_vec_push(a->cx->arena, out, l);
        return true;
    }
    for (unsigned i = 0; i < n; i++)
        if (!leaves(a, e, at_b + i * size_b, out, depth + 1))
            return false;
    return true;
}

static bool leaves(abi *a, LLVMTypeRef t, uint64_t at_b, abi_leaf_list *out, unsigned depth) {
    if (depth > MAX_DEPTH || out->len >= MAX_LEAVES)
        return false;
    if (is_value(t)) {
        abi_leaf l = {t, at_b};
        a->oom |= !cmc_vec_push(a->cx->arena, out, l);
        return true;
    }
    if (LLVMGetTypeKind(t) == LLVMArrayTypeKind)
        return array_leaves(a, t, at_b, out, depth);
    if (LLVMGetTypeKind(t) != LLVMStructTypeKind)
        return false;
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
        if (!leaves(a, LLVMStructGetTypeAtIndex(t, i),
                    at_b + LLVMOffsetOfElement(LLVMGetModuleDataLayout(a->mod), t, i), out, depth + 1))
            return false;
    return true;
}

bool abi_leaves(abi *a, LLVMTypeRef t, abi_leaf_list *out) {
    return leaves(a, t, 0, out, 0);
}

// Attributes

static LLVMTypeRef type_attr(LLVMValueRef fn, unsigned i, const char *name) {
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(fn, i + 1, kind);
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

static LLVMAttributeRef text_attr(LLVMValueRef fn, unsigned i, const char *name) {
    return LLVMGetStringAttributeAtIndex(fn, i + 1, name, (unsigned)strlen(name));
}

static LLVMTypeRef named_type(const abi *a, const char *s, size_t n) {
    const struct {
        const char *name;
        LLVMTypeRef type;
    } types[] = {{"i8", a->i8},
                 {"i16", a->i16},
                 {"i32", a->i32},
                 {"i64", LLVMInt64TypeInContext(a->llvm)},
                 {"half", LLVMHalfTypeInContext(a->llvm)},
                 {"float", LLVMFloatTypeInContext(a->llvm)},
                 {"double", LLVMDoubleTypeInContext(a->llvm)}};
    for (size_t k = 0; k < sizeof(types) / sizeof(types[0]); k++)
        if (strlen(types[k].name) == n && memcmp(types[k].name, s, n) == 0)
            return types[k].type;
    return NULL;
}

// "i32 16 0"
static bool region(abi *a, LLVMAttributeRef attr, abi_param *p) {
    unsigned len;
    const char *text = LLVMGetStringAttributeValue(attr, &len);
    const char *s = cmc_arena_strndup(a->cx->arena, text, len);
    if (!s) {
        a->oom = true;
        return false;
    }
    size_t n = strcspn(s, " ");
    char *rest;
    LLVMTypeRef e = named_type(a, s, n);
    unsigned lanes = (unsigned)strtoul(s + n, &rest, 10);
    if (!e || !lanes)
        return false;
    p->kind = ABI_REGION;
    p->type = LLVMVectorType(e, lanes);
    p->row = (uint32_t)strtoul(rest, NULL, 10);
    return true;
}

// The type of the object whose address every call passes.
static LLVMTypeRef type_at_calls(abi *a, LLVMValueRef fn, unsigned i) {
    abi_list calls = {0};
    LLVMTypeRef t = NULL;
    abi_calls_of(a, fn, &calls);
    for (uint32_t k = 0; k < calls.len; k++) {
        LLVMValueRef v = LLVMGetOperand(calls.data[k], i);
        LLVMTypeRef here = LLVMIsAAllocaInst(v)       ? LLVMGetAllocatedType(v)
                           : LLVMIsAGlobalVariable(v) ? LLVMGlobalGetValueType(v)
                                                      : NULL;
        if (!here || (t && t != here))
            return NULL;
        t = here;
    }
    return t;
}

bool abi_plan_reference(abi *a, LLVMValueRef fn, unsigned i, abi_param *p) {
    LLVMAttributeRef ref = text_attr(fn, i, "cmc_ref");
    return ref && region(a, ref, p);
}

bool abi_is_reference(LLVMValueRef fn, unsigned i) {
    return text_attr(fn, i, "cmc_ref") != NULL;
}

bool abi_is_copy(LLVMValueRef fn, unsigned i) {
    return (type_attr(fn, i, "byval") || text_attr(fn, i, "cmc_copy")) && !abi_is_reference(fn, i);
}

unsigned abi_param_index(LLVMValueRef param) {
    unsigned i = 0;
    while (LLVMGetParam(LLVMGetParamParent(param), i) != param)
        i++;
    return i;
}

static const char *plan_pointer(abi *a, const abi_effects *e, unsigned i, abi_param *p) {
    LLVMValueRef fn = e->fn;
    LLVMTypeRef sret = type_attr(fn, i, "sret"), byval = type_attr(fn, i, "byval"), byref = type_attr(fn, i, "byref");
    bool copy = abi_is_copy(fn, i), reference = abi_is_reference(fn, i);
    LLVMTypeRef of = sret ? sret : byval ? byval : byref ? byref : type_at_calls(a, fn, i);
    abi_leaf_list unused = {0};
    if (!of)
        return "it takes a pointer to an unknown object";
    *p = (abi_param){
        .kind = ABI_OBJECT, .copy = copy, .in = !sret, .out = sret || e->writes[i], .type = of, .place = of};
    if (reference)
        return abi_plan_reference(a, fn, i, p) ? NULL : "it takes a reference to elements that cannot be passed";
    if (abi_leaves_object(a, LLVMGetParam(fn, i), of))
        return "it accesses memory outside an object that it takes";
    if (p->out && !sret && text_attr(fn, i, "cmc_in"))
        return "it may write an object that it takes as a constant";
    if (abi_leaves(a, of, &unused))
        return NULL;
    return "it takes an object that holds an address, or too many members to pass as values";
}

static const char *plan_result(abi *a, LLVMValueRef fn) {
    LLVMTypeRef t = LLVMGetReturnType(LLVMGlobalGetValueType(fn));
    (void)a;
    if (LLVMGetTypeKind(t) == LLVMVoidTypeKind || is_value(t))
        return NULL;
    bool plain = LLVMGetTypeKind(t) == LLVMStructTypeKind;
    for (unsigned i = 0; plain && i < LLVMCountStructElementTypes(t); i++)
        plain = is_value(LLVMStructGetTypeAtIndex(t, i)) && !genx_is_bool(LLVMStructGetTypeAtIndex(t, i));
    return plain ? NULL : "it returns an address, or an object that cannot be passed as values";
}

static const char *plan_globals(abi *a, const abi_effects *e, abi_params *p) {
    for (uint32_t i = 0; i < e->globals.len; i++) {
        abi_leaf_list unused = {0};
        LLVMValueRef g = e->globals.data[i].global;
        abi_param q = {.kind = gx_is_volatile(g) ? ABI_SHARED : ABI_OBJECT,
                       .in = true,
                       .out = e->globals.data[i].written,
                       .type = LLVMGlobalGetValueType(g),
                       .global = g};
        q.place = q.type;
        if (q.kind == ABI_OBJECT && !abi_leaves(a, q.type, &unused))
            return "it uses a file-scope variable that holds an address, or too many members to pass as values";
        a->oom |= !cmc_vec_push(a->cx->arena, p, q);
    }
    return NULL;
}

static bool is_global_address(LLVMTypeRef t) {
    enum { GLOBAL_SPACE = 1 };
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == GLOBAL_SPACE;
}

const char *abi_plan(abi *a, LLVMValueRef fn, abi_params *p) {
    const abi_effects *e = abi_effects_of(a, fn);
    const char *why = e->reserves ? "it reserves shared local memory" : plan_result(a, fn);
    for (unsigned i = 0; i < LLVMCountParams(fn) && !why; i++) {
        LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(fn, i));
        abi_param q = {.kind = ABI_VALUE, .in = true, .type = t};
        if (is_global_address(t) && genx_float_mode(fn)) // an address in memory is a number
            why = NULL;
        else if (LLVMGetTypeKind(t) == LLVMPointerTypeKind)
            why = plan_pointer(a, e, i, &q);
        else if (!is_value(t))
            why = "it takes an object that cannot be passed as values";
        a->oom |= !cmc_vec_push(a->cx->arena, p, q);
    }
    return why ? why : plan_globals(a, e, p);
}
