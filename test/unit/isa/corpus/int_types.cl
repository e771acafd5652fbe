// SPDX-License-Identifier: MIT
// Integer arithmetic of every width, with conversions and saturation.
#define K(T, U)                                                                                    \
    kernel void k_##T##_##U(global const T *a, global const U *b, global T *o, int n) {            \
        size_t i = get_global_id(0);                                                               \
        T x = a[i];                                                                                \
        U y = b[i];                                                                                \
        o[i] = (T)(x + (T)y) ^ (T)(x * (T)y) | (T)((x >> 1) - (T)(y & (U)n));                      \
        o[i + n] = convert_##T##_sat(y) + convert_##T##_sat(x);                                    \
        o[i + 2 * n] = x > (T)y ? max(x, (T)y) : min(x, (T)3);                                     \
    }
K(char, uchar)
K(uchar, short)
K(short, char)
K(ushort, uint)
K(int, short)
K(uint, uchar)
K(int, ulong)
K(long, int)
K(ulong, char)
