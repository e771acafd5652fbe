// SPDX-License-Identifier: MIT
// sycl::half: a number of 16 bits as the hardware has it.

#ifndef SYCL_DETAIL_HALF_HPP
#define SYCL_DETAIL_HALF_HPP

#include <sycl/detail/number16.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <type_traits>

namespace sycl {

class half : public detail::number16<half> {
  public:
    half() = default;
    constexpr half(_Float16 x) : v_(x) {}
    template <class X, class = std::enable_if_t<std::is_arithmetic_v<X>>> constexpr half(X x) : v_((_Float16)x) {}
    constexpr operator float() const {
        return (float)v_;
    }
    constexpr _Float16 native() const {
        return v_;
    }

    constexpr half operator-() const {
        return half((_Float16)-v_);
    }
    constexpr half operator+() const {
        return *this;
    }

  private:
    _Float16 v_;
};

inline namespace literals {
constexpr half operator""_h(long double x) {
    return half((float)x);
}
} // namespace literals

} // namespace sycl

template <> struct std::hash<sycl::half> {
    size_t operator()(sycl::half x) const {
        return __builtin_bit_cast(uint16_t, x.native());
    }
};
template <> class std::numeric_limits<sycl::half> {
    static constexpr sycl::half bits(uint16_t b) {
        return sycl::half(__builtin_bit_cast(_Float16, b));
    }

  public:
    static constexpr bool is_specialized = true, is_signed = true, is_integer = false, is_exact = false;
    static constexpr bool has_infinity = true, has_quiet_NaN = true, has_signaling_NaN = true, is_iec559 = true;
    static constexpr bool is_bounded = true, is_modulo = false, traps = false, tinyness_before = false;
    static constexpr std::float_denorm_style has_denorm = std::denorm_present;
    static constexpr bool has_denorm_loss = false;
    static constexpr std::float_round_style round_style = std::round_to_nearest;
    static constexpr int digits = 11, digits10 = 3, max_digits10 = 5, radix = 2;
    static constexpr int min_exponent = -13, min_exponent10 = -4, max_exponent = 16, max_exponent10 = 4;
    static constexpr sycl::half min() noexcept {
        return bits(0x0400);
    }
    static constexpr sycl::half max() noexcept {
        return bits(0x7bff);
    }
    static constexpr sycl::half lowest() noexcept {
        return bits(0xfbff);
    }
    static constexpr sycl::half epsilon() noexcept {
        return bits(0x1400);
    }
    static constexpr sycl::half round_error() noexcept {
        return bits(0x3800);
    }
    static constexpr sycl::half infinity() noexcept {
        return bits(0x7c00);
    }
    static constexpr sycl::half quiet_NaN() noexcept {
        return bits(0x7e00);
    }
    static constexpr sycl::half signaling_NaN() noexcept {
        return bits(0x7d00);
    }
    static constexpr sycl::half denorm_min() noexcept {
        return bits(0x0001);
    }
};

#endif
