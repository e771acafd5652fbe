// SPDX-License-Identifier: MIT
// Math functions shared by all executors. See sim_math.h.

#include "sim_math.h"

#include <math.h>

float sim_math_inv(float x) {
    return 1.0f / x;
}
float sim_math_log2(float x) {
    return (float)log2((double)x);
}
float sim_math_exp2(float x) {
    return (float)exp2((double)x);
}
float sim_math_sqrt(float x) {
    return sqrtf(x);
}
float sim_math_rsqrt(float x) {
    return (float)(1.0 / sqrt((double)x));
}
float sim_math_sin(float x) {
    return (float)sin((double)x);
}
float sim_math_cos(float x) {
    return (float)cos((double)x);
}
float sim_math_pow(float x, float y) {
    return x < 0 ? NAN : (float)pow((double)x, (double)y);
}
float sim_math_div(float x, float y) {
    return x / y;
}

int64_t sim_math_quot(int64_t a, int64_t b, int is_signed) {
    if (b == 0)
        return is_signed ? (a < 0 ? INT32_MIN : INT32_MAX) : (int64_t)UINT32_MAX;
    return a / b; // INT_MIN / -1 is exact here and truncates to INT_MIN
}

int64_t sim_math_rem(int64_t a, int64_t b, int is_signed) {
    (void)is_signed;
    return b == 0 ? a : a % b;
}
