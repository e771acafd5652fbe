// SPDX-License-Identifier: MIT
// The option table of cmc. A row's kind gives its spelling; its apply function gives its effect.

#include <cmc/options.h>

#include <cmc/completion.h>
#include <cmc/host_abi.h>
#include <cmc/isa.h>

#include <stdlib.h>
#include <string.h>

enum { LARGE_GRF = 256 };

typedef enum opt_kind {
    OPT_FLAG,     // --name
    OPT_JOINED,   // --name=VALUE
    OPT_EITHER,   // -name=VALUE and -name VALUE
    OPT_SEPARATE, // -o VALUE and -oVALUE
    OPT_GLUED,    // -g2: the value directly follows the name
    OPT_PREFIX,   // -DNAME or -D NAME: passed on to the front end
    OPT_PASS,     // --name and --name=VALUE: passed on as one word
    OPT_VALUE     // -Xclang VALUE: the value alone is passed on
} opt_kind;

typedef struct opt_row {
    const char *name;
    opt_kind kind;
    void (*apply)(tool_opts *o, const char *value);
    const char *value_name; // for --help
    const char *help;       // NULL: not listed by --help
    bool rare;              // listed by --help-all only
} opt_row;

static void refuse(tool_opts *o, const char *value, const char *expected) {
    o->bad_value = value;
    o->expected = expected;
}

// A file's name, quoted for make.
static const char *make_quoted(cmc_arena *a, const char *name) {
    size_t len = strlen(name), n = 0;
    char *out = cmc_arena_alloc(a, 2 * len + 1);
    for (size_t i = 0; out && i < len; i++) {
        if (name[i] == ' ' || name[i] == '\t' || name[i] == '#')
            out[n++] = '\\';
        else if (name[i] == '$')
            out[n++] = '$';
        out[n++] = name[i];
    }
    if (out)
        out[n] = '\0';
    return out;
}

