// SPDX-License-Identifier: MIT
// Gives vectors a power of two of lanes, and shuffles the length of their sources. LLVM 19's code generator writes many
// operations on other vectors out as scalars: conversions, joined vectors, shuffles that shorten.
//
//   %w = trunc <144 x i32> %v to <144 x i8>          %W = trunc <256 x i32> %V to <256 x i8>
//   store <144 x i8> %w, ptr %p                      two stores, of lanes 0 to 127 and 128 to 143 of %W
//
// The lanes at the end hold anything. An instruction that is not known here gets its operands in their own length, by a
// shuffle of the long vector; that shuffle also says where the long vector is, so the pass keeps no table.
//
// Does not handle: divisions (a lane at the end may be zero), vectors of pointers in memory, masked memory.

#include "host_priv.h"

#include "llvm_shim.h"

#include <string.h>

typedef struct widen {
    LLVMModuleRef mod;
    LLVMBuilderRef b;
} widen;

static uint32_t pow2(uint32_t n) {
    uint32_t p = 1;
    while (p < n)
        p *= 2;
    return p;
}

static bool is_odd(LLVMTypeRef t) {
    return genx_is_vec(t) && (genx_lanes(t) & (genx_lanes(t) - 1)) != 0;
}

static bool is_odd_value(LLVMValueRef v) {
    return is_odd(LLVMTypeOf(v));
}

static LLVMTypeRef wide_type(LLVMTypeRef t) {
    return is_odd(t) ? LLVMVectorType(genx_elt_type(t), pow2(genx_lanes(t))) : t;
}

// Shuffles

// Lanes [first, first + n) of v, then any values up to `lanes`.
static LLVMValueRef run_of(widen *w, LLVMValueRef v, uint32_t first, uint32_t n, uint32_t lanes) {
    LLVMValueRef mask[HOST_MAX_LANES];
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(w->mod));
    if (first == 0 && n == lanes && n == genx_lanes(LLVMTypeOf(v)))
        return v;
    for (uint32_t i = 0; i < lanes; i++)
        mask[i] = i < n ? LLVMConstInt(i32, first + i, 0) : LLVMGetPoison(i32);
    return LLVMBuildShuffleVector(w->b, v, LLVMGetPoison(LLVMTypeOf(v)), LLVMConstVector(mask, lanes), "");
}

// The long vector that a value is the beginning of; NULL: not known.
static LLVMValueRef source_of_run(LLVMValueRef v) {
    if (!LLVMIsAShuffleVectorInst(v) || genx_lanes(LLVMTypeOf(LLVMGetOperand(v, 0))) != pow2(genx_lanes(LLVMTypeOf(v))))
        return NULL;
    for (uint32_t i = 0; i < genx_lanes(LLVMTypeOf(v)); i++)
        if (LLVMGetMaskValue(v, i) != (int)i)
            return NULL;
    return LLVMGetOperand(v, 0);
}

static LLVMValueRef wide_constant(LLVMValueRef v) {
    LLVMValueRef lanes[HOST_MAX_LANES];
    LLVMTypeRef t = LLVMTypeOf(v);
    const uint32_t n = genx_lanes(t), all = pow2(n);
    for (uint32_t i = 0; i < all; i++) {
        lanes[i] = i < n ? LLVMGetAggregateElement(v, i) : LLVMGetPoison(genx_elt_type(t));
        if (!lanes[i])
            return NULL;
    }
    return LLVMConstVector(lanes, all);
}

// The builder is where the long vector is needed.
static LLVMValueRef wide(widen *w, LLVMValueRef v) {
    if (!is_odd_value(v))
        return v;
    LLVMValueRef known = LLVMIsConstant(v) ? wide_constant(v) : source_of_run(v);
    const uint32_t n = genx_lanes(LLVMTypeOf(v));
    return known ? known : run_of(w, v, 0, n, pow2(n));
}

