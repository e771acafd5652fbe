// SPDX-License-Identifier: MIT
// The option table of cmc. A row's kind says how it is spelt; its apply function says what it does.

#include "options.h"

#include <stdlib.h>
#include <string.h>

enum { LARGE_GRF = 256 };

typedef enum opt_kind {
    OPT_FLAG,     // --name
    OPT_JOINED,   // --name=VALUE
    OPT_SEPARATE, // -o VALUE
    OPT_PREFIX    // -DNAME or -D NAME: passed on to the front end
} opt_kind;

typedef struct opt_row {
    const char *name;
    opt_kind kind;
    void (*apply)(tool_opts *o, const char *value);
    const char *value_name; // for --help
    const char *help;       // NULL: not listed
} opt_row;

static void set_output(tool_opts *o, const char *v) { o->output = v; }
static void set_target(tool_opts *o, const char *v) { o->drv.target = v; }
static void set_text(tool_opts *o, const char *v) { (void)v; o->text = true; }
static void set_object(tool_opts *o, const char *v) { (void)v; o->object = true; }
static void set_emit_llvm(tool_opts *o, const char *v) { (void)v; o->emit_llvm = true; }
static void set_debug(tool_opts *o, const char *v) { (void)v; o->drv.debug_info = true; }
static void set_o0(tool_opts *o, const char *v) { (void)v; o->drv.opt_level = 0; }
static void set_o1(tool_opts *o, const char *v) { (void)v; o->drv.opt_level = 1; }
static void set_o2(tool_opts *o, const char *v) { (void)v; o->drv.opt_level = 2; }
static void set_passes(tool_opts *o, const char *v) { o->drv.passes = v; }
static void set_skip(tool_opts *o, const char *v) { o->drv.skip = v; }
static void set_stop(tool_opts *o, const char *v) { o->drv.stop_after = v; }
static void set_dump(tool_opts *o, const char *v) { o->drv.dump = v; }
static void set_dump_changed(tool_opts *o, const char *v) { (void)v; o->drv.dump_changed = true; }
static void set_verify(tool_opts *o, const char *v) { (void)v; o->drv.verify_each = true; }
static void set_time(tool_opts *o, const char *v) { (void)v; o->drv.time_passes = true; }
static void set_serial(tool_opts *o, const char *v) { (void)v; o->drv.swsb_serial = true; }
static void set_no_compact(tool_opts *o, const char *v) { (void)v; o->drv.no_compact = true; }
static void set_spill_all(tool_opts *o, const char *v) { (void)v; o->drv.spill_all = true; }
static void set_large_grf(tool_opts *o, const char *v) { (void)v; o->drv.grf_count = LARGE_GRF; }
static void set_auto_grf(tool_opts *o, const char *v) { (void)v; o->drv.grf_count = DRV_GRF_AUTO; }
static void set_grf(tool_opts *o, const char *v) {
    char *end;
    unsigned long n = strtoul(v, &end, 10);
    if (strcmp(v, "auto") == 0)
        o->drv.grf_count = DRV_GRF_AUTO;
    else if (*end || end == v || n == 0 || n >= DRV_GRF_AUTO)
        o->bad_value = v;
    else
        o->drv.grf_count = (uint32_t)n;
}
static void set_cm_pointer(tool_opts *o, const char *v) { (void)v; (void)cmc_vec_push(o->arena, &o->fe_args, "-D__CM_POINTER__=1"); }
static void set_help(tool_opts *o, const char *v) { (void)v; o->help = true; }
static void set_version(tool_opts *o, const char *v) { (void)v; o->version = true; }

