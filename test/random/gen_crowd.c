// SPDX-License-Identifier: MIT
// Much of one kind at once: more messages under way than there are tokens, in a block and where many ways meet; many
// predicates that go round loops and out of ways. See gen.h.

#include "gen.h"

enum { MAX_LOADS = 48, WAYS = 14, LOADS_A_WAY = 12, MAX_MASKS = 6 };

// What is loaded, first come or not, is used last.
static const char *used_up(rn_gen *g, const char *t, const char *const *v, unsigned n) {
    static const unsigned strides[] = {1, 7, 11, 13};
    const unsigned step = RN_PICK(g, strides), start = rn_below(g, n);
    const char *sum = v[start];
    for (unsigned i = 1; i < n; i++)
        sum = rn_let(g, "%s %s %s, %s", i % 2 ? "xor" : "sub", t, sum, v[(start + i * step) % n]);
    return sum;
}

static const char *one_load(rn_gen *g, uint16_t n) {
    const char *v = rn_load(g, RN_I32, n).name;
    g->vals.len--;
    return v;
}

// Loads of a block, with stores between them, which wait for one.
static void one_block(rn_gen *g) {
    const unsigned n = 18 + rn_below(g, MAX_LOADS - 17);
    const char *v[MAX_LOADS] = {NULL}, *t = rn_ty(g, RN_I32, 8);
    for (unsigned i = 0; i < n; i++) {
        v[i] = one_load(g, 8);
        if (rn_chance(g, 8))
            rn_store(g, (rn_val){v[rn_below(g, i + 1)], RN_I32, 8, true}, 0, 0);
    }
    rn_add(g, used_up(g, t, v, n), RN_I32, 8);
}

// Of each of many ways, loads are under way where the ways meet; what is there goes through a branch before it is used.
static void many_ways(rn_gen *g) {
    const char *v[WAYS][LOADS_A_WAY], *met[LOADS_A_WAY], *t = rn_ty(g, RN_I32, 8), *list = "", *x = rn_index(g, 16);
    const char *bit = rn_condition(g, 0);
    uint32_t way[WAYS];
    for (unsigned w = 0; w < WAYS; w++) {
        way[w] = rn_new_block(g);
        list = rn_fmt(g, "%s i32 %u, label %s", list, w, rn_block(g, way[w]));
    }
    rn_line(g, "switch i32 %s, label %s [%s]", x, rn_block(g, way[0]), list);
    const uint32_t join = rn_new_block(g), more = rn_new_block(g), done = rn_new_block(g);
    for (unsigned w = 0; w < WAYS; w++) {
        rn_begin(g, way[w]);
        for (unsigned i = 0; i < LOADS_A_WAY; i++)
            v[w][i] = one_load(g, 8);
        rn_jump(g, join);
    }
    rn_begin(g, join);
    for (unsigned i = 0; i < LOADS_A_WAY; i++) {
        const char *phi = rn_fmt(g, "phi %s ", t);
        for (unsigned w = 0; w < WAYS; w++)
            phi = rn_fmt(g, "%s%s[%s, %s]", phi, w ? ", " : "", v[w][i], rn_block(g, way[w]));
        met[i] = rn_let(g, "%s", phi);
    }
    rn_branch(g, bit, more, done);
    rn_begin(g, more);
    const char *other = rn_let(g, "add %s %s, %s", t, met[0], one_load(g, 8));
    rn_jump(g, done);
    rn_begin(g, done);
    met[0] = rn_let(g, "%s", rn_phi2(g, t, met[0], join, other, more));
    rn_add(g, used_up(g, t, met, LOADS_A_WAY), RN_I32, 8);
}

