// SPDX-License-Identifier: MIT
// Math of simd, views and numbers. Functions of one instruction have the hardware's accuracy (docs/accuracy.md). A last
// argument saturation_on clamps the result to [0, 1], or to the range of an integer.

#ifndef SYCL_EXT_INTEL_ESIMD_MATH_HPP
#define SYCL_EXT_INTEL_ESIMD_MATH_HPP

#include <sycl/ext/intel/esimd/common.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

template <class S> constexpr bool is_sat = std::is_same_v<S, saturation_on_tag>;
template <class S>
using if_sat = std::enable_if_t<std::is_same_v<S, saturation_on_tag> || std::is_same_v<S, saturation_off_tag>>;
template <class A> using if_number = std::enable_if_t<kind_of<A> == kind::number>;
// Not of integers, for which the C library's function of double is the better match.
template <class A> using if_float = std::enable_if_t<kind_of<A> == kind::number && is_float<A>>;
// Of an empty pack that ends the parameters of a function of numbers: it makes the function the worse match beside
// sycl's of the same name, in a program that uses both namespaces.
template <class... None> using if_none = std::enable_if_t<sizeof...(None) == 0>;

// Elements of type S as T, clamped to the range of T.
template <class T, class S, int N> ESIMD_API raw<T, N> convert_sat(raw<S, N> v) {
    if constexpr (std::is_same_v<S, bfloat16> || std::is_same_v<S, tfloat32>)
        return convert_sat<T, float, N>(convert<float, S, N>(v));
    else if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, tfloat32>)
        return convert<T, float, N>(convert_sat<float, S, N>(v));
    else
        return __cm_convert_sat<raw<T, N>>(v, is_signed<T>, is_signed<S>);
}
// The result of a function: N elements of type T from values of type S.
template <class T, class S, int N, class Sat> ESIMD_API simd<T, N> finish(raw<S, N> v, Sat) {
    if constexpr (is_sat<Sat>)
        return {from_raw(), convert_sat<T, S, N>(v)};
    else
        return {from_raw(), convert<T, S, N>(v)};
}
template <class T0, class T> using pick = std::conditional_t<std::is_void_v<T0>, T, T0>;
// The type of the math instructions for elements of type T.
template <class T> using math_t = std::conditional_t<std::is_same_v<T, half> || std::is_same_v<T, double>, T, float>;

#define ESIMD_NEEDS_FLOAT(T, name)                                                                                     \
    static_assert(is_float<T>, #name " takes floating-point elements; convert the operand first, as in " #name         \
                                     "(convert<float>(v))")
#define ESIMD_NO_DOUBLE(T, name)                                                                                       \
    static_assert(!std::is_same_v<T, double>, #name " has no double form; convert to float")

// The result for an operand A: of an element, a number, so that c ? exp(v[i]) : 0 has one type.
template <class A, class T, int N> ESIMD_API auto as_operand(const simd<T, N> &v) {
    if constexpr (is_element<A>)
        return v[0];
    else
        return v;
}

} // namespace detail

template <class To, class T1_ = void, int N_ = 0, class... U_, class A, class = detail::if_objects<A>>
ESIMD_API auto saturate(const A &v) {
    return detail::finish<To, detail::elem_t<A>, detail::length_of<A>>(v.data(), saturation_on);
}

// The forms of a function of one operand that detail::name_with computes: of a simd or a view, for programs that spell
// the type of the saturation, and of a number, which is computed in type R.
#define ESIMD_FORMS(name, R, if_one)                                                                                   \
    template <class T0_ = void, int N_ = 0, class... U_, class A, class Sat = saturation_off_tag,                      \
              class = detail::if_objects<A>, class = detail::if_sat<Sat>>                                              \
    ESIMD_API auto name(const A &a, Sat sat = {}) {                                                                    \
        return detail::name##_with(a, sat);                                                                            \
    }                                                                                                                  \
    template <class T, int N, class Sat, class = detail::if_sat<Sat>>                                                  \
    ESIMD_API simd<T, N> name(const simd<T, N> &a, Sat sat) {                                                          \
        return detail::name##_with(a, sat);                                                                            \
    }                                                                                                                  \
    template <class T0_ = void, class A, class... None, class = detail::if_one<A>, class = detail::if_none<None...>>   \
    ESIMD_API R name(A a, None...) {                                                                                   \
        return detail::name##_with(simd<R, 1>((R)a), saturation_off)[0];                                               \
    }                                                                                                                  \
    template <class A, class Sat, class = detail::if_one<A>, class = detail::if_sat<Sat>>                              \
    ESIMD_API R name(A a, Sat sat) {                                                                                   \
        return detail::name##_with(simd<R, 1>((R)a), sat)[0];                                                          \
    }

