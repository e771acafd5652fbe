// SPDX-License-Identifier: MIT
// Part of gx_lower: genx integer arithmetic whose result and source types differ in ways that no instruction supports.
//
//   before                                                    after
//     ssmul.sat i32 %a, %b                                      high and low half of the product, clamped
//     uumad.sat i16 %a, %b, %c                                  product and sum on wide integers, then a saturating move
//     uushl.sat i32 %a, %n                                      both halves of the shifted value, clamped
//     ssadd.sat i64 (i32 %a), %b                                both halves of 128 bits, clamped
//     ssmul i32 (i16 %a), %b                                    mul (sext %a), (sext %b)
//     ssshl i32 (i8 %a), %n                                     shl (sext %a), (%n & 31)
//     smin.v16i8 and the like                                   LLVM's own, so that the rules for bytes and 64 bits see them
//     smax i8 (i32 %a), %b; fmin half (float %a), %b            on the sources' type, then a conversion
//
// In a name, the first letter is the signedness of the result, the second that of the sources.

#include "lower_ops.h"

#include <assert.h>

typedef struct form {
    bool to_signed, from_signed;
} form;

// A value wider than any result; hi is NULL if lo alone holds it. sign: whether it is signed.
typedef struct wide {
    LLVMValueRef hi, lo;
    bool sign;
} wide;

static genx_id trunc_sat(bool to_signed, bool from_signed) {
    return to_signed     ? from_signed ? GENX_SSTRUNC_SAT : GENX_SUTRUNC_SAT
           : from_signed ? GENX_USTRUNC_SAT
                         : GENX_UUTRUNC_SAT;
}

static LLVMValueRef saturating_move(lw *L, LLVMValueRef x, LLVMTypeRef t, bool to_signed, bool from_signed) {
    if (LLVMTypeOf(x) == t && to_signed == from_signed)
        return x;
    return genx_build(L->b, L->mod, trunc_sat(to_signed, from_signed), t, &x, 1, "");
}

// Saturates both halves to one, with the signedness of the result.
static LLVMValueRef clamp_halves(lw *L, wide w, bool to_signed) {
    LLVMValueRef zero = lo_int(w.hi, 0), ones = lo_int(w.hi, ~0ull);
    unsigned top = genx_elt_bits(LLVMTypeOf(w.hi)) - 1;
    LLVMValueRef most = lo_int(w.hi, (1ull << top) - 1);
    if (w.sign && to_signed) {
        LLVMValueRef sign = lo_by(L, LLVMAShr, w.hi, top);
        LLVMValueRef fits = lo_cmp(L, LLVMIntEQ, w.hi, lo_by(L, LLVMAShr, w.lo, top));
        return lo_select(L, fits, w.lo, lo_xor(L, sign, most));
    }
    if (w.sign) {
        LLVMValueRef r = lo_select(L, lo_cmp(L, LLVMIntEQ, w.hi, zero), w.lo, ones);
        return lo_select(L, lo_cmp(L, LLVMIntSLT, w.hi, zero), zero, r);
    }
    LLVMValueRef r = lo_select(L, lo_cmp(L, LLVMIntEQ, w.hi, zero), w.lo, ones);
    return to_signed ? lo_call2(L, "llvm.umin", r, most) : r;
}

// Saturates a 64-bit number to a result of any width.
static LLVMValueRef clamp_quad(lw *L, LLVMValueRef x, LLVMTypeRef t, bool to_signed, bool from_signed) {
    if (genx_elt_bits(t) < 64) {
        lw_halves h = lw_split(L, x);
        x = clamp_halves(L, (wide){h.hi, h.lo, from_signed}, to_signed);
        return saturating_move(L, x, t, to_signed, to_signed);
    }
    if (to_signed == from_signed)
        return x;
    return to_signed ? lo_call2(L, "llvm.umin", x, lo_int(x, INT64_MAX)) : lo_call2(L, "llvm.smax", x, lo_int(x, 0));
}

static LLVMValueRef clamp(lw *L, wide w, LLVMTypeRef t, bool to_signed) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(w.lo));
    if (!w.hi)
        return bits == 64 ? clamp_quad(L, w.lo, t, to_signed, w.sign) : saturating_move(L, w.lo, t, to_signed, w.sign);
    LLVMValueRef x = clamp_halves(L, w, to_signed);
    return bits == 64 ? clamp_quad(L, x, t, to_signed, to_signed) : saturating_move(L, x, t, to_signed, to_signed);
}

