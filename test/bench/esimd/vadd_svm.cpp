// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/vadd_svm.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *in, const float *in2, float *out) {
    const uint at = group_id(0) * 16;
    simd<float, 16> c = block_load<float, 16>(in + at) + block_load<float, 16>(in2 + at);
    c.copy_to(out + at, aligned);
}
