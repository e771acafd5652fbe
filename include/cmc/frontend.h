// SPDX-License-Identifier: MIT
// The front end: CM source to LLVM IR with __cm_* calls, through Clang's libraries in process.

#ifndef CMC_FRONTEND_H
#define CMC_FRONTEND_H

#include <cmc/base.h>
#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct fe_opts {
    size_t size;      // sizeof(fe_opts)
    const char *file; // name of the source, for messages
    const char *text; // its contents; NULL = read file from disk
    size_t text_len;
    const char *target;  // "tgl"; selects CM_GENX and CM_HAS_* macros
    const char *product; // the user's name of the target, "kbl"; products may have macros of their own. May be NULL
    bool sycl;           // a file of SYCL with kernels of the ESIMD dialect, instead of one of the CM language
    unsigned opt_level;
    bool debug_info;
    bool traps_numbers;      // llvm.ubsantrap where C++ leaves an operation on numbers undefined
    bool traps_arrays;       // the same where an index leaves its array
    const char *const *args; // further -D -I -U -include -W options, passed to Clang
    size_t n_args;
    const void *pch;  // from fe_make_pch for the same target, or from fe_make_sycl_pch; 16-byte aligned, or NULL. Used
    size_t pch_len;   // only where it changes nothing but time: our header comes first, and no option affects it
    cmc_words *files; // receives the names of the headers that were read from the disk; NULL = off
    cmc_arena *files_arena; // of files
    cmc_words *kernels;     // receives the names of the kernels, also of a source with errors; NULL = off
    cmc_arena *kernels_arena;
    const cmc_words *leave_out; // kernels whose bodies are passed over, as if they were only declared; NULL = none
} fe_opts;
#define FE_OPTS_INIT                                                                                                   \
    { .size = sizeof(fe_opts), .opt_level = 2 }

// Compiles one source file. *out is owned (LLVMDisposeModule) and lives in ctx. Clang's errors and warnings go to d
// with the user's locations. Errors: CMC_ERR_USER for source with errors, CMC_ERR_INTERNAL for a crash inside Clang.
cmc_status fe_compile(LLVMContextRef ctx, const fe_opts *opts, LLVMModuleRef *out, cmc_diag *d);

// Whether a source includes a header of SYCL, sycl/... or CL/sycl.hpp, by its own text.
bool fe_is_sycl(const char *text, size_t len);

// The host side of a SYCL file.
typedef struct fe_host_opts {
    size_t size;             // sizeof(fe_host_opts)
    const char *file;        // on disk
    const char *const *args; // Clang's options
    size_t n_args;
    const void *pch; // from fe_make_sycl_pch, 16-byte aligned, or NULL; as in fe_opts
    size_t pch_len;
} fe_host_opts;
typedef struct fe_host fe_host;
// Parses and optimises the host code. NULL after an error, which is in d.
fe_host *fe_host_compile(const fe_host_opts *opts, cmc_diag *d);
// Appends the object file to out, with the kernels of the file: a zebin for each target. CMC_ERR_USER for inline
// assembly with errors.
typedef struct fe_image {
    const char *target;
    const void *bytes;
    size_t size_b;
} fe_image;
cmc_status fe_host_emit(fe_host *host, const fe_image *images, size_t n_images, cmc_str *out);
void fe_host_destroy(fe_host *host);
// The command that links objects and libraries with the host's tools: a program's path and its arguments.
cmc_status fe_host_link_line(const char *const *args, size_t n_args, cmc_arena *a, cmc_words *out, cmc_diag *d);

// Runs the preprocessor alone and appends its text, with line markers, to out. Errors as fe_compile.
cmc_status fe_preprocess(const fe_opts *opts, cmc_str *out, cmc_diag *d);

// Parses cm/cm.h for a target and appends its precompiled form to out. Errors: as fe_compile.
cmc_status fe_make_pch(const char *target, cmc_str *out, cmc_diag *d);
// The same of sycl/sycl.hpp, for the host or for the device side of all targets.
cmc_status fe_make_sycl_pch(bool host, cmc_str *out, cmc_diag *d);
#define FE_PCH_SYCL_DEVICE "sycl_device"
#define FE_PCH_SYCL_HOST   "sycl_host"
// The result of these from the build of this compiler, for a target or one of the two names above; false for another
// name. In the library cmc_pch.
bool fe_builtin_pch(const char *name, const void **pch, size_t *len);

#ifdef __cplusplus
}
#endif
#endif
