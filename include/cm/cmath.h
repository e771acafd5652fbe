// SPDX-License-Identifier: MIT
// The names of C's math for numbers and vectors of float and half. They use the hardware's instructions, at their
// accuracy (docs/accuracy.md). For double only exact functions and cm_sqrt_ieee exist; a call of another one is an
// error with a message. All are templates, so that a kernel's own function of the same name takes precedence.

#ifndef CM_CMATH_H
#define CM_CMATH_H

#include <cm/arith.h>
#include <cm/native.h>

inline namespace cm {
namespace detail {

// Computation type of the f forms.
template <class... As> using c_float = choose_t<(__is_same(elem_t<As>, half) && ...), half, float>;
// Computation type of the forms without f: double stays double.
template <class... As> using c_any = choose_t<(__is_same(elem_t<As>, double) || ...), double, c_float<As...>>;

template <class T> CM_API constexpr auto no_double() {
    static_assert(!__is_same(T, double), "this function has no double form; use the float form, as in sinf(x)");
}

} // namespace detail

#define CM_C_NAME(name, T, check, expression)                                                                          \
    template <class A, class = detail::if_operand<A>> CM_API auto name(const A &a) {                                   \
        using S = detail::T<A>;                                                                                        \
        check;                                                                                                         \
        constexpr int n = detail::length<A>;                                                                           \
        auto x = detail::to<S, n>(a);                                                                                  \
        return detail::wrap<detail::result_t<S, A>, S, n>(expression);                                                 \
    }
#define CM_C_NAME_2(name, T, check, expression)                                                                        \
    template <class A, class B, class = detail::if_operands<A, B>> CM_API auto name(const A &a, const B &b) {          \
        using S = detail::T<A, B>;                                                                                     \
        check;                                                                                                         \
        constexpr int n = detail::length<A, B>;                                                                        \
        auto x = detail::to<S, n>(a), y = detail::to<S, n>(b);                                                         \
        return detail::wrap<detail::result_t<S, A, B>, S, n>(expression);                                              \
    }
// Both spellings; the second refuses double.
#define CM_C_FLOAT(name, expression)                                                                                   \
    CM_C_NAME(name##f, c_float, , expression)                                                                          \
    CM_C_NAME(name, c_any, detail::no_double<S>(), expression)
#define CM_C_BOTH(name, expression)                                                                                    \
    CM_C_NAME(name##f, c_float, , expression)                                                                          \
    CM_C_NAME(name, c_any, CM_CHECK_ELEMENT(S), expression)

CM_C_BOTH(fabs, __cm_abs(x))
CM_C_FLOAT(sin, __cm_sin(x))
CM_C_FLOAT(cos, __cm_cos(x))
CM_C_FLOAT(tan, __cm_sin(x) * __cm_inv(__cm_cos(x)))
CM_C_FLOAT(exp2, __cm_exp2(x))
CM_C_FLOAT(exp, __cm_c_exp(x))
CM_C_FLOAT(log2, __cm_log2(x))
CM_C_FLOAT(log, __cm_c_log(x))
CM_C_FLOAT(log10, __cm_c_log10(x))
CM_C_FLOAT(rsqrt, __cm_rsqrt(x))
CM_C_NAME(sqrtf, c_float, , __cm_sqrt(x))
template <class A, class = detail::if_operand<A>> CM_API auto sqrt(const A &a) {
    if constexpr (__is_same(detail::elem_t<A>, double))
        return cm_sqrt_ieee(a);
    else
        return sqrtf(a);
}

#define CM_C_BOTH_2(name, T, expression)                                                                               \
    CM_C_NAME_2(name##f, c_float, , expression)                                                                        \
    CM_C_NAME_2(name, c_any, CM_CHECK_ELEMENT(S), expression)
CM_C_BOTH_2(fmin, c_any, __cm_fmin(x, y))
CM_C_BOTH_2(fmax, c_any, __cm_fmax(x, y))
CM_C_NAME_2(powf, c_float, , __cm_c_pow(x, y))
CM_C_NAME_2(pow, c_any, detail::no_double<S>(), __cm_c_pow(x, y))
CM_C_BOTH_2(fmod, c_any, __cm_frem(x, y)) // exact

// a*b + c: one instruction, rounded once.
template <class A, class B, class C, class = detail::if_operands<A, B, C>>
CM_API auto fmaf(const A &a, const B &b, const C &c) {
    using S = detail::c_float<A, B, C>;
    constexpr int n = detail::length<A, B, C>;
    return detail::wrap<detail::result_t<S, A, B, C>, S, n>(
        __cm_fma(detail::to<S, n>(a), detail::to<S, n>(b), detail::to<S, n>(c)));
}
template <class A, class B, class C, class = detail::if_operands<A, B, C>>
CM_API auto fma(const A &a, const B &b, const C &c) {
    using S = detail::c_any<A, B, C>;
    CM_CHECK_ELEMENT(S);
    constexpr int n = detail::length<A, B, C>;
    return detail::wrap<detail::result_t<S, A, B, C>, S, n>(
        __cm_fma(detail::to<S, n>(a), detail::to<S, n>(b), detail::to<S, n>(c)));
}
#define CM_C_SAME(name, other)                                                                                         \
    template <class A, class = detail::if_operand<A>> CM_API auto name(const A &a) {                                   \
        return other(a);                                                                                               \
    }
CM_C_SAME(floorf, cm_rndd)
CM_C_SAME(floor, cm_rndd)
CM_C_SAME(ceilf, cm_rndu)
CM_C_SAME(ceil, cm_rndu)
CM_C_SAME(truncf, cm_rndz)
CM_C_SAME(trunc, cm_rndz)
CM_C_SAME(rintf, cm_rnde)
CM_C_SAME(rint, cm_rnde)
CM_C_SAME(nearbyintf, cm_rnde)
CM_C_SAME(nearbyint, cm_rnde)
CM_C_SAME(asinf, cm_asin)
CM_C_SAME(acosf, cm_acos)
CM_C_SAME(atanf, cm_atan)
CM_C_SAME(asin, cm_asin)
CM_C_SAME(acos, cm_acos)
CM_C_SAME(atan, cm_atan)

#undef CM_C_NAME
#undef CM_C_NAME_2
#undef CM_C_FLOAT
#undef CM_C_BOTH
#undef CM_C_BOTH_2
#undef CM_C_SAME

} // namespace cm

// The same names as C++ has them.
namespace std {
#define CM_STD(name)                                                                                                   \
    using cm::name;                                                                                                    \
    using cm::name##f;
CM_STD(acos)
CM_STD(asin)
CM_STD(atan)
CM_STD(ceil)
CM_STD(cos)
CM_STD(exp)
CM_STD(exp2)
CM_STD(fabs)
CM_STD(floor)
CM_STD(fma)
CM_STD(fmax)
CM_STD(fmin)
CM_STD(fmod)
CM_STD(log)
CM_STD(log10)
CM_STD(log2)
CM_STD(nearbyint)
CM_STD(pow)
CM_STD(rint)
CM_STD(sin)
CM_STD(sqrt)
CM_STD(tan)
CM_STD(trunc)
#undef CM_STD
} // namespace std

#endif
