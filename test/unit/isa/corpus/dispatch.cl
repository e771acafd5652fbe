// SPDX-License-Identifier: MIT
// Ids, sizes, printf-free odd corners: zero-size loops, uniform branches, constant memory.
constant float table[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
kernel void ids(global uint *o, int n) {
    uint i = get_global_id(0) + get_global_id(1) * get_global_size(0);
    o[i] = get_group_id(0) * 3 + get_local_id(1) + get_num_groups(2) + get_global_offset(0) + get_work_dim();
    if (n > 4)
        o[i + 1] = get_local_size(0) + get_enqueued_local_size(1);
}
kernel void tab(global const int *a, global float *o) {
    int i = get_global_id(0);
    o[i] = table[a[i] & 15] + table[i & 3];
}
kernel void copy16(global const long2 *a, global long2 *o) {
    o[get_global_id(0)] = a[get_global_id(0)];
}
