// SPDX-License-Identifier: MIT
// cmtl: reordered elements, and small elements as halves of larger ones. An output may be the input.

#ifndef CM_DETAIL_CMTL_BLOCKS_H
#define CM_DETAIL_CMTL_BLOCKS_H

#include <cm/types.h>

#define CMRT_LOC_FIRST  0
#define CMRT_LOC_SECOND 1

namespace cmtl {
namespace detail {

template <class X> using bare = cm::detail::unref_t<X>;

template <class T, T... I> struct numbers {};
template <int... I> CM_API cm::vector<int, sizeof...(I)> steps_of(numbers<int, I...>) {
    return {cm::detail::from_raw(), cm::detail::raw<int, sizeof...(I)>{I...}};
}
// 0, 1, 2, ...
template <int N> CM_API cm::vector<int, N> steps() {
    return steps_of(__make_integer_seq<numbers, int, N>());
}

// Element i of the result is element Order::at(i) of v.
template <class Order, class R, int... I> CM_API R reorder(R v, numbers<int, I...>) {
    return __builtin_shufflevector(v, v, Order::at(I)...);
}
template <class Order, class In, class Out> CM_API void turn(const In &in, Out &out) {
    using I = cm::detail::info<In>;
    using O = cm::detail::info<Out>;
    static_assert(I::n == O::n && __is_same(typename I::elem, typename O::elem),
                  "input and output must have the same type and size");
    out.set(reorder<Order>(in.get(), __make_integer_seq<numbers, int, I::n>()));
}

} // namespace detail

// Element (r, c) of the output is the input's element at (row, column).
#define CM_TURN(name, size, row, column)                                                                               \
    namespace detail {                                                                                                 \
    template <int R, int C> struct name##_order {                                                                      \
        static constexpr int at(int i) {                                                                               \
            int r = i / C, c = i % C;                                                                                  \
            return (void)(r + c), (row)*C + (column);                                                                  \
        }                                                                                                              \
    };                                                                                                                 \
    }                                                                                                                  \
    template <class T = void, int H = 0, int W = 0, class In, class Out, class = cm::detail::if_target<Out>>           \
    CM_API void name(const In &in, Out &&out) {                                                                        \
        using I = cm::detail::info<In>;                                                                                \
        static_assert((size) == 0 || (I::rows == (size) && I::cols == (size)),                                         \
                      #name " takes a matrix of " #size " rows and columns");                                          \
        detail::turn<detail::name##_order<I::rows, I::cols>>(in, out);                                                 \
    }
CM_TURN(MirrorVertical, 0, R - 1 - r, c)
CM_TURN(MirrorHorizontal_16x16, 16, r, C - 1 - c)
CM_TURN(Rotate90_16x16, 16, R - 1 - c, r)
CM_TURN(Rotate180_16x16, 16, R - 1 - r, C - 1 - c)
CM_TURN(Rotate270_16x16, 16, c, C - 1 - r)
CM_TURN(Transpose_16x16, 16, c, r)
CM_TURN(Transpose_8x8, 8, c, r)
CM_TURN(ReverseTranspose_16x16, 16, R - 1 - c, C - 1 - r)
#undef CM_TURN

// Element i of the output is element mapping(i) of the input, counted row by row.
template <class T = void, int W = 0, class In, class Out, class M, class = cm::detail::if_target<Out>>
CM_API void Map(const In &in, Out &&out, const M &mapping) {
    out = in.iselect(mapping);
}

// Packs two small elements into one that is at least twice as long; the first is the low part.
template <class S = void, class L = void, int N = 0, class A, class B, class D, class = cm::detail::if_target<D>>
CM_API void Pack(const A &first, const B &second, D &&packed) {
    using Small = cm::detail::elem_t<A>;
    using I = cm::detail::target<D>;
    static_assert(sizeof(Small) * 2 <= sizeof(typename I::elem), "the packed elements must be at least twice as wide");
    cm::vector<Small, I::n * 2> both;
    both.template select<I::n, 2>(0) = first;
    both.template select<I::n, 2>(1) = second;
    if constexpr (sizeof(Small) * 2 == sizeof(typename I::elem))
        packed = both.template format<typename I::elem>();
    else
        packed = cm::vector<ushort, I::n>(both.template format<ushort>());
}
template <class S = void, class L = void, int N = 0, class A, class P, class = cm::detail::if_target<A>>
CM_API void UnpackSingle(A &&small, int location, const P &packed) {
    using Small = cm::detail::elem_t<detail::bare<A>>;
    using I = cm::detail::info<P>;
    constexpr int step = sizeof(typename I::elem) / sizeof(Small);
    cm::vector<typename I::elem, I::n> all = packed;
    if (location == CMRT_LOC_FIRST)
        small = all.template format<Small>().template select<I::n, step>(0);
    else
        small = all.template format<Small>().template select<I::n, step>(1);
}
template <class S = void, class L = void, int N = 0, class A, class B, class P, class = cm::detail::if_target<A>>
CM_API void Unpack(A &&first, B &&second, const P &packed) {
    UnpackSingle(first, CMRT_LOC_FIRST, packed);
    UnpackSingle(second, CMRT_LOC_SECOND, packed);
}
template <class S = void, class L = void, int N = 0, class A, class B, class P, class = cm::detail::if_target<A>>
CM_API void UnPack(A &&first, B &&second, const P &packed) {
    Unpack(first, second, packed);
}

} // namespace cmtl

#endif
