// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/woq_gemv.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef BITS
#define BITS 4
#endif
#ifndef GROUP
#define GROUP 64
#endif
#ifndef FP8
#define FP8 0
#endif
constexpr int outputs = 16;
constexpr int workers = 4;
constexpr int packed = GROUP * BITS / 8;

// The bytes of one group as numbers, element i from bits i * BITS.
template <int Bits, int Bytes> ESIMD_INLINE simd<half, Bytes * 8 / Bits> unpack(simd<uchar, Bytes> raw) {
    simd<half, Bytes * 8 / Bits> out;
    if constexpr (Bits == 8 && FP8) {
        simd<ushort, Bytes> wide = raw;
        simd<ushort, Bytes> bits = (wide & 0x80) << 8 | (wide & 0x7f) << 7;
        out = bits.template bit_cast_view<half>() * half(256.0f);
    } else if constexpr (Bits == 8) {
        out = raw.template bit_cast_view<signed char>();
    } else if constexpr (Bits == 4) {
        simd<uchar, Bytes * 2> q;
        q.template select<Bytes, 2>(0) = raw & 0xf;
        q.template select<Bytes, 2>(1) = raw >> 4;
        out = q;
    } else {
        simd<uchar, Bytes * 4> q;
#pragma unroll
        for (int i = 0; i < 4; i++)
            q.template select<Bytes, 4>(i) = raw >> (2 * i) & 3;
        out = q;
    }
    return out;
}

extern "C" SYCL_ESIMD_KERNEL void woq_gemv(const half *x, const uchar *w, const half *scales, const uchar *zeros,
                                           half *y, int groups) {
    slm_init<workers * outputs * sizeof(float)>();
    const int worker = local_id(), first = group_id(0) * outputs;
    simd<float, outputs * 16> sums = 0;
    for (int g = worker; g < groups; g += workers) {
        simd<half, GROUP> part(x + g * GROUP);
        simd<float, 16> total = 0;
#pragma unroll
        for (int i = 0; i < GROUP; i += 16)
            total += part.select<16, 1>(i);
#pragma unroll
        for (int n = 0; n < outputs; n++) {
            const int row = (first + n) * groups + g;
            simd<uchar, packed> raw(w + row * packed, aligned);
            const float scale = scales[row];
            simd<half, GROUP> q = unpack<BITS, packed>(raw);
            simd<float, 16> dot = 0;
#pragma unroll
            for (int i = 0; i < GROUP; i += 16)
                dot += q.select<16, 1>(i) * part.select<16, 1>(i);
#if BITS == 8
            sums.select<16, 1>(16 * n) += dot * scale;
#else
            sums.select<16, 1>(16 * n) += (dot - total * (float)zeros[row]) * scale;
#endif
        }
    }
    simd<float, outputs> mine;
#pragma unroll
    for (int n = 0; n < outputs; n++)
        mine[n] = reduce<float>(sums.select<16, 1>(16 * n), std::plus<>());
    slm_block_store<float, outputs>(worker * outputs * sizeof(float), mine);
    barrier();
    if (worker == 0) {
        simd<float, outputs> all = mine;
#pragma unroll
        for (int i = 1; i < workers; i++)
            all += slm_block_load<float, outputs>(i * outputs * sizeof(float));
        simd<half, outputs> out = all;
        out.copy_to(y + first, aligned);
    }
}
