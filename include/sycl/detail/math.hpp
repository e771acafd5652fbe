// SPDX-License-Identifier: MIT
// sycl:: math of numbers. On the device they are the instructions, at their accuracy; on the host those of libm.

#ifndef SYCL_DETAIL_MATH_HPP
#define SYCL_DETAIL_MATH_HPP

#include <sycl/detail/half.hpp>

#include <cmath>
#include <cstring>

#ifdef __SYCL_DEVICE_ONLY__
#include <sycl/ext/intel/esimd/trigonometry.hpp>
#endif

namespace sycl {

namespace detail {
template <class T> using if_number = std::enable_if_t<std::is_arithmetic_v<T> || std::is_same_v<T, half>>;
template <class T> using if_real = std::enable_if_t<std::is_floating_point_v<T> || std::is_same_v<T, half>>;
template <class T> using wide_real = std::conditional_t<std::is_same_v<T, double>, double, float>;
} // namespace detail

// The device has these functions for float and half: of a double, they have no body there.
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_MATH(name, device, host)                                                                                  \
    namespace detail {                                                                                                 \
    double name##_of_double(double);                                                                                   \
    }                                                                                                                  \
    template <class T, class = detail::if_number<T>> T name(T x) {                                                     \
        if constexpr (std::is_same_v<T, double>)                                                                       \
            return detail::name##_of_double(x);                                                                        \
        else                                                                                                           \
            return (T)device;                                                                                          \
    }
#define SYCL_MATH_OF_ALL(name, device, host)                                                                           \
    template <class T, class = detail::if_number<T>> T name(T x) {                                                     \
        return (T)device;                                                                                              \
    }
#else
#define SYCL_MATH(name, device, host)                                                                                  \
    template <class T, class = detail::if_number<T>> T name(T x) {                                                     \
        return (T)host;                                                                                                \
    }
#define SYCL_MATH_OF_ALL SYCL_MATH
#endif
#define SYCL_WIDE(x) ((detail::wide_real<T>)x)
SYCL_MATH(exp, ext::intel::esimd::exp(x), std::exp(SYCL_WIDE(x)))
SYCL_MATH(exp2, ext::intel::esimd::exp2(x), std::exp2(SYCL_WIDE(x)))
SYCL_MATH(log, ext::intel::esimd::log(x), std::log(SYCL_WIDE(x)))
SYCL_MATH(log2, ext::intel::esimd::log2(x), std::log2(SYCL_WIDE(x)))
SYCL_MATH(sin, ext::intel::esimd::sin(x), std::sin(SYCL_WIDE(x)))
SYCL_MATH(cos, ext::intel::esimd::cos(x), std::cos(SYCL_WIDE(x)))
SYCL_MATH(tanh, ext::intel::esimd::tanh(x), std::tanh(SYCL_WIDE(x)))
SYCL_MATH_OF_ALL(sqrt, ext::intel::esimd::sqrt(x), std::sqrt(SYCL_WIDE(x)))
SYCL_MATH(rsqrt, ext::intel::esimd::rsqrt(x), 1 / std::sqrt(SYCL_WIDE(x)))
SYCL_MATH(floor, ext::intel::esimd::floor(x), std::floor(SYCL_WIDE(x)))
SYCL_MATH(ceil, ext::intel::esimd::ceil(x), std::ceil(SYCL_WIDE(x)))
SYCL_MATH(trunc, ext::intel::esimd::trunc(x), std::trunc(SYCL_WIDE(x)))
SYCL_MATH(rint, ext::intel::esimd::rnde(x), std::rint(SYCL_WIDE(x)))
SYCL_MATH_OF_ALL(fabs, ext::intel::esimd::abs(x), std::fabs(SYCL_WIDE(x)))
SYCL_MATH_OF_ALL(abs, (x < T(0) ? T(-x) : x), (x < T(0) ? T(-x) : x))
#undef SYCL_MATH
#undef SYCL_MATH_OF_ALL

// Those that are the same functions on both sides.
#define SYCL_STD(name)                                                                                                 \
    template <class T, class = detail::if_number<T>> T name(T x) {                                                     \
        return (T)std::name(SYCL_WIDE(x));                                                                             \
    }
SYCL_STD(round)
SYCL_STD(log10)
SYCL_STD(tan)
SYCL_STD(atan)
SYCL_STD(acos)
SYCL_STD(asin)
SYCL_STD(sinh)
SYCL_STD(cosh)
#undef SYCL_STD
#define SYCL_STD_2(name)                                                                                               \
    template <class T, class = detail::if_real<T>> T name(T x, T y) {                                                  \
        return (T)std::name(SYCL_WIDE(x), SYCL_WIDE(y));                                                               \
    }
SYCL_STD_2(fmod)
SYCL_STD_2(copysign)
#undef SYCL_STD_2
#define SYCL_CLASSIFIES(name)                                                                                          \
    template <class T, class = detail::if_real<T>> int name(T x) {                                                     \
        return std::name(SYCL_WIDE(x));                                                                                \
    }
SYCL_CLASSIFIES(isnan)
SYCL_CLASSIFIES(isinf)
SYCL_CLASSIFIES(isfinite)
SYCL_CLASSIFIES(signbit)
#undef SYCL_CLASSIFIES
#undef SYCL_WIDE
inline float ldexp(float x, int k) {
    return std::ldexp(x, k);
}
inline float atan2(float y, float x) {
#ifdef __SYCL_DEVICE_ONLY__
    return ext::intel::esimd::atan2(y, x);
#else
    return std::atan2(y, x);
#endif
}
template <class T> T hypot(T x, T y) {
    return sqrt(x * x + y * y);
}
template <class T> T exp10(T x) {
    return exp2(x * (T)3.32192809488736234787);
}
template <class T> T sign(T x) {
    return x > 0 ? (T)1 : x < 0 ? (T)-1 : x;
}
template <class T> T mix(T x, T y, T a) {
    return x + (y - x) * a;
}
template <class T> T step(T edge, T x) {
    return x < edge ? (T)0 : (T)1;
}
template <class T, class = std::enable_if_t<std::is_floating_point_v<T>>> T degrees(T x) {
    return x * (T)57.29577951308232087680;
}
template <class T, class = std::enable_if_t<std::is_floating_point_v<T>>> T radians(T x) {
    return x * (T)0.01745329251994329577;
}
template <class T, class C, class = std::enable_if_t<std::is_arithmetic_v<T>>> T select(T if_not, T if_so, C which) {
    return which ? if_so : if_not;
}

// Integers.
template <class T> T mul24(T a, T b) {
    return a * b;
}
template <class T> T mad24(T a, T b, T c) {
    return a * b + c;
}
template <class T, class = std::enable_if_t<std::is_integral_v<T> && sizeof(T) <= 4>> T mul_hi(T a, T b) {
    using wide = std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>;
    return (T)((wide)a * b >> 8 * sizeof(T));
}
template <class T, class = std::enable_if_t<std::is_integral_v<T>>> T rotate(T x, T count) {
    using U = std::make_unsigned_t<T>;
    constexpr unsigned bits = 8 * sizeof(T);
    const unsigned n = (unsigned)count % bits;
    return n == 0 ? x : (T)(U)((U)x << n | (U)x >> (bits - n));
}
template <class T, class = std::enable_if_t<std::is_integral_v<T>>> std::make_unsigned_t<T> abs_diff(T a, T b) {
    using U = std::make_unsigned_t<T>;
    return a > b ? (U)((U)a - (U)b) : (U)((U)b - (U)a);
}
template <class T, class = std::enable_if_t<std::is_integral_v<T>>> T hadd(T a, T b) {
    return (T)((a & b) + ((a ^ b) >> 1));
}
template <class T, class = std::enable_if_t<std::is_integral_v<T>>> T rhadd(T a, T b) {
    return (T)((a | b) - ((a ^ b) >> 1));
}
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
template <class T, class = detail::if_number<T>> T max(T a, T b) {
    return a < b ? b : a;
}
template <class T, class = detail::if_number<T>> T min(T a, T b) {
    return b < a ? b : a;
}
template <class T, class = detail::if_number<T>> T fmax(T a, T b) {
    return a < b ? b : a;
}
template <class T, class = detail::if_number<T>> T fmin(T a, T b) {
    return b < a ? b : a;
}
template <class T, class = detail::if_number<T>> T clamp(T x, T low, T high) {
    return min(max(x, low), high);
}
template <class T, class = detail::if_number<T>> T fma(T a, T b, T c) {
    return __builtin_fma(a, b, c);
}
inline float fma(float a, float b, float c) {
    return __builtin_fmaf(a, b, c);
}
template <class T, class = detail::if_number<T>> T mad(T a, T b, T c) {
    return a * b + c;
}
template <class T, class = detail::if_number<T>> T pow(T a, T b) {
    return exp2(b * log2(a));
}
template <class To, class From> constexpr To bit_cast(const From &x) {
    static_assert(sizeof(To) == sizeof(From), "bit_cast takes types of the same size");
    return __builtin_bit_cast(To, x);
}

} // namespace sycl

#endif
