// SPDX-License-Identifier: MIT
// A library with a kernel inside.
#include <sycl/ext/intel/esimd.hpp>

#ifndef __INTEL_LLVM_COMPILER
#error "this project needs Intel's compiler"
#endif

void twice(sycl::queue &q, float *p, int n) {
    using namespace sycl::ext::intel::esimd;
    q.parallel_for(sycl::range<1>(n / 16), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
         simd<float, 16> v(p + i[0] * 16);
         v *= 2.0f;
         v.copy_to(p + i[0] * 16);
     }).wait();
}
