// SPDX-License-Identifier: MIT
// Steps that move elements: regions with constant and computed places, shuffles, elements, arrays, predicates' lanes,
// and shapes that need many registers. See gen.h.

#include "gen.h"

typedef struct shape {
    uint16_t n;
    int vs, w, hs;
    unsigned off, reach; // elements
} shape;

// A region inside a vector of size elements.
static shape some_shape(rn_gen *g, uint16_t size) {
    static const int w[] = {1, 2, 3, 4, 5, 8, 16}, rows[] = {1, 1, 2, 3, 4}, hs[] = {0, 1, 1, 1, 2, 3, 4},
                     vs[] = {0, 1, 2, 4, 7, 8, 16};
    for (;;) {
        shape s = {.w = RN_PICK(g, w)};
        s.hs = RN_PICK(g, hs);
        s.vs = RN_PICK(g, vs);
        const int r = RN_PICK(g, rows);
        s.n = (uint16_t)(s.w * r);
        s.reach = (unsigned)((r - 1) * s.vs + (s.w - 1) * s.hs + 1);
        if (s.reach <= size && s.n <= 40) {
            s.off = rn_below(g, size - s.reach + 1);
            return s;
        }
    }
}

static unsigned element(const shape *s, unsigned k) {
    return k / (unsigned)s->w * (unsigned)s->vs + k % (unsigned)s->w * (unsigned)s->hs;
}

static shape some_disjoint_shape(rn_gen *g, uint16_t size) {
    for (;;) {
        shape s = some_shape(g, size);
        bool twice = false;
        for (unsigned i = 0; i < s.n; i++)
            for (unsigned k = 0; k < i; k++)
                twice |= element(&s, i) == element(&s, k);
        if (!twice)
            return s;
    }
}

static void region_read(rn_gen *g) {
    rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR);
    const shape s = some_shape(g, v.n);
    rn_emit(g, v.type, s.n, "%s",
            rn_read(g, v.name, v.type, v.n, s.n, s.vs, s.w, s.hs, "i16", rn_fmt(g, "%u", s.off * rn_size(v.type))));
}

// wrregion at a place given as text.
static void write_masked(rn_gen *g, rn_val v, rn_val new, const shape *s, const char *off_type, const char *over,
                         const char *off, bool masked) {
    const char *mt = masked ? rn_ty(g, RN_I1, new.n) : "i1", *m = masked ? rn_condition(g, new.n) : "true";
    const rn_arg args[] = {{rn_ty(g, v.type, v.n), v.name},
                           {rn_ty(g, v.type, new.n), new.name},
                           {"i32", rn_fmt(g, "%d", s->vs)},
                           {"i32", rn_fmt(g, "%d", s->w)},
                           {"i32", rn_fmt(g, "%d", s->hs)},
                           {off_type, off},
                           {"i32", "undef"},
                           {mt, m}};
    g->kinds[RN_K_MASKED_WRITE] += masked;
    rn_emit(
        g, v.type, v.n, "%s",
        rn_call(g, args[0].type,
                rn_fmt(g, "llvm.genx.wrregion%c.%s.%s.%s.%s", rn_is_float(v.type) ? 'f' : 'i', rn_suf(g, v.type, v.n),
                       rn_suf(g, v.type, new.n), over, masked ? rn_suf(g, RN_I1, new.n) : "i1"),
                args, 8));
}

static void write_at(rn_gen *g, rn_val v, rn_val new, const shape *s, const char *off_type, const char *over,
                     const char *off) {
    write_masked(g, v, new, s, off_type, over, off, rn_chance(g, 40));
}

static void region_write(rn_gen *g) {
    rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR);
    const shape s = some_disjoint_shape(g, v.n);
    rn_val new = rn_pick(g, v.type, s.n);
    write_at(g, v, new, &s, "i16", "i16", rn_fmt(g, "%u", s.off * rn_size(v.type)));
}