// An instruction's uses get the beginning of the long vector.
static void replace(widen *w, LLVMValueRef old, LLVMValueRef by) {
    if (is_odd_value(old))
        by = run_of(w, by, 0, genx_lanes(LLVMTypeOf(old)), genx_lanes(LLVMTypeOf(old)));
    LLVMReplaceAllUsesWith(old, by);
    LLVMInstructionEraseFromParent(old);
}

// Whether LLVM shortens by taking an aligned part of each source.
static bool is_aligned_part(LLVMValueRef shuffle, uint32_t from, uint32_t to) {
    int part[2] = {-1, -1};
    for (uint32_t i = 0; i < to; i++) {
        const int lane = LLVMGetMaskValue(shuffle, i);
        if (lane < 0)
            continue;
        const int source = lane >= (int)from, at = (lane - source * (int)from) / (int)to;
        if (part[source] >= 0 && part[source] != at)
            return false;
        part[source] = at;
    }
    return true;
}

static void widen_shuffle(widen *w, LLVMValueRef inst) {
    LLVMValueRef mask[HOST_MAX_LANES], a = LLVMGetOperand(inst, 0), v;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(w->mod));
    const uint32_t from = genx_lanes(LLVMTypeOf(a)), to = genx_lanes(LLVMTypeOf(inst));
    const uint32_t from_all = pow2(from), to_all = pow2(to), n = from_all > to_all ? from_all : to_all;
    const bool even = from == from_all && to == to_all;
    if ((even && (to >= from || is_aligned_part(inst, from, to))) || n > HOST_MAX_LANES || source_of_run(inst))
        return;
    for (uint32_t i = 0; i < n; i++) {
        const int lane = i < to ? LLVMGetMaskValue(inst, i) : -1;
        const uint32_t shift = lane >= (int)from ? from_all - from : 0;
        mask[i] = lane < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (uint32_t)lane + shift, 0);
    }
    a = wide(w, a);
    v = LLVMBuildShuffleVector(w->b, a, wide(w, LLVMGetOperand(inst, 1)), LLVMConstVector(mask, n), "");
    replace(w, inst, run_of(w, v, 0, to_all, to_all));
}

// Memory, in pieces whose lanes are powers of two

static LLVMValueRef piece_pointer(widen *w, LLVMValueRef p, LLVMTypeRef elt, uint32_t lane) {
    LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(LLVMGetModuleContext(w->mod)), lane, 0);
    return lane ? LLVMBuildGEP2(w->b, elt, p, &at, 1, "") : p;
}

static unsigned piece_align(LLVMValueRef inst, LLVMTypeRef elt, uint32_t lane) {
    const unsigned align = LLVMGetAlignment(inst), off_b = lane * genx_size_b(elt);
    const unsigned of_offset = off_b & -off_b;
    return off_b && of_offset < align ? of_offset : align;
}

// Lanes [first, end) of memory as a vector of n.
static LLVMValueRef load_pieces(widen *w, LLVMValueRef inst, uint32_t first, uint32_t end, uint32_t n) {
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(inst)), t = LLVMVectorType(elt, n);
    LLVMValueRef mask[HOST_MAX_LANES];
    if (first >= end)
        return LLVMGetPoison(t);
    if (end - first >= n) {
        LLVMValueRef v = LLVMBuildLoad2(w->b, t, piece_pointer(w, LLVMGetOperand(inst, 0), elt, first), "");
        LLVMSetAlignment(v, piece_align(inst, elt, first));
        return v;
    }
    LLVMValueRef low = load_pieces(w, inst, first, end, n / 2), high = load_pieces(w, inst, first + n / 2, end, n / 2);
    for (uint32_t i = 0; i < n; i++)
        mask[i] = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetModuleContext(w->mod)), i, 0);
    return LLVMBuildShuffleVector(w->b, low, high, LLVMConstVector(mask, n), "");
}

static bool is_plain_memory(LLVMValueRef inst, LLVMTypeRef t) {
    return is_odd(t) && !LLVMGetVolatile(inst) && LLVMGetTypeKind(genx_elt_type(t)) != LLVMPointerTypeKind &&
           genx_elt_bits(t) % 8 == 0;
}

