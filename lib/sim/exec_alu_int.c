// SPDX-License-Identifier: MIT
// Integer ALU operations: one function per opcode and lane class, and the table that finds them.

#include "hot.h"
#include "sim_priv.h"

static int64_t first_high(uint32_t x, bool is_signed) {
    if (is_signed && (int32_t)x < 0)
        x = ~x;
    return x == 0 ? -1 : __builtin_clz(x);
}

static uint32_t reverse(uint32_t x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

static uint32_t insert_field(uint32_t mask, uint32_t value, uint32_t base) {
    if (mask == 0)
        return base;
    return (value << __builtin_ctz(mask) & mask) | (base & ~mask);
}

static int64_t extract_field(uint32_t width, uint32_t offset, uint32_t x, bool is_signed) {
    width &= 31u;
    offset &= 31u;
    if (width == 0)
        return 0;
    uint32_t field = x >> offset & ((1u << width) - 1);
    if (!is_signed)
        return field;
    // A field that extends past the top is sign-extended from bit 31.
    unsigned have = width + offset > 32 ? 32 - offset : width;
    return (int64_t)((uint64_t)field << (64 - have)) >> (64 - have);
}

static uint32_t truth_table(uint32_t a, uint32_t b, uint32_t c, unsigned table) {
    uint32_t r = 0;
    for (unsigned k = 0; k < 8; k++)
        if (table >> k & 1u)
            r |= (k & 1u ? a : ~a) & (k & 2u ? b : ~b) & (k & 4u ? c : ~c);
    return r;
}

static int64_t dot4(uint32_t a, bool a_signed, uint32_t b, bool b_signed) {
    int64_t sum = 0;
    for (unsigned k = 0; k < 32; k += 8) {
        int x = a_signed ? (int8_t)(a >> k) : (int)(a >> k & 255u);
        int y = b_signed ? (int8_t)(b >> k) : (int)(b >> k & 255u);
        sum += x * y;
    }
    return sum;
}

static uint64_t low_mask_i(unsigned bits) {
    return UINT64_MAX >> (64 - bits);
}
static sim_u128 low_mask_q(unsigned bits) {
    return (sim_u128)(UINT64_MAX >> (64 - bits));
}
static uint64_t rotate_i(uint64_t x, unsigned by, unsigned bits) {
    by %= bits;
    x &= low_mask_i(bits);
    return by == 0 ? x : (x << by | x >> (bits - by)) & low_mask_i(bits);
}
static sim_u128 rotate_q(sim_u128 x, unsigned by, unsigned bits) {
    return rotate_i((uint64_t)x, by, bits);
}

#define XT  int64_t
#define UX  uint64_t
#define SFX i
#include "alu_int.inc"
#undef XT
#undef UX
#undef SFX
#define XT  sim_i128
#define UX  sim_u128
#define SFX q
#include "alu_int.inc"

static const struct {
    uint16_t op;
    sim_op_fn i, q;
} rows[] = {
#define ROW(id, name)                                                                                                  \
    { ISA_##id, name##_i, name##_q }
    ROW(ADD, add),
    ROW(ADD3, add3),
    ROW(MUL, mul),
    ROW(MAD, mad),
    ROW(AVG, avg),
    ROW(AND, and),
    ROW(OR, or),
    ROW(XOR, xor),
    ROW(NOT, not ),
    ROW(SHL, shl),
    ROW(SHR, shr),
    ROW(ASR, asr),
    ROW(ROL, rol),
    ROW(ROR, ror),
    ROW(CBIT, cbit),
    ROW(LZD, lzd),
    ROW(FBL, fbl),
    ROW(FBH, fbh),
    ROW(BFREV, bfrev),
    ROW(BFI1, bfi1),
    ROW(BFI2, bfi2),
    ROW(BFE, bfe),
    ROW(BFN, bfn),
    ROW(DP4A, dp4a),
    {ISA_MOV, NULL, NULL},
    {ISA_MOVI, NULL, NULL},
    {ISA_SMOV, NULL, NULL},
    {ISA_SEL, NULL, NULL},
    {ISA_CMP, NULL, NULL},
    {ISA_CMPN, NULL, NULL},
    {ISA_CSEL, NULL, NULL},
    {ISA_ADDC, NULL, NULL},
    {ISA_SUBB, NULL, NULL},
    {ISA_MAC, NULL, NULL},
    {ISA_MACH, NULL, NULL},
    {ISA_MACL, NULL, NULL},
    {ISA_SAD2, NULL, NULL},
    {ISA_SADA2, NULL, NULL},
};

bool sim_int_ops(uint16_t op, sim_class cls, sim_op_fn *fn, sim_cmp_fn *cmp) {
    *cmp = cls == SIM_CLASS_I ? cmp_i : cmp_q;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (rows[i].op == op) {
            *fn = cls == SIM_CLASS_I ? rows[i].i : rows[i].q;
            return true;
        }
    }
    return false;
}
