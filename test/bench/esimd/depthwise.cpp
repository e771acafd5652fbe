// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/depthwise.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef KERNEL
#define KERNEL 3
#endif
#ifndef STRIDE
#define STRIDE 1
#endif
#ifndef COLUMNS
#define COLUMNS 4
#endif
constexpr int channels = 16;
constexpr int span = (COLUMNS - 1) * STRIDE + KERNEL;
constexpr int pad = KERNEL / 2;

extern "C" SYCL_ESIMD_KERNEL void depthwise(const half *in, const half *weights, const half *bias, half *out, int width,
                                            int height, int depth) {
    const int x = group_id(0) * COLUMNS, y = group_id(1), c = group_id(2) * channels;
    simd<half, channels> w[KERNEL * KERNEL];
#pragma unroll
    for (int i = 0; i < KERNEL * KERNEL; i++)
        w[i].copy_from(weights + i * depth + c, aligned);
    simd<float, channels> sum[COLUMNS];
    simd<half, channels> start(bias + c);
#pragma unroll
    for (int i = 0; i < COLUMNS; i++)
        sum[i] = start;
#pragma unroll
    for (int ky = 0; ky < KERNEL; ky++) {
        const int row = y * STRIDE + ky - pad;
        if (row >= 0 && row < height) {
            simd<half, channels> line[span];
#pragma unroll
            for (int i = 0; i < span; i++) {
                const int column = x * STRIDE + i - pad;
                if (column >= 0 && column < width)
                    line[i].copy_from(in + (row * width + column) * depth + c, aligned);
                else
                    line[i] = half(0);
            }
#pragma unroll
            for (int kx = 0; kx < KERNEL; kx++)
#pragma unroll
                for (int i = 0; i < COLUMNS; i++)
                    sum[i] += line[i * STRIDE + kx] * w[ky * KERNEL + kx];
        }
    }
#pragma unroll
    for (int i = 0; i < COLUMNS; i++) {
        simd<half, channels> result = min(max(sum[i], 0.0f), 6.0f);
        result.copy_to(out + (y * (width / STRIDE) + x + i) * depth + c, aligned);
    }
}
