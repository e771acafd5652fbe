// SPDX-License-Identifier: MIT
// Math and bits against the host's, on three targets.
// RUN: %cmc -fsycl -fsycl-targets=bmg,pvc %s -o %t
// RUN: env CMRT_DEVICE=xesim:bmg %host %t
// RUN: env CMRT_DEVICE=xesim:pvc %host %t
#include "Inputs/check.hpp"

constexpr double close = 1e-5;

#define ROW_1(name, expression, want, tolerance)                                                                       \
    row<float, 16>(                                                                                                    \
        name,                                                                                                          \
        [=](float *in, float *out) {                                                                                   \
            simd<float, 16> v(in), w(in + 16);                                                                         \
            simd<float, 16> r = expression;                                                                            \
            r.copy_to(out);                                                                                            \
        },                                                                                                             \
        [](int i, const float *in) {                                                                                   \
            const float v = in[i], w = in[i + 16];                                                                     \
            (void)w;                                                                                                   \
            return want;                                                                                               \
        },                                                                                                             \
        tolerance)
#define ROW_I(T, name, expression, want)                                                                               \
    row<T, 16>(                                                                                                        \
        name,                                                                                                          \
        [=](T *in, T *out) {                                                                                           \
            simd<T, 16> v(in), w(in + 16);                                                                             \
            simd<T, 16> r = expression;                                                                                \
            r.copy_to(out);                                                                                            \
        },                                                                                                             \
        [](int i, const T *in) -> T {                                                                                  \
            const T v = in[i], w = in[i + 16];                                                                         \
            (void)w;                                                                                                   \
            return want;                                                                                               \
        })

