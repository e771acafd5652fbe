// SPDX-License-Identifier: MIT
// Two-dimensional blocks of memory through the load/store cache.
//
//   v = cm_ptr_load<float, 8, 16>(base, width_b - 1, height - 1, pitch_b - 1, x, y)
//
//   lsc::block_2d_desc<float, 1, 16, 8> d(base, height - 1, width_b - 1, pitch_b - 1, x, y);
//   cm_load<lsc::LoadOp::Normal>(v, d);     d.set_block_x(x + 8);
//
// x counts elements, y rows. In a descriptor the height precedes the width.
//
//   cm_load(surface, x, y, m)                             a block of an image, from CM_HAS_LSC_TYPED_2D on; x counts bytes

#ifndef CM_LSC2D_H
#define CM_LSC2D_H

#include <cm/detail/features.h>
#include <cm/lsc.h>

namespace lsc {
enum LoadOp { Normal = 0, Transpose = 1, VNNI = 2 };
} // namespace lsc

inline namespace cm {
namespace detail {

constexpr int pow2_up(int n) {
    int p = 1;
    while (p < n)
        p *= 2;
    return p;
}
// Rows, and elements per row, of one block in registers.
template <class T> constexpr int block2d_rows(int op, int w, int h) {
    constexpr int pack = sizeof(T) < 4 ? 4 / (int)sizeof(T) : 1;
    return op == lsc::Transpose ? w : op == lsc::VNNI ? (h + pack - 1) / pack : h;
}
template <class T> constexpr int block2d_row(int op, int w, int h) {
    constexpr int pack = sizeof(T) < 4 ? 4 / (int)sizeof(T) : 1;
    return op == lsc::Transpose ? h : op == lsc::VNNI ? w * pack : w;
}
template <class T> constexpr int block2d_size(int op, int blocks, int w, int h) {
    return blocks * block2d_rows<T>(op, w, h) * block2d_row<T>(op, w, h);
}
// The same including the gaps of a message: rows padded to a power of two, blocks to registers.
template <class T> constexpr int block2d_padded(int op, int blocks, int w, int h) {
    int grf = CM_GRF_WIDTH / 8 / (int)sizeof(T);
    int one = block2d_rows<T>(op, w, h) * pow2_up(block2d_row<T>(op, w, h));
    return blocks * ((one + grf - 1) / grf * grf);
}
constexpr int block2d_op(bool transposed, bool transformed) {
    return transposed ? lsc::Transpose : transformed ? lsc::VNNI : lsc::Normal;
}
template <class P> CM_API unsigned long block2d_base(P base) {
    static_assert(!is_local_pointer<P>, "shared local memory has no 2-D blocks; use cm_ptr_load with offsets");
    return (unsigned long)base;
}
template <class T, int W, int H, int NB, bool Transposed, bool Transformed>
using block2d_result = vector<T, block2d_size<T>(block2d_op(Transposed, Transformed), NB, W, H)>;

} // namespace detail

template <class T, int Width, int Height = 1, int NBlks = 1, bool Transposed = false, bool Transformed = false,
          CM_LSC_HINTS_T(Default), class P>
CM_API detail::block2d_result<T, Width, Height, NBlks, Transposed, Transformed>
cm_ptr_load(P base, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y) {
    static_assert(!Transposed || !Transformed, "a 2-D block cannot be both transposed and transformed");
    constexpr int op = detail::block2d_op(Transposed, Transformed);
    constexpr int N = detail::block2d_size<T>(op, NBlks, Width, Height);
    return vector<T, N>(detail::from_raw(), __cm_lsc_load2d<detail::raw<T, N>>((int)L1_, (int)L3_, op, NBlks, Width,
                                                                               Height, detail::block2d_base(base),
                                                                               surface_w, surface_h, pitch, x, y));
}
template <class T, int Width, int Height = 1, int NBlks = 1, bool Transposed = false, bool Transformed = false,
          CM_LSC_HINTS_T(Default), class P>
CM_API detail::block2d_result<T, Width, Height, NBlks, Transposed, Transformed>
cm_load(P base, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y) {
    return cm_ptr_load<T, Width, Height, NBlks, Transposed, Transformed, L1_, L3_>(base, surface_w, surface_h, pitch, x,
                                                                                   y);
}

template <class T, int Width, int Height = 1, int NBlks = 1, CM_LSC_HINTS_T(Cached), class P>
CM_API void cm_ptr_prefetch(P base, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y) {
    __cm_lsc_prefetch2d((int)L1_, (int)L3_, 0, NBlks, Width, Height, detail::block2d_base(base), surface_w, surface_h,
                        pitch, x, y, (T)0);
}
template <class T, int Width, int Height = 1, int NBlks = 1, CM_LSC_HINTS_T(Cached), class P>
CM_API void cm_prefetch(P base, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y) {
    cm_ptr_prefetch<T, Width, Height, NBlks, L1_, L3_>(base, surface_w, surface_h, pitch, x, y);
}

template <class T, int Width, int Height = 1, CM_LSC_HINTS_T(Default), class P, class D>
CM_API void cm_ptr_store(P base, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y, const D &data) {
    __cm_lsc_store2d((int)L1_, (int)L3_, 0, 1, Width, Height, detail::block2d_base(base), surface_w, surface_h, pitch,
                     x, y, detail::to<T, Width * Height>(data));
}
template <class T, int Width, int Height = 1, CM_LSC_HINTS_T(Default), class P, class D>
CM_API void cm_store(P base, unsigned surface_w, unsigned surface_h, unsigned pitch, int x, int y, const D &data) {
    cm_ptr_store<T, Width, Height, L1_, L3_>(base, surface_w, surface_h, pitch, x, y, data);
}

// Blocks of an image, of any size. They are those of read and write, which take no hints.
template <CM_LSC_HINTS_T(Default), class X, class = detail::if_target<X>>
CM_API void cm_load(SurfaceIndex image, int x, int y, X &&out) {
    CM_HAS_LSC_TYPED_2D_CONTROL(X);
    static_assert(!(sizeof(out) && (L1_ != CacheHint::Default || L3_ != CacheHint::Default)),
                  "cm_load: blocks of images take no cache hints; leave them out");
    read(image, x, y, out);
}
template <CM_LSC_HINTS_T(Default), class X, class = detail::if_object<X>>
CM_API void cm_store(SurfaceIndex image, int x, int y, const X &in) {
    CM_HAS_LSC_TYPED_2D_CONTROL(X);
    static_assert(!(sizeof(in) && (L1_ != CacheHint::Default || L3_ != CacheHint::Default)),
                  "cm_store: blocks of images take no cache hints; leave them out");
    write(image, x, y, in);
}
template <class T, int Width, int Height = 1, CM_LSC_HINTS_T(Cached)>
CM_API void cm_prefetch(SurfaceIndex image, int x, int y) {
    CM_HAS_LSC_TYPED_2D_CONTROL(T);
    __cm_lsc_prefetch2d_image((int)L1_, (int)L3_, Width, Height, (unsigned)image, x, y, (T)0);
}

} // namespace cm

