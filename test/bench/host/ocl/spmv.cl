// SPDX-License-Identifier: MIT
// y = A * x for a sparse matrix in rows, for processors: a work-item has a row, eight elements at a time.

kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void spmv_long(global const uint *restrict first,
                                                                         global const uint *restrict column,
                                                                         global const float *restrict value,
                                                                         global const float *restrict x,
                                                                         global float *restrict y) {
    const uint row = get_global_id(0), end = first[row + 1];
    uint i = first[row];
    float8 sums = 0;
    for (; i + 8 <= end; i += 8) {
        const uint8 at = vload8(0, column + i);
        const float8 factor = (float8)(x[at.s0], x[at.s1], x[at.s2], x[at.s3], x[at.s4], x[at.s5], x[at.s6], x[at.s7]);
        sums = fma(vload8(0, value + i), factor, sums);
    }
    const float4 half_sums = sums.lo + sums.hi;
    float sum = half_sums.x + half_sums.y + half_sums.z + half_sums.w;
    for (; i < end; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}
