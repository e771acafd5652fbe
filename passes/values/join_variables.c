// SPDX-License-Identifier: MIT
// gx_join_variables, part of promote_arrays: variables that the same address may refer to become one.
//
//   before  %a = alloca [8 x i32]                          after  %v = alloca [64 x i8]
//           %b = alloca [8 x i32]                                 %a = getelementptr i8, ptr %v, i64 0
//           %p = select i1 %c, ptr %a, ptr %b                     %b = getelementptr i8, ptr %v, i64 32
//                                                                 %p = select i1 %c, ptr %a, ptr %b
//
// Registers have no addresses, but an offset into one vector can be computed: promote_arrays turns %p into an offset.
// Does not handle: addresses of constants mixed with addresses of variables.

#include "arrays_priv.h"

#include <cmc/genx_bale.h>

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>

enum { MAX_JOINED = 64, MAX_CHOICES = 256, JOINED_ALIGN_B = 32 };

typedef struct joined {
    LLVMBuilderRef b;
    LLVMTargetDataRef layout;
    LLVMValueRef bases[MAX_JOINED];
    LLVMValueRef choices[MAX_CHOICES]; // visited PHIs and selects, which may form a cycle
    unsigned n, n_choices;
    bool others; // a base that is not a variable, or too many
} joined;

static void add_base(joined *j, LLVMValueRef base) {
    for (unsigned i = 0; i < j->n; i++)
        if (j->bases[i] == base)
            return;
    if (j->n == MAX_JOINED || !LLVMIsAAllocaInst(base) || !LLVMIsAConstantInt(LLVMGetOperand(base, 0)) ||
        LLVMConstIntGetZExtValue(LLVMGetOperand(base, 0)) != 1)
        j->others = true;
    else
        j->bases[j->n++] = base;
}

static bool is_new(joined *j, LLVMValueRef choice) {
    for (unsigned i = 0; i < j->n_choices; i++)
        if (j->choices[i] == choice)
            return false;
    j->others |= j->n_choices == MAX_CHOICES;
    if (!j->others)
        j->choices[j->n_choices++] = choice;
    return !j->others;
}

// Collects the possible base variables of an address.
static void collect_bases(joined *j, LLVMValueRef p) {
    while (LLVMIsAGetElementPtrInst(p))
        p = LLVMGetOperand(p, 0);
    bool phi = LLVMIsAPHINode(p);
    if (LLVMIsUndef(p))
        return;
    if (!phi && !LLVMIsASelectInst(p)) {
        add_base(j, p);
        return;
    }
    if (!is_new(j, p))
        return;
    unsigned n = (unsigned)LLVMGetNumOperands(p);
    for (unsigned i = phi ? 0 : 1; i < n && !j->others; i++)
        collect_bases(j, LLVMGetOperand(p, i));
}

static bool is_choice_of_places(LLVMValueRef i) {
    return (LLVMIsAPHINode(i) || LLVMIsASelectInst(i)) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind;
}

static void drop_markers(LLVMValueRef v) {
    genx_foreach_use_safe(v, u, next) {
        LLVMValueRef user = LLVMGetUser(u);
        if (bale_is_llvm(user, "lifetime.start") || bale_is_llvm(user, "lifetime.end"))
            LLVMInstructionEraseFromParent(user);
    }
}

static uint64_t padded_b(const joined *j, LLVMValueRef v) {
    uint64_t b = LLVMABISizeOfType(j->layout, LLVMGetAllocatedType(v));
    return (b + JOINED_ALIGN_B - 1) / JOINED_ALIGN_B * JOINED_ALIGN_B;
}

static void join(joined *j, LLVMValueRef fn) {
    LLVMContextRef llvm = LLVMGetTypeContext(LLVMTypeOf(fn));
    LLVMTypeRef i8 = LLVMInt8TypeInContext(llvm), i64 = LLVMInt64TypeInContext(llvm);
    uint64_t total_b = 0, at_b = 0;
    for (unsigned i = 0; i < j->n; i++)
        total_b += padded_b(j, j->bases[i]);
    LLVMPositionBuilderBefore(j->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    LLVMSetCurrentDebugLocation2(j->b, NULL);
    LLVMValueRef all = LLVMBuildAlloca(j->b, LLVMArrayType2(i8, total_b), "joined");
    LLVMSetAlignment(all, JOINED_ALIGN_B);
    LLVMValueRef places[MAX_JOINED];
    for (unsigned i = 0; i < j->n; i++) {
        LLVMValueRef off = LLVMConstInt(i64, at_b, 0);
        at_b += padded_b(j, j->bases[i]);
        places[i] = LLVMBuildGEP2(j->b, i8, all, &off, 1, "");
    }
    for (unsigned i = 0; i < j->n; i++) {
        drop_markers(j->bases[i]);
        LLVMReplaceAllUsesWith(j->bases[i], places[i]);
        LLVMInstructionEraseFromParent(j->bases[i]);
    }
}

bool gx_join_variables(LLVMBuilderRef b, LLVMModuleRef mod, LLVMValueRef fn) {
    bool changed = false;
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i) {
            joined j = {.b = b, .layout = LLVMGetModuleDataLayout(mod)};
            if (!is_choice_of_places(i))
                continue;
            collect_bases(&j, i);
            if (j.others || j.n < 2)
                continue;
            join(&j, fn);
            changed = true;
        }
    return changed;
}
