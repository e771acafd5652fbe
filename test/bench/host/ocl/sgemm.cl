// SPDX-License-Identifier: MIT
// C = alpha * A * B + beta * C, for processors: a work-item makes ROWS x COLUMNS numbers in vector registers, and reads each
// number of B's strip once.

#define PASTE_(a, b) a##b
#define PASTE(a, b)  PASTE_(a, b)
#define VECTOR       PASTE(float, COLUMNS)
#define LOAD         PASTE(vload, COLUMNS)
#define STORE        PASTE(vstore, COLUMNS)

kernel __attribute__((reqd_work_group_size(ACROSS, DOWN, 1))) void gemm(global const float *restrict a,
                                                                        global const float *restrict b,
                                                                        global float *restrict c, uint m, uint n,
                                                                        uint k, float alpha, float beta) {
    const uint x = get_global_id(0) * COLUMNS, y = get_global_id(1) * ROWS;
    VECTOR sum[ROWS];
#pragma unroll
    for (uint r = 0; r < ROWS; r++)
        sum[r] = 0;
    for (uint i = 0; i < k; i++) {
        const VECTOR right = LOAD(0, b + i * n + x);
#pragma unroll
        for (uint r = 0; r < ROWS; r++)
            sum[r] = fma((VECTOR)a[(y + r) * k + i], right, sum[r]);
    }
#pragma unroll
    for (uint r = 0; r < ROWS; r++) {
        global float *to = c + (y + r) * n + x;
        STORE(alpha * sum[r] + beta * LOAD(0, to), 0, to);
    }
}
