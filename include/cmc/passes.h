// SPDX-License-Identifier: MIT
// IR passes in C over LLVM-C, and the pipeline that runs them. The passes are listed once in passes/passes.def.

#ifndef CMC_PASSES_H
#define CMC_PASSES_H

#include <cmc/isa.h>
#include <llvm-c/Core.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct gx_ctx {
    cmc_arena *arena; // scratch, reset between passes
    cmc_diag *diag;
    const isa_model *model; // never NULL (default target when none was asked for)
    cmc_str *print;         // what analysis printers write to; never NULL
    uint32_t grf_count;     // registers a thread where the kernel does not say; 0: the target's default
} gx_ctx;

typedef struct gx_opts {
    size_t size;        // sizeof(gx_opts)
    const char *passes; // LLVM pipeline text; NULL = the default pipeline of cmc
    unsigned opt_level; // 0, 1, 2
    const char *skip;   // comma list
    const char *stop_after;
    const char *dump; // comma list or "all"
    bool dump_changed, verify_each, time_passes;
    cmc_str *dump_out; // may be NULL
    // Called after every pass, ours or LLVM's; changed: what the pass says of itself. NULL = nobody listens.
    void (*after)(void *user, const char *pass, LLVMModuleRef mod, bool changed);
    void *after_user;
    uint32_t grf_count; // registers a thread for kernels that do not say; 0: the target's default
} gx_opts;
#define GX_OPTS_INIT                                                                                                   \
    { .size = sizeof(gx_opts), .opt_level = 2 }

// Runs the pipeline on a module in place. Errors: CMC_ERR_USER with messages in d at the user's lines;
// CMC_ERR_INTERNAL when the verifier finds fault after a pass.
cmc_status gx_run(LLVMModuleRef mod, const isa_model *m, const gx_opts *opts, cmc_diag *d);

typedef enum gx_remark_kind { GX_REMARK_PASSED = 0, GX_REMARK_MISSED, GX_REMARK_ANALYSIS } gx_remark_kind;
typedef struct gx_remark_arg {
    const char *key, *value; // a remark's text is its values, one behind the other
} gx_remark_arg;
typedef struct gx_remark { // what a pass says about its work
    gx_remark_kind kind;
    const char *pass, *name, *function;
    cmc_loc loc; // line 0: not known
    const gx_remark_arg *args;
    size_t n_args;
} gx_remark;
typedef void (*gx_remark_fn)(void *user, const gx_remark *r); // r lives as long as the call
// Remarks of all of LLVM's passes that run in a context go to fn.
void gx_listen(LLVMContextRef ctx, gx_remark_fn fn, void *user);

typedef enum gx_type_kind { GX_TYPE_NUMBER, GX_TYPE_POINTER, GX_TYPE_OBJECT } gx_type_kind;
enum { GX_TYPE_DIMS = 4 };
typedef struct gx_type { // a number, a pointer or an object, or a vector, matrix or array of these
    gx_type_kind kind;
    const char *name;                    // "float"; pointers have none
    uint32_t size_b;                     // of one of them
    uint32_t encoding;                   // of numbers: DWARF's, section 7.8
    uint32_t n_dims, dims[GX_TYPE_DIMS]; // the outermost first
    bool vector;                         // the last dimensions are a vector's or matrix's
} gx_type;
typedef struct gx_variable {
    const char *name;
    uint32_t line;
    uint32_t arg; // which argument, from 1; 0: none
    gx_type type;
} gx_variable;
typedef void (*gx_variable_fn)(void *user, const gx_variable *v); // v lives as long as the call
// The variables of a function that its debug information describes, arguments first; those of inlined functions are not
// its own. Before passes change it all are there.
void gx_variables(LLVMValueRef function, gx_variable_fn fn, void *user);

// Reads IR from outside, text or bitcode, and gives the module or a message in *message (LLVMDisposeMessage). Takes
// text.
LLVMModuleRef gx_read_ir(LLVMContextRef context, LLVMMemoryBufferRef text, char **message);
// Verifies IR that came from a file, before gx_run; messages name the file and the function.
cmc_status gx_check_input(LLVMModuleRef mod, const char *file, cmc_diag *d);

// Is this a pass of ours, or one of LLVM's in the default pipelines? What --skip, --stop-after and --dump may name.
bool gx_pass_known(const char *name, size_t len);
// Is this a pass of ours that --skip must not leave out, since later stages depend on its result?
bool gx_pass_required(const char *name, size_t len);

#ifdef __cplusplus
}
#endif
#endif
