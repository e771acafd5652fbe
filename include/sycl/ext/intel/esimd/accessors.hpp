// SPDX-License-Identifier: MIT
// Memory functions on accessors: the same as on the accessor's address, with offsets in bytes. A local_accessor leads
// to shared local memory.
//
//   block_load<float, 16>(acc, i * 64)      gather<int, 16>(acc, offsets_b, mask)

#ifndef SYCL_EXT_INTEL_ESIMD_ACCESSORS_HPP
#define SYCL_EXT_INTEL_ESIMD_ACCESSORS_HPP

#include <sycl/ext/intel/esimd/atomic.hpp>
#include <sycl/ext/intel/esimd/slm.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

template <class A, class = void> constexpr bool is_accessor = false;
template <class A>
constexpr bool is_accessor<A, std::void_t<typename A::value_type, decltype(std::declval<const A &>().get_pointer())>> =
    !is_object<A>;
template <class T> constexpr bool is_in_local_memory = false;
template <class T, int Dims> inline constexpr bool is_in_local_memory<local_accessor<T, Dims>> = true;
template <class T, int Dims, access::mode M, access::placeholder P>
inline constexpr bool is_in_local_memory<accessor<T, Dims, M, access::target::local, P>> = true;
template <class A> using if_global = std::enable_if_t<is_accessor<A> && !is_in_local_memory<A>>;
template <class A> using if_local = std::enable_if_t<is_accessor<A> && is_in_local_memory<A>>;

template <class T, class A> ESIMD_API T *address_in(const A &a, size_t off_b = 0) {
    return (T *)((address)a.get_pointer() + off_b);
}
template <class A> ESIMD_API uint32_t offset_of(const A &a, uint32_t off_b = 0) {
    return (uint32_t)(address)a.get_pointer() + off_b;
}

// An offset of a block: a number or what converts to one. A mask is a predicate.
template <class X> constexpr bool is_offset = !is_mask<X> && std::is_convertible_v<X, size_t>;
template <class O> using if_offset = std::enable_if_t<is_offset<O>>;
// Whether arguments do not begin with offsets, so that the access is at the accessor's first byte.
template <class... X> constexpr bool at_start = true;
template <class X, class... Rest>
inline constexpr bool at_start<X, Rest...> = !is_offset<X> && (!is_object<X> || is_mask<X>);
template <class... X> using if_at_start = std::enable_if_t<at_start<X...>>;
// Whether data follow a number, which is the mask then. An offset for all lanes precedes a mask.
template <class... X> constexpr bool begins_with_data = false;
template <class X, class... Rest> inline constexpr bool begins_with_data<X, Rest...> = is_object<X> && !is_mask<X>;
template <class G, class... X>
using if_global_offset = std::enable_if_t<std::is_integral_v<G> && !begins_with_data<X...>>;

} // namespace detail

template <class T, int N, class A, class O, class... X, class = detail::if_global<A>, class = detail::if_offset<O>>
ESIMD_API auto block_load(const A &a, const O &off_b, X... x)
    -> decltype(block_load<T, N>(detail::address_in<const T>(a), x...)) {
    return block_load<T, N>(detail::address_in<const T>(a, off_b), x...);
}
template <class T, int N, class A, class... X, class = detail::if_global<A>, class = detail::if_at_start<X...>>
ESIMD_API auto block_load(const A &a, X... x) -> decltype(block_load<T, N>(detail::address_in<const T>(a), x...)) {
    return block_load<T, N>(detail::address_in<const T>(a), x...);
}
template <class T, int N, class A, class O, class... X, class = detail::if_global<A>, class = detail::if_offset<O>>
ESIMD_API auto block_store(const A &a, const O &off_b, simd<T, N> v, X... x)
    -> decltype(block_store<T, N>(detail::address_in<T>(a), v, x...)) {
    block_store<T, N>(detail::address_in<T>(a, off_b), v, x...);
}
template <class T, int N, class A, class... X, class = detail::if_global<A>,
          class = std::enable_if_t<!(std::is_floating_point_v<X> || ...)>>
ESIMD_API auto block_store(const A &a, simd<T, N> v, X... x)
    -> decltype(block_store<T, N>(detail::address_in<T>(a), v, x...)) {
    block_store<T, N>(detail::address_in<T>(a), v, x...);
}
// After the offsets may follow an offset for all of them, a number.
template <class T, int N, int VS = 1, class A, class O, class... X, class = detail::if_global<A>,
          class = detail::if_offsets<O>>
