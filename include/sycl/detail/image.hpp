// SPDX-License-Identifier: MIT
// Images of SYCL 1.2.1, which media blocks read and write: rows of pixels in memory that host and device share.

#ifndef SYCL_DETAIL_IMAGE_HPP
#define SYCL_DETAIL_IMAGE_HPP

#include <sycl/detail/buffer.hpp>

namespace sycl {

enum class image_channel_order {
    a,
    r,
    rx,
    rg,
    rgx,
    ra,
    rgb,
    rgbx,
    rgba,
    argb,
    bgra,
    intensity,
    luminance,
    abgr,
    ext_oneapi_srgba
};
enum class image_channel_type {
    snorm_int8,
    snorm_int16,
    unorm_int8,
    unorm_int16,
    unorm_short_565,
    unorm_short_555,
    unorm_int_101010,
    signed_int8,
    signed_int16,
    signed_int32,
    unsigned_int8,
    unsigned_int16,
    unsigned_int32,
    fp16,
    fp32
};

namespace detail {
inline size_t channels_of(image_channel_order o) {
    using order = image_channel_order;
    switch (o) {
    case order::a:
    case order::r:
    case order::intensity:
    case order::luminance:
        return 1;
    case order::rx:
    case order::rg:
    case order::ra:
        return 2;
    case order::rgx:
    case order::rgb:
        return 3;
    default:
        return 4;
    }
}
inline size_t pixel_b_of(image_channel_order o, image_channel_type t) {
    using type = image_channel_type;
    switch (t) {
    case type::unorm_short_565: // packed: the whole pixel
    case type::unorm_short_555:
        return 2;
    case type::unorm_int_101010:
        return 4;
    case type::snorm_int8:
    case type::unorm_int8:
    case type::signed_int8:
    case type::unsigned_int8:
        return channels_of(o);
    case type::signed_int32:
    case type::unsigned_int32:
    case type::fp32:
        return 4 * channels_of(o);
    default:
        return 2 * channels_of(o);
    }
}
// What a kernel needs to know of an image.
struct image_rows {
    char *memory = nullptr;
    size_t pitch_b = 0;
    uint32_t width_b = 0, height = 1, pixel_b = 1;
    uint8_t channels = 1, type = 0; // of image_channel_type
    bool is_bgra = false;
};
template <class T> constexpr bool reads_pixels = false;
} // namespace detail

template <class T, int Dims, access::mode Mode, access::placeholder P>
class accessor<T, Dims, Mode, access::target::image, P>
    : public detail::counted<accessor<T, Dims, Mode, access::target::image, P>> {
  public:
    using value_type = T;
    accessor() = default;
    template <class I> accessor(I &image, handler &) : range_(image.get_range()), rows_(image.rows()) {}
    range<Dims> get_range() const {
        return range_;
    }
    const detail::image_rows &rows() const {
        return rows_;
    }
    template <class C> T read(const C &) const {
        static_assert(detail::reads_pixels<C>, "cmc has no reads of single pixels in SYCL; use media_block_load, or a "
                                               "buffer");
        return {};
    }
    template <class C> void write(const C &, const T &) const {
        static_assert(detail::reads_pixels<C>, "cmc has no writes of single pixels in SYCL; use media_block_store, or "
                                               "a buffer");
    }

  private:
    range<Dims> range_;
    detail::image_rows rows_;
};

template <int Dims = 1, class Allocator = std::allocator<std::byte>>
class image : public detail::counted<image<Dims, Allocator>> {
    static_assert(Dims == 1 || Dims == 2, "cmc has images of one and two dimensions");
    using order = image_channel_order;
    using type = image_channel_type;

  public:
    image(order o, type t, const range<Dims> &r, const property_list & = {}) : image(o, t, r, 0, nullptr) {}
    image(void *host, order o, type t, const range<Dims> &r, const property_list & = {}) : image(o, t, r, 0, host) {
        state_->back = host;
    }
    image(const void *host, order o, type t, const range<Dims> &r, const property_list & = {})
        : image(o, t, r, 0, host) {}
    // pitch: of the host's rows, in bytes.
    template <int D = Dims, class = std::enable_if_t<D == 2>>
    image(void *host, order o, type t, const range<Dims> &r, const range<D - 1> &pitch, const property_list & = {})
        : image(o, t, r, pitch[0], host) {
        state_->back = host;
    }
    range<Dims> get_range() const {
        return range_;
    }
    size_t byte_size() const {
        return state_->size_b;
    }
    size_t get_size() const {
        return byte_size();
    }
    template <class T, access::mode Mode> auto get_access(handler &h) {
        return accessor<T, Dims, Mode, access::target::image>(*this, h);
    }
    detail::image_rows rows() const {
        detail::image_rows r = rows_;
        r.memory = static_cast<char *>(state_->memory);
        return r;
    }

  private:
    image(order o, type t, const range<Dims> &r, size_t pitch_b, const void *host) : range_(r) {
        rows_.pixel_b = (uint32_t)detail::pixel_b_of(o, t);
        rows_.width_b = (uint32_t)r[0] * rows_.pixel_b; // dimension 0 is x
        rows_.channels = (uint8_t)detail::channels_of(o);
        rows_.type = (uint8_t)t;
        rows_.is_bgra = o == order::bgra;
        if constexpr (Dims == 2)
            rows_.height = (uint32_t)r[1];
        rows_.pitch_b = pitch_b ? pitch_b : rows_.width_b;
        if (rows_.pitch_b < rows_.width_b)
            throw exception(make_error_code(errc::invalid), "the pitch of an image is less than the bytes of a row");
        state_ = std::make_shared<detail::buffer_state>(rows_.pitch_b * rows_.height, host);
    }
    range<Dims> range_;
    detail::image_rows rows_;
    std::shared_ptr<detail::buffer_state> state_;
};

} // namespace sycl

#endif
