// SPDX-License-Identifier: MIT
// Blocks, gathers and scatters of global memory.
//
//   simd<float, 16> v = block_load<float, 16>(p);
//   v = block_load<float, 16>(p, properties{cache_hint_L1<cache_hint::cached>, cache_hint_L2<cache_hint::cached>});
//   v = gather<float, 16>(p, offsets_b, mask);       scatter(p, offsets_b, v, mask);
//
// Offsets are bytes. With several elements a lane (VS), the result holds all lanes' first elements, then all second
// ones.

#ifndef SYCL_EXT_INTEL_ESIMD_MEMORY_HPP
#define SYCL_EXT_INTEL_ESIMD_MEMORY_HPP

#include <sycl/ext/intel/esimd/common.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

// Sizes that a message with hints or a predicate can carry.
template <class T, int N> constexpr bool is_block_size() {
    constexpr int b = N * (int)sizeof(T), most = 64;
    if (b % 4 != 0)
        return false;
    constexpr int d32 = b / 4, d64 = b / 8;
    return (lsc_items(d32) && d32 <= most && sizeof(T) <= 4) || (b % 8 == 0 && lsc_items(d64) && d64 <= most);
}
#define ESIMD_CHECK_BLOCK(T, N)                                                                                        \
    ESIMD_NEEDS_LSC(T, "a block with cache hints or a predicate");                                                     \
    static_assert(detail::is_block_size<T, N>(),                                                                       \
                  "a block with cache hints or a predicate has 1, 2, 3, 4, 8, 16, 32 or 64 dwords or qwords")

template <class T, int N>
using block_raw = std::conditional_t<sizeof(T) == 8, raw<uint64_t, N>, raw<uint32_t, (int)(N * sizeof(T) + 3) / 4>>;
template <class T, int N, int Space, class P, class A> ESIMD_API raw<T, N> lsc_block_load(A at) {
    ESIMD_CHECK_BLOCK(T, N);
    return (raw<T, N>)__cm_lsc_block_load<block_raw<T, N>>(Space, l1_of<P>, l2_of<P>, 0u, at);
}
template <class T, int N, int Space, class P, class A> ESIMD_API void lsc_block_store(A at, raw<T, N> v) {
    ESIMD_CHECK_BLOCK(T, N);
    __cm_lsc_block_store(Space, l1_of<P>, l2_of<P>, 0u, at, (block_raw<T, N>)v);
}

template <class T> constexpr int least_align = sizeof(T) > 4 ? (int)sizeof(T) : 4;
template <class T, int N, class P> ESIMD_API raw<T, N> block_load_raw(const T *p) {
    if constexpr (has_hints<P>)
        return lsc_block_load<T, N, in_global, P>((address)p);
    else
        return load_raw<T, N, (unsigned)align_of<P, least_align<T>>>(p);
}
template <class T, int N, class P> ESIMD_API void block_store_raw(T *p, raw<T, N> v) {
    if constexpr (has_hints<P>)
        lsc_block_store<T, N, in_global, P>((address)p, v);
    else
        store_raw<T, N, (unsigned)align_of<P, 16>>(p, v);
}
template <class T> ESIMD_API T *bytes_after(T *p, size_t off_b) {
    return (T *)((address)p + off_b);
}

} // namespace detail