// x is the operand as a raw vector of type S.
#define ESIMD_MATH(name, S_, check, expression)                                                                        \
    namespace detail {                                                                                                 \
    template <class A, class Sat> ESIMD_API auto name##_with(const A &a, Sat sat) {                                    \
        using T = elem_t<A>;                                                                                           \
        using S = S_;                                                                                                  \
        ESIMD_NEEDS_FLOAT(T, name);                                                                                    \
        check;                                                                                                         \
        constexpr int n = length_of<A>;                                                                                \
        const auto x = to<S, n>(a);                                                                                    \
        return as_operand<A>(finish<T, S, n>(expression, sat));                                                        \
    }                                                                                                                  \
    }                                                                                                                  \
    ESIMD_FORMS(name, A, if_float)
ESIMD_MATH(inv, detail::math_t<T>, ESIMD_NO_DOUBLE(T, inv), __cm_inv(x))
ESIMD_MATH(log2, detail::math_t<T>, ESIMD_NO_DOUBLE(T, log2), __cm_log2(x))
ESIMD_MATH(exp2, detail::math_t<T>, ESIMD_NO_DOUBLE(T, exp2), __cm_exp2(x))
ESIMD_MATH(sin, detail::math_t<T>, ESIMD_NO_DOUBLE(T, sin), __cm_sin(x))
ESIMD_MATH(cos, detail::math_t<T>, ESIMD_NO_DOUBLE(T, cos), __cm_cos(x))
ESIMD_MATH(log, detail::math_t<T>, ESIMD_NO_DOUBLE(T, log),
           __cm_log2(x) * (detail::raw<S, n>)detail::keep<S>((S)0.69314718055994530942f))
ESIMD_MATH(exp, detail::math_t<T>, ESIMD_NO_DOUBLE(T, exp),
           __cm_exp2(x *(detail::raw<S, n>)detail::keep<S>((S)1.44269504088896340736f)))
ESIMD_MATH(sqrt_ieee, T,
           static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>, "sqrt_ieee takes float or double"),
           __cm_ieee_sqrt(x))
ESIMD_MATH(frc, float, ESIMD_NO_DOUBLE(T, frc), __cm_frc(x))
namespace detail {
template <class V> ESIMD_API V any_sqrt(V x) {
    if constexpr (sizeof(x[0]) == 8)
        return __cm_ieee_sqrt(x);
    else
        return __cm_sqrt(x);
}
template <class V> ESIMD_API V any_rsqrt(V x) {
    if constexpr (sizeof(x[0]) == 8)
        return __cm_ieee_div((V)1.0, __cm_ieee_sqrt(x));
    else
        return __cm_rsqrt(x);
}
} // namespace detail
ESIMD_MATH(sqrt, detail::math_t<T>, , detail::any_sqrt(x))
ESIMD_MATH(rsqrt, detail::math_t<T>, , detail::any_rsqrt(x))
ESIMD_MATH(tanh, float, ESIMD_NO_DOUBLE(T, tanh), 1.0f - 2.0f * __cm_inv(__cm_exp2(x * 2.8853900817779268f) + 1.0f))
#undef ESIMD_MATH

