// SPDX-License-Identifier: MIT
// Functions as the host calls them. Each takes two more parameters, the thread and the memory of its file-scope
// variables; a kernel is called through a function of its name, which has the host's types, makes that memory and sets
// the float mode.
//
//   define spir_kernel void @k(i32 %s, half %x)
//
//   define void @k(ptr %thread, i32 %s, i16 %x) {            define internal void @k.body(ptr %thread, ptr %frame,
//     %frame = alloca ...; store the initial values          i32 %s, half %x)
//     call void @k.body(%thread, %frame, %s, half %x) }

#include "host_priv.h"

#include <assert.h>
#include <string.h>

#include <llvm-c/DebugInfo.h>

typedef struct variable {
    LLVMValueRef global;
    uint64_t off_b;
} variable;
typedef CMC_VEC(variable) variables;

enum { ALIGN_B = 64, MOST_PARAMS = 512 };

// The file-scope variables that a thread has for itself: those that code changes. Constants stay.
static uint64_t place_variables(host *h, variables *out) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(h->mod);
    uint64_t at = 0;
    genx_foreach_global(h->mod, g) {
        if (LLVMIsGlobalConstant(g) || LLVMIsDeclaration(g) || !LLVMGetFirstUse(g))
            continue;
        uint64_t size_b = LLVMABISizeOfType(layout, LLVMGlobalGetValueType(g));
        (void)cmc_vec_push(h->a, out, ((variable){g, at}));
        at += (size_b + ALIGN_B - 1) / ALIGN_B * ALIGN_B;
    }
    return at;
}

static void copy_attributes(LLVMValueRef to, LLVMValueRef from) {
    static const char *const kept[] = {"alwaysinline", "noinline", "convergent", "CMFloatControl", "VCFloatControl"};
    const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        unsigned kind = LLVMGetEnumAttributeKindForName(kept[i], strlen(kept[i]));
        LLVMAttributeRef a = kind ? LLVMGetEnumAttributeAtIndex(from, at, kind)
                                  : LLVMGetStringAttributeAtIndex(from, at, kept[i], (unsigned)strlen(kept[i]));
        if (a)
            LLVMAddAttributeAtIndex(to, at, a);
    }
}

// A function with the two parameters more takes the body of fn.
static LLVMValueRef with_thread(host *h, LLVMValueRef fn) {
    LLVMTypeRef old = LLVMGlobalGetValueType(fn), params[MOST_PARAMS] = {h->ptr, h->ptr};
    unsigned n = LLVMCountParamTypes(old);
    assert(n + 2 <= MOST_PARAMS);
    LLVMGetParamTypes(old, params + 2);
    size_t len;
    const char *name = cmc_arena_strdup(h->a, LLVMGetValueName2(fn, &len));
    LLVMValueRef to = LLVMAddFunction(h->mod, cmc_arena_printf(h->a, "%s.body", name),
                                      LLVMFunctionType(LLVMGetReturnType(old), params, n + 2, 0));
    LLVMSetLinkage(to, LLVMInternalLinkage);
    copy_attributes(to, fn);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(fn), next; bb; bb = next) {
        next = LLVMGetNextBasicBlock(bb);
        LLVMRemoveBasicBlockFromParent(bb);
        LLVMAppendExistingBasicBlock(to, bb);
    }
    for (unsigned k = 0; k < n; k++)
        LLVMReplaceAllUsesWith(LLVMGetParam(fn, k), LLVMGetParam(to, k + 2));
    LLVMMetadataRef sub = LLVMGetSubprogram(fn);
    if (sub) {
        LLVMSetSubprogram(fn, NULL);
        LLVMSetSubprogram(to, sub);
    }
    return to;
}

static LLVMValueRef caller_of(LLVMValueRef call) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
}

static void redirect_call(host *h, LLVMValueRef call, LLVMValueRef to) {
    LLVMValueRef in = caller_of(call), args[MOST_PARAMS] = {LLVMGetParam(in, 0), LLVMGetParam(in, 1)};
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n; k++)
        args[k + 2] = LLVMGetOperand(call, k);
    LLVMPositionBuilderBefore(h->b, call);
    LLVMValueRef r = LLVMBuildCall2(h->b, LLVMGlobalGetValueType(to), to, args, n + 2, "");
    LLVMReplaceAllUsesWith(call, r);
    LLVMInstructionEraseFromParent(call);
}

