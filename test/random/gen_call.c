// SPDX-License-Identifier: MIT
// Calls that are hard on registers and on addresses: many values that live over a call, objects with members whose
// address goes to a function, arrays that a function indexes. See gen.h.

#include "gen.h"

enum { MAX_LIVE = 24 };

// A body given as text, marked as subroutine, stack call or for inlining.
static void define(rn_gen *g, const char *ret, const char *name, const char *params, const char *body) {
    cmc_str_printf(&g->file, "\ndefine internal %s %s(%s) #%u {\n%s}\n", ret, name, params, 1 + rn_below(g, 3), body);
}

// Vectors that are read again after a call, which itself needs many registers.
static void across_call(rn_gen *g) {
    const uint8_t type = rn_chance(g, 60) ? RN_I32 : RN_FLOAT;
    const uint16_t n = rn_chance(g, 50) ? 16 : 32;
    const unsigned live = 8 + rn_below(g, MAX_LIVE - 7), loaded = 2 + rn_below(g, 20);
    const char *t = rn_ty(g, type, n), *f = rn_fmt(g, "@f%u", ++g->count), *v[MAX_LIVE],
               *op = type == RN_FLOAT ? "fsub" : "xor";
    const char *add = type == RN_FLOAT ? "fadd" : "sub";
    cmc_str outer = g->out, *out = &g->out;
    g->kinds[RN_K_ACROSS_CALL]++;
    g->out = (cmc_str)CMC_STR_INIT;
    const char *s = "%x";
    for (unsigned i = 0; i < loaded; i++) {
        v[i % MAX_LIVE] = rn_load(g, type, n).name;
        g->vals.len--;
    }
    for (unsigned i = 0; i < loaded; i++)
        s = rn_let(g, "%s %s %s, %s", i % 3 ? add : op, t, s, v[i % MAX_LIVE]);
    rn_line(g, "ret %s %s", t, s);
    const char *body = rn_fmt(g, "%s", cmc_str_text(out));
    cmc_str_free(out);
    g->out = outer;
    define(g, t, f, rn_fmt(g, "i64 %%in, %s %%x", t), body);
    for (unsigned i = 0; i < live; i++) {
        v[i] = rn_load(g, type, n).name;
        g->vals.len--;
    }
    const char *sum = v[0];
    for (unsigned times = 1 + rn_below(g, 2); times; times--)
        sum = rn_let(g, "call %s %s(i64 %%in, %s %s)", t, f, t, sum);
    for (unsigned i = 0; i < live; i++)
        sum = rn_let(g, "%s %s %s, %s", i % 2 ? add : op, t, sum, v[live - 1 - i]);
    rn_add(g, sum, type, n);
}

// { a vector, a number, an array } whose address a function gets: it reads one member, writes another.
static void members(rn_gen *g) {
    const uint8_t type = rn_some_type(g);
    const uint16_t n = (uint16_t)(rn_chance(g, 50) ? 8 : 1 + rn_below(g, 20));
    const char *t = rn_ty(g, type, n), *e = rn_ty(g, type, 0), *op = rn_is_float(type) ? "fadd" : "add";
    const char *s = rn_fmt(g, "{ %s, %s, [4 x %s] }", t, e, t), *f = rn_fmt(g, "@f%u", ++g->count), *p = rn_new_name(g);
    const bool by_value = rn_chance(g, 25);
    g->kinds[RN_K_BY_ADDRESS]++;
    const char *body = rn_fmt(
        g, "  %%pv = getelementptr %s, ptr %%p, i32 0, i32 0\n  %%pe = getelementptr %s, ptr %%p, i32 0, i32 1\n", s,
        s);
    body = rn_fmt(g, "%s  %%pa = getelementptr %s, ptr %%p, i32 0, i32 2, i32 %%i\n", body, s);
    body =
        rn_fmt(g, "%s  %%a = load %s, ptr %%pa\n  %%e = load %s, ptr %%pe\n  %%v = load %s, ptr %%pv\n", body, t, e, t);
    body = rn_fmt(g, "%s  %%w = %s %s %%a, %%v\n  store %s %%w, ptr %%p%c\n", body, op, t, t,
                  rn_chance(g, 50) ? 'v' : 'a');
    body = rn_fmt(g, "%s  %%d = %s %s %%e, %s\n  store %s %%d, ptr %%pe\n  ret %s %%w\n", body, op, e,
                  rn_constant(g, type, 0), e, t);
    define(g, t, f, rn_fmt(g, "ptr %s%%p, i32 %%i", by_value ? rn_fmt(g, "byval(%s) ", s) : ""), body);
    cmc_str_printf(&g->entry, "  %s = alloca %s\n", p, s);
    rn_line(g, "store %s %s, ptr %s", t, rn_pick(g, type, n).name, p);
    const char *number = rn_pick(g, type, 0).name, *second = rn_let(g, "getelementptr %s, ptr %s, i32 0, i32 1", s, p);
    rn_line(g, "store %s %s, ptr %s", e, number, second);
    for (unsigned i = 0; i < 4; i++) {
        const char *q = rn_let(g, "getelementptr %s, ptr %s, i32 0, i32 2, i32 %u", s, p, i);
        rn_line(g, "store %s %s, ptr %s", t, rn_operand(g, type, n), q);
    }
    for (unsigned times = 1 + rn_below(g, 2); times; times--) {
        const char *i = rn_chance(g, 60) ? rn_index(g, 4) : rn_fmt(g, "%u", rn_below(g, 4));
        rn_emit(g, type, n, "call %s %s(ptr %s%s, i32 %s)", t, f, by_value ? rn_fmt(g, "byval(%s) ", s) : "", p, i);
    }
    rn_emit(g, type, 0, "load %s, ptr %s", e, rn_let(g, "getelementptr %s, ptr %s, i32 0, i32 1", s, p));
    const char *q = rn_let(g, "getelementptr %s, ptr %s, i32 0, i32 2, i32 %s", s, p, rn_index(g, 4));
    rn_emit(g, type, n, "load %s, ptr %s", t, q);
    rn_emit(g, type, n, "load %s, ptr %s", t, p);
}