static void set_output(tool_opts *o, const char *v) {
    o->output = v;
}
static void set_target(tool_opts *o, const char *v) {
    o->drv.target = v;
}
// Intel's compiler takes a GPU here, LLVM's a processor.
static void set_cpu(tool_opts *o, const char *v) {
    if (isa_model_find(v) || strcmp(v, CMC_HOST_TARGET) == 0 || strchr(v, ','))
        o->drv.target = v;
    else
        o->drv.host_cpu = v;
}
static void set_sanitize(tool_opts *o, const char *v) {
    if (!drv_sanitizers(v, &o->drv.sanitize))
        refuse(o, v, DRV_SANITIZERS);
}
static void set_text(tool_opts *o, const char *v) {
    (void)v;
    o->text = true;
}
static void set_object(tool_opts *o, const char *v) {
    (void)v;
    o->object = true;
}
static void set_emit_llvm(tool_opts *o, const char *v) {
    (void)v;
    o->emit_llvm = true;
}
// -g, -g1, -g2, -gdwarf-4, -gline-tables-only; -g0 disables it.
static void set_debug(tool_opts *o, const char *v) {
    o->drv.debug_info = strcmp(v, "0") != 0;
}
static void set_o0(tool_opts *o, const char *v) {
    (void)v;
    o->drv.opt_level = 0;
}
static void set_o1(tool_opts *o, const char *v) {
    (void)v;
    o->drv.opt_level = 1;
}
static void set_o2(tool_opts *o, const char *v) {
    (void)v;
    o->drv.opt_level = 2;
}
static void set_passes(tool_opts *o, const char *v) {
    o->drv.passes = v;
}
static void set_skip(tool_opts *o, const char *v) {
    o->drv.skip = v;
}
static void set_stop(tool_opts *o, const char *v) {
    o->drv.stop_after = v;
}
static void set_dump(tool_opts *o, const char *v) {
    o->drv.dump = v;
}
static void set_dump_changed(tool_opts *o, const char *v) {
    (void)v;
    o->drv.dump_changed = true;
}
static void set_verify(tool_opts *o, const char *v) {
    (void)v;
    o->drv.verify_each = true;
}
static void set_time(tool_opts *o, const char *v) {
    (void)v;
    o->drv.time_passes = true;
}
static void set_time_report(tool_opts *o, const char *v) {
    (void)v;
    o->drv.time_report = true;
}
static void set_report(tool_opts *o, const char *v) {
    o->report = true;
    o->drv.report_form = !v ? DRV_REPORT_TEXT : strcmp(v, "html") == 0 ? DRV_REPORT_HTML : DRV_REPORT_JSON;
    if (v && strcmp(v, "html") != 0 && strcmp(v, "json") != 0)
        refuse(o, v, "expected json or html");
}
static void set_report_file(tool_opts *o, const char *v) {
    o->report = true;
    o->report_file = v;
    if (!*v)
        refuse(o, v, "expected a file");
}
static void set_serial(tool_opts *o, const char *v) {
    (void)v;
    o->drv.swsb_serial = true;
}
static void set_no_compact(tool_opts *o, const char *v) {
    (void)v;
    o->drv.no_compact = true;
}
static void set_spill_all(tool_opts *o, const char *v) {
    (void)v;
    o->drv.spill_all = true;
}
// Passes on two words for cc1 where the user writes one.
static void forward(tool_opts *o, const char *name, const char *v) {
    o->out_of_memory |= !cmc_vec_push(o->arena, &o->fe_args, name) || !cmc_vec_push(o->arena, &o->fe_args, v);
}
static void set_compile_dir(tool_opts *o, const char *v) {
    const char *arg = cmc_arena_printf(o->arena, "-fdebug-compilation-dir=%s", v); // Clang joins names with it
    o->compile_dir = v;
    o->out_of_memory |= !arg || !cmc_vec_push(o->arena, &o->fe_args, arg);
}
static void set_debug_map(tool_opts *o, const char *v) {
    if (!strchr(v, '='))
        refuse(o, v, "expected OLD=NEW");
    o->out_of_memory |= !cmc_vec_push(o->arena, &o->prefix_maps, v);
}
// The paths of __FILE__ are Clang's.
static void set_macro_map(tool_opts *o, const char *v) {
    if (!strchr(v, '='))
        refuse(o, v, "expected OLD=NEW");
    const char *arg = cmc_arena_printf(o->arena, "-fmacro-prefix-map=%s", v);
    o->out_of_memory |= !arg || !cmc_vec_push(o->arena, &o->fe_args, arg);
}
static void set_file_map(tool_opts *o, const char *v) {
    set_debug_map(o, v);
    set_macro_map(o, v);
}
static void set_brackets(tool_opts *o, const char *v) {
    forward(o, "-fbracket-depth", v);
}
static void set_error_limit(tool_opts *o, const char *v) {
    forward(o, "-ferror-limit", v);
}
static void set_large_grf(tool_opts *o, const char *v) {
    (void)v;
    o->drv.grf_count = LARGE_GRF;
}
static void set_grf(tool_opts *o, const char *v) {
    char *end;
    unsigned long n = strtoul(v, &end, 10);
    if (strcmp(v, "auto") == 0)
        o->drv.grf_count = DRV_GRF_AUTO;
    else if (*end || end == v || n == 0 || n >= DRV_GRF_AUTO)
        refuse(o, v, "expected a number of registers or 'auto'");
    else
        o->drv.grf_count = (uint32_t)n;
}
static void set_help(tool_opts *o, const char *v) {
    (void)v;
    o->action = TOOL_HELP;
}
static void set_help_all(tool_opts *o, const char *v) {
    (void)v;
    o->action = TOOL_HELP_ALL;
}
static void set_version(tool_opts *o, const char *v) {
    (void)v;
    o->action = TOOL_VERSION;
}
static void set_targets(tool_opts *o, const char *v) {
    (void)v;
    o->action = TOOL_TARGETS;
}
static void set_completion(tool_opts *o, const char *v) {
    o->action = TOOL_COMPLETION;
    o->shell = v;
}
static void set_preprocess(tool_opts *o, const char *v) {
    (void)v;
    o->drv.output = DRV_OUT_SOURCE;
}
static void set_syntax(tool_opts *o, const char *v) {
    (void)v;
    o->drv.output = DRV_OUT_SYNTAX;
}
static void set_deps(tool_opts *o, const char *v) {
    (void)v;
    o->deps = true;
}
static void set_deps_file(tool_opts *o, const char *v) {
    o->deps_file = v;
}
static void set_deps_only(tool_opts *o, const char *v) {
    o->deps = o->deps_only = true;
    set_preprocess(o, v);
}
static void set_deps_target(tool_opts *o, const char *v) {
    o->out_of_memory |= !cmc_vec_push(o->arena, &o->deps_targets, v);
}
static void set_user_deps(tool_opts *o, const char *v) {
    set_deps(o, v);
    o->deps_user = true;
}
static void set_user_deps_only(tool_opts *o, const char *v) {
    set_deps_only(o, v);
    o->deps_user = true;
}
static void set_deps_quoted(tool_opts *o, const char *v) {
    const char *quoted = make_quoted(o->arena, v);
    o->out_of_memory |= !quoted;
    set_deps_target(o, quoted);
}
static void set_deps_phony(tool_opts *o, const char *v) {
    (void)v;
    o->deps_phony = true;
}
static void set_save_temps(tool_opts *o, const char *v) {
    (void)v;
    o->save_temps = true;
}
static void set_dump_asm(tool_opts *o, const char *v) {
    (void)v;
    o->dump_asm = true;
}
static void set_dry_run(tool_opts *o, const char *v) {
    (void)v;
    o->dry_run = true;
}
static void set_verbose(tool_opts *o, const char *v) {
    (void)v;
    o->verbose = true;
}
static void set_rpass(tool_opts *o, const char *v) {
    o->drv.rpass = v;
}
static void set_rpass_missed(tool_opts *o, const char *v) {
    o->drv.rpass_missed = v;
}
static void set_rpass_analysis(tool_opts *o, const char *v) {
    o->drv.rpass_analysis = v;
}
static void set_record(tool_opts *o, const char *v) {
    o->record = true;
    if (v && strcmp(v, "yaml") != 0)
        refuse(o, v, "expected yaml");
}
static void set_no_record(tool_opts *o, const char *v) {
    (void)v;
    o->record = false;
}
static void set_record_file(tool_opts *o, const char *v) {
    o->record = true;
    o->record_file = v;
}
static void set_record_passes(tool_opts *o, const char *v) {
    o->record = true;
    o->drv.record_passes = v;
}
static void set_no_pch(tool_opts *o, const char *v) {
    (void)v;
    o->drv.no_pch = true;
}
static void set_language(tool_opts *o, const char *v) {
    static const struct {
        const char *name;
        drv_input input;
    } languages[] = {{"cm", DRV_IN_CM},   {"c++", DRV_IN_CM},  {"c", DRV_IN_CM},
                     {"ir", DRV_IN_LLVM}, {"mir", DRV_IN_MIR}, {"none", DRV_IN_AUTO}};
    for (size_t i = 0; i < sizeof languages / sizeof languages[0]; i++)
        if (strcmp(v, languages[i].name) == 0) {
            o->drv.input = languages[i].input;
            return;
        }
    refuse(o, v, "expected cm, ir, mir or none");
}

