// SPDX-License-Identifier: MIT
// Pixels of images by their coordinates. The result holds one channel of all lanes after another, 32 bits each, which
// the format of the image says how to read. Reads outside the image give 0, writes there do nothing.
//
//   simd<uint32_t, 64> v = gather_rgba_typed<uint32_t, 16>(image, x, y);
//
// An image is rows in memory, and each channel is a gather or a scatter, on all targets.

#ifndef SYCL_EXT_INTEL_ESIMD_TYPED_HPP
#define SYCL_EXT_INTEL_ESIMD_TYPED_HPP

#include <sycl/ext/intel/esimd/math.hpp>
#include <sycl/ext/intel/esimd/media.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

template <class T, int N, rgba_channel_mask M> constexpr void check_typed() {
    static_assert(sizeof(T) == 4, "a channel has 32 bits");
    static_assert(N == 8 || N == 16 || N == 32, "a message with channels takes 8, 16 or 32 pixels");
}

// The pixels of a call and their bytes.
template <int N> struct typed_pixels {
    using bits = simd<uint32_t, N>;
    sycl::detail::image_rows image;
    simd<uint64_t, N> at_b;
    simd_mask<N> inside;

    template <class A>
    ESIMD_API typed_pixels(const A &a, const bits &x, const bits &y, const bits &z, const bits &lod,
                           const simd_mask<N> &mask)
        : image(a.rows()) {
        at_b = simd<uint64_t, N>(y) * (uint64_t)image.pitch_b + simd<uint64_t, N>(x) * (uint64_t)image.pixel_b;
        inside = mask & (x < image.width_b / image.pixel_b) & (y < image.height) & (z == 0u) & (lod == 0u);
    }
    // The number of a channel in the order of memory.
    ESIMD_API uint32_t place(int channel) const {
        return image.is_bgra && channel != 3 ? 2 - channel : channel;
    }
    template <class U> ESIMD_API simd<U, N> load(int channel) const {
        return gather<U, N>((const U *)image.memory, simd<uint64_t, N>(at_b + place(channel) * (uint32_t)sizeof(U)),
                            inside);
    }
    template <class U> ESIMD_API void store(int channel, const simd<U, N> &v) const {
        scatter<U, N>((U *)image.memory, simd<uint64_t, N>(at_b + place(channel) * (uint32_t)sizeof(U)), v, inside);
    }
    template <class F> ESIMD_API static bits bits_of(const F &v) {
        return {from_raw(), (raw<uint32_t, N>)v.data()};
    }
    template <class F> ESIMD_API static simd<F, N> as(const bits &v) {
        return {from_raw(), (raw<F, N>)v.data()};
    }
    ESIMD_API bits load(int channel) const {
        using type = image_channel_type;
        bits v = 0u;
        switch ((type)image.type) {
        case type::signed_int8:
            v = bits_of(simd<int, N>(load<int8_t>(channel)));
            break;
        case type::signed_int16:
            v = bits_of(simd<int, N>(load<int16_t>(channel)));
            break;
        case type::unsigned_int8:
            v = load<uint8_t>(channel);
            break;
        case type::unsigned_int16:
            v = load<uint16_t>(channel);
            break;
        case type::unorm_int8:
            v = bits_of(simd<float, N>(load<uint8_t>(channel)) / 255.0f);
            break;
        case type::unorm_int16:
            v = bits_of(simd<float, N>(load<uint16_t>(channel)) / 65535.0f);
            break;
        case type::snorm_int8:
            v = bits_of(max(simd<float, N>(load<int8_t>(channel)) / 127.0f, -1.0f));
            break;
        case type::snorm_int16:
            v = bits_of(max(simd<float, N>(load<int16_t>(channel)) / 32767.0f, -1.0f));
            break;
        case type::fp16:
            v = bits_of(simd<float, N>(load<half>(channel)));
            break;
        default:
            v = load<uint32_t>(channel);
        }
        v.merge(bits(0u), !inside);
        return v;
    }
    template <class U> ESIMD_API void store_scaled(int channel, const bits &v, float scale) const {
        store<U>(channel, saturate<U>(simd<float, N>(rnde<float>(as<float>(v) * scale))));
    }
    ESIMD_API void store(int channel, const bits &v) const {
        using type = image_channel_type;
        switch ((type)image.type) {
        case type::signed_int8:
            store<int8_t>(channel, saturate<int8_t>(as<int>(v)));
            break;
        case type::signed_int16:
            store<int16_t>(channel, saturate<int16_t>(as<int>(v)));
            break;
        case type::unsigned_int8:
            store<uint8_t>(channel, saturate<uint8_t>(v));
            break;
        case type::unsigned_int16:
            store<uint16_t>(channel, saturate<uint16_t>(v));
            break;
        case type::unorm_int8:
            store_scaled<uint8_t>(channel, v, 255.0f);
            break;
        case type::unorm_int16:
            store_scaled<uint16_t>(channel, v, 65535.0f);
            break;
        case type::snorm_int8:
            store_scaled<int8_t>(channel, bits_of(max(as<float>(v), -1.0f)), 127.0f);
            break;
        case type::snorm_int16:
            store_scaled<int16_t>(channel, bits_of(max(as<float>(v), -1.0f)), 32767.0f);
            break;
        case type::fp16:
            store<half>(channel, simd<half, N>(as<float>(v)));
            break;
        default:
            store<uint32_t>(channel, v);
        }
    }
};

