// SPDX-License-Identifier: MIT
// lower_cm: masks, saturation, reductions, thread queries, and intrinsics that take the call's operands unchanged.

#include "cm_priv.h"

#include <string.h>

LLVMValueRef gx_cm_same(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMValueRef args[4];
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n; i++)
        args[i] = LLVMGetOperand(call, i);
    return genx_build(l->b, l->mod, id, LLVMTypeOf(call), args, n, "");
}

LLVMValueRef gx_cm_abs(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)id;
    return gx_cm_same(l, call, name, genx_is_float(LLVMTypeOf(call)) ? GENX_ABSF : GENX_ABSI);
}

// Masks

LLVMValueRef gx_cm_merge(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef m = cm_low_bits(l, LLVMGetOperand(call, 2));
    return LLVMBuildSelect(l->b, m, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), "");
}

// Flags hold 8, 16 or 32 lanes: a mask of another size is a part of one of these.
static uint32_t flag_lanes(uint32_t n) {
    return n <= 8 ? 8 : n <= 16 ? 16 : 32;
}

LLVMValueRef gx_cm_unpack_mask(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMTypeRef t = LLVMTypeOf(call), elt = genx_elt_type(t);
    uint32_t lanes = genx_lanes(t), n = flag_lanes(lanes);
    LLVMValueRef bits = LLVMGetOperand(call, 0);
    if (n < 32)
        bits = LLVMBuildTrunc(l->b, bits, LLVMIntTypeInContext(l->llvm, n), "");
    bits = LLVMBuildBitCast(l->b, bits, LLVMVectorType(l->i1, n), "");
    LLVMValueRef all = LLVMBuildZExt(l->b, bits, LLVMVectorType(elt, n), "");
    return cm_rd(l, all, cm_row(lanes, 0, genx_elt_b(elt)), false);
}

LLVMValueRef gx_cm_pack_mask(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    LLVMValueRef v = LLVMGetOperand(call, 0);
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(v));
    uint32_t lanes = genx_lanes(LLVMTypeOf(v)), n = flag_lanes(lanes);
    v = cm_wr(l, LLVMConstNull(LLVMVectorType(elt, n)), v, cm_row(lanes, 0, genx_elt_b(elt)), NULL);
    LLVMValueRef m = cm_low_bits(l, v);
    LLVMValueRef bits = LLVMBuildBitCast(l->b, m, LLVMIntTypeInContext(l->llvm, n), "");
    return n < 32 ? LLVMBuildZExt(l->b, bits, l->i32, "") : bits;
}

LLVMValueRef gx_cm_any_all(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    LLVMValueRef v = LLVMGetOperand(call, 0);
    LLVMValueRef set = LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
    LLVMValueRef bit = genx_build(l->b, l->mod, id, l->i1, &set, 1, "");
    return LLVMBuildZExt(l->b, bit, LLVMTypeOf(call), "");
}

// Saturation

static LLVMValueRef sat_float(cm_lower *l, LLVMValueRef v) {
    return genx_build(l->b, l->mod, GENX_SAT, LLVMTypeOf(v), &v, 1, "");
}

static LLVMValueRef to_float(cm_lower *l, LLVMValueRef v, LLVMTypeRef to, bool is_signed) {
    LLVMTypeRef from = LLVMTypeOf(v);
    if (!genx_is_float(from))
        return is_signed ? LLVMBuildSIToFP(l->b, v, to, "") : LLVMBuildUIToFP(l->b, v, to, "");
    if (genx_elt_bits(from) < genx_elt_bits(to))
        return LLVMBuildFPExt(l->b, v, to, "");
    return genx_elt_bits(from) > genx_elt_bits(to) ? LLVMBuildFPTrunc(l->b, v, to, "") : v;
}