// Rounding to an integral value; the result may have another type. Saturation clamps the rounded value.
#define ESIMD_ROUND(name, builtin)                                                                                     \
    namespace detail {                                                                                                 \
    template <class T0, class A, class Sat> ESIMD_API auto name##_of(const A &a, Sat sat) {                            \
        using T = elem_t<A>;                                                                                           \
        ESIMD_NO_DOUBLE(T, name);                                                                                      \
        constexpr int n = length_of<A>;                                                                                \
        const simd<float, n> rounded = finish<float, float, n>(builtin(to<float, n>(a)), sat);                         \
        return as_operand<A>(simd<pick<T0, T>, n>(rounded));                                                           \
    }                                                                                                                  \
    }                                                                                                                  \
    template <class T0 = void, int N_ = 0, class... U_, class A, class Sat = saturation_off_tag,                       \
              class = detail::if_objects<A>, class = detail::if_sat<Sat>>                                              \
    ESIMD_API auto name(const A &a, Sat sat = {}) {                                                                    \
        return detail::name##_of<T0>(a, sat);                                                                          \
    }                                                                                                                  \
    template <class T0, int N, class Sat, class T, class = detail::if_sat<Sat>>                                        \
    ESIMD_API simd<T0, N> name(const simd<T, N> &a, Sat sat) {                                                         \
        return detail::name##_of<T0>(a, sat);                                                                          \
    }                                                                                                                  \
    template <class T0 = void, class A, class... None, class = detail::if_number<A>, class = detail::if_none<None...>> \
    ESIMD_API auto name(A a, None...) {                                                                                \
        return detail::name##_of<T0>(simd<A, 1>(a), saturation_off)[0];                                                \
    }                                                                                                                  \
    template <class T0 = void, class A, class Sat, class = detail::if_number<A>, class = detail::if_sat<Sat>>          \
    ESIMD_API auto name(A a, Sat sat) {                                                                                \
        return detail::name##_of<T0>(simd<A, 1>(a), sat)[0];                                                           \
    }
ESIMD_ROUND(rndd, __cm_rndd)
ESIMD_ROUND(rndu, __cm_rndu)
ESIMD_ROUND(rndz, __cm_rndz)
ESIMD_ROUND(rnde, __cm_rnde)
ESIMD_ROUND(floor, __cm_rndd)
ESIMD_ROUND(ceil, __cm_rndu)
ESIMD_ROUND(trunc, __cm_rndz)
#undef ESIMD_ROUND

template <class T0 = void, class T1_ = void, int N_ = 0, class... U_, class A, class = detail::if_objects<A>>
ESIMD_API auto abs(const A &a) {
    using T = detail::elem_t<A>;
    using S = detail::machine_t<T>;
    constexpr int n = detail::length_of<A>;
    using To = detail::pick<T0, T>;
    if constexpr (detail::is_integer<T> && !detail::is_signed<T>)
        return detail::as_operand<A>(simd<To, n>(a));
    else
        return detail::as_operand<A>(detail::finish<To, S, n>(__cm_abs(detail::to<S, n>(a)), saturation_off));
}
template <class T0 = void, class A, class... None, class = detail::if_number<A>, class = detail::if_none<None...>>
ESIMD_API auto abs(A a, None...) {
    return (detail::pick<T0, A>)abs<detail::pick<T0, A>>(simd<A, 1>(a))[0];
}

