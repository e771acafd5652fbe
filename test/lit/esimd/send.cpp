// SPDX-License-Identifier: MIT
// A message with all bits given by the program: a block load of 64 bytes from an address (bmg and pvc).
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include "Inputs/check.hpp"

constexpr int words = 16;
constexpr uint8_t ugm = 15; // untyped global memory
// Load, 64-bit addresses, dwords, 16 of them, transposed; one register of addresses, one of data.
constexpr uint32_t load_16_dwords = 0x0210d580, store_16_dwords = 0x0200d584;

int main() {
    row<int, words>(
        "raw_send and raw_sends",
        [=](int *in, int *out) {
            simd<uint64_t, 8> from(0), to(0);
            from[0] = (uint64_t)in;
            to[0] = (uint64_t)out;
            simd<int, words> v;
            v = raw_send<1, ugm, 1, 1>(v, from, 0, load_16_dwords);
            raw_sends<1, ugm, 1, 1>(to, simd<int, words>(v + 1), 0, store_16_dwords);
        },
        [](int i, const int *in) { return in[i] + 1; });
    return report();
}
