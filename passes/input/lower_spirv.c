// SPDX-License-Identifier: MIT
// gx_lower_spirv: functions and variables of SPIR-V's environment become llvm.genx and LLVM intrinsics.
//
//   %r = call <8 x float> @_Z24__spirv_ocl_native_rsqrtDv8_f(<8 x float> %x)  ->  call <8 x float> @llvm.genx.rsqrt.v8f32(...)
//   %i = call i64 @_Z33__spirv_BuiltInGlobalInvocationIdi(i32 0)              ->  group.id.x * local.size.x + local.id.x
//   %v = load <3 x i64>, ptr addrspace(1) @__spirv_BuiltInLocalInvocationId   ->  zext (local.id)
//   call void @_Z22__spirv_ControlBarrieriii(i32 2, i32 2, i32 272)           ->  a fence for 0x100 and 0x200, and a barrier
//
// SPIR-V front ends write these names along with llvm.genx: mangled, plain, or plain with the type after "_D" (ISPC).
// A work item is one hardware thread. Functions that are not in the tables stay, and selection rejects them by name.

#include "passes_priv.h"

#include <cmc/genx_bale.h>
#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct operation {
    const char *name;
    const char *llvm; // NULL: genx
    genx_id genx;
    bool last_false;
} operation;

static const operation operations[] = {
#define SPIRV_GENX(NAME, ID)      {NAME, NULL, GENX_##ID, false},
#define SPIRV_LLVM(NAME, LLVM)    {NAME, LLVM, GENX_NONE, false},
#define SPIRV_LLVM_I1(NAME, LLVM) {NAME, LLVM, GENX_NONE, true},
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

typedef struct job {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    LLVMTypeRef i32, v3;
} job;

// The name after "__spirv_", without mangling and types; NULL when it is not a SPIR-V name.
static const char *plain_name(job *j, const char *name) {
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

static LLVMValueRef call_llvm(job *j, const operation *o, LLVMTypeRef t, LLVMValueRef *args, unsigned n) {
    unsigned id = LLVMLookupIntrinsicID(o->llvm, strlen(o->llvm));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(j->mod, id, &t, 1);
    if (o->last_false)
        args[n++] = LLVMConstInt(LLVMInt1TypeInContext(LLVMGetModuleContext(j->mod)), 0, 0);
    return LLVMBuildCall2(j->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

// NULL when the operands do not match the operation: the call stays, and is rejected by its name.
static LLVMValueRef operate(job *j, const operation *o, LLVMValueRef call) {
    enum { MOST = 3 };
    LLVMTypeRef t = LLVMTypeOf(call);
    LLVMValueRef args[MOST + 1];
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned k = 0; k < n && k < MOST; k++) {
        args[k] = LLVMGetOperand(call, k);
        if (LLVMTypeOf(args[k]) != t)
            return NULL;
    }
    if (n == 0 || n > MOST)
        return NULL;
    return o->llvm ? call_llvm(j, o, t, args, n) : genx_build(j->b, j->mod, o->genx, t, args, n, "");
}

// Thread position

static LLVMValueRef vector_of(job *j, genx_id id) {
    return genx_build(j->b, j->mod, id, j->v3, NULL, 0, "");
}

static LLVMValueRef group_id(job *j) {
    LLVMValueRef v = LLVMGetUndef(j->v3);
    for (unsigned d = 0; d < DIMS; d++) {
        LLVMValueRef x = genx_build(j->b, j->mod, (genx_id)(GENX_GROUP_ID_X + d), j->i32, NULL, 0, "");
        v = LLVMBuildInsertElement(j->b, v, x, LLVMConstInt(j->i32, d, 0), "");
    }
    return v;
}

static LLVMValueRef vector_at(job *j, place p) {
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

static LLVMValueRef one_of(job *j, LLVMValueRef v, LLVMValueRef dim) {
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

static LLVMValueRef dimension(job *j, place p, LLVMValueRef call) {
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
static void fence(job *j, LLVMValueRef meaning) {
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

static bool barrier(job *j, const char *name, LLVMValueRef call) {
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

static LLVMValueRef replacement(job *j, const char *name, LLVMValueRef call) {
    place p = place_of(name);
    if (p != N_PLACES)
        return dimension(j, p, call);
    for (size_t k = 0; k < sizeof operations / sizeof *operations; k++)
        if (!strcmp(operations[k].name, name))
            return operate(j, &operations[k], call);
    return NULL;
}

static bool replace_call(job *j, const char *name, LLVMValueRef call) {
    LLVMPositionBuilderBefore(j->b, call);
    LLVMSetCurrentDebugLocation2(j->b, LLVMInstructionGetDebugLoc(call));
    LLVMValueRef r = replacement(j, name, call);
    if (r)
        LLVMReplaceAllUsesWith(call, r);
    else if (!barrier(j, name, call))
        return false;
    LLVMInstructionEraseFromParent(call);
    return true;
}

static bool replace_calls(job *j, LLVMValueRef fn, const char *name) {
    bool changed = false;
    genx_foreach_use_safe(fn, u, next) {
        LLVMValueRef call = LLVMGetUser(u);
        if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == fn)
            changed |= replace_call(j, name, call);
    }
    return changed;
}

// Replaces loads of the whole vector, also through the casts to the generic address space that front ends write.
static bool replace_loads(job *j, LLVMValueRef pointer, place p) {
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

bool gx_lower_spirv(gx_ctx *cx, LLVMModuleRef mod) {
    LLVMContextRef llvm = LLVMGetModuleContext(mod);
    job j = {.cx = cx, .mod = mod, .b = LLVMCreateBuilderInContext(llvm), .i32 = LLVMInt32TypeInContext(llvm)};
    j.v3 = LLVMVectorType(j.i32, DIMS);
    bool changed = false;
    size_t len;
    genx_foreach_function(mod, f) {
        const char *name = LLVMIsDeclaration(f) ? plain_name(&j, LLVMGetValueName2(f, &len)) : NULL;
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
