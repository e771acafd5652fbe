// SPDX-License-Identifier: MIT
// sycl::half of the ESIMD model: 16 bits, computed with in float and rounded to nearest even after each operation.

#ifndef ESIMD_MODEL_HALF_HPP
#define ESIMD_MODEL_HALF_HPP

#include <cmath>
#include <cstdint>
#include <type_traits>

namespace sycl {

class half {
  public:
    half() = default;
    template <class X, class = std::enable_if_t<std::is_arithmetic_v<X>>> half(X x) : bits_(encode((double)x)) {}
    operator float() const {
        return (float)decode(bits_);
    }
    half operator-() const {
        half r = *this;
        r.bits_ ^= 0x8000;
        return r;
    }
    friend half operator+(half a, half b) {
        return half((double)(float)a + (double)(float)b);
    }
    friend half operator-(half a, half b) {
        return half((double)(float)a - (double)(float)b);
    }
    friend half operator*(half a, half b) {
        return half((double)(float)a * (double)(float)b);
    }

  private:
    enum { MANTISSA = 10, BIAS = 15, INFINITE = 0x7c00 };

    static double decode(uint16_t bits) {
        const int exponent = (bits >> MANTISSA) & 31, mantissa = bits & 1023;
        double r = 0;
        if (exponent == 31)
            r = mantissa ? NAN : INFINITY;
        else if (exponent == 0)
            r = std::ldexp(mantissa, 1 - BIAS - MANTISSA);
        else
            r = std::ldexp(1024 + mantissa, exponent - BIAS - MANTISSA);
        return bits & 0x8000 ? -r : r;
    }
    static uint16_t encode(double x) {
        const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
        const double size = std::fabs(x);
        if (std::isnan(x))
            return INFINITE | 512;
        if (size >= 65520)
            return sign | INFINITE;
        int exponent = 0;
        std::frexp(size, &exponent); // size = 0.1xxx * 2^exponent
        const int lowest = size == 0 || exponent < 2 - BIAS ? 1 - BIAS : exponent - 1;
        const double steps = std::nearbyint(std::ldexp(size, MANTISSA - lowest));
        // A mantissa that rounds up to 2048 carries into the exponent.
        return sign | (uint16_t)((lowest + BIAS - 1) * 1024 + (int)steps);
    }

    uint16_t bits_;
};

} // namespace sycl

#endif
