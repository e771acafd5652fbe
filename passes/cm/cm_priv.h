// SPDX-License-Identifier: MIT
// Internals of lower_cm. A handler builds the replacement of one call, inserted before the call.

#ifndef CMC_CM_PRIV_H
#define CMC_CM_PRIV_H

#include "llvm_shim.h"
#include "passes_priv.h"

typedef struct cm_lower {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b; // positioned before the call, with its debug location
    LLVMTypeRef i1, i8, i16, i32, i64;
    uint32_t last_line, last_col; // of the last error about a region
    LLVMValueRef fn;              // the kernel being lowered
    bool esimd;                   // from a SYCL file: messages use the names of the ESIMD dialect
    bool foreign;                 // IR of another front end: it has !genx.kernels, and builtins only for plain loads
    bool changed;                 // a builtin was lowered
    // What the kernel requests, collected call by call.
    uint32_t slm_init_b, slm_used_b; // cm_slm_init; the sum of cm_slm_alloc
    LLVMValueRef slm_end;            // the variable with that sum, where sizes are known only at run time; or NULL
    bool slm_wrong;                  // cm_slm_init was refused
    bool slm_placed;                 // the kernel has variables or arguments in local memory: llvm.genx.slm.init
    uint32_t named_barriers;
    // State of the call being lowered.
    LLVMValueRef channels; // active channels inside SIMD control flow, or NULL
    uint32_t n_channels;
    bool in_pieces; // its messages have other lane counts and apply the channels themselves
} cm_lower;

// name lacks the prefix "__cm_". Returns the value that replaces the call's result; NULL for void calls and after an
// error.
typedef LLVMValueRef cm_handler(cm_lower *l, LLVMValueRef call, const char *name, genx_id id);

#define CM_BUILTIN(name, handler, intrinsic) cm_handler gx_cm_##handler;
#include "cm_builtins.def"
#undef CM_BUILTIN

// cm_recursion.c: reports each circle of calls once.
void cm_reject_recursion(cm_lower *l);

// cm_names.c
// The name after "__cm_" of a function of the headers; otherwise NULL. *len receives its length.
const char *cm_builtin_name(LLVMValueRef fn, size_t *len);
// The condition of a branch of single channels: __cm_simd_any of the headers, llvm.genx.simdcf.any of other front
// ends.
bool cm_is_simd_any(LLVMValueRef callee);
// Whether a function or block calls it.
bool cm_block_has_simd_any(LLVMBasicBlockRef bb);
bool cm_has_simd_any(LLVMValueRef fn);
// A function that is not inlined; lower_abi has rewritten its parameters.
bool cm_is_subroutine(LLVMValueRef fn);
// "_ZN2ns1fEi" -> "f": the last component of a mangled name; other names are returned whole.
const char *cm_plain_name(gx_ctx *cx, const char *s);

// cm_build.c
LLVMValueRef cm_i16(const cm_lower *l, uint64_t v);
LLVMValueRef cm_i32(const cm_lower *l, uint64_t v);
// Bitcasts to a vector of another element type; returns v itself when the type already matches.
LLVMValueRef cm_cast(cm_lower *l, LLVMValueRef v, LLVMTypeRef elt);
LLVMValueRef cm_splat(cm_lower *l, LLVMValueRef v, uint32_t n);
// One row of n elements from byte off_b.
genx_region cm_row(uint32_t n, uint32_t off_b, uint32_t elt_b);
// Regions of values: width 0 means one row of r->lanes. A region that covers the whole value returns the value itself.
LLVMValueRef cm_rd(cm_lower *l, LLVMValueRef v, genx_region r, bool scalar);
LLVMValueRef cm_wr(cm_lower *l, LLVMValueRef old, LLVMValueRef v, genx_region r, LLVMValueRef mask);
// <n x i1> from the lowest bits of integers.
LLVMValueRef cm_low_bits(cm_lower *l, LLVMValueRef mask);
// A call of __cm_rd with six arguments, or of __cm_wr with seven. The last one is NULL or the value, of type t.
LLVMValueRef cm_region_call(LLVMModuleRef mod, LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef args[7]);

// cm_fold.c
// Whether v is a constant, or computed from strides that have only now become known.
bool cm_is_const(LLVMValueRef v, int64_t *out);
// Operand i of a call as a constant; otherwise an error at the user's line that names `what`.
bool cm_const_arg(cm_lower *l, LLVMValueRef call, unsigned i, const char *what, int64_t *out);
// Reports an error, unless the last such error was at the same place.
void cm_error_once(cm_lower *l, LLVMValueRef call, const char *code, const char *what, const char *rest);
// The largest power of two, at most `most`, that divides a number.
uint32_t cm_power_of_two_in(uint64_t v, uint32_t most);
// The same for a computed number, within the depth limit.
uint32_t cm_multiple_of(LLVMValueRef v, uint32_t most);

