// SPDX-License-Identifier: MIT
// Steps with vectors in other shapes: of many registers, with lanes that nobody wrote, and with bits that are moved as
// another type, as format() does. See gen.h.

#include "gen.h"

static const char *write_const(rn_gen *g, const char *v, uint8_t type, uint16_t size, const char *x, uint16_t n, int vs,
                               int w, int hs, unsigned off_el, const char *mask) {
    const char *t = rn_ty(g, type, size), *m = mask ? rn_ty(g, RN_I1, n) : "i1";
    const rn_arg a[] = {{t, v},
                        {rn_ty(g, type, n), x},
                        {"i32", rn_fmt(g, "%d", vs)},
                        {"i32", rn_fmt(g, "%d", w)},
                        {"i32", rn_fmt(g, "%d", hs)},
                        {"i16", rn_fmt(g, "%u", off_el * rn_size(type))},
                        {"i32", "undef"},
                        {m, mask ? mask : "true"}};
    return rn_let(g, "%s",
                  rn_call(g, t,
                          rn_fmt(g, "llvm.genx.wrregion%c.%s.%s.i16.%s", rn_is_float(type) ? 'f' : 'i',
                                 rn_suf(g, type, size), rn_suf(g, type, n), mask ? rn_suf(g, RN_I1, n) : "i1"),
                          a, 8));
}

static const char *read_const(rn_gen *g, const char *v, uint8_t type, uint16_t size, uint16_t n, int vs, int w, int hs,
                              unsigned off_el) {
    return rn_let(g, "%s", rn_read(g, v, type, size, n, vs, w, hs, "i16", rn_fmt(g, "%u", off_el * rn_size(type))));
}

// Only every other lane, or only the first half, is written; the operation works on all of them; those written are
// read.
static void holes(rn_gen *g) {
    static const uint16_t counts[] = {4, 5, 7, 8, 8, 12, 16, 16, 17};
    const uint16_t n = RN_PICK(g, counts), size = (uint16_t)(2 * n);
    const bool every_other = rn_chance(g, 50);
    const rn_val x = rn_pick(g, rn_some_type(g), n);
    const char *t = rn_ty(g, x.type, size), *op = rn_is_float(x.type) ? "fadd" : rn_chance(g, 50) ? "add" : "xor";
    const int hs = every_other ? 2 : 1;
    const unsigned at = every_other ? rn_below(g, 2) : rn_below(g, n + 1u);
    g->kinds[RN_K_HOLES]++;
    const char *v =
        write_const(g, rn_chance(g, 50) ? "undef" : "poison", x.type, size, x.name, n, hs * n, n, hs, at, NULL);
    v = rn_let(g, "%s %s %s, %s", op, t, v, rn_operand(g, x.type, size));
    if (rn_chance(g, 40)) {
        const char *z = rn_operand(g, x.type, size);
        v = rn_let(g, "select %s %s, %s %s, %s %s", rn_ty(g, RN_I1, size), rn_condition(g, size), t, v, t, z);
    }
    if (rn_chance(g, 40)) {
        const char *part = rn_operand(g, x.type, n), *mask = rn_condition(g, n);
        v = write_const(g, v, x.type, size, part, n, hs * n, n, hs, at, mask);
    }
    rn_add(g, read_const(g, v, x.type, size, n, hs * n, n, hs, at), x.type, n);
}

// Lanes past the last one, in a comparison of all lanes of a register; whether it holds for any of the known
// lanes.
static void unknown_tail(rn_gen *g) {
    static const uint16_t counts[] = {4, 8, 16};
    const uint16_t n = RN_PICK(g, counts), size = (uint16_t)(2 * n);
    const rn_val x = rn_pick(g, RN_I32, n);
    const char *v = write_const(g, "undef", RN_I32, size, x.name, n, n, n, 1, 0, NULL);
    const char *how = rn_chance(g, 50) ? "ult" : "sgt", *y = rn_operand(g, RN_I32, size);
    const char *c = rn_let(g, "icmp %s %s %s, %s", how, rn_ty(g, RN_I32, size), v, y);
    g->kinds[RN_K_HOLES]++;
    const rn_arg all[] = {{rn_ty(g, RN_I1, size), c}, {"i32", "0"}};
    const rn_arg part = {
        rn_ty(g, RN_I1, n),
        rn_let(g, "%s",
               rn_call(g, rn_ty(g, RN_I1, n), rn_fmt(g, "llvm.genx.rdpredregion.v%ui1.v%ui1", n, size), all, 2))};
    const char *b = rn_let(
        g, "%s", rn_call(g, "i1", rn_fmt(g, "llvm.genx.%s.v%ui1", rn_chance(g, 50) ? "any" : "all", n), &part, 1));
    const char *yes = rn_pick(g, RN_I32, 0).name, *no = rn_operand(g, RN_I32, 0);
    rn_emit(g, RN_I32, 0, "select i1 %s, i32 %s, i32 %s", b, yes, no);
}

