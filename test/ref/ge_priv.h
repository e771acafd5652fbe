// SPDX-License-Identifier: MIT
// Private to genx_eval: the context, one call of an intrinsic, and the helpers that the operation
// files share.

#ifndef GE_PRIV_H
#define GE_PRIV_H

#include "genx_eval.h"

typedef CMC_VEC(ge_buffer *) ge_buffers;

struct ge_ctx {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    cmc_arena *arena;
    ge_options options;
    ge_buffers buffers;
    uint64_t next_base;
    uint64_t steps;
    unsigned depth;
    cmc_diag *diag; // of the running ge_call
    CMC_VEC(struct ge_global {
        LLVMValueRef value;
        ge_buffer *buffer;
    })
    globals;
};

// Reports and returns CMC_ERR_USER / CMC_ERR_UNSUPPORTED.
cmc_status ge_undefined(ge_ctx *cx, LLVMValueRef inst, const char *fmt, ...) CMC_PRINTF(3, 4);
cmc_status ge_unsupported(ge_ctx *cx, LLVMValueRef inst, const char *fmt, ...) CMC_PRINTF(3, 4);

// value.c
static inline uint8_t ge_undef_mask(unsigned bits) {
    return (uint8_t)((1u << ((bits + 7) / 8)) - 1);
}
static inline uint64_t ge_mask(unsigned bits) {
    return bits >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1;
}
static inline int64_t ge_sext(uint64_t v, unsigned bits) {
    return bits >= 64 ? (int64_t)v : (int64_t)(v << (64 - bits)) >> (64 - bits);
}
static inline bool ge_is_float(ge_kind k) {
    return k >= GE_HALF && k <= GE_DOUBLE;
}
static inline bool ge_lane_undef(const ge_value *v, uint32_t lane) {
    return v->u[lane] != 0;
}
static inline void ge_set(ge_value *r, uint32_t lane, uint64_t v) {
    r->v[lane] = v & ge_mask(r->bits);
    r->u[lane] = 0;
}
static inline void ge_set_undef(ge_value *r, uint32_t lane) {
    r->v[lane] = 0;
    r->u[lane] = ge_undef_mask(r->bits);
}
void ge_value_copy(ge_value *to, const ge_value *from); // same type
// Constants, globals and constant expressions. out made by the callee.
cmc_status ge_constant(ge_ctx *cx, LLVMValueRef c, ge_value *out);
// Bytes of the value in memory, with a byte of undefinedness each; len = ge_store_size.
uint64_t ge_store_size(const ge_value *v);
void ge_to_bytes(const ge_value *v, uint8_t *data, uint8_t *undef);
void ge_from_bytes(ge_value *v, const uint8_t *data, const uint8_t *undef);
void ge_bitcast(ge_ctx *cx, const ge_value *from, ge_value *to);

// float.c
double ge_to_double(ge_kind k, uint64_t bits); // exact
uint64_t ge_from_double(ge_kind k, double d);  // rounds to nearest even; NaN becomes the quiet NaN
// True, with the NaN to hand on, when one of the n values is a NaN.
bool ge_nan_of(ge_kind k, const uint64_t *v, unsigned n, uint64_t *nan);
// Between float kinds: rounds; a NaN keeps the upper bits of its payload.
uint64_t ge_convert(ge_kind to, ge_kind from, uint64_t bits);
uint64_t ge_flush(const ge_ctx *cx, ge_kind k, uint64_t bits);
// d as an integer, towards zero; the nearest end of the range if it is outside, 0 for a NaN. As every conversion does.
uint64_t ge_to_int(double d, unsigned bits, bool is_signed);
uint64_t ge_fma(ge_kind k, uint64_t a, uint64_t b, uint64_t c);
uint64_t ge_fminmax(ge_kind k, uint64_t a, uint64_t b, bool max);

// memory.c
ge_buffer *ge_buffer_find(const ge_ctx *cx, uint64_t address, uint64_t size_b);
ge_buffer *ge_surface(const ge_ctx *cx, uint64_t bti);
cmc_status ge_load_bytes(ge_ctx *cx, LLVMValueRef inst, uint64_t address, uint64_t size_b, uint8_t *data,
                         uint8_t *undef);
cmc_status ge_store_bytes(ge_ctx *cx, LLVMValueRef inst, uint64_t address, uint64_t size_b, const uint8_t *data,
                          const uint8_t *undef);
// Surfaces: reads outside give 0, writes are dropped.
void ge_surface_load(const ge_buffer *b, uint64_t off_b, uint64_t size_b, uint8_t *data, uint8_t *undef);
void ge_surface_store(ge_buffer *b, uint64_t off_b, uint64_t size_b, const uint8_t *data, const uint8_t *undef);

// operations
typedef struct ge_inst { // an instruction with its operands' values
    ge_ctx *cx;
    LLVMValueRef inst;
    LLVMOpcode op;
    const ge_value *arg;
    unsigned n_args;
    ge_value *ret;
    int param; // of an intrinsic's table row
} ge_inst;
typedef cmc_status (*ge_fn)(ge_inst *i);

cmc_status ge_binary(ge_inst *i);
cmc_status ge_compare_op(ge_inst *i);
cmc_status ge_cast(ge_inst *i);
// Elements of vectors.
cmc_status ge_shuffle(ge_inst *i);
cmc_status ge_extract_insert(ge_inst *i);
cmc_status ge_gep(ge_inst *i); // operands: base, indices
cmc_status ge_intrinsic(ge_inst *i, const char *name);

typedef struct ge_row {
    const char *name; // without llvm., overload suffixes left out
    ge_fn fn;
    int param;
} ge_row;
extern const ge_row ge_llvm_rows[], ge_region_rows[], ge_alu_rows[], ge_sat_rows[], ge_mem_rows[], ge_atomic_rows[],
    ge_dpas_rows[], ge_image_rows[];

// An operand that must be a defined scalar.
cmc_status ge_scalar(ge_inst *i, unsigned arg, uint64_t *out);
cmc_status ge_scalar_signed(ge_inst *i, unsigned arg, int64_t *out);

#endif