// Does v have sources or a result of 64 bits? It is then computed in 64 or 128 bits.
static bool is_quad(LLVMValueRef v) {
    return genx_elt_bits(LLVMTypeOf(v)) == 64 || genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) == 64;
}

static LLVMValueRef quad(lw *L, LLVMValueRef v, unsigned k, form f) {
    return lo_resize(L, LLVMGetOperand(v, k), 64, f.from_signed);
}

static wide quad_product(lw *L, LLVMValueRef v, form f) {
    LLVMValueRef a = quad(L, v, 0, f), b = quad(L, v, 1, f), lo = lo_mul(L, a, b);
    if (genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) <= 32)
        return (wide){NULL, lo, f.from_signed};
    LLVMValueRef hi = lw_high_product(L, a, b);
    if (f.from_signed) { // a negative number was read as 2**64 more
        hi = lo_sub(L, hi, lo_and(L, lo_by(L, LLVMAShr, a, 63), b));
        hi = lo_sub(L, hi, lo_and(L, lo_by(L, LLVMAShr, b, 63), a));
    }
    return (wide){hi, lo, f.from_signed};
}

static wide quad_sum(lw *L, LLVMValueRef v, form f) {
    LLVMValueRef a = quad(L, v, 0, f), b = quad(L, v, 1, f), lo = lo_add(L, a, b);
    if (genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0))) <= 32)
        return (wide){NULL, lo, f.from_signed};
    LLVMValueRef carry = lo_cmp(L, LLVMIntULT, lo, a);
    LLVMValueRef hi = lo_select(L, carry, lo_int(a, 1), lo_int(a, 0));
    if (f.from_signed) {
        LLVMValueRef sign_a = lo_by(L, LLVMAShr, a, 63), sign_b = lo_by(L, LLVMAShr, b, 63);
        hi = lo_add(L, hi, lo_add(L, sign_a, sign_b));
    }
    return (wide){hi, lo, f.from_signed};
}

static wide quad_shifted(lw *L, LLVMValueRef v, form f) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0)));
    LLVMValueRef a = quad(L, v, 0, f), n = lo_resize(L, LLVMGetOperand(v, 1), 64, false);
    n = lo_and(L, n, lo_int(n, bits < 64 ? 31 : 63));
    LLVMOpcode right = f.from_signed ? LLVMAShr : LLVMLShr;
    wide w = {NULL, lo_op(L, LLVMShl, a, n), f.from_signed};
    if (bits == 64) {
        LLVMValueRef half = lo_by(L, right, a, 1), rest = lo_xor(L, n, lo_int(n, 63));
        w.hi = lo_op(L, right, half, rest);
    }
    return w;
}

static wide product(lw *L, LLVMValueRef a, LLVMValueRef b, bool sign) {
    LLVMValueRef x = lo_resize(L, a, 32, sign), y = lo_resize(L, b, 32, sign);
    if (genx_elt_bits(LLVMTypeOf(a)) <= 16)
        return (wide){NULL, lo_mul(L, x, y), sign};
    LLVMValueRef hi = lo_mulh(L, x, y, sign), lo = lo_mul(L, x, y);
    return (wide){hi, lo, sign};
}

static LLVMValueRef mul_sat(lw *L, LLVMValueRef v, form f) {
    if (is_quad(v))
        return clamp(L, quad_product(L, v, f), LLVMTypeOf(v), f.to_signed);
    return clamp(L, product(L, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), f.from_signed), LLVMTypeOf(v), f.to_signed);
}

// The sum has 64 bits. An unsigned product with a signed addend is clamped to a value that still saturates.
static LLVMValueRef mad_sat(lw *L, LLVMValueRef v, form f) {
    if (is_quad(v))
        return NULL; // selection rejects it
    LLVMTypeRef t = LLVMTypeOf(v), q = lo_ints(L, t, 64);
    wide p = product(L, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1), f.from_signed);
    bool sign = f.to_signed || f.from_signed;
    if (p.hi && sign && !f.from_signed)
        p.hi = lo_call2(L, "llvm.umin", p.hi, lo_int(p.hi, 255));
    LLVMValueRef s = p.hi ? lw_join(L, (lw_halves){p.lo, p.hi}, q) : lo_resize(L, p.lo, 64, p.sign);
    s = lo_add(L, s, lo_resize(L, LLVMGetOperand(v, 2), 64, f.to_signed));
    lw_halves h = lw_split(L, s);
    return clamp(L, (wide){h.hi, h.lo, sign}, t, f.to_signed);
}

