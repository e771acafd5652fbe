// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/divide_constants.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uint *in, uint *out) {
    simd<uint, 16> a(in), u[12];
    simd<int, 16> s = a;
    u[0] = a / 10;
    u[1] = a % 7;
    u[2] = s / 10;
    u[3] = s % -7;
    u[4] = s / 16;
    u[5] = s % 16;
    simd<ushort, 16> w = a;
    simd<short, 16> h = a;
    u[6] = w / 7;
    u[7] = h / 100;
    simd<uchar, 16> b = a;
    simd<uint, 16> sum = b + (a >> 8 & 255) + (a >> 16 & 255);
    u[8] = sum / 3;
    u[9] = b % 9;
    simd<uint64_t, 16> q = convert<uint64_t>(a) * a;
    u[10] = q / 1000000007;
    u[11] = 0;
    u[11].merge(1, a % 12 == 0);
#pragma unroll
    for (int i = 0; i < 12; i++)
        u[i].copy_to(out + 16 * i, aligned);
}
