// SPDX-License-Identifier: MIT
// A kernel cannot stop the program that launched it: assert is refused, and absent with -DNDEBUG.
// RUN: not %cmc -fsycl -fsycl-targets=bmg %s -o %t 2>&1 | %FileCheck %s --implicit-check-not=error:
// RUN: %cmc -fsycl -fsycl-targets=bmg -DNDEBUG %s -o %t
#include <cassert>
#include <sycl/ext/intel/esimd.hpp>
#include <sycl/sycl.hpp>

int main() {
    sycl::queue q;
    int *p = sycl::malloc_shared<int>(16, q);
    assert(p);
    q.single_task([=]() SYCL_ESIMD_KERNEL {
        assert(p[0] == 0);
        // CHECK: wrong_assert.cpp:[[#@LINE-1]]:9: error: assert is not supported in kernels, which cannot stop the
        // CHECK-SAME: program; compile with -DNDEBUG, or write an error code to memory
        p[1] = 2;
    });
}