// Block loads: plain, at an offset in bytes, with a predicate, with values for a predicate that is false.
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> block_load(const T *p, P = {}) {
    return {detail::from_raw(), detail::block_load_raw<T, N, P>(p)};
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> block_load(const T *p, size_t off_b, P props = {}) {
    return block_load<T, N>(detail::bytes_after(p, off_b), props);
}
template <class T, int N, class F, class = detail::if_flags<F>, class = void>
ESIMD_API simd<T, N> block_load(const T *p, F) {
    return {detail::from_raw(), detail::load_raw<T, N, F::template alignment<T, N>>(p)};
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> block_load(const T *p, simd_mask<1> pred, simd<T, N> pass_thru, P = {}) {
    if (pred)
        pass_thru = simd<T, N>(detail::from_raw(), detail::block_load_raw<T, N, P>(p));
    return pass_thru;
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> block_load(const T *p, simd_mask<1> pred, P props = {}) {
    return block_load<T, N>(p, pred, simd<T, N>(), props);
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> block_load(const T *p, size_t off_b, simd_mask<1> pred, simd<T, N> pass_thru, P props = {}) {
    return block_load<T, N>(detail::bytes_after(p, off_b), pred, pass_thru, props);
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> block_load(const T *p, size_t off_b, simd_mask<1> pred, P props = {}) {
    return block_load<T, N>(detail::bytes_after(p, off_b), pred, simd<T, N>(), props);
}

// Block stores. T and N may follow from the data.
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void block_store(T *p, simd<T, N> v, P = {}) {
    detail::block_store_raw<T, N, P>(p, v.data());
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void block_store(T *p, size_t off_b, simd<T, N> v, P props = {}) {
    block_store<T, N>(detail::bytes_after(p, off_b), v, props);
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void block_store(T *p, simd<T, N> v, simd_mask<1> pred, P props = {}) {
    if (pred)
        block_store<T, N>(p, v, props);
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void block_store(T *p, size_t off_b, simd<T, N> v, simd_mask<1> pred, P props = {}) {
    block_store<T, N>(detail::bytes_after(p, off_b), v, pred, props);
}
template <class T, int N, class F, class = detail::if_flags<F>, class = void>
ESIMD_API void block_store(T *p, simd<T, N> v, F) {
    detail::store_raw<T, N, F::template alignment<T, N>>(p, v.data());
}
// The data may be a view.
template <class T, class Base, class Region, class... X>
ESIMD_API void block_store(T *p, const simd_view<Base, Region> &v, X... x) {
    block_store<T, simd_view<Base, Region>::N>(p, v.read(), x...);
}
template <class T, class Base, class Region, class... X>
ESIMD_API void block_store(T *p, size_t off_b, const simd_view<Base, Region> &v, X... x) {
    block_store<T, simd_view<Base, Region>::N>(detail::bytes_after(p, off_b), v.read(), x...);
}

namespace detail {

template <class X> using if_offsets = std::enable_if_t<is_object<X> && is_integer<elem_t<X>>>;

template <int M, class O> ESIMD_API raw<address, M> addresses(const void *p, const O &off) {
    return to<address, M>(off) + (raw<address, M>)(address)p;
}
// N elements in N / VS lanes. Space: in_global with addresses, in_local with offsets.
template <class T, int N, int VS, int Space, class P, class A>
ESIMD_API raw<T, N> lanes_load(A at, raw<unsigned short, N / VS> mask) {
    static_assert(lsc_items(VS), "a lane takes 1, 2, 3, 4, 8, 16, 32 or 64 elements");
    if constexpr (VS > 1 || has_hints<P>) {
        ESIMD_NEEDS_LSC(T, "a gather with several elements a lane or with cache hints");
        return __cm_lsc_load<raw<T, N>>(Space, l1_of<P>, l2_of<P>, lsc_lane_size<T>(), lsc_items(VS), 0u, at, mask);
    } else if constexpr (has_lsc) {
        return __cm_lsc_load<raw<T, N>>(Space, 0, 0, lsc_lane_size<T>(), 1, 0u, at, mask);
    } else if constexpr (Space == in_local) {
        static_assert(sizeof(T) <= 4, "a gather of 64-bit elements from local memory needs dg2 or later");
        return __cm_gather<raw<T, N>>(254u, 0u, at, mask);
    } else {
        return __cm_svm_gather<raw<T, N>>(at, mask);
    }
}
template <class T, int N, int VS, int Space, class P, class A>
ESIMD_API void lanes_store(A at, raw<T, N> v, raw<unsigned short, N / VS> mask) {
    static_assert(lsc_items(VS), "a lane takes 1, 2, 3, 4, 8, 16, 32 or 64 elements");
    if constexpr (VS > 1 || has_hints<P>) {
        ESIMD_NEEDS_LSC(T, "a scatter with several elements a lane or with cache hints");
        __cm_lsc_store(Space, l1_of<P>, l2_of<P>, lsc_lane_size<T>(), lsc_items(VS), 0u, at, mask, v);
    } else if constexpr (has_lsc) {
        __cm_lsc_store(Space, 0, 0, lsc_lane_size<T>(), 1, 0u, at, mask, v);
    } else if constexpr (Space == in_local) {
        static_assert(sizeof(T) <= 4, "a scatter of 64-bit elements to local memory needs dg2 or later");
        __cm_scatter(254u, 0u, at, mask, v);
    } else {
        __cm_svm_scatter(at, mask, v);
    }
}
template <int VS, int M> ESIMD_API simd_mask<M * VS> mask_of_items(const simd_mask<M> &mask) {
    if constexpr (VS == 1)
        return mask;
    else
        return mask.template replicate<VS>();
}

} // namespace detail

#define ESIMD_GATHER_HEAD                                                                                              \
    template <class T, int N, int VS = 1, class... Offset, class O, class P = detail::no_properties,                   \
              class = detail::if_properties<P>, class = detail::if_offsets<O>, int M = N / VS,                         \
              class = std::enable_if_t<detail::length_of<O> == M>>
ESIMD_GATHER_HEAD ESIMD_API simd<T, N> gather(const T *p, const O &off_b, simd_mask<N / VS> mask, P = {}) {
    return {detail::from_raw(),
            detail::lanes_load<T, N, VS, detail::in_global, P>(detail::addresses<M>(p, off_b), mask.data())};
}
ESIMD_GATHER_HEAD ESIMD_API simd<T, N> gather(const T *p, const O &off_b, P props = {}) {
    return gather<T, N, VS>(p, off_b, simd_mask<M>(1), props);
}
ESIMD_GATHER_HEAD ESIMD_API simd<T, N> gather(const T *p, const O &off_b, simd_mask<N / VS> mask, simd<T, N> pass_thru,
                                              P props = {}) {
    pass_thru.merge(gather<T, N, VS>(p, off_b, mask, props), detail::mask_of_items<VS>(mask));
    return pass_thru;
}
#undef ESIMD_GATHER_HEAD
// N follows from the offsets.
template <class T, class O, class... X, class = detail::if_offsets<O>>
ESIMD_API auto gather(const T *p, const O &off_b, X... x) {
    return gather<T, detail::length_of<O>, 1>(p, off_b, x...);
}
template <class T, int N, class O, class = std::enable_if_t<std::is_integral_v<O>>>
ESIMD_API simd<T, N> gather(const T *p, O off_b, simd_mask<N> mask = 1) {
    return gather<T, N, 1>(p, simd<O, N>(off_b), mask);
}

#define ESIMD_SCATTER_HEAD                                                                                             \
    template <class T, int N, int VS = 1, class... Offset, class O, class P = detail::no_properties,                   \
              class = detail::if_properties<P>, class = detail::if_offsets<O>, int M = N / VS,                         \
              class = std::enable_if_t<detail::length_of<O> == M>>
ESIMD_SCATTER_HEAD ESIMD_API void scatter(T *p, const O &off_b, simd<T, N> v, simd_mask<N / VS> mask, P = {}) {
    detail::lanes_store<T, N, VS, detail::in_global, P>(detail::addresses<M>(p, off_b), v.data(), mask.data());
}
ESIMD_SCATTER_HEAD ESIMD_API void scatter(T *p, const O &off_b, simd<T, N> v, P props = {}) {
    scatter<T, N, VS>(p, off_b, v, simd_mask<M>(1), props);
}
#undef ESIMD_SCATTER_HEAD
template <class T, class O, class Base, class Region, class... X, class = detail::if_offsets<O>>
ESIMD_API void scatter(T *p, const O &off_b, const simd_view<Base, Region> &v, X... x) {
    scatter<T, simd_view<Base, Region>::N>(p, off_b, v.read(), x...);
}
template <class T, int N, class O, class = std::enable_if_t<std::is_integral_v<O>>>
ESIMD_API void scatter(T *p, O off_b, simd<T, N> v, simd_mask<N> mask = 1) {
    scatter<T, N, 1>(p, simd<O, N>(off_b), v, mask);
}

// Prefetch of lanes, or of a block of VS elements at one offset.
template <class T, int N, int VS = 1, class... Offset, class O, class P = detail::no_properties,
          class = detail::if_properties<P>, class = detail::if_offsets<O>, int M = N / VS>
ESIMD_API void prefetch(const T *p, const O &off_b, simd_mask<N / VS> mask, P) {
    ESIMD_NEEDS_LSC(T, "a prefetch");
    static_assert(detail::has_hints<P>, "a prefetch needs cache_hint_L1 and cache_hint_L2");
    __cm_lsc_prefetch((int)detail::in_global, detail::l1_of<P>, detail::l2_of<P>, detail::lsc_lane_size<T>(),
                      detail::lsc_items(VS), 0u, detail::addresses<M>(p, off_b), mask.data());
}
template <class T, int N, int VS = 1, class... Offset, class O, class P, class = detail::if_properties<P>,
          class = detail::if_offsets<O>>
ESIMD_API void prefetch(const T *p, const O &off_b, P props) {
    prefetch<T, N, VS>(p, off_b, simd_mask<N / VS>(1), props);
}
template <class T, class O, class... X, class = detail::if_offsets<O>>
ESIMD_API void prefetch(const T *p, const O &off_b, X... x) {
    prefetch<T, detail::length_of<O>, 1>(p, off_b, x...);
}
template <class T, int VS = 1, class P, class = detail::if_properties<P>>
ESIMD_API void prefetch(const T *p, size_t off_b, simd_mask<1> pred, P) {
    ESIMD_NEEDS_LSC(T, "a prefetch");
    static_assert(detail::has_hints<P>, "a prefetch needs cache_hint_L1 and cache_hint_L2");
    if (pred)
        __cm_lsc_block_prefetch((int)detail::in_global, detail::l1_of<P>, detail::l2_of<P>, 0u,
                                (detail::address)p + off_b, VS * (int)sizeof(T));
}
template <class T, int VS = 1, class P, class = detail::if_properties<P>>
ESIMD_API void prefetch(const T *p, size_t off_b, P props) {
    prefetch<T, VS>(p, off_b, simd_mask<1>(1), props);
}
template <class T, int VS = 1, class P, class = detail::if_properties<P>>
ESIMD_API void prefetch(const T *p, simd_mask<1> pred, P props) {
    prefetch<T, VS>(p, (size_t)0, pred, props);
}
template <class T, int VS = 1, class P, class = detail::if_properties<P>> ESIMD_API void prefetch(const T *p, P props) {
    prefetch<T, VS>(p, (size_t)0, simd_mask<1>(1), props);
}

template <class T> ESIMD_API T scalar_load(const T *p, size_t off_b = 0) {
    return *detail::bytes_after(p, off_b);
}
template <class T> ESIMD_API void scalar_store(T *p, T v) {
    *p = v;
}

} // namespace sycl::ext::intel::esimd

#endif
