// SPDX-License-Identifier: MIT
// gx_lower_cm: turn the __cm_* calls of the kernel language's headers into llvm.genx and plain IR, and write
// !genx.kernels.
//
//   before  %r = call <16 x float> @_Z12__cm_oword_readIDv16_fET_jii(i32 %s, i32 0, i32 %off)
//   after   %o = lshr i32 %off, 4
//           %r = call <16 x float> @llvm.genx.oword.ld.v16f32(i32 0, i32 %s, i32 %o)
//
// Needs: everything inlined but subroutines, constants propagated (always-inline, abi, sroa, instcombine). Guarantees:
// there is no __cm_* call and no other call of a user's function left; one node of !genx.kernels for each kernel. The
// pass recognises a builtin by the name inside its mangled name. cm_builtins.def has a row for each builtin; the
// handlers are in cm_*.c. Errors name the user's line, because the headers carry no line numbers.

#include "cm_priv.h"
#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct builtin {
    const char *name;
    cm_handler *handler;
    genx_id id;
} builtin;

static const builtin builtins[] = {
#define CM_BUILTIN(name, handler, intrinsic) {name, gx_cm_##handler, GENX_##intrinsic},
#include "cm_builtins.def"
#undef CM_BUILTIN
};

// SPIR-V's printf in IR of other front ends: "__spirv_ocl_printf", mangled or not.
static bool is_spirv_printf(LLVMValueRef fn) {
    static const char name[] = "__spirv_ocl_printf", mangled[] = "_Z18__spirv_ocl_printf";
    size_t len = 0;
    const char *s = fn && LLVMIsAFunction(fn) ? LLVMGetValueName2(fn, &len) : "";
    return (len >= sizeof(name) - 1 && memcmp(s, name, sizeof(name) - 1) == 0) ||
           (len >= sizeof(mangled) - 1 && memcmp(s, mangled, sizeof(mangled) - 1) == 0);
}

static const builtin *find_builtin(LLVMValueRef fn) {
    size_t len = 0;
    const char *s = cm_builtin_name(fn, &len);
    if (is_spirv_printf(fn)) {
        s = "printf";
        len = strlen(s);
    }
    if (!s)
        return NULL;
    for (size_t i = 0; i < sizeof(builtins) / sizeof(builtins[0]); i++)
        if (strlen(builtins[i].name) == len && memcmp(builtins[i].name, s, len) == 0)
            return &builtins[i];
    return NULL;
}

static void replace(cm_lower *l, LLVMValueRef call, const builtin *k) {
    LLVMPositionBuilderBefore(l->b, call);
    LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef before = LLVMGetPreviousInstruction(call);
    l->channels = cm_channels(call, &l->n_channels);
    l->in_pieces = false;
    LLVMValueRef v = k->handler(l, call, k->name, k->id);
    cm_predicate(l, before, call);
    LLVMTypeRef t = LLVMTypeOf(call);
    if (LLVMGetTypeKind(t) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, v ? v : LLVMGetUndef(t));
    LLVMInstructionEraseFromParent(call);
    l->changed = true;
}

// The call with which a function that was not inlined calls itself, directly or through others; NULL if not recursive.
static LLVMValueRef circle(LLVMValueRef fn) {
    LLVMValueRef found = NULL;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
            if (!callee || !LLVMIsAFunction(callee) || LLVMIsDeclaration(callee) || cm_is_subroutine(callee))
                continue;
            if (!found || callee == fn)
                found = i;
        }
    return found;
}

// Notes the path of the recursion through the inlined functions, from the function's own line on.
static void note_way(cm_lower *l, LLVMMetadataRef at, const char *name, const char *what) {
    LLVMMetadataRef from = LLVMDILocationGetInlinedAt(at);
    if (from)
        note_way(l, from, "a function called here", "leads back");
    cmc_diag_add(l->cx->diag, CMC_NOTE, "CM0213", genx_place(at, l->mod, l->cx->arena), "%s %s", name, what);
}

static void reject_recursion(cm_lower *l, LLVMValueRef call, LLVMValueRef fn, LLVMValueRef found) {
    LLVMValueRef callee = LLVMGetCalledValue(found);
    LLVMMetadataRef at = LLVMInstructionGetDebugLoc(found);
    size_t len, n;
    gx_error(l->cx, call, "CM0213", "function '%s' calls itself; recursion is not supported in a kernel",
             cm_plain_name(l->cx, LLVMGetValueName2(fn, &len)));
    if (at)
        note_way(l, at, cm_plain_name(l->cx, LLVMGetValueName2(callee, &n)),
                 callee != fn                     ? "is called here, which leads back"
                 : LLVMDILocationGetInlinedAt(at) ? "is called again here"
                                                  : "calls itself here");
}

static const char failed_assert[] = "__assert_fail"; // what assert of the C library calls

// Rejects a remaining call, of a function that could not be inlined or has no body.
static void reject_call(cm_lower *l, LLVMValueRef call) {
    LLVMValueRef fn = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(fn))
        return;
    if (!LLVMIsAFunction(fn)) {
        gx_error(l->cx, call, "CM0210", "calls through a pointer are not supported; call the function by name");
        return;
    }
    size_t len = 0;
    const char *s = LLVMGetValueName2(fn, &len);
    if (cm_is_subroutine(fn))
        return;
    if (LLVMGetIntrinsicID(fn) != 0 || genx_is_genx_name(s, len) || (len > 5 && memcmp(s, "llvm.", 5) == 0))
        return;
    size_t n;
    const char *which = cm_builtin_name(fn, &n);
    if (which) {
        gx_error(l->cx, call, "CM0211", "unknown builtin '__cm_%.*s'", (int)n, which);
    } else if (LLVMIsDeclaration(fn) && len == strlen(failed_assert) && memcmp(s, failed_assert, len) == 0) {
        gx_error(
            l->cx, call, "CM0212",
            "assert is not supported in kernels, which cannot stop the program; compile with -DNDEBUG, or write an "
            "error code to memory");
    } else if (LLVMIsDeclaration(fn)) {
        gx_error(
            l->cx, call, "CM0212",
            "function '%s' has no body in this file; define it here or in a header, because kernels are not linked "
            "across files",
            cm_plain_name(l->cx, s));
    } else if (circle(fn)) {
        reject_recursion(l, call, fn, circle(fn));
    } else { // a call by name would have been inlined
        gx_error(l->cx, call, "CM0210", "function '%s' cannot be called through a pointer; call it by name",
                 cm_plain_name(l->cx, s));
    }
}

