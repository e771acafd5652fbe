// SPDX-License-Identifier: MIT
// Part of gx_lower: bit operations, and genx intrinsics that newer hardware has dropped or older hardware lacks.
//
//   before                          after
//     bfn %a, %b, %c, 0xCA            %b ^ (... without the instruction: a choice between two functions of two inputs
//     bfi %w, %o, %x, %base           bfi2 (bfi1 %w, %o), %x, %base
//     rol %a, %n                      fshl %a, %a, %n (before Gen11; bytes and 64 bits everywhere)
//     cbit i32 (i8 %a)                ctpop (zext %a)
//     add3 %a, %b, %c                 two additions (before Xe-HPG)
//     dp4, line, lrp, sad2            products and sums on regions

#include "lower_ops.h"

#include <assert.h>

// Boolean functions

// A function of two inputs; bit 0 of lut is f(0,0), bit 1 f(a=1,b=0), bit 2 f(0,1), bit 3 f(1,1).
static LLVMValueRef two_inputs(lw *L, LLVMValueRef a, LLVMValueRef b, unsigned lut) {
    switch (lut & 15) {
    case 0:
        return lo_int(a, 0);
    case 1:
        return lo_not(L, lo_or(L, a, b));
    case 2:
        return lo_and(L, a, lo_not(L, b));
    case 3:
        return lo_not(L, b);
    case 4:
        return lo_and(L, lo_not(L, a), b);
    case 5:
        return lo_not(L, a);
    case 6:
        return lo_xor(L, a, b);
    case 7:
        return lo_not(L, lo_and(L, a, b));
    case 8:
        return lo_and(L, a, b);
    case 9:
        return lo_not(L, lo_xor(L, a, b));
    case 10:
        return a;
    case 11:
        return lo_or(L, a, lo_not(L, b));
    case 12:
        return b;
    case 13:
        return lo_or(L, lo_not(L, a), b);
    case 14:
        return lo_or(L, a, b);
    default:
        return lo_int(a, ~0ull);
    }
}

// c ? high(a, b) : low(a, b), simplified by what the two functions have in common.
static LLVMValueRef three_inputs(lw *L, LLVMValueRef a, LLVMValueRef b, LLVMValueRef c, unsigned lut) {
    unsigned low = lut & 15, high = lut >> 4 & 15;
    if (low == high)
        return two_inputs(L, a, b, low);
    LLVMValueRef x = two_inputs(L, a, b, low), y = two_inputs(L, a, b, high);
    if ((low ^ high) == 15)
        return lo_xor(L, x, c);
    if (low == 0)
        return lo_and(L, y, c);
    if (high == 15)
        return lo_or(L, x, c);
    if (high == 0)
        return lo_and(L, x, lo_not(L, c));
    if (low == 15)
        return lo_or(L, y, lo_not(L, c));
    return lo_xor(L, x, lo_and(L, two_inputs(L, a, b, low ^ high), c));
}

static LLVMValueRef bfn(lw *L, LLVMValueRef v) {
    uint64_t lut;
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = genx_elt_bits(t);
    if (!genx_const_u64(LLVMGetOperand(v, GENX_BFN_TABLE), &lut)) {
        gx_error(L->cx, v, "CM0945", "the last argument of llvm.genx.bfn selects the function and must be a constant");
        return LLVMGetUndef(t);
    }
    if (L->cx->model->has_bfn && (bits == 16 || bits == 32) && (lut & 255) != 0 && (lut & 255) != 255)
        return NULL;
    return three_inputs(L, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), LLVMGetOperand(v, 2), (unsigned)lut & 255);
}

// Fields, rotations, counts

static LLVMValueRef insert_field(lw *L, LLVMValueRef v) {
    enum { WIDTH, OFFSET, NEW, OLD };
    LLVMValueRef mask[2] = {LLVMGetOperand(v, WIDTH), LLVMGetOperand(v, OFFSET)};
    LLVMTypeRef t = LLVMTypeOf(v);
    mask[0] = genx_build(L->b, L->mod, GENX_BFI1, t, mask, 2, "");
    LLVMValueRef args[3] = {mask[0], LLVMGetOperand(v, NEW), LLVMGetOperand(v, OLD)};
    return genx_build(L->b, L->mod, GENX_BFI2, t, args, 3, "");
}

static LLVMValueRef rotate(lw *L, LLVMValueRef v, bool left) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(v, 0), n = LLVMGetOperand(v, 1);
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = genx_elt_bits(t);
    if (L->cx->model->has_rol && (bits == 16 || bits == 32))
        return NULL;
    LLVMValueRef args[3] = {a, a, lo_resize(L, n, bits, false)};
    return lw_llvm(L, left ? "llvm.fshl" : "llvm.fshr", t, args, 3);
}

