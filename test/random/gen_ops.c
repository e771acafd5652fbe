// SPDX-License-Identifier: MIT
// Steps that compute: LLVM's instructions, and the intrinsics of ops.def. See gen.h.

#include "gen.h"

#include <string.h>

typedef struct op_row {
    const char *name, *signature, *over, *extra, *data;
    double error, absolute;
} op_row;
static const op_row ops[] = {
#define OP(name, signature, over, extra, data, error, absolute) {name, signature, over, extra, data, error, absolute},
#include "ops.def"
#undef OP
};
enum { N_OPS = sizeof ops / sizeof ops[0] };

// A row

typedef struct letters { // what the letters of one call mean
    uint8_t t, u, x, i, f;
} letters;

static letters choose(rn_gen *g) {
    letters l = {.t = rn_some_int(g)};
    l.u = rn_some_int(g);
    l.x = rn_chance(g, 60) ? RN_I32 : RN_I16;
    l.f = rn_chance(g, 60) ? RN_FLOAT : RN_HALF;
    l.i = rn_chance(g, 12) ? RN_I64 : rn_some_int(g);
    return l;
}

static uint8_t type_of(const letters *l, char c) {
    static const char plain[] = "?bwdqhfg"; // in the order of rn_type
    const char *at = strchr(plain, c);
    if (at)
        return (uint8_t)(at - plain);
    return c == 'T' ? l->t : c == 'U' ? l->u : c == 'X' ? l->x : c == 'I' ? l->i : l->f;
}

static const char *shift_amounts(rn_gen *g, uint8_t type, uint16_t n) {
    int64_t v[512];
    const unsigned bits = 8 * rn_size(type);
    for (unsigned i = 0; i < (n ? n : 1u); i++)
        v[i] = i && rn_chance(g, 40) ? v[0] : rn_below(g, bits);
    return rn_list(g, type, n, v);
}

static const char *argument(rn_gen *g, char how, uint8_t type, uint16_t n) {
    switch (how) {
    case 's':
        return shift_amounts(g, type, n);
    case 'n':
        return rn_let(g, "or %s %s, %s", rn_ty(g, type, n), rn_pick(g, type, n).name, rn_splat(g, type, n, "1"));
    case 'o':
    case 'p':
    case '+':
    case '-': {
        const char *x = rn_load(g, type, n).name;
        g->vals.len--; // for this call alone
        if (how != 'p')
            return x;
        const rn_arg a = {rn_ty(g, type, n), x};
        return rn_let(g, "%s", rn_call(g, a.type, rn_fmt(g, "llvm.fabs.%s", rn_suf(g, type, n)), &a, 1));
    }
    default:
        return rn_operand(g, type, n);
    }
}

// Multiples of four lanes, or of two, where groups of lanes make one result.
static uint16_t lanes_of(rn_gen *g, const op_row *r) {
    if (strstr(r->name, "genx.dp") && !strstr(r->name, "dp4a"))
        return (uint16_t)(4 << rn_below(g, 4));
    if (strstr(r->name, "genx.line"))
        return (uint16_t)(4 << rn_below(g, 3));
    if (strstr(r->name, "sad2"))
        return (uint16_t)(2 + 2 * rn_below(g, 16));
    if (rn_chance(g, 50) && g->vals.len) {
        rn_val v = g->vals.data[rn_below(g, g->vals.len)];
        return v.n <= 64 ? v.n : 16;
    }
    return rn_some_width(g);
}

static const char *mangled(rn_gen *g, const op_row *r, uint16_t n, const uint8_t *arg, uint8_t ret) {
    const char *name = rn_fmt(g, "llvm.%s", r->name);
    for (const char *o = r->over; *o; o++)
        name = rn_fmt(g, "%s.%s", name, rn_suf(g, *o == 'r' ? ret : arg[*o - '0'], n));
    return name;
}

static double tolerance(uint8_t type, double units) {
    return units * (type == RN_HALF ? 0x1p-9 : 0x1p-20);
}

