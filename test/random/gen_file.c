// SPDX-License-Identifier: MIT
// Steps with what a file has beside the kernel: functions that stay functions, variables, tables; and with pointers.
// See gen.h.

#include "gen.h"
#include "gen_mem.h"

#include <string.h>

enum { MAX_PARAMS = 3, MAX_NESTED = 3 };

// Functions

typedef struct function {
    const char *name, *ret; // ret: "{ <8 x i32>, float }" or the type of its one result
    rn_val param[MAX_PARAMS], result[2];
    unsigned n_params, n_results;
    bool has_mask; // the last parameter is a predicate of the first one's lanes
} function;

static const char kernel_args[] = "i64 %in, i64 %out, i32 %sa, i32 %sb, i32 %ia, i32 %ib";

// A function gets the kernel's arguments under their names, so that its steps may use them.
static const char *parameters(rn_gen *g, const function *f) {
    const char *s = kernel_args;
    for (unsigned i = 0; i < f->n_params; i++)
        s = rn_fmt(g, "%s, %s %s", s, rn_ty(g, f->param[i].type, f->param[i].n), f->param[i].name);
    return f->has_mask ? rn_fmt(g, "%s, %s %%mask", s, rn_ty(g, RN_I1, f->param[0].n)) : s;
}

static void calls(rn_gen *g);
static void body_step(rn_gen *g) {
    const unsigned k = rn_below(g, 100);
    if (k < 15) {
        rn_step_branch(g);
    } else if (k < 25) {
        rn_step_flow(g);
    } else if (k < 33) {
        g->kinds[RN_K_SIMD_CALLED]++;
        rn_step_simd(g);
    } else if (k < 45 && g->functions < MAX_NESTED) {
        g->kinds[RN_K_CALL_NESTED]++;
        if (rn_chance(g, 50))
            rn_step_call(g);
        else
            calls(g);
    } else {
        rn_straight(g);
    }
}

static void body(rn_gen *g, function *f) {
    for (unsigned i = 0; i < f->n_params; i++)
        rn_add(g, f->param[i].name, f->param[i].type, f->param[i].n);
    if (f->has_mask) {
        const rn_val a = f->param[0];
        const char *t = rn_ty(g, a.type, a.n), *old = rn_constant(g, a.type, a.n);
        rn_emit(g, a.type, a.n, "select %s %%mask, %s %s, %s %s", rn_ty(g, RN_I1, a.n), t, a.name, t, old);
    }
    for (unsigned i = 1 + rn_below(g, 3); i; i--)
        body_step(g);
    f->n_results = rn_chance(g, 50) ? 2 : 1;
    for (unsigned i = 0; i < f->n_results; i++)
        f->result[i] = rn_pick(g, RN_ANY_TYPE, RN_ANY_N);
}

static void give_back(rn_gen *g, function *f) {
    const rn_val *r = f->result;
    const char *a = rn_ty(g, r[0].type, r[0].n);
    f->ret = a;
    if (f->n_results == 1) {
        rn_line(g, "ret %s %s", a, r[0].name);
        return;
    }
    const char *b = rn_ty(g, r[1].type, r[1].n);
    f->ret = rn_fmt(g, "{ %s, %s }", a, b);
    const char *one = rn_let(g, "insertvalue %s undef, %s %s, 0", f->ret, a, r[0].name);
    rn_line(g, "ret %s %s", f->ret, rn_let(g, "insertvalue %s %s, %s %s, 1", f->ret, one, b, r[1].name));
}

// Most are marked as subroutines or stack calls; the others are inlined.
static function make_function(rn_gen *g) {
    function f = {.n_params = 1 + rn_below(g, MAX_PARAMS)};
    f.has_mask = rn_chance(g, 30);
    rn_gen outer = *g;
    f.name = rn_fmt(g, "@f%u", ++g->count);
    for (unsigned i = 0; i < f.n_params; i++) {
        const char *name = rn_new_name(g);
        const uint8_t type = rn_some_type(g);
        f.param[i] = (rn_val){name, type, rn_some_width(g), false};
    }
    f.has_mask &= f.param[0].n > 1;
    g->out = g->entry = (cmc_str)CMC_STR_INIT;
    memset(&g->vals, 0, sizeof g->vals);
    g->block = 0;
    g->functions++;
    g->loops = 0;
    g->em = rn_splat(g, RN_I1, 32, "true");
    body(g, &f);
    give_back(g, &f);
    cmc_str_printf(&g->file, "\ndefine internal %s %s(%s) #%u {\nentry:\n%s", f.ret, f.name, parameters(g, &f),
                   1 + rn_below(g, 3), cmc_str_text(&g->entry));
    rn_append_blocks(g, &g->file, rn_chance(g, 40));
    cmc_str_append(&g->file, "}\n");
    cmc_str_free(&g->out);
    cmc_str_free(&g->entry);
    g->out = outer.out;
    g->entry = outer.entry;
    g->vals = outer.vals;
    g->block = outer.block;
    g->functions = outer.functions;
    g->loops = outer.loops;
    g->em = outer.em;
    return f;
}

