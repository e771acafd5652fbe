// SPDX-License-Identifier: MIT
// Integer operations that do not saturate: bits, shifts, products, averages, sums of bytes. Operands are made wide
// enough for the exact result, which is then cut to its type.

#include "host_priv.h"

#include <assert.h>

enum { DWORD = 32, QWORD = 64, BYTES = 4 };

// The signs of result and sources, in the order of the names' first two letters.
enum { SS, SU, US, UU };
static bool sources_signed(int signs) {
    return signs == SS || signs == US;
}

static uint32_t bits_of(LLVMValueRef v) {
    return genx_elt_bits(LLVMTypeOf(v));
}

static uint32_t widest(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static LLVMValueRef cut(host *h, LLVMValueRef v, LLVMValueRef call, bool is_signed) {
    return host_int_cast(h, v, genx_elt_type(LLVMTypeOf(call)), is_signed);
}

// Operand i of the call in integers of a number of bits.
static LLVMValueRef wide(host *h, LLVMValueRef call, unsigned i, uint32_t bits, bool is_signed) {
    return host_int_cast(h, host_arg(call, i), LLVMIntTypeInContext(h->llvm, bits), is_signed);
}

enum { MIN_S, MAX_S, MIN_U, MAX_U };
static LLVMValueRef min_max(host *h, LLVMValueRef call, int which) {
    bool is_signed = which <= MAX_S, max = which == MAX_S || which == MAX_U;
    return cut(h, host_min(h, host_arg(call, 0), host_arg(call, 1), max, is_signed), call, is_signed);
}

static LLVMValueRef zero_test(host *h, const char *name, LLVMValueRef v) {
    LLVMValueRef args[] = {v, LLVMConstInt(h->i1, 0, 0)};
    return host_intrinsic(h, name, LLVMTypeOf(v), args, 2);
}

enum { ABS, REVERSE, COUNT, LOWEST, HIGHEST_U, HIGHEST_S, LEADING };
static LLVMValueRef unary(host *h, LLVMValueRef call, int which) {
    LLVMValueRef v = host_arg(call, 0), zero = LLVMConstNull(LLVMTypeOf(v)), r;
    switch (which) {
    case ABS:
        return cut(h, zero_test(h, "llvm.abs", v), call, false);
    case REVERSE:
        return host_intrinsic(h, "llvm.bitreverse", LLVMTypeOf(v), &v, 1);
    case COUNT:
        return cut(h, host_intrinsic(h, "llvm.ctpop", LLVMTypeOf(v), &v, 1), call, false);
    case LEADING:
        return cut(h, zero_test(h, "llvm.ctlz", v), call, false);
    case HIGHEST_S: // the first bit that is unlike the sign
        r = LLVMBuildAShr(h->b, v, host_all(LLVMTypeOf(v), bits_of(v) - 1), "");
        v = LLVMBuildXor(h->b, v, r, "");
        break;
    default:
        break;
    }
    r = cut(h, zero_test(h, which == LOWEST ? "llvm.cttz" : "llvm.ctlz", v), call, false);
    LLVMValueRef none = LLVMBuildICmp(h->b, LLVMIntEQ, v, zero, "");
    return LLVMBuildSelect(h->b, none, LLVMConstAllOnes(LLVMTypeOf(r)), r, "");
}

static LLVMValueRef high_product(host *h, LLVMValueRef call, int is_signed) {
    uint32_t bits = bits_of(call);
    LLVMValueRef a = wide(h, call, 0, bits, is_signed), b = wide(h, call, 1, bits, is_signed);
    LLVMTypeRef twice = LLVMIntTypeInContext(h->llvm, 2 * bits);
    a = host_int_cast(h, a, twice, is_signed);
    LLVMValueRef p = LLVMBuildMul(h->b, a, host_int_cast(h, b, twice, is_signed), "");
    return cut(h, LLVMBuildLShr(h->b, p, host_all(LLVMTypeOf(p), bits), ""), call, false);
}

static LLVMValueRef rotate(host *h, LLVMValueRef call, int right) {
    LLVMValueRef v = host_arg(call, 0), args[] = {v, v, host_arg(call, 1)};
    return host_intrinsic(h, right ? "llvm.fshr" : "llvm.fshl", LLVMTypeOf(v), args, 3);
}

static LLVMValueRef add3(host *h, LLVMValueRef call, int param) {
    (void)param;
    LLVMValueRef ab = LLVMBuildAdd(h->b, host_arg(call, 0), host_arg(call, 1), "");
    return LLVMBuildAdd(h->b, ab, host_arg(call, 2), "");
}

// The sum of the products that the table's ones select; LLVM finds the shortest form.
static LLVMValueRef boolean(host *h, LLVMValueRef call, int param) {
    (void)param;
    uint64_t table = (uint64_t)host_const_arg(call, GENX_BFN_TABLE);
    LLVMValueRef v[3], not_v[3], r = NULL;
    for (unsigned i = 0; i < 3; i++) {
        v[i] = host_arg(call, i);
        not_v[i] = LLVMBuildNot(h->b, v[i], "");
    }
    for (unsigned k = 0; k < 8; k++) {
        if (!(table >> k & 1))
            continue;
        LLVMValueRef t = LLVMBuildAnd(h->b, k & 1 ? v[0] : not_v[0], k & 2 ? v[1] : not_v[1], "");
        t = LLVMBuildAnd(h->b, t, k & 4 ? v[2] : not_v[2], "");
        r = r ? LLVMBuildOr(h->b, r, t, "") : t;
    }
    return r ? r : LLVMConstNull(LLVMTypeOf(v[0]));
}

static LLVMValueRef five_bits(host *h, LLVMValueRef v) {
    return LLVMBuildAnd(h->b, v, host_all(LLVMTypeOf(v), 31), "");
}

// Operands: width, offset, value. A field ends with the value.
static LLVMValueRef extract_field(host *h, LLVMValueRef call, int is_signed) {
    LLVMValueRef width = five_bits(h, host_arg(call, 0)), off = five_bits(h, host_arg(call, 1)), v = host_arg(call, 2);
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef room = LLVMBuildSub(h->b, host_all(t, DWORD), off, "");
    LLVMValueRef n = host_min(h, width, room, false, false);
    LLVMValueRef left = five_bits(h, LLVMBuildSub(h->b, room, n, ""));
    LLVMValueRef right = five_bits(h, LLVMBuildSub(h->b, host_all(t, DWORD), n, ""));
    LLVMValueRef up = LLVMBuildShl(h->b, v, left, "");
    LLVMValueRef field = is_signed ? LLVMBuildAShr(h->b, up, right, "") : LLVMBuildLShr(h->b, up, right, "");
    LLVMValueRef none = LLVMBuildICmp(h->b, LLVMIntEQ, width, LLVMConstNull(t), "");
    return LLVMBuildSelect(h->b, none, LLVMConstNull(t), field, "");
}

static LLVMValueRef field_mask(host *h, LLVMValueRef width, LLVMValueRef off) {
    LLVMTypeRef t = LLVMTypeOf(width);
    LLVMValueRef end = LLVMBuildShl(h->b, host_all(t, 1), five_bits(h, width), "");
    LLVMValueRef ones = LLVMBuildSub(h->b, end, host_all(t, 1), "");
    return LLVMBuildShl(h->b, ones, five_bits(h, off), "");
}

static LLVMValueRef masked(host *h, LLVMValueRef mask, LLVMValueRef in, LLVMValueRef out) {
    LLVMValueRef a = LLVMBuildAnd(h->b, in, mask, ""), b = LLVMBuildAnd(h->b, out, LLVMBuildNot(h->b, mask, ""), "");
    return LLVMBuildOr(h->b, a, b, "");
}

enum { INSERT, INSERT_MASK, INSERT_BY_MASK };
static LLVMValueRef insert_field(host *h, LLVMValueRef call, int which) {
    LLVMValueRef a = host_arg(call, 0), b = host_arg(call, 1);
    if (which == INSERT_BY_MASK) {
        LLVMValueRef up = LLVMBuildShl(h->b, b, five_bits(h, zero_test(h, "llvm.cttz", a)), "");
        return masked(h, a, up, host_arg(call, 2));
    }
    LLVMValueRef mask = field_mask(h, a, b);
    if (which == INSERT_MASK)
        return mask;
    return masked(h, mask, LLVMBuildShl(h->b, host_arg(call, 2), five_bits(h, b), ""), host_arg(call, 3));
}

static LLVMValueRef carry_bit(host *h, LLVMValueRef a, LLVMValueRef b, bool borrow) {
    LLVMValueRef c = borrow ? LLVMBuildICmp(h->b, LLVMIntULT, a, b, "")
                            : LLVMBuildICmp(h->b, LLVMIntULT, LLVMBuildAdd(h->b, a, b, ""), a, "");
    return LLVMBuildZExt(h->b, c, LLVMTypeOf(a), "");
}

static LLVMValueRef carry(host *h, LLVMValueRef call, int borrow) {
    return carry_bit(h, host_arg(call, 0), host_arg(call, 1), borrow);
}

static LLVMValueRef shift_left(host *h, LLVMValueRef call, int signs) {
    uint32_t from = bits_of(host_arg(call, 0)), to = bits_of(call), bits = widest(widest(from, to), DWORD);
    LLVMValueRef v = wide(h, call, 0, bits, sources_signed(signs)), by = wide(h, call, 1, bits, false);
    by = LLVMBuildAnd(h->b, by, host_all(LLVMTypeOf(by), bits == QWORD ? QWORD - 1 : DWORD - 1), "");
    return cut(h, LLVMBuildShl(h->b, v, by, ""), call, false);
}

static LLVMValueRef product(host *h, LLVMValueRef call, int signs) {
    uint32_t bits = widest(bits_of(call), bits_of(host_arg(call, 0)));
    LLVMValueRef a = wide(h, call, 0, bits, sources_signed(signs)), b = wide(h, call, 1, bits, sources_signed(signs));
    return cut(h, LLVMBuildMul(h->b, a, b, ""), call, false);
}

static LLVMValueRef multiply_add(host *h, LLVMValueRef call, int signs) {
    return LLVMBuildAdd(h->b, product(h, call, signs), host_arg(call, 2), "");
}

static LLVMValueRef average(host *h, LLVMValueRef call, int signs) {
    uint32_t bits = 2 * widest(bits_of(host_arg(call, 0)), bits_of(host_arg(call, 1)));
    bool is_signed = sources_signed(signs);
    LLVMValueRef a = wide(h, call, 0, bits, is_signed);
    LLVMValueRef s = LLVMBuildAdd(h->b, a, wide(h, call, 1, bits, is_signed), "");
    LLVMValueRef one = host_all(LLVMTypeOf(s), 1);
    return cut(h, LLVMBuildAShr(h->b, LLVMBuildAdd(h->b, s, one, ""), one, ""), call, is_signed);
}

static LLVMValueRef dot4(host *h, LLVMValueRef call, int signs) {
    LLVMValueRef sum = host_arg(call, 0);
    LLVMTypeRef t = LLVMTypeOf(sum);
    for (uint32_t k = 0; k < BYTES; k++) {
        LLVMValueRef x[2];
        for (unsigned i = 0; i < 2; i++) {
            x[i] = LLVMBuildShl(h->b, host_arg(call, 1 + i), host_all(t, 8 * (BYTES - 1 - k)), "");
            x[i] = sources_signed(signs) ? LLVMBuildAShr(h->b, x[i], host_all(t, 24), "")
                                         : LLVMBuildLShr(h->b, x[i], host_all(t, 24), "");
        }
        sum = LLVMBuildAdd(h->b, sum, LLVMBuildMul(h->b, x[0], x[1], ""), "");
    }
    return sum;
}

static LLVMValueRef pair(host *h, LLVMValueRef call, LLVMValueRef first, LLVMValueRef second) {
    LLVMValueRef s = LLVMBuildInsertValue(h->b, LLVMGetPoison(LLVMTypeOf(call)), first, 0, "");
    return LLVMBuildInsertValue(h->b, s, second, 1, "");
}

static LLVMValueRef with_carry(host *h, LLVMValueRef call, int borrow) {
    LLVMValueRef a = host_arg(call, 0), b = host_arg(call, 1);
    LLVMValueRef r = borrow ? LLVMBuildSub(h->b, a, b, "") : LLVMBuildAdd(h->b, a, b, "");
    return pair(h, call, carry_bit(h, a, b, borrow), r);
}

enum { MAD_S, MAD_U, SUM };
static LLVMValueRef exact(host *h, LLVMValueRef call, int which) {
    LLVMValueRef v[3];
    for (unsigned i = 0; i < 3; i++)
        v[i] = wide(h, call, i, QWORD, which == MAD_S);
    LLVMValueRef first = which == SUM ? LLVMBuildAdd(h->b, v[0], v[1], "") : LLVMBuildMul(h->b, v[0], v[1], "");
    return LLVMBuildAdd(h->b, first, v[2], "");
}

static LLVMValueRef halves(host *h, LLVMValueRef call, int which) { // {high, low}
    LLVMValueRef r = exact(h, call, which), high = LLVMBuildLShr(h->b, r, host_all(LLVMTypeOf(r), DWORD), "");
    high = host_int_cast(h, high, h->i32, false);
    return pair(h, call, high, host_int_cast(h, r, h->i32, false));
}

// The low halves in the first half of the result's lanes, the high ones in the second.
static LLVMValueRef halves_in_one(host *h, LLVMValueRef call, int which) {
    LLVMValueRef r = exact(h, call, which), high = LLVMBuildLShr(h->b, r, host_all(LLVMTypeOf(r), DWORD), "");
    LLVMValueRef lo = host_as_vector(h, host_int_cast(h, r, h->i32, false));
    LLVMValueRef hi = host_as_vector(h, host_int_cast(h, high, h->i32, false));
    uint32_t n = genx_lanes(LLVMTypeOf(lo)), all = genx_lanes(LLVMTypeOf(call)), from[HOST_MAX_LANES];
    for (uint32_t k = 0; k < all; k++)
        from[k] = k % (all / 2) >= n ? UINT32_MAX : k < all / 2 ? k : n + k - all / 2;
    return host_shuffle(h, lo, hi, from, all);
}

// Sums of absolute differences of pairs of bytes, in the even lanes. ADDEND: plus the third operand.
enum { ADDEND = 4, SATURATED = 8 };
static LLVMValueRef differences(host *h, LLVMValueRef call, int param) {
    int signs = param & 3;
    LLVMValueRef a = wide(h, call, 0, DWORD, sources_signed(signs)), b = wide(h, call, 1, DWORD, sources_signed(signs));
    LLVMValueRef d = zero_test(h, "llvm.abs", LLVMBuildSub(h->b, a, b, ""));
    uint32_t n = genx_lanes(LLVMTypeOf(call)), from[HOST_MAX_LANES];
    for (uint32_t k = 0; k < n; k++)
        from[k] = k | 1;
    if (genx_is_vec(LLVMTypeOf(d)))
        d = LLVMBuildAdd(h->b, d, host_shuffle(h, d, NULL, from, n), "");
    if (param & ADDEND)
        d = LLVMBuildAdd(h->b, d, wide(h, call, 2, DWORD, signs <= SU), "");
    if (param & SATURATED) {
        bool to_signed = signs <= SU;
        uint64_t most = to_signed ? INT16_MAX : UINT16_MAX;
        d = host_min(h, d, host_all(LLVMTypeOf(d), most), false, true);
    }
    return cut(h, d, call, false);
}

#define FOUR_SIGNS(name, fn)                                                                                           \
    [GENX_SS##name] = {fn, SS}, [GENX_SU##name] = {fn, SU}, [GENX_US##name] = {fn, US}, [GENX_UU##name] = {fn, UU}

const host_row host_int_rows[GENX_COUNT] = {
    [GENX_SMIN] = {min_max, MIN_S},
    [GENX_SMAX] = {min_max, MAX_S},
    [GENX_UMIN] = {min_max, MIN_U},
    [GENX_UMAX] = {min_max, MAX_U},
    [GENX_ABSI] = {unary, ABS},
    [GENX_BFREV] = {unary, REVERSE},
    [GENX_CBIT] = {unary, COUNT},
    [GENX_FBL] = {unary, LOWEST},
    [GENX_UFBH] = {unary, HIGHEST_U},
    [GENX_SFBH] = {unary, HIGHEST_S},
    [GENX_LZD] = {unary, LEADING},
    [GENX_SMULH] = {high_product, true},
    [GENX_UMULH] = {high_product, false},
    [GENX_ROL] = {rotate, false},
    [GENX_ROR] = {rotate, true},
    [GENX_ADD3] = {add3, 0},
    [GENX_BFN] = {boolean, 0},
    [GENX_SBFE] = {extract_field, true},
    [GENX_UBFE] = {extract_field, false},
    [GENX_BFI] = {insert_field, INSERT},
    [GENX_BFI1] = {insert_field, INSERT_MASK},
    [GENX_BFI2] = {insert_field, INSERT_BY_MASK},
    [GENX_CARRY] = {carry, false},
    [GENX_BORROW] = {carry, true},
    [GENX_ADDC] = {with_carry, false},
    [GENX_SUBB] = {with_carry, true},
    [GENX_SIMAD] = {halves, MAD_S},
    [GENX_UIMAD] = {halves, MAD_U},
    [GENX_ADD3C] = {halves, SUM},
    [GENX_SMADW] = {halves_in_one, MAD_S},
    [GENX_UMADW] = {halves_in_one, MAD_U},
    [GENX_SSSHL] = {shift_left, SS},
    [GENX_SUSHL] = {shift_left, SU},
    [GENX_USSHL] = {shift_left, US},
    [GENX_UUSHL] = {shift_left, UU},
    FOUR_SIGNS(MUL, product),
    FOUR_SIGNS(MAD, multiply_add),
    FOUR_SIGNS(AVG, average),
    FOUR_SIGNS(DP4A, dot4),
    [GENX_SSAD2] = {differences, SS},
    [GENX_USAD2] = {differences, UU},
    [GENX_SSSAD2ADD] = {differences, SS | ADDEND},
    [GENX_SUSAD2ADD] = {differences, SU | ADDEND},
    [GENX_USSAD2ADD] = {differences, US | ADDEND},
    [GENX_UUSAD2ADD] = {differences, UU | ADDEND},
    [GENX_SSSAD2ADD_SAT] = {differences, SS | ADDEND | SATURATED},
    [GENX_SUSAD2ADD_SAT] = {differences, SU | ADDEND | SATURATED},
    [GENX_USSAD2ADD_SAT] = {differences, US | ADDEND | SATURATED},
    [GENX_UUSAD2ADD_SAT] = {differences, UU | ADDEND | SATURATED},
};