// Integers through regions of another type and back. As floats they are only moved: a NaN keeps its bits.
static void format(rn_gen *g) {
    static const uint8_t types[] = {RN_I8, RN_I16, RN_I32, RN_I64, RN_HALF, RN_FLOAT};
    const rn_val a = rn_pick(g, rn_chance(g, 20) ? RN_I64 : rn_some_int(g), RN_ANY_VECTOR);
    const uint8_t to = RN_PICK(g, types);
    const unsigned bytes = a.n * rn_size(a.type), lanes = bytes / rn_size(to);
    if (bytes % rn_size(to) || lanes < 2 || lanes > 128 || to == a.type)
        return;
    const uint16_t n = (uint16_t)lanes, part = (uint16_t)(1 + rn_below(g, n / 2u));
    const char *wide = rn_ty(g, to, n);
    const char *x = rn_let(g, "bitcast %s %s to %s", rn_ty(g, a.type, a.n), a.name, wide);
    g->kinds[RN_K_FORMAT]++;
    const int hs = rn_chance(g, 50) ? 2 : 1;
    const char *r = read_const(g, x, to, n, part, hs * part, part, hs, rn_below(g, n - (unsigned)(hs * (part - 1))));
    const int hw = rn_chance(g, 50) ? 2 : 1;
    const char *m = rn_chance(g, 30) ? rn_condition(g, part) : NULL;
    x = write_const(g, x, to, n, r, part, hw * part, part, hw, rn_below(g, n - (unsigned)(hw * (part - 1))), m);
    rn_emit(g, a.type, a.n, "bitcast %s %s to %s", wide, x, rn_ty(g, a.type, a.n));
}

// Vectors of many registers: computed as a whole, written in the middle, read in parts.
static void large(rn_gen *g) {
    static const uint16_t counts[] = {64, 65, 96, 100, 127, 128};
    const uint8_t type = rn_some_type(g);
    const uint16_t n = RN_PICK(g, counts), part = (uint16_t)(1 + rn_below(g, 32));
    const char *t = rn_ty(g, type, n), *op = rn_is_float(type) ? "fmul" : "sub";
    g->kinds[RN_K_LARGE]++;
    const char *a = rn_load(g, type, n).name, *b = rn_load(g, type, n).name;
    g->vals.len -= 2;
    const char *x = rn_let(g, "%s %s %s, %s", op, t, a, b);
    if (rn_chance(g, 40)) {
        const char *c = rn_let(g, "%s %s %s, %s", rn_is_float(type) ? "fcmp olt" : "icmp slt", t, a, b);
        x = rn_let(g, "select %s %s, %s %s, %s %s", rn_ty(g, RN_I1, n), c, t, x, t, b);
    }
    for (unsigned i = rn_below(g, 4); i; i--) {
        const char *y = rn_pick(g, type, part).name;
        const unsigned at = rn_below(g, n - part + 1u);
        x = write_const(g, x, type, n, y, part, part, part, 1, at, rn_chance(g, 40) ? rn_condition(g, part) : NULL);
    }
    for (unsigned i = 1 + rn_below(g, 3); i; i--) {
        const uint16_t k = (uint16_t)(1 + rn_below(g, 32));
        const int hs = 3 * k <= n ? 1 + (int)rn_below(g, 3) : 1;
        rn_add(g, read_const(g, x, type, n, k, k * hs, k, hs, rn_below(g, n - (unsigned)((k - 1) * hs))), type, k);
    }
}

void rn_step_reshape(rn_gen *g) {
    static const rn_step all[] = {holes, holes, unknown_tail, format, format, format};
    if (!g->width && rn_chance(g, 10))
        large(g);
    else
        RN_PICK(g, all)(g);
}
