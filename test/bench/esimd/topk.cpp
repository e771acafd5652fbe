// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/topk.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef KEEP
#define KEEP 8
#endif
#ifndef ROUTER
#define ROUTER 0
#endif
constexpr int step = 16;

template <int Keep> struct kept {
    simd<float, Keep> value = -3.0e38f;
    simd<int, Keep> place = -1;

    ESIMD_INLINE void insert(float x, int at) {
        simd<ushort, Keep> above = (value >= x).data();
        simd<float, Keep> moved_value;
        simd<int, Keep> moved_place;
        simd<ushort, Keep> before;
        moved_value.template select<Keep - 1, 1>(1) = value.template select<Keep - 1, 1>(0);
        moved_place.template select<Keep - 1, 1>(1) = place.template select<Keep - 1, 1>(0);
        before.template select<Keep - 1, 1>(1) = above.template select<Keep - 1, 1>(0);
        before[0] = 1;
        moved_value.merge(x, before);
        moved_place.merge(at, before);
        value.merge(moved_value, above == 0);
        place.merge(moved_place, above == 0);
    }
    ESIMD_INLINE float least() const {
        return value[Keep - 1];
    }
};

extern "C" SYCL_ESIMD_KERNEL void topk(const float *in, float *values, int *places, int count) {
    const int row = group_id(0);
    kept<KEEP> best;
    const float *at = in + row * count;
    for (int i = 0; i < count; i += step) {
        simd<float, step> v(at + i);
        uint hits = pack_mask(v > best.least());
#ifdef UNROLLED
#pragma unroll
        for (int k = 0; k < step; k++) {
            if (hits & 1u << k)
                best.insert(v[k], i + k);
        }
#else
        while (hits) {
            const int k = fbl(hits);
            hits &= hits - 1;
            if (v[k] > best.least())
                best.insert(v[k], i + k);
        }
#endif
    }
#if ROUTER
    const float first = best.value[0];
    simd<float, KEEP> e = exp2((best.value - first) * log2_of_e);
    best.value = e * inv(reduce<float>(e, std::plus<>()));
#endif
    best.value.copy_to(values + row * KEEP, aligned);
    best.place.copy_to(places + row * KEEP, aligned);
}
