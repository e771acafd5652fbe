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

template <int N> CM_API floats<N> with_sign(const floats<N> &size, floats<N> sign) {
    return floats<N>(cm::detail::from_raw(),
                     cm::detail::with_sign<N>(cm::detail::to<float, N>(size), cm::detail::to<float, N>(sign)));
}

// small / large, for numbers of which neither is negative. The divisor's reciprocal must not be too small.
template <int N> CM_API floats<N> ratio(const floats<N> &small, const floats<N> &large) {
    floats<N> scale = 1.0f, q;
    scale.merge(0x1p-64f, large > 1.0f);
    q = (small * scale) / (large * scale);
    q.merge(1.0f, small == __builtin_inff());
    q.merge(0.0f, large == 0.0f);
    return q;
}

// The angle of (|x|, |y|), computed in the first octant and then unfolded; it has the sign of y.
template <int N, bool Fast> CM_API floats<N> angle(const floats<N> &y, const floats<N> &x) {
    floats<N> ax = cm::cm_abs(x), ay = cm::cm_abs(y), a;
    cm::vector<int, N> sign = floats<N>(x).template format<int>();
    cm::vector<ushort, N> steep = ay > ax, nan = (x != x) | (y != y);
    floats<N> q = ratio<N>(cm::cm_min(ax, ay), cm::cm_max(ax, ay));
    if constexpr (Fast)
        a = q / (1.0f + 0.28f * q * q);
    else
        a = cm::cm_atan(q);
    a.merge(0.5f * CM_CONST_PI - a, steep);
    a.merge(CM_CONST_PI - a, sign < 0);
    a = with_sign<N>(a, y);
    a.merge(x + y, nan);
    return a;
}

template <int N> CM_API floats<N> full_turn(floats<N> a) {
    a.merge(a + CM_CONST_2PI, a < 0.0f);
    return a;
}

template <int N> CM_API floats<N> tanh_exp(const floats<N> &x) {
    floats<N> e = cm::cm_exp(x * 2.88539008f); // exp(2x) to base 2
    return with_sign<N>(cm::cm_abs(1.0f - 2.0f / (e + 1.0f)), x);
}
// Near zero a quotient of polynomials (Cody and Waite, 24 bits); elsewhere the formula above.
template <int N> CM_API floats<N> tanh_near(const floats<N> &x) {
    floats<N> ax = cm::cm_abs(x), g = x * x, r = g * (-0.8237728127f - 0.3831010665e-2f * g) / (g + 2.471319654f);
    floats<N> t = tanh_exp<N>(x);
    t.merge(with_sign<N>(ax + ax * r, x), ax < 0.625f);
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
