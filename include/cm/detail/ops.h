// SPDX-License-Identifier: MIT
// Operators. The element type of a result is C++'s for the two element types. A number takes part with its own type
// and is broadcast. Comparisons give 0 or 1 as ushort.

#ifndef CM_DETAIL_OPS_H
#define CM_DETAIL_OPS_H

#include <cm/detail/base.h>

#define CM_CHECK_INTEGER(E)                                                                                            \
    static_assert(!detail::is_float<E>, "this operator takes integers; convert the operands "                          \
                                        "first")

inline namespace cm {
namespace detail {

// The class of a result: rows of 0 give a vector, columns of 0 a number.
template <class E, int R, int C> struct result_of { using type = matrix<E, R, C>; };
template <class E, int C> struct result_of<E, 0, C> { using type = vector<E, C>; };
template <class E> struct result_of<E, 0, 0> { using type = E; };
// The result with elements E for the operands described by I, a binary or unary.
template <class E, class I> using result = typename result_of<E, I::rows, I::cols>::type;

// Two operands of which at least one is an object.
template <class A, class B> struct two_operands {
    using ia = info<A>;
    using ib = info<B>;
    using elem = decltype(computed_t<elem_t<A>>() + computed_t<elem_t<B>>());
    static constexpr bool object = ia::k >= vec || ib::k >= vec;
    static constexpr int n = ia::k >= vec ? ia::n : ib::n;
    // True if the result is a matrix: no operand is a vector, and two matrices have the same shape.
    static constexpr bool as_matrix =
        object && ia::k != vec && ib::k != vec && (ia::k != ib::k || (ia::rows == ib::rows && ia::cols == ib::cols));
    static constexpr int rows = !as_matrix ? 0 : ia::k == mat ? ia::rows : ib::rows;
    static constexpr int cols = !object ? 0 : !as_matrix ? n : ia::k == mat ? ia::cols : ib::cols;
};
template <class A, class B>
using binary =
    typename enable_if<info<A>::k != none && info<B>::k != none && (info<A>::k > scalar || info<B>::k > scalar) &&
                           !__is_pointer(typename info<A>::elem) && !__is_pointer(typename info<B>::elem),
                       two_operands<A, B>>::type;

// An operand of '?:' whose other operand is a number of another type: a bfloat16 takes part as a float (fe_arms.cpp).
template <class X> CM_API constexpr decltype(auto) arm(X &&x) {
    if constexpr (__is_same(__remove_cvref(X), bfloat16))
        return (float)x;
    else
        return static_cast<X &&>(x);
}

template <class T, class X> CM_API T number(const X &x) {
    return (T)x;
}

// Converts a lane-wise comparison from 0 or -1 to 0 or 1.
template <int N, class V> CM_API raw<ushort, N> to_mask(V v) {
    return __builtin_convertvector(v, raw<ushort, N>) & (raw<ushort, N>)(ushort)1;
}

} // namespace detail

#define CM_ARITHMETIC(op, check)                                                                                       \
    template <class A, class B, class I = detail::binary<A, B>> CM_API auto operator op(const A &a, const B &b) {      \
        using E = typename I::elem;                                                                                    \
        CM_CHECK_ELEMENT(E);                                                                                           \
        check;                                                                                                         \
        return detail::result<E, I>(detail::from_raw(), detail::to<E, I::n>(a) op detail::to<E, I::n>(b));             \
    }
CM_ARITHMETIC(+, )
CM_ARITHMETIC(-, )
CM_ARITHMETIC(*, )
CM_ARITHMETIC(/, )
CM_ARITHMETIC(%, CM_CHECK_INTEGER(E))
CM_ARITHMETIC(&, CM_CHECK_INTEGER(E))
CM_ARITHMETIC(|, CM_CHECK_INTEGER(E))
CM_ARITHMETIC(^, CM_CHECK_INTEGER(E))
#undef CM_ARITHMETIC

// The hardware reads the low 5 bits of a shift count, 6 for 64-bit operands.
#define CM_SHIFT(op)                                                                                                   \
    template <class A, class B, class I = detail::binary<A, B>> CM_API auto operator op(const A &a, const B &b) {      \
        using E = decltype(+detail::elem_t<A>());                                                                      \
        CM_CHECK_INTEGER(E);                                                                                           \
        CM_CHECK_INTEGER(detail::elem_t<B>);                                                                           \
        constexpr E low = (E)(sizeof(E) * 8 - 1);                                                                      \
        return detail::result<E, I>(detail::from_raw(),                                                                \
                                    detail::to<E, I::n>(a) op(detail::to<E, I::n>(b) & (detail::raw<E, I::n>)low));    \
    }
CM_SHIFT(<<)
CM_SHIFT(>>)
#undef CM_SHIFT

#define CM_COMPARE(op)                                                                                                 \
    template <class A, class B, class I = detail::binary<A, B>> CM_API auto operator op(const A &a, const B &b) {      \
        using E = typename I::elem;                                                                                    \
        CM_CHECK_ELEMENT(E);                                                                                           \
        if constexpr (I::object)                                                                                       \
            return detail::result<ushort, I>(detail::from_raw(),                                                       \
                                             detail::to_mask<I::n>(detail::to<E, I::n>(a) op detail::to<E, I::n>(b))); \
        else                                                                                                           \
            return detail::number<E>(a) op detail::number<E>(b);                                                       \
    }
CM_COMPARE(<)
CM_COMPARE(<=)
CM_COMPARE(>)
CM_COMPARE(>=)
CM_COMPARE(==)
CM_COMPARE(!=)
#undef CM_COMPARE

namespace detail {
template <int N, class X> CM_API raw<ushort, N> to_bool(const X &x) {
    if constexpr (is_object<X>)
        return to_mask<N>(to<decltype(elem_t<X>() + 0), N>(x) != 0);
    else
        return (raw<ushort, N>)(ushort)(number<elem_t<X>>(x) != 0);
}
} // namespace detail

// Element by element; both operands are always evaluated.
#define CM_LOGICAL(op, bits)                                                                                           \
    template <class A, class B, class I = detail::binary<A, B>, class = typename detail::enable_if<I::object>::type>   \
    CM_API auto operator op(const A &a, const B &b) {                                                                  \
        return detail::result<ushort, I>(detail::from_raw(), detail::to_bool<I::n>(a) bits detail::to_bool<I::n>(b));  \
    }
CM_LOGICAL(&&, &)
CM_LOGICAL(||, |)
#undef CM_LOGICAL

namespace detail {
template <class A> struct one_operand {
    using elem = decltype(+elem_t<A>());
    static constexpr int n = info<A>::n, rows = info<A>::k == mat ? info<A>::rows : 0, cols = info<A>::cols;
};
template <class A> using unary = typename enable_if<(info<A>::k > scalar), one_operand<A>>::type;
} // namespace detail

#define CM_UNARY(op, E, check, expression)                                                                             \
    template <class A, class I = detail::unary<A>> CM_API auto operator op(const A &a) {                               \
        using T = typename I::elem;                                                                                    \
        check;                                                                                                         \
        auto x = detail::to<T, I::n>(a);                                                                               \
        return detail::result<E, I>(detail::from_raw(), expression);                                                   \
    }
CM_UNARY(+, T, , x)
CM_UNARY(-, T, , -x)
CM_UNARY(~, T, CM_CHECK_INTEGER(T), ~x)
CM_UNARY(!, ushort, CM_CHECK_INTEGER(T), detail::to_mask<I::n>(x == 0))
#undef CM_UNARY

} // namespace cm

#endif
