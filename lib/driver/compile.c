// SPDX-License-Identifier: MIT
// The driver: runs front end, passes, selection, code generation and packing in order. No other file knows all stages.
//
//   .cm --fe_compile--> IR --gx_run--> genx IR --sel_module--> MIR --cg_run--> MIR --package--> zebin
//   .ll ------------------^            .mir ------------------------^

#include "driver_priv.h"
#include "lines.h"
#include "page.h"
#include "remarks.h"

#include <cmc/file_kind.h>
#include <cmc/frontend.h>
#include <cmc/host.h>
#include <cmc/passes.h>
#include <cmc/select.h>

#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

// A comma-separated list of pass names, split by the IR on which they run.
typedef struct pass_list {
    const char *ir, *mir; // NULL when empty
} pass_list;

typedef struct job {
    const drv_opts *o;
    pass_list skip, dump;
    const isa_model *model;
    drv_input input;
    cmc_arena *arena;
    LLVMContextRef llvm;
    LLVMModuleRef ir;
    mir_module *mir;
    drv_remarks remarks;
    drv_variables variables; // for debug information
    drv_lines lines;         // of IR as text
    drv_source source;       // for a page; empty otherwise
    cmc_str *out;
    cmc_diag *diag;
    cmc_diag *shown; // the caller's; of IR it gets the messages at the end, which then name functions
} job;

static bool is_host(const job *j) {
    return j->model == host_model();
}

static bool ends_with(const char *s, const char *suffix) {
    size_t n = strlen(s), k = strlen(suffix);
    return n >= k && strcmp(s + n - k, suffix) == 0;
}

static drv_input input_kind(const drv_opts *o) {
    if (o->input != DRV_IN_AUTO)
        return o->input;
    if (ends_with(o->file, ".mir"))
        return DRV_IN_MIR;
    if (ends_with(o->file, ".ll") || ends_with(o->file, ".bc"))
        return DRV_IN_LLVM;
    return DRV_IN_CM;
}

static bool is_mir_pass(const char *name, size_t len) {
    for (unsigned i = 0; cg_pass_name(i); i++)
        if (strlen(cg_pass_name(i)) == len && memcmp(cg_pass_name(i), name, len) == 0)
            return true;
    return false;
}

static cmc_status unknown_pass(const char *option, const char *name, size_t len, cmc_diag *d) {
    cmc_str all = CMC_STR_INIT;
    for (unsigned i = 0; cg_pass_name(i); i++)
        cmc_str_printf(&all, "%s%s", i ? ", " : "", cg_pass_name(i));
    cmc_diag_error(d, "CM0005", "%s: '%.*s' is not a pass; machine passes are %s, IR passes those of docs/passes.md",
                   option, (int)len, name, cmc_str_text(&all));
    cmc_str_free(&all);
    return CMC_ERR_USER;
}

static const char *append_name(cmc_arena *a, const char *list, const char *name, size_t len) {
    return list ? cmc_arena_printf(a, "%s,%.*s", list, (int)len, name) : cmc_arena_strndup(a, name, len);
}

static cmc_status check_skipped(const job *j) {
    for (const char *name = j->o->skip; name && *name;) {
        size_t len = strcspn(name, ",");
        if (gx_pass_required(name, len)) {
            cmc_diag_error(j->diag, "CM0005",
                           "--skip: pass '%.*s' must run, since later passes or selection depend on its result; "
                           "docs/passes.md lists the optional passes",
                           (int)len, name);
            return CMC_ERR_USER;
        }
        name += len + (name[len] == ',');
    }
    return CMC_OK;
}

// Splits a list by pass runner: each runner rejects names that it does not know.
static cmc_status split_list(job *j, const char *option, const char *text, pass_list *out) {
    while (text && *text) {
        size_t len = strcspn(text, ",");
        bool all = len == 3 && memcmp(text, "all", 3) == 0;
        bool mir = is_mir_pass(text, len), ir = gx_pass_known(text, len);
        if (!all && !mir && !ir)
            return unknown_pass(option, text, len, j->diag);
        if (all || ir)
            out->ir = append_name(j->arena, out->ir, text, len);
        if (all || mir)
            out->mir = append_name(j->arena, out->mir, text, len);
        text += len + (text[len] == ',');
    }
    return CMC_OK;
}

