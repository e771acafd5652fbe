// SPDX-License-Identifier: MIT
// Guide E14: one compare and one branch on any(); the merges inside are predicated, no lane is taken out. bmg and pvc
// have no any16h: the branch is the comparison of the flag word with zero and a jump.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: cmp (16|M0) (eq)m.0 null<1>:d mn.0<8;8,1>:d 7:d
// LISTING: cmp (1|M0) (ne)a.0 null<1>:uw w.0<0;1,0>:uw 0:uw
// LISTING: (W&~a.0) jmpi *
// LISTING: (W&n.0) cmp (16|M0) (eq)n.0 null<1>:d mx.0<8;8,1>:d 9:d
// LISTING: (W&n.0) add (16|M0) t.0<1>:d t.0<8;8,1>:d 1:d
// LISTING: (W&m.0) cmp (16|M0) (eq)m.0 null<1>:d mx.0<8;8,1>:d 5:d
// LISTING: (W&m.0) shl (16|M0) t.0<1>:d t.0<8;8,1>:d 1:uw
// LISTING: mov (1|M0) y.0<1>:uw x.0<0;1,0>:uw
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const int *in, int *out) {
    simd<int, 16> mn(in), mx(in + 16), t(in + 32);
    simd_mask<16> m = mn == 7;
    if (m.any()) {
        t.merge(t + 1, (mx == 9) & m);
        t.merge(t * 2, (mx == 5) & m);
    }
    t.copy_to(out);
}
