// SPDX-License-Identifier: MIT
// gx_import_kernels: give kernels described by attributes, as SPIR-V readers leave them, an entry in !genx.kernels.
//
//   define spir_kernel void @k(ptr addrspace(1) "VCArgumentDesc"="svmptr_t" %p, i32 "VCArgumentKind"="2" %s) #0
//   attributes #0 = { "VCFunction" "VCSLMSize"="1024" }
//      ->  "CMGenxMain", and !{ptr @k, !"k", !{i32 0, i32 2}, i32 1024, ...}
//
//   target("spirv.BufferSurfaceINTEL", 2) %b   ->   i32 %b, a surface with the type name "buffer_t read_write"
//
//   i1 %flag   ->   i8 %flag, of which the body takes the lowest bit; i24 and its like become the next larger integer
//
// An argument without a kind is a value. A module that already has !genx.kernels keeps its list, which is
// authoritative; the functions in it get "CMGenxMain", by which later passes know kernels.

#include "llvm_shim.h"
#include "passes_priv.h"

#include <stdlib.h>
#include <string.h>

enum { SPIR_KERNEL = 76, AT_FUNCTION = (int)LLVMAttributeFunctionIndex, LAST_KIND = 2, N_LISTS = 4 };
enum { IMPLICIT = 8, LAST_IMPLICIT = 3 };

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

typedef struct argument {
    unsigned kind;
    const char *type;
} argument;

// SPIR-V's numbers of dimensions.
static const char *image_name(unsigned dim, bool array) {
    static const char *const names[] = {"image1d", "image2d", "image3d"};
    static const char *const arrays[] = {"image1d_array", "image2d_array"};
    enum { DIM_BUFFER = 5, N_ARRAYS = 2, N_NAMES = 3 };
    if (array)
        return dim < N_ARRAYS ? arrays[dim] : NULL;
    return dim == DIM_BUFFER ? "image1d_buffer" : dim < N_NAMES ? names[dim] : NULL;
}

static const char *fn_name(job *j) {
    size_t len;
    return LLVMGetValueName2(j->fn, &len);
}

// What SPIR-V's type of an argument says; a value for other types.
static argument by_type(job *j, unsigned i) {
    enum { DIM = 0, ARRAYED = 2, ACCESS = 6, N_IMAGE = 7, SAMPLER = 1, SURFACE = 2 };
    static const char *const access[] = {"read_only", "write_only", "read_write"};
    LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(j->fn, i));
    argument a = {0, ""};
    if (LLVMGetTypeKind(t) != LLVMTargetExtTypeKind)
        return a;
    const char *name = LLVMGetTargetExtTypeName(t);
    unsigned n = LLVMGetTargetExtTypeNumIntParams(t);
    if (!strcmp(name, "spirv.Sampler"))
        return (argument){SAMPLER, "sampler_t"};
    const char *what = "buffer";
    unsigned how = n ? LLVMGetTargetExtTypeIntParam(t, n == N_IMAGE ? ACCESS : 0) : 0;
    if (!strcmp(name, "spirv.Image") && n == N_IMAGE)
        what = image_name(LLVMGetTargetExtTypeIntParam(t, DIM), LLVMGetTargetExtTypeIntParam(t, ARRAYED));
    else if (strcmp(name, "spirv.BufferSurfaceINTEL") || n != 1)
        return a;
    if (!what || how > 2) {
        gx_error(j->cx, j->fn, "CM0016",
                 "kernel '%s': argument %u has a type of images that is not supported, expected images of 1 to 3 "
                 "dimensions, arrays of those with 1 or 2, or image buffers",
                 fn_name(j), i + 1);
        return a;
    }
    static const char media[] = "VCMediaBlockIO";
    if (!strcmp(what, "image2d") && LLVMGetStringAttributeAtIndex(j->fn, i + 1, media, sizeof media - 1))
        what = "image2d_media_block";
    return (argument){SURFACE, cmc_arena_printf(j->cx->arena, "%s_t %s", what, access[how])};
}

static bool has_attribute(job *j, LLVMAttributeIndex at, const char *key) {
    return LLVMGetStringAttributeAtIndex(j->fn, at, key, (unsigned)strlen(key)) != NULL;
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
        argument own = by_type(j, i);
        unsigned kind = has_attribute(j, i + 1, "VCArgumentKind") ? number_of(j, i + 1, "VCArgumentKind") : own.kind;
        const char *type = has_attribute(j, i + 1, "VCArgumentDesc") ? text_of(j, i + 1, "VCArgumentDesc") : own.type;
        bool implicit = kind % IMPLICIT == 0 && kind / IMPLICIT <= LAST_IMPLICIT;
        if (kind > LAST_KIND && !implicit)
            gx_error(j->cx, j->fn, "CM0016",
                     "argument %u of a kernel has VCArgumentKind %u; expected 0 (value), 1 (sampler), 2 (surface), "
                     "8 (local size), 16 (group count) or 24 (local id)",
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
    unsigned n, n_ops;
    LLVMValueRef *entries = genx_kernel_entries(mod, cx->arena, &n);
    bool changed = false;
    for (unsigned i = 0; entries && i < n; i++) {
        LLVMValueRef *ops = genx_list(entries[i], cx->arena, &n_ops);
        if (ops && n_ops)
            changed |= mark(ops[GENX_ENTRY_FUNCTION]);
    }
    return changed;
}

static bool is_decorated(LLVMValueRef fn) {
    return !LLVMIsDeclaration(fn) && LLVMGetFunctionCallConv(fn) == SPIR_KERNEL &&
           LLVMGetStringAttributeAtIndex(fn, AT_FUNCTION, "VCFunction", 10);
}

// Makes entries of the functions that SPIR-V's decorations mark.
static bool add_decorated(gx_ctx *cx, LLVMModuleRef mod) {
    bool changed = false;
    genx_foreach_function(mod, f) {
        job j = {cx, mod, LLVMGetModuleContext(mod), f};
        if (!is_decorated(f))
            continue;
        add_entry(&j);
        changed = true;
    }
    return changed;
}

bool gx_import_kernels(gx_ctx *cx, LLVMModuleRef mod) {
    bool changed = !LLVMGetNamedMetadata(mod, "genx.kernels", 12) && add_decorated(cx, mod);
    changed |= gx_shim_number_surfaces(mod);
    changed |= mark_listed(cx, mod);
    changed |= gx_shim_widen_arguments(mod);
    return changed;
}
