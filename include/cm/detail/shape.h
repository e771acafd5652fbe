// SPDX-License-Identifier: MIT
// The shape and type of a function's result, and the steps shared by all arithmetic functions.
//
// The first template argument of such a function names the element type of the result; without it the type is that of
// the operands. An operand is a vector, matrix, reference, element or number. Numbers alone give a number, any other
// operands a vector. The last argument may be SAT. The number of elements may follow the type, as in cm_rnde<uchar,
// 16>(v), but the operands already determine it.

#ifndef CM_DETAIL_SHAPE_H
#define CM_DETAIL_SHAPE_H

#include <cm/detail/features.h>
#include <cm/types.h>

inline namespace cm {
namespace detail {

// The result of a function with elements of type T over operands As: a number or a vector of n elements.
template <class... As> struct shape_of {
    static constexpr bool object = (is_object<As> || ...);
    static constexpr int longest() {
        int n = 1;
        ((n = is_object<As> && info<As>::n > n ? info<As>::n : n), ...);
        return n;
    }
    static constexpr int n = longest();
    template <class T> using type = choose_t<object, vector<T, n>, T>;
    // Last, because Clang ignores the members after a failed assertion.
    static_assert(((!is_object<As> || info<As>::n == n) && ...),
                  "the operands have different numbers of elements; select or replicate the part you need");
};
template <class T, class... As> using result_t = typename shape_of<As...>::template type<T>;
template <class... As> constexpr int length = shape_of<As...>::n;
template <class...> using no_type = void;
template <class... As> using if_operands = no_type<typename info<As>::operand...>;

struct same {}; // "the type of the operands"
template <class T0, class T> using pick = choose_t<__is_same(T0, same), T, T0>;
template <class A, class B> using sum_t = decltype(computed_t<elem_t<A>>() + computed_t<elem_t<B>>());
// The common type without promotion to int, used by min and max.
template <class A, class B> using common_t = decltype(true ? computed_t<elem_t<A>>() : computed_t<elem_t<B>>());
template <class A, class B> using narrow_t = choose_t<__is_same(elem_t<A>, elem_t<B>), elem_t<A>, common_t<A, B>>;

// The number or vector that a raw vector represents.
template <class R, class T, int N> CM_API R wrap(raw<T, N> value) {
    if constexpr (__is_same(R, T))
        return number_of<T>(value[0]);
    else
        return R(from_raw(), value);
}

// value has elements of type S; the result has elements of type T, saturated when sat is set.
template <class R, class T, class S, int N> CM_API auto finish(raw<S, N> value, int sat) {
    __cm_check_flag(sat);
    raw<T, N> out;
    if (sat)
        out = convert_sat<T, S, N>(value);
    else
        out = convert<T, S, N>(value);
    return wrap<R, T, N>(out);
}
} // namespace detail

// Checks the argument that receives a vector of results: X&& is the argument's type.
#define CM_CHECK_TARGET(X)                                                                                             \
    static_assert(__is_lvalue_reference(X) || detail::is_reference<X>,                                                 \
                  "the argument for the other result must be writable, but this is a temporary value; name a vector, " \
                  "a reference or an element")
namespace detail {
template <class T, int N, class L> CM_API auto give(L &to, raw<T, N> value) {
    constexpr bool fits = is_float<elem_t<__remove_cv(L)>> == is_float<T>;
    constexpr int n = is_object<L> ? info<__remove_cv(L)>::n : 1;
    static_assert(fits,
                  "the argument for the other result must have integer elements if the result has them, else floats");
    static_assert(n == N, "the argument for the other result and the operands have different numbers of elements");
    if constexpr (fits && n == N && is_object<L>)
        to = vector<T, N>(from_raw(), value);
    else if constexpr (fits && n == N)
        to = number_of<T>(value[0]);
}
} // namespace detail

} // namespace cm

#endif
