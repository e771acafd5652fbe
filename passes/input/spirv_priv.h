// SPDX-License-Identifier: MIT
// Internals of gx_lower_spirv: builtins that are more than one operation (spirv_builtins.def), and short names for
// what they build.

#ifndef CMC_PASSES_SPIRV_PRIV_H
#define CMC_PASSES_SPIRV_PRIV_H

#include "passes_priv.h"

typedef struct spirv {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef c;
    LLVMBuilderRef b;
    LLVMTypeRef i1, i8, i32, i64, f32, v3;
} spirv;

// Builds a builtin's value of type t before the call; a: its operands. A builtin without result returns an operand.
typedef LLVMValueRef spirv_builder(spirv *s, LLVMValueRef *a, LLVMTypeRef t);

typedef struct spirv_builtin {
    const char *name;  // without "__spirv_"
    const char *kinds; // spirv_builtins.def
    spirv_builder *build;
    bool in_float; // half and bfloat are computed as float
} spirv_builtin;

// The builtin of a name; NULL: none (spirv_builtins.c).
const spirv_builtin *spirv_find(const char *name);
// Do the call's types match the kinds "result:operands"?
bool spirv_fits(const char *kinds, LLVMValueRef call);
LLVMValueRef spirv_build(spirv *s, const spirv_builtin *row, LLVMValueRef call);

#define SPIRV_IN_FLOAT(name, kinds, builder) spirv_builder spirv_##builder;
#define SPIRV_BUILTIN(name, kinds, builder)  spirv_builder spirv_##builder;
#include "spirv_builtins.def"

// spirv_build.c
LLVMTypeRef sp_like(LLVMTypeRef shape, LLVMTypeRef element);     // the same lanes with another element type
LLVMTypeRef sp_ints(spirv *s, LLVMTypeRef shape, unsigned bits); // integers of this width
LLVMValueRef sp_int(LLVMTypeRef t, uint64_t x);                  // a number in all lanes
LLVMValueRef sp_real(LLVMTypeRef t, double x);
LLVMValueRef sp_call(spirv *s, const char *name, LLVMValueRef *args, unsigned n);   // overloaded by the type of args[0]
LLVMValueRef sp_call_2(spirv *s, const char *name, LLVMValueRef x, LLVMValueRef n); // by the types of both
LLVMValueRef sp_resize(spirv *s, LLVMValueRef x, unsigned bits, bool sign);
LLVMValueRef sp_high_product(spirv *s, LLVMValueRef x, LLVMValueRef y, bool sign);
LLVMValueRef sp_with_sign(spirv *s, LLVMValueRef size, LLVMValueRef sign);
LLVMValueRef sp_polynomial(spirv *s, LLVMValueRef x, const double *c, unsigned n); // c[0] is of the highest power

static inline LLVMValueRef sp_op(spirv *s, LLVMOpcode o, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildBinOp(s->b, o, x, y, "");
}
static inline LLVMValueRef sp_fadd(spirv *s, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFAdd(s->b, x, y, "");
}
static inline LLVMValueRef sp_fsub(spirv *s, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFSub(s->b, x, y, "");
}
static inline LLVMValueRef sp_fmul(spirv *s, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFMul(s->b, x, y, "");
}
static inline LLVMValueRef sp_fdiv(spirv *s, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFDiv(s->b, x, y, "");
}
static inline LLVMValueRef sp_scale(spirv *s, LLVMValueRef x, double by) {
    return LLVMBuildFMul(s->b, x, sp_real(LLVMTypeOf(x), by), "");
}
static inline LLVMValueRef sp_call1(spirv *s, const char *name, LLVMValueRef x) {
    return sp_call(s, name, &x, 1);
}
static inline LLVMValueRef sp_call2(spirv *s, const char *name, LLVMValueRef x, LLVMValueRef y) {
    LLVMValueRef args[2] = {x, y};
    return sp_call(s, name, args, 2);
}
static inline LLVMValueRef sp_fma(spirv *s, LLVMValueRef x, LLVMValueRef y, LLVMValueRef z) {
    LLVMValueRef args[3] = {x, y, z};
    return sp_call(s, "llvm.fma", args, 3);
}
static inline LLVMValueRef sp_fcmp(spirv *s, LLVMRealPredicate p, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildFCmp(s->b, p, x, y, "");
}
static inline LLVMValueRef sp_is(spirv *s, LLVMRealPredicate p, LLVMValueRef x, double y) {
    return LLVMBuildFCmp(s->b, p, x, sp_real(LLVMTypeOf(x), y), "");
}
static inline LLVMValueRef sp_icmp(spirv *s, LLVMIntPredicate p, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildICmp(s->b, p, x, y, "");
}
static inline LLVMValueRef sp_select(spirv *s, LLVMValueRef c, LLVMValueRef x, LLVMValueRef y) {
    return LLVMBuildSelect(s->b, c, x, y, "");
}

#endif
