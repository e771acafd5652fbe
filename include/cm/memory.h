// SPDX-License-Identifier: MIT
// Block reads and writes of surfaces and of addresses. Offsets are bytes; Y counts rows.

#ifndef CM_MEMORY_H
#define CM_MEMORY_H

#include <cm/types.h>

namespace cm {

// How to read an oword block; made by the wrappers below.
struct wrapped_surface {
    SurfaceIndex index;
    bool dword_aligned, modified;
};

namespace detail {
template <class T> constexpr void check_owords(int) = delete;

#define CM_CHECK_OWORDS(T, N)                                                                      \
    static_assert(sizeof(T) * N % 16 == 0,                                                         \
                  "a block write takes whole owords: the vector's size must be a multiple of 16 "  \
                  "bytes")
} // namespace detail

CM_API wrapped_surface DWALIGNED(SurfaceIndex s) {
    return {s, true, false};
}
CM_API wrapped_surface MODIFIED(SurfaceIndex s) {
    return {s, false, true};
}
CM_API wrapped_surface MODIFIED_DWALIGNED(SurfaceIndex s) {
    return {s, true, true};
}
CM_API wrapped_surface CONSTANT(SurfaceIndex s) {
    return {s, false, false};
}
CM_API wrapped_surface CONSTANT_DWALIGNED(SurfaceIndex s) {
    return {s, true, false};
}

// Media blocks: a rectangle of an image, x in bytes.
template <class T, int R, int C>
CM_API void read(SurfaceIndex s, int x, int y, matrix_ref<T, R, C> m) {
    m.set(__cm_media_read<detail::raw<T, R * C>>((unsigned)s, 0, 0, R, C * (int)sizeof(T), x, y));
}
template <class T, int R, int C>
CM_API void read(SurfaceIndex s, int x, int y, matrix<T, R, C> &m) {
    m.set(__cm_media_read<detail::raw<T, R * C>>((unsigned)s, 0, 0, R, C * (int)sizeof(T), x, y));
}
template <class T, int N> CM_API void read(SurfaceIndex s, int x, int y, vector_ref<T, N> v) {
    v.set(__cm_media_read<detail::raw<T, N>>((unsigned)s, 0, 0, 1, N * (int)sizeof(T), x, y));
}
template <class T, int N> CM_API void read(SurfaceIndex s, int x, int y, vector<T, N> &v) {
    v.set(__cm_media_read<detail::raw<T, N>>((unsigned)s, 0, 0, 1, N * (int)sizeof(T), x, y));
}
template <class X, class = detail::if_object<X>>
CM_API void write(SurfaceIndex s, int x, int y, const X &m) {
    using I = detail::info<X>;
    constexpr int row_b = I::cols * (int)sizeof(typename I::elem);
    static_assert(row_b % 4 == 0, "a media block write takes rows of a multiple of 4 bytes");
    __cm_media_write((unsigned)s, 0, 0, I::rows, row_b, x, y, m.get());
}

// Oword blocks: consecutive bytes of a buffer, at an offset that is a multiple of 16; of 4 with
// DWALIGNED.
namespace detail {
template <class T, int N> CM_API raw<T, N> read_owords(SurfaceIndex s, bool modified, int offset) {
    return __cm_oword_read<raw<T, N>>((unsigned)s, modified, offset);
}
template <class T, int N> CM_API raw<T, N> read_owords(wrapped_surface w, int offset) {
    using R = raw<T, N>;
    return w.dword_aligned ? __cm_oword_read_dword<R>((unsigned)w.index, w.modified, offset)
                           : __cm_oword_read<R>((unsigned)w.index, w.modified, offset);
}
} // namespace detail

template <class T, int N> CM_API void read(SurfaceIndex s, int offset, vector_ref<T, N> v) {
    v.set(detail::read_owords<T, N>(s, false, offset));
}
template <class T, int N> CM_API void read(SurfaceIndex s, int offset, vector<T, N> &v) {
    v.set(detail::read_owords<T, N>(s, false, offset));
}
template <class T, int R, int C> CM_API void read(SurfaceIndex s, int offset, matrix<T, R, C> &m) {
    m.set(detail::read_owords<T, R * C>(s, false, offset));
}
template <class T, int R, int C>
CM_API void read(SurfaceIndex s, int offset, matrix_ref<T, R, C> m) {
    m.set(detail::read_owords<T, R * C>(s, false, offset));
}
template <class T, int N> CM_API void read(wrapped_surface w, int offset, vector_ref<T, N> v) {
    v.set(detail::read_owords<T, N>(w, offset));
}
template <class T, int N> CM_API void read(wrapped_surface w, int offset, vector<T, N> &v) {
    v.set(detail::read_owords<T, N>(w, offset));
}
template <class T, int R, int C>
CM_API void read(wrapped_surface w, int offset, matrix<T, R, C> &m) {
    m.set(detail::read_owords<T, R * C>(w, offset));
}
template <class T, int R, int C>
CM_API void read(wrapped_surface w, int offset, matrix_ref<T, R, C> m) {
    m.set(detail::read_owords<T, R * C>(w, offset));
}
template <class X, class = detail::if_object<X>>
CM_API void write(SurfaceIndex s, int offset, const X &v) {
    CM_CHECK_OWORDS(detail::elem_t<X>, detail::info<X>::n);
    __cm_oword_write((unsigned)s, offset, v.get());
}

// Blocks at an address: a multiple of 16, of 4 for _unaligned.
template <class T, int N> CM_API void cm_svm_block_read(svmptr_t p, vector_ref<T, N> v) {
    v.set(__cm_svm_read<detail::raw<T, N>>(p));
}
template <class T, int N> CM_API void cm_svm_block_read(svmptr_t p, vector<T, N> &v) {
    v.set(__cm_svm_read<detail::raw<T, N>>(p));
}
template <class T, int R, int C> CM_API void cm_svm_block_read(svmptr_t p, matrix<T, R, C> &m) {
    m.set(__cm_svm_read<detail::raw<T, R * C>>(p));
}
template <class T, int R, int C> CM_API void cm_svm_block_read(svmptr_t p, matrix_ref<T, R, C> m) {
    m.set(__cm_svm_read<detail::raw<T, R * C>>(p));
}
template <class T, int N> CM_API void cm_svm_block_read_unaligned(svmptr_t p, vector_ref<T, N> v) {
    v.set(__cm_svm_read_dword<detail::raw<T, N>>(p));
}
template <class T, int N> CM_API void cm_svm_block_read_unaligned(svmptr_t p, vector<T, N> &v) {
    v.set(__cm_svm_read_dword<detail::raw<T, N>>(p));
}
template <class T, int R, int C>
CM_API void cm_svm_block_read_unaligned(svmptr_t p, matrix<T, R, C> &m) {
    m.set(__cm_svm_read_dword<detail::raw<T, R * C>>(p));
}
template <class X, class = detail::if_object<X>>
CM_API void cm_svm_block_write(svmptr_t p, const X &v) {
    CM_CHECK_OWORDS(detail::elem_t<X>, detail::info<X>::n);
    __cm_svm_write(p, v.get());
}

#undef CM_CHECK_OWORDS

} // namespace cm

#endif
