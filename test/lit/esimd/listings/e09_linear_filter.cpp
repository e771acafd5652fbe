// SPDX-License-Identifier: MIT
// Guide E9: an 8x32 block of bytes in, 6x24 out, nine shifted blocks added in float. A float must be where its source
// is, so each chunk of 16 source bytes becomes floats through dwords (64 different ones of the 81). Bytes are packed
// for the result only, 16 + 8 in each of six rows. bmg has no media blocks: one 2-D block is read, one written.
// RUN: %cmc -march=bmg -S %s -o %t.s
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s 'mov .*:u?d r.*:ub<=64' 'add .*:f<=40'
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s 'mov .*:f r.*:u?d<=64' 'mul .*:f<=5'
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s 'mov .*:ub r.*:f<=12' 'mov .*:ub r.*:ub<=12'
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s '2-D block load<=1' '2-D block store<=1'
// RUN: %cmc -march=pvc -S %s -o %t.s
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s 'mov .*:u?d r.*:ub<=64' 'add .*:f<=40'
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s 'mov .*:f r.*:u?d<=64' 'mul .*:f<=5'
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s 'mov .*:ub r.*:f<=12' 'mov .*:ub r.*:ub<=12'
// RUN: %python %srcroot/test/lit/codegen/listings/Inputs/kinds.py %t.s '2-D block load<=1' '2-D block store<=1'
#include <sycl/ext/intel/esimd.hpp>

using namespace sycl::ext::intel::esimd;

extern "C" SYCL_ESIMD_KERNEL void k(const uchar *in_p, uchar *out_p, uint w, uint h, int x, int y) {
    auto in = load_2d<uchar, 32, 8>(in_p, w, h, w, x, y);
    auto rows = in.bit_cast_view<uchar, 8, 32>();
    simd<float, 6 * 24> m = rows.select<6, 1, 24, 1>(1, 3);
    m += rows.select<6, 1, 24, 1>(0, 0);
    m += rows.select<6, 1, 24, 1>(0, 3);
    m += rows.select<6, 1, 24, 1>(0, 6);
    m += rows.select<6, 1, 24, 1>(1, 0);
    m += rows.select<6, 1, 24, 1>(1, 6);
    m += rows.select<6, 1, 24, 1>(2, 0);
    m += rows.select<6, 1, 24, 1>(2, 3);
    m += rows.select<6, 1, 24, 1>(2, 6);
    simd<uchar, 6 * 32> out;
    out.bit_cast_view<uchar, 6, 32>().select<6, 1, 24, 1>(0, 0) = convert<uchar>(simd<float, 144>(m * 0.111f));
    store_2d<uchar, 24, 6>(out_p, w, h, w, x, y, out);
}