rn_val rn_placed(rn_gen *g, rn_val new) {
    const uint16_t n = (uint16_t)(new.n + 1 + rn_below(g, 20));
    rn_val v = {rn_constant(g, new.type, n), new.type, n, true};
    const shape s = {.n = new.n, .vs = new.n, .w = new.n, .hs = 1};
    write_at(g, v, new, &s, "i16", "i16", rn_fmt(g, "%u", rn_size(v.type) * rn_below(g, v.n - new.n + 1u)));
    v = g->vals.data[--g->vals.len];
    return v;
}

// Computed places

static const char *byte_offset(rn_gen *g, const char *index, uint8_t type, unsigned more) {
    const char *x = rn_let(g, "trunc i32 %s to i16", index);
    if (rn_size(type) > 1)
        x = rn_let(g, "mul i16 %s, %u", x, rn_size(type));
    return more ? rn_let(g, "add i16 %s, %u", x, more * rn_size(type)) : x;
}

static void indirect_read(rn_gen *g) {
    rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR);
    const shape s = some_shape(g, v.n);
    const unsigned room = v.n - s.reach + 1u, more = rn_below(g, room);
    const char *at = byte_offset(g, rn_index(g, room - more), v.type, more);
    g->kinds[RN_K_INDIRECT_READ]++;
    rn_emit(g, v.type, s.n, "%s", rn_read(g, v.name, v.type, v.n, s.n, s.vs, s.w, s.hs, "i16", at));
}

static void indirect_write(rn_gen *g) {
    rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR);
    const shape s = some_disjoint_shape(g, v.n);
    rn_val new = rn_pick(g, v.type, s.n);
    const unsigned room = v.n - s.reach + 1u, more = rn_below(g, room);
    const char *at = byte_offset(g, rn_index(g, room - more), v.type, more);
    g->kinds[RN_K_INDIRECT_WRITE]++;
    write_at(g, v, new, &s, "i16", "i16", at);
}

// n places below a power of two, as bytes. apart: all different.
static const char *lane_offsets(rn_gen *g, uint8_t type, uint16_t n, unsigned size, bool apart) {
    unsigned two = 1;
    while (two * 2 <= size)
        two *= 2;
    const char *t = rn_ty(g, RN_I16, n);
    const char *x = rn_let(g, "trunc %s %s to %s", rn_ty(g, RN_I32, n), rn_pick(g, RN_I32, n).name, t);
    if (apart) { // a rotation of 0, 1, 2, ...: the first lane's place says by how much
        int64_t up[64];
        for (unsigned i = 0; i < n; i++)
            up[i] = i;
        const char *by = rn_let(g, "extractelement %s %s, i32 0", t, x);
        const char *one = rn_let(g, "insertelement %s undef, i16 %s, i32 0", t, by);
        const char *all = rn_let(g, "shufflevector %s %s, %s undef, <%u x i32> zeroinitializer", t, one, t, n);
        x = rn_let(g, "add %s %s, %s", t, all, rn_list(g, RN_I16, n, up));
    }
    x = rn_let(g, "and %s %s, %s", t, x, rn_splat(g, RN_I16, n, rn_fmt(g, "%u", two - 1)));
    if (rn_size(type) > 1)
        x = rn_let(g, "mul %s %s, %s", t, x, rn_splat(g, RN_I16, n, rn_fmt(g, "%u", rn_size(type))));
    return x;
}

static void indirect_gather(rn_gen *g) {
    static const uint16_t lanes[] = {2, 4, 8, 8, 16, 16, 32, 5, 12};
    rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR);
    const uint16_t n = RN_PICK(g, lanes);
    const char *at = lane_offsets(g, v.type, n, v.n, false);
    g->kinds[RN_K_INDIRECT_GATHER]++;
    rn_emit(g, v.type, n, "%s", rn_read(g, v.name, v.type, v.n, n, 0, 1, 0, rn_ty(g, RN_I16, n), at));
}

