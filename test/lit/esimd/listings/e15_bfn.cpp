// SPDX-License-Identifier: MIT
// Guide E15: ~x | (y ^ z) is one bfn, asked for by name or written with operators.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s --kernel=k
// RUN: %cmc -march=pvc -S %s -o - | %listing %s --kernel=k
// RUN: %cmc -march=bmg -S %s -o - | %listing %s --kernel=operators
// RUN: %cmc -march=pvc -S %s -o - | %listing %s --kernel=operators
// LISTING: bfn.(~s0|s1^s2) (16|M0) r4.0<1>:ud x.0<1;0>:ud y.0<1;0>:ud z.0<1>:ud
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const uint *in, uint *out) {
    simd<uint, 16> s0(in), s1(in + 16), s2(in + 32);
    constexpr bfn_t F = ~bfn_t::x | bfn_t::y ^ bfn_t::z;
    simd<uint, 16> v = bfn<F>(s0, s1, s2);
    v.copy_to(out);
}
extern "C" SYCL_ESIMD_KERNEL void operators(const uint *in, uint *out) {
    simd<uint, 16> x(in), y(in + 16), z(in + 32);
    simd<uint, 16> v = ~x | y ^ z;
    v.copy_to(out);
}
