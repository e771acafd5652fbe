// SPDX-License-Identifier: MIT
// simdcf and lower_cm: the effect of statements inside SIMD control flow.
//
//   before   __cm_set(ptr %v, <16 x float> %x)        after   store (select EM, %x, load %v), ptr %v
//            __cm_reduce_add(<16 x int> %x)                   __cm_reduce_add(select EM, %x, 0)
//            __cm_wr(...), __cm_scatter(...)                  the same calls with the bundle "cm.channels"(EM, 16)
//
// lower_cm lowers the calls with a bundle: it adds the enabled channels to the predicates of the messages and region
// writes that it builds for them. Outside of SIMD control flow __cm_set is a store.

#include "simdcf_priv.h"

#include <cmc/genx_mem.h>

#include <llvm-c/DebugInfo.h>
#include <assert.h>
#include <string.h>

static bool is(const char *name, size_t len, const char *what) {
    return strlen(what) == len && memcmp(name, what, len) == 0;
}

static LLVMValueRef channels_on(cm_lower *l, LLVMValueRef em, uint32_t width) {
    return cm_some_channels(l->b, LLVMBuildLoad2(l->b, LLVMVectorType(l->i1, 32), em, "em"), 0, width);
}

// Bits in memory take whole bytes, so that a vector of them has its type's alignment.
static void align(LLVMValueRef access, LLVMTypeRef t) {
    if (genx_elt_b(t))
        LLVMSetAlignment(access, genx_elt_b(t));
}

static LLVMValueRef only_on(cm_lower *l, LLVMValueRef ptr, LLVMValueRef v, LLVMValueRef on) {
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef old = LLVMBuildLoad2(l->b, t, ptr, "");
    align(old, t);
    if (genx_is_bool(t)) // bits have no regions
        return LLVMBuildSelect(l->b, on, v, old, "");
    genx_region r = cm_row(genx_lanes(t), 0, genx_elt_b(t));
    return genx_build_wr(l->b, l->mod, old, v, &r, on);
}

// A write of a part with the enabled channels of the part, if v is one of `width` elements; else NULL.
static LLVMValueRef part_only_on(cm_lower *l, LLVMValueRef v, LLVMValueRef em, uint32_t width) {
    enum { OP_OLD = 0, OP_NEW = 1, OP_MASK = 7 };
    genx_region r;
    if (!genx_is_wrregion(v) || genx_lanes(LLVMTypeOf(LLVMGetOperand(v, OP_NEW))) != width || !genx_region_of(v, &r))
        return NULL;
    LLVMValueRef on = channels_on(l, em, width);
    if (!genx_mask_is_true(v))
        on = LLVMBuildAnd(l->b, on, LLVMGetOperand(v, OP_MASK), "");
    return genx_build_wr(l->b, l->mod, LLVMGetOperand(v, OP_OLD), LLVMGetOperand(v, OP_NEW), &r, on);
}

static void set_object(cm_lower *l, LLVMValueRef call, LLVMValueRef em, uint32_t width) {
    assert(LLVMGetNumArgOperands(call) == 2 && "an object and a value");
    LLVMValueRef ptr = LLVMGetOperand(call, 0), v = LLVMGetOperand(call, 1);
    LLVMTypeRef t = LLVMTypeOf(v);
    uint32_t lanes = genx_lanes(t);
    if (em && lanes == width) {
        v = only_on(l, ptr, v, channels_on(l, em, width));
    } else if (em && lanes != 1) {
        LLVMValueRef part = part_only_on(l, v, em, width);
        if (part)
            v = part;
        else
            cm_width_error(l->cx, call, lanes, width);
    }
    align(LLVMBuildStore(l->b, v, ptr), t);
    LLVMInstructionEraseFromParent(call);
}

// A message that another front end built takes the enabled channels only.
static void mask_message(cm_lower *l, LLVMValueRef call, LLVMValueRef em, uint32_t width) {
    mem_desc d;
    if (!width || !mem_describe(call, &d) || d.pred < 0)
        return;
    LLVMValueRef p = LLVMGetOperand(call, (unsigned)d.pred);
    if (genx_lanes(LLVMTypeOf(p)) != width)
        return;
    LLVMPositionBuilderBefore(l->b, call);
    LLVMSetOperand(call, (unsigned)d.pred, LLVMBuildAnd(l->b, p, channels_on(l, em, width), ""));
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

// The value that a disabled channel contributes to a reduction; NULL if the call is not a reduction.
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
                    "this uses all %u elements, whichever of the %u channels of SIMD control flow are enabled; move it "
                    "outside",
                    (unsigned)n, (unsigned)width);
        return false;
    }
    LLVMValueRef lanes[32];
    for (uint32_t k = 0; k < width; k++)
        lanes[k] = id;
    LLVMSetOperand(call, 0, LLVMBuildSelect(l->b, channels_on(l, em, width), v, LLVMConstVector(lanes, width), ""));
    return true;
}

// Unmasked sections: cm_unmask_begin() turns all channels on and saves the previous mask.
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

// simdcf_predicate(x, y): x in the channels that are on, y in the others.
static bool choose(cm_lower *l, LLVMValueRef call, const char *name, size_t len, LLVMValueRef em, uint32_t width) {
    if (!is(name, len, "simdcf_predicate"))
        return false;
    LLVMValueRef x = LLVMGetOperand(call, 0), y = LLVMGetOperand(call, 1);
    if (width && genx_lanes(LLVMTypeOf(x)) <= width) {
        LLVMValueRef all = LLVMBuildLoad2(l->b, LLVMVectorType(l->i1, 32), em, "em");
        LLVMValueRef on = cm_some_channels(l->b, all, 0, genx_lanes(LLVMTypeOf(x)));
        x = LLVMBuildSelect(l->b, on, x, y, "");
    }
    LLVMReplaceAllUsesWith(call, x);
    LLVMInstructionEraseFromParent(call);
    return true;
}

void scf_predicate_block(cm_lower *l, LLVMBasicBlockRef bb, LLVMValueRef em, uint32_t width) {
    genx_foreach_inst_safe(bb, i, next) {
        size_t len;
        const char *name = LLVMIsACallInst(i) ? cm_builtin_name(LLVMGetCalledValue(i), &len) : NULL;
        if (!name)
            mask_message(l, i, em, width);
        if (!name || is(name, len, "simd_any") || is(name, len, "printf")) // printed once, if a channel is on
            continue;
        LLVMPositionBuilderBefore(l->b, i);
        LLVMSetCurrentDebugLocation2(l->b, LLVMInstructionGetDebugLoc(i));
        if (is(name, len, "set"))
            set_object(l, i, width ? em : NULL, width);
        else if (choose(l, i, name, len, em, width) || unmask(l, i, name, len, em) || !width)
            continue;
        else if (!reduce_active(l, i, name, len, em, width))
            cm_bundle_channels(l, i, em, width);
    }
}
