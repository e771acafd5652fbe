// SPDX-License-Identifier: MIT
// gx_form_byte_blocks: turn block messages with oword offsets into block messages with byte offsets.
//
//   before  %o = lshr i32 %off, 4
//           %v = call <32 x float> @llvm.genx.oword.ld(i32 0, i32 %s, i32 %o)
//           call void @llvm.genx.oword.st(i32 %t, i32 %o, <32 x float> %v)
//   after   %b = shl i32 %o, 4                                    ; InstCombine: and i32 %off, -16
//           %v = call <32 x float> @llvm.genx.oword.ld.unaligned(i32 0, i32 %s, i32 %b)
//           call void @llvm.genx.lsc.store.bti(<1 x i1> true, i8 4, i8 0, i8 0, i16 1, i32 0, i8 3, i8 7, i8 2, i8 0,
//                                              <1 x i32> %b, <32 x float> %v, i32 %t)
//
// Why: messages of the load/store cache take byte offsets. A shift after the addition that computes the offset would be
// repeated for each message; a shift before it combines with the addition, which all messages share. Only on targets
// with that cache.
// Keeps: stores of sizes that no message has.

#include "passes_priv.h"

#include <cmc/genx_mem.h>

#include <assert.h>

enum { OWORD_SHIFT = 4, SLM_SURFACE = 254 };
enum { SUB_STORE = 4, SIZE_D32 = 3, SIZE_D64 = 4, ORDER_TRANSPOSED = 2 };

typedef struct rewriter {
    LLVMModuleRef mod;
    LLVMBuilderRef b;
    LLVMTypeRef i1, i8, i16, i32;
} rewriter;

static LLVMValueRef bytes_of(rewriter *r, LLVMValueRef owords) {
    return LLVMBuildShl(r->b, owords, LLVMConstInt(r->i32, OWORD_SHIFT, 0), "");
}

static void load(rewriter *r, LLVMValueRef call) {
    LLVMValueRef args[3] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), bytes_of(r, LLVMGetOperand(call, 2))};
    LLVMValueRef v = genx_build(r->b, r->mod, GENX_OWORD_LD_UNALIGNED, LLVMTypeOf(call), args, 3, "");
    size_t len;
    const char *name = LLVMGetValueName2(call, &len);
    LLVMSetValueName2(v, name, len); // made unique; assembly listings show it
    LLVMReplaceAllUsesWith(call, v);
    LLVMInstructionEraseFromParent(call);
}

// The code of n elements in one message; 0 if no message has n elements.
static unsigned vector_code(uint32_t n) {
    static const uint8_t counts[] = {0, 1, 2, 3, 4, 8, 16, 32, 64};
    for (unsigned code = 1; code < sizeof(counts); code++)
        if (counts[code] == n)
            return code;
    return 0;
}

// The data as a vector of dwords or qwords, as transposed messages need it.
static LLVMValueRef as_words(rewriter *r, LLVMValueRef data) {
    LLVMTypeRef t = LLVMTypeOf(data);
    uint32_t elt_b = genx_elt_b(t);
    if (genx_is_vec(t) && (elt_b == 4 || elt_b == 8))
        return data;
    return LLVMBuildBitCast(r->b, data, LLVMVectorType(r->i32, genx_size_b(t) / 4), "");
}

static bool store(rewriter *r, LLVMValueRef call) {
    assert(LLVMIsACallInst(call) && "messages are calls");
    LLVMValueRef surface = LLVMGetOperand(call, 0), data = LLVMGetOperand(call, 2);
    LLVMTypeRef t = LLVMTypeOf(data);
    uint32_t word_b = genx_is_vec(t) && genx_elt_b(t) == 8 ? 8 : 4, size_b = genx_size_b(t);
    unsigned code = size_b % word_b == 0 ? vector_code(size_b / word_b) : 0;
    if (!code)
        return false;
    uint64_t bti;
    bool slm = genx_const_u64(surface, &bti) && bti == SLM_SURFACE;
    LLVMValueRef on = LLVMConstInt(r->i1, 1, 0);
    LLVMValueRef address = LLVMBuildBitCast(r->b, bytes_of(r, LLVMGetOperand(call, 1)), LLVMVectorType(r->i32, 1), "");
    LLVMValueRef words = as_words(r, data);
    LLVMValueRef args[LSC_STORE_N_OPERANDS] = {
        [LSC_OP_PRED] = LLVMConstVector(&on, 1),
        [LSC_OP_SUB] = LLVMConstInt(r->i8, SUB_STORE, 0),
        [LSC_OP_L1] = LLVMConstInt(r->i8, 0, 0), // cache hints: the default
        [LSC_OP_L3] = LLVMConstInt(r->i8, 0, 0),
        [LSC_OP_SCALE] = LLVMConstInt(r->i16, 1, 0),
        [LSC_OP_IMM] = LLVMConstInt(r->i32, 0, 0),
        [LSC_OP_SIZE] = LLVMConstInt(r->i8, word_b == 8 ? SIZE_D64 : SIZE_D32, 0),
        [LSC_OP_VECTOR] = LLVMConstInt(r->i8, code, 0),
        [LSC_OP_ORDER] = LLVMConstInt(r->i8, ORDER_TRANSPOSED, 0),
        [LSC_OP_CHANNELS] = LLVMConstInt(r->i8, 0, 0),
        [LSC_OP_ADDR] = address,
        [LSC_STORE_DATA] = words,
        [LSC_STORE_SURFACE] = slm ? LLVMConstInt(r->i32, 0, 0) : surface,
    };
    genx_build(r->b, r->mod, slm ? GENX_LSC_STORE_SLM : GENX_LSC_STORE_BTI, LLVMTypeOf(call), args,
               LSC_STORE_N_OPERANDS, "");
    LLVMInstructionEraseFromParent(call);
    return true;
}

static bool rewrite(rewriter *r, LLVMValueRef i) {
    genx_id id = genx_call_id(i);
    if (id != GENX_OWORD_LD && id != GENX_OWORD_ST)
        return false;
    LLVMPositionBuilderBefore(r->b, i);
    if (id == GENX_OWORD_ST)
        return store(r, i);
    load(r, i);
    return true;
}

bool gx_form_byte_blocks(gx_ctx *cx, LLVMValueRef fn) {
    if (!cx->model->has_lsc)
        return false;
    LLVMModuleRef mod = LLVMGetGlobalParent(fn);
    LLVMContextRef c = LLVMGetModuleContext(mod);
    rewriter r = {.mod = mod,
                  .b = LLVMCreateBuilderInContext(c),
                  .i1 = LLVMInt1TypeInContext(c),
                  .i8 = LLVMInt8TypeInContext(c),
                  .i16 = LLVMInt16TypeInContext(c),
                  .i32 = LLVMInt32TypeInContext(c)};
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            changed |= rewrite(&r, i);
        }
    }
    LLVMDisposeBuilder(r.b);
    return changed;
}
