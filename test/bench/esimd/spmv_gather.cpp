// SPDX-License-Identifier: MIT
// The ESIMD twin of spmv_gather.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *values, const uint *columns, const float *vec, float *out, int m) {
    simd<float, 16> sum = 0;
    for (int i = 0; i < m; i++) {
        simd<float, 16> a(values + i * 16);
        simd<uint, 16> at(columns + i * 16);
        sum += a * gather<float, 16>(vec, at * 4);
    }
    sum.copy_to(out, aligned);
}
