// SPDX-License-Identifier: MIT
// The frame of a random program: values, text, loads and stores, and the order of the steps. See gen.h.

#include "gen.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_LANES = 80, MAX_STORED = 20 };

static const struct type_row {
    const char *ir, *suffix;
    unsigned size_b;
} types[RN_TYPES] = {{"i1", "i1", 0},   {"i8", "i8", 1},    {"i16", "i16", 2},   {"i32", "i32", 4},
                     {"i64", "i64", 8}, {"half", "f16", 2}, {"float", "f32", 4}, {"double", "f64", 8}};
static const uint16_t widths[] = {1, 2, 3, 4, 5, 7, 8, 8, 12, 15, 16, 16, 17, 24, 31, 32, 33, 40, 0, 0},
                      rare_widths[] = {6, 9, 10, 11, 13, 14, 18, 20, 23, 25, 28, 30, 36, 47, 48, 49, 63, 64};

const char *rn_kind_name(rn_kind k) {
    static const char *const names[] = {
#define X(id, text) text,
        RN_KINDS(X)
#undef X
    };
    return names[k];
}

// Chance

static uint64_t next(rn_gen *g) { // splitmix64
    uint64_t z = g->rng += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

uint32_t rn_below(rn_gen *g, uint32_t n) {
    return n ? (uint32_t)(next(g) % n) : 0;
}

bool rn_chance(rn_gen *g, unsigned percent) {
    return rn_below(g, 100) < percent;
}

uint8_t rn_some_int(rn_gen *g) {
    static const uint8_t ints[] = {RN_I8, RN_I16, RN_I32, RN_I32};
    if (g->much && g->much <= RN_I32 && rn_chance(g, 40))
        return g->much;
    return RN_PICK(g, ints);
}

uint8_t rn_some_type(rn_gen *g) {
    static const uint8_t all[] = {RN_I8, RN_I16, RN_I32, RN_I32, RN_FLOAT, RN_FLOAT, RN_HALF};
    if (g->much && rn_chance(g, 40))
        return g->much;
    if (rn_chance(g, 6))
        return RN_I64;
    if (g->has_double && rn_chance(g, 6))
        return RN_DOUBLE;
    return RN_PICK(g, all);
}

uint16_t rn_some_width(rn_gen *g) {
    return rn_chance(g, 8) ? RN_PICK(g, rare_widths) : RN_PICK(g, widths);
}

// Text

unsigned rn_size(uint8_t type) {
    return types[type].size_b;
}

bool rn_is_float(uint8_t type) {
    return type >= RN_HALF;
}

const char *rn_fmt(rn_gen *g, const char *fmt, ...) {
    cmc_str s = CMC_STR_INIT;
    va_list ap;
    va_start(ap, fmt);
    cmc_str_vprintf(&s, fmt, ap);
    va_end(ap);
    const char *copy = cmc_arena_strndup(g->a, cmc_str_text(&s), s.len);
    cmc_str_free(&s);
    if (!copy)
        abort();
    return copy;
}

const char *rn_ty(rn_gen *g, uint8_t type, uint16_t n) {
    return n ? rn_fmt(g, "<%u x %s>", n, types[type].ir) : types[type].ir;
}

const char *rn_suf(rn_gen *g, uint8_t type, uint16_t n) {
    return n ? rn_fmt(g, "v%u%s", n, types[type].suffix) : types[type].suffix;
}

void rn_line(rn_gen *g, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    cmc_str_append(&g->out, "  ");
    cmc_str_vprintf(&g->out, fmt, ap);
    cmc_str_append(&g->out, "\n");
    va_end(ap);
}

const char *rn_new_name(rn_gen *g) {
    return rn_fmt(g, "%%v%u", ++g->count);
}

static const char *let(rn_gen *g, const char *fmt, va_list ap) {
    const char *name = rn_new_name(g);
    cmc_str_printf(&g->out, "  %s = ", name);
    cmc_str_vprintf(&g->out, fmt, ap);
    cmc_str_append(&g->out, "\n");
    return name;
}

const char *rn_let(rn_gen *g, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *name = let(g, fmt, ap);
    va_end(ap);
    return name;
}

rn_val rn_add(rn_gen *g, const char *name, uint8_t type, uint16_t n) {
    rn_val v = {name, type, n, false};
    if (type != RN_I1 && !cmc_vec_push(g->a, &g->vals, v))
        abort();
    return v;
}

rn_val rn_emit(rn_gen *g, uint8_t type, uint16_t n, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    const char *name = let(g, fmt, ap);
    va_end(ap);
    return rn_add(g, name, type, n);
}

static void declare(rn_gen *g, const char *text) {
    for (uint32_t i = 0; i < g->decls.len; i++)
        if (strcmp(g->decls.data[i], text) == 0)
            return;
    if (!cmc_vec_push(g->a, &g->decls, text))
        abort();
}

const char *rn_call(rn_gen *g, const char *ret, const char *fn, const rn_arg *args, unsigned n) {
    cmc_str call = CMC_STR_INIT, decl = CMC_STR_INIT;
    cmc_str_printf(&call, "call %s @%s(", ret, fn);
    cmc_str_printf(&decl, "declare %s @%s(", ret, fn);
    for (unsigned i = 0; i < n; i++) {
        cmc_str_printf(&call, "%s%s %s", i ? ", " : "", args[i].type, args[i].value);
        cmc_str_printf(&decl, "%s%s", i ? ", " : "", args[i].type);
    }
    declare(g, rn_fmt(g, "%s)", cmc_str_text(&decl)));
    const char *text = rn_fmt(g, "%s)", cmc_str_text(&call));
    cmc_str_free(&call);
    cmc_str_free(&decl);
    return text;
}

// Constants

const char *rn_splat(rn_gen *g, uint8_t type, uint16_t n, const char *v) {
    if (!n)
        return v;
    cmc_str s = CMC_STR_INIT;
    for (unsigned i = 0; i < n; i++)
        cmc_str_printf(&s, "%s%s %s", i ? ", " : "<", types[type].ir, v);
    const char *text = rn_fmt(g, "%s>", cmc_str_text(&s));
    cmc_str_free(&s);
    return text;
}

const char *rn_list(rn_gen *g, uint8_t type, uint16_t n, const int64_t *v) {
    if (!n)
        return rn_fmt(g, "%lld", (long long)v[0]);
    cmc_str s = CMC_STR_INIT;
    for (unsigned i = 0; i < n; i++)
        cmc_str_printf(&s, "%s%s %lld", i ? ", " : "<", types[type].ir, (long long)v[i]);
    const char *text = rn_fmt(g, "%s>", cmc_str_text(&s));
    cmc_str_free(&s);
    return text;
}

static const char *one_constant(rn_gen *g, uint8_t type) {
    static const char *const halfs[] = {"0xH0000", "0xH3C00", "0xHC000", "0xH4900", "0xH3800"};
    static const char *const floats[] = {"0.0", "1.0", "-2.0", "10.0", "5.0e-1"};
    static const int ints[] = {0, 1, 2, 3, 7, -1, -2, 100, 127, -128, 15};
    static const int wide[] = {255, 256, 1000, 32767, -32768, 65, -1000};
    if (type == RN_HALF)
        return RN_PICK(g, halfs);
    if (rn_is_float(type))
        return RN_PICK(g, floats);
    if (type >= RN_I32 && rn_chance(g, 10))
        return rn_chance(g, 50) ? "2147483647" : rn_chance(g, 50) ? "-2147483648" : "65536";
    if (type != RN_I8 && rn_chance(g, 20))
        return rn_fmt(g, "%d", RN_PICK(g, wide));
    return rn_fmt(g, "%d", rn_chance(g, 30) ? (int)rn_below(g, 256) - 128 : RN_PICK(g, ints));
}

const char *rn_constant(rn_gen *g, uint8_t type, uint16_t n) {
    if (!n || rn_chance(g, 50))
        return rn_splat(g, type, n, one_constant(g, type));
    cmc_str s = CMC_STR_INIT;
    for (unsigned i = 0; i < n; i++)
        cmc_str_printf(&s, "%s%s %s", i ? ", " : "<", types[type].ir, one_constant(g, type));
    const char *text = rn_fmt(g, "%s>", cmc_str_text(&s));
    cmc_str_free(&s);
    return text;
}

// Values

rn_val rn_pick(rn_gen *g, uint8_t type, uint16_t n) {
    uint32_t fits[64], k = 0;
    for (uint32_t i = g->vals.len; i-- && k < 64;) {
        const rn_val *v = &g->vals.data[i];
        if ((type == RN_ANY_TYPE || v->type == type) && (n == RN_ANY_N || (n == RN_ANY_VECTOR ? v->n != 0 : v->n == n)))
            fits[k++] = i;
    }
    if (k && rn_chance(g, 85)) {
        rn_val *v = &g->vals.data[fits[rn_below(g, k)]];
        v->used = true;
        return *v;
    }
    uint16_t lanes = n;
    while (lanes == RN_ANY_N || lanes == RN_ANY_VECTOR || (n == RN_ANY_VECTOR && !lanes))
        lanes = rn_some_width(g);
    rn_val v = rn_load(g, type == RN_ANY_TYPE ? rn_some_type(g) : type, lanes);
    g->vals.data[g->vals.len - 1].used = true;
    return v;
}

const char *rn_operand(rn_gen *g, uint8_t type, uint16_t n) {
    return rn_chance(g, 35) ? rn_constant(g, type, n) : rn_pick(g, type, n).name;
}

const char *rn_read(rn_gen *g, const char *v, uint8_t type, uint16_t size, uint16_t n, int vs, int w, int hs,
                    const char *off_type, const char *off) {
    const char *letters = strchr(off_type, '<') ? off_type + 1 : NULL;
    const char *over = letters ? rn_fmt(g, "v%di16", atoi(letters)) : "i16";
    const rn_arg args[] = {{rn_ty(g, type, size), v},
                           {"i32", rn_fmt(g, "%d", vs)},
                           {"i32", rn_fmt(g, "%d", w)},
                           {"i32", rn_fmt(g, "%d", hs)},
                           {off_type, off},
                           {"i32", "undef"}};
    return rn_call(g, rn_ty(g, type, n),
                   rn_fmt(g, "llvm.genx.rdregion%c.%s.%s.%s", rn_is_float(type) ? 'f' : 'i', rn_suf(g, type, n),
                          rn_suf(g, type, size), over),
                   args, 6);
}

// 128 bytes at most of in at byte off.
static const char *load_block(rn_gen *g, uint8_t type, unsigned size_b, unsigned off) {
    const uint16_t n = (uint16_t)(size_b / rn_size(type));
    const rn_arg at = {"i64", rn_let(g, "add i64 %%in, %u", off)};
    return rn_let(
        g, "%s", rn_call(g, rn_ty(g, type, n), rn_fmt(g, "llvm.genx.svm.block.ld.%s.i64", rn_suf(g, type, n)), &at, 1));
}

static const char *concat(rn_gen *g, uint8_t type, uint16_t n, const char *a, const char *b) {
    int64_t mask[512];
    for (int i = 0; i < 2 * n && i < 512; i++)
        mask[i] = i;
    return rn_let(g, "shufflevector %s %s, %s %s, <%u x i32> %s", rn_ty(g, type, n), a, rn_ty(g, type, n), b, 2u * n,
                  rn_list(g, RN_I32, (uint16_t)(2 * n), mask));
}

// n elements from a random place, through a block that a region read narrows.
enum { MOST_PARTS = 64 }; // 8 KB, all registers, in parts of 128 bytes

rn_val rn_load(rn_gen *g, uint8_t type, uint16_t n) {
    const uint16_t lanes = n ? n : 1;
    unsigned block = 16, base = RN_IN_FLOATS + 64 * rn_below(g, 100);
    while (block < lanes * rn_size(type))
        block *= 2;
    if (type == RN_DOUBLE)
        base = RN_IN_DOUBLES + 64 * rn_below(g, 16);
    else if (!rn_is_float(type) && rn_chance(g, 50))
        base = RN_IN_INTS + 64 * rn_below(g, 80);
    const char *parts[MOST_PARTS];
    unsigned k = 0, part = block < 128 ? block : 128;
    assert(block / part <= MOST_PARTS && "a value fits in the registers");
    for (unsigned at = 0; at < block; at += part)
        parts[k++] = load_block(g, type, part, base + at);
    for (; k > 1; k /= 2, part *= 2)
        for (unsigned i = 0; i < k / 2; i++)
            parts[i] = concat(g, type, (uint16_t)(part / rn_size(type)), parts[2 * i], parts[2 * i + 1]);
    const uint16_t whole = (uint16_t)(block / rn_size(type));
    const char *full = rn_let(g, "freeze %s %s", rn_ty(g, type, whole), parts[0]);
    if (whole == n)
        return rn_add(g, full, type, n);
    const unsigned start = rn_below(g, whole - lanes + 1u);
    return rn_emit(g, type, n, "%s",
                   rn_read(g, full, type, whole, n, n ? n : 0, n ? n : 1, n ? 1 : 0, "i16",
                           rn_fmt(g, "%u", start * rn_size(type))));
}

const char *rn_condition(rn_gen *g, uint16_t n) {
    static const char *const fp[] = {"olt", "ole", "ogt", "oge", "oeq", "une",
                                     "ult", "uno", "ueq", "one", "ord", "uge"};
    static const char *const ip[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
    rn_val a = rn_pick(g, RN_ANY_TYPE, n);
    const char *b = rn_operand(g, a.type, n), *t = rn_ty(g, a.type, n);
    if (rn_is_float(a.type))
        return rn_let(g, "fcmp %s %s %s, %s", RN_PICK(g, fp), t, a.name, b);
    return rn_let(g, "icmp %s %s %s, %s", RN_PICK(g, ip), t, a.name, b);
}

const char *rn_mask(rn_gen *g, uint16_t n) {
    return rn_chance(g, 40) ? rn_splat(g, RN_I1, n, "true") : rn_condition(g, n);
}

const char *rn_index(rn_gen *g, unsigned limit) {
    unsigned two = 1;
    while (two * 2 <= limit)
        two *= 2;
    rn_val v = rn_pick(g, RN_I32, RN_ANY_N);
    const char *x = v.name;
    if (v.n)
        x = rn_let(g, "extractelement %s %s, i32 %u", rn_ty(g, RN_I32, v.n), v.name, rn_below(g, v.n));
    return rn_let(g, "and i32 %s, %u", x, two - 1);
}

// Stores

static const char *as_vector(rn_gen *g, rn_val *v) {
    if (v->n)
        return v->name;
    v->n = 1;
    return rn_let(g, "insertelement <1 x %s> undef, %s %s, i32 0", types[v->type].ir, types[v->type].ir, v->name);
}

static void store_part(rn_gen *g, uint8_t type, uint16_t n, const char *v, unsigned off) {
    const rn_arg args[] = {{"i64", rn_let(g, "add i64 %%out, %u", off)}, {rn_ty(g, type, n), v}};
    rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.svm.block.st.i64.%s", rn_suf(g, type, n)), args, 2));
}

bool rn_store(rn_gen *g, rn_val v, double error, double absolute) {
    const char *name = as_vector(g, &v);
    const unsigned size = rn_size(v.type), unit = 16 / size, whole = (v.n + unit - 1u) / unit * unit;
    if (g->width || g->out_b + whole * size > RN_OUT_ATOMICS) // not where perhaps no channel is on
        return false;
    if (whole != v.n) {
        int64_t mask[512] = {0};
        for (unsigned i = 0; i < whole && i < 512; i++)
            mask[i] = i < v.n ? i : v.n;
        name = rn_let(g, "shufflevector %s %s, %s zeroinitializer, <%u x i32> %s", rn_ty(g, v.type, v.n), name,
                      rn_ty(g, v.type, v.n), whole, rn_list(g, RN_I32, (uint16_t)whole, mask));
    }
    for (unsigned at = 0, n; at < whole; at += n) {
        for (n = 128 / size; n > whole - at;)
            n /= 2;
        const char *part = name;
        if (n != whole)
            part = rn_let(g, "%s",
                          rn_read(g, name, v.type, (uint16_t)whole, (uint16_t)n, (int)n, (int)n, 1, "i16",
                                  rn_fmt(g, "%u", at * size)));
        store_part(g, v.type, (uint16_t)n, part, g->out_b + at * size);
    }
    rn_result r = {g->out_b, v.n, v.type, error, absolute, RN_NO_SCALE};
    g->out_b += whole * size;
    return cmc_vec_push(g->a, &g->results, r);
}

// What nobody has used, and then some of the rest.
static void store_values(rn_gen *g) {
    unsigned left = MAX_STORED;
    for (unsigned used = 0; used < 2; used++)
        for (uint32_t i = g->vals.len; i-- && left;)
            if (g->vals.data[i].used == (used != 0) && (!used || left > MAX_STORED - 4)) {
                left--;
                if (!rn_store(g, g->vals.data[i], 0, 0))
                    return;
            }
}

// The program

static const char HEAD[] =
    "target datalayout = \"e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1\"\n"
    "target triple = \"spir64-unknown-unknown\"\n\n"
    "define dllexport spir_kernel void @k(i64 %in, i64 %out, i32 %sa, i32 %sb, i32 %ia, i32 %ib) #0 {\n";
static const char TAIL[] =
    "\nattributes #0 = { nounwind \"CMGenxMain\" \"oclrt\"=\"1\" }\n"
    "attributes #1 = { noinline nounwind }\nattributes #2 = { noinline nounwind \"CMStackCall\" }\n"
    "attributes #3 = { alwaysinline nounwind }\nattributes #4 = { \"genx_volatile\" }\n\n"
    "!genx.kernels = !{!0}\n"
    "!0 = !{ptr @k, !\"k\", !1, i32 %u, !2, !2, !3, i32 2, i32 0}\n"
    "!4 = !{!\"llvm.loop.unroll.full\"}\n"
    "!1 = !{i32 0, i32 0, i32 2, i32 2, i32 2, i32 2}\n"
    "!2 = !{i32 0, i32 0, i32 0, i32 0, i32 0, i32 0}\n"
    "!3 = !{!\"svmptr_t\", !\"svmptr_t\", !\"buffer_t\", !\"buffer_t\", !\"image2d_media_block_t\", "
    "!\"image2d_media_block_t\"}\n";

// Blocks in any order but for the first: one may precede those it depends on. Blocks begin at "bN:".
void rn_append_blocks(rn_gen *g, cmc_str *text, bool shuffle) {
    const char *at[256], *s = cmc_str_text(&g->out);
    size_t len[256];
    unsigned n = 0;
    for (at[n++] = s; *s; s = strchr(s, '\n') + 1)
        if (*s == 'b' && n < 256)
            at[n++] = s;
    for (unsigned i = 0; i < n; i++)
        len[i] = (size_t)((i + 1 < n ? at[i + 1] : s) - at[i]);
    for (unsigned i = n; shuffle && i > 2; i--) {
        const unsigned k = 1 + rn_below(g, i - 1);
        const char *t = at[i - 1];
        const size_t l = len[i - 1];
        at[i - 1] = at[k];
        len[i - 1] = len[k];
        at[k] = t;
        len[k] = l;
    }
    for (unsigned i = 0; i < n; i++)
        cmc_str_append_n(text, at[i], len[i]);
    if (shuffle && n > 2)
        g->kinds[RN_K_SHUFFLED]++;
}

void rn_straight(rn_gen *g) {
    static const rn_step steps[] = {rn_step_plain,     rn_step_plain,     rn_step_plain,  rn_step_intrinsic,
                                    rn_step_intrinsic, rn_step_intrinsic, rn_step_region, rn_step_region,
                                    rn_step_reshape,   rn_step_idiom,     rn_step_idiom,  rn_step_memory};
    if (rn_chance(g, g->has_lsc ? 40 : g->much_memory ? 25 : 0))
        rn_step_memory(g);
    else if (g->has_thread && rn_chance(g, 25))
        rn_step_thread(g);
    else
        RN_PICK(g, steps)(g);
}

static void steps(rn_gen *g, uint64_t seed) {
    static const uint8_t much[] = {0, 0, 0, 0, 0, 0, RN_I64, RN_I64, RN_HALF, RN_I8, RN_I16};
    const bool is_long = seed % 25 == 9;
    const unsigned n = is_long ? 40 + rn_below(g, 40) : 3 + (unsigned)(seed / 3 % 14);
    g->kinds[RN_K_LONG] += is_long;
    g->scalar_flow = seed % 3 == 0;
    g->simd_flow = seed % 3 == 1;
    g->much_memory = seed % 5 < 2;
    g->has_file = seed % 4 == 2;
    g->has_thread = seed % 8 == 3;
    g->much = much[seed % (sizeof much)];
    g->has_slm = seed % 7 == 3 || (g->has_lsc && seed % 4 != 3);
    if (g->has_slm)
        rn_init_slm(g);
    if (seed % 50 == 17)
        rn_pressure(g);
    for (unsigned i = 0; i < 2 && seed % 12 == 8; i++)
        rn_step_crowd(g);
    for (unsigned i = 0; i < n; i++) {
        if (g->scalar_flow && rn_chance(g, 15))
            rn_step_flow(g);
        else if (g->simd_flow && rn_chance(g, 20))
            rn_step_simd(g);
        else if (rn_chance(g, g->has_file ? 25 : 0))
            rn_step_file(g);
        else
            rn_straight(g);
    }
    store_values(g);
}

bool rn_make(rn_gen *g, uint64_t seed, const isa_model *m, cmc_arena *a, cmc_str *text) {
    *g = (rn_gen){.rng = seed * 0x2545f4914f6cdd1du + 1,
                  .m = m,
                  .a = a,
                  .out = CMC_STR_INIT,
                  .entry = CMC_STR_INIT,
                  .file = CMC_STR_INIT};
    // Most programs are the same for all targets, so that they are evaluated once.
    g->has_double = seed % 5 == 2 && m->has_fp64;
    g->has_lsc = seed % 3 == 2 && seed % 4 != 2 && m->has_lsc;
    g->em = rn_splat(g, RN_I1, 32, "true");
    steps(g, seed);
    rn_line(g, "ret void");
    cmc_str_append(text, HEAD);
    cmc_str_printf(text, "entry:\n%s", cmc_str_text(&g->entry));
    rn_append_blocks(g, text, rn_chance(g, 40));
    cmc_str_append(text, "}\n\n");
    for (uint32_t i = 0; i < g->decls.len; i++)
        cmc_str_printf(text, "%s\n", g->decls.data[i]);
    cmc_str_append_n(text, cmc_str_text(&g->file), g->file.len);
    cmc_str_printf(text, TAIL, g->has_slm && !g->slm_by_call ? (unsigned)RN_SLM_B : 0u);
    return !text->oom && !g->out.oom && !g->file.oom;
}

void rn_free(rn_gen *g) {
    cmc_str_free(&g->out);
    cmc_str_free(&g->entry);
    cmc_str_free(&g->file);
}