static void indirect_scatter(rn_gen *g) {
    static const uint16_t lanes[] = {2, 4, 8, 16};
    const uint16_t n = RN_PICK(g, lanes);
    rn_val v = rn_pick(g, RN_ANY_TYPE, rn_chance(g, 50) ? 32 : 16), new = rn_pick(g, v.type, n);
    const shape s = {.n = n, .w = 1};
    g->kinds[RN_K_INDIRECT_SCATTER]++;
    const char *at = lane_offsets(g, v.type, n, v.n, true);
    write_at(g, v, new, &s, rn_ty(g, RN_I16, n), rn_suf(g, RN_I16, n), at);
}

// An array in memory that passes keep in registers.
static void array(rn_gen *g) {
    static const uint16_t sizes[] = {4, 8, 16};
    const uint16_t n = RN_PICK(g, sizes), lanes = rn_chance(g, 50) ? 0 : 8;
    const uint8_t type = rn_some_int(g);
    const char *t = rn_ty(g, type, lanes), *a = rn_new_name(g);
    cmc_str_printf(&g->entry, "  %s = alloca [%u x %s]\n", a, n, t);
    g->kinds[RN_K_ARRAY]++;
    for (unsigned i = 0; i < n; i++) {
        const char *p = rn_let(g, "getelementptr [%u x %s], ptr %s, i32 0, i32 %u", n, t, a, i);
        rn_line(g, "store %s %s, ptr %s", t, i % 3 ? rn_constant(g, type, lanes) : rn_pick(g, type, lanes).name, p);
    }
    const char *q = rn_let(g, "getelementptr [%u x %s], ptr %s, i32 0, i32 %s", n, t, a, rn_index(g, n));
    if (rn_chance(g, 60))
        rn_line(g, "store %s %s, ptr %s", t, rn_pick(g, type, lanes).name, q);
    q = rn_let(g, "getelementptr [%u x %s], ptr %s, i32 0, i32 %s", n, t, a, rn_index(g, n));
    rn_emit(g, type, lanes, "load %s, ptr %s", t, q);
}

// Constants read at a computed place: twice, as in a loop that was unrolled.
static void table(rn_gen *g) {
    const uint8_t type = rn_chance(g, 60) ? RN_I32 : rn_chance(g, 50) ? RN_FLOAT : RN_I16;
    const uint16_t n = rn_chance(g, 50) ? 16 : 8;
    const rn_arg c = {rn_ty(g, type, n), rn_constant(g, type, n)};
    g->kinds[RN_K_TABLE]++;
    for (int k = 0; k < 2; k++) {
        const char *at = byte_offset(g, rn_index(g, n), type, 0);
        rn_emit(g, type, 0, "%s", rn_read(g, c.value, type, n, 0, 0, 1, 0, "i16", at));
    }
}

// Shuffles and elements

static void shuffle(rn_gen *g) {
    static const unsigned steps[] = {0, 1, 1, 2, 3};
    rn_val a = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR), b = rn_pick(g, a.type, a.n);
    uint16_t n = rn_some_width(g);
    int64_t mask[64];
    const unsigned start = rn_below(g, 2u * a.n), step = RN_PICK(g, steps);
    const bool any = rn_chance(g, 40);
    n = n ? n : 1;
    for (unsigned i = 0; i < n; i++)
        mask[i] = any ? rn_below(g, 2u * a.n) : (start + i * step) % (2u * a.n);
    const char *t = rn_ty(g, a.type, a.n);
    rn_emit(g, a.type, n, "shufflevector %s %s, %s %s, <%u x i32> %s", t, a.name, t, b.name, n,
            rn_list(g, RN_I32, n, mask));
}

static void one_element(rn_gen *g) {
    rn_val a = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR), b = rn_pick(g, a.type, RN_ANY_VECTOR);
    const bool computed = rn_chance(g, 30);
    const char *from = computed ? rn_index(g, b.n) : rn_fmt(g, "%u", rn_below(g, b.n));
    rn_val x = rn_emit(g, a.type, 0, "extractelement %s %s, i32 %s", rn_ty(g, b.type, b.n), b.name, from);
    const char *to = computed ? rn_index(g, a.n) : rn_fmt(g, "%u", rn_below(g, a.n));
    rn_emit(g, a.type, a.n, "insertelement %s %s, %s %s, i32 %s", rn_ty(g, a.type, a.n), a.name, rn_ty(g, a.type, 0),
            x.name, to);
}