static const opt_row rows[] = {
    {"-o", OPT_SEPARATE, set_output, "FILE", "write the result to FILE ('-' = standard output)"},
    {"-march", OPT_JOINED, set_target, "TARGET", "compile for TARGET (default " DRV_DEFAULT_TARGET ")"},
    {"-mcpu", OPT_JOINED, set_target, "TARGET", "the same"},
    {"-S", OPT_FLAG, set_text, NULL, "write assembly text instead of a zebin"},
    {"-c", OPT_FLAG, set_object, NULL, "write a zebin (the default)"},
    {"-emit-llvm", OPT_FLAG, set_emit_llvm, NULL, "write LLVM IR: with -S text, else bitcode"},
    {"-O0", OPT_FLAG, set_o0, NULL, "leave out the optimising passes"},
    {"-O1", OPT_FLAG, set_o1, NULL, NULL},
    {"-O2", OPT_FLAG, set_o2, NULL, "optimise (the default)"},
    {"-g", OPT_FLAG, set_debug, NULL, "keep source locations"},
    {"-mgrf", OPT_JOINED, set_grf, "N", "registers a thread: 128, 256, or auto = 256 for kernels that would spill"},
    {"-doubleGRF", OPT_FLAG, set_large_grf, NULL, "the same as -mgrf=256; also -Qxcm_doubleGRF, -ze-opt-large-register-file"},
    {"-double-GRF", OPT_FLAG, set_large_grf, NULL, NULL},
    {"-Qxcm_doubleGRF", OPT_FLAG, set_large_grf, NULL, NULL},
    {"-Qxcm_register_file_size", OPT_JOINED, set_grf, "N", NULL},
    {"-ze-opt-large-register-file", OPT_FLAG, set_large_grf, NULL, NULL},
    {"-ze-exp-register-file-size", OPT_JOINED, set_grf, "N", NULL},
    {"-ze-opt-enable-auto-large-GRF-mode", OPT_FLAG, set_auto_grf, NULL, NULL},
    {"-ze-intel-enable-auto-large-GRF-mode", OPT_FLAG, set_auto_grf, NULL, NULL},
    {"-D", OPT_PREFIX, NULL, "NAME[=V]", "define a macro"},
    {"-U", OPT_PREFIX, NULL, "NAME", "undefine a macro"},
    {"-I", OPT_PREFIX, NULL, "DIR", "search DIR for headers"},
    {"-include", OPT_PREFIX, NULL, "FILE", "include FILE first"},
    {"-W", OPT_PREFIX, NULL, "WARNING", "switch a warning on, or off with -Wno-..."},
    {"-fcm-pointer", OPT_FLAG, set_cm_pointer, NULL, "allow pointers in kernels"},
    {"--passes", OPT_JOINED, set_passes, "LIST", "run just these passes on a .ll or .mir file"},
    {"--skip", OPT_JOINED, set_skip, "LIST", "leave out these passes"},
    {"--stop-after", OPT_JOINED, set_stop, "PASS", "stop there and write that IR ('frontend', 'select', ...)"},
    {"--dump", OPT_JOINED, set_dump, "LIST", "print the IR after these passes ('all')"},
    {"--dump-changed", OPT_FLAG, set_dump_changed, NULL, "print the IR after passes that changed it"},
    {"--verify-each", OPT_FLAG, set_verify, NULL, "check the IR after every pass"},
    {"--time-passes", OPT_FLAG, set_time, NULL, "print the time of every pass"},
    {"--swsb-serial", OPT_FLAG, set_serial, NULL, "slow and safe: wait before every instruction"},
    {"--spill-all", OPT_FLAG, set_spill_all, NULL, "slow and safe: variables live in scratch memory"},
    {"--no-compact", OPT_FLAG, set_no_compact, NULL, "no 8-byte instructions"},
    {"--version", OPT_FLAG, set_version, NULL, "print the version"},
    {"--help", OPT_FLAG, set_help, NULL, "print this"},
    {"-h", OPT_FLAG, set_help, NULL, NULL},
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

void tool_help(cmc_str *out) {
    cmc_str_append(out, "usage: cmc [options] kernel.cm -o kernel.bin\n"
                        "Compiles C-for-Metal kernels (.cm), LLVM IR with llvm.genx.* (.ll, .bc) or machine IR (.mir)\n"
                        "for Intel GPUs. Default target: " DRV_DEFAULT_TARGET ".\n\n");
    for (unsigned i = 0; i < N_ROWS; i++) {
        const opt_row *r = &rows[i];
        if (!r->help)
            continue;
        cmc_str left = CMC_STR_INIT;
        const char *sep = r->kind == OPT_JOINED ? "=" : r->value_name && strcmp(r->name, "-W") != 0 ? " " : "";
        cmc_str_printf(&left, "%s%s%s", r->name, sep, r->value_name ? r->value_name : "");
        cmc_str_printf(out, "  %-20s %s\n", cmc_str_text(&left), r->help);
        cmc_str_free(&left);
    }
}

static const opt_row *find_row(const char *arg, const char **value) {
    for (unsigned i = 0; i < N_ROWS; i++) {
        const opt_row *r = &rows[i];
        size_t n = strlen(r->name);
        *value = NULL;
        if (r->kind == OPT_PREFIX && strncmp(arg, r->name, n) == 0) {
            *value = arg[n] ? arg + n : NULL;
            return r;
        }
        if (r->kind == OPT_JOINED && strncmp(arg, r->name, n) == 0 && arg[n] == '=') {
            *value = arg + n + 1;
            return r;
        }
        if (strcmp(arg, r->name) == 0)
            return r;
    }
    return NULL;
}

static cmc_status usage_error(cmc_diag *d, const char *what, const char *arg) {
    cmc_diag_error(d, "CM0003", "%s '%s'; 'cmc --help' lists the options", what, arg);
    return CMC_ERR_USER;
}

static cmc_status pass_on(tool_opts *o, const char *arg, const char *next, bool separate) {
    bool ok = cmc_vec_push(o->arena, &o->fe_args, arg);
    // "-D NAME" and "-include FILE" are two words for Clang's parser as well.
    if (ok && separate)
        ok = cmc_vec_push(o->arena, &o->fe_args, next);
    return ok ? CMC_OK : CMC_ERR_OOM;
}

static cmc_status apply(tool_opts *o, int argc, char **argv, int *i, cmc_diag *d) {
    const char *arg = argv[*i], *value = NULL;
    const opt_row *r = find_row(arg, &value);
    if (!r)
        return usage_error(d, "unknown option", arg);
    bool separate = !value && (r->kind == OPT_SEPARATE ||
                               (r->kind == OPT_PREFIX && strcmp(r->name, "-W") != 0));
    if (separate && ++*i >= argc)
        return usage_error(d, "a value must follow", arg);
    if (separate)
        value = argv[*i];
    if (r->kind == OPT_JOINED && !value)
        return usage_error(d, "'=' and a value must follow", arg);
    if (r->kind == OPT_PREFIX)
        return pass_on(o, arg, value, separate);
    r->apply(o, value);
    return o->bad_value ? usage_error(d, "expected a number of registers or 'auto'", arg) : CMC_OK;
}

static void finish(tool_opts *o) {
    o->drv.args = o->fe_args.data;
    o->drv.n_args = o->fe_args.len;
    if (o->emit_llvm)
        o->drv.output = o->text ? DRV_OUT_LLVM_IR : DRV_OUT_LLVM_BC;
    else if (o->text)
        o->drv.output = DRV_OUT_ASM;
}

cmc_status tool_parse(int argc, char **argv, tool_opts *o, cmc_diag *d) {
    for (int i = 1; i < argc; i++) {
        const char *arg = argv[i];
        if (arg[0] == '-' && arg[1]) {
            CMC_TRY(apply(o, argc, argv, &i, d));
        } else if (o->drv.file) {
            return usage_error(d, "one input file at a time; found also", arg);
        } else {
            o->drv.file = arg;
        }
    }
    finish(o);
    if (!o->drv.file && !o->help && !o->version) {
        cmc_diag_error(d, "CM0004", "no input file; 'cmc --help' shows the usage");
        return CMC_ERR_USER;
    }
    return CMC_OK;
}
