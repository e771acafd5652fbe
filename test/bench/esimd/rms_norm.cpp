// SPDX-License-Identifier: MIT
// The ESIMD twin of test/bench/corpus/kernels/rms_norm.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

#ifndef KIND
#define KIND 0
#endif
#ifndef RESIDUAL
#define RESIDUAL 0
#endif
#ifndef TO_BYTES
#define TO_BYTES 0
#endif
#ifndef SHARE
#define SHARE 128
#endif
#ifndef THREADS
#define THREADS 4
#endif
constexpr int width = SHARE * THREADS;

// The same number in all threads: the sum, or the largest, of what each has. A turn for each use keeps the places
// apart.
template <int Turn, bool Largest = false> ESIMD_INLINE float of_all(int me, float mine) {
    constexpr int place = Turn * THREADS * 16;
    slm_block_store<float, 4>(place + me * 16, simd<float, 4>(mine));
    barrier();
    auto all = slm_block_load<float, THREADS * 4>(place);
    simd<float, THREADS> parts = all.template select<THREADS, 4>(0);
    if constexpr (Largest)
        return hmax<float>(parts);
    else
        return reduce<float>(parts, std::plus<>());
}

extern "C" SYCL_ESIMD_KERNEL void rms_norm(const half *in, half *residual, const half *weights, const half *shifts,
                                           half *out, float *scales, float epsilon) {
    slm_init<3 * THREADS * 16>();
    const int me = local_id(), row = group_id(0);
    const int at = row * width + me * SHARE;
    simd<half, SHARE> raw(in + at, aligned);
    simd<float, SHARE> v = raw;
#if RESIDUAL
    v += block_load<half, SHARE>(residual + at);
    raw = v;
    raw.copy_to(residual + at, aligned);
#endif
#if KIND == 1
    v -= of_all<0>(me, reduce<float>(v, std::plus<>())) * (1.0f / width);
#endif
    const float squares = of_all<1>(me, reduce<float>(v * v, std::plus<>()));
    v *= rsqrt(squares * (1.0f / width) + epsilon);
    v *= block_load<half, SHARE>(weights + me * SHARE);
#if KIND == 1
    v += block_load<half, SHARE>(shifts + me * SHARE);
#endif
#if TO_BYTES
    const float top = of_all<2, true>(me, hmax<float>(abs(v)));
    simd<signed char, SHARE> bytes = saturate<signed char>(rnde(v * (127.0f / top)));
    bytes.copy_to((signed char *)out + row * width + me * SHARE, aligned);
    if (me == 0)
        scales[row] = top * (1.0f / 127.0f);
#else
    raw = v;
    raw.copy_to(out + at, aligned);
#endif
}
