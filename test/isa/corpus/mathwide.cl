// The math library in double where the device has it, else over vectors of float; and in half.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#ifdef HAS_DOUBLES
#define T double
#else
#define T float4
#endif
kernel void wide_trigonometry(global T *p, global const T *q) {
    size_t i = get_global_id(0);
    T a = p[i], b = q[i];
    p[i] = sin(a) + cos(b) + tan(a - b) + atan2(a, b);
}
kernel void wide_exponentials(global T *p, global const T *q) {
    size_t i = get_global_id(0);
    T a = p[i], b = q[i];
    p[i] = exp(a) + log(b) * exp2(a) + log10(b) + pow(a, b);
}
kernel void wide_hyperbolic(global T *p, global const T *q) {
    size_t i = get_global_id(0);
    T a = p[i], b = q[i];
    p[i] = sinh(a) + tanh(b) + asinh(a) + cbrt(b) + hypot(a, b);
}
kernel void wide_gamma(global T *p, global const T *q) {
    size_t i = get_global_id(0);
    p[i] = erf(p[i]) + lgamma(q[i]) + tgamma(q[i]);
}
kernel void wide_basic(global T *p, global const T *q) {
    size_t i = get_global_id(0);
    T a = p[i], b = q[i];
    T r = a / b + sqrt(a) + fma(a, b, a) + rsqrt(b) - fmod(a, b) + floor(a) * ceil(b) + rint(a) + trunc(b);
    p[i] = fmax(r, a) + fmin(r, b) + ldexp(a, 3) + fabs(b) + copysign(a, b);
}
#ifdef cl_khr_fp16
kernel void half_basic(global half8 *p, global const half8 *q, half s) {
    size_t i = get_global_id(0);
    half8 a = p[i], b = q[i];
    half8 r = a * b + s - a / b + fma(a, b, a) + sqrt(fabs(a)) + fmax(a, b) * fmin(b, (half8)s) + rsqrt(b);
    p[i] = select(r, -a, isgreater(a, b)) + floor(r) + clamp(a, (half8)(half)0, (half8)(half)1);
}
kernel void half_library(global half2 *p, global const half2 *q) {
    size_t i = get_global_id(0);
    half2 a = p[i], b = q[i];
    p[i] = sin(a) + cos(b) + exp(a) + log(b) + pow(a, b) + tanh(a) + exp2(b) + log2(a) + atan(b);
}
kernel void half_mixed(global float *p, global const half *h, global const int *n) {
    size_t i = get_global_id(0);
    float r = p[i];
    for (int k = 0; k < 16; k++)
        r = fma(vload_half(i + k, h), (float)n[k], r) + (float)(h[i] * h[i + k]);
    p[i] = r;
    vstore_half4((float4)(r, r + 1, r * 2, -r), i, (global half *)(p + 64));
}
#endif
