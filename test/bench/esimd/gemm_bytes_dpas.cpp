// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/gemm_bytes_dpas.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef ROWS
#define ROWS 16
#endif
#ifndef COLUMNS
#define COLUMNS 32
#endif
#ifndef TO_HALF
#define TO_HALF 0
#endif
constexpr int lanes = 16;
constexpr int step = 32; // bytes that a dpas adds up
constexpr int tiles_m = ROWS / 8, tiles_n = COLUMNS / lanes;

extern "C" SYCL_ESIMD_KERNEL void gemm_bytes_dpas(const signed char *a, const int *b, const float *row_scales,
                                                  const float *scales, void *out, int n, int k, int zero) {
    const int x = group_id(0) * COLUMNS, y = group_id(1) * ROWS;
    simd<int, 8 * lanes> c[tiles_m * tiles_n];
#pragma unroll
    for (int i = 0; i < tiles_m * tiles_n; i++)
        c[i] = 0;
    for (int at = 0; at < k; at += step) {
        simd<signed char, ROWS * step> ra;
        simd<int, 8 * COLUMNS> packed; // four rows of B in each
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            ra.select<step, 1>(r * step) = block_load<signed char, step>(a + (y + r) * k + at);
#pragma unroll
        for (int r = 0; r < 8; r++)
            packed.select<COLUMNS, 1>(r * COLUMNS) = block_load<int, COLUMNS>(b + (at / 4 + r) * n + x);
        auto rows = packed.bit_cast_view<int, 8, COLUMNS>();
#pragma unroll
        for (int j = 0; j < tiles_n; j++) {
            simd<int, 8 *lanes> rb = rows.select<8, 1, lanes, 1>(0, j * lanes);
            auto bytes = rb.bit_cast_view<signed char>().read();
#pragma unroll
            for (int i = 0; i < tiles_m; i++)
                c[i * tiles_n + j] = xmx::dpas<8, 8, int>(
                    c[i * tiles_n + j], bytes, simd<signed char, 8 * step>(ra.select<8 * step, 1>(i * 8 * step)));
        }
    }
    simd<float, COLUMNS> scale(scales + x);
    simd<float, ROWS> row_scale(row_scales + y);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        simd<float, COLUMNS> row;
#pragma unroll
        for (int j = 0; j < tiles_n; j++)
            row.select<lanes, 1>(j * lanes) = c[r / 8 * tiles_n + j].select<lanes, 1>(r % 8 * lanes);
        row *= scale;
        const int at = (y + r) * n + x;
#if TO_HALF
        simd<half, COLUMNS> result = row * row_scale[r];
        result.copy_to((half *)out + at, aligned);
#else
        simd<int, COLUMNS> rounded = rnde(row);
        simd<signed char, COLUMNS> result = saturate<signed char>(rounded + zero);
        result.copy_to((signed char *)out + at, aligned);
#endif
    }
}
