// SPDX-License-Identifier: MIT
// Steps with predicates as values, and what C++ writes for operations that hardware has. See gen.h.

#include "gen.h"

// Predicates

static const char *negated(rn_gen *g, const char *p, uint16_t n) {
    return rn_let(g, "xor %s %s, %s", rn_ty(g, RN_I1, n), p, rn_splat(g, RN_I1, n, "true"));
}

static const char *chosen_of(rn_gen *g, const char *p, uint16_t n) {
    const char *t = rn_ty(g, RN_I1, n), *c = rn_condition(g, n), *q = rn_condition(g, n);
    return rn_let(g, "select %s %s, %s %s, %s %s", t, c, t, p, t, q);
}

static const char *shuffled(rn_gen *g, const char *p, uint16_t n) {
    int64_t mask[64];
    const char *t = rn_ty(g, RN_I1, n);
    for (unsigned i = 0; i < n; i++)
        mask[i] = rn_chance(g, 60) ? n - 1 - i : rn_below(g, 2u * n);
    return rn_let(g, "shufflevector %s %s, %s %s, <%u x i32> %s", t, p, t, rn_condition(g, n), n,
                  rn_list(g, RN_I32, n, mask));
}

static const char *one_replaced(rn_gen *g, const char *p, uint16_t n) {
    const char *c = rn_condition(g, 0);
    return rn_let(g, "insertelement %s %s, i1 %s, i32 %u", rn_ty(g, RN_I1, n), p, c, rn_below(g, n));
}

// A lane's bit of a number, as a packed mask has it.
static const char *from_bits(rn_gen *g, const char *p, uint16_t n) {
    if (n != 8 && n != 16 && n != 32)
        return negated(g, p, n);
    const uint8_t t = n == 8 ? RN_I8 : n == 16 ? RN_I16 : RN_I32;
    const char *b = rn_let(g, "bitcast %s %s to %s", rn_ty(g, t, 0), rn_pick(g, t, 0).name, rn_ty(g, RN_I1, n));
    return rn_let(g, "or %s %s, %s", rn_ty(g, RN_I1, n), p, b);
}

static void use(rn_gen *g, const char *p, uint16_t n) {
    static const uint8_t ints[] = {RN_I8, RN_I16, RN_I32, RN_I32, RN_I64};
    const char *m = rn_ty(g, RN_I1, n);
    const unsigned k = rn_below(g, 4);
    if (k == 0) {
        const uint8_t t = RN_PICK(g, ints);
        rn_emit(g, t, n, "%s %s %s to %s", rn_chance(g, 50) ? "zext" : "sext", m, p, rn_ty(g, t, n));
    } else if (k == 1) {
        rn_emit(g, RN_FLOAT, n, "%s %s %s to %s", rn_chance(g, 50) ? "uitofp" : "sitofp", m, p, rn_ty(g, RN_FLOAT, n));
    } else {
        const rn_val v = rn_pick(g, RN_ANY_TYPE, n);
        const char *t = rn_ty(g, v.type, n);
        rn_emit(g, v.type, n, "select %s %s, %s %s, %s %s", m, p, t, v.name, t, rn_operand(g, v.type, n));
    }
}

static void predicates(rn_gen *g) {
    static const char *(*const ops[])(rn_gen *, const char *, uint16_t) = {negated, chosen_of, shuffled, one_replaced,
                                                                           from_bits};
    static const uint16_t widths[] = {2, 3, 4, 5, 8, 8, 12, 16, 16, 16, 17, 24, 32, 32, 33, 40};
    const uint16_t n = RN_PICK(g, widths);
    const char *p = rn_condition(g, n);
    g->kinds[RN_K_PREDICATE_VALUE]++;
    for (unsigned i = 1 + rn_below(g, 4); i; i--)
        p = ops[rn_below(g, 5)](g, p, n);
    use(g, p, n);
    if (rn_chance(g, 40))
        use(g, p, n);
}

// Idioms

