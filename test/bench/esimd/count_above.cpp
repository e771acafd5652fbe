// SPDX-License-Identifier: MIT
// The ESIMD twin of count_above.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

// A comparison as numbers.
template <int N> ESIMD_INLINE simd<ushort, N> ones(simd_mask<N> m) {
    return m.data();
}

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out, int n) {
    simd<int, 16> above = 0, balance = 0;
    simd<short, 16> words = 0;
    for (int i = 0; i < n; i++) {
        simd<int, 16> v(in + i * 16, aligned);
        above += ones(v > 10);
        balance += ones(v > 0) - ones(v < 0);
        words += ones(v == 3);
    }
    above.copy_to(out, aligned);
    balance.copy_to(out + 16, aligned);
    words.copy_to((short *)(out + 32), aligned);
}
