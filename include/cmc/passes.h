// SPDX-License-Identifier: MIT
// IR passes in C over LLVM-C, and the pipeline that runs them. passes/passes.def lists the passes.

#ifndef CMC_PASSES_H
#define CMC_PASSES_H

#include <cmc/isa.h>
#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

// Named metadata of a module: indices of run time are checked.
#define GX_SANITIZE "cmc.sanitize"

typedef struct gx_ctx {
    cmc_arena *arena; // scratch, reset between passes
    cmc_diag *diag;
    const isa_model *model; // never NULL; the default target if the options name none
    cmc_str *print;         // output of analysis printers; never NULL
    uint32_t grf_count;     // registers for each thread of kernels that do not set it; 0: the target's default
} gx_ctx;

typedef struct gx_opts {
    size_t size;        // sizeof(gx_opts)
    const char *passes; // LLVM pipeline text; NULL: cmc's default pipeline
    unsigned opt_level; // 0, 1, 2
    const char *skip;   // comma-separated pass names
    const char *stop_after;
    const char *dump; // comma-separated pass names, or "all"
    bool dump_changed, verify_each, time_passes;
    cmc_str *dump_out; // receives dumps; may be NULL
    // Called after every pass, ours or LLVM's; changed: the pass reports a change. May be NULL.
    void (*after)(void *user, const char *pass, LLVMModuleRef mod, bool changed);
    void *after_user;
    uint32_t grf_count; // registers for each thread of kernels that do not set it; 0: the target's default
    bool for_host;      // the default pipeline without its shapes of hardware
} gx_opts;
#define GX_OPTS_INIT                                                                                                   \
    { .size = sizeof(gx_opts), .opt_level = 2 }

// Runs the pipeline on mod in place. Returns CMC_ERR_USER, with messages at the user's lines in d, for errors in the
// source. Returns CMC_ERR_INTERNAL if the verifier rejects the IR after a pass.
cmc_status gx_run(LLVMModuleRef mod, const isa_model *m, const gx_opts *opts, cmc_diag *d);

typedef enum gx_remark_kind { GX_REMARK_PASSED = 0, GX_REMARK_MISSED, GX_REMARK_ANALYSIS } gx_remark_kind;
typedef struct gx_remark_arg {
    const char *key, *value; // the values in order are the remark's text
} gx_remark_arg;
typedef struct gx_remark { // a pass's report about its work
    gx_remark_kind kind;
    const char *pass, *name, *function;
    cmc_loc loc; // line 0: not known
    const gx_remark_arg *args;
    size_t n_args;
} gx_remark;
typedef void (*gx_remark_fn)(void *user, const gx_remark *r); // r is valid during the call
// Sends the remarks of all LLVM passes that run in ctx to fn.
void gx_listen(LLVMContextRef ctx, gx_remark_fn fn, void *user);

typedef enum gx_type_kind { GX_TYPE_NUMBER, GX_TYPE_POINTER, GX_TYPE_OBJECT } gx_type_kind;
enum { GX_TYPE_DIMS = 4 };
typedef struct gx_type { // a number, a pointer or an object, or a vector, matrix or array of these
    gx_type_kind kind;
    const char *name;                    // "float"; pointers have none
    uint32_t size_b;                     // of one element
    uint32_t encoding;                   // of a number: its DWARF encoding, section 7.8
    uint32_t n_dims, dims[GX_TYPE_DIMS]; // array dimensions, outermost first
    bool vector;                         // the last dimensions belong to a vector or matrix
} gx_type;
typedef struct gx_variable {
    const char *name;
    uint32_t line;
    uint32_t arg; // number of the argument, from 1; 0: not an argument
    gx_type type;
} gx_variable;
typedef void (*gx_variable_fn)(void *user, const gx_variable *v); // v is valid during the call
// Calls fn for each variable that the function's debug information describes, arguments first. Variables of inlined
// functions are excluded. Call this before the passes run, which may drop variables.
void gx_variables(LLVMValueRef function, gx_variable_fn fn, void *user);

// Reads IR from a file, text or bitcode, and returns the module. Returns NULL and a message in *message on errors; free
// the message with LLVMDisposeMessage. Takes ownership of text.
LLVMModuleRef gx_read_ir(LLVMContextRef context, LLVMMemoryBufferRef text, char **message);
// Verifies IR from a file before gx_run. Returns CMC_ERR_USER with messages that name the file and the function.
cmc_status gx_check_input(LLVMModuleRef mod, const char *file, cmc_diag *d);
// Lets products fuse with the sums they go into, or forbids it: -ffp-contract=fast, =off for IR from a file. Other IR
// fuses the operations marked "contract", and llvm.fmuladd.
void gx_set_contraction(LLVMModuleRef mod, bool fuse);

// True for our passes and for LLVM's passes in the default pipelines: the names that --skip, --stop-after and --dump
// accept.
bool gx_pass_known(const char *name, size_t len);
// True for our passes that --skip must not name, since later stages depend on their result.
bool gx_pass_required(const char *name, size_t len);

#ifdef __cplusplus
}
#endif
#endif
