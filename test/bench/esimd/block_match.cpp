// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/block_match.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

template <class A, class B> ESIMD_INLINE uint difference(A a, B b) {
    simd<short, 64> x = a, y = b;
    simd<ushort, 64> d = abs(x - y);
    return reduce<uint>(d, std::plus<>());
}

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, uint *out) {
    simd<uchar, 64> cur(in, aligned);
    simd<uchar, 256> win(in + 64, aligned);
    auto w = win.bit_cast_view<uchar, 16, 16>();
    simd<uint, 4> best = 0xffffffff;
#pragma unroll
    for (int y = 0; y < 9; y += 2) {
#pragma unroll
        for (int x = 0; x < 9; x++) {
            const uint s = difference(cur, w.select<8, 1, 8, 1>(y, x));
            if (s < best[0]) {
                best[0] = s;
                best[1] = x;
                best[2] = y;
            }
        }
    }
    simd<short, 64> d = convert<short>(cur) - win.select<64, 1>(100);
    best[3] = reduce<uint>(abs<ushort>(d) * 3, std::plus<>());
    best.copy_to(out, aligned);
}
