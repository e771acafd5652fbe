// SPDX-License-Identifier: MIT
// The ESIMD twin of arg_max.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *in, float *out, int n) {
    simd<float, 16> best = -1e30f;
    simd<int, 16> at = 0;
    for (int i = 0; i < n; i++) {
        simd<float, 16> v(in + i * 16, aligned);
        simd_mask<16> m = v > best;
        best.merge(v, m);
        at.merge(i, m);
    }
    best.copy_to(out, aligned);
    at.copy_to((int *)(out + 16), aligned);
}
