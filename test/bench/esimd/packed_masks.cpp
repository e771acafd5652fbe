// SPDX-License-Identifier: MIT
// The ESIMD twin of packed_masks.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out, int n) {
    simd<int, 32> v(in, aligned);
    simd<uint, 4> m((const uint *)in + 32);
    v.merge(0, unpack_mask<32>(m[0]));
    v.select<16, 1>(0).merge(7, unpack_mask<16>(m[1]));
    v += pack_mask(v > n);
    v.copy_to(out, aligned);
}
