// SPDX-License-Identifier: MIT
// gx_place_locals: give variables in shared local memory their offsets.
//
//   before  @a = internal addrspace(3) global [64 x i32] undef     after  kernel k: call void @llvm.genx.slm.init(i32 4352)
//           !{ptr @k, !"k", !1, i32 4096, ...}
//           store i32 %v, ptr addrspace(3) @a                             store i32 %v, ptr addrspace(3) inttoptr (i32 4096 ...)
//
// The variables of a module come one after the other, after the bytes that any kernel reserves by itself, in metadata
// or by cm_slm_init. So functions that are not inlined have the same offsets in every kernel. A kernel that reaches
// such a variable reserves memory up to its end. No variable is at 0, which is the null pointer of generic pointers.
// Does not handle: initial values; local memory has none, so a variable that has one is an error.

#include "passes_priv.h"

#include <llvm-c/Target.h>

#include <string.h>

enum { LOCAL_SPACE = 3, FIRST_B = 16 };

typedef struct layout {
    gx_ctx *cx;
    LLVMModuleRef mod;
    uint64_t end_b;
} layout;

static bool is_local(LLVMValueRef g) {
    return LLVMGetPointerAddressSpace(LLVMTypeOf(g)) == LOCAL_SPACE;
}

// Adds the functions with instructions that use v, also through constants.
static void add_users(layout *a, LLVMValueRef v, gx_values *out) {
    genx_foreach_use(v, u) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAInstruction(user)) {
            if (LLVMIsAConstant(user) && !LLVMIsAFunction(user))
                add_users(a, user, out);
            continue;
        }
        LLVMValueRef fn = LLVMGetBasicBlockParent(LLVMGetInstructionParent(user));
        if (!gx_holds(out, fn))
            (void)cmc_vec_push(a->cx->arena, out, fn);
    }
}

// What a function of the headers for cm_slm_init reserves; false after an error.
static bool add_init(layout *a, LLVMValueRef init, uint64_t *most_b) {
    genx_foreach_use(init, u) {
        LLVMValueRef call = LLVMGetUser(u);
        size_t len;
        uint64_t b;
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != init ||
            strstr(LLVMGetValueName2(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), &len), "cm_slm_init"))
            continue; // the headers' own call
        if (!genx_const_u64(LLVMGetOperand(call, 0), &b)) {
            gx_error(
                a->cx, call, "CM0244",
                "the size of cm_slm_init must be a constant expression where variables are in shared local memory, "
                "because they come after it");
            return false;
        }
        if (b > *most_b)
            *most_b = b;
    }
    return true;
}

// What kernels reserve in !genx.kernels, and by calls.
static uint64_t reserved_b(layout *a) {
    unsigned n, n_ops;
    LLVMValueRef *entries = genx_kernel_entries(a->mod, a->cx->arena, &n);
    uint64_t most = FIRST_B, b;
    for (unsigned i = 0; entries && i < n; i++) {
        LLVMValueRef *ops = genx_list(entries[i], a->cx->arena, &n_ops);
        if (ops && n_ops > GENX_ENTRY_SLM && ops[GENX_ENTRY_SLM] && genx_const_u64(ops[GENX_ENTRY_SLM], &b) && b > most)
            most = b;
    }
    genx_foreach_function(a->mod, f) {
        size_t len;
        if (strstr(LLVMGetValueName2(f, &len), "cm_slm_init") && !add_init(a, f, &most))
            break;
    }
    return most;
}

static void reserve(layout *a, LLVMValueRef kernel, uint64_t size_b) {
    LLVMContextRef c = LLVMGetModuleContext(a->mod);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(c);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
    LLVMValueRef arg = LLVMConstInt(LLVMInt32TypeInContext(c), size_b, 0);
    genx_build(b, a->mod, GENX_SLM_INIT, LLVMVoidTypeInContext(c), &arg, 1, "");
    LLVMDisposeBuilder(b);
}

// The functions that reach the variables: users, then their callers.
static void reserve_in_kernels(layout *a, gx_values *users) {
    for (uint32_t i = 0; i < users->len; i++)
        add_users(a, users->data[i], users);
    for (uint32_t i = 0; i < users->len; i++)
        if (LLVMGetLinkage(users->data[i]) != LLVMInternalLinkage)
            reserve(a, users->data[i], a->end_b);
}

static bool refuse(layout *a, LLVMValueRef g) {
    size_t len;
    LLVMValueRef init = LLVMGetInitializer(g);
    bool fits = init && LLVMIsUndef(init);
    if (!fits)
        gx_error(
            a->cx, NULL, "CM0244",
            "variable '%s' in shared local memory has %s; expected 'undef', since local memory starts without values",
            LLVMGetValueName2(g, &len), init ? "an initial value" : "no definition");
    return !fits;
}

static void place(layout *a, LLVMValueRef g) {
    LLVMTargetDataRef dl = LLVMGetModuleDataLayout(a->mod);
    LLVMTypeRef t = LLVMGlobalGetValueType(g);
    uint64_t align_b = LLVMGetAlignment(g) ? LLVMGetAlignment(g) : LLVMPreferredAlignmentOfGlobal(dl, g);
    uint64_t at = (a->end_b + align_b - 1) / align_b * align_b;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(a->mod));
    a->end_b = at + LLVMABISizeOfType(dl, t);
    LLVMReplaceAllUsesWith(g, LLVMConstIntToPtr(LLVMConstInt(i32, at, 0), LLVMTypeOf(g)));
    LLVMDeleteGlobal(g);
}

bool gx_place_locals(gx_ctx *cx, LLVMModuleRef m) {
    layout a = {.cx = cx, .mod = m};
    gx_values users = {0}, variables = {0};
    genx_foreach_global(m, g)
        if (is_local(g) && !refuse(&a, g)) {
            add_users(&a, g, &users);
            (void)cmc_vec_push(cx->arena, &variables, g);
        }
    if (!variables.len)
        return false;
    a.end_b = reserved_b(&a);
    for (uint32_t i = 0; i < variables.len; i++)
        place(&a, variables.data[i]);
    reserve_in_kernels(&a, &users);
    return true;
}
