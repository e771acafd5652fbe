// SPDX-License-Identifier: MIT
// Locations in the source, and the functions that they belong to. Each scope has its own copy of the file's name, to
// which its locations point. A location therefore names its scope, wherever later passes copy it.

#include "sel_priv.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <string.h>

// Operands of metadata nodes of LLVM.
enum { SCOPE_PARENT = 1, SUBPROGRAM_NAME = 2, SUBPROGRAM_LINKAGE = 3, MAX_READ = 16 };

static LLVMValueRef operand(const sel *S, LLVMMetadataRef node, unsigned k) {
    LLVMValueRef ops[MAX_READ], v = LLVMMetadataAsValue(LLVMGetModuleContext(S->mod), node);
    unsigned n = LLVMGetMDNodeNumOperands(v);
    if (k >= n || n > MAX_READ)
        return NULL;
    LLVMGetMDNodeOperands(v, ops);
    return ops[k];
}

static const char *text_of(const sel *S, LLVMMetadataRef node, unsigned k) {
    LLVMValueRef v = operand(S, node, k);
    unsigned len = 0;
    const char *s = v ? LLVMGetMDString(v, &len) : NULL;
    return s ? cmc_arena_strndup(S->fn->arena, s, len) : "";
}

// The function around a block; NULL: the information is of a kind that has none.
static LLVMMetadataRef subprogram_of(const sel *S, LLVMMetadataRef scope) {
    while (scope && LLVMGetMetadataKind(scope) != LLVMDISubprogramMetadataKind) {
        LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
        bool block = kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
        LLVMValueRef up = block ? operand(S, scope, SCOPE_PARENT) : NULL;
        scope = up ? LLVMValueAsMetadata(up) : NULL;
    }
    return scope;
}

// Scopes with one key form a list in the order of their files.
typedef struct entry {
    uint32_t index;
    struct entry *next;
} entry;

static uint32_t scope_of(sel *S, LLVMMetadataRef at, const char *file);

static uint32_t new_scope(sel *S, LLVMMetadataRef function, LLVMMetadataRef call, const char *file, const entry *same) {
    mir_scope s = {.file = file, .line = LLVMDISubprogramGetLine(function)};
    s.name = text_of(S, function, SUBPROGRAM_NAME);
    s.linkage = text_of(S, function, SUBPROGRAM_LINKAGE);
    if (call) {
        s.call = genx_place(call, S->mod, S->fn->arena);
        s.parent = 1 + scope_of(S, call, s.call.file);
        s.call.file = s.parent ? S->fn->scopes.data[s.parent - 1].file : s.call.file;
    }
    s.same = same ? same->index : S->fn->scopes.len;
    if (!s.name || !s.linkage || !cmc_vec_push(S->fn->arena, &S->fn->scopes, s))
        S->oom = true;
    return S->fn->scopes.len - 1;
}

// The scope of a location of debug information; UINT32_MAX: unknown.
static uint32_t scope_of(sel *S, LLVMMetadataRef at, const char *file) {
    LLVMMetadataRef function = subprogram_of(S, LLVMDILocationGetScope(at)), call = LLVMDILocationGetInlinedAt(at);
    const void *key = call ? (const void *)call : function;
    if (!function || !file)
        return UINT32_MAX;
    entry *first = ptrmap_get(&S->scopes, key), *last = NULL;
    for (entry *e = first; e; last = e, e = e->next)
        if (strcmp(S->fn->scopes.data[e->index].file, file) == 0)
            return e->index;
    uint32_t index = new_scope(S, function, call, file, first);
    entry *e = CMC_NEW(S->a, entry);
    if (!e || S->oom) {
        S->oom = true;
        return UINT32_MAX;
    }
    e->index = index;
    if (last)
        last->next = e;
    else if (!ptrmap_put(&S->scopes, key, e))
        S->oom = true;
    return index;
}

cmc_loc sel_place(sel *S, LLVMValueRef inst) {
    assert(S->fn && "locations live in the function's arena");
    LLVMMetadataRef at = LLVMIsAInstruction(inst) ? LLVMInstructionGetDebugLoc(inst) : NULL;
    if (!at || !LLVMDIScopeGetFile(LLVMDILocationGetScope(at)))
        return genx_loc(inst, S->fn->arena);
    cmc_loc loc = genx_place(at, S->mod, S->fn->arena);
    uint32_t scope = scope_of(S, at, loc.file);
    if (scope != UINT32_MAX)
        loc.file = S->fn->scopes.data[scope].file;
    return loc;
}
