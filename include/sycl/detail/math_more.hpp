// SPDX-License-Identifier: MIT
// sycl:: math of numbers that no instruction does: powers of integers, integers with saturation.

#ifndef SYCL_DETAIL_MATH_MORE_HPP
#define SYCL_DETAIL_MATH_MORE_HPP

#include <sycl/detail/math.hpp>

#include <cstdint>
#include <limits>

namespace sycl {

namespace detail {
template <class T> using if_integer = std::enable_if_t<std::is_integral_v<T>>;
} // namespace detail

inline float nan(uint32_t code) {
    return __builtin_bit_cast(float, 0x7fc00000 | (code & 0x3fffff));
}
// x to the power of an integer, by squares.
template <class T, class = detail::if_real<T>> T pown(T x, int n) {
    T result = T(1);
    for (unsigned k = n < 0 ? 0u - (unsigned)n : (unsigned)n; k; k >>= 1) {
        if (k & 1)
            result = T(result * x);
        x = T(x * x);
    }
    return n < 0 ? T(T(1) / result) : result;
}
#ifdef __SYCL_DEVICE_ONLY__
#define SYCL_HOST_MATH(name) template <class T, class = detail::if_real<T>> T name(T x); // has no body on the device
#else
#define SYCL_HOST_MATH(name)                                                                                           \
    template <class T, class = detail::if_real<T>> T name(T x) {                                                       \
        return T(std::name((detail::wide_real<T>)x));                                                                  \
    }
#endif
SYCL_HOST_MATH(expm1)
SYCL_HOST_MATH(log1p)
SYCL_HOST_MATH(erf)
#undef SYCL_HOST_MATH

template <class T, class = detail::if_integer<T>> T add_sat(T a, T b) {
    T sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return b < 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
template <class T, class = detail::if_integer<T>> T sub_sat(T a, T b) {
    T difference;
    if (!__builtin_sub_overflow(a, b, &difference))
        return difference;
    return std::is_unsigned_v<T> || b > 0 ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
}
} // namespace sycl

#endif