static LLVMValueRef shl_sat(lw *L, LLVMValueRef v, form f) {
    if (is_quad(v))
        return clamp(L, quad_shifted(L, v, f), LLVMTypeOf(v), f.to_signed);
    LLVMValueRef a = LLVMGetOperand(v, 0), n = LLVMGetOperand(v, 1);
    unsigned bits = genx_elt_bits(LLVMTypeOf(a));
    uint64_t c;
    bool known = LLVMIsConstant(n) && genx_const_splat(n, &c);
    if (known && bits == 32 && (c & 31) <= 1 && genx_elt_bits(LLVMTypeOf(v)) == 32)
        return NULL; // the instruction saturates 33 bits
    a = lo_resize(L, a, 32, f.from_signed);
    n = lo_and(L, lo_resize(L, n, 32, false), lo_int(a, 31));
    LLVMOpcode right = f.from_signed ? LLVMAShr : LLVMLShr;
    wide w = {NULL, lo_op(L, LLVMShl, a, n), f.from_signed};
    LLVMValueRef half = lo_by(L, right, a, 1), rest = lo_xor(L, n, lo_int(n, 31));
    w.hi = lo_op(L, right, half, rest);
    return clamp(L, w, LLVMTypeOf(v), f.to_signed);
}

// Shift counts have five bits, or six if an operand or the result has 64.
static LLVMValueRef shl(lw *L, LLVMValueRef v, form f) {
    LLVMValueRef a = LLVMGetOperand(v, 0);
    unsigned bits = genx_elt_bits(LLVMTypeOf(v)), from = genx_elt_bits(LLVMTypeOf(a));
    if (bits == from && (bits == 16 || bits == 32) && f.to_signed == f.from_signed)
        return NULL;
    unsigned at = bits == 64 || from == 64 ? 64 : 32;
    LLVMValueRef n = lo_resize(L, LLVMGetOperand(v, 1), at, false);
    n = lo_and(L, n, lo_int(n, at - 1));
    return lo_resize(L, lo_op(L, LLVMShl, lo_resize(L, a, at, f.from_signed), n), bits, false);
}

static LLVMValueRef avg(lw *L, LLVMValueRef v, form f, bool sat) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMTypeRef t = LLVMTypeOf(v), from = LLVMTypeOf(LLVMGetOperand(v, 0));
    unsigned bits = genx_elt_bits(from);
    if (!sat && bits >= 16 && genx_elt_bits(t) == bits && f.to_signed == f.from_signed)
        return NULL; // a mean needs no saturation
    unsigned at = bits < 16 ? 16 : bits;
    LLVMValueRef args[2];
    for (unsigned k = 0; k < 2; k++)
        args[k] = lo_resize(L, LLVMGetOperand(v, k), at, f.from_signed);
    genx_id id = f.from_signed ? GENX_SSAVG : GENX_UUAVG;
    LLVMValueRef r = genx_build(L->b, L->mod, id, LLVMTypeOf(args[0]), args, 2, "");
    return sat ? saturating_move(L, r, t, f.to_signed, f.from_signed)
               : lo_resize(L, r, genx_elt_bits(t), f.from_signed);
}

static LLVMValueRef add3_sat(lw *L, LLVMValueRef v, form f) {
    if (is_quad(v))
        return NULL; // selection rejects it
    LLVMTypeRef t = LLVMTypeOf(v);
    unsigned bits = genx_elt_bits(LLVMTypeOf(LLVMGetOperand(v, 0)));
    if (L->cx->model->has_add3 && bits >= 16 && genx_elt_bits(t) == bits)
        return NULL;
    unsigned at = bits <= 16 ? 32 : 64;
    LLVMValueRef x[3];
    for (unsigned k = 0; k < 3; k++)
        x[k] = lo_resize(L, LLVMGetOperand(v, k), at, f.from_signed);
    LLVMValueRef s = lo_add(L, lo_add(L, x[0], x[1]), x[2]);
    if (at == 32)
        return saturating_move(L, s, t, f.to_signed, f.from_signed);
    lw_halves h = lw_split(L, s);
    return clamp(L, (wide){h.hi, h.lo, f.from_signed}, t, f.to_signed);
}

