// SPDX-License-Identifier: MIT
// C = alpha * A * B + beta * C. A sub-group makes a tile of ROWS x 16 * COLUMNS numbers in registers. It reads 16 numbers
// of each row of A, one in a work-item, and a shuffle from a constant work-item gives each to all. Without local memory.

#define SUB_GROUP 16

kernel __attribute__((reqd_work_group_size(SUB_GROUP * ACROSS, DOWN, 1), intel_reqd_sub_group_size(SUB_GROUP))) void
gemm(global const REAL *restrict a, global const REAL *restrict b, global REAL *restrict c, uint m, uint n, uint k,
     REAL alpha, REAL beta) {
    const uint lane = get_sub_group_local_id();
    const uint x = get_global_id(0) / SUB_GROUP * (SUB_GROUP * COLUMNS) + lane, y = get_global_id(1) * ROWS;
    REAL sum[ROWS][COLUMNS] = {{0}};
    for (uint at = 0; at < k; at += SUB_GROUP) {
        REAL left[ROWS];
#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            left[r] = a[(y + r) * k + at + lane];
#pragma unroll
        for (uint i = 0; i < SUB_GROUP; i++) {
            REAL right[COLUMNS];
#pragma unroll
            for (uint j = 0; j < COLUMNS; j++)
                right[j] = b[(at + i) * n + x + SUB_GROUP * j];
#pragma unroll
            for (uint r = 0; r < ROWS; r++) {
                const REAL factor = intel_sub_group_shuffle(left[r], i);
#pragma unroll
                for (uint j = 0; j < COLUMNS; j++)
                    sum[r][j] = fma(factor, right[j], sum[r][j]);
            }
        }
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++)
#pragma unroll
        for (uint j = 0; j < COLUMNS; j++) {
            global REAL *to = &c[(y + r) * n + x + SUB_GROUP * j];
            *to = alpha * sum[r][j] + beta * *to;
        }
}
