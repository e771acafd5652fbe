// SPDX-License-Identifier: MIT
// Steps with branches: of the thread (if, loop, switch), and of channels (simdcf.goto and simdcf.join, structured as
// the language makes them). A true condition of a goto keeps the channel; one that leaves waits at the join that has
// its resume mask. See gen.h.

#include "gen.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 3, MAX_VARS = 2 };

uint32_t rn_new_block(rn_gen *g) {
    return ++g->count;
}

const char *rn_block(rn_gen *g, uint32_t block) {
    return block ? rn_fmt(g, "%%b%u", block) : "%entry";
}

void rn_begin(rn_gen *g, uint32_t block) {
    cmc_str_printf(&g->out, "b%u:\n", block);
    g->block = block;
}

void rn_jump(rn_gen *g, uint32_t to) {
    rn_line(g, "br label %s", rn_block(g, to));
}

void rn_branch(rn_gen *g, const char *bit, uint32_t yes, uint32_t no) {
    rn_line(g, "br i1 %s, label %s, label %s", bit, rn_block(g, yes), rn_block(g, no));
}

const char *rn_phi2(rn_gen *g, const char *type, const char *a, uint32_t from_a, const char *b, uint32_t from_b) {
    return rn_fmt(g, "phi %s [%s, %s], [%s, %s]", type, a, rn_block(g, from_a), b, rn_block(g, from_b));
}

// The thread's branches

const char *rn_some_steps(rn_gen *g, rn_val v) {
    const uint32_t before = g->vals.len;
    const char *new = NULL;
    for (unsigned i = 1 + rn_below(g, 3); i; i--)
        rn_straight(g);
    for (uint32_t i = before; i < g->vals.len; i++)
        if (g->vals.data[i].type == v.type && g->vals.data[i].n == v.n)
            new = g->vals.data[i].name;
    g->vals.len = before;
    return new ? new
               : rn_let(g, "%s %s %s, %s", rn_is_float(v.type) ? "fadd" : "add", rn_ty(g, v.type, v.n), v.name,
                        rn_constant(g, v.type, v.n));
}

const char *rn_bit(rn_gen *g, uint16_t n) {
    const char *c = rn_condition(g, n);
    if (!n)
        return c;
    if (n <= 32 && (n & (n - 1)) == 0 && n > 1 && rn_chance(g, 50)) {
        const rn_arg a = {rn_ty(g, RN_I1, n), c};
        g->kinds[RN_K_BRANCH_ANY]++;
        return rn_let(g, "%s",
                      rn_call(g, "i1", rn_fmt(g, "llvm.genx.%s.v%ui1", rn_chance(g, 50) ? "any" : "all", n), &a, 1));
    }
    return rn_let(g, "extractelement %s %s, i32 %u", rn_ty(g, RN_I1, n), c, rn_below(g, n));
}

static void branch_on(rn_gen *g, const char *bit, rn_val v) {
    const uint32_t from = g->block, taken = rn_new_block(g), join = rn_new_block(g);
    g->kinds[RN_K_BRANCH]++;
    rn_branch(g, bit, taken, join);
    rn_begin(g, taken);
    const char *new = rn_some_steps(g, v);
    const uint32_t end = g->block;
    rn_jump(g, join);
    rn_begin(g, join);
    rn_emit(g, v.type, v.n, "%s", rn_phi2(g, rn_ty(g, v.type, v.n), v.name, from, new, end));
}

// Two numbers have ways of their own; v is what it was for the others.
static void switch_on(rn_gen *g, const char *number, rn_val v) {
    const uint32_t from = g->block, one = rn_new_block(g), two = rn_new_block(g), join = rn_new_block(g);
    const uint32_t way[2] = {one, two};
    const char *t = rn_ty(g, v.type, v.n), *phi = rn_fmt(g, "phi %s [%s, %s]", t, v.name, rn_block(g, from));
    g->kinds[RN_K_BRANCH]++;
    rn_line(g, "switch i32 %s, label %s [i32 1, label %s i32 2, label %s]", number, rn_block(g, join),
            rn_block(g, way[0]), rn_block(g, way[1]));
    for (unsigned k = 0; k < 2; k++) {
        rn_begin(g, way[k]);
        const char *new = rn_some_steps(g, v);
        phi = rn_fmt(g, "%s, [%s, %s]", phi, new, rn_block(g, g->block));
        rn_jump(g, join);
    }
    rn_begin(g, join);
    rn_emit(g, v.type, v.n, "%s", phi);
}

