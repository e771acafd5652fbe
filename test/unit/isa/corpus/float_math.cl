// SPDX-License-Identifier: MIT
// Float functions, native and precise.
kernel void m1(global const float *a, global float *o, int n) {
    size_t i = get_global_id(0);
    float x = a[i];
    o[i] = sin(x) + cos(x) * exp(x);
    o[i + n] = log(x) + sqrt(x) + rsqrt(x);
    o[i + 2 * n] = x / a[i + 1] + fmod(x, 3.0f) + pow(x, 1.5f);
    o[i + 3 * n] = floor(x) + ceil(x) + trunc(x) + rint(x) + round(x);
    o[i + 4 * n] = fma(x, a[i + 2], a[i + 3]) + mad(x, x, x);
}
kernel void m2(global const float *a, global float *o) {
    size_t i = get_global_id(0);
    float x = a[i];
    o[i] = native_sin(x) + native_exp2(x) + native_log2(x) + native_recip(x) + native_rsqrt(x) + native_divide(x, 3.f);
    o[i + 1] = clamp(x, 0.0f, 1.0f) + fmin(x, 2.f) + fmax(x, -2.f) + fabs(-x) + sign(x) + fract(x, &o[9]);
}
kernel void cmp(global const float *a, global int *o) {
    size_t i = get_global_id(0);
    float x = a[i], y = a[i + 1];
    o[i] = isnan(x) + isinf(y) * 2 + (x < y) + isunordered(x, y) * 4 + islessgreater(x, y) + signbit(x);
    o[i + 7] = (int)x + (int)convert_uint_sat(y) + convert_char_sat(x) + convert_short_sat_rte(y);
}
