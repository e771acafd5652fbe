// SPDX-License-Identifier: MIT
// gx_divide_constants: turn division and remainder by a constant into multiplications and shifts.
//
//   before                                 after
//     udiv <16 x i8> %a, 9                   trunc (lshr (mul (zext %a), 57), 9)
//     udiv <16 x i16> %a, 7                  x = zext %a;  trunc (lshr (add (mul x, 37449), 37449), 18)
//     udiv <8 x i32> %a, 10                  lshr (umulh %a, 0xcccccccd), 3
//     udiv <8 x i32> %a, 7                   lshr (umulh (uadd.sat %a, 1), 0x49249249), 1
//     sdiv <8 x i32> %a, -8                  s = ashr %a, 31;  sub 0, (ashr (add %a, (lshr s, 29)), 3)
//     sdiv <8 x i32> %a, 10                  sub (ashr (smulh %a, 0x66666667), 2), (ashr %a, 31)
//     urem <8 x i32> %a, 10                  q = as above;  add %a, (mul %q, -10)
//     sdiv exact <8 x i32> %a, 24            mul (ashr %a, 3), 0xaaaaaaab      // the inverse of 3 modulo 2^32
//     icmp eq (urem <8 x i32> %a, 10), 0     icmp ule (ror (mul %a, 0xcccccccd), 1), 429496729
//
// How: a number M near 2^s / d replaces the divisor: floor(x * M / 2^s) is the quotient for all x up to the largest
// possible x. That maximum is computed, not assumed (LLVM knows how many bits a value has). If M is rounded up, M =
// ceil(2^s / d), the error e = M * d - 2^s must satisfy n * e < 2^s for the largest n with remainder d - 1. If M is
// rounded down, floor((x + 1) * M / 2^s) needs (n + 1) * e <= 2^s for the largest multiple n, with e = 2^s - M * d.
//
// Runs before gx_lower. Where the math unit divides dwords, such divisions stay, except quotients whose product fits in
// a dword. 64-bit products are made of halves, as everywhere. Divisions whose lanes have different divisors stay as
// well.

#include "lower/lower_ops.h"

#include "llvm_shim.h"

#include <llvm-c/DebugInfo.h>

__extension__ typedef unsigned __int128 wide;

typedef enum way {
    WAY_NONE = 0,
    WAY_ZERO,     // every x is below d
    WAY_COMPARE,  // every x is below 2 * d
    WAY_LOW,      // x * M >> s in one register
    WAY_LOW_INC,  // (x * M + M) >> s
    WAY_HIGH,     // high half of x * M, >> s
    WAY_HIGH_INC, // high half of (x + 1) * M, >> s; x + 1 saturates
    WAY_HIGH_FIX  // M has one bit more than a register holds
} way;

typedef struct magic {
    way w;
    uint64_t m;
    unsigned s;
} magic;

