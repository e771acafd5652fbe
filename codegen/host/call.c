// SPDX-License-Identifier: MIT
// Calls of operations (host_ops.def) and services, and the functions that LLVM's code generator calls by name.

#include "host_priv.h"

#include <assert.h>
#include <string.h>

#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

typedef struct op_row {
    const char *result, *parameters; // "VOID", "(PTR, I32)"
} op_row;

static const op_row ops[HOST_OP_COUNT] = {
#define HOST_OP(name, result, parameters) {#result, #parameters},
#include <cmc/host_ops.def>
#undef HOST_OP
};

static LLVMTypeRef type_of_word(const host *h, const char *word, size_t len) {
    const struct {
        const char *word;
        LLVMTypeRef type;
    } words[] = {{"VOID", h->none}, {"PTR", h->ptr}, {"I32", h->i32},
                 {"I64", h->i64},   {"F32", h->f32}, {"F64", h->f64}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i].word) == len && memcmp(words[i].word, word, len) == 0)
            return words[i].type;
    assert(0 && "host_ops.def has only these types");
    return NULL;
}

static LLVMTypeRef type_of_op(const host *h, host_op op) {
    enum { MOST = 16 };
    LLVMTypeRef params[MOST];
    unsigned n = 0;
    for (const char *at = ops[op].parameters; *at != ')';) {
        at += strspn(at, "(, ");
        size_t len = strcspn(at, ",)");
        assert(n < MOST);
        params[n++] = type_of_word(h, at, len);
        at += len;
    }
    return LLVMFunctionType(type_of_word(h, ops[op].result, strlen(ops[op].result)), params, n, 0);
}

static LLVMValueRef call_pointer(host *h, LLVMTypeRef type, LLVMValueRef fn, LLVMValueRef *args, unsigned n) {
    enum { MOST = 16 };
    LLVMValueRef all[MOST] = {h->thread};
    assert(n + 1 == LLVMCountParamTypes(type));
    if (n)
        memcpy(all + 1, args, n * sizeof *args);
    return LLVMBuildCall2(h->b, type, fn, all, n + 1, "");
}

LLVMValueRef host_call_op(host *h, host_op op, LLVMValueRef *args, unsigned n) {
    LLVMValueRef services = host_field(h, h->b, h->thread, offsetof(cmc_host_thread, services), h->ptr);
    LLVMValueRef table = host_field(h, h->b, services, offsetof(cmc_host_services, ops), h->ptr);
    LLVMValueRef fn = host_field(h, h->b, table, (size_t)op * sizeof(void *), h->ptr);
    return call_pointer(h, type_of_op(h, op), fn, args, n);
}

LLVMValueRef host_call_service(host *h, size_t off_b, LLVMValueRef *args, unsigned n) {
    enum { MOST = 8 };
    LLVMTypeRef params[MOST] = {h->ptr};
    for (unsigned i = 0; i < n; i++)
        params[i + 1] = LLVMTypeOf(args[i]);
    LLVMValueRef services = host_field(h, h->b, h->thread, offsetof(cmc_host_thread, services), h->ptr);
    LLVMValueRef fn = host_field(h, h->b, services, off_b, h->ptr);
    return call_pointer(h, LLVMFunctionType(h->none, params, n + 1, 0), fn, args, n);
}

// The library

