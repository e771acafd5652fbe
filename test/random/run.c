// SPDX-License-Identifier: MIT
// See run.h. Rules of comparison: integers bit for bit; floats bit for bit but for NaNs, which only have to be NaNs,
// and for denormals, which may be zero; results of the math unit within their documented error.

#include "run.h"

#include <cmc/codegen.h>
#include <cmc/host.h>
#include <cmc/passes.h>
#include <cmc/select.h>
#include <cmc/sim.h>

#include <host_call.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { IN = 0, OUT, SA, SB, IA, IB };
enum { FIRST_SURFACE = SA, MAX_INSTRUCTIONS = 200000 };
static const unsigned sizes[RN_BUFFERS] = {
    RN_IN_B, RN_OUT_B, RN_SURFACE_B, RN_SURFACE_B, RN_IMAGE_W *RN_IMAGE_H, RN_IMAGE_W *RN_IMAGE_H};

bool rn_memory_create(rn_memory *m) {
    bool ok = true;
    *m = (rn_memory){{NULL}, {NULL}};
    for (unsigned i = 0; i < RN_BUFFERS; i++) {
        m->start[i] = aligned_alloc(4096, (sizes[i] + 4095) / 4096 * 4096);
        m->now[i] = aligned_alloc(4096, (sizes[i] + 4095) / 4096 * 4096);
        ok = ok && m->start[i] && m->now[i];
    }
    return ok;
}

void rn_memory_destroy(rn_memory *m) {
    for (unsigned i = 0; i < RN_BUFFERS; i++) {
        free(m->start[i]);
        free(m->now[i]);
    }
}

static uint32_t next(uint64_t *s) {
    *s = *s * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*s >> 33);
}

// Bytes whose 16- and 32-bit readings are ordinary numbers near 1: exponents 12 to 18 of half.
static void fill_floats(uint8_t *p, unsigned size_b, uint64_t *s) {
    for (unsigned i = 0; i < size_b; i += 2) {
        const uint16_t v = (uint16_t)((next(s) & 1) << 15 | (12 + next(s) % 7) << 10 | next(s) % 1024);
        memcpy(p + i, &v, 2);
    }
}

static void fill_ints(uint8_t *p, unsigned size_b, uint64_t *s) {
    static const uint32_t edges[] = {0, 1, 0xffffffff, 0x7fffffff, 0x80000000, 0x8000ffff, 0x7f80, 0x00ff0100};
    for (unsigned i = 0; i < size_b; i += 4) {
        uint32_t v = next(s) ^ next(s) << 16;
        if (next(s) % 3 == 0)
            v = edges[next(s) % 8];
        else if (next(s) % 3 == 0)
            v &= 63;
        memcpy(p + i, &v, 4);
    }
}

static void fill_doubles(uint8_t *p, unsigned size_b, uint64_t *s) {
    for (unsigned i = 0; i < size_b; i += 8) {
        const uint64_t v = (uint64_t)(next(s) & 1) << 63 | (uint64_t)(1019 + next(s) % 9) << 52 |
                           (uint64_t)next(s) << 20 | next(s) % 1024;
        memcpy(p + i, &v, 8);
    }
}

void rn_memory_fill(rn_memory *m, uint64_t seed) {
    uint64_t s = seed * 0x9e3779b97f4a7c15u + 11;
    fill_floats(m->start[IN], RN_IN_INTS, &s);
    fill_ints(m->start[IN] + RN_IN_INTS, RN_IN_DOUBLES - RN_IN_INTS, &s);
    fill_doubles(m->start[IN] + RN_IN_DOUBLES, RN_IN_B - RN_IN_DOUBLES, &s);
    fill_ints(m->start[OUT], RN_OUT_B, &s);
    fill_floats(m->start[OUT] + RN_OUT_FLOATS, RN_OUT_SCATTER - RN_OUT_FLOATS, &s);
    fill_ints(m->start[SA], RN_SURFACE_B, &s);
    fill_ints(m->start[SB], RN_SURFACE_B, &s);
    fill_floats(m->start[SB] + RN_SB_FLOATS, RN_SURFACE_B - RN_SB_FLOATS, &s);
    fill_ints(m->start[IA], sizes[IA], &s);
    fill_ints(m->start[IB], sizes[IB], &s);
    fill_floats(m->start[IB] + RN_IMAGE_W * RN_IMAGE_FLOAT_ROWS, RN_IMAGE_W * (RN_IMAGE_H - RN_IMAGE_FLOAT_ROWS), &s);
}