// A place in a table from each lane by itself.
static void looked_up(rn_gen *g) {
    const uint16_t n = rn_chance(g, 50) ? 8 : 4;
    rn_val v = rn_pick(g, RN_I8, n), t = rn_pick(g, RN_I32, 16);
    const char *sum = "0";
    g->kinds[RN_K_LANES]++;
    for (unsigned i = 0; i < n; i++) {
        const char *e = rn_let(g, "extractelement %s %s, i32 %u", rn_ty(g, RN_I8, n), v.name, i);
        const char *o = rn_let(g, "and i16 %s, 15", rn_let(g, "zext i8 %s to i16", e));
        o = rn_let(g, "mul i16 %s, 4", o);
        const char *x = rn_let(g, "%s", rn_read(g, t.name, RN_I32, 16, 0, 0, 1, 0, "i16", o));
        sum = rn_let(g, "add i32 %s, %s", sum, x);
    }
    rn_add(g, sum, RN_I32, 0);
}

// The same operation on every lane by itself.
static void lanes(rn_gen *g) {
    const uint16_t n = rn_chance(g, 50) ? 8 : 4;
    const uint8_t type = rn_chance(g, 50) ? RN_FLOAT : RN_I32;
    rn_val a = rn_pick(g, type, n), b = rn_pick(g, type, n);
    const char *t = rn_ty(g, type, n), *e = rn_ty(g, type, 0), *v = "undef", *op = type == RN_FLOAT ? "fadd" : "xor";
    g->kinds[RN_K_LANES]++;
    for (unsigned i = 0; i < n; i++) {
        const char *x = rn_let(g, "extractelement %s %s, i32 %u", t, a.name, i);
        const char *y = rn_let(g, "extractelement %s %s, i32 %u", t, b.name, i);
        v = rn_let(g, "insertelement %s %s, %s %s, i32 %u", t, v, e, rn_let(g, "%s %s %s, %s", op, e, x, y), i);
    }
    rn_add(g, v, type, n);
}

// The same operations on two rows that are written side by side: element by element, or one row after the other.
static void two_rows(rn_gen *g) {
    static const uint8_t types[] = {RN_HALF, RN_HALF, RN_I16, RN_FLOAT, RN_I32};
    const uint8_t type = RN_PICK(g, types);
    const bool real = rn_is_float(type), woven = rn_chance(g, 50);
    const uint16_t n = rn_chance(g, 50) ? 16 : 8;
    const char *t = rn_ty(g, type, n), *shared = rn_operand(g, type, n),
               *k = rn_splat(g, type, n, rn_constant(g, type, 0));
    const bool bytes = type == RN_HALF && rn_chance(g, 60);
    rn_val v = {rn_constant(g, type, 48), type, 48, true};
    const unsigned at = rn_below(g, 48 - 2u * n + 1);
    for (unsigned i = 0; i < 2; i++) {
        const char *x = bytes ? rn_let(g, "uitofp %s %s to %s", rn_ty(g, RN_I8, n), rn_pick(g, RN_I8, n).name, t)
                              : rn_pick(g, type, n).name;
        x = rn_let(g, "%s %s %s, %s", real ? "fsub" : "sub", t, x, k);
        x = rn_let(g, "%s %s %s, %s", real ? "fmul" : "xor", t, x, shared);
        x = rn_let(g, "%s %s %s, %s", real ? "fadd" : "add", t, x, k);
        const int step = woven ? 2 : 1;
        const shape s = {.n = n, .vs = n * step, .w = n, .hs = step};
        write_masked(g, v, (rn_val){x, type, n, true}, &s, "i16", "i16",
                     rn_fmt(g, "%u", rn_size(type) * (at + i * (woven ? 1u : n))), rn_chance(g, 5));
        v = g->vals.data[g->vals.len - 1];
        if (i == 0)
            g->vals.len--;
    }
}

