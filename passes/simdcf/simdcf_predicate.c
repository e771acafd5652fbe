// SPDX-License-Identifier: MIT
// simdcf and lower_cm: what statements do inside SIMD control flow.
//
//   before   __cm_set(ptr %v, <16 x float> %x)        after   store (select EM, %x, load %v), ptr %v
//            __cm_reduce_add(<16 x int> %x)                   __cm_reduce_add(select EM, %x, 0)
//            __cm_wr(...), __cm_scatter(...)                  the same calls with the bundle "cm.channels"(EM, 16)
//
// The calls with a bundle are lower_cm's: when it has made messages and region writes of them, their predicates get the
// channels that are on. Outside of SIMD control flow __cm_set is a store.

#include "simdcf_priv.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

static const char bundle_tag[] = "cm.channels";

void cm_width_error(gx_ctx *cx, LLVMValueRef call, uint32_t lanes, uint32_t width) {
    gx_error(
        cx, call, "CM0225",
        "%u elements are written inside SIMD control flow of %u channels; a statement there writes %u elements or one",
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
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(em)));
    LLVMValueRef lanes[32];
    if (n == genx_lanes(LLVMTypeOf(em)))
        return em;
    for (uint32_t k = 0; k < n && k < 32; k++)
        lanes[k] = LLVMConstInt(i32, first + k, 0);
    return LLVMBuildShuffleVector(b, em, LLVMGetPoison(LLVMTypeOf(em)), LLVMConstVector(lanes, n), "on");
}

// Messages

// Messages that only tell other threads something, once for all channels.
static bool once_for_all(genx_id id) {
    return id == GENX_FENCE || id == GENX_SLM_INIT || id == GENX_TIMESTAMP || id == GENX_VLOAD || id == GENX_VSTORE;
}

// What the user calls a message that has no channels, by how the intrinsic's name begins.
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
            gx_error(
                l->cx, call, "CM0227",
                "%s is not possible inside SIMD control flow, for it is not done channel by channel; do it outside%s",
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
            gx_error(l->cx, call, "CM0226", "a message of %u channels inside SIMD control flow of %u", (unsigned)lanes,
                     (unsigned)width);
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
    uint32_t width;
    LLVMValueRef em = cm_channels(call, &width);
    if (!em)
        return;
    LLVMValueRef i = after ? LLVMGetNextInstruction(after) : LLVMGetFirstInstruction(LLVMGetInstructionParent(call));
    for (; i && i != call; i = LLVMGetNextInstruction(i))
        predicate_message(l, i, call, em, width);
}

// Statements

static bool is(const char *name, size_t len, const char *what) {
    return strlen(what) == len && memcmp(name, what, len) == 0;
}

static void set_object(cm_lower *l, LLVMValueRef call, LLVMValueRef em, uint32_t width) {
    LLVMValueRef ptr = LLVMGetOperand(call, 0), v = LLVMGetOperand(call, 1);
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t lanes = genx_lanes(t);
    if (em && lanes != 1 && lanes != width)
        cm_width_error(l->cx, call, lanes, width);
    else if (em && lanes == width) {
        LLVMValueRef old = LLVMBuildLoad2(l->b, t, ptr, "");
        LLVMSetAlignment(old, genx_elt_b(t));
        genx_region r = cm_row(lanes, 0, genx_elt_b(t));
        LLVMValueRef on = cm_some_channels(l->b, LLVMBuildLoad2(l->b, LLVMVectorType(l->i1, 32), em, "em"), 0, width);
        v = genx_build_wr(l->b, l->mod, old, v, &r, on);
    }
    LLVMSetAlignment(LLVMBuildStore(l->b, v, ptr), genx_elt_b(t));
    LLVMInstructionEraseFromParent(call);
}

static LLVMValueRef lowest(LLVMTypeRef elt, bool is_signed) {
    if (genx_is_float(elt))
        return LLVMConstReal(elt, -__builtin_inf());
    return LLVMConstInt(elt, is_signed ? 1ull << (genx_elt_bits(elt) - 1) : 0, 0);
}

static LLVMValueRef highest(LLVMTypeRef elt, bool is_signed) {
    if (genx_is_float(elt))
        return LLVMConstReal(elt, __builtin_inf());
    return LLVMConstInt(elt, ~0ull >> (64 - genx_elt_bits(elt) + (is_signed ? 1 : 0)), 0);
}

