// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/qk_block_sums.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef COLUMNS
#define COLUMNS 64
#endif
#ifndef SIZE
#define SIZE 64
#endif
constexpr int queries = 8;

extern "C" SYCL_ESIMD_KERNEL void qk_block_sums(const half *q, const half *keys, float *largest, float *sums, int count,
                                                int first_seen) {
    const int x = group_id(0) * COLUMNS, y = group_id(1) * queries;
    simd<float, COLUMNS> s[queries];
#pragma unroll
    for (int r = 0; r < queries; r++)
        s[r] = 0;
    for (int at = 0; at < SIZE; at += 16) {
        simd<half, 16> part[queries];
#pragma unroll
        for (int r = 0; r < queries; r++)
            part[r] = block_load<half, 16>(q + (y + r) * SIZE + at);
#pragma unroll
        for (int i = 0; i < 16; i++) {
            simd<half, COLUMNS> k = block_load<half, COLUMNS>(keys + (at + i) * count + x);
#pragma unroll
            for (int r = 0; r < queries; r++)
                s[r] += k * part[r][i];
        }
    }
#pragma unroll
    for (int r = 0; r < queries; r++) {
        const int seen = first_seen + y + r - x; // keys of this part that the query sees
#pragma unroll
        for (int b = 0; b < COLUMNS; b += 16) {
            if (seen < b + 16) {
                simd<short, 16> lane(0, 1);
                s[r].select<16, 1>(b).merge(-60000.0f, lane + b >= seen);
            }
        }
        const float top = hmax<float>(s[r]);
        simd<float, COLUMNS> e = exp2((s[r] - top) * log2_of_e);
        simd<float, COLUMNS / 16> part;
#pragma unroll
        for (int b = 0; b < COLUMNS / 16; b++)
            part[b] = reduce<float>(e.select<16, 1>(b * 16), std::plus<>());
        largest[(y + r) * (count / COLUMNS) + group_id(0)] = top;
        part.copy_to(sums + (y + r) * (count / 16) + x / 16, aligned);
    }
}
