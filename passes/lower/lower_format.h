// SPDX-License-Identifier: MIT
// Internals of gx_lower: the parts of floats and doubles, for rules that compute with mantissas.

#ifndef CMC_PASSES_LOWER_FORMAT_H
#define CMC_PASSES_LOWER_FORMAT_H

#include "lower_ops.h"

typedef struct format {
    LLVMTypeRef t;     // the values
    LLVMTypeRef head;  // dwords that hold sign and exponent
    unsigned mantissa; // mantissa bits in the head
    uint32_t exp_mask; // of the exponent after the shift down
    bool dbl;
} format;

static inline format format_of(lw *L, LLVMTypeRef t) {
    bool dbl = genx_elt_bits(t) == 64;
    return (format){t, lo_ints(L, t, 32), dbl ? 20 : 23, dbl ? 0x7ff : 0xff, dbl};
}

// Splits a value into its head and, for doubles, the low dword.
static inline lw_halves open_bits(lw *L, const format *f, LLVMValueRef x) {
    LLVMValueRef i = LLVMBuildBitCast(L->b, x, lo_ints(L, f->t, f->dbl ? 64 : 32), "");
    return f->dbl ? lw_split(L, i) : (lw_halves){NULL, i};
}

static inline LLVMValueRef close_bits(lw *L, const format *f, lw_halves h) {
    LLVMValueRef i = f->dbl ? lw_join(L, h, lo_ints(L, f->t, 64)) : h.hi;
    return LLVMBuildBitCast(L->b, i, f->t, "");
}

static inline LLVMValueRef exponent(lw *L, const format *f, LLVMValueRef head) {
    return lo_and(L, lo_by(L, LLVMLShr, head, f->mantissa), lw_const(f->head, f->exp_mask));
}

// The value's mantissa with this exponent field.
static inline LLVMValueRef with_exponent(lw *L, const format *f, lw_halves h, LLVMValueRef field) {
    LLVMValueRef m = lo_and(L, h.hi, lw_const(f->head, (1u << f->mantissa) - 1));
    h.hi = lo_or(L, m, lo_by(L, LLVMShl, field, f->mantissa));
    return close_bits(L, f, h);
}

// An approximation of id's function, to the accuracy of a float.
static inline LLVMValueRef estimate(lw *L, const format *f, genx_id id, LLVMValueRef x) {
    LLVMTypeRef ft = lw_like(f->t, LLVMFloatTypeInContext(L->c));
    LLVMValueRef s = lo_cast(L, LLVMFPTrunc, x, ft);
    s = genx_build(L->b, L->mod, id, ft, &s, 1, "");
    return lo_cast(L, LLVMFPExt, s, f->t);
}

#endif
