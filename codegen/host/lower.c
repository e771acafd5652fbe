// SPDX-License-Identifier: MIT
// Lowers the functions of a module: each call of llvm.genx becomes plain LLVM IR, or calls of operations and services.

#include "host_priv.h"

#include <string.h>

typedef CMC_VEC(LLVMValueRef) instructions;

static const host_row *row_of(genx_id id) {
    static const host_row *const tables[] = {host_region_rows, host_int_rows,    host_sat_rows,   host_float_rows,
                                             host_dpas_rows,   host_thread_rows, host_image_rows, host_block2d_rows};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        if (tables[i][id].fn)
            return &tables[i][id];
    return NULL;
}

static void begin_function(host *h, LLVMValueRef fn) {
    h->fn = fn;
    h->thread = LLVMGetParam(fn, 0);
    h->frame = LLVMGetParam(fn, 1);
    h->keeps_half_denormals = host_keeps_half_denormals(fn);
    memset(h->buffers, 0, sizeof h->buffers);
    memset(h->buffer_b, 0, sizeof h->buffer_b);
    // Variables go before a mark, since any instruction of the function may be replaced.
    LLVMPositionBuilderBefore(h->top, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(fn)));
    h->mark = LLVMBuildAlloca(h->top, h->i8, "");
    LLVMPositionBuilderBefore(h->top, h->mark);
}

static void refuse(host *h, LLVMValueRef call, genx_id id) {
    host_error(h, call, "CM0974", "llvm.genx.%s has no form on the CPU; compile this kernel for a GPU only",
               genx_info_get(id)->name);
}

static void lower_genx(host *h, LLVMValueRef call, genx_id id) {
    const host_row *row = row_of(id);
    LLVMValueRef v = NULL;
    LLVMPositionBuilderBefore(h->b, call);
    if (row)
        v = row->fn(h, call, row->param);
    else if (!host_lower_lanes(h, call, &v))
        refuse(h, call, id);
    if (v)
        LLVMReplaceAllUsesWith(call, v);
    else if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
        LLVMReplaceAllUsesWith(call, LLVMGetUndef(LLVMTypeOf(call)));
    LLVMInstructionEraseFromParent(call);
}

static void lower_call(host *h, LLVMValueRef call) {
    genx_id id = genx_call_id(call);
    if (id != GENX_NONE) {
        lower_genx(h, call, id);
        return;
    }
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee))
        host_error(h, call, "CM0974", "inline assembly has no form on the CPU; compile this kernel for a GPU only");
    else if (!LLVMIsAFunction(callee))
        host_error(h, call, "CM0974", "a call through an address has no form on the CPU");
    else if (!host_lower_llvm(h, call)) {
        if (LLVMCanValueUseFastMathFlags(call))
            LLVMSetFastMathFlags(call, LLVMFastMathNone);
    }
}

void host_lower_function(host *h, LLVMValueRef fn) {
    instructions all = {0};
    genx_foreach_block(fn, bb)
        genx_foreach_inst(bb, i)
            (void)cmc_vec_push(h->a, &all, i);
    begin_function(h, fn);
    host_add_turns(h, fn);
    for (uint32_t i = 0; i < all.len; i++) {
        if (LLVMIsACallInst(all.data[i]))
            lower_call(h, all.data[i]);
        else
            host_lower_plain(h, all.data[i]);
    }
    LLVMInstructionEraseFromParent(h->mark);
}
