// SPDX-License-Identifier: MIT
// Bit operations.
kernel void b1(global const uint *a, global uint *o) {
    size_t i = get_global_id(0);
    uint x = a[i], y = a[i + 1];
    o[i] = popcount(x) + clz(y) + ctz(x | 1) + rotate(x, y) + rotate(x, 7u);
    o[i + 2] = (x >> 5 & 0x3f) | (y << 9 & 0xfe00) | ((~x & y) ^ 0x55);
    o[i + 4] = mul_hi(x, y) + mad_hi(x, y, 3u) + mul24(x, y) + mad24(x, y, x) + upsample((ushort)x, (ushort)y);
    o[i + 6] = hadd(x, y) + rhadd(x, y) + abs_diff(x, y) + add_sat(x, y) + sub_sat(x, y);
}
kernel void b2(global const long *a, global long *o) {
    size_t i = get_global_id(0);
    long x = a[i], y = a[i + 1];
    o[i] = x * y + (x >> (y & 63)) + (x << 3) + mul_hi(x, y);
    o[i + 2] = popcount(x) + clz(y) + (x < y ? x : y) + rotate(x, y) + add_sat(x, y);
    o[i + 3] = x / y + x % 7;
}
kernel void b3(global const int *a, global int *o) {
    size_t i = get_global_id(0);
    o[i] = a[i] / a[i + 1] + a[i] % a[i + 2] + a[i] / 10;
    o[i + 1] = (uint)a[i] / (uint)a[i + 1] + (uint)a[i] % 13u;
}
kernel void b4(global const ushort *a, global ushort *o, global const uchar *c) {
    size_t i = get_global_id(0);
    o[i] = rotate(a[i], a[i + 1]) + popcount(a[i]) + clz(a[i]) + add_sat(a[i], a[i + 3]) + rhadd(a[i], a[i + 4]);
    o[i + 1] = add_sat(c[i], c[i + 1]) + abs_diff(c[i], c[i + 2]) + mul_hi(c[i], c[i + 4]);
}
