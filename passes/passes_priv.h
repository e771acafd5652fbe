// SPDX-License-Identifier: MIT
// Inside passes/: the prototypes of all passes, and what the runner gives them.

#ifndef CMC_PASSES_PRIV_H
#define CMC_PASSES_PRIV_H

#include <cmc/genx.h>

#include <cmc/passes.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GX_PROTO_MODULE(name)                  bool gx_##name(gx_ctx *cx, LLVMModuleRef m);
#define GX_PROTO_FUNCTION(name)                bool gx_##name(gx_ctx *cx, LLVMValueRef fn);
#define GX_PASS(name, stage, kind, need, text) GX_PROTO_##kind(name)
#include "passes.def"
#undef GX_PASS

// Runs a pipeline text in which our passes and LLVM's stand together. The library never prints: dumps go to
// opts->dump_out. Errors as gx_run.
cmc_status gx_pipeline_run(LLVMModuleRef mod, const char *text, gx_ctx *cx, const gx_opts *opts);

// Appends the text of the pipeline that cmc runs when none is asked for (pipeline.def).
void gx_default_pipeline(unsigned opt_level, cmc_str *out);

// Bytes of general registers that a thread of fn has; the default's where the number is found out later ("auto").
int64_t gx_register_bytes(const gx_ctx *cx, LLVMValueRef fn);

bool gx_is_kernel(LLVMValueRef fn);
// Whether the variable g stays in its registers ("genx_volatile").
bool gx_is_volatile(LLVMValueRef g);
// The text of an attribute of a variable, which front ends give one of two names; NULL when it has neither.
const char *gx_global_attribute(LLVMValueRef g, const char *key, const char *other, size_t *len);

// Does the instruction only tell a debugger about others?
static inline bool gx_is_debug(LLVMValueRef inst) {
    return LLVMIsADbgInfoIntrinsic(inst) != NULL;
}
// Does single channels' control flow stand in fn, of the IR or of ours?
bool gx_has_flow(LLVMValueRef fn);
// The channels that are on, the first `lanes` of them: a call of cmc.simdcf.on (fit_simdcf.c), which selection knows.
LLVMValueRef gx_simdcf_on(LLVMBuilderRef b, LLVMModuleRef mod, uint32_t lanes);

// Adds an error with the user's line of inst.
void gx_error(gx_ctx *cx, LLVMValueRef inst, const char *code, const char *fmt, ...) CMC_PRINTF(4, 5);
// The same, a warning of a group ("-Wcm-width", lib/driver/warnings.def).
void gx_warn(gx_ctx *cx, LLVMValueRef inst, const char *group, const char *fmt, ...) CMC_PRINTF(4, 5);
// Each way through the function comes through this block.
bool gx_always_runs(gx_ctx *cx, LLVMBasicBlockRef bb);
// Text that an analysis printer wants to show; goes to the dump (plugin: standard error). Never NULL.
cmc_str *gx_print_sink(gx_ctx *cx);

// Part of gx_check_input: the entries of !genx.kernels have the shape that selection reads.
bool gx_check_kernels(LLVMModuleRef m, const char *file, cmc_arena *a, cmc_diag *d);
// The same for a message with an address a lane: what a sentence "... with" goes on with; NULL: nothing is wrong.
const char *gx_check_message(LLVMValueRef call, cmc_arena *a);

#ifdef __cplusplus
}
#endif
#endif
