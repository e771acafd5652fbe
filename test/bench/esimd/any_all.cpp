// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/any_all.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out) {
    simd<int, 16> v(in), r = 0;
    if ((v > 100).any())
        r = 1;
    if ((v < 1000).all())
        r += 2;
    if ((v == 77777).any())
        r += 4;
    r.copy_to(out, aligned);
}
