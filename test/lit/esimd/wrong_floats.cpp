// SPDX-License-Identifier: MIT
// Wrong uses of functions of floats: atomics that shared local memory lacks, math of integers, prefetches without
// hints.
// RUN: %errors -fsycl %s
// Comments point at columns.
// clang-format off
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;
namespace ens = sycl::ext::intel::experimental::esimd;

int main() {
    float *p = nullptr;
    sycl::queue().single_task([=]() SYCL_ESIMD_KERNEL {
        simd<uint32_t, 16> off(0, 8);
        simd<double, 16> d(1);
        simd<sycl::half, 16> h(1);
        simd<int, 16> n(1);
        slm_init<128>();
        slm_atomic_update<atomic_op::fadd, double, 16>(off, d);
//      ^ error: atomic_op::fadd of double does not exist in shared local memory; use a loop with atomic_op::cmpxchg of i
        ens::lsc_slm_atomic_update<atomic_op::fmax, double, 16>(off, d);
//           ^ error: atomic_op::fmax of double does not exist in shared local memory; use a loop with atomic_op::cmpxchg
        slm_atomic_update<atomic_op::fsub, sycl::half, 16>(off, h);
//      ^ error: atomic_op::fsub of half does not exist in shared local memory; use a loop with atomic_op::cmpxchg of it
        slm_atomic_update<atomic_op::fcmpxchg, sycl::half, 16>(off, h, h);
//      ^ error: atomic_op::fcmpxchg of half does not exist in shared local memory; use a loop with atomic_op::cmpxchg o
        n = sqrt(n);
//          ^ error: sqrt takes floating-point elements; convert the operand first, as in sqrt(convert<float>(v))
        n = exp(n.select<16, 1>(0));
//          ^ error: exp takes floating-point elements; convert the operand first, as in exp(convert<float>(v))
        n = pow(n, 2);
//          ^ error: pow takes floating-point elements; convert the operand first, as in pow(convert<float>(v))
        prefetch_2d<float, 16, 2>(p, 63, 7, 63, 0, 0);
//      ^ error: prefetch_2d needs cache hints, for example properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<ca
    });
}
