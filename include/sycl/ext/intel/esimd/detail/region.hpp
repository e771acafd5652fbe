// SPDX-License-Identifier: MIT
// Regions: parts of a vector in registers. Sizes and strides are template arguments, offsets are run-time values, so
// the layout of any view, also of a view of a view, is known from its type.
//
//   simd<float, 32> v;    v.select<8, 2>(1)           region1d_t<float, 8, 2>
//   v.bit_cast_view<float, 4, 8>().select<2, 1, 4, 2>(1, 0)
//                                                     pair<region2d_t<float, 2, 1, 4, 2>, region2d_t<float, 4, 1, 8, 1>>

#ifndef SYCL_EXT_INTEL_ESIMD_DETAIL_REGION_HPP
#define SYCL_EXT_INTEL_ESIMD_DETAIL_REGION_HPP

#include <sycl/ext/intel/esimd/detail/element.hpp>

namespace sycl::ext::intel::esimd {

template <class T, int Size, int Stride> struct region1d_t {
    using element_type = T;
    static constexpr int rows = 1, cols = Size, stride_y = 1, stride_x = Stride;
    static constexpr bool is_2d = false;
    static constexpr int length = Size;
};
template <class T> struct region1d_scalar_t : region1d_t<T, 1, 1> {}; // v[i]
template <class T, int SizeY, int StrideY, int SizeX, int StrideX> struct region2d_t {
    using element_type = T;
    static constexpr int rows = SizeY, cols = SizeX, stride_y = StrideY, stride_x = StrideX;
    static constexpr bool is_2d = true;
    static constexpr int length = SizeY * SizeX;
};

namespace detail {

// The innermost selection of a region, and what it selects from.
template <class R> struct region_parts {
    using top = R;
    using rest = void;
};
template <class Top, class Rest> struct region_parts<std::pair<Top, Rest>> {
    using top = Top;
    using rest = Rest;
};
template <class R> using top_of = typename region_parts<R>::top;

template <class X> constexpr bool is_element = false; // v[i]: to functions of numbers, a number
template <class B, class R>
inline constexpr bool is_element<simd_view<B, R>> =
    std::is_same_v<top_of<R>, region1d_scalar_t<elem_t<simd_view<B, R>>>>;

// Elements at base + i * vs + j * hs. Strides are in elements. An object that is not regular has no such form.
struct layout {
    int rows, cols, vs, hs, elem_b;
    bool regular;
    constexpr int bytes() const {
        return rows * cols * elem_b;
    }
    // Equal distances between all elements.
    constexpr bool even() const {
        return rows == 1 || cols == 1 || vs == cols * hs;
    }
    constexpr int step() const {
        return cols == 1 && rows > 1 ? vs : hs;
    }
    // Where element i is, row by row.
    constexpr int element(int i) const {
        return even() ? i * step() : i / cols * vs + i % cols * hs;
    }
};

// The same bytes in another shape.
constexpr layout reshape(layout p, int rows, int cols, int elem_b) {
    if (!p.regular)
        return p;
    if (p.elem_b == elem_b && p.rows == rows && p.cols == cols)
        return p;
    if (p.elem_b == elem_b && p.even())
        return {rows, cols, cols * p.step(), p.step(), elem_b, true};
    const bool dense_rows = p.hs == 1 || p.cols == 1; // one element has no step
    if (dense_rows && (p.rows == 1 || p.vs == p.cols))
        return {rows, cols, cols, 1, elem_b, true};
    if (dense_rows && p.rows == rows && p.cols * p.elem_b == cols * elem_b && p.vs * p.elem_b % elem_b == 0)
        return {rows, cols, p.vs * p.elem_b / elem_b, 1, elem_b, true};
    return {rows, cols, 0, 0, elem_b, false};
}

// A selection of Top from p. One of all bytes is a reinterpretation.
template <class Top> constexpr layout apply(layout p) {
    constexpr int elem_b = (int)sizeof(typename Top::element_type);
    if (Top::length * elem_b == p.bytes())
        return !Top::is_2d && elem_b == p.elem_b && !p.even() ? p : reshape(p, Top::rows, Top::cols, elem_b);
    if (!Top::is_2d && p.rows > 1 && Top::length > 1)
        p = reshape(p, 1, p.rows * p.cols, p.elem_b);
    return {Top::rows, Top::cols, p.vs * Top::stride_y, p.hs * Top::stride_x, elem_b, p.regular};
}

template <class T, int N, class Region> constexpr layout layout_of() {
    using parts = region_parts<Region>;
    if constexpr (std::is_void_v<Region>)
        return {1, N, N, 1, (int)sizeof(T), true};
    else
        return apply<typename parts::top>(layout_of<T, N, typename parts::rest>());
}

// A part of an object in memory, at off_b bytes.
struct place {
    void *base;
    int base_b, off_b;
};

} // namespace detail
} // namespace sycl::ext::intel::esimd

#endif