// Evaluator

static void take_message(cmc_diag *d, cmc_str *message) {
    for (size_t i = 0; i < cmc_diag_count(d) && i < 2; i++)
        cmc_str_printf(message, "%s%s", i ? "; " : "", cmc_diag_get(d, i)->text);
}

static bool add_memory(ge_ctx *cx, const rn_memory *m, ge_value *args, LLVMValueRef fn) {
    static const char *const names[RN_BUFFERS] = {"in", "out", "sa", "sb", "ia", "ib"};
    for (unsigned i = 0; i < RN_BUFFERS; i++) {
        const int bti = i < FIRST_SURFACE ? -1 : (int)(i - FIRST_SURFACE + 1);
        ge_buffer *b = ge_buffer_add(cx, names[i], sizes[i], bti);
        if (!b)
            return false;
        memcpy(b->data, m->start[i], sizes[i]);
        if (i >= IA) {
            b->width_b = b->pitch_b = RN_IMAGE_W;
            b->height = RN_IMAGE_H;
            b->px_b = 4;
        }
        args[i] = ge_value_int(cx, LLVMTypeOf(LLVMGetParam(fn, i)), bti < 0 ? b->base : (uint64_t)bti);
    }
    ge_buffer *slm = ge_buffer_add(cx, "slm", RN_SLM_B, RN_SLM_BTI);
    if (slm)
        memset(slm->undef, 1, RN_SLM_B);
    return slm != NULL;
}

ge_ctx *rn_evaluate(LLVMModuleRef mod, const rn_memory *m, cmc_str *message) {
    ge_options o = GE_OPTIONS_INIT;
    o.flush_denorm = true;
    o.max_steps = MAX_INSTRUCTIONS;
    LLVMValueRef fn = LLVMGetNamedFunction(mod, "k");
    ge_ctx *cx = ge_create(mod, &o);
    cmc_diag *d = cmc_diag_create();
    ge_value args[RN_BUFFERS], ret;
    bool ok = cx && d && fn && LLVMCountParams(fn) == RN_BUFFERS && add_memory(cx, m, args, fn);
    if (ok && ge_call(cx, fn, args, RN_BUFFERS, &ret, d) != CMC_OK) {
        take_message(d, message);
        ok = false;
    }
    cmc_diag_destroy(d);
    if (!ok) {
        ge_destroy(cx);
        return NULL;
    }
    return cx;
}

// Comparison

static double number(uint8_t type, uint64_t v) {
    if (type == RN_DOUBLE) {
        double d;
        memcpy(&d, &v, 8);
        return d;
    }
    if (type == RN_FLOAT) {
        const uint32_t w = (uint32_t)v;
        float f;
        memcpy(&f, &w, 4);
        return (double)f;
    }
    const int e = (int)(v >> 10 & 31), s = v >> 15 & 1 ? -1 : 1;
    if (e == 31)
        return v & 1023 ? NAN : s * (double)INFINITY;
    return s * ldexp((double)(v & 1023) + (e ? 1024 : 0), (e ? e : 1) - 25);
}

// scale: what error is relative to.
static bool same(uint8_t type, uint64_t want, uint64_t got, uint64_t scale, double error, double absolute) {
    if (want == got || !rn_is_float(type))
        return want == got;
    const double w = number(type, want), g = number(type, got);
    const double tiny = type == RN_HALF ? 0x1p-14 : type == RN_FLOAT ? 0x1p-126 : 0x1p-1022;
    if (isnan(w) || isnan(g))
        return isnan(w) && isnan(g);
    if (fabs(w) < tiny && fabs(g) < tiny)
        return true;
    if (isinf(w) || isinf(g))
        return false;
    return fabs(w - g) <= error * fabs(number(type, scale)) + absolute;
}

