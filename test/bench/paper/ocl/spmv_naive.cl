// SPDX-License-Identifier: MIT
// y = A * x for a sparse matrix in rows: a work-item has a row.

kernel void spmv(global const uint *first, global const uint *column, global const float *value, global const float *x,
                 global float *y) {
    const uint row = get_global_id(0);
    float sum = 0;
    for (uint i = first[row]; i < first[row + 1]; i++)
        sum += value[i] * x[column[i]];
    y[row] = sum;
}
