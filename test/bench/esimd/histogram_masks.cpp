// SPDX-License-Identifier: MIT
// The ESIMD twin of histogram_masks.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, uint *out, int n) {
    simd<uint, 16> h = 0;
    for (int i = 0; i < n; i++) {
        simd<uchar, 32> v(in + i * 32, aligned);
        simd<uchar, 32> bin = v >> 4;
#pragma unroll
        for (int b = 0; b < 16; b++)
            h[b] += cbit(pack_mask(bin == b));
    }
    h.copy_to(out, aligned);
}
