// SPDX-License-Identifier: MIT
// Reductions of a vector to one number, and packing of masks into the bits of a number.

#ifndef CM_REDUCE_H
#define CM_REDUCE_H

#include <cm/detail/shape.h>

inline namespace cm {

// Reductions to one number of type T0; a float sum has the order of a tree. With SAT, the elements are not converted
// to T0 first: the result is computed in a wide enough type and then clamped to T0.
namespace detail {
template <class T> using reduced_t = choose_t<__is_same(T, bfloat16), float, T>;
template <class T0, class E, class W>
using sat_reduced_t = choose_t<is_float<T0>, reduced_t<T0>, choose_t<is_integer<E>, W, reduced_t<E>>>;
template <class E> using sum_of_t = choose_t<(sizeof(E) < 4), int, long long>; // of as many elements as registers hold
} // namespace detail

#define CM_REDUCE(name, builtin, exact, SIGN)                                                                          \
    template <class T0, class A, class = detail::if_object<A>> CM_API T0 name(const A &a) {                            \
        using W = detail::reduced_t<T0>;                                                                               \
        return (T0)builtin<W>(detail::to<W, detail::info<A>::n>(a) SIGN);                                              \
    }                                                                                                                  \
    template <class T0, class A, class = detail::if_object<A>> CM_API T0 name(const A &a, int flag) {                  \
        __cm_check_flag(flag);                                                                                         \
        if (!flag)                                                                                                     \
            return name<T0>(a);                                                                                        \
        using W = detail::sat_reduced_t<T0, detail::elem_t<A>, exact>;                                                 \
        W w = builtin<W>(detail::to<W, detail::info<A>::n>(a) SIGN);                                                   \
        return detail::finish<T0, T0, W, 1>((detail::raw<W, 1>)w, flag);                                               \
    }
#define CM_NO_SIGN
#define CM_WITH_SIGN , detail::is_signed<W>
CM_REDUCE(cm_sum, __cm_reduce_add, detail::sum_of_t<detail::elem_t<A>>, CM_NO_SIGN)
CM_REDUCE(cm_prod, __cm_reduce_mul, long long, CM_NO_SIGN)
CM_REDUCE(cm_reduced_min, __cm_reduce_min, detail::elem_t<A>, CM_WITH_SIGN)
CM_REDUCE(cm_reduced_max, __cm_reduce_max, detail::elem_t<A>, CM_WITH_SIGN)
#undef CM_NO_SIGN
#undef CM_WITH_SIGN
#undef CM_REDUCE

// Masks of up to 32 elements as the bits of a number; bit i is element i.
template <class A, class = detail::if_object<A>> CM_API auto cm_pack_mask(const A &a) {
    static_assert(detail::info<A>::n <= 32, "a packed mask holds at most 32 elements");
    static_assert(detail::is_integer<detail::elem_t<A>>, "a mask must have integer elements; compare first");
    return (uint)__cm_pack_mask(detail::to<ushort, detail::info<A>::n>(a));
}
template <class T, int N> CM_API vector<T, N> cm_unpack_mask(uint bits) {
    static_assert(N <= 32, "a packed mask holds at most 32 elements");
    return {detail::from_raw(), __cm_unpack_mask<detail::raw<T, N>>(bits)};
}

} // namespace cm

#endif
