// SPDX-License-Identifier: MIT
// The coder uses one description for both directions. Each step puts a value of the instruction into a field (encoding)
// or reads it from the field (decoding), and returns it. A format is thus written once, and decoding always matches
// encoding. An instruction needs about thirty steps, so encode.c and decode.c each compile the description with a
// constant CODEC_ENC, the direction.

#ifndef CMC_ISA_CODEC_H
#define CMC_ISA_CODEC_H

#include "isa_priv.h"

#ifndef CODEC_ENC // codec.c, which serves both directions
#define CODEC_ENC false
#endif

typedef struct codec {
    const isa_model *m;
    const isa_layout *lay;
    const isa_field *fields;
    isa_word w;
    isa_inst *in;
    uint8_t format;   // of the opcode
    unsigned attrs;   // ISA_ATTR_* of the opcode on this target
    unsigned grf_top; // registers of the target
    cmc_status st;    // the first error; later steps are harmless
    cmc_diag *d;
} codec;

const char *codec_mnemonic(const codec *c);
// Records the first error with its message.
void codec_fail(codec *c, cmc_status st, const char *fmt, ...) CMC_PRINTF(3, 4);
// The error messages of the steps below.
void codec_value_fail(codec *c, bool enc, isa_field_id f, long long v);
void codec_no_field(codec *c, isa_field_id f);
void codec_no_attr(codec *c, const char *what);
void codec_no_type(codec *c, isa_field_id f, uint8_t t);
void codec_no_register(codec *c, isa_field_id f);
void codec_no_macro_register(codec *c, isa_field_id f);

static inline void codec_bad_value(codec *c, isa_field_id f, long long v) {
    codec_value_fail(c, CODEC_ENC, f, v);
}

static inline bool codec_has(const codec *c, isa_field_id f) {
    return c->fields[f].n != 0;
}

// Unsigned bits, unchanged. A family without the field only accepts 0.
static inline uint64_t codec_bits(codec *c, isa_field_id f, uint64_t v) {
    const isa_field *fd = &c->fields[f];
    if (!CODEC_ENC)
        return isa_get(&c->w, fd);
    if (fd->n == 1 ? v > fd->mask : fd->bits < 64 && v >> fd->bits != 0) {
        if (fd->bits == 0)
            codec_no_field(c, f);
        else
            codec_bad_value(c, f, (long long)v);
        return v;
    }
    isa_put(&c->w, fd, v);
    return v;
}

// A part of the syntax that not every opcode has (ISA_ATTR_*). Encoding a value without the attribute is an error;
// decoding ignores the bits, as the assembler does. The code has no branch on the attribute, because the sequence of
// opcodes is hard to predict.
static inline uint64_t codec_attr(codec *c, unsigned attr, isa_field_id f, uint64_t v, const char *what) {
    uint64_t mask = c->attrs & attr ? UINT64_MAX : 0;
    if (!CODEC_ENC)
        return isa_get(&c->w, &c->fields[f]) & mask;
    if (v & ~mask)
        codec_no_attr(c, what);
    else
        codec_bits(c, f, v);
    return v;
}

static inline bool codec_flag(codec *c, isa_field_id f, bool v) {
    return codec_bits(c, f, v) != 0;
}

// Two's complement at the field's width, in units of `unit`.
static inline int32_t codec_signed(codec *c, isa_field_id f, int32_t v, unsigned unit) {
    unsigned bits = c->fields[f].bits;
    int32_t half = bits ? (int32_t)(1u << (bits - 1)) : 0;
    if (CODEC_ENC) {
        int32_t code = v / (int32_t)unit;
        if (code * (int32_t)unit != v || code < -half || code >= half) {
            codec_bad_value(c, f, v);
            return v;
        }
        codec_bits(c, f, (uint64_t)code & ((1u << bits) - 1));
        return v;
    }
    int32_t code = (int32_t)codec_bits(c, f, 0);
    return (code >= half ? code - 2 * half : code) * (int32_t)unit;
}

// value = code * unit, unit = 1, 2, 4 ..
static inline int32_t codec_scaled(codec *c, isa_field_id f, int32_t v, unsigned unit) {
    unsigned shift = (unsigned)__builtin_ctz(unit);
    if (CODEC_ENC && (v < 0 || (v & (int32_t)(unit - 1)) != 0)) {
        codec_bad_value(c, f, v);
        return v;
    }
    return (int32_t)(codec_bits(c, f, (uint64_t)(uint32_t)v >> shift) << shift);
}

static inline bool codec_is_power(unsigned v) {
    return v != 0 && (v & (v - 1)) == 0;
}

