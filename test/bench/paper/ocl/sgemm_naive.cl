// SPDX-License-Identifier: MIT
// C = alpha * A * B + beta * C: a work-item makes a number.

kernel void gemm(global const REAL *a, global const REAL *b, global REAL *c, uint m, uint n, uint k, REAL alpha, REAL beta) {
    const uint x = get_global_id(0), y = get_global_id(1);
    REAL sum = 0;
    for (uint i = 0; i < k; i++)
        sum += a[y * k + i] * b[i * n + x];
    c[y * n + x] = alpha * sum + beta * c[y * n + x];
}
