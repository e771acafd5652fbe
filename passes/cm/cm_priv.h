// SPDX-License-Identifier: MIT
// Inside lower_cm: what its files share. A handler builds the replacement of one call before it.

#ifndef CMC_CM_PRIV_H
#define CMC_CM_PRIV_H

#include "llvm_shim.h"
#include "passes_priv.h"

typedef struct cm_lower {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b; // in front of the call, with its debug location
    LLVMTypeRef i1, i8, i16, i32, i64;
    uint32_t last_line, last_col; // of the last error about a region
    LLVMValueRef fn;              // the kernel that is lowered
    bool foreign;                 // IR of another front end: it has !genx.kernels, and builtins for plain loads only
    // What the kernel asks for, collected call by call.
    uint32_t slm_init_b, slm_used_b; // cm_slm_init; the sum of cm_slm_alloc
    bool slm_wrong;                  // cm_slm_init was refused
    uint32_t named_barriers;
    // Of the call that is lowered.
    LLVMValueRef channels; // that are on where SIMD control flow is around it, or NULL
    uint32_t n_channels;
    bool in_pieces; // its messages have other numbers of lanes and know their channels
} cm_lower;

// name without "__cm_"; the value that replaces the call's result, NULL for void calls and after an
// error.
typedef LLVMValueRef cm_handler(cm_lower *l, LLVMValueRef call, const char *name, genx_id id);

#define CM_BUILTIN(name, handler, intrinsic) cm_handler gx_cm_##handler;
#include "cm_builtins.def"
#undef CM_BUILTIN

// cm_names.c
// The name after "__cm_" of a function of the headers; NULL for any other. *len gets its length.
const char *cm_builtin_name(LLVMValueRef fn, size_t *len);
// The condition of a branch of single channels: __cm_simd_any of the headers, llvm.genx.simdcf.any of other front ends.
bool cm_is_simd_any(LLVMValueRef callee);
// Whether a function or block calls it.
bool cm_block_has_simd_any(LLVMBasicBlockRef bb);
bool cm_has_simd_any(LLVMValueRef fn);
// A function that stays a function; lower_abi has seen to its parameters.
bool cm_is_subroutine(LLVMValueRef fn);
// "_ZN2ns1fEi" -> "f": the last name of a mangled one, or the whole.
const char *cm_plain_name(gx_ctx *cx, const char *s);

// cm_build.c
LLVMValueRef cm_i16(const cm_lower *l, uint64_t v);
LLVMValueRef cm_i32(const cm_lower *l, uint64_t v);
// A vector of other elements over the same bytes; v itself when the type fits already.
LLVMValueRef cm_cast(cm_lower *l, LLVMValueRef v, LLVMTypeRef elt);
LLVMValueRef cm_splat(cm_lower *l, LLVMValueRef v, uint32_t n);
// One row of n elements from byte off_b.
genx_region cm_row(uint32_t n, uint32_t off_b, uint32_t elt_b);
// Regions of values: width 0 means one row of r->lanes. The whole value gives itself.
LLVMValueRef cm_rd(cm_lower *l, LLVMValueRef v, genx_region r, bool scalar);
LLVMValueRef cm_wr(cm_lower *l, LLVMValueRef old, LLVMValueRef v, genx_region r, LLVMValueRef mask);
// <n x i1> from the lowest bits of integers.
LLVMValueRef cm_low_bits(cm_lower *l, LLVMValueRef mask);
// A call of __cm_rd with six arguments, or of __cm_wr with seven: the last is NULL or the value, of type t.
LLVMValueRef cm_region_call(LLVMModuleRef mod, LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef args[7]);

// cm_fold.c
// Whether v is a constant, or computed from strides that are only known now.
bool cm_is_const(LLVMValueRef v, int64_t *out);
// Operand i of a call as a constant; an error naming `what` at the user's line when it is not one.
bool cm_const_arg(cm_lower *l, LLVMValueRef call, unsigned i, const char *what, int64_t *out);
// An error, unless the last one of these was at the same place.
void cm_error_once(cm_lower *l, LLVMValueRef call, const char *code, const char *what, const char *rest);
// The largest power of two, at most `most`, that divides a number.
uint32_t cm_power_of_two_in(uint64_t v, uint32_t most);
// The same of a computed number, as far as its operations are looked through.
uint32_t cm_multiple_of(LLVMValueRef v, uint32_t most);

