// SPDX-License-Identifier: MIT
// Reads and writes of surfaces with one offset for each lane.
//
//   read(surface, global, offsets, v)           elements of v's type, both offsets
//   read_scaled(surface, global, offsets, v)    bytes
//   read_untyped(surface, CM_ABGR_ENABLE, m, offsets)   up to four dwords for each lane
//   read_typed(image, CM_ABGR_ENABLE, m, u, v, r)       pixels

#ifndef CM_SCATTER_H
#define CM_SCATTER_H

#include <cm/memory.h>

// Components that a message transfers.
enum ChannelMaskType {
    CM_R_ENABLE = 1,
    CM_G_ENABLE = 2,
    CM_GR_ENABLE = 3,
    CM_B_ENABLE = 4,
    CM_BR_ENABLE = 5,
    CM_BG_ENABLE = 6,
    CM_BGR_ENABLE = 7,
    CM_A_ENABLE = 8,
    CM_AR_ENABLE = 9,
    CM_AG_ENABLE = 10,
    CM_AGR_ENABLE = 11,
    CM_AB_ENABLE = 12,
    CM_ABR_ENABLE = 13,
    CM_ABG_ENABLE = 14,
    CM_ABGR_ENABLE = 15,
    // The names inside ChannelMaskType that Intel's headers give the same values.
    _CM_R_ENABLE = CM_R_ENABLE,
    _CM_G_ENABLE = CM_G_ENABLE,
    _CM_GR_ENABLE = CM_GR_ENABLE,
    _CM_B_ENABLE = CM_B_ENABLE,
    _CM_BR_ENABLE = CM_BR_ENABLE,
    _CM_BG_ENABLE = CM_BG_ENABLE,
    _CM_BGR_ENABLE = CM_BGR_ENABLE,
    _CM_A_ENABLE = CM_A_ENABLE,
    _CM_AR_ENABLE = CM_AR_ENABLE,
    _CM_AG_ENABLE = CM_AG_ENABLE,
    _CM_AGR_ENABLE = CM_AGR_ENABLE,
    _CM_AB_ENABLE = CM_AB_ENABLE,
    _CM_ABR_ENABLE = CM_ABR_ENABLE,
    _CM_ABG_ENABLE = CM_ABG_ENABLE,
    _CM_ABGR_ENABLE = CM_ABGR_ENABLE
};