static void widen_load(widen *w, LLVMValueRef inst) {
    const uint32_t n = genx_lanes(LLVMTypeOf(inst));
    replace(w, inst, load_pieces(w, inst, 0, n, pow2(n)));
}

static void widen_store(widen *w, LLVMValueRef inst) {
    LLVMValueRef v = wide(w, LLVMGetOperand(inst, 0));
    LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(inst, 0)), elt = genx_elt_type(t);
    const uint32_t n = genx_lanes(t);
    for (uint32_t first = 0, len = pow2(n); first < n; len /= 2) {
        if (first + len > n)
            continue;
        LLVMValueRef p = piece_pointer(w, LLVMGetOperand(inst, 1), elt, first);
        LLVMSetAlignment(LLVMBuildStore(w->b, run_of(w, v, first, len, len), p), piece_align(inst, elt, first));
        first += len;
    }
    LLVMInstructionEraseFromParent(inst);
}

// Lane by lane

static void widen_intrinsic(widen *w, LLVMValueRef call) {
    static const char *const names[] = {
        "fma",      "fabs",  "smin",   "smax",   "umin",    "umax",       "abs",  "uadd.sat", "sadd.sat", "usub.sat",
        "ssub.sat", "ctpop", "ctlz",   "cttz",   "bswap",   "bitreverse", "fshl", "fshr",     "floor",    "ceil",
        "trunc",    "rint",  "minnum", "maxnum", "minimum", "maximum",    "sqrt", "round",    "copysign", "roundeven"};
    enum { MOST_ARGS = 4 };
    size_t len = 0;
    const char *name = genx_callee_name(call, &len);
    LLVMValueRef args[MOST_ARGS];
    LLVMTypeRef t = wide_type(LLVMTypeOf(call));
    if (!name || len < 5 || memcmp(name, "llvm.", 5) != 0 || LLVMGetNumArgOperands(call) > MOST_ARGS)
        return;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const size_t n = strlen(names[i]);
        if (len < 5 + n + 2 || memcmp(name + 5, names[i], n) != 0 || name[5 + n] != '.' || name[6 + n] != 'v')
            continue;
        const unsigned n_args = LLVMGetNumArgOperands(call), id = LLVMGetIntrinsicID(LLVMGetCalledValue(call));
        for (unsigned k = 0; k < n_args; k++)
            args[k] = wide(w, LLVMGetOperand(call, k));
        LLVMValueRef fn = LLVMGetIntrinsicDeclaration(w->mod, id, &t, 1);
        replace(w, call, LLVMBuildCall2(w->b, LLVMGlobalGetValueType(fn), fn, args, n_args, ""));
        return;
    }
}

static bool is_division(LLVMOpcode op) {
    return op == LLVMUDiv || op == LLVMSDiv || op == LLVMURem || op == LLVMSRem;
}

// The other instructions with a result. NULL: it stays as it is.
static LLVMValueRef wide_result(widen *w, LLVMValueRef inst) {
    const LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMTypeRef t = wide_type(LLVMTypeOf(inst));
    LLVMValueRef o[3] = {NULL};
    if (LLVMIsABinaryOperator(inst) ? is_division(op)
                                    : !LLVMIsACastInst(inst) && op != LLVMICmp && op != LLVMFCmp && op != LLVMSelect &&
                                          op != LLVMFNeg && op != LLVMFreeze && op != LLVMInsertElement)
        return NULL;
    if (LLVMIsACastInst(inst) && !is_odd_value(LLVMGetOperand(inst, 0)))
        return NULL;
    for (int k = 0; k < LLVMGetNumOperands(inst) && k < 3; k++)
        o[k] = wide(w, LLVMGetOperand(inst, (unsigned)k));
    switch (op) {
    case LLVMICmp:
        return LLVMBuildICmp(w->b, LLVMGetICmpPredicate(inst), o[0], o[1], "");
    case LLVMFCmp:
        return LLVMBuildFCmp(w->b, LLVMGetFCmpPredicate(inst), o[0], o[1], "");
    case LLVMSelect:
        return LLVMBuildSelect(w->b, o[0], o[1], o[2], "");
    case LLVMFNeg:
        return LLVMBuildFNeg(w->b, o[0], "");
    case LLVMFreeze:
        return LLVMBuildFreeze(w->b, o[0], "");
    case LLVMInsertElement:
        return LLVMBuildInsertElement(w->b, o[0], o[1], o[2], "");
    default:
        return LLVMIsACastInst(inst) ? LLVMBuildCast(w->b, op, o[0], t, "") : LLVMBuildBinOp(w->b, op, o[0], o[1], "");
    }
}

