// SPDX-License-Identifier: MIT
// gx_lower_spirv: functions and variables of SPIR-V's environment become llvm.genx and LLVM intrinsics.
//
//   %r = call <8 x float> @_Z24__spirv_ocl_native_rsqrtDv8_f(<8 x float> %x)  ->  call <8 x float> @llvm.genx.rsqrt.v8f32(...)
//   %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)              ->  group.id.x * local.size.x + local.id.x
//   %v = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInLocalInvocationId   ->  zext (local.id)
//   call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)           ->  a fence for 0x100 and 0x200, and a barrier
//
// SPIR-V front ends write these names along with llvm.genx: mangled, plain, or plain with the type after "_D" (ISPC).
// A work item is one hardware thread. Functions that are not in the tables are refused by name.

#include <cmc/genx_bale.h>
#include "llvm_shim.h"
#include "spirv_priv.h"

#include <llvm-c/DebugInfo.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct operation {
    const char *name, *kinds;
    const char *llvm; // NULL: genx
    genx_id genx;
    bool last_false;
} operation;

static const operation operations[] = {
#define SPIRV_GENX(NAME, KINDS, ID)      {NAME, KINDS, NULL, GENX_##ID, false},
#define SPIRV_LLVM(NAME, KINDS, LLVM)    {NAME, KINDS, LLVM, GENX_NONE, false},
#define SPIRV_LLVM_I1(NAME, KINDS, LLVM) {NAME, KINDS, LLVM, GENX_NONE, true},
#include "lower_spirv.def"
};

typedef enum place {
    WORKGROUP_ID,
    NUM_WORKGROUPS,
    LOCAL_ID,
    WORKGROUP_SIZE,
    GLOBAL_ID,
    GLOBAL_SIZE,
    GLOBAL_OFFSET,
    N_PLACES
} place;

static const char *const places[N_PLACES] = {
    [WORKGROUP_ID] = "WorkgroupId",     [NUM_WORKGROUPS] = "NumWorkgroups", [LOCAL_ID] = "LocalInvocationId",
    [WORKGROUP_SIZE] = "WorkgroupSize", [GLOBAL_ID] = "GlobalInvocationId", [GLOBAL_SIZE] = "GlobalSize",
    [GLOBAL_OFFSET] = "GlobalOffset",
};

enum { DIMS = 3, FENCE_GLOBAL = 1, FENCE_LOCAL = 0x20, WORKGROUP_MEMORY = 0x100, CROSS_WORKGROUP_MEMORY = 0x200 };

// The name after "__spirv_", without mangling and types; NULL when it is not a SPIR-V name.
static const char *plain_name(spirv *j, const char *name) {
    static const char mark[] = "__spirv_";
    size_t len = strlen(name);
    if (!strncmp(name, "_Z", 2) && isdigit((unsigned char)name[2])) {
        char *end;
        unsigned long n = strtoul(name + 2, &end, 10);
        if (n > strlen(end))
            return NULL;
        name = end;
        len = n;
    } else if (strstr(name, "_D")) {
        len = (size_t)(strstr(name, "_D") - name);
    }
    if (len <= sizeof mark - 1 || strncmp(name, mark, sizeof mark - 1))
        return NULL;
    return cmc_arena_strndup(j->cx->arena, name + sizeof mark - 1, len - (sizeof mark - 1));
}

// Operations

