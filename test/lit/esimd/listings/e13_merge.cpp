// SPDX-License-Identifier: MIT
// Guide E13: two compares and a selection; the second compare runs under the first, so that three instructions do where
// the guide shows four.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s --most=4
// RUN: %cmc -march=pvc -S %s -o - | %listing %s --most=4
// LISTING: cmp (16|M0) (gt)f0.1 null<1>:d r5.0<8;8,1>:d 0:d
// LISTING: (W&f0.1) cmp (16|M0) (gt)f0.1 null<1>:d r4.0<8;8,1>:d 0:d
// LISTING: (W&f0.1) sel (16|M0) r6.0<1>:d x.0<0;1,0>:d y.0<0;1,0>:d
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out, int x, int y) {
    simd<int, 16> va(in), vb(in + 16), vc;
    simd_mask<16> m = (va > 0) & (vb > 0);
    vc.merge(x, y, m);
    vc.copy_to(out);
}
