// SPDX-License-Identifier: MIT
// cmc: the compiler driver. Parses options, calls drv_compile, writes the result.

#include "sycl.h"

#include <cmc/host_abi.h>
#include <cmc/isa.h>
#include <cmc/options.h>

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_diag(const cmc_diag *d) {
    cmc_str text = CMC_STR_INIT;
    cmc_diag_show(d, &text);
    fputs(cmc_str_text(&text), stderr);
    cmc_str_free(&text);
}

static cmc_status write_result(tool_opts *o, const char *path, cmc_diag *d) {
    cmc_str out = CMC_STR_INIT;
    cmc_status s = drv_compile(&o->drv, &out, d);
    bool nothing = o->drv.output == DRV_OUT_CHECK_ONLY || o->drv.output == DRV_OUT_SYNTAX || o->deps_only;
    if (s == CMC_OK && !nothing)
        s = path ? cmc_file_write(path, cmc_str_text(&out), out.len, d) : CMC_ERR_OOM;
    cmc_str_free(&out);
    return s;
}

// Writes another output of the same input beside the result. The compilation itself has already reported its messages.
static cmc_status write_beside(const tool_opts *o, drv_output what, const char *suffix, cmc_diag *d) {
    tool_opts other = *o;
    other.drv.output = what;
    other.drv.dump_out = NULL;
    const char *path = tool_output_path(o);
    if (!path || strcmp(path, "-") == 0)
        path = tool_sibling(o, strcmp(o->drv.file, "-") == 0 ? "stdin" : o->drv.file, suffix);
    else
        path = tool_sibling(o, path, suffix);
    cmc_diag *quiet = cmc_diag_create();
    cmc_status s = quiet ? write_result(&other, path, quiet) : CMC_ERR_OOM;
    for (size_t i = 0; i < cmc_diag_count(quiet); i++) {
        const cmc_message *m = cmc_diag_get(quiet, i);
        if (m->severity == CMC_ERROR)
            cmc_diag_add(d, CMC_ERROR, m->code, m->loc, "%s", m->text);
    }
    cmc_diag_destroy(quiet);
    return s;
}

static cmc_status save_temps(const tool_opts *o, cmc_diag *d) {
    static const struct {
        drv_output what;
        const char *suffix;
    } steps[] = {{DRV_OUT_SOURCE, ".ii"}, {DRV_OUT_LLVM_IR, ".ll"}, {DRV_OUT_MIR, ".mir"}, {DRV_OUT_ASM, ".s"}};
    const char *dot = strrchr(o->drv.file, '.');
    bool ir = dot && (strcmp(dot, ".ll") == 0 || strcmp(dot, ".bc") == 0 || strcmp(dot, ".mir") == 0);
    for (size_t i = ir ? 3 : 0; i < sizeof steps / sizeof steps[0]; i++)
        CMC_TRY(write_beside(o, steps[i].what, steps[i].suffix, d));
    return CMC_OK;
}

// All steps run in this process, so only their inputs can be printed.
static void print_steps(const tool_opts *o) {
    const char *path = tool_output_path(o);
    const char *target = o->drv.target ? o->drv.target : DRV_DEFAULT_TARGET;
    const isa_model *m = isa_model_find(target); // an alias such as a product name is resolved
    fprintf(stderr, "cmc %s, target %s\n", CMC_VERSION, m ? m->name : target);
    fprintf(stderr, " \"%s\" -> \"%s\"\n front end:", o->drv.file, path ? path : "");
    for (uint32_t i = 0; i < o->fe_args.len; i++)
        fprintf(stderr, " \"%s\"", o->fe_args.data[i]);
    fputs("\n", stderr);
}

// The path of another file about the result: beside it, or named after the source.
static const char *beside(const tool_opts *o, const char *result, const char *suffix) {
    if (!result || strcmp(result, "-") == 0)
        result = strcmp(o->drv.file, "-") == 0 ? "stdin" : o->drv.file;
    return tool_sibling(o, result, suffix);
}

static cmc_status write_record(const tool_opts *o, const char *result, const cmc_str *text, cmc_diag *d) {
    const char *path = o->record_file ? o->record_file : beside(o, result, ".opt.yaml");
    return path ? cmc_file_write(path, cmc_str_text(text), text->len, d) : CMC_ERR_OOM;
}

