// SPDX-License-Identifier: MIT
// Dominators and loops: hand-drawn graphs, and random ones against the definitions.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <cmc/base.h>

enum { MAX_N = 12 };

static void nested_loops(void **state) {
    (void)state;
    // 0 -> 1 -> 2 -> 3 -> 2 (inner), 3 -> 1 (outer), 1 -> 4, 5 unreachable
    cmc_arena *a = cmc_arena_create();
    cmc_graph *g = cmc_graph_create(a, 6);
    static const uint32_t edges[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 2}, {3, 1}, {1, 4}, {5, 4}};
    for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
        cmc_graph_edge(g, edges[i][0], edges[i][1]);
    for (int again = 0; again < 2; again++) // the second analysis starts anew
        assert_true(cmc_graph_analyse(g));
    assert_int_equal(cmc_graph_rpo_len(g), 5);
    assert_int_equal(cmc_graph_rpo(g, 0), 0);
    assert_false(cmc_graph_reachable(g, 5));
    assert_int_equal(cmc_graph_idom(g, 4), 1);
    assert_int_equal(cmc_graph_idom(g, 0), CMC_GRAPH_NONE);
    assert_int_equal(cmc_graph_loop_depth(g, 0), 0);
    assert_int_equal(cmc_graph_loop_depth(g, 1), 1);
    assert_int_equal(cmc_graph_loop_depth(g, 2), 2);
    assert_int_equal(cmc_graph_loop_depth(g, 3), 2);
    assert_int_equal(cmc_graph_loop_depth(g, 4), 0);
    assert_int_equal(cmc_graph_loop_header(g, 3), 2);
    assert_int_equal(cmc_graph_loop_header(g, 1), 1);
    cmc_arena_destroy(a);
}

static uint32_t next_random(uint32_t *s) {
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

// Nodes reachable from 0 without passing through `without`.
static uint32_t reach(const uint32_t *succ, uint32_t n, uint32_t without) {
    uint32_t seen = without == 0 ? 0 : 1, changed = 1;
    while (changed) {
        changed = 0;
        for (uint32_t i = 0; i < n; i++)
            if ((seen >> i & 1) && (succ[i] & ~seen & ~(1u << without))) {
                seen |= succ[i] & ~(without < 32 ? 1u << without : 0);
                changed = 1;
            }
    }
    return seen;
}

// An analysed graph with random edges; succ: the successors of each node as bits.
static cmc_graph *random_graph(cmc_arena *a, uint32_t n, uint32_t n_edges, uint32_t *seed, uint32_t *succ) {
    cmc_graph *g = cmc_graph_create(a, n);
    for (uint32_t i = 0; i < n_edges; i++) {
        uint32_t from = next_random(seed) % n, to = next_random(seed) % n;
        succ[from] |= 1u << to;
        cmc_graph_edge(g, from, to);
    }
    assert_true(cmc_graph_analyse(g));
    return g;
}

static void dominators_match_the_definition(void **state) {
    (void)state;
    uint32_t seed = 7;
    for (int round = 0; round < 2000; round++) {
        cmc_arena *a = cmc_arena_create();
        uint32_t n = 2 + next_random(&seed) % (MAX_N - 1), succ[MAX_N + 1] = {0};
        uint32_t n_edges = next_random(&seed) % (2 * n + 1);
        const cmc_graph *g = random_graph(a, n, n_edges, &seed, succ);
        uint32_t all = reach(succ, n, 31);
        for (uint32_t x = 0; x < n; x++) {
            assert_int_equal(cmc_graph_reachable(g, x), all >> x & 1);
            if (!(all >> x & 1))
                continue;
            uint32_t left = reach(succ, n, x);
            for (uint32_t y = 0; y < n; y++)
                if (all >> y & 1)
                    assert_int_equal(cmc_graph_dominates(g, x, y), x == y || !(left >> y & 1));
        }
        cmc_arena_destroy(a);
    }
}

// The nodes from which x is reached without passing through h, and h itself.
static uint32_t loop_body(const uint32_t *succ, uint32_t n, uint32_t all, uint32_t h, uint32_t x) {
    uint32_t body = 1u << h | 1u << x, changed = x != h;
    while (changed) {
        changed = 0;
        for (uint32_t i = 0; i < n; i++)
            if ((all >> i & 1) && !(body >> i & 1) && (succ[i] & body & ~(1u << h))) {
                body |= 1u << i;
                changed = 1;
            }
    }
    return body;
}

// Random graphs, some irreducible: loops by the definition of a natural loop.
static void loops_match_the_definition(void **state) {
    (void)state;
    uint32_t seed = 11;
    for (int round = 0; round < 2000; round++) {
        cmc_arena *a = cmc_arena_create();
        uint32_t n = 2 + next_random(&seed) % (MAX_N - 1), succ[MAX_N + 1] = {0};
        const cmc_graph *g = random_graph(a, n, 2 * n, &seed, succ);
        uint32_t all = reach(succ, n, 31), bodies[MAX_N + 1] = {0};
        for (uint32_t h = 0; h < n; h++)
            for (uint32_t x = 0; x < n; x++)
                if ((all >> x & 1) && (succ[x] >> h & 1) && (x == h || !(reach(succ, n, h) >> x & 1)))
                    bodies[h] |= loop_body(succ, n, all, h, x);
        for (uint32_t x = 0; x < n; x++) {
            uint32_t depth = 0, inner = CMC_GRAPH_NONE;
            for (uint32_t h = 0; h < n; h++)
                if (bodies[h] >> x & 1) {
                    depth++;
                    inner = inner == CMC_GRAPH_NONE || cmc_graph_dominates(g, inner, h) ? h : inner;
                }
            assert_int_equal(cmc_graph_loop_depth(g, x), depth);
            assert_int_equal(cmc_graph_loop_header(g, x), inner);
        }
        cmc_arena_destroy(a);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_loops),
        cmocka_unit_test(dominators_match_the_definition),
        cmocka_unit_test(loops_match_the_definition),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