static LLVMValueRef call_llvm(spirv *j, const operation *o, LLVMTypeRef t, LLVMValueRef *args, unsigned n) {
    unsigned id = LLVMLookupIntrinsicID(o->llvm, strlen(o->llvm));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(j->mod, id, &t, 1);
    if (o->last_false)
        args[n++] = LLVMConstInt(LLVMInt1TypeInContext(LLVMGetModuleContext(j->mod)), 0, 0);
    return LLVMBuildCall2(j->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

// NULL when the operands do not match the operation.
static LLVMValueRef operate(spirv *j, const operation *o, LLVMValueRef call) {
    enum { MOST = 3 };
    LLVMValueRef args[MOST + 1];
    unsigned n = LLVMGetNumArgOperands(call);
    if (!spirv_fits(o->kinds, call))
        return NULL;
    for (unsigned k = 0; k < n; k++)
        args[k] = LLVMGetOperand(call, k);
    LLVMTypeRef t = LLVMTypeOf(call);
    return o->llvm ? call_llvm(j, o, t, args, n) : genx_build(j->b, j->mod, o->genx, t, args, n, "");
}

// Thread position

static LLVMValueRef vector_of(spirv *j, genx_id id) {
    return genx_build(j->b, j->mod, id, j->v3, NULL, 0, "");
}

static LLVMValueRef group_id(spirv *j) {
    LLVMValueRef v = LLVMGetUndef(j->v3);
    for (unsigned d = 0; d < DIMS; d++) {
        LLVMValueRef x = genx_build(j->b, j->mod, (genx_id)(GENX_GROUP_ID_X + d), j->i32, NULL, 0, "");
        v = LLVMBuildInsertElement(j->b, v, x, LLVMConstInt(j->i32, d, 0), "");
    }
    return v;
}

static LLVMValueRef vector_at(spirv *j, place p) {
    switch (p) {
    case WORKGROUP_ID:
        return group_id(j);
    case NUM_WORKGROUPS:
        return vector_of(j, GENX_GROUP_COUNT);
    case LOCAL_ID:
        return vector_of(j, GENX_LOCAL_ID);
    case WORKGROUP_SIZE:
        return vector_of(j, GENX_LOCAL_SIZE);
    case GLOBAL_ID: {
        LLVMValueRef group = group_id(j), size = vector_of(j, GENX_LOCAL_SIZE), id = vector_of(j, GENX_LOCAL_ID);
        return LLVMBuildAdd(j->b, LLVMBuildMul(j->b, group, size, ""), id, "");
    }
    case GLOBAL_SIZE: {
        LLVMValueRef groups = vector_of(j, GENX_GROUP_COUNT), size = vector_of(j, GENX_LOCAL_SIZE);
        return LLVMBuildMul(j->b, groups, size, "");
    }
    default: // a Level Zero launch starts at zero
        return LLVMConstNull(j->v3);
    }
}

static LLVMValueRef one_of(spirv *j, LLVMValueRef v, LLVMValueRef dim) {
    if (LLVMIsConstant(dim))
        return LLVMBuildExtractElement(j->b, v, dim, "");
    LLVMValueRef x = LLVMBuildExtractElement(j->b, v, LLVMConstInt(j->i32, DIMS - 1, 0), "");
    for (unsigned d = DIMS - 1; d-- > 0;) {
        LLVMValueRef at = LLVMConstInt(LLVMTypeOf(dim), d, 0), is = LLVMBuildICmp(j->b, LLVMIntEQ, dim, at, "");
        x = LLVMBuildSelect(j->b, is, LLVMBuildExtractElement(j->b, v, LLVMConstInt(j->i32, d, 0), ""), x, "");
    }
    return x;
}

static place place_of(const char *name) {
    static const char mark[] = "BuiltIn";
    place p = WORKGROUP_ID;
    if (strncmp(name, mark, sizeof mark - 1))
        return N_PLACES;
    while (p < N_PLACES && strcmp(places[p], name + sizeof mark - 1))
        p++;
    return p;
}

static LLVMValueRef dimension(spirv *j, place p, LLVMValueRef call) {
    uint64_t d;
    if (LLVMGetNumArgOperands(call) != 1 || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind)
        return NULL;
    LLVMValueRef dim = LLVMGetOperand(call, 0);
    if (genx_const_u64(dim, &d) && d >= DIMS) {
        gx_error(j->cx, call, "CM0209", "__spirv_BuiltIn%s(%llu): the dimension must be 0, 1 or 2", places[p],
                 (unsigned long long)d);
        return NULL;
    }
    return LLVMBuildIntCast2(j->b, one_of(j, vector_at(j, p), dim), LLVMTypeOf(call), 0, "");
}

// Barriers

// Completes the group's earlier memory operations before its later code. meaning: the last operand, SPIR-V's memory
// semantics.
static void fence(spirv *j, LLVMValueRef meaning) {
    uint64_t bits = WORKGROUP_MEMORY | CROSS_WORKGROUP_MEMORY; // unknown: both
    (void)genx_const_u64(meaning, &bits);
    const uint64_t kinds[] = {WORKGROUP_MEMORY, CROSS_WORKGROUP_MEMORY},
                   masks[] = {FENCE_LOCAL | FENCE_GLOBAL, FENCE_GLOBAL};
    LLVMContextRef llvm = LLVMGetModuleContext(j->mod);
    for (unsigned k = 0; k < 2; k++) {
        LLVMValueRef m = LLVMConstInt(LLVMInt8TypeInContext(llvm), masks[k], 0);
        if (bits & kinds[k])
            genx_build(j->b, j->mod, GENX_FENCE, LLVMVoidTypeInContext(llvm), &m, 1, "");
    }
}

static bool barrier(spirv *j, const char *name, LLVMValueRef call) {
    bool control = !strcmp(name, "ControlBarrier");
    unsigned n = control ? 3 : 2;
    if ((!control && strcmp(name, "MemoryBarrier")) || LLVMGetNumArgOperands(call) != n)
        return false;
    fence(j, LLVMGetOperand(call, n - 1));
    if (control)
        genx_build(j->b, j->mod, GENX_BARRIER, LLVMVoidTypeInContext(LLVMGetModuleContext(j->mod)), NULL, 0, "");
    return true;
}

// Uses

static LLVMValueRef replacement(spirv *j, const char *name, LLVMValueRef call) {
    place p = place_of(name);
    if (p != N_PLACES)
        return dimension(j, p, call);
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        if (!strcmp(operations[k].name, name))
            return operate(j, &operations[k], call);
    const spirv_builtin *row = spirv_find(name);
    return row ? spirv_build(j, row, call) : NULL;
}

static bool is_known(const char *name) {
    bool known = spirv_find(name) != NULL || !strcmp(name, "ControlBarrier") || !strcmp(name, "MemoryBarrier");
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        known |= !strcmp(operations[k].name, name);
    return known;
}

// Unused functions of libraries may call what they like.
static void refuse(spirv *j, const char *name, LLVMValueRef call) {
    static const char printf_name[] = "ocl_printf"; // lower_cm replaces it
    LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    size_t len;
    if (!strncmp(name, printf_name, sizeof printf_name - 1) || place_of(name) != N_PLACES ||
        (!gx_is_kernel(fn) && !LLVMGetFirstUse(fn)))
        return;
    char *t = LLVMPrintTypeToString(LLVMGetCalledFunctionType(call));
    gx_error(j->cx, call, "CM0022", "in function '%s': __spirv_%s %s%s%s", LLVMGetValueName2(fn, &len), name,
             is_known(name) ? "of type '" : "is not supported", is_known(name) ? t : "",
             is_known(name) ? "' is not supported: the operands' number or types do not fit" : "");
    LLVMDisposeMessage(t);
}

static bool replace_call(spirv *j, const char *name, LLVMValueRef call) {
    LLVMPositionBuilderBefore(j->b, call);
    LLVMSetCurrentDebugLocation2(j->b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef r = replacement(j, name, call);
    if (!r && !barrier(j, name, call)) {
        refuse(j, name, call);
        return false;
    }
    if (r && LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, r);
    LLVMInstructionEraseFromParent(call);
    return true;
}

static bool replace_calls(spirv *j, LLVMValueRef fn, const char *name) {
    bool changed = false;
    genx_foreach_use_safe(fn, u, next) {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn)
            changed |= replace_call(j, name, call);
    }
    return changed;
}

// Replaces loads of the whole vector, also through the casts to the generic address space that front ends write.
static bool replace_loads(spirv *j, LLVMValueRef pointer, place p) {
    bool changed = false;
    genx_foreach_use_safe(pointer, u, next) {
        LLVMValueRef load = LLVMGetUser(u);
        if (LLVMIsAConstantExpr(load)) {
            changed |= replace_loads(j, load, p);
            continue;
        }
        LLVMTypeRef t = LLVMTypeOf(load);
        if (!LLVMIsALoadInst(load) || LLVMGetTypeKind(t) != LLVMVectorTypeKind || LLVMGetVectorSize(t) != DIMS)
            continue;
        LLVMPositionBuilderBefore(j->b, load);
        LLVMSetCurrentDebugLocation2(j->b, LLVMInstructionGetDebugLoc(load));
        LLVMReplaceAllUsesWith(load, LLVMBuildIntCast2(j->b, vector_at(j, p), t, 0, ""));
        LLVMInstructionEraseFromParent(load);
        changed = true;
    }
    return changed;
}

// LLVM's intrinsics of mathematics that no later pass takes have the same functions. NULL for all others, and for
// doubles.
static const char *name_of_intrinsic(LLVMValueRef fn) {
    static const char *const names[] = {"ocl_acos", "ocl_asin", "ocl_atan", "ocl_cosh",
                                        "ocl_sinh", "ocl_tan",  "ocl_tanh"};
    static const char mark[] = "llvm.";
    size_t len;
    const char *s = LLVMGetValueName2(fn, &len);
    if (!LLVMIsAFunction(fn) || strncmp(s, mark, strlen(mark)))
        return NULL;
    s += strlen(mark);
    for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
        size_t n = strlen(names[i]) - strlen("ocl_");
        if (!strncmp(s, names[i] + strlen("ocl_"), n) && s[n] == '.')
            return genx_elt_bits(LLVMGetReturnType(LLVMGlobalGetValueType(fn))) <= 32 ? names[i] : NULL;
    }
    return NULL;
}

bool gx_lower_spirv(gx_ctx *cx, LLVMModuleRef mod) {
    spirv j = {.cx = cx, .mod = mod, .c = LLVMGetModuleContext(mod)};
    j.b = LLVMCreateBuilderInContext(j.c);
    j.i1 = LLVMInt1TypeInContext(j.c);
    j.i8 = LLVMInt8TypeInContext(j.c);
    j.i32 = LLVMInt32TypeInContext(j.c);
    j.i64 = LLVMInt64TypeInContext(j.c);
    j.f32 = LLVMFloatTypeInContext(j.c);
    j.v3 = LLVMVectorType(j.i32, DIMS);
    bool changed = false;
    size_t len;
    genx_foreach_function(mod, f) {
        const char *name = LLVMIsDeclaration(f) ? plain_name(&j, LLVMGetValueName2(f, &len)) : NULL;
        if (!name)
            name = name_of_intrinsic(f);
        if (name)
            changed |= replace_calls(&j, f, name);
    }
    genx_foreach_global(mod, g) {
        const char *name = LLVMIsDeclaration(g) ? plain_name(&j, LLVMGetValueName2(g, &len)) : NULL;
        place p = name ? place_of(name) : N_PLACES;
        if (p != N_PLACES)
            changed |= replace_loads(&j, g, p);
    }
    LLVMDisposeBuilder(j.b);
    return changed;
}