// Sometimes several branches on one value, which decide_once merges.
void rn_step_branch(rn_gen *g) {
    const rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    if (rn_chance(g, 25)) {
        const char *number = rn_let(g, "and i32 %s, 3", rn_pick(g, RN_I32, 0).name);
        do
            switch_on(g, number, rn_pick(g, RN_ANY_TYPE, RN_ANY_N));
        while (rn_chance(g, 50));
        return;
    }
    const char *bit = rn_bit(g, v.n);
    branch_on(g, bit, v);
    while (rn_chance(g, 30))
        branch_on(g, bit, rn_pick(g, RN_ANY_TYPE, RN_ANY_N));
}

// Some trips that change one value.
static void loop(rn_gen *g) {
    rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const uint32_t from = g->block, head = rn_new_block(g), done = rn_new_block(g);
    const char *trips =
        rn_chance(g, 50) ? rn_fmt(g, "%u", 1 + rn_below(g, 4)) : rn_let(g, "add i32 %s, 1", rn_index(g, 4));
    const char *x = rn_new_name(g), *i = rn_new_name(g), *t = rn_ty(g, v.type, v.n);
    g->kinds[RN_K_LOOP]++;
    rn_jump(g, head);
    rn_begin(g, head);
    cmc_str outer = g->out;
    g->out = (cmc_str)CMC_STR_INIT;
    rn_add(g, x, v.type, v.n);
    const uint32_t mine = g->vals.len - 1;
    const char *new = rn_some_steps(g, (rn_val){x, v.type, v.n, true});
    g->vals.len = mine;
    const char *n = rn_let(g, "add i32 %s, 1", i), *c = rn_let(g, "icmp ult i32 %s, %s", n, trips);
    if (rn_chance(g, 30)) {
        const uint32_t id = 10 + rn_new_block(g);
        g->kinds[RN_K_UNROLL]++;
        rn_line(g, "br i1 %s, label %s, label %s, !llvm.loop !%u", c, rn_block(g, head), rn_block(g, done), id);
        cmc_str_printf(&g->file, "!%u = distinct !{!%u, !4}\n", id, id);
    } else {
        rn_branch(g, c, head, done);
    }
    cmc_str_printf(&outer, "  %s = %s\n", x, rn_phi2(g, t, v.name, from, new, g->block));
    cmc_str_printf(&outer, "  %s = %s\n", i, rn_phi2(g, "i32", "0", from, n, g->block));
    cmc_str_append_n(&outer, cmc_str_text(&g->out), g->out.len);
    cmc_str_free(&g->out);
    g->out = outer;
    rn_begin(g, done);
    rn_add(g, new, v.type, v.n);
}

static const char *write_element(rn_gen *g, rn_val v, const char *x, const char *off) {
    const char *t = rn_ty(g, v.type, v.n);
    const rn_arg a[] = {{t, v.name},  {"i32", x},   {"i32", "0"},     {"i32", "1"},
                        {"i32", "0"}, {"i16", off}, {"i32", "undef"}, {"i1", "true"}};
    return rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.wrregioni.v%ui32.i32.i16.i1", v.n), a, 8));
}

