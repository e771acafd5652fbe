// SPDX-License-Identifier: MIT
// Half precision and mixed conversions.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void h1(global const half *a, global half *o, global float *f) {
    size_t i = get_global_id(0);
    half x = a[i], y = a[i + 1];
    o[i] = x * y + (half)2.0f - x / y;
    f[i] = (float)x + f[i + 1] * (float)y;
    o[i + 2] = (half)f[i + 3] + fma(x, y, x);
    o[i + 4] = fmax(x, y) + sqrt(x) + exp2(y);
}
kernel void h2(global const half8 *a, global char8 *o, global half8 *p) {
    size_t i = get_global_id(0);
    o[i] = convert_char8_sat(a[i]);
    p[i] = convert_half8(o[i + 1]) * a[i] + (half8)(1);
}
kernel void h3(global const short *a, global half *o, global const int *b) {
    size_t i = get_global_id(0);
    o[i] = (half)a[i] + (half)b[i];
    o[i + 5] = isgreater(o[i + 1], (half)1) ? o[i + 2] : o[i + 3];
}