// A long computation of which few elements are read.
static void few_elements(rn_gen *g) {
    rn_val a = rn_pick(g, RN_I32, 32);
    const char *t = rn_ty(g, RN_I32, 32);
    const char *x = rn_let(g, "add %s %s, %s", t, a.name, rn_operand(g, RN_I32, 32));
    const char *y = rn_let(g, "xor %s %s, %s", t, x, rn_operand(g, RN_I32, 32));
    rn_emit(g, RN_I32, 8, "%s", rn_read(g, y, RN_I32, 32, 8, 8, 8, 1, "i16", rn_fmt(g, "%u", 4 * rn_below(g, 25))));
}

// The old value is read after the write that continues it.
static void late_read(rn_gen *g) {
    rn_val a = rn_pick(g, RN_I32, 32), b = rn_pick(g, RN_I32, 8);
    const shape s = {.n = 8, .vs = 8, .w = 8, .hs = 1};
    write_at(g, a, b, &s, "i16", "i16", rn_fmt(g, "%u", 32 * rn_below(g, 4)));
    rn_emit(g, RN_I32, 8, "%s",
            rn_read(g, a.name, RN_I32, 32, 8, 8, 8, 1, "i16", rn_fmt(g, "%u", 4 * rn_below(g, 25))));
}

// One conversion of the same lanes in several places.
static void same_lanes(rn_gen *g) {
    rn_val a = rn_pick(g, RN_I8, 32);
    const char *t = rn_ty(g, RN_I8, 32), *f = rn_ty(g, RN_FLOAT, 16);
    for (unsigned i = 0; i < 3; i++) {
        const unsigned at = rn_chance(g, 60) ? 0 : rn_below(g, 16);
        const char *r = rn_let(g, "%s", rn_read(g, a.name, RN_I8, 32, 16, 16, 16, 1, "i16", rn_fmt(g, "%u", at)));
        const char *x = rn_let(g, "uitofp <16 x i8> %s to %s", r, f);
        rn_emit(g, RN_FLOAT, 16, "fmul %s %s, %s", f, x, rn_operand(g, RN_FLOAT, 16));
    }
    (void)t;
}

// One element at a computed place, in operations on several vectors.
static void shared_element(rn_gen *g) {
    static const uint8_t types[] = {RN_HALF, RN_I16, RN_FLOAT, RN_I32};
    static const uint16_t lanes[] = {8, 16, 16, 32};
    rn_val v = rn_pick(g, RN_PICK(g, types), RN_ANY_VECTOR);
    const uint16_t n = RN_PICK(g, lanes);
    const bool real = rn_is_float(v.type);
    const char *t = rn_ty(g, v.type, n), *at = byte_offset(g, rn_index(g, v.n), v.type, 0);
    const char *r = rn_let(g, "%s", rn_read(g, v.name, v.type, v.n, n, 0, n, 0, "i16", at));
    const char *x = rn_pick(g, v.type, n).name, *y = rn_operand(g, v.type, n);
    rn_emit(g, v.type, n, "%s %s %s, %s", real ? "fmul" : "xor", t, x, r);
    rn_emit(g, v.type, n, "%s %s %s, %s", real ? "fadd" : "sub", t, r, y);
}