// x / y and x % y with a sign; y is small and not zero.
static void signed_division(rn_gen *g) {
    const uint8_t type = rn_some_int(g);
    const rn_val a = rn_pick(g, type, rn_chance(g, 50) ? 8 : 0);
    const char *t = rn_ty(g, a.type, a.n), *y = rn_pick(g, a.type, a.n).name;
    y = rn_let(g, "and %s %s, %s", t, y, rn_splat(g, a.type, a.n, "63"));
    y = rn_let(g, "add %s %s, %s", t, y, rn_splat(g, a.type, a.n, rn_chance(g, 50) ? "1" : "-65"));
    const char *x = rn_let(g, "or %s %s, %s", t, a.name, rn_splat(g, a.type, a.n, "1")); // not the least number
    rn_emit(g, a.type, a.n, "%s %s %s, %s", rn_chance(g, 50) ? "sdiv" : "srem", t, x, y);
}

static const char *smaller(rn_gen *g, const char *t, const char *how, const char *a, const char *b, uint16_t n) {
    const char *c = rn_let(g, "icmp %s %s %s, %s", how, t, a, b);
    return rn_let(g, "select %s %s, %s %s, %s %s", rn_ty(g, RN_I1, n), c, t, a, t, b);
}

// Between two limits, then narrower.
static void clamped(rn_gen *g) {
    const rn_val a = rn_pick(g, rn_chance(g, 60) ? RN_I32 : RN_I16, RN_ANY_N);
    const bool sign = rn_chance(g, 50), bytes = a.type == RN_I16 || rn_chance(g, 60);
    const char *t = rn_ty(g, a.type, a.n), *low = sign ? (bytes ? "-128" : "-32768") : "0",
               *high = bytes ? (sign ? "127" : "255") : (sign ? "32767" : "65535");
    const char *x = smaller(g, t, rn_chance(g, 80) ? "sgt" : "ugt", a.name, rn_splat(g, a.type, a.n, low), a.n);
    x = smaller(g, t, rn_chance(g, 80) ? "slt" : "ult", x, rn_splat(g, a.type, a.n, high), a.n);
    if (rn_chance(g, 70) && (bytes || a.type == RN_I32))
        rn_emit(g, bytes ? RN_I8 : RN_I16, a.n, "trunc %s %s to %s", t, x, rn_ty(g, bytes ? RN_I8 : RN_I16, a.n));
    else
        rn_add(g, x, a.type, a.n);
}

// A sum that tells whether it overflowed, and its result then.
static void overflow(rn_gen *g) {
    const rn_val a = rn_pick(g, rn_chance(g, 20) ? RN_I64 : rn_some_int(g), RN_ANY_N);
    const char *t = rn_ty(g, a.type, a.n), *b = rn_operand(g, a.type, a.n), *m = rn_ty(g, RN_I1, a.n);
    const bool sum = rn_chance(g, 60);
    const char *s = rn_let(g, "%s %s %s, %s", sum ? "add" : "sub", t, a.name, b);
    const char *c = rn_let(g, "icmp ult %s %s, %s", t, sum ? s : a.name, sum ? a.name : b);
    if (rn_chance(g, 50)) {
        const char *carry = rn_let(g, "zext %s %s to %s", m, c, t);
        rn_emit(g, a.type, a.n, "add %s %s, %s", t, carry, rn_operand(g, a.type, a.n));
        rn_add(g, s, a.type, a.n);
    } else {
        rn_emit(g, a.type, a.n, "select %s %s, %s %s, %s %s", m, c, t, rn_splat(g, a.type, a.n, sum ? "-1" : "0"), t,
                s);
    }
}

static void rotated(rn_gen *g) {
    const rn_val a = rn_pick(g, rn_chance(g, 20) ? RN_I64 : rn_some_int(g), RN_ANY_N);
    const unsigned bits = 8 * rn_size(a.type);
    const char *t = rn_ty(g, a.type, a.n), *by = rn_pick(g, a.type, a.n).name;
    const char *most = rn_splat(g, a.type, a.n, rn_fmt(g, "%u", bits - 1));
    by = rn_chance(g, 50) ? rn_splat(g, a.type, a.n, rn_fmt(g, "%u", 1 + rn_below(g, bits - 1)))
                          : rn_let(g, "and %s %s, %s", t, by, most);
    const char *rest =
        rn_let(g, "and %s %s, %s", t, rn_let(g, "sub %s %s, %s", t, rn_splat(g, a.type, a.n, "0"), by), most);
    const char *x = rn_let(g, "%s %s %s, %s", rn_chance(g, 50) ? "shl" : "lshr", t, a.name, by);
    const char *y = rn_let(g, "%s %s %s, %s", rn_chance(g, 50) ? "lshr" : "shl", t, a.name, rest);
    rn_emit(g, a.type, a.n, "or %s %s, %s", t, x, y);
}

