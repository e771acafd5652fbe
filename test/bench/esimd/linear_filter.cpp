// SPDX-License-Identifier: MIT
// The ESIMD twin of linear_filter.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *src, uchar *dst, int width, int height) {
    const int x = group_id(0) * 32, y = group_id(1) * 6;
    auto block = load_2d<uchar, 64, 8>(src, width - 1, height - 1, width - 1, x, y);
    auto in = block.bit_cast_view<uchar, 8, 64>();
    simd<float, 6 * 32> m = in.select<6, 1, 32, 1>(1, 3);
    m += in.select<6, 1, 32, 1>(0, 0);
    m += in.select<6, 1, 32, 1>(0, 3);
    m += in.select<6, 1, 32, 1>(0, 6);
    m += in.select<6, 1, 32, 1>(1, 0);
    m += in.select<6, 1, 32, 1>(1, 6);
    m += in.select<6, 1, 32, 1>(2, 0);
    m += in.select<6, 1, 32, 1>(2, 3);
    m += in.select<6, 1, 32, 1>(2, 6);
    simd<uchar, 6 * 32> out = m * 0.111f;
    store_2d<uchar, 32, 6>(dst, width - 1, height - 1, width - 1, x, y, out);
}
