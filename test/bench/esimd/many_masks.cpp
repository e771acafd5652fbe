// SPDX-License-Identifier: MIT
// The ESIMD twin of many_masks.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out) {
    simd<int, 16> a(in), b(in + 16), r;
    simd_mask<16> m1 = a > 1, m2 = a > 2, m3 = a > 3, m4 = a > 4, m5 = b > 5, m6 = b > 6, m7 = b > 7;
    r = a;
    r.merge(b + 1, m1);
    r.merge(a + 2, m2);
    r.merge(r + 3, m3);
    r.merge(b * 5, m4);
    r.merge(b + 7, m5);
    r.merge(b ^ 1, m6);
    r.merge(r + b, m7);
    a += r;
    r.merge(a + 1, m1);
    r.merge(a - 2, m2);
    r.merge(r + 5, m3);
    r.merge(b * 7, m4);
    r.merge(b + 9, m5);
    r.merge(r ^ 1, m6);
    r.merge(r - b, m7);
    r.copy_to(out, aligned);
}