// Bits from one place of a number into one of another.
static void bit_fields(rn_gen *g) {
    const rn_val a = rn_pick(g, rn_chance(g, 70) ? RN_I32 : RN_I16, RN_ANY_N);
    const unsigned bits = 8 * rn_size(a.type), at = rn_below(g, bits), len = 1 + rn_below(g, bits - at);
    const uint64_t mask = (((uint64_t)1 << len) - 1) << at;
    const char *t = rn_ty(g, a.type, a.n), *b = rn_pick(g, a.type, a.n).name;
    const int64_t keep = (int64_t)(~mask & (((uint64_t)1 << bits) - 1));
    const char *x = rn_let(g, "and %s %s, %s", t, a.name, rn_splat(g, a.type, a.n, rn_fmt(g, "%lld", (long long)keep)));
    const char *y = rn_let(g, "shl %s %s, %s", t, b, rn_splat(g, a.type, a.n, rn_fmt(g, "%u", at)));
    y = rn_let(g, "and %s %s, %s", t, y, rn_splat(g, a.type, a.n, rn_fmt(g, "%lld", (long long)mask)));
    rn_emit(g, a.type, a.n, "or %s %s, %s", t, x, y);
}

// What kind of number a float is.
static void float_class(rn_gen *g) {
    static const char *const other[] = {"0x7FF0000000000000", "0xFFF0000000000000", "0.0", "1.0"};
    const rn_val a = rn_pick(g, RN_FLOAT, RN_ANY_N);
    const char *t = rn_ty(g, RN_FLOAT, a.n), *m = rn_ty(g, RN_I1, a.n), *x = a.name;
    const rn_arg arg = {t, a.name};
    if (rn_chance(g, 60))
        x = rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.fabs.%s", rn_suf(g, RN_FLOAT, a.n)), &arg, 1));
    static const char *const how[] = {"oeq", "une", "ult", "oge", "ogt", "ueq"};
    const char *by = RN_PICK(g, how), *limit = rn_splat(g, RN_FLOAT, a.n, RN_PICK(g, other));
    const char *c = rn_let(g, "fcmp %s %s %s, %s", by, t, x, limit);
    if (rn_chance(g, 50)) {
        const char *d = rn_let(g, "fcmp %s %s %s, %s", rn_chance(g, 50) ? "uno" : "ord", t, a.name,
                               rn_splat(g, RN_FLOAT, a.n, "0.0"));
        c = rn_let(g, "%s %s %s, %s", rn_chance(g, 50) ? "or" : "and", m, c, d);
    }
    rn_emit(g, RN_I32, a.n, "zext %s %s to %s", m, c, rn_ty(g, RN_I32, a.n));
}

static void float_choice(rn_gen *g) {
    static const char *const how[] = {"olt", "ogt", "ult", "uge", "ole"};
    const rn_val a = rn_pick(g, rn_chance(g, 60) ? RN_FLOAT : RN_HALF, RN_ANY_N);
    const char *t = rn_ty(g, a.type, a.n), *b = rn_operand(g, a.type, a.n);
    const char *c = rn_let(g, "fcmp %s %s %s, %s", RN_PICK(g, how), t, a.name, b);
    const char *x = rn_chance(g, 50) ? a.name : b, *y = x == b ? a.name : b;
    rn_emit(g, a.type, a.n, "select %s %s, %s %s, %s %s", rn_ty(g, RN_I1, a.n), c, t, x, t, y);
}

void rn_step_idiom(rn_gen *g) {
    static const rn_step all[] = {predicates, predicates, predicates, signed_division, clamped,
                                  overflow,   rotated,    bit_fields, float_class,     float_choice};
    RN_PICK(g, all)(g);
}
