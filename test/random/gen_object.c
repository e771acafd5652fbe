// SPDX-License-Identifier: MIT
// Steps with objects in the thread's memory, which passes keep in registers: copied and cleared as a
// whole, seen as another type, arrays of arrays. See gen.h.

#include "gen.h"

typedef struct object {
    const char *p; // address
    uint8_t type;
    uint16_t n, count; // elements of n lanes
} object;

static object make(rn_gen *g, uint8_t type, uint16_t n, uint16_t count) {
    object o = {rn_new_name(g), type, n, count};
    cmc_str_printf(&g->entry, "  %s = alloca [%u x %s]\n", o.p, count, rn_ty(g, type, n));
    return o;
}

static const char *element(rn_gen *g, const object *o, const char *i) {
    return rn_let(g, "getelementptr %s, ptr %s, i32 %s", rn_ty(g, o->type, o->n), o->p, i);
}

static void fill(rn_gen *g, const object *o) {
    for (unsigned i = 0; i < o->count; i++) {
        const char *v = rn_operand(g, o->type, o->n);
        rn_line(g, "store %s %s, ptr %s", rn_ty(g, o->type, o->n), v, element(g, o, rn_fmt(g, "%u", i)));
    }
}

static const char *some_place(rn_gen *g, const object *o) {
    return element(g, o, rn_chance(g, 60) ? rn_index(g, o->count) : rn_fmt(g, "%u", rn_below(g, o->count)));
}

static void load(rn_gen *g, const object *o, const char *p) {
    rn_emit(g, o->type, o->n, "load %s, ptr %s", rn_ty(g, o->type, o->n), p);
}

static object some_object(rn_gen *g) {
    static const uint16_t lanes[] = {0, 0, 4, 8, 16, 2}, counts[] = {1, 2, 4, 8};
    const uint8_t type = rn_some_type(g);
    const uint16_t n = RN_PICK(g, lanes);
    return make(g, type, n, RN_PICK(g, counts));
}

// b = a; a or b is changed or cleared after it.
static void copied(rn_gen *g) {
    const object a = some_object(g), b = make(g, a.type, a.n, a.count);
    const unsigned size_b = a.count * rn_size(a.type) * (a.n ? a.n : 1u);
    fill(g, &a);
    const rn_arg copy[] = {{"ptr", b.p}, {"ptr", a.p}, {"i64", rn_fmt(g, "%u", size_b)}, {"i1", "false"}};
    rn_line(g, "%s", rn_call(g, "void", "llvm.memcpy.p0.p0.i64", copy, 4));
    const object *changed = rn_chance(g, 50) ? &a : &b;
    if (rn_chance(g, 30)) {
        const rn_arg clear[] = {{"ptr", changed->p},
                                {"i8", rn_chance(g, 70) ? "0" : "-1"},
                                {"i64", rn_fmt(g, "%u", size_b)},
                                {"i1", "false"}};
        if (!rn_is_float(a.type))
            rn_line(g, "%s", rn_call(g, "void", "llvm.memset.p0.i64", clear, 4));
    } else {
        const char *v = rn_pick(g, a.type, a.n).name;
        rn_line(g, "store %s %s, ptr %s", rn_ty(g, a.type, a.n), v, some_place(g, changed));
    }
    load(g, &a, some_place(g, &a));
    load(g, &b, some_place(g, &b));
}

// What is stored as one type is loaded as another, somewhere inside.
static void seen_as(rn_gen *g) {
    static const uint8_t types[] = {RN_I8, RN_I16, RN_I32, RN_I64};
    const uint8_t from = RN_PICK(g, types);
    const uint16_t lanes = rn_chance(g, 50) ? 16 : 8, count = (uint16_t)(1u << rn_below(g, 3));
    const object a = make(g, from, lanes, count);
    const uint8_t to = RN_PICK(g, types);
    const unsigned bytes = a.count * a.n * rn_size(a.type), most = bytes / rn_size(to);
    const uint16_t n = (uint16_t)(1u << rn_below(g, 4));
    fill(g, &a);
    if (n > most)
        return;
    const char *t = rn_ty(g, to, n), *at = rn_fmt(g, "%u", rn_below(g, most - n + 1u));
    const char *p = rn_let(g, "getelementptr %s, ptr %s, i32 %s", rn_ty(g, to, 0), a.p, at);
    if (rn_chance(g, 60))
        rn_line(g, "store %s %s, ptr %s, align 1", t, rn_pick(g, to, n).name, p);
    rn_emit(g, to, n, "load %s, ptr %s, align 1", t, p);
    load(g, &a, some_place(g, &a));
}

static void two_indices(rn_gen *g) {
    static const uint16_t lanes[] = {0, 0, 4, 8};
    const uint8_t type = rn_some_type(g);
    const uint16_t n = RN_PICK(g, lanes), rows = (uint16_t)(2u << rn_below(g, 2)),
                   columns = (uint16_t)(2u << rn_below(g, 2));
    const object a = make(g, type, n, (uint16_t)(rows * columns));
    const char *t = rn_ty(g, type, n);
    fill(g, &a);
    for (unsigned i = 0; i < 2; i++) {
        const char *y = rn_index(g, rows),
                   *x = rn_chance(g, 60) ? rn_index(g, columns) : rn_fmt(g, "%u", rn_below(g, columns));
        const char *p =
            rn_let(g, "getelementptr [%u x [%u x %s]], ptr %s, i32 0, i32 %s, i32 %s", rows, columns, t, a.p, y, x);
        if (!i)
            rn_line(g, "store %s %s, ptr %s", t, rn_pick(g, type, n).name, p);
        else
            load(g, &a, p);
    }
}

void rn_step_object(rn_gen *g) {
    static const rn_step all[] = {copied, seen_as, two_indices};
    g->kinds[RN_K_OBJECT]++;
    RN_PICK(g, all)(g);
}