static uint64_t ones(unsigned bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

// M rounded up: is the quotient correct for all x up to max? max is at least d.
static bool round_up(uint64_t d, uint64_t max, unsigned s, wide *m) {
    wide p = (wide)1 << s;
    *m = (p + d - 1) / d;
    wide e = *m * d - p, n = (wide)max - ((wide)max + 1) % d;
    return n * e < p;
}

static bool round_down(uint64_t d, uint64_t max, unsigned s, wide *m) {
    wide p = (wide)1 << s;
    *m = p / d;
    wide e = p - *m * d, n = (wide)max - max % d;
    return e != 0 && *m != 0 && (n + 1) * e <= p;
}

// The product fits in 32 bits, so one multiplication suffices.
static magic find_low(uint64_t d, uint64_t max) {
    wide m;
    for (unsigned s = 0; s < 32; s++)
        if (round_up(d, max, s, &m) && (wide)max * m <= ones(32))
            return (magic){WAY_LOW, (uint64_t)m, s};
    for (unsigned s = 0; s < 32; s++)
        if (round_down(d, max, s, &m) && ((wide)max + 1) * m <= ones(32))
            return (magic){WAY_LOW_INC, (uint64_t)m, s};
    return (magic){WAY_NONE, 0, 0};
}

// For 32 or 64 bits; n * e has fewer than 2 * 64 bits as long as e < d and s < bits.
static magic find_high(uint64_t d, uint64_t max, unsigned bits) {
    wide m;
    unsigned top = 0;
    while (top < 63 && d >> (top + 1))
        top++;
    for (unsigned s = 0; s <= top; s++)
        if (round_up(d, max, bits + s, &m) && m <= ones(bits))
            return (magic){WAY_HIGH, (uint64_t)m, s};
    for (unsigned s = 0; s <= top && bits == 32; s++)
        if (round_down(d, max, bits + s, &m) && m <= ones(bits) && (max < ones(bits) || max % d != 0))
            return (magic){WAY_HIGH_INC, (uint64_t)m, s};
    round_up(d, max, bits + top + 1, &m); // always correct; top + 1 < bits, since max is at least 2 * d
    return (magic){WAY_HIGH_FIX, (uint64_t)(m & ones(bits)), top};
}

// Unsigned quotients

static LLVMValueRef high_product(lw *L, LLVMValueRef x, uint64_t m) {
    LLVMValueRef c = lo_int(x, m);
    return genx_elt_bits(LLVMTypeOf(x)) == 64 ? lw_high_product(L, x, c) : lo_mulh(L, x, c, false);
}

static LLVMValueRef right(lw *L, LLVMOpcode o, LLVMValueRef x, unsigned by) {
    return by ? lo_by(L, o, x, by) : x;
}

static LLVMValueRef apply_unsigned(lw *L, LLVMValueRef x, magic g) {
    LLVMValueRef t;
    switch (g.w) {
    case WAY_ZERO:
        return lo_int(x, 0);
    case WAY_COMPARE:
        return lo_select(L, lo_cmp(L, LLVMIntUGE, x, lo_int(x, g.m)), lo_int(x, 1), lo_int(x, 0));
    case WAY_LOW:
        return right(L, LLVMLShr, lo_mul(L, x, lo_int(x, g.m)), g.s);
    case WAY_LOW_INC:
        return right(L, LLVMLShr, lo_add(L, lo_mul(L, x, lo_int(x, g.m)), lo_int(x, g.m)), g.s);
    case WAY_HIGH:
        return right(L, LLVMLShr, high_product(L, x, g.m), g.s);
    case WAY_HIGH_INC:
        return right(L, LLVMLShr, high_product(L, lo_call2(L, "llvm.uadd.sat", x, lo_int(x, 1)), g.m), g.s);
    case WAY_HIGH_FIX:
        t = high_product(L, x, g.m);
        return right(L, LLVMLShr, lo_add(L, lo_by(L, LLVMLShr, lo_sub(L, x, t), 1), t), g.s);
    case WAY_NONE:
        break;
    }
    return NULL;
}

static magic find_unsigned(uint64_t d, uint64_t max, unsigned bits) {
    if (max < d)
        return (magic){WAY_ZERO, 0, 0};
    if (max / 2 < d)
        return (magic){WAY_COMPARE, d, 0};
    magic g = bits == 32 ? find_low(d, max) : (magic){WAY_NONE, 0, 0};
    return g.w != WAY_NONE ? g : find_high(d, max, bits);
}

// Signed quotients

static bool is_power(uint64_t d) {
    return (d & (d - 1)) == 0;
}

static unsigned log_of(uint64_t d) {
    unsigned k = 0;
    while (d >> k != 1)
        k++;
    return k;
}

// The addend that makes an arithmetic shift round to zero: d - 1 for negative x, else 0.
static LLVMValueRef bias(lw *L, LLVMValueRef x, unsigned k) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(x));
    LLVMValueRef s = k > 1 ? lo_by(L, LLVMAShr, x, bits - 1) : x;
    return lo_by(L, LLVMLShr, s, bits - k);
}

