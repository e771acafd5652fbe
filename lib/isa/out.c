// SPDX-License-Identifier: MIT
// Appends text to a caller's buffer: characters, integers and floats in the assembler's notation.

#include "out.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void isa_out_number(isa_out *o, int64_t v) {
    char digits[24], *first = digits + sizeof digits - 1;
    uint64_t u = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    *first = '\0';
    do {
        *--first = (char)('0' + u % 10);
        u /= 10;
    } while (u);
    if (v < 0)
        *--first = '-';
    isa_out_text(o, first);
}

void isa_out_hex(isa_out *o, uint64_t v, unsigned min_digits) {
    assert(min_digits <= 16);
    unsigned n = 1;
    while (n < 16 && (v >> (4 * n) || n < min_digits))
        n++;
    isa_out_text(o, "0x");
    while (n--)
        isa_out_char(o, "0123456789ABCDEF"[v >> (4 * n) & 15]);
}

// Floats

static double half_to_double(uint16_t h) {
    int exp = h >> 10 & 31, mant = h & 0x3ff;
    double v = exp == 31 ? (mant ? (double)NAN : (double)INFINITY)
               : exp     ? ldexp(mant + 1024, exp - 25)
                         : ldexp(mant, -24);
    return h & 0x8000 ? -v : v;
}

uint16_t isa_double_to_half(double v) {
    uint16_t sign = signbit(v) ? 0x8000 : 0;
    double a = fabs(v);
    if (a >= 65520)
        return (uint16_t)(sign | 0x7c00);
    int exp = -14;
    while (exp < 15 && a >= ldexp(2, exp))
        exp++;
    double scaled = ldexp(a, 10 - exp); // 0 .. 2048, in steps of the result
    uint32_t steps = (uint32_t)scaled;
    double rest = scaled - steps;
    if (rest > 0.5 || (rest == 0.5 && (steps & 1)))
        steps++;
    return (uint16_t)(sign | (steps + ((uint32_t)(exp + 14) << 10)));
}

// The decimal point of the process's locale, found between "0" and "5".
static void locale_point(char point[8]) {
    char probe[16];
    snprintf(probe, sizeof probe, "%.1f", 0.5);
    size_t n = strlen(probe) - 2;
    memcpy(point, probe + 1, n < 7 ? n : 7);
    point[n < 7 ? n : 7] = '\0';
}

double isa_decimal(const char *text, size_t len) {
    assert(text || len == 0);
    char buf[96], point[8];
    size_t n = 0;
    locale_point(point);
    for (size_t i = 0; i < len && n + sizeof point < sizeof buf; i++) {
        if (text[i] != '.') {
            buf[n++] = text[i];
            continue;
        }
        memcpy(buf + n, point, strlen(point));
        n += strlen(point);
    }
    buf[n] = '\0';
    return strtod(buf, NULL);
}

// Formats v and replaces the locale's decimal point by '.'.
static void format_plain(char *buf, size_t cap, const char *format, double v) {
    char point[8];
    locale_point(point);
    snprintf(buf, cap, format, v);
    char *at = strstr(buf, point);
    if (at && strcmp(point, ".") != 0) {
        *at = '.';
        memmove(at + 1, at + strlen(point), strlen(at + strlen(point)) + 1);
    }
}

static bool reads_back(const char *text, double v, bool single) {
    double back = isa_decimal(text, strlen(text));
    return single ? (float)back == (float)v : back == v;
}

static void out_nan(isa_out *o, uint64_t bits, unsigned mant_bits) {
    uint64_t quiet = (uint64_t)1 << (mant_bits - 1);
    isa_out_text(o, bits & quiet ? "qnan(" : "snan(");
    isa_out_hex(o, bits & (quiet - 1), 1);
    isa_out_char(o, ')');
}

// Prints %g or %e if it reads back exactly, otherwise the bits in hexadecimal.
static void out_finite(isa_out *o, uint64_t bits, double v, bool single) {
    const double six_digits = 999999;
    char text[40];
    if (fabs(v) >= 1 && fabs(v) <= six_digits && v == (double)(int32_t)v) { // the same text as %g, faster
        isa_out_dec(o, (int32_t)v);
        isa_out_text(o, ".0");
        return;
    }
    format_plain(text, sizeof text, "%g", v);
    if (reads_back(text, v, single)) {
        isa_out_text(o, text);
        if (!strpbrk(text, ".e"))
            isa_out_text(o, ".0");
        return;
    }
    format_plain(text, sizeof text, "%e", v);
    if (reads_back(text, v, single))
        isa_out_text(o, text);
    else
        isa_out_hex(o, bits, 1);
}

static double from_bits(uint64_t bits, unsigned size_b) {
    if (size_b == 2)
        return half_to_double((uint16_t)bits);
    if (size_b == 4) {
        float f;
        uint32_t u = (uint32_t)bits;
        memcpy(&f, &u, sizeof f);
        return f;
    }
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

void isa_out_float(isa_out *o, uint64_t bits, unsigned size_b) {
    assert(size_b == 2 || size_b == 4 || size_b == 8);
    unsigned mant_bits = size_b == 2 ? 10 : size_b == 4 ? 23 : 52;
    uint64_t sign = (uint64_t)1 << (size_b * 8 - 1);
    uint64_t mant = ((uint64_t)1 << mant_bits) - 1, exp = (sign - 1) & ~mant;
    if ((bits & exp) != exp) {
        out_finite(o, bits, from_bits(bits, size_b), size_b != 8);
        return;
    }
    if (bits & sign)
        isa_out_char(o, '-');
    if (bits & mant)
        out_nan(o, bits, mant_bits);
    else
        isa_out_text(o, "inf");
}