namespace detail {
template <class T, class V> ESIMD_API V larger(V x, V y) {
    if constexpr (is_float<T>)
        return __cm_fmax(x, y);
    else if constexpr (is_signed<T>)
        return __cm_smax(x, y);
    else
        return __cm_umax(x, y);
}
template <class T, class V> ESIMD_API V smaller(V x, V y) {
    if constexpr (is_float<T>)
        return __cm_fmin(x, y);
    else if constexpr (is_signed<T>)
        return __cm_smin(x, y);
    else
        return __cm_umin(x, y);
}
// The element type of two operands of max and min: that of the object.
template <class A, class B> using object_elem = elem_t<std::conditional_t<is_object<A>, A, B>>;
} // namespace detail
// The second and third form are the better match beside a program's own max(T, T), and beside std::max, which is found
// by the std::pair in the type of a nested view.
#define ESIMD_CHOICE(name, better)                                                                                     \
    template <class T0 = void, int N_ = 0, class... U_, class A, class B, class Sat = saturation_off_tag,              \
              class = detail::if_operands<A, B>, class = detail::if_sat<Sat>>                                          \
    ESIMD_API auto name(const A &a, const B &b, Sat sat = {}) {                                                        \
        using T = detail::object_elem<A, B>;                                                                           \
        using S = detail::machine_t<T>;                                                                                \
        constexpr int n = detail::common_length<A, B>();                                                               \
        return detail::finish<detail::pick<T0, T>, S, n>(detail::better<S>(detail::to<S, n>(a), detail::to<S, n>(b)),  \
                                                         sat);                                                         \
    }                                                                                                                  \
    template <class T, int N, class Sat = saturation_off_tag, class = detail::if_sat<Sat>>                             \
    ESIMD_API simd<T, N> name(const simd<T, N> &a, const simd<T, N> &b, Sat sat = {}) {                                \
        using S = detail::machine_t<T>;                                                                                \
        return detail::finish<T, S, N>(detail::better<S>(detail::to<S, N>(a), detail::to<S, N>(b)), sat);              \
    }                                                                                                                  \
    template <class T0 = void, int N_ = 0, class... U_, class Base, class Region>                                      \
    ESIMD_API auto name(const simd_view<Base, Region> &a, const simd_view<Base, Region> &b) {                          \
        return name<T0>(a.read(), b.read());                                                                           \
    }                                                                                                                  \
    template <class T0 = void, class A, class... None, class = detail::if_number<A>, class = detail::if_none<None...>> \
    ESIMD_API auto name(A a, A b, None...) {                                                                           \
        return (detail::pick<T0, A>)name(simd<A, 1>(a), simd<A, 1>(b))[0];                                             \
    }                                                                                                                  \
    template <class T0 = void, class A, class Sat, class = detail::if_number<A>, class = detail::if_sat<Sat>>          \
    ESIMD_API auto name(A a, A b, Sat sat) {                                                                           \
        return (detail::pick<T0, A>)name(simd<A, 1>(a), simd<A, 1>(b), sat)[0];                                        \
    }
ESIMD_CHOICE(max, larger)
ESIMD_CHOICE(min, smaller)
#undef ESIMD_CHOICE

#define ESIMD_MATH_2(name, check, expression)                                                                          \
    namespace detail {                                                                                                 \
    template <class T0, class A, class B, class Sat> ESIMD_API auto name##_of(const A &a, const B &b, Sat sat) {       \
        using T = object_elem<A, B>;                                                                                   \
        using S = math_t<T>;                                                                                           \
        check;                                                                                                         \
        constexpr int n = common_length<A, B>();                                                                       \
        const auto x = to<S, n>(a), y = to<S, n>(b);                                                                   \
        return finish<pick<T0, T>, S, n>(expression, sat);                                                             \
    }                                                                                                                  \
    }                                                                                                                  \
    template <class T0 = void, int N_ = 0, class... U_, class A, class B, class Sat = saturation_off_tag,              \
              class = detail::if_operands<A, B>, class = detail::if_sat<Sat>>                                          \
    ESIMD_API auto name(const A &a, const B &b, Sat sat = {}) {                                                        \
        return detail::name##_of<T0>(a, b, sat);                                                                       \
    }                                                                                                                  \
    template <class T, int N, class U, class Sat = saturation_off_tag, class = detail::if_sat<Sat>>                    \
    ESIMD_API simd<T, N> name(const simd<T, N> &a, const simd<U, N> &b, Sat sat = {}) {                                \
        return detail::name##_of<T>(a, b, sat);                                                                        \
    }                                                                                                                  \
    template <class T, int N, class U, class Sat = saturation_off_tag, class = detail::if_number<U>,                   \
              class = detail::if_sat<Sat>>                                                                             \
    ESIMD_API simd<T, N> name(const simd<T, N> &a, U b, Sat sat = {}) {                                                \
        return detail::name##_of<T>(a, b, sat);                                                                        \
    }                                                                                                                  \
    template <class A, class B, class Sat = saturation_off_tag, class = detail::if_float<A>,                           \
              class = detail::if_number<B>, class = detail::if_sat<Sat>>                                               \
    ESIMD_API A name(A a, B b, Sat sat = {}) {                                                                         \
        return detail::name##_of<A>(simd<A, 1>(a), simd<A, 1>((A)b), sat)[0];                                          \
    }