// Widening of integers, or the same size: only values outside the result's range saturate.
static LLVMValueRef widen_sat(cm_lower *l, LLVMValueRef v, LLVMTypeRef to, bool to_signed, bool from_signed) {
    LLVMTypeRef from = LLVMTypeOf(v);
    bool same = genx_elt_bits(from) == genx_elt_bits(to);
    LLVMValueRef args[2] = {v, LLVMConstNull(from)};
    if (from_signed && !to_signed)
        v = genx_build(l->b, l->mod, GENX_SMAX, from, args, 2, "");
    if (!from_signed && to_signed && same) {
        LLVMValueRef lanes[2048], max = LLVMConstInt(genx_elt_type(from), (1ull << (genx_elt_bits(from) - 1)) - 1, 0);
        uint32_t n = genx_lanes(from);
        for (uint32_t i = 0; i < n && i < 2048; i++)
            lanes[i] = max;
        args[1] = LLVMConstVector(lanes, n);
        v = genx_build(l->b, l->mod, GENX_UMIN, from, args, 2, "");
    }
    if (same)
        return v;
    return from_signed ? LLVMBuildSExt(l->b, v, to, "") : LLVMBuildZExt(l->b, v, to, "");
}

LLVMValueRef gx_cm_convert_sat(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name, (void)id;
    int64_t to_signed, from_signed;
    if (!cm_const_arg(l, call, 1, "signedness", &to_signed) || !cm_const_arg(l, call, 2, "signedness", &from_signed))
        return NULL;
    LLVMValueRef v = LLVMGetOperand(call, 0);
    LLVMTypeRef from = LLVMTypeOf(v), to = LLVMTypeOf(call);
    if (genx_is_float(to))
        return sat_float(l, to_float(l, v, to, from_signed != 0));
    if (genx_is_float(from))
        return genx_build(l->b, l->mod, to_signed ? GENX_FPTOSI_SAT : GENX_FPTOUI_SAT, to, &v, 1, "");
    if (genx_elt_bits(from) <= genx_elt_bits(to))
        return widen_sat(l, v, to, to_signed != 0, from_signed != 0);
    static const genx_id trunc[2][2] = {{GENX_UUTRUNC_SAT, GENX_USTRUNC_SAT}, {GENX_SUTRUNC_SAT, GENX_SSTRUNC_SAT}};
    return genx_build(l->b, l->mod, trunc[to_signed != 0][from_signed != 0], to, &v, 1, "");
}

// The signedness of result and operands selects the intrinsic; the row names the unsigned one.
LLVMValueRef gx_cm_arith_sat(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    static const genx_id ids[3][2][2] = {{{GENX_UUADD_SAT, GENX_USADD_SAT}, {GENX_SUADD_SAT, GENX_SSADD_SAT}},
                                         {{GENX_UUMUL_SAT, GENX_USMUL_SAT}, {GENX_SUMUL_SAT, GENX_SSMUL_SAT}},
                                         {{GENX_UUSHL_SAT, GENX_USSHL_SAT}, {GENX_SUSHL_SAT, GENX_SSSHL_SAT}}};
    int64_t to_signed, from_signed;
    if (!cm_const_arg(l, call, 2, "signedness", &to_signed) || !cm_const_arg(l, call, 3, "signedness", &from_signed))
        return NULL;
    LLVMValueRef args[2] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)};
    unsigned op = 0;
    while (ids[op][0][0] != id)
        op++;
    return genx_build(l->b, l->mod, ids[op][to_signed != 0][from_signed != 0], LLVMTypeOf(call), args, 2, "");
}

// Reductions

typedef enum reduction { REDUCE_ADD, REDUCE_MUL, REDUCE_MIN, REDUCE_MAX } reduction;

typedef struct reduce_how {
    reduction what;
    bool is_signed;
    LLVMFastMathFlags flags; // of the call: the order of additions is open, and so is whether the first is fused
} reduce_how;

static LLVMValueRef float_op(cm_lower *l, LLVMOpcode op, LLVMFastMathFlags flags, LLVMValueRef x, LLVMValueRef y) {
    LLVMValueRef v = LLVMBuildBinOp(l->b, op, x, y, "");
    if (LLVMIsAInstruction(v))
        LLVMSetFastMathFlags(v, flags);
    return v;
}