ESIMD_API auto gather(const A &a, const O &off_b, X... x)
    -> decltype(gather<T, N, VS>(detail::address_in<const T>(a), off_b, x...)) {
    return gather<T, N, VS>(detail::address_in<const T>(a), off_b, x...);
}
template <class T, int N, int VS = 1, class A, class O, class G, class... X, class = detail::if_global<A>,
          class = detail::if_offsets<O>, class = detail::if_global_offset<G, X...>>
ESIMD_API simd<T, N> gather(const A &a, const O &off_b, G global_b, X... x) {
    return gather<T, N, VS>(detail::address_in<const T>(a, (size_t)global_b), off_b, x...);
}
template <class T, int N, int VS = 1, class A, class O, class... X, class = detail::if_global<A>,
          class = detail::if_offsets<O>>
ESIMD_API auto scatter(const A &a, const O &off_b, simd<T, N> v, X... x)
    -> decltype(scatter<T, N, VS>(detail::address_in<T>(a), off_b, v, x...)) {
    scatter<T, N, VS>(detail::address_in<T>(a), off_b, v, x...);
}
template <class T, int N, int VS = 1, class A, class O, class G, class... X, class = detail::if_global<A>,
          class = detail::if_offsets<O>, class = std::enable_if_t<std::is_integral_v<G>>>
ESIMD_API void scatter(const A &a, const O &off_b, simd<T, N> v, G global_b, X... x) {
    scatter<T, N, VS>(detail::address_in<T>(a, (size_t)global_b), off_b, v, x...);
}
template <class T, int N, int VS = 1, class A, class O, class... X, class = detail::if_global<A>,
          class = detail::if_offsets<O>>
ESIMD_API void prefetch(const A &a, const O &off_b, X... x) {
    prefetch<T, N, VS>(detail::address_in<const T>(a), off_b, x...);
}
template <class T, class A, class O, class... X, class = detail::if_global<A>, class = detail::if_offsets<O>>
ESIMD_API void prefetch(const A &a, const O &off_b, X... x) {
    prefetch<T, detail::length_of<O>, 1>(detail::address_in<const T>(a), off_b, x...);
}
template <class T, int VS = 1, class A, class O, class... X, class = detail::if_global<A>, class = detail::if_offset<O>,
          class = std::enable_if_t<!detail::is_object<O>>>
ESIMD_API auto prefetch(const A &a, const O &off_b, X... x)
    -> decltype(prefetch<T, VS>(detail::address_in<const T>(a), x...)) {
    prefetch<T, VS>(detail::address_in<const T>(a, off_b), x...);
}
template <class T, int VS = 1, class A, class... X, class = detail::if_global<A>, class = detail::if_at_start<X...>>
ESIMD_API auto prefetch(const A &a, X... x) -> decltype(prefetch<T, VS>(detail::address_in<const T>(a), x...)) {
    prefetch<T, VS>(detail::address_in<const T>(a), x...);
}
template <atomic_op Op, class T, int Lanes = 0, class A, class O, class... X, class = detail::if_global<A>,
          int N = detail::atomic_lanes<Lanes, O>()>
ESIMD_API simd<T, N> atomic_update(const A &a, const O &off_b, X... x) {
    return atomic_update<Op, T, N>(detail::address_in<T>(a), off_b, x...);
}
template <class T, class A, class = detail::if_global<A>> ESIMD_API T scalar_load(const A &a, size_t off_b) {
    return *detail::address_in<const T>(a, off_b);
}
template <class T, class A, class = detail::if_global<A>> ESIMD_API void scalar_store(const A &a, size_t off_b, T v) {
    *detail::address_in<T>(a, off_b) = v;
}

template <class T, int N, class A, class O, class... X, class = detail::if_local<A>, class = detail::if_offset<O>,
          class = void>
ESIMD_API auto block_load(const A &a, const O &off_b, X... x)
    -> decltype(slm_block_load<T, N>(detail::offset_of(a), x...)) {
    return slm_block_load<T, N>(detail::offset_of(a, off_b), x...);
}
template <class T, int N, class A, class... X, class = detail::if_local<A>, class = detail::if_at_start<X...>,
          class = void>
