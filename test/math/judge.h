// SPDX-License-Identifier: MIT
// Math functions of kernels against MPFR: operands, references, and the comparison.

#ifndef TEST_MATH_JUDGE_H
#define TEST_MATH_JUDGE_H

#include <mpfr.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A floating-point format. All its numbers are exact as doubles.
typedef struct math_format {
    char letter;
    const char *name; // in the language
    unsigned bytes;
    int digits;     // bits of the mantissa with the leading one
    int e_min;      // exponent of the smallest normal number
    double largest; // finite
} math_format;

typedef void (*math_reference)(mpfr_t r, const double v[2]);

typedef struct math_row {
    const char *name, *type, *expression, *needs; // needs: a feature of the target, or NULL
    unsigned operands;
    math_reference reference;
    double lo, hi, most_y;
    double relative, absolute;
} math_row;

typedef struct math_result {
    uint64_t tried, special, wrong, wrong_special;
    double ulp;         // largest error of a finite result
    double at[2];       // its operands
    double bad[2], got; // the first wrong one
} math_result;

extern const math_row math_rows[];
extern const size_t math_n_rows;

const math_format *math_format_of(const math_row *row);
// The number with these bits, and back; the number is one of the format.
double math_decode(const math_format *f, uint64_t bits);
uint64_t math_encode(const math_format *f, double x);

// Fills x and y with the n operands from number `first` on: edges in all pairs, then random ones.
void math_operands(const math_row *row, size_t first, uint64_t seed, size_t n, double *x, double *y);
// How many of the operands are edges.
size_t math_edge_count(const math_row *row);

// Some pairs of edges, for kernels with constants.
enum { MATH_CONSTANTS = 96 };
void math_constants(const math_row *row, double *x, double *y);

// Compares one result with the reference and adds it to the sum.
void math_compare(const math_row *row, const double v[2], double got, math_result *sum);

#endif
