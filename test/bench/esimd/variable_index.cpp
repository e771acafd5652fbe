// SPDX-License-Identifier: MIT
// The ESIMD twin of test/run/kernels/variable_index.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out, int n) {
    simd<int, 16> v(in), r = 0;
    for (int i = 0; i < 16; i++)
        r[i] = v[(i * 5 + n) & 15];
    r.copy_to(out, aligned);
}