// value = 1 << code, code <= max_code.
static inline uint8_t codec_log2(codec *c, isa_field_id f, uint8_t v, unsigned max_code) {
    unsigned code = 0;
    if (CODEC_ENC) {
        if (!codec_is_power(v) || v >> max_code > 1) {
            codec_bad_value(c, f, v);
            return v;
        }
        code = (unsigned)__builtin_ctz(v);
    }
    code = (unsigned)codec_bits(c, f, code);
    if (code > max_code) {
        codec_bad_value(c, f, code);
        return 1;
    }
    return (uint8_t)(1u << code);
}

// 0, 1, 2, 4 .. by code 0, 1, 2, 3 ..; max_code as above.
static inline uint8_t codec_stride(codec *c, isa_field_id f, uint8_t v, unsigned max_code) {
    unsigned code = 31u - (unsigned)__builtin_clz(2u * v | 1u);
    if (CODEC_ENC && ((v & (v - 1)) != 0 || code > max_code)) {
        codec_bad_value(c, f, v);
        return v;
    }
    code = (unsigned)codec_bits(c, f, code);
    if (code > max_code) {
        codec_bad_value(c, f, code);
        return 0;
    }
    return (uint8_t)((1u << code) >> 1);
}

// The index of v in values[0..n).
static inline uint8_t codec_listed(codec *c, isa_field_id f, uint8_t v, const uint8_t *values, unsigned n) {
    unsigned code = 0;
    if (CODEC_ENC) {
        while (code < n && values[code] != v)
            code++;
        if (code == n) {
            codec_bad_value(c, f, v);
            return v;
        }
    }
    code = (unsigned)codec_bits(c, f, code);
    if (code >= n) {
        codec_bad_value(c, f, code);
        return 0;
    }
    return values[code];
}

// Encoding writes v; decoding expects it.
static inline void codec_fixed(codec *c, isa_field_id f, uint64_t v) {
    uint64_t got = codec_bits(c, f, v);
    if (got != v)
        codec_bad_value(c, f, (long long)got);
}

static inline uint8_t codec_type(codec *c, isa_field_id f, uint8_t t, isa_type_use use) {
    if (CODEC_ENC) {
        int code = isa_type_code(c->m, (isa_type)t, use);
        if (code < 0)
            codec_no_type(c, f, t);
        else
            codec_bits(c, f, (uint64_t)code);
        return t;
    }
    unsigned code = (unsigned)codec_bits(c, f, 0);
    t = (uint8_t)isa_type_from_code(c->m, code, use);
    if (t == ISA_TYPE_NONE)
        codec_bad_value(c, f, code);
    return t;
}

// A register number in an 8-bit field; checks that the target has the register. o->file must be set.
static inline void codec_reg(codec *c, isa_field_id f, isa_operand *o) {
    o->reg = (uint32_t)codec_bits(c, f, o->reg);
    if (o->file == ISA_FILE_GRF ? o->reg >= c->grf_top : !isa_arf_by_reg(c->m, o->reg))
        codec_bad_value(c, f, o->reg);
}

// o->off_b in units of `unit`.
static inline void codec_sub(codec *c, isa_field_id f, isa_operand *o, unsigned unit) {
    o->off_b = codec_scaled(c, f, o->off_b, unit);
}

// A one-bit register file field; 1: GRF.
static inline void codec_file(codec *c, isa_field_id f, isa_operand *o) {
    if (CODEC_ENC && o->file != ISA_FILE_GRF && o->file != ISA_FILE_ARF) {
        codec_no_register(c, f);
        return;
    }
    o->file = codec_flag(c, f, o->file == ISA_FILE_GRF) ? ISA_FILE_GRF : ISA_FILE_ARF;
}

// Math macro selector.
static inline void codec_mme(codec *c, isa_field_id f, isa_operand *o) {
    if (CODEC_ENC && (o->mme < 1 || o->mme > 9)) {
        codec_no_macro_register(c, f);
        return;
    }
    o->mme = (uint8_t)(codec_bits(c, f, o->mme - 1u) + 1);
    if (o->mme > 9)
        codec_bad_value(c, f, o->mme - 1);
}

static inline void codec_sat(codec *c) {
    c->in->sat = codec_attr(c, ISA_ATTR_SAT, ISA_F_SAT, c->in->sat, "saturation") != 0;
}

static inline codec codec_start(const isa_model *m, isa_inst *in, cmc_diag *d) {
    const isa_op_info *op = isa_op_get((isa_op)in->op);
    return (codec){.m = m,
                   .lay = isa_layout_get(m),
                   .fields = isa_fields(m->family),
                   .in = in,
                   .format = op->format,
                   .attrs = isa_op_attrs(m, (isa_op)in->op),
                   .grf_top = m->grf_count_large > m->grf_count ? m->grf_count_large : m->grf_count,
                   .d = d};
}

#endif
