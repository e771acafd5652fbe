// SPDX-License-Identifier: MIT
// What kernels cannot use of the host: variables and exceptions.
// RUN: %errors -fsycl %s
// Comments point at columns.
// clang-format off
#include <sycl/ext/intel/esimd.hpp>

template <class F> void task(F f) {
    sycl::queue().single_task(f);
}
int of_host;
static int also_of_host = 3;
static const int constant = 4;

int main() {
    int *q = nullptr;
    task([=]() SYCL_ESIMD_KERNEL { q[0] = of_host + constant; });
//                                        ^ error: variable 'of_host' of the host is not a constant, which a kernel can
    task([=]() SYCL_ESIMD_KERNEL { also_of_host++; });
//                                             ^ error: variable 'also_of_host' of the host is not a constant, which a kernel cannot
    task([=]() SYCL_ESIMD_KERNEL {
        if (q[0])
            throw 1;
//          ^ error: exceptions are not supported in a kernel; write the error to memory and check it on the host
    });
}
