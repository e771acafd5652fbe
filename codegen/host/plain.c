// SPDX-License-Identifier: MIT
// LLVM's own instructions and intrinsics whose meaning in genx IR is narrower than LLVM's, or that need the C library:
// minnum with zeros, products that may fuse, casts that saturate, arithmetic on bfloats, functions.

#include "host_priv.h"

#include <string.h>

static LLVMValueRef minimum(host *h, LLVMValueRef call, int max) {
    return host_fminmax(h, host_arg(call, 0), host_arg(call, 1), max);
}

static LLVMValueRef fused(host *h, LLVMValueRef call, int param) {
    (void)param;
    return host_fma(h, host_arg(call, 0), host_arg(call, 1), host_arg(call, 2));
}

static LLVMValueRef function(host *h, LLVMValueRef call, int fn) {
    return host_math(h, (uint32_t)fn, host_arg(call, 0), NULL);
}

static LLVMValueRef function2(host *h, LLVMValueRef call, int fn) {
    return host_math(h, (uint32_t)fn, host_arg(call, 0), host_arg(call, 1));
}

// The second operand is a whole number: for all lanes, or one a lane.
static LLVMValueRef with_integer(host *h, LLVMValueRef call, int fn) {
    LLVMValueRef a = host_arg(call, 0), n = host_arg(call, 1);
    LLVMTypeRef t = LLVMTypeOf(a);
    if (genx_is_vec(t))
        n = host_splat(h, n, genx_lanes(t));
    LLVMTypeRef wide = host_like(t, h->f64);
    LLVMValueRef b = LLVMBuildSIToFP(h->b, n, wide, ""),
                 r = host_math(h, (uint32_t)fn, host_float_cast(h, a, h->f64), b);
    return host_float_cast(h, r, genx_elt_type(t));
}

static LLVMValueRef same(host *h, LLVMValueRef call, int param) {
    (void)h, (void)param;
    return host_arg(call, 0);
}

// Functions of LLVM on short formats, computed as floats.
enum { FLOOR, CEIL, TRUNC, RINT, NEARBYINT, ROUNDEVEN, ROUND, SQRT, MINIMUM, MAXIMUM };
static LLVMValueRef as_float(host *h, LLVMValueRef call, int which) {
    static const char *const names[] = {
        [FLOOR] = "llvm.floor",         [CEIL] = "llvm.ceil",           [TRUNC] = "llvm.trunc", [RINT] = "llvm.rint",
        [NEARBYINT] = "llvm.nearbyint", [ROUNDEVEN] = "llvm.roundeven", [ROUND] = "llvm.round", [SQRT] = "llvm.sqrt",
        [MINIMUM] = "llvm.minimum",     [MAXIMUM] = "llvm.maximum"};
    LLVMValueRef args[2] = {NULL};
    unsigned n = LLVMGetNumArgOperands(call);
    for (unsigned i = 0; i < n && i < 2; i++)
        args[i] = host_at_least_float(h, host_arg(call, i));
    LLVMValueRef r = host_intrinsic(h, names[which], LLVMTypeOf(args[0]), args, n);
    return host_float_cast(h, r, genx_elt_type(LLVMTypeOf(call)));
}

// Lane after lane, each result rounded.
enum { SUM, PRODUCT, LEAST, MOST };
static LLVMValueRef reduce(host *h, LLVMValueRef call, int which) {
    bool has_start = which <= PRODUCT;
    LLVMValueRef v = host_arg(call, has_start ? 1 : 0), r = has_start ? host_arg(call, 0) : NULL;
    LLVMTypeRef elt = genx_elt_type(LLVMTypeOf(v));
    for (uint32_t k = 0; k < genx_lanes(LLVMTypeOf(v)); k++) {
        LLVMValueRef x = LLVMBuildExtractElement(h->b, v, host_i32(h, k), ""), a;
        if (!r) {
            r = x;
        } else if (!has_start) {
            r = host_fminmax(h, r, x, which == MOST);
        } else {
            a = host_at_least_float(h, r);
            x = host_at_least_float(h, x);
            r = which == SUM ? LLVMBuildFAdd(h->b, a, x, "") : LLVMBuildFMul(h->b, a, x, "");
            r = host_float_cast(h, r, elt);
        }
    }
    return r;
}

enum { TO_EVEN, AWAY };
static LLVMValueRef nearest(host *h, LLVMValueRef call, int how) {
    LLVMValueRef v = host_at_least_float(h, host_arg(call, 0));
    v = host_intrinsic(h, how == AWAY ? "llvm.round" : "llvm.roundeven", LLVMTypeOf(v), &v, 1);
    return host_to_int(h, v, LLVMTypeOf(call), true);
}

static LLVMValueRef saturating(host *h, LLVMValueRef call, int is_signed) {
    return host_to_int(h, host_arg(call, 0), LLVMTypeOf(call), is_signed);
}

