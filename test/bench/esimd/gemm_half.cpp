// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/gemm_half.cm, with 2-D blocks.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef ROWS
#define ROWS 32
#endif
#ifndef COLUMNS
#define COLUMNS 32
#endif
#ifndef ACT
#define ACT 0
#endif
#ifndef AHEAD
#define AHEAD 2
#endif
namespace xe = sycl::ext::intel::experimental::esimd;

constexpr int lanes = 16, step_k = 16;
constexpr int tiles_m = ROWS / 8, tiles_n = COLUMNS / lanes, tile = 8 * lanes;
constexpr cache_hint cached = cache_hint::cached;

template <int N> ESIMD_INLINE simd<float, N> gelu(simd<float, N> x) {
    simd<float, N> inner = (x + x * x * x * 0.044715f) * (0.7978845608f * 2.0f * log2_of_e);
    return x - x / (1.0f + exp2(inner));
}
template <int N> ESIMD_INLINE simd<float, N> silu(simd<float, N> x) {
    return x / (1.0f + exp2(x * -log2_of_e));
}

ESIMD_INLINE void multiply(const half *a, const half *b, int y, int x, int m, int n, int k,
                           simd<float, tile> (&c)[tiles_m * tiles_n]) {
    const uint pitch_a = k * sizeof(half) - 1, pitch_b = n * sizeof(half) - 1;
    xe::config_2d_mem_access<half, step_k, 8, 1> at_a(a, pitch_a, m - 1, pitch_a, 0, y);
    xe::config_2d_mem_access<half, lanes, step_k, 1> at_b(b, pitch_b, k - 1, pitch_b, x, 0);
    xe::config_2d_mem_access<half, step_k, (ROWS < 32 ? ROWS : 32), 1> next_a(a, pitch_a, m - 1, pitch_a, 0, y);
    xe::config_2d_mem_access<half, (COLUMNS < 32 ? COLUMNS : 32), step_k, 1> next_b(b, pitch_b, k - 1, pitch_b, x, 0);
    auto prefetch_step = [&](int at) {
        next_a.set_x(at);
        next_b.set_y(at);
        xe::lsc_prefetch_2d<half, step_k, (ROWS < 32 ? ROWS : 32), 1, false, false, cached, cached>(next_a);
        xe::lsc_prefetch_2d<half, (COLUMNS < 32 ? COLUMNS : 32), step_k, 1, false, false, cached, cached>(next_b);
    };
#pragma unroll
    for (int i = 0; i < AHEAD; i++)
        prefetch_step(i * step_k);
    for (int at = 0; at < k; at += step_k) {
        simd<half, 8 * step_k> ra[tiles_m];
        simd<half, step_k * lanes> rb[tiles_n];
        prefetch_step(at + AHEAD * step_k);
#pragma unroll
        for (int j = 0; j < tiles_n; j++)
            rb[j] = xe::lsc_load_2d<half, lanes, step_k, 1, false, true>(at_b.set_x(x + j * lanes).set_y(at));
#pragma unroll
        for (int i = 0; i < tiles_m; i++)
            ra[i] = xe::lsc_load_2d<half, step_k, 8, 1>(at_a.set_x(at).set_y(y + i * 8));
#pragma unroll
        for (int j = 0; j < tiles_n; j++)
#pragma unroll
            for (int i = 0; i < tiles_m; i++)
                c[i * tiles_n + j] = xmx::dpas<8, 8, float>(c[i * tiles_n + j], rb[j], ra[i]);
    }
}

extern "C" SYCL_ESIMD_KERNEL void gemm_half(const half *a, const half *b, const half *bias, const half *gate, half *out,
                                            int m, int n, int k) {
    const int x = group_id(0) * COLUMNS, y = group_id(1) * ROWS;
    simd<float, tile> c[tiles_m * tiles_n];
#pragma unroll
    for (int i = 0; i < tiles_m * tiles_n; i++)
        c[i] = 0;
    multiply(a, b, y, x, m, n, k, c);
    simd<half, COLUMNS> add(bias + x);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        simd<float, COLUMNS> row;
#pragma unroll
        for (int j = 0; j < tiles_n; j++)
            row.select<lanes, 1>(j * lanes) = c[r / 8 * tiles_n + j].select<lanes, 1>(r % 8 * lanes);
        row += add;
        const int at = (y + r) * n + x;
        if constexpr (ACT == 1)
            row = gelu<COLUMNS>(row);
        else if constexpr (ACT == 2)
            row = silu<COLUMNS>(row) * block_load<half, COLUMNS>(gate + at);
        simd<half, COLUMNS> result = row;
        result.copy_to(out + at, aligned);
    }
}