// A matrix of more than half of the registers, accessed by columns at computed places.
static void columns(rn_gen *g) {
    enum { ROWS = 9, WIDTH = 4 };
    const uint8_t type = rn_chance(g, 50) ? RN_FLOAT : RN_I32;
    const uint16_t row = (uint16_t)(g->m->grf_b * g->m->grf_count / 2 / (ROWS - 1) / 4);
    const shape s = {.n = ROWS * WIDTH, .vs = row, .w = WIDTH, .hs = 1};
    rn_val m = {"zeroinitializer", type, (uint16_t)(ROWS * row), true};
    for (unsigned k = 0; k < 2; k++) {
        const char *at = byte_offset(g, rn_index(g, row - WIDTH + 1u), type, 0);
        const rn_val x = rn_pick(g, type, s.n);
        write_masked(g, m, x, &s, "i16", "i16", at, rn_chance(g, 3));
        m = g->vals.data[--g->vals.len];
    }
    const char *at = byte_offset(g, rn_index(g, row - WIDTH + 1u), type, 0);
    rn_emit(g, type, s.n, "%s", rn_read(g, m.name, type, m.n, s.n, s.vs, s.w, s.hs, "i16", at));
    const unsigned first = row * rn_below(g, ROWS);
    at = rn_fmt(g, "%u", 4 * (first + rn_below(g, row - 15u)));
    rn_emit(g, type, 16, "%s", rn_read(g, m.name, type, m.n, 16, 16, 16, 1, "i16", at));
}

// Pressure

void rn_pressure(rn_gen *g) {
    const char *v[40] = {NULL}, *t = rn_ty(g, RN_I32, 32);
    const unsigned n = 24 + rn_below(g, 14);
    g->kinds[RN_K_PRESSURE]++;
    for (unsigned i = 0; i < n; i++) {
        v[i] = rn_load(g, RN_I32, 32).name;
        g->vals.len--;
    }
    const char *sum = v[0];
    for (unsigned i = 1; i < n; i++)
        sum = rn_let(g, "add %s %s, %s", t, sum, v[(i * 7) % n]);
    for (unsigned i = 0; i < n; i++)
        sum = rn_let(g, "%s %s %s, %s", i % 2 ? "xor" : "mul", t, sum, v[n - 1 - i]);
    rn_add(g, sum, RN_I32, 32);
}

// One condition chooses between vectors of many registers, which are computed on both sides; few of their lanes are
// read.
static void big_choice(rn_gen *g) {
    enum { LANES = 128 };
    const char *t = rn_ty(g, RN_I32, LANES), *v[2], *c = rn_condition(g, 0);
    g->kinds[RN_K_BIG_CHOICE]++;
    for (unsigned i = 0; i < 2; i++) {
        v[i] = rn_load(g, RN_I32, LANES).name;
        g->vals.len--;
    }
    const char *x = rn_let(g, "add %s %s, %s", t, v[0], v[1]),
               *y = rn_let(g, "xor %s %s, %s", t, v[0], rn_constant(g, RN_I32, LANES));
    const char *s = rn_let(g, "select i1 %s, %s %s, %s %s", c, t, x, t, y);
    if (rn_chance(g, 50)) {
        const char *z = rn_let(g, "select i1 %s, %s %s, %s %s", c, t, y, t, v[1]);
        s = rn_let(g, "sub %s %s, %s", t, s, z);
    }
    for (unsigned i = 0; i < 3; i++)
        rn_emit(g, RN_I32, 16, "%s",
                rn_read(g, s, RN_I32, LANES, 16, 16, 16, 1, "i16", rn_fmt(g, "%u", 4 * rn_below(g, LANES - 15))));
}

static void predicates(rn_gen *g) {
    const char *c[10], *t = rn_ty(g, RN_I32, 16);
    g->kinds[RN_K_PREDICATES]++;
    for (unsigned i = 0; i < 10; i++)
        c[i] = rn_condition(g, 16);
    const char *v = rn_pick(g, RN_I32, 16).name;
    for (unsigned i = 0; i < 10; i++)
        v = rn_let(g, "select <16 x i1> %s, %s %s, %s %s", c[9 - i], t, v, t, rn_operand(g, RN_I32, 16));
    rn_add(g, v, RN_I32, 16);
}

// Predicates' lanes

static const char *pred_read(rn_gen *g, const char *p, unsigned size, unsigned n, unsigned off) {
    const rn_arg args[] = {{rn_ty(g, RN_I1, (uint16_t)size), p}, {"i32", rn_fmt(g, "%u", off)}};
    return rn_let(
        g, "%s",
        rn_call(g, rn_ty(g, RN_I1, (uint16_t)n), rn_fmt(g, "llvm.genx.rdpredregion.v%ui1.v%ui1", n, size), args, 2));
}

