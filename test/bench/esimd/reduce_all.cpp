// SPDX-License-Identifier: MIT
// The ESIMD twin of reduce_all.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out, int n) {
    simd<int, 32> s = 0, lo = 0x7fffffff, hi = (int)0x80000000, at = 0;
    for (int i = 0; i < n; i++) {
        simd<int, 32> v(in + i * 32, aligned);
        s += v;
        lo = min(lo, v);
        simd_mask<32> m = v > hi;
        at.merge(i, m);
        hi.merge(v, m);
    }
    simd<int, 8> r = 0;
    r[0] = reduce<int>(s, std::plus<>());
    r[1] = hmin<int>(lo);
    r[2] = hmax<int>(hi);
    const uint is = pack_mask(hi == r[2]);
    const uint first = fbl(is);
    r[3] = is;
    r[4] = first;
    r[5] = at[first & 31];
    r.copy_to(out, aligned);
}
