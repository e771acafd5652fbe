// SPDX-License-Identifier: MIT
// Guide E7: 47 = 32 + 8 + 4 + 2 + 1, never a masked 16. The tail is at elements 0, 8, 12 and 14 of its register.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: add (32|M0) r10.0<1>:f r13.0<1;1,0>:f r20.0<1;1,0>:f
// LISTING: add (8|M0) r12.0<1>:f r16.0<1;1,0>:f r22.0<1;1,0>:f
// LISTING: add (4|M0) r12.8<1>:f r16.8<1;1,0>:f r22.8<1;1,0>:f
// LISTING: add (2|M0) r12.12<1>:f r16.12<1;1,0>:f r22.12<1;1,0>:f
// LISTING: add (1|M0) r12.14<1>:f r16.14<1;1,0>:f r22.14<1;1,0>:f
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const float *a, const float *b, float *out) {
    simd<float, 48> va(a), vb(b);
    simd<float, 47> x = va.select<47, 1>(0), y = vb.select<47, 1>(0);
    va.select<47, 1>(0) = x + y;
    va.copy_to(out);
}
