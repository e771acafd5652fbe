// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/convert_bytes.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, uchar *out) {
    simd<uchar, 32> v(in, aligned);
    simd<float, 32> f = v;
    f = f * 0.5f + 1.0f;
    simd<uchar, 32> r = f;
    r.copy_to(out, aligned);
}
