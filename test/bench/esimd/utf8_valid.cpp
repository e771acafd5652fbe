// SPDX-License-Identifier: MIT
// The ESIMD twin of utf8_valid.cm.
#include <sycl/ext/intel/esimd.hpp>

#include "twin.hpp"

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in, uint *out, int n) {
    uint bad = 0, chars = 0;
    simd<uchar, 35> w = 0;
    for (int i = 0; i < n; i++) {
        w.select<32, 1>(3) = block_load<uchar, 32>(in + i * 32);
        simd<uchar, 32> c = w.select<32, 1>(3), p1 = w.select<32, 1>(2), p2 = w.select<32, 1>(1),
                        p3 = w.select<32, 1>(0);
        simd_mask<32> follows = (c & 0xc0) == 0x80;
        simd_mask<32> expected = (p1 >= 0xc0) | (p2 >= 0xe0) | (p3 >= 0xf0);
        simd_mask<32> wrong = (follows ^ expected) | (c >= 0xf8) | ((c & 0xfe) == 0xc0);
        wrong |= ((p1 == 0xe0) & (c < 0xa0)) | ((p1 == 0xed) & (c > 0x9f));
        bad |= pack_mask(wrong);
        chars += 32 - cbit(pack_mask(follows));
        w.select<3, 1>(0) = w.select<3, 1>(32);
    }
    simd<uint, 4> r = 0;
    r[0] = bad;
    r[1] = chars;
    r.copy_to(out, aligned);
}