ESIMD_MATH_2(pow, ESIMD_NEEDS_FLOAT(T, pow); ESIMD_NO_DOUBLE(T, pow), __cm_pow(x, y))
ESIMD_MATH_2(div_ieee, ESIMD_NEEDS_FLOAT(T, div_ieee), __cm_ieee_div(x, y))
#undef ESIMD_MATH_2

// The sum or product of all elements, in an order that is not specified; T0 is the type of the result.
namespace detail {
// Of floats the type that holds more, so that reduce<int> of fractions adds fractions; of integers the result's type,
// whose low bits are the same.
template <class T0, class T> constexpr auto reduction() {
    if constexpr (is_float<T>)
        return std::conditional_t < is_float<T0> && sizeof(T0) >= sizeof(T), T0, T > ();
    else
        return std::conditional_t<is_float<T0>, decltype(T() + T()), T0>();
}
template <class T0, class A, class Op> ESIMD_API T0 reduced(const A &v) {
    constexpr int n = length_of<A>;
    using S = machine_t<decltype(reduction<T0, elem_t<A>>())>;
    constexpr bool sum = std::is_same_v<Op, std::plus<>> || std::is_same_v<Op, std::plus<T0>> ||
                         std::is_same_v<Op, std::plus<elem_t<A>>>;
    constexpr bool product = std::is_same_v<Op, std::multiplies<>> || std::is_same_v<Op, std::multiplies<T0>> ||
                             std::is_same_v<Op, std::multiplies<elem_t<A>>>;
    static_assert(sum || product, "reduce takes std::plus<>() or std::multiplies<>(); hmax and hmin give extremes");
    const auto x = to<S, n>(v);
    if constexpr (n == 1)
        return (T0)number_of<S>(x[0]);
    else if constexpr (sum)
        return (T0)number_of<S>(__cm_reduce_add<stored<S>>(x));
    else
        return (T0)number_of<S>(__cm_reduce_mul<stored<S>>(x));
}
} // namespace detail
template <class T0, class A, class Op, class = detail::if_objects<A>> ESIMD_API T0 reduce(const A &v, Op) {
    return detail::reduced<T0, A, Op>(v);
}
template <class T0, class T1, int N, class Op> ESIMD_API T0 reduce(const simd<T1, N> &v, Op) {
    return detail::reduced<T0, simd<T1, N>, Op>(v);
}
template <class A, class Op, class = detail::if_objects<A>, class = void> ESIMD_API auto reduce(const A &v, Op) {
    return detail::reduced<detail::elem_t<A>, A, Op>(v);
}
namespace detail {
// The sum, as programs call it that look into other compilers' headers.
template <class T0, class T1, int N> ESIMD_API T0 sum(const simd<T1, N> &v) {
    return reduce<T0>(v, std::plus<>());
}
} // namespace detail
#define ESIMD_EXTREME(name, builtin)                                                                                   \
    template <class T0 = void, class T1_ = void, int N_ = 0, class... U_, class A, class = detail::if_objects<A>>      \
    ESIMD_API auto name(const A &v) {                                                                                  \
        using T = detail::elem_t<A>;                                                                                   \
        using S = detail::machine_t<T>;                                                                                \
        using R = detail::pick<T0, T>;                                                                                 \
        constexpr int n = detail::length_of<A>;                                                                        \
        const auto x = detail::to<S, n>(v);                                                                            \
        if constexpr (n == 1)                                                                                          \
            return (R)detail::number_of<S>(x[0]);                                                                      \
        else                                                                                                           \
            return (R)detail::number_of<S>(builtin<detail::stored<S>>(x, detail::is_signed<S>));                       \
    }
ESIMD_EXTREME(hmax, __cm_reduce_max)
ESIMD_EXTREME(hmin, __cm_reduce_min)
#undef ESIMD_EXTREME

} // namespace sycl::ext::intel::esimd

#endif
