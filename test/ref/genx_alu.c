// SPDX-License-Identifier: MIT
// genx arithmetic without saturation: min/max, bit operations, rounding, the math box, widening
// products.
//
// The math box (inv, log, exp, sqrt, ...) is computed in double and rounded once; the hardware's
// functions differ from it by their documented error.

#include "ge_priv.h"

#include <math.h>

static const ge_value *operand_lane(const ge_inst *i, unsigned a, uint32_t *lane) {
    if (i->arg[a].n == 1)
        *lane = 0;
    return &i->arg[a];
}

// Lane l of operand a; false when undefined.
static bool get(const ge_inst *i, unsigned a, uint32_t l, uint64_t *out) {
    const ge_value *v = operand_lane(i, a, &l);
    *out = v->v[l];
    return !ge_lane_undef(v, l);
}

enum { MIN_S, MAX_S, MIN_U, MAX_U, MIN_F, MAX_F };
// On the sources' type; the result may have another.
static cmc_status min_max(ge_inst *i) {
    const unsigned bits = i->arg[0].bits;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        uint64_t a, b;
        const bool defined = get(i, 0, l, &a);
        if (!get(i, 1, l, &b) || !defined) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const ge_kind k = i->arg[0].kind;
        if (i->param >= MIN_F) {
            uint64_t r = ge_fminmax(k, ge_flush(i->cx, k, a), ge_flush(i->cx, k, b), i->param == MAX_F);
            ge_set(i->ret, l, k == i->ret->kind ? r : ge_flush(i->cx, i->ret->kind, ge_convert(i->ret->kind, k, r)));
            continue;
        }
        const bool is_signed = i->param <= MAX_S;
        const bool less = is_signed ? ge_sext(a, bits) < ge_sext(b, bits) : a < b;
        const uint64_t r = less == (i->param == MIN_S || i->param == MIN_U) ? a : b;
        ge_set(i->ret, l, is_signed ? (uint64_t)ge_sext(r, bits) : r);
    }
    return CMC_OK;
}

enum {
    ABS_I,
    ABS_F,
    RND_D,
    RND_U,
    RND_E,
    RND_Z,
    FRC,
    INV,
    LOG,
    EXP,
    SQRT,
    RSQRT,
    SIN,
    COS,
    SAT,
    BFREV,
    CBIT,
    FBL,
    FBH_U,
    FBH_S,
    LZD
};
static double math_box(int which, double d) {
    switch (which) {
    case RND_D:
        return floor(d);
    case RND_U:
        return ceil(d);
    case RND_E:
        return rint(d);
    case RND_Z:
        return trunc(d);
    case FRC:
        return d - floor(d);
    case INV:
        return 1 / d;
    case LOG:
        return log2(d);
    case EXP:
        return exp2(d);
    case SQRT:
        return sqrt(d);
    case RSQRT:
        return 1 / sqrt(d);
    case SIN:
        return sin(d);
    case COS:
        return cos(d);
    default:
        return d >= 1 ? 1 : d > 0 ? d : 0; // sat; NaN becomes 0
    }
}

static uint64_t bits_of(int which, uint64_t v, unsigned bits) {
    const uint64_t sign = v >> (bits - 1) & 1;
    uint64_t r = 0;
    switch (which) {
    case BFREV:
        for (unsigned b = 0; b < bits; b++)
            r |= (v >> b & 1) << (bits - 1 - b);
        return r;
    case CBIT:
        return (uint64_t)__builtin_popcountll(v);
    case FBL:
        return v ? (uint64_t)__builtin_ctzll(v) : UINT64_MAX;
    case FBH_S:
        v = sign ? ~v & ge_mask(bits) : v;
        return v ? (uint64_t)__builtin_clzll(v) - (64 - bits) : UINT64_MAX;
    case FBH_U:
        return v ? (uint64_t)__builtin_clzll(v) - (64 - bits) : UINT64_MAX;
    default:
        return v ? (uint64_t)__builtin_clzll(v) - (64 - bits) : bits; // lzd
    }
}