static void set_both_sides(tool_opts *o, const char *v) { // tool_is_sycl has seen it
    (void)o, (void)v;
}
static void set_sycl(tool_opts *o, const char *v) {
    (void)v;
    o->drv.sycl = true;
}

static const opt_row rows[] = {
    {"-o", OPT_SEPARATE, set_output, "FILE", "write the result to FILE ('-' = standard output)", 0},
    {"-march", OPT_EITHER, set_target, "TARGET",
     "compile for TARGET (" DRV_DEFAULT_TARGET "; --targets lists them), or all", 0},
    {"-mcpu", OPT_EITHER, set_cpu, "CPU", "with -march=host: the processor (x86-64-v3; this machine's)", 1},
    {"-fsanitize", OPT_JOINED, set_sanitize, "LIST", "with -march=host: stop at mistakes (address,undefined,bounds)",
     1},
    {"-mgrf", OPT_EITHER, set_grf, "N", "registers per thread: 128, 256, auto; ptl: 32 to 256", 0},
    {"-doubleGRF", OPT_FLAG, set_large_grf, NULL, "the same as -mgrf=256", 1},
    {"-O0", OPT_FLAG, set_o0, NULL, "skip the optimising passes (default: -O2)", 0},
    {"-O1", OPT_FLAG, set_o1, NULL, NULL, 0},
    {"-O2", OPT_FLAG, set_o2, NULL, NULL, 0},
    {"-g", OPT_GLUED, set_debug, NULL, "debug information; does not change the code", 0},
    {"-ffile-prefix-map", OPT_JOINED, set_file_map, "OLD=NEW", "name the folder OLD as NEW in the result", 1},
    {"-fdebug-prefix-map", OPT_JOINED, set_debug_map, "OLD=NEW", NULL, 1},
    {"-fmacro-prefix-map", OPT_JOINED, set_macro_map, "OLD=NEW", NULL, 1},
    {"-fdebug-compilation-dir", OPT_EITHER, set_compile_dir, "DIR", "the folder that -g names, not the current one", 1},
    {"-S", OPT_FLAG, set_text, NULL, "write assembly text instead of a zebin", 0},
    {"-c", OPT_FLAG, set_object, NULL, "write a zebin (the default)", 1},
    {"-emit-llvm", OPT_FLAG, set_emit_llvm, NULL, "write genx IR: with -S text, else bitcode", 0},
    {"-E", OPT_FLAG, set_preprocess, NULL, "write the preprocessed source", 0},
    {"-P", OPT_PASS, NULL, NULL, "-E without line markers; -C keeps comments, -dM lists macros", 1},
    {"-C", OPT_PASS, NULL, NULL, NULL, 0},
    {"-CC", OPT_PASS, NULL, NULL, NULL, 0},
    {"-dM", OPT_PASS, NULL, NULL, NULL, 0},
    {"-dD", OPT_PASS, NULL, NULL, NULL, 0},
    {"-H", OPT_PASS, NULL, NULL, "print the names of the headers that are read", 1},
    {"-fsyntax-only", OPT_FLAG, set_syntax, NULL, "check the source, write nothing", 1},
    {"-D", OPT_PREFIX, NULL, "NAME[=V]", "define a macro; -U NAME undefines one", 0},
    {"-U", OPT_PREFIX, NULL, "NAME", NULL, 0},
    {"-I", OPT_PREFIX, NULL, "DIR", "search DIR for headers; -include FILE: before the source", 0},
    {"-isystem", OPT_PREFIX, NULL, "DIR", "search DIR for headers without their warnings", 1},
    {"-iquote", OPT_PREFIX, NULL, "DIR", "search DIR for headers in quotes", 1},
    {"-idirafter", OPT_PREFIX, NULL, "DIR", "search DIR for headers, after all others", 1},
    {"-include", OPT_PREFIX, NULL, "FILE", NULL, 0},
    {"-imacros", OPT_PREFIX, NULL, "FILE", "take macros from FILE before the source", 1},
    {"-std", OPT_PASS, NULL, "STD", "the C++ standard of the source (default c++17)", 1},
    {"-ffp-contract", OPT_PASS, NULL, "MODE", "round a*b+c once: fast (default), on, off", 1},
    {"-fwrapv", OPT_PASS, NULL, NULL, "signed overflow wraps around", 1},
    {"-ftemplate-depth", OPT_PASS, NULL, "N", "limit the nesting of templates; also -fbracket-depth=N", 1},
    {"-ftemplate-backtrace-limit", OPT_PASS, NULL, "N", "name at most N calls of templates with an error; 0: all", 1},
    {"-fbracket-depth", OPT_JOINED, set_brackets, "N", NULL, 1},
    {"-ferror-limit", OPT_JOINED, set_error_limit, "N", "stop after N errors; 0: show all", 1},
    {"-fconstexpr-depth", OPT_PASS, NULL, "N", "limit the nesting of constexpr; also -fconstexpr-steps=N", 1},
    {"-fconstexpr-steps", OPT_PASS, NULL, "N", NULL, 1},
    {"-Xclang", OPT_VALUE, NULL, "WORD", "pass WORD on to Clang's front end", 1},
    {"-x", OPT_SEPARATE, set_language, "LANG", "treat the input as cm, ir or mir, whatever its name", 1},
    {"-fsycl", OPT_FLAG, set_both_sides, NULL, "compile host code and kernels of SYCL files and link them", 0},
    {"-fsycl-targets", OPT_JOINED, set_both_sides, "LIST", "with -fsycl: the devices (bmg); -Xs \"-device ...\" too",
     0},
    {"--intel-compat", OPT_FLAG, set_both_sides, NULL, "with -fsycl: define Intel's macro __INTEL_LLVM_COMPILER", 1},
    {"-fsycl-device-only", OPT_FLAG, set_sycl, NULL, "compile the kernels of a SYCL file, as if it named sycl/sycl.hpp",
     1},
    {"-M", OPT_FLAG, set_deps_only, NULL, "write a rule for make that names the headers, nothing else", 1},
    {"-MM", OPT_FLAG, set_user_deps_only, NULL, NULL, 0},
    {"-MD", OPT_FLAG, set_deps, NULL, "write a dependency file too; -MF FILE names it", 0},
    {"-MMD", OPT_FLAG, set_user_deps, NULL, NULL, 0},
    {"-MF", OPT_SEPARATE, set_deps_file, "FILE", NULL, 0},
    {"-MT", OPT_SEPARATE, set_deps_target, "NAME", "name the target of the rule", 1},
    {"-MQ", OPT_SEPARATE, set_deps_quoted, "NAME", NULL, 0},
    {"-MP", OPT_FLAG, set_deps_phony, NULL, "add an empty rule for every header", 1},
    {"-MG", OPT_PASS, NULL, NULL, "name headers that do not exist in it", 1},
    {"-W", OPT_PREFIX, NULL, "GROUP", "also -Wno-..., -Werror[=...], -w; -Wcm: CM's own", 0},
    {"-w", OPT_PASS, NULL, NULL, NULL, 0},
    {"-pedantic", OPT_PASS, NULL, NULL, NULL, 0},
    {"-pedantic-errors", OPT_PASS, NULL, NULL, NULL, 0},
    {"-Rpass", OPT_JOINED, set_rpass, "REGEX", "report what these passes did", 0},
    {"-Rpass-missed", OPT_JOINED, set_rpass_missed, "REGEX", "report what these passes did not do, and its cost", 1},
    {"-Rpass-analysis", OPT_JOINED, set_rpass_analysis, "REGEX", "report what these passes found out", 1},
    {"-fsave-optimization-record", OPT_PASS, set_record, NULL, "write all remarks beside the result, as .opt.yaml", 1},
    {"-fno-save-optimization-record", OPT_FLAG, set_no_record, NULL, NULL, 1},
    {"-foptimization-record-file", OPT_JOINED, set_record_file, "FILE", "the same, into FILE", 1},
    {"-foptimization-record-passes", OPT_JOINED, set_record_passes, "REGEX", "the same, of these passes", 1},
    {"-save-temps", OPT_PASS, set_save_temps, NULL, "write .ii, .ll, .mir and .s beside the result", 0},
    {"-mdump_asm", OPT_FLAG, set_dump_asm, NULL, "write the assembly listing beside the result", 1},
    {"-###", OPT_FLAG, set_dry_run, NULL, "print what would be done, do nothing", 1},
    {"-v", OPT_FLAG, set_verbose, NULL, "print what is done", 1},
    {"-fcolor-diagnostics", OPT_FLAG, NULL, NULL, NULL, 0},
    {"-fno-color-diagnostics", OPT_FLAG, NULL, NULL, NULL, 0},
    {"--passes", OPT_JOINED, set_passes, "LIST", "run just these passes on a .ll or .mir file", 1},
    {"--skip", OPT_JOINED, set_skip, "LIST", "skip these passes", 1},
    {"--stop-after", OPT_JOINED, set_stop, "PASS", "stop there, write that IR ('frontend', 'select', ...)", 0},
    {"--dump", OPT_JOINED, set_dump, "LIST", "print the IR after these passes ('all')", 0},
    {"--dump-changed", OPT_FLAG, set_dump_changed, NULL, "print the IR after passes that changed it", 1},
    {"--verify-each", OPT_FLAG, set_verify, NULL, "check the IR after every pass", 1},
    {"--time-passes", OPT_FLAG, set_time, NULL, "print the time of every pass", 1},
    {"--report", OPT_FLAG, set_report, NULL, "print what each kernel costs (=json; =html: a page)", 0},
    {"--report", OPT_JOINED, set_report, "FORMAT", NULL, 1},
    {"--report-file", OPT_JOINED, set_report_file, "FILE", "write the report to FILE", 1},
    {"--time-report", OPT_FLAG, set_time_report, NULL, "print the times of the stages and the peak memory", 1},
    {"--swsb-serial", OPT_FLAG, set_serial, NULL, "slow and safe: wait before every instruction", 1},
    {"--spill-all", OPT_FLAG, set_spill_all, NULL, "slow and safe: variables live in scratch memory", 1},
    {"--no-compact", OPT_FLAG, set_no_compact, NULL, "no 8-byte instructions", 1},
    {"--no-pch", OPT_FLAG, set_no_pch, NULL, "parse cm/cm.h each time; slower, the same result", 1},
    {"--targets", OPT_FLAG, set_targets, NULL, "list the targets", 1},
    {"--completion", OPT_JOINED, set_completion, "SHELL", "print the script that completes options: bash or zsh", 1},
    {"--version", OPT_FLAG, set_version, NULL, "print the version", 1},
    {"--help", OPT_FLAG, set_help, NULL, "print this", 1},
    {"--help-all", OPT_FLAG, set_help_all, NULL, "list everything; '@FILE' reads options from FILE", 0},
    {"-h", OPT_FLAG, set_help, NULL, NULL, 0},
};

