// SPDX-License-Identifier: MIT
// Guide E12: an if of scalars in a loop over 16 lanes: the guide shows 11 instructions an iteration; a plain jmpi
// instead of and and goto makes it 10. The second test runs under the first, the choice writes its element in place.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s --scope=loop --most=11
// RUN: %cmc -march=pvc -S %s -o - | %listing %s --scope=loop --most=11
// LISTING: shl (1|M0) o.0<1>:w i.0<0;1,0>:w 2:w
// LISTING: add (1|M0) a0.0<1>:uw o.0<0;1,0>:uw imm
// LISTING: cmp (1|M0) (gt)f0.0 null<1>:d r[a0.0]<0;1,0>:d 0:d
// LISTING: add (1|M0) a1.0<1>:uw o.0<0;1,0>:uw imm
// LISTING: (f0.0) cmp (1|M0) (gt)f0.0 null<1>:d r[a1.0]<0;1,0>:d 0:d
// LISTING: add (1|M0) a2.0<1>:uw o.0<0;1,0>:uw imm
// LISTING: (f0.0) sel (1|M0) r[a2.0]<1>:d x.0<0;1,0>:d y.0<0;1,0>:d
// LISTING: add (1|M0) i.0<1>:d i.0<0;1,0>:d 1:d
// LISTING: cmp (1|M0) (lt)f1.0 null<1>:ud i.0<0;1,0>:ud 16:ud
// LISTING: (f1.0) jmpi *
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out, int x, int y) {
    simd<int, 16> a(in), b(in + 16), c;
#pragma unroll 1
    for (int i = 0; i < 16; i++) {
        if (a[i] > 0 && b[i] > 0)
            c[i] = x;
        else
            c[i] = y;
    }
    c.copy_to(out);
}
