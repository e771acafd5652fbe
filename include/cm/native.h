// SPDX-License-Identifier: MIT
// Math with hardware instructions, at their accuracy (docs/accuracy.md), and functions built from them.

#ifndef CM_NATIVE_H
#define CM_NATIVE_H

#include <cm/detail/shape.h>

inline namespace cm {

namespace detail {
// Doubles: two correctly rounded steps.
template <class V> CM_API V rsqrt(V x) {
    if constexpr (__is_same(decltype(x[0] + x[0]), double))
        return __cm_ieee_div((V)1.0, __cm_ieee_sqrt(x));
    else
        return __cm_rsqrt(x);
}
template <class S> CM_API auto check_double() {
    if constexpr (__is_same(S, double)) {
        CM_HAS_DOUBLE_CONTROL(S);
    }
}
} // namespace detail

// Math with an instruction of its own: the operand is half or float.
#define CM_NO_DOUBLE(name, S)    static_assert(!__is_same(S, double), name " has no double form; convert to float")
#define CM_CHECK_DOUBLE(name, S) detail::check_double<S>()
#define CM_MATH(name, builtin, DOUBLE)                                                                                 \
    template <class T0 = detail::same, int... N_, class A, class = detail::if_operand<A>>                              \
    CM_API auto name(const A &a, int flag = _GENX_NOSAT) {                                                             \
        using E = detail::elem_t<A>;                                                                                   \
        using S = detail::choose_t<__is_same(E, half) || __is_same(E, double), E, float>;                              \
        DOUBLE(#name, S);                                                                                              \
        using T = detail::pick<T0, S>;                                                                                 \
        constexpr int n = detail::length<A>;                                                                           \
        return detail::finish<detail::result_t<T, A>, T, S, n>(builtin(detail::to<S, n>(a)), flag);                    \
    }                                                                                                                  \
    template <int N_, class A, class = detail::if_operand<A>> /* says the number of elements only */                   \
    CM_API auto name(const A &a, int flag = _GENX_NOSAT) {                                                             \
        return name<detail::same>(a, flag);                                                                            \
    }
CM_MATH(cm_inv, __cm_inv, CM_NO_DOUBLE)
CM_MATH(cm_sqrt, __cm_sqrt, CM_NO_DOUBLE)
CM_MATH(cm_rsqrt, detail::rsqrt, CM_CHECK_DOUBLE)
CM_MATH(cm_exp, __cm_exp2, CM_NO_DOUBLE) // base 2
CM_MATH(cm_log, __cm_log2, CM_NO_DOUBLE) // base 2
CM_MATH(cm_sin, __cm_sin, CM_NO_DOUBLE)
CM_MATH(cm_cos, __cm_cos, CM_NO_DOUBLE)
#undef CM_MATH
#undef CM_NO_DOUBLE
#undef CM_CHECK_DOUBLE

// Rounding is defined for float; half numbers are converted to float and back.
#define CM_ROUND(name, builtin)                                                                                        \
    template <class T0 = detail::same, int... N_, class A, class = detail::if_operand<A>>                              \
    CM_API auto name(const A &a, int flag = _GENX_NOSAT) {                                                             \
        using E = detail::elem_t<A>;                                                                                   \
        static_assert(!__is_same(E, double), #name " has no double form; convert to float");                           \
        using T = detail::pick<T0, detail::choose_t<__is_same(E, half), half, float>>;                                 \
        constexpr int n = detail::length<A>;                                                                           \
        return detail::finish<detail::result_t<T, A>, T, float, n>(builtin(detail::to<float, n>(a)), flag);            \
    }
CM_ROUND(cm_frc, __cm_frc)
CM_ROUND(cm_rndd, __cm_rndd)
CM_ROUND(cm_rndu, __cm_rndu)
CM_ROUND(cm_rnde, __cm_rnde)
CM_ROUND(cm_rndz, __cm_rndz)
#undef CM_ROUND

template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_pow(const A &a, const B &b, int flag = _GENX_NOSAT) {
    using S = detail::choose_t<__is_same(detail::sum_t<A, B>, half), half, float>;
    using T = detail::pick<T0, S>;
    constexpr int n = detail::length<A, B>;
    return detail::finish<detail::result_t<T, A, B>, T, S, n>(__cm_pow(detail::to<S, n>(a), detail::to<S, n>(b)), flag);
}

// The remainder of a quotient that is rounded toward zero, exact; it has the sign of the first operand.
template <class A, class B, class = detail::if_operands<A, B>> CM_API auto cm_frem(const A &a, const B &b) {
    using S = detail::sum_t<A, B>;
    static_assert(__is_same(S, float) || __is_same(S, double), "cm_frem takes float or double");
    CM_CHECK_ELEMENT(S);
    constexpr int n = detail::length<A, B>;
    return detail::wrap<detail::result_t<S, A, B>, S, n>(__cm_frem(detail::to<S, n>(a), detail::to<S, n>(b)));
}

// Sine and cosine at once: the cosine goes to the first argument.
template <class T0 = detail::same, int... N_, class L, class A, class = detail::if_operand<A>>
CM_API auto cm_sincos(L &&cosine, const A &a, int flag = _GENX_NOSAT) {
    CM_CHECK_TARGET(L);
    using S = detail::choose_t<__is_same(detail::elem_t<A>, half), half, float>;
    using T = detail::pick<T0, S>;
    using X = detail::choose_t<detail::is_object<A>, A, __remove_cvref(L)>; // a number fits the destination
    constexpr int n = detail::length<X>;
    auto x = detail::to<S, n>(a);
    detail::give<S, n>(cosine, __cm_cos(x));
    return detail::finish<detail::result_t<T, X>, T, S, n>(__cm_sin(x), flag);
}

// Correctly rounded division and square root.
namespace detail {
template <class S> CM_API auto check_ieee() {
    static_assert(__is_same(S, float) || __is_same(S, double), "IEEE division and square root take float or double");
    check_double<S>();
    if constexpr (__is_same(S, float)) {
        CM_HAS_IEEE_DIV_SQRT_CONTROL(S);
    }
}
} // namespace detail
template <class A, class = detail::if_operand<A>> CM_API auto cm_sqrt_ieee(const A &a, int flag = _GENX_NOSAT) {
    using S = detail::elem_t<A>;
    detail::check_ieee<S>();
    constexpr int n = detail::length<A>;
    return detail::finish<detail::result_t<S, A>, S, S, n>(__cm_ieee_sqrt(detail::to<S, n>(a)), flag);
}
template <class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_div_ieee(const A &a, const B &b, int flag = _GENX_NOSAT) {
    using S = detail::sum_t<A, B>;
    detail::check_ieee<S>();
    constexpr int n = detail::length<A, B>;
    return detail::finish<detail::result_t<S, A, B>, S, S, n>(__cm_ieee_div(detail::to<S, n>(a), detail::to<S, n>(b)),
                                                              flag);
}

// Arc functions by polynomials (docs/accuracy.md). A number whose sine or cosine it cannot be has a NaN.
namespace detail {
// The size is not negative.
template <int N> CM_API raw<float, N> with_sign(raw<float, N> size, raw<float, N> sign) {
    return (raw<float, N>)((raw<uint, N>)size | ((raw<uint, N>)sign & 0x80000000u));
}
// The arc sine of s in [0, 1/2], whose square is z.
template <int N> CM_API raw<float, N> asin_poly(raw<float, N> s, raw<float, N> z) {
    raw<float, N> p = 4.2163199048e-2f;
    p = p * z + 2.4181311049e-2f;
    p = p * z + 4.5470025998e-2f;
    p = p * z + 7.4953002686e-2f;
    p = p * z + 1.6666752422e-1f;
    return (p * z) * s + s;
}
// Beyond a half, asin(x) is pi/2 - 2 asin(sqrt((1 - x) / 2)).
template <int N> CM_API raw<float, N> asin_raw(raw<float, N> x) {
    auto m = __cm_abs(x);
    auto z = m > 0.5f ? 0.5f - 0.5f * m : m * m;
    auto p = asin_poly<N>(m > 0.5f ? __cm_sqrt(z) : m, z);
    return with_sign<N>(m > 0.5f ? 1.57079632679f - 2.0f * p : p, x);
}
template <int N> CM_API raw<float, N> acos_raw(raw<float, N> x) {
    auto m = __cm_abs(x);
    auto z = m > 0.5f ? 0.5f - 0.5f * m : m * m;
    auto p = asin_poly<N>(m > 0.5f ? __cm_sqrt(z) : m, z);
    p = m > 0.5f ? 2.0f * p : 1.57079632679f - p;
    return x < 0 ? 3.14159265358979f - p : p;
}
template <int N> CM_API raw<float, N> atan_raw(raw<float, N> x) {
    auto m = __cm_abs(x);
    auto z = m > 1 ? __cm_inv(m) : m; // in [0, 1]
    auto q = z * z;
    raw<float, N> p = 0.0028662257f;
    p = p * q - 0.0161657367f;
    p = p * q + 0.0429096138f;
    p = p * q - 0.0752896400f;
    p = p * q + 0.1065626393f;
    p = p * q - 0.1420889944f;
    p = p * q + 0.1999355085f;
    p = p * q - 0.3333314528f;
    p = (p * q) * z + z;
    return with_sign<N>(m > 1 ? 1.57079632679f - p : p, x);
}
} // namespace detail
#define CM_ARC(name, expression)                                                                                       \
    template <class T0 = detail::same, int... N_, class A, class = detail::if_operand<A>>                              \
    CM_API auto name(const A &a, int flag = _GENX_NOSAT) {                                                             \
        static_assert(!__is_same(detail::elem_t<A>, double), #name " has no double form");                             \
        using T = detail::pick<T0, detail::choose_t<__is_same(detail::elem_t<A>, half), half, float>>;                 \
        constexpr int n = detail::length<A>;                                                                           \
        auto x = detail::to<float, n>(a);                                                                              \
        return detail::finish<detail::result_t<T, A>, T, float, n>(expression, flag);                                  \
    }
CM_ARC(cm_asin, detail::asin_raw<n>(x))
CM_ARC(cm_acos, detail::acos_raw<n>(x))
CM_ARC(cm_atan, detail::atan_raw<n>(x))
#undef CM_ARC

// The bits of half numbers as words.
template <class A, class = detail::if_operand<A>>
CM_DEPRECATED("[cm-deprecated] use format<half>() and an assignment to float")
CM_API auto cm_f16tof32(const A &a) {
    constexpr int n = detail::length<A>;
    auto h = (detail::raw<half, n>)detail::to<ushort, n>(a);
    return detail::finish<detail::result_t<float, A>, float, half, n>(h, 0);
}
template <class A, class = detail::if_operand<A>>
CM_DEPRECATED("[cm-deprecated] use an assignment to half and format<ushort>()")
CM_API auto cm_f32tof16(const A &a) {
    constexpr int n = detail::length<A>;
    auto h = (detail::raw<ushort, n>)detail::convert<half, float, n>(detail::to<float, n>(a));
    return detail::wrap<detail::result_t<ushort, A>, ushort, n>(h);
}

} // namespace cm

#endif
