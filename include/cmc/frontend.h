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
    unsigned opt_level;
    bool debug_info;
    const char *const *args; // further -D -I -U -include -W options, passed to Clang
    size_t n_args;
    const void *pch; // from fe_make_pch for the same target, 16-byte aligned, or NULL. Used only where it changes
    size_t pch_len;  // nothing but time: cm/cm.h precedes the file, and no option affects the headers
} fe_opts;
#define FE_OPTS_INIT                                                                                                   \
    { .size = sizeof(fe_opts), .opt_level = 2 }

// Compiles one source file. *out is owned (LLVMDisposeModule) and lives in ctx. Clang's errors and warnings go to d
// with the user's locations. Errors: CMC_ERR_USER for source with errors, CMC_ERR_INTERNAL for a crash inside Clang.
cmc_status fe_compile(LLVMContextRef ctx, const fe_opts *opts, LLVMModuleRef *out, cmc_diag *d);

// Runs the preprocessor alone and appends its text, with line markers, to out. Errors as fe_compile.
cmc_status fe_preprocess(const fe_opts *opts, cmc_str *out, cmc_diag *d);

// Parses cm/cm.h for a target and appends its precompiled form to out. Errors: as fe_compile.
cmc_status fe_make_pch(const char *target, cmc_str *out, cmc_diag *d);
// The result of fe_make_pch from the build of this compiler; false for an unknown target. In the library cmc_pch.
bool fe_builtin_pch(const char *target, const void **pch, size_t *len);

#ifdef __cplusplus
}
#endif
#endif
