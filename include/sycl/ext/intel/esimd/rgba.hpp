// SPDX-License-Identifier: MIT
// Up to four dwords at each place: the channels of a pixel. The result holds one channel of all lanes after another.
//
//   simd<float, 32> v = gather_rgba<rgba_channel_mask::GR>(p, offsets_b);      16 offsets, 2 channels
//   scatter_rgba<rgba_channel_mask::ABGR>(p, offsets_b, pixels);

#ifndef SYCL_EXT_INTEL_ESIMD_RGBA_HPP
#define SYCL_EXT_INTEL_ESIMD_RGBA_HPP

#include <sycl/ext/intel/esimd/accessors.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

enum { slm_surface = 254, all_channels = 4 };

#define ESIMD_CHECK_PIXELS(T, N)                                                                                       \
    static_assert(sizeof(T) == 4, "a channel has 32 bits");                                                            \
    static_assert(N == 8 || N == 16 || N == 32, "a message with channels takes 8, 16 or 32 offsets")

template <int N> ESIMD_API raw<address, N> long_offsets(raw<uint32_t, N> off_b) {
    return __builtin_convertvector(off_b, raw<address, N>);
}
// Messages without the load/store cache keep four channels in registers, of which the first ones are real.
template <class T, int N, int Count> ESIMD_API raw<T, Count * N> first_channels(raw<T, all_channels * N> v) {
    return __cm_rd_value<raw<T, Count * N>>(v, 0, Count * N, 1, 0);
}
template <class T, int N, int Mask, int Space>
ESIMD_API raw<T, __builtin_popcount(Mask) * N> pixels_load(address base, raw<uint32_t, N> off_b,
                                                           raw<unsigned short, N> mask) {
    ESIMD_CHECK_PIXELS(T, N);
    constexpr int count = __builtin_popcount(Mask);
    using all = raw<T, all_channels * N>;
    if constexpr (has_lsc && Space == in_global)
        return __cm_lsc_load4<raw<T, count * N>>(Space, 0, 0, Mask, 0u, long_offsets<N>(off_b) + base, mask);
    else if constexpr (has_lsc)
        return __cm_lsc_load4<raw<T, count * N>>(Space, 0, 0, Mask, 0u, off_b, mask);
    else if constexpr (Space == in_global)
        return first_channels<T, N, count>(__cm_svm_gather4<all>(base, Mask, long_offsets<N>(off_b), mask, all()));
    else
        return first_channels<T, N, count>(__cm_gather4<all>((unsigned)slm_surface, Mask, 0u, off_b, mask, all()));
}
template <class T, int N, int Mask, int Space>
ESIMD_API void pixels_store(address base, raw<uint32_t, N> off_b, raw<T, __builtin_popcount(Mask) * N> v,
                            raw<unsigned short, N> mask) {
    ESIMD_CHECK_PIXELS(T, N);
    static_assert((Mask & (Mask + 1)) == 0, "channels are stored from the first one on: R, GR, BGR or ABGR");
    if constexpr (has_lsc && Space == in_global)
        __cm_lsc_store4(Space, 0, 0, Mask, 0u, long_offsets<N>(off_b) + base, mask, v);
    else if constexpr (has_lsc)
        __cm_lsc_store4(Space, 0, 0, Mask, 0u, off_b, mask, v);
    else if constexpr (Space == in_global)
        __cm_svm_scatter4(base, Mask, long_offsets<N>(off_b), mask, v);
    else
        __cm_scatter4((unsigned)slm_surface, Mask, 0u, off_b, mask, v);
}

} // namespace detail

// Offsets are bytes.
#define ESIMD_PIXELS(M) (detail::length_of<O> * get_num_channels_enabled(M))
template <rgba_channel_mask M = rgba_channel_mask::ABGR, class T, int N_ = 0, class... U_, class O,
          int N = detail::length_of<O>, class = detail::if_offsets<O>>
ESIMD_API simd<T, ESIMD_PIXELS(M)> gather_rgba(const T *p, const O &off_b, simd_mask<N> mask = 1) {
    return {detail::from_raw(), detail::pixels_load<T, N, (int)M, detail::in_global>(
                                    (detail::address)p, detail::to<uint32_t, N>(off_b), mask.data())};
}
template <rgba_channel_mask M = rgba_channel_mask::ABGR, class T, int N_ = 0, class... U_, class O,
          int N = detail::length_of<O>, class = detail::if_offsets<O>>
ESIMD_API void scatter_rgba(T *p, const O &off_b, simd<T, ESIMD_PIXELS(M)> v, simd_mask<N> mask = 1) {
    detail::pixels_store<T, N, (int)M, detail::in_global>((detail::address)p, detail::to<uint32_t, N>(off_b), v.data(),
                                                          mask.data());
}
// The same on accessors, with an offset for all lanes.
template <rgba_channel_mask M = rgba_channel_mask::ABGR, class A, class O, int N = detail::length_of<O>,
          class = detail::if_offsets<O>, class = detail::if_global<A>,
          class T = std::remove_cv_t<typename A::value_type>>
ESIMD_API simd<T, ESIMD_PIXELS(M)> gather_rgba(const A &a, const O &off_b, uint32_t global_b = 0,
                                               simd_mask<N> mask = 1) {
    return gather_rgba<M>(detail::address_in<const T>(a, global_b), off_b, mask);
}
template <rgba_channel_mask M = rgba_channel_mask::ABGR, class A, class O, int N = detail::length_of<O>,
          class = detail::if_offsets<O>, class = detail::if_global<A>, class T = typename A::value_type>
ESIMD_API void scatter_rgba(const A &a, const O &off_b, simd<T, ESIMD_PIXELS(M)> v, uint32_t global_b = 0,
                            simd_mask<N> mask = 1) {
    scatter_rgba<M>(detail::address_in<T>(a, global_b), off_b, v, mask);
}
// Shared local memory.
template <class T, int N, rgba_channel_mask M>
ESIMD_API simd<T, N * get_num_channels_enabled(M)> slm_gather_rgba(simd<uint32_t, N> off_b, simd_mask<N> mask = 1) {
    return {detail::from_raw(), detail::pixels_load<T, N, (int)M, detail::in_local>(0, off_b.data(), mask.data())};
}
template <class T, int N, rgba_channel_mask M>
ESIMD_API void slm_scatter_rgba(simd<uint32_t, N> off_b, simd<T, N * get_num_channels_enabled(M)> v,
                                simd_mask<N> mask = 1) {
    detail::pixels_store<T, N, (int)M, detail::in_local>(0, off_b.data(), v.data(), mask.data());
}
#undef ESIMD_PIXELS

} // namespace sycl::ext::intel::esimd

#endif
