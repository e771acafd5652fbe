// SPDX-License-Identifier: MIT
// Views, selections and merges on three targets, optimised and not.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc,tgl %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
// RUN: env CMRT_DEVICE=xesim:tgl %host %t
// RUN: %cmc -fsycl -O0 -fsycl-targets=bmg %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
#include "Inputs/check.hpp"

template <class View> ESIMD_INLINE void triple(View v) {
    v *= 3;
}

int main() {
    row<int, 16>(
        "copy",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
            v.copy_to(out);
        },
        [](int i, const int *in) { return in[i]; });
    row<int, 16>(
        "progression",
        [=](int *, int *out) {
            simd<int, 16> v(5, -3);
            v.copy_to(out);
        },
        [](int i, const int *) { return 5 - 3 * i; });
    row<int, 4>(
        "list",
        [=](int *, int *out) {
            simd<int, 4> v({4, 8, 15, 16});
            v.copy_to(out);
        },
        [](int i, const int *) {
            return std::array{4, 8, 15, 16}[i];
        });
    row<int, 16>(
        "select",
        [=](int *in, int *out) {
            simd<int, 48> v(in);
            simd<int, 16> w = v.select<16, 2>(5);
            w.copy_to(out);
        },
        [](int i, const int *in) { return in[5 + 2 * i]; });
    row<int, 32>(
        "write select",
        [=](int *in, int *out) {
            simd<int, 32> v(in);
            v.select<8, 4>(1) = v.select<8, 1>(0) * 2 + 1;
            v.copy_to(out);
        },
        [](int i, const int *in) { return i % 4 == 1 ? in[i / 4] * 2 + 1 : in[i]; });
    row<int, 16>(
        "min and max of two nested views",
        [=](int *in, int *out) {
            simd<int, 32> v(in);
            auto m = v.bit_cast_view<int, 8, 4>();
            simd<int, 16> w = min(m.select<8, 1, 2, 1>(0, 0), m.select<8, 1, 2, 1>(0, 2));
            w.select<8, 1>(0) = max(m.select<8, 1, 1, 1>(0, 0), m.select<8, 1, 1, 1>(0, 1));
            w.copy_to(out);
        },
        [](int i, const int *in) {
            const int at = i / 2 * 4 + i % 2;
            return i < 8 ? std::max(in[4 * i], in[4 * i + 1]) : std::min(in[at], in[at + 2]);
        });
    row<int, 32>(
        "select at a run-time place",
        [=](int *in, int *out) {
            simd<int, 32> v(in);
            const int at = in[0] & 7;
            v.select<4, 2>(at) += 100;
            v.copy_to(out);
        },
        [](int i, const int *in) {
            const int at = in[0] & 7;
            return i >= at && i < at + 8 && (i - at) % 2 == 0 ? in[i] + 100 : in[i];
        });
    row<int, 32>(
        "nested views",
        [=](int *in, int *out) {
            simd<int, 32> v(in);
            auto odd = v.select<16, 2>(1);
            auto part = odd.select<4, 3>(2);
            part = 7;
            triple(odd.select<2, 1>(0));
            v.copy_to(out);
        },
        [](int i, const int *in) {
            const int k = (i - 1) / 2;
            if (i % 2 == 0)
                return in[i];
            if (k >= 2 && k <= 11 && (k - 2) % 3 == 0)
                return 7;
            return k < 2 ? in[i] * 3 : in[i];
        });
    row<int, 32>(
        "2-D",
        [=](int *in, int *out) {
            simd<int, 32> v(in);
            auto m = v.bit_cast_view<int, 4, 8>();
            m.select<2, 2, 4, 2>(1, 1) = 9;
            m.row(2) = m.row(0);
            m.column(7) = 1;
            v.copy_to(out);
        },
        [](int i, const int *in) {
            const int y = i / 8, x = i % 8;
            if (x == 7)
                return 1;
            if (y == 2)
                return in[x];
            return y % 2 == 1 && x % 2 == 1 ? 9 : in[i];
        });
    row<int, 16>(
        "bit_cast_view",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
            v.bit_cast_view<unsigned short>().select<16, 2>(1) = (unsigned short)0x1234;
            v.copy_to(out);
        },
        [](int i, const int *in) { return (in[i] & 0xffff) | 0x12340000; });
    row<int, 16>(
        "bit_cast_view of one element",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
            auto odd = v.select<8, 2>(1);
            odd[2].bit_cast_view<unsigned char>()[3] = 0x12;
            v.bit_cast_view<int, 4, 4>().column(3).bit_cast_view<short, 4, 2>().column(0) = 5;
            v.copy_to(out);
        },
        [](int i, const int *in) {
            if (i == 5)
                return (in[i] & 0xffffff) | 0x12000000;
            return i % 4 == 3 ? (in[i] & ~0xffff) | 5 : in[i];
        });
    row<int, 16>(
        "elements",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
            for (int i = 0; i < 8; i++)
                v[i] = v[15 - i] + (int)v[i];
            v.copy_to(out);
        },
        [](int i, const int *in) { return i < 8 ? in[15 - i] + in[i] : in[i]; });
    row<int, 32>(
        "replicate",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
            simd<int, 32> w = v.replicate_vs_w_hs<4, 2, 8, 1>(1);
            w.select<8, 1>(0) = v.select<4, 1>(3).replicate<2>();
            w.select<8, 1>(8) = v.replicate_w<2, 4>(5);
            w.copy_to(out);
        },
        [](int i, const int *in) {
            return i < 8 ? in[3 + i % 4] : i < 16 ? in[5 + i % 4] : in[1 + i / 8 * 2 + i % 8];
        });
    row<int, 16>(
        "merge",
        [=](int *in, int *out) {
            simd<int, 16> v(in), w = 0;
            w.merge(v, v > 0);
            w.merge(simd<int, 16>(-1), v * 2, v < -20);
            w.copy_to(out);
        },
        [](int i, const int *in) { return in[i] < -20 ? -1 : in[i] * 2; });
    row<int, 16>(
        "masks",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
            simd_mask<16> m = (v > 0 & v < 30) | v == -20;
            simd<int, 16> r = merge(v, simd<int, 16>(0), m);
            r += (~m).any() + 2 * m.all() + 4 * (v > 1000).any();
            v.select<8, 1>(0).merge(r.select<8, 1>(0), !m.select<8, 1>(0));
            r.select<8, 1>(0) = v.select<8, 1>(0);
            r.copy_to(out);
        },
        [](int i, const int *in) {
            const bool m = (in[i] > 0 && in[i] < 30) || in[i] == -20;
            return i < 8 ? (m ? in[i] : 1) : (m ? in[i] : 0) + 1;
        });
    row<int, 16>(
        "views of masks see what changes later",
        [=](int *in, int *out) {
            simd<int, 16> v(in), w = 0;
            simd_mask<16> m = 0;
            auto low = m.select<8, 1>(0);
            auto even = m.select<8, 2>(0);
            m = v > 0;
            w.select<8, 1>(0).merge(1, low);
            m = 0;
            low = simd_mask<8>(1);
            w[15] = even.any() + 2 * even.all() + 4 * low.all() + 8 * (!low).any() + 16 * pack_mask(even);
            m = v > 0;
            w.select<4, 1>(8) = merge(simd<int, 4>(5), v.select<4, 1>(0), m.select<4, 1>(0));
            w.select<2, 1>(12).merge(7, merge(m.select<2, 1>(0), m.select<2, 1>(4), m.select<2, 1>(8)));
            m = 0;
            w[14] = low.any() | (int)even[0];
            w.copy_to(out);
        },
        [](int i, const int *in) {
            if (i == 15)
                return 1 + 4 + 16 * 15;
            if (i < 8)
                return int(in[i] > 0);
            if (i < 12)
                return in[i - 8] > 0 ? 5 : in[i - 8];
            return i < 14 && in[in[i - 4] > 0 ? i - 12 : i - 8] > 0 ? 7 : 0;
        });
    row<int, 16>(
        "one element and a selection of one",
        [=](int *in, int *out) {
            simd<int, 16> v(in);
            static_assert(std::is_same_v<decltype(abs(v[1])), int>);
            static_assert(std::is_same_v<decltype(abs(v.select<1, 1>(1))), simd<int, 1>>);
            v[1] = convert<short>(min(abs(v.select<1, 1>(1)), 1000))[0];
            v.copy_to(out);
        },
        [](int i, const int *in) { return i == 1 ? std::min(std::abs(in[i]), 1000) : in[i]; });
    row<int, 16>(
        "iselect and iupdate",
        [=](int *in, int *out) {
            simd<int, 64> v(in);
            simd<ushort, 16> index(63, (ushort)-4);
            simd<int, 16> r = v.iselect(index);
            r.iupdate<4>(simd<ushort, 4>(0, 5), simd<int, 4>(100, 1), simd_mask<4>({1, 0, 1, 1}));
            r.copy_to(out);
        },
        [](int i, const int *in) { return i % 5 == 0 && i != 5 ? 100 + i / 5 : in[63 - 4 * i]; });
    row<int, 16>(
        "arrays of simd",
        [=](int *in, int *out) {
            simd<int, 8> a[4][2];
#pragma unroll
            for (int i = 0; i < 8; i++)
                a[i / 2][i % 2].copy_from(in + 8 * i);
            simd<int, 16> r = 0;
#pragma unroll
            for (int i = 0; i < 4; i++) {
                r.select<8, 1>(0) += a[i][0];
                r.select<8, 1>(8) -= a[i][1];
            }
            r.copy_to(out);
        },
        [](int i, const int *in) {
            int sum = 0;
            for (int k = 0; k < 4; k++)
                sum += i < 8 ? in[16 * k + i] : -in[16 * k + i];
            return sum;
        });
    row<short, 16>(
        "words stay words",
        [=](short *in, short *out) {
            simd<short, 16> v(in), w(in + 16);
            v = (v + w) * 3 - 1;
            v.copy_to(out);
        },
        [](int i, const short *in) { return (short)((in[i] + in[i + 16]) * 3 - 1); });
    row<int, 16>(
        "unary operators keep the type",
        [=](int *in, int *out) {
            simd<unsigned char, 16> v = convert<unsigned char>(simd<int, 16>(in));
            simd<short, 16> w = (-simd<short, 16>(-32768)) + (~v.select<16, 1>(0));
            w.select<8, 1>(0) = (~v).select<8, 1>(0) >> 1;
            simd<int, 16> r = w;
            r.copy_to(out);
        },
        [](int i, const int *in) {
            const int inverted = (unsigned char)~in[i];
            return i < 8 ? inverted >> 1 : inverted - 32768;
        });
    row<unsigned char, 32>(
        "bytes",
        [=](unsigned char *in, unsigned char *out) {
            simd<unsigned char, 32> v(in);
            v.select<16, 2>(0) = v.select<16, 2>(1) >> 1;
            v.copy_to(out);
        },
        [](int i, const unsigned char *in) { return i % 2 ? in[i] : (unsigned char)(in[i + 1] >> 1); });
    row<float, 47>(
        "odd length",
        [=](float *in, float *out) {
            simd<float, 47> v(in);
            v = v * 2.0f + 1;
            v.copy_to(out);
        },
        [](int i, const float *in) { return in[i] * 2 + 1; });
    return report();
}