// Masks of 8, 16 or 32 channels that change places in each trip of a loop, which also exits by one of them, and meet
// after a branch.
static void masks(rn_gen *g) {
    static const uint16_t widths[] = {8, 8, 16, 32, 32};
    static const char *const ops[] = {"and", "or", "xor"};
    const uint16_t n = RN_PICK(g, widths);
    const unsigned k = 2 + rn_below(g, MAX_MASKS - 1);
    const char *m = rn_ty(g, RN_I1, n), *first[MAX_MASKS], *here[MAX_MASKS], *new[MAX_MASKS];
    const uint32_t from = g->block, head = rn_new_block(g), one = rn_new_block(g), two = rn_new_block(g),
                   done = rn_new_block(g);
    for (unsigned i = 0; i < k; i++)
        first[i] = rn_condition(g, n);
    const char *data = rn_pick(g, RN_I32, n).name, *t = rn_ty(g, RN_I32, n),
               *limit = rn_fmt(g, "%u", 1 + rn_below(g, 9));
    const char *count = rn_new_name(g), *sum = rn_new_name(g), *next = rn_new_name(g), *new_sum = rn_new_name(g),
               *turn[MAX_MASKS];
    for (unsigned i = 0; i < k; i++)
        turn[i] = rn_new_name(g);
    const uint32_t before = g->vals.len;
    rn_jump(g, head);
    rn_begin(g, head);
    for (unsigned i = 0; i < k; i++) {
        here[i] = rn_new_name(g);
        rn_line(g, "%s = %s", here[i], rn_phi2(g, m, first[i], from, turn[i], two));
    }
    rn_line(g, "%s = %s", count, rn_phi2(g, "i32", "0", from, next, two));
    rn_line(g, "%s = %s", sum, rn_phi2(g, t, data, from, new_sum, two));
    const rn_arg a = {m, here[rn_below(g, k)]};
    const char *some =
        rn_let(g, "%s", rn_call(g, "i1", rn_fmt(g, "llvm.genx.%s.v%ui1", rn_chance(g, 50) ? "any" : "all", n), &a, 1));
    rn_branch(g, some, one, two);
    rn_begin(g, one);
    const char *c = rn_let(g, "icmp ult %s %s, %s", t, sum, rn_operand(g, RN_I32, n));
    const char *mixed = rn_let(g, "%s %s %s, %s", RN_PICK(g, ops), m, here[0], c);
    const char *other = rn_let(g, "select %s %s, %s %s, %s %s", m, here[k - 1], m, c, m, here[0]);
    g->vals.len = before;
    rn_jump(g, two);
    rn_begin(g, two);
    new[0] = rn_let(g, "%s", rn_phi2(g, m, here[0], head, mixed, one));
    new[1] = rn_let(g, "%s", rn_phi2(g, m, here[1], head, other, one));
    for (unsigned i = 0; i < k; i++) { // round by one
        const char *op = rn_chance(g, 50) ? "xor" : "or";
        const char *with = rn_chance(g, 70) ? rn_splat(g, RN_I1, n, "false") : here[rn_below(g, k)];
        rn_line(g, "%s = %s %s %s, %s", turn[i], op, m, i + 1 < k && i ? here[i + 1] : new[i != 0], with);
    }
    const char *shown = rn_let(g, "select %s %s, %s %s, %s %s", m, new[0], t, rn_operand(g, RN_I32, n), t, sum);
    rn_line(g, "%s = add %s %s, %s", new_sum, t, shown, rn_let(g, "zext %s %s to %s", m, here[k - 1], t));
    rn_line(g, "%s = add i32 %s, 1", next, count);
    rn_branch(g, rn_let(g, "icmp ult i32 %s, %s", next, limit), head, done);
    g->vals.len = before;
    rn_begin(g, done);
    for (unsigned i = 0; i < k; i++)
        rn_emit(g, RN_I32, n, "select %s %s, %s %s, %s %s", m, turn[i], t, new_sum, t, data);
    const uint8_t bits = n == 8 ? RN_I8 : n == 16 ? RN_I16 : RN_I32;
    rn_emit(g, bits, 0, "bitcast %s %s to %s", m, turn[0], rn_ty(g, bits, 0));
    rn_add(g, new_sum, RN_I32, n);
}

void rn_step_crowd(rn_gen *g) {
    static const struct {
        rn_step step;
        rn_kind kind;
    } all[] = {{one_block, RN_K_MESSAGES},
               {many_ways, RN_K_CROWDED},
               {masks, RN_K_PREDICATE_PHI},
               {masks, RN_K_PREDICATE_PHI}};
    const unsigned i = rn_below(g, 4);
    g->kinds[all[i].kind]++;
    all[i].step(g);
}
