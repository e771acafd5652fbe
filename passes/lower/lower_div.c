// SPDX-License-Identifier: MIT
// Part of gx_lower: 32-bit integer division on targets whose math unit cannot divide integers (Xe-HPG on).
//
//   before                        after
//     %q = udiv i32 %a, %b          %z = fptoui (inv(uitofp %b) * 4294966272.0)      // 2^32 / b from below, about 21 bits
//                                   %z = %z + umulh(%z, -%b * %z)                    // one Newton step in integers
//                                   %q = umulh(%a, %z),  %r = %a - %q * %b           // off by at most two
//                                   twice: if %r >= %b then %q + 1, %r - %b
//
// 4294966272 is 2^32 - 1024: it keeps the estimate below 2^32 / b even if inv is wrong by one unit in the last place in
// either direction (with 2^32 - 512, an inv that is too large gives wrong quotients, for example for 13 / 3). Signed
// division uses magnitudes and then restores the signs. The quotient is negative if the signs differ; the remainder has
// the dividend's sign.
//
// Where there are doubles, few lanes take a third of the instructions, signed or not:
//     %y = uitofp i32 %b to double, %f = inv(uitofp i32 %b to float), %n = fpext (-%f)
//     %e = fma(%y, %n, 1 + 2^-40),  %p = uitofp %a * %n             // -a / b, about 22 bits
//     %q = fptoui -fma(%p, %e, %p),  %r = %a - %q * %b
// %q is exact. The estimate is wrong by less than 2^-21, its correction by less than 2^-42 (and the roundings of
// doubles), so that the quotient is too large by a factor between 1 and 1 + 2^-39, in each rounding mode. It never
// falls below an integer, nor does it reach the next one, from which a / b is at least 1 / b away: the factor adds less
// than a / b * 2^-39 <= 2^-7 / b.

#include "lower_ops.h"

typedef lw_quotient quotient;

// The double pipe of some targets takes several times the cycles of the integer pipe, so one register is the limit.
static bool fits_doubles(lw *L, LLVMTypeRef t) {
    return L->cx->model->has_fp64 && genx_lanes(t) * sizeof(double) <= L->cx->model->grf_b;
}

static LLVMValueRef quotient_of_doubles(lw *L, LLVMValueRef a, LLVMValueRef b, bool sign) {
    const double from_above = 1.0 + 1.0 / (1024.0 * 1024.0 * 1024.0 * 1024.0);
    LLVMOpcode to_real = sign ? LLVMSIToFP : LLVMUIToFP;
    LLVMTypeRef t = LLVMTypeOf(a), ft = lw_like(t, LLVMFloatTypeInContext(L->c));
    LLVMTypeRef dt = lw_like(t, LLVMDoubleTypeInContext(L->c));
    LLVMValueRef x = lo_cast(L, to_real, a, dt), y = lo_cast(L, to_real, b, dt), f = lo_cast(L, to_real, b, ft);
    f = genx_build(L->b, L->mod, GENX_INV, ft, &f, 1, "");
    LLVMValueRef n = lo_cast(L, LLVMFPExt, LLVMBuildFNeg(L->b, f, ""), dt);
    LLVMValueRef e = lo_fma(L, y, n, lo_real(y, from_above)), p = LLVMBuildFMul(L->b, x, n, "");
    LLVMValueRef q = LLVMBuildFNeg(L->b, lo_fma(L, p, e, p), "");
    return lo_cast(L, sign ? LLVMFPToSI : LLVMFPToUI, q, t);
}

static LLVMValueRef high_product(lw *L, LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef args[2] = {a, b};
    return genx_build(L->b, L->mod, GENX_UMULH, LLVMTypeOf(a), args, 2, "");
}

static LLVMValueRef reciprocal(lw *L, LLVMValueRef b) {
    LLVMTypeRef t = LLVMTypeOf(b), ft = lw_like(t, LLVMFloatTypeInContext(L->c));
    LLVMValueRef f = LLVMBuildUIToFP(L->b, b, ft, "");
    LLVMValueRef inv = genx_build(L->b, L->mod, GENX_INV, ft, &f, 1, "");
    LLVMValueRef z = LLVMBuildFPToUI(L->b, LLVMBuildFMul(L->b, inv, lw_real(ft, 4294966272.0), ""), t, "");
    LLVMValueRef error = LLVMBuildMul(L->b, LLVMBuildNeg(L->b, b, ""), z, "");
    return LLVMBuildAdd(L->b, z, high_product(L, z, error), "");
}

