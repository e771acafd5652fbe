// SPDX-License-Identifier: MIT
// The ESIMD twin of prefix_guide.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const ushort *in, ushort *out) {
    simd<ushort, 32> v(in, aligned);
    v.select<16, 2>(1) += v.select<16, 2>(0);
    v.select<8, 4>(2) += v.select<8, 4>(1);
    v.select<8, 4>(3) += v.select<8, 4>(1);
    v.select<4, 1>(4) += v[3];
    v.select<4, 1>(12) += v[11];
    v.select<4, 1>(20) += v[19];
    v.select<4, 1>(28) += v[27];
    v.select<8, 1>(8) += v.replicate_w<8, 1>(7);
    v.select<8, 1>(24) += v.replicate_w<8, 1>(23);
    v.select<16, 1>(16) += v.replicate_w<16, 1>(15);
    v.copy_to(out, aligned);
}
