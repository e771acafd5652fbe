// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/bitonic_sort.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef COUNT
#define COUNT 256
#endif
#ifndef PAIRS
#define PAIRS 0
#endif
#ifndef TYPE
#define TYPE float
#endif
constexpr int half_count = COUNT / 2;

// Elements with the bit Distance clear and set, in runs of Distance.
template <int Distance, class T>
ESIMD_INLINE void split(simd<T, COUNT> &v, simd<T, half_count> &a, simd<T, half_count> &b) {
#pragma unroll
    for (int i = 0; i < half_count / Distance; i++) {
        a.template select<Distance, 1>(i * Distance) = v.template select<Distance, 1>(2 * i * Distance);
        b.template select<Distance, 1>(i * Distance) = v.template select<Distance, 1>((2 * i + 1) * Distance);
    }
}
template <int Distance, class T>
ESIMD_INLINE void join(simd<T, COUNT> &v, simd<T, half_count> &a, simd<T, half_count> &b) {
#pragma unroll
    for (int i = 0; i < half_count / Distance; i++) {
        v.template select<Distance, 1>(2 * i * Distance) = a.template select<Distance, 1>(i * Distance);
        v.template select<Distance, 1>((2 * i + 1) * Distance) = b.template select<Distance, 1>(i * Distance);
    }
}

template <int Size, int Distance> ESIMD_INLINE void stage(simd<TYPE, COUNT> &key, simd<ushort, COUNT> &index) {
    simd<TYPE, half_count> a, b;
    split<Distance>(key, a, b);
    simd<ushort, half_count> lane(0, 1);
    simd_mask<half_count> down = ((lane * 2) & Size) != 0;
    simd_mask<half_count> exchange = (a > b) ^ down;
    exchange &= a != b;
    simd<TYPE, half_count> low = a, high = b;
    low.merge(b, exchange);
    high.merge(a, exchange);
#if PAIRS
    simd<ushort, half_count> ai, bi;
    split<Distance>(index, ai, bi);
    simd<ushort, half_count> low_index = ai, high_index = bi;
    low_index.merge(bi, exchange);
    high_index.merge(ai, exchange);
    join<Distance>(index, low_index, high_index);
#endif
    join<Distance>(key, low, high);
    if constexpr (Distance > 1)
        stage<Size, Distance / 2>(key, index);
}

template <int Size> ESIMD_INLINE void sort(simd<TYPE, COUNT> &key, simd<ushort, COUNT> &index) {
    if constexpr (Size > 2)
        sort<Size / 2>(key, index);
    stage<Size, Size / 2>(key, index);
}

extern "C" SYCL_ESIMD_KERNEL void bitonic_sort(const TYPE *in, TYPE *out, ushort *places) {
    simd<TYPE, COUNT> key(in + group_id(0) * COUNT);
    simd<ushort, COUNT> index(0, 1);
    sort<COUNT>(key, index);
    key.copy_to(out + group_id(0) * COUNT, aligned);
#if PAIRS
    index.copy_to(places + group_id(0) * COUNT, aligned);
#endif
}
