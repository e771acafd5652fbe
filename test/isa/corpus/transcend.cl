kernel void transcend(global float *p) {
    int i = get_global_id(0);
    float v = p[i];
    v = native_sin(v) + native_cos(v) * native_exp(v) - native_log(v) + native_sqrt(v) + native_rsqrt(v);
    v += native_recip(v) + pow(v, 1.5f) + floor(v) + ceil(v) + rint(v) + trunc(v) + fract(v, p + i + 64);
    p[i] = v / (v + 3.0f);
}
