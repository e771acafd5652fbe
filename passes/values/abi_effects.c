// SPDX-License-Identifier: MIT
// abi: what a function may do to the objects of its callers, itself or through the functions that it calls.
//
// Which of the objects that its parameters refer to does it write? Which variables of the file does it use, and which
// of them does it write? Callees come first, so the answers hold for the whole call graph.

#include "abi_priv.h"

#include "cm/cm_priv.h"

#include <cmc/genx_bale.h>

#include <string.h>

enum { MAX_DEPTH = 16 };

const abi_effects *abi_effects_of(const abi *a, LLVMValueRef fn) {
    for (uint32_t i = 0; i < a->effects.len; i++)
        if (a->effects.data[i].fn == fn)
            return &a->effects.data[i];
    return NULL;
}

// Whether fn may write through the address v, or lets v escape. place: v is the address of a place, and only the
// object that the place refers to counts.
static bool may_write(const abi *a, LLVMValueRef v, LLVMValueRef fn, bool place, unsigned depth);

// A store of the address v, or to it.
static bool store_writes(const abi *a, LLVMValueRef store, LLVMValueRef v, LLVMValueRef fn, bool place,
                         unsigned depth) {
    if (LLVMGetOperand(store, 0) != v)
        return !place; // a field of a place is not the object
    int64_t at_b = 0;
    LLVMValueRef to = gx_shim_strip_offset(LLVMGetOperand(store, 1), &at_b);
    return place || !LLVMIsAAllocaInst(to) || may_write(a, to, fn, true, depth + 1);
}

static bool copy_writes(const abi *a, LLVMValueRef copy, LLVMValueRef v, LLVMValueRef fn, bool place, unsigned depth) {
    if (!place || LLVMGetOperand(copy, 0) == v)
        return !place && LLVMGetOperand(copy, 0) == v;
    int64_t at_b = 0;
    LLVMValueRef to = gx_shim_strip_offset(LLVMGetOperand(copy, 0), &at_b);
    return !LLVMIsAAllocaInst(to) || may_write(a, to, fn, true, depth + 1);
}

static bool call_writes(const abi *a, LLVMValueRef call, LLVMValueRef v, bool place) {
    LLVMValueRef callee = abi_callee(call);
    const abi_effects *e = callee ? abi_effects_of(a, callee) : NULL;
    size_t len;
    const char *name = cm_builtin_name(LLVMGetCalledValue(call), &len);
    if (bale_is_llvm(call, "lifetime.start") || bale_is_llvm(call, "lifetime.end") || genx_call_id(call) == GENX_VLOAD)
        return false;
    if (!e)
        return place || !name || len < 2 || memcmp(name, "rd", 2) != 0;
    for (unsigned i = 0; i < LLVMCountParams(callee); i++)
        if (LLVMGetOperand(call, i) == v && (e->writes[i] || (place && !abi_is_reference(callee, i))))
            return true;
    return false;
}

static bool may_write(const abi *a, LLVMValueRef v, LLVMValueRef fn, bool place, unsigned depth) {
    if (depth > MAX_DEPTH)
        return true;
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        bool writes = true;
        if (LLVMIsAInstruction(user) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)) != fn)
            continue;
        if (LLVMIsAGetElementPtrInst(user) || LLVMIsAConstantExpr(user))
            writes = may_write(a, user, fn, place, depth + 1);
        else if (LLVMIsALoadInst(user))
            writes = place && LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind &&
                     may_write(a, user, fn, false, depth + 1);
        else if (LLVMIsAStoreInst(user))
            writes = store_writes(a, user, v, fn, place, depth);
        else if (LLVMIsAMemCpyInst(user) || LLVMIsAMemMoveInst(user))
            writes = copy_writes(a, user, v, fn, place, depth);
        else if (LLVMIsACallInst(user))
            writes = call_writes(a, user, v, place);
        if (writes)
            return true;
    }
    return false;
}

static void add_global(abi *a, abi_effects *e, LLVMValueRef g, bool written) {
    for (uint32_t i = 0; i < e->globals.len; i++)
        if (e->globals.data[i].global == g) {
            e->globals.data[i].written |= written;
            return;
        }
    abi_use use = {g, written};
    a->oom |= !cmc_vec_push(a->cx->arena, &e->globals, use);
}

static void use_globals(abi *a, abi_effects *e) {
    genx_foreach_global(a->mod, g) {
        size_t len;
        if (!LLVMIsGlobalConstant(g) && LLVMGetInitializer(g) && strncmp(LLVMGetValueName2(g, &len), "llvm.", 5) != 0 &&
            gx_used_in(g, e->fn, 0))
            add_global(a, e, g, may_write(a, g, e->fn, false, 0));
    }
}

// The layout of local memory follows the order of a kernel's calls.
static bool reserves_memory(LLVMValueRef call) {
    static const char *const names[] = {"slm_init", "slm_alloc", "slm_part"};
    size_t len;
    const char *name = cm_builtin_name(LLVMGetCalledValue(call), &len);
    for (size_t k = 0; name && k < sizeof(names) / sizeof(names[0]); k++)
        if (strlen(names[k]) == len && memcmp(names[k], name, len) == 0)
            return true;
    return false;
}

static void use_callees(abi *a, abi_effects *e) {
    genx_foreach_block(e->fn, bb)
        genx_foreach_inst(bb, i) {
            LLVMValueRef callee = abi_callee(i);
            const abi_effects *c = callee ? abi_effects_of(a, callee) : NULL;
            e->reserves |= LLVMIsACallInst(i) && reserves_memory(i);
            e->reserves |= c && c->reserves;
            for (uint32_t k = 0; c && k < c->globals.len; k++)
                add_global(a, e, c->globals.data[k].global, c->globals.data[k].written);
        }
}

void abi_find_effects(abi *a, LLVMValueRef fn) {
    unsigned n = LLVMCountParams(fn);
    abi_effects e = {.fn = fn, .writes = CMC_NEW_N(a->cx->arena, bool, n + 1)};
    a->oom |= !e.writes;
    for (unsigned i = 0; i < n && !a->oom; i++) {
        LLVMValueRef p = LLVMGetParam(fn, i);
        bool reference = abi_is_reference(fn, i);
        if (LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind && (reference || !abi_is_copy(fn, i)))
            e.writes[i] = may_write(a, p, fn, reference, 0);
    }
    use_globals(a, &e);
    use_callees(a, &e);
    a->oom |= !cmc_vec_push(a->cx->arena, &a->effects, e);
}