static const struct {
    const char *name; // without "llvm."
    host_fn fn;
    int param;
} rows[] = {
    {"minnum", minimum, false},
    {"maxnum", minimum, true},
    {"fma", fused, 0},
    {"fmuladd", fused, 0},
    {"canonicalize", same, 0},
    {"floor", as_float, FLOOR},
    {"ceil", as_float, CEIL},
    {"trunc", as_float, TRUNC},
    {"rint", as_float, RINT},
    {"nearbyint", as_float, NEARBYINT},
    {"roundeven", as_float, ROUNDEVEN},
    {"round", as_float, ROUND},
    {"sqrt", as_float, SQRT},
    {"minimum", as_float, MINIMUM},
    {"maximum", as_float, MAXIMUM},
    {"fptosi.sat", saturating, true},
    {"fptoui.sat", saturating, false},
    {"vector.reduce.fadd", reduce, SUM},
    {"vector.reduce.fmul", reduce, PRODUCT},
    {"vector.reduce.fmin", reduce, LEAST},
    {"vector.reduce.fmax", reduce, MOST},
    {"ubsantrap", host_stop, 0},
    {"exp2", function, CMC_MATH_EXP2},
    {"log2", function, CMC_MATH_LOG2},
    {"sin", function, CMC_MATH_SIN},
    {"cos", function, CMC_MATH_COS},
    {"exp", function, CMC_MATH_EXP},
    {"log", function, CMC_MATH_LOG},
    {"exp10", function, CMC_MATH_EXP10},
    {"log10", function, CMC_MATH_LOG10},
    {"pow", function2, CMC_MATH_POW},
    {"powi", with_integer, CMC_MATH_POW},
    {"ldexp", with_integer, CMC_MATH_LDEXP},
    {"lrint", nearest, TO_EVEN},
    {"llrint", nearest, TO_EVEN},
    {"lround", nearest, AWAY},
    {"llround", nearest, AWAY},
};

static void replace(LLVMValueRef inst, LLVMValueRef by) {
    LLVMReplaceAllUsesWith(inst, by);
    LLVMInstructionEraseFromParent(inst);
}

bool host_lower_llvm(host *h, LLVMValueRef call) {
    size_t len = 0;
    const char *name = genx_callee_name(call, &len);
    if (!name || len < 5 || memcmp(name, "llvm.", 5) != 0)
        return false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t n = strlen(rows[i].name);
        if (len < 5 + n || memcmp(name + 5, rows[i].name, n) != 0 || (name[5 + n] && name[5 + n] != '.'))
            continue;
        LLVMPositionBuilderBefore(h->b, call);
        replace(call, rows[i].fn(h, call, rows[i].param));
        return true;
    }
    return false;
}

static LLVMValueRef from_integer(host *h, LLVMValueRef inst, bool is_signed) {
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    if (!host_is_short(LLVMTypeOf(inst)))
        return NULL;
    LLVMTypeRef wide = host_like(LLVMTypeOf(inst), h->f64);
    v = is_signed ? LLVMBuildSIToFP(h->b, v, wide, "") : LLVMBuildUIToFP(h->b, v, wide, "");
    return host_float_cast(h, v, genx_elt_type(LLVMTypeOf(inst)));
}

// Sums, products and quotients of short formats round right when a float's result is rounded again.
static LLVMValueRef short_operation(host *h, LLVMValueRef inst, LLVMOpcode op) {
    if (!host_is_short(LLVMTypeOf(LLVMGetOperand(inst, 0))))
        return NULL;
    LLVMValueRef a = host_at_least_float(h, LLVMGetOperand(inst, 0)),
                 b = host_at_least_float(h, LLVMGetOperand(inst, 1));
    if (op == LLVMFCmp)
        return LLVMBuildFCmp(h->b, LLVMGetFCmpPredicate(inst), a, b, "");
    return host_float_cast(h, LLVMBuildBinOp(h->b, op, a, b, ""), genx_elt_type(LLVMTypeOf(inst)));
}

static LLVMValueRef narrower(host *h, LLVMValueRef inst) {
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    switch (op) {
    case LLVMFRem:
        return host_math(h, CMC_MATH_FMOD, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1));
    case LLVMFPTrunc:
    case LLVMFPExt:
        return host_float_cast(h, LLVMGetOperand(inst, 0), genx_elt_type(LLVMTypeOf(inst)));
    case LLVMFPToSI:
    case LLVMFPToUI:
        return host_to_int(h, LLVMGetOperand(inst, 0), LLVMTypeOf(inst), op == LLVMFPToSI);
    case LLVMSIToFP:
    case LLVMUIToFP:
        return from_integer(h, inst, op == LLVMSIToFP);
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFCmp:
        return short_operation(h, inst, op);
    default:
        return NULL;
    }
}

void host_lower_plain(host *h, LLVMValueRef inst) {
    if (LLVMCanValueUseFastMathFlags(inst))
        LLVMSetFastMathFlags(inst, LLVMFastMathNone); // each operation rounds by itself
    LLVMPositionBuilderBefore(h->b, inst);
    LLVMValueRef v = narrower(h, inst);
    if (v)
        replace(inst, v);
}