// Handles magnitudes up to max. q rounds towards minus infinity, so negative x needs one more; for -d all signs flip.
static LLVMValueRef signed_quotient(lw *L, LLVMValueRef x, uint64_t d, bool negative, uint64_t max) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(x));
    if (max < d)
        return lo_int(x, 0);
    LLVMValueRef q, sign = lo_by(L, LLVMAShr, x, bits - 1);
    magic g = {WAY_NONE, 0, 0};
    wide m;
    for (unsigned s = 0; s < 31 && bits == 32 && g.w == WAY_NONE; s++)
        if (round_up(d, max, s, &m) && (wide)max * m < 1u << 31)
            g = (magic){WAY_LOW, (uint64_t)m, s};
    for (unsigned s = 0; s < bits - 1 && g.w == WAY_NONE; s++)
        if (round_up(d, max, bits + s, &m) && m <= ones(bits))
            g = (magic){WAY_HIGH, (uint64_t)m, s};
    if (g.w == WAY_LOW) {
        q = lo_mul(L, x, lo_int(x, g.m));
    } else if (bits == 64) { // the unsigned product of a negative x is too large by M * 2^64
        LLVMValueRef high = high_product(L, x, g.m), excess = lo_and(L, sign, lo_int(x, g.m));
        q = lo_sub(L, high, excess);
    } else {
        q = lo_mulh(L, x, lo_int(x, g.m), true);
        q = g.m >> 31 ? lo_add(L, q, x) : q; // M - 2^32 was multiplied
    }
    q = right(L, LLVMAShr, q, g.s);
    return negative ? lo_sub(L, sign, q) : lo_sub(L, q, sign);
}

// One instruction

typedef struct division {
    LLVMValueRef v, x; // x in the width in which it is computed
    bool sign, rem, negative;
    uint64_t d;   // magnitude
    uint64_t max; // largest value or magnitude of x
    unsigned bits;
} division;

static bool parse(LLVMValueRef v, division *D) {
    uint64_t d;
    LLVMOpcode o = LLVMGetInstructionOpcode(v);
    D->sign = o == LLVMSDiv || o == LLVMSRem;
    D->rem = o == LLVMURem || o == LLVMSRem;
    D->bits = genx_elt_bits(LLVMTypeOf(v));
    bool known = D->bits == 8 || D->bits == 16 || D->bits == 32 || D->bits == 64;
    if (!(D->sign || D->rem || o == LLVMUDiv) || !known || !LLVMIsConstant(LLVMGetOperand(v, 1)) ||
        LLVMIsConstant(LLVMGetOperand(v, 0)) || !genx_const_splat(LLVMGetOperand(v, 1), &d))
        return false;
    D->v = v;
    D->x = LLVMGetOperand(v, 0);
    D->negative = D->sign && d >> (D->bits - 1) & 1;
    D->d = D->negative ? (~d + 1) & ones(D->bits) : d;
    D->max = gx_shim_max_value(D->x, D->sign);
    return D->d > 1;
}

static uint64_t inverse(uint64_t d) { // of odd numbers modulo 2^64; each step doubles the correct bits
    uint64_t x = d;
    for (unsigned i = 0; i < 5; i++)
        x *= 2 - d * x;
    return x;
}

static unsigned trailing_zeros(uint64_t d) {
    unsigned k = 0;
    while (!(d >> k & 1))
        k++;
    return k;
}

static LLVMValueRef exact(lw *L, const division *D) {
    unsigned k = trailing_zeros(D->d);
    uint64_t odd = inverse(D->d >> k);
    LLVMValueRef x = right(L, D->sign ? LLVMAShr : LLVMLShr, D->x, k);
    if (D->d >> k == 1)
        return D->negative ? lo_sub(L, lo_int(x, 0), x) : x;
    return lo_mul(L, x, lo_int(x, D->negative ? ~odd + 1 : odd));
}

// Powers of two take one shift, or three more instructions for signed numbers.
static LLVMValueRef by_power(lw *L, const division *D) {
    unsigned k = log_of(D->d);
    LLVMValueRef mask = lo_int(D->x, D->d - 1);
    if (!D->sign)
        return D->rem ? lo_and(L, D->x, mask) : lo_by(L, LLVMLShr, D->x, k);
    LLVMValueRef b = bias(L, D->x, k), sum = lo_add(L, D->x, b);
    if (D->rem)
        return lo_sub(L, lo_and(L, sum, mask), b);
    LLVMValueRef q = lo_by(L, LLVMAShr, sum, k);
    return D->negative ? lo_sub(L, lo_int(q, 0), q) : q;
}

// The math unit divides dwords in one instruction; only a single multiplication is better.
static bool keep_native(lw *L, const division *D) {
    if (!L->cx->model->has_idiv || D->bits != 32 || (!D->sign && (is_power(D->d) || D->max < D->d)))
        return false;
    return D->sign || D->rem || find_low(D->d, D->max).w != WAY_LOW;
}

