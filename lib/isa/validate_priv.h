// SPDX-License-Identifier: MIT
// Private to the validator: the context of a check, and the predicates that several groups of rules share.

#ifndef CMC_ISA_VALIDATE_PRIV_H
#define CMC_ISA_VALIDATE_PRIV_H

#include <cmc/isa.h>

typedef struct vctx {
    const isa_model *m;
    const isa_inst *in;
    const isa_op_info *op;
    cmc_diag *d;
    unsigned n_src; // sources that the operation has
    unsigned n_errors;
    isa_type exec;  // execution type
    int32_t exec_b; // its size in bytes; 0: no execution type
} vctx;

// Adds the violation of a rule, prefixed with the mnemonic.
void v_fail(vctx *v, unsigned rule, const char *fmt, ...) CMC_PRINTF(3, 4);
// Adds a warning for a doubtful operand that occurs in working code; the instruction passes.
void v_warn(vctx *v, unsigned rule, const char *fmt, ...) CMC_PRINTF(3, 4);
// Adds a violation if certain, otherwise a warning.
void v_doubt(vctx *v, bool certain, unsigned rule, const char *fmt, ...) CMC_PRINTF(4, 5);

static inline bool v_is_null(const isa_operand *o) {
    return o->file == ISA_FILE_ARF && o->reg == ISA_ARF_NULL && !o->indirect;
}

static inline bool v_is_arf(const isa_operand *o, unsigned arf) {
    return o->file == ISA_FILE_ARF && !o->indirect && (o->reg & 0xf0u) == arf;
}

// True for a register (not an immediate, not null, not absent), direct or indirect.
static inline bool v_is_reg(const isa_operand *o) {
    return o->file == ISA_FILE_GRF || (o->file == ISA_FILE_ARF && !v_is_null(o));
}

static inline bool v_is_direct_reg(const isa_operand *o) {
    return v_is_reg(o) && !o->indirect;
}

static inline int32_t v_size_b(const isa_operand *o) {
    return isa_type_size_b((isa_type)o->type);
}

static inline bool v_is_float(const isa_operand *o) {
    return isa_type_is_float((isa_type)o->type);
}

static inline int32_t v_dst_stride_b(const vctx *v) {
    return v->in->dst.rgn.h * v_size_b(&v->in->dst);
}

// True if all channels read the same element.
bool v_is_scalar(const vctx *v, const isa_operand *src);
// The byte distance between channels, or -1 if it is not constant. One channel: 0.
int32_t v_stride_b(const vctx *v, const isa_operand *src);
// True for a move that copies bits: same size, no modifier, no saturation, integers or the same type.
bool v_is_raw_move(const vctx *v);
// True if sources and destination mix f and hf.
bool v_is_mixed_half(const vctx *v);

void v_types(vctx *v);     // rule 0
void v_regions(vctx *v);   // rules 1 to 10, 19
void v_basic(vctx *v);     // rules 11 to 18, 21
void v_alignment(vctx *v); // rules 22 to 26
void v_crossbar(vctx *v);  // rules 27, 28
void v_half(vctx *v);      // rules 29 to 33
void v_bfloat(vctx *v);    // rules 34 to 38
void v_ternary(vctx *v);   // rules 39 to 48
void v_indirect(vctx *v);  // rules 49 to 52
void v_send(vctx *v);      // rules 55 to 62
void v_dpas(vctx *v);      // rules 64 to 69
void v_misc(vctx *v);      // rules 70 to 78

#endif