// The stage at which the pipeline ends, from --stop-after and the requested output.
typedef enum stop { STOP_FRONTEND, STOP_IR, STOP_SELECT, STOP_MIR, STOP_END } stop;

static stop stop_point(const job *j) {
    const char *s = j->o->stop_after;
    if (s && strcmp(s, "frontend") == 0)
        return STOP_FRONTEND;
    if (s && strcmp(s, "select") == 0)
        return STOP_SELECT;
    if (s)
        return is_mir_pass(s, strlen(s)) ? STOP_MIR : STOP_IR;
    if (j->o->passes)
        return j->input == DRV_IN_MIR ? STOP_MIR : STOP_IR;
    switch (j->o->output) {
    case DRV_OUT_LLVM_IR:
    case DRV_OUT_LLVM_BC:
        return STOP_IR;
    case DRV_OUT_MIR:
        return STOP_MIR;
    case DRV_OUT_ZEBIN:
    case DRV_OUT_ASM:
    case DRV_OUT_CHECK_ONLY:
    case DRV_OUT_SOURCE:
        break;
    case DRV_OUT_SYNTAX:
        return STOP_FRONTEND;
    }
    return STOP_END;
}

// Input

static const char *input_name(const job *j) {
    return strcmp(j->o->file, "-") == 0 ? "<stdin>" : j->o->file;
}

