// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/transpose16.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out) {
    simd<int, 256> m, t;
    auto from = m.bit_cast_view<int, 16, 16>();
    auto to = t.bit_cast_view<int, 16, 16>();
#pragma unroll
    for (int i = 0; i < 16; i++)
        from.row(i) = block_load<int, 16>(in + 16 * i);
#pragma unroll
    for (int i = 0; i < 16; i++)
        to.row(i) = from.column(i);
#pragma unroll
    for (int i = 0; i < 16; i++)
        block_store(out + 16 * i, to.row(i));
}
