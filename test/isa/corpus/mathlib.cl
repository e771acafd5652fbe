// The math library in float: long straight-line code, tables, slow paths.
#define BODY(name, expression)                                                                      \
    kernel void name(global float *p, global const float *q) {                                      \
        size_t i = get_global_id(0);                                                                \
        float a = p[i], b = q[i], c = 0;                                                            \
        int n = 0;                                                                                  \
        p[i] = (expression) + c + n;                                                                \
    }
BODY(trigonometry, sin(a) + cos(b) * tan(a + b) + sincos(a * b, &c))
BODY(trigonometry_pi, sinpi(a) * cospi(b) + tanpi(a) + asinpi(a) + acospi(b) + atanpi(a) + atan2pi(a, b))
BODY(inverse, asin(a) + acos(b) + atan(a) + atan2(a, b))
BODY(hyperbolic, sinh(a) + cosh(b) * tanh(a) + asinh(a) + acosh(b) + atanh(a))
BODY(exponentials, exp(a) + exp2(b) * exp10(a) + expm1(b) + log(a) + log2(b) + log10(a) + log1p(b) + logb(a))
BODY(powers, pow(a, b) + powr(fabs(a), b) + pown(a, (int)b) + rootn(a, (int)b) + cbrt(a) + hypot(a, b))
BODY(gammas, tgamma(a) + lgamma(b) + lgamma_r(a, &n) + erf(a) + erfc(b))
BODY(remainders, fmod(a, b) + remainder(b, a) + remquo(a, b, &n) + fract(a, &c) + modf(b, &c) + frexp(a, &n))
BODY(steps, nextafter(a, b) + ldexp(a, (int)b) + ilogb(a) + fdim(a, b) + maxmag(a, b) + minmag(a, b) + copysign(a, b))
BODY(natives, native_sin(a) + native_cos(b) + native_exp(a) + native_log(b) + native_powr(a, b) + native_rsqrt(a) + native_sqrt(b) + native_divide(a, b) + native_recip(b) + native_tan(a))
BODY(halves_of_precision, half_sin(a) + half_cos(b) + half_exp(a) + half_log(b) + half_powr(a, b) + half_rsqrt(a) + half_divide(a, b))
kernel void divisions(global float4 *p, global const float4 *q) {
    size_t i = get_global_id(0);
    float4 a = p[i], b = q[i];
    p[i] = a / b + sqrt(b) - rsqrt(a) + normalize(a) * length(b) + cross(a, b) * dot(a, b) + distance(a, b);
}
kernel void classes(global int *p, global const float4 *q) {
    size_t i = get_global_id(0);
    float4 a = q[i], b = q[i + 1];
    int4 r = isnan(a) + isinf(b) * 2 + isfinite(a) * 4 + isnormal(b) * 8 + signbit(a) * 16 + isordered(a, b) * 32 +
             isunordered(a, b) + islessgreater(a, b) + isgreaterequal(a, b);
    p[i] = any(r) + all(r) + r.x + r.y * r.z - r.w;
}
kernel void blends(global float8 *p, global const float8 *q, float s) {
    size_t i = get_global_id(0);
    float8 a = p[i], b = q[i];
    float8 r = mix(a, b, s) + step(a, b) + smoothstep(a, b, (float8)s) + clamp(a, 0.0f, 1.0f) + sign(b);
    r += degrees(a) - radians(b) + fma(a, b, r) + mad(b, a, r) + fmin(a, b) * fmax(a, b);
    p[i] = select(r, a, isless(a, b)) + shuffle(b, (uint8)(7, 6, 5, 4, 3, 2, 1, 0));
}
