// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/fixed_mul64.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out) {
    simd<int, 16> a(in), b(in + 16);
    simd<int64_t, 16> p = convert<int64_t>(a) * convert<int64_t>(b);
    p += 0x8000;
    simd<int, 16> q = p >> 16;
    q.copy_to(out, aligned);
    simd<int64_t, 16> m = max(p, -p);
    m.copy_to((int64_t *)(out + 16), aligned);
}