// A function for each name that LLVM may call; %d is the operation's place in the table.
static const char library_text[] =
    "@cmc.ops = internal global ptr null\n"
    "define hidden float @fmaf(float %%a, float %%b, float %%c) #0 {\n"
    "  %%t = load ptr, ptr @cmc.ops\n  %%p = getelementptr ptr, ptr %%t, i32 %d\n  %%f = load ptr, ptr %%p\n"
    "  %%r = call float %%f(ptr null, float %%a, float %%b, float %%c)\n  ret float %%r\n}\n"
    "define hidden double @fma(double %%a, double %%b, double %%c) #0 {\n"
    "  %%t = load ptr, ptr @cmc.ops\n  %%p = getelementptr ptr, ptr %%t, i32 %d\n  %%f = load ptr, ptr %%p\n"
    "  %%r = call double %%f(ptr null, double %%a, double %%b, double %%c)\n  ret double %%r\n}\n"
    "define hidden half @__truncsfhf2(float %%a) #0 {\n"
    "  %%t = load ptr, ptr @cmc.ops\n  %%p = getelementptr ptr, ptr %%t, i32 %d\n  %%f = load ptr, ptr %%p\n"
    "  %%r = call i32 %%f(ptr null, float %%a)\n  %%s = trunc i32 %%r to i16\n  %%h = bitcast i16 %%s to half\n"
    "  ret half %%h\n}\n"
    "define hidden half @__truncdfhf2(double %%a) #0 {\n"
    "  %%t = load ptr, ptr @cmc.ops\n  %%p = getelementptr ptr, ptr %%t, i32 %d\n  %%f = load ptr, ptr %%p\n"
    "  %%r = call i32 %%f(ptr null, double %%a)\n  %%s = trunc i32 %%r to i16\n  %%h = bitcast i16 %%s to half\n"
    "  ret half %%h\n}\n"
    "define hidden float @__extendhfsf2(half %%a) #0 {\n"
    "  %%t = load ptr, ptr @cmc.ops\n  %%p = getelementptr ptr, ptr %%t, i32 %d\n  %%f = load ptr, ptr %%p\n"
    "  %%s = bitcast half %%a to i16\n  %%i = zext i16 %%s to i32\n  %%r = call float %%f(ptr null, i32 %%i)\n"
    "  ret float %%r\n}\n"
    "define hidden bfloat @__truncsfbf2(float %%a) #0 {\n"
    "  %%t = load ptr, ptr @cmc.ops\n  %%p = getelementptr ptr, ptr %%t, i32 %d\n  %%f = load ptr, ptr %%p\n"
    "  %%r = call i32 %%f(ptr null, float %%a)\n  %%s = trunc i32 %%r to i16\n  %%h = bitcast i16 %%s to bfloat\n"
    "  ret bfloat %%h\n}\n"
    "define hidden bfloat @__truncdfbf2(double %%a) #0 {\n"
    "  %%t = load ptr, ptr @cmc.ops\n  %%p = getelementptr ptr, ptr %%t, i32 %d\n  %%f = load ptr, ptr %%p\n"
    "  %%r = call i32 %%f(ptr null, double %%a)\n  %%s = trunc i32 %%r to i16\n  %%h = bitcast i16 %%s to bfloat\n"
    "  ret bfloat %%h\n}\n"
    // Halves are compared as floats.
    "define hidden float @fmaxf(float %%a, float %%b) #0 {\n"
    "  %%c = fcmp ogt float %%a, %%b\n  %%m = select i1 %%c, float %%a, float %%b\n"
    "  %%n = fcmp uno float %%b, %%b\n  %%r = select i1 %%n, float %%a, float %%m\n  ret float %%r\n}\n"
    "define hidden float @fminf(float %%a, float %%b) #0 {\n"
    "  %%c = fcmp olt float %%a, %%b\n  %%m = select i1 %%c, float %%a, float %%b\n"
    "  %%n = fcmp uno float %%b, %%b\n  %%r = select i1 %%n, float %%a, float %%m\n  ret float %%r\n}\n"
    // Loops of one byte each would become calls of these functions again.
    "define hidden ptr @memcpy(ptr %%to, ptr %%from, i64 %%n) #0 {\n"
    "  %%e = icmp eq i64 %%n, 0\n  br i1 %%e, label %%end, label %%loop\n"
    "loop:\n  %%i = phi i64 [ 0, %%0 ], [ %%j, %%loop ]\n  %%p = getelementptr i8, ptr %%from, i64 %%i\n"
    "  %%v = load volatile i8, ptr %%p\n  %%q = getelementptr i8, ptr %%to, i64 %%i\n  store i8 %%v, ptr %%q\n"
    "  %%j = add i64 %%i, 1\n  %%c = icmp eq i64 %%j, %%n\n  br i1 %%c, label %%end, label %%loop\n"
    "end:\n  ret ptr %%to\n}\n"
    "define hidden ptr @memmove(ptr %%to, ptr %%from, i64 %%n) #0 {\n"
    "  %%b = icmp ult ptr %%to, %%from\n  %%e = icmp eq i64 %%n, 0\n  br i1 %%e, label %%end, label %%loop\n"
    "loop:\n  %%k = phi i64 [ 0, %%0 ], [ %%j, %%loop ]\n  %%j = add i64 %%k, 1\n  %%d = sub i64 %%n, %%j\n"
    "  %%i = select i1 %%b, i64 %%k, i64 %%d\n  %%p = getelementptr i8, ptr %%from, i64 %%i\n"
    "  %%v = load volatile i8, ptr %%p\n  %%q = getelementptr i8, ptr %%to, i64 %%i\n  store i8 %%v, ptr %%q\n"
    "  %%c = icmp eq i64 %%j, %%n\n  br i1 %%c, label %%end, label %%loop\n"
    "end:\n  ret ptr %%to\n}\n"
    "define hidden ptr @memset(ptr %%to, i32 %%w, i64 %%n) #0 {\n"
    "  %%v = trunc i32 %%w to i8\n  %%e = icmp eq i64 %%n, 0\n  br i1 %%e, label %%end, label %%loop\n"
    "loop:\n  %%i = phi i64 [ 0, %%0 ], [ %%j, %%loop ]\n  %%q = getelementptr i8, ptr %%to, i64 %%i\n"
    "  store volatile i8 %%v, ptr %%q\n"
    "  %%j = add i64 %%i, 1\n  %%c = icmp eq i64 %%j, %%n\n  br i1 %%c, label %%end, label %%loop\n"
    "end:\n  ret ptr %%to\n}\n"
    "attributes #0 = { noinline nounwind \"no-builtins\" }\n";

void host_add_library(host *h) {
    cmc_str text = CMC_STR_INIT;
    LLVMModuleRef lib = NULL;
    char *message = NULL;
    cmc_str_printf(&text, library_text, HOST_OP_fmaf, HOST_OP_fma, HOST_OP_half_of_float, HOST_OP_half_of_double,
                   HOST_OP_float_of_half, HOST_OP_bfloat_of_float, HOST_OP_bfloat_of_double);
    LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRangeCopy(cmc_str_text(&text), text.len, "library");
    bool failed = LLVMParseIRInContext(h->llvm, buf, &lib, &message);
    if (failed)
        cmc_diag_error(h->d, "CM0970", "internal: the library of the CPU path: %s", message);
    LLVMDisposeMessage(message);
    cmc_str_free(&text);
    if (failed)
        return;
    LLVMSetTarget(lib, LLVMGetTarget(h->mod));
    LLVMSetDataLayout(lib, LLVMGetDataLayoutStr(h->mod));
    LLVMLinkModules2(h->mod, lib);
}

void host_set_library(host *h, LLVMBuilderRef b, LLVMValueRef thread) {
    LLVMValueRef services = host_field(h, b, thread, offsetof(cmc_host_thread, services), h->ptr);
    LLVMValueRef table = host_field(h, b, services, offsetof(cmc_host_services, ops), h->ptr);
    LLVMValueRef variable = LLVMGetNamedGlobal(h->mod, "cmc.ops");
    if (variable)
        LLVMBuildStore(b, table, variable);
}
