// SPDX-License-Identifier: MIT
// Guide E4: the same step by a replicated word and a sum of quadwords. The guide shows two instructions. On bmg and pvc
// the operands of a sum of quadwords must be in the same places as the result: two moves for the halves of one.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: mov (16|M0) r5.0<1>:uw r3.3<8;4,0>:uw
// LISTING: mov (4|M0) r6.2<4>:ud r5.0<2;1,0>:ud
// LISTING: mov (4|M0) r6.3<4>:ud r5.1<2;1,0>:ud
// LISTING: add (4|M0) r3.1<2>:q r3.1<2;1,0>:q r6.1<2;1,0>:q
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const ushort *in, ushort *out) {
    simd<ushort, 32> v(in, overaligned<16>);
    simd<ushort, 16> t1 = v.replicate_vs_w_hs<4, 8, 4, 0>(3);
    auto t2 = t1.bit_cast_view<uint64_t>();
    auto t3 = v.bit_cast_view<uint64_t>();
    t3.select<4, 2>(1) = t3.select<4, 2>(1) + t2;
    v.copy_to(out, overaligned<16>);
}