static cmc_status unary(ge_inst *i) {
    const ge_value *a = &i->arg[0];
    for (uint32_t l = 0; l < i->ret->n; l++) {
        uint64_t v;
        if (!get(i, 0, l, &v)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        if (i->param == ABS_I)
            v = ge_sext(v, a->bits) < 0 ? 0 - v : v;
        else if (i->param == ABS_F)
            v &= ge_mask(a->bits - 1u);
        else if (i->param >= BFREV)
            v = bits_of(i->param, v, a->bits);
        else
            v = ge_flush(
                i->cx, i->ret->kind,
                ge_from_double(i->ret->kind, math_box(i->param, ge_to_double(a->kind, ge_flush(i->cx, a->kind, v)))));
        ge_set(i->ret, l, v);
    }
    return CMC_OK;
}

enum { POW, DIV };
static cmc_status binary_float(ge_inst *i) {
    const ge_kind k = i->ret->kind;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        uint64_t a, b;
        const bool defined = get(i, 0, l, &a);
        if (!get(i, 1, l, &b) || !defined) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const double x = ge_to_double(k, ge_flush(i->cx, k, a)), y = ge_to_double(k, ge_flush(i->cx, k, b));
        ge_set(i->ret, l, ge_flush(i->cx, k, ge_from_double(k, i->param == POW ? pow(fabs(x), y) : x / y)));
    }
    return CMC_OK;
}

enum {
    MULH_S,
    MULH_U,
    ROL,
    ROR,
    ADD3,
    BFN,
    BFE_S,
    BFE_U,
    BFI,
    BFI1,
    BFI2,
    CARRY,
    BORROW,
    SHL,
    SHL_SIGNED,
    MUL_SS,
    MUL_SU,
    MUL_US,
    MUL_UU,
    MAD_SS,
    MAD_SU,
    MAD_US,
    MAD_UU,
    DP4A_SS,
    DP4A_SU,
    DP4A_US,
    DP4A_UU,
    AVG_S,
    AVG_U
};
__extension__ typedef __int128 wide;
__extension__ typedef unsigned __int128 uwide;

static uint64_t bit_field(uint64_t width, uint64_t off, uint64_t v, bool is_signed) {
    width &= 31;
    off &= 31;
    if (!width)
        return 0;
    if (off + width >= 32) // the field ends with the value
        return is_signed ? (uint64_t)(ge_sext(v, 32) >> off) : (v & 0xffffffffu) >> off;
    const uint64_t field = (v & 0xffffffffu) >> off & ge_mask((unsigned)width);
    return is_signed ? (uint64_t)ge_sext(field, (unsigned)width) : field;
}

static uint64_t boolean(uint64_t a, uint64_t b, uint64_t c, uint64_t lut, unsigned bits) {
    uint64_t r = 0;
    for (unsigned k = 0; k < bits; k++) {
        const unsigned at = (unsigned)((a >> k & 1) | (b >> k & 1) << 1 | (c >> k & 1) << 2);
        r |= (lut >> at & 1) << k;
    }
    return r;
}

static uint64_t dot4(uint64_t c, uint64_t a, uint64_t b, int form) {
    // The second letter is the sources' signedness.
    const bool is_signed = form == DP4A_SS || form == DP4A_US;
    int64_t sum = 0;
    for (unsigned k = 0; k < 32; k += 8) {
        const int64_t x = is_signed ? (int8_t)(a >> k) : (int64_t)(a >> k & 255);
        const int64_t y = is_signed ? (int8_t)(b >> k) : (int64_t)(b >> k & 255);
        sum += x * y;
    }
    return c + (uint64_t)sum;
}

static bool carries(uint64_t a, uint64_t b, unsigned bits) {
    return ((a + b) & ge_mask(bits)) < a;
}

