// SPDX-License-Identifier: MIT
// abi: rewrite a function and its calls to pass values instead of addresses.
//
// In the function, each address becomes the address of a local object. The entry stores the parameter values to that
// object, and each return loads its results from it; sroa turns the object into values. The caller loads the members
// before the call and stores them after it. The builtins of the headers read and write the elements of regions.
// Predicates are passed as words.

#include "abi_priv.h"

#include "cm/cm_priv.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

enum { SLOT_ALIGN_B = 64 };

typedef CMC_VEC(LLVMTypeRef) type_list;

typedef struct rewriter {
    abi *a;
    LLVMValueRef old, fn;
    const abi_params *p;
    LLVMTypeRef old_ret, ret, type;
    type_list in, out;   // types of parameters and results
    LLVMValueRef *slots; // by parameter of the plan: the local object; REGION: of the elements
} rewriter;

static void push_type(rewriter *r, type_list *l, LLVMTypeRef t) {
    r->a->oom |= !cmc_vec_push(r->a->cx->arena, l, t);
}

static void push(rewriter *r, abi_list *l, LLVMValueRef v) {
    r->a->oom |= !cmc_vec_push(r->a->cx->arena, l, v);
}

// Values

static LLVMTypeRef passed_type(const rewriter *r, LLVMTypeRef t) {
    return genx_is_bool(t) ? genx_with_lanes(r->a->i16, genx_lanes(t), !genx_is_vec(t)) : t;
}

static LLVMValueRef to_passed(rewriter *r, LLVMValueRef v) {
    LLVMTypeRef t = passed_type(r, LLVMTypeOf(v));
    return t == LLVMTypeOf(v) ? v : LLVMBuildZExt(r->a->b, v, t, "");
}