static bool same_lanes(const rn_memory *m, const ge_buffer *want, unsigned buffer, const rn_result *r,
                       cmc_str *message) {
    const unsigned size = rn_size(r->type);
    if (memcmp(want->data + r->off_b, m->now[buffer] + r->off_b, r->n * size) == 0)
        return true;
    for (unsigned l = 0; l < r->n; l++) {
        const unsigned at = r->off_b + l * size;
        uint64_t w = 0, g = 0, scale = 0;
        bool undef = false;
        memcpy(&w, want->data + at, size);
        memcpy(&g, m->now[buffer] + at, size);
        memcpy(&scale, want->data + (r->scale_b == RN_NO_SCALE ? at : r->scale_b + l * size), size);
        for (unsigned b = 0; b < size; b++)
            undef |= want->undef[at + b] != 0;
        if (undef || same(r->type, w, g, scale, r->error, r->absolute))
            continue;
        cmc_str_printf(message, "lane %u of the %u at byte %u of %s is 0x%llx, expected 0x%llx", l, r->n, r->off_b,
                       want->name, (unsigned long long)g, (unsigned long long)w);
        return false;
    }
    return true;
}

// Parts of memory that are not results: bytes, but floats where atomics on floats work.
static bool same_rest(const rn_memory *m, const ge_ctx *cx, cmc_str *message) {
    static const struct {
        unsigned buffer, from, to;
        uint8_t type;
    } parts[] = {{OUT, RN_OUT_ATOMICS, RN_OUT_FLOATS, RN_I8},
                 {OUT, RN_OUT_FLOATS, RN_OUT_SCATTER, RN_FLOAT},
                 {OUT, RN_OUT_SCATTER, RN_OUT_B, RN_I8},
                 {SB, 0, RN_SB_FLOATS, RN_I8},
                 {SB, RN_SB_FLOATS, RN_SURFACE_B, RN_FLOAT},
                 {IB, 0, RN_IMAGE_W * RN_IMAGE_H, RN_I8},
                 {IN, 0, RN_IN_B, RN_I8},
                 {SA, 0, RN_SURFACE_B, RN_I8}};
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const rn_result r = {
            parts[i].from, (uint16_t)((parts[i].to - parts[i].from) / rn_size(parts[i].type)), parts[i].type, 0, 0,
            RN_NO_SCALE};
        if (!same_lanes(m, ge_buffer_at(cx, parts[i].buffer), parts[i].buffer, &r, message))
            return false;
    }
    return true;
}

// Compiler

static cmc_status to_bytes(LLVMModuleRef mod, const isa_model *model, const rn_how *how, const rn_watch *w,
                           cmc_arena *a, mir_fn **out, cmc_str *bytes, cmc_diag *d) {
    gx_opts gx = GX_OPTS_INIT;
    cg_opts cg = CG_OPTS_INIT;
    mir_module *mir = NULL;
    gx.opt_level = how->level;
    gx.grf_count = how->grf_chosen ? how->grf : 0;
    cg.spill_all = how->spill_all;
    if (w) {
        gx.after = w->ir;
        cg.after = w->machine;
        gx.after_user = cg.after_user = w->user;
    }
    CMC_TRY(gx_run(mod, model, &gx, d));
    CMC_TRY(sel_module(mod, model, a, &mir, d));
    if (mir->fns.len != 1)
        return CMC_ERR_INTERNAL;
    *out = mir->fns.data[0];
    if (how->grf_chosen)
        CMC_TRY(mir_fn_set_grf(*out, how->grf, (cmc_loc){0}, d));
    CMC_TRY(cg_run(*out, &cg, d));
    if (w && w->done)
        w->done(w->user, *out);
    return cg_emit(*out, &cg, bytes, d);
}

// Simulator