// cm_channels.c
// The active channels that form_simdcf bundled with the call: <32 x i1>, or NULL outside SIMD control flow. *width
// receives the control flow's channel count.
LLVMValueRef cm_channels(LLVMValueRef call, uint32_t *width);
// Replaces a call by the same call with such a bundle. em: the variable of the mask.
void cm_bundle_channels(cm_lower *l, LLVMValueRef call, LLVMValueRef em, uint32_t width);
// Channels [first, first + n) of an execution mask.
LLVMValueRef cm_some_channels(LLVMBuilderRef b, LLVMValueRef em, uint32_t first, uint32_t n);
// Predicates every message between after (NULL: the block's start) and call by the channels of call.
void cm_predicate(cm_lower *l, LLVMValueRef after, LLVMValueRef call);
void cm_width_error(gx_ctx *cx, LLVMValueRef call, uint32_t lanes, uint32_t width);

// cm_check.c
// Whether the constants of a call come from an inlined call of the user under a condition known only at run time.
bool cm_may_be_avoided(cm_lower *l, LLVMValueRef call);

enum { CM_MOST_ARRAY_B = 32 * 1024 }; // limit of a local array or table: offsets are signed words

// cm_region.c: the constant result of a load of type t from the constant table at ptr, or NULL.
LLVMValueRef cm_fold_table(LLVMValueRef ptr, LLVMTypeRef t);
// The same, element by element: also for other element types than the table's, and from an address inside a table.
LLVMValueRef cm_fold_lanes(LLVMModuleRef m, LLVMValueRef ptr, LLVMTypeRef t);

// cm_lanes.c: operations with one address per lane, in pieces that fit one message.
enum { CM_MAX_LANES = 32 };
typedef struct cm_piece {
    uint32_t first, n; // lanes of the operation
    uint32_t lanes;    // of the message: n, or more with the last ones off
    uint32_t total;    // lanes of the whole operation
} cm_piece;
cm_piece cm_piece_next(uint32_t first, uint32_t total, uint32_t min, uint32_t max);
// <lanes x i1>. mask: integers whose lowest bit counts, or NULL for all lanes.
LLVMValueRef cm_piece_pred(cm_lower *l, LLVMValueRef mask, const cm_piece *p);
LLVMValueRef cm_piece_get(cm_lower *l, LLVMValueRef v, uint32_t items, const cm_piece *p);
LLVMValueRef cm_piece_put(cm_lower *l, LLVMValueRef whole, LLVMValueRef part, uint32_t items, const cm_piece *p);
// Stores of components: a message takes adjacent channels, so a mask with gaps is stored in runs.
typedef struct cm_run {
    uint32_t channel, n; // channels of the mask
    uint32_t item;       // of the data, which has no gaps
} cm_run;
// The next run, starting from a run of zeros; false after the last.
bool cm_run_next(uint32_t mask, cm_run *r);
LLVMValueRef cm_run_data(cm_lower *l, LLVMValueRef data, uint32_t total, const cm_run *r);
// The offset or address, or vector of them, of the run's first channel.
LLVMValueRef cm_run_address(cm_lower *l, LLVMValueRef at, const cm_run *r);
// Bytes and words are transferred in dwords; wider elements are unchanged.
LLVMValueRef cm_to_dwords(cm_lower *l, LLVMValueRef v);
LLVMValueRef cm_from_dwords(cm_lower *l, LLVMValueRef v, LLVMTypeRef elt);

// cm_scatter.c: one element at a byte offset.
LLVMValueRef cm_gather_one(cm_lower *l, LLVMValueRef surface, LLVMValueRef off_b, LLVMTypeRef elt);
// cm_scatter.c: data of one element per offset or address, in messages. mask as above.
void cm_scatter(cm_lower *l, LLVMValueRef surface, LLVMValueRef global, LLVMValueRef off, LLVMValueRef mask,
                LLVMValueRef data);
void cm_svm_scatter(cm_lower *l, LLVMValueRef addr, LLVMValueRef mask, LLVMValueRef data);

// cm_lsc.c: atomics at addresses with operations that only the newer messages have. Float sums need the load/store
// cache: cm_has_float_sums reports an error that names the operation where the target lacks it.
bool cm_has_float_sums(cm_lower *l, LLVMValueRef call, const char *name);
LLVMValueRef cm_lsc_atomic_stateless(cm_lower *l, LLVMValueRef call, uint32_t op, LLVMValueRef addr,
                                     LLVMValueRef src[2], LLVMValueRef mask, const char *name);
// Reports an error unless the pair of cache hints exists. use: 'l'oad, 'p'refetch, 's'tore or 'a'tomic.
bool cm_check_hints(cm_lower *l, LLVMValueRef call, char use, int64_t l1, int64_t l3);

// cm_thread.c: the local memory that the kernel's calls have requested so far.
uint32_t cm_slm_size_b(const cm_lower *l);
// Reports an error where the kernel uses local memory without having reserved any.
void cm_check_slm(cm_lower *l, LLVMValueRef fn);

// cm_kernels.c: !genx.kernels, argument kinds, and constructs that a kernel may not contain.
void gx_cm_kernels(cm_lower *l);
// Whether the declared descriptor of parameter i begins with a word, such as buffer_t.
bool cm_is_declared(LLVMValueRef fn, unsigned i, const char *word);

#endif
