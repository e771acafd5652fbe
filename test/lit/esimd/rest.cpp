// SPDX-License-Identifier: MIT
// Functions that few programs use, and assignments to parts of a mask.
// RUN: %cmc -fsycl -fsycl-targets=bmg %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: %cmc -fsycl -fsycl-targets=host %s -o %t.host
// RUN: env CMRT_DEVICE=host %host %t.host
#include "Inputs/check.hpp"

// Of each four numbers, the sum of the first `count` products.
static float products(int i, const float *in, int count) {
    const float *x = in + i / 4 * 4, *y = x + 16;
    float sum = 0;
    for (int k = 0; k < count; k++)
        sum += x[k] * y[k];
    return sum;
}

// The first n of 16 bits that count from the top; -1 for none.
static int first_high(int x) {
    const unsigned bits = x < 0 ? ~x : x;
    return bits ? __builtin_clz(bits) : -1;
}

static void masks() {
    row<int, 32>(
        "parts of a mask take numbers, masks and their own combination",
        [=](int *in, int *out) {
            simd<int, 32> x(in);
            simd_mask<32> m = x > 0;
            m.select<8, 1>(4) = 0;
            m.select<8, 2>(16) = simd_mask<8>(1);
            m.select<4, 1>(28) ^= simd_mask<4>(1);
            m.select<4, 1>(0)[2] = 1;
            m.select<4, 1>(0).select<2, 2>(1) = m.select<2, 1>(0);
            simd<int, 32> r = merge(x, simd<int, 32>(0), m);
            r.copy_to(out);
        },
        [](int i, const int *in) {
            bool m[32];
            for (int k = 0; k < 32; k++)
                m[k] = in[k] > 0;
            std::fill(m + 4, m + 12, false);
            for (int k = 16; k < 32; k += 2)
                m[k] = true;
            for (int k = 28; k < 32; k++)
                m[k] = !m[k];
            m[2] = true;
            const bool two[] = {m[0], m[1]};
            m[1] = two[0];
            m[3] = two[1];
            return m[i] ? in[i] : 0;
        });
    row<int, 16>(
        "what reads a part of a mask reads its mask",
        [=](int *in, int *out) {
            simd<int, 32> x(in);
            simd_mask<32> m = x > 0;
            simd<int, 16> r = 0;
            r[0] = pack_mask(m.select<16, 1>(8));
            r[1] = (m.select<16, 1>(8) & ~m.select<16, 1>(0)).any();
            r.select<8, 1>(8).merge(1, m.select<8, 4>(1));
            r.copy_to(out);
        },
        [](int i, const int *in) {
            int bits = 0, any = 0;
            for (int k = 0; k < 16; k++) {
                bits |= (in[8 + k] > 0) << k;
                any |= in[8 + k] > 0 && in[k] <= 0;
            }
            return i == 0 ? bits : i == 1 ? any : i >= 8 ? in[1 + (i - 8) * 4] > 0 : 0;
        });
}

static void numbers() {
    row<int, 40>(
        "fbh, shr, div, shl; a view as a value",
        [=](int *in, int *out) {
            simd<int, 8> x(in), remainder;
            simd<int, 8> high = fbh(x), shifted = shr<int>(x, 2);
            simd<int, 8> quotient = ens::div(remainder, x, 7);
            high.copy_to(out);
            shifted.copy_to(out + 8);
            quotient.copy_to(out + 16);
            remainder.copy_to(out + 24);
            simd<int, 8> left = shl<int>(x.select<4, 2>(0).read().replicate<2>(), 3);
            left.copy_to(out + 32);
        },
        [](int i, const int *in) {
            const int x = in[i % 8];
            return i < 8 ? first_high(x) : i < 16 ? x >> 2 : i < 24 ? x / 7 : i < 32 ? x % 7 : in[i % 4 * 2] * 8;
        });
    row<float, 48>(
        "frc, rndu, rndz",
        [=](float *in, float *out) {
            simd<float, 16> x(in);
            simd<float, 16>(frc(x)).copy_to(out);
            simd<float, 16>(rndu<float>(x)).copy_to(out + 16);
            simd<float, 16>(rndz<float>(x)).copy_to(out + 32);
        },
        [](int i, const float *in) {
            const float x = in[i % 16];
            return i < 16 ? x - std::floor(x) : i < 32 ? std::ceil(x) : std::trunc(x);
        });
    row<float, 64>(
        "sines, cosines and arcs by polynomials",
        [=](float *in, float *out) {
            simd<float, 16> x(in), y(in + 16);
            simd<float, 16>(ens::sin_emu(x)).copy_to(out);
            simd<float, 16>(ens::cos_emu(x)).copy_to(out + 16);
            simd<float, 16>(ens::tanh_cody_waite(x)).copy_to(out + 32);
            simd<float, 16>(ens::atan2_fast(y, x)).copy_to(out + 48);
        },
        [](int i, const float *in) {
            const float x = in[i % 16], y = in[16 + i % 16];
            return i < 16 ? std::sin(x) : i < 32 ? std::cos(x) : i < 48 ? std::tanh(x) : std::atan2(y, x);
        },
        1e-3);
    row<float, 80>(
        "dp2, dp3, dp4, dph, line",
        [=](float *in, float *out) {
            simd<float, 16> x(in), y(in + 16);
            simd<float, 16>(dp2(x, y)).copy_to(out);
            simd<float, 16>(dp3(x, y)).copy_to(out + 16);
            simd<float, 16>(dp4(x, y)).copy_to(out + 32);
            simd<float, 16>(dph(x, y)).copy_to(out + 48);
            simd<float, 16>(line(simd<float, 4>(in), y)).copy_to(out + 64);
        },
        [](int i, const float *in) {
            const int k = i % 16;
            return i < 48   ? products(k, in, 2 + i / 16)
                   : i < 64 ? products(k, in, 3) + in[16 + k / 4 * 4 + 3]
                            : in[0] * in[16 + k] + in[3];
        });
    row<float, 16>(
        "fma rounds once",
        [=](float *in, float *out) {
            simd<float, 16> x(in);
            x *= 0.1f;
            simd<float, 16> square = x * x;
            ens::fma<float, 16>(x, x, -square).copy_to(out);
        },
        [](int i, const float *in) {
            const float x = in[i] * 0.1f, square = x * x;
            return std::fma(x, x, -square);
        });
    row<sycl::half, 16>(
        "fma of half",
        [=](sycl::half *in, sycl::half *out) {
            simd<sycl::half, 32> x(in);
            ens::fma<sycl::half, 16>(x.select<16, 1>(0), x.select<16, 1>(16), x.select<16, 2>(0)).copy_to(out);
        },
        [](int i, const sycl::half *in) { return sycl::half((float)in[i] * (float)in[16 + i] + (float)in[2 * i]); });
    row<float, 64>(
        "lrp of vectors, views, numbers, clamped",
        [=](float *in, float *out) {
            simd<float, 16> x(in), y(in + 16), z(in + 32);
            simd<float, 32> both(in);
            simd<float, 16>(lrp(x, y, z)).copy_to(out);
            simd<float, 16>(ens::lrp(both.select<16, 1>(0), both.select<16, 1>(16), 3)).copy_to(out + 16);
            simd<float, 16>(ens::lrp(x, 2.0f, z)).copy_to(out + 32);
            simd<float, 16>(ens::lrp(x, y, z, saturation_on)).copy_to(out + 48);
        },
        [](int i, const float *in) {
            const double x = in[i % 16], y = in[16 + i % 16], z = in[32 + i % 16];
            const double r = x * (i / 16 == 2 ? 2 : y) + (1 - x) * (i / 16 == 1 ? 3 : z);
            return i < 48 ? r : std::min(1.0, std::max(0.0, r));
        },
        1e-6);
}

