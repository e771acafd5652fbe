// SPDX-License-Identifier: MIT
// lower_cm: arithmetic whose intrinsic depends on signedness, has several results, or takes operands of another shape.
//
//   %s = call <8 x i32> @__cm_addc(<8 x i32> %a, <8 x i32> %b, ptr %carry)
//   ->  %r = call { <8 x i32>, <8 x i32> } @llvm.genx.addc.v8i32.v8i32(<8 x i32> %a, <8 x i32> %b)
//       %carry := element 0, %s := element 1

#include "cm_priv.h"

#include <assert.h>
#include <string.h>

LLVMValueRef gx_cm_avg(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t is_signed;
    if (!cm_const_arg(l, call, 2, "signedness", &is_signed))
        return NULL;
    LLVMValueRef args[2] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
    return genx_build(l->b, l->mod, is_signed ? GENX_SSAVG : GENX_UUAVG, LLVMTypeOf(call), args, 2, "");
}

LLVMValueRef gx_cm_carry(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMTypeRef t = LLVMTypeOf(call), both[2] = {t, t};
    LLVMValueRef args[2] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
    LLVMTypeRef pair = LLVMStructTypeInContext(l->llvm, both, 2, 0);
    LLVMValueRef r = genx_build(l->b, l->mod, id, pair, args, 2, "");
    LLVMBuildStore(l->b, LLVMBuildExtractValue(l->b, r, 0, ""), LLVMGetOperand(call, 2));
    return LLVMBuildExtractValue(l->b, r, 1, "");
}

LLVMValueRef gx_cm_dp4a(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    static const genx_id ids[2][2][2] = {{{GENX_UUDP4A, GENX_USDP4A}, {GENX_SUDP4A, GENX_SSDP4A}},
                                         {{GENX_UUDP4A_SAT, GENX_USDP4A_SAT}, {GENX_SUDP4A_SAT, GENX_SSDP4A_SAT}}};
    int64_t r_signed, v_signed, sat;
    if (!cm_const_arg(l, call, 3, "signedness", &r_signed) || !cm_const_arg(l, call, 4, "signedness", &v_signed) ||
        !cm_const_arg(l, call, 5, "the SAT flag", &sat))
        return NULL;
    LLVMValueRef args[3] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2)};
    return genx_build(l->b, l->mod, ids[sat != 0][r_signed != 0][v_signed != 0], LLVMTypeOf(call), args, 3, "");
}

// LLVM's intrinsic of this name, on operands of the result's type.
static LLVMValueRef build_llvm(cm_lower *l, LLVMValueRef call, const char *name) {
    enum { MOST_ARGS = 3 };
    LLVMTypeRef t = LLVMTypeOf(call);
    LLVMValueRef args[MOST_ARGS];
    unsigned n = LLVMGetNumArgOperands(call);
    assert(n <= MOST_ARGS && "an intrinsic of mathematics");
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetOperand(call, i);
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef fn = LLVMGetIntrinsicDeclaration(l->mod, id, &t, 1);
    return LLVMBuildCall2(l->b, LLVMIntrinsicGetType(l->llvm, id, &t, 1), fn, args, n, "");
}

LLVMValueRef gx_cm_fma(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    return build_llvm(l, call, "llvm.fma");
}

// A function of C: "c_pow" is llvm.pow.
LLVMValueRef gx_cm_c_math(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)id;
    return build_llvm(l, call, cmc_arena_printf(l->cx->arena, "llvm.%s", name + strlen("c_")));
}

LLVMValueRef gx_cm_frem(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    return LLVMBuildFRem(l->b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), "");
}

LLVMValueRef gx_cm_dpas(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMValueRef args[4];
    unsigned n = LLVMGetNumArgOperands(call);
    int64_t info;
    if (n > 4 || !cm_const_arg(l, call, n - 1, "the shape of dpas", &info))
        return NULL;
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetOperand(call, i);
    return genx_build(l->b, l->mod, id, LLVMTypeOf(call), args, n, "");
}
