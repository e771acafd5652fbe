#pragma OPENCL EXTENSION cl_intel_subgroups : enable
__attribute__((intel_reqd_sub_group_size(16)))
kernel void subgroup(global uint *p, global int *q) {
    int i = get_global_id(0);
    uint v = intel_sub_group_block_read(p);
    v = intel_sub_group_shuffle(v, 3) + intel_sub_group_shuffle_xor(v, 1) + sub_group_reduce_add(v);
    intel_sub_group_block_write(p, v);
    q[i] = sub_group_scan_exclusive_max((int)v) + sub_group_any(v > 5) + sub_group_all(v > 2);
}