static LLVMValueRef population(lw *L, LLVMValueRef v) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef x = LLVMGetOperand(v, 0);
    unsigned from = genx_elt_bits(LLVMTypeOf(x)), to = genx_elt_bits(LLVMTypeOf(v));
    if (from == 32 && to == 32)
        return NULL;
    x = lo_resize(L, x, from < 32 ? 32 : from, false);
    return lo_resize(L, lo_call1(L, "llvm.ctpop", x), to, false);
}

// Finds leading or trailing bits of narrow values by the dword instructions.
static LLVMValueRef find_bit(lw *L, LLVMValueRef v, genx_id id) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef x = LLVMGetOperand(v, 0);
    unsigned from = genx_elt_bits(LLVMTypeOf(x)), to = genx_elt_bits(LLVMTypeOf(v));
    if (from >= 32 && to == 32)
        return NULL;
    bool lead = id == GENX_LZD;
    x = lo_resize(L, x, 32, id == GENX_SFBH);
    LLVMValueRef r = genx_build(L->b, L->mod, id, LLVMTypeOf(x), &x, 1, "");
    if (from < 32 && lead)
        r = lo_sub(L, r, lo_int(r, 32 - from));
    if (from < 32 && (id == GENX_UFBH || id == GENX_SFBH)) { // a result of all ones stays
        LLVMValueRef none = lo_cmp(L, LLVMIntEQ, r, lo_int(r, ~0ull));
        r = lo_select(L, none, r, lo_sub(L, r, lo_int(r, 32 - from)));
    }
    return lo_resize(L, r, to, false);
}

static LLVMValueRef high_product(lw *L, LLVMValueRef v, bool sign) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    if (bits >= 32)
        return NULL;
    LLVMValueRef x = lo_resize(L, LLVMGetOperand(v, 0), 32, sign), y = lo_resize(L, LLVMGetOperand(v, 1), 32, sign);
    return lo_resize(L, lo_by(L, LLVMLShr, lo_mul(L, x, y), bits), bits, false);
}

// Dot products and interpolation on groups of four floats; the hardware dropped them with Gen11

// Element k of the group of four that each lane belongs to.
static LLVMValueRef component(lw *L, LLVMValueRef x, uint32_t k) {
    uint32_t n = genx_lanes(LLVMTypeOf(x)), e = genx_elt_b(LLVMTypeOf(x));
    genx_region r = {
        .vstride = 4, .width = n < 4 ? n : 4, .stride = 0, .off_const = true, .off_b = k * e, .lanes = n, .elt_b = e};
    return genx_build_rd(L->b, L->mod, x, &r, false);
}

static LLVMValueRef dot(lw *L, LLVMValueRef v, genx_id id) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    uint32_t terms = id == GENX_DP2 ? 2 : id == GENX_DP4 ? 4 : 3;
    if (!genx_is_vec(LLVMTypeOf(v)) || genx_lanes(LLVMTypeOf(v)) % 4 || LLVMTypeOf(a) != LLVMTypeOf(b)) {
        gx_error(L->cx, v, "CM0946",
                 "llvm.genx.%s works on groups of four floats; the number of elements must be a multiple of 4",
                 genx_info_get(id)->name);
        return LLVMGetUndef(LLVMTypeOf(v));
    }
    LLVMValueRef s = id == GENX_DPH ? component(L, b, 3) : NULL;
    for (uint32_t k = 0; k < terms; k++) {
        LLVMValueRef x = component(L, a, k), y = component(L, b, k);
        s = s ? lo_fma(L, x, y, s) : LLVMBuildFMul(L->b, x, y, "");
    }
    return s;
}

static LLVMValueRef line(lw *L, LLVMValueRef v) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef p = LLVMGetOperand(v, 0), x = LLVMGetOperand(v, 1);
    uint32_t n = genx_lanes(LLVMTypeOf(v)), e = genx_elt_b(LLVMTypeOf(v));
    genx_region r = {.vstride = 0, .width = 1, .stride = 0, .off_const = true, .lanes = n, .elt_b = e};
    LLVMValueRef slope = genx_build_rd(L->b, L->mod, p, &r, !genx_is_vec(LLVMTypeOf(v)));
    r.off_b = 3 * e;
    return lo_fma(L, slope, x, genx_build_rd(L->b, L->mod, p, &r, !genx_is_vec(LLVMTypeOf(v))));
}

static LLVMValueRef interpolate(lw *L, LLVMValueRef v) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1), c = LLVMGetOperand(v, 2);
    return lo_fma(L, a, b, LLVMBuildFMul(L->b, LLVMBuildFSub(L->b, lo_real(a, 1.0), a, ""), c, ""));
}

