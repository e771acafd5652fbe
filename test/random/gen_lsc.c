// SPDX-License-Identifier: MIT
// Steps with atomics of all families, LSC messages and matrix products. See gen.h.

#include "gen.h"
#include "gen_mem.h"

#include <string.h>

static rn_arg arg(const char *type, const char *value) {
    return (rn_arg){type, value};
}

static rn_arg number(rn_gen *g, const char *type, int v) {
    return (rn_arg){type, rn_fmt(g, "%d", v)};
}

// Atomics

typedef struct atomic_row {
    const char *name;
    uint8_t sources, lsc;
    bool is_float, sum; // sum: of floats, where LSC is
} atomic_row;
static const atomic_row atomics[] = {
    {"add", 1, 0x0c, false, false},     {"sub", 1, 0x0d, false, false},  {"inc", 0, 0x08, false, false},
    {"dec", 0, 0x09, false, false},     {"min", 1, 0x10, false, false},  {"max", 1, 0x11, false, false},
    {"imin", 1, 0x0e, false, false},    {"imax", 1, 0x0f, false, false}, {"xchg", 1, 0x0b, false, false},
    {"and", 1, 0x18, false, false},     {"or", 1, 0x19, false, false},   {"xor", 1, 0x1a, false, false},
    {"cmpxchg", 2, 0x12, false, false}, {"fmin", 1, 0x15, true, false},  {"fmax", 1, 0x16, true, false},
    {"fcmpwr", 2, 0x17, true, false},   {"fadd", 1, 0x13, true, true},   {"fsub", 1, 0x14, true, true}};

typedef struct place {
    unsigned at;     // byte of the buffer
    const char *off; // of each lane after it
} place;

// Floats have places of their own, which share the counter of the integers': half as many bytes.
static bool find_place(rn_gen *g, const atomic_row *r, bool svm, uint16_t n, unsigned size, place *p) {
    const rn_zone z = svm ? RN_ZONE_OUT_ATOMICS : RN_ZONE_SB_ATOMICS;
    int at = rn_slot(g, z, 2u * n * size);
    if (at < 0 || !rn_may_write(g, n))
        return false;
    if (r->is_float)
        at = (int)((svm ? RN_OUT_FLOATS : RN_SB_FLOATS) +
                   ((unsigned)at - (svm ? RN_OUT_ATOMICS : RN_SB_ATOMICS)) / 2 / 64 * 64);
    *p = (place){(unsigned)at, NULL};
    p->off = rn_apart(g, n, size);
    return true;
}

static const char *source(rn_gen *g, uint8_t type, uint16_t n) {
    if (!rn_is_float(type))
        return rn_operand(g, type, n);
    const char *x = rn_load(g, type, n).name;
    g->vals.len--;
    return x;
}

// The old value: an integer to compute with, a float to store.
static void result(rn_gen *g, const char *v, uint8_t type, uint16_t n) {
    if (rn_is_float(type))
        rn_store(g, (rn_val){v, type, n, true}, 0, 0);
    else
        rn_add(g, v, type, n);
}

