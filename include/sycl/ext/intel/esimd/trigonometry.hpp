// SPDX-License-Identifier: MIT
// Inverse and composed trigonometric functions of float, from instructions. Polynomials: Abramowitz and Stegun 4.4.46
// and 4.4.49, with absolute errors below 3e-8 before rounding. Each function takes a simd, a view or a number.

#ifndef SYCL_EXT_INTEL_ESIMD_TRIGONOMETRY_HPP
#define SYCL_EXT_INTEL_ESIMD_TRIGONOMETRY_HPP

#include <sycl/ext/intel/esimd/math.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

inline constexpr float pi = 3.14159265358979323846f, half_pi = 1.57079632679489661923f;

// c[0] + c[1] * x + c[2] * x^2 ...
template <int N, int Count> ESIMD_API raw<float, N> polynomial(raw<float, N> x, const float (&c)[Count]) {
    raw<float, N> sum = c[Count - 1];
#pragma clang loop unroll(full)
    for (int i = Count - 2; i >= 0; i--)
        sum = sum * x + c[i];
    return sum;
}
template <int N> ESIMD_API raw<float, N> choose(raw<int, N> which, raw<float, N> yes, raw<float, N> no) {
    return which ? yes : no;
}

// The arc tangent of a number of at most 1, and by it of any number.
template <int N> ESIMD_API raw<float, N> atan_small(raw<float, N> x) {
    const float c[] = {1.0f,          -.3333314528f, .1999355085f,  -.1420889944f, .1065626393f,
                       -.0752896400f, .0429096138f,  -.0161657367f, .0028662257f};
    return x * polynomial<N>(x * x, c);
}
template <int N> ESIMD_API raw<float, N> atan_of(raw<float, N> x) {
    const raw<float, N> size = __cm_abs(x);
    const raw<int, N> large = size > 1.0f;
    const raw<float, N> a = atan_small<N>(choose<N>(large, __cm_inv(size), size));
    const raw<float, N> positive = choose<N>(large, half_pi - a, a);
    return choose<N>(x < 0.0f, -positive, positive);
}
// The arc cosine of a number from 0 to 1, and by it of any number.
template <int N> ESIMD_API raw<float, N> acos_of(raw<float, N> x) {
    const float c[] = {1.5707963050f, -.2145988016f, .0889789874f, -.0501743046f,
                       .0308918810f,  -.0170881256f, .0066700901f, -.0012624911f};
    const raw<float, N> size = __cm_abs(x);
    const raw<float, N> a = __cm_sqrt(1.0f - size) * polynomial<N>(size, c);
    return choose<N>(x < 0.0f, pi - a, a);
}
template <int N> ESIMD_API raw<float, N> asin_of(raw<float, N> x) {
    // Near 0, where pi / 2 - acos(x) would lose all digits: the series.
    const float c[] = {1.0f, 1.0f / 6, 3.0f / 40, 15.0f / 336, 105.0f / 3456};
    const raw<float, N> series = x * polynomial<N>(x * x, c);
    return choose<N>(__cm_abs(x) < 0.25f, series, half_pi - acos_of<N>(x));
}
template <int N> ESIMD_API raw<float, N> atan2_of(raw<float, N> y, raw<float, N> x) {
    const raw<float, N> a = atan_of<N>(y * __cm_inv(x));
    const raw<float, N> turn = choose<N>(y < 0.0f, raw<float, N>(-pi), raw<float, N>(pi));
    const raw<float, N> upright = choose<N>(y < 0.0f, raw<float, N>(-half_pi), raw<float, N>(half_pi));
    const raw<float, N> any = choose<N>(x < 0.0f, a + turn, a);
    return choose<N>(x == 0.0f, choose<N>(y == 0.0f, raw<float, N>(0.0f), upright), any);
}

} // namespace detail

#define ESIMD_OF_FLOAT(name, expression)                                                                               \
    namespace detail {                                                                                                 \
    template <class A, class Sat> ESIMD_API auto name##_with(const A &a, Sat sat) {                                    \
        constexpr int n = length_of<A>;                                                                                \
        const auto x = to<float, n>(a);                                                                                \
        return as_operand<A>(finish<float, float, n>(expression, sat));                                                \
    }                                                                                                                  \
    }                                                                                                                  \
    ESIMD_FORMS(name, float, if_number)                                                                                \
    template <int N, class A, class = detail::if_objects<A>> ESIMD_API simd<float, N> name(const A &a) {               \
        return detail::name##_with(a, saturation_off);                                                                 \
    }
ESIMD_OF_FLOAT(atan, detail::atan_of<n>(x))
ESIMD_OF_FLOAT(acos, detail::acos_of<n>(x))
ESIMD_OF_FLOAT(asin, detail::asin_of<n>(x))
ESIMD_OF_FLOAT(sin_emu, __cm_sin(x))
ESIMD_OF_FLOAT(cos_emu, __cm_cos(x))
ESIMD_OF_FLOAT(tanh_cody_waite, tanh(simd<float, n>(detail::from_raw(), x)).data())
#undef ESIMD_OF_FLOAT
#undef ESIMD_FORMS

#define ESIMD_OF_FLOATS(name, expression)                                                                              \
    template <class T_ = void, int N_ = 0, class... U_, class A, class B, class = detail::if_operands<A, B>>           \
    ESIMD_API auto name(const A &a, const B &b) {                                                                      \
        constexpr int n = detail::common_length<A, B>();                                                               \
        const auto x = detail::to<float, n>(a), y = detail::to<float, n>(b);                                           \
        return simd<float, n>(detail::from_raw(), expression);                                                         \
    }                                                                                                                  \
    template <int N, class A, class B, class = detail::if_operands<A, B>>                                              \
    ESIMD_API simd<float, N> name(const A &a, const B &b) {                                                            \
        return name(a, b);                                                                                             \
    }                                                                                                                  \
    template <class A, class B, class = detail::if_number<A>, class = detail::if_number<B>, class = void>              \
    ESIMD_API float name(A a, B b) {                                                                                   \
        return name(simd<float, 1>((float)a), simd<float, 1>((float)b))[0];                                            \
    }
ESIMD_OF_FLOATS(atan2, detail::atan2_of<n>(x, y))
ESIMD_OF_FLOATS(atan2_fast, detail::atan2_of<n>(x, y))
ESIMD_OF_FLOATS(fmod, __cm_frem(x, y))
#undef ESIMD_OF_FLOATS

template <int N, class A, class = detail::if_objects<A>> ESIMD_API simd<float, N> tanh(const A &a) {
    return detail::tanh_with(a, saturation_off);
}

// The sine is the result, the cosine goes to the first argument.
template <int N, class A, class Sat = saturation_off_tag, class = detail::if_sat<Sat>>
ESIMD_API simd<float, N> sincos(simd<float, N> &cosine, const A &a, Sat sat = {}) {
    const simd<float, N> x = a;
    cosine = cos(x, sat);
    return sin(x, sat);
}

} // namespace sycl::ext::intel::esimd

#endif
