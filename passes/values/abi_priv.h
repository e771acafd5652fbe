// SPDX-License-Identifier: MIT
// Internals of the pass abi: the new form of a function's parameters, and analyses of its calls.

#ifndef CMC_PASSES_ABI_PRIV_H
#define CMC_PASSES_ABI_PRIV_H

#include "globals_priv.h"
#include "llvm_shim.h"

#include <llvm-c/Target.h>

typedef enum abi_kind {
    ABI_VALUE = 0, // a scalar or vector is passed unchanged; predicates become words
    ABI_OBJECT,    // the address of an object becomes its members
    ABI_REGION     // the address of a vector_ref or matrix_ref becomes the elements that it names
} abi_kind;

typedef struct abi_param {
    abi_kind kind;
    bool in, out;        // in: the function receives the old value; out: the caller receives the new one
    LLVMTypeRef type;    // VALUE: the parameter's type; OBJECT: the object's; REGION: a vector of the elements
    LLVMTypeRef place;   // REGION: the type that the address points to
    uint32_t row;        // REGION: elements in a row of a matrix; 0 = vector
    LLVMValueRef global; // OBJECT that the function uses directly, without a parameter
} abi_param;

typedef CMC_VEC(abi_param) abi_params;
typedef CMC_VEC(LLVMValueRef) abi_list;
typedef struct abi_leaf { // a scalar or vector inside an object
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

// The members of an object as values; false when a member cannot be a value (an address), or there are too many.
bool abi_leaves(abi *a, LLVMTypeRef t, abi_leaf_list *out);

// abi_plan.c: plans the new form of fn's parameters. Returns NULL, or why fn cannot pass values instead.
const char *abi_plan(abi *a, LLVMValueRef fn, abi_params *p);

// abi_rewrite.c: gives fn the planned parameters and changes its calls; returns the new function.
LLVMValueRef abi_rewrite(abi *a, LLVMValueRef fn, const abi_params *p);

// abi_calls.c: whether an object of the call that the function writes overlaps another object of the call.
bool abi_overlaps(abi *a, LLVMValueRef call, const abi_params *p);
// Calls in fn of functions with bodies at points where some channels may be off.
void abi_divergent_calls(abi *a, LLVMValueRef fn, abi_list *out);

// Calls of f by name.
void abi_calls_of(abi *a, LLVMValueRef f, abi_list *out);
LLVMValueRef abi_callee(LLVMValueRef inst); // a function with a body, or NULL
#endif
