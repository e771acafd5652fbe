// SPDX-License-Identifier: MIT
// Prefix sums in two kernels, as in ../../paper/ocl, with local memory instead of sub-groups: a work-item adds 4 * VECTORS
// numbers, the first one scans the sums of its work-group.

#define ATTRIBUTES __attribute__((reqd_work_group_size(GROUP, 1, 1)))

uint total(global const uint4 *in) {
    uint4 sum = 0;
    for (uint i = 0; i < VECTORS; i++)
        sum += in[get_global_id(0) * VECTORS + i];
    return sum.x + sum.y + sum.z + sum.w;
}

kernel ATTRIBUTES void sum_blocks(global const uint4 *restrict in, global uint *restrict totals) {
    local uint sums[GROUP];
    sums[get_local_id(0)] = total(in);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        uint all = 0;
        for (uint i = 0; i < GROUP; i++)
            all += sums[i];
        totals[get_group_id(0)] = all;
    }
}

kernel ATTRIBUTES void scan_blocks(global const uint4 *restrict in, global const uint *restrict before,
                                   global uint4 *restrict out) {
    local uint sums[GROUP];
    sums[get_local_id(0)] = total(in);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        uint all = get_group_id(0) > 0 ? before[get_group_id(0) - 1] : 0;
        for (uint i = 0; i < GROUP; i++) {
            const uint one = sums[i];
            sums[i] = all;
            all += one;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    uint start = sums[get_local_id(0)];
    for (uint i = 0; i < VECTORS; i++) {
        uint4 v = in[get_global_id(0) * VECTORS + i];
        v.x += start;
        v.y += v.x;
        v.z += v.y;
        v.w += v.z;
        start = v.w;
        out[get_global_id(0) * VECTORS + i] = v;
    }
}
