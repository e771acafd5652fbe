// SPDX-License-Identifier: MIT
// What older targets lack.
// RUN: %errors -fsycl -fsycl-targets=skl %s
// Comments point at columns.
// clang-format off
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

int main() {
    int *q = nullptr;
    sycl::queue().single_task([=]() SYCL_ESIMD_KERNEL {
        simd<int, 16> n(q);
        dp4a<int>(n, n, n);
//      ^ error: dp4a needs tgl or later
        bfn<bfn_t::x & bfn_t::y>(n, n, n);
//      ^ error: bfn needs dg2 or later
    });
}
