// SPDX-License-Identifier: MIT
// Blocks of surfaces. Offsets are bytes; Y counts rows.
//
//   read(image, x, y, m)              a rectangle of an image: rows of as many bytes as a row of m
//   read(buffer, offset, v)           consecutive bytes, at a multiple of 16
//   read(DWALIGNED(buffer), offset, v), read(buffer, GENX_DWALIGNED, offset, v)    at a multiple of 4
//
// Blocks may have any size: the compiler splits them into messages. A read outside an image gives the nearest edge
// pixel; on Xe2 (lnl, bmg), which has no media blocks, it gives zero.

#ifndef CM_MEMORY_H
#define CM_MEMORY_H

#include <cm/detail/lanes.h>

enum CmBufferAttrib {
    GENX_NONE = 0,
    GENX_TOP_FIELD = 1,
    GENX_BOTTOM_FIELD = 2,
    GENX_DWALIGNED = 3,
    GENX_MODIFIED = 4,
    GENX_MODIFIED_TOP_FIELD = 5,
    GENX_MODIFIED_BOTTOM_FIELD = 6,
    GENX_MODIFIED_DWALIGNED = 7,
    GENX_CONSTANT = 8,
    GENX_CONSTANT_DWALIGNED = 9
};

enum CmSurfacePlaneIndex {
    GENX_SURFACE_Y_PLANE = 0,
    GENX_SURFACE_U_PLANE = 1,
    GENX_SURFACE_UV_PLANE = 1,
    GENX_SURFACE_V_PLANE = 2
};

enum CM_READ_SIZE { CM_READ_1 = 0, CM_READ_2 = 1, CM_READ_4 = 2, CM_READ_8 = 3 };