// Two paths write the same element at a computed index; one follows two tests, the second of the element's value
// elsewhere.
static void same_element(rn_gen *g) {
    rn_val v = rn_pick(g, RN_I32, 16), w = rn_pick(g, RN_I32, 16);
    const char *off = rn_let(g, "shl i16 %s, 2", rn_let(g, "trunc i32 %s to i16", rn_index(g, 16)));
    const char *x = rn_pick(g, RN_I32, 0).name, *y = rn_operand(g, RN_I32, 0);
    const char *a = rn_let(g, "%s", rn_read(g, v.name, RN_I32, 16, 0, 0, 1, 0, "i16", off));
    const char *c = rn_let(g, "icmp sgt i32 %s, 0", a);
    const uint32_t both = rn_new_block(g), then = rn_new_block(g), other = rn_new_block(g), join = rn_new_block(g);
    g->kinds[RN_K_BRANCH]++;
    rn_branch(g, c, both, other);
    rn_begin(g, both);
    const char *b = rn_let(g, "%s", rn_read(g, w.name, RN_I32, 16, 0, 0, 1, 0, "i16", off));
    rn_branch(g, rn_let(g, "icmp sgt i32 %s, 0", b), then, other);
    rn_begin(g, then);
    const char *one = write_element(g, v, x, off);
    rn_jump(g, join);
    rn_begin(g, other);
    const char *two = write_element(g, v, y, off);
    rn_jump(g, join);
    rn_begin(g, join);
    rn_emit(g, RN_I32, 16, "%s", rn_phi2(g, "<16 x i32>", one, then, two, other));
}

// A short block that writes an element at a constant place and chooses a number.
static void short_write(rn_gen *g) {
    rn_val v = rn_pick(g, RN_I32, 16);
    const char *x = rn_pick(g, RN_I32, 0).name, *y = rn_operand(g, RN_I32, 0), *c = rn_bit(g, 0);
    const uint32_t from = g->block, then = rn_new_block(g), join = rn_new_block(g);
    g->kinds[RN_K_BRANCH]++;
    rn_branch(g, c, then, join);
    rn_begin(g, then);
    const char *w = write_element(g, v, x, rn_fmt(g, "%u", 4 * rn_below(g, 16)));
    const char *r =
        rn_let(g, "%s", rn_read(g, v.name, RN_I32, 16, 0, 0, 1, 0, "i16", rn_fmt(g, "%u", 4 * rn_below(g, 16))));
    rn_jump(g, join);
    rn_begin(g, join);
    const char *sum = rn_let(g, "%s", rn_phi2(g, "<16 x i32>", w, then, v.name, from));
    rn_emit(g, RN_I32, 0, "%s", rn_phi2(g, "i32", r, then, y, from));
    rn_add(g, sum, RN_I32, 16);
}

static void many_ways(rn_gen *g) {
    rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const char *x = rn_index(g, 4), *new[4];
    uint32_t way[4], end[4];
    const uint32_t join = rn_new_block(g);
    for (unsigned i = 0; i < 4; i++)
        way[i] = rn_new_block(g);
    g->kinds[RN_K_SWITCH]++;
    rn_line(g, "switch i32 %s, label %s [i32 0, label %s i32 2, label %s i32 3, label %s]", x, rn_block(g, way[0]),
            rn_block(g, way[1]), rn_block(g, way[2]), rn_block(g, way[3]));
    for (unsigned i = 0; i < 4; i++) {
        rn_begin(g, way[i]);
        new[i] = rn_some_steps(g, v);
        end[i] = g->block;
        rn_jump(g, join);
    }
    rn_begin(g, join);
    rn_emit(g, v.type, v.n, "phi %s [%s, %s], [%s, %s], [%s, %s], [%s, %s]", rn_ty(g, v.type, v.n), new[0],
            rn_block(g, end[0]), new[1], rn_block(g, end[1]), new[2], rn_block(g, end[2]), new[3], rn_block(g, end[3]));
}

void rn_step_flow(rn_gen *g) {
    static const rn_step all[] = {rn_step_branch, short_write,   loop,          many_ways,           same_element,
                                  rn_step_trips,  rn_step_trips, rn_step_trips, rn_step_two_entries, rn_step_cases};
    RN_PICK(g, all)(g);
}

// Channels' branches

typedef struct vars {
    rn_val v[MAX_VARS];
    unsigned n;
} vars;

static const char *mask_type(rn_gen *g) {
    return rn_ty(g, RN_I1, (uint16_t)g->width);
}

const char *rn_on(rn_gen *g, uint16_t n) {
    int64_t up[32];
    const rn_arg em = {"<32 x i1>", g->em};
    const char *now = g->em;
    for (unsigned i = 0; i < n; i++)
        up[i] = i;
    if (rn_chance(g, 2))
        now = rn_let(g, "%s", rn_call(g, em.type, "llvm.genx.simdcf.get.em.v32i1", &em, 1));
    return rn_let(g, "shufflevector <32 x i1> %s, <32 x i1> poison, <%u x i32> %s", now, n, rn_list(g, RN_I32, n, up));
}

