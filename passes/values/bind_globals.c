// SPDX-License-Identifier: MIT
// gx_bind_globals: file-scope variables that are kept in registers, optionally at a fixed place.
//
//   before  @g = global %class.vector zeroinitializer #0     after  !genx.volatile = !{!{ptr @g, i32 640, !"3:9:k.cm"}}
//           store <4 x float> %x, ptr getelementptr(@g, 16)         %o = call <16 x float> @llvm.genx.vload(ptr @g)
//           attributes #0 = { "genx_volatile"                       store <16 x float> %o, ptr %g
//                             "genx_byte_offset"="640" }            store <4 x float> %x, ptr (getelementptr %g, 16)
//                                                                   %n = load <16 x float>, ptr %g
//                                                                   call void @llvm.genx.vstore(<16 x float> %n, ptr @g)
//
// Every access uses a local variable, with a vload before it and a vstore after it; sroa turns the local variable into
// values. LLVM's assumptions about memory then do not affect the variable: vload and vstore stay in place. Selection
// takes the place and the source line from the metadata, since LLVM-C cannot read a variable's attributes. The pass
// also reads "VCVolatile" and "VCByteOffset". Needs: always-inline, and sroa for addresses that classes hold: until
// then the local variable is memory that other code may see.   Does not handle: addresses in PHIs or selects (error).

#include "cm/cm_priv.h"
#include "globals_priv.h"
#include "llvm_shim.h"

#include <stdlib.h>
#include <string.h>

enum { NO_OFFSET = -1, MAX_DEPTH = 16 };

typedef struct job {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    LLVMValueRef global, slot;
    LLVMTypeRef type; // of the registers' contents
} job;

// The scalar or vector inside nested classes of one member; NULL when the type holds anything else.
static LLVMTypeRef held_type(LLVMTypeRef t) {
    while (LLVMGetTypeKind(t) == LLVMStructTypeKind && LLVMCountStructElementTypes(t) == 1)
        t = LLVMStructGetTypeAtIndex(t, 0);
    LLVMTypeKind k = LLVMGetTypeKind(t);
    bool number =
        k == LLVMIntegerTypeKind || k == LLVMFloatTypeKind || k == LLVMHalfTypeKind || k == LLVMDoubleTypeKind;
    return number || k == LLVMVectorTypeKind ? t : NULL;
}

// Accesses

enum { EFFECT_READ = 1, EFFECT_WRITE = 2 };

static void fetch(job *j, LLVMValueRef before) {
    LLVMPositionBuilderBefore(j->b, before);
    LLVMValueRef args[] = {j->global};
    LLVMValueRef v = genx_build(j->b, j->mod, GENX_VLOAD, j->type, args, 1, "");
    gx_shim_set_effects(LLVMGetCalledValue(v), EFFECT_READ, false);
    LLVMBuildStore(j->b, v, j->slot);
}

static void put_back(job *j, LLVMValueRef after) {
    LLVMPositionBuilderBefore(j->b, LLVMGetNextInstruction(after));
    LLVMValueRef args[] = {LLVMBuildLoad2(j->b, j->type, j->slot, ""), j->global};
    LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(j->mod));
    LLVMValueRef v = genx_build(j->b, j->mod, GENX_VSTORE, none, args, 2, "");
    gx_shim_set_effects(LLVMGetCalledValue(v), EFFECT_WRITE, false);
}

static bool is_reader(LLVMValueRef call) {
    size_t len;
    LLVMValueRef f = LLVMGetCalledValue(call);
    const char *name = f ? LLVMGetValueName2(f, &len) : "";
    return strncmp(name, "_Z", 2) != 0 ? strncmp(name, "__cm_rd", 7) == 0 : strstr(name, "__cm_rd") != NULL;
}

static bool is_marker(LLVMValueRef call) {
    size_t len;
    LLVMValueRef f = LLVMGetCalledValue(call);
    return f && strncmp(LLVMGetValueName2(f, &len), "llvm.lifetime", 13) == 0;
}

static void access(job *j, LLVMValueRef ptr, LLVMValueRef user) {
    bool store = LLVMIsAStoreInst(user), call = LLVMIsACallInst(user);
    if (call && is_marker(user))
        return;
    if (store && LLVMGetOperand(user, 0) == ptr) {
        gx_error(j->cx, user, "CM0220", "cannot take the address of a variable that is bound to a register");
        return;
    }
    bool whole = store && ptr == j->slot && genx_size_b(LLVMTypeOf(LLVMGetOperand(user, 0))) == genx_size_b(j->type);
    if (!whole)
        fetch(j, user);
    if (store || (call && !is_reader(user)))
        put_back(j, user);
}

