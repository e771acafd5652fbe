// SPDX-License-Identifier: MIT
// What the attention kernels share. Scores are kept transposed where a row holds one key of all queries: then the softmax
// goes over rows and needs no sums across lanes.
#pragma once
#include <cm/cm.h>
#include <cm/cmtl.h>

constexpr float lowest = -3.0e38f;
constexpr float log2_of_e = 1.4426950408889634f;
#if CM_GRF_WIDTH == 512
constexpr int lanes = 16;
#else
constexpr int lanes = 8;
#endif
constexpr int depth = 8;
constexpr int step_k = 16; // halves that a dpas adds up

template <int N, typename T, typename U> CM_INLINE void transpose(matrix_ref<T, N, N> in, matrix_ref<U, N, N> out) {
    matrix<T, N, N> part;
#pragma unroll
    for (int a = 0; a < N / 4; a++)
#pragma unroll
        for (int b = 0; b < 4; b++)
            part.row(4 * a + b) = in.template select<4, 1, N / 4, 4>(4 * a, b);
#pragma unroll
    for (int b = 0; b < 4; b++)
#pragma unroll
        for (int c = 0; c < N / 4; c++)
            out.row(b + 4 * c) = part.template select<N / 4, 4, 4, N / 4>(b, c);
}

// Scores with one query per column: replaces them by exp(score - largest), and returns by what earlier sums must be multiplied.
template <int Keys, int Queries>
CM_INLINE vector<float, Queries> softmax_columns(matrix_ref<float, Keys, Queries> s, vector_ref<float, Queries> largest,
                                                 vector_ref<float, Queries> sum) {
    vector<float, Queries> top = cm_max<float>(s.row(0), s.row(1));
#pragma unroll
    for (int r = 2; r < Keys; r++)
        top = cm_max<float>(top, s.row(r));
    top = cm_max<float>(top, largest);
    vector<float, Queries> keep = cm_exp((largest - top) * log2_of_e);
#pragma unroll
    for (int r = 0; r < Keys; r++)
        s.row(r) = cm_exp((s.row(r) - top) * log2_of_e);
    vector<float, Queries> part = cm_add<float>(s.row(0), s.row(1));
#pragma unroll
    for (int r = 2; r < Keys; r++)
        part = cm_add<float>(part, s.row(r));
    sum = sum * keep + part;
    largest = top;
    return keep;
}

// The same with one query per row.
template <int Queries, int Keys>
CM_INLINE vector<float, Queries> softmax_rows(matrix_ref<float, Queries, Keys> s, vector_ref<float, Queries> largest,
                                              vector_ref<float, Queries> sum) {
    vector<float, Queries> keep;
#pragma unroll
    for (int q = 0; q < Queries; q++) {
        float top = cm_reduced_max<float>(s.row(q));
        if (top < largest(q))
            top = largest(q);
        keep(q) = cm_exp((largest(q) - top) * log2_of_e);
        s.row(q) = cm_exp((s.row(q) - top) * log2_of_e);
        sum(q) = sum(q) * keep(q) + cm_sum<float>(s.row(q));
        largest(q) = top;
    }
    return keep;
}