// A variable gets a new value in all channels, whichever are on.
static rn_val assign(rn_gen *g, rn_val v);
static rn_val unmasked(rn_gen *g, rn_val v) {
    const rn_arg em = {"<32 x i1>", g->em};
    const rn_arg old = {"i32", rn_let(g, "%s", rn_call(g, "i32", "llvm.genx.simdcf.savemask.v32i1", &em, 1))};
    const rn_arg all[] = {old, {"i32", "-1"}};
    g->kinds[RN_K_UNMASKED]++;
    g->em = rn_let(g, "%s", rn_call(g, em.type, "llvm.genx.simdcf.unmask.v32i1", all, 2));
    v = assign(g, v);
    const rn_arg back[] = {{em.type, g->em}, old};
    g->em = rn_let(g, "%s", rn_call(g, em.type, "llvm.genx.simdcf.remask.v32i1", back, 2));
    return v;
}

// goto (three parts) or join (two): channels that are on then, those that wait, nobody is left.
typedef struct flow {
    const char *em, *rm, *none;
} flow;

static flow go(rn_gen *g, const char *rm, const char *stay) {
    const char *n = mask_type(g), *ret = rn_fmt(g, "{ <32 x i1>, %s, i1 }", n);
    const rn_arg args[] = {{"<32 x i1>", g->em}, {n, rm}, {n, stay}};
    const char *all =
        rn_let(g, "%s", rn_call(g, ret, rn_fmt(g, "llvm.genx.simdcf.goto.v32i1.v%ui1", g->width), args, 3));
    flow f;
    f.em = rn_let(g, "extractvalue %s %s, 0", ret, all);
    f.rm = rn_let(g, "extractvalue %s %s, 1", ret, all);
    f.none = rn_let(g, "extractvalue %s %s, 2", ret, all);
    return f;
}

// The channels that waited are on again; whether nobody is.
static const char *join(rn_gen *g, const char *rm) {
    const rn_arg args[] = {{"<32 x i1>", g->em}, {mask_type(g), rm}};
    const char *all = rn_let(
        g, "%s", rn_call(g, "{ <32 x i1>, i1 }", rn_fmt(g, "llvm.genx.simdcf.join.v32i1.v%ui1", g->width), args, 2));
    g->em = rn_let(g, "extractvalue { <32 x i1>, i1 } %s, 0", all);
    return rn_let(g, "extractvalue { <32 x i1>, i1 } %s, 1", all);
}

// What the channels change: one or two live values of the width.
static vars variables(rn_gen *g) {
    vars s = {.n = 1};
    s.v[0] = rn_pick(g, RN_ANY_TYPE, (uint16_t)g->width);
    rn_val other = rn_pick(g, RN_ANY_TYPE, (uint16_t)g->width);
    if (strcmp(other.name, s.v[0].name) != 0)
        s.v[s.n++] = other;
    return s;
}

// v for the channels that are off, something new for those that are on.
static rn_val assign(rn_gen *g, rn_val v) {
    const char *t = rn_ty(g, v.type, v.n), *new = NULL;
    if (rn_chance(g, 60)) {
        rn_val x = rn_pick(g, v.type, v.n);
        new = x.name;
    }
    if (!new || strcmp(new, v.name) == 0)
        new = rn_let(g, "%s %s %s, %s", rn_is_float(v.type) ? "fadd" : "sub", t, v.name, rn_constant(g, v.type, v.n));
    const char *on = rn_on(g, v.n);
    if (rn_chance(g, 8)) { // no use of the mask that hardware has
        g->kinds[RN_K_SIMD_ODD]++;
        on = rn_let(g, "and %s %s, %s", rn_ty(g, RN_I1, v.n), on, rn_condition(g, v.n));
    }
    if (rn_chance(g, 20)) {
        v.name = rn_let(g, "select %s %s, %s %s, %s %s", rn_ty(g, RN_I1, v.n), on, t, new, t, v.name);
        return v;
    }
    const rn_arg args[] = {{t, v.name},  {t, new},     {"i32", "0"},     {"i32", rn_fmt(g, "%u", v.n)},
                           {"i32", "1"}, {"i16", "0"}, {"i32", "undef"}, {rn_ty(g, RN_I1, v.n), on}};
    const char *s = rn_suf(g, v.type, v.n);
    v.name = rn_let(
        g, "%s",
        rn_call(g, t, rn_fmt(g, "llvm.genx.wrregion%c.%s.%s.i16.v%ui1", rn_is_float(v.type) ? 'f' : 'i', s, s, v.n),
                args, 8));
    return v;
}

