// SPDX-License-Identifier: MIT
// Guide E3: four scalar broadcasts added to four words each: four instructions.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: add (4|M0) r3.4<1>:uw r3.3<0;1,0>:uw r3.4<4;4,1>:uw
// LISTING: add (4|M0) r3.12<1>:uw r3.11<0;1,0>:uw r3.12<4;4,1>:uw
// LISTING: add (4|M0) r3.20<1>:uw r3.19<0;1,0>:uw r3.20<4;4,1>:uw
// LISTING: add (4|M0) r3.28<1>:uw r3.27<0;1,0>:uw r3.28<4;4,1>:uw
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const ushort *in, ushort *out) {
    simd<ushort, 32> v(in, overaligned<16>);
    v.select<4, 1>(4) = v.select<4, 1>(4) + v[3];
    v.select<4, 1>(12) = v.select<4, 1>(12) + v[11];
    v.select<4, 1>(20) = v.select<4, 1>(20) + v[19];
    v.select<4, 1>(28) = v.select<4, 1>(28) + v[27];
    v.copy_to(out, overaligned<16>);
}
