// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/bitonic256.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

template <int Distance, int Length, class View> ESIMD_INLINE void exchange(View v, int first) {
    auto pairs = v.template bit_cast_view<int, 16 / Distance, 2 * Distance>();
    auto left = pairs.template select<16 / Distance, 1, Distance, 1>(0, 0);
    auto right = pairs.template select<16 / Distance, 1, Distance, 1>(0, Distance);
    simd<int, 16> small = min(left, right), large = max(left, right);
    if (Length >= 32) {
        const bool down = (first & Length) != 0;
        left = down ? large : small;
        right = down ? small : large;
        return;
    }
    simd_mask<16> down;
#pragma unroll
    for (int i = 0; i < 16; i++)
        down[i] = (i / Distance * 2 * Distance & Length) != 0;
    left.merge(large, small, down);
    right.merge(small, large, down);
}
template <int Distance, int Length> ESIMD_INLINE void near(simd<int, 256> &v) {
#pragma unroll
    for (int i = 0; i < 256; i += 32)
        exchange<Distance, Length>(v.select<32, 1>(i), i);
}
template <int Distance, int Length> ESIMD_INLINE void far(simd<int, 256> &v) {
#pragma unroll
    for (int i = 0; i < 256; i += 2 * Distance)
#pragma unroll
        for (int k = i; k < i + Distance; k += 16) {
            simd<int, 16> small = min(v.select<16, 1>(k), v.select<16, 1>(k + Distance));
            simd<int, 16> large = max(v.select<16, 1>(k), v.select<16, 1>(k + Distance));
            const bool down = (i & Length) != 0;
            v.select<16, 1>(k) = down ? large : small;
            v.select<16, 1>(k + Distance) = down ? small : large;
        }
}
template <int Distance, int Length> ESIMD_INLINE void merge_runs(simd<int, 256> &v) {
    if constexpr (Distance >= 16)
        far<Distance, Length>(v);
    else
        near<Distance, Length>(v);
    if constexpr (Distance > 1)
        merge_runs<Distance / 2, Length>(v);
}
template <int Length> ESIMD_INLINE void sort_runs(simd<int, 256> &v) {
    merge_runs<Length / 2, Length>(v);
    if constexpr (Length < 256)
        sort_runs<2 * Length>(v);
}

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out) {
    simd<int, 256> v(in, aligned);
    sort_runs<2>(v);
    v.copy_to(out, aligned);
}