// Visits all users of the local variable or of an address inside it. Collects them first, because accesses add users.
static void visit(job *j, LLVMValueRef ptr, unsigned depth) {
    CMC_VEC(LLVMValueRef) users = {0};
    genx_foreach_use(ptr, u)
        (void)cmc_vec_push(j->cx->arena, &users, LLVMGetUser(u));
    for (uint32_t i = 0; i < users.len; i++) {
        LLVMValueRef user = users.data[i];
        if ((LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) && depth < MAX_DEPTH)
            visit(j, user, depth + 1);
        else if (LLVMIsALoadInst(user) || LLVMIsAStoreInst(user) || LLVMIsACallInst(user))
            access(j, ptr, user);
        else
            gx_error(j->cx, user, "CM0220", "cannot take the address of a variable that is bound to a register");
    }
}

// Writes the constant initial value when the kernel begins. Clang gives a variable without an initial value zero; here
// it stays undefined unless an option requires zero.
static void initialise(job *j, LLVMValueRef kernel) {
    LLVMValueRef v = LLVMGetInitializer(j->global);
    while (v && LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMStructTypeKind)
        v = LLVMGetAggregateElement(v, 0);
    size_t len;
    bool zero = gx_shim_global_attribute(j->global, "cmc_zero", &len) != NULL; // -mCM_init_global
    if (!v || LLVMTypeOf(v) != j->type || (LLVMIsNull(v) && !zero) || LLVMIsUndef(v))
        return;
    LLVMPositionBuilderBefore(j->b, j->slot ? LLVMGetNextInstruction(j->slot)
                                            : LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
    LLVMValueRef args[] = {v, j->global};
    LLVMTypeRef none = LLVMVoidTypeInContext(LLVMGetModuleContext(j->mod));
    LLVMValueRef call = genx_build(j->b, j->mod, GENX_VSTORE, none, args, 2, "");
    gx_shim_set_effects(LLVMGetCalledValue(call), EFFECT_WRITE, false);
}

// Metadata

static void describe(job *j) {
    LLVMContextRef c = LLVMGetModuleContext(j->mod);
    size_t n = 0, loc_len = 0;
    const char *offset = gx_global_attribute(j->global, "genx_byte_offset", "VCByteOffset", &n);
    const char *loc = gx_shim_global_attribute(j->global, "cmc_loc", &loc_len);
    char *number = offset ? cmc_arena_strndup(j->cx->arena, offset, n) : NULL;
    long long at = number ? strtoll(number, NULL, 10) : NO_OFFSET;
    LLVMMetadataRef items[] = {
        LLVMValueAsMetadata(j->global),
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(c), (unsigned long long)at, true)),
        LLVMMDStringInContext2(c, loc ? loc : "", loc_len),
    };
    LLVMAddNamedMetadataOperand(j->mod, "genx.volatile", LLVMMetadataAsValue(c, LLVMMDNodeInContext2(c, items, 3)));
}

bool gx_bind_globals(gx_ctx *cx, LLVMModuleRef m) {
    job j = {.cx = cx, .mod = m, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m))};
    bool changed = false;
    for (j.global = LLVMGetFirstGlobal(m); j.global; j.global = LLVMGetNextGlobal(j.global)) {
        if (!gx_is_volatile(j.global))
            continue;
        size_t len;
        j.type = held_type(LLVMGlobalGetValueType(j.global));
        if (!j.type) {
            gx_error(cx, NULL, "CM0221",
                     "variable '%s' cannot be bound to a register; only vectors, matrices and numbers can",
                     LLVMGetValueName2(j.global, &len));
            continue;
        }
        changed = true;
        describe(&j);
        bool called = false; // used by a subroutine
        genx_foreach_function(m, f)
            called |= cm_is_subroutine(f) && gx_used_in(j.global, f, 0);
        genx_foreach_function(m, f) {
            bool kernel = gx_is_kernel(f), used = (kernel || cm_is_subroutine(f)) && gx_used_in(j.global, f, 0);
            j.slot = used ? gx_local_copy(j.b, j.global, f) : NULL;
            if (used)
                visit(&j, j.slot, 0);
            if (kernel && (used || called))
                initialise(&j, f);
        }
    }
    LLVMDisposeBuilder(j.b);
    return changed;
}
