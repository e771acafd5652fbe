// SPDX-License-Identifier: MIT
// Reductions of a vector to one number, and masks as the bits of a number.

#ifndef CM_REDUCE_H
#define CM_REDUCE_H

#include <cm/detail/shape.h>

namespace cm {

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
template <class A, class = detail::if_object<A>> CM_API auto cm_pack_mask(const A &a) {
    static_assert(detail::info<A>::n <= 32, "a packed mask holds 32 elements");
    static_assert(detail::is_integer<detail::elem_t<A>>, "a mask has integer elements; compare first");
    return (uint)__cm_pack_mask(detail::to<ushort, detail::info<A>::n>(a));
}
template <class T, int N> CM_API vector<T, N> cm_unpack_mask(uint bits) {
    static_assert(N <= 32, "a packed mask holds 32 elements");
    return {detail::from_raw(), __cm_unpack_mask<detail::raw<T, N>>(bits)};
}

} // namespace cm

#endif