static const char *call(rn_gen *g, const function *f) {
    const char *s = kernel_args;
    for (unsigned i = 0; i < f->n_params; i++) {
        const rn_val *p = &f->param[i];
        s = rn_fmt(g, "%s, %s %s", s, rn_ty(g, p->type, p->n), rn_operand(g, p->type, p->n));
    }
    if (f->has_mask)
        s = rn_fmt(g, "%s, %s %s", s, rn_ty(g, RN_I1, f->param[0].n), rn_condition(g, f->param[0].n));
    g->kinds[RN_K_CALL]++;
    return rn_let(g, "call %s %s(%s)", f->ret, f->name, s);
}

static void use_results(rn_gen *g, const function *f, const char *v) {
    for (unsigned i = 0; i < f->n_results && f->n_results > 1; i++)
        rn_emit(g, f->result[i].type, f->result[i].n, "extractvalue %s %s, %u", f->ret, v, i);
    if (f->n_results == 1)
        rn_add(g, v, f->result[0].type, f->result[0].n);
}

// Called once or twice; or on both ways of a branch, where the results meet as a whole.
static void calls(rn_gen *g) {
    const function f = make_function(g);
    if (rn_chance(g, 60)) {
        for (unsigned i = 1 + rn_below(g, 2); i; i--)
            use_results(g, &f, call(g, &f));
        return;
    }
    const uint32_t yes = rn_new_block(g), no = rn_new_block(g), join = rn_new_block(g);
    const char *v[2];
    g->kinds[RN_K_CALL_JOINED] += f.n_results > 1;
    rn_line(g, "br i1 %s, label %s, label %s", rn_condition(g, 0), rn_block(g, yes), rn_block(g, no));
    const uint32_t seen = g->vals.len; // what the condition has loaded is there on both ways
    for (unsigned i = 0; i < 2; i++) {
        rn_begin(g, i ? no : yes);
        v[i] = call(g, &f);
        g->vals.len = seen;
        rn_line(g, "br label %s", rn_block(g, join));
    }
    rn_begin(g, join);
    use_results(g, &f, rn_let(g, "phi %s [%s, %s], [%s, %s]", f.ret, v[0], rn_block(g, yes), v[1], rn_block(g, no)));
}

// A function that reads and writes an object of the kernel through its address.
static void call_by_address(rn_gen *g) {
    const uint8_t type = rn_some_type(g);
    const uint16_t n = rn_chance(g, 50) ? 16 : 8;
    const char *t = rn_ty(g, type, n), *p = rn_new_name(g), *f = rn_fmt(g, "@f%u", ++g->count),
               *op = rn_is_float(type) ? "fadd" : "sub";
    cmc_str_printf(&g->file, "\ndefine internal void %s(ptr %%p, %s %%x) #%u {\n", f, t, 1 + rn_below(g, 3));
    cmc_str_printf(&g->file,
                   "  %%a = load %s, ptr %%p\n  %%b = %s %s %%a, %%x\n  store %s %%b, ptr %%p\n  ret void\n}\n", t, op,
                   t, t);
    cmc_str_printf(&g->entry, "  %s = alloca %s\n", p, t);
    g->kinds[RN_K_CALL]++;
    rn_line(g, "store %s %s, ptr %s", t, rn_pick(g, type, n).name, p);
    for (unsigned i = 1 + rn_below(g, 2); i; i--)
        rn_line(g, "call void %s(ptr %s, %s %s)", f, p, t, rn_operand(g, type, n));
    rn_emit(g, type, n, "load %s, ptr %s", t, p);
}

// Variables and tables

