// SPDX-License-Identifier: MIT
// The ESIMD twin of digit_ranks.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

template <int N> ESIMD_INLINE void add_shifted(simd<ushort, 64> &s) {
    simd<ushort, 64> t = s;
    s.select<64 - N, 1>(N) += t.select<64 - N, 1>(0);
}

extern "C" SYCL_ESIMD_KERNEL void k(const uint *in, uint *out) {
    simd<uint, 64> v(in), rank;
    simd<uint, 4> count;
    simd<uint, 64> digit = v & 3;
    uint before = 0;
#pragma unroll
    for (int d = 0; d < 4; d++) {
        simd<ushort, 64> s = (digit == d).data();
        add_shifted<1>(s);
        add_shifted<2>(s);
        add_shifted<4>(s);
        add_shifted<8>(s);
        add_shifted<16>(s);
        add_shifted<32>(s);
        rank.merge(s + (before - 1), digit == d);
        count[d] = s[63];
        before += s[63];
    }
    rank.copy_to(out, aligned);
    count.copy_to(out + 64, aligned);
}