ESIMD_API auto block_load(const A &a, X... x) -> decltype(slm_block_load<T, N>(detail::offset_of(a), x...)) {
    return slm_block_load<T, N>(detail::offset_of(a), x...);
}
template <class T, int N, class A, class O, class... X, class = detail::if_local<A>, class = detail::if_offset<O>,
          class = void>
ESIMD_API auto block_store(const A &a, const O &off_b, simd<T, N> v, X... x)
    -> decltype(slm_block_store<T, N>(detail::offset_of(a), v, x...)) {
    slm_block_store<T, N>(detail::offset_of(a, off_b), v, x...);
}
template <class T, int N, class A, class... X, class = detail::if_local<A>, class = void>
ESIMD_API auto block_store(const A &a, simd<T, N> v, X... x)
    -> decltype(slm_block_store<T, N>(detail::offset_of(a), v, x...)) {
    slm_block_store<T, N>(detail::offset_of(a), v, x...);
}
template <class T, int N, int VS = 1, class A, class O, class... X, class = detail::if_local<A>,
          class = detail::if_offsets<O>, class = void>
ESIMD_API auto gather(const A &a, const O &off_b, X... x)
    -> decltype(slm_gather<T, N, VS>(simd<uint32_t, N / VS>(off_b), x...)) {
    return slm_gather<T, N, VS>(simd<uint32_t, N / VS>(off_b) + detail::offset_of(a), x...);
}
template <class T, int N, int VS = 1, class A, class O, class... X, class = detail::if_local<A>,
          class = detail::if_offsets<O>, class = void>
ESIMD_API auto scatter(const A &a, const O &off_b, simd<T, N> v, X... x)
    -> decltype(slm_scatter<T, N, VS>(simd<uint32_t, N / VS>(off_b), v, x...)) {
    slm_scatter<T, N, VS>(simd<uint32_t, N / VS>(off_b) + detail::offset_of(a), v, x...);
}
// Of both kinds of accessors. N follows from the offsets or from the data, which may be a view.
template <class T, class A, class O, class... X, class = std::enable_if_t<detail::is_accessor<A>>,
          class = detail::if_offsets<O>>
ESIMD_API auto gather(const A &a, const O &off_b, X... x)
    -> decltype(gather<T, detail::length_of<O>, 1>(a, off_b, x...)) {
    return gather<T, detail::length_of<O>, 1>(a, off_b, x...);
}
template <class A, class O, class Base, class Region, class... X, class = std::enable_if_t<detail::is_accessor<A>>>
ESIMD_API void scatter(const A &a, const O &off_b, const simd_view<Base, Region> &v, X... x) {
    scatter(a, off_b, v.read(), x...);
}
template <class A, class Base, class Region, class... X, class = std::enable_if_t<detail::is_accessor<A>>>
ESIMD_API void block_store(const A &a, const simd_view<Base, Region> &v, X... x) {
    block_store(a, v.read(), x...);
}
template <class A, class O, class Base, class Region, class... X, class = std::enable_if_t<detail::is_accessor<A>>,
          class = detail::if_offset<O>>
ESIMD_API void block_store(const A &a, const O &off_b, const simd_view<Base, Region> &v, X... x) {
    block_store(a, off_b, v.read(), x...);
}
template <atomic_op Op, class T, int Lanes = 0, class A, class O, class... X, class = detail::if_local<A>,
          int N = detail::atomic_lanes<Lanes, O>(), class = void>
ESIMD_API simd<T, N> atomic_update(const A &a, const O &off_b, X... x) {
    return slm_atomic_update<Op, T, N>(simd<uint32_t, N>(off_b) + detail::offset_of(a), x...);
}
template <class T, class A, class = detail::if_local<A>, class = void>
ESIMD_API T scalar_load(const A &a, uint32_t off_b) {
    return slm_scalar_load<T>(detail::offset_of(a, off_b));
}
template <class T, class A, class = detail::if_local<A>, class = void>
ESIMD_API void scalar_store(const A &a, uint32_t off_b, T v) {
    slm_scalar_store<T>(detail::offset_of(a, off_b), v);
}

} // namespace sycl::ext::intel::esimd

#endif
