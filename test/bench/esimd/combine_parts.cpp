// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/combine_parts.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef WIDTH
#define WIDTH 64
#endif
#ifndef MOST
#define MOST 32
#endif

extern "C" SYCL_ESIMD_KERNEL void combine_parts(const float *partial, const float *lse, half *out, int parts, int heads,
                                                int size) {
    const int head = group_id(0), column = group_id(1) * WIDTH;
    simd<float, MOST> logs = -3.0e38f;
#pragma unroll
    for (int i = 0; i < MOST; i++)
        if (i < parts)
            logs[i] = lse[i * heads + head];
    const float top = hmax<float>(logs);
    simd<float, MOST> weights = exp2((logs - top) * log2_of_e);
    const float total = reduce<float>(weights, std::plus<>());
    simd<float, WIDTH> sum = 0;
    int i = 0;
    for (; i + 4 <= parts; i += 4) {
        simd<float, WIDTH> part[4];
#pragma unroll
        for (int k = 0; k < 4; k++)
            part[k].copy_from(partial + ((i + k) * heads + head) * size + column, aligned);
#pragma unroll
        for (int k = 0; k < 4; k++)
            sum += part[k] * weights[i + k];
    }
    for (; i < parts; i++)
        sum += block_load<float, WIDTH>(partial + (i * heads + head) * size + column) * weights[i];
    simd<half, WIDTH> result = sum / total;
    result.copy_to(out + head * size + column, aligned);
}
