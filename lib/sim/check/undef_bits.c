// SPDX-License-Identifier: MIT
// Which bits of an integer result are undefined, given the undefined bits of the sources.
//
// Bitwise operations are exact. Sums and products are undefined from the lowest undefined bit up to the highest that
// a carry reaches. Shifts move the bits when the count is defined. Any other result is wholly undefined as soon as one
// source bit is.

#include "undef.h"

#include <assert.h>

uint64_t ud_upward(uint64_t u) {
    return u | (0 - u);
}

static uint64_t low_mask(unsigned bits) {
    return bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static uint64_t table(unsigned t, uint64_t a, uint64_t b, uint64_t c) {
    uint64_t r = 0;
    for (unsigned k = 0; k < 8; k++)
        if (t >> k & 1u)
            r |= (k & 1u ? a : ~a) & (k & 2u ? b : ~b) & (k & 4u ? c : ~c);
    return r;
}

// Truth tables over (a, b, c); bit 0 of the index is a.
static int truth(const sim_inst *in, uint16_t op) {
    switch (op) {
    case ISA_AND:
        return 0x88;
    case ISA_OR:
        return 0xee;
    case ISA_XOR:
        return 0x66;
    case ISA_NOT:
        return 0xaa; // the source modifier complements
    case ISA_BFN:
        return in->op_id8;
    default:
        return -1;
    }
}

// A bit is undefined when some choice of the undefined source bits changes it.
static uint64_t bitwise(unsigned t, const ud_value v[3]) {
    uint64_t first = 0, differ = 0;
    for (unsigned k = 0; k < 8; k++) {
        uint64_t x[3];
        for (unsigned s = 0; s < 3; s++)
            x[s] = (v[s].v & ~v[s].u) | (k >> s & 1u ? v[s].u : 0);
        uint64_t r = table(t, x[0], x[1], x[2]);
        if (k == 0)
            first = r;
        differ |= r ^ first;
    }
    return differ;
}

static uint64_t lowest(const ud_value *v) { // the smallest unsigned value that the undefined bits allow
    return v->v & ~v->u;
}

static uint64_t highest(const ud_value *v) {
    return v->v | v->u;
}

// The bits of numbers up to this one.
static uint64_t bits_up_to(uint64_t most) {
    return most == 0 ? 0 : UINT64_MAX >> __builtin_clzll(most);
}

// A carry into a bit is undefined if the smallest operands do not cause it, but the largest do.
ud_value ud_sum(const ud_value *a, const ud_value *b) {
    uint64_t carries = (lowest(a) + lowest(b)) ^ (highest(a) + highest(b));
    return (ud_value){.v = a->v + b->v, .u = (a->u | b->u) == 0 ? 0 : a->u | b->u | carries};
}

ud_value ud_negative(const ud_value *a) {
    ud_value flipped = {.v = ~a->v, .u = a->u}, one = {.v = 1};
    return ud_sum(&flipped, &one);
}

static unsigned trailing_zeros(const ud_value *v) { // trailing zeros that are certain
    uint64_t maybe = highest(v);
    return maybe == 0 ? 64 : (unsigned)__builtin_ctzll(maybe);
}

ud_value ud_product(const ud_value *a, const ud_value *b) {
    ud_value r = {.v = a->v * b->v};
    uint64_t most;
    if ((a->u | b->u) == 0)
        return r;
    unsigned from = 64;
    if (a->u != 0)
        from = (unsigned)__builtin_ctzll(a->u) + trailing_zeros(b);
    if (b->u != 0) {
        unsigned other = (unsigned)__builtin_ctzll(b->u) + trailing_zeros(a);
        from = other < from ? other : from;
    }
    r.u = from >= 64 ? 0 : UINT64_MAX << from;
    if (!__builtin_mul_overflow(highest(a), highest(b), &most))
        r.u &= bits_up_to(most);
    return r;
}

// dp4a: base, and four pairs of bytes.
static uint64_t dot(const sim_inst *in, const ud_value v[3]) {
    ud_value total = v[0];
    for (unsigned k = 0; k < 32; k += 8) {
        ud_value byte[2];
        for (unsigned s = 0; s < 2; s++) {
            byte[s] = (ud_value){.v = v[s + 1].v >> k & 255u, .u = v[s + 1].u >> k & 255u};
            if (in->src[s + 1].type == ISA_D) {
                byte[s].v = (uint64_t)(int64_t)(int8_t)byte[s].v;
                byte[s].u = (uint64_t)(int64_t)(int8_t)byte[s].u;
            }
        }
        ud_value p = ud_product(&byte[0], &byte[1]);
        total = ud_sum(&total, &p);
    }
    return total.u;
}

bool ud_carry(const sim_inst *in, const ud_value *a, const ud_value *b) {
    uint32_t alo = (uint32_t)lowest(a), ahi = (uint32_t)highest(a), blo = (uint32_t)lowest(b);
    uint32_t bhi = (uint32_t)highest(b);
    if (in->op_id == ISA_SUBB)
        return (ahi < blo) != (alo < bhi);
    return ((uint64_t)alo + blo) >> 32 != ((uint64_t)ahi + bhi) >> 32;
}

// lzd, fbl, fbh: the position of a bit depends on the bits up to the first one that is certain.
static uint64_t position(const sim_inst *in, uint16_t op, const ud_value *a) {
    uint32_t lo = (uint32_t)lowest(a), hi = (uint32_t)highest(a);
    if (a->u == 0)
        return 0;
    if (op == ISA_FBH && in->src[0].type == ISA_D && lo >> 31) {
        uint32_t flipped = ~hi;
        hi = ~lo;
        lo = flipped;
    }
    bool same_end =
        lo != 0 && (op == ISA_FBL ? __builtin_ctz(lo) == __builtin_ctz(hi) : __builtin_clz(lo) == __builtin_clz(hi));
    return same_end ? 0 : UINT64_MAX;
}

// A shift whose count is undefined.
static uint64_t any_shift(const sim_inst *in, uint16_t op, const ud_value v[3], unsigned bits) {
    unsigned least = (unsigned)lowest(&v[1]) & in->shift_mask;
    if (highest(&v[0]) == 0)
        return 0;
    if (op == ISA_SHL)
        return UINT64_MAX << trailing_zeros(&v[0]) << least;
    if (op == ISA_SHR)
        return bits_up_to((highest(&v[0]) & low_mask(bits)) >> least);
    return UINT64_MAX;
}

static uint64_t shifted(const sim_inst *in, uint16_t op, const ud_value v[3], unsigned bits) {
    if (v[1].u & in->shift_mask)
        return any_shift(in, op, v, bits);
    unsigned by = (unsigned)v[1].v & in->shift_mask;
    uint64_t u = v[0].u;
    switch (op) {
    case ISA_SHL:
        return u << by;
    case ISA_SHR:
        return (u & low_mask(bits)) >> by;
    case ISA_ASR:
        return (uint64_t)((int64_t)u >> by);
    default:
        break;
    }
    by %= bits;
    if (op == ISA_ROR)
        by = (bits - by) % bits;
    u &= low_mask(bits);
    return by == 0 ? u : (u << by | u >> (bits - by)) & low_mask(bits);
}

static uint64_t field(const ud_value v[3], bool is_signed) { // bfe: width, offset, value
    if ((v[0].u | v[1].u) & 31u)
        return UINT64_MAX;
    unsigned width = (unsigned)v[0].v & 31u, off = (unsigned)v[1].v & 31u;
    uint64_t u = width == 0 ? 0 : (v[2].u & UINT32_MAX) >> off & low_mask(width);
    if (is_signed && width != 0 && (u >> (width - 1) & 1u))
        u |= UINT64_MAX << (width - 1);
    return u;
}

static uint64_t insert(const ud_value v[3]) { // bfi2: mask, value, base
    uint32_t mask = (uint32_t)v[0].v;
    if (v[0].u != 0)
        return UINT64_MAX;
    if (mask == 0)
        return v[2].u;
    return (v[1].u << __builtin_ctz(mask) & mask) | (v[2].u & ~(uint64_t)mask);
}

static uint64_t reversed(uint64_t u) {
    uint64_t r = 0;
    for (unsigned i = 0; i < 32; i++)
        r |= (u >> i & 1u) << (31 - i);
    return r;
}

static uint64_t other(const sim_inst *in, uint16_t op, const ud_value v[3], unsigned bits, bool is_signed) {
    uint64_t all = v[0].u | v[1].u | v[2].u;
    ud_value s;
    switch (op) {
    case ISA_ADD:
    case ISA_ADD3:
        s = ud_sum(&v[0], &v[1]);
        return ud_sum(&s, &v[2]).u;
    case ISA_ADDC:
    case ISA_SUBB:
        return ud_upward(all);
    case ISA_AVG:
        return ud_upward(all) | (uint64_t)((int64_t)ud_upward(all) >> 1);
    case ISA_MUL:
        return ud_product(&v[0], &v[1]).u;
    case ISA_MAD:
        s = ud_product(&v[1], &v[2]);
        return ud_sum(&v[0], &s).u;
    case ISA_DP4A:
        return dot(in, v);
    case ISA_LZD:
    case ISA_FBL:
    case ISA_FBH:
        return position(in, op, &v[0]);
    case ISA_SHL:
    case ISA_SHR:
    case ISA_ASR:
    case ISA_ROL:
    case ISA_ROR:
        return shifted(in, op, v, bits);
    case ISA_BFE:
        return field(v, is_signed);
    case ISA_BFI2:
        return insert(v);
    case ISA_BFREV:
        return reversed(v[0].u);
    case ISA_MOV:
    case ISA_SMOV:
    case ISA_MOVI:
        return v[0].u;
    default:
        return all != 0 ? UINT64_MAX : 0;
    }
}

ud_value ud_bits(const sim_inst *in, uint16_t op, const ud_value v[3], unsigned bits, bool is_signed) {
    assert(bits >= 1 && bits <= 64);
    int t = truth(in, op);
    ud_value r = {.u = t >= 0 ? bitwise((unsigned)t, v) : other(in, op, v, bits, is_signed)};
    for (unsigned s = 0; s < 3; s++)
        if (v[s].u != 0 && r.origin == 0)
            r.origin = v[s].origin;
    return r;
}

// Comparisons

// Smallest and largest value that the undefined bits allow; `flip` maps signed order to unsigned.
static void bounds(const ud_value *a, uint64_t flip, uint64_t *lo, uint64_t *hi) {
    uint64_t v = (a->v & ~a->u) ^ (flip & ~a->u);
    *lo = v;
    *hi = v | a->u;
}

bool ud_compare(unsigned cmod, const ud_value *a, const ud_value *b, bool is_signed) {
    if ((a->u | b->u) == 0)
        return false;
    uint64_t flip = is_signed ? (uint64_t)1 << 63 : 0, alo, ahi, blo, bhi;
    bounds(a, flip, &alo, &ahi);
    bounds(b, flip, &blo, &bhi);
    switch (cmod) {
    case ISA_CMOD_EQ:
    case ISA_CMOD_NE: // one defined bit that differs decides
        return ((a->v ^ b->v) & ~(a->u | b->u)) == 0;
    case ISA_CMOD_LT:
    case ISA_CMOD_GE:
        return !(ahi < blo || alo >= bhi);
    case ISA_CMOD_GT:
    case ISA_CMOD_LE:
        return !(alo > bhi || ahi <= blo);
    default:
        return true;
    }
}
