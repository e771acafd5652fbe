// SPDX-License-Identifier: MIT
// The ESIMD twin of running_max.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const float *in, float *out) {
    simd<float, 32> v(in, aligned);
    simd<half, 32> h((const half *)(in + 32));
    simd<int, 32> n((const int *)(in + 48));
    float most = v[0], least = v[0], top = -1000.0f, low = 1000.0f;
    half m = h[0];
    int at = n[0];
#pragma unroll
    for (int i = 1; i < 32; i++) {
        if (v[i] > most)
            most = v[i];
        if (v[i] < least)
            least = v[i];
        if (v[i] >= top)
            top = v[i];
        if (low > v[i])
            low = v[i];
        if (h[i] > m)
            m = h[i];
        if (n[i] < at)
            at = n[i];
    }
    simd<float, 8> f = 0;
    f[0] = most;
    f[1] = least;
    f[2] = top;
    f[3] = low;
    f[4] = m;
    f[5] = at;
    f.copy_to(out, aligned);
    simd<float, 16> x = v.select<16, 1>(0), y = v.select<16, 1>(16), r;
    simd<float, 128> all;
    r = y, r.merge(x, x > r), all.select<16, 1>(0) = r;
    r = y, r.merge(x, x < r), all.select<16, 1>(16) = r;
    r.merge(x, y, x >= y), all.select<16, 1>(32) = r;
    r.merge(x, y, x <= y), all.select<16, 1>(48) = r;
    r.merge(x, 0.0f, x > 0.0f), all.select<16, 1>(64) = r;
    r.merge(x, 2.0f, x < 2.0f), all.select<16, 1>(80) = r;
    r.merge(y, x, x > y), all.select<16, 1>(96) = r;
    r.merge(-1.0f, x, x < -1.0f), all.select<16, 1>(112) = r;
    all.copy_to(out + 8, aligned);
}
