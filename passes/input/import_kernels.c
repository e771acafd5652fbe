// SPDX-License-Identifier: MIT
// gx_import_kernels: give kernels described by attributes, as SPIR-V readers leave them, an entry in !genx.kernels.
//
//   define spir_kernel void @k(ptr addrspace(1) "VCArgumentDesc"="svmptr_t" %p, i32 "VCArgumentKind"="2" %s) #0
//   attributes #0 = { "VCFunction" "VCSLMSize"="1024" }
//      ->  "CMGenxMain", and !{ptr @k, !"k", !{i32 0, i32 2}, i32 1024, ...}
//
// An argument without a kind is a value. A module that already has !genx.kernels keeps its list, which is
// authoritative; the functions in it get "CMGenxMain", by which later passes know kernels.

#include "passes_priv.h"

#include <stdlib.h>
#include <string.h>

enum { SPIR_KERNEL = 76, AT_FUNCTION = (int)LLVMAttributeFunctionIndex, LAST_KIND = 2, N_LISTS = 4 };

typedef struct job {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMValueRef fn;
} job;

static const char *text_of(job *j, LLVMAttributeIndex at, const char *key) {
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(j->fn, at, key, (unsigned)strlen(key));
    unsigned len = 0;
    const char *s = a ? LLVMGetStringAttributeValue(a, &len) : "";
    return cmc_arena_strndup(j->cx->arena, s, len);
}

// The attribute's number, or zero when it is missing.
static unsigned number_of(job *j, LLVMAttributeIndex at, const char *key) {
    const char *text = text_of(j, at, key);
    char *end = NULL;
    unsigned long x = text ? strtoul(text, &end, 10) : 0;
    if (text && *end)
        gx_error(j->cx, j->fn, "CM0016", "attribute \"%s\" of a kernel is \"%s\", expected a number", key, text);
    return (unsigned)x;
}

static LLVMMetadataRef number(job *j, unsigned x) {
    return LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(j->llvm), x, 0));
}

static bool mark(LLVMValueRef fn) {
    static const char key[] = "CMGenxMain";
    if (!fn || !LLVMIsAFunction(fn) || LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, key, sizeof key - 1))
        return false;
    LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(fn));
    LLVMAddAttributeAtIndex(fn, AT_FUNCTION, LLVMCreateStringAttribute(c, key, sizeof key - 1, "", 0));
    return true;
}

static void add_entry(job *j) {
    unsigned n = LLVMCountParams(j->fn);
    LLVMMetadataRef *lists = CMC_NEW_N(j->cx->arena, LLVMMetadataRef, N_LISTS * (n + 1));
    if (!lists)
        return;
    LLVMMetadataRef *kinds = lists, *offsets = kinds + n + 1, *access = offsets + n + 1, *types = access + n + 1;
    for (unsigned i = 0; i < n; i++) {
        unsigned kind = number_of(j, i + 1, "VCArgumentKind");
        const char *type = text_of(j, i + 1, "VCArgumentDesc");
        if (kind > LAST_KIND)
            gx_error(j->cx, j->fn, "CM0016",
                     "argument %u of a kernel has VCArgumentKind %u; expected 0 (value), 1 (sampler) or "
                     "2 (surface)",
                     i + 1, kind);
        kinds[i] = number(j, kind);
        offsets[i] = number(j, 0);
        access[i] = number(j, number_of(j, i + 1, "VCArgumentIOKind"));
        types[i] = LLVMMDStringInContext2(j->llvm, type ? type : "", type ? strlen(type) : 0);
    }
    size_t len;
    const char *name = LLVMGetValueName2(j->fn, &len);
    LLVMMetadataRef ops[] = {LLVMValueAsMetadata(j->fn),
                             LLVMMDStringInContext2(j->llvm, name, len),
                             LLVMMDNodeInContext2(j->llvm, kinds, n),
                             number(j, number_of(j, AT_FUNCTION, "VCSLMSize")),
                             LLVMMDNodeInContext2(j->llvm, offsets, n),
                             LLVMMDNodeInContext2(j->llvm, access, n),
                             LLVMMDNodeInContext2(j->llvm, types, n),
                             number(j, number_of(j, AT_FUNCTION, "VCNamedBarrierCount")),
                             number(j, 0)};
    LLVMMetadataRef entry = LLVMMDNodeInContext2(j->llvm, ops, sizeof(ops) / sizeof(ops[0]));
    LLVMAddNamedMetadataOperand(j->mod, "genx.kernels", LLVMMetadataAsValue(j->llvm, entry));
    mark(j->fn);
}

static bool mark_listed(gx_ctx *cx, LLVMModuleRef mod) {
    unsigned n = LLVMGetNamedMetadataNumOperands(mod, "genx.kernels");
    LLVMValueRef *nodes = CMC_NEW_N(cx->arena, LLVMValueRef, n + 1);
    bool changed = false;
    if (nodes && n)
        LLVMGetNamedMetadataOperands(mod, "genx.kernels", nodes);
    for (unsigned i = 0; nodes && i < n; i++) {
        unsigned n_ops = (unsigned)LLVMGetMDNodeNumOperands(nodes[i]);
        LLVMValueRef *ops = CMC_NEW_N(cx->arena, LLVMValueRef, n_ops + 1);
        if (!ops || !n_ops)
            continue;
        LLVMGetMDNodeOperands(nodes[i], ops);
        changed |= mark(ops[0]);
    }
    return changed;
}

static bool is_decorated(LLVMValueRef fn) {
    return !LLVMIsDeclaration(fn) && LLVMGetFunctionCallConv(fn) == SPIR_KERNEL &&
           LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, "VCFunction", 10);
}

bool gx_import_kernels(gx_ctx *cx, LLVMModuleRef mod) {
    bool changed = false;
    if (LLVMGetNamedMetadata(mod, "genx.kernels", 12))
        return mark_listed(cx, mod);
    genx_foreach_function(mod, f) {
        job j = {cx, mod, LLVMGetModuleContext(mod), f};
        if (!is_decorated(f))
            continue;
        add_entry(&j);
        changed = true;
    }
    return changed;
}