// Sums of absolute differences of adjacent bytes, in both lanes of each pair.
static LLVMValueRef sad2(lw *L, LLVMValueRef v, bool sign, bool accumulate) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef d[2], a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    uint32_t n = genx_lanes(LLVMTypeOf(v));
    if (!genx_is_vec(LLVMTypeOf(v)) || n % 2) {
        gx_error(L->cx, v, "CM0946", "llvm.genx.%s works on pairs; the number of elements must be even",
                 genx_info_get(genx_call_id(v))->name);
        return LLVMGetUndef(LLVMTypeOf(v));
    }
    LLVMValueRef x = lo_resize(L, a, 16, sign), y = lo_resize(L, b, 16, sign);
    LLVMValueRef diff = lo_call2(L, "llvm.abs", lo_sub(L, x, y), LLVMConstInt(lw_int(L, 1), 0, 0));
    for (uint32_t k = 0; k < 2; k++) {
        genx_region r = {
            .vstride = 2, .width = 2, .stride = 0, .off_const = true, .off_b = k * 2, .lanes = n, .elt_b = 2};
        d[k] = genx_build_rd(L->b, L->mod, diff, &r, false);
    }
    LLVMValueRef s = lo_resize(L, lo_add(L, d[0], d[1]), genx_elt_bits(LLVMTypeOf(v)), false);
    return accumulate ? lo_add(L, s, LLVMGetOperand(v, 2)) : s;
}

// The low halves go to the first register, the high halves to the second.
static LLVMValueRef mad_wide(lw *L, LLVMValueRef v, bool sign) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1), c = LLVMGetOperand(v, 2);
    LLVMTypeRef t = LLVMTypeOf(v), at = LLVMTypeOf(a);
    uint32_t n = genx_lanes(at);
    if (genx_size_b(t) < 2 * genx_size_b(at)) {
        gx_error(L->cx, v, "CM0324",
                 "llvm.genx.%s returns %u bytes, but the low and high halves of its operands' products have %u",
                 genx_info_get(genx_call_id(v))->name, (unsigned)genx_size_b(t), 2 * (unsigned)genx_size_b(at));
        return LLVMGetUndef(t);
    }
    LLVMValueRef two[2] = {lo_mul(L, a, b), c};
    LLVMValueRef lo = lo_add(L, two[0], c);
    LLVMValueRef high = lo_mulh(L, a, b, sign), carry = genx_build(L->b, L->mod, GENX_CARRY, at, two, 2, "");
    LLVMValueRef hi = lo_add(L, high, carry);
    if (sign)
        hi = lo_add(L, hi, lo_by(L, LLVMAShr, c, 31));
    genx_region r = genx_row_region(n, 0, 4);
    LLVMValueRef out = genx_build_wr(L->b, L->mod, LLVMGetUndef(t), lo, &r, NULL);
    r.off_b = genx_size_b(t) / 2;
    return genx_build_wr(L->b, L->mod, out, hi, &r, NULL);
}

LLVMValueRef lw_bits(lw *L, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    switch (id) {
    case GENX_BFN:
        return bfn(L, v);
    case GENX_BFI:
        return insert_field(L, v);
    case GENX_ROL:
    case GENX_ROR:
        return rotate(L, v, id == GENX_ROL);
    case GENX_CBIT:
        return population(L, v);
    case GENX_LZD:
    case GENX_FBL:
    case GENX_UFBH:
    case GENX_SFBH:
        return find_bit(L, v, id);
    case GENX_SMULH:
    case GENX_UMULH:
        return high_product(L, v, id == GENX_SMULH);
    case GENX_SMADW:
    case GENX_UMADW:
        return mad_wide(L, v, id == GENX_SMADW);
    case GENX_ADD3: {
        unsigned bits = genx_elt_bits(LLVMTypeOf(v));
        if (L->cx->model->has_add3 && (bits == 16 || bits == 32))
            return NULL;
        return lo_add(L, lo_add(L, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)), LLVMGetOperand(v, 2));
    }
    case GENX_DP2:
    case GENX_DP3:
    case GENX_DP4:
    case GENX_DPH:
        return dot(L, v, id);
    case GENX_LINE:
        return line(L, v);
    case GENX_LRP:
        return interpolate(L, v);
    case GENX_SSAD2:
    case GENX_USAD2:
        return sad2(L, v, id == GENX_SSAD2, false);
    case GENX_SSSAD2ADD:
    case GENX_USSAD2ADD:
    case GENX_SUSAD2ADD:
    case GENX_UUSAD2ADD:
        return sad2(L, v, id == GENX_SSSAD2ADD || id == GENX_USSAD2ADD, true);
    default:
        return NULL;
    }
}
