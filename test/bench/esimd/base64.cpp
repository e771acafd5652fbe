// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/base64.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, uchar *out) {
    simd<uchar, 48> b(in, aligned);
    simd<uint, 16> w = b.select<16, 3>(0) << 16 | b.select<16, 3>(1) << 8 | b.select<16, 3>(2);
    simd<uchar, 64> o;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        simd<ushort, 16> v = w >> (18 - 6 * i) & 63;
        simd<ushort, 16> c = v + 65;
        c.merge(v + 71, v >= 26);
        c.merge(v - 4, v >= 52);
        c.merge(43, v == 62);
        c.merge(47, v == 63);
        o.select<16, 4>(i) = c;
    }
    o.copy_to(out, aligned);
}
