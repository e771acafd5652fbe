// SPDX-License-Identifier: MIT
// Type information in a kernel: an error that leads to the kernel's line. The host's code may use it (host.cpp).
// RUN: not %cmc -fsycl %s -o %t 2>&1 | %FileCheck %s
#include <sycl/ext/intel/esimd.hpp>

#include <typeinfo>

int main() {
    int *p = nullptr;
    sycl::queue().single_task([=]() SYCL_ESIMD_KERNEL {
        // CHECK: error: run-time type information is not supported in a kernel; use overloads or a template parameter
        // CHECK: wrong_typeid.cpp:[[@LINE+1]]:{{[0-9]+}}: note: requested here
        if (typeid(p) == typeid(int))
            *p = 1;
    });
}
