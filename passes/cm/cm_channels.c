// SPDX-License-Identifier: MIT
// Part of lower_cm: apply the execution mask to calls inside SIMD control flow.
//
//   before   call @__cm_scatter(...) [ "cm.channels"(<32 x i1> %em, i32 16) ]
//   after    call @llvm.genx.scatter.scaled(<16 x i1> %em's first 16 lanes, ...)
//
// form_simdcf attaches the mask to the calls as an operand bundle. Once their handlers have produced messages and
// region writes, the mask is combined with the predicates of these.

#include "cm_priv.h"

#include <assert.h>
#include <string.h>

static const char bundle_tag[] = "cm.channels";

void cm_width_error(gx_ctx *cx, LLVMValueRef call, uint32_t lanes, uint32_t width) {
    gx_error(cx, call, "CM0225",
             "statement writes %u elements inside SIMD control flow of %u channels; it must write %u elements or one",
             (unsigned)lanes, (unsigned)width, (unsigned)width);
}

LLVMValueRef cm_channels(LLVMValueRef call, uint32_t *width) {
    *width = 0;
    if (!LLVMIsACallInst(call))
        return NULL;
    for (unsigned i = 0; i < LLVMGetNumOperandBundles(call); i++) {
        LLVMOperandBundleRef b = LLVMGetOperandBundleAtIndex(call, i);
        size_t len;
        const char *tag = LLVMGetOperandBundleTag(b, &len);
        LLVMValueRef em = NULL;
        if (len == sizeof(bundle_tag) - 1 && memcmp(tag, bundle_tag, len) == 0) {
            em = LLVMGetOperandBundleArgAtIndex(b, 0);
            *width = (uint32_t)LLVMConstIntGetZExtValue(LLVMGetOperandBundleArgAtIndex(b, 1));
        }
        LLVMDisposeOperandBundle(b);
        if (em)
            return em;
    }
    return NULL;
}

LLVMValueRef cm_some_channels(LLVMBuilderRef b, LLVMValueRef em, uint32_t first, uint32_t n) {
    assert(first + n <= genx_lanes(LLVMTypeOf(em)) && "the mask has these channels");
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(em)));
    LLVMValueRef lanes[32];
    if (n == genx_lanes(LLVMTypeOf(em)))
        return em;
    for (uint32_t k = 0; k < n && k < 32; k++)
        lanes[k] = LLVMConstInt(i32, first + k, 0);
    return LLVMBuildShuffleVector(b, em, LLVMGetPoison(LLVMTypeOf(em)), LLVMConstVector(lanes, n), "on");
}

void cm_bundle_channels(cm_lower *l, LLVMValueRef call, LLVMValueRef em, uint32_t width) {
    assert(em && width > 0 && "outside of SIMD control flow there is nothing to bundle");
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef *args = CMC_NEW_N(l->cx->arena, LLVMValueRef, n + 1), beside[2];
    if (!args)
        return;
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetOperand(call, i);
    beside[0] = LLVMBuildLoad2(l->b, LLVMVectorType(l->i1, 32), em, "em");
    beside[1] = cm_i32(l, width);
    LLVMOperandBundleRef b = LLVMCreateOperandBundle(bundle_tag, sizeof(bundle_tag) - 1, beside, 2);
    LLVMValueRef now = LLVMBuildCallWithOperandBundles(l->b, LLVMGetCalledFunctionType(call), LLVMGetCalledValue(call),
                                                       args, n, &b, 1, "");
    LLVMDisposeOperandBundle(b);
    LLVMReplaceAllUsesWith(call, now);
    LLVMInstructionEraseFromParent(call);
}

// Messages

// Messages that only notify other threads, once for all channels.
static bool once_for_all(genx_id id) {
    return id == GENX_FENCE || id == GENX_SLM_INIT || id == GENX_TIMESTAMP || id == GENX_VLOAD || id == GENX_VSTORE;
}

// The user's name for a message without channels, found by the start of the intrinsic's name.
static void refuse_message(cm_lower *l, LLVMValueRef call, const char *intrinsic) {
    static const struct {
        const char *begin, *what, *instead;
    } table[] = {
        {"barrier", "a barrier", ""},
        {"sbarrier", "a barrier", ""},
        {"nbarrier", "a named barrier", ""},
        {"media.", "a media block", ", or use scattered access"},
        {"raw.", "a raw message", ""},
        {"transpose.", "a transposed block", ", or use scattered access"},
        {"lsc.load2d", "a 2-D block", ""},
        {"lsc.store2d", "a 2-D block", ""},
        {"lsc.prefetch2d", "a 2-D block", ""},
        {"", "a message with one address for all channels", ", or use scattered access"},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
        if (strncmp(intrinsic, table[i].begin, strlen(table[i].begin)) == 0) {
            gx_error(l->cx, call, "CM0227",
                     "%s is not allowed inside SIMD control flow because it does not work channel by channel; move it "
                     "outside%s",
                     table[i].what, table[i].instead);
            return;
        }
}

static void predicate_message(cm_lower *l, LLVMValueRef inst, LLVMValueRef call, LLVMValueRef em, uint32_t width) {
    genx_id id = genx_call_id(inst);
    const genx_info *info = genx_info_get(id);
    if (id == GENX_NONE || info->memory == GENX_MEM_NONE || once_for_all(id))
        return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(inst); i++) {
        LLVMValueRef p = LLVMGetOperand(inst, i);
        if (!genx_is_bool(LLVMTypeOf(p)) || !genx_is_vec(LLVMTypeOf(p)))
            continue;
        uint32_t lanes = genx_lanes(LLVMTypeOf(p));
        if (lanes != width && (l->in_pieces || id == GENX_LSC_FENCE))
            return;
        if (lanes == 1 && width != 1)
            break;
        if (lanes != width) {
            gx_error(l->cx, call, "CM0226", "message of %u channels does not fit SIMD control flow of %u",
                     (unsigned)lanes, (unsigned)width);
            return;
        }
        LLVMPositionBuilderBefore(l->b, inst);
        LLVMSetOperand(inst, i, LLVMBuildAnd(l->b, cm_some_channels(l->b, em, 0, width), p, ""));
        LLVMPositionBuilderBefore(l->b, call);
        return;
    }
    refuse_message(l, call, info->name);
}

void cm_predicate(cm_lower *l, LLVMValueRef after, LLVMValueRef call) {
    assert(LLVMIsACallInst(call) && "builtins are called");
    uint32_t width;
    LLVMValueRef em = cm_channels(call, &width);
    if (!em)
        return;
    LLVMValueRef i = after ? LLVMGetNextInstruction(after) : LLVMGetFirstInstruction(LLVMGetInstructionParent(call));
    for (; i && i != call; i = LLVMGetNextInstruction(i))
        predicate_message(l, i, call, em, width);
}
