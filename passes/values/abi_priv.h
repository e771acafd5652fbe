// SPDX-License-Identifier: MIT
// Inside the pass abi: what a function's parameters become, and questions about its calls.

#ifndef CMC_PASSES_ABI_PRIV_H
#define CMC_PASSES_ABI_PRIV_H

#include "globals_priv.h"
#include "llvm_shim.h"

#include <llvm-c/Target.h>

typedef enum abi_kind {
    ABI_VALUE = 0, // a number or vector stays one; predicates become words
    ABI_OBJECT,    // the address of an object: its members
    ABI_REGION     // the address of a vector_ref or matrix_ref: the elements that it names
} abi_kind;

typedef struct abi_param {
    abi_kind kind;
    bool in, out;        // the function gets the old value; the caller gets the new one
    LLVMTypeRef type;    // VALUE: the parameter's; OBJECT: the object's; REGION: vector of the elements
    LLVMTypeRef place;   // REGION: what the address points to
    uint32_t row;        // REGION: elements of a matrix's row; 0 = vector
    LLVMValueRef global; // OBJECT that the function uses itself, without a parameter
} abi_param;

typedef CMC_VEC(abi_param) abi_params;
typedef CMC_VEC(LLVMValueRef) abi_list;
typedef struct abi_leaf { // a number or vector inside of an object
    LLVMTypeRef type;
    uint64_t off_b;
} abi_leaf;
typedef CMC_VEC(abi_leaf) abi_leaf_list;

typedef struct abi {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b;
    LLVMTypeRef i8, i16, i32;
    bool oom;
} abi;

enum { // the fields of a place, to which vector_ref and matrix_ref refer (include/cm/detail/base.h)
    ABI_PLACE_BASE_B = 0,
    ABI_PLACE_SIZE_B = 8,
    ABI_PLACE_OFF_B = 12,
    ABI_PLACE_VS_B = 16,
    ABI_PLACE_HS_B = 20
};

// The members of an object as values; false when some cannot be one (an address), or there are too many.
bool abi_leaves(abi *a, LLVMTypeRef t, abi_leaf_list *out);

// abi_plan.c: what the parameters of fn become. NULL, or why fn cannot have values instead.
const char *abi_plan(abi *a, LLVMValueRef fn, abi_params *p);

// abi_rewrite.c: gives fn the parameters of the plan and changes its calls; returns the new function.
LLVMValueRef abi_rewrite(abi *a, LLVMValueRef fn, const abi_params *p);

// abi_calls.c: whether one of the call's objects that the function writes is, in part, another one of them.
bool abi_overlaps(abi *a, LLVMValueRef call, const abi_params *p);
// Calls in fn of functions with bodies that stand where single channels may be off.
void abi_divergent_calls(abi *a, LLVMValueRef fn, abi_list *out);

// Calls of f by name.
void abi_calls_of(abi *a, LLVMValueRef f, abi_list *out);
LLVMValueRef abi_callee(LLVMValueRef inst); // a function with a body, or NULL
#endif
