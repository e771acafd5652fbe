// SPDX-License-Identifier: MIT
// Shared local memory of a work-group. Offsets are bytes.

#ifndef SYCL_EXT_INTEL_ESIMD_SLM_HPP
#define SYCL_EXT_INTEL_ESIMD_SLM_HPP

#include <sycl/ext/intel/esimd/memory.hpp>

namespace sycl::ext::intel::esimd {

// Reserves local memory for the kernel. The size may be any value that is constant once the kernel is compiled.
template <uint32_t Size> ESIMD_API void slm_init() {
    __cm_slm_init((int)Size);
}
ESIMD_API void slm_init(uint32_t size) {
    __cm_slm_init((int)size);
}
// Reserves a part while the object lives; the kernel reserves the sum of all parts.
template <int Size> class slm_allocator {
  public:
    ESIMD_API slm_allocator() : offset_(__cm_slm_part(Size)) {}
    ESIMD_API int get_offset() const {
        return (int)offset_;
    }

  private:
    unsigned offset_;
};

namespace detail {
// One message, where the load/store cache can carry the block: whole dwords at a multiple of 4 bytes.
template <class T, int N, class P>
constexpr bool is_slm_block = has_lsc && (int)sizeof(T) * N % 4 == 0 && align_of<P, 16> >= least_align<T>;
template <class T, int N, class P> ESIMD_API raw<T, N> slm_block_load_raw(uint32_t off_b) {
    if constexpr (is_slm_block<T, N, P>)
        return (raw<T, N>)__cm_lsc_block_load<block_raw<T, N>>((int)in_local, 0, 0, 0u, off_b);
    else
        return load_local<T, N, (unsigned)align_of<P, 16>>(off_b);
}
template <class T, int N, class P> ESIMD_API void slm_block_store_raw(uint32_t off_b, raw<T, N> v) {
    if constexpr (is_slm_block<T, N, P>)
        __cm_lsc_block_store((int)in_local, 0, 0, 0u, off_b, (block_raw<T, N>)v);
    else
        store_local<T, N, (unsigned)align_of<P, 16>>(off_b, v);
}
} // namespace detail

template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> slm_block_load(uint32_t off_b, P = {}) {
    return {detail::from_raw(), detail::slm_block_load_raw<T, N, P>(off_b)};
}
template <class T, int N, class F, class = detail::if_flags<F>, class = void>
ESIMD_API simd<T, N> slm_block_load(uint32_t off_b, F) {
    return {detail::from_raw(), detail::load_local<T, N, F::template alignment<T, N>>(off_b)};
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> slm_block_load(uint32_t off_b, simd_mask<1> pred, simd<T, N> pass_thru, P = {}) {
    if (pred)
        pass_thru = simd<T, N>(detail::from_raw(), detail::slm_block_load_raw<T, N, P>(off_b));
    return pass_thru;
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API simd<T, N> slm_block_load(uint32_t off_b, simd_mask<1> pred, P props = {}) {
    return slm_block_load<T, N>(off_b, pred, simd<T, N>(), props);
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void slm_block_store(uint32_t off_b, simd<T, N> v, P = {}) {
    detail::slm_block_store_raw<T, N, P>(off_b, v.data());
}
template <class T, int N, class F, class = detail::if_flags<F>, class = void>
ESIMD_API void slm_block_store(uint32_t off_b, simd<T, N> v, F) {
    detail::store_local<T, N, F::template alignment<T, N>>(off_b, v.data());
}
template <class T, int N, class P = detail::no_properties, class = detail::if_properties<P>>
ESIMD_API void slm_block_store(uint32_t off_b, simd<T, N> v, simd_mask<1> pred, P props = {}) {
    if (pred)
        slm_block_store<T, N>(off_b, v, props);
}
// The data may be a view.
template <class Base, class Region, class... X>
ESIMD_API void slm_block_store(uint32_t off_b, const simd_view<Base, Region> &v, X... x) {
    slm_block_store(off_b, v.read(), x...);
}

template <class T> ESIMD_API T slm_scalar_load(uint32_t off_b) {
    return detail::number_of<T>(*(const detail::stored<T> ESIMD_LOCAL *)(detail::address)off_b);
}
template <class T> ESIMD_API void slm_scalar_store(uint32_t off_b, T v) {
    *(detail::stored<T> ESIMD_LOCAL *)(detail::address)off_b = detail::keep<T>(v);
}

#define ESIMD_LOCAL_HEAD                                                                                               \
    template <class T, int N, int VS = 1, class... Offset, class O, class P = detail::no_properties,                   \
              class = detail::if_properties<P>, class = detail::if_offsets<O>, int M = N / VS,                         \
              class = std::enable_if_t<detail::length_of<O> == M>>
ESIMD_LOCAL_HEAD ESIMD_API simd<T, N> slm_gather(const O &off_b, simd_mask<N / VS> mask, P = {}) {
    return {detail::from_raw(), detail::lanes_load<T, N, VS, detail::in_local, detail::no_properties>(
                                    detail::to<uint32_t, M>(off_b), mask.data())};
}
ESIMD_LOCAL_HEAD ESIMD_API simd<T, N> slm_gather(const O &off_b, P props = {}) {
    return slm_gather<T, N, VS>(off_b, simd_mask<M>(1), props);
}
ESIMD_LOCAL_HEAD ESIMD_API simd<T, N> slm_gather(const O &off_b, simd_mask<N / VS> mask, simd<T, N> pass_thru,
                                                 P props = {}) {
    pass_thru.merge(slm_gather<T, N, VS>(off_b, mask, props), detail::mask_of_items<VS>(mask));
    return pass_thru;
}
ESIMD_LOCAL_HEAD ESIMD_API void slm_scatter(const O &off_b, simd<T, N> v, simd_mask<N / VS> mask, P = {}) {
    detail::lanes_store<T, N, VS, detail::in_local, detail::no_properties>(detail::to<uint32_t, M>(off_b), v.data(),
                                                                           mask.data());
}
ESIMD_LOCAL_HEAD ESIMD_API void slm_scatter(const O &off_b, simd<T, N> v, P props = {}) {
    slm_scatter<T, N, VS>(off_b, v, simd_mask<M>(1), props);
}
#undef ESIMD_LOCAL_HEAD
template <class T, class O, class... X, class = detail::if_offsets<O>>
ESIMD_API auto slm_gather(const O &off_b, X... x) {
    return slm_gather<T, detail::length_of<O>, 1>(off_b, x...);
}
template <class O, class Base, class Region, class... X, class = detail::if_offsets<O>>
ESIMD_API void slm_scatter(const O &off_b, const simd_view<Base, Region> &v, X... x) {
    slm_scatter(off_b, v.read(), x...);
}

} // namespace sycl::ext::intel::esimd

#endif