static quotient correct(lw *L, quotient x, LLVMValueRef b) {
    LLVMTypeRef t = LLVMTypeOf(b);
    LLVMValueRef low = LLVMBuildICmp(L->b, LLVMIntUGE, x.r, b, "");
    LLVMValueRef q = LLVMBuildAdd(L->b, x.q, lw_const(t, 1), ""), r = LLVMBuildSub(L->b, x.r, b, "");
    q = LLVMBuildSelect(L->b, low, q, x.q, "");
    r = LLVMBuildSelect(L->b, low, r, x.r, "");
    return (quotient){q, r};
}

// Reduces a divisor that is the same in all lanes to a scalar, if the vector takes more than one instruction.
static LLVMValueRef uniform(lw *L, LLVMValueRef b) {
    genx_region r;
    if (genx_size_b(LLVMTypeOf(b)) <= L->cx->model->grf_b || !genx_is_rdregion(b) || !genx_region_of(b, &r) ||
        r.off_vector || (r.width > 1 && r.stride != 0) || (r.width < r.lanes && r.vstride != 0))
        return b;
    r.lanes = r.width = 1;
    return genx_build_rd(L->b, L->mod, LLVMGetOperand(b, 0), &r, true);
}

static LLVMValueRef in_all_lanes(lw *L, LLVMValueRef x, LLVMTypeRef t) {
    return LLVMTypeOf(x) == t ? x : lw_splat(L, x, genx_lanes(t));
}

// b may be a scalar for all lanes; then its reciprocal is a scalar too.
quotient lw_divide32(lw *L, LLVMValueRef a, LLVMValueRef b) {
    quotient x;
    if (fits_doubles(L, LLVMTypeOf(a))) {
        x.q = quotient_of_doubles(L, a, b, false);
        x.r = lo_sub(L, a, lo_mul(L, x.q, b));
        return x;
    }
    x.q = high_product(L, a, in_all_lanes(L, reciprocal(L, b), LLVMTypeOf(a)));
    b = in_all_lanes(L, b, LLVMTypeOf(a));
    x.r = LLVMBuildSub(L->b, a, LLVMBuildMul(L->b, x.q, b, ""), "");
    return correct(L, correct(L, x, b), b);
}

// All ones where x is negative.
static LLVMValueRef sign_of(lw *L, LLVMValueRef x) {
    return LLVMBuildAShr(L->b, x, lw_const(LLVMTypeOf(x), 31), "");
}

// x where sign is 0, -x where it is all ones.
static LLVMValueRef apply_sign(lw *L, LLVMValueRef x, LLVMValueRef sign) {
    return LLVMBuildSub(L->b, LLVMBuildXor(L->b, x, sign, ""), sign, "");
}

LLVMValueRef lw_divide(lw *L, LLVMValueRef v) {
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    bool sign = o == LLVMSDiv || o == LLVMSRem, rem = o == LLVMURem || o == LLVMSRem;
    if (!(sign || rem || o == LLVMUDiv) || genx_elt_bits(LLVMTypeOf(v)) != 32 || L->cx->model->has_idiv)
        return NULL;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = uniform(L, LLVMGetOperand(v, 1));
    if (!sign) {
        quotient x = lw_divide32(L, a, b);
        return rem ? x.r : x.q;
    }
    if (fits_doubles(L, LLVMTypeOf(a))) {
        LLVMValueRef q = quotient_of_doubles(L, a, b, true);
        return rem ? lo_sub(L, a, lo_mul(L, q, b)) : q;
    }
    LLVMValueRef sa = sign_of(L, a), sb = sign_of(L, b);
    LLVMValueRef size_a = apply_sign(L, a, sa), size_b = apply_sign(L, b, sb);
    quotient x = lw_divide32(L, size_a, size_b);
    return rem ? apply_sign(L, x.r, sa)
               : apply_sign(L, x.q, LLVMBuildXor(L->b, sa, in_all_lanes(L, sb, LLVMTypeOf(sa)), ""));
}
