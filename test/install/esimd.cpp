// SPDX-License-Identifier: MIT
// The kernel of hello/scale.cm as a SYCL program.
#include <cstdio>
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

int main() {
    constexpr int n = 64, group_n = 16;
    sycl::queue q;
    int *data = sycl::malloc_shared<int>(n, q);
    for (int i = 0; i < n; i++)
        data[i] = i;
    q.parallel_for(sycl::range<1>(n / group_n), [=](sycl::id<1> i) SYCL_ESIMD_KERNEL {
         namespace esimd = sycl::ext::intel::esimd;
         esimd::simd<int, group_n> v;
         v.copy_from(data + i[0] * group_n);
         v = v * 3 + 1;
         v.copy_to(data + i[0] * group_n);
     }).wait();
    printf("%d\n", data[n - 1]);
    sycl::free(data, q);
}
