// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/dot_product.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *a, const float *b, float *out, int n) {
    simd<float, 64> sum = 0;
    for (int i = 0; i < n; i++)
        sum += block_load<float, 64>(a + i * 64) * block_load<float, 64>(b + i * 64);
    simd<float, 4> r = reduce<float>(sum, std::plus<>());
    r.copy_to(out, aligned);
}