static void widen_inst(widen *w, LLVMValueRef inst) {
    LLVMPositionBuilderBefore(w->b, inst);
    if (LLVMIsAShuffleVectorInst(inst))
        widen_shuffle(w, inst);
    else if (LLVMIsAStoreInst(inst) && is_plain_memory(inst, LLVMTypeOf(LLVMGetOperand(inst, 0))))
        widen_store(w, inst);
    else if (LLVMIsALoadInst(inst) && is_plain_memory(inst, LLVMTypeOf(inst)))
        widen_load(w, inst);
    else if (LLVMIsACallInst(inst) && is_odd_value(inst))
        widen_intrinsic(w, inst);
    else if (LLVMIsAExtractElementInst(inst) && is_odd_value(LLVMGetOperand(inst, 0)))
        LLVMSetOperand(inst, 0, wide(w, LLVMGetOperand(inst, 0)));
    else if (is_odd_value(inst) && !LLVMIsAPHINode(inst)) {
        LLVMValueRef by = wide_result(w, inst);
        if (by)
            replace(w, inst, by);
    }
}

// A long phi before each one; its operands come when all values are known.
static void begin_phis(widen *w, LLVMBasicBlockRef bb) {
    LLVMValueRef rest = LLVMGetFirstInstruction(bb);
    while (LLVMIsAPHINode(rest))
        rest = LLVMGetNextInstruction(rest);
    genx_foreach_inst(bb, phi) {
        if (!LLVMIsAPHINode(phi))
            return;
        if (!is_odd_value(phi))
            continue;
        LLVMPositionBuilderBefore(w->b, phi);
        LLVMValueRef by = LLVMBuildPhi(w->b, wide_type(LLVMTypeOf(phi)), "");
        LLVMPositionBuilderBefore(w->b, rest);
        LLVMReplaceAllUsesWith(phi, run_of(w, by, 0, genx_lanes(LLVMTypeOf(phi)), genx_lanes(LLVMTypeOf(phi))));
    }
}

static void end_phis(widen *w, LLVMBasicBlockRef bb) {
    genx_foreach_inst_safe(bb, phi, next) {
        if (!LLVMIsAPHINode(phi))
            return;
        if (!is_odd_value(phi))
            continue;
        LLVMValueRef by = LLVMGetPreviousInstruction(phi);
        for (unsigned k = 0; k < LLVMCountIncoming(phi); k++) {
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, k);
            LLVMPositionBuilderBefore(w->b, LLVMGetBasicBlockTerminator(from));
            LLVMValueRef v = wide(w, LLVMGetIncomingValue(phi, k));
            LLVMAddIncoming(by, &v, &from, 1);
        }
        LLVMInstructionEraseFromParent(phi);
    }
}

void host_widen_vectors(LLVMModuleRef mod) {
    widen w = {mod, LLVMCreateBuilderInContext(LLVMGetModuleContext(mod))};
    genx_foreach_function(mod, fn) {
        genx_foreach_block(fn, bb)
            begin_phis(&w, bb);
        genx_foreach_block(fn, bb)
            genx_foreach_inst_safe(bb, i, next)
                widen_inst(&w, i);
        genx_foreach_block(fn, bb)
            end_phis(&w, bb);
        gx_shim_delete_dead(fn);
    }
    LLVMDisposeBuilder(w.b);
}