static LLVMValueRef add_sat(lw *L, LLVMValueRef v, form f) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMTypeRef t = LLVMTypeOf(v), from = LLVMTypeOf(LLVMGetOperand(v, 0));
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    unsigned bits = genx_elt_bits(from);
    if (t == from && f.to_signed == f.from_signed && (bits == 8 || bits == 64))
        return lo_call2(L, f.to_signed ? "llvm.sadd.sat" : "llvm.uadd.sat", a, b);
    if (is_quad(v))
        return clamp(L, quad_sum(L, v, f), t, f.to_signed);
    if (bits == 8) { // the sum fits in a word
        LLVMValueRef x = lo_resize(L, a, 16, f.from_signed), y = lo_resize(L, b, 16, f.from_signed);
        return saturating_move(L, lo_add(L, x, y), t, f.to_signed, f.from_signed);
    }
    if (genx_elt_bits(t) == 8 && !L->cx->model->has_byte_alu) { // only moves have byte results
        static const uint16_t same[] = {GENX_UUADD_SAT, GENX_USADD_SAT, GENX_SUADD_SAT, GENX_SSADD_SAT};
        LLVMValueRef args[2] = {a, b};
        LLVMValueRef s = genx_build(L->b, L->mod, (genx_id)same[f.to_signed * 2 + f.from_signed], from, args, 2, "");
        return saturating_move(L, s, t, f.to_signed, f.to_signed);
    }
    return NULL;
}

static LLVMValueRef trunc_wide(lw *L, LLVMValueRef v, form f) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (genx_elt_bits(LLVMTypeOf(x)) != 64 && genx_elt_bits(LLVMTypeOf(v)) != 64)
        return NULL;
    x = lo_resize(L, x, 64, f.from_signed);
    return clamp_quad(L, x, LLVMTypeOf(v), f.to_signed, f.from_signed);
}

static LLVMValueRef mul(lw *L, LLVMValueRef v, form f) {
    unsigned bits = genx_elt_bits(LLVMTypeOf(v));
    LLVMValueRef x = lo_resize(L, LLVMGetOperand(v, 0), bits, f.from_signed);
    LLVMValueRef y = lo_resize(L, LLVMGetOperand(v, 1), bits, f.from_signed);
    return lo_mul(L, x, y);
}

// Dot products of four bytes

static LLVMValueRef dot_bytes(lw *L, LLVMValueRef a, LLVMValueRef b, bool sign) {
    LLVMTypeRef t = LLVMTypeOf(a);
    uint32_t n = genx_lanes(t);
    LLVMTypeRef bytes = LLVMVectorType(lw_int(L, 8), 4 * n);
    LLVMValueRef x = LLVMBuildBitCast(L->b, a, bytes, ""), y = LLVMBuildBitCast(L->b, b, bytes, ""), s = NULL;
    for (uint32_t k = 0; k < 4; k++) {
        LLVMValueRef p = lo_resize(L, lw_read_1d(L, x, k, 4, n, !genx_is_vec(t)), 16, sign);
        LLVMValueRef q = lo_resize(L, lw_read_1d(L, y, k, 4, n, !genx_is_vec(t)), 16, sign);
        LLVMValueRef wide_p = lo_resize(L, p, 32, sign), wide_q = lo_resize(L, q, 32, sign);
        LLVMValueRef m = lo_mul(L, wide_p, wide_q);
        s = s ? lo_add(L, s, m) : m;
    }
    return s;
}

static LLVMValueRef dp4a(lw *L, LLVMValueRef v, form f, bool sat) {
    if (L->cx->model->has_dp4a)
        return NULL;
    LLVMValueRef c = LLVMGetOperand(v, 0), s = dot_bytes(L, LLVMGetOperand(v, 1), LLVMGetOperand(v, 2), f.from_signed);
    if (!sat)
        return lo_add(L, c, s);
    if (f.to_signed || !f.from_signed) // the sum of products fits in signed and unsigned
        return lo_call2(L, f.to_signed ? "llvm.sadd.sat" : "llvm.uadd.sat", c, s);
    LLVMValueRef down = lo_call2(L, "llvm.usub.sat", c, lo_sub(L, lo_int(s, 0), s));
    LLVMValueRef neg = lo_cmp(L, LLVMIntSLT, s, lo_int(s, 0)), up = lo_call2(L, "llvm.uadd.sat", c, s);
    return lo_select(L, neg, down, up);
}

// Table

enum { MUL, MUL_SAT, MAD, MAD_SAT, SHL, SHL_SAT, AVG, AVG_SAT, ADD3_SAT, ADD_SAT, TRUNC_SAT, DP4A, DP4A_SAT };