static cmc_status write_report(const tool_opts *o, const char *result, const cmc_str *text, cmc_diag *d) {
    const char *path = o->report_file;
    if (!path && o->drv.report_form == DRV_REPORT_HTML && !(path = beside(o, result, ".html")))
        return CMC_ERR_OOM;
    if (path)
        return cmc_file_write(path, cmc_str_text(text), text->len, d);
    fputs(cmc_str_text(text), result && strcmp(result, "-") == 0 ? stderr : stdout);
    return CMC_OK;
}

static cmc_status compile(tool_opts *o, cmc_diag *d) {
    if (o->dry_run || o->verbose)
        print_steps(o);
    if (o->dry_run)
        return CMC_OK;
    cmc_str dumps = CMC_STR_INIT;
    cmc_str report = CMC_STR_INIT;
    cmc_str record = CMC_STR_INIT;
    o->drv.dump_out = &dumps;
    o->drv.record_out = o->record ? &record : NULL;
    o->drv.report_out = o->report ? &report : NULL;
    char dir[4096]; // for debug information; a longer path is left out
    if (o->drv.debug_info)
        o->drv.compile_dir = o->compile_dir ? o->compile_dir : getcwd(dir, sizeof dir);
    const char *path = tool_output_path(o);
    cmc_status s = write_result(o, path, d);
    fputs(cmc_str_text(&dumps), stderr);
    if (s == CMC_OK && o->report)
        s = write_report(o, path, &report, d);
    cmc_str_free(&dumps);
    cmc_str_free(&report);
    o->drv.report_out = NULL;
    if (s == CMC_OK && o->record)
        s = write_record(o, path, &record, d);
    cmc_str_free(&record);
    o->drv.record_out = NULL;
    o->drv.compile_dir = NULL;
    if (s == CMC_OK && o->save_temps)
        s = save_temps(o, d);
    if (s == CMC_OK && o->dump_asm)
        s = write_beside(o, DRV_OUT_ASM, ".asm", d);
    return s;
}

static cmc_status tool(int argc, char **argv, tool_opts *o, cmc_diag *d) {
    if (tool_is_sycl(argc, argv))
        return tool_sycl(argc, argv, o->arena, d);
    CMC_TRY(tool_parse(argc, argv, o, d));
    cmc_str text = CMC_STR_INIT;
    cmc_status s = CMC_OK;
    switch (o->action) {
    case TOOL_COMPILE:
        return compile(o, d);
    case TOOL_HELP:
    case TOOL_HELP_ALL:
        tool_help(&text, o->action == TOOL_HELP_ALL);
        break;
    case TOOL_VERSION:
        cmc_str_append(&text, "cmc " CMC_VERSION "\n");
        break;
    case TOOL_TARGETS:
        cmc_str_printf(&text, "%s, " CMC_HOST_TARGET "\n", isa_model_names());
        break;
    case TOOL_COMPLETION:
        s = tool_completion(&text, o->shell, d);
        break;
    }
    if (s == CMC_OK)
        s = cmc_file_write("-", cmc_str_text(&text), text.len, d);
    cmc_str_free(&text);
    return s;
}

// The compiler ends soon: memory that one pass returns to the system is zeroed and mapped again for the next.
static void keep_memory(void) {
#ifdef __GLIBC__
    enum { KEPT_B = 1 << 30, LARGE_B = 1 << 25, STEP_B = 1 << 20 }; // LARGE_B: the largest that glibc accepts
    mallopt(M_TRIM_THRESHOLD, KEPT_B);
    mallopt(M_MMAP_THRESHOLD, LARGE_B);
    mallopt(M_TOP_PAD, STEP_B);
#endif
}

int main(int argc, char **argv) {
    keep_memory();
    signal(SIGPIPE, SIG_DFL); // a reader that has seen enough is no error, even if the caller ignores the signal
    cmc_diag *d = cmc_diag_create();
    tool_opts o = {.drv = DRV_OPTS_INIT, .arena = cmc_arena_create(), .epoch = getenv("SOURCE_DATE_EPOCH")};
    if (!d || !o.arena) {
        fputs("cmc: out of memory\n", stderr);
        return 1;
    }
    cmc_status s = tool(argc, argv, &o, d);
    print_diag(d);
    // A failure always prints an error, even when the failed stage added no message.
    if (s != CMC_OK && cmc_diag_error_count(d) == 0)
        fprintf(stderr, "cmc: %s\n", cmc_status_str(s));
    cmc_arena_destroy(o.arena);
    cmc_diag_destroy(d);
    return s == CMC_OK ? 0 : 1;
}
