// SPDX-License-Identifier: MIT
// Floats of 128 bits: in types and host code, as the C library's headers declare them, but not in kernels.
// RUN: %cmc -fsycl -fsycl-targets=bmg,host %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: not %cmc -fsycl -fsycl-targets=bmg -DIN_KERNEL %s -o %t 2>&1 | %FileCheck %s
// RUN: not %cmc -fsycl -fsycl-targets=host -DIN_KERNEL %s -o %t 2>&1 | %FileCheck %s
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

typedef _Complex float complex128 __attribute__((__mode__(__TC__)));
typedef __float128 float128;

inline float128 square(float128 x) {
    return x * x;
}

int main(int count, char **) {
    sycl::queue q;
    int *p = sycl::malloc_shared<int>(16, q);
    q.single_task([=]() SYCL_ESIMD_KERNEL {
         sycl::ext::intel::esimd::simd<int, 16> v(1, 1);
         v.copy_to(p);
#ifdef IN_KERNEL
         // CHECK: wide_float.cpp:[[@LINE+2]]:{{[0-9]+}}: error: floats of more than 64 bits are not supported
         // CHECK-NOT: error:
         p[0] = (int)((float128)p[1] * p[4]);
#endif
     }).wait();
    return p[3] != 4 || square(count) != 1;
}