static uint64_t several(const ge_inst *i, const uint64_t v[4]) {
    const unsigned bits = i->ret->bits, from = i->arg[0].bits;
    const unsigned by = (unsigned)(v[1] % bits);
    const bool src_signed = i->param == MUL_SS || i->param == MUL_US || i->param == MAD_SS || i->param == MAD_US;
    const uint64_t a = src_signed ? (uint64_t)ge_sext(v[0], from) : v[0];
    const uint64_t b = src_signed ? (uint64_t)ge_sext(v[1], i->arg[1].bits) : v[1];
    switch (i->param) {
    case MULH_S:
        return (uint64_t)((wide)ge_sext(v[0], bits) * ge_sext(v[1], bits) >> bits);
    case MULH_U:
        return (uint64_t)((uwide)v[0] * v[1] >> bits);
    case ROL:
        return by ? v[0] << by | v[0] >> (bits - by) : v[0];
    case ROR:
        return by ? v[0] >> by | v[0] << (bits - by) : v[0];
    case ADD3:
        return v[0] + v[1] + v[2];
    case BFN:
        return boolean(v[0], v[1], v[2], v[3], bits);
    case BFE_S:
        return bit_field(v[0], v[1], v[2], true);
    case BFE_U:
        return bit_field(v[0], v[1], v[2], false);
    case BFI: {
        const uint64_t mask = ge_mask((unsigned)(v[0] & 31)) << (v[1] & 31);
        return (v[2] << (v[1] & 31) & mask) | (v[3] & ~mask);
    }
    case BFI1: // the mask that bfi2 takes
        return ge_mask((unsigned)(v[0] & 31)) << (v[1] & 31);
    case BFI2:
        return v[0] ? (v[1] << __builtin_ctzll(v[0]) & v[0]) | (v[2] & ~v[0]) : v[2];
    case CARRY:
        return carries(v[0], v[1], bits);
    case BORROW:
        return v[0] < v[1];
    case SHL:
    case SHL_SIGNED: // the source is extended by its sign
        return (i->param == SHL_SIGNED ? (uint64_t)ge_sext(v[0], from) : v[0])
               << (v[1] & (bits == 64 || from == 64 ? 63 : 31));
    case AVG_S:
        return (uint64_t)((ge_sext(v[0], from) + ge_sext(v[1], from) + 1) >> 1);
    case AVG_U:
        return (uint64_t)(((uwide)v[0] + v[1] + 1) >> 1);
    case DP4A_SS:
    case DP4A_SU:
    case DP4A_US:
    case DP4A_UU:
        return dot4(v[0], v[1], v[2], i->param);
    case MUL_SS:
    case MUL_SU:
    case MUL_US:
    case MUL_UU:
        return a * b;
    default:
        return a * b + v[2]; // mad
    }
}

static cmc_status lanes(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        uint64_t v[4] = {0};
        bool ok = true;
        for (unsigned a = 0; a < i->n_args && a < 4; a++)
            ok &= get(i, a, l, &v[a]);
        if (ok)
            ge_set(i->ret, l, several(i, v));
        else
            ge_set_undef(i->ret, l);
    }
    return CMC_OK;
}

enum { ADDC, SUBB };
static cmc_status carry(ge_inst *i) // {carry, value}
{
    ge_value *c = &i->ret->fields[0], *r = &i->ret->fields[1];
    for (uint32_t l = 0; l < r->n; l++) {
        uint64_t a, b;
        const bool defined = get(i, 0, l, &a);
        if (!get(i, 1, l, &b) || !defined) {
            ge_set_undef(c, l);
            ge_set_undef(r, l);
            continue;
        }
        ge_set(r, l, i->param == ADDC ? a + b : a - b);
        ge_set(c, l, i->param == ADDC ? carries(a, b, r->bits) : a < b);
    }
    return CMC_OK;
}

// {high, low} of a * b + c, and {carry, sum} of three.
enum { SIMAD, UIMAD, ADD3C };
static cmc_status wide_pair(ge_inst *i) {
    ge_value *hi = &i->ret->fields[0], *lo = &i->ret->fields[1];
    for (uint32_t l = 0; l < lo->n; l++) {
        uint64_t v[3];
        bool defined = true;
        for (unsigned a = 0; a < 3; a++)
            defined &= get(i, a, l, &v[a]);
        if (!defined) {
            ge_set_undef(hi, l);
            ge_set_undef(lo, l);
            continue;
        }
        uint64_t r = v[0] * v[1] + v[2];
        if (i->param == SIMAD)
            r = (uint64_t)(ge_sext(v[0], 32) * ge_sext(v[1], 32) + ge_sext(v[2], 32));
        if (i->param == ADD3C)
            r = v[0] + v[1] + v[2];
        ge_set(hi, l, r >> 32);
        ge_set(lo, l, r);
    }
    return CMC_OK;
}

