// SPDX-License-Identifier: MIT
// Internals of passes/: the prototypes of all passes, and the services that the runner provides.
//
// A stage calls itself and stages below it. Low to high: input, cm, values, simdcf, lower, opt, legal, check. The files
// of this folder are below all stages; run.c, pipeline.c and plugin.cpp are above them.

#ifndef CMC_PASSES_PRIV_H
#define CMC_PASSES_PRIV_H

#include <cmc/genx.h>

#include <cmc/passes.h>

#include <llvm-c/Target.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GX_PROTO_MODULE(name)                  bool gx_##name(gx_ctx *cx, LLVMModuleRef m);
#define GX_PROTO_FUNCTION(name)                bool gx_##name(gx_ctx *cx, LLVMValueRef fn);
#define GX_PASS(name, stage, kind, need, text) GX_PROTO_##kind(name)
#include "passes.def"
#undef GX_PASS

// Runs a pipeline text that mixes cmc's passes with LLVM's. The library never prints: dumps go to opts->dump_out.
// Errors as gx_run.
cmc_status gx_pipeline_run(LLVMModuleRef mod, const char *text, gx_ctx *cx, const gx_opts *opts);

// Appends the text of the default pipeline (pipeline.def).
void gx_default_pipeline(unsigned opt_level, bool for_host, cmc_str *out);

// Bytes of general registers per thread of fn; the default's size where the number is determined later ("auto").
int64_t gx_register_bytes(const gx_ctx *cx, LLVMValueRef fn);

typedef CMC_VEC(LLVMValueRef) gx_values;
bool gx_holds(const gx_values *l, LLVMValueRef v);

// Calls the headers' builtin NAME ("__cm_set"), declared for these types if necessary (builtin_call.c).
LLVMValueRef gx_call_builtin(LLVMBuilderRef b, LLVMModuleRef m, const char *name, LLVMTypeRef ret, LLVMValueRef *args,
                             unsigned n);
// Whether an address is in a local variable, or in a variable of the file that is not in memory of the host or group.
bool gx_is_in_variable(LLVMValueRef pointer);

bool gx_is_kernel(LLVMValueRef fn);
// Whether the variable g is kept in registers ("genx_volatile").
bool gx_is_volatile(LLVMValueRef g);
// The text of a variable's attribute, which front ends spell in one of two ways; NULL when it has neither.
const char *gx_global_attribute(LLVMValueRef g, const char *key, const char *other, size_t *len);

// Is the instruction debug information about other instructions?
static inline bool gx_is_debug(LLVMValueRef inst) {
    return LLVMIsADbgInfoIntrinsic(inst) != NULL;
}
// Does fn contain control flow of single channels, in the form of the IR or of cmc?
bool gx_has_flow(LLVMValueRef fn);
// The first `lanes` of the active channels: a call of cmc.simdcf.on (fit_simdcf.c), which selection recognises.
LLVMValueRef gx_simdcf_on(LLVMBuilderRef b, LLVMModuleRef mod, uint32_t lanes);

// Reports an error at the user's line of inst.
void gx_error(gx_ctx *cx, LLVMValueRef inst, const char *code, const char *fmt, ...) CMC_PRINTF(4, 5);
// The same for a warning of a group ("-Wcm-width", lib/driver/warnings.def).
void gx_warn(gx_ctx *cx, LLVMValueRef inst, const char *group, const char *fmt, ...) CMC_PRINTF(4, 5);
// Whether every path through the function goes through this block.
bool gx_always_runs(gx_ctx *cx, LLVMBasicBlockRef bb);

// The lanes of a constant region that are inside its vector, in parts (outside.c).
typedef struct gx_inside {
    uint32_t next_row;  // 0 before the first part
    uint32_t first;     // lane of the region with which the part begins
    genx_region region; // of the part
} gx_inside;
// Whether a constant region leaves a vector of size_b bytes. Its offset is signed.
bool gx_leaves(const genx_region *r, uint32_t size_b);
// The next part; false after the last.
bool gx_next_inside(const genx_region *r, uint32_t size_b, gx_inside *p);

// The text sink of an analysis printer; goes to the dump (plugin: standard error). Never NULL.
cmc_str *gx_print_sink(gx_ctx *cx);

// Structures and arrays (leaves.c).
bool gx_is_aggregate(LLVMTypeRef t);
// The type of a member of a structure or array.
LLVMTypeRef gx_member_type(LLVMTypeRef t, uint64_t member);
// How many values are left when t is taken apart; 1 when it is not a structure or array.
uint64_t gx_count_leaves(LLVMTypeRef t);
// The number of the first leaf of a member.
uint64_t gx_first_leaf(LLVMTypeRef t, uint64_t member);
// The member that holds a leaf; *leaf becomes the leaf's number inside that member.
uint64_t gx_member_of_leaf(LLVMTypeRef t, uint64_t *leaf);
LLVMTypeRef gx_leaf_type(LLVMTypeRef t, uint64_t leaf);
// Where a leaf lies in memory, from the start of the object.
uint64_t gx_leaf_offset_b(LLVMTargetDataRef layout, LLVMTypeRef t, uint64_t leaf);
// Builds a value of type t from all its leaves.
LLVMValueRef gx_join_leaves(LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef *leaves);

// Part of gx_check_input: checks that the entries of !genx.kernels have the shape that selection reads.
bool gx_check_kernels(LLVMModuleRef m, const char *file, cmc_arena *a, cmc_diag *d);
// The same for a message with one address per lane. Returns the end of a sentence after "... with"; NULL: no error.
const char *gx_check_message(LLVMValueRef call, cmc_arena *a);

#ifdef __cplusplus
}
#endif
#endif
