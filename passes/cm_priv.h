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
} cm_lower;

// name without "__cm_"; the value that replaces the call's result, NULL for void calls and after an
// error.
typedef LLVMValueRef cm_handler(cm_lower *l, LLVMValueRef call, const char *name, genx_id id);

#define CM_BUILTIN(name, handler, intrinsic) cm_handler gx_cm_##handler;
#include "cm_builtins.def"
#undef CM_BUILTIN

// The name behind "__cm_" of a function of the headers; NULL for any other. *len gets its length.
const char *cm_builtin_name(LLVMValueRef fn, size_t *len);
// The channels that are on, when simdcf has bundled them with the call: <32 x i1>, NULL outside of SIMD control flow.
// *width gets the number of channels that the control flow has.
LLVMValueRef cm_channels(LLVMValueRef call, uint32_t *width);
// Channels [0, n) of an execution mask.
LLVMValueRef cm_low_channels(LLVMBuilderRef b, LLVMValueRef em, uint32_t n);
// Gives every message between after (NULL: the block's start) and call the channels of call as predicate.
void cm_predicate(cm_lower *l, LLVMValueRef after, LLVMValueRef call);

void cm_width_error(gx_ctx *cx, LLVMValueRef call, uint32_t lanes, uint32_t width);

LLVMValueRef cm_i16(const cm_lower *l, uint64_t v);
LLVMValueRef cm_i32(const cm_lower *l, uint64_t v);
// Operand i of a call as a constant; an error naming `what` at the user's line when it is none.
bool cm_const_arg(cm_lower *l, LLVMValueRef call, unsigned i, const char *what, int64_t *out);
// The same without an error.
bool cm_is_const(LLVMValueRef v, int64_t *out);
// A vector of other elements over the same bytes; v itself when the type fits already.
LLVMValueRef cm_cast(cm_lower *l, LLVMValueRef v, LLVMTypeRef elt);
// Regions of values: width 0 means one row of r->lanes. The whole value gives itself.
LLVMValueRef cm_rd(cm_lower *l, LLVMValueRef v, genx_region r, bool scalar);
LLVMValueRef cm_wr(cm_lower *l, LLVMValueRef old, LLVMValueRef v, genx_region r, LLVMValueRef mask);
// <n x i1> from the lowest bits of integers.
LLVMValueRef cm_low_bits(cm_lower *l, LLVMValueRef mask);
// One row of n elements from byte off_b.
genx_region cm_row(uint32_t n, uint32_t off_b, uint32_t elt_b);
// The constant that a load of type t from the constant table at ptr gives, or NULL.
LLVMValueRef cm_fold_table(LLVMModuleRef mod, LLVMValueRef ptr, LLVMTypeRef t);

// cm_kernels.c: !genx.kernels, argument kinds, and what a kernel may not contain.
void gx_cm_kernels(cm_lower *l);

#endif
