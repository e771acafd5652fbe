// SPDX-License-Identifier: MIT
// gx_check_kernels: check that the entries of !genx.kernels have the shape that passes and selection expect.
//
//   !0 = !{ptr @k, !"k", !1, i32 0, !2, !2, !3, i32 0, i32 0}
//          function, name, argument kinds, SLM bytes, offsets, access kinds, type names[, named barriers, barriers]
//
//   !0 = !{ptr @k, !"k"}   ->   error: x.ll: entry 1 of !genx.kernels, 'k': 2 operands, expected 7 to 9: function, ...
//
// Also checks that surfaces and samplers are indices, and that no argument points to local memory. Front ends write 7
// to 9 operands; with fewer, arguments would silently become plain values. Operands after the ninth are ignored.

#include "foreign.h"

#include <stdarg.h>
#include <stdio.h>

enum { LEAST_OPS = GENX_ENTRY_TYPES + 1, CATEGORY = 7, LAST_CATEGORY = 2 };

typedef struct entry {
    cmc_diag *d;
    cmc_arena *arena;
    const char *file, *name;
    unsigned number; // from 1
    LLVMValueRef fn;
    LLVMValueRef *ops;
    unsigned n_ops;
    bool ok;
} entry;

static void refuse(entry *e, const char *fmt, ...) {
    char what[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(what, sizeof what, fmt, ap);
    va_end(ap);
    cmc_loc loc = e->fn ? genx_kernel_loc(e->fn, e->arena) : (cmc_loc){0};
    cmc_diag_add(e->d, CMC_ERROR, "CM0015", loc.line ? loc : (cmc_loc){.file = e->file},
                 "entry %u of !genx.kernels, '%s': %s", e->number, e->name, what);
    e->ok = false;
}

static bool is_number(LLVMValueRef v) {
    return v && LLVMIsAConstantInt(v);
}

static bool is_zero(LLVMValueRef v) {
    return is_number(v) && LLVMConstIntGetZExtValue(v) == 0;
}

// Kinds from 8 on: arguments that the driver fills in.
static void check_implicit(entry *e, unsigned i, uint64_t kind) {
    enum { FIRST = 8, KNOWN = 3 };
    LLVMTypeRef t = LLVMTypeOf(LLVMGetParam(e->fn, i));
    bool fits = LLVMGetTypeKind(genx_elt_type(t)) == LLVMIntegerTypeKind && genx_lanes(t) <= 3;
    if (kind >= FIRST && kind % FIRST == 0 && kind / FIRST > KNOWN)
        refuse(
            e,
            "argument %u has kind %u, an implicit argument that is not supported; expected 8 (local size), 16 (group "
            "count) or 24 (local id)",
            i + 1, (unsigned)kind);
    else if (kind >= FIRST && kind % FIRST == 0 && !fits)
        refuse(e, "argument %u has kind %u, which has up to three integers, but another type", i + 1, (unsigned)kind);
}

// Checks that a list has at most one entry per argument, a number or a string.
static void check_list(entry *e, unsigned op, const char *what, bool numbers) {
    unsigned n, n_args = LLVMCountParams(e->fn);
    LLVMValueRef *items = genx_list(e->ops[op], e->arena, &n);
    if (!items) {
        refuse(e, "operand %u is not a list; expected the arguments' %s", op, what);
        return;
    }
    if (n > n_args) { // the entries that are missing are zero
        refuse(e, "operand %u lists %u %s, but the kernel has %u argument%s", op, n, what, n_args,
               n_args == 1 ? "" : "s");
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        const bool fits = numbers ? is_number(items[i]) : items[i] && LLVMIsAMDString(items[i]);
        if (!fits) {
            refuse(e, "operand %u, %s: the entry for argument %u is not %s", op, what, i + 1,
                   numbers ? "an i32" : "a string");
            return;
        }
        const uint64_t kind = op == GENX_ENTRY_KINDS ? LLVMConstIntGetZExtValue(items[i]) & CATEGORY : 0;
        if (op == GENX_ENTRY_KINDS)
            check_implicit(e, i, LLVMConstIntGetZExtValue(items[i]));
        if (kind > LAST_CATEGORY)
            refuse(e, "argument %u has kind %u; expected 0 (value), 1 (sampler) or 2 (surface)", i + 1,
                   (unsigned)LLVMConstIntGetZExtValue(items[i]));
    }
}

static bool is_index(LLVMTypeRef t) {
    return LLVMGetTypeKind(t) == LLVMPointerTypeKind || LLVMGetTypeKind(t) == LLVMTargetExtTypeKind ||
           (LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 32);
}

static bool is_conversion(LLVMValueRef call) {
    const foreign *f = foreign_find(call);
    return f && f->handler == adapt_convert_address;
}

// A surface or sampler is an index that messages take. Languages that have buffers pass it as a pointer, which must
// not be dereferenced.
static void check_indices(entry *e) {
    unsigned n = 0;
    LLVMValueRef *kinds = e->ok ? genx_list(e->ops[GENX_ENTRY_KINDS], e->arena, &n) : NULL;
    if (!kinds)
        return;
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef p = LLVMGetParam(e->fn, i);
        unsigned kind = (unsigned)LLVMConstIntGetZExtValue(kinds[i]) & CATEGORY;
        if (!kind)
            continue;
        const char *what = kind == 2 ? "surface" : "sampler";
        if (!is_index(LLVMTypeOf(p))) {
            char *t = LLVMPrintTypeToString(LLVMTypeOf(p));
            refuse(e, "argument %u has kind %u, %s, and type %s; expected i32 or a pointer", i + 1, kind, what, t);
            LLVMDisposeMessage(t);
        }
        for (LLVMUseRef u = LLVMGetFirstUse(p); u && LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind;
             u = LLVMGetNextUse(u))
            if (!LLVMIsAPtrToIntInst(LLVMGetUser(u)) && !is_conversion(LLVMGetUser(u))) {
                refuse(
                    e,
                    "argument %u has kind %u, %s, but is used as an address; expected kind 0, or ptrtoint and messages "
                    "that take a surface",
                    i + 1, kind, what);
                break;
            }
    }
}

