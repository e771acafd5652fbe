// SPDX-License-Identifier: MIT
// y = A * x for a sparse matrix in rows: as many lanes of a sub-group have a row as its kernel says. The host chooses the
// kernel by the mean length of a row.

#define SUB_GROUP 16

void rows_of(global const uint *restrict first, global const uint *restrict column, global const float *restrict value,
             global const float *restrict x, global float *restrict y, uint lanes) {
    const uint row = get_global_id(0) / lanes, me = get_global_id(0) % lanes, end = first[row + 1];
    float sum = 0;
    for (uint i = first[row] + me; i < end; i += lanes)
        sum += value[i] * x[column[i]];
    for (uint d = lanes / 2; d > 0; d /= 2)
        sum += intel_sub_group_shuffle_xor(sum, d);
    if (me == 0)
        y[row] = sum;
}

#define SPMV(name, lanes)                                                                                              \
    kernel __attribute__((reqd_work_group_size(GROUP, 1, 1), intel_reqd_sub_group_size(SUB_GROUP))) void name(         \
        global const uint *first, global const uint *column, global const float *value, global const float *x,         \
        global float *y) {                                                                                             \
        rows_of(first, column, value, x, y, lanes);                                                                    \
    }

SPMV(spmv_long, LONG)
SPMV(spmv_short, SHORT)
