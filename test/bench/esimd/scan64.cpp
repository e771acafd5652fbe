// SPDX-License-Identifier: MIT
// The ESIMD twin of scan64.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out) {
    simd<int, 64> v(in, aligned);
    v.select<63, 1>(1) += v.select<63, 1>(0);
    v.select<62, 1>(2) += v.select<62, 1>(0);
    v.select<60, 1>(4) += v.select<60, 1>(0);
    v.select<56, 1>(8) += v.select<56, 1>(0);
    v.select<48, 1>(16) += v.select<48, 1>(0);
    v.select<32, 1>(32) += v.select<32, 1>(0);
    v.copy_to(out, aligned);
}
