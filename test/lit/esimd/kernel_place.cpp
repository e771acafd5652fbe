// SPDX-License-Identifier: MIT
// What is wrong with a kernel as a whole is reported where the user wrote its function object.
// RUN: not %cmc -fsycl -fsycl-targets=tgl %s -o %t 2>&1 | %FileCheck %s
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

namespace intel = sycl::ext::intel::experimental;

// CHECK: kernel_place.cpp:[[@LINE+1]]:8: error: kernel {{.*}}greedy{{.*}} requests 256 registers, but
struct greedy {
    int *out;
    void operator()(sycl::id<1> i) const SYCL_ESIMD_KERNEL {
        intel::set_kernel_properties(intel::kernel_properties::use_large_grf);
        out[i[0]] = 1;
    }
};

int main() {
    sycl::queue q;
    int *out = sycl::malloc_shared<int>(1, q);
    q.parallel_for(sycl::range<1>(1), greedy{out}).wait();
}
