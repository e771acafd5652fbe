// SPDX-License-Identifier: MIT
// Guide E17: 128 bytes by addresses: one block load and one block store, nothing between.
// RUN: %cmc -march=bmg -S %s -o - | %listing %s
// RUN: %cmc -march=pvc -S %s -o - | %listing %s
// LISTING: message load, ugm, d32x32 transposed, a64
// LISTING: message store, ugm, d32x32 transposed, a64
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const uint *in, uint *out) {
    simd<uint, 32> v;
    v.copy_from(in);
    v.copy_to(out);
}