int main() {
    ROW_1("abs", abs(v), std::fabs(v), 0);
    ROW_1("max", max(v, w), std::max(v, w), 0);
    ROW_1("min of a number", min(v, 1.5f), std::min(v, 1.5f), 0);
    row<float, 16>(
        "max of views of views",
        [=](float *in, float *out) {
            simd<float, 32> v(in);
            auto m = v.bit_cast_view<float, 2, 16>();
            simd<float, 16> r = max(m.select<2, 1, 8, 1>(0, 0), m.select<2, 1, 8, 1>(0, 8));
            r.copy_to(out);
        },
        [](int i, const float *in) {
            const float *row = in + i / 8 * 16 + i % 8;
            return std::max(row[0], row[8]);
        });
    ROW_1("sqrt", sqrt(abs(v)), std::sqrt(std::fabs(v)), close);
    ROW_1("rsqrt", rsqrt(abs(v)), 1 / std::sqrt(std::fabs(v)), close);
    ROW_1("inv", inv(v), 1 / v, close);
    ROW_1("exp2", exp2(v), std::exp2(v), close);
    ROW_1("log2", log2(abs(v)), std::log2(std::fabs(v)), close);
    ROW_1("exp", exp(v), std::exp(v), close);
    ROW_1("log", log(abs(v)), std::log(std::fabs(v)), close);
    ROW_1("sin", sin(v), std::sin(v), 1e-3);
    ROW_1("cos", cos(v), std::cos(v), 1e-3);
    ROW_1("pow", pow(abs(v), w), std::pow(std::fabs(v), w), 1e-4);
    ROW_1("floor", floor(v), std::floor(v), 0);
    ROW_1("ceil", ceil(v), std::ceil(v), 0);
    ROW_1("trunc", trunc(v), std::trunc(v), 0);
    ROW_1("rnde", rnde(v), std::nearbyint(v), 0);
    ROW_1("rounding to int", rndd<int>(v), (float)(int)std::floor(v), 0);
    ROW_1("saturate", saturate<float>(v), std::clamp(v, 0.0f, 1.0f), 0);
    ROW_1("saturation_on", max(v, w, saturation_on), std::clamp(std::max(v, w), 0.0f, 1.0f), 0);
    ROW_1("div_ieee", div_ieee(v, w), v / w, 0);
    ROW_1("sqrt_ieee", sqrt_ieee(abs(v)), std::sqrt(std::fabs(v)), 0);
    ROW_1("scalars", (simd<float, 16>(sycl::exp2((float)v[3]) + sycl::fabs((float)w[2]) + sqrt(4.0f))),
          std::exp2(in[3]) + std::fabs(in[18]) + 2.0f, close);
    ROW_1("numbers", (simd<float, 16>(div_ieee((float)v[3], (float)w[2]) + (float)simd<sycl::half, 16>(v)[5])),
          in[3] / in[18] + (float)(sycl::half)in[5], close);
    ROW_1("atan", atan(v), std::atan(v), 1e-6);
    ROW_1("acos", acos(v * 0.075f), std::acos(v * 0.075f), 1e-6);
    ROW_1("asin", asin(v * 0.075f), std::asin(v * 0.075f), 1e-6);
    ROW_1("atan2", atan2(v, w), std::atan2(v, w), 1e-6);
    ROW_1("fmod", ens::fmod(v, w), std::fmod(v, w), 0);
    ROW_1("tanh", tanh(v), std::tanh(v), close);
    ROW_1("sincos", ([&] {
              simd<float, 16> c;
              simd<float, 16> s = sincos(c, v);
              return simd<float, 16>(s * 2.0f + c);
          }()),
          std::sin(v) * 2.0f + std::cos(v), 1e-3);
    ROW_1("sycl:: of numbers", ([&] {
              const float x = v[2], y = w[3];
              return simd<float, 16>(sycl::round(x) + sycl::fmod(x, y) + sycl::atan2(x, y) + sycl::hypot(x, y) +
                                     sycl::sign(y) + sycl::select(x, y, 1) + sycl::mix(x, y, 0.25f) +
                                     (float)sycl::isnan(x) + sycl::exp10(0.5f) + sycl::ldexp(x, 3));
          }()),
          ([&] {
              const float x = in[2], y = in[19];
              return std::round(x) + std::fmod(x, y) + std::atan2(x, y) + std::hypot(x, y) + (y > 0 ? 1 : -1) + y +
                     (x + (y - x) * 0.25f) + 0 + std::pow(10.0f, 0.5f) + x * 8;
          }()),
          close);
    ROW_1("half", convert<float>(convert<sycl::half>(v) * sycl::half(2.0f) + convert<sycl::half>(w)),
          (float)(sycl::half(v) * sycl::half(2.0f) + sycl::half(w)), 1e-3);
    ROW_1("bfloat16", convert<float>(convert<sycl::ext::oneapi::bfloat16>(v * 1.01f)),
          (float)sycl::ext::oneapi::bfloat16(v * 1.01f), 0);
    ROW_1("tfloat32", convert<float>(convert<ens::tfloat32>(v * 1.01f)), (float)ens::tfloat32(v * 1.01f), 0);
    ROW_1("reduce", (simd<float, 16>(reduce<float>(v.replicate<4>(), std::plus<>{}) + hmax<float>(v) - hmin<float>(w))),
          4 * std::accumulate(in, in + 16, 0.0f) + *std::max_element(in, in + 16) - *std::min_element(in + 16, in + 32),
          close);

    ROW_I(int, "shifts", (v << 3) + (w >> 2) + lsr(v, 28) + asr(w, 1),
          (v << 3) + (w >> 2) + (int)((unsigned)v >> 28) + (w >> 1));
    ROW_I(unsigned, "cbit, fbl, lzd", cbit(v) + fbl(v) * 100 + lzd(w) * 10000,
          (unsigned)(__builtin_popcount(v) + __builtin_ctz(v) * 100 + __builtin_clz(w) * 10000));
    ROW_I(unsigned, "bf_reverse, bf_extract, bf_insert", bf_reverse(v) ^ bf_extract(5, 2, w) ^ bf_insert(4, 8, v, w),
          [&] {
              unsigned r = 0;
              for (int b = 0; b < 32; b++)
                  r |= (v >> b & 1) << (31 - b);
              return r ^ (w >> 2 & 31) ^ ((w & ~0xf00u) | (v & 15) << 8);
          }());
    ROW_I(unsigned, "rotations and fields of numbers",
          v + (rol((unsigned)v[3], 7u) + bf_extract(5, 3, (unsigned)w[2]) +
               bf_insert(4, 8, (unsigned)v[1], (unsigned)w[1])),
          v + (in[3] << 7 | in[3] >> 25) + (in[18] >> 3 & 31) + ((in[17] & ~0xf00u) | (in[1] & 15) << 8));
    ROW_I(unsigned, "rol, ror", rol(v, 5) ^ ror(w, 9), ((v << 5 | v >> 27) ^ (w >> 9 | w << 23)));
    ROW_I(unsigned, "bfn", (bfn<~bfn_t::x | (bfn_t::y ^ bfn_t::z)>(v, w, v + w)), ~v | (w ^ (v + w)));
    ROW_I(int, "dp4a", dp4a(v, v, w), [&] {
        int sum = v;
        for (int b = 0; b < 4; b++)
            sum += (signed char)(v >> 8 * b) * (signed char)(w >> 8 * b);
        return sum;
    }());
    ROW_I(int, "dp4a of bytes with and without a sign", ([&] {
              simd<unsigned, 16> a = v * 0x01fe7f83u, b = w * 0x81027ff1u;
              simd<int, 16> c = a, d = b;
              return dp4a(v, c, b) * 3 + dp4a(w, a, d);
          }()),
          ([&] {
              const unsigned a = v * 0x01fe7f83u, b = w * 0x81027ff1u;
              int x = v, y = w;
              for (int i = 0; i < 32; i += 8) {
                  x += (signed char)(a >> i) * (unsigned char)(b >> i);
                  y += (unsigned char)(a >> i) * (signed char)(b >> i);
              }
              return x * 3 + y;
          }()));
    ROW_I(int, "dp4a that saturates", ([&] {
              simd<unsigned, 16> a = 0x80ff7f01u;
              simd<int, 16> c = a, most = 0x7fffff00, least = -0x7fffff00;
              return dp4a<int>(most, c, simd<unsigned, 16>(v + 0x00ff00ff), saturation_on) / 2 +
                     dp4a<int>(least, c, simd<unsigned, 16>(w + 0xff000000u), saturation_on) / 4;
          }()),
          ([&] {
              const unsigned a = 0x80ff7f01u;
              long long x = 0x7fffff00, y = -0x7fffff00;
              for (int i = 0; i < 32; i += 8) {
                  x += (signed char)(a >> i) * (unsigned char)((v + 0x00ff00ff) >> i);
                  y += (signed char)(a >> i) * (unsigned char)((w + 0xff000000u) >> i);
              }
              const auto clamp = [](long long z) {
                  return z > 0x7fffffff ? 0x7fffffff : z < -0x7fffffff - 1 ? -0x7fffffff - 1 : (int)z;
              };
              return clamp(x) / 2 + clamp(y) / 4;
          }()));
    ROW_I(int, "saturated conversion", convert<int>(saturate<signed char>(v * 1000)), v > 0 ? 127 : -128);
    ROW_I(unsigned, "addc, subb of a number", ([&] {
              simd<unsigned, 16> carry, borrow;
              simd<unsigned, 16> sum = addc(carry, 0xfffffff0u, w);
              simd<unsigned, 16> difference = subb(borrow, 7u, w);
              return sum * 3 + difference + carry * 5 + borrow * 11 + v;
          }()),
          (unsigned)(w + 0xfffffff0u) * 3 + (7 - w) + (w >= 16) * 5 + (w > 7) * 11 + v);
    ROW_I(int, "quot, mod", quot(v, w) * 1000 + mod(v, w), v / w * 1000 + v % w);
    row<unsigned, 32>(
        "addc, subb, imul",
        [=](unsigned *in, unsigned *out) {
            simd<unsigned, 16> v(in), w(in + 16), carry, borrow, low;
            auto sum = addc(carry, v, w);
            auto difference = subb(borrow, v, w);
            auto high = imul(low, v, w);
            (sum + carry * 3 + difference * 5 + borrow * 7).copy_to(out);
            (low ^ high * 11).copy_to(out + 16);
        },
        [](int i, const unsigned *in) {
            const uint64_t v = in[i % 16], w = in[i % 16 + 16];
            if (i < 16)
                return (unsigned)(v + w) + (unsigned)((v + w) >> 32) * 3 + (unsigned)(v - w) * 5 + (v < w) * 7;
            return (unsigned)(v * w) ^ (unsigned)(v * w >> 32) * 11;
        });
    row<unsigned, 4>(
        "masks as bits",
        [=](unsigned *in, unsigned *out) {
            simd<int, 16> v((int *)in);
            out[0] = pack_mask(v > 0);
            out[1] = ballot(convert<unsigned>(v & 1));
            out[2] = pack_mask(unpack_mask<16>(in[0]));
            out[3] = (v > 0).any() + 2 * (v > 0).all();
        },
        [](int i, const unsigned *in) {
            unsigned positive = 0, odd = 0;
            for (int k = 0; k < 16; k++) {
                positive |= ((int)in[k] > 0) << k;
                odd |= (in[k] & 1) << k;
            }
            return std::array<unsigned, 4>{positive, odd, in[0] & 0xffff,
                                           (positive != 0) + 2u * (positive == 0xffff)}[i];
        });
    return report();
}
