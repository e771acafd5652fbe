// SPDX-License-Identifier: MIT
// Guide E1: a half add of two 16-byte halves of one register. On bmg and pvc sources of halves must start where the
// result does, so that one move of the upper half and the add are the legal best.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: mov (8|M0) r5.0<1>:uw r3.8<8;8,1>:uw
// LISTING: add (8|M0) r4.0<1>:hf r3.0<8;8,1>:hf r5.0<8;8,1>:hf
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const sycl::half *in, sycl::half *out) {
    simd<sycl::half, 16> v(in, overaligned<16>);
    simd<sycl::half, 8> va = v.select<8, 1>(0), vb = v.select<8, 1>(8);
    simd<sycl::half, 8> vc = va + vb;
    vc.copy_to(out, overaligned<16>);
}