static void simd_if(rn_gen *g);
static void simd_loop(rn_gen *g);

// Some steps, sometimes a branch inside of the branch, then the variables' new values.
static vars body(rn_gen *g, const vars *in) {
    const uint32_t before = g->vals.len;
    for (unsigned i = 0; i < in->n; i++)
        rn_add(g, in->v[i].name, in->v[i].type, in->v[i].n);
    for (unsigned i = rn_below(g, 3); i; i--)
        rn_straight(g);
    if (rn_chance(g, 40)) {
        const unsigned k = rn_below(g, 4);
        g->kinds[RN_K_SIMD_NESTED] += k && g->depth < MAX_DEPTH;
        if (!k || g->depth >= MAX_DEPTH)
            rn_step_branch(g);
        else if (k < 3)
            simd_if(g);
        else
            simd_loop(g);
    }
    vars out = {.n = in->n};
    for (unsigned i = 0; i < in->n; i++)
        out.v[i] = rn_chance(g, 4) ? unmasked(g, in->v[i]) : assign(g, in->v[i]);
    g->vals.len = before;
    return out;
}

static unsigned enter(rn_gen *g) {
    static const unsigned widths[] = {2, 4, 8, 8, 16, 16, 16, 32};
    const unsigned outer = g->width;
    g->width = outer ? outer : RN_PICK(g, widths);
    g->depth++;
    return outer;
}

static void leave(rn_gen *g, unsigned outer, const vars *s) {
    g->depth--;
    g->width = outer;
    for (unsigned i = 0; i < s->n; i++)
        rn_add(g, s->v[i].name, s->v[i].type, s->v[i].n);
}

static vars merge(rn_gen *g, const vars *a, uint32_t from_a, const vars *b, uint32_t from_b) {
    vars out = *a;
    for (unsigned i = 0; i < a->n; i++)
        out.v[i].name =
            rn_let(g, "%s", rn_phi2(g, rn_ty(g, a->v[i].type, a->v[i].n), a->v[i].name, from_a, b->v[i].name, from_b));
    return out;
}

// Some of the channels end the trip, or the loop, here, at the end of an if.
static bool away(rn_gen *g) {
    const unsigned k = rn_below(g, 2);
    if (!g->away[k] || !rn_chance(g, 40))
        return false;
    const uint32_t before = g->vals.len;
    const flow f = go(g, g->away[k], rn_condition(g, (uint16_t)g->width));
    g->vals.len = before;
    g->kinds[RN_K_SIMD_AWAY]++;
    g->em = f.em;
    g->away[k] = f.rm;
    return true;
}

// Those that left on one of two ways: others did on the other.
static void away_met(rn_gen *g, const char *const *before, uint32_t from, uint32_t end) {
    for (unsigned k = 0; k < 2; k++)
        if (g->away[k] && g->away[k] != before[k])
            g->away[k] = rn_let(g, "%s", rn_phi2(g, mask_type(g), before[k], from, g->away[k], end));
}

static vars otherwise(rn_gen *g, const vars *old, const char *wait, const char *none) {
    const uint32_t start = g->block, other = rn_new_block(g), last = rn_new_block(g);
    const char *em = g->em, *left[2] = {g->away[0], g->away[1]};
    g->kinds[RN_K_SIMD_ELSE]++;
    rn_branch(g, none, last, other);
    rn_begin(g, other);
    const vars new = body(g, old);
    const uint32_t end = g->block;
    rn_jump(g, last);
    rn_begin(g, last);
    const vars now = merge(g, old, start, &new, end);
    away_met(g, left, start, end);
    g->em = rn_let(g, "%s", rn_phi2(g, "<32 x i1>", em, start, g->em, end));
    join(g, wait);
    return now;
}

