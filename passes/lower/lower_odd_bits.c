// SPDX-License-Identifier: MIT
// Part of gx_lower: bitcasts of integers of widths that no register has, through their bytes.
//
//   before                                        after
//     %x = bitcast <3 x i8> %v to i24               wrregion of %v into <4 x i8> zeroes; bitcast to i32; trunc to i24
//     %v = bitcast i48 %x to <3 x i16>              rdregion of 6 bytes of zext i64 %x; bitcast
//     %v = bitcast <4 x i24> %x to <3 x i32>        rdregion of 3 bytes of each 4; bitcast
//     %x = bitcast <8 x i5> %v to i40               the elements as i64, shifted to their places, ored; trunc to i40
//
// Does not handle: more than 64 bits in elements that are not whole bytes.

#include "lower_ops.h"

static uint64_t bits_of(LLVMTypeRef t) {
    return (uint64_t)genx_elt_bits(t) * genx_lanes(t);
}

static LLVMTypeRef bytes_type(lw *L, uint64_t bits) {
    return LLVMVectorType(lw_int(L, 8), (unsigned)(bits / 8));
}

// The byte region of elements that are whole bytes, in registers with `to` bits for each element.
static genx_region byte_rows(LLVMTypeRef t, unsigned to) {
    uint32_t each = genx_elt_bits(t) / 8;
    uint32_t lanes = each * genx_lanes(t);
    return (genx_region){.vstride = to / 8, .width = each, .stride = 1, .off_const = true, .lanes = lanes, .elt_b = 1};
}

// The bit position of each element in the number that all elements form.
static LLVMValueRef places(lw *L, LLVMTypeRef t, unsigned bits) {
    uint32_t n = genx_lanes(t);
    LLVMValueRef e[64];
    for (uint32_t k = 0; k < n && k < 64; k++)
        e[k] = LLVMConstInt(lw_int(L, bits), (uint64_t)k * genx_elt_bits(t), 0);
    return LLVMConstVector(e, n);
}

// All bits of x as a number of 32 or 64 bits; x has at most that many.
static LLVMValueRef number_of(lw *L, LLVMValueRef x) {
    LLVMTypeRef t = LLVMTypeOf(x);
    unsigned bits = bits_of(t) <= 32 ? 32 : 64;
    x = lo_resize(L, lw_widened(L, x, false), bits, false);
    if (!genx_is_vec(t))
        return x;
    if (genx_lanes(t) == 1)
        return LLVMBuildBitCast(L->b, x, lw_int(L, bits), "");
    x = lo_op(L, LLVMShl, x, places(L, t, bits));
    LLVMTypeRef xt = LLVMTypeOf(x);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(L->mod, LLVMLookupIntrinsicID("llvm.vector.reduce.or", 21), &xt, 1);
    return LLVMBuildCall2(L->b, LLVMGlobalGetValueType(f), f, &x, 1, "");
}

static LLVMValueRef of_number(lw *L, LLVMValueRef x, LLVMTypeRef t) {
    if (genx_is_vec(t)) {
        x = genx_lanes(t) == 1 ? LLVMBuildBitCast(L->b, x, lo_ints(L, t, genx_elt_bits(LLVMTypeOf(x))), "")
                               : lw_splat(L, x, genx_lanes(t));
        if (genx_lanes(t) > 1)
            x = lo_op(L, LLVMLShr, x, places(L, t, genx_elt_bits(LLVMTypeOf(x))));
    }
    return LLVMBuildTrunc(L->b, lo_resize(L, x, lw_legal_bits(genx_elt_bits(t)), false), t, "");
}

static LLVMValueRef bytes_of(lw *L, LLVMValueRef x) {
    LLVMTypeRef t = LLVMTypeOf(x);
    if (!lw_is_odd(t))
        return LLVMBuildBitCast(L->b, x, bytes_type(L, bits_of(t)), "");
    if (genx_elt_bits(t) % 8 != 0) {
        x = number_of(L, x);
        x = LLVMBuildBitCast(L->b, x, bytes_type(L, genx_elt_bits(LLVMTypeOf(x))), "");
        return lw_read_1d(L, x, 0, 1, (uint32_t)(bits_of(t) / 8), false);
    }
    x = lw_widened(L, x, false);
    genx_region r = byte_rows(t, genx_elt_bits(LLVMTypeOf(x)));
    return genx_build_rd(L->b, L->mod, LLVMBuildBitCast(L->b, x, bytes_type(L, bits_of(LLVMTypeOf(x))), ""), &r, false);
}

static LLVMValueRef of_bytes(lw *L, LLVMValueRef x, LLVMTypeRef t) {
    if (!lw_is_odd(t))
        return LLVMBuildBitCast(L->b, x, t, "");
    bool whole = genx_elt_bits(t) % 8 == 0;
    unsigned to = whole ? lw_legal_bits(genx_elt_bits(t)) : bits_of(t) <= 32 ? 32 : 64;
    LLVMTypeRef wide = whole ? lo_ints(L, t, to) : lw_int(L, to);
    genx_region r = byte_rows(t, to);
    uint32_t n = genx_lanes(LLVMTypeOf(x));
    if (!whole)
        r = (genx_region){.vstride = 0, .width = n, .stride = 1, .off_const = true, .lanes = n, .elt_b = 1};
    x = genx_build_wr(L->b, L->mod, LLVMConstNull(bytes_type(L, bits_of(wide))), x, &r, NULL);
    x = LLVMBuildBitCast(L->b, x, wide, "");
    return whole ? LLVMBuildTrunc(L->b, x, t, "") : of_number(L, x, t);
}

static bool in_pieces(LLVMTypeRef t) {
    return lw_is_odd(t) && genx_elt_bits(t) % 8 != 0;
}

LLVMValueRef lw_odd_bits(lw *L, LLVMValueRef x, LLVMTypeRef t) {
    LLVMTypeRef from = LLVMTypeOf(x);
    if ((in_pieces(from) || in_pieces(t)) && bits_of(t) > 64)
        return NULL;
    if (bits_of(t) % 8 != 0) // then neither type has elements of whole bytes
        return of_number(L, number_of(L, x), t);
    return of_bytes(L, bytes_of(L, x), t);
}