// What to do with a file that is not CM source.
static const char *advice_for(const char *kind) {
    static const char *const rows[][2] = {
        {"an ELF file", " such as a compiled kernel; 'xedis' disassembles it"},
        {"an ar archive", " such as compiled kernels for several targets; 'xedis' disassembles them"},
        {CMC_FILE_PATCH_TOKENS, ", the output of a compiler; with '-cl-intel-allow-zebin' it is a zebin"},
        {"SPIR-V", "; convert it to LLVM IR with 'llvm-spirv -r' first"},
        {"LLVM bitcode", "; name it .bc, or write '-x ir'"},
        {"LLVM IR", "; name it .ll, or write '-x ir'"},
        {"UTF-16 text", "; convert it to UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (!strcmp(kind, rows[i][0]))
            return rows[i][1];
    return ", not CM source";
}

// Rejects files that are not CM source, by their first bytes: Clang would read them as text.
static cmc_status refuse_foreign(const job *j, const uint8_t *text, size_t len) {
    const char *kind = cmc_file_kind(text, len);
    if (!kind && len >= 10 && !memcmp(text, "; ModuleID", 10))
        kind = "LLVM IR";
    if (kind) {
        cmc_diag_error(j->diag, "CM0016", "'%s' is %s%s", input_name(j), kind, advice_for(kind));
        return CMC_ERR_USER;
    }
    if (j->o->input != DRV_IN_AUTO || (!ends_with(j->o->file, ".s") && !ends_with(j->o->file, ".asm")))
        return CMC_OK;
    cmc_diag_error(j->diag, "CM0016", "'%s' has the name of an assembly file; 'xeas' assembles it", j->o->file);
    return CMC_ERR_USER;
}

static bool wants_page(const drv_opts *o) {
    return o->report_out && o->report_form == DRV_REPORT_HTML;
}

// Standard input can be read once only, so the page's copy is made here.
static cmc_status keep_source(job *j, const uint8_t *text, size_t len) {
    char *copy = cmc_arena_alloc(j->arena, len + 1);
    if (!copy)
        return CMC_ERR_OOM;
    memcpy(copy, text, len);
    j->source = (drv_source){.name = input_name(j), .text = copy, .len = len};
    return CMC_OK;
}

// The input's text, owned (free).
static cmc_status read_input(job *j, uint8_t **text, size_t *len) {
    if (!j->o->text) {
        CMC_TRY(cmc_file_read(j->o->file, text, len, j->diag));
    } else {
        *text = malloc(j->o->text_len + 1);
        if (!*text)
            return CMC_ERR_OOM;
        memcpy(*text, j->o->text, j->o->text_len);
        (*text)[j->o->text_len] = 0;
        *len = j->o->text_len;
    }
    cmc_status s = wants_page(j->o) ? keep_source(j, *text, *len) : CMC_OK;
    if (s != CMC_OK)
        free(*text);
    return s;
}

// Whether messages can't read the source again from the disk.
static bool in_memory(const job *j) {
    return j->o->text || strcmp(j->o->file, "-") == 0;
}

static cmc_status load_cm(job *j) {
    fe_opts fe = FE_OPTS_INIT;
    fe.file = j->o->file;
    fe.target = isa_model_get(j->model->target)->name; // the CPU has a GPU's language
    fe.product = j->o->target;
    fe.opt_level = j->o->opt_level;
    fe.debug_info = j->o->debug_info;
    fe.traps_numbers = is_host(j) && (j->o->sanitize & DRV_SANITIZE_NUMBERS);
    fe.traps_arrays = is_host(j) && (j->o->sanitize & DRV_SANITIZE_INDICES);
    fe.args = j->o->args;
    fe.n_args = j->o->n_args;
    uint8_t *text = NULL;
    size_t len = 0;
    CMC_TRY(read_input(j, &text, &len));
    cmc_status s = refuse_foreign(j, text, len);
    if (s != CMC_OK) {
        free(text);
        return s;
    }
    fe.text = (const char *)text;
    fe.text_len = len;
    fe.sycl = j->o->sycl || fe_is_sycl(fe.text, len);
    if (!j->o->no_pch) // without it Clang parses the headers
        (void)fe_builtin_pch(fe.sycl ? FE_PCH_SYCL_DEVICE : fe.target, &fe.pch, &fe.pch_len);
    fe.file = input_name(j);
    if (in_memory(j))
        cmc_diag_source(j->diag, fe.file, fe.text, len);
    fe.files = j->o->files;
    fe.files_arena = j->o->files_arena;
    fe.kernels = j->o->kernels;
    fe.kernels_arena = j->o->kernels_arena;
    fe.leave_out = j->o->leave_out;
    s = j->o->output == DRV_OUT_SOURCE ? fe_preprocess(&fe, j->out, j->diag)
                                       : fe_compile(j->llvm, &fe, &j->ir, j->diag);
    free(text);
    return s;
}

// Reports LLVM's message: "x.ll:7:59: error: expected type\n  the line\n  ^" for text; for bitcode without a location.
static void refuse_ir(const job *j, const char *file, const char *message) {
    static const char mark[] = "error: ";
    const char *text = strstr(message, mark), *rest = message + strlen(file);
    cmc_loc loc = {.file = file};
    char *end = NULL;
    if (!strncmp(message, file, strlen(file)) && *rest == ':' && text) {
        loc.line = (uint32_t)strtoul(rest + 1, &end, 10);
        loc.col = *end == ':' ? (uint32_t)strtoul(end + 1, NULL, 10) : 0;
    }
    text = text ? text + sizeof mark - 1 : message;
    if (loc.line)
        cmc_diag_add(j->diag, CMC_ERROR, "CM0010", loc, "%.*s", (int)strcspn(text, "\n"), text);
    else
        cmc_diag_add(j->diag, CMC_ERROR, "CM0010", loc, "damaged or truncated bitcode: %.*s", (int)strcspn(text, "\n"),
                     text);
}

// -ffp-contract= of IR: without it, or with "on", the IR's own marks count.
static void set_contraction(const job *j) {
    static const char option[] = "-ffp-contract=";
    const char *mode = "on";
    for (size_t i = 0; i < j->o->n_args; i++)
        if (!strncmp(j->o->args[i], option, sizeof option - 1))
            mode = j->o->args[i] + sizeof option - 1;
    if (strcmp(mode, "on"))
        gx_set_contraction(j->ir, !strcmp(mode, "fast"));
}

static cmc_status load_llvm(job *j) {
    uint8_t *text = NULL;
    size_t len = 0;
    CMC_TRY(read_input(j, &text, &len));
    const char *file = input_name(j);
    if (in_memory(j))
        cmc_diag_source(j->shown, file, (const char *)text, len);
    LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRangeCopy((const char *)text, len, file);
    cmc_status s = drv_find_lines(file, (const char *)text, len, j->arena, &j->lines);
    free(text);
    if (s != CMC_OK) {
        LLVMDisposeMemoryBuffer(buf);
        return s;
    }
    char *message = NULL;
    j->ir = gx_read_ir(j->llvm, buf, &message);
    if (!j->ir) {
        refuse_ir(j, file, message);
        LLVMDisposeMessage(message);
        return CMC_ERR_USER;
    }
    if (stop_point(j) == STOP_IR || stop_point(j) == STOP_END)
        drv_mark_lines(&j->lines, j->ir);
    CMC_TRY(gx_check_input(j->ir, j->o->file, j->diag));
    set_contraction(j);
    return CMC_OK;
}

static cmc_status load_mir(job *j) {
    uint8_t *text = NULL;
    size_t len = 0;
    CMC_TRY(read_input(j, &text, &len));
    if (in_memory(j))
        cmc_diag_source(j->diag, j->o->file, (const char *)text, len);
    // The parser copies the text to the arena; locations keep the file name.
    cmc_status s = mir_parse(j->arena, j->o->file, (const char *)text, len, &j->mir, j->diag);
    free(text);
    if (s == CMC_OK)
        j->model = j->mir->model;
    return s;
}

// What stages of a GPU do has no meaning for the CPU.
static cmc_status check_host_options(const job *j) {
    const char *what = NULL, *last = j->o->stop_after;
    if (j->input == DRV_IN_MIR || j->o->output == DRV_OUT_MIR)
        what = "machine IR";
    else if (j->o->report_out)
        what = "--report";
    else if (last && (strcmp(last, "select") == 0 || is_mir_pass(last, strlen(last))))
        what = "a pass of machine IR";
    if (!what)
        return CMC_OK;
    cmc_diag_error(j->diag, "CM0019", "%s belongs to GPUs; the target is '" CMC_HOST_TARGET "'", what);
    return CMC_ERR_USER;
}

static cmc_status check_options(job *j) {
    const char *last = j->o->stop_after;
    if (is_host(j))
        CMC_TRY(check_host_options(j));
    if (last && strcmp(last, "frontend") != 0 && strcmp(last, "select") != 0 && !is_mir_pass(last, strlen(last)) &&
        !gx_pass_known(last, strlen(last)))
        return unknown_pass("--stop-after", last, strlen(last), j->diag);
    if (j->o->output == DRV_OUT_SOURCE && j->input != DRV_IN_CM) {
        cmc_diag_error(j->diag, "CM0008", "-E preprocesses CM source, but '%s' is not CM source", j->o->file);
        return CMC_ERR_USER;
    }
    if (j->o->passes && j->input == DRV_IN_CM) {
        cmc_diag_error(j->diag, "CM0006", "--passes runs passes on a .ll or .mir file, but '%s' is CM source",
                       j->o->file);
        return CMC_ERR_USER;
    }
    CMC_TRY(split_list(j, "--skip", j->o->skip, &j->skip));
    CMC_TRY(check_skipped(j));
    // Other tools cannot read the branches of SIMD control flow in the form that selection needs.
    if ((is_host(j) || stop_point(j) == STOP_IR) && !last && !j->o->passes)
        j->skip.ir = append_name(j->arena, j->skip.ir, "fit_simdcf", strlen("fit_simdcf"));
    return split_list(j, "--dump", j->o->dump, &j->dump);
}

// Stages

static cmc_status run_ir_passes(job *j) {
    gx_opts gx = GX_OPTS_INIT;
    gx.passes = j->input == DRV_IN_LLVM ? j->o->passes : NULL;
    gx.opt_level = j->o->opt_level;
    gx.skip = j->skip.ir;
    gx.stop_after = stop_point(j) == STOP_IR ? j->o->stop_after : NULL;
    gx.dump = j->dump.ir;
    gx.dump_changed = j->o->dump_changed;
    gx.verify_each = j->o->verify_each;
    gx.time_passes = j->o->time_passes;
    gx.dump_out = j->o->dump_out;
    gx.for_host = is_host(j);
    gx.grf_count = j->o->grf_count == DRV_GRF_AUTO ? 0 : j->o->grf_count;
    return gx_run(j->ir, j->model, &gx, j->diag);
}

static cg_opts code_opts(const job *j) {
    cg_opts cg = CG_OPTS_INIT;
    cg.passes = j->input == DRV_IN_MIR ? j->o->passes : NULL;
    cg.skip = j->skip.mir;
    cg.stop_after = stop_point(j) == STOP_MIR ? j->o->stop_after : NULL;
    cg.dump = j->dump.mir;
    cg.dump_changed = j->o->dump_changed;
    cg.verify_each = j->o->verify_each;
    cg.time_passes = j->o->time_passes;
    cg.swsb_serial = j->o->swsb_serial;
    cg.no_compact = j->o->no_compact;
    cg.spill_all = j->o->spill_all;
    cg.dump_out = j->o->dump_out;
    return cg;
}

// A register count in the kernel's source takes precedence over the command line.
static cmc_status choose_grf(job *j) {
    uint32_t count = j->o->grf_count;
    cmc_status s = CMC_OK;
    for (uint32_t i = 0; i < j->mir->fns.len && count != DRV_GRF_DEFAULT; i++) {
        mir_fn *fn = j->mir->fns.data[i];
        if (!fn->grf_chosen && fn->phase < MIR_PHASE_ALLOCATED &&
            mir_fn_set_grf(fn, count == DRV_GRF_AUTO ? MIR_GRF_AUTO : count, (cmc_loc){0}, j->diag) != CMC_OK)
            s = CMC_ERR_USER;
    }
    return s;
}

static cmc_status run_mir_passes(job *j) {
    cg_opts cg = code_opts(j);
    for (uint32_t i = 0; i < j->mir->fns.len; i++)
        CMC_TRY(cg_run(j->mir->fns.data[i], &cg, j->diag));
    return CMC_OK;
}

// Output

static cmc_status write_ir(job *j) {
    if (j->o->output == DRV_OUT_SYNTAX)
        return CMC_OK;
    if (j->lines.marked)
        LLVMStripModuleDebugInfo(j->ir);
    if (j->o->output == DRV_OUT_LLVM_BC) {
        LLVMMemoryBufferRef buf = LLVMWriteBitcodeToMemoryBuffer(j->ir);
        cmc_str_append_n(j->out, LLVMGetBufferStart(buf), LLVMGetBufferSize(buf));
        LLVMDisposeMemoryBuffer(buf);
    } else {
        char *text = LLVMPrintModuleToString(j->ir);
        cmc_str_append(j->out, text);
        LLVMDisposeMessage(text);
    }
    return CMC_OK;
}

// The source location of kernel i, which machine IR does not record.
static cmc_loc kernel_place(const job *j, uint32_t i) {
    cmc_loc loc = {0};
    LLVMValueRef f = j->ir ? LLVMGetNamedFunction(j->ir, j->mir->fns.data[i]->name) : NULL;
    unsigned len = 0, dir_len = 0;
    const char *file = f ? LLVMGetDebugLocFilename(f, &len) : NULL;
    const char *dir = f ? LLVMGetDebugLocDirectory(f, &dir_len) : NULL;
    if (!file || !len)
        return loc;
    // Clang splits absolute names; a name relative to the compiler's directory is unchanged.
    const char *start = j->o->compile_dir ? j->o->compile_dir : "";
    const bool here = !dir_len || !*start || (strlen(start) == dir_len && memcmp(start, dir, dir_len) == 0);
    loc.file = file[0] == '/' || here ? cmc_arena_strndup(j->arena, file, len)
                                      : cmc_arena_printf(j->arena, "%.*s/%.*s", (int)dir_len, dir, (int)len, file);
    loc.line = LLVMGetDebugLocLine(f);
    return loc;
}

// *out is NULL without debug information.
static cmc_status describe_unit(const job *j, const drv_unit **out) {
    *out = NULL;
    if (!j->o->debug_info)
        return CMC_OK;
    drv_unit *u = CMC_NEW(j->arena, drv_unit);
    cmc_loc *places = CMC_NEW_N(j->arena, cmc_loc, j->mir->fns.len + 1);
    if (!u || !places)
        return CMC_ERR_OOM;
    for (uint32_t i = 0; i < j->mir->fns.len; i++)
        places[i] = kernel_place(j, i);
    u->file = strcmp(j->o->file, "-") == 0 ? "<stdin>" : j->o->file;
    u->dir = j->o->compile_dir ? j->o->compile_dir : "";
    u->kernels = places;
    u->mod = j->mir;
    u->variables = &j->variables;
    u->prefix_maps = j->o->prefix_maps;
    u->n_prefix_maps = j->o->n_prefix_maps;
    *out = u;
    return CMC_OK;
}

static cmc_status write_code(job *j) {
    cg_opts cg = code_opts(j);
    const drv_unit *debug;
    CMC_TRY(describe_unit(j, &debug));
    switch (j->o->output) {
    case DRV_OUT_ASM:
        return drv_print_asm(j->mir, &cg, j->out, j->diag);
    case DRV_OUT_CHECK_ONLY: {
        cmc_str ignored = CMC_STR_INIT;
        cmc_status s = drv_package(j->mir, &cg, debug, &ignored, j->diag);
        cmc_str_free(&ignored);
        return s;
    }
    case DRV_OUT_ZEBIN:
    case DRV_OUT_LLVM_IR:
    case DRV_OUT_LLVM_BC:
    case DRV_OUT_MIR:
    case DRV_OUT_SOURCE:
    case DRV_OUT_SYNTAX:
        break;
    }
    return drv_package(j->mir, &cg, debug, j->out, j->diag);
}

typedef cmc_status (*stage_fn)(job *j);

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static cmc_status timed(job *j, const char *name, stage_fn run) {
    double start = now_ms();
    cmc_status s = run(j);
    if (j->o->time_report && j->o->dump_out)
        cmc_str_printf(j->o->dump_out, "%-24s %9.2f ms\n", name, now_ms() - start);
    return s;
}

static cmc_status write_host(job *j) {
    cmc_str ignored = CMC_STR_INIT;
    cmc_status s = drv_package_host(j->ir, j->o, j->o->output == DRV_OUT_CHECK_ONLY ? &ignored : j->out, j->diag);
    cmc_str_free(&ignored);
    return s;
}

// A source file without a kernel gives an object without a kernel; the front end has warned.
static cmc_status select_kernels(job *j) {
    if (j->input == DRV_IN_CM && LLVMGetNamedMetadataNumOperands(j->ir, "genx.kernels") == 0) {
        j->mir = mir_module_create(j->arena, j->model);
        return j->mir ? CMC_OK : CMC_ERR_OOM;
    }
    return sel_module(j->ir, j->model, j->arena, &j->mir, j->diag);
}

static bool wants_remarks(const drv_opts *o) {
    return o->rpass || o->rpass_missed || o->rpass_analysis || o->record_out;
}

static cmc_status remark_kernels(job *j) {
    for (uint32_t i = 0; i < j->mir->fns.len; i++)
        CMC_TRY(drv_remark_code(&j->remarks, j->mir->fns.data[i], kernel_place(j, i)));
    return CMC_OK;
}

static cmc_status report(job *j) {
    cg_opts cg = code_opts(j);
    if (wants_page(j->o))
        return drv_page(j->mir, &cg, &j->source, j->o->report_out, j->diag);
    return drv_report(j->mir, j->o->report_form == DRV_REPORT_JSON, j->o->report_out);
}

static cmc_status compile(job *j) {
    stop end = stop_point(j);
    if (j->input == DRV_IN_MIR) {
        CMC_TRY(timed(j, "read machine IR", load_mir));
    } else {
        bool cm = j->input == DRV_IN_CM;
        CMC_TRY(timed(j, cm ? "front end" : "read IR", cm ? load_cm : load_llvm));
        if (j->o->output == DRV_OUT_SOURCE)
            return CMC_OK;
        if (wants_remarks(j->o))
            drv_remark_simt(&j->remarks, j->ir);
        if (is_host(j) && (j->o->sanitize & DRV_SANITIZE_INDICES))
            (void)LLVMGetOrInsertNamedMetadata(j->ir, GX_SANITIZE, strlen(GX_SANITIZE));
        if (end == STOP_FRONTEND)
            return write_ir(j);
        if (j->o->debug_info)
            CMC_TRY(drv_collect_variables(j->ir, j->arena, &j->variables));
        CMC_TRY(timed(j, "IR passes", run_ir_passes));
        if (end == STOP_IR)
            return write_ir(j);
        if (is_host(j))
            return timed(j, "code for the CPU", write_host);
        CMC_TRY(timed(j, "instruction selection", select_kernels));
    }
    CMC_TRY(choose_grf(j));
    if (end != STOP_SELECT)
        CMC_TRY(timed(j, "machine passes", run_mir_passes));
    if (end == STOP_SELECT || end == STOP_MIR) {
        mir_module_print(j->mir, j->out);
        return CMC_OK;
    }
    if (wants_remarks(j->o))
        CMC_TRY(remark_kernels(j));
    if (j->o->report_out)
        CMC_TRY(report(j));
    return timed(j, "emission and packing", write_code);
}

static cmc_status compile_all(job *j) {
    cmc_status s = timed(j, "total", compile);
    struct rusage usage;
    if (j->o->time_report && j->o->dump_out && getrusage(RUSAGE_SELF, &usage) == 0)
        cmc_str_printf(j->o->dump_out, "%-24s %9.2f MB\n", "peak memory", (double)usage.ru_maxrss / 1024.0);
    return s;
}

static cmc_status with_context(job *j) {
    j->arena = cmc_arena_create();
    if (!j->arena)
        return CMC_ERR_OOM;
    j->llvm = LLVMContextCreate();
    cmc_status s = check_options(j);
    if (s == CMC_OK)
        s = drv_remark_options(j->o, j->diag);
    j->remarks.arena = j->arena;
    if (wants_remarks(j->o))
        gx_listen(j->llvm, drv_remark_add, &j->remarks);
    if (s == CMC_OK)
        s = compile_all(j);
    drv_remark_show(&j->remarks, j->o, j->diag);
    if (j->diag != j->shown)
        drv_pass_on(&j->lines, j->diag, j->shown);
    if (j->ir)
        LLVMDisposeModule(j->ir);
    LLVMContextDispose(j->llvm);
    cmc_arena_destroy(j->arena);
    return s;
}

bool drv_sanitizers(const char *list, unsigned *bits) {
    static const struct {
        const char *name;
        unsigned bits;
    } groups[] = {{"address", DRV_SANITIZE_ADDRESS | DRV_SANITIZE_INDICES},
                  {"undefined", DRV_SANITIZE_NUMBERS | DRV_SANITIZE_INDICES},
                  {"bounds", DRV_SANITIZE_INDICES}};
    const size_t n = sizeof groups / sizeof groups[0];
    size_t len = 0, i = n;
    for (*bits = 0; *list; list += len + (list[len] == ',')) {
        len = strcspn(list, ",");
        for (i = 0; i < n && (strlen(groups[i].name) != len || memcmp(groups[i].name, list, len) != 0); i++)
            ;
        if (i == n)
            return false;
        *bits |= groups[i].bits;
    }
    return *bits != 0;
}

cmc_status drv_compile(const drv_opts *opts, cmc_str *out, cmc_diag *d) {
    assert(opts && out);
    const char *target = opts->target ? opts->target : DRV_DEFAULT_TARGET;
    const bool for_host = strcmp(target, CMC_HOST_TARGET) == 0;
    if (strchr(target, ',') || strcmp(target, DRV_ALL_TARGETS) == 0)
        return drv_compile_fat(opts, out, d);
    if (opts->sanitize && !for_host && !opts->in_list) {
        cmc_diag_error(d, "CM0027", "-fsanitize checks kernels for the CPU; add -march=" CMC_HOST_TARGET);
        return CMC_ERR_USER;
    }
    if (opts->host_cpu && !for_host && !opts->in_list)
        target = opts->host_cpu; // -mcpu of no processor and no target
    cmc_str result = CMC_STR_INIT;
    job j = {.o = opts, .input = input_kind(opts), .out = &result, .diag = d};
    j.model = for_host ? host_model() : isa_model_find(target);
    if (!j.model) {
        const char *why = isa_model_why_none(target);
        cmc_diag_error(d, "CM0002", "unknown target '%s'%s%s; valid targets are %s, " CMC_HOST_TARGET, target,
                       why ? ", which is " : "", why ? why : "", isa_model_names());
        return CMC_ERR_USER;
    }
    cmc_diag *own = j.input == DRV_IN_LLVM ? cmc_diag_create() : NULL;
    j.shown = d;
    j.diag = own ? own : d;
    cmc_status s = with_context(&j);
    cmc_diag_destroy(own);
    drv_apply_warnings(opts, d);
    if (s == CMC_OK && cmc_diag_error_count(d))
        s = CMC_ERR_USER;
    if (s == CMC_OK && result.oom)
        s = CMC_ERR_OOM;
    if (s == CMC_OK)
        cmc_str_append_n(out, cmc_str_text(&result), result.len);
    cmc_str_free(&result);
    return s;
}
