// SPDX-License-Identifier: MIT
// Guide E10: eight instructions in the loop; indices in 16 bits, the base in the constant of the address, one address
// for reading and writing.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s --scope=loop --most=8
// RUN: %cmc -march=pvc -S %s -o - | %listing %s --scope=loop --most=8
// LISTING: add (1|M0) a0.0<1>:uw r21.0<0;1,0>:uw imm
// LISTING: mov (1|M0) r1.0<1>:w r[a0.0]<0;1,0>:ub
// LISTING: shl (1|M0) r2.0<1>:w r1.0<0;1,0>:w 2:w
// LISTING: add (1|M0) a1.0<1>:uw r2.0<0;1,0>:uw imm
// LISTING: add (1|M0) r[a1.0]<1>:d r[a1.0]<0;1,0>:d 1:d
// LISTING: add (1|M0) r21.0<1>:d r21.0<0;1,0>:d 1:d
// LISTING: cmp (1|M0) (lt)f0.0 null<1>:ud r21.0<0;1,0>:ud 32:ud
// LISTING: (W&f0.0) jmpi *
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *s, int *out) {
    simd<uchar, 32> in(s, overaligned<16>);
    simd<int, 256> h = 0;
#pragma unroll 1
    for (int i = 0; i < 32; i++)
        h[in[i]] += 1;
    h.copy_to(out);
}
