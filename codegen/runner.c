// SPDX-License-Identifier: MIT
// Runs machine passes over one function: selection and order of passes, with validation, dumps and times around each.
//
//   lower_msg ▸ lower_int ▸ dce ▸ private_arrays ▸ conformity ▸ read_inputs ▸ share_consts ▸ stride_results ▸ coalesce ▸ merge_compare ▸ drop_repeats ▸ step_headers ▸ address ▸ share_flags ▸ lower_copy ▸ hoist_equal ▸ layout ▸ sched_pre ▸ regalloc ▸ prologue ▸ merge_scalars ▸ sched_post ▸ swsb
//
// Conformity runs before coalescing because splitting an instruction creates several partial writes. Only then does
// the interference of a variable with its old value show byte by byte.

#include "codegen_priv.h"

#include <assert.h>
#include <string.h>
#include <time.h>

typedef struct pass_row {
    const char *name, *help;
    cg_pass_fn run;
    uint8_t first, last, result;
    bool by_name_only;
} pass_row;

static const pass_row rows[] = {
#define CG_PASS(name, first, last, result, help)                                                                       \
    {#name, help, cg_pass_##name, MIR_PHASE_##first, MIR_PHASE_##last, MIR_PHASE_##result, false},
#define CG_CHECK(name, first, last, help)                                                                              \
    {#name, help, cg_pass_##name, MIR_PHASE_##first, MIR_PHASE_##last, MIR_PHASE_NONE, true},
#include "passes.def"
#undef CG_PASS
#undef CG_CHECK
};
enum { N_PASSES = sizeof(rows) / sizeof(rows[0]) };

const char *cg_pass_name(unsigned i) {
    return i < N_PASSES ? rows[i].name : NULL;
}

const char *cg_pass_help(unsigned i) {
    return i < N_PASSES ? rows[i].help : NULL;
}

// Whether name is in a comma-separated list; "all" matches every name.
static bool listed(const char *list, const char *name) {
    size_t n = strlen(name);
    for (const char *s = list; s && *s;) {
        size_t len = strcspn(s, ",");
        if ((len == n && !memcmp(s, name, n)) || (len == 3 && !memcmp(s, "all", 3)))
            return true;
        s += len;
        s += *s == ',';
    }
    return false;
}

static const pass_row *find_pass(const char *s, size_t len) {
    for (uint32_t i = 0; i < N_PASSES; i++)
        if (strlen(rows[i].name) == len && !memcmp(rows[i].name, s, len))
            return &rows[i];
    return NULL;
}

static cmc_status check_names(const char *list, bool all_allowed, cmc_diag *d) {
    for (const char *s = list; s && *s;) {
        size_t len = strcspn(s, ",");
        if (len && !find_pass(s, len) && !(all_allowed && len == 3 && !memcmp(s, "all", 3))) {
            cmc_str names = CMC_STR_INIT;
            for (uint32_t i = 0; i < N_PASSES; i++)
                cmc_str_printf(&names, "%s%s", i ? ", " : "", rows[i].name);
            cmc_diag_error(d, "CG0001", "unknown machine pass '%.*s', expected one of %s", (int)len, s,
                           cmc_str_text(&names));
            cmc_str_free(&names);
            return CMC_ERR_USER;
        }
        s += len;
        s += *s == ',';
    }
    return CMC_OK;
}

static cmc_status check_phase(const pass_row *p, const mir_fn *fn, cmc_diag *d) {
    static const char *const names[] = {"none", "selected", "lowered", "legal", "allocated", "scoreboarded"};
    if (fn->phase >= p->first && fn->phase <= p->last)
        return CMC_OK;
    cmc_diag_error(d, "CG0002", "pass '%s' takes phase %s to %s, but kernel '%s' is in phase %s", p->name,
                   names[p->first], names[p->last], fn->name, names[fn->phase <= 5 ? fn->phase : 0]);
    return CMC_ERR_USER;
}

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void dump_after(const pass_row *p, const cg_ctx *cx, double ms) {
    const cg_opts *o = cx->opts;
    if (!o->dump_out)
        return;
    if (o->time_passes)
        cmc_str_printf(o->dump_out, "// %-12s %8.3f ms  %s\n", p->name, ms, cx->fn->name);
    if (listed(o->dump, p->name) || (o->dump_changed && cx->changed)) {
        cmc_str_printf(o->dump_out, "// after %s\n", p->name);
        mir_print(cx->fn, o->dump_out);
    }
}

static cmc_status validate_after(const pass_row *p, const cg_ctx *cx) {
    cmc_status s = mir_validate(cx->fn, cx->diag);
    if (s != CMC_OK)
        cmc_diag_error(cx->diag, "CG0003", "machine pass '%s' left kernel '%s' invalid", p->name, cx->fn->name);
    return s;
}

static cmc_status run_one(const pass_row *p, mir_fn *fn, const cg_opts *opts, cmc_arena *scratch, cmc_diag *d) {
    assert(fn->phase > MIR_PHASE_NONE && fn->phase <= MIR_PHASE_SCOREBOARDED);
    CMC_TRY(check_phase(p, fn, d));
    cg_ctx cx = {.fn = fn, .m = fn->model, .opts = opts, .diag = d, .scratch = scratch, .pass = p->name};
    cx.sink_var.name = "?";
    double t0 = opts->time_passes ? now_ms() : 0;
    cmc_status s = p->run(&cx, fn);
    double ms = opts->time_passes ? now_ms() - t0 : 0;
    if (s == CMC_OK && cx.oom)
        s = CMC_ERR_OOM;
    CMC_TRY(s);
    if (p->result != MIR_PHASE_NONE && fn->phase < p->result)
        fn->phase = p->result;
    if (opts->verify_each)
        CMC_TRY(validate_after(p, &cx));
    dump_after(p, &cx, ms);
    if (opts->after)
        opts->after(opts->after_user, p->name, fn, cx.changed);
    return CMC_OK;
}

static bool stops_here(const cg_opts *o, const pass_row *p) {
    return o->stop_after && !strcmp(o->stop_after, p->name);
}

static cmc_status run_list(mir_fn *fn, const cg_opts *o, cmc_arena *scratch, cmc_diag *d) {
    for (const char *s = o->passes; s && *s;) {
        size_t len = strcspn(s, ",");
        const pass_row *p = find_pass(s, len);
        if (p && !listed(o->skip, p->name)) {
            CMC_TRY(run_one(p, fn, o, scratch, d));
            cmc_arena_reset(scratch);
            if (stops_here(o, p))
                return CMC_OK;
        }
        s += len;
        s += *s == ',';
    }
    return CMC_OK;
}

// A function in a later phase starts after the passes that lead to that phase.
static cmc_status run_pipeline(mir_fn *fn, const cg_opts *o, cmc_arena *scratch, cmc_diag *d) {
    for (uint32_t i = 0; i < N_PASSES; i++) {
        const pass_row *p = &rows[i];
        if (!p->by_name_only && !listed(o->skip, p->name) && fn->phase <= p->last) {
            CMC_TRY(run_one(p, fn, o, scratch, d));
            cmc_arena_reset(scratch);
        }
        if (stops_here(o, p))
            return CMC_OK;
    }
    return CMC_OK;
}

cmc_status cg_run(mir_fn *fn, const cg_opts *opts, cmc_diag *d) {
    assert(fn && fn->model);
    assert((!opts || opts->size >= sizeof(*opts)) && "start from CG_OPTS_INIT");
    cg_opts none = CG_OPTS_INIT;
    const cg_opts *o = opts ? opts : &none;
    CMC_TRY(check_names(o->passes, false, d));
    CMC_TRY(check_names(o->skip, false, d));
    CMC_TRY(check_names(o->stop_after, false, d));
    CMC_TRY(check_names(o->dump, true, d));
    cmc_arena *scratch = cmc_arena_create();
    if (!scratch)
        return CMC_ERR_OOM;
    cmc_status s = mir_validate(fn, d);
    if (s == CMC_OK)
        s = o->passes ? run_list(fn, o, scratch, d) : run_pipeline(fn, o, scratch, d);
    cmc_arena_destroy(scratch);
    return s;
}
