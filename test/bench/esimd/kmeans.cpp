// SPDX-License-Identifier: MIT
// The ESIMD twin of kmeans.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *points, const float *centres, int *out, int n) {
    simd<float, 32> x(points), y(points + 32), best = 1.0e30f;
    simd<int, 32> which = 0;
    simd<float, 16> centre(centres);
    for (int i = 0; i < n; i++) {
        simd<float, 32> dx = x - centre[2 * i], dy = y - centre[2 * i + 1];
        simd<float, 32> d = dx * dx + dy * dy;
        simd_mask<32> nearer = d < best;
        best.merge(d, nearer);
        which.merge(i, nearer);
    }
    which.copy_to(out, aligned);
}