// Calls of fn, which is without a body now, go to its successor. Functions are called only.
static void redirect_calls(host *h, LLVMValueRef fn, LLVMValueRef to) {
    for (LLVMUseRef u = LLVMGetFirstUse(fn), next; u; u = next) {
        LLVMValueRef user = LLVMGetUser(u);
        next = LLVMGetNextUse(u);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == fn)
            redirect_call(h, user, to);
    }
}

// The variable's address in the frame, at the head of a function.
static LLVMValueRef in_frame(host *h, LLVMValueRef fn, const variable *v) {
    LLVMValueRef at = host_i64(h, v->off_b);
    LLVMPositionBuilderBefore(h->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    return LLVMBuildGEP2(h->b, h->i8, LLVMGetParam(fn, 1), &at, 1, "");
}

static void replace_operand(LLVMValueRef inst, LLVMValueRef old, LLVMValueRef by) {
    for (int k = 0; k < LLVMGetNumOperands(inst); k++)
        if (LLVMGetOperand(inst, (unsigned)k) == old)
            LLVMSetOperand(inst, (unsigned)k, by);
}

// An instruction that uses an element's address, a constant expression.
static void use_element(host *h, const variable *v, LLVMValueRef element, LLVMValueRef inst) {
    enum { MOST = 8 };
    LLVMValueRef index[MOST], base = in_frame(h, caller_of(inst), v);
    unsigned n = (unsigned)LLVMGetNumOperands(element) - 1;
    for (unsigned k = 0; k < n && k < MOST; k++)
        index[k] = LLVMGetOperand(element, k + 1);
    replace_operand(inst, element, LLVMBuildGEP2(h->b, LLVMGetGEPSourceElementType(element), base, index, n, ""));
}

typedef CMC_VEC(LLVMValueRef) values;

static values users_of(host *h, LLVMValueRef v) {
    values all = {0};
    genx_foreach_use(v, u)
        (void)cmc_vec_push(h->a, &all, LLVMGetUser(u));
    return all;
}

static void use_variable(host *h, const variable *v) {
    values users = users_of(h, v->global);
    for (uint32_t i = 0; i < users.len; i++) {
        LLVMValueRef user = users.data[i];
        bool element = LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr;
        if (LLVMIsAInstruction(user)) {
            replace_operand(user, v->global, in_frame(h, caller_of(user), v));
            continue;
        }
        values of_element = users_of(h, user);
        for (uint32_t k = 0; k < of_element.len; k++)
            if (element && LLVMIsAInstruction(of_element.data[k]))
                use_element(h, v, user, of_element.data[k]);
            else
                host_error(h, NULL, "CM0975", "variable '%s' of file scope is used in a way that the CPU path lacks",
                           LLVMGetValueName2(v->global, &(size_t){0}));
    }
}

static void use_frame(host *h, const variables *vars) {
    for (uint32_t i = 0; i < vars->len; i++)
        use_variable(h, &vars->data[i]);
}

// The kernel's entry

static LLVMTypeRef abi_type(const host *h, char letter) {
    switch ((cmc_host_letter)letter) {
    case CMC_HOST_I8:
        return h->i8;
    case CMC_HOST_I16:
        return h->i16;
    case CMC_HOST_I32:
        return h->i32;
    case CMC_HOST_I64:
        return h->i64;
    case CMC_HOST_F32:
        return h->f32;
    case CMC_HOST_F64:
        return h->f64;
    case CMC_HOST_BYTES:
        break;
    }
    return h->ptr;
}

static LLVMValueRef as_argument(host *h, LLVMValueRef v, LLVMTypeRef t, char letter) {
    if (letter == CMC_HOST_BYTES)
        return host_load(h, t, v, 1);
    if (genx_is_bool(t))
        return LLVMBuildTrunc(h->b, v, t, "");
    return host_as(h, v, t);
}

static LLVMValueRef make_frame(host *h, const variables *vars, uint64_t size_b) {
    if (!size_b)
        return LLVMConstNull(h->ptr);
    LLVMValueRef frame = LLVMBuildAlloca(h->b, LLVMArrayType2(h->i8, size_b), "frame");
    LLVMSetAlignment(frame, ALIGN_B);
    for (uint32_t i = 0; i < vars->len; i++) {
        LLVMValueRef init = LLVMGetInitializer(vars->data[i].global);
        if (init && !LLVMIsUndef(init))
            LLVMBuildStore(h->b, init, host_offset(h, frame, host_i64(h, vars->data[i].off_b)));
    }
    return frame;
}

static void set_arguments(host *h, const host_kernel *k, LLVMValueRef entry, LLVMTypeRef body, LLVMValueRef *args) {
    LLVMTypeRef types[MOST_PARAMS];
    unsigned given = 0;
    LLVMGetParamTypes(body, types);
    for (unsigned i = 2; i < LLVMCountParamTypes(body); i++) {
        args[i] = LLVMGetUndef(types[i]);
        if (k->is_filled[i - 2])
            continue;
        args[i] = as_argument(h, LLVMGetParam(entry, given + 1), types[i], k->signature[given]);
        given++;
    }
}

static void make_entry(host *h, const host_kernel *k, LLVMValueRef body, const variables *vars, uint64_t frame_b) {
    LLVMTypeRef params[MOST_PARAMS] = {h->ptr}, type = LLVMGlobalGetValueType(body);
    LLVMValueRef args[MOST_PARAMS];
    unsigned given = (unsigned)strlen(k->signature);
    for (unsigned i = 0; i < given; i++)
        params[i + 1] = abi_type(h, k->signature[i]);
    LLVMValueRef fn = LLVMAddFunction(h->mod, k->name, LLVMFunctionType(h->none, params, given + 1, 0));
    LLVMPositionBuilderAtEnd(h->b, LLVMAppendBasicBlockInContext(h->llvm, fn, ""));
    LLVMSetCurrentDebugLocation2(h->b, NULL);
    args[0] = LLVMGetParam(fn, 0);
    args[1] = make_frame(h, vars, frame_b);
    set_arguments(h, k, fn, type, args);
    host_set_library(h, h->b, args[0]);
    host_call_in_mode(h, body, args, LLVMCountParamTypes(type), host_mode_of(body));
    LLVMBuildRetVoid(h->b);
}

// A function that has a mode of its own, called through one that sets it.
static LLVMValueRef with_mode(host *h, LLVMValueRef body) {
    LLVMTypeRef type = LLVMGlobalGetValueType(body);
    LLVMValueRef fn = LLVMAddFunction(h->mod, "mode", type), args[MOST_PARAMS];
    LLVMSetLinkage(fn, LLVMInternalLinkage);
    LLVMGetParams(fn, args);
    LLVMPositionBuilderAtEnd(h->b, LLVMAppendBasicBlockInContext(h->llvm, fn, ""));
    LLVMSetCurrentDebugLocation2(h->b, NULL);
    LLVMValueRef r = host_call_in_mode(h, body, args, LLVMCountParamTypes(type), host_mode_of(body));
    if (LLVMGetTypeKind(LLVMGetReturnType(type)) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(h->b);
    else
        LLVMBuildRet(h->b, r);
    return fn;
}

static const host_kernel *kernel_of(const host_kernels *k, LLVMValueRef fn) {
    for (uint32_t i = 0; i < k->list.len; i++)
        if (k->list.data[i].fn == fn)
            return &k->list.data[i];
    return NULL;
}

cmc_status host_functions(host *h, const host_kernels *kernels) {
    typedef struct moved {
        LLVMValueRef from, to;
    } moved;
    CMC_VEC(moved) all = {0};
    variables vars = {0};
    LLVMValueRef last = LLVMGetLastFunction(h->mod);
    uint64_t frame_b = place_variables(h, &vars);
    for (LLVMValueRef f = LLVMGetFirstFunction(h->mod), next; f; f = next) {
        next = f == last ? NULL : LLVMGetNextFunction(f);
        if (!LLVMIsDeclaration(f))
            (void)cmc_vec_push(h->a, &all, ((moved){f, with_thread(h, f)}));
    }
    use_frame(h, &vars);
    for (uint32_t i = 0; i < all.len; i++) {
        LLVMValueRef to = all.data[i].to;
        bool has_mode = !kernel_of(kernels, all.data[i].from) && genx_float_mode(to);
        redirect_calls(h, all.data[i].from, has_mode ? with_mode(h, to) : to);
    }
    for (uint32_t i = 0; i < all.len; i++) {
        const host_kernel *k = kernel_of(kernels, all.data[i].from);
        LLVMSetValueName2(all.data[i].from, "", 0);
        if (k)
            make_entry(h, k, all.data[i].to, &vars, frame_b);
    }
    for (uint32_t i = 0; i < all.len; i++) {
        LLVMReplaceAllUsesWith(all.data[i].from, LLVMGetUndef(h->ptr));
        LLVMDeleteFunction(all.data[i].from);
    }
    return CMC_OK;
}
