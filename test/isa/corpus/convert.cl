// Conversions from every type to every other, plain, saturating and with rounding modes.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define TO(T) r += (float)convert_##T##_sat(v) + (float)convert_##T(v);
#define FROM(S)                                                                                     \
    kernel void from_##S(global const S *p, global float *out, global short *o16, global char *o8, global long *o64) { \
        size_t i = get_global_id(0);                                                                \
        S v = p[i];                                                                                 \
        float r = 0;                                                                                \
        TO(char) TO(uchar) TO(short) TO(ushort) TO(int) TO(uint) TO(long) TO(ulong)                 \
        r += convert_float(v) + convert_half(v);                                                    \
        out[i] = r;                                                                                 \
        o16[i] = convert_short_sat(v);                                                              \
        o8[i] = convert_char_sat(v);                                                                \
        o64[i] = convert_long(v);                                                                   \
    }
FROM(char) FROM(uchar) FROM(short) FROM(ushort) FROM(int) FROM(uint) FROM(long) FROM(ulong) FROM(half) FROM(float)
kernel void rounding(global const float *p, global int *out, global half *h) {
    size_t i = get_global_id(0);
    float v = p[i];
    out[i] = convert_int_rte(v) + convert_int_rtz(v) * 3 + convert_int_rtp(v) * 5 + convert_int_rtn(v) * 7;
    h[4 * i] = convert_half_rte(v);
    h[4 * i + 1] = convert_half_rtz(v);
    h[4 * i + 2] = convert_half_rtp(v);
    h[4 * i + 3] = convert_half_rtn(v);
    out[i] += (int)(rint(v) + ceil(v) + floor(v) + trunc(v) + round(v));
}
#ifdef HAS_DOUBLES
FROM(double)
kernel void to_double(global double *out, global const int *a, global const ulong *b, global const float *c) {
    size_t i = get_global_id(0);
    out[i] = convert_double(a[i]) + convert_double(b[i]) * convert_double(c[i]) + convert_double((short)a[i]);
}
#endif