// cm_channels.c
// The channels that are on, when form_simdcf has bundled them with the call: <32 x i1>, NULL outside of SIMD control
// flow. *width gets the number of channels that the control flow has.
LLVMValueRef cm_channels(LLVMValueRef call, uint32_t *width);
// Replaces a call by the same with such a bundle. em: variable of the mask.
void cm_bundle_channels(cm_lower *l, LLVMValueRef call, LLVMValueRef em, uint32_t width);
// Channels [first, first + n) of an execution mask.
LLVMValueRef cm_some_channels(LLVMBuilderRef b, LLVMValueRef em, uint32_t first, uint32_t n);
// Gives every message between after (NULL: the block's start) and call the channels of call as predicate.
void cm_predicate(cm_lower *l, LLVMValueRef after, LLVMValueRef call);
void cm_width_error(gx_ctx *cx, LLVMValueRef call, uint32_t lanes, uint32_t width);

// cm_check.c
// A call with constants that an inlined call of the user passed, under a condition that is known at run time.
bool cm_may_be_avoided(cm_lower *l, LLVMValueRef call);

enum { CM_MOST_ARRAY_B = 32 * 1024 }; // of a local array or a table: offsets are words with a sign

// cm_region.c: the constant that a load of type t from the constant table at ptr gives, or NULL.
LLVMValueRef cm_fold_table(LLVMValueRef ptr, LLVMTypeRef t);

// cm_lanes.c: operations with an address for each lane, in pieces that one message takes.
enum { CM_MAX_LANES = 32 };
typedef struct cm_piece {
    uint32_t first, n; // lanes of the operation
    uint32_t lanes;    // of the message: n, or more of which the last are off
    uint32_t total;    // lanes of the whole operation
} cm_piece;
cm_piece cm_piece_next(uint32_t first, uint32_t total, uint32_t min, uint32_t max);
// <lanes x i1>. mask: integers of which the lowest bit counts, or NULL for all.
LLVMValueRef cm_piece_pred(cm_lower *l, LLVMValueRef mask, const cm_piece *p);
LLVMValueRef cm_piece_get(cm_lower *l, LLVMValueRef v, uint32_t items, const cm_piece *p);
LLVMValueRef cm_piece_put(cm_lower *l, LLVMValueRef whole, LLVMValueRef part, uint32_t items, const cm_piece *p);
// Stores of components: messages take neighbouring channels from the first on, so those of a mask with gaps go in runs.
typedef struct cm_run {
    uint32_t channel, n; // channels of the mask
    uint32_t item;       // of the data, which have no gaps
} cm_run;
// The next run, from one of zeros on; false behind the last.
bool cm_run_next(uint32_t mask, cm_run *r);
LLVMValueRef cm_run_data(cm_lower *l, LLVMValueRef data, uint32_t total, const cm_run *r);
// An offset or address, or a vector of them, at the run's first channel.
LLVMValueRef cm_run_address(cm_lower *l, LLVMValueRef at, const cm_run *r);
// Bytes and words travel in dwords; wider elements stay as they are.
LLVMValueRef cm_to_dwords(cm_lower *l, LLVMValueRef v);
LLVMValueRef cm_from_dwords(cm_lower *l, LLVMValueRef v, LLVMTypeRef elt);

// cm_scatter.c: data of one element for each offset or address, in messages. mask as above.
void cm_scatter(cm_lower *l, LLVMValueRef surface, LLVMValueRef global, LLVMValueRef off, LLVMValueRef mask,
                LLVMValueRef data);
void cm_svm_scatter(cm_lower *l, LLVMValueRef addr, LLVMValueRef mask, LLVMValueRef data);

// cm_lsc.c: an atomic at addresses whose operation only the newer messages have; an error that names
// it where the target has none of these.
// Float sums need the load/store cache; an error where it is missing.
bool cm_has_float_sums(cm_lower *l, LLVMValueRef call, const char *name);
LLVMValueRef cm_lsc_atomic_stateless(cm_lower *l, LLVMValueRef call, uint32_t op, LLVMValueRef addr,
                                     LLVMValueRef src[2], LLVMValueRef mask, const char *name);
// An error unless the pair of cache hints exists: use is 'l'oad, 'p'refetch, 's'tore or 'a'tomic.
bool cm_check_hints(cm_lower *l, LLVMValueRef call, char use, int64_t l1, int64_t l3);

// cm_thread.c: what the kernel's calls so far ask for.
uint32_t cm_slm_size_b(const cm_lower *l);
// An error where the kernel uses local memory without having reserved any.
void cm_check_slm(cm_lower *l, LLVMValueRef fn);

// cm_kernels.c: !genx.kernels, argument kinds, and what a kernel may not contain.
void gx_cm_kernels(cm_lower *l);

#endif
