// SPDX-License-Identifier: MIT
// Integer and float arithmetic with a chosen result type and saturation.

#ifndef CM_ARITH_H
#define CM_ARITH_H

#include <cm/detail/shape.h>

inline namespace cm {

// The absolute value. For integers, the most negative one maps to itself.
template <class T0 = detail::same, int... N_, class A, class = detail::if_operand<A>>
CM_API auto cm_abs(const A &a, int flag = _GENX_NOSAT) {
    using E = detail::elem_t<A>;
    using S = detail::choose_t<__is_same(E, bfloat16), float, E>;
    using T = detail::pick<T0, E>;
    constexpr int n = detail::length<A>;
    auto v = detail::to<S, n>(a);
    if constexpr (detail::is_signed<S>)
        v = __cm_abs(v);
    if constexpr (detail::is_integer<S>)
        if (flag) { // also correct for the most negative integer
            using U = __make_unsigned(S);
            return detail::finish<detail::result_t<T, A>, T, U, n>((detail::raw<U, n>)v, flag);
        }
    return detail::finish<detail::result_t<T, A>, T, S, n>(v, flag);
}

#define CM_MINMAX(name, s, u, f)                                                                                       \
    template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>                 \
    CM_API auto name(const A &a, const B &b, int flag = _GENX_NOSAT) {                                                 \
        using S0 = detail::narrow_t<A, B>;                                                                             \
        using S = detail::choose_t<__is_same(S0, bfloat16), float, S0>;                                                \
        using T = detail::pick<T0, S0>;                                                                                \
        constexpr int n = detail::length<A, B>;                                                                        \
        auto x = detail::to<S, n>(a), y = detail::to<S, n>(b);                                                         \
        if constexpr (detail::is_float<S>)                                                                             \
            x = f(x, y);                                                                                               \
        else if constexpr (detail::is_signed<S>)                                                                       \
            x = s(x, y);                                                                                               \
        else                                                                                                           \
            x = u(x, y);                                                                                               \
        return detail::finish<detail::result_t<T, A, B>, T, S, n>(x, flag);                                            \
    }
CM_MINMAX(cm_min, __cm_smin, __cm_umin, __cm_fmin)
CM_MINMAX(cm_max, __cm_smax, __cm_umax, __cm_fmax)
#undef CM_MINMAX

namespace detail {
// The type in which operands of type S are computed for a result of type T. A wider integer result is exact.
template <class T, class S> using wide_t = choose_t<is_integer<T> && is_integer<S> && (sizeof(T) > sizeof(S)), T, S>;
} // namespace detail

// Without SAT these are the operators with a chosen result type. With SAT the exact result is clamped to that type.
#define CM_EXACT(name, op, builtin)                                                                                    \
    template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>                 \
    CM_API auto name(const A &a, const B &b, int flag = _GENX_NOSAT) {                                                 \
        using S = detail::sum_t<A, B>;                                                                                 \
        CM_CHECK_ELEMENT(S);                                                                                           \
        using T = detail::pick<T0, S>;                                                                                 \
        constexpr int n = detail::length<A, B>;                                                                        \
        using R = detail::result_t<T, A, B>;                                                                           \
        using W = detail::wide_t<T, S>;                                                                                \
        auto x = detail::to<S, n>(a), y = detail::to<S, n>(b);                                                         \
        if constexpr (detail::is_integer<S> && detail::is_integer<T>)                                                  \
            if (flag) {                                                                                                \
                __cm_check_flag(flag);                                                                                 \
                return detail::wrap<R, T, n>(                                                                          \
                    builtin<detail::raw<T, n>>(x, y, detail::is_signed<T>, detail::is_signed<S>));                     \
            }                                                                                                          \
        return detail::finish<R, T, W, n>(detail::convert<W, S, n>(x) op detail::convert<W, S, n>(y), flag);           \
    }
CM_EXACT(cm_add, +, __cm_add_sat)
CM_EXACT(cm_mul, *, __cm_mul_sat)
#undef CM_EXACT

// (a + b + 1) >> 1, computed exactly.
template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_avg(const A &a, const B &b, int flag = _GENX_NOSAT) {
    using S = detail::narrow_t<A, B>;
    using T = detail::pick<T0, S>;
    static_assert(detail::is_integer<S> && sizeof(S) <= 4, "cm_avg takes integers of up to 32 bits");
    constexpr int n = detail::length<A, B>;
    auto v = __cm_avg(detail::to<S, n>(a), detail::to<S, n>(b), detail::is_signed<S>);
    return detail::finish<detail::result_t<T, A, B>, T, S, n>(v, flag);
}

// Integer quotient, rounded toward zero, and remainder.
#define CM_QUOTIENT(name, op)                                                                                          \
    template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>                 \
    CM_API auto name(const A &a, const B &b) {                                                                         \
        using S = detail::sum_t<A, B>;                                                                                 \
        using T = detail::pick<T0, S>;                                                                                 \
        static_assert(detail::is_integer<S>, #name " takes integers");                                                 \
        constexpr int n = detail::length<A, B>;                                                                        \
        return detail::finish<detail::result_t<T, A, B>, T, S, n>(detail::to<S, n>(a) op detail::to<S, n>(b), 0);      \
    }
CM_QUOTIENT(cm_quot, /)
CM_QUOTIENT(cm_mod, %)
#undef CM_QUOTIENT

// Quotient and remainder at once: the remainder goes to the first argument.
template <class T0 = detail::same, int... N_, class L, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_div(L &&remainder, const A &a, const B &b) {
    CM_CHECK_TARGET(L);
    using S = detail::sum_t<A, B>;
    using T = detail::pick<T0, S>;
    static_assert(detail::is_integer<S>, "cm_div takes integers");
    constexpr int n = detail::length<A, B>;
    auto x = detail::to<S, n>(a), y = detail::to<S, n>(b);
    detail::give<S, n>(remainder, x % y);
    return detail::finish<detail::result_t<T, A, B>, T, S, n>(x / y, 0);
}

// The 64-bit product of 32-bit integers: the low half goes to the first argument, the high half is the result.
template <class T0 = detail::same, int... N_, class L, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_imul(L &&low, const A &a, const B &b) {
    CM_CHECK_TARGET(L);
    using S = detail::sum_t<A, B>;
    using T = detail::pick<T0, S>;
    static_assert(detail::is_integer<S> && sizeof(S) == 4, "cm_imul takes 32-bit integers");
    constexpr int n = detail::length<A, B>;
    auto x = detail::to<S, n>(a), y = detail::to<S, n>(b);
    detail::raw<S, n> high;
    if constexpr (detail::is_signed<S>)
        high = __cm_smulh(x, y);
    else
        high = __cm_umulh(x, y);
    detail::give<unsigned, n>(low, (detail::raw<unsigned, n>)x * (detail::raw<unsigned, n>)y);
    return detail::finish<detail::result_t<T, A, B>, T, S, n>(high, 0);
}

// Sum and carry-out, or difference and borrow, of uint or unsigned long long. The carry or borrow, 0 or 1, goes to the
// last argument. wraps: whether it is 1, of the operands x and y and the result v, where there is no instruction.
#define CM_CARRY(name, builtin, op, wraps)                                                                             \
    template <class A, class B, class L, class = detail::if_operands<A, B>>                                            \
    CM_API auto name(const A &a, const B &b, L &&carry) {                                                              \
        CM_CHECK_TARGET(L);                                                                                            \
        using S = detail::sum_t<A, B>;                                                                                 \
        static_assert(__is_same(S, unsigned) || (detail::is_integer<S> && !detail::is_signed<S> && sizeof(S) == 8),    \
                      #name " takes uint or unsigned long long");                                                      \
        static_assert(!detail::is_object<A> || !detail::is_object<B> || detail::info<A>::k == detail::info<B>::k,      \
                      #name " takes two vectors or two matrices; format one of them");                                 \
        constexpr int n = detail::length<A, B>;                                                                        \
        if constexpr (sizeof(S) == 8) {                                                                                \
            using R = detail::raw<S, n>;                                                                               \
            const R x = detail::to<S, n>(a), y = detail::to<S, n>(b), v = x op y;                                      \
            detail::give<S, n>(carry, (R)(wraps) & (R)(S)1);                                                           \
            return detail::wrap<detail::result_t<S, A, B>, S, n>(v);                                                   \
        } else {                                                                                                       \
            detail::raw<unsigned, n> out;                                                                              \
            auto v = builtin(detail::to<unsigned, n>(a), detail::to<unsigned, n>(b), &out);                            \
            detail::give<unsigned, n>(carry, out);                                                                     \
            return detail::wrap<detail::result_t<unsigned, A, B>, unsigned, n>(v);                                     \
        }                                                                                                              \
    }
CM_CARRY(cm_addc, __cm_addc, +, v < x)
CM_CARRY(cm_subb, __cm_subb, -, x < y)
#undef CM_CARRY

namespace detail {
// The four products of signed bytes x and unsigned bytes y: y - 128 is a signed byte.
template <int N> CM_API raw<int, N> mixed_dp4a(raw<int, N> x, raw<int, N> y) {
    raw<int, N> zero = 0, ones = 0x01010101, high = (int)0x80808080;
    return __cm_dp4a<raw<int, N>>(zero, x, y ^ high, true, true, 0) +
           __cm_dp4a<raw<int, N>>(zero, x, ones, true, true, 0) * (raw<int, N>)128;
}
// The sum of the four products, which always fits in 32 bits.
template <bool Signed1, bool Signed2, int N> CM_API raw<int, N> dp4a_products(raw<int, N> x, raw<int, N> y) {
    if constexpr (Signed1 != Signed2)
        return Signed1 ? mixed_dp4a<N>(x, y) : mixed_dp4a<N>(y, x);
    else
        return __cm_dp4a<raw<int, N>>((raw<int, N>)0, x, y, true, Signed1, 0);
}
} // namespace detail

// src0 plus the four products of the bytes in each element of src1 and src2. The element types of src1 and src2 say
// whether their bytes are signed.
template <class T0 = detail::same, int... N_, class A, class B, class C, class = detail::if_operands<A, B, C>>
CM_API auto cm_dp4a(const A &src0, const B &src1, const C &src2, int flag = _GENX_NOSAT) {
    CM_HAS_DP4A_CONTROL(A);
    using E0 = detail::elem_t<A>;
    using E1 = detail::elem_t<B>;
    using E2 = detail::elem_t<C>;
    using T = detail::pick<T0, E0>;
    constexpr int n = detail::length<A, B, C>;
    static_assert(sizeof(E0) == 4 && sizeof(E1) == 4 && sizeof(E2) == 4 && sizeof(T) == 4 && detail::is_integer<T> &&
                      !detail::is_float<E0> && !detail::is_float<E1> && !detail::is_float<E2>,
                  "cm_dp4a takes 32-bit integers");
    // The instruction takes all bytes with or all without a sign, and clamps an accumulator of the result's type.
    constexpr bool mixed = detail::is_signed<E1> != detail::is_signed<E2>;
    if constexpr (mixed || detail::is_signed<E0> != detail::is_signed<T>) {
        auto p = detail::dp4a_products<detail::is_signed<E1>, detail::is_signed<E2>, n>(detail::to<int, n>(src1),
                                                                                        detail::to<int, n>(src2));
        if (flag) {
            auto sum = detail::to<long long, n>(src0) + detail::convert<long long, int, n>(p);
            return detail::finish<detail::result_t<T, A, B, C>, T, long long, n>(sum, flag);
        }
        if constexpr (mixed)
            return detail::wrap<detail::result_t<T, A, B, C>, T, n>(detail::to<T, n>(src0) + (detail::raw<T, n>)p);
    }
    if constexpr (!mixed) {
        auto v = __cm_dp4a<detail::raw<T, n>>(detail::to<T, n>(src0), detail::to<E1, n>(src1), detail::to<E1, n>(src2),
                                              detail::is_signed<T>, detail::is_signed<E1>, flag);
        return detail::wrap<detail::result_t<T, A, B, C>, T, n>(v);
    }
}

// a*b + (1-a)*c.
template <class T0 = detail::same, int... N_, class A, class B, class C, class = detail::if_operands<A, B, C>>
CM_API auto cm_lrp(const A &a, const B &b, const C &c, int flag = _GENX_NOSAT) {
    using S = float;
    using T = detail::pick<T0, S>;
    constexpr int n = detail::length<A, B, C>;
    auto x = detail::to<S, n>(a), z = detail::to<S, n>(c);
    return detail::finish<detail::result_t<T, A, B, C>, T, S, n>(x * (detail::to<S, n>(b) - z) + z, flag);
}

// Dot products in groups of four elements; each group's result goes to all four elements. dph takes the fourth element
// of a as 1.
namespace detail {
// Element k of each group.
template <int n> CM_API raw<float, n / 4> dot_term(raw<float, n> x, int k) {
    return vector<float, n>(from_raw(), x).template select < n / 4, n == 4 ? 1 : 4 > (k).get();
}
template <int Terms, bool One, class T, class A, class B> CM_API auto dot(const A &a, const B &b, int flag) {
    constexpr int n = length<A, B>;
    static_assert(n % 4 == 0, "a dot product takes vectors whose length is a multiple of 4");
    raw<float, n> x = to<float, n>(a), y = to<float, n>(b);
    raw<float, n / 4> sum =
        dot_term<n>(x * y, 0) + dot_term<n>(x * y, 1); // raw vectors: channel masks do not apply to them
    if constexpr (Terms > 2)
        sum += dot_term<n>(x * y, 2);
    if constexpr (Terms > 3)
        sum += dot_term<n>(One ? y : x * y, 3);
    vector<float, n> all = vector<float, n / 4>(from_raw(), sum).template replicate<n / 4, 1, 4, 0>(0);
    return vector<T, n>(all, flag);
}
} // namespace detail
#define CM_DOT(name, terms, one)                                                                                       \
    template <class T0 = float, class A, class B, class = detail::if_operands<A, B>>                                   \
    CM_API auto name(const A &a, const B &b, int flag = _GENX_NOSAT) {                                                 \
        return detail::dot<terms, one, T0>(a, b, flag);                                                                \
    }
CM_DOT(cm_dp2, 2, false)
CM_DOT(cm_dp3, 3, false)
CM_DOT(cm_dp4, 4, false)
CM_DOT(cm_dph, 4, true)
#undef CM_DOT

// p*v + q, where p and q are elements 0 and 3 of each group of four of the first operand.
template <class T0 = float, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_line(const A &pq, const B &v, int flag = _GENX_NOSAT) {
    static_assert(detail::info<A>::n == 4, "cm_line takes four coefficients");
    constexpr int n = detail::info<B>::n;
    auto c = detail::to<float, 4>(pq);
    detail::raw<float, n> p = c[0], q = c[3];
    return detail::finish<detail::result_t<T0, B>, T0, float, n>(p * detail::to<float, n>(v) + q, flag);
}

// a0-b0| + |a1-b1| of each pair of bytes, stored in both elements of the pair; sada2 adds c.
template <class T0 = detail::same, int... N_, class A, class B, class C, class = detail::if_operands<A, B, C>>
CM_API auto cm_sada2(const A &a, const B &b, const C &c, int flag = _GENX_NOSAT) {
    using E = detail::elem_t<A>;
    using S = detail::choose_t<detail::is_signed<E>, short, ushort>;
    using T = detail::pick<T0, S>;
    static_assert(sizeof(E) == 1 && sizeof(detail::elem_t<B>) == 1, "cm_sad2 takes bytes");
    constexpr int n = detail::length<A, B, C>;
    static_assert(n % 2 == 0, "cm_sad2 takes an even number of elements");
    auto d = detail::to<int, n>(a) - detail::to<int, n>(b);
    vector<int, n> v(detail::from_raw(), __cm_abs(d));
    vector<int, n / 2> sum = v.template select < n / 2, n == 2 ? 1 : 2 > (0) + v.template select < n / 2,
                       n == 2 ? 1 : 2 > (1);
    vector<int, n> both = sum.template replicate<n / 2, 1, 2, 0>(0) + c;
    return vector<T, n>(both, flag);
}
template <class T0 = detail::same, int... N_, class A, class B, class = detail::if_operands<A, B>>
CM_API auto cm_sad2(const A &a, const B &b, int flag = _GENX_NOSAT) {
    return cm_sada2<T0>(a, b, 0, flag);
}

// A value clamped to T's range; to [0, 1] for floats.
template <class T0, class A, class = detail::if_operand<A>> CM_API auto cm_sat(const A &a) {
    using S = detail::elem_t<A>;
    constexpr int n = detail::length<A>;
    return detail::finish<detail::result_t<T0, A>, T0, S, n>(detail::to<S, n>(a), SAT);
}

} // namespace cm

#endif
