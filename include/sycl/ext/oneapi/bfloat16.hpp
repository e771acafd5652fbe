// SPDX-License-Identifier: MIT
// sycl::ext::oneapi::bfloat16: the upper half of a float's bits. Computed with in float; arithmetic of two such numbers
// rounds its result to one.

#ifndef SYCL_EXT_ONEAPI_BFLOAT16_HPP
#define SYCL_EXT_ONEAPI_BFLOAT16_HPP

#include <sycl/detail/half.hpp>

namespace sycl::detail {

// The bits of floats, one or a vector of them, rounded to nearest even; the result is in the lower half. A NaN stays a
// NaN.
template <class U> inline __attribute__((nodebug, always_inline)) constexpr U bfloat16_bits(U f) {
    U round = (f + 0x7fff + ((f >> 16) & 1)) >> 16, quiet = (f >> 16) | 0x40;
    return (f & 0x7fffffff) > 0x7f800000 ? quiet : round;
}

} // namespace sycl::detail

namespace sycl::ext::oneapi {

class bfloat16 : public sycl::detail::number16<bfloat16> {
  public:
    bfloat16() = default;
    constexpr bfloat16(float x) : bits_((uint16_t)sycl::detail::bfloat16_bits(__builtin_bit_cast(uint32_t, x))) {}
    constexpr bfloat16(half x) : bfloat16((float)x) {}
    template <class X, class = std::enable_if_t<std::is_integral_v<X> || std::is_same_v<X, double>>>
    constexpr bfloat16(X x) : bfloat16((float)x) {}
    constexpr operator float() const {
        return __builtin_bit_cast(float, (uint32_t)bits_ << 16);
    }
    constexpr operator half() const {
        return half((float)*this);
    }
    constexpr explicit operator bool() const {
        return (float)*this != 0;
    }
    constexpr float native() const {
        return *this;
    }
    constexpr uint16_t raw() const {
        return bits_;
    }
    static constexpr bfloat16 from_bits(uint16_t bits) {
        bfloat16 r = 0.0f;
        r.bits_ = bits;
        return r;
    }

    constexpr bfloat16 operator-() const {
        return from_bits((uint16_t)(bits_ ^ 0x8000));
    }

  private:
    uint16_t bits_;
};

} // namespace sycl::ext::oneapi

template <> struct std::hash<sycl::ext::oneapi::bfloat16> {
    size_t operator()(sycl::ext::oneapi::bfloat16 x) const {
        return x.raw();
    }
};

#endif