// A channel that the image does not have is 0.
template <class T, int N, rgba_channel_mask M>
ESIMD_API simd<T, N * get_num_channels_enabled(M)> load_typed(const typed_pixels<N> &pixels) {
    check_typed<T, N, M>();
    simd<uint32_t, N * get_num_channels_enabled(M)> v;
    int to = 0;
#pragma clang loop unroll(full)
    for (int c = 0; c < 4; c++)
        if (is_channel_enabled(M, (rgba_channel)c))
            v.template select<N, 1>(N * to++) = c < (int)pixels.image.channels ? pixels.load(c) : simd<uint32_t, N>(0u);
    return {from_raw(), (raw<T, N * get_num_channels_enabled(M)>)v.data()};
}
template <class T, int N, rgba_channel_mask M>
ESIMD_API void store_typed(const typed_pixels<N> &pixels, const simd<T, N * get_num_channels_enabled(M)> &v) {
    check_typed<T, N, M>();
    static_assert(((int)M & ((int)M + 1)) == 0, "channels are stored from the first one on: R, GR, BGR or ABGR");
    simd<uint32_t, N * get_num_channels_enabled(M)> all(from_raw(),
                                                        (raw<uint32_t, N * get_num_channels_enabled(M)>)v.data());
#pragma clang loop unroll(full)
    for (int c = 0; c < get_num_channels_enabled(M); c++)
        if (c < (int)pixels.image.channels)
            pixels.store(c, all.template select<N, 1>(N * c).read());
}

} // namespace detail

#define ESIMD_LANES const simd<uint32_t, N> &
template <class T, int N, rgba_channel_mask M = rgba_channel_mask::ABGR, class A, class = detail::if_image<A>>
ESIMD_API auto gather_rgba_typed(const A &a, ESIMD_LANES x, ESIMD_LANES y = 0u, ESIMD_LANES z = 0u,
                                 const simd_mask<N> &mask = 1) {
    return detail::load_typed<T, N, M>(detail::typed_pixels<N>(a, x, y, z, 0u, mask));
}
template <class T, int N, rgba_channel_mask M = rgba_channel_mask::ABGR, class A, class = detail::if_image<A>>
ESIMD_API void scatter_rgba_typed(const A &a, ESIMD_LANES x, ESIMD_LANES y, ESIMD_LANES z,
                                  const simd<T, N * get_num_channels_enabled(M)> &v, const simd_mask<N> &mask = 1) {
    detail::store_typed<T, N, M>(detail::typed_pixels<N>(a, x, y, z, 0u, mask), v);
}
#undef ESIMD_LANES

} // namespace sycl::ext::intel::esimd

namespace sycl::ext::intel::experimental::esimd {

// The same with a level of detail, of which an image has one. The hints have no effect.
#define ESIMD_LANES const sycl::ext::intel::esimd::simd<uint32_t, N> &
#define ESIMD_TYPED                                                                                                    \
    template <class T, int N,                                                                                          \
              sycl::ext::intel::esimd::rgba_channel_mask M = sycl::ext::intel::esimd::rgba_channel_mask::ABGR,         \
              sycl::ext::intel::esimd::cache_hint L1 = sycl::ext::intel::esimd::cache_hint::none,                      \
              sycl::ext::intel::esimd::cache_hint L2 = sycl::ext::intel::esimd::cache_hint::none, class A,             \
              class = sycl::ext::intel::esimd::detail::if_image<A>>
ESIMD_TYPED ESIMD_API auto lsc_gather_rgba_typed(const A &a, ESIMD_LANES x, ESIMD_LANES y = 0u, ESIMD_LANES z = 0u,
                                                 ESIMD_LANES lod = 0u,
                                                 const sycl::ext::intel::esimd::simd_mask<N> &mask = 1) {
    using namespace sycl::ext::intel::esimd;
    return detail::load_typed<T, N, M>(detail::typed_pixels<N>(a, x, y, z, lod, mask));
}
ESIMD_TYPED ESIMD_API void lsc_scatter_rgba_typed(
    const A &a, ESIMD_LANES x, ESIMD_LANES y, ESIMD_LANES z, ESIMD_LANES lod,
    const sycl::ext::intel::esimd::simd<T, N * sycl::ext::intel::esimd::get_num_channels_enabled(M)> &v,
    const sycl::ext::intel::esimd::simd_mask<N> &mask = 1) {
    using namespace sycl::ext::intel::esimd;
    detail::store_typed<T, N, M>(detail::typed_pixels<N>(a, x, y, z, lod, mask), v);
}
ESIMD_TYPED ESIMD_API void lsc_prefetch_rgba_typed(const A &, ESIMD_LANES, ESIMD_LANES = 0u, ESIMD_LANES = 0u,
                                                   ESIMD_LANES = 0u,
                                                   const sycl::ext::intel::esimd::simd_mask<N> & = 1) {
    sycl::ext::intel::esimd::detail::check_typed<T, N, M>();
}
#undef ESIMD_TYPED
#undef ESIMD_LANES

} // namespace sycl::ext::intel::experimental::esimd

#endif
