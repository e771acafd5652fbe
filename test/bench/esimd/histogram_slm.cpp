// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/histogram_slm.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef THREADS
#define THREADS 4
#endif
constexpr int bins = 256;
constexpr int own = bins / THREADS;

extern "C" SYCL_ESIMD_KERNEL void histogram_slm(const uchar *in, uint *out, uint *sums, int count) {
    slm_init<bins * sizeof(uint)>();
    const int me = local_id();
    slm_block_store<uint, own>(me * own * sizeof(uint), simd<uint, own>(0));
    barrier();
    for (int i = me * 64; i < count; i += 64 * THREADS) {
        simd<uchar, 64> v(in + i, aligned);
#pragma unroll
        for (int k = 0; k < 64; k += 16)
            slm_atomic_update<atomic_op::inc, uint, 16>(convert<uint>(v.select<16, 1>(k)) * 4);
    }
    barrier();
    auto all = slm_block_load<uint, bins>(0);
    auto mine = slm_block_load<uint, own>(me * own * sizeof(uint));
    simd<ushort, bins> lane(0, 1);
    all.merge(0, lane >= me * own);
    const uint before = reduce<uint>(all, std::plus<>());
    simd<uint, own> sum = mine;
#pragma unroll
    for (int step = 1; step < own; step *= 2) {
        simd<uint, own> moved = 0;
#pragma unroll
        for (int i = step; i < own; i++)
            moved[i] = sum[i - step];
        sum += moved;
    }
    sum += before;
    mine.copy_to(out + me * own, aligned);
    sum.copy_to(sums + me * own, aligned);
}