enum { N_ROWS = sizeof rows / sizeof rows[0] };

static bool takes_equals(const opt_row *r) {
    return r->kind == OPT_JOINED || r->kind == OPT_EITHER || r->kind == OPT_PASS;
}

// A row as in --help; rows without help are listed too, for the completion.
static void append_row(cmc_str *out, const opt_row *r, const char *form) {
    cmc_str left = CMC_STR_INIT;
    const char *sep = takes_equals(r) ? "=" : strcmp(r->name, "-W") != 0 ? " " : "";
    cmc_str_printf(&left, "%s%s%s", r->name, r->value_name ? sep : "", r->value_name ? r->value_name : "");
    cmc_str_printf(out, form, cmc_str_text(&left), r->help ? r->help : "");
    cmc_str_free(&left);
}

cmc_status tool_completion(cmc_str *out, const char *shell, cmc_diag *d) {
    static const cmc_completion_value values[] = {{"TARGET", CMC_COMPLETION_TARGETS " " CMC_HOST_TARGET},
                                                  {"LANG", "cm ir mir none"},
                                                  {"FORMAT", "json html"},
                                                  {"SHELL", "bash zsh"},
                                                  {0}};
    cmc_str rows_text = CMC_STR_INIT;
    for (unsigned i = 0; i < N_ROWS; i++) {
        opt_row r = rows[i];
        if (strcmp(r.name, "-W") == 0) // the groups are options of their own
            r.value_name = NULL;
        append_row(&rows_text, &r, "  %s  %s\n");
    }
    drv_warning_help(&rows_text);
    cmc_status s = cmc_completion(out, shell, "cmc", cmc_str_text(&rows_text), values, d);
    cmc_str_free(&rows_text);
    return s;
}