namespace lsc {

// The address payload of 2-D messages. All numbers are as in the message: sizes minus 1.
template <class T, unsigned NumBlocks, unsigned BlockHeight, unsigned BlockWidth> struct block_2d_desc {
    static_assert(NumBlocks != 0 && BlockHeight != 0 && BlockWidth != 0,
                  "a 2-D block needs at least one block, one row and one element");
    using value_type = T;
    static constexpr int num_blocks = NumBlocks, height = BlockHeight, width = BlockWidth;

    template <class P>
    CM_API block_2d_desc(P base, unsigned surface_h, unsigned surface_w, unsigned pitch, int x, int y) {
        payload_ = 0;
        set_base((uint64_t)base);
        set_height(surface_h);
        set_width(surface_w);
        set_pitch(pitch);
        set_block_x(x);
        set_block_y(y);
        payload_(7) = (NumBlocks - 1) << 16 | (BlockHeight - 1) << 8 | (BlockWidth - 1);
    }

#define CM_DESC_FIELD(name, type, at)                                                                                  \
    CM_API block_2d_desc &set_##name(type v) {                                                                         \
        payload_(at) = (unsigned)v;                                                                                    \
        return *this;                                                                                                  \
    }                                                                                                                  \
    CM_API type get_##name() const {                                                                                   \
        return (type)payload_(at);                                                                                     \
    }
    CM_DESC_FIELD(width, uint32_t, 2)
    CM_DESC_FIELD(height, uint32_t, 3)
    CM_DESC_FIELD(pitch, uint32_t, 4)
    CM_DESC_FIELD(block_x, int32_t, 5)
    CM_DESC_FIELD(block_y, int32_t, 6)