// A predicate that two paths bring to a join, used twice after it: LLVM would move a single use into the paths.
static void choose_by(rn_gen *g, const char *p, rn_val v) {
    const char *t = rn_ty(g, v.type, v.n);
    for (unsigned i = 0; i < 2; i++) {
        const char *x = i ? rn_constant(g, v.type, v.n) : v.name, *y = i ? v.name : rn_constant(g, v.type, v.n);
        rn_add(g, rn_let(g, "select %s %s, %s %s, %s %s", mask_type(g), p, t, x, t, y), v.type, v.n);
    }
}

static void simd_if(rn_gen *g) {
    const unsigned outer = enter(g);
    const vars old = variables(g);
    const bool meets = rn_chance(g, 25);
    const char *p = meets ? rn_condition(g, (uint16_t)g->width) : NULL, *q = NULL;
    const flow f = go(g, "zeroinitializer", rn_condition(g, (uint16_t)g->width));
    const uint32_t start = g->block, then = rn_new_block(g), middle = rn_new_block(g);
    const char *wait = NULL, *left[2] = {g->away[0], g->away[1]};
    g->kinds[RN_K_SIMD_IF]++;
    rn_branch(g, f.none, middle, then);
    rn_begin(g, then);
    g->em = f.em;
    const vars new = body(g, &old);
    if (meets) {
        const uint32_t before = g->vals.len;
        q = rn_condition(g, (uint16_t)g->width);
        g->vals.len = before; // what it is made of is known on this way only
    }
    if (!away(g) && rn_chance(g, 60)) { // with an else: those that were here wait after it
        const flow all = go(g, "zeroinitializer", "zeroinitializer");
        g->em = all.em;
        wait = all.rm;
    }
    const uint32_t end = g->block;
    rn_jump(g, middle);
    rn_begin(g, middle);
    vars now = merge(g, &old, start, &new, end);
    if (meets)
        p = rn_let(g, "%s", rn_phi2(g, mask_type(g), p, start, q, end));
    if (wait)
        wait = rn_let(g, "%s", rn_phi2(g, mask_type(g), "zeroinitializer", start, wait, end));
    away_met(g, left, start, end);
    g->em = rn_let(g, "%s", rn_phi2(g, "<32 x i1>", f.em, start, g->em, end));
    const char *none = join(g, f.rm);
    if (meets)
        choose_by(g, p, now.v[0]);
    if (wait)
        now = otherwise(g, &now, wait, none);
    leave(g, outer, &now);
}

// One way out of a loop.
typedef struct way {
    flow f;
    vars v;
    uint32_t from;
} way;

static const char *trip_counts(rn_gen *g) {
    int64_t v[32];
    for (unsigned i = 0; i < g->width; i++)
        v[i] = rn_below(g, 5);
    return rn_list(g, RN_I32, (uint16_t)g->width, v);
}

// The values after the loop: of each variable and mask by the paths to it.
static const char *gathered(rn_gen *g, const char *type, const char *const *value, const way *ways, unsigned n) {
    if (n == 1)
        return rn_let(g, "phi %s [%s, %s]", type, value[0], rn_block(g, ways[0].from));
    return rn_let(g, "%s", rn_phi2(g, type, value[0], ways[0].from, value[1], ways[1].from));
}

static vars after_loop(rn_gen *g, const way *ways, unsigned n) {
    vars now = ways[0].v;
    const char *x[2];
    for (unsigned k = 0; k < now.n; k++) {
        for (unsigned i = 0; i < n; i++)
            x[i] = ways[i].v.v[k].name;
        now.v[k].name = gathered(g, rn_ty(g, now.v[k].type, now.v[k].n), x, ways, n);
    }
    for (unsigned i = 0; i < n; i++)
        x[i] = ways[i].f.em;
    g->em = gathered(g, "<32 x i1>", x, ways, n);
    for (unsigned i = 0; i < n; i++)
        x[i] = ways[i].f.rm;
    join(g, gathered(g, mask_type(g), x, ways, n));
    return now;
}