// A sum of products, and the sum of their magnitudes, to which its error is relative.
static void sum(rn_gen *g, const op_row *r, const char *name, const rn_arg *args, unsigned n_args, uint8_t ret,
                uint16_t n) {
    const char *t = rn_ty(g, ret, n), *s = rn_suf(g, ret, n);
    rn_val v = {rn_let(g, "%s", rn_call(g, t, name, args, n_args)), ret, n, true}, scale = v;
    rn_arg size[4];
    for (unsigned i = 0; i < n_args; i++) {
        size[i] = (rn_arg){t, rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.fabs.%s", s), &args[i], 1))};
        if (r->data[i] == '-')
            size[i].value = rn_let(g, "fneg %s %s", t, size[i].value);
    }
    scale.name = rn_let(g, "%s", rn_call(g, t, name, size, n_args));
    const uint32_t at = g->out_b;
    if (rn_store(g, scale, tolerance(ret, r->error), 0) && rn_store(g, v, tolerance(ret, r->error), 0))
        g->results.data[g->results.len - 1].scale_b = at;
}

static void finish(rn_gen *g, const op_row *r, const char *call, uint8_t ret, uint16_t n) {
    if (r->error > 0) {
        rn_val v = {rn_let(g, "%s", call), ret, n, true};
        if (n && rn_chance(g, 30))
            v = rn_placed(g, v);
        rn_store(g, v, tolerance(ret, r->error), tolerance(ret, r->absolute));
    } else if (strstr(r->name, "sad2")) { // defined in even lanes only
        const char *all = rn_let(g, "%s", call);
        rn_emit(g, ret, (uint16_t)(n / 2), "%s", rn_read(g, all, ret, n, (uint16_t)(n / 2), 0, n / 2, 2, "i16", "0"));
    } else if (strstr(r->name, "bf.cvt")) { // bits of another type than the result says
        const char *x = rn_let(g, "%s", call);
        rn_emit(g, RN_I16, n, "bitcast %s %s to %s", rn_ty(g, ret, n), x, rn_ty(g, RN_I16, n));
    } else {
        rn_emit(g, ret, n, "%s", call);
    }
}

static void call_row(rn_gen *g, const op_row *r) {
    const letters l = choose(g);
    const char *sig = strchr(r->signature, ':');
    const bool pair = sig - r->signature == 2;
    const uint8_t ret = type_of(&l, r->signature[0]);
    const uint16_t n = lanes_of(g, r);
    rn_arg args[6];
    uint8_t types[4] = {0};
    unsigned k = 0;
    for (const char *c = sig + 1; *c; c++, k++) {
        types[k] = type_of(&l, *c);
        args[k].value = argument(g, r->data[k], types[k], n);
        args[k].type = rn_ty(g, types[k], n);
    }
    if (*r->extra) {
        const char *space = strchr(r->extra, ' ');
        args[k++] = (rn_arg){rn_fmt(g, "%.*s", (int)(space - r->extra), r->extra), space + 1};
    }
    const char *name = mangled(g, r, n, types, ret), *t = rn_ty(g, ret, n);
    if (strchr(r->data, '+')) {
        sum(g, r, name, args, k, ret, n);
        return;
    }
    if (!pair) {
        finish(g, r, rn_call(g, t, name, args, k), ret, n);
        return;
    }
    const char *both = rn_fmt(g, "{ %s, %s }", t, t), *v = rn_let(g, "%s", rn_call(g, both, name, args, k));
    rn_emit(g, ret, n, "extractvalue %s %s, 0", both, v);
    rn_emit(g, ret, n, "extractvalue %s %s, 1", both, v);
}

void rn_step_intrinsic(rn_gen *g) {
    const op_row *r = &ops[rn_below(g, N_OPS)];
    if (strchr(r->signature, 'g') && !g->has_double)
        return;
    call_row(g, r);
}

// LLVM's instructions

static void arithmetic(rn_gen *g) {
    static const char *const fp[] = {"fadd", "fsub", "fmul"}, *const ip[] = {"add", "sub", "mul", "and", "or", "xor"};
    rn_val a = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const char *b = rn_operand(g, a.type, a.n), *op = rn_is_float(a.type) ? RN_PICK(g, fp) : RN_PICK(g, ip);
    rn_emit(g, a.type, a.n, "%s %s %s, %s", op, rn_ty(g, a.type, a.n), a.name, b);
}

static void shift(rn_gen *g) {
    static const char *const by[] = {"shl", "lshr", "ashr"};
    rn_val a = rn_pick(g, rn_chance(g, 10) ? RN_I64 : rn_some_int(g), RN_ANY_N);
    const char *s = shift_amounts(g, a.type, a.n);
    if (rn_chance(g, 30)) // by what is not constant
        s = rn_let(g, "and %s %s, %s", rn_ty(g, a.type, a.n), rn_pick(g, a.type, a.n).name,
                   rn_splat(g, a.type, a.n, rn_fmt(g, "%u", 8 * rn_size(a.type) - 1)));
    rn_emit(g, a.type, a.n, "%s %s %s, %s", RN_PICK(g, by), rn_ty(g, a.type, a.n), a.name, s);
}

static void divide(rn_gen *g) {
    static const char *const by[] = {"udiv", "urem"};
    rn_val a = rn_pick(g, rn_some_int(g), RN_ANY_N);
    if (a.n > 24)
        return;
    const char *t = rn_ty(g, a.type, a.n);
    if (rn_chance(g, 40)) {
        static const int d[] = {1, 3, 5, 7, 10, 16, 100, -3, 25};
        static const char *const any[] = {"udiv", "urem", "sdiv", "srem"};
        const char *op = RN_PICK(g, any);
        rn_emit(g, a.type, a.n, "%s %s %s, %s", op, t, a.name,
                rn_splat(g, a.type, a.n, rn_fmt(g, "%d", RN_PICK(g, d))));
        return;
    }
    const char *op = RN_PICK(g, by);
    rn_emit(g, a.type, a.n, "%s %s %s, %s", op, t, a.name, argument(g, 'n', a.type, a.n));
}

static void choice(rn_gen *g) {
    rn_val a = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const char *t = rn_ty(g, a.type, a.n), *b = rn_operand(g, a.type, a.n);
    const bool whole = rn_chance(g, 10);
    const char *c = rn_condition(g, whole ? 0 : a.n);
    rn_emit(g, a.type, a.n, "select %s %s, %s %s, %s %s", rn_ty(g, RN_I1, whole ? 0 : a.n), c, t, a.name, t, b);
}

static void cast(rn_gen *g) {
    rn_val a = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const char *t = rn_ty(g, a.type, a.n);
    if (rn_is_float(a.type) && rn_chance(g, 30)) {
        const uint8_t to = rn_chance(g, 15) ? RN_I64 : rn_some_int(g);
        rn_emit(g, to, a.n, "%s %s %s to %s", rn_chance(g, 50) ? "fptosi" : "fptoui", t, a.name, rn_ty(g, to, a.n));
    } else if (a.type == RN_DOUBLE || (rn_is_float(a.type) && g->has_double && rn_chance(g, 30))) {
        const uint8_t to = a.type == RN_DOUBLE ? RN_FLOAT : RN_DOUBLE;
        rn_emit(g, to, a.n, "%s %s %s to %s", to == RN_FLOAT ? "fptrunc" : "fpext", t, a.name, rn_ty(g, to, a.n));
    } else if (rn_is_float(a.type)) {
        const uint8_t to = a.type == RN_HALF ? RN_FLOAT : RN_HALF;
        rn_emit(g, to, a.n, "%s %s %s to %s", to == RN_HALF ? "fptrunc" : "fpext", t, a.name, rn_ty(g, to, a.n));
    } else if (rn_chance(g, 30)) {
        rn_emit(g, RN_FLOAT, a.n, "%s %s %s to %s", rn_chance(g, 50) ? "sitofp" : "uitofp", t, a.name,
                rn_ty(g, RN_FLOAT, a.n));
    } else {
        uint8_t to = rn_chance(g, 15) ? RN_I64 : rn_some_int(g);
        if (to == a.type)
            to = a.type == RN_I16 ? RN_I32 : RN_I16;
        const char *how = rn_size(to) < rn_size(a.type) ? "trunc" : rn_chance(g, 50) ? "sext" : "zext";
        rn_emit(g, to, a.n, "%s %s %s to %s", how, t, a.name, rn_ty(g, to, a.n));
    }
}

// Integers only: what bits an operation leaves in a NaN is open.
static void bitcast(rn_gen *g) {
    rn_val a = rn_pick(g, rn_some_int(g), RN_ANY_VECTOR);
    const uint8_t to = rn_some_int(g);
    const unsigned bytes = a.n * rn_size(a.type), n = bytes / rn_size(to);
    if (to != a.type && bytes % rn_size(to) == 0 && n <= 80)
        rn_emit(g, to, (uint16_t)n, "bitcast %s %s to %s", rn_ty(g, a.type, a.n), a.name, rn_ty(g, to, (uint16_t)n));
}

static void mask_to_number(rn_gen *g) {
    static const uint16_t n[] = {8, 16, 32};
    const uint16_t k = RN_PICK(g, n);
    const char *c = rn_condition(g, k), *t = k == 8 ? "i8" : k == 16 ? "i16" : "i32";
    const char *x = rn_let(g, "bitcast %s %s to %s", rn_ty(g, RN_I1, k), c, t);
    rn_add(g, x, k == 8 ? RN_I8 : k == 16 ? RN_I16 : RN_I32, 0);
}

// What may become one instruction of three sources.
static void three(rn_gen *g) {
    static const char *const pairs[][2] = {{"add", "add"}, {"mul", "add"}, {"and", "or"},  {"or", "xor"},
                                           {"xor", "and"}, {"sub", "add"}, {"mul", "sub"}, {"shl", "add"}};
    rn_val a = rn_pick(g, rn_some_int(g), RN_ANY_N);
    const unsigned p = rn_below(g, 8);
    const char *t = rn_ty(g, a.type, a.n), *c = rn_pick(g, a.type, a.n).name;
    const char *b = p == 7 ? shift_amounts(g, a.type, a.n) : rn_operand(g, a.type, a.n);
    const char *x = rn_let(g, "%s %s %s, %s", pairs[p][0], t, a.name, b);
    if (rn_chance(g, 50))
        rn_emit(g, a.type, a.n, "%s %s %s, %s", pairs[p][1], t, x, c);
    else
        rn_emit(g, a.type, a.n, "%s %s %s, %s", pairs[p][1], t, c, x);
}

// Exact whether or not it is rounded in between: small whole numbers.
static void contracted(rn_gen *g) {
    rn_val a = rn_pick(g, RN_I8, RN_ANY_N);
    const char *f = rn_ty(g, RN_FLOAT, a.n), *t = rn_ty(g, RN_I8, a.n);
    const char *x = rn_let(g, "sitofp %s %s to %s", t, a.name, f);
    const char *y = rn_let(g, "uitofp %s %s to %s", t, rn_operand(g, RN_I8, a.n), f);
    const char *p = rn_let(g, "fmul contract %s %s, %s", f, x, y);
    rn_emit(g, RN_FLOAT, a.n, "%s contract %s %s, %s", rn_chance(g, 50) ? "fadd" : "fsub", f, p, x);
}

static void wide(rn_gen *g) {
    static const char *const op[] = {"add", "sub", "mul", "and", "shl", "lshr", "ashr"};
    rn_val a = rn_pick(g, RN_I32, RN_ANY_N);
    if (a.n > 16)
        return;
    const char *t = rn_ty(g, RN_I32, a.n), *w = rn_ty(g, RN_I64, a.n);
    const char *x = rn_let(g, "%s %s %s to %s", rn_chance(g, 50) ? "sext" : "zext", t, a.name, w);
    const char *how = RN_PICK(g, op), *y = rn_let(g, "%s %s %s, %s", how, w, x, shift_amounts(g, RN_I64, a.n));
    if (rn_chance(g, 50))
        y = rn_let(g, "lshr %s %s, %s", w, y, rn_splat(g, RN_I64, a.n, "32"));
    rn_emit(g, RN_I32, a.n, "trunc %s %s to %s", w, y, t);
}

// A quotient and a reduction of floats: stored, within their error.
static void inexact(rn_gen *g) {
    const uint16_t n = rn_some_width(g);
    const char *t = rn_ty(g, RN_FLOAT, n);
    rn_val v = {NULL, RN_FLOAT, n, true};
    const char *x = argument(g, 'o', RN_FLOAT, n), *y = argument(g, 'o', RN_FLOAT, n);
    v.name = rn_let(g, "fdiv %s %s, %s", t, x, y);
    rn_store(g, v, 0x1p-21, 0);
}

static void reduce(rn_gen *g) {
    static const char *const by[] = {"add", "mul", "and", "or", "xor", "smin", "smax", "umin", "umax"};
    rn_val a = rn_pick(g, rn_some_int(g), RN_ANY_VECTOR);
    const rn_arg arg = {rn_ty(g, a.type, a.n), a.name};
    rn_emit(g, a.type, 0, "%s",
            rn_call(g, rn_ty(g, a.type, 0),
                    rn_fmt(g, "llvm.vector.reduce.%s.%s", RN_PICK(g, by), rn_suf(g, a.type, a.n)), &arg, 1));
}

// Sums of four products of bytes a lane: with the bytes of a vector, or those of dwords.
static void byte_products(rn_gen *g) {
    const uint16_t n = rn_chance(g, 50) ? 8 : 16;
    const char *t = rn_ty(g, RN_I32, n), *sum = rn_pick(g, RN_I32, n).name, *how = rn_chance(g, 50) ? "zext" : "sext";
    rn_val a = rn_pick(g, RN_I8, (uint16_t)(4 * n)), b = rn_pick(g, RN_I8, (uint16_t)(4 * n));
    for (int k = 0; k < 4; k++) {
        const char *x[2];
        for (int s = 0; s < 2; s++) {
            const rn_val *v = s ? &b : &a;
            const char *r =
                rn_let(g, "%s", rn_read(g, v->name, RN_I8, v->n, n, 4 * n, n, 4, "i16", rn_fmt(g, "%d", k)));
            x[s] = rn_let(g, "%s %s %s to %s", how, rn_ty(g, RN_I8, n), r, t);
        }
        sum = rn_let(g, "add %s %s, %s", t, sum, rn_let(g, "mul %s %s, %s", t, x[0], x[1]));
    }
    rn_add(g, sum, RN_I32, n);
}

// Bytes computed with as dwords, as C++ does.
static void promoted(rn_gen *g) {
    static const uint16_t lanes[] = {16, 32, 64};
    const uint16_t n = RN_PICK(g, lanes);
    const char *t = rn_ty(g, RN_I8, n), *w = rn_ty(g, RN_I32, n), *x[2];
    for (int k = 0; k < 2; k++) {
        const char *how = rn_chance(g, 70) ? "zext" : "sext";
        x[k] = rn_let(g, "%s %s %s to %s", how, t, rn_pick(g, RN_I8, n).name, w);
    }
    const char *d = rn_let(g, "%s %s %s, %s", rn_chance(g, 50) ? "sub" : "add", w, x[0], x[1]);
    const rn_arg a[] = {{w, d}, {"i1", "false"}};
    if (rn_chance(g, 50))
        d = rn_let(g, "%s", rn_call(g, w, rn_fmt(g, "llvm.abs.%s", rn_suf(g, RN_I32, n)), a, 2));
    d = rn_let(g, "%s %s %s, %s", rn_chance(g, 50) ? "lshr" : "ashr", w, d, rn_splat(g, RN_I32, n, "1"));
    const uint8_t to = rn_chance(g, 60) ? RN_I8 : RN_I16;
    rn_emit(g, to, n, "trunc %s %s to %s", w, d, rn_ty(g, to, n));
}

// A vector that is written lane by lane with x, x + 1, ...
static void ramp(rn_gen *g) {
    const uint16_t n = rn_chance(g, 50) ? 8 : 16;
    const char *t = rn_ty(g, RN_I32, n), *first = rn_pick(g, RN_I32, 0).name, *v = "undef";
    const unsigned step = 1 + rn_below(g, 3);
    for (unsigned i = 0; i < n; i++) {
        const char *x = i ? rn_let(g, "add i32 %s, %u", first, i * step) : first;
        const rn_arg a[] = {{t, v},           {"i32", x},    {"i32", "0"},
                            {"i32", "1"},     {"i32", "0"},  {"i16", rn_fmt(g, "%u", 4 * i)},
                            {"i32", "undef"}, {"i1", "true"}};
        v = rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.wrregioni.v%ui32.i32.i16.i1", n), a, 8));
    }
    rn_add(g, v, RN_I32, n);
}

static void constants(rn_gen *g) {
    const uint8_t t = rn_chance(g, 50) ? RN_I32 : RN_FLOAT;
    const uint16_t n = rn_some_width(g);
    const rn_arg c = {rn_ty(g, t, n), rn_constant(g, t, n)};
    rn_emit(g, t, n, "%s",
            rn_call(g, c.type, rn_fmt(g, "llvm.genx.constant%c.%s", t == RN_I32 ? 'i' : 'f', rn_suf(g, t, n)), &c, 1));
}

static void negate(rn_gen *g) {
    rn_val a = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const char *t = rn_ty(g, a.type, a.n);
    if (rn_is_float(a.type))
        rn_emit(g, a.type, a.n, "fneg %s %s", t, a.name);
    else
        rn_emit(g, a.type, a.n, "sub %s %s, %s", t, rn_splat(g, a.type, a.n, "0"), a.name);
}

void rn_step_plain(rn_gen *g) {
    static const rn_step all[] = {arithmetic, arithmetic,    arithmetic, arithmetic, shift,   shift,   divide,
                                  choice,     choice,        cast,       cast,       cast,    bitcast, mask_to_number,
                                  three,      three,         contracted, wide,       inexact, reduce,  constants,
                                  negate,     byte_products, promoted,   ramp};
    RN_PICK(g, all)(g);
}
