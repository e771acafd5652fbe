// SPDX-License-Identifier: MIT
// Prefix sums in two kernels: the totals of blocks; and the prefix sums of a block, which begin with the sum of all blocks
// before it. A work-item adds 4 * VECTORS numbers, a sub-group scans their sums, local memory has those of the sub-groups.

#define SUB_GROUP  16
#define SUB_GROUPS (GROUP / SUB_GROUP)
#define ATTRIBUTES __attribute__((reqd_work_group_size(GROUP, 1, 1), intel_reqd_sub_group_size(SUB_GROUP)))

uint load(global const uint4 *in, uint4 v[VECTORS]) {
    uint sum = 0;
#pragma unroll
    for (uint i = 0; i < VECTORS; i++) {
        v[i] = in[get_global_id(0) * VECTORS + i];
        sum += v[i].x + v[i].y + v[i].z + v[i].w;
    }
    return sum;
}

kernel ATTRIBUTES void sum_blocks(global const uint4 *restrict in, global uint *restrict totals) {
    uint4 v[VECTORS];
    const uint sum = work_group_reduce_add(load(in, v));
    if (get_local_id(0) == 0)
        totals[get_group_id(0)] = sum;
}

kernel ATTRIBUTES void scan_blocks(global const uint4 *restrict in, global const uint *restrict before,
                                   global uint4 *restrict out) {
    local uint totals[SUB_GROUPS];
    uint4 v[VECTORS];
    const uint sum = load(in, v), block = get_group_id(0), me = get_sub_group_id();
    uint start = sub_group_scan_exclusive_add(sum);
    if (get_sub_group_local_id() == SUB_GROUP - 1)
        totals[me] = start + sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < me; i++)
        start += totals[i];
    if (block > 0)
        start += before[block - 1];
#pragma unroll
    for (uint i = 0; i < VECTORS; i++) {
        v[i].x += start;
        v[i].y += v[i].x;
        v[i].z += v[i].y;
        v[i].w += v[i].z;
        start = v[i].w;
        out[get_global_id(0) * VECTORS + i] = v[i];
    }
}