void tool_help(cmc_str *out, bool all) {
    cmc_str_append(out, "usage: cmc [options] kernel.cm -o kernel.bin\n"
                        "Compiles C-for-Metal kernels (.cm), LLVM IR with llvm.genx.* (.ll, .bc) or\n"
                        "machine IR (.mir) for Intel GPUs. Default target: " DRV_DEFAULT_TARGET ".\n\n");
    for (unsigned i = 0; i < N_ROWS; i++) {
        const opt_row *r = &rows[i];
        if (r->help && (!r->rare || all))
            append_row(out, r, "  %-18s %s\n");
    }
    if (!all)
        return;
    cmc_str_append(out, "\nWarnings of cmc, in addition to Clang's:\n");
    drv_warning_help(out);
}

static const opt_row *find_row(const char *arg, const char **value) {
    for (unsigned i = 0; i < N_ROWS; i++) {
        const opt_row *r = &rows[i];
        size_t n = strlen(r->name);
        bool starts = strncmp(arg, r->name, n) == 0;
        *value = NULL;
        if (strcmp(arg, r->name) == 0) {
            *value = r->kind == OPT_GLUED ? "" : NULL;
            return r;
        }
        if ((r->kind == OPT_PREFIX || r->kind == OPT_GLUED) && starts) {
            *value = arg + n;
            return r;
        }
        if (takes_equals(r) && starts && arg[n] == '=') {
            *value = arg + n + 1;
            return r;
        }
    }
    for (unsigned i = 0; i < N_ROWS; i++) // last, because any longer name takes precedence
        if (rows[i].kind == OPT_SEPARATE && strncmp(arg, rows[i].name, strlen(rows[i].name)) == 0) {
            *value = arg + strlen(rows[i].name);
            return &rows[i];
        }
    return NULL;
}

