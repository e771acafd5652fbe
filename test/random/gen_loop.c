// SPDX-License-Identifier: MIT
// Loops and ways that the language's goto, break and continue make: several values go round and change places,
// predicates go round, some trips end early, one loop is nested in another, a loop is entered in two places, many cases
// share few ways. See gen.h.

#include "gen.h"

#include <string.h>

enum { MAX_CARRIED = 3, MAX_LOOPS = 2, MAX_CASES = 12 };

typedef struct round { // values that go round
    rn_val v[MAX_CARRIED];
    unsigned n;
    const char *mask; // a predicate as well; NULL: none
    uint16_t lanes;   // of it
} round;

static round carried(rn_gen *g) {
    round r = {.n = 1 + rn_below(g, MAX_CARRIED)};
    r.v[0] = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    for (unsigned i = 1; i < r.n; i++)
        r.v[i] = rn_chance(g, 60) ? rn_pick(g, r.v[0].type, r.v[0].n) : rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    r.lanes = r.v[0].n;
    if (rn_chance(g, 40))
        r.mask = rn_condition(g, r.lanes);
    return r;
}

// The names in a block that two ways reach, and its phis.
static round met(rn_gen *g, const round *a, uint32_t from_a, const round *b, uint32_t from_b) {
    round r = *a;
    for (unsigned i = 0; i < r.n; i++)
        r.v[i].name =
            rn_let(g, "%s", rn_phi2(g, rn_ty(g, r.v[i].type, r.v[i].n), a->v[i].name, from_a, b->v[i].name, from_b));
    if (r.mask)
        r.mask = rn_let(g, "%s", rn_phi2(g, rn_ty(g, RN_I1, r.lanes), a->mask, from_a, b->mask, from_b));
    return r;
}

static void add_all(rn_gen *g, const round *r) {
    for (unsigned i = 0; i < r->n; i++)
        rn_add(g, r->v[i].name, r->v[i].type, r->v[i].n);
}

// One value is new, the others move up where they are of one type; the predicate chooses and is replaced.
static round changed(rn_gen *g, const round *in) {
    const uint32_t before = g->vals.len;
    round out = *in;
    add_all(g, in);
    out.v[0].name = rn_some_steps(g, in->v[0]);
    g->vals.len = before;
    if (in->mask) {
        const char *t = rn_ty(g, in->v[0].type, in->lanes), *m = rn_ty(g, RN_I1, in->lanes);
        out.v[0].name = rn_let(g, "select %s %s, %s %s, %s %s", m, in->mask, t, out.v[0].name, t, in->v[0].name);
        out.mask = rn_let(g, "xor %s %s, %s", m, in->mask, rn_condition(g, in->lanes));
        g->vals.len = before;
    }
    const bool turn = rn_chance(g, 60);
    for (unsigned i = 0; turn && i + 1 < in->n; i++)
        if (out.v[i].type == out.v[i + 1].type && out.v[i].n == out.v[i + 1].n) {
            const char *t = out.v[i].name;
            out.v[i].name = out.v[i + 1].name;
            out.v[i + 1].name = t;
        }
    return out;
}

static const char *some_bit(rn_gen *g, const round *r) {
    static const char *const op[] = {"and", "or", "xor"};
    const uint32_t before = g->vals.len;
    add_all(g, r);
    const char *b = rn_bit(g, r->v[0].n);
    if (rn_chance(g, 30)) {
        const char *how = RN_PICK(g, op);
        b = rn_let(g, "%s i1 %s, %s", how, b, rn_bit(g, r->v[r->n - 1].n));
    }
    g->vals.len = before;
    return b;
}

// A trip's rest, which some trips leave out.
static round continued(rn_gen *g, const round *in) {
    const char *skip = some_bit(g, in);
    const uint32_t from = g->block, rest = rn_new_block(g), latch = rn_new_block(g);
    rn_branch(g, skip, latch, rest);
    rn_begin(g, rest);
    const round out = changed(g, in);
    const uint32_t end = g->block;
    rn_jump(g, latch);
    rn_begin(g, latch);
    return met(g, in, from, &out, end);
}

static round inside(rn_gen *g, const round *in);

static round trips(rn_gen *g, const round *old) {
    const uint32_t before = g->vals.len;
    const char *limit = rn_chance(g, 60) ? rn_fmt(g, "%u", 1 + rn_below(g, g->loops > 1 ? 4 : 24))
                                         : rn_let(g, "add i32 %s, 1", rn_index(g, 8));
    const uint32_t from = g->block, head = rn_new_block(g), done = rn_new_block(g);
    round here = *old, left = {.n = 0};
    uint32_t left_at = 0;
    for (unsigned i = 0; i < old->n; i++)
        here.v[i].name = rn_new_name(g);
    here.mask = old->mask ? rn_new_name(g) : NULL;
    const char *i = rn_new_name(g);
    rn_jump(g, head);
    rn_begin(g, head);
    cmc_str outer = g->out;
    g->out = (cmc_str)CMC_STR_INIT;
    round new = inside(g, &here);
    if (rn_chance(g, 50)) {
        g->kinds[RN_K_LOOP_LEFT]++;
        const char *leave = some_bit(g, &new);
        const uint32_t go_on = rn_new_block(g);
        left = new;
        left_at = g->block;
        rn_branch(g, leave, done, go_on);
        rn_begin(g, go_on);
        new = changed(g, &new);
    }
    const char *n = rn_let(g, "add i32 %s, 1", i);
    rn_branch(g, rn_let(g, "icmp ult i32 %s, %s", n, limit), head, done);
    const uint32_t latch = g->block;
    for (unsigned k = 0; k < old->n; k++)
        cmc_str_printf(&outer, "  %s = %s\n", here.v[k].name,
                       rn_phi2(g, rn_ty(g, old->v[k].type, old->v[k].n), old->v[k].name, from, new.v[k].name, latch));
    if (old->mask)
        cmc_str_printf(&outer, "  %s = %s\n", here.mask,
                       rn_phi2(g, rn_ty(g, RN_I1, old->lanes), old->mask, from, new.mask, latch));
    cmc_str_printf(&outer, "  %s = %s\n", i, rn_phi2(g, "i32", "0", from, n, latch));
    cmc_str_append_n(&outer, cmc_str_text(&g->out), g->out.len);
    cmc_str_free(&g->out);
    g->out = outer;
    g->vals.len = before;
    rn_begin(g, done);
    return left.n ? met(g, &left, left_at, &new, latch) : new;
}