static void legacy(rn_gen *g, const atomic_row *r) {
    static const char *const families[] = {"dword.atomic", "dword.atomic2", "svm.atomic", "untyped.atomic"};
    static const uint16_t some[] = {1, 2, 4, 8, 8, 16, 21};
    unsigned f = rn_below(g, 4);
    if (r->is_float && f == 3)
        f = 0;
    const bool svm = f == 2, dwords = f == 3, no_old = f == 1;
    const uint16_t n = RN_PICK(g, some);
    const uint8_t type = r->is_float ? RN_FLOAT : svm && rn_chance(g, 30) ? RN_I64 : RN_I32;
    place p = {0};
    if (no_old && g->width)
        return;
    if (!find_place(g, r, svm, n, rn_size(type), &p))
        return;
    const char *t = rn_ty(g, type, n), *i32s = rn_ty(g, RN_I32, n);
    rn_arg a[8] = {arg(rn_ty(g, RN_I1, n), no_old ? rn_splat(g, RN_I1, n, "true") : rn_message_mask(g, n))};
    unsigned k = 1;
    if (svm) {
        a[k++] = arg(rn_ty(g, RN_I64, n), rn_addresses(g, "%out", p.at, p.off, n));
    } else if (dwords) {
        a[k++] = arg("i32", "%sb");
        a[k++] = number(g, "i32", (int)p.at / 4);
        a[k++] = arg(i32s, rn_let(g, "lshr %s %s, %s", i32s, p.off, rn_splat(g, RN_I32, n, "2")));
    } else {
        a[k++] = arg("i32", "%sb");
        a[k++] = arg(i32s, rn_let(g, "add %s %s, %s", i32s, p.off, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", p.at))));
    }
    for (unsigned s = 0; s < r->sources; s++)
        a[k++] = arg(t, source(g, type, n));
    if (!no_old)
        a[k++] = arg(t, source(g, type, n));
    const char *name =
        rn_fmt(g, "llvm.genx.%s.%s.%s.v%ui1.v%ui%d", families[f], r->name, rn_suf(g, type, n), n, n, svm ? 64 : 32);
    result(g, rn_let(g, "%s", rn_call(g, t, name, a, k)), type, n);
}

void rn_step_atomic(rn_gen *g) {
    enum { SUMS = 2, ROWS = sizeof atomics / sizeof atomics[0] }; // sums of floats come last
    const atomic_row *r = &RN_PICK(g, atomics);
    if (g->has_lsc && rn_chance(g, 50))
        r = &atomics[ROWS - 1 - rn_below(g, SUMS)];
    if (!r->sum || g->has_lsc)
        legacy(g, r);
    if (rn_chance(g, 25)) // there are many of them
        rn_step_atomic(g);
}

// LSC

enum { STATELESS, BTI, SLM };
static const char *const where_names[] = {"stateless", "bti", "slm"};

typedef struct message {
    rn_arg a[16];
    unsigned where;
    uint16_t n;
    uint8_t at_type;
} message;

// The operands that all have, up to the address.
static message start(rn_gen *g, uint16_t n, unsigned where, unsigned op, int imm, unsigned size, unsigned vec,
                     unsigned order, unsigned chans, const char *address) {
    message m = {.where = where, .n = n, .at_type = where == STATELESS ? RN_I64 : RN_I32};
    const rn_arg a[] = {arg(rn_ty(g, RN_I1, n), n == 1 && order == 2 ? "<i1 true>" : rn_message_mask(g, n)),
                        number(g, "i8", (int)op),
                        arg("i8", "0"),
                        arg("i8", "0"),
                        arg("i16", "1"),
                        number(g, "i32", imm),
                        number(g, "i8", (int)size),
                        number(g, "i8", (int)vec),
                        number(g, "i8", (int)order),
                        number(g, "i8", (int)chans),
                        arg(rn_ty(g, m.at_type, n), address)};
    memcpy(m.a, a, sizeof a);
    return m;
}

static const char *plus(rn_gen *g, const char *off, uint16_t n, unsigned at) {
    return rn_let(g, "add %s %s, %s", rn_ty(g, RN_I32, n), off, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", at)));
}

static const char *below(rn_gen *g, uint16_t n, unsigned count, unsigned step) {
    const char *t = rn_ty(g, RN_I32, n);
    const char *x =
        rn_let(g, "and %s %s, %s", t, rn_pick(g, RN_I32, n).name, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", count - 1)));
    return rn_let(g, "mul %s %s, %s", t, x, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", step)));
}

static unsigned some_place(rn_gen *g) {
    return g->has_slm && rn_chance(g, 45) ? SLM : rn_chance(g, 50) ? STATELESS : BTI;
}

static const char *surface(unsigned where, bool store) {
    return where == BTI ? (store ? "%sb" : "%sa") : "0";
}

// Addresses of n lanes for reading or writing step bytes each; NULL when there is no room.
static const char *lsc_address(rn_gen *g, unsigned where, uint16_t n, unsigned step, bool store) {
    if (!store) {
        const char *off = below(g, n, where == SLM ? 16 : step > 64 ? 8 : 64, step);
        return where == STATELESS ? rn_addresses(g, "%in", RN_IN_INTS, off, n) : off;
    }
    if (!rn_may_write(g, n))
        return NULL;
    const int at = where == SLM ? 0 : rn_slot(g, where == STATELESS ? RN_ZONE_OUT : RN_ZONE_SB, 2u * n * step);
    if (at < 0)
        return NULL;
    const char *off = rn_apart(g, n, step);
    return where == STATELESS ? rn_addresses(g, "%out", (unsigned)at, off, n)
           : at               ? plus(g, off, n, (unsigned)at)
                              : off;
}

// "v16i1.v16i64": of the mask and the addresses.
static const char *lanes_suffix(rn_gen *g, const message *m) {
    return rn_fmt(g, "%s.%s", rn_suf(g, RN_I1, m->n), rn_suf(g, m->at_type, m->n));
}

// The rest of a load or a store of all elements. kind: "" or "quad.".
static void transfer(rn_gen *g, message *m, const char *kind, bool store, bool may_merge, uint8_t type, uint16_t all) {
    const char *t = rn_ty(g, type, all), *suf = rn_suf(g, type, all), *where = where_names[m->where],
               *tail = lanes_suffix(g, m);
    if (store) {
        m->a[11] = arg(t, rn_pick(g, type, all).name);
        m->a[12] = arg("i32", surface(m->where, true));
        rn_line(g, "%s",
                rn_call(g, "void", rn_fmt(g, "llvm.genx.lsc.store.%s%s.%s.%s", kind, where, tail, suf), m->a, 13));
        return;
    }
    const bool merge = may_merge && rn_chance(g, 50);
    m->a[11] = arg("i32", surface(m->where, false));
    if (merge)
        m->a[12] = arg(t, rn_pick(g, type, all).name);
    else
        m->a[0].value = rn_splat(g, RN_I1, m->n, "true");
    rn_emit(g, type, all, "%s",
            rn_call(g, t, rn_fmt(g, "llvm.genx.lsc.load.%s%s%s.%s.%s", merge ? "merge." : "", kind, where, suf, tail),
                    m->a, merge ? 13 : 12));
}

static void lsc_lanes(rn_gen *g) {
    static const uint16_t lanes[] = {1, 8, 16, 16, 32, 7};
    static const unsigned vectors[] = {1, 1, 2, 3, 4, 8};
    const unsigned where = some_place(g), vec = RN_PICK(g, vectors);
    const bool store = rn_chance(g, 50), wide = rn_chance(g, 20) && vec < 4;
    uint16_t n = RN_PICK(g, lanes);
    if (vec > 2 && n > 16)
        n = 16;
    const uint8_t type = wide ? RN_I64 : RN_I32;
    const char *at = lsc_address(g, where, n, (vec == 3 ? 4 : vec) * rn_size(type), store);
    if (!at)
        return;
    message m = start(g, n, where, 0, store ? 0 : 8, wide ? 4 : 3, vec == 8 ? 5 : vec, 1, 0, at);
    transfer(g, &m, "", store, true, type, (uint16_t)(n * vec));
}

static void lsc_block(rn_gen *g) {
    static const unsigned codes[] = {4, 5, 6, 7, 8}, counts[] = {4, 8, 16, 32, 64};
    const unsigned k = rn_below(g, 5), where = rn_chance(g, 50) ? STATELESS : BTI;
    const bool store = rn_chance(g, 40) && !g->width;
    const char *at = lsc_address(g, where, 1, 4 * counts[k], store);
    if (!at)
        return;
    message m = start(g, 1, where, 0, 0, 3, codes[k], 2, 0, at);
    transfer(g, &m, "", store, false, RN_I32, (uint16_t)counts[k]);
}

static void lsc_quad(rn_gen *g) {
    static const uint16_t lanes[] = {8, 16, 16, 7};
    const unsigned where = some_place(g), mask = 1 + rn_below(g, 15);
    const bool store = rn_chance(g, 50);
    const uint16_t n = RN_PICK(g, lanes);
    const char *at = lsc_address(g, where, n, 16, store);
    if (!at)
        return;
    message m = start(g, n, where, 0, 0, 3, 1, 1, mask, at);
    transfer(g, &m, "quad.", store, true, RN_I32, (uint16_t)(n * (unsigned)__builtin_popcount(mask)));
}

static void lsc_atomic(rn_gen *g) {
    static const uint16_t lanes[] = {1, 8, 16, 16, 5};
    const atomic_row *r = &RN_PICK(g, atomics);
    const unsigned where = g->has_slm && !r->is_float && rn_chance(g, 30) ? SLM : rn_chance(g, 50) ? STATELESS : BTI;
    const uint16_t n = RN_PICK(g, lanes);
    const uint8_t type = r->is_float ? RN_FLOAT : RN_I32;
    place p = {0};
    if (where == SLM && !rn_may_write(g, n))
        return;
    if (where == SLM)
        p.off = rn_apart(g, n, 4);
    else if (!find_place(g, r, where == STATELESS, n, 4, &p))
        return;
    const char *t = rn_ty(g, type, n),
               *at = where == STATELESS ? rn_addresses(g, "%out", p.at, p.off, n) : plus(g, p.off, n, p.at);
    message m = start(g, n, where, r->lsc, 0, 3, 1, 1, 0, at);
    for (unsigned s = 0; s < 2; s++)
        m.a[11 + s] = arg(t, s < r->sources ? source(g, type, n) : "undef");
    m.a[13] = arg("i32", surface(where, true));
    m.a[14] = arg(t, source(g, type, n));
    const char *name =
        rn_fmt(g, "llvm.genx.lsc.xatomic.%s.%s.%s", where_names[where], rn_suf(g, type, n), lanes_suffix(g, &m));
    result(g, rn_let(g, "%s", rn_call(g, t, name, m.a, 15)), type, n);
}

static void lsc_prefetch(rn_gen *g) {
    const unsigned where = rn_chance(g, 50) ? STATELESS : BTI;
    message m = start(g, 16, where, 0, 0, 3, 1, 1, 0, lsc_address(g, where, 16, 4, false));
    m.a[2] = m.a[3] = arg("i8", "2");
    m.a[11] = arg("i32", surface(where, false));
    rn_line(g, "%s",
            rn_call(g, "void", rn_fmt(g, "llvm.genx.lsc.prefetch.%s.%s", where_names[where], lanes_suffix(g, &m)), m.a,
                    12));
}

static void lsc_fence(rn_gen *g) {
    const rn_arg a[] = {arg("<1 x i1>", "<i1 true>"), arg("i8", "0"), arg("i8", "0"), arg("i8", "0")};
    rn_line(g, "%s", rn_call(g, "void", "llvm.genx.lsc.fence.v1i1", a, 4));
}

// Matrix products of bytes: exact. The lanes are those of 32 bits that execute at once.
static void dpas(rn_gen *g) {
    static const unsigned repeats[] = {1, 2, 4, 8};
    const unsigned lanes = g->m->native_exec_32b, repeat = RN_PICK(g, repeats), form = rn_below(g, 3);
    const uint16_t nb = (uint16_t)(8 * lanes), na = (uint16_t)(8 * repeat), n = (uint16_t)(lanes * repeat);
    const unsigned pa = 7 + rn_below(g, 2), pb = 7 + rn_below(g, 2);
    const char *r = rn_ty(g, RN_I32, n), *suf = rn_suf(g, RN_I32, n),
               *over = rn_fmt(g, "%s.%s", rn_suf(g, RN_I32, nb), rn_suf(g, RN_I32, na));
    const rn_arg acc = arg(r, rn_pick(g, RN_I32, n).name), b = arg(rn_ty(g, RN_I32, nb), rn_pick(g, RN_I32, nb).name);
    const rn_arg a = arg(rn_ty(g, RN_I32, na), rn_pick(g, RN_I32, na).name);
    const rn_arg info = number(g, "i32", (int)(pb | pa << 8 | 8u << 16 | repeat << 24));
    if (form == 0) {
        const rn_arg args[] = {acc,
                               b,
                               a,
                               number(g, "i32", (int)pb),
                               number(g, "i32", (int)pa),
                               arg("i32", "8"),
                               number(g, "i32", (int)repeat),
                               arg("i32", "1"),
                               arg("i32", "1")};
        rn_emit(g, RN_I32, n, "%s", rn_call(g, r, rn_fmt(g, "llvm.genx.dpas2.%s.%s", suf, over), args, 9));
    } else if (form == 1) {
        const rn_arg args[] = {acc, b, a, info};
        rn_emit(g, RN_I32, n, "%s", rn_call(g, r, rn_fmt(g, "llvm.genx.dpas.%s.%s", suf, over), args, 4));
    } else {
        const rn_arg args[] = {b, a, info};
        rn_emit(g, RN_I32, n, "%s", rn_call(g, r, rn_fmt(g, "llvm.genx.dpas.nosrc0.%s.%s", suf, over), args, 3));
    }
}

void rn_step_lsc(rn_gen *g) {
    static const rn_step all[] = {lsc_lanes, lsc_lanes,      lsc_lanes,      lsc_block,     lsc_block,
                                  lsc_quad,  lsc_quad,       lsc_atomic,     lsc_atomic,    lsc_prefetch,
                                  lsc_fence, rn_step_atomic, rn_step_atomic, rn_step_pixels};
    if (g->has_lsc && g->m->has_dpas && rn_chance(g, 12))
        dpas(g);
    else if (g->m->has_lsc_block2d && rn_chance(g, 25))
        rn_step_block2d(g);
    else
        RN_PICK(g, all)(g);
}
