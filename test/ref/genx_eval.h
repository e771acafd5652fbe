// SPDX-License-Identifier: MIT
// genx_eval: says what a piece of genx IR means, by evaluating it lane by lane without any
// optimisation.
//
// In: a function of an LLVM 19 module (llvm.genx.* intrinsics and plain LLVM instructions),
// argument values, and memory as named buffers. Out: the returned value, the changed buffers, and
// whether undefined lanes reached memory. Undefined and poison bits are tracked by the byte.
//
// Contracts that other judges share:
//   - fmuladd and genx mad on floats are one fma; denormals are kept unless
//   ge_options.flush_denorm;
//   - min/max: a NaN operand gives the other operand, -0 is smaller than +0;
//   - every other float operation rounds to nearest even, once. A NaN operand is handed on
//   unchanged,
//     of several the one with the largest pattern (LLVM leaves it open; this way x - 0 is x); a new
//     NaN is the quiet one without payload;
//   - surface reads out of bounds give 0 and writes are dropped; SVM accesses out of bounds are
//   errors;
//   - media block reads outside the surface repeat the border pixel.

#ifndef GENX_EVAL_H
#define GENX_EVAL_H

#include <cmc/base.h>
#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

typedef enum ge_kind {
    GE_VOID = 0,
    GE_INT,
    GE_HALF,
    GE_BFLOAT,
    GE_FLOAT,
    GE_DOUBLE,
    GE_PTR,
    GE_STRUCT // struct or array: n fields
} ge_kind;

typedef struct ge_value {
    ge_kind kind;
    bool vector;
    uint16_t bits;           // of one lane; pointers 64
    uint32_t n;              // lanes, or fields of a struct
    uint64_t *v;             // lane bit patterns
    uint8_t *u;              // lane: mask of undefined bytes (integers below 8 bits: bit 0)
    struct ge_value *fields; // STRUCT
} ge_value;

typedef struct ge_buffer {
    const char *name;
    uint64_t base; // address that SVM accesses use
    uint64_t size_b;
    uint8_t *data;
    uint8_t *undef;                          // one byte for each byte: 1 = undefined
    int32_t bti;                             // -1 = no surface
    uint32_t width_b, height, pitch_b, px_b; // as a 2-D surface; width 0 = buffer only
    uint64_t undef_stores;                   // bytes stored while undefined
} ge_buffer;

typedef struct ge_options {
    size_t size;                 // sizeof(ge_options)
    uint64_t max_steps;          // instructions before "does not end"; 0 = 50 million
    bool flush_denorm;           // half, float, double: denormal operands and results become zero
    uint32_t group[3], local[3]; // ids of this thread
    uint32_t group_count[3], local_size[3];
} ge_options;
#define GE_OPTIONS_INIT                                                                                                \
    {                                                                                                                  \
        .size = sizeof(ge_options), .group_count = {1, 1, 1}, .local_size = { 1, 1, 1 }                                \
    }

typedef struct ge_ctx ge_ctx;

// A context holds buffers and evaluates functions of one module. owned; NULL when out of memory.
ge_ctx *ge_create(LLVMModuleRef module, const ge_options *options);
void ge_destroy(ge_ctx *cx);
ge_options *ge_options_of(ge_ctx *cx); // to change ids between threads of a grid
cmc_arena *ge_arena(ge_ctx *cx);
// A buffer with zeroed, defined bytes. arena; NULL when out of memory.
ge_buffer *ge_buffer_add(ge_ctx *cx, const char *name, uint64_t size_b, int32_t bti);
size_t ge_buffer_count(const ge_ctx *cx);
ge_buffer *ge_buffer_at(const ge_ctx *cx, size_t i);

// A value of an LLVM type, all lanes undefined. arena of cx.
ge_value ge_value_make(ge_ctx *cx, LLVMTypeRef type);
ge_value ge_value_int(ge_ctx *cx, LLVMTypeRef type, uint64_t v); // every lane
// "<4 x i32> [1, 2, undef, 4]"
void ge_value_print(const ge_value *v, cmc_str *out);
// True if b may replace a: equal in every byte that a defines. NaNs are equal. lane: first that
// differs.
bool ge_value_refines(const ge_value *a, const ge_value *b, uint32_t *lane);

// Evaluates one call. *ret lives in cx's arena. CMC_ERR_USER: the program does something undefined
// (branch on undef, division by zero, access outside memory); CMC_ERR_UNSUPPORTED: an instruction
// that is not known here.
cmc_status ge_call(ge_ctx *cx, LLVMValueRef fn, const ge_value *args, size_t n_args, ge_value *ret, cmc_diag *d);

// Reads textual or binary IR. *context and *module are owned by the caller.
cmc_status ge_load(const char *path, LLVMContextRef *context, LLVMModuleRef *module, cmc_diag *d);

typedef struct ge_compare_options {
    size_t size;
    uint64_t seed;
    unsigned rounds;      // 0 = 16
    const char *function; // NULL = every function that both define
    bool flush_denorm;
} ge_compare_options;
#define GE_COMPARE_OPTIONS_INIT                                                                                        \
    { .size = sizeof(ge_compare_options), .seed = 1 }
// Evaluates the functions of both modules on the same random inputs. CMC_ERR_USER: they differ,
// with function, round, place and both values in d. Inputs for which a is undefined decide nothing.
// *n_compared counts rounds that did.
cmc_status ge_compare(LLVMModuleRef a, LLVMModuleRef b, const ge_compare_options *o, unsigned *n_compared, cmc_diag *d);

#endif
