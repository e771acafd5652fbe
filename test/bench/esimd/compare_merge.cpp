// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/compare_merge.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *in, float *out) {
    simd<float, 32> v(in, aligned);
    simd<float, 16> r = v.select<16, 1>(0), b = v.select<16, 1>(16);
    r.merge(b, r < b);
    r.copy_to(out, aligned);
}