inline namespace cm {
namespace detail {

#define CM_CHECK_SCATTERED(T)                                                                                          \
    static_assert(sizeof(T) <= 4, "a scattered surface message takes elements of 1, 2 or 4 bytes; use cm_load or "     \
                                  "cm_svm_scatter_read for wider ones")

constexpr int channel_count(int mask) {
    return (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1);
}

template <class X, class O>
CM_API void gather(unsigned surface, uint global_b, const O &offsets, uint scale_b, X &&out) {
    using I = info<bare<X>>;
    using T = typename I::elem;
    CM_CHECK_SCATTERED(T);
    static_assert(I::n == lanes<O>, "the vector to read needs exactly one offset for each of its elements");
    raw<uint, I::n> at = places<uint, I::n>(offsets) * (raw<uint, I::n>)scale_b;
    out.set(__cm_gather<raw<T, I::n>>(surface, global_b, at, lane_mask<I::n>(all())));
}

template <class T, class O, class X>
CM_API void scatter(unsigned surface, uint global_b, const O &offsets, uint scale_b, const X &in) {
    constexpr int N = lanes<O>;
    CM_CHECK_SCATTERED(T);
    raw<uint, N> at = places<uint, N>(offsets) * (raw<uint, N>)scale_b;
    __cm_scatter(surface, global_b, at, lane_mask<N>(all()), to<T, N>(in));
}

template <class O, class X>
using if_scatter = typename enable_if<is_operand<O> && is_operand<X> && (is_object<O> || !is_object<X>)>::type;

} // namespace detail

// Gathers: the global offset and the offsets are in elements of the result.
template <CM_SAID, class O, class X, class = detail::if_object<O>, class = detail::if_object<detail::bare<X>>>
CM_API void read(SurfaceIndex s, uint global, const O &offsets, X &&out) {
    CM_CHECK_SAID(X);
    constexpr uint size = sizeof(detail::elem_t<detail::bare<X>>);
    detail::gather((unsigned)s, global * size, offsets, size, out);
}
// Scatters; a number as offset scatters one element.
template <CM_SAID, class O, class X, class = detail::if_scatter<O, X>>
CM_API void write(SurfaceIndex s, uint global, const O &offsets, const X &in) {
    using T = detail::said_t<T_, X>;
    constexpr uint size = sizeof(T);
    detail::scatter<T>((unsigned)s, global * size, offsets, size, in);
}
template <class O, class X, class = detail::if_number<O>, class = detail::if_number<X>>
CM_API void write(SurfaceIndex s, const O &offset, const X &in) {
    write(s, 0u, offset, in);
}
template <class T> CM_API T read(SurfaceIndex s, uint index) {
    vector<uint, 1> at = index;
    vector<T, 1> v;
    detail::gather((unsigned)s, 0u, at, (uint)sizeof(T), v);
    return v(0);
}
// With an attribute of the surface, which has no effect on these messages.
template <class O, class X, class = detail::if_object<O>, class = detail::if_object<detail::bare<X>>>
CM_API void read(SurfaceIndex s, CmBufferAttrib, uint global, const O &offsets, X &&out) {
    read(s, global, offsets, out);
}

// The same in bytes.
template <CM_SAID, class O, class X, class = detail::if_object<O>, class = detail::if_object<detail::bare<X>>>
CM_API void read_scaled(SurfaceIndex s, uint global_b, const O &offsets_b, X &&out) {
    CM_CHECK_SAID(X);
    detail::gather((unsigned)s, global_b, offsets_b, 1u, out);
}
template <CM_SAID, class O, class X, class = detail::if_object<O>, class = detail::if_operand<X>>
CM_API void write_scaled(SurfaceIndex s, uint global_b, const O &offsets_b, const X &in) {
    detail::scatter<detail::said_t<T_, X>>((unsigned)s, global_b, offsets_b, 1u, in);
}

// Up to four components for each lane. A row of the matrix, or a part of a vector, holds one component of all lanes.
namespace detail {
// Number of components of the data for each lane.
template <class X, class O> constexpr int quad_items = info<bare<X>>::n / lanes<O>;

#define CM_CHECK_QUAD(X, O)                                                                                            \
    static_assert(sizeof(detail::elem_t<detail::bare<X>>) == 4, "components must have 32 bits");                       \
    static_assert(detail::info<detail::bare<X>>::n % detail::lanes<O> == 0 && detail::quad_items<X, O> >= 1 &&         \
                      detail::quad_items<X, O> <= 4,                                                                   \
                  "the data must have one to four components for each offset")
} // namespace detail

template <class X, class O, class = detail::if_object<O>, class = detail::if_object<detail::bare<X>>>
CM_API void read_untyped(SurfaceIndex s, ChannelMaskType mask, X &&out, const O &offsets) {
    CM_CHECK_QUAD(X, O);
    constexpr int N = detail::lanes<O>;
    detail::raw<uint, N> at = detail::places<uint, N>(offsets) * (detail::raw<uint, N>)4u;
    out.set(__cm_gather4((unsigned)s, (int)mask, 0u, at, detail::lane_mask<N>(detail::all()), out.get()));
}
template <class X, class O, class = detail::if_object<O>, class = detail::if_object<X>>
CM_API void write_untyped(SurfaceIndex s, ChannelMaskType mask, const X &in, const O &offsets) {
    CM_CHECK_QUAD(X, O);
    constexpr int N = detail::lanes<O>;
    detail::raw<uint, N> at = detail::places<uint, N>(offsets) * (detail::raw<uint, N>)4u;
    __cm_scatter4((unsigned)s, (int)mask, 0u, at, detail::lane_mask<N>(detail::all()), in.get());
}

template <class X, class U, class V = int, class R = int, class = detail::if_object<U>,
          class = detail::if_object<detail::bare<X>>>
CM_API void read_typed(SurfaceIndex s, ChannelMaskType mask, X &&out, const U &u, const V &v = 0, const R &r = 0) {
    CM_CHECK_QUAD(X, U);
    constexpr int N = detail::lanes<U>;
    out.set(__cm_gather4_typed((unsigned)s, (int)mask, detail::places<uint, N>(u), detail::places<uint, N>(v),
                               detail::places<uint, N>(r), detail::lane_mask<N>(detail::all()), out.get()));
}
template <class X, class U, class V = int, class R = int, class = detail::if_object<U>, class = detail::if_object<X>>
CM_API void write_typed(SurfaceIndex s, ChannelMaskType mask, const X &in, const U &u, const V &v = 0, const R &r = 0) {
    CM_CHECK_QUAD(X, U);
    constexpr int N = detail::lanes<U>;
    __cm_scatter4_typed((unsigned)s, (int)mask, detail::places<uint, N>(u), detail::places<uint, N>(v),
                        detail::places<uint, N>(r), detail::lane_mask<N>(detail::all()), in.get());
}

} // namespace cm

#endif
