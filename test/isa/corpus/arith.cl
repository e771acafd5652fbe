// Integer arithmetic in every width: saturation, averages, high halves, rotation, bit counts, division.
#define ARITH(T, V, U)                                                                              \
    kernel void arith_##T(global V *p, global const V *q, T s) {                                    \
        size_t i = get_global_id(0);                                                                \
        V a = p[i], b = q[i], c = (V)s;                                                             \
        V r = add_sat(a, b) ^ sub_sat(b, c);                                                        \
        r += hadd(a, b) - rhadd(b, c);                                                              \
        r ^= mul_hi(a, b) + mad_hi(a, b, c);                                                        \
        r += rotate(a, b) | (rotate(c, (V)3) & ~b);                                                 \
        r -= clz(a) + popcount(b);                                                                  \
        r ^= clamp(a, min(b, c), max(b, c));                                                        \
        r += mad_sat(a, b, c);                                                                      \
        r = bitselect(r, a, b) + (a << (b & (V)7)) + (b >> (c & (V)3));                             \
        r ^= convert_##V(abs_diff(a, b)) + convert_##V(abs(a));                                     \
        p[i] = r * a;                                                                               \
    }                                                                                               \
    kernel void divide_##T(global T *p, global const T *q, T s) {                                   \
        size_t i = get_global_id(0);                                                                \
        T a = p[i], b = q[i] | 1;                                                                   \
        p[i] = (a / b) + (b % (T)(s | 1)) + a / (T)7 + b % (T)10;                                   \
    }
ARITH(char, char4, uchar4)
ARITH(uchar, uchar4, uchar4)
ARITH(short, short4, ushort4)
ARITH(ushort, ushort4, ushort4)
ARITH(int, int4, uint4)
ARITH(uint, uint4, uint4)
ARITH(long, long2, ulong2)
ARITH(ulong, ulong2, ulong2)

kernel void dots(global int *p, global const uint *q) {
    size_t i = get_global_id(0);
    char4 a = as_char4(q[i]), b = as_char4(q[i + 1]);
    int r = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    uchar4 c = as_uchar4(q[i]), d = as_uchar4(q[i + 2]);
    p[i] += r + (int)(c.x * d.x + c.y * d.y + c.z * d.z + c.w * d.w);
}
kernel void wide(global ulong *p, global const uint *q, ulong m) {
    size_t i = get_global_id(0);
    ulong lo = (ulong)q[i] * q[i + 1], hi = (ulong)q[i + 2] * q[i + 3];
    long s = (long)(int)q[i] * (int)q[i + 3];
    ulong r = (lo + (hi << 17) - (m >> 5)) ^ (ulong)s;
    p[i] = r > m ? r - m : (r & 0xff00ff00ff00ff00ul) | (ulong)(s >> 63);
}
