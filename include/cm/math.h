// SPDX-License-Identifier: MIT
// Arithmetic and math functions. The first template argument names the element type of the result;
// without it the type is that of the operands. An operand is a vector, matrix, reference, element
// or number; the result of numbers alone is a number, of anything else a vector. The last argument
// may be SAT.

#ifndef CM_MATH_H
#define CM_MATH_H

#include <cm/types.h>

namespace cm {
namespace detail {

// The result of a function with elements of type T over operands As: a number or a vector of n
// elements.
template <class... As> struct shape_of {
    static constexpr bool object = (is_object<As> || ...);
    static constexpr int longest() {
        int n = 1;
        ((n = is_object<As> && info<As>::n > n ? info<As>::n : n), ...);
        return n;
    }
    static constexpr int n = longest();
    static_assert(((!is_object<As> || info<As>::n == n) && ...),
                  "the operands have different numbers of elements; select or replicate the part "
                  "that you mean");
    template <class T> using type = choose_t<object, vector<T, n>, T>;
};
template <class T, class... As> using result_t = typename shape_of<As...>::template type<T>;
template <class... As> constexpr int length = shape_of<As...>::n;
template <class... As> using if_operands = typename enable_if<(is_operand<As> && ...)>::type;

struct same {}; // "the type of the operands"
template <class T0, class T> using pick = choose_t<__is_same(T0, same), T, T0>;
template <class A, class B> using sum_t = decltype(elem_t<A>() + elem_t<B>());
// Without promotion to int: min and max compare in it.
template <class A, class B> using common_t = decltype(true ? elem_t<A>() : elem_t<B>());
template <class A, class B>
using narrow_t = choose_t<__is_same(elem_t<A>, elem_t<B>), elem_t<A>, common_t<A, B>>;

// The number or vector that a raw vector stands for.
template <class R, class T, int N> CM_API R wrap(raw<T, N> value) {
    if constexpr (__is_same(R, T))
        return number_of<T>(value[0]);
    else
        return R(from_raw(), value);
}

// value has elements of type S; the result has elements of type T, saturated when sat is set.
template <class R, class T, class S, int N> CM_API R finish(raw<S, N> value, int sat) {
    raw<T, N> out;
    if (sat)
        out = convert_sat<T, S, N>(value);
    else
        out = convert<T, S, N>(value);
    return wrap<R, T, N>(out);
}
} // namespace detail

// Math with an instruction: the operand is half or float.
#define CM_MATH(name, builtin)                                                                     \
    template <class T0 = detail::same, class A, class = detail::if_operand<A>>                     \
    CM_API auto name(const A &a, int flag = _GENX_NOSAT) {                                         \
        using S = detail::choose_t<detail::is_float<detail::elem_t<A>>, detail::elem_t<A>, float>; \
        static_assert(!__is_same(S, double), #name " has no double form; convert to float");       \
        using T = detail::pick<T0, S>;                                                             \
        constexpr int n = detail::length<A>;                                                       \
        return detail::finish<detail::result_t<T, A>, T, S, n>(builtin(detail::to<S, n>(a)),       \
                                                               flag);                              \
    }
CM_MATH(cm_inv, __cm_inv)
CM_MATH(cm_sqrt, __cm_sqrt)
CM_MATH(cm_rsqrt, __cm_rsqrt)
CM_MATH(cm_exp, __cm_exp2) // base 2
CM_MATH(cm_log, __cm_log2) // base 2
CM_MATH(cm_sin, __cm_sin)
CM_MATH(cm_cos, __cm_cos)
CM_MATH(cm_frc, __cm_frc)
CM_MATH(cm_rndd, __cm_rndd)
CM_MATH(cm_rndu, __cm_rndu)
CM_MATH(cm_rnde, __cm_rnde)
CM_MATH(cm_rndz, __cm_rndz)
#undef CM_MATH

template <class T0 = detail::same, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_pow(const A &a, const B &b, int flag = _GENX_NOSAT) {
    using S = detail::choose_t<__is_same(detail::sum_t<A, B>, half), half, float>;
    using T = detail::pick<T0, S>;
    constexpr int n = detail::length<A, B>;
    return detail::finish<detail::result_t<T, A, B>, T, S, n>(
        __cm_pow(detail::to<S, n>(a), detail::to<S, n>(b)), flag);
}

// Integers: the most negative one stays itself.
template <class T0 = detail::same, class A, class = detail::if_operand<A>>
CM_API auto cm_abs(const A &a, int flag = _GENX_NOSAT) {
    using S = detail::elem_t<A>;
    using T = detail::pick<T0, S>;
    constexpr int n = detail::length<A>;
    auto v = detail::to<S, n>(a);
    if constexpr (detail::is_signed<S>)
        v = __cm_abs(v);
    return detail::finish<detail::result_t<T, A>, T, S, n>(v, flag);
}

#define CM_MINMAX(name, s, u, f)                                                                   \
    template <class T0 = detail::same, class A, class B, class = detail::if_operands<A, B>>        \
    CM_API auto name(const A &a, const B &b, int flag = _GENX_NOSAT) {                             \
        using S = detail::narrow_t<A, B>;                                                          \
        using T = detail::pick<T0, S>;                                                             \
        constexpr int n = detail::length<A, B>;                                                    \
        auto x = detail::to<S, n>(a), y = detail::to<S, n>(b);                                     \
        if constexpr (detail::is_float<S>)                                                         \
            x = f(x, y);                                                                           \
        else if constexpr (detail::is_signed<S>)                                                   \
            x = s(x, y);                                                                           \
        else                                                                                       \
            x = u(x, y);                                                                           \
        return detail::finish<detail::result_t<T, A, B>, T, S, n>(x, flag);                        \
    }
CM_MINMAX(cm_min, __cm_smin, __cm_umin, __cm_fmin)
CM_MINMAX(cm_max, __cm_smax, __cm_umax, __cm_fmax)
#undef CM_MINMAX

// Without SAT these are the operators with a chosen result type. With SAT the exact result is
// clamped to that type.
#define CM_EXACT(name, op, builtin)                                                                \
    template <class T0 = detail::same, class A, class B, class = detail::if_operands<A, B>>        \
    CM_API auto name(const A &a, const B &b, int flag = _GENX_NOSAT) {                             \
        using S = detail::sum_t<A, B>;                                                             \
        CM_CHECK_ELEMENT(S);                                                                       \
        using T = detail::pick<T0, S>;                                                             \
        constexpr int n = detail::length<A, B>;                                                    \
        using R = detail::result_t<T, A, B>;                                                       \
        auto x = detail::to<S, n>(a), y = detail::to<S, n>(b);                                     \
        if constexpr (detail::is_integer<S> && detail::is_integer<T>)                              \
            if (flag)                                                                              \
                return detail::wrap<R, T, n>(                                                      \
                    builtin<detail::raw<T, n>>(x, y, detail::is_signed<T>, detail::is_signed<S>)); \
        return detail::finish<R, T, S, n>(x op y, flag);                                           \
    }
CM_EXACT(cm_add, +, __cm_add_sat)
CM_EXACT(cm_mul, *, __cm_mul_sat)
#undef CM_EXACT

// Shifts read the low 5 bits of the count, 6 for 64-bit operands.
template <class T0 = detail::same, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_shl(const A &a, const B &b, int flag = _GENX_NOSAT) {
    using S = decltype(+detail::elem_t<A>());
    using T = detail::pick<T0, S>;
    constexpr int n = detail::length<A, B>;
    using R = detail::result_t<T, A, B>;
    auto x = detail::to<S, n>(a);
    auto count = detail::to<S, n>(b) & (detail::raw<S, n>)(S)(sizeof(S) * 8 - 1);
    if (flag)
        return detail::wrap<R, T, n>(
            __cm_shl_sat<detail::raw<T, n>>(x, count, detail::is_signed<T>, detail::is_signed<S>));
    return detail::finish<R, T, S, n>(x << count, 0);
}
#define CM_SHIFT_RIGHT(name, S)                                                                    \
    template <class T0 = detail::same, class A, class B, class = detail::if_operands<A, B>>        \
    CM_API auto name(const A &a, const B &b, int flag = _GENX_NOSAT) {                             \
        using P = decltype(+detail::elem_t<A>());                                                  \
        using T = detail::pick<T0, P>;                                                             \
        constexpr int n = detail::length<A, B>;                                                    \
        auto count = detail::to<S, n>(b) & (detail::raw<S, n>)(S)(sizeof(S) * 8 - 1);              \
        return detail::finish<detail::result_t<T, A, B>, T, S, n>(                                 \
            __builtin_convertvector(detail::to<P, n>(a), detail::raw<S, n>) >> count, flag);       \
    }
CM_SHIFT_RIGHT(cm_shr, P)
CM_SHIFT_RIGHT(cm_asr, __make_signed(P))
CM_SHIFT_RIGHT(cm_lsr, __make_unsigned(P))
#undef CM_SHIFT_RIGHT

// Bits of 32-bit integers.
#define CM_BITS(name, S, builtin)                                                                  \
    template <class T0 = detail::same, class A, class = detail::if_operand<A>>                     \
    CM_API auto name(const A &a) {                                                                 \
        using E = detail::elem_t<A>;                                                               \
        using T = detail::pick<T0, unsigned>;                                                      \
        constexpr int n = detail::length<A>;                                                       \
        using V = detail::raw<S, n>;                                                               \
        (void)sizeof(E);                                                                           \
        return detail::finish<detail::result_t<T, A>, T, S, n>(builtin(detail::to<S, n>(a)), 0);   \
    }
CM_BITS(cm_cbit, unsigned, __cm_cbit<V>)
CM_BITS(cm_fbl, unsigned, __cm_fbl)
CM_BITS(cm_lzd, unsigned, __cm_lzd)
CM_BITS(cm_bf_reverse, unsigned, __cm_bfrev)
#undef CM_BITS
// The highest set bit, from above; of a signed number the first bit that differs from the sign.
template <class T0 = detail::same, class A, class = detail::if_operand<A>>
CM_API auto cm_fbh(const A &a) {
    constexpr bool s = detail::is_signed<detail::elem_t<A>>;
    using S = detail::choose_t<s, int, unsigned>;
    using T = detail::pick<T0, unsigned>;
    constexpr int n = detail::length<A>;
    auto v = detail::to<S, n>(a);
    if constexpr (s)
        v = __cm_sfbh(v);
    else
        v = __cm_ufbh(v);
    return detail::finish<detail::result_t<T, A>, T, S, n>(v, 0);
}

// Reductions to one number of type T0; the order of a float sum is that of a tree.
template <class T0, class A, class = detail::if_object<A>> CM_API T0 cm_sum(const A &a) {
    return __cm_reduce_add<T0>(detail::to<T0, detail::info<A>::n>(a));
}
template <class T0, class A, class = detail::if_object<A>> CM_API T0 cm_prod(const A &a) {
    return __cm_reduce_mul<T0>(detail::to<T0, detail::info<A>::n>(a));
}
template <class T0, class A, class = detail::if_object<A>> CM_API T0 cm_reduced_min(const A &a) {
    return __cm_reduce_min<T0>(detail::to<T0, detail::info<A>::n>(a), detail::is_signed<T0>);
}
template <class T0, class A, class = detail::if_object<A>> CM_API T0 cm_reduced_max(const A &a) {
    return __cm_reduce_max<T0>(detail::to<T0, detail::info<A>::n>(a), detail::is_signed<T0>);
}

// Masks of up to 32 elements as the bits of a number; bit i is element i.
template <class A, class = detail::if_object<A>> CM_API uint cm_pack_mask(const A &a) {
    static_assert(detail::info<A>::n <= 32, "a packed mask holds 32 elements");
    return __cm_pack_mask(detail::to<ushort, detail::info<A>::n>(a));
}
template <class T, int N> CM_API vector<T, N> cm_unpack_mask(uint bits) {
    static_assert(N <= 32, "a packed mask holds 32 elements");
    return {detail::from_raw(), __cm_unpack_mask<detail::raw<T, N>>(bits)};
}

} // namespace cm

#endif
