// SPDX-License-Identifier: MIT
// A host side without kernels.
#include <sycl/sycl.hpp>

#include <cstdio>

void twice(sycl::queue &q, float *p, int n);

int main() {
    sycl::queue q;
    float *p = sycl::malloc_shared<float>(64, q);
    for (int i = 0; i < 64; i++)
        p[i] = (float)i;
    twice(q, p, 64);
    float sum = 0;
    for (int i = 0; i < 64; i++)
        sum += p[i];
    std::printf("sum %g\n", sum);
    sycl::free(p, q);
}