// smadw, umadw: a * b + c of 32 bits; the first half of the result has the low halves, the second one the high ones.
static cmc_status mad_halves(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++)
        ge_set_undef(i->ret, l);
    for (uint32_t l = 0; l < i->arg[0].n; l++) {
        uint64_t v[3];
        bool defined = true;
        for (unsigned a = 0; a < 3; a++)
            defined &= get(i, a, l, &v[a]);
        const uint64_t r = i->param == SIMAD ? (uint64_t)(ge_sext(v[0], 32) * ge_sext(v[1], 32) + ge_sext(v[2], 32))
                                             : v[0] * v[1] + v[2];
        if (!defined)
            continue;
        ge_set(i->ret, l, r);
        ge_set(i->ret, i->ret->n / 2 + l, r >> 32);
    }
    return CMC_OK;
}

// Fours of floats: every lane of a group holds the group's result. One rounding at the end; users allow for more.
enum { DP2, DP3, DP4, DPH, LINE, LRP };
static cmc_status fours(ge_inst *i) {
    const ge_kind k = i->ret->kind;
    for (uint32_t l = 0; l < i->ret->n; l++) {
        double a[4], b[4], r = 0, x[3] = {0};
        bool ok = true;
        for (unsigned e = 0; e < 4 && i->param <= DPH; e++) {
            uint64_t p, q;
            ok &= get(i, 0, l / 4 * 4 + e, &p);
            ok &= get(i, 1, l / 4 * 4 + e, &q);
            a[e] = ge_to_double(k, p);
            b[e] = ge_to_double(k, q);
        }
        for (unsigned e = 0; e < i->n_args && e < 3 && i->param > DPH; e++) {
            uint64_t p;
            ok &= get(i, e, i->param == LINE && e == 0 ? 0 : l, &p);
            x[e] = ge_to_double(k, p);
        }
        if (i->param <= DPH)
            for (int e = 0; e < (i->param == DP2 ? 2 : i->param == DP4 ? 4 : 3); e++)
                r += a[e] * b[e];
        if (i->param == DPH)
            r += b[3];
        if (i->param == LINE) {
            uint64_t q;
            ok &= get(i, 0, 3, &q);
            r = x[0] * x[1] + ge_to_double(k, q);
        }
        if (i->param == LRP)
            r = x[0] * x[1] + (1 - x[0]) * x[2];
        if (ok)
            ge_set(i->ret, l, ge_from_double(k, r));
        else
            ge_set_undef(i->ret, l);
    }
    return CMC_OK;
}

// Sums of absolute differences of pairs of bytes; defined in the even lanes. param: 1 signed, 2 with an addend.
static cmc_status sad2(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        int64_t sum = 0;
        bool ok = l % 2 == 0 && l + 1 < i->ret->n;
        for (unsigned e = 0; e < 2 && ok; e++) {
            uint64_t a, b;
            ok &= get(i, 0, l + e, &a);
            ok &= get(i, 1, l + e, &b);
            const int64_t d = i->param & 1 ? ge_sext(a, i->arg[0].bits) - ge_sext(b, i->arg[1].bits) : (int64_t)(a - b);
            sum += d < 0 ? -d : d;
        }
        uint64_t c = 0;
        if (ok && i->param & 2)
            ok = get(i, 2, l, &c);
        if (ok)
            ge_set(i->ret, l, c + (uint64_t)sum);
        else
            ge_set_undef(i->ret, l);
    }
    return CMC_OK;
}

// The bits of a float with ten of mantissa.
static cmc_status tf32_convert(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        uint64_t v;
        if (!get(i, 0, l, &v)) {
            ge_set_undef(i->ret, l);
            continue;
        }
        const double d = ge_to_double(GE_FLOAT, v);
        if (!(v & 0x7f800000)) {
            v &= 0x80000000u;
        } else if (isnan(d)) {
            v = (v & 0xffffe000u) | 0x400000;
        } else if (!isinf(d)) {
            int e;
            const double m = frexp(d, &e);
            v = ge_from_double(GE_FLOAT, ldexp(rint(ldexp(m, 11)), e - 11));
        }
        ge_set(i->ret, l, v);
    }
    return CMC_OK;
}