inline namespace cm {

// A surface with its access mode; made by the wrappers below.
struct wrapped_surface {
    SurfaceIndex index;
    CmBufferAttrib attr;
};

namespace detail {

constexpr bool is_dword_aligned(CmBufferAttrib a) {
    return a == GENX_DWALIGNED || a == GENX_MODIFIED_DWALIGNED || a == GENX_CONSTANT_DWALIGNED;
}
constexpr bool is_modified(CmBufferAttrib a) {
    return a >= GENX_MODIFIED && a <= GENX_MODIFIED_DWALIGNED;
}
// The modifiers operand of media blocks.
constexpr int field_of(CmBufferAttrib a) {
    return a == GENX_TOP_FIELD || a == GENX_MODIFIED_TOP_FIELD         ? 2
           : a == GENX_BOTTOM_FIELD || a == GENX_MODIFIED_BOTTOM_FIELD ? 3
                                                                       : 0;
}

template <class X> struct unref { using type = X; };
template <class X> struct unref<X &> { using type = X; };
template <class X> using unref_t = typename unref<X>::type;
template <class X> using target = info<unref_t<X>>;
template <class X>
using if_target = typename enable_if<is_object<unref_t<X>> && !__is_const(unref_t<X>) &&
                                     (__is_lvalue_reference(X) || is_reference<X>)>::type;

template <class X> CM_API void media_read(SurfaceIndex s, CmBufferAttrib attr, int plane, int x, int y, X &out) {
    using I = info<X>;
    out.set(__cm_media_read<raw<typename I::elem, I::n>>((unsigned)s, field_of(attr), plane, I::rows,
                                                         I::cols * (int)sizeof(typename I::elem), x, y));
}
template <class X> CM_API void media_write(SurfaceIndex s, CmBufferAttrib attr, int plane, int x, int y, const X &in) {
    using I = info<X>;
    constexpr int row_b = I::cols * (int)sizeof(typename I::elem);
    static_assert(row_b % 4 == 0, "a media block write needs rows that are a multiple of 4 bytes long");
    __cm_media_write((unsigned)s, field_of(attr), plane, I::rows, row_b, x, y, in.get());
}
template <class X> CM_API void oword_read(SurfaceIndex s, CmBufferAttrib attr, int offset, X &out) {
    using I = info<X>;
    using R = raw<typename I::elem, I::n>;
    if (is_dword_aligned(attr))
        out.set(__cm_oword_read_dword<R>((unsigned)s, is_modified(attr), offset));
    else
        out.set(__cm_oword_read<R>((unsigned)s, is_modified(attr), offset));
}

} // namespace detail

CM_API wrapped_surface TOP_FIELD(SurfaceIndex s) {
    return {s, GENX_TOP_FIELD};
}
CM_API wrapped_surface BOTTOM_FIELD(SurfaceIndex s) {
    return {s, GENX_BOTTOM_FIELD};
}
CM_API wrapped_surface DWALIGNED(SurfaceIndex s) {
    return {s, GENX_DWALIGNED};
}
[[deprecated("[cm-deprecated] MODIFIED has no effect; pass the surface alone")]] CM_API wrapped_surface
MODIFIED(SurfaceIndex s) {
    return {s, GENX_MODIFIED};
}
[[deprecated("[cm-deprecated] MODIFIED_DWALIGNED has no effect beyond DWALIGNED; use that")]] CM_API wrapped_surface
MODIFIED_DWALIGNED(SurfaceIndex s) {
    return {s, GENX_MODIFIED_DWALIGNED};
}
CM_API wrapped_surface CONSTANT(SurfaceIndex s) {
    return {s, GENX_CONSTANT};
}
CM_API wrapped_surface CONSTANT_DWALIGNED(SurfaceIndex s) {
    return {s, GENX_CONSTANT_DWALIGNED};
}

// Media blocks.
template <CM_SAID, class X, class = detail::if_target<X>> CM_API void read(SurfaceIndex s, int x, int y, X &&out) {
    CM_CHECK_SAID(X);
    detail::media_read(s, GENX_NONE, 0, x, y, out);
}
template <CM_SAID, class X, class = detail::if_target<X>>
CM_API void read(SurfaceIndex s, CmBufferAttrib attr, int x, int y, X &&out) {
    CM_CHECK_SAID(X);
    detail::media_read(s, attr, 0, x, y, out);
}
template <CM_SAID, class X, class = detail::if_target<X>> CM_API void read(wrapped_surface w, int x, int y, X &&out) {
    CM_CHECK_SAID(X);
    detail::media_read(w.index, w.attr, 0, x, y, out);
}
template <CM_SAID, class X, class = detail::if_object<X>> CM_API void write(SurfaceIndex s, int x, int y, const X &in) {
    detail::media_write(s, GENX_NONE, 0, x, y, detail::as_said<T_, N_...>(in));
}
template <CM_SAID, class X, class = detail::if_object<X>>
CM_API void write(SurfaceIndex s, CmBufferAttrib attr, int x, int y, const X &in) {
    detail::media_write(s, attr, 0, x, y, detail::as_said<T_, N_...>(in));
}
template <CM_SAID, class X, class = detail::if_object<X>>
CM_API void write(wrapped_surface w, int x, int y, const X &in) {
    detail::media_write(w.index, w.attr, 0, x, y, detail::as_said<T_, N_...>(in));
}
// One plane of a planar image.
template <CM_SAID, class X, class = detail::if_target<X>>
CM_API void read_plane(SurfaceIndex s, CmSurfacePlaneIndex plane, int x, int y, X &&out) {
    CM_CHECK_SAID(X);
    detail::media_read(s, GENX_NONE, (int)plane, x, y, out);
}
template <CM_SAID, class X, class = detail::if_target<X>>
CM_API void read_plane(SurfaceIndex s, CmBufferAttrib attr, CmSurfacePlaneIndex plane, int x, int y, X &&out) {
    CM_CHECK_SAID(X);
    detail::media_read(s, attr, (int)plane, x, y, out);
}
template <CM_SAID, class X, class = detail::if_object<X>>
CM_API void write_plane(SurfaceIndex s, CmSurfacePlaneIndex plane, int x, int y, const X &in) {
    detail::media_write(s, GENX_NONE, (int)plane, x, y, detail::as_said<T_, N_...>(in));
}
template <CM_SAID, class X, class = detail::if_object<X>>
CM_API void write_plane(SurfaceIndex s, CmBufferAttrib attr, CmSurfacePlaneIndex plane, int x, int y, const X &in) {
    detail::media_write(s, attr, (int)plane, x, y, detail::as_said<T_, N_...>(in));
}

// Oword blocks.
template <CM_SAID, class X, class = detail::if_target<X>> CM_API void read(SurfaceIndex s, int offset, X &&out) {
    CM_CHECK_SAID(X);
    detail::oword_read(s, GENX_NONE, offset, out);
}
template <CM_SAID, class X, class = detail::if_target<X>>
CM_API void read(SurfaceIndex s, CmBufferAttrib attr, int offset, X &&out) {
    CM_CHECK_SAID(X);
    detail::oword_read(s, attr, offset, out);
}
template <CM_SAID, class X, class = detail::if_target<X>> CM_API void read(wrapped_surface w, int offset, X &&out) {
    CM_CHECK_SAID(X);
    detail::oword_read(w.index, w.attr, offset, out);
}
template <CM_SAID, class X, class = detail::if_object<X>> CM_API void write(SurfaceIndex s, int offset, const X &v) {
    __cm_oword_write((unsigned)s, offset, detail::as_said<T_, N_...>(v).get());
}

// A block of h rows by w columns of 4-byte pixels; its columns become the rows of m. x and y count pixels.
template <class X, class = detail::if_target<X>>
CM_API void read_transpose(SurfaceIndex image, CM_READ_SIZE h, CM_READ_SIZE w, int x, int y, X &&m) CM_ERROR_IF(
    (1 << (int)h) != detail::target<X>::cols || (1 << (int)w) != detail::target<X>::rows,
    "read_transpose: the matrix must have one row for each column of the block (w) and one column for each row (h)") {
    using I = detail::target<X>;
    static_assert(I::k == detail::mat && sizeof(typename I::elem) == 4 && I::rows <= 4 && I::cols <= 8,
                  "read_transpose takes a matrix of at most 4 rows and 8 columns of 32 bits");
    matrix<typename I::elem, I::cols, I::rows> block;
    read(image, x * 4, y, block);
    matrix<typename I::elem, I::rows, I::cols> all;
#pragma clang loop unroll(full)
    for (int r = 0; r < I::rows; r++)
        all.row(r) = vector<typename I::elem, I::cols>(block.column(r));
    m = all;
}

} // namespace cm

#endif
