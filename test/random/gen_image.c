// SPDX-License-Identifier: MIT
// Steps with images by pixel and with 2-D blocks of memory. See gen.h.

#include "gen.h"
#include "gen_mem.h"

// Pixels

enum { TYPED_ROWS = RN_IMAGE_H - RN_MEDIA_ROWS };

static const char *splat(rn_gen *g, uint16_t n, unsigned v) {
    return rn_splat(g, RN_I32, n, rn_fmt(g, "%u", v));
}

static const char *below(rn_gen *g, uint16_t n, unsigned limit) {
    return rn_let(g, "and %s %s, %s", rn_ty(g, RN_I32, n), rn_pick(g, RN_I32, n).name, splat(g, n, limit - 1));
}

// What is written gets a row of its own of those that media blocks leave alone.
void rn_step_pixels(rn_gen *g) {
    static const uint16_t lanes[] = {1, 8, 8, 16, 16, 5};
    const uint16_t n = RN_PICK(g, lanes);
    const bool store = rn_chance(g, 40) && rn_may_write(g, n), lsc = g->has_lsc && rn_chance(g, 50),
               prefetch = lsc && rn_chance(g, 35);
    const unsigned channels = store ? 1 : 1 + rn_below(g, 15);
    const uint16_t all = (uint16_t)(n * (unsigned)__builtin_popcount(channels));
    const char *t = rn_ty(g, RN_I32, n), *r = rn_ty(g, RN_I32, all), *suf = rn_suf(g, RN_I32, all),
               *mask = rn_suf(g, RN_I1, n);
    const rn_arg u = {t, store ? rn_apart(g, n, 1) : below(g, n, RN_IMAGE_W / 4)};
    const rn_arg v = {t, store ? splat(g, n, RN_MEDIA_ROWS + rn_below(g, TYPED_ROWS)) : below(g, n, RN_IMAGE_H)};
    const rn_arg w = {t, "zeroinitializer"}, pred = {rn_ty(g, RN_I1, n), rn_message_mask(g, n)},
                 image = {"i32", store ? "%ib" : "%ia"};
    const rn_arg data = {r, rn_pick(g, RN_I32, all).name}, code = {lsc ? "i8" : "i32", rn_fmt(g, "%u", channels)},
                 hint = {"i8", "0"};
    const rn_arg plain[] = {code, pred, image, u, v, w, data},
                 by_lsc[] = {pred, hint, hint, code, image, u, v, w, w, data};
    const char *coords = rn_suf(g, RN_I32, n), *name;
    if (prefetch && !store) {
        rn_line(g, "%s",
                rn_call(g, "void", rn_fmt(g, "llvm.genx.lsc.prefetch.quad.typed.bti.%s.%s", mask, coords), by_lsc, 9));
    } else if (store) {
        name = lsc ? rn_fmt(g, "llvm.genx.lsc.store.quad.typed.bti.%s.%s.%s", mask, coords, suf)
                   : rn_fmt(g, "llvm.genx.scatter4.typed.%s.%s.%s", mask, coords, suf);
        rn_line(g, "%s", rn_call(g, "void", name, lsc ? by_lsc : plain, lsc ? 10 : 7));
    } else {
        name = lsc ? rn_fmt(g, "llvm.genx.lsc.load.merge.quad.typed.bti.%s.%s.%s", suf, mask, coords)
                   : rn_fmt(g, "llvm.genx.gather4.typed.%s.%s.%s", suf, mask, coords);
        rn_emit(g, RN_I32, all, "%s", rn_call(g, r, name, lsc ? by_lsc : plain, lsc ? 10 : 7));
    }
}

// 2-D blocks

typedef enum how { PLAIN, TRANSPOSED, VNNI } how;

typedef struct block {
    uint8_t type;
    unsigned elt_b, w, h, n; // of n blocks
    how how;
    bool store;
} block;

static unsigned pow2(unsigned n) {
    unsigned p = 1;
    while (p < n)
        p *= 2;
    return p;
}

// Lanes of one block: rows of a power of two of elements, whole registers.
static unsigned lanes_of(const rn_gen *g, const block *b) {
    const unsigned group = b->how == VNNI ? 4 / b->elt_b : 1, rows = (b->h + group - 1) / group * group;
    const unsigned n = b->how == TRANSPOSED ? b->w * pow2(b->h) : pow2(b->w) * rows, unit = g->m->grf_b / b->elt_b;
    return (n + unit - 1) / unit * unit;
}

