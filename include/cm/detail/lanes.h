// SPDX-License-Identifier: MIT
// Shared by the memory headers: masks, and the type and destination of a result.

#ifndef CM_DETAIL_LANES_H
#define CM_DETAIL_LANES_H

#include <cm/types.h>
#include <cm/detail/builtins_memory.h>

inline namespace cm {
namespace detail {

template <class X> struct bare_of { using type = X; };
template <class X> struct bare_of<X &> { using type = X; };
template <class X> struct bare_of<X &&> { using type = X; };
template <class X> struct bare_of<const X> { using type = X; };
template <class X> struct bare_of<const X &> { using type = X; };
template <class X> using bare = typename bare_of<X>::type;

// Number of lanes of an offset, which may be a number.
template <class X> constexpr int lanes = info<X>::n;

// Offsets, addresses and coordinates as N numbers of type T.
template <class T, int N, class O> CM_API auto places(const O &x) { // auto: instantiated at the call
    static_assert(!is_float<elem_t<O>>, "offsets, addresses and coordinates must be integers; convert them first");
    return to<T, N>(x);
}

struct all {}; // as a mask: every lane

// Any mask as N integers, of which the lowest bit counts.
template <int N, class M> CM_API raw<ushort, N> lane_mask(const M &mask) {
    if constexpr (__is_same(M, all))
        return (raw<ushort, N>)(ushort)1;
    else
        return mask_of<N>(mask);
}

// The element type of the first object in a list; Default without an object.
template <class Default, class... X> struct first_elem { using type = Default; };
template <class Default, class X, class... Rest> struct first_elem<Default, X, Rest...> {
    using type =
        typename choose_t<is_object<bare<X>>, info<bare<X>>, info<typename first_elem<Default, Rest...>::type>>::elem;
};

// Stores a result in the user's destination: an object or a variable; NULL and 0 discard it.
template <class T, int N, class X> CM_API auto put_result(X &&to_object, raw<T, N> v) {
    if constexpr (is_object<bare<X>>) {
        static_assert(info<bare<X>>::n == N, "the result and the offsets have different numbers of elements");
        to_object.set(to<elem_t<bare<X>>, N>(vector<T, N>(from_raw(), v)));
    } else if constexpr (__is_lvalue_reference(X) && !__is_const(__remove_reference_t(X)) && N == 1) {
        to_object = number_of<T>(v[0]);
    }
}

// The same under a mask: lanes with a clear bit keep their old value.
template <class T, int N, class M, class X> CM_API auto put_lanes(const M &mask, X &&to_object, raw<T, N> v) {
    if constexpr (__is_same(M, all) || !is_object<bare<X>>)
        put_result<T, N>(static_cast<X &&>(to_object), v);
    else
        to_object.merge(vector<T, N>(from_raw(), v), vector<ushort, N>(from_raw(), lane_mask<N>(mask)));
}

// Element type and sizes that a call may name explicitly, as in cm_svm_block_write<half, 16>(p, v). Written data is
// converted to that type; read data has it.
#define CM_SAID class T_ = void, int... N_
template <class T, class X> using said_t = choose_t<__is_same(T, void), elem_t<X>, T>;
template <class T, int... N, class X> CM_API auto as_said(const X &x) {
    using E = said_t<T, X>;
    if constexpr (is_object<X> && __is_same(E, elem_t<X>) && sizeof...(N) == 0)
        return x;
    else if constexpr (sizeof...(N) == 0)
        return vector<E, info<X>::n>(x);
    else
        return vector<E, (N * ...)>(x);
}
#define CM_CHECK_SAID(X)                                                                                               \
    static_assert(__is_same(T_, void) || __is_same(T_, detail::elem_t<detail::bare<X>>),                               \
                  "the element type of the vector differs from the one that the call names")

// Argument I of a list.
template <int I, class X, class... Rest> CM_API auto &&nth(X &&x, Rest &&...rest) {
    if constexpr (I == 0)
        return static_cast<X &&>(x);
    else
        return nth<I - 1>(static_cast<Rest &&>(rest)...);
}

} // namespace detail
} // namespace cm

#endif