static LLVMValueRef combine(cm_lower *l, const reduce_how *r, LLVMValueRef x, LLVMValueRef y) {
    static const genx_id ids[2][3] = {{GENX_UMIN, GENX_SMIN, GENX_FMIN}, {GENX_UMAX, GENX_SMAX, GENX_FMAX}};
    LLVMTypeRef t = LLVMTypeOf(x);
    bool is_float = genx_is_float(t);
    LLVMValueRef args[2] = {x, y};
    switch (r->what) {
    case REDUCE_ADD:
        return is_float ? float_op(l, LLVMFAdd, r->flags, x, y) : LLVMBuildAdd(l->b, x, y, "");
    case REDUCE_MUL:
        return is_float ? float_op(l, LLVMFMul, r->flags, x, y) : LLVMBuildMul(l->b, x, y, "");
    case REDUCE_MIN:
    case REDUCE_MAX:
        break;
    }
    return genx_build(l->b, l->mod, ids[r->what == REDUCE_MAX][is_float ? 2 : r->is_signed], t, args, 2, "");
}

// Reduces lanes [from, from + n) of v. A power of two is halved until one lane is left; any other count is split into
// the largest power of two and the rest.
static LLVMValueRef reduce(cm_lower *l, const reduce_how *r, LLVMValueRef v, uint32_t from, uint32_t n) {
    uint32_t elt_b = genx_elt_b(genx_elt_type(LLVMTypeOf(v))), p = 1;
    while (p * 2 <= n)
        p *= 2;
    if (p != n) {
        LLVMValueRef x = reduce(l, r, v, from, p);
        return combine(l, r, x, reduce(l, r, v, from + p, n - p));
    }
    while (p > 1) {
        p /= 2;
        bool last = p == 1;
        LLVMValueRef x = cm_rd(l, v, cm_row(p, from * elt_b, elt_b), last);
        LLVMValueRef y = cm_rd(l, v, cm_row(p, (from + p) * elt_b, elt_b), last);
        v = combine(l, r, x, y);
        from = 0;
    }
    return genx_is_vec(LLVMTypeOf(v)) ? cm_rd(l, v, cm_row(1, from * elt_b, elt_b), true) : v;
}

LLVMValueRef gx_cm_reduce(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)id;
    static const char *const names[] = {"reduce_add", "reduce_mul", "reduce_min", "reduce_max"};
    unsigned r = 0;
    while (strcmp(names[r], name) != 0)
        r++;
    int64_t is_signed = 0;
    if (LLVMGetNumArgOperands(call) > 1 && !cm_const_arg(l, call, 1, "signedness", &is_signed))
        return NULL;
    LLVMValueRef v = LLVMGetOperand(call, 0);
    bool is_float = genx_is_float(LLVMTypeOf(call));
    reduce_how how = {(reduction)r, is_signed != 0, is_float ? LLVMGetFastMathFlags(call) : 0};
    return reduce(l, &how, v, 0, genx_lanes(LLVMTypeOf(v)));
}

// Thread queries

LLVMValueRef gx_cm_no_operands(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    (void)name;
    return genx_build(l->b, l->mod, id, LLVMTypeOf(call), NULL, 0, "");
}

// The group id has three intrinsics; every other query is one vector of three.
static LLVMValueRef dimension(cm_lower *l, genx_id id, unsigned d) {
    if (id == GENX_GROUP_ID_X) {
        static const genx_id ids[3] = {GENX_GROUP_ID_X, GENX_GROUP_ID_Y, GENX_GROUP_ID_Z};
        return genx_build(l->b, l->mod, ids[d], l->i32, NULL, 0, "");
    }
    LLVMValueRef all = genx_build(l->b, l->mod, id, LLVMVectorType(l->i32, 3), NULL, 0, "");
    return cm_rd(l, all, cm_row(1, 4 * d, 4), true);
}

LLVMValueRef gx_cm_dim3(cm_lower *l, LLVMValueRef call, const char *name, genx_id id) {
    LLVMValueRef arg = LLVMGetOperand(call, 0);
    int64_t d;
    if (cm_is_const(arg, &d)) {
        if (d >= 0 && d < 3)
            return dimension(l, id, (unsigned)d);
        gx_error(l->cx, call, "CM0209", "cm_%s(%lld): the dimension must be 0, 1 or 2", name, (long long)d);
        return NULL;
    }
    LLVMValueRef v = dimension(l, id, 2);
    for (unsigned i = 2; i-- > 0;) {
        LLVMValueRef is = LLVMBuildICmp(l->b, LLVMIntEQ, arg, cm_i32(l, i), "");
        v = LLVMBuildSelect(l->b, is, dimension(l, id, i), v, "");
    }
    return v;
}
