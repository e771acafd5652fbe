// SPDX-License-Identifier: MIT
// The math functions of the extended-math unit, shared by all executors of cmc.
//
// Correctly rounded (nearest even): inv, sqt, fdiv. The others are the double-precision result rounded to float. That
// is within the error that the hardware documents, and differs from the correctly rounded value only in rare halfway
// cases. Callers handle denormals.

#ifndef SIM_MATH_H
#define SIM_MATH_H

#include <stdint.h>

float sim_math_inv(float x);
float sim_math_log2(float x);
float sim_math_exp2(float x);
float sim_math_sqrt(float x);
float sim_math_rsqrt(float x);
float sim_math_sin(float x);
float sim_math_cos(float x);
float sim_math_pow(float x, float y);
float sim_math_div(float x, float y);

// Integer division with the hardware's results for zero divisors and for the one overflow. Zero divisor: quotient all
// ones (unsigned) or the extreme value of the dividend's sign, remainder the dividend. Overflow: INT_MIN / -1 =
// INT_MIN, remainder 0.
int64_t sim_math_quot(int64_t a, int64_t b, int is_signed);
int64_t sim_math_rem(int64_t a, int64_t b, int is_signed);

#endif