#undef CM_DESC_FIELD
    CM_API block_2d_desc &set_base(uint64_t v) {
        payload_(0) = (unsigned)v;
        payload_(1) = (unsigned)(v >> 32);
        return *this;
    }
    CM_API uint64_t get_base() const {
        return (uint64_t)payload_(1) << 32 | payload_(0);
    }
    CM_API block_2d_desc &set_base_ptr(T *p) {
        return set_base((uint64_t)p);
    }
    CM_API T *get_base_ptr() const {
        return (T *)get_base();
    }
    CM_API cm::vector<uint32_t, 16> get_raw_desc() const {
        return payload_;
    }

  private:
    cm::vector<uint32_t, 16> payload_;
};

} // namespace lsc

inline namespace cm {

// OffX and OffY are added to the descriptor's position. The result is either padded as in the message, or has no gaps.
template <lsc::LoadOp Op, CM_LSC_HINTS_T(Default), int OffX = 0, int OffY = 0, class X, class T, unsigned NB,
          unsigned H, unsigned W>
CM_API void cm_load(X &&out, const lsc::block_2d_desc<T, NB, H, W> &desc, short pred = 1) {
    using I = detail::info<detail::bare<X>>;
    constexpr int dense = detail::block2d_size<T>(Op, NB, W, H);
    constexpr int padded = detail::block2d_padded<T>(Op, NB, W, H);
    static_assert(I::n == dense || I::n == padded, "the result and the 2-D block have different numbers of elements");
    out.set(__cm_lsc_load2d_desc<detail::raw<T, I::n>>((int)L1_, (int)L3_, (int)Op, (int)NB, (int)W, (int)H,
                                                       desc.get_raw_desc().get(), OffX, OffY, (unsigned short)pred));
}
template <CM_LSC_HINTS_T(Default), int OffX = 0, int OffY = 0, class X, class T, unsigned NB, unsigned H, unsigned W>
CM_API void cm_load(X &&out, const lsc::block_2d_desc<T, NB, H, W> &desc, short pred = 1) {
    cm_load<lsc::Normal, L1_, L3_, OffX, OffY>(out, desc, pred);
}
template <CM_LSC_HINTS_T(Default), int OffX = 0, int OffY = 0, class T, unsigned NB, unsigned H, unsigned W>
CM_API void cm_prefetch(const lsc::block_2d_desc<T, NB, H, W> &desc, short pred = 1) {
    __cm_lsc_prefetch2d_desc((int)L1_, (int)L3_, 0, (int)NB, (int)W, (int)H, desc.get_raw_desc().get(), OffX, OffY,
                             (unsigned short)pred, (T)0);
}
template <CM_LSC_HINTS_T(Default), int OffX = 0, int OffY = 0, class T, unsigned H, unsigned W, class D>
CM_API void cm_store(const lsc::block_2d_desc<T, 1, H, W> &desc, const D &data, short pred = 1) {
    constexpr int N = detail::info<D>::n;
    static_assert(N == W * H || N == detail::block2d_padded<T>(0, 1, W, H),
                  "the data and the 2-D block have different numbers of elements");
    __cm_lsc_store2d_desc((int)L1_, (int)L3_, 0, 1, (int)W, (int)H, desc.get_raw_desc().get(), OffX, OffY,
                          (unsigned short)pred, detail::to<T, N>(data));
}
#undef CM_LSC_HINTS_T

} // namespace cm

#endif