static void check_pointers(entry *e) {
    enum { LOCAL_SPACE = 3 };
    for (LLVMValueRef p = LLVMGetFirstParam(e->fn); p; p = LLVMGetNextParam(p)) {
        LLVMTypeRef t = LLVMTypeOf(p);
        size_t len;
        if (LLVMGetTypeKind(t) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(t) == LOCAL_SPACE)
            refuse(e,
                   "argument '%s' points to local memory; expected a file-scope variable in addrspace(3), or "
                   "llvm.genx.slm.init and offsets",
                   LLVMGetValueName2(p, &len));
    }
}

static void check_number(entry *e, unsigned op, const char *what) {
    if (op < e->n_ops && !is_number(e->ops[op]))
        refuse(e, "operand %u is not an i32; expected the %s", op, what);
}

static void check_entry(entry *e) {
    e->fn = e->n_ops ? e->ops[GENX_ENTRY_FUNCTION] : NULL;
    if (!e->fn || !LLVMIsAFunction(e->fn) || LLVMIsDeclaration(e->fn)) {
        e->fn = NULL;
        refuse(e, "it does not name a function with a body");
        return;
    }
    size_t len;
    e->name = LLVMGetValueName2(e->fn, &len);
    if (e->n_ops < LEAST_OPS) {
        refuse(e,
               "%u operand%s, expected %u to %u: function, name, argument kinds, SLM bytes, offsets, access kinds, "
               "type names, "
               "named barriers, barriers",
               e->n_ops, e->n_ops == 1 ? "" : "s", LEAST_OPS, GENX_ENTRY_OPERANDS);
        return;
    }
    if (LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(e->fn))) != LLVMVoidTypeKind)
        refuse(e, "a kernel must return void");
    if (!e->ops[GENX_ENTRY_NAME] || !LLVMIsAMDString(e->ops[GENX_ENTRY_NAME]))
        refuse(e, "operand %u is not a string; expected the kernel's name", GENX_ENTRY_NAME);
    check_list(e, GENX_ENTRY_KINDS, "kinds", true);
    check_indices(e);
    check_pointers(e);
    check_number(e, GENX_ENTRY_SLM, "bytes of shared local memory");
    if (!is_zero(e->ops[GENX_ENTRY_OFFSETS])) // a single zero leaves the layout open, as in ISPC; cmc computes its own
                                              // layout
        check_list(e, GENX_ENTRY_OFFSETS, "offsets", true);
    check_list(e, GENX_ENTRY_ACCESS, "access kinds", true);
    check_list(e, GENX_ENTRY_TYPES, "type names", false);
    check_number(e, GENX_ENTRY_NAMED_BARRIERS, "number of named barriers");
    check_number(e, GENX_ENTRY_BARRIERS, "number of barriers");
}

bool gx_check_kernels(LLVMModuleRef m, const char *file, cmc_arena *a, cmc_diag *d) {
    unsigned n;
    LLVMValueRef *nodes = genx_kernel_entries(m, a, &n);
    bool ok = nodes != NULL;
    for (unsigned i = 0; ok && i < n; i++) {
        entry e = {.d = d, .arena = a, .file = file, .name = "", .number = i + 1, .ok = true};
        e.ops = genx_list(nodes[i], a, &e.n_ops);
        if (!e.ops)
            return false; // out of memory
        check_entry(&e);
        ok = e.ok;
        for (unsigned k = 0; ok && k < i; k++)
            if (nodes[k] == nodes[i]) {
                refuse(&e, "it is listed twice");
                ok = false;
            }
    }
    return ok;
}