typedef struct genx_row {
    uint16_t id;
    uint8_t what;
    form f;
} genx_row;

#define FOUR(name, what)                                                                                               \
    {GENX_SS##name, what, {true, true}}, {GENX_SU##name, what, {true, false}}, {GENX_US##name, what, {false, true}}, { \
        GENX_UU##name, what, {                                                                                         \
            false, false                                                                                               \
        }                                                                                                              \
    }

static const genx_row rows[] = {
    FOUR(MUL, MUL),
    FOUR(MUL_SAT, MUL_SAT),
    FOUR(MAD, MAD),
    FOUR(MAD_SAT, MAD_SAT),
    FOUR(SHL, SHL),
    FOUR(SHL_SAT, SHL_SAT),
    FOUR(AVG, AVG),
    FOUR(AVG_SAT, AVG_SAT),
    FOUR(ADD3_SAT, ADD3_SAT),
    FOUR(ADD_SAT, ADD_SAT),
    FOUR(TRUNC_SAT, TRUNC_SAT),
    FOUR(DP4A, DP4A),
    FOUR(DP4A_SAT, DP4A_SAT),
};

static LLVMValueRef apply(lw *L, LLVMValueRef v, const genx_row *r) {
    switch (r->what) {
    case MUL:
        return mul(L, v, r->f);
    case MUL_SAT:
        return mul_sat(L, v, r->f);
    case MAD:
        return lo_add(L, mul(L, v, r->f), LLVMGetOperand(v, 2));
    case MAD_SAT:
        return mad_sat(L, v, r->f);
    case SHL:
        return shl(L, v, r->f);
    case SHL_SAT:
        return shl_sat(L, v, r->f);
    case AVG:
    case AVG_SAT:
        return avg(L, v, r->f, r->what == AVG_SAT);
    case ADD3_SAT:
        return add3_sat(L, v, r->f);
    case ADD_SAT:
        return add_sat(L, v, r->f);
    case TRUNC_SAT:
        return trunc_wide(L, v, r->f);
    default:
        return dp4a(L, v, r->f, r->what == DP4A_SAT);
    }
}

// The result type may differ from the source type.
static LLVMValueRef float_min_max(lw *L, LLVMValueRef v, genx_id id) {
    assert(LLVMIsACallInst(v) && "a rule of an intrinsic");
    LLVMTypeRef t = LLVMTypeOf(v);
    LLVMValueRef args[2] = {LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)};
    LLVMTypeRef from = LLVMTypeOf(args[0]);
    if (t == from)
        return NULL;
    LLVMValueRef r = genx_build(L->b, L->mod, id, from, args, 2, "");
    return lo_cast(L, genx_elt_bits(from) > genx_elt_bits(t) ? LLVMFPTrunc : LLVMFPExt, r, t);
}

// Replaces intrinsics that have an LLVM equivalent.
static LLVMValueRef as_llvm(lw *L, LLVMValueRef v, genx_id id) {
    static const struct {
        uint16_t id;
        const char *name;
        bool sign;
    } same[] = {{GENX_SMIN, "llvm.smin", true},
                {GENX_SMAX, "llvm.smax", true},
                {GENX_UMIN, "llvm.umin", false},
                {GENX_UMAX, "llvm.umax", false}};
    LLVMValueRef x = LLVMGetOperand(v, 0);
    if (id == GENX_CONSTANTI || id == GENX_CONSTANTF) // selection materialises constants at their uses
        return x;
    if (id == GENX_ABSI)
        return lo_call2(L, "llvm.abs", x, LLVMConstInt(lw_int(L, 1), 0, 0));
    if (id == GENX_ABSF)
        return lo_call1(L, "llvm.fabs", x);
    for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++)
        if (same[i].id == id)
            return lo_resize(L, lo_call2(L, same[i].name, x, LLVMGetOperand(v, 1)), genx_elt_bits(LLVMTypeOf(v)),
                             same[i].sign);
    if (id == GENX_FMIN || id == GENX_FMAX)
        return float_min_max(L, v, id);
    return NULL;
}

LLVMValueRef lw_genx(lw *L, LLVMValueRef v) {
    genx_id id = genx_call_id(v);
    if (id == GENX_NONE)
        return NULL;
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
        if (rows[i].id == id)
            return apply(L, v, &rows[i]);
    return as_llvm(L, v, id);
}
