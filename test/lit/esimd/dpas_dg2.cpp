// SPDX-License-Identifier: MIT
// Systolic products with eight channels, which the host's compiler does not know to be those of dg2.
// RUN: %cmc -fsycl -fsycl-targets=dg2 %s -o %t
// RUN: env CMRT_DEVICE=xesim:dg2 %host %t
#include "Inputs/check.hpp"

using sycl::half;

int main() {
    row<float, 64>(
        "half",
        [=](float *in, float *out) {
            const simd<half, 128> a = convert<half>(simd<float, 128>(in)),
                                  b = convert<half>(simd<float, 128>(in + 128));
            const simd<float, 64> c(in + 256);
            xmx::dpas<8, 8, float>(c, b, a).copy_to(out);
        },
        [](int i, const float *in) {
            const int m = i / 8, n = i % 8;
            float sum = in[256 + i];
            for (int k = 0; k < 16; k++)
                sum += in[m * 16 + k] * in[128 + k / 2 * 16 + n * 2 + k % 2];
            return sum;
        },
        1e-5);
    row<int, 16>(
        "bytes, no accumulator, two rows",
        [=](int *in, int *out) {
            const simd<signed char, 64> a = convert<signed char>(simd<int, 64>(in));
            const simd<signed char, 256> b = convert<signed char>(simd<int, 256>(in + 64));
            xmx::dpas<8, 2, int>(b, a).copy_to(out);
        },
        [](int i, const int *in) {
            const int m = i / 8, n = i % 8;
            int sum = 0;
            for (int k = 0; k < 32; k++)
                sum += in[m * 32 + k] * in[64 + k / 4 * 32 + n * 4 + k % 4];
            return sum;
        });
    return report();
}
