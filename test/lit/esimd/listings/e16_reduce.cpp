// SPDX-License-Identifier: MIT
// Guide E16: a tree of halves, six additions, no moves between lanes.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: add (32|M0) a.0<1>:d v.0<1;1,0>:d w.0<1;1,0>:d
// LISTING: add (16|M0) b.0<1>:d a.0<1;1,0>:d a.16<1;1,0>:d
// LISTING: add (8|M0) c.0<1>:d b.0<1;1,0>:d b.8<1;1,0>:d
// LISTING: add (4|M0) d.0<1>:d c.0<1;1,0>:d c.4<1;1,0>:d
// LISTING: add (2|M0) e.0<1>:d d.0<1;1,0>:d d.2<1;1,0>:d
// LISTING: add (1|M0) v.0<1>:d e.0<0;1,0>:d e.1<0;1,0>:d
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const uint *in, uint *out) {
    simd<uint, 64> v(in);
    v[0] = reduce<int>(v, std::plus<>());
    v.copy_to(out);
}
