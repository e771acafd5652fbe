// SPDX-License-Identifier: MIT
// Media blocks: rectangles of an image. x and the width are bytes, y and the height rows. Reads outside the image give
// its nearest pixel, writes there do nothing.
//
//   simd<uint8_t, 8 * 32> v = media_block_load<uint8_t, 8, 32>(image, x_b, y);
//
// An image is rows in memory, and a block is read row by row, on all targets.

#ifndef SYCL_EXT_INTEL_ESIMD_MEDIA_HPP
#define SYCL_EXT_INTEL_ESIMD_MEDIA_HPP

#include <sycl/ext/intel/esimd/memory.hpp>

namespace sycl::ext::intel::esimd {
namespace detail {

template <class A>
using if_image = std::enable_if_t<std::is_same_v<decltype(std::declval<A>().rows()), const sycl::detail::image_rows &>>;

template <class T, int M, int N, unsigned Plane> constexpr void check_media_block() {
    constexpr int most_width_b = 64, most_b = 256;
    static_assert(N * (int)sizeof(T) <= most_width_b, "a media block is at most 64 bytes wide");
    static_assert(M * N * (int)sizeof(T) <= most_b, "a media block has at most 256 bytes");
    static_assert(Plane == 0, "an image has one plane");
}

// One row of a block, as bytes.
template <int Bytes> struct media_row {
    char *row;
    int x_b;
    bool whole; // inside, in dwords

    ESIMD_API media_row(const sycl::detail::image_rows &image, int x, int y)
        : row(image.memory + (size_t)y * image.pitch_b), x_b(x) {
        whole = Bytes % 4 == 0 && x >= 0 && x + Bytes <= (int)image.width_b &&
                ((x | (int)image.pitch_b | (int)(address)image.memory) & 3) == 0;
    }
    ESIMD_API simd<uint8_t, Bytes> load(const sycl::detail::image_rows &image) const {
        simd<uint8_t, Bytes> v;
        if (whole)
            v.copy_from((const uint8_t *)row + x_b, overaligned<4>);
        else {
            const int width = (int)image.width_b, px = (int)image.pixel_b;
            simd<int, Bytes> at(x_b, 1);
            simd<int, Bytes> in_pixel = (at % px + px) % px;
            at.merge(in_pixel, at < 0);
            at.merge(in_pixel + (width - px), at >= width);
            v = gather<uint8_t, Bytes>((const uint8_t *)row, simd<uint32_t, Bytes>(at));
        }
        return v;
    }
    ESIMD_API void store(const sycl::detail::image_rows &image, simd<uint8_t, Bytes> v) const {
        if (whole)
            v.copy_to((uint8_t *)row + x_b, overaligned<4>);
        else {
            simd<int, Bytes> at(x_b, 1);
            scatter<uint8_t, Bytes>((uint8_t *)row, simd<uint32_t, Bytes>(at), v,
                                    (at >= 0) & (at < (int)image.width_b));
        }
    }
};

} // namespace detail

template <class T, int M, int N, class A, unsigned Plane = 0, class = detail::if_image<A>>
ESIMD_API simd<T, M * N> media_block_load(const A &a, unsigned x_b, unsigned y) {
    detail::check_media_block<T, M, N, Plane>();
    constexpr int bytes = N * (int)sizeof(T);
    const sycl::detail::image_rows image = a.rows();
    simd<uint8_t, M * bytes> v;
    for (int r = 0; r < M; r++) {
        const int at = (int)y + r, last = (int)image.height - 1;
        const detail::media_row<bytes> row(image, (int)x_b, at < 0 ? 0 : at > last ? last : at);
        v.template select<bytes, 1>(r * bytes) = row.load(image);
    }
    return v.template bit_cast_view<T>();
}
template <class T, int M, int N, class A, unsigned Plane = 0, class = detail::if_image<A>>
ESIMD_API void media_block_store(const A &a, unsigned x_b, unsigned y, simd<T, M * N> v) {
    detail::check_media_block<T, M, N, Plane>();
    constexpr int bytes = N * (int)sizeof(T);
    const sycl::detail::image_rows image = a.rows();
    for (int r = 0; r < M; r++) {
        const int at = (int)y + r;
        if (at >= 0 && at < (int)image.height)
            detail::media_row<bytes>(image, (int)x_b, at)
                .store(image, v.template bit_cast_view<uint8_t>().template select<bytes, 1>(r * bytes));
    }
}

} // namespace sycl::ext::intel::esimd

#endif
