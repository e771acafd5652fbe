// SPDX-License-Identifier: MIT
// Operators. The element type of a result is that of C++ for the two element types; a number takes
// part with its own type and is repeated. Comparisons give 0 or 1 as ushort.

#ifndef CM_DETAIL_OPS_H
#define CM_DETAIL_OPS_H

#include <cm/detail/base.h>

#define CM_CHECK_INTEGER(E)                                                                        \
    static_assert(!detail::is_float<E>, "this operator takes integers; convert the operands "      \
                                        "first")

namespace cm {
namespace detail {

template <class E, int R, int C, bool Mat> struct result_of {
    using type = vector<E, R * C>;
};
template <class E, int R, int C> struct result_of<E, R, C, true> {
    using type = matrix<E, R, C>;
};

// Two operands of which at least one is an object, or an element and a number.
template <class A, class B, bool Ok> struct binary_impl {};
template <class A, class B> struct binary_impl<A, B, true> {
    using ia = info<A>;
    using ib = info<B>;
    using elem = decltype(elem_t<A>() + elem_t<B>());
    using left_elem = decltype(+elem_t<A>()); // what a shift computes in
    static constexpr bool object = is_object<A> || is_object<B>;
    static constexpr int n = is_object<A> ? ia::n : ib::n;
    static constexpr bool same_shape =
        ia::k != mat || ib::k != mat || (ia::rows == ib::rows && ia::cols == ib::cols);
    static constexpr bool as_matrix = same_shape && ia::k != vec && ib::k != vec && object;
    static constexpr int rows = ia::k == mat ? ia::rows : ib::rows;
    static constexpr int cols = !as_matrix ? n : ia::k == mat ? ia::cols : ib::cols;
    template <class E>
    using shape =
        choose_t<object, typename result_of<E, as_matrix ? rows : 1, cols, as_matrix>::type, E>;
    using result = shape<elem>;
    using shifted = shape<left_elem>;
    using mask = choose_t<object, shape<ushort>, bool>;
};

template <class A, class B>
using binary = binary_impl<
    A, B, (info<A>::k >= element && is_operand<B>) || (is_operand<A> && info<B>::k >= element)>;

template <class T, class X> CM_API T number(const X &x) {
    if constexpr (info<X>::k == element)
        return (T)x.get();
    else
        return (T)x;
}

// 0 or 1 of a lane-wise comparison, whose lanes are 0 or -1.
template <int N, class V> CM_API raw<ushort, N> to_mask(V v) {
    return __builtin_convertvector(v, raw<ushort, N>) & (raw<ushort, N>)(ushort)1;
}

} // namespace detail

#define CM_ARITHMETIC(op, check)                                                                   \
    template <class A, class B, class I = detail::binary<A, B>>                                    \
    CM_API typename I::result operator op(const A &a, const B &b) {                                \
        using E = typename I::elem;                                                                \
        if constexpr (I::object) { /* numbers may be computed in it; what is left is found later */ \
            CM_CHECK_ELEMENT(E);                                                                   \
        }                                                                                          \
        check;                                                                                     \
        if constexpr (I::object)                                                                   \
            return {detail::from_raw(), detail::to<E, I::n>(a) op detail::to<E, I::n>(b)};         \
        else                                                                                       \
            return detail::number<E>(a) op detail::number<E>(b);                                   \
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

// C++ has no half on the left of these for an operand that is not a number yet.
#define CM_HALF_ASSIGN(op)                                                                         \
    template <class X, class = typename detail::enable_if<detail::info<X>::k == detail::element>::type> \
    CM_API half &operator op##=(half & a, const X & x) {                                           \
        return a = a op x.get();                                                                   \
    }
CM_HALF_ASSIGN(+)
CM_HALF_ASSIGN(-)
CM_HALF_ASSIGN(*)
CM_HALF_ASSIGN(/)
#undef CM_HALF_ASSIGN

// The hardware reads the low 5 bits of a shift count, 6 for 64-bit operands.
#define CM_SHIFT(op)                                                                               \
    template <class A, class B, class I = detail::binary<A, B>>                                    \
    CM_API typename I::shifted operator op(const A &a, const B &b) {                               \
        using E = typename I::left_elem;                                                           \
        CM_CHECK_INTEGER(E);                                                                       \
        CM_CHECK_INTEGER(detail::elem_t<B>);                                                       \
        constexpr E low = (E)(sizeof(E) * 8 - 1);                                                  \
        if constexpr (I::object)                                                                   \
            return {detail::from_raw(), detail::to<E, I::n>(a) op(detail::to<E, I::n>(b) &         \
                                                                  (detail::raw<E, I::n>)low)};     \
        else                                                                                       \
            return detail::number<E>(a) op(detail::number<E>(b) & low);                            \
    }
CM_SHIFT(<<)
CM_SHIFT(>>)
#undef CM_SHIFT

#define CM_COMPARE(op)                                                                             \
    template <class A, class B, class I = detail::binary<A, B>>                                    \
    CM_API typename I::mask operator op(const A &a, const B &b) {                                  \
        using E = typename I::elem;                                                                \
        CM_CHECK_ELEMENT(E);                                                                       \
        if constexpr (I::object)                                                                   \
            return {detail::from_raw(),                                                            \
                    detail::to_mask<I::n>(detail::to<E, I::n>(a) op detail::to<E, I::n>(b))};      \
        else                                                                                       \
            return detail::number<E>(a) op detail::number<E>(b);                                   \
    }
CM_COMPARE(<)
CM_COMPARE(<=)
CM_COMPARE(>)
CM_COMPARE(>=)
CM_COMPARE(==)
CM_COMPARE(!=)
#undef CM_COMPARE

namespace detail {
template <class X> CM_API auto to_bool(const X &x) {
    if constexpr (is_object<X>)
        return x != 0;
    else
        return (ushort)(number<elem_t<X>>(x) != 0);
}
} // namespace detail

// Element by element; both sides are always computed.
#define CM_LOGICAL(op, bits)                                                                       \
    template <class A, class B, class I = detail::binary<A, B>,                                    \
              class = typename detail::enable_if<I::object>::type>                                 \
    CM_API typename I::mask operator op(const A &a, const B &b) {                                  \
        return typename I::mask(detail::to_bool(a) bits detail::to_bool(b));                       \
    }
CM_LOGICAL(&&, &)
CM_LOGICAL(||, |)
#undef CM_LOGICAL

namespace detail {
template <class A, bool Ok> struct unary_impl {};
template <class A> struct unary_impl<A, true> {
    using elem = decltype(+elem_t<A>());
    static constexpr int n = info<A>::n;
    template <class E>
    using shape = typename result_of<E, info<A>::rows, info<A>::cols, info<A>::k == mat>::type;
    using result = shape<elem>;
    using mask = shape<ushort>;
};
template <class A> using unary = unary_impl<A, is_object<A>>;
} // namespace detail

template <class A, class I = detail::unary<A>> CM_API typename I::result operator+(const A &a) {
    return {detail::from_raw(), detail::to<typename I::elem, I::n>(a)};
}
template <class A, class I = detail::unary<A>> CM_API typename I::result operator-(const A &a) {
    return {detail::from_raw(), -detail::to<typename I::elem, I::n>(a)};
}
template <class A, class I = detail::unary<A>> CM_API typename I::result operator~(const A &a) {
    CM_CHECK_INTEGER(typename I::elem);
    return {detail::from_raw(), ~detail::to<typename I::elem, I::n>(a)};
}
template <class A, class I = detail::unary<A>> CM_API typename I::mask operator!(const A &a) {
    CM_CHECK_INTEGER(typename I::elem);
    return a == 0;
}

} // namespace cm

#endif
