// SPDX-License-Identifier: MIT
// The ESIMD twin of histogram_loop.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, int *out) {
    simd<uchar, 128> v(in, aligned);
    simd<int, 256> counts = 0;
#pragma unroll 1
    for (int i = 0; i < 128; i++)
        counts[v[i]] += 1;
    counts.copy_to(out, aligned);
}
