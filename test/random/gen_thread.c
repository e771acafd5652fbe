// SPDX-License-Identifier: MIT
// Steps that read a thread's ids and state, and barriers of a group, which here is one thread. See gen.h.

#include "gen.h"

// One of three numbers of the thread in its group or of the group.
static void ids(rn_gen *g) {
    static const char *const threes[] = {"local.id", "local.size", "group.count"}, *const ones[] = {"group.id.x",
                                                                                                    "group.id.y",
                                                                                                    "group.id.z"};
    const unsigned k = rn_below(g, 7);
    if (k >= 4) {
        rn_emit(g, RN_I32, 0, "%s", rn_call(g, "i32", rn_fmt(g, "llvm.genx.%s", ones[k - 4]), NULL, 0));
        return;
    }
    const char *v = k == 3
                        ? rn_let(g, "%s", rn_call(g, "<4 x i16>", "llvm.genx.local.id16.v4i16", NULL, 0))
                        : rn_let(g, "%s", rn_call(g, "<3 x i32>", rn_fmt(g, "llvm.genx.%s.v3i32", threes[k]), NULL, 0));
    const char *x = rn_let(g, "extractelement %s %s, i32 %u", k == 3 ? "<4 x i16>" : "<3 x i32>", v, rn_below(g, 3));
    rn_add(g, k == 3 ? rn_let(g, "zext i16 %s to i32", x) : x, RN_I32, 0);
}

// What differs from run to run is read and stored, but not used.
static void hardware(rn_gen *g) {
    static const struct {
        const char *name, *type;
        uint16_t n;
    } all[] = {{"timestamp.v4i32", "<4 x i32>", 4},
               {"sr0.v4i32", "<4 x i32>", 4},
               {"r0.v8i32", "<8 x i32>", 8},
               {"cr0.v4i32", "<4 x i32>", 4},
               {"ce0", "i32", 0},
               {"get.hwid", "i32", 0}};
    const unsigned k = rn_below(g, sizeof all / sizeof all[0]);
    const rn_val v = {rn_let(g, "%s", rn_call(g, all[k].type, rn_fmt(g, "llvm.genx.%s", all[k].name), NULL, 0)), RN_I32,
                      all[k].n, true};
    rn_store(g, v, 0, 0);
}

static void lanes(rn_gen *g) {
    const uint16_t n = rn_chance(g, 50) ? 16 : 8;
    rn_emit(g, RN_I32, n, "%s",
            rn_call(g, rn_ty(g, RN_I32, n), rn_fmt(g, "llvm.genx.lane.id.%s", rn_suf(g, RN_I32, n)), NULL, 0));
}

static void command(rn_gen *g, const char *name, const char *a, const char *b, const char *c, const char *d) {
    const rn_arg args[] = {{"i8", a}, {"i8", b}, {"i8", c}, {"i8", d}};
    rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.%s", name), args, d ? 4 : c ? 3 : 1));
}

// Signal, something else, wait.
static void barriers(rn_gen *g) {
    const bool named = g->m->has_named_barrier && rn_chance(g, 60), arrive = rn_chance(g, 50);
    if (g->width || g->functions)
        return;
    if (named && arrive)
        command(g, "nbarrier.arrive", "1", "0", "1", "1");
    else if (named)
        command(g, "nbarrier", "1", "1", "1", NULL);
    else
        command(g, "sbarrier", "1", NULL, NULL, NULL);
    rn_step_plain(g);
    if (named)
        command(g, "nbarrier", "0", "1", "0", NULL);
    else
        command(g, "sbarrier", "0", NULL, NULL, NULL);
}

static void flush(rn_gen *g) {
    rn_line(g, "%s", rn_call(g, "void", "llvm.genx.cache.flush", NULL, 0));
}

void rn_step_thread(rn_gen *g) {
    static const rn_step all[] = {ids, ids, ids, ids, hardware, hardware, hardware, lanes, barriers, barriers, flush};
    RN_PICK(g, all)(g);
}
