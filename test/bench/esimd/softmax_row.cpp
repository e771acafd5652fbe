// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/softmax_row.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef WIDTH
#define WIDTH 64
#endif
#ifndef SCALED
#define SCALED 0
#endif
constexpr int step = 32;
constexpr int padded = (WIDTH + step - 1) / step * step;
constexpr float lowest = -65504.0f;

extern "C" SYCL_ESIMD_KERNEL void softmax_row(const half *in, half *out, int valid, float scale) {
    const int row = group_id(0);
    simd<float, padded> v = lowest;
    simd<half, padded> raw(in + row * padded, aligned);
    v.select<WIDTH, 1>(0) = raw.select<WIDTH, 1>(0);
#if SCALED
    simd<ushort, padded> lane(0, 1);
    v *= scale;
    v.merge(lowest, lane >= valid);
#endif
    float top = lowest;
#pragma unroll
    for (int i = 0; i < WIDTH; i++)
        if (v[i] > top)
            top = v[i];
    v = exp2((v - top) * log2_of_e);
    const float by = 1.0f / reduce<float>(v, std::plus<>());
    raw = v * by;
    raw.copy_to(out + row * padded, aligned);
}