// Any that the hardware allows and that needs at most eight registers.
static block some_block(rn_gen *g, bool store) {
    static const uint8_t types[] = {RN_I8, RN_I16, RN_I32, RN_I32, RN_I64};
    for (;;) {
        block b = {.type = RN_PICK(g, types), .store = store};
        b.w = 1 + rn_below(g, 16);
        b.h = 1 + rn_below(g, store ? 8 : 16);
        b.n = 1u << rn_below(g, 3);
        b.elt_b = rn_size(b.type);
        const unsigned most = store ? 1 : b.elt_b <= 2 ? 4 : b.elt_b == 4 ? 2 : 1;
        b.how = store || rn_chance(g, 20) ? PLAIN : b.elt_b <= 2 ? VNNI : TRANSPOSED;
        if (b.how == TRANSPOSED)
            b.n = 1;
        if (b.n > most || b.w * b.n * b.elt_b > 64 || b.w * b.elt_b < 4 ||
            lanes_of(g, &b) * b.n * b.elt_b > 8 * g->m->grf_b)
            continue;
        if (b.how == VNNI && (b.w < 4 / b.elt_b || b.h < 4 / b.elt_b))
            continue;
        if (b.how == TRANSPOSED && (b.w > 8 || (b.elt_b == 8 && (b.h != 8 || b.w == 3 || b.w > 4))))
            continue;
        return b;
    }
}

// Rows of 128 of 192 bytes to be read, eight of 64 to be written: the sides are crossed.
typedef struct surface {
    const char *base, *width, *height, *pitch, *x, *y;
} surface;

static bool some_surface(rn_gen *g, const block *b, surface *s) {
    const int at = b->store ? rn_slot(g, RN_ZONE_OUT, 512) : RN_IN_INTS;
    if (at < 0)
        return false;
    s->base = rn_let(g, "add i64 %s, %d", b->store ? "%out" : "%in", at);
    s->width = b->store ? "63" : "127";
    s->height = b->store ? "7" : "19";
    s->pitch = b->store ? "63" : "191";
    s->x = rn_let(g, "sub i32 %s, 8", rn_let(g, "mul i32 %s, 4", rn_index(g, b->store ? 8 : 16)));
    s->y = rn_let(g, "sub i32 %s, 2", rn_index(g, b->store ? 8 : 16));
    return true;
}

static rn_arg number(rn_gen *g, const char *type, unsigned v) {
    return (rn_arg){type, rn_fmt(g, "%u", v)};
}

// The register of the message as a vector.
static const char *descriptor(rn_gen *g, const block *b, const surface *s) {
    const char *d = rn_fmt(g,
                           "<i32 0, i32 0, i32 %s, i32 %s, i32 %s, i32 0, i32 0, i32 %u, i32 0, i32 0, i32 0, i32 0, "
                           "i32 0, i32 0, i32 0, i32 0>",
                           s->width, s->height, s->pitch, (b->w - 1) | (b->h - 1) << 8 | (b->n - 1) << 16);
    d = rn_let(g, "insertelement <16 x i32> %s, i32 %s, i32 5", d, s->x);
    d = rn_let(g, "insertelement <16 x i32> %s, i32 %s, i32 6", d, s->y);
    const char *one = rn_let(g, "bitcast <1 x i64> %s to <2 x i32>",
                             rn_let(g, "insertelement <1 x i64> undef, i64 %s, i32 0", s->base));
    const rn_arg a[] = {{"<16 x i32>", d}, {"<2 x i32>", one}, {"i32", "2"},     {"i32", "2"},
                        {"i32", "1"},      {"i16", "0"},       {"i32", "undef"}, {"i1", "true"}};
    return rn_let(g, "%s", rn_call(g, "<16 x i32>", "llvm.genx.wrregioni.v16i32.v2i32.i16.i1", a, 8));
}