// bf.cvt: float to bfloat bits in a half or a word, or the reverse, by the result's type.
static cmc_status bf_convert(ge_inst *i) {
    for (uint32_t l = 0; l < i->ret->n; l++) {
        uint64_t v;
        const ge_kind from = i->arg[0].bits == 16 ? GE_BFLOAT : i->arg[0].kind;
        const ge_kind to = i->ret->bits == 16 ? GE_BFLOAT : i->ret->kind;
        if (get(i, 0, l, &v))
            ge_set(i->ret, l, ge_from_double(to, ge_to_double(from, v)));
        else
            ge_set_undef(i->ret, l);
    }
    return CMC_OK;
}

const ge_row ge_alu_rows[] = {
    {"smin", min_max, MIN_S},
    {"smax", min_max, MAX_S},
    {"umin", min_max, MIN_U},
    {"umax", min_max, MAX_U},
    {"fmin", min_max, MIN_F},
    {"fmax", min_max, MAX_F},
    {"absi", unary, ABS_I},
    {"absf", unary, ABS_F},
    {"rndd", unary, RND_D},
    {"rndu", unary, RND_U},
    {"rnde", unary, RND_E},
    {"rndz", unary, RND_Z},
    {"frc", unary, FRC},
    {"inv", unary, INV},
    {"log", unary, LOG},
    {"exp", unary, EXP},
    {"sqrt", unary, SQRT},
    {"ieee.sqrt", unary, SQRT},
    {"rsqrt", unary, RSQRT},
    {"sin", unary, SIN},
    {"cos", unary, COS},
    {"sat", unary, SAT},
    {"bfrev", unary, BFREV},
    {"cbit", unary, CBIT},
    {"fbl", unary, FBL},
    {"ufbh", unary, FBH_U},
    {"sfbh", unary, FBH_S},
    {"lzd", unary, LZD},
    {"pow", binary_float, POW},
    {"ieee.div", binary_float, DIV},
    {"smulh", lanes, MULH_S},
    {"umulh", lanes, MULH_U},
    {"rol", lanes, ROL},
    {"ror", lanes, ROR},
    {"add3", lanes, ADD3},
    {"bfn", lanes, BFN},
    {"sbfe", lanes, BFE_S},
    {"ubfe", lanes, BFE_U},
    {"bfi", lanes, BFI},
    {"ssmul", lanes, MUL_SS},
    {"sumul", lanes, MUL_SU},
    {"usmul", lanes, MUL_US},
    {"uumul", lanes, MUL_UU},
    {"ssmad", lanes, MAD_SS},
    {"sumad", lanes, MAD_SU},
    {"usmad", lanes, MAD_US},
    {"uumad", lanes, MAD_UU},
    {"ssdp4a", lanes, DP4A_SS},
    {"sudp4a", lanes, DP4A_SU},
    {"usdp4a", lanes, DP4A_US},
    {"uudp4a", lanes, DP4A_UU},
    {"ssavg", lanes, AVG_S},
    {"usavg", lanes, AVG_S},
    {"suavg", lanes, AVG_U},
    {"uuavg", lanes, AVG_U},
    {"addc", carry, ADDC},
    {"subb", carry, SUBB},
    {"bfi1", lanes, BFI1},
    {"bfi2", lanes, BFI2},
    {"carry", lanes, CARRY},
    {"borrow", lanes, BORROW},
    {"ssshl", lanes, SHL_SIGNED},
    {"usshl", lanes, SHL_SIGNED},
    {"sushl", lanes, SHL},
    {"uushl", lanes, SHL},
    {"simad", wide_pair, SIMAD},
    {"uimad", wide_pair, UIMAD},
    {"add3c", wide_pair, ADD3C},
    {"smadw", mad_halves, SIMAD},
    {"umadw", mad_halves, UIMAD},
    {"dp2", fours, DP2},
    {"dp3", fours, DP3},
    {"dp4", fours, DP4},
    {"dph", fours, DPH},
    {"line", fours, LINE},
    {"lrp", fours, LRP},
    {"ssad2", sad2, 1},
    {"usad2", sad2, 0},
    {"sssad2add", sad2, 3},
    {"ussad2add", sad2, 3},
    {"susad2add", sad2, 2},
    {"uusad2add", sad2, 2},
    {"tf32.cvt", tf32_convert, 0},
    {"bf.cvt", bf_convert, 0},
    {NULL, NULL, 0},
};
