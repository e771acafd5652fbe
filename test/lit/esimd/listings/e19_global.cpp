// SPDX-License-Identifier: MIT
// Guide E19: a load at an address plus an offset is one block load; nothing tests which memory it is.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: message load, ugm, d32x16 transposed, a64
// LISTING: message store, ugm, d32x16 transposed, a64
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(uint *a, uint *out, uint i) {
    auto p = sycl::address_space_cast<sycl::access::address_space::global_space, sycl::access::decorated::yes>(a);
    simd<uint, 16> v;
    v.copy_from(p + i);
    v.copy_to(out);
}