// Operands up to the data; their number.
static unsigned operands(rn_gen *g, const block *b, const surface *s, bool by_descriptor, rn_arg *a) {
    unsigned k = 0;
    if (by_descriptor) {
        const char *vector = descriptor(g, b, s), *x = rn_chance(g, 50) ? "4" : "0", *y = rn_chance(g, 50) ? "1" : "0";
        const rn_arg d[] = {{"i1", "true"},
                            {"<2 x i8>", "zeroinitializer"},
                            number(g, "i8", b->n),
                            number(g, "i16", b->w),
                            number(g, "i16", b->h),
                            {"<16 x i32>", vector},
                            {"i32", x},
                            {"i32", y}};
        for (; k < sizeof d / sizeof d[0]; k++)
            a[k] = d[k];
        return k;
    }
    const rn_arg d[] = {{"<1 x i1>", "<i1 true>"},
                        {"i8", "0"},
                        {"i8", "0"},
                        number(g, "i8",
                               b->elt_b == 8   ? 4
                               : b->elt_b == 4 ? 3
                                               : b->elt_b),
                        {"i8", b->how == TRANSPOSED ? "2" : "1"},
                        number(g, "i8", b->n),
                        number(g, "i16", b->w),
                        number(g, "i16", b->h),
                        {"i8", b->how == VNNI ? "1" : "0"},
                        {"i64", s->base},
                        {"i32", s->width},
                        {"i32", s->height},
                        {"i32", s->pitch},
                        {"i32", s->x},
                        {"i32", s->y}};
    for (; k < sizeof d / sizeof d[0]; k++)
        a[k] = d[k];
    return k;
}

// Zeros where rows are padded: those elements are not defined.
static const char *padding(rn_gen *g, const block *b, unsigned each) {
    int64_t keep[512] = {0};
    const unsigned group = b->how == VNNI ? 4 / b->elt_b : 1;
    for (unsigned k = 0; k < b->n; k++)
        for (unsigned y = 0; y < b->h; y++)
            for (unsigned x = 0; x < b->w; x++)
                keep[k * each + (b->how == TRANSPOSED ? x * pow2(b->h) + y
                                                      : y / group * group * pow2(b->w) + x * group + y % group)] = -1;
    return rn_list(g, b->type, (uint16_t)(each * b->n), keep);
}

// Some lanes of what was read.
static void take(rn_gen *g, const block *b, const char *v, uint16_t all, unsigned each) {
    const char *t = rn_ty(g, b->type, all);
    v = rn_let(g, "and %s %s, %s", t, v, padding(g, b, each));
    const uint16_t n = all < 16 ? all : 16;
    for (unsigned i = 0; i < 2; i++)
        rn_emit(g, b->type, n, "%s",
                rn_read(g, v, b->type, all, n, n, n, 1, "i16", rn_fmt(g, "%u", b->elt_b * rn_below(g, all - n + 1u))));
}

void rn_step_block2d(rn_gen *g) {
    static const char *const forms[] = {"", ".transpose", ".vnni"};
    const bool by_descriptor = rn_chance(g, 65), store = rn_chance(g, 25) && !g->width,
               prefetch = !store && rn_chance(g, 30);
    const block b = some_block(g, store);
    const unsigned each = lanes_of(g, &b);
    const uint16_t all = (uint16_t)(each * b.n);
    const char *t = rn_ty(g, b.type, all), *suf = rn_suf(g, b.type, all);
    surface s;
    rn_arg a[17];
    if (!some_surface(g, &b, &s))
        return;
    unsigned k = operands(g, &b, &s, by_descriptor, a);
    const char *what = store ? "store" : prefetch ? "prefetch" : "load";
    const char *name = by_descriptor ? rn_fmt(g, "llvm.genx.lsc.%s.2d.ugm.desc%s", what, prefetch ? "" : forms[b.how])
                                     : rn_fmt(g, "llvm.genx.lsc.%s2d.stateless", what);
    if (store) {
        a[k++] = (rn_arg){t, rn_load(g, b.type, all).name};
        g->vals.len--;
    } else if (by_descriptor) {
        a[k++] = (rn_arg){t, "undef"};
    }
    if (store || prefetch)
        rn_line(g, "%s",
                rn_call(g, "void", rn_fmt(g, by_descriptor ? "%s.v2i8.%s" : "%s.v1i1.i64.%s", name, suf), a, k));
    else
        take(
            g, &b,
            rn_let(g, "%s", rn_call(g, t, rn_fmt(g, by_descriptor ? "%s.%s.v2i8" : "%s.%s.v1i1.i64", name, suf), a, k)),
            all, each);
}
