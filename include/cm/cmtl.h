// SPDX-License-Identifier: MIT
// The template library of older kernels, namespace cmtl: blocks of any size, local memory, packing, transposition of
// blocks, initial values, mathematics. Where the language now has an equivalent, a function here only calls it.
//
//   cmtl::ReadBlock(image, x, y, m.select_all());   cm_vector(v, int, 16, 0, 2);   a = cmtl::cm_atan2(y, x);

#ifndef CM_CMTL_H
#define CM_CMTL_H

#include <cm/cm.h>
#include <cm/detail/cmtl_blocks.h>
#include <cm/detail/cmtl_math.h>

namespace cmtl {

// Blocks

// A rectangle of an image, with rows of any number and length. x and y count pixels, which are elements of the matrix;
// the first pixel is at a multiple of 4 bytes. The last number, the image's width in pixels, is ignored: reads outside
// repeat the edge for any width.
template <class T = void, int... N, class X, class = cm::detail::if_target<X>>
CM_API void ReadBlock(SurfaceIndex image, int x, int y, X &&block, uint = 0) {
    cm::read(image, x * (int)sizeof(cm::detail::elem_t<detail::bare<X>>), y, block);
}
template <class T = void, int... N, class X, class = cm::detail::if_target<X>>
CM_API void ReadBlock(SurfaceIndex image, CmBufferAttrib attr, int x, int y, X &&block, uint = 0) {
    cm::read(image, attr, x * (int)sizeof(cm::detail::elem_t<detail::bare<X>>), y, block);
}
// Rows whose size is not a multiple of 4 bytes are filled up with the image's contents; x is then at the start of a
// 4-byte group.
template <class T = void, int... N, class X, class = cm::detail::if_object<X>>
CM_API void WriteBlock(SurfaceIndex image, int x, int y, const X &block) {
    using I = cm::detail::info<X>;
    constexpr int elem_b = sizeof(typename I::elem), cols = (I::cols * elem_b + 3) / 4 * 4 / elem_b;
    if constexpr (cols == I::cols) {
        cm::write(image, x * elem_b, y, block);
    } else {
        cm::matrix<typename I::elem, I::rows, cols> wide;
        cm::read(image, x * elem_b, y, wide);
        wide.template select<I::rows, 1, I::cols, 1>(0, 0) = block;
        cm::write(image, x * elem_b, y, wide);
    }
}

// Any number of consecutive elements of a buffer; the place of the first is in elements. ReadLinear needs a multiple
// of 4 bytes, WriteLinear of 16.
template <class T = void, int... N, class X, class = cm::detail::if_target<X>>
CM_API void ReadLinear(SurfaceIndex buffer, int at, X &&v) {
    cm::read(cm::DWALIGNED(buffer), at * (int)sizeof(cm::detail::elem_t<detail::bare<X>>), v);
}
template <class T = void, int... N, class X, class = cm::detail::if_object<X>>
CM_API void WriteLinear(SurfaceIndex buffer, int at, const X &v) {
    using I = cm::detail::info<X>;
    using E = typename I::elem;
    constexpr int owords = I::n * (int)sizeof(E) / 16, whole = owords * 16 / (int)sizeof(E), rest = I::n - whole;
    cm::vector<E, I::n> all = v;
    if constexpr (whole > 0)
        cm::write(buffer, at * (int)sizeof(E), cm::vector<E, whole>(all.template select<whole, 1>(0)));
    if constexpr (rest > 0)
        cm::write(buffer, (uint)(at + whole), cm::vector<uint, rest>(detail::steps<rest>()),
                  cm::vector<E, rest>(all.template select<rest, 1>(whole)));
}

// Local memory

// Copies size bytes of local memory to a buffer, in pieces of 64, from the calling thread; for debugging.
CM_API void DumpSLM(uint slm, SurfaceIndex buffer, uint size) {
    for (uint at = 0; at < size; at += 64) {
        cm::vector<uint, 16> part;
        cm::cm_slm_block_read(slm, (int)at, part);
        cm::write(buffer, (int)at, part);
    }
}
// Four components of N channels: stored by component, as cm_slm_read4 gives them, or interleaved as in memory.
template <int... N, class D, class S, class = cm::detail::if_target<D>>
CM_API void TransposeFromSLM(D &&dst, const S &src) {
    constexpr int n = cm::detail::info<S>::n / 4;
    cm::vector<uint, n * 4> in = src, out;
#pragma unroll
    for (int i = 0; i < 4; i++)
        out.template select<n, n == 1 ? 1 : 4>(i) = in.template select<n, 1>(n * i);
    dst = out;
}
template <int... N, class D, class S, class = cm::detail::if_target<D>>
CM_API void TransposeToSLM(D &&dst, const S &src) {
    constexpr int n = cm::detail::info<S>::n / 4;
    cm::vector<uint, n * 4> in = src, out;
#pragma unroll
    for (int i = 0; i < 4; i++)
        out.template select<n, 1>(n * i) = in.template select < n, n == 1 ? 1 : 4 > (i);
    dst = out;
}

// Stacks in memory: removed.
#define CM_CMTL_REMOVED(name)                                                                                          \
    template <class T, auto... Numbers, class... As>                                                                   \
    CM_API void name(const As &...)                                                                                    \
        CM_ERROR_IF(true, #name ": stacks in a surface are not supported; keep the elements in a "                     \
                                "vector, or in local memory with cm_slm_write") {}                                     \
    template <auto... Numbers, class... As>                                                                            \
    CM_API void name(const As &...)                                                                                    \
        CM_ERROR_IF(true, #name ": stacks in a surface are not supported; keep the elements in a "                     \
                                "vector, or in local memory with cm_slm_write") {}
CM_CMTL_REMOVED(CachedStackInit)
CM_CMTL_REMOVED(CachedStackTop)
CM_CMTL_REMOVED(CachedStackPop)
CM_CMTL_REMOVED(CachedStackPush)
CM_CMTL_REMOVED(CachedStackEmpty)
#undef CM_CMTL_REMOVED

// Initial values

// v(0) = first; each further element is larger by step.
template <class T = void, int... N, class X, class = cm::detail::if_target<X>>
CM_API void cm_vector_assign(X &&v, int first, int step) {
    using I = cm::detail::target<X>;
    v = detail::steps<I::n>() * step + first;
}

} // namespace cmtl

// Declares a vector or matrix with this name and these initial values.
#define cm_vector(V, T, N, I, S)                                                                                       \
    cm::vector<T, N> V;                                                                                                \
    ::cmtl::cm_vector_assign(V, I, S)
#define cm_matrix(M, T, R, C, I, S)                                                                                    \
    cm::matrix<T, R, C> M;                                                                                             \
    ::cmtl::cm_vector_assign(M, I, S)

#endif
