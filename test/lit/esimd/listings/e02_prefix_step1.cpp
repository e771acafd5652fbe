// SPDX-License-Identifier: MIT
// Guide E2: odd elements plus even ones, in place: C++ adds them as int, one instruction adds words.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: add (16|M0) r3.1<2>:uw r3.1<2;1,0>:uw r3.0<2;1,0>:uw
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const ushort *in, ushort *out) {
    simd<ushort, 32> v(in, overaligned<16>);
    v.select<16, 2>(1) = v.select<16, 2>(1) + v.select<16, 2>(0);
    v.copy_to(out, overaligned<16>);
}
