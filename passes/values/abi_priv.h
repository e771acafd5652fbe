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
    ABI_REGION,    // the address of a vector_ref or matrix_ref becomes the elements that it names
    ABI_SHARED     // a variable of the file that is bound to a register is not passed, but may overlap what is
} abi_kind;

typedef struct abi_param {
    abi_kind kind;
    bool copy;           // the function has its own copy of the object, which overlaps nothing
    bool in, out;        // in: the function receives the old value; out: the caller receives the new one
    LLVMTypeRef type;    // VALUE: the parameter's type; OBJECT: the object's; REGION: a vector of the elements
    LLVMTypeRef place;   // REGION: the type that the address points to
    uint32_t row;        // REGION: elements in a row of a matrix; 0 = vector
    LLVMValueRef global; // OBJECT or SHARED that the function or its callees use directly, without a parameter
} abi_param;

typedef CMC_VEC(abi_param) abi_params;
typedef CMC_VEC(LLVMValueRef) abi_list;
typedef struct abi_leaf { // a scalar or vector inside an object
    LLVMTypeRef type;
    uint64_t off_b;
} abi_leaf;
typedef CMC_VEC(abi_leaf) abi_leaf_list;

typedef struct abi_use {
    LLVMValueRef global;
    bool written;
} abi_use;

typedef struct abi_effects { // of a function and of the functions that it calls
    LLVMValueRef fn;
    bool *writes;             // by parameter: its object is written, or its address escapes
    bool reserves;            // reserves shared local memory
    CMC_VEC(abi_use) globals; // variables of the file
} abi_effects;

typedef struct abi_extent { // bytes of an object
    LLVMValueRef base;      // variable, or parameter of the caller that names one; NULL: unknown
    bool exact;             // false: it may be anywhere in the object
    int64_t at_b;
    genx_region region; // of elements; lanes 0: size_b bytes without gaps
    uint64_t size_b;
} abi_extent;

typedef struct abi_warning { // an inlined call: its function and its place
    LLVMValueRef fn;
    const char *why;
    unsigned line, column;
} abi_warning;

typedef struct abi {
    gx_ctx *cx;
    LLVMModuleRef mod;
    LLVMContextRef llvm;
    LLVMBuilderRef b;
    LLVMTypeRef i8, i16, i32;
    CMC_VEC(abi_effects) effects;
    CMC_VEC(abi_warning) warned;
    uint8_t *bytes; // scratch of abi_meet
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

// abi_effects.c: finds the effects of fn, whose callees' effects are known already, except those of recursive
// functions.
void abi_find_effects(abi *a, LLVMValueRef fn);
// NULL: not known.
const abi_effects *abi_effects_of(const abi *a, LLVMValueRef fn);

// abi_bounds.c: whether the function of a parameter may access memory outside the object that the parameter refers to.
bool abi_leaves_object(const abi *a, LLVMValueRef param, LLVMTypeRef object);

// abi_plan.c: plans the new form of fn's parameters. Returns NULL, or why fn cannot pass values instead.
const char *abi_plan(abi *a, LLVMValueRef fn, abi_params *p);
// Parameter i is a vector_ref or matrix_ref.
bool abi_is_reference(LLVMValueRef fn, unsigned i);
// Parameter i is the address of an object that the call copies.
bool abi_is_copy(LLVMValueRef fn, unsigned i);
// Sets the kind, type and row of such a parameter; false when its elements cannot be passed.
bool abi_plan_reference(abi *a, LLVMValueRef fn, unsigned i, abi_param *p);
unsigned abi_param_index(LLVMValueRef param);

// abi_rewrite.c: gives fn the planned parameters and changes its calls; returns the new function.
LLVMValueRef abi_rewrite(abi *a, LLVMValueRef fn, const abi_params *p);

// abi_places.c: the bytes that an argument of a call names. Two parameters of the caller name disjoint objects where
// the caller or a callee writes one of them: the caller's own calls were judged before.
abi_extent abi_extent_of(abi *a, LLVMValueRef arg, const abi_param *p);
// Whether two extents may share a byte.
bool abi_meet(abi *a, const abi_extent *x, const abi_extent *y);

// abi_calls.c: NULL, or which object of the call that the function writes may overlap another object of the call.
const char *abi_overlaps(abi *a, LLVMValueRef call, const abi_params *p);
// Calls in fn of functions with bodies at points where some channels may be off.
void abi_divergent_calls(abi *a, LLVMValueRef fn, abi_list *out);

// Calls of f by name.
void abi_calls_of(abi *a, LLVMValueRef f, abi_list *out);
LLVMValueRef abi_callee(LLVMValueRef inst); // a function with a body, or NULL
#endif
