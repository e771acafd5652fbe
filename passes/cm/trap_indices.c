// SPDX-License-Identifier: MIT
// gx_trap_indices: with -fsanitize, an index of run time that leaves its vector or matrix ends the launch.
//
//   before   call @__cm_check_index(%i, 8)
//   after    %out = icmp ugt %i, 7;  br %out, label %trap, label %rest
//            trap:  call @llvm.ubsantrap(64);  unreachable
//
// Only in modules with !cmc.sanitize, which the front end writes. Before lower_cm, which deletes the checks. A check
// has the line of the user's call, because the headers carry no line numbers. lower_cm reports constant indices.

#include "cm_priv.h"
#include "llvm_shim.h"
#include "passes_priv.h"

#include <llvm-c/DebugInfo.h>

#include <string.h>

enum trap_kind {
#define CMC_TRAP(name, kind, text) TRAP_##name = kind,
#include <cmc/genx_traps.def>
#undef CMC_TRAP
};

enum { ONE = -1 }; // instead of an operand: the number 1

// One dimension of a check, by the numbers of its operands: elements i, i + stride ... of n.
typedef struct dimension {
    const char *name; // of the builtin
    int8_t i, size, stride, n;
    uint8_t kind;
} dimension;

static const dimension dimensions[] = {
    {"check_index", 0, ONE, ONE, 1, TRAP_INDEX},    {"check_index_2d", 0, ONE, ONE, 1, TRAP_INDEX},
    {"check_index_2d", 2, ONE, ONE, 3, TRAP_INDEX}, {"check_row", 0, ONE, ONE, 1, TRAP_INDEX},
    {"check_column", 0, ONE, ONE, 1, TRAP_INDEX},   {"check_select", 0, 1, 2, 3, TRAP_PART},
    {"check_select_2d", 0, 1, 2, 3, TRAP_PART},     {"check_select_2d", 4, 5, 6, 7, TRAP_PART},
};

// The last index that stays inside; negative: none does, which lower_cm reports.
static int64_t last_inside(LLVMValueRef call, const dimension *d) {
    int64_t size = 1, stride = 1, n = 0;
    bool known = cm_is_const(LLVMGetOperand(call, (unsigned)d->n), &n);
    if (d->size != ONE)
        known = known && cm_is_const(LLVMGetOperand(call, (unsigned)d->size), &size) &&
                cm_is_const(LLVMGetOperand(call, (unsigned)d->stride), &stride);
    return known ? n - 1 - (size - 1) * stride : -1;
}

static void build_trap(LLVMBuilderRef b, LLVMModuleRef m, LLVMBasicBlockRef bb, unsigned kind) {
    static const char name[] = "llvm.ubsantrap", once[] = "nomerge";
    LLVMContextRef cx = LLVMGetModuleContext(m);
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(m, LLVMLookupIntrinsicID(name, sizeof name - 1), NULL, 0);
    LLVMValueRef what = LLVMConstInt(LLVMInt8TypeInContext(cx), kind, 0);
    LLVMPositionBuilderAtEnd(b, bb);
    LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(fn), fn, &what, 1, "");
    // Each trap keeps its line.
    LLVMAddCallSiteAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                             LLVMCreateEnumAttribute(cx, LLVMGetEnumAttributeKindForName(once, sizeof once - 1), 0));
    LLVMBuildUnreachable(b);
}

static void trap_dimension(LLVMValueRef call, const dimension *d) {
    LLVMValueRef i = LLVMGetOperand(call, (unsigned)d->i);
    int64_t last = last_inside(call, d), fixed;
    if (cm_is_const(i, &fixed) || last < 0)
        return;
    LLVMBasicBlockRef before = LLVMGetInstructionParent(call);
    LLVMModuleRef m = LLVMGetGlobalParent(LLVMGetBasicBlockParent(before));
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
    gx_shim_split_before(call);
    LLVMBasicBlockRef rest = LLVMGetInstructionParent(call);
    LLVMBasicBlockRef trap = LLVMInsertBasicBlockInContext(LLVMGetModuleContext(m), rest, "trap");
    LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
    build_trap(b, m, trap, d->kind);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(before));
    LLVMPositionBuilderAtEnd(b, before);
    LLVMValueRef limit = LLVMConstInt(LLVMTypeOf(i), (uint64_t)last, 0);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntUGT, i, limit, ""), trap, rest);
    LLVMDisposeBuilder(b);
}

static void trap_check(LLVMValueRef call) {
    size_t len = 0;
    const char *name = cm_builtin_name(LLVMGetCalledValue(call), &len);
    for (size_t k = 0; name && k < sizeof dimensions / sizeof dimensions[0]; k++)
        if (strlen(dimensions[k].name) == len && memcmp(dimensions[k].name, name, len) == 0)
            trap_dimension(call, &dimensions[k]);
}

bool gx_trap_indices(gx_ctx *cx, LLVMModuleRef m) {
    if (!LLVMGetNamedMetadata(m, GX_SANITIZE, sizeof GX_SANITIZE - 1))
        return false;
    CMC_VEC(LLVMValueRef) calls = {0};
    genx_foreach_function(m, fn)
        genx_foreach_block(fn, bb)
            genx_foreach_inst(bb, i)
                if (LLVMIsACallInst(i))
                    (void)cmc_vec_push(cx->arena, &calls, i);
    for (uint32_t k = 0; k < calls.len; k++)
        trap_check(calls.data[k]);
    return calls.len != 0;
}