static void predicate_lanes(rn_gen *g) {
    const unsigned size = rn_chance(g, 50) ? 32 : 16, n = size / 2, off = rn_chance(g, 50) ? 0 : n;
    const char *p = rn_condition(g, (uint16_t)size), *q = rn_condition(g, (uint16_t)n),
               *r = pred_read(g, p, size, n, off);
    const rn_arg args[] = {
        {rn_ty(g, RN_I1, (uint16_t)size), p}, {rn_ty(g, RN_I1, (uint16_t)n), q}, {"i32", rn_fmt(g, "%u", n - off)}};
    const char *w =
        rn_let(g, "%s", rn_call(g, args[0].type, rn_fmt(g, "llvm.genx.wrpredregion.v%ui1.v%ui1", size, n), args, 3));
    const uint8_t t = rn_some_type(g);
    rn_val a = rn_pick(g, t, (uint16_t)size), b = rn_pick(g, t, (uint16_t)n);
    const char *wide = rn_ty(g, t, (uint16_t)size), *narrow = rn_ty(g, t, (uint16_t)n);
    rn_emit(g, t, (uint16_t)size, "select %s %s, %s %s, %s %s", args[0].type, w, wide, a.name, wide,
            rn_operand(g, t, (uint16_t)size));
    rn_emit(g, t, (uint16_t)n, "select %s %s, %s %s, %s %s", args[1].type, r, narrow, b.name, narrow,
            rn_operand(g, t, (uint16_t)n));
}

static void predicate_logic(rn_gen *g) {
    static const char *const op[] = {"and", "or", "xor"};
    rn_val a = rn_pick(g, RN_ANY_TYPE, RN_ANY_VECTOR);
    const char *t = rn_ty(g, RN_I1, a.n), *v = rn_ty(g, a.type, a.n);
    const char *x = rn_condition(g, a.n), *y = rn_condition(g, a.n);
    if (rn_chance(g, 30)) {
        const rn_arg c = {t, "zeroinitializer"};
        y = rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.constantpred.v%ui1", a.n), &c, 1));
    }
    x = rn_let(g, "%s %s %s, %s", RN_PICK(g, op), t, x, y);
    rn_emit(g, a.type, a.n, "select %s %s, %s %s, %s %s", t, x, v, a.name, v, rn_operand(g, a.type, a.n));
}

static void any_all(rn_gen *g) {
    static const uint16_t n[] = {2, 4, 8, 16, 32};
    const uint16_t k = RN_PICK(g, n);
    const rn_arg c = {rn_ty(g, RN_I1, k), rn_condition(g, k)};
    const char *b =
        rn_let(g, "%s", rn_call(g, "i1", rn_fmt(g, "llvm.genx.%s.v%ui1", rn_chance(g, 50) ? "any" : "all", k), &c, 1));
    const char *yes = rn_pick(g, RN_I32, 0).name, *no = rn_operand(g, RN_I32, 0);
    rn_emit(g, RN_I32, 0, "select i1 %s, i32 %s, i32 %s", b, yes, no);
}

void rn_step_region(rn_gen *g) {
    static const rn_step all[] = {region_read,  region_read,    region_read,    region_write,    region_write,
                                  region_write, indirect_read,  indirect_write, indirect_gather, indirect_scatter,
                                  array,        table,          shuffle,        shuffle,         one_element,
                                  one_element,  lanes,          few_elements,   late_read,       same_lanes,
                                  looked_up,    two_rows,       two_rows,       predicate_lanes, predicate_logic,
                                  any_all,      shared_element, columns};
    const unsigned k = rn_below(g, 200);
    if (k < 3)
        predicates(g);
    else if (k < 6)
        big_choice(g);
    else if (k < 16)
        rn_step_object(g);
    else
        RN_PICK(g, all)(g);
}
