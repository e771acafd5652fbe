// SPDX-License-Identifier: MIT
// Sub-groups: shuffles, reductions, block reads.
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable
__attribute__((intel_reqd_sub_group_size(16))) kernel void s1(global uint *a, global uint *o) {
    uint v = intel_sub_group_block_read(a + 16 * get_group_id(0));
    uint4 w = intel_sub_group_block_read4(a + 64);
    v += intel_sub_group_shuffle(v, 3) + intel_sub_group_shuffle_down(v, w.x, 1) + intel_sub_group_shuffle_xor(v, 5);
    v += sub_group_reduce_add(v) + sub_group_scan_exclusive_max(w.y) + sub_group_broadcast(w.z, 2);
    intel_sub_group_block_write(o, v);
    o[get_global_id(0) + 64] = sub_group_any(v > 3) + sub_group_all(w.w == 1) * 2;
}
__attribute__((intel_reqd_sub_group_size(16))) kernel void s2(global ushort *a, global float *o) {
    ushort v = intel_sub_group_block_read_us(a);
    float f = sub_group_reduce_max((float)v) + sub_group_scan_inclusive_add((float)a[get_global_id(0)]);
    o[get_global_id(0)] = intel_sub_group_shuffle(f, get_local_id(0) ^ a[3]);
}
__attribute__((intel_reqd_sub_group_size(32))) kernel void s3(global short *a, global short *o, global uchar *c) {
    short v = a[get_global_id(0)];
    o[get_global_id(0)] = sub_group_reduce_min(v) + intel_sub_group_shuffle_up(v, v, 2) + c[get_global_id(0)];
}