static LLVMValueRef expand(lw *L, division *D) {
    LLVMTypeRef t = LLVMTypeOf(D->v);
    if (!D->rem && LLVMGetExact(D->v) && D->bits >= 16)
        return exact(L, D);
    if (D->bits < 32) { // the product of bytes and words fits in a dword
        D->x = lo_resize(L, D->x, 32, D->sign);
        D->bits = 32;
    }
    LLVMValueRef r;
    if (is_power(D->d)) {
        r = by_power(L, D);
    } else {
        magic g = D->sign ? (magic){WAY_NONE, 0, 0} : find_unsigned(D->d, D->max, D->bits);
        r = D->sign ? signed_quotient(L, D->x, D->d, D->negative && !D->rem, D->max) : apply_unsigned(L, D->x, g);
        if (D->rem && g.w == WAY_COMPARE) // where x is below d, x - d wraps to a larger value
            r = lo_call2(L, "llvm.umin", D->x, lo_sub(L, D->x, lo_int(D->x, D->d)));
        else if (D->rem)
            r = lo_add(L, D->x, lo_mul(L, r, lo_int(r, ~D->d + 1)));
    }
    return lo_resize(L, r, genx_elt_bits(t), false);
}

// Divisibility: x * inverse(odd part) with its low bits rotated to the top is at most (2^bits - 1) / d only for
// multiples.
static LLVMValueRef multiple(lw *L, LLVMValueRef cmp) {
    if (!LLVMIsAICmpInst(cmp))
        return NULL;
    LLVMIntPredicate p = LLVMGetICmpPredicate(cmp);
    LLVMValueRef v = LLVMGetOperand(cmp, 0);
    uint64_t zero;
    division D;
    if ((p != LLVMIntEQ && p != LLVMIntNE) || !LLVMIsAInstruction(v) || !LLVMIsConstant(LLVMGetOperand(cmp, 1)) ||
        !genx_const_splat(LLVMGetOperand(cmp, 1), &zero) || zero || !parse(v, &D) || !D.rem || D.sign || D.bits != 32 ||
        is_power(D.d) || keep_native(L, &D) || LLVMGetNextUse(LLVMGetFirstUse(v)))
        return NULL;
    unsigned k = trailing_zeros(D.d);
    if (k && !L->cx->model->has_rol)
        return NULL;
    LLVMValueRef x = lo_mul(L, D.x, lo_int(D.x, inverse(D.d >> k) & ones(32)));
    if (k) {
        LLVMValueRef args[3] = {x, x, lo_int(x, k)};
        x = lw_llvm(L, "llvm.fshr", LLVMTypeOf(x), args, 3);
    }
    return lo_cmp(L, p == LLVMIntEQ ? LLVMIntULE : LLVMIntUGT, x, lo_int(x, ones(32) / D.d));
}

static LLVMValueRef divide(lw *L, LLVMValueRef v) {
    division D;
    return LLVMIsABinaryOperator(v) && parse(v, &D) && !keep_native(L, &D) ? expand(L, &D) : NULL;
}

static bool sweep(lw *L, LLVMValueRef fn, lw_rule rule) {
    bool changed = false;
    genx_foreach_block(fn, bb) {
        genx_foreach_inst_safe(bb, i, next) {
            LLVMPositionBuilderBefore(L->b, i);
            LLVMSetCurrentDebugLocation2(L->b, LLVMInstructionGetDebugLoc(i));
            LLVMValueRef r = LLVMGetFirstUse(i) ? rule(L, i) : NULL;
            if (!r)
                continue;
            LLVMReplaceAllUsesWith(i, r);
            LLVMInstructionEraseFromParent(i);
            changed = true;
        }
    }
    return changed;
}

bool gx_divide_constants(gx_ctx *cx, LLVMValueRef fn) {
    lw L = {.cx = cx, .mod = LLVMGetGlobalParent(fn)};
    L.c = LLVMGetModuleContext(L.mod);
    L.b = LLVMCreateBuilderInContext(L.c);
    bool changed = sweep(&L, fn, multiple); // first, so that the remainders have no more uses
    changed |= sweep(&L, fn, divide);
    LLVMDisposeBuilder(L.b);
    return changed;
}
