// SPDX-License-Identifier: MIT
// Guide E8: eight floats are one instruction of eight lanes.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: add (8|M0) r4.0<1>:f r5.0<8;8,1>:f r6.0<8;8,1>:f
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const float *a, const float *b, float *out) {
    simd<float, 8> va(a), vb(b);
    simd<float, 8> vc = va + vb;
    vc.copy_to(out);
}
