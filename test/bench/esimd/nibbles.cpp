// SPDX-License-Identifier: MIT
// The ESIMD twin of nibbles.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, half *out) {
    simd<ushort, 32> w = block_load<uchar, 32>(in);
    simd<half, 64> h;
    h.select<32, 2>(0) = w & 15;
    h.select<32, 2>(1) = w >> 4;
    h = (h - half(8)) * half(0.5f);
    h.copy_to(out, aligned);
}
