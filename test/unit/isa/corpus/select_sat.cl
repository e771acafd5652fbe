// SPDX-License-Identifier: MIT
// Selects, saturating conversions and packed results of all types.
#define S(T, F)                                                                                    \
    kernel void s_##T##_##F(global const F *a, global T *o) {                                      \
        size_t i = get_global_id(0);                                                               \
        o[i] = convert_##T##_sat(a[i]);                                                            \
        o[i + 7] = a[i] > (F)3 ? (T)a[i + 1] : (T)1;                                               \
    }
S(char, int)
S(uchar, float)
S(short, float)
S(ushort, int)
S(int, float)
S(uint, float)
S(char, long)
S(uchar, ushort)
kernel void h4(global const int4 *a, global uchar4 *o) {
    size_t i = get_global_id(0);
    o[i] = convert_uchar4(select(a[i], a[i + 1], a[i] > a[i + 2]));
}
