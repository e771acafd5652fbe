// SPDX-License-Identifier: MIT
// cmtl: mathematics of float numbers, vectors and matrices. Methods and accuracy: docs/accuracy.md.

#ifndef CM_DETAIL_CMTL_MATH_H
#define CM_DETAIL_CMTL_MATH_H

#include <cm/cmath.h>

#define CM_CONST_E   2.71828183f
#define CM_CONST_PI  3.14159265f
#define CM_CONST_2PI 6.28318531f

namespace cmtl {
namespace detail {

template <int N> using floats = cm::vector<float, N>;

// The angle of (|x|, |y|), computed in the first octant and then unfolded; negative below the x axis.
template <int N, bool Fast> CM_API floats<N> angle(const floats<N> &y, const floats<N> &x) {
    floats<N> ax = cm::cm_abs(x), ay = cm::cm_abs(y), small = cm::cm_min(ax, ay), large = cm::cm_max(ax, ay), a;
    cm::vector<ushort, N> steep = ay > ax;
    floats<N> q = small / cm::cm_max(large, 1e-37f);
    if constexpr (Fast)
        a = q / (1.0f + 0.28f * q * q);
    else
        a = cm::cm_atan(q);
    a.merge(0.5f * CM_CONST_PI - a, steep);
    a.merge(CM_CONST_PI - a, x < 0.0f);
    a.merge(-a, y < 0.0f);
    return a;
}

template <int N> CM_API floats<N> full_turn(floats<N> a) {
    a.merge(a + CM_CONST_2PI, a < 0.0f);
    return a;
}

template <int N> CM_API floats<N> tanh_exp(const floats<N> &x) {
    floats<N> e = cm::cm_exp(cm::cm_min(x * 2.88539008f, 126.0f)); // exp(2x) to base 2
    return 1.0f - 2.0f / (e + 1.0f);
}
// Near zero a quotient of polynomials (Cody and Waite, 24 bits); elsewhere the formula above.
template <int N> CM_API floats<N> tanh_near(const floats<N> &x) {
    floats<N> ax = cm::cm_abs(x), g = x * x, r = g * (-0.8237728127f - 0.3831010665e-2f * g) / (g + 2.471319654f);
    floats<N> t = tanh_exp<N>(x);
    t.merge(x + x * r, ax < 0.625f);
    return t;
}

} // namespace detail

// A result shaped like the first operand: a number, a vector, or a matrix's elements as a vector.
#define CM_CMTL_BODY(n, first, expression)                                                                             \
    detail::floats<n> v = expression;                                                                                  \
    if (flags & SAT)                                                                                                   \
        v = detail::floats<n>(v, SAT);                                                                                 \
    if constexpr (cm::detail::is_object<first>)                                                                        \
        return v;                                                                                                      \
    else                                                                                                               \
        return (float)v(0);
#define CM_CMTL_1(name, expression)                                                                                    \
    template <class A, class = cm::detail::if_operand<A>> CM_API auto name(const A &a, uint flags = 0) {               \
        constexpr int n = cm::detail::length<A>;                                                                       \
        detail::floats<n> x = a;                                                                                       \
        CM_CMTL_BODY(n, A, expression)                                                                                 \
    }
#define CM_CMTL_2(name, expression)                                                                                    \
    template <class A, class B, class = cm::detail::if_operands<A, B>>                                                 \
    CM_API auto name(const A &a, const B &b, uint flags = 0) {                                                         \
        constexpr int n = cm::detail::length<A, B>;                                                                    \
        detail::floats<n> y = a, x = b;                                                                                \
        CM_CMTL_BODY(n, A, expression)                                                                                 \
    }
CM_CMTL_2(cm_atan2, (detail::angle<n, false>(y, x))) // from -pi to pi
CM_CMTL_2(cm_fmod, cm::fmodf(y, x))                  // with the sign of the first
CM_CMTL_1(cm_tanh, detail::tanh_exp<n>(x))
CM_CMTL_1(cm_tanh_cody_waite, detail::tanh_near<n>(x))
CM_CMTL_1(cm_sin_emu, cm::cm_sin(x))
CM_CMTL_1(cm_cos_emu, cm::cm_cos(x))
// From 0 to 2 pi; error at most 0.01.
CM_CMTL_2(cm_atan2_fast, (detail::full_turn<n>(detail::angle<n, true>(y, x))))
#undef CM_CMTL_1
#undef CM_CMTL_2
#undef CM_CMTL_BODY

template <class RT = float, int N = 0, class A, class = cm::detail::if_operand<A>>
CM_API auto cm_floor(const A &a, uint flags = 0) {
    return cm::cm_rndd<RT>(a, (int)flags);
}
template <class RT = float, int N = 0, class A, class = cm::detail::if_operand<A>>
CM_API auto cm_ceil(const A &a, uint flags = 0) {
    return cm::cm_rndu<RT>(a, (int)flags);
}

} // namespace cmtl

#endif