// Types that Clang has for the host's processor. Reports the first one.
static void reject_wide_floats(cm_lower *l, LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            LLVMTypeKind k = LLVMGetTypeKind(genx_elt_type(LLVMTypeOf(i)));
            if (k != LLVMFP128TypeKind && k != LLVMX86_FP80TypeKind && k != LLVMPPC_FP128TypeKind)
                continue;
            gx_error(l->cx, i, "CM0245",
                     "floats of more than 64 bits are not supported in a kernel; use double or float");
            return;
        }
}

static void lower_function(cm_lower *l, LLVMValueRef fn) {
    reject_wide_floats(l, fn);
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            if (!LLVMIsACallInst(i))
                continue;
            const builtin *k = find_builtin(LLVMGetCalledValue(i));
            if (k)
                replace(l, i, k);
            else if (!l->foreign)
                reject_call(l, i);
        }
    }
}

// Whether the function itself is marked as a kernel.
static bool is_kernel(LLVMValueRef fn) {
    static const char mark[] = "CMGenxMain";
    return LLVMGetStringAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark, sizeof(mark) - 1) !=
           NULL;
}

static void number_attribute(cm_lower *l, LLVMValueRef fn, const char *key, uint32_t value) {
    char text[16];
    int n = snprintf(text, sizeof(text), "%u", value);
    LLVMAttributeRef a = LLVMCreateStringAttribute(l->llvm, key, (unsigned)strlen(key), text, (unsigned)n);
    if (value)
        LLVMAddAttributeAtIndex(fn, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

static bool calls_subroutine(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (LLVMIsACallInst(i) && cm_is_subroutine(LLVMGetCalledValue(i)))
                return true;
    return false;
}

// Subroutines may run in any kernel of the file, so their fences also order local memory. Returns the number of named
// barriers that they use.
static uint32_t lower_subroutines(cm_lower *l) {
    l->slm_init_b = 1;
    l->slm_used_b = l->named_barriers = 0;
    genx_foreach_function(l->mod, f)
        if (cm_is_subroutine(f)) {
            l->fn = f;
            lower_function(l, f);
        }
    return l->named_barriers;
}

// Whether local memory is reserved by other means than cm_slm_init.
static bool reserves_slm(LLVMValueRef fn) {
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            if (genx_call_id(i) == GENX_SLM_INIT)
                return true;
    return false;
}

// Records the kernel's requests as attributes, with the names that SPIR-V uses.
static void lower_kernel(cm_lower *l, LLVMValueRef fn, uint32_t called_barriers) {
    assert(is_kernel(fn) && "only kernels have a node of their own");
    l->fn = fn;
    l->slm_init_b = l->slm_used_b = 0;
    l->slm_end = NULL;
    l->slm_wrong = false;
    l->slm_placed = reserves_slm(fn);
    l->named_barriers = calls_subroutine(fn) ? called_barriers : 0;
    lower_function(l, fn);
    if (!cm_slm_size_b(l) && !l->slm_wrong && !l->slm_placed)
        cm_check_slm(l, fn);
    number_attribute(l, fn, "VCSLMSize", cm_slm_size_b(l));
    number_attribute(l, fn, "VCNamedBarrierCount", l->named_barriers);
}

// Removes declarations of builtins that have no more calls.
static void drop_declarations(LLVMModuleRef mod) {
    genx_foreach_function_safe(mod, f, next) {
        size_t len = 0;
        if (LLVMIsDeclaration(f) && !LLVMGetFirstUse(f) && cm_builtin_name(f, &len))
            LLVMDeleteFunction(f);
    }
}

bool gx_lower_cm(gx_ctx *cx, LLVMModuleRef mod) {
    cm_lower l = {.cx = cx, .mod = mod, .llvm = LLVMGetModuleContext(mod)};
    l.foreign = LLVMGetNamedMetadata(mod, "genx.kernels", 12) != NULL;
    l.esimd = LLVMGetNamedMetadata(mod, "cmc.esimd", 9) != NULL;
    l.b = LLVMCreateBuilderInContext(l.llvm);
    l.i1 = LLVMInt1TypeInContext(l.llvm);
    l.i8 = LLVMInt8TypeInContext(l.llvm);
    l.i16 = LLVMInt16TypeInContext(l.llvm);
    l.i32 = LLVMInt32TypeInContext(l.llvm);
    l.i64 = LLVMInt64TypeInContext(l.llvm);
    if (l.foreign)
        cm_reject_recursion(&l);
    uint32_t called_barriers = l.foreign ? 0 : lower_subroutines(&l);
    genx_foreach_function(mod, f) {
        if (l.foreign)
            lower_function(&l, f);
        else if (is_kernel(f))
            lower_kernel(&l, f, called_barriers);
    }
    if (!l.foreign)
        gx_cm_kernels(&l);
    drop_declarations(mod);
    LLVMDisposeBuilder(l.b);
    return !l.foreign || l.changed;
}
