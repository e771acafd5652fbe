// SPDX-License-Identifier: MIT
// The ESIMD twin of sgemm_tile.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *a, const float *b, float *c, int n) {
    simd<float, 8 * 16> sum = 0;
    for (int i = 0; i < n; i++) {
        simd<float, 64> left(a + i * 64);
        simd<float, 128> right(b + i * 128);
#pragma unroll
        for (int r = 0; r < 8; r++)
#pragma unroll
            for (int k = 0; k < 8; k++)
                sum.select<16, 1>(16 * r) += left[8 * r + k] * right.select<16, 1>(16 * k);
    }
    sum.copy_to(c, aligned);
}
