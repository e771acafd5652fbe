// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/stencil5.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *in, float *out) {
    simd<float, 6 * 32> all;
    auto m = all.bit_cast_view<float, 6, 32>();
    const uint x = group_id(0) * 16;
#pragma unroll
    for (int y = 0; y < 6; y++)
        m.row(y) = block_load<float, 32>(in + y * 64 + x);
    simd<float, 64> t = m.select<4, 1, 16, 1>(0, 1) + m.select<4, 1, 16, 1>(2, 1);
    t += m.select<4, 1, 16, 1>(1, 0);
    t += m.select<4, 1, 16, 1>(1, 2);
    t *= 0.25f;
#pragma unroll
    for (int y = 0; y < 4; y++)
        block_store(out + y * 32 + x, t.select<16, 1>(16 * y));
}