static cmc_status usage_error(cmc_diag *d, const char *what, const char *arg) {
    cmc_diag_error(d, "CM0003", "%s '%s'; 'cmc --help' lists the options", what, arg);
    return CMC_ERR_USER;
}

static cmc_status unknown_option(cmc_diag *d, const char *arg) {
    tool_nearest best = {.arg = arg};
    for (unsigned i = 0; i < N_ROWS; i++)
        tool_nearest_try(&best, rows[i].name);
    tool_nearest_accepted(&best);
    if (!best.name)
        return usage_error(d, "unknown option", arg);
    if (strcmp(best.name, arg) == 0)
        cmc_diag_error(d, "CM0003", "option '%s' needs a value after '=', as in '%s=...'", arg, arg);
    else
        cmc_diag_error(d, "CM0003", "unknown option '%s'; did you mean '%s'?", arg, best.name);
    return CMC_ERR_USER;
}

static cmc_status to_front_end(tool_opts *o, const char *arg) {
    return arg && cmc_vec_push(o->arena, &o->fe_args, arg) ? CMC_OK : CMC_ERR_OOM;
}

// The driver handles cmc's own warnings, the front end those of the headers, Clang its own.
static cmc_status take_warning(tool_opts *o, const char *arg, cmc_diag *d) {
    bool ours;
    CMC_TRY(drv_warning_option(arg, &ours, d));
    if (!cmc_vec_push(o->arena, &o->warnings, arg))
        return CMC_ERR_OOM;
    return to_front_end(o, arg);
}