static void bind(sim_surface *s, const rn_memory *m) {
    for (unsigned i = FIRST_SURFACE; i < RN_BUFFERS; i++)
        s[i - FIRST_SURFACE + 1] = (sim_surface){.kind = SIM_SURF_BUFFER, .base = m->now[i], .size_b = sizes[i]};
    for (unsigned i = IA; i <= IB; i++)
        s[i - FIRST_SURFACE + 1] = (sim_surface){.kind = SIM_SURF_2D,
                                                 .base = m->now[i],
                                                 .size_b = sizes[i],
                                                 .width_px = RN_IMAGE_W / 4,
                                                 .height = RN_IMAGE_H,
                                                 .pitch_b = RN_IMAGE_W,
                                                 .px_b = 4,
                                                 .format = 2u << 8};
}

static uint32_t payload(const mir_fn *fn, const rn_memory *m, uint8_t cross[512]) {
    uint32_t len = 0;
    memset(cross, 0, 512);
    for (uint32_t i = 0; i < fn->args.len; i++) {
        const mir_arg *a = &fn->args.data[i];
        const bool size = a->kind == MIR_ARG_LOCAL_SIZE || a->kind == MIR_ARG_GROUP_COUNT; // one group of one thread
        if ((!size && (a->size_b != 8 || a->index > OUT)) || a->off_b + a->size_b > 512)
            continue;
        const uint32_t one[3] = {1, 1, 1};
        const uint64_t v = size ? 0 : (uint64_t)(uintptr_t)m->now[a->index];
        memcpy(cross + a->off_b, size ? (const void *)one : &v, a->size_b);
        len = a->off_b + a->size_b > len ? a->off_b + a->size_b : len;
    }
    return (len + 31) / 32 * 32;
}

static cmc_status simulate(const mir_fn *fn, const cmc_str *bytes, rn_memory *m, cmc_diag *d) {
    sim_surface surfaces[RN_BUFFERS] = {{0}};
    uint8_t cross[512];
    sim_code *code = NULL;
    sim_memory *mem = sim_memory_create();
    bind(surfaces, m);
    const uint32_t cross_b = payload(fn, m, cross);
    static const unsigned allocated[] = {IN, OUT, IA, IB}; // messages for images may go by address
    cmc_status s = mem ? CMC_OK : CMC_ERR_OOM;
    for (unsigned i = 0; i < 4 && s == CMC_OK; i++)
        s = sim_memory_add(mem, m->now[allocated[i]], sizes[allocated[i]]) ? CMC_OK : CMC_ERR_OOM;
    // The decoder stops at padding.
    uint8_t *text = calloc(1, bytes->len + 256);
    if (text)
        memcpy(text, bytes->data, bytes->len);
    if (s == CMC_OK)
        s = text ? sim_code_create(fn->model, text, bytes->len + 256, &code, d) : CMC_ERR_OOM;
    if (s == CMC_OK) {
        const sim_launch l = {.code = code,
                              .mem = mem,
                              .surfaces = surfaces,
                              .n_surfaces = RN_BUFFERS,
                              .bindless = surfaces,
                              .n_bindless = RN_BUFFERS,
                              .groups = {1, 1, 1},
                              .local = {1, 1, 1},
                              .simd = 1,
                              .cross_thread = cross,
                              .cross_thread_b = cross_b,
                              .local_ids = fn->uses_local_ids,
                              .local_id_b = fn->uses_local_ids ? 6 : 0,
                              .slm_b = fn->slm_b,
                              .barrier_count = fn->barrier_count,
                              .scratch_b = fn->scratch_b,
                              .grf_count = fn->grf_count,
                              .order_seed = 1,
                              .n_workers = 1,
                              .max_instructions = MAX_INSTRUCTIONS,
                              .kernel_name = "k",
                              .checks = SIM_CHECK_ALL};
        s = sim_run(&l, NULL, d);
    }
    sim_code_destroy(code);
    free(text);
    sim_memory_destroy(mem);
    return s;
}

// CPU

