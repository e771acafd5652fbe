// SPDX-License-Identifier: MIT
// The ESIMD twin of conv3x3.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *src, uchar *dst, int width, int height) {
    const int x = group_id(0) * 16, y = group_id(1) * 6;
    auto block = load_2d<uchar, 32, 8>(src, width - 1, height - 1, width - 1, x, y);
    auto in = block.bit_cast_view<uchar, 8, 32>();
    simd<ushort, 96> sum = 0;
#pragma unroll
    for (int dy = 0; dy < 3; dy++)
#pragma unroll
        for (int dx = 0; dx < 3; dx++)
            sum += in.select<6, 1, 16, 1>(dy, dx) * (ushort)((dx == 1 ? 2 : 1) * (dy == 1 ? 2 : 1));
    simd<uchar, 96> out = (sum + 8) >> 4;
    store_2d<uchar, 16, 6>(dst, width - 1, height - 1, width - 1, x, y, out);
}