static cmc_status take_row(tool_opts *o, const opt_row *r, const char *arg, const char *value, const tool_words *words,
                           uint32_t *i, cmc_diag *d) {
    bool warning = strcmp(r->name, "-W") == 0 || strcmp(r->name, "-w") == 0;
    bool next = !value && !warning &&
                (r->kind == OPT_SEPARATE || r->kind == OPT_PREFIX || r->kind == OPT_EITHER || r->kind == OPT_VALUE);
    if (next && ++*i >= words->len)
        return usage_error(d, "missing value after", arg);
    if (next)
        value = words->data[*i];
    if (r->kind == OPT_JOINED && !value)
        return usage_error(d, "missing '=' and value after", arg);
    if (warning)
        return take_warning(o, arg, d);
    if (r->kind == OPT_VALUE)
        return to_front_end(o, value);
    if (r->kind == OPT_PREFIX || (r->kind == OPT_PASS && !r->apply)) {
        CMC_TRY(to_front_end(o, arg));
        return next ? to_front_end(o, value) : CMC_OK; // "-D NAME" is two words for Clang's parser as well
    }
    if (r->apply)
        r->apply(o, value);
    if (o->out_of_memory)
        return CMC_ERR_OOM;
    if (o->bad_value) {
        cmc_diag_error(d, "CM0003", "'%s%s%s': %s", r->name, takes_equals(r) ? "=" : " ", o->bad_value, o->expected);
        return CMC_ERR_USER;
    }
    return CMC_OK;
}

static cmc_status take(tool_opts *o, const tool_words *words, uint32_t *i, cmc_diag *d) {
    const char *arg = words->data[*i], *value = NULL, *replacement = NULL;
    if (strcmp(arg, "/mdump_asm") == 0)
        arg = "-mdump_asm";
    const opt_row *r = arg[0] == '-' ? find_row(arg, &value) : NULL;
    if (!r && strncmp(arg, "--", 2) == 0 && (r = find_row(arg + 1, &value)))
        arg++; // "--std=c++17"
    // "-menableiga" must not be parsed as an "-m" option of cmc, so the exact names of the other table come first.
    switch (tool_accepted(words, i, o->arena, &replacement, d)) {
    case TOOL_DROPPED:
        return CMC_OK;
    case TOOL_REFUSED:
        return CMC_ERR_USER;
    case TOOL_REPLACED:
        arg = replacement;
        r = arg ? find_row(arg, &value) : NULL;
        break;
    case TOOL_UNKNOWN:
        break;
    }
    return r ? take_row(o, r, arg, value, words, i, d) : unknown_option(d, arg);
}

const char *tool_sibling(const tool_opts *o, const char *of, const char *suffix) {
    const char *slash = strrchr(of, '/'), *base = slash ? slash + 1 : of, *dot = strrchr(base, '.');
    size_t n = dot && dot != base ? (size_t)(dot - of) : strlen(of);
    return cmc_arena_printf(o->arena, "%.*s%s", (int)n, of, suffix);
}

