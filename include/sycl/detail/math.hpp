// SPDX-License-Identifier: MIT
// sycl:: math of numbers. On the device they are the instructions, at their accuracy; on the host those of libm.

#ifndef SYCL_DETAIL_MATH_HPP
#define SYCL_DETAIL_MATH_HPP

#include <sycl/detail/half.hpp>

#include <cmath>
#include <cstring>

#ifdef __SYCL_DEVICE_ONLY__
#include <sycl/ext/intel/esimd/math.hpp>
#endif

namespace sycl {

#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_MATH(name, device, host)                                                                                  \
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>> T name(T x) {     \
        return (T)device;                                                                                              \
    }
#else
#define SYCL_MATH(name, device, host)                                                                                  \
    template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>> T name(T x) {     \
        return (T)host;                                                                                                \
    }
#endif
#define SYCL_WIDE(x) ((std::conditional_t<std::is_same_v<T, double>, double, float>)x)
SYCL_MATH(exp, ext::intel::esimd::exp(x), std::exp(SYCL_WIDE(x)))
SYCL_MATH(exp2, ext::intel::esimd::exp2(x), std::exp2(SYCL_WIDE(x)))
SYCL_MATH(log, ext::intel::esimd::log(x), std::log(SYCL_WIDE(x)))
SYCL_MATH(log2, ext::intel::esimd::log2(x), std::log2(SYCL_WIDE(x)))
SYCL_MATH(sin, ext::intel::esimd::sin(x), std::sin(SYCL_WIDE(x)))
SYCL_MATH(cos, ext::intel::esimd::cos(x), std::cos(SYCL_WIDE(x)))
SYCL_MATH(tanh, ext::intel::esimd::tanh(x), std::tanh(SYCL_WIDE(x)))
SYCL_MATH(sqrt, ext::intel::esimd::sqrt(x), std::sqrt(SYCL_WIDE(x)))
SYCL_MATH(rsqrt, ext::intel::esimd::rsqrt(x), 1 / std::sqrt(SYCL_WIDE(x)))
SYCL_MATH(floor, ext::intel::esimd::floor(x), std::floor(SYCL_WIDE(x)))
SYCL_MATH(ceil, ext::intel::esimd::ceil(x), std::ceil(SYCL_WIDE(x)))
SYCL_MATH(trunc, ext::intel::esimd::trunc(x), std::trunc(SYCL_WIDE(x)))
SYCL_MATH(rint, ext::intel::esimd::rnde(x), std::rint(SYCL_WIDE(x)))
SYCL_MATH(fabs, ext::intel::esimd::abs(x), std::fabs(SYCL_WIDE(x)))
SYCL_MATH(abs, (x < T(0) ? T(-x) : x), (x < T(0) ? T(-x) : x))
#undef SYCL_MATH
#undef SYCL_WIDE
namespace native {
using sycl::cos;
using sycl::exp;
using sycl::exp2;
using sycl::log;
using sycl::log2;
using sycl::rsqrt;
using sycl::sin;
using sycl::sqrt;
template <class T> T recip(T x) {
    return T(1) / x;
}
} // namespace native
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>> T max(T a, T b) {
    return a < b ? b : a;
}
template <class T, class = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>> T min(T a, T b) {
    return b < a ? b : a;
}
template <class T> T fmax(T a, T b) {
    return a < b ? b : a;
}
template <class T> T fmin(T a, T b) {
    return b < a ? b : a;
}
template <class T> T clamp(T x, T low, T high) {
    return min(max(x, low), high);
}
template <class T> T fma(T a, T b, T c) {
    return __builtin_fma(a, b, c);
}
inline float fma(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
template <class T> T mad(T a, T b, T c) {
    return a * b + c;
}
template <class T> T pow(T a, T b) {
    return exp2(b * log2(a));
}
template <class To, class From> constexpr To bit_cast(const From &x) {
    static_assert(sizeof(To) == sizeof(From), "bit_cast takes types of the same size");
    return __builtin_bit_cast(To, x);
}

} // namespace sycl

#endif