// What a trip does: steps, another loop or a branch, steps that some trips leave out.
static round inside(rn_gen *g, const round *in) {
    round r = changed(g, in);
    if (g->loops < MAX_LOOPS && rn_chance(g, 30)) {
        g->loops++;
        g->kinds[RN_K_LOOP_NESTED]++;
        r = trips(g, &r);
        g->loops--;
    }
    return rn_chance(g, 40) ? continued(g, &r) : r;
}

void rn_step_trips(rn_gen *g) {
    const round old = carried(g);
    g->loops = 1;
    g->kinds[RN_K_LOOP]++;
    const round new = trips(g, &old);
    g->loops = 0;
    add_all(g, &new);
    if (new.mask) {
        const char *t = rn_ty(g, new.v[0].type, new.lanes);
        rn_emit(g, new.v[0].type, new.lanes, "select %s %s, %s %s, %s %s", rn_ty(g, RN_I1, new.lanes), new.mask, t,
                new.v[0].name, t, rn_operand(g, new.v[0].type, new.lanes));
    }
}

// One of the two halves of a loop that is entered in either; in: the names of its phis.
static const char *half_trip(rn_gen *g, rn_val v, const char *x) {
    return rn_some_steps(g, (rn_val){x, v.type, v.n, true});
}

void rn_step_two_entries(rn_gen *g) {
    const rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const char *first = rn_bit(g, v.n), *t = rn_ty(g, v.type, v.n), *limit = rn_fmt(g, "%u", 2 + rn_below(g, 6));
    const uint32_t from = g->block, one = rn_new_block(g), two = rn_new_block(g), done = rn_new_block(g);
    const uint32_t half[2] = {one, two};
    const char *x[2], *i[2], *new[2], *n[2];
    uint32_t end[2];
    cmc_str body[2], outer = g->out;
    g->kinds[RN_K_TWO_ENTRIES]++;
    for (unsigned k = 0; k < 2; k++) {
        x[k] = rn_new_name(g);
        i[k] = rn_new_name(g);
    }
    for (unsigned k = 0; k < 2; k++) {
        g->out = (cmc_str)CMC_STR_INIT;
        g->block = half[k];
        new[k] = half_trip(g, v, x[k]);
        n[k] = rn_let(g, "add i32 %s, 1", i[k]);
        rn_branch(g, rn_let(g, "icmp ult i32 %s, %s", n[k], limit), half[1 - k], done);
        end[k] = g->block;
        body[k] = g->out;
    }
    g->out = outer;
    rn_branch(g, first, half[0], half[1]);
    for (unsigned k = 0; k < 2; k++) {
        rn_begin(g, half[k]);
        rn_line(g, "%s = %s", x[k], rn_phi2(g, t, v.name, from, new[1 - k], end[1 - k]));
        rn_line(g, "%s = %s", i[k], rn_phi2(g, "i32", "0", from, n[1 - k], end[1 - k]));
        cmc_str_append_n(&g->out, cmc_str_text(&body[k]), body[k].len);
        cmc_str_free(&body[k]);
    }
    rn_begin(g, done);
    rn_emit(g, v.type, v.n, "%s", rn_phi2(g, t, new[0], end[0], new[1], end[1]));
}

// Cases that are not in order; several go the same way, and some fall into the next one.
void rn_step_cases(rn_gen *g) {
    const rn_val v = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
    const unsigned cases = 5 + rn_below(g, MAX_CASES - 4), ways = 2 + rn_below(g, 3);
    const char *x = rn_index(g, 16), *now = NULL, *t = rn_ty(g, v.type, v.n), *list = "";
    uint32_t way[5], from = g->block, end = 0;
    for (unsigned i = 0; i <= ways; i++) // the last one comes after
        way[i] = rn_new_block(g);
    unsigned times[5] = {0};
    g->kinds[RN_K_SWITCH]++;
    for (unsigned c = 0; c < cases; c++) {
        const unsigned w = rn_below(g, ways + 1);
        times[w]++;
        list = rn_fmt(g, "%s i32 %u, label %s", list, c * 5 % 17, rn_block(g, way[w]));
    }
    times[0]++;
    rn_line(g, "switch i32 %s, label %s [%s]", x, rn_block(g, way[0]), list);
    for (unsigned i = 0; i <= ways; i++) {
        const char *phi = rn_fmt(g, "phi %s ", t);
        for (unsigned k = 0; k < times[i]; k++)
            phi = rn_fmt(g, "%s%s[%s, %s]", phi, k ? ", " : "", v.name, rn_block(g, from));
        if (i)
            phi = rn_fmt(g, "%s%s[%s, %s]", phi, times[i] ? ", " : "", now, rn_block(g, end));
        rn_begin(g, way[i]);
        const char *in = rn_let(g, "%s", phi);
        if (i == ways) {
            rn_add(g, in, v.type, v.n);
            return;
        }
        now = rn_some_steps(g, (rn_val){in, v.type, v.n, true});
        end = g->block;
        rn_jump(g, way[i + 1]);
    }
}
