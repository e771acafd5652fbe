// SPDX-License-Identifier: MIT
// The ESIMD twin of memchr_mask.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, int *out, int n, int what) {
    int first = -1;
    uint count = 0;
    for (int i = 0; i < n; i++) {
        simd<uchar, 32> v(in + i * 32, aligned);
        const uint bits = pack_mask(v == (uchar)what);
        if (bits != 0 && first < 0)
            first = i * 32 + fbl(bits);
        count += cbit(bits);
    }
    simd<int, 4> r = 0;
    r[0] = first;
    r[1] = count;
    r.copy_to(out, aligned);
}