static LLVMValueRef from_passed(rewriter *r, LLVMValueRef v, LLVMTypeRef t) {
    return LLVMTypeOf(v) == t ? v : LLVMBuildICmp(r->a->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

static bool returns_struct(const rewriter *r) {
    return LLVMGetTypeKind(r->old_ret) == LLVMStructTypeKind;
}

static void list_leaves(rewriter *r, LLVMTypeRef t, type_list *out) {
    abi_leaf_list l = {0};
    (void)abi_leaves(r->a, t, &l);
    for (uint32_t i = 0; i < l.len; i++)
        push_type(r, out, l.data[i].type);
}

static void find_types(rewriter *r) {
    if (returns_struct(r))
        for (unsigned i = 0; i < LLVMCountStructElementTypes(r->old_ret); i++)
            push_type(r, &r->out, LLVMStructGetTypeAtIndex(r->old_ret, i));
    else if (LLVMGetTypeKind(r->old_ret) != LLVMVoidTypeKind)
        push_type(r, &r->out, passed_type(r, r->old_ret));
    for (uint32_t i = 0; i < r->p->len; i++) {
        const abi_param *q = &r->p->data[i];
        if (q->kind == ABI_VALUE)
            push_type(r, &r->in, passed_type(r, q->type));
        if (q->kind == ABI_REGION && q->in)
            push_type(r, &r->in, q->type);
        if (q->kind == ABI_REGION && q->out)
            push_type(r, &r->out, q->type);
        if (q->kind == ABI_OBJECT && q->in)
            list_leaves(r, q->type, &r->in);
        if (q->kind == ABI_OBJECT && q->out)
            list_leaves(r, q->type, &r->out);
    }
    r->ret = r->out.len == 0   ? LLVMVoidTypeInContext(r->a->llvm)
             : r->out.len == 1 ? r->out.data[0]
                               : LLVMStructTypeInContext(r->a->llvm, r->out.data, r->out.len, 0);
    r->type = LLVMFunctionType(r->ret, r->in.data, r->in.len, 0);
}

static LLVMValueRef at(rewriter *r, LLVMValueRef ptr, uint64_t off_b) {
    LLVMValueRef index[1] = {LLVMConstInt(r->a->i32, off_b, 0)};
    return off_b ? LLVMBuildGEP2(r->a->b, r->a->i8, ptr, index, 1, "") : ptr;
}

static void load_leaves(rewriter *r, LLVMValueRef ptr, LLVMTypeRef t, abi_list *out) {
    abi_leaf_list l = {0};
    (void)abi_leaves(r->a, t, &l);
    for (uint32_t i = 0; i < l.len; i++) {
        LLVMValueRef v = LLVMBuildLoad2(r->a->b, l.data[i].type, at(r, ptr, l.data[i].off_b), "");
        LLVMSetAlignment(v, 1);
        push(r, out, v);
    }
}

// Stores the values from *next on.
static void store_leaves(rewriter *r, LLVMValueRef ptr, LLVMTypeRef t, const abi_list *values, uint32_t *next) {
    abi_leaf_list l = {0};
    (void)abi_leaves(r->a, t, &l);
    for (uint32_t i = 0; i < l.len; i++)
        LLVMSetAlignment(LLVMBuildStore(r->a->b, values->data[(*next)++], at(r, ptr, l.data[i].off_b)), 1);
}

static LLVMValueRef join_results(rewriter *r, const abi_list *v) {
    LLVMValueRef s = LLVMGetUndef(r->ret);
    if (v->len == 1)
        return v->data[0];
    for (uint32_t i = 0; i < v->len; i++)
        s = LLVMBuildInsertValue(r->a->b, s, v->data[i], i, "");
    return s;
}

static void split_results(rewriter *r, LLVMValueRef call, abi_list *out) {
    if (r->out.len == 1)
        push(r, out, call);
    for (uint32_t i = 0; i < r->out.len && r->out.len > 1; i++)
        push(r, out, LLVMBuildExtractValue(r->a->b, call, i, ""));
}

// The function

static LLVMValueRef slot(rewriter *r, LLVMTypeRef t) {
    LLVMValueRef s = LLVMBuildAlloca(r->a->b, t, "");
    LLVMSetAlignment(s, SLOT_ALIGN_B);
    return s;
}

static LLVMValueRef number(rewriter *r, uint64_t n) {
    return LLVMConstInt(r->a->i32, n, 0);
}

// A place that names all elements of a local vector.
static LLVMValueRef make_place(rewriter *r, const abi_param *q, LLVMValueRef elements) {
    LLVMValueRef place = slot(r, q->place);
    LLVMBuildStore(r->a->b, elements, at(r, place, ABI_PLACE_BASE_B));
    LLVMBuildStore(r->a->b, number(r, genx_size_b(q->type)), at(r, place, ABI_PLACE_SIZE_B));
    LLVMBuildStore(r->a->b, number(r, 0), at(r, place, ABI_PLACE_OFF_B));
    LLVMBuildStore(r->a->b, number(r, q->row), at(r, place, ABI_PLACE_VS_B));
    LLVMBuildStore(r->a->b, number(r, 1), at(r, place, ABI_PLACE_HS_B));
    return place;
}

// Creates local objects, initialised from the new parameters, and redirects the uses of the old ones to them.
static void receive(rewriter *r) {
    abi_list values = {0};
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(r->fn));
    uint32_t next = 0;
    for (uint32_t i = 0; i < r->in.len; i++)
        push(r, &values, LLVMGetParam(r->fn, i));
    for (uint32_t i = 0; i < r->p->len && !r->a->oom; i++) {
        const abi_param *q = &r->p->data[i];
        LLVMValueRef global_slot = q->global ? gx_local_copy(r->a->b, q->global, r->fn) : NULL;
        LLVMPositionBuilderBefore(r->a->b, first);
        LLVMSetCurrentDebugLocation2(r->a->b, NULL);
        if (q->kind == ABI_VALUE) {
            LLVMReplaceAllUsesWith(LLVMGetParam(r->old, i), from_passed(r, values.data[next++], q->type));
        } else if (q->kind == ABI_REGION) {
            r->slots[i] = slot(r, q->type);
            LLVMBuildStore(r->a->b, values.data[next++], r->slots[i]);
            LLVMReplaceAllUsesWith(LLVMGetParam(r->old, i), make_place(r, q, r->slots[i]));
        } else {
            r->slots[i] = global_slot ? global_slot : slot(r, q->type);
            if (q->in)
                store_leaves(r, r->slots[i], q->type, &values, &next);
            if (!global_slot)
                LLVMReplaceAllUsesWith(LLVMGetParam(r->old, i), r->slots[i]);
        }
    }
}

static void give_back(rewriter *r, LLVMValueRef ret) {
    abi_list values = {0};
    LLVMPositionBuilderBefore(r->a->b, ret);
    LLVMSetCurrentDebugLocation2(r->a->b, LLVMInstructionGetDebugLoc(ret));
    LLVMValueRef v = LLVMGetNumOperands(ret) ? LLVMGetOperand(ret, 0) : NULL;
    if (v && returns_struct(r))
        for (unsigned i = 0; i < LLVMCountStructElementTypes(r->old_ret); i++)
            push(r, &values, LLVMBuildExtractValue(r->a->b, v, i, ""));
    else if (v)
        push(r, &values, to_passed(r, v));
    for (uint32_t i = 0; i < r->p->len; i++) {
        const abi_param *q = &r->p->data[i];
        if (q->kind == ABI_REGION && q->out)
            push(r, &values, LLVMBuildLoad2(r->a->b, q->type, r->slots[i], ""));
        if (q->kind == ABI_OBJECT && q->out)
            load_leaves(r, r->slots[i], q->type, &values);
    }
    if (r->a->oom)
        return;
    if (values.len)
        LLVMBuildRet(r->a->b, join_results(r, &values));
    else
        LLVMBuildRetVoid(r->a->b);
    LLVMInstructionEraseFromParent(ret);
}

static void name_params(const rewriter *r) {
    uint32_t next = 0;
    for (uint32_t i = 0; i < r->p->len; i++) {
        const abi_param *q = &r->p->data[i];
        abi_leaf_list l = {0};
        size_t len;
        LLVMValueRef from = q->global ? q->global : LLVMGetParam(r->old, i);
        const char *name = LLVMGetValueName2(from, &len);
        if (q->kind == ABI_OBJECT)
            (void)abi_leaves(r->a, q->type, &l);
        for (uint32_t k = 0; q->in && k < (q->kind == ABI_OBJECT ? l.len : 1) && next < r->in.len; k++)
            LLVMSetValueName2(LLVMGetParam(r->fn, next++), name, len);
    }
}

// Calls

// Elements of a region: __cm_rd and __cm_wr of the headers.
static LLVMValueRef region_call(rewriter *r, const abi_param *q, LLVMValueRef place, LLVMValueRef value) {
    abi *a = r->a;
    LLVMTypeRef ptr = LLVMPointerTypeInContext(a->llvm, 0);
    LLVMValueRef zero = number(r, 0), width = number(r, q->row ? q->row : genx_lanes(q->type));
    LLVMValueRef base = LLVMBuildLoad2(a->b, ptr, at(r, place, ABI_PLACE_BASE_B), "");
    LLVMValueRef size = LLVMBuildLoad2(a->b, a->i32, at(r, place, ABI_PLACE_SIZE_B), "");
    LLVMValueRef vs = q->row ? LLVMBuildLoad2(a->b, a->i32, at(r, place, ABI_PLACE_VS_B), "") : zero;
    LLVMValueRef hs = LLVMBuildLoad2(a->b, a->i32, at(r, place, ABI_PLACE_HS_B), "");
    LLVMValueRef off = LLVMBuildLoad2(a->b, a->i32, at(r, place, ABI_PLACE_OFF_B), "");
    LLVMValueRef args[7] = {base, size, vs, width, hs, off, value};
    return cm_region_call(a->mod, a->b, q->type, args);
}

static LLVMValueRef argument(const abi_param *q, LLVMValueRef call, uint32_t i) {
    return q->global ? q->global : LLVMGetOperand(call, i);
}

static LLVMValueRef build_call(rewriter *r, LLVMValueRef call) {
    abi_list args = {0};
    LLVMPositionBuilderBefore(r->a->b, call);
    LLVMSetCurrentDebugLocation2(r->a->b, LLVMInstructionGetDebugLoc(call));
    for (uint32_t i = 0; i < r->p->len; i++) {
        const abi_param *q = &r->p->data[i];
        LLVMValueRef v = argument(q, call, i);
        if (q->kind == ABI_VALUE)
            push(r, &args, to_passed(r, v));
        if (q->kind == ABI_REGION)
            push(r, &args, region_call(r, q, v, NULL));
        if (q->kind == ABI_OBJECT && q->in)
            load_leaves(r, v, q->type, &args);
    }
    if (r->a->oom)
        return NULL;
    LLVMValueRef now = LLVMBuildCall2(r->a->b, r->type, r->fn, args.data, args.len, "");
    LLVMSetInstructionCallConv(now, LLVMGetInstructionCallConv(call));
    return now;
}

static void rewrite_call(rewriter *r, LLVMValueRef call) {
    abi_list values = {0};
    LLVMValueRef now = build_call(r, call), result = NULL;
    uint32_t next = 0;
    if (!now)
        return;
    split_results(r, now, &values);
    if (returns_struct(r)) {
        result = LLVMGetUndef(r->old_ret);
        for (unsigned i = 0; i < LLVMCountStructElementTypes(r->old_ret); i++)
            result = LLVMBuildInsertValue(r->a->b, result, values.data[next++], i, "");
    } else if (LLVMGetTypeKind(r->old_ret) != LLVMVoidTypeKind) {
        result = from_passed(r, values.data[next++], r->old_ret);
    }
    for (uint32_t i = 0; i < r->p->len; i++) {
        const abi_param *q = &r->p->data[i];
        LLVMValueRef v = argument(q, call, i);
        if (q->kind == ABI_REGION && q->out)
            (void)region_call(r, q, v, values.data[next++]);
        if (q->kind == ABI_OBJECT && q->out)
            store_leaves(r, v, q->type, &values, &next);
    }
    if (result)
        LLVMReplaceAllUsesWith(call, result);
    LLVMInstructionEraseFromParent(call);
}

static void finish_returns(rewriter *r) {
    genx_foreach_block(r->fn, bb) {
        LLVMValueRef t = LLVMGetBasicBlockTerminator(bb);
        if (t && LLVMIsAReturnInst(t))
            give_back(r, t);
    }
}

static bool changes_nothing(const rewriter *r) {
    bool same = LLVMGetTypeKind(r->old_ret) == LLVMVoidTypeKind || !genx_is_bool(r->old_ret);
    for (uint32_t i = 0; i < r->p->len; i++)
        same &= r->p->data[i].kind == ABI_VALUE && !genx_is_bool(r->p->data[i].type);
    return same;
}

LLVMValueRef abi_rewrite(abi *a, LLVMValueRef fn, const abi_params *p) {
    rewriter r = {.a = a, .old = fn, .p = p, .old_ret = LLVMGetReturnType(LLVMGlobalGetValueType(fn))};
    abi_list calls = {0};
    if (changes_nothing(&r))
        return fn;
    r.slots = CMC_NEW_N(a->cx->arena, LLVMValueRef, p->len + 1);
    a->oom |= !r.slots;
    find_types(&r);
    abi_calls_of(a, fn, &calls);
    if (a->oom)
        return fn;
    size_t len;
    const char *s = LLVMGetValueName2(fn, &len);
    char *name = cmc_arena_strndup(a->cx->arena, s, len);
    if (!name)
        return fn;
    r.fn = LLVMAddFunction(a->mod, "", r.type);
    gx_shim_take_body(r.fn, fn);
    name_params(&r);
    receive(&r);
    finish_returns(&r);
    for (uint32_t i = 0; i < calls.len && !a->oom; i++)
        rewrite_call(&r, calls.data[i]);
    if (a->oom)
        return r.fn;
    LLVMDeleteFunction(fn);
    LLVMSetValueName2(r.fn, name, len);
    return r.fn;
}
