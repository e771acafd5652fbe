// SPDX-License-Identifier: MIT
// gx_lower_spirv: what the builders of its builtins share.

#include "spirv_priv.h"

#include <string.h>

LLVMTypeRef sp_like(LLVMTypeRef shape, LLVMTypeRef element) {
    return genx_is_vec(shape) ? LLVMVectorType(element, genx_lanes(shape)) : element;
}

LLVMTypeRef sp_ints(spirv *s, LLVMTypeRef shape, unsigned bits) {
    return sp_like(shape, LLVMIntTypeInContext(s->c, bits));
}

LLVMValueRef sp_int(LLVMTypeRef t, uint64_t x) {
    return genx_const_all(t, LLVMConstInt(genx_elt_type(t), x, 0));
}

LLVMValueRef sp_real(LLVMTypeRef t, double x) {
    return genx_const_all(t, LLVMConstReal(genx_elt_type(t), x));
}

static LLVMValueRef call(spirv *s, const char *name, LLVMTypeRef *types, unsigned n_types, LLVMValueRef *args,
                         unsigned n) {
    unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(s->mod, id, types, n_types);
    return LLVMBuildCall2(s->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

LLVMValueRef sp_call(spirv *s, const char *name, LLVMValueRef *args, unsigned n) {
    LLVMTypeRef t = LLVMTypeOf(args[0]);
    return call(s, name, &t, 1, args, n);
}

LLVMValueRef sp_call_2(spirv *s, const char *name, LLVMValueRef x, LLVMValueRef n) {
    LLVMTypeRef types[2] = {LLVMTypeOf(x), LLVMTypeOf(n)};
    LLVMValueRef args[2] = {x, n};
    return call(s, name, types, 2, args, 2);
}

LLVMValueRef sp_resize(spirv *s, LLVMValueRef x, unsigned bits, bool sign) {
    return LLVMBuildIntCast2(s->b, x, sp_ints(s, LLVMTypeOf(x), bits), sign, "");
}

static LLVMValueRef by(spirv *s, LLVMOpcode o, LLVMValueRef x, uint64_t c) {
    return sp_op(s, o, x, sp_int(LLVMTypeOf(x), c));
}

// The upper halves of products of 64 bits, by the four products of their halves.
static LLVMValueRef high_quad(spirv *s, LLVMValueRef x, LLVMValueRef y, bool sign) {
    enum { HALF = 32 };
    const uint64_t low = 0xffffffffu;
    LLVMValueRef xl = by(s, LLVMAnd, x, low), xh = by(s, LLVMLShr, x, HALF);
    LLVMValueRef yl = by(s, LLVMAnd, y, low), yh = by(s, LLVMLShr, y, HALF);
    LLVMValueRef ll = sp_op(s, LLVMMul, xl, yl), lh = sp_op(s, LLVMMul, xl, yh);
    LLVMValueRef hl = sp_op(s, LLVMMul, xh, yl), hh = sp_op(s, LLVMMul, xh, yh);
    LLVMValueRef ll_high = by(s, LLVMLShr, ll, HALF), lh_low = by(s, LLVMAnd, lh, low);
    LLVMValueRef mid = sp_op(s, LLVMAdd, ll_high, lh_low);
    mid = sp_op(s, LLVMAdd, mid, by(s, LLVMAnd, hl, low));
    LLVMValueRef r = sp_op(s, LLVMAdd, hh, by(s, LLVMLShr, lh, HALF));
    r = sp_op(s, LLVMAdd, r, by(s, LLVMLShr, hl, HALF));
    r = sp_op(s, LLVMAdd, r, by(s, LLVMLShr, mid, HALF));
    if (!sign)
        return r;
    r = sp_op(s, LLVMSub, r, sp_op(s, LLVMAnd, by(s, LLVMAShr, x, 63), y));
    return sp_op(s, LLVMSub, r, sp_op(s, LLVMAnd, by(s, LLVMAShr, y, 63), x));
}

LLVMValueRef sp_high_product(spirv *s, LLVMValueRef x, LLVMValueRef y, bool sign) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(x));
    LLVMValueRef args[2] = {x, y};
    if (bits == 64)
        return high_quad(s, x, y, sign);
    if (bits == 32)
        return genx_build(s->b, s->mod, sign ? GENX_SMULH : GENX_UMULH, LLVMTypeOf(x), args, 2, "");
    LLVMValueRef wide_x = sp_resize(s, x, 32, sign), wide_y = sp_resize(s, y, 32, sign);
    LLVMValueRef p = sp_op(s, LLVMMul, wide_x, wide_y);
    return sp_resize(s, by(s, LLVMLShr, p, bits), bits, false);
}

LLVMValueRef sp_with_sign(spirv *s, LLVMValueRef size, LLVMValueRef sign) {
    return sp_call2(s, "llvm.copysign", size, sign);
}

LLVMValueRef sp_polynomial(spirv *s, LLVMValueRef x, const double *c, unsigned n) {
    LLVMTypeRef t = LLVMTypeOf(x);
    LLVMValueRef p = sp_real(t, c[0]);
    for (unsigned k = 1; k < n; k++)
        p = sp_fma(s, p, x, sp_real(t, c[k]));
    return p;
}
