// SPDX-License-Identifier: MIT
// Systolic products of each kind of factor against plain loops.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include "Inputs/check.hpp"

using sycl::half;
using bf16 = sycl::ext::oneapi::bfloat16;

// 8 rows of 16: C + A * B, with A of 8 x K in rows and B of K x 16 packed by pairs or quads of rows.
template <class T, class F, int K> void product(const char *what, bool accumulate) {
    constexpr int ops = 4 / sizeof(F);
    row<T, 128>(
        what,
        [=](T *in, T *out) {
            simd<F, 8 *K> a = convert<F>(simd<T, 8 * K>(in));
            simd<F, K * 16> b = convert<F>(simd<T, K * 16>(in + 100));
            simd<T, 128> c(in + 200);
            c = accumulate ? xmx::dpas<8, 8, T>(c, b, a) : xmx::dpas<8, 8, T, F, F>(b, a);
            c.copy_to(out);
        },
        [=](int i, const T *in) {
            const int m = i / 16, n = i % 16;
            T sum = accumulate ? in[200 + i] : T(0);
            for (int k = 0; k < K; k++)
                sum = T(sum + T((F)in[m * K + k]) * T((F)in[100 + k / ops * 16 * ops + n * ops + k % ops]));
            return sum;
        },
        std::is_same_v<T, int>    ? 0
        : std::is_same_v<T, half> ? 1e-2
                                  : 1e-4);
}

int main() {
    product<float, half, 16>("half", true);
    product<float, half, 16>("half without an accumulator", false);
    product<float, bf16, 16>("bfloat16", true);
    product<float, ens::tfloat32, 8>("tfloat32", true);
    product<int, signed char, 32>("signed bytes", true);
    product<half, half, 16>("half in half", true);
    row<int, 128>(
        "nibbles",
        [=](int *in, int *out) {
            simd<int, 8 * 8> a(in);
            simd<int, 8 * 16> b(in + 100);
            simd<int, 128> c =
                xmx::dpas<8, 8, int, int, int, int, xmx::dpas_argument_type::s4, xmx::dpas_argument_type::u4>(
                    simd<int, 128>(3), b, a);
            c.copy_to(out);
        },
        [](int i, const int *in) {
            const int m = i / 16, n = i % 16;
            int sum = 3;
            for (int k = 0; k < 64; k++) {
                const int a = (unsigned)in[m * 8 + k / 8] >> 4 * (k % 8) & 15;
                const int b = in[100 + k / 8 * 16 + n] << (28 - 4 * (k % 8)) >> 28;
                sum += a * b;
            }
            return sum;
        });
    return report();
}
