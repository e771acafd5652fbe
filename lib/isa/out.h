// SPDX-License-Identifier: MIT
// Text into a caller's buffer, cut at its end, with the full length counted as snprintf does.

#ifndef CMC_ISA_OUT_H
#define CMC_ISA_OUT_H

#include <cmc/base.h>

typedef struct isa_out {
    char *buf;
    size_t cap;
    size_t len; // of the full text
} isa_out;

void isa_out_char(isa_out *o, char ch);
void isa_out_text(isa_out *o, const char *text);
void isa_out_dec(isa_out *o, int64_t v);
void isa_out_hex(isa_out *o, uint64_t v, unsigned min_digits); // "0x1F"
// The shortest of the assembler's notations that reads back the same; bits are those of a half,
// float or double.
void isa_out_float(isa_out *o, uint64_t bits, unsigned size_b);
// Inverse of the decimal forms, independent of the process's locale. text has len characters.
double isa_decimal(const char *text, size_t len);

// IEEE half to and from double (round to nearest even).
double isa_half_to_double(uint16_t h);
uint16_t isa_double_to_half(double v);

#endif
