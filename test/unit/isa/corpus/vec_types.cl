// SPDX-License-Identifier: MIT
// Vectors: odd sizes, swizzles, shuffles, packing.
kernel void swz(global const char4 *a, global char4 *o) {
    size_t i = get_global_id(0);
    o[i] = a[i].wzyx + a[i + 1].xxyy;
}
kernel void pack(global const uint *a, global uchar *o) {
    size_t i = get_global_id(0);
    uint4 v = vload4(i, a);
    vstore4(convert_uchar4_sat(v >> 3), i, o);
}
kernel void shuf(global const short8 *a, global const ushort8 *m, global short8 *o) {
    size_t i = get_global_id(0);
    o[i] = shuffle(a[i], m[i]);
}
kernel void three(global const float *a, global float *o) {
    size_t i = get_global_id(0);
    vstore3(cross(vload3(i, a), vload3(i + 1, a)), i, o);
}
kernel void widen(global const uchar16 *a, global float16 *o) {
    size_t i = get_global_id(0);
    o[i] = convert_float16(a[i]) * 0.25f;
}
