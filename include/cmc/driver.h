// SPDX-License-Identifier: MIT
// The compiler as one function: source, LLVM IR or machine IR in; zebin, assembly or any IR out.

#ifndef CMC_DRIVER_H
#define CMC_DRIVER_H

#include <cmc/base.h>

#ifdef __cplusplus
extern "C" {
#endif

#define DRV_DEFAULT_TARGET "tgl"
#define DRV_ALL_TARGETS    "all" // all GPUs from tgl on; a kernel that one of them cannot have is left out there

typedef enum drv_output {
    DRV_OUT_ZEBIN = 0,  // ELF image for the Level Zero driver
    DRV_OUT_ASM,        // assembly text in iga64's syntax, kernels separated by comments
    DRV_OUT_LLVM_IR,    // text of the IR after the IR passes
    DRV_OUT_LLVM_BC,    // bitcode of the same
    DRV_OUT_MIR,        // machine IR after the last executed pass
    DRV_OUT_CHECK_ONLY, // run everything, produce nothing
    DRV_OUT_SOURCE,     // the source after the preprocessor
    DRV_OUT_SYNTAX      // the front end alone, produce nothing
} drv_output;

typedef enum drv_input {
    DRV_IN_AUTO = 0, // by suffix: .ll .bc .mir; anything else is CM source
    DRV_IN_CM,
    DRV_IN_LLVM,
    DRV_IN_MIR
} drv_input;

typedef enum drv_report_form { DRV_REPORT_TEXT = 0, DRV_REPORT_JSON, DRV_REPORT_HTML } drv_report_form;

// What kernels for the CPU check as they run: flat addresses; indices, and what C++ leaves undefined of numbers. A
// finding ends the launch with the line of the source.
typedef enum drv_sanitizer {
    DRV_SANITIZE_ADDRESS = 1,
    DRV_SANITIZE_NUMBERS = 2,
    DRV_SANITIZE_INDICES = 4
} drv_sanitizer;
// The bits of a list such as "address,undefined"; "bounds" is in both. False for an unknown name.
bool drv_sanitizers(const char *list, unsigned *bits);
#define DRV_SANITIZERS "expected address, undefined or bounds, or several with commas"

enum { DRV_GRF_DEFAULT = 0, DRV_GRF_AUTO = UINT16_MAX };

typedef struct drv_opts {
    size_t size;      // sizeof(drv_opts)
    const char *file; // "-" = standard input
    const char *text; // the contents of the file, which is then a name alone; NULL = read it
    size_t text_len;
    drv_input input;
    drv_output output;
    const char *target; // NULL = DRV_DEFAULT_TARGET; "host"; a list ("tgl,host") makes an archive, DRV_ALL_TARGETS too
    const char *host_cpu;    // processor for the target "host" (x86-64-v3); NULL = this machine's
    unsigned sanitize;       // drv_sanitizer bits: checks in code for the target "host"
    unsigned opt_level;      // 0, 1, 2
    bool sycl;               // the source is a file of SYCL with ESIMD kernels
    bool debug_info;         // sections .debug_*: the code stays the same
    const char *const *args; // options for the front end (-D -I -U -include -W...)
    size_t n_args;
    uint32_t grf_count; // registers per thread: DRV_GRF_DEFAULT, DRV_GRF_AUTO or a number of the target; for kernels
                        // without a count of their own
    const char *passes; // NULL = default pipelines; for .ll an LLVM pipeline text, for .mir a comma list
    const char *skip;   // comma list of passes of either kind
    const char *stop_after; // a pass of either kind, or "frontend" or "select"; output becomes the IR there
    const char *dump;       // comma list of passes, or "all"
    bool dump_changed, verify_each, time_passes, swsb_serial, no_compact, spill_all;
    cmc_str *dump_out;           // dumps and times; may be NULL
    drv_report_form report_form; // HTML: a page for one target, with source and assembly side by side
    cmc_str *report_out;         // each kernel's costs; NULL = off
    bool time_report;            // times of the stages and the process's peak memory, to dump_out
    const char *const *warnings; // -W options about cmc's own or all warnings: -Wcm-spill -Wno-cm-width -Werror -w
    size_t n_warnings;
    const char *rpass, *rpass_missed, *rpass_analysis; // regular expressions: remarks of these passes become messages
    const char *record_passes;                         // passes of the record; NULL = all
    cmc_str *record_out;                               // all remarks, in LLVM's YAML; NULL = off
    bool no_pch;                                       // parse the headers without their precompiled form
    bool in_list;                                      // drv_compile itself sets it: one of several targets
    cmc_words *kernels;             // receives the names of a source's kernels, also when it has errors; NULL = off
    cmc_arena *kernels_arena;       // of kernels
    const cmc_words *leave_out;     // kernels of a source that are not compiled; NULL = none
    const char *compile_dir;        // for debug information: base of relative file names; may be NULL
    cmc_arena *files_arena;         // of files
    cmc_words *files;               // receives the names of the headers that were read from the disk; NULL = off
    const char *const *prefix_maps; // OLD=NEW: paths in debug information that begin with OLD begin with NEW
    size_t n_prefix_maps;
} drv_opts;
#define DRV_OPTS_INIT                                                                                                  \
    { .size = sizeof(drv_opts), .opt_level = 2 }

// Compiles opts->file and appends the result to out. Errors and warnings are in d; on an error out is unchanged.
// Thread-safe: two compilations may run at once.
cmc_status drv_compile(const drv_opts *opts, cmc_str *out, cmc_diag *d);

// A program with host code and kernels in one file.
typedef struct drv_sycl_opts {
    size_t size;                  // sizeof(drv_sycl_opts)
    drv_opts device;              // for the kernels; its file is the source, on disk
    const char *targets;          // a comma list
    const char *const *host_args; // Clang's options for the host code
    size_t n_host_args;
    bool cpu_if_possible;     // kernels for "host" too; where they have no form there, a note instead
    const char *resource_dir; // of Clang's own headers; NULL = where they were when this library was built
} drv_sycl_opts;
// Compiles both parts at the same time and appends the host's object file, which holds the kernels, to out.
cmc_status drv_sycl_compile(const drv_sycl_opts *opts, cmc_str *out, cmc_diag *d);
// The command that links objects and libraries with the host's tools: a program's path and its arguments.
cmc_status drv_link_line(const char *const *args, size_t n_args, cmc_arena *a, cmc_words *out, cmc_diag *d);

// Whether a -W option belongs in drv_opts.warnings. CMC_ERR_USER with the list of groups when it names an unknown
// group of cmc. *ours: the option is for a group of cmc, so the front end must not see it.
cmc_status drv_warning_option(const char *option, bool *ours, cmc_diag *d);
// Appends the groups of cmc's own warnings with a line each, as help text.
void drv_warning_help(cmc_str *out);

#ifdef __cplusplus
}
#endif
#endif
