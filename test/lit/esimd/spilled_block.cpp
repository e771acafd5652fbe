// SPDX-License-Identifier: MIT
// 2-D blocks of 32 registers that are spilled. The length field of their message ends at 31 registers.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc -Wno-cm-spill %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg XESIM_CHECK=all %host %t
// RUN: env CMRT_DEVICE=xesim:pvc XESIM_CHECK=all %host %t
#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include <cstdio>

using namespace sycl::ext::intel::esimd;

constexpr int rows = 32, columns = 16, parts = 2, blocks = 6;
constexpr int n = rows * columns * parts;

// Element i of a loaded block: the columns of the first part, row by row, then those of the second one.
static int place(int i) {
    const int part = i / (rows * columns), y = i % (rows * columns) / columns, x = i % columns;
    return y * columns * parts + part * columns + x;
}

int main() {
    sycl::queue q;
    short *in = sycl::malloc_shared<short>(n * blocks, q), *out = sycl::malloc_shared<short>(n, q);
    for (int i = 0; i < n * blocks; i++)
        in[i] = (short)(i * 7 % 1000);
    q.single_task([=]() SYCL_ESIMD_KERNEL {
         simd<short, n> v[blocks];
         constexpr int width_b = columns * parts * (int)sizeof(short);
#pragma unroll
         for (int i = 0; i < blocks; i++)
             v[i] = load_2d<short, columns, rows, parts>(in + i * n, width_b - 1, rows - 1, width_b - 1, 0, 0);
         barrier(); // all blocks are alive here
         simd<short, n> sum = 0;
#pragma unroll
         for (int i = 0; i < blocks; i++)
             sum = sum * (short)3 + v[i];
         block_store(out, sum);
     }).wait();
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        short want = 0;
        for (int b = 0; b < blocks; b++)
            want = (short)(want * 3 + in[b * n + place(i)]);
        wrong += out[i] != want;
    }
    std::printf("%d wrong\n", wrong);
    return wrong != 0;
}
