// SPDX-License-Identifier: MIT
// Double precision, where the device has it.
#ifdef HAS_FP64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
kernel void d1(global const double *a, global double *o, global float *f, global int *n, global long *q) {
    size_t i = get_global_id(0);
    double x = a[i], y = a[i + 1];
    o[i] = x * y + fma(x, y, 2.0) - fabs(x);
    f[i] = (float)x + (float)y;
    n[i] = (int)x + (x < y);
    q[i] = (long)y + q[i + 1];
    o[i + 2] = (double)f[i + 3] + (double)n[i + 4] + fmin(x, y) + (double)q[i + 2];
}
kernel void d2(global const double *a, global double *o) {
    size_t i = get_global_id(0);
    o[i] = a[i] / a[i + 1] + sqrt(a[i + 2]);
    o[i + 9] = floor(a[i]) + exp(a[i + 3]);
}
#else
kernel void d0(global const float *a, global float *o) {
    o[get_global_id(0)] = a[get_global_id(0) * 3];
}
#endif
