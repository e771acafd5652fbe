// SPDX-License-Identifier: MIT
// Appends text to a caller's buffer, truncated at its end; the full length is counted as snprintf does.

#ifndef CMC_ISA_OUT_H
#define CMC_ISA_OUT_H

#include <cmc/base.h>

typedef struct isa_out {
    char *buf;
    size_t room; // characters that fit, without the terminating 0
    size_t len;  // of the full text
} isa_out;

static inline isa_out isa_out_start(char *buf, size_t cap) {
    return (isa_out){buf, cap > 0 ? cap - 1 : 0, 0};
}

static inline void isa_out_char(isa_out *o, char ch) {
    if (o->len < o->room)
        o->buf[o->len] = ch;
    o->len++;
}

static inline void isa_out_text(isa_out *o, const char *text) { // inline: usually a few characters
    size_t len = o->len;
    for (; *text; text++, len++)
        if (len < o->room)
            o->buf[len] = *text;
    o->len = len;
}

// Writes the terminating 0; returns the length of the full text.
static inline size_t isa_out_end(isa_out *o, size_t cap) {
    if (cap > 0)
        o->buf[o->len < o->room ? o->len : o->room] = '\0';
    return o->len;
}

void isa_out_number(isa_out *o, int64_t v); // isa_out_dec of more than one digit

static inline void isa_out_dec(isa_out *o, int64_t v) {
    if (v >= 0 && v < 10)
        isa_out_char(o, (char)('0' + v));
    else
        isa_out_number(o, v);
}

void isa_out_hex(isa_out *o, uint64_t v, unsigned min_digits); // "0x1F"
// The shortest of the assembler's notations that reads back exactly; bits are those of a half, float or double.
void isa_out_float(isa_out *o, uint64_t bits, unsigned size_b);
// Inverse of the decimal forms, independent of the process's locale. text has len characters.
double isa_decimal(const char *text, size_t len);

// IEEE half from double (round to nearest even).
uint16_t isa_double_to_half(double v);

#endif
