// SPDX-License-Identifier: MIT
// Steps that touch memory: blocks, images, gathers and scatters of surfaces and addresses, local memory. What is
// written gets a place of its own, and lanes of one message never share one. See gen.h.

#include "gen.h"
#include "gen_mem.h"

static const uint16_t lane_counts[] = {1, 2, 4, 8, 8, 16, 16, 16, 32, 3, 5, 13, 20};

uint16_t rn_lanes(rn_gen *g) {
    return RN_PICK(g, lane_counts);
}

int rn_slot(rn_gen *g, rn_zone z, unsigned size_b) {
    static const struct {
        unsigned from, to;
    } zones[] = {
        {RN_OUT_SCATTER, RN_OUT_B}, {RN_OUT_ATOMICS, RN_OUT_FLOATS}, {0, RN_SB_ATOMICS}, {RN_SB_ATOMICS, RN_SB_FLOATS}};
    size_b = (size_b + 63) / 64 * 64;
    const unsigned at = zones[z].from + g->slots[z];
    if (at + size_b > zones[z].to)
        return -1;
    g->slots[z] += size_b;
    return (int)at;
}

// Offsets: below a power of two times step, any of them.
static const char *near(rn_gen *g, uint16_t n, unsigned count, unsigned step) {
    unsigned two = 1;
    while (two * 2 <= count)
        two *= 2;
    const char *t = rn_ty(g, RN_I32, n);
    const char *x =
        rn_let(g, "and %s %s, %s", t, rn_pick(g, RN_I32, n).name, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", two - 1)));
    return step == 1 ? x : rn_let(g, "mul %s %s, %s", t, x, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", step)));
}

// Offsets that differ: a rotation by a computed number.
const char *rn_apart(rn_gen *g, uint16_t n, unsigned step) {
    int64_t up[64];
    const char *t = rn_ty(g, RN_I32, n);
    for (unsigned i = 0; i < n; i++)
        up[i] = i;
    if (rn_chance(g, 40)) {
        for (unsigned i = 0; i < n; i++)
            up[i] = (int64_t)((n - 1 - i) * step);
        return rn_list(g, RN_I32, n, up);
    }
    unsigned two = 1;
    while (two < n)
        two *= 2;
    const char *one = rn_let(g, "insertelement %s undef, i32 %s, i32 0", t, rn_index(g, two));
    const char *all = rn_let(g, "shufflevector %s %s, %s undef, <%u x i32> zeroinitializer", t, one, t, n);
    const char *x = rn_let(g, "add %s %s, %s", t, all, rn_list(g, RN_I32, n, up));
    x = rn_let(g, "and %s %s, %s", t, x, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", two - 1)));
    return step == 1 ? x : rn_let(g, "mul %s %s, %s", t, x, rn_splat(g, RN_I32, n, rn_fmt(g, "%u", step)));
}

const char *rn_addresses(rn_gen *g, const char *base, unsigned at, const char *offsets, uint16_t n) {
    const char *t = rn_ty(g, RN_I64, n);
    const char *b = rn_let(g, "add i64 %s, %u", base, at);
    const char *one = rn_let(g, "insertelement %s undef, i64 %s, i32 0", t, b);
    const char *all = rn_let(g, "shufflevector %s %s, %s undef, <%u x i32> zeroinitializer", t, one, t, n);
    const char *wide = rn_let(g, "zext %s %s to %s", rn_ty(g, RN_I32, n), offsets, t);
    return rn_let(g, "add %s %s, %s", t, all, wide);
}

bool rn_may_write(const rn_gen *g, uint16_t n) {
    return !g->width || g->width == n;
}

// A mask for a message: under simd flow of the same width the channels that are on.
const char *rn_message_mask(rn_gen *g, uint16_t n) {
    if (n && g->width == n) {
        g->kinds[RN_K_SIMD_MESSAGE]++;
        return rn_on(g, n);
    }
    return rn_mask(g, n);
}

static const char *low_bits(rn_gen *g, const char *v, uint16_t n, unsigned log2) {
    const char *t = rn_ty(g, RN_I32, n);
    return log2 > 1 ? v : rn_let(g, "and %s %s, %s", t, v, rn_splat(g, RN_I32, n, log2 ? "65535" : "255"));
}

static rn_arg arg(const char *type, const char *value) {
    return (rn_arg){type, value};
}

static rn_arg number(rn_gen *g, const char *type, unsigned v) {
    return (rn_arg){type, rn_fmt(g, "%u", v)};
}

// Surfaces

static void gather_scaled(rn_gen *g) {
    const uint16_t n = rn_lanes(g);
    const unsigned log2 = rn_below(g, 3);
    const char *t = rn_ty(g, RN_I32, n), *off = near(g, n, 512, 1u << log2), *m = rn_message_mask(g, n);
    const char *suf = rn_suf(g, RN_I32, n), *old = rn_pick(g, RN_I32, n).name;
    const rn_arg head[] = {number(g, "i32", log2), arg("i16", "0"), arg("i32", "%sa"),
                           number(g, "i32", 64 * rn_below(g, 80)), arg(t, off)};
    const rn_arg mask = arg(rn_ty(g, RN_I1, n), m);
    const unsigned form = rn_below(g, 4);
    const char *v;
    if (form < 2) {
        const rn_arg a[] = {mask, head[0], head[1], head[2], head[3], head[4], arg(t, old)};
        v = rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.gather.scaled.%s.v%ui1.%s", suf, n, suf), a, 7));
    } else if (form == 2) {
        v = rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.gather.scaled2.%s.%s", suf, suf), head, 5));
    } else {
        const rn_arg a[] = {head[0], head[1], head[2], head[3], head[4], mask};
        v = rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.gather.masked.scaled2.%s.%s.v%ui1", suf, suf, n), a, 6));
        v = rn_let(g, "select %s %s, %s %s, %s %s", mask.type, m, t, v, t, old);
    }
    rn_add(g, low_bits(g, v, n, log2), RN_I32, n);
}

static void scatter_scaled(rn_gen *g) {
    const uint16_t n = rn_lanes(g);
    const unsigned log2 = rn_below(g, 3);
    const int at = rn_slot(g, RN_ZONE_SB, (unsigned)(2 * n) << log2);
    if (at < 0 || !rn_may_write(g, n))
        return;
    const char *t = rn_ty(g, RN_I32, n), *suf = rn_suf(g, RN_I32, n), *off = rn_apart(g, n, 1u << log2);
    const char *m = rn_message_mask(g, n), *data = rn_operand(g, RN_I32, n);
    const rn_arg a[] = {arg(rn_ty(g, RN_I1, n), m),
                        number(g, "i32", log2),
                        arg("i16", "0"),
                        arg("i32", "%sb"),
                        number(g, "i32", (unsigned)at),
                        arg(t, off),
                        arg(t, data)};
    rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.scatter.scaled.v%ui1.%s.%s", n, suf, suf), a, 7));
}

static unsigned channels(unsigned mask) {
    return (unsigned)__builtin_popcount(mask);
}

static void four_channels(rn_gen *g, bool svm, bool store) {
    static const uint16_t lanes[] = {8, 16, 16, 32, 5};
    const unsigned mask = 1 + rn_below(g, 15);
    uint16_t n = RN_PICK(g, lanes);
    const int at = store ? rn_slot(g, svm ? RN_ZONE_OUT : RN_ZONE_SB, 32u * n) : 0;
    if (at < 0 || (store && !rn_may_write(g, n)))
        return;
    const uint16_t all = (uint16_t)(n * channels(mask));
    const char *r = rn_ty(g, RN_I32, all), *suf = rn_suf(g, RN_I32, all),
               *off = store ? rn_apart(g, n, 16) : near(g, n, 128, 16);
    const char *data = rn_pick(g, RN_I32, all).name, *lanes_t = rn_ty(g, RN_I32, n);
    rn_arg a[7] = {arg(rn_ty(g, RN_I1, n), rn_message_mask(g, n)), number(g, "i32", mask), arg("i16", "0")};
    unsigned k = 3;
    const char *name;
    if (svm) {
        const char *wide = rn_let(g, "zext %s %s to %s", lanes_t, off, rn_ty(g, RN_I64, n));
        a[k++] = arg("i64", store ? rn_let(g, "add i64 %%out, %d", at) : "%in");
        a[k++] = arg(rn_ty(g, RN_I64, n), wide);
        name = store ? rn_fmt(g, "llvm.genx.svm.scatter4.scaled.v%ui1.v%ui64.%s", n, n, suf)
                     : rn_fmt(g, "llvm.genx.svm.gather4.scaled.%s.v%ui1.v%ui64", suf, n, n);
    } else {
        a[k++] = arg("i32", store ? "%sb" : "%sa");
        a[k++] = number(g, "i32", store ? (unsigned)at : 16 * rn_below(g, 64));
        a[k++] = arg(lanes_t, off);
        name = store ? rn_fmt(g, "llvm.genx.scatter4.scaled.v%ui1.v%ui32.%s", n, n, suf)
                     : rn_fmt(g, "llvm.genx.gather4.scaled.%s.v%ui1.v%ui32", suf, n, n);
    }
    a[k++] = arg(r, data);
    if (store)
        rn_line(g, "%s", rn_call(g, "void", name, a, k));
    else
        rn_emit(g, RN_I32, all, "%s", rn_call(g, r, name, a, k));
}

static void surface_four(rn_gen *g) {
    four_channels(g, false, rn_chance(g, 50));
}

static void svm_four(rn_gen *g) {
    four_channels(g, true, rn_chance(g, 50));
}

static void oword(rn_gen *g) {
    static const uint16_t n[] = {4, 8, 16, 32};
    const uint16_t k = RN_PICK(g, n);
    const unsigned form = rn_below(g, 3);
    const char *t = rn_ty(g, RN_I32, k), *suf = rn_suf(g, RN_I32, k), *i = rn_index(g, 32);
    if (form == 2) {
        const int at = rn_slot(g, RN_ZONE_SB, 4u * k);
        if (at < 0 || !rn_may_write(g, 0))
            return;
        const rn_arg a[] = {arg("i32", "%sb"), number(g, "i32", (unsigned)at / 16), arg(t, rn_pick(g, RN_I32, k).name)};
        rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.oword.st.%s", suf), a, 3));
        return;
    }
    if (form)
        i = rn_let(g, "mul i32 %s, 4", i);
    const rn_arg a[] = {arg("i32", "0"), arg("i32", "%sa"), arg("i32", i)};
    rn_emit(g, RN_I32, k, "%s",
            rn_call(g, t, rn_fmt(g, "llvm.genx.oword.ld%s.%s", form ? ".unaligned" : "", suf), a, 3));
}

// Rows of a whole power of two, inside of the image; each written block has its own.
static void media(rn_gen *g) {
    static const unsigned widths[] = {4, 8, 16, 32}, heights[] = {1, 2, 4, 8};
    const unsigned w = RN_PICK(g, widths), h = RN_PICK(g, heights);
    const uint8_t type = rn_chance(g, 50) ? RN_I8 : RN_I32;
    const uint16_t n = (uint16_t)(w * h / rn_size(type));
    const bool store = rn_chance(g, 35) && rn_may_write(g, 0);
    const char *t = rn_ty(g, type, n), *suf = rn_suf(g, type, n);
    const char *x =
        store ? rn_fmt(g, "%u", 4 * rn_below(g, (RN_IMAGE_W - w) / 4 + 1)) : rn_let(g, "mul i32 %s, 4", rn_index(g, 8));
    rn_arg a[7] = {
        arg("i32", "0"), arg("i32", store ? "%ib" : "%ia"),
        arg("i32", "0"), number(g, "i32", w),
        arg("i32", x),   arg("i32", store ? rn_fmt(g, "%u", rn_below(g, RN_MEDIA_ROWS - h + 1)) : rn_index(g, 16))};
    if (!store) {
        rn_emit(g, type, n, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.media.ld.%s", suf), a, 6));
        return;
    }
    a[6] = arg(t, rn_pick(g, type, n).name);
    rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.media.st.%s", suf), a, 7));
}

// Addresses

static void svm_lanes(rn_gen *g) {
    static const uint16_t lanes[] = {1, 4, 8, 8, 16, 11};
    static const uint8_t types[] = {RN_I8, RN_I32, RN_I32, RN_I64};
    const uint8_t type = RN_PICK(g, types);
    const uint16_t n = RN_PICK(g, lanes);
    const unsigned log2 = rn_below(g, type == RN_I8 ? 3 : type == RN_I64 ? 2 : 3), blocks = 1u << log2;
    const unsigned step = blocks * rn_size(type);
    const uint16_t all = (uint16_t)(n * (type == RN_I8 ? 4 : blocks));
    const bool store = rn_chance(g, 50) && rn_may_write(g, n);
    const int at = store ? rn_slot(g, RN_ZONE_OUT, 2u * n * step) : RN_IN_INTS;
    if (at < 0)
        return;
    const char *off = store ? rn_apart(g, n, step) : near(g, n, 64, step), *r = rn_ty(g, type, all),
               *suf = rn_suf(g, type, all);
    const char *address = rn_addresses(g, store ? "%out" : "%in", (unsigned)at, off, n), *at_t = rn_ty(g, RN_I64, n);
    const char *m = rn_message_mask(g, n), *data = rn_pick(g, type, all).name;
    const rn_arg a[] = {arg(rn_ty(g, RN_I1, n), m), number(g, "i32", log2), arg(at_t, address), arg(r, data)};
    if (store) {
        rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.svm.scatter.v%ui1.v%ui64.%s", n, n, suf), a, 4));
        return;
    }
    const char *v = rn_let(g, "%s", rn_call(g, r, rn_fmt(g, "llvm.genx.svm.gather.%s.v%ui1.v%ui64", suf, n, n), a, 4));
    if (type == RN_I8 && blocks < 4) { // the rest of a lane's dword is not defined
        int64_t keep[64];
        for (unsigned i = 0; i < all; i++)
            keep[i] = i % 4 < blocks ? -1 : 0;
        v = rn_let(g, "and %s %s, %s", r, v, rn_list(g, type, all, keep));
    }
    rn_add(g, v, type, all);
}

static void svm_block(rn_gen *g) {
    static const uint16_t n[] = {4, 8, 16, 32};
    const uint16_t k = RN_PICK(g, n);
    const rn_arg a = {"i64", rn_let(g, "add i64 %%in, %u", 4 * rn_below(g, 2000))};
    const char *suf = rn_suf(g, RN_I32, k);
    rn_emit(g, RN_I32, k, "%s",
            rn_call(g, rn_ty(g, RN_I32, k), rn_fmt(g, "llvm.genx.svm.block.ld.unaligned.%s.i64", suf), &a, 1));
}

// Blocks at base + row * pitch + x, as people write addresses: the constant is added in the middle.
static void rows(rn_gen *g) {
    const uint8_t type = rn_chance(g, 50) ? RN_I32 : RN_I8;
    const uint16_t n = (uint16_t)(32 / rn_size(type));
    const char *x = rn_let(g, "zext i32 %s to i64", rn_let(g, "shl i32 %s, 4", rn_index(g, 32)));
    g->kinds[RN_K_ROWS]++;
    for (unsigned i = 0; i < 2; i++) {
        const char *row = rn_let(g, "add i64 %%in, %u", RN_IN_INTS + 64 * (i + 1) + 256 * rn_below(g, 4));
        const rn_arg at = {"i64", rn_let(g, "add i64 %s, %s", row, x)};
        rn_emit(g, type, n, "%s",
                rn_call(g, rn_ty(g, type, n), rn_fmt(g, "llvm.genx.svm.block.ld.%s.i64", rn_suf(g, type, n)), &at, 1));
    }
}

// Local memory

static void fence(rn_gen *g) {
    const rn_arg a = {"i8", "33"};
    rn_line(g, "%s", rn_call(g, "void", "llvm.genx.fence", &a, 1));
    if (!g->width && rn_chance(g, 50)) // the whole thread must come
        rn_line(g, "%s", rn_call(g, "void", "llvm.genx.barrier", NULL, 0));
}

// One KB of ordinary bits, so that whatever reads it finds something.
void rn_init_slm(rn_gen *g) {
    const char *t = "<16 x i32>";
    const rn_arg size = number(g, "i32", RN_SLM_B);
    int64_t up[16];
    g->slm_by_call = rn_chance(g, 40);
    if (g->slm_by_call)
        rn_line(g, "%s", rn_call(g, "void", "llvm.genx.slm.init", &size, 1));
    for (unsigned at = 0; at < 1024; at += 64) {
        for (unsigned i = 0; i < 16; i++)
            up[i] = at + 4 * i;
        const rn_arg a[] = {arg("<16 x i1>", rn_splat(g, RN_I1, 16, "true")),
                            arg("i32", "2"),
                            arg("i16", "0"),
                            arg("i32", "254"),
                            arg("i32", "0"),
                            arg(t, rn_list(g, RN_I32, 16, up)),
                            arg(t, at ? rn_operand(g, RN_I32, 16) : rn_load(g, RN_I32, 16).name)};
        rn_line(g, "%s", rn_call(g, "void", "llvm.genx.scatter.scaled.v16i1.v16i32.v16i32", a, 7));
    }
    fence(g);
}

static void slm(rn_gen *g) {
    static const uint16_t lanes[] = {1, 8, 16, 16, 32};
    const uint16_t n = RN_PICK(g, lanes);
    const char *t = rn_ty(g, RN_I32, n), *suf = rn_suf(g, RN_I32, n), *one = rn_ty(g, RN_I1, n);
    g->kinds[RN_K_SLM]++;
    if (rn_chance(g, 50) && rn_may_write(g, n)) {
        const char *m = rn_message_mask(g, n);
        const unsigned at = 64 * rn_below(g, 8);
        const char *off = rn_apart(g, n, 4), *data = rn_operand(g, RN_I32, n);
        const rn_arg a[] = {arg(one, m),          arg("i32", "2"), arg("i16", "0"), arg("i32", "254"),
                            number(g, "i32", at), arg(t, off),     arg(t, data)};
        rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.scatter.scaled.v%ui1.%s.%s", n, suf, suf), a, 7));
        fence(g);
    }
    const unsigned log2 = rn_below(g, 3);
    const char *m = rn_message_mask(g, n);
    const unsigned at = 64 * rn_below(g, 8);
    const char *off = near(g, n, 64, 4), *old = rn_pick(g, RN_I32, n).name;
    const rn_arg a[] = {arg(one, m),       number(g, "i32", log2), arg("i16", "0"),
                        arg("i32", "254"), number(g, "i32", at),   arg(t, off),
                        arg(t, old)};
    const char *v = rn_let(g, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.gather.scaled.%s.v%ui1.%s", suf, n, suf), a, 7));
    rn_add(g, low_bits(g, v, n, log2), RN_I32, n);
}

void rn_step_memory(rn_gen *g) {
    static const rn_step all[] = {gather_scaled,  gather_scaled,  scatter_scaled, surface_four,   svm_four,
                                  oword,          media,          svm_lanes,      svm_lanes,      svm_block,
                                  rows,           rn_step_pixels, rn_step_pixels, rn_step_atomic, rn_step_atomic,
                                  rn_step_atomic, rn_step_atomic, rn_step_atomic, rn_step_atomic, rn_step_atomic};
    if (g->has_slm && rn_chance(g, 30))
        slm(g);
    else if (g->has_lsc && rn_chance(g, 70))
        rn_step_lsc(g);
    else
        RN_PICK(g, all)(g);
}
