// SPDX-License-Identifier: MIT
// C = alpha * A * B + beta * C of row-major matrices of REAL, on the vector pipe.
//
// A thread keeps ROWS x COLUMNS sums in half of its registers. For each row of B it does ROWS multiply-adds of a whole
// row with a number of A, which is a scalar operand: nothing is broadcast or rearranged, and no local memory is needed,
// because a number that was loaded serves ROWS or COLUMNS times.

#include <cm/cm.h>

#define PASTE_(a, b, c, d)               a##b##c##d
#define KERNEL_NAME(name, rows, columns) PASTE_(name, rows, x, columns)

constexpr int STEP = 64 / sizeof(REAL); // columns of A that are loaded at once: a line of the cache

// Where a matrix is, and rows of it at a distance of at_b bytes from its beginning. (DWALIGNED: the message takes
// bytes, so that no instruction makes other units of them.)
#ifdef CM_HAS_LSC_UNTYPED_2D
using place = svmptr_t;
#define PLACE svmptr_t
template <int N> CM_INLINE void load_row(place p, uint at_b, vector_ref<REAL, N> row) {
    cm_svm_block_read(p + at_b, row);
}
template <int N> CM_INLINE void store_row(place p, uint at_b, vector<REAL, N> row) {
    cm_svm_block_write(p + at_b, row);
}
#else
using place = SurfaceIndex;
#define PLACE SurfaceIndex
template <int N> CM_INLINE void load_row(place p, uint at_b, vector_ref<REAL, N> row) {
    read(DWALIGNED(p), at_b, row);
}
template <int N> CM_INLINE void store_row(place p, uint at_b, vector<REAL, N> row) {
    write(p, at_b, row);
}
#endif

// A block of ROWS x STEP of A.
CM_INLINE void load_left(place a, uint m, uint k, uint x, uint y, matrix_ref<REAL, ROWS, STEP> left) {
#ifdef CM_HAS_LSC_UNTYPED_2D
    const uint pitch_b = k * sizeof(REAL);
    left.format<REAL>() = cm_ptr_load<REAL, STEP, ROWS, 1, false, false, CacheHint::Cached, CacheHint::Cached>(
        (REAL *)a, pitch_b - 1, m - 1, pitch_b - 1, x, y);
#else
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        load_row<STEP>(a, ((y + r) * k + x) * sizeof(REAL), left[r].format<REAL>());
#endif
}

// m, n: multiples of ROWS and COLUMNS; k: of STEP. Threads of a group have neighbouring tiles, so that what one of them
// loads is in the cache for the others.
extern "C" _GENX_MAIN_ void KERNEL_NAME(NAME, ROWS, COLUMNS)(PLACE a, PLACE b, PLACE c, uint m, uint n, uint k,
                                                             REAL alpha, REAL beta) {
    const uint x = (cm_group_id(0) * cm_local_size(0) + cm_local_id(0)) * COLUMNS;
    const uint y = (cm_group_id(1) * cm_local_size(1) + cm_local_id(1)) * ROWS;
    if (x >= n || y >= m)
        return;
    matrix<REAL, ROWS, COLUMNS> sum = 0;
    const uint pitch_b = n * sizeof(REAL);
    uint row_b = x * sizeof(REAL);
    for (uint at = 0; at < k; at += STEP) {
        matrix<REAL, ROWS, STEP> left;
        load_left(a, m, k, at, y, left.select<ROWS, 1, STEP, 1>(0, 0));
#pragma unroll
        for (int i = 0; i < STEP; i++, row_b += pitch_b) {
            vector<REAL, COLUMNS> right;
            load_row<COLUMNS>(b, row_b, right.select<COLUMNS, 1>(0));
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sum.row(r) += right * left(r, i);
        }
    }
    uint out_b = y * pitch_b + x * sizeof(REAL);
#pragma unroll
    for (int r = 0; r < ROWS; r++, out_b += pitch_b) {
        vector<REAL, COLUMNS> old;
        load_row<COLUMNS>(c, out_b, old.select<COLUMNS, 1>(0));
        old = sum.row(r) * alpha + old * beta;
        store_row<COLUMNS>(c, out_b, old);
    }
}