// An array that a function goes through in a loop.
static void indexed(rn_gen *g) {
    static const uint16_t lengths[] = {4, 8, 16}, lanes[] = {0, 0, 4, 8, 16, 3};
    const uint8_t type = rn_some_type(g);
    const uint16_t n = RN_PICK(g, lanes), length = RN_PICK(g, lengths);
    const char *t = rn_ty(g, type, n), *f = rn_fmt(g, "@f%u", ++g->count), *p = rn_new_name(g),
               *op = rn_is_float(type) ? "fadd" : "add";
    g->kinds[RN_K_BY_ADDRESS]++;
    const char *body = "entry:\n  br label %head\nhead:\n  %i = phi i32 [0, %entry], [%n, %head]\n";
    body = rn_fmt(g, "%s  %%s = phi %s [%%x, %%entry], [%%u, %%head]\n  %%q = getelementptr %s, ptr %%p, i32 %%i\n",
                  body, t, t);
    body =
        rn_fmt(g, "%s  %%v = load %s, ptr %%q\n  %%u = %s %s %%s, %%v\n  store %s %%s, ptr %%q\n", body, t, op, t, t);
    body = rn_fmt(
        g, "%s  %%n = add i32 %%i, 1\n  %%c = icmp ult i32 %%n, %%k\n  br i1 %%c, label %%head, label %%done\n", body);
    body = rn_fmt(g, "%sdone:\n  ret %s %%u\n", body, t);
    define(g, t, f, rn_fmt(g, "ptr %%p, %s %%x, i32 %%k", t), body);
    cmc_str_printf(&g->entry, "  %s = alloca [%u x %s]\n", p, length, t);
    for (unsigned i = 0; i < length; i++) {
        const char *q = rn_let(g, "getelementptr [%u x %s], ptr %s, i32 0, i32 %u", length, t, p, i);
        rn_line(g, "store %s %s, ptr %s", t, i % 3 ? rn_constant(g, type, n) : rn_pick(g, type, n).name, q);
    }
    const char *k = rn_chance(g, 50) ? rn_fmt(g, "%u", length) : rn_let(g, "add i32 %s, 1", rn_index(g, length));
    rn_emit(g, type, n, "call %s %s(ptr %s, %s %s, i32 %s)", t, f, p, t, rn_operand(g, type, n), k);
    const char *q = rn_let(g, "getelementptr [%u x %s], ptr %s, i32 0, i32 %s", length, t, p, rn_index(g, length));
    rn_emit(g, type, n, "load %s, ptr %s", t, q);
}

void rn_step_call(rn_gen *g) {
    static const rn_step all[] = {across_call, members, members, indexed, indexed};
    RN_PICK(g, all)(g);
}
