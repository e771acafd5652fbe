// SPDX-License-Identifier: MIT
// The coder works in both directions over one description: each step puts a value of the
// instruction into a field (encoding) or reads it out (decoding) and returns it. So a format is
// written once, and what encodes decodes.

#ifndef CMC_ISA_CODEC_H
#define CMC_ISA_CODEC_H

#include "isa_priv.h"

typedef struct codec {
    const isa_model *m;
    const isa_layout *lay;
    const isa_field *fields;
    isa_word w;
    isa_inst *in;
    bool enc;
    cmc_status st; // the first error; later steps do nothing harmful
    cmc_diag *d;
} codec;

// Records the first error with its message.
void codec_fail(codec *c, cmc_status st, const char *fmt, ...) CMC_PRINTF(3, 4);

bool codec_has(const codec *c, isa_field_id f);
// A part of the syntax that not every opcode has (ISA_ATTR_*): true if this one has it; encoding a
// value without is an error, decoding ignores the bits, as the assembler does.
bool codec_may(codec *c, unsigned attr, bool used, const char *what);
void codec_sat(codec *c);
// Unsigned bits as they are. A family without the field only takes 0.
uint64_t codec_bits(codec *c, isa_field_id f, uint64_t v);
bool codec_flag(codec *c, isa_field_id f, bool v);
// Two's complement of the field's width, in steps of unit.
int32_t codec_signed(codec *c, isa_field_id f, int32_t v, unsigned unit);
// value = code * unit.
int32_t codec_scaled(codec *c, isa_field_id f, int32_t v, unsigned unit);
// value = 1 << code, code <= max_code.
uint8_t codec_log2(codec *c, isa_field_id f, uint8_t v, unsigned max_code);
// 0, 1, 2, 4 .. by code 0, 1, 2, 3 ..; max_code as above.
uint8_t codec_stride(codec *c, isa_field_id f, uint8_t v, unsigned max_code);
// Place of v in values[0..n).
uint8_t codec_listed(codec *c, isa_field_id f, uint8_t v, const uint8_t *values, unsigned n);
// When encoding writes v; when decoding expects it.
void codec_fixed(codec *c, isa_field_id f, uint64_t v);
uint8_t codec_type(codec *c, isa_field_id f, uint8_t t, isa_type_use use);
// Register number in an 8-bit field; checks that the target has the register. o->file is known.
void codec_reg(codec *c, isa_field_id f, isa_operand *o);
// o->off_b in steps of unit.
void codec_sub(codec *c, isa_field_id f, isa_operand *o, unsigned unit);
// A one-bit register file field: 1 = GRF.
void codec_file(codec *c, isa_field_id f, isa_operand *o);
// Math macro selector.
void codec_mme(codec *c, isa_field_id f, isa_operand *o);

// The formats. c->in->op and the header are done (encoding: opcode bits are in c->w).
void codec_header(codec *c);
void codec_basic(codec *c);   // one and two sources, math
void codec_ternary(codec *c); // three sources, Align1
void codec_align16(codec *c); // three sources of Gen9
void codec_dpas(codec *c);
void codec_send(codec *c);       // Gen12 and later
void codec_split_send(codec *c); // Gen9, Gen11
void codec_branch(codec *c);     // Gen12 and later
void codec_old_branch(codec *c); // Gen9, Gen11
void codec_sync(codec *c);
void codec_wait(codec *c);

#endif