const char *tool_output_path(const tool_opts *o) {
    static const char *const suffix[] = {
        [DRV_OUT_ZEBIN] = ".bin", [DRV_OUT_ASM] = ".s",  [DRV_OUT_LLVM_IR] = ".ll", [DRV_OUT_LLVM_BC] = ".bc",
        [DRV_OUT_MIR] = ".mir",   [DRV_OUT_SOURCE] = "", [DRV_OUT_CHECK_ONLY] = "", [DRV_OUT_SYNTAX] = "",
    };
    if (o->output)
        return o->output;
    bool text = o->drv.output != DRV_OUT_ZEBIN && o->drv.output != DRV_OUT_LLVM_BC;
    if (o->drv.passes || o->drv.stop_after || o->drv.output == DRV_OUT_SOURCE)
        return "-";
    if (strcmp(o->drv.file, "-") == 0)
        return text ? "-" : "a.bin";
    const char *slash = strrchr(o->drv.file, '/');
    return tool_sibling(o, slash ? slash + 1 : o->drv.file, suffix[o->drv.output]);
}

// The file that -M writes a rule for: -o gives the rule's place, not its target.
static const char *compiled_path(const tool_opts *o) {
    tool_opts plain = *o;
    if (o->deps_only) {
        plain.output = NULL;
        plain.drv.output = DRV_OUT_ZEBIN;
    }
    return tool_output_path(&plain);
}

// cc1's options for -MD: Clang writes the file during compilation.
static cmc_status add_deps(tool_opts *o) {
    const char *result = compiled_path(o), *file = o->deps_file;
    if (!file && o->deps_only)
        file = o->output ? o->output : "-";
    else if (!file && result)
        file = tool_sibling(o, result, ".d");
    if (result && o->deps_targets.len == 0)
        set_deps_quoted(o, result);
    CMC_TRY(to_front_end(o, "-dependency-file"));
    CMC_TRY(to_front_end(o, file));
    for (uint32_t i = 0; i < o->deps_targets.len; i++) {
        CMC_TRY(to_front_end(o, "-MT"));
        CMC_TRY(to_front_end(o, o->deps_targets.data[i]));
    }
    if (!o->deps_user)
        CMC_TRY(to_front_end(o, "-sys-header-deps"));
    return o->deps_phony ? to_front_end(o, "-MP") : CMC_OK;
}

static cmc_status finish(tool_opts *o) {
    if (o->emit_llvm)
        o->drv.output = o->text ? DRV_OUT_LLVM_IR : DRV_OUT_LLVM_BC;
    else if (o->text)
        o->drv.output = DRV_OUT_ASM;
    if (o->deps)
        CMC_TRY(add_deps(o));
    if (o->epoch) // what __DATE__ and __TIME__ say
        forward(o, "-source-date-epoch", o->epoch);
    if (o->out_of_memory)
        return CMC_ERR_OOM;
    o->drv.args = o->fe_args.data;
    o->drv.n_args = o->fe_args.len;
    o->drv.warnings = o->warnings.data;
    o->drv.n_warnings = o->warnings.len;
    o->drv.prefix_maps = o->prefix_maps.data;
    o->drv.n_prefix_maps = o->prefix_maps.len;
    return CMC_OK;
}

static bool is_option(const char *arg) {
    return (arg[0] == '-' && arg[1]) || strncmp(arg, "/Qx", 3) == 0 || strncmp(arg, "/mCM_", 5) == 0 ||
           strcmp(arg, "/mdump_asm") == 0 || strcmp(arg, "/menableiga") == 0 || strncmp(arg, "/mGLOB_", 7) == 0;
}

cmc_status tool_parse(int argc, char **argv, tool_opts *o, cmc_diag *d) {
    tool_words words = {0};
    CMC_TRY(tool_expand(argc, argv, o->arena, &words, d));
    bool files = false; // after "--"
    for (uint32_t i = 0; i < words.len; i++) {
        if (!files && strcmp(words.data[i], "--") == 0)
            files = true;
        else if (!files && is_option(words.data[i]))
            CMC_TRY(take(o, &words, &i, d));
        else if (o->drv.file)
            return usage_error(d, "only one input file is allowed; also found", words.data[i]);
        else
            o->drv.file = words.data[i];
    }
    if (o->verbose && !o->drv.file && o->action == TOOL_COMPILE)
        o->action = TOOL_VERSION; // build systems query the version this way
    if (o->action != TOOL_COMPILE)
        return CMC_OK;
    if (!o->drv.file) {
        cmc_diag_error(d, "CM0004", "no input file; see 'cmc --help'");
        return CMC_ERR_USER;
    }
    return finish(o);
}
