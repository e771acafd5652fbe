// SPDX-License-Identifier: MIT
// Guide E6: 48 floats are 32 + 16.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: add (32|M0) r10.0<1>:f r13.0<1;1,0>:f r20.0<1;1,0>:f
// LISTING: add (16|M0) r12.0<1>:f r16.0<1;1,0>:f r22.0<1;1,0>:f
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const float *a, const float *b, float *out) {
    simd<float, 48> va(a), vb(b);
    simd<float, 48> vc = va + vb;
    vc.copy_to(out);
}