// What a channel that is off contributes to a reduction; NULL for calls that are none.
static LLVMValueRef identity(const char *name, size_t len, LLVMValueRef call, LLVMTypeRef elt) {
    bool sgn = LLVMGetNumArgOperands(call) > 1 && LLVMIsAConstantInt(LLVMGetOperand(call, 1)) &&
               LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    if (is(name, len, "any") || is(name, len, "reduce_add"))
        return LLVMConstNull(elt);
    if (is(name, len, "all"))
        return LLVMConstInt(elt, 1, 0);
    if (is(name, len, "reduce_mul"))
        return genx_is_float(elt) ? LLVMConstReal(elt, 1.0) : LLVMConstInt(elt, 1, 0);
    if (is(name, len, "reduce_min"))
        return highest(elt, sgn);
    return is(name, len, "reduce_max") ? lowest(elt, sgn) : NULL;
}

static bool reduce_active(cm_lower *l, LLVMValueRef call, const char *name, size_t len, LLVMValueRef em,
                          uint32_t width) {
    LLVMValueRef v = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    LLVMValueRef id = v ? identity(name, len, call, genx_elt_type(LLVMTypeOf(v))) : NULL;
    if (!id)
        return false;
    uint32_t n = genx_lanes(LLVMTypeOf(v));
    if (n != width) {
        if (n != 1)
            gx_warn(l->cx, call, "-Wcm-simd",
                    "all %u elements take part in this, whichever of the %u channels of SIMD control flow are on; do "
                    "it outside",
                    (unsigned)n, (unsigned)width);
        return false;
    }
    LLVMValueRef lanes[32];
    for (uint32_t k = 0; k < width; k++)
        lanes[k] = id;
    LLVMValueRef on = cm_some_channels(l->b, LLVMBuildLoad2(l->b, LLVMVectorType(l->i1, 32), em, "em"), 0, width);
    LLVMSetOperand(call, 0, LLVMBuildSelect(l->b, on, v, LLVMConstVector(lanes, width), ""));
    return true;
}

// The same call with the mask beside it.
static void bundle(cm_lower *l, LLVMValueRef call, LLVMValueRef em, uint32_t width) {
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

// Unmasked stretches: cm_unmask_begin() turns all channels on and remembers which were.
static bool unmask(cm_lower *l, LLVMValueRef call, const char *name, size_t len, LLVMValueRef em) {
    bool begin = is(name, len, "unmask_begin");
    if (!begin && !is(name, len, "unmask_end"))
        return false;
    LLVMTypeRef t = LLVMVectorType(l->i1, 32);
    LLVMValueRef now = begin ? cm_i32(l, 0xffffffff) : NULL;
    if (em) {
        LLVMValueRef old = LLVMBuildLoad2(l->b, t, em, "em");
        if (begin) {
            now = genx_build(l->b, l->mod, GENX_SIMDCF_SAVEMASK, l->i32, &old, 1, "");
            LLVMValueRef args[2] = {now, cm_i32(l, 0xffffffff)};
            LLVMBuildStore(l->b, genx_build(l->b, l->mod, GENX_SIMDCF_UNMASK, t, args, 2, ""), em);
        } else {
            LLVMValueRef args[2] = {old, LLVMGetOperand(call, 0)};
            LLVMBuildStore(l->b, genx_build(l->b, l->mod, GENX_SIMDCF_REMASK, t, args, 2, ""), em);
        }
    }
    if (begin)
        LLVMReplaceAllUsesWith(call, now);
    LLVMInstructionEraseFromParent(call);
    return true;
}

void scf_predicate_block(cm_lower *l, LLVMBasicBlockRef bb, LLVMValueRef em, uint32_t width) {
    genx_foreach_inst_safe(bb, i, next) {
        size_t len;
        const char *name = LLVMIsACallInst(i) ? cm_builtin_name(LLVMGetCalledValue(i), &len) : NULL;
        if (!name || is(name, len, "simd_any") || is(name, len, "printf")) // printed once, when a channel is on
            continue;
        LLVMPositionBuilderBefore(l->b, i);
        LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(i));
        if (is(name, len, "set"))
            set_object(l, i, width ? em : NULL, width);
        else if (unmask(l, i, name, len, em) || !width)
            continue;
        else if (!reduce_active(l, i, name, len, em, width))
            bundle(l, i, em, width);
    }
}