static void memory() {
    row<int, 16>(
        "scalar_store; a 2-D prefetch; the parts of a 2-D payload",
        [=](int *in, int *out) {
            constexpr properties cached{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>};
            prefetch_2d<int, 8, 2>(in, 63, 15, 63, 0, 0, cached);
            ens::config_2d_mem_access<int, 8, 2, 1> p(in, 63, 15, 63, 4, 1);
            simd<uint32_t, 16> raw = p.get_raw_data();
            simd<int, 16>(0).copy_to(out);
            scalar_store<int>(out, p.get_data_pointer() == in);
            scalar_store<int>(out + 1, (int)raw[2]);
            scalar_store<int>(out + 2, (int)raw[6]);
            scalar_store<int>(out + 3, ens::get_subdevice_id());
            scalar_store<int>(out + 4, ens::get_hw_thread_id() >= 0);
            p.set_data_pointer(out);
            scalar_store<int>(out + 5, p.get_data_pointer() == out);
        },
        [](int i, const int *) {
            const int expected[16] = {1, 63, 1, 0, 1, 1};
            return expected[i];
        });
    row<int, 32>(
        "each part of a 2-D payload, read and written",
        [=](int *in, int *out) {
            ens::config_2d_mem_access<int, 8, 2, 1> p(in, 63, 15, 127, -4, 1);
            int at = 0;
            auto parts = [&]() {
                const int all[] = {(int)p.get_surface_width(),
                                   (int)p.get_surface_height(),
                                   (int)p.get_surface_pitch(),
                                   p.get_x(),
                                   p.get_y(),
                                   p.get_data_pointer() == in};
                for (int x : all)
                    out[at++] = x;
            };
            parts();
            p.set_surface_width(127).set_surface_height(7).set_surface_pitch(255).set_x(p.get_x() + 8).set_y(-2);
            parts();
            const auto same = p; // a copy does not follow
            p.set_data_pointer(out).set_x(0);
            parts();
            ens::config_2d_mem_access<int, 8, 2, 1> none;
            p = same;
            parts();
            for (int x : {p.get_width(), p.get_height(), p.get_number_of_blocks(), none.get_x(),
                          (int)(none.get_data_pointer() == nullptr), (int)none.get_surface_pitch()})
                out[at++] = x;
            out[at++] = 0;
            out[at++] = 0;
        },
        [](int i, const int *) {
            const int expected[32] = {63, 15, 127, -4, 1,   1, 127, 7, 255, 4, -2, 1, 127, 7, 255, 0,
                                      -2, 0,  127, 7,  255, 4, -2,  1, 8,   2, 1,  0, 1,   0, 0,   0};
            return expected[i];
        });
    row<int, 16 * 4>(
        "a 2-D block by the names of the load/store cache, with a pointer",
        [=](int *in, int *out) {
            constexpr int w = 64, h = 4;
            simd<int, 64>(0).copy_to(out);
            ens::lsc_prefetch_2d<int, 8, 2>(in, w * 4 - 1, h - 1, w * 4 - 1, 8, 1);
            simd<int, 16> v = ens::lsc_load_2d<int, 8, 2>(in, w * 4 - 1, h - 1, w * 4 - 1, 8, 1);
            ens::lsc_store_2d<int, 8, 2>(out, 63, 3, 63, 4, 2, v);
        },
        [](int i, const int *in) {
            const int x = i % 16 - 4, y = i / 16 - 2;
            return x >= 0 && x < 8 && y >= 0 ? in[(1 + y) * 64 + 8 + x] : 0;
        });
}

int main() {
    masks();
    numbers();
    memory();
    return report();
}
