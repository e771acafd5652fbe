// SPDX-License-Identifier: MIT
// Guide E11: unrolled, what is read is direct; one instruction makes sixteen addresses; one instruction counts.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: mov (32|M0) r3.0<1>:uw r1.0<1;1,0>:ub
// LISTING: shl (32|M0) r4.0<1>:uw r3.0<1;1,0>:uw 2:uw
// LISTING: add (16|M0) a0.0<1>:uw r4.0<1;1,0>:uw imm
// LISTING: add (1|M0) r[a0.0]<1>:d r[a0.0]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.1]<1>:d r[a0.1]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.2]<1>:d r[a0.2]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.3]<1>:d r[a0.3]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.4]<1>:d r[a0.4]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.5]<1>:d r[a0.5]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.6]<1>:d r[a0.6]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.7]<1>:d r[a0.7]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.8]<1>:d r[a0.8]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.9]<1>:d r[a0.9]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.10]<1>:d r[a0.10]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.11]<1>:d r[a0.11]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.12]<1>:d r[a0.12]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.13]<1>:d r[a0.13]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.14]<1>:d r[a0.14]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.15]<1>:d r[a0.15]<0;1,0>:d 1:d
// LISTING: add (16|M0) a0.0<1>:uw r4.16<1;1,0>:uw imm
// LISTING: add (1|M0) r[a0.0]<1>:d r[a0.0]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.1]<1>:d r[a0.1]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.2]<1>:d r[a0.2]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.3]<1>:d r[a0.3]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.4]<1>:d r[a0.4]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.5]<1>:d r[a0.5]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.6]<1>:d r[a0.6]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.7]<1>:d r[a0.7]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.8]<1>:d r[a0.8]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.9]<1>:d r[a0.9]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.10]<1>:d r[a0.10]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.11]<1>:d r[a0.11]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.12]<1>:d r[a0.12]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.13]<1>:d r[a0.13]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.14]<1>:d r[a0.14]<0;1,0>:d 1:d
// LISTING: add (1|M0) r[a0.15]<1>:d r[a0.15]<0;1,0>:d 1:d
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *s, int *out) {
    simd<uchar, 32> in(s, overaligned<16>);
    simd<int, 256> h = 0;
#pragma unroll
    for (int i = 0; i < 32; i++)
        h[in[i]] += 1;
    h.copy_to(out);
}