static cmc_status to_host(LLVMModuleRef mod, const rn_how *how, const rn_watch *w, cmc_arena *a, cmc_str *bytes,
                          cmc_diag *d) {
    gx_opts gx = GX_OPTS_INIT;
    host_kernels kernels = {0};
    host_opts host = HOST_OPTS_INIT;
    gx.opt_level = host.opt_level = how->level;
    gx.for_host = true;
    gx.skip = "fit_simdcf";
    if (w) {
        gx.after = w->ir;
        gx.after_user = w->user;
    }
    host.ze_info = "";
    CMC_TRY(gx_run(mod, host_model(), &gx, d));
    CMC_TRY(host_describe(mod, a, &kernels, d));
    return host_compile(mod, &kernels, &host, bytes, d);
}

static void bind_host(cmc_host_surface *s, const rn_memory *m) {
    for (unsigned i = FIRST_SURFACE; i < RN_BUFFERS; i++)
        s[i - FIRST_SURFACE + 1] =
            (cmc_host_surface){.kind = CMC_HOST_SURF_BUFFER, .base = m->now[i], .size_b = sizes[i]};
    for (unsigned i = IA; i <= IB; i++)
        s[i - FIRST_SURFACE + 1] = (cmc_host_surface){.kind = CMC_HOST_SURF_2D,
                                                      .base = m->now[i],
                                                      .width_px = RN_IMAGE_W / 4,
                                                      .height = RN_IMAGE_H,
                                                      .pitch_b = RN_IMAGE_W,
                                                      .px_b = 4,
                                                      .format = 2u << 8};
}

static cmc_status run_on_host(const cmc_str *bytes, rn_memory *m, cmc_str *message) {
    cmc_host_surface surfaces[RN_BUFFERS] = {{0}};
    uint64_t args[RN_BUFFERS];
    bind_host(surfaces, m);
    for (unsigned i = 0; i < RN_BUFFERS; i++)
        args[i] = i < FIRST_SURFACE ? (uint64_t)(uintptr_t)m->now[i] : i - FIRST_SURFACE + 1;
    hc_module *mod = hc_load(bytes->data, bytes->len, message);
    const hc_launch l = {"k", args, RN_BUFFERS, surfaces, RN_BUFFERS, RN_SLM_B, {1, 1, 1}};
    cmc_status s = mod ? hc_call(mod, &l, NULL, message) : CMC_ERR_USER;
    hc_unload(mod);
    return s;
}

rn_verdict rn_compile_and_run(LLVMModuleRef mod, const isa_model *model, const rn_how *how, rn_memory *m,
                              const ge_ctx *want, const rn_result *results, uint32_t n_results, const rn_watch *watch,
                              cmc_str *message) {
    LLVMModuleRef copy = LLVMCloneModule(mod);
    cmc_arena *a = cmc_arena_create();
    cmc_diag *d = cmc_diag_create();
    cmc_str bytes = CMC_STR_INIT;
    mir_fn *fn = NULL;
    rn_verdict v = RN_REFUSED;
    const bool on_host = model == host_model();
    const cmc_status s =
        on_host ? to_host(copy, how, watch, a, &bytes, d) : to_bytes(copy, model, how, watch, a, &fn, &bytes, d);
    const bool compiled = s == CMC_OK && cmc_diag_error_count(d) == 0;
    if (compiled && !want)
        v = RN_OPEN;
    if (compiled && want) {
        for (unsigned i = 0; i < RN_BUFFERS; i++)
            memcpy(m->now[i], m->start[i], sizes[i]);
        const cmc_status ran = on_host ? run_on_host(&bytes, m, message) : simulate(fn, &bytes, m, d);
        v = ran == CMC_OK ? RN_SAME : RN_DIFFERS;
        for (uint32_t i = 0; v == RN_SAME && i < n_results; i++)
            if (!same_lanes(m, ge_buffer_at(want, OUT), OUT, &results[i], message))
                v = RN_DIFFERS;
        if (v == RN_SAME && !same_rest(m, want, message))
            v = RN_DIFFERS;
    }
    if ((v == RN_DIFFERS || v == RN_REFUSED) && !message->len)
        take_message(d, message);
    cmc_str_free(&bytes);
    cmc_diag_destroy(d);
    cmc_arena_destroy(a);
    LLVMDisposeModule(copy);
    return v;
}