// Some channels leave in the middle.
static vars leave_early(rn_gen *g, const vars *v, const char **rm, way *out, uint32_t done) {
    const uint32_t before = g->vals.len;
    for (unsigned i = 0; i < v->n; i++)
        rn_add(g, v->v[i].name, v->v[i].type, v->v[i].n);
    const char *stay = rn_condition(g, (uint16_t)g->width);
    g->vals.len = before;
    *out = (way){.f = go(g, *rm, stay), .v = *v, .from = g->block};
    const uint32_t go_on = rn_new_block(g);
    g->kinds[RN_K_SIMD_BREAK]++;
    rn_branch(g, out->f.none, done, go_on);
    rn_begin(g, go_on);
    g->em = out->f.em;
    *rm = out->f.rm;
    vars next = *v;
    for (unsigned i = 0; i < v->n; i++)
        next.v[i] = assign(g, v->v[i]);
    g->vals.len = before;
    return next;
}

// Each channel goes round as often as a constant says, or leaves before.
static void simd_loop(rn_gen *g) {
    const unsigned outer = enter(g);
    const uint32_t first = g->block, head = rn_new_block(g), latch = rn_new_block(g), done = rn_new_block(g);
    const vars old = variables(g);
    const char *start_em = g->em, *mask = mask_type(g), *count = rn_ty(g, RN_I32, (uint16_t)g->width);
    const uint32_t from = g->block; // picking variables makes no blocks, but be safe
    way ways[2];
    unsigned n = 0;
    g->kinds[RN_K_SIMD_LOOP]++;
    rn_jump(g, head);
    rn_begin(g, head);
    cmc_str before = g->out;
    g->out = (cmc_str)CMC_STR_INIT;
    vars here = old;
    for (unsigned i = 0; i < old.n; i++)
        here.v[i].name = rn_new_name(g);
    const char *em = rn_new_name(g), *rm = rn_new_name(g), *i = rn_new_name(g), *around[2] = {g->away[0], g->away[1]};
    static const char nobody[] = "zeroinitializer";
    g->em = em;
    g->away[0] = nobody;
    g->away[1] = rm;
    vars new = body(g, &here);
    const char *now_rm = g->away[1], *skipped = g->away[0];
    g->away[0] = g->away[1] = NULL;
    if (skipped == nobody && rn_chance(g, 50)) // otherwise somebody waits at the latch
        new = leave_early(g, &new, &now_rm, &ways[n++], done);
    rn_jump(g, latch);
    rn_begin(g, latch);
    if (skipped != nobody)
        join(g, skipped);
    const char *j = rn_let(g, "add %s %s, %s", count, i, rn_splat(g, RN_I32, (uint16_t)g->width, "1"));
    const char *stay = rn_let(g, "icmp ult %s %s, %s", count, j, trip_counts(g));
    ways[n++] = (way){.f = go(g, now_rm, stay), .v = new, .from = latch};
    const flow *f = &ways[n - 1].f;
    rn_branch(g, f->none, done, head);
    for (unsigned k = 0; k < old.n; k++)
        cmc_str_printf(&before, "  %s = %s\n", here.v[k].name,
                       rn_phi2(g, rn_ty(g, old.v[k].type, old.v[k].n), old.v[k].name, from, new.v[k].name, latch));
    cmc_str_printf(&before, "  %s = %s\n", em, rn_phi2(g, "<32 x i1>", start_em, first, f->em, latch));
    cmc_str_printf(&before, "  %s = %s\n", rm, rn_phi2(g, mask, "zeroinitializer", first, f->rm, latch));
    cmc_str_printf(&before, "  %s = %s\n", i, rn_phi2(g, count, "zeroinitializer", first, j, latch));
    cmc_str_append_n(&before, cmc_str_text(&g->out), g->out.len);
    cmc_str_free(&g->out);
    g->out = before;
    rn_begin(g, done);
    const vars now = after_loop(g, ways, n);
    g->away[0] = around[0];
    g->away[1] = around[1];
    leave(g, outer, &now);
}

void rn_step_simd(rn_gen *g) {
    static const rn_step all[] = {simd_if, simd_loop, rn_step_branch};
    RN_PICK(g, all)(g);
}