// A variable of the file is one of the thread; stays: it has registers of its own, which every access reads and writes.
static void variable(rn_gen *g) {
    const bool stays = rn_chance(g, 50);
    const uint8_t type = rn_some_type(g);
    const uint16_t n = rn_chance(g, 50) ? 16 : 8;
    const char *t = rn_ty(g, type, n), *v = rn_fmt(g, "@g%u", ++g->count), *w = rn_ty(g, type, n / 2);
    const unsigned at = rn_chance(g, 50) ? 0 : n / 2u * rn_size(type);
    g->kinds[stays ? RN_K_KEPT_VARIABLE : RN_K_VARIABLE]++;
    cmc_str_printf(&g->file, "\n%s = internal global %s %s%s\n", v, t, stays ? "undef" : rn_constant(g, type, n),
                   stays ? " #4" : "");
    if (stays)
        rn_line(g, "store %s %s, ptr %s", t, rn_pick(g, type, n).name, v);
    rn_line(g, "store %s %s, ptr getelementptr (i8, ptr %s, i32 %u)", w, rn_pick(g, type, n / 2).name, v, at);
    rn_emit(g, type, n, "load %s, ptr %s", t, v);
}

// The same with the intrinsics that such an access becomes; front ends also write them for variables that need not
// stay.
static void kept_variable(rn_gen *g) {
    const uint8_t type = rn_chance(g, 50) ? RN_I32 : RN_FLOAT;
    const uint16_t n = rn_chance(g, 50) ? 16 : 8;
    const char *t = rn_ty(g, type, n), *suf = rn_suf(g, type, n), *v = rn_fmt(g, "@g%u", ++g->count);
    const rn_arg store[] = {{t, rn_pick(g, type, n).name}, {"ptr", v}};
    g->kinds[RN_K_KEPT_VARIABLE]++;
    cmc_str_printf(&g->file, "\n%s = internal global %s undef%s\n", v, t, rn_chance(g, 70) ? " #4" : "");
    rn_line(g, "%s", rn_call(g, "void", rn_fmt(g, "llvm.genx.vstore.%s.p0", suf), store, 2));
    rn_straight(g);
    rn_emit(g, type, n, "%s", rn_call(g, t, rn_fmt(g, "llvm.genx.vload.%s.p0", suf), &store[1], 1));
}

// A constant array that is read as a vector.
static void table(rn_gen *g) {
    const uint8_t type = rn_chance(g, 40) ? RN_I16 : rn_chance(g, 60) ? RN_I32 : RN_FLOAT;
    const uint16_t n = rn_chance(g, 50) ? 16 : 32;
    const char *t = rn_ty(g, type, n), *v = rn_fmt(g, "@g%u", ++g->count), *c = rn_constant(g, type, n);
    g->kinds[RN_K_FILE_TABLE]++;
    cmc_str_printf(&g->file, "\n%s = internal constant [%u x %s] [%.*s]\n", v, n, rn_ty(g, type, 0), (int)strlen(c) - 2,
                   c + 1);
    rn_emit(g, type, n, "load %s, ptr %s", t, v);
}

// Pointers

// Memory as plain loads and stores see it: numbers and vectors, at addresses that the kernel computes.
static void through_pointer(rn_gen *g) {
    static const uint16_t lanes[] = {0, 0, 4, 8, 16};
    const uint8_t type = rn_some_int(g);
    const uint16_t n = RN_PICK(g, lanes);
    const char *t = rn_ty(g, type, n);
    const char *base =
        rn_let(g, "inttoptr i64 %s to ptr", rn_let(g, "add i64 %%in, %u", RN_IN_INTS + 64 * rn_below(g, 32)));
    const char *p = rn_let(g, "getelementptr %s, ptr %s, i32 %s", t, base, rn_index(g, 16));
    g->kinds[RN_K_POINTER]++;
    rn_emit(g, type, n, "load %s, ptr %s, align %u", t, p, rn_size(type));
    const int at = rn_slot(g, RN_ZONE_OUT, 64);
    if (at < 0 || !rn_may_write(g, 0))
        return;
    p = rn_let(g, "inttoptr i64 %s to ptr", rn_let(g, "add i64 %%out, %d", at));
    const char *v = rn_pick(g, type, n).name;
    rn_line(g, "store %s %s, ptr %s, align %u", t, v, p, n && rn_chance(g, 50) ? 16 : rn_size(type));
}

void rn_step_file(rn_gen *g) {
    static const rn_step all[] = {calls,    calls,         call_by_address, rn_step_call,   rn_step_call,
                                  variable, kept_variable, table,           through_pointer};
    if (g->width) // single channels may be off
        table(g);
    else if (g->functions)
        through_pointer(g);
    else
        RN_PICK(g, all)(g);
}
